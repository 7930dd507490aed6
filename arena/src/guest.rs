//! A game that the arena does not know, written in Rust: any game behind one type.
//!
//! Every command is compiled once for each game that the arena knows, and once for this type, whose
//! questions go through a table of functions. So a program with a game of its own builds fast:
//! `template` is one.

use crate::games::Arena;
use imm::game::{Fault, Game, Move, MoveList};
use imm::knowledge::{Evaluator, Knowledge, Prior, Weight};
use imm::rng::Rng;
use imm::text::{Notation, ParseError, Text};
use imm::value::{Outcome, Side, Value};
use std::any::Any;

/// A position of any game.
pub struct Guest(Box<dyn Position>);

impl Guest {
    /// The game that begins so.
    #[must_use]
    pub fn new<G>(start: G) -> Self
    where
        G: Knowledge + Notation + Clone + PartialEq + Send + Sync + 'static,
        G::Undo: Send + Sync,
    {
        Self(Box::new(Kept { position: start, undo: Vec::new() }))
    }
}

impl Clone for Guest {
    fn clone(&self) -> Self {
        Self(self.0.boxed())
    }
}

impl PartialEq for Guest {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(&*other.0)
    }
}

impl Arena for Guest {}

/// A position, and what takes back the moves that led there.
#[derive(Clone)]
struct Kept<G: Game> {
    position: G,
    undo: Vec<G::Undo>,
}

// The methods of the traits that are handed on as they are. Each list is used three times.
macro_rules! of_game {
    ($then:ident) => {
        $then! {
            fn max_moves(&self) -> usize;
            fn max_plies(&self) -> usize;
            fn to_move(&self) -> Side;
            fn outcome(&self) -> Option<Outcome>;
            fn legal_moves(&self, moves: &mut MoveList<'_>);
            fn count_moves(&self, moves: &mut MoveList<'_>) -> usize;
            fn nth_move(&self, index: usize, moves: &mut MoveList<'_>) -> Option<Move>;
            fn random_move(&self, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move>;
            fn fault(&self) -> Option<Fault>;
            fn clear_fault(&mut self);
        }
    };
}
macro_rules! of_knowledge {
    ($then:ident) => {
        $then! {
            fn has_evaluator(&self, evaluator: Evaluator) -> bool;
            fn evaluate(&self, evaluator: Evaluator) -> Value;
            fn has_weights(&self) -> bool;
            fn weight(&self, mv: Move) -> Weight;
            fn weighted_move(&self, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move>;
            fn draw(&self, moves: &[Move], rng: &mut Rng) -> Option<Move>;
            fn candidates(&self, moves: &mut MoveList<'_>);
            fn greedy_move(&mut self, evaluator: Evaluator, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move>;
            fn has_priors(&self) -> bool;
            fn prior(&self, mv: Move) -> Option<Prior>;
            fn order(&self, mv: Move) -> i32;
            fn outcome_after(&self, mv: Move) -> Option<Option<Outcome>>;
            fn noisy(&self, mv: Move) -> bool;
            fn hash(&self) -> Option<u64>;
            fn hash_after(&self, key: u64, mv: Move) -> Option<u64>;
            fn pass(&mut self) -> bool;
            fn few_pieces(&self) -> bool;
            fn category(&self, mv: Move) -> u16;
            fn has_transitions(&self) -> bool;
            fn transition(&self, mv: Move) -> Option<u8>;
        }
    };
}
macro_rules! of_notation {
    ($then:ident) => {
        $then! {
            fn write_position(&self, out: &mut Text<'_>);
            fn read_position(&mut self, text: &str) -> Result<(), ParseError>;
            fn write_move(&self, mv: Move, out: &mut Text<'_>);
            fn read_move(&self, text: &str, moves: &mut MoveList<'_>) -> Option<Move>;
        }
    };
}

/// The methods' declarations.
macro_rules! declare {
    ($(fn $name:ident($($arguments:tt)*) $(-> $answer:ty)?;)*) => {
        $(fn $name($($arguments)*) $(-> $answer)?;)*
    };
}

/// The methods, answered by the field `$to` of whoever is asked.
macro_rules! ask {
    ($to:tt; $(fn $name:ident $arguments:tt $(-> $answer:ty)?;)*) => {
        $(ask!(@one $to, $name, $arguments, $($answer)?);)*
    };
    (@one $to:tt, $name:ident, (&$this:ident $(, $argument:ident: $type:ty)*), $($answer:ty)?) => {
        fn $name(&$this $(, $argument: $type)*) $(-> $answer)? {
            $this.$to.$name($($argument),*)
        }
    };
    (@one $to:tt, $name:ident, (&mut $this:ident $(, $argument:ident: $type:ty)*), $($answer:ty)?) => {
        fn $name(&mut $this $(, $argument: $type)*) $(-> $answer)? {
            $this.$to.$name($($argument),*)
        }
    };
}
macro_rules! ask_position {
    ($($methods:tt)*) => { ask! { position; $($methods)* } };
}
macro_rules! ask_table {
    ($($methods:tt)*) => { ask! { 0; $($methods)* } };
}

/// The three traits without what a table of functions cannot have.
trait Position: Any + Send + Sync {
    fn boxed(&self) -> Box<dyn Position>;
    fn as_any(&self) -> &dyn Any;
    fn is(&self, other: &dyn Position) -> bool;
    fn copy_position(&mut self, other: &dyn Position);
    fn make_move(&mut self, mv: Move);
    fn unmake_move(&mut self, mv: Move);
    fn play_move(&mut self, mv: Move);
    fn tell_transitions(&self, moves: &[Move], visit: &mut dyn FnMut(Move, Option<u8>));
    of_game!(declare);
    of_knowledge!(declare);
    of_notation!(declare);
}

impl<G> Position for Kept<G>
where
    G: Knowledge + Notation + Clone + PartialEq + Send + Sync + 'static,
    G::Undo: Send + Sync,
{
    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is(&self, other: &dyn Position) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self.position == other.position)
    }

    fn copy_position(&mut self, other: &dyn Position) {
        // There is one game in a search, so it is of this type.
        if let Some(other) = other.as_any().downcast_ref::<Self>() {
            self.position.copy_from(&other.position);
            self.undo.clear();
        }
    }

    fn make_move(&mut self, mv: Move) {
        let undo = self.position.make(mv);
        self.undo.push(undo);
    }

    fn unmake_move(&mut self, mv: Move) {
        if let Some(undo) = self.undo.pop() {
            self.position.unmake(mv, undo);
        }
    }

    fn play_move(&mut self, mv: Move) {
        self.undo.clear();
        self.position.play(mv);
    }

    fn tell_transitions(&self, moves: &[Move], visit: &mut dyn FnMut(Move, Option<u8>)) {
        self.position.each_transition(moves, visit);
    }

    of_game!(ask_position);
    of_knowledge!(ask_position);
    of_notation!(ask_position);
}

// A method that is not handed on would be answered by a default, and nothing would fail.
#[deny(clippy::missing_trait_methods)]
impl Game for Guest {
    type Undo = ();

    fn make(&mut self, mv: Move) {
        self.0.make_move(mv);
    }

    fn unmake(&mut self, mv: Move, (): ()) {
        self.0.unmake_move(mv);
    }

    fn play(&mut self, mv: Move) {
        self.0.play_move(mv);
    }

    fn copy_from(&mut self, other: &Self) {
        self.0.copy_position(&*other.0);
    }

    of_game!(ask_table);
}

// `abilities`, `points` and `squash` are answered by their defaults: the first asks the others, and
// the last cannot know whose points it is given. So alpha-beta compares values of 16 bits, as in a
// game of C, and where large advantages are squashed into one, they are equal to it.
impl Knowledge for Guest {
    fn each_transition(&self, moves: &[Move], mut visit: impl FnMut(Move, Option<u8>)) {
        self.0.tell_transitions(moves, &mut visit);
    }

    of_knowledge!(ask_table);
}

#[deny(clippy::missing_trait_methods)]
impl Notation for Guest {
    of_notation!(ask_table);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Block, read_spec, think};
    use imm::games::loa::Loa;
    use imm::games::othello::Othello;
    use imm::limits::Limits;
    use std::sync::atomic::AtomicBool;

    /// The signature of a search.
    fn searched<G: Arena>(start: &G, spec: &str) -> u64 {
        let mut block = Block::slots(2000).unwrap();
        let mut search = block.search(start, &read_spec(spec).unwrap()).unwrap();
        let never = AtomicBool::new(false);
        think(&mut *search, &Limits::iterations(3000), crate::clock::Timer::Wall, &never).unwrap().0.signature
    }

    #[test]
    fn a_guest_is_searched_as_the_game_itself() {
        for spec in ["mcts()", "mcts(im0.4,ege0.1)", "mcts(pmc)", "mcts(cb0.3)", "bfm()"] {
            let guest = Guest::new(Loa::default());
            let own = searched(&Loa::default(), spec);
            assert_eq!(searched(&guest, spec), own, "{spec}");
        }
        assert_eq!(
            searched(&Guest::new(Othello::default()), "mcts(im0.4)"),
            searched(&Othello::default(), "mcts(im0.4)")
        );
    }

    #[test]
    fn positions_of_two_games_are_never_equal() {
        let (loa, othello) = (Guest::new(Loa::default()), Guest::new(Othello::default()));
        assert!(loa != othello);
        let mut copy = loa.clone();
        let mv = crate::notation::legal_moves(&loa)[0];
        copy.make(mv);
        assert!(copy != loa);
        copy.unmake(mv, ());
        assert!(copy == loa);
    }
}
