//! A reader for the text of a position. It reads byte by byte and stores its current place for
//! error messages. This file also contains parts of the notation that several games share.

use crate::base::bits::bit;
use crate::base::text::{ParseError, Text};
use crate::game::Game;
use crate::game::value::Side;

/// A text, and the place up to which it has been read.
pub(crate) struct NotationReader<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> NotationReader<'a> {
    /// Creates a reader at the beginning of `text`.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), position: 0 }
    }

    /// Returns the error for the current place. `expected` describes the text that would be valid
    /// at this place.
    pub(crate) fn error(&self, expected: &'static str) -> ParseError {
        ParseError { position: Some(self.position), expected }
    }

    /// Returns an error for the position as a whole. For [`OVER`] and [`GOES_ON`], the error is at
    /// the last byte, which tells whose turn it is. All other errors have no place in the text.
    pub(crate) fn error_of_position(&self, expected: &'static str) -> ParseError {
        let of_side = expected == OVER || expected == GOES_ON;
        let position = if of_side { self.position.checked_sub(1) } else { None };
        ParseError { position, expected }
    }

    /// Returns the current byte without moving past it, or `None` at the end of the text.
    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    /// Moves on by one byte.
    pub(crate) fn skip(&mut self) {
        self.position = self.position.saturating_add(1);
    }

    /// Moves past `byte`. Returns an error if the current byte is different.
    pub(crate) fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), ParseError> {
        if self.peek() != Some(byte) {
            return Err(self.error(expected));
        }
        self.skip();
        Ok(())
    }

    /// Moves past `word` if the text continues with it, and returns true. Otherwise returns false.
    pub(crate) fn word(&mut self, word: &str) -> bool {
        let here = self.bytes.get(self.position..).is_some_and(|rest| rest.starts_with(word.as_bytes()));
        self.position = self.position.saturating_add(if here { word.len() } else { 0 });
        here
    }

    /// Reads a decimal number from 0 to 255, and moves past it.
    pub(crate) fn number(&mut self) -> Result<u8, ParseError> {
        const EXPECTED: &str = "a number from 0 to 255";
        let start = self.position;
        let mut number = 0_u8;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            let digit = digit.wrapping_sub(b'0');
            number =
                number.checked_mul(10).and_then(|tens| tens.checked_add(digit)).ok_or_else(|| self.error(EXPECTED))?;
            self.skip();
        }
        if self.position == start { Err(self.error(EXPECTED)) } else { Ok(number) }
    }

    /// Reads a board with this number of columns and rows, highest row first. The board becomes the
    /// lower left corner of an 8 x 8 board. `first_piece` and `second_piece` are the letters of the
    /// two players' pieces, and `.` is an empty square. Returns the pieces of the first player and
    /// of the second player.
    pub(crate) fn board(
        &mut self,
        (columns, rows): (u8, u8),
        (first_piece, second_piece): (u8, u8),
        expected: &'static str,
    ) -> Result<(u64, u64), ParseError> {
        let (mut first, mut second) = (0_u64, 0_u64);
        for row in (0..rows).rev() {
            for column in 0..columns {
                match self.peek() {
                    Some(byte) if byte == first_piece => first |= bit(square(column, row)),
                    Some(byte) if byte == second_piece => second |= bit(square(column, row)),
                    Some(b'.') => {}
                    _ => return Err(self.error(expected)),
                }
                self.skip();
            }
            if row > 0 {
                self.expect(b'/', "/")?;
            }
        }
        Ok((first, second))
    }

    /// Reads a blank and the side to move: `1` or `2`, or `-` (`None`) if the game is over. The
    /// text must end after the side.
    pub(crate) fn side(&mut self) -> Result<Option<Side>, ParseError> {
        self.expect(b' ', "a blank")?;
        let side = match self.peek() {
            Some(b'1') => Some(Side::First),
            Some(b'2') => Some(Side::Second),
            Some(b'-') => None,
            _ => return Err(self.error("1, 2 or -")),
        };
        self.skip();
        if self.peek().is_some() { Err(self.error("the end")) } else { Ok(side) }
    }
}

/// The text of an error message: the side to move must be `-`.
pub(crate) const OVER: &str = "-, because the game is over";
/// The text of an error message: the side to move must be `1` or `2`.
pub(crate) const GOES_ON: &str = "1 or 2, because the game is not over";

/// Returns the position in which `side` is to move and the game is not over. If `side` is `None`,
/// returns the position in which the game is over. `with_turn` makes the position for one player to
/// move. At the end of the games that use this function, the player to move has lost. So the
/// function tries both players.
pub(crate) fn as_seen_by<G: Game>(side: Option<Side>, with_turn: impl Fn(Side) -> G) -> Result<G, &'static str> {
    let (first_to_move, second_to_move) = (with_turn(Side::First), with_turn(Side::Second));
    match (side, first_to_move.outcome(), second_to_move.outcome()) {
        (Some(Side::First), None, None) => Ok(first_to_move),
        (Some(Side::Second), None, None) => Ok(second_to_move),
        (None, Some(_), None) => Ok(first_to_move),
        (None, None, Some(_)) => Ok(second_to_move),
        (None, None, None) => Err(GOES_ON),
        (Some(_), _, _) => Err(OVER),
        (None, Some(_), Some(_)) => Err("one winner"),
    }
}

/// The number of a square of the 8 x 8 board: a1 is 0, b1 is 1, a2 is 8.
const fn square(column: u8, row: u8) -> u32 {
    (row as u32).wrapping_mul(8).wrapping_add(column as u32)
}

/// Writes a board in the form that [`NotationReader::board`] reads, and a blank after it.
pub(crate) fn write_board(
    (columns, rows): (u8, u8),
    (first_piece, second_piece): (u8, u8),
    (first, second): (u64, u64),
    out: &mut Text<'_>,
) {
    for row in (0..rows).rev() {
        for column in 0..columns {
            let square = bit(square(column, row));
            out.push(match (first & square != 0, second & square != 0) {
                (true, _) => first_piece,
                (_, true) => second_piece,
                _ => b'.',
            });
        }
        out.push(if row > 0 { b'/' } else { b' ' });
    }
}

/// Writes the name of a square of the 8 x 8 board: column, then row.
pub(crate) fn write_square(square: u32, out: &mut Text<'_>) {
    out.push(b'a'.wrapping_add((square % 8) as u8));
    out.push(b'1'.wrapping_add((square / 8) as u8));
}

/// Writes the side to move: `1` or `2`, or `-` if the game is over. The caller writes the blank
/// before the side.
pub(crate) fn write_side(game: &impl Game, out: &mut Text<'_>) {
    out.push(match (game.outcome(), game.to_move()) {
        (Some(_), _) => b'-',
        (None, Side::First) => b'1',
        (None, Side::Second) => b'2',
    });
}
