//! Runs searches with the library minimax: UCT with a solver and a fixed exploration constant, and
//! iterative deepening with a transposition table.

use crate::measure::{Search, searched};
use crate::rules::{Evaluated, Rules};
use crate::turns::{Turn, Turns};
use imm::game::value::Outcome;
use minimax::{
    Evaluation, Evaluator, Game, IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch, RolloutPolicy,
    Strategy, Winner,
};
use rand_09::{Rng, rngs::SmallRng};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The maximum length of a playout in plies. It is large enough for every playout to reach the end
/// of the game.
const MAX_PLIES: u32 = 10_000;
/// The size of minimax's transposition table in bytes; imm's table is equally large.
const TABLE: usize = 64 << 20;

struct Lent<R>(PhantomData<R>);

impl<R: Rules> Game for Lent<R> {
    type S = Turns<R>;
    type M = Turn<R::Move>;

    #[inline]
    fn generate_moves(state: &Turns<R>, moves: &mut Vec<Turn<R::Move>>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            let _ = state.visit_moves::<()>(|mv| {
                moves.push(mv);
                ControlFlow::Continue(())
            });
        }
        winner
    }

    #[inline]
    fn apply(state: &mut Turns<R>, mv: Turn<R::Move>) -> Option<Turns<R>> {
        Some(state.played(mv))
    }

    #[inline]
    fn get_winner(state: &Turns<R>) -> Option<Winner> {
        state.outcome().map(|outcome| match (outcome, state.is_first()) {
            (Outcome::Draw, _) => Winner::Draw,
            (Outcome::FirstWins, true) | (Outcome::SecondWins, false) => Winner::PlayerToMove,
            _ => Winner::PlayerJustMoved,
        })
    }
}

/// Samples a move without listing all moves, which is faster than minimax's default.
struct Draws<R>(PhantomData<R>);

impl<R: Rules> RolloutPolicy for Draws<R> {
    type G = Lent<R>;

    #[inline]
    fn random_move(
        &self,
        state: &mut Turns<R>,
        _: &mut Vec<Turn<R::Move>>,
        rng: &mut SmallRng,
    ) -> Result<Turn<R::Move>, Winner> {
        match Lent::<R>::get_winner(state) {
            Some(winner) => Err(winner),
            None => Ok(state.nth_move(rng.random_range(0..state.count_moves()))),
        }
    }
}

/// Runs this number of simulations from the start position, in one thread.
pub fn mcts<R: Rules>(simulations: u32) -> Search {
    let options = MCTSOptions::default().with_max_rollout_depth(MAX_PLIES).with_num_threads(1);
    let mut search = if R::DRAWS {
        MonteCarloTreeSearch::new_with_policy(options, Box::new(Draws::<R>(PhantomData)))
    } else {
        MonteCarloTreeSearch::<Lent<R>>::new(options)
    };
    search.set_max_rollouts(simulations);
    searched(|| format!("{:?}", search.choose_move(&Turns::start())))
}

/// The rules of a game, with a key for the transposition table.
struct Keyed<R>(PhantomData<R>);

impl<R: Evaluated> Game for Keyed<R> {
    type S = Turns<R>;
    type M = Turn<R::Move>;

    #[inline]
    fn generate_moves(state: &Turns<R>, moves: &mut Vec<Turn<R::Move>>) -> Option<Winner> {
        Lent::<R>::generate_moves(state, moves)
    }

    #[inline]
    fn apply(state: &mut Turns<R>, mv: Turn<R::Move>) -> Option<Turns<R>> {
        Lent::<R>::apply(state, mv)
    }

    #[inline]
    fn get_winner(state: &Turns<R>) -> Option<Winner> {
        Lent::<R>::get_winner(state)
    }

    #[inline]
    fn zobrist_hash(state: &Turns<R>) -> u64 {
        state.key()
    }
}

struct Points<R>(PhantomData<R>);

impl<R: Evaluated> Evaluator for Points<R> {
    type G = Keyed<R>;

    #[inline]
    fn evaluate(&self, state: &Turns<R>) -> Evaluation {
        state.points() as Evaluation
    }
}

/// Searches the start position to this depth; a pass counts as a ply. The result includes the
/// length of the principal variation and the number of passes in it.
pub fn alphabeta<R: Evaluated>(plies: u32) -> Search {
    let options = IterativeOptions::new().with_table_byte_size(TABLE);
    let mut search = IterativeSearch::new(Points::<R>(PhantomData), options);
    search.set_max_depth(plies as u8);
    searched(|| {
        search.choose_move(&Turns::start());
        let line = search.principal_variation();
        let passes = line.iter().filter(|turn| **turn == Turn::Pass).count();
        format!("{} by a line of {} with {passes} passes", search.root_value(), line.len())
    })
}
