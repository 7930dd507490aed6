//! The rules of Lines of Action, on two bitboards. Every move also updates the number of pieces on
//! each line.

use super::history::{Before, History, Seen};
use super::incremental::Incremental;
use crate::base::bits::{FILE_A, FILE_H, absorb, bit, ones, running_counts, select};
use crate::base::rng::Rng;
use crate::base::tables::{LOA_RAYS, LOA_SHIFTS};
use crate::game::value::{Outcome, Side};
use crate::game::{Game, Move, MoveList};
use core::hint::select_unpredictable;

/// The pieces of the first player at the start: rows 1 and 8 without the corners.
const FIRST_PIECES: u64 = 0x7E00_0000_0000_007E;
/// The pieces of the second player at the start: columns a and h without the corners.
const SECOND_PIECES: u64 = 0x0081_8181_8181_8100;
/// The largest number of pieces of a side.
pub(super) const PIECES_MAX: u32 = 12;

/// The bit that is set in a move that captures.
const CAPTURE: u32 = 1 << 12;
/// The pass, legal only if there is no other move.
pub(super) const PASS: Move = Move(1 << 13);

/// For each direction, what a step adds to the number of a square. The order of directions is the
/// same in all tables: right, up, up right, up left, and the four opposite directions.
static STEPS: [i32; 8] = [1, 8, 9, 7, -1, -8, -9, -7];

/// The variants of the rules of Lines of Action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rules {
    /// The rules of the Mind Sports Olympiad (Winands 2004).
    #[default]
    Olympiad,
    /// The rules of OpenSpiel. A move that connects both sides wins. The game is a draw if a board
    /// occurs again, whichever player is to move. A player without a move loses.
    OpenSpiel,
}

/// A position of Lines of Action, with the part of the game's history that matters for repetitions.
///
/// A move is `from + 64 * to`, plus 4,096 if it captures. Squares are numbered a1 = 0, b1 = 1, ...,
/// h8 = 63. A pass is 8,192.
///
/// The history is part of a position, so the game continues in the same way from equal positions.
/// This can also be true for different positions, for example after different numbers of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loa {
    /// The pieces of the first player.
    first: u64,
    /// The pieces of the second player.
    second: u64,
    /// The number of pieces on each line, with four bits for each line. There is one word for each
    /// axis: rows, columns, rising diagonals, falling diagonals.
    lines: [u64; 4],
    /// The line patterns and the sums that every move updates, for the evaluations.
    pub(super) kept: Incremental,
    pub(super) player: Side,
    /// The result of the game, if connected pieces or a repetition have ended it.
    pub(super) outcome: Option<Outcome>,
    pub(super) rules: Rules,
    /// A hash of the positions that have occurred twice. 0 if no position has occurred twice (see
    /// `Knowledge::hash`). Always 0 under the rules of OpenSpiel, which end the game at the second
    /// occurrence.
    pub(super) twice: u64,
    pub(super) history: History,
}

/// The history before a move, to undo the move.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    history: Before,
    twice: u64,
}

/// The start and target squares of a move.
#[inline]
pub(super) const fn squares(mv: Move) -> (u32, u32) {
    (mv.0 & 63, mv.0 >> 6 & 63)
}

#[inline]
pub(super) const fn captures(mv: Move) -> bool {
    mv.0 & CAPTURE != 0
}

/// Returns the squares beyond `square` in one of the eight directions.
#[inline]
fn ray(direction: u32, square: u32) -> u64 {
    LOA_RAYS.get((direction << 6 | square) as usize & 511).copied().unwrap_or_default()
}

/// Returns where the counter of a line begins: the index of its lowest bit in a word of
/// [`Loa::lines`]. The line goes through `square` along this axis.
#[inline]
fn shift(axis: u32, square: u32) -> u32 {
    u32::from(LOA_SHIFTS.get((axis << 6 | square) as usize & 255).copied().unwrap_or_default())
}

/// The squares that touch one of these pieces.
#[inline]
const fn beside(pieces: u64) -> u64 {
    let sides = pieces << 1 & !FILE_A | pieces >> 1 & !FILE_H;
    let rows = pieces | sides;
    sides | rows << 8 | rows >> 8
}

/// True if these pieces are one group. A single piece is a group.
#[inline]
pub(super) fn connected(pieces: u64) -> bool {
    let first = pieces & pieces.wrapping_neg();
    // A quick test comes first: in most positions, a piece has no neighbour.
    if pieces & !beside(pieces) != 0 {
        return pieces == first;
    }
    let mut group = first;
    loop {
        let larger = (group | beside(group)) & pieces;
        if larger == group {
            return group == pieces;
        }
        group = larger;
    }
}

/// Returns the outcome after `mover` has made a move. `None` if the game is not over. The
/// opponent's pieces have not moved, so only a capture can have connected them.
#[inline]
fn verdict(rules: Rules, mover: Side, own: u64, other: u64, captures: bool) -> Option<Outcome> {
    match (connected(own), captures && connected(other)) {
        (false, false) => None,
        (true, true) => Some(rules.both_connected(mover)),
        (true, false) => Some(Outcome::win_for(mover)),
        (false, true) => Some(Outcome::win_for(mover.opponent())),
    }
}

impl Rules {
    /// Returns the rules of the game with this name: `loa` or `loa_openspiel`. Returns `None` for
    /// any other name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "loa" => Some(Self::Olympiad),
            "loa_openspiel" => Some(Self::OpenSpiel),
            _ => None,
        }
    }

    /// Returns the outcome after a move of `mover` that connects the pieces of both players.
    pub(super) const fn both_connected(self, mover: Side) -> Outcome {
        match self {
            Self::Olympiad => Outcome::Draw,
            Self::OpenSpiel => Outcome::win_for(mover),
        }
    }
}

impl Loa {
    /// Returns the starting position of the game with this name: `loa` or `loa_openspiel`. Returns
    /// `None` for any other name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Rules::from_name(name).map(Self::new)
    }

    /// The starting position with these rules.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let mut start = Self { rules, ..Self::EMPTY };
        start.restart();
        start
    }

    /// The rules of this game.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Changes the rules, but not the position. Call [`Loa::restart`] to start a game with the new
    /// rules.
    pub const fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Sets up the starting position in place, because a small stack may have no room for a second
    /// position.
    pub fn restart(&mut self) {
        self.set_up(FIRST_PIECES, SECOND_PIECES, Side::First);
    }

    /// Sets up the position with these pieces and an empty history.
    pub(super) fn set_up(&mut self, first: u64, second: u64, player: Side) {
        (self.first, self.second, self.lines, self.kept) = (0, 0, [0; 4], Incremental::EMPTY);
        (self.player, self.outcome, self.twice) = (player, None, 0);
        self.history.clear();
        ones(first).for_each(|square| self.put(square, Side::First));
        ones(second).for_each(|square| self.put(square, Side::Second));
    }

    #[inline]
    pub(super) const fn pieces(&self, player: Side) -> u64 {
        match player {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }

    /// A board without pieces. [`Loa::restart`] turns it into a starting position in place.
    pub const EMPTY: Self = Self {
        first: 0,
        second: 0,
        lines: [0; 4],
        kept: Incremental::EMPTY,
        player: Side::First,
        outcome: None,
        rules: Rules::Olympiad,
        twice: 0,
        history: History::EMPTY,
    };

    /// Puts a piece on an empty square. Only this function and [`Loa::take`] change the set of
    /// pieces.
    #[inline]
    fn put(&mut self, square: u32, player: Side) {
        *self.pieces_mut(player) |= bit(square);
        for (axis, line) in (0..).zip(&mut self.lines) {
            *line = line.wrapping_add(bit(shift(axis, square)));
        }
        self.kept.put(player, square);
    }

    #[inline]
    fn take(&mut self, square: u32, player: Side) {
        *self.pieces_mut(player) &= !bit(square);
        for (axis, line) in (0..).zip(&mut self.lines) {
            *line = line.wrapping_sub(bit(shift(axis, square)));
        }
        self.kept.take(player, square);
    }

    #[inline]
    const fn pieces_mut(&mut self, player: Side) -> &mut u64 {
        match player {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }

    /// Returns the move of the piece on `from` in a direction, or [`Move::NONE`] if this move is
    /// not legal. The code has no branches, because a processor could not predict the result for a
    /// random direction.
    ///
    /// It does not need to test whether the target is beyond the edge: such a target, taken modulo
    /// 64, is never on the ray that starts at `from`. In a column, the target wraps around within
    /// the column, but never beyond the start square, because a column has at most eight pieces. In
    /// the other directions, the target is on another line.
    #[inline]
    fn move_along(&self, from: u32, direction: u32) -> Move {
        let (own, other) = (self.pieces(self.player), self.pieces(self.player.opponent()));
        let axis = direction & 3;
        let line = self.lines.get(axis as usize).copied().unwrap_or_default();
        let pieces = line.wrapping_shr(shift(axis, from)) & 15;
        let step = STEPS.get(direction as usize & 7).copied().unwrap_or_default();
        let to = from.wrapping_add_signed(step.wrapping_mul(pieces as i32)) & 63;
        let (target, ahead) = (bit(to), ray(direction, from));
        let between = (ahead ^ ray(direction, to)) & !target;
        let legal = (target & ahead & !own != 0) & (between & other == 0);
        let capture = u32::from(other & target != 0) << 12;
        select_unpredictable(legal, Move(from | to << 6 | capture), Move::NONE)
    }

    /// The moves of the player to move, without passes. They are ordered by start square from a1
    /// on, then by direction.
    #[inline]
    fn moves(&self) -> impl Iterator<Item = Move> {
        let along = move |from| (0..8).map(move |direction| self.move_along(from, direction));
        ones(self.pieces(self.player)).flat_map(along).filter(|&mv| mv != Move::NONE)
    }

    /// True if `mv` is a legal move that captures nothing. The capture bit of `mv` must be 0. A
    /// pass is legal only if there is no other move.
    pub(super) fn is_quiet_move(&self, mv: Move) -> bool {
        let (from, _) = squares(mv);
        match mv {
            PASS => self.moves().next().is_none(),
            _ if self.pieces(self.player) & bit(from) == 0 => false,
            _ => (0..8).any(|direction| self.move_along(from, direction) == mv),
        }
    }

    /// Sets the outcome after a move of `mover`. It is `None` unless all pieces of a player are
    /// connected.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: the calls after it need more stack
    #[cfg_attr(not(target_os = "none"), inline)]
    fn judge(&mut self, mover: Side, captures: bool) {
        self.outcome = verdict(self.rules, mover, self.pieces(mover), self.pieces(mover.opponent()), captures);
    }

    /// Returns how the game has ended under the rules of OpenSpiel. These rules also end the game
    /// if the player to move has no move. Not inlined, because these rules are used less often.
    #[inline(never)]
    fn outcome_or_stuck(&self) -> Option<Outcome> {
        let can_move = |from| (0..8).any(|direction| self.move_along(from, direction) != Move::NONE);
        if self.outcome.is_some() || ones(self.pieces(self.player)).any(can_move) {
            return self.outcome;
        }
        Some(Outcome::win_for(self.player.opponent()))
    }

    /// Returns the outcome after this move, as decided by connected pieces. `Some(None)` means that
    /// the game continues. `None` means that the outcome is not known, because the move may repeat
    /// a position, or may leave the opponent without a move.
    #[inline]
    pub(super) fn outcome_of(&self, mv: Move) -> Option<Option<Outcome>> {
        if mv == PASS {
            return None;
        }
        let (from, to) = squares(mv);
        let captures = captures(mv);
        let own = self.pieces(self.player) & !bit(from) | bit(to);
        let other = self.pieces(self.player.opponent()) & !bit(to);
        match verdict(self.rules, self.player, own, other, captures) {
            None if self.rules == Rules::OpenSpiel || !captures && self.history.may_repeat(to) => None,
            outcome => Some(outcome),
        }
    }

    /// Updates the outcome and the hash `twice` if the position has occurred before. Not inlined,
    /// because it is rarely needed.
    #[inline(never)]
    fn look_back(&mut self) {
        if self.rules == Rules::OpenSpiel {
            self.outcome = self.history.has_occurred().then_some(Outcome::Draw);
            return;
        }
        match self.history.seen() {
            Seen::Never => {}
            Seen::Once => self.twice ^= absorb(0, self.board_key()),
            Seen::Twice => self.outcome = Some(Outcome::Draw),
        }
    }

    /// Samples a random move from the list of all moves.
    #[inline(never)]
    fn listed_random_move(&self, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move> {
        moves.clear();
        self.legal_moves(moves);
        moves.get(rng.below(moves.len() as u32) as usize)
    }
}

impl Default for Loa {
    /// The starting position.
    fn default() -> Self {
        Self::new(Rules::Olympiad)
    }
}

/// After sampling a piece and a direction this many times without success, all moves are listed.
const DRAWS: u32 = 32;
impl Game for Loa {
    type Undo = Undo;

    /// Each of the twelve pieces has at most eight moves, one in each direction.
    fn max_moves(&self) -> usize {
        96
    }

    /// A game may be longer than this number. In 20,000 random games, the longest had 542 plies, 1
    /// in 100 had more than 397, and the mean was 214.
    fn max_plies(&self) -> usize {
        1000
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.player
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.rules {
            Rules::Olympiad => self.outcome,
            Rules::OpenSpiel => self.outcome_or_stuck(),
        }
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        self.moves().for_each(|mv| moves.push(mv));
        if moves.is_empty() {
            moves.push(PASS);
        }
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        let undo = Undo { history: self.history.before(), twice: self.twice };
        self.play(mv);
        undo
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: Undo) {
        let mover = self.player.opponent();
        self.player = mover;
        self.outcome = None;
        self.twice = undo.twice;
        self.history.take_back(undo.history);
        if mv == PASS {
            return;
        }
        let (from, to) = squares(mv);
        self.take(to, mover);
        if captures(mv) {
            self.put(to, mover.opponent());
        }
        self.put(from, mover);
    }

    #[inline]
    fn copy_from(&mut self, other: &Self) {
        (self.first, self.second, self.lines, self.kept) = (other.first, other.second, other.lines, other.kept);
        (self.player, self.outcome, self.twice) = (other.player, other.outcome, other.twice);
        self.rules = other.rules;
        self.history.copy_from(&other.history);
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let mover = self.player;
        self.player = mover.opponent();
        if mv == PASS {
            self.history.add(0, 0);
            return self.look_back();
        }
        let (from, to) = squares(mv);
        self.take(from, mover);
        if captures(mv) {
            self.take(to, mover.opponent());
            self.put(to, mover);
            self.history.add_capture();
            self.twice = 0;
            return self.judge(mover, true);
        }
        self.put(to, mover);
        self.history.add(from, to);
        self.judge(mover, false);
        if self.outcome.is_none() && self.history.may_repeat(to) {
            self.look_back();
        }
    }

    #[inline]
    fn count_moves(&self, _: &mut MoveList<'_>) -> usize {
        self.moves().fold(0_usize, |count, _| count.wrapping_add(1)).max(1)
    }

    #[inline]
    fn nth_move(&self, index: usize, _: &mut MoveList<'_>) -> Option<Move> {
        let mut moves = self.moves();
        let first = moves.next().unwrap_or(PASS);
        match index.checked_sub(1) {
            None => Some(first),
            Some(further) => moves.nth(further),
        }
    }

    /// Samples a piece and a direction until they make a legal move. All pairs have the same
    /// probability, so all legal moves are equally likely. In the starting position, 36 of 96 pairs
    /// are legal moves. After 32 failures, lists all moves and samples one of them. All legal moves
    /// are still equally likely, because failures do not depend on the legal moves.
    #[inline]
    fn random_move(&self, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move> {
        let own = self.pieces(self.player);
        let running = running_counts(own);
        let pairs = (running >> 56).wrapping_mul(8) as u32;
        for _ in 0..DRAWS {
            let sampled = rng.below(pairs);
            let mv = self.move_along(select(own, running, sampled >> 3), sampled & 7);
            if mv != Move::NONE {
                return Some(mv);
            }
        }
        self.listed_random_move(rng, moves)
    }
}
