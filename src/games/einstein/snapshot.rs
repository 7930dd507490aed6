//! Positions of EinStein würfelt nicht! as bytes (snapshots):
//!
//! ```text
//!  0  shape, u32
//!  4  player to move, u8
//!  5  number that the die shows, u8; 0 if the die rolls next
//!  6  squares of the first player's stones 1 to 6, u8 each; 31 if the stone was captured
//! 12  squares of the second player's stones
//! ```

use super::rules::{Einstein, SIDES};
use super::stones::{CAPTURED, SQUARES, STONES, Stones};
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};
use crate::game::Game;
use crate::game::snapshot::{Snapshot, put_head, shape, take_head};
use crate::game::value::Side;

/// Reads the squares of six stones. `taken` has a bit for each square that already has a stone.
fn stones(from: &mut ByteReader<'_>, taken: &mut u32) -> Result<Stones, InvalidBytes> {
    let mut stones = Stones::NONE;
    for number in 1..=STONES {
        let square = u32::from(from.u8()?);
        if square != CAPTURED {
            check(square < SQUARES && taken.wrapping_shr(square) & 1 == 0)?;
            *taken |= 1_u32.wrapping_shl(square);
            stones = stones.with(number, square);
        }
    }
    Ok(stones)
}

impl Snapshot for Einstein {
    fn shape(&self) -> u32 {
        shape(7, [0; 3])
    }

    fn bytes_max(&self) -> usize {
        18
    }

    fn write_bytes(&self, out: &mut ByteWriter<'_>) {
        put_head(self, out);
        out.put_u8(self.die);
        for player in [Side::First, Side::Second] {
            (1..=STONES).for_each(|number| out.put_u8(self.stones(player).square(number) as u8));
        }
    }

    fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes> {
        let player = take_head(self, from)?;
        let die = from.u8()?;
        check(u32::from(die) <= SIDES)?;
        let mut taken = 0;
        let (first, second) = (stones(from, &mut taken)?, stones(from, &mut taken)?);
        // If the game is over, the stored player is the loser, who is to move.
        let goes_on = Self::set_up(first, second, die, Some(player));
        let position = goes_on.or_else(|_| Self::set_up(first, second, die, None)).map_err(|_| InvalidBytes)?;
        check(position.to_move() == player)?;
        *self = position;
        Ok(())
    }
}
