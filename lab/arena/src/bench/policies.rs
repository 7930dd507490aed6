//! Measures the cost of each policy of the tree search: the simulations per second with this
//! policy, divided by the simulations per second of plain UCT in the same round.

use super::rates::{rate, relative};
use super::{Bench, searches, table};
use crate::games::Arena;
use crate::player::{Effort, read_spec};
use crate::stats::median;
use anyhow::Result;
use imm::player::Player;
use serde::Serialize;

/// The number of simulations per search, and the number of searches per round.
const SIZE: (u64, u32) = (10_000, 2);

/// The players that show the cost of MC-LOA: UCT with the evaluation cut-off, alone and with each
/// playout strategy, and then MC-LOA itself. A number is the player's goal in simulations per
/// second. The benchmark times these players only in games with [`Arena::STRATEGIES`].
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
/// The number of simulations per search, and the number of searches per round, for the slower
/// playout strategies.
const STRATEGY_SIZE: (u64, u32) = (2_000, 1);

/// The speed of one player.
#[derive(Debug, Serialize)]
pub(super) struct PolicyReport {
    pub player: &'static str,
    pub simulations_per_s: f64,
    /// The number of simulations per second that the player should reach, if there is a goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<f64>,
    /// The rate of this player divided by the rate of `mcts()` in the same round: the median over
    /// the rounds.
    ratio: f64,
    plies_per_playout: f64,
}

/// Measures plain UCT and each of `players` in turn, for `rounds` rounds. If `players` is `None`,
/// the function measures the players with the word `timed` in `tests/players.tsv`. It then also
/// measures the playout strategies of MC-LOA, if the game has [`Arena::STRATEGIES`]. Players that
/// the game does not support are skipped.
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

/// Measures plain UCT and each of these players in turn. A player may have a goal in simulations
/// per second.
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
    /// Makes the report of a player. Each round has the searches of the player and the searches of
    /// `mcts()`.
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

    /// Makes a report with this number of simulations per second, for tests.
    #[cfg(test)]
    pub(super) fn of(player: &'static str, simulations_per_s: f64) -> Self {
        Self { player, simulations_per_s, goal: None, ratio: 1.0, plies_per_playout: 1.0 }
    }

    /// Returns the name and the value for a line of the text report.
    pub(super) fn line(&self) -> (String, String) {
        let Self { player, simulations_per_s, goal, ratio, plies_per_playout } = self;
        let goal = goal.map_or(String::new(), |goal| format!(", meant for {goal:.0}"));
        let value =
            format!("{simulations_per_s:>10.0}   {ratio:.3} of mcts(), {plies_per_playout:.1} plies each{goal}");
        (format!("{player}, sim/s"), value)
    }
}
