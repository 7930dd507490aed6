//! A position of a game written in Python, as the library stores it: a path, which is the list of
//! moves from the start to the position. A path is an array of numbers, so the library can copy,
//! compare and save it as bytes, and another process can read it. `own_game.rs` keeps the Python
//! objects of positions.

/// Returns the length of the array for a path of at most `most` moves. The first number in the
/// array is the number of moves. The moves follow. Unused numbers at the end are 0.
pub(crate) const fn words(most: u32) -> u32 {
    most.saturating_add(1)
}

/// Returns the moves of a path, or `None` if the path has more moves than the array has room for.
pub(crate) fn moves(path: &[u32]) -> Option<&[u32]> {
    let (&count, moves) = path.split_first()?;
    moves.get(..count as usize)
}

/// Adds a move to the path. If the array is full, the move is counted but not stored. [`moves`]
/// then returns `None` until enough moves are removed.
pub(crate) fn push(path: &mut [u32], mv: u32) {
    if let Some((count, moves)) = path.split_first_mut() {
        if let Some(place) = moves.get_mut(*count as usize) {
            *place = mv;
        }
        *count = count.saturating_add(1);
    }
}

/// Removes the latest move and overwrites it with 0, so that equal positions have equal bytes.
pub(crate) fn pop(path: &mut [u32]) {
    if let Some((count, moves)) = path.split_first_mut() {
        *count = count.saturating_sub(1);
        if let Some(place) = moves.get_mut(*count as usize) {
            *place = 0;
        }
    }
}
