//! The layout of the caller-provided block for alpha-beta.
//!
//! `| State | Session | work of a net | positions of a callback game | undo, per ply |
//!    moves, a list per ply | keys | lines | frames | undo data of the kernel, per ply |
//!    history | table |`
//!
//! The undo data, the lists of moves, the lines and the frames form the stack. A custom game has
//! its undo data in the first of the two places, and a built-in game has it in the second. The
//! stack has as many plies as fit, at most 255. Alpha-beta finds a legal move even if the block is
//! too small for one ply.
//!
//! With a table (`tt` in a game with a hash) or a history (`history`), the stack has at most 127
//! plies. The stack and everything before it then take at most half of the block. If the player has
//! a history, it comes next. It has 32 KiB in a block of 256 KiB or more, otherwise 2 KiB. The
//! table has as many buckets as fit, rounded down to a power of two. So searches are the same on
//! all targets, although the other parts do not have the same sizes.
//!
//! If a callback writes too many moves, it damages only scratch space, or the list of a deeper ply,
//! which will be generated again.
//!
//! A library without the feature `alpha-beta` refuses alpha-beta players, and contains no code for
//! them.

use crate::internal::layout::{HEAD, Work, round_up, works_of};
use crate::types::*;
use core::alloc::Layout as Shape;
use kernel::alphabeta::{Config, Frame, Merit, PLIES_MAX, Switch, line_moves};
use kernel::game::Move;

/// The sizes that alpha-beta needs for one game.
#[derive(Clone, Copy)]
pub(crate) struct DepthNeeds {
    /// The size and alignment of the game's `Session`.
    pub session: Shape,
    /// Two sizes in bytes, each a multiple of IMM_ALIGN. `positions`: the callbacks and two
    /// positions together. `undo`: the undo data of one move.
    pub positions: usize,
    pub undo: usize,
    /// The size of the kernel's undo data of one ply, in bytes.
    pub undos: usize,
    pub max_moves: usize,
    /// True if the game has a hash. Without a hash, there is no transposition table.
    pub keyed: bool,
    /// How many [`Work`] structs the player needs: 1 if it evaluates with a net, otherwise 0.
    pub works: usize,
}

/// The offsets of all parts from the start of the block, in bytes, for a stack of `plies` plies.
/// All offsets are multiples of IMM_ALIGN. The session is at the offset HEAD.
#[derive(Clone, Copy, Default)]
pub(crate) struct DepthLayout {
    pub plies: usize,
    /// The total length of the lists of moves. There is one list for each ply, and one for calls
    /// between searches.
    pub listed: usize,
    pub work: usize,
    pub works: usize,
    pub positions: usize,
    pub undo: usize,
    pub moves: usize,
    pub keys: usize,
    pub lines: usize,
    pub frames: usize,
    pub undos: usize,
    /// The last four fields are the offset of the history, its number of entries, the offset of the
    /// table, and its number of buckets.
    pub history: usize,
    pub merits: usize,
    pub table: usize,
    pub buckets: usize,
    pub bytes: usize,
}

/// The largest number of plies of a stack, if the block also has a table or a history.
const SHARED_PLIES_MAX: usize = 127;
/// A block has a large history if it has at least this many bytes.
const LARGE_BLOCK: usize = 256 * 1024;
/// The binary logarithm of the maximum number of buckets. Only the upper 32 bits of a key select
/// the bucket.
const BUCKETS_LOG_MAX: u32 = 31;

impl DepthNeeds {
    /// The number of undo levels that the scratch position needs for this number of plies.
    pub(crate) fn undo_levels(plies: usize) -> usize {
        plies.max(1)
    }

    /// Returns the layout for this number of plies. Returns `None` if a size overflows, or if there
    /// are too many plies.
    pub(crate) fn layout(&self, plies: usize) -> Option<DepthLayout> {
        let behind = |start: usize, count: usize, size: usize| round_up(start.checked_add(count.checked_mul(size)?)?);
        let listed = self.max_moves.checked_mul(plies.checked_add(1)?)?;
        let work = behind(HEAD, 1, self.session.size())?;
        let positions = behind(work, self.works, size_of::<Work>())?;
        let undo = behind(positions, 1, self.positions)?;
        // The scratch position needs this many levels. The root position also needs one.
        let moves = behind(undo, Self::undo_levels(plies).checked_add(1)?, self.undo)?;
        let keys = behind(moves, listed, size_of::<Move>())?;
        let lines = behind(keys, self.max_moves, size_of::<i64>())?;
        let frames = behind(lines, line_moves(plies), size_of::<Move>())?;
        let undos = behind(frames, plies, size_of::<Frame>())?;
        let bytes = undos.checked_add(plies.checked_mul(self.undos)?)?;
        let fits = plies <= PLIES_MAX && bytes <= isize::MAX as usize && self.session.align() <= IMM_ALIGN;
        let works = self.works;
        let offsets =
            DepthLayout { work, works, positions, undo, moves, keys, lines, frames, undos, ..DepthLayout::default() };
        fits.then_some(DepthLayout { plies, listed, bytes, ..offsets })
    }

    /// Returns the layout with the deepest stack that fits into `size` bytes. Returns `None` if
    /// even a stack of 0 plies does not fit.
    pub(crate) fn layout_in(&self, size: usize) -> Option<DepthLayout> {
        self.deepest(PLIES_MAX, size)
    }

    fn deepest(&self, plies_max: usize, size: usize) -> Option<DepthLayout> {
        (0..=plies_max).rev().find_map(|plies| self.layout(plies).filter(|layout| layout.bytes <= size))
    }

    /// Returns the layout of a block of `size` bytes for a player.
    pub(crate) fn layout_for(self, config: &Config, size: usize) -> Result<DepthLayout, imm_status> {
        let needs = Self { works: works_of(config.evaluator), ..self };
        let switches = config.switches;
        let (has_table, has_history) = (switches.has(Switch::Table) && needs.keyed, switches.has(Switch::History));
        let layout = if has_table || has_history {
            needs.shared_layout(has_table, has_history, size.min(isize::MAX as usize)) // the maximum length of a slice
        } else {
            needs.layout_in(size)
        };
        layout.ok_or(IMM_ERR_TOO_SMALL)
    }

    /// Returns a layout with a stack, and with a table and a history if the player has them.
    fn shared_layout(&self, has_table: bool, has_history: bool, size: usize) -> Option<DepthLayout> {
        let stack = self.deepest(SHARED_PLIES_MAX, size / 2).or_else(|| self.layout(0))?;
        let history = round_up(stack.bytes)?;
        let wanted = match has_history {
            true if size >= LARGE_BLOCK => 32 * 1024,
            true => 2 * 1024,
            false => 0,
        };
        let bytes = wanted.min(size.checked_sub(history)? & !(IMM_ALIGN - 1));
        let behind = history.checked_add(bytes)?;
        // In a large block, the table is aligned to cache lines, because each bucket fills one
        // cache line. In a small block, this would waste too much space.
        let table = if size >= LARGE_BLOCK { behind.checked_next_multiple_of(IMM_BUCKET_SIZE)? } else { behind };
        let room = if has_table { size.saturating_sub(table) } else { 0 };
        let buckets = (room / IMM_BUCKET_SIZE).checked_ilog2().map_or(0, |log| 1 << log.min(BUCKETS_LOG_MAX));
        let merits = bytes.checked_div(size_of::<Merit>())?;
        Some(DepthLayout { history, merits, table, buckets, ..stack })
    }
}
