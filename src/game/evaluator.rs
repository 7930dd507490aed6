//! The named evaluation functions of all games in one list. Each game implements some of these
//! functions.

/// An evaluation function: [`Evaluator::DEFAULT`], or one of [`EVALUATORS`].
///
/// [`crate::game::knowledge::Knowledge::has_evaluator`] tells which evaluation functions a game
/// has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Evaluator(u8);

impl Evaluator {
    /// The default evaluation function of the game.
    pub const DEFAULT: Self = Self(0);

    /// The number of the evaluation function, which is the same in C. 0 is [`Evaluator::DEFAULT`].
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The evaluation function with this number, if there is one.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        if number as usize <= EVALUATORS.len() { Some(Self(number)) } else { None }
    }

    /// The evaluation function with this name, if there is one. The default has no name.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        EVALUATORS.iter().find(|named| named.word == word).map(|named| named.evaluator)
    }

    /// The name of the evaluation function in the player notation; empty for the default.
    #[must_use]
    pub fn word(self) -> &'static str {
        EVALUATORS.iter().find(|named| named.evaluator == self).map_or("", |named| named.word)
    }
}

/// A row of [`EVALUATORS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named {
    /// The evaluation function.
    pub evaluator: Evaluator,
    /// The name of the evaluation function in the player notation. The C name is `IMM_EF_` followed
    /// by the letters after `ef` in capitals.
    pub word: &'static str,
}

/// Creates the constants of [`Evaluator`] and the list [`EVALUATORS`]. A row contains a
/// description, the number, the constant and the word. The first line of the description is also
/// used in the manuals. Numbers start at 1. They are part of the C ABI, so a number must never be
/// reused.
macro_rules! evaluators {
    ($(#[doc = $says:literal] $(#[doc = $more:literal])* $number:literal $name:ident $word:literal;)*) => {
        impl Evaluator {
            $(
                #[doc = concat!("`", $word, "`,", $says)]
                $(#[doc = $more])*
                pub const $name: Self = Self($number);
            )*
        }

        /// All named evaluation functions, in order of number.
        pub const EVALUATORS: &[Named] = &[
            $(Named { evaluator: Evaluator::$name, word: $word },)*
        ];

        /// The texts for the manuals, in the order of [`EVALUATORS`]. A text names the game and
        /// what the evaluation function measures. The texts are not fields of [`Named`], because
        /// they would then be part of every program that uses [`EVALUATORS`].
        pub const EVALUATOR_TEXTS: &[&str] = &[$($says.trim_ascii()),*];
    };
}

evaluators! {
    /// Breakthrough: pieces and furthest row.
    /// (Schadd's thesis; implicit minimax paper, section 4.2.)
    1 MS "efMS";
    /// Breakthrough: a value for every square.
    /// (Lorentz & Horey; implicit minimax paper, section 4.2.)
    2 LH "efLH";
    /// Kalah: difference of the stores.
    /// (Ramanujan & Selman; implicit minimax paper, section 4.1.)
    3 RS "efRS";
    /// Lines of Action: ten features, in the manner of the program MIA.
    /// (Winands 2004, chapter 3; Winands & Bjornsson 2011.) The weights are fitted to games.
    4 WB "efWB";
    /// Lines of Action: how close the pieces are, and how many touch.
    /// This function is cheap to compute.
    5 SIMPLE "efSimple";
    /// Any game with features: a net that was learned from games.
    /// See [`crate::net`].
    6 NET "efNet";
    /// Any game: values that the calling program computes, see imm_collect().
    /// See [`crate::search::Search::collect`].
    7 TOLD "efTold";
}

#[cfg(test)]
#[path = "evaluator_tests.rs"]
mod tests;
