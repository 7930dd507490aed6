//! Option `mob`: a move is better if the opponent has fewer moves after it. Step 1, select,
//! compares the numbers of the opponent's moves at the children of a node.
//!
//! A node gets its number in step 2, expand, when its moves are listed anyway. So the option takes
//! no calls of the game. The number is in the place of the bound, like the numbers of the option
//! `pn`.

use super::Tree;
use super::nodes::Node;
use super::slot::Slot;

/// The average has this many parts of 1, because siblings may have only a few moves.
const PARTS: u32 = 16;

/// Returns the average number of the opponent's moves at these children, in 1/16ths. Children whose
/// number is not known do not count.
pub(super) fn average(children: &[Slot]) -> u32 {
    let (mut sum, mut count) = (0_u32, 0_u32);
    for child in children.iter().filter(|child| child.visits() > 0) {
        sum = sum.saturating_add(child.number());
        count = count.wrapping_add(u32::from(child.number() > 0));
    }
    sum.saturating_mul(PARTS).checked_div(count).unwrap_or(0).max(1)
}

/// Returns the term of a child: X (1 - m / a), at least -X, for m moves of the opponent and an
/// average of a. `slope` is X divided by the average in 1/16ths. A child whose number is not known
/// has no term.
#[inline(always)]
pub(super) fn ease_by_replies(replies: u32, weight: f32, slope: f32) -> f32 {
    if replies == 0 {
        return 0.0;
    }
    let share = replies.saturating_mul(PARTS) as f32 * slope;
    (weight - share).max(-weight)
}

impl Tree<'_> {
    /// Stores the number of legal moves of the node at this ply of the path, which was just
    /// expanded. If the player who moves there also made the move before, the number stays unknown:
    /// it is not a number of replies.
    #[inline(never)] // few players use this
    pub(super) fn note_replies(&mut self, ply: usize, count: u32) {
        let above = ply.checked_sub(1).and_then(|above| self.path.get(above)).copied();
        let (Some(step), Some(above)) = (self.path.get(ply).copied(), above) else { return };
        let siblings = self.pool.node(above.node()).children();
        if step.mover() != above.mover() && self.pool.header(siblings).has_all_children() {
            self.pool.node_mut(step.node()).store_number(count);
            self.pool.header_mut(siblings).set_mark(0); // the average is to be computed again
        }
    }
}

#[cfg(test)]
#[path = "mobility_tests.rs"]
mod tests;
