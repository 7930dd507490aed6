//! Functions that read and write the options whose notation is more than a name and a number. The
//! table in `options.rs` refers to them. A function that reads gets the configuration and an entry,
//! which is one option as text. The entry begins with a word of the option. A function that writes
//! does nothing if the option is off.

use super::error::{Unit, ValidRange};
use super::options::{Comparison, Config, Divisor, Leaf, Schedule};
use super::strategy::{STRATEGIES, Selective, Strategy};
use super::words::{Entry, SpecError, SpecErrorKind, push_count, push_decimal, push_evaluator, push_weight, split_at};
use crate::base::text::Text;
use crate::game::knowledge::Evaluator;

type Read = Result<(), SpecError>;

/// Reads the option `im`, such as `im0.4`, `im0.4-1000` or `im0.4+1000`.
pub(super) fn read_im(config: &mut Config, entry: &Entry<'_>) -> Read {
    let (alpha, schedule) = if let Some((alpha, half)) = split_at(entry.rest, b'-') {
        (alpha, Schedule::Falling(entry.word.whole(half)?))
    } else if let Some((alpha, half)) = split_at(entry.rest, b'+') {
        (alpha, Schedule::Rising(entry.word.whole(half)?))
    } else {
        (entry.rest, Schedule::Constant)
    };
    (config.im, config.schedule) = (entry.word.real(alpha)?, schedule);
    Ok(())
}

/// Writes the option `im`. In the notation of best-first minimax, `im` is left out, because its
/// value is always 1.
pub(super) fn write_im(config: &Config, out: &mut Text<'_>) {
    if config.best_first {
        return;
    }
    push_weight(",im", config.im, out);
    match config.schedule {
        Schedule::Falling(half) if config.im > 0.0 => push_count("-", half, out),
        Schedule::Rising(half) if config.im > 0.0 => push_count("+", half, out),
        _ => {}
    }
}

/// Reads the option `pb`, such as `pb0.5`, `pb0.5/l` or `pb0.5/n`.
pub(super) fn read_pb(config: &mut Config, entry: &Entry<'_>) -> Read {
    (config.pb, config.divisor) = read_bias(entry)?;
    Ok(())
}

pub(super) fn write_pb(config: &Config, out: &mut Text<'_>) {
    write_bias(",pb", config.pb, config.divisor, out);
}

/// Reads the option `tp`, such as `tp10`, `tp10/l` or `tp10/n`.
pub(super) fn read_tp(config: &mut Config, entry: &Entry<'_>) -> Read {
    (config.tp, config.divisor) = read_bias(entry)?;
    Ok(())
}

pub(super) fn write_tp(config: &Config, out: &mut Text<'_>) {
    write_bias(",tp", config.tp, config.divisor, out);
}

/// Reads the option `puct`, such as `puct1.5`. The calling program tells priors together with
/// values. So this option also selects the evaluation function `efTold`, unless the notation has
/// already named another one.
pub(super) fn read_puct(config: &mut Config, entry: &Entry<'_>) -> Read {
    config.puct = entry.word.real(entry.rest)?;
    if config.has_priors() && config.evaluator == Evaluator::DEFAULT {
        config.evaluator = Evaluator::TOLD;
    }
    Ok(())
}

pub(super) fn write_puct(config: &Config, out: &mut Text<'_>) {
    push_weight(",puct", config.puct, out);
}

/// Reads the option `pn`, such as `pn1`, `pn1/m` or `pn1/r`.
pub(super) fn read_pn(config: &mut Config, entry: &Entry<'_>) -> Read {
    let (weight, comparison) = match split_at(entry.rest, b'/') {
        None => (entry.rest, Comparison::Sum),
        Some((weight, "m")) => (weight, Comparison::Largest),
        Some((weight, "r")) => (weight, Comparison::Rank),
        Some(_) => return Err(entry.word.error(SpecErrorKind::BadNumber)),
    };
    (config.pn, config.comparison) = (entry.word.real(weight)?, comparison);
    Ok(())
}

pub(super) fn write_pn(config: &Config, out: &mut Text<'_>) {
    push_weight(",pn", config.pn, out);
    out.push_str(match config.comparison {
        _ if config.pn == 0.0 => "",
        Comparison::Sum => "",
        Comparison::Largest => "/m",
        Comparison::Rank => "/r",
    });
}

fn read_bias(entry: &Entry<'_>) -> Result<(f32, Divisor), SpecError> {
    let (weight, divisor) = match split_at(entry.rest, b'/') {
        None => (entry.rest, Divisor::SqrtLosses),
        Some((weight, "l")) => (weight, Divisor::Losses),
        Some((weight, "n")) => (weight, Divisor::Visits),
        Some(_) => return Err(entry.word.error(SpecErrorKind::BadNumber)),
    };
    Ok((entry.word.real(weight)?, divisor))
}

fn write_bias(name: &str, weight: f32, divisor: Divisor, out: &mut Text<'_>) {
    push_weight(name, weight, out);
    out.push_str(match divisor {
        _ if weight == 0.0 => "",
        Divisor::SqrtLosses => "",
        Divisor::Losses => "/l",
        Divisor::Visits => "/n",
    });
}

/// Reads the option for a leaf search, such as `leafab2` or `leafqs`.
pub(super) fn read_leaf(config: &mut Config, entry: &Entry<'_>) -> Read {
    config.leaf = match entry.name {
        "leafqs" => entry.alone(Leaf::Quiescence)?,
        _ => Leaf::AlphaBeta(small(entry, entry.rest)?),
    };
    Ok(())
}

pub(super) fn write_leaf(config: &Config, out: &mut Text<'_>) {
    match config.leaf {
        Leaf::Static => {}
        Leaf::AlphaBeta(plies) => push_count(",leafab", plies.into(), out),
        Leaf::Quiescence => out.push_str(",leafqs"),
    }
}

/// Reads an evaluation function, such as `efMS`.
pub(super) fn read_evaluator(config: &mut Config, entry: &Entry<'_>) -> Read {
    config.evaluator = Evaluator::from_word(entry.text).ok_or(entry.word.error(SpecErrorKind::UnknownOption))?;
    Ok(())
}

pub(super) fn write_evaluator(config: &Config, out: &mut Text<'_>) {
    push_evaluator(config.evaluator, ",", out);
}

/// Reads the option `det`, such as `det0.5` or `det0.5/3`.
pub(super) fn read_det(config: &mut Config, entry: &Entry<'_>) -> Read {
    let (value, period) = with_period(entry, config.det_period)?;
    (config.det, config.det_period) = (entry.word.real(value)?, period);
    Ok(())
}

pub(super) fn write_det(config: &Config, out: &mut Text<'_>) {
    push_weight(",det", config.det, out);
    if config.det > 0.0 && config.det_period != Config::DEFAULT.det_period {
        push_count("/", config.det_period, out);
    }
}

/// Reads the option `cut`, such as `cut400` or `cut400/5`.
pub(super) fn read_cut(config: &mut Config, entry: &Entry<'_>) -> Read {
    let (points, period) = with_period(entry, config.cut_period)?;
    (config.cut, config.cut_period) = (entry.word.whole(points)?, period);
    Ok(())
}

pub(super) fn write_cut(config: &Config, out: &mut Text<'_>) {
    push_count(",cut", config.cut, out);
    if config.cut > 0 && config.cut_period != Config::DEFAULT.cut_period {
        push_count("/", config.cut_period, out);
    }
}

/// Splits `value/period` into its two parts. If the text has no `/`, the period is the argument
/// `otherwise`.
fn with_period<'a>(entry: &Entry<'a>, otherwise: u32) -> Result<(&'a str, u32), SpecError> {
    match split_at(entry.rest, b'/') {
        Some((value, period)) => Ok((value, entry.word.whole(period)?)),
        None => Ok((entry.rest, otherwise)),
    }
}

/// True if a strategy has this name.
pub(super) fn is_strategy(name: &str) -> bool {
    STRATEGIES.iter().any(|(strategy, _)| strategy.name() == name)
}

/// Reads the option for a playout strategy, such as `pmc`, `corr`, `greedy7`, `mix`, `abp2` or
/// `abp2/7+/5`.
pub(super) fn read_strategy(config: &mut Config, entry: &Entry<'_>) -> Read {
    if let Some(probability) = entry.rest.strip_prefix('/').filter(|_| entry.name == "mast") {
        config.strategy = Strategy::LearnedGreedy(percent(entry.word.real(probability)?));
        return Ok(());
    }
    let named = STRATEGIES.iter().find(|(strategy, _)| strategy.name() == entry.name);
    let &(strategy, _) = named.ok_or(entry.word.error(SpecErrorKind::UnknownOption))?;
    config.strategy = match strategy {
        Strategy::Greedy(width) => Strategy::Greedy(small_or(entry, width)?),
        Strategy::Mixed(width) => Strategy::Mixed(small_or(entry, width)?),
        Strategy::AlphaBeta(_) => Strategy::AlphaBeta(selective(entry)?),
        Strategy::Learned(count) => Strategy::Learned(small_or(entry, count)?),
        without_numbers => entry.alone(without_numbers)?,
    };
    Ok(())
}

pub(super) fn write_strategy(config: &Config, out: &mut Text<'_>) {
    if config.strategy == Strategy::Sampled {
        return;
    }
    out.push_str(",");
    out.push_str(config.strategy.name());
    match config.strategy {
        Strategy::Greedy(width) | Strategy::Mixed(width) | Strategy::Learned(width) => out.push_number(width.into()),
        Strategy::LearnedGreedy(percent) => {
            out.push_str("/");
            push_decimal(f32::from(percent) / 100.0, out);
        }
        Strategy::AlphaBeta(search) => write_selective(&search, out),
        _ => {}
    }
}

/// Rounds a probability to whole percent. The result is 0 if the probability is less than 0.005,
/// and more than 100 if the probability is more than 1.
fn percent(probability: f32) -> u8 {
    if probability > 1.0 { u8::MAX } else { (probability * 100.0 + 0.5) as u8 }
}

/// Writes the numbers of the option `abp`, such as `2` or `2/7+/5`: first the number of plies. If a
/// width is not the same as in the paper, the widths of all plies follow.
fn write_selective(search: &Selective, out: &mut Text<'_>) {
    out.push_number(search.depth.into());
    let widths = search.evaluated.iter().zip(&search.looked).take(usize::from(search.depth));
    if (Selective { depth: search.depth, ..Selective::PAPER }) != *search {
        widths.for_each(|(&evaluated, &looked)| write_width(evaluated, looked, out));
    }
}

/// Writes the width of a ply, such as `/7+`, `/7+3` or `/5`. The first number tells how many moves
/// are searched. The number after `+` tells how many moves are only tested for a win or a draw. A
/// `+` without a number means that all other moves are tested.
fn write_width(evaluated: u8, looked: u8, out: &mut Text<'_>) {
    push_count("/", evaluated.into(), out);
    match looked {
        0 => {}
        Selective::ALL => out.push_str("+"),
        some => push_count("+", some.into(), out),
    }
}

/// Reads the small number after the name of an option. If there is no number, returns `otherwise`.
fn small_or(entry: &Entry<'_>, otherwise: u8) -> Result<u8, SpecError> {
    if entry.rest.is_empty() { Ok(otherwise) } else { small(entry, entry.rest) }
}

/// Reads a number of plies or moves. If the number is too large, returns a number that no option
/// accepts.
fn small(entry: &Entry<'_>, digits: &str) -> Result<u8, SpecError> {
    let too_large = u32::from(Selective::ALL - 1);
    entry.word.whole(digits).map(|number| number.min(too_large) as u8)
}

/// Reads the numbers of the option `abp`, such as `2`, `2/7+/5` or `1/7+3`: first the number of
/// plies, then the widths of the plies. A width that is missing has the value of the paper.
fn selective(entry: &Entry<'_>) -> Result<Selective, SpecError> {
    let (depth, mut rest) = split_at(entry.rest, b'/').map_or((entry.rest, None), |(depth, rest)| (depth, Some(rest)));
    let mut search = Selective { depth: small(entry, depth)?, ..Selective::PAPER };
    let plies = usize::from(search.depth);
    let mut widths = search.evaluated.iter_mut().zip(&mut search.looked).take(plies);
    while let Some(list) = rest {
        let (width, tail) = split_at(list, b'/').map_or((list, None), |(width, tail)| (width, Some(tail)));
        let Some((evaluated, looked)) = widths.next() else {
            let range = ValidRange { option: "abp", least: 1, most: plies as u32, unit: Unit::Widths };
            return Err(entry.word.error(SpecErrorKind::OutOfRange(range)));
        };
        (*evaluated, *looked) = match split_at(width, b'+') {
            None => (small(entry, width)?, 0),
            Some((searched, "")) => (small(entry, searched)?, Selective::ALL),
            Some((searched, looked)) => (small(entry, searched)?, small(entry, looked)?),
        };
        rest = tail;
    }
    Ok(search)
}
