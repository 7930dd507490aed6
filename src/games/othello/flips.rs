//! Finds the legal moves and the flipped discs of Othello without tables.
//!
//! With an operating system, legal moves are found by parallel prefix operations. On bare metal,
//! they are found one direction at a time. To find the flipped discs, all builds look in each
//! direction for the first square that has no disc of the opponent.
//!
//! Most functions work on the board and on the reversed board, which has its rows in reverse order.
//!
//! If square a is below square b, then a is above b on the reversed board. So three upward
//! directions (to the left, straight and to the right) on both boards cover six directions. The
//! other two directions are to the left and to the right along the row.

/// All columns except the two outer ones. If a new disc encloses discs along a row or a diagonal,
/// they are in these columns.
const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// A board, and a copy of the board with its rows in reverse order.
#[cfg(not(target_os = "none"))]
#[derive(Clone, Copy)]
struct Pair(u64, u64);

#[cfg(not(target_os = "none"))]
impl Pair {
    #[inline(always)]
    const fn of(board: u64) -> Self {
        Self(board, board.swap_bytes())
    }

    #[inline(always)]
    const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0, self.1 & other.1)
    }

    #[inline(always)]
    const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0, self.1 | other.1)
    }

    #[inline(always)]
    const fn up(self, by: u32) -> Self {
        Self(self.0.wrapping_shl(by), self.1.wrapping_shl(by))
    }
}

/// Returns the squares of `through` that form unbroken lines upwards. Each line begins directly
/// after a square of `from`. A line has at most six squares, and each square is `step` bits above
/// the one before.
#[cfg(not(target_os = "none"))]
#[inline(always)]
fn row(from: Pair, through: Pair, step: u32) -> Pair {
    let one = through.and(from.up(step));
    let two = one.or(through.and(one.up(step)));
    let twice = through.and(through.up(step));
    let step = step.wrapping_mul(2);
    let four = two.or(twice.and(two.up(step)));
    four.or(twice.and(four.up(step)))
}

/// Returns the squares where a new disc of the player to move flips discs of the opponent. `own`
/// contains the discs of the player to move, `other` the discs of the opponent.
#[cfg(target_os = "none")]
pub(super) fn moves(own: u64, other: u64) -> u64 {
    moves_by_direction(own, other)
}

/// Returns the same squares as [`moves`], computed one direction at a time, which takes less stack.
/// If square a is below square b, then a is above b on the board rotated by 180 degrees. So four
/// directions on both boards cover all eight directions.
#[cfg(any(target_os = "none", test))]
#[inline(never)]
pub(super) fn moves_by_direction(own: u64, other: u64) -> u64 {
    let below = all_ends_above(own.reverse_bits(), other.reverse_bits()).reverse_bits();
    (all_ends_above(own, other) | below) & !(own | other)
}

/// Returns the squares directly after the unbroken lines of discs in `other` that go upwards or to
/// the right from a disc in `own`.
#[cfg(any(target_os = "none", test))]
#[inline(never)]
fn all_ends_above(own: u64, other: u64) -> u64 {
    let ends = |step| end_above(own, if step == 8 { other } else { other & INNER }, step);
    ends(1) | ends(7) | ends(8) | ends(9)
}

/// Returns the squares directly after the unbroken lines of `through` that begin next to `from`, in
/// one direction. In this direction, each square is `step` bits above the one before.
#[cfg(any(target_os = "none", test))]
#[inline(never)]
fn end_above(from: u64, through: u64, step: u32) -> u64 {
    let mut row = through & from.wrapping_shl(step);
    for _ in 0..5 {
        row |= through & row.wrapping_shl(step);
    }
    row.wrapping_shl(step)
}

/// Returns the squares where a new disc of the player to move flips discs of the opponent. `own`
/// contains the discs of the player to move, `other` the discs of the opponent.
#[cfg(not(target_os = "none"))]
#[inline]
pub(super) fn moves(own: u64, other: u64) -> u64 {
    let inner = other & INNER;
    let mut ends = [Pair(0, 0); 3];
    ends_above(own, other, &mut ends);
    let [left_up, up, right_up] = ends;
    let Pair(above, below) = left_up.or(up).or(right_up);
    // Moves to the right are found with one addition. Its carry goes through an unbroken row of the
    // opponent's discs. A carry starts only directly to the right of a disc of the player to move.
    // So in each unbroken row, at most one carry starts, at the first disc.
    let right = inner.wrapping_add(inner & own << 1) & !inner;
    (above | below.swap_bytes() | right | left(own, inner) >> 1) & !(own | other)
}

/// Writes to `ends` the squares directly after the unbroken rows of discs in `other` that go
/// upwards from a disc in `own`. The rows go in three directions (up to the left, straight up, and
/// up to the right), on the board and on the reversed board.
///
/// The function writes to the caller's memory, because the compiler then uses vector instructions.
/// This halves the number of instructions.
#[cfg(not(target_os = "none"))]
#[inline(never)]
fn ends_above(own: u64, other: u64, ends: &mut [Pair; 3]) {
    let (from, straight, slanting) = (Pair::of(own), Pair::of(other), Pair::of(other & INNER));
    *ends = [row(from, slanting, 7).up(7), row(from, straight, 8).up(8), row(from, slanting, 9).up(9)];
}

/// The squares of `through` that form an unbroken row directly to the left of a square of `from`.
#[cfg(not(target_os = "none"))]
#[inline]
const fn left(from: u64, through: u64) -> u64 {
    let one = through & from >> 1;
    let two = one | through & one >> 1;
    let twice = through & through >> 1;
    let four = two | twice & two >> 2;
    four | twice & four >> 2
}

/// Returns the discs that the player to move flips by placing a disc. `own` contains the discs of
/// the player to move, `other` the discs of the opponent. `disc` has one bit, for the empty square
/// where the new disc is placed.
#[cfg_attr(target_os = "none", inline(never))] // own frame: keeps these locals off the stack of `make`
#[cfg_attr(not(target_os = "none"), inline)]
pub(super) fn flips(own: u64, other: u64, disc: u64) -> u64 {
    let inner = other & INNER;
    let upwards = |own: u64, other: u64, inner: u64, disc: u64| {
        enclosed(disc.wrapping_mul(UP_LEFT), own, inner)
            | enclosed(disc.wrapping_mul(UP), own, other)
            | enclosed(disc.wrapping_mul(UP_RIGHT), own, inner)
    };
    let up = upwards(own, other, inner, disc);
    let down = upwards(own.swap_bytes(), other.swap_bytes(), inner.swap_bytes(), disc.swap_bytes()).swap_bytes();
    up | down | right_flips(own, inner, disc) | left_flips(own, inner, disc)
}

/// Factors for a board with one disc. If the board is multiplied by `UP`, the product has the
/// squares above the disc. If it is multiplied by `UP_LEFT` or `UP_RIGHT`, the product has the
/// squares on an upward diagonal from the disc. These diagonals continue around the edge of the
/// board, but a row of discs in the inner columns ends before the edge.
const UP: u64 = 0x0101_0101_0101_0100;
const UP_LEFT: u64 = 0x8102_0408_1020_4080;
const UP_RIGHT: u64 = 0x8040_2010_0804_0200;

/// Returns the squares of `through` that form an unbroken line at the start of an upward ray.
/// Returns 0 if the next square of the ray is not in `own`.
#[cfg_attr(target_os = "none", inline(never))] // smaller in flash
#[cfg_attr(not(target_os = "none"), inline(always))]
const fn enclosed(ray: u64, own: u64, through: u64) -> u64 {
    let rest = ray & !through;
    let end = rest & rest.wrapping_neg() & own;
    ray & end.wrapping_sub((end != 0) as u64)
}

/// Returns the discs that the new disc flips to its right. A carry starts at the square next to the
/// new disc and runs to the end of the line of discs.
#[inline]
const fn right_flips(own: u64, inner: u64, disc: u64) -> u64 {
    let beside = disc << 1;
    let end = inner.wrapping_add(beside) & own;
    end.wrapping_sub(beside) & 0_u64.wrapping_sub((end != 0) as u64)
}

/// Returns the discs that the new disc flips to its left. The flipped discs end before the first
/// square to the left that is not in `inner`. Returns 0 if this square is not in `own`.
#[inline]
const fn left_flips(own: u64, inner: u64, disc: u64) -> u64 {
    let below = disc.wrapping_sub(1);
    // The lowest square is never in `inner`, so the search for the end always finds a square.
    let last = (1_u64 << 63).wrapping_shr((below & !inner | 1).leading_zeros());
    let end = last & own;
    below & 0_u64.wrapping_sub(end << 1)
}
