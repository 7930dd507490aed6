//! Tests imm_share_table(): transposition tables in separate memory, which several states can
//! share.

use super::World;
use super::live::Live;
use super::shared_memory::SharedMemory;
use crate::source::Source;
use crate::transcript::call;
use anyhow::{Result, ensure};
use imm_host::*;
use std::ptr::null_mut;

impl World {
    /// Gives the state a shared table, searches, sometimes calls imm_forget(), and returns to the
    /// state's own table. Also tries calls that must be refused.
    pub(crate) fn share_table(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let memory = SharedMemory::new(self, source, &[0, 1, 64, 127, 128, 129, 200, 1000, 4096]);
        let looks_up = live.is_depth_first() && live.config.switches & IMM_AB_TT != 0;
        let has_keys = live.own.is_none() || live.game.hash.is_some();
        let useless = !(memory.is_given_up() || looks_up && has_keys);
        let refusals = memory
            .refusals(2 * IMM_BUCKET_SIZE)
            .when(live.small || !live.is_depth_first(), IMM_ERR_UNSUPPORTED)
            .when(useless, IMM_ERR_UNSUPPORTED);
        let status = call!(self.t, imm_share_table(live.state, memory.address(live).cast(), memory.size));
        let shared = self.judge(live, "imm_share_table", status, &refusals)?;
        if shared {
            memory.search(self, live, source)?;
        }
        live.disarm();
        // The state returns to its own table. All entries of its own table must still be correct.
        let status = call!(self.t, imm_share_table(live.state, null_mut(), 0));
        let expected = if live.small || !live.is_depth_first() { IMM_ERR_UNSUPPORTED } else { IMM_OK };
        ensure!(status == expected, "imm_share_table answers {status} to nothing");
        memory.block.check_around()
    }
}
