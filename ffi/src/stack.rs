//! Alpha-beta behind a session: how the lent block is divided for it, and how it is opened.
//!
//! `| State | Session | positions of a callback game | undo, a ply each | moves, a list a ply | keys | lines | frames |`
//!
//! The stack has as many plies as fit, 255 at most; a block too small for one ply still gives a legal move. A callback that
//! writes more moves than it may spoils the list of a deeper ply, which is made anew, or scratch space.
//!
//! Switched off with the feature `alpha-beta`: then its configurations are refused, and nothing of it is linked.

use crate::layout::round_up;
use crate::types::*;
use core::alloc::Layout as Shape;
use kernel::alphabeta::{Config, Frame, PLIES_MAX, line_moves};
use kernel::game::{Game, Move};

/// What one game needs for alpha-beta.
#[derive(Clone, Copy)]
pub(crate) struct StackNeeds {
    /// The shape of its `Session`.
    pub(crate) session: Shape,
    /// Bytes of two positions, and of what undoes one move, aligned to IMM_ALIGN.
    pub(crate) positions: usize,
    pub(crate) undo: usize,
    /// Bytes of a frame.
    pub(crate) frame: usize,
    pub(crate) max_moves: usize,
}

/// Offsets from the start of the block, all aligned to IMM_ALIGN, for a stack of so many plies.
#[derive(Clone, Copy)]
pub(crate) struct StackLayout {
    pub(crate) plies: usize,
    pub(crate) positions: usize,
    pub(crate) undo: usize,
    pub(crate) moves: usize,
    pub(crate) keys: usize,
    pub(crate) lines: usize,
    pub(crate) frames: usize,
    pub(crate) session: usize,
    pub(crate) bytes: usize,
}

impl StackNeeds {
    /// Moves that are made and not yet taken back, at most: of the position, and of the one that is searched on.
    pub(crate) fn undo_levels(plies: usize) -> usize {
        plies.max(1)
    }

    /// How many moves the lists take: one a ply, and one for questions between searches.
    pub(crate) fn list_moves(&self, plies: usize) -> Option<usize> {
        self.max_moves.checked_mul(plies.checked_add(1)?)
    }

    /// `None` where a size overflows, or for more plies than there can be.
    pub(crate) fn layout(&self, plies: usize) -> Option<StackLayout> {
        let behind = |start: usize, count: usize, size: usize| round_up(start.checked_add(count.checked_mul(size)?)?);
        let session = round_up(size_of::<crate::handle::State>())?;
        let positions = behind(session, 1, self.session.size())?;
        let undo = behind(positions, 1, self.positions)?;
        // One more than the walker's: the position's own.
        let moves = behind(undo, Self::undo_levels(plies).checked_add(1)?, self.undo)?;
        let keys = behind(moves, self.list_moves(plies)?, size_of::<Move>())?;
        let lines = behind(keys, self.max_moves, size_of::<i32>())?;
        let frames = behind(lines, line_moves(plies), size_of::<Move>())?;
        let bytes = frames.checked_add(plies.checked_mul(self.frame)?)?;
        let fits = plies <= PLIES_MAX && bytes <= isize::MAX as usize && self.session.align() <= IMM_ALIGN;
        fits.then_some(StackLayout { plies, positions, undo, moves, keys, lines, frames, session, bytes })
    }

    /// The deepest stack that `size` bytes have room for; `None` where not even the rest fits.
    pub(crate) fn layout_in(&self, size: usize) -> Option<StackLayout> {
        (0..=PLIES_MAX).rev().find_map(|plies| self.layout(plies).filter(|layout| layout.bytes <= size))
    }
}

/// How a game is laid out and opened for alpha-beta.
#[derive(Clone, Copy)]
pub(crate) struct StackKind {
    pub(crate) needs: fn(&imm_game) -> Result<StackNeeds, imm_status>,
    pub(crate) open: OpenStack,
}

/// Opens a session in a block that is laid out so.
pub(crate) type OpenStack =
    unsafe fn(&imm_game, &Config, *mut u8, &StackLayout) -> Result<*mut dyn crate::session::Session, imm_status>;

/// Bytes of a game's frame, which keeps what `IMM_PLY_SIZE` promises.
pub(crate) fn frame_size<G: Game>() -> usize {
    const {
        assert!(size_of::<Frame<G::Undo>>() <= IMM_PLY_SIZE && align_of::<Frame<G::Undo>>() <= IMM_ALIGN);
        size_of::<Frame<G::Undo>>()
    }
}
