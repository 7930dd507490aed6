//! Tests that nets of every shape give the results that follow from their definition, and that
//! invalid bytes are refused. Also tests the features of the games.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::base::bytes::ByteWriter;
use crate::base::rng::Rng;
use crate::game::Game;
use crate::game::knowledge::Knowledge;
use crate::game::value::Side;
use crate::games::breakthrough::Breakthrough;
use crate::games::einstein::Einstein;
use crate::games::kalah::Kalah;
use crate::games::loa::Loa;
use crate::games::onitama::Onitama;
use crate::games::othello::Othello;
use crate::games::oware::Oware;
use crate::games::testing::{self, legal, random_games, written};
use std::vec;
use std::vec::Vec;

/// The parts of a net. A test may change them.
#[derive(Clone)]
struct Made {
    features: u16,
    patterns: Vec<(u32, Vec<Part>)>,
    shifts: [u8; 3],
    bias: Vec<i16>,
    table: Vec<i16>,
    hidden: Vec<i8>,
    hidden_bias: Vec<i32>,
    result: Vec<i16>,
    result_bias: i32,
}

impl Made {
    fn bytes(&self) -> Vec<u8> {
        let patterns: Vec<_> = self.patterns.iter().map(|(row, parts)| (*row, parts.as_slice())).collect();
        let draft = Builder {
            game: "breakthrough",
            features: self.features,
            patterns: &patterns,
            shifts: self.shifts,
            bias: &self.bias,
            table: &self.table,
            hidden: &self.hidden,
            hidden_bias: &self.hidden_bias,
            result: &self.result,
            result_bias: self.result_bias,
        };
        testing::saved(|out| draft.write(out))
    }

    /// A net in which each feature has its own pattern, with three rows.
    fn aligned(features: u16, width: usize, hidden: usize, rng: &mut Rng) -> Self {
        let patterns: Vec<_> = (0..features)
            .map(|feature| (u32::from(feature) * 3, vec![Part { feature: feature as u8, top: 2, step: 1 }]))
            .collect();
        Self::of(features, patterns, usize::from(features) * 3, width, hidden, rng)
    }

    fn of(
        features: u16,
        patterns: Vec<(u32, Vec<Part>)>,
        rows: usize,
        width: usize,
        hidden: usize,
        rng: &mut Rng,
    ) -> Self {
        let mut weights = |count: usize, most: u32| -> Vec<i32> {
            (0..count).map(|_| rng.below(2 * most + 1) as i32 - most as i32).collect()
        };
        let words = |numbers: Vec<i32>| numbers.into_iter().map(|number| number as i16).collect::<Vec<_>>();
        let results = if width == 1 {
            0
        } else if hidden > 0 {
            hidden
        } else {
            width
        };
        Self {
            features,
            patterns,
            shifts: if width == 1 { [0, 0, 1] } else { [2, 9, 7] },
            bias: words(weights(width, 300)),
            table: words(weights(rows * width, 200)),
            hidden: weights(hidden * width, 127).into_iter().map(|number| number as i8).collect(),
            hidden_bias: weights(hidden, 5000),
            result: words(weights(results, 3000)),
            result_bias: if width == 1 { 0 } else { 77 },
        }
    }

    /// Returns the rows that the patterns select for these features.
    fn rows(&self, features: &[u8]) -> Vec<usize> {
        let step =
            |part: &Part| usize::from(features[usize::from(part.feature)].min(part.top)) * usize::from(part.step);
        self.patterns.iter().map(|(row, parts)| *row as usize + parts.iter().map(step).sum::<usize>()).collect()
    }

    /// Returns the raw evaluation. Computes it directly from the definition, with 64-bit numbers.
    fn points(&self, features: &[u8]) -> i32 {
        let width = self.bias.len();
        let mut sums: Vec<i64> = self.bias.iter().map(|&bias| bias.into()).collect();
        for row in self.rows(features) {
            (0..width).for_each(|column| sums[column] += i64::from(self.table[row * width + column]));
        }
        let [first, second, third] = self.shifts;
        let result = if width == 1 {
            sums[0]
        } else {
            let active = |sums: &[i64], shift: u8| -> Vec<i64> {
                sums.iter().map(|sum| (sum >> shift).clamp(0, ACTIVE.into())).collect()
            };
            let mut active_now = active(&sums, first);
            if !self.hidden_bias.is_empty() {
                let neurons: Vec<i64> = self
                    .hidden
                    .chunks(width)
                    .zip(&self.hidden_bias)
                    .map(|(row, &bias)| {
                        i64::from(bias) + row.iter().zip(&active_now).map(|(&w, a)| i64::from(w) * a).sum::<i64>()
                    })
                    .collect();
                active_now = active(&neurons, second);
            }
            i64::from(self.result_bias)
                + self.result.iter().zip(&active_now).map(|(&w, a)| i64::from(w) * a).sum::<i64>()
        };
        (result >> third).clamp(-0xFFFF, 0xFFFF) as i32
    }
}

fn points(work: &mut Work<'_>, mover: Side, features: &[u8]) -> i32 {
    work.look(|written| written.copy_from_slice(features));
    work.points(mover)
}

/// Returns patterns of one, two and three features. Some of these patterns share rows of the table.
fn patterns_of_all_kinds() -> (Vec<(u32, Vec<Part>)>, usize) {
    let part = |feature, top, step| Part { feature, top, step };
    let patterns = vec![
        (0, vec![part(0, 4, 1)]),
        (5, vec![part(1, 2, 1), part(2, 2, 3)]),
        (5, vec![part(2, 2, 1), part(3, 2, 3)]),
        (14, vec![part(4, 1, 1), part(0, 1, 2), part(3, 9, 4)]),
    ];
    (patterns, 14 + 40)
}

#[test]
fn every_shape_of_net_says_what_its_definition_says() {
    let mut rng = Rng::new(1);
    let (patterns, rows) = patterns_of_all_kinds();
    let mut nets = vec![];
    for (width, hidden) in [(1, 0), (8, 0), (16, 8), (40, 0), (64, 32)] {
        nets.push(Made::aligned(20, width, hidden, &mut rng));
        nets.push(Made::of(5, patterns.clone(), rows, width, hidden, &mut rng));
    }
    for made in nets {
        let bytes = made.bytes();
        let net = Net::read(&bytes).unwrap();
        assert_eq!((net.width(), net.hidden()), (made.bias.len(), made.hidden_bias.len()));
        let mut work = Work::new();
        work.set_net(Some(net));
        let mut features = vec![0_u8; made.features.into()];
        let mut seen = vec![];
        for step in 0..400 {
            let changes = if step % 10 == 0 { features.len() as u32 } else { rng.below(4) };
            for _ in 0..changes {
                let place = rng.below(features.len() as u32) as usize;
                features[place] = rng.below(6) as u8;
            }
            let mover = if rng.below(2) == 0 { Side::First } else { Side::Second };
            let said = points(&mut work, mover, &features);
            assert_eq!(said, made.points(&features), "width {}, step {step}", net.width());
            seen.push(said);
        }
        seen.sort_unstable();
        seen.dedup();
        assert!(seen.len() > 20, "a net that says so little shows nothing");
    }
}

/// If a game selects rows, a net of width 1 must evaluate these rows. Otherwise it must evaluate
/// the features, and so must a wider net.
#[test]
fn rows_from_a_game_replace_its_features() {
    let mut rng = Rng::new(9);
    let (patterns, rows) = patterns_of_all_kinds();
    for width in [1, 8] {
        let made = Made::of(5, patterns.clone(), rows, width, 0, &mut rng);
        let bytes = made.bytes();
        let net = Net::read(&bytes).unwrap();
        let mut work = Work::new();
        assert!(!work.look_by_rows(|_, _| 1));
        work.set_net(Some(net));
        for step in 0..100 {
            let features: Vec<u8> = (0..5).map(|_| rng.below(10) as u8).collect();
            let known = step % 2 == 0;
            let set = work.look_by_rows(|layout, rows| {
                assert_eq!(layout, net.layout());
                let selected = made.rows(&features);
                rows.iter_mut().zip(&selected).for_each(|(row, &index)| *row = index as u32);
                if known { selected.len() } else { 0 }
            });
            assert_eq!(set, known && width == 1);
            if !set {
                work.look(|written| written.copy_from_slice(&features));
            }
            assert_eq!(work.points(Side::First), made.points(&features), "width {width}, step {step}");
        }
    }
}

/// Tests that `follow_small.rs`, the version for bare metal, gives the same sums.
#[test]
fn small_processors_sum_up_the_same() {
    let mut rng = Rng::new(11);
    for (width, count) in [(8, 1), (24, 66), (32, 130), (64, 150)] {
        let bytes = Made::aligned(count, width, 0, &mut rng).bytes();
        let net = Net::read(&bytes).unwrap();
        let (mut sums, mut seen) = ([[0; WIDTH_MAX]; 2], [[0; FEATURES_MAX]; 2]);
        let mut now = [0; FEATURES_MAX];
        for step in 0..100 {
            for feature in &mut now[..count.into()] {
                *feature = if step % 10 == 0 || rng.below(20) == 0 { rng.below(256) as u8 } else { *feature };
            }
            follow::follow(&mut sums[0], &net, &mut seen[0], &now);
            follow_small::follow(&mut sums[1], &net, &mut seen[1], &now);
            assert_eq!((sums[0], seen[0]), (sums[1], now), "width {width}, step {step}");
            assert_eq!(seen[1], now);
        }
    }
}

/// Tests that a net can evaluate features on boards. A net of width 1, or with patterns of several
/// features, must not use boards.
#[test]
fn boards_replace_the_features_of_their_squares() {
    let mut rng = Rng::new(10);
    for (width, count) in [(1, 70), (8, 70), (32, 64), (64, 150)] {
        let made = Made::aligned(count, width, 0, &mut rng);
        let bytes = made.bytes();
        let mut work = Work::new();
        assert!(!work.look_by_boards(|_| Some([0; 2])));
        work.set_net(Some(Net::read(&bytes).unwrap()));
        let (mut boards, mut others) = ([0_u64; 2], vec![0; usize::from(count) - 64]);
        for step in 0..100 {
            boards = boards.map(|board| {
                board
                    ^ if step % 10 == 0 {
                        u64::from(rng.bits()) << 32 | u64::from(rng.bits())
                    } else {
                        1 << rng.below(64)
                    }
            });
            others.iter_mut().for_each(|other| *other = (*other + rng.below(2) as u8) % 4);
            let set = work.look_by_boards(|written| {
                written.copy_from_slice(&others);
                Some(boards)
            });
            assert_eq!(set, width > 1);
            if set {
                let mover = [Side::First, Side::Second][rng.below(2) as usize];
                let features = features_on(boards, &others);
                assert_eq!(work.points(mover), made.points(&features), "width {width}, step {step}");
            }
        }
        let (patterns, rows) = patterns_of_all_kinds();
        let made = Made::of(5, patterns, rows, 8, 0, &mut rng);
        let bytes = made.bytes();
        work.set_net(Some(Net::read(&bytes).unwrap()));
        assert!(!work.look_by_boards(|_| Some(boards)), "patterns of several features");
        assert_eq!(points(&mut work, Side::First, &[1; 5]), made.points(&[1; 5]));
    }
}

/// Returns the features of two boards, and after them the other features.
fn features_on([first, second]: [u64; 2], others: &[u8]) -> Vec<u8> {
    let squares = (0..64).map(|square| (first >> square & 1 | (second >> square & 1) << 1) as u8);
    squares.chain(others.iter().copied()).collect()
}

/// Tests that the boards and the other features of a game are the same as its list of features.
#[test]
fn games_write_the_same_features_on_boards() {
    fn check<G: Knowledge + Copy>(start: &G, has_boards: bool) {
        walk(start, |game, features| {
            let mut others = vec![0xFF; features.len().saturating_sub(64)];
            let boards = game.feature_boards(&mut others);
            assert_eq!(boards.is_some(), has_boards);
            if let Some(boards) = boards {
                assert_eq!(features_on(boards, &others), features);
            }
        });
    }
    check(&Breakthrough::default(), true);
    check(&Breakthrough::new(6, 5).unwrap(), false);
    check(&Loa::default(), true);
    check(&Othello::default(), false);
}

/// The search may update the accumulator step by step only if each pattern i reads feature i alone,
/// with a step of 1. This test uses such a net, and nets that differ slightly from this form. All
/// evaluations must be correct.
#[test]
fn patterns_that_only_look_like_one_a_feature() {
    let mut rng = Rng::new(6);
    type Change = fn(&mut Vec<(u32, Vec<Part>)>);
    let changes: [(&str, bool, Change); 6] = [
        ("one for each in turn", true, |_| {}),
        ("another order", false, |patterns| patterns.swap(0, 4)),
        ("a feature twice", false, |patterns| patterns[2].1[0].feature = 1),
        ("a step of 2", false, |patterns| (patterns[3].1[0].step, patterns[3].1[0].top) = (2, 1)),
        ("two features at once", false, |patterns| {
            patterns[5].0 = 12;
            patterns[5].1.push(Part { feature: 1, top: 1, step: 3 });
        }),
        ("one less", false, |patterns| drop(patterns.pop())),
    ];
    for (name, aligned, change) in changes {
        let mut made = Made::aligned(6, 8, 0, &mut rng);
        change(&mut made.patterns);
        let bytes = made.bytes();
        let net = Net::read(&bytes).unwrap();
        assert_eq!(net.aligned, aligned, "{name}");
        let mut work = Work::new();
        work.set_net(Some(net));
        for _ in 0..100 {
            let features: Vec<u8> = (0..6).map(|_| rng.below(4) as u8).collect();
            assert_eq!(points(&mut work, Side::First, &features), made.points(&features), "{name}");
        }
    }
}

/// [`Net::mark`], the number that identifies a net, must be the checksum in its bytes.
#[test]
fn a_net_is_known_by_its_mark() {
    let mut rng = Rng::new(7);
    let mut marks: Vec<u32> = vec![];
    for _ in 0..20 {
        let bytes = Made::aligned(6, 8, 0, &mut rng).bytes();
        let net = Net::read(&bytes).unwrap();
        assert_eq!(net.mark().to_le_bytes(), bytes[12..16]);
        let mut work = Work::new();
        assert!(work.net().is_none());
        work.set_net(Some(net));
        assert_eq!(work.net().map(Net::mark), Some(net.mark()));
        work.set_net(None);
        assert!(work.net().is_none());
        assert!(!marks.contains(&net.mark()));
        marks.push(net.mark());
    }
}

/// A net must store only the first 23 bytes of its game's name.
#[test]
fn a_long_name_is_cut() {
    let (patterns, rows) = patterns_of_all_kinds();
    let made = Made::of(5, patterns, rows, 8, 0, &mut Rng::new(8));
    let parts: Vec<_> = made.patterns.iter().map(|(row, parts)| (*row, parts.as_slice())).collect();
    for (name, kept) in [("a", "a"), ("", ""), ("abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvw")] {
        let draft = Builder {
            game: name,
            features: 5,
            patterns: &parts,
            shifts: made.shifts,
            bias: &made.bias,
            table: &made.table,
            hidden: &[],
            hidden_bias: &[],
            result: &made.result,
            result_bias: 0,
        };
        let mut bytes = vec![0; made.bytes().len()];
        draft.write(&mut ByteWriter::new(&mut bytes));
        let net = Net::read(&bytes).unwrap();
        assert_eq!(net.game(), kept);
        assert_eq!((net.check_with(kept, 5), net.check_with("loa", 5)), (Ok(()), Err(NetError::Game)));
    }
}

#[test]
fn another_net_is_not_evaluated_by_the_sums_of_the_last() {
    let mut rng = Rng::new(2);
    let made = [Made::aligned(12, 16, 0, &mut rng), Made::aligned(12, 16, 0, &mut rng)];
    let bytes = made.each_ref().map(Made::bytes);
    let mut work = Work::new();
    assert_eq!(points(&mut work, Side::First, &[]), 0, "without a net nothing is worth anything");
    let features = [1_u8; 12];
    for (made, bytes) in made.iter().zip(&bytes) {
        work.set_net(Some(Net::read(bytes).unwrap()));
        assert_eq!(points(&mut work, Side::First, &features), made.points(&features));
    }
}

#[test]
fn damaged_bytes_are_no_net() {
    let mut rng = Rng::new(3);
    let bytes = Made::aligned(9, 8, 8, &mut rng).bytes();
    assert!(Net::read(&bytes).is_ok());
    for length in 0..bytes.len() {
        assert!(Net::read(&bytes[..length]).is_err(), "{length} bytes");
    }
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << rng.below(8);
        assert!(Net::read(&changed).is_err(), "byte {place}");
    }
    let mut newer = bytes;
    newer[6] = 2;
    assert_eq!(Net::read(&newer).unwrap_err(), NetError::Version);
}

/// [`Net::read`] must refuse an invalid net even if its checksum is correct.
#[test]
fn whole_bytes_that_make_no_sense_are_no_net() {
    let mut rng = Rng::new(4);
    let (patterns, rows) = patterns_of_all_kinds();
    let sound = Made::of(5, patterns, rows, 8, 8, &mut rng);
    assert!(Net::read(&sound.bytes()).is_ok());
    type Harm = fn(&mut Made);
    let harms: [(&str, Harm); 12] = [
        ("a row behind the last", |made| made.patterns[0].0 = 50),
        ("a top behind the last row", |made| made.patterns[3].1[2].top = 10),
        ("a feature that is not there", |made| made.patterns[0].1[0].feature = 5),
        ("a pattern of nothing", |made| made.patterns[0].1.clear()),
        ("no feature", |made| made.features = 0),
        ("too many features", |made| made.features = 257),
        ("a sum of more than 16 bits", |made| made.table.iter_mut().for_each(|weight| *weight = 9000)),
        ("the smallest number", |made| made.bias[3] = i16::MIN),
        ("a shift of all bits", |made| made.shifts[1] = 25),
        ("too few weights", |made| made.hidden.truncate(60)),
        ("too few results", |made| made.result.truncate(6)),
        ("a width that is no multiple of 8", |made| {
            made.bias.truncate(7);
            made.table.truncate(54 * 7);
        }),
    ];
    for (name, harm) in harms {
        let mut made = sound.clone();
        harm(&mut made);
        assert_eq!(Net::read(&made.bytes()).map(|net| net.width()), Err(NetError::Damaged), "{name}");
    }
}

/// [`Net::read`] must refuse a net in which one count is too large or 0.
#[test]
fn a_net_is_no_larger_than_there_is_room_for() {
    let mut rng = Rng::new(9);
    let (patterns, rows) = patterns_of_all_kinds();
    let mut of = |width, hidden| Made::of(5, patterns.clone(), rows, width, hidden, &mut rng);
    assert!(Net::read(&of(WIDTH_MAX, HIDDEN_MAX).bytes()).is_ok());
    let nothing = Made { features: 0, patterns: vec![], ..of(8, 0) };
    // The maximum is 8192 parts.
    let parts = vec![Part { feature: 0, top: 0, step: 0 }; 8193];
    let most = Made { patterns: vec![(0, parts[1..].to_vec())], ..of(8, 0) };
    assert!(Net::read(&most.bytes()).is_ok());
    let many_parts = Made { patterns: vec![(0, parts)], ..most };
    let no_width = Made { patterns: vec![], ..of(0, 0) };
    for (name, made) in [
        ("a width of 72", of(WIDTH_MAX + 8, 0)),
        ("33 hidden neurons", of(8, HIDDEN_MAX + 1)),
        ("hidden neurons without an accumulator", Made { hidden: vec![], ..of(1, 8) }),
        ("no features", nothing),
        ("too many parts", many_parts),
        ("no width", no_width),
    ] {
        assert_eq!(Net::read(&made.bytes()).map(|net| net.width()), Err(NetError::Damaged), "{name}");
    }
}

#[test]
fn a_net_is_for_one_game_and_its_features() {
    let mut rng = Rng::new(5);
    let bytes = Made::aligned(64, 8, 0, &mut rng).bytes();
    let net = Net::read(&bytes).unwrap();
    assert_eq!((net.game(), net.features()), ("breakthrough", 64));
    assert_eq!(net.check_for(&Breakthrough::new(8, 8).unwrap()), Ok(()));
    assert_eq!(net.check_for(&Breakthrough::new(6, 5).unwrap()), Err(NetError::Game));
    assert_eq!(net.check_with("loa", 64), Err(NetError::Game), "another game with 64 features");
    assert_eq!(net.check_with("", 64), Ok(()), "whose game has no name must know");
}

#[test]
fn values_are_those_of_tanh() {
    for points in (-70_000..70_000).step_by(37) {
        let exact = libm::tanh(f64::from(points) / f64::from(UNIT)) * 32_767.0;
        let found = f64::from(squash(points).raw());
        assert!((found - exact).abs() < 6.0, "{points}: {found} for {exact}");
    }
    assert_eq!((squash(0), squash(i32::MAX)), (Value::DRAW, Value::WIN));
}

/// Plays random games, and calls `look` with each position and its features. Leaves out positions
/// at which the game is over.
fn walk<G: Knowledge + Copy>(start: &G, mut look: impl FnMut(&G, &[u8])) {
    random_games(start, 20, |position| {
        if position.outcome().is_none() {
            let mut features = vec![0; position.feature_count()];
            position.features(&mut features);
            look(position, &features);
        }
    });
}

fn count_of(features: &[u8], value: u8) -> usize {
    features.iter().filter(|&&feature| feature == value).count()
}

#[test]
fn features_are_what_the_games_say_of_themselves() {
    walk(&Breakthrough::new(6, 5).unwrap(), |game, features| {
        let text = written(game);
        let (first, second) = (text.matches('w').count(), text.matches('b').count());
        let (own, other) = if game.to_move() == Side::First { (first, second) } else { (second, first) };
        assert_eq!((features.len(), count_of(features, 1), count_of(features, 2)), (30, own, other));
    });
    walk(&Loa::default(), |_, features| assert!(count_of(&features[..64], 1) <= 12 && features.len() == 80));
    walk(&Kalah::default(), |game, features| {
        let [own, other] = [game.to_move(), game.to_move().opponent()].map(|side| game.store(side));
        assert_eq!((features.len(), features[6], features[13]), (14, own, other));
        assert_eq!(features.iter().map(|&stones| u32::from(stones)).sum::<u32>(), 48);
    });
    walk(&Oware::default(), |game, features| {
        let (own, other) = (game.to_move(), game.to_move().opponent());
        assert_eq!((features[6], features[13]), (game.captured(own), game.captured(other)));
        assert_eq!(features[2], game.seeds(own, 2));
        assert_eq!(features[7], game.seeds(other, 0));
    });
    walk(&Othello::default(), |game, features| {
        let [mover, other] = [game.to_move(), game.to_move().opponent()].map(|player| game.count(player) as u8);
        let (discs, open, whole) = (&features[..64], &features[64..128], &features[128..]);
        assert_eq!([count_of(discs, 1), count_of(discs, 2)], [mover.into(), other.into()]);
        let played = legal(game).into_iter().filter(|mv| mv.0 < 64).count();
        let [own_moves, replies] = [1, 2].map(|player| count_of(open, player) + count_of(open, 3));
        assert_eq!(own_moves, played);
        let count = mover + other;
        let [own_moves, replies] = [own_moves, replies].map(|moves| moves.min(15) as u8);
        assert_eq!(whole, [count, (count - 4) / 4, u8::from(count >= 34), own_moves, replies]);
    });
    walk(&Onitama::default(), |_, features| {
        let masters = [2, 4].map(|kind| features[..25].iter().filter(|&&seen| seen % 5 == kind).count());
        assert_eq!(masters, [1, 1]);
        let cards = &features[25..41];
        assert_eq!([1, 2, 3].map(|owner| count_of(cards, owner)), [2, 2, 1]);
    });
}

#[test]
fn the_nets_that_are_shipped_fit_their_games() {
    fn check<G: Knowledge>(game: G) {
        let bytes = game.shipped_net();
        if !bytes.is_empty() {
            let net = Net::read(bytes).unwrap();
            assert_eq!(net.check_for(&game), Ok(()), "{}", game.built_in());
            assert_eq!(features_of(bytes), Some(game.feature_count()));
        }
    }
    check(Breakthrough::default());
    check(Kalah::default());
    check(Loa::default());
    check(Onitama::default());
    check(Einstein::default());
    check(Othello::default());
    check(Oware::default());
    assert!(!Breakthrough::default().shipped_net().is_empty());
}
