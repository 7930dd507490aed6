//! Knowledge about Breakthrough: playout weights, node priors and move order. The programs in the
//! implicit minimax paper have the same knowledge.

use super::rules::{Breakthrough, Targets, squares};
use crate::base::bits::bit;
use crate::base::rng::Rng;
use crate::base::tables::{BREAKTHROUGH_KEYS, LORENTZ_HOREY_TANH, SCHADD_TANH};
use crate::game::curve::squash;
use crate::game::knowledge::{Evaluator, Knowledge, Prior, Weight, best_by_trying};
use crate::game::value::{Outcome, Side, Value};
use crate::game::{Game, Move, MoveList};
use crate::games::features::add_boards;
use crate::games::nets::built_in;
use crate::games::zobrist::Zobrist;
use core::mem::swap;

const KEYS: Zobrist = Zobrist(&BREAKTHROUGH_KEYS);

/// The playout weight of capturing an undefended piece, for the option `ipp`. In the implicit
/// minimax paper, such a capture is "four times more likely" than another move. So it has one
/// ticket and four more.
const UNDEFENDED: Weight = Weight(5);
/// The playout weight of capturing a defended piece, for the option `ipp`.
const CAPTURE: Weight = Weight(2);

/// The transition probability of each category, in units of 1/255. The values were measured in 400
/// games of `mcts(ipp,efMS,im0.4)` against itself at 2,000 simulations a move (`imm-arena
/// transitions breakthrough --player 'mcts(ipp,efMS,im0.4)' --games 400`). A move to the goal is
/// always played. If a category almost never occurred, its value is 64, a probability of 1 in 4.
#[rustfmt::skip]
static TRANSITIONS: [u8; 96] = [
    254, 16, 12, 9, 4, 2, 64, 64, 64, 64, 64, 64, 64, 64, 1, 64,
    254, 181, 54, 52, 51, 75, 64, 64, 64, 64, 64, 64, 64, 64, 38, 64,
    254, 65, 43, 64, 92, 202, 64, 64, 64, 64, 64, 64, 64, 64, 249, 64,
    254, 64, 132, 202, 168, 224, 64, 64, 64, 64, 64, 64, 64, 64, 240, 64,
    254, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    254, 177, 151, 150, 143, 211, 64, 64, 64, 64, 64, 64, 64, 64, 248, 64,
];

impl Breakthrough {
    /// Returns the opponent's pieces that are not defended. A piece is not defended if the squares
    /// diagonally behind it are empty.
    fn undefended(&self) -> u64 {
        let occupied = self.own | self.other;
        self.other & !self.diagonals_ahead(self.player.opponent(), occupied)
    }

    /// The home row of the player to move.
    const fn home(&self) -> u64 {
        self.goal(self.player.opponent())
    }

    /// Returns the row in front of the mover's home row. Only a piece on the home row can capture
    /// there.
    pub(super) const fn row_before_home(&self) -> u64 {
        match self.player {
            Side::First => self.home() << 8,
            Side::Second => self.home() >> 8,
        }
    }

    /// Returns the number of rows from `square` to the goal row of the player to move.
    fn rows_to_goal(&self, square: u32) -> u32 {
        match self.player {
            Side::First => u32::from(self.rows()).wrapping_sub(1).saturating_sub(square / 8),
            Side::Second => square / 8,
        }
    }

    /// The target squares of noisy moves: the squares of the opponent's pieces, and the mover's
    /// last two rows.
    fn noisy_targets(&self) -> u64 {
        let goal = self.goal(self.player);
        self.other
            | match self.player {
                Side::First => goal | goal >> 8,
                Side::Second => goal | goal << 8,
            }
    }

    /// True if a piece is safe after moving from `from` to `to`: the square has at most as many
    /// attackers as defenders.
    fn is_safe(&self, from: u32, to: u32) -> bool {
        let attackers = self.other & self.diagonals_ahead(self.player, bit(to));
        let defenders = self.own & !bit(from) & self.diagonals_ahead(self.player.opponent(), bit(to));
        attackers.count_ones() <= defenders.count_ones()
    }
}

impl Breakthrough {
    /// Samples one of the moves in `all` by playout weight. Returns `None` if `all` has no moves.
    /// No move in `all` may be decisive or forced. Moves are sampled by tickets. A capture of an
    /// undefended piece has 5 tickets (1 + 1 + 3), any other capture has 2 (1 + 1), and all other
    /// moves have 1.
    pub(super) fn sampled(&self, all: Targets, rng: &mut Rng) -> Option<Move> {
        let captures = all.among(self.other);
        let undefended = captures.among(self.undefended());
        let (moves, extra) = (all.count(), captures.count());
        let tickets = moves.wrapping_add(extra).wrapping_add(undefended.count().wrapping_mul(3));
        let ticket = rng.below(tickets);
        let (layer, rank) = if ticket < moves {
            (all, ticket)
        } else if ticket < moves.wrapping_add(extra) {
            (captures, ticket.wrapping_sub(moves))
        } else {
            (undefended, ticket.wrapping_sub(moves).wrapping_sub(extra) / 3)
        };
        (tickets > 0).then(|| self.move_at(layer, rank))
    }

    /// Returns the pieces of the player to move, and the opponent's pieces. The board is turned so
    /// that the home row of the player to move is the lowest row.
    #[inline]
    fn boards_ahead(&self) -> [u64; 2] {
        [self.own, self.other].map(|pieces| match self.player {
            Side::First => pieces,
            Side::Second => pieces.swap_bytes().wrapping_shr(self.bits_above()),
        })
    }
}

impl Knowledge for Breakthrough {
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        matches!(evaluator, Evaluator::DEFAULT | Evaluator::MS | Evaluator::LH)
    }

    fn points(&self, evaluator: Evaluator) -> i32 {
        match evaluator {
            Evaluator::DEFAULT | Evaluator::MS => self.schadd(),
            Evaluator::LH => self.lorentz_horey(),
            _ => 0,
        }
    }

    fn squash(evaluator: Evaluator, points: i32) -> Value {
        match evaluator {
            Evaluator::DEFAULT | Evaluator::MS => squash(&SCHADD_TANH, points),
            Evaluator::LH => squash(&LORENTZ_HOREY_TANH, points),
            _ => Value::DRAW,
        }
    }

    /// A move wins if it reaches the goal row or captures the opponent's last piece.
    fn outcome_after(&self, mv: Move) -> Option<Option<Outcome>> {
        let (_, to) = squares(mv);
        let wins = bit(to) & self.goal(self.player) != 0 || self.other & !bit(to) == 0;
        Some(wins.then_some(Outcome::win_for(self.player)))
    }

    fn has_weights(&self) -> bool {
        true
    }

    /// Returns the playout weight (implicit minimax paper, section 4.2). A move to the goal row is
    /// decisive. A capture of a piece that could reach its goal with the next move is forced
    /// (anti-decisive). Such a capture always starts on the mover's home row. Any other capture has
    /// weight 5 if the captured piece is undefended, and 2 if it is defended. All other moves have
    /// weight 1.
    fn weight(&self, mv: Move) -> Weight {
        let (from, to) = squares(mv);
        if bit(to) & self.goal(self.player) != 0 {
            Weight::DECISIVE
        } else if bit(to) & self.other == 0 {
            Weight::ORDINARY
        } else if bit(from) & self.home() != 0 {
            Weight::FORCED
        } else if bit(to) & self.undefended() != 0 {
            UNDEFENDED
        } else {
            CAPTURE
        }
    }

    fn candidates(&self, moves: &mut MoveList<'_>) {
        moves.clear();
        let all = self.targets();
        let decisive = all.among(self.goal(self.player));
        let forced = all.among(self.other & self.row_before_home());
        match (decisive.count(), forced.count()) {
            (0, 0) => self.list(all, moves),
            (0, _) => self.list(forced, moves),
            (_, _) => moves.push(self.move_at(decisive, 0)),
        }
    }

    fn keep_forced(&self, moves: &mut MoveList<'_>) -> bool {
        let reaches =
            |targets: u64, moves: &MoveList<'_>| moves.as_slice().iter().any(|&mv| bit(squares(mv).1) & targets != 0);
        if reaches(self.goal(self.player), moves) {
            return true;
        }
        let attackers = self.other & self.row_before_home();
        if attackers != 0 && reaches(attackers, moves) {
            moves.retain(|mv| bit(squares(mv).1) & attackers != 0);
        }
        false
    }

    fn weighted_move(&self, rng: &mut Rng, _: &mut MoveList<'_>) -> Option<Move> {
        let all = self.targets();
        let decisive = all.among(self.goal(self.player));
        if decisive.count() > 0 {
            return Some(self.move_at(decisive, 0));
        }
        let captures = all.among(self.other);
        let forced = captures.among(self.row_before_home());
        let forced_count = forced.count();
        if forced_count > 0 {
            return Some(self.move_at(forced, rng.below(forced_count)));
        }
        self.sampled(all, rng)
    }

    fn greedy_move(&mut self, evaluator: Evaluator, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move> {
        match evaluator {
            Evaluator::DEFAULT | Evaluator::MS => self.best_by_schadd(rng),
            _ => best_by_trying(self, rng, moves, |game| game.evaluate(evaluator)),
        }
    }

    fn has_priors(&self) -> bool {
        true
    }

    /// Returns the node prior (option `np`; implicit minimax paper, section 4.2). A move to the
    /// goal row has a win rate of 1. The win rate of another safe move depends on how far the
    /// target square is from the goal row. The win rate of an unsafe move depends on whether it
    /// captures.
    fn prior(&self, mv: Move) -> Option<Prior> {
        let (from, to) = squares(mv);
        let captures = bit(to) & self.other != 0;
        let win_rate = match (self.rows_to_goal(to), self.is_safe(from, to)) {
            (0, _) | (1, true) => 1.0,
            (2, true) => 0.95,
            (3, true) => 0.85,
            (4, true) => 0.75,
            (5, true) => 0.6,
            (_, false) if captures => 0.6,
            _ => 0.3,
        };
        Some(Prior { win_rate })
    }

    /// One feature for each square of the board.
    fn feature_count(&self) -> usize {
        self.board.count_ones() as usize
    }

    /// Each square is one feature: 1 for a piece of the player to move, 2 for a piece of the
    /// opponent, 0 if it is empty. The features are ordered row by row, from the home row of the
    /// player to move.
    fn features(&self, features: &mut [u8]) {
        add_boards(self.boards_ahead(), self.columns().into(), features);
    }

    fn feature_boards(&self, _: &mut [u8]) -> Option<[u64; 2]> {
        (self.board == u64::MAX).then(|| self.boards_ahead())
    }

    built_in!("breakthrough");

    fn has_order(&self) -> bool {
        true
    }

    /// The move order is the same as in the alpha-beta player of the implicit minimax paper: quiet
    /// moves to the goal row (4), captures of undefended pieces (3), other captures on the mover's
    /// half of the board (2), other captures (1), other moves (0).
    fn order(&self, mv: Move) -> i32 {
        let (_, to) = squares(mv);
        let captures = bit(to) & self.other != 0;
        let to_goal = self.rows_to_goal(to);
        if !captures {
            return if to_goal == 0 { 4 } else { 0 };
        }
        if bit(to) & self.undefended() != 0 {
            3
        } else if to_goal.wrapping_mul(2) >= u32::from(self.rows()) {
            2
        } else {
            1
        }
    }

    /// True for captures, and for moves to the last two rows.
    fn noisy(&self, mv: Move) -> bool {
        let (_, to) = squares(mv);
        bit(to) & self.noisy_targets() != 0
    }

    fn noisy_moves(&self, moves: &mut MoveList<'_>) -> bool {
        self.list(self.targets().among(self.noisy_targets()), moves);
        true
    }

    /// Returns the key of the pieces and the player to move. Boards of different sizes share keys.
    fn hash(&self) -> Option<u64> {
        Some(KEYS.board(self.pieces(Side::First), self.pieces(Side::Second), self.player))
    }

    fn hash_after(&self, key: u64, mv: Move) -> Option<u64> {
        let (from, to) = squares(mv);
        let (mover, opponent) = (self.player, self.player.opponent());
        let taken = if bit(to) & self.other != 0 { KEYS.piece(opponent, to) } else { 0 };
        Some(key ^ KEYS.piece(mover, from) ^ KEYS.piece(mover, to) ^ taken ^ KEYS.turn())
    }

    fn pass(&mut self) -> bool {
        swap(&mut self.own, &mut self.other);
        self.player = self.player.opponent();
        true
    }

    /// True if the mover has fewer than five pieces. With so few pieces, it may be a disadvantage
    /// to be on move (zugzwang).
    fn few_pieces(&self) -> bool {
        self.own.count_ones() < 5
    }

    /// Returns `32 * capture + 16 * safe + 8 * leaves_home + rows_to_goal`. `capture` is 0 for no
    /// capture, 1 for a defended piece, 2 for an undefended piece. `safe` and `leaves_home` (the
    /// move starts on the home row) are 0 or 1. `rows_to_goal` is the distance of the target square
    /// from the goal row.
    fn category(&self, mv: Move) -> u16 {
        let (from, to) = squares(mv);
        let capture = if bit(to) & self.other == 0 {
            0
        } else if bit(to) & self.undefended() == 0 {
            1
        } else {
            2
        };
        let (safe, leaves_home) = (self.is_safe(from, to), bit(from) & self.home() != 0);
        capture << 5 | u16::from(safe) << 4 | u16::from(leaves_home) << 3 | self.rows_to_goal(to) as u16 & 7
    }

    fn has_transitions(&self) -> bool {
        true
    }

    fn transition(&self, mv: Move) -> Option<u8> {
        TRANSITIONS.get(usize::from(self.category(mv))).copied()
    }
}
