//! The fuzz target `api` for `cargo fuzz run api`: scenarios of every exported function.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| imm_fuzz::libfuzzer(imm_fuzz::Target::Api, bytes));

/// Without libFuzzer, this program only tells the user to run `imm-fuzz`.
#[cfg(not(fuzzing))]
fn main() {
    eprintln!("this is for `cargo fuzz run api`, see tests/fuzz/README.md; without cargo-fuzz: imm-fuzz api");
}
