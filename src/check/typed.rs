//! The interface between the check and a game that is a Rust type.

use super::game_under_test::{
    CHANCE, Callback, Difference, Disagreement, FAILED, GameUnderTest, LEVELS, OVER, Region, SLOTS,
};
use crate::base::rng::Rng;
use crate::base::text::Text;
use crate::game::chance::comes_next;
use crate::game::evaluator::Evaluator;
use crate::game::knowledge::{Knowledge, Weight};
use crate::game::notation::Notation;
use crate::game::value::Outcome;
use crate::game::{Game, Move, MoveList};

/// At each position, the check compares shortcuts such as `outcome_after()` with the rules. It does
/// so for at most this many moves.
const COMPARED: usize = 8;

/// A Rust game that can be checked.
///
/// The check compares positions with `==`, so `==` must compare every part of a position. This type
/// contains 19 positions, so it may be too large for the stack.
#[derive(Clone, Debug)]
pub struct Typed<G: Game> {
    start: G,
    position: G,
    saved: [G; SLOTS],
    undo: [Option<G::Undo>; LEVELS],
    evaluator: Evaluator,
}

impl<G: Knowledge + Notation + Clone + PartialEq> Typed<G> {
    /// Wraps a game with this starting position and its default evaluation function.
    pub fn new(start: G) -> Self {
        Self::with_evaluator(start, Evaluator::DEFAULT)
    }

    /// Wraps a game with this starting position. The check uses this evaluation function if the
    /// game has it.
    pub fn with_evaluator(start: G, evaluator: Evaluator) -> Self {
        let saved = core::array::from_fn(|_| start.clone());
        Self { position: start.clone(), saved, undo: [None; LEVELS], evaluator, start }
    }

    /// Returns [`FAILED`] if the game has broken a promise, and clears the fault.
    fn fault(&mut self) -> Option<i32> {
        let fault = self.position.fault();
        self.position.clear_fault();
        fault.map(|_| FAILED)
    }

    fn disagreement_of_list(&self, moves: &[Move], spare: &mut [Move]) -> Option<(Callback, &'static str)> {
        let mut list = MoveList::new(spare);
        if self.position.count_moves(&mut list) != moves.len() {
            return Some((Callback::CountMoves, "as many as legal_moves() lists"));
        }
        let mut nth = |index: usize| self.position.nth_move(index, &mut list);
        if (0..moves.len()).any(|index| nth(index) != moves.get(index).copied()) || nth(moves.len()).is_some() {
            return Some((Callback::NthMove, "the move that legal_moves() lists at this index"));
        }
        let is_chance = self.start.has_chance() && self.position.is_chance();
        if !is_chance && self.position.has_weights() && !self.agree_candidates(moves, &mut list) {
            return Some((Callback::Candidates, "the moves that weight() makes candidates, in their order"));
        }
        None
    }

    /// True if [`Knowledge::candidates`] and [`Knowledge::keep_forced`] return the same as their
    /// default implementations.
    fn agree_candidates(&self, moves: &[Move], list: &mut MoveList<'_>) -> bool {
        let class = |mv: Move| match self.position.weight(mv) {
            Weight::DECISIVE => 3,
            Weight::FORCED => 2,
            Weight(odds) => u8::from(odds > 0),
        };
        let best = moves.iter().map(|&mv| class(mv)).max();
        let most = if best == Some(3) { 1 } else { usize::MAX };
        self.position.candidates(list);
        let best_moves = moves.iter().filter(|&&mv| Some(class(mv)) == best);
        if !best_moves.clone().take(most).eq(list.as_slice()) {
            return false;
        }
        list.clear();
        moves.iter().for_each(|&mv| list.push(mv));
        let wins = self.position.keep_forced(list);
        let kept = list.as_slice();
        wins == (best == Some(3)) && (wins || if best == Some(2) { best_moves.eq(kept) } else { moves == kept })
    }

    fn disagreement_of_move(&mut self, mv: Move, spare: &mut [Move]) -> Option<(Callback, &'static str)> {
        let before = self.position.clone();
        let key = before.hash();
        let told = (before.outcome_after(mv), key.and_then(|key| before.hash_after(key, mv)));
        self.position.play(mv);
        let played = self.position.clone();
        self.position.copy_from(&before);
        if self.position != before {
            return Some((Callback::Copy, "the position that it copies"));
        }
        self.position.make(mv);
        let agrees = self.position == played;
        self.position = before;
        if !agrees {
            return Some((Callback::Play, "the position that make() makes"));
        }
        let ongoing = played.outcome().is_none();
        match told {
            (Some(outcome), _) if outcome != played.outcome() => {
                Some((Callback::OutcomeAfter, "the outcome when the move is made"))
            }
            (_, Some(key)) if ongoing && Some(key) != played.hash() => {
                Some((Callback::HashAfter, "the key when the move is made"))
            }
            _ if self.reads_move(mv, spare) => None,
            _ => Some((Callback::ReadMove, "the move whose text it is")),
        }
    }

    fn reads_move(&self, mv: Move, spare: &mut [Move]) -> bool {
        let mut bytes = [0; 128];
        let mut text = Text::new(&mut bytes);
        self.position.write_move(mv, &mut text);
        self.position.read_move(text.as_str(), &mut MoveList::new(spare)) == Some(mv)
    }

    /// True if the game can read back the text of this position, or if it writes no text.
    fn reads_position(&self) -> bool {
        let (mut bytes, mut others) = ([0; 256], [0; 256]);
        let (mut text, mut again) = (Text::new(&mut bytes), Text::new(&mut others));
        self.position.write_position(&mut text);
        if text.as_bytes().is_empty() {
            return true;
        }
        let mut read = self.start.clone();
        let is_read = read.read_position(text.as_str()).is_ok();
        read.write_position(&mut again);
        is_read && text.as_bytes() == again.as_bytes()
    }
}

/// True if the check tests the features of a game. On microcontrollers it does not: with a second
/// caller, the function `features` would get its own stack frame, and a search would exceed its
/// stack limit.
const HAS_FEATURES: bool = cfg!(not(target_os = "none"));

impl<G: Knowledge + Notation + Clone + PartialEq> GameUnderTest for Typed<G> {
    fn max_moves(&self) -> usize {
        self.start.max_moves()
    }

    fn max_plies(&self) -> usize {
        self.start.max_plies()
    }

    fn max_score(&self) -> i32 {
        self.start.max_score().into()
    }

    fn has(&self, callback: Callback) -> bool {
        match callback {
            Callback::Evaluate => self.start.players() == 2 && self.start.has_evaluator(self.evaluator),
            Callback::EvaluateFor => self.start.players() != 2 && self.start.has_evaluator(self.evaluator),
            Callback::Returns => self.start.players() != 2,
            Callback::Weight => self.start.has_weights(),
            Callback::Prior => self.start.has_priors(),
            Callback::Transition => self.start.has_transitions(),
            Callback::Hash => self.start.hash().is_some(),
            Callback::Score => self.start.max_score() > 0,
            Callback::Features => HAS_FEATURES && self.start.feature_count() > 0,
            Callback::Chance => self.start.has_chance(),
            Callback::Pass => self.start.players() == 2 || self.start.skips_turns(),
            _ => true,
        }
    }

    fn has_net(&self) -> bool {
        !HAS_FEATURES || !self.start.shipped_net().is_empty()
    }

    fn initial(&mut self) {
        self.position = self.start.clone();
    }

    fn save(&mut self, slot: usize) {
        if let Some(saved) = self.saved.get_mut(slot) {
            *saved = self.position.clone();
        }
    }

    fn restore(&mut self, slot: usize) {
        if let Some(saved) = self.saved.get(slot) {
            self.position = saved.clone();
        }
    }

    fn difference(&self, slot: usize) -> Option<Difference> {
        (self.saved.get(slot) != Some(&self.position)).then_some(Difference::Somewhere)
    }

    fn move_elsewhere(&mut self) {
        let mut elsewhere = self.start.clone();
        elsewhere.copy_from(&self.position);
        self.position = elsewhere;
    }

    fn overrun(&mut self, _: Callback) -> Option<Region> {
        None
    }

    fn make(&mut self, mv: Move, level: usize) {
        let undo = self.position.make(mv);
        if let Some(slot) = self.undo.get_mut(level) {
            *slot = Some(undo);
        }
    }

    fn unmake(&mut self, mv: Move, level: usize) {
        if let Some(&Some(undo)) = self.undo.get(level) {
            self.position.unmake(mv, undo);
        }
    }

    fn to_move(&mut self) -> i32 {
        let player = if comes_next(&self.position) { CHANCE } else { self.position.player() as i32 };
        self.fault().unwrap_or(player)
    }

    fn outcome(&mut self) -> i32 {
        let outcome = match self.position.outcome() {
            None => 0,
            Some(_) if self.position.players() != 2 => OVER,
            Some(Outcome::FirstWins) => 1,
            Some(Outcome::SecondWins) => 2,
            Some(Outcome::Draw) => 3,
        };
        self.fault().unwrap_or(outcome)
    }

    fn players(&self) -> i32 {
        self.start.players() as i32
    }

    fn returns(&mut self, player: i32) -> f32 {
        let value = self.position.return_of(player as usize);
        if self.fault().is_some() { f32::NAN } else { value.to_f32() }
    }

    fn evaluate_for(&mut self, player: i32) -> f32 {
        let mut seen = self.position.clone();
        seen.view_as(player as usize);
        let value = seen.evaluate(self.evaluator);
        if seen.fault().is_some() { f32::NAN } else { value.to_f32() }
    }

    fn legal_moves(&mut self, moves: &mut [Move]) -> u32 {
        let mut list = MoveList::new(moves);
        self.position.legal_moves(&mut list);
        let count = list.len().saturating_add(usize::from(list.overflowed())) as u32;
        self.fault().map_or(count, |failed| failed as u32)
    }

    fn evaluate(&mut self) -> f32 {
        let value = self.position.evaluate(self.evaluator);
        if self.fault().is_some() { f32::NAN } else { value.to_f32() }
    }

    fn random_move(&mut self, random: u32, spare: &mut [Move]) -> Move {
        let mut rng = Rng::new(random.into());
        self.position.random_move(&mut rng, &mut MoveList::new(spare)).unwrap_or(Move::NONE)
    }

    fn weight(&mut self, mv: Move) -> u32 {
        self.position.weight(mv).0.into()
    }

    fn prior(&mut self, mv: Move) -> f32 {
        self.position.prior(mv).map_or(-1.0, |prior| prior.win_rate)
    }

    fn order(&mut self, mv: Move) -> i32 {
        // Every number is a valid order, even the number that means failure for other callbacks.
        // That number is replaced by the next larger one.
        self.position.order(mv).max(FAILED.saturating_add(1))
    }

    fn noisy(&mut self, mv: Move) -> i32 {
        self.position.noisy(mv).into()
    }

    fn hash(&mut self) -> u64 {
        self.position.hash().unwrap_or_default()
    }

    fn pass(&mut self) -> i32 {
        let two = self.start.players() == 2;
        let passed = if two { self.position.pass() } else { self.position.skip_turn() };
        self.fault().unwrap_or(passed.into())
    }

    fn few_pieces(&mut self) -> i32 {
        self.position.few_pieces().into()
    }

    fn transition(&mut self, mv: Move) -> i32 {
        self.position.transition(mv).map_or(0, i32::from)
    }

    fn chance(&mut self, outcome: Move) -> u32 {
        let odds = self.position.odds(outcome);
        self.fault().map_or(odds, |failed| failed as u32)
    }

    fn score(&mut self) -> i32 {
        let score = self.position.score().unwrap_or(FAILED);
        self.fault().unwrap_or(score)
    }

    fn features(&mut self, features: &mut [u8]) -> i32 {
        if !HAS_FEATURES {
            return 0;
        }
        let count = self.start.feature_count();
        self.position.features(features.get_mut(..count).unwrap_or_default());
        self.fault().unwrap_or(0)
    }

    fn move_text(&mut self, mv: Move, text: &mut [u8]) -> u32 {
        text.fill(0);
        let Some((_, room)) = text.split_last_mut() else { return 0 };
        let mut out = Text::new(room);
        self.position.write_move(mv, &mut out);
        let len = out.as_bytes().len();
        len.saturating_add(usize::from(out.overflowed())) as u32
    }

    fn disagreement(&mut self, moves: &[Move], spare: &mut [Move]) -> Option<Disagreement> {
        let at = |mv| move |(callback, expected)| Disagreement { callback, expected, mv };
        if !self.start.has_chance() && self.position.is_chance() {
            return Some(at(Move::NONE)((Callback::Chance, "has_chance() is true where is_chance() is")));
        }
        if self.start.has_evaluator(self.evaluator) {
            let points = self.position.points(self.evaluator);
            if G::squash(self.evaluator, points) != self.position.evaluate(self.evaluator) {
                let expected = "the value that squash() makes of points()";
                return Some(at(Move::NONE)((Callback::Evaluate, expected)));
            }
        }
        if !self.reads_position() {
            return Some(at(Move::NONE)((Callback::ReadPosition, "the position whose text it is")));
        }
        if let Some(disagreement) = self.disagreement_of_list(moves, spare) {
            return Some(at(Move::NONE)(disagreement));
        }
        let step = moves.len().div_ceil(COMPARED).max(1);
        let mut compared = moves.iter().step_by(step);
        compared.find_map(|&mv| self.disagreement_of_move(mv, spare).map(at(mv)))
    }
}

#[cfg(test)]
#[path = "typed_tests.rs"]
mod tests;
