//! Reads and writes Oware positions and moves as text. The starting position is
//! `4,4,4,4,4,4|0|4,4,4,4,4,4|0 1`. The text contains the houses and the captured seeds of the
//! first player, then the same numbers for the second player, and then the player to move. The
//! houses of each player are in the player's own sowing order. A move is the index of the house,
//! from 0.

use super::rules::{Oware, SEEDS, SIDE};
use super::sowing::{BYTE, CAPTURED, HOUSES, has_won, legal};
use crate::base::text::{ParseError, Text};
use crate::game::Move;
use crate::game::notation::Notation;
use crate::game::value::Side;
use crate::games::notation_reader::{GOES_ON, NotationReader, OVER, write_side};

/// Writes the houses and the captured seeds of one player.
fn write_row(row: u64, out: &mut Text<'_>) {
    for house in 0..SIDE {
        if house > 0 {
            out.push(b',');
        }
        out.push_number((row.wrapping_shr(house.wrapping_mul(8)) & BYTE) as u32);
    }
    out.push(b'|');
    out.push_number((row >> CAPTURED) as u32);
}

/// Reads the houses and the captured seeds of one player. `left` is the number of seeds that the
/// rest of the text may contain.
fn read_row(reader: &mut NotationReader<'_>, left: &mut u8) -> Result<u64, ParseError> {
    let mut row = 0_u64;
    let mut add = |reader: &mut NotationReader<'_>, byte| {
        let seeds = reader.number()?;
        *left = left.checked_sub(seeds).ok_or_else(|| reader.error_of_position("48 seeds in all, not more"))?;
        row |= u64::from(seeds).wrapping_shl(byte);
        Ok(())
    };
    for house in 0..SIDE {
        if house > 0 {
            reader.expect(b',', ",")?;
        }
        add(reader, house.wrapping_mul(8))?;
    }
    reader.expect(b'|', "|")?;
    add(reader, CAPTURED)?;
    Ok(row)
}

impl Notation for Oware {
    fn write_position(&self, out: &mut Text<'_>) {
        write_row(self.row(Side::First), out);
        out.push(b'|');
        write_row(self.row(Side::Second), out);
        out.push(b' ');
        write_side(self, out);
    }

    /// The new position has an empty history. The position must have exactly 48 seeds. The game is
    /// over if a player has captured more than 24 seeds, or if the houses are empty. The game also
    /// ends if the player to move has no legal move. In this case each side takes the seeds in its
    /// houses.
    fn read_position(&mut self, text: &str) -> Result<(), ParseError> {
        let mut reader = NotationReader::new(text);
        let mut left = SEEDS;
        let first = read_row(&mut reader, &mut left)?;
        reader.expect(b'|', "|")?;
        let second = read_row(&mut reader, &mut left)?;
        if left > 0 {
            return Err(reader.error_of_position("48 seeds in all, not fewer"));
        }
        let side = reader.side()?;
        let player = side.unwrap_or(Side::First);
        let (own, other) = if player == Side::First { (first, second) } else { (second, first) };
        let over = has_won(first) || has_won(second) || (first | second) & HOUSES == 0;
        let ends = !over && legal(own, other) == 0;
        let ends_anyhow = ends && legal(other, own) == 0;
        match side {
            Some(_) if over => return Err(reader.error_of_position(OVER)),
            None if !over && !ends_anyhow => return Err(reader.error_of_position(GOES_ON)),
            _ => {}
        }
        self.set_up(own, other, player);
        if ends {
            self.judge();
        }
        Ok(())
    }

    fn write_move(&self, mv: Move, out: &mut Text<'_>) {
        out.push_number(mv.0);
    }
}
