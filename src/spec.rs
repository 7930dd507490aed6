//! Player notation: a configuration as one short line, `mcts(c1.0,im0.4,efMS,ipp)`, read and written without allocation.
//!
//! The options are the abbreviations of the implicit minimax paper's Table 1, in any order, each at most once:
//!
//! | option | meaning | default |
//! |---|---|---|
//! | `cX` | exploration constant, 0 to 100 | `c1.0` |
//! | `imX` `imX-K` `imX+K` | implicit minimax with alpha = X, 0 to 1; falling or rising to X/2 after K visits | off |
//! | `cbX` | constant bias Q^CB: static values with weight X, 0 to 1 | off |
//! | `impbX` | Q^PB: minimax values with weight X / (visits + 1), 0 to 1 | off |
//! | `pbW` `pbW/l` `pbW/n` | progressive bias W v0 / sqrt(losses + 1), / (losses + 1), / (visits + 1) | off |
//! | `np` `npN` | node priors that count for N visits, to 10000; 10 | off |
//! | `efMS` `efLH` `efRS` | evaluation function | the game's first |
//! | `ipp` | improved playout policy | uniform playouts |
//! | `egeX` | epsilon-greedy playouts: drawn with probability X, as by `ipp` where there are weights | off |
//! | `fetN` | fixed early termination after N playout moves, to 9999 | off |
//! | `detX` `detX/P` | dynamic early termination at value X, looked at every P (5) moves, to 999 | off |
//! | `maxT` | maximum backpropagation from T visits on | off |
//! | `one` `all` | children that a leaf gets at once | `all` with `im`, `cb`, `impb`, `pb`, `np` |
//! | `tN` | visits before a leaf is expanded | `t0` |
//! | `nosolver` | proves nothing | proves |
//! | `norecycle` | a full pool grows no more | recycles |
//! | `robust` `secure` `best` `log` | final move by visits, lower bound, value, value + ln(visits) | `robust` |
//! | `bl` | `ege0.1,det0.5`: the paper's baseline player | |
//! | `bl'` | `ipp,fet20,np`: the paper's alternative baseline, for `efLH` | |
//!
//! Numbers have at most four decimals. What is written names `c` always and the rest where it differs from the default,
//! in the order of the table, `bl` and `bl'` spelt out. The seed is no part of a player and stays 0.

use crate::config::{Config, ConfigError, Decision, Divisor, Expansion, Schedule};
use crate::knowledge::Evaluator;
use crate::text::Text;

/// What is wrong with a player's notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum SpecErrorKind {
    /// Not a searcher that exists: `mcts` is.
    UnknownSearcher,
    /// Not an option of this searcher.
    UnknownOption,
    /// The option, or another of which only one can be, stands there twice.
    Repeated,
    /// Not a number with at most four decimals, or none where one is needed.
    BadNumber,
    /// A number outside the option's range.
    OutOfRange,
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
            SpecErrorKind::OutOfRange => "number out of range in '",
            SpecErrorKind::Syntax => "expected searcher(option,option,...) but found '",
        });
        out.push_str(spec.get(self.position..end).unwrap_or_default());
        out.push_str("' at character ");
        out.push_number((self.position as u64).saturating_add(1));
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
pub fn parse(spec: &str) -> Result<Config, SpecError> {
    let whole = Word { spec, position: 0, text: spec };
    let Some((name, rest)) = split_at(spec, b'(') else {
        return Err(whole.error(SpecErrorKind::Syntax));
    };
    if name != "mcts" {
        return Err(Word { text: name, ..whole }.error(SpecErrorKind::UnknownSearcher));
    }
    let Some(options) = rest.strip_suffix(')') else {
        let position = spec.len().saturating_sub(1);
        return Err(
            Word { spec, position, text: spec.get(position..).unwrap_or_default() }.error(SpecErrorKind::Syntax)
        );
    };
    let mut reader = Reader { config: Config::default(), seen: 0 };
    let mut position = name.len().saturating_add(1);
    let mut rest = (!options.is_empty()).then_some(options);
    while let Some(list) = rest {
        let (text, tail) = split_at(list, b',').map_or((list, None), |(text, tail)| (text, Some(tail)));
        reader.option(Word { spec, position, text })?;
        position = position.saturating_add(text.len()).saturating_add(1);
        rest = tail;
    }
    Ok(reader.config)
}

/// The text before and after the first `separator`, an ASCII character. (`str::split_once` is compiled with a panic.)
fn split_at(text: &str, separator: u8) -> Option<(&str, &str)> {
    let at = text.bytes().position(|byte| byte == separator)?;
    Some((text.get(..at)?, text.get(at.saturating_add(1)..)?))
}

/// Writes a player's notation. [`parse`] gives the same configuration back, but for the seed and for decimals past the fourth.
pub fn write(config: &Config, out: &mut Text<'_>) {
    out.push_str("mcts(c");
    push_decimal(config.c, out);
    write_values(config, out);
    out.push_str(match config.evaluator {
        Evaluator::Default => "",
        Evaluator::Schadd => ",efMS",
        Evaluator::LorentzHorey => ",efLH",
        Evaluator::RamanujanSelman => ",efRS",
    });
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
        Decision::MostVisits => "",
        Decision::SecureChild => ",secure",
        Decision::BestValue => ",best",
        Decision::ValueLogVisits => ",log",
    });
    out.push(b')');
}

/// What static and minimax values and priors are used for.
fn write_values(config: &Config, out: &mut Text<'_>) {
    push_weight(",im", config.im, out);
    match config.schedule {
        Schedule::Falling(half) if config.im > 0.0 => push_count("-", half, out),
        Schedule::Rising(half) if config.im > 0.0 => push_count("+", half, out),
        _ => {}
    }
    push_weight(",cb", config.cb, out);
    push_weight(",impb", config.impb, out);
    push_weight(",pb", config.pb, out);
    out.push_str(match config.divisor {
        Divisor::Losses if config.pb > 0.0 => "/l",
        Divisor::Visits if config.pb > 0.0 => "/n",
        _ => "",
    });
    push_count(",np", config.np, out);
}

fn write_playout(config: &Config, out: &mut Text<'_>) {
    out.push_str(if config.ipp { ",ipp" } else { "" });
    if let Some(epsilon) = config.ege {
        out.push_str(",ege");
        push_decimal(epsilon, out);
    }
    if let Some(plies) = config.fet {
        out.push_str(",fet");
        out.push_number(u64::from(plies));
    }
    push_weight(",det", config.det, out);
    if config.det > 0.0 && config.det_period != Config::default().det_period {
        push_count("/", config.det_period, out);
    }
}

/// An option that is off at 0.
fn push_weight(name: &str, weight: f32, out: &mut Text<'_>) {
    if weight != 0.0 {
        out.push_str(name);
        push_decimal(weight, out);
    }
}

/// An option that is off at 0.
fn push_count(name: &str, count: u32, out: &mut Text<'_>) {
    if count != 0 {
        out.push_str(name);
        out.push_number(u64::from(count));
    }
}

/// A word of the notation, and where it stands.
#[derive(Clone, Copy)]
struct Word<'a> {
    spec: &'a str,
    position: usize,
    text: &'a str,
}

impl Word<'_> {
    fn error(&self, kind: SpecErrorKind) -> SpecError {
        let room = self.spec.len().saturating_sub(self.position);
        SpecError { kind, position: self.position, length: self.text.len().min(room) }
    }

    /// A real number of this option's.
    fn real(&self, digits: &str) -> Result<f32, SpecError> {
        ten_thousandths(digits).map(|number| number as f32 / 10_000.0).ok_or(self.error(SpecErrorKind::BadNumber))
    }

    /// A whole number of this option's.
    fn whole(&self, digits: &str) -> Result<u32, SpecError> {
        let number = digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
        number.ok_or(self.error(SpecErrorKind::BadNumber))
    }
}

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
}

/// What has been read so far, and which groups of options stand there.
struct Reader {
    config: Config,
    seen: u32,
}

impl Reader {
    fn option(&mut self, word: Word<'_>) -> Result<(), SpecError> {
        let groups = self.apply(word)?;
        if self.seen & groups != 0 {
            return Err(word.error(SpecErrorKind::Repeated));
        }
        self.seen |= groups;
        self.config.check().map_err(|error| match error {
            ConfigError::Contradiction { why, .. } => word.error(SpecErrorKind::Contradiction(why)),
            _ => word.error(SpecErrorKind::OutOfRange),
        })
    }

    /// Takes one option over and returns its groups.
    fn apply(&mut self, word: Word<'_>) -> Result<u32, SpecError> {
        let config = &mut self.config;
        if let Some(evaluator) = evaluator(word.text) {
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
                let (value, period) = split_at(digits, b'/').map_or((digits, None), |(value, p)| (value, Some(p)));
                config.det_period = period.map_or(Ok(config.det_period), |period| word.whole(period))?;
                config.det = word.real(value)?;
                (None, None, group::DET)
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

fn evaluator(name: &str) -> Option<Evaluator> {
    Some(match name {
        "efMS" => Evaluator::Schadd,
        "efLH" => Evaluator::LorentzHorey,
        "efRS" => Evaluator::RamanujanSelman,
        _ => return None,
    })
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
fn push_decimal(number: f32, out: &mut Text<'_>) {
    let ten_thousandths = libm::roundf(number * 10_000.0) as u32;
    out.push_number(u64::from(ten_thousandths / 10_000));
    out.push(b'.');
    let fraction = ten_thousandths % 10_000;
    let digits = [fraction / 1000, fraction / 100 % 10, fraction / 10 % 10, fraction % 10];
    let used = digits.iter().rposition(|&digit| digit != 0).unwrap_or(0);
    digits.iter().take(used.saturating_add(1)).for_each(|&digit| out.push(b'0'.wrapping_add(digit as u8)));
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(config: &Config, bytes: &mut [u8]) -> usize {
        let mut text = Text::new(bytes);
        write(config, &mut text);
        assert!(!text.overflowed());
        text.as_str().len()
    }

    fn round_trip(spec: &str, expected: &str) {
        let mut bytes = [0; 192];
        let len = written(&parse(spec).unwrap(), &mut bytes);
        assert_eq!(core::str::from_utf8(&bytes[..len]).unwrap(), expected);
    }

    #[test]
    fn reads_and_writes_back() {
        round_trip("mcts(c1.0,im0.4,efMS,ipp)", "mcts(c1.0,im0.4,efMS,ipp)");
        round_trip("mcts()", "mcts(c1.0)");
        round_trip("mcts(ipp,efMS,im0.4)", "mcts(c1.0,im0.4,efMS,ipp)");
        round_trip("mcts(c0.0625,all,t5,nosolver,norecycle,log)", "mcts(c0.0625,all,t5,nosolver,norecycle,log)");
        round_trip("mcts(c100,im1)", "mcts(c100.0,im1.0)");
        round_trip("mcts(im0.4-1000)", "mcts(c1.0,im0.4-1000)");
        round_trip("mcts(im0.4+50)", "mcts(c1.0,im0.4+50)");
        round_trip("mcts(bl,im0.4,efMS)", "mcts(c1.0,im0.4,efMS,ege0.1,det0.5)");
        round_trip("mcts(bl',efLH)", "mcts(c1.0,np10,efLH,ipp,fet20)");
        round_trip(
            "mcts(max1000,det0.3/7,fet50,ege0,np,pb0.66/n)",
            "mcts(c1.0,pb0.66/n,np10,ege0.0,fet50,det0.3/7,max1000)",
        );
        round_trip("mcts(pb2,cb0.4)", "mcts(c1.0,cb0.4,pb2.0)");
        round_trip("mcts(pb2/l,impb0.4,fet0)", "mcts(c1.0,impb0.4,pb2.0/l,fet0)");
    }

    #[test]
    fn names_what_is_wrong_and_where() {
        let cases = [
            ("", SpecErrorKind::Syntax, 0, 0),
            ("mcts", SpecErrorKind::Syntax, 0, 4),
            ("uct()", SpecErrorKind::UnknownSearcher, 0, 3),
            ("mcts(ipp", SpecErrorKind::Syntax, 7, 1),
            ("mcts()x", SpecErrorKind::Syntax, 6, 1),
            ("mcts(ipp,,c1)", SpecErrorKind::UnknownOption, 9, 0),
            ("mcts(ipp,foo)", SpecErrorKind::UnknownOption, 9, 3),
            ("mcts(im)", SpecErrorKind::BadNumber, 5, 2),
            ("mcts(c-1)", SpecErrorKind::BadNumber, 5, 3),
            ("mcts(c1.00001)", SpecErrorKind::BadNumber, 5, 8),
            ("mcts(t1.5)", SpecErrorKind::BadNumber, 5, 4),
            ("mcts(im1.1)", SpecErrorKind::OutOfRange, 5, 5),
            ("mcts(c101)", SpecErrorKind::OutOfRange, 5, 4),
            ("mcts(c1,c2)", SpecErrorKind::Repeated, 8, 2),
            ("mcts(efMS,efLH)", SpecErrorKind::Repeated, 10, 4),
            ("mcts(im0.4-)", SpecErrorKind::BadNumber, 5, 6),
            ("mcts(im0.4-0)", SpecErrorKind::OutOfRange, 5, 7),
            ("mcts(pb1/x)", SpecErrorKind::BadNumber, 5, 5),
            ("mcts(det1.1)", SpecErrorKind::OutOfRange, 5, 6),
            ("mcts(det0.5/0)", SpecErrorKind::OutOfRange, 5, 8),
            ("mcts(ege1.5)", SpecErrorKind::OutOfRange, 5, 6),
            ("mcts(np10001)", SpecErrorKind::OutOfRange, 5, 7),
            ("mcts(fet10000)", SpecErrorKind::OutOfRange, 5, 8),
            ("mcts(bl,det0.3)", SpecErrorKind::Repeated, 8, 6),
            ("mcts(np,bl')", SpecErrorKind::Repeated, 8, 3),
            ("mcts(max)", SpecErrorKind::BadNumber, 5, 3),
            ("mcts( ipp)", SpecErrorKind::UnknownOption, 5, 4),
        ];
        for (spec, kind, position, length) in cases {
            assert_eq!(parse(spec), Err(SpecError { kind, position, length }), "{spec}");
        }
    }

    #[test]
    fn explains_for_a_person() {
        let mut bytes = [0; 192];
        let cases = [
            ("mcts(ipp,foo)", "unknown option 'foo' at character 10"),
            (
                "mcts(im0.4,cb0.4)",
                "contradictory option 'cb0.4' at character 12: \
                 both say how the static values are weighed against the mean",
            ),
            (
                "mcts(det0.5,fet4)",
                "contradictory option 'fet4' at character 13: the playout ends before its value is looked at",
            ),
        ];
        for (spec, expected) in cases {
            let mut text = Text::new(&mut bytes);
            parse(spec).unwrap_err().explain(spec, &mut text);
            assert_eq!(text.as_str(), expected);
        }
    }

    prop_compose! {
        /// Which of the static values' three uses, how much, and the bias.
        fn any_values()(
            which in 0_u8..4, weight in 1_u32..=10_000, schedule in 0_u8..3, half in 1..=Config::VISITS_MAX,
            pb in 0_u32..=1_000_000, divisor in 0_usize..3, np in 0..=Config::NP_MAX,
        ) -> Config {
            let weight = weight as f32 / 10_000.0;
            let of = |kind| if which == kind { weight } else { 0.0 };
            let schedules = [Schedule::Constant, Schedule::Falling(half), Schedule::Rising(half)];
            let divisors = [Divisor::SqrtLosses, Divisor::Losses, Divisor::Visits];
            Config {
                im: of(1),
                schedule: if which == 1 { schedules[usize::from(schedule)] } else { Schedule::Constant },
                cb: of(2),
                impb: of(3),
                pb: pb as f32 / 10_000.0,
                divisor: if pb > 0 { divisors[divisor] } else { Divisor::SqrtLosses },
                np,
                ..Config::default()
            }
        }
    }

    prop_compose! {
        fn any_playout()(
            ipp: bool, ege in prop::option::of(0_u32..=10_000), fet in prop::option::of(0..=Config::FET_MAX),
            det in 0_u32..=10_000, period in 1..=Config::DET_PERIOD_MAX, max: u32,
        ) -> Config {
            let tested = det > 0 && fet.is_none_or(|plies| plies >= period);
            Config {
                ipp,
                ege: ege.map(|epsilon| epsilon as f32 / 10_000.0),
                fet,
                det: if tested { det as f32 / 10_000.0 } else { 0.0 },
                det_period: if tested { period } else { Config::default().det_period },
                max,
                ..Config::default()
            }
        }
    }

    prop_compose! {
        fn any_config()(
            values in any_values(), playout in any_playout(), c in 0_u32..=1_000_000, threshold: u32,
            (e, x, d) in (0_usize..4, 0_usize..3, 0_usize..4), solver: bool, recycle: bool,
        ) -> Config {
            let evaluators = [Evaluator::Default, Evaluator::Schadd, Evaluator::LorentzHorey, Evaluator::RamanujanSelman];
            let expansions = [Expansion::Auto, Expansion::One, Expansion::All];
            let decisions = [Decision::MostVisits, Decision::SecureChild, Decision::BestValue, Decision::ValueLogVisits];
            Config {
                c: c as f32 / 10_000.0,
                evaluator: evaluators[e],
                expansion: expansions[x],
                decision: decisions[d],
                threshold,
                solver,
                recycle,
                ipp: playout.ipp,
                ege: playout.ege,
                fet: playout.fet,
                det: playout.det,
                det_period: playout.det_period,
                max: playout.max,
                ..values
            }
        }
    }

    proptest! {
        #[test]
        fn every_configuration_survives_the_round_trip(config in any_config()) {
            let mut bytes = [0; 192];
            let len = written(&config, &mut bytes);
            let again = parse(core::str::from_utf8(&bytes[..len]).unwrap()).unwrap();
            prop_assert_eq!(again, config);
        }

        #[test]
        fn no_text_breaks_the_parser(spec in "(mcts\\()?([a-z0-9.,()MSLHé /+'-]|im|bl|det|fet|pb|np){0,30}") {
            if let Err(error) = parse(&spec) {
                prop_assert!(error.position + error.length <= spec.len());
            }
        }
    }
}
