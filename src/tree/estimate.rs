//! The estimate Q of a child and its upper confidence bound: how the mean of the rewards, the
//! minimax or static value, the exploration and the progressive bias are weighed against each
//! other.

use super::Tree;
use super::slot::{NodeId, Slot};
use crate::maths::sqrt;
use crate::player::options::{Divisor, POLICIES};
use crate::player::plan::BIAS_ONE;
use crate::tables::{PER_VISIT, SQRT_LN};
use crate::value::{Proof, Side, Value};

/// The weights of one selection, folded so that a child costs few operations. Those of values and
/// means turn 1/32767ths in the first player's view into real numbers in the mover's.
pub(crate) struct Weights {
    /// What all of them are multiplied with.
    unit: f32,
    /// 1 - alpha.
    mean: f32,
    /// alpha.
    minimax: f32,
    /// C * sqrt(ln N).
    exploration: f32,
    /// W of the progressive bias, for a bias in 1/127ths or a probability in 1/255ths; 0 is off.
    bias: f32,
    /// What a bias in a node is short of the number that it stands for: 128 where that is a
    /// probability, else 0.
    bias_offset: f32,
    /// `fpu`: what an unvisited child has in place of mean and exploration.
    first_play: f32,
    divisor: Divisor,
    /// `impb`: alpha is over visits + 1.
    fades: bool,
    /// No bound is below minus this number.
    floor: f32,
}

impl Weights {
    /// The upper confidence bound as a number above 0 that is ordered as the bound is: to be
    /// compared without branches. The bits of a positive real number are ordered as the number is.
    #[inline(always)]
    pub(crate) fn key(&self, child: &Slot) -> u32 {
        (self.bound(child) + self.floor).to_bits()
    }

    /// The key of a child whose value is proven: no estimate is left to mix.
    #[inline(always)] // a frame less where the stack is deepest
    pub(crate) fn key_of_proven(&self, child: &Slot) -> u32 {
        let per_sqrt_visit = sqrt(1.0 / child.visits().max(1) as f32);
        let value = f32::from(child.value().raw()) * (self.mean + self.minimax);
        (value + self.exploration * per_sqrt_visit + self.floor).to_bits()
    }

    /// Does a part of the bounds fade with the visits?
    #[inline]
    pub(crate) fn fades(&self) -> bool {
        POLICIES && (self.fades || self.bias != 0.0)
    }

    /// [`Weights::key`] where [`Weights::fades`].
    pub(crate) fn fading_key(&self, child: &Slot) -> u32 {
        (self.fading_bound(child) + self.floor).to_bits()
    }

    /// The key of a child that no simulation has visited, with `fpu`.
    #[inline(always)]
    pub(crate) fn key_of_unvisited(&self, child: &Slot) -> u32 {
        let value = self.unit * f32::from(child.value().raw());
        let bias = if self.bias == 0.0 { 0.0 } else { self.bias_of(child, 0.0, 0.0) };
        (value + self.first_play + bias + self.floor).to_bits()
    }

    /// Q(s, a) + C * sqrt(ln N / n), in the mover's view.
    #[inline(always)]
    fn bound(&self, child: &Slot) -> f32 {
        let (reward, per_visit, per_sqrt_visit) = statistics(child);
        let playouts = self.mean * (reward * per_visit) + self.exploration * per_sqrt_visit;
        if self.minimax == 0.0 {
            return playouts;
        }
        playouts + self.minimax * f32::from(child.value().raw())
    }

    /// The bound when a term decays with visits: `impb` or a progressive bias.
    fn fading_bound(&self, child: &Slot) -> f32 {
        let (reward, per_visit, per_sqrt_visit) = statistics(child);
        let visits = child.visits() as f32;
        let minimax = if self.fades { self.minimax / (visits + 1.0) } else { self.minimax };
        let estimate = self.mean * (reward * per_visit) + minimax * f32::from(child.value().raw());
        estimate + self.bias_of(child, reward, visits) + self.exploration * per_sqrt_visit
    }

    /// The progressive bias of a child with this sum of rewards and this number of visits.
    fn bias_of(&self, child: &Slot, reward: f32, visits: f32) -> f32 {
        self.bias * (f32::from(child.bias()) + self.bias_offset) / self.divide_by(reward, visits)
    }

    /// What the bias of a child with this sum of rewards is divided by. A draw is half a loss.
    fn divide_by(&self, reward: f32, visits: f32) -> f32 {
        let losses = ((visits - self.unit * reward) * 0.5).max(0.0);
        match self.divisor {
            Divisor::SqrtLosses => sqrt(losses + 1.0),
            Divisor::Losses => losses + 1.0,
            Divisor::Visits => visits + 1.0,
        }
    }
}

/// r, 1 / n and sqrt(1 / n). Most children have few visits: then the table has the same numbers,
/// and r fits 32 bits.
#[inline(always)]
fn statistics(child: &Slot) -> (f32, f32, f32) {
    let (reward, (per_visit, per_sqrt_visit)) = match PER_VISIT.get(child.visits() as usize) {
        Some(&reciprocals) => (child.small_reward() as f32, reciprocals),
        None => (child.reward() as f32, reciprocals(child.visits())),
    };
    (reward, per_visit, per_sqrt_visit)
}

/// 1 / n and sqrt(1 / n).
#[cold]
fn reciprocals(n: u32) -> (f32, f32) {
    let per_visit = 1.0 / n.max(1) as f32;
    (per_visit, sqrt(per_visit))
}

/// sqrt(ln N), 0 for no visits.
#[inline]
fn sqrt_ln(visits: u32) -> f32 {
    match SQRT_LN.get(visits as usize) {
        Some(&known) => known,
        None => sqrt(libm::logf(visits as f32)),
    }
}

impl Tree<'_> {
    /// The weights for a selection among `children` by `mover`, at a node with this number of
    /// visits of its own.
    pub(crate) fn weights(&self, visits: u32, children: &[Slot], mover: Side) -> Weights {
        let alpha = self.plan.alpha(visits);
        let sign = mover.sign() as f32;
        let unit = sign / f32::from(Value::ONE);
        let by_transition = self.plan.by_transition();
        Weights {
            unit,
            mean: (1.0 - alpha) * unit,
            minimax: alpha * unit,
            exploration: self.plan.c * sqrt_ln(self.total_visits(visits, children)),
            bias: if by_transition { self.plan.bias() } else { self.plan.bias() * sign },
            bias_offset: if by_transition { 128.0 } else { 0.0 },
            first_play: self.plan.fpu().unwrap_or(0.0),
            divisor: self.plan.divisor(),
            fades: self.plan.fades(),
            floor: self.plan.floor(),
        }
    }

    /// N of the exploration term. With node priors it is the sum over the children, or the
    /// logarithm would know less than they do.
    fn total_visits(&self, visits: u32, children: &[Slot]) -> u32 {
        if self.plan.np() == 0 {
            return visits;
        }
        children.iter().fold(0, |sum, child| sum.saturating_add(child.visits()))
    }

    /// Q of a child, in the first player's view, at a parent with this number of visits: what
    /// selection goes by, without exploration and progressive bias.
    pub(crate) fn estimate(&self, child: &Slot, parent_visits: u32) -> Value {
        if child.is_proven() || child.visits() == 0 {
            return child.value();
        }
        let visits = child.visits() as f32;
        let alpha = self.plan.alpha(parent_visits);
        let minimax = if self.plan.fades() { alpha / (visits + 1.0) } else { alpha };
        let mean = child.reward() as f32 / visits;
        let mixed = (1.0 - alpha) * mean + minimax * f32::from(child.value().raw());
        Value::from_raw(libm::roundf(mixed) as i16)
    }

    /// The best estimate among the visited children of `node`, in the first player's view: what
    /// maximum backpropagation returns. `None` where there is none.
    pub(crate) fn best_estimate(&self, node: NodeId, mover: Side) -> Option<Value> {
        let slot = self.pool.node(node);
        let children = self.pool.children(slot.run()).iter();
        let known = children.filter(|child| child.visits() > 0 || child.proof() != Proof::Unknown);
        let estimates = known.map(|child| self.estimate(child, slot.visits()));
        match mover {
            Side::First => estimates.max(),
            Side::Second => estimates.min(),
        }
    }
}

/// A static value as the bias that a node keeps.
pub(crate) fn bias_of(value: Value) -> i8 {
    libm::roundf(value.to_f32() * BIAS_ONE) as i8
}
