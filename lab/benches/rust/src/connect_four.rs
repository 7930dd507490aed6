//! Connect Four, with the same bitboard technique and evaluation as `c_examples/connect_four.c`. So
//! the board takes the same work in each library, and the searches differ only in language and
//! library.

use crate::rules::{Evaluated, Rules};
use imm::game::value::{Outcome, Side};
use std::ops::ControlFlow;

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
/// The bits of the bottom row. A column has seven bits, from the bottom up; the seventh bit is
/// always 0.
const BOTTOM_ROW: u64 = 0x0000_0408_1020_4081;
const TOP_ROW: u64 = BOTTOM_ROW << (ROWS - 1);
const BOARD: u64 = BOTTOM_ROW * 0x3F;
const ODD_ROWS: u64 = BOTTOM_ROW * 0x15;
const EVEN_ROWS: u64 = BOTTOM_ROW * 0x2A;

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectFour {
    /// The stones of the first player, and of the second player.
    stones: [u64; 2],
    /// The number of moves played. The first player is to move if this number is even.
    plies: u32,
}

const fn column(number: u32) -> u64 {
    0x3F << (7 * number)
}

fn has_four(stones: u64) -> bool {
    let pairs = [1, 7, 6, 8].map(|shift| (stones & stones >> shift, shift));
    pairs.into_iter().fold(0, |found, (pair, shift)| found | (pair & pair >> (2 * shift))) != 0
}

/// The squares where one more stone of `own` completes four in a row.
fn completing(own: u64) -> u64 {
    let mut squares = own << 1 & own << 2 & own << 3;
    for d in 6..=8 {
        let (left, right) = (own << d & own << (2 * d), own >> d & own >> (2 * d));
        squares |= (left & (own << (3 * d) | own >> d)) | (right & (own >> (3 * d) | own << d));
    }
    squares & BOARD
}

fn points_of(own: u64, squares: u64, good_rows: u64) -> i32 {
    let middle = (own & (column(2) | column(3) | column(4))).count_ones() + (own & column(3)).count_ones();
    (middle + 4 * squares.count_ones() + 4 * (squares & good_rows).count_ones()) as i32
}

impl ConnectFour {
    fn taken(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    fn mover(&self) -> usize {
        (self.plies & 1) as usize
    }

    /// The bottom bit of each column that is not full.
    fn free_columns(&self) -> u64 {
        (!self.taken() & TOP_ROW) >> (ROWS - 1)
    }
}

impl Rules for ConnectFour {
    type Move = u8;

    const DRAWS: bool = true;

    fn start() -> Self {
        Self { stones: [0; 2], plies: 0 }
    }

    #[inline]
    fn to_move(&self) -> Side {
        if self.mover() == 0 { Side::First } else { Side::Second }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.mover() {
            0 if has_four(self.stones[1]) => Some(Outcome::SecondWins),
            1 if has_four(self.stones[0]) => Some(Outcome::FirstWins),
            _ => (self.plies == COLUMNS * ROWS).then_some(Outcome::Draw),
        }
    }

    #[inline]
    fn visit_moves<B>(&self, mut visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut free = self.free_columns();
        while free != 0 {
            visit((free.trailing_zeros() / 7) as u8)?;
            free &= free - 1;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.free_columns().count_ones() as usize
    }

    /// Works like `random_move()` in `c_examples/connect_four.c`: no branch depends on `index`.
    #[inline]
    fn nth_move(&self, index: usize) -> u8 {
        let so_far = self.free_columns().wrapping_mul(BOTTOM_ROW);
        let before = (64 + index as u64).wrapping_mul(BOTTOM_ROW).wrapping_sub(so_far) >> 6 & BOTTOM_ROW;
        (before.wrapping_mul(BOTTOM_ROW) >> 42 & 7) as u8
    }

    #[inline]
    fn played(mut self, mv: u8) -> Self {
        let bottom = 1_u64 << (7 * u32::from(mv));
        self.stones[self.mover()] |= (self.taken() + bottom) & (bottom * 0x7F);
        self.plies += 1;
        self
    }
}

impl Evaluated for ConnectFour {
    /// The evaluation times 32,767, rounded towards 0. imm uses the same factor for a fractional
    /// evaluation, but rounds to the nearest integer.
    #[inline]
    fn points(&self) -> i32 {
        let taken = self.taken();
        let (free, reach) = (BOARD & !taken, (taken + BOTTOM_ROW) & BOARD);
        let squares = self.stones.map(|own| completing(own) & free);
        let value = if squares[self.mover()] & reach != 0 {
            [0.95, -0.95][self.mover()]
        } else {
            let ahead =
                points_of(self.stones[0], squares[0], ODD_ROWS) - points_of(self.stones[1], squares[1], EVEN_ROWS);
            ahead as f32 / (12 + ahead.abs()) as f32
        };
        (value * 32_767.0) as i32
    }

    #[inline]
    fn key(&self) -> u64 {
        let key = self.stones[0] + self.taken() + BOTTOM_ROW;
        let key = (key ^ key >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let key = (key ^ key >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        key ^ key >> 31
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the numbers of leaves at each depth against known perft numbers.
    #[test]
    fn leaves_are_those_that_are_known() {
        fn leaves(at: ConnectFour, depth: u32) -> u64 {
            if depth == 0 {
                return 1;
            }
            if at.outcome().is_some() {
                return 0;
            }
            (0..at.count_moves()).map(|index| leaves(at.played(at.nth_move(index)), depth - 1)).sum()
        }
        let found: Vec<u64> = (0..9).map(|depth| leaves(ConnectFour::start(), depth)).collect();
        assert_eq!(found, [1, 7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234]);
    }

    /// Checks that `nth_move()` and `visit_moves()` use the same order of moves.
    #[test]
    fn draws_what_is_listed() {
        let mut at = ConnectFour::start();
        for ply in 0_usize.. {
            if at.outcome().is_some() {
                break;
            }
            let mut listed = Vec::new();
            let _ = at.visit_moves::<()>(|mv| {
                listed.push(mv);
                ControlFlow::Continue(())
            });
            let drawn: Vec<u8> = (0..at.count_moves()).map(|index| at.nth_move(index)).collect();
            assert_eq!(listed, drawn);
            at = at.played(listed[ply * 5 % listed.len()]);
        }
    }
}
