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

use crate::alphabeta;
use crate::config::{Config, ConfigError};
use crate::knowledge::Evaluator;
use crate::searcher::Searcher;
use crate::text::Text;
use crate::tree;

/// What is wrong with a player's notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum SpecErrorKind {
    /// Not a searcher that exists: `mcts`, `bfm` and `ab` are.
    UnknownSearcher,
    /// Not an option of this searcher.
    UnknownOption,
    /// The option, or another of which only one can be, stands there twice.
    Repeated,
    /// Not a number with at most four decimals, or none where one is needed.
    BadNumber,
    /// A number outside the option's range.
    OutOfRange,
    /// An option that this library was built without.
    LeftOut,
    /// The option makes no sense beside one before it, for this reason.
    Contradiction(&'static str),
    /// A parenthesis or a comma is missing, or something stands behind the end.
    Syntax,
}

/// An error in a player's notation: what, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct SpecError {
    /// What is wrong.
    pub kind: SpecErrorKind,
    /// Byte offset at which the offending word begins.
    pub position: usize,
    /// Its length in bytes.
    pub length: usize,
}

impl SpecError {
    /// Writes the error for a person: what is wrong with which word of `spec`, and at which character, from 1.
    pub fn explain(&self, spec: &str, out: &mut Text<'_>) {
        let end = self.position.saturating_add(self.length);
        out.push_str(match self.kind {
            SpecErrorKind::UnknownSearcher => "unknown searcher '",
            SpecErrorKind::UnknownOption => "unknown option '",
            SpecErrorKind::Repeated => "repeated or contradictory option '",
            SpecErrorKind::Contradiction(_) => "contradictory option '",
            SpecErrorKind::BadNumber => "not a number of at most four decimals in '",
            SpecErrorKind::LeftOut => "this library was built without option '",
            SpecErrorKind::OutOfRange => "number out of range in '",
            SpecErrorKind::Syntax => "expected searcher(option,option,...) but found '",
        });
        out.push_str(spec.get(self.position..end).unwrap_or_default());
        out.push_str("' at character ");
        out.push_number((self.position as u32).saturating_add(1));
        if let SpecErrorKind::Contradiction(why) = self.kind {
            out.push_str(": ");
            out.push_str(why);
        }
    }
}

/// Reads a player's notation.
///
/// # Errors
/// The first word that is wrong: nothing is guessed, nothing is skipped.
pub fn parse(spec: &str) -> Result<Searcher, SpecError> {
    let whole = Word { spec, position: 0, text: spec };
    let Some((name, rest)) = split_at(spec, b'(') else {
        return Err(whole.error(SpecErrorKind::Syntax));
    };
    let name = Word { text: name, ..whole };
    match name.text {
        "mcts" => read_tree(name, rest, Config::DEFAULT),
        "bfm" => read_tree(name, rest, Config::BEST_FIRST),
        "ab" => {
            let mut reader = alphabeta::notation::Reader::default();
            read_options(name, rest, |word| reader.option(word))?;
            reader.finish(whole).map(Searcher::AlphaBeta)
        }
        _ => Err(name.error(SpecErrorKind::UnknownSearcher)),
    }
}

/// Reads the options of a tree search that is `plain` without any.
fn read_tree(name: Word<'_>, rest: &str, plain: Config) -> Result<Searcher, SpecError> {
    let mut reader = tree::notation::Reader::new(plain);
    read_options(name, rest, |word| reader.option(word))?;
    Ok(Searcher::Tree(reader.config))
}

/// Reads what stands behind the opening parenthesis; `option` takes one option over.
fn read_options(
    name: Word<'_>,
    rest: &str,
    mut option: impl FnMut(Word<'_>) -> Result<(), SpecError>,
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
        option(Word { spec, position, text })?;
        position = position.saturating_add(text.len()).saturating_add(1);
        rest = tail;
    }
    Ok(())
}

/// The text before and after the first `separator`, an ASCII character. (`str::split_once` is compiled with a panic.)
pub(crate) fn split_at(text: &str, separator: u8) -> Option<(&str, &str)> {
    let at = text.bytes().position(|byte| byte == separator)?;
    Some((text.get(..at)?, text.get(at.saturating_add(1)..)?))
}

/// Writes a player's notation. [`parse`] gives the same player back, but for the seed and for decimals past the fourth.
pub fn write(player: &Searcher, out: &mut Text<'_>) {
    match player {
        Searcher::Tree(config) => tree::notation::write(config, out),
        Searcher::AlphaBeta(config) => alphabeta::notation::write(config, out),
    }
}

/// Writes the evaluation function, if it is not the default, behind `separator`.
pub(crate) fn push_evaluator(evaluator: Evaluator, separator: &str, out: &mut Text<'_>) {
    let name = match evaluator {
        Evaluator::Default => return,
        Evaluator::Schadd => "efMS",
        Evaluator::LorentzHorey => "efLH",
        Evaluator::RamanujanSelman => "efRS",
        Evaluator::WinandsBjornsson => "efWB",
        Evaluator::Simple => "efSimple",
    };
    out.push_str(separator);
    out.push_str(name);
}

/// An option that is off at 0.
pub(crate) fn push_weight(name: &str, weight: f32, out: &mut Text<'_>) {
    if weight != 0.0 {
        out.push_str(name);
        push_decimal(weight, out);
    }
}

/// An option that is off at 0.
pub(crate) fn push_count(name: &str, count: u32, out: &mut Text<'_>) {
    if count != 0 {
        out.push_str(name);
        out.push_number(count);
    }
}

/// A word of the notation, and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Word<'a> {
    spec: &'a str,
    position: usize,
    pub(crate) text: &'a str,
}

impl Word<'_> {
    pub(crate) fn error(&self, kind: SpecErrorKind) -> SpecError {
        let room = self.spec.len().saturating_sub(self.position);
        SpecError { kind, position: self.position, length: self.text.len().min(room) }
    }

    /// The same for what is wrong with the configuration that the word makes.
    pub(crate) fn config_error(&self, error: ConfigError) -> SpecError {
        self.error(match error {
            ConfigError::Contradiction { why, .. } => SpecErrorKind::Contradiction(why),
            ConfigError::LeftOut(_) => SpecErrorKind::LeftOut,
            _ => SpecErrorKind::OutOfRange,
        })
    }

    /// Of a group of options only one may stand: `groups` has a bit for each that this word belongs to, `seen` those
    /// that stood before.
    pub(crate) fn mark(&self, groups: u32, seen: &mut u32) -> Result<(), SpecError> {
        if *seen & groups != 0 {
            return Err(self.error(SpecErrorKind::Repeated));
        }
        *seen |= groups;
        Ok(())
    }

    /// A real number of this option's.
    pub(crate) fn real(&self, digits: &str) -> Result<f32, SpecError> {
        ten_thousandths(digits).map(|number| number as f32 / 10_000.0).ok_or(self.error(SpecErrorKind::BadNumber))
    }

    /// A whole number of this option's.
    pub(crate) fn whole(&self, digits: &str) -> Result<u32, SpecError> {
        let number = digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
        number.ok_or(self.error(SpecErrorKind::BadNumber))
    }
}

/// The evaluation function of this name.
pub(crate) fn evaluator(name: &str) -> Option<Evaluator> {
    Some(match name {
        "efMS" => Evaluator::Schadd,
        "efLH" => Evaluator::LorentzHorey,
        "efRS" => Evaluator::RamanujanSelman,
        "efWB" => Evaluator::WinandsBjornsson,
        "efSimple" => Evaluator::Simple,
        _ => return None,
    })
}

/// `1`, `0.4`, `12.0625` as ten-thousandths: digits, and at most four behind a point.
fn ten_thousandths(text: &str) -> Option<u32> {
    let (whole, fraction) = split_at(text, b'.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(fraction) || fraction.len() > 4 {
        return None;
    }
    let scale = [0, 1000, 100, 10, 1].get(fraction.len()).copied().unwrap_or(1_u32);
    let fraction = fraction.parse::<u32>().ok()?.checked_mul(scale)?;
    whole.parse::<u32>().ok()?.checked_mul(10_000)?.checked_add(fraction)
}

/// A number that is not negative, with one to four decimals.
pub(crate) fn push_decimal(number: f32, out: &mut Text<'_>) {
    let ten_thousandths = libm::roundf(number * 10_000.0) as u32;
    out.push_number(ten_thousandths / 10_000);
    out.push(b'.');
    let fraction = ten_thousandths % 10_000;
    let digits = [fraction / 1000, fraction / 100 % 10, fraction / 10 % 10, fraction % 10];
    let used = digits.iter().rposition(|&digit| digit != 0).unwrap_or(0);
    digits.iter().take(used.saturating_add(1)).for_each(|&digit| out.push(b'0'.wrapping_add(digit as u8)));
}

#[cfg(all(test, feature = "policies"))]
mod tests;
