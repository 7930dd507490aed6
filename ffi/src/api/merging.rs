//! Root-parallel search: merges the roots of other states into one state.

use crate::internal::handle::{Handle, State, enter, leave};
use crate::internal::session::Queries;
use crate::internal::status::merge_status;
use crate::types::*;
use kernel::keep::save::Parts;

/// Merges the roots of `n` other states into `state`, so that all cores can search one position.
/// All states must be at the same position. Each state is in its own block, has its own seed, and
/// is searched by its own thread. The threads share no memory. After all searches have ended, one
/// thread calls this function. imm_get_report(), imm_candidates(), imm_line() and imm_visit_tree()
/// of `state` then show the results of all searches. Suggested `n`: the number of cores less 1. The
/// same seeds and iterations lead to the same result, however fast the threads are. The other
/// states do not change.
///
/// The visits and rewards of each move are added, so the value of a move is the mean of all
/// simulations. (A count of visits stops at 2^32 - 1.) The minimax value of a move is the mean of
/// all states, weighted by their visits. A move that one state has solved becomes solved, with the
/// shortest proof. Moves that `state` has not tried are added if its tree has room. In the report
/// of `state`, `iterations` is the sum, and `depth` and `elapsed_ms` are the largest of all states.
/// `nodes` and `recycled` count only the tree of `state`, which does not change below the moves at
/// the root. The signature includes the signatures of the other states.
///
/// For alpha-beta, `state` adopts the best answer of all states: a solved answer that ends the game
/// soonest, else the answer of the greatest depth. If answers are equally good, `state` adopts the
/// answer of the first state that has one; `state` itself comes before the other states. So the
/// order of the states can change the result.
///
/// After the merge all states can continue: imm_play() the move in each state. A tree that has
/// received merged results cannot be merged again before imm_play() or imm_forget(), because
/// simulations would be counted twice. To see the results of all states before the end of a search,
/// merge into a copy: see imm_clone(). The merge calls only the callback `to_move` and, if `state`
/// has not tried a move, `outcome` and `legal_moves`. The call takes a few microseconds for each
/// state.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_BUSY if a state occurs twice or is `state`, or if a call with a
/// state is under way; IMM_ERR_OTHER_GAME, IMM_ERR_OTHER_PLAYER or IMM_ERR_OTHER_POSITION if game,
/// player or position differ (players may differ as far as imm_set_player() keeps the tree);
/// IMM_ERR_MERGED if the tree of one of the states has already received merged results, or is a
/// shared tree; IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small(); or the
/// status of an invalid handle. After these errors nothing changes. The function may also return
/// the error of a callback: then the tree of `state` is empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_merge(state: *mut imm_state, others: *const *mut imm_state, n: usize) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_both(|queries, _| {
        if others.is_null() && n > 0 {
            return Err(IMM_ERR_NULL);
        }
        // SAFETY: NULL only where there are none; else `n` handles from C.
        let others = unsafe { Others::enter(others, n) }?;
        let mover = queries.ranking()?.mover();
        others.each(queries, |own, other| own.check_merge(other).map_err(merge_status))?;
        others.each(queries, |own, other| {
            own.merge(other);
            Ok(())
        })?;
        if n > 0 {
            queries.saving().parts().close_merge(mover).map_err(merge_status)?;
        }
        Ok(IMM_OK)
    })
}

/// The states that are merged into `state`. They are busy while this value exists.
struct Others {
    states: *const *mut imm_state,
    count: usize,
}

impl Others {
    /// Marks all states as busy. So a state that occurs twice is refused. The state into which the
    /// others are merged is also refused, because it is already busy.
    ///
    /// # Safety
    /// `states` has `n` handles from C, used by this thread only.
    unsafe fn enter(states: *const *mut imm_state, n: usize) -> Result<Self, imm_status> {
        let mut entered = Self { states, count: 0 };
        for index in 0..n {
            // SAFETY: within the array.
            let state = unsafe { *states.wrapping_add(index) };
            // SAFETY: promised by the caller. If this fails, `drop` leaves the states entered so
            // far.
            let state = unsafe { enter(state) }?;
            entered.count = index.wrapping_add(1);
            state.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
        }
        Ok(entered)
    }

    fn states(&self) -> impl Iterator<Item = &State> {
        (0..self.count).map(|index| {
            // SAFETY: within the array. `enter` has found a state there, and only shared references
            // to it exist.
            unsafe { &*(*self.states.wrapping_add(index)).cast::<State>() }
        })
    }

    /// Calls `step` once for each of the other states. The arguments are the search that receives
    /// the results, and the search of the other state.
    fn each(
        &self,
        queries: &mut dyn Queries,
        step: impl Fn(&mut Parts<'_, 'static>, &mut Parts<'_, 'static>) -> Result<(), imm_status>,
    ) -> Result<(), imm_status> {
        for state in self.states() {
            let other = state.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
            // SAFETY: the session of another state, which nobody else uses while that state is
            // busy.
            let other = unsafe { &mut *other };
            step(&mut queries.saving().parts(), &mut other.saving().parts())?;
        }
        Ok(())
    }
}

impl Drop for Others {
    fn drop(&mut self) {
        self.states().for_each(leave);
    }
}
