//! Finds the commands of programs on this machine: in champions.local.toml, and in the options
//! `--engine NAME=COMMAND`. No other part of the arena knows where a program is.

use super::data::Champions;
use crate::engine::spec::EngineSpec;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The commands of programs, by name.
pub type Commands = BTreeMap<String, String>;

/// Parses the value of an option `--engine NAME=COMMAND`.
pub(super) fn named(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').filter(|(name, command)| !name.is_empty() && !command.is_empty());
    let (name, command) = parts.ok_or("expected NAME=COMMAND, e.g. my-engine=\"uci:./engine\"")?;
    Ok((name.trim().to_owned(), command.trim().to_owned()))
}

/// Returns the path of the file with the commands of this machine, next to the description `data`.
#[must_use]
pub fn local_file(data: &Path) -> PathBuf {
    data.with_extension("local.toml")
}

/// Returns the commands of this machine: from the file `local`, or else from [`local_file`] if it
/// exists, and from `engines`. Options of the description are added at the end of each command.
///
/// # Errors
/// The file cannot be read, a name is unknown, or a command is wrong.
pub fn known(
    champions: &Champions,
    data: &Path,
    local: Option<&Path>,
    engines: &[(String, String)],
) -> Result<Commands> {
    let usual = local_file(data);
    let mut given = match local.or_else(|| usual.exists().then_some(&*usual)) {
        Some(file) => {
            let text = fs::read_to_string(file).with_context(|| format!("{}: cannot read", file.display()))?;
            toml::from_str::<Commands>(&text).with_context(|| file.display().to_string())?
        }
        None => Commands::new(),
    };
    given.extend(engines.iter().cloned());
    let resolved = |(name, command): (String, String)| {
        let command = with_options(champions, &name, command)?;
        Ok((name, command))
    };
    given.into_iter().map(resolved).collect()
}

/// Adds the options of the description at the end of a command, and returns the result. A program
/// uses the last value of an option, so the games use the settings that the report shows.
fn with_options(champions: &Champions, name: &str, command: String) -> Result<String> {
    let engine = champions.named(name)?;
    champions.check_command(engine, &command)?;
    let described = engine.command.as_deref().map(EngineSpec::read).transpose()?.flatten();
    let options = described.map_or_else(Vec::new, |spec| spec.options);
    Ok([vec![command], options].concat().join(" ; "))
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::FILE;
    use super::*;

    #[test]
    fn options_are_added_to_a_command() {
        let champions = Champions::parse(FILE).unwrap();
        let given = [("one", "uci:./one ; EvalFile=x"), ("two", "ugi:./two {depth}")];
        let given = given.map(|(name, command)| (name.to_owned(), command.to_owned()));
        let known = known(&champions, Path::new("no/champions.toml"), None, &given).unwrap();
        assert_eq!(known["one"], "uci:./one ; EvalFile=x ; Threads=1");
        assert_eq!(known["two"], "ugi:./two {depth}");
        assert_eq!(local_file(Path::new("a/champions.toml")), Path::new("a/champions.local.toml"));
    }

    #[test]
    fn an_option_has_a_name_and_a_command() {
        assert_eq!(named("x= uci:./x ; A=1").unwrap(), ("x".to_owned(), "uci:./x ; A=1".to_owned()));
        for wrong in ["x", "=uci:x", "x="] {
            assert_eq!(named(wrong).unwrap_err(), "expected NAME=COMMAND, e.g. my-engine=\"uci:./engine\"");
        }
    }
}
