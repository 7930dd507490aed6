//! How a playout chooses its next move. A plan combines the options `ipp` and `ege` and the playout
//! strategies into one value.

use super::fingerprint::{Print, Printed};
use super::options::{Config, POLICIES};
use super::strategy::Strategy;
use core::hash::{Hash as _, Hasher as _};

/// How a playout chooses its next move: the options `ipp` and `ege` and the strategies, compiled
/// into one value. Only the loop in `playout.rs` chooses moves by this value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum PlayoutPolicy {
    /// Option `ipp`: a move is sampled by the game's weights.
    Weighted,
    /// Option `ege`: with this probability, a move is sampled, by the game's weights if the game
    /// has weights. Otherwise the move with the best static value is played.
    EpsilonGreedy(f32),
    /// Options `mast/P` and `ipp` together: with a probability of this many percent, the move with
    /// the best mean result is played. Otherwise a move is sampled by the game's weights.
    WeightedLearned(u8),
    /// A strategy chooses the move. [`Strategy::Sampled`] in this variant samples uniformly.
    Strategy(Strategy),
}

impl PlayoutPolicy {
    /// Every legal move is equally likely.
    pub(crate) const UNIFORM: Self = Self::Strategy(Strategy::Sampled);

    /// Returns the policy of a player. [`Config::check`] refuses `ipp` or `ege` together with a
    /// strategy. If they occur together, the strategy has priority.
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

    /// True if every move is sampled, uniformly or by weights.
    #[inline(always)]
    pub(crate) const fn always_samples(&self) -> bool {
        !POLICIES || matches!(*self, Self::Weighted | Self::UNIFORM)
    }

    /// True if the policy samples moves by the game's weights, in a game that has weights.
    #[inline(always)]
    pub(crate) const fn samples_by_weights(&self) -> bool {
        matches!(self, Self::Weighted | Self::EpsilonGreedy(_) | Self::WeightedLearned(_))
    }

    /// Returns the strategy; [`Strategy::Sampled`] for other policies.
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
