//! Defines the stored line of a game, and reads all games that were played, grouped by matchup.
//!
//! A matchup and a number identify a game, so no game counts twice.

use super::matchup::{Budget, Matchup, SEED};
use super::shards::shards;
use crate::contest::{Played, Tally};
use crate::engine::fault::Faults;
use crate::lines::{records, records_so_far};
use anyhow::Result;
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

/// The signature of the searches in this program. `./tests/run signature` checks the signature.
const SEARCH: &str = include_str!("../../../../tests/signature.txt");

/// The work of one player in one game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spent {
    /// The number of moves that the player made.
    pub moves: u32,
    /// The number of simulations in all searches of the player.
    pub simulations: u64,
    /// The total time of the player's searches in milliseconds, measured by the clock of the
    /// budget.
    pub ms: u64,
}

/// A game of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// The name of the experiment that the game was played for.
    pub id: String,
    /// The players and the conditions of the game.
    #[serde(flatten)]
    pub matchup: Matchup,
    /// The seed of all games of the matchup.
    pub seed: u64,
    /// The number of the game. Games 2k and 2k + 1 are a pair: A is the first player in game 2k,
    /// and B in game 2k + 1.
    pub n: u64,
    /// A's half points: 2 for a win, 1 for a draw, 0 for a loss.
    #[serde(deserialize_with = "half_points")]
    pub half_points: u8,
    /// The work of player A and of player B.
    pub spent: [Spent; 2],
    /// The faults of A and of B; a search of imm can only be late. `None` without faults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faults: Option<[Faults; 2]>,
    /// The version of the library and the signature of its searches.
    pub version: String,
    /// A hash of the start position and all moves.
    pub signature: String,
    /// The start position, in the game's notation.
    pub start: String,
    /// The moves, in the game's notation.
    pub moves: String,
}

impl Line {
    /// Returns the line of a game that was played for the experiment `id`.
    #[must_use]
    pub fn new(id: &str, matchup: &Matchup, played: Played) -> Self {
        let Played { index, half_points, on_time: _, faults, margin: _, signature, effort, moves, start, record } =
            played;
        let spent = [0, 1].map(|side: usize| Spent {
            moves: moves[side],
            simulations: effort[side].simulations,
            ms: (effort[side].seconds * 1000.0).round() as u64,
        });
        Self {
            id: id.to_owned(),
            matchup: matchup.clone(),
            seed: SEED,
            n: index,
            half_points,
            spent,
            faults: (faults != [Faults::default(); 2]).then_some(faults),
            version: version(),
            signature: format!("{signature:016x}"),
            start,
            moves: record,
        }
    }

    /// Returns a value that is larger for newer versions of imm.
    fn age(&self) -> (Vec<u32>, &str) {
        let (version, signature) = self.version.split_once(' ').unwrap_or((&self.version, ""));
        (release(version), signature)
    }
}

/// Returns the numbers of a version of the library, such as 0.4.0, for comparisons.
fn release(version: &str) -> Vec<u32> {
    version.split('.').filter_map(|number| number.parse().ok()).collect()
}

/// Reads the half points of a game, and checks their range.
fn half_points<'de, D: Deserializer<'de>>(input: D) -> Result<u8, D::Error> {
    let points = u8::deserialize(input)?;
    let wrong = || D::Error::invalid_value(Unexpected::Unsigned(points.into()), &"half points: 0, 1 or 2");
    (points <= 2).then_some(points).ok_or_else(wrong)
}

/// Returns the version of the library and the signature of its searches, e.g. `0.1.0
/// 664a462107fcb58e`.
#[must_use]
pub fn version() -> String {
    let signature = SEARCH.trim().trim_start_matches("\"signature\":").trim_matches('"');
    format!("{} {signature}", env!("CARGO_PKG_VERSION"))
}

/// The games of one matchup. The key is the number of the game.
#[derive(Clone, Default, Debug)]
pub struct Games(pub BTreeMap<u64, Line>);

impl Games {
    /// Returns the results of the complete pairs.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally_of(u64::MAX)
    }

    /// Returns the results of the complete pairs among the first `count` games.
    #[must_use]
    pub fn tally_of(&self, count: u64) -> Tally {
        Tally::of(self.0.range(..count).map(|(_, line)| line).map(|line| (line.n, line.half_points)))
    }

    /// Returns the number of faults of A and of B. A search of imm can only be late.
    #[must_use]
    pub fn faults(&self) -> [Faults; 2] {
        let all = self.0.values().filter_map(|line| line.faults);
        all.fold([Faults::default(); 2], |[a, b], [more_a, more_b]| [a.plus(more_a), b.plus(more_b)])
    }

    /// Returns the mean number of simulations per move of A and of B.
    #[must_use]
    pub fn simulations_a_move(&self) -> [f64; 2] {
        self.a_move(|spent| spent.simulations)
    }

    /// Returns the mean time per move of A and of B in milliseconds.
    #[must_use]
    pub fn ms_a_move(&self) -> [f64; 2] {
        self.a_move(|spent| spent.ms)
    }

    /// Returns the mean of `work` per move of A and of B.
    fn a_move(&self, work: fn(&Spent) -> u64) -> [f64; 2] {
        [0, 1].map(|side: usize| {
            let sum = |of: fn(&Spent) -> u64| self.0.values().map(|line| of(&line.spent[side])).sum::<u64>() as f64;
            sum(work) / sum(|spent| u64::from(spent.moves)).max(1.0)
        })
    }

    /// Returns the mean number of seconds per game, or `None` if there are no games.
    #[must_use]
    pub fn seconds_a_game(&self) -> Option<f64> {
        let ms: u64 = self.0.values().flat_map(|line| line.spent).map(|spent| spent.ms).sum();
        (!self.0.is_empty()).then(|| ms as f64 / 1000.0 / self.0.len() as f64)
    }
}

/// All games that were played, grouped by matchup.
#[derive(Clone, Default, Debug)]
pub struct Record(HashMap<Matchup, Games>);

impl Record {
    /// Reads the games of the log `file` and of its archive. The log or the archive may be missing.
    /// If the last line of the log has no line break and is not a game, the line is ignored. An
    /// interrupted write leaves such a line.
    ///
    /// # Errors
    /// A file cannot be read, or any other line is not a game.
    pub fn read(file: &Path) -> Result<Self> {
        // The log must be read first. The command `pack` writes the shards before it empties the
        // log, so no game is missed if `pack` runs at the same time.
        let fresh: Vec<Line> = match file.exists() {
            true => records_so_far(file)?.map(|line| line.map(|(_, line)| line)).collect::<Result<_>>()?,
            false => Vec::new(),
        };
        let mut record = Self::default();
        for shard in shards(file)? {
            records(&shard)?.try_for_each(|line| line.map(|(_, line)| record.add(line)))?;
        }
        fresh.into_iter().for_each(|line| record.add(line));
        Ok(record)
    }

    /// Adds a game, unless it was played with another seed. If the record already has the game, the
    /// game of the newer version stays.
    pub fn add(&mut self, line: Line) {
        if line.seed == SEED && self.lacks(&line) {
            self.0.entry(line.matchup.clone()).or_default().0.insert(line.n, line);
        }
    }

    /// True if the record has neither this game nor the same game of a newer version.
    #[must_use]
    pub fn lacks(&self, line: &Line) -> bool {
        self.game(&line.matchup, line.n).is_none_or(|known| known.age() < line.age())
    }

    /// Returns a game, if the record has it.
    fn game(&self, matchup: &Matchup, n: u64) -> Option<&Line> {
        self.games(matchup).0.get(&n)
    }

    /// Returns the games of a matchup.
    #[must_use]
    pub fn games(&self, matchup: &Matchup) -> &Games {
        static NONE: Games = Games(BTreeMap::new());
        self.0.get(matchup).unwrap_or(&NONE)
    }

    /// Returns the faults of the external program called `name` in all games in which it was player
    /// B.
    #[must_use]
    pub fn faults_of_b(&self, name: &str) -> Faults {
        let games = self.0.iter().filter(|(matchup, _)| matchup.b == name);
        games.map(|(_, games)| games.faults()[1]).fold(Faults::default(), Faults::plus)
    }

    /// True if the record has this game.
    #[must_use]
    pub fn has(&self, matchup: &Matchup, n: u64) -> bool {
        self.game(matchup, n).is_some()
    }

    /// True if this version of imm has played the game.
    #[must_use]
    pub fn has_today(&self, matchup: &Matchup, n: u64) -> bool {
        self.game(matchup, n).is_some_and(|line| line.version == version())
    }

    /// Estimates the seconds that a game of this matchup takes. The estimate comes from earlier
    /// games of this matchup. Without such games, the estimate comes from other matchups of the
    /// same game, scaled by budget. If there are no other matchups either, the estimate is a guess
    /// from the budget.
    #[must_use]
    pub fn seconds_a_game(&self, matchup: &Matchup) -> f64 {
        let work = |budget| match budget {
            Budget::Simulations(count) => count as f64 * 1e-5,
            Budget::Each([a, b]) => (a + b) as f64 * 5e-6,
            Budget::CpuMs(ms) | Budget::WallMs(ms) => f64::from(ms) / 1000.0,
        };
        let known = |(other, games): (&Matchup, &Games)| {
            let alike = other.game == matchup.game;
            games.seconds_a_game().filter(|_| alike).map(|seconds| seconds * work(matchup.budget) / work(other.budget))
        };
        let own = self.0.get(matchup).and_then(Games::seconds_a_game);
        own.unwrap_or_else(|| {
            let others: Vec<f64> = self.0.iter().filter_map(known).collect();
            let guess = 60.0 * work(matchup.budget);
            if others.is_empty() { guess } else { others.iter().sum::<f64>() / others.len() as f64 }
        })
    }

    /// Returns the number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.values().map(|games| games.0.len()).sum()
    }

    /// True if there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the versions of imm that played the games, in ascending order. The tables
    /// use a letter for each version.
    #[must_use]
    pub fn versions(&self) -> Vec<String> {
        let versions: BTreeSet<&str> = self.lines().map(|line| line.version.as_str()).collect();
        versions.into_iter().map(str::to_owned).collect()
    }

    fn lines(&self) -> impl Iterator<Item = &Line> {
        self.0.values().flat_map(|games| games.0.values())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns the log line of a made-up game of Breakthrough: player `a` against `mcts()`.
    pub(crate) fn line(a: &str, budget: u64, n: u64, half_points: u8) -> Line {
        let budget = Budget::Simulations(budget);
        let matchup = Matchup {
            game: "breakthrough".to_owned(),
            a: a.to_owned(),
            b: "mcts()".to_owned(),
            budget,
            random_plies: 0,
            openings: None,
            net: None,
            memory_kib: None,
        };
        let spent = [Spent { moves: 10, simulations: 1000, ms: 500 }, Spent { moves: 10, simulations: 3000, ms: 1500 }];
        let [version, signature] = ["0.0.0 0".to_owned(), "0".to_owned()];
        let [start, moves] = ["".to_owned(), "".to_owned()];
        Line {
            id: "x".to_owned(),
            matchup,
            seed: SEED,
            n,
            half_points,
            spent,
            faults: None,
            version,
            signature,
            start,
            moves,
        }
    }

    #[test]
    fn games_are_known_by_what_was_played() {
        let mut record = Record::default();
        for game in [line("mcts(ipp)", 10, 0, 2), line("mcts(ipp)", 10, 0, 0), line("mcts(ipp)", 20, 0, 0)] {
            record.add(game);
        }
        record.add(Line { seed: 2, ..line("mcts(ipp)", 10, 1, 2) });
        assert_eq!(record.len(), 2);
        let known = line("mcts(ipp)", 10, 0, 2);
        assert_eq!(record.games(&known.matchup).0[&0], known);
        assert!(!record.has(&known.matchup, 1));
        // A game of a newer version must replace the stored game, and a game of an older version
        // must not.
        for (version, kept) in [("0.9.0 1", "0.9.0 1"), ("0.10.0 0", "0.10.0 0"), ("0.9.1 9", "0.10.0 0")] {
            record.add(Line { version: version.to_owned(), ..known.clone() });
            assert_eq!(record.games(&known.matchup).0[&0].version, kept);
        }
        assert!(record.has(&known.matchup, 0) && !record.has_today(&known.matchup, 0));
        record.add(Line { version: "99.0.0 0".to_owned(), ..known.clone() });
        assert_eq!(record.len(), 2);
        assert!(!record.has(&line("mcts()", 10, 0, 2).matchup, 0));
    }

    #[test]
    fn what_a_game_takes_is_told_from_games_like_it() {
        let mut record = Record::default();
        record.add(line("mcts(ipp)", 10, 0, 2));
        assert_eq!(record.seconds_a_game(&line("mcts(ipp)", 10, 0, 2).matchup), 2.0);
        assert_eq!(record.seconds_a_game(&line("mcts()", 30, 0, 2).matchup), 6.0);
        assert_eq!(record.games(&line("mcts(ipp)", 10, 0, 2).matchup).simulations_a_move(), [100.0, 300.0]);
    }
}
