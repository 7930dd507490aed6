//! `mcts(...)` and `bfm(...)`: a tree search player is read and written row by row of the table in
//! `options.rs`; then the words that stand for several options.

use super::irregular;
use super::options::*;
use super::words::{Entry, Reader, SpecError, SpecErrorKind, Word, push_count, push_decimal, push_weight, split_at};
use crate::base::text::Text;

/// Makes reading and writing of the table.
macro_rules! make_notation {
    ($(
        $(#[doc = $doc:literal])*
        $field:ident: $type:ty = $default:expr, $kind:ident $words:tt, $range:expr, $feature:ident, $needs:ident,
            $c:ident $c_fields:tt $texts:tt
    )*) => {
        /// A row of the table: its place is its bit among those that have stood.
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy)]
        enum Row { $($field),* }

        /// Takes an entry over, and says of which row it is.
        fn read_row(config: &mut Config, entry: &Entry<'_>) -> Result<Row, SpecError> {
            $(if read!($kind $words, config.$field, config, entry) {
                return Ok(Row::$field);
            })*
            Err(entry.word.error(SpecErrorKind::UnknownOption))
        }

        /// Writes what is on, and differs from `plain` where the search has a default that is on.
        fn write_rows(config: &Config, plain: &Config, out: &mut Text<'_>) {
            $(write!($kind $words, config.$field, plain.$field, config, out);)*
        }
    };
}

/// Is this the row's entry? Then it is taken over.
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

/// Writes a row, where it is on.
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

/// A word that stands for several options of the tree search.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The word.
    pub word: &'static str,
    /// The search that has it; empty for both.
    pub search: &'static str,
    /// Does it come first, so that what follows changes it? Else what it stands for may not stand
    /// beside it.
    pub first: bool,
    /// What it stands for.
    pub text: &'static str,
    /// What it is.
    pub says: &'static str,
}

/// The presets.
///
/// MC-LOA is that of the alpha-beta playouts paper, section III: progressive bias by transition
/// probability, W = 10; Corrective below T = 5 visits; a look at all moves when a leaf is reached
/// for the second time; Mixed playouts. C and what is done with children that no simulation has
/// visited are not in the papers. At 15 ms a move, 0.7 with a first-play urgency of 1 won 74 %
/// [64, 82] of 60 games of Lines of Action against 1 with unvisited children first, 0.5 won 72 %
/// [59, 82].
///
/// Its cut-off is at 700 points in the papers, and at 600 with alpha-beta playouts, of MIA's
/// evaluation, whose weights are not known. On the scale of `efWB`, by 8 ms a move and 100 games
/// against `ab(mia)` each, 700 scored 26 % and 400 50 %; with alpha-beta playouts 600 scored 17 %
/// and 300 37 %.
///
/// Unbounded best-first minimax (Cohen-Solal 2020) goes on to the best child always, except one
/// time in ten, and plays the safest move: the one most visited, of equals the best. Its completion
/// is the solver.
pub const PRESETS: &[Preset] = &[
    Preset { word: "bl", search: "", first: false, text: "ege0.1,det0.5", says: "the paper's baseline player" },
    Preset {
        word: "bl'",
        search: "",
        first: false,
        text: "ipp,fet20,np",
        says: "the paper's alternative baseline, for `efLH`",
    },
    Preset {
        word: "mcloa",
        search: "mcts",
        first: true,
        text: "c0.7,tp10,ct5,fpu1,mix7,cut400,t1",
        says: "MC-LOA; with `abpD`, `cut300`",
    },
    Preset {
        word: "ubfm",
        search: "bfm",
        first: true,
        text: "c0,fpu0,eps0.1,robust",
        says: "unbounded best-first minimax",
    },
];

/// Where MC-LOA's playouts are searched by alpha-beta, its cut-off is tighter.
const CUT_ALPHA_BETA: u32 = 300;
const CUT: u32 = 400;

const FIRST: &str = "it comes first, and what follows changes it";

/// The bit of the presets that come first among the rows that have stood.
const PRESET: u64 = 1 << 63;

impl Reader<'_, Config> {
    /// Takes one option over.
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

    /// Takes over what a preset stands for.
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

    /// Takes over the text of one entry, which is the word or a part of what it stands for.
    fn entry(&mut self, word: &Word<'_>, text: &str) -> Result<(), SpecError> {
        let row = read_row(self.config, &Entry::new(word, text))?;
        self.mark(word, 1 << row as u32)
    }

    /// MC-LOA's cut-off follows the playouts, where it is not spelt out.
    fn tighten(&mut self) {
        let mc_loa = self.seen & PRESET != 0 && !self.config.best_first;
        if mc_loa && self.seen & (1 << Row::cut as u32) == 0 {
            self.config.cut = if self.config.strategy.has_killers() { CUT_ALPHA_BETA } else { CUT };
        }
    }
}

/// Do the options read so far make sense together?
#[inline(never)] // its own frame: not on the stack while an entry is read
fn checked(config: &Config, word: &Word<'_>) -> Result<(), SpecError> {
    config.check().map_err(|error| word.config_error(error))
}

/// Writes the player.
pub(crate) fn write(config: &Config, out: &mut Text<'_>) {
    let (name, plain) = if config.best_first { ("bfm(", &Config::BEST_FIRST) } else { ("mcts(", &Config::DEFAULT) };
    out.push_str(name);
    write_rows(config, plain, out);
    out.push(b')');
}
