//! Tests imm_merge(), which adds the results of other states to a state.

use super::World;
use super::live::{Live, Refusals};
use crate::block::Block;
use crate::source::Source;
use crate::transcript::call;
use anyhow::{Result, ensure};
use imm_host::*;
use std::ptr::{null, null_mut};

/// The errors that a merge with an unrelated state of the scenario may return.
const OTHERS: [imm_status; 5] =
    [IMM_ERR_OTHER_GAME, IMM_ERR_OTHER_PLAYER, IMM_ERR_OTHER_POSITION, IMM_ERR_MERGED, IMM_ERR_UNSUPPORTED];

impl World {
    /// Clones the state, searches with the clone and merges the clone's results into the state.
    /// Also tries merges that must be refused.
    pub(crate) fn merge(&mut self, live: &mut Live, index: usize, source: &mut Source<'_>) -> Result<()> {
        live.disarm();
        let block = Block::new(live.room(), 0, &self.around);
        let (mut copy, mut twice) = (null_mut::<imm_state>(), false);
        let place = self.outs.first.of::<*mut imm_state>();
        if call!(self.t, imm_clone(live.state, block.start().cast(), block.size(), place)) == IMM_OK {
            // SAFETY: a handle was written.
            copy = unsafe { self.outs.first.read() };
            self.current.set(null_mut()); // so that a stopped clock does not end the search
            let status = call!(self.t, imm_step(copy, source.pick(&[1, 5, 30])));
            self.current.set(live.state);
            let expected = live.search_status();
            ensure!(status == expected || live.lied, "imm_step of a copy answers {status}");
        } else {
            ensure!(live.small, "a state cannot be copied");
        }
        let mut others = vec![copy];
        let mut refusals = Refusals::default().when(live.small, IMM_ERR_UNSUPPORTED);
        refusals.may.push(IMM_ERR_MERGED); // the state, and so its copy, may already contain merged results
        let mut foreign = false;
        match source.below(8) {
            0 => {
                others.push(null_mut());
                refusals = refusals.when(true, IMM_ERR_NULL);
            }
            1 => {
                others.push(source.pick(&[copy, live.state]));
                refusals = refusals.when(!copy.is_null(), IMM_ERR_BUSY);
            }
            2 => {
                let other = (index + 1) % self.states.len();
                others.extend(self.states[other].as_ref().map(|other| other.state));
                foreign = others.len() > 1;
                refusals.may.extend(OTHERS);
            }
            3 => others.clear(),
            _ => twice = source.once_in(2),
        }
        refusals = refusals
            .when(copy.is_null() && !others.is_empty(), IMM_ERR_NULL)
            .when(live.is_told() && !live.small && !others.is_empty(), IMM_ERR_OTHER_PLAYER);
        let given = if others.is_empty() { null() } else { others.as_ptr() };
        live.arm(source);
        let status = call!(self.t, imm_merge(live.state, given, others.len()));
        let merged = self.judge(live, "imm_merge", status, &refusals)?;
        block.check_around()?;
        live.tainted |= merged && foreign; // nothing is known about the results of the other state
        // If a callback falsely reported that the game was over, the first merge may have added
        // nothing.
        let again = merged && twice && !live.lied_now;
        if again && call!(self.t, imm_merge(live.state, given, others.len())) == IMM_OK {
            // A second merge may succeed only if it counts no simulation twice: with alpha-beta, or
            // if there are no results.
            let room = self.outs.first.of::<imm_report>();
            let status = call!(self.t, imm_get_report_sized(live.state, room, size_of::<imm_report>()));
            // SAFETY: the report was written.
            let report: imm_report = unsafe { self.outs.first.read() };
            ensure!(status == IMM_OK && report.visits == 0, "simulations were counted twice");
        }
        self.report(live, source)
    }
}
