//! Strictly alternating turns, which minimax and board-game require. If a player of Kalah moves
//! again, the opponent passes in between.

use crate::rules::{Evaluated, Rules};
use imm::game::value::{Outcome, Side};
use std::fmt::{Debug, Display, Formatter, Result};
use std::ops::ControlFlow;

/// A move, or a pass between two moves of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn<M> {
    Play(M),
    Pass,
}

impl<M: Debug> Display for Turn<M> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        Debug::fmt(self, formatter)
    }
}

/// A position. `must_pass` is true if the next turn is a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turns<R> {
    pub at: R,
    must_pass: bool,
}

impl<R: Rules> Turns<R> {
    pub fn start() -> Self {
        Self { at: R::start(), must_pass: false }
    }

    fn passes(&self) -> bool {
        !R::ALTERNATES && self.must_pass
    }

    /// True if it is the first player's turn, to move or to pass.
    #[inline]
    pub fn is_first(&self) -> bool {
        matches!(self.at.to_move(), Side::First) != self.passes()
    }

    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.at.outcome()
    }

    #[inline]
    pub fn visit_moves<B>(&self, mut visit: impl FnMut(Turn<R::Move>) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.passes() { visit(Turn::Pass) } else { self.at.visit_moves(|mv| visit(Turn::Play(mv))) }
    }

    #[inline]
    pub fn count_moves(&self) -> usize {
        if self.passes() { 1 } else { self.at.count_moves() }
    }

    #[inline]
    pub fn nth_move(&self, index: usize) -> Turn<R::Move> {
        if self.passes() { Turn::Pass } else { Turn::Play(self.at.nth_move(index)) }
    }

    #[inline]
    pub fn played(self, turn: Turn<R::Move>) -> Self {
        let Turn::Play(mv) = turn else { return Self { must_pass: false, ..self } };
        let first = self.is_first();
        let at = self.at.played(mv);
        Self { at, must_pass: !R::ALTERNATES && matches!(at.to_move(), Side::First) == first }
    }
}

impl<R: Evaluated> Turns<R> {
    /// The evaluation from the point of view of the side to move or to pass.
    #[inline]
    pub fn points(&self) -> i32 {
        if self.is_first() { self.at.points() } else { -self.at.points() }
    }

    #[inline]
    pub fn key(&self) -> u64 {
        self.at.key() ^ if self.passes() { 0x9E37_79B9_7F4A_7C15 } else { 0 }
    }
}
