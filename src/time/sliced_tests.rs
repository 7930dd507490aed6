//! Tests slices with a simulated search: which limits each slice gets, and when the search ends.
//! `tests/clock.rs` uses real searches.
#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects, clippy::panic)]

use super::*;
use crate::game::Move;
use crate::game::value::{Proof, Side, Value};
use crate::player::options::Decision;
use core::convert::Infallible;
use std::vec::Vec;

/// A simulated search on a clock in microseconds. It simulates a tree search or alpha-beta. As a
/// tree search, all iterations take the same time and visit the first of two moves. As alpha-beta,
/// each depth takes its own time, and an incomplete iteration gives no result.
struct MadeUp {
    now: u64,
    iteration_us: u64,
    /// For alpha-beta: the time that the search of each depth takes.
    depths: &'static [u64],
    /// The time that the search has spent at the current depth.
    worked: u64,
    depth: u32,
    made: u64,
    ranking: Ranking,
    /// True if the best move changes at every observation.
    is_restless: bool,
    legal: u32,
    latest: u64,
    stop: Option<Stop>,
    slices: u32,
    asked: Vec<u32>,
    shown: u32,
    stopped: bool,
}

impl MadeUp {
    fn new(iteration_us: u64) -> Self {
        let decision = Decision::MostVisits;
        let mover = Side::First;
        Self {
            now: u64::from(u32::MAX) - 3000, // wraps around soon
            iteration_us,
            depths: &[],
            worked: 0,
            depth: 0,
            made: 0,
            ranking: Ranking { decision, mover, is_sampled: false, depth_first: false, best_below_draw: None },
            is_restless: false,
            legal: 2,
            latest: 0,
            stop: None,
            slices: 0,
            asked: Vec::new(),
            shown: 0,
            stopped: false,
        }
    }

    fn depth_first(depths: &'static [u64]) -> Self {
        let plain = Self::new(1);
        Self { depths, ranking: Ranking { depth_first: true, ..plain.ranking }, ..plain }
    }

    /// Searches the current depth for at most `us` microseconds.
    fn deepen(&mut self, limits: &Limits, us: u64) -> Stop {
        self.asked.push(limits.depth);
        let Some(&cost) = self.depths.get(self.depth as usize) else { return Stop::Depth };
        let passed = us.min(cost - self.worked);
        self.worked += passed;
        self.now += passed;
        self.latest = 1;
        if self.worked < cost {
            return Stop::Time;
        }
        (self.worked, self.depth) = (0, self.depth + 1);
        Stop::Depth
    }

    fn simulate(&mut self, limits: &Limits, us: u64) -> Stop {
        let by_time = us.div_ceil(self.iteration_us).max(1);
        let ends = limits.iterations != 0 && limits.iterations <= by_time;
        self.latest = if ends { limits.iterations } else { by_time };
        self.now += self.latest * self.iteration_us;
        self.made += self.latest;
        if ends { Stop::Iterations } else { Stop::Time }
    }
}

impl Sliced for MadeUp {
    type Error = Infallible;

    fn search(&mut self, limits: &Limits) -> Result<(), Infallible> {
        self.slices += 1;
        assert!(self.slices < 1000, "it never ends");
        let us = limits.time.unwrap().as_us();
        let stop = if self.ranking.depth_first { self.deepen(limits, us) } else { self.simulate(limits, us) };
        self.stop = Some(stop);
        Ok(())
    }

    fn recount(&mut self, totals: &Totals) {
        (self.latest, self.stop) = (totals.iterations, totals.stop);
    }

    fn report(&mut self) -> Result<Report, Infallible> {
        let best = Move(if self.is_restless { self.slices % 2 } else { 0 });
        Ok(Report {
            best,
            proof: Proof::Unknown,
            distance: 0,
            value: Value::DRAW,
            visits: 0,
            iterations: self.latest,
            nodes: 0,
            recycled: 0,
            depth: self.depth,
            playout_plies: 0,
            elapsed_ms: 0,
            stop: self.stop,
            signature: 0,
        })
    }

    fn candidate(&mut self, index: usize) -> Result<Option<Candidate>, Infallible> {
        let visits = [self.made as u32, 0].get(index).copied();
        let (value, minimax, proof) = (Value::DRAW, Value::DRAW, Proof::Unknown);
        Ok(visits.map(|visits| Candidate { mv: Move(index as u32), visits, value, minimax, proof, distance: 0 }))
    }

    fn ranking(&mut self) -> Result<Ranking, Infallible> {
        Ok(self.ranking)
    }

    fn legal_moves(&mut self) -> Result<u32, Infallible> {
        Ok(self.legal)
    }

    fn now(&self) -> u32 {
        self.now as u32
    }

    fn ticks_per_ms(&self) -> u32 {
        1000
    }

    fn is_stopped(&self) -> bool {
        self.stopped
    }

    fn show(&mut self, _: &Report) -> Result<(), Infallible> {
        self.shown += 1;
        Ok(())
    }
}

const MS: u64 = 1000;

/// Every iteration takes 250 us, and progress is reported every millisecond. Tests how many
/// iterations run, and why the search ends.
#[test]
fn a_watched_search_ends_by_its_limits_as_a_whole() {
    let nodes = Limits { nodes: 2, ..Limits::default() };
    for (limits, made, stop) in [
        (Limits::iterations(25), 25, Stop::Iterations),
        (Limits::iterations(3), 3, Stop::Iterations),
        (Limits::time_ms(5), 20, Stop::Time), // exactly, without an extra iteration
        (Limits::time_us(5100), 21, Stop::Time),
        (Limits { iterations: 25, ..Limits::time_ms(5) }, 20, Stop::Time),
        (Limits { iterations: 19, ..Limits::time_ms(5) }, 19, Stop::Iterations),
        // The tree never reaches the limit of 2 nodes, and there is no other limit. So the search
        // ends after 2 times `Limits::PATIENCE` iterations.
        (nodes, 2 * Limits::PATIENCE, Stop::Iterations),
        (Limits { nodes: 1, ..Limits::time_ms(5) }, 20, Stop::Time),
        (Limits { iterations: 50, ..nodes }, 50, Stop::Iterations),
    ] {
        let mut search = MadeUp::new(250);
        let report = watched(&mut search, &limits, 1).unwrap();
        assert_eq!((report.iterations, search.made, report.stop), (made, made, Some(stop)), "{limits:?}");
        assert_eq!(u64::from(search.shown), (made - 1) / 4, "every four iterations, but at the end: {limits:?}");
    }
    let mut search = MadeUp { stopped: true, ..MadeUp::new(250) };
    assert_eq!(watched(&mut search, &Limits::iterations(25), 1).unwrap().stop, Some(Stop::Flag));
}

fn budget(soft_ms: u64) -> Budget {
    Budget { soft: soft_ms * MS, hard: 4 * soft_ms * MS }
}

/// In this test, one move has all visits. The search must end when fewer simulations remain than
/// this move has visits. This is after 36 of 64 simulations, at the ninth of 16 observations.
#[test]
fn a_settled_search_ends_early() {
    let mut search = MadeUp::new(250);
    let report = on_clock(&mut search, budget(16), None).unwrap();
    assert_eq!((report.stop, report.iterations), (Some(Stop::Settled), 36));
    // If the player does not choose the move by visits, the search must not end early.
    for decision in [Decision::SecureChild, Decision::BestValue] {
        let mut search = MadeUp::new(250);
        search.ranking.decision = decision;
        let report = on_clock(&mut search, budget(16), None).unwrap();
        assert_eq!((report.stop, report.iterations), (Some(Stop::Time), 64), "{decision:?}");
    }
    let mut search = MadeUp { legal: 1, ..MadeUp::new(250) };
    assert_eq!(on_clock(&mut search, budget(16), None).unwrap().stop, Some(Stop::Forced));
}

/// The search must take longer if the best move changes at every observation. If the move to play
/// is sampled, changes are random and must not count.
#[test]
fn unrest_takes_time_unless_moves_are_drawn() {
    let made = |is_sampled: bool, is_restless: bool| {
        let mut search = MadeUp { is_restless, ..MadeUp::new(250) };
        search.ranking = Ranking { is_sampled, decision: Decision::BestValue, ..search.ranking };
        let report = on_clock(&mut search, budget(16), None).unwrap();
        assert_eq!(report.stop, Some(Stop::Time));
        report.iterations
    };
    assert_eq!([made(false, false), made(true, false), made(true, true)], [64; 3]);
    assert!(made(false, true) > 100);
}

/// Alpha-beta searches one depth after another. It may continue an iteration until twice the target
/// time. It must not start an iteration after half of the target time.
#[test]
fn depths_are_searched_one_by_one() {
    for (depths, depth, elapsed, stop) in [
        // The depths take 2 ms and 20 ms. The second one starts in time, and may continue after the
        // target time of 16 ms.
        (&[2 * MS, 20 * MS, MS][..], 2, 22 * MS, Stop::Time),
        // The second depth is interrupted at 32 ms.
        (&[2 * MS, 40 * MS][..], 1, 32 * MS, Stop::Time),
        (&[MS, MS, MS, 4 * MS, 2 * MS, MS][..], 5, 9 * MS, Stop::Time),
        // There is no third depth.
        (&[MS, MS][..], 2, 2 * MS, Stop::Depth),
    ] {
        let mut search = MadeUp::depth_first(depths);
        let begin = search.now;
        let report = on_clock(&mut search, budget(16), None).unwrap();
        assert_eq!((report.depth, search.now - begin, report.stop), (depth, elapsed, Some(stop)), "{depths:?}");
        search.asked.dedup();
        assert!(search.asked.iter().copied().eq(1..=search.asked.len() as u32), "{:?}", search.asked);
    }
}
