//! A trait for the rules of a game, and its implementations for imm's boards. The libraries search
//! imm's boards through this trait, so the libraries differ only in the search, not in the board.

use imm::game::evaluator::Evaluator;
use imm::game::knowledge::Knowledge;
use imm::game::value::{Outcome, Side};
use imm::game::{Game, Move, MoveList};
use imm::games::breakthrough::Breakthrough;
use imm::games::kalah::Kalah;
use imm::games::othello::Othello;
use std::fmt::Debug;
use std::ops::ControlFlow;

/// A position. It must be small, because all libraries copy positions.
pub trait Rules: Copy + Debug + Eq + Send + Sync + 'static {
    /// A move. It must be small, because every node contains a move.
    type Move: Copy + Debug + Eq + Send + Sync + 'static;

    /// True if the players alternate: no player moves twice in a row.
    const ALTERNATES: bool = true;

    /// True if the board can count its moves and find one move without listing all moves.
    const DRAWS: bool = false;

    /// The start position.
    fn start() -> Self;

    /// The player to move.
    fn to_move(&self) -> Side;

    /// The outcome of the game; `None` while the game is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// Calls `visit` for every legal move, until `visit` returns `Break`.
    fn visit_moves<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// The number of legal moves.
    #[inline]
    fn count_moves(&self) -> usize {
        let mut count = 0;
        let _ = self.visit_moves::<()>(|_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// The legal move at `index`. The index must be less than the number of moves.
    #[inline]
    fn nth_move(&self, index: usize) -> Self::Move {
        let mut left = index;
        let found = self.visit_moves(|mv| match left.checked_sub(1) {
            Some(fewer) => {
                left = fewer;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(mv),
        });
        found.break_value().expect("an index below the count")
    }

    /// The position after a legal move.
    fn played(self, mv: Self::Move) -> Self;
}

/// The parts of a game that alpha-beta needs in addition to the rules.
pub trait Evaluated: Rules {
    /// The evaluation that imm's alpha-beta uses, from the first player's point of view.
    fn points(&self) -> i32;

    /// A key for a transposition table.
    fn key(&self) -> u64;
}

/// `lend!(GAME, MOVE, N, ALTERNATES, START)` implements [`Rules`] and [`Evaluated`] for one of
/// imm's boards. A position of the game has at most N moves.
macro_rules! lend {
    ($game:ty, $mv:ty, $max:literal, $alternates:literal, $start:expr) => {
        impl Rules for $game {
            type Move = $mv;

            const ALTERNATES: bool = $alternates;
            const DRAWS: bool = true;

            fn start() -> Self {
                $start
            }

            #[inline]
            fn to_move(&self) -> Side {
                Game::to_move(self)
            }

            #[inline]
            fn outcome(&self) -> Option<Outcome> {
                Game::outcome(self)
            }

            #[inline]
            fn visit_moves<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B> {
                let mut room = [Move::NONE; $max];
                let mut list = MoveList::new(&mut room);
                self.legal_moves(&mut list);
                list.as_slice().iter().map(|mv| mv.0 as $mv).try_for_each(visit)
            }

            #[inline]
            fn count_moves(&self) -> usize {
                Game::count_moves(self, &mut MoveList::new(&mut []))
            }

            #[inline]
            fn nth_move(&self, index: usize) -> Self::Move {
                Game::nth_move(self, index, &mut MoveList::new(&mut [])).expect("an index below the count").0 as $mv
            }

            #[inline]
            fn played(mut self, mv: Self::Move) -> Self {
                self.play(Move(u32::from(mv)));
                self
            }
        }

        impl Evaluated for $game {
            #[inline]
            fn points(&self) -> i32 {
                Knowledge::points(self, Evaluator::DEFAULT)
            }

            #[inline]
            fn key(&self) -> u64 {
                self.hash().expect("a game with a key")
            }
        }
    };
}

lend!(Breakthrough, u16, 48, true, Self::new(8, 8).expect("a size that exists"));
lend!(Kalah, u8, 7, false, Self::from_name("kalah").expect("a board that exists"));
lend!(Othello, u8, 50, true, Self::default());
