//! The lines of `tests/players.tsv`.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

/// A player, and who tests it.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Its notation.
    pub player: &'static str,
    /// `all`, or the games that have what it needs, a blank between them.
    pub games: &'static str,
    tests: &'static str,
}

impl Line {
    /// Does this player stand in the test of this name?
    pub fn is_in(&self, test: &str) -> bool {
        self.sizes(test).is_some()
    }

    /// The number behind the test's name, where it stands in that.
    pub fn size(&self, test: &str) -> Option<u32> {
        self.sizes(test)?.parse().ok()
    }

    /// What stands behind the test's name and a colon.
    fn sizes(&self, test: &str) -> Option<&'static str> {
        self.tests.split(' ').find_map(|word| {
            let (name, sizes) = word.split_once(':').unwrap_or((word, ""));
            (name == test).then_some(sizes)
        })
    }

    /// Has this game what the player needs?
    pub fn plays(&self, game: &str) -> bool {
        self.games == "all" || self.games.split(' ').any(|name| name == game)
    }

    /// The names of all tests in which it stands.
    pub fn tests(&self) -> impl Iterator<Item = &'static str> {
        self.tests.split(' ').map(|word| word.split_once(':').map_or(word, |(name, _)| name))
    }
}

/// All lines, in their order.
pub fn lines() -> impl Iterator<Item = Line> {
    include_str!("../players.tsv").lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (player, rest) = line.split_once('\t').unwrap();
        let (games, tests) = rest.split_once('\t').unwrap();
        Line { player, games, tests }
    })
}
