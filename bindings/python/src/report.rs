//! The library's results for Python, as dictionaries and tuples of numbers. `imm_search/report.py`
//! converts them to classes.

use imm_host::*;
use pyo3::prelude::*;

/// A report. Moves are numbers; `None` means no move.
#[derive(IntoPyObject)]
pub(crate) struct Found {
    best: Option<u32>,
    value: f32,
    proof: i32,
    distance: u32,
    iterations: u64,
    signature: u64,
    visits: u32,
    nodes: u32,
    recycled: u64,
    depth: u32,
    elapsed_ms: u32,
    stopped: i32,
}

/// The statistics of a move: move, visits, value, minimax value, proof, distance.
pub(crate) type Candidate = (u32, u32, f32, f32, i32, u32);

/// A node of the tree: the move that leads to the node (`None` for the root), the fields of
/// `Candidate` except the move, the ply, and the number of children.
pub(crate) type Node = (Option<u32>, u32, f32, f32, i32, u32, u32, u32);

/// The state of a running search: milliseconds, iterations, depth, best move, its value, proof.
pub(crate) type Snapshot = (u32, u64, u32, Option<u32>, f32, i32);

fn some_move(mv: imm_move) -> Option<u32> {
    (mv != IMM_MOVE_NONE).then_some(mv)
}

pub(crate) fn found(report: &imm_report) -> Found {
    Found {
        best: some_move(report.best),
        value: report.value,
        proof: report.proof,
        distance: report.distance,
        iterations: report.iterations,
        signature: report.signature,
        visits: report.visits,
        nodes: report.nodes,
        recycled: report.recycled,
        depth: report.depth,
        elapsed_ms: report.elapsed_ms,
        stopped: report.stopped,
    }
}

pub(crate) fn candidate(one: &imm_candidate) -> Candidate {
    (one.r#move, one.visits, one.value, one.minimax, one.proof, one.distance)
}

pub(crate) fn node(one: &imm_node) -> Node {
    let mv = some_move(one.r#move);
    (mv, one.visits, one.value, one.minimax, one.proof, one.distance, one.ply, one.children)
}

pub(crate) fn snapshot(report: &imm_report) -> Snapshot {
    (report.elapsed_ms, report.iterations, report.depth, some_move(report.best), report.value, report.proof)
}
