//! Plays moves and asks about the position.

use crate::internal::convert::slice_mut;
use crate::internal::handle::Handle;
use crate::types::*;
use kernel::game::Move;
use kernel::game::value::{Outcome, Side};

/// Plays a move. What the tree knows about the position after it is kept, the rest is given back;
/// alpha-beta begins anew.
///
/// IMM_ERR_ILLEGAL_MOVE, IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or what a callback did wrong: the
/// position is as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_play(state: *mut imm_state, r#move: imm_move) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| session.play(Move(r#move)).map(|()| IMM_OK))
}

/// Writes up to `capacity` of the legal moves and returns how many there are, 0 if the game is
/// over; or a negative status. `moves` may be NULL if `capacity` is 0.
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

/// How the game stands: IMM_ONGOING or its result; or a negative status.
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

/// Whose turn it is; or a negative status. Once the game is over the answer says nothing.
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
