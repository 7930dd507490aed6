//! The six stones of a player, packed into one word: the square of each stone in five bits.

use crate::base::bits::ones;

/// The number of stones of a player.
pub(super) const STONES: u32 = 6;
/// The number of squares of the board.
pub(super) const SQUARES: u32 = 25;
/// The square of a stone that was captured.
pub(super) const CAPTURED: u32 = 31;

/// A set bit at the lowest bit of each of the six fields.
const LOWEST: u32 = 0x0210_8421;

/// The squares of a player's stones. Bits 0 to 4 contain the square of stone 1, bits 5 to 9 contain
/// the square of stone 2, and so on. No two stones are on the same square.
///
/// A set of stones is a word with bit 0 for stone 1, bit 5 for stone 2, and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) struct Stones(u32);

impl Stones {
    /// No stone is left.
    pub(super) const NONE: Self = Self(LOWEST.wrapping_mul(CAPTURED));

    /// The squares of all stones as one number below 2^30.
    #[inline]
    pub(super) const fn packed(self) -> u32 {
        self.0
    }

    /// The square of the stone `number`, 1 to 6. [`CAPTURED`] if the stone was captured.
    pub(super) const fn square(self, number: u32) -> u32 {
        self.square_at(number.wrapping_sub(1).wrapping_mul(5))
    }

    /// The square of the stone whose field begins at bit `shift`.
    #[inline]
    pub(super) const fn square_at(self, shift: u32) -> u32 {
        self.0.wrapping_shr(shift) & 31
    }

    /// Returns a copy in which the stone `number` is on this square.
    pub(super) const fn with(self, number: u32, square: u32) -> Self {
        let shift = number.wrapping_sub(1).wrapping_mul(5);
        Self(self.0 & !31_u32.wrapping_shl(shift) | square.wrapping_shl(shift))
    }

    /// Returns the set of the stones on this square. It contains at most one stone, except for
    /// [`CAPTURED`].
    #[inline]
    pub(super) const fn on(self, square: u32) -> u32 {
        const LOW_FOUR: u32 = LOWEST * 15;
        let difference = self.0 ^ LOWEST.wrapping_mul(square);
        let differs = (difference & LOW_FOUR).wrapping_add(LOW_FOUR) | difference;
        !(differs >> 4) & LOWEST
    }

    /// The set of the stones that were not captured.
    #[inline]
    pub(super) const fn remaining(self) -> u32 {
        !self.on(CAPTURED) & LOWEST
    }

    /// True if all stones were captured.
    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == Self::NONE.0
    }

    /// Returns the stones without the stone on this square, if there is one.
    #[inline]
    pub(super) const fn without(self, square: u32) -> Self {
        Self(self.0 | self.on(square).wrapping_mul(CAPTURED))
    }

    /// Returns the stones after a move from the square `from` to `to`. If the player's own stone is
    /// on `to`, it is captured.
    #[inline]
    pub(super) const fn moved(self, from: u32, to: u32) -> Self {
        let Self(left) = self.without(to);
        Self(left ^ self.on(from).wrapping_mul(from ^ to))
    }

    /// The set of the stones that the player may move when the die shows `die`: the stone with this
    /// number or, if it was captured, the stones with the next lower and the next higher number.
    #[inline]
    pub(super) const fn movable(self, die: u32) -> u32 {
        let remaining = self.remaining();
        let wanted = 1_u32.wrapping_shl(die.wrapping_sub(1).wrapping_mul(5));
        if remaining & wanted != 0 {
            return wanted;
        }
        let (lower, higher) = (remaining & wanted.wrapping_sub(1), remaining & wanted.wrapping_neg());
        let next_lower = match lower {
            0 => 0,
            _ => 1_u32.wrapping_shl(lower.ilog2()),
        };
        next_lower | higher & higher.wrapping_neg()
    }

    /// Returns the remaining stones, the lowest number first. For each stone, returns its square,
    /// and how many sides of the die (1 to 6) let the player move it.
    pub(super) fn chances(self) -> impl Iterator<Item = (u32, u32)> {
        let mut rest = self.remaining();
        let mut previous = 0;
        core::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let shift = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            let number = shift.wrapping_add(5) / 5;
            let next = if rest == 0 { STONES.wrapping_add(1) } else { rest.trailing_zeros().wrapping_add(5) / 5 };
            let sides = next.wrapping_sub(previous).wrapping_sub(1);
            previous = number;
            Some((self.square_at(shift), sides))
        })
    }

    /// The squares of the stones of this set.
    pub(super) fn squares(self, set: u32) -> impl Iterator<Item = u32> {
        ones(set.into()).map(move |shift| self.square_at(shift))
    }
}
