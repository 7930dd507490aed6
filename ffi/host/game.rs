//! A position of a game that consists of callbacks. It has its own memory, so it can be cloned and
//! sent to other threads, like the positions of built-in games.
//!
//! A [`PluginGame`] is only memory. Each operation creates a [`CallbackGame`] for one call, so that
//! only the code of [`CallbackGame`] calls callbacks.

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

/// Bytes with the alignment that imm.h promises to callbacks.
#[derive(Clone, Copy, Default)]
#[repr(C, align(16))]
struct Chunk([u8; IMM_ALIGN]);

fn chunks(bytes: usize) -> Vec<Chunk> {
    vec![Chunk::default(); bytes.div_ceil(IMM_ALIGN)]
}

/// A position of a loaded game.
#[derive(Clone)]
pub struct PluginGame {
    callbacks: &'static Callbacks,
    position: Vec<Chunk>,
    /// The undo data of the moves that were made and can still be undone, with room for more moves.
    undo: Vec<Chunk>,
    /// The number of moves that were made and can still be undone.
    made: usize,
    /// The first promise that the game has broken.
    fault: OnceLock<Fault>,
}

impl PartialEq for PluginGame {
    /// True if both positions belong to the same game and have the same bytes.
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.callbacks, other.callbacks) && self.bytes() == other.bytes()
    }
}

// SAFETY: the only pointers are those of the imm_game. imm.h says that several threads may use
// them.
unsafe impl Send for PluginGame {}
// SAFETY: several threads may use the pointers of the imm_game. Only `OnceLock` writes behind
// `&self`, because read-only callbacks get a pointer to const.
unsafe impl Sync for PluginGame {}

/// The first word of a position text that contains moves.
const MOVES: &str = "moves";

/// A loaded game. Only the function `imm_plugin()` of its library was called so far.
#[derive(Clone, Copy)]
pub struct LoadedGame {
    callbacks: &'static Callbacks,
}

impl LoadedGame {
    /// Returns the game that `game` describes, or `None` if a callback or a size is missing, or if
    /// a size is too large.
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

    /// Calls `ask` with the game at its starting position. As in imm_check_game(), guard bytes
    /// surround all memory that callbacks may write to.
    ///
    /// # Errors
    /// Returns the status that imm_check_game() would return.
    pub fn with_guards<R>(self, ask: impl FnOnce(&mut dyn GameUnderTest) -> R) -> Result<R, imm_status> {
        let game = self.callbacks.description();
        let mut block = chunks(bytes_for(game)?);
        let size = block.len().saturating_mul(IMM_ALIGN);
        // SAFETY: the block is aligned, has this size, and nothing else uses it. The description is
        // that of a game.
        unsafe { with_guards(game, (block.as_mut_ptr().cast(), size), ask) }
    }
}

impl PluginGame {
    /// The description of the game, as its library returned it.
    #[must_use]
    pub fn description(&self) -> &'static imm_game {
        self.callbacks.description()
    }

    /// If the game breaks a promise at this position, returns the first one that it breaks.
    pub(super) fn first_fault(&self) -> Option<Fault> {
        if self.outcome().is_none() {
            let mut room = vec![Move::NONE; self.max_moves()];
            let mut moves = MoveList::new(&mut room);
            self.legal_moves(&mut moves);
            if self.is_chance() {
                for &outcome in moves.as_slice() {
                    self.odds(outcome);
                }
            }
        }
        self.to_move();
        self.fault()
    }

    /// Calls `question` with the game. `question` cannot change the position.
    #[inline]
    fn ask<T>(&self, question: impl FnOnce(&CallbackGame) -> T) -> T {
        let position = self.position.as_ptr().cast_mut().cast();
        let undo = self.undo.as_ptr().cast_mut().cast();
        let fault = self.fault.get().copied();
        // SAFETY: both are aligned; `question` only reads them.
        let game = unsafe { CallbackGame::resumed(self.callbacks, position, undo, self.levels(), self.made, fault) };
        let answer = question(&game);
        self.note(&game);
        answer
    }

    /// Calls `change` with the game. `change` may change the position.
    #[inline]
    fn change<T>(&mut self, change: impl FnOnce(&mut CallbackGame) -> T) -> T {
        self.reserve();
        let (position, undo) = (self.position.as_mut_ptr().cast(), self.undo.as_mut_ptr().cast());
        let (levels, fault) = (self.levels(), self.fault.get().copied());
        // SAFETY: both are aligned, have these sizes, and nothing else uses them.
        let mut game = unsafe { CallbackGame::resumed(self.callbacks, position, undo, levels, self.made, fault) };
        let answer = change(&mut game);
        self.made = game.made();
        self.note(&game);
        answer
    }

    #[inline]
    fn note(&self, game: &CallbackGame) {
        if let Some(fault) = game.fault() {
            // The first fault stays.
            let _ = self.fault.set(fault);
        }
    }

    /// The number of undo levels for which `undo` has space. Unlimited for a game without undo
    /// data.
    #[inline]
    fn levels(&self) -> usize {
        self.undo.len().saturating_mul(IMM_ALIGN).checked_div(self.callbacks.undo_stride()).unwrap_or(usize::MAX)
    }

    /// Makes sure that `undo` has room for two more moves: one that is made, and one that is tried
    /// after it.
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
        // SAFETY: `position` has at least `size` bytes, and all of them are initialized.
        unsafe { core::slice::from_raw_parts(self.position.as_ptr().cast(), size) }
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        let size = self.description().position_size as usize;
        // SAFETY: `position` has at least `size` initialized bytes, and nothing else uses them.
        unsafe { core::slice::from_raw_parts_mut(self.position.as_mut_ptr().cast(), size) }
    }

    /// Plays the moves in `text`, which begins at byte `offset` of the whole text.
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

/// Defines methods that call the method of [`CallbackGame`] with the same name.
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

// The lint finds methods that are not forwarded. Without it, the default method of the trait would
// be used instead of the game's callback, and nobody would notice.
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

/// A snapshot is a copy of the `position_size` bytes in which the callbacks store a position.
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
    /// Writes the bytes of the position, each as two hexadecimal digits.
    fn write_position(&self, out: &mut Text<'_>) {
        let digit = |half: u8| char::from_digit(u32::from(half), 16).map_or(b'?', |digit| digit as u8);
        for byte in self.bytes() {
            out.push(digit(byte >> 4));
            out.push(digit(byte & 15));
        }
    }

    /// Reads either the bytes of a position in hexadecimal, or the word `moves` and the moves from
    /// the starting position.
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

/// Fills `bytes` from the text. Each byte is written as two hexadecimal digits.
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
