//! Tests of move statistics. Some tests compare the statistics with an unlimited list of all
//! simulations. Other tests have so little memory that data is lost.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::budget::{GameSizes, StatisticsBudget};
use super::move_statistics::{MoveStat, MoveStatistics};
use super::nodes::NodeMut;
use super::slot::Slot;
use super::tests::MOVERS;
use crate::base::bytes::{ByteReader, InvalidBytes};
use crate::base::rng::Rng;
use crate::game::Move;
use crate::game::value::{Proof, Side, Value};
use crate::games::testing;
use crate::player::Config;
use crate::player::plan::Plan;
use crate::player::strategy::Strategy;
use std::collections::HashMap;
use std::vec;
use std::vec::Vec;

const NONE: MoveStat = MoveStat { sum: 0, count: 0 };
const ONE: i32 = Value::ONE as i32;

/// The number of simulations that a position must have before its table is used.
const NEEDED: u32 = 3;

const MAST: Config = Config { strategy: Strategy::Learned(3), ..Config::DEFAULT };
const GRAVE: Config = Config { grave: NEEDED, ..Config::DEFAULT };
const BOTH: Config = Config { grave: NEEDED, ..MAST };

/// Creates the move statistics of a tree search that has `slots` slots of memory. They get their
/// usual share of the slots. The slots contain other data at first, which must be cleared.
fn statistics_in(slots: usize, config: &Config, moves: usize, plies: usize) -> MoveStatistics<'static> {
    let mut plan = Plan::OFF;
    plan.compile(config);
    let memory = vec![Slot::from_words([0x8000_0007; 6]); slots].leak();
    let budget = StatisticsBudget::of(&plan, GameSizes { moves, plies, keyed: true }, slots);
    let mut move_statistics = MoveStatistics::over(memory.split_at_mut(budget.slots).0, &budget);
    move_statistics.clear();
    move_statistics
}

/// Runs a simulation that consists only of a playout from the root.
fn simulate(move_statistics: &mut MoveStatistics<'_>, moves: &[(Side, Move)], reward: Value) {
    move_statistics.begin();
    moves.iter().for_each(|&(mover, mv)| move_statistics.record(mover, mv));
    move_statistics.learn(reward);
}

#[test]
fn it_takes_what_it_can_use_and_an_eighth_at_most() {
    // The record of seven plies takes two slots. `mast` takes 16 slots for each of three moves.
    // `grave` takes, for each of 4,096 positions, one slot for a header and six slots for each
    // move.
    let cases = [(Config::DEFAULT, 0), (MAST, 2 + 48), (GRAVE, 2 + 4096 * 19), (BOTH, 2 + 48 + 4096 * 19)];
    for (config, useful) in cases {
        for slots in [0, 7, 8, 399, 500, 700_000] {
            assert_eq!(statistics_in(slots, &config, 3, 7).size(), useful.min(slots / 8), "{slots}");
        }
    }
}

#[test]
fn the_better_move_has_the_better_mean_with_one_more_win() {
    let stat = |wins, losses| MoveStat { sum: (wins - losses) * ONE, count: (wins + losses) as u32 };
    // Each move gets one additional win. Then the means are 1, 1/2, 1/3, -1/3 and -1/2.
    let best_first = [stat(0, 0), stat(2, 1), stat(1, 1), stat(0, 2), stat(0, 3)];
    for (rank, better) in best_first.iter().enumerate() {
        for (other_rank, other) in best_first.iter().enumerate() {
            assert_eq!(better.beats(*other, Side::First, 1), rank < other_rank, "{rank} {other_rank}");
            let [own, its] = [better, other].map(|stat| MoveStat { sum: -stat.sum, ..*stat });
            assert_eq!(own.beats(its, Side::Second, 1), rank < other_rank, "{rank} {other_rank}");
        }
    }
    // A move that has always won is as good as a move that was never played.
    assert!(!stat(5, 0).beats(stat(0, 0), Side::First, 1) && !stat(0, 0).beats(stat(5, 0), Side::First, 1));
}

#[test]
fn without_extra_wins_the_better_mean_is_better() {
    let stat = |wins, losses| MoveStat { sum: (wins - losses) * ONE, count: (wins + losses) as u32 };
    // The means are 1, 1/3, 0 and -1. A move that was never played counts as drawn.
    let best_first = [stat(2, 0), stat(4, 2), stat(0, 0), stat(0, 5)];
    for (rank, better) in best_first.iter().enumerate() {
        for (other_rank, other) in best_first.iter().enumerate() {
            assert_eq!(better.beats(*other, Side::First, 0), rank < other_rank, "{rank} {other_rank}");
            assert_eq!(better.beats(*other, Side::Second, 0), rank > other_rank, "{rank} {other_rank}");
        }
    }
    assert!(!stat(0, 0).beats(stat(3, 3), Side::First, 0) && !stat(3, 3).beats(stat(0, 0), Side::First, 0));
}

#[test]
fn a_full_count_is_halved_and_its_mean_stays() {
    let mut move_statistics = statistics_in(800, &MAST, 3, 5);
    let mv = (Side::Second, Move(9));
    (0..0xFFFF)
        .for_each(|turn| simulate(&mut move_statistics, &[mv], if turn % 3 == 0 { Value::LOSS } else { Value::WIN }));
    assert_eq!(move_statistics.of_move(mv.0, mv.1), MoveStat { sum: 0xFFFF / 3 * ONE, count: 0xFFFF });
    simulate(&mut move_statistics, &[mv], Value::DRAW);
    let MoveStat { sum, count } = move_statistics.of_move(mv.0, mv.1);
    assert_eq!(count, 0x7FFF + 1);
    assert!((sum - 0x7FFF * (ONE / 3)).abs() < ONE, "{sum}");
}

/// The player and the number of a move.
type Played = (Side, u32);

/// Move statistics without a memory limit.
#[derive(Default)]
struct Tallies(HashMap<(bool, u32), MoveStat>);

impl Tallies {
    fn add(&mut self, (mover, mv): Played, reward: Value) {
        let stat = self.0.entry((mover == Side::Second, mv)).or_insert(NONE);
        *stat = MoveStat { sum: stat.sum + i32::from(reward.raw()), count: stat.count + 1 };
    }

    fn of(&self, mover: Side, mv: Move) -> MoveStat {
        self.0.get(&(mover == Side::Second, mv.0)).copied().unwrap_or(NONE)
    }
}

/// All that the simulations have found, without a memory limit. Contains the statistics of all
/// moves and, for each position with a table, its statistics and its number of simulations.
#[derive(Default)]
struct Naive {
    moves: Tallies,
    positions: HashMap<Vec<u32>, (u32, Tallies)>,
    visits: HashMap<Vec<u32>, u32>,
    root: Vec<u32>,
}

/// The number of different moves in playouts. The tree uses only the first three of these moves.
const MOVES: u32 = 20;

fn each_move() -> impl Iterator<Item = (Side, Move)> {
    MOVERS.into_iter().flat_map(|mover| (0..MOVES).map(move |mv| (mover, Move(mv))))
}

impl Naive {
    /// Runs one random simulation in `move_statistics` and in this list. Compares the statistics of
    /// both.
    fn simulate(&mut self, move_statistics: &mut MoveStatistics<'_>, stamp: u32, rng: &mut Rng) {
        let mut random = |moves| (MOVERS[rng.below(2) as usize], rng.below(moves));
        let (tree, playout): (Vec<Played>, Vec<Played>) =
            ((0..4).map(|_| random(3)).collect(), (0..12).map(|_| random(MOVES)).collect());
        move_statistics.begin();
        let (mut position, mut met, mut reference) = (self.root.clone(), Vec::new(), self.root.clone());
        for (ply, &(mover, mv)) in tree.iter().enumerate() {
            let visits = *self.visits.entry(position.clone()).or_insert(0);
            move_statistics.arrive(visits, NEEDED, stamp);
            if ply == 0 || visits >= NEEDED {
                self.positions.entry(position.clone()).or_default();
            }
            if let Some((count, _)) = self.positions.get(&position) {
                met.push((ply, position.clone()));
                reference = if ply == 0 || *count >= NEEDED { position.clone() } else { reference };
            }
            let known = &self.positions[&reference].1;
            each_move()
                .for_each(|(mover, mv)| assert_eq!(move_statistics.of_reference(mover, mv), known.of(mover, mv)));
            *self.visits.get_mut(&position).unwrap() += 1;
            move_statistics.step(mover, Move(mv));
            position.push(mv);
        }
        playout.iter().for_each(|&(mover, mv)| move_statistics.record(mover, Move(mv)));
        let all = [tree, playout].concat();
        let reward = Value::from_raw((random(2 * ONE as u32 + 1).1 as i32 - ONE) as i16);
        move_statistics.learn(reward);
        all.iter().for_each(|&played| self.moves.add(played, reward));
        for (ply, position) in met {
            let (count, tallies) = self.positions.get_mut(&position).unwrap();
            *count += 1;
            all[ply..].iter().for_each(|&played| tallies.add(played, reward));
        }
    }

    /// Plays a move of the game. Checks that each count is divided by four, but is at least 1, and
    /// that the mean stays the same.
    fn follow(&mut self, move_statistics: &mut MoveStatistics<'_>, mv: u32) {
        move_statistics.follow(Move(mv));
        self.root.push(mv);
        for ((second, mv), before) in &mut self.moves.0 {
            let after = move_statistics.of_move(MOVERS[usize::from(*second)], Move(*mv));
            assert_eq!(after.count, (before.count / 4).max(1));
            let [now, then] =
                [(after, *before), (*before, after)].map(|(sum, count)| i64::from(sum.sum) * i64::from(count.count));
            assert!((now - then).abs() < i64::from(before.count), "{before:?} {after:?}");
            *before = after;
        }
    }
}

#[test]
fn it_knows_what_a_list_of_all_simulations_says() {
    let mut move_statistics = statistics_in(8 * 4096 * 70, &BOTH, MOVES as usize, 16);
    let (mut naive, mut rng) = (Naive::default(), Rng::new(4));
    for stamp in 1..=300 {
        naive.simulate(&mut move_statistics, stamp, &mut rng);
        each_move().for_each(|(mover, mv)| assert_eq!(move_statistics.of_move(mover, mv), naive.moves.of(mover, mv)));
        if stamp % 60 == 0 {
            naive.follow(&mut move_statistics, rng.below(3));
        }
    }
    assert!(naive.positions.values().filter(|(count, _)| *count > NEEDED).count() > 20);
    move_statistics.clear();
    naive = Naive::default();
    assert!(each_move().all(|(mover, mv)| move_statistics.of_move(mover, mv) == NONE));
    (1..=30).for_each(|stamp| naive.simulate(&mut move_statistics, stamp, &mut rng));
}

#[test]
fn what_was_never_played_stays_unknown_when_a_move_of_the_game_is() {
    let mut move_statistics = statistics_in(800, &MAST, 3, 5);
    simulate(&mut move_statistics, &[(Side::Second, Move(3))], Value::WIN);
    move_statistics.follow(Move(3));
    let played = each_move().filter(|&(mover, mv)| move_statistics.of_move(mover, mv) != NONE);
    assert_eq!(played.collect::<Vec<_>>(), [(Side::Second, Move(3))]);
}

#[test]
fn where_there_is_little_memory_every_part_gets_some() {
    let moves: Vec<_> = (0..7).map(|mv| (MOVERS[mv as usize % 2], Move(mv))).collect();
    // The statistics have four slots: one for the record of a simulation, with up to five moves,
    // and three for the table.
    let mut mast = statistics_in(32, &MAST, 3, 50);
    simulate(&mut mast, &moves, Value::WIN);
    let known: Vec<_> = moves.iter().map(|&(mover, mv)| mast.of_move(mover, mv).count).collect();
    assert_eq!(known, [1, 1, 1, 1, 1, 0, 0]);
    // The statistics have 40 slots: ten for the record, ten for `mast`, and one header with a table
    // of 18 slots.
    let mut both = statistics_in(320, &BOTH, 3, 50);
    both.begin();
    both.arrive(0, NEEDED, 1);
    moves.iter().for_each(|&(mover, mv)| both.record(mover, mv));
    both.learn(Value::LOSS);
    let once = MoveStat { sum: -ONE, count: 1 };
    for (mover, mv) in moves {
        assert_eq!((both.of_move(mover, mv), both.of_reference(mover, mv)), (once, once));
    }
}

/// Returns statistics whose table of three slots is full: it has six moves. `counts` tells how
/// often each move is played. The moves are played one after another.
fn full(rng: &mut Rng, counts: [u32; 6]) -> (MoveStatistics<'static>, Vec<(Side, Move)>) {
    let mut move_statistics = statistics_in(32, &MAST, 1, 5);
    let moves: Vec<_> = (0..6).map(|mv| (MOVERS[rng.below(2) as usize], Move(rng.bits() / 8 * 8 + mv))).collect();
    for (&mv, count) in moves.iter().zip(counts) {
        (0..count).for_each(|_| simulate(&mut move_statistics, &[mv], Value::WIN));
    }
    let known: Vec<_> = moves.iter().map(|&(mover, mv)| move_statistics.of_move(mover, mv).count).collect();
    assert_eq!(known, counts);
    (move_statistics, moves)
}

/// Adds a seventh move to a full table. Returns which of the six moves is lost.
fn lost(rng: &mut Rng, counts: [u32; 6]) -> usize {
    let (mut move_statistics, moves) = full(rng, counts);
    let other = (Side::First, Move(rng.bits() | 7));
    simulate(&mut move_statistics, &[other], Value::LOSS);
    assert_eq!(move_statistics.of_move(other.0, other.1), MoveStat { sum: -ONE, count: 1 });
    let known = |&(mover, mv): &(Side, Move)| move_statistics.of_move(mover, mv).count > 0;
    assert_eq!(moves.iter().filter(|mv| known(mv)).count(), 5);
    moves.iter().position(|mv| !known(mv)).unwrap()
}

#[test]
fn a_full_table_gives_up_what_was_played_less_often() {
    let (mut rng, mut lost_first) = (Rng::new(9), [0; 2]);
    for _ in 0..100 {
        // A slot loses its less frequent move, so the most frequent of all moves is never lost.
        let rarest_first = lost(&mut rng, [2, 3, 4, 5, 6, 7]);
        assert_ne!(rarest_first, 5);
        assert_ne!(lost(&mut rng, [7, 6, 5, 4, 3, 2]), 0);
        // If both moves of a slot were played equally often, the slot loses the earlier move. The
        // last of the six moves is never the earlier move of its slot, so it is never lost.
        let equal = lost(&mut rng, [1; 6]);
        assert_ne!(equal, 5);
        [rarest_first, equal].iter().zip(&mut lost_first).for_each(|(lost, count)| *count += u32::from(*lost == 0));
    }
    assert!(lost_first.iter().all(|count| *count > 10), "{lost_first:?}");
}

/// Runs a simulation from the root to the position after the move `into`, and then plays the move
/// `played`. The first player wins. Returns the counts of four moves before this simulation, in the
/// table that the position uses.
fn visit(move_statistics: &mut MoveStatistics<'_>, stamp: u32, into: u32, played: u32) -> [u32; 4] {
    move_statistics.begin();
    move_statistics.arrive(0, 1, stamp);
    move_statistics.step(Side::First, Move(into));
    move_statistics.arrive(1, 1, stamp);
    let known = [10, 11, 12, 13].map(|mv| move_statistics.of_reference(Side::Second, Move(mv)).count);
    move_statistics.record(Side::Second, Move(played));
    move_statistics.learn(Value::WIN);
    known
}

/// Calls [`visit`] for each row of `visits`: `into`, `played`, and the counts that `visit` must
/// return. The stamps are 1, 2, 3 and so on.
fn check_visits(move_statistics: &mut MoveStatistics<'_>, visits: &[(u32, u32, [u32; 4])]) {
    for (stamp, &(into, played, known)) in (1..).zip(visits) {
        assert_eq!(visit(move_statistics, stamp, into, played), known, "visit {stamp}");
    }
}

#[test]
fn the_position_that_was_not_used_for_longest_loses_its_table() {
    // The statistics have 67 slots: ten for the record, and 19 for each of three tables. A table
    // has a header of one slot, and 18 more slots.
    let mut move_statistics = statistics_in(67 * 8, &GRAVE, 3, 50);
    let visits = [
        // A new position uses the root's table.
        (0, 10, [0, 0, 0, 0]),
        (1, 11, [1, 0, 0, 0]),
        (0, 12, [1, 0, 0, 0]),
        // The position after move 2 takes the table of the position after move 1. The position
        // after move 0 keeps its table.
        (2, 13, [1, 1, 1, 0]),
        (0, 10, [1, 0, 1, 0]),
        (1, 11, [2, 1, 1, 1]),
    ];
    check_visits(&mut move_statistics, &visits);
}

#[test]
fn what_is_on_the_path_keeps_its_table() {
    // The statistics have 25 slots: six for the record, one for the header, and 18 for the table.
    let mut move_statistics = statistics_in(25 * 8, &GRAVE, 3, 50);
    check_visits(&mut move_statistics, &[(0, 10, [0, 0, 0, 0]), (1, 11, [1, 0, 0, 0]), (0, 11, [1, 1, 0, 0])]);
}

/// How a save stores the measured error of AMAF means before the first sample.
const START: [u8; 8] = [205, 204, 204, 62, 0, 0, 128, 65];

fn saved(move_statistics: &MoveStatistics<'_>) -> Vec<u8> {
    testing::saved(|out| move_statistics.save(out))
}

/// Reads and checks all bytes of a save.
fn read(move_statistics: &MoveStatistics<'_>, bytes: &[u8]) -> Result<(), InvalidBytes> {
    let mut from = ByteReader::new(bytes);
    move_statistics.read(&mut from)?;
    from.end()
}

#[test]
fn a_save_holds_the_tables_in_use_and_no_others() {
    // The save of empty statistics has the key of the root and the measured error. Then it has one
    // byte for each of the ten slots of `mast`, and one byte for the header.
    let mut move_statistics = statistics_in(320, &BOTH, 3, 50);
    assert_eq!(saved(&move_statistics), [&[0; 4][..], &START, &[0; 10 + 1]].concat());
    // After one simulation, the save also has one byte for each of the 18 slots of a table. Each
    // of the three slots that are not empty takes 24 more bytes.
    move_statistics.begin();
    move_statistics.arrive(0, NEEDED, 1);
    move_statistics.record(Side::First, Move(1));
    move_statistics.learn(Value::WIN);
    assert_eq!(saved(&move_statistics).len(), 4 + 8 + 10 + 1 + 18 + 3 * 24);
}

#[test]
fn what_was_saved_goes_on_as_before() {
    let mut move_statistics = statistics_in(3000, &BOTH, 5, 16);
    let mut rng = Rng::new(6);
    for stamp in 1..=40 {
        visit(&mut move_statistics, stamp, rng.below(3), rng.below(20));
    }
    move_statistics.follow(Move(1));
    let bytes = saved(&move_statistics);
    let mut other = statistics_in(3000, &BOTH, 5, 16);
    assert!(read(&other, &bytes).is_ok());
    (0..bytes.len()).for_each(|len| assert!(read(&other, &bytes[..len]).is_err(), "{len} of {}", bytes.len()));
    other.restore(&mut ByteReader::new(&bytes));
    for stamp in 41..60 {
        assert_eq!(saved(&other), saved(&move_statistics));
        let into = rng.below(3);
        let known =
            [&mut move_statistics, &mut other].map(|move_statistics| visit(move_statistics, stamp, into, stamp % 4));
        assert_eq!(known[0], known[1]);
    }
}

#[test]
fn no_tally_is_read_that_cannot_have_come_about() {
    let move_statistics = statistics_in(32, &MAST, 1, 5);
    let second = 1 << 31;
    let cases = [
        (ONE, 1, true),
        (ONE + 1, 1, false),
        (-ONE, 1 | second, true),
        (-ONE - 1, 1 | second, false),
        (0, 0xFFFF, true),
        (0, 0x1_0000, false),
        (0, 0x1_0000 | second, false),
        (5, 0, false),
    ];
    for (sum, count, possible) in cases {
        for entry in 0..2 {
            let mut words = [4, 0, 1, 5, 0, 1];
            (words[3 * entry + 1], words[3 * entry + 2]) = (sum.cast_unsigned(), count);
            let slot = [&[1], words.map(u32::to_le_bytes).as_flattened()].concat();
            let bytes = [&[0; 4], &START[..], &slot, &[0, 0]].concat();
            assert_eq!(read(&move_statistics, &bytes).is_ok(), possible, "{sum} {count} {entry}");
        }
    }
}

#[test]
fn no_error_is_read_that_cannot_have_come_about() {
    let move_statistics = statistics_in(32, &MAST, 1, 5);
    let cases = [
        (0.4, 16.0, true),
        (-3.0, 1024.0, true),
        (f32::NAN, 16.0, false),
        (f32::INFINITY, 16.0, false),
        (0.4, 0.0, false),
        (0.4, 1024.5, false),
        (0.4, f32::NAN, false),
    ];
    for (squares, variances, possible) in cases {
        let bytes = [&[0; 4][..], &f32::to_le_bytes(squares), &f32::to_le_bytes(variances), &[0; 3]].concat();
        assert_eq!(read(&move_statistics, &bytes).is_ok(), possible, "{squares} {variances}");
    }
}

/// Plays a move `count` times at the root, then measures the error at the child of this move, which
/// has `visits` visits. All simulations of the child were won, and all others were lost.
fn measured(count: u32, visits: u32) -> f32 {
    let mut move_statistics = statistics_in(3000, &GRAVE, 5, 16);
    let mut child = Slot::node(Move(1), 0, Value::DRAW, Proof::Unknown);
    for turn in 0..count {
        move_statistics.begin();
        move_statistics.arrive(0, NEEDED, turn + 1);
        move_statistics.record(Side::First, Move(1));
        let reward = if turn < visits { Value::WIN } else { Value::LOSS };
        if turn < visits {
            (&mut child).count(reward);
        }
        move_statistics.learn(reward);
    }
    move_statistics.begin();
    move_statistics.arrive(0, NEEDED, count + 1);
    move_statistics.measure(|ply| (ply == 1).then_some((child, Side::First)));
    move_statistics.distrust()
}

#[test]
fn the_error_is_measured_where_visits_are_a_power_of_two_and_others_are_many() {
    let start = 0.4 / 16.0;
    for (count, visits) in [(40, 8), (40, 17), (31, 16), (16, 16)] {
        assert_eq!(measured(count, visits), start, "{count} {visits}");
    }
    // The means differ by 2, so the squared difference is 4. The variance of a simulation is 0.05.
    // The means of 16 and of 32 simulations have 1/16 and 1/32 of this variance. Both parts are
    // noise, so they are subtracted.
    let square = 4.0 - 0.05 * (1.0 / 16.0 + 1.0 / 32.0);
    assert!((measured(48, 16) - (0.4 + square) / 16.05).abs() < 1e-5);
}

#[test]
fn a_mean_without_error_counts_as_at_most_a_thousand_visits() {
    let mut move_statistics = statistics_in(3000, &GRAVE, 5, 16);
    let mut child = Slot::node(Move(1), 0, Value::DRAW, Proof::Unknown);
    (0..16).for_each(|turn| (&mut child).count(if turn % 2 == 0 { Value::WIN } else { Value::LOSS }));
    for stamp in 1..400 {
        move_statistics.begin();
        move_statistics.arrive(0, NEEDED, stamp);
        move_statistics.record(Side::First, Move(1));
        move_statistics.measure(|ply| (ply == 1).then_some((child, Side::First)));
        move_statistics.learn(if stamp % 2 == 0 { Value::WIN } else { Value::LOSS });
    }
    assert_eq!(move_statistics.distrust(), 0.001);
}
