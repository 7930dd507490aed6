//! The output of the command `best`.

use super::callbacks::options_of;
use super::players::{allowed_by, canonical};
use super::{Challenge, Gain, Search};
use crate::contest::{MatchResult, Scoring, Tally};
use anyhow::Result;
use serde::Serialize;
use std::fmt::Write as _;

/// The output of `--json`. Only complete pairs of games count.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    game: String,
    budget: String,
    memory_kib: u32,
    seed: u64,
    /// The time that the command took.
    seconds: f64,
    /// The names of the optional callbacks that the game has.
    callbacks: Vec<&'static str>,
    /// True if the players have a net.
    net: bool,
    /// The player that `best` is.
    best: String,
    /// The strongest player that was found.
    player: String,
    /// `"stronger"` if it is 95 % certain that `player` is stronger than `best`, `"same"` if they
    /// are the same player, otherwise `"not decided"`.
    verdict: Verdict,
    /// The result of `found` against `best`, from openings that no earlier match used. Null if no
    /// challenger won its match, or if there was no time.
    confirmed: Option<MatchResult>,
    /// The challenger that won its match, if any. It is the same as `player`, unless it lost the
    /// games of `confirmed`.
    found: Option<String>,
    challengers: Vec<Row>,
    gains: Vec<GainRow>,
    missing: Vec<Missing>,
    /// True if Ctrl-C ended the command.
    interrupted: bool,
}

/// The relation of two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
enum Verdict {
    #[serde(rename = "stronger")]
    Stronger,
    #[serde(rename = "not stronger")]
    NotStronger,
    #[serde(rename = "not decided")]
    NotDecided,
    #[serde(rename = "same")]
    Same,
}

impl Verdict {
    fn word(self) -> &'static str {
        match self {
            Self::Stronger => "stronger",
            Self::NotStronger => "not stronger",
            Self::NotDecided => "not decided in this time",
            Self::Same => "the same player",
        }
    }
}

/// The match of a challenger against the strongest player at that time.
#[derive(Debug, Serialize)]
struct Row {
    player: String,
    against: String,
    verdict: Verdict,
    #[serde(flatten)]
    result: MatchResult,
}

/// What a callback gains.
#[derive(Debug, Serialize)]
struct GainRow {
    callback: &'static str,
    /// True if `player` uses the callback.
    is_used: bool,
    /// The strongest known player that does not use the callback. Null if none can be measured.
    against: Option<String>,
    /// True if `against` is `player` with the options of the callback turned off.
    is_stripped: bool,
    /// The result of `player` against the player in `against`. Null if nothing was measured.
    result: Option<MatchResult>,
}

/// A callback that the game does not have.
#[derive(Debug, Serialize)]
struct Missing {
    callback: &'static str,
    /// The additional challengers that the callback would allow.
    players: Vec<&'static str>,
    /// The player that the word `best` would mean if the game had the callback.
    best: String,
    /// The options that the callback would allow, in words.
    allows: &'static str,
}

/// Returns the result, or `None` if no games were played.
fn played(tally: &Tally, scoring: Scoring) -> Option<MatchResult> {
    (tally.count() > 0).then(|| tally.result(scoring))
}

impl Report {
    pub(super) fn new(search: Search) -> Result<Self> {
        let scoring = search.scoring()?;
        let (interrupted, seconds) = (search.hall.is_stopped(), search.begun.elapsed().as_secs_f64());
        let Search { hall, known, budget, start, leader, challenges, confirmed, gains, .. } = search;
        let (found, confirmed) = confirmed.unzip();
        let confirmed = confirmed.and_then(|tally| played(&tally, scoring));
        let is_certain = confirmed.is_some_and(|result| result.ci95[0] > 0.5);
        let verdict = match (leader == start, is_certain) {
            (true, _) => Verdict::Same,
            (_, true) => Verdict::Stronger,
            _ => Verdict::NotDecided,
        };
        let missing = known.lacks().iter().map(|&callback| Missing {
            callback: callback.word(),
            players: allowed_by(&known, callback),
            best: canonical(&known.with(callback).best(budget)),
            allows: options_of(callback),
        });
        Ok(Self {
            game: hall.game,
            budget: hall.budget.to_string(),
            memory_kib: hall.memory_kib,
            seed: hall.seed,
            seconds,
            callbacks: known.callbacks().iter().map(|callback| callback.word()).collect(),
            net: known.has_net,
            best: start,
            player: leader,
            verdict,
            confirmed,
            found,
            challengers: challenges.into_iter().map(|one| Row::new(one, scoring)).collect(),
            gains: gains.into_iter().map(|one| GainRow::new(one, scoring)).collect(),
            missing: missing.collect(),
            interrupted,
        })
    }

    pub(super) fn text(&self) -> String {
        let Self { game, budget, seconds, player, interrupted, .. } = self;
        let stopped = if *interrupted { ", STOPPED" } else { "" };
        let mut out = format!("{game}: {budget} a move, {seconds:.0} seconds{stopped}\n\n");
        // Writing to a String cannot fail.
        let _ = writeln!(out, "the player to pass to imm_open: {player}\n\n{}", self.verdict_text());
        let width = self.challengers.iter().map(|row| row.player.len()).max().unwrap_or(0);
        let _ = writeln!(out, "\neach challenger against the strongest player at that time:");
        for row in &self.challengers {
            let _ = writeln!(out, "{:width$}  {}", row.player, row.text());
        }
        self.write_gains(&mut out);
        if !self.missing.is_empty() {
            let _ = writeln!(out, "\nwhat more callbacks would allow (not measured):");
        }
        for Missing { callback, players, best, allows } in &self.missing {
            let players: String = players.iter().map(|player| format!("; {player}")).collect();
            let best = if *best == self.best { String::new() } else { format!("; `best` would be {best}") };
            let _ = writeln!(out, "{callback:13}  {allows}{players}{best}");
        }
        out
    }

    /// Returns how `player` compares with `best`, in a sentence or two.
    fn verdict_text(&self) -> String {
        let Self { best, player, found, confirmed, .. } = self;
        let undecided = self.challengers.iter().filter(|row| row.verdict == Verdict::NotDecided).count();
        let score = confirmed.map(|result| format!("{} against {best}, {}", result.percent(), result.counts()));
        match (self.verdict, found, score) {
            (Verdict::Same, Some(found), Some(score)) => format!(
                "It is what `best` is today. {found} won its match, but not the games from other openings: {score}."
            ),
            (Verdict::Same, ..) if undecided > 0 => format!(
                "It is what `best` is today. No challenger is certainly stronger, but {undecided} of {} matches are \
                 not decided in this time.",
                self.challengers.len()
            ),
            (Verdict::Same, ..) => "It is what `best` is today. No challenger is stronger.".to_owned(),
            (verdict, _, Some(score)) => {
                format!("`best` is {best} today. {player} scores {score}, from other openings: {}.", verdict.word())
            }
            (verdict, ..) => format!("`best` is {best} today. {player} won its match: {}.", verdict.word()),
        }
    }

    fn write_gains(&self, out: &mut String) {
        let Self { player, gains, net, .. } = self;
        if gains.is_empty() {
            return;
        }
        let _ = writeln!(
            out,
            "\nwhat your callbacks gain: the score of {player} against players without one (50 %: no gain)"
        );
        for GainRow { callback, is_used, against, is_stripped, result } in gains {
            let against = against.as_ref().map(|player| if *is_stripped { "itself without it" } else { player });
            let text = match (is_used, against, result) {
                (_, Some(against), Some(result)) => {
                    format!("your {callback} gains: {} against {against}, {} games", result.percent(), result.games)
                }
                (true, Some(against), None) => format!("not measured in this time, against {against}"),
                (true, None, _) => "not measured: this player uses it, and no option turns it off".to_owned(),
                (false, ..) if *callback == "features()" && !net => {
                    "no net uses it: imm-arena train makes one, then try --net FILE".to_owned()
                }
                (false, ..) => "this player does not use it".to_owned(),
            };
            let _ = writeln!(out, "{callback:13}  {text}");
        }
    }
}

impl Row {
    fn new(one: Challenge, scoring: Scoring) -> Self {
        let verdict = match one.stronger {
            Some(true) => Verdict::Stronger,
            Some(false) => Verdict::NotStronger,
            None => Verdict::NotDecided,
        };
        Self { player: one.player, against: one.against, verdict, result: one.tally.result(scoring) }
    }

    fn text(&self) -> String {
        let Self { against, verdict, result, .. } = self;
        match result.games {
            0 => format!("not played in this time, against {against}"),
            games => format!("{} against {against}, {games} games: {}", result.percent(), verdict.word()),
        }
    }
}

impl GainRow {
    fn new(gain: Gain, scoring: Scoring) -> Self {
        let (against, tally) = gain.against.unzip();
        let result = tally.and_then(|tally| played(&tally, scoring));
        Self { callback: gain.callback.word(), is_used: gain.is_used, against, is_stripped: gain.is_stripped, result }
    }
}
