//! A tree in other memory, which states on other threads could grow as well.

use super::World;
use super::live::{Live, Refusals};
use crate::block::Block;
use crate::source::Source;
use crate::transcript::call;
use anyhow::{Result, ensure};
use imm_host::*;
use std::ptr::null_mut;

/// The least that a shared tree can have.
const LEAST: usize = 32 * 79;

impl World {
    /// The state grows the tree, searches, is emptied perhaps, and goes on by itself; or what must
    /// be refused.
    pub(crate) fn share_tree(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let size = source.pick(&[0, 1, 64, LEAST - 1, LEAST, LEAST + 40, 4096, 9000, 40_000]);
        let slip = if source.once_in(8) { source.within(1, 15) } else { 0 };
        let block = Block::new(size, slip, &self.around);
        // SAFETY: so many bytes are there.
        unsafe { block.start().write_bytes(0, size) };
        let (overlaps, nothing) = (source.once_in(8), source.once_in(8));
        let memory = if overlaps { live.state.cast::<u8>().wrapping_add(64) } else { block.start() };
        let memory = if nothing { null_mut() } else { memory };
        let config = &live.config;
        let draws = config.ct > 0 || config.eps > 0.0 || config.softmax > 0.0;
        let unshared = draws || config.grave > 0 || config.flags & (IMM_FLAG_PROOFTT | IMM_FLAG_BOUNDS) != 0;
        let given_up = nothing && size == 0;
        let has_tree = !live.small && !live.is_depth_first();
        let refusals = Refusals::default()
            .when(!has_tree, IMM_ERR_UNSUPPORTED)
            .when(unshared && !given_up, IMM_ERR_UNSUPPORTED)
            .when(nothing && size > 0, IMM_ERR_NULL)
            .when(slip != 0 && !overlaps && !nothing, IMM_ERR_MISALIGNED)
            .when(overlaps && !nothing && size > 0, IMM_ERR_BUFFER)
            .when(size < LEAST && !given_up, IMM_ERR_TOO_SMALL);
        let status = call!(self.t, imm_share_tree(live.state, memory.cast(), size));
        let shared = self.judge(live, "imm_share_tree", status, &refusals)?;
        if shared && !given_up {
            live.emptied();
            for _ in 0..source.within(1, 3) {
                live.arm(source);
                self.search_limited(live, source)?;
                if source.once_in(4) {
                    live.disarm();
                    ensure!(call!(self.t, imm_forget(live.state)) == IMM_OK, "imm_forget refuses");
                    live.emptied();
                }
            }
            block.check_around()?;
        }
        live.disarm();
        // By itself again.
        let status = call!(self.t, imm_share_tree(live.state, null_mut(), 0));
        let expected = if has_tree { IMM_OK } else { IMM_ERR_UNSUPPORTED };
        ensure!(status == expected, "imm_share_tree answers {status} to nothing");
        block.check_around()
    }
}
