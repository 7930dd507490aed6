//! Memory for a shared table or a shared tree, and searches with this memory.

use super::World;
use super::live::{Live, Refusals};
use crate::block::Block;
use crate::source::Source;
use crate::transcript::call;
use anyhow::{Result, ensure};
use imm_host::*;
use std::ptr::null_mut;

/// Memory that is passed to a state for sharing: usually zeros, sometimes NULL, misaligned, or part
/// of the state's own memory.
pub(super) struct SharedMemory {
    pub block: Block,
    pub size: usize,
    slip: usize,
    overlaps: bool,
    nothing: bool,
}

impl SharedMemory {
    pub(super) fn new(world: &World, source: &mut Source<'_>, sizes: &[usize]) -> Self {
        let size = source.pick(sizes);
        let slip = if source.once_in(8) { source.within(1, 15) } else { 0 };
        let block = Block::new(size, slip, &world.around);
        // SAFETY: the block has `size` bytes.
        unsafe { block.start().write_bytes(0, size) };
        Self { block, size, slip, overlaps: source.once_in(8), nothing: source.once_in(8) }
    }

    /// Returns the address to pass to the library.
    pub(super) fn address(&self, live: &Live) -> *mut u8 {
        match (self.nothing, self.overlaps) {
            (true, _) => null_mut(),
            (_, true) => live.state.cast::<u8>().wrapping_add(64),
            _ => self.block.start(),
        }
    }

    /// True if the arguments are NULL and 0, which tells the state to stop sharing.
    pub(super) fn is_given_up(&self) -> bool {
        self.nothing && self.size == 0
    }

    /// Returns the errors that the library must return for this memory. `least` is the smallest
    /// allowed size in bytes.
    pub(super) fn refusals(&self, least: usize) -> Refusals {
        Refusals::default()
            .when(self.nothing && self.size > 0, IMM_ERR_NULL)
            .when(self.slip != 0 && !self.overlaps && !self.nothing, IMM_ERR_MISALIGNED)
            .when(self.overlaps && !self.nothing && self.size > 0, IMM_ERR_BUFFER)
            .when(self.size < least && !self.is_given_up(), IMM_ERR_TOO_SMALL)
    }

    /// Searches with the shared memory, and sometimes calls imm_forget(). The library must not
    /// write outside the block.
    pub(super) fn search(&self, world: &mut World, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        for _ in 0..source.within(1, 3) {
            live.arm(source);
            world.search_limited(live, source)?;
            if source.once_in(4) {
                live.disarm();
                ensure!(call!(world.t, imm_forget(live.state)) == IMM_OK, "imm_forget refuses");
                live.emptied();
            }
        }
        self.block.check_around()
    }
}
