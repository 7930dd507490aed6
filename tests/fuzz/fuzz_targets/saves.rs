//! Saved states with changed bytes and a correct checksum, for `cargo fuzz run saves`.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| imm_fuzz::libfuzzer(imm_fuzz::Target::Saves, bytes));

/// Without libFuzzer, use `imm-fuzz`.
#[cfg(not(fuzzing))]
fn main() {
    eprintln!("this is for `cargo fuzz run saves`, see tests/fuzz/README.md; without cargo-fuzz: imm-fuzz saves");
}
