//! Players: the default, as text, the best of a game, and levels of strength.

use crate::internal::best::{best, best_in, means_of};
use crate::internal::config::{self, config_from_c, configure};
use crate::internal::convert::{read_text, text_room, write_text};
use crate::internal::game_kinds::{abilities_of, game_of, has_alpha_beta};
use crate::internal::status::config_status;
use crate::internal::struct_versions::{size_of_given, write};
use crate::types::*;
use core::ffi::c_char;
use core::mem::{MaybeUninit, offset_of};
use kernel::player::options::POLICIES;
use kernel::player::{Level, Player};

/// The default player, with the host's clock where there is a host.
#[unsafe(no_mangle)]
pub extern "C" fn imm_config_default() -> imm_config {
    config::default()
}

/// Fills a player in: the default one, with the host's clock where there is a host, as
/// imm_config_default() does, for languages that cannot take a struct for an answer. `size` is
/// sizeof(imm_config) as the caller knows it, and becomes `struct_size`. IMM_ERR_NULL,
/// IMM_ERR_STRUCT_SIZE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_config_init(config: *mut imm_config, size: usize) -> imm_status {
    let default = imm_config { struct_size: size as u32, ..config::default() };
    // SAFETY: NULL or the caller's to be written.
    unsafe { write(config, size, &default) }.map_or_else(|status| status, |()| IMM_OK)
}

/// Sets a configuration from the player notation, "mcts(ipp,efMS,im0.4)", "bfm(c0.5)", "ab(efMS)"
/// or "best" (IMM_BEST): what the text does not name becomes the default, seed and clock stay.
/// Options stand in any order, each once; numbers have at most four decimals. Linked only when
/// called.
///
/// The recommended options of "mcts(...)", algorithm IMM_MCTS, with the fields that they set and
/// the value to begin with. docs/PLAYERS.md has the figures that justify them. It also has the
/// options that only a paper's table needs, and names for several options at once (bl, mcloa,
/// ubfm).
///
// BEGIN options
///     cX                c: exploration constant C of UCT, 0 to 100. Suggested: c1.0, with bfm
///                         c0.7, with grave c0.2
///     imX               im, im_schedule, im_visits: implicit minimax, weight of minimax values
///                         against the mean, 0 to 1. Suggested: im0.4
///     npN               np: node priors that count for N visits, to 10000. Suggested: np10 if the
///                         game has priors
///     np                np10. Suggested: np10 if the game has priors
///     fpuX              fpu: first-play urgency, value + X for unvisited children, 0 to 100; not
///                         with one. Suggested: fpu0.5 in bfm (its default)
///     graveN            grave: moves are valued by all simulations with them, as seen from N, to
///                         65535; not with fpu. Suggested: c0.2,grave if a move has much the same
///                         value at any time
///     grave             grave50. Suggested: c0.2,grave if a move has much the same value at any
///                         time
///     leafqs            new children are valued by a quiescence search. Suggested: leafqs with bfm
///                         where the evaluation knows nothing about captures
///     prooftt           a table of what is proven of positions, in an eighth of the memory; not
///                         with nosolver. Suggested: prooftt to solve games with many
///                         transpositions
///     bounds            proves also that a player cannot lose; not with nosolver or marg.
///                         Suggested: bounds to prove draws
///     efNAME            evaluator: evaluation function, one of these. Suggested: efNet if the game
///                         has a net
///     ipp               ipp: improved playout policy, moves are drawn by the game's weights.
///                         Suggested: ipp if the game has weights
///     fetN              fet: fixed early termination after N playout moves, 0 to 9999. Suggested:
///                         fet4 where the evaluation is good
///     dec               drawn, but wins at once are played, and moves that allow one avoided.
///                         Suggested: dec if a game can be won at once by surprise
///     margW             marg: a win by m of M points is worth 1 - W + W m/M, not 1; W to 1; not
///                         with det or cut. Suggested: marg0.2 to play for points
///     efMS              Breakthrough: pieces and furthest row
///     efLH              Breakthrough: a value for every square
///     efRS              Kalah: difference of the stores
///     efWB              Lines of Action: ten features, in the manner of the program MIA
///     efSimple          Lines of Action: how close the men are, and how many touch
///     efNet             Any game with features: a net that was learned from games
// END options
///
/// What comes first is changed by the options that follow it.
///
/// "bfm(...)" is algorithm IMM_BEST_FIRST. It has these options except those of playouts (ipp to
/// cut), im, cb, impb, np, max, one and nosolver; its defaults are c0.7, fpu0.5 and log.
///
/// "ab(...)" is algorithm IMM_ALPHA_BETA. Of these options it has the evaluation functions. Its own
/// options are the IMM_AB_* `switches`, each named by its constant in small letters ("ab(tt,pvs)"),
/// and two names for several of them:
///
// BEGIN switches
///     all               those of MIA, with relative history: to play. Suggested: all to play
///     solve             tt,killers,pvs,look,wdl: to prove who wins. Suggested: solve to prove who
///                         wins
// END switches
///
/// Whether the game has what the options need is for imm_init() to say. IMM_ERR_NULL,
/// IMM_ERR_STRUCT_SIZE, also for an option whose field an older header has not, IMM_ERR_SPEC,
/// IMM_ERR_TEXT if the text is not UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_configure(config: *mut imm_config, spec: *const c_char) -> imm_status {
    // SAFETY: both are NULL or valid.
    match unsafe { configure(config, spec) } {
        Ok(()) => IMM_OK,
        Err(status) => status,
    }
}

/// Writes what is wrong with a player notation, for a person: "unknown option 'foo' at character
/// 10"; the empty text if it is fine. IMM_ERR_NULL, IMM_ERR_TEXT, IMM_ERR_BUFFER.
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

/// Writes why a configuration cannot play a game, for a person: "'im' needs an evaluation, which
/// this game does not have", "'cb' and 'im': both say how ...", "'np' needs a library with the
/// feature `policies`"; the empty text if it can. IMM_TEXT_MAX bytes always suffice. IMM_ERR_NULL,
/// IMM_ERR_STRUCT_SIZE, IMM_ERR_ENUM, IMM_ERR_OUT_OF_RANGE for bits of `switches` or `flags`
/// that are none, IMM_ERR_GAME, IMM_ERR_BUFFER; IMM_ERR_UNSUPPORTED where the library, or a `small`
/// game, comes without alpha-beta.
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
        if matches!(player, Player::AlphaBeta(_)) && !has_alpha_beta(game) {
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

/// Writes a configuration as player notation, with a closing 0. IMM_PLAYER_TEXT_MAX bytes always
/// suffice. IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_ENUM, IMM_ERR_OUT_OF_RANGE,
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

/// Writes the player that IMM_BEST is in `game`, in a block of `size` bytes, 0 for one that is
/// large enough: the strongest that was measured, for blocks of boards (up to 128 KiB) and for
/// larger ones, or mcts() where the block has no room for that one. imm_config_text() says it in
/// words, imm_best_why() why. `ms` is the time for a move that it will have, 0 where that is not
/// known, as in imm_init(): on boards some players are the best only while it is short. Seed and
/// clock of `config` stay.
///
/// In a library without the policies that is mcts(). IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE,
/// IMM_ERR_GAME: nothing is written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_best(game: *const imm_game, size: usize, ms: u32, config: *mut imm_config) -> imm_status {
    // SAFETY: NULL or valid; a configuration that is the caller's to be written.
    match unsafe { best(game, size, ms, config) } {
        Ok(()) => IMM_OK,
        Err(status) => status,
    }
}

/// Writes why imm_best() with the same `game`, `size` and `ms` has that player, for a person, with
/// a closing 0: "beats `ab(mia)`". docs/PLAYERS.md has the matches. IMM_TEXT_MAX
/// bytes always suffice. IMM_ERR_NULL, IMM_ERR_GAME, IMM_ERR_BUFFER.
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
    // SAFETY: NULL or with room for so many bytes.
    let room = unsafe { text_room(text, text_size) };
    let written = game.and_then(|game| best_in(game, means_of(size, ms))).and_then(|(_, why)| {
        write_text(room?, |out| {
            out.push_str(why);
            Ok(())
        })
    });
    written.unwrap_or_else(|status| status)
}

/// Makes a player as strong as `level` says, 1 (hardly better than chance) to 10, for people to
/// play against: writes the temperature of its final move to `temp` of `config`, and how much it
/// searches to `iterations` of `limits`, which are for imm_search_limited(); other fields stay. A
/// time limit can be set beside it. Within a game the steps are roughly equal; what they are worth
/// is in docs/LEVELS.md. The same seed plays the same moves.
///
/// A win that the search has proven is always played, at every level; the lower ones look at so
/// little that they seldom find one that is further than the next move.
///
/// Works with any player and game. IMM_ALPHA_BETA, IMM_BEST, and a library without the policies,
/// have no temperature: there, levels are by the iterations alone, and `temp` stays 0.
///
/// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_OUT_OF_RANGE for a level that does not exist: nothing
/// is written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_level(level: u32, config: *mut imm_config, limits: *mut imm_limits) -> imm_status {
    // SAFETY: NULL or the caller's, who has set it up.
    let config_fits = unsafe { size_of_given(config) };
    // SAFETY: as above.
    let limits_fit = unsafe { size_of_given(limits) };
    let sizes = config_fits.and(limits_fit);
    if let Err(status) = sizes {
        return status;
    }
    let Some(level) = Level::number(level) else { return IMM_ERR_OUT_OF_RANGE };
    // SAFETY: not NULL, and the size comes first.
    let size = unsafe { (&raw const (*config).struct_size).read() } as usize;
    if size < offset_of!(imm_config, temp).wrapping_add(size_of::<f32>()) {
        return IMM_ERR_STRUCT_SIZE; // an older one, which ends before
    }
    // SAFETY: not NULL. What is read and written here is there, `temp` as its size says.
    unsafe {
        let algorithm = (&raw const (*config).algorithm).read();
        let draws = POLICIES && !matches!(algorithm, IMM_ALPHA_BETA | IMM_BEST);
        (&raw mut (*config).temp).write(if draws { level.temp } else { 0.0 });
        (&raw mut (*limits).iterations).write(level.iterations);
    }
    IMM_OK
}
