//! Simple boards, as users of a library would write them: two bitboards or an array of houses, and
//! a loop over the pieces that can move. The boards have no tables and no incremental state.

use crate::rules::Rules;
use imm::game::value::{Outcome, Side};
use std::ops::ControlFlow;

/// The outcome of a game in which the player with more seeds or discs wins.
fn more(first: u32, second: u32) -> Outcome {
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => Outcome::FirstWins,
        std::cmp::Ordering::Less => Outcome::SecondWins,
        std::cmp::Ordering::Equal => Outcome::Draw,
    }
}

const fn side(mover: usize) -> Side {
    if mover == 0 { Side::First } else { Side::Second }
}

/// The indices of the set bits.
fn squares(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = (bits != 0).then(|| bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
        square
    })
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// Breakthrough, 8 x 8. A move is the start square plus 64 times the end square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breakthrough {
    pieces: [u64; 2],
    mover: usize,
}

impl Rules for Breakthrough {
    type Move = u16;

    fn start() -> Self {
        Self { pieces: [0xFFFF, 0xFFFF << 48], mover: 0 }
    }

    fn to_move(&self) -> Side {
        side(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.pieces[0] >> 56 != 0 || self.pieces[1] == 0 {
            Some(Outcome::FirstWins)
        } else if self.pieces[1] & 0xFF != 0 || self.pieces[0] == 0 {
            Some(Outcome::SecondWins)
        } else {
            None
        }
    }

    fn visit_moves<B>(&self, mut visit: impl FnMut(u16) -> ControlFlow<B>) -> ControlFlow<B> {
        let (own, other) = (self.pieces[self.mover], self.pieces[1 - self.mover]);
        for from in squares(own) {
            let piece = 1_u64 << from;
            let ahead = if self.mover == 0 { piece << 8 } else { piece >> 8 };
            let beside = (ahead & !FILE_A) >> 1 | (ahead & !FILE_H) << 1;
            for to in squares((ahead & !own & !other) | (beside & !own)) {
                visit((from + 64 * to) as u16)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn played(mut self, mv: u16) -> Self {
        let (from, to) = (1_u64 << (mv & 63), 1_u64 << (mv >> 6));
        self.pieces[self.mover] ^= from | to;
        self.pieces[1 - self.mover] &= !to;
        self.mover = 1 - self.mover;
        self
    }
}

/// Kalah with 6 houses for each player and 4 seeds in each house. A move is the number of a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kalah {
    /// For each player, the houses in the order of sowing, followed by the store.
    pits: [[u8; 7]; 2],
    mover: usize,
}

const HOUSES: usize = 6;
const STORE: usize = HOUSES;

impl Rules for Kalah {
    type Move = u8;

    const ALTERNATES: bool = false;

    fn start() -> Self {
        Self { pits: [[4, 4, 4, 4, 4, 4, 0]; 2], mover: 0 }
    }

    fn to_move(&self) -> Side {
        side(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        let empty = |pits: &[u8; 7]| pits[..HOUSES].iter().all(|&seeds| seeds == 0);
        let total = |pits: &[u8; 7]| pits.iter().map(|&seeds| u32::from(seeds)).sum();
        self.pits.iter().any(empty).then(|| more(total(&self.pits[0]), total(&self.pits[1])))
    }

    fn visit_moves<B>(&self, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        let own = self.pits[self.mover];
        (0..HOUSES).filter(|&house| own[house] != 0).map(|house| house as u8).try_for_each(visit)
    }

    fn played(mut self, mv: u8) -> Self {
        let (mut row, mut pit) = (self.mover, usize::from(mv));
        let mut seeds = std::mem::take(&mut self.pits[row][pit]);
        while seeds > 0 {
            pit += 1;
            if pit > STORE || (pit == STORE && row != self.mover) {
                (row, pit) = (1 - row, 0);
            }
            self.pits[row][pit] += 1;
            seeds -= 1;
        }
        if (row, pit) == (self.mover, STORE) {
            return self;
        }
        if row == self.mover && self.pits[row][pit] == 1 {
            let opposite = std::mem::take(&mut self.pits[1 - row][HOUSES - 1 - pit]);
            self.pits[row][pit] = 0;
            self.pits[row][STORE] += opposite + 1;
        }
        self.mover = 1 - self.mover;
        self
    }
}

/// Othello. A move is the number of a square, or 64 for a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Othello {
    discs: [u64; 2],
    mover: usize,
}

const PASS: u8 = 64;
/// Four of the eight directions; the other four are their opposites. Each entry contains the step
/// to the next square, and the squares that a line may cross without wrapping around the edge of
/// the board.
const STEPS: [(u32, u64); 4] = [(1, !(FILE_A | FILE_H)), (8, !0), (7, !(FILE_A | FILE_H)), (9, !(FILE_A | FILE_H))];

/// The discs of `between` in unbroken rows that start next to a disc of `from` and continue in the
/// direction of `shift`. Each row has at most six discs.
#[inline(always)]
fn row(from: u64, between: u64, shift: impl Fn(u64) -> u64) -> u64 {
    (0..5).fold(shift(from) & between, |line, _| line | shift(line) & between)
}

/// The squares where a disc of `own` can be placed.
fn placeable(own: u64, other: u64) -> u64 {
    let mut found = 0;
    for (step, inside) in STEPS {
        let between = other & inside;
        for shift in [|bits: u64, step: u32| bits << step, |bits: u64, step: u32| bits >> step] {
            found |= shift(row(own, between, |bits| shift(bits, step)), step);
        }
    }
    found & !(own | other)
}

/// The discs that are turned when a disc of `own` is placed on this square.
fn turned(own: u64, other: u64, square: u64) -> u64 {
    let mut found = 0;
    for (step, inside) in STEPS {
        let between = other & inside;
        for shift in [|bits: u64, step: u32| bits << step, |bits: u64, step: u32| bits >> step] {
            let line = row(square, between, |bits| shift(bits, step));
            if shift(line, step) & own != 0 {
                found |= line;
            }
        }
    }
    found
}

impl Othello {
    fn placeable(&self, mover: usize) -> u64 {
        placeable(self.discs[mover], self.discs[1 - mover])
    }
}

impl Rules for Othello {
    type Move = u8;

    fn start() -> Self {
        Self { discs: [1 << 28 | 1 << 35, 1 << 27 | 1 << 36], mover: 0 }
    }

    fn to_move(&self) -> Side {
        side(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.placeable(self.mover) == 0 && self.placeable(1 - self.mover) == 0)
            .then(|| more(self.discs[0].count_ones(), self.discs[1].count_ones()))
    }

    fn visit_moves<B>(&self, mut visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        let placeable = self.placeable(self.mover);
        if placeable == 0 { visit(PASS) } else { squares(placeable).map(|square| square as u8).try_for_each(visit) }
    }

    fn played(mut self, mv: u8) -> Self {
        let (own, other) = (self.discs[self.mover], self.discs[1 - self.mover]);
        if mv != PASS {
            let turned = turned(own, other, 1 << mv);
            self.discs[self.mover] ^= turned | 1 << mv;
            self.discs[1 - self.mover] ^= turned;
        }
        self.mover = 1 - self.mover;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_09::{Rng, SeedableRng, rngs::SmallRng};

    fn moves<R: Rules<Move: Ord>>(at: &R) -> Vec<R::Move> {
        let mut moves = Vec::new();
        let _ = at.visit_moves::<()>(|mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves.sort_unstable();
        moves
    }

    /// Checks that a simple board plays the same games as imm's board. Other tests check the rules
    /// of imm's board.
    fn agrees<P: Rules<Move: Ord>, R: Rules<Move = P::Move>>() {
        let mut rng = SmallRng::seed_from_u64(1);
        for _ in 0..2_000 {
            let (mut plain, mut lent) = (P::start(), R::start());
            while lent.outcome().is_none() {
                let legal = moves(&plain);
                assert_eq!((legal.as_slice(), plain.outcome()), (moves(&lent).as_slice(), None), "{plain:?}");
                assert_eq!(legal.len(), plain.count_moves());
                assert!(matches!(
                    (plain.to_move(), lent.to_move()),
                    (Side::First, Side::First) | (Side::Second, Side::Second)
                ));
                let mv = plain.nth_move(rng.random_range(0..legal.len()));
                (plain, lent) = (plain.played(mv), lent.played(mv));
            }
            assert_eq!(plain.outcome(), lent.outcome(), "{plain:?}");
        }
    }

    #[test]
    fn plays_the_same_games() {
        agrees::<Breakthrough, imm::games::breakthrough::Breakthrough>();
        agrees::<Kalah, imm::games::kalah::Kalah>();
        agrees::<Othello, imm::games::othello::Othello>();
    }
}
