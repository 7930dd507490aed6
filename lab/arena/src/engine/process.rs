//! The process of an external program: its start, its lines, and its end.

use super::fault::{Broken, Fault};
use super::log::EngineLog;
use super::spec::EngineSpec;
use anyhow::{Context, Result};
use std::collections::{BTreeSet, VecDeque};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::{Duration, Instant};

/// The largest length of a line in bytes. If a line is longer, the rest of it is ignored.
const LINE_MAX: usize = 1 << 16;
/// The number of received lines that may wait to be read. A program that writes more lines has to
/// wait.
const LINES_WAITING: usize = 1 << 10;
/// The number of lines of standard error, and the length of each, that an error message shows.
const ERROR_LINES: (usize, usize) = (6, 200);
/// The time between two looks at the stop flag.
const LOOK: Duration = Duration::from_millis(50);
/// The time that a program gets to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);

/// The processes that run now. The id of a process is also the id of its group.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// When to stop waiting for an answer.
#[derive(Clone, Copy, Debug)]
pub struct Until<'a> {
    /// The time at which the wait ends.
    pub deadline: Instant,
    /// Set when the user stops the match.
    pub stop: &'a AtomicBool,
}

impl<'a> Until<'a> {
    /// Returns a limit that is reached `wait` after now.
    #[must_use]
    pub fn after(wait: Duration, stop: &'a AtomicBool) -> Self {
        let now = Instant::now();
        Self { deadline: now.checked_add(wait).unwrap_or(now + Duration::from_secs(1 << 30)), stop }
    }
}

/// A running program. It ends when this value is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    errors: Arc<Mutex<VecDeque<String>>>,
    error_reader: JoinHandle<()>,
    log: EngineLog,
}

impl Process {
    /// Starts the program.
    ///
    /// # Errors
    /// The program cannot be started, or the log cannot be written.
    pub fn start(spec: &EngineSpec, log: Option<&Path>) -> Result<Self> {
        let (program, arguments) = spec.command.split_first().context("no command")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // The program gets its own process group, so that Ctrl-C in the terminal does not reach it.
        // A match ends its programs itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().with_context(|| format!("player '{spec}': cannot start '{program}'"))?;
        running().insert(child.id());
        let log = EngineLog::new(log, program, child.id()).inspect_err(|_| end(&mut child))?;
        let (sender, lines) = sync_channel(LINES_WAITING);
        if let Some(output) = child.stdout.take() {
            let log = log.clone();
            spawn(move || read(output, |line| heard(&sender, &log, line)));
        }
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let (kept, error_log, output) = (errors.clone(), log.clone(), child.stderr.take());
        let error_reader = spawn(move || {
            output.into_iter().for_each(|output| read(output, |line| keep(&kept, &error_log, line)));
        });
        let input = child.stdin.take();
        Ok(Self { child, input, lines, errors, error_reader, log })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// The process has ended.
    pub fn send(&mut self, line: &str) -> Result<(), Broken> {
        self.log.write('>', line);
        let input = self.input.as_mut().ok_or(Broken::Fault(Fault::Crash))?;
        let sent = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        sent.map_err(|_| Broken::Fault(Fault::Crash))
    }

    /// Returns the next line and the time when it came.
    ///
    /// # Errors
    /// No line came in time, the process has ended, or the user stopped the match.
    pub fn hear(&self, until: Until<'_>) -> Result<(Instant, String), Broken> {
        loop {
            // A program that writes without end must not make the wait longer.
            let left = until.deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left.min(LOOK));
            match line {
                _ if until.stop.load(Ordering::Relaxed) => return Err(Broken::Stopped),
                Ok(line) if !left.is_zero() => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(Broken::Fault(Fault::Crash)),
                _ if left.is_zero() => return Err(Broken::Fault(Fault::Silence)),
                _ => {}
            }
        }
    }

    /// Discards the lines that the program has sent without being asked.
    pub fn forget(&self) {
        self.lines.try_iter().take(LINES_WAITING).for_each(drop);
    }

    /// Ends the process, and returns the last lines of its standard error.
    #[must_use]
    pub fn last_words(mut self) -> String {
        self.input = None;
        end(&mut self.child);
        let begun = Instant::now();
        while !self.error_reader.is_finished() && begun.elapsed() < FAREWELL {
            sleep(Duration::from_millis(5));
        }
        let lines = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().cloned().collect::<Vec<_>>().join(" | ")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.input.is_some() && self.send("quit").is_ok() {
            self.input = None;
            let begun = Instant::now();
            while matches!(self.child.try_wait(), Ok(None)) && begun.elapsed() < FAREWELL {
                self.forget();
                sleep(Duration::from_millis(5));
            }
        }
        end(&mut self.child);
    }
}

/// Ends all programs at once, before this process ends without dropping its values.
pub fn end_all() {
    running().iter().for_each(|&pid| kill_group(pid));
}

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the process and the processes that it started. Ignores errors, because the process may
/// already have ended.
fn end(child: &mut Child) {
    if running().remove(&child.id()) {
        kill_group(child.id());
        let _ = child.kill();
        let _ = child.wait();
    }
}

#[cfg(unix)]
fn kill_group(pid: u32) {
    if let Some(group) = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

/// Reads lines until the output ends or `take` returns false.
fn read(output: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut output = BufReader::new(output);
    while let Ok(Some(line)) = read_line(&mut output) {
        if !take(line) {
            return;
        }
    }
}

/// Returns the next line without its end, at most [`LINE_MAX`] bytes of it. Returns `None` at the
/// end of the output.
fn read_line(output: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if output.take(LINE_MAX as u64).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() == LINE_MAX && bytes.last() != Some(&b'\n') {
        output.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim_end().to_owned()))
}

fn heard(sender: &SyncSender<(Instant, String)>, log: &EngineLog, line: String) -> bool {
    let now = Instant::now();
    log.write('<', &line);
    sender.send((now, line)).is_ok()
}

fn keep(kept: &Mutex<VecDeque<String>>, log: &EngineLog, line: String) -> bool {
    log.write('!', &line);
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    kept.push_back(line.chars().take(ERROR_LINES.1).collect());
    if kept.len() > ERROR_LINES.0 {
        kept.pop_front();
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_the_next_line_is_whole() {
        let text = [b"one\r\n\n".to_vec(), vec![b'x'; LINE_MAX + 5], b"\nlast \xFF".to_vec()].concat();
        let mut lines = Vec::new();
        read(&text[..], |line| {
            lines.push(line);
            true
        });
        let lengths: Vec<usize> = lines.iter().map(String::len).collect();
        assert_eq!(lengths, [3, 0, LINE_MAX, 8]);
        assert_eq!((&*lines[0], &*lines[3]), ("one", "last \u{FFFD}"));
        // A line of exactly the largest length must not be cut, and the next line must not be lost.
        let text = [vec![b'x'; LINE_MAX - 1], b"\nnext".to_vec()].concat();
        let mut output = &text[..];
        assert_eq!(read_line(&mut output).unwrap().map(|line| line.len()), Some(LINE_MAX - 1));
        assert_eq!(read_line(&mut output).unwrap().as_deref(), Some("next"));
    }
}
