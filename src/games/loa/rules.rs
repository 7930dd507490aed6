//! The rules on two bitboards, with the number of men on each line kept up to date.

use super::history::{Before, History, Seen};
use super::incremental::Incremental;
use crate::base::bits::{FILE_A, FILE_H, absorb, bit, ones, running_counts, select};
use crate::base::rng::Rng;
use crate::base::tables::{LOA_RAYS, LOA_SHIFTS};
use crate::game::value::{Outcome, Side};
use crate::game::{Game, Move, MoveList};
use core::hint::select_unpredictable;

/// The men of the first player at the start: rows 1 and 8 without the corners.
const FIRST_MEN: u64 = 0x7E00_0000_0000_007E;
/// The men of the second player at the start: columns a and h without the corners.
const SECOND_MEN: u64 = 0x0081_8181_8181_8100;
/// How many men a side has at most.
pub(super) const MEN_MAX: u32 = 12;

/// Set in a move that captures.
const CAPTURE: u32 = 1 << 12;
/// The pass, legal only where there is no other move.
pub(super) const PASS: Move = Move(1 << 13);

/// What each direction adds to the number of a square, in the order of the tables: right, up, right
/// up, left up, and their opposites.
static STEPS: [i32; 8] = [1, 8, 9, 7, -1, -8, -9, -7];

/// Where the rules of Lines of Action differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rules {
    /// Those of the Mind Sports Olympiad (Winands 2004).
    #[default]
    Olympiad,
    /// Those of OpenSpiel: who connects both sides by one move has won; a board that occurs again,
    /// whoever is to move then, is a draw; who has no move has lost.
    OpenSpiel,
}

/// A position of Lines of Action, with what of the game before it matters for repetitions.
///
/// A move is `from + 64 * to`, plus 4,096 if it captures, squares numbered a1 = 0, b1 = 1, ..., h8
/// = 63; a pass is 8,192.
///
/// Equal positions have equal futures, so the history is part of a position. Different positions
/// may have equal futures, too: where they have come about by different numbers of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loa {
    /// The men of the first player.
    first: u64,
    /// The men of the second player.
    second: u64,
    /// The number of men on each line, by axis: rows, columns, rising diagonals, falling ones. Four
    /// bits a line.
    lines: [u64; 4],
    /// What evaluations need of the men.
    pub(super) kept: Incremental,
    pub(super) player: Side,
    /// How the game has ended by men that are connected, or by repetition.
    pub(super) outcome: Option<Outcome>,
    pub(super) rules: Rules,
    /// A mark of the positions that have occurred twice (see `Knowledge::hash`); 0 where there is
    /// none, and by the rules of OpenSpiel, which end the game there.
    pub(super) twice: u64,
    pub(super) history: History,
}

/// What the history was before a move.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    history: Before,
    twice: u64,
}

/// The squares that a move leaves and goes to.
#[inline]
pub(super) const fn squares(mv: Move) -> (u32, u32) {
    (mv.0 & 63, mv.0 >> 6 & 63)
}

/// Does this move capture?
#[inline]
pub(super) const fn captures(mv: Move) -> bool {
    mv.0 & CAPTURE != 0
}

/// The squares beyond `square` in one of the eight directions.
#[inline]
fn ray(direction: u32, square: u32) -> u64 {
    LOA_RAYS.get((direction << 6 | square) as usize & 511).copied().unwrap_or_default()
}

/// The bit at which the men are counted on the line of `square` along an axis.
#[inline]
fn shift(axis: u32, square: u32) -> u32 {
    u32::from(LOA_SHIFTS.get((axis << 6 | square) as usize & 255).copied().unwrap_or_default())
}

/// The squares that touch one of these men.
#[inline]
const fn beside(men: u64) -> u64 {
    let sides = men << 1 & !FILE_A | men >> 1 & !FILE_H;
    let rows = men | sides;
    sides | rows << 8 | rows >> 8
}

/// Are these men one group? A single man is.
#[inline]
pub(super) fn connected(men: u64) -> bool {
    let first = men & men.wrapping_neg();
    // In most positions a man stands alone, which is found quickly.
    if men & !beside(men) != 0 {
        return men == first;
    }
    let mut group = first;
    loop {
        let larger = (group | beside(group)) & men;
        if larger == group {
            return group == men;
        }
        group = larger;
    }
}

/// How the move of `mover` that led to these men has ended the game, if it has. The opponent's men
/// have not moved, so only a capture can have connected them.
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
    /// By the name of the game: `loa`, `loa_openspiel`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "loa" => Some(Self::Olympiad),
            "loa_openspiel" => Some(Self::OpenSpiel),
            _ => None,
        }
    }

    /// How a move ends the game that connects both sides.
    pub(super) const fn both_connected(self, mover: Side) -> Outcome {
        match self {
            Self::Olympiad => Outcome::Draw,
            Self::OpenSpiel => Outcome::win_for(mover),
        }
    }
}

impl Loa {
    /// The starting position by the name of its rules: `loa`, `loa_openspiel`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Rules::from_name(name).map(Self::new)
    }

    /// The starting position, by these rules.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let mut start = Self { rules, ..Self::EMPTY };
        start.restart();
        start
    }

    /// The rules that it is played by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Other rules from now on; [`Loa::restart`] begins a game by them.
    pub const fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Becomes the starting position, in place: a small stack may have no room for a second one.
    pub fn restart(&mut self) {
        self.set_up(FIRST_MEN, SECOND_MEN, Side::First);
    }

    /// Becomes the position with these men, without a past.
    pub(super) fn set_up(&mut self, first: u64, second: u64, player: Side) {
        (self.first, self.second, self.lines, self.kept) = (0, 0, [0; 4], Incremental::EMPTY);
        (self.player, self.outcome, self.twice) = (player, None, 0);
        self.history.clear();
        ones(first).for_each(|square| self.put(square, Side::First));
        ones(second).for_each(|square| self.put(square, Side::Second));
    }

    /// The men of `player`.
    #[inline]
    pub(super) const fn men(&self, player: Side) -> u64 {
        match player {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }

    /// A board without men, for [`Loa::restart`] to turn into a starting position in place.
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

    /// Puts a man on an empty square. Men come and go only here and in [`Loa::take`].
    #[inline]
    fn put(&mut self, square: u32, player: Side) {
        *self.men_mut(player) |= bit(square);
        for (axis, line) in (0..).zip(&mut self.lines) {
            *line = line.wrapping_add(bit(shift(axis, square)));
        }
        self.kept.put(player, square);
    }

    /// Takes a man off the board.
    #[inline]
    fn take(&mut self, square: u32, player: Side) {
        *self.men_mut(player) &= !bit(square);
        for (axis, line) in (0..).zip(&mut self.lines) {
            *line = line.wrapping_sub(bit(shift(axis, square)));
        }
        self.kept.take(player, square);
    }

    #[inline]
    const fn men_mut(&mut self, player: Side) -> &mut u64 {
        match player {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }

    /// The move of the man on `from` in a direction, or [`Move::NONE`] if it is not legal. Without
    /// branches: the result is as random as the direction.
    ///
    /// A target beyond the edge, modulo 64, is never on the ray: only eight steps lead back to the
    /// same line, and they lead to the square where they began.
    #[inline]
    fn move_along(&self, from: u32, direction: u32) -> Move {
        let (own, other) = (self.men(self.player), self.men(self.player.opponent()));
        let axis = direction & 3;
        let line = self.lines.get(axis as usize).copied().unwrap_or_default();
        let men = line.wrapping_shr(shift(axis, from)) & 15;
        let step = STEPS.get(direction as usize & 7).copied().unwrap_or_default();
        let to = from.wrapping_add_signed(step.wrapping_mul(men as i32)) & 63;
        let (target, ahead) = (bit(to), ray(direction, from));
        let between = (ahead ^ ray(direction, to)) & !target;
        let legal = (target & ahead & !own != 0) & (between & other == 0);
        let capture = u32::from(other & target != 0) << 12;
        select_unpredictable(legal, Move(from | to << 6 | capture), Move::NONE)
    }

    /// The moves of the player to move, passes excepted, from a1 on, by direction.
    #[inline]
    fn moves(&self) -> impl Iterator<Item = Move> {
        let along = move |from| (0..8).map(move |direction| self.move_along(from, direction));
        ones(self.men(self.player)).flat_map(along).filter(|&mv| mv != Move::NONE)
    }

    /// Is this a legal move that captures nothing? A pass is one where there is no other move.
    pub(super) fn is_quiet_move(&self, mv: Move) -> bool {
        let (from, _) = squares(mv);
        match mv {
            PASS => self.moves().next().is_none(),
            _ if self.men(self.player) & bit(from) == 0 => false,
            _ => (0..8).any(|direction| self.move_along(from, direction) == mv),
        }
    }

    /// Is the game over by the move that `mover` has just made to this square?
    #[cfg_attr(target_os = "none", inline(never))] // for the stack, as what follows it is deeper
    #[cfg_attr(not(target_os = "none"), inline)]
    fn judge(&mut self, mover: Side, captures: bool) {
        self.outcome = verdict(self.rules, mover, self.men(mover), self.men(mover.opponent()), captures);
    }

    /// How the game has ended by the rules of OpenSpiel: also where the player to move has no move.
    /// Out of line, as these rules are the rarer ones.
    #[inline(never)]
    fn outcome_or_stuck(&self) -> Option<Outcome> {
        let can_move = |from| (0..8).any(|direction| self.move_along(from, direction) != Move::NONE);
        if self.outcome.is_some() || ones(self.men(self.player)).any(can_move) {
            return self.outcome;
        }
        Some(Outcome::win_for(self.player.opponent()))
    }

    /// How this move ends the game by connection, if it does; outer `None` where it may repeat a
    /// position, or leave the opponent without a move.
    #[inline]
    pub(super) fn outcome_of(&self, mv: Move) -> Option<Option<Outcome>> {
        if mv == PASS {
            return None;
        }
        let (from, to) = squares(mv);
        let captures = captures(mv);
        let own = self.men(self.player) & !bit(from) | bit(to);
        let other = self.men(self.player.opponent()) & !bit(to);
        match verdict(self.rules, self.player, own, other, captures) {
            None if self.rules == Rules::OpenSpiel || !captures && self.history.may_repeat(to) => None,
            outcome => Some(outcome),
        }
    }

    /// Looks whether the position has occurred before. Out of line, because it seldom has.
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

    /// A random move by listing all moves.
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

/// How many moves are drawn before all are listed.
const DRAWS: u32 = 32;
impl Game for Loa {
    type Undo = Undo;

    /// Eight directions for each of twelve men.
    fn max_moves(&self) -> usize {
        96
    }

    /// No bound: a game may be much longer. Of 20,000 random ones the longest took 542 plies, 1 in
    /// 100 more than 397, the mean 214.
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

    /// Draws a man and a direction, each pair with the same probability, until they make a legal
    /// move: so each legal move is as likely as any other. At the start 36 of 96 pairs are moves.
    /// Where 32 draws find none, all moves are listed and one is drawn: that is uniform, too,
    /// because 32 failures are equally likely whichever move follows.
    #[inline]
    fn random_move(&self, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move> {
        let own = self.men(self.player);
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
