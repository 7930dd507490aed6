//! The evaluation function of EinStein würfelt nicht!: a weighted sum of a few features. The raw
//! evaluation is from the first player's point of view.

use super::rules::{Einstein, SIDES};
use super::stones::Stones;
use crate::game::value::Side;

/// The number of features.
pub const FEATURES: usize = 7;

/// The features of a position as differences (first player minus second player), in the order of
/// [`FEATURE_NAMES`].
pub type Features = [i32; FEATURES];

/// The names of the features, in the order of [`Features`].
///
/// A stone is at *distance* n if it needs n moves to the goal. Its *chances* are the number of
/// sides of the die that let the player move it.
///
/// - `stones`: number of stones;
/// - `two`, `three`: the chances of all stones at distance 2 and 3;
/// - `time`: minus ten times the expected number of turns until the fastest stone is at the goal,
///   if the player moves only this stone;
/// - `win`: the number of sides of the die with which the player to move reaches the goal at once;
///   if the die has already rolled, 6 or 0;
/// - `threat`: minus the number of sides of the die with which the other player could reach the
///   goal next;
/// - `move`: 1 if the first player is to move, -1 if the second is.
pub const FEATURE_NAMES: [&str; FEATURES] = ["stones", "two", "three", "time", "win", "threat", "move"];

/// The weights, in sixteenths of a point. A difference of 64 points multiplies the odds of winning
/// by e.
///
/// The weights were fitted by logistic regression on 6,000 games of `mcts(im0.4,ipp)` against
/// itself at 600 simulations a move (`imm-arena fit einstein --player 'mcts(im0.4,ipp)' --games
/// 6000 --iterations 600 --random-plies 4 --every 1 --seed 9`). These games were played with the
/// weights of an earlier fit. Three other features lowered the log loss of the held-out games by
/// less than 0.003: the chances of stones at distance 4, the time of the second fastest stone, and
/// the number of sides of the die with which a player can capture.
const WEIGHTS: Features = [91, 200, 62, 10, 878, 549, 323];

/// This number of weight units is one point.
const SCALE: i32 = 16;

/// The time of a player who has no stone: ten times the expected number of turns.
const NO_STONE: u32 = 240;

/// The features of one player that do not depend on whose turn it is.
struct Army {
    stones: u32,
    /// The chances of the stones at distance 2 and at distance 3.
    two: u32,
    three: u32,
    /// Ten times the expected number of turns of the fastest stone.
    time: u32,
}

/// The number of moves that a stone of `player` on this square needs to the goal.
pub(super) fn distance(player: Side, square: u32) -> u32 {
    let ahead = Einstein::ahead(player, square);
    4_u32.saturating_sub(ahead % 5).max(4_u32.saturating_sub(ahead / 5))
}

impl Army {
    fn of(player: Side, stones: Stones) -> Self {
        let mut army = Self { stones: 0, two: 0, three: 0, time: NO_STONE };
        for (square, chances) in stones.chances() {
            let distance = distance(player, square);
            army.stones = army.stones.wrapping_add(1);
            army.two = army.two.wrapping_add(if distance == 2 { chances } else { 0 });
            army.three = army.three.wrapping_add(if distance == 3 { chances } else { 0 });
            let time = distance.wrapping_mul(10 * SIDES).checked_div(chances).unwrap_or(NO_STONE);
            army.time = army.time.min(time);
        }
        army
    }
}

impl Einstein {
    /// The features that the evaluation weighs, first player minus second player.
    #[must_use]
    pub fn features(&self) -> Features {
        let [first, second] = [Side::First, Side::Second].map(|player| Army::of(player, self.stones(player)));
        let less = |of: fn(&Army) -> u32| (of(&first) as i32).wrapping_sub(of(&second) as i32);
        let sign = self.player.sign();
        let of_mover = |sides: u32| sign.wrapping_mul(sides as i32);
        [
            less(|side| side.stones),
            less(|side| side.two),
            less(|side| side.three),
            less(|side| side.time).wrapping_neg(),
            of_mover(self.winning_sides(self.player, self.die)),
            of_mover(self.winning_sides(self.player.opponent(), 0)).wrapping_neg(),
            sign,
        ]
    }

    /// Returns the number of sides of the die with which `player` can reach the goal in one move.
    /// If the die has already rolled, `die` is the side that it shows, and the result is 6 or 0.
    /// Otherwise `die` is 0.
    fn winning_sides(&self, player: Side, die: u8) -> u32 {
        let stones = self.stones(player);
        let wins = |side: u32| stones.squares(stones.movable(side)).any(|square| distance(player, square) == 1);
        match u32::from(die) {
            0 => (1..=SIDES).fold(0_u32, |sum, side| sum.wrapping_add(wins(side).into())),
            shown => u32::from(wins(shown)).wrapping_mul(SIDES),
        }
    }

    /// The weighted sum of the features, in points.
    pub(super) fn weighed(&self) -> i32 {
        let terms = self.features().into_iter().zip(WEIGHTS);
        terms.fold(0_i32, |sum, (feature, weight)| sum.wrapping_add(feature.wrapping_mul(weight))) / SCALE
    }
}
