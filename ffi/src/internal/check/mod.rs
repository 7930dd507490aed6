//! The check of a game. The kernel runs the tests (`src/check/`). The code in this folder stores
//! the positions as bytes in caller-provided memory, with guard bytes around them.

mod block;
pub(crate) mod convert;
mod guarded_game;

use crate::internal::check::block::Block;
use crate::internal::check::convert::{Checked, report_to_c};
use crate::internal::check::guarded_game::OwnGame;
use crate::internal::clock::CallbackClock;
use crate::internal::game_kinds::built_in::{WithBuiltIn, with_built_in};
use crate::internal::game_kinds::game_of;
use crate::internal::struct_versions;
use crate::types::*;
use core::ffi::c_void;
use core::mem::MaybeUninit;
use kernel::check::{GameUnderTest, Memory, Options, Report, Seen, Typed, check};
use kernel::game::knowledge::Knowledge;
use kernel::game::notation::Notation;
use kernel::game::{Game, Move};
use kernel::time::limits::Clock;

/// The check remembers this many hash keys in a block of `imm_check_memory()` bytes. There is one
/// key for each position.
const SEEN: usize = 2048;
/// The size, in bytes, of the buffer for the text of the moves that lead to a position.
const LINE: usize = 2048;
/// The number of bytes that the lists of the check need for each move. Multiply it by `max_moves`.
const MOVE_BYTES: usize = 2 * size_of::<Move>() + 2 * size_of::<u64>();
/// The default number of positions to check.
pub(crate) const PLIES: u32 = 10_000;

/// Checks a game, and writes the report.
///
/// # Safety
/// The pointers are NULL or valid. Nothing else uses the block.
pub(crate) unsafe fn check_game(
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
    // SAFETY: not NULL, so valid. Reads only fields that the caller sets before the call.
    let (size_of_report, now_ms, clock) = unsafe { ((*report).struct_size, (*report).now_ms, (*report).clock) };
    struct_versions::check_size::<imm_check_report>(size_of_report as usize)?;
    if !memory.addr().is_multiple_of(IMM_ALIGN) {
        return Err(IMM_ERR_MISALIGNED);
    }
    if size < bytes_for(game)? {
        return Err(IMM_ERR_TOO_SMALL);
    }
    // SAFETY: `bytes_for` checked the size; the block is aligned, and nothing else uses it.
    let mut block = unsafe { Block::new(memory.cast(), size) };
    let watch = now_ms.map(|now_ms| CallbackClock::for_check(Some(now_ms), clock));
    let task = Task { options, clock: watch.as_ref().map(|watch| watch as &dyn Clock) };
    let mut found = Report::default();
    if game.builtin.is_null() {
        // SAFETY: nothing is taken yet from the block, which has the size of `bytes_for`.
        let mut own = unsafe { OwnGame::new(game, &mut block) }?;
        // SAFETY: the space that `bytes_for` counts for the lists is left.
        unsafe { task.run(&mut own, block, &mut found) }?;
    } else {
        // SAFETY: the space for the lists is left; a built-in game takes nothing from the block.
        with_built_in(game, CheckBuiltIn { task, block, found: &mut found })??;
    }
    let written = imm_check_report { struct_size: size_of_report, ..report_to_c(&found, now_ms, clock) };
    // SAFETY: not NULL, so valid, and of that size.
    unsafe { struct_versions::write(report, size_of_report as usize, &written) }
}

/// Calls `ask` with a custom game at its starting position. Guard bytes surround all memory that
/// callbacks may write to.
///
/// # Safety
/// The block is aligned to IMM_ALIGN, and nothing else uses it. `game` describes a valid game.
#[cfg(feature = "host")]
pub(crate) unsafe fn with_guards<R>(
    game: &imm_game,
    (memory, size): (*mut u8, usize),
    ask: impl FnOnce(&mut dyn GameUnderTest) -> R,
) -> Checked<R> {
    // SAFETY: promised by the caller.
    let mut block = unsafe { Block::new(memory, size) };
    // SAFETY: nothing of the block is taken yet.
    let mut own = unsafe { OwnGame::new(game, &mut block) }?;
    Ok(ask(&mut own))
}

/// The parameters of a check that are the same for all games.
struct Task<'a> {
    options: &'a Options,
    clock: Option<&'a dyn Clock>,
}

impl Task<'_> {
    /// Checks `game`. The lists of the check take all remaining bytes of `block`.
    ///
    /// # Safety
    /// The block has space for the lists of a game with `game.max_moves()` moves.
    unsafe fn run(&self, game: &mut dyn GameUnderTest, mut block: Block, report: &mut Report) -> Checked<()> {
        let moves = game.max_moves();
        let twice = moves.checked_mul(2).ok_or(IMM_ERR_TOO_SMALL)?;
        // SAFETY: the caller promises the space for each slice. All zeros is a valid list of moves,
        // numbers or keys.
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

/// An operation for [`with_built_in`]. It checks a built-in game.
struct CheckBuiltIn<'a> {
    task: Task<'a>,
    block: Block,
    found: &'a mut Report,
}

impl WithBuiltIn for CheckBuiltIn<'_> {
    type Output = Checked<()>;

    #[inline(never)] // in its own frame, which has nineteen positions
    fn run<G: Knowledge + Notation + Clone + PartialEq>(self, start: &mut G) -> Checked<()> {
        // SAFETY: the code that created this has promised the space.
        unsafe { self.task.run(&mut Typed::new(start.clone()), self.block, self.found) }
    }
}

/// An operation for [`with_built_in`]. It returns the largest number of moves in a position.
struct MostMoves;

impl WithBuiltIn for MostMoves {
    type Output = usize;

    fn run<G: Knowledge + Notation + Clone + PartialEq>(self, start: &mut G) -> usize {
        Game::max_moves(start)
    }
}

/// Returns the number of bytes that a check of this game needs.
pub(crate) fn bytes_for(game: &imm_game) -> Checked<usize> {
    let (own, moves) = if game.builtin.is_null() {
        (OwnGame::bytes(game)?, game.max_moves as usize)
    } else {
        (0, with_built_in(game, MostMoves)?)
    };
    let lists = [moves.checked_mul(MOVE_BYTES), Some(LINE), SEEN.checked_mul(size_of::<Seen>())];
    let lists = lists.into_iter().try_fold(own, |sum, bytes| sum.checked_add(bytes?));
    lists.and_then(|sum| sum.checked_add(5 * IMM_ALIGN)).ok_or(IMM_ERR_GAME)
}
