//! Reads and writes Onitama positions and moves as text. An example of a position is
//! `bbBbb/...../...../...../wwWww tiger,crab monkey,crane mantis 1`. The text contains the board
//! with the highest row first, the cards of each player, the card in the middle, and the player to
//! move. `w` and `W` are the first player's students and master, `b` and `B` the second player's.
//! Examples of moves are `a1a3:tiger` and `pass:tiger`. The text of a move ends with the name of
//! the card that the move uses.

use super::cards::{CARDS, Deal, Hand, name};
use super::rules::{Onitama, is_pass, parts, square};
use crate::base::text::{ParseError, Text};
use crate::game::Move;
use crate::game::notation::Notation;
use crate::game::value::Side;
use crate::games::notation_reader::{NotationReader, as_seen_by, write_side};

/// The largest number of pieces of a side.
const PIECES_MAX: u32 = 5;

/// The pieces of the first player, the pieces of the second player, and the masters of both
/// players.
#[derive(Clone, Copy, Default)]
pub(super) struct Board {
    pub(super) first: u32,
    pub(super) second: u32,
    pub(super) masters: u32,
}

impl Board {
    /// Reads the five rows. The highest row comes first.
    fn read(reader: &mut NotationReader<'_>) -> Result<Self, ParseError> {
        let mut board = Self::default();
        for row in (0..5_u32).rev() {
            for column in 0..5 {
                board.put(reader.peek(), square(row.wrapping_mul(5).wrapping_add(column)), reader)?;
                reader.skip();
            }
            if row > 0 {
                reader.expect(b'/', "/")?;
            }
        }
        Ok(board)
    }

    fn put(&mut self, byte: Option<u8>, square: u32, reader: &NotationReader<'_>) -> Result<(), ParseError> {
        match byte {
            Some(b'w' | b'W') => self.first |= square,
            Some(b'b' | b'B') => self.second |= square,
            Some(b'.') => {}
            _ => return Err(reader.error("w, W, b, B or .")),
        }
        self.masters |= if byte.is_some_and(|byte| byte.is_ascii_uppercase()) { square } else { 0 };
        Ok(())
    }

    /// Checks that each side has at most one master and four students, and that at least one side
    /// has its master.
    fn check(&self) -> Result<(), &'static str> {
        let count = |pieces: u32| (pieces.count_ones(), (pieces & self.masters).count_ones());
        let ((first, first_masters), (second, second_masters)) = (count(self.first), count(self.second));
        let students = first.saturating_sub(first_masters).max(second.saturating_sub(second_masters));
        if students >= PIECES_MAX {
            return Err("at most four students for each side");
        }
        match (first_masters, second_masters) {
            (1, 1) | (0, 1) | (1, 0) => Ok(()),
            (0, 0) => Err("a master"),
            _ => Err("one master for each side"),
        }
    }

    fn write(&self, out: &mut Text<'_>) {
        for row in (0..5_u32).rev() {
            for column in 0..5 {
                let square = square(row.wrapping_mul(5).wrapping_add(column));
                let piece = match (self.first & square != 0, self.second & square != 0) {
                    (true, _) => b'w',
                    (_, true) => b'b',
                    _ => b'.',
                };
                out.push(if self.masters & square != 0 { piece.to_ascii_uppercase() } else { piece });
            }
            out.push(if row > 0 { b'/' } else { b' ' });
        }
    }
}

/// Reads the name of a card that is not in `taken`, and adds the card to `taken`.
fn read_card(reader: &mut NotationReader<'_>, taken: &mut u16) -> Result<u8, ParseError> {
    let left = |card: &u8| 1_u16.wrapping_shl(u32::from(*card)) & *taken == 0;
    let card = (0..CARDS as u8).filter(left).find(|&card| reader.word(name(card)));
    let card = card.ok_or_else(|| reader.error("the name of a card that is not listed yet"))?;
    *taken |= 1_u16.wrapping_shl(u32::from(card));
    Ok(card)
}

/// Reads two cards, a blank, two cards, a blank, and one card.
fn read_cards(reader: &mut NotationReader<'_>) -> Result<Deal, ParseError> {
    let mut taken = 0;
    let hand = |reader: &mut NotationReader<'_>, taken: &mut u16| {
        let one = read_card(reader, taken)?;
        reader.expect(b',', ",")?;
        let other = read_card(reader, taken)?;
        reader.expect(b' ', "a blank")?;
        Ok(Hand::of(one, other))
    };
    Ok((hand(reader, &mut taken)?, hand(reader, &mut taken)?, read_card(reader, &mut taken)?))
}

fn write_hand(hand: Hand, out: &mut Text<'_>) {
    let [low, high] = hand.cards();
    out.push_str(name(low));
    out.push(b',');
    out.push_str(name(high));
    out.push(b' ');
}

fn write_square(square: u32, out: &mut Text<'_>) {
    out.push(b'a'.wrapping_add((square % 5) as u8));
    out.push(b'1'.wrapping_add((square / 5) as u8));
}

impl Onitama {
    /// Returns the position with these pieces and cards, or an error. `side` is the player to move,
    /// or `None` if the game is over.
    pub(super) fn set_up(
        board: Board,
        (first_hand, second_hand, middle): Deal,
        side: Option<Side>,
    ) -> Result<Self, &'static str> {
        board.check()?;
        let Board { first, second, masters } = board;
        let with_turn = |player| match player {
            Side::First => Self {
                own: first,
                other: second,
                masters,
                own_hand: first_hand,
                other_hand: second_hand,
                middle,
                player,
            },
            Side::Second => Self {
                own: second,
                other: first,
                masters,
                own_hand: second_hand,
                other_hand: first_hand,
                middle,
                player,
            },
        };
        as_seen_by(side, with_turn)
    }
}

impl Notation for Onitama {
    fn write_position(&self, out: &mut Text<'_>) {
        let (first, second) = (self.pieces(Side::First), self.pieces(Side::Second));
        Board { first, second, masters: self.masters }.write(out);
        write_hand(self.hand(Side::First), out);
        write_hand(self.hand(Side::Second), out);
        out.push_str(name(self.middle));
        out.push(b' ');
        write_side(self, out);
    }

    /// The two cards of a hand may be in any order.
    fn read_position(&mut self, text: &str) -> Result<(), ParseError> {
        let mut reader = NotationReader::new(text);
        let board = Board::read(&mut reader)?;
        reader.expect(b' ', "a blank")?;
        let cards = read_cards(&mut reader)?;
        let side = reader.side()?;
        *self = Self::set_up(board, cards, side).map_err(|expected| reader.error_of_position(expected))?;
        Ok(())
    }

    fn write_move(&self, mv: Move, out: &mut Text<'_>) {
        let (from, to, card) = parts(mv);
        if is_pass(mv) {
            out.push_str("pass");
        } else {
            write_square(from, out);
            write_square(to, out);
        }
        out.push(b':');
        out.push_str(name(card));
    }
}
