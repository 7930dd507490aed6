//! Tests imm_share_tree(): trees in separate memory, which several states can share.

use super::World;
use super::live::Live;
use super::shared_memory::SharedMemory;
use crate::source::Source;
use crate::transcript::call;
use anyhow::{Result, ensure};
use imm_host::*;
use std::ptr::null_mut;

/// The smallest size of a shared tree, in bytes.
const LEAST: usize = 32 * 79;

impl World {
    /// Gives the state a shared tree, searches, sometimes calls imm_forget(), and returns to the
    /// state's own tree. Also tries calls that must be refused.
    pub(crate) fn share_tree(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let memory = SharedMemory::new(self, source, &[0, 1, 64, LEAST - 1, LEAST, LEAST + 40, 4096, 9000, 40_000]);
        let config = &live.config;
        let draws = config.ct > 0 || config.eps > 0.0 || config.softmax > 0.0;
        let numbered = config.pb > 0.0 && config.pb_divisor >= IMM_PN_SUM;
        let flagged = config.flags & (IMM_FLAG_PROOFTT | IMM_FLAG_BOUNDS | IMM_FLAG_CORRECTED) != 0;
        let unshared = draws || numbered || config.grave > 0 || flagged || live.is_told();
        let has_tree = !live.small && !live.is_depth_first();
        let refusals = memory
            .refusals(LEAST)
            .when(!has_tree, IMM_ERR_UNSUPPORTED)
            .when(unshared && !memory.is_given_up(), IMM_ERR_UNSUPPORTED);
        let status = call!(self.t, imm_share_tree(live.state, memory.address(live).cast(), memory.size));
        let shared = self.judge(live, "imm_share_tree", status, &refusals)?;
        let (tainted, lied) = (live.tainted, live.lied);
        if shared && !memory.is_given_up() {
            live.emptied();
            memory.search(self, live, source)?;
        }
        live.disarm();
        // The state returns to its own tree, which is still the old tree if no search has begun.
        (live.tainted, live.lied) = (live.tainted || tainted, live.lied || lied);
        let status = call!(self.t, imm_share_tree(live.state, null_mut(), 0));
        let expected = if has_tree { IMM_OK } else { IMM_ERR_UNSUPPORTED };
        ensure!(status == expected, "imm_share_tree answers {status} to nothing");
        memory.block.check_around()
    }
}
