//! Runs searches with the library board-game: UCT with a solver. The library has its own boards for
//! Connect Four and Oware. For other games, the library searches boards that implement `Rules`.

use crate::measure::{Search, searched};
use crate::rules::Rules;
use crate::turns::{Turn, Turns};
use board_game::ai::mcts::mcts_build_tree;
use board_game::board::{
    AltBoard, Alternating, Board, BoardDone, BoardMoves, BoardSymmetry, Outcome, PlayError, Player,
};
use board_game::games::connect4::Connect4;
use board_game::games::oware::OwareBoard;
use board_game::symmetry::UnitSymmetry;
use internal_iterator::InternalIterator;
use rand_08::{Rng, SeedableRng, rngs::SmallRng};
use std::fmt::{Display, Formatter, Result as Written};
use std::ops::ControlFlow;

/// The exploration constant for values from 0 to 1. It has the same effect as C = 1 for values from
/// -1 to 1.
const EXPLORATION: f32 = 0.5;

#[derive(Clone, PartialEq, Eq, Debug)]
struct Lent<R>(Turns<R>);

impl<R: Rules> Display for Lent<R> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Written {
        write!(formatter, "{:?}", self.0)
    }
}

impl<R: Rules> Board for Lent<R> {
    type Move = Turn<R::Move>;

    #[inline]
    fn next_player(&self) -> Player {
        if self.0.is_first() { Player::A } else { Player::B }
    }

    fn is_available_move(&self, mv: Self::Move) -> Result<bool, BoardDone> {
        self.check_done()?;
        Ok(self.0.visit_moves(|legal| if legal == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            == ControlFlow::Break(()))
    }

    #[inline]
    fn random_available_move(&self, rng: &mut impl Rng) -> Result<Self::Move, BoardDone> {
        self.check_done()?;
        Ok(self.0.nth_move(rng.gen_range(0..self.0.count_moves())))
    }

    /// Plays a move without checking that it is legal, because the search plays only moves that it
    /// got from this board.
    #[inline]
    fn play(&mut self, mv: Self::Move) -> Result<(), PlayError> {
        self.0 = self.0.played(mv);
        Ok(())
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome().map(|outcome| match outcome {
            imm::game::value::Outcome::FirstWins => Outcome::WonBy(Player::A),
            imm::game::value::Outcome::SecondWins => Outcome::WonBy(Player::B),
            imm::game::value::Outcome::Draw => Outcome::Draw,
        })
    }

    fn can_lose_after_move() -> bool {
        true
    }
}

impl<R: Rules> Alternating for Lent<R> {}

impl<R: Rules> BoardSymmetry<Self> for Lent<R> {
    type Symmetry = UnitSymmetry;
    type CanonicalKey = ();

    fn map(&self, _: UnitSymmetry) -> Self {
        self.clone()
    }

    fn map_move(&self, _: UnitSymmetry, mv: Turn<R::Move>) -> Turn<R::Move> {
        mv
    }

    fn canonical_key(&self) {}
}

/// Iterates over the moves of a board, or over no moves if the board is `None`.
#[derive(Clone)]
struct Moves<'a, R>(Option<&'a Lent<R>>);

impl<R: Rules> InternalIterator for Moves<'_, R> {
    type Item = Turn<R::Move>;

    #[inline]
    fn try_for_each<B, F: FnMut(Self::Item) -> ControlFlow<B>>(self, visit: F) -> ControlFlow<B> {
        self.0.map_or(ControlFlow::Continue(()), |board| board.0.visit_moves(visit))
    }
}

impl<'a, R: Rules> BoardMoves<'a, Self> for Lent<R> {
    type AllMovesIterator = Moves<'a, R>;
    type AvailableMovesIterator = Moves<'a, R>;

    /// Returns no moves, because the search never calls this function.
    fn all_possible_moves() -> Self::AllMovesIterator {
        Moves(None)
    }

    #[inline]
    fn available_moves(&'a self) -> Result<Self::AvailableMovesIterator, BoardDone> {
        self.check_done()?;
        Ok(Moves(Some(self)))
    }
}

/// Runs this number of simulations from the start position of the board `R`.
pub fn lent<R: Rules>(simulations: u32) -> Search {
    mcts(&Lent(Turns::<R>::start()), simulations)
}

/// Runs this number of simulations on board-game's own Connect Four board.
pub fn connect_four(simulations: u32) -> Search {
    mcts(&Connect4::default(), simulations)
}

/// Runs this number of simulations on board-game's own Oware board.
pub fn oware(simulations: u32) -> Search {
    mcts(&OwareBoard::<6>::new(4), simulations)
}

fn mcts<B: AltBoard>(board: &B, simulations: u32) -> Search {
    let mut rng = SmallRng::seed_from_u64(1);
    searched(|| {
        let tree = mcts_build_tree(board, u64::from(simulations), EXPLORATION, &mut rng);
        format!("{:?}", tree.best_move())
    })
}
