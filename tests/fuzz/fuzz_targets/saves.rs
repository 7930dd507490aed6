//! The fuzz target `saves` for `cargo fuzz run saves`: loads saves with changed bytes and a correct
//! checksum.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| imm_fuzz::libfuzzer(imm_fuzz::Target::Saves, bytes));

/// Without libFuzzer, this program only tells the user to run `imm-fuzz`.
#[cfg(not(fuzzing))]
fn main() {
    eprintln!("this is for `cargo fuzz run saves`, see tests/fuzz/README.md; without cargo-fuzz: imm-fuzz saves");
}
