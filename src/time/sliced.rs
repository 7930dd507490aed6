//! Runs a search in slices. Between two slices, a callback gets the results so far, and time
//! management can end the search. All slices together give the same result as a single call.
//!
//! This code is separate from the search, so that programs which only call `search` do not contain
//! it.

use crate::report::ranking::Ranking;
use crate::report::{Candidate, Report};
use crate::time::limits::{Limits, Stop, Time, ticks_between};
use crate::time::pacing::{Budget, Contest, Pace};

/// The totals of all slices of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Simulations, or positions visited.
    pub iterations: u64,
    /// Total plies of the playouts.
    pub playout_plies: u64,
    /// The depth of the deepest node.
    pub depth: u32,
    /// Total time, in milliseconds.
    pub elapsed_ms: u32,
    /// The reason why the search ended. `None` while it continues.
    pub stop: Option<Stop>,
}

/// A search that runs in slices, such as [`crate::search::SlicedSearch`].
pub trait Sliced {
    /// The error type of the search.
    type Error;

    /// Continues the search within these limits. The time limit is measured on the clock that
    /// [`Sliced::now`] reads.
    ///
    /// # Errors
    /// See [`crate::search::Search::search`].
    fn search(&mut self, limits: &Limits) -> Result<(), Self::Error>;

    /// Replaces the totals of the latest slice with the totals of all slices so far.
    fn recount(&mut self, totals: &Totals);

    /// The results so far.
    ///
    /// # Errors
    /// See [`crate::search::Search::report`].
    fn report(&mut self) -> Result<Report, Self::Error>;

    /// Returns the same candidate as [`crate::search::Search::candidate`].
    ///
    /// # Errors
    /// See [`crate::search::Search::candidate`].
    fn candidate(&mut self, index: usize) -> Result<Option<Candidate>, Self::Error>;

    /// Returns the same ranking of moves as [`crate::search::Search::ranking`].
    ///
    /// # Errors
    /// See [`crate::search::Search::ranking`].
    fn ranking(&mut self) -> Result<Ranking, Self::Error>;

    /// The number of legal moves; 0 if the game is over.
    ///
    /// # Errors
    /// See [`crate::search::Search::legal_moves`].
    fn legal_moves(&mut self) -> Result<u32, Self::Error>;

    /// Returns the time on the clock, in ticks. The time wraps around after 2^32 ticks.
    fn now(&self) -> u32;

    /// Returns the number of clock ticks per millisecond: 1 or 1000.
    fn ticks_per_ms(&self) -> u32;

    /// True if the stop flag is set.
    fn is_stopped(&self) -> bool;

    /// Calls the progress callback with the results so far. Called only if reports are requested.
    ///
    /// # Errors
    /// The game has broken one of its promises.
    fn show(&mut self, report: &Report) -> Result<(), Self::Error>;
}

/// Searches until one of the `limits` is reached, and reports progress every `every_ms`
/// milliseconds. At least one of the limits must be able to end the search. If `every_ms` is 0, the
/// function reports every millisecond.
///
/// # Errors
/// Returns the error of a failed search.
pub fn watched<S: Sliced + ?Sized>(search: &mut S, limits: &Limits, every_ms: u32) -> Result<Report, S::Error> {
    let mut slices = Slices::begin(search, Some(every_ms));
    let mut limits = *limits;
    if limits.iterations == 0 && limits.time.is_none() {
        limits.iterations = u64::from(limits.nodes).saturating_mul(Limits::PATIENCE);
    }
    let end = limits.time.map_or(u64::MAX, Time::as_us);
    loop {
        let iterations = limits.iterations.saturating_sub(slices.totals.iterations);
        let report = slices.slice(search, &Limits { iterations, ..limits }, end)?;
        let stop = match report.stop {
            Some(Stop::Time) if slices.elapsed < end => None,
            other => other,
        };
        if let Some(stop) = stop.or_else(|| search.is_stopped().then_some(Stop::Flag)) {
            return slices.end(search, stop);
        }
        slices.show(search)?;
    }
}

/// Searches on a game clock, within this time budget. Takes more time for positions that need it.
/// Reports progress every `every_ms` milliseconds; `None` means never.
///
/// The search ends early if there is only one legal move, or if the position is solved. It also
/// ends early if the move to play is not expected to change any more ([`Contest::is_settled`]).
///
/// # Errors
/// Returns the error of a failed search.
pub fn on_clock<S: Sliced + ?Sized>(search: &mut S, budget: Budget, every_ms: Option<u32>) -> Result<Report, S::Error> {
    let mut slices = Slices::begin(search, every_ms);
    let legal = search.legal_moves()?;
    if legal == 1 {
        return slices.end(search, Stop::Forced);
    }
    let ranking = search.ranking()?;
    let mut pace = Pace::new(budget, ranking.mover);
    let mut depth = if ranking.depth_first { search.report()?.depth } else { 0 };
    loop {
        let next = pace.next_look(slices.elapsed, ranking.depth_first);
        let deeper = if ranking.depth_first { depth.saturating_add(1) } else { 0 };
        let report = slices.slice(search, &Limits { depth: deeper, ..Limits::default() }, next)?;
        let deepened = ranking.depth_first && report.depth > depth;
        let stop = match report.stop {
            Some(Stop::Time) => None,
            Some(Stop::Depth) if deepened => None,
            other => other,
        };
        if let Some(stop) = stop.or_else(|| search.is_stopped().then_some(Stop::Flag)) {
            return slices.end(search, stop);
        }
        depth = report.depth;
        // If the move to play is sampled, it changes at random. Such changes tell nothing about the
        // position.
        if !ranking.is_sampled {
            pace.look(slices.elapsed, &report);
        }
        if let Some(stop) = slices.reason(search, &pace, &ranking, legal, deepened)? {
            return slices.end(search, stop);
        }
        slices.show(search)?;
    }
}

/// Microseconds in a millisecond.
const US: u64 = 1000;

/// A running search in slices.
struct Slices {
    totals: Totals,
    /// `elapsed` is the number of microseconds since the search began. `read` is the latest reading
    /// of the clock.
    elapsed: u64,
    read: u32,
    per_ms: u32,
    /// `every` is the number of microseconds between two progress reports; `None` means no reports.
    /// `due` is the time of the next report.
    every: Option<u64>,
    due: u64,
}

impl Slices {
    fn begin<S: Sliced + ?Sized>(search: &S, every_ms: Option<u32>) -> Self {
        let every = every_ms.map(|ms| u64::from(ms.max(1)).saturating_mul(US));
        let (read, per_ms) = (search.now(), search.ticks_per_ms().max(1));
        Self { totals: Totals::default(), elapsed: 0, read, per_ms, every, due: every.unwrap_or(u64::MAX) }
    }

    /// Searches within `limits`, but not longer than until the time `until`, or until the next
    /// progress report is due.
    fn slice<S: Sliced + ?Sized>(&mut self, search: &mut S, limits: &Limits, until: u64) -> Result<Report, S::Error> {
        let time = until.min(self.due).saturating_sub(self.elapsed);
        search.search(&Limits { time: Some(Self::bounded(time)), ..*limits })?;
        let now = search.now();
        let ticks = u64::from(ticks_between(self.read, now));
        self.read = now;
        let passed = ticks.saturating_mul(US).checked_div(u64::from(self.per_ms)).unwrap_or(0);
        self.elapsed = self.elapsed.saturating_add(passed);
        let report = search.report()?;
        let totals = &mut self.totals;
        totals.iterations = totals.iterations.saturating_add(report.iterations);
        totals.playout_plies = totals.playout_plies.saturating_add(report.playout_plies);
        totals.depth = totals.depth.max(report.depth);
        totals.elapsed_ms = u32::try_from(self.elapsed.checked_div(US).unwrap_or(0)).unwrap_or(u32::MAX);
        Ok(report)
    }

    /// Returns a duration of `us` microseconds, but at most one minute. So the clock is read before
    /// it can wrap around.
    fn bounded(us: u64) -> Time {
        Time::us(us.min(60_000_000))
    }

    /// Returns the reason to end a search on a game clock now. `None` if it should continue.
    fn reason<S: Sliced + ?Sized>(
        &self,
        search: &mut S,
        pace: &Pace,
        ranking: &Ranking,
        legal: u32,
        deepened: bool,
    ) -> Result<Option<Stop>, S::Error> {
        let target = if ranking.depth_first { pace.target_within_iteration() } else { pace.target() };
        if self.elapsed >= target || deepened && pace.is_late_for_iteration(self.elapsed) {
            return Ok(Some(Stop::Time));
        }
        if ranking.depth_first {
            return Ok(None);
        }
        let mut contest = Contest::default();
        let mut index = 0_usize;
        while let Some(candidate) = search.candidate(index)? {
            contest.add(&candidate, ranking.mover);
            index = index.wrapping_add(1);
        }
        let settled = contest.is_settled(legal, self.simulations_until(target), ranking.is_by_visits());
        Ok(settled.then_some(Stop::Settled))
    }

    /// Returns an estimate of the number of simulations until the time `target`, from the rate so
    /// far.
    fn simulations_until(&self, target: u64) -> u64 {
        let left = target.saturating_sub(self.elapsed);
        let product = self.totals.iterations.checked_mul(left);
        product.and_then(|product| product.checked_div(self.elapsed)).unwrap_or(u64::MAX)
    }

    /// Reports progress if a report is due.
    fn show<S: Sliced + ?Sized>(&mut self, search: &mut S) -> Result<(), S::Error> {
        let Some(every) = self.every.filter(|_| self.elapsed >= self.due) else { return Ok(()) };
        self.due = self.elapsed.saturating_add(every);
        search.recount(&self.totals);
        let report = search.report()?;
        search.show(&report)
    }

    fn end<S: Sliced + ?Sized>(&mut self, search: &mut S, stop: Stop) -> Result<Report, S::Error> {
        self.totals.stop = Some(stop);
        search.recount(&self.totals);
        search.report()
    }
}

#[cfg(test)]
#[path = "sliced_tests.rs"]
mod tests;
