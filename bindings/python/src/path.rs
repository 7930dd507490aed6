//! A position of a game written in Python, in the form that the library stores: the path, which is
//! the list of moves that lead to the position. A path is an array of numbers. So the library can
//! copy it as bytes, compare it and save it, and another process can read it. The Python objects of
//! the position are in `own_game.rs`.

/// Returns the length of the array for a path of at most `most` moves. The first number is the
/// count of moves. The moves follow, and the unused numbers after them are 0.
pub(crate) const fn words(most: u32) -> u32 {
    most.saturating_add(1)
}

/// Returns the moves of a path. `None` if the path has more moves than the array has room for.
pub(crate) fn moves(path: &[u32]) -> Option<&[u32]> {
    let (&count, moves) = path.split_first()?;
    moves.get(..count as usize)
}

/// Adds a move to the path. A move that no longer fits is counted but not stored. Then [`moves`]
/// returns `None` until moves are taken back.
pub(crate) fn push(path: &mut [u32], mv: u32) {
    if let Some((count, moves)) = path.split_first_mut() {
        if let Some(place) = moves.get_mut(*count as usize) {
            *place = mv;
        }
        *count = count.saturating_add(1);
    }
}

/// Removes the latest move and sets its number to 0, so that equal positions have equal bytes.
pub(crate) fn pop(path: &mut [u32]) {
    if let Some((count, moves)) = path.split_first_mut() {
        *count = count.saturating_sub(1);
        if let Some(place) = moves.get_mut(*count as usize) {
            *place = 0;
        }
    }
}
