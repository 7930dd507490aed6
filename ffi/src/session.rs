//! A search of one game behind one type: what the exported functions talk to, whatever the game.

use crate::callbacks::{CallbackGame, Callbacks, ROOT_LEVELS, WALKER_LEVELS};
use crate::handle::State;
use crate::layout::{Layout, Needs, round_up};
#[cfg(feature = "alpha-beta")]
use crate::stack::{CALLBACK_STACK, StackKind};
use crate::types::*;
use core::alloc::Layout as Shape;
use core::mem::MaybeUninit;
use core::sync::atomic::AtomicBool;
use kernel::Slot;
use kernel::game::{Fault, Move};
use kernel::knowledge::{Abilities, Evaluator, Knowledge};
use kernel::limits::{Clock, Limits};
use kernel::mcts::{Memory, Step, TreeSearch};
use kernel::player::{Config, ConfigError};
use kernel::report::{Candidate, Report};
use kernel::search::{Search, SearchError};
use kernel::text::{Notation, Text};
use kernel::value::{Outcome, Side, Value};

/// A search, whatever its game: what it takes to play.
pub(crate) trait Session {
    fn search(&mut self, limits: &Limits, clock: Option<&dyn Clock>, stop: &AtomicBool) -> Result<(), imm_status>;
    fn report(&mut self) -> Result<Report, imm_status>;
    fn play(&mut self, mv: Move) -> Result<(), imm_status>;
    fn legal_moves(&mut self) -> Result<&[Move], imm_status>;
    fn outcome(&mut self) -> Result<Option<Outcome>, imm_status>;
    fn to_move(&mut self) -> Result<Side, imm_status>;
    fn restart(&mut self) -> Result<(), imm_status>;
    fn forget(&mut self);
}

/// What a search can tell beyond that. Apart from [`Session`], so that a program which plays a `small` game links none of it:
/// a linker keeps or drops a table of methods as a whole.
pub(crate) trait Extras {
    fn candidate(&mut self, index: usize) -> Result<Option<Candidate>, imm_status>;
    fn line(&mut self, moves: &mut [Move]) -> Result<usize, imm_status>;
    fn evaluate(&mut self) -> Result<Value, imm_status>;
    fn write_move(&mut self, mv: Move, out: &mut Text<'_>) -> Result<(), imm_status>;
    fn read_move(&mut self, text: &str) -> Result<Move, imm_status>;
    fn write_position(&mut self, out: &mut Text<'_>) -> Result<(), imm_status>;
    fn read_position(&mut self, text: &str) -> Result<(), imm_status>;
    fn shuffle(&mut self, seed: u64) -> Result<(), imm_status>;
}

/// A search that was opened, as the exported functions know it.
pub(crate) struct Opened {
    pub(crate) session: *mut dyn Session,
    pub(crate) extras: Option<*mut dyn Extras>,
}

/// What a game offers to the C side beyond what a search needs.
pub(crate) trait Hosted: Knowledge + Notation + 'static {
    /// Back to the starting position on this `board` of [`imm_game`].
    fn restart(&mut self, board: u32);

    /// To a random starting position on this `board`; `false` where the game has only one.
    fn shuffle(&mut self, board: u32, seed: u64) -> bool {
        let _ = (board, seed);
        false
    }

    /// Are there texts for positions?
    fn has_position_texts(&self) -> bool {
        true
    }
}

impl Hosted for CallbackGame {
    fn restart(&mut self, _: u32) {
        self.restart();
    }

    fn has_position_texts(&self) -> bool {
        false
    }
}

/// A search of either kind, and what the C side asks for beside it.
pub(crate) struct Hosting<S> {
    pub(crate) search: S,
    evaluator: Evaluator,
    board: u32,
}

impl<G: Hosted, S: Search<'static, Game = G> + 'static> Hosting<S> {
    pub(crate) fn with_extras(session: *mut Self) -> Opened {
        Opened { session, extras: Some(session) }
    }

    pub(crate) fn without_extras(session: *mut Self) -> Opened {
        Opened { session, extras: None }
    }

    /// Asks the game something; a broken promise becomes a status.
    fn ask<T>(&mut self, question: impl FnOnce(&G) -> T) -> Result<T, imm_status> {
        self.search.ask_game(question).map_err(fault_status)
    }
}

impl<G: Hosted, S: Search<'static, Game = G> + 'static> Session for Hosting<S> {
    fn search(&mut self, limits: &Limits, clock: Option<&dyn Clock>, stop: &AtomicBool) -> Result<(), imm_status> {
        self.search.search(limits, clock, stop).map(drop).map_err(search_status)
    }

    fn report(&mut self) -> Result<Report, imm_status> {
        self.search.report().map_err(fault_status)
    }

    fn play(&mut self, mv: Move) -> Result<(), imm_status> {
        self.outcome()?.map_or(Ok(()), |_| Err(IMM_ERR_GAME_OVER))?;
        if self.search.play(mv).map_err(fault_status)? { Ok(()) } else { Err(IMM_ERR_ILLEGAL_MOVE) }
    }

    fn legal_moves(&mut self) -> Result<&[Move], imm_status> {
        self.search.legal_moves().map_err(fault_status)
    }

    fn outcome(&mut self) -> Result<Option<Outcome>, imm_status> {
        self.ask(|game| game.outcome())
    }

    fn to_move(&mut self) -> Result<Side, imm_status> {
        self.ask(|game| game.to_move())
    }

    fn restart(&mut self) -> Result<(), imm_status> {
        let board = self.board;
        self.change(|game| {
            game.restart(board);
            Ok(())
        })
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}

/// Why a position is not changed.
struct Refusal(imm_status);

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self(fault_status(fault))
    }
}

impl<G: Hosted, S: Search<'static, Game = G> + 'static> Hosting<S> {
    fn change(&mut self, change: impl FnOnce(&mut G) -> Result<(), imm_status>) -> Result<(), imm_status> {
        self.search.change_position(|game| change(game).map_err(Refusal)).map_err(|Refusal(status)| status)
    }
}

impl<G: Hosted, S: Search<'static, Game = G> + 'static> Extras for Hosting<S> {
    fn candidate(&mut self, index: usize) -> Result<Option<Candidate>, imm_status> {
        self.search.candidate(index).map_err(fault_status)
    }

    fn line(&mut self, moves: &mut [Move]) -> Result<usize, imm_status> {
        self.search.line(moves).map_err(fault_status)
    }

    fn evaluate(&mut self) -> Result<Value, imm_status> {
        if let Some(outcome) = Session::outcome(self)? {
            return Ok(outcome.value());
        }
        let evaluator = self.evaluator;
        let value = self.ask(|game| game.has_evaluator(evaluator).then(|| game.evaluate(evaluator)))?;
        value.ok_or(IMM_ERR_UNSUPPORTED)
    }

    fn write_move(&mut self, mv: Move, out: &mut Text<'_>) -> Result<(), imm_status> {
        if !self.search.is_legal(mv).map_err(fault_status)? {
            return Err(IMM_ERR_ILLEGAL_MOVE);
        }
        self.ask(|game| game.write_move(mv, out))
    }

    fn read_move(&mut self, text: &str) -> Result<Move, imm_status> {
        let mv = self.search.ask_moves(|game, moves| game.read_move(text, moves)).map_err(fault_status)?;
        mv.ok_or(IMM_ERR_TEXT)
    }

    fn write_position(&mut self, out: &mut Text<'_>) -> Result<(), imm_status> {
        self.ask(|game| game.has_position_texts().then(|| game.write_position(out)))?.ok_or(IMM_ERR_UNSUPPORTED)
    }

    fn read_position(&mut self, text: &str) -> Result<(), imm_status> {
        self.change(|game| match game.has_position_texts() {
            true => game.read_position(text).map_err(|_| IMM_ERR_TEXT),
            false => Err(IMM_ERR_UNSUPPORTED),
        })
    }

    fn shuffle(&mut self, seed: u64) -> Result<(), imm_status> {
        let board = self.board;
        self.change(|game| if game.shuffle(board, seed) { Ok(()) } else { Err(IMM_ERR_UNSUPPORTED) })
    }
}

fn search_status(error: SearchError) -> imm_status {
    match error {
        SearchError::GameOver => IMM_ERR_GAME_OVER,
        SearchError::NoClock => IMM_ERR_NO_CLOCK,
        SearchError::NoLimit => IMM_ERR_NO_LIMIT,
        SearchError::Fault(fault) => fault_status(fault),
    }
}

fn fault_status(fault: Fault) -> imm_status {
    match fault {
        Fault::TooManyMoves => IMM_ERR_TOO_MANY_MOVES,
        Fault::NoMoves => IMM_ERR_NO_MOVES,
        Fault::InvalidMove => IMM_ERR_INVALID_MOVE,
        Fault::InvalidPlayer => IMM_ERR_INVALID_PLAYER,
        Fault::InvalidOutcome => IMM_ERR_INVALID_OUTCOME,
        Fault::NotANumber => IMM_ERR_NOT_A_NUMBER,
        Fault::Failed => IMM_ERR_CALLBACK,
    }
}

/// How a game is laid out and opened. A built-in game has one of these in a static that only its own function names, so
/// that a program links the games that it plays and no others.
pub(crate) struct Kind {
    pub(crate) abilities: fn(&imm_game, Evaluator) -> Result<Abilities, imm_status>,
    pub(crate) needs: fn(&imm_game) -> Result<Needs, imm_status>,
    pub(crate) open: Open,
    #[cfg(feature = "alpha-beta")]
    /// `None` in the `small` games, which are for the tree search alone.
    pub(crate) stack: Option<StackKind>,
}

/// Opens a session in a block that is laid out for so many slots. See [`open_callbacks`].
type Open = unsafe fn(&imm_game, &Config, *mut u8, &Layout, usize) -> Result<Opened, imm_status>;

/// The kind of a game that consists of callbacks.
pub(crate) static CALLBACKS: Kind = Kind {
    abilities: callback_abilities,
    needs: callback_needs,
    open: open_callbacks,
    #[cfg(feature = "alpha-beta")]
    stack: Some(CALLBACK_STACK),
};

pub(crate) fn callback_abilities(game: &imm_game, evaluator: Evaluator) -> Result<Abilities, imm_status> {
    Callbacks::of(game).map(|callbacks| callbacks.abilities(evaluator)).ok_or(IMM_ERR_GAME)
}

pub(crate) fn callback_needs(game: &imm_game) -> Result<Needs, imm_status> {
    let callbacks = Callbacks::of(game).ok_or(IMM_ERR_GAME)?;
    let (position, undo) = callback_strides(game)?;
    let undos = undo.checked_mul(ROOT_LEVELS.wrapping_add(WALKER_LEVELS));
    let both = position.checked_mul(2).zip(undos).and_then(|(both, undos)| both.checked_add(undos));
    let both = both.and_then(|both| both.checked_add(CALLBACKS_STRIDE));
    Ok(Needs {
        session: session_shape::<TreeSearch<'static, CallbackGame>>(),
        positions: both.ok_or(IMM_ERR_GAME)?,
        max_moves: game.max_moves as usize,
        listed: game.max_moves as usize,
        max_plies: callbacks.max_plies(),
    })
}

/// Bytes from the callbacks, which come before the positions, to the first of those.
pub(crate) const CALLBACKS_STRIDE: usize = size_of::<Callbacks>().next_multiple_of(IMM_ALIGN);

/// Puts the callbacks where they stay as long as the block is lent.
///
/// # Safety
/// `place` is aligned to IMM_ALIGN and has CALLBACKS_STRIDE bytes, exclusively ours.
pub(crate) unsafe fn keep_callbacks(game: &imm_game, place: *mut u8) -> Result<&'static Callbacks, imm_status> {
    let place = place.cast::<Callbacks>();
    // SAFETY: promised by the caller.
    unsafe { place.write(Callbacks::of(game).ok_or(IMM_ERR_GAME)?) };
    // SAFETY: just written, and never again.
    Ok(unsafe { &*place })
}

/// Bytes from one position, and from one undo, to the next.
pub(crate) fn callback_strides(game: &imm_game) -> Result<(usize, usize), imm_status> {
    let position = round_up(game.position_size as usize).ok_or(IMM_ERR_GAME)?;
    let undo = round_up(game.undo_size as usize).ok_or(IMM_ERR_GAME)?;
    Ok((position, undo))
}

/// # Safety
/// `block` is aligned to IMM_ALIGN and holds `layout` with `slots` slots, all of it exclusively ours.
unsafe fn open_callbacks(
    game: &imm_game,
    config: &Config,
    block: *mut u8,
    layout: &Layout,
    slots: usize,
) -> Result<Opened, imm_status> {
    // SAFETY: `callback_needs` has reserved the callbacks at `positions`.
    let callbacks = unsafe { keep_callbacks(game, block.add(layout.positions)) }?;
    let (stride, undo) = callback_strides(game)?;
    let one = stride.wrapping_add(undo.wrapping_mul(ROOT_LEVELS));
    let place = |offset: usize| {
        // SAFETY: behind them it has reserved two positions with their undo levels.
        unsafe { block.add(layout.positions.wrapping_add(CALLBACKS_STRIDE).wrapping_add(offset)).cast() }
    };
    // SAFETY: the places are aligned, disjoint, and of the sizes that `new` asks for.
    let position = unsafe { CallbackGame::new(callbacks, place(0), place(stride), ROOT_LEVELS) };
    // SAFETY: likewise, for the second position.
    let walker = unsafe { CallbackGame::new(callbacks, place(one), place(one.wrapping_add(stride)), WALKER_LEVELS) };
    // SAFETY: what we were promised of `block`, we promise on.
    unsafe { open(game, position, walker, config, block, layout, slots) }.map(Hosting::with_extras)
}

/// The shape of a session, which keeps what `IMM_STATE_SIZE` promises.
pub(crate) fn session_shape<S>() -> Shape {
    const {
        let shape = Shape::new::<Hosting<S>>();
        assert!(size_of::<State>() + shape.size() + CALLBACKS_STRIDE + 2 * IMM_ALIGN <= IMM_STATE_SIZE);
        assert!(shape.align() <= IMM_ALIGN && size_of::<Slot>() == IMM_SLOT_SIZE);
        shape
    }
}

/// The needs of a built-in game.
pub(crate) fn built_in_needs<G: Hosted>(game: &G) -> Needs {
    Needs {
        session: session_shape::<TreeSearch<'static, G>>(),
        positions: 0,
        max_moves: game.max_moves(),
        listed: game.max_moves(),
        max_plies: game.max_plies(),
    }
}

/// Sets up a session in the block.
///
/// # Safety
/// As for [`open_callbacks`].
#[inline(never)] // lest the search be built on the stack of whoever opens it
pub(crate) unsafe fn open<G: Hosted>(
    game: &imm_game,
    position: G,
    walker: G,
    config: &Config,
    block: *mut u8,
    layout: &Layout,
    slots: usize,
) -> Result<*mut Hosting<TreeSearch<'static, G>>, imm_status> {
    check_config(config, &position.abilities(config.evaluator))?;
    // SAFETY: `layout` puts a pool of `slots` slots there, within the block, aligned and apart from the rest. A slot
    // may hold any bytes, but the block may never have been written to.
    let slots = unsafe { zeroed_slice::<Slot>(block.add(layout.slots), slots) };
    // SAFETY: likewise for the path, whose steps may hold any bytes.
    let path = unsafe { zeroed_slice::<Step>(block.add(layout.path), layout.path_len) };
    // SAFETY: likewise for the moves.
    let moves = unsafe { zeroed_slice::<Move>(block.add(layout.moves), layout.listed) };
    // SAFETY: `layout` reserves the shape of this session there. Its fields are written one by one, where they stay: on the
    // stack of a small board there is no room for them.
    let place = unsafe { block.add(layout.session).cast::<Hosting<TreeSearch<'static, G>>>() };
    // SAFETY: within the session; what need not be initialised may be anything.
    let search = unsafe { &mut *(&raw mut (*place).search).cast::<MaybeUninit<TreeSearch<'static, G>>>() };
    TreeSearch::new_at(search, position, walker, config, Memory { slots, path, moves });
    // SAFETY: the search is there, and the place is exclusively ours.
    unsafe { host(place, config.evaluator, game.board) }
}

/// Completes a session whose search stands in its place already, and looks whether its game can be used.
///
/// # Safety
/// `place` is aligned, exclusively ours, and its `search` is written.
pub(crate) unsafe fn host<G: Hosted, S: Search<'static, Game = G> + 'static>(
    place: *mut Hosting<S>,
    evaluator: Evaluator,
    board: u32,
) -> Result<*mut Hosting<S>, imm_status> {
    // SAFETY: within the session; nothing that needs dropping is overwritten.
    unsafe { (&raw mut (*place).evaluator).write(evaluator) };
    // SAFETY: likewise.
    unsafe { (&raw mut (*place).board).write(board) };
    // SAFETY: all of its fields are written now, and it is exclusively ours.
    let session = unsafe { &mut *place };
    session.outcome()?;
    session.to_move()?;
    Ok(place)
}

/// A slice of lent memory, all zeros.
///
/// # Safety
/// `start` is aligned for `T`, and `len` of them from there on are exclusively ours; all zeros is a `T`.
pub(crate) unsafe fn zeroed_slice<T>(start: *mut u8, len: usize) -> &'static mut [T] {
    let start = start.cast::<T>();
    // SAFETY: promised by the caller.
    unsafe { start.write_bytes(0, len) };
    // SAFETY: promised by the caller, and just initialised. The lifetime ends with the state's: nobody else has it.
    unsafe { core::slice::from_raw_parts_mut(start, len) }
}

/// Can this player play a game that knows so much? Apart, for all games, and without the texts of errors.
#[inline(never)]
fn check_config(config: &Config, game: &Abilities) -> Result<(), imm_status> {
    config.check_with(game).map_err(config_status)
}

/// The status for a configuration that does not fit.
pub(crate) fn config_status(error: ConfigError) -> imm_status {
    match error {
        ConfigError::OutOfRange(_) => IMM_ERR_OUT_OF_RANGE,
        ConfigError::Unsupported { .. } | ConfigError::LeftOut(_) => IMM_ERR_UNSUPPORTED,
        ConfigError::Contradiction { .. } => IMM_ERR_CONTRADICTION,
    }
}
