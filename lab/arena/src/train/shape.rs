//! The shape of a net: its patterns, and the rows that each pattern selects.

use anyhow::{Context, Result, ensure};
use imm::net::Part;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The arguments that describe a net.
#[derive(clap::Args, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[command(next_help_heading = "The net")]
pub(super) struct NetShape {
    /// The length of a row of the table: 1 for a plain sum of weights, or 8, 16, ..., 64 for an
    /// accumulator.
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = width)]
    pub width: usize,
    /// Number of hidden neurons between the accumulator and the result.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = hidden)]
    pub hidden: usize,
    /// A file of patterns. A pattern is a group of features that the net evaluates together. Each
    /// line contains one pattern, written as the numbers of its features, or several patterns
    /// separated by /. Patterns on the same line share their weights. Default: each feature is a
    /// pattern.
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub patterns: Option<PathBuf>,
    /// The content of the pattern file.
    #[arg(skip)]
    #[serde(default)]
    pub patterns_text: String,
    /// The highest feature value that the net distinguishes. A higher value counts as this value.
    #[arg(long, value_name = "N", default_value_t = 63, value_parser = clap::value_parser!(u8).range(1..))]
    pub top: u8,
}

/// The shape of a net.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Shape {
    /// Features of a position.
    pub features: usize,
    /// Length of a row.
    pub width: usize,
    /// Number of hidden neurons between the accumulator and the result.
    pub hidden: usize,
    /// The patterns: for each pattern, the index of its first row, and its parts.
    pub patterns: Vec<(u32, Vec<Part>)>,
    /// Rows of the table.
    pub rows: usize,
}

/// The largest number of rows that a table may have.
const ROWS_MAX: u64 = 1 << 22;

impl Shape {
    /// The shape of a net for a game. `tops` contains the highest value of each feature.
    ///
    /// # Errors
    /// The patterns cannot be read, or they have too many rows.
    pub(super) fn new(net: &NetShape, tops: &[u8]) -> Result<Self> {
        let tops: Vec<u8> = tops.iter().map(|&top| top.min(net.top)).collect();
        let lines = if net.patterns_text.is_empty() {
            (0..tops.len()).map(|feature| vec![vec![feature]]).collect()
        } else {
            read_patterns(&net.patterns_text, tops.len())?
        };
        let (mut patterns, mut rows) = (Vec::new(), 0);
        for group in &lines {
            let first = u32::try_from(rows).context("too many rows")?;
            rows += lay_out(group, &tops, first, &mut patterns)?;
            ensure!(rows <= ROWS_MAX, "the patterns have more than {ROWS_MAX} rows: look at fewer features together");
        }
        let Some(rows) = usize::try_from(rows).ok().filter(|&rows| rows > 0) else { anyhow::bail!("no patterns") };
        Ok(Self { features: tops.len(), width: net.width, hidden: net.hidden, patterns, rows })
    }

    /// The rows that the patterns select for these features: one row for each pattern.
    pub(super) fn rows_of<'a>(&'a self, features: &'a [u8]) -> impl Iterator<Item = u32> + 'a {
        self.patterns.iter().map(|(row, parts)| {
            parts.iter().fold(*row, |row, part| {
                row + u32::from(features[usize::from(part.feature)].min(part.top)) * u32::from(part.step)
            })
        })
    }

    /// The number of rows that this pattern can select.
    pub(super) fn span(&self, pattern: usize) -> usize {
        self.patterns[pattern].1.iter().fold(1, |span, part| span + usize::from(part.top) * usize::from(part.step))
    }
}

fn width(text: &str) -> Result<usize, String> {
    let width = text.parse().map_err(|error| format!("{error}"))?;
    let fits = width == 1 || (8..=imm::net::WIDTH_MAX).contains(&width) && width % 8 == 0;
    if fits { Ok(width) } else { Err("expected 1, 8, 16, 24, ... 64".to_owned()) }
}

fn hidden(text: &str) -> Result<usize, String> {
    let hidden = text.parse().map_err(|error| format!("{error}"))?;
    if hidden <= imm::net::HIDDEN_MAX { Ok(hidden) } else { Err(format!("expected 0 to {}", imm::net::HIDDEN_MAX)) }
}

/// Adds the patterns of a group to `patterns`. The patterns of a group share a table. Returns the
/// number of rows of the table.
fn lay_out(group: &[Vec<usize>], tops: &[u8], first: u32, patterns: &mut Vec<(u32, Vec<Part>)>) -> Result<u64> {
    let length = group.first().map_or(0, Vec::len);
    ensure!(group.iter().all(|pattern| pattern.len() == length), "patterns that share a table are equally long");
    // Features at the same place in the patterns of a group have the same range in the table: from
    // 0 to the highest value of any of these features.
    let top_at = |place: usize| group.iter().map(|pattern| tops[pattern[place]]).max().unwrap_or(0);
    let (mut step, mut steps) = (1_u64, Vec::new());
    for place in 0..length {
        let fits =
            u16::try_from(step).context("a pattern has more than 65,535 rows: look at fewer features together")?;
        steps.push((top_at(place), fits));
        step *= u64::from(top_at(place)) + 1;
    }
    for pattern in group {
        let parts =
            pattern.iter().zip(&steps).map(|(&feature, &(top, step))| Part { feature: feature as u8, top, step });
        patterns.push((first, parts.collect()));
    }
    Ok(step)
}

/// Parses the patterns in `text`. Each line describes one table and contains the patterns that
/// share the table, separated by /.
fn read_patterns(text: &str, features: usize) -> Result<Vec<Vec<Vec<usize>>>> {
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let group = line.split('/').map(|pattern| read_pattern(pattern, features)).collect::<Result<Vec<_>>>();
        lines.push(group.with_context(|| format!("patterns, line {number}"))?);
    }
    ensure!(!lines.is_empty(), "the file has no patterns");
    Ok(lines)
}

fn read_pattern(text: &str, features: usize) -> Result<Vec<usize>> {
    let numbers = text.split_whitespace().map(|word| {
        let number: usize = word.parse().with_context(|| format!("'{word}' is not the number of a feature"))?;
        ensure!(number < features, "feature {number}: expected 0 to {}", features - 1);
        Ok(number)
    });
    let numbers = numbers.collect::<Result<Vec<_>>>()?;
    ensure!(!numbers.is_empty(), "a pattern without features");
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn net(patterns: &str) -> NetShape {
        NetShape { width: 1, hidden: 0, patterns: None, patterns_text: patterns.to_owned(), top: 63 }
    }

    #[test]
    fn by_default_each_feature_is_a_pattern() {
        let shape = Shape::new(&net(""), &[2, 0, 100]).unwrap();
        assert_eq!(shape.rows, 3 + 1 + 64);
        assert_eq!(shape.rows_of(&[1, 9, 200]).collect::<Vec<_>>(), [1, 3, 4 + 63]);
        assert_eq!((shape.span(0), shape.span(1), shape.span(2)), (3, 1, 64));
    }

    #[test]
    fn patterns_share_tables() {
        let shape = Shape::new(&net("0 1 / 2 1 # the edges\n\n2\n"), &[2, 1, 3]).unwrap();
        // The table of the first two patterns must have 4 * 2 rows, and the table of the third
        // pattern must have 4 rows.
        assert_eq!(shape.rows, 12);
        assert_eq!(shape.rows_of(&[2, 1, 3]).collect::<Vec<_>>(), [2 + 4, 3 + 4, 8 + 3]);
        assert_eq!(shape.span(0), 8);
    }

    #[test]
    fn bad_patterns_say_where() {
        let error = |text: &str| format!("{:#}", Shape::new(&net(text), &[2, 1, 3]).unwrap_err());
        assert!(error("0\n0 3").contains("line 2: feature 3: expected 0 to 2"));
        assert!(error("0 x").contains("line 1: 'x' is not the number of a feature"));
        assert!(error("0 / 1 2").contains("equally long"));
        assert!(error("0 //").contains("without features"));
        assert!(error("# nothing").contains("has no patterns"));
        assert!(error(&"2 ".repeat(20)).contains("look at fewer features"));
    }
}
