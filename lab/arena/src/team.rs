//! Searches a position on several threads, with root-parallel search (see `imm::keep::merge`) or
//! with one tree for all threads (see [`imm::mcts::SharedSlot`]).

use crate::arena::AnySearch;
use crate::clock::Timer;
use crate::games::Arena;
use crate::player::{Block, Effort, think};
use anyhow::{Context, Result, ensure};
use imm::game::Move;
use imm::game::value::Proof;
use imm::player::Player;
use imm::report::Report;
use imm::time::limits::{Limits, Stop};
use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;
use std::thread;

/// How the threads of a player work together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Together {
    /// Each thread has its own tree; all results are merged.
    #[default]
    Merge,
    /// The threads share one tree. With alpha-beta, they share one transposition table.
    Share,
}

/// Several searches of one position. Each search has its own thread and seed. A team of one thread
/// is an ordinary search.
pub struct Team<'m, G: Arena> {
    searches: Vec<AnySearch<'m, G>>,
    together: Together,
    /// The index of the search whose results are the results of the team.
    best: usize,
}

/// The results of [`Team::slice`].
#[derive(Clone, Debug)]
pub struct Slice {
    /// The results. The number of iterations is the sum over all threads in this slice.
    pub report: Report,
    /// The total effort. The time is the time of the slowest thread.
    pub effort: Effort,
    /// The simulations of each thread.
    pub each: Vec<u64>,
}

impl<'m, G: Arena> Team<'m, G> {
    /// Makes one search for each thread. Together, the searches use about as much memory as `block`
    /// has. The seeds are `seed`, `seed` + 1 and so on.
    ///
    /// # Errors
    /// The player has an option that this game does not support, or there is not enough memory.
    pub fn new(
        block: &'m mut Block,
        threads: usize,
        together: Together,
        position: &G,
        player: &Player,
        seed: u64,
    ) -> Result<Self> {
        let player = &player.for_game(position);
        let together = if threads > 1 { together } else { Together::Merge };
        let search =
            |(number, part): (u64, &'m mut Block)| part.search(position, &player.seeded(seed.wrapping_add(number)));
        let searches = match together {
            Together::Merge => (0..).zip(block.divided(threads)?).map(search).collect::<Result<_>>()?,
            Together::Share => {
                let (parts, shared) = block.together(threads, player)?;
                let sharer = |part| {
                    let mut search = search(part)?;
                    G::share(&mut search, shared)?;
                    Ok(search)
                };
                (0..).zip(parts).map(sharer).collect::<Result<_>>()?
            }
        };
        Ok(Self { searches, together, best: 0 })
    }

    /// Searches until each thread has reached a limit, or until `stop` is set. Returns the combined
    /// report and the total effort. In the total effort, the time is the time of the slowest
    /// thread.
    ///
    /// # Errors
    /// The function [`think`] fails in a thread, or the searches cannot be merged.
    pub fn think(&mut self, limits: &Limits, timer: Timer, stop: &AtomicBool) -> Result<(Report, Effort)> {
        if let [search] = &mut self.searches[..] {
            return think(&mut **search, limits, timer, stop);
        }
        let Slice { report, effort, .. } = self.slice(&vec![Some(*limits); self.searches.len()], timer, stop)?;
        let stopped = report.stop.filter(|&stop| stop == Stop::Flag);
        let merged = self.merge()?;
        Ok((Report { stop: stopped.or(merged.stop), iterations: report.iterations, ..merged }, effort))
    }

    /// Searches until each thread has reached its limit, or until `stop` is set. A thread without
    /// limits does not search. At least one thread must have limits. Does not merge the results, so
    /// that the next slice continues all searches as they are.
    ///
    /// # Errors
    /// The function [`think`] fails in a thread.
    pub fn slice(&mut self, limits: &[Option<Limits>], timer: Timer, stop: &AtomicBool) -> Result<Slice> {
        if let ([search], [Some(limits)]) = (&mut self.searches[..], limits) {
            let (report, effort) = think(&mut **search, limits, timer, stop)?;
            return Ok(Slice { report, effort, each: vec![effort.simulations] });
        }
        let work = |search: &mut AnySearch<'m, G>, limits: &Option<Limits>| match limits {
            Some(limits) => think(&mut **search, limits, timer, stop),
            None => Ok((search.report()?, Effort::default())),
        };
        let mut jobs = self.searches.iter_mut().zip(limits);
        let Some((first, first_limits)) = jobs.next() else { unreachable!("there is a search") };
        let found = thread::scope(|scope| {
            let threads: Vec<_> = jobs.map(|(search, limits)| scope.spawn(move || work(search, limits))).collect();
            let first = work(first, first_limits);
            let others = threads.into_iter().map(|thread| thread.join().ok().context("a thread has panicked")?);
            std::iter::once(first).chain(others.collect::<Vec<_>>()).collect::<Result<Vec<_>>>()
        })?;
        let effort = found.iter().fold(Effort::default(), |all, (_, effort)| Effort {
            seconds: all.seconds.max(effort.seconds),
            ..all.plus(*effort)
        });
        let depth_first = self.searches[0].ranking()?.is_depth_first();
        // Take the report of a search that solved the position, or else of the deepest search with
        // alpha-beta, or else of the first search. With a shared tree, all reports are equal.
        let rank = |number: usize, report: &Report| {
            (report.proof != Proof::Unknown, if depth_first { report.depth } else { 0 }, Reverse(number))
        };
        let ranks = found.iter().enumerate().map(|(number, (report, _))| (rank(number, report), number));
        self.best = ranks.max().map_or(0, |(_, number)| number);
        let stopped = found.iter().any(|(report, _)| report.stop == Some(Stop::Flag));
        let report = self.searches[self.best].report()?;
        let stop = if stopped { Some(Stop::Flag) } else { report.stop };
        let report = Report { iterations: effort.simulations, stop, ..report };
        let each = found.iter().map(|(_, effort)| effort.simulations).collect();
        Ok(Slice { report, effort, each })
    }

    /// Merges the results of all searches, unless the searches share a tree or table. Returns the
    /// report.
    ///
    /// # Errors
    /// The searches cannot be merged.
    pub fn merge(&mut self) -> Result<Report> {
        if let (Together::Merge, Some((first, others @ [_, ..]))) = (self.together, self.searches.split_first_mut()) {
            G::merge(first, others)?;
            self.best = 0;
        }
        Ok(self.reporter().report()?)
    }

    /// Returns the search whose results are the results of the team. With several threads, its
    /// report counts only the iterations of one thread.
    pub fn reporter(&mut self) -> &mut AnySearch<'m, G> {
        &mut self.searches[self.best]
    }

    /// True if [`Team::think`] and [`Team::merge`] merge the results of several searches. In that
    /// case, do not call these functions twice at the same position.
    #[must_use]
    pub fn merges(&self) -> bool {
        self.together == Together::Merge && self.searches.len() > 1
    }

    /// Returns the number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.searches.len()
    }

    /// Returns the search of a team that has only one thread.
    ///
    /// # Errors
    /// The team has several searches.
    pub fn alone(&mut self) -> Result<&mut AnySearch<'m, G>> {
        ensure!(self.searches.len() == 1, "--time-control needs one thread for each player");
        self.searches.first_mut().context("there is no search")
    }

    /// Plays a move in all searches. Returns false if the move is illegal.
    ///
    /// # Errors
    /// The game breaks its contract.
    pub fn play(&mut self, mv: Move) -> Result<bool> {
        let mut legal = true;
        for search in &mut self.searches {
            legal &= search.play(mv)?;
        }
        Ok(legal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::read_spec;
    use imm::games::kalah::Kalah;

    /// Plays six moves of Kalah. Returns the moves and the number of simulations.
    fn played(threads: usize, seed: u64) -> (Vec<Move>, u64) {
        let mut block = Block::slots(3000).unwrap();
        let player = read_spec("mcts(im0.4)").unwrap();
        let mut team = Team::new(&mut block, threads, Together::Merge, &Kalah::default(), &player, seed).unwrap();
        let (limits, stop, mut moves, mut simulations) =
            (Limits::iterations(200), AtomicBool::new(false), Vec::new(), 0);
        for _ in 0..6 {
            let (report, effort) = team.think(&limits, Timer::Wall, &stop).unwrap();
            assert_eq!((report.iterations, effort.seconds > 0.0), (effort.simulations, true));
            simulations += effort.simulations;
            moves.push(report.best);
            assert!(team.play(report.best).unwrap());
        }
        assert!(!team.play(Move(99)).unwrap());
        (moves, simulations)
    }

    #[test]
    fn a_team_plays_the_same_game_again() {
        for threads in [1, 2, 5] {
            let (moves, simulations) = played(threads, 1);
            assert_eq!(simulations, 6 * 200 * threads as u64);
            assert_eq!(played(threads, 1), (moves, simulations));
        }
        assert!((2..20).any(|seed| played(2, seed) != played(2, 1)));
    }

    #[test]
    fn a_team_that_shares_a_tree_or_a_table_plays_a_game() {
        for spec in ["mcts(im0.4)", "bfm()", "ab(tt)"] {
            let mut block = Block::slots(30_000).unwrap();
            let player = read_spec(spec).unwrap();
            // The second game must be able to reuse the block.
            for seed in 0..2 {
                let mut team = Team::new(&mut block, 3, Together::Share, &Kalah::default(), &player, seed).unwrap();
                let stop = AtomicBool::new(false);
                for _ in 0..6 {
                    let (report, effort) = team.think(&Limits::iterations(200), Timer::Wall, &stop).unwrap();
                    assert_eq!((report.iterations, effort.simulations), (600, 600));
                    assert!(team.play(report.best).unwrap());
                }
            }
        }
        let (mut block, player) = (Block::slots(30_000).unwrap(), read_spec("mcts(eps0.1)").unwrap());
        assert!(Team::new(&mut block, 2, Together::Share, &Kalah::default(), &player, 1).is_err());
        assert!(Team::new(&mut block, 1, Together::Share, &Kalah::default(), &player, 1).is_ok());
    }

    #[test]
    fn a_raised_flag_ends_the_search_of_all() {
        let mut block = Block::slots(100).unwrap();
        let mut team = Team::new(&mut block, 2, Together::Merge, &Kalah::default(), &Player::default(), 1).unwrap();
        let (report, effort) = team.think(&Limits::iterations(1000), Timer::Wall, &AtomicBool::new(true)).unwrap();
        assert_eq!((report.stop, effort.simulations), (Some(Stop::Flag), 2));
        assert!(team.alone().is_err());
    }
}
