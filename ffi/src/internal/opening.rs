//! Opens a search in the caller-provided memory.

use crate::internal::game_kinds::game_kind::{Kind, check_config};
use crate::internal::game_kinds::{game_of, layout_of};
use crate::internal::handle::State;
use crate::internal::searches::TREE_SEARCH;
use crate::internal::session::AnySession;
use crate::internal::{best, config};
use crate::types::*;
use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::ptr::null;
use kernel::player::Player;

/// Opens a state in `memory`, and writes its handle to `state`.
///
/// # Safety
/// `memory` is NULL, or has `size` bytes that nothing else uses. The other pointers are NULL or
/// valid.
pub(crate) unsafe fn init(
    memory: *mut c_void,
    size: usize,
    game: *const imm_game,
    config: *const imm_config,
    state: *mut *mut imm_state,
    kind: impl FnOnce(&imm_game) -> Option<&Kind>,
) -> Result<imm_status, imm_status> {
    if memory.is_null() || state.is_null() {
        return Err(IMM_ERR_NULL);
    }
    if !memory.addr().is_multiple_of(IMM_ALIGN) {
        return Err(IMM_ERR_MISALIGNED);
    }
    let mut room = MaybeUninit::uninit();
    // SAFETY: promised by the caller.
    let game = unsafe { game_of(game, &mut room) }?;
    let kind = kind(game).ok_or(IMM_ERR_GAME)?;
    // SAFETY: aligned; the caller promises the rest.
    let handle = unsafe { open(memory.cast(), size, game, config, kind) }?;
    // SAFETY: not NULL, and valid for writes.
    unsafe { state.write(handle) };
    Ok(IMM_OK)
}

/// Opens a state in a block that is not NULL and is aligned.
///
/// # Safety
/// `block` is aligned to IMM_ALIGN and has `size` bytes that nothing else uses. `config` is NULL or
/// valid.
unsafe fn open(
    block: *mut u8,
    size: usize,
    game: &imm_game,
    config: *const imm_config,
    kind: &Kind,
) -> Result<*mut imm_state, imm_status> {
    // SAFETY: promised by the caller.
    let player = unsafe { config::opening_player(config) };
    // The player is borrowed, because a copy would need stack space.
    let player = player.as_ref().map_err(|status| *status)?;
    // SAFETY: promised by the caller.
    let search = unsafe { open_session(block, size, game, kind, player) }?;
    // SAFETY: promised by the caller.
    let clock = unsafe { config::clock_of(config) };
    // SAFETY: the layout reserves the beginning of the block for the state.
    unsafe { State::put(block.cast(), clock, size, search) };
    Ok(block.cast())
}

/// Sets up a session for `player`. If `player` is `best`, the session is for the strongest player
/// in this game with this block size.
///
/// # Safety
/// `block` is aligned to IMM_ALIGN and has `size` bytes that nothing else uses.
unsafe fn open_session(
    block: *mut u8,
    size: usize,
    game: &imm_game,
    kind: &Kind,
    player: &Player,
) -> Result<AnySession, imm_status> {
    // The code below calls `begin` before it writes to the block. Then a state that was in the
    // block before is no longer valid, even if the new state cannot be opened.
    let begin = || {
        // SAFETY: every layout reserves the beginning of the block for the state.
        unsafe { State::mark(block.cast(), 0) };
    };
    let mut room = None;
    let player = best::resolve(player, game, size, &mut room)?;
    match player {
        Player::Tree(_) if !TREE_SEARCH => Err(IMM_ERR_UNSUPPORTED),
        Player::Tree(config) => {
            let needs = (kind.needs)(game).map(|needs| needs.for_player(config));
            let (layout, slots) = layout_of(needs, size)?;
            begin();
            check_config(config, &(kind.abilities)(game, config.evaluator)?)?;
            // SAFETY: `layout` with `slots` slots fits the block.
            unsafe { (kind.open)(game, config, block, &layout, slots, null()) }
        }
        #[cfg(feature = "alpha-beta")]
        Player::AlphaBeta(config) => {
            let depth = kind.depth.ok_or(IMM_ERR_UNSUPPORTED)?;
            let layout = (depth.layout)(game, config, size)?;
            begin();
            // SAFETY: `layout` fits the block.
            unsafe { (depth.open)(game, config, block, &layout, null()) }
        }
        #[cfg(not(feature = "alpha-beta"))]
        Player::AlphaBeta(_) => Err(IMM_ERR_UNSUPPORTED),
        #[cfg(feature = "policies")]
        Player::Best(_) => Err(IMM_ERR_UNSUPPORTED), // `resolve` has replaced it
    }
}
