//! Positions as bytes: who is to move, then the discs of the first player and of the second, a bit
//! a square.

use super::rules::Othello;
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};
use crate::game::snapshot::{Snapshot, expect_shape, shape};
use crate::game::value::Side;

impl Snapshot for Othello {
    fn shape(&self) -> u32 {
        shape(5, [0; 3])
    }

    fn bytes_max(&self) -> usize {
        21
    }

    fn write_bytes(&self, out: &mut ByteWriter<'_>) {
        out.put_u32(self.shape());
        out.put_side(self.player);
        out.put_u64(self.discs(Side::First));
        out.put_u64(self.discs(Side::Second));
    }

    fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes> {
        expect_shape(self, from)?;
        let player = from.side()?;
        let (first, second) = (from.u64()?, from.u64()?);
        check(first & second == 0)?;
        *self = Self::with_discs(first, second, player);
        Ok(())
    }
}
