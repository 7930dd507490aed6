//! The nets that come with the built-in games, made by `imm-arena train`: docs/NETS.md has the
//! commands and what the nets are worth. Each is in the folder of its game.
//!
//! Builds for bare metal and WebAssembly contain no nets, which would be half of their size. There
//! a program passes the net that it needs.

/// Bytes where a search reads them fastest.
#[cfg(all(feature = "nets", not(any(target_os = "none", target_family = "wasm"))))]
#[repr(align(64))]
pub(super) struct Aligned<T: ?Sized>(pub(super) T);

/// The bytes of this file beside the caller's source; empty in a build without nets.
macro_rules! shipped_net {
    ($file:literal) => {{
        #[cfg(all(feature = "nets", not(any(target_os = "none", target_family = "wasm"))))]
        {
            static NET: &$crate::games::nets::Aligned<[u8]> = &$crate::games::nets::Aligned(*include_bytes!($file));
            &NET.0
        }
        #[cfg(not(all(feature = "nets", not(any(target_os = "none", target_family = "wasm")))))]
        {
            &[]
        }
    }};
}
pub(super) use shipped_net;
