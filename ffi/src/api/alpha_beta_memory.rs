//! Functions that compute the memory that alpha-beta needs, and the search depth that fits into a
//! block.

use crate::internal::config::config_from_c;
#[cfg(feature = "alpha-beta")]
use crate::internal::depth_layout::DepthNeeds;
#[cfg(feature = "alpha-beta")]
use crate::internal::game_kinds::depth_of;
use crate::internal::game_kinds::{abilities_of, game_of, has_alpha_beta};
use crate::types::*;
use core::mem::MaybeUninit;
use kernel::alphabeta::Config;
use kernel::game::knowledge::Evaluator;
use kernel::player::{BudgetClass, Player};

/// Returns how many bytes alpha-beta (IMM_ALPHA_BETA) needs to search `plies` plies ahead in
/// `game`. `plies` is 0 to 255. With 0 plies alpha-beta plays the move that looks best without a
/// search. docs/EMBEDDED.md has an example: in Lines of Action, 60 KiB hold 48 plies and a table of
/// 1,024 positions.
///
/// If the player has a transposition table (IMM_AB_TT in a game with a hash) or history tables
/// (IMM_AB_HISTORY), provide twice as many bytes as this function returns. The block of such a
/// player has three parts, and its stack has at most 127 plies:
///
///     stack      at most half of the block
///     history    32 KiB in a block of 256 KiB or more, else 2 KiB
///     table      buckets of IMM_BUCKET_SIZE bytes in the rest, rounded down to a power of two
///
/// Returns 0 on an error: a NULL pointer, a game that imm_init() would refuse, too many plies, more
/// bytes than a size_t can hold, or a library without alpha-beta.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_alpha_beta_memory(game: *const imm_game, plies: u32) -> usize {
    let mut room = MaybeUninit::uninit();
    // SAFETY: a pointer from C, NULL or valid.
    unsafe { game_of(game, &mut room) }.map_or(0, |game| bytes_for(game, plies))
}

/// Returns how many plies, at most 255, alpha-beta (IMM_ALPHA_BETA) can search ahead in `game` with
/// a block of `size` bytes. For a player with a transposition table or history tables, pass half of
/// the size. Returns 0 if the block is too small, or on an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_alpha_beta_plies(game: *const imm_game, size: usize) -> u32 {
    let mut room = MaybeUninit::uninit();
    // SAFETY: a pointer from C, NULL or valid.
    unsafe { game_of(game, &mut room) }.map_or(0, |game| plies_in(game, size))
}

/// Returns how many buckets the transposition table has if alpha-beta with this `config` searches
/// `game` in a block of `size` bytes. A bucket has IMM_BUCKET_SIZE bytes. For IMM_BEST, the
/// function uses the player that IMM_BEST selects. Returns 0 if the block is too small, on an
/// error, or if the player has no table. Only alpha-beta with IMM_AB_TT has a table, and only in a
/// game with hash(). A `config` of NULL is an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_alpha_beta_buckets(
    config: *const imm_config,
    game: *const imm_game,
    size: usize,
) -> usize {
    let mut room = MaybeUninit::uninit();
    // SAFETY: a pointer from C, NULL or valid.
    let Ok(game) = (unsafe { game_of(game, &mut room) }) else { return 0 };
    // SAFETY: a pointer from C, NULL or valid.
    let player = unsafe { config_from_c(config) }.and_then(|player| {
        let abilities = abilities_of(game, Evaluator::DEFAULT)?;
        Ok(player.for_abilities(&abilities, has_alpha_beta(game), BudgetClass::of_block(size)))
    });
    match player {
        Ok(Player::AlphaBeta(config)) if config.check().is_ok() => buckets_in(game, &config, size),
        _ => 0,
    }
}

#[cfg(feature = "alpha-beta")]
fn bytes_for(game: &imm_game, plies: u32) -> usize {
    let layout = depth_needs_of(game).ok().and_then(|needs| needs.layout(plies as usize));
    layout.map_or(0, |layout| layout.bytes)
}

#[cfg(feature = "alpha-beta")]
fn plies_in(game: &imm_game, size: usize) -> u32 {
    let layout = depth_needs_of(game).ok().and_then(|needs| needs.layout_in(size));
    layout.map_or(0, |layout| layout.plies as u32)
}

#[cfg(feature = "alpha-beta")]
fn buckets_in(game: &imm_game, config: &Config, size: usize) -> usize {
    let layout = depth_of(game).and_then(|depth| (depth.layout)(game, config, size));
    layout.map_or(0, |layout| layout.buckets)
}

#[cfg(not(feature = "alpha-beta"))]
fn bytes_for(_: &imm_game, _: u32) -> usize {
    0
}

#[cfg(not(feature = "alpha-beta"))]
fn plies_in(_: &imm_game, _: usize) -> u32 {
    0
}

#[cfg(not(feature = "alpha-beta"))]
fn buckets_in(_: &imm_game, _: &Config, _: usize) -> usize {
    0
}

/// Returns the sizes that alpha-beta needs for a game, independent of the number of plies.
#[cfg(feature = "alpha-beta")]
fn depth_needs_of(game: &imm_game) -> Result<DepthNeeds, imm_status> {
    (depth_of(game)?.needs)(game)
}
