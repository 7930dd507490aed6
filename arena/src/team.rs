//! A player on some cores at once: root-parallel search, see `imm::merge`.

use crate::clock::Timer;
use crate::games::Arena;
use crate::player::{AnySearch, Block, Effort, think};
use anyhow::{Context, Result, ensure};
use imm::game::Move;
use imm::limits::{Limits, Stop};
use imm::player::Player;
use imm::report::Report;
use std::sync::atomic::AtomicBool;
use std::thread;

/// Searches of one position, each by a thread of its own with a seed of its own, whose findings
/// are merged into the first. Of one search it is just that.
pub struct Team<'m, G: Arena>(Vec<AnySearch<'m, G>>);

impl<'m, G: Arena> Team<'m, G> {
    /// New searches by this number of threads, which share the memory of `block`. Their seeds are
    /// `seed` and those that follow.
    ///
    /// # Errors
    /// An option that this game does not support, or not enough memory.
    pub fn new(block: &'m mut Block, threads: usize, position: &G, player: &Player, seed: u64) -> Result<Self> {
        let search =
            |(number, part): (u64, &'m mut Block)| part.search(position, &player.seeded(seed.wrapping_add(number)));
        Ok(Self((0..).zip(block.divided(threads)?).map(search).collect::<Result<_>>()?))
    }

    /// Searches until a limit is reached, which each thread has for itself, or `stop` is raised;
    /// and says what was found by all. Seconds are those of the slowest.
    ///
    /// # Errors
    /// As of [`think`]; or searches that cannot be merged.
    pub fn think(&mut self, limits: &Limits, timer: Timer, stop: &AtomicBool) -> Result<(Report, Effort)> {
        let Some((first, others)) = self.0.split_first_mut() else { unreachable!("there is a search") };
        if others.is_empty() {
            return think(&mut **first, limits, timer, stop);
        }
        let found = thread::scope(|scope| {
            let work = |search: &mut AnySearch<'m, G>| think(&mut **search, limits, timer, stop);
            let threads: Vec<_> = others.iter_mut().map(|search| scope.spawn(move || work(search))).collect();
            let first = work(first);
            let others = threads.into_iter().map(|thread| thread.join().ok().context("a thread has panicked")?);
            std::iter::once(first).chain(others.collect::<Vec<_>>()).collect::<Result<Vec<_>>>()
        })?;
        let effort = found.iter().fold(Effort::default(), |all, (_, effort)| Effort {
            seconds: all.seconds.max(effort.seconds),
            ..all.plus(*effort)
        });
        G::merge(first, others)?;
        let mut report = first.report()?;
        if found.iter().any(|(report, _)| report.stop == Some(Stop::Flag)) {
            report.stop = Some(Stop::Flag);
        }
        Ok((report, effort))
    }

    /// The one search that there is.
    ///
    /// # Errors
    /// There are several.
    pub fn alone(&mut self) -> Result<&mut AnySearch<'m, G>> {
        ensure!(self.0.len() == 1, "several threads do not think on the clock of a game");
        self.0.first_mut().context("there is no search")
    }

    /// Plays a move; `false` if it is not legal.
    ///
    /// # Errors
    /// A promise that the game has broken.
    pub fn play(&mut self, mv: Move) -> Result<bool> {
        let mut legal = true;
        for search in &mut self.0 {
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

    /// The moves of a game by two threads, and what they made.
    fn played(threads: usize, seed: u64) -> (Vec<Move>, u64) {
        let mut block = Block::slots(3000).unwrap();
        let player = read_spec("mcts(im0.4)").unwrap();
        let mut team = Team::new(&mut block, threads, &Kalah::default(), &player, seed).unwrap();
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
    fn a_raised_flag_ends_the_search_of_all() {
        let mut block = Block::slots(100).unwrap();
        let mut team = Team::new(&mut block, 2, &Kalah::default(), &Player::default(), 1).unwrap();
        let (report, effort) = team.think(&Limits::iterations(1000), Timer::Wall, &AtomicBool::new(true)).unwrap();
        assert_eq!((report.stop, effort.simulations), (Some(Stop::Flag), 2));
        assert!(team.alone().is_err());
    }
}
