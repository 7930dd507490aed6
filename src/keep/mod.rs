//! Operations on whole searches: save as bytes, merge, move to other memory. The code of the
//! searches uses `error.rs` and `format.rs`. `save.rs` and `merge.rs` use the code of both searches
//! (tree search and alpha-beta).

pub(crate) mod error;
pub(crate) mod format;
pub mod merge;
pub mod rebase;
pub mod save;
