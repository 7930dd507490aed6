//! Functions that open a search or change its player, and functions that compute its memory.

use crate::internal::config::{self, clock_of, config_from_c, configure};
use crate::internal::game_kinds::{built_in_kind, game_of, kind_of, layout_of, needs_of};
use crate::internal::handle::Handle;
use crate::internal::layout::{Layout, Work, round_up};
use crate::internal::opening::init;
use crate::internal::set_player::change;
use crate::types::*;
use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;
use kernel::game::Move;
use kernel::player::Player;

/// Opens a search of `game` in one call, like imm_init() with a player as text. `player` is in the
/// notation of imm_configure(); NULL means the best player of the game. `seed` is the seed of the
/// random numbers. The search has a clock if the library was built for an operating system.
/// `memory` need not be aligned: imm skips up to IMM_ALIGN - 1 bytes at its beginning. So
/// imm_memory_required() + IMM_ALIGN - 1 bytes are always enough for the number of slots that you
/// want. Suggested `size`: all the memory that you can spare.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_TEXT; IMM_ERR_SPEC, for which imm_configure_error() explains the
/// mistake in `player`; or an error of imm_init(). After an error `state` is not written.
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
        // SAFETY: within the memory of the caller, who promises the rest.
        unsafe { init(memory, size, game, &raw const config, state, |game| Some(kind_of(game))) }
    };
    open().unwrap_or_else(|status| status)
}

/// Changes the player of a state. `config` has the form that imm_init() expects; NULL means the
/// best player, with its default seed and clock. The position and the history of imm_undo() stay.
///
/// The tree stays if its values have the same meaning for the old and the new player. This is so if
/// the two players differ only in `c`, `temp`, `decision`, `threshold`, `no_recycle`, `eps`,
/// `softmax`, `ct` or `pb_divisor`. They may also differ in the weight of `im`, `cb`, `impb`, `pb`,
/// `tp` or `fpu` if both players have that option. With `max` on, they may differ only in `c`,
/// `decision`, `threshold` and `no_recycle`. Any other difference, for example in the evaluation or
/// the playouts, empties the tree. Then the block is divided again, as for a new state. Alpha-beta
/// always starts its search again. No callback of a custom game is called.
///
/// Errors: IMM_ERR_STRUCT_SIZE, IMM_ERR_OUT_OF_RANGE, IMM_ERR_ENUM, IMM_ERR_CONTRADICTION,
/// IMM_ERR_TOO_SMALL, IMM_ERR_BUSY; IMM_ERR_UNSUPPORTED if the game or the library lacks an ability
/// that the player needs, and always for imm_breakthrough_small() and imm_kalah_small(). After an
/// error the state is unchanged and keeps the old player.
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

/// Changes the player of a state like imm_set_player(), but with the player as text. `player` is in
/// the notation of imm_configure(); NULL means the best player. `seed` is the seed of the player.
/// The clock stays.
///
/// Errors: IMM_ERR_TEXT, IMM_ERR_SPEC, or an error of imm_set_player().
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

/// Opens a search of `game` from its starting position, in `size` bytes of `memory` aligned to
/// IMM_ALIGN. Writes the handle of the search to `state`. `config` may be NULL for the best player
/// of the game (IMM_BEST).
///
/// More memory makes a larger tree. A search with a full tree continues, and recycles the least
/// recently used parts of the tree. Alpha-beta takes the memory for 255 plies, or searches less
/// deep if the block is smaller. With a transposition table, alpha-beta takes all memory: see
/// imm_alpha_beta_memory(). Suggested `size`: all the memory that you can spare. More memory has no
/// use if the simulations of one move cannot fill the tree.
///
/// The call clears the tables (IMM_AB_TT, IMM_FLAG_EVALTT or IMM_FLAG_PROOFTT); on bare metal it
/// clears all memory. On other targets the tree is cleared as it grows. The structs are copied. Do
/// not move or change the memory as long as you use the state. If the memory contained another
/// state, that state is no longer valid, even if this call fails.
///
/// Errors: IMM_ERR_NULL, IMM_ERR_MISALIGNED, IMM_ERR_TOO_SMALL, IMM_ERR_STRUCT_SIZE,
/// IMM_ERR_OUT_OF_RANGE, IMM_ERR_ENUM, IMM_ERR_CONTRADICTION, IMM_ERR_UNSUPPORTED, IMM_ERR_GAME, or
/// the error of a callback. After an error `state` is not written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_init(
    memory: *mut c_void,
    size: usize,
    game: *const imm_game,
    config: *const imm_config,
    state: *mut *mut imm_state,
) -> imm_status {
    // SAFETY: the caller provides the block; the other pointers are NULL or valid.
    let handle = unsafe { init(memory, size, game, config, state, |game| Some(kind_of(game))) };
    handle.unwrap_or_else(|status| status)
}

/// Opens a search like imm_init(), but only of a built-in game; for a custom game, returns
/// IMM_ERR_GAME. Use this function in firmware. A program that calls it instead of imm_init() does
/// not contain the code for custom games.
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

/// Returns how many bytes a search of `game` needs if its tree has `slots` slots (of IMM_SLOT_SIZE
/// bytes each). With 0 slots the search has no tree. docs/EMBEDDED.md has the number of nodes that
/// fit into small blocks.
///
/// Returns 0 on an error: a NULL pointer, a game that imm_init() would refuse, or more bytes than a
/// size_t can hold.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_memory_required(game: *const imm_game, slots: usize) -> usize {
    let mut room = MaybeUninit::uninit();
    // SAFETY: a pointer from C, NULL or valid.
    let needs = unsafe { game_of(game, &mut room) }.and_then(needs_of);
    needs.ok().and_then(|needs| Layout::bytes(&needs, slots)).unwrap_or(0)
}

/// Returns how many slots the tree of a search of `game` has in a block of `size` bytes. Returns 0
/// if the block is too small, or on an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_memory_slots(game: *const imm_game, size: usize) -> usize {
    let mut room = MaybeUninit::uninit();
    // SAFETY: a pointer from C, NULL or valid.
    let layout = unsafe { game_of(game, &mut room) }.and_then(|game| layout_of(needs_of(game), size));
    layout.map_or(0, |(_, slots)| slots)
}

/// Returns by how many bytes the player `config` makes the tree smaller in a search of `game`.
/// These bytes hold lists of moves for leaf searches (`leaf` in `config`) and for playouts
/// (IMM_PLAYOUT_GREEDY, _MIXED and _ALPHA_BETA), and at most IMM_NET_SIZE bytes for a net
/// (IMM_EF_NET). To keep the number of slots, add these bytes to imm_memory_required(). Returns 0
/// for every other player, and on an error. With IMM_EF_TOLD, the waiting leaves also take an
/// eighth of the block, but at least 1 KiB.
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
