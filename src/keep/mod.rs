//! Operations on whole searches: save as bytes, merge, move to other memory. The searches use
//! `error.rs` and `format.rs`. `save.rs` and `merge.rs` use both kinds of search.
//!
//! `error.rs` and `format.rs` are below the searches, which use them. `save.rs` and `merge.rs` are
//! above, because they know both kinds of search.

pub(crate) mod error;
pub(crate) mod format;
pub mod merge;
pub mod rebase;
pub mod save;
