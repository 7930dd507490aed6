//! Reads and writes Othello positions and moves as text. The starting position is
//! `......../......../......../...wb.../...bw.../......../......../........ 1`. The text contains
//! the rows from row 1 on, and then the side to move. `b` is a disc of the first player, and `w` is
//! a disc of the second player. A move is, for example, `d3` or `pass`.

use super::rules::{Othello, PASS};
use crate::base::text::{ParseError, Text};
use crate::game::Move;
use crate::game::notation::Notation;
use crate::game::value::Side;
use crate::games::notation_reader::{GOES_ON, NotationReader, OVER, write_board, write_side, write_square};

/// The letters for the first player's discs and for the second player's discs.
const DISCS: (u8, u8) = (b'b', b'w');
/// The number of columns and the number of rows.
const SIZE: (u8, u8) = (8, 8);

impl Othello {
    /// Returns the position with these discs, or an error. `side` is the player to move, or `None`
    /// if the game is over.
    fn read_as(first: u64, second: u64, side: Option<Side>) -> Result<Self, &'static str> {
        let position = Self::with_discs(first, second, side.unwrap_or(Side::First));
        match (side, position.over) {
            (Some(_), true) => Err(OVER),
            (None, false) => Err(GOES_ON),
            _ => Ok(position),
        }
    }
}

impl Notation for Othello {
    fn write_position(&self, out: &mut Text<'_>) {
        // `write_board` writes row 8 first, but the notation begins with row 1. So this code
        // reverses the rows.
        let discs = [Side::First, Side::Second].map(|player| self.discs(player).swap_bytes());
        write_board(SIZE, DISCS, discs.into(), out);
        write_side(self, out);
    }

    fn read_position(&mut self, text: &str) -> Result<(), ParseError> {
        let mut reader = NotationReader::new(text);
        let (first, second) = reader.board(SIZE, DISCS, "b, w or .")?;
        let side = reader.side()?;
        let read = Self::read_as(first.swap_bytes(), second.swap_bytes(), side);
        *self = Self { scoring: self.scoring, ..read.map_err(|expected| reader.error_of_position(expected))? };
        Ok(())
    }

    fn write_move(&self, mv: Move, out: &mut Text<'_>) {
        if mv == PASS {
            return out.push_str("pass");
        }
        write_square(mv.0, out);
    }
}
