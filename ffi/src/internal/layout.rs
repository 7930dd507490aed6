//! How the caller-provided block is divided. One function lays it out, for the size query and for
//! `imm_init()`.
//!
//! `| State | Session<G> | positions and undo of a callback game | moves | path | work of a net |
//! pool |`
//!
//! The moves lie before the path and the pool. A callback that writes too many moves spoils only a
//! tree that is discarded in any case.

use crate::types::*;
use core::alloc::Layout as Shape;
use kernel::Slot;
use kernel::game::Move;
use kernel::game::knowledge::Evaluator;
use kernel::mcts::Step;
use kernel::player::Config;

/// The tree grows no deeper than this, whatever the game: a path of half a KiB. Only where almost
/// nothing is explored, and a game goes in circles, would one go further.
const PATH_MAX: usize = 128;

/// Words of the state: two of them say where the net is.
const WORDS: usize = if cfg!(feature = "nets") { 11 } else { 9 };

/// Bytes of the state at the beginning of every block: words, a status, flags, rounded up.
/// `handle.rs` checks it.
pub(crate) const HEAD: usize = (size_of::<[usize; WORDS]>() + size_of::<[u32; 2]>()).next_multiple_of(IMM_ALIGN);

/// What a player borrows who evaluates by a net.
#[cfg(feature = "nets")]
pub(crate) type Work = kernel::net::Work<'static>;
#[cfg(not(feature = "nets"))]
pub(crate) type Work = ();

const _: () = assert!(size_of::<Work>() <= IMM_NET_SIZE && align_of::<Work>() <= IMM_ALIGN);

/// How many of it a player borrows.
pub(crate) fn works_of(evaluator: Evaluator) -> usize {
    usize::from(cfg!(feature = "nets") && evaluator == Evaluator::NET)
}

/// What one game needs beside the pool.
#[derive(Clone, Copy)]
pub(crate) struct Needs {
    /// The shape of its `Session`.
    pub session: Shape,
    /// Bytes for positions and undo, aligned to IMM_ALIGN.
    pub positions: usize,
    pub max_moves: usize,
    /// Moves that there is room for: a list, and what a player who searches leaves or playouts
    /// needs behind it.
    pub listed: usize,
    pub max_plies: usize,
    /// How many [`Work`]: 1 for a player who evaluates by a net.
    pub works: usize,
}

impl Needs {
    pub(crate) fn for_player(self, config: &Config) -> Self {
        Self { listed: config.scratch_moves(self.max_moves), works: works_of(config.evaluator), ..self }
    }
}

/// Offsets from the start of the block, all aligned to IMM_ALIGN; the session is at HEAD.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    pub positions: usize,
    pub moves: usize,
    pub listed: usize,
    pub path: usize,
    pub path_len: usize,
    pub work: usize,
    pub works: usize,
    pub slots: usize,
}

impl Layout {
    /// `None` where a size overflows.
    pub(crate) fn new(needs: &Needs) -> Option<Self> {
        let path_len = needs.max_plies.saturating_add(1).min(PATH_MAX);
        let positions = round_up(HEAD.checked_add(needs.session.size())?)?;
        let moves = round_up(positions.checked_add(needs.positions)?)?;
        let listed = needs.listed;
        let path = round_up(moves.checked_add(listed.checked_mul(size_of::<Move>())?)?)?;
        let work = round_up(path.checked_add(path_len.checked_mul(size_of::<Step>())?)?)?;
        let works = needs.works;
        let slots = round_up(work.checked_add(works.checked_mul(size_of::<Work>())?)?)?;
        // Further than that nothing may be from the beginning of its block, on any target.
        let fits = slots <= isize::MAX as usize && needs.session.align() <= IMM_ALIGN;
        fits.then_some(Self { positions, moves, listed, path, path_len, work, works, slots })
    }

    /// Bytes of a block with a pool of `count` slots.
    pub(crate) fn bytes(&self, count: usize) -> Option<usize> {
        self.slots.checked_add(count.checked_mul(size_of::<Slot>())?)
    }

    /// Slots of the pool in a block of `bytes`; `None` where not even the rest fits.
    pub(crate) fn slots_in(&self, bytes: usize) -> Option<usize> {
        let addressable = isize::MAX as usize; // what a slice may be long, on any target
        let room = bytes.checked_sub(self.slots)?.min(addressable);
        room.checked_div(size_of::<Slot>()).map(|slots| slots.min(Slot::COUNT_MAX))
    }
}

/// The next multiple of IMM_ALIGN.
pub(crate) fn round_up(size: usize) -> Option<usize> {
    size.checked_next_multiple_of(IMM_ALIGN)
}
