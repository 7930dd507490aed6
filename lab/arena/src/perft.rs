//! The command `perft`: counts the move sequences of an exact length. An outcome of a chance event
//! counts like a move, once, whatever its weight.

use crate::answer::Answer;
use crate::game_args::GameArgs;
use crate::games::{Arena, Visit, with_game};
use crate::notation::{legal_moves, read_position};
use crate::progress::bar;
use anyhow::Result;
use imm::game::{Game, Move, MoveList};
use rayon::prelude::*;
use serde::Serialize;

/// Arguments of the command `perft`.
#[derive(clap::Args, Debug)]
#[command(allow_missing_positional = true)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Length of each move sequence in plies, 0 to 64.
    #[arg(value_parser = clap::value_parser!(u8).range(0..=64))]
    depth: u8,
    /// The position to count from, in the game's notation. Default: the normal start.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Print one JSON object, which includes the number of games that ended before the last ply.
    #[arg(long)]
    json: bool,
}

/// The output of `perft --json`. The report counts games that ended before the last ply separately,
/// because some programs count each such game as one more sequence.
#[derive(Debug, Serialize)]
struct Report {
    game: String,
    depth: u8,
    sequences: u64,
    ended_earlier: u64,
}

/// Counts the move sequences, and returns the count. With `--json`, returns a report.
///
/// # Errors
/// The game is unknown, or the position cannot be read.
pub fn run(args: &Args) -> Result<Answer> {
    let game = args.game.name();
    let count = Count { depth: args.depth, position: args.position.as_deref(), json: args.json };
    let (sequences, ended_earlier) = with_game(&game, count)??;
    let report = Report { game, depth: args.depth, sequences, ended_earlier };
    Answer::of(&report, args.json, |report| format!("{}\n", report.sequences))
}

/// The largest depth in plies without a progress bar. Deeper counts take a long time.
const LONG: usize = 4;

struct Count<'a> {
    depth: u8,
    position: Option<&'a str>,
    json: bool,
}

impl Visit for Count<'_> {
    type Output = Result<(u64, u64)>;

    fn visit<G: Arena>(self, start: G) -> Self::Output {
        let position = self.position.map_or_else(|| Ok(start.clone()), |text| read_position(&start, text))?;
        let depth = usize::from(self.depth);
        let sequences = perft(&position, depth, true)?;
        Ok((sequences, if self.json { ended_earlier(&position, depth) } else { 0 }))
    }
}

/// Returns the number of games from `position` that end after fewer than `depth` plies. The
/// function runs on one core. It generates no moves for the last ply.
fn ended_earlier<G: Game + Clone>(position: &G, depth: usize) -> u64 {
    match (depth, position.outcome()) {
        (0, _) | (1, None) => 0,
        (_, Some(_)) => 1,
        _ => children(position).iter().map(|next| ended_earlier(next, depth - 1)).sum(),
    }
}

/// Returns the number of move sequences of exactly `depth` plies from `position`. A game that ends
/// earlier does not count. The positions after the first plies are distributed over the cores. If
/// `show` is true, a long count shows a progress bar.
///
/// # Errors
/// The progress bar cannot be created.
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
    Ok(positions.par_iter().map(sequences_from).sum())
}

/// Returns the position after each legal move.
fn children<G: Game + Clone>(position: &G) -> Vec<G> {
    let child = |mv| {
        let mut next = position.clone();
        next.play(mv);
        next
    };
    legal_moves(position).into_iter().map(child).collect()
}

/// Counts the move sequences of exactly `depth` plies on one core. `room` must have
/// [`Game::max_moves`] entries for each ply.
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
    fn a_game_that_ends_earlier_is_counted_by_itself() {
        let start = Breakthrough::new(2, 4).unwrap();
        let counts = |depth| (perft(&start, depth, false).unwrap(), ended_earlier(&start, depth));
        // The expected counts were found by hand. A piece needs at least three plies to reach the
        // last row. So the counts for depths 0 to 3 must be 0.
        let all: Vec<u64> = (0..8).map(|depth| counts(depth).1).collect();
        assert_eq!(all[..4], [0; 4]);
        let mut ended = 0;
        for depth in 1..8 {
            // Every sequence of `depth - 1` plies continues, unless its game is over.
            let (shorter, _) = counts(depth - 1);
            let over = shorter - going_on(&start, depth - 1);
            ended += over;
            assert_eq!(counts(depth).1, ended, "depth {depth}");
        }
        assert!(ended > 0);
    }

    /// Returns the number of sequences of `depth` plies after which the game is not over.
    fn going_on(position: &Breakthrough, depth: usize) -> u64 {
        match (position.outcome(), depth) {
            (Some(_), _) => 0,
            (None, 0) => 1,
            _ => children(position).iter().map(|next| going_on(next, depth - 1)).sum(),
        }
    }

    #[test]
    fn a_finished_game_is_not_continued() {
        let start = Breakthrough::new(2, 4).unwrap();
        let over = read_position(&start, "w./../.b/.. -").unwrap();
        assert_eq!([0, 1, 2].map(|depth| perft(&over, depth, false).unwrap()), [1, 0, 0]);
        // Both moves win: b2-b1 and b2-a1. So no sequence has two plies.
        let race = read_position(&start, "../w./.b/.. 2").unwrap();
        assert_eq!([1, 2].map(|depth| perft(&race, depth, false).unwrap()), [2, 0]);
    }

    #[test]
    fn the_start_of_breakthrough() {
        let start = Breakthrough::default();
        assert_eq!([0, 1, 2, 3].map(|depth| perft(&start, depth, false).unwrap()), [1, 22, 484, 11132]);
    }
}
