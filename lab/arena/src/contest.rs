//! Plays games between two players, several games at a time, and adds up the results.

use crate::answer::INTERRUPTED;
use crate::chance::Dice;
use crate::clock::Timer;
use crate::contender::Contender;
use crate::engine::args::Settings;
use crate::engine::fault::{Fault, Faults};
use crate::engine::process::end_all;
use crate::engine::protocol::Time;
use crate::game_clock::{Control, PlayerClock, think_on_clock};
use crate::games::{Arena, NoGame, Visit, with_game};
use crate::net::NetFile;
use crate::notation::{move_text, position_text};
use crate::openings::set::OpeningSet;
use crate::openings::{Contestant, Opening};
use crate::player::{Block, Effort, check_player};
use crate::seat::{Playing, Seat, Turn};
use crate::signature::Signature;
use crate::stats::{Estimate, Pentanomial};
use crate::team::{Team, Together};
use anyhow::{Context, Result, anyhow, bail};
use imm::game::Move;
use imm::game::value::{Outcome, Side};
use imm::player::Player;
use imm::time::limits::{Limits, Stop};
use rayon::prelude::*;
use serde::Serialize;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

/// Everything that determines the games between two players, except the game.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// Players A and B. The seeds of searches are set for each game.
    pub players: [Contender; 2],
    /// The limits of every move.
    pub limits: Limits,
    /// The number of simulations per move of A and of B. `None` means that `limits` applies to the
    /// player.
    pub own_iterations: [Option<u64>; 2],
    /// The number of threads of A and of B. Every thread has the full limits.
    pub threads: [usize; 2],
    /// How the threads of a player work together.
    pub together: Together,
    /// The game clock, if it replaces limits per move.
    pub control: Option<Control>,
    /// The kind of time that the limits and the game clock measure: wall or processor time.
    pub timer: Timer,
    /// The seed of all games. This seed determines the opening and the seeds of every game.
    pub seed: u64,
    /// The number of uniformly random plies at the start of a game. Both games of a pair begin with
    /// the same random plies. Chance events between these plies do not count.
    pub random_plies: u32,
    /// The start positions for pairs of games. Each pair takes the next position. If `None`,
    /// [`Arena::opening`] makes the start position.
    pub openings: Option<Arc<OpeningSet>>,
    /// The neural nets of A and B, for players with the option `efNet`.
    pub nets: [Option<NetFile>; 2],
    /// The settings of external programs.
    pub engine: Settings,
}

impl Conditions {
    /// Returns the conditions for self-play of one player, with `iterations` simulations per move.
    pub fn of_self_play(player: Player, iterations: u64, seed: u64, random_plies: u32) -> Self {
        Self {
            players: [player.into(), player.into()],
            limits: Limits::iterations(iterations),
            own_iterations: [None; 2],
            threads: [1; 2],
            together: Together::Merge,
            control: None,
            timer: Timer::Wall,
            seed,
            random_plies,
            openings: None,
            nets: [const { None }; 2],
            engine: Settings::default(),
        }
    }

    /// Checks that both players can play the game called `name` under these conditions.
    ///
    /// # Errors
    /// The game is unknown, a player cannot play it, or the set of openings is not for this game.
    pub fn check(&self, name: &str) -> Result<()> {
        struct Check<'a>(&'a Conditions);
        impl Visit for Check<'_> {
            type Output = Result<()>;
            fn visit<G: Arena>(self, start: G) -> Result<()> {
                let Conditions { players, openings, .. } = self.0;
                players.iter().enumerate().try_for_each(|(side, player)| {
                    player.check(&start, openings.is_some(), self.0.limits_of(side).iterations > 0)
                })
            }
        }
        with_game(name, Check(self))??;
        self.openings.iter().try_for_each(|set| set.check(name))
    }

    /// True if a player is an external program.
    #[must_use]
    pub fn has_program(&self) -> bool {
        self.players.iter().any(Contender::is_program)
    }

    /// Returns the limits of player A (`side` 0) or of player B (`side` 1).
    fn limits_of(&self, side: usize) -> Limits {
        self.own_iterations[side].map_or(self.limits, Limits::iterations)
    }

    /// Returns the start position and the seeds of the game with this index.
    fn opening<G: Arena>(&self, start: &G, index: u64) -> Result<Opening<G>> {
        match &self.openings {
            Some(set) => Opening::of_set(start, set, self.seed, index, self.random_plies),
            None => Opening::of_game(start, self.seed, index, self.random_plies),
        }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The index of the game. Games 2k and 2k + 1 are a pair: the same opening, with swapped sides.
    pub index: u64,
    /// A's half points: 2 for a win, 1 for a draw, 0 for a loss.
    pub half_points: u8,
    /// The player that lost because its game clock ran out, if any.
    pub on_time: Option<Contestant>,
    /// The faults of A and of B. A search of imm can only be late.
    pub faults: [Faults; 2],
    /// A's points minus B's points. `None` if the game has no points or did not end.
    pub margin: Option<i32>,
    /// A hash over the opening and all moves.
    pub signature: u64,
    /// The simulations and the time of A and of B.
    pub effort: [Effort; 2],
    /// The number of moves that A and B made.
    pub moves: [u32; 2],
    /// The start position.
    pub start: String,
    /// The moves, separated by blanks.
    pub record: String,
}

/// Plays one game. Returns `None` if `stop` was set before the end of the game. A game that reaches
/// `max_plies` is a draw. The outcomes of chance events are part of the record. Both games of a
/// pair have the same dice: see [`Dice`].
///
/// # Errors
/// A player cannot play this game, a search chooses an illegal move, or an external program does
/// not start.
pub fn play_game<G: Arena>(
    start: &G,
    conditions: &Conditions,
    index: u64,
    seats: &mut [Seat; 2],
    stop: &AtomicBool,
) -> Result<Option<Played>> {
    let opening = conditions.opening(start, index)?;
    let [seat_a, seat_b] = seats;
    let Some(a) = seated(start, conditions, Contestant::A, seat_a, &opening, stop)? else { return Ok(None) };
    let Some(b) = seated(start, conditions, Contestant::B, seat_b, &opening, stop)? else { return Ok(None) };
    let Opening { mut position, first, dice, .. } = opening;
    let mut dice = Dice::new(dice);
    let mut players = [a, b];
    let (mut clocks, mut on_time, mut lost) = ([conditions.control.map(PlayerClock::new); 2], None, None);
    let (mut effort, mut moves, mut late) = ([Effort::default(); 2], [0; 2], [Faults::default(); 2]);
    let (start, mut record) = (position_text(&position), Vec::new());
    let mut signature = Signature::default().text(&start);
    for _ in 0..position.max_plies() {
        if position.outcome().is_some() {
            break;
        }
        if let Some(outcome) = dice.roll(&position)? {
            signature = signature.number(u64::from(outcome.0));
            record.push(move_text(&position, outcome));
            play_in_both(&mut players, &position, outcome)?;
            position.play(outcome);
            continue;
        }
        let contestant = if position.to_move() == Side::First { first } else { first.other() };
        let (side, limits) = (contestant as usize, conditions.limits_of(contestant as usize));
        let search = |team: &mut Team<'_, G>| think(team, &limits, clocks[side], conditions.timer, stop);
        let turn = players[side].turn(&position, search, || time(&limits, &clocks, first), stop)?;
        let (chosen, spent) = match turn {
            Turn::Stopped => return Ok(None),
            Turn::Move(mv, spent) => (Some(mv), spent),
            Turn::Loses(spent) => (None, spent),
        };
        effort[side] = effort[side].plus(spent);
        if !conditions.players[side].is_program() && is_late(&limits, spent, conditions.engine.margin) {
            late[side].count(Fault::Late);
        }
        let Some(mv) = chosen else {
            lost = Some(contestant);
            break;
        };
        if clocks[side].as_mut().is_some_and(|clock| !clock.spend(spent.seconds)) {
            (on_time, lost) = (Some(contestant), Some(contestant));
            break;
        }
        moves[side] += 1;
        signature = signature.number(u64::from(mv.0));
        record.push(move_text(&position, mv));
        play_in_both(&mut players, &position, mv)?;
        position.play(mv);
    }
    let outcome = position.outcome();
    let half_points = match lost {
        Some(Contestant::A) => 0,
        Some(Contestant::B) => 2,
        None => half_points_of_a(outcome, first),
    };
    let [faults_of_a, faults_of_b] = players.map(|player| player.end(outcome, stop));
    let faults = [faults_of_a.plus(late[0]), faults_of_b.plus(late[1])];
    let record = record.join(" ");
    let margin = outcome.and(position.score()).map(|score| if first == Contestant::A { score } else { -score });
    let signature = signature.value();
    Ok(Some(Played { index, half_points, on_time, faults, margin, signature, effort, moves, start, record }))
}

/// Prepares a player for a game. Returns `None` if `stop` was set.
fn seated<'s, G: Arena>(
    start: &G,
    conditions: &Conditions,
    contestant: Contestant,
    seat: &'s mut Seat,
    opening: &Opening<G>,
    stop: &AtomicBool,
) -> Result<Option<Playing<'s, G>>> {
    let side = contestant as usize;
    let player = match &conditions.players[side] {
        Contender::Search(player) => player,
        program => return Ok(seat.guest(program, &conditions.engine, start, opening, stop)?.map(Playing::Guest)),
    };
    seat.block.set_net(conditions.nets[side].as_ref());
    let (threads, together) = (conditions.threads[side], conditions.together);
    let team = Team::new(&mut seat.block, threads, together, &opening.position, player, opening.seeds[side])?;
    Ok(Some(Playing::Search(team)))
}

/// Searches for a move within the limits. Without limits, the game clock decides.
fn think<G: Arena>(
    team: &mut Team<'_, G>,
    limits: &Limits,
    clock: Option<PlayerClock>,
    timer: Timer,
    stop: &AtomicBool,
) -> Result<Turn> {
    let (report, spent) = match clock {
        Some(clock) if *limits == Limits::default() => {
            think_on_clock(&mut **team.alone()?, clock.budget(), timer, stop)
        }
        _ => team.think(limits, timer, stop),
    }?;
    Ok(if report.stop == Some(Stop::Flag) { Turn::Stopped } else { Turn::Move(report.best, spent) })
}

/// True if a search used more time than its time per move plus the margin.
fn is_late(limits: &Limits, spent: Effort, margin: Duration) -> bool {
    let most = limits.time.map(|time| Duration::from_millis(time.as_ms().into()).saturating_add(margin));
    most.is_some_and(|most| spent.seconds > most.as_secs_f64())
}

/// Returns the budget of a move for an external program.
fn time(limits: &Limits, clocks: &[Option<PlayerClock>; 2], first: Contestant) -> Result<Time> {
    let [one, two] = [first, first.other()].map(|side| clocks[side as usize]);
    match (limits.iterations, limits.time, one, two) {
        (0, None, Some(one), Some(two)) => Ok(Time::Clock([one.shown(), two.shown()])),
        (0, Some(time), ..) => Ok(Time::Move(time.as_ms().into())),
        (1.., ..) => Ok(Time::Nodes(limits.iterations)),
        (0, None, ..) => bail!("an external program needs a budget: use --ms, --iterations or --time-control"),
    }
}

fn play_in_both<G: Arena>(players: &mut [Playing<'_, G>; 2], position: &G, mv: Move) -> Result<()> {
    for player in players {
        if !player.play(position, mv)? {
            bail!("a player chose a move that is not legal: {mv:?}");
        }
    }
    Ok(())
}

/// Returns A's half points: 2 for a win, 1 for a draw or an unfinished game, 0 for a loss.
fn half_points_of_a(outcome: Option<Outcome>, first: Contestant) -> u8 {
    let winner = match outcome {
        Some(Outcome::FirstWins) => first,
        Some(Outcome::SecondWins) => first.other(),
        Some(Outcome::Draw) | None => return 1,
    };
    if winner == Contestant::A { 2 } else { 0 }
}

/// Calls `play` for all tasks on `jobs` threads. Each thread has separate seats for both players.
/// Tasks start in order, but the results are in no particular order. No task starts after `stop` is
/// set or a task has failed. A task that returns `None` did not finish.
///
/// # Errors
/// A task failed, or there is not enough memory.
pub fn in_parallel<T: Sync, R: Send>(
    tasks: &[T],
    jobs: usize,
    memory_kib: [u32; 2],
    stop: &AtomicBool,
    play: impl Fn(&T, &mut [Seat; 2]) -> Result<Option<R>> + Sync,
) -> Result<Vec<R>> {
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || -> Result<Vec<R>> {
        let mut seats = [Seat::kib(memory_kib[0])?, Seat::kib(memory_kib[1])?];
        let mut finished = Vec::new();
        while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
            let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            finished.extend(play(task, &mut seats)?);
        }
        Ok(finished)
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs.min(tasks.len()).max(1)).build()?;
    let by_worker = pool.broadcast(|_| work().inspect_err(|_| failed.store(true, Ordering::Relaxed)));
    Ok(by_worker.into_iter().collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
}

/// Calls `work` for all items in parallel, and returns the results in the order of the items. Each
/// thread makes its memory with `new_block`.
///
/// # Errors
/// The error of the first item that fails. The error is the same on any number of cores: after a
/// failure, later items are skipped, but all earlier items are processed.
pub fn in_order<T: Sync, R: Send>(
    items: &[T],
    new_block: impl Fn() -> Result<Block> + Sync + Send,
    work: impl Fn(&mut Block, &T) -> Result<R> + Sync + Send,
) -> Result<Vec<R>> {
    let first_failure = AtomicUsize::new(usize::MAX);
    let result = |block: &mut Result<Block>, (index, item)| {
        if index > first_failure.load(Ordering::Relaxed) {
            return None;
        }
        let result = block.as_mut().map_err(|error| anyhow!("{error:#}")).and_then(|block| work(block, item));
        if result.is_err() {
            first_failure.fetch_min(index, Ordering::Relaxed);
        }
        Some(result)
    };
    let results: Vec<Option<Result<R>>> = items.par_iter().enumerate().map_init(new_block, result).collect();
    results.into_iter().flatten().collect()
}

/// Returns the number of processor cores (1 if unknown), the default number of parallel games.
#[must_use]
pub fn cores() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}

/// Returns a flag that is set by Ctrl-C or by a request to terminate. A second such signal ends the
/// process and its external programs at once.
///
/// # Errors
/// The signals cannot be caught.
pub fn stop_on_ctrl_c() -> Result<&'static AtomicBool> {
    static STOP: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            end_all();
            std::process::exit(i32::from(INTERRUPTED));
        }
    })
    .context("cannot catch Ctrl-C")?;
    Ok(&STOP)
}

/// The unit in which a match is scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Scoring {
    /// The unit is one game.
    Games,
    /// The unit is a pair of games. A player wins a pair with one win and at least a draw in the
    /// other game. Pairs without a winner are discarded.
    Pairs,
}

impl Scoring {
    /// Returns the default scoring for matches of the game called `name`: pairs in Kalah, as in the
    /// implicit minimax paper, otherwise games.
    ///
    /// # Errors
    /// See [`with_game`].
    pub fn of_game(name: &str) -> Result<Self, NoGame> {
        struct Unit;
        impl Visit for Unit {
            type Output = Scoring;
            fn visit<G: Arena>(self, _: G) -> Scoring {
                if G::PAIRS_DECIDE { Scoring::Pairs } else { Scoring::Games }
            }
        }
        with_game(name, Unit)
    }
}

/// Checks that both players can play the game called `name`.
///
/// # Errors
/// The game is unknown, or a player has an option that the game does not support.
pub fn check_players(name: &str, players: &[Player; 2]) -> Result<()> {
    struct Check<'a>(&'a [Player; 2]);
    impl Visit for Check<'_> {
        type Output = Result<()>;
        fn visit<G: Arena>(self, start: G) -> Result<()> {
            self.0.iter().try_for_each(|player| check_player(player, &start))
        }
    }
    with_game(name, Check(players))?
}

/// The numbers of wins, draws and losses in a set of games. Only complete pairs count.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The numbers of games that A lost, drew and won.
    pub games: [u64; 3],
    /// The number of pairs for each result of A in a pair: 0, 0.5, 1, 1.5 or 2 points.
    pub pairs: Pentanomial,
}

impl Tally {
    /// Returns the tally of games. Each item is the index of a game and A's half points. The items
    /// must be sorted by index.
    #[must_use]
    pub fn of(games: impl Iterator<Item = (u64, u8)> + Clone) -> Self {
        let neighbours = games.clone().zip(games.skip(1));
        let pairs = neighbours.filter(|((one, _), (other, _))| one.is_multiple_of(2) && *other == one + 1);
        pairs.fold(Self::default(), |mut tally, ((_, one), (_, other))| {
            tally.add([one, other]);
            tally
        })
    }

    /// Counts a pair. `half_points` are A's half points in both games.
    pub fn add(&mut self, half_points: [u8; 2]) {
        half_points.iter().for_each(|&half_points| self.games[usize::from(half_points.min(2))] += 1);
        self.pairs.add(half_points.iter().copied().map(usize::from).sum());
    }

    /// Returns the number of games in complete pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Returns the score of A with its confidence interval.
    #[must_use]
    pub fn estimate(&self, scoring: Scoring) -> Estimate {
        match scoring {
            Scoring::Games => self.pairs.estimate(),
            Scoring::Pairs => self.pairs.decided(),
        }
    }

    /// Returns the result of A for a report.
    #[must_use]
    pub fn result(&self, scoring: Scoring) -> MatchResult {
        let Estimate { score, ci95 } = self.estimate(scoring);
        let [lost, drawn, won] = self.games;
        MatchResult { games: self.count(), won, drawn, lost, score, ci95, scoring }
    }
}

/// The result of player A in a match, as reports show it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MatchResult {
    /// The number of games in complete pairs.
    pub games: u64,
    /// The number of games that A won.
    pub won: u64,
    /// The number of drawn games.
    pub drawn: u64,
    /// The number of games that A lost.
    pub lost: u64,
    /// Points per game; with [`Scoring::Pairs`], the share of the decided pairs.
    pub score: f64,
    /// The 95 % confidence interval of `score`.
    pub ci95: [f64; 2],
    /// The unit of `score`.
    pub scoring: Scoring,
}

impl MatchResult {
    /// Returns the score in percent with its interval, such as `59.4 % [55.2, 63.4]`.
    #[must_use]
    pub fn percent(&self) -> String {
        let [score, low, high] = [self.score, self.ci95[0], self.ci95[1]].map(|part| 100.0 * part);
        let counts = if self.scoring == Scoring::Pairs { " of the decided pairs" } else { "" };
        format!("{score:.1} % [{low:.1}, {high:.1}]{counts}")
    }

    /// Returns the numbers of wins, draws and losses, such as `+3 =1 -2 of 6 games`.
    #[must_use]
    pub fn counts(&self) -> String {
        let Self { games, won, drawn, lost, .. } = self;
        format!("+{won} ={drawn} -{lost} of {games} games")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_follow_the_player_not_the_seat() {
        assert_eq!(half_points_of_a(Some(Outcome::FirstWins), Contestant::A), 2);
        assert_eq!(half_points_of_a(Some(Outcome::FirstWins), Contestant::B), 0);
        assert_eq!(half_points_of_a(Some(Outcome::SecondWins), Contestant::A), 0);
        assert_eq!(half_points_of_a(Some(Outcome::SecondWins), Contestant::B), 2);
        assert_eq!(half_points_of_a(Some(Outcome::Draw), Contestant::B), 1);
    }

    #[test]
    fn a_move_is_late_after_its_time_and_the_margin() {
        let late = |limits: Limits, seconds| {
            let spent = Effort { seconds, ..Effort::default() };
            is_late(&limits, spent, Duration::from_millis(50))
        };
        assert!(!late(Limits::time_ms(10), 0.06) && late(Limits::time_ms(10), 0.061));
        assert!(!late(Limits::iterations(10), 9.0));
    }

    #[test]
    fn only_complete_pairs_count() {
        let games = [(0, 2), (1, 1), (3, 2), (4, 0), (5, 0), (6, 2)];
        let tally = Tally::of(games.into_iter());
        assert_eq!(tally, Tally { games: [2, 1, 1], pairs: Pentanomial([1, 0, 0, 1, 0]) });
        assert_eq!(tally.count(), 4);
        assert_eq!(tally.estimate(Scoring::Games).score, 0.375);
        assert_eq!(tally.estimate(Scoring::Pairs).score, 0.5);
    }

    #[test]
    fn a_failure_ends_the_work_of_all() {
        let done = AtomicUsize::new(0);
        let play = |task: &u32, _: &mut [Seat; 2]| {
            done.fetch_add(1, Ordering::Relaxed);
            if *task == 3 { bail!("task 3 fails") } else { Ok(Some(*task)) }
        };
        let tasks: Vec<u32> = (0..100).collect();
        let never = AtomicBool::new(false);
        let error = in_parallel(&tasks, 1, [0, 0], &never, play).unwrap_err();
        assert_eq!(error.to_string(), "task 3 fails");
        assert_eq!(done.load(Ordering::Relaxed), 4);
    }

    #[test]
    fn the_error_is_that_of_the_first_item_that_fails() {
        let items: Vec<u32> = (0..100).collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(8).build().unwrap();
        for _ in 0..100 {
            let work = |_: &mut Block, &item: &u32| if item % 10 == 9 { bail!("item {item} fails") } else { Ok(item) };
            let error = pool.install(|| in_order(&items, || Block::kib(0), work)).unwrap_err();
            assert_eq!(error.to_string(), "item 9 fails");
        }
        assert_eq!(in_order(&items, || Block::kib(0), |_, &item| Ok(item)).unwrap(), items);
    }
}
