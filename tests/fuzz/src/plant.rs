//! Planted mistakes. Each target must find its own; otherwise it cannot find real ones. Tests plant
//! them. You can plant one with `IMM_FUZZ_PLANT` to see what a finding looks like.

use std::cell::Cell;

/// A mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plant {
    /// After a move, the model has another position.
    OtherPosition,
    /// A function that fails writes its output.
    WritesOnFailure,
    /// A byte after a state's block is written.
    WritesBeside,
    /// An answer contains an address.
    TellsAddress,
    /// The library gets another game than the solver.
    OtherGame,
    /// A text reads back as another text.
    OtherText,
    /// Refused bytes change the state.
    LoadsInPart,
}

impl Plant {
    /// All mistakes, with their names.
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

/// Plants a mistake, or none, for everything this thread does from now on.
pub fn plant(mistake: Option<Plant>) {
    PLANTED.set(mistake);
}

/// True if this mistake is planted.
#[must_use]
pub fn is_planted(mistake: Plant) -> bool {
    PLANTED.get() == Some(mistake)
}
