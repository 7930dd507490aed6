//! Mutation testing: every small change that cargo-mutants would make to the library's source, and
//! whether a test notices it.
//!
//! All mutants are compiled into one program and switched on one at a time: a run takes hours
//! instead of weeks. `README.md` says how.

pub mod build;
pub mod campaign;
pub mod instrument;
pub mod known;
pub mod list;
pub mod process;
pub mod record;
pub mod report;
pub mod results;
pub mod splice;
pub mod suite;
pub mod tree;
