//! Searches that outlive a call: saved as bytes, merged into one, moved to other memory.

pub mod merge;
pub mod rebase;
pub mod save;
