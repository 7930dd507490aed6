//! Move order. The best move of the table comes first. Then the game's static order decides, then
//! killers, then the history.
//!
//! In chess programs, killers come before the static order. With that order, this search would
//! visit 4 % more positions in Breakthrough, and twice as many in Kalah.
//!
//! Without enhancements, only the game's static order is used, as in the implicit minimax paper
//! (section 4). The alpha-beta search of that paper has no table, killers or history. It does not
//! put the best move of the last iteration first.

use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};
use crate::game::Move;
use crate::game::value::Side;

/// Returns the sort key of a move with this static `order` and this `merit` in the history. Killers
/// come before other moves with the same static order.
#[inline]
pub(super) fn key(mv: Move, killers: [Move; 2], order: i32, merit: u16) -> i64 {
    match mv {
        _ if mv == killers[0] => i64::from(order) << 18 | 3 << 16,
        _ if mv == killers[1] => i64::from(order) << 18 | 2 << 16,
        _ => i64::from(order) << 18 | i64::from(merit),
    }
}

/// Sorts n moves by their keys, highest first. Moves with equal keys keep their order.
///
/// This is insertion sort: it takes about n steps if most keys are equal, and about n² / 4 steps if
/// all keys differ. `keys` is scratch space for n keys.
#[inline]
pub(super) fn sort(moves: &mut [Move], keys: &mut [i64], mut key_of: impl FnMut(Move) -> i64) {
    for place in 0..moves.len().min(keys.len()) {
        let Some(&mv) = moves.get(place) else { break };
        insert(moves, keys, place, (mv, key_of(mv)));
    }
}

/// Inserts a move with its key into the first `count` moves, which are sorted.
#[cfg_attr(target_os = "none", inline(never))] // so that it is compiled once, not for each game
#[cfg_attr(not(target_os = "none"), inline(always))]
fn insert(moves: &mut [Move], keys: &mut [i64], count: usize, (mv, key): (Move, i64)) {
    let mut hole = count;
    while let Some(before) = hole.checked_sub(1) {
        let (Some(&earlier), Some(&its_key)) = (moves.get(before), keys.get(before)) else { break };
        if its_key >= key {
            break;
        }
        put(moves, hole, earlier);
        put(keys, hole, its_key);
        hole = before;
    }
    put(moves, hole, mv);
    put(keys, hole, key);
}

#[inline]
fn put<T>(slots: &mut [T], index: usize, value: T) {
    if let Some(slot) = slots.get_mut(index) {
        *slot = value;
    }
}

/// How often a move was good, and how often it was tried.
#[derive(Clone, Copy, Debug, Default)]
pub struct Merit {
    good: u16,
    tried: u16,
}

/// The relative history (Winands et al. 2006): a merit for each move of each player. It does not
/// depend on the position.
#[derive(Debug)]
pub(super) struct History<'m> {
    merits: &'m mut [Merit],
}

impl<'m> History<'m> {
    pub(super) fn new(merits: &'m mut [Merit]) -> Self {
        Self { merits }
    }

    /// The caller-provided memory.
    pub(super) fn memory(&mut self) -> &mut &'m mut [Merit] {
        &mut self.merits
    }

    pub(super) fn clear(&mut self) {
        self.merits.fill(Merit::default());
    }

    /// Writes the history to a save.
    pub(super) fn save(&self, out: &mut ByteWriter<'_>) {
        for merit in self.merits.iter() {
            out.put_u16(merit.good);
            out.put_u16(merit.tried);
        }
    }

    /// Reads a history of the same size from a save. If `kept` is false, only checks the bytes and
    /// changes nothing.
    pub(super) fn load(&mut self, from: &mut ByteReader<'_>, kept: bool) -> Result<(), InvalidBytes> {
        for merit in self.merits.iter_mut() {
            let (good, tried) = (from.u16()?, from.u16()?);
            check(good <= tried && tried < u16::MAX)?; // the highest count is halved
            if kept {
                *merit = Merit { good, tried };
            }
        }
        Ok(())
    }

    /// Halves all counts, so that older results count less.
    pub(super) fn halve(&mut self) {
        for merit in self.merits.iter_mut() {
            *merit = Merit { good: merit.good / 2, tried: merit.tried / 2 };
        }
    }

    /// Returns the merit of a move: how often it was good, divided by how often it was tried. 65535
    /// means every time.
    #[inline]
    pub(super) fn merit(&self, mover: Side, mv: Move) -> u16 {
        let Some(&Merit { good, tried }) = self.merits.get(self.place(mover, mv)) else { return 0 };
        u32::from(good).wrapping_mul(0xFFFF).checked_div(u32::from(tried)).unwrap_or(0) as u16
    }

    /// Counts one more try of a move.
    #[inline]
    pub(super) fn note_try(&mut self, mover: Side, mv: Move) {
        let place = self.place(mover, mv);
        if let Some(merit) = self.merits.get_mut(place) {
            merit.tried = merit.tried.wrapping_add(1);
            if merit.tried == u16::MAX {
                *merit = Merit { good: merit.good / 2, tried: merit.tried / 2 };
            }
        }
    }

    /// Counts that a tried move was the best move, or caused a cutoff.
    #[inline]
    pub(super) fn note_success(&mut self, mover: Side, mv: Move) {
        let place = self.place(mover, mv);
        if let Some(merit) = self.merits.get_mut(place) {
            merit.good = merit.good.saturating_add(1).min(merit.tried);
        }
    }

    /// Returns the index of a move's entry. Each player has half of the entries. A move with a
    /// small number has this number as its index within the player's half. Moves with larger
    /// numbers share entries with other moves.
    #[inline]
    fn place(&self, mover: Side, mv: Move) -> usize {
        let half = self.merits.len() / 2;
        let code = mv.0 as usize;
        let scattered = u64::from(mv.0.wrapping_mul(0x9E37_79B1));
        let place = if code < half { code } else { (scattered.wrapping_mul(half as u64) >> 32) as usize };
        match mover {
            Side::First => place,
            Side::Second => place.wrapping_add(half),
        }
    }
}
