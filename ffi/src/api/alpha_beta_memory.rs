//! How much memory a search needs, and how much of a search fits into memory.

use crate::config::config_from_c;
#[cfg(feature = "alpha-beta")]
use crate::depth_layout::DepthNeeds;
#[cfg(feature = "alpha-beta")]
use crate::kinds::depth_of;
use crate::kinds::{abilities_of, game_of, has_alpha_beta, layout_of, needs_of};
use crate::layout::{Work, round_up};
use crate::types::*;
use core::mem::MaybeUninit;
use kernel::alphabeta::Config;
use kernel::game::Move;
use kernel::knowledge::Evaluator;
use kernel::player::{Means, Player};

/// Bytes that a search of `game` needs with a tree of `slots` slots of IMM_SLOT_SIZE bytes each; 0
/// slots search without a tree. 0 on an error: a NULL, a game that imm_init() would refuse, or more
/// bytes than a size_t can say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_memory_required(game: *const imm_game, slots: usize) -> usize {
    let mut room = MaybeUninit::uninit();
    // SAFETY: a pointer from C, NULL or valid.
    let layout = unsafe { game_of(game, &mut room) }.and_then(|game| layout_of(needs_of(game)));
    layout.ok().and_then(|layout| layout.bytes(slots)).unwrap_or(0)
}

/// Slots of the tree that a block of `size` bytes has room for, in a search of `game`; 0 if it is
/// too small, or on an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_memory_slots(game: *const imm_game, size: usize) -> usize {
    let mut room = MaybeUninit::uninit();
    // SAFETY: a pointer from C, NULL or valid.
    let layout = unsafe { game_of(game, &mut room) }.and_then(|game| layout_of(needs_of(game)));
    layout.ok().and_then(|layout| layout.slots_in(size)).unwrap_or(0)
}

/// Bytes that some players take out of the tree's in a search of `game`, for lists of moves to
/// search leaves (`leaf` in `config`) or playouts (IMM_PLAYOUT_GREEDY, _MIXED and _ALPHA_BETA), and
/// IMM_NET_SIZE at most for a net (IMM_EF_NET): add them to imm_memory_required() for the same
/// number of slots. 0 for every other player, and on an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_leaf_memory(config: *const imm_config, game: *const imm_game) -> usize {
    let mut room = MaybeUninit::uninit();
    // SAFETY: a pointer from C, NULL or valid.
    let Ok(needs) = (unsafe { game_of(game, &mut room) }).and_then(needs_of) else { return 0 };
    // SAFETY: a pointer from C, NULL or valid.
    match unsafe { config_from_c(config) } {
        Ok(Player::Tree(config)) if config.check().is_ok() => {
            let wanted = needs.for_player(&config);
            let moves = wanted.listed.saturating_sub(needs.listed).checked_mul(size_of::<Move>()).and_then(round_up);
            let work = wanted.works.checked_mul(size_of::<Work>()).and_then(round_up);
            moves.zip(work).map_or(0, |(moves, work)| moves.saturating_add(work))
        }
        _ => 0,
    }
}

/// Bytes that alpha-beta (IMM_ALPHA_BETA) needs to look `plies` plies ahead in `game`, 255 at most.
/// With 0 it searches nothing and plays the move that looks best at a glance. 0 on an error: a
/// NULL, a game that imm_init() would refuse, more plies or more bytes than there can be, or a
/// library without alpha-beta.
///
/// A player who remembers (IMM_AB_TT in a game with a hash, IMM_AB_HISTORY, IMM_AB_HH) gives the
/// stack no more than half of the block, and 127 plies at most: ask for twice as much. Behind it
/// comes the history, 32 KiB in a block of 256 KiB or more, else 2 KiB; and then the transposition
/// table, of as many buckets of IMM_BUCKET_SIZE bytes as fit, rounded down to a power of two.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_alpha_beta_memory(game: *const imm_game, plies: u32) -> usize {
    let mut room = MaybeUninit::uninit();
    // SAFETY: a pointer from C, NULL or valid.
    unsafe { game_of(game, &mut room) }.map_or(0, |game| bytes_for(game, plies))
}

/// Plies that alpha-beta (IMM_ALPHA_BETA) can look ahead in `game` with a block of `size` bytes,
/// 255 at most; 0 if it is too small for any, or on an error. With a table or a history, ask for
/// half of the size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_alpha_beta_plies(game: *const imm_game, size: usize) -> u32 {
    let mut room = MaybeUninit::uninit();
    // SAFETY: a pointer from C, NULL or valid.
    unsafe { game_of(game, &mut room) }.map_or(0, |game| plies_in(game, size))
}

/// Buckets of the transposition table, of IMM_BUCKET_SIZE bytes each, that alpha-beta with this
/// `config` has in `game` in a block of `size` bytes; 0 if it is too small for any. 0 as well where
/// there is no table: without IMM_AB_TT, in a game without hash(), with any other algorithm (so
/// with a `config` of NULL); or on an error. Of IMM_BEST it is that of the player that it stands
/// for.
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
        Ok(player.for_abilities(&abilities, has_alpha_beta(game), Means::of_block(size)))
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

/// What a game needs for alpha-beta beside the plies.
#[cfg(feature = "alpha-beta")]
fn depth_needs_of(game: &imm_game) -> Result<DepthNeeds, imm_status> {
    (depth_of(game)?.needs)(game)
}
