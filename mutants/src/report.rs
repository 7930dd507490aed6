//! What a campaign has found, for readers: a table in docs/TRUST.md, and all survivors in
//! mutants/SURVIVORS.md.

#[path = "../../tests/common/markers.rs"]
pub mod markers;

use crate::known::{self, Known};
use crate::list::Mutant;
use crate::results::{Fate, Fates};
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The part of the document.
const PART: &str = "mutants";
const HEAD: &str =
    "| part | mutants | compile | in constants | not run | equivalent | killed | survive | not reached | in part | score |
|---|---|---|---|---|---|---|---|---|---|---|
";
const SURVIVORS: &str = "# Mutants that survive

Changes of the source that no test of `imm-mutants` notices, and that are not known to be equivalent
(`equivalent.tsv`). Written by `imm-mutants report`; the reasons are those of `open.tsv`. *Not reached*: no
test runs the code. *In part*: some of the tests were left out so far, others may notice it.
";

/// How many mutants of a part met which fate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    all: usize,
    unviable: usize,
    constant: usize,
    unknown: usize,
    equivalent: usize,
    killed: usize,
    survived: usize,
    unreached: usize,
    /// Of the last two, those that were not yet run against all tests.
    in_part: usize,
}

impl Counts {
    fn add(&mut self, fate: Option<&Fate>, equivalent: bool) {
        self.all += 1;
        let in_part = matches!(fate, Some(Fate::Survived { whole: false, .. } | Fate::Unreached { whole: false }));
        self.in_part += usize::from(in_part && !equivalent);
        *match fate {
            Some(Fate::Unviable) => &mut self.unviable,
            Some(Fate::Constant) => &mut self.constant,
            None => &mut self.unknown,
            Some(Fate::Killed { .. }) => &mut self.killed,
            _ if equivalent => &mut self.equivalent,
            Some(Fate::Survived { .. }) => &mut self.survived,
            Some(Fate::Unreached { .. }) => &mut self.unreached,
        } += 1;
    }

    fn sum(self, other: &Self) -> Self {
        Self {
            all: self.all + other.all,
            unviable: self.unviable + other.unviable,
            constant: self.constant + other.constant,
            unknown: self.unknown + other.unknown,
            equivalent: self.equivalent + other.equivalent,
            killed: self.killed + other.killed,
            survived: self.survived + other.survived,
            unreached: self.unreached + other.unreached,
            in_part: self.in_part + other.in_part,
        }
    }

    /// Killed, of those that were run and are not equivalent.
    #[must_use]
    pub fn score(&self) -> String {
        let alive = self.survived + self.unreached;
        match self.killed + alive {
            0 => "-".to_owned(),
            run => format!("{:.1} %", self.killed as f64 * 100.0 / run as f64),
        }
    }

    fn row(&self, part: &str) -> String {
        format!(
            "| {part} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
            self.all,
            self.all - self.unviable,
            self.constant,
            self.unknown,
            self.equivalent,
            self.killed,
            self.survived,
            self.unreached,
            self.in_part,
            self.score()
        )
    }
}

/// The part of the source in which a file counts: its folder.
fn part(file: &str) -> String {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    if folder.starts_with("ffi") { "`ffi/src`".to_owned() } else { format!("`{folder}`") }
}

/// Writes both documents.
///
/// # Errors
/// A row of `equivalent` or `open` is about no mutant, or about one that a test has killed; a file
/// cannot be read or written.
pub fn write(root: &Path, mutants: &[Mutant], fates: &Fates, equivalent: &[Known], open: &[Known]) -> Result<Counts> {
    check(mutants, fates, equivalent, true)?;
    check(mutants, fates, open, false)?;
    let mut parts: BTreeMap<String, Counts> = BTreeMap::new();
    for mutant in mutants {
        let equal = known::of(equivalent, mutant).is_some();
        parts.entry(part(&mutant.file)).or_default().add(fates.get(&mutant.id), equal);
    }
    let total = parts.values().fold(Counts::default(), Counts::sum);
    let rows: String = parts.iter().map(|(part, counts)| counts.row(part)).collect();
    let path = root.join("docs/TRUST.md");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    fs::write(&path, markers::replaced(&text, PART, &format!("{HEAD}{rows}{}", total.row("all")))?)?;
    fs::write(root.join("mutants/SURVIVORS.md"), survivors(mutants, fates, equivalent, open))?;
    Ok(total)
}

/// A table says nothing of mutants that are not there; what is killed is not equivalent.
fn check(mutants: &[Mutant], fates: &Fates, table: &[Known], alive: bool) -> Result<()> {
    for known in table {
        let mut about = mutants.iter().filter(|mutant| known.matches(mutant)).peekable();
        ensure!(about.peek().is_some(), "no mutant is meant by {known:?}");
        let killed = about.find(|mutant| matches!(fates.get(&mutant.id), Some(Fate::Killed { .. })));
        if let Some(mutant) = killed.filter(|_| alive) {
            anyhow::bail!("{}:{} {} is killed, not equivalent", mutant.file, mutant.line, mutant.change);
        }
    }
    Ok(())
}

/// A row for each line of the source, with all its changes that met one fate.
fn survivors(mutants: &[Mutant], fates: &Fates, equivalent: &[Known], open: &[Known]) -> String {
    let cell = |text: &str| text.replace('|', "\\|");
    let mut text = SURVIVORS.to_owned();
    let mut file = "";
    let mut row: Option<(String, String, String)> = None;
    let end = |row: &mut Option<(String, String, String)>, text: &mut String| {
        if let Some((begin, changes, end)) = row.take() {
            let _ = writeln!(text, "{begin}{changes}{end}");
        }
    };
    for mutant in mutants {
        let Some(fate) = alive(fates.get(&mutant.id)).filter(|_| known::of(equivalent, mutant).is_none()) else {
            continue;
        };
        if file != mutant.file {
            end(&mut row, &mut text);
            file = &mutant.file;
            let _ = write!(text, "\n## {file}\n\n| function | line | changes | | reason |\n|---|---|---|---|---|\n");
        }
        let reason = known::of(open, mutant).map_or("", |known| &known.reason);
        let begin = format!("| `{}` | `` {} `` | ", cell(&mutant.function), cell(&mutant.line_text));
        let rest = format!(" | {fate} | {reason} |");
        let change = cell(&mutant.change.replace(&format!("replace {} -> ", mutant.function), "-> "));
        match &mut row {
            Some((old, changes, old_rest)) if *old == begin && *old_rest == rest => {
                let _ = write!(changes, "; {change}");
            }
            _ => {
                end(&mut row, &mut text);
                row = Some((begin, change, rest));
            }
        }
    }
    end(&mut row, &mut text);
    text
}

/// What is said of a mutant that is alive.
fn alive(fate: Option<&Fate>) -> Option<&'static str> {
    match fate? {
        Fate::Survived { whole: true, .. } => Some("survives"),
        Fate::Survived { .. } => Some("survives in part"),
        Fate::Unreached { whole: true } => Some("not reached"),
        Fate::Unreached { .. } => Some("not reached in part"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::Genre;
    use crate::results::Fate::{Constant, Killed, Survived, Unreached, Unviable};

    fn mutant(id: &str, file: &str, change: &str) -> Mutant {
        Mutant {
            id: id.to_owned(),
            file: file.to_owned(),
            function: "f".to_owned(),
            genre: Genre::BinaryOperator,
            replacement: String::new(),
            change: change.to_owned(),
            line_text: "a || b".to_owned(),
            line: 3,
            span: 0..1,
        }
    }

    fn mutants() -> Vec<Mutant> {
        let files = ["src/a.rs", "src/a.rs", "src/a.rs", "src/a.rs", "ffi/src/kinds/b.rs", "src/x/c.rs", "src/x/c.rs"];
        (0..).zip(files).map(|(n, file)| mutant(&n.to_string(), file, &format!("change {n}"))).collect()
    }

    fn fates() -> Fates {
        let killed = Killed { by: "t".to_owned(), how: "failed".to_owned() };
        let survived = Survived { tests: 1, whole: true };
        let fates =
            [killed.clone(), survived.clone(), survived, Unreached { whole: false }, killed, Unviable, Constant];
        (0..).zip(fates).map(|(n, fate): (u32, _)| (n.to_string(), fate)).collect()
    }

    fn table(rows: &str) -> Vec<Known> {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("t"), rows).unwrap();
        known::read(&folder.path().join("t")).unwrap()
    }

    #[test]
    fn the_documents_say_what_was_found() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["docs", "mutants"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let trust = folder.path().join("docs/TRUST.md");
        fs::write(&trust, "# A\n<!-- BEGIN mutants -->\n<!-- END mutants -->\n").unwrap();
        let equivalent = table("src/a.rs\tf\tchange 1\t*\tslower\n");
        let open = table("# a comment\nsrc/*\t*\tchange 3\ta |\tonly boards\n");
        let total = write(folder.path(), &mutants(), &fates(), &equivalent, &open).unwrap();
        assert_eq!(total.score(), "50.0 %");
        let text = fs::read_to_string(trust).unwrap();
        assert!(text.contains("\n| `src` | 4 | 4 | 0 | 0 | 1 | 1 | 1 | 1 | 1 | 33.3 % |\n"), "{text}");
        assert!(text.contains("\n| `ffi/src` | 1 | 1 | 0 | 0 | 0 | 1 | 0 | 0 | 0 | 100.0 % |\n"), "{text}");
        assert!(text.contains("\n| `src/x` | 2 | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | - |\n"), "{text}");
        let text = fs::read_to_string(folder.path().join("mutants/SURVIVORS.md")).unwrap();
        let rows: Vec<&str> = text.lines().filter(|line| line.contains("`f`")).collect();
        let row = |change: u32, rest: &str| format!("| `f` | `` a \\|\\| b `` | change {change} | {rest} |");
        assert_eq!(rows, [row(2, "survives | "), row(3, "not reached in part | only boards")]);
        // What one line has in common is said once.
        let text = survivors(&mutants()[1..3], &fates(), &[], &[]);
        assert!(text.contains("| change 1; change 2 | survives |  |\n"), "{text}");
    }

    #[test]
    fn tables_say_nothing_of_mutants_that_are_gone_or_killed() {
        for (rows, says) in
            [("src/b.rs\tf\t*\t*\tslower", "no mutant is meant"), ("ffi/*\tf\t*\t*\tslower", "is killed")]
        {
            let error = check(&mutants(), &fates(), &table(rows), true).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
        check(&mutants(), &fates(), &table("ffi/*\tf\t*\t*\tonly boards"), false).unwrap();
    }
}
