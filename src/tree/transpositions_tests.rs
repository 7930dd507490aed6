//! Compares the transposition table with lists of the stored entries.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::budget::{GameSizes, Provided, TableBudget};
use super::known::Known;
use super::slot::Slot;
use super::transpositions::TranspositionTable;
use crate::base::rng::Rng;
use crate::game::value::{Proof, Value};
use crate::player::Config;
use crate::player::plan::Plan;
use std::collections::HashMap;
use std::vec;
use std::vec::Vec;

/// Three players. One has a table of evaluations, one has a table of proofs, and one has a single
/// table for both.
const EVALUATIONS: Config = Config { evaltt: true, im: 0.4, ..Config::DEFAULT };
const PROOFS: Config = Config { prooftt: true, ..Config::DEFAULT };
const BOTH: Config = Config { prooftt: true, ..EVALUATIONS };

/// Makes a table from its share of `slots` slots, for paths of `plies` plies. Returns the table and
/// the number of slots that remain.
fn lent(slots: usize, config: &Config, plies: usize) -> (TranspositionTable<'static>, usize) {
    let mut plan = Plan::OFF;
    plan.compile(config);
    let lent = vec![Slot::from_words([u32::MAX; 6]); slots].leak();
    let game = GameSizes { moves: 8, plies: 20, keyed: true };
    let budget = TableBudget::of(&plan, game, Provided { slots, path: plies, moves: 0 });
    let (own, rest) = lent.split_at_mut(budget.slots);
    let mut table = TranspositionTable::over(own, &budget);
    table.clear();
    (table, rest.len())
}

fn random_key(rng: &mut Rng) -> u64 {
    u64::from(rng.bits()) << 32 | u64::from(rng.bits()) | 1
}

fn random_known(rng: &mut Rng) -> Known {
    let proofs = [Proof::Unknown, Proof::Draw, Proof::FirstWins, Proof::SecondWins];
    Known::new(
        Value::from_raw((rng.below(65_535) as i32 - 32_767) as i16),
        proofs[rng.below(4) as usize],
        rng.below(256) as u8,
    )
}

#[test]
fn an_eighth_is_taken_by_those_who_have_a_use_for_it() {
    for (config, left) in [(Config::DEFAULT, 404), (EVALUATIONS, 354), (PROOFS, 354), (BOTH, 354)] {
        let (table, rest) = lent(404, &config, 10);
        assert_eq!((rest, table.is_empty()), (left, left == 404));
    }
    assert_eq!(lent(7, &BOTH, 10).1, 7);
    assert!(lent(7, &BOTH, 10).0.is_empty());
}

#[test]
fn the_keys_of_a_path_are_those_that_were_set_last_and_leave_room_for_the_table() {
    // 100 keys need 34 slots. But the table has 50 slots, and keys may take at most half of them.
    // These 25 slots hold 75 keys. Without the option `prooftt`, no keys are stored.
    for (config, plies, room) in [(PROOFS, 10, 12), (BOTH, 100, 75), (EVALUATIONS, 100, 0)] {
        let (mut table, _) = lent(404, &config, plies);
        let (mut rng, mut keys) = (Rng::new(3), vec![0; 200]);
        for _ in 0..1000 {
            let (ply, key) = (rng.below(plies as u32) as usize, random_key(&mut rng));
            table.set_key(ply, key);
            keys[ply] = if ply < room { key } else { 0 };
            table.store(random_key(&mut rng), random_known(&mut rng), rng.bits());
        }
        (0..200).for_each(|ply| assert_eq!(table.key(ply), keys[ply], "{ply}"));
        assert!(keys.iter().filter(|&&key| key != 0).count() == room.min(plies));
        table.clear();
        assert!((0..200).all(|ply| table.key(ply) == 0));
    }
}

#[test]
fn what_is_noted_is_known_wherever_there_is_room() {
    for config in [EVALUATIONS, PROOFS, BOTH] {
        // The table has 500 slots. Keys take some of them, but the others have more than enough
        // room for 30 positions.
        let (mut table, _) = lent(4000, &config, 30);
        let (mut rng, mut noted) = (Rng::new(8), HashMap::new());
        for _ in 0..30 {
            noted.insert(random_key(&mut rng), random_known(&mut rng));
        }
        // The test stores new results for the positions twice.
        for _ in 0..2 {
            for (&key, known) in &mut noted {
                *known = random_known(&mut rng);
                table.store(key, *known, 100);
            }
        }
        assert!(noted.iter().all(|(&key, &known)| table.probe(key) == Some(known)));
        assert!((0..1000).all(|_| table.probe(random_key(&mut rng)).is_none()));
        table.clear();
        assert!(noted.keys().all(|&key| table.probe(key).is_none()));
    }
}

/// A bucket as a list of entries: key, result, and number of binary digits of the visits. The
/// latest entry is last.
#[derive(Default)]
struct Naive(Vec<(u64, Known, u32)>);

impl Naive {
    /// Stores a result. If the bucket already has two entries for other keys, removes the entry
    /// with fewer binary digits of visits. If the numbers of digits are equal, removes the older
    /// entry.
    fn store(&mut self, key: u64, known: Known, visits: u32) {
        let digits = 32 - visits.leading_zeros();
        if let Some(entry) = self.0.iter_mut().find(|entry| entry.0 == key) {
            entry.1 = known;
            return;
        }
        if self.0.len() == 2 {
            self.0.remove(usize::from(self.0[1].2 < self.0[0].2));
        }
        self.0.push((key, known, digits));
    }
}

#[test]
fn of_three_positions_the_latest_stays_and_the_one_that_took_more() {
    let (mut table, _) = lent(8, &EVALUATIONS, 10);
    let (mut naive, mut rng) = (Naive::default(), Rng::new(1));
    let keys: Vec<(u64, u32)> = (0..20).map(|rank| (random_key(&mut rng), (1 << (rank / 3)) >> 1)).collect();
    for _ in 0..5000 {
        let (key, visits) = keys[rng.below(20) as usize];
        let known = random_known(&mut rng);
        table.store(key, known, visits);
        naive.store(key, known, visits);
        for (key, _) in &keys {
            let expected = naive.0.iter().find(|entry| entry.0 == *key).map(|entry| entry.1);
            assert_eq!(table.probe(*key), expected);
        }
    }
}
