//! Legal moves and flips by parallel prefix on two boards at once: the board, and the same with its rows in reverse order.
//!
//! What lies below a square lies above it on the reversed board. So three shifts to the left by 7, 8 and 9 bits look into
//! six directions, two at a time, which a host does in one vector.

/// All columns but the outer ones: a row of the opponent's discs that is enclosed along a row or a diagonal lies within.
const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// A board, and the same with its rows reversed.
#[derive(Clone, Copy)]
struct Pair(u64, u64);

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

    /// This where `present` is not empty, else nothing.
    #[inline(always)]
    const fn only_if(self, present: Self) -> Self {
        Self(kept(self.0, present.0), kept(self.1, present.1))
    }

    /// Both as squares of the board.
    #[inline(always)]
    const fn joined(self) -> u64 {
        self.0 | self.1.swap_bytes()
    }
}

/// `squares` where `present` is not 0, else 0; without a branch, since which it is is as random as the game.
#[inline(always)]
const fn kept(squares: u64, present: u64) -> u64 {
    squares & 0_u64.wrapping_sub((present != 0) as u64)
}

/// Those of `through` in an unbroken row upwards from any of `from`, each `step` bits above the last; at most six.
#[cfg_attr(target_os = "none", inline(never))] // for flash
#[cfg_attr(not(target_os = "none"), inline(always))]
fn row(from: Pair, through: Pair, step: u32) -> Pair {
    let one = through.and(from.up(step));
    let two = one.or(through.and(one.up(step)));
    let twice = through.and(through.up(step));
    let step = step.wrapping_mul(2);
    let four = two.or(twice.and(two.up(step)));
    four.or(twice.and(four.up(step)))
}

/// The squares where a disc of the player with the discs `own` turns over some of the `other` discs.
#[inline]
pub(super) fn moves(own: u64, other: u64) -> u64 {
    let inner = other & INNER;
    let (from, straight, slanting) = (Pair::of(own), Pair::of(other), Pair::of(inner));
    let ends = row(from, slanting, 7).up(7).or(row(from, straight, 8).up(8)).or(row(from, slanting, 9).up(9));
    // To the right a carry runs through an unbroken row in one addition: no two rows begin in one, since each begins beside
    // a disc that is not in it.
    let right = inner.wrapping_add(inner & own << 1) & !inner;
    (ends.joined() | right | left(own, inner) >> 1) & !(own | other)
}

/// Those of `through` in an unbroken row to the left of any of `from`.
#[inline]
const fn left(from: u64, through: u64) -> u64 {
    let one = through & from >> 1;
    let two = one | through & one >> 1;
    let twice = through & through >> 1;
    let four = two | twice & two >> 2;
    four | twice & four >> 2
}

/// The `other` discs that are turned over by a disc on the empty square `disc`, a board of one bit, of the player with the discs `own`.
#[inline]
pub(super) fn flips(own: u64, other: u64, disc: u64) -> u64 {
    let inner = other & INNER;
    let (from, ends) = (Pair::of(disc), Pair::of(own));
    let enclosed = |through: Pair, step: u32| {
        let row = row(from, through, step);
        row.only_if(row.up(step).and(ends))
    };
    let (straight, slanting) = (Pair::of(other), Pair::of(inner));
    let upright = enclosed(slanting, 7).or(enclosed(straight, 8)).or(enclosed(slanting, 9));
    upright.joined() | right_flips(own, inner, disc) | left_flips(own, inner, disc)
}

/// To the right: a carry from beside the disc goes to the end of the row.
#[inline]
const fn right_flips(own: u64, inner: u64, disc: u64) -> u64 {
    let beside = disc << 1;
    let end = inner.wrapping_add(beside) & own;
    kept(end.wrapping_sub(beside), end)
}

/// To the left: the row ends at the highest square below that is not in it.
#[inline]
const fn left_flips(own: u64, inner: u64, disc: u64) -> u64 {
    let below = disc.wrapping_sub(1);
    // The lowest square is never inside, so that there always is one.
    let last = (1_u64 << 63).wrapping_shr((below & !inner | 1).leading_zeros());
    let end = last & own;
    below & 0_u64.wrapping_sub(end << 1)
}
