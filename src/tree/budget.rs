//! Divides the caller-provided memory among the parts of a tree search. All sizes are computed
//! before any part is used.
//!
//! ```text
//! slots  | keys of the path, transposition table | move statistics | node pool |
//! path   | one step for each ply of the tree                                   |
//! moves  | lists of moves, ranked moves                              | killers |
//! ```

use super::slot::Slot;
use crate::base::POLICIES;
use crate::player::Config;
use crate::player::plan::Plan;

/// The transposition table gets one slot out of this many slots.
const TABLE_SHARE: usize = 8;

/// One slot holds the keys of this many positions. The table stores the keys of the positions on
/// the path.
pub(super) const KEYS: usize = 3;

/// Move statistics get at most one slot out of this many. The slots of the transposition table are
/// not counted.
const STATISTICS_SHARE: usize = 8;

/// The table of the option `mast` or `reg` has this many slots per move, for the largest number of
/// moves that a position can have. It is more than one slot per move, because different positions
/// have different legal moves.
const PER_MOVE: usize = 16;

/// A table of the option `grave` has this many slots per move, for the largest number of moves that
/// a position can have.
const PER_MOVE_OF_ONE: usize = 6;

/// The largest number of tables of the option `grave`.
const TABLES_MAX: usize = 4096;

/// The number of places in which the header of a position's `grave` table may be stored.
pub(super) const WAYS: usize = 4;

/// One slot of the record holds this many moves. The record has the moves of the current
/// simulation.
pub(super) const RECORDED: usize = 5;

/// The properties of a game that decide how the memory is divided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameSizes {
    /// The largest number of moves in a position.
    pub(crate) moves: usize,
    /// The largest number of plies of a playout.
    pub(crate) plies: usize,
    /// True if positions have keys.
    pub(crate) keyed: bool,
}

/// The sizes of the caller-provided memory: the number of slots (with the slots that growth adds),
/// the number of plies of the path, and the number of moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Provided {
    pub(crate) slots: usize,
    pub(crate) path: usize,
    pub(crate) moves: usize,
}

/// How the slots and the moves are divided. The path is not divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    pub(super) table: TableBudget,
    pub(super) statistics: StatisticsBudget,
    /// Slots of the node pool.
    pub(super) tree: usize,
    /// The number of places for the lists of moves and the ranked moves. The places after these are
    /// for killer moves.
    pub(crate) lists: usize,
}

/// The slots of the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TableBudget {
    /// The total number of slots of the table; 0 without a table.
    pub(super) slots: usize,
    /// The number of slots at the beginning of the table that hold the keys of the path.
    pub(super) keys: usize,
}

/// The slots of move statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StatisticsBudget {
    /// The total number of slots of the statistics; 0 without move statistics.
    pub(super) slots: usize,
    /// The number of slots for the record of a simulation's moves.
    pub(super) record: usize,
    /// The number of slots in the `mast` table.
    pub(super) moves: usize,
    /// The number of `grave` tables. Each table has a header, which takes one slot.
    pub(super) headers: usize,
    /// The number of slots in each `grave` table, without its header.
    pub(super) table: usize,
}

impl Budget {
    /// Returns how the provided memory is divided for a player with this plan.
    #[inline(always)] // one caller
    pub(crate) fn of(config: &Config, plan: &Plan, game: GameSizes, provided: Provided) -> Self {
        let table = TableBudget::of(plan, game, provided);
        let rest = provided.slots.saturating_sub(table.slots);
        let statistics = StatisticsBudget::of(plan, game, rest);
        let tree = rest.saturating_sub(statistics.slots);
        // Killer moves are kept only if there is also enough room for the lists and the ranked
        // moves.
        let fits = POLICIES && provided.moves >= config.scratch_moves(game.moves);
        let killers = if fits { config.killer_moves() } else { 0 };
        Self { table, statistics, tree, lists: provided.moves.saturating_sub(killers) }
    }
}

impl TableBudget {
    const NONE: Self = Self { slots: 0, keys: 0 };

    #[inline(always)]
    pub(super) fn of(plan: &Plan, game: GameSizes, provided: Provided) -> Self {
        if !POLICIES || !game.keyed || !plan.shares() && !plan.proofs() {
            return Self::NONE;
        }
        let slots = provided.slots / TABLE_SHARE;
        let keys = if plan.proofs() { provided.path.div_ceil(KEYS).min(slots / 2) } else { 0 };
        Self { slots, keys }
    }
}

impl StatisticsBudget {
    const NONE: Self = Self { slots: 0, record: 0, moves: 0, headers: 0, table: 0 };

    /// Divides the slots of the move statistics. `rest` is the number of slots that the
    /// transposition table leaves.
    #[inline(always)]
    pub(super) fn of(plan: &Plan, game: GameSizes, rest: usize) -> Self {
        if !plan.learns() && !plan.corrects() {
            return Self::NONE;
        }
        let record = if plan.learns() { game.plies.div_ceil(RECORDED) } else { 0 };
        let moves = if plan.mast() || plan.corrects() { game.moves.saturating_mul(PER_MOVE) } else { 0 };
        let table = game.moves.saturating_mul(PER_MOVE_OF_ONE);
        let tables = if plan.grave() > 0 { TABLES_MAX } else { 0 };
        let useful = record.saturating_add(moves).saturating_add(table.saturating_add(1).saturating_mul(tables));
        let slots = useful.min(rest.min(Slot::COUNT_MAX) / STATISTICS_SHARE);
        // If there are too few slots for all parts, the record and the `mast` table get limited
        // shares, and the `grave` tables get the rest.
        let record = record.min(slots / 4);
        let moves = moves.min(if tables > 0 { slots / 4 } else { slots.wrapping_sub(record) });
        let left = slots.wrapping_sub(record).wrapping_sub(moves);
        let count = left.checked_div(table.wrapping_add(1)).unwrap_or(0).min(tables);
        let headers = if count < WAYS { count } else { count & !WAYS.wrapping_sub(1) };
        Self { slots, record, moves, headers, table }
    }
}

#[cfg(all(test, feature = "policies"))]
#[path = "budget_tests.rs"]
mod tests;
