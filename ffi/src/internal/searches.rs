//! The searches that this build of the library has. They depend on the features `tree-search` and
//! `alpha-beta`.

/// True if the library has the tree search: `mcts(...)` and `bfm(...)`. All code that opens a tree
/// search depends on this constant, so that a library without the tree search does not contain the
/// code of the search.
pub(crate) const TREE_SEARCH: bool = cfg!(feature = "tree-search");

/// True if the library has alpha-beta: `ab(...)`.
pub(crate) const ALPHA_BETA: bool = cfg!(feature = "alpha-beta");

const _: () = assert!(TREE_SEARCH || ALPHA_BETA, "select a search: the feature `tree-search`, `alpha-beta`, or both");
