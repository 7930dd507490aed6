//! Plays pairs of games between two players until a statistical test has decided, or until the time
//! is over.

use crate::contest::{Conditions, Tally, check_players, in_parallel, play_game};
use crate::experiments::matchup::Budget;
use crate::games::{Arena, Visit, with_game};
use crate::net::NetFile;
use crate::player::read_spec;
use crate::progress::Progress;
use anyhow::Result;
use imm::game::evaluator::Evaluator;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The conditions of all games.
pub(super) struct Hall {
    pub game: String,
    pub budget: Budget,
    pub random_plies: u32,
    pub memory_kib: u32,
    pub net: Option<NetFile>,
    pub seed: u64,
    pub jobs: usize,
    /// Ctrl-C sets this flag.
    pub stop: &'static AtomicBool,
    pub progress: Progress,
}

/// The pairs of games to play.
pub(super) struct Bout<'a> {
    /// Players A and B in notation.
    pub players: [&'a str; 2],
    /// The numbers of the pairs. The number of a pair determines its opening.
    pub pairs: Range<u64>,
    /// No pair begins after this time.
    pub until: Instant,
}

impl Hall {
    /// True if the user stopped the command.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// True if no pair may begin: the time is over, or the user stopped the command.
    pub(super) fn is_over(&self, until: Instant) -> bool {
        self.is_stopped() || Instant::now() >= until
    }

    /// Plays the pairs of `bout` and adds them to `tally`. After each pair, calls `is_over` with
    /// the tally, and stops if the result is true. A pair that was interrupted by Ctrl-C does not
    /// count.
    ///
    /// # Errors
    /// A player cannot play this game, or there is not enough memory.
    pub(super) fn play(&self, bout: &Bout<'_>, tally: Tally, is_over: impl Fn(&Tally) -> bool + Sync) -> Result<Tally> {
        if self.is_over(bout.until) {
            return Ok(tally);
        }
        self.progress.set_message(format!("{} against {}", bout.players[0], bout.players[1]));
        let tally = Mutex::new(tally);
        let conditions = self.conditions(bout.players)?;
        let on_pair = |half_points| {
            let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
            tally.add(half_points);
            self.progress.inc(2);
            is_over(&tally)
        };
        with_game(&self.game, Pairs { hall: self, bout, conditions: &conditions, on_pair })??;
        Ok(tally.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn conditions(&self, players: [&str; 2]) -> Result<Conditions> {
        let players = [read_spec(players[0])?, read_spec(players[1])?];
        check_players(&self.game, &players)?;
        let (limits, timer) = self.budget.limits();
        let nets = players.map(|player| self.net.clone().filter(|_| player.evaluator() == Evaluator::NET));
        let alone = Conditions::of_self_play(players[0], 0, self.seed, self.random_plies);
        Ok(Conditions { players: players.map(Into::into), limits, timer, nets, ..alone })
    }
}

struct Pairs<'a, F> {
    hall: &'a Hall,
    bout: &'a Bout<'a>,
    conditions: &'a Conditions,
    /// Counts the half points of A in both games of a pair. Returns true if the match is over.
    on_pair: F,
}

impl<F: Fn([u8; 2]) -> bool + Sync> Visit for Pairs<'_, F> {
    type Output = Result<()>;

    fn visit<G: Arena>(self, start: G) -> Self::Output {
        let Self { hall, bout, conditions, on_pair } = self;
        let (pairs, over) = (bout.pairs.clone().collect::<Vec<u64>>(), AtomicBool::new(false));
        in_parallel(&pairs, hall.jobs, [hall.memory_kib; 2], &over, |&pair, seats| {
            if hall.is_over(bout.until) {
                over.store(true, Ordering::Relaxed);
                return Ok(None);
            }
            let mut half_points = [0; 2];
            for (game, half_points) in (2 * pair..).zip(&mut half_points) {
                let Some(played) = play_game(&start, conditions, game, seats, hall.stop)? else { return Ok(None) };
                *half_points = played.half_points;
            }
            over.fetch_or(on_pair(half_points), Ordering::Relaxed);
            Ok(Some(()))
        })?;
        Ok(())
    }
}
