//! Positions where a chance event comes next. This file decides which functions the check may call
//! there, and how it samples outcomes.

use super::probe_position::Answers;
use super::{CHANCE, Callback, Checker, GameUnderTest};
use crate::base::bits::mix;
use crate::game::chance::sampled_index;
use crate::game::{Move, ODDS_MAX};

impl Callback {
    /// True if a search may call this function at a position. `is_chance` is true if a chance event
    /// comes next there, and false if a player is to move.
    pub(super) const fn is_for(self, is_chance: bool) -> bool {
        match self {
            Self::Chance => is_chance,
            Self::Weight
            | Self::Prior
            | Self::Order
            | Self::Noisy
            | Self::Pass
            | Self::FewPieces
            | Self::Transition
            | Self::Features => !is_chance,
            _ => true,
        }
    }
}

impl Answers {
    /// True if a chance event comes next.
    pub(super) fn is_chance(&self) -> bool {
        self.mover() == CHANCE
    }

    /// True if the game has this function, and the check may call it at this position.
    pub(super) fn allow(&self, callback: Callback, game: &dyn GameUnderTest) -> bool {
        game.has(callback) && callback.is_for(self.is_chance())
    }
}

impl Checker<'_, '_> {
    /// True if a chance event comes next at the current position. The position must not be over.
    pub(super) fn chance_is_next(&mut self) -> bool {
        self.game.has(Callback::Chance) && self.game.to_move() == CHANCE
    }

    /// Returns the index of a random move of the tested position. If a chance event comes next,
    /// samples an outcome by its weight.
    pub(super) fn some_index(&mut self, first: &Answers) -> usize {
        if !first.is_chance() {
            return self.rng.below(first.count as u32) as usize;
        }
        let sum = (0..first.count).fold(0_u64, |sum, index| sum.saturating_add(self.valid_odds(index)));
        let random = self.rng.bits();
        sampled_index(random, sum, (0..first.count).map(|index| self.valid_odds(index))).unwrap_or(0)
    }

    /// Returns the weight of the outcome at this index. If the weight is invalid, returns the
    /// nearest valid one.
    fn valid_odds(&mut self, index: usize) -> u64 {
        let outcome = self.moves.get(index).copied().unwrap_or(Move::NONE);
        self.game.chance(outcome).clamp(1, ODDS_MAX).into()
    }

    /// Returns the sum of the weights of all outcomes at the tested position. If a player is to
    /// move, each move has the weight 1. Returns `None` if a weight is invalid. Also stores the
    /// weights in `self.marks`, from the index `first.count` on.
    pub(super) fn note_odds(&mut self, first: &Answers) -> Option<u64> {
        let mut sum = 0_u64;
        for index in 0..first.count {
            let outcome = *self.moves.get(index)?;
            let odds = if first.is_chance() { self.game.chance(outcome) } else { 1 };
            if !(1..=ODDS_MAX).contains(&odds) {
                return None;
            }
            *self.marks.get_mut(first.count.saturating_add(index))? = odds.into();
            sum = sum.saturating_add(odds.into());
        }
        Some(sum)
    }
}

/// Returns a hash of these outcomes and their weights. Their order does not change the hash.
pub(super) fn odds_digest(outcomes: &[Move], game: &mut dyn GameUnderTest) -> u16 {
    let hash = |&outcome: &Move| mix(u64::from(outcome.0) << 32 | u64::from(game.chance(outcome)));
    outcomes.iter().map(hash).fold(0, u64::wrapping_add) as u16
}
