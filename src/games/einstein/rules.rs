//! The rules of EinStein würfelt nicht! The stones of each player are one word.

use super::stones::{SQUARES, STONES, Stones};
use crate::base::rng::Rng;
use crate::game::value::{Outcome, Side};
use crate::game::{Game, Move, MoveList};

/// The squares on which the stones of the first player start. The second player's squares are these
/// squares, turned by 180 degrees.
const HOME: [u32; STONES as usize] = [0, 1, 2, 5, 6, 10];

/// The sides of the die.
pub(super) const SIDES: u32 = 6;

/// The number that is added to all moves of stones, so that they differ from the sides of the die.
const STONE_MOVE: u32 = 1024;

/// The steps to the side, forward and diagonally forward, as differences of square numbers. "To the
/// side" means towards the column of the goal. "Forward" means towards the row of the goal.
const STEPS: [u32; 3] = [1, 5, 6];

/// The column of the goal and the row of the goal. Squares are numbered as by [`Einstein::ahead`].
const LAST_COLUMN: u32 = 1 << 4 | 1 << 9 | 1 << 14 | 1 << 19 | 1 << 24;
const LAST_ROW: u32 = 0x1F << 20;

/// A position of EinStein würfelt nicht! The first player starts in the corner a1 and wants to
/// reach e5.
///
/// A roll of the die is the move 1 to 6. A move of a stone is `1024 + from + 32 * to`. Squares are
/// numbered a1 = 0, b1 = 1, ..., a2 = 5, ..., e5 = 24. Row 1 is the highest row of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Einstein {
    /// The stones of the player to move. If the die rolls next, the stones of the player who moves
    /// after the roll.
    pub(super) own: Stones,
    /// The stones of the opponent of `player`.
    pub(super) other: Stones,
    /// The number that the die shows, or 0 if the die rolls next.
    pub(super) die: u8,
    /// The player to move. If the die rolls next, the player who moves after the roll.
    pub(super) player: Side,
}

/// The stones that the player to move may move, at most two. Has their squares and their numbers of
/// moves.
struct Choice {
    squares: [u32; 2],
    moves: [u32; 2],
}

impl Einstein {
    /// Returns the starting position with stones on random squares of both corners. All 720 x 720
    /// arrangements are equally likely. The die rolls next, for the first player.
    #[must_use]
    pub fn random(rng: &mut Rng) -> Self {
        let mut arrange = |goal: u32| {
            let mut stones = Stones::NONE;
            let mut free = (1_u32 << STONES).wrapping_sub(1);
            for (number, left) in (1..=STONES).zip((1..=STONES).rev()) {
                let skipped = rng.below(left);
                let rest = (0..skipped).fold(free, |rest, _| rest & rest.wrapping_sub(1));
                let place = rest.trailing_zeros();
                free &= !1_u32.wrapping_shl(place);
                stones = stones.with(number, goal.abs_diff(home(place)));
            }
            stones
        };
        let (own, other) = (arrange(0), arrange(LAST));
        Self { own, other, die: 0, player: Side::First }
    }

    /// Returns the starting position if `name` is `einstein`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        (name == "einstein").then(Self::default)
    }

    /// The stones of `player`.
    pub(super) fn stones(&self, player: Side) -> Stones {
        if player == self.player { self.own } else { self.other }
    }

    /// The square that a stone of `player` must reach.
    #[inline]
    pub(super) const fn goal(player: Side) -> u32 {
        match player {
            Side::First => LAST,
            Side::Second => 0,
        }
    }

    /// Returns the number of `square` on a board that is turned so that `player` starts at 0 and
    /// wants to reach 24.
    #[inline]
    pub(super) const fn ahead(player: Side, square: u32) -> u32 {
        match player {
            Side::First => square,
            Side::Second => LAST.wrapping_sub(square),
        }
    }

    /// Returns how many moves a stone of `player` has on this square: 3, or 1 if it is in the last
    /// row or column. The square must not be the goal.
    #[inline]
    const fn count_steps(player: Side, square: u32) -> u32 {
        let at_edge = (LAST_COLUMN | LAST_ROW).wrapping_shr(Self::ahead(player, square)) & 1;
        3_u32.wrapping_sub(at_edge.wrapping_mul(2))
    }

    /// Returns the target square of a step of a stone of `player` from this square. `index` is the
    /// number of the step, less than [`Einstein::count_steps`].
    #[inline]
    fn target(player: Side, square: u32, index: u32) -> u32 {
        let ahead = Self::ahead(player, square);
        let is_last = |line: u32| line.wrapping_shr(ahead) & 1;
        let step = match (is_last(LAST_COLUMN), is_last(LAST_ROW)) {
            (0, 0) => STEPS.get(index as usize).copied().unwrap_or_default(),
            (0, _) => 1,
            (_, _) => 5,
        };
        Self::ahead(player, ahead.wrapping_add(step))
    }

    /// Returns a move of the stone on this square. `index` is the number of the step.
    #[inline]
    fn step(&self, square: u32, index: u32) -> Move {
        Move(STONE_MOVE | square | Self::target(self.player, square, index) << 5)
    }

    /// The stones that the player to move may move.
    #[inline]
    fn choice(&self) -> Choice {
        let movable = self.own.movable(self.die.into());
        let (low, high) = (movable.trailing_zeros(), movable & movable.wrapping_sub(1));
        let squares = [self.own.square_at(low), self.own.square_at(high.trailing_zeros())];
        let [first, second] = squares.map(|square| Self::count_steps(self.player, square));
        Choice { squares, moves: [first, if high == 0 { 0 } else { second }] }
    }

    /// Returns the move at index `rank` of these moves. `rank` is less than the number of moves.
    #[inline]
    fn move_at(&self, choice: &Choice, rank: u32) -> Move {
        let ([low, high], [first, _]) = (choice.squares, choice.moves);
        if rank < first { self.step(low, rank) } else { self.step(high, rank.wrapping_sub(first)) }
    }

    /// True if this move of a stone wins: it reaches the goal or captures the last enemy stone.
    #[inline]
    pub(super) fn wins(&self, mv: Move) -> bool {
        let (_, to) = squares(mv);
        to == Self::goal(self.player) || self.other.without(to).is_empty()
    }
}

/// The last square of the board, e5.
const LAST: u32 = SQUARES - 1;

/// The square of the first player's corner with this index, 0 to 5.
fn home(place: u32) -> u32 {
    HOME.get(place as usize).copied().unwrap_or_default()
}

/// The start square and the target square of a move of a stone.
#[inline]
pub(super) const fn squares(mv: Move) -> (u32, u32) {
    (mv.0 & 31, mv.0 >> 5 & 31)
}

/// True if this move is a side of the die and not a move of a stone.
#[inline]
pub(super) const fn is_roll(mv: Move) -> bool {
    mv.0 < STONE_MOVE
}

impl Default for Einstein {
    /// The starting position. The stones 1 to 6 are in the order a1, b1, c1, a2, b2, a3 for the
    /// first player, and turned by 180 degrees for the second player.
    fn default() -> Self {
        let arranged = |goal: u32| {
            let places = (1..=STONES).zip(HOME);
            places.fold(Stones::NONE, |stones, (number, square)| stones.with(number, goal.abs_diff(square)))
        };
        Self { own: arranged(0), other: arranged(LAST), die: 0, player: Side::First }
    }
}

impl Game for Einstein {
    /// The position before the move.
    type Undo = Self;

    /// There are six sides of the die, or two stones with three moves each.
    fn max_moves(&self) -> usize {
        6
    }

    /// Every move brings a stone at least one step nearer to the goal, counted in rows and columns.
    /// The six stones of a player are at most 8 + 7 + 7 + 6 + 6 + 6 = 40 steps from the goal. Only
    /// the last move of a game reaches it. So each player makes at most 34 moves before the last
    /// move. The die rolls before each move.
    fn max_plies(&self) -> usize {
        138
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.player
    }

    /// Only the player who has just moved can have won.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let mover = self.player.opponent();
        let over = self.die == 0 && (self.other.on(Self::goal(mover)) != 0 || self.own.is_empty());
        over.then_some(Outcome::win_for(mover))
    }

    /// The moves of the stone with the lower number come first. For each stone, the order is: the
    /// step to the side, the step forward, the diagonal step. If the die rolls next, the moves are
    /// its sides, 1 to 6.
    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        if self.is_chance() {
            (1..=SIDES).for_each(|side| moves.push(Move(side)));
            return;
        }
        let choice = self.choice();
        for (square, count) in choice.squares.into_iter().zip(choice.moves) {
            (0..count).for_each(|index| moves.push(self.step(square, index)));
        }
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Self {
        let before = *self;
        self.play(mv);
        before
    }

    #[inline]
    fn unmake(&mut self, _: Move, before: Self) {
        *self = before;
    }

    #[inline]
    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        if is_roll(mv) {
            self.die = mv.0 as u8;
            return;
        }
        let (from, to) = squares(mv);
        let moved = self.own.moved(from, to);
        *self = Self { own: self.other.without(to), other: moved, die: 0, player: self.player.opponent() };
    }

    #[inline]
    fn count_moves(&self, _: &mut MoveList<'_>) -> usize {
        if self.is_chance() {
            return SIDES as usize;
        }
        let [first, second] = self.choice().moves;
        first.wrapping_add(second) as usize
    }

    #[inline]
    fn nth_move(&self, index: usize, _: &mut MoveList<'_>) -> Option<Move> {
        let index = index as u32;
        if self.is_chance() {
            return (index < SIDES).then_some(Move(index.wrapping_add(1)));
        }
        let choice = self.choice();
        let [first, second] = choice.moves;
        (index < first.wrapping_add(second)).then(|| self.move_at(&choice, index))
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng, _: &mut MoveList<'_>) -> Option<Move> {
        if self.is_chance() {
            return Some(Move(rng.below(SIDES).wrapping_add(1)));
        }
        let choice = self.choice();
        let [first, second] = choice.moves;
        Some(self.move_at(&choice, rng.below(first.wrapping_add(second))))
    }

    #[inline]
    fn has_chance(&self) -> bool {
        true
    }

    #[inline]
    fn is_chance(&self) -> bool {
        self.die == 0
    }
}
