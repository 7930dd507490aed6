//! Plays moves, and returns facts about the position.

use crate::internal::convert::slice_mut;
use crate::internal::handle::Handle;
use crate::types::*;
use kernel::game::Move;
use kernel::game::value::{Outcome, Side};

/// Plays a move. The tree below this move is kept; the rest of the tree is freed. Alpha-beta begins
/// again, but keeps its table.
///
/// Errors: IMM_ERR_ILLEGAL_MOVE, IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or the error of a callback. Then
/// the position does not change.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_play(state: *mut imm_state, r#move: imm_move) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| session.play(Move(r#move)).map(|()| IMM_OK))
}

/// Writes up to `capacity` legal moves. Returns the number of legal moves, 0 if the game is over,
/// or a negative status. `moves` may be NULL if `capacity` is 0. Suggested `capacity`: 96 for
/// built-in games, `max_moves` of imm_game for your own; these are always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_legal_moves(state: *mut imm_state, moves: *mut imm_move, capacity: u32) -> i32 {
    // SAFETY: NULL or with room for `capacity`; a `Move` is an imm_move.
    let out = unsafe { slice_mut(moves.cast::<Move>(), capacity) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| {
        let out = out?;
        let legal = session.legal_moves()?;
        out.iter_mut().zip(legal).for_each(|(slot, mv)| *slot = *mv);
        Ok(legal.len() as i32)
    })
}

/// Returns IMM_ONGOING or the result of the game, or a negative status.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_outcome(state: *mut imm_state) -> imm_result {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| {
        Ok(match session.outcome()? {
            None => IMM_ONGOING,
            Some(Outcome::FirstWins) => IMM_FIRST_WINS,
            Some(Outcome::SecondWins) => IMM_SECOND_WINS,
            Some(Outcome::Draw) => IMM_DRAW,
        })
    })
}

/// Returns the player to move, or a negative status. Once the game is over the value has no
/// meaning.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_player_to_move(state: *mut imm_state) -> imm_player {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| {
        Ok(match session.to_move()? {
            Side::First => IMM_FIRST,
            Side::Second => IMM_SECOND,
        })
    })
}
