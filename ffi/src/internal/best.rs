//! Finds the player that `best` means for a game and a block size. Uses the kernel's table of best
//! players.

use crate::internal::config::player_to_c;
#[cfg(feature = "alpha-beta")]
use crate::internal::game_kinds::depth_of;
#[cfg(feature = "policies")]
use crate::internal::game_kinds::has_alpha_beta;
use crate::internal::game_kinds::{abilities_of, game_of, layout_of, needs_of};
use crate::internal::searches::TREE_SEARCH;
use crate::internal::struct_versions;
use crate::types::*;
use core::mem::MaybeUninit;
use kernel::alphabeta::{self, Switches};
#[cfg(feature = "policies")]
use kernel::game::knowledge::Abilities;
use kernel::game::knowledge::Evaluator;
#[cfg(feature = "policies")]
use kernel::player::best::Best;
use kernel::player::{BudgetClass, Config, Player};

/// Returns the budget class of a search. A `size` of 0 means a block that is large enough. An `ms`
/// of 0 means an unknown time.
pub(crate) fn means_of(size: usize, ms: u32) -> BudgetClass {
    let block = if size == 0 { usize::MAX / 2 } else { size };
    BudgetClass { block, ms: if ms == 0 { u32::MAX } else { ms } }
}

/// Writes to `config` the best player for a game, a block size and a time.
///
/// # Safety
/// `game` and `config` are NULL or valid.
pub(crate) unsafe fn best(
    game: *const imm_game,
    size: usize,
    ms: u32,
    config: *mut imm_config,
) -> Result<(), imm_status> {
    let mut room = MaybeUninit::uninit();
    // SAFETY: promised by the caller.
    let game = unsafe { game_of(game, &mut room) }?;
    let (player, _) = best_in(game, means_of(size, ms))?;
    let mut room = MaybeUninit::uninit();
    // SAFETY: promised by the caller.
    let changed = unsafe { struct_versions::copy(config, &mut room) }?;
    // SAFETY: not NULL, and `struct_size` is there in every version.
    let own_size = unsafe { (&raw const (*config).struct_size).read() };
    player_to_c(player, changed);
    changed.struct_size = own_size;
    // SAFETY: promised by the caller.
    unsafe { struct_versions::write_all(config, own_size as usize, changed) }
}

/// Alpha-beta can be the best player only if the block has room for this number of plies.
#[cfg(feature = "alpha-beta")]
const PLIES_WANTED: usize = 16;

/// The player that is used if there is no table of best players: `mcts()`, or `ab(all)` in a
/// library without the tree search.
const PLAIN: &Player = if TREE_SEARCH { &Player::Tree(Config::DEFAULT) } else { &Player::AlphaBeta(ALL) };

/// The configuration of the player `ab(all)`.
const ALL: alphabeta::Config = alphabeta::Config { evaluator: Evaluator::DEFAULT, switches: Switches::ALL };

/// Returns `player`, unless it is `best`. Then writes the best player for this game and a block of
/// `size` bytes to `room`, and returns this player.
pub(crate) fn resolve<'a>(
    player: &'a Player,
    game: &imm_game,
    size: usize,
    room: &'a mut Option<Player>,
) -> Result<&'a Player, imm_status> {
    #[cfg(feature = "policies")]
    if let Player::Best(seed) = *player {
        return Ok(room.insert(best_in(game, BudgetClass::of_block(size))?.0.seeded(seed)));
    }
    #[cfg(not(feature = "policies"))]
    let _ = (game, size, room);
    Ok(player)
}

/// Returns the best player for a game within this budget, and why that player is the best. Returns
/// [`PLAIN`] if the block is too small for the best player. This function refers to no search, so a
/// program that calls it does not have to contain a search.
#[inline(never)] // in its own frame, which is not on the stack while the search is set up
pub(crate) fn best_in(game: &imm_game, budget: BudgetClass) -> Result<(&'static Player, &'static str), imm_status> {
    // `player` points into the table of best players, because a copy would need stack space.
    let (player, why) = wanted(game, budget)?;
    let both = fits(player, game, budget.block) && fits(PLAIN, game, budget.block);
    Ok(if both { (player, why) } else { (PLAIN, "the block has no room for a better one") })
}

/// Returns the best player for a game within this budget, even if the block has no room for it.
#[inline(never)] // the abilities are not on the stack while `best_in` looks for room
fn wanted(game: &imm_game, budget: BudgetClass) -> Result<(&'static Player, &'static str), imm_status> {
    let abilities = abilities_of(game, Evaluator::DEFAULT)?;
    #[cfg(feature = "policies")]
    {
        // The `small` games have no nets and no alpha-beta.
        let deep = has_alpha_beta(game);
        let abilities = Abilities { net: abilities.net && deep, ..abilities };
        let row = Best::for_abilities(&abilities, deep, budget);
        Ok((row.player, row.why))
    }
    #[cfg(not(feature = "policies"))]
    {
        let _ = (abilities, budget);
        Ok((PLAIN, "a library without the feature `policies` has no other"))
    }
}

fn fits(player: &Player, game: &imm_game, size: usize) -> bool {
    match player {
        Player::Tree(_) if !TREE_SEARCH => false,
        Player::Tree(config) => layout_of(needs_of(game).map(|needs| needs.for_player(config)), size).is_ok(),
        #[cfg(feature = "alpha-beta")]
        Player::AlphaBeta(config) => {
            let layout = depth_of(game).and_then(|depth| (depth.layout)(game, config, size));
            layout.is_ok_and(|layout| layout.plies >= PLIES_WANTED)
        }
        #[cfg(not(feature = "alpha-beta"))]
        Player::AlphaBeta(_) => false,
        #[cfg(feature = "policies")]
        Player::Best(_) => false,
    }
}
