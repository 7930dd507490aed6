//! Fuzzes the functions of `imm.h` with random calls. Callbacks and clocks sometimes misbehave, and
//! arguments are sometimes invalid. A model predicts the results. See `tests/fuzz/README.md`.
//!
//! Bytes from a seed, a file or libFuzzer determine the calls of a scenario. Each scenario runs
//! twice, with different addresses and different garbage in memory. Both runs must give the same
//! answers.

pub mod api;
pub mod block;
pub mod board;
pub mod clock;
pub mod games;
pub mod graph;
pub mod out;
pub mod own;
pub mod plan;
pub mod plant;
pub mod players;
pub mod probe;
pub mod proofs;
pub mod report;
pub mod runner;
pub mod saves;
pub mod source;
pub mod texts;
pub mod transcript;

/// Returns a pseudo-random number that depends only on `word` (the finaliser of splitmix64).
#[must_use]
pub fn scramble(word: u64) -> u64 {
    let a = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let b = (a ^ (a >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let c = (b ^ (b >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    c ^ (c >> 31)
}

use block::Surroundings;
use source::Source;
use std::rc::Rc;
use transcript::{Counts, Transcript};

/// A fuzz target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Runs scenarios that call every exported function.
    Api,
    /// Parses players, moves, positions and games from text.
    Texts,
    /// Loads saves with changed bytes and a correct checksum.
    Saves,
    /// Compares proofs with an exhaustive search.
    Proofs,
}

impl Target {
    /// All targets.
    pub const ALL: &[Self] = &[Self::Api, Self::Texts, Self::Saves, Self::Proofs];

    /// Returns the name of the target on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Api => "api",
            Self::Texts => "texts",
            Self::Saves => "saves",
            Self::Proofs => "proofs",
        }
    }

    fn run_once(self, bytes: &[u8], t: &Rc<Transcript>, around: &Surroundings) -> anyhow::Result<()> {
        let source = &mut Source::new(bytes);
        match self {
            Self::Api => api::run(source, t, around),
            Self::Texts => texts::run(source, t, around),
            Self::Saves => saves::run(source, t, around),
            Self::Proofs => proofs::run(source, t, around),
        }
    }

    /// Runs the scenario of these bytes twice, and returns how often each function was called. If
    /// `tells` is true, writes each call to standard error.
    ///
    /// # Errors
    /// The scenario has a finding: the library did not behave as predicted.
    pub fn run(self, bytes: &[u8], tells: bool) -> anyhow::Result<Counts> {
        let [first, second] = Surroundings::TWICE.map(|around| (around, Rc::new(Transcript::new(tells))));
        for (around, transcript) in [&first, &second] {
            self.run_once(bytes, transcript, around)?;
        }
        if let Some(difference) = first.1.difference(&second.1) {
            anyhow::bail!("the answers depend on addresses, or on what was in memory before: {difference}");
        }
        let mut counts = first.1.counts();
        for (name, count) in second.1.counts() {
            let sum = counts.entry(name).or_default();
            sum.done += count.done;
            sum.refused += count.refused;
        }
        Ok(counts)
    }
}

/// Runs the scenario that these bytes describe. libFuzzer calls this function, and treats an abort
/// as a finding.
///
/// # Panics
/// The scenario has a finding.
pub fn libfuzzer(target: Target, bytes: &[u8]) {
    if let Err(error) = target.run(bytes, false) {
        panic!("{}: {error:#}", target.name());
    }
}
