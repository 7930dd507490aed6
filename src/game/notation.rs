//! The text form of positions and moves: [`Notation`].

use super::{Game, Move, MoveList};
use crate::base::text::{ParseError, Text};

/// The largest length of a move's text in bytes. It applies to built-in games, and to custom games
/// of the C library.
const MOVE_TEXT_MAX: usize = 128;

/// The text form of a game's positions and moves. If you read a text that the game has written, you
/// get the same position or move again.
pub trait Notation: Game {
    /// Writes the position on one line, with the player to move.
    fn write_position(&self, out: &mut Text<'_>);

    /// Sets up the position that `text` describes. After an error, the position is unchanged.
    ///
    /// # Errors
    /// The text does not describe a position of this game. The error tells what is wrong, and
    /// where.
    fn read_position(&mut self, text: &str) -> Result<(), ParseError>;

    /// Writes the text of a legal move of this position.
    fn write_move(&self, mv: Move, out: &mut Text<'_>);

    /// Returns the legal move that has this `text`. `None` if there is no such move. `moves` is
    /// scratch space.
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
