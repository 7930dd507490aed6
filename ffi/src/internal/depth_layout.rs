//! How the lent block is divided for alpha-beta.
//!
//! `| State | Session | work of a net | positions of a callback game | undo, a ply each |
//!    moves, a list a ply | keys | lines | frames | history | table |`
//!
//! The stack has as many plies as fit, 255 at most; a block too small for one ply still gives a
//! legal move. A player who remembers (`tt` in a game with a hash, `history`, `hh`) gives the
//! stack, with all before it, half of the block at most, and 127 plies. Then comes the history if
//! there is one, 32 KiB in a block of 256 KiB or more, else 2 KiB; and the table, of as many
//! buckets as fit, rounded down to a power of two: sizes of the rest differ from target to target,
//! a search does not. A callback that writes more moves than it may spoils the list of a deeper
//! ply, which is made anew, or scratch space.
//!
//! Switched off with the feature `alpha-beta`: then its configurations are refused, and nothing of
//! it is linked.

use crate::internal::layout::{HEAD, Work, round_up, works_of};
use crate::types::*;
use core::alloc::Layout as Shape;
use kernel::alphabeta::{Config, Merit, PLIES_MAX, Switch, line_moves};
use kernel::game::Move;

/// What one game needs for alpha-beta.
#[derive(Clone, Copy)]
pub(crate) struct DepthNeeds {
    /// The shape of its `Session`.
    pub session: Shape,
    /// Bytes of the callbacks and two positions, and of what undoes one move, aligned to IMM_ALIGN.
    pub positions: usize,
    pub undo: usize,
    /// Bytes of a frame.
    pub frame: usize,
    pub max_moves: usize,
    /// Has the game a hash? Without one a table would remember nothing.
    pub keyed: bool,
    /// How many [`Work`]: 1 for a player who evaluates by a net.
    pub works: usize,
}

/// Offsets from the start of the block, all aligned to IMM_ALIGN, the session being at HEAD, for a
/// stack of this number of plies.
#[derive(Clone, Copy, Default)]
pub(crate) struct DepthLayout {
    pub plies: usize,
    /// Moves that the lists take: one list a ply, and one for questions between searches.
    pub listed: usize,
    pub work: usize,
    pub works: usize,
    pub positions: usize,
    pub undo: usize,
    pub moves: usize,
    pub keys: usize,
    pub lines: usize,
    pub frames: usize,
    /// Where the history begins, how many moves it keeps apart; where the table begins, and its
    /// buckets.
    pub history: usize,
    pub merits: usize,
    pub table: usize,
    pub buckets: usize,
    pub bytes: usize,
}

/// The most plies of a search that shares its block with a table or a history.
const SHARED_PLIES_MAX: usize = 127;
/// A block of this size or more has a large history.
const LARGE_BLOCK: usize = 256 * 1024;
/// A table has two to the power of this many buckets, at most: a key has no more bits to tell them
/// apart.
const BUCKETS_LOG_MAX: u32 = 31;

impl DepthNeeds {
    /// Moves that are made and not yet taken back, at most: of the position, and of the one that is
    /// searched on.
    pub(crate) fn undo_levels(plies: usize) -> usize {
        plies.max(1)
    }

    /// `None` where a size overflows, or for more plies than there can be.
    pub(crate) fn layout(&self, plies: usize) -> Option<DepthLayout> {
        let behind = |start: usize, count: usize, size: usize| round_up(start.checked_add(count.checked_mul(size)?)?);
        let listed = self.max_moves.checked_mul(plies.checked_add(1)?)?;
        let work = behind(HEAD, 1, self.session.size())?;
        let positions = behind(work, self.works, size_of::<Work>())?;
        let undo = behind(positions, 1, self.positions)?;
        // One more than the scratch position's: the position's own.
        let moves = behind(undo, Self::undo_levels(plies).checked_add(1)?, self.undo)?;
        let keys = behind(moves, listed, size_of::<Move>())?;
        let lines = behind(keys, self.max_moves, size_of::<i64>())?;
        let frames = behind(lines, line_moves(plies), size_of::<Move>())?;
        let bytes = frames.checked_add(plies.checked_mul(self.frame)?)?;
        let fits = plies <= PLIES_MAX && bytes <= isize::MAX as usize && self.session.align() <= IMM_ALIGN;
        let works = self.works;
        let offsets =
            DepthLayout { work, works, positions, undo, moves, keys, lines, frames, ..DepthLayout::default() };
        fits.then_some(DepthLayout { plies, listed, bytes, ..offsets })
    }

    /// The deepest stack that `size` bytes have room for; `None` where not even the rest fits.
    pub(crate) fn layout_in(&self, size: usize) -> Option<DepthLayout> {
        self.deepest(PLIES_MAX, size)
    }

    fn deepest(&self, plies_max: usize, size: usize) -> Option<DepthLayout> {
        (0..=plies_max).rev().find_map(|plies| self.layout(plies).filter(|layout| layout.bytes <= size))
    }

    /// How `size` bytes are divided for a player.
    pub(crate) fn layout_for(self, config: &Config, size: usize) -> Result<DepthLayout, imm_status> {
        let needs = Self { works: works_of(config.evaluator), ..self };
        let switches = config.switches;
        let (has_table, has_history) = (switches.has(Switch::Table) && needs.keyed, switches.keep_history());
        let layout = if has_table || has_history {
            needs.shared_layout(has_table, has_history, size.min(isize::MAX as usize)) // what a slice may be long
        } else {
            needs.layout_in(size)
        };
        layout.ok_or(IMM_ERR_TOO_SMALL)
    }

    /// The stack beside a table, a history, or both.
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
        // A bucket is a line of a cache; a small block has no byte to spare for that.
        let table = if size >= LARGE_BLOCK { behind.checked_next_multiple_of(IMM_BUCKET_SIZE)? } else { behind };
        let room = if has_table { size.saturating_sub(table) } else { 0 };
        let buckets = (room / IMM_BUCKET_SIZE).checked_ilog2().map_or(0, |log| 1 << log.min(BUCKETS_LOG_MAX));
        let merits = bytes.checked_div(size_of::<Merit>())?;
        Some(DepthLayout { history, merits, table, buckets, ..stack })
    }
}
