//! Reads and writes Breakthrough positions and moves as text. An example of a position is
//! `bbbb/bbbb/..../wwww/wwww 1`. The text contains the rows, highest row first, and then the side
//! to move. `w` is a piece of the first player, and `b` is a piece of the second player. An example
//! of a move is `a2b3`.

use super::rules::{Breakthrough, squares};
use crate::base::text::{ParseError, Text};
use crate::game::Move;
use crate::game::notation::Notation;
use crate::game::value::Side;
use crate::games::notation_reader::{NotationReader, as_seen_by, write_board, write_side, write_square};

/// The letters of the first player's pieces and of the second player's pieces.
const PIECES: (u8, u8) = (b'w', b'b');

impl Breakthrough {
    /// Returns the position with these pieces, or an error if it is impossible. `side` is the
    /// player to move. It is `None` if the game is over.
    pub(super) fn with_pieces(&self, first: u64, second: u64, side: Option<Side>) -> Result<Self, &'static str> {
        let limit = u32::from(self.columns()).wrapping_mul(2);
        if first.count_ones() > limit || second.count_ones() > limit {
            return Err("at most two rows of pieces for each side");
        }
        let with_turn = |player| {
            let (own, other) = if player == Side::First { (first, second) } else { (second, first) };
            Self { own, other, player, ..*self }
        };
        as_seen_by(side, with_turn)
    }
}

impl Notation for Breakthrough {
    fn write_position(&self, out: &mut Text<'_>) {
        let pieces = (self.pieces(Side::First), self.pieces(Side::Second));
        write_board((self.columns(), self.rows()), PIECES, pieces, out);
        write_side(self, out);
    }

    fn read_position(&mut self, text: &str) -> Result<(), ParseError> {
        let mut reader = NotationReader::new(text);
        let (first, second) = reader.board((self.columns(), self.rows()), PIECES, "w, b or .")?;
        let side = reader.side()?;
        *self = self.with_pieces(first, second, side).map_err(|expected| reader.error_of_position(expected))?;
        Ok(())
    }

    fn write_move(&self, mv: Move, out: &mut Text<'_>) {
        let (from, to) = squares(mv);
        write_square(from, out);
        write_square(to, out);
    }
}
