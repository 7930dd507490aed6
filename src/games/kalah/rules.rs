//! The rules of Kalah. A player's row is a word of eight bytes: one byte for each house, and the
//! highest byte for the store. A sowing is an addition to both rows.

use crate::base::bits::{HIGH_BITS, ONES, first_byte_above};
use crate::base::rng::Rng;
#[cfg(not(target_os = "none"))]
use crate::base::tables::KALAH_SOWINGS;
use crate::game::value::{Outcome, Side};
use crate::game::{Game, Move, MoveList};
use core::hint::select_unpredictable;

/// The bits of one byte.
pub(super) const BYTE: u64 = 0xFF;
/// The bit at which the store begins in a row. The store is the highest byte of the row, and the
/// houses are the bytes just below the store.
pub(super) const STORE: u32 = 56;
/// A mask of the bytes of a row that are houses.
pub(super) const HOUSES: u64 = !(BYTE << STORE);

/// The capture rule: what a move captures if its last stone falls into an empty house of the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Capture {
    /// Captures the stones of the opposite house and the last stone itself, even if the opposite
    /// house is empty. The implicit minimax paper and Irving, Donkers & Uiterwijk (2000) use this
    /// rule.
    #[default]
    Empty,
    /// Captures the stones of the opposite house and the last stone itself. Captures nothing if the
    /// opposite house is empty.
    Standard,
    /// Captures the stones of the opposite house. The last stone stays in its house.
    Stays,
}

/// A position of Kalah.
///
/// A move is the index of one of the mover's houses, from 0 in the mover's sowing order. The last
/// house is next to the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Kalah {
    /// The row of the player to move: one byte per house in sowing order. The store is the highest
    /// byte.
    pub(super) own: u64,
    /// The row of the opponent, in the opponent's sowing order.
    pub(super) other: u64,
    /// Whose turn it is.
    pub(super) player: Side,
    /// The bit at which the first house of a row begins: 56 - 8 * houses.
    pub(super) first_house: u8,
    /// The capture rule.
    pub(super) capture: Capture,
}

/// Both rows as they were before a move, and whose turn it was.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    own: u64,
    other: u64,
    player: Side,
}

/// A position after sowing, before a capture.
pub(super) struct Sown {
    own: u64,
    other: u64,
    /// The place of the last stone: the bit at which the byte of this place begins in `own`.
    /// [`STORE`] if the last stone fell into the mover's store. Larger if it fell into a house of
    /// the opponent.
    last: u32,
}

impl Kalah {
    /// The starting position with `houses` (1 to 7) on each side and `stones` (at least 1) in each
    /// house. `None` for other numbers, or for more than 255 stones in total.
    #[must_use]
    pub const fn new(houses: u8, stones: u8, capture: Capture) -> Option<Self> {
        if houses < 1 || houses > 7 || stones < 1 || (houses as u32).wrapping_mul(stones as u32) > 127 {
            return None;
        }
        let first_house = 56_u8.wrapping_sub(houses.wrapping_mul(8));
        let row = (ONES & HOUSES).wrapping_shl(first_house as u32) & HOUSES;
        let row = row.wrapping_mul(stones as u64);
        Some(Self { own: row, other: row, player: Side::First, first_house, capture })
    }

    /// Returns a random starting position: `2 * houses * stones` stones are dropped into uniformly
    /// random houses. The stores are empty, and the first player is to move. A board with an empty
    /// row is sampled again. Returns `None` in the same cases as [`Kalah::new`].
    ///
    /// In the experiments of the implicit minimax paper (section 4.1), every random board is played
    /// twice, and the players change sides.
    #[must_use]
    pub fn random(houses: u8, stones: u8, capture: Capture, rng: &mut Rng) -> Option<Self> {
        let start = Self::new(houses, stones, capture)?;
        let (houses, stones) = (u32::from(houses), start.stones());
        // At most half of the boards have an empty row, because every board has at least two
        // stones. So 1,000 attempts are always enough in practice.
        let boards = core::iter::repeat_with(|| {
            let (mut own, mut other) = (0_u64, 0_u64);
            for _ in 0..stones {
                let house = rng.below(houses.wrapping_mul(2));
                let (row, house) =
                    if house < houses { (&mut own, house) } else { (&mut other, house.wrapping_sub(houses)) };
                *row = row.wrapping_add(1_u64.wrapping_shl(start.byte_of(house)));
            }
            Self { own, other, ..start }
        });
        let goes_on = |board: &Self| board.own & HOUSES != 0 && board.other & HOUSES != 0;
        Some(boards.take(1000).find(goes_on).unwrap_or(start))
    }

    /// Returns the starting position of the game with this name: `kalah`, `kalah_empty` (the same
    /// game), `kalah_std` or `kalah_stays`. The board has 6 houses with 4 stones, unless the name
    /// ends in a size (see [`Kalah::board_of_name`]). Returns `None` for any other name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let (houses, stones, capture) = Self::board_of_name(name)?;
        Self::new(houses, stones, capture)
    }

    /// Returns the board that this name describes: the number of houses, the stones in each house,
    /// and the capture rule. The name may end in a size: `kalah_4x3` and `kalah_std_4x3` have 4
    /// houses with 3 stones. Does not check that the numbers are valid.
    #[must_use]
    pub fn board_of_name(name: &str) -> Option<(u8, u8, Capture)> {
        let rest = name.strip_prefix("kalah")?;
        let rules = [("_empty", Capture::Empty), ("_std", Capture::Standard), ("_stays", Capture::Stays)];
        let named = rules.iter().find_map(|&(word, capture)| Some((rest.strip_prefix(word)?, capture)));
        let (size, capture) = named.unwrap_or((rest, Capture::Empty));
        if size.is_empty() {
            return Some((6, 4, capture));
        }
        let (houses, stones) = size.strip_prefix('_')?.split_once('x')?;
        Some((number(houses)?, number(stones)?, capture))
    }

    /// The number of houses of a side, 1 to 7.
    #[must_use]
    pub const fn houses(&self) -> u8 {
        7_u8.wrapping_sub(self.first_house / 8)
    }

    /// The capture rule of this game.
    #[must_use]
    pub const fn capture(&self) -> Capture {
        self.capture
    }

    /// The number of stones in `player`'s store, 0 to 255.
    #[must_use]
    pub const fn store(&self, player: Side) -> u8 {
        (self.row(player) >> STORE) as u8
    }

    /// The row of `player`.
    pub(super) const fn row(&self, player: Side) -> u64 {
        match (player, self.player) {
            (Side::First, Side::First) | (Side::Second, Side::Second) => self.own,
            _ => self.other,
        }
    }

    /// The number of stones in the game, stores included.
    #[must_use]
    pub fn stones(&self) -> u32 {
        sum(self.own).wrapping_add(sum(self.other)) as u32
    }

    /// The bit at which the byte of a house begins. Houses are numbered from 0.
    pub(super) const fn byte_of(&self, house: u32) -> u32 {
        (self.first_house as u32).wrapping_add(house.wrapping_mul(8)) & 0x38
    }

    /// Returns a word in which the highest bit of a byte is set if this byte is a house of the
    /// mover that has stones.
    #[inline]
    fn filled(&self) -> u64 {
        let low = !HIGH_BITS;
        ((self.own & low).wrapping_add(low) | self.own) & HIGH_BITS & HOUSES
    }

    /// Sows the mover's house whose byte begins at bit `from`.
    ///
    /// To put one stone into each of the next n places, the code adds the number 0x..010101, which
    /// has n bytes, shifted to the first of these places. Bytes beyond the store are added to the
    /// opponent's row.
    #[cfg_attr(target_os = "none", inline(never))] // smaller in flash
    #[cfg_attr(not(target_os = "none"), inline)]
    pub(super) fn sow(&self, from: u32) -> Sown {
        let in_hand = (self.own.wrapping_shr(from) & BYTE) as u32;
        let (mut own, mut other) = (self.own & !BYTE.wrapping_shl(from), self.other);
        let first_house = u32::from(self.first_house);
        let lap = u32::from(self.houses()).wrapping_mul(2).wrapping_add(1);
        let mut rest = in_hand;
        if in_hand >= lap {
            let laps = in_hand.checked_div(lap).unwrap_or_default();
            rest = in_hand.wrapping_sub(laps.wrapping_mul(lap));
            let laps = u64::from(laps);
            let houses = ONES.wrapping_shl(first_house);
            own = own.wrapping_add(houses.wrapping_mul(laps));
            other = other.wrapping_add((houses & HOUSES).wrapping_mul(laps));
        }
        let (to_own, to_other) = self.dealt(from, rest);
        let around = rest > (STORE.wrapping_sub(from) / 8).wrapping_add(u32::from(self.houses()));
        let back = if around { lap } else { 0 };
        let last = from.wrapping_add(rest.wrapping_sub(back).wrapping_mul(8));
        Sown { own: own.wrapping_add(to_own), other: other.wrapping_add(to_other), last }
    }

    /// Returns the numbers that a sowing of less than one lap adds to the mover's row and to the
    /// opponent's row. The stones come from the mover's house whose byte begins at bit `from`.
    #[cfg(not(target_os = "none"))]
    #[inline]
    fn dealt(&self, from: u32, stones: u32) -> (u64, u64) {
        let row = u32::from(self.first_house).wrapping_mul(16).wrapping_add(from.wrapping_mul(2));
        KALAH_SOWINGS.get(row.wrapping_add(stones) as usize).copied().unwrap_or_default()
    }

    /// The numbers that a sowing of less than one lap adds to both rows, computed without the table
    /// of 14 KiB.
    #[cfg(target_os = "none")]
    #[inline]
    fn dealt(&self, from: u32, stones: u32) -> (u64, u64) {
        let (houses, to_store) = (u32::from(self.houses()), STORE.wrapping_sub(from) / 8);
        let beyond = stones.saturating_sub(to_store);
        let around = row_of_ones(beyond.saturating_sub(houses)).wrapping_shl(u32::from(self.first_house));
        let own = row_of_ones(stones.min(to_store)).wrapping_shl(from.wrapping_add(8));
        let other = row_of_ones(beyond.min(houses)).wrapping_shl(u32::from(self.first_house));
        (own.wrapping_add(around), other)
    }
}

/// A row with one stone in each of the first `count` bytes (0 to 7).
#[cfg(target_os = "none")]
#[inline]
const fn row_of_ones(count: u32) -> u64 {
    ONES & !u64::MAX.wrapping_shl(count.wrapping_mul(8))
}

/// The sum of the bytes of a row, which is less than 256.
#[inline]
const fn sum(row: u64) -> u64 {
    row.wrapping_mul(ONES) >> STORE
}

/// Returns the bit at which the opposite house begins in the opponent's row. `from` is the bit at
/// which the house begins in the mover's row.
#[inline]
pub(super) const fn opposite_of(from: u32, first_house: u8) -> u32 {
    (first_house as u32).wrapping_add(48).wrapping_sub(from)
}

impl Sown {
    /// True if the last stone fell into the mover's store.
    #[inline]
    pub(super) const fn in_store(&self) -> bool {
        self.last == STORE
    }

    /// If the last stone fell into an empty house of the mover, returns two numbers about the
    /// opposite house: the bit at which it begins in the opponent's row, and the number of its
    /// stones. Otherwise returns `None`.
    #[inline]
    pub(super) const fn opposite(&self, first_house: u8) -> Option<(u32, u64)> {
        if self.last >= STORE || self.own.wrapping_shr(self.last) & BYTE != 1 {
            return None;
        }
        let from = opposite_of(self.last, first_house);
        Some((from, self.other.wrapping_shr(from) & BYTE))
    }
}

impl Game for Kalah {
    type Undo = Undo;

    fn max_moves(&self) -> usize {
        usize::from(self.houses())
    }

    /// With n stones and h houses a side, no game is longer than `n * (h + 1)^2` plies.
    ///
    /// For each stone in a house, count the steps to the store of the house's owner. Let D be the
    /// sum of these counts. D is at most `n * h`. A short move ends before the mover's store, and
    /// decreases D. A long move reaches the mover's store, and leaves a stone there each time it
    /// passes. Stones never leave a store, so long moves pass a store at most n times, and there
    /// are at most n long moves. Each pass adds at most one stone to every house, which adds at
    /// most `h * (h + 1)` to D. So the number of short moves is at most `n * h + n * h * (h + 1)`.
    fn max_plies(&self) -> usize {
        let side = usize::from(self.houses()).wrapping_add(1);
        (self.stones() as usize).wrapping_mul(side).wrapping_mul(side)
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.player
    }

    /// If a player has no stones in houses, the game is over, and all houses of both players are
    /// empty.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if (self.own | self.other) & HOUSES != 0 {
            return None;
        }
        Some(match self.store(Side::First).cmp(&self.store(Side::Second)) {
            core::cmp::Ordering::Greater => Outcome::FirstWins,
            core::cmp::Ordering::Less => Outcome::SecondWins,
            core::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        for house in 0..u32::from(self.houses()) {
            if self.own.wrapping_shr(self.byte_of(house)) & BYTE != 0 {
                moves.push(Move(house));
            }
        }
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        let undo = Undo { own: self.own, other: self.other, player: self.player };
        self.play(mv);
        undo
    }

    #[inline]
    fn unmake(&mut self, _: Move, undo: Undo) {
        let Undo { own, other, player } = undo;
        *self = Self { own, other, player, ..*self };
    }

    #[inline]
    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let Sown { own, other, last } = self.sow(self.byte_of(mv.0));
        // The code has no branches for captures and for extra turns, because a processor could not
        // predict them.
        let captures = last < STORE && own.wrapping_shr(last) & BYTE == 1;
        let opposite = opposite_of(last, self.first_house);
        let stones = select_unpredictable(captures, other.wrapping_shr(opposite) & BYTE, 0);
        let last_stone = match self.capture {
            Capture::Empty => u64::from(captures),
            Capture::Standard => u64::from(stones > 0),
            Capture::Stays => 0,
        };
        let captured = stones.wrapping_add(last_stone).wrapping_shl(STORE);
        let own = own.wrapping_sub(last_stone.wrapping_shl(last)).wrapping_add(captured);
        let other = other.wrapping_sub(stones.wrapping_shl(opposite));
        if own & HOUSES == 0 || other & HOUSES == 0 {
            (self.own, self.other) = (own, other);
            self.sweep();
            return;
        }
        let again = last == STORE;
        self.own = select_unpredictable(again, own, other);
        self.other = select_unpredictable(again, other, own);
        self.player = select_unpredictable(again, self.player, self.player.opponent());
    }

    #[inline]
    fn count_moves(&self, _: &mut MoveList<'_>) -> usize {
        (self.running_filled() >> STORE) as usize
    }

    #[inline]
    fn nth_move(&self, index: usize, _: &mut MoveList<'_>) -> Option<Move> {
        let running = self.running_filled();
        let count = (running >> STORE) as usize;
        (index < count).then(|| self.move_at(running, index as u32))
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng, _: &mut MoveList<'_>) -> Option<Move> {
        let running = self.running_filled();
        let count = (running >> STORE) as u32;
        (count > 0).then(|| self.move_at(running, rng.below(count)))
    }
}

impl Kalah {
    /// Returns a word for the mover's row. Byte i is the number of houses with stones in the bytes
    /// 0 to i. The byte of the store is the number of legal moves.
    #[inline]
    fn running_filled(&self) -> u64 {
        (self.filled() >> 7).wrapping_mul(ONES)
    }

    /// Returns the legal move with index `rank`, in order of house number. `running` is the result
    /// of [`Kalah::running_filled`].
    #[inline]
    const fn move_at(&self, running: u64, rank: u32) -> Move {
        Move(first_byte_above(running, rank).wrapping_sub(self.first_house as u32) / 8)
    }

    /// Ends the game: every stone goes to the store of its side. After the end, no player is to
    /// move. So `player` is always the first player.
    #[inline]
    pub(super) fn sweep(&mut self) {
        let (first, second) = (self.row(Side::First), self.row(Side::Second));
        self.own = sum(first).wrapping_shl(STORE);
        self.other = sum(second).wrapping_shl(STORE);
        self.player = Side::First;
    }
}

impl Default for Kalah {
    /// Six houses with four stones each, and [`Capture::Empty`].
    fn default() -> Self {
        let row = 0x0004_0404_0404_0400;
        Self { own: row, other: row, player: Side::First, first_house: 8, capture: Capture::Empty }
    }
}

/// Parses a number that has only digits and no leading zeros.
fn number(text: &str) -> Option<u8> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    if digits { text.parse().ok() } else { None }
}
