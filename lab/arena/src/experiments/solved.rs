//! Writes the players' results on positions with a known game-theoretic value: how often each
//! player chooses a move that preserves this value.

use super::estimate::percent;
use crate::lines::records;
use crate::solve;
use crate::stats::Estimate;
use anyhow::Result;
use serde::Deserialize;
use std::fmt::Write as _;
use std::path::Path;

/// The results of all players on one set of solved positions.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solved {
    /// A description of the positions for the report.
    label: String,
    /// The name of the file with the output of `imm-arena solve --ms --json`, in the directory of
    /// the experiments.
    file: String,
    #[serde(skip)]
    reports: Vec<solve::Report>,
}

impl Solved {
    /// Reads the file with the results, which is in the same directory as the file `part`.
    pub(super) fn read_beside(&mut self, part: &Path) -> Result<()> {
        let file = part.with_file_name(&self.file);
        let lines = records::<solve::Report>(&file)?;
        self.reports = lines.map(|line| line.map(|(_, report)| report)).collect::<Result<_>>()?;
        Ok(())
    }

    /// Writes the table. Each row is a player, and each column is a time per move.
    pub(super) fn table(&self, out: &mut String) -> Result<()> {
        let (mut times, mut players): (Vec<u32>, Vec<&str>) = (Vec::new(), Vec::new());
        for solve::Report { player, ms, .. } in &self.reports {
            times.extend(ms.filter(|ms| !times.contains(ms)));
            if !players.contains(&player.as_str()) {
                players.push(player);
            }
        }
        times.sort_unstable();
        write!(out, "\n### {}\n\n", self.label)?;
        let Some(first) = self.reports.first() else { return Ok(writeln!(out, "Not played.")?) };
        writeln!(out, "A move drawn at random keeps the value in {:.1} %.\n", 100.0 * first.by_chance)?;
        write!(out, "| player |")?;
        times.iter().try_for_each(|ms| write!(out, " {ms} ms |"))?;
        write!(out, "\n|---|{}\n", "---|".repeat(times.len()))?;
        for player in players {
            write!(out, "| `{player}` |")?;
            for ms in &times {
                let found = self.reports.iter().find(|report| report.player == player && report.ms == Some(*ms));
                write!(out, " {} |", found.map_or("not played".to_owned(), share))?;
            }
            out.push('\n');
        }
        Ok(())
    }
}

fn share(report: &solve::Report) -> String {
    percent(&Estimate::of_share(report.right_moves as u64, report.positions as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_for_each_time() {
        let report = |player: &str, ms: u32, right: u32| {
            let text = format!(
                r#"{{"player":"{player}","iterations":null,"ms":{ms},"clock":"cpu","memory_mib":64,"positions":10,
                "by_chance":0.375,"solved":0,"unproven":10,"unproven_right_move":{right},"right_moves":{right},
                "wrong":[],"skipped":0,"signature":"0"}}"#
            );
            serde_json::from_str(&text).unwrap()
        };
        let reports = vec![report("ab()", 100, 10), report("ab()", 1, 8), report("bfm()", 1, 0)];
        let mut out = String::new();
        let solved = |reports| Solved { label: "Ten".to_owned(), file: String::new(), reports };
        solved(reports).table(&mut out).unwrap();
        // The expected intervals are the Wilson intervals for 8, 10 and 0 successes in 10 trials.
        let expected = "
### Ten

A move drawn at random keeps the value in 37.5 %.

| player | 1 ms | 100 ms |
|---|---|---|
| `ab()` | 80.0 [49.0, 94.3] | 100.0 [72.2, 100.0] |
| `bfm()` | 0.0 [0.0, 27.8] | not played |
";
        assert_eq!(out, expected);
        out.clear();
        solved(Vec::new()).table(&mut out).unwrap();
        assert_eq!(out, "\n### Ten\n\nNot played.\n");
    }
}
