//! The rules of Oware. The row of each player is a word of eight bytes, with one byte for each
//! house and one byte for the captured seeds.

use super::history::{Before, History};
use super::sowing::{BYTE, CAPTURED, HOUSES, Sowing, has_won, legal, sum};
use crate::base::bits::{ONES, first_byte_above};
use crate::base::rng::Rng;
use crate::game::value::{Outcome, Side};
use crate::game::{Game, Move, MoveList};
use core::cmp::Ordering;

/// The number of houses on each side.
pub(super) const SIDE: u32 = 6;
/// The number of seeds in the game.
pub(super) const SEEDS: u8 = 48;
/// The row at the start: four seeds in each house, none captured.
const START_ROW: u64 = (ONES & HOUSES) << 2;

/// A position of Oware, with the part of the game's history that matters for repetitions.
///
/// A move is the index of one of the mover's houses, from 0 in the mover's sowing order.
///
/// The history is part of a position, so the game continues in the same way from equal positions.
/// This can also be true for different positions, for example after different numbers of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Oware {
    /// The row of the player to move: one byte per house in sowing order, then one byte for the
    /// captured seeds.
    pub(super) own: u64,
    /// The row of the opponent, in the opponent's sowing order.
    pub(super) other: u64,
    /// The houses that may be sown, as the highest bit of each house's byte. The value is 0 when
    /// the game is over.
    pub(super) legal: u64,
    /// The player to move.
    pub(super) player: Side,
    pub(super) history: History,
}

/// Both rows and the history as they were before a move.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    own: u64,
    other: u64,
    history: Before,
}

impl Oware {
    /// A board without seeds. [`Oware::restart`] turns it into a starting position in place.
    pub const EMPTY: Self = Self { own: 0, other: 0, legal: 0, player: Side::First, history: History::EMPTY };

    /// Returns the starting position if the name is `oware`, and `None` otherwise.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        (name == "oware").then(Self::default)
    }

    /// Sets up the starting position in place, because a small stack may have no room for a second
    /// position.
    pub fn restart(&mut self) {
        self.set_up(START_ROW, START_ROW, Side::First);
    }

    /// Sets up a position with an empty history. `own` is the row of the player to move, and
    /// `other` is the row of the opponent. The game is over if either player has won, or if the
    /// player to move has no legal move.
    pub(super) fn set_up(&mut self, own: u64, other: u64, player: Side) {
        (self.own, self.other, self.player) = (own, other, player);
        self.legal = if has_won(own) || has_won(other) { 0 } else { legal(own, other) };
        self.history.begin(own, other);
    }

    /// The number of seeds that `player` has captured, 0 to 48. If the game ended because there was
    /// no legal move, or by a repetition, this includes the seeds that were in the player's houses
    /// at the end.
    #[must_use]
    pub const fn captured(&self, player: Side) -> u8 {
        (self.row(player) >> CAPTURED) as u8
    }

    /// The number of seeds in a house of `player`, 0 to 48. The 6 houses are numbered from 0 in the
    /// player's sowing order.
    #[must_use]
    pub const fn seeds(&self, player: Side, house: u8) -> u8 {
        if house < SIDE as u8 {
            (self.row(player).wrapping_shr((house as u32).wrapping_mul(8)) & BYTE) as u8
        } else {
            0
        }
    }

    pub(super) const fn row(&self, player: Side) -> u64 {
        match (player, self.player) {
            (Side::First, Side::First) | (Side::Second, Side::Second) => self.own,
            _ => self.other,
        }
    }

    /// The sowing of a legal move, and the number of seeds sown.
    #[inline]
    pub(super) fn sowing(&self, mv: Move) -> (Sowing, u64) {
        let seeds = self.own.wrapping_shr(mv.0.wrapping_mul(8)) & BYTE;
        (Sowing::new(mv.0, seeds), seeds)
    }

    /// Makes a legal move: sows and captures. Returns true if the game may be over.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: keeps these locals off the caller's stack
    #[cfg_attr(not(target_os = "none"), inline)]
    fn sow(&mut self, mv: Move) -> bool {
        let (sowing, seeds) = self.sowing(mv);
        let other = self.other.wrapping_add(sowing.other);
        let taken = sowing.captures(other);
        let own = self.own.wrapping_add(sowing.own).wrapping_add(sum(taken).wrapping_shl(CAPTURED));
        (self.own, self.other) = (other.wrapping_sub(taken), own);
        let repeats = self.history.add(mv.0, seeds, taken != 0, (self.own, self.other));
        self.player = self.player.opponent();
        self.legal = legal(self.own, self.other);
        self.legal == 0 || has_won(own) || repeats
    }

    /// Ends the game in three cases: the player who has just moved has captured more than half of
    /// the seeds, there is no legal move, or the position has occurred before. In the last two
    /// cases, each player takes the seeds in its own houses.
    #[inline(never)]
    pub(super) fn judge(&mut self) {
        if has_won(self.other) {
            self.legal = 0;
        } else if self.legal == 0 || self.history.has_occurred() {
            let swept = |row| sum(row).wrapping_shl(CAPTURED);
            (self.own, self.other, self.legal) = (swept(self.own), swept(self.other), 0);
        }
    }

    /// Returns a word in which byte i is the number of houses from 0 to i that may be sown. The
    /// highest byte is the number of moves.
    #[inline]
    const fn running_legal(&self) -> u64 {
        (self.legal >> 7).wrapping_mul(ONES)
    }

    /// Returns the legal move at index `rank`. `running` is the result of [`Oware::running_legal`].
    #[inline]
    const fn move_at(running: u64, rank: u32) -> Move {
        Move(first_byte_above(running, rank) / 8)
    }
}

impl Default for Oware {
    /// The starting position.
    fn default() -> Self {
        let mut start = Self::EMPTY;
        start.restart();
        start
    }
}

impl Game for Oware {
    type Undo = Undo;

    fn max_moves(&self) -> usize {
        SIDE as usize
    }

    /// No upper bound on the length of a game is known. In 20,000 random games, the longest took
    /// 334 plies, 1 in 100 took more than 228, and the mean was 104.
    fn max_plies(&self) -> usize {
        1000
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.player
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.legal != 0 {
            return None;
        }
        Some(match self.captured(Side::First).cmp(&self.captured(Side::Second)) {
            Ordering::Greater => Outcome::FirstWins,
            Ordering::Less => Outcome::SecondWins,
            Ordering::Equal => Outcome::Draw,
        })
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        for house in 0..SIDE {
            if self.legal.wrapping_shr(house.wrapping_mul(8)) & BYTE != 0 {
                moves.push(Move(house));
            }
        }
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        let undo = Undo { own: self.own, other: self.other, history: self.history.before() };
        self.play(mv);
        undo
    }

    #[inline]
    fn unmake(&mut self, _: Move, undo: Undo) {
        (self.own, self.other) = (undo.own, undo.other);
        self.legal = legal(self.own, self.other);
        self.player = self.player.opponent();
        self.history.take_back(undo.history);
    }

    #[inline]
    fn copy_from(&mut self, other: &Self) {
        (self.own, self.other, self.legal, self.player) = (other.own, other.other, other.legal, other.player);
        self.history.copy_from(&other.history);
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        if self.sow(mv) {
            self.judge();
        }
    }

    #[inline]
    fn count_moves(&self, _: &mut MoveList<'_>) -> usize {
        (self.running_legal() >> 56) as usize
    }

    #[inline]
    fn nth_move(&self, index: usize, _: &mut MoveList<'_>) -> Option<Move> {
        let running = self.running_legal();
        (index < (running >> 56) as usize).then(|| Self::move_at(running, index as u32))
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng, _: &mut MoveList<'_>) -> Option<Move> {
        let running = self.running_legal();
        let count = (running >> 56) as u32;
        (count > 0).then(|| Self::move_at(running, rng.below(count)))
    }
}
