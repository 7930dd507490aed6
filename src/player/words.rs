//! Helpers for the player notation: words and their positions, errors, and numbers with decimals.

use super::error::{ConfigError, ValidRange};
use crate::base::POLICIES;
use crate::base::maths::rounded;
use crate::base::text::Text;
use crate::game::knowledge::Evaluator;

/// The kind of mistake in a player's notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum SpecErrorKind {
    /// The word is not the name of a search. The names are `mcts`, `bfm` and `ab`.
    UnknownSearch,
    /// The word is not an option of this search.
    UnknownOption,
    /// The option was already read, or another option of the same group. Only one option of a group
    /// is allowed.
    Repeated,
    /// The number is missing or is not written correctly. A number has at most four decimals. A
    /// whole number has no decimals.
    BadNumber,
    /// The number is outside this range.
    OutOfRange(ValidRange),
    /// This build of the library does not have the option.
    LeftOut,
    /// The option contradicts an earlier option. The text tells the reason.
    Contradiction(&'static str),
    /// A parenthesis is missing, or there is text after the closing parenthesis.
    Syntax,
}

/// An error in a player's notation, and its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct SpecError {
    /// The kind of mistake.
    pub kind: SpecErrorKind,
    /// The byte offset of the wrong word in the notation.
    pub position: usize,
    /// The length of the wrong word in bytes.
    pub length: usize,
}

impl SpecError {
    /// Writes the error as text for the user: what is wrong, the wrong word of `spec`, and the
    /// position of this word. The position is counted in bytes, from 1.
    pub fn explain(&self, spec: &str, out: &mut Text<'_>) {
        let end = self.position.saturating_add(self.length);
        out.push_str(match self.kind {
            SpecErrorKind::UnknownSearch => "unknown search '",
            SpecErrorKind::UnknownOption => "unknown option '",
            SpecErrorKind::Repeated => "repeated option '",
            SpecErrorKind::Contradiction(_) => "contradictory option '",
            SpecErrorKind::BadNumber => "missing or wrong number in '",
            SpecErrorKind::LeftOut => "this library was built without option '",
            SpecErrorKind::OutOfRange(_) => "number out of range in '",
            SpecErrorKind::Syntax => "expected SEARCH(OPTION,OPTION,...) but found '",
        });
        out.push_str(spec.get(self.position..end).unwrap_or_default());
        out.push_str("' at character ");
        out.push_number((self.position as u32).saturating_add(1));
        out.push_str(match self.kind {
            SpecErrorKind::UnknownSearch if POLICIES => ": expected mcts, bfm, ab or best",
            SpecErrorKind::UnknownSearch => ": expected mcts, bfm or ab",
            SpecErrorKind::Repeated => ": an option before it sets the same",
            SpecErrorKind::LeftOut => ": it needs the feature policies",
            SpecErrorKind::OutOfRange(_) | SpecErrorKind::Contradiction(_) => ": ",
            SpecErrorKind::UnknownOption => ": see docs/PLAYERS.md",
            SpecErrorKind::BadNumber => ": use at most four decimals, and none for counts",
            SpecErrorKind::Syntax => "",
        });
        match self.kind {
            SpecErrorKind::OutOfRange(range) => range.explain(out),
            SpecErrorKind::Contradiction(why) => out.push_str(why),
            _ => {}
        }
    }
}

/// Returns the texts before and after the first `separator`, an ASCII character. This code avoids
/// `str::split_once`, which compiles to code that can panic.
pub(crate) fn split_at(text: &str, separator: u8) -> Option<(&str, &str)> {
    let at = text.bytes().position(|byte| byte == separator)?;
    Some((text.get(..at)?, text.get(at.saturating_add(1)..)?))
}

/// Writes `separator` and the evaluation function, if it is not the default.
pub(crate) fn push_evaluator(evaluator: Evaluator, separator: &str, out: &mut Text<'_>) {
    if evaluator != Evaluator::DEFAULT {
        out.push_str(separator);
        out.push_str(evaluator.word());
    }
}

/// Writes an option that is a real number. Writes nothing if it is 0 (off).
pub(crate) fn push_weight(name: &str, weight: f32, out: &mut Text<'_>) {
    if weight != 0.0 {
        out.push_str(name);
        push_decimal(weight, out);
    }
}

/// Writes an option that is a whole number. Writes nothing if it is 0 (off).
pub(crate) fn push_count(name: &str, count: u32, out: &mut Text<'_>) {
    if count != 0 {
        out.push_str(name);
        out.push_number(count);
    }
}

/// The options of a player that have been read so far.
pub(crate) struct Reader<'a, C> {
    pub(super) config: &'a mut C,
    /// One bit for each group of options. The bit is set if an option of the group was read.
    pub(super) seen: u64,
}

impl<'a, C> Reader<'a, C> {
    /// Creates a reader that writes to `config`. On entry, `config` must have the defaults of the
    /// search.
    pub(crate) fn new(config: &'a mut C) -> Self {
        Self { config, seen: 0 }
    }

    /// Records that a word was read. Returns an error if a word of the same group was read before.
    /// `groups` has a bit for each group to which `word` belongs.
    pub(super) fn mark(&mut self, word: &Word<'_>, groups: u64) -> Result<(), SpecError> {
        if self.seen & groups != 0 {
            return Err(word.error(SpecErrorKind::Repeated));
        }
        self.seen |= groups;
        Ok(())
    }
}

/// A word of the notation, and its position.
#[derive(Clone, Copy)]
pub(crate) struct Word<'a> {
    pub(crate) spec: &'a str,
    pub(crate) position: usize,
    pub(crate) text: &'a str,
}

impl Word<'_> {
    pub(crate) fn error(&self, kind: SpecErrorKind) -> SpecError {
        let room = self.spec.len().saturating_sub(self.position);
        SpecError { kind, position: self.position, length: self.text.len().min(room) }
    }

    /// Returns the error for a word that would make the configuration invalid.
    pub(crate) fn config_error(&self, error: ConfigError) -> SpecError {
        self.error(match error {
            ConfigError::Contradiction { why, .. } => SpecErrorKind::Contradiction(why),
            ConfigError::LeftOut(_) => SpecErrorKind::LeftOut,
            ConfigError::OutOfRange(range) => SpecErrorKind::OutOfRange(range),
            // This error does not occur, because no game is involved when a notation is read.
            ConfigError::Unsupported { .. } | ConfigError::Chance(_) | ConfigError::Players(_) => {
                SpecErrorKind::UnknownOption
            }
        })
    }

    /// Reads a real number that is part of this word.
    pub(crate) fn real(&self, digits: &str) -> Result<f32, SpecError> {
        ten_thousandths(digits).map(|number| number as f32 / 10_000.0).ok_or(self.error(SpecErrorKind::BadNumber))
    }

    /// Reads a whole number that is part of this word.
    pub(crate) fn whole(&self, digits: &str) -> Result<u32, SpecError> {
        let number = digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
        number.ok_or(self.error(SpecErrorKind::BadNumber))
    }
}

/// One option. It is a whole word or, if the word names a preset, one option of the preset.
pub(crate) struct Entry<'a> {
    /// The word that an error message shows.
    pub(crate) word: &'a Word<'a>,
    /// The whole option: `im0.4`.
    pub(crate) text: &'a str,
    /// The lower-case letters at the beginning of the option, such as `im`.
    pub(crate) name: &'a str,
    /// The text after the name, such as `0.4`.
    pub(crate) rest: &'a str,
}

impl<'a> Entry<'a> {
    pub(crate) fn new(word: &'a Word<'a>, text: &'a str) -> Self {
        let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let (name, rest) = text.split_at_checked(letters).unwrap_or_default();
        Self { word, text, name, rest }
    }

    /// Returns `value` if no text follows the name. Otherwise returns an error.
    pub(crate) fn alone<T>(&self, value: T) -> Result<T, SpecError> {
        if self.rest.is_empty() { Ok(value) } else { Err(self.word.error(SpecErrorKind::UnknownOption)) }
    }
}

/// Reads a number such as `1`, `0.4` or `12.0625`, and returns it in ten-thousandths. The number
/// can have at most four digits after the point.
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

/// Writes a number that is not negative, with one to four decimals.
pub(crate) fn push_decimal(number: f32, out: &mut Text<'_>) {
    let ten_thousandths = rounded(number * 10_000.0).cast_unsigned();
    out.push_number(ten_thousandths / 10_000);
    out.push(b'.');
    let fraction = ten_thousandths % 10_000;
    let digits = [fraction / 1000, fraction / 100 % 10, fraction / 10 % 10, fraction % 10];
    let used = digits.iter().rposition(|&digit| digit != 0).unwrap_or(0);
    digits.iter().take(used.saturating_add(1)).for_each(|&digit| out.push(b'0'.wrapping_add(digit as u8)));
}
