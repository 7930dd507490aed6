//! Pairs of adjacent squares, and which of them are alike: the 2-tuples of Jaskowski (2014, arXiv
//! 1406.1509).
//!
//! The 56 pairs within rows, the 56 within columns and the 98 on diagonals fall into 32 classes by
//! the eight symmetries of the board. Each of the two squares is empty, the mover's or the
//! opponent's: nine states, so that there are 288 weights.
//!
//! This file is compiled into the kernel, for bare metal, and into its build script, for hosts.

/// How many weights there are: nine states of 32 classes.
pub const WEIGHTS: usize = 288;

/// Which of its neighbours a square makes a pair with, of the lower left square of a pair or, if it
/// falls, the square beside that.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// (x, y) and (x + 1, y).
    Row,
    /// (x, y) and (x, y + 1).
    Column,
    /// (x, y) and (x + 1, y + 1).
    Rising,
    /// (x + 1, y) and (x, y + 1).
    Falling,
}

/// A class, and in which order the two squares of a pair make its state.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    class: u32,
    order: Order,
}

#[derive(Clone, Copy)]
enum Order {
    /// First square first.
    Kept,
    /// Second square first.
    Reversed,
    /// A symmetry of the board exchanges the squares: the state is the same either way.
    Either,
}

impl Place {
    /// The pair of a kind at column x and row y, each 0 to 6; the other coordinate of a row or a
    /// column may be 7.
    #[inline]
    pub(crate) const fn of(kind: Kind, x: u32, y: u32) -> Self {
        match kind {
            Kind::Row => Self::straight(x, y),
            Kind::Column => Self::straight(y, x),
            Kind::Rising => Self::slanting(x, y, false),
            Kind::Falling => Self::slanting(x, y, true),
        }
    }

    /// Sixteen classes: a row folded in the middle, and at the middle square itself either way.
    const fn straight(along: u32, across: u32) -> Self {
        let order = match along {
            0..=2 => Order::Kept,
            3 => Order::Either,
            _ => Order::Reversed,
        };
        let (along, across) = (folded(along, 6), folded(across, 7));
        Self { class: across.wrapping_mul(4).wrapping_add(along), order }
    }

    /// Sixteen classes: those of 2 x 2 squares are ten, in six of which the two diagonals differ.
    const fn slanting(x: u32, y: u32, falling: bool) -> Self {
        // To fold columns makes falling pairs of rising ones; to fold rows also exchanges their
        // squares, of which the lower is first.
        let (falling, reversed) = (falling != ((x > 3) != (y > 3)), y > 3);
        let (x, y) = (folded(x, 6), folded(y, 6));
        // Rows for columns, so that x is at most y: that exchanges the squares of a falling pair.
        let (x, y, reversed) = if x > y { (y, x, reversed != falling) } else { (x, y, reversed) };
        // On the middle row the one diagonal is the other, folded.
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

    /// Which weight counts where the squares of the pair are as given: 0 empty, 1 the mover's, 2
    /// the opponent's.
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

/// A number from 0 to `last`, mirrored to the lower half.
const fn folded(number: u32, last: u32) -> u32 {
    let mirrored = last.wrapping_sub(number);
    if number < mirrored { number } else { mirrored }
}
