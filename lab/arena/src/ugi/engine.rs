//! Carries out the commands for one game.

use super::command::{Command, Go, Problem, parse};
use super::input::{Input, LINE_MAX};
use super::options::Settings;
use super::record::Record;
use super::think::{Job, Plan, Signals, think};
use super::write::Output;
use crate::arena::Arena;
use crate::chance;
use crate::player::Block;
use crate::team::{Team, Together};
use anyhow::{Context, Result};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::process::exit;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// The time that a search gets to end after `quit`. The program does not wait longer, because a
/// callback of a custom game may never return.
const QUIT_TIME: Duration = Duration::from_millis(500);

/// The error of `go` in a position in which no player is to move.
const CHANCE: &str = "a chance event comes next; send its outcome as a move of position";

/// An event from another thread, sent to the thread that carries out the commands.
pub(super) enum Event {
    Input(Input),
    /// The search has ended. The text is the line `bestmove`.
    Thought(Result<String>),
}

/// Everything that stays when the user changes the game.
pub(super) struct Session {
    pub(super) settings: Settings,
    /// The settings from the command line. The list of options shows them as the default values.
    pub(super) initial: Settings,
    /// True if the latest greeting was `uci`.
    pub(super) uci: bool,
    pub(super) output: Output,
    pub(super) events: Receiver<Event>,
    /// Lines that came between `stop` and the end of the search. The engine reads them after the
    /// search.
    pub(super) waiting: RefCell<VecDeque<Input>>,
    pub(super) sender: Sender<Event>,
}

/// The reason why the engine of one game ends.
pub(super) enum End {
    Quit,
    /// The settings name another game.
    OtherGame,
}

/// What to do after a command.
enum Next {
    /// Read the next line.
    Line,
    /// Make the searches again, because the settings have changed.
    NewSettings,
    /// Make the searches, then carry out this command.
    Allocate(Command),
    End(End),
}

/// The engine of one game.
pub(super) struct Engine<'s, G> {
    session: &'s mut Session,
    record: Record<G>,
}

/// A team of searches, which is ready to search the current position of a game.
struct Ready<'t, 'm, G: Arena> {
    team: &'t mut Team<'m, G>,
    slots: usize,
    /// The number of the game, and how many of its moves the team has played.
    game: u64,
    played: usize,
    /// True if the results of several threads were merged at this position. The results cannot be
    /// merged again before a move is played.
    is_merged: bool,
}

impl<'s, G: Arena> Engine<'s, G> {
    pub(super) fn new(session: &'s mut Session, start: G) -> Self {
        Self { session, record: Record::new(start) }
    }

    /// Carries out all commands until the engine ends.
    ///
    /// # Errors
    /// Standard output cannot be written.
    pub(super) fn run(mut self) -> Result<End> {
        loop {
            let command = match self.serve(None, None)? {
                Next::End(end) => return Ok(end),
                Next::Allocate(command) => command,
                Next::Line | Next::NewSettings => continue,
            };
            match self.session.settings.allocate(self.record.start()) {
                Ok(mut block) => {
                    if let Next::End(end) = self.run_in(&mut block, command)? {
                        return Ok(end);
                    }
                }
                Err(error) => self.fail(&command, &error)?,
            }
        }
    }

    /// Carries out `command` and the following commands, with searches in this memory.
    fn run_in(&mut self, block: &mut Block, command: Command) -> Result<Next> {
        let mut command = Some(command);
        loop {
            let Settings { threads, seed, together, .. } = self.session.settings;
            let player = self.session.settings.player(self.record.start());
            let slots = block.tree_slots(threads, together == Together::Share, &player);
            let team = Team::new(block, threads, together, self.record.now(), &player, seed);
            let mut team = match team {
                Ok(team) => team,
                Err(error) => {
                    let command = command.take().unwrap_or(Command::NewGame);
                    self.fail(&command, &error)?;
                    return Ok(Next::NewSettings);
                }
            };
            let (game, played) = (self.record.number(), self.record.moves().len());
            let mut ready = Ready { team: &mut team, slots, game, played, is_merged: false };
            match self.serve(command.take(), Some(&mut ready))? {
                Next::Line => {}
                Next::Allocate(again) => command = Some(again),
                next => return Ok(next),
            }
        }
    }

    /// Reports that a command could not be carried out. Answers commands that need an answer.
    fn fail(&mut self, command: &Command, error: &anyhow::Error) -> Result<()> {
        let output = &self.session.output;
        match command {
            Command::IsReady => {
                output.error("isready", format_args!("{error:#}"))?;
                output.line("readyok")?;
            }
            Command::Go(_) => {
                output.error("go", format_args!("{error:#}"))?;
                output.line("bestmove (none)")?;
            }
            _ => output.error("position", format_args!("{error:#}"))?,
        }
        Ok(())
    }

    /// Carries out the command `first` and then the commands of the input, as long as the searches
    /// in `ready` can be used. Returns [`Next::Line`] if the searches must be made again in the
    /// same memory.
    fn serve(&mut self, mut first: Option<Command>, mut ready: Option<&mut Ready<'_, '_, G>>) -> Result<Next> {
        loop {
            let command = match first.take() {
                Some(command) => command,
                None => self.next_command()?,
            };
            match self.obey(command, ready.as_deref_mut())? {
                Next::Line => {}
                next => return Ok(next),
            }
            if ready.as_deref_mut().is_some_and(|ready| !follow(ready, &self.record)) {
                return Ok(Next::Line);
            }
        }
    }

    /// Waits for an event. If `with_waiting` is true, lines that came after a `stop` are returned
    /// first.
    fn next_event(&self, with_waiting: bool) -> Event {
        let Session { events, waiting, .. } = &*self.session;
        let line = if with_waiting { waiting.borrow_mut().pop_front() } else { None };
        line.map_or_else(|| events.recv().unwrap_or(Event::Input(Input::End)), Event::Input)
    }

    /// Waits for a command. Reports wrong lines.
    fn next_command(&self) -> Result<Command> {
        loop {
            if let Event::Input(input) = self.next_event(true)
                && let Some(command) = self.understand(&input, false)?
            {
                return Ok(command);
            }
        }
    }

    /// Returns the command of a line. Writes an error message if the line is wrong.
    fn understand(&self, input: &Input, thinking: bool) -> Result<Option<Command>> {
        let parsed = match input {
            Input::Line(line) => parse(line, thinking),
            Input::TooLong => Err(Problem::new("line", format!("longer than {LINE_MAX} bytes"))),
            Input::End => Ok(Some(Command::Quit)),
        };
        Ok(match parsed {
            Ok(command) => command,
            Err(problem) => {
                self.complain(&problem)?;
                None
            }
        })
    }

    fn complain(&self, problem: &Problem) -> io::Result<()> {
        self.session.output.error(&problem.place, &problem.what)
    }

    /// Carries out a command while no search runs.
    fn obey(&mut self, command: Command, ready: Option<&mut Ready<'_, '_, G>>) -> Result<Next> {
        match command {
            Command::IsReady if ready.is_none() => return Ok(Next::Allocate(command)),
            Command::Hello(uci) => self.greet(uci)?,
            Command::SetOption(name, value) => return self.set_option(&name, &value),
            Command::NewGame => self.record.restart(),
            Command::Position(setup) => {
                if let Err(problem) = self.record.set(&setup) {
                    self.complain(&problem)?;
                }
            }
            Command::Go(go) => return self.go(go, ready),
            Command::Stop | Command::PonderHit => {}
            Command::Quit => return Ok(Next::End(End::Quit)),
            Command::IsReady | Command::Query(_) | Command::Show => self.answer(&command)?,
        }
        Ok(Next::Line)
    }

    /// Carries out a command that is answered at once, even during a search.
    fn answer(&self, command: &Command) -> io::Result<()> {
        let output = &self.session.output;
        match command {
            Command::IsReady => output.line("readyok"),
            Command::Query(question) => output.line(format_args!("response {}", self.record.answer(*question))),
            Command::Show => output.line(self.record.show()),
            _ => Ok(()),
        }
    }

    fn greet(&mut self, uci: bool) -> io::Result<()> {
        self.session.uci = uci;
        let (version, options) = (env!("CARGO_PKG_VERSION"), self.session.initial.list());
        let end = if uci { "uciok" } else { "ugiok" };
        self.session.output.line(format_args!("id name imm {version}\nid author the imm authors\n{options}{end}"))
    }

    fn set_option(&mut self, name: &[u8], value: &[u8]) -> Result<Next> {
        let checked = self.session.settings.with(name, value).and_then(|(mut changed, name)| {
            changed.check_after(&self.session.settings, self.record.start()).map_err(|why| format!("{name}: {why}"))?;
            Ok(changed)
        });
        let changed = match checked {
            Ok(changed) => changed,
            Err(what) => {
                self.complain(&Problem::new("setoption", what))?;
                return Ok(Next::Line);
            }
        };
        let old = std::mem::replace(&mut self.session.settings, changed);
        let new = &self.session.settings;
        Ok(match () {
            () if new.game != old.game => Next::End(End::OtherGame),
            () if new.needs_new_search(&old) => Next::NewSettings,
            () => Next::Line,
        })
    }

    /// Searches. Returns when the search has ended.
    fn go(&mut self, go: Go, ready: Option<&mut Ready<'_, '_, G>>) -> Result<Next> {
        let root = self.record.now();
        let nothing_to_find = match root.outcome() {
            Some(_) => Some("the game is over"),
            None => chance::comes_next(root).then_some(CHANCE),
        };
        if let Some(why) = nothing_to_find {
            self.complain(&Problem::new("go", why))?;
            self.session.output.line("bestmove (none)")?;
            return Ok(Next::Line);
        }
        let plan = match Plan::new(&go, root.to_move(), self.session.settings.level_iterations()) {
            Ok(plan) => plan,
            Err(what) => {
                self.complain(&Problem::new("go", what))?;
                return Ok(Next::Line);
            }
        };
        let Some(ready) = ready.filter(|ready| !ready.is_merged) else {
            return Ok(Next::Allocate(Command::Go(go)));
        };
        ready.is_merged = ready.team.merges();
        let signals = Signals::default();
        let Settings { multipv, ponder: names_answer, .. } = self.session.settings;
        let Session { uci, output, sender, .. } = &*self.session;
        let job = Job { root, plan, signals: &signals, output, slots: ready.slots, multipv, names_answer, uci: *uci };
        let quits = thread::scope(|scope| {
            let team = &mut *ready.team;
            // Ignore an error: if nobody receives the result, the program is about to end.
            let thinker = scope.spawn(move || drop(sender.send(Event::Thought(think(team, &job)))));
            let quits = self.attend(&signals, thinker.thread());
            if !matches!(quits, Ok(false)) {
                signals.stop(thinker.thread());
                self.wait_for_end();
            }
            quits
        })?;
        Ok(if quits { Next::End(End::Quit) } else { Next::Line })
    }

    /// Carries out commands during a search, until the search has ended. Lines after a `stop` wait
    /// until the search has ended. Returns true if the engine must end.
    fn attend(&self, signals: &Signals, thinker: &thread::Thread) -> Result<bool> {
        let mut is_stopped = false;
        loop {
            let input = match self.next_event(!is_stopped) {
                Event::Thought(found) => return self.finish(found).map(|()| false),
                Event::Input(input) => input,
            };
            if is_stopped && input != Input::End {
                self.session.waiting.borrow_mut().push_back(input);
                continue;
            }
            match self.understand(&input, true)? {
                Some(Command::Quit) => return Ok(true),
                Some(Command::Stop) => {
                    signals.stop(thinker);
                    is_stopped = true;
                }
                Some(Command::PonderHit) => signals.end_ponder(thinker),
                Some(command) => self.answer(&command)?,
                None => {}
            }
        }
    }

    /// Writes the result of a search.
    fn finish(&self, found: Result<String>) -> Result<()> {
        let output = &self.session.output;
        match found {
            Ok(best) => output.line(best)?,
            Err(error) if error.is::<io::Error>() => return Err(error),
            Err(error) => {
                output.error("go", format_args!("{error:#}"))?;
                output.line("bestmove (none)")?;
            }
        }
        Ok(())
    }

    /// Waits for the end of a stopped search. If the search does not end soon, ends the program.
    fn wait_for_end(&self) {
        let last = Instant::now() + QUIT_TIME;
        loop {
            match self.session.events.recv_timeout(last.saturating_duration_since(Instant::now())) {
                Ok(Event::Thought(_)) => return,
                Ok(Event::Input(_)) => {}
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => exit(0),
            }
        }
    }
}

/// Plays the new moves of the game in the searches. Returns false if the searches belong to another
/// game.
fn follow<G: Arena>(ready: &mut Ready<'_, '_, G>, record: &Record<G>) -> bool {
    let new = record.moves().get(ready.played..).filter(|_| ready.game == record.number());
    let followed = new.context("another game").and_then(|moves| {
        for &mv in moves {
            anyhow::ensure!(ready.team.play(mv)?);
        }
        Ok(())
    });
    ready.is_merged &= ready.played == record.moves().len();
    ready.played = record.moves().len();
    followed.is_ok()
}
