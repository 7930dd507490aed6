//! Helpers for the tests: tic-tac-toe, a small game in which a player may move several times in a
//! row, memory for alpha-beta, and the game-theoretic value of a position.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

pub mod found;
#[cfg(feature = "nets")]
pub mod nets;
pub mod random_game;
pub mod several;

use imm::alphabeta::{AlphaBeta, Bucket, Config, Frame, Memory, Merit, line_moves};
use imm::game::knowledge::{Evaluator, Knowledge};
use imm::game::value::{Outcome, Proof, Side, Value};
use imm::game::{Game, Move, MoveList};

/// Tic-tac-toe. The game-theoretic value is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicTacToe {
    pub stones: [u16; 2],
    pub player: Side,
}

impl Default for TicTacToe {
    fn default() -> Self {
        Self { stones: [0; 2], player: Side::First }
    }
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Game for TicTacToe {
    type Undo = ();
    fn max_moves(&self) -> usize {
        9
    }
    fn max_plies(&self) -> usize {
        9
    }
    fn to_move(&self) -> Side {
        self.player
    }
    fn outcome(&self) -> Option<Outcome> {
        let line = |stones: u16| LINES.iter().any(|line| stones & line == *line);
        if line(self.stones[0]) {
            return Some(Outcome::FirstWins);
        }
        if line(self.stones[1]) {
            return Some(Outcome::SecondWins);
        }
        (self.stones[0] | self.stones[1] == 0o777).then_some(Outcome::Draw)
    }
    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        for square in 0..9 {
            if (self.stones[0] | self.stones[1]) >> square & 1 == 0 {
                moves.push(Move(square));
            }
        }
    }
    fn make(&mut self, mv: Move) {
        self.stones[self.player as usize] |= 1 << mv.0;
        self.player = self.player.opponent();
    }
    fn unmake(&mut self, mv: Move, (): ()) {
        self.player = self.player.opponent();
        self.stones[self.player as usize] &= !(1 << mv.0);
    }
    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }
}

impl Knowledge for TicTacToe {
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        evaluator == Evaluator::DEFAULT
    }
    /// The number of lines that the first player can still complete, minus the number that the
    /// second player can still complete, divided by 8.
    fn evaluate(&self, _: Evaluator) -> Value {
        let open = |stones: u16| LINES.iter().filter(|line| stones & **line == 0).count() as f32;
        Value::from_f32((open(self.stones[1]) - open(self.stones[0])) / 8.0).unwrap()
    }
    fn has_transitions(&self) -> bool {
        true
    }
    /// The probability is highest for the centre, lower for the corners, and lowest for the edges.
    fn transition(&self, mv: Move) -> Option<u8> {
        Some(if mv.0 == 4 { 200 } else { [60, 10][mv.0 as usize % 2] })
    }
}

/// A subtraction game: each move takes 1, 2 or 3 stones. A player who takes an odd number of stones
/// moves again. The player who takes the last stone loses. If 13 divides the initial number of
/// stones, the game is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stones {
    pub left: u8,
    pub drawn: bool,
    pub player: Side,
    pub last: Side,
}

impl Stones {
    pub fn new(stones: u8) -> Self {
        Self { left: stones, drawn: stones.is_multiple_of(13), player: Side::First, last: Side::First }
    }
}

impl Game for Stones {
    type Undo = Self;
    fn max_moves(&self) -> usize {
        3
    }
    fn max_plies(&self) -> usize {
        255
    }
    fn to_move(&self) -> Side {
        self.player
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| if self.drawn { Outcome::Draw } else { Outcome::win_for(self.last.opponent()) })
    }
    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        (1..=u32::from(self.left.min(3))).for_each(|take| moves.push(Move(take)));
    }
    fn make(&mut self, mv: Move) -> Self {
        let before = *self;
        self.left -= mv.0 as u8;
        self.last = self.player;
        if mv.0.is_multiple_of(2) {
            self.player = self.player.opponent();
        }
        before
    }
    fn unmake(&mut self, _: Move, undo: Self) {
        *self = undo;
    }
    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }
}

impl Knowledge for Stones {
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        evaluator == Evaluator::DEFAULT
    }
    fn evaluate(&self, _: Evaluator) -> Value {
        Value::from_raw(i16::from(self.left % 5) * 1000 - 2000)
    }
    fn has_transitions(&self) -> bool {
        true
    }
    fn transition(&self, mv: Move) -> Option<u8> {
        Some(100 >> mv.0)
    }
}

/// Returns the game-theoretic value by exhaustive search: 1 if the first player wins, 0 for a draw,
/// -1 if the second player wins.
pub fn minimax<G: Game>(game: &mut G) -> i32 {
    if let Some(outcome) = game.outcome() {
        return i32::from(outcome.value().raw().signum());
    }
    let mut slots = vec![Move::NONE; game.max_moves()];
    let mut moves = MoveList::new(&mut slots);
    game.legal_moves(&mut moves);
    let sign = game.to_move().sign();
    let values = moves.as_slice().iter().map(|&mv| {
        let undo = game.make(mv);
        let value = minimax(game);
        game.unmake(mv, undo);
        sign * value
    });
    sign * values.max().unwrap()
}

/// Returns the value of `proof`: 1 if the first player wins, 0 for a draw, -1 if the
/// second player wins. Returns `None` if nothing is proven.
pub fn sign_of(proof: Proof) -> Option<i32> {
    proof.outcome().map(|outcome| i32::from(outcome.value().raw().signum()))
}

/// Runs `act` on an alpha-beta search with memory for `plies` plies, `room` table buckets and
/// `room` history entries.
pub fn with_player<G: Knowledge + Clone, R>(
    game: &G,
    config: &Config,
    plies: usize,
    room: usize,
    act: impl FnOnce(&mut AlphaBeta<'_, G>) -> R,
) -> R {
    with_memory(game, config, plies, room, room, act)
}

/// Runs `act` on an alpha-beta search with memory for these numbers of plies, table buckets and
/// history entries (`merits`).
pub fn with_memory<G: Knowledge + Clone, R>(
    game: &G,
    config: &Config,
    plies: usize,
    buckets: usize,
    merits: usize,
    act: impl FnOnce(&mut AlphaBeta<'_, G>) -> R,
) -> R {
    with_parts(game, plies, buckets, merits, |memory| {
        act(&mut AlphaBeta::new(game.clone(), game.clone(), config, memory).unwrap())
    })
}

/// Runs `act` with memory for alpha-beta: `plies` plies, `room` table buckets and `room` history
/// entries.
pub fn with_depth_memory<G: Knowledge, U: Clone + Copy, R>(
    game: &G,
    plies: usize,
    room: usize,
    act: impl FnOnce(Memory<'_, U>) -> R,
) -> R {
    with_parts(game, plies, room, room, act)
}

fn with_parts<G: Knowledge, U: Clone + Copy, R>(
    game: &G,
    plies: usize,
    buckets: usize,
    merits: usize,
    act: impl FnOnce(Memory<'_, U>) -> R,
) -> R {
    let (mut frames, mut undos) = (vec![Frame::default(); plies], vec![None; plies]);
    let mut moves = vec![Move::NONE; (plies + 1) * game.max_moves()];
    let (mut lines, mut keys) = (vec![Move::NONE; line_moves(plies)], vec![0; game.max_moves()]);
    let (mut table, mut history) = (vec![Bucket::default(); buckets], vec![Merit::default(); merits]);
    let (frames, undos, moves, lines, keys) = (&mut frames, &mut undos, &mut moves, &mut lines, &mut keys);
    act(Memory { frames, undos, moves, lines, keys, table: &mut table, history: &mut history })
}
