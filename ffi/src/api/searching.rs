//! Searches, with limits or in steps, and stops them.

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

/// Searches for `ms` milliseconds and returns the move to play, without playing it. The tree of
/// earlier searches is used and goes on growing; alpha-beta goes on where it stopped. 0 ms makes a
/// single simulation, or visits a single position. A proven position ends the search early.
///
/// IMM_MOVE_NONE on an error; imm_last_status() then says which: IMM_ERR_NO_CLOCK,
/// IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or what a callback did wrong.
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

/// No limits: set at least one.
#[unsafe(no_mangle)]
pub extern "C" fn imm_limits_default() -> imm_limits {
    NO_LIMITS
}

/// Fills limits in: none, as imm_limits_default() does, for languages that cannot take a struct for
/// an answer. `size` is sizeof(imm_limits) as the caller knows it, and becomes `struct_size`.
/// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_limits_init(limits: *mut imm_limits, size: usize) -> imm_status {
    let none = imm_limits { struct_size: size as u32, ..NO_LIMITS };
    // SAFETY: NULL or the caller's to be written.
    unsafe { write(limits, size, &none) }.map_or_else(|status| status, |()| IMM_OK)
}

/// What imm_limits_default() gives.
pub(crate) const NO_LIMITS: imm_limits = imm_limits {
    struct_size: size_of::<imm_limits>() as u32,
    time_ms: 0,
    iterations: 0,
    nodes: 0,
    depth: 0,
    stop: null_mut(),
    time_us: 0,
};

/// Searches until one of `limits` is reached, and writes what was found to `report`, which may be
/// NULL. In C and C++ a macro says how large the report is: see imm_search_limited_sized().
///
/// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_NO_LIMIT, IMM_ERR_NO_CLOCK, IMM_ERR_GAME_OVER,
/// IMM_ERR_BUSY, or what a callback did wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_search_limited(
    state: *mut imm_state,
    limits: *const imm_limits,
    report: *mut imm_report,
) -> imm_status {
    // SAFETY: promised by the caller, whose report has the fields of the first version at least.
    unsafe { imm_search_limited_sized(state, limits, report, PLAIN_REPORT) }
}

/// imm_search_limited() for a report of `size` bytes, sizeof(imm_report) as the caller knows it: no
/// more is written, and what this library does not know becomes 0. For languages other than C and
/// C++, in which the function without a size fills in the fields up to `elapsed_ms` alone.
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
        // Where they stand: a copy would take its size in stack.
        let (limits, sticky) = limits.as_ref().map_err(|status| *status)?;
        if !report.is_null() {
            check_size::<imm_report>(size)?; // before the search
        }
        search_until(session, state, limits, *sticky)?;
        if report.is_null() {
            return Ok(IMM_OK);
        }
        // SAFETY: not NULL, and `size` bytes are the caller's to be written.
        unsafe { write_report(session, report, size, found) }
    })
}

/// Makes `iterations` simulations - alpha-beta: visits as many positions, or fewer where it has
/// looked as many plies ahead as the limits or the memory allow - and returns: for a main loop that
/// must do other things in between. Steps add up to the same search as one. Use imm_get_report() to
/// see where it stands.
///
/// IMM_ERR_NO_LIMIT for 0 iterations, IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or what a callback did
/// wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_step(state: *mut imm_state, iterations: u32) -> imm_status {
    let limits = Limits::iterations(u64::from(iterations));
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, state| search(session, state, &limits).map(|()| IMM_OK))
}

/// Ends the search that is under way, if any, after its current simulation or position; it returns
/// as if its time were up. May be called from an interrupt, a signal handler, another thread or a
/// callback. The next search is not affected. Nothing happens if `state` is NULL or no state.
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

/// Empties the tree; the position stays. The random numbers go on where they were.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_forget(state: *mut imm_state) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| {
        session.forget();
        Ok(IMM_OK)
    })
}

/// Searches as imm_search_limited() does, for `watcher`, who is shown every `every_ms` milliseconds
/// what was found so far: a report, in which `stopped` is IMM_STOPPED_NOT, and the first moves of
/// the line that is expected, IMM_WATCHED_LINE at most, none as long as none is known. Both are
/// gone afterwards. Finds what imm_search_limited() finds in as many simulations. `every_ms` 0 is
/// 100 ms.
///
/// The watcher gets `context` first. It may call imm_stop(): the search then ends. Other functions
/// for the same state answer IMM_ERR_BUSY: to write moves as text, have another state stand at the
/// position. Where callbacks of the game are slow, so are the looks: there is one between two
/// simulations at the earliest.
///
/// IMM_ERR_NULL for no limits or no watcher, IMM_ERR_STRUCT_SIZE, IMM_ERR_NO_LIMIT,
/// IMM_ERR_NO_CLOCK, IMM_ERR_UNSUPPORTED for a `small` game, IMM_ERR_GAME_OVER, or what a callback
/// did wrong. `report` may be NULL; it is filled in up to `struct_size`.
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
        // SAFETY: NULL or the caller's to be written.
        unsafe { slices.finish(report) }
    })
}
