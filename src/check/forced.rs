//! Tests the moves that a game calls forced (IMM_WEIGHT_FORCED). If a position has forced moves,
//! playouts choose only among them. So after a forced move, the opponent must not be able to win
//! with the next move.
//!
//! The test follows these rules, so that it never reports a correct game:
//! - If no move prevents all threats, a move that prevents one threat may be called forced.
//! - If several moves prevent a threat, not all of them need be called forced.
//! - If the player can win at once, nothing is tested.
//! - A position is skipped if a chance event may come after a move, because the event decides
//!   whether the opponent can win.
//! - A position is skipped if either player has more than [`LOOKED`] moves, because the check must
//!   know that *no* reply of the opponent wins.

use super::finding::words;
use super::probe_position::{Answers, LOOKED};
use super::{Callback, Checker, FAILED, Kind};
use crate::game::Move;
use crate::game::knowledge::Weight;

/// The result of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// A move that wins the game at once.
    Wins,
    /// A move that loses the game at once, or after which the opponent can win with the next move.
    Loses,
    /// A move with any other result, for example a draw.
    GoesOn,
}

/// Counts the moves of a position by their results ([`Fate`]). Also stores some of these moves.
#[derive(Default)]
struct Fates {
    /// The number of moves that lose.
    losing: usize,
    /// The first move that does not lose.
    safe: Option<Move>,
    /// The number of moves that the game calls forced, the first of them, and the first of them
    /// that loses.
    forced: usize,
    first: Option<Move>,
    in_vain: Option<Move>,
}

impl Checker<'_, '_> {
    /// Tests the moves that the game calls forced, if it calls any moves forced.
    pub(super) fn look_at_forced(&mut self, first: &Answers) {
        let is_tested = first.allow(Callback::Weight, self.game) && first.count <= LOOKED && self.game.players() == 2;
        if !is_tested || !self.any_forced(first.count) {
            return;
        }
        let Some(fates) = self.fates(first) else { return };
        if let (Some(mv), Some(other)) = (fates.in_vain, fates.safe) {
            let expected = "a move after which the opponent cannot win at once";
            self.find(Kind::NotForced, Callback::Weight, mv, words(expected), |out| {
                out.push_str("the opponent can, but could not after move ");
                out.push_number(other.0);
            });
        } else if let Some(mv) = fates.first
            && fates.losing == 0
            && fates.forced < first.count
            && !self.loses_by_passing(first)
        {
            let expected = "a move without which the opponent could win at once";
            self.find(Kind::NotForced, Callback::Weight, mv, words(expected), words("no move lets the opponent win"));
        }
    }

    fn is_forced(&mut self, mv: Move) -> bool {
        self.game.weight(mv) == u32::from(Weight::FORCED.0)
    }

    fn any_forced(&mut self, count: usize) -> bool {
        (0..count).any(|index| self.moves.get(index).copied().is_some_and(|mv| self.is_forced(mv)))
    }

    /// Counts the legal moves by their results. Returns `None` if a move wins, or if the result of
    /// a move is unknown.
    fn fates(&mut self, first: &Answers) -> Option<Fates> {
        let mut fates = Fates::default();
        for index in 0..first.count {
            let mv = *self.moves.get(index)?;
            let loses = match self.fate_of(mv, first.mover())? {
                Fate::Wins => return None,
                Fate::Loses => true,
                Fate::GoesOn => false,
            };
            fates.losing = fates.losing.saturating_add(loses.into());
            fates.safe = fates.safe.or(Some(mv).filter(|_| !loses));
            if self.is_forced(mv) {
                fates.forced = fates.forced.saturating_add(1);
                fates.first = fates.first.or(Some(mv));
                fates.in_vain = fates.in_vain.or(Some(mv).filter(|_| loses));
            }
        }
        Some(fates)
    }

    fn fate_of(&mut self, mv: Move, mover: i32) -> Option<Fate> {
        let mark = self.mark();
        self.step(mv, 0);
        let fate = self.fate_here(mover);
        self.back_to(mark);
        fate
    }

    /// Returns the result of the move that `mover` has just made. `None` if the result is not
    /// known.
    fn fate_here(&mut self, mover: i32) -> Option<Fate> {
        match self.game.outcome() {
            0 if self.chance_is_next() => None,
            0 if self.game.to_move() == mover => Some(Fate::GoesOn),
            0 => self.fate_by_answers(mover),
            3 => Some(Fate::GoesOn),
            winner if winner == mover.saturating_add(1) => Some(Fate::Wins),
            1 | 2 => Some(Fate::Loses),
            _ => None,
        }
    }

    /// The opponent of `mover` is to move. Returns [`Fate::Loses`] if the opponent can win with the
    /// next move, otherwise [`Fate::GoesOn`]. Returns `None` if the opponent's list of moves is too
    /// long or wrong.
    fn fate_by_answers(&mut self, mover: i32) -> Option<Fate> {
        let count = self.count_spare().filter(|&count| count <= LOOKED)?;
        let lost = 2_i32.saturating_sub(mover);
        self.game.save(1);
        for index in 0..count {
            let mv = *self.spare.get(index)?;
            self.game.make(mv, 1);
            self.look_for_overrun(Callback::Make, mv);
            let outcome = self.game.outcome();
            self.game.restore(1);
            if outcome == lost {
                return Some(Fate::Loses);
            }
        }
        Some(Fate::GoesOn)
    }

    /// True if the opponent could win after a pass of the player to move, or if the result of the
    /// pass is not known. Then there may be a threat, even if every legal move prevents it.
    fn loses_by_passing(&mut self, first: &Answers) -> bool {
        if !self.game.has(Callback::Pass) {
            return false;
        }
        let passed = self.game.pass();
        self.look_for_overrun(Callback::Pass, Move::NONE);
        let may_lose = |fate| matches!(fate, None | Some(Fate::Loses));
        let loses = !matches!(passed, 0 | FAILED) && may_lose(self.fate_here(first.mover()));
        self.game.restore(0);
        loses
    }
}
