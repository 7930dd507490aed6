//! Step 1 of a simulation, select: the estimate Q of a child and its upper confidence bound.
//!
//! The bound combines the mean of the rewards, the minimax or static value, the exploration term
//! and the progressive bias.

use super::slot::Slot;
use super::{MoveStat, Tree};
use crate::base::maths::{divide_after, sqrt};
#[cfg(target_os = "none")]
use crate::base::tables::LN;
use crate::base::tables::PER_VISIT;
#[cfg(not(target_os = "none"))]
use crate::base::tables::SQRT_LN;
use crate::game::value::{Outcome, Proof, Side, Value};
use crate::player::options::Divisor;
use crate::player::plan::{BIAS_ONE, KEPT_FLOOR, Plan};
use core::borrow::Borrow;

/// The weights of one selection, combined so that a child costs few operations. The weights convert
/// 1/32767ths in the first player's view into real numbers in the view of the player to move.
#[derive(Clone, Copy)]
pub(crate) struct Weights {
    /// 1 - alpha.
    mean: f32,
    /// alpha.
    minimax: f32,
    /// C * sqrt(ln N).
    exploration: f32,
    /// Every bound is larger than the negative of this number.
    floor: f32,
}

impl Weights {
    /// Returns the upper confidence bound as a positive whole number with the same order. (The bits
    /// of positive `f32` numbers have the order of the numbers.) The last bit is 0.
    #[cfg_attr(target_os = "none", inline(never))] // for flash
    #[cfg_attr(not(target_os = "none"), inline(always))]
    pub(crate) fn key(&self, child: &Slot) -> u32 {
        let (reward, per_visit, per_sqrt_visit) = statistics(child);
        let playouts = self.mean * (reward * per_visit) + self.exploration * per_sqrt_visit;
        self.key_of(playouts + self.minimax * f32::from(child.value().raw()))
    }

    /// Returns the key of a solved child. Its value replaces the mix of mean and minimax value.
    #[inline(always)] // one frame less where the stack is deepest
    pub(crate) fn key_of_proven(&self, child: &Slot) -> u32 {
        let per_sqrt_visit = sqrt(1.0 / child.visits().max(1) as f32);
        let value = f32::from(child.value().raw()) * (self.mean + self.minimax);
        self.key_of(value + self.exploration * per_sqrt_visit)
    }

    /// Returns the bound in the form in which a child stores it: the highest 22 bits of a word. The
    /// floor of players that keep bounds moves all bounds between 8 and 16, so that they have the
    /// same exponent.
    #[inline(always)]
    pub(crate) fn kept(&self, child: &Slot) -> u32 {
        self.key(child) << 9
    }

    #[inline(always)]
    fn key_of(&self, bound: f32) -> u32 {
        (bound + self.floor).to_bits() & !1
    }
}

/// Option `grave`: the AMAF simulations of a move count as at most this many visits.
const WORTH: f32 = 1000.0;

/// The weights of players that need more than the plain bound. A part of the bound fades with the
/// visits (option `impb`, progressive bias), or unvisited children take part in selection (option
/// `fpu`).
pub(crate) struct FadingWeights {
    plain: Weights,
    /// The factor that converts 1/32767ths in the first player's view into real numbers in the view
    /// of the player to move.
    unit: f32,
    /// The weight W of the progressive bias, for a bias in 1/127ths or a probability in 1/255ths; 0
    /// is off.
    bias: f32,
    /// The number that is added to the bias of a node: 128 if the bias is a probability, otherwise
    /// 0.
    bias_offset: f32,
    /// Option `fpu`: the number that replaces mean and exploration of an unvisited child.
    first_play: f32,
    divisor: Divisor,
    /// Option `impb`: if true, alpha is divided by visits + 1.
    fades: bool,
}

impl FadingWeights {
    /// Returns the key of a child that has at least one visit.
    pub(crate) fn key(&self, child: &Slot) -> u32 {
        if !self.fades && self.bias == 0.0 {
            return self.plain.key(child);
        }
        let (reward, per_visit, per_sqrt_visit) = statistics(child);
        let (mean, minimax, visits) = (self.plain.mean, self.plain.minimax, child.visits() as f32);
        let minimax = if self.fades { minimax / (visits + 1.0) } else { minimax };
        let estimate = mean * (reward * per_visit) + minimax * f32::from(child.value().raw());
        let bias = self.bias_of(child, reward, visits);
        self.plain.key_of(estimate + bias + self.plain.exploration * per_sqrt_visit)
    }

    /// Returns [`FadingWeights::key`] with the option `grave`, where `moves` has the AMAF
    /// statistics of the child's move. An unvisited child counts as one that was visited once and
    /// won.
    pub(crate) fn key_by_moves(&self, child: &Slot, moves: MoveStat) -> u32 {
        let (reward, per_visit, per_sqrt_visit) = statistics(child);
        let visits = child.visits() as f32;
        let (own, per_sqrt_visit) =
            if child.visits() == 0 { (self.win(), 1.0) } else { (reward * per_visit, per_sqrt_visit) };
        let minimax = if self.fades { self.plain.minimax / (visits + 1.0) } else { self.plain.minimax };
        let mean = self.plain.mean * Self::mixed(own, visits, moves);
        let bias = if self.bias == 0.0 { 0.0 } else { self.bias_of(child, reward, visits) };
        let estimate = mean + minimax * f32::from(child.value().raw());
        self.plain.key_of(estimate + bias + self.plain.exploration * per_sqrt_visit)
    }

    /// Option `grave`: returns the key of a move that has no child.
    pub(crate) fn key_of_absent(&self, moves: MoveStat) -> u32 {
        let mean = self.plain.mean * Self::mixed(self.win(), 0.0, moves);
        self.plain.key_of(mean + self.plain.exploration)
    }

    /// Returns a win for the player to move, in 1/32767ths and the first player's view.
    fn win(&self) -> f32 {
        if self.unit < 0.0 { -f32::from(Value::ONE) } else { f32::from(Value::ONE) }
    }

    /// Option `grave`: mixes the mean of a child's own `visits` simulations with the mean of the
    /// AMAF simulations in `moves`.
    fn mixed(own: f32, visits: f32, moves: MoveStat) -> f32 {
        if moves.count == 0 {
            return own;
        }
        let count = moves.count as f32;
        let share = count / (count + visits + count * visits / WORTH);
        own + share * (divide_after(share, moves.sum as f32, count) - own)
    }

    /// Option `fpu`: returns the key of an unvisited child. Its bias is divided by 1.
    pub(crate) fn key_of_unvisited(&self, child: &Slot) -> u32 {
        let value = self.unit * f32::from(child.value().raw());
        let bias = self.bias * (f32::from(child.bias()) + self.bias_offset);
        self.plain.key_of(value + self.first_play + bias)
    }

    /// Returns the progressive bias of a child with this sum of rewards and this number of visits.
    fn bias_of(&self, child: &Slot, reward: f32, visits: f32) -> f32 {
        self.bias * (f32::from(child.bias()) + self.bias_offset) / self.divide_by(reward, visits)
    }

    /// Returns the divisor of the bias of a child with this sum of rewards. A draw is half a loss.
    fn divide_by(&self, reward: f32, visits: f32) -> f32 {
        let losses = ((visits - self.unit * reward) * 0.5).max(0.0);
        match self.divisor {
            Divisor::SqrtLosses => sqrt(losses + 1.0),
            Divisor::Losses => losses + 1.0,
            Divisor::Visits => visits + 1.0,
        }
    }
}

/// Returns r, 1 / n and sqrt(1 / n) for a child with n visits, where r is the sum of rewards. If n
/// is small, as for most children, a table has 1 / n and sqrt(1 / n), and r fits 32 bits.
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

/// The number of binary digits of N that count after the first one. The rounding makes the N of a
/// bound at most an eighth too small, and sqrt(ln N) at most 2.4 %. In return, N stays the same for
/// many visits.
const DIGITS: u32 = 3;

/// Rounds a number of visits down to the digits that count. Returns the index of the result in the
/// list of all rounded numbers.
#[cfg_attr(target_os = "none", inline(never))] // for flash
#[cfg_attr(not(target_os = "none"), inline(always))]
pub(crate) const fn place_of(visits: u32) -> u32 {
    if visits >> DIGITS == 0 {
        return visits;
    }
    let octave = visits.ilog2().wrapping_sub(DIGITS);
    (octave << DIGITS).wrapping_add(visits.wrapping_shr(octave))
}

/// Returns sqrt(ln N) of the N at this index ([`place_of`]); 0 for no visits.
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

/// Returns the factor that converts 1/32767ths in the first player's view into real numbers in the
/// view of `mover`.
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
        Weights { mean, minimax, exploration: exploration * sqrt_ln(place), floor: KEPT_FLOOR }
    }

    /// Returns the proof of the children that the solver passes over: a loss for `mover`. `None`
    /// without a solver.
    pub(crate) fn passed_over(&self, mover: Side) -> Option<Proof> {
        self.solver.then_some(Outcome::win_for(mover.opponent()).into())
    }
}

impl Tree<'_> {
    /// The weights for a selection by `mover` at a node with this number of visits. `total` is the
    /// N of the exploration term.
    pub(crate) fn weights(&self, visits: u32, total: u32, mover: Side) -> Weights {
        if self.plan.keeps_bounds() {
            return self.plan.plain_weights(place_of(total), mover);
        }
        let alpha = self.plan.alpha(visits);
        let unit = unit(mover);
        Weights {
            mean: (1.0 - alpha) * unit,
            minimax: alpha * unit,
            exploration: self.plan.exploration * sqrt_ln(place_of(total)),
            floor: self.plan.floor(),
        }
    }

    /// All weights of a selection by `mover` at a node with this number of visits.
    #[cfg(all(test, feature = "policies"))]
    pub(crate) fn all_weights(&self, visits: u32, mover: Side) -> FadingWeights {
        self.fading_weights(self.weights(visits, visits, mover), mover)
    }

    /// Adds the fading parts to these weights.
    #[inline(always)] // compiles to nothing without `policies`
    pub(crate) fn fading_weights(&self, plain: Weights, mover: Side) -> FadingWeights {
        let by_transition = self.plan.by_transition();
        let bias = self.plan.bias();
        FadingWeights {
            plain,
            unit: unit(mover),
            bias: if by_transition { bias } else { bias * mover.sign() as f32 },
            bias_offset: if by_transition { 128.0 } else { 0.0 },
            first_play: self.plan.fpu().unwrap_or(0.0),
            divisor: self.plan.divisor(),
            fades: self.plan.fades(),
        }
    }

    /// Returns N of the exploration term. With node priors (option `np`), it is the sum over the
    /// children, because the parent's visits do not contain their priors.
    pub(crate) fn total_visits(&self, visits: u32, children: impl Iterator<Item = impl Borrow<Slot>>) -> u32 {
        if self.plan.np() == 0 {
            return visits;
        }
        children.fold(0, |sum, child| sum.saturating_add(child.borrow().visits()))
    }

    /// Returns Q of a child, in the first player's view, at a parent with this number of visits:
    /// the estimate that selection uses, without exploration and progressive bias.
    pub(crate) fn estimate(&self, child: &Slot, parent_visits: u32) -> Value {
        if child.is_solved() || child.visits() == 0 {
            return child.value();
        }
        let visits = child.visits() as f32;
        let alpha = self.plan.alpha(parent_visits);
        let minimax = if self.plan.fades() { alpha / (visits + 1.0) } else { alpha };
        let mean = child.reward() as f32 / visits;
        let mixed = (1.0 - alpha) * mean + minimax * f32::from(child.value().raw());
        Value::from_raw(libm::roundf(mixed) as i16)
    }

    /// Returns the best estimate for `mover` among those of these children that are visited or
    /// solved, in the first player's view. Maximum backpropagation returns it. `visits` is the
    /// number of visits of the parent. `None` if no child is visited or solved.
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

/// Converts a static value to the bias that a node keeps.
pub(crate) fn bias_of(value: Value) -> i8 {
    libm::roundf(value.to_f32() * BIAS_ONE) as i8
}
