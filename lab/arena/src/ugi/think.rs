//! Searches for the command `go`: limits, pondering, and the moment when the answer is due.

use super::command::Go;
use super::info::{Figures, line, lines, words};
use super::write::Output;
use crate::arena::Arena;
use crate::clock::{HostClock, Timer};
use crate::team::Team;
use anyhow::{Error, Result};
use imm::game::value::Side;
use imm::report::ranking::Ranking;
use imm::report::{Candidate, Report};
use imm::time::limits::{Clock as _, Limits, Stop, Time};
use imm::time::pacing::{Budget, GameClock};
use imm::time::sliced::{Sliced, Totals, on_clock, watched};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Milliseconds between two reports of a search.
const REPORT_MS: u32 = 200;
/// A tree search with a depth limit ends after this number of simulations at the latest.
const DEPTH_SIMULATIONS: u64 = 1_000_000;
/// The number of simulations that a thread runs between two checks of the tree's depth.
const DEPTH_PIECE: u64 = 100;

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// The maximum number of simulations of all threads.
    nodes: Option<u64>,
    depth: Option<u32>,
    time: Option<Time>,
    /// The time on the player's clock.
    budget: Option<Budget>,
    /// True if the answer waits for the command `stop`.
    waits: bool,
    /// True if the search begins without limits, until the command `ponderhit`.
    ponders: bool,
}

impl Plan {
    /// Returns the limits of the command `go` for the player `mover`. `most` is the maximum number
    /// of simulations, if there is one.
    ///
    /// # Errors
    /// Only the time of the other player is given.
    pub(super) fn new(go: &Go, mover: Side, most: Option<u64>) -> Result<Self, String> {
        let own = usize::from(mover == Side::Second);
        if go.times[own].is_none() && go.times[1 - own].is_some() {
            return Err(format!("is for the side to move: p{}time is missing", own + 1));
        }
        let us = |ms: u32| u64::from(ms) * 1000;
        let budget = go.times[own].map(|remaining| {
            let clock = GameClock {
                remaining: us(remaining),
                increment: us(go.increments[own].unwrap_or(0)),
                moves_to_go: go.movestogo.filter(|&moves| moves > 0),
                overhead: GameClock::OVERHEAD,
                expected: GameClock::EXPECTED,
            };
            let Budget { soft, hard } = clock.budget();
            let most = go.movetime.map_or(u64::MAX, us);
            Budget { soft: soft.min(most), hard: hard.min(most) }
        });
        let nodes = go.nodes.map(u64::from);
        let is_limited = budget.is_some() || go.movetime.is_some() || go.nodes.is_some() || go.depth.is_some();
        Ok(Self {
            nodes: nodes.into_iter().chain(most).min(),
            depth: go.depth,
            time: go.movetime.map(Time::ms),
            budget,
            waits: go.infinite || !is_limited,
            ponders: go.ponder,
        })
    }

    /// Returns the limits of a search that only `stop` or `ponderhit` end.
    fn without_limits() -> Self {
        Self { nodes: None, depth: None, time: None, budget: None, waits: true, ponders: false }
    }
}

/// Signals to a running search, from commands that arrive during the search.
#[derive(Debug, Default)]
pub(super) struct Signals {
    /// True after `stop`.
    stopped: AtomicBool,
    /// True after `stop` or `ponderhit`.
    ponder_ended: AtomicBool,
}

impl Signals {
    /// Ends the search in the thread.
    pub(super) fn stop(&self, thread: &thread::Thread) {
        self.stopped.store(true, Ordering::SeqCst);
        self.end_ponder(thread);
    }

    /// Ends pondering: from now on the limits count.
    pub(super) fn end_ponder(&self, thread: &thread::Thread) {
        self.ponder_ended.store(true, Ordering::SeqCst);
        thread.unpark();
    }
}

/// Waits until a flag of [`Signals`] is set.
fn wait_for(flag: &AtomicBool) {
    while !flag.load(Ordering::SeqCst) {
        thread::park();
    }
}

/// The surroundings of a search.
pub(super) struct Job<'a, G> {
    pub(super) root: &'a G,
    pub(super) plan: Plan,
    pub(super) signals: &'a Signals,
    pub(super) output: &'a Output,
    /// The number of nodes that fit into the tree; 0 for alpha-beta.
    pub(super) slots: usize,
    pub(super) multipv: usize,
    /// True if the line `bestmove` also contains the expected answer to the best move.
    pub(super) names_answer: bool,
    pub(super) uci: bool,
}

/// Searches, and writes what is found. Returns the line `bestmove`, which the caller must write.
///
/// # Errors
/// The game has broken one of its promises, or standard output is closed.
pub(super) fn think<G: Arena>(team: &mut Team<'_, G>, job: &Job<'_, G>) -> Result<String> {
    let clock = HostClock::start(Timer::Wall);
    let Signals { stopped, ponder_ended } = job.signals;
    let (mut nodes, mut report) = (0, None);
    if job.plan.ponders {
        let found = Thinker::new(team, job, Plan::without_limits(), (&clock, ponder_ended), 0)?.search_all()?;
        nodes = found.iterations;
        report = Some(found);
        wait_for(ponder_ended);
    }
    if report.is_none() || !stopped.load(Ordering::SeqCst) {
        let found = Thinker::new(team, job, job.plan, (&clock, stopped), nodes)?.search_all()?;
        nodes += found.iterations;
        report = Some(found);
    }
    let depth = report.map_or(0, |report| report.depth);
    let report = Report { depth, ..if nodes > 0 { team.merge()? } else { team.reporter().report()? } };
    let figures = Figures { nodes, seconds: clock.elapsed().as_secs_f64(), slots: job.slots };
    let search = team.reporter();
    job.output.line(lines(search, job.root, &report, figures, (job.multipv, job.uci))?)?;
    let line = words(job.root, &line(search, &report, report.best)?);
    if job.plan.waits {
        wait_for(stopped);
    }
    Ok(match &line[..] {
        [] => "bestmove (none)".to_owned(),
        [best, answer, ..] if job.names_answer => format!("bestmove {best} ponder {answer}"),
        [best, ..] => format!("bestmove {best}"),
    })
}

/// A search of a team in slices.
struct Thinker<'a, 'm, G: Arena> {
    team: &'a mut Team<'m, G>,
    job: &'a Job<'a, G>,
    plan: Plan,
    clock: &'a HostClock,
    stop: &'a AtomicBool,
    /// The number of simulations that this `go` ran before this search.
    earlier: u64,
    /// The number of simulations that are left for each thread; `None` if the number is not
    /// limited.
    left: Vec<Option<u64>>,
    /// True if the depth of a tree is limited.
    has_tree_depth: bool,
    /// The results of the latest slice.
    report: Report,
}

impl<'a, 'm, G: Arena> Thinker<'a, 'm, G> {
    fn new(
        team: &'a mut Team<'m, G>,
        job: &'a Job<'a, G>,
        plan: Plan,
        (clock, stop): (&'a HostClock, &'a AtomicBool),
        earlier: u64,
    ) -> Result<Self> {
        let has_tree_depth = plan.depth.is_some() && !team.reporter().ranking()?.is_depth_first();
        let most = has_tree_depth.then_some(DEPTH_SIMULATIONS);
        let nodes = plan.nodes.into_iter().chain(most).min();
        let left = (0..team.threads() as u64).map(|thread| nodes.map(|nodes| share(nodes, thread, team.threads())));
        let left = left.collect();
        let report = team.reporter().report()?;
        Ok(Self { team, job, plan, clock, stop, earlier, left, has_tree_depth, report })
    }

    /// Searches until a limit is reached.
    fn search_all(mut self) -> Result<Report> {
        let Plan { time, depth, .. } = self.plan;
        let depth = if self.has_tree_depth { 0 } else { depth.unwrap_or(0) };
        match self.plan.budget {
            Some(budget) => on_clock(&mut self, budget, Some(REPORT_MS)),
            None => watched(&mut self, &Limits { time, depth, ..Limits::default() }, REPORT_MS),
        }
    }

    /// Returns the limits of each thread in the next piece of a slice.
    fn limits(&self, limits: &Limits, time: u64) -> Vec<Option<Limits>> {
        let own_depth = if self.has_tree_depth { 0 } else { self.plan.depth.unwrap_or(0) };
        let depth = [limits.depth, own_depth].into_iter().filter(|&depth| depth != 0).min().unwrap_or(0);
        let of_thread = |left: &Option<u64>| match left {
            Some(0) => None,
            Some(left) => {
                let iterations = if self.has_tree_depth { DEPTH_PIECE.min(*left) } else { *left };
                Some(Limits { iterations, depth, time: Some(Time::us(time)), nodes: 0 })
            }
            None => Some(Limits { depth, time: Some(Time::us(time)), ..Limits::default() }),
        };
        self.left.iter().map(of_thread).collect()
    }

    /// Subtracts the simulations of each thread.
    fn spend(&mut self, each: &[u64]) {
        for (left, spent) in self.left.iter_mut().zip(each) {
            *left = left.map(|left| left.saturating_sub(*spent));
        }
    }

    /// True if no thread may search any more.
    fn is_spent(&self) -> bool {
        self.left.iter().all(|left| *left == Some(0))
    }

    /// Returns the reason to end the search after a piece of a slice, if there is one.
    fn reason(&self, found: &Report) -> Option<Stop> {
        if self.has_tree_depth && self.plan.depth.is_some_and(|depth| found.depth >= depth) {
            return Some(Stop::Depth);
        }
        match found.stop {
            // One thread has reached its limit, but others may not have.
            Some(Stop::Iterations | Stop::Time) | None => self.is_spent().then_some(Stop::Iterations),
            other => other,
        }
    }
}

/// Returns the part of `nodes` that the thread with this number gets.
fn share(nodes: u64, thread: u64, threads: usize) -> u64 {
    let threads = threads as u64;
    nodes / threads + u64::from(thread < nodes % threads)
}

impl<G: Arena> Sliced for Thinker<'_, '_, G> {
    type Error = Error;

    fn search(&mut self, limits: &Limits) -> Result<()> {
        let begun = self.clock.elapsed();
        let end = limits.time.map_or(u64::MAX, Time::as_us);
        let (mut iterations, mut depth) = (0, 0);
        loop {
            let passed = self.clock.elapsed().saturating_sub(begun).as_micros() as u64;
            let time = end.saturating_sub(passed);
            let slice = self.team.slice(&self.limits(limits, time), Timer::Wall, self.stop)?;
            self.spend(&slice.each);
            iterations += slice.report.iterations;
            depth = slice.report.depth.max(depth);
            let found = Report { iterations, depth, ..slice.report };
            let stop = self.reason(&found);
            self.report = Report { stop: stop.or(Some(Stop::Time)), ..found };
            let passed = self.clock.elapsed().saturating_sub(begun).as_micros() as u64;
            if stop.is_some() || passed >= end {
                return Ok(());
            }
        }
    }

    fn recount(&mut self, totals: &Totals) {
        let &Totals { iterations, playout_plies, depth, elapsed_ms, stop } = totals;
        self.report = Report { iterations, playout_plies, depth, elapsed_ms, stop, ..self.report };
    }

    fn report(&mut self) -> Result<Report> {
        Ok(self.report)
    }

    fn candidate(&mut self, index: usize) -> Result<Option<Candidate>> {
        Ok(self.team.reporter().candidate(index)?)
    }

    fn ranking(&mut self) -> Result<Ranking> {
        Ok(self.team.reporter().ranking()?)
    }

    fn legal_moves(&mut self) -> Result<u32> {
        Ok(self.team.reporter().legal_moves()?.len() as u32)
    }

    fn now(&self) -> u32 {
        self.clock.now_us().unwrap_or(0)
    }

    fn ticks_per_ms(&self) -> u32 {
        1000
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    fn show(&mut self, report: &Report) -> Result<()> {
        let Job { root, output, slots, multipv, uci, .. } = *self.job;
        // If the search uses a clock, the lines for the other moves come only at the end.
        let count = if self.plan.budget.is_some() { 1 } else { multipv };
        let seconds = self.clock.elapsed().as_secs_f64();
        let figures = Figures { nodes: self.earlier + report.iterations, seconds, slots };
        let text = lines(self.team.reporter(), root, report, figures, (count, uci))?;
        Ok(output.line(text)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_share_all_simulations() {
        for (nodes, threads) in [(1, 1), (1, 3), (100, 3), (101, 3), (4_294_967_295, 64)] {
            let parts: Vec<u64> = (0..threads as u64).map(|thread| share(nodes, thread, threads)).collect();
            assert_eq!(parts.iter().sum::<u64>(), nodes);
            assert!(parts.iter().max().unwrap() - parts.iter().min().unwrap() <= 1, "{parts:?}");
        }
    }

    #[test]
    fn the_clock_is_that_of_the_side_to_move() {
        let times = |first, second| Go { times: [first, second], ..Go::default() };
        let budget = |go: &Go, mover| Plan::new(go, mover, None).unwrap().budget;
        let both = times(Some(1000), Some(9000));
        assert!(budget(&both, Side::First).unwrap().soft < budget(&both, Side::Second).unwrap().soft);
        let error = Plan::new(&times(Some(1), None), Side::Second, None).unwrap_err();
        assert_eq!(error, "is for the side to move: p2time is missing");
        let error = Plan::new(&times(None, Some(1)), Side::First, None).unwrap_err();
        assert_eq!(error, "is for the side to move: p1time is missing");
        let short = Go { movetime: Some(5), ..both };
        assert_eq!(budget(&short, Side::First), Some(Budget { soft: 5000, hard: 5000 }));
    }

    #[test]
    fn a_search_without_limits_waits_for_stop() {
        let waits = |go: Go| Plan::new(&go, Side::First, Some(50)).unwrap().waits;
        assert!(waits(Go::default()));
        assert!(waits(Go { increments: [Some(5), None], ..Go::default() }));
        assert!(waits(Go { infinite: true, nodes: Some(5), ..Go::default() }));
        assert!(!waits(Go { depth: Some(5), ..Go::default() }));
        let nodes = |nodes| Plan::new(&Go { nodes, ..Go::default() }, Side::First, Some(50)).unwrap().nodes;
        assert_eq!([nodes(None), nodes(Some(7)), nodes(Some(70))], [Some(50), Some(7), Some(50)]);
    }
}
