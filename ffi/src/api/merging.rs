//! Root-parallel search: what other states have found goes into one.

use crate::internal::handle::{Handle, State, enter, leave};
use crate::internal::session::Queries;
use crate::internal::status::merge_status;
use crate::types::*;
use kernel::keep::save::Parts;

/// Adds what `n` other states have found about this position to `state`, for searches on all cores:
/// each state lies in a block of its own, has a seed of its own and is searched by a thread of its
/// own, and nothing is shared meanwhile. When all searches have ended, one thread calls this, and
/// imm_get_report(), imm_candidates(), imm_line() and imm_visit_tree() of `state` answer for all.
/// With the same seeds and iterations the result is the same, whichever thread was faster. The
/// others are only read.
///
/// For each move visits and rewards are added (a count of visits stays at 2^32 - 1), so its value
/// is made of all simulations. Its minimax value is the mean of all, each with the weight of its
/// visits. What one state has proven is proven, by the shortest proof. Moves that `state` has not
/// tried are added, as far as its tree has room. In the report `iterations` is the sum,
/// `depth` and `elapsed_ms` are the largest; `nodes` and `recycled` are of the tree of `state`,
/// which below its moves stays as it was. The signature takes in those of the others. Of
/// alpha-beta, `state` takes over the best answer: one that is proven, and ends soonest; else that
/// of the greatest depth. Where states are equally good the first counts, `state` before the
/// others: so their order matters, if little.
///
/// All states may search on, and play on: imm_play() the move in each of them. But until then a
/// tree that others were merged into is refused, as `state` and among the others, because it would
/// count simulations twice. To look at what all have found before the end of a search, merge into
/// a copy: see imm_clone(). No callback is called but `to_move` and, where `state` has not tried a
/// move, `outcome` and `legal_moves`. Takes a few microseconds a state.
///
/// IMM_ERR_NULL; IMM_ERR_BUSY if a state is there twice, or is `state`, or a call with it is under
/// way; IMM_ERR_OTHER_GAME, IMM_ERR_OTHER_PLAYER, IMM_ERR_OTHER_POSITION where that is another
/// (players may differ as far as imm_set_player() keeps the tree); IMM_ERR_MERGED if others are
/// merged into one of the states; IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and
/// imm_kalah_small(); or what is wrong with the handle of any state. Nothing is changed then. Or
/// what a callback did wrong: the tree of `state` is empty then.
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

/// States that are busy as long as this stands.
struct Others {
    states: *const *mut imm_state,
    count: usize,
}

impl Others {
    /// Takes all of them: so none is there twice, nor the one that they are merged into.
    ///
    /// # Safety
    /// `states` has `n` handles from C, used by this thread only.
    unsafe fn enter(states: *const *mut imm_state, n: usize) -> Result<Self, imm_status> {
        let mut entered = Self { states, count: 0 };
        for index in 0..n {
            // SAFETY: within the array.
            let state = unsafe { *states.wrapping_add(index) };
            // SAFETY: promised by the caller. What was entered before is left when this fails.
            let state = unsafe { enter(state) }?;
            entered.count = index.wrapping_add(1);
            state.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
        }
        Ok(entered)
    }

    fn states(&self) -> impl Iterator<Item = &State> {
        (0..self.count).map(|index| {
            // SAFETY: within the array; `enter` has found a state there, which is only ever shared.
            unsafe { &*(*self.states.wrapping_add(index)).cast::<State>() }
        })
    }

    /// Does this with the search and each of the others in turn.
    fn each(
        &self,
        queries: &mut dyn Queries,
        step: impl Fn(&mut Parts<'_, 'static>, &mut Parts<'_, 'static>) -> Result<(), imm_status>,
    ) -> Result<(), imm_status> {
        for state in self.states() {
            let other = state.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
            // SAFETY: it is the session of another state, which nobody else holds while it is busy.
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
