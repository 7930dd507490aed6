//! Reads player notation, and runs searches with memory and a clock.

use crate::arena::{AnySearch, Arena, Shared};
use crate::clock::{HostClock, Timer};
use crate::engine::spec::EngineSpec;
use crate::net::{NetFile, net_error};
use crate::notation::written;
use anyhow::{Context, Result, anyhow, ensure};
use bumpalo::Bump;
use imm::Slot;
use imm::alphabeta::{self, AlphaBeta, Bucket, Frame, Merit, Switch, line_moves};
use imm::game::knowledge::{Evaluator, Knowledge};
use imm::game::{Game, Move};
use imm::mcts::{self, SharedSlot, Stay, Step, TreeSearch, trunk_plies};
use imm::net::Work;
use imm::player::{self, Config, ConfigError, Level, Player};
use imm::report::Report;
use imm::search::{Search, SearchError};
use imm::time::limits::Limits;
use std::any::Any;
use std::hint::black_box;
use std::sync::atomic::AtomicBool;

/// Reads a player in player notation.
///
/// # Errors
/// The notation is invalid. The error names the wrong word.
pub fn read_spec(text: &str) -> Result<Player> {
    ensure!(
        !EngineSpec::is_named(text),
        "player '{text}': an external program cannot be used here, because this command needs imm's own search; \
         match, tournament, and tune --against play against external programs"
    );
    player::parse(text).map_err(|error| anyhow!("player '{text}': {}", written(|out| error.explain(text, out))))
}

/// Reads a player of a match: `SPEC`, `SPEC@N`, `level5`, or `level5:SPEC`. Returns the player, and
/// the iterations per move if the text specifies them.
///
/// # Errors
/// The text is invalid. The error names the wrong word.
pub fn read_contestant(text: &str) -> Result<(Player, Option<u64>)> {
    if let Some(rest) = text.strip_prefix("level") {
        let (number, spec) = rest.split_once(':').unwrap_or((rest, "mcts()"));
        let level = number.parse().ok().and_then(Level::number);
        let level = level.with_context(|| format!("player '{text}': expected level1 to level10"))?;
        return Ok((read_spec(spec)?.at(&level), Some(level.iterations)));
    }
    let Some((spec, number)) = text.split_once('@') else { return Ok((read_spec(text)?, None)) };
    let iterations = number.parse().ok().filter(|&iterations| iterations > 0);
    let iterations = iterations
        .with_context(|| format!("player '{text}': expected a number of iterations for each move after @"))?;
    Ok((read_spec(spec)?, Some(iterations)))
}

/// Memory for searches, allocated once and borrowed by one search after another.
#[derive(Debug)]
pub struct Block {
    pool: Pool,
    /// The memory of this block, as a number of slots. [`Block::for_player`] allocates fewer slots
    /// if the searches need no tree in this block.
    size: usize,
    /// One block for each search of a player with several threads.
    parts: Vec<Block>,
    /// The memory that the searches of a player with several threads share.
    shared: Shared,
    /// The neural net for players with the option `efNet`.
    net: Option<NetFile>,
    /// The working memory of the neural net for one search.
    works: Bump,
}

/// The buffers that a search borrows.
#[derive(Debug)]
struct Pool {
    slots: Vec<Slot>,
    path: Vec<Step>,
    moves: Vec<Move>,
    /// The trunk of a large tree, and its positions: a `Vec<G>` for the game `G` that was searched
    /// last.
    stays: Vec<Stay>,
    places: Box<dyn Any>,
    /// The stack of alpha-beta.
    frames: Vec<Frame>,
    /// The undo data of the stack. Its type is `Vec<Option<G::Undo>>` for the game `G` that
    /// alpha-beta searched last.
    undos: Box<dyn Any>,
    lines: Vec<Move>,
    keys: Vec<i64>,
    table: Vec<Bucket>,
    history: Vec<Merit>,
}

/// The number of slots for each search that shares a tree. The slots hold a copy of the top of the
/// tree, for reports. A search with 32,768 slots or more has a trunk.
const TOP: usize = 1 << 15;

/// The maximum depth of a tree in plies.
const PATH: usize = 4096;

/// The maximum depth of alpha-beta in plies, independent of the memory. A search reaches this depth
/// only in endgames with a single line of moves.
const PLIES: usize = alphabeta::PLIES_MAX;

/// The number of entries of alpha-beta's history table: 4096 moves for each player.
const HISTORY: usize = 2 * 4096;

impl Block {
    /// Returns a block of `mib` MiB.
    ///
    /// # Errors
    /// The memory cannot be allocated.
    pub fn mib(mib: u32) -> Result<Self> {
        Self::kib(mib.checked_mul(1024).context("too much memory")?)
    }

    /// Returns a block of `kib` KiB.
    ///
    /// # Errors
    /// The memory cannot be allocated.
    pub fn kib(kib: u32) -> Result<Self> {
        let slots = (kib as usize).checked_mul(1 << 10).context("too much memory")? / size_of::<Slot>();
        Self::slots(slots).with_context(|| format!("cannot allocate {kib} KiB"))
    }

    /// Returns a block of `mib` MiB for searches of this player on `threads` threads, and for no
    /// others. In contrast to [`Block::mib`], the memory of shared trees and of transposition
    /// tables is part of the `mib` MiB. `player` must not be `best`: call `for_game` first.
    ///
    /// # Errors
    /// The memory cannot be allocated.
    pub fn for_player(mib: u32, threads: usize, player: &Player) -> Result<Self> {
        let context = || format!("cannot allocate {mib} MiB");
        let size = (mib as usize).checked_mul(1 << 20).with_context(context)? / size_of::<Slot>();
        let has_tree = threads <= 1 && matches!(player, Player::Tree(_));
        let mut block = Self::slots(if has_tree { size } else { 0 }).with_context(context)?;
        block.size = size;
        if threads <= 1 {
            let buckets = block.buckets_for(player);
            block.pool.table.try_reserve_exact(buckets).with_context(context)?;
        }
        Ok(block)
    }

    /// Returns the number of buckets of the transposition table that alpha-beta uses in this block.
    fn buckets_for(&self, player: &Player) -> usize {
        let has_table = matches!(player, Player::AlphaBeta(config) if config.switches.has(Switch::Table));
        if has_table { self.size * size_of::<Slot>() / size_of::<Bucket>() } else { 0 }
    }

    /// Returns the number of nodes that fit into the tree of each search of this player on
    /// `threads` threads, or into the tree that they share. Returns 0 for alpha-beta.
    #[must_use]
    pub fn tree_slots(&self, threads: usize, is_shared: bool, player: &Player) -> usize {
        match player {
            Player::Tree(_) if threads <= 1 => self.size,
            Player::Tree(_) if is_shared => self.size * size_of::<Slot>() / size_of::<SharedSlot>(),
            Player::Tree(_) => self.size / threads,
            _ => 0,
        }
    }

    /// Returns a block of `count` slots.
    ///
    /// # Errors
    /// The memory cannot be allocated.
    pub fn slots(count: usize) -> Result<Self> {
        let mut slots = Vec::new();
        slots.try_reserve_exact(count)?;
        slots.resize(count, Slot::default());
        // Zeroed memory may have no physical pages yet, so every page is written once.
        black_box(&mut slots).fill(Slot::default());
        let path = vec![Step::default(); PATH];
        let pool = Pool {
            slots,
            path,
            moves: Vec::new(),
            stays: Vec::new(),
            places: Box::new(()),
            frames: Vec::new(),
            undos: Box::new(()),
            lines: Vec::new(),
            keys: Vec::new(),
            table: Vec::new(),
            history: Vec::new(),
        };
        let (parts, shared) = (Vec::new(), Shared::default());
        Ok(Self { pool, size: count, parts, shared, net: None, works: Bump::new() })
    }

    /// Sets the neural net for players with the option `efNet`. The net applies to searches that
    /// begin after this call.
    pub fn set_net(&mut self, net: Option<&NetFile>) {
        self.net = net.cloned();
    }

    /// Returns memory for `count` searches. Together, the searches have as many slots as this
    /// block. For one search, the memory is this block. For more searches, the first call allocates
    /// new blocks.
    ///
    /// # Errors
    /// The memory cannot be allocated.
    pub(crate) fn divided(&mut self, count: usize) -> Result<Vec<&mut Self>> {
        if count <= 1 {
            return Ok(vec![self]);
        }
        let slots = self.size / count;
        if self.parts.len() != count {
            self.parts = (0..count).map(|_| Self::slots(slots)).collect::<Result<_>>()?;
        }
        self.parts.iter_mut().for_each(|part| part.set_net(self.net.as_ref()));
        Ok(self.parts.iter_mut().collect())
    }

    /// Returns memory for `count` searches that share a tree or a transposition table. The shared
    /// tree or table is empty and has the size of this block. `player` must not be `best`: call
    /// `for_game` first.
    ///
    /// # Errors
    /// The memory cannot be allocated.
    pub(crate) fn together(&mut self, count: usize, player: &Player) -> Result<(Vec<&mut Self>, &Shared)> {
        let bytes = self.size * size_of::<Slot>();
        if self.parts.len() != count {
            self.parts = (0..count).map(|_| Self::slots(TOP)).collect::<Result<_>>()?;
        }
        self.parts.iter_mut().for_each(|part| part.set_net(self.net.as_ref()));
        let Shared { tree, table } = &mut self.shared;
        let (slots, buckets) = match player {
            Player::Tree(_) => (bytes / size_of::<SharedSlot>(), 0),
            _ => (0, bytes / size_of::<Bucket>()),
        };
        tree.clear();
        tree.try_reserve_exact(slots)?;
        tree.resize_with(slots, SharedSlot::default);
        table.clear();
        table.try_reserve_exact(buckets)?;
        table.resize(buckets, Bucket::default());
        Ok((self.parts.iter_mut().collect(), &self.shared))
    }

    /// Starts a new search in this memory.
    ///
    /// # Errors
    /// The game does not support an option of the player, or the neural net does not fit the game.
    pub fn search<G: Arena>(&mut self, position: &G, player: &Player) -> Result<AnySearch<'_, G>> {
        let slots = self.pool.slots.len();
        self.search_with(slots, position, player)
    }

    /// Starts a new search in this memory. A tree search uses only the first `slots` slots.
    ///
    /// # Errors
    /// The game does not support an option of the player, or the neural net does not fit the game.
    pub fn search_with<G: Arena>(&mut self, slots: usize, position: &G, player: &Player) -> Result<AnySearch<'_, G>> {
        let (start, walker) = (position.clone(), position.clone());
        let player = &player.for_game(position);
        let buckets = self.buckets_for(player);
        let Self { pool, net, works, .. } = self;
        let search: Result<AnySearch<'_, G>, ConfigError> = match player {
            Player::Tree(config) => {
                let (memory, stays, places) = pool.tree_memory(slots, config, position);
                TreeSearch::new(start, walker, config, memory).map(|mut search| {
                    search.lend_trunk(stays, places);
                    Box::new(search) as _
                })
            }
            Player::AlphaBeta(config) => {
                let memory = pool.stack_memory(position, config, buckets);
                AlphaBeta::new(start, walker, config, memory).map(|search| Box::new(search) as _)
            }
            Player::Best(_) => unreachable!("it was asked for by name"),
        };
        let mut search = search.map_err(|error| config_error(player, error))?;
        if player.evaluator() == Evaluator::NET {
            works.reset();
            search.lend_work(std::slice::from_mut(works.alloc(Work::new())));
            let net = net.as_ref().map(NetFile::net).transpose()?;
            search.set_net(net).map_err(|error| net_error(error, position))?;
        }
        Ok(search)
    }
}

impl Pool {
    /// Returns memory for a tree search with `slots` slots, and for its trunk.
    fn tree_memory<G: Game + Clone + 'static>(
        &mut self,
        slots: usize,
        config: &Config,
        game: &G,
    ) -> (mcts::Memory<'_>, &mut [Stay], &mut [G]) {
        self.moves.resize(config.scratch_moves(game.max_moves()), Move::NONE);
        let slots = slots.min(self.slots.len());
        let plies = trunk_plies(slots);
        self.stays.resize(plies, Stay::default());
        self.places = Box::new(vec![game.clone(); plies.saturating_sub(1)]);
        let Self { slots: all, path, moves, stays, places, .. } = self;
        let places = places.downcast_mut::<Vec<G>>().map_or(&mut [][..], |places| places);
        (mcts::Memory { slots: &mut all[..slots], path, moves }, stays, places)
    }

    /// Returns memory for alpha-beta: a stack of `PLIES` frames, and a transposition table of
    /// `buckets` buckets.
    fn stack_memory<G: Game + 'static>(
        &mut self,
        game: &G,
        config: &alphabeta::Config,
        buckets: usize,
    ) -> alphabeta::Memory<'_, G::Undo> {
        self.table.resize(buckets, Bucket::default());
        self.history.resize(if config.switches.has(Switch::History) { HISTORY } else { 0 }, Merit::default());
        self.moves.resize(game.max_moves() * (PLIES + 1), Move::NONE);
        self.lines.resize(line_moves(PLIES), Move::NONE);
        self.keys.resize(game.max_moves(), 0);
        self.frames.resize(PLIES, Frame::default());
        if !self.undos.is::<Vec<Option<G::Undo>>>() {
            self.undos = Box::new(vec![None::<G::Undo>; PLIES]);
        }
        let Self { frames, undos, moves, lines, keys, table, history, .. } = self;
        let undos = undos.downcast_mut::<Vec<Option<G::Undo>>>().map_or(&mut [][..], |undos| undos);
        alphabeta::Memory { frames, undos, moves, lines, keys, table, history }
    }
}

/// Checks that the game supports every option of the player.
///
/// # Errors
/// The game does not support an option. The error names the option.
pub fn check_player<G: Knowledge>(player: &Player, game: &G) -> Result<()> {
    player.check_for(game).map_err(|error| config_error(player, error))
}

fn config_error(player: &Player, error: ConfigError) -> anyhow::Error {
    let player = written(|out| player::write(player, out));
    anyhow!("player {player}: {}", written(|out| error.explain(out)))
}

/// The total work and the total time of one player's searches.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Effort {
    /// The number of simulations. For alpha-beta, the number of visited positions.
    pub simulations: u64,
    /// The number of plies of all playouts.
    pub playout_plies: u64,
    /// The search time in seconds: wall or processor time, depending on the clock of the search.
    pub seconds: f64,
}

impl Effort {
    /// Returns the sum of both efforts.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            simulations: self.simulations + other.simulations,
            playout_plies: self.playout_plies + other.playout_plies,
            seconds: self.seconds + other.seconds,
        }
    }

    /// Returns the simulations per second, or 0 if the time is 0.
    #[must_use]
    pub fn simulations_per_s(self) -> f64 {
        if self.seconds > 0.0 { self.simulations as f64 / self.seconds } else { 0.0 }
    }
}

/// Searches until a limit is reached or `stop` is set. Returns the report and the effort. `timer`
/// chooses wall time or processor time.
///
/// # Errors
/// The game is over in the position, or the game's code breaks the rules of its interface.
pub fn think<G: Knowledge>(
    search: &mut dyn Search<'_, Game = G>,
    limits: &Limits,
    timer: Timer,
    stop: &AtomicBool,
) -> Result<(Report, Effort)> {
    let clock = HostClock::start(timer);
    search.search(limits, Some(&clock), stop).map_err(search_error)?;
    let seconds = clock.elapsed().as_secs_f64();
    let report = search.report()?;
    let effort = Effort { simulations: report.iterations, playout_plies: report.playout_plies, seconds };
    Ok((report, effort))
}

/// Returns the error message for a search error.
pub(crate) fn search_error(error: SearchError) -> anyhow::Error {
    match error {
        SearchError::GameOver => anyhow!("the game is over: there is nothing to search"),
        SearchError::Chance => {
            anyhow!("a chance event comes next: no player moves; search a position after one of its outcomes")
        }
        SearchError::NoClock | SearchError::NoLimit => anyhow!("the search has no limit"),
        SearchError::NoNet => anyhow!("the player needs a net: use --net FILE"),
        SearchError::OtherPosition => anyhow!("the tree that the threads share is at another position"),
        SearchError::Crowded => anyhow!("too many threads share one tree"),
        SearchError::Told | SearchError::NoLeaf | SearchError::OutOfRange => {
            anyhow!("the player has 'efTold': its values come from a program that calls imm_collect()")
        }
        SearchError::Fault(fault) => anyhow!(fault),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use imm::games::breakthrough::Breakthrough;
    use imm::games::kalah::Kalah;

    #[test]
    fn errors_say_what_is_wrong() {
        let error = read_spec("mcts(im0.4,x)").unwrap_err().to_string();
        assert!(error.contains("unknown option 'x' at character 12"), "{error}");
        let config = read_spec("mcts(ipp)").unwrap();
        let error = check_player(&config, &Kalah::default()).unwrap_err().to_string();
        assert!(error.contains("'ipp' needs weights of moves, which this game does not have"), "{error}");
    }

    #[test]
    fn a_contestant_may_state_its_iterations() {
        let plain = read_spec("mcts(im0.4)").unwrap();
        assert_eq!(read_contestant("mcts(im0.4)").unwrap(), (plain, None));
        assert_eq!(read_contestant("mcts(im0.4)@70").unwrap(), (plain, Some(70)));
        for number in 1..=10 {
            let level = Level::number(number).unwrap();
            let expected = |player: Player| (player.at(&level), Some(level.iterations));
            assert_eq!(read_contestant(&format!("level{number}")).unwrap(), expected(Player::default()));
            assert_eq!(read_contestant(&format!("level{number}:mcts(im0.4)")).unwrap(), expected(plain));
        }
        for wrong in ["level0", "level11", "level", "levelx", "level3:foo()", "mcts()@", "mcts()@0", "mcts()@x", "@5"] {
            assert!(read_contestant(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_player_thinks_in_any_memory() {
        for slots in [0, 1, 1000] {
            let mut block = Block::slots(slots).unwrap();
            let mut search = block.search(&Kalah::default(), &Player::default()).unwrap();
            let (report, effort) =
                think(&mut *search, &Limits::iterations(500), Timer::Wall, &AtomicBool::new(false)).unwrap();
            assert_eq!((report.iterations, effort.simulations), (500, 500));
            assert!(search.play(report.best).unwrap());
        }
    }

    #[test]
    fn one_block_serves_both_searches_of_every_game() {
        let mut block = Block::slots(100).unwrap();
        let (limits, stop) = (Limits::iterations(500), AtomicBool::new(false));
        for spec in ["ab()", "mcts()", "ab()"] {
            let player = read_spec(spec).unwrap();
            let mut search = block.search(&Kalah::default(), &player).unwrap();
            let (report, effort) = think(&mut *search, &limits, Timer::Wall, &stop).unwrap();
            assert_eq!((report.iterations, effort.simulations, report.depth > 1), (500, 500, true));
            drop(search);
            let mut search = block.search(&Breakthrough::default(), &player).unwrap();
            let (report, _) = think(&mut *search, &limits, Timer::Wall, &stop).unwrap();
            assert!(search.play(report.best).unwrap());
        }
    }
}
