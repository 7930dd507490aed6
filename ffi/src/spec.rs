//! Configurations: between C's struct and the kernel's, and from and to the player notation.

use crate::clock::{self, NowMs};
use crate::convert::{read_text, write_text};
use crate::memory::{abilities_of, game_of, has_alpha_beta};
use crate::types::*;
use core::ffi::{c_char, c_void};
use core::ptr::null_mut;
use kernel::alphabeta::{self, Switches};
use kernel::knowledge::Evaluator;
use kernel::player::Player;
use kernel::player::options::{Config, Decision, Divisor, Expansion, Leaf, POLICIES, Schedule};
use kernel::player::strategy::{Selective, Strategy};

/// Sets a configuration from the player notation, "mcts(ipp,efMS,im0.4)", "bfm(c0.5)" or "ab(efMS)": what the text does not name becomes
/// the default, seed and clock stay. Options stand in any order, each once; numbers have at most four decimals. Linked only when called.
///
///     cX                       c: exploration constant, 0 to 100
///     imX imX-K imX+K          im: implicit minimax, 0 to 1; falling or rising to a half after K visits
///     cbX impbX                cb, impb: constant bias, progressive bias by minimax values, 0 to 1
///     pbW pbW/l pbW/n          pb: progressive bias over sqrt(losses + 1), losses + 1, visits + 1
///     tpW tpW/l tpW/n          tp: progressive bias by transition probability, over the same
///     ctN fpuX                 ct, fpu: children drawn below N visits; first-play urgency
///     np npN                   np: node priors that count for N visits, 10 where no number stands
///     efMS efLH efRS efWB efSimple  evaluator
///     ipp egeX                 ipp, ege: weighted and epsilon-greedy playouts
///     fetN detX detX/P         fet, det, det_period: early termination
///     pmc corr greedyK mixK    playout: IMM_PLAYOUT_TRANSITION, _CORRECTIVE, _GREEDY, _MIXED
///     abpD abpD/E+L/E+L        playout: IMM_PLAYOUT_ALPHA_BETA, with depth; moves searched and looked at (+: all) at each ply
///     cutN cutN/P              cut, cut_period: evaluation cut-off of playouts
///     softmaxT epsX            softmax, eps: children drawn by their estimates; now and then uniformly
///     leafabD leafqs           leaf: IMM_LEAF_ALPHA_BETA, with leaf_depth; IMM_LEAF_QUIESCENCE
///     evaltt                   evaltt: evaluations shared between transpositions
///     maxT                     max: maximum backpropagation
///     one all tN               expansion: IMM_EXPAND_ONE, _ALL; threshold
///     robust secure best log   decision: IMM_DECIDE_VISITS (in bfm _SAFEST), _SECURE, _VALUE, _LOG
///     nosolver norecycle       no_solver, no_recycle
///     mcloa                    MC-LOA: c0.7,tp10,ct5,fpu1,mix7,cut400,t1; comes first, what follows changes it; with abpD, cut300
///     bl bl'                   the paper's baselines: ege0.1,det0.5 and ipp,fet20,np
///
/// "bfm(...)" is algorithm IMM_BEST_FIRST. Of these options it has those that are not about playouts, np, max, one and nosolver
/// excepted; c0.7, fpu0.5 and log are its defaults; its own is
///
///     ubfm                     unbounded best-first minimax: c0,fpu0,eps0.1,robust; comes first, what follows changes it
///
/// "ab(...)" is algorithm IMM_ALPHA_BETA. Of these options it has the evaluators; its own are the IMM_AB_* `switches`:
///
///     tt etc killers history hh null multicut multicuta rps qs pvs asp all
///     mia                      MIA's stand-in in Lines of Action: efWB,all
///
/// Whether the game has what the options need is for imm_init() to say. IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_SPEC,
/// IMM_ERR_TEXT if the text is not UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_configure(config: *mut imm_config, spec: *const c_char) -> imm_status {
    // SAFETY: both are NULL or valid.
    match unsafe { configure(config, spec) } {
        Ok(()) => IMM_OK,
        Err(status) => status,
    }
}

/// # Safety
/// Both are NULL or valid.
unsafe fn configure(config: *mut imm_config, spec: *const c_char) -> Result<(), imm_status> {
    // SAFETY: promised by the caller.
    let config = unsafe { config.as_mut() }.ok_or(IMM_ERR_NULL)?;
    if config.struct_size as usize != size_of::<imm_config>() {
        return Err(IMM_ERR_STRUCT_SIZE);
    }
    // SAFETY: promised by the caller.
    let spec = unsafe { read_text(spec) }?;
    let player = kernel::player::parse(spec).map_err(|_| IMM_ERR_SPEC)?;
    become_player(config, &player);
    Ok(())
}

/// Writes a player's fields, and keeps the others.
#[inline(never)] // lest its copies take stack where the text is read
fn become_player(config: &mut imm_config, player: &Player) {
    *config = config_to_c(player, config.seed, config.now_ms, config.clock);
}

/// Writes what is wrong with a player notation, for a person: "unknown option 'foo' at character 10"; the empty text if it
/// is fine. IMM_ERR_NULL, IMM_ERR_TEXT, IMM_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_configure_error(spec: *const c_char, text: *mut c_char, size: usize) -> imm_status {
    // SAFETY: `spec` is NULL or a string; `text` has `size` bytes.
    let written = unsafe {
        read_text(spec).and_then(|spec| {
            write_text(text, size, |out| {
                if let Err(error) = kernel::player::parse(spec) {
                    error.explain(spec, out);
                }
                Ok(())
            })
        })
    };
    written.unwrap_or_else(|status| status)
}

/// Writes why a configuration cannot play a game, for a person: "'im' needs an evaluation, which this game does not have",
/// "'cb' and 'im': both say how ...", "'np' needs a library with the feature `policies`"; the empty text if it can.
/// IMM_TEXT_MAX bytes always suffice. IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_ENUM, IMM_ERR_OUT_OF_RANGE for bits of
/// `switches` or `reserved` that are none, IMM_ERR_GAME, IMM_ERR_BUFFER; IMM_ERR_UNSUPPORTED where the library, or a `small` game, comes without alpha-beta.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_config_error(
    config: *const imm_config,
    game: *const imm_game,
    text: *mut c_char,
    size: usize,
) -> imm_status {
    // SAFETY: `config` and `game` are NULL or valid; `text` has `size` bytes.
    let written = unsafe {
        config.as_ref().ok_or(IMM_ERR_NULL).and_then(config_from_c).and_then(|player| {
            let game = game_of(game)?;
            if matches!(player, Player::AlphaBeta(_)) && !has_alpha_beta(game) {
                return Err(IMM_ERR_UNSUPPORTED);
            }
            let abilities = abilities_of(game, player.evaluator())?;
            write_text(text, size, |out| {
                if let Err(error) = player.check_with(&abilities) {
                    error.explain(out);
                }
                Ok(())
            })
        })
    };
    written.unwrap_or_else(|status| status)
}

/// Writes a configuration as player notation, with a closing 0. IMM_TEXT_MAX bytes always suffice.
/// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_ENUM, IMM_ERR_OUT_OF_RANGE, IMM_ERR_CONTRADICTION, IMM_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_config_text(config: *const imm_config, text: *mut c_char, size: usize) -> imm_status {
    // SAFETY: `config` is NULL or valid; `text` has `size` bytes.
    let written = unsafe {
        config.as_ref().ok_or(IMM_ERR_NULL).and_then(config_from_c).and_then(|config| {
            config.check().map_err(crate::session::config_status)?;
            write_text(text, size, |out| {
                kernel::player::write(&config, out);
                Ok(())
            })
        })
    };
    written.unwrap_or_else(|status| status)
}

/// The kernel's player. 0 means the default in every field.
pub(crate) fn config_from_c(config: &imm_config) -> Result<Player, imm_status> {
    if config.struct_size as usize != size_of::<imm_config>() {
        return Err(IMM_ERR_STRUCT_SIZE);
    }
    if config.reserved != 0 {
        return Err(IMM_ERR_OUT_OF_RANGE);
    }
    match config.algorithm {
        IMM_MCTS => tree_from_c(config, &Config::DEFAULT).map(Player::Tree),
        IMM_BEST_FIRST => tree_from_c(config, &Config::BEST_FIRST).map(Player::Tree),
        IMM_ALPHA_BETA => {
            let switches = Switches::from_bits(config.switches).ok_or(IMM_ERR_OUT_OF_RANGE)?;
            Ok(Player::AlphaBeta(alphabeta::Config { evaluator: evaluator(config.evaluator)?, switches }))
        }
        _ => Err(IMM_ERR_ENUM),
    }
}

/// A tree search that is `plain` where nothing is said.
fn tree_from_c(config: &imm_config, plain: &Config) -> Result<Config, imm_status> {
    let c = match config.c {
        0.0 => plain.c,
        IMM_C_NONE => 0.0,
        c => c,
    };
    Ok(Config {
        seed: config.seed,
        c,
        im: if config.im == 0.0 { plain.im } else { config.im },
        schedule: schedule(config)?,
        cb: config.cb,
        impb: config.impb,
        pb: config.pb,
        divisor: if POLICIES { divisor(config.pb_divisor)? } else { Divisor::default() },
        np: config.np,
        evaluator: evaluator(config.evaluator)?,
        ipp: config.ipp != 0,
        ege: optional(config.ege, IMM_EGE_GREEDY),
        fet: match config.fet {
            0 => None,
            IMM_FET_AT_ONCE => Some(0),
            plies => Some(plies),
        },
        det: config.det,
        det_period: period(config.det_period, Config::DEFAULT.det_period),
        tp: config.tp,
        ct: config.ct,
        fpu: optional(config.fpu, IMM_FPU_ZERO).or(plain.fpu),
        strategy: strategy(config)?,
        cut: config.cut,
        cut_period: period(config.cut_period, Config::DEFAULT.cut_period),
        max: config.max,
        expansion: expansion(config.expansion)?,
        threshold: config.threshold,
        solver: config.no_solver == 0,
        best_first: plain.best_first,
        leaf: leaf(config)?,
        softmax: config.softmax,
        eps: config.eps,
        evaltt: config.evaltt != 0,
        recycle: config.no_recycle == 0,
        decision: match config.decision {
            IMM_DECIDE_VISITS => plain.decision,
            IMM_DECIDE_SAFEST => Decision::MostVisits,
            number => decision(number)?,
        },
    })
}

/// An option that is off at 0 in C, where `zero` stands for 0. Without the policies that is all the same: the kernel refuses it.
fn optional(number: f32, zero: f32) -> Option<f32> {
    match number {
        _ if !POLICIES => (number.to_bits() != 0).then_some(number),
        0.0 => None,
        number if number == zero => Some(0.0),
        number => Some(number),
    }
}

/// A number of plies, which is `default` at 0 in C, and where there are no policies to look at it.
fn period(plies: u32, default: u32) -> u32 {
    if POLICIES && plies != 0 { plies } else { default }
}

/// What `imm_config_default()` gives, and what a configuration that is NULL stands for.
/// What 0 stands for stays 0, lest another `algorithm` find the constants of this one.
pub(crate) const DEFAULT: imm_config =
    imm_config { c: 0.0, ..config_to_c(&Player::Tree(Config::DEFAULT), 0, clock::HOST, null_mut()) };

const fn config_to_c(player: &Player, seed: u64, now_ms: Option<NowMs>, clock: *mut c_void) -> imm_config {
    let (config, algorithm, switches) = match *player {
        Player::Tree(config) => (config, if config.best_first { IMM_BEST_FIRST } else { IMM_MCTS }, Switches::NONE),
        Player::AlphaBeta(alphabeta::Config { evaluator, switches }) => {
            (Config { evaluator, ..Config::DEFAULT }, IMM_ALPHA_BETA, switches)
        }
    };
    let (im_schedule, im_visits) = match config.schedule {
        Schedule::Constant => (IMM_IM_CONSTANT, 0),
        Schedule::Falling(visits) => (IMM_IM_FALLING, visits),
        Schedule::Rising(visits) => (IMM_IM_RISING, visits),
    };
    let (playout, search) = strategy_to_c(config.strategy);
    imm_config {
        struct_size: size_of::<imm_config>() as u32,
        threshold: config.threshold,
        seed,
        c: if config.c == 0.0 { IMM_C_NONE } else { config.c },
        im: config.im,
        im_schedule,
        im_visits,
        cb: config.cb,
        impb: config.impb,
        pb: config.pb,
        pb_divisor: divisor_to_c(config.divisor),
        tp: config.tp,
        ct: config.ct,
        fpu: match config.fpu {
            None => 0.0,
            Some(0.0) => IMM_FPU_ZERO,
            Some(urgency) => urgency,
        },
        cut: config.cut,
        cut_period: config.cut_period,
        playout,
        playout_depth: search.depth,
        playout_evaluated: search.evaluated,
        playout_looked: search.looked,
        np: config.np,
        ege: match config.ege {
            None => 0.0,
            Some(0.0) => IMM_EGE_GREEDY,
            Some(epsilon) => epsilon,
        },
        fet: match config.fet {
            None => 0,
            Some(0) => IMM_FET_AT_ONCE,
            Some(plies) => plies,
        },
        det: config.det,
        det_period: config.det_period,
        max: config.max,
        evaluator: config.evaluator.number(),
        ipp: config.ipp as u8,
        expansion: expansion_to_c(config.expansion),
        decision: match config.decision {
            Decision::MostVisits if config.best_first => IMM_DECIDE_SAFEST,
            decision => decision_to_c(decision),
        },
        no_solver: !config.solver as u8,
        no_recycle: !config.recycle as u8,
        algorithm,
        evaltt: config.evaltt as u8,
        softmax: config.softmax,
        eps: config.eps,
        leaf: match config.leaf {
            Leaf::Static => IMM_LEAF_STATIC,
            Leaf::AlphaBeta(_) => IMM_LEAF_ALPHA_BETA,
            Leaf::Quiescence => IMM_LEAF_QUIESCENCE,
        },
        leaf_depth: if let Leaf::AlphaBeta(plies) = config.leaf { plies } else { 0 },
        reserved: 0,
        switches: switches.bits(),
        now_ms,
        clock,
    }
}

fn evaluator(number: u8) -> Result<Evaluator, imm_status> {
    Evaluator::from_number(number).ok_or(IMM_ERR_ENUM)
}

/// The plies, moves searched and moves looked at where C says 0: the paper's.
const PAPER: Selective = Selective::PAPER;

fn strategy(config: &imm_config) -> Result<Strategy, imm_status> {
    if !POLICIES {
        // The kernel refuses them all alike.
        return Ok(if config.playout == IMM_PLAYOUT_DRAWN { Strategy::Drawn } else { Strategy::Transition });
    }
    let or = |number: u8, default: u8| if number == 0 { default } else { number };
    let [first, second, third] = config.playout_evaluated;
    let looked = |number: u8, default: u8| match number {
        0 => default,
        IMM_LOOK_NONE => 0,
        number => number,
    };
    let [look_first, look_second, look_third] = config.playout_looked;
    match config.playout {
        IMM_PLAYOUT_DRAWN => Ok(Strategy::Drawn),
        IMM_PLAYOUT_TRANSITION => Ok(Strategy::Transition),
        IMM_PLAYOUT_CORRECTIVE => Ok(Strategy::Corrective),
        IMM_PLAYOUT_GREEDY => Ok(Strategy::Greedy(or(first, Strategy::WIDTH_DEFAULT))),
        IMM_PLAYOUT_MIXED => Ok(Strategy::Mixed(or(first, Strategy::WIDTH_DEFAULT))),
        IMM_PLAYOUT_ALPHA_BETA => Ok(Strategy::AlphaBeta(Selective {
            depth: or(config.playout_depth, PAPER.depth),
            evaluated: [or(first, PAPER.evaluated[0]), or(second, PAPER.evaluated[1]), or(third, PAPER.evaluated[2])],
            looked: [
                looked(look_first, PAPER.looked[0]),
                looked(look_second, PAPER.looked[1]),
                looked(look_third, PAPER.looked[2]),
            ],
        })),
        _ => Err(IMM_ERR_ENUM),
    }
}

/// The number of a strategy, and its search in C's numbers: zeros where it has none.
const fn strategy_to_c(strategy: Strategy) -> (u8, Selective) {
    let none = Selective { depth: 0, evaluated: [0; 3], looked: [0; 3] };
    match strategy {
        Strategy::Drawn => (IMM_PLAYOUT_DRAWN, none),
        Strategy::Transition => (IMM_PLAYOUT_TRANSITION, none),
        Strategy::Corrective => (IMM_PLAYOUT_CORRECTIVE, none),
        Strategy::Greedy(width) => (IMM_PLAYOUT_GREEDY, Selective { evaluated: [width, 0, 0], ..none }),
        Strategy::Mixed(width) => (IMM_PLAYOUT_MIXED, Selective { evaluated: [width, 0, 0], ..none }),
        Strategy::AlphaBeta(search) => {
            let [first, second, third] = search.looked;
            let looked = [look_to_c(first), look_to_c(second), look_to_c(third)];
            (IMM_PLAYOUT_ALPHA_BETA, Selective { looked, ..search })
        }
    }
}

const fn look_to_c(looked: u8) -> u8 {
    if looked == 0 { IMM_LOOK_NONE } else { looked }
}

/// The plies of a leaf's alpha-beta search where C says 0.
const LEAF_DEPTH: u8 = 2;

fn leaf(config: &imm_config) -> Result<Leaf, imm_status> {
    match config.leaf {
        IMM_LEAF_STATIC => Ok(Leaf::Static),
        _ if !POLICIES => Ok(Leaf::Quiescence), // whatever it is, the kernel refuses it
        IMM_LEAF_ALPHA_BETA => Ok(Leaf::AlphaBeta(if config.leaf_depth == 0 { LEAF_DEPTH } else { config.leaf_depth })),
        IMM_LEAF_QUIESCENCE => Ok(Leaf::Quiescence),
        _ => Err(IMM_ERR_ENUM),
    }
}

fn schedule(config: &imm_config) -> Result<Schedule, imm_status> {
    match config.im_schedule {
        IMM_IM_CONSTANT => Ok(Schedule::Constant),
        _ if !POLICIES => Ok(Schedule::Rising(0)), // whatever it is, the kernel refuses it
        IMM_IM_FALLING => Ok(Schedule::Falling(config.im_visits)),
        IMM_IM_RISING => Ok(Schedule::Rising(config.im_visits)),
        _ => Err(IMM_ERR_ENUM),
    }
}

/// The numbers by which C calls the variants of an enumeration, in both directions.
macro_rules! numbers {
    ($to_c:ident, $from_c:ident, $of:ident: $($number:ident = $variant:ident),+) => {
        const fn $to_c(variant: $of) -> u8 {
            match variant { $($of::$variant => $number),+ }
        }

        fn $from_c(number: u8) -> Result<$of, imm_status> {
            match number { $($number => Ok($of::$variant),)+ _ => Err(IMM_ERR_ENUM) }
        }
    };
}

numbers!(divisor_to_c, divisor, Divisor:
    IMM_PB_SQRT_LOSSES = SqrtLosses, IMM_PB_LOSSES = Losses, IMM_PB_VISITS = Visits);
numbers!(expansion_to_c, expansion, Expansion:
    IMM_EXPAND_AUTO = Auto, IMM_EXPAND_ONE = One, IMM_EXPAND_ALL = All);
numbers!(decision_to_c, decision, Decision:
    IMM_DECIDE_VISITS = MostVisits, IMM_DECIDE_SECURE = SecureChild, IMM_DECIDE_VALUE = BestValue,
    IMM_DECIDE_LOG = ValueLogVisits);
