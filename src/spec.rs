//! Player notation: a configuration as one short line, `mcts(c1.0,im0.4,efMS,ipp)`, read and written without allocation.
//!
//! The options are the abbreviations of the implicit minimax paper's Table 1, in any order, each at most once:
//!
//! | option | meaning | default |
//! |---|---|---|
//! | `cX` | exploration constant, 0 to 100 | `c1.0` |
//! | `imX` | implicit minimax with alpha = X, 0 to 1 | off |
//! | `efMS` `efLH` `efRS` | evaluation function | the game's first |
//! | `ipp` | improved playout policy | uniform playouts |
//! | `one` `all` | children that a leaf gets at once | `all` with `im`, else `one` |
//! | `tN` | visits before a leaf is expanded | `t0` |
//! | `nosolver` | proves nothing | proves |
//! | `norecycle` | a full pool grows no more | recycles |
//! | `robust` `secure` `best` `log` | final move by visits, lower bound, value, value + ln(visits) | `robust` |
//!
//! Numbers have at most four decimals. What is written names `c` always and the rest where it differs from the default,
//! in the order of the table. The seed is no part of a player and stays 0.

use crate::config::{Config, Decision, Expansion};
use crate::knowledge::Evaluator;
use crate::text::Text;

/// What is wrong with a player's notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum SpecErrorKind {
    /// Not a searcher that exists: `mcts` is.
    UnknownSearcher,
    /// Not an option of this searcher.
    UnknownOption,
    /// The option stands there twice, or contradicts one before it.
    Repeated,
    /// Not a number with at most four decimals, or none where one is needed.
    BadNumber,
    /// A number outside the option's range.
    OutOfRange,
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
            SpecErrorKind::BadNumber => "not a number of at most four decimals in '",
            SpecErrorKind::OutOfRange => "number out of range in '",
            SpecErrorKind::Syntax => "expected searcher(option,option,...) but found '",
        });
        out.push_str(spec.get(self.position..end).unwrap_or_default());
        out.push_str("' at character ");
        out.push_number((self.position as u32).saturating_add(1));
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
    let default = Config::default();
    out.push_str("mcts(c");
    push_decimal(config.c, out);
    if config.im != default.im {
        out.push_str(",im");
        push_decimal(config.im, out);
    }
    out.push_str(match config.evaluator {
        Evaluator::Default => "",
        Evaluator::Schadd => ",efMS",
        Evaluator::LorentzHorey => ",efLH",
        Evaluator::RamanujanSelman => ",efRS",
    });
    out.push_str(if config.ipp { ",ipp" } else { "" });
    out.push_str(match config.expansion {
        Expansion::Auto => "",
        Expansion::One => ",one",
        Expansion::All => ",all",
    });
    if config.threshold != default.threshold {
        out.push_str(",t");
        out.push_number(config.threshold);
    }
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

    /// The number behind the option's name, in ten-thousandths.
    fn number(&self, digits: &str) -> Result<u32, SpecError> {
        ten_thousandths(digits).ok_or(self.error(SpecErrorKind::BadNumber))
    }

    fn whole_number(&self, digits: &str) -> Result<u32, SpecError> {
        let number = digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
        number.ok_or(self.error(SpecErrorKind::BadNumber))
    }
}

/// What has been read so far. `seen` has a bit for each group of options of which only one may stand.
struct Reader {
    config: Config,
    seen: u16,
}

impl Reader {
    fn option(&mut self, word: Word<'_>) -> Result<(), SpecError> {
        let group = self.apply(word)?;
        let bit = 1_u16.checked_shl(group).unwrap_or(0);
        if self.seen & bit != 0 {
            return Err(word.error(SpecErrorKind::Repeated));
        }
        self.seen |= bit;
        Ok(())
    }

    /// Takes one option over and returns its group.
    fn apply(&mut self, word: Word<'_>) -> Result<u32, SpecError> {
        if let Some(evaluator) = evaluator(word.text) {
            self.config.evaluator = evaluator;
            return Ok(0);
        }
        if let Some(expansion) = expansion(word.text) {
            self.config.expansion = expansion;
            return Ok(1);
        }
        if let Some(decision) = decision(word.text) {
            self.config.decision = decision;
            return Ok(2);
        }
        let (switch, to, group) = match word.text {
            "ipp" => (&mut self.config.ipp, true, 3),
            "nosolver" => (&mut self.config.solver, false, 4),
            "norecycle" => (&mut self.config.recycle, false, 5),
            _ => return self.apply_number(word),
        };
        *switch = to;
        Ok(group)
    }

    fn apply_number(&mut self, word: Word<'_>) -> Result<u32, SpecError> {
        let config = &mut self.config;
        let group = if let Some(digits) = word.text.strip_prefix("im") {
            config.im = real(word.number(digits)?);
            6
        } else if let Some(digits) = word.text.strip_prefix('c') {
            config.c = real(word.number(digits)?);
            7
        } else if let Some(digits) = word.text.strip_prefix('t') {
            config.threshold = word.whole_number(digits)?;
            8
        } else {
            return Err(word.error(SpecErrorKind::UnknownOption));
        };
        config.check().map_err(|_| word.error(SpecErrorKind::OutOfRange))?;
        Ok(group)
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

fn real(ten_thousandths: u32) -> f32 {
    ten_thousandths as f32 / 10_000.0
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
    out.push_number(ten_thousandths / 10_000);
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
        let mut bytes = [0; 128];
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
            ("mcts( ipp)", SpecErrorKind::UnknownOption, 5, 4),
        ];
        for (spec, kind, position, length) in cases {
            assert_eq!(parse(spec), Err(SpecError { kind, position, length }), "{spec}");
        }
    }

    #[test]
    fn explains_for_a_person() {
        let mut bytes = [0; 128];
        let mut text = Text::new(&mut bytes);
        parse("mcts(ipp,foo)").unwrap_err().explain("mcts(ipp,foo)", &mut text);
        assert_eq!(text.as_str(), "unknown option 'foo' at character 10");
    }

    fn any_config() -> impl Strategy<Value = Config> {
        let evaluators = [Evaluator::Default, Evaluator::Schadd, Evaluator::LorentzHorey, Evaluator::RamanujanSelman];
        let expansions = [Expansion::Auto, Expansion::One, Expansion::All];
        let decisions = [Decision::MostVisits, Decision::SecureChild, Decision::BestValue, Decision::ValueLogVisits];
        let numbers = (0_u32..=1_000_000, 0_u32..=10_000, any::<u32>());
        let choices = (0_usize..4, 0_usize..3, 0_usize..4);
        (numbers, choices, any::<[bool; 3]>()).prop_map(move |((c, im, threshold), (e, x, d), [a, b, f])| Config {
            seed: 0,
            c: c as f32 / 10_000.0,
            im: im as f32 / 10_000.0,
            evaluator: evaluators[e],
            ipp: a,
            expansion: expansions[x],
            threshold,
            solver: b,
            recycle: f,
            decision: decisions[d],
        })
    }

    proptest! {
        #[test]
        fn every_configuration_survives_the_round_trip(config in any_config()) {
            let mut bytes = [0; 128];
            let len = written(&config, &mut bytes);
            let again = parse(core::str::from_utf8(&bytes[..len]).unwrap()).unwrap();
            prop_assert_eq!(again, config);
        }

        #[test]
        fn no_text_breaks_the_parser(spec in "(mcts\\()?[a-z0-9.,()MSLHé ]{0,30}") {
            if let Err(error) = parse(&spec) {
                prop_assert!(error.position + error.length <= spec.len());
            }
        }
    }
}
