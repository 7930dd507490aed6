//! Functions that play moves and tell the state of the game.

use crate::internal::convert::{answer_at, slice_mut};
use crate::internal::handle::Handle;
use crate::internal::session::Session;
use crate::types::*;
use kernel::game::Move;
use kernel::game::value::{Outcome, Side, Value};

/// Plays a move. The tree below this move stays; all other nodes are freed. Alpha-beta starts a new
/// search, but keeps its table.
///
/// Errors: IMM_ERR_ILLEGAL_MOVE, IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or the error of a callback. After
/// an error the position is unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_play(state: *mut imm_state, r#move: imm_move) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| session.play(Move(r#move)).map(|()| IMM_OK))
}

/// Writes up to `capacity` legal moves. Returns the number of legal moves, 0 if the game is over,
/// or a negative status. `moves` may be NULL if `capacity` is 0. Suggested `capacity`, which is
/// always enough: 96 for built-in games, `max_moves` of imm_game for a custom game.
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

/// Returns the result of the game, IMM_ONGOING if the game is not over, or a negative status. In a
/// game that does not have two players, returns IMM_OVER after the end: see imm_return_of().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_outcome(state: *mut imm_state) -> imm_result {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| {
        Ok(match session.outcome()? {
            None => IMM_ONGOING,
            #[cfg(feature = "players")]
            Some(_) if session.players() != 2 => IMM_OVER,
            Some(Outcome::FirstWins) => IMM_FIRST_WINS,
            Some(Outcome::SecondWins) => IMM_SECOND_WINS,
            Some(Outcome::Draw) => IMM_DRAW,
        })
    })
}

/// Writes the result of this player, from -1 (worst) to 1 (best); 0 while the game is not over. In
/// a game with two players, the result is 1 for the winner, -1 for the loser, and 0 for a draw.
///
/// Errors: IMM_ERR_NULL, IMM_ERR_OUT_OF_RANGE if there is no such player, IMM_ERR_BUSY, or the
/// error of a callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_return_of(state: *mut imm_state, player: imm_player, result: *mut f32) -> imm_status {
    // SAFETY: NULL or valid for writes.
    let result = unsafe { answer_at(result) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| {
        let result = result?;
        let player = usize::try_from(player).map_err(|_| IMM_ERR_OUT_OF_RANGE)?;
        result.write(return_of(session, player)?.to_f32());
        Ok(IMM_OK)
    })
}

/// Returns the result of a player; 0 while the game is not over.
fn return_of(session: &mut dyn Session, player: usize) -> Result<Value, imm_status> {
    #[cfg(feature = "players")]
    let players = session.players();
    #[cfg(not(feature = "players"))]
    let players = 2;
    if player >= players {
        return Err(IMM_ERR_OUT_OF_RANGE);
    }
    match session.outcome()? {
        None => Ok(Value::DRAW),
        #[cfg(feature = "players")]
        Some(_) if players != 2 => session.return_of(player),
        Some(outcome) => Ok(outcome.value().for_player(if player == 0 { Side::First } else { Side::Second })),
    }
}

/// Samples an outcome of the chance event that comes next, such as the roll of a die, without
/// playing it. `random` is 32 random bits. The probability of each outcome is in proportion to its
/// weight. If your program has its own dice, pass the number that they show to imm_play() instead.
///
/// Returns IMM_MOVE_NONE on an error. imm_last_status() then returns the status:
/// IMM_ERR_UNSUPPORTED if a player is to move or the library has no chance events,
/// IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or the error of a callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_sample_chance(state: *mut imm_state, random: u32) -> imm_move {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_or(
        |_| IMM_MOVE_NONE,
        |session, _| {
            if session.outcome()?.is_some() {
                return Err(IMM_ERR_GAME_OVER);
            }
            #[cfg(feature = "chance")]
            if let Some(outcome) = session.sample_outcome(random)? {
                return Ok(outcome.0);
            }
            let _ = random;
            Err(IMM_ERR_UNSUPPORTED)
        },
    )
}

/// Returns the player to move, IMM_CHANCE if a chance event comes next, or a negative status. After
/// the end of the game the value has no meaning.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_player_to_move(state: *mut imm_state) -> imm_player {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| {
        #[cfg(feature = "chance")]
        if session.is_chance()? {
            return Ok(IMM_CHANCE);
        }
        session.player().map(|player| player as imm_player)
    })
}
