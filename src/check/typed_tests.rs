//! Tests that the check gets the same answers from a Rust game as direct calls do.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::base::text::ParseError;
use crate::games::breakthrough::Breakthrough;
use crate::games::kalah::Kalah;
use crate::games::loa::Loa;
use crate::games::onitama::Onitama;
use crate::games::othello::Othello;
use crate::games::oware::Oware;
use crate::games::testing::{legal, legal_if_any};
use std::boxed::Box;

fn result_of<G: Game>(game: &G) -> i32 {
    match game.outcome() {
        None => 0,
        Some(Outcome::FirstWins) => 1,
        Some(Outcome::SecondWins) => 2,
        Some(Outcome::Draw) => 3,
    }
}

/// Tests that `typed` gives the same answers about a position as `game` itself.
fn answers_as<G: Knowledge + Notation + Clone + PartialEq>(typed: &mut Typed<G>, game: &G) {
    assert_eq!(typed.to_move(), i32::from(game.to_move() == Side::Second));
    assert_eq!(typed.outcome(), result_of(game));
    if game.outcome().is_some() {
        assert_eq!(typed.score(), game.score().unwrap_or(FAILED));
        return;
    }
    let mut spare = [Move::NONE; 256];
    let moves = legal(game);
    assert_eq!(typed.legal_moves(&mut spare) as usize, moves.len());
    assert_eq!(spare[..moves.len()], moves);
    assert_eq!(typed.legal_moves(&mut spare[..moves.len() - 1]) as usize, moves.len()); // one too many
    assert_eq!(typed.evaluate(), game.evaluate(Evaluator::DEFAULT).to_f32());
    assert_eq!(typed.hash(), game.hash().unwrap_or(0));
    assert_eq!(typed.few_pieces() != 0, game.few_pieces());
    let mut features = [[0; 256]; 2];
    assert_eq!(typed.features(&mut features[0]), 0);
    game.features(&mut features[1][..game.feature_count()]);
    assert_eq!(features[0], features[1]);
    for mv in moves {
        assert_eq!(typed.weight(mv), u32::from(game.weight(mv).0));
        assert_eq!(typed.prior(mv), game.prior(mv).map_or(-1.0, |prior| prior.win_rate));
        assert_eq!(typed.order(mv), game.order(mv));
        assert_eq!(typed.noisy(mv) != 0, game.noisy(mv));
        assert_eq!(typed.transition(mv), game.transition(mv).map_or(0, i32::from));
    }
}

fn plays_as<G: Knowledge + Notation + Clone + PartialEq>(start: &G, has: &[Callback]) {
    let mut typed = Box::new(Typed::new(start.clone()));
    let optional = [
        Callback::Evaluate,
        Callback::Weight,
        Callback::Prior,
        Callback::Transition,
        Callback::Hash,
        Callback::Score,
        Callback::Features,
    ];
    for &callback in Callback::ALL {
        assert_eq!(typed.has(callback), has.contains(&callback) || !optional.contains(&callback), "{callback:?}");
    }
    let (mut game, mut rng) = (start.clone(), Rng::new(7));
    for _ in 0..start.max_plies() {
        answers_as(&mut typed, &game);
        typed.save(1);
        typed.move_elsewhere();
        assert_eq!(typed.difference(1), None);
        let moves = legal_if_any(&game);
        let Some(&mv) = moves.get(rng.below(moves.len().max(1) as u32) as usize) else { break };
        let before = game.clone();
        typed.make(mv, 3);
        assert_eq!(typed.difference(1), Some(Difference::Somewhere));
        typed.unmake(mv, 3);
        assert!(typed.position == before && typed.difference(1).is_none());
        let mut passed = game.clone();
        assert_eq!(typed.pass() != 0, passed.pass());
        assert!(typed.position == passed);
        typed.restore(1);
        game.make(mv);
        typed.make(mv, 0);
    }
    typed.initial();
    answers_as(&mut typed, start);
}

#[test]
fn a_rust_game_is_asked_itself() {
    use Callback::{Evaluate, Features, Hash, Prior, Score, Transition, Weight};
    plays_as(&Breakthrough::default(), &[Evaluate, Weight, Prior, Transition, Hash, Features]);
    plays_as(&Kalah::default(), &[Evaluate, Transition, Hash, Score, Features]);
    plays_as(&Loa::default(), &[Evaluate, Transition, Hash, Features]);
    plays_as(&Oware::default(), &[Evaluate, Weight, Hash, Score, Features]);
    plays_as(&Othello::default(), &[Evaluate, Weight, Hash, Score, Features]);
    plays_as(&Onitama::deal(3), &[Evaluate, Weight, Prior, Hash, Features]);
}

/// A game in which a coin is turned twice. The game has no optional knowledge. If `copies_wrongly`
/// is set, a copy shows the wrong side of the coin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Coin {
    turns: u32,
    copies_wrongly: bool,
}

impl Game for Coin {
    type Undo = ();

    fn max_moves(&self) -> usize {
        1
    }

    fn max_plies(&self) -> usize {
        2
    }

    fn to_move(&self) -> Side {
        if self.turns.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.turns == 2).then_some(Outcome::Draw)
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        moves.push(Move(0));
    }

    fn make(&mut self, _: Move) {
        self.turns += 1;
    }

    fn unmake(&mut self, _: Move, (): ()) {
        self.turns -= 1;
    }

    fn copy_from(&mut self, other: &Self) {
        *self = Self { turns: other.turns ^ u32::from(self.copies_wrongly), ..*other };
    }
}

impl Knowledge for Coin {}

impl Notation for Coin {
    fn write_position(&self, _: &mut Text<'_>) {}

    fn read_position(&mut self, _: &str) -> Result<(), ParseError> {
        Ok(())
    }

    fn write_move(&self, _: Move, out: &mut Text<'_>) {
        out.push_str("turn");
    }
}

#[test]
fn of_a_game_without_knowledge_nothing_is_asked() {
    plays_as(&Coin::default(), &[]);
}

#[test]
fn the_game_copies_itself() {
    let mut typed = Typed::new(Coin { turns: 0, copies_wrongly: true });
    typed.save(1);
    typed.move_elsewhere();
    assert_eq!(typed.difference(1), Some(Difference::Somewhere));
    typed.restore(1);
    assert_eq!(typed.difference(1), None);
}
