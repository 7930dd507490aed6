//! Tests how the memory is divided: for all sizes, and against values computed by hand.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::player::plan::tests::plan;
use crate::player::tests::config;

const GAME: GameSizes = GameSizes { moves: 30, plies: 100, keyed: true };

fn budget(player: &str, game: GameSizes, slots: usize) -> Budget {
    let provided = Provided { slots, path: 100, moves: 100 };
    Budget::of(&config(player), &plan(player), game, provided)
}

const PLAYERS: &[&str] =
    &["mcts()", "mcts(im0.4,evaltt)", "mcts(prooftt)", "mcts(mast)", "mcts(grave)", "mcts(grave,mast,prooftt)"];

/// Every part must fit, and the parts must add up to the provided memory.
#[test]
fn parts_add_up_in_every_size() {
    for player in PLAYERS {
        for slots in (0..3_000).chain([100_000, 400_000, Slot::COUNT_MAX, Slot::COUNT_MAX * 9]) {
            let Budget { table, statistics, tree, lists } = budget(player, GAME, slots);
            assert_eq!(table.slots + statistics.slots + tree, slots, "{player}, {slots}");
            assert!(table.keys <= table.slots / 2 && table.slots <= slots / 8, "{player}, {slots}");
            let StatisticsBudget { record, moves, headers, table, .. } = statistics;
            assert!(record + moves + headers * (table + 1) <= statistics.slots, "{player}, {slots}");
            assert!(statistics.slots <= slots / 8 && lists == 100, "{player}, {slots}");
        }
    }
}

#[test]
fn parts_by_hand() {
    let none = budget("mcts()", GAME, 800);
    assert_eq!((none.table, none.statistics.slots, none.tree), (TableBudget { slots: 0, keys: 0 }, 0, 800));
    // The keys of 100 plies take 34 slots, with three keys in each.
    assert_eq!(budget("mcts(prooftt)", GAME, 800).table, TableBudget { slots: 100, keys: 34 });
    assert_eq!(budget("mcts(im0.4,evaltt)", GAME, 800).table, TableBudget { slots: 100, keys: 0 });
    assert_eq!(budget("mcts(prooftt)", GameSizes { keyed: false, ..GAME }, 800).tree, 800);
    // The record of 100 plies takes 20 slots, with five moves in each. The `mast` table for 30
    // moves takes 480 slots.
    let mast = budget("mcts(mast)", GAME, 8_000).statistics;
    assert_eq!(mast, StatisticsBudget { slots: 500, record: 20, moves: 480, headers: 0, table: 180 });
    // A `grave` table takes 180 slots and its header one slot. The remaining 980 slots have room
    // for 5 tables. The search uses only 4 of them, because a number above 4 is rounded down to a
    // multiple of 4.
    let grave = budget("mcts(grave)", GAME, 8_000).statistics;
    assert_eq!(grave, StatisticsBudget { slots: 1_000, record: 20, moves: 0, headers: 4, table: 180 });
}

/// Killer moves need memory in addition to the lists and the ranked moves. If the memory is too
/// small for all three, there must be no killer moves.
#[test]
fn killers_follow_the_lists_where_all_have_room() {
    let (player, all) = ("mcts(abp2)", config("mcts(abp2)").scratch_moves(30));
    for (moves, lists) in [(0, 0), (all - 1, all - 1), (all, all - 32), (all + 5, all - 27)] {
        let provided = Provided { slots: 10, path: 10, moves };
        assert_eq!(Budget::of(&config(player), &plan(player), GAME, provided).lists, lists);
    }
}
