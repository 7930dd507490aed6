//! Players as texts: read, written, and why one is refused.

use crate::config::{config_from_c, player_to_c};
use crate::convert::{read_text, write_text};
use crate::kinds::{abilities_of, game_of, has_alpha_beta};
use crate::types::*;
use core::ffi::c_char;
use kernel::player::Player;

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
    let mut player = Player::default();
    kernel::player::read(spec, &mut player).map_err(|_| IMM_ERR_SPEC)?;
    player_to_c(&player, config);
    Ok(())
}

/// Writes what is wrong with a player notation, for a person: "unknown option 'foo' at character 10"; the empty text if it
/// is fine. IMM_ERR_NULL, IMM_ERR_TEXT, IMM_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_configure_error(spec: *const c_char, text: *mut c_char, size: usize) -> imm_status {
    // SAFETY: `spec` is NULL or a string; `text` has `size` bytes.
    let written = unsafe {
        read_text(spec).and_then(|spec| {
            write_text(text, size, |out| {
                if let Err(error) = kernel::player::read(spec, &mut Player::default()) {
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
            config.check().map_err(crate::status::config_status)?;
            write_text(text, size, |out| {
                kernel::player::write(&config, out);
                Ok(())
            })
        })
    };
    written.unwrap_or_else(|status| status)
}
