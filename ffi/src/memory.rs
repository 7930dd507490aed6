//! How much memory a search needs, and how much of a search fits into memory.

use crate::layout::Layout;
use crate::session::{CALLBACKS, Kind};
use crate::types::*;

/// Bytes that a search of `game` needs with a tree of `slots` slots of IMM_SLOT_SIZE bytes each; 0 slots search without a
/// tree. 0 on an error: a NULL, a game that imm_init() would refuse, or more bytes than a size_t can say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_memory_required(game: *const imm_game, slots: usize) -> usize {
    // SAFETY: a pointer from C, NULL or valid.
    let layout = unsafe { kind_of(game) }.and_then(|(game, kind)| layout_of(game, kind));
    layout.ok().and_then(|layout| layout.bytes(slots)).unwrap_or(0)
}

/// Slots of the tree that a block of `size` bytes has room for, in a search of `game`; 0 if it is too small, or on an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_memory_slots(game: *const imm_game, size: usize) -> usize {
    // SAFETY: a pointer from C, NULL or valid.
    let layout = unsafe { kind_of(game) }.and_then(|(game, kind)| layout_of(game, kind));
    layout.ok().and_then(|layout| layout.slots_in(size)).unwrap_or(0)
}

/// Bytes that alpha-beta (IMM_ALPHA_BETA) needs to look `plies` plies ahead in `game`, 255 at most. With 0 it searches
/// nothing and plays the move that looks best at a glance. 0 on an error: a NULL, a game that imm_init() would refuse, more
/// plies or more bytes than there can be, or a library without alpha-beta.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_alpha_beta_memory(game: *const imm_game, plies: u32) -> usize {
    // SAFETY: a pointer from C, NULL or valid.
    let kind = unsafe { kind_of(game) };
    kind.map_or(0, |(game, kind)| bytes_for(game, kind, plies))
}

/// Plies that alpha-beta (IMM_ALPHA_BETA) can look ahead in `game` with a block of `size` bytes, 255 at most; 0 if it is too
/// small for any, or on an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_alpha_beta_plies(game: *const imm_game, size: usize) -> u32 {
    // SAFETY: a pointer from C, NULL or valid.
    let kind = unsafe { kind_of(game) };
    kind.map_or(0, |(game, kind)| plies_in(game, kind, size))
}

#[cfg(feature = "alpha-beta")]
fn bytes_for(game: &imm_game, kind: &Kind, plies: u32) -> usize {
    let layout = (kind.stack.needs)(game).ok().and_then(|needs| needs.layout(plies as usize));
    layout.map_or(0, |layout| layout.bytes)
}

#[cfg(feature = "alpha-beta")]
fn plies_in(game: &imm_game, kind: &Kind, size: usize) -> u32 {
    let layout = (kind.stack.needs)(game).ok().and_then(|needs| needs.layout_in(size));
    layout.map_or(0, |layout| layout.plies as u32)
}

#[cfg(not(feature = "alpha-beta"))]
fn bytes_for(_: &imm_game, _: &Kind, _: u32) -> usize {
    0
}

#[cfg(not(feature = "alpha-beta"))]
fn plies_in(_: &imm_game, _: &Kind, _: usize) -> u32 {
    0
}

/// # Safety
/// `game` is NULL or valid.
pub(crate) unsafe fn kind_of<'a>(game: *const imm_game) -> Result<(&'a imm_game, &'a Kind), imm_status> {
    // SAFETY: promised by the caller.
    let game = unsafe { game.as_ref() }.ok_or(IMM_ERR_NULL)?;
    if game.struct_size as usize != size_of::<imm_game>() {
        return Err(IMM_ERR_STRUCT_SIZE);
    }
    // SAFETY: NULL, or put there by the functions of `builtin.rs`, which point to statics.
    let builtin = unsafe { game.builtin.as_ref() };
    Ok((game, builtin.map_or(&CALLBACKS, |builtin| &builtin.kind)))
}

pub(crate) fn layout_of(game: &imm_game, kind: &Kind) -> Result<Layout, imm_status> {
    (kind.needs)(game).and_then(|needs| Layout::new(&needs).ok_or(IMM_ERR_GAME))
}
