//! A transposition table in other memory, which states on other threads could use as well.

use super::World;
use super::live::{Live, Refusals};
use crate::block::Block;
use crate::source::Source;
use crate::transcript::call;
use anyhow::{Result, ensure};
use imm_host::*;
use std::ptr::null_mut;

impl World {
    /// The state uses the table, searches, is emptied perhaps, and gets its own back; or what must
    /// be refused.
    pub(crate) fn share_table(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let size = source.pick(&[0, 1, 64, 127, 128, 129, 200, 1000, 4096]);
        let slip = if source.once_in(8) { source.within(1, 15) } else { 0 };
        let block = Block::new(size, slip, &self.around);
        // SAFETY: so many bytes are there.
        unsafe { block.start().write_bytes(0, size) };
        let (overlaps, nothing) = (source.once_in(8), source.once_in(8));
        let memory = if overlaps { live.state.cast::<u8>().wrapping_add(64) } else { block.start() };
        let memory = if nothing { null_mut() } else { memory };
        let looks_up = live.is_depth_first() && live.config.switches & IMM_AB_TT != 0;
        let has_keys = live.own.is_none() || live.game.hash.is_some();
        let given_up = nothing && size == 0;
        let useless = !(given_up || looks_up && has_keys);
        let refusals = Refusals::default()
            .when(live.small || !live.is_depth_first(), IMM_ERR_UNSUPPORTED)
            .when(useless, IMM_ERR_UNSUPPORTED)
            .when(nothing && size > 0, IMM_ERR_NULL)
            .when(slip != 0 && !overlaps && !nothing, IMM_ERR_MISALIGNED)
            .when(overlaps && !nothing && size > 0, IMM_ERR_BUFFER)
            .when(size < 2 * IMM_BUCKET_SIZE && !given_up, IMM_ERR_TOO_SMALL);
        let status = call!(self.t, imm_share_table(live.state, memory.cast(), size));
        let shared = self.judge(live, "imm_share_table", status, &refusals)?;
        if shared {
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
        // Its own again, in which nothing that is not true was written.
        let status = call!(self.t, imm_share_table(live.state, null_mut(), 0));
        let expected = if live.small || !live.is_depth_first() { IMM_ERR_UNSUPPORTED } else { IMM_OK };
        ensure!(status == expected, "imm_share_table answers {status} to nothing");
        block.check_around()
    }
}
