//! Opens a search, and says how much memory it needs.

use crate::internal::config::{self, clock_of, config_from_c, configure};
use crate::internal::game_kinds::{built_in_kind, game_of, kind_of, layout_of, needs_of};
use crate::internal::handle::Handle;
use crate::internal::layout::{Work, round_up};
use crate::internal::opening::init;
use crate::internal::set_player::change;
use crate::types::*;
use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;
use kernel::game::Move;
use kernel::player::Player;

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
    let open = || {
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
    };
    open().unwrap_or_else(|status| status)
}

/// Changes the player of a state: `config` as for imm_init(), NULL for the best one, with its
/// seed and its clock. The position stays, and what imm_undo() can take back. The tree stays where
/// it means the same to both: where they differ only in what is made of it, `c`, `temp`,
/// `decision`, `threshold`, `no_recycle`, `eps`, `softmax`, `ct`, `pb_divisor`, or in the weight of
/// `im`, `cb`, `impb`, `pb`, `tp` and `fpu` while both have it; and in none of the last five if
/// `max` is on. Any other option, as the evaluation or how playouts go, makes other numbers: the
/// block is divided anew, and the search begins as that of a new state. So it is with alpha-beta,
/// each time. Callbacks of a game of your own are not called.
///
/// IMM_ERR_STRUCT_SIZE, IMM_ERR_OUT_OF_RANGE, IMM_ERR_ENUM, IMM_ERR_CONTRADICTION,
/// IMM_ERR_TOO_SMALL, IMM_ERR_UNSUPPORTED if the game, or the library, cannot do it, and always for
/// imm_breakthrough_small() and imm_kalah_small(), IMM_ERR_BUSY: the old player goes on then as if
/// nothing had been asked.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_set_player(state: *mut imm_state, config: *const imm_config) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.when_idle(
        |status| status,
        |head| {
            // SAFETY: the block of the state, which is busy; a configuration, or NULL.
            unsafe { change(state.cast(), head, config) }?;
            // SAFETY: NULL or a configuration.
            head.clock.set(&unsafe { clock_of(config) });
            Ok(IMM_OK)
        },
    )
}

/// imm_set_player() for a player in the notation of imm_configure(), NULL for the best one, with
/// the seed `seed`; the clock stays. IMM_ERR_TEXT, IMM_ERR_SPEC, or what imm_set_player() answers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_set_player_text(state: *mut imm_state, player: *const c_char, seed: u64) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.when_idle(
        |status| status,
        |head| {
            let mut config = imm_config { seed, ..config::best() };
            if !player.is_null() {
                // SAFETY: a configuration, and a string.
                unsafe { configure(&raw mut config, player) }?;
            }
            // SAFETY: the block of the state, which is busy; a configuration.
            unsafe { change(state.cast(), head, &raw const config) }?;
            Ok(IMM_OK)
        },
    )
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

/// Bytes that a search of `game` needs with a tree of `slots` slots of IMM_SLOT_SIZE bytes each; 0
/// slots search without a tree. 0 on an error: a NULL, a game that imm_init() would refuse, or more
/// bytes than a size_t can say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_memory_required(game: *const imm_game, slots: usize) -> usize {
    let mut room = MaybeUninit::uninit();
    // SAFETY: a pointer from C, NULL or valid.
    let layout = unsafe { game_of(game, &mut room) }.and_then(|game| layout_of(needs_of(game)));
    layout.ok().and_then(|layout| layout.bytes(slots)).unwrap_or(0)
}

/// Slots of the tree that a block of `size` bytes has room for, in a search of `game`; 0 if it is
/// too small, or on an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_memory_slots(game: *const imm_game, size: usize) -> usize {
    let mut room = MaybeUninit::uninit();
    // SAFETY: a pointer from C, NULL or valid.
    let layout = unsafe { game_of(game, &mut room) }.and_then(|game| layout_of(needs_of(game)));
    layout.ok().and_then(|layout| layout.slots_in(size)).unwrap_or(0)
}

/// Bytes that some players take out of the tree's in a search of `game`, for lists of moves to
/// search leaves (`leaf` in `config`) or playouts (IMM_PLAYOUT_GREEDY, _MIXED and _ALPHA_BETA), and
/// IMM_NET_SIZE at most for a net (IMM_EF_NET): add them to imm_memory_required() for the same
/// number of slots. 0 for every other player, and on an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_leaf_memory(config: *const imm_config, game: *const imm_game) -> usize {
    let mut room = MaybeUninit::uninit();
    // SAFETY: a pointer from C, NULL or valid.
    let Ok(needs) = (unsafe { game_of(game, &mut room) }).and_then(needs_of) else { return 0 };
    // SAFETY: a pointer from C, NULL or valid.
    match unsafe { config_from_c(config) } {
        Ok(Player::Tree(config)) if config.check().is_ok() => {
            let wanted = needs.for_player(&config);
            let moves = wanted.listed.saturating_sub(needs.listed).checked_mul(size_of::<Move>()).and_then(round_up);
            let work = wanted.works.checked_mul(size_of::<Work>()).and_then(round_up);
            moves.zip(work).map_or(0, |(moves, work)| moves.saturating_add(work))
        }
        _ => 0,
    }
}
