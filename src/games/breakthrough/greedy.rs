//! Finds the greedy move of epsilon-greedy playouts with `efMS`. The code uses bitboards, so it
//! does not need to try each move.
//!
//! A move can raise `efMS` in only three ways. The gains are in units of 2.5 points, and they add
//! up:
//! - The move captures a piece: 4.
//! - The captured piece was the opponent's only furthest piece: the number of rows by which it was
//!   ahead of the next piece.
//! - The move goes beyond the mover's furthest piece: 1.
//!
//! A move captures the opponent's only furthest piece, another piece or nothing. The move either
//! goes beyond the mover's furthest piece or does not. So there are six kinds of moves.

use super::eval::SCHADD_MAX;
use super::rules::{Breakthrough, Targets};
use crate::base::rng::Rng;
use crate::game::Move;
use crate::game::value::Side;

/// The value of a piece, in units of 2.5 points.
const PIECE: i32 = 4;

impl Breakthrough {
    /// Returns a move to the goal row if there is one. Otherwise returns the move after which
    /// `efMS` is best. If there are forced captures, considers only these captures. If several
    /// moves are equally good, samples one of them in proportion to their playout weights.
    pub(super) fn best_by_schadd(&self, rng: &mut Rng) -> Option<Move> {
        let all = self.targets();
        let decisive = all.among(self.goal(self.player));
        if decisive.count() > 0 {
            return Some(self.move_at(decisive, 0));
        }
        let forced = all.among(self.other & self.row_before_home());
        if forced.count() > 0 {
            let best = self.best_targets(forced);
            return Some(self.move_at(best, rng.below(best.count())));
        }
        self.sampled(self.best_targets(all), rng)
    }

    /// Returns the moves of `targets` after which `efMS` is best. No move of `targets` may reach
    /// the goal row.
    pub(super) fn best_targets(&self, targets: Targets) -> Targets {
        let (first, behind) = self.furthest_foe();
        let first_gain = behind.wrapping_add(PIECE);
        let (beyond, taken) = (self.beyond_own(), self.other);
        let points = self.schadd_points().wrapping_mul(self.player.sign());
        let kinds = [
            (taken & first & beyond, first_gain.wrapping_add(1)),
            (taken & first & !beyond, first_gain),
            (taken & !first & beyond, PIECE + 1),
            (taken & !first & !beyond, PIECE),
            (!taken & beyond, 1),
            (!taken & !beyond, 0),
        ];
        let last_piece = self.other.is_power_of_two();
        let (mut best, mut squares) = (i32::MIN, 0);
        for (kind, gain) in kinds {
            if targets.among(kind).count() == 0 {
                continue;
            }
            let wins = last_piece && kind & taken != 0;
            let value = if wins { i32::MAX } else { points.wrapping_add(gain).clamp(-SCHADD_MAX, SCHADD_MAX) };
            if value > best {
                (best, squares) = (value, 0);
            }
            squares |= if value == best { kind } else { 0 };
        }
        targets.among(squares)
    }

    /// Returns a bitboard with the opponent's furthest piece, and the number of rows by which it is
    /// ahead of the next piece. Both are 0 if the opponent has two or more pieces on the furthest
    /// row.
    fn furthest_foe(&self) -> (u64, i32) {
        let first = self.furthest_row(self.player.opponent(), self.other);
        if !first.is_power_of_two() {
            return (0, 0);
        }
        let rest = self.furthest_row(self.player.opponent(), self.other ^ first);
        let rows = |pieces: u64| (pieces.trailing_zeros() / 8) as i32;
        let behind = if rest == 0 { 0 } else { rows(first).wrapping_sub(rows(rest)).wrapping_abs() };
        (first, behind)
    }

    /// Returns the pieces of `pieces` that are furthest from `player`'s home row.
    const fn furthest_row(&self, player: Side, pieces: u64) -> u64 {
        let row = match player {
            Side::First => 63_u32.saturating_sub(pieces.leading_zeros()) / 8,
            Side::Second => pieces.trailing_zeros() / 8,
        };
        pieces & 0xFF_u64.wrapping_shl(row.wrapping_mul(8))
    }

    /// Returns the rows beyond the furthest piece of the player to move.
    const fn beyond_own(&self) -> u64 {
        match self.player {
            Side::First => !(u64::MAX.wrapping_shr(self.own.leading_zeros() & 0x38)),
            Side::Second => !(u64::MAX.wrapping_shl(self.own.trailing_zeros() & 0x38)),
        }
    }
}
