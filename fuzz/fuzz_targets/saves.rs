//! Saved states that were changed, with the right checksum, for `cargo fuzz run saves`.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| imm_fuzz::libfuzzer(imm_fuzz::Target::Saves, bytes));

/// Without a fuzzing compiler there is `imm-fuzz`.
#[cfg(not(fuzzing))]
fn main() {
    eprintln!("this is for `RUSTC_BOOTSTRAP=1 cargo fuzz run saves`; without cargo-fuzz: imm-fuzz saves");
}
