//! Reads and writes positions and moves of EinStein würfelt nicht! as text. An example of a
//! position is `123../45.../6...f/...ed/..cba 0 1`. The text contains the rows from row 1 on, then
//! the number that the die shows (0 if the die rolls next), then the side to move. `1` to `6` are
//! the first player's stones, and `a` to `f` are the stones 1 to 6 of the second player. Examples
//! of moves are `a1b2`, and `5` for a roll of the die.

use super::rules::{Einstein, is_roll, squares};
use super::stones::{CAPTURED, SQUARES, STONES, Stones};
use crate::base::text::{ParseError, Text};
use crate::game::Move;
use crate::game::notation::Notation;
use crate::game::value::Side;
use crate::games::notation_reader::{NotationReader, as_seen_by, write_side};

/// The number of squares of a row.
const ROW: u32 = 5;

/// Returns the player and the number of the stone with this letter.
fn stone(letter: u8) -> Option<(Side, u32)> {
    match letter {
        b'1'..=b'6' => Some((Side::First, letter.wrapping_sub(b'0').into())),
        b'a'..=b'f' => Some((Side::Second, letter.wrapping_sub(b'a').wrapping_add(1).into())),
        _ => None,
    }
}

/// Reads the five rows from row 1 on. Returns the stones of the first player and of the second
/// player.
fn read_board(reader: &mut NotationReader<'_>) -> Result<(Stones, Stones), ParseError> {
    let (mut first, mut second) = (Stones::NONE, Stones::NONE);
    for square in 0..SQUARES {
        if square > 0 && square.is_multiple_of(ROW) {
            reader.expect(b'/', "/")?;
        }
        let letter = reader.peek();
        if let Some((player, number)) = letter.and_then(stone) {
            let stones = if player == Side::First { &mut first } else { &mut second };
            if stones.square(number) != CAPTURED {
                return Err(reader.error("each stone once"));
            }
            *stones = stones.with(number, square);
        } else if letter != Some(b'.') {
            return Err(reader.error("1 to 6, a to f or ."));
        }
        reader.skip();
    }
    Ok((first, second))
}

fn write_board(first: Stones, second: Stones, out: &mut Text<'_>) {
    for square in 0..SQUARES {
        if square > 0 && square.is_multiple_of(ROW) {
            out.push(b'/');
        }
        let here = |stones: Stones| (1_u8..=STONES as u8).find(|&number| stones.square(number.into()) == square);
        out.push(match (here(first), here(second)) {
            (Some(number), _) => b'0'.wrapping_add(number),
            (_, Some(number)) => b'a'.wrapping_add(number).wrapping_sub(1),
            _ => b'.',
        });
    }
}

fn write_square(square: u32, out: &mut Text<'_>) {
    out.push(b'a'.wrapping_add((square % ROW) as u8));
    out.push(b'1'.wrapping_add((square / ROW) as u8));
}

impl Einstein {
    /// Returns the position with these stones, or an error. `die` is the number that the die shows,
    /// or 0 if the die rolls next. `side` is the player to move, or `None` if the game is over. No
    /// two stones may be on the same square.
    pub(super) fn set_up(first: Stones, second: Stones, die: u8, side: Option<Side>) -> Result<Self, &'static str> {
        if first.is_empty() && second.is_empty() {
            return Err("a stone");
        }
        let with_turn = |player| match player {
            Side::First => Self { own: first, other: second, die: 0, player },
            Side::Second => Self { own: second, other: first, die: 0, player },
        };
        let position = as_seen_by(side, with_turn)?;
        if side.is_none() && die > 0 {
            return Err("the die 0, because the game is over");
        }
        Ok(Self { die, ..position })
    }
}

impl Notation for Einstein {
    fn write_position(&self, out: &mut Text<'_>) {
        write_board(self.stones(Side::First), self.stones(Side::Second), out);
        out.push(b' ');
        out.push_number(self.die.into());
        out.push(b' ');
        write_side(self, out);
    }

    fn read_position(&mut self, text: &str) -> Result<(), ParseError> {
        let mut reader = NotationReader::new(text);
        let (first, second) = read_board(&mut reader)?;
        reader.expect(b' ', "a blank")?;
        let die = match reader.peek() {
            Some(digit @ b'0'..=b'6') => digit.wrapping_sub(b'0'),
            _ => return Err(reader.error("0 to 6")),
        };
        reader.skip();
        let side = reader.side()?;
        *self = Self::set_up(first, second, die, side).map_err(|expected| reader.error_of_position(expected))?;
        Ok(())
    }

    fn write_move(&self, mv: Move, out: &mut Text<'_>) {
        if is_roll(mv) {
            out.push_number(mv.0);
            return;
        }
        let (from, to) = squares(mv);
        write_square(from, out);
        write_square(to, out);
    }
}
