//! Computes the value of a new child in the reference search, with plain minimax and no pruning.
//! Values are from the first player's point of view.

use super::tree::Reference;
use imm::game::Move;
use imm::game::knowledge::Knowledge;
use imm::game::value::{Outcome, Side, Value};
use imm::player::options::{Config, Leaf};

/// The score of an immediate win, larger than any evaluation.
const WIN: i32 = 1 << 17;

/// Returns the value of an unfinished position. If the leaf search solves the position, also
/// returns the outcome and the distance in plies.
pub fn value<G: Knowledge + Clone>(position: &G, config: &Config) -> (Value, Option<(Outcome, u8)>) {
    if config.leaf == Leaf::Static {
        return (position.evaluate(config.evaluator), None);
    }
    let score = score(position, config, 0);
    if score.abs() > WIN / 2 {
        let outcome = if score > 0 { Outcome::FirstWins } else { Outcome::SecondWins };
        return (outcome.value(), Some((outcome, (WIN - score.abs()) as u8)));
    }
    (G::squash(config.evaluator, score), None)
}

/// Returns the minimax score of a position `ply` plies below the leaf. An earlier win has a higher
/// score.
fn score<G: Knowledge + Clone>(position: &G, config: &Config, ply: i32) -> i32 {
    match position.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::FirstWins) => return WIN - ply,
        Some(Outcome::SecondWins) => return ply - WIN,
        None => {}
    }
    let points = position.points(config.evaluator);
    let noisy = config.leaf == Leaf::Quiescence;
    let plies = if let Leaf::AlphaBeta(plies) = config.leaf { plies } else { Leaf::PLIES_MAX };
    if ply >= i32::from(plies) {
        return points;
    }
    let searched = |mv: &Move| !noisy || position.noisy(*mv);
    let scores = Reference::list(position).into_iter().filter(searched).map(|mv| {
        let mut next = position.clone();
        next.play(mv);
        score(&next, config, ply + 1)
    });
    let scores = scores.chain(noisy.then_some(points));
    if position.to_move() == Side::First { scores.max() } else { scores.min() }.unwrap()
}
