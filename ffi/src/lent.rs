//! A built-in game whose positions are large: they lie in the lent block, not in the session, which is built on the stack.

use crate::layout::{Layout, Needs};
use crate::session::{Hosted, Hosting, Kind, Opened, open, session_shape};
#[cfg(feature = "alpha-beta")]
use crate::stack::{StackKind, StackLayout, StackNeeds, frame_size, open_stack};
use crate::types::*;
#[cfg(feature = "alpha-beta")]
use kernel::alphabeta::{self, AlphaBeta, Switches};
use kernel::borrowed::Borrowed;
use kernel::knowledge::{Abilities, Evaluator, Knowledge};
use kernel::mcts::TreeSearch;
use kernel::player::Config;
use kernel::text::Notation;

/// A position in the block.
type Lent<G> = Borrowed<'static, G>;

/// A game that is hosted so; it has one board only.
pub(crate) trait Large: Knowledge + Notation + Copy + 'static {
    /// Bytes of a position, at most, on any target: what the header says of it.
    const SIZE_MAX: usize;

    /// Any position, not on the stack: for what is the same for all of them.
    const ANY: &'static Self;

    /// Becomes the starting position, where it stays.
    fn restart(&mut self);
}

/// Bytes from one position to the next.
fn stride<G: Large>() -> usize {
    const { assert!(size_of::<G>() <= G::SIZE_MAX && align_of::<G>() <= IMM_ALIGN && G::SIZE_MAX % IMM_ALIGN == 0) };
    size_of::<G>().next_multiple_of(IMM_ALIGN)
}

/// The starting position, written where it stays: on the stack of a small board there is no room for one.
///
/// # Safety
/// `place` is aligned to IMM_ALIGN, has room for a position, and is exclusively ours as long as the block is lent.
#[inline(never)]
unsafe fn begin_at<G: Large>(place: *mut u8) -> Lent<G> {
    let place = place.cast::<G>();
    // SAFETY: promised by the caller; a position may be copied.
    unsafe { place.copy_from_nonoverlapping(G::ANY, 1) };
    // SAFETY: just written; nobody else has it.
    let position = unsafe { &mut *place };
    position.restart();
    Borrowed(position)
}

fn abilities<G: Large>(_: &imm_game, evaluator: Evaluator) -> Result<Abilities, imm_status> {
    Ok(G::ANY.abilities(evaluator))
}

fn needs<G: Large>(_: &imm_game) -> Result<Needs, imm_status> {
    Ok(Needs {
        session: session_shape::<TreeSearch<'static, Lent<G>>>(),
        positions: stride::<G>().wrapping_mul(2),
        max_moves: G::ANY.max_moves(),
        listed: G::ANY.max_moves(),
        max_plies: G::ANY.max_plies(),
    })
}

/// # Safety
/// As for [`open`].
unsafe fn open_lent<G: Large>(
    game: &imm_game,
    config: &Config,
    block: *mut u8,
    layout: &Layout,
    slots: usize,
) -> Result<Opened, imm_status> {
    // SAFETY: `needs` has reserved two positions there.
    let [position, walker] = unsafe { both_at::<G>(block.add(layout.positions)) };
    // SAFETY: promised by the caller.
    unsafe { open(game, position, walker, config, block, layout, slots) }.map(Hosting::with_extras)
}

/// # Safety
/// As for [`begin_at`], with room for two.
unsafe fn both_at<G: Large>(place: *mut u8) -> [Lent<G>; 2] {
    // SAFETY: promised by the caller.
    [unsafe { begin_at(place) }, unsafe { begin_at(place.add(stride::<G>())) }]
}

#[cfg(feature = "alpha-beta")]
fn stack_needs<G: Large>(_: &imm_game) -> Result<StackNeeds, imm_status> {
    Ok(StackNeeds {
        session: session_shape::<AlphaBeta<'static, Lent<G>>>(),
        positions: stride::<G>().wrapping_mul(2),
        undo: 0,
        frame: frame_size::<Lent<G>>(),
        max_moves: G::ANY.max_moves(),
        keyed: G::ANY.hash().is_some(),
    })
}

#[cfg(feature = "alpha-beta")]
fn stack_layout<G: Large>(game: &imm_game, switches: Switches, size: usize) -> Result<StackLayout, imm_status> {
    stack_needs::<G>(game)?.layout_for(switches, size)
}

/// # Safety
/// As for [`open_stack`].
#[cfg(feature = "alpha-beta")]
unsafe fn open_lent_stack<G: Large>(
    game: &imm_game,
    config: &alphabeta::Config,
    block: *mut u8,
    layout: &StackLayout,
) -> Result<Opened, imm_status> {
    // SAFETY: `stack_needs` has reserved two positions there.
    let [position, walker] = unsafe { both_at::<G>(block.add(layout.positions)) };
    // SAFETY: promised by the caller.
    unsafe { open_stack(game, position, walker, config, block, layout) }.map(Hosting::with_extras)
}

/// How such a game is laid out and opened.
pub(crate) const fn kind<G: Large>() -> Kind {
    Kind {
        abilities: abilities::<G>,
        needs: needs::<G>,
        open: open_lent::<G>,
        #[cfg(feature = "alpha-beta")]
        stack: Some(StackKind { needs: stack_needs::<G>, layout: stack_layout::<G>, open: open_lent_stack::<G> }),
    }
}

impl<G: Large> Hosted for Lent<G> {
    fn restart(&mut self, _: u32) {
        self.0.restart();
    }
}
