//! Searches in slices, for a progress callback or a game clock. This code is separate from
//! `imm_search()`, so that programs which call only `imm_search()` do not contain it.

use crate::internal::convert::report_to_c;
use crate::internal::handle::State;
use crate::internal::searching::{found, write_report};
use crate::internal::session::Queries;
use crate::types::*;
use core::ffi::c_void;
use core::mem::offset_of;
use core::sync::atomic::{AtomicU8, Ordering};
use kernel::game::Move;
use kernel::report::ranking::Ranking;
use kernel::report::{Candidate, Report};
use kernel::time::limits::{Limits, StopFlags};
use kernel::time::pacing::{Budget, GameClock};
use kernel::time::sliced::{Sliced, Totals};

/// The number of bytes of a report that `imm_search_watched()` and `imm_search_clock()` write.
/// These functions do not know the size of the caller's struct, so this number must never grow.
pub(crate) const REPORT: usize = offset_of!(imm_report, struct_size).wrapping_add(size_of::<u32>());

/// The number of microseconds in a millisecond.
pub(crate) const US: u64 = 1000;

/// The value of IMM_ZERO in an unsigned field.
const ZERO: u32 = IMM_ZERO.cast_unsigned();

pub(crate) fn budget_of(clock: &imm_clock) -> Budget {
    let us = |ms: u32| u64::from(ms).saturating_mul(US);
    let game_clock = GameClock {
        remaining: us(clock.remaining_ms),
        increment: us(clock.increment_ms),
        moves_to_go: (clock.moves_to_go != 0).then_some(clock.moves_to_go),
        overhead: match clock.overhead_ms {
            0 => GameClock::OVERHEAD,
            ZERO => 0,
            ms => us(ms),
        },
        expected: if clock.moves_expected == 0 { GameClock::EXPECTED } else { clock.moves_expected },
    };
    game_clock.budget()
}

pub(crate) fn every(ms: u32) -> u32 {
    if ms == 0 { 100 } else { ms }
}

/// The progress callback of a search, and its context.
#[derive(Clone, Copy)]
pub(crate) struct Watcher {
    pub watch: unsafe extern "C" fn(*mut c_void, *const imm_report, *const imm_move, u32),
    pub context: *mut c_void,
}

/// A search that runs in slices. Between two slices, the code reads the clock and may call the
/// progress callback.
pub(crate) struct Slices<'a> {
    queries: &'a mut dyn Queries,
    state: &'a State,
    stop: StopFlags<'a>,
    watcher: Option<Watcher>,
}

impl<'a> Slices<'a> {
    pub(crate) fn begin(
        queries: &'a mut dyn Queries,
        state: &'a State,
        sticky: Option<&'a AtomicU8>,
        watcher: Option<Watcher>,
    ) -> Result<Self, imm_status> {
        if !state.clock.is_there() {
            return Err(IMM_ERR_NO_CLOCK);
        }
        state.stop.store(false, Ordering::Relaxed);
        Ok(Self { queries, state, stop: StopFlags { raised: &state.stop, sticky }, watcher })
    }

    /// Writes the report of the whole search.
    ///
    /// # Safety
    /// `report` is NULL, or valid for writes and not used by anything else.
    pub(crate) unsafe fn finish(&mut self, report: *mut imm_report) -> Result<imm_status, imm_status> {
        if report.is_null() {
            return found(self.queries.as_session()).map(|_| IMM_OK);
        }
        // SAFETY: not NULL, and valid for writes.
        unsafe { write_report(self.queries.as_session(), report, REPORT, found) }
    }
}

impl Sliced for Slices<'_> {
    type Error = imm_status;

    fn search(&mut self, limits: &Limits) -> Result<(), imm_status> {
        self.queries.as_session().search(limits, Some(&self.state.clock), self.stop)
    }

    fn recount(&mut self, totals: &Totals) {
        self.queries.recount(totals);
    }

    fn report(&mut self) -> Result<Report, imm_status> {
        self.queries.as_session().report()
    }

    fn candidate(&mut self, index: usize) -> Result<Option<Candidate>, imm_status> {
        self.queries.candidate(index)
    }

    fn ranking(&mut self) -> Result<Ranking, imm_status> {
        self.queries.ranking()
    }

    fn legal_moves(&mut self) -> Result<u32, imm_status> {
        self.queries.as_session().legal_moves().map(|moves| moves.len() as u32)
    }

    fn now(&self) -> u32 {
        self.state.clock.now()
    }

    fn ticks_per_ms(&self) -> u32 {
        self.state.clock.ticks_per_ms()
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    fn show(&mut self, report: &Report) -> Result<(), imm_status> {
        let Some(Watcher { watch, context }) = self.watcher else { return Ok(()) };
        let mut line = [Move::NONE; IMM_WATCHED_LINE as usize];
        let length = self.queries.line(&mut line)?;
        let report = report_to_c(report);
        // SAFETY: the caller's function, with the context that came with it; a `Move` is an
        // imm_move.
        unsafe { watch(context, &raw const report, line.as_ptr().cast(), length as u32) };
        Ok(())
    }
}
