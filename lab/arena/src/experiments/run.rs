//! The command `experiments run`: plays the games that are not in the log.

use super::data::{Part, Tournament};
use super::log::Log;
use super::matchup::{Experiment, Matchup, SEED};
use super::record::{Line, Record, version};
use super::tournament::{Bracket, Pairing};
use crate::answer::{Answer, say};
use crate::contest::{Conditions, Played, in_parallel, play_game, stop_on_ctrl_c};
use crate::engine::args::Settings;
use crate::games::{Arena, Visit, with_game};
use crate::net::NetFile;
use crate::progress::{self, bar_without_estimate};
use crate::seat::Seat;
use anyhow::Result;
use indicatif::HumanDuration;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A game that has not been played yet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Wanted {
    /// The priority. Games with priority 1 are played first.
    pub priority: u32,
    /// The name of the experiment that the game is played for.
    pub id: String,
    /// The players and the conditions of the game.
    #[serde(flatten)]
    pub matchup: Matchup,
    /// The number of the game in its matchup.
    pub n: u64,
}

/// A game that has not been played yet, with its conditions.
#[derive(Debug)]
pub struct Task {
    /// The game to play.
    pub wanted: Wanted,
    conditions: Conditions,
}

impl Task {
    /// Prepares a game. Players that evaluate with a neural net use `own`, or else the net that
    /// comes with the game. `engine` has the settings of external programs.
    ///
    /// # Errors
    /// The conditions are invalid: see [`Matchup::conditions`].
    pub fn new(wanted: Wanted, own: Option<&NetFile>, engine: &Settings) -> Result<Self> {
        let engine = engine.for_game(&wanted.matchup.game);
        let conditions = Conditions { engine, ..wanted.matchup.conditions(own)? };
        Ok(Self { conditions, wanted })
    }

    /// Returns the priority of the game and the memory of the players. Games that agree in both
    /// values can be played at the same time.
    #[must_use]
    pub fn turn(&self) -> (u32, [u32; 2]) {
        (self.wanted.priority, self.wanted.matchup.memory())
    }

    /// Plays the game and returns its line for the log. Returns `None` if `stop` was set before the
    /// end of the game.
    ///
    /// # Errors
    /// A player breaks the rules.
    pub fn play(&self, seats: &mut [Seat; 2], stop: &AtomicBool) -> Result<Option<Line>> {
        let Wanted { id, matchup, .. } = &self.wanted;
        let played = with_game(&matchup.game, Play { task: self, seats, stop })??;
        Ok(played.map(|played| Line::new(id, matchup, played)))
    }
}

/// How the games are played.
#[derive(Clone, Copy, Debug)]
pub struct How<'a> {
    /// The number of games that are played at the same time.
    pub jobs: usize,
    /// If true, prints the progress to standard error.
    pub show: bool,
    /// The settings of external programs.
    pub engine: &'a Settings,
    /// If true, plays games again that only other versions of imm have played.
    pub again: bool,
}

/// Plays the games of `parts` that are missing from the log at `path`. Finishes all games of one
/// priority, including all rounds of tournaments, before starting the next priority. The pairings
/// of a round are known only when the previous round is finished.
///
/// # Errors
/// The log cannot be read or written, or a player breaks the rules.
pub fn run(parts: &[Part], path: &Path, how: How<'_>) -> Result<Answer> {
    let How { jobs, show, engine, again } = how;
    let log = Log::open::<Line>(path)?;
    let stop = stop_on_ctrl_c()?;
    let state = Mutex::new(Record::read(path)?);
    if let Some(other) = lock(&state).versions().into_iter().find(|other| *other != version()) {
        say(format_args!("note: the log has games of imm {other}, which count as this one's, {}", version()));
    }
    let skipped = say_what_is_skipped(parts);
    let mut played = 0;
    loop {
        let tasks = missing(parts, &lock(&state), engine, again);
        let Some(first) = tasks.chunk_by(|one, other| one.turn() == other.turn()).next() else { break };
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let progress = Progress::new(&tasks, &lock(&state), jobs, show)?;
        let finished = in_parallel(first, jobs, first[0].wanted.matchup.memory(), stop, |task, seats| {
            let Some(line) = task.play(seats, stop)? else { return Ok(None) };
            log.append(&line)?;
            let mut record = lock(&state);
            record.add(line);
            progress.add(&task.wanted, &record);
            Ok(Some(()))
        })?;
        drop(progress);
        played += finished.len();
    }
    let interrupted = stop.load(Ordering::Relaxed);
    let end = if interrupted { "stopped; the next run goes on from here" } else { "nothing is missing" };
    let text = format!("{played} games played, {} in the log{skipped}: {end}\n", lock(&state).len());
    Ok(Answer::ok(text).if_interrupted(interrupted))
}

fn lock(state: &Mutex<Record>) -> std::sync::MutexGuard<'_, Record> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints to standard error which experiments cannot be played. Returns a text that states the
/// number of these experiments, or an empty text if all experiments can be played.
#[must_use]
pub fn say_what_is_skipped(parts: &[Part]) -> String {
    let experiments = parts.iter().flat_map(|part| &part.experiments);
    let rows = experiments.filter_map(|one| Some((&one.id, one.conditions().err()?)));
    let tournaments = parts.iter().flat_map(|part| &part.tournaments);
    let all: Vec<_> = rows.chain(tournaments.filter_map(|one| Some((&one.id, understood(one).err()?)))).collect();
    all.iter().for_each(|(id, error)| say(format_args!("note: {id} is left out: {error:#}")));
    if all.is_empty() { String::new() } else { format!(", {} experiments left out", all.len()) }
}

/// Checks that this version understands all players of a tournament.
///
/// # Errors
/// This version does not understand a player. The error describes the first such player.
pub fn understood(tournament: &Tournament) -> Result<()> {
    tournament.players.iter().try_for_each(|(_, player)| {
        let Tournament { game, budget, .. } = tournament;
        let (a, b) = (player.clone(), player.clone());
        let game = game.clone();
        Matchup { game, a, b, budget: *budget, random_plies: 0, openings: None, net: None, memory_kib: None }
            .conditions(None)
            .map(drop)
    })
}

/// Returns the games that can be played now and are not in the record. With `again`, games of other
/// versions of imm do not count. The games are sorted by priority and then by memory, without
/// duplicates.
#[must_use]
pub fn missing(parts: &[Part], record: &Record, engine: &Settings, again: bool) -> Vec<Task> {
    let mut wanted: Vec<(u32, &str, Matchup, u64, Result<Conditions>)> = Vec::new();
    for experiment in parts.iter().flat_map(|part| &part.experiments) {
        let Experiment { priority, id, matchup, games, .. } = experiment;
        wanted.push((*priority, id, matchup.clone(), *games, experiment.conditions()));
    }
    for tournament in parts.iter().flat_map(|part| &part.tournaments) {
        let bracket = Bracket::of(tournament, tournament.games, record);
        let round = bracket.rounds.last().into_iter().flatten().filter(|pairing| !pairing.finished);
        wanted.extend(round.map(|Pairing { matchup, .. }| {
            (tournament.priority, &*tournament.id, matchup.clone(), tournament.games, matchup.conditions(None))
        }));
    }
    wanted.sort_by_key(|(priority, _, matchup, ..)| (*priority, matchup.memory()));
    let mut seen = HashSet::new();
    let mut tasks = Vec::new();
    for (priority, id, matchup, games, conditions) in wanted {
        let Ok(conditions) = conditions else { continue };
        let conditions = Conditions { engine: engine.for_game(&matchup.game), ..conditions };
        let is_missing = |n: u64| if again { !record.has_today(&matchup, n) } else { !record.has(&matchup, n) };
        for n in (0..games).filter(|&n| is_missing(n)) {
            if seen.insert((matchup.clone(), n)) {
                let (id, matchup, conditions) = (id.to_owned(), matchup.clone(), conditions.clone());
                tasks.push(Task { wanted: Wanted { priority, id, matchup, n }, conditions });
            }
        }
    }
    tasks
}

struct Play<'a> {
    task: &'a Task,
    seats: &'a mut [Seat; 2],
    stop: &'a AtomicBool,
}

impl Visit for Play<'_> {
    type Output = Result<Option<Played>>;

    fn visit<G: Arena>(self, start: G) -> Self::Output {
        debug_assert_eq!(self.task.conditions.seed, SEED);
        play_game(&start, &self.task.conditions, self.task.wanted.n, self.seats, self.stop)
    }
}

/// The progress of a run, shown on standard error: the score of the current match, and the
/// estimated time left.
struct Progress {
    bar: progress::Progress,
    jobs: usize,
    left: Mutex<Left>,
}

impl Progress {
    fn new(tasks: &[Task], record: &Record, jobs: usize, show: bool) -> Result<Self> {
        let bar = bar_without_estimate(tasks.len() as u64, "games", show)?;
        let left = Left::new(tasks, record);
        let time = left.time(jobs);
        if bar.is_in_lines() {
            say(format_args!("{} games to play, about {time} on {jobs} threads", tasks.len()));
        }
        bar.set_message(format!("about {time} left"));
        Ok(Self { bar, jobs, left: Mutex::new(left) })
    }

    /// Counts a finished game. If standard error is not a terminal, prints a line after the last
    /// game of a matchup.
    fn add(&self, task: &Wanted, record: &Record) {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let is_last = left.take(&task.matchup, record);
        let tally = record.games(&task.matchup).tally();
        let estimate = tally.estimate(task.matchup.scoring());
        let [low, high] = estimate.ci95.map(|bound| 100.0 * bound);
        let (percent, games) = (100.0 * estimate.score, tally.count());
        let time = left.time(self.jobs);
        let score = format!("{}: {percent:.1} % [{low:.1}, {high:.1}] after {games} games", task.id);
        if self.bar.is_in_lines() && is_last {
            say(format_args!("{score}; {} games to go, about {time}", left.games()));
        }
        self.bar.set_message(format!("about {time} left; {score}"));
        self.bar.inc(1);
    }
}

/// The unfinished games of each matchup, and the estimated seconds of one game.
struct Left {
    matchups: HashMap<Matchup, (u64, f64)>,
    estimated: Instant,
}

impl Left {
    /// The time between two estimates for all matchups. A shorter time would cost too much, because
    /// each estimate may read the whole record.
    const LASTING: Duration = Duration::from_secs(60);

    fn new(tasks: &[Task], record: &Record) -> Self {
        let mut matchups = HashMap::new();
        tasks.iter().for_each(|task| matchups.entry(task.wanted.matchup.clone()).or_insert((0, 0.0)).0 += 1);
        let mut left = Self { matchups, estimated: Instant::now() };
        left.estimate(record);
        left
    }

    fn estimate(&mut self, record: &Record) {
        self.matchups.iter_mut().for_each(|(matchup, (_, seconds))| *seconds = record.seconds_a_game(matchup));
        self.estimated = Instant::now();
    }

    /// Removes a finished game. Returns true if it was the last game of its matchup.
    fn take(&mut self, matchup: &Matchup, record: &Record) -> bool {
        let is_last = match self.matchups.get_mut(matchup) {
            Some((games, _)) if *games > 1 => {
                *games -= 1;
                false
            }
            _ => self.matchups.remove(matchup).is_some(),
        };
        if self.estimated.elapsed() > Self::LASTING {
            self.estimate(record);
        }
        is_last
    }

    fn games(&self) -> u64 {
        self.matchups.values().map(|(games, _)| games).sum()
    }

    /// Estimates how long the remaining games will take.
    fn time(&self, jobs: usize) -> HumanDuration {
        let seconds: f64 = self.matchups.values().map(|&(games, seconds)| games as f64 * seconds).sum();
        HumanDuration(Duration::try_from_secs_f64(seconds / jobs as f64).unwrap_or(Duration::MAX))
    }
}
