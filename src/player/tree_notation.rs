//! Reads and writes the notation of a tree search player, `mcts(...)` or `bfm(...)`. The table in
//! `options.rs` has a row for each option. This file also has the presets. A preset is a word for
//! several options.

use super::irregular;
use super::options::*;
use super::words::{Entry, Reader, SpecError, SpecErrorKind, Word, push_count, push_decimal, push_weight, split_at};
use crate::base::text::Text;

/// Generates, from the table of options, the functions that read and write a player's options.
macro_rules! make_notation {
    ($(
        $(#[doc = $doc:literal])*
        $field:ident: $type:ty = $default:expr, $kind:ident $words:tt, $range:expr, $feature:ident, $needs:ident,
            $c:ident $c_fields:tt $texts:tt
    )*) => {
        /// A row of the table of options. In `Reader::seen`, the bit of a row has the same number
        /// as the row.
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy)]
        enum Row { $($field),* }

        /// Applies an option to the configuration. Returns its row in the table.
        fn read_row(config: &mut Config, entry: &Entry<'_>) -> Result<Row, SpecError> {
            $(if read!($kind $words, config.$field, config, entry) {
                return Ok(Row::$field);
            })*
            Err(entry.word.error(SpecErrorKind::UnknownOption))
        }

        /// Writes the options that are on. Some options have a word for each value. Such an option
        /// is written only if `plain`, the default configuration of the search, has another value.
        fn write_rows(config: &Config, plain: &Config, out: &mut Text<'_>) {
            $(write!($kind $words, config.$field, plain.$field, config, out);)*
        }
    };
}

/// Makes an expression that is true if the entry belongs to this row. If it is true, the entry was
/// also applied to the configuration.
macro_rules! read {
    (search $words:tt, $value:expr, $config:ident, $entry:ident) => { false };
    (part $words:tt, $value:expr, $config:ident, $entry:ident) => { false };
    (always $words:tt, $value:expr, $config:ident, $entry:ident) => { read!(real $words, $value, $config, $entry) };
    (real ($name:literal), $value:expr, $config:ident, $entry:ident) => {
        $entry.name == $name && { $value = $entry.word.real($entry.rest)?; true }
    };
    (count ($name:literal), $value:expr, $config:ident, $entry:ident) => {
        $entry.name == $name && { $value = $entry.word.whole($entry.rest)?; true }
    };
    (count ($name:literal or $alone:expr), $value:expr, $config:ident, $entry:ident) => {
        $entry.name == $name && {
            $value = if $entry.rest.is_empty() { $alone } else { $entry.word.whole($entry.rest)? };
            true
        }
    };
    (maybe_real ($name:literal), $value:expr, $config:ident, $entry:ident) => {
        $entry.name == $name && { $value = Some($entry.word.real($entry.rest)?); true }
    };
    (maybe_count ($name:literal), $value:expr, $config:ident, $entry:ident) => {
        $entry.name == $name && { $value = Some($entry.word.whole($entry.rest)?); true }
    };
    (flag ($name:literal), $value:expr, $config:ident, $entry:ident) => {
        $entry.text == $name && { $value = true; true }
    };
    (no ($name:literal), $value:expr, $config:ident, $entry:ident) => {
        $entry.text == $name && { $value = false; true }
    };
    (words ($($name:literal $variant:expr),+), $value:expr, $config:ident, $entry:ident) => {
        $(($entry.text == $name && { $value = $variant; true }))||+
    };
    (own ($row:literal, $is:ident, $read:ident, $write:ident), $value:expr, $config:ident, $entry:ident) => {
        irregular::$is($entry.name) && { irregular::$read($config, $entry)?; true }
    };
    (own ($row:literal, [$($name:literal)+], $read:ident, $write:ident), $value:expr, $config:ident, $entry:ident) => {
        ($($entry.name == $name)||+) && { irregular::$read($config, $entry)?; true }
    };
}

/// Writes the option of a row if the option is on.
macro_rules! write {
    (search $words:tt, $value:expr, $plain:expr, $config:ident, $out:ident) => {};
    (part $words:tt, $value:expr, $plain:expr, $config:ident, $out:ident) => {};
    (always ($name:literal), $value:expr, $plain:expr, $config:ident, $out:ident) => {
        $out.push_str($name);
        push_decimal($value, $out);
    };
    (real ($name:literal), $value:expr, $plain:expr, $config:ident, $out:ident) => {
        push_weight(concat!(",", $name), $value, $out);
    };
    (count ($name:literal $($or:tt)*), $value:expr, $plain:expr, $config:ident, $out:ident) => {
        push_count(concat!(",", $name), $value, $out);
    };
    (maybe_real ($name:literal), $value:expr, $plain:expr, $config:ident, $out:ident) => {
        if let Some(number) = $value {
            $out.push_str(concat!(",", $name));
            push_decimal(number, $out);
        }
    };
    (maybe_count ($name:literal), $value:expr, $plain:expr, $config:ident, $out:ident) => {
        if let Some(number) = $value {
            $out.push_str(concat!(",", $name));
            $out.push_number(number);
        }
    };
    (flag ($name:literal), $value:expr, $plain:expr, $config:ident, $out:ident) => {
        $out.push_str(if $value { concat!(",", $name) } else { "" });
    };
    (no ($name:literal), $value:expr, $plain:expr, $config:ident, $out:ident) => {
        $out.push_str(if $value { "" } else { concat!(",", $name) });
    };
    (words ($($name:literal $variant:expr),+), $value:expr, $plain:expr, $config:ident, $out:ident) => {
        if $value != $plain {
            $($out.push_str(if $value == $variant { concat!(",", $name) } else { "" });)+
        }
    };
    (own ($row:literal, $names:tt, $read:ident, $write:ident), $value:expr, $plain:expr, $config:ident, $out:ident) => {
        irregular::$write($config, $out);
    };
}

crate::player_options!(make_notation);

/// A word for several options of the tree search.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The word.
    pub word: &'static str,
    /// The search that has the preset: `mcts` or `bfm`. Empty if both searches have the preset.
    pub search: &'static str,
    /// True if the preset must come first. Then the options after it can change its options. If
    /// false, the notation must not repeat an option of the preset.
    pub first: bool,
    /// The options that the preset consists of, written in the notation.
    pub text: &'static str,
}

/// The presets of the tree search.
///
/// `mcloa` is MC-LOA, the program of the alpha-beta playouts paper, section III: progressive bias
/// by transition probability with W = 10; Corrective below T = 5 visits; Mixed playouts. When a
/// simulation reaches a leaf for the second time, the leaf gets all its children. The papers do not
/// give C, and do not tell how unvisited children are treated. So both were measured in 60 games of
/// Lines of Action at 15 ms per move. The opponent used C = 1 and visited unvisited children first.
/// With a first-play urgency of 1, C = 0.7 won 74 % [64, 82], and C = 0.5 won 72 % [59, 82].
///
/// In the papers, playouts end at 700 points of MIA's evaluation, and alpha-beta playouts end at
/// 600 points. MIA's weights are not known. On the scale of `efWB`, a cut-off of 700 scored 26 %,
/// and 400 scored 50 %. With alpha-beta playouts, 600 scored 17 % and 300 scored 37 %. Each result
/// is from 100 games against `ab(mia)` at 8 ms per move.
///
/// `ubfm` is unbounded best-first minimax (Cohen-Solal 2020). It goes to the best child, but
/// samples a child one time in ten. It plays the safest move: the move with the most visits, and
/// with the best value if visits are equal. imm's solver does what the paper calls completion.
pub const PRESETS: &[Preset] = &[
    Preset { word: "bl", search: "", first: false, text: "ege0.1,det0.5" },
    Preset { word: "bl'", search: "", first: false, text: "ipp,fet20,np" },
    Preset { word: "mcloa", search: "mcts", first: true, text: "c0.7,tp10,ct5,fpu1,mix7,cut400,t1" },
    Preset { word: "ubfm", search: "bfm", first: true, text: "c0,fpu0,eps0.1,robust" },
];

/// A short description of each preset, for the manuals, in the order of [`PRESETS`]. The texts are
/// not part of the presets, so that a program that uses only the presets does not contain the
/// texts.
pub const PRESET_TEXTS: &[&str] = &[
    "the paper's baseline player",
    "the paper's alternative baseline, for `efLH`",
    "MC-LOA; with `abpD`, `cut300`",
    "unbounded best-first minimax",
];

/// The numbers of points of the option `cut` with the preset `mcloa`: first for alpha-beta
/// playouts, then for all other playouts.
const CUT_ALPHA_BETA: u32 = 300;
const CUT: u32 = 400;

const FIRST: &str = "it must come first; options after it change it";

/// In `Reader::seen`, this bit is set by a preset that must come first. The other bits stand for
/// the rows of the table.
const PRESET: u64 = 1 << 63;

impl Reader<'_, Config> {
    /// Applies one option.
    pub(crate) fn option(&mut self, word: &Word<'_>) -> Result<(), SpecError> {
        let search = if self.config.best_first { "bfm" } else { "mcts" };
        let of_search = |preset: &&Preset| preset.search.is_empty() || preset.search == search;
        match PRESETS.iter().filter(of_search).find(|preset| preset.word == word.text) {
            Some(preset) => self.preset(word, preset)?,
            None => self.entry(word, word.text)?,
        }
        self.tighten();
        checked(self.config, word)
    }

    /// Applies the options of a preset.
    fn preset(&mut self, word: &Word<'_>, preset: &Preset) -> Result<(), SpecError> {
        if preset.first && self.seen != 0 {
            return Err(word.error(SpecErrorKind::Contradiction(FIRST)));
        }
        let mut rest = Some(preset.text);
        while let Some(list) = rest {
            let (text, tail) = split_at(list, b',').map_or((list, None), |(text, tail)| (text, Some(tail)));
            self.entry(word, text)?;
            rest = tail;
        }
        if preset.first {
            self.seen = PRESET;
        }
        Ok(())
    }

    /// Applies one entry to the configuration. The entry is the whole word or, if the word names a
    /// preset, one option of the preset.
    fn entry(&mut self, word: &Word<'_>, text: &str) -> Result<(), SpecError> {
        let row = read_row(self.config, &Entry::new(word, text))?;
        self.mark(word, 1 << row as u32)
    }

    /// After the preset `mcloa`, sets the option `cut` to the number that fits the playout
    /// strategy, unless the notation has `cut`.
    fn tighten(&mut self) {
        let mc_loa = self.seen & PRESET != 0 && !self.config.best_first;
        if mc_loa && self.seen & (1 << Row::cut as u32) == 0 {
            self.config.cut = if self.config.strategy.has_killers() { CUT_ALPHA_BETA } else { CUT };
        }
    }
}

/// Checks that the options read so far are in range, and that they do not contradict each other.
#[inline(never)] // a separate stack frame, which uses no stack while an entry is read
fn checked(config: &Config, word: &Word<'_>) -> Result<(), SpecError> {
    config.check().map_err(|error| word.config_error(error))
}

/// Writes the notation of the player.
pub(crate) fn write(config: &Config, out: &mut Text<'_>) {
    let (name, plain) = if config.best_first { ("bfm(", &Config::BEST_FIRST) } else { ("mcts(", &Config::DEFAULT) };
    out.push_str(name);
    write_rows(config, plain, out);
    out.push(b')');
}
