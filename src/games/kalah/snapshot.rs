//! The layout of a Kalah position as bytes (a snapshot), for h houses on each side:
//!
//! ```text
//! 0      shape, u32
//! 4      player to move, u8
//! 5      houses of the first player in sowing order, then the store, u8 each
//! 6 + h  houses and store of the second player
//! ```

use super::rules::{HOUSES, Kalah};
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};
use crate::game::snapshot::{Snapshot, put_head, shape, take_head};
use crate::game::value::Side;

impl Kalah {
    /// The number of bytes of a row that are in use.
    fn row_len(&self) -> usize {
        usize::from(self.houses()).wrapping_add(1)
    }

    fn put_row(&self, row: u64, out: &mut ByteWriter<'_>) {
        let bytes = row.wrapping_shr(u32::from(self.first_house)).to_le_bytes();
        out.put(bytes.get(..self.row_len()).unwrap_or_default());
    }

    /// Reads a row, and adds its stones to `stones`.
    fn take_row(&self, from: &mut ByteReader<'_>, stones: &mut u32) -> Result<u64, InvalidBytes> {
        let mut row = 0_u64;
        for (place, &byte) in (0_u32..).zip(from.take(self.row_len())?) {
            *stones = stones.wrapping_add(u32::from(byte));
            row |= u64::from(byte).wrapping_shl(u32::from(self.first_house).wrapping_add(place.wrapping_mul(8)));
        }
        Ok(row)
    }
}

impl Snapshot for Kalah {
    fn shape(&self) -> u32 {
        shape(2, [self.houses(), self.capture as u8, 0])
    }

    fn bytes_max(&self) -> usize {
        self.row_len().wrapping_mul(2).wrapping_add(5)
    }

    fn write_bytes(&self, out: &mut ByteWriter<'_>) {
        put_head(self, out);
        self.put_row(self.row(Side::First), out);
        self.put_row(self.row(Side::Second), out);
    }

    /// Accepts at most 255 stones in total, like the notation. Either both players must have stones
    /// in houses, or all houses must be empty. If all houses are empty, the game is over, and the
    /// first player must be to move.
    fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes> {
        let player = take_head(self, from)?;
        let mut stones = 0;
        let (first, second) = (self.take_row(from, &mut stones)?, self.take_row(from, &mut stones)?);
        check(stones <= 255)?;
        check(match (first & HOUSES != 0, second & HOUSES != 0) {
            (true, true) => true,
            (false, false) => player == Side::First,
            _ => false,
        })?;
        let (own, other) = if player == Side::First { (first, second) } else { (second, first) };
        *self = Self { own, other, player, ..*self };
        Ok(())
    }
}
