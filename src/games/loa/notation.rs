//! Reads and writes Lines of Action positions and moves as text. An example of a position is
//! `.bbbbbb./w......w/..../.bbbbbb. 1` (shortened). The text contains the rows, highest row first,
//! and then the side to move. `b` is a piece of the first player, and `w` is a piece of the second
//! player. Examples of moves are `b1b3` and `pass`.

use super::rules::{Loa, PASS, PIECES_MAX, connected, squares};
use crate::base::text::{ParseError, Text};
use crate::game::notation::Notation;
use crate::game::value::{Outcome, Side};
use crate::game::{Game, Move};
use crate::games::notation_reader::{NotationReader, OVER, write_board, write_side, write_square};

/// The letters of the first player's pieces and of the second player's pieces.
const PIECES: (u8, u8) = (b'b', b'w');
/// The number of columns and of rows.
const SIZE: (u8, u8) = (8, 8);

impl Loa {
    /// Sets up the position with these pieces, or returns an error. `side` is the player to move,
    /// or `None` if the game is over. Under the rules of OpenSpiel, the game is also over if `side`
    /// has no move.
    pub(super) fn set_up_as(&mut self, first: u64, second: u64, side: Option<Side>) -> Result<(), &'static str> {
        let (count, others) = (first.count_ones(), second.count_ones());
        if count.max(others) > PIECES_MAX {
            return Err("at most 12 pieces a side");
        }
        if count.min(others) == 0 {
            return Err("a piece of each side");
        }
        if side.is_some() && (connected(first) || connected(second)) {
            return Err(OVER);
        }
        self.set_up(first, second, side.unwrap_or(Side::First));
        self.outcome = if side.is_none() { Some(self.ending()) } else { None };
        Ok(())
    }

    /// Returns the outcome of a finished game. It follows from the pieces and the player to move.
    /// If they do not decide the outcome, the game was a draw by repetition.
    fn ending(&self) -> Outcome {
        match (connected(self.pieces(Side::First)), connected(self.pieces(Side::Second))) {
            (true, true) => self.rules().both_connected(self.player.opponent()),
            (true, false) => Outcome::FirstWins,
            (false, true) => Outcome::SecondWins,
            (false, false) => self.outcome().unwrap_or(Outcome::Draw),
        }
    }

    /// Sets the outcome of a finished game. Returns false if a game with this position cannot have
    /// this outcome.
    pub(super) fn end_by(&mut self, outcome: Outcome) -> bool {
        let unconnected = !connected(self.pieces(Side::First)) && !connected(self.pieces(Side::Second));
        self.outcome = None;
        let possible = outcome == self.ending() || unconnected && outcome == Outcome::Draw;
        self.outcome = Some(outcome);
        possible
    }
}

impl Notation for Loa {
    fn write_position(&self, out: &mut Text<'_>) {
        write_board(SIZE, PIECES, (self.pieces(Side::First), self.pieces(Side::Second)), out);
        write_side(self, out);
    }

    /// The new position has an empty history. If the game is over and neither side is connected,
    /// the game was a draw by repetition. Under the rules of OpenSpiel, the result may depend on
    /// who made the last move. The text does not tell this, so it is assumed to be the second
    /// player.
    fn read_position(&mut self, text: &str) -> Result<(), ParseError> {
        let mut reader = NotationReader::new(text);
        let (first, second) = reader.board(SIZE, PIECES, "b, w or .")?;
        let side = reader.side()?;
        self.set_up_as(first, second, side).map_err(|expected| reader.error_of_position(expected))
    }

    fn write_move(&self, mv: Move, out: &mut Text<'_>) {
        if mv == PASS {
            return out.push_str("pass");
        }
        let (from, to) = squares(mv);
        write_square(from, out);
        write_square(to, out);
    }
}
