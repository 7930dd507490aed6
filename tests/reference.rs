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
use imm::knowledge::{Evaluator, Knowledge, Weight};
use imm::limits::Limits;
use imm::rng::Rng;
use imm::search::Search;
use imm::spec;
use imm::strategy::{Selective, Strategy};
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
    /// P_mc of the move, in 1/255; 0 where the node ends the game.
    probability: u8,
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
            distance: 0,
            children: Vec::new(),
            visited: 0,
            moves,
        }
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
        child.probability = self.position.transition(mv).unwrap();
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
    /// By ply of the playout, the latest first.
    killers: [[Move; 2]; 24],
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
        let prior = if is_root { 0 } else { self.config.np };
        if node.visits.saturating_sub(prior) < self.config.ct
            && let Some(chosen) = self.drawn_child(node)
        {
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
            let child = node.child(absent.clone().nth(rank).unwrap(), &self.config);
            node.children.push(child);
            node.visited += 1;
            return Some(node.visited - 1);
        }
        let chosen = self.select(node, claimed);
        Some(Self::visit(node, chosen))
    }

    /// Where the child is found from now on: an unvisited one joins the visited ones.
    fn visit<G>(node: &mut Node<G>, child: usize) -> usize {
        if child < node.visited {
            return child;
        }
        node.children.swap(node.visited, child);
        node.visited += 1;
        node.visited - 1
    }

    /// `ct`: Corrective among the children that are not proven, by their values.
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

    /// One of these by its odds: each in turn takes the place of those before it with its share of what there is so far.
    fn lot<T: Copy>(&mut self, odds: &[(T, u32)]) -> Option<T> {
        let (mut total, mut drawn) = (0, None);
        for &(item, odds) in odds {
            total += odds;
            if self.rng.below(total) < odds {
                drawn = Some(item);
            }
        }
        drawn
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
        let likely = (self.config.tp / 255.0) * f32::from(child.probability);
        if let Some(urgency) = self.config.fpu.filter(|_| child.visits == 0) {
            let bias = if self.config.tp > 0.0 { likely } else { (self.config.pb * sign / 127.0) * child.bias };
            return unit * f32::from(child.value) + urgency + bias + floor;
        }
        let mean = mean_weight * (child.reward as f32 * per_visit);
        let value = f32::from(child.value);
        if self.config.impb == 0.0 && self.config.pb == 0.0 && self.config.tp == 0.0 {
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
        let bias = if self.config.tp > 0.0 { likely } else { (self.config.pb * sign / 127.0) * child.bias };
        let bias = bias / divisor;
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
        let evaluates = !matches!(self.config.strategy, Strategy::Drawn | Strategy::Transition);
        loop {
            if let Some(outcome) = position.outcome() {
                return outcome.value();
            }
            let looks = !evaluates && (plies + 1) % self.config.cut_period == 0;
            if looks && let Some(value) = self.decided(position.points(self.config.evaluator)) {
                return value;
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
            let mv = match self.knowing_move(&position, plies) {
                Ok(known) => known.unwrap_or_else(|| self.playout_move(&position)),
                Err(value) => return value,
            };
            position.play(mv);
            plies += 1;
        }
    }

    /// `cut`: the result where the evaluation, in the first player's view, decides the playout.
    fn decided(&self, points: i32) -> Option<Value> {
        let bound = self.config.cut as i32;
        match points {
            _ if bound == 0 => None,
            points if points >= bound => Some(Value::WIN),
            points if points <= -bound => Some(Value::LOSS),
            _ => None,
        }
    }

    /// The move of a strategy, or how the playout ends by it; no move where there is no strategy.
    fn knowing_move<G: Knowledge + Clone>(&mut self, position: &G, plies: u32) -> Result<Option<Move>, Value> {
        let greedy = |width| Selective { depth: 1, evaluated: [width, 5, 5], ..Selective::PAPER };
        let search = match self.config.strategy {
            Strategy::Drawn => return Ok(None),
            Strategy::Transition => {
                let likelihood = |mv| 64 * u32::from(position.transition(mv).unwrap().max(1));
                let odds: Vec<_> = Self::list(position).into_iter().map(|mv| (mv, likelihood(mv))).collect();
                return Ok(self.lot(&odds));
            }
            Strategy::Corrective => return self.corrective(position),
            Strategy::Mixed(_) if plies == 0 => return self.corrective(position),
            Strategy::Greedy(width) | Strategy::Mixed(width) => greedy(width),
            Strategy::AlphaBeta(search) => search,
        };
        let bound = if self.config.cut == 0 { 1 << 20 } else { self.config.cut as i32 };
        let (score, best) = self.selective(&search, position, plies as usize, 0, [-bound, bound]);
        match self.decided(score * i32::from(position.to_move().sign())) {
            Some(value) => Err(value),
            None => Ok(Some(best.unwrap())),
        }
    }

    fn corrective<G: Knowledge + Clone>(&mut self, position: &G) -> Result<Option<Move>, Value> {
        let (evaluator, sign) = (self.config.evaluator, i32::from(position.to_move().sign()));
        let before = position.points(evaluator);
        if let Some(value) = self.decided(before) {
            return Err(value);
        }
        // Random numbers are drawn up to the move that wins, and no further.
        let (mut odds, mut wins) = (Vec::new(), None);
        for mv in Self::list(position) {
            let mut next = position.clone();
            next.play(mv);
            let score = Self::score(&next, evaluator, 1) * sign;
            if next.outcome() == Some(Outcome::win_for(position.to_move())) {
                wins = Some(mv);
                break;
            }
            let likelihood = 64 * u32::from(position.transition(mv).unwrap().max(1));
            odds.push((mv, if score < before * sign { 1 } else { likelihood }));
        }
        let drawn = self.lot(&odds);
        Ok(wins.or(drawn))
    }

    /// In the first player's view; a win on the spot is 2^17, and each ply before it counts one less.
    fn score<G: Knowledge>(position: &G, evaluator: Evaluator, ply: i32) -> i32 {
        match position.outcome() {
            Some(Outcome::Draw) => 0,
            Some(Outcome::FirstWins) => (1 << 17) - ply,
            Some(Outcome::SecondWins) => ply - (1 << 17),
            None => position.points(evaluator),
        }
    }

    /// Figure 3 of the alpha-beta playouts paper, but that what is only looked at is looked at first: the score in the mover's
    /// view, and the best move.
    fn selective<G: Knowledge + Clone>(
        &mut self,
        search: &Selective,
        position: &G,
        plies: usize,
        ply: usize,
        [alpha, beta]: [i32; 2],
    ) -> (i32, Option<Move>) {
        let mover = position.to_move();
        if ply == usize::from(search.depth) || position.outcome().is_some() {
            let score = Self::score(position, self.config.evaluator, ply as i32);
            return (score * i32::from(mover.sign()), None);
        }
        let keeps = matches!(self.config.strategy, Strategy::AlphaBeta(_)) && plies + ply < 24;
        let killers = if keeps { self.killers[plies + ply] } else { [Move::NONE; 2] };
        let listed = Self::list(position);
        let mut moves = listed.clone();
        moves.sort_by_key(|&mv| {
            let killer = killers.iter().position(|&killer| killer == mv).unwrap_or(2);
            (killer, u8::MAX - position.transition(mv).unwrap())
        });
        let others = moves.split_off(moves.len().min(search.evaluated[ply].into()));
        let looked: Vec<Move> = match search.looked[ply] {
            Selective::ALL => listed.into_iter().filter(|mv| !moves.contains(mv)).collect(),
            count => others.into_iter().take(count.into()).collect(),
        };
        let after = |mv: Move| {
            let mut next = position.clone();
            next.play(mv);
            next
        };
        let ends = |how: Outcome| looked.iter().copied().find(|&mv| after(mv).outcome() == Some(how));
        let (mut best, mut best_move) = (alpha, None);
        if let Some(mv) = ends(Outcome::win_for(mover)) {
            (best, best_move) = ((1 << 17) - ply as i32 - 1, Some(mv));
            moves.clear();
        }
        for mv in moves {
            if best >= beta {
                break;
            }
            let next = after(mv);
            let same = next.to_move() == mover;
            let window = if same { [best, beta] } else { [-beta, -best] };
            let (score, _) = self.selective(search, &next, plies, ply + 1, window);
            let score = if same { score } else { -score };
            if score > best {
                (best, best_move) = (score, Some(mv));
            }
        }
        if let Some(mv) = ends(Outcome::Draw).filter(|_| best < beta && best < 0) {
            (best, best_move) = (0, Some(mv));
        }
        if let Some(mv) = best_move.filter(|&mv| keeps && mv != self.killers[plies + ply][0]) {
            self.killers[plies + ply] = [mv, self.killers[plies + ply][0]];
        }
        (best, best_move)
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
    let mut reference = Reference { config, rng: Rng::new(7), killers: [[Move::NONE; 2]; 24] };
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

/// MC-LOA, whole and in parts, and with the options of before.
const MC_LOA: [&str; 30] = [
    "mcts(mcloa)",
    "mcts(mcloa,cut4)",
    "mcts(mcloa,abp2)",
    "mcts(mcloa,abp2,cut5)",
    "mcts(mcloa,im0.2)",
    "mcts(mcloa,im0.2,abp1/3+,fpu0.5)",
    "mcts(mcloa,abp3,cut3)",
    "mcts(mcloa,nosolver)",
    "mcts(mcloa,c0.2,ct20,t0)",
    "mcts(pmc)",
    "mcts(pmc,cut300)",
    "mcts(pmc,cut4)",
    "mcts(pmc,cut2/1)",
    "mcts(cut3/5,im0.4)",
    "mcts(corr)",
    "mcts(corr,cut6,im0.4)",
    "mcts(greedy3)",
    "mcts(greedy1,cut5,fet10)",
    "mcts(mix2,det0.3)",
    "mcts(abp1/2)",
    "mcts(abp2/3+2/2+1,max30)",
    "mcts(abp3/4/3+/2+3,cut8)",
    "mcts(fpu0.5)",
    "mcts(fpu0,im0.4)",
    "mcts(fpu0.3,pb1)",
    "mcts(fpu0.3,tp1,cb0.4)",
    "mcts(tp1/n)",
    "mcts(tp5/l,im0.3)",
    "mcts(tp1,one)",
    "mcts(ct5)",
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

#[test]
fn mc_loa_builds_the_tree_of_the_reference_on_breakthrough() {
    let game = Breakthrough::new(5, 6).unwrap();
    for player in MC_LOA {
        compare(&game, player, 600);
    }
    for player in ["mcts(mcloa,efLH,cut40)", "mcts(mcloa,abp2,efLH,cut30)", "mcts(mcloa,np5,ct8)", "mcts(np3,ct4,fpu1)"]
    {
        compare(&game, player, 600);
    }
}

#[test]
fn mc_loa_builds_the_tree_of_the_reference_on_kalah() {
    for player in MC_LOA {
        compare(&Kalah::default(), player, 600);
    }
}
