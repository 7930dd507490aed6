//! Another player for a state that is there: the position stays, and the tree where it means the
//! same.

use crate::best;
use crate::config::{self, clock_of, opening_player};
use crate::handle::{Handle, State};
use crate::kinds::{check_config, kind_of, layout_of};
use crate::spec::configure;
#[cfg(feature = "alpha-beta")]
use crate::status::config_status;
use crate::types::*;
use crate::undo::hand_over;
use core::ffi::c_char;
use kernel::player::Player;

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

/// Nothing is changed before it is known that everything can be.
///
/// # Safety
/// `block` is that of the state `head`, exclusively ours; `config` is NULL or valid.
unsafe fn change(block: *mut u8, head: &State, config: *const imm_config) -> Result<(), imm_status> {
    // SAFETY: promised by the caller.
    let player = unsafe { opening_player(config) };
    let player = player.as_ref().map_err(|status| *status)?;
    let queries = head.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
    // SAFETY: it is the session, which nobody else holds.
    let game = unsafe { &mut *queries }.archive().description();
    let kind = kind_of(&game);
    let mut room = None;
    let player = best::resolve(player, &game, head.size, &mut room)?;
    let search = match player {
        Player::Tree(config) => {
            let layout = layout_of((kind.needs)(&game).map(|needs| needs.for_player(config)))?;
            let slots = layout.slots_in(head.size).ok_or(IMM_ERR_TOO_SMALL)?;
            check_config(config, &(kind.abilities)(&game, config.evaluator)?)?;
            // SAFETY: as above.
            if unsafe { &mut *queries }.archive().change_player(config) {
                return Ok(());
            }
            // SAFETY: as above.
            let kept = unsafe { &mut *queries }.archive().root();
            // SAFETY: `layout` with `slots` slots fits the block, of which nothing is held any more
            // but the root of this game.
            unsafe { (kind.open)(&game, config, block, &layout, slots, kept) }?
        }
        #[cfg(feature = "alpha-beta")]
        Player::AlphaBeta(config) => {
            let depth = kind.depth.ok_or(IMM_ERR_UNSUPPORTED)?;
            let layout = (depth.layout)(&game, config, head.size)?;
            config.check_with(&(kind.abilities)(&game, config.evaluator)?).map_err(config_status)?;
            // SAFETY: as above.
            let kept = unsafe { &mut *queries }.archive().root();
            // SAFETY: `layout` fits the block, of which nothing is held any more but the root.
            unsafe { (depth.open)(&game, config, block, &layout, kept) }?
        }
        #[cfg(not(feature = "alpha-beta"))]
        Player::AlphaBeta(_) => return Err(IMM_ERR_UNSUPPORTED),
        #[cfg(feature = "policies")]
        Player::Best(_) => return Err(IMM_ERR_UNSUPPORTED), // it was asked for by name
    };
    hand_over(head, &search);
    // SAFETY: set by imm_set_net(), whose caller has promised it. It was a net for this game then.
    #[cfg(feature = "nets")]
    unsafe {
        crate::net::apply(&search, head.net.get())?;
    };
    Ok(())
}
