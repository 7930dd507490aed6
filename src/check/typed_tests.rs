//! Tests that the check of a Rust game gets the same answers that a direct call gets.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::base::text::ParseError;
use crate::game::value::Side;
use crate::games::breakthrough::Breakthrough;
use crate::games::einstein::Einstein;
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
    // After the end of the game, the player to move does not matter.
    let mover = if game.is_chance() { CHANCE } else { i32::from(game.to_move() == Side::Second) };
    assert!(game.outcome().is_some() || typed.to_move() == mover);
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
        Callback::Chance,
        Callback::Returns,
        Callback::EvaluateFor,
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
    use Callback::{Chance, Evaluate, Features, Hash, Prior, Score, Transition, Weight};
    plays_as(&Breakthrough::default(), &[Evaluate, Weight, Prior, Transition, Hash, Features]);
    plays_as(&Kalah::default(), &[Evaluate, Transition, Hash, Score, Features]);
    plays_as(&Loa::default(), &[Evaluate, Transition, Hash, Features]);
    plays_as(&Oware::default(), &[Evaluate, Weight, Hash, Score, Features]);
    plays_as(&Othello::default(), &[Evaluate, Weight, Hash, Score, Features]);
    plays_as(&Onitama::deal(3), &[Evaluate, Weight, Prior, Hash, Features]);
    plays_as(&Einstein::default(), &[Chance, Evaluate, Weight, Hash, Features]);
}

/// A game in which a coin is turned twice. It has no optional knowledge. If `copies_wrongly` is
/// set, a copy of the position shows the wrong side of the coin.
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

/// A dice game. The player to move rolls or holds. A 1 ends the turn without points. The first
/// player who has [`GOAL`] points wins. The die is loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Dice {
    points: [u8; 2],
    turn: u8,
    second: bool,
    rolls: bool,
    flaw: Flaw,
}

/// What is wrong with the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Flaw {
    #[default]
    Nothing,
    /// `has_chance()` is false.
    Unannounced,
    /// `odds()` is 0 for one side of the die.
    ZeroOdds,
    /// `random_move()` samples the sides uniformly.
    Uniform,
}

const GOAL: u8 = 12;
const HOLD: Move = Move(0);
const ROLL: Move = Move(10);

impl Dice {
    fn key(&self) -> u64 {
        let sides = u64::from(self.second) | u64::from(self.rolls) << 1;
        let key = u64::from(self.points[0]) << 16 | u64::from(self.points[1]) << 8 | u64::from(self.turn);
        crate::base::bits::mix(key << 2 | sides)
    }

    fn asked(&self) {
        assert!(!self.rolls || self.flaw == Flaw::Unannounced, "asked before a roll");
    }
}

impl Game for Dice {
    type Undo = Self;

    fn max_moves(&self) -> usize {
        6
    }

    fn max_plies(&self) -> usize {
        2000
    }

    fn to_move(&self) -> Side {
        if self.second { Side::Second } else { Side::First }
    }

    fn outcome(&self) -> Option<Outcome> {
        let [first, second] = self.points.map(|points| points >= GOAL);
        if first { Some(Outcome::FirstWins) } else { second.then_some(Outcome::SecondWins) }
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        if self.rolls {
            return (1..=6).for_each(|side| moves.push(Move(side)));
        }
        moves.push(ROLL);
        if self.turn > 0 {
            moves.push(HOLD);
        }
    }

    fn make(&mut self, mv: Move) -> Self {
        let before = *self;
        self.rolls = mv == ROLL;
        match mv {
            ROLL => {}
            Move(side @ 2..) => self.turn += side as u8,
            _ => {
                let held = if mv == HOLD { self.turn } else { 0 };
                self.points[usize::from(self.second)] += held;
                (self.turn, self.second) = (0, !self.second);
            }
        }
        before
    }

    fn unmake(&mut self, _: Move, before: Self) {
        *self = before;
    }

    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }

    fn random_move(&self, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move> {
        moves.clear();
        self.legal_moves(moves);
        if self.rolls && self.flaw != Flaw::Uniform {
            return crate::game::chance::sample(self, moves.as_slice(), rng.bits());
        }
        moves.get(rng.below(moves.len() as u32) as usize)
    }

    fn has_chance(&self) -> bool {
        self.flaw != Flaw::Unannounced
    }

    fn is_chance(&self) -> bool {
        assert_eq!(self.outcome(), None);
        self.rolls
    }

    fn odds(&self, side: Move) -> u32 {
        assert!(self.rolls);
        [2, 1, 1, 1, 1, 4][side.0 as usize - 1] - u32::from(self.flaw == Flaw::ZeroOdds && side.0 == 3)
    }
}

impl Knowledge for Dice {
    fn has_weights(&self) -> bool {
        true
    }

    fn weight(&self, mv: Move) -> Weight {
        self.asked();
        let points = self.points[usize::from(self.second)] + self.turn;
        if mv == HOLD && points >= GOAL { Weight::DECISIVE } else { Weight(1) }
    }

    fn few_pieces(&self) -> bool {
        self.asked();
        false
    }

    fn noisy(&self, _: Move) -> bool {
        self.asked();
        false
    }

    fn order(&self, _: Move) -> i32 {
        self.asked();
        0
    }

    fn pass(&mut self) -> bool {
        self.asked();
        false
    }

    fn hash(&self) -> Option<u64> {
        Some(self.key())
    }

    fn feature_count(&self) -> usize {
        1
    }

    fn features(&self, features: &mut [u8]) {
        self.asked();
        features[0] = self.points[usize::from(self.second)];
    }
}

impl Notation for Dice {
    fn write_position(&self, _: &mut Text<'_>) {}

    fn read_position(&mut self, _: &str) -> Result<(), ParseError> {
        Ok(())
    }

    fn write_move(&self, mv: Move, out: &mut Text<'_>) {
        out.push_number(mv.0);
    }
}

fn findings_of(flaw: Flaw, seed: u64) -> std::vec::Vec<(super::super::Kind, Callback)> {
    let mut room = Box::new(super::super::Room::<6, 256>::default());
    let mut report = super::super::Report::default();
    let options = super::super::Options { seed, plies: 500 };
    let mut typed = Box::new(Typed::new(Dice { flaw, ..Dice::default() }));
    super::super::check(&mut *typed, room.memory(), &options, None, &mut report);
    assert!(report.positions == 500 || report.findings().len() == super::super::report::FINDINGS);
    report.findings().iter().map(|finding| (finding.kind, finding.callback)).collect()
}

#[test]
fn a_rust_game_of_dice_is_checked() {
    use super::super::Kind;
    for seed in 0..4 {
        assert_eq!(findings_of(Flaw::Nothing, seed), []);
        assert_eq!(findings_of(Flaw::ZeroOdds, seed), [(Kind::OutOfRange, Callback::Chance)]);
        assert_eq!(findings_of(Flaw::Uniform, seed), [(Kind::UnevenDraw, Callback::RandomMove)]);
        let found = findings_of(Flaw::Unannounced, seed);
        assert!(found.contains(&(Kind::Disagrees, Callback::Chance)), "{found:?}");
    }
}

#[test]
fn a_rust_game_tells_who_moves_and_what_chance_gives() {
    let mut typed = Typed::new(Dice::default());
    assert!(typed.has(Callback::Chance));
    assert_eq!(typed.to_move(), 0);
    typed.make(ROLL, 0);
    assert_eq!(typed.to_move(), CHANCE);
    assert_eq!([1, 3, 6].map(|side| typed.chance(Move(side))), [2, 1, 4]);
    typed.make(Move(1), 1);
    assert_eq!(typed.to_move(), 1);
    typed.position.points[0] = GOAL;
    assert_eq!(typed.to_move(), 1); // after the end, is_chance() is not called
}
