//! What each policy of the tree search costs: its simulations per second over those of plain UCT beside it.

use super::{rate, relative, searches};
use crate::games::Arena;
use crate::player::{Block, Effort, read_spec};
use crate::stats::median;
use anyhow::Result;
use imm::searcher::Searcher;
use serde::Serialize;

/// The players, each policy alone and the paper's combinations. Those that a game does not support are left out.
const PLAYERS: [&str; 23] = [
    "mcts(all)",
    "mcts(im0.4)",
    "mcts(im0.4-1000)",
    "mcts(cb0.4)",
    "mcts(impb0.4)",
    "mcts(pb0.5)",
    "mcts(np)",
    "mcts(max100)",
    "mcts(ipp)",
    "mcts(ipp,efMS)",
    "mcts(ege0.1)",
    "mcts(fet4)",
    "mcts(fet20)",
    "mcts(det0.5)",
    "mcts(fet4,im0.3)",
    "mcts(ipp,fet20,im0.4)",
    "mcts(bl)",
    "mcts(bl,im0.4)",
    "mcts(bl',efLH,im0.6)",
    "mcts(pmc)",
    "mcts(corr)",
    "mcts(mcloa)",
    "mcts(mcloa,abp2)",
];
/// Simulations of a search, and searches of a round.
const SIZE: (u64, u32) = (10_000, 2);

/// The speed of one player.
#[derive(Debug, Serialize)]
pub(super) struct PolicyReport {
    player: &'static str,
    simulations_per_s: f64,
    /// Over the rate of `mcts()` beside it, the median of all rounds.
    ratio: f64,
    plies_per_playout: f64,
}

/// Plain UCT and every player in turns, for so many rounds.
pub(super) fn measure<G: Arena>(start: &G, rounds: usize, block: &mut Block) -> Result<Vec<PolicyReport>> {
    let (iterations, trees) = SIZE;
    let mut measured = Vec::new();
    for name in PLAYERS {
        let player = read_spec(name)?;
        if player.check_for(start).is_ok() {
            measured.push((name, player, Vec::new()));
        }
    }
    for _ in 0..rounds {
        let uct = searches(start, &Searcher::default(), iterations, trees, block)?;
        for (_, player, efforts) in &mut measured {
            efforts.push((searches(start, player, iterations, trees, block)?, uct));
        }
    }
    Ok(measured.into_iter().map(|(name, _, efforts)| PolicyReport::new(name, &efforts)).collect())
}

impl PolicyReport {
    /// From the rounds: each a player's searches, and those of `mcts()` beside them.
    fn new(player: &'static str, rounds: &[(Effort, Effort)]) -> Self {
        let own: Vec<Effort> = rounds.iter().map(|(own, _)| *own).collect();
        let all = own.iter().fold(Effort::default(), |all, &effort| all.plus(effort));
        Self {
            player,
            simulations_per_s: rate(&own),
            ratio: median(rounds.iter().map(|(own, uct)| relative(own, uct)).collect()),
            plies_per_playout: all.playout_plies as f64 / all.simulations as f64,
        }
    }

    /// Name and value of the line that a person reads.
    pub(super) fn line(&self) -> (String, String) {
        let Self { player, simulations_per_s, ratio, plies_per_playout } = self;
        let value = format!("{simulations_per_s:>10.0}   {ratio:.3} of mcts(), {plies_per_playout:.1} plies each");
        (format!("{player}, sim/s"), value)
    }
}
