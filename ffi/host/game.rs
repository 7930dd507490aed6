//! A position of a game that consists of callbacks, in memory of its own: it can be cloned and sent
//! to other threads, as the built-in games' positions can.
//!
//! It is memory and no more. Whatever is asked or done goes to a [`CallbackGame`], made for the one
//! call, so that there is one place where callbacks are called.

use crate::internal::check::{bytes_for, with_guards};
use crate::internal::game_kinds::callback_game::{CallbackGame, Callbacks};
use crate::types::*;
use kernel::base::bytes::{ByteReader, ByteWriter, InvalidBytes};
use kernel::base::text::{ParseError, Text};
use kernel::check::GameUnderTest;
use kernel::game::knowledge::{Evaluator, Knowledge};
use kernel::game::notation::Notation;
use kernel::game::snapshot::Snapshot;
use kernel::game::value::Value;
use kernel::game::{Fault, Game, Move, MoveList};
use kernel::{game_methods, knowledge_methods};
use std::boxed::Box;
use std::sync::OnceLock;
use std::vec;
use std::vec::Vec;

/// Bytes with the alignment that callbacks are promised.
#[derive(Clone, Copy, Default)]
#[repr(C, align(16))]
struct Chunk([u8; IMM_ALIGN]);

fn chunks(bytes: usize) -> Vec<Chunk> {
    vec![Chunk::default(); bytes.div_ceil(IMM_ALIGN)]
}

/// A position of a game that was loaded.
#[derive(Clone)]
pub struct PluginGame {
    callbacks: &'static Callbacks,
    position: Vec<Chunk>,
    /// `undo_size` bytes for each move that may still be taken back, and for two more.
    undo: Vec<Chunk>,
    /// Moves made that may still be taken back.
    made: usize,
    /// The first promise that the game has broken.
    fault: OnceLock<Fault>,
}

impl PartialEq for PluginGame {
    /// Of one game, and the same bytes.
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.callbacks, other.callbacks) && self.bytes() == other.bytes()
    }
}

// SAFETY: the only pointers are those of the imm_game, which imm.h allows to be used by several
// threads.
unsafe impl Send for PluginGame {}
// SAFETY: as above; what is behind `&self` is written by nobody but through `OnceLock`, because
// callbacks that ask have a pointer to const.
unsafe impl Sync for PluginGame {}

/// The word that begins a position which is given by moves.
const MOVES: &str = "moves";

/// A game that was loaded. Until you ask it something, `imm_plugin()` is its only function that was
/// called.
#[derive(Clone, Copy)]
pub struct LoadedGame {
    callbacks: &'static Callbacks,
}

impl LoadedGame {
    /// `None` if a callback or a size is missing, or a size is too large.
    pub(super) fn new(game: &imm_game) -> Option<Self> {
        Some(Self { callbacks: Box::leak(Box::new(Callbacks::of(game)?)) })
    }

    /// The starting position.
    pub(super) fn start(self) -> PluginGame {
        let Self { callbacks } = self;
        let position = chunks(callbacks.description().position_size as usize);
        let mut start = PluginGame { callbacks, position, undo: Vec::new(), made: 0, fault: OnceLock::new() };
        start.change(CallbackGame::restart);
        start
    }

    /// Calls `ask` with the game as imm_check_game() has it: at its starting position, and with
    /// guards around all that callbacks may write to.
    ///
    /// # Errors
    /// The status of imm_check_game().
    pub fn with_guards<R>(self, ask: impl FnOnce(&mut dyn GameUnderTest) -> R) -> Result<R, imm_status> {
        let game = self.callbacks.description();
        let mut block = chunks(bytes_for(game)?);
        let size = block.len().saturating_mul(IMM_ALIGN);
        // SAFETY: the block is aligned, exclusively ours and of this size; the description is that
        // of a game.
        unsafe { with_guards(game, (block.as_mut_ptr().cast(), size), ask) }
    }
}

impl PluginGame {
    /// The game's description, as the library gave it.
    #[must_use]
    pub fn description(&self) -> &'static imm_game {
        self.callbacks.description()
    }

    /// A promise that the game breaks when it is asked who is to move and whether it is over.
    pub(super) fn first_fault(&self) -> Option<Fault> {
        if self.outcome().is_none() {
            let mut room = vec![Move::NONE; self.max_moves()];
            self.legal_moves(&mut MoveList::new(&mut room));
        }
        self.to_move();
        self.fault()
    }

    /// Asks the game something.
    #[inline]
    fn ask<T>(&self, question: impl FnOnce(&CallbackGame) -> T) -> T {
        let position = self.position.as_ptr().cast_mut().cast();
        let undo = self.undo.as_ptr().cast_mut().cast();
        let fault = self.fault.get().copied();
        // SAFETY: both are aligned; a question writes to neither.
        let game = unsafe { CallbackGame::resumed(self.callbacks, position, undo, self.levels(), self.made, fault) };
        let answer = question(&game);
        self.note(&game);
        answer
    }

    /// Lets the game change the position.
    #[inline]
    fn change<T>(&mut self, change: impl FnOnce(&mut CallbackGame) -> T) -> T {
        self.reserve();
        let (position, undo) = (self.position.as_mut_ptr().cast(), self.undo.as_mut_ptr().cast());
        let (levels, fault) = (self.levels(), self.fault.get().copied());
        // SAFETY: both are aligned, exclusively ours, and of these sizes.
        let mut game = unsafe { CallbackGame::resumed(self.callbacks, position, undo, levels, self.made, fault) };
        let answer = change(&mut game);
        self.made = game.made();
        self.note(&game);
        answer
    }

    #[inline]
    fn note(&self, game: &CallbackGame) {
        if let Some(fault) = game.fault() {
            // The first one stays.
            let _ = self.fault.set(fault);
        }
    }

    /// Levels of undo that there is room for; of a game that needs no bytes for them, any number.
    #[inline]
    fn levels(&self) -> usize {
        self.undo.len().saturating_mul(IMM_ALIGN).checked_div(self.callbacks.undo_stride()).unwrap_or(usize::MAX)
    }

    /// Room for two more moves: one that is made, and one that is tried after it.
    #[inline]
    fn reserve(&mut self) {
        let levels = self.made.saturating_add(2);
        if self.levels() < levels {
            let bytes = levels.saturating_mul(2).saturating_mul(self.callbacks.undo_stride());
            self.undo.resize(bytes.div_ceil(IMM_ALIGN), Chunk::default());
        }
    }

    fn bytes(&self) -> &[u8] {
        let size = self.description().position_size as usize;
        // SAFETY: `position` holds these bytes, and any content is fine for a byte.
        unsafe { core::slice::from_raw_parts(self.position.as_ptr().cast(), size) }
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        let size = self.description().position_size as usize;
        // SAFETY: as above, and exclusively ours.
        unsafe { core::slice::from_raw_parts_mut(self.position.as_mut_ptr().cast(), size) }
    }

    /// Plays the moves in `text`, which begins `offset` bytes behind the begin of the whole text.
    fn play_text(&mut self, text: &str, offset: usize) -> Result<(), ParseError> {
        let mut room = vec![Move::NONE; self.max_moves()];
        let mut rest = text;
        loop {
            rest = rest.trim_start();
            let position = offset.saturating_add(text.len().saturating_sub(rest.len()));
            let (word, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            if word.is_empty() {
                return Ok(());
            }
            let mv = self.read_move(word, &mut MoveList::new(&mut room));
            self.play(mv.ok_or(ParseError { position: Some(position), expected: "a legal move" })?);
            rest = behind;
        }
    }
}

/// Methods that a [`CallbackGame`] answers.
macro_rules! forward {
    ($($(#[$attribute:meta])* fn $name:ident $arguments:tt $(-> $answer:ty)?;)*) => {
        $(forward!(@one $name, $arguments, $($answer)?);)*
    };
    (@one $name:ident, (&$this:ident $(, $argument:ident: $type:ty)*), $($answer:ty)?) => {
        #[inline]
        fn $name(&$this $(, $argument: $type)*) $(-> $answer)? {
            $this.ask(|game| game.$name($($argument),*))
        }
    };
    (@one $name:ident, (&mut $this:ident $(, $argument:ident: $type:ty)*), $($answer:ty)?) => {
        #[inline]
        fn $name(&mut $this $(, $argument: $type)*) $(-> $answer)? {
            $this.change(|game| game.$name($($argument),*))
        }
    };
}

// A method that is not handed on would be answered by a default, and nothing would fail.
#[deny(clippy::missing_trait_methods)]
impl Game for PluginGame {
    type Undo = ();

    fn copy_from(&mut self, other: &Self) {
        self.bytes_mut().copy_from_slice(other.bytes());
        self.made = 0;
        self.fault = other.fault.clone();
    }

    fn fault(&self) -> Option<Fault> {
        self.fault.get().copied()
    }

    fn clear_fault(&mut self) {
        self.fault = OnceLock::new();
    }

    game_methods!(forward);
    forward! {
        fn make(&mut self, mv: Move);
        fn unmake(&mut self, mv: Move, undo: ());
        fn play(&mut self, mv: Move);
    }
}

/// The bytes that its callbacks work on.
impl Snapshot for PluginGame {
    fn shape(&self) -> u32 {
        0
    }

    fn bytes_max(&self) -> usize {
        self.bytes().len()
    }

    fn write_bytes(&self, out: &mut ByteWriter<'_>) {
        out.put(self.bytes());
    }

    fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes> {
        let bytes = from.take(self.bytes_max())?;
        self.bytes_mut().copy_from_slice(bytes);
        self.made = 0;
        Ok(())
    }
}

#[deny(clippy::missing_trait_methods)]
impl Knowledge for PluginGame {
    fn squash(evaluator: Evaluator, points: i32) -> Value {
        CallbackGame::squash(evaluator, points)
    }

    knowledge_methods!(forward);
    forward! {
        fn points(&self, evaluator: Evaluator) -> i32;
        fn each_transition(&self, moves: &[Move], visit: impl FnMut(Move, Option<u8>));
    }
}

#[deny(clippy::missing_trait_methods)]
impl Notation for PluginGame {
    /// The bytes, two hexadecimal digits each.
    fn write_position(&self, out: &mut Text<'_>) {
        let digit = |half: u8| char::from_digit(u32::from(half), 16).map_or(b'?', |digit| digit as u8);
        for byte in self.bytes() {
            out.push(digit(byte >> 4));
            out.push(digit(byte & 15));
        }
    }

    /// As it is written; or the word `moves`, and the moves that lead there from the start.
    fn read_position(&mut self, text: &str) -> Result<(), ParseError> {
        let mut read = self.clone();
        read.clear_fault();
        match text.strip_prefix(MOVES) {
            Some(moves) => {
                read.change(CallbackGame::restart);
                read.play_text(moves, MOVES.len())?;
            }
            None => read_hex(text, read.bytes_mut())?,
        }
        read.made = 0;
        if read.first_fault().is_some() {
            return Err(ParseError { position: None, expected: "a position that the game can be played from" });
        }
        *self = read;
        Ok(())
    }

    forward! {
        fn write_move(&self, mv: Move, out: &mut Text<'_>);
        fn read_move(&self, text: &str, moves: &mut MoveList<'_>) -> Option<Move>;
    }
}

/// Fills `bytes` from two hexadecimal digits each.
fn read_hex(text: &str, bytes: &mut [u8]) -> Result<(), ParseError> {
    let digits = bytes.len().saturating_mul(2);
    let is_digit = |byte: &u8| byte.is_ascii_hexdigit();
    let wrong = text.bytes().position(|byte| !is_digit(&byte)).unwrap_or(text.len().min(digits));
    if wrong < text.len() || text.len() < digits {
        let expected = "the position's bytes, two hexadecimal digits each, or 'moves' and the moves from the start";
        return Err(ParseError { position: Some(wrong), expected });
    }
    let value = |digit: &u8| char::from(*digit).to_digit(16).unwrap_or(0) as u8;
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = pair.iter().fold(0, |byte, digit| (byte << 4) | value(digit));
    }
    Ok(())
}
