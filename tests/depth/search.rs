//! A slow, simple reference for alpha-beta with all its enhancements: recursive, with copied
//! positions and growing lists. The reference follows the papers that `src/alphabeta` names. The
//! documentation of that module gives the parameters that the papers leave open.

mod memory;
mod node;

use imm::alphabeta::{Config, Switch, Switches};
use imm::game::knowledge::{Knowledge, Weight};
use imm::game::value::{Outcome, Proof, Side};
use imm::game::{Move, MoveList};

type Score = i32;
/// One ply, in units of depth (sixteenths of a ply).
const PLY: i32 = 16;
const INFINITE: Score = 1 << 20;
const WIN: Score = 1 << 17;
/// The score of a win by 0 points, if the search counts points.
const MARGINS: Score = 1 << 18;
const NO_END: i32 = i32::MAX;
const CUT_OFF: i32 = -1_000_000;
const POINTS_MAX: Score = 0xFFFF;
/// The transition probability of a move that costs one ply.
const EVEN_PROBABILITY: f64 = 0.25;

/// The node types of Knuth and Moore.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    Exact,
    Cut,
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    Exact,
    Lower,
    Upper,
}

/// An entry of the transposition table.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    mv: Move,
    score: Score,
    depth: i32,
    bound: Bound,
    whole: bool,
    age: u32,
}

/// A position in the search.
struct Node<G> {
    game: G,
    ply: usize,
    key: u64,
    depth: i32,
    alpha: Score,
    beta: Score,
    alpha0: Score,
    best: Score,
    best_move: Move,
    moves: Vec<Move>,
    /// The number of moves tried so far.
    tried: usize,
    expected: Expected,
    noisy: bool,
    /// True if some line below this node was not searched to the end of the game.
    truncated: bool,
    line: Vec<Move>,
}

/// The parameters for the search of a position: depth, window and node type.
#[derive(Clone, Copy)]
struct Task {
    depth: i32,
    alpha: Score,
    beta: Score,
    expected: Expected,
    after_pass: bool,
}

/// Describes how a move is searched.
#[derive(Clone, Copy)]
struct Way {
    cost: i32,
    /// True for a null-window search, which only tries to refute the move.
    scout: bool,
    /// True for a multi-cut search.
    cutting: bool,
}

/// The search and its results.
pub(crate) struct Reference<G> {
    position: G,
    config: Config,
    /// The largest depth, in plies.
    room: usize,
    table: Vec<[Option<Entry>; 4]>,
    age: u32,
    /// The history table. For each move: how often the move was good, and how often it was tried.
    merits: Vec<(u32, u32)>,
    killers: Vec<[Move; 2]>,
    deeper_counts: bool,
    counts: bool,
    /// `efforts`: the number of positions visited in each iteration. `leaps`: true if an extra ply
    /// is cheap, so that each iteration doubles the depth, or with `Switch::Sign`, the next one
    /// searches to the end of the game.
    efforts: Vec<u64>,
    leaps: bool,
    previous: Move,
    latest: Score,
    step: Score,
    /// The mean difference between the scores of a position at two depths; 0 if it is unknown.
    error: Score,
    depth_under_way: usize,
    /// The smallest remaining depth at which the game has ended in this iteration; `NO_END` before
    /// the first end, and `CUT_OFF` after a line that stopped at the depth limit.
    last_end: i32,
    pub best: Move,
    pub score: Score,
    pub line: Vec<Move>,
    pub depth: usize,
    pub proof: Proof,
    pub distance: u8,
    /// True if the last iteration searched every line to the end of the game.
    whole: bool,
    pub visited: u64,
    pub signature: u64,
}

const fn win_at(ply: usize) -> Score {
    WIN - ply as Score
}

const fn is_decided(score: Score) -> bool {
    score.abs() > POINTS_MAX
}

/// Shifts the score of a win or a loss by `plies` plies. A positive `plies` means that the game
/// ends that many plies earlier. Other scores stay unchanged, and so does the score of a win by
/// some points.
const fn moved(score: Score, plies: Score) -> Score {
    if is_decided(score) && !is_margin(score) { score + score.signum() * plies } else { score }
}

const fn is_margin(score: Score) -> bool {
    score.abs() > MARGINS
}

fn of_outcome(outcome: Outcome, mover: Side, ply: usize) -> Score {
    i32::from(outcome.value().raw().signum()) * mover.sign() * win_at(ply)
}

/// Returns the depth that a move costs, in sixteenths of a ply: the logarithm of its transition
/// probability, scaled so that `EVEN_PROBABILITY` costs one ply. The cost is at least 0.75 plies
/// and at most 4 plies.
fn transition_cost(probability: u8) -> i32 {
    let plies = (f64::from(probability.max(1)) / 255.0).ln() / EVEN_PROBABILITY.ln();
    (plies.clamp(0.75, 4.0) * 16.0).round() as i32
}

pub(crate) fn listed<G: Knowledge>(game: &G) -> Vec<Move> {
    let mut slots = vec![Move::NONE; game.max_moves()];
    let mut list = MoveList::new(&mut slots);
    game.legal_moves(&mut list);
    list.as_slice().to_vec()
}

impl<G: Knowledge + Clone> Reference<G> {
    /// Creates a search with memory for `room` plies, `buckets` table buckets and `merits` history
    /// entries.
    pub(crate) fn new(position: &G, config: &Config, room: usize, buckets: usize, merits: usize) -> Self {
        let mut config = *config;
        if position.max_score() == 0 {
            config.switches = config.switches.without(Switch::Score);
        }
        Self {
            position: position.clone(),
            config,
            room,
            table: vec![[None; 4]; buckets],
            age: 0,
            merits: vec![(0, 0); merits],
            killers: vec![[Move::NONE; 2]; room],
            deeper_counts: config.switches.prune_forward(),
            counts: false,
            efforts: Vec::new(),
            leaps: false,
            previous: Move::NONE,
            latest: 0,
            step: 0,
            error: 0,
            depth_under_way: 0,
            last_end: NO_END,
            best: Move::NONE,
            score: 0,
            line: Vec::new(),
            depth: 0,
            proof: Proof::Unknown,
            distance: 0,
            whole: false,
            visited: 0,
            signature: 0,
        }
    }

    /// Plays a move. The next search starts at depth 1, but keeps the table and halves the history.
    pub(crate) fn play(&mut self, mv: Move) {
        self.position.play(mv);
        let old = std::mem::take(&mut self.merits).into_iter().map(|(good, tried)| (good / 2, tried / 2)).collect();
        let (table, age) = (std::mem::take(&mut self.table), self.age + 1);
        let error = self.error;
        *self = Self { table, age, merits: old, error, ..Self::new(&self.position, &self.config, self.room, 0, 0) };
        self.deeper_counts = true;
    }

    /// Searches one depth after another, up to `deepest` plies.
    pub(crate) fn search(&mut self, deepest: usize) {
        self.visited = 0;
        while !self.is_final() && self.depth < deepest.min(self.room) {
            let before = self.visited;
            let signs = self.has(Switch::Sign);
            if signs && self.depth == 1 {
                self.leaps = self.end_is_in_reach();
            }
            let stride = match (self.depth, signs) {
                (0, _) => 1,
                (_, true) if self.leaps => self.room,
                (_, true) => 2,
                (depth, false) if self.leaps => depth,
                (_, false) => 1,
            };
            self.iteration((self.depth + stride).min(deepest.min(self.room)));
            self.efforts.push(self.visited - before);
            let before = self.efforts.iter().rev().nth(if signs { 1 } else { 2 });
            if let (Some(before), Some(last)) = (before, self.efforts.last())
                && self.proves()
                && self.depth >= 8
            {
                self.leaps |= *last < 4 * before;
            }
        }
    }

    /// True if each of 16 random games ends within 128 plies, and the product of its numbers of
    /// moves is at most 2 to the power of 50.
    fn end_is_in_reach(&self) -> bool {
        let mut random = 0_u32;
        (0..16).all(|_| {
            let mut game = self.position.clone();
            let mut counts = Vec::new();
            while game.outcome().is_none() && counts.len() < 128 {
                let moves = listed(&game);
                counts.push(moves.len());
                // The kernel stops a game as soon as its product is too large.
                if counts.iter().map(|&count| (count as f64).log2()).sum::<f64>() > 50.0 {
                    return false;
                }
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                game.play(moves[((random >> 16) as usize * moves.len()) >> 16]);
            }
            game.outcome().is_some() && counts.len() < 128
        })
    }

    /// True if deeper searches cannot improve the result.
    fn is_final(&self) -> bool {
        match self.proof {
            Proof::Unknown => false,
            Proof::Draw => true,
            _ if self.has(Switch::Sign) => true,
            _ if self.has(Switch::Score) => self.whole,
            _ => usize::from(self.distance) <= self.depth,
        }
    }

    fn has(&self, switch: Switch) -> bool {
        self.config.switches.has(switch)
    }

    /// Returns the score of a game that is over, from the point of view of `mover`.
    fn of_end(&self, game: &G, outcome: Outcome, mover: Side, ply: usize) -> Score {
        if !self.has(Switch::Score) || outcome == Outcome::Draw {
            return of_outcome(outcome, mover, ply);
        }
        let winner = i32::from(outcome.value().raw().signum());
        (MARGINS + (game.score().unwrap() * winner).max(1)) * winner * mover.sign()
    }

    /// Returns a score that no game that ends at `ply` or later can exceed.
    fn best_at(&self, ply: usize) -> Score {
        if self.has(Switch::Score) { INFINITE } else { win_at(ply) }
    }

    /// True if the search goes on until a result is proven.
    fn proves(&self) -> bool {
        self.has(Switch::Sign) || self.has(Switch::Score)
    }

    fn keyed(&self) -> bool {
        self.has(Switch::Table) && !self.table.is_empty() && self.position.hash().is_some()
    }

    fn multi_cuts(&self) -> bool {
        self.has(Switch::MultiCut) || self.has(Switch::MultiCutAll)
    }

    /// Raises alpha to at least -1 if only the outcome counts (`Switch::Sign`), because all losses
    /// are equal.
    fn floor(&self, alpha: Score) -> Score {
        if self.has(Switch::Sign) { alpha.max(-1) } else { alpha }
    }

    fn points(&self, game: &G, view: Side) -> Score {
        if self.has(Switch::Sign) {
            return 0;
        }
        game.points(self.config.evaluator).clamp(-POINTS_MAX, POINTS_MAX) * view.sign()
    }

    fn sign(&mut self, mv: Move, score: Score) {
        let word = u64::from(mv.0) << 32 | u64::from(score.cast_unsigned());
        self.signature = (self.signature ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    }

    /// Searches one depth. With aspiration, the search starts in a window around the expected
    /// score. If the score lies outside the window, the search is repeated without the bound that
    /// failed.
    fn iteration(&mut self, depth: usize) {
        (self.depth_under_way, self.last_end) = (depth, NO_END);
        self.counts = self.previous == Move::NONE;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if self.has(Switch::Aspiration) && self.depth >= 2 && (!is_decided(self.score) || is_margin(self.score)) {
            (alpha, beta) = (self.score - self.step - 1, self.score + self.step + 1);
        }
        if self.has(Switch::Sign) {
            (alpha, beta) = (0, 1);
        }
        let mut truncated = false;
        let root = loop {
            let root = self.root(depth, alpha, beta, truncated);
            if self.has(Switch::Sign) {
                if root.best > root.alpha0 {
                    break root;
                }
                truncated = root.truncated;
                (alpha, beta) = (-INFINITE, 0);
            } else if root.best <= root.alpha0 {
                (alpha, beta) = (-INFINITE, root.beta);
            } else if root.best >= root.beta && root.beta < self.best_at(1) {
                (alpha, beta) = (root.alpha0, INFINITE);
            } else {
                break root;
            }
        };
        self.step = if self.depth == 0 { 0 } else { (root.best - self.latest).abs() };
        (self.latest, self.depth, self.previous) = (root.best, depth, self.best);
        self.whole = !root.truncated;
        if is_decided(self.score) {
            let mover = self.position.to_move();
            let winner = if self.score > 0 { mover } else { mover.opponent() };
            self.proof = Outcome::win_for(winner).into();
            let plies = if is_margin(self.score) { self.line.len() as i32 } else { WIN - self.score.abs() };
            self.distance = plies.min(255) as u8;
        } else if !root.truncated {
            self.proof = Proof::Draw;
        }
    }

    fn root(&mut self, depth: usize, alpha: Score, beta: Score, truncated: bool) -> Node<G> {
        let game = self.position.clone();
        let key = if self.keyed() { game.hash().unwrap() } else { 0 };
        let expected = Expected::Exact;
        let task = Task { depth: depth as i32 * PLY, alpha, beta, expected, after_pass: false };
        let mut known = Move::NONE;
        if self.keyed() && task.depth > PLY {
            let told = self.known(key).into_iter().map(|entry| entry.mv).find(|&mv| mv != Move::NONE);
            known = told.unwrap_or(Move::NONE);
        }
        if self.previous != Move::NONE && self.config.switches != Switches::NONE {
            known = self.best;
        }
        let mut node = self.node(game, 0, key, task, -INFINITE, known);
        node.beta = beta.min(self.best_at(1));
        node.truncated |= truncated;
        self.all_moves(&mut node);
        self.settle(&node);
        node
    }

    /// Accepts the root's best move so far, if the previous best move was searched or a win was
    /// found. A proven result is never replaced by a worse result.
    fn take_root_move(&mut self, root: &mut Node<G>, mv: Move) {
        let wins = root.best >= self.best_at(self.depth_under_way);
        if wins {
            root.tried = root.moves.len();
        }
        self.counts |= wins || mv == self.previous;
        let decided = self.proof != Proof::Unknown || self.score > POINTS_MAX;
        let lower = root.best < self.score && !(is_margin(self.score) && self.score < 0);
        let less = decided && (lower || !is_decided(root.best));
        if self.counts && root.best > root.alpha0 && !less {
            self.score = root.best;
            self.best = root.line.first().copied().unwrap_or(Move::NONE);
            self.line = root.line.clone();
        }
    }
}
