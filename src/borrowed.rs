//! A position that lies elsewhere: [`Borrowed`], for a game whose positions are too large to stand
//! in a search.
//!
//! It hands every question on. One that it did not hand on would be answered by a default, slower
//! or with "unknown", and nothing would fail: so clippy refuses a method that is left out
//! (`missing_trait_methods`).

use crate::bytes::{ByteReader, ByteWriter, InvalidBytes, Snapshot};
use crate::game::{Fault, Game, Move, MoveList};
use crate::knowledge::{Abilities, Evaluator, Knowledge, Prior, Weight};
use crate::rng::Rng;
use crate::text::{Notation, ParseError, Text};
use crate::value::{Outcome, Side, Value};

/// Methods that ask another value the question that they were asked: `forward!(self.0; fn
/// to_move(&self) -> Side; ...)`.
macro_rules! forward {
    ($to:expr; $($(#[$attribute:meta])* fn $name:ident $arguments:tt $(-> $answer:ty)?;)*) => {
        $(forward!(@one $to, [$(#[$attribute])*], $name, $arguments, $($answer)?);)*
    };
    (@one $to:expr, [$($attribute:tt)*], $name:ident, (&$this:ident $(, $argument:ident: $type:ty)*), $($answer:ty)?) => {
        $($attribute)*
        fn $name(&$this $(, $argument: $type)*) $(-> $answer)? {
            $to.$name($($argument),*)
        }
    };
    (@one $to:expr, [$($attribute:tt)*], $name:ident, (&mut $this:ident $(, $argument:ident: $type:ty)*), $($answer:ty)?) => {
        $($attribute)*
        fn $name(&mut $this $(, $argument: $type)*) $(-> $answer)? {
            $to.$name($($argument),*)
        }
    };
}
#[cfg(test)]
pub(crate) use forward;

/// A position in memory that a search borrows, where it is set up and stays.
#[derive(Debug)]
pub struct Borrowed<'m, G>(pub &'m mut G);

#[deny(clippy::missing_trait_methods)]
impl<G: Game> Game for Borrowed<'_, G> {
    type Undo = G::Undo;

    fn copy_from(&mut self, other: &Self) {
        self.0.copy_from(other.0);
    }

    // On a small board some are no part of their callers, whose frames would grow by their
    // variables.
    forward! { self.0;
        fn max_moves(&self) -> usize;
        fn max_plies(&self) -> usize;
        fn to_move(&self) -> Side;
        fn outcome(&self) -> Option<Outcome>;
        fn legal_moves(&self, moves: &mut MoveList<'_>);
        fn make(&mut self, mv: Move) -> G::Undo;
        fn unmake(&mut self, mv: Move, undo: G::Undo);
        fn play(&mut self, mv: Move);
        fn count_moves(&self, moves: &mut MoveList<'_>) -> usize;
        #[cfg_attr(target_os = "none", inline(never))]
        fn nth_move(&self, index: usize, moves: &mut MoveList<'_>) -> Option<Move>;
        #[cfg_attr(target_os = "none", inline(never))]
        fn random_move(&self, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move>;
        fn fault(&self) -> Option<Fault>;
        fn clear_fault(&mut self);
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Knowledge> Knowledge for Borrowed<'_, G> {
    fn squash(evaluator: Evaluator, points: i32) -> Value {
        G::squash(evaluator, points)
    }

    forward! { self.0;
        fn abilities(&self, evaluator: Evaluator) -> Abilities;
        fn has_evaluator(&self, evaluator: Evaluator) -> bool;
        fn evaluate(&self, evaluator: Evaluator) -> Value;
        fn points(&self, evaluator: Evaluator) -> i32;
        fn has_weights(&self) -> bool;
        fn weight(&self, mv: Move) -> Weight;
        fn weighted_move(&self, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move>;
        fn draw(&self, moves: &[Move], rng: &mut Rng) -> Option<Move>;
        fn candidates(&self, moves: &mut MoveList<'_>);
        fn greedy_move(&mut self, evaluator: Evaluator, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move>;
        fn has_priors(&self) -> bool;
        fn prior(&self, mv: Move) -> Option<Prior>;
        fn order(&self, mv: Move) -> i32;
        #[cfg_attr(target_os = "none", inline(never))]
        fn outcome_after(&self, mv: Move) -> Option<Option<Outcome>>;
        fn noisy(&self, mv: Move) -> bool;
        fn hash(&self) -> Option<u64>;
        fn hash_after(&self, key: u64, mv: Move) -> Option<u64>;
        fn pass(&mut self) -> bool;
        fn few_pieces(&self) -> bool;
        fn category(&self, mv: Move) -> u16;
        fn max_score(&self) -> u16;
        fn score(&self) -> Option<i32>;
        fn has_transitions(&self) -> bool;
        fn each_transition(&self, moves: &[Move], visit: impl FnMut(Move, Option<u8>));
        fn transition(&self, mv: Move) -> Option<u8>;
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Notation> Notation for Borrowed<'_, G> {
    forward! { self.0;
        fn write_position(&self, out: &mut Text<'_>);
        fn read_position(&mut self, text: &str) -> Result<(), ParseError>;
        fn write_move(&self, mv: Move, out: &mut Text<'_>);
        fn read_move(&self, text: &str, moves: &mut MoveList<'_>) -> Option<Move>;
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Snapshot> Snapshot for Borrowed<'_, G> {
    forward! { self.0;
        fn shape(&self) -> u32;
        fn bytes_max(&self) -> usize;
        fn write_bytes(&self, out: &mut ByteWriter<'_>);
        fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes>;
    }
}
