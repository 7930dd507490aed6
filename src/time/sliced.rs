//! A search in slices: between two of them somebody may look at what was found, and a clock of the
//! game may be thought about. Slices add up to the same search as one.
//!
//! This is beside the search, not in it: who only searches for a time links nothing of it.

use crate::report::ranking::Ranking;
use crate::report::{Candidate, Report};
use crate::time::limits::{Limits, Stop, Time, ticks_between};
use crate::time::pacing::{Budget, Contest, Pace};

/// What the slices of a search add up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Simulations, or positions visited.
    pub iterations: u64,
    /// Plies of the playouts.
    pub playout_plies: u64,
    /// The deepest node reached.
    pub depth: u32,
    /// Time, in milliseconds.
    pub elapsed_ms: u32,
    /// Why it ended; `None` while it goes on.
    pub stop: Option<Stop>,
}

/// A search that can be driven in slices, such as [`crate::search::SlicedSearch`].
pub trait Sliced {
    /// Why a call failed.
    type Error;

    /// Searches on within these limits, on the clock that [`Sliced::now`] reads, in the same unit.
    ///
    /// # Errors
    /// Those of [`crate::search::Search::search`].
    fn search(&mut self, limits: &Limits) -> Result<(), Self::Error>;

    /// Says what the slices were so far, in place of the latest slice alone.
    fn recount(&mut self, totals: &Totals);

    /// What was found so far.
    ///
    /// # Errors
    /// Those of [`crate::search::Search::report`].
    fn report(&mut self) -> Result<Report, Self::Error>;

    /// As [`crate::search::Search::candidate`].
    ///
    /// # Errors
    /// Those of [`crate::search::Search::candidate`].
    fn candidate(&mut self, index: usize) -> Result<Option<Candidate>, Self::Error>;

    /// As [`crate::search::Search::ranking`].
    ///
    /// # Errors
    /// Those of [`crate::search::Search::ranking`].
    fn ranking(&mut self) -> Result<Ranking, Self::Error>;

    /// How many legal moves there are; 0 where the game is over.
    ///
    /// # Errors
    /// Those of [`crate::search::Search::legal_moves`].
    fn legal_moves(&mut self) -> Result<u32, Self::Error>;

    /// The clock, in its ticks; wraps around.
    fn now(&self) -> u32;

    /// Ticks of the clock in a millisecond: 1, or 1000.
    fn ticks_per_ms(&self) -> u32;

    /// Was the stop flag raised?
    fn is_stopped(&self) -> bool;

    /// Shows what was found so far to whoever watches. Called only if asked for.
    ///
    /// # Errors
    /// A promise that the game has broken.
    fn show(&mut self, report: &Report) -> Result<(), Self::Error>;
}

/// Searches within `limits`, of which one ends the search, and shows what was found every so many
/// milliseconds; 0 is every one.
///
/// # Errors
/// Those of the search.
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

/// Searches as long as the clock of a game allows and the position needs, and shows what was found
/// every so many milliseconds, if at all.
///
/// It ends early where there is only one legal move, where the move to play cannot change any more
/// ([`Contest::is_settled`]), and where the position is proven.
///
/// # Errors
/// Those of the search.
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
        // A move that is drawn is another one each time.
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

/// A search under way.
struct Slices {
    totals: Totals,
    /// Microseconds since it began, and what the clock said then.
    elapsed: u64,
    read: u32,
    per_ms: u32,
    /// Microseconds between two shows, and when the next one is due; never without.
    every: Option<u64>,
    due: u64,
}

impl Slices {
    fn begin<S: Sliced + ?Sized>(search: &S, every_ms: Option<u32>) -> Self {
        let every = every_ms.map(|ms| u64::from(ms.max(1)).saturating_mul(US));
        let (read, per_ms) = (search.now(), search.ticks_per_ms().max(1));
        Self { totals: Totals::default(), elapsed: 0, read, per_ms, every, due: every.unwrap_or(u64::MAX) }
    }

    /// Searches until this moment, or until the next show is due, within `limits`.
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

    /// A slice of that many microseconds: not more than a minute, so that no clock wraps around
    /// unseen.
    fn bounded(us: u64) -> Time {
        Time::us(us.min(60_000_000))
    }

    /// Why a search on a clock should end now, if it should.
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

    /// Simulations that this search is still going to make until that moment, at the rate so far.
    fn simulations_until(&self, target: u64) -> u64 {
        let left = target.saturating_sub(self.elapsed);
        let product = self.totals.iterations.checked_mul(left);
        product.and_then(|product| product.checked_div(self.elapsed)).unwrap_or(u64::MAX)
    }

    /// Shows what was found, if it is time to.
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
