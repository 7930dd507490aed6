//! The check of a game, and its texts.

use crate::internal::check::convert::{report_from_c, report_to_c};
use crate::internal::check::{PLIES, bytes_for, check_game};
use crate::internal::convert::{text_room, write_text};
use crate::internal::game_kinds::game_of;
use crate::internal::{clock, struct_versions};
use crate::types::*;
use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;
use kernel::check::{Options, Report};

/// Finds the mistakes of a game's author: plays `game` at random, asks it everything that a search
/// may ask, and looks whether it keeps the promises that stand with imm_game. A search believes
/// most of these: who breaks one gets weak or illegal moves, not an error. So ask this whenever
/// your game was changed. `report` says what is wrong, after which moves, and what was expected;
/// imm_check_text() writes it for a person. With a clock it also has the times of the callbacks.
///
/// `plies` positions are looked at, 0 for 10,000; or fewer, where IMM_CHECK_FINDINGS different
/// mistakes are found. A position takes some hundred calls of callbacks. `seed` decides which games
/// are played: the same one plays the same games. No mistake found is no proof that there is none:
/// other seeds and more plies find more.
///
/// It makes only moves that legal_moves() lists, and asks about no position that does not come from
/// them. Positions, undo bytes and texts have 128 guard bytes before and behind them, the list of
/// moves 256: a callback that writes further than that spoils what lies there, as it would in a
/// search. A callback that does not return is not found.
///
/// The `memory` is aligned to IMM_ALIGN and has at least imm_check_memory() bytes; in more, more
/// positions are remembered, and two of one hash key are more likely found. Built-in games can be
/// checked too, and take some 40 KiB of stack: a program that calls this links all of them.
///
/// IMM_OK when the check was made, whatever it found. IMM_ERR_NULL, IMM_ERR_MISALIGNED,
/// IMM_ERR_TOO_SMALL, IMM_ERR_STRUCT_SIZE (of the game or the report), IMM_ERR_GAME; then `report`
/// is not written.
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
    // SAFETY: pointers from C, NULL or valid; the caller lends the block.
    match unsafe { check_game(game, memory, size, &options, report) } {
        Ok(()) => IMM_OK,
        Err(status) => status,
    }
}

/// Bytes of memory that imm_check_game() needs for this game. 0 on an error: a NULL, or a game that
/// imm_init() would refuse.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_check_memory(game: *const imm_game) -> usize {
    let mut fields = MaybeUninit::uninit();
    // SAFETY: a pointer from C, NULL or valid.
    unsafe { game_of(game, &mut fields) }.and_then(bytes_for).unwrap_or(0)
}

/// Writes what a check has found for a person: each mistake with the moves that lead to it, what
/// was expected and found, and where to look; then what was measured. IMM_CHECK_TEXT_MAX bytes
/// always suffice. IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_ENUM for a report that
/// imm_check_game() did not write, IMM_ERR_BUFFER.
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

/// An empty report with `struct_size` and a clock: the processor time of the calling thread on
/// Linux, Android, FreeBSD and Apple's systems, which other work on the machine does not change;
/// the clock of imm_config_default() on other desktops; none on bare metal.
#[unsafe(no_mangle)]
pub extern "C" fn imm_check_report_default() -> imm_check_report {
    report_to_c(&Report::default(), clock::PROCESSOR, core::ptr::null_mut())
}

/// Fills an empty report in, as imm_check_report_default() does, for languages that cannot take a
/// struct for an answer. `size` is sizeof(imm_check_report) as the caller knows it, and becomes
/// `struct_size`. IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_check_report_init(report: *mut imm_check_report, size: usize) -> imm_status {
    let empty = imm_check_report { struct_size: size as u32, ..imm_check_report_default() };
    // SAFETY: NULL or the caller's to be written.
    unsafe { struct_versions::write(report, size, &empty) }.map_or_else(|status| status, |()| IMM_OK)
}
