//! Step 1 of a simulation, select: the estimate Q of a child and its upper confidence bound.
//!
//! The bound combines the mean of the rewards, the minimax or static value, the exploration term
//! and the progressive bias.

use super::slot::Slot;
use super::{MoveStat, Tree};
use crate::base::bits::rounded_place;
use crate::base::maths::{rounded, sqrt};
#[cfg(target_os = "none")]
use crate::base::tables::LN;
use crate::base::tables::PER_VISIT;
#[cfg(not(target_os = "none"))]
use crate::base::tables::SQRT_LN;
use crate::game::value::{Outcome, Proof, Side, Value};
use crate::player::options::Divisor;
use crate::player::plan::{BIAS_ONE, KEPT_FLOOR, Plan};
use core::borrow::Borrow;

/// The weights of one selection, combined so that the bound of a child takes few operations. The
/// values of nodes are in 1/32767ths, from the first player's point of view. The weights also
/// convert them into real numbers from the point of view of the player to move.
#[derive(Clone, Copy)]
pub(crate) struct Weights {
    /// 1 - alpha.
    mean: f32,
    /// alpha.
    minimax: f32,
    /// C * sqrt(ln N); 0 with the option `puct`.
    exploration: f32,
    /// Option `puct`: X * sqrt(N).
    prior: f32,
    /// This number is added to every bound, so that all bounds are positive.
    floor: f32,
}

impl Weights {
    /// Returns the key of a child: its upper confidence bound as a positive whole number, for fast
    /// comparisons.
    ///
    /// A larger bound has a larger key, because the bits of positive `f32` numbers, read as whole
    /// numbers, have the same order as the numbers. The last bit of a key is 0.
    #[cfg_attr(target_os = "none", inline(never))] // for flash
    #[cfg_attr(not(target_os = "none"), inline(always))]
    pub(crate) fn key(&self, child: &Slot) -> u32 {
        self.key_of(self.bound(child))
    }

    /// Returns the upper confidence bound of a child.
    #[inline(always)]
    fn bound(&self, child: &Slot) -> f32 {
        let (reward, per_visit, per_sqrt_visit) = statistics(child);
        let playouts = self.mean * (reward * per_visit) + self.exploration * per_sqrt_visit;
        playouts + self.minimax * f32::from(child.value().raw())
    }

    /// Returns the key of a solved child. The key uses the solved value instead of the mix of mean
    /// and minimax value. With the option `puct`, a solved child has no exploration term.
    #[inline(always)] // one frame less where the stack is deepest
    pub(crate) fn key_of_proven(&self, child: &Slot) -> u32 {
        let per_sqrt_visit = sqrt(1.0 / child.visits().max(1) as f32);
        let value = f32::from(child.value().raw()) * (self.mean + self.minimax);
        self.key_of(value + self.exploration * per_sqrt_visit)
    }

    /// Returns the bound in the form in which a child stores it: in the highest 22 bits of a word.
    /// For players that store bounds, `floor` moves all bounds to the range from 8 to 16, so that
    /// all have the same exponent.
    #[inline(always)]
    pub(crate) fn kept(&self, child: &Slot) -> u32 {
        self.key(child) << 9
    }

    #[inline(always)]
    fn key_of(&self, bound: f32) -> u32 {
        (bound + self.floor).to_bits() & !1
    }
}

/// The weights for players whose bound is not the plain bound of [`Weights`]. Their bound can have
/// parts that become smaller with more visits (option `impb`, progressive bias), include AMAF
/// statistics (option `grave`), or exist for unvisited children (option `fpu`).
pub(crate) struct FadingWeights {
    plain: Weights,
    /// The factor that converts 1/32767ths from the first player's point of view into real numbers
    /// from the point of view of the player to move.
    unit: f32,
    /// The weight W of the progressive bias, divided by the scale of the stored numbers, which are
    /// a bias in 1/127ths or a probability in 1/255ths. 0 without a bias.
    bias: f32,
    /// The number that is added to the bias of a node: 128 if the bias is a probability, otherwise
    /// 0.
    bias_offset: f32,
    /// Option `fpu`: an unvisited child has neither a mean nor an exploration term. In their place,
    /// selection uses this number plus the child's value, which is from an evaluation or a leaf
    /// search, or 0.
    first_play: f32,
    divisor: Divisor,
    /// True with the option `impb`: alpha is divided by the child's visits + 1.
    fades: bool,
    /// Option `puct`: the exploration term is multiplied by the child's prior.
    by_prior: bool,
    /// Option `grave`: the measured error of AMAF means (`MoveStatistics::distrust`).
    distrust: f32,
}

impl FadingWeights {
    /// Returns the key of a child that has at least one visit. `ease` is an additional term of the
    /// bound, from the option `pn` or `mob`.
    pub(crate) fn key(&self, child: &Slot, ease: f32) -> u32 {
        if self.by_prior {
            return self.key_by_prior(child);
        }
        if !self.fades && self.bias == 0.0 {
            return self.plain.key_of(self.plain.bound(child) + ease);
        }
        let (reward, per_visit, per_sqrt_visit) = statistics(child);
        let (mean, minimax, visits) = (self.plain.mean, self.plain.minimax, child.visits() as f32);
        let minimax = if self.fades { minimax / (visits + 1.0) } else { minimax };
        let estimate = mean * (reward * per_visit) + minimax * f32::from(child.value().raw());
        let bias = self.bias_of(child, reward, visits);
        self.plain.key_of(estimate + (bias + ease) + self.plain.exploration * per_sqrt_visit)
    }

    /// Option `puct`: returns the key of a child that has at least one visit.
    fn key_by_prior(&self, child: &Slot) -> u32 {
        let (reward, per_visit, _) = statistics(child);
        let (mean, minimax) = (self.plain.mean, self.plain.minimax);
        let estimate = mean * (reward * per_visit) + minimax * f32::from(child.value().raw());
        self.plain.key_of(estimate + self.prior_term(child))
    }

    /// Option `puct`: returns X P sqrt(N) / (n + 1), the exploration term of a child.
    fn prior_term(&self, child: &Slot) -> f32 {
        self.plain.prior * child.prior() / (child.visits() as f32 + 1.0)
    }

    /// Option `grave`: returns the key of a child. `moves` has the AMAF statistics of the child's
    /// move, and `ease` is an additional term of the bound, from the option `mob`.
    pub(crate) fn key_by_moves(&self, child: &Slot, moves: MoveStat, ease: f32) -> u32 {
        let (reward, visits) = (child.reward() as f32, child.visits() as f32);
        let minimax = if self.fades { self.plain.minimax / (visits + 1.0) } else { self.plain.minimax };
        let bias = if self.bias == 0.0 { 0.0 } else { self.bias_of(child, reward, visits) };
        self.key_of_mixed(reward, child.visits(), moves, minimax * f32::from(child.value().raw()) + (bias + ease))
    }

    /// Option `grave`: returns the key of a move that has no child.
    pub(crate) fn key_of_absent(&self, moves: MoveStat) -> u32 {
        self.key_of_mixed(0.0, 0, moves, 0.0)
    }

    /// Option `grave`: returns the key of a move whose child has this sum of rewards and this
    /// number of visits. `rest` is the sum of the bound's other terms.
    ///
    /// The AMAF mean counts as much as m / (1 + m d) visits, where m is the number of AMAF
    /// simulations and d is the measured error. This weight makes the squared error of the mixed
    /// mean as small as possible (Gelly and Silver 2011, minimum MSE schedule). The additional
    /// visits also count in the exploration term. A move that no simulation has made is treated as
    /// if it had one visit, which was a win.
    fn key_of_mixed(&self, reward: f32, visits: u32, moves: MoveStat, rest: f32) -> u32 {
        let is_unknown = visits == 0 && moves.count == 0;
        let (reward, visits) = if is_unknown { (self.win(), 1) } else { (reward, visits) };
        // All counts are multiplied by 1 + m d, to avoid a second division.
        let count = moves.count as f32;
        let scale = 1.0 + count * self.distrust;
        let (sum, total) = (reward * scale + moves.sum as f32, visits as f32 * scale + count);
        let per_total = 1.0 / total;
        let mean = self.plain.mean * (sum * per_total);
        self.plain.key_of(mean + rest + self.plain.exploration * sqrt(scale * per_total))
    }

    /// Returns the value of a win for the player to move, in 1/32767ths and from the first player's
    /// point of view.
    fn win(&self) -> f32 {
        if self.unit < 0.0 { -f32::from(Value::ONE) } else { f32::from(Value::ONE) }
    }

    /// Options `fpu` and `puct`: returns the key of an unvisited child. The bias of the child keeps
    /// its full weight. `ease` is an additional term of the bound, from the option `pn` or `mob`.
    pub(crate) fn key_of_unvisited(&self, child: &Slot, ease: f32) -> u32 {
        let value = self.unit * f32::from(child.value().raw());
        if self.by_prior {
            return self.plain.key_of(value + self.first_play + self.prior_term(child));
        }
        let bias = self.bias * (f32::from(child.bias()) + self.bias_offset);
        self.plain.key_of(value + self.first_play + (bias + ease))
    }

    /// Returns the progressive bias of a child with this sum of rewards and this number of visits.
    fn bias_of(&self, child: &Slot, reward: f32, visits: f32) -> f32 {
        self.bias * (f32::from(child.bias()) + self.bias_offset) / self.divide_by(reward, visits)
    }

    /// Returns the number by which the bias of a child is divided. The child has this sum of
    /// rewards and this number of visits. A draw counts as half a loss.
    fn divide_by(&self, reward: f32, visits: f32) -> f32 {
        let losses = ((visits - self.unit * reward) * 0.5).max(0.0);
        match self.divisor {
            Divisor::SqrtLosses => sqrt(losses + 1.0),
            Divisor::Losses => losses + 1.0,
            Divisor::Visits => visits + 1.0,
        }
    }
}

/// Returns r, 1 / n and sqrt(1 / n) for a child with n visits, where r is the sum of rewards. Most
/// children have a small n. Then 1 / n and sqrt(1 / n) come from a table, and r fits in 32 bits.
#[inline(always)]
fn statistics(child: &Slot) -> (f32, f32, f32) {
    let (reward, (per_visit, per_sqrt_visit)) = match PER_VISIT.get(child.visits() as usize) {
        Some(&reciprocals) => (child.small_reward() as f32, reciprocals),
        None => (child.reward() as f32, reciprocals(child.visits())),
    };
    (reward, per_visit, per_sqrt_visit)
}

/// Returns 1 / n and sqrt(1 / n), computed without the table.
#[cold]
fn reciprocals(n: u32) -> (f32, f32) {
    let per_visit = 1.0 / n.max(1) as f32;
    (per_visit, sqrt(per_visit))
}

/// For the exploration term, the parent's number of visits N is rounded down: its first binary
/// digit and this many further digits stay. The advantage is that the rounded N stays the same for
/// many visits.
///
/// The rounded N is less than an eighth too small, and sqrt(ln N) is at most 1.3 % too small.
const DIGITS: u32 = 3;

/// Rounds a number of visits down ([`DIGITS`]), and returns the index of the rounded number. The
/// index counts all possible rounded numbers in order.
#[cfg_attr(target_os = "none", inline(never))] // for flash
#[cfg_attr(not(target_os = "none"), inline(always))]
pub(crate) const fn place_of(visits: u32) -> u32 {
    rounded_place(visits, DIGITS)
}

/// Returns sqrt(ln N), where N is the rounded number with this index ([`place_of`]). Returns 0 for
/// no visits.
#[cfg(not(target_os = "none"))]
#[inline(always)]
fn sqrt_ln(place: u32) -> f32 {
    SQRT_LN.get(place as usize).copied().unwrap_or_default()
}

/// Returns sqrt(ln N) without the large table: ln(d 2^k) = ln(d) + k ln(2).
#[cfg(target_os = "none")]
#[inline(never)] // for flash
fn sqrt_ln(place: u32) -> f32 {
    let octave = (place >> DIGITS).saturating_sub(1);
    let digits = place.wrapping_sub(octave << DIGITS);
    let logarithm = LN.get(digits as usize).copied().unwrap_or_default();
    sqrt(logarithm + octave as f32 * core::f32::consts::LN_2)
}

/// Returns the factor that converts 1/32767ths from the first player's point of view into real
/// numbers from the point of view of `mover`.
fn unit(mover: Side) -> f32 {
    mover.sign() as f32 / f32::from(Value::ONE)
}

impl Plan {
    /// Returns the weights of a player that stores bounds.
    #[cfg_attr(target_os = "none", inline(never))] // for flash
    #[cfg_attr(not(target_os = "none"), inline(always))]
    pub(crate) fn plain_weights(&self, place: u32, mover: Side) -> Weights {
        let Plan { mean, minimax, exploration, .. } = *self;
        let (mean, minimax) = if mover == Side::First { (mean, minimax) } else { (-mean, -minimax) };
        Weights { mean, minimax, exploration: exploration * sqrt_ln(place), prior: 0.0, floor: KEPT_FLOOR }
    }

    /// Returns the proof that means a loss for `mover`. The solver ignores children with this proof
    /// when it selects a child. Returns `None` without a solver.
    pub(crate) fn passed_over(&self, mover: Side) -> Option<Proof> {
        self.solver.then_some(Outcome::win_for(mover.opponent()).into())
    }
}

impl Tree<'_> {
    /// Returns the weights for a selection by `mover` at a node with this number of visits. `total`
    /// is the N of the exploration term.
    pub(crate) fn weights(&self, visits: u32, total: u32, mover: Side) -> Weights {
        if self.plan.keeps_bounds() {
            return self.plan.plain_weights(place_of(total), mover);
        }
        let alpha = self.plan.alpha(visits);
        let unit = unit(mover);
        let by_prior = self.plan.puct() > 0.0;
        Weights {
            mean: (1.0 - alpha) * unit,
            minimax: alpha * unit,
            exploration: if by_prior { 0.0 } else { self.plan.exploration * sqrt_ln(place_of(total)) },
            prior: if by_prior { self.plan.puct() * sqrt(total as f32) } else { 0.0 },
            floor: self.plan.floor(),
        }
    }

    /// Returns all weights for a selection by `mover` at a node with this number of visits.
    #[cfg(all(test, feature = "policies"))]
    pub(crate) fn all_weights(&self, visits: u32, mover: Side) -> FadingWeights {
        self.fading_weights(self.weights(visits, visits, mover), mover)
    }

    /// Returns the weights `plain`, with the additional weights of [`FadingWeights`].
    #[inline(always)] // compiles to nothing without `policies`
    pub(crate) fn fading_weights(&self, plain: Weights, mover: Side) -> FadingWeights {
        let by_transition = self.plan.by_transition();
        let bias = if self.plan.ease() > 0.0 { 0.0 } else { self.plan.bias() };
        FadingWeights {
            plain,
            unit: unit(mover),
            bias: if by_transition { bias } else { bias * mover.sign() as f32 },
            bias_offset: if by_transition { 128.0 } else { 0.0 },
            first_play: self.plan.fpu().unwrap_or(0.0),
            divisor: self.plan.divisor(),
            fades: self.plan.fades(),
            by_prior: self.plan.puct() > 0.0,
            distrust: self.move_statistics.distrust(),
        }
    }

    /// Returns the N of the exploration term. Usually, N is the number of visits of the parent.
    /// With node priors (option `np`), each child starts with additional visits, which the parent
    /// does not have. Then N is the sum of the children's visits.
    pub(crate) fn total_visits(&self, visits: u32, children: impl Iterator<Item = impl Borrow<Slot>>) -> u32 {
        if self.plan.np() == 0 {
            return visits;
        }
        children.fold(0, |sum, child| sum.saturating_add(child.borrow().visits()))
    }

    /// Returns Q, the estimate of a child from the first player's point of view. Q is the child's
    /// bound without the exploration term and the progressive bias.
    pub(crate) fn estimate(&self, child: &Slot, parent_visits: u32) -> Value {
        if child.is_solved() || child.visits() == 0 {
            return child.value();
        }
        let visits = child.visits() as f32;
        let alpha = self.plan.alpha(parent_visits);
        let minimax = if self.plan.fades() { alpha / (visits + 1.0) } else { alpha };
        let mean = child.reward() as f32 / visits;
        let mixed = (1.0 - alpha) * mean + minimax * f32::from(child.value().raw());
        Value::from_raw(rounded(mixed) as i16)
    }

    /// Considers the children that are visited or solved, and returns the estimate that is the best
    /// one for `mover`. Returns `None` if there are no such children. Estimates are from the first
    /// player's point of view. Maximum backpropagation uses this function. `visits` is the number
    /// of visits of the parent.
    pub(crate) fn best_estimate_of(
        &self,
        children: impl Iterator<Item = impl Borrow<Slot>>,
        visits: u32,
        mover: Side,
    ) -> Option<Value> {
        let estimates = children.filter_map(|child| {
            let child = child.borrow();
            (child.visits() > 0 || child.is_solved()).then(|| self.estimate(child, visits))
        });
        best_for(mover, estimates)
    }
}

/// Returns the best of these values for `mover`; `None` if there are no values.
pub(crate) fn best_for(mover: Side, values: impl Iterator<Item = Value>) -> Option<Value> {
    // Inverting all bits reverses the order, so the same loop serves both players.
    let inverted = match mover {
        Side::First => 0,
        Side::Second => -1,
    };
    let best = values.map(|value| value.raw() ^ inverted).max()?;
    Some(Value::from_valid_raw(best ^ inverted))
}

/// Converts a static value to the form in which a node stores it as its bias.
pub(crate) fn bias_of(value: Value) -> i8 {
    rounded(value.to_f32() * BIAS_ONE) as i8
}
