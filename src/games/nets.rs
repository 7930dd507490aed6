//! The nets that come with the built-in games. They were trained with `imm-arena train`.
//! docs/NETS.md lists the commands and how much the nets help. Each net is in the folder of its
//! game.
//!
//! Builds for bare metal and WebAssembly contain no nets, because a net would double their size. On
//! these targets, a program loads its own net.

/// Data aligned to 64 bytes, so that a search reads it as fast as possible.
#[cfg(all(feature = "nets", not(any(target_os = "none", target_family = "wasm"))))]
#[repr(align(64))]
pub(super) struct Aligned<T: ?Sized>(pub(super) T);

/// Defines the methods of `Knowledge` that all built-in games share: the static value (from the
/// outcome or the raw evaluation), the game's name, and the net from the folder of the game. The
/// file of the net is `NAME.immnet`, or the second argument. A build without nets leaves out the
/// method for the net. The word `without_net` does the same for a game that comes without a net.
macro_rules! built_in {
    ($name:literal) => {
        $crate::games::nets::built_in!($name, concat!($name, ".immnet"));
    };
    ($name:literal, $net:expr) => {
        $crate::games::nets::built_in!(without_net $name);

        #[cfg(all(feature = "nets", not(any(target_os = "none", target_family = "wasm"))))]
        fn shipped_net(&self) -> &'static [u8] {
            static NET: &$crate::games::nets::Aligned<[u8]> = &$crate::games::nets::Aligned(*include_bytes!($net));
            &NET.0
        }
    };
    (without_net $name:literal) => {
        fn evaluate(&self, evaluator: $crate::game::knowledge::Evaluator) -> $crate::game::value::Value {
            let points = || Self::squash(evaluator, self.points(evaluator));
            self.outcome().map_or_else(points, $crate::game::value::Outcome::value)
        }

        fn built_in(&self) -> &'static str {
            $name
        }
    };
}
pub(super) use built_in;
