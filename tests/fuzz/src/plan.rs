//! What the callbacks of a game do wrong, and when.

use crate::source::Source;
use imm_host::*;
use std::cell::Cell;

/// What a callback does wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // their names say it
pub enum Fault {
    Fails,
    TooManyMoves,
    NoMoves,
    ListsNone,
    DrawsNone,
    BadPlayer,
    BadOutcome,
    NotANumber,
    // Nobody can notice these.
    Wild,
    OneHash,
    RefusesPass,
    FewerMoves,
    OtherPlayer,
    OtherOutcome,
    // What it does beside its work.
    CallsOut,
}

/// All of them.
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
    /// The status of a call in which that happened, where it must be noticed.
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

    /// Does it make the game another one, as far as anybody can see?
    #[must_use]
    pub fn is_lie(self) -> bool {
        self.status().is_none() && self != Self::CallsOut
    }
}

/// When which fault happens: at the first occasion from a certain call on, once or from then on.
#[derive(Debug, Default)]
pub struct Plan {
    armed: Cell<Option<(Fault, u32, bool)>>,
    calls: Cell<u32>,
    fired: Cell<Option<Fault>>,
}

impl Plan {
    /// A random fault from now on, in the call that comes next.
    pub fn arm(&self, source: &mut Source<'_>) {
        let fault = source.pick(FAULTS);
        let after = source.pick(&[0, 1, 2, 5, 10, 30, 100, 400]) + u32::from(source.byte() % 4);
        self.arm_with(fault, after, source.once_in(2));
    }

    /// This fault, after that number of calls.
    pub fn arm_with(&self, fault: Fault, after: u32, forever: bool) {
        self.calls.set(0);
        self.fired.set(None);
        self.armed.set(Some((fault, after, forever)));
    }

    /// Nothing happens any more. What did, if anything.
    pub fn disarm(&self) -> Option<Fault> {
        self.armed.set(None);
        self.fired.take()
    }

    /// Is a fault to come, or was there one?
    #[must_use]
    pub fn is_armed(&self) -> bool {
        self.armed.get().is_some() || self.fired.get().is_some()
    }

    /// Did something happen in this call that makes it another game?
    #[must_use]
    pub fn has_lied(&self) -> bool {
        self.fired.get().is_some()
    }

    /// A callback begins: does it call functions that it must not?
    #[must_use]
    pub fn strikes_at_call(&self) -> bool {
        self.calls.set(self.calls.get() + 1);
        self.strikes(Fault::CallsOut)
    }

    /// Does this happen now?
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
