//! Knowledge about Lines of Action for a search: the evaluations, the move order, the noisy moves,
//! a hash key and the null move.

use super::eval::{self, SHAPES, euler_number};
use super::rules::{Loa, PASS, Rules, captures, squares};
use crate::base::bits::{absorb, bit};
use crate::base::tables::LOA_KEYS;
use crate::game::knowledge::{Evaluator, Knowledge};
use crate::game::value::{Outcome, Side, Value};
use crate::game::{Game, Move};
use crate::games::features::add_boards;
use crate::games::nets::built_in;
use crate::games::zobrist::Zobrist;

/// The 4 x 4 squares in the middle.
const CENTRE: u64 = 0x0000_3C3C_3C3C_0000;
/// The 6 x 6 squares in the middle.
const INSIDE: u64 = 0x007E_7E7E_7E7E_7E00;

const KEYS: Zobrist = Zobrist(&LOA_KEYS);

impl Loa {
    /// The hash key of the pieces and the player to move, without the history.
    pub(super) fn board_key(&self) -> u64 {
        KEYS.board(self.pieces(Side::First), self.pieces(Side::Second), self.player)
    }

    /// Returns the key that `Knowledge::hash` describes.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: takes less stack
    #[cfg_attr(not(target_os = "none"), inline)]
    fn key(&self) -> u64 {
        let mark = if self.rules() == Rules::OpenSpiel { self.occurred_key() } else { self.twice };
        self.board_key() ^ mark
    }

    /// Returns a hash of the set of earlier boards to which the game may return. Returns 0 if there
    /// is no such board.
    #[inline(never)]
    fn occurred_key(&self) -> u64 {
        let turn = if self.player == Side::Second { KEYS.turn() } else { 0 };
        let (mut board, mut mover) = (self.board_key() ^ turn, self.player);
        self.history.back().fold(0, |mark, (from, to)| {
            mover = mover.opponent();
            board ^= KEYS.piece(mover, from) ^ KEYS.piece(mover, to);
            mark ^ absorb(0, board)
        })
    }
}

impl Knowledge for Loa {
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        matches!(evaluator, Evaluator::DEFAULT | Evaluator::WB | Evaluator::SIMPLE)
    }

    fn points(&self, evaluator: Evaluator) -> i32 {
        match evaluator {
            Evaluator::DEFAULT | Evaluator::WB => self.winands_bjornsson(),
            Evaluator::SIMPLE => self.simple(),
            _ => 0,
        }
    }

    fn squash(_: Evaluator, points: i32) -> Value {
        eval::expected(points)
    }

    /// There is one feature for each square, and `SHAPES` features for the shapes of the groups of
    /// pieces.
    fn feature_count(&self) -> usize {
        64_usize.wrapping_add(SHAPES)
    }

    /// A square's feature is 1 for a piece of the mover and 2 for a piece of the opponent. The
    /// features of the shapes follow.
    fn features(&self, features: &mut [u8]) {
        let Some((squares, shapes)) = features.split_at_mut_checked(64) else { return };
        add_boards([self.pieces(self.player), self.pieces(self.player.opponent())], 8, squares);
        self.add_shapes(shapes);
    }

    fn feature_boards(&self, shapes: &mut [u8]) -> Option<[u64; 2]> {
        self.add_shapes(shapes);
        Some([self.pieces(self.player), self.pieces(self.player.opponent())])
    }

    built_in!("loa");

    fn has_order(&self) -> bool {
        true
    }

    /// Captures on the inner 4 x 4 squares come first, then captures on the ring around them, then
    /// all other moves, even captures on the edge (Winands 2004).
    fn order(&self, mv: Move) -> i32 {
        let (_, to) = squares(mv);
        match bit(to) {
            _ if !captures(mv) => 0,
            target if target & CENTRE != 0 => 2,
            target if target & INSIDE != 0 => 1,
            _ => 0,
        }
    }

    /// True for captures on the inner 4 x 4 squares, and for captures that join or separate pieces
    /// of a player. A change of the Euler number shows that pieces were joined or separated
    /// (Winands 2004).
    fn noisy(&self, mv: Move) -> bool {
        if !captures(mv) {
            return false;
        }
        let (from, to) = squares(mv);
        let (own, other) = (self.pieces(self.player), self.pieces(self.player.opponent()));
        bit(to) & CENTRE != 0
            || euler_number(own) != euler_number(own & !bit(from) | bit(to))
            || euler_number(other) != euler_number(other & !bit(to))
    }

    /// Finds the outcome without making the move. This is fast, because after most moves a piece
    /// without neighbours shows that the game is not over.
    #[inline]
    fn outcome_after(&self, mv: Move) -> Option<Option<Outcome>> {
        self.outcome_of(mv)
    }

    /// The key of the board and the player to move, combined with a mark (a hash) of the set of
    /// positions that have occurred twice since the last capture. Each of these positions is a draw
    /// if it is reached again.
    ///
    /// Earlier positions outside this set do not change the value, so the key leaves them out.
    /// Proof: Assume that only the positions of this set are draws when they are reached again. A
    /// player who can win under this assumption can win without reaching any position twice. So no
    /// position occurs a third time, and under the true rules the player wins just as fast. If
    /// neither player can win under this assumption, both players can avoid a loss forever, which
    /// is a draw under the true rules. So if a table stores a solved value under this key, the
    /// value is correct for every position with this key. The proof holds as long as at most 256
    /// plies are played without a capture. After more plies, the history forgets the oldest
    /// positions.
    ///
    /// Under the rules of OpenSpiel, every board that has occurred is a draw if it is reached
    /// again. Any such board may save a losing player, so the mark covers all boards that have
    /// occurred.
    fn hash(&self) -> Option<u64> {
        Some(self.key())
    }

    /// Returns `None` for a pass. Also returns `None` if the new position may have occurred before:
    /// the move does not capture, and a piece has left its target square since the last capture.
    /// Always returns `None` under the rules of OpenSpiel, because each move adds to the set of
    /// boards that have occurred.
    fn hash_after(&self, key: u64, mv: Move) -> Option<u64> {
        if self.rules() == Rules::OpenSpiel {
            return None;
        }
        let (from, to) = squares(mv);
        let (mover, opponent) = (self.player, self.player.opponent());
        let moved = key ^ KEYS.piece(mover, from) ^ KEYS.piece(mover, to) ^ KEYS.turn();
        match mv {
            PASS => None,
            _ if captures(mv) => Some(moved ^ KEYS.piece(opponent, to) ^ self.twice),
            _ => (!self.history.may_repeat(to)).then_some(moved),
        }
    }

    /// A null move is a barrier in the history: positions before it do not count as repeated. If a
    /// position has occurred twice before the barrier, it would not end the game when it occurs
    /// again, although the key still contains it. So the null move is refused if any position has
    /// occurred twice. Under the rules of OpenSpiel, no null move is refused, because the key
    /// covers only the boards after the barrier.
    fn pass(&mut self) -> bool {
        if self.twice != 0 {
            return false;
        }
        self.history.toggle_barrier();
        self.player = self.player.opponent();
        true
    }

    /// True if the mover has fewer than five pieces. With so few pieces, it may be a disadvantage
    /// to be on move (zugzwang).
    fn few_pieces(&self) -> bool {
        self.pieces(self.player).count_ones() < 5
    }

    /// Returns the category of a move. Three things determine it: whether the move captures, the
    /// board regions of its start and target squares, and how much closer the piece comes to the
    /// centre of mass of the mover's pieces.
    fn category(&self, mv: Move) -> u16 {
        self.category_of(mv)
    }

    fn has_transitions(&self) -> bool {
        true
    }

    fn transition(&self, mv: Move) -> Option<u8> {
        self.transition_of(mv)
    }

    fn each_transition(&self, moves: &[Move], visit: impl FnMut(Move, Option<u8>)) {
        self.each_transition_of(moves, visit);
    }
}
