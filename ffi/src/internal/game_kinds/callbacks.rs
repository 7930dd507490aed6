//! Custom games. The positions of a custom game are in the caller-provided block, after a copy of
//! the callbacks. Only the caller knows what a position contains.

use crate::internal::game_kinds::callback_game::{CallbackGame, Callbacks, abilities, max_plies};
use crate::internal::game_kinds::game_kind::{Facts, GameKind, Places};
use crate::internal::layout::round_up;
use crate::internal::rebase::Shift;
use crate::internal::session::CGame;
use crate::types::*;
use kernel::game::knowledge::{Abilities, Evaluator};
use kernel::player::options::{CHANCE, PLAYERS};

/// A custom game whose description is complete.
pub(crate) struct OwnGame;

impl GameKind for OwnGame {
    type Game = CallbackGame;

    /// The size in bytes of the callbacks, which come before the positions in the block.
    const BESIDE: usize = size_of::<Callbacks>().next_multiple_of(IMM_ALIGN);

    fn of(game: &imm_game) -> Result<Self, imm_status> {
        if !CHANCE && game.chance.is_some() {
            return Err(IMM_ERR_UNSUPPORTED);
        }
        if !PLAYERS && !matches!(game.players, 0 | 2) {
            return Err(IMM_ERR_UNSUPPORTED);
        }
        if Callbacks::are_complete(game) { Ok(Self) } else { Err(IMM_ERR_GAME) }
    }

    fn abilities(&self, game: &imm_game, evaluator: Evaluator) -> Abilities {
        abilities(game, evaluator)
    }

    #[inline(always)] // so that only what its caller uses is computed
    fn facts(&self, game: &imm_game) -> Option<Facts> {
        let both = round_up(game.position_size as usize)?.checked_mul(2)?;
        Some(Facts {
            positions: both.checked_add(Self::BESIDE)?,
            undo: round_up(game.undo_size as usize)?,
            max_moves: game.max_moves as usize,
            max_plies: max_plies(game),
        })
    }

    #[cfg(feature = "alpha-beta")]
    fn has_hash(&self, game: &imm_game) -> bool {
        game.hash.is_some()
    }

    #[inline(never)] // in its own frame, which has a copy of the callbacks
    unsafe fn place(self, game: &imm_game, places: Places) -> Result<[CallbackGame; 2], imm_status> {
        let stride = round_up(game.position_size as usize).ok_or(IMM_ERR_GAME)?;
        let undo = round_up(game.undo_size as usize).ok_or(IMM_ERR_GAME)?;
        let Some(given) = Callbacks::of(game) else { return Err(IMM_ERR_GAME) };
        let callbacks = places.positions.cast::<Callbacks>();
        // SAFETY: `facts` reserved the callbacks there.
        unsafe { callbacks.write(given) };
        // SAFETY: just written, and not written again while the search has the block.
        let callbacks = unsafe { &*callbacks };
        let [root, scratch] = places.levels;
        let first = places.positions.wrapping_add(Self::BESIDE);
        // SAFETY: `facts` reserved two positions after the callbacks. In `places`, the levels of
        // the first come before those of the second. All of it is aligned.
        let position = unsafe { CallbackGame::new(callbacks, first.cast(), places.undo.cast(), root) };
        let second = first.wrapping_add(stride);
        let scratch_undo = places.undo.wrapping_add(undo.wrapping_mul(root));
        // SAFETY: the second position and its levels come after the first ones.
        let scratch = unsafe { CallbackGame::new(callbacks, second.cast(), scratch_undo.cast(), scratch) };
        Ok([position, scratch])
    }

    #[inline(never)] // in its own frame, which has a copy of the callbacks
    unsafe fn place_again(
        self,
        game: &imm_game,
        places: Places,
        kept: *const CallbackGame,
    ) -> Result<[CallbackGame; 2], imm_status> {
        let stride = round_up(game.position_size as usize).ok_or(IMM_ERR_GAME)?;
        let undo = round_up(game.undo_size as usize).ok_or(IMM_ERR_GAME)?;
        let Some(given) = Callbacks::of(game) else { return Err(IMM_ERR_GAME) };
        let callbacks = places.positions.cast::<Callbacks>();
        let first = places.positions.wrapping_add(Self::BESIDE);
        let second = first.wrapping_add(stride);
        // SAFETY: promised by the caller.
        let from = unsafe { (*kept).bytes() };
        // SAFETY: both have that many bytes, and may overlap. This copy comes first, because
        // writing the callbacks may overwrite the old position.
        unsafe { first.copy_from(from, game.position_size as usize) };
        // SAFETY: `facts` reserved the callbacks there.
        unsafe { callbacks.write(given) };
        // SAFETY: just written, and not written again while the search has the block.
        let callbacks = unsafe { &*callbacks };
        // SAFETY: `facts` reserved two positions after the callbacks, which do not overlap.
        unsafe { second.copy_from_nonoverlapping(first, game.position_size as usize) };
        let [root, scratch] = places.levels;
        // SAFETY: as in `place`; the position was just copied there.
        let position = unsafe { CallbackGame::at(callbacks, first.cast(), places.undo.cast(), root) };
        let scratch_undo = places.undo.wrapping_add(undo.wrapping_mul(root));
        // SAFETY: the second position and its levels come after the first ones.
        let scratch = unsafe { CallbackGame::at(callbacks, second.cast(), scratch_undo.cast(), scratch) };
        Ok([position, scratch])
    }
}

impl CGame for CallbackGame {
    fn restart(&mut self, _: u32) {
        self.restart();
    }

    fn description(&self, _: u32) -> imm_game {
        self.game()
    }

    fn has_position_texts(&self) -> bool {
        false
    }

    #[cfg(all(feature = "policies", not(any(target_os = "none", target_family = "wasm"))))]
    fn bytes(&self) -> *const core::ffi::c_void {
        self.bytes().cast()
    }

    fn rebase(&mut self, shift: &Shift) {
        self.rebase(shift);
    }
}
