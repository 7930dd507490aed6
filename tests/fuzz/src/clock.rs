//! Clocks that misbehave: they stop, jump, go back or wrap around.

use crate::scramble;
use crate::source::Source;
use crate::transcript::{Transcript, call};
use imm_host::imm_state;
use std::cell::Cell;
use std::ffi::c_void;
use std::rc::Rc;

/// How a clock changes from one reading to the next.
#[derive(Clone, Copy, Debug)]
enum Gait {
    /// The clock advances by this number of milliseconds.
    Steps(u32),
    /// The clock does not change.
    Stands,
    /// The clock advances by a random number of milliseconds, less than this number.
    Jumps(u32),
    /// The clock advances by a few milliseconds or goes back by 2 milliseconds.
    Wavers,
}

/// The state that the current call uses, or NULL if no search may be stopped.
pub type Current = Rc<Cell<*mut imm_state>>;

/// A misbehaving clock. The readings of the clock are the same in both runs of a scenario.
#[derive(Debug)]
pub struct CrookedClock {
    gait: Gait,
    now: Cell<u32>,
    looks: Cell<u32>,
    /// The number of readings after which the clock ends the current search with imm_stop().
    patience: u32,
    current: Current,
    transcript: Rc<Transcript>,
}

impl CrookedClock {
    /// Creates a random clock. Some clocks never reach a time limit, so every clock ends a search
    /// with imm_stop() after `patience` readings.
    pub fn new(source: &mut Source<'_>, patience: u32, current: &Current, transcript: &Rc<Transcript>) -> Rc<Self> {
        let gaits =
            [Gait::Steps(1), Gait::Steps(7), Gait::Stands, Gait::Jumps(40), Gait::Jumps(u32::MAX), Gait::Wavers];
        Rc::new(Self {
            gait: source.pick(&gaits),
            now: Cell::new(source.pick(&[0, 1000, u32::MAX - 3, 1 << 31])),
            looks: Cell::new(0),
            patience,
            current: current.clone(),
            transcript: transcript.clone(),
        })
    }

    /// Returns the clock's context pointer for `imm_config`.
    #[must_use]
    pub fn context(self: &Rc<Self>) -> *mut c_void {
        Rc::as_ptr(self).cast_mut().cast()
    }

    /// Restarts the count of readings. The caller must call this function before each search.
    pub fn begin(&self) {
        self.looks.set(0);
    }

    fn look(&self) -> u32 {
        let looks = self.looks.get() + 1;
        self.looks.set(looks);
        let drawn = scramble(u64::from(looks) << 32 ^ u64::from(self.now.get())) as u32;
        let step = match self.gait {
            Gait::Steps(step) => step,
            Gait::Stands => 0,
            Gait::Jumps(most) => drawn % most,
            Gait::Wavers => [3, 1, 5, 0_u32.wrapping_sub(2)][drawn as usize % 4],
        };
        if looks > self.patience && !self.current.get().is_null() {
            call!(self.transcript, imm_stop(self.current.get()));
        }
        self.now.set(self.now.get().wrapping_add(step));
        self.now.get()
    }
}

/// The clock function for `imm_config`. Returns the next reading of `clock`.
///
/// # Safety
/// `clock` must be the context of a live [`CrookedClock`].
pub unsafe extern "C" fn now_ms(clock: *mut c_void) -> u32 {
    // SAFETY: promised by the caller.
    unsafe { &*clock.cast::<CrookedClock>() }.look()
}
