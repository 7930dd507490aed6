//! Alpha-beta behind a session: how the lent block is divided for it, and how a session is opened in it.
//!
//! `| State | Session | positions of a callback game | undo, a ply each | moves, a list a ply | keys | lines | frames |
//!    history | table |`
//!
//! The stack has as many plies as fit, 255 at most; a block too small for one ply still gives a legal move. A player who
//! remembers (`tt` in a game with a hash, `history`, `hh`) gives the stack, with all before it, half of the block at most, and
//! 127 plies. Then comes the history if there is one, 32 KiB in a block of 256 KiB or more, else 2 KiB; and the table, of as
//! many buckets as fit, rounded down to a power of two: sizes of the rest differ from target to target, a search does not. A
//! callback that writes more moves than it may spoils the list of a deeper ply, which is made anew, or scratch space.
//!
//! Switched off with the feature `alpha-beta`: then its configurations are refused, and nothing of it is linked.

use crate::callbacks::{CallbackGame, Callbacks};
use crate::handle::State;
use crate::layout::round_up;
use crate::session::{
    CALLBACKS_STRIDE, Hosted, Hosting, Opened, callback_strides, config_status, host, keep_callbacks, session_shape,
    zeroed_slice,
};
use crate::types::*;
use core::alloc::Layout as Shape;
use kernel::alphabeta::{AlphaBeta, Bucket, Config, Frame, Memory, Merit, PLIES_MAX, Switch, Switches, line_moves};
use kernel::game::{Game, Move};

/// What one game needs for alpha-beta.
#[derive(Clone, Copy)]
pub(crate) struct StackNeeds {
    /// The shape of its `Session`.
    pub(crate) session: Shape,
    /// Bytes of the callbacks and two positions, and of what undoes one move, aligned to IMM_ALIGN.
    pub(crate) positions: usize,
    pub(crate) undo: usize,
    /// Bytes of a frame.
    pub(crate) frame: usize,
    pub(crate) max_moves: usize,
    /// Has the game a hash? Without one a table would remember nothing.
    pub(crate) keyed: bool,
}

/// Offsets from the start of the block, all aligned to IMM_ALIGN, for a stack of so many plies.
#[derive(Clone, Copy, Default)]
pub(crate) struct StackLayout {
    pub(crate) plies: usize,
    /// Moves that the lists take: one list a ply, and one for questions between searches.
    pub(crate) listed: usize,
    pub(crate) positions: usize,
    pub(crate) undo: usize,
    pub(crate) moves: usize,
    pub(crate) keys: usize,
    pub(crate) lines: usize,
    pub(crate) frames: usize,
    /// Where the history begins, how many moves it keeps apart; likewise the table and its buckets.
    pub(crate) history: usize,
    pub(crate) merits: usize,
    pub(crate) table: usize,
    pub(crate) buckets: usize,
    pub(crate) session: usize,
    pub(crate) bytes: usize,
}

/// The most plies of a search that shares its block with a table or a history.
const SHARED_PLIES_MAX: usize = 127;
/// A block of so many bytes has a large history.
const LARGE_BLOCK: usize = 256 * 1024;
/// A table has two to the power of this many buckets, at most: a key has no more bits to tell them apart.
const BUCKETS_LOG_MAX: u32 = 31;

impl StackNeeds {
    /// Moves that are made and not yet taken back, at most: of the position, and of the one that is searched on.
    pub(crate) fn undo_levels(plies: usize) -> usize {
        plies.max(1)
    }

    /// `None` where a size overflows, or for more plies than there can be.
    pub(crate) fn layout(&self, plies: usize) -> Option<StackLayout> {
        let behind = |start: usize, count: usize, size: usize| round_up(start.checked_add(count.checked_mul(size)?)?);
        let listed = self.max_moves.checked_mul(plies.checked_add(1)?)?;
        let session = round_up(size_of::<State>())?;
        let positions = behind(session, 1, self.session.size())?;
        let undo = behind(positions, 1, self.positions)?;
        // One more than the walker's: the position's own.
        let moves = behind(undo, Self::undo_levels(plies).checked_add(1)?, self.undo)?;
        let keys = behind(moves, listed, size_of::<Move>())?;
        let lines = behind(keys, self.max_moves, size_of::<i64>())?;
        let frames = behind(lines, line_moves(plies), size_of::<Move>())?;
        let bytes = frames.checked_add(plies.checked_mul(self.frame)?)?;
        let fits = plies <= PLIES_MAX && bytes <= isize::MAX as usize && self.session.align() <= IMM_ALIGN;
        let offsets = StackLayout { positions, undo, moves, keys, lines, frames, session, ..StackLayout::default() };
        fits.then_some(StackLayout { plies, listed, bytes, ..offsets })
    }

    /// The deepest stack that `size` bytes have room for; `None` where not even the rest fits.
    pub(crate) fn layout_in(&self, size: usize) -> Option<StackLayout> {
        self.deepest(PLIES_MAX, size)
    }

    fn deepest(&self, plies_max: usize, size: usize) -> Option<StackLayout> {
        (0..=plies_max).rev().find_map(|plies| self.layout(plies).filter(|layout| layout.bytes <= size))
    }

    /// How `size` bytes are divided for a player.
    pub(crate) fn layout_for(&self, switches: Switches, size: usize) -> Result<StackLayout, imm_status> {
        let (has_table, has_history) = (switches.has(Switch::Table) && self.keyed, switches.keep_history());
        let layout = if has_table || has_history {
            self.shared_layout(has_table, has_history, size.min(isize::MAX as usize)) // what a slice may be long
        } else {
            self.layout_in(size)
        };
        layout.ok_or(IMM_ERR_TOO_SMALL)
    }

    /// The stack beside a table, a history, or both.
    fn shared_layout(&self, has_table: bool, has_history: bool, size: usize) -> Option<StackLayout> {
        let stack = self.deepest(SHARED_PLIES_MAX, size / 2).or_else(|| self.layout(0))?;
        let history = round_up(stack.bytes)?;
        let wanted = match has_history {
            true if size >= LARGE_BLOCK => 32 * 1024,
            true => 2 * 1024,
            false => 0,
        };
        let room = size.checked_sub(history)?;
        let bytes = wanted.min(room & !(IMM_ALIGN - 1));
        let room = if has_table { room.saturating_sub(bytes) } else { 0 };
        let buckets = (room / IMM_BUCKET_SIZE).checked_ilog2().map_or(0, |log| 1 << log.min(BUCKETS_LOG_MAX));
        let (merits, table) = (bytes.checked_div(size_of::<Merit>())?, history.checked_add(bytes)?);
        Some(StackLayout { history, merits, table, buckets, ..stack })
    }
}

/// How a game is laid out and opened for alpha-beta.
#[derive(Clone, Copy)]
pub(crate) struct StackKind {
    pub(crate) needs: fn(&imm_game) -> Result<StackNeeds, imm_status>,
    /// How a block of so many bytes is divided for a player: named here, so that a game without alpha-beta links none of it.
    pub(crate) layout: fn(&imm_game, Switches, usize) -> Result<StackLayout, imm_status>,
    pub(crate) open: OpenStack,
}

/// Opens a session in a block that is laid out so.
pub(crate) type OpenStack = unsafe fn(&imm_game, &Config, *mut u8, &StackLayout) -> Result<Opened, imm_status>;

/// That of a game that consists of callbacks.
pub(crate) const CALLBACK_STACK: StackKind =
    StackKind { needs: callback_stack_needs, layout: callback_stack_layout, open: open_callback_stack };

/// Bytes of a game's frame, which keeps what `IMM_PLY_SIZE` promises; a bucket keeps what `IMM_BUCKET_SIZE` does.
pub(crate) fn frame_size<G: Game>() -> usize {
    const {
        assert!(size_of::<Frame<G::Undo>>() <= IMM_PLY_SIZE && align_of::<Frame<G::Undo>>() <= IMM_ALIGN);
        assert!(size_of::<Bucket>() == IMM_BUCKET_SIZE && align_of::<Bucket>() <= IMM_ALIGN);
        size_of::<Frame<G::Undo>>()
    }
}

fn callback_stack_needs(game: &imm_game) -> Result<StackNeeds, imm_status> {
    Callbacks::of(game).ok_or(IMM_ERR_GAME)?;
    let (position, undo) = callback_strides(game)?;
    Ok(StackNeeds {
        session: session_shape::<AlphaBeta<'static, CallbackGame>>(),
        positions: position.checked_mul(2).and_then(|two| two.checked_add(CALLBACKS_STRIDE)).ok_or(IMM_ERR_GAME)?,
        undo,
        frame: frame_size::<CallbackGame>(),
        max_moves: game.max_moves as usize,
        keyed: game.hash.is_some(),
    })
}

fn callback_stack_layout(game: &imm_game, switches: Switches, size: usize) -> Result<StackLayout, imm_status> {
    callback_stack_needs(game)?.layout_for(switches, size)
}

/// # Safety
/// `block` is aligned to IMM_ALIGN and holds `layout`, all of it exclusively ours.
unsafe fn open_callback_stack(
    game: &imm_game,
    config: &Config,
    block: *mut u8,
    layout: &StackLayout,
) -> Result<Opened, imm_status> {
    // SAFETY: `callback_stack_needs` has reserved the callbacks at `positions`.
    let callbacks = unsafe { keep_callbacks(game, block.add(layout.positions)) }?;
    let (stride, undo) = callback_strides(game)?;
    let place = |offset: usize| {
        // SAFETY: behind them it has reserved two positions, and undo levels for both.
        unsafe { block.add(offset).cast() }
    };
    let first = layout.positions.wrapping_add(CALLBACKS_STRIDE);
    let walker_undo = layout.undo.wrapping_add(undo);
    let levels = StackNeeds::undo_levels(layout.plies);
    // SAFETY: the places are aligned, disjoint, and of the sizes that `new` asks for.
    let position = unsafe { CallbackGame::new(callbacks, place(first), place(layout.undo), 1) };
    let second = first.wrapping_add(stride);
    // SAFETY: likewise, for the second position.
    let walker = unsafe { CallbackGame::new(callbacks, place(second), place(walker_undo), levels) };
    // SAFETY: what we were promised of `block`, we promise on.
    unsafe { open_stack(game, position, walker, config, block, layout) }.map(Hosting::with_extras)
}

/// The needs of a built-in game for alpha-beta.
pub(crate) fn built_in_stack_needs<G: Hosted>(game: &G) -> StackNeeds {
    StackNeeds {
        session: session_shape::<AlphaBeta<'static, G>>(),
        positions: 0,
        undo: 0,
        frame: frame_size::<G>(),
        max_moves: game.max_moves(),
        keyed: game.hash().is_some(),
    }
}

/// Sets up a session of alpha-beta in the block.
///
/// # Safety
/// As for [`open_callback_stack`].
pub(crate) unsafe fn open_stack<G: Hosted>(
    game: &imm_game,
    position: G,
    walker: G,
    config: &Config,
    block: *mut u8,
    layout: &StackLayout,
) -> Result<*mut Hosting<AlphaBeta<'static, G>>, imm_status> {
    let max_moves = position.max_moves();
    // SAFETY: `layout` puts so many moves there, within the block, aligned and apart from the rest.
    let moves = unsafe { zeroed_slice::<Move>(block.add(layout.moves), layout.listed) };
    // SAFETY: likewise for the keys.
    let keys = unsafe { zeroed_slice::<i64>(block.add(layout.keys), max_moves) };
    // SAFETY: likewise for the lines.
    let lines = unsafe { zeroed_slice::<Move>(block.add(layout.lines), line_moves(layout.plies)) };
    // SAFETY: likewise for the frames.
    let frames = unsafe { default_slice::<Frame<G::Undo>>(block.add(layout.frames), layout.plies) };
    // SAFETY: likewise for the history.
    let history = unsafe { default_slice::<Merit>(block.add(layout.history), layout.merits) };
    // SAFETY: likewise for the table.
    let table = unsafe { default_slice::<Bucket>(block.add(layout.table), layout.buckets) };
    let memory = Memory { frames, moves, lines, keys, table, history };
    let search = AlphaBeta::new(position, walker, config, memory).map_err(config_status)?;
    // SAFETY: `layout` reserves the shape of this session there.
    let place = unsafe { block.add(layout.session).cast::<Hosting<AlphaBeta<'static, G>>>() };
    // SAFETY: within the session; nothing that needs dropping is overwritten.
    unsafe { (&raw mut (*place).search).write(search) };
    // SAFETY: the search is there, and the place is exclusively ours.
    unsafe { host(place, config.evaluator, game.board) }
}

/// A slice of lent memory, all defaults.
///
/// # Safety
/// `start` is aligned for `T`, and `len` of them from there on are exclusively ours.
unsafe fn default_slice<T: Default>(start: *mut u8, len: usize) -> &'static mut [T] {
    let start = start.cast::<T>();
    for index in 0..len {
        // SAFETY: promised by the caller.
        unsafe { start.add(index).write(T::default()) };
    }
    // SAFETY: promised by the caller, and just initialised. The lifetime ends with the state's: nobody else has it.
    unsafe { core::slice::from_raw_parts_mut(start, len) }
}
