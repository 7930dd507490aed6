//! Move order: the best move of the table; then the game's static order, and among equals killers,
//! then history.
//!
//! Killers before the static order, as in chess programs, cost 4 % more positions on Breakthrough
//! and twice as many on Kalah.
//!
//! Without enhancements it is the game's static order and nothing else (implicit minimax paper,
//! section 4; its program's alpha-beta has neither a table nor killers nor history, and does not
//! put the last iteration's best move first).

use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};
use crate::game::Move;
use crate::game::value::Side;

/// The key of a move which the game gives this `order`, and the history this `merit`: killers come
/// before others of their class.
#[inline]
pub(super) fn key(mv: Move, killers: [Move; 2], order: i32, merit: u16) -> i64 {
    match mv {
        _ if mv == killers[0] => i64::from(order) << 18 | 3 << 16,
        _ if mv == killers[1] => i64::from(order) << 18 | 2 << 16,
        _ => i64::from(order) << 18 | i64::from(merit),
    }
}

/// Sorts moves by their keys, highest first; equals keep the order of the list.
///
/// By insertion: as many steps as there are moves where most are of one class, a quarter of its
/// square where every one has a number of its own. `keys` is scratch space for as many.
#[inline]
pub(super) fn sort(moves: &mut [Move], keys: &mut [i64], mut key_of: impl FnMut(Move) -> i64) {
    for place in 0..moves.len().min(keys.len()) {
        let Some(&mv) = moves.get(place) else { break };
        let key = key_of(mv);
        let mut hole = place;
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

/// What became of each player's moves, whatever the position they were made in.
#[derive(Debug)]
pub(super) struct History<'m> {
    merits: &'m mut [Merit],
    /// Is a move's merit relative to how often it was tried?
    relative: bool,
}

impl<'m> History<'m> {
    pub(super) fn new(merits: &'m mut [Merit], relative: bool) -> Self {
        Self { merits, relative }
    }

    /// The slice that was lent.
    pub(super) fn memory(&mut self) -> &mut &'m mut [Merit] {
        &mut self.merits
    }

    pub(super) fn clear(&mut self) {
        self.merits.fill(Merit::default());
    }

    /// Writes it.
    pub(super) fn save(&self, out: &mut ByteWriter<'_>) {
        for merit in self.merits.iter() {
            out.put_u16(merit.good);
            out.put_u16(merit.tried);
        }
    }

    /// Reads what [`History::save`] has written for a history as large; where it is not to be
    /// `kept` this one stays, and the bytes are only checked.
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

    /// What is older counts half.
    pub(super) fn halve(&mut self) {
        for merit in self.merits.iter_mut() {
            *merit = Merit { good: merit.good / 2, tried: merit.tried / 2 };
        }
    }

    /// From 0 to 65535: the more often the move was good (among the times that it was tried), the
    /// more.
    #[inline]
    pub(super) fn merit(&self, mover: Side, mv: Move) -> u16 {
        let Some(&Merit { good, tried }) = self.merits.get(self.place(mover, mv)) else { return 0 };
        if self.relative && good > 0 {
            u32::from(good).wrapping_mul(0xFFFF).checked_div(u32::from(tried)).unwrap_or(0) as u16
        } else {
            good
        }
    }

    /// The move was tried.
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

    /// The move, which was tried, was the best, or good enough to end the search of its position.
    #[inline]
    pub(super) fn note_success(&mut self, mover: Side, mv: Move) {
        let place = self.place(mover, mv);
        if let Some(merit) = self.merits.get_mut(place) {
            merit.good = merit.good.saturating_add(1).min(merit.tried);
        }
    }

    /// Each player has half of the memory. Games that number their moves from 0 on have a place for
    /// each; others share.
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
