//! The cards of Onitama: sets of cards, their names, and the steps that they allow.

use crate::base::rng::Rng;
use crate::base::tables::{ONITAMA_NAMES, ONITAMA_STEPS};
use crate::game::value::Side;

/// The number of cards in the game.
pub(super) const CARDS: u32 = 16;
/// The number of cards in play.
const DEALT: u32 = 5;

/// A step of a card: the squares on which it can end, and by how many bits a board must be rotated
/// to the left for this step.
pub(super) type Step = (u32, u8);

/// The two cards of a player, as one bit per card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) struct Hand(pub(super) u16);

impl Hand {
    /// Returns the hand that contains these two cards, or only one card if both are equal.
    pub(super) const fn of(one: u8, other: u8) -> Self {
        Self(1_u16.wrapping_shl(one as u32) | 1_u16.wrapping_shl(other as u32))
    }

    /// Returns the numbers of the two cards, the lower number first. If the hand has only one card,
    /// returns its number twice.
    #[inline]
    pub(super) const fn cards(self) -> [u8; 2] {
        [self.0.trailing_zeros() as u8, 15_u32.wrapping_sub(self.0.leading_zeros()) as u8]
    }

    /// Returns the hand after the player has given away the card `one` and received the card
    /// `other`.
    #[inline]
    pub(super) const fn exchanged(self, one: u8, other: u8) -> Self {
        Self(self.0 ^ Self::of(one, other).0)
    }
}

/// The five cards in play: the first player's hand, the second player's hand, and the card in the
/// middle.
pub(super) type Deal = (Hand, Hand, u8);

/// Samples five different cards: two for the first player, two for the second, one for the middle.
/// All deals are equally likely.
pub(super) fn deal(rng: &mut Rng) -> Deal {
    let mut left = u16::MAX;
    let mut dealt = [0_u8; DEALT as usize];
    for (place, card) in (0..DEALT).zip(&mut dealt) {
        let skip = rng.below(CARDS.wrapping_sub(place));
        let rest = (0..skip).fold(left, |rest, _| rest & rest.wrapping_sub(1));
        *card = rest.trailing_zeros() as u8;
        left &= !(rest & rest.wrapping_neg());
    }
    let [one, two, three, four, five] = dealt;
    (Hand::of(one, two), Hand::of(three, four), five)
}

pub(super) fn name(card: u8) -> &'static str {
    ONITAMA_NAMES.get(usize::from(card)).copied().unwrap_or_default()
}

/// The steps of a card when `player` uses it. For the second player, the steps are rotated by 180
/// degrees.
#[inline]
pub(super) fn steps_of(card: u8, player: Side) -> &'static [Step] {
    let side = if player == Side::First { 0 } else { 1 };
    ONITAMA_STEPS.get((usize::from(card) << 1 | side) & 31).map_or(&[], |steps| steps.as_slice())
}

/// The steps of a card when `player` uses it, as an array. For the second player, the steps are
/// rotated by 180 degrees.
#[inline]
pub(super) fn steps(card: u8, player: Side) -> [Step; 4] {
    steps_of(card, player).try_into().unwrap_or_default()
}
