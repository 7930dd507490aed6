//! Reads sets of positions from which games begin. A file has one position per line, in the
//! notation of the game. `#` begins a comment.

use crate::games::{Arena, Visit, with_game};
use crate::lines::Place;
use crate::notation::read_position;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder that contains the named sets. The path is fixed when the arena is built.
const NAMED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openings");

/// The sets that the committed experiments use. They are compiled into the program, because the
/// folder [`NAMED`] is missing if the program runs on another machine.
const CARRIED: [(&str, &str); 1] = [("loa", include_str!("../../openings/loa.txt"))];

/// The positions of a file, at least one, each with its location in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningSet(Vec<(Place, String)>);

impl OpeningSet {
    /// Returns the set called `name`. For example, the set `loa` is the file `openings/loa.txt` of
    /// the arena.
    ///
    /// # Errors
    /// The set does not exist, or cannot be read.
    pub fn named(name: &str) -> Result<Self> {
        let is_name = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        ensure!(is_name && !name.is_empty(), "'{name}' is not a valid name for a set of openings");
        let file = Path::new(NAMED).join(format!("{name}.txt"));
        match CARRIED.iter().find(|(carried, _)| *carried == name) {
            Some((_, text)) if !file.exists() => Self::of_text(text, &file),
            _ => Self::read(&file),
        }
    }

    /// Returns the set in the file `text`. If there is no such file, returns the set with the name
    /// `text`.
    ///
    /// # Errors
    /// The file cannot be read, or contains no position.
    pub fn find(text: &str) -> Result<Self> {
        let path = PathBuf::from(text);
        if path.exists() { Self::read(&path) } else { Self::named(text).with_context(|| format!("no file '{text}'")) }
    }

    /// Reads the set in this file.
    ///
    /// # Errors
    /// The file cannot be read, or contains no position.
    pub fn read(file: &Path) -> Result<Self> {
        let text = fs::read_to_string(file).with_context(|| format!("{}: cannot read", file.display()))?;
        Self::of_text(&text, file)
    }

    /// Parses the set in `text`, the content of `file`.
    fn of_text(text: &str, file: &Path) -> Result<Self> {
        let place = |line| Place { file: file.to_owned(), line };
        let positions = text.lines().zip(1..).filter_map(|(line, number)| {
            let position = line.split('#').next().unwrap_or_default().trim();
            (!position.is_empty()).then(|| (place(number), position.to_owned()))
        });
        let set = Self(positions.collect());
        ensure!(!set.0.is_empty(), "{}: the file has no positions", file.display());
        Ok(set)
    }

    /// Returns the positions as text.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(_, text)| text.as_str())
    }

    /// Returns the start position of pair `pair` of a match. Each pair begins from the next
    /// position. The set repeats after its last position.
    ///
    /// # Errors
    /// The set's line for this pair is not a position of this game, or the game is over in this
    /// position.
    pub fn position<G: Arena>(&self, start: &G, pair: u64) -> Result<G> {
        let (place, text) = &self.0[(pair % self.0.len() as u64) as usize];
        let position = read_position(start, text).with_context(|| place.to_string())?;
        ensure!(position.outcome().is_none(), "{place}: the game is over in '{text}'");
        Ok(position)
    }

    /// Checks that every position belongs to the game called `name` and can begin a match.
    ///
    /// # Errors
    /// The game is unknown, its matches begin on random boards, or a line is not a position in
    /// which a game can begin.
    pub fn check(&self, name: &str) -> Result<()> {
        struct Check<'a>(&'a OpeningSet, &'a str);
        impl Visit for Check<'_> {
            type Output = Result<()>;
            fn visit<G: Arena>(self, start: G) -> Result<()> {
                ensure!(!G::RANDOM_BOARDS, "{} starts from random boards, so it takes no set of openings", self.1);
                (0..self.0.0.len() as u64).try_for_each(|pair| self.0.position(&start, pair).map(drop))
            }
        }
        with_game(name, Check(self, name))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::images;
    use crate::notation::{legal_moves, position_text};
    use imm::game::Game;
    use imm::games::breakthrough::Breakthrough;
    use imm::games::loa::Loa;
    use std::collections::HashSet;

    /// Writes `text` to a temporary file, and reads a set from this file.
    fn set(name: &str, text: &str) -> Result<OpeningSet> {
        let file = std::env::temp_dir().join(format!("imm-openings-{}-{name}.txt", std::process::id()));
        fs::write(&file, text).unwrap();
        let set = OpeningSet::read(&file);
        fs::remove_file(&file).unwrap();
        set
    }

    #[test]
    fn pairs_begin_from_one_position_after_the_other() {
        let set = set("order", "# two\n\nbb/../../ww 2 # the one\n  bb/../w./.w 2\n").unwrap();
        assert!(set.check("breakthrough_2x4").is_ok());
        let text = |pair| position_text(&set.position(&Breakthrough::new(2, 4).unwrap(), pair).unwrap());
        assert_eq!([0, 1, 2, 5].map(text).map(|text| text.len()), [13; 4]);
        assert_eq!((text(0), text(1)), (text(2), text(5)));
        assert_ne!(text(0), text(1));
    }

    #[test]
    fn errors_name_file_and_line() {
        let wrong = |name: &str, text: &str, game: &str| {
            format!("{:#}", set(name, text).and_then(|set| set.check(game)).unwrap_err())
        };
        let error = wrong("moves", "# one\nbb/../../ww 1\nbb/../ww 1\n", "breakthrough_2x4");
        assert!(error.contains("moves.txt:3: position 'bb/../ww 1': character 9 is ' ', expected /"), "{error}");
        let error = wrong("over", "../../../ww -\n", "breakthrough_2x4");
        assert!(error.contains("over.txt:1: the game is over"), "{error}");
        assert!(wrong("none", "# nothing\n", "loa").contains("none.txt: the file has no positions"));
        assert!(wrong("boards", "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1\n", "kalah").contains("random boards"));
        let error = format!("{:#}", OpeningSet::find("nowhere/loa").unwrap_err());
        assert!(error.contains("no file 'nowhere/loa'"), "{error}");
    }

    #[test]
    fn the_hundred_openings_of_lines_of_action_are_three_plies_old_and_all_different() {
        let mut reached = vec![Loa::default()];
        for _ in 0..3 {
            let children = |position: &Loa| {
                let child = |mv| {
                    let mut next = *position;
                    next.play(mv);
                    next
                };
                legal_moves(position).into_iter().map(child).collect::<Vec<_>>()
            };
            reached = reached.iter().flat_map(children).collect();
        }
        let reached: HashSet<String> = reached.iter().map(position_text).collect();
        let set = OpeningSet::named("loa").unwrap();
        assert_eq!(set.texts().count(), 100);
        assert!(set.texts().all(|text| reached.contains(text)));
        let canonical = |pair| images(&set.position(&Loa::default(), pair).unwrap()).into_iter().min();
        assert_eq!((0..100).map(canonical).collect::<HashSet<_>>().len(), 100);
    }
}
