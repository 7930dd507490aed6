//! Positions of Othello as bytes (snapshots):
//!
//! ```text
//!  0  shape, u32
//!  4  player to move, u8
//!  5  discs of the first player, u64, one bit per square
//! 13  discs of the second player, u64
//! ```

use super::rules::{Othello, Scoring};
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};
use crate::game::snapshot::{Snapshot, put_head, shape, take_head};
use crate::game::value::Side;

impl Snapshot for Othello {
    fn shape(&self) -> u32 {
        let scoring = match self.scoring {
            Scoring::EmptiesToWinner => 0,
            Scoring::DiscsOnly => 1,
        };
        shape(5, [scoring, 0, 0])
    }

    fn bytes_max(&self) -> usize {
        21
    }

    fn write_bytes(&self, out: &mut ByteWriter<'_>) {
        put_head(self, out);
        out.put_u64(self.discs(Side::First));
        out.put_u64(self.discs(Side::Second));
    }

    fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes> {
        let player = take_head(self, from)?;
        let (first, second) = (from.u64()?, from.u64()?);
        check(first & second == 0)?;
        *self = Self { scoring: self.scoring, ..Self::with_discs(first, second, player) };
        Ok(())
    }
}
