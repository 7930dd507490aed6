//! The handle: a pointer to the state at the beginning of the caller-provided block. Exported
//! functions reach the search of a state through its handle.

use crate::internal::clock::CallbackClock;
use crate::internal::history::forget_past;
use crate::internal::layout::HEAD;
use crate::internal::session::{AnySession, Queries, Saving, Session};
use crate::types::*;
use core::cell::Cell;
use core::ffi::c_void;
use core::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};

/// The data at the beginning of the block. C programs see it as the opaque type `imm_state`.
pub(crate) struct State {
    /// The mark of this state: the result of [`magic_of`] for its address. The mark is written
    /// after all other fields, and removed before they change, because another thread may read it
    /// in `imm_stop()`.
    pub magic: AtomicUsize,
    pub last_status: Cell<imm_status>,
    /// True during a call with this state. While it is true, another call with the state is
    /// refused, for example from a callback.
    pub busy: Cell<bool>,
    pub stop: AtomicBool,
    pub clock: CallbackClock,
    /// The size of the block, in bytes.
    pub size: usize,
    pub search: AnySession,
    /// The address and the size of the net that the caller has set. NULL if there is none.
    #[cfg(feature = "nets")]
    pub net: Cell<*const [u8]>,
}

const _: () = assert!(size_of::<State>().next_multiple_of(IMM_ALIGN) == HEAD);

impl State {
    /// Writes an idle state to `place`. The stop flag is cleared.
    ///
    /// # Safety
    /// `place` is aligned, has space for a state, and nothing else uses it. The only exception is
    /// `imm_stop()`, which may be called for an earlier state at this place.
    pub(crate) unsafe fn put(place: *mut Self, clock: CallbackClock, size: usize, search: AnySession) {
        // SAFETY: promised by the caller; within the state, in which nothing needs dropping. The
        // fields that `imm_stop()` uses are written below, by atomic operations.
        unsafe {
            (&raw mut (*place).last_status).write(Cell::new(IMM_OK));
            (&raw mut (*place).busy).write(Cell::new(false));
            (&raw mut (*place).clock).write(clock);
            (&raw mut (*place).size).write(size);
            (&raw mut (*place).search).write(search);
            #[cfg(feature = "nets")]
            (&raw mut (*place).net).write(Cell::new(core::ptr::slice_from_raw_parts(core::ptr::null(), 0)));
        }
        // SAFETY: within the state; a flag is a byte, and may have any value before.
        unsafe { AtomicU8::from_ptr((&raw mut (*place).stop).cast()) }.store(0, Ordering::Relaxed);
        // SAFETY: promised by the caller.
        unsafe { Self::mark(place, magic_of(place.addr())) };
    }

    /// Writes the mark of a state. A mark of 0 means that `place` no longer contains a state.
    ///
    /// # Safety
    /// The same as for [`State::put`].
    pub(crate) unsafe fn mark(place: *mut Self, magic: usize) {
        // SAFETY: promised by the caller; any bytes are a valid number.
        unsafe { &(*place).magic }.store(magic, Ordering::Relaxed);
    }

    /// Checks that `size` bytes at `place` do not overlap the block of this state. Returns
    /// IMM_ERR_BUFFER if they overlap.
    pub(crate) fn check_apart(&self, place: *const c_void, size: usize) -> Result<(), imm_status> {
        let (block, place) = ((&raw const *self).addr(), place.addr());
        let apart =
            if place < block { block.wrapping_sub(place) >= size } else { place.wrapping_sub(block) >= self.size };
        if apart || size == 0 { Ok(()) } else { Err(IMM_ERR_BUFFER) }
    }
}

/// The mark of a state is this number XORed with the address of the state. So a copy at another
/// address has a wrong mark, and is not a valid state: it would have pointers into the old block.
/// At an aligned address, the mark is never 0.
const MAGIC: usize = 0x2B6D_6D69;

/// Returns the mark of a state at this address.
fn magic_of(state: usize) -> usize {
    MAGIC ^ state
}

/// Checks that `imm_init()` made this state, at this address.
///
/// # Safety
/// `state` is NULL or points to readable memory.
pub(crate) unsafe fn check(state: *const imm_state) -> Result<(), imm_status> {
    if state.is_null() {
        return Err(IMM_ERR_NULL);
    }
    if !state.addr().is_multiple_of(IMM_ALIGN) {
        return Err(IMM_ERR_MISALIGNED);
    }
    // SAFETY: aligned and readable; any bytes are a valid number. Reads only this field, because
    // another thread may be using the state.
    let magic = unsafe { &(*state.cast::<State>()).magic };
    if magic.load(Ordering::Relaxed) == magic_of(state.addr()) { Ok(()) } else { Err(IMM_ERR_STATE) }
}

/// A handle that C has passed to an exported function. It is not checked yet.
#[derive(Clone, Copy)]
pub(crate) struct Handle(*mut imm_state);

impl Handle {
    /// Wraps a handle from C.
    ///
    /// # Safety
    /// `state` is NULL or a handle that `imm_init()` returned, used only by this thread.
    pub(crate) unsafe fn new(state: *mut imm_state) -> Self {
        Self(state)
    }

    /// Calls `body` with the session of the handle, and stores the status in the state. Returns the
    /// result of `body`, or the status of an error.
    pub(crate) fn call(self, body: impl FnOnce(&mut dyn Session, &State) -> Result<i32, imm_status>) -> i32 {
        self.call_or(|status| status, body)
    }

    /// Does the work of [`Handle::call`] for functions that do not return a status after an error.
    pub(crate) fn call_or<R>(
        self,
        fail: impl FnOnce(imm_status) -> R,
        body: impl FnOnce(&mut dyn Session, &State) -> Result<R, imm_status>,
    ) -> R {
        self.when_idle(fail, |state| {
            // SAFETY: `imm_init()` put the session there; `busy` ensures that nothing else uses it.
            let session = unsafe { &mut *state.search.session.get() };
            body(session, state)
        })
    }

    /// Calls `body` like [`Handle::call`], but with the [`Queries`] of the search. Error:
    /// IMM_ERR_UNSUPPORTED for a `small` game, which has no queries.
    pub(crate) fn call_queries(self, body: impl FnOnce(&mut dyn Queries) -> Result<i32, imm_status>) -> i32 {
        self.call_both(|queries, _| body(queries))
    }

    /// Calls `body` like [`Handle::call_queries`], for functions that also need the state.
    pub(crate) fn call_both(self, body: impl FnOnce(&mut dyn Queries, &State) -> Result<i32, imm_status>) -> i32 {
        let fail = |status| status;
        self.when_idle(fail, |state| {
            let queries = state.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
            // SAFETY: this is the session, which nothing else uses.
            let queries = unsafe { &mut *queries };
            body(queries, state)
        })
    }

    /// Calls `body` like [`Handle::call_queries`], for functions that set up a position. If `body`
    /// succeeds, deletes the history of the state.
    pub(crate) fn call_change(self, body: impl FnOnce(&mut dyn Queries) -> Result<(), imm_status>) -> i32 {
        self.when_idle(
            |status| status,
            |state| {
                let queries = state.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
                // SAFETY: this is the session, which nothing else uses.
                body(unsafe { &mut *queries })?;
                forget_past(&state.search);
                Ok(IMM_OK)
            },
        )
    }

    /// Calls `body` like [`Handle::call`], but with the [`Saving`] of the search. Error:
    /// IMM_ERR_UNSUPPORTED for a `small` game, which cannot be saved.
    pub(crate) fn call_saving(self, body: impl FnOnce(&mut dyn Saving, &State) -> Result<i32, imm_status>) -> i32 {
        let fail = |status| status;
        self.when_idle(fail, |state| {
            let queries = state.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
            // SAFETY: this is the session, which nothing else uses.
            let queries = unsafe { &mut *queries };
            body(queries.saving(), state)
        })
    }

    /// Calls `body` with the state, unless another call is using the state. Stores the status in
    /// the state.
    pub(crate) fn when_idle<R>(
        self,
        fail: impl FnOnce(imm_status) -> R,
        body: impl FnOnce(&State) -> Result<R, imm_status>,
    ) -> R {
        // SAFETY: promised by the caller of `Handle::new`.
        match unsafe { enter(self.0) } {
            Ok(state) => {
                let result = body(state);
                let status = result.as_ref().map_or_else(|status| *status, |_| IMM_OK);
                leave(state);
                state.last_status.set(status);
                result.unwrap_or_else(fail)
            }
            Err(status) => fail(status),
        }
    }
}

/// Returns the state of a handle, and marks the state as busy. Not inlined, so that all exported
/// functions use one copy of its code.
///
/// # Safety
/// The same as for [`Handle::new`].
#[inline(never)]
pub(crate) unsafe fn enter<'a>(state: *mut imm_state) -> Result<&'a State, imm_status> {
    // SAFETY: promised by the caller.
    unsafe { check(state) }?;
    // SAFETY: `check` found a state. There are only shared references to it: its mutable fields are
    // cells and an atomic.
    let state = unsafe { &*state.cast::<State>() };
    if state.busy.replace(true) {
        state.last_status.set(IMM_ERR_BUSY);
        return Err(IMM_ERR_BUSY);
    }
    Ok(state)
}

/// Marks the state as idle. Does not change its last status.
pub(crate) fn leave(state: &State) {
    state.busy.set(false);
}
