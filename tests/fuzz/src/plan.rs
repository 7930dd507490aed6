//! The faults of a game's callbacks, and the plan that says when they happen.

use crate::source::Source;
use imm_host::*;
use std::cell::Cell;

/// A fault of a callback.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the names are clear
pub enum Fault {
    Fails,
    TooManyMoves,
    NoMoves,
    ListsNone,
    DrawsNone,
    BadPlayer,
    BadOutcome,
    NotANumber,
    // The library cannot notice the following faults.
    Wild,
    OneHash,
    RefusesPass,
    FewerMoves,
    OtherPlayer,
    OtherOutcome,
    // The callback makes forbidden calls.
    CallsOut,
}

/// All faults. More frequent faults appear several times.
pub const FAULTS: &[Fault] = &[
    Fault::Fails,
    Fault::Fails,
    Fault::TooManyMoves,
    Fault::NoMoves,
    Fault::ListsNone,
    Fault::DrawsNone,
    Fault::BadPlayer,
    Fault::BadOutcome,
    Fault::NotANumber,
    Fault::Wild,
    Fault::OneHash,
    Fault::RefusesPass,
    Fault::FewerMoves,
    Fault::OtherPlayer,
    Fault::OtherOutcome,
    Fault::CallsOut,
    Fault::CallsOut,
];

impl Fault {
    /// Returns the status of a call in which the fault happened, or `None` if the library cannot
    /// notice the fault.
    #[must_use]
    pub fn status(self) -> Option<imm_status> {
        Some(match self {
            Self::Fails => IMM_ERR_CALLBACK,
            Self::TooManyMoves => IMM_ERR_TOO_MANY_MOVES,
            Self::NoMoves => IMM_ERR_NO_MOVES,
            Self::ListsNone | Self::DrawsNone => IMM_ERR_INVALID_MOVE,
            Self::BadPlayer => IMM_ERR_INVALID_PLAYER,
            Self::BadOutcome => IMM_ERR_INVALID_OUTCOME,
            Self::NotANumber => IMM_ERR_NOT_A_NUMBER,
            _ => return None,
        })
    }

    /// True if the fault is a lie: a wrong answer that the library cannot notice.
    #[must_use]
    pub fn is_lie(self) -> bool {
        self.status().is_none() && self != Self::CallsOut
    }
}

/// The plan of one fault. After a number of callback calls, the fault happens at the next
/// opportunity: only once, or also at each later opportunity.
#[derive(Debug, Default)]
pub struct Plan {
    armed: Cell<Option<(Fault, u32, bool)>>,
    calls: Cell<u32>,
    fired: Cell<Option<Fault>>,
}

impl Plan {
    /// Plans a random fault for the next call of the library.
    pub fn arm(&self, source: &mut Source<'_>) {
        let fault = source.pick(FAULTS);
        let after = source.pick(&[0, 1, 2, 5, 10, 30, 100, 400]) + u32::from(source.byte() % 4);
        self.arm_with(fault, after, source.once_in(2));
    }

    /// Plans `fault` for the first opportunity after `after` callback calls. If `forever` is true,
    /// the fault also happens at each later opportunity.
    pub fn arm_with(&self, fault: Fault, after: u32, forever: bool) {
        self.calls.set(0);
        self.fired.set(None);
        self.armed.set(Some((fault, after, forever)));
    }

    /// Cancels the plan. Returns the fault that happened, if any.
    pub fn disarm(&self) -> Option<Fault> {
        self.armed.set(None);
        self.fired.take()
    }

    /// True if a fault is planned or has already happened.
    #[must_use]
    pub fn is_armed(&self) -> bool {
        self.armed.get().is_some() || self.fired.get().is_some()
    }

    /// True if a fault has already happened under this plan.
    #[must_use]
    pub fn has_lied(&self) -> bool {
        self.fired.get().is_some()
    }

    /// Counts a callback call. Returns true if the callback must now make a forbidden call.
    #[must_use]
    pub fn strikes_at_call(&self) -> bool {
        self.calls.set(self.calls.get() + 1);
        self.strikes(Fault::CallsOut)
    }

    /// Returns true if this fault must happen now.
    #[must_use]
    pub fn strikes(&self, fault: Fault) -> bool {
        let Some((armed, after, forever)) = self.armed.get() else { return false };
        let strikes = armed == fault && self.calls.get() > after;
        if strikes {
            self.fired.set(Some(fault));
            if !forever {
                self.armed.set(None);
            }
        }
        strikes
    }
}
