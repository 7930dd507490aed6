//! The layout of a Breakthrough position as bytes (a snapshot):
//!
//! ```text
//!  0  shape, u32
//!  4  player to move, u8
//!  5  pieces of the first player, u64, one bit per square
//! 13  pieces of the second player, u64
//! ```

use super::rules::Breakthrough;
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};
use crate::game::Game;
use crate::game::snapshot::{Snapshot, put_head, shape, take_head};
use crate::game::value::Side;

impl Snapshot for Breakthrough {
    fn shape(&self) -> u32 {
        shape(1, [self.columns(), self.rows(), 0])
    }

    fn bytes_max(&self) -> usize {
        21
    }

    fn write_bytes(&self, out: &mut ByteWriter<'_>) {
        put_head(self, out);
        out.put_u64(self.pieces(Side::First));
        out.put_u64(self.pieces(Side::Second));
    }

    fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes> {
        let player = take_head(self, from)?;
        let (first, second) = (from.u64()?, from.u64()?);
        check(first & second == 0 && (first | second) & !self.board == 0)?;
        let (own, other) = if player == Side::First { (first, second) } else { (second, first) };
        let over = Self { own, other, player, ..*self }.outcome().is_some();
        let position = self.with_pieces(first, second, (!over).then_some(player)).map_err(|_| InvalidBytes)?;
        check(position.player == player)?;
        *self = position;
        Ok(())
    }
}
