//! Games of the caller's own: their positions, of which only the caller knows what they are, lie in the lent block behind the
//! callbacks that play on them.

use crate::kinds::callback_game::CallbackGame;
pub(crate) use crate::kinds::callback_game::Callbacks;
use crate::kinds::host::{Facts, Host, Places};
use crate::session::Hosted;
use crate::types::*;
use kernel::knowledge::{Abilities, Evaluator};

impl Host for Callbacks {
    type Game = CallbackGame;

    /// The callbacks come before the positions.
    const BESIDE: usize = size_of::<Self>().next_multiple_of(IMM_ALIGN);

    fn of(game: &imm_game) -> Result<Self, imm_status> {
        Self::of(game).ok_or(IMM_ERR_GAME)
    }

    fn abilities(&self, evaluator: Evaluator) -> Abilities {
        self.abilities(evaluator)
    }

    #[inline(always)] // so that only what its caller uses is computed
    fn facts(&self) -> Option<Facts> {
        let both = self.position_stride()?.checked_mul(2)?;
        Some(Facts {
            positions: both.checked_add(Self::BESIDE)?,
            undo: self.undo_stride(),
            max_moves: self.max_moves(),
            max_plies: self.max_plies(),
        })
    }

    #[cfg(feature = "alpha-beta")]
    fn has_hash(&self) -> bool {
        self.has_hash()
    }

    #[inline(always)]
    unsafe fn place(self, places: Places) -> [CallbackGame; 2] {
        let stride = self.position_stride().unwrap_or_default(); // without one there are no `facts`
        let undo = self.undo_stride();
        let callbacks = places.positions.cast::<Self>();
        // SAFETY: `facts` has reserved the callbacks there.
        unsafe { callbacks.write(self) };
        // SAFETY: just written, and not again as long as the block is lent.
        let callbacks = unsafe { &*callbacks };
        let [root, walker] = places.levels;
        let first = places.positions.wrapping_add(Self::BESIDE);
        // SAFETY: behind the callbacks `facts` has reserved two positions, and `places` has the levels of the first before
        // those of the second; all of it is aligned.
        let position = unsafe { CallbackGame::new(callbacks, first.cast(), places.undo.cast(), root) };
        let second = first.wrapping_add(stride);
        let walker_undo = places.undo.wrapping_add(undo.wrapping_mul(root));
        // SAFETY: the second position and its levels lie behind the first ones.
        let walker = unsafe { CallbackGame::new(callbacks, second.cast(), walker_undo.cast(), walker) };
        [position, walker]
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
