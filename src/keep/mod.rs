//! Operations on whole searches: saving as bytes, merging, and moving to other memory. Tree search
//! and alpha-beta both use `error.rs` and `format.rs`. `save.rs` and `merge.rs` use the code of
//! both searches.

pub(crate) mod error;
pub(crate) mod format;
pub mod merge;
pub mod rebase;
pub mod save;
