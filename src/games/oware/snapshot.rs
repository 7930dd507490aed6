//! Positions of Oware as bytes (snapshots). The bytes from 19 on exist only if the game is not
//! over:
//!
//! ```text
//!  0  shape, u32
//!  4  player to move, u8
//!  5  six houses of the first player in sowing order, then the captured seeds, u8 each
//! 12  houses and captured seeds of the second player
//! 19  houses sown since the last capture, u16
//! 21  marks of the positions since the last capture, 2 x u64
//! 37  number of sowings that follow, u16
//! 39  sowings since the last capture, latest first, u16 each
//! ```
//!
//! The code that reads a snapshot goes back through the sowings, and then replays them. So it
//! refuses bytes with impossible sowings.

use super::rules::{Oware, SEEDS, SIDE};
use super::sowing::{BYTE, HOUSES, Sowing, has_won, legal};
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};
use crate::game::snapshot::{Snapshot, put_head, shape, take_head};
use crate::game::value::Side;
use crate::game::{Game, Move};
use crate::games::recent_plies::RecentPlies;

/// The number of bytes of a row that are in use: the houses and the captured seeds.
const ROW: usize = 7;
/// The number of bytes before the sowings.
const HEAD: usize = 39;

/// The sowings since the last capture, latest first, two bytes each: the house in the lowest three
/// bits, and the number of seeds in the higher bits.
struct Past<'a>(&'a [u8]);

impl Past<'_> {
    /// Returns the house and the seeds of each sowing, latest first.
    fn latest_first(&self) -> impl DoubleEndedIterator<Item = (u32, u64)> {
        let entry = |bytes: &[u8]| bytes.try_into().map_or(0, u16::from_le_bytes);
        self.0.chunks_exact(2).map(entry).map(|entry| (u32::from(entry & 7), u64::from(entry >> 3)))
    }
}

fn put_row(row: u64, out: &mut ByteWriter<'_>) {
    out.put(row.to_le_bytes().get(..ROW).unwrap_or_default());
}

fn take_row(from: &mut ByteReader<'_>) -> Result<u64, InvalidBytes> {
    Ok(from.take(ROW)?.iter().rev().fold(0, |row, &byte| row << 8 | u64::from(byte)))
}

/// True if both rows together contain exactly 48 seeds, and the unused bytes of the rows are 0.
fn are_whole(own: u64, other: u64) -> bool {
    let bytes = own.to_le_bytes().into_iter().chain(other.to_le_bytes());
    let seeds = bytes.fold(0_u32, |sum, byte| sum.wrapping_add(u32::from(byte)));
    seeds == u32::from(SEEDS) && (own | other) >> (8 * ROW) == 0
}

fn is_over(own: u64, other: u64) -> bool {
    has_won(own) || has_won(other) || (own | other) & HOUSES == 0
}

impl Oware {
    /// Sets up the position before the sowings `past`. `rows` and `player` describe the position
    /// after the sowings.
    fn rewind(&mut self, rows: [u64; 2], player: Side, past: &Past<'_>) -> Result<(), InvalidBytes> {
        let ([mut own, mut other], mut mover) = (rows, player);
        for (house, seeds) in past.latest_first() {
            check(house < SIDE && (1..=u64::from(SEEDS)).contains(&seeds))?;
            let sowing = Sowing::new(house, seeds);
            (own, other) = (other.wrapping_sub(sowing.own), own.wrapping_sub(sowing.other));
            mover = mover.opponent();
        }
        check(are_whole(own, other) && !is_over(own, other) && legal(own, other) != 0)?;
        self.set_up(own, other, mover);
        Ok(())
    }

    /// Goes back to the position before the sowings `past`, and replays these sowings. The result
    /// must be the position with these `rows` (of the player to move, then of the opponent) and
    /// with `player` to move. Otherwise returns an error.
    fn replay(&mut self, rows: [u64; 2], player: Side, past: &Past<'_>) -> Result<(), InvalidBytes> {
        self.rewind(rows, player, past)?;
        for (house, seeds) in past.latest_first().rev() {
            let shift = house.wrapping_mul(8);
            let may = self.legal.wrapping_shr(shift) & BYTE != 0;
            check(may && self.own.wrapping_shr(shift) & BYTE == seeds)?;
            self.play(Move(house));
            check(self.legal != 0)?;
        }
        check([self.own, self.other] == rows && self.player == player)
    }
}

impl Snapshot for Oware {
    fn shape(&self) -> u32 {
        shape(4, [0; 3])
    }

    fn bytes_max(&self) -> usize {
        usize::from(RecentPlies::CAPACITY).wrapping_mul(2).wrapping_add(HEAD)
    }

    fn write_bytes(&self, out: &mut ByteWriter<'_>) {
        put_head(self, out);
        put_row(self.row(Side::First), out);
        put_row(self.row(Side::Second), out);
        if self.legal != 0 {
            self.history.write(out);
        }
    }

    fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes> {
        let player = take_head(self, from)?;
        let (first, second) = (take_row(from)?, take_row(from)?);
        let (own, other) = if player == Side::First { (first, second) } else { (second, first) };
        check(are_whole(own, other))?;
        if is_over(own, other) {
            self.set_up(own, other, player);
            return Ok(());
        }
        let (sown, marks, len) = (from.u16()?, [from.u64()?, from.u64()?], from.u16()?);
        check(len <= RecentPlies::CAPACITY)?;
        let past = Past(from.take(usize::from(len).wrapping_mul(2))?);
        self.replay([own, other], player, &past)?;
        check(self.history.take_traces(sown, marks, len))
    }
}

#[cfg(test)]
#[path = "snapshot_tests.rs"]
mod tests;
