//! The command `experiments report`: writes the measured scores next to the scores of the papers.
//! lab/RESULTS.md explains the tables and lists the pages. lab/results has the pages.

use super::data::{Page, Part, Tournament};
use super::estimate::{ours, percent, without_score};
use super::matchup::{Experiment, MEMORY_MIB};
use super::matrix;
use super::record::{Games, Record};
use super::sweep;
use super::tournament::{Bracket, Pairing};
use super::verdict::{Verdict, difference_text};
use crate::contest::Scoring;
use anyhow::Result;
use std::fmt::Write as _;

/// Returns lab/RESULTS.md: an explanation of the tables, and a list of the pages and their parts.
///
/// # Errors
/// None in practice: writing to memory does not fail.
pub fn index(parts: &[Part], record: &Record) -> Result<String> {
    let mut out = String::from("# Results\n\n");
    introduction(&mut out, record)?;
    for page in Page::ALL {
        let [file, title] = page.names();
        write!(out, "\n## [{title}](results/{file}.md)\n\n")?;
        for part in parts.iter().filter(|part| part.page == page) {
            writeln!(out, "- [{}](results/{file}.md#{})", part.title, anchor(&part.title))?;
        }
    }
    Ok(out)
}

/// Returns the link to a heading, as GitHub makes it from the heading's text.
fn anchor(title: &str) -> String {
    let kept = title.to_lowercase().replace(' ', "-");
    kept.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_')).collect()
}

/// Returns a page of lab/results.
///
/// # Errors
/// None in practice: writing to memory does not fail.
pub fn page(page: Page, parts: &[Part], record: &Record) -> Result<String> {
    let mut out = format!(
        "# {}\n\n[How to read the tables](../RESULTS.md). Written by `imm-arena experiments report`.\n",
        page.names()[1]
    );
    parts.iter().filter(|part| part.page == page).try_for_each(|part| section(&mut out, part, record))?;
    Ok(out)
}

/// Returns the explanation and all parts in one text.
///
/// # Errors
/// None in practice: writing to memory does not fail.
pub fn markdown(parts: &[Part], record: &Record) -> Result<String> {
    let mut out = String::from("# Results\n\n");
    introduction(&mut out, record)?;
    parts.iter().try_for_each(|part| section(&mut out, part, record))?;
    Ok(out)
}

fn section(out: &mut String, part: &Part, record: &Record) -> Result<()> {
    write!(out, "\n## {}\n\n{}\n", part.title, part.about)?;
    if let Some(figure) = &part.figure {
        write!(out, "\n![{}](../figures/{})\n", figure.title, figure.file)?;
    }
    if !part.experiments.is_empty() {
        matrix::tables(out, &part.experiments, record)?;
        sweep::table(out, &part.experiments, record)?;
        table(out, &part.experiments, record)?;
    }
    part.ladders.iter().try_for_each(|ladder| ladder.table(out, &part.experiments, record))?;
    for tournament in &part.tournaments {
        bracket(out, tournament, record)?;
    }
    part.solved.iter().try_for_each(|solved| solved.table(out))?;
    if let Some(comparison) = &part.compared {
        write!(out, "{COMPARED}{}", comparison.text())?;
    }
    if !part.measured.is_empty() {
        out.push_str(MEASURED);
        part.measured.iter().for_each(|report| report.write(out));
    }
    Ok(())
}

/// The text above the table that compares how much work players need to solve positions.
const COMPARED: &str = "\n**Table IV**, by `imm-arena endgames compare tests/fixtures/loa_forced_wins*.jsonl --iterations 400000`: positions of Lines of Action that \
    the side to move wins by force, here 128 (28 from elsewhere and 100 made by imm), in the paper 488. The paper: 391 solved with \
    alpha-beta playouts and 388 without, and over the 373 that both solved 5 % more nodes and 20 % more time with them. It counts \
    the moves that are looked at when a leaf is reached again, 20,000,000 at most; here the simulations are counted, each of which \
    adds a node at most and looks at the moves of one leaf.\n\n";

/// The text above the table that measures the enhancements of alpha-beta.
const MEASURED: &str = "\n**What each enhancement is worth**, by `imm-arena bench --switches --json --depths N,M GAME`: fixed positions, each \
    searched from nothing to a fixed depth, with one switch after the other added to those before it. *Visited* are positions of the \
    search; *worse moves* are those that plain alpha-beta to the same depth values less than its own: safe enhancements (down to `asp`) \
    have none. *Branching* is the root of the positions visited for each position searched. `rps` spends depth otherwise, and `qs` \
    looks on from the leaves: at the same nominal depth they are more work, and see more. `look` makes each move once more to put \
    them in order, which the positions visited do not count.\n\n";

fn introduction(out: &mut String, record: &Record) -> Result<()> {
    write!(
        out,
        "These pages have the experiments of three papers and of imm itself. `imm-arena experiments report` writes them from \
         `lab/experiments`: the experiments as data (`*.toml`), and every game with its moves (`games/*.jsonl.gz`). \
         [REPLICATION.md](../docs/REPLICATION.md) sums up what imm reproduces.\n\n\
         - *ours*: the score of player A in percent, with its 95 % confidence interval by Wilson's formula. A pair of games has \
         one opening and swapped seats, and the variance is that of the pairs. In Kalah, as in the paper, only pairs that \
         one player wins count.\n\
         - *difference*: our score minus the paper's, in points, with its 95 % interval, and the verdict. *Same*: at most 5 \
         points. *Same direction*: more, but the same player is ahead. The interval of the paper's score is computed from \
         its number of games.\n\
         - *budget*: simulations (positions, for alpha-beta) a move, so that every machine plays the same games; or \
         milliseconds of the processor's time. The papers give each move 1 s or more. In 1 s the authors' program made \
         9,000 to 128,000 simulations in Breakthrough, 95,000 in Kalah, and 4,000 in Lines of Action with alpha-beta \
         playouts.\n\
         - *search*: the version of imm and the signature of its searches, by letter:",
    )?;
    let (games, legend) = (record.len(), legend(record));
    write!(
        out,
        "{legend}. To repeat a row with the search of today, use `imm-arena match` with its players and budget.\n\n\
         {games} games in the log. Each player has {MEMORY_MIB} MiB.\n"
    )?;
    Ok(())
}

/// Returns the versions of imm that played the games, each after its letter.
pub(crate) fn legend(record: &Record) -> String {
    let named = |(index, version)| format!(" {} {version}", letter(index));
    record.versions().iter().enumerate().map(named).collect::<Vec<_>>().join(",")
}

/// Returns the letter for a version in the tables.
fn letter(index: usize) -> char {
    char::from(b'a' + index.min(25) as u8)
}

/// Returns the letters of the versions that played these games.
pub(crate) fn searches(games: &Games, versions: &[String]) -> String {
    let played = |version: &String| games.0.values().any(|line| line.version == *version);
    versions.iter().enumerate().filter(|(_, version)| played(version)).map(|(index, _)| letter(index)).collect()
}

fn table(out: &mut String, experiments: &[Experiment], record: &Record) -> Result<()> {
    let rows: Vec<&Experiment> = experiments.iter().filter(|one| one.ladder.is_none() && one.panel.is_none()).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let versions = record.versions();
    out.push_str(
        "\n| row | players | paper | ours | difference | games | budget | search | remark |\n|---|---|---|---|---|---|---|---|---|\n",
    );
    for experiment in rows {
        let Experiment { label, matchup, paper, .. } = experiment;
        let games = record.games(matchup);
        let found = ours(experiment, games);
        writeln!(
            out,
            "| {label} | `{}`<br>`{}` | {} | {} | {} | {} | {} | {} | {} |",
            matchup.a,
            matchup.b,
            paper.as_ref().map_or("none".to_owned(), percent),
            found.as_ref().map_or_else(|| without_score(games).to_owned(), percent),
            compared(experiment, record),
            count(experiment, games),
            budget(experiment, games),
            searches(games, &versions),
            remark(experiment),
        )?;
    }
    Ok(())
}

/// Returns the difference from the paper's score, and the verdict.
fn compared(experiment: &Experiment, record: &Record) -> String {
    let Some(verdict) = Verdict::of(experiment, record) else { return String::new() };
    match (verdict, ours(experiment, record.games(&experiment.matchup)), &experiment.paper) {
        (Verdict::Untestable | Verdict::Unfinished, ..) | (_, None, _) | (_, _, None) => verdict.text().to_owned(),
        (_, Some(found), Some(paper)) => format!("{}: {}", difference_text(&found, paper), verdict.text()),
    }
}

/// Returns the reason for the difference, the evidence from outside this repository, and the
/// remark.
fn remark(experiment: &Experiment) -> String {
    let Experiment { why, evidence, remark, .. } = experiment;
    let because = why.as_ref().map(|why| format!("Because {why}."));
    let elsewhere = evidence.as_ref().map(|evidence| format!("Played outside this repository: {evidence}"));
    [because, elsewhere, remark.clone()].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Returns the number of games as text. If pairs are scored, the text also states the number of
/// decided pairs and the number of all pairs.
pub(crate) fn count(experiment: &Experiment, games: &Games) -> String {
    let tally = games.tally();
    match experiment.matchup.scoring() {
        Scoring::Games => tally.count().to_string(),
        Scoring::Pairs => {
            let [a, b] = tally.pairs.decided_pairs();
            format!("{} ({} of {} pairs decided)", tally.count(), a + b, tally.pairs.pairs())
        }
    }
}

/// The tolerance, as a fraction of an experiment's aim. If A's measured simulations per move differ
/// from the aim by more than this tolerance, the report shows the aim. The aim is the number of
/// simulations that a budget in milliseconds should allow.
const AIM_TOLERANCE: f64 = 0.25;

/// Returns the text for an experiment's budget. If the experiment has an aim and games were played,
/// the text also shows A's measured simulations per move. The text shows the aim if no game was
/// played, or if A's simulations differ from the aim by more than [`AIM_TOLERANCE`].
fn budget(experiment: &Experiment, games: &Games) -> String {
    let budget = experiment.matchup.budget;
    let Some(aim) = experiment.aim else { return budget.to_string() };
    let ([made, _], wanted) = (games.simulations_a_move(), aim as f64);
    if made <= 0.0 {
        format!("{budget}, for {aim} simulations")
    } else if (made - wanted).abs() > AIM_TOLERANCE * wanted {
        format!("{budget}: {made:.0} simulations, meant for {aim}")
    } else {
        format!("{budget}: {made:.0} simulations")
    }
}

fn bracket(out: &mut String, tournament: &Tournament, record: &Record) -> Result<()> {
    let Tournament { label, game, players, budget, games, paper, .. } = tournament;
    let name = |player: usize| players[player].0.as_str();
    let bracket = Bracket::of(tournament, *games, record);
    write!(out, "\n### {label}\n\n`{}`, {game}, {budget}, {games} games a match. ", players[0].1)?;
    match bracket.winner {
        Some(winner) => writeln!(out, "Winner: **{}**; the paper's: {paper}.", name(winner))?,
        None => writeln!(out, "Not finished; the paper's winner: {paper}.")?,
    }
    let finished = |round: &&Vec<Pairing>| round.iter().all(|pairing| pairing.finished);
    let rounds: Vec<_> = bracket.rounds.iter().filter(finished).collect();
    if !rounds.is_empty() {
        out.push_str("\n| round | matches |\n|---|---|\n");
    }
    for (index, round) in rounds.iter().enumerate() {
        let results = round.iter().map(|pairing| {
            let ([a, b], [a_wins, b_wins]) = (pairing.players.map(name), pairing.wins());
            if pairing.winner() == pairing.players[0] {
                format!("**{a}** {a_wins} - {b_wins} {b}")
            } else {
                format!("{a} {a_wins} - {b_wins} **{b}**")
            }
        });
        writeln!(out, "| {} | {} |", index + 1, results.collect::<Vec<_>>().join("; "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::{file, row};
    use super::super::data::{Part, part};
    use super::super::record::{Line, tests::line};
    use super::*;

    fn table() -> Part {
        let cup = r#"
            [[tournament]]
            id = "t/tournament"
            label = "All against all"
            player = "mcts(c{})"
            values = ["1", "2"]
            games = 2
            paper = "2"
        "#;
        let rows = [
            row("t/agrees", "mcts(ipp)", "paper = 70.0\npaper_games = 1000\nsource = \"T\"\nremark = \"As expected.\""),
            row(
                "t/disagrees",
                "mcts(im0.4)",
                "paper = 10.0\npaper_games = 1000\nsource = \"T\"\nwhy = \"the players are made up\"",
            ),
            row("t/later", "mcts(im0.4)", "budget = { cpu_ms = 40 }\naim = 3000"),
            cup.to_owned(),
        ];
        part(&file("Table 0", &rows)).unwrap()
    }

    fn record() -> Record {
        let mut record = Record::default();
        for n in 0..20 {
            record.add(line("mcts(ipp)", 10, n, if n % 5 == 0 { 0 } else { 2 }));
            record.add(line("mcts(im0.4)", 10, n, if n % 5 == 0 { 0 } else { 2 }));
        }
        let tournament = &table().tournaments[0];
        let matchup = Bracket::of(tournament, 2, &record).rounds[0][0].matchup.clone();
        (0..2).for_each(|n| record.add(Line { matchup: matchup.clone(), ..line("", 10, n, 0) }));
        record
    }

    #[test]
    fn a_known_log_makes_a_known_report() {
        // A scores 16 points in 20 games. Per game, 4 of the 10 pairs score 1/2 and 6 score 1. The
        // variance of a pair's score is 0.6 / 9, and the variance of the mean is 0.00667. The mean
        // of 0.16 / 0.00667 = 24 independent games would have the same variance. With t(9) = 2.262,
        // Wilson's interval is (0.8 + 0.1066 +- 0.2132) / 1.2132.
        let text = markdown(&[table()], &record()).unwrap();
        let (introduction, table) = text.split_once("\n## Table 0\n").unwrap();
        assert!(introduction.contains("42 games in the log"), "{introduction}");
        assert!(introduction.contains("by letter: a 0.0.0 0."), "{introduction}");
        let expected = "
Nothing.

| row | players | paper | ours | difference | games | budget | search | remark |
|---|---|---|---|---|---|---|---|---|
| agrees | `mcts(ipp)`<br>`mcts()` | 70.0 [67.2, 72.8] | 80.0 [57.1, 92.3] | +10.0 [-13.0, +22.6]: same direction | 20 | 10 simulations | a | As expected. |
| disagrees | `mcts(im0.4)`<br>`mcts()` | 10.0 [8.1, 11.9] | 80.0 [57.1, 92.3] | +70.0 [+47.1, +82.4]: different | 20 | 10 simulations | a | Because the players are made up. |
| later | `mcts(im0.4)`<br>`mcts()` | none | not played |  | 0 | 40 ms CPU, for 3000 simulations |  |  |

### All against all

`mcts(c1)`, breakthrough, 10 simulations, 2 games a match. Winner: **2**; the paper's: 2.

| round | matches |
|---|---|
| 1 | 1 0 - 2 **2** |
";
        assert_eq!(table, expected);
    }

    #[test]
    fn an_aim_that_is_missed_is_named() {
        let later = |aim| {
            let mut part = table();
            let mut experiment = part.experiments.remove(2);
            experiment.aim = aim;
            experiment
        };
        // Player A runs 100 simulations per move. The text must show the aim only if the aim
        // differs from 100 by more than 25 % of the aim.
        let mut games = Games::default();
        games.0.insert(0, line("", 10, 0, 2));
        for (aim, text) in [(80, ""), (79, ", meant for 79"), (133, ""), (134, ", meant for 134")] {
            assert_eq!(budget(&later(Some(aim)), &games), format!("40 ms CPU: 100 simulations{text}"));
        }
        assert_eq!(budget(&later(None), &games), "40 ms CPU");
        assert_eq!(budget(&later(Some(80)), &Games::default()), "40 ms CPU, for 80 simulations");
    }
}
