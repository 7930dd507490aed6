//! Searches that somebody watches, and searches on the clock of a game: in slices, beside
//! `imm_search()`, so that who calls only that links nothing of it.

use crate::convert::{answer_at, report_to_c};
use crate::handle::{Handle, State, found};
use crate::session::Queries;
use crate::sized::{self, Growing};
use crate::types::*;
use crate::{read_limits, write_report};
use core::ffi::c_void;
use core::mem::{MaybeUninit, offset_of};
use core::ptr::{null, null_mut};
use core::sync::atomic::{AtomicU8, Ordering};
use kernel::course::{Sliced, Totals, on_clock, watched};
use kernel::game::Move;
use kernel::limits::{Limits, StopFlags};
use kernel::ranking::Ranking;
use kernel::report::{Candidate, Report};
use kernel::time::{Budget, GameClock};

// SAFETY: numbers, an optional function and pointers.
unsafe impl Growing for imm_clock {
    const FIRST: usize = size_of::<Self>();
}

/// A clock that has run out, with all defaults: set `remaining_ms`.
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

/// Fills a clock in, as imm_clock_default() does, for languages that cannot take a struct for an
/// answer. `size` is sizeof(imm_clock) as the caller knows it, and becomes `struct_size`.
/// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_clock_init(clock: *mut imm_clock, size: usize) -> imm_status {
    let default = imm_clock { struct_size: size as u32, ..imm_clock_default() };
    // SAFETY: NULL or the caller's to be written.
    unsafe { sized::write(clock, size, &default) }.map_or_else(|status| status, |()| IMM_OK)
}

/// The milliseconds that imm_search_clock() aims at for one move, and those beyond which it never
/// goes. Arithmetic alone: for programs that think about time by themselves, and for the `small`
/// games, which imm_search_clock() does not know.
///
/// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE; then nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_clock_budget(clock: *const imm_clock, aim_ms: *mut u32, limit_ms: *mut u32) -> imm_status {
    let mut room = MaybeUninit::uninit();
    // SAFETY: NULL or valid.
    let clock = unsafe { sized::read(clock, &mut room) };
    // SAFETY: NULL or the caller's to be written.
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

/// Searches as long as the clock of a game allows and the position needs, and writes what was found
/// to `report` up to its `struct_size`: the move to play is its `best`. It may be NULL.
///
/// The time left is divided by the moves to come, with the increments that they bring; that is the
/// aim, and four times as much, but no more than half of what is left unless it is the last move
/// before a control, is the limit. It goes beyond the aim where the best move has changed lately,
/// or its value falls, and ends before it where nothing is to be gained: where there is only one
/// legal move (IMM_STOPPED_FORCED), where the position is proven (IMM_STOPPED_PROVEN), and where
/// the move to play cannot change any more in the time that is left (IMM_STOPPED_SETTLED). The last
/// is so for every player where all other moves are proven to lose; otherwise for players by visits
/// alone (IMM_DECIDE_VISITS), while no draw is proven. Alpha-beta begins no depth that it would not
/// finish, by half of the aim.
///
/// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_NO_CLOCK without a clock in the configuration,
/// IMM_ERR_UNSUPPORTED for a `small` game, IMM_ERR_GAME_OVER, or what a callback did wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_search_clock(
    state: *mut imm_state,
    clock: *const imm_clock,
    report: *mut imm_report,
) -> imm_status {
    let mut room = MaybeUninit::uninit();
    // SAFETY: NULL or valid.
    let clock = unsafe { sized::read(clock, &mut room) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_both(|queries, state| {
        let clock = clock?;
        // SAFETY: NULL or a byte that anyone may write to: an atomic may be shared.
        let sticky = unsafe { clock.stop.cast::<AtomicU8>().as_ref() };
        let watcher = clock.watcher.map(|watch| Watcher { watch, context: clock.context });
        let every = watcher.is_some().then(|| every(clock.every_ms));
        let mut slices = Slices::begin(queries, state, sticky, watcher)?;
        on_clock(&mut slices, budget_of(clock), every)?;
        // SAFETY: NULL or the caller's to be written.
        unsafe { slices.finish(report) }
    })
}

/// Bytes of the report that these functions fill in: they are not told the caller's size, so it
/// stays what it was when they were new.
const REPORT: usize = offset_of!(imm_report, struct_size).wrapping_add(size_of::<u32>());

/// Microseconds in a millisecond.
const US: u64 = 1000;

/// What IMM_ZERO is in an unsigned field.
const ZERO: u32 = IMM_ZERO.cast_unsigned();

fn budget_of(clock: &imm_clock) -> Budget {
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

fn every(ms: u32) -> u32 {
    if ms == 0 { 100 } else { ms }
}

/// Who watches a search.
#[derive(Clone, Copy)]
struct Watcher {
    watch: unsafe extern "C" fn(*mut c_void, *const imm_report, *const imm_move, u32),
    context: *mut c_void,
}

/// A session that is searched in slices.
struct Slices<'a> {
    queries: &'a mut dyn Queries,
    state: &'a State,
    stop: StopFlags<'a>,
    watcher: Option<Watcher>,
}

impl<'a> Slices<'a> {
    fn begin(
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

    /// Writes what was found.
    ///
    /// # Safety
    /// `report` is NULL or may be written to, by nobody else.
    unsafe fn finish(&mut self, report: *mut imm_report) -> Result<imm_status, imm_status> {
        if report.is_null() {
            return found(self.queries.as_session()).map(|_| IMM_OK);
        }
        // SAFETY: not NULL, and the caller's to be written.
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
