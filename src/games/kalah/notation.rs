//! Reads and writes Kalah positions and moves as text. An example of a position is
//! `4,4,4,4,4,4|0|4,4,4,4,4,4|0 1`. The text contains the houses and the store of the first player,
//! then the houses and the store of the second player, and then the player to move. Houses are in
//! the sowing order of their owner. The text of a move is the index of the house, from 0.

use super::rules::{HOUSES, Kalah, STORE};
use crate::base::text::{ParseError, Text};
use crate::game::Move;
use crate::game::notation::Notation;
use crate::game::value::Side;
use crate::games::notation_reader::{GOES_ON, NotationReader, OVER, write_side};

impl Kalah {
    /// Writes the houses and the store of one player.
    fn write_row(&self, row: u64, out: &mut Text<'_>) {
        for house in 0..u32::from(self.houses()) {
            if house > 0 {
                out.push(b',');
            }
            out.push_number((row.wrapping_shr(self.byte_of(house)) & 0xFF) as u32);
        }
        out.push(b'|');
        out.push_number((row >> STORE) as u32);
    }

    /// Reads the houses and the store of one player. `left` is the number of stones that the
    /// position may still have. Each stone that is read reduces `left` by 1.
    fn read_row(&self, reader: &mut NotationReader<'_>, left: &mut u8) -> Result<u64, ParseError> {
        let mut row = 0_u64;
        let mut add = |reader: &mut NotationReader<'_>, byte| {
            let stones = reader.number()?;
            *left = left.checked_sub(stones).ok_or_else(|| reader.error_of_position("at most 255 stones in all"))?;
            row |= u64::from(stones).wrapping_shl(byte);
            Ok(())
        };
        for house in 0..u32::from(self.houses()) {
            if house > 0 {
                reader.expect(b',', ",")?;
            }
            add(reader, self.byte_of(house))?;
        }
        reader.expect(b'|', "|")?;
        add(reader, STORE)?;
        Ok(row)
    }
}

impl Notation for Kalah {
    fn write_position(&self, out: &mut Text<'_>) {
        self.write_row(self.row(Side::First), out);
        out.push(b'|');
        self.write_row(self.row(Side::Second), out);
        out.push(b' ');
        write_side(self, out);
    }

    /// Accepts at most 255 stones in total. If one player's houses are all empty, the game is over:
    /// the stones in the opponent's houses go to the opponent's store.
    fn read_position(&mut self, text: &str) -> Result<(), ParseError> {
        let mut reader = NotationReader::new(text);
        let mut left = u8::MAX;
        let first = self.read_row(&mut reader, &mut left)?;
        reader.expect(b'|', "|")?;
        let second = self.read_row(&mut reader, &mut left)?;
        let side = reader.side()?;
        let rows = [first, second].map(|row| row & HOUSES != 0);
        match (rows, side) {
            ([true, true], None) => return Err(reader.error_of_position(GOES_ON)),
            ([false, false], Some(_)) => return Err(reader.error_of_position(OVER)),
            _ => {}
        }
        let player = side.unwrap_or(Side::First);
        let (own, other) = if player == Side::First { (first, second) } else { (second, first) };
        *self = Self { own, other, player, ..*self };
        if rows != [true, true] {
            self.sweep();
        }
        Ok(())
    }

    fn write_move(&self, mv: Move, out: &mut Text<'_>) {
        out.push_number(mv.0);
    }
}
