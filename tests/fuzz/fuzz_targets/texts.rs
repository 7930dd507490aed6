//! Texts of players, moves, positions and games, for `cargo fuzz run texts`.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| imm_fuzz::libfuzzer(imm_fuzz::Target::Texts, bytes));

/// Without libFuzzer, use `imm-fuzz`.
#[cfg(not(fuzzing))]
fn main() {
    eprintln!("this is for `cargo fuzz run texts`, see tests/fuzz/README.md; without cargo-fuzz: imm-fuzz texts");
}
