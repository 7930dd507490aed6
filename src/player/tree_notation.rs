//! `mcts(...)` and `bfm(...)`: how a tree search player is read and written. See [`crate::player::notation`] for the table of options.

use super::options::{Config, Decision, Divisor, Expansion, Leaf, Schedule};
use super::strategy::{Selective, Strategy};
use super::words::{SpecError, SpecErrorKind, Word, push_count, push_decimal, push_evaluator, push_weight, split_at};
use crate::knowledge::Evaluator;
use crate::text::Text;

/// Writes the player.
pub(crate) fn write(config: &Config, out: &mut Text<'_>) {
    let plain = if config.best_first { &Config::BEST_FIRST } else { &Config::DEFAULT };
    out.push_str(if config.best_first { "bfm(c" } else { "mcts(c" });
    push_decimal(config.c, out);
    write_values(config, out);
    push_evaluator(config.evaluator, ",", out);
    write_playout(config, out);
    push_count(",max", config.max, out);
    out.push_str(match config.expansion {
        Expansion::Auto => "",
        Expansion::One => ",one",
        Expansion::All => ",all",
    });
    push_count(",t", config.threshold, out);
    out.push_str(if config.solver { "" } else { ",nosolver" });
    out.push_str(if config.recycle { "" } else { ",norecycle" });
    out.push_str(match config.decision {
        decision if decision == plain.decision => "",
        Decision::MostVisits => ",robust",
        Decision::SecureChild => ",secure",
        Decision::BestValue => ",best",
        Decision::ValueLogVisits => ",log",
    });
    out.push(b')');
}

/// What static and minimax values and priors are used for.
fn write_values(config: &Config, out: &mut Text<'_>) {
    push_weight(",im", if config.best_first { 0.0 } else { config.im }, out);
    match config.schedule {
        Schedule::Falling(half) if config.im > 0.0 => push_count("-", half, out),
        Schedule::Rising(half) if config.im > 0.0 => push_count("+", half, out),
        _ => {}
    }
    push_weight(",cb", config.cb, out);
    push_weight(",impb", config.impb, out);
    push_weight(",pb", config.pb, out);
    push_weight(",tp", config.tp, out);
    out.push_str(match config.divisor {
        _ if config.pb == 0.0 && config.tp == 0.0 => "",
        Divisor::SqrtLosses => "",
        Divisor::Losses => "/l",
        Divisor::Visits => "/n",
    });
    push_count(",np", config.np, out);
    push_count(",ct", config.ct, out);
    if let Some(urgency) = config.fpu {
        out.push_str(",fpu");
        push_decimal(urgency, out);
    }
    push_weight(",softmax", config.softmax, out);
    push_weight(",eps", config.eps, out);
    match config.leaf {
        Leaf::Static => {}
        Leaf::AlphaBeta(plies) => push_count(",leafab", plies.into(), out),
        Leaf::Quiescence => out.push_str(",leafqs"),
    }
    out.push_str(if config.evaltt { ",evaltt" } else { "" });
}

fn write_playout(config: &Config, out: &mut Text<'_>) {
    out.push_str(if config.ipp { ",ipp" } else { "" });
    if let Some(epsilon) = config.ege {
        out.push_str(",ege");
        push_decimal(epsilon, out);
    }
    if let Some(plies) = config.fet {
        out.push_str(",fet");
        out.push_number(plies);
    }
    push_weight(",det", config.det, out);
    if config.det > 0.0 && config.det_period != Config::default().det_period {
        push_count("/", config.det_period, out);
    }
    write_strategy(config.strategy, out);
    push_count(",cut", config.cut, out);
    if config.cut > 0 && config.cut_period != Config::DEFAULT.cut_period {
        push_count("/", config.cut_period, out);
    }
}

/// How playouts choose their moves, where it is by a strategy.
fn write_strategy(strategy: Strategy, out: &mut Text<'_>) {
    match strategy {
        Strategy::Drawn => {}
        Strategy::Transition => out.push_str(",pmc"),
        Strategy::Corrective => out.push_str(",corr"),
        Strategy::Greedy(width) => push_count(",greedy", width.into(), out),
        Strategy::Mixed(width) => push_count(",mix", width.into(), out),
        Strategy::AlphaBeta(search) => {
            push_count(",abp", search.depth.into(), out);
            let widths = search.evaluated.iter().zip(&search.looked).take(usize::from(search.depth));
            if (Selective { depth: search.depth, ..Selective::PAPER }) != search {
                widths.for_each(|(&evaluated, &looked)| write_width(evaluated, looked, out));
            }
        }
    }
}

/// `/7+`, `/7+3`, `/5`: moves that are searched at a ply, and those that are looked at.
fn write_width(evaluated: u8, looked: u8, out: &mut Text<'_>) {
    push_count("/", evaluated.into(), out);
    match looked {
        0 => {}
        Selective::ALL => out.push_str("+"),
        some => push_count("+", some.into(), out),
    }
}

/// Points at which MC-LOA takes a playout for decided; and where playouts are searched by alpha-beta.
///
/// In the papers they are 700 and 600 points of MIA's evaluation, whose weights are not known. On the scale of efWB, by 8 ms a move
/// and 100 games against `ab(mia)` each, 700 scored 26 % and 400 50 %; with alpha-beta playouts 600 scored 17 % and 300 37 %.
const CUT: u32 = 400;
const CUT_ALPHA_BETA: u32 = 300;

/// `mcloa`: MC-LOA (alpha-beta playouts paper, section III): progressive bias by transition probability, W = 10; Corrective
/// below T = 5 visits; a look at all moves when a leaf is reached for the second time; Mixed playouts.
///
/// C and what is done with children that no simulation has visited are not in the papers. At 15 ms a move, 0.7 with a first-play
/// urgency of 1 won 74 % [64, 82] of 60 games of Lines of Action against 1 with unvisited children first, 0.5 won 72 % [59, 82].
const MC_LOA: Config = Config {
    c: 0.7,
    fpu: Some(1.0),
    tp: 10.0,
    ct: 5,
    threshold: 1,
    strategy: Strategy::Mixed(Strategy::WIDTH_DEFAULT),
    cut: CUT,
    ..Config::DEFAULT
};

/// `ubfm`: unbounded best-first minimax (Cohen-Solal 2020): always on to the best child, but for one time in ten, and the safest
/// move, which is the one most visited, of equals the best. Its completion is the solver.
const UNBOUNDED: Config =
    Config { c: 0.0, fpu: Some(0.0), eps: 0.1, decision: Decision::MostVisits, ..Config::BEST_FIRST };

const FIRST: &str = "it comes first, and what follows changes it";

/// Options of which only one may stand share a bit.
mod group {
    pub(super) const EVALUATOR: u32 = 1;
    pub(super) const EXPANSION: u32 = 1 << 1;
    pub(super) const DECISION: u32 = 1 << 2;
    pub(super) const IPP: u32 = 1 << 3;
    pub(super) const SOLVER: u32 = 1 << 4;
    pub(super) const RECYCLE: u32 = 1 << 5;
    pub(super) const C: u32 = 1 << 6;
    pub(super) const IM: u32 = 1 << 7;
    pub(super) const CB: u32 = 1 << 8;
    pub(super) const IMPB: u32 = 1 << 9;
    pub(super) const PB: u32 = 1 << 10;
    pub(super) const NP: u32 = 1 << 11;
    pub(super) const EGE: u32 = 1 << 12;
    pub(super) const FET: u32 = 1 << 13;
    pub(super) const DET: u32 = 1 << 14;
    pub(super) const MAX: u32 = 1 << 15;
    pub(super) const THRESHOLD: u32 = 1 << 16;
    pub(super) const TP: u32 = 1 << 17;
    pub(super) const CT: u32 = 1 << 18;
    pub(super) const FPU: u32 = 1 << 19;
    pub(super) const STRATEGY: u32 = 1 << 20;
    pub(super) const CUT: u32 = 1 << 21;
    pub(super) const MC_LOA: u32 = 1 << 22;
    pub(super) const SOFTMAX: u32 = 1 << 23;
    pub(super) const EPS: u32 = 1 << 24;
    pub(super) const LEAF: u32 = 1 << 25;
    pub(super) const EVALTT: u32 = 1 << 26;
    pub(super) const UNBOUNDED: u32 = 1 << 27;
}

/// What has been read so far, and which groups of options stood there.
pub(crate) struct Reader {
    pub(crate) config: Config,
    seen: u32,
}

impl Reader {
    /// For a player who is so, but for what the options change.
    pub(crate) fn new(plain: Config) -> Self {
        Self { config: plain, seen: 0 }
    }

    /// Takes one option over.
    pub(crate) fn option(&mut self, word: Word<'_>) -> Result<(), SpecError> {
        let groups = self.apply(word)?;
        word.mark(groups, &mut self.seen)?;
        self.tighten();
        self.config.check().map_err(|error| word.config_error(error))
    }

    /// Alpha-beta playouts have a tighter cut-off than those of MC-LOA have, where neither is spelt out.
    fn tighten(&mut self) {
        if self.seen & (group::MC_LOA | group::CUT) == group::MC_LOA {
            self.config.cut = if self.config.strategy.has_killers() { CUT_ALPHA_BETA } else { CUT };
        }
    }

    /// The same without a look at what stood before; returns the option's groups.
    fn apply(&mut self, word: Word<'_>) -> Result<u32, SpecError> {
        let config = &mut self.config;
        if let Some(evaluator) = Evaluator::from_word(word.text) {
            config.evaluator = evaluator;
            return Ok(group::EVALUATOR);
        }
        if let Some(expansion) = expansion(word.text) {
            config.expansion = expansion;
            return Ok(group::EXPANSION);
        }
        if let Some(decision) = decision(word.text) {
            config.decision = decision;
            return Ok(group::DECISION);
        }
        Ok(match word.text {
            "ipp" => {
                config.ipp = true;
                group::IPP
            }
            "nosolver" => {
                config.solver = false;
                group::SOLVER
            }
            "norecycle" => {
                config.recycle = false;
                group::RECYCLE
            }
            "np" => {
                config.np = Config::NP_DEFAULT;
                group::NP
            }
            "bl" => {
                (config.ege, config.det) = (Some(0.1), 0.5);
                group::EGE | group::DET
            }
            "bl'" => {
                (config.ipp, config.fet, config.np) = (true, Some(20), Config::NP_DEFAULT);
                group::IPP | group::FET | group::NP
            }
            "pmc" => {
                config.strategy = Strategy::Transition;
                group::STRATEGY
            }
            "corr" => {
                config.strategy = Strategy::Corrective;
                group::STRATEGY
            }
            "leafqs" => {
                config.leaf = Leaf::Quiescence;
                group::LEAF
            }
            "evaltt" => {
                config.evaltt = true;
                group::EVALTT
            }
            "mcloa" | "ubfm" if self.seen != 0 && (word.text == "ubfm") == config.best_first => {
                return Err(word.error(SpecErrorKind::Contradiction(FIRST)));
            }
            "mcloa" if !config.best_first => {
                *config = MC_LOA;
                group::MC_LOA
            }
            "ubfm" if config.best_first => {
                *config = UNBOUNDED;
                group::UNBOUNDED
            }
            _ => return self.apply_number(word),
        })
    }

    /// An option with numbers behind its name.
    fn apply_number(&mut self, word: Word<'_>) -> Result<u32, SpecError> {
        let config = &mut self.config;
        let letters = word.text.bytes().take_while(u8::is_ascii_lowercase).count();
        let (name, digits) = word.text.split_at_checked(letters).unwrap_or_default();
        let (real, whole, group) = match name {
            "c" => (Some(&mut config.c), None, group::C),
            "im" => {
                (config.im, config.schedule) = implicit_minimax(word, digits)?;
                (None, None, group::IM)
            }
            "cb" => (Some(&mut config.cb), None, group::CB),
            "impb" => (Some(&mut config.impb), None, group::IMPB),
            "pb" => {
                (config.pb, config.divisor) = progressive_bias(word, digits)?;
                (None, None, group::PB)
            }
            "np" => (None, Some(&mut config.np), group::NP),
            "ege" => (Some(config.ege.insert(0.0)), None, group::EGE),
            "fet" => (None, Some(config.fet.insert(0)), group::FET),
            "det" => {
                let (value, period) = with_period(digits);
                config.det_period = period.map_or(Ok(config.det_period), |period| word.whole(period))?;
                config.det = word.real(value)?;
                (None, None, group::DET)
            }
            "tp" => {
                (config.tp, config.divisor) = progressive_bias(word, digits)?;
                (None, None, group::TP)
            }
            "ct" => (None, Some(&mut config.ct), group::CT),
            "fpu" => (Some(config.fpu.insert(0.0)), None, group::FPU),
            "greedy" | "mix" | "abp" => {
                config.strategy = strategy(word, name, digits)?;
                (None, None, group::STRATEGY)
            }
            "cut" => {
                let (points, period) = with_period(digits);
                config.cut_period = period.map_or(Ok(config.cut_period), |period| word.whole(period))?;
                config.cut = word.whole(points)?;
                (None, None, group::CUT)
            }
            "softmax" => (Some(&mut config.softmax), None, group::SOFTMAX),
            "eps" => (Some(&mut config.eps), None, group::EPS),
            "leafab" => {
                config.leaf = Leaf::AlphaBeta(small(word, digits)?);
                (None, None, group::LEAF)
            }
            "max" => (None, Some(&mut config.max), group::MAX),
            "t" => (None, Some(&mut config.threshold), group::THRESHOLD),
            _ => return Err(word.error(SpecErrorKind::UnknownOption)),
        };
        if let Some(number) = real {
            *number = word.real(digits)?;
        }
        if let Some(number) = whole {
            *number = word.whole(digits)?;
        }
        Ok(group)
    }
}

/// `0.4`, `0.4-1000`, `0.4+1000`.
fn implicit_minimax(word: Word<'_>, text: &str) -> Result<(f32, Schedule), SpecError> {
    if let Some((alpha, half)) = split_at(text, b'-') {
        return Ok((word.real(alpha)?, Schedule::Falling(word.whole(half)?)));
    }
    if let Some((alpha, half)) = split_at(text, b'+') {
        return Ok((word.real(alpha)?, Schedule::Rising(word.whole(half)?)));
    }
    Ok((word.real(text)?, Schedule::Constant))
}

/// `0.5`, `0.5/l`, `0.5/n`.
fn progressive_bias(word: Word<'_>, text: &str) -> Result<(f32, Divisor), SpecError> {
    match split_at(text, b'/') {
        None => Ok((word.real(text)?, Divisor::SqrtLosses)),
        Some((weight, "l")) => Ok((word.real(weight)?, Divisor::Losses)),
        Some((weight, "n")) => Ok((word.real(weight)?, Divisor::Visits)),
        Some(_) => Err(word.error(SpecErrorKind::BadNumber)),
    }
}

/// `0.5`, `0.5/3`.
fn with_period(text: &str) -> (&str, Option<&str>) {
    split_at(text, b'/').map_or((text, None), |(value, period)| (value, Some(period)))
}

/// `greedy7`, `mix`, `abp2`, `abp2/7+/5`.
fn strategy(word: Word<'_>, name: &str, digits: &str) -> Result<Strategy, SpecError> {
    if name == "abp" {
        return selective(word, digits).map(Strategy::AlphaBeta);
    }
    let width = if digits.is_empty() { Strategy::WIDTH_DEFAULT } else { small(word, digits)? };
    Ok(if name == "mix" { Strategy::Mixed(width) } else { Strategy::Greedy(width) })
}

/// A whole number of plies or moves, of which there are never more than [`Selective::WIDTH_MAX`].
fn small(word: Word<'_>, digits: &str) -> Result<u8, SpecError> {
    match word.whole(digits)? {
        number if number <= u32::from(Selective::WIDTH_MAX) => Ok(number as u8),
        _ => Err(word.error(SpecErrorKind::OutOfRange)),
    }
}

/// `2`, `2/7+/5`, `1/7+3`: plies, and the width of each where they are not the paper's.
fn selective(word: Word<'_>, text: &str) -> Result<Selective, SpecError> {
    let (depth, mut rest) = split_at(text, b'/').map_or((text, None), |(depth, rest)| (depth, Some(rest)));
    let mut search = Selective { depth: small(word, depth)?, ..Selective::PAPER };
    let plies = usize::from(search.depth);
    let mut widths = search.evaluated.iter_mut().zip(&mut search.looked).take(plies);
    while let Some(list) = rest {
        let (width, tail) = split_at(list, b'/').map_or((list, None), |(width, tail)| (width, Some(tail)));
        let Some((evaluated, looked)) = widths.next() else { return Err(word.error(SpecErrorKind::OutOfRange)) };
        (*evaluated, *looked) = match split_at(width, b'+') {
            None => (small(word, width)?, 0),
            Some((searched, "")) => (small(word, searched)?, Selective::ALL),
            Some((searched, looked)) => (small(word, searched)?, small(word, looked)?),
        };
        rest = tail;
    }
    Ok(search)
}

fn expansion(name: &str) -> Option<Expansion> {
    Some(match name {
        "one" => Expansion::One,
        "all" => Expansion::All,
        _ => return None,
    })
}

fn decision(name: &str) -> Option<Decision> {
    Some(match name {
        "robust" => Decision::MostVisits,
        "secure" => Decision::SecureChild,
        "best" => Decision::BestValue,
        "log" => Decision::ValueLogVisits,
        _ => return None,
    })
}
