//! [`Faulty`]: a wrapper around a correct game. The wrapper misbehaves at a chosen call.

use imm::game::knowledge::{Evaluator, Knowledge, Prior, Weight};
use imm::game::value::{Outcome, Side, Value};
use imm::game::{Fault, Game, Move, MoveList};
use std::cell::Cell;

/// How the chosen call goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The game reports a failure. From this call on, the position gives wrong answers and does not
    /// change.
    Fails,
    /// The game lists no move. Only the search can notice the empty list.
    ListsNone,
    /// The game lists more moves than `max_moves`.
    ListsTooMany,
}

/// The plan that all positions of a game share: the call that goes wrong, and what has happened so
/// far.
#[derive(Debug)]
pub(crate) struct Plan {
    kind: Cell<Kind>,
    /// `asked`: the number of calls so far. `at`: the number of the call that goes wrong, or 0 for
    /// none.
    asked: Cell<u64>,
    at: Cell<u64>,
    /// True after the chosen call.
    raised: Cell<bool>,
    /// The number of moves and passes that the search took back after a failure. After a failure,
    /// the search must not take back any move or pass, because the game may never have made it.
    misuses: Cell<u64>,
    /// True if the game leaves out outcome_after() and hash_after(), which the search can replace
    /// by other methods.
    terse: bool,
}

impl Plan {
    pub(crate) fn new(terse: bool) -> Self {
        let kind = Cell::new(Kind::Fails);
        let (asked, at, misuses) = (Cell::new(0), Cell::new(0), Cell::new(0));
        Self { kind, asked, at, raised: Cell::new(false), misuses, terse }
    }

    /// Makes the `at`th call after this point go wrong.
    pub(crate) fn misbehave(&self, kind: Kind, at: u64) {
        self.kind.set(kind);
        self.at.set(at);
        self.asked.set(0);
        self.raised.set(false);
    }

    /// Ends the misbehaviour. Returns true if a call went wrong.
    pub(crate) fn behave(&self) -> bool {
        self.at.set(0);
        self.raised.get()
    }

    pub(crate) fn misuses(&self) -> u64 {
        self.misuses.get()
    }

    /// Counts a call that the misbehaviour `kind` can affect. Returns true if this call must go
    /// wrong.
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

/// A position of the wrapped game. `failed` is true after a failure.
#[derive(Clone, Debug)]
pub(crate) struct Faulty<'p, G> {
    pub inner: G,
    failed: Cell<bool>,
    /// `made`: the number of moves that were made and not taken back. `passes`: the value of `made`
    /// at each pass that was not taken back.
    made: u32,
    passes: Vec<u32>,
    plan: &'p Plan,
}

impl<'p, G> Faulty<'p, G> {
    pub(crate) fn new(inner: G, plan: &'p Plan) -> Self {
        Self { inner, failed: Cell::new(false), made: 0, passes: Vec::new(), plan }
    }

    /// Counts a call. Returns true if the position has failed and must answer wrongly.
    fn fails(&self) -> bool {
        if self.plan.goes_wrong(Kind::Fails) {
            self.failed.set(true);
        }
        self.failed.get()
    }
}

impl<G: Game> Game for Faulty<'_, G> {
    /// `None` if the game failed, so that no move was made.
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

    /// Copies a position. A copy is not counted as a call and never fails.
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
