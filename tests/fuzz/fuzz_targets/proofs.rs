//! The fuzz target `proofs` for `cargo fuzz run proofs`: compares proofs with an exhaustive search.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| imm_fuzz::libfuzzer(imm_fuzz::Target::Proofs, bytes));

/// Without libFuzzer, this program only tells the user to run `imm-fuzz`.
#[cfg(not(fuzzing))]
fn main() {
    eprintln!("this is for `cargo fuzz run proofs`, see tests/fuzz/README.md; without cargo-fuzz: imm-fuzz proofs");
}
