//! How a playout chooses its next move. The options `ipp` and `ege` and the playout strategies are
//! combined into one value of a plan.

use super::fingerprint::{Print, Printed};
use super::options::{Config, POLICIES};
use super::strategy::Strategy;
use core::hash::{Hash as _, Hasher as _};

/// How a playout chooses its next move. This value combines the options `ipp` and `ege` and the
/// strategies. Only the loop in `playout.rs` uses it to choose moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum PlayoutPolicy {
    /// Option `ipp`: the playout samples a move by the game's weights.
    Weighted,
    /// Option `ege`: with this probability, the playout samples a move (by the game's weights, if
    /// the game has weights). Otherwise it plays the move with the best static value.
    EpsilonGreedy(f32),
    /// Options `mast/P` and `ipp` together: with a probability of this many percent, the playout
    /// plays the move with the best mean result. Otherwise it samples a move by the game's weights.
    WeightedLearned(u8),
    /// A strategy chooses the move. In this variant, [`Strategy::Sampled`] samples uniformly.
    Strategy(Strategy),
}

impl PlayoutPolicy {
    /// Every legal move is equally likely.
    pub(crate) const UNIFORM: Self = Self::Strategy(Strategy::Sampled);

    /// Returns the policy of a player. [`Config::check`] refuses `ipp` or `ege` together with a
    /// strategy. If it was not called, the strategy has priority.
    pub(crate) fn of(config: &Config) -> Self {
        let sampled = if config.ipp { Self::Weighted } else { Self::UNIFORM };
        match (config.strategy, config.ege) {
            _ if !POLICIES => sampled,
            (Strategy::Sampled, Some(epsilon)) => Self::EpsilonGreedy(epsilon),
            (Strategy::Sampled, None) => sampled,
            (Strategy::LearnedGreedy(percent), _) if config.ipp => Self::WeightedLearned(percent),
            (strategy, _) => Self::Strategy(strategy),
        }
    }

    /// True if the playout always samples its moves, uniformly or by weights.
    #[inline(always)]
    pub(crate) const fn always_samples(&self) -> bool {
        !POLICIES || matches!(*self, Self::Weighted | Self::UNIFORM)
    }

    /// True if the policy samples moves by the game's weights, in a game that has weights.
    #[inline(always)]
    pub(crate) const fn samples_by_weights(&self) -> bool {
        matches!(self, Self::Weighted | Self::EpsilonGreedy(_) | Self::WeightedLearned(_))
    }

    /// Returns the strategy of this policy. [`Strategy::Sampled`] if the policy has no strategy.
    #[inline(always)]
    pub(crate) const fn strategy(&self) -> Strategy {
        match self {
            Self::Strategy(strategy) if POLICIES => *strategy,
            Self::WeightedLearned(percent) if POLICIES => Strategy::LearnedGreedy(*percent),
            _ => Strategy::Sampled,
        }
    }

    /// True if playouts read the move statistics of MAST.
    #[inline(always)]
    pub(crate) const fn learns(&self) -> bool {
        self.strategy().learns()
    }
}

impl Printed for PlayoutPolicy {
    fn print(&self, print: &mut Print) {
        match self {
            Self::Weighted => print.write_u8(1),
            Self::EpsilonGreedy(epsilon) => {
                print.write_u8(2);
                epsilon.print(print);
            }
            Self::WeightedLearned(percent) => {
                print.write_u8(4);
                print.write_u8(*percent);
            }
            Self::Strategy(strategy) => {
                print.write_u8(3);
                strategy.hash(print);
            }
        }
    }
}
