//! Player notation: a player as one short line, `mcts(c1.0,im0.4,efMS,ipp)` or `ab(efMS)`, read and written without
//! allocation.
//!
//! The options of `mcts` are the abbreviations of the implicit minimax paper's Table 1, in any order, each at most once:
//!
//! | option | meaning | default |
//! |---|---|---|
//! | `cX` | exploration constant, 0 to 100 | `c1.0` |
//! | `imX` `imX-K` `imX+K` | implicit minimax with alpha = X, 0 to 1; falling or rising to X/2 after K visits | off |
//! | `cbX` | constant bias Q^CB: static values with weight X, 0 to 1 | off |
//! | `impbX` | Q^PB: minimax values with weight X / (visits + 1), 0 to 1 | off |
//! | `pbW` `pbW/l` `pbW/n` | progressive bias W v0 / sqrt(losses + 1), / (losses + 1), / (visits + 1) | off |
//! | `tpW` `tpW/l` `tpW/n` | progressive bias by transition probability, W P_mc over the same; not with `pb` | off |
//! | `ctN` | below N visits of a node its children are drawn by the strategy Corrective; not with `one` | off |
//! | `fpuX` | first-play urgency: unvisited children take part in selection with value + X, 0 to 100; not with `one` | they come first |
//! | `softmaxT` | children are drawn with odds exp(Q / T), not selected by their bounds; not with `one` | off |
//! | `epsX` | children are drawn, uniformly from the unproven ones, with probability X; not with `one` | off |
//! | `leafabD` | new children are valued by an alpha-beta search of D plies, 1 to 4 | by their static value |
//! | `leafqs` | new children are valued by a quiescence search | |
//! | `evaltt` | an eighth of the memory is a table of evaluations, for positions that occur more than once | off |
//! | `np` `npN` | node priors that count for N visits, to 10000; 10 | off |
//! | `efMS` `efLH` `efRS` `efWB` `efSimple` | evaluation function | the game's first |
//! | `ipp` | improved playout policy | uniform playouts |
//! | `egeX` | epsilon-greedy playouts: drawn with probability X, as by `ipp` where there are weights | off |
//! | `fetN` | fixed early termination after N playout moves, to 9999 | off |
//! | `detX` `detX/P` | dynamic early termination at value X, looked at every P (5) moves, to 999 | off |
//! | `pmc` | playout moves are drawn by transition probability | |
//! | `corr` | Corrective: likewise, but hardly a move that lowers the evaluation | |
//! | `greedyK` `mixK` | Greedy: the best of the K (7) most probable moves; Mixed: Corrective first, then Greedy | |
//! | `abpD` | alpha-beta playouts: the best move of a selective search of D plies, 1 to 3 | |
//! | `abpD/E+L/E+L/E+L` | the same where at each ply E moves are searched and L more looked at for a win: `+` all, none 0 | `/7+/5/5` |
//! | `cutN` `cutN/P` | evaluation cut-off of playouts at N points, looked at every P (3) moves where moves are drawn | off |
//! | `maxT` | maximum backpropagation from T visits on | off |
//! | `one` `all` | children that a leaf gets at once | `all` with `im`, `cb`, `impb`, `pb`, `tp`, `ct`, `fpu`, `np`, `softmax`, `eps` |
//! | `tN` | visits before a leaf is expanded | `t0` |
//! | `nosolver` | proves nothing | proves |
//! | `norecycle` | a full pool grows no more | recycles |
//! | `robust` `secure` `best` `log` | final move by visits, lower bound, value, value + ln(visits) | `robust` |
//! | `bl` | `ege0.1,det0.5`: the paper's baseline player | |
//! | `bl'` | `ipp,fet20,np`: the paper's alternative baseline, for `efLH` | |
//! | `mcloa` | `c0.7,tp10,ct5,fpu1,mix7,cut400,t1`: MC-LOA; comes first, what follows changes it; with `abpD`, `cut300` | |
//!
//! `bfm` is best-first minimax with UCT (jacek's tutorial, CodinGame 2021): of these options it has `cX` (`c0.7`) and `fpuX` (`fpu0.5`),
//! `softmaxT`, `epsX`, `leafabD`, `leafqs` and `evaltt`, `pbW`, `tpW` and `ctN`, the evaluation functions, `tN`, `all`, `norecycle`, and
//! the final moves, of which `log` is its default; and one of its own:
//!
//! | option | meaning |
//! |---|---|
//! | `ubfm` | `c0,fpu0,eps0.1,robust`: unbounded best-first minimax with completion; comes first, what follows changes it |
//!
//! The options of `ab` are the evaluation functions, and its enhancements, each off where it does not stand (what they are, and
//! their sources: [`crate::alphabeta::Switch`]):
//!
//! | option | meaning |
//! |---|---|
//! | `tt` | transposition table |
//! | `etc` | enhanced transposition cut-offs; needs `tt` |
//! | `killers` | two killer moves a ply |
//! | `history` | relative history |
//! | `hh` | plain history heuristic, in its place |
//! | `null` | adaptive null move, verified |
//! | `multicut` `multicuta` | multi-cut at expected cut nodes, at expected all nodes |
//! | `rps` | realization-probability search |
//! | `qs` | quiescence search |
//! | `pvs` | principal variation search |
//! | `asp` | aspiration windows |
//! | `all` | all of them, with relative history |
//! | `mia` | `efWB,all`: the stand-in for the program MIA in Lines of Action |
//!
//! Numbers have at most four decimals. What is written names `c` always and the rest where it differs from the default,
//! in the order of the table, `bl` and `bl'` spelt out; for `ab`, all that differs. The seed is no part of a player and
//! stays 0.

pub use super::tree_notation::{PRESETS, Preset};

use super::options::Config;
use super::words::{SpecError, SpecErrorKind, Word, split_at};
use super::{Player, alphabeta, alphabeta_notation, tree_notation};
use crate::text::Text;

/// Reads a player's notation.
///
/// # Errors
/// The first word that is wrong: nothing is guessed, nothing is skipped.
pub fn parse(spec: &str) -> Result<Player, SpecError> {
    let mut player = Player::default();
    read(spec, &mut player).map(|()| player)
}

/// Reads a player's notation into a place of the caller's, for small stacks. What stood there
/// before does not matter.
///
/// # Errors
/// As [`parse`]; `player` is then what was read before the wrong word.
pub fn read(spec: &str, player: &mut Player) -> Result<(), SpecError> {
    let whole = Word { spec, position: 0, text: spec };
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
            let mut reader = tree_notation::Reader::new(config);
            read_options(&name, rest, |word| reader.option(word))
        }
        Player::AlphaBeta(config) => {
            let mut reader = alphabeta_notation::Reader::new(config);
            read_options(&name, rest, |word| reader.option(word))?;
            config.check().map_err(|error| whole.config_error(error))
        }
    }
}

/// Reads what stands behind the opening parenthesis; `option` takes one option over.
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

/// Writes a player's notation. [`parse`] gives the same player back, but for the seed and for decimals past the fourth.
pub fn write(player: &Player, out: &mut Text<'_>) {
    match player {
        Player::Tree(config) => tree_notation::write(config, out),
        Player::AlphaBeta(config) => alphabeta_notation::write(config, out),
    }
}

#[cfg(all(test, feature = "policies"))]
#[path = "notation_tests.rs"]
mod tests;
