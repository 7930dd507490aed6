//! Functions for a player for which the caller computes the values of positions (IMM_EF_TOLD).

use crate::internal::convert::{slice_mut, text_room, write_text};
use crate::internal::handle::Handle;
use crate::internal::session::Leaves;
use crate::types::*;
use core::ffi::{c_char, c_void};
use kernel::game::Move;
use kernel::game::value::Side;
use kernel::player::options::TELLS;

/// Searches until `count` new positions need a value, for a player with IMM_EF_TOLD, such as
/// "mcts(puct1.5)". Use it if you compute values in a way that imm cannot: with a
/// neural network on a graphics card or an NPU, or in Python. Returns the number of new leaves, or
/// a negative status. A leaf is a position at the end of a simulation. It waits until imm_tell()
/// tells its value. Suggested `count`: the number of positions that you can evaluate at once.
///
///     while ((leaves = imm_collect(state, 64)) > 0) {
///         for (i = 0; i < leaves; i++) read(imm_leaf_position(state, i));
///         evaluate();                                                    // all at once
///         for (i = 0; i < leaves; i++) imm_tell(state, value[i], prior[i], moves[i]);
///         imm_get_report(state, &report);
///         if (report.iterations >= 800) break;
///     }
///     imm_play(state, report.best);
///
/// There can be fewer leaves than `count`, or none. This happens if no further leaf can wait, if
/// the next leaf already waits, if the position is solved, or after 1,000 simulations in a row that
/// ended at solved positions. The first leaf of a new tree is the position itself, and comes alone.
/// You may collect more leaves while others wait, for example to evaluate two batches in turn. Then
/// you can only read the leaves of the latest call. An eighth of the block is for leaves that wait.
/// A leaf takes about 1 KiB (less in short games). At least one leaf and at most 4096 leaves can
/// wait.
///
/// While a leaf waits, candidates and imm_visit_tree() count its simulation as a visit, and as a
/// loss for the player who moved to it. `iterations` of a report counts the finished simulations
/// since the last imm_play(), imm_forget(), or change of the position or of the player that emptied
/// the tree. Equal seeds, counts and values give equal trees. These calls, imm_set_player(),
/// imm_save_size(), imm_save() and imm_load() end the waiting: such leaves get no value.
/// imm_search() and similar functions return IMM_ERR_TOLD for this player, and such a state cannot
/// be merged or shared.
///
/// Errors: IMM_ERR_TOLD if the player has no IMM_EF_TOLD; IMM_ERR_GAME_OVER; IMM_ERR_UNSUPPORTED in
/// a library for bare metal or WebAssembly or without the feature `policies`, where IMM_EF_TOLD is
/// refused, and for imm_breakthrough_small() and imm_kalah_small(); or the error of a callback.
/// After the error of a callback no leaf waits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_collect(state: *mut imm_state, count: u32) -> i32 {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    call(handle, |leaves| Ok(leaves.collect(count)? as i32))
}

/// Returns the position of a leaf of a custom game. `leaf` is the number of a leaf of the latest
/// call of imm_collect(), counted from 0. The bytes stay unchanged until the next call with this
/// state. Returns NULL on an error; imm_last_status() then returns the status: IMM_ERR_NO_LEAF if
/// no such leaf waits, IMM_ERR_UNSUPPORTED for a built-in game, for which imm_leaf_text() has the
/// position, or an error of imm_collect().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_leaf_position(state: *mut imm_state, leaf: u32) -> *const c_void {
    let mut position = core::ptr::null();
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    call(handle, |leaves| {
        position = leaves.position(leaf)?;
        Ok(IMM_OK)
    });
    position
}

/// Writes the position of a leaf of a built-in game as text, like imm_position_text(). In Lines of
/// Action and Oware, the text does not contain earlier positions, which matter for repetitions.
/// `leaf` is as for imm_leaf_position(). Suggested `size`: IMM_TEXT_MAX, which is always enough.
///
/// Errors: IMM_ERR_NULL, IMM_ERR_BUFFER, IMM_ERR_NO_LEAF, IMM_ERR_UNSUPPORTED for a custom game, or
/// an error of imm_collect().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_leaf_text(state: *mut imm_state, leaf: u32, text: *mut c_char, size: usize) -> imm_status {
    // SAFETY: NULL or with room for `size` bytes.
    let room = unsafe { text_room(text, size) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    call(handle, |leaves| write_text(room?, |out| leaves.write_position(leaf, out)))
}

/// Writes up to `capacity` legal moves of a leaf, in the order that imm_tell() expects. Returns the
/// number of legal moves, or a negative status. `leaf` is as for imm_leaf_position(), and
/// `capacity` is as for imm_legal_moves().
///
/// Errors: IMM_ERR_NULL, IMM_ERR_NO_LEAF, or an error of imm_collect().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_leaf_moves(state: *mut imm_state, leaf: u32, moves: *mut imm_move, capacity: u32) -> i32 {
    // SAFETY: NULL or with room for `capacity`; a `Move` is an imm_move.
    let out = unsafe { slice_mut(moves.cast::<Move>(), capacity) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    call(handle, |leaves| Ok(leaves.legal_moves(leaf, out?)? as i32))
}

/// Returns the player to move at a leaf, or a negative status. `leaf` is as for
/// imm_leaf_position().
///
/// Errors: IMM_ERR_NO_LEAF, or an error of imm_collect().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_leaf_player(state: *mut imm_state, leaf: u32) -> imm_player {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    call(handle, |leaves| {
        Ok(match leaves.player(leaf)? {
            Side::First => IMM_FIRST,
            Side::Second => IMM_SECOND,
        })
    })
}

/// Tells the value of the oldest leaf that waits. Call it once for each leaf, in the order of
/// collection; the leaf then no longer waits. `value` is from -1 to 1, from the first player's
/// point of view. 1 means that the first player wins. If your network returns values for the player
/// to move, negate them if IMM_SECOND is to move.
///
/// `priors` has `count` numbers from 0 to 1, one for each move of imm_leaf_moves(). `puct` tries
/// moves with larger numbers sooner. imm divides the numbers by their sum. If `count` is 0, or all
/// numbers are 0, all moves have the same prior. If a position above the leaf was solved while the
/// leaf waited, the value has no effect any more, but you must still tell it.
///
/// Errors: IMM_ERR_OUT_OF_RANGE if a number is out of range or NaN, or if `count` is neither 0 nor
/// the number of legal moves; the leaf then still waits. IMM_ERR_NO_LEAF if no leaf waits;
/// IMM_ERR_NULL; IMM_ERR_MISALIGNED; or an error of imm_collect().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_tell(state: *mut imm_state, value: f32, priors: *const f32, count: u32) -> imm_status {
    // SAFETY: NULL or `count` numbers; they are not written.
    let priors = unsafe { slice_mut(priors.cast_mut(), count) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    call(handle, |leaves| leaves.tell(value, priors?).map(|()| IMM_OK))
}

/// Calls `body` with the leaves of the search. Libraries without IMM_EF_TOLD do not contain the
/// code of `body`.
fn call(handle: Handle, body: impl FnOnce(&mut dyn Leaves) -> Result<i32, imm_status>) -> i32 {
    handle.call_queries(|queries| {
        if TELLS { body(queries.leaves().ok_or(IMM_ERR_UNSUPPORTED)?) } else { Err(IMM_ERR_UNSUPPORTED) }
    })
}
