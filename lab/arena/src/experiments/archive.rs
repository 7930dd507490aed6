//! The archive of games: a directory that is committed to the repository. The archive consists of
//! shards. A shard is a gzip file of JSON objects, one object per line, and never changes after it
//! is written.
//!
//! A clone of the repository has every version of every file. Two versions of a gzip file have few
//! bytes in common. If the archive were a single file, each change of the archive would add a whole
//! file to each clone. A shard is added only once.
//!
//! The name of a shard is `PLACE.HASH.jsonl.gz`. PLACE is the part of the report that the games
//! belong to. HASH is a hash of the lines. So two people who add games to the same part write two
//! different files. If packing is interrupted and the same games are packed again, the same file is
//! written again.

use super::log::Log;
use super::record::Line;
use super::shards::{SHARD, UNFINISHED, directory, shards, with};
use crate::lines::records_with_text;
use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The result of packing a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    /// The directory of the archive.
    pub directory: PathBuf,
    /// The shards that were written, and the number of games in each shard.
    pub shards: Vec<(PathBuf, usize)>,
    /// The number of games in the archive after packing.
    pub games: usize,
}

/// Returns the part of the report that a game belongs to: the beginning of the experiment's name,
/// for example `table4` of `table4/3`.
#[must_use]
pub fn place(id: &str) -> &str {
    let end = id.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-')).unwrap_or(id.len());
    if end == 0 { "games" } else { &id[..end] }
}

/// Returns the name of the shard that contains `lines`, for the part `place` of the report.
#[must_use]
pub fn shard_name(place: &str, lines: &str) -> String {
    let hash: String = Sha256::digest(lines).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("{place}.{hash}{SHARD}")
}

/// Moves the games of a log to the archive, and empties the log. Games that the archive lacks are
/// written unchanged to new shards, one shard for each part of the report. An interruption loses no
/// game, because the log is emptied only after all shards are written.
///
/// # Errors
/// A file cannot be read or written, or a line is not a game. On such an error the log stays
/// unchanged.
pub fn pack(log: &Log) -> Result<Packed> {
    let directory = directory(log.path());
    let mut known = HashSet::new();
    for shard in shards(log.path())? {
        for line in records_with_text::<Line>(&shard)? {
            known.insert(identity(line?.1));
        }
    }
    let mut fresh: BTreeMap<String, Vec<(Key, String)>> = BTreeMap::new();
    for line in records_with_text::<Line>(log.path())? {
        let (text, line) = line?;
        let (place, key) = (place(&line.id).to_owned(), Key::of(&line));
        if known.insert(identity(line)) {
            fresh.entry(place).or_default().push((key, text));
        }
    }
    let mut written = Vec::new();
    for (place, mut games) in fresh {
        games.sort_unstable();
        let lines: String = games.iter().flat_map(|(_, text)| [text.as_str(), "\n"]).collect();
        let shard = directory.join(shard_name(&place, &lines));
        write(&shard, &lines).with_context(|| format!("{}: cannot write", shard.display()))?;
        written.push((shard, games.len()));
    }
    log.empty()?;
    Ok(Packed { directory, shards: written, games: known.len() })
}

/// Returns the fields that identify a game of one version of imm.
fn identity(line: Line) -> (super::matchup::Matchup, u64, u64, String) {
    (line.matchup, line.seed, line.n, line.version)
}

/// The sort key of games in a shard. The key does not depend on the order in which games finished.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key(String, String, String, String, u64);

impl Key {
    fn of(Line { id, matchup, n, .. }: &Line) -> Self {
        Self(id.clone(), matchup.a.clone(), matchup.b.clone(), matchup.budget.to_string(), *n)
    }
}

/// Writes a shard. The file gets its final name only when it is complete, so a power cut leaves no
/// incomplete shard.
fn write(shard: &Path, lines: &str) -> io::Result<()> {
    let directory = shard.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(directory)?;
    let unfinished = with(shard, UNFINISHED);
    let mut out = GzEncoder::new(BufWriter::new(File::create(&unfinished)?), Compression::best());
    out.write_all(lines.as_bytes())?;
    out.finish()?.into_inner()?.sync_all()?;
    fs::rename(&unfinished, shard)?;
    // The new name must be on the disk before the log is emptied.
    #[cfg(unix)]
    File::open(directory)?.sync_all()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::log::tests::Scratch;
    use super::super::record::{Record, tests::line};
    use super::*;
    use std::collections::HashMap;

    /// Returns games from two parts of the report, in order of game number.
    fn games(numbers: std::ops::Range<u64>) -> Vec<Line> {
        let id = |n| if n % 2 == 0 { "table2/one" } else { "figure1/0.3" };
        numbers.map(|n| Line { id: id(n).to_owned(), ..line("mcts(ipp)", 10, n, (n % 3) as u8) }).collect()
    }

    /// Returns a log with these games.
    fn log(scratch: &Scratch, games: &[Line]) -> Log {
        let log = Log::open::<Line>(&scratch.log()).unwrap();
        games.iter().for_each(|game| log.append(game).unwrap());
        log
    }

    /// Returns the path and the bytes of each file of the archive.
    fn files(scratch: &Scratch) -> HashMap<PathBuf, Vec<u8>> {
        shards(&scratch.log()).unwrap().into_iter().map(|shard| (shard.clone(), fs::read(shard).unwrap())).collect()
    }

    #[test]
    fn games_are_added_to_the_archive_and_nothing_in_it_changes() {
        let scratch = Scratch::new("shards");
        let all = games(0..50);
        let packed = pack(&log(&scratch, &all[..30])).unwrap();
        assert_eq!((packed.games, packed.shards.iter().map(|shard| shard.1).collect::<Vec<_>>()), (30, vec![15, 15]));
        assert_eq!(fs::metadata(scratch.log()).unwrap().len(), 0);
        let before = files(&scratch);
        // Simulates a call of `pack` that was interrupted before it emptied the log: ten games are
        // in the log and in the archive.
        let log = log(&scratch, &all[20..]);
        assert_eq!(Record::read(&scratch.log()).unwrap().len(), 50);
        let packed = pack(&log).unwrap();
        assert_eq!((packed.games, packed.shards.iter().map(|shard| shard.1).collect::<Vec<_>>()), (50, vec![10, 10]));
        let after = files(&scratch);
        assert_eq!(after.len(), 4);
        before.iter().for_each(|(shard, bytes)| assert_eq!(&after[shard], bytes, "{}", shard.display()));
        let record = Record::read(&scratch.log()).unwrap();
        assert!(record.games(&all[0].matchup).0.values().eq(&all));
        // Packing a log without new games must write no shard.
        assert_eq!(pack(&log).unwrap().shards, []);
        assert_eq!(files(&scratch), after);
    }

    #[test]
    fn shards_of_two_machines_stand_side_by_side() {
        let scratch = Scratch::new("merged");
        let all = games(0..20);
        let [one, other] = [Scratch::new("merged_one"), Scratch::new("merged_other")];
        for (scratch, games) in [(&one, &all[..12]), (&other, &all[8..])] {
            pack(&log(scratch, games)).unwrap();
        }
        let directory = directory(&scratch.log());
        fs::create_dir_all(&directory).unwrap();
        for shard in [&one, &other].into_iter().flat_map(|scratch| shards(&scratch.log()).unwrap()) {
            fs::copy(&shard, directory.join(shard.file_name().unwrap())).unwrap();
        }
        assert_eq!(files(&scratch).len(), 4);
        assert!(Record::read(&scratch.log()).unwrap().games(&all[0].matchup).0.values().eq(&all));
    }

    #[test]
    fn what_a_later_version_wrote_is_kept() {
        let scratch = Scratch::new("later");
        let game = serde_json::to_string(&line("mcts(later)", 10, 0, 2)).unwrap();
        let texts = [game.replace("\"seed\":1", "\"seed\":2"), game.replacen('{', "{\"later\": 1,", 1)];
        fs::write(scratch.log(), texts.join("\n\n")).unwrap();
        let packed = pack(&Log::open::<Line>(&scratch.log()).unwrap()).unwrap();
        assert_eq!(packed.games, 2);
        let kept: Vec<String> =
            records_with_text::<Line>(&packed.shards[0].0).unwrap().map(|line| line.unwrap().0).collect();
        assert_eq!(kept, texts);
    }

    #[test]
    fn a_shard_that_is_cut_off_or_broken_is_an_error() {
        let scratch = Scratch::new("damaged");
        let shard = pack(&log(&scratch, &games(0..40))).unwrap().shards.remove(0).0;
        let name = shard.file_name().unwrap().to_str().unwrap().to_owned();
        let bytes = fs::read(&shard).unwrap();
        let game = serde_json::to_string(&games(50..51)[0]).unwrap() + "\n";
        let open = log(&scratch, &games(50..52));
        // Tests a shard that is cut off in the middle, and a shard that is cut off within the
        // checksum at its end.
        for (damaged, place) in [(&bytes[..bytes.len() / 2], ":"), (&bytes[..bytes.len() - 3], ":21: cannot read")] {
            fs::write(&shard, damaged).unwrap();
            for error in [Record::read(&scratch.log()).unwrap_err(), pack(&open).unwrap_err()] {
                assert!(format!("{error:#}").contains(&format!("{name}{place}")), "{error:#}");
            }
        }
        // Nothing is ever appended to a shard. So a line that is not a game must be an error, even
        // at the end of a shard.
        for broken in ["{}", "{\"id\":"] {
            super::write(&shard, &format!("{game}{broken}")).unwrap();
            for error in [Record::read(&scratch.log()).unwrap_err(), pack(&open).unwrap_err()] {
                assert!(format!("{error:#}").contains(&format!("{name}:2: not a valid record")), "{error:#}");
            }
        }
        assert_eq!(fs::read_to_string(scratch.log()).unwrap().lines().count(), 2);
    }

    #[test]
    fn the_archive_has_shards_alone() {
        let scratch = Scratch::new("strangers");
        pack(&log(&scratch, &games(0..4))).unwrap();
        let directory = directory(&scratch.log());
        // An unfinished shard that an interrupted run left behind must be ignored. Any other file
        // that is not a shard must be an error.
        fs::write(directory.join("table2.0.jsonl.gz.part"), b"half").unwrap();
        assert_eq!(Record::read(&scratch.log()).unwrap().len(), 4);
        fs::write(directory.join("table2.jsonl"), b"").unwrap();
        assert!(format!("{:#}", Record::read(&scratch.log()).unwrap_err()).contains("table2.jsonl: no shard"));
        fs::remove_file(directory.join("table2.jsonl")).unwrap();
        fs::write(with(&scratch.log(), ".gz"), b"").unwrap();
        assert!(format!("{:#}", Record::read(&scratch.log()).unwrap_err()).contains("gunzip -c"));
    }

    #[test]
    fn places_are_parts_of_file_names() {
        let places = ["table4/3", "loa_table5/mia-x", "../../etc", "", "é", "x"].map(place);
        assert_eq!(places, ["table4", "loa_table5", "games", "games", "games", "x"]);
        assert_eq!(directory(Path::new("a/games.jsonl")), Path::new("a/games"));
        assert_eq!(directory(Path::new("a/games")), Path::new("a/games.archive"));
    }
}
