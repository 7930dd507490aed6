//! The weights of pairs of squares, one row per class. They are fitted to games by logistic
//! regression in two rounds:
//!
//! ```sh
//! imm-arena fit othello --player "mcts()" --games 4000 --iterations 400 --random-plies 8 --every 1 \
//!     --seed 1 --decided 400 --table
//! imm-arena fit othello --player "ab(all)" --games 3000 --iterations 3000 --random-plies 10 --every 1 \
//!     --seed 2 --decided 260 --table
//! ```
//!
//! The second round was played with the weights of the first round. The table contains the weights
//! of the second round, fitted to 110,203 positions. (If you run the commands again, the games are
//! different, because today's weights are different.) On 27,553 positions of held-out games, the
//! log loss was 0.4855. Without any knowledge, the log loss is 0.6931. With the weights of the
//! first round, the log loss was 0.5380 on all positions. In games that were not drawn, the player
//! who was ahead in a position won in 75.5 % of the cases (in the four quarters of the games, in
//! 67.7, 72.5, 78.5 and 86.8 %). A difference of 138.5 points multiplies the odds of winning by e.
//! A player who is ahead by 260 points or more wins 95 % of the games.
//!
//! On 120,565 positions of 2,625 new games, played with these weights (`--iterations 4000 --seed
//! 3`), the log loss was 0.4762. If the evaluation was 260 points or more, the player who was ahead
//! won in 95.7 % of the cases. A fit to four fifths of these games had a log loss of 0.4836 on the
//! last fifth.
//!
//! In matches of 200 games at 3,000 positions a move, from openings of 8 random plies, `ab()` with
//! these weights scored: 75.8 % against the weights of the first round, 96.2 % against a value for
//! each square alone, 99.5 % against the difference of discs.

use super::pairs::WEIGHTS;

/// The weights, in points, from -127 to 127, from the point of view of the player to move. States
/// that never occur have the weight 0 (see [`super::pairs::Place`]).
#[rustfmt::skip]
pub(crate) static PAIR_WEIGHTS: [i8; WEIGHTS] = [
    0, -43, 45, 21, 47, 18, -6, 8, -68,
    0, -23, 21, -93, 14, -34, 88, 31, -14,
    0, -17, 16, -19, 1, -17, 23, 19, -1,
    0, -23, 22, 0, 2, 3, 0, 0, -2,
    0, -23, 18, -36, 31, 28, 21, -29, -25,
    0, -7, 6, -27, 6, -8, 26, 11, -2,
    0, -13, 13, -12, -4, -3, 13, 5, 2,
    0, -2, 3, 0, -4, 0, 0, 0, 3,
    0, 9, -6, -1, -10, 19, -11, -21, 5,
    0, -3, 2, 10, -3, -6, -8, 2, 4,
    -1, -4, 4, -2, -1, -1, 4, 0, 1,
    -2, -4, 4, 0, -2, 0, 0, 0, 2,
    0, -11, 10, 5, -2, 0, -2, 6, -1,
    0, -17, 13, -5, 1, -5, 4, 5, -1,
    0, -17, 14, 0, 0, -2, 0, 2, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, -125, 100, 98, 88, 19, -70, -14, -112,
    0, -19, 16, -24, 40, -26, 27, 41, -29,
    0, -7, 5, -60, 12, -22, 40, 23, -8,
    0, -14, 11, 35, 6, -8, -24, 4, -1,
    0, -8, 6, 9, -3, -6, -14, 6, 2,
    0, -17, 14, 0, 0, -3, 0, 4, 0,
    0, -4, 4, -5, -1, -1, 7, -2, 2,
    0, -6, 5, -10, -2, -2, 7, 4, 0,
    0, -4, 3, 0, -1, -1, 0, 1, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 5, -9, 0, 48, -3, 0, 0, -36,
    0, 20, -16, -11, -16, 30, 24, -34, 20,
    0, -1, 1, 0, -12, -2, 0, 0, 10,
    0, 8, -1, -6, -2, -7, 6, 1, 3,
    0, 1, 0, -7, -2, 3, 6, -2, 1,
    -2, -11, 9, 0, -2, 1, 0, 0, 1,
];
