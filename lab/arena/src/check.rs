//! `check`: finds the mistakes of a game's author.

use crate::answer::{Answer, FOUND_WRONG};
use crate::game_args::GameArgs;
use crate::games::{Arena, Visit, with_game};
use crate::notation::written;
use anyhow::Result;
use imm::check::{Callback, Finding, Options, Report};
use serde::Serialize;
use std::collections::BTreeMap;

/// Arguments of `check`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Positions to look at.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    plies: u32,
    /// Seed of the games that are played: another one finds other mistakes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Checks the game, and prints what is wrong and what was measured.
///
/// # Errors
/// An unknown game, or a file from which none can be loaded.
pub fn run(args: &Args) -> Result<Answer> {
    struct Check(Options);
    impl Visit for Check {
        type Output = Result<Report>;
        fn visit<G: Arena>(self, start: G) -> Self::Output {
            start.check(&self.0)
        }
    }
    let game = args.game.name();
    let report = with_game(&game, Check(Options { seed: args.seed, plies: args.plies }))??;
    let answer = Answer::of(&Found::new(&game, args.seed, &report), args.json, |_| {
        format!("{game}, seed {}: {}", args.seed, written(|out| report.explain(out)))
    })?;
    Ok(if report.findings().is_empty() { answer } else { answer.with_code(FOUND_WRONG) })
}

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Found {
    game: String,
    seed: u64,
    mistakes: Vec<Mistake>,
    positions: u32,
    games: u32,
    /// Games won by the first player, won by the second, drawn, and cut off at max_plies.
    results: [u32; 4],
    mean_moves: f32,
    most_moves: u32,
    mean_plies: f32,
    most_plies: u32,
    /// Nanoseconds of a call, by callback.
    nanoseconds: BTreeMap<&'static str, f32>,
    /// The callback that would help a search most, if any.
    advice: Option<&'static str>,
}

/// A mistake.
#[derive(Debug, Serialize)]
struct Mistake {
    callback: &'static str,
    says: &'static str,
    hint: &'static str,
    times: u32,
    /// The moves that lead there, then the move that it is about, if there is one.
    line: String,
    #[serde(rename = "move")]
    mv: String,
    expected: String,
    found: String,
}

impl Mistake {
    fn new(finding: &Finding) -> Self {
        Self {
            callback: finding.callback.word(),
            says: finding.kind.says(),
            hint: finding.kind.hint(),
            times: finding.times,
            line: finding.line.as_str().to_owned(),
            mv: finding.mv_text.as_str().to_owned(),
            expected: finding.expected.as_str().to_owned(),
            found: finding.found.as_str().to_owned(),
        }
    }
}

impl Found {
    fn new(game: &str, seed: u64, report: &Report) -> Self {
        let [first, second, drawn] = report.results;
        let time = |&callback: &Callback| {
            let time = report.nanoseconds.get(usize::from(callback.number())).copied().unwrap_or(0.0);
            (time > 0.0).then_some((callback.word(), time))
        };
        Self {
            game: game.to_owned(),
            seed,
            mistakes: report.findings().iter().map(Mistake::new).collect(),
            positions: report.positions,
            games: report.games,
            results: [first, second, drawn, report.cut_off],
            mean_moves: report.mean_moves,
            most_moves: report.moves_max,
            mean_plies: report.mean_plies,
            most_plies: report.longest,
            nanoseconds: Callback::ALL.iter().filter_map(time).collect(),
            advice: report.advice.as_ref().map(|advice| advice.callback.word()),
        }
    }
}
