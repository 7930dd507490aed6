//! Plays the match that a new net must win to become the best net.

use crate::contest::{Conditions, Tally, in_parallel, play_game};
use crate::games::Arena;
use crate::net::NetFile;
use crate::progress::bar;
use crate::sprt::Sprt;
use anyhow::Result;
use std::sync::atomic::AtomicBool;

/// The settings of the match between the new net and the best net so far.
#[derive(Clone, Debug)]
pub(super) struct Gate {
    /// The conditions of the games. Player A has the new net, and player B has the best net so far.
    pub conditions: Conditions,
    pub games: u64,
    pub better: f64,
    pub memory_kib: u32,
    pub jobs: usize,
}

/// The result of the match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Verdict {
    /// The numbers of games that the new net lost, drew and won, in this order.
    pub games: [u64; 3],
    pub ratio: f64,
    pub accepted: bool,
}

/// The number of games between two checks of the result. This number does not depend on the number
/// of jobs, so a match ends at the same game on every machine.
const ROUND: u64 = 32;

impl Gate {
    /// Plays until the result is certain enough, or until all games are played. If all games are
    /// played without a certain result, a score above 50 % is enough to accept the new net. Returns
    /// `None` if `stop` was set before the end.
    ///
    /// # Errors
    /// A net cannot be used for this game.
    pub(super) fn play<G: Arena>(&self, start: &G, stop: &AtomicBool) -> Result<Option<Verdict>> {
        let sprt = Sprt { equal: 0.0, better: self.better };
        let mut results = Vec::new();
        let bar = bar(self.games.next_multiple_of(2), "games", true)?;
        loop {
            let from = results.len() as u64;
            let round: Vec<u64> = (from..self.games.next_multiple_of(2).min(from + ROUND)).collect();
            let mut played = in_parallel(&round, self.jobs, [self.memory_kib; 2], stop, |&index, seats| {
                let played = play_game(start, &self.conditions, index, seats, stop)?;
                bar.inc(1);
                Ok(played.map(|played| (played.index, played.half_points)))
            })?;
            if played.len() < round.len() {
                return Ok(None);
            }
            played.sort_unstable();
            results.extend(played);
            let tally = Tally::of(results.iter().copied());
            let (ratio, known) = (sprt.log_likelihood_ratio(&tally.pairs), sprt.verdict(&tally.pairs));
            let [lost, drawn, won] = tally.games;
            bar.set_message(format!("match of the new net: +{won} ={drawn} -{lost}, it may end early"));
            let over = results.len() as u64 >= self.games;
            if let Some(accepted) = known.or(over.then(|| tally.pairs.score() > 0.5)) {
                return Ok(Some(Verdict { games: tally.games, ratio, accepted }));
            }
        }
    }
}

/// The nets of the players A and B, for [`Conditions`].
pub(super) fn nets(new: &NetFile, old: &NetFile) -> [Option<NetFile>; 2] {
    [Some(new.clone()), Some(old.clone())]
}
