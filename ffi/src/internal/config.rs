//! Converts between `imm_config` in C and the kernel's player, with the kernel's table of options.
//! In C, 0 means the default in every field. If the default of a field is not 0, IMM_ZERO means the
//! number 0.

use crate::internal::clock::{self, CallbackClock, Now};
use crate::internal::config_fields;
use crate::internal::convert::read_text;
use crate::internal::searches::{ALPHA_BETA, TREE_SEARCH};
use crate::internal::struct_versions;
use crate::types::*;
use core::ffi::{c_char, c_void};
use core::mem::{MaybeUninit, offset_of};
use core::ptr::null_mut;
use kernel::alphabeta::{self, Switches};
use kernel::game::knowledge::Evaluator;
use kernel::player::Player;
use kernel::player::options::{Config, POLICIES, feature};

/// Returns the result of `imm_config_default()`. The struct is built at run time to save flash.
/// Nearly all of its bytes are 0, but a constant would take as much flash as the whole struct.
#[inline(always)]
pub(crate) fn default() -> imm_config {
    // SAFETY: numbers, an optional function and a pointer: 0 is a value of each.
    let mut config: imm_config = unsafe { core::mem::zeroed() };
    config.struct_size = size_of::<imm_config>() as u32;
    config.now_ms = clock::DESKTOP;
    config
}

/// Returns the configuration that is used when the caller passes NULL: the player `best`. A library
/// without the feature `policies` does not have `best`. It uses `mcts()` instead, or `ab(all)` if
/// it does not have the tree search either.
pub(crate) fn best() -> imm_config {
    let (algorithm, switches) = match (POLICIES, TREE_SEARCH) {
        (true, _) => (IMM_BEST, 0),
        (false, true) => (IMM_MCTS, 0),
        (false, false) => (IMM_ALPHA_BETA, Switches::ALL.bits()),
    };
    imm_config { algorithm, switches, ..default() }
}

/// Returns the clock of a configuration. For NULL, returns the clock of the operating system, if
/// one exists.
///
/// # Safety
/// `config` is NULL or valid, of any version.
pub(crate) unsafe fn clock_of(config: *const imm_config) -> CallbackClock {
    if config.is_null() {
        return finer(clock::DESKTOP, None, null_mut());
    }
    // SAFETY: promised by the caller.
    let now_ms = unsafe { (&raw const (*config).now_ms).read() };
    // SAFETY: promised by the caller.
    let context = unsafe { (&raw const (*config).clock).read() };
    // SAFETY: promised by the caller.
    let size = unsafe { (&raw const (*config).struct_size).read() } as usize;
    let has_us = size >= offset_of!(imm_config, now_us).wrapping_add(size_of::<Option<Now>>());
    // SAFETY: promised by the caller; this version has the field.
    let now_us = if POLICIES && has_us { unsafe { (&raw const (*config).now_us).read() } } else { None };
    finer(now_ms, now_us, context)
}

/// Returns the finer of the two clocks. A library without the feature `policies` reads only
/// `now_ms`.
fn finer(now_ms: Option<Now>, now_us: Option<Now>, context: *mut c_void) -> CallbackClock {
    if POLICIES { CallbackClock::finer(now_ms, now_us, context) } else { CallbackClock::new(now_ms, context) }
}

/// Returns the kernel's player for a configuration. Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, or
/// the error of an invalid field.
///
/// # Safety
/// `config` is NULL or valid.
pub(crate) unsafe fn config_from_c(config: *const imm_config) -> Result<Player, imm_status> {
    let mut room = MaybeUninit::uninit();
    // SAFETY: promised by the caller.
    player_from_c(unsafe { struct_versions::read(config, &mut room) }?, tree_from_c)
}

/// Returns the player for a new search, like [`config_from_c`]. NULL means [`best`].
///
/// # Safety
/// `config` is NULL or valid.
#[inline(never)] // in its own frame, which is not on the stack while the search is set up
pub(crate) unsafe fn opening_player(config: *const imm_config) -> Result<Player, imm_status> {
    if config.is_null() {
        let best = best();
        // SAFETY: a valid local.
        return unsafe { given_player(&raw const best) };
    }
    // SAFETY: promised by the caller.
    unsafe { given_player(config) }
}

/// Converts a configuration like [`config_from_c`]. A library without the feature `policies` saves
/// flash in two ways. It accepts only one size of the struct. And it refuses all options of the
/// feature with one check, which does not tell which option is set.
///
/// # Safety
/// As for [`config_from_c`].
#[inline(never)] // smaller in flash, because it is called in two places
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
    // This build of the library does not have these algorithms. Another check would refuse them
    // later.
    let left_out = matches!(config.algorithm, IMM_BEST_FIRST | IMM_BEST)
        || (!TREE_SEARCH && config.algorithm == IMM_MCTS)
        || (!ALPHA_BETA && config.algorithm == IMM_ALPHA_BETA);
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
            let evaluator = config_fields::evaluator::from_c((config.evaluator,), config, Evaluator::DEFAULT)?;
            Ok(Player::AlphaBeta(alphabeta::Config { evaluator, switches }))
        }
        #[cfg(feature = "policies")]
        IMM_BEST => Ok(Player::Best(config.seed)),
        _ => Err(IMM_ERR_ENUM),
    }
}

/// Writes the fields of a player to `c`. The seed and the clock of `c` stay unchanged.
#[inline(never)] // in its own frame, which is not on the stack while the text is read
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

/// Generates the functions that convert the options of a tree search from and to C. Each row of the
/// table of options names the module that converts the option. `from_c` receives the row's fields
/// of `imm_config`, and the default value of the option. `to_c` returns the fields.
macro_rules! make_conversion {
    ($(
        $(#[doc = $doc:literal])*
        $field:ident: $type:ty = $default:expr, $kind:ident $words:tt, $range:expr, $feature:ident, $needs:ident,
            $conversion:ident [$($c_field:ident)*] $texts:tt
    )*) => {
        /// Converts the fields of a tree search from C. If a field is 0, the option gets its value
        /// from `plain`.
        fn tree_from_c(c: &imm_config, plain: &Config) -> Result<Player, imm_status> {
            Ok(Player::Tree(Config {
                seed: c.seed,
                $($field: config_fields::$conversion::from_c(($(c.$c_field,)*), c, plain.$field)?,)*
            }))
        }

        /// Converts fields like `tree_from_c`, but only for the options that every build of the
        /// library has. Returns IMM_ERR_UNSUPPORTED if another option is set.
        fn core_from_c(c: &imm_config, plain: &Config) -> Result<Player, imm_status> {
            let policies = 0 $($(| if feature::$feature::IS_POLICY { c.$c_field.bits() } else { 0 })*)*;
            if policies != 0 {
                return Err(IMM_ERR_UNSUPPORTED);
            }
            Ok(Player::Tree(Config {
                seed: c.seed,
                $($field: match feature::$feature::IS_CORE {
                    true => config_fields::$conversion::from_c(($(c.$c_field,)*), c, plain.$field)?,
                    false => Config::DEFAULT.$field,
                },)*
            }))
        }

        /// Writes the fields of a tree search to `c`.
        fn tree_to_c(config: &Config, c: &mut imm_config) {
            $(($(c.$c_field,)*) = config_fields::$conversion::to_c(config.$field, config);)*
        }

        /// Does not compile unless each field of `imm_config` belongs to exactly one row of the
        /// table of options, or is listed here.
        const _: fn(imm_config) = |c| {
            let imm_config { struct_size: _, seed: _, switches: _, now_ms: _, now_us: _, clock: _, $($($c_field: _,)*)* } = c;
        };
    };
}

/// A number whose bits can be read. All bits are 0 only for the number 0.
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

kernel::player_options!(make_conversion);

/// Parses the notation of a player, and writes the player to `config`.
///
/// # Safety
/// `config` and `spec` are NULL or valid.
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
