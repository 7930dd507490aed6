//! The categories of moves for transition probabilities (Winands & Bjornsson 2011). Three things
//! determine the category: whether the move captures, the board regions of its start and target
//! squares, and how much closer the piece comes to the centre of mass of the mover's pieces.

use super::eval::Centre;
use super::rules::{Loa, PASS, captures, squares};
use super::transitions::TRANSITIONS;
use crate::game::Move;

/// The number of regions of the board. One quarter of the board has these regions:
///
/// ```text
/// 4  1234
/// 3  1233
/// 2  1222
/// 1  0111
///    abcd
/// ```
const REGIONS: u32 = 5;
/// The number of possible steps. The step of a move is how much closer the piece comes to the
/// centre of mass, from -7 to 7.
const STEPS: u32 = 15;
/// The number of categories of captures. It is also the number of categories of other moves,
/// without the pass.
const ALIKE: u32 = REGIONS * REGIONS * STEPS;

/// The region of each square, from the corners (0) to the inner 2 x 2 (4).
static REGION: [u8; 64] = regions();

impl Loa {
    /// The number of categories, including one for the pass.
    pub const CATEGORIES: u16 = 2 * ALIKE as u16 + 1;

    /// Returns the wider category that contains `category`. A wider category ignores the regions:
    /// it contains all captures that come closer to the centre of mass by the same step, or all
    /// other moves with that step.
    #[must_use]
    pub const fn wider_category(category: u16) -> u16 {
        let category = category as u32;
        (category / ALIKE).wrapping_mul(STEPS).wrapping_add(category % STEPS) as u16
    }

    /// The category of a move: `capture * 375 + region from * 75 + region to * 15 + step + 7`. The
    /// step is the distance of the start from the centre of mass, minus the distance of the target,
    /// in moves of a chess king.
    #[inline]
    pub(super) fn category_of(&self, mv: Move) -> u16 {
        category(mv, self.distances())
    }

    /// Returns the distances of all squares from the centre of mass of the mover's pieces.
    #[inline]
    fn distances(&self) -> [u64; 3] {
        Centre::of(self.kept.sums(self.player)).distances()
    }

    /// Returns the transition probability of `mv`, in units of 1/255. It tells how often players
    /// choose moves of this category.
    #[inline]
    pub(super) fn transition_of(&self, mv: Move) -> Option<u8> {
        transition(mv, self.distances())
    }

    /// Calls `visit` for each of `moves`, with the move and its transition probability in units of
    /// 1/255.
    #[inline]
    pub(super) fn each_transition_of(&self, moves: &[Move], mut visit: impl FnMut(Move, Option<u8>)) {
        let distances = self.distances();
        moves.iter().for_each(|&mv| visit(mv, transition(mv, distances)));
    }
}

#[inline]
fn transition(mv: Move, distances: [u64; 3]) -> Option<u8> {
    TRANSITIONS.get(usize::from(category(mv, distances))).copied()
}

/// Returns the category of a move. `boards` has the distances from the centre of mass.
#[inline]
fn category(mv: Move, distances: [u64; 3]) -> u16 {
    if mv == PASS {
        return Loa::CATEGORIES.wrapping_sub(1);
    }
    let (from, to) = squares(mv);
    let step = distance(distances, from).wrapping_add(7).wrapping_sub(distance(distances, to));
    let regions = region(from).wrapping_mul(REGIONS).wrapping_add(region(to));
    let kind = if captures(mv) { ALIKE } else { 0 };
    kind.wrapping_add(regions.wrapping_mul(STEPS)).wrapping_add(step) as u16
}

/// Returns the distance of `square` from the centre of mass. The three `boards` have bits 0, 1 and
/// 2 of the distances of all squares.
#[inline]
pub(super) fn distance(boards: [u64; 3], square: u32) -> u32 {
    let [ones, twos, fours] = boards.map(|board| board.wrapping_shr(square) as u32 & 1);
    fours << 2 | twos << 1 | ones
}

#[inline]
fn region(square: u32) -> u32 {
    REGION.get(square as usize & 63).copied().map_or(0, u32::from)
}

#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // computed at build time
const fn regions() -> [u8; 64] {
    let mut regions = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8, square / 8);
        let (x, y) = (if x < 4 { x } else { 7 - x }, if y < 4 { y } else { 7 - y });
        let ring = if x < y { x } else { y };
        regions[square] = if x + y == 0 { 0 } else { ring as u8 + 1 };
        square += 1;
    }
    regions
}

#[cfg(test)]
#[path = "categories_tests.rs"]
mod tests;
