//! Positions and moves as owned strings, and lists of moves as vectors.

use anyhow::{Context, Result, anyhow};
use imm::base::text::Text;
use imm::game::notation::Notation;
use imm::game::{Game, Move, MoveList};

/// The text that `write` writes, in a buffer that grows until it fits.
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

/// The notation of a position, side to move included.
pub fn position_text<G: Notation>(position: &G) -> String {
    written(|out| position.write_position(out))
}

/// The notation of a move in this position.
pub fn move_text<G: Notation>(position: &G, mv: Move) -> String {
    written(|out| position.write_move(mv, out))
}

/// The legal moves in the game's order; empty if the game is over.
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

/// The legal move that `text` names.
pub fn read_move<G: Notation>(position: &G, text: &str) -> Option<Move> {
    let mut slots = vec![Move::NONE; position.max_moves()];
    position.read_move(text, &mut MoveList::new(&mut slots))
}

/// The position that `text` describes, of the same game as `start`.
///
/// # Errors
/// Names the mistake in `text` and its character.
pub fn read_position<G: Notation + Clone>(start: &G, text: &str) -> Result<G> {
    let mut position = start.clone();
    position
        .read_position(text)
        .map_err(|error| anyhow!("position '{text}': {}", written(|out| error.explain(text, out))))?;
    Ok(position)
}

/// Plays the moves of a record, separated by blanks, from `start`. Calls `look` with the position
/// before each move, the move, and the position after it. Returns the last position.
///
/// # Errors
/// Names the first illegal move.
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
