//! Built-in games with large positions. The positions are in the caller-provided block. If they
//! were part of the session, the code that opens a search would pass them by value on the stack,
//! which may be too small. Also, on a Cortex-M0+, short offsets could not reach the other fields of
//! the session. This would take 2 KB more flash per game.

use crate::internal::game_kinds::game_kind::{Facts, GameKind, Kind, Places, game};
use crate::internal::rebase::Shift;
use crate::internal::session::{CGame, Place};
use crate::types::*;
use core::marker::PhantomData;
use kernel::game::by_reference::ByReference;
use kernel::game::knowledge::{Abilities, Evaluator, Knowledge};
use kernel::game::notation::Notation;
use kernel::game::snapshot::Snapshot;

/// A built-in game with large positions.
pub(crate) trait Large: Knowledge + Notation + Snapshot + Copy + 'static {
    /// The largest size of a position on any target, in bytes. The C header promises this number.
    const SIZE_MAX: usize;

    /// A position in static memory. It is for questions that have the same answer for all
    /// positions.
    const ANY: &'static Self;

    /// The functions that open this game.
    const KIND: &'static Kind;

    /// True if there is a board with this number.
    fn has_board(board: u32) -> bool;

    /// Overwrites this position with the starting position of the board with this number. The board
    /// must exist.
    fn restart(&mut self, board: u32);
}

/// A large game. Its board is checked, but its positions do not exist yet.
pub(crate) struct InBlock<G>(PhantomData<G>);

impl<G: Large> GameKind for InBlock<G> {
    type Game = ByReference<'static, G>;

    fn of(game: &imm_game) -> Result<Self, imm_status> {
        if G::has_board(game.board) { Ok(Self(PhantomData)) } else { Err(IMM_ERR_GAME) }
    }

    fn abilities(&self, _: &imm_game, evaluator: Evaluator) -> Abilities {
        G::ANY.abilities(evaluator)
    }

    #[inline(always)] // so that only what its caller uses is computed
    fn facts(&self, game: &imm_game) -> Option<Facts> {
        G::has_board(game.board).then(|| Facts {
            positions: stride::<G>().wrapping_mul(2),
            undo: 0,
            max_moves: G::ANY.max_moves(),
            max_plies: G::ANY.max_plies(),
        })
    }

    #[cfg(feature = "alpha-beta")]
    fn has_hash(&self, _: &imm_game) -> bool {
        G::ANY.hash().is_some()
    }

    #[inline(always)]
    unsafe fn place(self, game: &imm_game, places: Places) -> Result<[Self::Game; 2], imm_status> {
        let second = places.positions.wrapping_add(stride::<G>());
        // SAFETY: `facts` reserved two positions there.
        Ok([unsafe { begin_at(places.positions, game.board) }, unsafe { begin_at(second, game.board) }])
    }

    unsafe fn place_again(
        self,
        _: &imm_game,
        places: Places,
        kept: *const Self::Game,
    ) -> Result<[Self::Game; 2], imm_status> {
        let first = places.positions.cast::<G>();
        let second = places.positions.wrapping_add(stride::<G>()).cast::<G>();
        // SAFETY: promised by the caller. Positions can be copied, and these may overlap.
        unsafe { first.copy_from(&raw const *(*kept).0, 1) };
        // SAFETY: `facts` reserved two positions there, which do not overlap.
        unsafe { second.copy_from_nonoverlapping(first, 1) };
        // SAFETY: just written, and nothing else uses them.
        Ok([ByReference(unsafe { &mut *first }), ByReference(unsafe { &mut *second })])
    }
}

impl<G: Large> CGame for ByReference<'static, G> {
    fn description(&self, board: u32) -> imm_game {
        game(board, G::KIND)
    }

    fn restart(&mut self, board: u32) {
        self.0.restart(board);
    }

    fn rebase(&mut self, shift: &Shift) {
        // SAFETY: a reference is a pointer. The old value is no longer used as a reference.
        let place = shift.place(unsafe { (&raw const self.0).cast::<*mut G>().read() });
        // SAFETY: the position was copied there with its block, and nothing else uses it.
        self.0 = unsafe { &mut *place };
    }
}

impl<G: Large> Place for ByReference<'static, G> {
    #[cfg(not(target_os = "none"))]
    unsafe fn copy_to(&self, bytes: *mut u8) -> Self {
        let place = bytes.cast::<G>();
        // SAFETY: promised by the caller.
        unsafe { place.write(*self.0) };
        // SAFETY: just written, and nothing else uses it.
        ByReference(unsafe { &mut *place })
    }
}

/// Returns the distance between the two positions in the block, in bytes.
fn stride<G: Large>() -> usize {
    const { assert!(size_of::<G>() <= G::SIZE_MAX && align_of::<G>() <= IMM_ALIGN && G::SIZE_MAX % IMM_ALIGN == 0) };
    size_of::<G>().next_multiple_of(IMM_ALIGN)
}

/// Writes the starting position directly to `place`, because the stack of a small microcontroller
/// has no room for a position.
///
/// # Safety
/// `place` is aligned to IMM_ALIGN and has space for a position. Nothing else uses that space while
/// the search has the block.
#[inline(never)]
unsafe fn begin_at<G: Large>(place: *mut u8, board: u32) -> ByReference<'static, G> {
    let place = place.cast::<G>();
    // SAFETY: promised by the caller; a position can be copied.
    unsafe { place.copy_from_nonoverlapping(G::ANY, 1) };
    // SAFETY: just written, and nothing else uses it.
    let position = unsafe { &mut *place };
    position.restart(board);
    ByReference(position)
}
