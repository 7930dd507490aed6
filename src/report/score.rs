//! Scores: what a search of minimax values compares, in the view of the player to move.
//!
//! A won position scores [`WIN`] less the plies from the root to the end of the game, so that of
//! two wins the shorter is better and of two losses the longer. What the evaluation says lies
//! strictly between the losses and the wins.

use crate::game::value::{Outcome, Proof, Side};

/// A score in the view of one player; negated it is in the other's.
pub(crate) type Score = i32;

/// More than any score.
pub(crate) const INFINITE: Score = 1 << 20;
/// A win at the root itself.
const WIN: Score = 1 << 17;
/// The largest score of a position whose outcome is not known: see
/// [`crate::game::knowledge::Knowledge::points`].
pub(crate) const POINTS_MAX: Score = 0xFFFF;

/// The score of a game that its winner, who is asked, has won at this ply.
pub(crate) const fn win_at(ply: usize) -> Score {
    WIN.wrapping_sub(ply as Score)
}

/// The score of a game that is over at this ply.
#[inline]
pub(crate) const fn of_outcome(outcome: Outcome, mover: Side, ply: usize) -> Score {
    match (outcome, mover) {
        (Outcome::Draw, _) => 0,
        (Outcome::FirstWins, Side::First) | (Outcome::SecondWins, Side::Second) => win_at(ply),
        _ => win_at(ply).wrapping_neg(),
    }
}

/// The score of a position of which the evaluation says so much, in the first player's view.
#[inline]
pub(crate) fn of_points(points: i32, mover: Side) -> Score {
    points.clamp(-POINTS_MAX, POINTS_MAX).wrapping_mul(mover.sign())
}

/// A score as the position at this ply sees it: the end of the game counts from there, not
/// from the root.
pub(crate) const fn from_ply(score: Score, ply: usize) -> Score {
    shifted(score, ply as Score)
}

/// The score of a position at this ply that sees itself so: the end of the game counts from the
/// root again.
pub(crate) const fn at_ply(score: Score, ply: usize) -> Score {
    shifted(score, (ply as Score).wrapping_neg())
}

/// A win or a loss moved nearer by `plies`.
const fn shifted(score: Score, plies: Score) -> Score {
    if score > POINTS_MAX {
        score.wrapping_add(plies)
    } else if score < -POINTS_MAX {
        score.wrapping_sub(plies)
    } else {
        score
    }
}

/// A score of one player's as another player sees it, or the `same` one.
#[inline]
pub(crate) const fn seen(same: bool, score: Score) -> Score {
    if same { score } else { score.wrapping_neg() }
}

/// A window of one player's as another player sees it, or the `same` one.
#[inline]
pub(crate) const fn window_seen(same: bool, [alpha, beta]: [Score; 2]) -> [Score; 2] {
    if same { [alpha, beta] } else { [beta.wrapping_neg(), alpha.wrapping_neg()] }
}

/// Is this score a win or a loss that was found, not what the evaluation says?
pub(crate) const fn is_decided(score: Score) -> bool {
    score.wrapping_abs() > POINTS_MAX
}

/// What a score says for certain, and in how many plies from the root; `None` if it is an
/// evaluation or a draw.
pub(crate) fn proven(score: Score, mover: Side) -> Option<(Proof, u8)> {
    let plies = WIN.wrapping_sub(score.saturating_abs());
    let winner = if score > 0 { mover } else { mover.opponent() };
    is_decided(score).then_some((Outcome::win_for(winner).into(), plies.clamp(0, 255) as u8))
}
