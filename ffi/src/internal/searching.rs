//! Runs the search of a state, reads its limits, and writes its report.

use crate::internal::convert::report_to_c;
use crate::internal::handle::State;
use crate::internal::session::Session;
use crate::internal::struct_versions::{self, check_size};
use crate::types::*;
use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicU8, Ordering};
use kernel::game::Move;
use kernel::player::options::POLICIES;
use kernel::report::Report;
use kernel::time::limits::{Clock, Limits, StopFlags, Time};

/// Runs a search. The clock of the state measures its time, and `imm_stop()` can end it.
pub(crate) fn search(session: &mut dyn Session, state: &State, limits: &Limits) -> Result<(), imm_status> {
    search_until(session, state, limits, None)
}

/// Runs a search like [`search`], which the caller's own stop flag can also end.
pub(crate) fn search_until(
    session: &mut dyn Session,
    state: &State,
    limits: &Limits,
    sticky: Option<&AtomicU8>,
) -> Result<(), imm_status> {
    state.stop.store(false, Ordering::Relaxed);
    // The clock is borrowed, because a copy would need stack space.
    let clock = state.clock.is_there().then_some(&state.clock as &dyn Clock);
    let stop = StopFlags { raised: &state.stop, sticky };
    session.search(limits, clock, stop)
}

/// Returns the report of a search that has just ended. A search starts only if the game is not
/// over. So if the report has no move, the game contradicts itself. Then the error is
/// IMM_ERR_INVALID_OUTCOME.
#[inline(never)] // in its own frame, so that the report is not on the stack during the search
pub(crate) fn found(session: &mut dyn Session) -> Result<Report, imm_status> {
    let report = session.report()?;
    if report.best == Move::NONE {
        session.forget();
        return Err(IMM_ERR_INVALID_OUTCOME);
    }
    Ok(report)
}

/// Returns the move to play. Not inlined, so that it does not use stack during the search.
#[inline(never)]
pub(crate) fn best_found(session: &mut dyn Session) -> Result<imm_move, imm_status> {
    found(session).map(|report| report.best.0)
}

/// Converts C's limits to the kernel's limits and the caller's stop flag.
///
/// # Safety
/// `limits` is NULL or valid. Its flag is NULL or valid during the search.
#[inline(never)] // in its own frame, which is not on the stack during the search
pub(crate) unsafe fn read_limits<'a>(limits: *const imm_limits) -> Result<(Limits, Option<&'a AtomicU8>), imm_status> {
    let mut room = MaybeUninit::uninit();
    // SAFETY: promised by the caller.
    let limits = unsafe { struct_versions::read(limits, &mut room) }?;
    // SAFETY: NULL or a byte that any thread may write to: an atomic may be shared.
    let sticky = unsafe { limits.stop.cast::<AtomicU8>().as_ref() };
    let limits =
        Limits { iterations: limits.iterations, nodes: limits.nodes, depth: limits.depth, time: time_of(limits)? };
    Ok((limits, sticky))
}

/// Returns the shorter of the two time limits. A library without the feature `policies` supports
/// only milliseconds.
fn time_of(limits: &imm_limits) -> Result<Option<Time>, imm_status> {
    let ms = (limits.time_ms != 0).then_some(Time::ms(limits.time_ms));
    if limits.time_us == 0 {
        return Ok(ms);
    }
    if !POLICIES {
        return Err(IMM_ERR_UNSUPPORTED);
    }
    let us = Time::us(limits.time_us);
    Ok(Some(ms.filter(|ms| ms.as_us() < limits.time_us).unwrap_or(us)))
}

/// Writes the report of the search. Not inlined, so that it does not use stack during the search.
///
/// # Safety
/// `report` is NULL, or valid for writes of `size` bytes.
#[inline(never)]
pub(crate) unsafe fn write_report(
    session: &mut dyn Session,
    report: *mut imm_report,
    size: usize,
    ask: fn(&mut dyn Session) -> Result<Report, imm_status>,
) -> Result<imm_status, imm_status> {
    if report.is_null() {
        return Err(IMM_ERR_NULL);
    }
    if size == size_of::<imm_report>() {
        let found = ask(session)?;
        // SAFETY: promised by the caller. Written in place, because a copy needs more flash.
        unsafe { report.write(report_to_c(&found)) };
        return Ok(IMM_OK);
    }
    check_size::<imm_report>(size)?;
    let found = report_to_c(&ask(session)?);
    let found = imm_report { struct_size: found.struct_size.min(size as u32), ..found };
    // SAFETY: promised by the caller.
    unsafe { struct_versions::write(report, size, &found) }.map(|()| IMM_OK)
}
