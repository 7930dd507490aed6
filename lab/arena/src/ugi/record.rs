//! The current game of the engine: its starting position and its moves.

use super::command::{Problem, Question, Setup};
use super::write::quoted;
use crate::arena::Arena;
use crate::chance;
use crate::engine::names::{Dialect, NULL_MOVE, PASS};
use crate::engine::protocol::result_word;
use crate::notation::{legal_moves, move_text, position_text, read_move, written};
use imm::game::Move;
use imm::game::value::Side;

/// A game: a starting position and the moves from there.
pub(super) struct Record<G> {
    /// The normal starting position.
    start: G,
    /// The position before the first move of this game.
    from: G,
    moves: Vec<Move>,
    /// The position after the last move.
    now: G,
    /// The number of games before the current game. A position that does not continue the current
    /// game begins a new game.
    number: u64,
}

impl<G: Arena> Record<G> {
    pub(super) fn new(start: G) -> Self {
        Self { from: start.clone(), now: start.clone(), start, moves: Vec::new(), number: 0 }
    }

    /// Begins a new game at the normal starting position.
    pub(super) fn restart(&mut self) {
        *self = Self { number: self.number + 1, ..Self::new(self.start.clone()) };
    }

    /// Returns the normal starting position.
    pub(super) fn start(&self) -> &G {
        &self.start
    }

    /// Returns the current position.
    pub(super) fn now(&self) -> &G {
        &self.now
    }

    /// Returns the moves of the current game.
    pub(super) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the number of games before the current game.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Changes to the position that the command `position` describes.
    ///
    /// # Errors
    /// The text is not a position, or a move is not legal. The position then stays as it was.
    pub(super) fn set(&mut self, setup: &Setup) -> Result<(), Problem> {
        let wrong = |what: String| Problem::new("position", what);
        let from = match &setup.text {
            None => self.start.clone(),
            Some(_) if !G::TEXTS => {
                return Err(wrong("this game has no position texts; use startpos".to_owned()));
            }
            Some(text) => self.read(text).map_err(wrong)?,
        };
        let (mut now, mut moves) = (from.clone(), Vec::new());
        for text in &setup.moves {
            let number = moves.len() + 1;
            let illegal = || wrong(format!("{}, move {number}, is not legal", quoted(text)));
            let mv = read_word(&now, text).ok_or_else(illegal)?;
            now.play(mv);
            moves.push(mv);
        }
        if let Some(fault) = now.fault() {
            return Err(wrong(fault.to_string()));
        }
        if from != self.from || !moves.starts_with(&self.moves) {
            self.number += 1;
        }
        (self.from, self.moves, self.now) = (from, moves, now);
        Ok(())
    }

    /// Reads the text of a position.
    fn read(&self, text: &[u8]) -> Result<G, String> {
        let fails = |why: &str| format!("{} is not a position: {why}", quoted(text));
        let text = str::from_utf8(text).map_err(|_| fails("expected text in UTF-8"))?;
        let mut position = self.start.clone();
        match position.read_position(text) {
            Ok(()) => Ok(position),
            Err(error) => Err(fails(&written(|out| error.explain(text, out)))),
        }
    }

    /// Answers the command `query`.
    pub(super) fn answer(&self, question: Question) -> &'static str {
        let is = |answer| if answer { "true" } else { "false" };
        match question {
            Question::GameOver => is(self.now.outcome().is_some()),
            Question::FirstToMove => is(self.now.to_move() == Side::First && !chance::comes_next(&self.now)),
            Question::Result => result_word(self.now.outcome()),
        }
    }

    /// Returns the answer to the command `d`.
    pub(super) fn show(&self) -> String {
        let position =
            if G::TEXTS { format!("info string position {}\n", position_text(&self.now)) } else { String::new() };
        let moves: String = legal_moves(&self.now).iter().map(|&mv| format!(" {}", word(&self.now, mv))).collect();
        format!("{position}info string moves{moves}")
    }
}

/// Returns the text of a move as one word: a pass is `0000`, and blanks become `_`.
pub(super) fn word<G: Arena>(position: &G, mv: Move) -> String {
    Dialect::Own.move_text("", &move_text(position, mv))
}

/// Returns the legal move that this word names. `pass` also names a pass.
fn read_word<G: Arena>(position: &G, text: &[u8]) -> Option<Move> {
    let text = str::from_utf8(text).ok()?;
    let text = if text == NULL_MOVE { PASS } else { text };
    read_move(position, &text.replace('_', " ")).or_else(|| read_move(position, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use imm::games::breakthrough::Breakthrough;
    use imm::games::kalah::Kalah;

    fn setup(text: Option<&str>, moves: &[&str]) -> Setup {
        let moves = moves.iter().map(|mv| mv.as_bytes().to_vec()).collect();
        Setup { text: text.map(|text| text.as_bytes().to_vec()), moves }
    }

    #[test]
    fn longer_games_continue_the_current_game() {
        let mut record = Record::new(Breakthrough::default());
        for (moves, number) in
            [(&[][..], 0), (&["a2a3"][..], 0), (&["a2a3"], 0), (&["a2a3", "a7a6"], 0), (&["a2a3"], 1), (&["b2b3"], 2)]
        {
            record.set(&setup(None, moves)).unwrap();
            assert_eq!((record.number(), record.moves().len()), (number, moves.len()), "{moves:?}");
        }
        record.restart();
        assert_eq!((record.number(), record.moves().len()), (3, 0));
    }

    #[test]
    fn errors_keep_the_position() {
        let mut record = Record::new(Kalah::default());
        let moves = word(record.now(), legal_moves(record.now())[0]);
        record.set(&setup(None, &[&moves])).unwrap();
        let before = record.show();
        for (wrong, what) in [
            (setup(Some("xyz"), &[]), "'xyz' is not a position: character 1 is 'x', expected"),
            (setup(Some(""), &[]), "'' is not a position: the text ends after 0 characters, expected"),
            (setup(None, &[&moves, "x9"]), "'x9', move 2, is not legal"),
            (Setup { text: Some(vec![0xFF]), moves: Vec::new() }, "'?' is not a position: expected text in UTF-8"),
        ] {
            let problem = record.set(&wrong).unwrap_err();
            assert!(problem.place == "position" && problem.what.starts_with(what), "{problem:?}");
            assert_eq!((record.show(), record.number()), (before.clone(), 0));
        }
    }

    #[test]
    fn the_result_belongs_to_a_player() {
        let mut record = Record::new(Breakthrough::new(2, 4).unwrap());
        let questions = [Question::GameOver, Question::FirstToMove, Question::Result];
        assert_eq!(questions.map(|question| record.answer(question)), ["false", "true", "none"]);
        record.set(&setup(Some("bw/../../w. -"), &[])).unwrap();
        assert_eq!(record.answer(Question::GameOver), "true");
        assert_eq!(record.answer(Question::Result), "p1win");
        assert!(record.show().ends_with("\ninfo string moves"), "{}", record.show());
    }
}
