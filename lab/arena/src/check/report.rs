//! The output of the command `check`.

use super::Args;
use crate::answer::{Answer, FOUND_WRONG};
use crate::notation::written;
use anyhow::Result;
use imm::check::{Callback, Finding, Report};
use imm::game::value::Side;
use serde::Serialize;
use std::collections::BTreeMap;

/// Returns the answer of a check that ended normally.
///
/// # Errors
/// The report cannot be written as JSON.
pub(super) fn answer(args: &Args, report: &Report) -> Result<Answer> {
    let (game, seed) = (args.game.name(), args.seed);
    let answer = Answer::of(&Found::new(&game, seed, report), args.json, |_| {
        format!("{game}, seed {seed}: {}", written(|out| report.explain(out)))
    })?;
    Ok(if report.findings().is_empty() { answer } else { answer.with_code(FOUND_WRONG) })
}

/// A mistake of the game that ended the check.
pub(super) struct Ended {
    /// The callback that was called last.
    pub callback: Callback,
    /// True if the callback did not return.
    pub hung: bool,
    /// How the process ended, in words for the user.
    pub how: String,
    /// The moves that lead to the position. The next field is the move argument of the callback, if
    /// it has one.
    pub line: Vec<String>,
    pub mv: String,
    /// The number of games that the check began.
    pub games: u32,
    /// True if the mistake happened again in a second process.
    pub repeated: bool,
}

/// The Rust methods for which the check does not write a note before each call.
const SHORTCUTS: &str = "count_moves(), nth_move(), candidates(), outcome_after(), hash_after(), copy_from(), play(), \
    read_move() or read_position()";

/// The code that runs before the first callback of the game.
const LOADING: &str = "imm_plugin(), or what the library does when it is loaded,";

impl Ended {
    /// Returns the answer of a check that the game ended early by a crash or hang.
    ///
    /// # Errors
    /// The report cannot be written as JSON.
    pub(super) fn answer(self, args: &Args) -> Result<Answer> {
        let (game, seed) = (args.game.name(), args.seed);
        let says = if self.hung { "does not return" } else { "ends the program" };
        let why = if self.repeated {
            "Look there with a debugger: gdb --args"
        } else {
            "It did not happen again in the same games. Does a callback depend on more than the position, or read \
             memory that nobody has written? valgrind"
        };
        let hint = format!("{why} imm-arena {} --in-process", args.words().join(" "));
        let callback = match self.callback {
            _ if !self.repeated => "A callback",
            Callback::Game if self.games == 0 => LOADING,
            Callback::Game => SHORTCUTS,
            callback => callback.word(),
        };
        let mistake = Mistake {
            callback,
            says,
            hint,
            times: 1,
            line: self.line.join(" "),
            mv: self.mv.clone(),
            expected: "that it returns".to_owned(),
            found: self.how.clone(),
        };
        let found = Found { complete: false, mistakes: vec![mistake], games: self.games, ..Found::empty(&game, seed) };
        let text = |found: &Found| {
            let text: String = found.mistakes.iter().map(|mistake| self.text(mistake)).collect();
            format!("{game}, seed {seed}: 1 mistake found, which ended the check.\n\n{text}")
        };
        Ok(Answer::of(&found, args.json, text)?.with_code(FOUND_WRONG))
    }

    fn text(&self, mistake: &Mistake) -> String {
        let Mistake { callback, says, hint, line, mv, expected, found, .. } = mistake;
        let mut place = match self.line.len() {
            0 => "at the start".to_owned(),
            1 => format!("after 1 move: {line}"),
            count => format!("after {count} moves: {line}"),
        };
        if !mv.is_empty() {
            place.push_str(if self.line.is_empty() { ", move " } else { "; move " });
            place.push_str(mv);
        }
        format!("1. {callback} {says}.\n  where:    {place}\n  expected: {expected}\n  found:    {found}\n  {hint}\n")
    }
}

/// The output of `check --json`.
#[derive(Debug, Serialize)]
struct Found {
    game: String,
    seed: u64,
    /// True if the check ended normally. If a mistake ended the check, only `mistakes` and `games`
    /// of the fields below are filled in.
    complete: bool,
    mistakes: Vec<Mistake>,
    positions: u32,
    games: u32,
    /// The numbers of games won by the first player, won by the second player, drawn, and cut off
    /// at max_plies.
    results: [u32; 4],
    mean_moves: f32,
    most_moves: u32,
    mean_plies: f32,
    most_plies: u32,
    /// The nanoseconds per call, for each callback.
    nanoseconds: BTreeMap<&'static str, f32>,
    /// The missing callback that would help a search most, if any. `features()` means that the game
    /// has features but no neural net.
    advice: Option<&'static str>,
    /// The winner of all finished games, if enough games finished and one player won all of them.
    winner_of_all: Option<&'static str>,
}

/// A mistake in the code of the game.
#[derive(Debug, Serialize)]
struct Mistake {
    callback: &'static str,
    says: &'static str,
    hint: String,
    times: u32,
    /// The moves that lead to the position. The next field is the move that causes the mistake, if
    /// any.
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
            hint: finding.kind.hint().to_owned(),
            times: finding.times,
            line: finding.line.as_str().to_owned(),
            mv: finding.mv_text.as_str().to_owned(),
            expected: finding.expected.as_str().to_owned(),
            found: finding.found.as_str().to_owned(),
        }
    }
}

impl Found {
    /// Returns a report without results.
    fn empty(game: &str, seed: u64) -> Self {
        Self {
            game: game.to_owned(),
            seed,
            complete: true,
            mistakes: Vec::new(),
            positions: 0,
            games: 0,
            results: [0; 4],
            mean_moves: 0.0,
            most_moves: 0,
            mean_plies: 0.0,
            most_plies: 0,
            nanoseconds: BTreeMap::new(),
            advice: None,
            winner_of_all: None,
        }
    }

    fn new(game: &str, seed: u64, report: &Report) -> Self {
        let [first, second, drawn] = report.results;
        let time = |&callback: &Callback| {
            let time = report.nanoseconds.get(usize::from(callback.number())).copied().unwrap_or(0.0);
            (time > 0.0).then_some((callback.word(), time))
        };
        Self {
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
            winner_of_all: report.winner_of_all().map(|side| match side {
                Side::First => "first",
                Side::Second => "second",
            }),
            ..Self::empty(game, seed)
        }
    }
}
