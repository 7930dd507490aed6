//! Speaks UGI (<https://github.com/kz04px/cutegames/blob/master/ugi.md>) and UCI, which differ only
//! in a few words.

use super::fault::Broken;
use super::names::Dialect;
use super::process::{Process, Until};
use super::protocol::{Answer, Claim, Line, Question, Talk, Thought, Time};
use super::spec::{EngineSpec, Language};
use anyhow::{Result, ensure};
use std::fmt::Write as _;

/// The beginning of a line in which an engine of imm refuses a command.
pub const REFUSAL: &str = "info string error: ";

/// The option that selects a variant of chess, or another game.
const VARIANT: &str = "UCI_Variant";

/// A program that speaks UGI or UCI.
#[derive(Debug)]
pub struct Ugi {
    process: Process,
    language: Language,
    offers: Offers,
}

/// The options of a program.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Offers {
    names: Vec<String>,
    /// The values of the option `UCI_Variant` that the program lists.
    pub variants: Vec<String>,
    default_variant: String,
}

impl Offers {
    /// Adds the option that a line describes: `option name N type T default D var V var V`.
    fn add(&mut self, line: &str) {
        let Some(rest) = line.trim().strip_prefix("option name ") else { return };
        let name = rest.split(" type ").next().unwrap_or_default().trim();
        self.names.push(name.to_owned());
        if name.eq_ignore_ascii_case(VARIANT) {
            let mut values = rest.split(" var ").map(|value| value.trim().to_owned());
            let default = values.next().unwrap_or_default();
            self.default_variant = default.split(" default ").nth(1).unwrap_or_default().to_owned();
            self.variants = values.collect();
        }
    }

    /// Returns the value of the option `UCI_Variant` for the game called `game`, if it must be set.
    ///
    /// # Errors
    /// The program has variants, and the game is not among them.
    fn variant(&self, spec: &EngineSpec, dialect: Dialect, game: &str) -> Result<Option<String>> {
        if let Some(variant) = dialect.variant() {
            return Ok(self.has(VARIANT).then_some(variant));
        }
        let is_offered = self.variants.iter().any(|variant| variant == game);
        ensure!(
            game.is_empty() || self.variants.is_empty() || is_offered || self.default_variant == game,
            "player '{spec}': the program plays '{}', not '{game}'; its {VARIANT} may be {}",
            self.default_variant,
            self.variants.join(", ")
        );
        Ok(is_offered.then(|| game.to_owned()))
    }

    fn has(&self, name: &str) -> bool {
        self.names.iter().any(|offered| offered.eq_ignore_ascii_case(name))
    }

    /// Checks that the program has an option. If the program listed no options, every option is
    /// accepted.
    fn check(&self, spec: &EngineSpec, name: &str) -> Result<()> {
        ensure!(
            self.names.is_empty() || self.has(name),
            "player '{spec}': the program has no option '{name}'; it has {}",
            self.names.join(", ")
        );
        Ok(())
    }
}

impl Ugi {
    /// Greets the program and waits until it has listed its options.
    ///
    /// # Errors
    /// The program does not answer. The error contains the process, so that the caller can read its
    /// last output.
    pub fn greet(mut process: Process, language: Language, until: Until<'_>) -> Result<Self, (Process, Broken)> {
        let (word, ok) = if language == Language::Uci { ("uci", "uciok") } else { ("ugi", "ugiok") };
        let mut offers = Offers::default();
        let answer = process.send(word).and_then(|()| {
            loop {
                match process.hear(until)?.1.trim() {
                    line if line == ok => return Ok(()),
                    line => offers.add(line),
                }
            }
        });
        match answer {
            Ok(()) => Ok(Self { process, language, offers }),
            Err(broken) => Err((process, broken)),
        }
    }

    /// Returns the options of the program.
    #[must_use]
    pub fn offers(&self) -> &Offers {
        &self.offers
    }

    /// Checks the options of the player text. Returns the value of the option `UCI_Variant` for the
    /// game called `game`, if it must be set.
    ///
    /// # Errors
    /// The program does not have an option, or does not play the game.
    pub fn check_options(&self, spec: &EngineSpec, dialect: Dialect, game: &str) -> Result<Option<String>> {
        spec.options.iter().try_for_each(|option| self.offers.check(spec, named(option).0))?;
        // The user's option comes first: it may load the file with the variant.
        let is_chosen = spec.options.iter().any(|option| named(option).0.eq_ignore_ascii_case(VARIANT));
        if is_chosen { Ok(None) } else { self.offers.variant(spec, dialect, game) }
    }

    /// Sends the options of the player text, and selects the game if there is a `variant`. Returns
    /// the first line that refuses an option. Engines of imm send such lines.
    ///
    /// # Errors
    /// The program does not answer.
    pub fn set_options(
        &mut self,
        spec: &EngineSpec,
        variant: Option<String>,
        until: Until<'_>,
    ) -> Result<Option<String>, Broken> {
        for option in &spec.options {
            self.process.send(&match named(option) {
                (name, Some(value)) => format!("setoption name {name} value {value}"),
                (name, None) => format!("setoption name {name}"),
            })?;
        }
        if let Some(variant) = variant {
            self.process.send(&format!("setoption name {VARIANT} value {variant}"))?;
        }
        let mut refusal = None;
        self.ready(until, |line| {
            let refused = line.strip_prefix(REFUSAL).map(str::to_owned);
            refusal = refusal.take().or(refused);
        })?;
        Ok(refusal)
    }

    /// Waits for `readyok`. Calls `hear` with every other line.
    fn ready(&mut self, until: Until<'_>, mut hear: impl FnMut(&str)) -> Result<(), Broken> {
        self.process.send("isready")?;
        loop {
            match self.process.hear(until)?.1.trim() {
                "readyok" => return Ok(()),
                line => hear(line),
            }
        }
    }
}

/// Returns the name and the value of an option in a player text.
fn named(option: &str) -> (&str, Option<&str>) {
    option.split_once('=').map_or((option, None), |(name, value)| (name.trim(), Some(value.trim())))
}

impl Talk for Ugi {
    fn new_game(&mut self, until: Until<'_>) -> Result<(), Broken> {
        self.process.forget();
        self.process.send(if self.language == Language::Uci { "ucinewgame" } else { "uginewgame" })?;
        self.ready(until, |_| ())
    }

    fn think(&mut self, question: Question<'_>, until: Until<'_>) -> Result<Thought, Broken> {
        self.process.forget();
        self.process.send(&position(question.line))?;
        self.process.send(&go(question.time, question.first, self.language))?;
        let mut nodes = 0;
        loop {
            let (came, line) = self.process.hear(until)?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => nodes = nodes_of(words).unwrap_or(nodes),
                Some("bestmove") => {
                    let answer = match words.next() {
                        None | Some("(none)" | "none") => Answer::Nothing,
                        Some(word) => Answer::Move(word.to_owned()),
                    };
                    return Ok(Thought { answer, came, nodes });
                }
                _ => {}
            }
        }
    }

    fn result(&mut self, line: &Line, until: Until<'_>) -> Result<Option<Claim>, Broken> {
        if self.language == Language::Uci {
            return Ok(None);
        }
        self.process.forget();
        let mut answers = Vec::new();
        for question in [&*position(line), "query gameover", "query result"] {
            self.process.send(question)?;
        }
        self.ready(until, |line| answers.extend(line.strip_prefix("response ").map(|word| word.trim().to_owned())))?;
        Ok(match <[String; 2]>::try_from(answers) {
            Ok([over, result]) => Some(Claim { over: over == "true", result }),
            Err(_) => None,
        })
    }

    fn process(self: Box<Self>) -> Process {
        self.process
    }
}

/// Returns the command that sets up a position.
fn position(line: &Line) -> String {
    let mut text = line.setup.as_ref().map_or("position startpos".to_owned(), |fen| format!("position fen {fen}"));
    if !line.moves.is_empty() {
        text.push_str(" moves");
    }
    line.moves.iter().for_each(|(_, mv)| {
        text.push(' ');
        text.push_str(mv);
    });
    text
}

/// Returns the command that starts a search for the player to move. In UCI, white is the first
/// player.
fn go(time: Time, first: bool, language: Language) -> String {
    match time {
        Time::Nodes(nodes) => format!("go nodes {nodes}"),
        Time::Move(ms) => format!("go movetime {ms}"),
        Time::Clock(clocks) => {
            let [one, two] = if language == Language::Uci { ["w", "b"] } else { ["p1", "p2"] };
            let [a, b] = clocks;
            let mut text = format!("go {one}time {} {two}time {}", a.left_ms, b.left_ms);
            // Writing to a String cannot fail.
            let _ = write!(text, " {one}inc {} {two}inc {}", a.increment_ms, b.increment_ms);
            if let Some(moves) = if first { a } else { b }.moves_to_go {
                let _ = write!(text, " movestogo {moves}");
            }
            text
        }
    }
}

/// Returns the number after the word `nodes` of an `info` line.
fn nodes_of<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<u64> {
    loop {
        match words.next()? {
            "string" => return None,
            "nodes" => return words.next()?.parse().ok(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::protocol::Clock;
    use super::*;

    #[test]
    fn options_are_read_from_their_lines() {
        let mut offers = Offers::default();
        for line in [
            "option name Skill Level type spin default 20 min -20 max 20",
            "option name UCI_Variant type combo default chess var chess var flipello var 3check",
            "id name x",
        ] {
            offers.add(line);
        }
        assert_eq!(offers.names, ["Skill Level", "UCI_Variant"]);
        assert_eq!(offers.variants, ["chess", "flipello", "3check"]);
        assert!(offers.has("skill level") && !offers.has("Skill"));
        let spec = EngineSpec::read("ugi:x").unwrap().unwrap();
        let variant = |game| offers.variant(&spec, Dialect::Own, game);
        assert_eq!(variant("3check").unwrap().as_deref(), Some("3check"));
        assert_eq!(
            (variant("").unwrap(), offers.variant(&spec, Dialect::Flipello, "").unwrap().as_deref()),
            (None, Some("flipello"))
        );
        let error = variant("loa").unwrap_err().to_string();
        assert_eq!(
            error,
            "player 'ugi:x': the program plays 'chess', not 'loa'; its UCI_Variant may be chess, flipello, 3check"
        );
        let spec = EngineSpec::read("uci:x ; Skill=1").unwrap().unwrap();
        let error = offers.check(&spec, "Skill").unwrap_err().to_string();
        assert!(error.ends_with("the program has no option 'Skill'; it has Skill Level, UCI_Variant"), "{error}");
        assert!(Offers::default().check(&spec, "Skill").is_ok());
        assert_eq!(named("Skill Level = 3 x"), ("Skill Level", Some("3 x")));
        assert_eq!(named("Clear Hash"), ("Clear Hash", None));
    }

    #[test]
    fn commands_are_written() {
        let mut line = Line::default();
        assert_eq!(position(&line), "position startpos");
        line.moves = vec![(true, "a2a3".to_owned()), (false, "b4_x".to_owned())];
        assert_eq!(position(&line), "position startpos moves a2a3 b4_x");
        line.setup = Some("8/8 w".to_owned());
        assert_eq!(position(&line), "position fen 8/8 w moves a2a3 b4_x");
        let clock = |left_ms, moves_to_go| Clock { left_ms, increment_ms: 5, moves_to_go };
        let time = Time::Clock([clock(100, None), clock(200, Some(9))]);
        assert_eq!(go(time, true, Language::Ugi), "go p1time 100 p2time 200 p1inc 5 p2inc 5");
        assert_eq!(go(time, false, Language::Uci), "go wtime 100 btime 200 winc 5 binc 5 movestogo 9");
        assert_eq!(go(Time::Nodes(7), true, Language::Ugi), "go nodes 7");
        assert_eq!(go(Time::Move(8), true, Language::Uci), "go movetime 8");
    }

    #[test]
    fn nodes_are_read_from_info_lines() {
        let nodes = |line: &str| nodes_of(line.split_whitespace());
        assert_eq!(nodes("depth 3 score cp 1 nodes 512 nps 9"), Some(512));
        assert_eq!(nodes("string nodes 7"), None);
        assert_eq!(nodes("depth 3 nodes"), None);
    }
}
