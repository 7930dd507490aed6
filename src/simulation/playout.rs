//! Step 3 of a simulation, play out: makes moves from the leaf to the end of the game, or ends the
//! playout early.
//!
//! [`PlayoutPolicy`] determines how the next move is chosen. These policies are from Table 1 of the
//! implicit minimax paper: uniform, improved (`ipp`) and epsilon-greedy (`ege`) choice of moves,
//! and fixed (`fet`) and dynamic (`det`) early termination. The strategies of the program MC-LOA
//! are in `corrective.rs` and `selective.rs`. With the option `cut`, a playout ends when the
//! evaluation reaches a bound. Decisive moves (`dec`) and move statistics (`mast`) are in
//! `decisive.rs`.

use super::evaluate::by_net;
use super::{Simulation, SmallSearch};
use crate::base::CHANCE;
use crate::base::rng::Rng;
use crate::game::knowledge::Knowledge;
use crate::game::value::{Outcome, Value};
use crate::game::{Fault, Move, MoveList};
use crate::player::plan::Plan;
use crate::player::playout_policy::PlayoutPolicy;
use crate::player::strategy::Strategy;
use crate::report::score::{INFINITE, Score};
use crate::simulation::margin;
use crate::tree::{MoveStatistics, happens};

/// The parts of a search, in addition to the simulation, that a playout needs.
pub(crate) struct Tools<'a, 'm, U> {
    pub(crate) plan: &'a Plan,
    pub(crate) rng: &'a mut Rng,
    pub(crate) small_search: &'a mut SmallSearch<'m, U>,
    pub(crate) move_statistics: &'a mut MoveStatistics<'m>,
}

impl<G: Knowledge> Simulation<'_, G> {
    /// Plays from the scratch position to the end of the playout. Returns the result from the first
    /// player's point of view, and the number of plies. If the playout reaches the game's limit of
    /// plies, the result is a draw.
    #[inline(never)] // own frame: keeps these locals off the descent's 1 KiB stack
    pub(crate) fn playout(&mut self, tools: &mut Tools<'_, '_, G::Undo>) -> (Value, u32) {
        let plan = tools.plan;
        let limit = self.scratch.max_plies() as u32;
        let mut plies = 0_u32;
        let by_weights = plan.playout.samples_by_weights() && self.scratch.has_weights();
        let mut reply = None;
        let mut next_look = plan.first_look(limit);
        let result = loop {
            if let Some(outcome) = self.scratch.outcome() {
                break margin::result(plan, &self.scratch, outcome);
            }
            if plies >= next_look {
                if let Some(value) = self.terminate(plan, plies, limit) {
                    break value;
                }
                next_look = plan.next_look(plies, limit);
            }
            let by_chance = CHANCE && self.scratch.is_chance();
            let mv = if by_chance {
                self.scratch.random_move(tools.rng, &mut MoveList::new(self.moves))
            } else if plan.playout.always_samples() || plan.playout.samples_now(tools.rng) {
                match by_weights {
                    true => self.weighted_move(tools.rng),
                    false => self.scratch.random_move(tools.rng, &mut MoveList::new(self.moves)),
                }
            } else {
                match plan.playout {
                    PlayoutPolicy::Strategy(Strategy::Decisive) => self.decisive_move(tools, &mut reply),
                    PlayoutPolicy::Strategy(Strategy::Learned(count)) => self.best_sampled_move(tools, count),
                    PlayoutPolicy::Strategy(Strategy::LearnedGreedy(_)) | PlayoutPolicy::WeightedLearned(_) => {
                        self.best_move_by_mean(tools.move_statistics, by_weights)
                    }
                    PlayoutPolicy::Strategy(_) => match self.turn_by_strategy(tools, plies) {
                        Turn::Play(mv) => Some(mv),
                        Turn::End(value) => break value,
                        Turn::Failed => None,
                    },
                    _ if by_net(plan.evaluator) => self.greediest_by_net(tools.rng),
                    _ => self.greedy_move(plan, tools.rng),
                }
            };
            let Some(mv) = mv else {
                self.blame(Fault::NoMoves);
                break Value::DRAW;
            };
            if plan.learns() && !by_chance {
                tools.move_statistics.record(self.scratch.to_move(), mv);
            }
            self.scratch.play(mv);
            plies = plies.wrapping_add(1);
        };
        (result, plies)
    }

    /// Samples the next move by the game's weights (option `ipp`).
    #[cfg_attr(target_os = "none", inline(never))] // own frame: off the stack of a strategy
    #[cfg_attr(not(target_os = "none"), inline(always))]
    pub(super) fn weighted_move(&mut self, rng: &mut Rng) -> Option<Move> {
        self.scratch.weighted_move(rng, &mut MoveList::new(self.moves))
    }

    /// Chooses the greedy move of the option `ege`.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: off the stack of a strategy
    #[cfg_attr(not(target_os = "none"), inline(always))]
    pub(super) fn greedy_move(&mut self, plan: &Plan, rng: &mut Rng) -> Option<Move> {
        self.scratch.greedy_move(plan.evaluator, rng, &mut MoveList::new(self.moves))
    }

    /// Chooses the next move by a playout strategy of the program MC-LOA.
    #[cfg_attr(target_os = "none", inline(always))] // saves a stack frame
    #[cfg_attr(not(target_os = "none"), inline(never))]
    pub(crate) fn turn_by_strategy(&mut self, tools: &mut Tools<'_, '_, G::Undo>, plies: u32) -> Turn {
        match &tools.plan.playout {
            PlayoutPolicy::Strategy(strategy) if strategy.searches_at(plies) && self.can_rank_moves() => {
                self.turn_by_search(tools, plies)
            }
            PlayoutPolicy::Strategy(Strategy::Corrective | Strategy::Mixed(_)) => {
                self.corrective_move(tools.plan, tools.rng)
            }
            _ => self.move_by_transition(tools.rng),
        }
    }

    /// Chooses the next move by the selective search of a strategy.
    #[inline(never)] // one stack frame for all that the search needs
    fn turn_by_search(&mut self, tools: &mut Tools<'_, '_, G::Undo>, plies: u32) -> Turn {
        let plan = tools.plan;
        let found =
            plan.playout.strategy().search_at(plies).and_then(|search| self.search_selectively(tools, &search, plies));
        match found {
            Some((mv, score)) => self.by_cut(plan, score).map_or(Turn::Play(mv), Turn::End),
            None => Turn::Failed,
        }
    }

    /// Option `cut`: `score` is the score of the scratch position, from the point of view of the
    /// player to move. If it decides the playout, returns the result of the playout, from the first
    /// player's point of view.
    pub(super) fn by_cut(&self, plan: &Plan, score: Score) -> Option<Value> {
        let mover = self.scratch.to_move();
        let bound = plan.cut_bound();
        match score {
            _ if score >= bound => Some(Outcome::win_for(mover).value()),
            _ if score <= bound.wrapping_neg() => Some(Outcome::win_for(mover.opponent()).value()),
            _ => None,
        }
    }

    /// Returns the result if the playout ends after `plies` plies, otherwise `None`. With the
    /// option `fet`, the result is the static value v0(s). With the options `det` and `cut`, it is
    /// a win or a loss. At the limit of plies, it is a draw.
    #[cfg_attr(feature = "policies", cold, inline(never))]
    #[cfg_attr(not(feature = "policies"), inline(always))] // short without this feature
    fn terminate(&mut self, plan: &Plan, plies: u32, limit: u32) -> Option<Value> {
        if plan.cut_looks_at(plies) {
            let score = self.score(plan.evaluator);
            if let Some(value) = self.by_cut(plan, score) {
                return Some(value);
            }
        }
        if plan.det() > 0.0 && plies > 0 && plies.is_multiple_of(plan.det_period()) {
            let value = self.value(plan.evaluator);
            let threshold = Value::from_f32(plan.det()).unwrap_or(Value::WIN);
            if value.raw().saturating_abs() >= threshold.raw() {
                return Some(if value > Value::DRAW { Value::WIN } else { Value::LOSS });
            }
        }
        if plan.fet == Some(plies) {
            return Some(self.value(plan.evaluator));
        }
        (plies >= limit).then_some(Value::DRAW)
    }
}

/// How a playout continues.
pub(crate) enum Turn {
    /// The playout plays this move.
    Play(Move),
    /// The playout ends with this result.
    End(Value),
    /// The game has failed.
    Failed,
}

/// Returns the smallest multiple of `period` that is greater than `number`.
fn next_multiple(period: u32, number: u32) -> u32 {
    number.wrapping_add(1).checked_next_multiple_of(period).unwrap_or(u32::MAX)
}

impl PlayoutPolicy {
    /// Decides whether the next move is sampled, for playout policies that do not always sample.
    /// With the option `ege`, the probability of sampling is epsilon. With the option `mast/P`, it
    /// is 1 - P.
    #[inline(never)] // keeps the loop of playouts that always sample small
    fn samples_now(&self, rng: &mut Rng) -> bool {
        match *self {
            Self::EpsilonGreedy(epsilon) => happens(epsilon, rng),
            Self::WeightedLearned(percent) | Self::Strategy(Strategy::LearnedGreedy(percent)) => {
                !happens(f32::from(percent) / 100.0, rng)
            }
            _ => false,
        }
    }
}

impl Plan {
    /// Returns after how many plies a playout first tests whether it ends. With the option `cut`,
    /// this can be 0.
    fn first_look(&self, limit: u32) -> u32 {
        if self.cut_looks_at(0) { 0 } else { self.next_look(0, limit) }
    }

    /// After `plies` plies, returns the number of plies at which the playout next tests whether it
    /// ends. The result is larger than `plies`, but not larger than the limit of the option `fet`
    /// or of the game.
    fn next_look(&self, plies: u32, limit: u32) -> u32 {
        let fixed = self.fet.unwrap_or(limit).min(limit);
        let dynamic = if self.det() > 0.0 { next_multiple(self.det_period(), plies).min(fixed) } else { fixed };
        match self.cut_period() {
            0 => dynamic,
            // With a period of 3, the option `cut` tests after 2, 5, 8 ... plies.
            period => dynamic.min(next_multiple(period, plies.wrapping_add(1)).wrapping_sub(1)),
        }
    }

    /// True if the option `cut` tests the position after `plies` plies. Strategies that evaluate
    /// positions do this themselves at every ply.
    fn cut_looks_at(&self, plies: u32) -> bool {
        self.cut_period() != 0 && plies.wrapping_add(1).is_multiple_of(self.cut_period())
    }

    /// Returns the raw evaluation at which the option `cut` ends a playout. If `cut` is off, the
    /// result is larger than any score.
    pub(super) fn cut_bound(&self) -> Score {
        match self.cut() {
            0 => INFINITE,
            points => points as Score,
        }
    }
}

#[cfg(all(test, feature = "policies"))]
#[path = "playout_tests.rs"]
mod tests;
