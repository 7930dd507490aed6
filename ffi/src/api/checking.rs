//! Functions that check a game for mistakes, and write the findings as a message.

use crate::internal::check::convert::{report_from_c, report_to_c};
use crate::internal::check::{PLIES, bytes_for, check_game};
use crate::internal::convert::{text_room, write_text};
use crate::internal::game_kinds::game_of;
use crate::internal::{clock, struct_versions};
use crate::types::*;
use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;
use kernel::check::{Options, Report};

/// Checks your game for mistakes. The function makes random moves in `game`, calls every callback
/// that a search may call, and tests whether the game keeps the promises listed at imm_game. A
/// search trusts most of these promises. If your game breaks one, you get weak or illegal moves
/// instead of an error. So run this check after each change of your game. `report` lists each
/// mistake with the moves that lead to it and the expected result. imm_check_text() writes the
/// report as a message. With a clock, the report also has the times of the callbacks.
///
/// `plies` is the number of positions to check; 0 means 10,000. Suggested: 0. The check ends sooner
/// if it finds IMM_CHECK_FINDINGS different mistakes. For each position, the check makes a few
/// hundred calls to callbacks. `seed` selects the random moves. The same seed gives the same games.
/// A check without findings does not prove that the game is correct. More seeds and more plies find
/// more mistakes.
///
/// The check plays only moves that legal_moves() lists, and checks only positions that these moves
/// reach. Positions, undo bytes and texts have 128 guard bytes before and after them; the list of
/// moves has 256. A callback that writes beyond the guard bytes damages other memory, as it would
/// in a search. A callback that does not return is not detected.
///
/// `memory` is aligned to IMM_ALIGN and has at least imm_check_memory() bytes. Suggested:
/// imm_check_memory(). With more memory the check remembers more positions, and finds more pairs of
/// different positions with the same hash key. You can also check built-in games; this takes about
/// 40 KiB of stack. A program that calls this function contains the code of all games.
///
/// Errors: IMM_ERR_NULL, IMM_ERR_MISALIGNED, IMM_ERR_TOO_SMALL, IMM_ERR_STRUCT_SIZE (of the game or
/// the report), IMM_ERR_GAME. After an error `report` is unchanged. Returns IMM_OK if the check
/// ran, even if it has found mistakes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_check_game(
    game: *const imm_game,
    memory: *mut c_void,
    size: usize,
    seed: u64,
    plies: u32,
    report: *mut imm_check_report,
) -> imm_status {
    let options = Options { seed, plies: if plies == 0 { PLIES } else { plies } };
    // SAFETY: pointers from C, NULL or valid; the caller provides the block.
    match unsafe { check_game(game, memory, size, &options, report) } {
        Ok(()) => IMM_OK,
        Err(status) => status,
    }
}

/// Returns how many bytes of memory imm_check_game() needs for this game. Returns 0 on an error: a
/// NULL pointer, or a game that imm_init() would refuse.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_check_memory(game: *const imm_game) -> usize {
    let mut fields = MaybeUninit::uninit();
    // SAFETY: a pointer from C, NULL or valid.
    unsafe { game_of(game, &mut fields) }.and_then(bytes_for).unwrap_or(0)
}

/// Writes the findings of a check as a message for people. The message has each mistake with the
/// moves that lead to it, the expected and the actual result, and a hint where to look for the
/// cause. After the mistakes come the measured times. Suggested `size`: IMM_CHECK_TEXT_MAX, which
/// is always enough.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_STRUCT_SIZE; IMM_ERR_ENUM for a report that imm_check_game() did
/// not write; IMM_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_check_text(report: *const imm_check_report, text: *mut c_char, size: usize) -> imm_status {
    let mut fields = MaybeUninit::uninit();
    // SAFETY: NULL or valid.
    let report = unsafe { struct_versions::read(report, &mut fields) };
    // SAFETY: NULL or with room for `size` bytes.
    let room = unsafe { text_room(text, size) };
    let written = report.and_then(report_from_c).and_then(|report| {
        write_text(room?, |out| {
            report.explain(out);
            Ok(())
        })
    });
    written.unwrap_or_else(|status| status)
}

/// Returns an empty report with `struct_size` and a clock. On Linux, Android, FreeBSD and Apple's
/// systems the clock is the processor time of the calling thread, so other programs do not affect
/// the measured times. On other desktop systems it is the clock of imm_config_default(). On bare
/// metal the report has no clock.
#[unsafe(no_mangle)]
pub extern "C" fn imm_check_report_default() -> imm_check_report {
    report_to_c(&Report::default(), clock::PROCESSOR, core::ptr::null_mut())
}

/// Writes an empty report, as imm_check_report_default() returns it. Use this function in languages
/// that cannot receive a struct as a return value. `size` is the caller's sizeof(imm_check_report),
/// and becomes `struct_size`.
///
/// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_check_report_init(report: *mut imm_check_report, size: usize) -> imm_status {
    let empty = imm_check_report { struct_size: size as u32, ..imm_check_report_default() };
    // SAFETY: NULL or valid for writes.
    unsafe { struct_versions::write(report, size, &empty) }.map_or_else(|status| status, |()| IMM_OK)
}
