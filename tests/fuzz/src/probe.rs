//! Calls every function that takes a state, with an invalid handle or from within a callback. Each
//! function must refuse the call and write nothing.

use crate::out::Outs;
use crate::transcript::{Transcript, call};
use anyhow::{Result, ensure};
use imm_host::*;
use std::ffi::c_void;
use std::ptr::{null, null_mut};

/// The memory for probes, which are calls that must be refused.
#[derive(Debug)]
pub struct Bench {
    /// Separate memory, so that a probe can run during another call.
    pub outs: Outs,
}

/// What a function returned for a call that the function must refuse.
enum Answered {
    /// The function returned this status.
    Status(i32),
    /// True if the function returned its value for failure. imm_last_status() then returns the
    /// status.
    Failed(bool),
}

type Probe = fn(&Bench, &Transcript, *mut imm_state) -> Answered;

/// The functions that take a state. All arguments except the state are correct. imm_stop() and
/// imm_last_status() are left out, because they never refuse a call.
const PROBES: &[Probe] = &[
    |_, t, state| Answered::Failed(call!(t, imm_search(state, 1)) == IMM_MOVE_NONE),
    |bench, t, state| {
        let limits = imm_limits { iterations: 5, ..imm_limits_default() };
        Answered::Status(call!(t, imm_search_limited(state, &raw const limits, bench.outs.first.of())))
    },
    |bench, t, state| {
        let limits = imm_limits { iterations: 5, ..imm_limits_default() };
        let size = size_of::<imm_report>();
        Answered::Status(call!(t, imm_search_limited_sized(state, &raw const limits, bench.outs.first.of(), size)))
    },
    |_, t, state| Answered::Status(call!(t, imm_step(state, 3))),
    |_, t, state| Answered::Status(call!(t, imm_forget(state))),
    |bench, t, state| {
        let limits = imm_limits { iterations: 5, ..imm_limits_default() };
        let room = bench.outs.first.of();
        Answered::Status(call!(t, imm_search_watched(state, &raw const limits, 1, WATCH, null_mut(), room)))
    },
    |bench, t, state| {
        let clock = imm_clock { remaining_ms: 5, ..imm_clock_default() };
        Answered::Status(call!(t, imm_search_clock(state, &raw const clock, bench.outs.first.of())))
    },
    |bench, t, state| Answered::Status(call!(t, imm_get_report(state, bench.outs.first.of()))),
    |bench, t, state| {
        let size = size_of::<imm_report>();
        Answered::Status(call!(t, imm_get_report_sized(state, bench.outs.first.of(), size)))
    },
    |bench, t, state| Answered::Status(call!(t, imm_candidates(state, bench.outs.first.list(3), 3))),
    |bench, t, state| Answered::Status(call!(t, imm_candidate_line(state, 0, bench.outs.first.list(3), 3))),
    |bench, t, state| Answered::Status(call!(t, imm_line(state, bench.outs.first.list(3), 3))),
    |_, t, state| Answered::Status(call!(t, imm_visit_tree(state, 3, 0, VISIT, null_mut()))),
    |bench, t, state| Answered::Status(call!(t, imm_evaluate(state, bench.outs.first.of()))),
    |_, t, state| Answered::Status(call!(t, imm_play(state, 0))),
    |bench, t, state| Answered::Status(call!(t, imm_legal_moves(state, bench.outs.first.list(3), 3))),
    |_, t, state| Answered::Status(call!(t, imm_outcome(state))),
    |_, t, state| Answered::Status(call!(t, imm_player_to_move(state))),
    |bench, t, state| Answered::Status(call!(t, imm_return_of(state, 0, bench.outs.first.of()))),
    |_, t, state| Answered::Failed(call!(t, imm_sample_chance(state, 5)) == IMM_MOVE_NONE),
    |bench, t, state| Answered::Status(call!(t, imm_move_text(state, 0, bench.outs.first.list(20), 20))),
    |bench, t, state| {
        let text = bench.outs.given.text(b"0");
        Answered::Status(call!(t, imm_parse_move(state, text, bench.outs.first.of())))
    },
    |bench, t, state| Answered::Status(call!(t, imm_position_text(state, bench.outs.first.list(200), 200))),
    |bench, t, state| Answered::Status(call!(t, imm_set_position(state, bench.outs.given.text(b"4,4|0|4,4|0 1")))),
    |_, t, state| Answered::Status(call!(t, imm_restart(state))),
    |_, t, state| Answered::Status(call!(t, imm_shuffle(state, 1))),
    |_, t, state| Answered::Failed(call!(t, imm_position_size(state)) == 0),
    |bench, t, state| {
        let (bytes, length) = (bench.outs.first.list::<c_void>(900), bench.outs.second.of());
        Answered::Status(call!(t, imm_position_bytes(state, bytes, 900, length)))
    },
    |bench, t, state| {
        let bytes = bench.outs.given.given(&[0; 40]).cast();
        Answered::Status(call!(t, imm_set_position_bytes(state, bytes, 40)))
    },
    |_, t, state| Answered::Status(call!(t, imm_keep_history(state, null_mut(), 0))),
    |_, t, state| Answered::Failed(call!(t, imm_history_size(state, 4)) == 0),
    |_, t, state| Answered::Status(call!(t, imm_undo(state))),
    |bench, t, state| {
        let (room, copy) = (bench.outs.first.take(8000, 16).cast(), bench.outs.second.of());
        Answered::Status(call!(t, imm_clone(state, room, 8000, copy)))
    },
    |_, t, state| Answered::Failed(call!(t, imm_save_size(state)) == 0),
    |bench, t, state| {
        let (bytes, length) = (bench.outs.first.list::<c_void>(900), bench.outs.second.of());
        Answered::Status(call!(t, imm_save(state, bytes, 900, length)))
    },
    |bench, t, state| {
        let bytes = bench.outs.given.given(&[0; 40]).cast();
        Answered::Status(call!(t, imm_load(state, bytes, 40)))
    },
    |_, t, state| Answered::Status(call!(t, imm_merge(state, null(), 0))),
    |bench, t, state| {
        let table = bench.outs.first.take(4096, 64).cast();
        Answered::Status(call!(t, imm_share_table(state, table, 4096)))
    },
    |bench, t, state| {
        let tree = bench.outs.first.take(4096, 64).cast();
        Answered::Status(call!(t, imm_share_tree(state, tree, 4096)))
    },
    |_, t, state| Answered::Status(call!(t, imm_set_player(state, null()))),
    |_, t, state| Answered::Status(call!(t, imm_set_net(state, null(), 0))),
    |bench, t, state| Answered::Status(call!(t, imm_set_player_text(state, bench.outs.given.text(b"mcts()"), 1))),
    |_, t, state| Answered::Status(call!(t, imm_collect(state, 3))),
    |_, t, state| Answered::Failed(call!(t, imm_leaf_position(state, 0)).is_null()),
    |bench, t, state| Answered::Status(call!(t, imm_leaf_text(state, 0, bench.outs.first.list(200), 200))),
    |bench, t, state| Answered::Status(call!(t, imm_leaf_moves(state, 0, bench.outs.first.list(3), 3))),
    |_, t, state| Answered::Status(call!(t, imm_leaf_player(state, 0))),
    |_, t, state| Answered::Status(call!(t, imm_tell(state, 0.5, null(), 0))),
];

unsafe extern "C" fn watch(_: *mut c_void, _: *const imm_report, _: *const imm_move, _: u32) {}

unsafe extern "C" fn visit(_: *mut c_void, _: *const imm_node) -> i32 {
    IMM_VISIT_BELOW
}

const WATCH: Option<unsafe extern "C" fn(*mut c_void, *const imm_report, *const imm_move, u32)> = Some(watch);
const VISIT: Option<unsafe extern "C" fn(*mut c_void, *const imm_node) -> i32> = Some(visit);

/// The number of functions to probe.
pub const COUNT: usize = PROBES.len();

impl Bench {
    /// Calls the function with this number. The function must refuse with the status `refusal` and
    /// write nothing. imm_last_status() must then return `refusal` too.
    ///
    /// # Errors
    /// The function accepts the call, returns another status or writes something.
    pub fn probe(&self, t: &Transcript, number: usize, state: *mut imm_state, refusal: imm_status) -> Result<()> {
        let what = format!("probe {number}");
        for out in [&self.outs.first, &self.outs.second] {
            out.take(0, 1);
        }
        match PROBES[number](self, t, state) {
            Answered::Status(status) => ensure!(status == refusal, "{what} answered {status}, not {refusal}"),
            Answered::Failed(failed) => ensure!(failed, "{what} did not fail, where it should answer {refusal}"),
        }
        let status = call!(t, imm_last_status(state));
        ensure!(status == refusal, "{what}: the latest status is {status}, not {refusal}");
        let (first, second) = (&self.outs.first, &self.outs.second);
        first.check_no_text(&what)?;
        second.check_unwritten(&what)
    }
}
