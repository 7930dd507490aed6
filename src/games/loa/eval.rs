//! The evaluation functions of Lines of Action. Their raw evaluations are from the first player's
//! point of view.
//!
//! `efWB` follows the program MIA (Winands 2004, chapter 3): ten features with a weight each. MIA's
//! weights were never published, so the weights in this file were fitted to games (docs/LOA.md).
//! `efSimple` uses two of the features and the player to move.
//!
//! All values are integers. A feature is computed in the same way for both players. A mirrored or
//! rotated board has the same features, because rounding is towards the middle of the board.

use super::incremental::Sums;
use super::rules::Loa;
use crate::base::bits::{FILE_A, FILE_H};
use crate::base::tables::{LOA_CURVE, LOA_DISTANCES};
use crate::game::curve::on_curve;
use crate::game::value::{Side, Value};

/// The number of features.
pub const FEATURES: usize = 10;

/// The features of a position as differences (first player minus second player), in the order and
/// units of [`FEATURE_NAMES`].
pub type Features = [i32; FEATURES];

/// The names of the features, in the order of [`Features`].
///
/// - `concentration`: 1024 / (1 + s), where s is the average distance of the pieces from their
///   centre of mass, minus the least possible average;
/// - `centralisation`: average value of a piece's square (-80 to 50), in units of 5/16;
/// - `centre`: distance of the centre of mass from the middle of the board, 0 to 4;
/// - `quads`: number of 2 x 2 squares near the centre of mass that contain three or four of the
///   player's pieces;
/// - `connections`: how many neighbours of its own side a piece has on average, in units of 1/16;
/// - `area`: number of squares in the smallest rectangle around the pieces;
/// - `mobility`: number of moves, in quarters of a move; a capture counts as two moves, a move to
///   the edge as half a move, and a move along the edge as a quarter;
/// - `walls2`, `walls3`: number of enemy pieces on the edge whose way inwards is blocked by the
///   player's pieces in two or in three directions. In a corner, two blocked directions count as
///   one wall of 3, and three count as two walls of 3;
/// - `move`: 1 if the first player is to move, -1 if the second is.
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "concentration",
    "centralisation",
    "centre",
    "quads",
    "connections",
    "area",
    "mobility",
    "walls2",
    "walls3",
    "move",
];

/// The weights of `efWB`, in 1/256 points per unit. They were fitted by logistic regression to
/// 4,000 games at 20,000 positions a move. In these games, `efWB` with the weights of an earlier
/// fit played against itself (docs/LOA.md has the commands). A player who is ahead by 700 points
/// wins in 95 of 100 cases. The weight of `move` is set to 100 points, although the fit gives 75.
/// It is an advantage if the centre of mass is not in the middle of the board. Winands (2004) also
/// found this.
const WEIGHTS: Features = [499, 47, 19090, -1612, 2416, -848, 1948, 8317, 19470, 25600];

/// The weights of `efSimple`, in 1/256 points per unit, for the features `concentration`,
/// `connections` and `move`. The weights were fitted to the games of `efWB`, so that a point has
/// the same meaning in both functions.
const SIMPLE_WEIGHTS: [i32; 3] = [435, 3573, 27313];

const ROW_1: u64 = 0xFF;
const ROW_8: u64 = ROW_1 << 56;
const RIM: u64 = FILE_A | FILE_H | ROW_1 | ROW_8;
const CORNERS: u64 = (FILE_A | FILE_H) & (ROW_1 | ROW_8);

/// The largest number of pieces of a side.
const PIECES_MAX: u32 = 12;

/// Entry n is 2^18 / 2n, rounded up. Multiplying by it replaces a division by 2n. Entry 0 is 0.
const PER_TWO_PIECES: [u32; 13] =
    [0, 131072, 65536, 43691, 32768, 26215, 21846, 18725, 16384, 14564, 13108, 11916, 10923];

/// Entry n is the least possible sum of the distances of n pieces from their centre of mass.
const LEAST_DISTANCES: [u32; 13] = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14];

/// Entry n is 2^26 / n, rounded up. Multiplying by it replaces a division by n. Entry 0 is 0.
static PER_DISTANCE: [u32; 97] = per_distance();

/// For each column coordinate of a centre of mass (0 to 8), a bitboard of the 2 x 2 squares in the
/// columns near it. The bit of a 2 x 2 square is the bit of its lower left square.
static NEAR_COLUMNS: [u64; 9] = near(FILE_A, 1);
/// For each row coordinate of a centre of mass (0 to 8), a bitboard of the 2 x 2 squares in the
/// rows near it. The bit of a 2 x 2 square is the bit of its lower left square.
static NEAR_ROWS: [u64; 9] = near(ROW_1, 8);

/// Maps each coordinate of a centre of mass (0 to 8) to twice its column or row number. Columns and
/// rows are counted from 0, and coordinate 4 is the middle of the board.
const CENTRES: [u32; 9] = [0, 2, 4, 6, 7, 8, 10, 12, 14];

/// A centre of mass: the average place of a side's pieces, rounded. Its coordinates are from 0
/// (column a or row 1) to 8 (column h or row 8). For columns, 3 is d, 4 is the middle of the board,
/// and 5 is e.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Centre {
    pub(super) column: u32,
    pub(super) row: u32,
}

impl Centre {
    /// Returns the centre of mass. Each coordinate of the average place is rounded to the nearest
    /// column or row. If two columns or rows are equally near, the coordinate is rounded towards
    /// the middle of the board. An average exactly in the middle stays in the middle.
    #[inline]
    pub(super) fn of(sums: Sums) -> Self {
        let pieces = sums.pieces();
        Self { column: rounded(sums.columns(), pieces), row: rounded(sums.rows(), pieces) }
    }

    /// Returns the distance of each square from the centre of mass, in moves of a chess king. Board
    /// k holds bit k of every distance. Distances from a centre that lies between squares are
    /// rounded down.
    #[inline]
    pub(super) fn distances(self) -> [u64; 3] {
        LOA_DISTANCES.get(self.column.wrapping_mul(9).wrapping_add(self.row) as usize).copied().unwrap_or_default()
    }

    /// The distance of the centre of mass from the middle of the board, 0 to 4.
    const fn off_middle(self) -> u32 {
        let (column, row) = (self.column.abs_diff(4), self.row.abs_diff(4));
        if column > row { column } else { row }
    }
}

/// Returns the average coordinate `sum / n` of n pieces, rounded to a coordinate of [`Centre`], 0
/// to 8.
///
/// Let d be twice the distance of the average from the middle of the board: `|2 sum - 7 n| / n`.
/// For the k-th column to the left or right of the middle, d is `2k - 1`. So the code rounds d to
/// the nearest odd number, or to the smaller one if two are equally near. If d is 0, the result is
/// the middle.
#[inline]
fn rounded(sum: u32, pieces: u32) -> u32 {
    let (twice, middle) = (sum.wrapping_mul(2), pieces.wrapping_mul(7));
    let columns =
        times_per_two_pieces(twice.abs_diff(middle).wrapping_add(pieces.wrapping_mul(2)).saturating_sub(1), pieces);
    if twice < middle { 4_u32.wrapping_sub(columns) } else { columns.wrapping_add(4) }
}

/// Returns `number / (2 n)` for n pieces, rounded down. `number` is at most 10,922. The result is
/// exact, because the error of the table is smaller than 1/24: if the quotient is not a whole
/// number, it is at least 1/24 below the next one.
#[inline]
fn times_per_two_pieces(number: u32, pieces: u32) -> u32 {
    let per = PER_TWO_PIECES.get(pieces.min(PIECES_MAX) as usize).copied().unwrap_or_default();
    number.wrapping_mul(per).wrapping_shr(18)
}

/// The pieces of one player, with the sums and the centre of mass that its features need.
struct Formation {
    pieces: u64,
    sums: Sums,
    centre: Centre,
}

impl Formation {
    #[inline]
    fn of(pieces: u64, sums: Sums) -> Self {
        Self { pieces, sums, centre: Centre::of(sums) }
    }

    /// Returns the surplus: the sum of the distances of the pieces from their centre of mass, minus
    /// the least possible sum.
    #[inline]
    fn surplus(&self) -> u32 {
        let [ones, twos, fours] = self.centre.distances();
        let count = |plane: u64| (self.pieces & plane).count_ones();
        let sum = count(ones).wrapping_add(count(twos).wrapping_mul(2)).wrapping_add(count(fours).wrapping_mul(4));
        let least = LEAST_DISTANCES.get(self.sums.pieces().min(PIECES_MAX) as usize).copied().unwrap_or_default();
        sum.saturating_sub(least)
    }

    /// Returns 1024 / (1 + s), where s is the surplus of distances per piece. This equals 1024 *
    /// pieces / (pieces + surplus).
    #[inline]
    fn concentration(&self) -> i32 {
        let pieces = self.sums.pieces();
        let all = pieces.wrapping_add(self.surplus());
        let per = PER_DISTANCE.get(all as usize).copied().unwrap_or_default();
        pieces.wrapping_mul(per).wrapping_shr(16) as i32
    }

    #[inline]
    fn centralisation(&self) -> i32 {
        times_per_two_pieces(self.sums.values().wrapping_mul(32), self.sums.pieces()) as i32
    }

    /// The number of 2 x 2 squares near the centre of mass that contain three or four of the
    /// pieces.
    #[inline]
    fn quads(&self) -> i32 {
        let pieces = self.pieces;
        let (right, above, diagonal) = (pieces >> 1, pieces >> 8, pieces >> 9);
        let columns = NEAR_COLUMNS.get(self.centre.column as usize).copied().unwrap_or_default();
        let near = columns & NEAR_ROWS.get(self.centre.row as usize).copied().unwrap_or_default();
        let most = pieces & right & (above | diagonal) | above & diagonal & (pieces | right);
        (most & near).count_ones() as i32
    }

    /// Returns how many neighbours of its own side a piece has on average, in units of 1/16.
    #[inline]
    fn connections(&self) -> i32 {
        let pieces = self.pieces;
        let (right, left) = (pieces >> 1 & !FILE_H, pieces << 1 & !FILE_A);
        let beside = (pieces & right).count_ones();
        let above = (pieces & pieces >> 8).count_ones();
        let rising = (pieces & right >> 8).count_ones();
        let falling = (pieces & left >> 8).count_ones();
        let pairs = beside.wrapping_add(above).wrapping_add(rising).wrapping_add(falling);
        times_per_two_pieces(pairs.wrapping_mul(64), self.sums.pieces()) as i32
    }

    /// The number of squares in the smallest rectangle around the pieces.
    #[inline]
    fn area(&self) -> i32 {
        let pieces = self.pieces;
        let rows = (pieces.leading_zeros() / 8).wrapping_add(pieces.trailing_zeros() / 8);
        let half = pieces | pieces >> 32;
        let quarter = half | half >> 16;
        let columns = (quarter | quarter >> 8) as u8;
        let columns = columns.leading_zeros().wrapping_add(columns.trailing_zeros());
        8_u32.saturating_sub(rows).wrapping_mul(8_u32.saturating_sub(columns)) as i32
    }

    /// The six features that can be computed for one player alone, in the order of
    /// [`FEATURE_NAMES`].
    #[inline]
    fn features(&self) -> [i32; 6] {
        let centre = self.centre.off_middle() as i32;
        let (concentration, centralisation) = (self.concentration(), self.centralisation());
        [concentration, centralisation, centre, self.quads(), self.connections(), self.area()]
    }
}

/// Returns the numbers of walls of 2 and of walls of 3. A wall of 2 is a piece of `foes` on the
/// edge whose way inwards is blocked by `pieces` in two directions. At a wall of 3, three
/// directions are blocked. [`FEATURE_NAMES`] tells how corners count.
#[inline]
fn walls(pieces: u64, foes: u64) -> [i32; 2] {
    // Each of these boards is named after a direction. A set bit means that the next square in this
    // direction has a piece.
    let (above, below, right, left) = (pieces >> 8, pieces << 8, pieces >> 1, pieces << 1);
    let inward = above & ROW_1 | below & ROW_8 | right & FILE_A | left & FILE_H;
    let one_side = pieces >> 9 & ROW_1 | pieces << 9 & ROW_8 | pieces << 7 & FILE_A | pieces >> 7 & FILE_H;
    let other_side = pieces >> 7 & ROW_1 | pieces << 7 & ROW_8 | pieces >> 9 & FILE_A | pieces << 9 & FILE_H;
    let edge = foes & RIM & !CORNERS;
    let all = inward & one_side & other_side & edge;
    let most = (inward & one_side | inward & other_side | one_side & other_side) & edge & !all;
    let [cornered, shut_in] = corner_walls(pieces, foes & CORNERS);
    let threes =
        all.count_ones().wrapping_add(cornered.count_ones()).wrapping_add(shut_in.count_ones().wrapping_mul(2));
    [most.count_ones() as i32, threes as i32]
}

/// Returns two sets of enemy pieces. All `foes` must be in corners. The first set has the `foes`
/// with `pieces` on two of the three squares next to the corner. The second set has those with
/// `pieces` on all three.
#[inline]
const fn corner_walls(pieces: u64, foes: u64) -> [u64; 2] {
    let upright = pieces >> 8 & ROW_1 | pieces << 8 & ROW_8;
    let level = pieces >> 1 & FILE_A | pieces << 1 & FILE_H;
    let left = pieces >> 9 & ROW_1 | pieces << 7 & ROW_8;
    let right = pieces >> 7 & ROW_1 | pieces << 9 & ROW_8;
    let diagonal = left & FILE_A | right & FILE_H;
    let all = upright & level & diagonal & foes;
    [(upright & level | upright & diagonal | level & diagonal) & foes & !all, all]
}

/// All squares except column h.
const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// The number of input features for a net, without the features of the 64 squares.
/// [`Loa::add_shapes`] lists these features.
pub(super) const SHAPES: usize = 16;

/// Clamps a number to the range of a feature, 0 to 63.
#[inline]
fn bucket(number: i32) -> u8 {
    number.clamp(0, 63) as u8
}

impl Loa {
    /// Writes the input features for a net, except the features of the squares. Each feature is
    /// limited to the range from 0 to 63. The features are the same for a rotated or mirrored
    /// board:
    ///
    /// - 0 to 5: the mover's concentration, centralisation, groups minus the holes in them, quads,
    ///   connections and area;
    /// - 6 to 11: the opponent's six features;
    /// - 12: the distances of both centres of mass from the middle, `5 * mover + opponent`;
    /// - 13, 14: the walls that the mover makes, and the opponent's walls;
    /// - 15: the mobility of the mover minus the opponent's mobility, in units of two moves, plus
    ///   32.
    pub(super) fn add_shapes(&self, features: &mut [u8]) {
        let [own, other] = [self.player, self.player.opponent()];
        let (sides, of_both) = features.split_at_mut_checked(12).unwrap_or_default();
        let mut centres = 0_i32;
        for (player, side) in [own, other].into_iter().zip(sides.chunks_mut(6)) {
            centres = centres.wrapping_mul(5).wrapping_add(self.add_side(player, side));
        }
        let mobility = self.kept.mobility().wrapping_mul(self.player.sign()) / 8;
        let seen = [centres, self.seen_walls(own), self.seen_walls(other), mobility.wrapping_add(32)];
        of_both.iter_mut().zip(seen).for_each(|(feature, number)| *feature = bucket(number));
    }

    /// Writes the six features of one player. Returns the distance of the player's centre of mass
    /// from the middle of the board.
    #[inline]
    fn add_side(&self, player: Side, features: &mut [u8]) -> i32 {
        self.add_close(player, features);
        self.add_apart(player, features)
    }

    /// Writes the features concentration, centralisation and quads of one player. Returns the
    /// distance of the player's centre of mass from the middle of the board.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: the stack holds no other locals
    #[cfg_attr(not(target_os = "none"), inline)]
    fn add_apart(&self, player: Side, features: &mut [u8]) -> i32 {
        let side = self.side(player);
        if let [concentration, centralisation, _, quads, ..] = features {
            *concentration = bucket(side.concentration() / 16);
            *centralisation = bucket(side.centralisation() / 8);
            *quads = bucket(side.quads());
        }
        side.centre.off_middle() as i32
    }

    /// Writes three features of one player: the groups minus the holes in them, the connections and
    /// the area.
    #[cfg_attr(target_os = "none", inline(never))]
    #[cfg_attr(not(target_os = "none"), inline)]
    fn add_close(&self, player: Side, features: &mut [u8]) {
        let side = self.side(player);
        if let [_, _, groups, _, connections, area] = features {
            *groups = bucket(euler_number(side.pieces));
            *connections = bucket(side.connections());
            *area = bucket(side.area());
        }
    }

    /// Returns one number for the walls that a player's pieces make: the number of walls of 2 (at
    /// most 7) plus 8 times the number of walls of 3.
    #[cfg_attr(target_os = "none", inline(never))]
    #[cfg_attr(not(target_os = "none"), inline)]
    fn seen_walls(&self, player: Side) -> i32 {
        let [twos, threes] = walls(self.pieces(player), self.pieces(player.opponent()));
        twos.min(7).wrapping_add(threes.wrapping_mul(8))
    }

    /// The features of the position, first player minus second player. `efWB` is their weighted
    /// sum. The features are also valid after the end of the game.
    #[must_use]
    #[inline]
    pub fn features(&self) -> Features {
        let [first, second] = [Side::First, Side::Second].map(|player| self.side(player));
        let mut all = [0; FEATURES];
        let by_side = first.features().into_iter().zip(second.features());
        all.iter_mut().zip(by_side).for_each(|(feature, (own, other))| *feature = own.wrapping_sub(other));
        let ([own2, own3], [other2, other3]) = (walls(first.pieces, second.pieces), walls(second.pieces, first.pieces));
        let [.., mobility, walls2, walls3, turn] = &mut all;
        *mobility = self.kept.mobility();
        (*walls2, *walls3) = (own2.wrapping_sub(other2), own3.wrapping_sub(other3));
        *turn = self.player.sign();
        all
    }

    /// The pieces of a player, and the sums over these pieces.
    #[inline]
    fn side(&self, player: Side) -> Formation {
        Formation::of(self.pieces(player), self.kept.sums(player))
    }

    /// Returns `efWB`, the weighted sum of all features, in points.
    #[cfg(target_os = "none")]
    pub(super) fn winands_bjornsson(&self) -> i32 {
        self.winands_bjornsson_by_sides()
    }

    /// Returns the evaluation `efWB`. Computes it for one player at a time, because this takes less
    /// stack.
    #[cfg(any(target_os = "none", test))]
    #[inline(never)]
    pub(super) fn winands_bjornsson_by_sides(&self) -> i32 {
        let [.., mobility, _, _, turn] = WEIGHTS;
        let of_sides = self.weighed_side(Side::First).wrapping_sub(self.weighed_side(Side::Second));
        let of_walls = self.weighed_walls(Side::First).wrapping_sub(self.weighed_walls(Side::Second));
        let of_both = mobility.wrapping_mul(self.kept.mobility()).wrapping_add(turn.wrapping_mul(self.player.sign()));
        of_sides.wrapping_add(of_walls).wrapping_add(of_both) / 256
    }

    /// The weighted sum of the features that can be computed for one player alone.
    #[cfg(any(target_os = "none", test))]
    #[inline]
    fn weighed_side(&self, player: Side) -> i32 {
        self.weighed_distances(player).wrapping_add(self.weighed_shape(player))
    }

    /// The weighted sum of concentration, centralisation, centre and quads of one player.
    #[cfg(any(target_os = "none", test))]
    #[inline(never)]
    fn weighed_distances(&self, player: Side) -> i32 {
        let side = self.side(player);
        let [concentration, centralisation, centre, quads, ..] = WEIGHTS;
        let concentrated = side.concentration().wrapping_mul(concentration);
        let centralised = side.centralisation().wrapping_mul(centralisation);
        let off_middle = (side.centre.off_middle() as i32).wrapping_mul(centre);
        concentrated.wrapping_add(centralised).wrapping_add(off_middle).wrapping_add(side.quads().wrapping_mul(quads))
    }

    /// The weighted sum of connections and area of one player.
    #[cfg(any(target_os = "none", test))]
    #[inline(never)]
    fn weighed_shape(&self, player: Side) -> i32 {
        let side = self.side(player);
        let [_, _, _, _, connections, area, ..] = WEIGHTS;
        side.connections().wrapping_mul(connections).wrapping_add(side.area().wrapping_mul(area))
    }

    /// The weighted sum of the walls that a player's pieces make.
    #[cfg(any(target_os = "none", test))]
    #[inline(never)]
    fn weighed_walls(&self, player: Side) -> i32 {
        let [.., walls2, walls3, _] = WEIGHTS;
        let [twos, threes] = walls(self.pieces(player), self.pieces(player.opponent()));
        twos.wrapping_mul(walls2).wrapping_add(threes.wrapping_mul(walls3))
    }

    /// Returns `efWB`, the weighted sum of all features, in points.
    #[cfg(not(target_os = "none"))]
    #[inline]
    pub(super) fn winands_bjornsson(&self) -> i32 {
        let all = self.features();
        all.iter().zip(WEIGHTS).fold(0_i32, |sum, (feature, weight)| sum.wrapping_add(feature.wrapping_mul(weight)))
            / 256
    }

    /// Returns `efSimple` in points: the weighted sum of the features `concentration`,
    /// `connections` and `move`.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: apart from the locals of `efWB`
    #[cfg_attr(not(target_os = "none"), inline)]
    pub(super) fn simple(&self) -> i32 {
        let [first, second] = [Side::First, Side::Second].map(|player| self.side(player));
        let [concentration, connections, turn] = SIMPLE_WEIGHTS;
        let concentrated = first.concentration().wrapping_sub(second.concentration()).wrapping_mul(concentration);
        let connected = first.connections().wrapping_sub(second.connections()).wrapping_mul(connections);
        concentrated.wrapping_add(connected).wrapping_add(turn.wrapping_mul(self.player.sign())) / 256
    }
}

/// The Euler number of these pieces: the number of groups minus the number of holes in the groups.
/// The number can be computed from quads (2 x 2 squares) as (Q1 - Q3 - 2 Qd) / 4 (Gray 1971;
/// Winands, Uiterwijk, van den Herik 2001). Q1, Q3 and Qd are the numbers of quads with one piece,
/// with three pieces, and with two pieces on a diagonal.
///
/// This function computes the same number in another way, without quads that overlap the edge of
/// the board. It adds the number of pieces, and the number of sets of three pieces within a 2 x 2
/// square. Then it subtracts the number of pairs of pieces that touch, and the number of full 2 x 2
/// squares.
pub(super) fn euler_number(pieces: u64) -> i32 {
    let count = |squares: u64| squares.count_ones() as i32;
    // For each 2 x 2 square, these boards have the other three squares, shifted to the lower left
    // square.
    let (right, above) = (pieces >> 1 & NOT_H, pieces >> 8);
    let beyond = above >> 1 & NOT_H;
    let (row, column, rising) = (pieces & right, pieces & above, pieces & beyond);
    let falling = right & above;
    let pairs = count(row).wrapping_add(count(column)).wrapping_add(count(rising)).wrapping_add(count(falling));
    let threes = count(row & above)
        .wrapping_add(count(row & beyond))
        .wrapping_add(count(column & beyond))
        .wrapping_add(count(falling & beyond));
    count(pieces).wrapping_sub(pairs).wrapping_add(threes).wrapping_sub(count(row & above & beyond))
}

/// Converts a raw evaluation to a static value (-1 to 1). Uses the logistic curve to which the
/// weights were fitted.
#[inline]
pub(super) fn expected(points: i32) -> Value {
    on_curve::<16>(&LOA_CURVE, points)
}

#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // computed at build time
const fn per_distance() -> [u32; 97] {
    let mut table = [0; 97];
    let mut distance = 1;
    while distance < table.len() {
        table[distance] = (1_u32 << 26).div_ceil(distance as u32);
        distance += 1;
    }
    table
}

/// For each coordinate of a centre of mass, returns the lines (columns or rows) of 2 x 2 squares
/// that are near it. A line is near if the middle of its 2 x 2 squares is at most 2.5 squares from
/// the centre of mass. Line n is `first` shifted by `n * apart` bits.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // computed at build time
const fn near(first: u64, apart: u32) -> [u64; 9] {
    let mut table = [0; 9];
    let mut centre = 0;
    while centre < 9 {
        let mut line = 0;
        while line < 7 {
            let away = (2_u32 * line + 1).abs_diff(CENTRES[centre]);
            table[centre] |= if away <= 5 { first << (line * apart) } else { 0 };
            line += 1;
        }
        centre += 1;
    }
    table
}

#[cfg(test)]
#[path = "eval_unit_tests.rs"]
mod tests;
