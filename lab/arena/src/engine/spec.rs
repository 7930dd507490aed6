//! Reads the text of a player that is an external program: `uci:./engine -x ; Threads=1`.

use anyhow::{Context, Result, bail, ensure};
use std::fmt;

/// The protocol that a program speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// The Universal Game Interface.
    Ugi,
    /// UCI, the protocol of chess programs, also for variants of chess.
    Uci,
    /// The Go Text Protocol, version 2.
    Gtp,
}

impl Language {
    /// All protocols. For each protocol, the word at the beginning of a player text.
    const WORDS: [(&'static str, Self); 3] = [("ugi:", Self::Ugi), ("uci:", Self::Uci), ("gtp:", Self::Gtp)];
}

/// An external program, and the options or commands that it gets after the start.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EngineSpec {
    /// The protocol.
    pub language: Language,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// UGI and UCI: options, each `NAME=VALUE` or, for a button, `NAME`. GTP: commands. The program
    /// gets the options or commands in this order after the start.
    pub options: Vec<String>,
    /// The whole text of the player.
    pub text: String,
}

impl EngineSpec {
    /// Reads a player text. Returns `None` if the text does not begin with `ugi:`, `uci:` or
    /// `gtp:`.
    ///
    /// # Errors
    /// The command is missing, a quote is not closed, or an option has no name.
    pub fn read(text: &str) -> Result<Option<Self>> {
        let found = Language::WORDS.iter().find_map(|(word, language)| Some((language, text.strip_prefix(word)?)));
        let Some((&language, rest)) = found else { return Ok(None) };
        let open = || format!("player '{text}': a quote is not closed");
        let parts = parts(rest).with_context(open)?;
        let (command, options) = parts.split_first().with_context(open)?;
        let command = shlex::split(command).with_context(open)?;
        ensure!(
            command.first().is_some_and(|program| !program.is_empty()),
            "player '{text}': expected a command after {}",
            &text[..4]
        );
        let options: Vec<String> = options.iter().map(|option| option.trim().to_owned()).collect();
        if let Some(option) = options.iter().find(|option| option.is_empty() || option.starts_with('=')) {
            let form = if language == Language::Gtp { "a command of GTP" } else { "NAME=VALUE" };
            bail!("player '{text}': expected {form} after ;, not '{option}'");
        }
        Ok(Some(Self { language, command, options, text: text.to_owned() }))
    }

    /// True if `text` names an external program.
    #[must_use]
    pub fn is_named(text: &str) -> bool {
        Language::WORDS.iter().any(|(word, _)| text.starts_with(word))
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Returns the parts of a text between semicolons. A semicolon inside quotes or after a backslash
/// does not separate parts. Returns `None` if a quote is not closed.
fn parts(text: &str) -> Option<Vec<String>> {
    let (mut parts, mut quote, mut letters) = (vec![String::new()], None, text.chars());
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            (';', None) => {
                parts.push(String::new());
                continue;
            }
            ('\'' | '"', None) => quote = Some(letter),
            (_, Some(open)) if letter == open => quote = None,
            _ => {}
        }
        let part = parts.last_mut()?;
        part.push(letter);
        if letter == '\\' && quote != Some('\'') {
            part.extend(letters.next());
        }
    }
    quote.is_none().then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> EngineSpec {
        EngineSpec::read(text).unwrap().unwrap()
    }

    #[test]
    fn texts_are_read() {
        let spec = read("uci:./fairy-stockfish ; VariantPath=variants.ini ; Threads=1");
        assert_eq!((spec.language, spec.command), (Language::Uci, vec!["./fairy-stockfish".to_owned()]));
        assert_eq!(spec.options, ["VariantPath=variants.ini", "Threads=1"]);
        let spec = read(r#"gtp:"my dir/edax" -gtp -name 'a;b' c\;d;komi 7"#);
        assert_eq!(
            (spec.language, spec.command),
            (Language::Gtp, ["my dir/edax", "-gtp", "-name", "a;b", "c;d"].map(str::to_owned).to_vec())
        );
        assert_eq!(spec.options, ["komi 7"]);
        let spec = read("ugi:python3 engine.py");
        assert_eq!((spec.command.len(), spec.options.len(), spec.to_string()), (2, 0, "ugi:python3 engine.py".into()));
        assert_eq!(EngineSpec::read("mcts()").unwrap(), None);
        assert!(EngineSpec::is_named("gtp:x") && !EngineSpec::is_named("bfm()"));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |text: &str| EngineSpec::read(text).unwrap_err().to_string();
        assert_eq!(error("ugi: "), "player 'ugi: ': expected a command after ugi:");
        assert_eq!(error("uci:'' x"), "player 'uci:'' x': expected a command after uci:");
        assert_eq!(error("uci:'./x"), "player 'uci:'./x': a quote is not closed");
        assert_eq!(error("uci:./x ;; A=1"), "player 'uci:./x ;; A=1': expected NAME=VALUE after ;, not ''");
        assert_eq!(error("uci:./x ; =1"), "player 'uci:./x ; =1': expected NAME=VALUE after ;, not '=1'");
        assert_eq!(error("gtp:./x ;"), "player 'gtp:./x ;': expected a command of GTP after ;, not ''");
    }
}
