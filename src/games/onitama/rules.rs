//! The rules of Onitama on boards of 25 bits. To move all pieces of a player along a step of a
//! card, the bits are rotated once.

use super::cards::{Hand, Step, deal, steps, steps_of};
use crate::base::bits::{ONES, first_byte_above};
use crate::base::rng::Rng;
use crate::game::value::{Outcome, Side};
use crate::game::{Game, Move, MoveList};

/// The first player's pieces at the start: the lowest row. Squares are bits: a1 is bit 0, b1 is bit
/// 1, a2 is bit 5.
const FIRST_HOME: u32 = 0x1F;
/// The second player's pieces at the start: the highest row.
const SECOND_HOME: u32 = FIRST_HOME << 20;
/// The temples: c1 and c5.
const FIRST_TEMPLE: u32 = 1 << 2;
const SECOND_TEMPLE: u32 = 1 << 22;

/// A pass is a move from this square to the same square. It is outside of the board and always
/// empty.
const NOWHERE: u32 = 25;

/// The largest number of steps on a player's two cards together.
pub(super) const STEPS: usize = 8;

/// A position of Onitama. The first player starts on the lowest row and moves up.
///
/// A move is `from + 32 * to + 1024 * card`. Squares are numbered a1 = 0, b1 = 1, ..., a2 = 5, ...,
/// e5 = 24. A pass goes from 25 to 25.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Onitama {
    /// The pieces of the player to move, including the master.
    pub(super) own: u32,
    /// The pieces of the player who has just moved.
    pub(super) other: u32,
    /// The masters of both players.
    pub(super) masters: u32,
    /// The cards of the player to move.
    pub(super) own_hand: Hand,
    /// The cards of the opponent.
    pub(super) other_hand: Hand,
    /// The card in the middle.
    pub(super) middle: u8,
    /// The player to move.
    pub(super) player: Side,
}

/// The values that [`Game::unmake`] needs in addition to the move.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    other: u32,
    masters: u32,
    middle: u8,
}

/// The squares to which the pieces of a player can move. There is one board for each step.
#[derive(Clone, Copy)]
pub(super) struct Targets {
    pub(super) boards: [u32; STEPS],
}

impl Targets {
    /// The squares that `pieces` can reach by these steps.
    #[inline]
    pub(super) fn of(pieces: u32, steps: &[Step; STEPS]) -> Self {
        Self { boards: steps.map(|(ends, turn)| pieces.rotate_left(u32::from(turn)) & ends) }
    }

    /// Returns only the moves that end on `squares`.
    #[inline]
    pub(super) fn among(self, squares: u32) -> Self {
        Self { boards: self.boards.map(|board| board & squares) }
    }

    /// All squares that at least one of the moves reaches.
    #[inline]
    pub(super) fn union(self) -> u32 {
        self.boards.iter().fold(0, |all, board| all | board)
    }

    /// Returns a word in which byte i is the total number of moves with the first i + 1 steps.
    #[inline]
    pub(super) fn running_counts(self) -> u64 {
        let counts = self.boards.iter().rev();
        counts.fold(0_u64, |sum, board| sum << 8 | u64::from(board.count_ones())).wrapping_mul(ONES)
    }

    #[inline]
    pub(super) fn count(self) -> u32 {
        self.boards.iter().fold(0, |sum, board| sum.wrapping_add(board.count_ones()))
    }
}

impl Onitama {
    /// The starting position with five cards sampled by `rng`: two for the first player, two for
    /// the second, one in the middle. All deals are equally likely. The first player begins.
    #[must_use]
    pub fn random(rng: &mut Rng) -> Self {
        let (own_hand, other_hand, middle) = deal(rng);
        Self {
            own: FIRST_HOME,
            other: SECOND_HOME,
            masters: FIRST_TEMPLE | SECOND_TEMPLE,
            own_hand,
            other_hand,
            middle,
            player: Side::First,
        }
    }

    /// The starting position with the cards of deal `seed`. A deal is the same on every target.
    #[must_use]
    pub fn deal(seed: u64) -> Self {
        Self::random(&mut Rng::new(seed))
    }

    /// Returns the starting position with this name, for example `onitama` (deal 0) or `onitama_7`
    /// (deal 7). The number has no leading zeros and is at most 2^64 - 1. Returns `None` for other
    /// names.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::deal_of_name(name).map(Self::deal)
    }

    /// Returns the number of the deal in the name of a starting position, for example 7 for
    /// `onitama_7`. Returns `None` if the name is not valid.
    #[must_use]
    pub fn deal_of_name(name: &str) -> Option<u64> {
        match name.strip_prefix("onitama")?.as_bytes() {
            [] | [b'_', b'0'] => Some(0),
            [b'_', digits @ ..] if !digits.is_empty() && !digits.starts_with(b"0") => {
                digits.iter().try_fold(0_u64, |seed, digit| {
                    let digit = digit.checked_sub(b'0').filter(|&digit| digit < 10)?;
                    seed.checked_mul(10)?.checked_add(u64::from(digit))
                })
            }
            _ => None,
        }
    }

    /// The pieces of `player`, including the master.
    pub(super) fn pieces(&self, player: Side) -> u32 {
        if player == self.player { self.own } else { self.other }
    }

    /// The cards of `player`.
    pub(super) fn hand(&self, player: Side) -> Hand {
        if player == self.player { self.own_hand } else { self.other_hand }
    }

    /// The steps of both cards of the player to move.
    #[inline]
    pub(super) fn own_steps(&self) -> [Step; STEPS] {
        both_steps(self.own_hand, self.player)
    }

    /// The moves that the player to move can make with these steps, without passes.
    #[inline]
    pub(super) fn targets(&self, steps: &[Step; STEPS]) -> Targets {
        Targets::of(self.own, steps).among(!self.own)
    }

    /// Returns the move to the square `target` with the step at `index` of `steps`.
    #[inline]
    fn move_by(&self, steps: &[Step; STEPS], index: usize, target: u32) -> Move {
        let (_, turn) = steps.get(index).copied().unwrap_or_default();
        let [low, high] = self.own_hand.cards();
        let card = if index < 4 { low } else { high };
        encode(target.wrapping_sub(u32::from(turn)) & 31, target, card)
    }

    /// Returns the move of `targets` at index `rank`, in the order of the move list. `rank` is less
    /// than the number of moves. `running` is the result of [`Targets::running_counts`].
    #[inline]
    pub(super) fn move_at(&self, steps: &[Step; STEPS], targets: Targets, running: u64, rank: u32) -> Move {
        let shift = first_byte_above(running, rank);
        let index = (shift / 8) as usize;
        let below = (running << 8).wrapping_shr(shift) as u32 & 0xFF;
        let board = targets.boards.get(index).copied().unwrap_or_default();
        let rest = (0..rank.wrapping_sub(below)).fold(board, |rest, _| rest & rest.wrapping_sub(1));
        self.move_by(steps, index, rest.trailing_zeros())
    }

    /// Appends to `moves` all moves that bring a piece of the mover to one of the squares `among`.
    #[inline]
    pub(super) fn list(&self, among: u32, moves: &mut MoveList<'_>) {
        for card in self.own_hand.cards() {
            for &(ends, turn) in steps_of(card, self.player) {
                let turn = u32::from(turn);
                let mut rest = self.own.rotate_left(turn) & ends & !self.own & among;
                while rest != 0 {
                    let target = rest.trailing_zeros();
                    moves.push(encode(target.wrapping_sub(turn) & 31, target, card));
                    rest &= rest.wrapping_sub(1);
                }
            }
        }
    }

    /// Returns a pass. If `index` is 0, it gives up the card with the lower number. If `index` is
    /// 1, it gives up the card with the higher number.
    fn pass_at(&self, index: u32) -> Move {
        let [low, high] = self.own_hand.cards();
        encode(NOWHERE, NOWHERE, if index == 0 { low } else { high })
    }
}

/// The steps of both cards of a hand when `player` uses them. The steps of the card with the lower
/// number come first.
#[inline]
pub(super) fn both_steps(hand: Hand, player: Side) -> [Step; STEPS] {
    let [low, high] = hand.cards();
    let ([a, b, c, d], [e, f, g, h]) = (steps(low, player), steps(high, player));
    [a, b, c, d, e, f, g, h]
}

/// Encodes the move from square `from` to square `to` with this card.
#[inline]
const fn encode(from: u32, to: u32, card: u8) -> Move {
    Move(from | to << 5 | (card as u32) << 10)
}

/// The start square, the target square and the card of a move.
#[inline]
pub(super) const fn parts(mv: Move) -> (u32, u32, u8) {
    (mv.0 & 31, mv.0 >> 5 & 31, (mv.0 >> 10 & 15) as u8)
}

#[inline]
pub(super) const fn is_pass(mv: Move) -> bool {
    mv.0 & 31 == NOWHERE
}

/// A board that contains only the square `index`.
#[inline]
pub(super) const fn square(index: u32) -> u32 {
    1_u32.wrapping_shl(index)
}

#[inline]
pub(super) const fn temple(player: Side) -> u32 {
    match player {
        Side::First => FIRST_TEMPLE,
        Side::Second => SECOND_TEMPLE,
    }
}

impl Default for Onitama {
    /// The starting position with the cards of deal 0.
    fn default() -> Self {
        Self::deal(0)
    }
}

impl Game for Onitama {
    type Undo = Undo;

    /// A side has at most five pieces, and two cards with at most four steps each.
    fn max_moves(&self) -> usize {
        40
    }

    fn max_plies(&self) -> usize {
        500
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.player
    }

    /// Only the player who has just moved can have won.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let captured = self.own & self.masters == 0;
        let arrived = self.other & self.masters & temple(self.player) != 0;
        (captured || arrived).then_some(Outcome::win_for(self.player.opponent()))
    }

    /// The moves are ordered by card (lower number first), then by step, then by target from a1 on.
    /// Passes are ordered by card.
    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        self.list(u32::MAX, moves);
        if moves.is_empty() {
            moves.push(self.pass_at(0));
            moves.push(self.pass_at(1));
        }
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        let undo = Undo { other: self.other, masters: self.masters, middle: self.middle };
        self.play(mv);
        undo
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: Undo) {
        let (from, to, card) = parts(mv);
        let hand = self.other_hand.exchanged(card, undo.middle);
        self.own = self.other ^ square(from) ^ square(to);
        self.other = undo.other;
        self.masters = undo.masters;
        self.other_hand = self.own_hand;
        self.own_hand = hand;
        self.middle = undo.middle;
        self.player = self.player.opponent();
    }

    #[inline]
    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let (from, to, card) = parts(mv);
        let moved = self.own ^ square(from) ^ square(to);
        let master = self.masters.wrapping_shr(from) & 1;
        self.own = self.other & !square(to);
        self.other = moved;
        self.masters = self.masters & !(square(from) | square(to)) | master.wrapping_shl(to);
        let hand = self.own_hand.exchanged(card, self.middle);
        self.own_hand = self.other_hand;
        self.other_hand = hand;
        self.middle = card;
        self.player = self.player.opponent();
    }

    #[cfg_attr(target_os = "none", inline(never))] // own frame: keeps these locals off the search's stack
    #[cfg_attr(not(target_os = "none"), inline)]
    fn count_moves(&self, _: &mut MoveList<'_>) -> usize {
        match self.targets(&self.own_steps()).count() {
            0 => 2,
            count => count as usize,
        }
    }

    #[cfg_attr(target_os = "none", inline(never))] // own frame: keeps these locals off the search's stack
    #[cfg_attr(not(target_os = "none"), inline)]
    fn nth_move(&self, index: usize, _: &mut MoveList<'_>) -> Option<Move> {
        let steps = self.own_steps();
        let targets = self.targets(&steps);
        let (index, running) = (index as u32, targets.running_counts());
        match running.wrapping_shr(56) as u32 {
            0 => (index < 2).then(|| self.pass_at(index)),
            count => (index < count).then(|| self.move_at(&steps, targets, running, index)),
        }
    }

    #[cfg_attr(target_os = "none", inline(never))] // own frame: keeps these locals off the search's stack
    #[cfg_attr(not(target_os = "none"), inline)]
    fn random_move(&self, rng: &mut Rng, _: &mut MoveList<'_>) -> Option<Move> {
        let steps = self.own_steps();
        let targets = self.targets(&steps);
        let running = targets.running_counts();
        Some(match running.wrapping_shr(56) as u32 {
            0 => self.pass_at(rng.below(2)),
            count => self.move_at(&steps, targets, running, rng.below(count)),
        })
    }
}
