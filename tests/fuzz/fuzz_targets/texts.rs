//! The fuzz target `texts` for `cargo fuzz run texts`: parses players, moves, positions and games
//! from text.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| imm_fuzz::libfuzzer(imm_fuzz::Target::Texts, bytes));

/// Without libFuzzer, this program only tells the user to run `imm-fuzz`.
#[cfg(not(fuzzing))]
fn main() {
    eprintln!("this is for `cargo fuzz run texts`, see tests/fuzz/README.md; without cargo-fuzz: imm-fuzz texts");
}
