//! The nets that come with the built-in games, made by `imm-arena train`: docs/NETS.md has the
//! commands and what the nets are worth. Each is in the folder of its game.
//!
//! Builds for bare metal and WebAssembly contain no nets, which would be half of their size. There
//! a program passes the net that it needs.

/// Bytes where a search reads them fastest.
#[cfg(all(feature = "nets", not(any(target_os = "none", target_family = "wasm"))))]
#[repr(align(64))]
pub(super) struct Aligned<T: ?Sized>(pub(super) T);

/// What a game of this name answers as a built-in one: its name, and the net beside the caller's
/// source, `NAME.immnet`; no bytes in a build without nets.
macro_rules! built_in {
    ($name:literal) => {
        fn built_in(&self) -> &'static str {
            $name
        }

        #[cfg(all(feature = "nets", not(any(target_os = "none", target_family = "wasm"))))]
        fn shipped_net(&self) -> &'static [u8] {
            static NET: &$crate::games::nets::Aligned<[u8]> =
                &$crate::games::nets::Aligned(*include_bytes!(concat!($name, ".immnet")));
            &NET.0
        }
    };
}
pub(super) use built_in;
