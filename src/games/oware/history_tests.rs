//! Tests that compare the history of a game with lists of all its positions.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use super::*;
use crate::base::rng::Rng;
use crate::games::testing::all_change;
use std::collections::{HashMap, HashSet};
use std::vec;
use std::vec::Vec;

/// The seeds of all houses in the order of sowing. The first house belongs to the player to move.
type Houses = [u64; 12];

fn rows(houses: &Houses) -> (u64, u64) {
    let row = |seeds: &[u64]| seeds.iter().rev().fold(0, |row, &seeds| row << 8 | seeds);
    (row(&houses[..6]), row(&houses[6..]))
}

fn mark_of(houses: &Houses) -> u64 {
    let (own, other) = rows(houses);
    mark(own, other)
}

/// Sows a house seed by seed. Returns the new board from the opponent's point of view.
fn sown(mut houses: Houses, house: usize) -> Houses {
    let mut at = house;
    for _ in 0..core::mem::take(&mut houses[house]) {
        at = (at + 1) % 12;
        if at == house {
            at = (at + 1) % 12;
        }
        houses[at] += 1;
    }
    houses.rotate_left(6);
    houses
}

/// Plays random games with three or four seeds, so that positions often repeat. The history must
/// find exactly the repeated positions. The test announces captures at random but leaves the seeds
/// on the board, because a history stores only that a capture happened.
#[test]
fn what_has_occurred_is_found_and_looked_for_only_where_it_can_be() {
    let mut rng = Rng::new(8);
    let mut pasts: HashMap<u64, Vec<(u32, u64)>> = HashMap::new();
    let mut repeated = 0;
    for _ in 0..300 {
        let mut houses = [0; 12];
        (0..3 + rng.below(2)).for_each(|_| houses[rng.below(12) as usize] += 1);
        let (mut history, mut past, mut sowings) = (History::EMPTY, vec![houses], Vec::new());
        history.begin(rows(&houses).0, rows(&houses).1);
        for ply in 0..150 {
            let full: Vec<usize> = (0..6).filter(|&house| houses[house] > 0).collect();
            if full.is_empty() {
                break;
            }
            let house = full[rng.below(full.len() as u32) as usize];
            let (seeds, captures) = (houses[house], rng.below(60) == 0);
            houses = sown(houses, house);
            let may_have_occurred = history.add(house as u32, seeds, captures, rows(&houses));
            sowings.insert(0, (ply % 2, house as u32, seeds));
            if captures {
                past.clear();
                sowings.clear();
            }
            let earlier = past.iter().rev().skip(1).step_by(2);
            let occurred = earlier.clone().any(|before| *before == houses);
            let all: HashSet<_> = sowings.iter().map(|&(player, house, _)| (player, house)).collect();
            let marked = earlier.clone().any(|before| mark_of(before) == mark_of(&houses));
            assert_eq!((history.has_occurred(), may_have_occurred), (occurred, all.len() == 12 && marked));
            assert!(may_have_occurred || !occurred);
            repeated += u32::from(occurred);
            past.push(houses);
            let since: Vec<(u32, u64)> = sowings.iter().map(|&(_, house, seeds)| (house, seeds)).collect();
            assert_eq!(history.hash() == 0, since.is_empty());
            assert_eq!(*pasts.entry(history.hash()).or_insert_with(|| since.clone()), since);
        }
    }
    assert!(repeated > 200, "{repeated}");
}

/// Each of the 64 bits must stand for a similar number of positions. Otherwise the bits could
/// rarely show that a position is new.
#[test]
fn each_of_the_64_marks_has_its_share_of_positions() {
    let (mut rng, mut counts) = (Rng::new(2), [0_u32; 64]);
    for _ in 0..64 * 200 {
        let mut houses = [0; 12];
        (0..10 + rng.below(30)).for_each(|_| houses[rng.below(12) as usize] += 1);
        let mark = mark_of(&houses);
        assert_eq!(mark.count_ones(), 1);
        counts[mark.trailing_zeros() as usize] += 1;
    }
    assert!(counts.iter().all(|count| (100..400).contains(count)), "{counts:?}");
}

/// True if a history that ends with the entries of `own` can have these values: the houses sown,
/// the marks and the length.
fn can_be(own: &History, sown: u16, marks: [u64; 2], len: u16) -> bool {
    let includes = |more: u64, fewer: u64| (0..64).all(|at| more >> at & 1 >= fewer >> at & 1);
    let houses = (0..16).all(|at| sown >> at & 1 == 0 || at % 8 < 6);
    let exactly = (sown, marks) == (own.sown, own.marks);
    let at_least = includes(sown.into(), own.sown.into()) && (0..2).all(|of| includes(marks[of], own.marks[of]));
    len == own.len && if len < 256 { exactly } else { houses && at_least }
}

#[test]
fn traces_are_those_of_the_entries_or_of_what_is_forgotten_too() {
    let (mut rng, mut outcomes) = (Rng::new(6), [0; 4]);
    for _ in 0..6000 {
        let any = |rng: &mut Rng| u64::from(rng.bits()) << 32 | u64::from(rng.bits());
        let len = [3, 255, 256][rng.below(3) as usize];
        let marks = [any(&mut rng), any(&mut rng)];
        let own = History { sown: any(&mut rng) as u16 & ALL, marks, len, ..History::EMPTY };
        let (mut sown, mut marks, mut its_len) = (own.sown, own.marks, len);
        match rng.below(6) {
            0 => sown ^= 1 << rng.below(16),
            1 => marks[0] ^= bit(rng.below(64)),
            2 => marks[1] ^= bit(rng.below(64)),
            3 => (sown, marks) = (ALL, [u64::MAX, marks[1] | any(&mut rng)]),
            4 => its_len = [3, 255, 256][rng.below(3) as usize],
            _ => {}
        }
        let (expected, mut taken) = (can_be(&own, sown, marks, its_len), own);
        assert_eq!(taken.take_traces(sown, marks, its_len), expected);
        assert_eq!(taken, if expected { History { sown, marks, ..own } } else { own });
        outcomes[2 * usize::from(len == 256) + usize::from(expected)] += 1;
    }
    assert!(outcomes.iter().all(|&times| times > 300), "{outcomes:?}");
}

#[test]
fn pasts_are_equal_where_all_that_counts_is() {
    let mut past = History::EMPTY;
    past.begin(4, 4);
    for house in 0..3 {
        past.add(house, 1, house == 0, (4, 4));
    }
    assert_eq!(past.len, 2);
    let changes: [fn(&mut History); 6] = [
        |past| past.sown ^= 1,
        |past| past.marks[0] ^= 1,
        |past| past.marks[1] ^= 1,
        |past| past.len = 1,
        |past| *past.entries.entry_mut(1).unwrap() ^= 8,
        |past| *past.entries.entry_mut(2).unwrap() ^= 8,
    ];
    all_change(&past, &changes);
    let mut other = past;
    *other.entries.entry_mut(3).unwrap() ^= 8; // before the capture
    assert_eq!(other, past);
}
