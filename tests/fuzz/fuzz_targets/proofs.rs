//! Proofs against exhaustive search, for `cargo fuzz run proofs`.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| imm_fuzz::libfuzzer(imm_fuzz::Target::Proofs, bytes));

/// Without libFuzzer, use `imm-fuzz`.
#[cfg(not(fuzzing))]
fn main() {
    eprintln!("this is for `cargo fuzz run proofs`, see tests/fuzz/README.md; without cargo-fuzz: imm-fuzz proofs");
}
