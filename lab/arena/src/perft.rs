//! `perft`: how many move sequences of an exact length there are.

use crate::answer::Answer;
use crate::game_args::GameArgs;
use crate::games::{Arena, Visit, with_game};
use crate::notation::{legal_moves, read_position};
use crate::progress::bar;
use anyhow::Result;
use imm::game::{Game, Move, MoveList};
use rayon::prelude::*;

/// Arguments of `perft`.
#[derive(clap::Args, Debug)]
#[command(allow_missing_positional = true)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Plies of each sequence, 0 to 64.
    #[arg(value_parser = clap::value_parser!(u8).range(0..=64))]
    depth: u8,
    /// The position to count from, in the game's notation; the normal start by default.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
}

/// Counts, and prints the count alone.
///
/// # Errors
/// An unknown game, or a position that cannot be read.
pub fn run(args: &Args) -> Result<Answer> {
    let count = with_game(&args.game.name(), Count { depth: args.depth, position: args.position.as_deref() })??;
    Ok(Answer::ok(format!("{count}\n")))
}

/// Plies above which a count takes long enough for somebody to watch it.
const LONG: usize = 4;

struct Count<'a> {
    depth: u8,
    position: Option<&'a str>,
}

impl Visit for Count<'_> {
    type Output = Result<u64>;

    fn visit<G: Arena>(self, start: G) -> Result<u64> {
        let position = self.position.map_or_else(|| Ok(start.clone()), |text| read_position(&start, text))?;
        perft(&position, usize::from(self.depth), true)
    }
}

/// The number of move sequences of exactly `depth` plies from `position`. A game that is over
/// earlier is not continued and counts nothing. The positions after the first plies are shared out
/// among the cores; `show`: with a progress bar, where it takes long.
///
/// # Errors
/// None that a caller can cause.
pub fn perft<G: Game + Clone + Send + Sync>(position: &G, depth: usize, show: bool) -> Result<u64> {
    let shared_plies = if depth > LONG { 2 } else { 1 }.min(depth);
    let mut positions = vec![position.clone()];
    for _ in 0..shared_plies {
        positions = positions.iter().flat_map(children).collect();
    }
    let deeper = depth - shared_plies;
    let bar = bar(positions.len() as u64, "positions", show && depth > LONG)?;
    let sequences_from = |position: &G| {
        let (mut position, mut room) = (position.clone(), vec![Move::NONE; position.max_moves() * deeper]);
        let sequences = count(&mut position, deeper, &mut room);
        bar.inc(1);
        sequences
    };
    let sequences = positions.par_iter().map(sequences_from).sum();
    bar.finish_and_clear();
    Ok(sequences)
}

/// The positions after one more ply.
fn children<G: Game + Clone>(position: &G) -> Vec<G> {
    let child = |mv| {
        let mut next = position.clone();
        next.play(mv);
        next
    };
    legal_moves(position).into_iter().map(child).collect()
}

/// Counts the move sequences of this length on one core; `room` holds [`Game::max_moves`] moves for
/// each ply.
pub(crate) fn count<G: Game>(position: &mut G, depth: usize, room: &mut [Move]) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.outcome().is_some() {
        return 0;
    }
    let (own, deeper) = room.split_at_mut(position.max_moves());
    let mut moves = MoveList::new(own);
    position.legal_moves(&mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut sequences = 0;
    for &mv in moves.as_slice() {
        let undo = position.make(mv);
        sequences += count(position, depth - 1, deeper);
        position.unmake(mv, undo);
    }
    sequences
}

#[cfg(test)]
mod tests {
    use super::*;
    use imm::games::breakthrough::Breakthrough;

    #[test]
    fn a_finished_game_is_not_continued() {
        let start = Breakthrough::new(2, 4).unwrap();
        let over = read_position(&start, "w./../.b/.. -").unwrap();
        assert_eq!([0, 1, 2].map(|depth| perft(&over, depth, false).unwrap()), [1, 0, 0]);
        // Both moves win: b2-b1 and b2-a1.
        let race = read_position(&start, "../w./.b/.. 2").unwrap();
        assert_eq!([1, 2].map(|depth| perft(&race, depth, false).unwrap()), [2, 0]);
    }

    #[test]
    fn the_start_of_breakthrough() {
        let start = Breakthrough::default();
        assert_eq!([0, 1, 2, 3].map(|depth| perft(&start, depth, false).unwrap()), [1, 22, 484, 11132]);
    }
}
