//! Writes the cross tables of the report. Each cell shows two scores of the row's player against
//! the column's player: the score measured with imm and, below it, the paper's score.

use super::estimate::{ours, percent, without_score};
use super::matchup::{Cell, Experiment};
use super::record::Record;
use crate::stats::Estimate;
use anyhow::Result;
use std::fmt::Write as _;

/// Writes the cross tables that these experiments belong to, in the order of the experiments.
pub(super) fn tables(out: &mut String, experiments: &[Experiment], record: &Record) -> Result<()> {
    let mut names: Vec<&str> = cells(experiments).map(|(_, cell)| cell.table.as_str()).collect();
    names.dedup();
    names.into_iter().try_for_each(|name| table(out, name, experiments, record))
}

fn cells(experiments: &[Experiment]) -> impl Iterator<Item = (&Experiment, &Cell)> {
    experiments.iter().filter_map(|experiment| Some((experiment, experiment.matrix.as_ref()?)))
}

fn table(out: &mut String, name: &str, experiments: &[Experiment], record: &Record) -> Result<()> {
    let mut players: Vec<&str> = Vec::new();
    for (_, Cell { table, a, b }) in cells(experiments) {
        let new = [a, b].into_iter().filter(|_| table == name).map(String::as_str);
        new.for_each(|player| {
            if !players.contains(&player) {
                players.push(player)
            }
        });
    }
    write!(out, "\n**{name}**: score in percent of the row's player, ours and, below, the paper's\n\n|  |")?;
    players.iter().try_for_each(|player| write!(out, " {player} |"))?;
    write!(out, "\n|---|{}\n", "---|".repeat(players.len()))?;
    for row in &players {
        write!(out, "| **{row}** |")?;
        for column in &players {
            write!(out, " {} |", entry(name, [row, column], experiments, record))?;
        }
        out.push('\n');
    }
    Ok(())
}

/// Returns the text of one cell of a cross table.
fn entry(name: &str, [row, column]: [&str; 2], experiments: &[Experiment], record: &Record) -> String {
    let place = |a: &str, b: &str| {
        cells(experiments).find(|(_, cell)| cell.table == name && cell.a == a && cell.b == b).map(|(found, _)| found)
    };
    let (experiment, turned) = match (place(row, column), place(column, row)) {
        (Some(experiment), _) => (experiment, false),
        (None, Some(experiment)) => (experiment, true),
        (None, None) => return "-".to_owned(),
    };
    let text = |estimate: Option<Estimate>, none: &str| {
        let seen = estimate.map(|estimate| if turned { other_side(estimate) } else { estimate });
        seen.as_ref().map_or(none.to_owned(), percent)
    };
    let games = record.games(&experiment.matchup);
    format!("{}<br>{}", text(ours(experiment, games), without_score(games)), text(experiment.paper, "none"))
}

/// Returns the estimate from the opponent's point of view.
fn other_side(Estimate { score, ci95: [low, high] }: Estimate) -> Estimate {
    Estimate { score: 1.0 - score, ci95: [1.0 - high, 1.0 - low] }
}

#[cfg(test)]
mod tests {
    use super::super::data::part;
    use super::super::data::tests::{file, row};
    use super::super::record::tests::line;
    use super::*;

    #[test]
    fn each_half_of_a_table_is_the_other_turned_round() {
        let cell = |a| format!("paper_games = 1000\nmatrix = {{ table = \"T\", a = \"{a}\", b = \"plain\" }}");
        let played = row("t/1", "mcts(ipp)", &format!("paper = 70.0\n{}", cell("playing")));
        let text = file("Table 0", &[played, row("t/2", "mcts(im0.4)", &cell("minimax"))]);
        let mut record = Record::default();
        (0..20).for_each(|n| record.add(line("mcts(ipp)", 10, n, if n % 5 == 0 { 0 } else { 2 })));
        let mut out = String::new();
        tables(&mut out, &part(&text).unwrap().experiments, &record).unwrap();
        let expected = "
**T**: score in percent of the row's player, ours and, below, the paper's

|  | playing | plain | minimax |
|---|---|---|---|
| **playing** | - | 80.0 [57.1, 92.3]<br>70.0 [67.2, 72.8] | - |
| **plain** | 20.0 [7.7, 42.9]<br>30.0 [27.2, 32.8] | - | not played<br>none |
| **minimax** | - | not played<br>none | - |
";
        assert_eq!(out, expected);
    }
}
