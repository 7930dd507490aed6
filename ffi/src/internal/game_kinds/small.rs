//! Built-in games with small positions, which are stored inside the session.

use crate::internal::game_kinds::game_kind::{Facts, GameKind, Kind, Places, game};
use crate::internal::session::{CGame, Place};
use crate::types::*;
use kernel::game::knowledge::{Abilities, Evaluator, Knowledge};
use kernel::game::notation::Notation;
use kernel::game::snapshot::Snapshot;
use kernel::player::options::CHANCE;

/// A game whose starting position is selected by a number: the field `board` of an [`imm_game`].
pub(crate) trait Board: Knowledge + Notation + Snapshot + Clone + 'static {
    /// The functions that open this game.
    const KIND: &'static Kind;

    /// Returns the starting position on this board. Returns `None` if the board does not exist.
    fn from_board(board: u32) -> Option<Self>;

    /// Sets up a random starting position on this board. Returns false if the game has only one
    /// starting position.
    fn shuffle(&mut self, board: u32, seed: u64) -> bool {
        let _ = (board, seed);
        false
    }
}

impl<G: Board> CGame for G {
    fn description(&self, board: u32) -> imm_game {
        game(board, G::KIND)
    }

    fn restart(&mut self, board: u32) {
        if let Some(start) = G::from_board(board) {
            *self = start;
        }
    }

    #[inline(always)]
    fn shuffle(&mut self, board: u32, seed: u64) -> bool {
        Board::shuffle(self, board, seed)
    }
}

impl<G: Board> Place for G {
    #[cfg(not(target_os = "none"))]
    unsafe fn copy_to(&self, _: *mut u8) -> Self {
        self.clone()
    }
}

/// A game with small positions, described by its starting position.
pub(crate) struct Small<G>(G);

impl<G: Board> GameKind for Small<G> {
    type Game = G;

    fn of(game: &imm_game) -> Result<Self, imm_status> {
        let start = G::from_board(game.board).ok_or(IMM_ERR_GAME)?;
        if !CHANCE && start.has_chance() {
            return Err(IMM_ERR_UNSUPPORTED);
        }
        Ok(Self(start))
    }

    fn abilities(&self, _: &imm_game, evaluator: Evaluator) -> Abilities {
        self.0.abilities(evaluator)
    }

    #[inline(always)] // so that only what its caller uses is computed
    fn facts(&self, _: &imm_game) -> Option<Facts> {
        Some(Facts { positions: 0, undo: 0, max_moves: self.0.max_moves(), max_plies: self.0.max_plies() })
    }

    #[cfg(feature = "alpha-beta")]
    fn has_hash(&self, _: &imm_game) -> bool {
        self.0.hash().is_some()
    }

    #[inline(always)]
    unsafe fn place(self, _: &imm_game, _: Places) -> Result<[G; 2], imm_status> {
        Ok([self.0.clone(), self.0])
    }

    #[inline(always)]
    unsafe fn place_again(self, _: &imm_game, _: Places, kept: *const G) -> Result<[G; 2], imm_status> {
        // SAFETY: promised by the caller.
        let kept = unsafe { &*kept };
        Ok([kept.clone(), kept.clone()])
    }
}
