//! What a search may know about Lines of Action: which moves to try first, which to look at before
//! it stops, a key, the pass.

use super::eval::{self, SHAPES, euler_number};
use super::rules::{Loa, PASS, Rules, captures, squares};
use crate::base::bits::{absorb, bit};
use crate::base::tables::LOA_KEYS;
use crate::game::knowledge::{Evaluator, Knowledge};
use crate::game::value::{Outcome, Side, Value};
use crate::game::{Game, Move};
use crate::games::features::add_board;
use crate::games::nets::built_in;
use crate::games::zobrist::Zobrist;

/// The 4 x 4 squares in the middle.
const CENTRE: u64 = 0x0000_3C3C_3C3C_0000;
/// The 6 x 6 squares in the middle.
const INSIDE: u64 = 0x007E_7E7E_7E7E_7E00;

const KEYS: Zobrist = Zobrist(&LOA_KEYS);

impl Loa {
    /// Of the men and the player to move, whatever has occurred before.
    pub(super) fn board_key(&self) -> u64 {
        KEYS.board(self.men(Side::First), self.men(Side::Second), self.player)
    }

    /// The key of the position: see `Knowledge::hash`.
    #[cfg_attr(target_os = "none", inline(never))] // for the stack
    #[cfg_attr(not(target_os = "none"), inline)]
    fn key(&self) -> u64 {
        let mark = if self.rules() == Rules::OpenSpiel { self.occurred_key() } else { self.twice };
        self.board_key() ^ mark
    }

    /// A mark of the set of boards before this one to which the game may come back; 0 where there
    /// is none.
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

    /// The squares, and what the men form together.
    fn feature_count(&self) -> usize {
        64_usize.wrapping_add(SHAPES)
    }

    /// 1 for a man of the mover's, 2 for one of the opponent's; then the shapes.
    fn features(&self, features: &mut [u8]) {
        let Some((squares, shapes)) = features.split_at_mut_checked(64) else { return };
        add_board(self.men(self.player), 1, 8, squares);
        add_board(self.men(self.player.opponent()), 2, 8, squares);
        self.add_shapes(shapes);
    }

    built_in!("loa");

    fn has_order(&self) -> bool {
        true
    }

    /// Captures into the inner 4 x 4 squares, captures into the ring around them, all other moves
    /// (Winands 2004). Captures on the edge are among the others.
    fn order(&self, mv: Move) -> i32 {
        let (_, to) = squares(mv);
        match bit(to) {
            _ if !captures(mv) => 0,
            target if target & CENTRE != 0 => 2,
            target if target & INSIDE != 0 => 1,
            _ => 0,
        }
    }

    /// Captures into the centre, and captures that join or part men of either side, as far as the
    /// Euler number tells (Winands 2004).
    fn noisy(&self, mv: Move) -> bool {
        if !captures(mv) {
            return false;
        }
        let (from, to) = squares(mv);
        let (own, other) = (self.men(self.player), self.men(self.player.opponent()));
        bit(to) & CENTRE != 0
            || euler_number(own) != euler_number(own & !bit(from) | bit(to))
            || euler_number(other) != euler_number(other & !bit(to))
    }

    /// Told without making the move: after most moves a man stands alone, which is found quickly.
    #[inline]
    fn outcome_after(&self, mv: Move) -> Option<Option<Outcome>> {
        self.outcome_of(mv)
    }

    /// The key of the board and the player to move, with a mark of the set of positions that have
    /// occurred twice since the last capture: each of them is a draw now if it is reached again.
    ///
    /// The rest of the history does not change the value, so the key leaves it out. The proof:
    /// let only the positions of that set end the game. A player who can win then can do so
    /// without coming to any position twice, so no position occurs a third time, and he wins by
    /// the true rules as soon. Where neither player can win, both can avoid a loss without end,
    /// which the true rules call a draw. So what a table proves under this key holds elsewhere, as
    /// long as at most 256 plies are played without a capture: beyond that, forgotten positions
    /// may count again.
    ///
    /// By the rules of OpenSpiel every board that has occurred is a draw if it is reached again, so
    /// that who loses may be saved by one of them: there the mark is of all of them.
    fn hash(&self) -> Option<u64> {
        Some(self.key())
    }

    /// `None` for a pass, and where a man goes to a square that was left since the last capture:
    /// that position may have occurred before. By the rules of OpenSpiel always, as each move adds
    /// to what has occurred.
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

    /// A null move is a barrier in the history: repetitions do not count across it. A position that
    /// has occurred twice before it would no longer end the game, but would still be in the key. So
    /// the null move is refused where there is such a position. (By the rules of OpenSpiel there is
    /// none; the key sees no further than the barrier.)
    fn pass(&mut self) -> bool {
        if self.twice != 0 {
            return false;
        }
        self.history.toggle_barrier();
        self.player = self.player.opponent();
        true
    }

    /// Fewer than five men: to have to move one of them may be a disadvantage (zugzwang).
    fn few_pieces(&self) -> bool {
        self.men(self.player).count_ones() < 5
    }

    /// By whether it captures, by the regions of the board that it joins, and by how much closer it
    /// comes to the centre of mass.
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
