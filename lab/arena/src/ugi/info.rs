//! The lines that show what the search has found: `info depth D score ...`.

use super::record::word;
use crate::arena::{AnySearch, Arena};
use crate::notation::legal_moves;
use anyhow::Result;
use imm::game::Move;
use imm::game::value::{Proof, Side, Value};
use imm::report::{Candidate, Report};

/// The maximum number of moves of a line.
const PV_MAX: usize = 16;

/// Numbers that are the same in all `info` lines of one report.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figures {
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    /// The number of nodes that fit into the tree; 0 for alpha-beta.
    pub(super) slots: usize,
}

/// The solved result or the value of a move, from the first player's point of view.
#[derive(Clone, Copy, Debug)]
struct Found {
    value: Value,
    proof: Proof,
    /// The number of plies to the end of the game, if it is solved.
    plies: u32,
}

impl Found {
    /// Returns the score for the player `mover`. `uci` selects UCI's scores of solved positions.
    fn score(self, mover: Side, uci: bool) -> String {
        let Self { value, proof, plies } = self;
        let moves = plies.div_ceil(2);
        match proof {
            Proof::Draw => "cp 0".to_owned(),
            Proof::Unknown => format!("cp {}", centipawns(value.for_player(mover))),
            won if won.is_win_for(mover) => {
                if uci {
                    format!("mate {moves}")
                } else {
                    format!("win {plies}")
                }
            }
            _ => {
                if uci {
                    format!("mate -{moves}")
                } else {
                    format!("loss {plies}")
                }
            }
        }
    }
}

/// Returns a value as chess programs write it: 100 is the value of a small advantage.
fn centipawns(value: Value) -> i64 {
    let value = f64::from(value.to_f32());
    (100.0 * value / (1.01 - value.abs())).round() as i64
}

/// Returns the expected line of play. The line begins with `first`.
pub(super) fn line<G: Arena>(search: &mut AnySearch<'_, G>, report: &Report, first: Move) -> Result<Vec<Move>> {
    let mut moves = [Move::NONE; PV_MAX];
    // If all moves that were tried lose, the move to play is one that was not tried.
    let len = match first == report.best {
        true => search.line(&mut moves)?,
        false => search.candidate_line(first, &mut moves)?,
    };
    match moves.get(..len) {
        Some(line) if line.first() == Some(&first) => Ok(line.to_vec()),
        _ => Ok(vec![first]),
    }
}

/// Returns the moves as text, up to the first move that is not legal.
pub(super) fn words<G: Arena>(root: &G, line: &[Move]) -> Vec<String> {
    let (mut position, mut words) = (root.clone(), Vec::new());
    for &mv in line {
        if !legal_moves(&position).contains(&mv) {
            break;
        }
        words.push(word(&position, mv));
        position.play(mv);
    }
    words
}

/// Returns up to `count` of the moves that were tried: first the move to play, then the other moves
/// by rank.
fn best<G: Arena>(search: &mut AnySearch<'_, G>, report: &Report, count: usize) -> Result<Vec<(Move, Found)>> {
    let found = Found { value: report.value, proof: report.proof, plies: report.distance.into() };
    let mut best = vec![(report.best, found)];
    let ranking = search.ranking()?;
    if count > 1 && !ranking.is_depth_first() {
        let mut others: Vec<Candidate> = Vec::new();
        let mut index = 0;
        while let Some(candidate) = search.candidate(index)? {
            others.extend((candidate.mv != report.best).then_some(candidate));
            index += 1;
        }
        others.sort_by(|a, b| ranking.order(a, b));
        best.extend(others.iter().take(count - 1).map(|other| {
            (other.mv, Found { value: other.value, proof: other.proof, plies: u32::from(other.distance) + 1 })
        }));
    }
    Ok(best)
}

/// Returns the lines for the `count` best moves, joined by line breaks.
///
/// # Errors
/// The game has broken one of its promises.
pub(super) fn lines<G: Arena>(
    search: &mut AnySearch<'_, G>,
    root: &G,
    report: &Report,
    figures: Figures,
    (count, uci): (usize, bool),
) -> Result<String> {
    let Figures { nodes, seconds, slots } = figures;
    let per_second = if seconds > 0.0 { (nodes as f64 / seconds) as u64 } else { 0 };
    let full = match (u64::from(report.nodes) * 1000).checked_div(slots as u64) {
        Some(permille) => format!(" hashfull {}", permille.min(1000)),
        None => String::new(),
    };
    let mut lines = Vec::new();
    for (rank, (mv, found)) in best(search, report, count)?.into_iter().enumerate() {
        let line = line(search, report, mv)?;
        lines.push(format!(
            "info depth {} score {} nodes {nodes} nps {per_second} time {}{full} multipv {} pv {}",
            report.depth,
            found.score(root.to_move(), uci),
            (seconds * 1000.0) as u64,
            rank + 1,
            words(root, &line).join(" "),
        ));
    }
    Ok(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(value: f32, proof: Proof, plies: u32, mover: Side) -> [String; 2] {
        let value = Value::from_raw((value * 32767.0) as i16);
        [false, true].map(|uci| Found { value, proof, plies }.score(mover, uci))
    }

    #[test]
    fn scores_belong_to_the_side_to_move() {
        let (first, second) = (Side::First, Side::Second);
        for (value, mover, expected) in [
            (0.0, first, "cp 0"),
            (0.0, second, "cp 0"),
            (0.5, first, "cp 98"),
            (0.5, second, "cp -98"),
            (1.0, first, "cp 10000"),
            (-1.0, first, "cp -10000"),
        ] {
            assert_eq!(score(value, Proof::Unknown, 0, mover), [expected; 2]);
        }
        assert_eq!(score(0.3, Proof::Draw, 0, first), ["cp 0"; 2]);
        assert_eq!(score(1.0, Proof::FirstWins, 5, first), ["win 5", "mate 3"]);
        assert_eq!(score(1.0, Proof::FirstWins, 6, second), ["loss 6", "mate -3"]);
        assert_eq!(score(-1.0, Proof::SecondWins, 1, second), ["win 1", "mate 1"]);
    }
}
