//! A position of a game that is written in Python, as the library keeps it: the moves that lead to
//! it, as plain numbers. So it can be copied as bytes, compared, saved and read by another process;
//! the Python objects behind it stay with whoever asks for them (`own_game.rs`).

/// Numbers of a path of so many moves at most: how many there are, then the moves, the rest 0.
pub(crate) const fn words(most: u32) -> u32 {
    most.saturating_add(1)
}

/// The moves of a path; `None` where it is too long to be there.
pub(crate) fn moves(path: &[u32]) -> Option<&[u32]> {
    let (&count, moves) = path.split_first()?;
    moves.get(..count as usize)
}

/// Adds a move. What is too long is counted, and has no moves until moves are taken back.
pub(crate) fn push(path: &mut [u32], mv: u32) {
    if let Some((count, moves)) = path.split_first_mut() {
        if let Some(place) = moves.get_mut(*count as usize) {
            *place = mv;
        }
        *count = count.saturating_add(1);
    }
}

/// Takes the latest move back. Nothing of it stays, so that equal positions are equal bytes.
pub(crate) fn pop(path: &mut [u32]) {
    if let Some((count, moves)) = path.split_first_mut() {
        *count = count.saturating_sub(1);
        if let Some(place) = moves.get_mut(*count as usize) {
            *place = 0;
        }
    }
}
