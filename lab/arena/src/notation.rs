//! Converts positions and moves to strings and back. Returns lists of moves as vectors.

use anyhow::{Context, Result, anyhow};
use imm::base::text::Text;
use imm::game::notation::Notation;
use imm::game::{Game, Move, MoveList};

/// Returns the text that the function `write` writes. The buffer grows until the text fits.
pub fn written(write: impl Fn(&mut Text<'_>)) -> String {
    let mut bytes = vec![0; 256];
    loop {
        let mut text = Text::new(&mut bytes);
        write(&mut text);
        if !text.overflowed() {
            return text.as_str().to_owned();
        }
        bytes.resize(bytes.len() * 2, 0);
    }
}

/// Returns the text of a position, including the side to move.
pub fn position_text<G: Notation>(position: &G) -> String {
    written(|out| position.write_position(out))
}

/// Returns the text of a move in this position.
pub fn move_text<G: Notation>(position: &G, mv: Move) -> String {
    written(|out| position.write_move(mv, out))
}

/// Returns the legal moves in the order in which the game lists them, or an empty list if the game
/// is over.
pub fn legal_moves<G: Game>(position: &G) -> Vec<Move> {
    let mut slots = vec![Move::NONE; position.max_moves()];
    let mut list = MoveList::new(&mut slots);
    if position.outcome().is_none() {
        position.legal_moves(&mut list);
    }
    let len = list.len();
    slots.truncate(len);
    slots
}

/// Returns the legal move that `text` names, or `None` if there is no such move.
pub fn read_move<G: Notation>(position: &G, text: &str) -> Option<Move> {
    let mut slots = vec![Move::NONE; position.max_moves()];
    position.read_move(text, &mut MoveList::new(&mut slots))
}

/// Returns the position that `text` describes. `start` is any position of the game.
///
/// # Errors
/// `text` is not a valid position. The error names the mistake.
pub fn read_position<G: Notation + Clone>(start: &G, text: &str) -> Result<G> {
    let mut position = start.clone();
    position
        .read_position(text)
        .map_err(|error| anyhow!("position '{text}': {}", written(|out| error.explain(text, out))))?;
    Ok(position)
}

/// Plays the moves in `moves`, which are separated by blanks, from `start`. For each move, calls
/// `look` with the position before the move, the move, and the position after the move. Returns the
/// last position.
///
/// # Errors
/// A move is illegal. The error names the first illegal move.
pub fn play_record<G: Notation + Clone>(start: &G, moves: &str, mut look: impl FnMut(&G, Move, &G)) -> Result<G> {
    let mut position = start.clone();
    for text in moves.split_whitespace() {
        let mv = read_move(&position, text).with_context(|| format!("'{text}' is not a legal move"))?;
        let before = position.clone();
        position.play(mv);
        look(&before, mv, &position);
    }
    Ok(position)
}
