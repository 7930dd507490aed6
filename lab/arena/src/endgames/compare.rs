//! Compares how much work two players need to prove positions, as in Table IV of the alpha-beta
//! playouts paper.

use crate::answer::Answer;
use crate::clock::Timer;
use crate::games::{Arena, Visit, with_game};
use crate::lines::{Place, records};
use crate::notation::read_position;
use crate::player::{Block, Effort, check_player, read_spec, think};
use crate::progress::counter;
use anyhow::{Context, Result, ensure};
use imm::player::Player;
use imm::time::limits::Limits;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Arguments of the command `endgames compare`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Files of positions that the side to move wins: one position per line as JSON, plain or gzip.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The two players.
    #[arg(long, value_name = "SPEC", num_args = 2, default_values_t = ["mcts(mcloa,abp2)".to_owned(), "mcts(mcloa)".to_owned()])]
    players: Vec<String>,
    /// The maximum number of simulations per position. For ab(...), the maximum number of visited
    /// positions.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Memory of each search in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=6144))]
    memory: u32,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The output of `endgames compare --json`. The experiments report shows this object as a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// The number of searched positions.
    pub positions: usize,
    /// The maximum number of simulations per position. For alpha-beta, the maximum number of
    /// visited positions.
    pub iterations: u64,
    /// The number of positions that both players proved.
    pub by_both: usize,
    /// The results of each player.
    pub players: Vec<Prover>,
}

/// The results of one player in the comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prover {
    /// The player in player notation.
    pub player: String,
    /// The number of positions that the player proved to be won.
    pub solved: usize,
    /// The player's total number of simulations on the positions that both players proved. A
    /// simulation adds at most one node. The alpha-beta playouts paper counts nodes instead.
    pub simulations: u64,
    /// The player's total processor time in milliseconds on the positions that both players proved.
    pub cpu_ms: f64,
}

#[derive(Deserialize)]
struct Record {
    game: String,
    pos: String,
    value: i8,
}

/// Searches all positions with both players.
///
/// # Errors
/// A file cannot be read, a record, position or player is invalid, a position is not a win, or a
/// proof is false.
pub(super) fn run(args: &Args) -> Result<Answer> {
    let players: Vec<Player> = args.players.iter().map(|player| read_spec(player)).collect::<Result<_>>()?;
    let mut block = Block::mib(args.memory)?;
    let (mut found, counter) = (Vec::new(), counter("positions", !args.json)?);
    for file in &args.files {
        for record in records::<Record>(file)? {
            let (place, record) = record?;
            counter.inc(1);
            found.push(both(&record, &place, &players, args.iterations, &mut block)?);
        }
    }
    drop(counter);
    ensure!(!found.is_empty(), "no positions in {} file(s)", args.files.len());
    Answer::of(&Comparison::new(args, &found), args.json, Comparison::text)
}

/// Returns, for each player, the effort that the player needed to prove the position. The entry of
/// a player that did not prove the position is `None`.
fn both(
    record: &Record,
    place: &Place,
    players: &[Player],
    iterations: u64,
    block: &mut Block,
) -> Result<Vec<Option<Effort>>> {
    ensure!(record.value == 1, "{place}: the side to move does not win");
    let prove = |player| with_game(&record.game, Prove { text: &record.pos, player, iterations, block: &mut *block })?;
    players.iter().map(prove).collect::<Result<_>>().with_context(|| place.to_string())
}

struct Prove<'a> {
    text: &'a str,
    player: &'a Player,
    iterations: u64,
    block: &'a mut Block,
}

impl Visit for Prove<'_> {
    type Output = Result<Option<Effort>>;

    fn visit<G: Arena>(self, start: G) -> Self::Output {
        check_player(self.player, &start)?;
        let position = read_position(&start, self.text)?;
        let mut search = self.block.search(&position, self.player)?;
        let limits = Limits::iterations(self.iterations);
        let (report, effort) = think(&mut *search, &limits, Timer::Cpu, &AtomicBool::new(false))?;
        let Some(outcome) = report.proof.outcome() else { return Ok(None) };
        let right = report.proof.is_win_for(position.to_move());
        ensure!(right, "{}: proven to be {outcome:?}, but the side to move wins", self.text);
        Ok(Some(effort))
    }
}

impl Comparison {
    fn new(args: &Args, found: &[Vec<Option<Effort>>]) -> Self {
        let common = || found.iter().filter(|efforts| efforts.iter().all(Option::is_some));
        let prover = |(index, player): (usize, &String)| {
            let sum = common().filter_map(|efforts| efforts[index]).fold(Effort::default(), Effort::plus);
            Prover {
                player: player.clone(),
                solved: found.iter().filter(|efforts| efforts[index].is_some()).count(),
                simulations: sum.simulations,
                cpu_ms: (sum.seconds * 1000.0).round(),
            }
        };
        let players = args.players.iter().enumerate().map(prover).collect();
        Self { positions: found.len(), iterations: args.iterations, by_both: common().count(), players }
    }

    /// Returns the comparison as a Markdown table.
    #[must_use]
    pub fn text(&self) -> String {
        let Self { positions, iterations, by_both, players } = self;
        let mut out = format!(
            "| player | solved of {positions}, in {iterations} simulations | simulations over the {by_both} that both \
             solved | processor time, ms |\n|---|---|---|---|\n"
        );
        for Prover { player, solved, simulations, cpu_ms } in players {
            // Writing to a String cannot fail.
            let _ = writeln!(out, "| `{player}` | {solved} | {simulations} | {cpu_ms:.0} |");
        }
        if let [one, other] = &players[..] {
            let more = |of: fn(&Prover) -> f64| 100.0 * (of(one) / of(other) - 1.0);
            let (simulations, time) = (more(|prover| prover.simulations as f64), more(|prover| prover.cpu_ms));
            let _ = writeln!(out, "| the first over the second |  | {simulations:+.0} % | {time:+.0} % |");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(iterations: u64) -> Args {
        let fixture = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/loa_forced_wins.jsonl"));
        let players = ["ab(tt)", "mcts()"].map(str::to_owned).to_vec();
        Args { files: vec![fixture], players, iterations, memory: 1, json: true }
    }

    #[test]
    fn only_what_both_solved_is_compared() {
        let effort = |simulations| Some(Effort { simulations, playout_plies: 0, seconds: simulations as f64 / 1000.0 });
        let found =
            [vec![effort(110), effort(100)], vec![effort(5000), None], vec![effort(11), effort(10)], vec![None; 2]];
        let table = Comparison::new(&args(9), &found);
        assert_eq!((table.positions, table.by_both), (4, 2));
        let numbers = |index: usize| {
            let Prover { solved, simulations, cpu_ms, .. } = &table.players[index];
            (*solved, *simulations, *cpu_ms)
        };
        assert_eq!((numbers(0), numbers(1)), ((3, 121, 121.0), (2, 110, 110.0)));
        assert!(table.text().ends_with("| the first over the second |  | +10 % | +10 % |\n"), "{}", table.text());
    }

    #[test]
    fn players_prove_what_is_won() {
        let table: Comparison = serde_json::from_str(&run(&args(20_000)).unwrap().text).unwrap();
        let [alpha_beta, tree] = &table.players[..] else { panic!("two players") };
        assert_eq!(table.positions, 15);
        // Both players must solve at least the wins in one ply. Alpha-beta must also solve the wins
        // in three plies.
        assert!(alpha_beta.solved >= 8 && tree.solved >= 2 && table.by_both <= tree.solved, "{table:?}");
        assert!(table.by_both > 0 && alpha_beta.simulations > 0, "{table:?}");
    }

    #[test]
    fn what_is_no_win_is_named() {
        let file = std::env::temp_dir().join(format!("imm-no-win-{}.jsonl", std::process::id()));
        std::fs::write(&file, "{\"game\":\"breakthrough_2x4\",\"pos\":\"bb/bb/ww/ww 1\",\"value\":-1}\n").unwrap();
        let error = run(&Args { files: vec![file.clone()], ..args(10) }).unwrap_err();
        std::fs::remove_file(&file).unwrap();
        assert!(format!("{error:#}").contains("jsonl:1: the side to move does not win"), "{error:#}");
    }
}
