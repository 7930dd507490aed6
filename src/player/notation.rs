//! Player notation: a player as one short line, `mcts(c1.0,im0.4,efMS,ipp)` or `ab(efMS)`, read and
//! written without allocation.
//!
//! The options of `mcts` are the abbreviations of the papers, in any order, each at most once:
//!
//! <!-- BEGIN options -->
//! | option | meaning | default |
//! |---|---|---|
//! | `cX` | exploration constant C of UCT, 0 to 100 | `c1.0` |
//! | `imX` | implicit minimax, weight of minimax values against the mean, 0 to 1 | off |
//! | `imX-K` `imX+K` | falling, rising to X/2 after K visits, 1 to 9999999 |  |
//! | `cbX` | constant bias, weight of static values against the mean, 0 to 1 | off |
//! | `impbX` | weight of minimax values / (visits + 1) against the mean, 0 to 1 | off |
//! | `pbW` | progressive bias W v0 / sqrt(losses + 1), 0 to 100 | off |
//! | `pbW/l` `pbW/n` | W v0 / (losses + 1), / (visits + 1) |  |
//! | `tpW` `tpW/l` `tpW/n` | W P_mc, transition probabilities, over those; W to 100; not with `pb` | off |
//! | `npN` | node priors that count for N visits, to 10000 | off |
//! | `np` | `np10` |  |
//! | `ctN` | children of nodes below N visits, to 9999999, are drawn as by `corr`; not with `one` | off |
//! | `fpuX` | first-play urgency, value + X for unvisited children, 0 to 100; not with `one` | off |
//! | `softmaxT` | children are drawn with odds exp(Q / T), T 0 to 100; not with `one` | off |
//! | `graveN` | moves are valued by all simulations with them, as seen from N, to 65535; not with `fpu` | off |
//! | `grave` | `grave50` |  |
//! | `epsX` | how often an unproven child is drawn uniformly, 0 to 1; not with `one` | off |
//! | `leafabD` | new children are valued by alpha-beta of D plies, 1 to 4 | by static value |
//! | `leafqs` | new children are valued by a quiescence search |  |
//! | `evaltt` | a table of what positions are worth, in an eighth of the memory | off |
//! | `prooftt` | a table of what is proven of positions, in an eighth of the memory; not with `nosolver` | off |
//! | `bounds` | proves also that a player cannot lose; not with `nosolver` or `marg` | off |
//! | `efNAME` | evaluation function, one of these | the game's first |
//! | `efMS` | Breakthrough: pieces and furthest row |  |
//! | `efLH` | Breakthrough: a value for every square |  |
//! | `efRS` | Kalah: difference of the stores |  |
//! | `efWB` | Lines of Action: ten features, in the manner of the program MIA |  |
//! | `efSimple` | Lines of Action: how close the men are, and how many touch |  |
//! | `efNet` | Any game with features: a net that was learned from games |  |
//! | `ipp` | improved playout policy, moves are drawn by the game's weights | uniformly |
//! | `egeX` | epsilon-greedy playouts, drawn (by weight if there are) with probability X, 0 to 1 | off |
//! | `fetN` | fixed early termination after N playout moves, 0 to 9999 | off |
//! | `detX` | dynamic early termination at value X, 0 to 1 | off |
//! | `detX/P` | looked at every P playout moves, 1 to 999 | P 5 |
//! |  | how playouts choose their moves, by one of these | drawn |
//! | `pmc` | drawn by transition probability |  |
//! | `corr` | Corrective: as `pmc`, but hardly a move that lowers the evaluation |  |
//! | `greedyK` | Greedy: the best by evaluation of the K most probable moves, 1 to 12 | K 7 |
//! | `mixK` | Mixed: Corrective for the first move of a playout, then Greedy | K 7 |
//! | `abpD` | alpha-beta playouts: the best move of a selective search of D plies, 1 to 3 |  |
//! | `abpD/E+L/E+L` | E moves searched at a ply, L more looked at: `+` all, none 0 | `/7+/5/5` |
//! | `mastK` | of K moves drawn, 1 to 12, the one whose results are best on average | K 3 |
//! | `dec` | drawn, but wins at once are played, and moves that allow one avoided |  |
//! | `cutN` | evaluation cut-off at N points, to 65535 | off |
//! | `cutN/P` | looked at every P moves where moves are drawn, 1 to 999 | P 3 |
//! | `maxT` | maximum backpropagation from T visits of a node on | off |
//! | `margW` | a win by m of M points is worth 1 - W + W m/M, not 1; W to 1; not with `det` or `cut` | off |
//! | `one` | a leaf gets one child at a time | as needed |
//! | `all` | a leaf gets all its children at once; as with any option from `im` to `eps` |  |
//! | `tN` | visits that a leaf must have had before it is expanded | `t0` |
//! | `nosolver` | proves no wins, losses and draws | proves |
//! | `norecycle` | a full tree grows no more | recycles |
//! | `robust` `secure` `best` `log` | final move by visits, lower bound, value, value + ln(visits) | `robust` |
//! | `tempT` | final move drawn with odds visits^(1/T), T 0 to 100, unless a win is proven | off |
//! | `bl` | `ege0.1,det0.5`, the paper's baseline player |  |
//! | `bl'` | `ipp,fet20,np`, the paper's alternative baseline, for `efLH` |  |
//! | `mcloa` | `c0.7,tp10,ct5,fpu1,mix7,cut400,t1`, MC-LOA; with `abpD`, `cut300`; comes first |  |
//! | `ubfm` | in `bfm`: `c0,fpu0,eps0.1,robust`, unbounded best-first minimax; comes first |  |
//! <!-- END options -->
//!
//! What comes first is changed by the options that follow it.
//!
//! `bfm` is best-first minimax with UCT (jacek's tutorial, CodinGame 2021). It has the options of
//! `mcts` except those of playouts (`ipp` to `cut`), `im`, `cb`, `impb`, `np`, `max`, `one` and
//! `nosolver`; its defaults are `c0.7`, `fpu0.5` and `log`.
//!
//! The options of `ab`, alpha-beta, are the evaluation functions and its enhancements, each off
//! where it does not stand (sources: [`crate::alphabeta::Switch`]). The safe ones find what plain
//! alpha-beta finds at the same depth; the others may miss a shorter win, but never prove what is
//! not so.
//!
//! <!-- BEGIN switches -->
//! | option | meaning |
//! |---|---|
//! | `tt` | safe: transposition table |
//! | `etc` | safe: enhanced transposition cut-offs; needs `tt` |
//! | `killers` | safe: two killer moves a ply |
//! | `history` | safe: relative history |
//! | `hh` | safe: plain history heuristic; not with `history` |
//! | `null` | adaptive null move, verified |
//! | `multicut` | multi-cut at expected cut nodes |
//! | `multicuta` | enhanced multi-cut, at expected all nodes |
//! | `rps` | realization-probability search |
//! | `qs` | quiescence search |
//! | `pvs` | safe: principal variation search |
//! | `asp` | safe: aspiration windows |
//! | `lmr` | late move reductions of quiet moves |
//! | `look` | safe: moves are put in order by the positions after them |
//! | `wdl` | who wins, not how soon, and no evaluation: win, draw or loss |
//! | `all` | those of MIA, with relative history: to play |
//! | `solve` | `tt,killers,pvs,look,wdl`: to prove who wins |
//! | `mia` | `efWB,all`: the stand-in for MIA 4.5, the alpha-beta program of the playouts paper |
//! <!-- END switches -->
//!
//! `best`, without parentheses, is the player that was measured as the strongest of the game that
//! is played ([`super::best::BEST`]), in a library with the feature `policies`.
//!
//! Numbers have at most four decimals. What is written names `c` always and the rest where it
//! differs from the default, in the order of the table, `bl` and `bl'` spelt out; for `ab`, all
//! that differs. The seed is no part of a player and stays 0.

pub use super::tree_notation::{PRESETS, Preset};

use super::options::Config;
use super::words::{SpecError, SpecErrorKind, Word, split_at};
use super::{Player, alphabeta, alphabeta_notation, tree_notation};
use crate::base::text::Text;

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
            let mut reader = tree_notation::Reader::new(config);
            read_options(&name, rest, |word| reader.option(word))
        }
        Player::AlphaBeta(config) => {
            let mut reader = alphabeta_notation::Reader::new(config);
            read_options(&name, rest, |word| reader.option(word))?;
            config.check().map_err(|error| whole.config_error(error))
        }
        #[cfg(feature = "policies")]
        Player::Best(_) => Ok(()),
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

/// The strongest player of whatever game.
#[cfg(feature = "policies")]
const BEST: &str = "best";

/// No player's notation has more bytes.
pub const TEXT_MAX: usize = 330;

/// Writes a player's notation, at most [`TEXT_MAX`] bytes. [`parse`] gives an equal player back,
/// except the seed and decimals past the fourth.
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
