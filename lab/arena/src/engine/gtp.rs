//! Speaks GTP, the Go Text Protocol (<https://www.lysator.liu.se/~gunnar/gtp/>). The first player
//! is black.

use super::fault::{Broken, Fault};
use super::process::{Process, Until};
use super::protocol::{Answer, Line, Question, Talk, Thought, Time};
use super::spec::EngineSpec;
use std::time::{Duration, Instant};

/// How long to wait for the first answer. After this time, an empty line is sent to wake the
/// program.
const WAKE: Duration = Duration::from_secs(1);

/// A program that speaks GTP.
#[derive(Debug)]
pub struct Gtp {
    process: Process,
    /// The commands that the program lists.
    commands: Vec<String>,
    /// The number of moves that the program already knows.
    known: usize,
    /// The latest time settings that were sent to the program.
    settings: String,
}

/// The answer to a command, and when it came. `Err` has the text of a refusal.
type Reply = (Instant, Result<String, String>);

impl Gtp {
    /// Greets the program and reads the list of its commands.
    ///
    /// # Errors
    /// The program does not answer. The error contains the process, so that the caller can read its
    /// last output.
    pub fn greet(process: Process, until: Until<'_>) -> Result<Self, (Process, Broken)> {
        let mut gtp = Self { process, commands: Vec::new(), known: 0, settings: String::new() };
        match gtp.first_reply(until).and_then(|_| gtp.ask("list_commands", until)) {
            Ok((_, list)) => {
                gtp.commands = list.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
                Ok(gtp)
            }
            Err(broken) => Err((gtp.process, broken)),
        }
    }

    /// Sends the commands of the player text. Returns the first command that the program refuses,
    /// with its reason.
    ///
    /// # Errors
    /// The program does not answer.
    pub fn set_options(&mut self, spec: &EngineSpec, until: Until<'_>) -> Result<Option<(String, String)>, Broken> {
        for command in &spec.options {
            if let (_, Err(reason)) = self.ask(command, until)? {
                return Ok(Some((command.clone(), reason)));
            }
        }
        Ok(None)
    }

    /// Sends the first command and returns the answer. If a line arrives while Edax 4.6 starts,
    /// Edax may notice the line only when another line arrives. So this function sends an empty
    /// line, which has no meaning in GTP.
    fn first_reply(&mut self, until: Until<'_>) -> Result<Reply, Broken> {
        self.process.send("protocol_version")?;
        let soon = Until::after(WAKE, until.stop);
        match self.reply(soon) {
            Err(Broken::Fault(Fault::Silence)) => self.process.send("").and_then(|()| self.reply(until)),
            reply => reply,
        }
    }

    /// Sends a command and returns the answer.
    fn ask(&mut self, command: &str, until: Until<'_>) -> Result<Reply, Broken> {
        self.process.forget();
        self.process.send(command)?;
        self.reply(until)
    }

    /// Returns the next answer: the lines from `=` or `?` to an empty line.
    fn reply(&self, until: Until<'_>) -> Result<Reply, Broken> {
        let (came, first) = loop {
            let (came, line) = self.process.hear(until)?;
            if line.starts_with(['=', '?']) {
                break (came, line);
            }
        };
        let mut text = first[1..].trim().to_owned();
        loop {
            let line = self.process.hear(until)?.1;
            if line.is_empty() {
                break;
            }
            text.push('\n');
            text.push_str(&line);
        }
        Ok((came, if first.starts_with('=') { Ok(text) } else { Err(text) }))
    }

    /// True if the program has this command. Also true if the program did not list its commands.
    fn has(&self, command: &str) -> bool {
        self.commands.is_empty() || self.commands.iter().any(|known| known == command)
    }

    /// Tells the program the moves that it does not know.
    fn tell(&mut self, line: &Line, until: Until<'_>) -> Result<(), Broken> {
        while let Some((first, mv)) = line.moves.get(self.known) {
            if self.ask(&format!("play {} {mv}", colour(*first)), until)?.1.is_err() {
                return Err(Broken::Fault(Fault::BadAnswer));
            }
            self.known += 1;
        }
        Ok(())
    }

    /// Tells the program its time. If the program refuses, the game goes on, because the match
    /// measures the time itself.
    fn tell_time(&mut self, question: Question<'_>, until: Until<'_>) -> Result<(), Broken> {
        let kgs = !self.has("time_settings") && self.has("kgs-time_settings");
        let settings = match question.time {
            Time::Nodes(_) => return Ok(()),
            Time::Move(ms) if kgs => format!("kgs-time_settings byoyomi 0 {} 1", whole_seconds(ms)),
            Time::Move(ms) => format!("time_settings 0 {} 1", whole_seconds(ms)),
            Time::Clock([clock, _]) => {
                let seconds = clock.left_ms / 1000;
                let (verb, kind) = if kgs { ("kgs-time_settings", "absolute ") } else { ("time_settings", "") };
                format!("{verb} {kind}{seconds}{}", if kgs { "" } else { " 0 0" })
            }
        };
        let is_move = matches!(question.time, Time::Move(_));
        // The settings of a game clock are sent only at the start of the game. After that,
        // `time_left` tells the program its time.
        if settings != self.settings && (is_move || self.settings.is_empty()) {
            let _ = self.ask(&settings, until)?;
            self.settings = settings;
        }
        let left = match question.time {
            Time::Clock(clocks) => {
                let clock = clocks[usize::from(!question.first)];
                format!("{} {}", clock.left_ms / 1000, clock.moves_to_go.unwrap_or(0))
            }
            Time::Move(ms) => format!("{} 1", whole_seconds(ms)),
            Time::Nodes(_) => return Ok(()),
        };
        if self.has("time_left") {
            let _ = self.ask(&format!("time_left {} {left}", colour(question.first)), until)?;
        }
        Ok(())
    }
}

/// Returns the colour of the first or of the second player.
fn colour(first: bool) -> &'static str {
    if first { "black" } else { "white" }
}

/// Returns the time in seconds, rounded up, at least 1.
fn whole_seconds(ms: u64) -> u64 {
    ms.div_ceil(1000).max(1)
}

impl Talk for Gtp {
    fn new_game(&mut self, until: Until<'_>) -> Result<(), Broken> {
        self.known = 0;
        self.settings.clear();
        match self.ask("clear_board", until)? {
            (_, Ok(_)) => Ok(()),
            (_, Err(_)) => Err(Broken::Fault(Fault::BadAnswer)),
        }
    }

    fn think(&mut self, question: Question<'_>, until: Until<'_>) -> Result<Thought, Broken> {
        self.tell(question.line, until)?;
        self.tell_time(question, until)?;
        let (came, reply) = self.ask(&format!("genmove {}", colour(question.first)), until)?;
        self.known += 1;
        let answer = match reply.ok().filter(|text| !text.is_empty()) {
            Some(text) if text.eq_ignore_ascii_case("resign") => Answer::Resigns,
            Some(text) => Answer::Move(text),
            None => Answer::Nothing,
        };
        Ok(Thought { answer, came, nodes: 0 })
    }

    fn time_told(&self, time: Time) -> Option<Duration> {
        match time {
            Time::Move(ms) => Some(Duration::from_secs(whole_seconds(ms))),
            _ => None,
        }
    }

    fn process(self: Box<Self>) -> Process {
        self.process
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_whole_seconds() {
        assert_eq!([0, 1, 50, 1000, 1001].map(whole_seconds), [1, 1, 1, 1, 2]);
        assert_eq!([true, false].map(colour), ["black", "white"]);
    }
}
