//! A random game, small enough to be solved, with more unusual rules than a real game.

use imm::game::knowledge::{Evaluator, Knowledge};
use imm::game::value::{Outcome, Side, Value};
use imm::game::{Game, Move, MoveList};

/// Returns a pseudo-random number that depends only on `word` (the finaliser of splitmix64).
pub fn scramble(word: u64) -> u64 {
    let a = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let b = (a ^ (a >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let c = (b ^ (b >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    c ^ (c >> 31)
}

/// A game on the nodes 0 to `last` of a random graph without cycles. A position consists of a node
/// and the player to move.
#[derive(Clone, Copy, Debug)]
pub struct RandomGame {
    pub seed: u64,
    pub node: u64,
    pub second: bool,
    pub last: u64,
    /// A move advances by at most `span` nodes. A node has at most `branching` moves.
    pub span: u64,
    pub branching: u64,
    /// Three percentages. `again`: the share of moves after which the same player moves again.
    /// `ends`: the share of nodes that end the game. `draws`: the share of these ends that are
    /// draws.
    pub again: u64,
    pub ends: u64,
    pub draws: u64,
    /// The share of nodes where a chance event comes next, in percent.
    pub chance: u64,
    /// True if a player who cannot move loses. In such a game, about one position in eight has no
    /// moves.
    pub stuck_loses: bool,
    /// True if the game can compute the key of the next position before the move is made.
    pub tells_keys: bool,
    /// True if the game provides transition probabilities.
    pub tells_odds: bool,
}

impl RandomGame {
    /// The value of a point of the evaluation, in units of a [`Value`].
    pub const POINT: i32 = 1500;

    pub fn new(seed: u64) -> Self {
        let pick = |salt: u64, from: &[u64]| from[(scramble(seed ^ scramble(salt)) % from.len() as u64) as usize];
        Self {
            seed,
            node: 0,
            second: pick(2, &[0, 1]) == 1,
            last: 20 + scramble(seed ^ scramble(1)) % 40,
            span: pick(4, &[1, 2, 3, 4]),
            branching: pick(5, &[2, 3, 4, 5]),
            again: pick(3, &[0, 20, 50]),
            ends: pick(6, &[0, 5, 15, 30]),
            draws: pick(7, &[0, 30, 60, 100]),
            chance: 0,
            stuck_loses: false,
            tells_keys: pick(8, &[0, 1]) == 1,
            tells_odds: true,
        }
    }

    /// Returns a pseudo-random number that depends on the node and on `salt`. The number that
    /// `of_position()` returns also depends on the player to move.
    fn of_node(&self, salt: u64) -> u64 {
        scramble(self.seed ^ scramble(salt << 32 ^ self.node << 1))
    }

    fn of_position(&self, salt: u64) -> u64 {
        scramble(self.seed ^ scramble(salt << 32 ^ self.node << 1 ^ u64::from(self.second)))
    }

    fn is_stuck(&self) -> bool {
        self.stuck_loses && self.of_position(9).is_multiple_of(8)
    }

    pub fn moves(&self) -> u64 {
        if self.is_stuck() { 0 } else { 1 + self.of_position(4) % self.branching }
    }

    pub fn after(&self, mv: u64) -> Self {
        let mut after = *self;
        after.play(Move(mv as u32));
        after
    }
}

impl Game for RandomGame {
    type Undo = (u64, bool);

    fn max_moves(&self) -> usize {
        self.branching as usize
    }

    fn max_plies(&self) -> usize {
        self.last as usize + 1
    }

    fn to_move(&self) -> Side {
        if self.second { Side::Second } else { Side::First }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.is_stuck() {
            return Some(Outcome::win_for(self.to_move().opponent()));
        }
        let over = self.node >= self.last || self.of_node(1) % 100 < self.ends;
        let winner = if self.of_node(3) & 1 == 0 { Side::First } else { Side::Second };
        over.then(|| if self.of_node(2) % 100 < self.draws { Outcome::Draw } else { Outcome::win_for(winner) })
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        (0..self.moves()).for_each(|mv| moves.push(Move(mv as u32)));
    }

    fn make(&mut self, mv: Move) -> Self::Undo {
        let before = (self.node, self.second);
        let edge = self.of_position(100 + u64::from(mv.0));
        self.node += 1 + edge % self.span;
        self.second ^= (edge >> 20) % 100 >= self.again;
        before
    }

    fn unmake(&mut self, _: Move, before: Self::Undo) {
        (self.node, self.second) = before;
    }

    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }

    fn has_chance(&self) -> bool {
        self.chance > 0
    }

    fn is_chance(&self) -> bool {
        self.of_node(10) % 100 < self.chance
    }

    fn odds(&self, outcome: Move) -> u32 {
        1 + (self.of_position(400 + u64::from(outcome.0)) % 9) as u32
    }
}

impl Knowledge for RandomGame {
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        evaluator == Evaluator::DEFAULT
    }

    fn evaluate(&self, evaluator: Evaluator) -> Value {
        Self::squash(evaluator, self.points(evaluator))
    }

    fn squash(_: Evaluator, points: i32) -> Value {
        Value::from_raw((points * Self::POINT) as i16)
    }

    fn points(&self, _: Evaluator) -> i32 {
        (self.of_position(5) % 41) as i32 - 20
    }

    fn order(&self, mv: Move) -> i32 {
        (self.of_position(200 + u64::from(mv.0)) % 3) as i32
    }

    fn noisy(&self, mv: Move) -> bool {
        self.of_position(300 + u64::from(mv.0)).is_multiple_of(3)
    }

    fn hash(&self) -> Option<u64> {
        Some(scramble(self.node << 1 | u64::from(self.second)))
    }

    fn hash_after(&self, _: u64, mv: Move) -> Option<u64> {
        if self.tells_keys { self.after(mv.0.into()).hash() } else { None }
    }

    fn pass(&mut self) -> bool {
        self.second ^= self.chance == 0;
        self.chance == 0
    }

    fn few_pieces(&self) -> bool {
        self.of_position(6) & 1 == 0
    }

    fn has_transitions(&self) -> bool {
        self.tells_odds
    }

    fn transition(&self, mv: Move) -> Option<u8> {
        self.tells_odds.then(|| self.of_position(400 + u64::from(mv.0)) as u8)
    }
}
