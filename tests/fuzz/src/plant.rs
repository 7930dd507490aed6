//! Mistakes on purpose: each target must find its own, or it finds nothing. Tests plant them, and
//! `IMM_FUZZ_PLANT` does, for whoever wants to see what a finding looks like.

use std::cell::Cell;

/// A mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plant {
    /// After a move the model thinks of another position.
    OtherPosition,
    /// A function that has failed has written its answer.
    WritesOnFailure,
    /// A byte behind a state's block is written.
    WritesBeside,
    /// An answer has an address in it.
    TellsAddress,
    /// The library is given another game than the one that is solved.
    OtherGame,
    /// What is read back is another text.
    OtherText,
    /// Bytes that were refused have changed the state.
    LoadsInPart,
}

impl Plant {
    /// All of them, with their names.
    pub const ALL: &[(Self, &str)] = &[
        (Self::OtherPosition, "other-position"),
        (Self::WritesOnFailure, "writes-on-failure"),
        (Self::WritesBeside, "writes-beside"),
        (Self::TellsAddress, "tells-address"),
        (Self::OtherGame, "other-game"),
        (Self::OtherText, "other-text"),
        (Self::LoadsInPart, "loads-in-part"),
    ];
}

thread_local! {
    static PLANTED: Cell<Option<Plant>> = const { Cell::new(None) };
}

/// Plants a mistake in all that this thread does from now on, or none.
pub fn plant(mistake: Option<Plant>) {
    PLANTED.set(mistake);
}

/// Is this one planted?
#[must_use]
pub fn is_planted(mistake: Plant) -> bool {
    PLANTED.get() == Some(mistake)
}
