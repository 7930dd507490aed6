//! Functions that convert moves and positions to and from text, and functions that set up another
//! position.

use crate::internal::convert::{answer_at, read_text, text_room, write_text};
use crate::internal::game_kinds::built_in::{WithBuiltIn, with_built_in};
use crate::internal::game_kinds::game_of;
use crate::internal::handle::Handle;
use crate::types::*;
use core::ffi::c_char;
use core::mem::MaybeUninit;
use kernel::game::Move;
use kernel::game::knowledge::Knowledge;
use kernel::game::notation::Notation;

/// Writes a legal move of this position as text, with a terminating NUL. Suggested `size`, which is
/// always enough: IMM_TEXT_MAX for built-in games, IMM_TEXT_MAX + 1 for a custom game.
///
/// Errors: IMM_ERR_NULL, IMM_ERR_ILLEGAL_MOVE, IMM_ERR_BUFFER, or the error of a callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_move_text(
    state: *mut imm_state,
    r#move: imm_move,
    text: *mut c_char,
    size: usize,
) -> imm_status {
    // SAFETY: NULL or with room for `size` bytes.
    let room = unsafe { text_room(text, size) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_queries(|search| write_text(room?, |out| search.write_move(Move(r#move), out)))
}

/// Reads a move in exactly the form that imm_move_text() writes, without blanks before or after the
/// move.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_TEXT if the text is not a legal move of this position; or the
/// error of a callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_parse_move(
    state: *mut imm_state,
    text: *const c_char,
    r#move: *mut imm_move,
) -> imm_status {
    // SAFETY: NULL or a string.
    let text = unsafe { read_text(text) };
    // SAFETY: NULL or valid for writes.
    let found = unsafe { answer_at(r#move) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_queries(|search| {
        let (text, found) = (text?, found?);
        found.write(search.read_move(text)?.0);
        Ok(IMM_OK)
    })
}

/// Writes the position as text, with a terminating NUL. The functions that return the games, for
/// example imm_breakthrough(), describe the form of this text. Suggested `size`: IMM_TEXT_MAX,
/// which is always enough.
///
/// Errors: IMM_ERR_NULL, IMM_ERR_UNSUPPORTED for a custom game, IMM_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_position_text(state: *mut imm_state, text: *mut c_char, size: usize) -> imm_status {
    // SAFETY: NULL or with room for `size` bytes.
    let room = unsafe { text_room(text, size) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_queries(|search| write_text(room?, |out| search.write_position(out)))
}

/// Sets up the position that `text` describes, in the form that imm_position_text() writes for this
/// game and board. The tree becomes empty.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_UNSUPPORTED for a custom game; IMM_ERR_TEXT if the text is not a
/// position of this game and board. After an error the position and the tree are unchanged.
/// imm_position_error() explains what is wrong with a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_set_position(state: *mut imm_state, text: *const c_char) -> imm_status {
    // SAFETY: NULL or a string.
    let text = unsafe { read_text(text) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_change(|search| search.read_position(text?))
}

/// Writes a message that explains why `text` is not a position of this game. Examples: "character
/// 12 is '5', expected |", "expected 48 seeds in all, not more". Writes the empty text if `text` is
/// a position. Suggested `size`: IMM_TEXT_MAX, which is always enough. A program that calls this
/// function contains all games. With imm_set_position(), it contains only the games that it plays.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_UNSUPPORTED for a custom game; IMM_ERR_GAME; IMM_ERR_TEXT if the
/// text is not UTF-8; IMM_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_position_error(
    game: *const imm_game,
    text: *const c_char,
    buffer: *mut c_char,
    size: usize,
) -> imm_status {
    let mut game_room = MaybeUninit::uninit();
    // SAFETY: NULL or valid.
    let game = unsafe { game_of(game, &mut game_room) };
    // SAFETY: NULL or a string.
    let text = unsafe { read_text(text) };
    // SAFETY: NULL or with room for `size` bytes.
    let room = unsafe { text_room(buffer, size) };
    let written = game.and_then(|game| {
        let (text, room) = (text?, room?);
        if game.builtin.is_null() {
            return Err(IMM_ERR_UNSUPPORTED);
        }
        with_built_in(game, WritePositionError { text, room })?
    });
    written.unwrap_or_else(|status| status)
}

/// An operation for [`with_built_in`]. It writes what is wrong with the text of a position.
struct WritePositionError<'a> {
    text: &'a str,
    room: &'a mut [u8],
}

impl WithBuiltIn for WritePositionError<'_> {
    type Output = Result<imm_status, imm_status>;

    fn run<G: Knowledge + Notation + Clone + PartialEq>(self, start: &mut G) -> Self::Output {
        write_text(self.room, |out| {
            if let Err(error) = start.read_position(self.text) {
                error.explain(self.text, out);
            }
            Ok(())
        })
    }
}

/// Sets up the starting position, with an empty tree.
///
/// Errors: the error of a callback. After an error the position is unchanged, and the tree is
/// empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_restart(state: *mut imm_state) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| session.restart().map(|()| IMM_OK))
}

/// Sets up a random starting position with an empty tree. The same seed always leads to the same
/// position. In Kalah the seeds are dropped into random houses, in Onitama other cards are dealt,
/// and in EinStein würfelt nicht! the stones of each side are arranged in another order.
///
/// Errors: IMM_ERR_UNSUPPORTED for a game that has only one starting position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_shuffle(state: *mut imm_state, seed: u64) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_change(|search| search.shuffle(seed))
}
