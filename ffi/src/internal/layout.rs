//! The layout of the caller-provided block for a tree search. The same function computes it for
//! `imm_init()` and for the functions that return sizes.
//!
//! `| State | Session<G> | positions, undo data (custom game) | moves | path | net's work | trunk |
//!    pool |`
//!
//! Only a large tree has a trunk (`trunk_layout.rs`). For a player with IMM_EF_TOLD, `path` also
//! holds the paths to the leaves that wait (`leaves_layout.rs`).
//!
//! The list of moves comes before the path and the pool. So if a callback writes too many moves, it
//! damages only the tree, which is then discarded.

#[cfg(all(feature = "policies", not(any(target_os = "none", target_family = "wasm"))))]
use crate::internal::leaves_layout;
#[cfg(not(target_os = "none"))]
use crate::internal::trunk_layout::TrunkLayout;
use crate::types::*;
use core::alloc::Layout as Shape;
use kernel::Slot;
use kernel::game::Move;
use kernel::game::knowledge::Evaluator;
use kernel::mcts::Step;
use kernel::player::Config;

/// The maximum depth of the tree in any game, in plies. A path of this length takes half a KiB. The
/// tree could only become deeper in a game that repeats positions, with almost no exploration.
const PATH_MAX: usize = 128;

/// The number of machine words in the state. Two of them are for a net, if the library supports
/// nets.
const WORDS: usize = if cfg!(feature = "nets") { 11 } else { 9 };

/// The size in bytes of the state at the beginning of every block. This is the size of the words,
/// the status and the flags, rounded up. `handle.rs` checks this size.
pub(crate) const HEAD: usize = (size_of::<[usize; WORDS]>() + size_of::<[u32; 2]>()).next_multiple_of(IMM_ALIGN);

/// The working memory for a player that evaluates positions with a net.
#[cfg(feature = "nets")]
pub(crate) type Work = kernel::net::Work<'static>;
#[cfg(not(feature = "nets"))]
pub(crate) type Work = ();

const _: () = assert!(size_of::<Work>() <= IMM_NET_SIZE && align_of::<Work>() <= IMM_ALIGN);

/// Returns how many [`Work`] structs a player borrows: 1 if it evaluates with a net, otherwise 0.
pub(crate) fn works_of(evaluator: Evaluator) -> usize {
    usize::from(cfg!(feature = "nets") && evaluator == Evaluator::NET)
}

/// The memory that one game needs in addition to the pool of tree slots.
#[derive(Clone, Copy)]
pub(crate) struct Needs {
    /// The size and alignment of the game's `Session`.
    pub session: Shape,
    /// The bytes for positions and undo data, a multiple of IMM_ALIGN.
    pub positions: usize,
    pub max_moves: usize,
    /// How many moves the scratch list has room for. It holds the legal moves, and after them the
    /// moves of a leaf search or of a search in a playout.
    pub listed: usize,
    pub max_plies: usize,
    /// The number of [`Work`] structs: 1 if the player evaluates with a net, otherwise 0.
    pub works: usize,
    /// The number of leaves that can wait for their values, for a player with IMM_EF_TOLD.
    #[cfg(all(feature = "policies", not(any(target_os = "none", target_family = "wasm"))))]
    pub leaves: usize,
    /// The size of a position of the trunk.
    #[cfg(not(target_os = "none"))]
    pub place: usize,
}

impl Needs {
    pub(crate) fn for_player(self, config: &Config) -> Self {
        Self {
            listed: config.scratch_moves(self.max_moves),
            works: works_of(config.evaluator),
            #[cfg(all(feature = "policies", not(any(target_os = "none", target_family = "wasm"))))]
            leaves: usize::from(config.is_told()),
            // A player with IMM_EF_TOLD has no trunk.
            #[cfg(not(target_os = "none"))]
            place: if config.is_told() { usize::MAX } else { self.place },
            ..self
        }
    }

    /// Returns the needs in a block of `bytes` bytes. For a player with IMM_EF_TOLD, a share of the
    /// block is for the leaves that wait.
    fn in_block(&self, bytes: usize) -> Self {
        let _ = bytes;
        Self {
            #[cfg(all(feature = "policies", not(any(target_os = "none", target_family = "wasm"))))]
            leaves: self.leaves.saturating_mul(leaves_layout::leaves_in(bytes, self.max_plies)),
            ..*self
        }
    }

    /// Returns the number of steps for the path of a simulation and for the paths to all leaves
    /// that can wait.
    fn steps(&self) -> usize {
        #[cfg(all(feature = "policies", not(any(target_os = "none", target_family = "wasm"))))]
        if self.leaves > 0 {
            return leaves_layout::steps(self.max_plies, self.leaves);
        }
        self.max_plies.saturating_add(1).min(PATH_MAX)
    }

    /// Returns how many nodes the trunk has in a tree of `slots` slots.
    #[cfg(not(target_os = "none"))]
    fn trunk_plies(&self, slots: usize) -> usize {
        TrunkLayout::plies(slots, self.place)
    }

    #[cfg(target_os = "none")]
    #[allow(clippy::unused_self)]
    const fn trunk_plies(&self, _: usize) -> usize {
        0
    }
}

/// The offsets of the parts from the start of the block, in bytes. All offsets are multiples of
/// IMM_ALIGN. The session is at the offset HEAD. `listed`, `path_len` and `works` are not offsets,
/// but the numbers of moves, steps and [`Work`] structs.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    pub positions: usize,
    pub moves: usize,
    pub listed: usize,
    pub path: usize,
    pub path_len: usize,
    pub work: usize,
    pub works: usize,
    #[cfg(not(target_os = "none"))]
    pub trunk: TrunkLayout,
    pub slots: usize,
}

impl Layout {
    /// Returns the layout for a game with these needs and a tree of `slots` slots. Returns `None`
    /// if a size overflows.
    #[cfg_attr(target_os = "none", inline(always))] // smaller in flash
    fn new(needs: &Needs, slots: usize) -> Option<Self> {
        let path_len = needs.steps();
        let positions = round_up(HEAD.checked_add(needs.session.size())?)?;
        let moves = round_up(positions.checked_add(needs.positions)?)?;
        let listed = needs.listed;
        let path = round_up(moves.checked_add(listed.checked_mul(size_of::<Move>())?)?)?;
        let work = round_up(path.checked_add(path_len.checked_mul(size_of::<Step>())?)?)?;
        let works = needs.works;
        let end = round_up(work.checked_add(works.checked_mul(size_of::<Work>())?)?)?;
        #[cfg(not(target_os = "none"))]
        let trunk = TrunkLayout { plies: needs.trunk_plies(slots), offset: end };
        #[cfg(not(target_os = "none"))]
        let end = trunk.end(needs.place)?;
        let (slots, _) = (end, slots);
        // On every target, offsets within a block are limited to `isize::MAX`.
        let fits = slots <= isize::MAX as usize && needs.session.align() <= IMM_ALIGN;
        fits.then_some(Self {
            positions,
            moves,
            listed,
            path,
            path_len,
            work,
            works,
            #[cfg(not(target_os = "none"))]
            trunk,
            slots,
        })
    }

    /// Returns the layout of a block of `bytes` bytes, and the number of pool slots that fit into
    /// it. Errors: IMM_ERR_GAME if a size overflows, IMM_ERR_TOO_SMALL if even a pool of 0 slots
    /// does not fit.
    pub(crate) fn in_block(needs: &Needs, bytes: usize) -> Result<(Self, usize), imm_status> {
        let needs = &needs.in_block(bytes);
        let without_trunk = Self::new(needs, 0).ok_or(IMM_ERR_GAME)?;
        let slots = without_trunk.slots_in(bytes).ok_or(IMM_ERR_TOO_SMALL)?;
        if needs.trunk_plies(slots) == 0 {
            return Ok((without_trunk, slots));
        }
        let layout = Self::new(needs, slots).ok_or(IMM_ERR_GAME)?;
        let slots = layout.slots_in(bytes).ok_or(IMM_ERR_TOO_SMALL)?;
        Ok((layout, slots))
    }

    /// Returns the size in bytes of a block whose pool has `count` slots.
    pub(crate) fn bytes(needs: &Needs, count: usize) -> Option<usize> {
        Self::new(needs, count)?.slots.checked_add(count.checked_mul(size_of::<Slot>())?)
    }

    /// The number of pool slots that fit into a block of `bytes` bytes.
    fn slots_in(&self, bytes: usize) -> Option<usize> {
        let addressable = isize::MAX as usize; // the maximum length of a slice, on any target
        let room = bytes.checked_sub(self.slots)?.min(addressable);
        room.checked_div(size_of::<Slot>()).map(|slots| slots.min(Slot::COUNT_MAX))
    }
}

/// Rounds `size` up to a multiple of IMM_ALIGN. Returns `None` if the result overflows.
pub(crate) fn round_up(size: usize) -> Option<usize> {
    size.checked_next_multiple_of(IMM_ALIGN)
}
