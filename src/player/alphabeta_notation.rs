//! `ab(...)`: how an alpha-beta player is read and written. See [`crate::player::notation`] for the table of options.

use super::alphabeta::{Config, Switch, Switches};
use super::words::{SpecError, SpecErrorKind, Word, push_evaluator};
use crate::knowledge::Evaluator;
use crate::text::Text;

/// What the switches are called, in the order in which they are written.
const NAMES: [(&str, Switch); 12] = [
    ("tt", Switch::Table),
    ("etc", Switch::TranspositionCuts),
    ("killers", Switch::Killers),
    ("history", Switch::History),
    ("hh", Switch::PlainHistory),
    ("null", Switch::NullMove),
    ("multicut", Switch::MultiCut),
    ("multicuta", Switch::MultiCutAll),
    ("rps", Switch::Realization),
    ("qs", Switch::Quiescence),
    ("pvs", Switch::PrincipalVariation),
    ("asp", Switch::Aspiration),
];

/// `mia`: the stand-in for MIA 4.5, the alpha-beta program of the alpha-beta playouts paper.
const MIA: Config = Config { evaluator: Evaluator::WB, switches: Switches::ALL };

/// The bit of the evaluation function among the options that have stood; the others are those of the switches.
const EVALUATOR: u64 = 1 << 16;

/// What has been read so far.
pub(crate) struct Reader<'a> {
    config: &'a mut Config,
    seen: u64,
}

impl<'a> Reader<'a> {
    /// Reads into `config`, which is the default.
    pub(crate) fn new(config: &'a mut Config) -> Self {
        Self { config, seen: 0 }
    }

    /// Takes one option over.
    pub(crate) fn option(&mut self, word: &Word<'_>) -> Result<(), SpecError> {
        if let Some(evaluator) = Evaluator::from_word(word.text) {
            self.config.evaluator = evaluator;
            return word.mark(EVALUATOR, &mut self.seen);
        }
        if word.text == "mia" {
            *self.config = MIA;
            return word.mark(EVALUATOR | u64::from(MIA.switches.bits()), &mut self.seen);
        }
        let switches = match NAMES.iter().find(|(name, _)| *name == word.text) {
            Some(&(_, switch)) => Switches::NONE.with(switch),
            None if word.text == "all" => Switches::ALL,
            None => return Err(word.error(SpecErrorKind::UnknownOption)),
        };
        word.mark(u64::from(switches.bits()), &mut self.seen)?;
        self.config.switches = self.config.switches.union(switches);
        Ok(())
    }
}

/// Writes the player.
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
        NAMES.iter().filter(|(_, switch)| config.switches.has(*switch)).for_each(|(name, _)| push(name));
    }
    out.push(b')');
}
