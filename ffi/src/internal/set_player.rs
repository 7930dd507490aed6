//! Changes the player of an open state. The position stays. The tree stays if its values have the
//! same meaning for the old and the new player.

use crate::internal::best;
use crate::internal::config::opening_player;
use crate::internal::game_kinds::game_kind::check_config;
use crate::internal::game_kinds::{kind_of, layout_of};
use crate::internal::handle::State;
use crate::internal::history::hand_over;
use crate::internal::searches::TREE_SEARCH;
#[cfg(feature = "alpha-beta")]
use crate::internal::status::config_status;
use crate::types::*;
use kernel::player::Player;

/// Changes the player of a state. Changes nothing until all checks have passed.
///
/// # Safety
/// `block` is the block of the state `head`, and nothing else uses it. `config` is NULL or valid.
pub(crate) unsafe fn change(block: *mut u8, head: &State, config: *const imm_config) -> Result<(), imm_status> {
    // SAFETY: promised by the caller.
    let player = unsafe { opening_player(config) };
    let player = player.as_ref().map_err(|status| *status)?;
    let queries = head.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
    // SAFETY: this is the session, which nothing else uses.
    let game = unsafe { &mut *queries }.saving().description();
    let kind = kind_of(&game);
    let mut room = None;
    let player = best::resolve(player, &game, head.size, &mut room)?;
    let search = match player {
        Player::Tree(_) if !TREE_SEARCH => return Err(IMM_ERR_UNSUPPORTED),
        Player::Tree(config) => {
            let needs = (kind.needs)(&game).map(|needs| needs.for_player(config));
            let (layout, slots) = layout_of(needs, head.size)?;
            check_config(config, &(kind.abilities)(&game, config.evaluator)?)?;
            // SAFETY: this is the session, which nothing else uses.
            if unsafe { &mut *queries }.saving().change_player(config) {
                return Ok(());
            }
            // SAFETY: this is the session, which nothing else uses.
            let kept = unsafe { &mut *queries }.saving().root();
            // SAFETY: `layout` with `slots` slots fits the block. Only the root of this game is
            // still used in it.
            unsafe { (kind.open)(&game, config, block, &layout, slots, kept) }?
        }
        #[cfg(feature = "alpha-beta")]
        Player::AlphaBeta(config) => {
            let depth = kind.depth.ok_or(IMM_ERR_UNSUPPORTED)?;
            let layout = (depth.layout)(&game, config, head.size)?;
            config.check_with(&(kind.abilities)(&game, config.evaluator)?).map_err(config_status)?;
            // SAFETY: this is the session, which nothing else uses.
            let kept = unsafe { &mut *queries }.saving().root();
            // SAFETY: `layout` fits the block. Only the root of this game is still used in it.
            unsafe { (depth.open)(&game, config, block, &layout, kept) }?
        }
        #[cfg(not(feature = "alpha-beta"))]
        Player::AlphaBeta(_) => return Err(IMM_ERR_UNSUPPORTED),
        #[cfg(feature = "policies")]
        Player::Best(_) => return Err(IMM_ERR_UNSUPPORTED), // `resolve` has replaced it
    };
    hand_over(&head.search, &search);
    // SAFETY: imm_set_net() has set it, and its caller promised that it stays valid.
    #[cfg(feature = "nets")]
    unsafe {
        crate::internal::session::apply(&search, head.net.get())?;
    };
    Ok(())
}
