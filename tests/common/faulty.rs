//! A game that fails at a chosen question, around one that does not: [`Faulty`].

use imm::game::knowledge::{Evaluator, Knowledge, Prior, Weight};
use imm::game::value::{Outcome, Side, Value};
use imm::game::{Fault, Game, Move, MoveList};
use std::cell::Cell;

/// How the chosen question goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The game says that it failed. From then on this position answers nonsense, and does not
    /// move.
    Fails,
    /// It lists no move: only the search can notice.
    ListsNone,
    /// It lists more moves than it may.
    ListsTooMany,
}

/// What all positions of one game share: which question goes wrong, and what has happened.
#[derive(Debug)]
pub(crate) struct Plan {
    kind: Cell<Kind>,
    /// Questions asked, and the one that goes wrong; 0: none.
    asked: Cell<u64>,
    at: Cell<u64>,
    /// The chosen question was asked.
    raised: Cell<bool>,
    /// A move was taken back, or a pass, after a failure: it may not be there.
    misuses: Cell<u64>,
    /// Does the game tell nothing that it could be asked by other means?
    terse: bool,
}

impl Plan {
    pub(crate) fn new(terse: bool) -> Self {
        let kind = Cell::new(Kind::Fails);
        let (asked, at, misuses) = (Cell::new(0), Cell::new(0), Cell::new(0));
        Self { kind, asked, at, raised: Cell::new(false), misuses, terse }
    }

    /// The `at`th question from now on goes wrong.
    pub(crate) fn misbehave(&self, kind: Kind, at: u64) {
        self.kind.set(kind);
        self.at.set(at);
        self.asked.set(0);
        self.raised.set(false);
    }

    /// Nothing goes wrong any more. Did anything?
    pub(crate) fn behave(&self) -> bool {
        self.at.set(0);
        self.raised.get()
    }

    pub(crate) fn misuses(&self) -> u64 {
        self.misuses.get()
    }

    /// Counts a question that `kind` could spoil: is it to go wrong?
    fn goes_wrong(&self, kind: Kind) -> bool {
        if self.kind.get() != kind || self.at.get() == 0 {
            return false;
        }
        self.asked.set(self.asked.get() + 1);
        let now = self.asked.get() == self.at.get();
        self.raised.set(self.raised.get() || now);
        now
    }
}

/// A position of the inner game, which may have failed.
#[derive(Clone, Debug)]
pub(crate) struct Faulty<'p, G> {
    pub inner: G,
    failed: Cell<bool>,
    /// Moves made and not taken back, and after how many of them there was a pass.
    made: u32,
    passes: Vec<u32>,
    plan: &'p Plan,
}

impl<'p, G> Faulty<'p, G> {
    pub(crate) fn new(inner: G, plan: &'p Plan) -> Self {
        Self { inner, failed: Cell::new(false), made: 0, passes: Vec::new(), plan }
    }

    /// One more question: is the answer nonsense?
    fn fails(&self) -> bool {
        if self.plan.goes_wrong(Kind::Fails) {
            self.failed.set(true);
        }
        self.failed.get()
    }
}

impl<G: Game> Game for Faulty<'_, G> {
    /// `None` where no move was made.
    type Undo = Option<G::Undo>;

    fn max_moves(&self) -> usize {
        self.inner.max_moves()
    }

    fn max_plies(&self) -> usize {
        self.inner.max_plies()
    }

    fn to_move(&self) -> Side {
        let side = self.inner.to_move();
        if self.fails() { side.opponent() } else { side }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.fails() { Some(Outcome::FirstWins) } else { self.inner.outcome() }
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        if self.fails() || self.plan.goes_wrong(Kind::ListsNone) {
            return;
        }
        self.inner.legal_moves(moves);
        if self.plan.goes_wrong(Kind::ListsTooMany) {
            (0..=self.max_moves() as u32).for_each(|_| moves.push(Move(0)));
        }
    }

    fn make(&mut self, mv: Move) -> Self::Undo {
        self.made += 1;
        if self.fails() { None } else { Some(self.inner.make(mv)) }
    }

    fn unmake(&mut self, mv: Move, undo: Self::Undo) {
        if self.failed.get() || undo.is_none() {
            self.plan.misuses.set(self.plan.misuses.get() + 1);
        }
        self.made = self.made.saturating_sub(1);
        if !self.fails()
            && let Some(undo) = undo
        {
            self.inner.unmake(mv, undo);
        }
    }

    /// Asks nothing, and does not fail.
    fn copy_from(&mut self, other: &Self) {
        self.inner.copy_from(&other.inner);
        self.failed.set(other.failed.get());
        (self.made, self.passes) = (0, Vec::new());
    }

    fn fault(&self) -> Option<Fault> {
        self.failed.get().then_some(Fault::Failed)
    }

    fn clear_fault(&mut self) {
        self.failed.set(false);
    }
}

impl<G: Knowledge> Knowledge for Faulty<'_, G> {
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        self.inner.has_evaluator(evaluator)
    }

    fn evaluate(&self, evaluator: Evaluator) -> Value {
        if self.fails() { Value::WIN } else { self.inner.evaluate(evaluator) }
    }

    fn points(&self, evaluator: Evaluator) -> i32 {
        if self.fails() { 60_000 } else { self.inner.points(evaluator) }
    }

    fn squash(evaluator: Evaluator, points: i32) -> Value {
        G::squash(evaluator, points)
    }

    fn has_weights(&self) -> bool {
        self.inner.has_weights()
    }

    fn weight(&self, mv: Move) -> Weight {
        if self.fails() { Weight::DECISIVE } else { self.inner.weight(mv) }
    }

    fn has_priors(&self) -> bool {
        self.inner.has_priors()
    }

    fn prior(&self, mv: Move) -> Option<Prior> {
        if self.fails() { None } else { self.inner.prior(mv) }
    }

    fn max_score(&self) -> u16 {
        self.inner.max_score()
    }

    fn score(&self) -> Option<i32> {
        if self.fails() { Some(i32::MAX) } else { self.inner.score() }
    }

    fn order(&self, mv: Move) -> i32 {
        if self.fails() { i32::MAX } else { self.inner.order(mv) }
    }

    fn outcome_after(&self, mv: Move) -> Option<Option<Outcome>> {
        if self.plan.terse {
            return None;
        }
        if self.fails() { Some(Some(Outcome::FirstWins)) } else { self.inner.outcome_after(mv) }
    }

    fn noisy(&self, mv: Move) -> bool {
        self.fails() || self.inner.noisy(mv)
    }

    fn hash(&self) -> Option<u64> {
        if self.fails() { Some(0) } else { self.inner.hash() }
    }

    fn hash_after(&self, key: u64, mv: Move) -> Option<u64> {
        if self.plan.terse {
            return None;
        }
        if self.fails() { Some(0) } else { self.inner.hash_after(key, mv) }
    }

    fn pass(&mut self) -> bool {
        let back = self.passes.last() == Some(&self.made);
        if back && self.failed.get() {
            self.plan.misuses.set(self.plan.misuses.get() + 1);
        }
        let passed = !self.fails() && self.inner.pass();
        if passed && back {
            self.passes.pop();
        } else if passed {
            self.passes.push(self.made);
        }
        passed || self.failed.get()
    }

    fn few_pieces(&self) -> bool {
        self.fails() || self.inner.few_pieces()
    }

    fn has_transitions(&self) -> bool {
        self.inner.has_transitions()
    }

    fn transition(&self, mv: Move) -> Option<u8> {
        if self.fails() { Some(255) } else { self.inner.transition(mv) }
    }
}
