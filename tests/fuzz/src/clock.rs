//! Clocks that misbehave: they stop, jump, go back or wrap around.

use crate::scramble;
use crate::source::Source;
use crate::transcript::{Transcript, call};
use imm_host::imm_state;
use std::cell::Cell;
use std::ffi::c_void;
use std::rc::Rc;

/// The change of a clock from one reading to the next.
#[derive(Clone, Copy, Debug)]
enum Gait {
    /// Forward by this number of milliseconds.
    Steps(u32),
    /// No change.
    Stands,
    /// Forward by up to this number of milliseconds.
    Jumps(u32),
    /// Forward or back.
    Wavers,
}

/// The state that is searching. A stopped clock ends its search with imm_stop().
pub type Current = Rc<Cell<*mut imm_state>>;

/// A misbehaving clock with the same readings in both runs of a scenario.
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
    /// Creates a random clock. Some clocks never reach a time limit. So after `patience` readings
    /// in one search, the clock ends the search with imm_stop().
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

    /// The clock's context pointer for the configuration.
    #[must_use]
    pub fn context(self: &Rc<Self>) -> *mut c_void {
        Rc::as_ptr(self).cast_mut().cast()
    }

    /// Starts counting the readings of a new search. Call it before the search.
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

/// The clock function for `imm_config`.
///
/// # Safety
/// `clock` must be the context of a live [`CrookedClock`].
pub unsafe extern "C" fn now_ms(clock: *mut c_void) -> u32 {
    // SAFETY: promised by the caller.
    unsafe { &*clock.cast::<CrookedClock>() }.look()
}
