//! The lines of `tests/players.tsv`.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use imm::game::knowledge::Knowledge;
use imm::player;

/// A player and its tests.
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

    /// The number after the test's name, if the player takes part.
    pub fn size(&self, test: &str) -> Option<u32> {
        self.sizes(test)?.parse().ok()
    }

    /// The text after the test's name and a colon.
    fn sizes(&self, test: &str) -> Option<&'static str> {
        self.tests.split(' ').find_map(|word| {
            let (name, sizes) = word.split_once(':').unwrap_or((word, ""));
            (name == test).then_some(sizes)
        })
    }

    /// True if the game has what the player needs.
    pub fn plays<G: Knowledge>(&self, game: &G) -> bool {
        player::parse(self.player).unwrap().check_for(game).is_ok()
    }

    /// The names of all tests of this player.
    pub fn tests(&self) -> impl Iterator<Item = &'static str> {
        self.tests.split(' ').map(|word| word.split_once(':').map_or(word, |(name, _)| name))
    }
}

/// All lines, in their order.
pub fn lines() -> impl Iterator<Item = Line> {
    include_str!("../players.tsv").lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (player, tests) = line.split_once('\t').unwrap();
        Line { player, tests }
    })
}
