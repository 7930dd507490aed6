//! Tests of shared tables: which searches may share a table, and how the searches that share a
//! table differ.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::alphabeta::tests::with_search;
use crate::alphabeta::{Switch, Switches};
use crate::game::Move;
use crate::games::breakthrough::Breakthrough;
use std::vec;
use std::vec::Vec;

const TABLE: Switches = Switches::NONE.with(Switch::Table);

#[test]
fn a_table_is_shared_by_those_of_one_kind() {
    with_search(&Breakthrough::default(), TABLE, 2, |search| {
        let shared: &'static [Bucket] = vec![Bucket::default(); 9].leak();
        let player = search.all_parts().identity().player;
        let kind = kind(&search.simulation, player, 8);
        let [low, high] = [kind as u32, (kind >> 32) as u32];
        for (head, taken) in [
            ([0, 0, 0, 0], Ok(0)),
            ([low, high, 5, 0], Ok(5)),
            ([low ^ 1, high, 5, 0], Err(ShareError::Foreign)),
            ([low, high ^ 1, 5, 0], Err(ShareError::Foreign)),
        ] {
            shared[0].put_head(head);
            let answer = search.all_parts().share_table(shared);
            assert_eq!(answer.map(|()| search.number), taken, "{head:?}");
            let after = taken.map_or(head, |number| [low, high, number + 1, 0]);
            assert_eq!(shared[0].head(), after);
        }
        assert_eq!(search.all_parts().share_table(&shared[..1]), Err(ShareError::TooSmall));
    });
}

#[test]
fn keys_are_made_where_there_is_a_table_and_a_use_for_it() {
    for (switches, plies) in [(TABLE, 2), (Switches::NONE, 2)] {
        with_search(&Breakthrough::default(), switches, plies, |search| {
            (search.progress.depth, search.progress.ply, search.number) = (2, 1, 3);
            search.all_parts().share_no_table();
            assert_eq!(search.keyed, switches == TABLE);
            assert_eq!((search.progress.depth, search.progress.ply, search.number), (0, 0, 0));
            *search.table.memory() = &mut [];
            search.all_parts().share_no_table();
            assert!(!search.keyed);
        });
    }
}

/// A search is one iteration ahead if the second-lowest bit of its number is set. With forward
/// pruning, the lowest bit decides.
#[test]
fn some_are_an_iteration_ahead() {
    let ahead = [(TABLE, [1, 1, 2, 2, 1, 1, 2, 2]), (TABLE.with(Switch::NullMove), [1, 2, 1, 2, 1, 2, 1, 2])];
    for (switches, expected) in ahead {
        with_search(&Breakthrough::default(), switches, 2, |search| {
            let mut strides = |depth, leaps| {
                (search.progress.found.depth, search.progress.found.leaps) = (depth, leaps);
                [0, 1, 2, 3, 4, 5, 6, 7].map(|number| {
                    search.number = number;
                    search.stride()
                })
            };
            assert_eq!(strides(0, false), [1; 8], "the first iteration is as deep for all");
            assert_eq!((strides(1, false), strides(9, false)), (expected, expected));
            assert_eq!(strides(9, true), [9; 8], "twice as deep, where depth is cheap");
        });
    }
    with_search(&Breakthrough::default(), TABLE.with(Switch::Sign), 2, |search| {
        for (depth, leaps, expected) in [(0, false, 1), (1, false, 2), (9, false, 2), (1, true, 255), (9, true, 255)] {
            (search.progress.found.depth, search.progress.found.leaps) = (depth, leaps);
            assert_eq!(search.stride(), expected, "{depth} {leaps}");
        }
    });
}

#[test]
fn some_try_moves_from_the_last_on() {
    for (switches, prunes) in [(TABLE, false), (TABLE.with(Switch::NullMove), true)] {
        with_search(&Breakthrough::default(), switches, 2, |search| {
            for number in 0..4 {
                for depth in [TURN_FROM - 1, TURN_FROM, TURN_FROM + 1, 9 * PLY] {
                    for expected in [Expected::Exact, Expected::Cut, Expected::All] {
                        let moves: Vec<Move> = (0..6).map(Move).collect();
                        search.stack.list(1)[..6].copy_from_slice(&moves);
                        search.number = number;
                        search.turn_round(1, 5, depth, expected);
                        let turns = number % 2 == 1 && !prunes && depth > TURN_FROM && expected != Expected::Cut;
                        let order = if turns { [0, 4, 3, 2, 1, 5] } else { [0, 1, 2, 3, 4, 5] };
                        assert_eq!(search.stack.list(1)[..6], order.map(Move));
                    }
                }
            }
        });
    }
}
