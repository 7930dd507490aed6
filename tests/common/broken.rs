//! Tic-tac-toe in Rust with all optional knowledge, either correct or with one of 24 mistakes.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use imm::base::rng::Rng;
use imm::base::text::{ParseError, Text};
use imm::check::{Callback, Kind};
use imm::game::knowledge::{Evaluator, Knowledge, Weight};
use imm::game::notation::Notation;
use imm::game::value::{Outcome, Side, Value};
use imm::game::{Fault, Game, Move, MoveList};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mistake {
    Nothing,
    UnmakeLeavesATrace,
    ListsTwice,
    TooFewMoves,
    CopiesWithoutTurn,
    CopiesWithoutLast,
    PlaysWithoutLast,
    CountsOneLess,
    CountsFromBehind,
    DrawsTheFirst,
    FailsAtFour,
    EvaluatesForTheMover,
    EvaluatesOtherwise,
    HashOfOneSide,
    HashAfterIsNot,
    OutcomeAfterIsNot,
    WinsNot,
    PreventsNothing,
    AllAreCandidates,
    ScoreIsMissing,
    ScoreOfTheLoser,
    LargeScore,
    EmptyText,
    ReadsNoMove,
    ReadsTheStart,
}
use Mistake::*;

/// For each mistake, the first finding that the check must report.
pub(crate) const EXPECTED: [(Mistake, Kind, Callback); 24] = [
    (UnmakeLeavesATrace, Kind::NotRestored, Callback::Unmake),
    (ListsTwice, Kind::MoveTwice, Callback::LegalMoves),
    (TooFewMoves, Kind::TooManyMoves, Callback::LegalMoves),
    (CopiesWithoutTurn, Kind::Disagrees, Callback::Copy),
    (CopiesWithoutLast, Kind::Disagrees, Callback::Copy),
    (PlaysWithoutLast, Kind::Disagrees, Callback::Play),
    (CountsOneLess, Kind::Disagrees, Callback::CountMoves),
    (CountsFromBehind, Kind::Disagrees, Callback::NthMove),
    (DrawsTheFirst, Kind::UnevenDraw, Callback::RandomMove),
    (FailsAtFour, Kind::Failed, Callback::Outcome),
    (EvaluatesForTheMover, Kind::WrongView, Callback::Evaluate),
    (EvaluatesOtherwise, Kind::Disagrees, Callback::Evaluate),
    (HashOfOneSide, Kind::SharedHash, Callback::Hash),
    (HashAfterIsNot, Kind::Disagrees, Callback::HashAfter),
    (OutcomeAfterIsNot, Kind::Disagrees, Callback::OutcomeAfter),
    (WinsNot, Kind::NotDecisive, Callback::Weight),
    (PreventsNothing, Kind::NotForced, Callback::Weight),
    (AllAreCandidates, Kind::Disagrees, Callback::Candidates),
    (ScoreIsMissing, Kind::Failed, Callback::Score),
    (ScoreOfTheLoser, Kind::WrongView, Callback::Score),
    (LargeScore, Kind::OutOfRange, Callback::Score),
    (EmptyText, Kind::EmptyText, Callback::MoveText),
    (ReadsNoMove, Kind::Disagrees, Callback::ReadMove),
    (ReadsTheStart, Kind::Disagrees, Callback::ReadPosition),
];

/// A position of tic-tac-toe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ttt {
    stones: [u16; 2],
    to_move: Side,
    /// The square of the last move. No rule depends on this field.
    last: u32,
    mistake: Mistake,
}

impl Ttt {
    pub(crate) fn new(mistake: Mistake) -> Self {
        Self { stones: [0; 2], to_move: Side::First, last: 9, mistake }
    }

    fn is(&self, mistake: Mistake) -> bool {
        self.mistake == mistake
    }

    fn stones(&self, side: Side) -> u16 {
        self.stones[side as usize]
    }

    fn plies(&self) -> u32 {
        (self.stones[0] | self.stones[1]).count_ones()
    }

    fn after(mut self, mv: Move) -> Self {
        self.make(mv);
        self
    }
}

fn has_line(stones: u16) -> bool {
    [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124].iter().any(|line| stones & line == *line)
}

impl Game for Ttt {
    type Undo = u32;

    fn max_moves(&self) -> usize {
        if self.is(TooFewMoves) { 8 } else { 9 }
    }

    fn max_plies(&self) -> usize {
        9
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        match () {
            () if has_line(self.stones(Side::First)) => Some(Outcome::FirstWins),
            () if has_line(self.stones(Side::Second)) => Some(Outcome::SecondWins),
            () => (self.plies() == 9).then_some(Outcome::Draw),
        }
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        let taken = self.stones[0] | self.stones[1];
        (0..9).filter(|square| taken >> square & 1 == 0).for_each(|square| moves.push(Move(square)));
        if self.is(ListsTwice) && self.plies() > 2 {
            moves.push(moves.as_slice()[0]);
        }
    }

    fn make(&mut self, mv: Move) -> u32 {
        let last = self.last;
        self.stones[self.to_move as usize] |= 1 << mv.0;
        (self.to_move, self.last) = (self.to_move.opponent(), mv.0);
        last
    }

    fn unmake(&mut self, mv: Move, last: u32) {
        self.to_move = self.to_move.opponent();
        self.stones[self.to_move as usize] &= !(1 << mv.0);
        self.last = if self.is(UnmakeLeavesATrace) { mv.0 } else { last };
    }

    fn copy_from(&mut self, other: &Self) {
        let before = *self;
        *self = *other;
        if self.is(CopiesWithoutTurn) {
            self.to_move = before.to_move;
        }
        if self.is(CopiesWithoutLast) {
            self.last = before.last;
        }
    }

    fn play(&mut self, mv: Move) {
        let last = self.make(mv);
        if self.is(PlaysWithoutLast) {
            self.last = last;
        }
    }

    fn count_moves(&self, _: &mut MoveList<'_>) -> usize {
        9 - self.plies() as usize - usize::from(self.is(CountsOneLess))
    }

    fn nth_move(&self, index: usize, moves: &mut MoveList<'_>) -> Option<Move> {
        moves.clear();
        self.legal_moves(moves);
        let index = if self.is(CountsFromBehind) { moves.len().checked_sub(index + 1)? } else { index };
        moves.get(index)
    }

    fn random_move(&self, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move> {
        moves.clear();
        self.legal_moves(moves);
        let index = rng.below(moves.len() as u32);
        moves.get(if self.is(DrawsTheFirst) { 0 } else { index as usize })
    }

    fn fault(&self) -> Option<Fault> {
        (self.is(FailsAtFour) && self.plies() == 4).then_some(Fault::Failed)
    }
}

impl Knowledge for Ttt {
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        evaluator == Evaluator::DEFAULT
    }

    /// Returns an evaluation that only depends on who holds the centre.
    fn evaluate(&self, evaluator: Evaluator) -> Value {
        let points = self.points(evaluator);
        Self::squash(evaluator, if self.is(EvaluatesOtherwise) { points + 100 } else { points })
    }

    fn points(&self, _: Evaluator) -> i32 {
        let middle = |side| i32::from(self.stones(side) >> 4 & 1);
        let points = 10_000 * (middle(Side::First) - middle(Side::Second));
        if self.is(EvaluatesForTheMover) { points * self.to_move.sign() } else { points }
    }

    fn squash(_: Evaluator, points: i32) -> Value {
        Value::from_raw((points / 2) as i16)
    }

    fn has_weights(&self) -> bool {
        true
    }

    fn weight(&self, mv: Move) -> Weight {
        let makes_line = |side| has_line(self.stones(side) | 1 << mv.0);
        match () {
            () if makes_line(self.to_move) || self.is(WinsNot) && mv.0 == 4 => Weight::DECISIVE,
            () if makes_line(self.to_move.opponent()) || self.is(PreventsNothing) && mv.0 == 4 => Weight::FORCED,
            () => Weight::ORDINARY,
        }
    }

    fn candidates(&self, moves: &mut MoveList<'_>) {
        moves.clear();
        self.legal_moves(moves);
        if self.is(AllAreCandidates) {
            return;
        }
        let best = moves.as_slice().iter().map(|&mv| self.weight(mv)).max();
        moves.retain(|mv| Some(self.weight(mv)) == best);
        if best == Some(Weight::DECISIVE) {
            moves.set_len(1);
        }
    }

    fn max_score(&self) -> u16 {
        5
    }

    /// Returns the score of a finished game. If the first player has won, the score is 10 minus the
    /// number of stones on the board. If the second player has won, the score is the negative of
    /// that number. A draw scores 0.
    fn score(&self) -> Option<i32> {
        let points = 10 - self.plies() as i32;
        let score = match self.outcome()? {
            Outcome::FirstWins => points,
            Outcome::SecondWins => -points,
            Outcome::Draw => 0,
        };
        match self.mistake {
            ScoreIsMissing => None,
            ScoreOfTheLoser => Some(-score),
            LargeScore => Some(score * 3),
            _ => Some(score),
        }
    }

    fn outcome_after(&self, mv: Move) -> Option<Option<Outcome>> {
        Some(if self.is(OutcomeAfterIsNot) { None } else { self.after(mv).outcome() })
    }

    fn hash(&self) -> Option<u64> {
        let second = if self.is(HashOfOneSide) { 0 } else { u64::from(self.stones[1]) };
        let key = u64::from(self.stones[0]) | second << 16 | (self.to_move as u64) << 32;
        let key = (key ^ key >> 30 ^ 0x9E37).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let key = (key ^ key >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        Some(key ^ key >> 31)
    }

    fn hash_after(&self, key: u64, mv: Move) -> Option<u64> {
        if self.is(HashAfterIsNot) { Some(key ^ u64::from(mv.0)) } else { self.after(mv).hash() }
    }
}

impl Notation for Ttt {
    fn write_position(&self, out: &mut Text<'_>) {
        for square in 0..9 {
            let sides = [Side::First, Side::Second].map(|side| self.stones(side) >> square & 1);
            out.push(if sides[0] == 1 { b'x' } else { b'.' + sides[1] as u8 });
        }
    }

    fn read_position(&mut self, text: &str) -> Result<(), ParseError> {
        let mut read = Self::new(self.mistake);
        for (square, byte) in text.bytes().enumerate().take(if self.is(ReadsTheStart) { 0 } else { 9 }) {
            match byte {
                b'x' => read.stones[0] |= 1 << square,
                b'/' => read.stones[1] |= 1 << square,
                _ => {}
            }
        }
        *self = read;
        Ok(())
    }

    fn write_move(&self, mv: Move, out: &mut Text<'_>) {
        if !self.is(EmptyText) {
            out.push_number(mv.0);
        }
    }

    fn read_move(&self, text: &str, moves: &mut MoveList<'_>) -> Option<Move> {
        moves.clear();
        self.legal_moves(moves);
        let mv = Move(text.parse().ok()?);
        (moves.as_slice().contains(&mv) && !self.is(ReadsNoMove)).then_some(mv)
    }
}
