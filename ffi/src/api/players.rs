//! Functions for players: the default player, players as text, the best player of a game, and
//! levels of strength.

use crate::internal::best::{best, best_in, means_of};
use crate::internal::config::{self, config_from_c, configure};
use crate::internal::convert::{read_text, text_room, write_text};
use crate::internal::game_kinds::{abilities_of, game_of, has_alpha_beta};
use crate::internal::searches::TREE_SEARCH;
use crate::internal::status::config_status;
use crate::internal::struct_versions::{size_of_given, write};
use crate::types::*;
use core::ffi::c_char;
use core::mem::{MaybeUninit, offset_of};
use kernel::player::options::POLICIES;
use kernel::player::{Level, Player};

/// Returns the default player, mcts(). The player has a clock if the library was built for an
/// operating system.
#[unsafe(no_mangle)]
pub extern "C" fn imm_config_default() -> imm_config {
    config::default()
}

/// Writes the default player to `config`, as imm_config_default() returns it. Use this function in
/// languages that cannot receive a struct as a return value. `size` is the caller's
/// sizeof(imm_config), and becomes `struct_size`.
///
/// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_config_init(config: *mut imm_config, size: usize) -> imm_status {
    let default = imm_config { struct_size: size as u32, ..config::default() };
    // SAFETY: NULL or valid for writes.
    unsafe { write(config, size, &default) }.map_or_else(|status| status, |()| IMM_OK)
}

/// Sets a configuration from the player notation: "mcts(ipp,efMS,im0.4)", "bfm(c0.5)", "ab(efMS)"
/// or "best" (IMM_BEST). Suggested: "best". Options that are not in the text get their defaults.
/// The seed and the clock of `config` stay. Options may come in any order, each at most once.
/// Numbers have at most four decimals. Your program contains the code for this notation only if it
/// calls a function that reads players.
///
/// The list below has the recommended options of "mcts(...)" (algorithm IMM_MCTS), the fields that
/// they set, and the values to begin with. docs/PLAYERS.md has the measurements behind these
/// values. It also has the options that only reproduce tables of papers, and the names that set
/// several options at once (bl, mcloa, ubfm).
///
// BEGIN options
///     cX                c: exploration constant C of UCT, 0 to 100. Suggested: c1.0, with bfm c0.7
///     imX               im, im_schedule, im_visits: implicit minimax, weight of minimax values
///                         against the mean, 0 to 1. Suggested: im0.4
///     mobX              pb, pb_divisor: mobility: bounds get the term X (1 - m / a), where the
///                         opponent has m moves, and a on average over the siblings, X 0 to 100;
///                         not with one. Suggested: grave,mob0.2,t1 in games with rules only
///     npN               np: node priors that count for N visits, to 10000. Suggested: np10 if the
///                         game has priors
///     np                np10. Suggested: np10 if the game has priors
///     ipN               np: informed priors: the value of a new child counts as the mean of N
///                         visits, to 10000; not with np. Suggested: c0.3,im0.8,ip if playouts know
///                         what the evaluation does not
///     ip                ip30. Suggested: c0.3,im0.8,ip if playouts know what the evaluation does
///                         not
///     fpuX              fpu: first-play urgency, value + X for unvisited children, 0 to 100; not
///                         with one. Suggested: fpu0.5 in bfm (its default)
///     graveN            grave: GRAVE: a move's value includes every simulation that plays it
///                         later, from the nearest ancestor with N visits, to 65535; not with fpu.
///                         Suggested: grave,mob0.2,t1 in games with rules only
///     grave             grave50. Suggested: grave,mob0.2,t1 in games with rules only
///     leafqs            new children are valued by a quiescence search. Suggested: leafqs with bfm
///                         where the evaluation knows nothing about captures
///     prooftt           a transposition table of solved positions, in an eighth of the memory; not
///                         with nosolver. Suggested: prooftt to solve games with many
///                         transpositions
///     bounds            also proves that a player cannot lose; not with nosolver or marg.
///                         Suggested: bounds to prove draws
///     reg               values of new nodes are corrected by the mean error of values after the
///                         same move; with im, impb or bfm. Suggested: bfm(reg) if the game has an
///                         evaluation
///     efNAME            evaluator: evaluation function, one of these. Suggested: efNet if the game
///                         has a net
///     ipp               ipp: improved playout policy: moves are sampled by the game's weights.
///                         Suggested: ipp if the game has weights
///     dec               sampled; but an immediate win is played, and moves that allow one are
///                         avoided. Suggested: dec if a game can be won at once by surprise
///     margW             marg: a win by m of M points is worth 1 - W + W m/M, not 1; W to 1; not
///                         with det or cut. Suggested: marg0.2 to play for points
///     efMS              Breakthrough: pieces and furthest row
///     efLH              Breakthrough: a value for every square
///     efRS              Kalah: difference of the stores
///     efWB              Lines of Action: ten features, in the manner of the program MIA
///     efSimple          Lines of Action: how close the pieces are, and how many touch
///     efNet             Any game with features: a net that was learned from games
///     efTold            Any game: values that the calling program computes, see imm_collect()
// END options
///
/// Write the names mcloa and ubfm before all other options. The options after such a name override
/// the values of that name.
///
/// "bfm(...)" is algorithm IMM_BEST_FIRST. It has the options of mcts(...), except all playout
/// options (for example ipp, fet, dec and cut) and im, cb, impb, np, grave, max, one and nosolver.
/// Its defaults are c0.7, fpu0.5 and log.
///
/// "ab(...)" is algorithm IMM_ALPHA_BETA. It has the same evaluation functions as mcts(...), but no
/// other options of mcts(...). Its own options are the IMM_AB_* `switches`, each named by its
/// constant in lower case ("ab(tt,pvs)"). Two names set several switches at once:
///
///
// BEGIN switches
///     all               the enhancements of MIA, with relative history: to play. Suggested: all to
///                         play
///     solve             tt,killers,pvs,look,wdl: to prove who wins. Suggested: solve to prove who
///                         wins
///     exact             tt,killers,history,pvs,look,score: to prove by how many points. Suggested:
///                         exact to prove a margin
// END switches
///
/// This function does not check whether a game supports the options; imm_init() does.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_STRUCT_SIZE, also for an option whose field is missing in the
/// caller's older header; IMM_ERR_SPEC; IMM_ERR_TEXT if the text is not UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_configure(config: *mut imm_config, spec: *const c_char) -> imm_status {
    // SAFETY: both are NULL or valid.
    match unsafe { configure(config, spec) } {
        Ok(()) => IMM_OK,
        Err(status) => status,
    }
}

/// Writes a message that explains what is wrong with a player notation, for example "unknown option
/// 'foo' at character 10". Writes the empty text if the notation is correct.
///
/// Errors: IMM_ERR_NULL, IMM_ERR_TEXT, IMM_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_configure_error(spec: *const c_char, text: *mut c_char, size: usize) -> imm_status {
    // SAFETY: NULL or a string.
    let spec = unsafe { read_text(spec) };
    // SAFETY: NULL or with room for `size` bytes.
    let room = unsafe { text_room(text, size) };
    let written = spec.and_then(|spec| {
        write_text(room?, |out| {
            if let Err(error) = kernel::player::read(spec, &mut Player::default()) {
                error.explain(spec, out);
            }
            Ok(())
        })
    });
    written.unwrap_or_else(|status| status)
}

/// Writes a message that explains why a configuration cannot play a game. Examples: "'im' needs an
/// evaluation, which this game does not have", "'cb' and 'im': both weigh ...", "'np' needs a
/// library built with the feature policies". Writes the empty text if the configuration can play
/// the game. Suggested `size`: IMM_TEXT_MAX, which is always enough.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_STRUCT_SIZE; IMM_ERR_ENUM; IMM_ERR_OUT_OF_RANGE for unknown bits
/// of `switches` or `flags`; IMM_ERR_GAME; IMM_ERR_BUFFER; IMM_ERR_UNSUPPORTED if the library
/// or a `small` game does not have the search of this player.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_config_error(
    config: *const imm_config,
    game: *const imm_game,
    text: *mut c_char,
    size: usize,
) -> imm_status {
    // SAFETY: NULL or valid.
    let player = unsafe { config_from_c(config) };
    let mut game_room = MaybeUninit::uninit();
    // SAFETY: NULL or valid.
    let game = unsafe { game_of(game, &mut game_room) };
    // SAFETY: NULL or with room for `size` bytes.
    let room = unsafe { text_room(text, size) };
    let written = player.and_then(|player| {
        let game = game?;
        let left_out = (matches!(player, Player::Tree(_)) && !TREE_SEARCH)
            || (matches!(player, Player::AlphaBeta(_)) && !has_alpha_beta(game));
        if left_out {
            return Err(IMM_ERR_UNSUPPORTED);
        }
        let abilities = abilities_of(game, player.evaluator())?;
        write_text(room?, |out| {
            if let Err(error) = player.check_with(&abilities) {
                error.explain(out);
            }
            Ok(())
        })
    });
    written.unwrap_or_else(|status| status)
}

/// Writes a configuration in player notation, with a terminating NUL. Suggested `size`:
/// IMM_PLAYER_TEXT_MAX, which is always enough.
///
/// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_ENUM, IMM_ERR_OUT_OF_RANGE,
/// IMM_ERR_CONTRADICTION, IMM_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_config_text(config: *const imm_config, text: *mut c_char, size: usize) -> imm_status {
    // SAFETY: NULL or valid.
    let player = unsafe { config_from_c(config) };
    // SAFETY: NULL or with room for `size` bytes.
    let room = unsafe { text_room(text, size) };
    let written = player.and_then(|player| {
        player.check().map_err(config_status)?;
        write_text(room?, |out| {
            kernel::player::write(&player, out);
            Ok(())
        })
    });
    written.unwrap_or_else(|status| status)
}

/// Writes to `config` the player that IMM_BEST selects in `game`: the strongest player in our
/// measurements. The choice depends on whether the block has at most 128 KiB, as on a
/// microcontroller, or more. If the block of `size` bytes has no room for the strongest player, the
/// player is mcts(). A `size` of 0 means a block that is large enough. `ms` is the time for a move
/// in milliseconds; 0 means an unknown time, as imm_init() assumes. In small blocks, some players
/// are the best only if the time for a move is short. The seed and the clock of `config` stay.
/// imm_config_text() writes the player as text, and imm_best_why() writes the reason for the
/// choice.
///
/// In a library without the feature `policies` the player is mcts(), or ab(all) if the library has
/// no tree search.
///
/// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_GAME. After an error nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_best(game: *const imm_game, size: usize, ms: u32, config: *mut imm_config) -> imm_status {
    // SAFETY: NULL or valid; `config` is NULL or valid for writes.
    match unsafe { best(game, size, ms, config) } {
        Ok(()) => IMM_OK,
        Err(status) => status,
    }
}

/// Writes why imm_best() chooses its player for these values of `game`, `size` and `ms`, with a
/// terminating NUL. The text begins with "measured", for example "measured: beats `ab(all)`", or
/// with "guess" if no match was played. If mcts() is the only player for which the block or the
/// library has room, the text tells this. docs/PLAYERS.md has the matches. Suggested `text_size`:
/// IMM_TEXT_MAX, which is always enough.
///
/// Errors: IMM_ERR_NULL, IMM_ERR_GAME, IMM_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_best_why(
    game: *const imm_game,
    size: usize,
    ms: u32,
    text: *mut c_char,
    text_size: usize,
) -> imm_status {
    let mut room = MaybeUninit::uninit();
    // SAFETY: NULL or valid.
    let game = unsafe { game_of(game, &mut room) };
    // SAFETY: NULL or with room for `text_size` bytes.
    let room = unsafe { text_room(text, text_size) };
    let written = game.and_then(|game| best_in(game, means_of(size, ms))).and_then(|(_, why)| {
        write_text(room?, |out| {
            out.push_str(why);
            Ok(())
        })
    });
    written.unwrap_or_else(|status| status)
}

/// Sets the strength of a player to `level`, for games against people: 1 (little better than random
/// moves) to 10. The function writes two fields: `temp` of `config`, the temperature for the choice
/// of the move, and `iterations` of `limits`, the amount of search. Pass these limits to
/// imm_search_limited(). You may also set a time limit. Within a game, the steps between levels are
/// about equal; docs/LEVELS.md has the steps in Elo points. With the same seed, a player plays the
/// same moves.
///
/// Suggested: start at 3, and move up after a win and down after a loss.
///
/// Every level plays a win that the search has solved. But the low levels search so little that
/// they rarely find a win beyond the next move.
///
/// Levels exist for every player and game. IMM_ALPHA_BETA, IMM_BEST, and a library without the
/// feature `policies`, have no temperature. For these, levels differ only in iterations, and `temp`
/// becomes 0.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_STRUCT_SIZE; IMM_ERR_OUT_OF_RANGE if the level does not exist.
/// After an error nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_level(level: u32, config: *mut imm_config, limits: *mut imm_limits) -> imm_status {
    // SAFETY: NULL or valid for reads and writes.
    let config_fits = unsafe { size_of_given(config) };
    // SAFETY: NULL or valid for reads and writes.
    let limits_fit = unsafe { size_of_given(limits) };
    let sizes = config_fits.and(limits_fit);
    if let Err(status) = sizes {
        return status;
    }
    let Some(level) = Level::number(level) else { return IMM_ERR_OUT_OF_RANGE };
    // SAFETY: not NULL, and the size comes first.
    let size = unsafe { (&raw const (*config).struct_size).read() } as usize;
    if size < offset_of!(imm_config, temp).wrapping_add(size_of::<f32>()) {
        return IMM_ERR_STRUCT_SIZE; // a struct of an older header, which ends before `temp`
    }
    // SAFETY: not NULL. The struct has these fields; its size shows that it has `temp`.
    unsafe {
        let algorithm = (&raw const (*config).algorithm).read();
        let draws = POLICIES && !matches!(algorithm, IMM_ALPHA_BETA | IMM_BEST);
        (&raw mut (*config).temp).write(if draws { level.temp } else { 0.0 });
        (&raw mut (*limits).iterations).write(level.iterations);
    }
    IMM_OK
}
