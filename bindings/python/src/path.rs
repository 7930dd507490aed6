//! A position of a game written in Python, as the library keeps it: the moves that lead to it, as
//! plain numbers. So it can be copied as bytes, compared, saved, and read by another process. The
//! Python objects of the position are in `own_game.rs`.

/// Returns the size of a path, in numbers: the count of moves, then room for `most` moves. The rest
/// is 0.
pub(crate) const fn words(most: u32) -> u32 {
    most.saturating_add(1)
}

/// Returns the moves of a path. `None` if the path has more moves than it has room for.
pub(crate) fn moves(path: &[u32]) -> Option<&[u32]> {
    let (&count, moves) = path.split_first()?;
    moves.get(..count as usize)
}

/// Adds a move. A move without room is counted but not stored; [`moves`] then fails until moves are
/// taken back.
pub(crate) fn push(path: &mut [u32], mv: u32) {
    if let Some((count, moves)) = path.split_first_mut() {
        if let Some(place) = moves.get_mut(*count as usize) {
            *place = mv;
        }
        *count = count.saturating_add(1);
    }
}

/// Takes the latest move back and clears its number, so that equal positions have equal bytes.
pub(crate) fn pop(path: &mut [u32]) {
    if let Some((count, moves)) = path.split_first_mut() {
        *count = count.saturating_sub(1);
        if let Some(place) = moves.get_mut(*count as usize) {
            *place = 0;
        }
    }
}
