//! Positions as `bbbb/bbbb/..../wwww/wwww 1`, highest row first, `w` the first player's men; moves as `a2b3`.

use super::rules::{Breakthrough, squares};
use crate::bits::bit;
use crate::game::{Game, Move};
use crate::games::reader::{Reader, write_side};
use crate::text::{Notation, ParseError, Text};
use crate::value::Player;

impl Breakthrough {
    /// The position with these men, if it can be: `side` to move, or `None` where the game is over.
    fn with_men(&self, first: u64, second: u64, side: Option<Player>) -> Result<Self, &'static str> {
        let limit = u32::from(self.columns()).wrapping_mul(2);
        if first.count_ones() > limit || second.count_ones() > limit {
            return Err("at most two rows of men a side");
        }
        let with_turn = |player| {
            let (own, other) = if player == Player::First { (first, second) } else { (second, first) };
            Self { own, other, player, ..*self }
        };
        // Whoever is to move has lost if the game is over: look at the position from both sides.
        let (first_to_move, second_to_move) = (with_turn(Player::First), with_turn(Player::Second));
        match (side, first_to_move.outcome(), second_to_move.outcome()) {
            (Some(Player::First), None, None) => Ok(first_to_move),
            (Some(Player::Second), None, None) => Ok(second_to_move),
            (None, Some(_), None) => Ok(first_to_move),
            (None, None, Some(_)) => Ok(second_to_move),
            (None, None, None) => Err("1 or 2: the game goes on"),
            (Some(_), _, _) => Err("-: the game is over"),
            (None, Some(_), Some(_)) => Err("one winner"),
        }
    }
}

/// Writes a square: file, then row.
fn write_square(square: u32, out: &mut Text<'_>) {
    out.push(b'a'.wrapping_add((square % 8) as u8));
    out.push(b'1'.wrapping_add((square / 8) as u8));
}

impl Notation for Breakthrough {
    fn write_position(&self, out: &mut Text<'_>) {
        let (first, second) = (self.men(Player::First), self.men(Player::Second));
        for row in (0..self.rows()).rev() {
            for column in 0..self.columns() {
                let square = bit(u32::from(row).wrapping_mul(8).wrapping_add(u32::from(column)));
                out.push(match (first & square != 0, second & square != 0) {
                    (true, _) => b'w',
                    (_, true) => b'b',
                    _ => b'.',
                });
            }
            out.push(if row > 0 { b'/' } else { b' ' });
        }
        write_side(self, out);
    }

    fn read_position(&mut self, text: &str) -> Result<(), ParseError> {
        let mut reader = Reader::new(text);
        let (mut first, mut second) = (0_u64, 0_u64);
        for row in (0..self.rows()).rev() {
            for column in 0..self.columns() {
                let square = bit(u32::from(row).wrapping_mul(8).wrapping_add(u32::from(column)));
                match reader.peek() {
                    Some(b'w') => first |= square,
                    Some(b'b') => second |= square,
                    Some(b'.') => {}
                    _ => return Err(reader.error("w, b or .")),
                }
                reader.skip();
            }
            if row > 0 {
                reader.expect(b'/', "/")?;
            }
        }
        let side = reader.side()?;
        *self = self.with_men(first, second, side).map_err(|expected| reader.error(expected))?;
        Ok(())
    }

    fn write_move(&self, mv: Move, out: &mut Text<'_>) {
        let (from, to) = squares(mv);
        write_square(from, out);
        write_square(to, out);
    }
}
