//! Functions that search on a game clock. They divide a player's time for the whole game among the
//! moves.

use crate::internal::convert::answer_at;
use crate::internal::handle::Handle;
use crate::internal::sliced_search::{Slices, US, Watcher, budget_of, every};
use crate::internal::struct_versions;
use crate::types::*;
use core::mem::MaybeUninit;
use core::ptr::{null, null_mut};
use core::sync::atomic::AtomicU8;
use kernel::time::sliced::on_clock;

/// Returns a clock with no time left and defaults in all other fields. Set `remaining_ms` before
/// you search.
#[unsafe(no_mangle)]
pub extern "C" fn imm_clock_default() -> imm_clock {
    imm_clock {
        struct_size: size_of::<imm_clock>() as u32,
        remaining_ms: 0,
        increment_ms: 0,
        moves_to_go: 0,
        overhead_ms: 0,
        moves_expected: 0,
        watcher: None,
        context: null_mut(),
        every_ms: 0,
        stop: null(),
    }
}

/// Writes a clock with no time left, as imm_clock_default() returns it. Use this function in
/// languages that cannot receive a struct as a return value. `size` is the caller's
/// sizeof(imm_clock), and becomes `struct_size`.
///
/// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_clock_init(clock: *mut imm_clock, size: usize) -> imm_status {
    let default = imm_clock { struct_size: size as u32, ..imm_clock_default() };
    // SAFETY: NULL or valid for writes.
    unsafe { struct_versions::write(clock, size, &default) }.map_or_else(|status| status, |()| IMM_OK)
}

/// Searches for as long as the game clock `clock` allows and the position needs. Writes the result
/// to `report`, up to and including the field `struct_size`; the field `best` is the move to play.
/// `report` may be NULL.
///
/// The aim is the intended time for this move: the time left plus the expected increments, divided
/// by the number of expected moves. The time limit is four times the aim, but at most half of the
/// time left, except for the last move before a time control. The search takes longer than the aim
/// if the best move has changed lately, or if its value falls. The search ends before the aim if
/// more time cannot help:
///
///     IMM_STOPPED_FORCED     there is only one legal move
///     IMM_STOPPED_PROVEN     the position is solved
///     IMM_STOPPED_SETTLED    the move to play cannot change in the time that is left
///
/// IMM_STOPPED_SETTLED occurs if all other moves are solved losses. If the search decides by visits
/// (IMM_DECIDE_VISITS), it also occurs if the visits of one move cannot be reached by the others in
/// the time that is left, but only while no move is a solved draw. Alpha-beta starts no new depth
/// after half of the aim, because it would not finish that depth.
///
/// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_NO_CLOCK without a clock in the
/// configuration, IMM_ERR_UNSUPPORTED for a `small` game, IMM_ERR_GAME_OVER, or the error of a
/// callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_search_clock(
    state: *mut imm_state,
    clock: *const imm_clock,
    report: *mut imm_report,
) -> imm_status {
    let mut room = MaybeUninit::uninit();
    // SAFETY: NULL or valid.
    let clock = unsafe { struct_versions::read(clock, &mut room) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_both(|queries, state| {
        let clock = clock?;
        // SAFETY: NULL or a byte that others may write; an atomic may be shared.
        let sticky = unsafe { clock.stop.cast::<AtomicU8>().as_ref() };
        let watcher = clock.watcher.map(|watch| Watcher { watch, context: clock.context });
        let every = watcher.is_some().then(|| every(clock.every_ms));
        let mut slices = Slices::begin(queries, state, sticky, watcher)?;
        on_clock(&mut slices, budget_of(clock), every)?;
        // SAFETY: NULL or valid for writes.
        unsafe { slices.finish(report) }
    })
}

/// Writes two times in milliseconds for one move: the time that imm_search_clock() aims for, and
/// the time limit that it never exceeds. This function does not search. Use it if your program
/// manages its time itself, or for the `small` games, which imm_search_clock() does not support.
///
/// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE. After an error nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_clock_budget(clock: *const imm_clock, aim_ms: *mut u32, limit_ms: *mut u32) -> imm_status {
    let mut room = MaybeUninit::uninit();
    // SAFETY: NULL or valid.
    let clock = unsafe { struct_versions::read(clock, &mut room) };
    // SAFETY: NULL or valid for writes.
    let (aim, limit) = unsafe { (answer_at(aim_ms), answer_at(limit_ms)) };
    let write = || {
        let (aim, limit) = (aim?, limit?);
        let budget = budget_of(clock?);
        let whole_ms = |us: u64| u32::try_from(us / US).unwrap_or(u32::MAX);
        aim.write(whole_ms(budget.soft));
        limit.write(whole_ms(budget.hard));
        Ok(IMM_OK)
    };
    write().unwrap_or_else(|status| status)
}
