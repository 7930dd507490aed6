//! A custom game that has only rules. There are 10 stones, and each player in turn takes one to
//! three of them. The player who takes the last stone wins.
//!
//! `cargo run --example own_game` has Monte Carlo tree search play the game against itself. The
//! code also works without an operating system: the memory may be a `static`, and nothing is
//! allocated.

#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects)] // forbidden in the kernel, allowed in a program

use core::sync::atomic::AtomicBool;
use imm::game::knowledge::Knowledge;
use imm::game::value::{Outcome, Side};
use imm::game::{Game, Move, MoveList};
use imm::mcts::{Memory, Step, TreeSearch};
use imm::search::Search;
use imm::time::limits::Limits;
use imm::{Slot, player};

/// A position. Every simulation copies it, so keep it small.
#[derive(Clone, Copy)]
struct Nim {
    stones: u32,
    to_move: Side,
}

impl Game for Nim {
    /// What [`Game::unmake`] needs in addition to the move: here nothing.
    type Undo = ();

    fn max_moves(&self) -> usize {
        3
    }

    fn max_plies(&self) -> usize {
        10
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.stones == 0).then(|| Outcome::win_for(self.to_move.opponent()))
    }

    /// A move is the number of stones to take.
    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        (1..=self.stones.min(3)).for_each(|stones| moves.push(Move(stones)));
    }

    fn make(&mut self, mv: Move) {
        *self = Self { stones: self.stones - mv.0, to_move: self.to_move.opponent() };
    }

    fn unmake(&mut self, mv: Move, (): ()) {
        *self = Self { stones: self.stones + mv.0, to_move: self.to_move.opponent() };
    }

    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }
}

/// This game has no optional functions. An evaluation, weights for playouts, or a move order would
/// make the search stronger.
impl Knowledge for Nim {}

fn main() {
    let start = Nim { stones: 10, to_move: Side::First };
    let (mut slots, mut path, mut moves) = ([Slot::default(); 1000], [Step::default(); 32], [Move::NONE; 8]);
    let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
    let player = player::parse("mcts(c1.4)").unwrap().tree().unwrap();
    let mut search = TreeSearch::new(start, start, &player, memory).unwrap();

    let stop = AtomicBool::new(false); // another thread or an interrupt may set it
    while search.position().outcome().is_none() {
        search.search(&Limits::iterations(5000), None, &stop).unwrap();
        let (stones, best) = (search.position().stones, search.best_move().unwrap());
        println!("{stones:2} stones, takes {}", best.0);
        search.play(best).unwrap();
    }
    assert_eq!(search.position().outcome(), Some(Outcome::FirstWins)); // the first player leaves 8, 4 and 0
}
