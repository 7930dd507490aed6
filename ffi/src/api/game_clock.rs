//! Searches on the clock of a game.

use crate::internal::convert::answer_at;
use crate::internal::handle::Handle;
use crate::internal::sliced_search::{Slices, US, Watcher, budget_of, every};
use crate::internal::struct_versions;
use crate::types::*;
use core::mem::MaybeUninit;
use core::ptr::{null, null_mut};
use core::sync::atomic::AtomicU8;
use kernel::time::sliced::on_clock;

/// A clock that has run out, with all defaults: set `remaining_ms`.
#[unsafe(no_mangle)]
pub extern "C" fn imm_clock_default() -> imm_clock {
    imm_clock {
        struct_size: size_of::<imm_clock>() as u32,
        remaining_ms: 0,
        increment_ms: 0,
        moves_to_go: 0,
        overhead_ms: 0,
        moves_expected: 0,
        watcher: None,
        context: null_mut(),
        every_ms: 0,
        stop: null(),
    }
}

/// Fills a clock in, as imm_clock_default() does, for languages that cannot take a struct for an
/// answer. `size` is sizeof(imm_clock) as the caller knows it, and becomes `struct_size`.
/// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_clock_init(clock: *mut imm_clock, size: usize) -> imm_status {
    let default = imm_clock { struct_size: size as u32, ..imm_clock_default() };
    // SAFETY: NULL or the caller's to be written.
    unsafe { struct_versions::write(clock, size, &default) }.map_or_else(|status| status, |()| IMM_OK)
}

/// Searches as long as the clock of a game allows and the position needs, and writes what was found
/// to `report` up to its `struct_size`: the move to play is its `best`. It may be NULL.
///
/// The time left is divided by the moves to come, with the increments that they bring; that is the
/// aim, and four times as much, but no more than half of what is left unless it is the last move
/// before a control, is the limit. It goes beyond the aim where the best move has changed lately,
/// or its value falls, and ends before it where nothing is to be gained: where there is only one
/// legal move (IMM_STOPPED_FORCED), where the position is proven (IMM_STOPPED_PROVEN), and where
/// the move to play cannot change any more in the time that is left (IMM_STOPPED_SETTLED). The last
/// is so for every player where all other moves are proven to lose; otherwise for players by visits
/// alone (IMM_DECIDE_VISITS), while no draw is proven. Alpha-beta begins no depth that it would not
/// finish, by half of the aim.
///
/// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_NO_CLOCK without a clock in the configuration,
/// IMM_ERR_UNSUPPORTED for a `small` game, IMM_ERR_GAME_OVER, or what a callback did wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_search_clock(
    state: *mut imm_state,
    clock: *const imm_clock,
    report: *mut imm_report,
) -> imm_status {
    let mut room = MaybeUninit::uninit();
    // SAFETY: NULL or valid.
    let clock = unsafe { struct_versions::read(clock, &mut room) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_both(|queries, state| {
        let clock = clock?;
        // SAFETY: NULL or a byte that anyone may write to: an atomic may be shared.
        let sticky = unsafe { clock.stop.cast::<AtomicU8>().as_ref() };
        let watcher = clock.watcher.map(|watch| Watcher { watch, context: clock.context });
        let every = watcher.is_some().then(|| every(clock.every_ms));
        let mut slices = Slices::begin(queries, state, sticky, watcher)?;
        on_clock(&mut slices, budget_of(clock), every)?;
        // SAFETY: NULL or the caller's to be written.
        unsafe { slices.finish(report) }
    })
}

/// The milliseconds that imm_search_clock() aims at for one move, and those beyond which it never
/// goes. Arithmetic alone: for programs that think about time by themselves, and for the `small`
/// games, which imm_search_clock() does not know.
///
/// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE; then nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_clock_budget(clock: *const imm_clock, aim_ms: *mut u32, limit_ms: *mut u32) -> imm_status {
    let mut room = MaybeUninit::uninit();
    // SAFETY: NULL or valid.
    let clock = unsafe { struct_versions::read(clock, &mut room) };
    // SAFETY: NULL or the caller's to be written.
    let (aim, limit) = unsafe { (answer_at(aim_ms), answer_at(limit_ms)) };
    let write = || {
        let (aim, limit) = (aim?, limit?);
        let budget = budget_of(clock?);
        let whole_ms = |us: u64| u32::try_from(us / US).unwrap_or(u32::MAX);
        aim.write(whole_ms(budget.soft));
        limit.write(whole_ms(budget.hard));
        Ok(IMM_OK)
    };
    write().unwrap_or_else(|status| status)
}
