//! A slow, simple tree search whose leaf values are told from outside. Each node owns its position
//! and its children. A simulation is a list of moves from the root. The bounds and the solver are
//! the same as in `tests/reference/tree.rs`, but with only the options that such a search allows.
//! Values are from the first player's point of view.

use imm::base::rng::Rng;
use imm::game::knowledge::Knowledge;
use imm::game::value::{Outcome, Side, Value};
use imm::game::{Move, MoveList};
use imm::player::options::{Config, Schedule};
use std::collections::VecDeque;

use super::schedule::alpha;

const ONE: f32 = 32767.0;

/// The number of simulations in a row that may end at solved positions before collecting ends.
const SOLVED_IN_A_ROW: u32 = 1000;

pub struct Node<G> {
    pub position: G,
    pub mv: Move,
    pub visits: u32,
    pub reward: i64,
    /// The minimax value v.
    pub value: i16,
    /// True if the value of this node was told.
    told: bool,
    /// The stored prior: the square root of P in units of 1/255.
    prior: u8,
    pub proof: Option<Outcome>,
    pub distance: u8,
    /// Option `bounds`: true for each player who cannot lose.
    safe: [bool; 2],
    /// The children. The first `visited` of them were selected at least once.
    pub children: Vec<Node<G>>,
    visited: usize,
    /// The number of legal moves, if the node has children.
    legal: usize,
}

impl<G: Knowledge + Clone> Node<G> {
    pub fn new(position: G, mv: Move) -> Self {
        let proof = position.outcome();
        let value = proof.map_or(0, |outcome| outcome.value().raw());
        let (children, safe) = (Vec::new(), [false; 2]);
        Self {
            position,
            mv,
            visits: 0,
            reward: 0,
            value,
            told: false,
            prior: 0,
            proof,
            distance: 0,
            safe,
            children,
            visited: 0,
            legal: 0,
        }
    }

    fn place(&self, mv: Move) -> Option<usize> {
        self.children.iter().position(|child| child.mv == mv)
    }

    /// Returns the node at the end of this path.
    fn at(&self, path: &[Step]) -> &Self {
        path.iter().fold(self, |node, step| &node.children[node.place(step.mv).unwrap()])
    }

    /// True if this node can help to solve its parent.
    fn says_something(&self) -> bool {
        self.proof.is_some() || self.safe != [false; 2]
    }

    fn cannot_be_lost_for(&self, player: Side) -> bool {
        let lost = Outcome::win_for(player.opponent());
        self.safe[player as usize] || self.proof.is_some_and(|outcome| outcome != lost)
    }

    /// Option `bounds`: finds the players who cannot lose here. Returns true if neither can lose.
    fn is_drawn_by_bounds(&mut self) -> bool {
        let (mover, opponent) = (self.position.to_move(), self.position.to_move().opponent());
        let complete = self.children.len() == self.legal;
        self.safe[mover as usize] |= self.children.iter().any(|child| child.cannot_be_lost_for(mover));
        self.safe[opponent as usize] |=
            complete && self.children.iter().all(|child| child.cannot_be_lost_for(opponent));
        self.safe == [true; 2]
    }

    /// Marks a child as visited and returns its new place, after the other visited children.
    fn visit(&mut self, place: usize) -> usize {
        if place < self.visited {
            return place;
        }
        self.children.swap(self.visited, place);
        self.visited += 1;
        self.visited - 1
    }

    /// Adds (`by` = 1) or takes back (`by` = -1) the visits of a simulation whose leaf waits. At
    /// each child, the simulation counts as a loss for the player who moved into the child. Nodes
    /// of the path that are no longer in the tree are skipped.
    fn count_waiting(&mut self, path: &[Step], by: i32) {
        self.visits = self.visits.checked_add_signed(by).unwrap();
        let Some((step, rest)) = path.split_first() else { return };
        let loss = Outcome::win_for(self.position.to_move().opponent()).value().raw();
        let Some(place) = self.place(step.mv) else { return };
        self.children[place].reward += i64::from(loss) * i64::from(by);
        self.children[place].count_waiting(rest, by);
    }

    /// Sets the minimax value to the best value among the children whose value was told, or that
    /// are solved. If every child is solved or has no told value, all children count.
    fn back_up(&mut self) {
        if self.proof.is_some() {
            return;
        }
        let untold = self.children.iter().all(|child| !child.told || child.proof.is_some());
        let known = self.children.iter().filter(|child| untold || child.told || child.proof.is_some());
        let values = known.map(|child| child.value);
        let best = if self.position.to_move() == Side::First { values.max() } else { values.min() };
        self.value = best.unwrap_or(self.value);
    }
}

/// A step of a simulation: the move, and whether the mover claimed a draw on the way.
#[derive(Clone, Copy, PartialEq)]
struct Step {
    mv: Move,
    claimed: bool,
}

/// The answer to a leaf: the value, and the priors of the legal moves.
pub type Told = (f32, Vec<f32>);

pub struct Reference<G> {
    config: Config,
    rng: Rng,
    /// The maximum number of waiting leaves.
    room: usize,
    pub root: Node<G>,
    /// The paths of the waiting leaves, the oldest first.
    waiting: VecDeque<Vec<Step>>,
    /// The number of simulations since the last move. Simulations whose leaves wait do not count.
    pub simulations: u64,
}

impl<G: Knowledge + Clone> Reference<G> {
    pub fn new(config: Config, start: &G, room: usize) -> Self {
        let (rng, root) = (Rng::new(config.seed), Node::new(start.clone(), Move::NONE));
        Self { config, rng, room, root, waiting: VecDeque::new(), simulations: 0 }
    }

    /// Returns the position of a waiting leaf. `index` counts from the oldest. Returns `None` if
    /// the leaf is no longer in the tree.
    pub fn leaf(&self, index: usize) -> Option<&G> {
        let mut node = &self.root;
        for step in &self.waiting[index] {
            node = &node.children[node.place(step.mv)?];
        }
        Some(&node.position)
    }

    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Runs simulations until `most` new leaves wait. Returns the number of new leaves.
    pub fn collect(&mut self, most: usize) -> usize {
        let (mut found, mut solved) = (0, 0);
        while found < most && self.waiting.len() < self.room && self.root.proof.is_none() && solved < SOLVED_IN_A_ROW {
            let path = self.walk();
            if self.root.at(&path).proof.is_some() {
                complete(&self.config, &mut self.root, &path, true, None);
                self.simulations += 1;
                solved += 1;
            } else if self.waiting.iter().any(|other| is_same(other, &path)) {
                break;
            } else {
                self.root.count_waiting(&path, 1);
                self.waiting.push_back(path);
                (found, solved) = (found + 1, 0);
            }
        }
        found
    }

    /// Answers the oldest leaf.
    pub fn tell(&mut self, told: &Told) {
        let path = self.waiting.pop_front().unwrap();
        self.root.count_waiting(&path, -1);
        complete(&self.config, &mut self.root, &path, true, Some(told));
        self.simulations += 1;
    }

    /// Plays a move of the game. The waiting leaves end without a result.
    pub fn play(&mut self, mv: Move) {
        for path in std::mem::take(&mut self.waiting) {
            self.root.count_waiting(&path, -1);
        }
        let mut next = self.root.position.clone();
        next.play(mv);
        let child = self.root.place(mv).map(|place| self.root.children.swap_remove(place));
        let kept = child.filter(|child| !child.children.is_empty());
        self.root = kept.unwrap_or_else(|| Node::new(next, Move::NONE));
        self.simulations = 0;
    }

    /// Walks from the root to a node without children or to a solved node.
    fn walk(&mut self) -> Vec<Step> {
        let mut path = Vec::new();
        let mut node = &mut self.root;
        while !node.children.is_empty() && (path.is_empty() || node.proof.is_none()) {
            let (config, mut claimed) = (&self.config, false);
            let place = if node.visited < node.children.len() && config.puct == 0.0 && config.fpu.is_none() {
                node.visited + self.rng.below((node.children.len() - node.visited) as u32) as usize
            } else {
                select(config, node, &mut claimed)
            };
            let place = node.visit(place);
            node = &mut node.children[place];
            path.push(Step { mv: node.mv, claimed });
        }
        path
    }

    pub fn estimate(&self, node: &Node<G>, child: &Node<G>) -> Value {
        if child.proof.is_some() || child.visits == 0 {
            return Value::from_raw(child.value);
        }
        let (alpha, n) = (alpha(&self.config, node.visits), child.visits as f32);
        let mixed = (1.0 - alpha) * (child.reward as f32 / n) + alpha * f32::from(child.value);
        Value::from_raw(libm::roundf(mixed) as i16)
    }
}

fn is_same(path: &[Step], other: &[Step]) -> bool {
    path.iter().map(|step| step.mv).eq(other.iter().map(|step| step.mv))
}

/// Completes a simulation along `path` from `node`: at a leaf that is told, creates the children.
/// Adds the visit and the reward to each node of the path. Returns the reward.
fn complete<G: Knowledge + Clone>(
    config: &Config,
    node: &mut Node<G>,
    path: &[Step],
    is_root: bool,
    told: Option<&Told>,
) -> Value {
    let mut reward;
    if node.proof.is_some() && !is_root {
        reward = Value::from_raw(node.value);
    } else if let Some((step, rest)) = path.split_first() {
        let place = node.place(step.mv).unwrap();
        reward = complete(config, &mut node.children[place], rest, false, told);
        if config.solver && node.children[place].says_something() && prove(config, node, is_root) {
            reward = Value::from_raw(node.value);
        } else if config.backs_up_values() {
            node.back_up();
        }
        if step.claimed && node.proof.is_none() {
            reward = Value::DRAW;
        }
    } else {
        reward = expand(config, node, is_root, told.unwrap());
    }
    node.visits += 1;
    node.reward += i64::from(reward.raw());
    reward
}

/// Creates all children of a leaf. Returns the reward: the told value, or the value of the leaf if
/// its children solve the leaf.
fn expand<G: Knowledge + Clone>(config: &Config, node: &mut Node<G>, is_root: bool, told: &Told) -> Value {
    let mover = node.position.to_move();
    let value = Value::from_f32(told.0).unwrap();
    let mut room = vec![Move::NONE; node.position.max_moves()];
    let mut moves = MoveList::new(&mut room);
    node.position.legal_moves(&mut moves);
    (node.value, node.told) = (value.raw(), true);
    node.legal = moves.len();
    let sum: f32 = told.1.iter().sum();
    for (index, &mv) in moves.as_slice().iter().enumerate() {
        let mut position = node.position.clone();
        position.play(mv);
        let mut child = Node::new(position, mv);
        child.prior = stored(if sum > 0.0 { told.1[index] / sum } else { 1.0 / moves.len() as f32 });
        if child.proof.is_none() {
            child.value = value.raw();
        }
        let wins = child.proof == Some(Outcome::win_for(mover));
        node.children.push(child);
        if wins && config.solver {
            break;
        }
    }
    if config.solver && prove(config, node, is_root) {
        return Value::from_raw(node.value);
    }
    if config.backs_up_values() {
        node.back_up();
    }
    value
}

fn stored(prior: f32) -> u8 {
    let byte = libm::roundf(libm::sqrtf(prior) * 255.0) as u8;
    if prior > 0.0 { byte.max(1) } else { 0 }
}

/// Solves `node` if its children solve it. Returns true if the node is solved. A solved node loses
/// its children, except the root.
fn prove<G: Knowledge + Clone>(config: &Config, node: &mut Node<G>, is_root: bool) -> bool {
    let mover = node.position.to_move();
    let complete = node.children.len() == node.legal;
    let plies = |child: &Node<G>| child.distance.saturating_add(1);
    let won = |child: &&Node<G>| child.proof == Some(Outcome::win_for(mover));
    let (outcome, distance) = if let Some(shortest) = node.children.iter().filter(won).map(plies).min() {
        (Outcome::win_for(mover), shortest)
    } else if config.bounds && node.is_drawn_by_bounds() {
        (Outcome::Draw, 0)
    } else if !complete || node.children.iter().any(|child| child.proof.is_none()) {
        return node.proof.is_some();
    } else if node.children.iter().any(|child| child.proof == Some(Outcome::Draw)) {
        (Outcome::Draw, 0)
    } else {
        (Outcome::win_for(mover.opponent()), node.children.iter().map(plies).max().unwrap())
    };
    (node.proof, node.distance, node.value) = (Some(outcome), distance, outcome.value().raw());
    if !is_root {
        node.children.clear();
    }
    true
}

/// True if no option adds a term to the plain bound of UCT. The search scales plain bounds into the
/// range from 8 to 16.
fn is_plain(config: &Config) -> bool {
    config.puct == 0.0 && config.fpu.is_none() && config.schedule == Schedule::Constant
}

/// Returns C sqrt(ln N) times `scale`. N is `total`, rounded down to its four highest binary
/// digits.
fn exploration(config: &Config, total: u32, scale: f32) -> f32 {
    let zeros = (32 - total.leading_zeros()).saturating_sub(4);
    let digits = (total >> zeros).max(1);
    let logarithm = libm::logf(digits as f32) + zeros as f32 * std::f32::consts::LN_2;
    config.c * scale * libm::sqrtf(logarithm)
}

/// Returns the bound of a child, plus a constant that keeps the result above 0.
fn bound<G: Knowledge>(config: &Config, node: &Node<G>, child: &Node<G>) -> f32 {
    let (alpha, sign) = (alpha(config, node.visits), node.position.to_move().sign() as f32);
    let (scale, floor) = if is_plain(config) { (1.0 / config.c.max(1.0), 10.0) } else { (1.0, 2.0) };
    let unit = sign * (scale / ONE);
    let (mean_weight, value_weight) = ((1.0 - alpha) * unit, alpha * unit);
    let (n, value) = (child.visits as f32, f32::from(child.value));
    let per_visit = 1.0 / n.max(1.0);
    let explores = if config.puct > 0.0 && child.proof.is_some() {
        0.0 // nothing is left to explore, and a solved node stores its distance in place of a prior
    } else if config.puct > 0.0 {
        let root = f32::from(child.prior) / 255.0;
        config.puct * libm::sqrtf(node.visits as f32) * (root * root) / (n + 1.0)
    } else {
        exploration(config, node.visits, scale) * libm::sqrtf(per_visit)
    };
    if child.proof.is_some() {
        return value * (mean_weight + value_weight) + explores + floor;
    }
    let mean = mean_weight * (child.reward as f32 * per_visit);
    if config.puct > 0.0 {
        let unvisited = unit * value + config.fpu.unwrap_or(0.0);
        let q = if child.visits == 0 { unvisited } else { mean + value_weight * value };
        return q + explores + floor;
    }
    match config.fpu.filter(|_| child.visits == 0) {
        Some(urgency) => unit * value + urgency + floor,
        None if alpha == 0.0 => mean + explores + floor,
        None => mean + explores + value_weight * value + floor,
    }
}

/// Selects the child with the largest bound. Solved children are skipped if there is an unsolved
/// child. If a solved draw has the largest bound of all children, the mover claims this draw: the
/// drawn child gets a visit.
fn select<G: Knowledge + Clone>(config: &Config, node: &mut Node<G>, claimed: &mut bool) -> usize {
    let mover = node.position.to_move();
    let lost = Outcome::win_for(mover.opponent());
    // Option `bounds`: a mover who cannot lose skips children that the mover cannot win.
    let in_hand = node.safe[mover as usize];
    let hopeless = |child: &Node<G>| child.proof.is_none() && in_hand && child.safe[mover.opponent() as usize];
    let key = |place: usize| {
        let child = &node.children[place];
        let worst = config.solver && child.proof == Some(lost) || hopeless(child);
        if worst { 0 } else { bound(config, node, child).to_bits() >> 1 }
    };
    let leader = |places: &[usize]| {
        let best = places.iter().map(|&place| key(place)).max()?;
        places.iter().copied().find(|&place| key(place) == best).map(|place| (best, place))
    };
    let is_passed_over = |place: &usize| node.children[*place].proof.is_some() || hopeless(&node.children[*place]);
    let (passed, open): (Vec<usize>, Vec<usize>) = (0..node.children.len()).partition(is_passed_over);
    let (passed, open) = (leader(&passed), leader(&open));
    let is_better = passed.map_or(0, |leader| leader.0) > open.map_or(0, |leader| leader.0);
    let Some((_, open)) = open.filter(|_| config.solver || !is_better) else { return passed.unwrap().1 };
    let passed = passed.map_or(open, |leader| leader.1);
    if is_better && node.children[passed].proof == Some(Outcome::Draw) {
        node.children[passed].visits += 1;
        *claimed = true;
    }
    open
}
