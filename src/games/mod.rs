//! The games that come with imm, one folder each: `rules.rs`, `eval.rs`, `knowledge.rs`,
//! `notation.rs`, `snapshot.rs`.

pub mod breakthrough;
pub mod kalah;
pub mod loa;
pub mod onitama;
pub mod othello;
pub mod oware;

mod features;
mod nets;
mod notation_reader;
mod recent_plies;
#[cfg(test)]
pub(crate) mod testing;
