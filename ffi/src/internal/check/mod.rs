//! The check of a game: `imm_check_game()` and its texts. The check itself is the kernel's
//! (`src/check/`); here are the bytes: positions in lent memory with guards around them.

pub(crate) mod convert;
mod own_game;

use crate::clock::{self, CallbackClock};
use crate::convert::{text_room, write_text};
use crate::kinds::{WithBuiltIn, game_of, with_built_in};
use crate::sized::{self, Growing};
use crate::types::*;
use convert::{Checked, report_from_c, report_to_c};
use core::ffi::{c_char, c_void};
use core::mem::{MaybeUninit, offset_of};
use kernel::check::{Memory, Options, Report, Seen, Subject, Typed, check};
use kernel::game::{Game, Move};
use kernel::knowledge::Knowledge;
use kernel::limits::Clock;
use kernel::text::Notation;
use own_game::OwnGame;

/// Positions whose keys are remembered in a block of the size that is asked for.
const SEEN: usize = 2048;
/// Bytes of the line that leads to a position.
const LINE: usize = 2048;
/// Bytes of the lists for each move.
const MOVE_BYTES: usize = 2 * size_of::<Move>() + 2 * size_of::<u64>();
/// Positions that are looked at where no number is given.
const PLIES: u32 = 10_000;

/// An empty report with `struct_size`, and the host's clock where there is a host.
#[unsafe(no_mangle)]
pub extern "C" fn imm_check_report_default() -> imm_check_report {
    report_to_c(&Report::default(), clock::HOST, core::ptr::null_mut())
}

/// Fills an empty report in, as imm_check_report_default() does, for languages that cannot take a
/// struct for an answer. `size` is sizeof(imm_check_report) as the caller knows it, and becomes
/// `struct_size`. IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_check_report_init(report: *mut imm_check_report, size: usize) -> imm_status {
    let empty = imm_check_report { struct_size: size as u32, ..imm_check_report_default() };
    // SAFETY: NULL or the caller's to be written.
    unsafe { sized::write(report, size, &empty) }.map_or_else(|status| status, |()| IMM_OK)
}

/// Bytes of memory that imm_check_game() needs for this game. 0 on an error: a NULL, or a game that
/// imm_init() would refuse.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_check_memory(game: *const imm_game) -> usize {
    let mut fields = MaybeUninit::uninit();
    // SAFETY: a pointer from C, NULL or valid.
    unsafe { game_of(game, &mut fields) }.and_then(bytes_for).unwrap_or(0)
}

/// Finds the mistakes of a game's author: plays `game` at random, asks it everything that a search
/// may ask, and looks whether it keeps the promises that stand with imm_game. A search believes
/// most of these: who breaks one gets weak or illegal moves, not an error. So ask this whenever
/// your game was changed. `report` says what is wrong, after which moves, and what was expected;
/// imm_check_text() writes it for a person. With a clock it also has the times of the callbacks.
///
/// `plies` positions are looked at, 0 for 10,000; or fewer, where IMM_CHECK_FINDINGS different
/// mistakes are found. A position takes some hundred calls of callbacks. `seed` decides which games
/// are played: the same one plays the same games. No mistake found is no proof that there is none:
/// other seeds and more plies find more.
///
/// It makes only moves that legal_moves() lists, and asks about no position that does not come from
/// them. Positions, undo bytes and texts have 128 guard bytes before and behind them, the list of
/// moves 256: a callback that writes further than that spoils what lies there, as it would in a
/// search. A callback that does not return is not found.
///
/// The `memory` is aligned to IMM_ALIGN and has at least imm_check_memory() bytes; in more, more
/// positions are remembered, and two of one hash key are more likely found. Built-in games can be
/// checked too, and take some 40 KiB of stack: a program that calls this links all of them.
///
/// IMM_OK when the check was made, whatever it found. IMM_ERR_NULL, IMM_ERR_MISALIGNED,
/// IMM_ERR_TOO_SMALL, IMM_ERR_STRUCT_SIZE (of the game or the report), IMM_ERR_GAME; then `report`
/// is not written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_check_game(
    game: *const imm_game,
    memory: *mut c_void,
    size: usize,
    seed: u64,
    plies: u32,
    report: *mut imm_check_report,
) -> imm_status {
    let options = Options { seed, plies: if plies == 0 { PLIES } else { plies } };
    // SAFETY: pointers from C, NULL or valid; the caller lends the block.
    match unsafe { check_game(game, memory, size, &options, report) } {
        Ok(()) => IMM_OK,
        Err(status) => status,
    }
}

/// Writes what a check has found for a person: each mistake with the moves that lead to it, what
/// was expected and found, and where to look; then what was measured. IMM_CHECK_TEXT_MAX bytes
/// always suffice. IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_ENUM for a report that
/// imm_check_game() did not write, IMM_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_check_text(report: *const imm_check_report, text: *mut c_char, size: usize) -> imm_status {
    let mut fields = MaybeUninit::uninit();
    // SAFETY: NULL or valid.
    let report = unsafe { sized::read(report, &mut fields) };
    // SAFETY: NULL or with room for `size` bytes.
    let room = unsafe { text_room(text, size) };
    let written = report.and_then(report_from_c).and_then(|report| {
        write_text(room?, |out| {
            report.explain(out);
            Ok(())
        })
    });
    written.unwrap_or_else(|status| status)
}

// SAFETY: numbers, texts, an optional function and a pointer.
unsafe impl Growing for imm_check_report {
    const FIRST: usize = offset_of!(Self, nanoseconds).wrapping_add(size_of::<[f32; IMM_CALLBACKS]>());
}

/// # Safety
/// The pointers are NULL or valid; the block is exclusively ours.
unsafe fn check_game(
    game: *const imm_game,
    memory: *mut c_void,
    size: usize,
    options: &Options,
    report: *mut imm_check_report,
) -> Checked<()> {
    let mut fields = MaybeUninit::uninit();
    // SAFETY: promised by the caller.
    let game = unsafe { game_of(game, &mut fields) }?;
    if memory.is_null() || report.is_null() {
        return Err(IMM_ERR_NULL);
    }
    // SAFETY: not NULL, so valid; only what is set before the call is read.
    let (size_of_report, now_ms, clock) = unsafe { ((*report).struct_size, (*report).now_ms, (*report).clock) };
    sized::check_size::<imm_check_report>(size_of_report as usize)?;
    if !memory.addr().is_multiple_of(IMM_ALIGN) {
        return Err(IMM_ERR_MISALIGNED);
    }
    if size < bytes_for(game)? {
        return Err(IMM_ERR_TOO_SMALL);
    }
    // SAFETY: `bytes_for` says that all of it fits; aligned, and exclusively ours.
    let mut block = unsafe { Block::new(memory.cast(), size) };
    let watch = now_ms.map(|now_ms| CallbackClock::new(Some(now_ms), clock));
    let task = Task { options, clock: watch.as_ref().map(|watch| watch as &dyn Clock) };
    let mut found = Report::default();
    if game.builtin.is_null() {
        // SAFETY: of what `bytes_for` has reserved nothing is taken yet.
        let mut own = unsafe { OwnGame::new(game, &mut block) }?;
        // SAFETY: what `bytes_for` has reserved for the lists is left.
        unsafe { task.run(&mut own, block, &mut found) }?;
    } else {
        // SAFETY: as above; a built-in game takes nothing of the block.
        with_built_in(game, CheckBuiltIn { task, block, found: &mut found })??;
    }
    let written = imm_check_report { struct_size: size_of_report, ..report_to_c(&found, now_ms, clock) };
    // SAFETY: not NULL, so valid, and of that size.
    unsafe { sized::write(report, size_of_report as usize, &written) }
}

/// What all games have in common.
struct Task<'a> {
    options: &'a Options,
    clock: Option<&'a dyn Clock>,
}

impl Task<'_> {
    /// # Safety
    /// The block has room for the lists of a game with that many moves.
    unsafe fn run(&self, game: &mut dyn Subject, mut block: Block, report: &mut Report) -> Checked<()> {
        let moves = game.max_moves();
        let twice = moves.checked_mul(2).ok_or(IMM_ERR_TOO_SMALL)?;
        // SAFETY: for each, that there is room is promised by the caller; a list of moves, numbers
        // or keys may be all zeros.
        let memory = unsafe {
            Memory {
                moves: block.slice::<Move>(moves).ok_or(IMM_ERR_TOO_SMALL)?,
                spare: block.slice::<Move>(moves).ok_or(IMM_ERR_TOO_SMALL)?,
                marks: block.slice::<u64>(twice).ok_or(IMM_ERR_TOO_SMALL)?,
                line: block.slice::<u8>(LINE).ok_or(IMM_ERR_TOO_SMALL)?,
                seen: block.rest::<Seen>(),
            }
        };
        check(game, memory, self.options, self.clock, report);
        Ok(())
    }
}

/// A check of a built-in game.
struct CheckBuiltIn<'a> {
    task: Task<'a>,
    block: Block,
    found: &'a mut Report,
}

impl WithBuiltIn for CheckBuiltIn<'_> {
    type Output = Checked<()>;

    #[inline(never)] // own frame: nineteen positions are on it
    fn run<G: Knowledge + Notation + Clone + PartialEq>(self, start: G) -> Checked<()> {
        // SAFETY: whoever made this has promised that there is room.
        unsafe { self.task.run(&mut Typed::new(start), self.block, self.found) }
    }
}

/// The moves of a built-in game's positions, at most.
struct MostMoves;

impl WithBuiltIn for MostMoves {
    type Output = usize;

    fn run<G: Knowledge + Notation + Clone + PartialEq>(self, start: G) -> usize {
        Game::max_moves(&start)
    }
}

/// Bytes that a check of this game needs.
fn bytes_for(game: &imm_game) -> Checked<usize> {
    let (own, moves) = if game.builtin.is_null() {
        (OwnGame::bytes(game)?, game.max_moves as usize)
    } else {
        (0, with_built_in(game, MostMoves)?)
    };
    let lists = [moves.checked_mul(MOVE_BYTES), Some(LINE), SEEN.checked_mul(size_of::<Seen>())];
    let lists = lists.into_iter().try_fold(own, |sum, bytes| sum.checked_add(bytes?));
    lists.and_then(|sum| sum.checked_add(5 * IMM_ALIGN)).ok_or(IMM_ERR_GAME)
}

/// What is left of the lent block.
pub(crate) struct Block {
    start: *mut u8,
    size: usize,
}

impl Block {
    /// # Safety
    /// `start` is aligned to IMM_ALIGN, and `size` bytes from there on are exclusively ours.
    unsafe fn new(start: *mut u8, size: usize) -> Self {
        Self { start, size }
    }

    /// Bytes of the block, aligned to IMM_ALIGN, that nobody else gets; `None` where there are
    /// fewer.
    fn take(&mut self, bytes: usize) -> Option<*mut u8> {
        let rounded = bytes.checked_next_multiple_of(IMM_ALIGN)?;
        let left = self.size.checked_sub(rounded)?;
        let taken = self.start;
        self.start = taken.wrapping_add(rounded);
        self.size = left;
        Some(taken)
    }

    /// A list in the block, all zeros.
    ///
    /// # Safety
    /// All zeros is a `T`.
    unsafe fn slice<T>(&mut self, len: usize) -> Option<&'static mut [T]> {
        const { assert!(align_of::<T>() <= IMM_ALIGN) };
        let start = self.take(len.checked_mul(size_of::<T>())?)?.cast::<T>();
        // SAFETY: taken just now, so aligned and exclusively ours.
        unsafe { start.write_bytes(0, len) };
        // SAFETY: as above, and initialised; all zeros is a `T`. The lifetime ends with the call.
        Some(unsafe { core::slice::from_raw_parts_mut(start, len) })
    }

    /// What is left, as a list of zeros.
    ///
    /// # Safety
    /// All zeros is a `T`.
    unsafe fn rest<T>(&mut self) -> &'static mut [T] {
        let most = (self.size & !(IMM_ALIGN - 1)).min(isize::MAX as usize);
        let len = most.checked_div(size_of::<T>()).unwrap_or(0);
        // SAFETY: promised by the caller.
        unsafe { self.slice(len) }.unwrap_or(&mut [])
    }
}
