//! Reads `tests/players.tsv`: one player on each line, with the tests that use this player.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use imm::game::knowledge::Knowledge;
use imm::player;

/// A line of the file: a player and the tests that use the player.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The notation of the player.
    pub player: &'static str,
    tests: &'static str,
}

impl Line {
    /// True if this player takes part in the named test.
    pub fn is_in(&self, test: &str) -> bool {
        self.sizes(test).is_some()
    }

    /// Returns the number after the test's name, or `None` if the player does not take part in the
    /// test.
    pub fn size(&self, test: &str) -> Option<u32> {
        self.sizes(test)?.parse().ok()
    }

    /// Returns the text after the test's name and a colon. `None` if the player does not take part.
    fn sizes(&self, test: &str) -> Option<&'static str> {
        self.tests.split(' ').find_map(|word| {
            let (name, sizes) = word.split_once(':').unwrap_or((word, ""));
            (name == test).then_some(sizes)
        })
    }

    /// True if the game has everything that the player needs, such as an evaluation.
    pub fn plays<G: Knowledge>(&self, game: &G) -> bool {
        player::parse(self.player).unwrap().check_for(game).is_ok()
    }

    /// True if the player can play the game, and does not need a caller that tells it values.
    pub fn searches<G: Knowledge>(&self, game: &G) -> bool {
        self.plays(game) && !self.is_in("told")
    }

    /// Returns the names of all tests that use this player.
    pub fn tests(&self) -> impl Iterator<Item = &'static str> {
        self.tests.split(' ').map(|word| word.split_once(':').map_or(word, |(name, _)| name))
    }
}

/// Returns all lines, in the order of the file.
pub fn lines() -> impl Iterator<Item = Line> {
    include_str!("../players.tsv").lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (player, tests) = line.split_once('\t').unwrap();
        Line { player, tests }
    })
}
