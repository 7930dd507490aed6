//! Tests that unmake() restores the position, after one move and after several moves in a row. Also
//! tests passes and lines of noisy moves.

use super::finding::{push_integer, words};
use super::probe_position::{Answers, push_raw};
use super::{Callback, Checker, FAILED, Kind, LEVELS, Region};
use crate::base::bits::mix;
use crate::base::text::Text;
use crate::game::Move;

/// The largest number of noisy moves in a row that the check allows.
const NOISY_MAX: u32 = 256;

/// The answer of [`Callback::Outcome`] while the game goes on.
const ONGOING: i32 = 0;

impl Checker<'_, '_> {
    /// Makes each tested move and takes it back.
    pub(super) fn try_moves(&mut self, first: &Answers) {
        for index in Self::looked_at(first.count) {
            let Some(&mv) = self.moves.get(index) else { break };
            self.game.make(mv, 0);
            self.look_for_overrun(Callback::Make, mv);
            if self.game.difference(0).is_none() {
                let expected = "a changed position";
                self.find(Kind::NothingMade, Callback::Make, mv, words(expected), |_| {});
            }
            let after = self.glance();
            self.take_back(mv, 0, 0);
            self.look_at_weight(mv, first, after);
            self.make_once_more(mv, after);
        }
    }

    /// Tests that a move leads to the same position each time it is made.
    fn make_once_more(&mut self, mv: Move, after: Glance) {
        let mark = self.mark();
        self.step(mv, 0);
        let again = self.glance();
        let same = self.glance();
        let unsteady = again.differs_from(&same);
        if let Some(callback) = unsteady {
            let (before, answer) = (again.answer(callback), same.answer(callback));
            self.find_other_answer(Kind::Unsteady, callback, Move::NONE, before, answer);
        }
        self.back_to(mark);
        let Some(callback) = again.differs_from(&after).filter(|_| unsteady.is_none()) else { return };
        let expected = |out: &mut Text<'_>| {
            out.push_str("the same position as before: ");
            out.push_str(callback.word());
            out.push(b' ');
            push_raw(callback, after.answer(callback), out);
        };
        self.find(Kind::Unsteady, Callback::Make, mv, expected, |out| push_raw(callback, again.answer(callback), out));
    }

    /// Tests that a move with the weight DECISIVE wins at once.
    fn look_at_weight(&mut self, mv: Move, first: &Answers, after: Glance) {
        let wins = first.mover().saturating_add(1);
        let possible = (0..=3).contains(&after.outcome) && after.outcome != wins;
        if !first.allow(Callback::Weight, self.game) || !possible || self.game.weight(mv) != 0xFFFF {
            return;
        }
        let expected = "a move that wins at once";
        self.find(Kind::NotDecisive, Callback::Weight, mv, words(expected), |out| {
            out.push_str("65535, and outcome() says ");
            push_integer(after.outcome, out);
        });
    }

    /// Returns the outcome, the player to move and the key of the position. The game's answers may
    /// be invalid.
    fn glance(&mut self) -> Glance {
        let (outcome, to_move) = (self.game.outcome(), self.game.to_move());
        let key = if outcome == ONGOING && self.game.has(Callback::Hash) { self.game.hash() } else { 0 };
        self.look_for_overrun(Callback::Outcome, Move::NONE);
        Glance { outcome, to_move, key }
    }

    /// Makes two to six moves in a row, or fewer if the game ends, and takes them back in reverse
    /// order.
    pub(super) fn try_line(&mut self, first: &Answers) {
        let mark = self.mark();
        let mut made = [(Move::NONE, mark); LEVELS];
        let mut depth = 0_usize;
        let levels = self.rng.below(LEVELS.saturating_sub(2) as u32).saturating_add(2) as usize;
        for (level, slot) in made.iter_mut().enumerate().take(levels) {
            let Some(mv) = self.some_move(level, first) else { break };
            *slot = (mv, self.mark());
            self.game.save(level);
            self.step(mv, level);
            depth = level.saturating_add(1);
        }
        for (level, &(mv, before)) in made.iter().enumerate().take(depth).rev() {
            self.cut_line(before);
            let later = depth.saturating_sub(level).saturating_sub(1) as u32;
            self.take_back(mv, level, later);
        }
        self.back_to(mark);
    }

    /// Takes back the move that was made at this level, and tests that this restores the position
    /// saved at this level. `later` is the number of moves that were made and taken back since the
    /// move.
    fn take_back(&mut self, mv: Move, level: usize, later: u32) {
        self.game.unmake(mv, level);
        let (overrun, difference) = (self.game.overrun(Callback::Unmake), self.game.difference(level));
        if overrun.is_some() || difference.is_some() {
            if let Some((byte, overruns)) = self.undo_not_written(mv, level) {
                self.find_not_written(mv, later, byte, overruns);
            } else {
                self.find_overrun(overrun, Callback::Unmake, mv);
                if let Some(difference) = difference {
                    self.find_not_restored(mv, later, difference);
                }
            }
        }
        self.game.restore(level);
    }

    /// Finds the first undo byte that unmake() uses although make() has not written it. Returns the
    /// index of the byte, and true if the byte makes unmake() write outside of its memory. `None`
    /// if there is no such byte, or if make() or unmake() is not deterministic.
    fn undo_not_written(&mut self, mv: Move, level: usize) -> Option<(usize, bool)> {
        let size = self.game.undo_size();
        let reference = self.take_back_over(mv, level, 0);
        self.game.save(LEVELS);
        let mut differs = |split: usize| {
            let overrun = self.take_back_over(mv, level, split);
            overrun != reference || self.game.difference(LEVELS).is_some()
        };
        if size == 0 || differs(0) || !differs(size) {
            return None;
        }
        // Binary search. If the first `fewer` undo bytes have the first fill value, unmake() has
        // the same result as if no byte has it. If the first `more` bytes have it, the result is
        // different.
        let (mut fewer, mut more) = (0_usize, size);
        while fewer.saturating_add(1) < more {
            let middle = fewer.midpoint(more);
            *(if differs(middle) { &mut more } else { &mut fewer }) = middle;
        }
        let overruns = reference.is_some() || self.take_back_over(mv, level, size).is_some();
        Some((fewer, overruns))
    }

    /// Restores the position saved at this level, makes a move, and takes it back. If unmake() has
    /// written outside of its memory, returns which memory it has overrun.
    fn take_back_over(&mut self, mv: Move, level: usize, split: usize) -> Option<Region> {
        self.game.restore(level);
        self.game.make_over(mv, level, split);
        self.game.overrun(Callback::Make);
        self.game.unmake(mv, level);
        self.game.overrun(Callback::Unmake)
    }

    fn find_not_written(&mut self, mv: Move, later: u32, byte: usize, overruns: bool) {
        let expected = |out: &mut Text<'_>| {
            out.push_str("byte ");
            out.push_number(byte as u32);
            out.push_str(" of the undo bytes is written by make(), or not read by unmake()");
        };
        self.find_after(Kind::UndoNotWritten, Callback::Unmake, mv, later, expected, |out| {
            out.push_str("make() leaves poison there, and unmake() ");
            out.push_str(if overruns { "writes outside of the position by it" } else { "restores a wrong position" });
        });
    }

    /// Returns a random legal move of the position at this level of a line of moves. `None` if the
    /// position is over or its list of moves is wrong. Also stores the key of the position, except
    /// at level 0.
    fn some_move(&mut self, level: usize, first: &Answers) -> Option<Move> {
        if level == 0 {
            let index = self.rng.below(first.count as u32) as usize;
            return self.moves.get(index).copied();
        }
        let count = self.count_spare()?;
        self.note_key_here(count);
        let index = self.rng.below(count as u32) as usize;
        self.spare.get(index).copied()
    }

    /// Lists the legal moves of the current position in the spare list, and returns their number.
    /// Returns `None` if the position is over or the list is wrong. This function does not report a
    /// wrong list, because the check does so when it tests the position itself.
    pub(super) fn count_spare(&mut self) -> Option<usize> {
        if self.game.outcome() != ONGOING {
            return None;
        }
        let count = self.game.legal_moves(self.spare) as usize;
        self.look_for_overrun(Callback::LegalMoves, Move::NONE);
        let listed = self.spare.get(..count)?;
        (count > 0 && count <= self.game.max_moves() && !listed.contains(&Move::NONE)).then_some(count)
    }

    /// Passes, makes a move, and takes back the move and the pass. With three or more players, all
    /// of them skip their turns.
    pub(super) fn try_pass(&mut self, first: &Answers) {
        if !first.allow(Callback::Pass, self.game) {
            return;
        }
        if self.game.players() == 2 {
            self.pass_and_back(first);
        } else {
            self.skip_turns(first);
        }
        self.game.restore(0);
    }

    fn pass_and_back(&mut self, first: &Answers) {
        let passed = self.pass();
        if passed == 0 {
            if let Some(difference) = self.game.difference(0) {
                self.find_difference(Kind::Changes, Callback::Pass, Move::NONE, difference);
            }
        } else if passed != FAILED {
            self.look_at_passed(first);
            self.take_pass_back();
        }
    }

    /// Skips turns until the same player is to move again. Makes a move after the first skip. Does
    /// nothing where no search calls pass(): where the turn of the player may have begun earlier,
    /// and in games with chance events.
    fn skip_turns(&mut self, first: &Answers) {
        if self.last_mover == first.mover() || self.game.has(Callback::Chance) {
            return;
        }
        for skips in 1..=self.game.players() {
            let (mover, passed) = (self.game.to_move(), self.pass());
            if passed == FAILED {
                return;
            }
            if passed == 0 {
                let expected = "not 0 with three or more players";
                return self.find(Kind::PassNotBack, Callback::Pass, Move::NONE, words(expected), words("0"));
            }
            if self.game.to_move() == mover {
                return self.find_other_turn(mover);
            }
            if skips == 1 {
                self.look_at_passed(first);
            }
            if self.game.to_move() == first.mover() {
                break;
            }
        }
        if let Some(difference) = self.game.difference(0) {
            self.find_difference(Kind::PassNotBack, Callback::Pass, Move::NONE, difference);
        }
    }

    /// Passes and returns the game's answer: 0, another number, or [`FAILED`]. Records a failure as
    /// a mistake.
    fn pass(&mut self) -> i32 {
        let passed = self.game.pass();
        self.look_for_overrun(Callback::Pass, Move::NONE);
        if passed == FAILED {
            self.find(Kind::Failed, Callback::Pass, Move::NONE, words("0, or not"), words("IMM_FAILED"));
        }
        passed
    }

    fn take_pass_back(&mut self) {
        let back = self.pass();
        if back == 0 {
            let expected = "not 0 when called again";
            self.find(Kind::PassNotBack, Callback::Pass, Move::NONE, words(expected), words("0"));
        } else if back != FAILED
            && let Some(difference) = self.game.difference(0)
        {
            self.find_difference(Kind::PassNotBack, Callback::Pass, Move::NONE, difference);
        }
    }

    fn look_at_passed(&mut self, first: &Answers) {
        let mover = self.game.to_move();
        if mover == first.mover() {
            self.find_other_turn(mover);
        }
        if self.game.outcome() != ONGOING {
            return;
        }
        let has_hash = self.game.has(Callback::Hash);
        if has_hash && self.game.hash() == first.get(Callback::Hash) {
            let expected = "another key after a pass";
            self.find(
                Kind::SharedHash,
                Callback::Hash,
                Move::NONE,
                words(expected),
                words("the same key, although the other player is to move"),
            );
        }
        let Some(count) = self.count_spare() else {
            let expected = "legal moves after a pass, or the end of the game";
            return self.find(Kind::NoMoves, Callback::Pass, Move::NONE, words(expected), |_| {});
        };
        let Some(&mv) = self.spare.get(self.rng.below(count as u32) as usize) else { return };
        self.game.save(1);
        self.game.make(mv, 1);
        self.look_for_overrun(Callback::Make, mv);
        self.take_back(mv, 1, 0);
    }

    fn find_other_turn(&mut self, mover: i32) {
        let other = if self.game.players() == 2 { Some(1_i32.saturating_sub(mover)) } else { None };
        let says = |out: &mut Text<'_>, player: Option<i32>| {
            out.push_str("to_move() says ");
            match player {
                Some(player) => push_integer(player, out),
                None => out.push_str("the next player"),
            }
        };
        self.find(
            Kind::PassKeepsTurn,
            Callback::Pass,
            Move::NONE,
            |out| says(out, other),
            |out| says(out, Some(mover)),
        );
    }

    /// At about one position in four, plays a line of noisy moves. The line ends before a chance
    /// event.
    pub(super) fn look_at_noisy(&mut self, first: &Answers) {
        if !first.allow(Callback::Noisy, self.game) || self.rng.below(4) != 0 {
            return;
        }
        let mark = self.mark();
        for (slot, &mv) in self.spare.iter_mut().zip(self.moves.iter()).take(first.count) {
            *slot = mv;
        }
        let mut count = first.count;
        let mut length = 0;
        while let Some(mv) = self.noisy_move(count)
            && length <= NOISY_MAX
        {
            self.step(mv, 0);
            length = length.saturating_add(1);
            let Some(next) = self.count_spare() else { break };
            if self.chance_is_next() {
                break;
            }
            count = next;
        }
        self.back_to(mark);
        if length <= NOISY_MAX {
            return;
        }
        let expected = "an end to noisy moves";
        self.find(Kind::NoisyWithoutEnd, Callback::Noisy, Move::NONE, words(expected), |out| {
            out.push_number(NOISY_MAX);
            out.push_str(" in a row from here");
        });
    }

    /// Returns a random noisy move from the first `count` moves of the spare list. `None` if none
    /// of them is noisy.
    fn noisy_move(&mut self, count: usize) -> Option<Move> {
        let mut chosen = None;
        let mut offered = 0_u32;
        for index in Self::looked_at(count) {
            let mv = *self.spare.get(index)?;
            if !matches!(self.game.noisy(mv), 0 | FAILED) {
                offered = offered.saturating_add(1);
                chosen = if self.rng.below(offered) == 0 { Some(mv) } else { chosen };
            }
        }
        chosen
    }
}

/// The outcome, the player to move and the key of a position, as returned by the game.
#[derive(Clone, Copy)]
pub(super) struct Glance {
    outcome: i32,
    to_move: i32,
    key: u64,
}

impl Glance {
    /// Returns the first callback whose answer differs between `self` and `other`, if any.
    fn differs_from(&self, other: &Self) -> Option<Callback> {
        let asked = [Callback::Outcome, Callback::ToMove, Callback::Hash];
        asked.into_iter().find(|&callback| self.answer(callback) != other.answer(callback))
    }

    /// The answer of a callback as bits.
    fn answer(&self, callback: Callback) -> u64 {
        match callback {
            Callback::Outcome => u64::from(self.outcome as u32),
            Callback::ToMove => u64::from(self.to_move as u32),
            _ => self.key,
        }
    }
}

/// A hash of a list of moves. The hash does not depend on the order of the moves.
pub(super) fn set_digest(moves: &[Move]) -> u64 {
    moves.iter().fold(0, |sum, mv| mix(mv.0.into()).wrapping_add(sum))
}
