//! Errors of a configuration.

use crate::base::text::Text;

/// Why a configuration cannot play. Options are named by their abbreviation in the notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ConfigError {
    /// The option's number is outside its range, or not a number.
    OutOfRange(&'static str),
    /// The option needs something that this game does not have.
    Unsupported {
        /// The option.
        option: &'static str,
        /// What it needs.
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
    /// The option needs the feature `policies`, which this build of the library lacks.
    LeftOut(&'static str),
}

impl ConfigError {
    /// Writes the error as text for the user.
    pub fn explain(&self, out: &mut Text<'_>) {
        let parts = match *self {
            Self::OutOfRange(option) => ["'", option, "' is out of range", "", ""],
            Self::Unsupported { option, needs } => ["'", option, "' needs ", needs, ", which this game does not have"],
            Self::Contradiction { option, with, why } => {
                out.push_str("'");
                out.push_str(option);
                ["' and '", with, "': ", why, ""]
            }
            Self::LeftOut(option) => ["'", option, "' needs a library with the feature `policies`", "", ""],
        };
        parts.iter().for_each(|part| out.push_str(part));
    }
}
