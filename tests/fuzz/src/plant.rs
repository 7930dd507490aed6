//! Mistakes that tests plant on purpose, to check that each fuzz target finds its mistakes. To see
//! what a finding looks like, set the environment variable `IMM_FUZZ_PLANT` to the name of a
//! mistake.

use std::cell::Cell;

/// A mistake that can be planted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plant {
    /// After a move, the position of the model differs from the position of the state.
    OtherPosition,
    /// A function writes its output even when it fails.
    WritesOnFailure,
    /// A byte after a block of memory is written.
    WritesOutside,
    /// An answer contains an address, which differs between the two runs.
    TellsAddress,
    /// The library and the exhaustive search get different games.
    OtherGame,
    /// When the text of a player is read and written again, the new text differs from the old text.
    OtherText,
    /// imm_load() refuses a save, but still changes the state.
    LoadsInPart,
}

impl Plant {
    /// All mistakes, with their names for `IMM_FUZZ_PLANT`.
    pub const ALL: &[(Self, &str)] = &[
        (Self::OtherPosition, "other-position"),
        (Self::WritesOnFailure, "writes-on-failure"),
        (Self::WritesOutside, "writes-outside"),
        (Self::TellsAddress, "tells-address"),
        (Self::OtherGame, "other-game"),
        (Self::OtherText, "other-text"),
        (Self::LoadsInPart, "loads-in-part"),
    ];
}

thread_local! {
    static PLANTED: Cell<Option<Plant>> = const { Cell::new(None) };
}

/// Plants a mistake in this thread, or removes the planted mistake if `mistake` is `None`.
pub fn plant(mistake: Option<Plant>) {
    PLANTED.set(mistake);
}

/// True if this mistake is planted.
#[must_use]
pub fn is_planted(mistake: Plant) -> bool {
    PLANTED.get() == Some(mistake)
}
