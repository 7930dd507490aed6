//! How a game writes its positions and moves as text: [`Notation`].

use super::{Game, Move, MoveList};
use crate::base::text::{ParseError, Text};

/// Bytes that suffice for the text of a move of any game, those of the C library's callers
/// included.
const MOVE_TEXT_MAX: usize = 128;

/// How a game writes its positions and moves. Each form reads back to what was written.
pub trait Notation: Game {
    /// Writes the position, side to move included, on one line.
    fn write_position(&self, out: &mut Text<'_>);

    /// Becomes the position that `text` describes; on an error the position stays as it was.
    ///
    /// # Errors
    /// What is wrong in `text`, and where.
    fn read_position(&mut self, text: &str) -> Result<(), ParseError>;

    /// Writes a move of this position.
    fn write_move(&self, mv: Move, out: &mut Text<'_>);

    /// The legal move that `text` names, or `None`; `moves` is scratch space.
    fn read_move(&self, text: &str, moves: &mut MoveList<'_>) -> Option<Move> {
        if self.outcome().is_some() {
            return None;
        }
        moves.clear();
        self.legal_moves(moves);
        moves.as_slice().iter().copied().find(|&mv| {
            let mut bytes = [0_u8; MOVE_TEXT_MAX];
            let mut written = Text::new(&mut bytes);
            self.write_move(mv, &mut written);
            !written.overflowed() && written.as_bytes() == text.as_bytes()
        })
    }
}
