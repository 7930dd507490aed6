//! Tests that bytes are refused if they have a wrong number of seeds, or moves that are impossible.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use super::*;
use crate::games::testing::{bytes_of, from_bytes, random_games};
use std::vec::Vec;

/// A row with these houses and captured seeds.
fn row(houses: [u8; 6], captured: u8) -> u64 {
    let [a, b, c, d, e, f] = houses;
    u64::from_le_bytes([a, b, c, d, e, f, captured, 0])
}

#[test]
fn there_are_48_seeds_in_houses_or_captured() {
    let full = |captured| row([4; 6], captured);
    for (one, other, whole) in
        [(full(0), full(0), true), (full(1), full(0), false), (full(0), row([4; 6], 0) - 1, false)]
    {
        assert_eq!((are_whole(one, other), are_whole(other, one)), (whole, whole));
    }
    assert!(are_whole(row([0; 6], 24), row([0; 6], 24)) && !are_whole(0, 0));
    // Rows must be refused if the unused highest byte is not 0.
    let beyond = 1 << 56;
    assert!(!are_whole(row([4; 6], 0) | beyond, row([4, 4, 4, 4, 4, 3], 0)));
    assert!(!are_whole(row([4, 4, 4, 4, 4, 3], 0) | beyond, row([4, 4, 4, 4, 4, 3], 0) | beyond));
}

/// The bytes must be refused: before the last sowing, a house would have had -1 seeds.
#[test]
fn a_past_with_less_than_no_seeds_is_refused() {
    let mut game = Oware::default();
    let after = [row([0, 5, 0, 0, 0, 6], 17), row([0; 6], 20)];
    let before = [row([0, 0, 0, 0, 0, 1], 20), after[0] - 1];
    game.set_up(before[0], before[1], Side::First);
    game.play(Move(5));
    assert_eq!(([game.own, game.other], game.outcome()), (after, None));
    let bytes = bytes_of(&game);
    assert_eq!(bytes.len(), HEAD + 2, "one sowing");
    assert!(from_bytes(&Oware::default(), &bytes).is_err());
    // If the history is empty, the same position must be valid.
    game.set_up(after[0], after[1], Side::Second);
    assert!(from_bytes(&Oware::default(), &bytes_of(&game)).is_ok());
}

/// Exchanges the numbers of seeds of two sowings from the same house. Going back through the
/// sowings still leads to the same position. But when they are replayed, a sowing has another
/// number of seeds than its house. So the bytes must be refused.
#[test]
fn each_sowing_is_of_the_seeds_that_are_there() {
    let (mut exchanged, mut seen) = (0, 0_u32);
    random_games(&Oware::default(), 60, |game| {
        seen += 1;
        if game.outcome().is_some() || !seen.is_multiple_of(8) {
            return;
        }
        let bytes = bytes_of(game);
        let past: Vec<(u32, u64)> = Past(&bytes[HEAD..]).latest_first().collect();
        for (later, earlier) in (0..past.len()).flat_map(|later| [2, 4, 6].map(|plies| (later, later + plies))) {
            if past.get(earlier).is_some_and(|sowing| sowing.0 == past[later].0 && sowing.1 != past[later].1) {
                let mut bytes = bytes.clone();
                (0..2).for_each(|byte| bytes.swap(HEAD + 2 * later + byte, HEAD + 2 * earlier + byte));
                assert!(from_bytes(&Oware::default(), &bytes).is_err());
                exchanged += 1;
            }
        }
    });
    assert!(exchanged > 100, "{exchanged}");
}
