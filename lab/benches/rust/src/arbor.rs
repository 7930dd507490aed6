//! Runs UCT searches with the library arbor. The playouts of arbor list all moves of each position.
//! User-defined playouts can sample a move without listing all moves.

use crate::measure::{Search, searched};
use crate::rules::Rules;
use arbor::{Action, GameResult, GameState, MCTS, Player};
use imm::base::rng::Rng;
use imm::game::value::{Outcome, Side};
use std::cell::RefCell;
use std::fmt::{Display, Formatter, Result};
use std::ops::ControlFlow;

/// The exploration constant for values from 0 to 1. It has the same effect as C = 1 for values from
/// -1 to 1.
const EXPLORATION: f32 = 0.5;

thread_local! {
    /// The random number generator for user-defined playouts, because arbor provides none.
    static RNG: RefCell<Rng> = RefCell::new(Rng::new(1));
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Mover(bool);

impl Player for Mover {}

#[derive(Clone, Copy, Debug)]
struct Chosen<M>(M);

impl<M: Copy + std::fmt::Debug> Action for Chosen<M> {}

#[derive(Clone, Copy, Debug)]
struct State<R>(R);

impl<R: Rules> Display for State<R> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        write!(formatter, "{:?}", self.0)
    }
}

impl<R: Rules> GameState<Mover, Chosen<R::Move>> for State<R> {
    #[inline]
    fn actions<F: FnMut(Chosen<R::Move>)>(&self, f: &mut F) {
        let _ = self.0.visit_moves::<()>(|mv| {
            f(Chosen(mv));
            ControlFlow::Continue(())
        });
    }

    #[inline]
    fn make(&self, action: Chosen<R::Move>) -> Self {
        Self(self.0.played(action.0))
    }

    #[inline]
    fn gameover(&self) -> Option<GameResult> {
        let first = self.player().0;
        self.0.outcome().map(|outcome| match outcome {
            Outcome::Draw => GameResult::Draw,
            Outcome::FirstWins if first => GameResult::Win,
            Outcome::SecondWins if !first => GameResult::Win,
            _ => GameResult::Lose,
        })
    }

    #[inline]
    fn player(&self) -> Mover {
        Mover(matches!(self.0.to_move(), Side::First))
    }

    /// Plays a random playout. Returns its score from 0 to 1, from the point of view of the player
    /// to move.
    #[inline]
    fn custom_evaluation(&self) -> f32 {
        let mut at = self.0;
        let outcome = RNG.with_borrow_mut(|rng| {
            loop {
                match at.outcome() {
                    Some(outcome) => break outcome,
                    None => at = at.played(at.nth_move(rng.below(at.count_moves() as u32) as usize)),
                }
            }
        });
        match (outcome, self.player().0) {
            (Outcome::Draw, _) => 0.5,
            (Outcome::FirstWins, true) | (Outcome::SecondWins, false) => 1.0,
            _ => 0.0,
        }
    }
}

/// Runs this number of simulations from the start position, with arbor's own playouts.
pub fn mcts<R: Rules>(simulations: u32) -> Search {
    pondered(MCTS::new(State(R::start())), simulations)
}

/// Runs this number of simulations from the start position, with user-defined playouts that sample
/// moves without listing them.
pub fn drawing<R: Rules>(simulations: u32) -> Search {
    pondered(MCTS::new(State(R::start())).with_custom_evaluation(), simulations)
}

fn pondered<R: Rules>(search: MCTS<Mover, Chosen<R::Move>, State<R>>, simulations: u32) -> Search {
    let mut search = search.with_exploration(EXPLORATION);
    searched(|| {
        search.ponder(simulations as usize);
        format!("{:?}", search.best())
    })
}
