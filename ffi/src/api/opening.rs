//! Texts and pointers in place of structs that are handed about: a search opened in one call, and
//! the built-in games by their names.

use crate::config;
use crate::convert::read_text;
use crate::init;
use crate::kinds::*;
use crate::sized;
use crate::spec::configure;
use crate::types::*;
use core::ffi::{CStr, c_char, c_void};
use kernel::games::breakthrough::Breakthrough;
use kernel::games::kalah::{Capture, Kalah};
use kernel::games::loa::Rules as LoaRules;
use kernel::games::onitama::Onitama;

/// Sets up a search of `game` in one call: imm_init() for a player in the notation of
/// imm_configure(), NULL for the best one of the game, with the seed `seed` and the host's clock
/// where there is one. The memory need not be aligned: up to IMM_ALIGN - 1 bytes at its beginning
/// are left out, so imm_memory_required() + IMM_ALIGN - 1 bytes have room for a tree of that size.
///
/// IMM_ERR_NULL, IMM_ERR_TEXT, IMM_ERR_SPEC: imm_configure_error() says what is wrong with the
/// player; or what imm_init() answers. Then `state` is not written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_open(
    memory: *mut c_void,
    size: usize,
    game: *const imm_game,
    player: *const c_char,
    seed: u64,
    state: *mut *mut imm_state,
) -> imm_status {
    // SAFETY: promised by the caller, as for imm_init().
    unsafe { open(memory, size, game, player, seed, state) }.unwrap_or_else(|status| status)
}

/// # Safety
/// As for `imm_init()`; `player` is NULL or a string.
unsafe fn open(
    memory: *mut c_void,
    size: usize,
    game: *const imm_game,
    player: *const c_char,
    seed: u64,
    state: *mut *mut imm_state,
) -> Result<imm_status, imm_status> {
    if memory.is_null() || game.is_null() || state.is_null() {
        return Err(IMM_ERR_NULL);
    }
    let mut config = imm_config { seed, ..config::best() };
    if !player.is_null() {
        // SAFETY: a configuration, and a string.
        unsafe { configure(&raw mut config, player) }?;
    }
    let slip = memory.addr().wrapping_neg() % IMM_ALIGN;
    let size = size.checked_sub(slip).ok_or(IMM_ERR_TOO_SMALL)?;
    let memory = memory.wrapping_byte_add(slip);
    // SAFETY: within the memory that the caller lends; the rest is promised by the caller.
    unsafe { init(memory, size, game, &raw const config, state, |game| Some(kind_of(game))) }
}

/// The names that imm_game_by_name() knows, without sizes and numbers of deals.
const NAMES: [&CStr; 10] = [
    c"breakthrough",
    c"kalah",
    c"kalah_empty",
    c"kalah_std",
    c"kalah_stays",
    c"loa",
    c"loa_openspiel",
    c"oware",
    c"othello",
    c"onitama",
];

/// The name of a built-in game for imm_game_by_name(), by its place in a list that begins with 0;
/// NULL behind the last. The text is the library's and lives forever.
#[unsafe(no_mangle)]
pub extern "C" fn imm_game_name(index: u32) -> *const c_char {
    NAMES.get(index as usize).map_or(core::ptr::null(), |name| name.as_ptr())
}

/// Writes the built-in game of this name to `game`, which may be handed to imm_open(), imm_init()
/// and all else as if it was one of the functions' above: "breakthrough" or "breakthrough_6x5"
/// (columns, rows), "kalah" or "kalah_empty", "kalah_std", "kalah_stays" (IMM_CAPTURE_*), each also
/// with houses and seeds as in "kalah_std_4x3", "loa" or "loa_openspiel" (IMM_LOA_*), "oware",
/// "othello", "onitama" or "onitama_7" (the number of a deal). `size` is sizeof(imm_game) as the
/// caller knows it. Links all games.
///
/// IMM_ERR_NULL, IMM_ERR_TEXT for no UTF-8, IMM_ERR_GAME if there is no such game or board,
/// IMM_ERR_STRUCT_SIZE: nothing is written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_game_by_name(name: *const c_char, game: *mut imm_game, size: usize) -> imm_status {
    // SAFETY: NULL or a string.
    let found = unsafe { read_text(name) }.and_then(|name| game_named(name).ok_or(IMM_ERR_GAME));
    let written = found.and_then(|found| {
        needs_of(&found)?;
        let found = imm_game { struct_size: size as u32, ..found };
        // SAFETY: NULL or the caller's to be written.
        unsafe { sized::write(game, size, &found) }
    });
    written.map_or_else(|status| status, |()| IMM_OK)
}

fn game_named(name: &str) -> Option<imm_game> {
    if let Some((columns, rows)) = Breakthrough::board_of_name(name) {
        return Some(imm_breakthrough_board(columns, rows));
    }
    if let Some((houses, seeds, capture)) = Kalah::board_of_name(name) {
        let capture = match capture {
            Capture::Empty => IMM_CAPTURE_EMPTY,
            Capture::Standard => IMM_CAPTURE_STANDARD,
            Capture::Stays => IMM_CAPTURE_STAYS,
        };
        return Some(imm_kalah_board(houses, seeds, capture));
    }
    if let Some(deal) = Onitama::deal_of_name(name) {
        return u32::try_from(deal).ok().map(|deal| imm_onitama_deal(deal));
    }
    if let Some(rules) = LoaRules::from_name(name) {
        return Some(imm_loa_rules(match rules {
            LoaRules::Olympiad => IMM_LOA_OLYMPIAD,
            LoaRules::OpenSpiel => IMM_LOA_OPENSPIEL,
        }));
    }
    let game = match name {
        "oware" => imm_oware(),
        "othello" => imm_othello(),
        _ => return None,
    };
    // SAFETY: a static of the library's.
    Some(unsafe { *game })
}
