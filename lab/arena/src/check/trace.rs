//! A file through which the child process of a check informs its parent. The content survives a
//! crash of the child. The parent reads the number of callbacks while the child runs, and the rest
//! after the child has ended.
//!
//! The child writes a note for each position, or with the option `--notes` before each callback.
//! The notes for callbacks double the time of a check.
//!
//! | bytes | content |
//! |---|---|
//! | 0 to 7 | the number of callbacks called, updated several times per second |
//! | 8 to 23 | [`Note`]: the callback, its move argument, games begun, moves of the line |
//! | 24 to [`TEXT`] | the line: 4 bytes per move |
//! | from [`TEXT`] | the result of the child, written at its end |

use super::platform::{PIECES_A_SECOND, parent, read_at, stdin_as_file, write_at};
use anyhow::{Context, Result, anyhow};
use imm::check::Callback;
use imm::game::Move;
use std::fs::{File, OpenOptions, remove_file};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

const NOTE: u64 = 8;
const LINE: u64 = 24;
/// The offset of the child's result in the file, in bytes.
const TEXT: u64 = 1 << 20;
/// The maximum number of moves in the stored line. Later moves of the line are not stored.
const LINE_MAX: usize = (TEXT - LINE) as usize / 4;

/// The value that marks a pass in a line of moves.
pub(super) const PASS: Move = Move::NONE;

/// A note about the last callback that was called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Note {
    pub callback: Callback,
    /// The move argument of the callback, or [`Move::NONE`].
    pub mv: Move,
    /// The number of games that the check began.
    pub games: u32,
    /// The number of moves of the line that leads to the position.
    plies: u32,
}

impl Note {
    /// The note that is written before the first callback.
    const NOTHING: Self = Self { callback: Callback::Game, mv: Move::NONE, games: 0, plies: 0 };

    fn bytes(self) -> [u8; 16] {
        let words = [self.callback.number().into(), self.mv.0, self.games, self.plies].map(u32::to_le_bytes);
        *words.as_flattened().first_chunk().unwrap_or(&[0; 16])
    }

    fn read(bytes: [u8; 16]) -> Self {
        let [callback, mv, games, plies] = [0, 4, 8, 12].map(|at| word(&bytes[at..at + 4]));
        let callback = u8::try_from(callback).ok().and_then(Callback::from_number).unwrap_or_default();
        Self { callback, mv: Move(mv), games, plies }
    }
}

fn word(bytes: &[u8]) -> u32 {
    bytes.first_chunk().map_or(0, |&bytes| u32::from_le_bytes(bytes))
}

/// The parent process's handle to the file, for reading what the child process has written.
#[derive(Debug)]
pub(super) struct Reader(File);

impl Reader {
    /// Creates a file without a name. The file disappears when both processes have ended.
    ///
    /// # Errors
    /// The folder for temporary files cannot be written to.
    pub(super) fn new() -> Result<Self> {
        static FILES: AtomicU64 = AtomicU64::new(0);
        let number = FILES.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("imm-check-{}-{number}", std::process::id()));
        let context = || format!("{}: cannot write", path.display());
        let _ = remove_file(&path); // a file of an earlier process with the same id
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path).with_context(context)?;
        remove_file(&path).with_context(context)?;
        Ok(Self(file))
    }

    /// Returns the file as the standard input of the child.
    ///
    /// # Errors
    /// Too many files are open.
    pub(super) fn for_child(&self) -> Result<Stdio> {
        Ok(self.0.try_clone()?.into())
    }

    /// Returns the number of callbacks called, according to the latest report of the child.
    pub(super) fn called(&self) -> u64 {
        let mut bytes = [0; 8];
        let _ = read_at(&self.0, &mut bytes, 0); // reading fails before the first report of the child
        u64::from_le_bytes(bytes)
    }

    /// Returns the latest note, and the moves that lead to the position of the note. Returns `None`
    /// before the first note.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(super) fn note(&self) -> Result<Option<(Note, Vec<Move>)>> {
        let mut bytes = [0; (LINE - NOTE) as usize];
        if self.0.metadata()?.len() < LINE {
            return Ok(None);
        }
        read_at(&self.0, &mut bytes, NOTE)?;
        let note = Note::read(bytes);
        let mut line = vec![0; 4 * LINE_MAX.min(note.plies as usize)];
        read_at(&self.0, &mut line, LINE)?;
        Ok(Some((note, line.chunks(4).map(|bytes| Move(word(bytes))).collect())))
    }

    /// Returns the result bytes that the child has written so far.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(super) fn text(&self) -> Result<Vec<u8>> {
        let mut text = vec![0; usize::try_from(self.0.metadata()?.len().saturating_sub(TEXT))?];
        read_at(&self.0, &mut text, TEXT)?;
        Ok(text)
    }
}

/// Writes the notes and the result of the child process to the file.
#[derive(Debug)]
pub(super) struct Writer {
    file: File,
    called: Arc<AtomicU64>,
    /// True if the child writes a note for each callback, not only for each position.
    notes_all: bool,
    noted: Note,
    line: Vec<Move>,
    /// The number of moves, from the start of `line`, that the file already contains.
    written: usize,
    /// The number of result bytes that are already written.
    said: u64,
}

impl Writer {
    /// Opens the file that the parent created. Starts a thread that regularly writes the number of
    /// callbacks called. If the parent ends, the thread also ends this process, because a game that
    /// hangs would never end.
    ///
    /// # Errors
    /// Standard input is not the file of the parent.
    pub(super) fn from_stdin(notes_all: bool) -> Result<Self> {
        let file = stdin_as_file()?;
        write_at(&file, &[0; 8], 0).map_err(|_| anyhow!("--child is only for the process that the check starts"))?;
        let (called, parent_at_start) = (Arc::new(AtomicU64::new(0)), parent());
        let (counter, own) = (Arc::clone(&called), file.try_clone()?);
        thread::spawn(move || {
            let mut told = 0;
            while parent() == parent_at_start {
                let called = counter.load(Ordering::Relaxed);
                if called != told {
                    let _ = write_at(&own, &called.to_le_bytes(), 0); // after a failure, the next report replaces this report
                    told = called;
                }
                thread::sleep(Duration::from_secs(1) / PIECES_A_SECOND);
            }
            std::process::abort();
        });
        let mut writer = Self { file, called, notes_all, noted: Note::NOTHING, line: Vec::new(), written: 0, said: 0 };
        writer.write(Note::NOTHING);
        Ok(writer)
    }

    /// Returns the moves that lead to the position.
    pub(super) fn line(&self) -> &[Move] {
        &self.line
    }

    /// Updates the line of moves with the function `change`, because the position has changed.
    pub(super) fn change_line(&mut self, change: impl FnOnce(&mut Vec<Move>)) {
        let before = self.line.len();
        change(&mut self.line);
        self.written = self.written.min(before).min(self.line.len());
    }

    /// Replaces the line of moves, because the position has changed.
    pub(super) fn set_line(&mut self, line: &[Move]) {
        let same = self.line.iter().zip(line).take_while(|(one, other)| one == other).count();
        self.line.truncate(same);
        self.written = self.written.min(same);
        self.line.extend_from_slice(&line[same..]);
    }

    /// Records that a callback is called next.
    pub(super) fn note(&mut self, callback: Callback, mv: Move, games: u32) {
        // Only this thread writes `called`.
        self.called.store(self.called.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
        if self.notes_all {
            self.write_new(Note { callback, mv, games, plies: 0 });
        }
    }

    /// Records that a position is checked next.
    pub(super) fn note_position(&mut self, games: u32) {
        self.write_new(Note { callback: Callback::Game, mv: Move::NONE, games, plies: 0 });
    }

    /// Writes a note with the current line of moves, unless the file already contains both.
    fn write_new(&mut self, note: Note) {
        let note = Note { plies: self.line.len().min(LINE_MAX) as u32, ..note };
        if note != self.noted || self.written < self.line.len() {
            self.write(note);
        }
    }

    fn write(&mut self, note: Note) {
        // A failed write is ignored, because the note is only needed if the game crashes.
        let _ = write_at(&self.file, &note.bytes(), NOTE);
        let new = self.line.get(self.written..note.plies as usize).unwrap_or_default();
        if !new.is_empty() {
            let bytes: Vec<u8> = new.iter().flat_map(|mv| mv.0.to_le_bytes()).collect();
            let _ = write_at(&self.file, &bytes, LINE + 4 * self.written as u64);
        }
        (self.noted, self.written) = (note, self.line.len());
    }

    /// Appends text to the result of the child.
    ///
    /// # Errors
    /// Writing fails, e.g. on a full disk.
    pub(super) fn say(&mut self, text: &[u8]) -> Result<()> {
        write_at(&self.file, text, TEXT + self.said)?;
        self.said += text.len() as u64;
        Ok(())
    }
}
