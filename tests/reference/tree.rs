//! The tree of the reference search. Each node owns its children and its position. The search
//! implements Algorithm 1 of the implicit minimax paper recursively.

use imm::base::rng::Rng;
use imm::game::knowledge::Knowledge;
use imm::game::value::{Outcome, Side, Value};
use imm::game::{Move, MoveList};
use imm::player::options::{Comparison, Config, Divisor, Leaf, Schedule};
use imm::player::strategy::Strategy;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::leaf;
use super::schedule::alpha;
use trunk::Stay;

#[path = "trunk.rs"]
mod trunk;

const ONE: f32 = 32767.0;

/// Returns the value of a finished game. With the option `marg`, a larger margin has a higher
/// value.
pub fn worth<G: Knowledge>(position: &G, outcome: Outcome, config: &Config) -> Value {
    if config.marg == 0.0 || outcome == Outcome::Draw {
        return outcome.value();
    }
    let winner = if outcome == Outcome::FirstWins { Side::First } else { Side::Second };
    let margin = (position.score().unwrap() * winner.sign()).max(1) as f32;
    let share = margin.min(f32::from(position.max_score())) / f32::from(position.max_score());
    of_share(config.marg, share).for_player(winner)
}

/// True if new children get values, from the evaluation or from a leaf search.
fn evaluates_children(config: &Config) -> bool {
    config.uses_values() || config.pb > 0.0 || config.ip > 0
}

/// Returns the smallest value of this outcome for the winner: a win by one point.
fn least_worth<G: Knowledge>(position: &G, outcome: Outcome, config: &Config) -> Value {
    let winner = if outcome == Outcome::FirstWins { Side::First } else { Side::Second };
    match outcome {
        Outcome::Draw => Value::DRAW,
        _ if config.marg == 0.0 => outcome.value(),
        _ => of_share(config.marg, 1.0 / f32::from(position.max_score())).for_player(winner),
    }
}

fn of_share(weight: f32, share: f32) -> Value {
    Value::from_raw((libm::roundf(((1.0 - weight) + weight * share) * ONE) as i16).max(1))
}

pub struct Node<G> {
    pub position: G,
    pub mv: Move,
    /// The index of the move in the parent's legal moves.
    pub index: usize,
    pub visits: u32,
    pub reward: i64,
    /// `value`: the minimax value v in units of 1/32767. `bias`: the progressive bias in units of
    /// 1/127. Both are from the first player's point of view.
    pub value: i16,
    pub bias: f32,
    /// The transition probability P_mc of the move in units of 1/255. The value is 0 if the child
    /// was created as a solved node.
    pub probability: u8,
    pub proof: Option<Outcome>,
    /// Option `marg`: true if the value of a solved node is exact, not only a lower bound for the
    /// winner.
    settled: bool,
    /// Option `bounds`: true for each player who cannot lose.
    safe: [bool; 2],
    pub distance: u8,
    /// The children. Visited children come before the unvisited children.
    pub children: Vec<Node<G>>,
    pub visited: usize,
    /// The legal moves, if the node is expanded.
    pub moves: Option<Vec<Move>>,
    /// Option `pn`: for each player, a number that is larger if it is harder to prove a win of this
    /// player.
    numbers: [u32; 2],
    /// Option `mob`: the number of legal moves, 0 before the first expansion.
    replies: usize,
    /// For a chance node, the start of its sequence of outcomes; 0 before the first outcome.
    phase: u32,
    /// For an outcome of a chance event, its weight. The probability is this weight divided by the
    /// sum over all siblings.
    share: u32,
    /// Option `grave`: for an unvisited node, the bound that was computed for this node at an
    /// earlier selection.
    rank: u32,
    /// Option `grave`: the move statistics of the simulations through this node.
    later: Option<Rc<RefCell<Later>>>,
}

/// Move statistics: the sum of rewards, and the number of times the move was played.
pub type Tally = (i32, u32);

/// Move statistics by side to move (true: second player) and move.
pub type Tallies = HashMap<(bool, Move), Tally>;

/// Option `grave`: the number of simulations through a node, and the move statistics of these
/// simulations.
#[derive(Default)]
struct Later {
    simulations: u32,
    moves: Tallies,
}

/// Adds a reward to the statistics of each move in `moves`. If the count of a move is 65,535, first
/// halves the count and keeps the mean.
fn learn(known: &mut Tallies, moves: &[(bool, Move)], reward: Value) {
    for played in moves {
        let (sum, count) = known.entry(*played).or_default();
        if *count == 65_535 {
            (*sum, *count) = part((*sum, *count), 2);
        }
        (*sum, *count) = (*sum + i32::from(reward.raw()), *count + 1);
    }
}

/// Divides the count of a move by `of`, and scales the sum so that the mean stays the same.
fn part((sum, count): Tally, of: u32) -> Tally {
    let less = (count / of).max(1);
    ((i64::from(sum) * i64::from(less) / i64::from(count)) as i32, less)
}

impl<G: Knowledge + Clone> Node<G> {
    pub fn new(position: G, mv: Move, index: usize) -> Self {
        let (proof, moves) = (position.outcome(), None);
        let value = proof.map_or(0, |outcome| outcome.value().raw());
        Self {
            position,
            mv,
            index,
            visits: 0,
            reward: 0,
            value,
            bias: 0.0,
            probability: 0,
            proof,
            settled: true,
            safe: [false; 2],
            distance: 0,
            children: Vec::new(),
            visited: 0,
            moves,
            numbers: [1; 2],
            replies: 0,
            phase: 0,
            share: 0,
            rank: 0,
            later: None,
        }
    }

    /// Creates a child. `correction` is added to its static value (option `reg`).
    fn child(&self, index: usize, config: &Config, shared: &mut Shared, correction: i32) -> Self {
        let mv = self.moves.as_ref().unwrap()[index];
        let mut position = self.position.clone();
        position.play(mv);
        let mut child = Self::new(position, mv, index);
        if let Some(outcome) = child.proof {
            child.value = worth(&child.position, outcome, config).raw();
            return child;
        }
        if evaluates_children(config) {
            let known = child.position.hash().filter(|_| config.evaltt).and_then(|key| shared.get(&key).copied());
            let (value, proof) = known.map_or_else(|| leaf::value(&child.position, config), |value| (value, None));
            child.value = value.raw();
            if let Some((outcome, distance)) = proof.filter(|_| config.solver) {
                (child.proof, child.distance) = (Some(outcome), distance);
                // The leaf search does not compute the margin, so the node gets the value of the
                // smallest margin.
                child.value = least_worth(&child.position, outcome, config).raw();
                child.settled = child.value == outcome.value().raw();
                return child;
            }
            child.share(config, shared);
            child.value = (i32::from(child.value) + correction).clamp(-32_767, 32_767) as i16;
        }
        let by_chance = self.position.is_chance();
        child.probability = if by_chance { 0 } else { self.position.transition(mv).unwrap_or_default() };
        let v0 = Value::from_raw(child.value).to_f32();
        child.bias = if config.pb > 0.0 { libm::roundf(v0 * 127.0) } else { 0.0 };
        if config.ip > 0 {
            child.visits = config.ip;
            child.reward = i64::from(child.value) * i64::from(config.ip);
        }
        if config.np > 0 {
            let wins = (self.position.prior(mv).map_or(0.5, |prior| prior.win_rate) * config.np as f32) as i64;
            let losses = i64::from(config.np) - wins;
            child.visits = config.np;
            let sign = if by_chance { 0 } else { i64::from(self.position.to_move().sign()) };
            child.reward = (wins - losses) * 32767 * sign;
        }
        child
    }

    /// True if the result of the node can help to solve its parent: the node is solved, or a player
    /// cannot lose (option `bounds`).
    fn says_something(&self) -> bool {
        self.proof.is_some() || self.safe != [false; 2]
    }

    fn cannot_be_lost_for(&self, player: Side) -> bool {
        let lost = Outcome::win_for(player.opponent());
        self.safe[player as usize] || self.proof.is_some_and(|outcome| outcome != lost)
    }

    /// Option `bounds`: uses the children to determine which players cannot lose at this node.
    /// Returns true if neither player can lose: the node is a draw.
    fn is_drawn_by_bounds(&mut self, complete: bool) -> bool {
        let mover = self.position.to_move();
        let opponent = mover.opponent();
        let mut children = self.children.iter();
        self.safe[mover as usize] |= match self.position.is_chance() {
            true => children.all(|child| child.cannot_be_lost_for(mover)),
            false => children.any(|child| child.cannot_be_lost_for(mover)),
        };
        self.safe[opponent as usize] |=
            complete && self.children.iter().all(|child| child.cannot_be_lost_for(opponent));
        self.safe == [true; 2]
    }

    /// Option `pn`: the proof number of a child of `self`. Infinite for a player who cannot win.
    fn number_of(&self, child: &Self, player: Side) -> u32 {
        match child.proof {
            Some(outcome) if outcome == Outcome::win_for(player) => 0,
            Some(_) => INFINITE,
            None if child.safe[player.opponent() as usize] => INFINITE,
            None => child.numbers[player as usize],
        }
    }

    /// Option `mob`: the number of the opponent's moves at a child of `self`, 0 if it is not known.
    fn replies_at(&self, child: &Self) -> usize {
        if child.position.to_move() == self.position.to_move() { 0 } else { child.replies }
    }

    /// Option `pn`: computes the proof numbers of this node from the proof numbers of its children.
    fn number(&mut self) {
        let mover = self.position.to_move();
        for player in [Side::First, Side::Second] {
            let numbers = self.children.iter().map(|child| self.number_of(child, player));
            let number =
                if player == mover { numbers.min().unwrap() } else { numbers.reduce(u32::saturating_add).unwrap() };
            self.numbers[player as usize] = rounded(number);
        }
    }

    /// Option `prooftt`: if another node with the same position is solved, copies the result of
    /// that node to this node.
    fn recall(&mut self, proofs: &Proofs, pursues: bool) {
        if let Some(&(outcome, distance, value)) = self.position.hash().and_then(|key| proofs.get(&key)) {
            (self.proof, self.distance, self.value) = (Some(outcome), distance, value);
            self.settled = outcome == Outcome::Draw || value.abs() == i16::MAX;
            self.forget_children(pursues);
        }
    }

    /// Drops the children of a solved node, unless the search still looks for a larger margin below
    /// the node.
    fn forget_children(&mut self, pursues: bool) {
        if self.settled || !pursues {
            self.children.clear();
            (self.moves, self.visited) = (None, 0);
        }
    }

    /// True if a simulation that reaches this node from the parent ends here. `from_proven` is true
    /// if the parent is solved.
    fn ends_simulations(&self, from_proven: bool) -> bool {
        self.proof.is_some() && (self.settled || !from_proven)
    }

    /// Option `evaltt`: stores the value of this node for other nodes with the same position.
    fn share(&self, config: &Config, shared: &mut Shared) {
        if let Some(key) = self.position.hash().filter(|_| config.evaltt) {
            shared.insert(key, Value::from_raw(self.value));
        }
    }

    /// For a chance node, returns the place of the next outcome in the list of children. The
    /// numbers 0, 1/2, 1/4, 3/4, 1/8 and so on, one for each visit, are shifted by the phase. Each
    /// outcome covers a part of the range from 0 to 1. The length of the part is the probability of
    /// the outcome.
    fn next_outcome(&self) -> usize {
        let place = (self.phase << 17).wrapping_add(self.visits.reverse_bits());
        let whole: u64 = self.children.iter().map(|child| u64::from(child.share)).sum();
        let wanted = (u64::from(place) * whole) >> 32;
        let mut covered = 0;
        let covers = |child: &Self| {
            covered += u64::from(child.share);
            wanted < covered
        };
        self.children.iter().position(covers).unwrap()
    }

    /// For a chance node, returns the expected value of the outcomes, rounded to the nearest whole
    /// number.
    fn expected_value(&self) -> i16 {
        let whole: i64 = self.children.iter().map(|child| i64::from(child.share)).sum();
        let sum: i64 = self.children.iter().map(|child| i64::from(child.value) * i64::from(child.share)).sum();
        let distance = sum.abs() * 2 + whole;
        (distance / (whole * 2) * sum.signum()) as i16
    }

    fn is_lost_for(&self, player: Side) -> bool {
        self.proof == Some(Outcome::win_for(player.opponent()))
    }
}

/// Option `pn`: the proof number of a player who cannot win.
const INFINITE: u32 = u32::MAX;

/// Option `pn`: rounds a proof number down to its seven highest binary digits.
fn rounded(number: u32) -> u32 {
    let lost = (32 - number.leading_zeros()).saturating_sub(7);
    if number == INFINITE { INFINITE } else { number >> lost << lost }
}

/// Option `evaltt`: the values of positions by hash key.
type Shared = HashMap<u64, Value>;

/// Option `prooftt`: the outcome, distance and value of solved positions by hash key.
type Proofs = HashMap<u64, (Outcome, u8, i16)>;

pub struct Reference {
    pub config: Config,
    shared: Shared,
    proofs: Proofs,
    pub rng: Rng,
    /// Killer moves by ply of the playout, the latest killer first.
    pub killers: [[Move; 2]; 16],
    /// The moves of this simulation, each with the player who moved (true: second player).
    pub(crate) record: Vec<(bool, Move)>,
    /// Option `mast`: the move statistics of all simulations.
    pub(crate) moves: Tallies,
    /// Option `grave`: the move statistics that guide the simulation from its current node on.
    goes_by: Option<Rc<RefCell<Later>>>,
    /// Option `grave`: the sums of the squared errors of AMAF means and of the variances.
    error: [f32; 2],
    /// The result of this simulation at the leaf where it ended.
    result: Value,
    /// Option `marg`: true if the root was already solved when this simulation began. The
    /// simulation then looks for a larger margin.
    pursues: bool,
    /// True if the search has a trunk: `src/tree/trunk.rs` describes it.
    pub has_trunk: bool,
    /// The nodes of the trunk below the root, from the top.
    trunk: Vec<Stay>,
}

impl Reference {
    pub fn new(config: Config) -> Self {
        Self {
            config,
            shared: Shared::new(),
            proofs: Proofs::new(),
            rng: Rng::new(config.seed),
            killers: [[Move::NONE; 2]; 16],
            record: Vec::new(),
            moves: Tallies::new(),
            goes_by: None,
            error: [0.4, 16.0],
            result: Value::DRAW,
            pursues: false,
            has_trunk: false,
            trunk: Vec::new(),
        }
    }

    /// Option `mast`: divides the counts of all move statistics by four. The caller must call this
    /// function after each move of the game.
    pub fn follow(&mut self) {
        self.moves.values_mut().for_each(|tally| *tally = part(*tally, 4));
    }

    /// Option `grave`: creates move statistics for `node` if `node` is the root or has enough
    /// visits, and if it has more than seven moves. At the root, or after enough simulations
    /// through `node`, these statistics guide the rest of the simulation.
    fn consult<G: Knowledge>(&mut self, node: &mut Node<G>, is_root: bool) {
        if node.moves.as_ref().unwrap().len() <= 7 {
            return;
        }
        if is_root || node.visits >= self.config.grave {
            node.later.get_or_insert_default();
        }
        let enough = |later: &Rc<RefCell<Later>>| is_root || later.borrow().simulations >= self.config.grave;
        if let Some(later) = node.later.as_ref().filter(|later| enough(later)) {
            self.goes_by = Some(later.clone());
        }
    }

    /// Option `grave`: returns the statistics of a move, from the node whose statistics guide this
    /// simulation.
    fn later_on(&self, mover: Side, mv: Move) -> Option<Tally> {
        self.goes_by.as_ref()?.borrow().moves.get(&(mover == Side::Second, mv)).copied()
    }

    /// Option `grave`: compares the results of a child of `node` with the AMAF mean of the same
    /// move in other simulations. Returns two numbers: the squared difference of the two means
    /// minus their variances, and the variance of a simulation.
    fn sample_of_error<G>(node: &Node<G>, child: &Node<G>, mover: bool) -> Option<[f32; 2]> {
        let later = node.later.as_ref()?.borrow();
        let (sum, count) = later.moves.get(&(mover, child.mv)).copied().unwrap_or_default();
        let others = count.saturating_sub(child.visits);
        if child.visits < 16 || !child.visits.is_power_of_two() || others < 16 {
            return None;
        }
        let (n, m, reward) = (child.visits as f32, others as f32, child.reward as f32);
        let own = reward / (n * ONE);
        let other = ((sum as f32 - reward) / (m * ONE)).clamp(-1.0, 1.0);
        let variance = (1.0 - other * other).max(0.05);
        Some([(own - other) * (own - other) - (variance / n + variance / m), variance])
    }

    /// Adds a sample to the measured error of AMAF means. The older a sample is, the less it
    /// counts.
    fn measure(&mut self, [square, variance]: [f32; 2]) {
        self.error = [self.error[0] + square, self.error[1] + variance];
        if self.error[1] > 1024.0 {
            self.error = self.error.map(|sum| sum * 0.5);
        }
    }

    /// Returns true with this probability. A probability of 1 or more takes no random number.
    pub(crate) fn happens(probability: f32, rng: &mut Rng) -> bool {
        probability >= 1.0 || (rng.bits() as f32) < probability * 4_294_967_296.0
    }

    pub(crate) fn list<G: Knowledge>(position: &G) -> Vec<Move> {
        let mut room = vec![Move::NONE; position.max_moves()];
        let mut moves = MoveList::new(&mut room);
        position.legal_moves(&mut moves);
        moves.as_slice().to_vec()
    }

    /// The function SIMULATE of Algorithm 1 in the implicit minimax paper: runs one simulation from
    /// the root, or from the end of the trunk.
    pub fn simulate<G: Knowledge + Clone>(&mut self, root: &mut Node<G>) {
        self.pursues = root.proof.is_some();
        if self.trunk.is_empty() {
            self.simulate_from(root, true, false);
        } else {
            self.record.clear();
            self.simulate_in_trunk(root, 0);
        }
        if matches!(self.config.strategy, Strategy::Learned(_) | Strategy::LearnedGreedy(_)) {
            learn(&mut self.moves, &self.record, self.result);
        }
    }

    /// The function SIMULATE of Algorithm 1 in the implicit minimax paper, starting at any node.
    /// `from_proven` is true if the parent is solved.
    fn simulate_from<G: Knowledge + Clone>(&mut self, node: &mut Node<G>, is_root: bool, from_proven: bool) -> Value {
        let mut reward = None;
        let mut claimed = false;
        if is_root {
            self.record.clear();
            self.goes_by = None;
        }
        let (ply, mover) = (self.record.len(), node.position.to_move() == Side::Second);
        let mut below = None;
        if node.ends_simulations(from_proven) && !is_root {
            reward = Some(Value::from_raw(node.value));
        } else if let Some(child) = self.descend(node, is_root, &mut claimed) {
            let mv = if node.position.is_chance() { Move::NONE } else { node.children[child].mv };
            self.record.push((mover && mv != Move::NONE, mv));
            below = Some(child);
            let proven = node.proof.is_some();
            if self.config.prooftt && node.children[child].proof.is_none() {
                node.children[child].recall(&self.proofs, self.pursues);
            }
            self.extend_trunk(node, child, claimed);
            let sample = Self::sample_of_error(node, &node.children[child], mover);
            reward = Some(self.simulate_from(&mut node.children[child], false, proven));
            if self.trunk.len() > ply {
                self.return_to_trunk(node, ply);
                return Value::DRAW; // the trunk has the result
            }
            sample.into_iter().for_each(|sample| self.measure(sample));
            self.update(node, child, &mut reward, is_root);
        }
        let reward = reward.or(node.proof.map(|_| Value::from_raw(node.value)));
        let mut reward = reward.unwrap_or_else(|| {
            if self.config.best_first { Value::from_raw(node.value) } else { self.playout(&node.position) }
        });
        if below.is_none() {
            self.result = reward;
        } else if let Some(later) = &node.later {
            let mut later = later.borrow_mut();
            later.simulations += 1;
            learn(&mut later.moves, &self.record[ply..], self.result);
        }
        if claimed && node.proof.is_none() {
            reward = Value::DRAW;
        }
        node.visits += 1;
        node.reward += i64::from(reward.raw());
        self.count_in_trunk(ply, reward);
        if self.config.max > 0 && node.visits >= self.config.max && (below.is_none() || !node.position.is_chance()) {
            reward = self.best_estimate(node).unwrap_or(reward);
        }
        reward
    }

    /// Selects the child to descend to, and creates the child if necessary. Returns `None` if the
    /// simulation descends no further than `node`.
    fn descend<G: Knowledge + Clone>(
        &mut self,
        node: &mut Node<G>,
        is_root: bool,
        claimed: &mut bool,
    ) -> Option<usize> {
        let all = self.config.expands_all();
        if node.moves.is_none() {
            let needed = if all { self.config.threshold } else { self.config.threshold.max(1) };
            if !is_root && node.visits - self.prior_visits().min(node.visits) < needed {
                return None;
            }
            let moves = Self::list(&node.position);
            node.replies = moves.len();
            node.moves = Some(moves);
            if all {
                // A solved node can lose its children. A later expansion creates the children
                // again.
                let again = self.looks_first() && node.visits - self.prior_visits().min(node.visits) > needed;
                let again = again || self.goes_on();
                self.expand_all(node, is_root);
                if !again || node.children.is_empty() {
                    return None;
                }
            } else if node.position.is_chance() {
                self.expand_all(node, is_root);
                if node.children.is_empty() {
                    return None;
                }
            }
            if self.config.strategy == Strategy::Decisive
                && let Some(index) = Self::decisive(&node.position)
            {
                return Some(self.add_child(node, index));
            }
        }
        if node.position.is_chance() {
            if node.phase == 0 {
                node.phase = self.rng.bits() & 0x7FFF | 1;
            }
            return Some(node.next_outcome());
        }
        if self.config.grave > 0 {
            self.consult(node, is_root);
        }
        let total = node.moves.as_ref().unwrap().len();
        let prior = if is_root { 0 } else { self.prior_visits() };
        if node.visits.saturating_sub(prior) < self.config.ct
            && let Some(chosen) = self.drawn_child(node)
        {
            return Some(Self::visit(node, chosen));
        }
        if node.children.len() == total
            && let Some(chosen) = self.stray_child(node)
        {
            return Some(Self::visit(node, chosen));
        }
        if self.config.grave > 0 && self.goes_by.is_some() {
            let absent = if node.children.len() < total { Some(self.best_absent(node)) } else { None };
            let open = node.children.iter().filter(|child| child.proof.is_none());
            let best = open.map(|child| self.bound(node, child)).fold(0.0, f32::max);
            if let Some((bound, index)) = absent.filter(|(bound, _)| bound.to_bits() >> 1 > best.to_bits() >> 1) {
                assert!(bound > 0.0);
                return Some(self.add_child(node, index));
            }
            let chosen = self.select(node, claimed);
            return Some(Self::visit(node, chosen));
        }
        if node.visited < node.children.len() && self.config.fpu.is_none() {
            let unvisited = node.visited..node.children.len();
            let chosen = if self.config.tp > 0.0 {
                let likeliest = unvisited.clone().map(|place| node.children[place].probability).max().unwrap();
                unvisited.clone().find(|&place| node.children[place].probability == likeliest).unwrap()
            } else {
                node.visited + self.rng.below(unvisited.len() as u32) as usize
            };
            return Some(Self::visit(node, chosen));
        }
        if node.children.len() < total && !all {
            let rank = self.rng.below((total - node.children.len()) as u32) as usize;
            let absent = (0..total).filter(|index| node.children.iter().all(|child| child.index != *index));
            let index = absent.clone().nth(rank).unwrap();
            return Some(self.add_child(node, index));
        }
        let chosen = self.select(node, claimed);
        Some(Self::visit(node, chosen))
    }

    fn add_child<G: Knowledge + Clone>(&mut self, node: &mut Node<G>, index: usize) -> usize {
        let correction = self.correction(node.position.to_move() == Side::Second, node.moves.as_ref().unwrap()[index]);
        let child = node.child(index, &self.config, &mut self.shared, correction);
        node.children.push(child);
        node.visited += 1;
        node.visited - 1
    }

    /// Option `dec`: returns the index of the first move that wins at once.
    pub(crate) fn decisive<G: Knowledge + Clone>(position: &G) -> Option<usize> {
        let wins = Some(Outcome::win_for(position.to_move()));
        Self::list(position).into_iter().position(|mv| {
            let mut next = position.clone();
            next.play(mv);
            next.outcome() == wins
        })
    }

    /// Option `grave`: returns the best bound of a move without a child, and the index of that
    /// move. The bounds are compared in list order, starting at a random move. If several bounds
    /// are equal and best, returns the first of them.
    fn best_absent<G: Knowledge>(&mut self, node: &Node<G>) -> (f32, usize) {
        let moves = node.moves.as_ref().unwrap();
        let first = self.rng.below(moves.len() as u32) as usize;
        let order = (first..moves.len()).chain(0..first);
        let absent = order.filter(|&index| node.children.iter().all(|child| child.index != index));
        let bounds = absent.map(|index| (self.bound_of_absent(node, moves[index]), index));
        let better = |best: (f32, usize), other: (f32, usize)| {
            if other.0.to_bits() >> 1 > best.0.to_bits() >> 1 { other } else { best }
        };
        bounds.reduce(better).unwrap()
    }

    fn bound_of_absent<G: Knowledge>(&self, node: &Node<G>, mv: Move) -> f32 {
        let unit = node.position.to_move().sign() as f32 / ONE;
        let (mean, per_visit) = self.mean_later_on(node.position.to_move(), mv, 0.0, 0.0);
        (1.0 - alpha(&self.config, node.visits)) * unit * mean
            + self.exploration(node.visits, 1.0) * libm::sqrtf(per_visit)
            + self.floor()
    }

    /// Option `grave`: returns the mean reward of a move and 1 divided by all visits that count.
    /// The mean is computed from `reward`, the sum of the move's own rewards, and mixed with the
    /// AMAF mean.
    fn mean_later_on(&self, mover: Side, mv: Move, reward: f32, visits: f32) -> (f32, f32) {
        let (sum, count) = self.later_on(mover, mv).unwrap_or_default();
        let scale = 1.0 + count as f32 * (self.error[0] / self.error[1]).max(1.0 / 1000.0);
        let (sum, total) = (reward * scale + sum as f32, visits * scale + count as f32);
        if total == 0.0 {
            return (ONE * mover.sign() as f32, 1.0); // as if won in one visit
        }
        let per_total = 1.0 / total;
        (sum * per_total, scale * per_total)
    }

    /// Returns a number that is added to bounds so that they are above 0.
    fn floor(&self) -> f32 {
        if self.is_plain() { 10.0 } else { 2.0 + self.config.pb + self.config.mob }
    }

    /// Returns C sqrt(ln N) times `scale`. N is `total`, rounded down to its four highest binary
    /// digits.
    fn exploration(&self, total: u32, scale: f32) -> f32 {
        let zeros = (32 - total.leading_zeros()).saturating_sub(4);
        let digits = (total >> zeros).max(1);
        let logarithm = libm::logf(digits as f32) + zeros as f32 * std::f32::consts::LN_2;
        self.config.c * scale * libm::sqrtf(logarithm)
    }

    /// Marks a child as visited and returns its new index. Visited children come before unvisited
    /// children.
    fn visit<G>(node: &mut Node<G>, child: usize) -> usize {
        if child < node.visited {
            return child;
        }
        node.children.swap(node.visited, child);
        node.visited += 1;
        node.visited - 1
    }

    /// Option `ct`: samples an unsolved child like the playout strategy Corrective, using the
    /// children's values.
    fn drawn_child<G: Knowledge>(&mut self, node: &Node<G>) -> Option<usize> {
        let mover = node.position.to_move();
        let before = node.position.evaluate(self.config.evaluator).for_player(mover);
        let open = (0..node.children.len()).filter(|&place| node.children[place].proof.is_none());
        let odds: Vec<(usize, u32)> = open
            .map(|place| {
                let child = &node.children[place];
                let worse = Value::from_raw(child.value).for_player(mover) < before;
                (place, if worse { 1 } else { 64 * u32::from(child.probability.max(1)) })
            })
            .collect();
        self.lot(&odds)
    }

    /// Options `eps` and `softmax`: sometimes samples a child, without regard to the upper
    /// confidence bounds.
    fn stray_child<G: Knowledge>(&mut self, node: &Node<G>) -> Option<usize> {
        let open: Vec<usize> = (0..node.children.len())
            .filter(|&place| !self.config.solver || node.children[place].proof.is_none())
            .collect();
        if self.config.eps > 0.0 && Self::happens(self.config.eps, &mut self.rng) {
            return self.lot(&open.iter().map(|&place| (place, 1)).collect::<Vec<_>>());
        }
        if self.config.softmax == 0.0 {
            return None;
        }
        let mover = node.position.to_move();
        let estimate = |place: usize| self.estimate(node, &node.children[place]).for_player(mover).to_f32();
        let best = open.iter().map(|&place| estimate(place)).fold(f32::MIN, f32::max);
        let odds = |place| (65_536.0 * libm::expf((estimate(place) - best) / self.config.softmax)) as u32;
        let odds: Vec<(usize, u32)> = open.iter().map(|&place| (place, odds(place))).collect();
        self.lot(&odds)
    }

    /// Samples one item with a probability proportional to its odds. Each item replaces the
    /// previous choice with the probability odds / (sum of the odds so far).
    pub(crate) fn lot<T: Copy>(&mut self, odds: &[(T, u32)]) -> Option<T> {
        let (mut total, mut drawn) = (0, None);
        for &(item, odds) in odds.iter().filter(|(_, odds)| *odds > 0) {
            total += odds;
            if self.rng.below(total) < odds {
                drawn = Some(item);
            }
        }
        drawn
    }

    /// True if the search expanded the node only because a simulation needed the value of the node.
    pub fn has_only_looked<G>(&self, node: &Node<G>) -> bool {
        let config = &self.config;
        self.looks_first() && node.visits.saturating_sub(self.prior_visits()) <= config.threshold.saturating_add(1)
    }

    /// Returns the number of visits that a node prior counts for.
    pub fn prior_visits(&self) -> u32 {
        self.config.np + self.config.ip
    }

    fn looks_first(&self) -> bool {
        let config = &self.config;
        let looks = config.expands_all() && !(config.best_first || config.max > 0 || config.leaf != Leaf::Static);
        looks && !config.reg && !self.goes_on()
    }

    /// True if the simulation that creates the children of a leaf continues to one of them.
    fn goes_on(&self) -> bool {
        let config = &self.config;
        let needs_values = evaluates_children(config) || config.best_first || config.max > 0;
        !self.is_plain() && config.expands_all() && !needs_values && config.threshold > 0
    }

    /// True if the root is solved and its margin is exact (option `marg`).
    pub fn is_settled<G>(&self, root: &Node<G>) -> bool {
        root.proof.is_some() && root.settled
    }

    /// Option `temp`: samples a move of the root. Moves with more visits are more likely. The
    /// sample depends on the tree's signature and the next random number. Returns `None` without
    /// this option, if a move is solved as a win, if all moves are solved as losses, or if no move
    /// was visited.
    pub fn drawn_move<G: Knowledge + Clone>(&mut self, root: &Node<G>, signature: u64) -> Option<Move> {
        let mover = root.position.to_move();
        let won = root.children.iter().any(|child| child.proof == Some(Outcome::win_for(mover)));
        let open: Vec<&Node<G>> = root.children.iter().filter(|child| !child.is_lost_for(mover)).collect();
        let most = open.iter().map(|child| child.visits).max()?;
        if self.config.temp == 0.0 || won || most == 0 {
            return None;
        }
        let odds = |child: &Node<G>| {
            let share = libm::logf(child.visits as f32 / most as f32) / self.config.temp;
            if child.visits == 0 { 0 } else { (65_536.0 * libm::expf(share)) as u32 }
        };
        let odds: Vec<(Move, u32)> = open.into_iter().map(|child| (child.mv, odds(child))).collect();
        let mixed = signature ^ u64::from(self.rng.clone().bits());
        let lots = Rng::new(mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29));
        let search = std::mem::replace(&mut self.rng, lots);
        let drawn = self.lot(&odds);
        self.rng = search;
        drawn
    }

    /// Option `reg`: returns three quarters of the mean error of values after this move, where four
    /// extra values without an error are included.
    fn correction(&self, second: bool, mv: Move) -> i32 {
        if !self.config.reg {
            return 0;
        }
        let (sum, count) = self.moves.get(&(second, mv)).copied().unwrap_or_default();
        sum / (count as i32 + 4) * 3 / 4
    }

    /// Option `reg`: learns from the expansion of a node. `before` is the value of the node before
    /// the expansion.
    fn learn_error<G: Knowledge + Clone>(&mut self, node: &Node<G>, before: i16) {
        let is_first = node.visits <= self.prior_visits() + self.config.threshold;
        let learns = self.config.reg && is_first && node.proof.is_none();
        let is_move = |played: &&(bool, Move)| learns && played.1 != Move::NONE;
        let Some(&(second, mv)) = self.record.last().filter(is_move) else { return };
        let error = i32::from(node.value) - i32::from(before) + self.correction(second, mv);
        learn(&mut self.moves, &[(second, mv)], Value::from_raw(error.clamp(-32_767, 32_767) as i16));
    }

    fn expand_all<G: Knowledge + Clone>(&mut self, node: &mut Node<G>, is_root: bool) {
        let (mover, before, by_chance) = (node.position.to_move(), node.value, node.position.is_chance());
        let moves = node.moves.clone().unwrap();
        let odds = |mv: &Move| u64::from(node.position.odds(*mv));
        let all_odds: u64 = if by_chance { moves.iter().map(odds).sum() } else { 0 };
        for (index, &mv) in moves.iter().enumerate() {
            let correction = if by_chance { 0 } else { self.correction(mover == Side::Second, mv) };
            let mut child = node.child(index, &self.config, &mut self.shared, correction);
            if by_chance {
                child.share = (u64::from(node.position.odds(mv)) * 0x3F_FFFF / all_odds).max(1) as u32;
            }
            let wins = child.proof == Some(Outcome::win_for(mover)) && !by_chance;
            node.children.push(child);
            if wins && self.config.solver && self.config.marg == 0.0 {
                break;
            }
        }
        node.visited = if self.prior_visits() > 0 || by_chance { node.children.len() } else { 0 };
        if !(self.config.solver && self.prove(node, is_root)) {
            self.learn_from_children(node);
        }
        self.learn_error(node, before);
    }

    /// Computes the minimax value and the proof numbers of a node from its children.
    fn learn_from_children<G: Knowledge + Clone>(&self, node: &mut Node<G>) {
        if self.config.backs_up_values() {
            Self::back_up(node);
        }
        if self.config.pn > 0.0 {
            node.number();
        }
    }

    /// The function UPDATE of Algorithm 1 in the implicit minimax paper, without the visit counts.
    fn update<G: Knowledge + Clone>(
        &mut self,
        node: &mut Node<G>,
        child: usize,
        reward: &mut Option<Value>,
        is_root: bool,
    ) {
        if self.config.solver && node.children[child].says_something() && self.prove(node, is_root) {
            *reward = Some(Value::from_raw(node.value));
        } else {
            self.learn_from_children(node);
        }
    }

    fn back_up<G: Knowledge + Clone>(node: &mut Node<G>) {
        if node.proof.is_some() {
            return;
        }
        if node.position.is_chance() {
            node.value = node.expected_value();
            return;
        }
        let values = node.children.iter().map(|child| child.value);
        let best = if node.position.to_move() == Side::First { values.max() } else { values.min() };
        node.value = best.unwrap_or(node.value);
    }

    fn prove<G: Knowledge + Clone>(&mut self, node: &mut Node<G>, is_root: bool) -> bool {
        let mover = node.position.to_move();
        let by_chance = node.position.is_chance();
        let complete = node.children.len() == node.moves.as_ref().unwrap().len();
        let plies = |child: &Node<G>| child.distance.saturating_add(1);
        let won = |child: &&Node<G>| child.proof == Some(Outcome::win_for(mover)) && !by_chance;
        let alike = node.children.iter().all(|child| child.proof.is_some() && child.proof == node.children[0].proof);
        let (outcome, mut distance) = if by_chance && alike {
            let outcome = node.children[0].proof.unwrap();
            let slowest = node.children.iter().map(plies).max().unwrap();
            (outcome, if outcome == Outcome::Draw { 0 } else { slowest })
        } else if let Some(shortest) = node.children.iter().filter(won).map(plies).min() {
            (Outcome::win_for(mover), shortest)
        } else if self.config.bounds && node.is_drawn_by_bounds(complete) {
            (Outcome::Draw, 0)
        } else if by_chance || !complete || node.children.iter().any(|child| child.proof.is_none()) {
            return node.proof.is_some();
        } else if node.children.iter().any(|child| child.proof == Some(Outcome::Draw)) {
            (Outcome::Draw, 0)
        } else {
            (Outcome::win_for(mover.opponent()), node.children.iter().map(plies).max().unwrap())
        };
        let (mut value, mut settled) = (outcome.value().raw(), true);
        if self.config.marg > 0.0 && outcome != Outcome::Draw {
            // The player to move chooses the best value for itself among the children with this
            // outcome.
            let alike = || node.children.iter().filter(|child| child.proof == Some(outcome));
            let values = alike().map(|child| child.value);
            value = if mover == Side::First { values.max() } else { values.min() }.unwrap();
            if by_chance {
                value = node.expected_value();
            }
            let all_solved = complete && node.children.iter().all(|child| child.proof.is_some());
            settled = if by_chance {
                alike().all(|child| child.settled)
            } else if outcome == Outcome::win_for(mover) {
                value.abs() == i16::MAX || all_solved && alike().all(|child| child.settled)
            } else {
                alike().any(|child| child.value == value && child.settled)
            };
            if node.proof == Some(outcome) {
                // If the node was already solved with a larger margin, the node keeps this margin.
                settled |= node.settled;
                if node.value.abs() > value.abs() {
                    (value, distance) = (node.value, node.distance);
                }
            }
        }
        (node.proof, node.distance, node.value, node.settled) = (Some(outcome), distance, value, settled);
        if !is_root {
            node.forget_children(self.pursues);
            if let Some(key) = node.position.hash().filter(|_| self.config.prooftt) {
                self.proofs.insert(key, (outcome, distance, node.value));
            }
        }
        true
    }

    /// True if no option adds a term to the plain bound. The search stores plain bounds in 22 bits,
    /// so it scales them into the range from 8 to 16.
    fn is_plain(&self) -> bool {
        let Config { impb, pb, tp, pn, mob, fpu, np, ip, ct, eps, softmax, schedule, grave, .. } = self.config;
        let biases = impb + pb + tp + pn + mob + eps + softmax;
        biases == 0.0 && fpu.is_none() && (np, ip, ct, grave) == (0, 0, 0, 0) && schedule == Schedule::Constant
    }

    /// Returns the upper confidence bound of a child, plus a constant that keeps the result above
    /// 0.
    fn bound<G: Knowledge + Clone>(&self, node: &Node<G>, child: &Node<G>) -> f32 {
        let sum: u32 = node.children.iter().map(|child| child.visits).sum();
        let total = if self.prior_visits() > 0 { sum } else { node.visits };
        let (alpha, sign) = (alpha(&self.config, node.visits), node.position.to_move().sign() as f32);
        let scale = if self.is_plain() { 1.0 / self.config.c.max(1.0) } else { 1.0 };
        let unit = sign * (scale / ONE);
        let (mean_weight, value_weight) = ((1.0 - alpha) * unit, alpha * unit);
        let n = child.visits as f32;
        let per_visit = 1.0 / n.max(1.0);
        let exploration = self.exploration(total, scale) * libm::sqrtf(per_visit);
        let floor = self.floor();
        if child.proof.is_some() {
            return f32::from(child.value) * (mean_weight + value_weight) + exploration + floor;
        }
        let likely = (self.config.tp / 255.0) * f32::from(child.probability);
        if let Some(urgency) = self.config.fpu.filter(|_| child.visits == 0) {
            let bias = if self.config.tp > 0.0 { likely } else { (self.config.pb * sign / 127.0) * child.bias };
            return unit * f32::from(child.value) + urgency + (bias + self.ease(node, child)) + floor;
        }
        let value = f32::from(child.value);
        if self.config.grave > 0 {
            let mover = node.position.to_move();
            let (mean, per_visit) = self.mean_later_on(mover, child.mv, child.reward as f32, n);
            let fading = if self.config.impb > 0.0 { value_weight / (n + 1.0) } else { value_weight };
            let rest = fading * value + (self.bias(child, sign, unit) + self.ease(node, child));
            let exploration = self.exploration(total, scale) * libm::sqrtf(per_visit);
            return mean_weight * mean + rest + exploration + floor;
        }
        let mean = mean_weight * (child.reward as f32 * per_visit);
        let ease = self.ease(node, child);
        if self.config.impb == 0.0 && self.config.pb == 0.0 && self.config.tp == 0.0 {
            let playouts = mean + exploration;
            let sum = if alpha == 0.0 { playouts } else { playouts + value_weight * value };
            return if self.config.pn + self.config.mob == 0.0 { sum + floor } else { sum + ease + floor };
        }
        let fading = if self.config.impb > 0.0 { value_weight / (n + 1.0) } else { value_weight };
        mean + fading * value + (self.bias(child, sign, unit) + ease) + exploration + floor
    }

    /// Options `pn` and `mob`: returns the term that is added to a child's bound for a small proof
    /// number, or for few replies.
    fn ease<G: Knowledge + Clone>(&self, node: &Node<G>, child: &Node<G>) -> f32 {
        if self.config.mob > 0.0 {
            return self.ease_by_replies(node, child);
        }
        let mover = node.position.to_move();
        let number = node.number_of(child, mover);
        if self.config.pn == 0.0 || number == INFINITE {
            return 0.0;
        }
        let open = node.children.iter().filter(|child| child.proof.is_none());
        let numbers = open.map(|child| node.number_of(child, mover)).filter(|&number| number < INFINITE);
        let (part, whole) = match self.config.comparison {
            Comparison::Sum => (number, rounded(numbers.fold(0, u32::saturating_add))),
            Comparison::Largest => (number, numbers.max().unwrap()),
            Comparison::Rank => {
                (numbers.filter(|&other| other < number).count() as u32 + 1, node.children.len() as u32)
            }
        };
        self.config.pn - part as f32 * (self.config.pn / whole as f32)
    }

    /// Option `mob`: returns the term that is added to a child's bound for few replies.
    fn ease_by_replies<G: Knowledge + Clone>(&self, node: &Node<G>, child: &Node<G>) -> f32 {
        let (weight, replies) = (self.config.mob, node.replies_at(child));
        let known: Vec<usize> =
            node.children.iter().map(|child| node.replies_at(child)).filter(|&replies| replies > 0).collect();
        if replies == 0 || node.children.len() < node.replies {
            return 0.0; // nodes without all siblings store something else
        }
        let average = rounded((16 * known.iter().sum::<usize>() / known.len()) as u32);
        (weight - (16 * replies) as f32 * (weight / average as f32)).max(-weight)
    }

    /// Returns the progressive bias of a child.
    fn bias<G: Knowledge>(&self, child: &Node<G>, sign: f32, unit: f32) -> f32 {
        let n = child.visits as f32;
        let losses = ((n - unit * child.reward as f32) * 0.5).max(0.0);
        let divisor = match self.config.divisor {
            Divisor::SqrtLosses => libm::sqrtf(losses + 1.0),
            Divisor::Losses => losses + 1.0,
            Divisor::Visits => n + 1.0,
        };
        let likely = (self.config.tp / 255.0) * f32::from(child.probability);
        let bias = if self.config.tp > 0.0 { likely } else { (self.config.pb * sign / 127.0) * child.bias };
        bias / divisor
    }

    /// Option `grave`: computes the ranks of the unvisited children at the first call, and when the
    /// number of visits is a power of two. Returns `false` if the children of this node have no
    /// ranks.
    fn rank_unvisited<G: Knowledge + Clone>(&self, node: &mut Node<G>) -> bool {
        if self.config.grave == 0 || self.goes_by.is_none() || node.children.len() < node.replies {
            return false;
        }
        if node.visited < node.children.len()
            && (node.children[node.visited].rank == 0 || node.visits.is_power_of_two())
        {
            let ranks: Vec<u32> = node.children.iter().map(|child| self.bound(node, child).to_bits() >> 10).collect();
            for (child, rank) in node.children.iter_mut().zip(ranks).skip(node.visited) {
                child.rank = rank;
            }
        }
        true
    }

    fn select<G: Knowledge + Clone>(&mut self, node: &mut Node<G>, claimed: &mut bool) -> usize {
        let mover = node.position.to_move();
        let ranked = self.rank_unvisited(node);
        // Option `bounds`: if the mover is sure of at least a draw, the search skips children that
        // the mover cannot win.
        let in_hand = node.safe[mover as usize];
        let hopeless = |child: &Node<G>| child.proof.is_none() && in_hand && child.safe[mover.opponent() as usize];
        let proven = node.proof.is_some();
        let is_passed_over = |place: usize| node.children[place].ends_simulations(proven);
        let bound = |place: usize| {
            let lost = self.config.solver && node.children[place].is_lost_for(mover);
            if is_passed_over(place) && lost || hopeless(&node.children[place]) {
                0
            } else {
                self.bound(node, &node.children[place]).to_bits() >> 1
            }
        };
        let (proven, unproven): (Vec<usize>, Vec<usize>) =
            (0..node.children.len()).partition(|&place| is_passed_over(place) || hopeless(&node.children[place]));
        // In a tie, the first child is selected. The children are in the order of their first
        // visits, and this order is random.
        let leader = |places: &[usize]| {
            let best = places.iter().map(|&place| bound(place)).max()?;
            places.iter().copied().find(|&place| bound(place) == best).map(|place| (best, place))
        };
        let (mut open, unvisited): (Vec<usize>, Vec<usize>) =
            unproven.into_iter().partition(|&place| place < node.visited || !ranked);
        // Of the unvisited children, only the child with the highest rank is considered, after all
        // visited children.
        let highest = unvisited.iter().map(|&place| node.children[place].rank).max();
        open.extend(unvisited.into_iter().find(|&place| Some(node.children[place].rank) == highest));
        let (known, open) = (leader(&proven), leader(&open));
        let known_is_better = known.map_or(0, |leader| leader.0) > open.map_or(0, |leader| leader.0);
        let (known, open) = (known.map(|leader| leader.1), open.map(|leader| leader.1));
        if open.is_none() || (known_is_better && !self.config.solver) {
            return known.unwrap();
        }
        if known_is_better && node.children[known.unwrap()].proof == Some(Outcome::Draw) {
            node.children[known.unwrap()].visits += 1;
            *claimed = true;
        }
        open.unwrap()
    }

    pub fn estimate<G: Knowledge>(&self, node: &Node<G>, child: &Node<G>) -> Value {
        if child.proof.is_some() || child.visits == 0 {
            return Value::from_raw(child.value);
        }
        let (alpha, n) = (alpha(&self.config, node.visits), child.visits as f32);
        let weight = if self.config.impb > 0.0 { alpha / (n + 1.0) } else { alpha };
        let mixed = (1.0 - alpha) * (child.reward as f32 / n) + weight * f32::from(child.value);
        Value::from_raw(libm::roundf(mixed) as i16)
    }

    fn best_estimate<G: Knowledge>(&self, node: &Node<G>) -> Option<Value> {
        let known = node.children.iter().filter(|child| child.visits > 0 || child.proof.is_some());
        let estimates = known.map(|child| self.estimate(node, child));
        if node.position.to_move() == Side::First { estimates.max() } else { estimates.min() }
    }
}
