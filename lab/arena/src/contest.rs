//! Plays games between two players, several games at a time, and adds up the results.

use crate::answer::INTERRUPTED;
use crate::clock::Timer;
use crate::game_clock::{Control, PlayerClock, think_on_clock};
use crate::games::{Arena, NoGame, Visit, with_game};
use crate::net::NetFile;
use crate::notation::{move_text, position_text};
use crate::openings::set::OpeningSet;
use crate::openings::{Contestant, Opening};
use crate::player::{Block, Effort, check_player};
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

/// Everything that determines the games between two players, except the game.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// Players A and B. The seeds of the players are set for each game.
    pub players: [Player; 2],
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
    /// the same random plies.
    pub random_plies: u32,
    /// The start positions for pairs of games. Each pair takes the next position. If `None`,
    /// [`Arena::opening`] makes the start position.
    pub openings: Option<Arc<OpeningSet>>,
    /// The neural nets of A and B, for players with the option `efNet`.
    pub nets: [Option<NetFile>; 2],
}

impl Conditions {
    /// Returns the conditions for self-play of one player, with `iterations` simulations per move.
    pub fn of_self_play(player: Player, iterations: u64, seed: u64, random_plies: u32) -> Self {
        Self {
            players: [player; 2],
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
        }
    }

    /// Returns the limits of player A (`side` 0) or of player B (`side` 1).
    fn limits_of(&self, side: usize) -> Limits {
        self.own_iterations[side].map_or(self.limits, Limits::iterations)
    }

    /// Returns the start position and the seeds of the game with this index.
    fn opening<G: Arena>(&self, start: &G, index: u64) -> Result<Opening<G>> {
        match &self.openings {
            Some(set) => Opening::of_set(start, set, self.seed, index, self.random_plies),
            None => Ok(Opening::of_game(start, self.seed, index, self.random_plies)),
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
/// `max_plies` is a draw.
///
/// # Errors
/// A player cannot play this game, or chooses an illegal move.
pub fn play_game<G: Arena>(
    start: &G,
    conditions: &Conditions,
    index: u64,
    blocks: &mut [Block; 2],
    stop: &AtomicBool,
) -> Result<Option<Played>> {
    let Opening { mut position, first, seeds } = conditions.opening(start, index)?;
    let [block_a, block_b] = blocks;
    block_a.set_net(conditions.nets[0].as_ref());
    block_b.set_net(conditions.nets[1].as_ref());
    let team = |block, side: Contestant| {
        let side = side as usize;
        let (threads, together) = (conditions.threads[side], conditions.together);
        Team::new(block, threads, together, &position, &conditions.players[side], seeds[side])
    };
    let mut searches = [team(block_a, Contestant::A)?, team(block_b, Contestant::B)?];
    let (mut clocks, mut on_time) = ([conditions.control.map(PlayerClock::new); 2], None);
    let (mut effort, mut moves) = ([Effort::default(); 2], [0; 2]);
    let (start, mut record) = (position_text(&position), Vec::new());
    let mut signature = Signature::default().text(&start);
    for _ in 0..position.max_plies() {
        if position.outcome().is_some() {
            break;
        }
        let side = if position.to_move() == Side::First { first as usize } else { 1 - first as usize };
        let (search, limits) = (&mut searches[side], conditions.limits_of(side));
        let (report, spent) = match &clocks[side] {
            Some(clock) if limits == Limits::default() => {
                think_on_clock(&mut **search.alone()?, clock.budget(), conditions.timer, stop)
            }
            _ => search.think(&limits, conditions.timer, stop),
        }?;
        if report.stop == Some(Stop::Flag) {
            return Ok(None);
        }
        effort[side] = effort[side].plus(spent);
        if clocks[side].as_mut().is_some_and(|clock| !clock.spend(spent.seconds)) {
            on_time = Some(if side == 0 { Contestant::A } else { Contestant::B });
            break;
        }
        moves[side] += 1;
        signature = signature.number(u64::from(report.best.0));
        record.push(move_text(&position, report.best));
        position.play(report.best);
        play_in_both(&mut searches, report.best)?;
    }
    let half_points = match on_time {
        Some(Contestant::A) => 0,
        Some(Contestant::B) => 2,
        None => half_points_of_a(position.outcome(), first),
    };
    let record = record.join(" ");
    let margin =
        position.outcome().and(position.score()).map(|score| if first == Contestant::A { score } else { -score });
    Ok(Some(Played { index, half_points, on_time, margin, signature: signature.value(), effort, moves, start, record }))
}

fn play_in_both<G: Arena>(searches: &mut [Team<'_, G>; 2], mv: Move) -> Result<()> {
    for search in searches {
        if !search.play(mv)? {
            bail!("a player chose a move that is not legal: {mv:?}");
        }
    }
    Ok(())
}

/// Returns A's half points: 2 for a win, 1 for a draw or an unfinished game, 0 for a loss.
fn half_points_of_a(outcome: Option<Outcome>, first: Contestant) -> u8 {
    let winner = match outcome {
        Some(Outcome::FirstWins) => first,
        Some(Outcome::SecondWins) if first == Contestant::A => Contestant::B,
        Some(Outcome::SecondWins) => Contestant::A,
        Some(Outcome::Draw) | None => return 1,
    };
    if winner == Contestant::A { 2 } else { 0 }
}

/// Calls `play` for all tasks on `jobs` threads. Each thread has separate memory for both players.
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
    play: impl Fn(&T, &mut [Block; 2]) -> Result<Option<R>> + Sync,
) -> Result<Vec<R>> {
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || -> Result<Vec<R>> {
        let mut blocks = [Block::kib(memory_kib[0])?, Block::kib(memory_kib[1])?];
        let mut finished = Vec::new();
        while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
            let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            finished.extend(play(task, &mut blocks)?);
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
/// process at once.
///
/// # Errors
/// The signals cannot be caught.
pub fn stop_on_ctrl_c() -> Result<&'static AtomicBool> {
    static STOP: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
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
            [one, other].iter().for_each(|&half_points| tally.games[usize::from(half_points.min(2))] += 1);
            tally.pairs.add(usize::from(one + other));
            tally
        })
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
        let play = |task: &u32, _: &mut [Block; 2]| {
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
