//! Option `mob`: a move is better if the opponent has fewer moves after it. Step 1, select,
//! compares children by the number of the opponent's moves.
//!
//! A node gets this number in step 2, expand, which lists the moves anyway. So the option needs no
//! additional calls of the game. The node stores the number in place of its bound, like the numbers
//! of the option `pn`.

use super::Tree;
use super::nodes::Node;
use super::slot::Slot;

/// The average is stored in this many parts of 1. A whole number would be too coarse, because a
/// position may have only a few moves.
const PARTS: u32 = 16;

/// Returns the average number of the opponent's moves at these children, in 1/16ths. Leaves out
/// children for which this number is not known.
pub(super) fn average(children: &[Slot]) -> u32 {
    let (mut sum, mut count) = (0_u32, 0_u32);
    for child in children.iter().filter(|child| child.visits() > 0) {
        sum = sum.saturating_add(child.number());
        count = count.wrapping_add(u32::from(child.number() > 0));
    }
    sum.saturating_mul(PARTS).checked_div(count).unwrap_or(0).max(1)
}

/// Returns a number that is added to the bound of a child, at least -X: X (1 - m / a), where m is
/// the number of the opponent's moves and a is the average. `slope` is X divided by the average in
/// 1/16ths. Returns 0 if m is not known.
#[inline(always)]
pub(super) fn ease_by_replies(replies: u32, weight: f32, slope: f32) -> f32 {
    if replies == 0 {
        return 0.0;
    }
    let share = replies.saturating_mul(PARTS) as f32 * slope;
    (weight - share).max(-weight)
}

impl Tree<'_> {
    /// Stores the number of legal moves of the node at this ply of the path. The node was just
    /// expanded. If the same player moves twice in a row, stores nothing, because the moves are not
    /// replies of the opponent.
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
