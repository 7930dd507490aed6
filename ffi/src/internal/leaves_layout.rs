//! The memory for leaves that wait for their values (IMM_EF_TOLD). The paths to these leaves come
//! after the path of a simulation. Libraries for bare metal and WebAssembly do not have this
//! option.

use kernel::mcts::Step;
pub(crate) use kernel::mcts::told_path as steps;

/// The leaves that wait get a share of the block: one byte out of this many.
const LEAVES_SHARE: usize = 8;

/// The largest number of leaves that can wait.
const LEAVES_MAX: usize = 4096;

/// Returns how many leaves can wait in a block of `bytes` bytes, for a game of at most `max_plies`
/// plies.
pub(crate) fn leaves_in(bytes: usize, max_plies: usize) -> usize {
    let steps = steps(max_plies, 1).saturating_sub(steps(max_plies, 0));
    let leaves = (bytes / LEAVES_SHARE).checked_div(steps.saturating_mul(size_of::<Step>()));
    leaves.unwrap_or(0).clamp(1, LEAVES_MAX)
}
