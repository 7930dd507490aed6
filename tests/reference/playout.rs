//! The playouts of the reference search. Each tried move is played on a copy of the position.

use crate::tree::{Reference, worth};
use imm::game::knowledge::{Evaluator, Knowledge, Weight};
use imm::game::value::{Outcome, Side, Value};
use imm::game::{Move, MoveList};
use imm::player::strategy::{Selective, Strategy};

impl Reference {
    pub(crate) fn playout<G: Knowledge + Clone>(&mut self, start: &G) -> Value {
        let mut position = start.clone();
        let mut plies = 0;
        let evaluates = !matches!(
            self.config.strategy,
            Strategy::Sampled
                | Strategy::Transition
                | Strategy::Learned(_)
                | Strategy::LearnedGreedy(_)
                | Strategy::Decisive
        );
        let mut reply = None;
        loop {
            if let Some(outcome) = position.outcome() {
                return worth(&position, outcome, &self.config);
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
                if value <= threshold.for_player(Side::Second) {
                    return Value::LOSS;
                }
            }
            if self.config.fet == Some(plies) {
                return value;
            }
            if plies as usize >= position.max_plies() {
                return Value::DRAW;
            }
            if position.is_chance() {
                let outcome = self.random_outcome(&position);
                position.play(outcome);
                plies += 1;
                continue;
            }
            let mv = match self.decisive_move(&position, plies, &mut reply) {
                Ok(mv) => mv,
                Err(value) => return value,
            };
            self.record.push((position.to_move() == Side::Second, mv));
            position.play(mv);
            plies += 1;
        }
    }

    /// Samples the outcome of a chance event.
    fn random_outcome<G: Knowledge>(&mut self, position: &G) -> Move {
        let tickets: Vec<Move> = Self::list(position)
            .into_iter()
            .flat_map(|outcome| std::iter::repeat_n(outcome, position.odds(outcome) as usize))
            .collect();
        tickets[self.rng.below(tickets.len() as u32) as usize]
    }

    /// Returns the next move of a playout. With the option `dec`, this is a winning move if one
    /// exists. Otherwise the option tries up to four moves, and takes the first move that leaves
    /// the opponent no winning move, or the last move tried. `Err` contains the result that ends
    /// the playout. `reply` caches the winning move of `position`; on return, it caches the winning
    /// move of the next position.
    fn decisive_move<G: Knowledge + Clone>(
        &mut self,
        position: &G,
        plies: u32,
        reply: &mut Option<Option<Move>>,
    ) -> Result<Move, Value> {
        if self.config.strategy != Strategy::Decisive {
            return self.plain_move(position, plies);
        }
        let moves = Self::list(position);
        let wins = |position: &G| Self::decisive(position).map(|index| Self::list(position)[index]);
        if let Some(mv) = reply.take().unwrap_or_else(|| wins(position)) {
            return Ok(mv);
        }
        let mut answer = None;
        for others in (0..4).rev() {
            // The second attempt is the opponent's winning move, if that move is legal here.
            let mv = match answer.filter(|mv| others == 2 && moves.contains(mv)) {
                Some(mv) => mv,
                None => self.plain_move(position, plies)?,
            };
            let mut next = position.clone();
            next.play(mv);
            let found = if next.outcome().is_none() { wins(&next) } else { None };
            *reply = Some(found);
            if found.is_none() || next.to_move() == position.to_move() || others == 0 {
                return Ok(mv);
            }
            answer = found;
        }
        panic!("the last is taken");
    }

    fn plain_move<G: Knowledge + Clone>(&mut self, position: &G, plies: u32) -> Result<Move, Value> {
        if let Strategy::Learned(count) = self.config.strategy {
            return Ok(self.learned_move(position, count));
        }
        if let Strategy::LearnedGreedy(percent) = self.config.strategy
            && Self::happens(f32::from(percent) / 100.0, &mut self.rng)
        {
            return Ok(self.best_listed_move(position));
        }
        Ok(self.knowing_move(position, plies)?.unwrap_or_else(|| self.playout_move(position)))
    }

    /// Returns the move that the option `mast` chooses: of `count` sampled moves, the move with the
    /// best average reward. Each average includes one extra win.
    fn learned_move<G: Knowledge>(&mut self, position: &G, count: u8) -> Move {
        let mut room = vec![Move::NONE; position.max_moves()];
        let drawn: Vec<Move> =
            (0..count).map(|_| position.random_move(&mut self.rng, &mut MoveList::new(&mut room)).unwrap()).collect();
        self.best_by_average(position.to_move(), drawn, 1)
    }

    /// Returns the move that the option `mast/P` chooses if it does not sample: the move with the
    /// best average reward of all moves that sampling could return.
    fn best_listed_move<G: Knowledge>(&mut self, position: &G) -> Move {
        let all = Self::list(position);
        if !self.config.ipp {
            return self.best_by_average(position.to_move(), all, 0);
        }
        let class = |mv: &Move| match position.weight(*mv) {
            Weight::DECISIVE => 3,
            Weight::FORCED => 2,
            weight => u8::from(weight.0 > 0),
        };
        let best = all.iter().map(class).max();
        let mut moves: Vec<Move> = all.into_iter().filter(|mv| Some(class(mv)) == best).collect();
        if best == Some(3) {
            moves.truncate(1);
        }
        self.best_by_average(position.to_move(), moves, 0)
    }

    /// Returns the move with the best average reward for `mover`, the first if there are several.
    /// Each average includes this number of extra wins. A move without rewards counts as drawn.
    fn best_by_average(&self, mover: Side, moves: Vec<Move>, wins: u32) -> Move {
        let worth = |mv: Move| {
            let (sum, played) = self.moves.get(&(mover == Side::Second, mv)).copied().unwrap_or_default();
            (i64::from(sum * mover.sign() + 32_767 * wins as i32), i64::from((played + wins).max(1)))
        };
        let better = |best: Move, other: Move| {
            let (own, its) = (worth(best), worth(other));
            if its.0 * own.1 > own.0 * its.1 { other } else { best }
        };
        moves.into_iter().reduce(better).unwrap()
    }

    /// The option `cut`: returns a result if the evaluation `points` is far enough from 0 to end
    /// the playout. `points` is from the first player's point of view.
    fn decided(&self, points: i32) -> Option<Value> {
        let bound = self.config.cut as i32;
        match points {
            _ if bound == 0 => None,
            points if points >= bound => Some(Value::WIN),
            points if points <= -bound => Some(Value::LOSS),
            _ => None,
        }
    }

    /// Returns the move that a playout strategy with game knowledge chooses, or `None` for the
    /// other strategies. `Err` contains the result that ends the playout.
    fn knowing_move<G: Knowledge + Clone>(&mut self, position: &G, plies: u32) -> Result<Option<Move>, Value> {
        let greedy = |width| Selective { depth: 1, evaluated: [width, 5, 5], ..Selective::PAPER };
        let search = match self.config.strategy {
            Strategy::Sampled | Strategy::Learned(_) | Strategy::LearnedGreedy(_) | Strategy::Decisive => {
                return Ok(None);
            }
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
        match self.decided(score * position.to_move().sign()) {
            Some(value) => Err(value),
            None => Ok(Some(best.unwrap())),
        }
    }

    fn corrective<G: Knowledge + Clone>(&mut self, position: &G) -> Result<Option<Move>, Value> {
        let (evaluator, sign) = (self.config.evaluator, position.to_move().sign());
        let before = position.points(evaluator);
        if let Some(value) = self.decided(before) {
            return Err(value);
        }
        // Only the moves before the first winning move take random numbers.
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

    /// Returns the score from the first player's point of view. A win scores 2^17 minus the number
    /// of plies before the win.
    fn score<G: Knowledge>(position: &G, evaluator: Evaluator, ply: i32) -> i32 {
        match position.outcome() {
            Some(Outcome::Draw) => 0,
            Some(Outcome::FirstWins) => (1 << 17) - ply,
            Some(Outcome::SecondWins) => ply - (1 << 17),
            None => position.points(evaluator),
        }
    }

    /// Implements figure 3 of the alpha-beta playouts paper, with one exception: the search first
    /// checks whether one of the moves that are tried without evaluation wins. Returns the score
    /// from the mover's point of view and the best move.
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
            return (score * mover.sign(), None);
        }
        let keeps = matches!(self.config.strategy, Strategy::AlphaBeta(_)) && plies + ply < self.killers.len();
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
            Some(epsilon) if Self::happens(epsilon, &mut self.rng) => position.has_weights(),
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
        // The game's `greedy_move` chooses among equally good moves. Its choice must be one of the
        // best moves.
        let mut room = vec![Move::NONE; position.max_moves()];
        let drawn = position.clone().greedy_move(self.config.evaluator, &mut self.rng, &mut MoveList::new(&mut room));
        let drawn = drawn.unwrap();
        assert!(candidates.contains(&drawn) && value_after(drawn) == best);
        drawn
    }
}
