//! Macros that list the methods of a game. They are for types that forward these methods to another
//! position: [`crate::game::by_reference`], and types in other packages.
//!
//! If such a type forgets a method, the trait's default implementation is used. This is slower or
//! returns "unknown", but no test would fail. So all such types use these lists, and clippy refuses
//! an `impl` that leaves out a method (`missing_trait_methods`). The lists leave out methods that
//! some types cannot forward unchanged: methods with associated types, methods without `self`, and
//! methods with two games as arguments.
//!
//! `game_methods!(then, field)` expands to `then! { field; fn max_moves(&self) -> usize; ... }`.

/// The methods of [`crate::game::Game`].
#[doc(hidden)]
#[macro_export]
macro_rules! game_methods {
    ($then:ident $(, $field:tt)?) => {
        $then! { $($field;)?
            fn max_moves(&self) -> usize;
            fn max_plies(&self) -> usize;
            fn to_move(&self) -> $crate::game::value::Side;
            fn outcome(&self) -> Option<$crate::game::value::Outcome>;
            fn legal_moves(&self, moves: &mut $crate::game::MoveList<'_>);
            fn count_moves(&self, moves: &mut $crate::game::MoveList<'_>) -> usize;
            // On microcontrollers, some methods of this file must not be inlined: their variables
            // would make the stack frames of their callers larger.
            #[cfg_attr(target_os = "none", inline(never))]
            fn nth_move(&self, index: usize, moves: &mut $crate::game::MoveList<'_>) -> Option<$crate::game::Move>;
            #[cfg_attr(target_os = "none", inline(never))]
            fn random_move(
                &self,
                rng: &mut $crate::base::rng::Rng,
                moves: &mut $crate::game::MoveList<'_>
            ) -> Option<$crate::game::Move>;
            fn has_chance(&self) -> bool;
            fn is_chance(&self) -> bool;
            fn odds(&self, outcome: $crate::game::Move) -> u32;
            fn players(&self) -> usize;
            fn player(&self) -> usize;
            fn viewer(&self) -> usize;
            fn view_as(&mut self, player: usize);
            fn return_of(&self, player: usize) -> $crate::game::value::Value;
        }
    };
}

/// The methods of [`crate::game::knowledge::Knowledge`].
#[doc(hidden)]
#[macro_export]
macro_rules! knowledge_methods {
    ($then:ident $(, $field:tt)?) => {
        $then! { $($field;)?
            fn abilities(&self, evaluator: $crate::game::knowledge::Evaluator) -> $crate::game::knowledge::Abilities;
            fn has_evaluator(&self, evaluator: $crate::game::knowledge::Evaluator) -> bool;
            fn evaluate(&self, evaluator: $crate::game::knowledge::Evaluator) -> $crate::game::value::Value;
            fn feature_count(&self) -> usize;
            fn features(&self, features: &mut [u8]);
            fn feature_boards(&self, others: &mut [u8]) -> Option<[u64; 2]>;
            fn pattern_rows(&self, layout: u32, rows: &mut [u32]) -> usize;
            fn shipped_net(&self) -> &'static [u8];
            fn has_weights(&self) -> bool;
            fn weight(&self, mv: $crate::game::Move) -> $crate::game::knowledge::Weight;
            fn weighted_move(
                &self,
                rng: &mut $crate::base::rng::Rng,
                moves: &mut $crate::game::MoveList<'_>
            ) -> Option<$crate::game::Move>;
            fn sample(&self, moves: &[$crate::game::Move], rng: &mut $crate::base::rng::Rng) -> Option<$crate::game::Move>;
            fn candidates(&self, moves: &mut $crate::game::MoveList<'_>);
            fn keep_forced(&self, moves: &mut $crate::game::MoveList<'_>) -> bool;
            fn greedy_move(
                &mut self,
                evaluator: $crate::game::knowledge::Evaluator,
                rng: &mut $crate::base::rng::Rng,
                moves: &mut $crate::game::MoveList<'_>
            ) -> Option<$crate::game::Move>;
            fn has_priors(&self) -> bool;
            fn prior(&self, mv: $crate::game::Move) -> Option<$crate::game::knowledge::Prior>;
            fn max_score(&self) -> u16;
            fn score(&self) -> Option<i32>;
            fn built_in(&self) -> &'static str;
            fn has_order(&self) -> bool;
            fn order(&self, mv: $crate::game::Move) -> i32;
            #[cfg_attr(target_os = "none", inline(never))]
            fn order_deep(&mut self, evaluator: $crate::game::knowledge::Evaluator, mv: $crate::game::Move) -> i32;
            #[cfg_attr(target_os = "none", inline(never))]
            fn outcome_after(&self, mv: $crate::game::Move) -> Option<Option<$crate::game::value::Outcome>>;
            fn noisy(&self, mv: $crate::game::Move) -> bool;
            fn noisy_moves(&self, moves: &mut $crate::game::MoveList<'_>) -> bool;
            fn hash(&self) -> Option<u64>;
            fn hash_after(&self, key: u64, mv: $crate::game::Move) -> Option<u64>;
            fn pass(&mut self) -> bool;
            fn skip_turn(&mut self) -> bool;
            fn skips_turns(&self) -> bool;
            fn few_pieces(&self) -> bool;
            fn category(&self, mv: $crate::game::Move) -> u16;
            fn has_transitions(&self) -> bool;
            fn transition(&self, mv: $crate::game::Move) -> Option<u8>;
        }
    };
}

/// Defines methods that forward to a field. Each method calls the field's method with the same
/// name. Example: `forward!(0; fn to_move(&self) -> Side; ...)`.
#[doc(hidden)]
#[macro_export]
macro_rules! forward {
    ($field:tt; $($(#[$attribute:meta])* fn $name:ident $arguments:tt $(-> $answer:ty)?;)*) => {
        $($crate::forward!(@one $field, [$(#[$attribute])*], $name, $arguments, $($answer)?);)*
    };
    (@one $field:tt, [$($attribute:tt)*], $name:ident, (&$this:ident $(, $argument:ident: $type:ty)*), $($answer:ty)?) => {
        $($attribute)*
        fn $name(&$this $(, $argument: $type)*) $(-> $answer)? {
            $this.$field.$name($($argument),*)
        }
    };
    (@one $field:tt, [$($attribute:tt)*], $name:ident, (&mut $this:ident $(, $argument:ident: $type:ty)*), $($answer:ty)?) => {
        $($attribute)*
        fn $name(&mut $this $(, $argument: $type)*) $(-> $answer)? {
            $this.$field.$name($($argument),*)
        }
    };
}
