//! The handle: the state at the beginning of the caller-provided block, and how every exported
//! function reaches the search behind it.

use crate::internal::clock::CallbackClock;
use crate::internal::history::forget_past;
use crate::internal::layout::HEAD;
use crate::internal::session::{AnySession, Queries, Saving, Session};
use crate::types::*;
use core::cell::Cell;
use core::ffi::c_void;
use core::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};

/// What stands at the beginning of the block: the `imm_state` of the C side.
pub(crate) struct State {
    /// [`magic_of`] its address. Written last, and taken away first: `imm_stop()` may look at it
    /// meanwhile.
    pub magic: AtomicUsize,
    pub last_status: Cell<imm_status>,
    /// A call is under way: calls from callbacks are refused.
    pub busy: Cell<bool>,
    pub stop: AtomicBool,
    pub clock: CallbackClock,
    /// Bytes of the block.
    pub size: usize,
    pub search: AnySession,
    /// Where the caller's net is, and its bytes; NULL where it has set none.
    #[cfg(feature = "nets")]
    pub net: Cell<*const [u8]>,
}

const _: () = assert!(size_of::<State>().next_multiple_of(IMM_ALIGN) == HEAD);

impl State {
    /// Puts a state there, idle and without a stop.
    ///
    /// # Safety
    /// `place` is aligned, has room for a state, and is exclusively ours, but that `imm_stop()` may
    /// be called for a state that stood there before.
    pub(crate) unsafe fn put(place: *mut Self, clock: CallbackClock, size: usize, search: AnySession) {
        // SAFETY: promised by the caller; within the state, in which nothing needs dropping. What
        // `imm_stop()` touches is written by atomics below.
        unsafe {
            (&raw mut (*place).last_status).write(Cell::new(IMM_OK));
            (&raw mut (*place).busy).write(Cell::new(false));
            (&raw mut (*place).clock).write(clock);
            (&raw mut (*place).size).write(size);
            (&raw mut (*place).search).write(search);
            #[cfg(feature = "nets")]
            (&raw mut (*place).net).write(Cell::new(core::ptr::slice_from_raw_parts(core::ptr::null(), 0)));
        }
        // SAFETY: as above; a flag is a byte, which may be anything before.
        unsafe { AtomicU8::from_ptr((&raw mut (*place).stop).cast()) }.store(0, Ordering::Relaxed);
        // SAFETY: promised by the caller.
        unsafe { Self::mark(place, magic_of(place.addr())) };
    }

    /// Writes the mark of a state: 0 where there is none any more.
    ///
    /// # Safety
    /// As for [`State::put`].
    pub(crate) unsafe fn mark(place: *mut Self, magic: usize) {
        // SAFETY: promised by the caller; any bytes are a number.
        unsafe { &(*place).magic }.store(magic, Ordering::Relaxed);
    }

    /// May so many bytes be written there without harm to the block of this state?
    /// IMM_ERR_BUFFER.
    pub(crate) fn check_apart(&self, place: *const c_void, size: usize) -> Result<(), imm_status> {
        let (block, place) = ((&raw const *self).addr(), place.addr());
        let apart =
            if place < block { block.wrapping_sub(place) >= size } else { place.wrapping_sub(block) >= self.size };
        if apart || size == 0 { Ok(()) } else { Err(IMM_ERR_BUFFER) }
    }
}

/// Marks a block that `imm_init()` has set up, together with its address: the state points into its
/// block, so that a copy elsewhere is no state. Never 0 at an aligned address.
const MAGIC: usize = 0x2B6D_6D69;

/// The mark of a state at this address.
fn magic_of(state: usize) -> usize {
    MAGIC ^ state
}

/// Is this a state that `imm_init()` made, where it made it?
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
    // SAFETY: aligned and readable; any bytes are a number. Of this field alone, as another thread
    // may be using the state.
    let magic = unsafe { &(*state.cast::<State>()).magic };
    if magic.load(Ordering::Relaxed) == magic_of(state.addr()) { Ok(()) } else { Err(IMM_ERR_STATE) }
}

/// A handle from C, as one exported function was given it. Nothing is known of it yet.
#[derive(Clone, Copy)]
pub(crate) struct Handle(*mut imm_state);

impl Handle {
    /// # Safety
    /// `state` is NULL or a handle that `imm_init()` gave out, used by this thread only.
    pub(crate) unsafe fn new(state: *mut imm_state) -> Self {
        Self(state)
    }

    /// Runs `body` on the session behind the handle and notes its status, which is the answer to an
    /// error.
    pub(crate) fn call(self, body: impl FnOnce(&mut dyn Session, &State) -> Result<i32, imm_status>) -> i32 {
        self.call_or(|status| status, body)
    }

    /// [`Handle::call`] for functions that answer an error by something else than its status.
    pub(crate) fn call_or<R>(
        self,
        fail: impl FnOnce(imm_status) -> R,
        body: impl FnOnce(&mut dyn Session, &State) -> Result<R, imm_status>,
    ) -> R {
        self.when_idle(fail, |state| {
            // SAFETY: `imm_init()` put the session there; `busy` sees to it that nobody else holds
            // it.
            let session = unsafe { &mut *state.search.session.get() };
            body(session, state)
        })
    }

    /// [`Handle::call`] with what a search can tell beyond playing, where its game came with that.
    pub(crate) fn call_queries(self, body: impl FnOnce(&mut dyn Queries) -> Result<i32, imm_status>) -> i32 {
        self.call_both(|queries, _| body(queries))
    }

    /// [`Handle::call_queries`] for functions that need the state, too.
    pub(crate) fn call_both(self, body: impl FnOnce(&mut dyn Queries, &State) -> Result<i32, imm_status>) -> i32 {
        let fail = |status| status;
        self.when_idle(fail, |state| {
            let queries = state.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
            // SAFETY: it is the session, which nobody else holds.
            let queries = unsafe { &mut *queries };
            body(queries, state)
        })
    }

    /// [`Handle::call_queries`] for what sets a position up: it has no past.
    pub(crate) fn call_change(self, body: impl FnOnce(&mut dyn Queries) -> Result<(), imm_status>) -> i32 {
        self.when_idle(
            |status| status,
            |state| {
                let queries = state.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
                // SAFETY: it is the session, which nobody else holds.
                body(unsafe { &mut *queries })?;
                forget_past(&state.search);
                Ok(IMM_OK)
            },
        )
    }

    /// [`Handle::call`] with what it takes to keep a search, where its game came with that.
    pub(crate) fn call_saving(self, body: impl FnOnce(&mut dyn Saving, &State) -> Result<i32, imm_status>) -> i32 {
        let fail = |status| status;
        self.when_idle(fail, |state| {
            let queries = state.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
            // SAFETY: it is the session, which nobody else holds.
            let queries = unsafe { &mut *queries };
            body(queries.saving(), state)
        })
    }

    /// Runs `body` on the state alone.
    pub(crate) fn when_idle<R>(
        self,
        fail: impl FnOnce(imm_status) -> R,
        body: impl FnOnce(&State) -> Result<R, imm_status>,
    ) -> R {
        // SAFETY: who made the handle has promised it.
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

/// The state behind a handle, busy from now on. Apart, as every exported function needs it.
///
/// # Safety
/// As for [`Handle::new`].
#[inline(never)]
pub(crate) unsafe fn enter<'a>(state: *mut imm_state) -> Result<&'a State, imm_status> {
    // SAFETY: promised by the caller.
    unsafe { check(state) }?;
    // SAFETY: `check` found a state. It is only ever shared: what changes in it are cells and an
    // atomic.
    let state = unsafe { &*state.cast::<State>() };
    if state.busy.replace(true) {
        state.last_status.set(IMM_ERR_BUSY);
        return Err(IMM_ERR_BUSY);
    }
    Ok(state)
}

/// The state is idle again; its last status stays.
pub(crate) fn leave(state: &State) {
    state.busy.set(false);
}
