//! What each policy of the tree search costs: its simulations per second over those of plain UCT
//! beside it.

use super::rates::{rate, relative};
use super::{Bench, searches, table};
use crate::games::Arena;
use crate::player::{Effort, read_spec};
use crate::stats::median;
use anyhow::Result;
use imm::player::Player;
use serde::Serialize;

/// Simulations of a search, and searches of a round.
const SIZE: (u64, u32) = (10_000, 2);

/// The playout strategies of MC-LOA, each alone in plain UCT with the evaluation cut-off, and
/// MC-LOA itself, with the simulations a second that it is meant to make: for games that time them.
const STRATEGIES: [(&str, Option<f64>); 10] = [
    ("mcts(cut400)", None),
    ("mcts(pmc,cut400)", None),
    ("mcts(corr,cut400)", None),
    ("mcts(greedy,cut400)", None),
    ("mcts(mix,cut400)", None),
    ("mcts(abp1,cut300)", None),
    ("mcts(abp2,cut300)", None),
    ("mcts(abp3,cut300)", None),
    ("mcts(mcloa)", Some(25_000.0)),
    ("mcts(mcloa,abp2)", Some(10_000.0)),
];
/// Their simulations of a search, and searches of a round: they are slower.
const STRATEGY_SIZE: (u64, u32) = (2_000, 1);

/// The speed of one player.
#[derive(Debug, Serialize)]
pub(super) struct PolicyReport {
    pub player: &'static str,
    pub simulations_per_s: f64,
    /// The rate that it is meant to have, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<f64>,
    /// Over the rate of `mcts()` beside it, the median of all rounds.
    ratio: f64,
    plies_per_playout: f64,
}

/// Plain UCT and each of these players in turns, for this number of rounds. Without `players` it is
/// all of `tests/players.tsv` with the word `timed` that the game supports, and then the strategies
/// of MC-LOA.
pub(super) fn measure<G: Arena>(
    start: &G,
    players: Option<&[&'static str]>,
    rounds: usize,
    bench: &mut Bench<'_>,
) -> Result<Vec<PolicyReport>> {
    if let Some(players) = players {
        let players: Vec<_> = players.iter().map(|name| (*name, None)).collect();
        return in_turns(start, &players, SIZE, rounds, bench);
    }
    let timed: Vec<_> = table("timed").map(|(player, _)| (player, None)).collect();
    let mut all = in_turns(start, &timed, SIZE, rounds, bench)?;
    if G::STRATEGIES {
        all.extend(in_turns(start, &STRATEGIES, STRATEGY_SIZE, rounds, bench)?);
    }
    Ok(all)
}

/// Plain UCT and each of these players, with its goal, in turns.
fn in_turns<G: Arena>(
    start: &G,
    players: &[(&'static str, Option<f64>)],
    (iterations, trees): (u64, u32),
    rounds: usize,
    bench: &mut Bench<'_>,
) -> Result<Vec<PolicyReport>> {
    let mut measured = Vec::new();
    for &(name, goal) in players {
        let player = read_spec(name)?;
        if player.check_for(start).is_ok() {
            measured.push((name, goal, player, Vec::new()));
        }
    }
    bench.expect(rounds * (measured.len() + 1));
    for _ in 0..rounds {
        bench.begin("mcts()");
        let uct = searches(start, &Player::default(), iterations, trees, bench.block)?;
        for (name, _, player, efforts) in &mut measured {
            bench.begin(name);
            efforts.push((searches(start, player, iterations, trees, bench.block)?, uct));
        }
    }
    Ok(measured.into_iter().map(|(name, goal, _, efforts)| PolicyReport::new(name, goal, &efforts)).collect())
}

impl PolicyReport {
    /// From the rounds: each a player's searches, and those of `mcts()` beside them.
    fn new(player: &'static str, goal: Option<f64>, rounds: &[(Effort, Effort)]) -> Self {
        let own: Vec<Effort> = rounds.iter().map(|(own, _)| *own).collect();
        let all = own.iter().fold(Effort::default(), |all, &effort| all.plus(effort));
        Self {
            player,
            simulations_per_s: rate(&own),
            goal,
            ratio: median(rounds.iter().map(|(own, uct)| relative(own, uct)).collect()),
            plies_per_playout: all.playout_plies as f64 / all.simulations as f64,
        }
    }

    /// The report of a player with this rate, for tests of what is made of it.
    #[cfg(test)]
    pub(super) fn of(player: &'static str, simulations_per_s: f64) -> Self {
        Self { player, simulations_per_s, goal: None, ratio: 1.0, plies_per_playout: 1.0 }
    }

    /// Name and value of the line that a person reads.
    pub(super) fn line(&self) -> (String, String) {
        let Self { player, simulations_per_s, goal, ratio, plies_per_playout } = self;
        let goal = goal.map_or(String::new(), |goal| format!(", meant for {goal:.0}"));
        let value =
            format!("{simulations_per_s:>10.0}   {ratio:.3} of mcts(), {plies_per_playout:.1} plies each{goal}");
        (format!("{player}, sim/s"), value)
    }
}
