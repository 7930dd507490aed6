//! Provides the games from which the command `fit` computes weights. Reads games from the log, and
//! plays the games that are missing from the log.

use crate::answer::say;
use crate::contest::{Conditions, in_parallel, play_game, stop_on_ctrl_c};
use crate::experiments::log::Log;
use crate::experiments::record::version;
use crate::games::Arena;
use crate::lines::records_so_far;
use crate::notation::{play_record, read_position};
use crate::progress::bar;
use crate::seat::Seat;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A game of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Recorded {
    /// The name of the game.
    pub game: String,
    /// The player that plays both sides.
    pub player: String,
    /// The number of simulations per move. For alpha-beta, the number of visited positions per
    /// move.
    pub iterations: u64,
    /// The number of random plies before `start`.
    pub random_plies: u32,
    /// The seed of all games.
    pub seed: u64,
    /// The number of this game.
    pub n: u64,
    /// The first player's half points: 2 for a win, 1 for a draw, 0 for a loss.
    pub half_points: u8,
    /// The version of the library with the signature of its searches.
    pub version: String,
    /// The position after the random plies.
    pub start: String,
    /// The moves from `start`, separated by blanks.
    pub moves: String,
}

/// The games that a fit needs.
pub(super) struct Games<'a> {
    pub game: &'a str,
    pub player: &'a str,
    pub conditions: Conditions,
    pub count: u64,
    pub memory_kib: u32,
    pub jobs: usize,
}

impl Games<'_> {
    /// Returns the games in order of their number. The function reads games from the log, plays the
    /// missing games, and appends them to the log. After Ctrl-C, the result has fewer games than
    /// wanted.
    ///
    /// # Errors
    /// The log cannot be read or written, a line of the log is not a game, or a player chooses an
    /// illegal move.
    pub(super) fn play<G: Arena>(&self, start: &G, log: Option<&Path>) -> Result<Vec<Recorded>> {
        let mut all = BTreeMap::new();
        if let Some(path) = log.filter(|path| path.exists()) {
            for line in records_so_far::<Recorded>(path)? {
                let (place, game) = line?;
                if self.wants(&game) {
                    check(start, &game).with_context(|| place.to_string())?;
                    all.entry(game.n).or_insert(game);
                }
            }
        }
        if let Some(Recorded { version: other, .. }) = all.values().find(|game| game.version != version()) {
            say(format_args!("note: the log has games of imm {other}, which count as this one's, {}", version()));
        }
        let log = log.map(Log::open::<Recorded>).transpose()?;
        let stop = stop_on_ctrl_c()?;
        let missing: Vec<u64> = (0..self.count).filter(|n| !all.contains_key(n)).collect();
        let bar = bar(missing.len() as u64, "games", true)?;
        let memory = [self.memory_kib; 2];
        let played = in_parallel(&missing, self.jobs, memory, stop, |&n, seats| {
            let Some(game) = self.play_one(start, n, seats, stop)? else { return Ok(None) };
            log.iter().try_for_each(|log| log.append(&game))?;
            bar.inc(1);
            Ok(Some(game))
        })?;
        drop(bar);
        all.extend(played.into_iter().map(|game| (game.n, game)));
        Ok(all.into_values().collect())
    }

    /// True if the fit needs `game`.
    fn wants(&self, game: &Recorded) -> bool {
        let Conditions { limits, seed, random_plies, .. } = &self.conditions;
        game.game == self.game
            && game.player == self.player
            && (game.iterations, game.random_plies, game.seed) == (limits.iterations, *random_plies, *seed)
            && game.n < self.count
    }

    /// Plays game `n`, which is the first game of pair `n` of a match. The second game of the pair
    /// would have the same opening, so it is not played.
    fn play_one<G: Arena>(
        &self,
        start: &G,
        n: u64,
        seats: &mut [Seat; 2],
        stop: &AtomicBool,
    ) -> Result<Option<Recorded>> {
        let Conditions { limits, seed, random_plies, .. } = &self.conditions;
        let played = play_game(start, &self.conditions, 2 * n, seats, stop)?;
        // In the first game of each pair, A is the first player. So A's half points are the first
        // player's half points.
        Ok(played.map(|played| Recorded {
            game: self.game.to_owned(),
            player: self.player.to_owned(),
            iterations: limits.iterations,
            random_plies: *random_plies,
            seed: *seed,
            n,
            half_points: played.half_points,
            version: version(),
            start: played.start,
            moves: played.record,
        }))
    }
}

/// Checks that the record is a legal game with the recorded result.
///
/// # Errors
/// A move is illegal, or the result differs.
fn check<G: Arena>(start: &G, game: &Recorded) -> Result<()> {
    let position = play_record(&read_position(start, &game.start)?, &game.moves, |_, _, _| {})?;
    // If the replayed game has no outcome, it counts as a draw: it reached `max_plies`, or it
    // repeated a position from before `start`. The replay cannot detect such a repetition, because
    // `start` has no history.
    let half_points = position.outcome().map_or(1, |outcome| (outcome.value().raw().signum() + 1) as u8);
    ensure!(
        half_points == game.half_points,
        "{} half points, but the game's result is {half_points}",
        game.half_points
    );
    Ok(())
}
