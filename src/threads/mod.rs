//! Memory that several searches share. Each search has its own thread. This module contains the
//! shared tree ([`shared_tree`]). The shared transposition table is in `alphabeta/shared_table.rs`.
//! The steps of a shared tree that call the game are in `mcts/shared_tree.rs`.

#[cfg(shared_tree)]
mod atomic;
#[cfg(shared_tree)]
mod climb;
#[cfg(shared_tree)]
mod copy_top;
#[cfg(shared_tree)]
mod header;
pub(crate) mod identity;
#[cfg(all(test, loom, shared_tree))]
mod loom_tests;
#[cfg(shared_tree)]
mod memory;
#[cfg(shared_tree)]
pub(crate) mod shared_tree;
#[cfg(shared_tree)]
mod slot;

#[cfg(shared_tree)]
pub use slot::SharedSlot;
