//! Converts between the fields of `imm_config` and the options of the kernel's table. Each module
//! contains one conversion. `from_c` receives the fields of a table row, and the default value of
//! the option. `to_c` returns the fields. In C, 0 means the default value.

use crate::types::*;
use kernel::game::knowledge::Evaluator;
use kernel::player::options::{Comparison, Config, Decision, Divisor, Expansion, Leaf, POLICIES, Schedule, TELLS};
use kernel::player::strategy::{STRATEGIES, Selective, Strategy};

/// The value of IMM_ZERO in each type that a field can have.
const ZERO: f32 = IMM_ZERO as f32;
const ZERO_COUNT: u32 = IMM_ZERO as u32;
const ZERO_SMALL: u8 = IMM_ZERO as u8;

/// Converts a small number from C: 0 means `default`, and IMM_ZERO means 0.
fn or(number: u8, default: u8) -> u8 {
    match number {
        0 => default,
        ZERO_SMALL => 0,
        number => number,
    }
}

/// Converts an option that has the same value in C and in the kernel.
pub(super) mod same {
    use super::*;

    pub(in super::super) fn from_c<T>((value,): (T,), _: &imm_config, _: T) -> Result<T, imm_status> {
        Ok(value)
    }

    pub(in super::super) fn to_c<T>(value: T, _: &Config) -> (T,) {
        (value,)
    }
}

/// Converts a switch that is on if the byte in C is not 0.
pub(super) mod flag {
    use super::*;

    pub(in super::super) fn from_c((byte,): (u8,), _: &imm_config, _: bool) -> Result<bool, imm_status> {
        Ok(byte != 0)
    }

    pub(in super::super) fn to_c(is_on: bool, _: &Config) -> (u8,) {
        (is_on.into(),)
    }
}

/// Converts a switch that is off if the byte in C is not 0.
pub(super) mod no {
    use super::*;

    pub(in super::super) fn from_c((byte,): (u8,), _: &imm_config, _: bool) -> Result<bool, imm_status> {
        Ok(byte == 0)
    }

    pub(in super::super) fn to_c(is_on: bool, _: &Config) -> (u8,) {
        ((!is_on).into(),)
    }
}

/// Converts a number. In C, 0 means the default.
pub(super) mod plain {
    use super::*;

    pub(in super::super) fn from_c((number,): (f32,), _: &imm_config, default: f32) -> Result<f32, imm_status> {
        Ok(if number == 0.0 { default } else { number })
    }

    pub(in super::super) fn to_c(number: f32, _: &Config) -> (f32,) {
        (number,)
    }
}

/// Converts a count. In C, 0 means the default. A library without the feature `policies` always
/// uses the default.
pub(super) mod period {
    use super::*;

    pub(in super::super) fn from_c((count,): (u32,), _: &imm_config, default: u32) -> Result<u32, imm_status> {
        Ok(if POLICIES && count != 0 { count } else { default })
    }

    pub(in super::super) fn to_c(count: u32, _: &Config) -> (u32,) {
        (count,)
    }
}

/// Converts a number. In C, 0 means the default, and IMM_ZERO means 0.
pub(super) mod zero {
    use super::*;

    pub(in super::super) fn from_c((number,): (f32,), _: &imm_config, default: f32) -> Result<f32, imm_status> {
        Ok(match number {
            0.0 => default,
            ZERO => 0.0,
            number => number,
        })
    }

    pub(in super::super) fn to_c(number: f32, _: &Config) -> (f32,) {
        (if number == 0.0 { ZERO } else { number },)
    }
}

/// Converts an optional number. In C, 0 means the default, and IMM_ZERO means 0. Without the
/// feature `policies`, the kernel gets every number except 0 unchanged, and refuses the option.
pub(super) mod maybe_real {
    use super::*;

    pub(in super::super) fn from_c(
        (number,): (f32,),
        _: &imm_config,
        default: Option<f32>,
    ) -> Result<Option<f32>, imm_status> {
        let given = match number {
            _ if !POLICIES => (number.to_bits() != 0).then_some(number),
            0.0 => None,
            ZERO => Some(0.0),
            number => Some(number),
        };
        Ok(given.or(default))
    }

    pub(in super::super) fn to_c(number: Option<f32>, _: &Config) -> (f32,) {
        (number.map_or(0.0, |number| if number == 0.0 { ZERO } else { number }),)
    }
}

/// Converts an optional count. In C, 0 means the default, and IMM_ZERO means 0.
pub(super) mod maybe_count {
    use super::*;

    pub(in super::super) fn from_c(
        (count,): (u32,),
        _: &imm_config,
        default: Option<u32>,
    ) -> Result<Option<u32>, imm_status> {
        Ok(match count {
            0 => default,
            ZERO_COUNT => Some(0),
            count => Some(count),
        })
    }

    pub(in super::super) fn to_c(count: Option<u32>, _: &Config) -> (u32,) {
        (count.map_or(0, |count| if count == 0 { ZERO_COUNT } else { count }),)
    }
}

pub(super) mod best_first {
    use super::*;

    pub(in super::super) fn from_c(_: (u8,), _: &imm_config, plain: bool) -> Result<bool, imm_status> {
        Ok(plain)
    }

    pub(in super::super) fn to_c(best_first: bool, _: &Config) -> (u8,) {
        (if best_first { IMM_BEST_FIRST } else { IMM_MCTS },)
    }
}

pub(super) mod evaluator {
    use super::*;

    pub(in super::super) fn from_c((number,): (u8,), _: &imm_config, _: Evaluator) -> Result<Evaluator, imm_status> {
        Evaluator::from_number(number).ok_or(IMM_ERR_ENUM)
    }

    pub(in super::super) fn to_c(evaluator: Evaluator, _: &Config) -> (u8,) {
        (evaluator.number(),)
    }
}

pub(super) mod schedule {
    use super::*;

    pub(in super::super) fn from_c(
        (number, visits): (u8, u32),
        _: &imm_config,
        _: Schedule,
    ) -> Result<Schedule, imm_status> {
        match number {
            IMM_IM_CONSTANT => Ok(Schedule::Constant),
            _ if !POLICIES => Ok(Schedule::Rising(0)), // the kernel refuses any schedule but `Constant`
            IMM_IM_FALLING => Ok(Schedule::Falling(visits)),
            IMM_IM_RISING => Ok(Schedule::Rising(visits)),
            _ => Err(IMM_ERR_ENUM),
        }
    }

    pub(in super::super) fn to_c(schedule: Schedule, _: &Config) -> (u8, u32) {
        match schedule {
            Schedule::Constant => (IMM_IM_CONSTANT, 0),
            Schedule::Falling(visits) => (IMM_IM_FALLING, visits),
            Schedule::Rising(visits) => (IMM_IM_RISING, visits),
        }
    }
}

pub(super) mod divisor {
    use super::*;

    pub(in super::super) fn from_c((number,): (u8,), _: &imm_config, _: Divisor) -> Result<Divisor, imm_status> {
        match number {
            _ if !POLICIES => Ok(Divisor::SqrtLosses), // not used
            IMM_PB_SQRT_LOSSES => Ok(Divisor::SqrtLosses),
            IMM_PB_LOSSES => Ok(Divisor::Losses),
            IMM_PB_VISITS => Ok(Divisor::Visits),
            IMM_PN_SUM | IMM_PN_LARGEST | IMM_PN_RANK | IMM_PB_MOBILITY => Ok(Divisor::SqrtLosses), // not used
            _ => Err(IMM_ERR_ENUM),
        }
    }

    pub(in super::super) fn to_c(divisor: Divisor, config: &Config) -> (u8,) {
        let number = match divisor {
            _ if config.pn > 0.0 => comparison::number(config.comparison),
            _ if config.mob > 0.0 => IMM_PB_MOBILITY,
            Divisor::SqrtLosses => IMM_PB_SQRT_LOSSES,
            Divisor::Losses => IMM_PB_LOSSES,
            Divisor::Visits => IMM_PB_VISITS,
        };
        (number,)
    }
}

pub(super) mod leaf {
    use super::*;

    /// The default depth of an alpha-beta leaf search in plies. Used if the C field is 0.
    const DEPTH: u8 = 2;

    pub(in super::super) fn from_c((number, depth): (u8, u8), _: &imm_config, _: Leaf) -> Result<Leaf, imm_status> {
        match number {
            IMM_LEAF_STATIC => Ok(Leaf::Static),
            _ if !POLICIES => Ok(Leaf::Quiescence), // the kernel refuses any leaf search
            IMM_LEAF_ALPHA_BETA => Ok(Leaf::AlphaBeta(or(depth, DEPTH))),
            IMM_LEAF_QUIESCENCE => Ok(Leaf::Quiescence),
            _ => Err(IMM_ERR_ENUM),
        }
    }

    pub(in super::super) fn to_c(leaf: Leaf, _: &Config) -> (u8, u8) {
        match leaf {
            Leaf::Static => (IMM_LEAF_STATIC, 0),
            Leaf::AlphaBeta(plies) => (IMM_LEAF_ALPHA_BETA, plies),
            Leaf::Quiescence => (IMM_LEAF_QUIESCENCE, 0),
        }
    }
}

pub(super) mod strategy {
    use super::*;

    /// The C fields `playout`, `playout_depth`, `playout_evaluated` and `playout_looked`.
    type Fields = (u8, u8, [u8; 3], [u8; 3]);

    pub(in super::super) fn from_c(fields: Fields, _: &imm_config, _: Strategy) -> Result<Strategy, imm_status> {
        match fields.0 {
            IMM_PLAYOUT_SAMPLED => Ok(Strategy::Sampled),
            _ if !POLICIES => Ok(Strategy::Transition), // the kernel refuses any strategy but `Sampled`
            number => {
                let named = STRATEGIES.iter().find(|(_, its_number)| *its_number == number);
                named.map(|&(strategy, _)| with_numbers(strategy, fields)).ok_or(IMM_ERR_ENUM)
            }
        }
    }

    /// Returns the playout strategy with the numbers from the C fields. A number that is 0 in C
    /// keeps the strategy's default.
    fn with_numbers(strategy: Strategy, (_, depth, evaluated, all_looked): Fields) -> Strategy {
        let [first, second, third] = evaluated;
        match strategy {
            Strategy::Greedy(width) => Strategy::Greedy(or(first, width)),
            Strategy::Mixed(width) => Strategy::Mixed(or(first, width)),
            Strategy::Learned(count) => Strategy::Learned(or(first, count)),
            Strategy::LearnedGreedy(percent) => Strategy::LearnedGreedy(or(first, percent)),
            Strategy::AlphaBeta(paper) => {
                let [search_1, search_2, search_3] = paper.evaluated;
                let [look_1, look_2, look_3] = paper.looked;
                let [looked_1, looked_2, looked_3] = all_looked;
                Strategy::AlphaBeta(Selective {
                    depth: or(depth, paper.depth),
                    evaluated: [or(first, search_1), or(second, search_2), or(third, search_3)],
                    looked: [looked(looked_1, look_1), looked(looked_2, look_2), looked(looked_3, look_3)],
                })
            }
            without_numbers => without_numbers,
        }
    }

    fn looked(number: u8, default: u8) -> u8 {
        match number {
            0 => default,
            ZERO_SMALL => 0,
            IMM_LOOK_ALL => Selective::ALL,
            number => number,
        }
    }

    pub(in super::super) fn to_c(strategy: Strategy, _: &Config) -> Fields {
        let number = strategy.number();
        match strategy {
            Strategy::Greedy(first)
            | Strategy::Mixed(first)
            | Strategy::Learned(first)
            | Strategy::LearnedGreedy(first) => (number, 0, [first, 0, 0], [0; 3]),
            Strategy::AlphaBeta(search) => (number, search.depth, search.evaluated, search.looked.map(look_to_c)),
            _ => (number, 0, [0; 3], [0; 3]),
        }
    }

    fn look_to_c(looked: u8) -> u8 {
        match looked {
            0 => ZERO_SMALL,
            Selective::ALL => IMM_LOOK_ALL,
            number => number,
        }
    }
}

/// Converts the C field `flags`, which has one bit for each of five options: `evaltt`, `prooftt`,
/// `bounds`, `ip` and `reg`. A field can belong to only one row of the table of options, so the row
/// of `evaltt` has this field.
pub(super) mod evaltt {
    use super::*;

    pub(in super::super) fn from_c((bits,): (u8,), _: &imm_config, _: bool) -> Result<bool, imm_status> {
        let known = IMM_FLAG_EVALTT | IMM_FLAG_PROOFTT | IMM_FLAG_BOUNDS | IMM_FLAG_INFORMED | IMM_FLAG_CORRECTED;
        if bits & !known != 0 {
            return Err(IMM_ERR_OUT_OF_RANGE);
        }
        Ok(bits & IMM_FLAG_EVALTT != 0)
    }

    pub(in super::super) fn to_c(evaltt: bool, config: &Config) -> (u8,) {
        let bit = |is_on: bool, bit: u8| if is_on { bit } else { 0 };
        let tables = bit(evaltt, IMM_FLAG_EVALTT) | bit(config.prooftt, IMM_FLAG_PROOFTT);
        let values = bit(config.ip > 0, IMM_FLAG_INFORMED) | bit(config.reg, IMM_FLAG_CORRECTED);
        (tables | bit(config.bounds, IMM_FLAG_BOUNDS) | values,)
    }
}

/// Converts the C field `pb`. If `pb_divisor` selects proof numbers or mobility, the field is their
/// weight.
pub(super) mod pb {
    use super::*;

    pub(in super::super) fn from_c((weight,): (f32,), c: &imm_config, _: f32) -> Result<f32, imm_status> {
        Ok(if comparison::of(c).is_some() || mob::is_on(c) { 0.0 } else { weight })
    }

    pub(in super::super) fn to_c(pb: f32, config: &Config) -> (f32,) {
        (pb + config.pn + config.mob,) // at most one of them is on
    }
}

pub(super) mod pn {
    use super::*;

    pub(in super::super) fn from_c((): (), c: &imm_config, _: f32) -> Result<f32, imm_status> {
        Ok(if comparison::of(c).is_some() { c.pb } else { 0.0 })
    }

    pub(in super::super) fn to_c(_: f32, _: &Config) {}
}

pub(super) mod mob {
    use super::*;

    /// True if `pb_divisor` selects mobility. A library without the feature `policies` does not
    /// have this option.
    pub(super) fn is_on(c: &imm_config) -> bool {
        POLICIES && c.pb_divisor == IMM_PB_MOBILITY
    }

    pub(in super::super) fn from_c((): (), c: &imm_config, _: f32) -> Result<f32, imm_status> {
        Ok(if is_on(c) { c.pb } else { 0.0 })
    }

    pub(in super::super) fn to_c(_: f32, _: &Config) {}
}

pub(super) mod comparison {
    use super::*;

    /// Returns the comparison that `pb_divisor` selects, or `None` if it selects a divisor. A
    /// library without the feature `policies` has no proof numbers.
    pub(super) fn of(c: &imm_config) -> Option<Comparison> {
        match c.pb_divisor {
            _ if !POLICIES => None,
            IMM_PN_SUM => Some(Comparison::Sum),
            IMM_PN_LARGEST => Some(Comparison::Largest),
            IMM_PN_RANK => Some(Comparison::Rank),
            _ => None,
        }
    }

    pub(super) fn number(comparison: Comparison) -> u8 {
        match comparison {
            Comparison::Sum => IMM_PN_SUM,
            Comparison::Largest => IMM_PN_LARGEST,
            Comparison::Rank => IMM_PN_RANK,
        }
    }

    pub(in super::super) fn from_c((): (), c: &imm_config, _: Comparison) -> Result<Comparison, imm_status> {
        Ok(of(c).unwrap_or_default())
    }

    pub(in super::super) fn to_c(_: Comparison, _: &Config) {}
}

pub(super) mod tp {
    use super::*;

    pub(in super::super) fn from_c((weight,): (f32,), c: &imm_config, _: f32) -> Result<f32, imm_status> {
        Ok(if TELLS && c.evaluator == IMM_EF_TOLD { 0.0 } else { weight })
    }

    pub(in super::super) fn to_c(tp: f32, config: &Config) -> (f32,) {
        (if config.is_told() { config.puct } else { tp },)
    }
}

pub(super) mod puct {
    use super::*;

    pub(in super::super) fn from_c((): (), c: &imm_config, _: f32) -> Result<f32, imm_status> {
        Ok(if TELLS && c.evaluator == IMM_EF_TOLD { c.tp } else { 0.0 })
    }

    pub(in super::super) fn to_c(_: f32, _: &Config) {}
}

pub(super) mod prooftt {
    use super::*;

    pub(in super::super) fn from_c((): (), c: &imm_config, _: bool) -> Result<bool, imm_status> {
        Ok(c.flags & IMM_FLAG_PROOFTT != 0)
    }

    pub(in super::super) fn to_c(_: bool, _: &Config) {}
}

pub(super) mod bounds {
    use super::*;

    pub(in super::super) fn from_c((): (), c: &imm_config, _: bool) -> Result<bool, imm_status> {
        Ok(c.flags & IMM_FLAG_BOUNDS != 0)
    }

    pub(in super::super) fn to_c(_: bool, _: &Config) {}
}

pub(super) mod reg {
    use super::*;

    pub(in super::super) fn from_c((): (), c: &imm_config, _: bool) -> Result<bool, imm_status> {
        Ok(c.flags & IMM_FLAG_CORRECTED != 0)
    }

    pub(in super::super) fn to_c(_: bool, _: &Config) {}
}

/// Converts the C field `np`. If the flag of the option `ip` is set, the field belongs to this
/// option.
pub(super) mod np {
    use super::*;

    pub(in super::super) fn from_c((visits,): (u32,), c: &imm_config, _: u32) -> Result<u32, imm_status> {
        Ok(if c.flags & IMM_FLAG_INFORMED == 0 { visits } else { 0 })
    }

    pub(in super::super) fn to_c(np: u32, config: &Config) -> (u32,) {
        (np.max(config.ip),) // one of them is 0
    }
}

pub(super) mod ip {
    use super::*;

    pub(in super::super) fn from_c((): (), c: &imm_config, _: u32) -> Result<u32, imm_status> {
        Ok(if c.flags & IMM_FLAG_INFORMED == 0 { 0 } else { c.np })
    }

    pub(in super::super) fn to_c(_: u32, _: &Config) {}
}

pub(super) mod grave {
    use super::*;

    pub(in super::super) fn from_c((visits,): (u16,), _: &imm_config, _: u32) -> Result<u32, imm_status> {
        Ok(visits.into())
    }

    pub(in super::super) fn to_c(visits: u32, _: &Config) -> (u16,) {
        (visits as u16,)
    }
}

pub(super) mod expansion {
    use super::*;

    pub(in super::super) fn from_c((number,): (u8,), _: &imm_config, _: Expansion) -> Result<Expansion, imm_status> {
        match number {
            IMM_EXPAND_AUTO => Ok(Expansion::Auto),
            IMM_EXPAND_ONE => Ok(Expansion::One),
            IMM_EXPAND_ALL => Ok(Expansion::All),
            _ => Err(IMM_ERR_ENUM),
        }
    }

    pub(in super::super) fn to_c(expansion: Expansion, _: &Config) -> (u8,) {
        let number = match expansion {
            Expansion::Auto => IMM_EXPAND_AUTO,
            Expansion::One => IMM_EXPAND_ONE,
            Expansion::All => IMM_EXPAND_ALL,
        };
        (number,)
    }
}

pub(super) mod decision {
    use super::*;

    pub(in super::super) fn from_c((number,): (u8,), _: &imm_config, plain: Decision) -> Result<Decision, imm_status> {
        match number {
            IMM_DECIDE_VISITS => Ok(plain),
            IMM_DECIDE_SAFEST => Ok(Decision::MostVisits),
            IMM_DECIDE_SECURE => Ok(Decision::SecureChild),
            IMM_DECIDE_VALUE => Ok(Decision::BestValue),
            IMM_DECIDE_LOG => Ok(Decision::ValueLogVisits),
            _ => Err(IMM_ERR_ENUM),
        }
    }

    pub(in super::super) fn to_c(decision: Decision, config: &Config) -> (u8,) {
        let number = match decision {
            Decision::MostVisits if config.best_first => IMM_DECIDE_SAFEST,
            Decision::MostVisits => IMM_DECIDE_VISITS,
            Decision::SecureChild => IMM_DECIDE_SECURE,
            Decision::BestValue => IMM_DECIDE_VALUE,
            Decision::ValueLogVisits => IMM_DECIDE_LOG,
        };
        (number,)
    }
}
