//! How much memory a search needs, and how much of a search fits into memory.

use crate::config::config_from_c;
use crate::layout::{Layout, Needs, round_up};
use crate::session::{Kind, callback_abilities, callback_needs};

#[cfg(feature = "alpha-beta")]
use crate::stack::{CALLBACK_STACK, StackKind, StackNeeds};
use crate::types::*;
use kernel::alphabeta::Switches;
use kernel::game::Move;
use kernel::knowledge::{Abilities, Evaluator};
use kernel::player::Player;

/// Bytes that a search of `game` needs with a tree of `slots` slots of IMM_SLOT_SIZE bytes each; 0 slots search without a
/// tree. 0 on an error: a NULL, a game that imm_init() would refuse, or more bytes than a size_t can say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_memory_required(game: *const imm_game, slots: usize) -> usize {
    // SAFETY: a pointer from C, NULL or valid.
    let layout = unsafe { game_of(game) }.and_then(|game| layout_of(needs_of(game)));
    layout.ok().and_then(|layout| layout.bytes(slots)).unwrap_or(0)
}

/// Slots of the tree that a block of `size` bytes has room for, in a search of `game`; 0 if it is too small, or on an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_memory_slots(game: *const imm_game, size: usize) -> usize {
    // SAFETY: a pointer from C, NULL or valid.
    let layout = unsafe { game_of(game) }.and_then(|game| layout_of(needs_of(game)));
    layout.ok().and_then(|layout| layout.slots_in(size)).unwrap_or(0)
}

/// Bytes for lists of moves that a player who searches leaves (`leaf` in `config`) or playouts (IMM_PLAYOUT_GREEDY, _MIXED and
/// _ALPHA_BETA) takes out of the tree's in a search of `game`: add them to imm_memory_required() for the same number of slots. 0
/// for every other player, and on an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_leaf_memory(config: *const imm_config, game: *const imm_game) -> usize {
    // SAFETY: a pointer from C, NULL or valid.
    let Ok(needs) = (unsafe { game_of(game) }).and_then(needs_of) else { return 0 };
    // SAFETY: likewise.
    match unsafe { config.as_ref() }.map(config_from_c) {
        Some(Ok(Player::Tree(config))) if config.check().is_ok() => {
            let more = needs.for_player(&config).listed.saturating_sub(needs.listed);
            more.checked_mul(size_of::<Move>()).and_then(round_up).unwrap_or(0)
        }
        _ => 0,
    }
}

/// Bytes that alpha-beta (IMM_ALPHA_BETA) needs to look `plies` plies ahead in `game`, 255 at most. With 0 it searches
/// nothing and plays the move that looks best at a glance. 0 on an error: a NULL, a game that imm_init() would refuse, more
/// plies or more bytes than there can be, or a library without alpha-beta.
///
/// A player who remembers (IMM_AB_TT in a game with a hash, IMM_AB_HISTORY, IMM_AB_HH) gives the stack no more than half of the
/// block, and 127 plies at most: ask for twice as much. Behind it comes the history, 32 KiB in a block of 256 KiB or more, else
/// 2 KiB; and then the transposition table, of as many buckets of IMM_BUCKET_SIZE bytes as fit, rounded down to a power of two.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_alpha_beta_memory(game: *const imm_game, plies: u32) -> usize {
    // SAFETY: a pointer from C, NULL or valid.
    unsafe { game_of(game) }.map_or(0, |game| bytes_for(game, plies))
}

/// Plies that alpha-beta (IMM_ALPHA_BETA) can look ahead in `game` with a block of `size` bytes, 255 at most; 0 if it is too
/// small for any, or on an error. With a table or a history, ask for half of the size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_alpha_beta_plies(game: *const imm_game, size: usize) -> u32 {
    // SAFETY: a pointer from C, NULL or valid.
    unsafe { game_of(game) }.map_or(0, |game| plies_in(game, size))
}

/// Buckets of the transposition table, of IMM_BUCKET_SIZE bytes each, that alpha-beta with this `config` has in `game` in a
/// block of `size` bytes; 0 if it is too small for any. 0 as well where there is no table: without IMM_AB_TT, in a game without
/// hash(), with any other algorithm (so with a `config` of NULL); or on an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_alpha_beta_buckets(
    config: *const imm_config,
    game: *const imm_game,
    size: usize,
) -> usize {
    // SAFETY: a pointer from C, NULL or valid.
    let Ok(game) = (unsafe { game_of(game) }) else { return 0 };
    // SAFETY: likewise.
    match unsafe { config.as_ref() }.map(config_from_c) {
        Some(Ok(Player::AlphaBeta(config))) if config.check().is_ok() => buckets_in(game, config.switches, size),
        _ => 0,
    }
}

#[cfg(feature = "alpha-beta")]
fn bytes_for(game: &imm_game, plies: u32) -> usize {
    let layout = stack_needs_of(game).ok().and_then(|needs| needs.layout(plies as usize));
    layout.map_or(0, |layout| layout.bytes)
}

#[cfg(feature = "alpha-beta")]
fn plies_in(game: &imm_game, size: usize) -> u32 {
    let layout = stack_needs_of(game).ok().and_then(|needs| needs.layout_in(size));
    layout.map_or(0, |layout| layout.plies as u32)
}

#[cfg(feature = "alpha-beta")]
fn buckets_in(game: &imm_game, switches: Switches, size: usize) -> usize {
    let layout = stack_of(game).and_then(|stack| (stack.layout)(game, switches, size));
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
fn buckets_in(_: &imm_game, _: Switches, _: usize) -> usize {
    0
}

/// # Safety
/// `game` is NULL or valid.
pub(crate) unsafe fn game_of<'a>(game: *const imm_game) -> Result<&'a imm_game, imm_status> {
    // SAFETY: promised by the caller.
    let game = unsafe { game.as_ref() }.ok_or(IMM_ERR_NULL)?;
    if game.struct_size as usize == size_of::<imm_game>() { Ok(game) } else { Err(IMM_ERR_STRUCT_SIZE) }
}

pub(crate) fn built_in_kind(game: &imm_game) -> Option<&Kind> {
    // SAFETY: NULL, or put there by the functions of `builtin.rs`, which point to statics.
    unsafe { game.builtin.as_ref() }.map(|builtin| &builtin.kind)
}

/// What a game knows. Names no search either.
pub(crate) fn abilities_of(game: &imm_game, evaluator: Evaluator) -> Result<Abilities, imm_status> {
    built_in_kind(game).map_or_else(|| callback_abilities(game, evaluator), |kind| (kind.abilities)(game, evaluator))
}

/// What a game needs beside the pool. Names no search: a question of size links none.
fn needs_of(game: &imm_game) -> Result<Needs, imm_status> {
    built_in_kind(game).map_or_else(|| callback_needs(game), |kind| (kind.needs)(game))
}

pub(crate) fn layout_of(needs: Result<Needs, imm_status>) -> Result<Layout, imm_status> {
    needs.and_then(|needs| Layout::new(&needs).ok_or(IMM_ERR_GAME))
}

/// Does the library, and the game, come with alpha-beta?
#[cfg(feature = "alpha-beta")]
pub(crate) fn has_alpha_beta(game: &imm_game) -> bool {
    built_in_kind(game).is_none_or(|kind| kind.stack.is_some())
}

#[cfg(not(feature = "alpha-beta"))]
pub(crate) fn has_alpha_beta(_: &imm_game) -> bool {
    false
}

/// How a game is laid out for alpha-beta.
#[cfg(feature = "alpha-beta")]
fn stack_of(game: &imm_game) -> Result<StackKind, imm_status> {
    let stack = built_in_kind(game).map_or(Some(CALLBACK_STACK), |kind| kind.stack);
    stack.ok_or(IMM_ERR_UNSUPPORTED)
}

/// What a game needs for alpha-beta beside the plies.
#[cfg(feature = "alpha-beta")]
fn stack_needs_of(game: &imm_game) -> Result<StackNeeds, imm_status> {
    (stack_of(game)?.needs)(game)
}
