//! The rules of Othello on two bitboards. The position also stores the legal moves of the player to
//! move.

use super::flips::{flips, moves};
use crate::base::bits::{bit, ones, running_counts, select};
use crate::base::rng::Rng;
use crate::game::value::{Outcome, Side};
use crate::game::{Game, Move, MoveList};
use core::mem::swap;

/// The pass, legal only if there is no other move.
pub(super) const PASS: Move = Move(64);

/// The discs of the first player at the start: e4 and d5. Rows are counted from the top, as in
/// over-the-board play.
const FIRST_DISCS: u64 = 1 << 28 | 1 << 35;
/// The discs of the second player at the start: d4 and e5.
const SECOND_DISCS: u64 = 1 << 27 | 1 << 36;
/// The legal first moves: d3, c4, f5 and e6.
const FIRST_MOVES: u64 = 1 << 19 | 1 << 26 | 1 << 37 | 1 << 44;

/// The scoring decides who gets the squares that are empty when the game is over. It changes the
/// score, but not the winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Scoring {
    /// The winner gets the empty squares, as in tournaments. For example, a win by 13 discs to 0
    /// scores 64. In a draw, each player gets half of the empty squares.
    #[default]
    EmptiesToWinner,
    /// Only discs count. The empty squares belong to neither player.
    DiscsOnly,
}

/// A position of Othello.
///
/// A move is the number of a square: a1 = 0, b1 = 1, ..., h8 = 63. A pass is 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Othello {
    /// The discs of the player to move.
    pub(super) own: u64,
    /// The discs of the player who has just moved.
    pub(super) other: u64,
    /// The squares where the player to move may put a disc. They are stored, because every search
    /// and every playout needs them at each position, sometimes twice.
    pub(super) moves: u64,
    /// The player to move.
    pub(super) player: Side,
    pub(super) over: bool,
    pub(super) scoring: Scoring,
}

/// The values that [`Game::unmake`] needs: the discs that were flipped, and the legal moves before
/// the move.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    flipped: u64,
    moves: u64,
}

impl Scoring {
    /// Returns the scoring of the game with this name, `othello` or `othello_discs`. Returns `None`
    /// for other names.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "othello" => Some(Self::EmptiesToWinner),
            "othello_discs" => Some(Self::DiscsOnly),
            _ => None,
        }
    }
}

impl Othello {
    /// Returns the starting position of the game with this name, `othello` or `othello_discs`. The
    /// name defines the scoring. Returns `None` for other names.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Scoring::from_name(name).map(Self::new)
    }

    /// The starting position with this scoring.
    #[must_use]
    pub fn new(scoring: Scoring) -> Self {
        Self { scoring, ..Self::default() }
    }

    /// The scoring of this game.
    #[must_use]
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The position with these discs, with `player` to move, and the default scoring.
    pub(super) fn with_discs(first: u64, second: u64, player: Side) -> Self {
        let (own, other) = if player == Side::First { (first, second) } else { (second, first) };
        let mut position = Self { own, other, moves: 0, player, over: false, scoring: Scoring::default() };
        position.find_moves();
        position
    }

    /// The discs of `player` as bits: a1 is bit 0, b1 is bit 1, and so on.
    pub(super) const fn discs(&self, player: Side) -> u64 {
        match (player, self.player) {
            (Side::First, Side::First) | (Side::Second, Side::Second) => self.own,
            _ => self.other,
        }
    }

    /// The number of discs of `player`, 0 to 64.
    #[must_use]
    pub const fn count(&self, player: Side) -> u32 {
        self.discs(player).count_ones()
    }

    /// Finds the moves of the player to move. If neither player has a move, the game is over.
    #[inline]
    fn find_moves(&mut self) {
        self.moves = moves(self.own, self.other);
        if self.moves == 0 {
            self.over = moves(self.other, self.own) == 0;
        }
    }

    /// The discs that a legal move flips. The move must not be a pass.
    #[inline]
    pub(super) fn flipped(&self, mv: Move) -> u64 {
        flips(self.own, self.other, bit(mv.0))
    }

    /// Gives the turn to the opponent.
    #[inline]
    fn turn(&mut self) {
        swap(&mut self.own, &mut self.other);
        self.player = self.player.opponent();
    }
}

impl Default for Othello {
    /// The starting position.
    fn default() -> Self {
        Self {
            own: FIRST_DISCS,
            other: SECOND_DISCS,
            moves: FIRST_MOVES,
            player: Side::First,
            over: false,
            scoring: Scoring::default(),
        }
    }
}

impl Game for Othello {
    type Undo = Undo;

    /// There are at most 50 moves. Proof: let p be the number of the mover's discs, and q the
    /// number of the opponent's discs. Each move encloses a row that ends at one of the mover's
    /// discs. At most eight rows end at one disc, so there are at most 8p moves. The disc next to
    /// the new disc is the opponent's, and each of the opponent's discs has at most eight
    /// neighbours. So there are at most 8q moves. There are `64 - p - q` empty squares, so there
    /// are not more moves than that. The least of these three numbers is never more than 50.
    fn max_moves(&self) -> usize {
        50
    }

    /// At most 62 discs are put on the board, because at least two of the 64 squares are not empty
    /// at the start. There is at most one pass before each disc.
    fn max_plies(&self) -> usize {
        124
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.player
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if !self.over {
            return None;
        }
        let (first, second) = (self.count(Side::First), self.count(Side::Second));
        Some(match first.cmp(&second) {
            core::cmp::Ordering::Greater => Outcome::FirstWins,
            core::cmp::Ordering::Equal => Outcome::Draw,
            core::cmp::Ordering::Less => Outcome::SecondWins,
        })
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        if self.moves == 0 {
            return moves.push(PASS);
        }
        ones(self.moves).for_each(|square| moves.push(Move(square)));
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        let moves = self.moves;
        let flipped = if mv == PASS { 0 } else { self.flipped(mv) };
        self.put(mv, flipped);
        Undo { flipped, moves }
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: Undo) {
        self.turn();
        if mv != PASS {
            self.own ^= undo.flipped | bit(mv.0);
            self.other ^= undo.flipped;
        }
        self.moves = undo.moves;
        self.over = false;
    }

    #[inline]
    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }

    #[inline]
    fn count_moves(&self, _: &mut MoveList<'_>) -> usize {
        self.moves.count_ones().max(1) as usize
    }

    #[inline]
    fn nth_move(&self, index: usize, _: &mut MoveList<'_>) -> Option<Move> {
        if self.moves == 0 {
            return (index == 0).then_some(PASS);
        }
        let index = index as u32;
        (index < self.moves.count_ones()).then(|| self.move_at(index))
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng, _: &mut MoveList<'_>) -> Option<Move> {
        if self.moves == 0 {
            return Some(PASS);
        }
        Some(self.move_at(rng.below(self.moves.count_ones())))
    }
}

impl Othello {
    /// Returns the legal move at index `rank`. The moves are ordered by square, from a1 on.
    #[inline]
    fn move_at(&self, rank: u32) -> Move {
        Move(select(self.moves, running_counts(self.moves), rank))
    }

    /// Makes a move that flips these discs.
    #[inline]
    fn put(&mut self, mv: Move, flipped: u64) {
        if mv != PASS {
            self.own ^= flipped | bit(mv.0);
            self.other ^= flipped;
        }
        self.turn();
        self.find_moves();
    }
}
