//! Tests the option `marg` near the end of a game. While margins become exact, the tree must equal
//! the tree of the reference. The final margins must equal the margins of exhaustive search.

use super::tree::worth;
use super::{compare, players};
use core::sync::atomic::AtomicBool;
use imm::Slot;
use imm::game::knowledge::Knowledge;
use imm::game::notation::Notation;
use imm::game::value::{Side, Value};
use imm::game::{Move, MoveList};
use imm::games::kalah::{Capture, Kalah};
use imm::games::othello::{Othello, Scoring};
use imm::mcts::{Memory, Step, TreeSearch};
use imm::player::{self, Config};
use imm::search::Search;
use imm::time::limits::{Limits, Stop};
use std::collections::HashMap;

/// Returns the value of the position under best play, from the first player's point of view. With
/// the option `marg`, the value depends on the margin of the win.
fn exact<G: Knowledge + Clone>(position: &G, config: &Config, known: &mut HashMap<u64, Value>) -> Value {
    if let Some(outcome) = position.outcome() {
        return worth(position, outcome, config);
    }
    let key = position.hash().unwrap();
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let mut room = vec![Move::NONE; position.max_moves()];
    let mut moves = MoveList::new(&mut room);
    position.legal_moves(&mut moves);
    let values = moves.as_slice().iter().map(|mv| {
        let mut next = position.clone();
        next.play(*mv);
        exact(&next, config, known)
    });
    let best = if position.to_move() == Side::First { values.max() } else { values.min() }.unwrap();
    known.insert(key, best);
    best
}

/// Searches until the margin is exact, and compares the margin with exhaustive search. Returns
/// `false` if the margin is not exact after 300,000 simulations.
fn is_exact<G: Knowledge + Clone>(start: &G, player: &str) -> bool {
    let config = Config { seed: 7, ..player::parse(player).unwrap().tree().unwrap() };
    let mut slots = vec![Slot::default(); 200_000];
    let mut path = vec![Step::default(); 200];
    let mut moves = vec![Move::NONE; config.scratch_moves(start.max_moves())];
    let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
    let mut search = TreeSearch::new(start.clone(), start.clone(), &config, memory).unwrap();
    if search.search(&Limits::iterations(300_000), None, &AtomicBool::new(false)).unwrap() != Stop::Proven {
        return false;
    }
    let report = search.report().unwrap();
    let mut at = (0..).map_while(|index| search.candidate(index).unwrap());
    let best = at.find(|candidate| candidate.mv == report.best).unwrap();
    assert_eq!(best.minimax, exact(start, &config, &mut HashMap::new()), "{player}");
    true
}

fn check<G: Knowledge + Clone>(start: &G) {
    for line in players::lines().filter(|line| line.player.contains("marg") && line.plays(start)) {
        compare(start, line.player, 3000);
        assert_eq!(is_exact(start, line.player), !line.player.contains("nosolver"), "{}", line.player);
    }
}

#[test]
fn margins_become_exact_as_in_the_reference() {
    for (houses, stones, capture) in [(2, 2, Capture::Empty), (3, 2, Capture::Standard), (2, 4, Capture::Stays)] {
        check(&Kalah::new(houses, stones, capture).unwrap());
    }
    for text in [
        "bbb.bbbb/bbbbbbbb/bbbbb.wb/bb.bbbwb/bbbbb.bb/bbbbbb.b/bbbbb.bb/bbbbb.bb 1",
        "b.bbbbbb/bbbbbbbb/bbbbbbbb/bb..bbbb/b.wbbb.b/bbwbbb.b/b.bbb.bb/bbbbbbbb 1",
        ".wwwwwww/bwwwwwww/bbwwwwww/bbbwbwww/bbwbwwww/bwwwwww./bbbbbb../bbbbbb.. 2",
    ] {
        for scoring in [Scoring::EmptiesToWinner, Scoring::DiscsOnly] {
            let mut start = Othello::new(scoring);
            start.read_position(text).unwrap();
            check(&start);
        }
    }
}
