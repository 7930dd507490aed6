//! Opens a search in the memory that the caller provides.

use crate::internal::game_kinds::game_kind::{Kind, check_config};
use crate::internal::game_kinds::{game_of, layout_of};
use crate::internal::handle::State;
use crate::internal::session::AnySession;
use crate::internal::{best, config};
use crate::types::*;
use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::ptr::null;
use kernel::player::Player;

/// # Safety
/// `memory` is NULL, or `size` bytes of it are exclusively ours; the other pointers are NULL or
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
    // SAFETY: aligned, and the rest is promised by the caller.
    let handle = unsafe { open(memory.cast(), size, game, config, kind) }?;
    // SAFETY: not NULL, and the caller's to be written.
    unsafe { state.write(handle) };
    Ok(IMM_OK)
}

/// # Safety
/// `block` is aligned to IMM_ALIGN, `size` bytes of it are exclusively ours; `config` is NULL or
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
    // Where it stands: a copy would take its size in stack.
    let player = player.as_ref().map_err(|status| *status)?;
    // SAFETY: promised by the caller.
    let search = unsafe { open_session(block, size, game, kind, player) }?;
    // SAFETY: as above.
    let clock = unsafe { config::clock_of(config) };
    // SAFETY: the layout reserves the beginning of the block for the state.
    unsafe { State::put(block.cast(), clock, size, search) };
    Ok(block.cast())
}

/// Sets up the session that `player` asks for, or for which `best` stands.
///
/// # Safety
/// `block` is aligned to IMM_ALIGN, and `size` bytes of it are exclusively ours.
unsafe fn open_session(
    block: *mut u8,
    size: usize,
    game: &imm_game,
    kind: &Kind,
    player: &Player,
) -> Result<AnySession, imm_status> {
    // Before the block is written to: a state that stood there before is no more then, even if the
    // rest fails.
    let begin = || {
        // SAFETY: every layout reserves the beginning of the block for the state.
        unsafe { State::mark(block.cast(), 0) };
    };
    let mut room = None;
    let player = best::resolve(player, game, size, &mut room)?;
    match player {
        Player::Tree(config) => {
            let layout = layout_of((kind.needs)(game).map(|needs| needs.for_player(config)))?;
            let slots = layout.slots_in(size).ok_or(IMM_ERR_TOO_SMALL)?;
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
        Player::Best(_) => Err(IMM_ERR_UNSUPPORTED), // it was asked for by name
    }
}
