//! The nets that come with the built-in games, as `imm-arena train` has made them: docs/NETS.md has
//! the commands and what they are worth.
//!
//! None on bare metal, and none in WebAssembly, where they would be half as large as all else: what
//! these need they are lent.

/// Bytes where a search reads them fastest.
#[cfg(all(feature = "nets", not(any(target_os = "none", target_family = "wasm"))))]
#[repr(align(64))]
struct Aligned<T: ?Sized>(T);

macro_rules! nets {
    ($($name:ident $file:literal)*) => {$(
        #[cfg(all(feature = "nets", not(any(target_os = "none", target_family = "wasm"))))]
        pub(crate) static $name: &[u8] = {
            static NET: &Aligned<[u8]> = &Aligned(*include_bytes!(concat!("nets/", $file, ".immnet")));
            &NET.0
        };
        #[cfg(not(all(feature = "nets", not(any(target_os = "none", target_family = "wasm")))))]
        pub(crate) static $name: &[u8] = &[];
    )*};
}
nets! {
    BREAKTHROUGH "breakthrough"
    KALAH "kalah"
    LOA "loa"
    ONITAMA "onitama"
    OTHELLO "othello"
    OWARE "oware"
}
