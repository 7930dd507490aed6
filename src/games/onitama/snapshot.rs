//! Positions of Onitama as bytes (snapshots):
//!
//! ```text
//!  0  shape, u32
//!  4  player to move, u8
//!  5  pieces of the first player, u32, one bit per square
//!  9  pieces of the second player, u32
//! 13  masters of both players, u32
//! 17  cards of the first player, 2 x u8, the lower number first
//! 19  cards of the second player, 2 x u8, the lower number first
//! 21  card in the middle, u8
//! ```

use super::cards::{CARDS, Hand};
use super::notation::Board;
use super::rules::Onitama;
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};
use crate::game::Game;
use crate::game::snapshot::{Snapshot, put_head, shape, take_head};
use crate::game::value::Side;

/// The squares of the board.
const SQUARES: u32 = (1 << 25) - 1;

/// Reads two cards. The card with the lower number must come first.
fn hand(from: &mut ByteReader<'_>) -> Result<Hand, InvalidBytes> {
    let (low, high) = (from.u8()?, from.u8()?);
    check(low < high && u32::from(high) < CARDS)?;
    Ok(Hand::of(low, high))
}

impl Snapshot for Onitama {
    fn shape(&self) -> u32 {
        shape(6, [0; 3])
    }

    fn bytes_max(&self) -> usize {
        22
    }

    fn write_bytes(&self, out: &mut ByteWriter<'_>) {
        put_head(self, out);
        out.put_u32(self.pieces(Side::First));
        out.put_u32(self.pieces(Side::Second));
        out.put_u32(self.masters);
        out.put(&self.hand(Side::First).cards());
        out.put(&self.hand(Side::Second).cards());
        out.put_u8(self.middle);
    }

    fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes> {
        let player = take_head(self, from)?;
        let board = Board { first: from.u32()?, second: from.u32()?, masters: from.u32()? };
        let Board { first, second, masters } = board;
        check(first & second == 0 && (first | second) & !SQUARES == 0 && masters & !(first | second) == 0)?;
        let cards = (hand(from)?, hand(from)?, from.u8()?);
        check(u32::from(cards.2) < CARDS)?;
        let apart = (cards.0.0 | cards.1.0 | Hand::of(cards.2, cards.2).0).count_ones();
        check(apart == 5)?;
        // If the game is over, the stored player is the loser, who is to move.
        let goes_on = Self::set_up(board, cards, Some(player));
        let position = goes_on.or_else(|_| Self::set_up(board, cards, None)).map_err(|_| InvalidBytes)?;
        check(position.to_move() == player)?;
        *self = position;
        Ok(())
    }
}
