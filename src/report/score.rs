//! Scores: the values that minimax searches compare, from the point of view of the player to move.
//!
//! A won position scores [`WIN`] minus the plies from the root to the end of the game. So shorter
//! wins and longer losses are better. Evaluations are between losses and wins.
//!
//! With the option `score` of alpha-beta, a won position scores [`MARGINS`] plus the margin of the
//! win in points, at any ply. So a win by more points is better.

use crate::game::value::{Outcome, Proof, Side};

/// A score from the point of view of one player. The score of the other player is the negated
/// number.
pub(crate) type Score = i32;

/// A number that is larger than any score.
pub(crate) const INFINITE: Score = 1 << 20;
/// The score of a position that is already won at the root, where the ply is 0.
const WIN: Score = 1 << 17;
/// The score of a win by 0 points, with the option `score`.
const MARGINS: Score = 1 << 18;
/// The largest score of a position whose outcome is not known. It equals the largest result of
/// [`crate::game::knowledge::Knowledge::points`].
pub(crate) const POINTS_MAX: Score = 0xFFFF;

/// Returns the score of a game that is won at this ply, from the winner's point of view.
pub(crate) const fn win_at(ply: usize) -> Score {
    WIN.wrapping_sub(ply as Score)
}

/// Returns the score of a game that is over at this ply, from the point of view of `mover`.
#[inline]
pub(crate) const fn of_outcome(outcome: Outcome, mover: Side, ply: usize) -> Score {
    match (outcome, mover) {
        (Outcome::Draw, _) => 0,
        (Outcome::FirstWins, Side::First) | (Outcome::SecondWins, Side::Second) => win_at(ply),
        _ => win_at(ply).wrapping_neg(),
    }
}

/// Returns the score of a game that is over, with the option `score`. `points` is the number of the
/// first player's points minus the number of the second player's points. The winner is ahead by at
/// least one point.
#[inline(never)] // few players count points
pub(crate) fn of_margin(outcome: Outcome, points: i32, mover: Side) -> Score {
    let (winner, margin) = match outcome {
        Outcome::Draw => return 0,
        Outcome::FirstWins => (Side::First, points),
        Outcome::SecondWins => (Side::Second, points.saturating_neg()),
    };
    seen(winner == mover, MARGINS.wrapping_add(margin.clamp(1, 0x7FFF)))
}

/// If [`of_margin`] has made this score, returns the margin in points, from the same point of view.
/// Otherwise returns `None`.
pub(crate) const fn margin(score: Score) -> Option<i32> {
    match score.wrapping_abs().wrapping_sub(MARGINS) {
        points if points > 0 => Some(points.wrapping_mul(score.signum())),
        _ => None,
    }
}

/// Converts a raw evaluation, from the first player's point of view, to a score from the point of
/// view of `mover`.
#[inline]
pub(crate) fn of_points(points: i32, mover: Side) -> Score {
    points.clamp(-POINTS_MAX, POINTS_MAX).wrapping_mul(mover.sign())
}

/// Converts a score. In `score`, the distance to the end of the game is counted from the root. In
/// the result, it is counted from the position at this ply.
pub(crate) const fn from_ply(score: Score, ply: usize) -> Score {
    shifted(score, ply as Score)
}

/// Converts a score. In `score`, the distance to the end of the game is counted from the position
/// at this ply. In the result, it is counted from the root.
pub(crate) const fn at_ply(score: Score, ply: usize) -> Score {
    shifted(score, (ply as Score).wrapping_neg())
}

/// Makes the distance to a win or a loss smaller by `plies`. Does not change an evaluation, a draw
/// or a score of [`of_margin`].
const fn shifted(score: Score, plies: Score) -> Score {
    if score > MARGINS || score < -MARGINS {
        score
    } else if score > POINTS_MAX {
        score.wrapping_add(plies)
    } else if score < -POINTS_MAX {
        score.wrapping_sub(plies)
    } else {
        score
    }
}

/// Converts a score from one point of view to another. If `same` is true, both points of view
/// belong to the same player, and the score does not change.
#[inline]
pub(crate) const fn seen(same: bool, score: Score) -> Score {
    if same { score } else { score.wrapping_neg() }
}

/// Converts a window from one point of view to another. If `same` is true, both points of view
/// belong to the same player, and the window does not change.
#[inline]
pub(crate) const fn window_seen(same: bool, [alpha, beta]: [Score; 2]) -> [Score; 2] {
    if same { [alpha, beta] } else { [beta.wrapping_neg(), alpha.wrapping_neg()] }
}

/// True if this score is a win or a loss, and not an evaluation.
pub(crate) const fn is_decided(score: Score) -> bool {
    score.wrapping_abs() > POINTS_MAX
}

/// If the score is a win or a loss, returns the proof and the number of plies from the root to the
/// end of the game. Otherwise returns `None`. The score is from the point of view of `mover`.
pub(crate) fn proven(score: Score, mover: Side) -> Option<(Proof, u8)> {
    let plies = WIN.wrapping_sub(score.saturating_abs());
    let winner = if score > 0 { mover } else { mover.opponent() };
    is_decided(score).then_some((Outcome::win_for(winner).into(), plies.clamp(0, 255) as u8))
}
