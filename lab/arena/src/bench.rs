//! The command `bench`: measures the speed of playouts and searches, and prints the signature of
//! the searches.
//!
//! The work is fixed, and the time is measured. Bare playouts (without a tree) alternate with
//! searches, so that both run under the same conditions. Every search builds a new tree. The
//! results are medians over all rounds.

mod markdown;
mod policies;
mod rates;
mod report;
pub mod switches;

use crate::answer::{Answer, say};
use crate::clock::Timer;
use crate::game_args::OwnGame;
use crate::games::{Arena, Visit, with_game};
use crate::openings::randomized;
use crate::perft;
use crate::player::{Block, Effort, read_spec, think};
use crate::progress::{Progress, bar};
use crate::signature::Signature;
use crate::stats::median;
use anyhow::{Context, Result, ensure};
use imm::Slot;
use imm::base::rng::Rng;
use imm::game::value::Proof;
use imm::game::{Move, MoveList};
use imm::player::Player;
use imm::time::limits::Limits;
use report::{GameReport, Report};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use switches::{Climb, SwitchReport};

/// Arguments of the command `bench`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game to time. Default: breakthrough and kalah. The signature always covers all games.
    #[arg(conflicts_with = "file")]
    game: Option<String>,
    #[command(flatten)]
    own: OwnGame,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Minimum number of seconds per game. The benchmark always runs at least five rounds.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=86_400))]
    seconds: u32,
    /// Measure the effect of each enhancement of alpha-beta instead of the usual benchmark.
    #[arg(long)]
    switches: bool,
    /// With --switches: the search depths.
    #[arg(long, value_name = "PLIES", value_delimiter = ',', default_values_t = [6, 8], requires = "switches", value_parser = clap::value_parser!(u32).range(1..=60))]
    depths: Vec<u32>,
    /// Measure all games and write the tables of a document. Default: docs/SPEED.md and
    /// docs/SPEED_DETAILS.md. The main rates go between the lines "BEGIN rates" and "END rates",
    /// all tables between "BEGIN bench" and "END bench". Run this benchmark on a machine without
    /// other load.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_values = DOCUMENTS,
        conflicts_with_all = ["game", "file", "json", "switches"])]
    markdown: Vec<PathBuf>,
    /// With --markdown: measure and write nothing. Only check that each document has the BEGIN and
    /// END lines and the tables between them.
    #[arg(long, requires = "markdown")]
    check: bool,
    /// With --markdown: the name of the machine in the document.
    #[arg(long, value_name = "TEXT", requires = "markdown", default_value = "one core")]
    machine: String,
}

/// The documents with the tables. The paths are fixed when the arena is built.
const DOCUMENTS: [&str; 2] = [
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/SPEED.md"),
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/SPEED_DETAILS.md"),
];

/// The games that the benchmark times by default.
const GAMES: [&str; 2] = ["breakthrough", "kalah"];
/// The minimum number of rounds.
const ROUNDS: usize = 5;
/// The sizes of the searches in simulations, and the number of trees built per size and round.
const SIZES: [(u64, u32); 3] = [(10_000, 10), (100_000, 1), (1_000_000, 1)];
/// The index of the main size in [`SIZES`]. A report that names no size uses the main size.
const MAIN_SIZE: usize = 1;
/// The number of positions that alpha-beta visits per round.
const AB_POSITIONS: u64 = 2_000_000;
/// The number of playouts between two searches.
const PLAYOUTS: u32 = 100_000;
/// The memory of a search in MiB, more than the largest tree needs.
const MEMORY_MIB: u32 = 256;

/// Times the games and prints the rates and the signature.
///
/// # Errors
/// The game is unknown, or there is not enough memory.
pub fn run(args: &Args) -> Result<Answer> {
    let game = args.own.path().or_else(|| args.game.clone());
    let names = game.as_deref().map_or(GAMES.to_vec(), |game| vec![game]);
    if args.switches {
        return climb(&names, args);
    }
    if !args.markdown.is_empty() {
        return markdown(args);
    }
    let games = time(&names, args, None)?;
    // The signature covers only built-in games, so the report of a game from a file omits it.
    let signature = if args.own.path().is_none() { Some(signature()?.to_string()) } else { None };
    let report = Report { signature, games };
    Answer::of(&report, args.json, Report::text)
}

/// Times the games called `names`. Also measures the policies listed in `players`, or all policies
/// if `players` is `None`.
fn time(names: &[&str], args: &Args, players: Option<&[&'static str]>) -> Result<Vec<GameReport>> {
    let (mut block, bar) = (Block::mib(MEMORY_MIB)?, bar(0, "measurements", !args.json)?);
    let seconds = f64::from(args.seconds);
    let time = |name: &&str| {
        with_game(name, Time { name, seconds, players, bench: &mut Bench { block: &mut block, bar: &bar } })?
    };
    names.iter().map(time).collect()
}

/// The memory for searches, and a progress bar.
struct Bench<'a> {
    block: &'a mut Block,
    bar: &'a Progress,
}

impl Bench<'_> {
    /// Adds `count` measurements to the length of the progress bar.
    fn expect(&self, count: usize) {
        self.bar.inc_length(count as u64);
    }

    /// Shows the name of the next measurement in the progress bar. Call this before the
    /// measurement.
    fn begin(&self, name: &str) {
        self.bar.set_message(name.to_owned());
        self.bar.inc(1);
    }
}

/// Measures all games and writes the tables of the documents. With `--check`, only checks the
/// tables.
fn markdown(args: &Args) -> Result<Answer> {
    let place = |document: &Path| document.display().to_string();
    let mut texts = Vec::new();
    for document in &args.markdown {
        let text = fs::read_to_string(document).with_context(|| place(document))?;
        // Before the long measurement, check that each document has a place for the tables.
        let checked = if args.check { markdown::check(&text) } else { markdown::parts(&text).map(|_| ()) };
        checked.with_context(|| place(document))?;
        texts.push((document, text));
    }
    if args.check {
        let line = |document: &PathBuf| format!("{}: the tables of the benchmark are there\n", place(document));
        return Ok(Answer::ok(args.markdown.iter().map(line).collect::<String>()));
    }
    let mut games = Vec::new();
    for name in markdown::games() {
        say(format_args!("{name} ..."));
        games.extend(time(&[name], args, Some(&markdown::players()))?);
    }
    let mut written = String::new();
    for (document, text) in texts {
        let text = markdown::filled(&text, &games, &args.machine).with_context(|| place(document))?;
        fs::write(document, text).with_context(|| place(document))?;
        written += &format!("{}\n", place(document));
    }
    Ok(Answer::ok(written))
}

/// Measures the effect of each enhancement of alpha-beta.
fn climb(names: &[&str], args: &Args) -> Result<Answer> {
    let climb = |name: &&str| with_game(name, Climb { name, depths: &args.depths, show: !args.json })?;
    let reports: Vec<SwitchReport> = names.iter().map(climb).collect::<Result<_>>()?;
    Answer::of(&reports, args.json, |reports| {
        let mut out = String::new();
        reports.iter().for_each(|report| report.write(&mut out));
        out
    })
}

/// Returns the searches that the signature covers: player, number of simulations (or positions for
/// alpha-beta), and slots of the pool. The file `tests/players.tsv` lists the searches in the lines
/// that contain the word `signed`.
fn signed() -> impl Iterator<Item = (&'static str, u64, usize)> {
    table("signed").filter_map(|(player, sizes)| {
        let (iterations, slots) = sizes.split_once('/')?;
        Some((player, iterations.parse().ok()?, slots.parse().ok()?))
    })
}

/// Returns the players of `tests/players.tsv` that take part in `test`, each with the sizes that
/// follow the name of the test.
fn table(test: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("../../../tests/players.tsv").lines().filter(|line| !line.starts_with('#')).filter_map(move |line| {
        let (player, tests) = line.split_once('\t')?;
        let mut words = tests.split(' ').map(|word| word.split_once(':').unwrap_or((word, "")));
        words.find(|(name, _)| *name == test).map(|(_, sizes)| (player, sizes))
    })
}

/// The games whose searches the signature covers.
const SIGNED_GAMES: [&str; 10] = [
    "breakthrough",
    "breakthrough_5x5",
    "kalah",
    "kalah_std",
    "kalah_stays",
    "loa",
    "oware",
    "othello",
    "onitama",
    "onitama_7",
];

/// Returns a hash over fixed searches of every game. The hash changes if and only if a search
/// changes. The hash omits players that a game does not support.
///
/// # Errors
/// There is not enough memory.
pub fn signature() -> Result<Signature> {
    let mut block = Block::slots(1 << 17)?;
    let mut all = Signature::default();
    for game in SIGNED_GAMES {
        for (index, (spec, iterations, slots)) in signed().enumerate() {
            let config = read_spec(spec)?.seeded(index as u64);
            let limits = Limits::iterations(iterations);
            let signed = with_game(game, Sign { config, limits, slots, block: &mut block })??;
            all = signed.map_or(all, |signature| all.text(game).text(spec).number(signature));
        }
    }
    Ok(all)
}

struct Sign<'a> {
    config: Player,
    limits: Limits,
    slots: usize,
    block: &'a mut Block,
}

impl Visit for Sign<'_> {
    /// The signature of two searches: the second search follows the move that the first search
    /// chose. `None` if the game does not support the player.
    type Output = Result<Option<u64>>;

    fn visit<G: Arena>(self, start: G) -> Self::Output {
        if self.config.check_for(&start).is_err() {
            return Ok(None);
        }
        let never = AtomicBool::new(false);
        let mut search = self.block.search_with(self.slots, &start, &self.config)?;
        let (first, _) = think(&mut *search, &self.limits, Timer::Wall, &never)?;
        ensure!(search.play(first.best)?, "the search chose a move that is not legal: {:?}", first.best);
        let (second, _) = think(&mut *search, &self.limits, Timer::Wall, &never)?;
        let signed = [first, second].into_iter().fold(Signature::default(), |all, report| {
            all.number(report.signature).number(u64::from(report.best.0)).number(u64::from(report.nodes))
        });
        Ok(Some(signed.value()))
    }
}

struct Time<'a, 'b> {
    name: &'a str,
    seconds: f64,
    players: Option<&'a [&'static str]>,
    bench: &'a mut Bench<'b>,
}

impl Visit for Time<'_, '_> {
    type Output = Result<GameReport>;

    fn visit<G: Arena>(self, start: G) -> Self::Output {
        // If the game begins with a chance event, sample it: a search begins where a player is to
        // move.
        let (start, _) = randomized(&start, &mut Rng::new(1), 0)?;
        let (uct, im) = (Player::default(), read_spec("mcts(im0.4)")?);
        let players = [uct, im, read_spec("ab()")?, read_spec("ab(all)")?];
        let bench = self.bench;
        let rounds = Rounds::make(&start, &players, self.seconds, bench)?;
        bench.expect(2 + ROUNDS);
        let (main_iterations, _) = SIZES[MAIN_SIZE];
        let pools = [
            pool_bytes_per_node(&start, &uct, main_iterations, bench)?,
            match im.check_for(&start) {
                Ok(()) => pool_bytes_per_node(&start, &im, main_iterations, bench)?,
                Err(_) => None,
            },
        ];
        let policies = policies::measure(&start, self.players, ROUNDS, bench)?;
        let perft = |_| {
            bench.begin("perft");
            perft_leaves_per_s(&start)
        };
        let leaves_per_s = median((0..ROUNDS).map(perft).collect());
        Ok(GameReport { perft_leaves_per_s: leaves_per_s, ..GameReport::new(self.name, &rounds, pools, policies) })
    }
}

/// All measurements of one game.
#[derive(Default)]
struct Rounds {
    /// For each size in [`SIZES`] and each round: the searches with `mcts()`, and the bare playouts
    /// before the searches.
    uct: [Vec<(Effort, Effort)>; SIZES.len()],
    /// The searches with `mcts(im0.4)`. Empty for a game without an evaluation.
    im: Vec<Effort>,
    /// The searches with `ab()`. The next field has the searches with `ab(all)`. Both are empty if
    /// alpha-beta does not support the game.
    ab: Vec<Effort>,
    ab_all: Vec<Effort>,
}

impl Rounds {
    fn make<G: Arena>(start: &G, players: &[Player; 4], seconds: f64, bench: &mut Bench<'_>) -> Result<Self> {
        let [uct, im, ab, ab_all] = players;
        let mut rounds = Self::default();
        let mut rng = Rng::new(1);
        let began = Instant::now();
        let evaluates = im.check_for(start).is_ok();
        let has_ab = ab.check_for(start).is_ok() && ab_all.check_for(start).is_ok();
        while rounds.count() < ROUNDS || began.elapsed().as_secs_f64() < seconds {
            bench.expect(SIZES.len() + 2 * usize::from(has_ab) + usize::from(evaluates));
            for ((iterations, trees), measured) in SIZES.into_iter().zip(&mut rounds.uct) {
                bench.begin("mcts()");
                let bare = playouts(start, PLAYOUTS, &mut rng);
                measured.push((searches(start, uct, iterations, trees, bench.block)?, bare));
            }
            if evaluates {
                bench.begin("mcts(im0.4)");
                rounds.im.push(searches(start, im, SIZES[MAIN_SIZE].0, 1, bench.block)?);
            }
            if has_ab {
                bench.begin("ab()");
                rounds.ab.push(searches(start, ab, AB_POSITIONS, 1, bench.block)?);
                bench.begin("ab(all)");
                rounds.ab_all.push(searches(start, ab_all, AB_POSITIONS, 1, bench.block)?);
            }
        }
        Ok(rounds)
    }

    /// The number of rounds so far.
    fn count(&self) -> usize {
        self.uct[MAIN_SIZE].len()
    }
}

/// Runs uniformly random playouts from `start`, with the same loop that a search runs at its
/// leaves.
fn playouts<G: Arena>(start: &G, count: u32, rng: &mut Rng) -> Effort {
    let mut slots = vec![Move::NONE; start.max_moves()];
    let mut moves = MoveList::new(&mut slots);
    let mut position = start.clone();
    let mut playout_plies = 0;
    let began = Instant::now();
    for _ in 0..count {
        position.copy_from(start);
        while position.outcome().is_none() {
            let Some(mv) = position.random_move(rng, &mut moves) else { break };
            position.play(mv);
            playout_plies += 1;
        }
    }
    Effort { simulations: u64::from(count), playout_plies, seconds: began.elapsed().as_secs_f64() }
}

/// Returns the number of leaves per second that perft counts on one core. The depth grows until a
/// count takes at least `SECONDS`, or until no game lasts that many plies. Perft lists the moves of
/// the last ply but does not make them.
fn perft_leaves_per_s<G: Arena>(start: &G) -> f64 {
    const SECONDS: f64 = 0.1;
    let (mut room, mut rate) = (Vec::new(), 0.0);
    let mut position = start.clone();
    for depth in 1.. {
        room.resize(start.max_moves() * depth, Move::NONE);
        let began = Instant::now();
        let leaves = perft::count(&mut position, depth, &mut room);
        let seconds = began.elapsed().as_secs_f64();
        if leaves == 0 {
            break;
        }
        rate = leaves as f64 / seconds;
        if seconds >= SECONDS {
            break;
        }
    }
    rate
}

/// Runs searches of `start`, each with a new tree.
fn searches<G: Arena>(start: &G, config: &Player, iterations: u64, trees: u32, block: &mut Block) -> Result<Effort> {
    let mut all = Effort::default();
    for seed in 0..u64::from(trees) {
        let mut search = block.search(start, &config.seeded(seed))?;
        let (report, effort) =
            think(&mut *search, &Limits::iterations(iterations), Timer::Wall, &AtomicBool::new(false))?;
        ensure!(report.recycled == 0, "{MEMORY_MIB} MiB are too little for {iterations} iterations");
        all = all.plus(effort);
    }
    Ok(all)
}

/// Returns the memory per node in bytes, including sibling block headers and reserved slots. The
/// result is the size of the smallest pool that holds the tree without recycling, divided by the
/// number of nodes. Bisection finds the number of slots in the pool, with an error of at most 0.5 %
/// of the number of nodes. Returns `None` if the search solves the root, because the search then
/// frees most of its tree.
fn pool_bytes_per_node<G: Arena>(
    start: &G,
    config: &Player,
    iterations: u64,
    bench: &mut Bench<'_>,
) -> Result<Option<f64>> {
    bench.begin("bytes a node");
    let mut grown_in = |slots| -> Result<imm::report::Report> {
        let mut search = bench.block.search_with(slots, start, config)?;
        Ok(think(&mut *search, &Limits::iterations(iterations), Timer::Wall, &AtomicBool::new(false))?.0)
    };
    let whole = grown_in(usize::MAX)?;
    if whole.proof != Proof::Unknown {
        return Ok(None);
    }
    ensure!(whole.recycled == 0, "{MEMORY_MIB} MiB are too little for {iterations} iterations");
    let nodes = whole.nodes.max(1) as usize;
    // Without a trunk, the search has slightly more or fewer nodes.
    let least = nodes - nodes / 100;
    let mut holds = |slots| grown_in(slots).map(|tree| tree.recycled == 0 && tree.nodes as usize >= least);
    let (mut too_few, mut enough) = (nodes - 1, nodes * 2);
    while !holds(enough)? {
        (too_few, enough) = (enough, enough * 2);
    }
    while enough - too_few > 1 + nodes / 200 {
        let middle = too_few.midpoint(enough);
        (too_few, enough) = if holds(middle)? { (too_few, middle) } else { (middle, enough) };
    }
    Ok(Some((enough * size_of::<Slot>()) as f64 / nodes as f64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use imm::games::kalah::Kalah;

    #[test]
    #[ignore = "takes minutes; `./tests/run lab train` runs it, and `./tests/run signature` compares that of a release build"]
    fn the_signature_of_a_debug_build_is_the_committed_one() {
        let committed = include_str!("../../../tests/signature.txt").trim();
        assert_eq!(format!("\"signature\":\"{}\"", signature().unwrap()), committed);
    }

    #[test]
    fn the_smallest_pool_is_smaller_than_the_pool() {
        let mut block = Block::slots(100_000).unwrap();
        let mut bench = Bench { block: &mut block, bar: &bar(0, "measurements", false).unwrap() };
        let bytes = pool_bytes_per_node(&Kalah::default(), &Player::default(), 1000, &mut bench).unwrap().unwrap();
        assert!((24.0..96.0).contains(&bytes), "{bytes}");
    }

    #[test]
    fn playouts_are_counted() {
        let effort = playouts(&Kalah::default(), 100, &mut Rng::new(1));
        assert_eq!(effort.simulations, 100);
        assert!(effort.playout_plies > 1000);
    }
}
