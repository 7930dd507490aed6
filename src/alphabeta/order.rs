//! Move order: the game's static one, and nothing else (implicit minimax paper, section 4; its program's alpha-beta has
//! neither a table nor killers nor history, and does not put the last iteration's best move first).

use crate::game::Move;
use crate::knowledge::Knowledge;

/// Sorts the legal moves of `position` by [`Knowledge::order`], highest first; equals keep the order of the list.
///
/// By insertion: as many steps as there are moves where most are of one class, a quarter of its square where every one has
/// a number of its own. `keys` is scratch space for as many.
pub(super) fn sort<G: Knowledge>(position: &G, moves: &mut [Move], keys: &mut [i32]) {
    for place in 0..moves.len().min(keys.len()) {
        let Some(&mv) = moves.get(place) else { break };
        let key = position.order(mv);
        let mut hole = place;
        while let Some(before) = hole.checked_sub(1) {
            let (Some(&earlier), Some(&its_key)) = (moves.get(before), keys.get(before)) else { break };
            if its_key >= key {
                break;
            }
            put(moves, hole, earlier);
            put(keys, hole, its_key);
            hole = before;
        }
        put(moves, hole, mv);
        put(keys, hole, key);
    }
}

#[inline]
fn put<T>(slots: &mut [T], index: usize, value: T) {
    if let Some(slot) = slots.get_mut(index) {
        *slot = value;
    }
}
