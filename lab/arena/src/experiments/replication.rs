//! Writes docs/REPLICATION.md: the verdicts on all claims of the papers, in two pages. The text
//! comes from lab/experiments/replication.txt. Its marks in braces are replaced:
//!
//! - `{counts}`: the number of claims for each verdict.
//! - `{sure}`: for how many claims the whole interval of the difference is within 5 points, so that
//!   the scores are surely the same; and how many differences may be chance.
//! - `{lines}`: a table with a line for each table and figure of the papers.
//! - `{hours}`: the hours of processor time for all games that are compared with a paper's score.
//! - `{ID}`, such as `{table2/im}`: our score and the paper's score in one experiment.

use super::data::Part;
use super::estimate::{ours, percent};
use super::matchup::Experiment;
use super::record::Record;
use super::verdict::{SAME, Verdict, claims, difference, difference_text};
use anyhow::{Context, Result};
use std::collections::HashSet;
use std::fmt::Write as _;

/// Returns the page.
///
/// # Errors
/// The text has a mark that is not known, or a brace without its counterpart.
pub(super) fn page(text: &str, parts: &[Part], record: &Record) -> Result<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (mark, tail) = after.split_once('}').context("replication.txt: a '{' has no '}'")?;
        out.push_str(before);
        out.push_str(&replacement(mark, parts, record)?);
        rest = tail;
    }
    out.push_str(rest);
    Ok(out)
}

fn replacement(mark: &str, parts: &[Part], record: &Record) -> Result<String> {
    match mark {
        "counts" => Ok(counts(&deciding(parts), record)),
        "sure" => Ok(sure(&deciding(parts), record)),
        "lines" => lines(parts, record),
        "hours" => Ok(format!("{:.0}", hours(parts, record))),
        id => {
            let found = parts.iter().flat_map(|part| &part.experiments).find(|one| one.id == id);
            let experiment = found.with_context(|| format!("replication.txt: no experiment is called '{id}'"))?;
            Ok(scores(experiment, record))
        }
    }
}

/// Returns the experiments that decide the claims.
fn deciding(parts: &[Part]) -> Vec<&Experiment> {
    claims(parts).into_iter().map(|(one, _)| one).collect()
}

/// Returns our score, and the paper's score if there is one.
fn scores(experiment: &Experiment, record: &Record) -> String {
    let found = ours(experiment, record.games(&experiment.matchup));
    let own = found.as_ref().map_or("not played".to_owned(), percent);
    experiment.paper.map_or(own.clone(), |paper| format!("{own}, paper {:.1}", 100.0 * paper.score))
}

/// Returns the number of claims for each verdict: "12 same within 5 points, 3 different".
fn counts(deciding: &[&Experiment], record: &Record) -> String {
    let verdicts: Vec<_> = deciding.iter().filter_map(|one| Verdict::of(one, record)).collect();
    let count = |verdict: Verdict| verdicts.iter().filter(|one| **one == verdict).count();
    let texts = Verdict::ALL.into_iter().filter(|verdict| count(*verdict) > 0);
    texts.map(|verdict| format!("{} {}", count(verdict), verdict.text())).collect::<Vec<_>>().join(", ")
}

/// Returns how sure the verdicts are: "0 of 34 intervals lie within 5 points; 4 of 29 contain 0".
fn sure(deciding: &[&Experiment], record: &Record) -> String {
    let found = |verdict: Verdict| -> Vec<[f64; 3]> {
        let chosen = deciding.iter().filter(|one| Verdict::of(one, record) == Some(verdict));
        chosen
            .filter_map(|one| Some(difference(&ours(one, record.games(&one.matchup))?, one.paper.as_ref()?)))
            .collect()
    };
    let (same, different) = (found(Verdict::Same), found(Verdict::Different));
    let within = same.iter().filter(|[_, low, high]| *low >= -SAME && *high <= SAME).count();
    let chance = different.iter().filter(|[_, low, high]| *low <= 0.0 && *high >= 0.0).count();
    format!(
        "Of the {} same scores, {within} have an interval within 5 points. Of the {} different scores, {chance} have an \
         interval that contains 0, so chance may be the reason",
        same.len(),
        different.len()
    )
}

/// Returns the table with a line for each table and figure of the papers.
fn lines(parts: &[Part], record: &Record) -> Result<String> {
    let mut out = String::from("| | scores | verdicts | what differs, and why |\n|---|---:|---|---|\n");
    let claims = claims(parts);
    let mut seen = HashSet::new();
    for source in claims.iter().filter_map(|(_, main)| main.source.as_deref()).filter(|source| seen.insert(*source)) {
        let deciding: Vec<_> =
            claims.iter().filter(|(_, main)| main.source.as_deref() == Some(source)).map(|(one, _)| *one).collect();
        writeln!(
            out,
            "| {source} | {} | {} | {} |",
            deciding.len(),
            counts(&deciding, record),
            reasons(source, &deciding, record)
        )?;
    }
    Ok(out)
}

/// Lists the scores that are different, with the reasons. A score in the same direction is listed
/// only if there is a reason.
fn reasons(source: &str, deciding: &[&Experiment], record: &Record) -> String {
    let mut groups: Vec<(Option<&str>, Vec<String>)> = Vec::new();
    for experiment in deciding {
        let (label, why) = (short(experiment, source), experiment.why.as_deref());
        let found = ours(experiment, record.games(&experiment.matchup));
        let entry = match (Verdict::of(experiment, record), found, &experiment.paper) {
            (Some(Verdict::Different), Some(found), Some(paper)) => {
                format!("{label} {}", difference_text(&found, paper))
            }
            (Some(Verdict::Direction | Verdict::Untestable | Verdict::Unfinished), ..) if why.is_some() => {
                label.to_owned()
            }
            _ => continue,
        };
        match groups.iter_mut().find(|(reason, _)| *reason == why) {
            Some((_, entries)) => entries.push(entry),
            None => groups.push((why, vec![entry])),
        }
    }
    groups.sort_by_key(|(why, _)| why.is_none());
    let nothing_tested = deciding.iter().all(|one| one.untestable);
    let text = |(why, entries): (Option<&str>, Vec<String>)| match why {
        Some(why) if nothing_tested => format!("because {why}"),
        Some(why) => format!("{}: because {why}", entries.join("; ")),
        None => format!("not explained: {}", entries.join("; ")),
    };
    let texts: Vec<_> = groups.into_iter().map(text).collect();
    if texts.is_empty() { "-".to_owned() } else { texts.join(".<br>") }
}

/// Returns the label of an experiment without the name of the table or figure `source`.
fn short<'a>(experiment: &'a Experiment, source: &str) -> &'a str {
    let name = source.split_once(',').map_or(source, |(name, _)| name);
    let rest = experiment.label.strip_prefix(name).and_then(|label| label.strip_prefix(": "));
    rest.unwrap_or(&experiment.label)
}

/// Returns the hours of processor time for all games that are compared with a paper's score.
fn hours(parts: &[Part], record: &Record) -> f64 {
    let with_paper = parts.iter().flat_map(|part| &part.experiments).filter(|one| one.paper.is_some());
    let mut seen = HashSet::new();
    let once = with_paper.filter(|one| seen.insert(format!("{:?}", one.matchup)));
    let ms: u64 = once
        .flat_map(|one| record.games(&one.matchup).0.values())
        .flat_map(|line| line.spent)
        .map(|spent| spent.ms)
        .sum();
    ms as f64 / 3_600_000.0
}

#[cfg(test)]
mod tests {
    use super::super::data::part;
    use super::super::data::tests::{file, row};
    use super::super::record::tests::line;
    use super::*;

    #[test]
    fn the_marks_of_the_text_are_replaced() {
        let claim = |more: &str| format!("paper = 70.0\npaper_games = 1000\nsource = \"Table 1\"\n{more}");
        let rows = [
            row("t/plain", "mcts(ipp)", &claim("why = \"the program differs\"")),
            row("t/later", "mcts(im0.4)", &claim("repeats = \"t/plain\"\ndecides = true")),
            row("t/unplayed", "mcts(im0.3)", &claim("untestable = true\nwhy = \"nobody has the program\"")),
        ];
        let parts = [part(&file("Table 0", &rows)).unwrap()];
        let mut record = super::super::record::Record::default();
        for n in 0..20 {
            record.add(line("mcts(ipp)", 10, n, if n % 5 == 0 { 2 } else { 0 }));
            record.add(line("mcts(im0.4)", 10, n, if n % 5 == 0 { 0 } else { 2 }));
        }
        let text = page("{counts}: {t/plain}\n{lines}", &parts, &record).unwrap();
        let expected = "1 same direction, 1 cannot be tested: 20.0 [7.7, 42.9], paper 70.0\n\
            | | scores | verdicts | what differs, and why |\n|---|---:|---|---|\n\
            | Table 1 | 2 | 1 same direction, 1 cannot be tested | unplayed: because nobody has the program |\n";
        assert_eq!(text, expected);
        for (text, error) in [("{t/none}", "no experiment is called 't/none'"), ("{counts", "has no '}'")] {
            assert!(page(text, &parts, &record).unwrap_err().to_string().contains(error));
        }
    }
}
