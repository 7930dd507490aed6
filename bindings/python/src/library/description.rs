//! Wraps an `imm_game`, which describes a game to the C library, and the library functions that
//! need no search state.

use super::block::Block;
use super::text::{forever, written};
use super::{Status, answered};
use imm_host::*;
use std::ffi::CStr;

/// The maximum size of an error message in bytes.
const ERROR_MAX: usize = IMM_TEXT_MAX;

/// A complete `imm_game`: a built-in game, a game from a shared library, or a custom game whose
/// `context` lives at least as long as this value.
#[derive(Clone, Copy)]
pub(crate) struct Description(pub(crate) imm_game);

// SAFETY: imm.h allows the built-in games and those of shared libraries to be used by several
// threads. The callbacks of games in Python attach to the interpreter, one thread at a time.
unsafe impl Send for Description {}
// SAFETY: as for `Send`; and nothing writes to a description.
unsafe impl Sync for Description {}

impl Description {
    /// Returns the names of the built-in games.
    pub(crate) fn names() -> Vec<String> {
        (0..).map_while(|index| forever(imm_game_name(index))).collect()
    }

    /// Returns the built-in game with this name.
    pub(crate) fn named(name: &CStr) -> Result<Self, Status> {
        // SAFETY: imm_kalah() returns a valid game; the next call overwrites the copy.
        let mut game = unsafe { *imm_kalah() };
        // SAFETY: a text with its end, and a struct of this size.
        answered(unsafe { imm_game_by_name(name.as_ptr(), &raw mut game, size_of::<imm_game>()) })?;
        Ok(Self(game))
    }

    pub(super) fn as_ptr(&self) -> *const imm_game {
        &raw const self.0
    }

    /// Returns the configuration of the player with this notation and seed. The clock comes from
    /// `imm_config_default()`.
    pub(super) fn config(player: &CStr, seed: u64) -> Result<imm_config, Status> {
        let mut config = imm_config { seed, ..imm_config_default() };
        // SAFETY: a text with its end, and a struct that says its size.
        answered(unsafe { imm_configure(&raw mut config, player.as_ptr()) })?;
        Ok(config)
    }

    /// Returns what is wrong with this player's notation, in the library's words. Returns an empty
    /// text if the notation is correct.
    pub(crate) fn why_no_player(player: &CStr) -> Result<String, Status> {
        // SAFETY: a text with its end, and room of the size that is told.
        written(ERROR_MAX, |text, size| unsafe { imm_configure_error(player.as_ptr(), text, size) })
    }

    /// Returns the reason why this player cannot play this game, in the library's words. Returns an
    /// empty text if the player can play it.
    pub(crate) fn why_not(&self, player: &CStr) -> Result<String, Status> {
        let spec = Self::why_no_player(player)?;
        if !spec.is_empty() {
            return Ok(spec);
        }
        let config = Self::config(player, 0)?;
        // SAFETY: a player and a game, both complete, and room of the size that is told.
        written(ERROR_MAX, |text, size| unsafe { imm_config_error(&raw const config, self.as_ptr(), text, size) })
    }

    /// Returns the reason why this text is not a position of this built-in game, in the library's
    /// words. Returns an empty text if it is a position.
    pub(crate) fn why_no_position(&self, position: &CStr) -> Result<String, Status> {
        // SAFETY: a complete game, a text with its end, and room of the size that is told.
        written(ERROR_MAX, |text, size| unsafe { imm_position_error(self.as_ptr(), position.as_ptr(), text, size) })
    }

    /// Returns a player's notation as the library writes it: only options that differ from the
    /// default, in a fixed order.
    pub(crate) fn player_text(player: &CStr) -> Result<String, Status> {
        let config = Self::config(player, 0)?;
        // SAFETY: a complete player, and room of the size that is told.
        written(IMM_PLAYER_TEXT_MAX, |text, size| unsafe { imm_config_text(&raw const config, text, size) })
    }

    /// Writes to `config` the player that `best` selects for `size` bytes and `ms` milliseconds per
    /// move.
    fn write_best(&self, size: usize, ms: u32, config: &mut imm_config) -> Result<(), Status> {
        // SAFETY: a complete game, and a complete player, which nobody else has.
        answered(unsafe { imm_best(self.as_ptr(), size, ms, config) })?;
        Ok(())
    }

    /// Returns the player that `best` selects for `size` bytes and `ms` milliseconds per move, and
    /// the reason for this choice.
    pub(crate) fn best(&self, size: usize, ms: u32) -> Result<(String, String), Status> {
        let mut config = imm_config_default();
        self.write_best(size, ms, &mut config)?;
        // SAFETY: a complete player, and room of the size that is told.
        let player =
            written(IMM_PLAYER_TEXT_MAX, |text, size| unsafe { imm_config_text(&raw const config, text, size) })?;
        // SAFETY: a complete game, and room of the size that is told.
        let why = written(IMM_TEXT_MAX, |text, room| unsafe { imm_best_why(self.as_ptr(), size, ms, text, room) })?;
        Ok((player, why))
    }

    /// Returns the number of bytes that a search by this player needs. `slots` is the number of
    /// slots of the tree, or the maximum depth in plies for alpha-beta.
    pub(crate) fn memory(&self, player: &CStr, slots: usize) -> Result<usize, Status> {
        let mut config = Self::config(player, 0)?;
        if config.algorithm == IMM_BEST {
            self.write_best(0, 0, &mut config)?;
        }
        if config.algorithm == IMM_ALPHA_BETA {
            // SAFETY: a complete game.
            return Ok(unsafe { imm_alpha_beta_memory(self.as_ptr(), u32::try_from(slots).unwrap_or(u32::MAX)) });
        }
        // SAFETY: a complete game and player.
        let (tree, leaves) =
            unsafe { (imm_memory_required(self.as_ptr(), slots), imm_leaf_memory(&raw const config, self.as_ptr())) };
        Ok(if tree == 0 { 0 } else { tree.saturating_add(leaves) })
    }

    /// Returns how many buckets alpha-beta's transposition table gets if this player searches the
    /// game in `size` bytes.
    pub(crate) fn buckets(&self, player: &CStr, size: usize) -> Result<usize, Status> {
        let config = Self::config(player, 0)?;
        // SAFETY: a complete game and player.
        Ok(unsafe { imm_alpha_beta_buckets(&raw const config, self.as_ptr(), size) })
    }

    /// Checks the game for mistakes. Returns the number of mistakes, and a text for the user that
    /// describes them.
    pub(crate) fn check(&self, seed: u64, plies: u32) -> Result<(u32, String), Status> {
        /// Additional bytes, so that the check can remember more positions.
        const MORE: usize = 1 << 20;
        // SAFETY: a complete game.
        let needed = unsafe { imm_check_memory(self.as_ptr()) };
        let block = Block::new(needed.saturating_add(MORE))?;
        let mut report = imm_check_report_default();
        let out = &raw mut report;
        // SAFETY: a complete game, a block that is aligned and nobody else's, and a report that
        // says its size.
        answered(unsafe { imm_check_game(self.as_ptr(), block.as_ptr(), block.size(), seed, plies, out) })?;
        // SAFETY: a report that was written, and room of the size that is told.
        let text = written(IMM_CHECK_TEXT_MAX, |text, size| unsafe { imm_check_text(out, text, size) })?;
        Ok((report.finding_count, text))
    }
}
