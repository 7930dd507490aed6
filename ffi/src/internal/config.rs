//! Converts between C's `imm_config` and the kernel's player, over the kernel's table of options.
//! In C, 0 is the default in every field. Where the default is another number, IMM_ZERO is the
//! number 0.

use crate::internal::clock::{self, CallbackClock, Now};
use crate::internal::convert::read_text;
use crate::internal::struct_versions;
use crate::types::*;
use core::ffi::{c_char, c_void};
use core::mem::{MaybeUninit, offset_of};
use core::ptr::null_mut;
use kernel::alphabeta::{self, Switches};
use kernel::game::knowledge::Evaluator;
use kernel::player::Player;
use kernel::player::options::{Config, Decision, Divisor, Expansion, Leaf, POLICIES, Schedule};
use kernel::player::strategy::{STRATEGIES, Selective, Strategy};

/// What `imm_config_default()` gives. Made at run time: nearly all of it is 0, which as a constant
/// would take its size in flash.
#[inline(always)]
pub(crate) fn default() -> imm_config {
    // SAFETY: numbers, an optional function and a pointer: 0 is a value of each.
    let mut config: imm_config = unsafe { core::mem::zeroed() };
    config.struct_size = size_of::<imm_config>() as u32;
    config.now_ms = clock::DESKTOP;
    config
}

/// What a player that is NULL stands for: `best`; `mcts()` in a library without the policies, which
/// knows no such player.
pub(crate) fn best() -> imm_config {
    imm_config { algorithm: if POLICIES { IMM_BEST } else { IMM_MCTS }, ..default() }
}

/// The clock of a configuration; the host's, if there is one, of one that is NULL.
///
/// # Safety
/// `config` is NULL or valid, of whatever version.
pub(crate) unsafe fn clock_of(config: *const imm_config) -> CallbackClock {
    if config.is_null() {
        return finer(clock::DESKTOP, None, null_mut());
    }
    // SAFETY: promised by the caller.
    let now_ms = unsafe { (&raw const (*config).now_ms).read() };
    // SAFETY: as above.
    let context = unsafe { (&raw const (*config).clock).read() };
    // SAFETY: as above.
    let size = unsafe { (&raw const (*config).struct_size).read() } as usize;
    let has_us = size >= offset_of!(imm_config, now_us).wrapping_add(size_of::<Option<Now>>());
    // SAFETY: as above; the field is there.
    let now_us = if POLICIES && has_us { unsafe { (&raw const (*config).now_us).read() } } else { None };
    finer(now_ms, now_us, context)
}

/// A library without policies reads `now_ms` alone.
fn finer(now_ms: Option<Now>, now_us: Option<Now>, context: *mut c_void) -> CallbackClock {
    if POLICIES { CallbackClock::finer(now_ms, now_us, context) } else { CallbackClock::new(now_ms, context) }
}

/// The kernel's player. IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, or what makes no player.
///
/// # Safety
/// `config` is NULL or valid.
pub(crate) unsafe fn config_from_c(config: *const imm_config) -> Result<Player, imm_status> {
    let mut room = MaybeUninit::uninit();
    // SAFETY: promised by the caller.
    player_from_c(unsafe { struct_versions::read(config, &mut room) }?, tree_from_c)
}

/// The player that is to be set up: as [`config_from_c`], but NULL is [`best`].
///
/// # Safety
/// `config` is NULL or valid.
#[inline(never)] // its own frame: not on the stack while the search is set up
pub(crate) unsafe fn opening_player(config: *const imm_config) -> Result<Player, imm_status> {
    if config.is_null() {
        let best = best();
        // SAFETY: it is there.
        return unsafe { given_player(&raw const best) };
    }
    // SAFETY: promised by the caller.
    unsafe { given_player(config) }
}

/// As [`config_from_c`], but without texts for what is left out. A library that has no policies
/// knows one size of the struct only, and refuses whoever asks for a policy without a look at
/// which: that saves flash.
///
/// # Safety
/// As [`config_from_c`].
#[inline(never)] // for flash: it is called in two places
unsafe fn given_player(config: *const imm_config) -> Result<Player, imm_status> {
    if POLICIES {
        // SAFETY: promised by the caller.
        return unsafe { config_from_c(config) };
    }
    // SAFETY: promised by the caller; the size comes first.
    if unsafe { config.cast::<u32>().read() } as usize != size_of::<imm_config>() {
        return Err(IMM_ERR_STRUCT_SIZE);
    }
    // SAFETY: it has all fields.
    let config = unsafe { &*config };
    // What all of it would be refused for anyway.
    let left_out = matches!(config.algorithm, IMM_BEST_FIRST | IMM_BEST)
        || (!cfg!(feature = "alpha-beta") && config.algorithm == IMM_ALPHA_BETA);
    if left_out {
        return Err(IMM_ERR_UNSUPPORTED);
    }
    player_from_c(config, core_from_c)
}

#[inline(always)]
fn player_from_c(
    config: &imm_config,
    tree_from_c: fn(&imm_config, &Config) -> Result<Player, imm_status>,
) -> Result<Player, imm_status> {
    match config.algorithm {
        IMM_MCTS => tree_from_c(config, &Config::DEFAULT),
        IMM_BEST_FIRST => tree_from_c(config, &Config::BEST_FIRST),
        IMM_ALPHA_BETA => {
            let switches = Switches::from_bits(config.switches).ok_or(IMM_ERR_OUT_OF_RANGE)?;
            let evaluator = evaluator::from_c(config, &Config::DEFAULT)?;
            Ok(Player::AlphaBeta(alphabeta::Config { evaluator, switches }))
        }
        #[cfg(feature = "policies")]
        IMM_BEST => Ok(Player::Best(config.seed)),
        _ => Err(IMM_ERR_ENUM),
    }
}

/// Writes a player's fields, and keeps the others: the seed and the clock.
#[inline(never)] // its own frame: not on the stack while the text is read
pub(crate) fn player_to_c(player: &Player, c: &mut imm_config) {
    let (seed, now_ms, now_us, clock) = (c.seed, c.now_ms, c.now_us, c.clock);
    *c = imm_config { seed, now_ms, now_us, clock, ..default() };
    match player {
        Player::Tree(config) => tree_to_c(config, c),
        Player::AlphaBeta(config) => {
            c.algorithm = IMM_ALPHA_BETA;
            c.evaluator = config.evaluator.number();
            c.switches = config.switches.bits();
        }
        #[cfg(feature = "policies")]
        Player::Best(_) => c.algorithm = IMM_BEST,
    }
}

/// Makes both directions of the table.
macro_rules! make_conversion {
    ($(
        $(#[doc = $doc:literal])*
        $field:ident: $type:ty = $default:expr, $kind:ident $words:tt, $range:expr, $feature:ident, $needs:ident,
            $conversion:ident [$($c_field:ident)*] { $($form:literal $says:literal $off:literal)* }
    )*) => {
        /// A tree search that is `plain` where nothing is said.
        fn tree_from_c(c: &imm_config, plain: &Config) -> Result<Player, imm_status> {
            Ok(Player::Tree(Config {
                seed: c.seed,
                $($field: from_c!($conversion [$($c_field)*], $feature, c, plain, $field),)*
            }))
        }

        /// A tree search of the options that every library has; with any other it is unsupported.
        fn core_from_c(c: &imm_config, plain: &Config) -> Result<Player, imm_status> {
            let policies = 0 $($(| policy_bits!($feature, c.$c_field))*)*;
            if policies != 0 {
                return Err(IMM_ERR_UNSUPPORTED);
            }
            Ok(Player::Tree(Config {
                seed: c.seed,
                $($field: core_from_c!($conversion [$($c_field)*], $feature, c, plain, $field),)*
            }))
        }

        /// Writes the fields of a tree search.
        fn tree_to_c(config: &Config, c: &mut imm_config) {
            $(to_c!($conversion [$($c_field)*], config, c, $field);)*
        }

        /// Compiles only if each field of `imm_config` is one row's, or one of these.
        const _: fn(imm_config) = |c| {
            let imm_config { struct_size: _, seed: _, switches: _, now_ms: _, now_us: _, clock: _, $($($c_field: _,)*)* } = c;
        };
    };
}

/// The value of a field of [`Config`].
macro_rules! from_c {
    (same [$name:ident], $feature:ident, $c:ident, $plain:ident, $field:ident) => {
        $c.$name
    };
    (flag [$name:ident], $feature:ident, $c:ident, $plain:ident, $field:ident) => {
        $c.$name != 0
    };
    (no [$name:ident], $feature:ident, $c:ident, $plain:ident, $field:ident) => {
        $c.$name == 0
    };
    (plain [$name:ident], detail, $c:ident, $plain:ident, $field:ident) => {
        if POLICIES && $c.$name != 0 { $c.$name } else { Config::DEFAULT.$field }
    };
    (plain [$name:ident], $feature:ident, $c:ident, $plain:ident, $field:ident) => {
        if $c.$name == 0.0 { $plain.$field } else { $c.$name }
    };
    (zero [$name:ident], $feature:ident, $c:ident, $plain:ident, $field:ident) => {
        match $c.$name {
            0.0 => $plain.$field,
            ZERO => 0.0,
            number => number,
        }
    };
    (maybe_real [$name:ident], $feature:ident, $c:ident, $plain:ident, $field:ident) => {
        maybe_real($c.$name).or($plain.$field)
    };
    (maybe_count [$name:ident], $feature:ident, $c:ident, $plain:ident, $field:ident) => {
        match $c.$name {
            0 => Config::DEFAULT.$field,
            ZERO_COUNT => Some(0),
            number => Some(number),
        }
    };
    (own $names:tt, $feature:ident, $c:ident, $plain:ident, $field:ident) => {
        $field::from_c($c, $plain)?
    };
}

/// The value of a field of [`Config`], the default where only a library with policies has the
/// option.
macro_rules! core_from_c {
    ($conversion:ident $names:tt, core, $c:ident, $plain:ident, $field:ident) => {
        from_c!($conversion $names, core, $c, $plain, $field)
    };
    ($conversion:ident $names:tt, $feature:ident, $c:ident, $plain:ident, $field:ident) => {
        Config::DEFAULT.$field
    };
}

/// The bits of a field that only a library with policies has: 0 is off.
macro_rules! policy_bits {
    (policies, $value:expr) => {
        Bits::bits($value)
    };
    ($feature:ident, $value:expr) => {
        0
    };
}

/// A number as bits, all 0 for the number 0.
trait Bits {
    fn bits(self) -> u32;
}

impl Bits for u32 {
    fn bits(self) -> u32 {
        self
    }
}

impl Bits for u16 {
    fn bits(self) -> u32 {
        self.into()
    }
}

impl Bits for u8 {
    fn bits(self) -> u32 {
        self.into()
    }
}

impl Bits for f32 {
    fn bits(self) -> u32 {
        self.to_bits()
    }
}

impl Bits for [u8; 3] {
    fn bits(self) -> u32 {
        let [a, b, c] = self;
        u32::from_le_bytes([a, b, c, 0])
    }
}

/// Writes the fields of `imm_config` that a field of [`Config`] is.
macro_rules! to_c {
    (same [$name:ident], $config:ident, $c:ident, $field:ident) => {
        $c.$name = $config.$field
    };
    (plain [$name:ident], $config:ident, $c:ident, $field:ident) => {
        $c.$name = $config.$field
    };
    (flag [$name:ident], $config:ident, $c:ident, $field:ident) => {
        $c.$name = $config.$field as u8
    };
    (no [$name:ident], $config:ident, $c:ident, $field:ident) => {
        $c.$name = !$config.$field as u8
    };
    (zero [$name:ident], $config:ident, $c:ident, $field:ident) => {
        $c.$name = if $config.$field == 0.0 { ZERO } else { $config.$field }
    };
    (maybe_real [$name:ident], $config:ident, $c:ident, $field:ident) => {
        $c.$name = $config.$field.map_or(0.0, |number| if number == 0.0 { ZERO } else { number })
    };
    (maybe_count [$name:ident], $config:ident, $c:ident, $field:ident) => {
        $c.$name = $config.$field.map_or(0, |number| if number == 0 { ZERO_COUNT } else { number })
    };
    (own $names:tt, $config:ident, $c:ident, $field:ident) => {
        $field::to_c($config, $c)
    };
}

kernel::player_options!(make_conversion);

/// IMM_ZERO in a field of each type.
const ZERO: f32 = IMM_ZERO as f32;
const ZERO_COUNT: u32 = IMM_ZERO as u32;
const ZERO_SMALL: u8 = IMM_ZERO as u8;

/// An option that is not there at 0. Without the policies all numbers are one: the kernel refuses
/// it.
fn maybe_real(number: f32) -> Option<f32> {
    match number {
        _ if !POLICIES => (number.to_bits() != 0).then_some(number),
        0.0 => None,
        ZERO => Some(0.0),
        number => Some(number),
    }
}

mod best_first {
    use super::*;

    pub(super) fn from_c(_: &imm_config, plain: &Config) -> Result<bool, imm_status> {
        Ok(plain.best_first)
    }

    pub(super) fn to_c(config: &Config, c: &mut imm_config) {
        c.algorithm = if config.best_first { IMM_BEST_FIRST } else { IMM_MCTS };
    }
}

mod evaluator {
    use super::*;

    pub(super) fn from_c(c: &imm_config, _: &Config) -> Result<Evaluator, imm_status> {
        Evaluator::from_number(c.evaluator).ok_or(IMM_ERR_ENUM)
    }

    pub(super) fn to_c(config: &Config, c: &mut imm_config) {
        c.evaluator = config.evaluator.number();
    }
}

mod schedule {
    use super::*;

    pub(super) fn from_c(c: &imm_config, _: &Config) -> Result<Schedule, imm_status> {
        match c.im_schedule {
            IMM_IM_CONSTANT => Ok(Schedule::Constant),
            _ if !POLICIES => Ok(Schedule::Rising(0)), // whatever it is, the kernel refuses it
            IMM_IM_FALLING => Ok(Schedule::Falling(c.im_visits)),
            IMM_IM_RISING => Ok(Schedule::Rising(c.im_visits)),
            _ => Err(IMM_ERR_ENUM),
        }
    }

    pub(super) fn to_c(config: &Config, c: &mut imm_config) {
        (c.im_schedule, c.im_visits) = match config.schedule {
            Schedule::Constant => (IMM_IM_CONSTANT, 0),
            Schedule::Falling(visits) => (IMM_IM_FALLING, visits),
            Schedule::Rising(visits) => (IMM_IM_RISING, visits),
        };
    }
}

mod divisor {
    use super::*;

    pub(super) fn from_c(c: &imm_config, _: &Config) -> Result<Divisor, imm_status> {
        match c.pb_divisor {
            _ if !POLICIES => Ok(Divisor::SqrtLosses), // not looked at
            IMM_PB_SQRT_LOSSES => Ok(Divisor::SqrtLosses),
            IMM_PB_LOSSES => Ok(Divisor::Losses),
            IMM_PB_VISITS => Ok(Divisor::Visits),
            _ => Err(IMM_ERR_ENUM),
        }
    }

    pub(super) fn to_c(config: &Config, c: &mut imm_config) {
        c.pb_divisor = match config.divisor {
            Divisor::SqrtLosses => IMM_PB_SQRT_LOSSES,
            Divisor::Losses => IMM_PB_LOSSES,
            Divisor::Visits => IMM_PB_VISITS,
        };
    }
}

mod leaf {
    use super::*;

    /// The plies of alpha-beta where C says 0.
    const DEPTH: u8 = 2;

    pub(super) fn from_c(c: &imm_config, _: &Config) -> Result<Leaf, imm_status> {
        match c.leaf {
            IMM_LEAF_STATIC => Ok(Leaf::Static),
            _ if !POLICIES => Ok(Leaf::Quiescence), // whatever it is, the kernel refuses it
            IMM_LEAF_ALPHA_BETA => Ok(Leaf::AlphaBeta(or(c.leaf_depth, DEPTH))),
            IMM_LEAF_QUIESCENCE => Ok(Leaf::Quiescence),
            _ => Err(IMM_ERR_ENUM),
        }
    }

    pub(super) fn to_c(config: &Config, c: &mut imm_config) {
        (c.leaf, c.leaf_depth) = match config.leaf {
            Leaf::Static => (IMM_LEAF_STATIC, 0),
            Leaf::AlphaBeta(plies) => (IMM_LEAF_ALPHA_BETA, plies),
            Leaf::Quiescence => (IMM_LEAF_QUIESCENCE, 0),
        };
    }
}

mod strategy {
    use super::*;

    pub(super) fn from_c(c: &imm_config, _: &Config) -> Result<Strategy, imm_status> {
        match c.playout {
            IMM_PLAYOUT_DRAWN => Ok(Strategy::Drawn),
            _ if !POLICIES => Ok(Strategy::Transition), // whatever it is, the kernel refuses it
            number => {
                let named = STRATEGIES.iter().find(|(_, its_number)| *its_number == number);
                named.map(|&(strategy, _)| with_numbers(strategy, c)).ok_or(IMM_ERR_ENUM)
            }
        }
    }

    /// The strategy with C's numbers in place of its own.
    fn with_numbers(strategy: Strategy, c: &imm_config) -> Strategy {
        let [first, second, third] = c.playout_evaluated;
        match strategy {
            Strategy::Greedy(width) => Strategy::Greedy(or(first, width)),
            Strategy::Mixed(width) => Strategy::Mixed(or(first, width)),
            Strategy::Learned(drawn) => Strategy::Learned(or(first, drawn)),
            Strategy::AlphaBeta(paper) => {
                let [search_1, search_2, search_3] = paper.evaluated;
                let [look_1, look_2, look_3] = paper.looked;
                let [looked_1, looked_2, looked_3] = c.playout_looked;
                Strategy::AlphaBeta(Selective {
                    depth: or(c.playout_depth, paper.depth),
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

    pub(super) fn to_c(config: &Config, c: &mut imm_config) {
        c.playout = config.strategy.number();
        (c.playout_depth, c.playout_evaluated, c.playout_looked) = match config.strategy {
            Strategy::Greedy(width) | Strategy::Mixed(width) | Strategy::Learned(width) => (0, [width, 0, 0], [0; 3]),
            Strategy::AlphaBeta(search) => (search.depth, search.evaluated, search.looked.map(look_to_c)),
            _ => (0, [0; 3], [0; 3]),
        };
    }

    fn look_to_c(looked: u8) -> u8 {
        match looked {
            0 => ZERO_SMALL,
            Selective::ALL => IMM_LOOK_ALL,
            number => number,
        }
    }
}

mod evaltt {
    use super::*;

    pub(super) fn from_c(c: &imm_config, _: &Config) -> Result<bool, imm_status> {
        if c.evaltt & !(IMM_TT_EVALUATIONS | IMM_TT_PROOFS | IMM_TT_BOUNDS) != 0 {
            return Err(IMM_ERR_OUT_OF_RANGE);
        }
        Ok(c.evaltt & IMM_TT_EVALUATIONS != 0)
    }

    pub(super) fn to_c(config: &Config, c: &mut imm_config) {
        c.evaltt = if config.evaltt { IMM_TT_EVALUATIONS } else { 0 };
    }
}

/// An option that is one more bit of the field `evaltt`, whose own row comes first.
macro_rules! bit_of_evaltt {
    ($option:ident, $bit:ident) => {
        mod $option {
            use super::*;

            pub(super) fn from_c(c: &imm_config, _: &Config) -> Result<bool, imm_status> {
                Ok(c.evaltt & $bit != 0)
            }

            pub(super) fn to_c(config: &Config, c: &mut imm_config) {
                c.evaltt |= if config.$option { $bit } else { 0 };
            }
        }
    };
}

bit_of_evaltt!(prooftt, IMM_TT_PROOFS);
bit_of_evaltt!(bounds, IMM_TT_BOUNDS);

mod grave {
    use super::*;

    pub(super) fn from_c(c: &imm_config, _: &Config) -> Result<u32, imm_status> {
        Ok(c.grave.into())
    }

    pub(super) fn to_c(config: &Config, c: &mut imm_config) {
        c.grave = config.grave as u16;
    }
}

mod expansion {
    use super::*;

    pub(super) fn from_c(c: &imm_config, _: &Config) -> Result<Expansion, imm_status> {
        match c.expansion {
            IMM_EXPAND_AUTO => Ok(Expansion::Auto),
            IMM_EXPAND_ONE => Ok(Expansion::One),
            IMM_EXPAND_ALL => Ok(Expansion::All),
            _ => Err(IMM_ERR_ENUM),
        }
    }

    pub(super) fn to_c(config: &Config, c: &mut imm_config) {
        c.expansion = match config.expansion {
            Expansion::Auto => IMM_EXPAND_AUTO,
            Expansion::One => IMM_EXPAND_ONE,
            Expansion::All => IMM_EXPAND_ALL,
        };
    }
}

mod decision {
    use super::*;

    pub(super) fn from_c(c: &imm_config, plain: &Config) -> Result<Decision, imm_status> {
        match c.decision {
            IMM_DECIDE_VISITS => Ok(plain.decision),
            IMM_DECIDE_SAFEST => Ok(Decision::MostVisits),
            IMM_DECIDE_SECURE => Ok(Decision::SecureChild),
            IMM_DECIDE_VALUE => Ok(Decision::BestValue),
            IMM_DECIDE_LOG => Ok(Decision::ValueLogVisits),
            _ => Err(IMM_ERR_ENUM),
        }
    }

    pub(super) fn to_c(config: &Config, c: &mut imm_config) {
        c.decision = match config.decision {
            Decision::MostVisits if config.best_first => IMM_DECIDE_SAFEST,
            Decision::MostVisits => IMM_DECIDE_VISITS,
            Decision::SecureChild => IMM_DECIDE_SECURE,
            Decision::BestValue => IMM_DECIDE_VALUE,
            Decision::ValueLogVisits => IMM_DECIDE_LOG,
        };
    }
}

/// A small number that is `default` at 0 in C, and 0 at IMM_ZERO.
fn or(number: u8, default: u8) -> u8 {
    match number {
        0 => default,
        ZERO_SMALL => 0,
        number => number,
    }
}

/// # Safety
/// Both are NULL or valid.
pub(crate) unsafe fn configure(config: *mut imm_config, spec: *const c_char) -> Result<(), imm_status> {
    let mut room = MaybeUninit::uninit();
    // SAFETY: promised by the caller.
    let changed = unsafe { struct_versions::copy(config, &mut room) }?;
    // SAFETY: not NULL, and `struct_size` is there in every version.
    let size = unsafe { (&raw const (*config).struct_size).read() };
    // SAFETY: promised by the caller.
    let spec = unsafe { read_text(spec) }?;
    let mut player = Player::default();
    kernel::player::read(spec, &mut player).map_err(|_| IMM_ERR_SPEC)?;
    player_to_c(&player, changed);
    changed.struct_size = size;
    // SAFETY: promised by the caller.
    unsafe { struct_versions::write_all(config, size as usize, changed) }
}
