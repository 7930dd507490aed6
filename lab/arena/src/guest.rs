//! [`Guest`]: one type for every Rust game that is not built into the arena.
//!
//! The compiler compiles every command once for each built-in game and once for this type. This
//! type calls its game through a table of functions. So a program with a custom game builds fast.
//! The folder `template` contains such a program.

use crate::arena::Arena;
use imm::base::text::{ParseError, Text};
use imm::game::knowledge::{Evaluator, Knowledge};
use imm::game::notation::Notation;
use imm::game::value::Value;
use imm::game::{Fault, Game, Move, MoveList};
use imm::{forward, game_methods, knowledge_methods};
use std::any::Any;

/// A position of any game.
pub struct Guest(Box<dyn Position>);

impl Guest {
    /// Returns the game that begins with this position.
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

/// A position, and the undo values of the moves that were made to reach it. `copy_position` and
/// `play_move` remove the undo values.
#[derive(Clone)]
struct Kept<G: Game> {
    position: G,
    undo: Vec<G::Undo>,
}

// The lists of forwarded methods. `of_game` adds the methods that the kernel's list omits. Each
// list is expanded three times: once to declare the methods in a trait, and twice to forward them.
macro_rules! of_game {
    ($then:ident $(, $field:tt)?) => {
        game_methods!($then $(, $field)?);
        $then! { $($field;)?
            fn fault(&self) -> Option<Fault>;
            fn clear_fault(&mut self);
        }
    };
}
macro_rules! of_notation {
    ($then:ident $(, $field:tt)?) => {
        $then! { $($field;)?
            fn write_position(&self, out: &mut Text<'_>);
            fn read_position(&mut self, text: &str) -> Result<(), ParseError>;
            fn write_move(&self, mv: Move, out: &mut Text<'_>);
            fn read_move(&self, text: &str, moves: &mut MoveList<'_>) -> Option<Move>;
        }
    };
}

/// Declares each of the listed methods, without a body.
macro_rules! declare {
    ($($(#[$attribute:meta])* fn $name:ident($($arguments:tt)*) $(-> $answer:ty)?;)*) => {
        $(fn $name($($arguments)*) $(-> $answer)?;)*
    };
}

/// The methods of the three game traits, in a form that a table of functions (`dyn`) can contain.
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
    knowledge_methods!(declare);
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
        // All positions of a search belong to one game, so `other` has the type `Self`.
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

    of_game!(forward, position);
    knowledge_methods!(forward, position);
    of_notation!(forward, position);
}

// Without this lint, a method that this type does not forward would silently have its default
// behaviour.
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

    of_game!(forward, 0);
}

#[deny(clippy::missing_trait_methods)]
impl Knowledge for Guest {
    // The function `squash` gets no position, so it cannot call the guest's own `squash`.
    // Therefore, the points of a guest are 16-bit values, like the points of games written in C.
    // Alpha-beta cannot distinguish large advantages with equal 16-bit values.
    fn points(&self, evaluator: Evaluator) -> i32 {
        i32::from(self.evaluate(evaluator).raw())
    }

    fn squash(_: Evaluator, points: i32) -> Value {
        Value::from_raw(points.clamp(-0x7FFF, 0x7FFF) as i16)
    }

    fn each_transition(&self, moves: &[Move], mut visit: impl FnMut(Move, Option<u8>)) {
        self.0.tell_transitions(moves, &mut visit);
    }

    knowledge_methods!(forward, 0);
}

#[deny(clippy::missing_trait_methods)]
impl Notation for Guest {
    of_notation!(forward, 0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::comes_next;
    use crate::chance::tests::{Coin, HEADS};
    use crate::player::{Block, read_spec, think};
    use imm::games::loa::Loa;
    use imm::games::othello::Othello;
    use imm::time::limits::Limits;
    use std::sync::atomic::AtomicBool;

    /// Runs a search and returns its signature.
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
        for spec in ["mcts(im0.4)", "mcts(marg0.5)", "mcts(marg1,im0.4,ipp)"] {
            let guest = Guest::new(Othello::default());
            assert_eq!(searched(&guest, spec), searched(&Othello::default(), spec), "{spec}");
        }
    }

    #[test]
    fn a_guest_may_have_chance_events() {
        let mut coin = Coin::new(9);
        assert!(comes_next(&Guest::new(coin)) && Guest::new(coin).odds(HEADS) == 3);
        coin.play(HEADS);
        assert!(!comes_next(&Guest::new(coin)));
        assert_eq!(searched(&Guest::new(coin), "mcts()"), searched(&coin, "mcts()"));
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
