//! The functions that search a position, with limits or in steps, and the function that stops a
//! search.

use crate::internal::handle::{Handle, State, check};
use crate::internal::searching::{best_found, found, read_limits, search, search_until, write_report};
use crate::internal::sliced_search::{Slices, Watcher, every};
use crate::internal::struct_versions::{PLAIN_REPORT, check_size, write};
use crate::types::*;
use core::ffi::c_void;
use core::ptr::null_mut;
use core::sync::atomic::Ordering;
use kernel::time::limits::Limits;
use kernel::time::sliced::watched;

/// Searches for `ms` milliseconds and returns the move to play, without playing it. The search
/// continues with the tree of earlier searches; alpha-beta continues where it stopped. Suggested
/// `ms`: 10 to 1000; lab/RESULTS.md has the strength of each player for these times. If `ms` is 0,
/// the search runs only one simulation; alpha-beta visits only one position. The search ends early
/// if the position is solved.
///
/// Returns IMM_MOVE_NONE on an error. imm_last_status() then returns the status: IMM_ERR_NO_CLOCK,
/// IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or the error of a callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_search(state: *mut imm_state, ms: u32) -> imm_move {
    let limits = Limits::time_ms(ms);
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_or(
        |_| IMM_MOVE_NONE,
        |session, state| {
            search(session, state, &limits)?;
            best_found(session)
        },
    )
}

/// Returns limits with no limit set. Set at least one limit before a search.
#[unsafe(no_mangle)]
pub extern "C" fn imm_limits_default() -> imm_limits {
    NO_LIMITS
}

/// Writes limits with no limit set, as imm_limits_default() returns them. Use this function in
/// languages that cannot receive a struct as a return value. `size` is the caller's
/// sizeof(imm_limits), and becomes `struct_size`.
///
/// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_limits_init(limits: *mut imm_limits, size: usize) -> imm_status {
    let none = imm_limits { struct_size: size as u32, ..NO_LIMITS };
    // SAFETY: NULL or valid for writes.
    unsafe { write(limits, size, &none) }.map_or_else(|status| status, |()| IMM_OK)
}

/// The limits that imm_limits_default() returns.
pub(crate) const NO_LIMITS: imm_limits = imm_limits {
    struct_size: size_of::<imm_limits>() as u32,
    time_ms: 0,
    iterations: 0,
    nodes: 0,
    depth: 0,
    stop: null_mut(),
    time_us: 0,
};

/// Searches until one of `limits` is reached, and writes the result to `report`, which may be NULL.
/// In C and C++ a macro passes the size of the report: see imm_search_limited_sized().
///
/// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_NO_LIMIT, IMM_ERR_NO_CLOCK,
/// IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or the error of a callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_search_limited(
    state: *mut imm_state,
    limits: *const imm_limits,
    report: *mut imm_report,
) -> imm_status {
    // SAFETY: promised by the caller, whose report has the fields of the first version at least.
    unsafe { imm_search_limited_sized(state, limits, report, PLAIN_REPORT) }
}

/// Searches like imm_search_limited(), with a report of `size` bytes, the caller's
/// sizeof(imm_report). The function writes at most `size` bytes; fields that this library does not
/// have become 0. Use this function in languages other than C and C++. Without the C macro,
/// imm_search_limited() fills in only the fields up to `elapsed_ms`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_search_limited_sized(
    state: *mut imm_state,
    limits: *const imm_limits,
    report: *mut imm_report,
    size: usize,
) -> imm_status {
    // SAFETY: NULL or valid.
    let limits = unsafe { read_limits(limits) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, state| {
        // The limits are borrowed, because a copy would take stack space.
        let (limits, sticky) = limits.as_ref().map_err(|status| *status)?;
        if !report.is_null() {
            check_size::<imm_report>(size)?; // before the search, so that an error costs no time
        }
        search_until(session, state, limits, *sticky)?;
        if report.is_null() {
            return Ok(IMM_OK);
        }
        // SAFETY: not NULL, and `size` bytes are valid for writes.
        unsafe { write_report(session, report, size, found) }
    })
}

/// Runs `iterations` simulations and then returns, for use in a main loop that has other work to
/// do. The function runs fewer simulations if the position is solved. Alpha-beta visits
/// `iterations` positions, or fewer if it has reached the depth that the limits or the memory
/// allow. Several short steps give the same result as one long step. Suggested `iterations`: as
/// many as fit into the longest delay that your loop allows. At 48 MHz a simulation of Kalah takes
/// about a millisecond; the example firmware runs 8 simulations in a step, or visits 200 positions
/// with alpha-beta. imm_get_report() returns the result so far.
///
/// Errors: IMM_ERR_NO_LIMIT for 0 iterations, IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or the error of a
/// callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_step(state: *mut imm_state, iterations: u32) -> imm_status {
    let limits = Limits::iterations(u64::from(iterations));
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, state| search(session, state, &limits).map(|()| IMM_OK))
}

/// Ends the search that is under way, if any, after its current simulation or position. The search
/// returns as if its time were up. You may call this function from an interrupt, a signal handler,
/// another thread or a callback. The call does not affect the next search. It has no effect if
/// `state` is NULL or not a state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_stop(state: *mut imm_state) {
    // SAFETY: a handle from C. No reference to the whole state is made, as another thread may be
    // using it.
    if unsafe { check(state) }.is_ok() {
        // SAFETY: `check` found a state; an atomic may be shared.
        let stop = unsafe { &(*state.cast::<State>()).stop };
        stop.store(true, Ordering::Relaxed);
    }
}

/// Empties the tree. The position stays, and the sequence of random numbers continues.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_forget(state: *mut imm_state) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| {
        session.forget();
        Ok(IMM_OK)
    })
}

/// Searches like imm_search_limited(), with a progress callback. Every `every_ms` milliseconds
/// `watcher` receives the result so far: a report with `stopped` IMM_STOPPED_NOT, and the first
/// moves of the expected line. The line has at most IMM_WATCHED_LINE moves. It is empty while the
/// search has no line. The pointers to the report and to the line are valid only during the call of
/// the watcher. The result is the same as the result of imm_search_limited() with the same number
/// of simulations. An `every_ms` of 0 means 100 ms. Suggested: 0.
///
/// The first argument of the watcher is `context`. The watcher may call imm_stop() to end the
/// search. Other functions for the same state return IMM_ERR_BUSY. To write moves as text, the
/// watcher needs another state at the same position. The watcher runs only between simulations, so
/// slow callbacks of the game delay it.
///
/// `report` may be NULL. The function fills in the report up to and including the field
/// `struct_size`.
///
/// Errors: IMM_ERR_NULL if there are no limits or no watcher, IMM_ERR_STRUCT_SIZE,
/// IMM_ERR_NO_LIMIT, IMM_ERR_NO_CLOCK, IMM_ERR_UNSUPPORTED for a `small` game, IMM_ERR_GAME_OVER,
/// or the error of a callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_search_watched(
    state: *mut imm_state,
    limits: *const imm_limits,
    every_ms: u32,
    watcher: Option<
        unsafe extern "C" fn(context: *mut c_void, report: *const imm_report, line: *const imm_move, length: u32),
    >,
    context: *mut c_void,
    report: *mut imm_report,
) -> imm_status {
    // SAFETY: NULL or valid.
    let limits = unsafe { read_limits(limits) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_both(|queries, state| {
        let (limits, sticky) = limits?;
        let watcher = Watcher { watch: watcher.ok_or(IMM_ERR_NULL)?, context };
        let bounded = limits.depth != 0 && queries.ranking()?.is_depth_first();
        if limits.iterations == 0 && limits.nodes == 0 && limits.time.is_none() && !bounded {
            return Err(IMM_ERR_NO_LIMIT);
        }
        let mut slices = Slices::begin(queries, state, sticky, Some(watcher))?;
        watched(&mut slices, &limits, every(every_ms))?;
        // SAFETY: NULL or valid for writes.
        unsafe { slices.finish(report) }
    })
}
