//! The command `openings`: makes a set of balanced openings. A deep search judges positions that
//! are sampled from all positions after a given number of plies.

use crate::answer::Answer;
use crate::chance;
use crate::clock::Timer;
use crate::contest::{cores, in_order};
use crate::game_args::GameArgs;
use crate::games::{Arena, Visit, images, with_game};
use crate::notation::{legal_moves, move_text, position_text};
use crate::player::{Block, check_player, read_spec, think};
use crate::progress::bar;
use crate::signature::derived_seed;
use anyhow::{Result, ensure};
use imm::base::rng::Rng;
use imm::game::value::Proof;
use imm::player::Player;
use imm::time::limits::Limits;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

/// Arguments of the command `openings`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Plies from the start. All positions after this number of plies are generated, so choose a
    /// small number. Outcomes of chance events count as plies.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=4))]
    plies: u32,
    /// Number of openings wanted.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..))]
    count: u16,
    /// The player that judges the openings.
    #[arg(long, value_name = "SPEC", default_value = "ab(all)")]
    player: String,
    /// Positions that the player visits per candidate, or simulations per candidate for mcts(...).
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Maximum absolute value of an opening, from 0 (even) to 1 (won).
    #[arg(long, value_name = "V", default_value_t = 0.1)]
    balance: f32,
    /// Seed of the order in which candidates are judged.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Memory of each search in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=6144))]
    memory: u32,
    /// Candidates judged at the same time. Default: the number of cores. The result does not depend
    /// on this number.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

/// A candidate for an opening. Its value is not known yet.
#[derive(Clone, Debug)]
struct Candidate<G> {
    position: G,
    /// The moves that lead to the position, separated by blanks.
    moves: String,
}

/// Prints the openings, one position per line, and describes how they were made.
///
/// # Errors
/// The game is unknown, the player is invalid, too few openings are balanced, or there is not
/// enough memory.
pub fn run(args: &Args) -> Result<Answer> {
    ensure!((0.0..=1.0).contains(&args.balance), "--balance must be 0 to 1, not {}", args.balance);
    let player = read_spec(&args.player)?;
    with_game(&args.game.name(), Make { args, player })?.map(Answer::ok)
}

struct Make<'a> {
    args: &'a Args,
    player: Player,
}

impl Visit for Make<'_> {
    type Output = Result<String>;

    fn visit<G: Arena>(self, start: G) -> Self::Output {
        check_player(&self.player, &start)?;
        ensure!(
            !G::RANDOM_BOARDS,
            "{} starts from random boards, so it takes no set of openings",
            self.args.game.name()
        );
        let all = all_after(&start, self.args.plies);
        let candidates = shuffled(all, self.args.seed);
        let found = self.balanced(&candidates)?;
        let wanted = usize::from(self.args.count);
        ensure!(found.len() == wanted, "only {} of {} openings are balanced", found.len(), candidates.len());
        Ok(self.text(candidates.len(), &found))
    }
}

/// The number of candidates between two checks of whether enough openings have been found.
const BATCH: usize = 16;

impl Make<'_> {
    /// Returns the first balanced candidates with their values, up to the wanted number.
    fn balanced<'c, G: Arena>(&self, candidates: &'c [Candidate<G>]) -> Result<Vec<(&'c Candidate<G>, f32)>> {
        let jobs = self.args.jobs.map_or_else(cores, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build()?;
        let (bar, wanted) = (bar(u64::from(self.args.count), "openings", true)?, usize::from(self.args.count));
        let mut found = Vec::new();
        for batch in candidates.chunks(BATCH) {
            let new_block = || Block::mib(self.args.memory);
            let judge = |block: &mut Block, candidate: &Candidate<G>| self.judge(candidate, block);
            let values = pool.install(|| in_order(batch, new_block, judge))?;
            found.extend(batch.iter().zip(values).filter_map(|(candidate, value)| Some((candidate, value?))));
            found.truncate(wanted);
            bar.set_position(found.len() as u64);
            if found.len() == wanted {
                break;
            }
        }
        Ok(found)
    }

    /// Returns the value of a candidate for the first player, or `None` if the candidate is solved
    /// or not balanced.
    fn judge<G: Arena>(&self, candidate: &Candidate<G>, block: &mut Block) -> Result<Option<f32>> {
        let mut search = block.search(&candidate.position, &self.player)?;
        let limits = Limits::iterations(self.args.iterations);
        let (report, _) = think(&mut *search, &limits, Timer::Wall, &AtomicBool::new(false))?;
        let value = report.value.to_f32();
        Ok((report.proof == Proof::Unknown && value.abs() <= self.args.balance).then_some(value))
    }

    fn text<G: Arena>(&self, candidates: usize, found: &[(&Candidate<G>, f32)]) -> String {
        let Args { game, plies, count, player, iterations, balance, seed, memory, .. } = self.args;
        let game = game.name();
        let mut out = format!(
            "# {count} openings of {game}, made by\n#   imm-arena openings {game} --plies {plies} --count {count} \
             --player '{player}' --iterations {iterations} --balance {balance} --seed {seed} --memory {memory}\n\
             # All positions after {plies} plies, one for each that the symmetries of the board leave different \
             ({candidates}), in an\n# order drawn by the seed; of these the first that this player values within \
             {balance} of even. Behind each position\n# the moves that lead there, and its value for the first \
             player: -1 lost, 1 won.\n"
        );
        for (Candidate { position, moves }, value) in found {
            // Writing to a String cannot fail.
            let _ = writeln!(out, "{} # {moves}: {value:+.3}", position_text(position));
        }
        out
    }
}

/// Returns all positions after `plies` plies in which a player is to move. Each
/// position comes with moves that lead to it. Positions that differ only by a symmetry of the board
/// count once. The positions are sorted by their canonical text.
fn all_after<G: Arena>(start: &G, plies: u32) -> Vec<Candidate<G>> {
    let mut all = vec![Candidate { position: start.clone(), moves: String::new() }];
    for _ in 0..plies {
        let mut next = BTreeMap::new();
        for Candidate { position, moves } in &all {
            for mv in legal_moves(position) {
                let mut child = position.clone();
                child.play(mv);
                let blank = if moves.is_empty() { "" } else { " " };
                let moves = format!("{moves}{blank}{}", move_text(position, mv));
                let key = images(&child).into_iter().min();
                next.entry(key).or_insert(Candidate { position: child, moves });
            }
        }
        all = next.into_values().filter(|candidate| candidate.position.outcome().is_none()).collect();
    }
    all.retain(|candidate| !chance::comes_next(&candidate.position));
    all
}

/// Returns the list in a random order that the seed determines.
fn shuffled<T>(mut all: Vec<T>, seed: u64) -> Vec<T> {
    let mut rng = Rng::new(derived_seed(seed, "openings", 0));
    for len in (2..=all.len()).rev() {
        all.swap(len - 1, rng.below(len as u32) as usize);
    }
    all
}
