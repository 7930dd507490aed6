//! Implements game clocks: each player has a total time for all moves, or for every N moves.

use crate::clock::{HostClock, Timer};
use crate::engine::protocol::Clock;
use crate::player::{Effort, search_error};
use anyhow::Result;
use imm::game::knowledge::Knowledge;
use imm::report::Report;
use imm::search::{Search, SlicedSearch};
use imm::time::pacing::{Budget, GameClock};
use imm::time::sliced::on_clock;
use serde::{Serialize, Serializer};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

/// A time control. Times are in seconds: `60` is a total time, `2+0.05` adds an increment after
/// each move, `60+0/40` adds the total time again after every 40 moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Control {
    base_us: u64,
    increment_us: u64,
    /// The number of moves after which the base time is added again. 0 if the base time is for the
    /// whole game.
    moves: u32,
}

impl FromStr for Control {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (times, moves) = text.split_once('/').map_or((text, None), |(times, moves)| (times, Some(moves)));
        let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
        let control = Self {
            base_us: microseconds("SECONDS", base)?,
            increment_us: microseconds("INCREMENT", increment)?,
            moves: moves.map_or(Ok(0), |moves| match moves.parse() {
                Ok(moves @ 1..=1000) => Ok(moves),
                _ => Err(format!("MOVES, after '/', must be 1 to 1000, not '{moves}'")),
            })?,
        };
        if control.base_us == 0 { Err("SECONDS must be more than 0".to_owned()) } else { Ok(control) }
    }
}

/// Parses a time in seconds, 0 to 86400 (one day). Returns the time in microseconds, rounded.
fn microseconds(what: &str, text: &str) -> Result<u64, String> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = text.parse().ok().filter(|seconds: &f64| is_plain && *seconds <= 86_400.0);
    let seconds = seconds.ok_or_else(|| format!("{what} must be a number of seconds from 0 to 86400, not '{text}'"))?;
    Ok((seconds * 1e6).round() as u64)
}

impl Display for Control {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{}+{}", self.base_us as f64 / 1e6, self.increment_us as f64 / 1e6)?;
        if self.moves == 0 { Ok(()) } else { write!(out, "/{}", self.moves) }
    }
}

impl Serialize for Control {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The clock of one player in a game.
#[derive(Clone, Copy, Debug)]
pub struct PlayerClock {
    control: Control,
    left_us: u64,
    moves: u32,
}

impl PlayerClock {
    /// Returns the clock at the start of the game.
    #[must_use]
    pub fn new(control: Control) -> Self {
        Self { control, left_us: control.base_us, moves: 0 }
    }

    /// Returns the time budget of the next move.
    #[must_use]
    pub fn budget(&self) -> Budget {
        let Self { control, left_us, .. } = *self;
        let clock = GameClock {
            remaining: left_us,
            increment: control.increment_us,
            moves_to_go: self.moves_to_go(),
            overhead: GameClock::OVERHEAD,
            expected: GameClock::EXPECTED,
        };
        clock.budget()
    }

    /// Returns the state of the clock for an external program.
    #[must_use]
    pub fn shown(&self) -> Clock {
        let Self { control, left_us, .. } = *self;
        let moves_to_go = self.moves_to_go();
        Clock { left_ms: left_us / 1000, increment_ms: control.increment_us / 1000, moves_to_go }
    }

    /// Returns the number of moves until the base time is added again. `None` if it never is.
    fn moves_to_go(&self) -> Option<u32> {
        let every = self.control.moves;
        (every != 0).then(|| every - self.moves % every)
    }

    /// Subtracts the time of a move and adds the increment. Returns false if the move took longer
    /// than the remaining time.
    pub fn spend(&mut self, seconds: f64) -> bool {
        let Some(left) = self.left_us.checked_sub((seconds * 1e6).ceil() as u64) else { return false };
        self.moves += 1;
        let is_control = self.control.moves != 0 && self.moves.is_multiple_of(self.control.moves);
        self.left_us = left + self.control.increment_us + if is_control { self.control.base_us } else { 0 };
        true
    }
}

/// Searches for one move in a game that is played with a game clock. Returns the report and the
/// effort of the search.
///
/// # Errors
/// See [`crate::player::think`].
pub fn think_on_clock<G: Knowledge>(
    search: &mut dyn Search<'_, Game = G>,
    budget: Budget,
    timer: Timer,
    stop: &AtomicBool,
) -> Result<(Report, Effort)> {
    let clock = HostClock::start(timer);
    let mut sliced = SlicedSearch { search, clock: &clock, stop, show: |_: &Report| () };
    let report = on_clock(&mut sliced, budget, None).map_err(search_error)?;
    let seconds = clock.elapsed().as_secs_f64();
    Ok((report, Effort { simulations: report.iterations, playout_plies: report.playout_plies, seconds }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_and_written() {
        for (text, written) in
            [("2", "2+0"), ("2+0", "2+0"), ("0.5+0.05", "0.5+0.05"), ("60/40", "60+0/40"), ("60+1/40", "60+1/40")]
        {
            assert_eq!(text.parse::<Control>().unwrap().to_string(), written);
        }
        for (wrong, word) in [
            ("", "SECONDS"),
            ("0", "SECONDS"),
            ("-1", "SECONDS"),
            ("nan", "SECONDS"),
            ("1e3", "SECONDS"),
            ("86401", "SECONDS"),
            ("2+", "INCREMENT"),
            ("2+x", "INCREMENT"),
            ("2+1+1", "INCREMENT"),
            ("2/0", "MOVES"),
            ("2/", "MOVES"),
            ("2/1001", "MOVES"),
        ] {
            let error = wrong.parse::<Control>().unwrap_err();
            assert!(error.contains(word), "{wrong}: {error}");
        }
    }

    #[test]
    fn a_clock_runs_down_and_is_filled_at_a_control() {
        let mut clock = PlayerClock::new("1+0.1/2".parse().unwrap());
        assert!(clock.spend(0.6));
        assert_eq!(clock.left_us, 500_000);
        assert!(clock.spend(0.5), "to the last microsecond");
        assert_eq!(clock.left_us, 1_100_000);
        assert_eq!(clock.shown(), Clock { left_ms: 1100, increment_ms: 100, moves_to_go: Some(2) });
        assert!(!clock.spend(1.100_001));
        assert_eq!(clock.budget().hard, 1_100_000 / 2 - GameClock::OVERHEAD / 2);
    }
}
