//! Plays games between players, and stores all games in a log. A game in the log is not played
//! again, so a stopped run can continue with the same decisions.

use crate::answer::say;
use crate::contest::{Tally, in_parallel};
use crate::engine::args::Settings;
use crate::engine::fault::Faults;
use crate::experiments::log::Log;
use crate::experiments::matchup::{Budget, Matchup};
use crate::experiments::record::{Line, Record};
use crate::experiments::run::{Task, Wanted};
use crate::net::NetFile;
use crate::progress::bar;
use crate::sprt::Sprt;
use anyhow::{Result, bail};
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The conditions of all games.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub game: String,
    pub budget: Budget,
    pub random_plies: u32,
    pub memory_kib: Option<u32>,
    pub net: Option<NetFile>,
    /// The settings of external programs.
    pub engine: Settings,
    pub jobs: usize,
    pub show: bool,
}

/// The games of a tuning run.
#[derive(Debug)]
pub(super) struct Race {
    rules: Rules,
    log: Log,
    record: Record,
    stop: &'static AtomicBool,
    /// No game begins after this time.
    until: Option<Instant>,
}

/// The error of a run that ended early, by Ctrl-C or at its time limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("stopped")
    }
}

impl std::error::Error for Stopped {}

/// The result of a match in which a challenger tries to become the champion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Challenge {
    /// True if the challenger is better.
    pub better: bool,
    /// The result of the challenger: against the champion, or against the fixed opponent.
    pub tally: Tally,
    /// The result of the champion against the fixed opponent, if there is one.
    pub champion: Option<Tally>,
}

/// Games to play: player A, player B, and the range of game numbers.
pub(super) type Pairing<'a> = (&'a str, &'a str, Range<u64>);

/// The number of games between two checks of the result of a match.
const LOOK: u64 = 32;

/// The number of the first game in a match against the champion. The number of a game determines
/// its opening. These matches use new openings, because a player that was chosen for its results in
/// earlier games may only have been lucky. For the same reason, the games that confirm the final
/// result have new numbers, beginning with `CONFIRMING`.
const DECIDING: u64 = 1 << 16;
const CONFIRMING: u64 = 1 << 20;

impl Race {
    /// Opens the log at `path`.
    ///
    /// # Errors
    /// The log cannot be read or written.
    pub(super) fn open(rules: Rules, path: &Path, stop: &'static AtomicBool, until: Option<Instant>) -> Result<Self> {
        Ok(Self { rules, log: Log::open::<Line>(path)?, record: Record::read(path)?, stop, until })
    }

    /// Checks that A can play against B.
    ///
    /// # Errors
    /// A player is invalid, or cannot play the game.
    pub(super) fn check(&self, a: &str, b: &str) -> Result<()> {
        self.matchup(a, b)?.conditions(self.rules.net.as_ref()).map(drop)
    }

    /// The conditions of a match between A and B.
    ///
    /// # Errors
    /// The game is unknown.
    pub(super) fn matchup(&self, a: &str, b: &str) -> Result<Matchup> {
        let Rules { game, budget, random_plies, memory_kib, net, .. } = &self.rules;
        let (game, a, b, budget) = (game.clone(), a.to_owned(), b.to_owned(), *budget);
        let matchup = Matchup {
            game,
            a,
            b,
            budget,
            random_plies: *random_plies,
            openings: None,
            net: None,
            memory_kib: *memory_kib,
        };
        matchup.with_net(net.as_ref())
    }

    /// Plays the games of these pairings that are missing from the log. Returns the results of all
    /// games of each pairing.
    ///
    /// # Errors
    /// A player cannot play, the log cannot be written, or the run was stopped ([`Stopped`]).
    pub(super) fn play(&mut self, pairings: &[Pairing<'_>], what: &str) -> Result<Vec<Tally>> {
        let matchups: Vec<Matchup> = pairings.iter().map(|(a, b, _)| self.matchup(a, b)).collect::<Result<_>>()?;
        let mut tasks = Vec::new();
        for (matchup, (_, _, games)) in matchups.iter().zip(pairings) {
            for n in games.clone().filter(|&n| !self.record.has(matchup, n)) {
                let wanted = Wanted { priority: 1, id: what.to_owned(), matchup: matchup.clone(), n };
                tasks.push(Task::new(wanted, self.rules.net.as_ref(), &self.rules.engine)?);
            }
        }
        if !tasks.is_empty() && !self.play_tasks(&tasks, what)? {
            bail!(Stopped);
        }
        let tally = |(matchup, (_, _, games)): (&Matchup, &Pairing<'_>)| {
            let lines = self.record.games(matchup).0.range(games.clone());
            Tally::of(lines.map(|(_, line)| (line.n, line.half_points)))
        };
        Ok(matchups.iter().zip(pairings).map(tally).collect())
    }

    /// Plays games. Returns true if all games were finished.
    fn play_tasks(&mut self, tasks: &[Task], what: &str) -> Result<bool> {
        let progress = bar(tasks.len() as u64, "games", self.rules.show)?;
        progress.set_message(what.to_owned());
        let (stop, until, log) = (self.stop, self.until, &self.log);
        let record = Mutex::new(std::mem::take(&mut self.record));
        let memory = tasks[0].wanted.matchup.memory();
        let over = || until.is_some_and(|until| Instant::now() >= until);
        let finished = in_parallel(tasks, self.rules.jobs, memory, stop, |task, seats| {
            if over() {
                return Ok(None);
            }
            let Some(line) = task.play(seats, stop)? else { return Ok(None) };
            log.append(&line)?;
            record.lock().unwrap_or_else(PoisonError::into_inner).add(line);
            progress.inc(1);
            Ok(Some(()))
        });
        self.record = record.into_inner().unwrap_or_else(PoisonError::into_inner);
        drop(progress);
        Ok(finished?.len() == tasks.len())
    }

    /// Removes the weaker half of `players` repeatedly and returns the last player; `None` if there
    /// are no players. Each player first plays `games` games against `opponent`. After each
    /// removal, the remaining players play twice as many games (successive halving; Jamieson and
    /// Talwalkar 2016).
    ///
    /// # Errors
    /// See [`Race::play`].
    pub(super) fn halve(
        &mut self,
        players: Vec<String>,
        opponent: &str,
        mut games: u64,
        what: &str,
    ) -> Result<Option<String>> {
        let mut left: Vec<(String, Tally)> = players.into_iter().map(|player| (player, Tally::default())).collect();
        loop {
            let pairings: Vec<Pairing<'_>> = left.iter().map(|(player, _)| (&**player, opponent, 0..games)).collect();
            let note = format!("{what}: {} players, {games} games each", left.len());
            let tallies = self.play(&pairings, &note)?;
            left.iter_mut().zip(tallies).for_each(|((_, tally), now)| *tally = now);
            // The sort is stable: players with equal scores keep their order, so a repeated run
            // makes the same decisions.
            left.sort_by(|(_, one), (_, other)| other.pairs.score().total_cmp(&one.pairs.score()));
            if self.rules.show {
                let best =
                    left.iter().take(3).map(|(player, tally)| format!("{player} {:.0} %", 100.0 * tally.pairs.score()));
                say(format_args!("{note}; best: {}", best.collect::<Vec<_>>().join(", ")));
            }
            left.truncate(left.len().div_ceil(2));
            if left.len() < 2 {
                return Ok(left.pop().map(|(player, _)| player));
            }
            games *= 2;
        }
    }

    /// Plays a match to test whether `challenger` is better than `champion` by `elo` Elo points, or
    /// is not better. With a fixed opponent `against`, both players play against this opponent, and
    /// their scores are compared. If the test is undecided after `games` games of each, the
    /// challenger is not better.
    ///
    /// # Errors
    /// See [`Race::play`].
    pub(super) fn challenge(
        &mut self,
        challenger: &str,
        champion: &str,
        against: Option<&str>,
        elo: f64,
        games: u64,
    ) -> Result<Challenge> {
        let sprt = Sprt { equal: 0.0, better: elo };
        let mut played = 0;
        loop {
            played = (played + LOOK).min(games);
            let (tally, other) = self.measure(challenger, champion, against, DECIDING..DECIDING + played, "")?;
            let verdict = match &other {
                Some(other) => sprt.verdict_against(&tally.pairs, &other.pairs),
                None => sprt.verdict(&tally.pairs),
            };
            match verdict {
                None if played < games => {}
                verdict => return Ok(Challenge { better: verdict == Some(true), tally, champion: other }),
            }
        }
    }

    /// Plays games between `player` and `other`. With a fixed opponent, both players play against
    /// the opponent instead, and the second result is the result of `other`. `note` is the end of
    /// the progress message.
    fn measure(
        &mut self,
        player: &str,
        other: &str,
        against: Option<&str>,
        games: Range<u64>,
        note: &str,
    ) -> Result<(Tally, Option<Tally>)> {
        let Some(opponent) = against else {
            return Ok((self.play(&[(player, other, games)], &format!("{player} against {other}{note}"))?[0], None));
        };
        let what = format!("{player} and {other} against {opponent}{note}");
        let tallies = self.play(&[(player, opponent, games.clone()), (other, opponent, games)], &what)?;
        Ok((tallies[0], Some(tallies[1])))
    }

    /// Plays `games` games of `found` against `start`, from openings that no earlier match used.
    /// With a fixed opponent, both players play against the opponent instead, and the second result
    /// is the result of `start`. These games ignore the time limit.
    ///
    /// # Errors
    /// See [`Race::play`].
    pub(super) fn confirm(
        &mut self,
        found: &str,
        start: &str,
        against: Option<&str>,
        games: u64,
    ) -> Result<(Tally, Option<Tally>)> {
        self.until = None;
        self.measure(found, start, against, CONFIRMING..CONFIRMING + games, ", confirmed")
    }

    /// Returns the faults of `opponent`, an external program, in all games of the log.
    pub(super) fn faults(&self, opponent: &str) -> Faults {
        self.record.faults_of_b(opponent)
    }

    /// True if the user stopped the run.
    pub(super) fn was_interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
