//! The types of games that an `imm_game` can describe. `game_kind.rs` opens the searches.
//! `small.rs`, `large.rs` and `callbacks.rs` differ in where positions are stored. `built_in.rs`
//! has the built-in games.

pub(crate) mod built_in;
pub(crate) mod callback_game;
mod callbacks;
pub(crate) mod game_kind;
mod large;
mod small;

use crate::internal::game_kinds::callbacks::OwnGame;
#[cfg(feature = "alpha-beta")]
use crate::internal::game_kinds::game_kind::DepthKind;
use crate::internal::game_kinds::game_kind::{Kind, abilities, needs};
use crate::internal::layout::{Layout, Needs};
use crate::internal::struct_versions;
use crate::types::*;
use core::mem::MaybeUninit;
use kernel::game::knowledge::{Abilities, Evaluator};

/// The functions that open a custom game.
static CALLBACKS: Kind = Kind::of::<OwnGame>();

/// Returns the game that a pointer from C refers to. If the caller's header has another version,
/// the struct may have another size. Then it is first copied to `room`.
///
/// # Safety
/// `game` is NULL or valid.
pub(crate) unsafe fn game_of(game: *const imm_game, room: &mut MaybeUninit<imm_game>) -> Result<&imm_game, imm_status> {
    // SAFETY: promised by the caller.
    unsafe { struct_versions::read(game, room) }
}

/// Returns the functions that open a built-in game. Returns `None` for a custom game.
pub(crate) fn built_in_kind(game: &imm_game) -> Option<&Kind> {
    // SAFETY: NULL, or set by the functions of `api/games.rs` to a static `Kind`.
    unsafe { game.builtin.cast::<Kind>().as_ref() }
}

/// Returns the functions that open this game, whether it is built-in or custom. This function
/// refers to the search of custom games, so a program that calls it also contains that search.
pub(crate) fn kind_of(game: &imm_game) -> &Kind {
    built_in_kind(game).unwrap_or(&CALLBACKS)
}

/// Returns the abilities of a game. This function refers to no search, so a program that calls it
/// does not have to contain a search.
pub(crate) fn abilities_of(game: &imm_game, evaluator: Evaluator) -> Result<Abilities, imm_status> {
    built_in_kind(game).map_or_else(|| abilities::<OwnGame>(game, evaluator), |kind| (kind.abilities)(game, evaluator))
}

/// Returns the memory that a game needs in addition to the pool of tree slots. This function refers
/// to no search, so a program that only asks for sizes does not have to contain a search.
pub(crate) fn needs_of(game: &imm_game) -> Result<Needs, imm_status> {
    built_in_kind(game).map_or_else(|| needs::<OwnGame>(game), |kind| (kind.needs)(game))
}

/// Returns the layout of a block of `size` bytes for a game with these needs, and the number of
/// slots of its tree.
pub(crate) fn layout_of(needs: Result<Needs, imm_status>, size: usize) -> Result<(Layout, usize), imm_status> {
    Layout::in_block(&needs?, size)
}

/// True if this build of the library can search this game with alpha-beta.
#[cfg(feature = "alpha-beta")]
pub(crate) fn has_alpha_beta(game: &imm_game) -> bool {
    built_in_kind(game).is_none_or(|kind| kind.depth.is_some())
}

#[cfg(not(feature = "alpha-beta"))]
pub(crate) fn has_alpha_beta(_: &imm_game) -> bool {
    false
}

/// Returns the functions that lay out a block and open an alpha-beta search of this game. Error:
/// IMM_ERR_UNSUPPORTED for a game without alpha-beta.
#[cfg(feature = "alpha-beta")]
pub(crate) fn depth_of(game: &imm_game) -> Result<DepthKind, imm_status> {
    let depth = built_in_kind(game).map_or(Some(DepthKind::of::<OwnGame, true>()), |kind| kind.depth);
    depth.ok_or(IMM_ERR_UNSUPPORTED)
}
