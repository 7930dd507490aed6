//! The C library: the functions of `imm.h`. The header's text is made of the doc comments here and
//! in `types/`.
//!
//! Every function checks its pointers, catches calls from within callbacks, does its work through
//! [`Session`], and notes its status in the state. Nothing here searches; nothing in the kernel
//! knows of C.

#![no_std]
#![deny(unsafe_op_in_unsafe_fn)]
#![allow(clippy::missing_safety_doc)] // the safety of every function is the header's contract: see imm_state

#[cfg(feature = "host")]
extern crate std;

mod archive;
mod best;
mod check;
mod clock;
mod clone;
mod config;
mod convert;
#[cfg(feature = "alpha-beta")]
mod depth_layout;
#[cfg(feature = "alpha-beta")]
mod fetch;
mod handle;
#[cfg(feature = "host")]
#[path = "../host/mod.rs"]
pub mod host;
mod inside;
mod kinds;
mod layout;
mod level;
mod memory;
mod merge;
#[cfg(feature = "nets")]
mod net;
#[cfg(not(feature = "nets"))]
#[path = "no_net.rs"]
mod net;
mod open;
#[cfg(not(feature = "host"))]
mod panic;
mod positions;
mod save;
mod session;
mod set_player;
mod share_table;
mod share_tree;
mod sized;
mod spec;
mod status;
mod types;
mod undo;
mod watch;

pub use best::*;
pub use check::*;
pub use clone::*;
pub use inside::*;
pub use kinds::*;
pub use level::*;
pub use memory::*;
pub use merge::*;
pub use net::imm_set_net;
pub use open::*;
pub use positions::*;
pub use save::*;
pub use set_player::*;
pub use share_table::*;
pub use share_tree::*;
pub use sized::*;
pub use spec::*;
pub use status::*;
pub use types::*;
pub use undo::*;
pub use watch::*;

use crate::convert::{answer_at, read_text, report_to_c, slice_mut, text_room, write_text};
use crate::handle::{Handle, State, check, found, search, search_until};
use crate::kinds::{Kind, built_in_kind, check_config, game_of, kind_of, layout_of};
use crate::session::{AnySession, Session};
use crate::sized::{NO_LIMITS, PLAIN_REPORT, check_size};
use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;
use core::ptr::null;
use core::sync::atomic::{AtomicU8, Ordering};
use kernel::game::Move;
use kernel::limits::{Limits, Time};
use kernel::player::Player;
use kernel::player::options::POLICIES;
use kernel::report::Report;
use kernel::value::{Outcome, Side};

/// The library's version: major * 65536 + minor * 256 + patch.
#[unsafe(no_mangle)]
pub extern "C" fn imm_version() -> u32 {
    (IMM_VERSION_MAJOR << 16) | (IMM_VERSION_MINOR << 8) | IMM_VERSION_PATCH
}

/// The default player, with the host's clock where there is a host.
#[unsafe(no_mangle)]
pub extern "C" fn imm_config_default() -> imm_config {
    config::default()
}

/// No limits: set at least one.
#[unsafe(no_mangle)]
pub extern "C" fn imm_limits_default() -> imm_limits {
    NO_LIMITS
}

/// Sets up a search of `game` from its starting position, in `size` bytes of `memory` aligned to
/// IMM_ALIGN, and writes its handle to `state`. `config` may be NULL for the best player of the
/// game (IMM_BEST). The more memory, the larger the tree: a full one goes on searching; alpha-beta
/// takes what it needs for 255 plies, looks less far ahead with less, and with a table takes all:
/// see imm_alpha_beta_memory(). Takes the time of filling with zeros a table (IMM_AB_TT, `evaltt`),
/// if there is one, and on bare metal all of the memory; elsewhere the tree's is made ready as it
/// grows. The structs are copied; the memory must stay where it is and untouched as long as the
/// state is in use. It may have held another state: that one is no more, even if this fails.
///
/// IMM_ERR_NULL, IMM_ERR_MISALIGNED, IMM_ERR_TOO_SMALL, IMM_ERR_STRUCT_SIZE, IMM_ERR_OUT_OF_RANGE,
/// IMM_ERR_ENUM, IMM_ERR_CONTRADICTION, IMM_ERR_UNSUPPORTED, IMM_ERR_GAME, or what a callback did
/// wrong; then `state` is not written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_init(
    memory: *mut c_void,
    size: usize,
    game: *const imm_game,
    config: *const imm_config,
    state: *mut *mut imm_state,
) -> imm_status {
    // SAFETY: the caller lends the block; the other pointers are NULL or valid.
    let handle = unsafe { init(memory, size, game, config, state, |game| Some(kind_of(game))) };
    handle.unwrap_or_else(|status| status)
}

/// imm_init() for the built-in games only; a game of your own is IMM_ERR_GAME. For firmware, where
/// every kilobyte counts: a program that calls this one instead does not link the search of games
/// that consist of callbacks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_init_builtin(
    memory: *mut c_void,
    size: usize,
    game: *const imm_game,
    config: *const imm_config,
    state: *mut *mut imm_state,
) -> imm_status {
    // SAFETY: as for imm_init().
    let handle = unsafe { init(memory, size, game, config, state, built_in_kind) };
    handle.unwrap_or_else(|status| status)
}

/// # Safety
/// `memory` is NULL, or `size` bytes of it are exclusively ours; the other pointers are NULL or
/// valid.
pub(crate) unsafe fn init(
    memory: *mut c_void,
    size: usize,
    game: *const imm_game,
    config: *const imm_config,
    state: *mut *mut imm_state,
    kind: impl FnOnce(&imm_game) -> Option<&Kind>,
) -> Result<imm_status, imm_status> {
    if memory.is_null() || state.is_null() {
        return Err(IMM_ERR_NULL);
    }
    if !memory.addr().is_multiple_of(IMM_ALIGN) {
        return Err(IMM_ERR_MISALIGNED);
    }
    let mut room = MaybeUninit::uninit();
    // SAFETY: promised by the caller.
    let game = unsafe { game_of(game, &mut room) }?;
    let kind = kind(game).ok_or(IMM_ERR_GAME)?;
    // SAFETY: aligned, and the rest is promised by the caller.
    let handle = unsafe { open(memory.cast(), size, game, config, kind) }?;
    // SAFETY: not NULL, and the caller's to be written.
    unsafe { state.write(handle) };
    Ok(IMM_OK)
}

/// # Safety
/// `block` is aligned to IMM_ALIGN, `size` bytes of it are exclusively ours; `config` is NULL or
/// valid.
unsafe fn open(
    block: *mut u8,
    size: usize,
    game: &imm_game,
    config: *const imm_config,
    kind: &Kind,
) -> Result<*mut imm_state, imm_status> {
    // SAFETY: promised by the caller.
    let player = unsafe { config::opening_player(config) };
    // Where it stands: a copy would take its size in stack.
    let player = player.as_ref().map_err(|status| *status)?;
    // SAFETY: promised by the caller.
    let search = unsafe { open_session(block, size, game, kind, player) }?;
    // SAFETY: as above.
    let clock = unsafe { config::clock_of(config) };
    // SAFETY: the layout reserves the beginning of the block for the state.
    unsafe { State::put(block.cast(), clock, size, search) };
    Ok(block.cast())
}

/// Sets up the session that `player` asks for, or for which `best` stands.
///
/// # Safety
/// `block` is aligned to IMM_ALIGN, and `size` bytes of it are exclusively ours.
unsafe fn open_session(
    block: *mut u8,
    size: usize,
    game: &imm_game,
    kind: &Kind,
    player: &Player,
) -> Result<AnySession, imm_status> {
    // Before the block is written to: a state that stood there before is no more then, even if the
    // rest fails.
    let begin = || {
        // SAFETY: every layout reserves the beginning of the block for the state.
        unsafe { State::mark(block.cast(), 0) };
    };
    let mut room = None;
    let player = best::resolve(player, game, size, &mut room)?;
    match player {
        Player::Tree(config) => {
            let layout = layout_of((kind.needs)(game).map(|needs| needs.for_player(config)))?;
            let slots = layout.slots_in(size).ok_or(IMM_ERR_TOO_SMALL)?;
            begin();
            check_config(config, &(kind.abilities)(game, config.evaluator)?)?;
            // SAFETY: `layout` with `slots` slots fits the block.
            unsafe { (kind.open)(game, config, block, &layout, slots, null()) }
        }
        #[cfg(feature = "alpha-beta")]
        Player::AlphaBeta(config) => {
            let depth = kind.depth.ok_or(IMM_ERR_UNSUPPORTED)?;
            let layout = (depth.layout)(game, config, size)?;
            begin();
            // SAFETY: `layout` fits the block.
            unsafe { (depth.open)(game, config, block, &layout, null()) }
        }
        #[cfg(not(feature = "alpha-beta"))]
        Player::AlphaBeta(_) => Err(IMM_ERR_UNSUPPORTED),
        #[cfg(feature = "policies")]
        Player::Best(_) => Err(IMM_ERR_UNSUPPORTED), // it was asked for by name
    }
}

/// Searches for `ms` milliseconds and returns the move to play, without playing it. The tree of
/// earlier searches is used and goes on growing; alpha-beta goes on where it stopped. 0 ms makes a
/// single simulation, or visits a single position. A proven position ends the search early.
///
/// IMM_MOVE_NONE on an error; imm_last_status() then says which: IMM_ERR_NO_CLOCK,
/// IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or what a callback did wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_search(state: *mut imm_state, ms: u32) -> imm_move {
    let limits = Limits::time_ms(ms);
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_or(
        |_| IMM_MOVE_NONE,
        |session, state| {
            search(session, state, &limits)?;
            best_found(session)
        },
    )
}

/// The move to play. Apart from the search that comes before it, so that the stack holds one of the
/// two.
#[inline(never)]
fn best_found(session: &mut dyn Session) -> Result<imm_move, imm_status> {
    found(session).map(|report| report.best.0)
}

/// Searches until one of `limits` is reached, and writes what was found to `report`, which may be
/// NULL. In C and C++ a macro says how large the report is: see imm_search_limited_sized().
///
/// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_NO_LIMIT, IMM_ERR_NO_CLOCK, IMM_ERR_GAME_OVER,
/// IMM_ERR_BUSY, or what a callback did wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_search_limited(
    state: *mut imm_state,
    limits: *const imm_limits,
    report: *mut imm_report,
) -> imm_status {
    // SAFETY: promised by the caller, whose report has the fields of the first version at least.
    unsafe { imm_search_limited_sized(state, limits, report, PLAIN_REPORT) }
}

/// imm_search_limited() for a report of `size` bytes, sizeof(imm_report) as the caller knows it: no
/// more is written, and what this library does not know becomes 0. For languages other than C and
/// C++, in which the function without a size fills in the fields up to `elapsed_ms` alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_search_limited_sized(
    state: *mut imm_state,
    limits: *const imm_limits,
    report: *mut imm_report,
    size: usize,
) -> imm_status {
    // SAFETY: NULL or valid.
    let limits = unsafe { read_limits(limits) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, state| {
        // Where they stand: a copy would take its size in stack.
        let (limits, sticky) = limits.as_ref().map_err(|status| *status)?;
        if !report.is_null() {
            check_size::<imm_report>(size)?; // before the search
        }
        search_until(session, state, limits, *sticky)?;
        if report.is_null() {
            return Ok(IMM_OK);
        }
        // SAFETY: not NULL, and `size` bytes are the caller's to be written.
        unsafe { write_report(session, report, size, found) }
    })
}

/// The kernel's limits, and the flag that comes with them.
///
/// # Safety
/// `limits` is NULL or valid, and so is its flag as long as the search runs.
#[inline(never)] // its own frame: not on the stack of the search
pub(crate) unsafe fn read_limits<'a>(limits: *const imm_limits) -> Result<(Limits, Option<&'a AtomicU8>), imm_status> {
    let mut room = MaybeUninit::uninit();
    // SAFETY: promised by the caller.
    let limits = unsafe { sized::read(limits, &mut room) }?;
    // SAFETY: NULL or a byte that anyone may write to: an atomic may be shared.
    let sticky = unsafe { limits.stop.cast::<AtomicU8>().as_ref() };
    let limits =
        Limits { iterations: limits.iterations, nodes: limits.nodes, depth: limits.depth, time: time_of(limits)? };
    Ok((limits, sticky))
}

/// The shorter of the limits in time; a library without policies knows that in milliseconds alone.
fn time_of(limits: &imm_limits) -> Result<Option<Time>, imm_status> {
    let ms = (limits.time_ms != 0).then_some(Time::ms(limits.time_ms));
    if limits.time_us == 0 {
        return Ok(ms);
    }
    if !POLICIES {
        return Err(IMM_ERR_UNSUPPORTED);
    }
    let us = Time::us(limits.time_us);
    Ok(Some(ms.filter(|ms| ms.as_us() < limits.time_us).unwrap_or(us)))
}

/// Writes what was found. Apart from the search that comes before it, as [`best_found`] is.
///
/// # Safety
/// `report` is NULL, or `size` bytes of it are the caller's to be written.
#[inline(never)]
pub(crate) unsafe fn write_report(
    session: &mut dyn Session,
    report: *mut imm_report,
    size: usize,
    ask: fn(&mut dyn Session) -> Result<Report, imm_status>,
) -> Result<imm_status, imm_status> {
    if report.is_null() {
        return Err(IMM_ERR_NULL);
    }
    if size == size_of::<imm_report>() {
        let found = ask(session)?;
        // SAFETY: promised by the caller. Written where it stays: that is less flash than a copy.
        unsafe { report.write(report_to_c(&found)) };
        return Ok(IMM_OK);
    }
    check_size::<imm_report>(size)?;
    let found = report_to_c(&ask(session)?);
    let found = imm_report { struct_size: found.struct_size.min(size as u32), ..found };
    // SAFETY: promised by the caller.
    unsafe { sized::write(report, size, &found) }.map(|()| IMM_OK)
}

/// Makes `iterations` simulations - alpha-beta: visits as many positions, or fewer where it has
/// looked as many plies ahead as the limits or the memory allow - and returns: for a main loop that
/// must do other things in between. Steps add up to the same search as one. Use imm_get_report() to
/// see where it stands.
///
/// IMM_ERR_NO_LIMIT for 0 iterations, IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or what a callback did
/// wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_step(state: *mut imm_state, iterations: u32) -> imm_status {
    let limits = Limits::iterations(u64::from(iterations));
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, state| search(session, state, &limits).map(|()| IMM_OK))
}

/// Ends the search that is under way, if any, after its current simulation or position; it returns
/// as if its time were up. May be called from an interrupt, a signal handler, another thread or a
/// callback. The next search is not affected. Nothing happens if `state` is NULL or no state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_stop(state: *mut imm_state) {
    // SAFETY: a handle from C. No reference to the whole state is made, as another thread may be
    // using it.
    if unsafe { check(state) }.is_ok() {
        // SAFETY: `check` found a state; an atomic may be shared.
        let stop = unsafe { &(*state.cast::<State>()).stop };
        stop.store(true, Ordering::Relaxed);
    }
}

/// What the searches of this position have found so far. Before any search, `best` is a legal move
/// all the same: one that wins at once, or looks best at a glance. In C and C++ a macro says how
/// large the report is: see imm_get_report_sized().
///
/// IMM_ERR_NULL, or what a callback did wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_get_report(state: *mut imm_state, report: *mut imm_report) -> imm_status {
    // SAFETY: promised by the caller, whose report has the fields of the first version at least.
    unsafe { imm_get_report_sized(state, report, PLAIN_REPORT) }
}

/// imm_get_report() for a report of `size` bytes, as imm_search_limited_sized() says.
///
/// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, or what a callback did wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_get_report_sized(
    state: *mut imm_state,
    report: *mut imm_report,
    size: usize,
) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| {
        // SAFETY: NULL, or `size` bytes are the caller's to be written.
        unsafe { write_report(session, report, size, |session| session.report()) }
    })
}

/// Plays a move. What the tree knows about the position after it is kept, the rest is given back;
/// alpha-beta begins anew.
///
/// IMM_ERR_ILLEGAL_MOVE, IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or what a callback did wrong: the
/// position is as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_play(state: *mut imm_state, r#move: imm_move) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| session.play(Move(r#move)).map(|()| IMM_OK))
}

/// Writes up to `capacity` of the legal moves and returns how many there are, 0 if the game is
/// over; or a negative status. `moves` may be NULL if `capacity` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_legal_moves(state: *mut imm_state, moves: *mut imm_move, capacity: u32) -> i32 {
    // SAFETY: NULL or with room for `capacity`; a `Move` is an imm_move.
    let out = unsafe { slice_mut(moves.cast::<Move>(), capacity) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| {
        let out = out?;
        let legal = session.legal_moves()?;
        out.iter_mut().zip(legal).for_each(|(slot, mv)| *slot = *mv);
        Ok(legal.len() as i32)
    })
}

/// How the game stands: IMM_ONGOING or its result; or a negative status.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_outcome(state: *mut imm_state) -> imm_result {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| {
        Ok(match session.outcome()? {
            None => IMM_ONGOING,
            Some(Outcome::FirstWins) => IMM_FIRST_WINS,
            Some(Outcome::SecondWins) => IMM_SECOND_WINS,
            Some(Outcome::Draw) => IMM_DRAW,
        })
    })
}

/// Whose turn it is; or a negative status. Once the game is over the answer says nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_player_to_move(state: *mut imm_state) -> imm_player {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| {
        Ok(match session.to_move()? {
            Side::First => IMM_FIRST,
            Side::Second => IMM_SECOND,
        })
    })
}

/// Writes the static value of the position for the FIRST player, in [-1, 1], by the configured
/// evaluation function; the result itself if the game is over. Nothing is searched. IMM_ERR_NULL,
/// IMM_ERR_UNSUPPORTED if the game has none, or what a callback did wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_evaluate(state: *mut imm_state, value: *mut f32) -> imm_status {
    // SAFETY: NULL or the caller's to be written.
    let value = unsafe { answer_at(value) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_queries(|search| {
        let value = value?;
        value.write(search.evaluate()?.to_f32());
        Ok(IMM_OK)
    })
}

/// Writes a legal move of this position as text, with a closing 0. IMM_TEXT_MAX + 1 bytes always
/// suffice, IMM_TEXT_MAX for built-in games. IMM_ERR_NULL, IMM_ERR_ILLEGAL_MOVE, IMM_ERR_BUFFER, or
/// what a callback did wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_move_text(
    state: *mut imm_state,
    r#move: imm_move,
    text: *mut c_char,
    size: usize,
) -> imm_status {
    // SAFETY: NULL or with room for `size` bytes.
    let room = unsafe { text_room(text, size) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_queries(|search| write_text(room?, |out| search.write_move(Move(r#move), out)))
}

/// Reads a move as imm_move_text() writes it: exactly so, without blanks around it. IMM_ERR_NULL,
/// IMM_ERR_TEXT if it is no legal move of this position, or what a callback did wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_parse_move(
    state: *mut imm_state,
    text: *const c_char,
    r#move: *mut imm_move,
) -> imm_status {
    // SAFETY: NULL or a string.
    let text = unsafe { read_text(text) };
    // SAFETY: NULL or the caller's to be written.
    let found = unsafe { answer_at(r#move) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_queries(|search| {
        let (text, found) = (text?, found?);
        found.write(search.read_move(text)?.0);
        Ok(IMM_OK)
    })
}

/// Writes the position as text, with a closing 0: see the functions of the games, as
/// imm_breakthrough(). IMM_TEXT_MAX bytes always suffice. IMM_ERR_NULL, IMM_ERR_UNSUPPORTED for a
/// game of your own, IMM_ERR_BUFFER.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_position_text(state: *mut imm_state, text: *mut c_char, size: usize) -> imm_status {
    // SAFETY: NULL or with room for `size` bytes.
    let room = unsafe { text_room(text, size) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_queries(|search| write_text(room?, |out| search.write_position(out)))
}

/// Sets up the position that `text` describes, as imm_position_text() writes it, on the same board;
/// the tree begins anew. IMM_ERR_NULL, IMM_ERR_UNSUPPORTED for a game of your own, IMM_ERR_TEXT if
/// it is no position of this game and board: nothing has changed then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_set_position(state: *mut imm_state, text: *const c_char) -> imm_status {
    // SAFETY: NULL or a string.
    let text = unsafe { read_text(text) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_change(|search| search.read_position(text?))
}

/// Back to the starting position, with an empty tree. What a callback did wrong: the position is as
/// it was then, and the tree is empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_restart(state: *mut imm_state) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| session.restart().map(|()| IMM_OK))
}

/// To a random starting position, the same for the same seed, with an empty tree: Kalah's seeds
/// dropped into random houses, other cards in Onitama. IMM_ERR_UNSUPPORTED for a game that has only
/// one starting position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_shuffle(state: *mut imm_state, seed: u64) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_change(|search| search.shuffle(seed))
}

/// Empties the tree; the position stays. The random numbers go on where they were.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_forget(state: *mut imm_state) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| {
        session.forget();
        Ok(IMM_OK)
    })
}

/// The status of the latest call with this state, imm_stop() and this function excepted. For
/// functions that return something else.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_last_status(state: *const imm_state) -> imm_status {
    // SAFETY: a handle from C.
    match unsafe { check(state) } {
        // SAFETY: `check` found a state.
        Ok(()) => unsafe { &(*state.cast::<State>()).last_status }.get(),
        Err(status) => status,
    }
}
