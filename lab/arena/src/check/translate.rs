//! Writes moves in the notation of the game. A child process plays the moves from the start,
//! because the game may crash at each move.

use super::trace::{PASS, Writer};
use anyhow::Result;
use imm::check::{Callback, GameUnderTest};
use imm::game::Move;

/// The command-line option that lists the moves.
pub(super) const OPTION: &str = "--moves";

/// Returns the command-line argument for these moves.
pub(super) fn argument(moves: &[Move]) -> String {
    let numbers: Vec<String> = moves.iter().map(|mv| mv.0.to_string()).collect();
    format!("{OPTION}={}", numbers.join(","))
}

/// Plays the moves. Before each move, writes the text of the move on a line.
///
/// # Errors
/// Writing fails, e.g. on a full disk.
pub(super) fn run(moves: &[u32], game: &mut dyn GameUnderTest, trace: &mut Writer) -> Result<()> {
    trace.note(Callback::Initial, Move::NONE, 1);
    game.initial();
    for mv in moves.iter().copied().map(Move) {
        trace.note(Callback::MoveText, mv, 1);
        trace.say((text(game, mv) + "\n").as_bytes())?;
        trace.note(Callback::Make, mv, 1);
        if mv == PASS {
            game.pass();
        } else {
            game.make(mv, 0);
        }
    }
    Ok(())
}

fn text(game: &mut dyn GameUnderTest, mv: Move) -> String {
    let mut bytes = [0; 192];
    if mv != PASS && game.has(Callback::MoveText) {
        game.move_text(mv, &mut bytes);
    }
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    match str::from_utf8(text) {
        Ok(text) if !text.is_empty() && !text.contains(char::is_whitespace) => text.to_owned(),
        _ => number(mv),
    }
}

/// Returns the text of a move that the game does not name: the number of the move, or `pass`.
pub(super) fn number(mv: Move) -> String {
    if mv == PASS { "pass".to_owned() } else { mv.0.to_string() }
}
