//! Reads and writes `ab(...)`, the notation of an alpha-beta player. The table in `alphabeta.rs`
//! has the words of the switches.

use super::alphabeta::{Config, PRESETS, SWITCHES, Switches};
use super::words::{Reader, SpecError, SpecErrorKind, Word, push_evaluator};
use crate::base::text::Text;
use crate::game::knowledge::Evaluator;

/// In `Reader::seen`, this bit is for the evaluation function. The lower bits are for the switches.
const EVALUATOR: u64 = 1 << 16;

impl Reader<'_, Config> {
    /// Applies one option to the configuration.
    pub(crate) fn option(&mut self, word: &Word<'_>) -> Result<(), SpecError> {
        let found = meaning(word.text).ok_or(word.error(SpecErrorKind::UnknownOption))?;
        let named = found.evaluator != Evaluator::DEFAULT;
        let groups = u64::from(found.switches.bits()) | if named { EVALUATOR } else { 0 };
        self.mark(word, groups)?;
        self.config.switches = self.config.switches.union(found.switches);
        if named {
            self.config.evaluator = found.evaluator;
        }
        Ok(())
    }
}

/// Returns the options that this word means. `None` if the word is unknown.
fn meaning(text: &str) -> Option<Config> {
    if let Some(evaluator) = Evaluator::from_word(text) {
        return Some(Config { evaluator, ..Config::default() });
    }
    if let Some(row) = SWITCHES.iter().find(|row| row.word == text) {
        return Some(Config { switches: Switches::NONE.with(row.switch), ..Config::default() });
    }
    PRESETS.iter().find(|preset| preset.word == text).map(|preset| preset.config)
}

/// Writes the notation of the player.
pub(crate) fn write(config: &Config, out: &mut Text<'_>) {
    out.push_str("ab(");
    push_evaluator(config.evaluator, "", out);
    let mut separator = if config.evaluator == Evaluator::DEFAULT { "" } else { "," };
    let mut push = |name: &str| {
        out.push_str(separator);
        out.push_str(name);
        separator = ",";
    };
    if config.switches == Switches::ALL {
        push("all");
    } else {
        SWITCHES.iter().filter(|row| config.switches.has(row.switch)).for_each(|row| push(row.word));
    }
    out.push(b')');
}
