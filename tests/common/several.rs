//! A random game for one, three or four players, small enough to be solved.

use super::random_game::scramble;
use imm::base::bytes::{ByteReader, ByteWriter, InvalidBytes};
use imm::game::knowledge::{Evaluator, Knowledge};
use imm::game::players::outcome_of;
use imm::game::snapshot::Snapshot;
use imm::game::value::{Outcome, Side, Value};
use imm::game::{Game, Move, MoveList};
use std::vec::Vec;

/// A game on a random tree. A move advances by one to three of `last` steps.
#[derive(Clone, Copy, Debug)]
pub struct Several {
    pub seed: u64,
    pub players: usize,
    pub last: u64,
    /// The share of nodes where a chance event comes next, in percent.
    pub chance: u64,
    /// The number of possible results, which are at equal distances from -1 to 1.
    pub results: u64,
    /// The number of steps so far. The next field is a number for the position.
    pub step: u64,
    pub key: u64,
    pub viewer: usize,
    /// The number of turns that were skipped here, modulo `players`.
    pub skips: usize,
    /// True if the game can skip turns, and true if the second of two skips in a row fails.
    pub can_skip: bool,
    pub fails: bool,
}

impl Several {
    pub fn new(seed: u64, players: usize, chance: u64) -> Self {
        let (last, can_skip) = (8 + scramble(seed) % 5, players > 2);
        Self { seed, players, last, chance, results: 9, step: 0, key: 0, viewer: 0, skips: 0, can_skip, fails: false }
    }

    fn random(&self, salt: u64) -> u64 {
        scramble(self.seed ^ scramble(self.key ^ scramble(salt ^ (self.skips as u64) << 32)))
    }

    pub fn after(&self, mv: u64) -> Self {
        let mut after = *self;
        after.play(Move(mv as u32));
        after
    }

    pub fn successors(&self) -> Vec<Self> {
        (0..self.count()).map(|mv| self.after(mv)).collect()
    }

    pub fn count(&self) -> u64 {
        2 + self.random(1) % 2
    }

    pub fn is_over(&self) -> bool {
        self.step >= self.last
    }

    /// Returns the weighted mean of these numbers. Each number belongs to an outcome of the next
    /// chance event.
    fn mean(&self, of_outcomes: &[f64]) -> f64 {
        let weights = (0..self.count()).map(|mv| f64::from(self.odds(Move(mv as u32))));
        let (sum, whole) = weights.zip(of_outcomes).fold((0.0, 0.0), |(sum, whole), (w, x)| (sum + w * x, whole + w));
        sum / whole
    }

    /// Returns the viewer's result if the viewer maximises this result and all other players
    /// minimise it.
    pub fn paranoid(&self) -> f64 {
        if self.is_over() {
            return f64::from(self.return_of(self.viewer).to_f32());
        }
        let values: Vec<f64> = self.successors().iter().map(Self::paranoid).collect();
        match self.to_move() {
            _ if self.is_chance() => self.mean(&values),
            Side::First => values.into_iter().fold(-1.0, f64::max),
            Side::Second => values.into_iter().fold(1.0, f64::min),
        }
    }

    /// Returns the worst and the best result for the viewer that paranoid play can lead to.
    pub fn range(&self) -> [f64; 2] {
        if self.is_over() {
            return [f64::from(self.return_of(self.viewer).to_f32()); 2];
        }
        let ranges: Vec<[f64; 2]> = self.successors().iter().map(Self::range).collect();
        let least = |index: usize| ranges.iter().map(|range| range[index]).fold(1.0, f64::min);
        let most = |index: usize| ranges.iter().map(|range| range[index]).fold(-1.0, f64::max);
        match self.to_move() {
            _ if self.is_chance() => [least(0), most(1)],
            Side::First => [most(0), most(1)],
            Side::Second => [least(0), least(1)],
        }
    }

    /// Returns the results of all players if each player maximises its own result (max^n). `None`
    /// if a player has two moves that are almost equally good, because the results of the other
    /// players then depend on chance.
    pub fn max_n(&self) -> Option<Vec<f64>> {
        let players = 0..self.players;
        if self.is_over() {
            return Some(players.map(|player| f64::from(self.return_of(player).to_f32())).collect());
        }
        let mut values = self.successors().iter().map(Self::max_n).collect::<Option<Vec<_>>>()?;
        if self.is_chance() {
            let of = |player: usize| values.iter().map(|of| of[player]).collect::<Vec<_>>();
            return Some(players.map(|player| self.mean(&of(player))).collect());
        }
        let mover = self.player();
        values.sort_by(|a, b| b[mover].total_cmp(&a[mover]));
        (values[0][mover] - values[1][mover] > 0.15).then(|| values.swap_remove(0))
    }
}

impl Game for Several {
    type Undo = (u64, u64, usize);

    fn max_moves(&self) -> usize {
        3
    }

    fn max_plies(&self) -> usize {
        self.last as usize + 1
    }

    fn to_move(&self) -> Side {
        if self.is_chance() || self.player() == self.viewer { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| outcome_of(self.return_of(self.viewer)))
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        (0..self.count()).for_each(|mv| moves.push(Move(mv as u32)));
    }

    fn make(&mut self, mv: Move) -> Self::Undo {
        let before = (self.step, self.key, self.skips);
        self.step += 1 + (self.random(5) + u64::from(mv.0)) % 3;
        self.key = self.random(6 + u64::from(mv.0));
        self.skips = 0;
        before
    }

    fn unmake(&mut self, _: Move, before: Self::Undo) {
        (self.step, self.key, self.skips) = before;
    }

    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }

    fn has_chance(&self) -> bool {
        self.chance > 0
    }

    fn is_chance(&self) -> bool {
        self.step > 0 && self.random(2) % 100 < self.chance
    }

    fn odds(&self, outcome: Move) -> u32 {
        1 + (self.random(10 + u64::from(outcome.0)) % 5) as u32
    }

    fn players(&self) -> usize {
        self.players
    }

    fn player(&self) -> usize {
        let first = Self { skips: 0, ..*self }.random(3) as usize;
        (first + self.skips) % self.players
    }

    fn viewer(&self) -> usize {
        self.viewer
    }

    fn view_as(&mut self, player: usize) {
        self.viewer = player;
    }

    fn return_of(&self, player: usize) -> Value {
        let step = self.random(20 + player as u64) % self.results;
        Value::from_f32(2.0 * step as f32 / (self.results - 1) as f32 - 1.0).unwrap()
    }
}

impl Knowledge for Several {
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        evaluator == Evaluator::DEFAULT
    }

    fn evaluate(&self, _: Evaluator) -> Value {
        Value::from_raw((self.random(40 + self.viewer as u64) % 20_001) as i16 - 10_000)
    }

    fn hash(&self) -> Option<u64> {
        Some(scramble(self.key ^ (self.skips as u64) << 40))
    }

    fn skip_turn(&mut self) -> bool {
        self.skips = (self.skips + 1) % self.players;
        !self.fails || self.skips != 2
    }

    fn skips_turns(&self) -> bool {
        self.can_skip
    }
}

/// The position as bytes. All that varies during a game are these three numbers.
impl Snapshot for Several {
    fn shape(&self) -> u32 {
        self.seed as u32
    }

    fn bytes_max(&self) -> usize {
        24
    }

    fn write_bytes(&self, out: &mut ByteWriter<'_>) {
        [self.step, self.key, self.skips as u64].iter().for_each(|&number| out.put_u64(number));
    }

    fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes> {
        (self.step, self.key, self.skips) = (from.u64()?, from.u64()?, from.u64()? as usize);
        Ok(())
    }
}

/// Returns random games for one, three and four players, with and without chance events.
pub fn games(of_each: u64) -> impl Iterator<Item = Several> {
    let kinds = [1, 3, 4].into_iter().flat_map(|players| [(players, 0), (players, 30)]);
    let games =
        kinds.flat_map(move |(players, chance)| (0..of_each).map(move |seed| Several::new(seed, players, chance)));
    // In half of the games, another player is the viewer before the first search.
    games.map(|game| Several { viewer: if game.seed % 2 == 0 { game.player() } else { 0 }, ..game })
}
