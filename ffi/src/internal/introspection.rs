//! Converts candidate moves and tree nodes to C structs. Sorts candidates, the best first.

use crate::internal::convert::proof_to_c;
use crate::internal::session::Queries;
use crate::types::*;
use core::cmp::Ordering;
use kernel::game::Move;
use kernel::game::value::{Proof, Value};
use kernel::report::{Candidate, TreeNode};

/// Writes the best candidates to `out`, best first, and returns the total number of candidates. The
/// function sorts the candidates by inserting them into `out`, and needs no other memory.
/// Candidates that do not fit into `out` are left out.
pub(crate) fn write_candidates(search: &mut dyn Queries, out: &mut [imm_candidate]) -> Result<i32, imm_status> {
    let ranking = search.ranking()?;
    let (mut count, mut sorted) = (0_usize, 0_usize);
    while let Some(candidate) = search.candidate(count)? {
        count = count.wrapping_add(1);
        let not_after =
            |other: &imm_candidate| ranking.order(&candidate_from_c(other), &candidate) != Ordering::Greater;
        let place = out.get(..sorted).unwrap_or_default().partition_point(not_after);
        sorted = sorted.wrapping_add(1).min(out.len());
        let mut moved_up = candidate_to_c(&candidate);
        for slot in out.get_mut(place..sorted).unwrap_or_default() {
            core::mem::swap(slot, &mut moved_up);
        }
    }
    Ok(count as i32)
}

fn candidate_to_c(candidate: &Candidate) -> imm_candidate {
    imm_candidate {
        r#move: candidate.mv.0,
        visits: candidate.visits,
        value: candidate.value.to_f32(),
        minimax: candidate.minimax.to_f32(),
        proof: proof_to_c(candidate.proof),
        distance: u32::from(candidate.distance),
    }
}

/// Converts a C candidate back to the kernel's type. Sets only the fields that decide the order of
/// candidates.
fn candidate_from_c(candidate: &imm_candidate) -> Candidate {
    Candidate {
        mv: Move(candidate.r#move),
        visits: candidate.visits,
        value: Value::from_f32(candidate.value).unwrap_or_default(),
        minimax: Value::DRAW,
        proof: match candidate.proof {
            IMM_PROVEN_FIRST_WINS => Proof::FirstWins,
            IMM_PROVEN_SECOND_WINS => Proof::SecondWins,
            IMM_PROVEN_DRAW => Proof::Draw,
            _ => Proof::Unknown,
        },
        distance: candidate.distance as u8,
    }
}

pub(crate) fn node_to_c(node: &TreeNode) -> imm_node {
    imm_node {
        ply: node.ply,
        r#move: node.mv.0,
        visits: node.visits,
        value: node.value.to_f32(),
        minimax: node.minimax.to_f32(),
        proof: proof_to_c(node.proof),
        distance: u32::from(node.distance),
        children: node.children,
    }
}
