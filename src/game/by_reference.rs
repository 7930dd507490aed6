//! [`ByReference`] is a game that refers to a position stored elsewhere. Use it if a position is
//! too large to be a field of a search. It forwards every method to the position, with the macros
//! of `forward.rs`.

use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes};
use crate::base::text::{ParseError, Text};
use crate::game::knowledge::{Evaluator, Knowledge};
use crate::game::notation::Notation;
use crate::game::snapshot::Snapshot;
use crate::game::value::Value;
use crate::game::{Fault, Game, Move, MoveList};
use crate::{forward, game_methods, knowledge_methods};

/// A position in memory that the search only borrows.
#[derive(Debug)]
pub struct ByReference<'m, G>(pub &'m mut G);

/// The old name of [`ByReference`]. It will be removed in the next minor version.
#[doc(hidden)]
pub use ByReference as Borrowed;

#[deny(clippy::missing_trait_methods)]
impl<G: Game> Game for ByReference<'_, G> {
    type Undo = G::Undo;

    fn copy_from(&mut self, other: &Self) {
        self.0.copy_from(other.0);
    }

    game_methods!(forward, 0);
    forward! { 0;
        fn make(&mut self, mv: Move) -> G::Undo;
        fn unmake(&mut self, mv: Move, undo: G::Undo);
        fn play(&mut self, mv: Move);
        fn fault(&self) -> Option<Fault>;
        fn clear_fault(&mut self);
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Knowledge> Knowledge for ByReference<'_, G> {
    fn squash(evaluator: Evaluator, points: i32) -> Value {
        G::squash(evaluator, points)
    }

    knowledge_methods!(forward, 0);
    forward! { 0;
        fn points(&self, evaluator: Evaluator) -> i32;
        fn each_transition(&self, moves: &[Move], visit: impl FnMut(Move, Option<u8>));
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Notation> Notation for ByReference<'_, G> {
    forward! { 0;
        fn write_position(&self, out: &mut Text<'_>);
        fn read_position(&mut self, text: &str) -> Result<(), ParseError>;
        fn write_move(&self, mv: Move, out: &mut Text<'_>);
        fn read_move(&self, text: &str, moves: &mut MoveList<'_>) -> Option<Move>;
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Snapshot> Snapshot for ByReference<'_, G> {
    forward! { 0;
        fn shape(&self) -> u32;
        fn bytes_max(&self) -> usize;
        fn write_bytes(&self, out: &mut ByteWriter<'_>);
        fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes>;
    }
}
