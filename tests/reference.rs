//! Every policy of the tree search against a slow, obvious one: nodes that own their children and their positions, and
//! Algorithm 1 of the implicit minimax paper with its recursion. Same seed, same tree, number for number.
//!
//! Random numbers are drawn in the same order, and bounds are added up in the same order, lest a last bit break a tie.
#![cfg(feature = "policies")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use core::sync::atomic::AtomicBool;
use imm::Slot;
use imm::config::{Config, Divisor, Schedule};
use imm::game::{Move, MoveList};
use imm::games::breakthrough::Breakthrough;
use imm::games::kalah::Kalah;
use imm::knowledge::{Knowledge, Weight};
use imm::limits::Limits;
use imm::rng::Rng;
use imm::search::Search;
use imm::spec;
use imm::tree::{Memory, Step, TreeSearch};
use imm::value::{Outcome, Player, Proof, Value};

const ONE: f32 = 32767.0;

struct Node<G> {
    position: G,
    mv: Move,
    /// Place of the move among the parent's legal moves.
    index: usize,
    visits: u32,
    reward: i64,
    /// v, and what the progressive bias knows: the first player's view, in 1/32767ths and 1/127ths.
    value: i16,
    bias: f32,
    proof: Option<Outcome>,
    distance: u8,
    /// Those visited come first.
    children: Vec<Node<G>>,
    visited: usize,
    /// Was it expanded, and with how many legal moves?
    moves: Option<Vec<Move>>,
}

impl<G: Knowledge + Clone> Node<G> {
    fn new(position: G, mv: Move, index: usize) -> Self {
        let (proof, moves) = (position.outcome(), None);
        let value = proof.map_or(0, |outcome| outcome.value().raw());
        let (visits, reward, bias, distance, visited) = (0, 0, 0.0, 0, 0);
        Self { position, mv, index, visits, reward, value, bias, proof, distance, children: Vec::new(), visited, moves }
    }

    fn child(&self, index: usize, config: &Config) -> Self {
        let mv = self.moves.as_ref().unwrap()[index];
        let mut position = self.position.clone();
        position.play(mv);
        let mut child = Self::new(position, mv, index);
        if child.proof.is_some() {
            return child;
        }
        let v0 = || child.position.evaluate(config.evaluator);
        child.value = if config.uses_values() || config.pb > 0.0 { v0().raw() } else { 0 };
        child.bias = if config.pb > 0.0 { libm::roundf(v0().to_f32() * 127.0) } else { 0.0 };
        if config.np > 0 {
            let wins = (self.position.prior(mv).map_or(0.5, |prior| prior.win_rate) * config.np as f32) as i64;
            let losses = i64::from(config.np) - wins;
            child.visits = config.np;
            child.reward = (wins - losses) * 32767 * i64::from(self.position.to_move().sign());
        }
        child
    }

    fn is_lost_for(&self, player: Player) -> bool {
        self.proof == Some(Outcome::win_for(player.opponent()))
    }
}

struct Reference {
    config: Config,
    rng: Rng,
}

impl Reference {
    fn list<G: Knowledge>(position: &G) -> Vec<Move> {
        let mut room = vec![Move::NONE; position.max_moves()];
        let mut moves = MoveList::new(&mut room);
        position.legal_moves(&mut moves);
        moves.as_slice().to_vec()
    }

    /// SIMULATE: the reward of a simulation from `node` on.
    fn simulate<G: Knowledge + Clone>(&mut self, node: &mut Node<G>, is_root: bool) -> Value {
        let mut reward = None;
        let mut claimed = false;
        if let (Some(outcome), false) = (node.proof, is_root) {
            reward = Some(outcome.value());
        } else if let Some(child) = self.descend(node, is_root, &mut claimed) {
            reward = Some(self.simulate(&mut node.children[child], false));
            self.update(node, child, &mut reward, is_root);
        }
        let reward = reward.or(node.proof.map(Outcome::value));
        let mut reward = reward.unwrap_or_else(|| self.playout(&node.position));
        if claimed && node.proof.is_none() {
            reward = Value::DRAW;
        }
        node.visits += 1;
        node.reward += i64::from(reward.raw());
        if self.config.max > 0 && node.visits >= self.config.max {
            reward = self.best_estimate(node).unwrap_or(reward);
        }
        reward
    }

    /// The child to go on with; `None` where the simulation's own part begins.
    fn descend<G: Knowledge + Clone>(
        &mut self,
        node: &mut Node<G>,
        is_root: bool,
        claimed: &mut bool,
    ) -> Option<usize> {
        let all = self.config.expands_all();
        if node.moves.is_none() {
            let needed = if all { self.config.threshold } else { self.config.threshold.max(1) };
            if !is_root && node.visits - self.config.np.min(node.visits) < needed {
                return None;
            }
            node.moves = Some(Self::list(&node.position));
            if all {
                self.expand_all(node, is_root);
                return None;
            }
        }
        let total = node.moves.as_ref().unwrap().len();
        if node.visited < node.children.len() {
            let chosen = node.visited + self.rng.below((node.children.len() - node.visited) as u32) as usize;
            node.children.swap(node.visited, chosen);
            node.visited += 1;
            return Some(node.visited - 1);
        }
        if node.children.len() < total && !all {
            let rank = self.rng.below((total - node.children.len()) as u32) as usize;
            let absent = (0..total).filter(|index| node.children.iter().all(|child| child.index != *index));
            let child = node.child(absent.clone().nth(rank).unwrap(), &self.config);
            node.children.push(child);
            node.visited += 1;
            return Some(node.visited - 1);
        }
        Some(self.select(node, claimed))
    }

    fn expand_all<G: Knowledge + Clone>(&self, node: &mut Node<G>, is_root: bool) {
        let mover = node.position.to_move();
        for index in 0..node.moves.as_ref().unwrap().len() {
            let child = node.child(index, &self.config);
            let wins = child.proof == Some(Outcome::win_for(mover));
            node.children.push(child);
            if wins && self.config.solver {
                break;
            }
        }
        node.visited = if self.config.np > 0 { node.children.len() } else { 0 };
        if !(self.config.solver && Self::prove(node, is_root)) && self.config.backs_up_values() {
            Self::back_up(node);
        }
    }

    /// UPDATE, but for the counts.
    fn update<G: Knowledge + Clone>(
        &self,
        node: &mut Node<G>,
        child: usize,
        reward: &mut Option<Value>,
        is_root: bool,
    ) {
        if self.config.solver && node.children[child].proof.is_some() && Self::prove(node, is_root) {
            *reward = node.proof.map(Outcome::value);
        } else if self.config.backs_up_values() {
            Self::back_up(node);
        }
    }

    fn back_up<G: Knowledge>(node: &mut Node<G>) {
        let values = node.children.iter().map(|child| child.value);
        let best = if node.position.to_move() == Player::First { values.max() } else { values.min() };
        node.value = best.unwrap_or(node.value);
    }

    fn prove<G: Knowledge + Clone>(node: &mut Node<G>, is_root: bool) -> bool {
        let mover = node.position.to_move();
        let complete = node.children.len() == node.moves.as_ref().unwrap().len();
        let plies = |child: &Node<G>| child.distance.saturating_add(1);
        let won = |child: &&Node<G>| child.proof == Some(Outcome::win_for(mover));
        let (outcome, distance) = if let Some(shortest) = node.children.iter().filter(won).map(plies).min() {
            (Outcome::win_for(mover), shortest)
        } else if !complete || node.children.iter().any(|child| child.proof.is_none()) {
            return false;
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

    fn alpha(&self, visits: u32) -> f32 {
        let n = visits as f32;
        match self.config.schedule {
            Schedule::Constant => self.config.im + self.config.cb + self.config.impb,
            Schedule::Falling(half) => self.config.im * (half as f32 / (n + half as f32)),
            Schedule::Rising(half) => self.config.im * (n / (n + half as f32)),
        }
    }

    /// The upper confidence bound of a child, and what keeps it above 0.
    fn bound<G: Knowledge>(&self, node: &Node<G>, child: &Node<G>) -> f32 {
        let sum: u32 = node.children.iter().map(|child| child.visits).sum();
        let total = if self.config.np > 0 { sum } else { node.visits };
        let (alpha, sign) = (self.alpha(node.visits), node.position.to_move().sign() as f32);
        let unit = sign / ONE;
        let (mean_weight, value_weight) = ((1.0 - alpha) * unit, alpha * unit);
        let n = child.visits as f32;
        let per_visit = 1.0 / n.max(1.0);
        let exploration = self.config.c * libm::sqrtf(libm::logf(total.max(1) as f32)) * libm::sqrtf(per_visit);
        let floor = 2.0 + self.config.pb;
        if let Some(outcome) = child.proof {
            return f32::from(outcome.value().raw()) * (mean_weight + value_weight) + exploration + floor;
        }
        let mean = mean_weight * (child.reward as f32 * per_visit);
        let value = f32::from(child.value);
        if self.config.impb == 0.0 && self.config.pb == 0.0 {
            let playouts = mean + exploration;
            return if alpha == 0.0 { playouts + floor } else { playouts + value_weight * value + floor };
        }
        let fading = if self.config.impb > 0.0 { value_weight / (n + 1.0) } else { value_weight };
        let losses = ((n - unit * child.reward as f32) * 0.5).max(0.0);
        let divisor = match self.config.divisor {
            Divisor::SqrtLosses => libm::sqrtf(losses + 1.0),
            Divisor::Losses => losses + 1.0,
            Divisor::Visits => n + 1.0,
        };
        let bias = (self.config.pb * sign / 127.0) * child.bias / divisor;
        mean + fading * value + bias + exploration + floor
    }

    fn select<G: Knowledge + Clone>(&mut self, node: &mut Node<G>, claimed: &mut bool) -> usize {
        let mover = node.position.to_move();
        let bound = |place: usize| {
            let lost = self.config.solver && node.children[place].is_lost_for(mover);
            if lost { 0.0 } else { self.bound(node, &node.children[place]) }
        };
        let (proven, unproven): (Vec<usize>, Vec<usize>) =
            (0..node.children.len()).partition(|&place| node.children[place].proof.is_some());
        let leaders = |places: &[usize]| {
            let best = places.iter().map(|&place| bound(place)).fold(f32::NEG_INFINITY, f32::max);
            let tied = places.iter().copied().filter(|&place| bound(place) == best).collect::<Vec<_>>();
            (best, tied)
        };
        let ((known_best, known), (best, open)) = (leaders(&proven), leaders(&unproven));
        let mut draw = |tied: &[usize]| match tied.len() {
            0 => None,
            1 => Some(tied[0]),
            len => Some(tied[self.rng.below(len as u32) as usize]),
        };
        let (known, open) = (draw(&known), draw(&open));
        let known_is_better = known_best > best;
        if open.is_none() || (known_is_better && !self.config.solver) {
            return known.unwrap();
        }
        if known_is_better && node.children[known.unwrap()].proof == Some(Outcome::Draw) {
            node.children[known.unwrap()].visits += 1;
            *claimed = true;
        }
        open.unwrap()
    }

    fn estimate<G: Knowledge>(&self, node: &Node<G>, child: &Node<G>) -> Value {
        if let Some(outcome) = child.proof {
            return outcome.value();
        }
        if child.visits == 0 {
            return Value::from_raw(child.value);
        }
        let (alpha, n) = (self.alpha(node.visits), child.visits as f32);
        let weight = if self.config.impb > 0.0 { alpha / (n + 1.0) } else { alpha };
        let mixed = (1.0 - alpha) * (child.reward as f32 / n) + weight * f32::from(child.value);
        Value::from_raw(libm::roundf(mixed) as i16)
    }

    fn best_estimate<G: Knowledge>(&self, node: &Node<G>) -> Option<Value> {
        let known = node.children.iter().filter(|child| child.visits > 0 || child.proof.is_some());
        let estimates = known.map(|child| self.estimate(node, child));
        if node.position.to_move() == Player::First { estimates.max() } else { estimates.min() }
    }

    fn playout<G: Knowledge + Clone>(&mut self, start: &G) -> Value {
        let mut position = start.clone();
        let mut plies = 0;
        loop {
            if let Some(outcome) = position.outcome() {
                return outcome.value();
            }
            let value = position.evaluate(self.config.evaluator);
            if self.config.det > 0.0 && plies > 0 && plies % self.config.det_period == 0 {
                let threshold = Value::from_f32(self.config.det).unwrap();
                if value >= threshold {
                    return Value::WIN;
                }
                if value <= threshold.for_player(Player::Second) {
                    return Value::LOSS;
                }
            }
            if self.config.fet == Some(plies) {
                return value;
            }
            if plies as usize >= position.max_plies() {
                return Value::DRAW;
            }
            let mv = self.playout_move(&position);
            position.play(mv);
            plies += 1;
        }
    }

    fn playout_move<G: Knowledge + Clone>(&mut self, position: &G) -> Move {
        let mut room = vec![Move::NONE; position.max_moves()];
        let mut list = MoveList::new(&mut room);
        let weighted = match self.config.ege {
            None => self.config.ipp,
            Some(epsilon) if epsilon >= 1.0 || (self.rng.bits() as f32) < epsilon * 4_294_967_296.0 => {
                position.has_weights()
            }
            Some(_) => return self.greedy(position),
        };
        let mv = if weighted {
            position.weighted_move(&mut self.rng, &mut list)
        } else {
            position.random_move(&mut self.rng, &mut list)
        };
        mv.unwrap()
    }

    fn greedy<G: Knowledge + Clone>(&mut self, position: &G) -> Move {
        let all = Self::list(position);
        let weighing = |weight| all.iter().copied().filter(|&mv| position.weight(mv) == weight).collect::<Vec<_>>();
        let candidates = match (weighing(Weight::DECISIVE).first(), weighing(Weight::FORCED)) {
            (Some(&decisive), _) => vec![decisive],
            (None, forced) if !forced.is_empty() => forced,
            (None, _) => all.clone(),
        };
        let value_after = |mv: Move| {
            let mut next = position.clone();
            next.play(mv);
            let value = next.outcome().map_or_else(|| next.evaluate(self.config.evaluator), Outcome::value);
            value.for_player(position.to_move())
        };
        let best = candidates.iter().map(|&mv| value_after(mv)).max().unwrap();
        // Which of the equals is the game's to draw.
        let mut room = vec![Move::NONE; position.max_moves()];
        let drawn = position.clone().greedy_move(self.config.evaluator, &mut self.rng, &mut MoveList::new(&mut room));
        let drawn = drawn.unwrap();
        assert!(candidates.contains(&drawn) && value_after(drawn) == best);
        drawn
    }
}

/// The same search by both, then a move and the same again, and again.
fn compare<G: Knowledge + Clone>(start: &G, player: &str, iterations: u32) {
    let config = Config { seed: 7, ..spec::parse(player).unwrap().tree().unwrap() };
    let mut slots = vec![Slot::default(); 400_000];
    let mut path = vec![Step::default(); 300];
    let mut moves = vec![Move::NONE; start.max_moves()];
    let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
    let mut search = TreeSearch::new(start.clone(), start.clone(), &config, memory).unwrap();
    let mut reference = Reference { config, rng: Rng::new(7) };
    let mut root = Node::new(start.clone(), Move::NONE, 0);
    for _ in 0..3 {
        if root.position.outcome().is_some() || root.proof.is_some() {
            return;
        }
        search.search(&Limits::iterations(u64::from(iterations)), None, &AtomicBool::new(false)).unwrap();
        for _ in 0..iterations {
            reference.simulate(&mut root, true);
            if root.proof.is_some() {
                break;
            }
        }
        assert!(search.candidate(root.children.len()).is_none(), "{player}: too many children");
        for (place, child) in root.children.iter().enumerate() {
            let found = search.candidate(place).unwrap();
            let expected = (child.mv, child.visits, Value::from_raw(child.value), child.distance);
            assert_eq!((found.mv, found.visits, found.minimax, found.distance), expected, "{player}: child {place}");
            assert_eq!(found.value, reference.estimate(&root, child), "{player}: child {place}");
            assert_eq!(found.proof, child.proof.map_or(Proof::Unknown, Proof::from), "{player}: child {place}");
        }
        let best = search.best_move();
        assert!(search.play(best));
        let place = root.children.iter().position(|child| child.mv == best).unwrap();
        root = root.children.swap_remove(place);
        if root.proof.is_some() {
            return;
        }
    }
}

/// Every option alone, and pairs and more of them.
const PLAYERS: [&str; 28] = [
    "mcts()",
    "mcts(im0.4)",
    "mcts(im0.4,one)",
    "mcts(im0.4-100)",
    "mcts(im0.4+100)",
    "mcts(im1)",
    "mcts(cb0.4)",
    "mcts(impb0.4)",
    "mcts(pb0.66)",
    "mcts(pb0.66/l)",
    "mcts(pb2/n)",
    "mcts(pb50,c0)",
    "mcts(im0.4,pb1)",
    "mcts(cb0.2,pb1/n,one)",
    "mcts(max50)",
    "mcts(max1,im0.4)",
    "mcts(max20,impb0.4,t3)",
    "mcts(fet0)",
    "mcts(fet4,im0.3)",
    "mcts(det0.3)",
    "mcts(det0.2/3,fet7)",
    "mcts(ege0.1)",
    "mcts(ege0)",
    "mcts(ege1,det0.5)",
    "mcts(bl,im0.4)",
    "mcts(bl,im0.6,nosolver)",
    "mcts(t5,all)",
    "mcts(nosolver,all)",
];

#[test]
fn every_policy_builds_the_tree_of_the_reference_on_breakthrough() {
    let game = Breakthrough::new(5, 6).unwrap();
    for player in PLAYERS {
        compare(&game, player, 1500);
    }
    let more =
        ["mcts(ipp)", "mcts(np)", "mcts(bl')", "mcts(bl',efLH,im0.6)", "mcts(bl,np,im0.4)", "mcts(np50,one,pb1)"];
    for player in more {
        compare(&game, player, 1500);
    }
    for player in ["mcts(np7,max30)", "mcts(efLH,ege0.3,im0.5)", "mcts(ipp,max10,im0.4,pb0.5/n,np)"] {
        compare(&Breakthrough::new(3, 5).unwrap(), player, 3000);
    }
}

#[test]
fn every_policy_builds_the_tree_of_the_reference_on_kalah() {
    for player in PLAYERS {
        compare(&Kalah::default(), player, 1500);
    }
}
