//! Ladders: players of one game with the same time, or each with what its processor can do in that,
//! and how strong they are in Elo.

use super::data::{Budget, Experiment, Matchup, check_games};
use super::record::Record;
use crate::ratings::{Match, points, ratings};
use anyhow::{Result, ensure};
use serde::Deserialize;
use std::fmt::Write as _;

/// A ladder, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    id: String,
    label: String,
    game: String,
    /// From the strongest, as is expected, to the one with 0 Elo points.
    players: Vec<Rung>,
    /// Each plays so many that come after it; all of them if nothing is said.
    against: Option<usize>,
    /// What a move may take, where players do not say it themselves.
    budget: Option<Budget>,
    #[serde(default)]
    random_plies: u32,
    memory_kib: Option<u32>,
    /// Of each two.
    games: u64,
    priority: u32,
}

/// A player of a ladder.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rung {
    /// In notation.
    player: String,
    /// Simulations a move, where the ladder has no budget.
    simulations: Option<u64>,
    /// What is said of it in the table.
    #[serde(default)]
    remark: String,
}

/// A ladder. Its matches are experiments of the part that it belongs to.
#[derive(Clone, Debug)]
pub struct Ladder {
    id: String,
    label: String,
    players: Vec<Rung>,
    budget: Option<Budget>,
    memory_kib: Option<u32>,
}

impl Row {
    /// The ladder, and its matches.
    pub(super) fn matches(self) -> Result<(Ladder, Vec<Experiment>)> {
        let Self { id, label, game, players, against, budget, random_plies, memory_kib, games, priority } = self;
        check_games(&id, &game, games)?;
        ensure!(players.len() > 1, "{id}: a ladder has two players or more");
        let mut experiments = Vec::new();
        for (place, a) in players.iter().enumerate() {
            for (b, number) in players.iter().zip(0..).skip(place + 1).take(against.unwrap_or(players.len())) {
                let each = a.simulations.zip(b.simulations).map(|(a, b)| Budget::Each([a, b]));
                let Some(budget) = budget.or(each) else {
                    anyhow::bail!("{id}: neither a budget nor simulations of {} and {}", a.player, b.player)
                };
                let matchup = Matchup {
                    game: game.clone(),
                    a: a.player.clone(),
                    b: b.player.clone(),
                    budget,
                    random_plies,
                    openings: None,
                    net: None,
                    memory_kib,
                };
                let plain = Experiment::new(format!("{id}/{place}-{number}"), matchup.with_net(None)?, games);
                let ladder = Some((id.clone(), [place, number]));
                experiments.push(Experiment { priority, ladder, ..plain });
            }
        }
        Ok((Ladder { id, label, players, budget, memory_kib }, experiments))
    }
}

impl Ladder {
    /// Its matches among these, and the places of their players.
    pub(super) fn matches<'a>(
        &'a self,
        experiments: &'a [Experiment],
    ) -> impl Iterator<Item = (&'a Experiment, [usize; 2])> {
        let places = |one: &'a Experiment| Some((one, one.ladder.as_ref().filter(|own| own.0 == self.id)?.1));
        experiments.iter().filter_map(places)
    }

    /// Writes its table, the strongest first, from the games of the part's experiments.
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
        if let Some(budget) = self.budget {
            write!(out, "{budget} a move. ")?;
        }
        if let Some(kib) = self.memory_kib {
            write!(out, "{kib} KiB for each player. ")?;
        }
        let least = matches.iter().map(Match::games).min().unwrap_or(0);
        writeln!(out, "{least} games or more of each two who met.\n")?;
        let each = self.budget.is_none();
        let (head, line) = if each { (" simulations a move |", "---:|") } else { ("", "") };
        write!(out, "| player |{head} Elo | score | games | |\n|---|{line}---:|---:|---:|---|\n")?;
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        let elo = |player: usize| ratings[player].map_or(f64::NEG_INFINITY, |rating| rating.elo);
        order.sort_by(|&one, &other| elo(other).total_cmp(&elo(one)));
        for player in order {
            let Rung { player: name, simulations, remark } = &self.players[player];
            let (points, games) = points(player, &matches);
            let strength = match ratings[player] {
                Some(_) if player == reference => "0".to_owned(),
                Some(rating) => format!("{:+.0} ± {:.0}", rating.elo, rating.error),
                None => "not played".to_owned(),
            };
            let simulations = simulations.filter(|_| each).map_or(String::new(), |count| format!(" {count} |"));
            let score = if games > 0 { format!("{:.1} %", 100.0 * points / games as f64) } else { String::new() };
            writeln!(out, "| `{name}` |{simulations} {strength} | {score} | {games} | {remark} |")?;
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
        [defaults]
        game = "breakthrough"
        games = 4
        priority = 1
        [[ladder]]
        id = "l/each"
        label = "On a board"
        players = [
            { player = "ab(all)", simulations = 900, remark = "`best`" },
            { player = "mcts(ipp)", simulations = 30 },
            { player = "mcts()", simulations = 40 },
        ]
        memory_kib = 56
        [[ladder]]
        id = "l/next"
        label = "Next"
        budget = { cpu_ms = 5 }
        against = 1
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
            ("l/next/0-1", (Budget::CpuMs(5), None)),
            ("l/next/1-2", (Budget::CpuMs(5), None)),
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
        // 4.5 of 5 against each of two who are level: 400 log10(9) = 381.7. The information is
        // [[0.9, -0.45], [-0.45, 1.7]]: variances 1.2806 and 0.6780, times 340.48 their roots.
        let expected = "
### On a board

56 KiB for each player. 4 games or more of each two who met.

| player | simulations a move | Elo | score | games | |
|---|---:|---:|---:|---:|---|
| `ab(all)` | 900 | +382 ± 385 | 100.0 % | 8 | `best` |
| `mcts(ipp)` | 30 | +0 ± 280 | 25.0 % | 8 |  |
| `mcts()` | 40 | 0 | 25.0 % | 8 |  |

### Next

Not played.
";
        assert_eq!(out, expected);
    }

    #[test]
    fn what_is_missing_is_named() {
        let wrong = |from: &str, to: &str| format!("{:#}", part(&PART.replacen(from, to, 1)).unwrap_err());
        assert!(wrong(", simulations = 30", "").contains("l/each: neither a budget nor simulations of ab(all)"));
        assert!(wrong("games = 4", "games = 3").contains("l/each: every opening is played twice"));
        assert!(wrong("against = 1", "against = 1\nplayer = 1").contains("l/next"));
    }
}
