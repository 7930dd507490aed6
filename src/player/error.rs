//! Errors of a configuration.

use crate::base::text::Text;

/// The reason why a configuration is refused. Errors name most options by their words in the
/// notation, such as `im`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ConfigError {
    /// The number of the option is outside this range, or is NaN.
    OutOfRange(ValidRange),
    /// The option needs something that the game does not have.
    Unsupported {
        /// The option.
        option: &'static str,
        /// What the option needs from the game, as text for the user.
        needs: &'static str,
    },
    /// Two options contradict each other.
    Contradiction {
        /// The first option.
        option: &'static str,
        /// The second option.
        with: &'static str,
        /// The reason.
        why: &'static str,
    },
    /// This option does not support games with chance events.
    Chance(&'static str),
    /// This option supports only games for two players.
    Players(&'static str),
    /// The option needs the feature `policies`. This build of the library does not have it.
    LeftOut(&'static str),
}

/// The valid numbers of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct ValidRange {
    /// The option.
    pub option: &'static str,
    /// The smallest valid number.
    pub least: u8,
    /// The largest valid number.
    pub most: u32,
    /// What the number counts.
    pub unit: Unit,
}

/// The unit of an option's number, for error messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Unit {
    /// A plain number without a unit.
    Plain,
    /// Plies of a search.
    Plies,
    /// Moves.
    Moves,
    /// The number of moves at each ply of a search. The search has 1 to 3 plies.
    MovesAtPlies,
    /// A percentage. In the notation, it is a number from 0.01 to 1.
    Percent,
    /// The widths of a search: one number for each ply.
    Widths,
}

impl ValidRange {
    /// Writes the range as text for the user, such as "'im' must be 0 to 1".
    pub(super) fn explain(&self, out: &mut Text<'_>) {
        out.push_str("'");
        out.push_str(self.option);
        out.push_str("' must be ");
        out.push_number(self.least.into());
        out.push_str(" to ");
        out.push_number(self.most);
        out.push_str(match self.unit {
            Unit::Plain => "",
            Unit::Plies => " plies",
            Unit::Moves => " moves",
            Unit::MovesAtPlies => " moves at each of 1 to 3 plies",
            Unit::Percent => " percent, written as 0.01 to 1",
            Unit::Widths => " widths, one for each ply",
        });
    }
}

impl ConfigError {
    /// Writes the error as text for the user.
    pub fn explain(&self, out: &mut Text<'_>) {
        let parts = match *self {
            Self::OutOfRange(range) => return range.explain(out),
            Self::Unsupported { option, needs } => ["'", option, "' needs ", needs, ", which this game does not have"],
            Self::Contradiction { option, with, why } => {
                out.push_str("'");
                out.push_str(option);
                ["' and '", with, "': ", why, ""]
            }
            Self::Chance(option) => ["'", option, "' does not support games with chance events", "", ""],
            Self::Players(option) => ["'", option, "' supports only games for two players", "", ""],
            Self::LeftOut(option) => ["'", option, "' needs a library built with the feature policies", "", ""],
        };
        parts.iter().for_each(|part| out.push_str(part));
    }
}
