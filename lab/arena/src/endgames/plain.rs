//! Proves forced wins with an independent search, which shares no code with the searches of imm.
//! The independent search tries every move and evaluates nothing. For each number of plies left,
//! the search stores only the last move that decided a position, and tries this move first.

use crate::notation::legal_moves;
use imm::game::value::{Outcome, Side};
use imm::game::{Game, Move};

/// A search for forced wins of one player, the attacker.
#[derive(Debug)]
pub(super) struct Plain {
    attacker: Side,
    /// The last move that decided a position, for each number of plies left.
    good: Vec<Move>,
}

impl Plain {
    /// Returns a search for wins of the side to move in `position`, within at most `plies` plies.
    pub(super) fn new<G: Game>(position: &G, plies: usize) -> Self {
        Self { attacker: position.to_move(), good: vec![Move::NONE; plies + 1] }
    }

    /// True if the attacker can force a win within `plies` plies.
    pub(super) fn wins<G: Game>(&mut self, position: &mut G, plies: usize) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome == Outcome::win_for(self.attacker);
        }
        if plies == 0 {
            return false;
        }
        // The attacker needs at least one move that wins. The opponent needs at least one move that
        // does not lose.
        let attacks = position.to_move() == self.attacker;
        let mut moves = legal_moves(position);
        let known = self.good.get(plies).and_then(|good| moves.iter().position(|mv| mv == good));
        moves.swap(0, known.unwrap_or(0));
        for mv in moves {
            let undo = position.make(mv);
            let won = self.wins(position, plies - 1);
            position.unmake(mv, undo);
            if won == attacks {
                self.good[plies] = mv;
                return attacks;
            }
        }
        !attacks
    }

    /// Returns the moves that let the attacker win within `plies` plies. The move itself counts as
    /// one ply.
    pub(super) fn winning_moves<G: Game>(&mut self, position: &mut G, plies: usize) -> Vec<Move> {
        let moves = legal_moves(position).into_iter();
        let wins = |mv: &Move| {
            let undo = position.make(*mv);
            let won = self.wins(position, plies - 1);
            position.unmake(*mv, undo);
            won
        };
        moves.filter(wins).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::images;
    use crate::lines::records;
    use crate::notation::{move_text, read_position};
    use imm::games::loa::Loa;
    use serde::Deserialize;
    use std::collections::HashSet;
    use std::path::Path;

    #[derive(Deserialize)]
    struct Record {
        pos: String,
        distance: usize,
        winning_moves: Vec<String>,
    }

    fn fixture(name: &str) -> Vec<(Loa, Record)> {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures").join(name);
        let all = records::<Record>(&file).unwrap().map(|record| record.unwrap().1);
        all.map(|record| (read_position(&Loa::default(), &record.pos).unwrap(), record)).collect()
    }

    #[test]
    fn forced_wins_are_found_as_fast_as_they_are_and_by_no_other_moves() {
        let (given, made) = (fixture("loa_forced_wins.jsonl"), fixture("loa_forced_wins_generated.jsonl"));
        let all = given.into_iter().chain(made).filter(|(_, record)| record.distance <= 5);
        let mut count = 0;
        for (mut position, Record { pos, distance, winning_moves }) in all {
            let mut plain = Plain::new(&position, distance);
            assert!(distance == 1 || !plain.wins(&mut position, distance - 2), "{pos}");
            let found = plain.winning_moves(&mut position, distance);
            let mut found: Vec<String> = found.into_iter().map(|mv| move_text(&position, mv)).collect();
            found.sort_unstable();
            assert_eq!(found, winning_moves, "{pos}");
            count += 1;
        }
        assert_eq!(count, 15 + 25 + 30);
    }

    #[test]
    fn no_two_positions_are_the_same_but_for_a_symmetry() {
        let files = ["loa_forced_wins.jsonl", "loa_forced_wins_hard.jsonl", "loa_forced_wins_generated.jsonl"];
        let all: Vec<_> = files.into_iter().flat_map(fixture).collect();
        let different: HashSet<_> = all.iter().map(|(position, _)| images(position).into_iter().min()).collect();
        assert_eq!((all.len(), different.len()), (128, 128));
        let wins = |plies| all.iter().filter(|(_, record)| record.distance == plies).count();
        assert_eq!([3, 5, 7, 9].map(wins), [6 + 25, 7 + 30, 10 + 35, 3 + 10]);
    }
}
