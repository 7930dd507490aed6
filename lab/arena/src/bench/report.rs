//! The report of the command `bench`, as JSON and as text.

use super::policies::PolicyReport;
use super::rates::{mean_plies, ns_per_ply, rate, relative};
use super::{MAIN_SIZE, Rounds, SIZES};
use crate::player::Effort;
use crate::stats::median;
use imm::Slot;
use serde::Serialize;
use std::fmt::Write as _;

/// The output of `bench --json`.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// A hash over fixed searches of every game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    pub games: Vec<GameReport>,
}

/// The speed of one game. Rates and ratios are medians over the rounds.
#[derive(Debug, Default, Serialize)]
pub(super) struct GameReport {
    pub game: String,
    pub rounds: usize,
    /// Uniformly random playouts per second, without a tree.
    pub bare_playouts_per_s: f64,
    /// The number of leaves per second that perft counts.
    pub perft_leaves_per_s: f64,
    /// Simulations per second of `mcts()` with 10^5 simulations.
    pub uct_simulations_per_s: f64,
    /// `uct_simulations_per_s` divided by the number of bare playouts per second in the same round.
    pub ratio: f64,
    /// Simulations per second of `mcts(im0.4)` with 10^5 simulations. This field and `im_ratio` are
    /// NaN (null in JSON) for a game without an evaluation.
    pub im_simulations_per_s: f64,
    /// `im_simulations_per_s` divided by the simulations per second of `mcts()`.
    pub im_ratio: f64,
    /// Positions per second that `ab()` visits. The next field is for `ab(all)`. Both are NaN (null
    /// in JSON) for a game that alpha-beta does not support.
    pub ab_positions_per_s: f64,
    pub ab_all_positions_per_s: f64,
    pub bytes_per_node: usize,
    /// The bytes per node of `mcts()` with 10^5 simulations, including sibling block headers and
    /// reserved slots. The next field is for `mcts(im0.4)`. Null if the search solves the root.
    pub pool_bytes_per_node: Option<f64>,
    pub im_pool_bytes_per_node: Option<f64>,
    pub plies_per_playout: f64,
    pub bare_ns_per_ply: f64,
    /// The total time of a search with `mcts()` in nanoseconds, divided by the number of playout
    /// plies in that search.
    pub uct_ns_per_ply: f64,
    /// The speed of `mcts()` at each search size.
    pub uct: Vec<SizeReport>,
    /// The cost of each policy, in searches of 10^4 simulations. The searches with the playout
    /// strategies of MC-LOA have 2000 simulations.
    pub policies: Vec<PolicyReport>,
}

/// The speed of `mcts()` at one search size.
#[derive(Debug, Serialize)]
pub(super) struct SizeReport {
    pub iterations: u64,
    pub simulations_per_s: f64,
    /// The rate of the search divided by the rate of the bare playouts in the same round.
    pub ratio: f64,
}

impl SizeReport {
    /// Makes the report from the rounds. Each round has a search and the bare playouts before the
    /// search.
    fn new(iterations: u64, rounds: &[(Effort, Effort)]) -> Self {
        let searched: Vec<Effort> = rounds.iter().map(|(searched, _)| *searched).collect();
        let ratio = median(rounds.iter().map(|(searched, bare)| relative(searched, bare)).collect());
        Self { iterations, simulations_per_s: rate(&searched), ratio }
    }
}

impl GameReport {
    pub(super) fn new(
        name: &str,
        rounds: &Rounds,
        [uct_pool, im_pool]: [Option<f64>; 2],
        policies: Vec<PolicyReport>,
    ) -> Self {
        let bare: Vec<Effort> = rounds.uct.iter().flatten().map(|(_, bare)| *bare).collect();
        let main_uct: Vec<Effort> = rounds.uct[MAIN_SIZE].iter().map(|(searched, _)| *searched).collect();
        let sizes = SIZES.iter().zip(&rounds.uct);
        let uct: Vec<SizeReport> = sizes.map(|(size, measured)| SizeReport::new(size.0, measured)).collect();
        Self {
            game: name.to_owned(),
            rounds: rounds.count(),
            bare_playouts_per_s: rate(&bare),
            perft_leaves_per_s: f64::NAN, // another function measures perft
            uct_simulations_per_s: uct[MAIN_SIZE].simulations_per_s,
            ratio: uct[MAIN_SIZE].ratio,
            im_simulations_per_s: rate(&rounds.im),
            im_ratio: median(rounds.im.iter().zip(&main_uct).map(|(im, uct)| relative(im, uct)).collect()),
            ab_positions_per_s: rate(&rounds.ab),
            ab_all_positions_per_s: rate(&rounds.ab_all),
            bytes_per_node: size_of::<Slot>(),
            pool_bytes_per_node: uct_pool,
            im_pool_bytes_per_node: im_pool,
            plies_per_playout: mean_plies(&bare),
            bare_ns_per_ply: ns_per_ply(&bare),
            uct_ns_per_ply: ns_per_ply(&main_uct),
            uct,
            policies,
        }
    }
}

impl Report {
    pub(super) fn text(&self) -> String {
        let mut out = self.signature.as_ref().map_or_else(String::new, |signature| format!("signature: {signature}\n"));
        self.games.iter().for_each(|game| game.write(&mut out));
        out
    }
}

impl GameReport {
    fn write(&self, out: &mut String) {
        // Writing to a String cannot fail.
        let _ = writeln!(out, "{} ({} rounds)", self.game, self.rounds);
        let mut line = |name: &str, value: String| out.push_str(&format!("  {name:<28}{value}\n"));
        let (plies, ns) = (self.plies_per_playout, self.bare_ns_per_ply);
        let bare = self.bare_playouts_per_s;
        line("bare playouts/s", format!("{bare:>10.0}   {plies:.1} plies each, {ns:.2} ns a ply"));
        line("perft, leaves/s", format!("{:>10.0}", self.perft_leaves_per_s));
        for SizeReport { iterations, simulations_per_s, ratio } in &self.uct {
            let name = format!("mcts() {iterations}, sim/s");
            line(&name, format!("{simulations_per_s:>10.0}   {ratio:.3} of bare"));
        }
        let (im, ratio) = (self.im_simulations_per_s, self.im_ratio);
        if !im.is_nan() {
            line("mcts(im0.4) 100000, sim/s", format!("{im:>10.0}   {ratio:.3} of mcts()"));
        }
        if !self.ab_positions_per_s.is_nan() {
            line("ab(), positions/s", format!("{:>10.0}", self.ab_positions_per_s));
            line("ab(all), positions/s", format!("{:>10.0}", self.ab_all_positions_per_s));
        }
        let bytes = |bytes: Option<f64>| bytes.map_or("-".to_owned(), |bytes| format!("{bytes:.1}"));
        let (uct_pool, im_pool) = (bytes(self.pool_bytes_per_node), bytes(self.im_pool_bytes_per_node));
        let node = self.bytes_per_node;
        for (name, value) in self.policies.iter().map(PolicyReport::line) {
            line(&name, value);
        }
        line("bytes a node", format!("{node:>10}   with heads and room: mcts() {uct_pool}, mcts(im0.4) {im_pool}"));
    }
}
