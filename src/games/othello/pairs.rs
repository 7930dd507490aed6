//! Pairs of adjacent squares, and the classes of equivalent pairs. These are the 2-tuples of
//! Jaskowski (2014, arXiv 1406.1509).
//!
//! There are 56 pairs within rows, 56 within columns and 98 on diagonals. The eight symmetries of
//! the board make many pairs equivalent, so that only 32 classes remain. Each of the two squares of
//! a pair is empty, or has a disc of the mover or of the opponent. So a pair has nine states, and
//! there are 288 weights.
//!
//! This file is compiled into the kernel. It is also compiled into the kernel's build script, which
//! makes the tables for builds with an operating system.

/// The number of weights: nine states for each of 32 classes.
pub const WEIGHTS: usize = 288;

/// The direction of a pair of squares. In the comments of the variants, (x, y) is the lower left
/// corner of the smallest rectangle around the pair.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// A pair within a row: the squares (x, y) and (x + 1, y).
    Row,
    /// A pair within a column: the squares (x, y) and (x, y + 1).
    Column,
    /// A pair on a rising diagonal: the squares (x, y) and (x + 1, y + 1).
    Rising,
    /// A pair on a falling diagonal: the squares (x + 1, y) and (x, y + 1).
    Falling,
}

/// The class of a pair, and the order in which the states of its two squares are combined.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    class: u32,
    order: Order,
}

#[derive(Clone, Copy)]
enum Order {
    /// The state of the first square comes first.
    Kept,
    /// The state of the second square comes first.
    Reversed,
    /// A symmetry of the board exchanges the two squares, so both orders give the same weight.
    Either,
}

impl Place {
    /// Returns the class and the order of a pair of this kind at column x and row y. Both are from
    /// 0 to 6. For a pair within a row, y may be 7. For a pair within a column, x may be 7.
    #[inline]
    pub(crate) const fn of(kind: Kind, x: u32, y: u32) -> Self {
        match kind {
            Kind::Row => Self::straight(x, y),
            Kind::Column => Self::straight(y, x),
            Kind::Rising => Self::slanting(x, y, false),
            Kind::Falling => Self::slanting(x, y, true),
        }
    }

    /// Returns the class and order of a pair within a row or a column. There are sixteen such
    /// classes: with mirroring, only four rows are different, and four pairs in each row. For the
    /// pair in the middle of a row, the order of the squares does not matter.
    const fn straight(along: u32, across: u32) -> Self {
        let order = match along {
            0..=2 => Order::Kept,
            3 => Order::Either,
            _ => Order::Reversed,
        };
        let (along, across) = (folded(along, 6), folded(across, 7));
        Self { class: across.wrapping_mul(4).wrapping_add(along), order }
    }

    /// Returns the class and order of a pair on a diagonal. There are sixteen such classes. A
    /// diagonal pair is in a block of 2 x 2 squares, and these blocks have ten classes. In four of
    /// them, the two diagonals are equivalent. In the other six, they are not (4 + 2 * 6).
    const fn slanting(x: u32, y: u32, falling: bool) -> Self {
        // If the columns are mirrored, a rising pair becomes a falling pair. This is also so if the
        // rows are mirrored. Then the two squares are also exchanged, because the lower square is
        // the first one.
        let (falling, reversed) = (falling != ((x > 3) != (y > 3)), y > 3);
        let (x, y) = (folded(x, 6), folded(y, 6));
        // If x is larger than y, rows and columns are exchanged. This exchanges the two squares of
        // a falling pair.
        let (x, y, reversed) = if x > y { (y, x, reversed != falling) } else { (x, y, reversed) };
        // A block of 2 x 2 squares that covers the two middle rows is its own mirror image. So its
        // two diagonals are mirror images of each other.
        let (falling, reversed) = if y == 3 { (false, reversed != falling) } else { (falling, reversed) };
        let triangle = (y.wrapping_mul(y.wrapping_add(1)) / 2).wrapping_add(x);
        let class = triangle.wrapping_add(if falling { 26 } else { 16 });
        let order = match reversed {
            _ if x == y && (falling || y == 3) => Order::Either,
            true => Order::Reversed,
            false => Order::Kept,
        };
        Self { class, order }
    }

    /// The index of the weight for the states of the two squares. A state is 0 for an empty square,
    /// 1 for a disc of the mover, and 2 for a disc of the opponent.
    #[inline]
    pub(crate) const fn weight(self, first: u32, second: u32) -> usize {
        let (high, low) = match self.order {
            Order::Kept => (first, second),
            Order::Reversed => (second, first),
            Order::Either if first > second => (second, first),
            Order::Either => (first, second),
        };
        self.class.wrapping_mul(9).wrapping_add(high.wrapping_mul(3)).wrapping_add(low) as usize
    }
}

/// Returns `number`, which is from 0 to `last`. If it is in the upper half, it is mirrored into the
/// lower half.
const fn folded(number: u32, last: u32) -> u32 {
    let mirrored = last.wrapping_sub(number);
    if number < mirrored { number } else { mirrored }
}
