//! Calls every function of a game at one position, and tests the answers. Each answer must be
//! possible. Answers to a second call, and answers for a copy of the position, must be the same.

use super::finding::{push_integer, push_key, push_real, words};
use super::{Broken, CHANCE, Callback, Checker, Difference, FAILED, Kind, OVER, TEXT_ROOM, TIMED};
use crate::base::FEATURES_MAX;
use crate::base::bits::mix;
use crate::base::text::Text;
use crate::game::{Move, ODDS_MAX};

/// The check tests at most this many moves of a position one by one. In a longer list, it tests
/// every n-th move.
pub(super) const LOOKED: usize = 64;

/// The length in bytes of the longest move text that [`crate::game::notation::Notation::read_move`]
/// accepts.
const READABLE: usize = 128;

/// The callbacks that are called at a position that is not over.
const OF_POSITION: [Callback; 5] =
    [Callback::Evaluate, Callback::EvaluateFor, Callback::Hash, Callback::FewPieces, Callback::Features];

/// The callbacks that are called for each move, or for each outcome of a chance event.
const OF_MOVE: [Callback; 7] = [
    Callback::Weight,
    Callback::Prior,
    Callback::Order,
    Callback::Noisy,
    Callback::Transition,
    Callback::MoveText,
    Callback::Chance,
];

/// The answers of all callbacks at a position, indexed by the numbers of the callbacks. If a
/// callback is called for each move, its answers are combined into one hash.
#[derive(Clone, Copy)]
pub(super) struct Answers {
    raw: [u64; TIMED],
    pub(super) count: usize,
}

impl Answers {
    pub(super) fn get(&self, callback: Callback) -> u64 {
        self.raw.get(usize::from(callback.number())).copied().unwrap_or_default()
    }

    pub(super) fn set(&mut self, callback: Callback, answer: u64) {
        if let Some(slot) = self.raw.get_mut(usize::from(callback.number())) {
            *slot = answer;
        }
    }

    pub(super) fn mover(&self) -> i32 {
        self.get(Callback::ToMove) as u32 as i32
    }

    pub(super) fn evaluation(&self) -> f32 {
        f32::from_bits(self.get(Callback::Evaluate) as u32)
    }
}

impl Checker<'_, '_> {
    /// Tests this position. Returns its answers, or `None` if the game is over. Leaves the legal
    /// moves in `self.moves`.
    pub(super) fn examine(&mut self) -> Result<Option<Answers>, Broken> {
        let so_far = self.report.faults();
        self.report.positions = self.report.positions.saturating_add(1);
        self.game.save(0);
        let Some(first) = self.ask_all()? else {
            return Ok(None);
        };
        self.count_moves(first.count);
        self.look_again(&first)?;
        self.views.note(&first, self.game.has(Callback::Evaluate));
        self.note_features(&first);
        if self.report.faults() == so_far {
            self.keep_sample(&first);
        }
        Ok(Some(first))
    }

    /// Runs all tests at this position. Between the tests and at the end, checks that the game
    /// still gives the same answers.
    fn look_again(&mut self, first: &Answers) -> Result<(), Broken> {
        self.ask_again(first, Kind::Unsteady)?;
        self.move_elsewhere();
        self.ask_again(first, Kind::NotCopyable)?;
        self.try_moves(first);
        self.ask_again(first, Kind::NotCopyable)?;
        self.try_line(first);
        self.ask_again(first, Kind::NotCopyable)?;
        self.try_pass(first);
        self.look_at_forced(first);
        self.look_at_draws(first);
        self.look_at_noisy(first);
        self.look_at_keys(first);
        self.look_for_transpositions(first);
        self.look_at_disagreement(first);
        self.ask_again(first, Kind::NotCopyable)
    }

    /// Moves the position to another place in memory. A Rust game makes the copy itself. So if the
    /// copy is wrong, the game has a mistake.
    pub(super) fn move_elsewhere(&mut self) {
        self.game.move_elsewhere();
        if self.game.difference(0).is_some() {
            let expected = "the position that it copies";
            self.find(Kind::Disagrees, Callback::Copy, Move::NONE, words(expected), words("another"));
            self.game.restore(0);
        }
    }

    /// Returns the indices of the moves that the check tests one by one.
    pub(super) fn looked_at(count: usize) -> impl Iterator<Item = usize> {
        (0..LOOKED).map_while(move |place| Some(index_of(place, count)).filter(|&index| index < count))
    }

    /// Calls all callbacks at this position and tests each answer. Returns `None` if the game is
    /// over.
    fn ask_all(&mut self) -> Result<Option<Answers>, Broken> {
        let mut answers = Answers { raw: [0; TIMED], count: 0 };
        for callback in [Callback::Outcome, Callback::ToMove] {
            let answer = self.ask(callback, Move::NONE);
            answers.set(callback, answer);
            if !self.is_possible(callback, answer, Move::NONE) {
                return Err(Broken);
            }
        }
        if answers.get(Callback::Outcome) != 0 {
            self.look_at_end(answers)?;
            return Ok(None);
        }
        answers.count = self.list()?;
        answers.set(Callback::LegalMoves, digest(self.moves.get(..answers.count).unwrap_or_default()));
        for callback in OF_POSITION {
            if answers.allow(callback, self.game) {
                let answer = self.ask(callback, Move::NONE);
                answers.set(callback, answer);
                self.is_possible(callback, answer, Move::NONE);
            }
        }
        for callback in OF_MOVE {
            if answers.allow(callback, self.game) {
                let sum = self.ask_about_moves(callback, answers.count, true);
                answers.set(callback, sum);
            }
        }
        Ok(Some(answers))
    }

    /// Calls one callback, and tests that the position has not changed.
    pub(super) fn ask(&mut self, callback: Callback, mv: Move) -> u64 {
        let answer = self.raw(callback, mv);
        self.look_behind(callback, mv);
        answer
    }

    /// Reports a callback that has changed the position or written outside of its memory.
    fn look_behind(&mut self, callback: Callback, mv: Move) {
        self.look_for_overrun(callback, mv);
        if let Some(difference) = self.game.difference(0) {
            self.find_difference(Kind::Changes, callback, mv, difference);
            self.game.restore(0);
        }
    }

    /// Calls a callback for each tested move. Calls chance() for every outcome, even if only some
    /// moves are tested. Returns a hash of the answers.
    fn ask_about_moves(&mut self, callback: Callback, count: usize, looking: bool) -> u64 {
        let mut sum = 0_u64;
        let step = if callback == Callback::Chance { 1 } else { step_of(count) };
        for (place, index) in (0..count).step_by(step).enumerate() {
            let Some(&mv) = self.moves.get(index) else { break };
            let answer = self.raw(callback, mv);
            self.look_for_overrun(callback, mv);
            sum = mix(sum ^ answer);
            if !looking {
                continue;
            }
            self.look_behind(callback, mv);
            self.is_possible(callback, answer, mv);
            if callback == Callback::MoveText {
                self.look_for_twin(place, answer, count);
            }
        }
        sum
    }

    /// Calls a callback and returns its answer as bits.
    fn raw(&mut self, callback: Callback, mv: Move) -> u64 {
        let integer = |answer: i32| u64::from(answer as u32);
        let truth = |answer: i32| integer(if answer == FAILED { FAILED } else { i32::from(answer != 0) });
        match callback {
            Callback::ToMove => integer(self.game.to_move()),
            Callback::Outcome => integer(self.game.outcome()),
            Callback::Evaluate => self.game.evaluate().to_bits().into(),
            Callback::EvaluateFor | Callback::Returns => self.digest_of_players(callback),
            Callback::Hash => self.game.hash(),
            Callback::FewPieces => truth(self.game.few_pieces()),
            Callback::Weight => self.game.weight(mv).into(),
            Callback::Prior => self.game.prior(mv).to_bits().into(),
            Callback::Order => integer(self.game.order(mv)),
            Callback::Noisy => truth(self.game.noisy(mv)),
            Callback::Transition => integer(self.game.transition(mv)),
            Callback::Chance => self.game.chance(mv).into(),
            Callback::Score => integer(self.game.score()),
            Callback::MoveText => self.text_of(mv).1,
            Callback::Features => self.digest_of_features(),
            _ => 0,
        }
    }

    /// Returns the text of a move as the game has written it, and a hash of the text. The hash is 0
    /// if the game reports a failure.
    fn text_of(&mut self, mv: Move) -> ([u8; TEXT_ROOM], u64) {
        let mut bytes = [0; TEXT_ROOM];
        let len = self.game.move_text(mv, &mut bytes);
        if len == FAILED as u32 {
            return (bytes, 0);
        }
        let mut sum = u64::from(len);
        for &byte in bytes.iter().take_while(|&&byte| byte != 0) {
            sum = mix(sum ^ u64::from(byte));
        }
        (bytes, sum | 1)
    }

    /// Returns a hash of all features.
    pub(super) fn digest_of_features(&mut self) -> u64 {
        let mut features = [0; FEATURES_MAX];
        if self.game.features(&mut features) == FAILED {
            return u64::from(FAILED as u32);
        }
        features.iter().fold(0, |sum, &feature| mix(sum ^ u64::from(feature)))
    }

    /// True if a callback may give this answer. If not, records a mistake.
    pub(super) fn is_possible(&mut self, callback: Callback, answer: u64, mv: Move) -> bool {
        let failed = u64::from(FAILED as u32);
        let (real, integer) = (f32::from_bits(answer as u32), answer as u32 as i32);
        let wrong = match callback {
            Callback::Hash => None,
            Callback::EvaluateFor | Callback::Returns => return self.are_possible(callback),
            Callback::Evaluate | Callback::Prior if real.is_nan() => Some((Kind::NotANumber, "a number")),
            Callback::Evaluate if !(-1.0..=1.0).contains(&real) => Some((Kind::OutOfRange, "-1 to 1")),
            Callback::Prior if real > 1.0 => Some((Kind::OutOfRange, "0 to 1, or negative for no opinion")),
            Callback::Evaluate | Callback::Prior => None,
            Callback::MoveText => return self.is_readable(mv),
            _ if answer == failed => Some((Kind::Failed, "an answer")),
            Callback::ToMove if (0..self.game.players()).contains(&integer) => None,
            Callback::ToMove if integer == CHANCE && self.game.has(Callback::Chance) => None,
            Callback::ToMove => Some((Kind::InvalidPlayer, self.players_in_words())),
            Callback::Chance if !(1..=u64::from(ODDS_MAX)).contains(&answer) => {
                Some((Kind::OutOfRange, "1 to 16777216, IMM_ODDS_MAX"))
            }
            Callback::Outcome if self.game.players() != 2 => match integer {
                0 | OVER => None,
                _ => Some((Kind::InvalidOutcome, "0 ongoing, or 4, IMM_OVER")),
            },
            Callback::Outcome if answer > 3 => {
                Some((Kind::InvalidOutcome, "0 ongoing, 1 or 2 for the winner, or 3 for a draw"))
            }
            Callback::Weight if answer > 0xFFFF => {
                Some((Kind::OutOfRange, "0 to 65533, 65534 forced, or 65535 decisive"))
            }
            Callback::Transition if !(0..=255).contains(&integer) => Some((Kind::OutOfRange, "0 to 255")),
            Callback::Score if integer.saturating_abs() > self.game.max_score() => {
                Some((Kind::OutOfRange, "at most max_score points more or less"))
            }
            _ => None,
        };
        if let Some((kind, expected)) = wrong {
            self.find(kind, callback, mv, words(expected), |out| push_raw(callback, answer, out));
        }
        wrong.is_none()
    }

    /// True if the text of this move is UTF-8, has 1 to 128 bytes, and has the length that the game
    /// returned. Otherwise records a mistake.
    fn is_readable(&mut self, mv: Move) -> bool {
        let mut bytes = [0; TEXT_ROOM];
        let len = self.game.move_text(mv, &mut bytes);
        self.look_for_overrun(Callback::MoveText, mv);
        let written = bytes.iter().position(|&byte| byte == 0);
        let text = bytes.get(..written.unwrap_or(0)).unwrap_or_default();
        let wrong = match written {
            _ if len == FAILED as u32 => Some((Kind::Failed, "a text")),
            None => Some((Kind::TextLength, "a terminating NUL within 192 bytes")),
            Some(length) if length != len as usize => {
                Some((Kind::TextLength, "its length without the terminating NUL"))
            }
            Some(0) => Some((Kind::EmptyText, "a text")),
            Some(length) if length > READABLE => Some((Kind::TextLength, "at most 128 bytes")),
            Some(_) if core::str::from_utf8(text).is_err() => Some((Kind::TextEncoding, "UTF-8")),
            Some(_) => None,
        };
        if let Some((kind, expected)) = wrong {
            self.find(kind, Callback::MoveText, mv, words(expected), |out| {
                out.push_str("it returns ");
                out.push_number(len);
                if let Some(length) = written {
                    out.push_str(" and writes ");
                    out.push_number(length as u32);
                    out.push_str(" bytes");
                }
            });
        }
        wrong.is_none()
    }

    /// Reports a move with the same text as an earlier move. `place` is the index of the move among
    /// the tested moves, and `text` is the hash of its text.
    fn look_for_twin(&mut self, place: usize, text: u64, count: usize) {
        let before = self.marks.get(..place).unwrap_or_default().iter().position(|&other| other == text);
        if let Some(slot) = self.marks.get_mut(place) {
            *slot = text;
        }
        let (Some(before), true) = (before, text != 0) else { return };
        let [mv, twin] =
            [place, before].map(|place| self.moves.get(index_of(place, count)).copied().unwrap_or(Move::NONE));
        self.find(Kind::TextTwice, Callback::MoveText, mv, words("a text of its own"), |out| {
            out.push_str("the text of move ");
            out.push_number(twin.0);
        });
    }

    /// Lists the legal moves and returns their number.
    fn list(&mut self) -> Result<usize, Broken> {
        let count = self.game.legal_moves(self.moves);
        let most = self.game.max_moves();
        if count as usize > most {
            self.game.overrun(Callback::LegalMoves); // a write beyond the list is no separate mistake
        }
        self.look_behind(Callback::LegalMoves, Move::NONE);
        let listed = self.moves.get(..(count as usize).min(most)).unwrap_or_default();
        let wrong = match count {
            _ if count == FAILED as u32 => Some((Kind::Failed, "moves")),
            0 => Some((Kind::NoMoves, "at least one")),
            _ if count as usize > most => Some((Kind::TooManyMoves, "at most max_moves, ")),
            _ if listed.contains(&Move::NONE) => Some((Kind::NoneListed, "no IMM_MOVE_NONE")),
            _ => None,
        };
        let Some((kind, expected)) = wrong else {
            self.look_for_repeated(count as usize);
            return Ok(count as usize);
        };
        let place = listed.iter().position(|&mv| mv == Move::NONE).unwrap_or(0) as u32;
        self.find(
            kind,
            Callback::LegalMoves,
            Move::NONE,
            |out| {
                out.push_str(expected);
                if kind == Kind::TooManyMoves {
                    out.push_number(most as u32);
                }
            },
            |out| {
                if kind == Kind::NoneListed {
                    out.push_str("IMM_MOVE_NONE at index ");
                    out.push_number(place);
                    out.push_str(" of ");
                }
                push_integer(count as i32, out);
            },
        );
        Err(Broken)
    }

    /// Reports a move that is listed twice. Finds it in linear time, with a hash table that is
    /// twice as large as the list.
    fn look_for_repeated(&mut self, count: usize) {
        let size = count.saturating_mul(2).min(self.marks.len());
        if size <= count {
            return;
        }
        self.marks.get_mut(..size).unwrap_or_default().fill(u64::MAX);
        let mut repeated = None;
        for (index, &mv) in self.moves.iter().take(count).enumerate() {
            let mut at = (mix(mv.0.into()) as usize).checked_rem(size).unwrap_or(0);
            while let Some(slot) = self.marks.get_mut(at) {
                if *slot == u64::MAX {
                    *slot = mv.0.into();
                    break;
                }
                if *slot == u64::from(mv.0) {
                    repeated = repeated.or(Some((mv, index)));
                    break;
                }
                at = at.wrapping_add(1).checked_rem(size).unwrap_or(0);
            }
        }
        let Some((mv, index)) = repeated else { return };
        self.find(Kind::MoveTwice, Callback::LegalMoves, mv, words("each move once"), |out| {
            out.push_str("again at index ");
            out.push_number(index as u32);
            out.push_str(" of ");
            out.push_number(count as u32);
        });
    }

    /// Calls all callbacks again. If an answer is different, records a mistake and returns an
    /// error. After this error, do not make the moves of the position.
    fn ask_again(&mut self, first: &Answers, kind: Kind) -> Result<(), Broken> {
        for callback in [Callback::Outcome, Callback::ToMove] {
            self.agrees(callback, first, kind)?;
        }
        let count = self.game.legal_moves(self.spare) as usize;
        self.look_for_overrun(Callback::LegalMoves, Move::NONE);
        let listed = if count > first.count { &[] } else { self.spare.get(..count).unwrap_or_default() };
        if count != first.count || digest(listed) != first.get(Callback::LegalMoves) {
            self.find(
                kind,
                Callback::LegalMoves,
                Move::NONE,
                |out| push_count(first.count, out),
                |out| {
                    if count == first.count {
                        out.push_str("others, or in another order: ");
                    }
                    push_count(count, out);
                },
            );
            return Err(Broken);
        }
        for callback in OF_POSITION {
            if first.allow(callback, self.game) {
                self.agrees(callback, first, kind)?;
            }
        }
        for callback in OF_MOVE {
            if first.allow(callback, self.game)
                && self.ask_about_moves(callback, first.count, false) != first.get(callback)
            {
                self.find(
                    kind,
                    callback,
                    Move::NONE,
                    words("for each move the answer before"),
                    words("another for one of them"),
                );
                return Err(Broken);
            }
        }
        Ok(())
    }

    fn agrees(&mut self, callback: Callback, first: &Answers, kind: Kind) -> Result<(), Broken> {
        let again = self.raw(callback, Move::NONE);
        self.look_for_overrun(callback, Move::NONE);
        let before = first.get(callback);
        if again == before {
            return Ok(());
        }
        self.find_other_answer(kind, callback, Move::NONE, before, again);
        Err(Broken)
    }

    pub(super) fn find_other_answer(&mut self, kind: Kind, callback: Callback, mv: Move, before: u64, again: u64) {
        let expected = |out: &mut Text<'_>| {
            push_raw(callback, before, out);
            out.push_str(", as before");
        };
        self.find(kind, callback, mv, expected, |out| push_raw(callback, again, out));
    }

    pub(super) fn find_difference(&mut self, kind: Kind, callback: Callback, mv: Move, difference: Difference) {
        self.find_difference_after(kind, callback, mv, 0, difference);
    }

    /// Records that unmake() did not restore the position exactly. `later` is the number of moves
    /// that were made and taken back since the move.
    pub(super) fn find_not_restored(&mut self, mv: Move, later: u32, difference: Difference) {
        self.find_difference_after(Kind::NotRestored, Callback::Unmake, mv, later, difference);
    }

    fn find_difference_after(&mut self, kind: Kind, callback: Callback, mv: Move, later: u32, difference: Difference) {
        let position = |out: &mut Text<'_>, as_found: bool| match difference {
            Difference::Somewhere => out.push_str(if as_found { "another" } else { "the position as it was" }),
            Difference::Bytes { first, expected, found, .. } => {
                out.push_str("byte ");
                out.push_number(first);
                out.push_str(" of the position is ");
                out.push_number(if as_found { found } else { expected }.into());
            }
        };
        let expected = |out: &mut Text<'_>| {
            position(out, false);
            if later > 0 {
                out.push_str(", after ");
                out.push_number(later);
                out.push_str(" further moves were made and taken back");
            }
        };
        self.find_after(kind, callback, mv, later, expected, |out| {
            position(out, true);
            if let Difference::Bytes { count, .. } = difference {
                out.push_str("; bytes that differ: ");
                out.push_number(count);
            }
        });
    }

    fn look_at_disagreement(&mut self, first: &Answers) {
        let moves = self.moves.get(..first.count).unwrap_or_default();
        let Some(disagreement) = self.game.disagreement(moves, self.spare) else { return };
        self.game.restore(0);
        let (callback, expected) = (disagreement.callback, disagreement.expected);
        self.find(Kind::Disagrees, callback, disagreement.mv, words(expected), |_| {});
    }
}

/// Returns the index of a tested move in the list of all `count` legal moves. `place` is its index
/// among the tested moves.
fn index_of(place: usize, count: usize) -> usize {
    place.saturating_mul(step_of(count))
}

/// Of `count` legal moves, every n-th is tested. Returns n.
fn step_of(count: usize) -> usize {
    count.div_ceil(LOOKED).max(1)
}

/// Returns a hash of a list of moves. The hash depends on the order of the moves.
pub(super) fn digest(moves: &[Move]) -> u64 {
    moves.iter().fold(moves.len() as u64, |sum, mv| mix(sum ^ u64::from(mv.0)))
}

fn push_count(count: usize, out: &mut Text<'_>) {
    out.push_number(count as u32);
    out.push_str(" moves");
}

/// Appends an answer in readable form.
pub(super) fn push_raw(callback: Callback, answer: u64, out: &mut Text<'_>) {
    match callback {
        _ if callback != Callback::Hash && answer == u64::from(FAILED as u32) => out.push_str("IMM_FAILED"),
        Callback::Evaluate | Callback::Prior => push_real(f32::from_bits(answer as u32), out),
        Callback::Features => {
            out.push_str("features with the checksum ");
            push_key(answer, out);
        }
        Callback::EvaluateFor | Callback::Returns => {
            out.push_str("values with the checksum ");
            push_key(answer, out);
        }
        Callback::Hash => push_key(answer, out),
        Callback::Weight | Callback::Chance => out.push_number(answer as u32),
        _ => push_integer(answer as u32 as i32, out),
    }
}
