//! The evaluation function of Onitama: a weighted sum of a few features. The raw evaluation is from
//! the first player's point of view.

use super::cards::steps_of;
use super::rules::{Onitama, temple};
#[cfg(not(target_os = "none"))]
use super::rules::{Targets, both_steps};
use crate::game::value::Side;

/// The number of features.
pub const FEATURES: usize = 11;

/// The features of a position as differences (first player minus second player), in the order of
/// [`FEATURE_NAMES`].
pub type Features = [i32; FEATURES];

/// The names of the features, in the order of [`Features`].
///
/// - `students`: number of students;
/// - `mobility`: moves with the two cards in hand;
/// - `middle`: moves that the player to move would have with the card in the middle, which this
///   player gets after its move;
/// - `attacked`: enemy students that can be captured;
/// - `guarded`: the player's pieces on squares where the player could recapture;
/// - `stream`: how near the master is to the enemy temple, from 0 (four squares away) to 3 (one
///   square away);
/// - `advance`: the total number of rows that the students have moved forward;
/// - `centre`: pieces on the nine squares in the middle;
/// - `win`: 1 if the first player is to move and can win at once, -1 if the second player is to
///   move and can win at once;
/// - `threat`: 1 if the second player is to move and cannot win at once, but the first player could
///   win after a pass; -1 for the same with the players exchanged;
/// - `move`: 1 if the first player is to move, -1 if the second is.
pub const FEATURE_NAMES: [&str; FEATURES] =
    ["students", "mobility", "middle", "attacked", "guarded", "stream", "advance", "centre", "win", "threat", "move"];

/// The weights, in points. A difference of 64 points multiplies the odds of winning by e.
///
/// The weights were fitted by logistic regression on 1,489 games of `mcts(im0.4,ipp)` against
/// itself at 1,000 simulations a move (`imm-arena fit onitama --player 'mcts(im0.4,ipp)' --games
/// 2500 --iterations 1000 --random-plies 4 --every 1 --seed 9`, stopped early). These games were
/// played with the weights of an earlier fit. The weight of `win` is set to 512, which is a value
/// of 0.9993. The weight of `move` is 0.
///
/// To measure the features, `mcts(im0.4,ipp)` with these weights played against the same player
/// with other weights, at 600 simulations a move. These weights scored:
/// - against weights without mobility, middle, attacked and guarded: 60.8 % of 204 games;
/// - against weights without win and threat: 60.6 % of 216 games;
/// - against weights with only students, win and threat: 68.1 % of 210 games;
/// - against the weights of the earlier fit: 60.1 % of 178 games.
const WEIGHTS: Features = [105, 1, 1, 8, 5, 15, 9, 11, 512, 39, 0];

/// The nine squares in the middle of the board.
const CENTRE: u32 = 0x7 << 6 | 0x7 << 11 | 0x7 << 16;
/// Three sets of rows. Set i contains the rows with a number in which bit i is set. The lowest row
/// has the number 0.
const ROW_BITS: [u32; 3] = [0x1F << 5 | 0x1F << 15, 0x1F << 10 | 0x1F << 15, 0x1F << 20];
/// Three sets of squares from which a chess king reaches c5 in at most one, two or three moves. The
/// first player wants its master to reach c5.
const NEAR: [u32; 3] =
    [0xE << 20 | 0xE << 15, 0x1F << 20 | 0x1F << 15 | 0x1F << 10, 0x1F << 20 | 0x1F << 15 | 0x1F << 10 | 0x1F << 5];

/// The features of one player, in the order of [`FEATURE_NAMES`]. Features that depend on the
/// player to move are left out.
struct Army {
    students: u32,
    mobility: u32,
    attacked: u32,
    guarded: u32,
    stream: u32,
    advance: u32,
    centre: u32,
    /// True if this player could win at once if it were to move.
    wins: bool,
}

impl Onitama {
    /// Returns all squares that a player's pieces can reach, the squares that its master can reach,
    /// and its number of moves.
    #[cfg(not(target_os = "none"))]
    pub(super) fn reach(&self, player: Side) -> (u32, u32, u32) {
        let (own, steps) = (self.pieces(player), both_steps(self.hand(player), player));
        let targets = Targets::of(own, &steps);
        (targets.union(), Targets::of(own & self.masters, &steps).union(), targets.among(!own).count())
    }

    #[cfg(target_os = "none")]
    pub(super) fn reach(&self, player: Side) -> (u32, u32, u32) {
        self.reach_by_steps(player)
    }

    /// Returns the same result as [`Onitama::reach`], but computes it one step at a time, which
    /// takes less stack.
    #[cfg(any(target_os = "none", test))]
    #[inline(never)]
    pub(super) fn reach_by_steps(&self, player: Side) -> (u32, u32, u32) {
        let own = self.pieces(player);
        let (mut all, mut of_master, mut moves) = (0_u32, 0_u32, 0_u32);
        for card in self.hand(player).cards() {
            for &(ends, turn) in steps_of(card, player) {
                let targets = own.rotate_left(turn.into()) & ends;
                all |= targets;
                of_master |= (own & self.masters).rotate_left(turn.into()) & ends;
                moves = moves.wrapping_add((targets & !own).count_ones());
            }
        }
        (all, of_master, moves)
    }

    /// True if `player` could win at once if it were to move. `reached` has the squares that the
    /// player's pieces reach, and `by_master` has the squares that its master reaches. The enemy
    /// temple does not count if the player's own piece is on it.
    #[inline]
    pub(super) fn would_win(&self, player: Side, reached: u32, by_master: u32) -> bool {
        let (own, other) = (self.pieces(player), self.pieces(player.opponent()));
        reached & other & self.masters != 0 || by_master & !own & temple(player.opponent()) != 0
    }

    fn side(&self, player: Side, (reached, by_master, mobility): (u32, u32, u32)) -> Army {
        let (own, other) = (self.pieces(player), self.pieces(player.opponent()));
        let (master, students) = (own & self.masters, own & !self.masters);
        Army {
            students: students.count_ones(),
            mobility,
            attacked: (reached & other & !self.masters).count_ones(),
            guarded: (reached & own).count_ones(),
            stream: near(from_home(master, player)),
            advance: rows(from_home(students, player)),
            centre: (own & CENTRE).count_ones(),
            wins: self.would_win(player, reached, by_master),
        }
    }

    fn side_of(&self, player: Side) -> Army {
        self.side(player, self.reach(player))
    }

    /// Returns how many moves the player to move would have with the card in the middle.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: keeps these locals off the evaluation's stack
    fn middle_moves(&self) -> u32 {
        steps_of(self.middle, self.player).iter().fold(0, |sum, &(ends, turn)| {
            sum.wrapping_add((self.own.rotate_left(u32::from(turn)) & ends & !self.own).count_ones())
        })
    }

    /// The features that the evaluation weighs, first player minus second player.
    #[must_use]
    pub fn features(&self) -> Features {
        let (first, second) = (self.side_of(Side::First), self.side_of(Side::Second));
        let less = |of: fn(&Army) -> u32| (of(&first) as i32).wrapping_sub(of(&second) as i32);
        let sign = self.player.sign();
        let (mover, waiting) = if self.player == Side::First { (&first, &second) } else { (&second, &first) };
        [
            less(|side| side.students),
            less(|side| side.mobility),
            sign.wrapping_mul(self.middle_moves() as i32),
            less(|side| side.attacked),
            less(|side| side.guarded),
            less(|side| side.stream),
            less(|side| side.advance),
            less(|side| side.centre),
            if mover.wins { sign } else { 0 },
            if waiting.wins && !mover.wins { sign.wrapping_neg() } else { 0 },
            sign,
        ]
    }

    /// The weighted sum of the features.
    #[cfg(target_os = "none")]
    pub(super) fn weighed(&self) -> i32 {
        self.weighed_by_sides()
    }

    /// Returns the same result as [`Onitama::weighed`], but computes it for one player at a time,
    /// which takes less stack.
    #[cfg(any(target_os = "none", test))]
    pub(super) fn weighed_by_sides(&self) -> i32 {
        let (first, first_wins) = self.weighed_side(Side::First, self.reach(Side::First));
        let (second, second_wins) = self.weighed_side(Side::Second, self.reach(Side::Second));
        let (wins, is_threatened) =
            if self.player == Side::First { (first_wins, second_wins) } else { (second_wins, first_wins) };
        let [_, _, middle, _, _, _, _, _, win, threat, to_move] = WEIGHTS;
        let at_hand = match (wins, is_threatened) {
            (true, _) => win,
            (false, true) => threat.wrapping_neg(),
            (false, false) => 0,
        };
        let of_mover = middle.wrapping_mul(self.middle_moves() as i32).wrapping_add(at_hand).wrapping_add(to_move);
        first.wrapping_sub(second).wrapping_add(self.player.sign().wrapping_mul(of_mover))
    }

    /// Returns the weighted sum of one player's features that do not depend on the player to move.
    /// The second value is true if this player could win at once.
    #[cfg(any(target_os = "none", test))]
    #[inline(never)]
    fn weighed_side(&self, player: Side, reach: (u32, u32, u32)) -> (i32, bool) {
        let side = self.side(player, reach);
        let [students, mobility, _, attacked, guarded, stream, advance, centre, ..] = WEIGHTS;
        let of_pieces = weigh(students, side.students).wrapping_add(weigh(guarded, side.guarded));
        let of_moves = weigh(mobility, side.mobility).wrapping_add(weigh(attacked, side.attacked));
        let of_squares = weigh(advance, side.advance).wrapping_add(weigh(centre, side.centre));
        let sum = of_pieces.wrapping_add(of_moves).wrapping_add(of_squares).wrapping_add(weigh(stream, side.stream));
        (sum, side.wins)
    }

    /// The weighted sum of the features.
    #[cfg(not(target_os = "none"))]
    pub(super) fn weighed(&self) -> i32 {
        let terms = self.features().into_iter().zip(WEIGHTS);
        terms.fold(0_i32, |sum, (feature, weight)| sum.wrapping_add(feature.wrapping_mul(weight)))
    }
}

/// `count` times the weight.
#[cfg(any(target_os = "none", test))]
#[inline]
const fn weigh(weight: i32, count: u32) -> i32 {
    weight.wrapping_mul(count as i32)
}

/// Returns the board as `player` sees it, with the player's home row as the lowest row.
#[inline]
const fn from_home(pieces: u32, player: Side) -> u32 {
    match player {
        Side::First => pieces,
        Side::Second => pieces.reverse_bits() >> 7,
    }
}

/// Returns how near a master is to c5: from 0 (four squares away) to 3 (at most one square away).
fn near(master: u32) -> u32 {
    NEAR.iter().fold(0, |sum, squares| sum.wrapping_add((master & squares).count_ones()))
}

/// The sum of the row numbers of these pieces. The lowest row has the number 0.
fn rows(pieces: u32) -> u32 {
    ROW_BITS.iter().rev().fold(0, |sum: u32, squares| sum.wrapping_mul(2).wrapping_add((pieces & squares).count_ones()))
}
