//! Ladders: tables that rate several players of one game in Elo points. In a ladder, all players
//! have the same time per move. In a ladder for a microcontroller board, each player instead has a
//! fixed number of simulations per move: the number that the player runs on the board in this time.

use super::matchup::{Budget, Experiment, Matchup, check_games};
use super::record::Record;
use crate::ratings::{Match, points, ratings};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A ladder entry of a data file. For each item in a list of times, the entry defines one ladder.
/// All these ladders have the same players.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    id: String,
    label: String,
    game: String,
    /// The name of the list of times. Each [`Time`] in the list defines one ladder.
    times: String,
    /// The players, in the expected order of strength. The last player has 0 Elo points.
    players: Vec<Rung>,
    #[serde(default)]
    random_plies: u32,
}

/// The conditions of all games in a ladder: the budget per move, the memory of each player, and the
/// number of games.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Time {
    id: String,
    label: String,
    /// The budget per move, the same for every player.
    budget: Option<Budget>,
    /// The time per move on a microcontroller board in milliseconds. The budget of a player is the
    /// number of simulations that the player runs on the board in this time.
    board_ms: Option<u64>,
    memory_kib: Option<u32>,
    /// The number of games between two players.
    games: u64,
    priority: u32,
    /// Each player meets this many of the players that follow it in the list. Default: all players
    /// that follow it.
    against: Option<usize>,
}

/// A player of a ladder.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rung {
    /// The player in player notation, such as `mcts(im0.4)`.
    player: String,
    /// The number of simulations that the player runs per second on the microcontroller board.
    per_second: Option<u64>,
    /// A remark that the table shows for the player.
    #[serde(default)]
    remark: String,
}

/// A ladder. Its matches are experiments in the same part of the report.
#[derive(Clone, Debug)]
pub struct Ladder {
    id: String,
    label: String,
    players: Vec<Rung>,
    time: Time,
}

impl Row {
    /// Returns one ladder for each time in the list of times. Each ladder comes with its matches.
    pub(super) fn ladders(&self, times: &BTreeMap<String, Vec<Time>>) -> Result<Vec<(Ladder, Vec<Experiment>)>> {
        ensure!(self.players.len() > 1, "{}: a ladder needs at least two players", self.id);
        let times = times.get(&self.times).with_context(|| format!("{}: unknown times '{}'", self.id, self.times))?;
        times.iter().map(|time| self.ladder(time)).collect()
    }

    fn ladder(&self, time: &Time) -> Result<(Ladder, Vec<Experiment>)> {
        let &Time { memory_kib, games, priority, against, .. } = time;
        let ladder = Ladder {
            id: format!("{}/{}", self.id, time.id),
            label: format!("{}, {}", self.label, time.label),
            players: self.players.clone(),
            time: time.clone(),
        };
        check_games(&ladder.id, &self.game, games)?;
        let mut experiments = Vec::new();
        for (place, a) in self.players.iter().enumerate() {
            for (b, number) in self.players.iter().zip(0..).skip(place + 1).take(against.unwrap_or(self.players.len()))
            {
                let matchup = Matchup {
                    game: self.game.clone(),
                    a: a.player.clone(),
                    b: b.player.clone(),
                    budget: ladder.budget_of([a, b])?,
                    random_plies: self.random_plies,
                    openings: None,
                    net: None,
                    memory_kib,
                };
                let plain = Experiment::new(format!("{}/{place}-{number}", ladder.id), matchup.with_net(None)?, games);
                let place = Some((ladder.id.clone(), [place, number]));
                experiments.push(Experiment { priority, ladder: place, ..plain });
            }
        }
        Ok((ladder, experiments))
    }
}

impl Ladder {
    /// Returns the budget per move for games between these two players.
    fn budget_of(&self, players: [&Rung; 2]) -> Result<Budget> {
        let [a, b] = players.map(|player| self.simulations(player));
        self.time.budget.or(a.zip(b).map(|(a, b)| Budget::Each([a, b]))).with_context(|| {
            let [a, b] = players.map(|player| &player.player);
            format!("{}: neither a budget nor simulations of {a} and {b}", self.id)
        })
    }

    /// Returns the number of simulations that a player runs on the board in this ladder's time per
    /// move.
    fn simulations(&self, player: &Rung) -> Option<u64> {
        Some(player.per_second? * self.time.board_ms? / 1000)
    }

    /// Returns the matches of this ladder among `experiments`, each with the indices of its two
    /// players.
    pub(super) fn matches<'a>(
        &'a self,
        experiments: &'a [Experiment],
    ) -> impl Iterator<Item = (&'a Experiment, [usize; 2])> {
        let places = |one: &'a Experiment| Some((one, one.ladder.as_ref().filter(|own| own.0 == self.id)?.1));
        experiments.iter().filter_map(places)
    }

    /// Writes the table of the ladder, with the strongest player first. The ratings come from the
    /// games in `record`.
    pub(super) fn table(&self, out: &mut String, experiments: &[Experiment], record: &Record) -> Result<()> {
        let matches: Vec<Match> = self
            .matches(experiments)
            .map(|(one, players)| Match { players, pairs: record.games(&one.matchup).tally().pairs })
            .collect();
        write!(out, "\n### {}\n\n", self.label)?;
        if matches.iter().all(|one| one.games() == 0) {
            return Ok(writeln!(out, "Not played.")?);
        }
        let reference = self.players.len() - 1;
        let ratings = ratings(self.players.len(), &matches, reference)?;
        if let Some(budget) = self.time.budget {
            write!(out, "{budget} a move. ")?;
        }
        if let Some(kib) = self.time.memory_kib {
            write!(out, "{kib} KiB for each player. ")?;
        }
        let least = matches.iter().map(Match::games).min().unwrap_or(0);
        writeln!(out, "{least} games or more of each two who met.\n")?;
        let (head, line) = if self.time.budget.is_none() { (" simulations a move |", "---:|") } else { ("", "") };
        write!(out, "| player |{head} Elo | score | games | |\n|---|{line}---:|---:|---:|---|\n")?;
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        let elo = |player: usize| ratings[player].map_or(f64::NEG_INFINITY, |rating| rating.elo);
        order.sort_by(|&one, &other| elo(other).total_cmp(&elo(one)));
        for player in order {
            let rung = &self.players[player];
            let (points, games) = points(player, &matches);
            let strength = match ratings[player] {
                Some(_) if player == reference => "0".to_owned(),
                Some(rating) => format!("{:+.0} ± {:.0}", rating.elo, rating.error),
                None => "not played".to_owned(),
            };
            let simulations = self.simulations(rung).map_or(String::new(), |count| format!(" {count} |"));
            let score = if games > 0 { format!("{:.1} %", 100.0 * points / games as f64) } else { String::new() };
            writeln!(out, "| `{}` |{simulations} {strength} | {score} | {games} | {} |", rung.player, rung.remark)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::part;
    use super::super::record::{Line, tests::line};
    use super::*;

    const PART: &str = r#"
        order = 1
        title = "Ladders"
        about = "Nothing."
        page = "ladders"
        [defaults]
        game = "breakthrough"
        [[times.board]]
        id = "each"
        label = "on a board"
        board_ms = 500
        memory_kib = 56
        games = 4
        priority = 1
        [[times.desktop]]
        id = "5ms"
        label = "5 ms"
        budget = { cpu_ms = 5 }
        games = 4
        priority = 2
        [[times.desktop]]
        id = "9ms"
        label = "9 ms"
        budget = { cpu_ms = 9 }
        games = 2
        priority = 3
        against = 1
        [[ladder]]
        id = "l"
        label = "Small"
        times = "board"
        players = [
            { player = "ab(all)", per_second = 1800, remark = "`best`" },
            { player = "mcts(ipp)", per_second = 61 },
            { player = "mcts()", per_second = 80 },
        ]
        [[ladder]]
        id = "l"
        label = "Next"
        times = "desktop"
        players = [{ player = "ab()" }, { player = "mcts(ipp)" }, { player = "mcts()" }]
    "#;

    #[test]
    fn each_plays_those_below_it_with_what_is_its_own() {
        let part = part(PART).unwrap();
        let found: Vec<_> =
            part.experiments.iter().map(|one| (one.id.as_str(), one.matchup.budget, one.matchup.memory_kib)).collect();
        let each = |a, b| (Budget::Each([a, b]), Some(56));
        let expected = [
            ("l/each/0-1", each(900, 30)),
            ("l/each/0-2", each(900, 40)),
            ("l/each/1-2", each(30, 40)),
            ("l/5ms/0-1", (Budget::CpuMs(5), None)),
            ("l/5ms/0-2", (Budget::CpuMs(5), None)),
            ("l/5ms/1-2", (Budget::CpuMs(5), None)),
            ("l/9ms/0-1", (Budget::CpuMs(9), None)),
            ("l/9ms/1-2", (Budget::CpuMs(9), None)),
        ];
        assert_eq!(found, expected.map(|(id, (budget, memory))| (id, budget, memory)));
    }

    #[test]
    fn a_known_log_makes_a_known_table() {
        let part = part(PART).unwrap();
        let mut record = Record::default();
        for (experiment, half_points) in part.experiments[..3].iter().zip([2, 2, 1]) {
            for n in 0..4 {
                record.add(Line { matchup: experiment.matchup.clone(), ..line("", 10, n, half_points) });
            }
        }
        let mut out = String::new();
        part.ladders.iter().for_each(|ladder| ladder.table(&mut out, &part.experiments, &record).unwrap());
        // `mcts(ipp)` and `mcts()` are equally strong. `ab(all)` wins all 4 games against each of
        // them. With one extra drawn game, that is 4.5 of 5 points, so its rating is 400 log10(9) =
        // 381.7. The information matrix is [[0.9, -0.45], [-0.45, 1.7]], the variances are 1.2806
        // and 0.6780. The error of a rating is 340.48 times the square root of its variance.
        let expected = "
### Small, on a board

56 KiB for each player. 4 games or more of each two who met.

| player | simulations a move | Elo | score | games | |
|---|---:|---:|---:|---:|---|
| `ab(all)` | 900 | +382 ± 385 | 100.0 % | 8 | `best` |
| `mcts(ipp)` | 30 | +0 ± 280 | 25.0 % | 8 |  |
| `mcts()` | 40 | 0 | 25.0 % | 8 |  |

### Next, 5 ms

Not played.

### Next, 9 ms

Not played.
";
        assert_eq!(out, expected);
    }

    #[test]
    fn what_is_missing_is_named() {
        let wrong = |from: &str, to: &str| format!("{:#}", part(&PART.replacen(from, to, 1)).unwrap_err());
        assert!(wrong(", per_second = 61", "").contains("l/each: neither a budget nor simulations of ab(all)"));
        assert!(wrong("games = 4", "games = 3").contains("l/each: the number of games must be even"));
        assert!(wrong("times = \"board\"", "times = \"chess\"").contains("l: unknown times 'chess'"));
        assert!(wrong("label = \"Next\"", "lable = \"Next\"").contains("l: "));
    }
}
