//! Player notation: a player as one short line, such as `mcts(c1.0,im0.4,efMS,ipp)` or `ab(efMS)`.
//! It is read and written without allocation.
//!
//! The options of `mcts` have the abbreviations of the papers. They can be in any order, and each
//! option can occur only once. The table lists the recommended options. `docs/PLAYERS.md` has the
//! measured gains, the options that only a paper's experiments need, and the presets (`bl`,
//! `mcloa`, `ubfm`):
//!
//! <!-- BEGIN options -->
//! | option | meaning | default | suggested |
//! |---|---|---|---|
//! | `cX` | exploration constant C of UCT, 0 to 100 | `c1.0` | `c1.0`, with `bfm` `c0.7` |
//! | `imX` | implicit minimax, weight of minimax values against the mean, 0 to 1 | off | `im0.4` |
//! | `mobX` | mobility: bounds get the term X (1 - m / a), where the opponent has m moves, and a on average over the siblings, X 0 to 100; not with `one` | off | `grave,mob0.2,t1` in games with rules only |
//! | `npN` | node priors that count for N visits, to 10000 | off | `np10` if the game has priors |
//! | `np` | `np10` |  | `np10` if the game has priors |
//! | `ipN` | informed priors: the value of a new child counts as the mean of N visits, to 10000; not with `np` | off | `c0.3,im0.8,ip` if playouts know what the evaluation does not |
//! | `ip` | `ip30` |  | `c0.3,im0.8,ip` if playouts know what the evaluation does not |
//! | `fpuX` | first-play urgency, value + X for unvisited children, 0 to 100; not with `one` | off | `fpu0.5` in `bfm` (its default) |
//! | `graveN` | GRAVE: a move's value includes every simulation that plays it later, from the nearest ancestor with N visits, to 65535; not with `fpu` | off | `grave,mob0.2,t1` in games with rules only |
//! | `grave` | `grave50` |  | `grave,mob0.2,t1` in games with rules only |
//! | `leafqs` | new children are valued by a quiescence search |  | `leafqs` with `bfm` where the evaluation knows nothing about captures |
//! | `prooftt` | a transposition table of solved positions, in an eighth of the memory; not with `nosolver` | off | `prooftt` to solve games with many transpositions |
//! | `bounds` | also proves that a player cannot lose; not with `nosolver` or `marg` | off | `bounds` to prove draws |
//! | `reg` | values of new nodes are corrected by the mean error of values after the same move; with `im`, `impb` or `bfm` | off | `bfm(reg)` if the game has an evaluation |
//! | `efNAME` | evaluation function, one of these | the game's first | `efNet` if the game has a net |
//! | `ipp` | improved playout policy: moves are sampled by the game's weights | uniformly | `ipp` if the game has weights |
//! | `dec` | sampled; but an immediate win is played, and moves that allow one are avoided |  | `dec` if a game can be won at once by surprise |
//! | `margW` | a win by m of M points is worth 1 - W + W m/M, not 1; W to 1; not with `det` or `cut` | off | `marg0.2` to play for points |
//! <!-- END options -->
//!
//! The evaluation functions:
//!
//! <!-- BEGIN evaluators -->
//! | option | meaning |
//! |---|---|
//! | `efMS` | Breakthrough: pieces and furthest row |
//! | `efLH` | Breakthrough: a value for every square |
//! | `efRS` | Kalah: difference of the stores |
//! | `efWB` | Lines of Action: ten features, in the manner of the program MIA |
//! | `efSimple` | Lines of Action: how close the pieces are, and how many touch |
//! | `efNet` | Any game with features: a net that was learned from games |
//! | `efTold` | Any game: values that the calling program computes, see imm_collect() |
//! <!-- END evaluators -->
//!
//! Some presets must come first. The options after such a preset can change it.
//!
//! `bfm` is best-first minimax with UCT (jacek's tutorial, CodinGame 2021). It has the options of
//! `mcts` except the playout options (`ipp` to `cut`), `im`, `cb`, `impb`, `np`, `grave`, `max`,
//! `one` and `nosolver`. The defaults of `bfm` are `c0.7`, `fpu0.5` and `log`.
//!
//! The options of `ab`, alpha-beta, are the evaluation functions and its switches. A switch is off
//! unless the notation names it ([`super::alphabeta::Switch`] lists all switches). With the safe
//! switches, the search finds the same result as plain alpha-beta at the same depth. With the other
//! switches, the search may miss a shorter win, but never reports a false win. Two presets are
//! recommended:
//!
//! <!-- BEGIN switches -->
//! | option | meaning | suggested |
//! |---|---|---|
//! | `all` | the enhancements of MIA, with relative history: to play | `all` to play |
//! | `solve` | `tt,killers,pvs,look,wdl`: to prove who wins | `solve` to prove who wins |
//! | `exact` | `tt,killers,history,pvs,look,score`: to prove by how many points | `exact` to prove a margin |
//! <!-- END switches -->
//!
//! `best`, without parentheses, is the strongest player measured for the current game
//! ([`super::best::BEST`]). It needs the feature `policies`.
//!
//! Numbers have at most four decimals. The writer always writes the option `c` of a tree search,
//! and the option `fpu` of `bfm`. It writes other options if they differ from the default, in the
//! order of the table. It writes the options of a preset instead of the preset, except for `all` of
//! `ab`. The seed is not part of the notation and stays 0.

pub use super::tree_notation::{PRESET_TEXTS, PRESETS, Preset};

use super::options::Config;
use super::words::{Reader, SpecError, SpecErrorKind, Word, split_at};
use super::{Player, alphabeta, alphabeta_notation, tree_notation};
use crate::base::text::Text;

/// Reads a player's notation.
///
/// # Errors
/// The notation is invalid. The error contains the position of the wrong part of the text. The
/// parser does not guess, and does not skip words.
pub fn parse(spec: &str) -> Result<Player, SpecError> {
    let mut player = Player::default();
    read(spec, &mut player).map(|()| player)
}

/// Reads a player's notation into `player`. The caller provides this memory, to save stack.
///
/// # Errors
/// The notation is invalid (see [`parse`]). After an error, do not use `player`: its contents are
/// unspecified.
pub fn read(spec: &str, player: &mut Player) -> Result<(), SpecError> {
    let whole = Word { spec, position: 0, text: spec };
    #[cfg(feature = "policies")]
    if spec == BEST {
        *player = Player::Best(0);
        return Ok(());
    }
    let Some((name, rest)) = split_at(spec, b'(') else {
        return Err(whole.error(SpecErrorKind::Syntax));
    };
    let name = Word { text: name, ..whole };
    *player = match name.text {
        "mcts" => Player::Tree(Config::DEFAULT),
        "bfm" => Player::Tree(Config::BEST_FIRST),
        "ab" => Player::AlphaBeta(alphabeta::Config::default()),
        _ => return Err(name.error(SpecErrorKind::UnknownSearch)),
    };
    match player {
        Player::Tree(config) => {
            let mut reader = Reader::new(config);
            read_options(&name, rest, |word| reader.option(word))
        }
        Player::AlphaBeta(config) => {
            let mut reader = Reader::new(config);
            read_options(&name, rest, |word| reader.option(word))?;
            config.check().map_err(|error| whole.config_error(error))
        }
        #[cfg(feature = "policies")]
        Player::Best(_) => Ok(()),
    }
}

/// Reads the options after the opening parenthesis. Calls `option` for each option.
fn read_options(
    name: &Word<'_>,
    rest: &str,
    mut option: impl FnMut(&Word<'_>) -> Result<(), SpecError>,
) -> Result<(), SpecError> {
    let spec = name.spec;
    let Some(options) = rest.strip_suffix(')') else {
        let position = spec.len().saturating_sub(1);
        return Err(
            Word { spec, position, text: spec.get(position..).unwrap_or_default() }.error(SpecErrorKind::Syntax)
        );
    };
    let mut position = name.text.len().saturating_add(1);
    let mut rest = (!options.is_empty()).then_some(options);
    while let Some(list) = rest {
        let (text, tail) = split_at(list, b',').map_or((list, None), |(text, tail)| (text, Some(tail)));
        option(&Word { spec, position, text })?;
        position = position.saturating_add(text.len()).saturating_add(1);
        rest = tail;
    }
    Ok(())
}

/// This word means the strongest player of the current game.
#[cfg(feature = "policies")]
const BEST: &str = "best";

/// The maximum length of a player's notation, in bytes.
pub const TEXT_MAX: usize = 330;

/// Writes a player's notation, at most [`TEXT_MAX`] bytes. If you [`parse`] the notation, you get
/// an equal player, except for the seed, for decimals after the fourth, and for details of options
/// that are off.
pub fn write(player: &Player, out: &mut Text<'_>) {
    match player {
        Player::Tree(config) => tree_notation::write(config, out),
        Player::AlphaBeta(config) => alphabeta_notation::write(config, out),
        #[cfg(feature = "policies")]
        Player::Best(_) => out.push_str(BEST),
    }
}

#[cfg(all(test, feature = "policies"))]
#[path = "notation_tests.rs"]
mod tests;
