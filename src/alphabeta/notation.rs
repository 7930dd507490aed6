//! `ab(...)`: how an alpha-beta player is read and written. See [`crate::spec`] for the table of options.

use super::Config;
use crate::spec::{SpecError, SpecErrorKind, Word, evaluator, push_evaluator};
use crate::text::Text;

/// What has been read so far.
#[derive(Default)]
pub(crate) struct Reader {
    pub(crate) config: Config,
    seen: u32,
}

impl Reader {
    /// Takes one option over.
    pub(crate) fn option(&mut self, word: Word<'_>) -> Result<(), SpecError> {
        self.config.evaluator = evaluator(word.text).ok_or(word.error(SpecErrorKind::UnknownOption))?;
        word.mark(1, &mut self.seen)
    }
}

/// Writes the player.
pub(crate) fn write(config: &Config, out: &mut Text<'_>) {
    out.push_str("ab(");
    push_evaluator(config.evaluator, "", out);
    out.push(b')');
}
