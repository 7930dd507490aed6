//! A sweep plays one match for each game, number of simulations and value of an option. In the
//! report, a table shows the sweep, with a column for each value. The figure has one chart for each
//! game.

use super::estimate::{ours, percent, without_score};
use super::matchup::{Budget, Experiment, Matchup, check_games, panels};
use super::record::Record;
use anyhow::{Result, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A sweep, as a data file describes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    id: String,
    /// Player A, with `{}` in place of the value.
    a: String,
    b: String,
    values: Vec<f64>,
    /// The names of the games, and their titles.
    titles: BTreeMap<String, String>,
    /// The numbers of simulations per move, each with the number of games of a match.
    budgets: Vec<(u64, u64)>,
    #[serde(default)]
    random_plies: u32,
    priority: u32,
}

impl Row {
    /// Returns the matches of the sweep, with few simulations first.
    pub(super) fn experiments(&self) -> Result<Vec<Experiment>> {
        let Self { id, a, values, titles, budgets, .. } = self;
        ensure!(a.contains("{}"), "{id}: no {{}} in the player, where the value is to stand");
        let mut matches = Vec::new();
        for &(simulations, games) in budgets {
            for (game, title) in titles {
                check_games(id, game, games)?;
                for &value in values {
                    let name = format!("{id}/{game}/{simulations}/{value}");
                    let found = Experiment::new(name, self.matchup(game, simulations, value).with_net(None)?, games);
                    let place = Experiment { panel: Some(title.clone()), x: Some(value), ..found };
                    let curve = Some(Budget::Simulations(simulations).to_string());
                    matches.push(Experiment { curve, priority: self.priority, ..place });
                }
            }
        }
        Ok(matches)
    }

    fn matchup(&self, game: &str, simulations: u64, value: f64) -> Matchup {
        Matchup {
            game: game.to_owned(),
            a: self.a.replace("{}", &value.to_string()),
            b: self.b.clone(),
            budget: Budget::Simulations(simulations),
            random_plies: self.random_plies,
            openings: None,
            net: None,
            memory_kib: None,
        }
    }
}

/// Writes the table of the sweep. Writes nothing if these experiments contain no sweep.
pub(super) fn table(out: &mut String, experiments: &[Experiment], record: &Record) -> Result<()> {
    let games = panels(experiments.iter().filter(|one| one.panel.is_some()));
    let Some(columns) = games.first().and_then(|(_, rows)| rows.first()).map(|(_, row)| row) else { return Ok(()) };
    write!(out, "\nScore against `{}` in percent:\n\n| game | budget, games |", columns[0].matchup.b)?;
    columns.iter().filter_map(|one| one.x).try_for_each(|value| write!(out, " {value} |"))?;
    write!(out, "\n|---|---|{}\n", "---|".repeat(columns.len()))?;
    for (game, rows) in &games {
        for (budget, row) in rows {
            let played = row.iter().map(|one| record.games(&one.matchup).tally().count()).min().unwrap_or(0);
            let [game, budget] = [game, budget].map(|name| name.unwrap_or_default());
            write!(out, "| {game} | {budget}, {played} |")?;
            for one in row {
                let found = record.games(&one.matchup);
                let text = ours(one, found).as_ref().map_or_else(|| without_score(found).to_owned(), percent);
                write!(out, " {text} |")?;
            }
            out.push('\n');
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::data::part;
    use super::super::record::tests::line;
    use super::*;

    const FILE: &str = r#"
        order = 1
        title = "Alpha"
        about = "Nothing."
        page = "switches"
        defaults = { priority = 9 }
        [[sweep]]
        id = "alpha"
        a = "mcts(im{})"
        b = "mcts()"
        values = [0.2, 0.4]
        titles = { breakthrough = "Breakthrough", kalah = "Kalah" }
        budgets = [[10, 20], [100, 10]]
    "#;

    #[test]
    fn each_value_of_each_game_and_budget_is_a_match() {
        let found = part(FILE).unwrap().experiments;
        let names: Vec<&str> = found.iter().map(|one| one.id.as_str()).collect();
        let first = ["alpha/breakthrough/10/0.2", "alpha/breakthrough/10/0.4", "alpha/kalah/10/0.2"];
        assert_eq!((names.len(), &names[..3]), (8, &first[..]));
        let last = &found[7];
        assert_eq!((last.matchup.a.as_str(), last.games, last.priority), ("mcts(im0.4)", 10, 9));
        assert_eq!(last.matchup.budget, Budget::Simulations(100));
        let error = part(&FILE.replace("im{}", "im")).err().unwrap().to_string();
        assert!(error.contains("alpha: no {} in the player"), "{error}");
    }

    #[test]
    fn the_table_has_a_column_for_each_value() {
        let mut record = Record::default();
        (0..20).for_each(|n| record.add(line("mcts(im0.4)", 10, n, if n % 5 == 0 { 0 } else { 2 })));
        let mut out = String::new();
        table(&mut out, &part(FILE).unwrap().experiments, &record).unwrap();
        let expected = "
Score against `mcts()` in percent:

| game | budget, games | 0.2 | 0.4 |
|---|---|---|---|
| Breakthrough | 10 simulations, 0 | not played | 80.0 [57.1, 92.3] |
| Breakthrough | 100 simulations, 0 | not played | not played |
| Kalah | 10 simulations, 0 | not played | not played |
| Kalah | 100 simulations, 0 | not played | not played |
";
        assert_eq!(out, expected);
    }
}
