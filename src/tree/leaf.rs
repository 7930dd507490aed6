//! `leafab`, `leafqs`: what a new child is worth by a small search of it, in place of its static value.
//!
//! The search is alpha-beta with an explicit stack of a few plies. Its lists of moves stand behind that of the position which is
//! being expanded, one behind the other: where there is no room for one more, positions count by their evaluation. A position
//! that it finds won or lost is so, for wins and losses are found by real moves alone, and a loss only where all moves were
//! searched (in a quiescence search, which may always stop, none is).

use super::TreeSearch;
use crate::game::{Move, MoveList};
use crate::knowledge::Knowledge;
use crate::player::options::{Leaf, POLICIES};
use crate::score::{self, INFINITE, Score, of_outcome, of_points, seen, window_seen};
use crate::value::{Proof, Side, Value};
use core::fmt::{self, Debug, Formatter};
use core::mem::swap;

const PLIES: usize = if POLICIES { Leaf::PLIES_MAX as usize } else { 0 };

/// A ply of the search. Scores are in the view of its mover.
#[derive(Debug)]
pub(super) struct Ply {
    mover: Side,
    alpha: Score,
    beta: Score,
    /// Where its moves lie that are not searched yet.
    next: u32,
    end: u32,
    mv: Move,
}

/// The plies of a search. They lie beside the tree, not on the stack.
pub(super) type Plies = [Ply; PLIES];

/// None that is under way.
pub(super) const NO_PLIES: Plies = [const { Ply::EMPTY }; PLIES];

/// What takes the moves back that are under way in a search of a leaf, or in one of a playout: there is never one of each.
pub(super) struct Undos<U>(pub(super) [Option<U>; PLIES]);

impl<U> Undos<U> {
    pub(super) const NONE: Self = Self([const { None }; PLIES]);
}

impl<U> Debug for Undos<U> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Undos").finish_non_exhaustive()
    }
}

impl Ply {
    const EMPTY: Self = Self { mover: Side::First, alpha: 0, beta: 0, next: 0, end: 0, mv: Move::NONE };
}

impl<G: Knowledge> TreeSearch<'_, G> {
    /// What the walker's position, which is not over, is worth by a search, and what that proves, at how many plies' distance.
    /// The moves from `free` on may be overwritten. After a fault of the game it is of no meaning.
    #[inline(never)] // lest its variables take stack elsewhere
    pub(super) fn searched_value(&mut self, free: u32) -> (Value, Proof, u8) {
        let mover = self.walker.to_move();
        let score = self.search_leaf(mover, free).unwrap_or(0);
        match score::proven(score, mover) {
            Some((proof, distance)) => {
                (proof.outcome().map_or(Value::DRAW, |outcome| outcome.value()), proof, distance)
            }
            None => (G::squash(self.config.evaluator, score.wrapping_mul(mover.sign())), Proof::Unknown, 0),
        }
    }

    /// The score of the walker's position, where `mover` is to move; `None` where the game has failed.
    fn search_leaf(&mut self, mover: Side, free: u32) -> Option<Score> {
        self.leaf_positions = 0;
        if let Some(score) = self.enter(0, mover, free, [INFINITE.wrapping_neg(), INFINITE]) {
            return Some(score);
        }
        let mut ply = 0_usize;
        loop {
            if self.fails() {
                return None;
            }
            let this = self.leaf_plies.get_mut(ply)?;
            if this.next >= this.end || this.alpha >= this.beta {
                let (mover, score) = (this.mover, this.alpha);
                let Some(above) = ply.checked_sub(1) else { return Some(score) };
                ply = above;
                self.leave(ply, mover, score)?;
                continue;
            }
            this.mv = self.moves.get(this.next as usize).copied()?;
            this.next = this.next.wrapping_add(1);
            *self.undos.0.get_mut(ply)? = Some(self.walker.make(this.mv));
            let (mover, end) = (this.mover, this.end);
            let window = [this.alpha, this.beta];
            ply = ply.wrapping_add(1);
            if let Some(score) = self.enter(ply, mover, end, window) {
                ply = ply.wrapping_sub(1);
                self.leave(ply, mover, score)?;
            }
        }
    }

    /// Begins to search the walker's position. `Some` is its score where that is not needed; it and the window are in the view
    /// of `asker`, who is to move one ply above.
    fn enter(&mut self, ply: usize, asker: Side, free: u32, window: [Score; 2]) -> Option<Score> {
        let score = self.stand(ply, asker, free, window);
        if score.is_some() {
            return score;
        }
        let noisy = self.config.leaf() == Leaf::Quiescence;
        let count = self.list_leaf_moves(free, noisy);
        self.put_best_first(free, count);
        let this = self.leaf_plies.get_mut(ply)?;
        (this.next, this.end) = (free, free.wrapping_add(count));
        (noisy && count == 0).then_some(seen(this.mover == asker, this.alpha))
    }

    /// The score of the walker's position if it is so without a search; else its ply is set up, without the moves.
    #[inline(never)] // lest its variables take stack where moves are listed
    fn stand(&mut self, ply: usize, asker: Side, free: u32, window: [Score; 2]) -> Option<Score> {
        if let Some(outcome) = self.walker.outcome() {
            return Some(of_outcome(outcome, asker, ply));
        }
        let ends = self.ends_at(ply, free);
        let mover = self.walker.to_move();
        let [mut alpha, beta] = window_seen(mover == asker, window);
        if ends || self.config.leaf() == Leaf::Quiescence {
            let evaluation = of_points(self.walker.points(self.config.evaluator), mover);
            if ends || evaluation >= beta {
                return Some(seen(mover == asker, evaluation));
            }
            alpha = alpha.max(evaluation);
        }
        *self.leaf_plies.get_mut(ply)? = Ply { mover, alpha, beta, ..Ply::EMPTY };
        None
    }

    /// Does the position at this ply count by its evaluation? Where no more moves can be listed it does, and where the search has
    /// looked at so many positions already that nobody could stop it in time.
    fn ends_at(&mut self, ply: usize, free: u32) -> bool {
        self.leaf_positions = self.leaf_positions.wrapping_add(1);
        let deep = matches!(self.config.leaf(), Leaf::AlphaBeta(plies) if ply >= usize::from(plies));
        let room = self.moves.len().saturating_sub(free as usize);
        deep || ply >= self.leaf_plies.len()
            || room < self.walker.max_moves()
            || self.leaf_positions > Leaf::POSITIONS_MAX
    }

    /// Lists the moves that are searched at the walker's position from `free` on, and counts them.
    #[inline(never)] // lest its variables take stack where a position is evaluated
    fn list_leaf_moves(&mut self, free: u32, noisy: bool) -> u32 {
        let free = free as usize;
        let room = free..free.saturating_add(self.walker.max_moves());
        let mut moves = MoveList::new(self.moves.get_mut(room).unwrap_or_default());
        self.walker.legal_moves(&mut moves);
        let (listed, overflowed) = (moves.len(), moves.overflowed());
        if noisy {
            moves.retain(|mv| self.walker.noisy(mv));
        }
        let count = moves.len();
        self.check_count(listed, overflowed);
        count as u32
    }

    /// Puts the move with the highest static order first among so many listed from `free` on.
    #[inline(never)] // lest its variables take stack where moves are listed
    fn put_best_first(&mut self, free: u32, count: u32) {
        let (free, count) = (free as usize, count as usize);
        let list = self.moves.get_mut(free..free.saturating_add(count)).unwrap_or_default();
        let (mut best, mut highest) = (0, i32::MIN);
        for (at, &mv) in list.iter().enumerate() {
            let order = self.walker.order(mv);
            if order > highest {
                (best, highest) = (at, order);
            }
        }
        // (`list.swap()` is compiled with a panic.)
        if let Some(([first, ..], [best, ..])) = list.split_at_mut_checked(best) {
            swap(first, best);
        }
    }

    /// Takes the move under way at this ply back: the position after it has this score, in the view of `mover`. `None` where the
    /// game has failed.
    fn leave(&mut self, ply: usize, mover: Side, score: Score) -> Option<()> {
        if self.fails() {
            return None; // what has failed may not be there to be taken back
        }
        let this = self.leaf_plies.get_mut(ply)?;
        this.alpha = this.alpha.max(seen(mover == this.mover, score));
        self.walker.unmake(this.mv, self.undos.0.get_mut(ply)?.take()?);
        Some(())
    }
}
