//! Tests of Onitama's knowledge: evaluation, playout weights, move order and the input features of
//! nets.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::panic)]

extern crate std;

use std::collections::HashMap;
use std::format;
use std::string::String;
use std::vec::Vec;

use super::Onitama;
use super::rules::{is_pass, parts};
use super::slow::picture_steps;
use super::tests::{PASS, PASS_SECOND, START, at, crowded};
use super::{FEATURES, Features};
use crate::base::rng::Rng;
use crate::game::knowledge::{Evaluator, Knowledge, Weight};
use crate::game::value::{Side, Value};
use crate::game::{Game, Move, MoveList};
use crate::games::testing::{
    Listed, check_distribution, check_told, legal, legal_if_any, probabilities, random_games, written,
};

/// Positions for the tests. In some of them, a player can win at once, or the opponent attacks the
/// mover's master.
const LIVELY: [&str; 6] = [
    "bbBbb/...../...../...../wwWww elephant,dragon monkey,rooster goose 1",
    "bW..b/.w.b./..b.w/w.B../...w. elephant,dragon monkey,rooster goose 1",
    "bW..b/.w.b./..b.w/w.B../...w. elephant,dragon monkey,rooster goose 2",
    "b.B.b/...../.bW.w/.w.../...w. boar,crane crab,mantis ox 1",
    "b.B.b/..b../.bW.w/.w.../...w. boar,crane crab,mantis ox 1",
    "b.B.b/...b./w.W.w/...../...w. boar,crane crab,mantis ox 1",
];

#[test]
fn weighted_moves_follow_the_weights() {
    let forced_to_pass = [format!("{PASS} 1"), format!("{PASS_SECOND} 2")];
    for position in LIVELY.into_iter().chain(forced_to_pass.iter().map(String::as_str)).map(at) {
        let expected = probabilities(&position);
        check_distribution(&position, &expected, |position, rng, list| position.weighted_move(rng, list));
        check_distribution(&Listed(position), &expected, |listed, rng, list| listed.weighted_move(rng, list));
    }
}

/// The number of a player's pieces, from the position's text.
fn pieces(position: &Onitama, player: Side) -> usize {
    let text = written(position);
    let board = text.split(' ').next().unwrap();
    let letter = if player == Side::First { 'w' } else { 'b' };
    board.chars().filter(|piece| piece.to_ascii_lowercase() == letter).count()
}

#[test]
fn order_noise_priors_and_few_pieces() {
    let mut seen = [0; 3];
    (0..20).for_each(|seed| {
        random_games(&Onitama::deal(seed), 4, |position| {
            let mover = position.to_move();
            assert_eq!(position.few_pieces(), pieces(position, mover) < 3);
            for mv in legal_if_any(position) {
                let mut next = *position;
                next.play(mv);
                let captures = pieces(&next, mover.opponent()) < pieces(position, mover.opponent());
                let order = if next.outcome().is_some() { 2 } else { i32::from(captures) };
                assert_eq!((position.order(mv), position.noisy(mv)), (order, order > 0), "{}", written(position));
                let rate = match position.weight(mv) {
                    Weight::DECISIVE => 1.0,
                    Weight(0) => 0.0,
                    _ if captures => 0.7,
                    _ => 0.5,
                };
                assert_eq!(position.prior(mv).unwrap().win_rate, rate);
                seen[order as usize] += 1;
            }
        });
    });
    assert!(seen.into_iter().all(|count| count > 100), "{seen:?}");
    check_told(&Onitama::default(), 20, |_, _| true, |_, _| true);
    check_told(&at(&format!("{PASS} 1")), 5, |_, _| true, |_, _| true);
}

/// Tests the playout weight of every legal move in random positions. A move that wins must have the
/// weight `DECISIVE`. A move after which the opponent can capture the master must have the weight
/// 0.
#[test]
fn weights_are_right() {
    let mut rng = Rng::new(5);
    let mut seen: HashMap<u16, u32> = HashMap::new();
    for _ in 0..3000 {
        let position = at(&crowded(&mut rng));
        for mv in legal(&position) {
            let mut next = position;
            next.play(mv);
            let captured = |reply: Move| {
                let mut after = next;
                after.play(reply);
                after.own & after.masters == 0
            };
            let weight = position.weight(mv);
            *seen.entry(weight.0).or_default() += 1;
            assert_eq!(weight == Weight::DECISIVE, next.outcome().is_some());
            if next.outcome().is_none() {
                assert_eq!(weight == Weight(0), legal(&next).into_iter().any(captured), "{}", written(&position));
                let captures = next.own.count_ones() < position.other.count_ones();
                assert!(weight == Weight(0) || (weight == Weight(4)) == captures);
            }
        }
    }
    assert!(seen.len() == 4 && seen.values().all(|&count| count > 100), "{seen:?}");
}

/// The functions that need less stack must return the same results as the usual functions.
#[test]
fn what_small_stacks_compute_is_the_same() {
    let mut rng = Rng::new(11);
    for seed in 0..20 {
        random_games(&Onitama::deal(seed), 10, |position| assert_eq!(position.weighed_by_sides(), position.weighed()));
    }
    for _ in 0..1000 {
        let position = at(&crowded(&mut rng));
        assert_eq!(position.danger_by_steps(), position.danger());
        for player in [Side::First, Side::Second] {
            assert_eq!(position.reach_by_steps(player), position.reach(player));
        }
    }
}

#[test]
fn evaluation_worked_by_hand() {
    let start = at(&format!("{START} tiger,ox crab,boar eel 1"));
    // A step is not a move if it ends on a piece of the same player. With the tiger, five pieces
    // can move two rows forward. With the ox, five can move one row forward, and none can move to
    // the right. For the second player, the crab and the boar are turned round. With each of them,
    // five pieces can move one row forward. With the eel in the middle, four pieces can move one
    // row forward and to the left.
    //
    // The ox guards b1 to e1, because another piece of the first player is on the left of each of
    // them. The crab and the boar guard all five pieces of the second player, because other pieces
    // of this player are one or two squares away.
    assert_eq!(start.features(), [0, 0, 4, 0, 4 - 5, 0, 0, 0, 0, 0, 1]);
    // The first player could capture the enemy master, and the second player cannot win at once. If
    // the first player is to move, the feature `win` must be set. If the second player is to move,
    // the feature `threat` must be set.
    let text = "b.B../..w../...../.W.../...b. tiger,ox crab,boar eel";
    let feature = |text: &str, name: &str| {
        at(text).features()[super::FEATURE_NAMES.iter().position(|known| *known == name).unwrap()]
    };
    assert_eq!((feature(&format!("{text} 1"), "win"), feature(&format!("{text} 1"), "threat")), (1, 0));
    assert_eq!((feature(&format!("{text} 2"), "win"), feature(&format!("{text} 2"), "threat")), (0, 1));
    assert_eq!(feature(&format!("{text} 1"), "students"), 1 - 2);
    assert_eq!(feature(&format!("{text} 1"), "stream"), 1);
    assert_eq!(feature(&format!("{text} 1"), "advance"), 3 - 4);
    assert_eq!(feature(&format!("{text} 1"), "centre"), 2);
    // A difference of 64 points means that the odds of winning are e to 1.
    let near = |value: Value, x: f64| (f64::from(value.raw()) - x.tanh() * 32767.0).abs() <= 0.51;
    let points = start.points(Evaluator::DEFAULT);
    assert_eq!(points, 4 - 5);
    assert!(near(start.evaluate(Evaluator::DEFAULT), f64::from(points) / 128.0));
    assert!(near(Onitama::squash(Evaluator::DEFAULT, -64), -0.5));
    assert_eq!(Onitama::squash(Evaluator::DEFAULT, 1_000), Onitama::squash(Evaluator::DEFAULT, 639));
    assert!(!start.has_evaluator(Evaluator::MS));
}

/// Returns the input features for a net: the squares, the cards, and the moves of both players.
fn seen(position: &Onitama) -> Vec<u8> {
    let mut features = std::vec![0; position.feature_count()];
    Knowledge::features(position, &mut features);
    features
}

#[test]
fn a_net_sees_what_both_can_do() {
    let mut distinct = std::collections::BTreeSet::new();
    random_games(&Onitama::deal(7), 60, |position| {
        if position.outcome().is_some() {
            return;
        }
        let features = seen(position);
        assert_eq!(features, seen(&turned(position)), "a net does not know who is first");
        let home = |at: u32| if position.player == Side::First { at } else { 24 - at };
        let moves = legal(position).into_iter().filter(|&mv| !is_pass(mv));
        let ends: Vec<u32> = moves.clone().map(|mv| parts(mv).1).collect();
        for at in 0..25 {
            let (bit, value) = (1 << at, features[home(at) as usize]);
            let master = u8::from(position.masters & bit != 0);
            let piece = if position.own & bit != 0 {
                1 + master
            } else if position.other & bit != 0 {
                3 + master
            } else {
                0
            };
            assert_eq!(value % 5, piece, "{position:?} {at}");
            let reached = position.reach(position.player).0 & bit != 0;
            assert_eq!((value / 5) & 1 == 1, reached);
            assert_eq!(reached && position.own & bit == 0, ends.contains(&at));
            assert_eq!(value / 10 == 1, position.reach(position.player.opponent()).0 & bit != 0);
        }
        for card in 0..16 {
            let mine = position.own_hand.cards().contains(&card);
            let owner = if mine {
                1
            } else if position.middle == card {
                3
            } else {
                0
            };
            let owner = if position.other_hand.cards().contains(&card) { 2 } else { owner };
            assert_eq!(features[25 + usize::from(card)], owner);
        }
        assert_eq!(features[41] & 1 == 1, moves.clone().any(|mv| position.wins(mv)));
        assert_eq!(usize::from(features[42]), ends.len());
        assert_eq!(u32::from(features[43]), position.reach(position.player.opponent()).2);
        distinct.extend(features.into_iter().enumerate());
    });
    assert!([(41, 0), (41, 1), (41, 2), (41, 3)].iter().all(|seen| distinct.contains(seen)), "{distinct:?}");
}

/// Returns the position with the two players exchanged and the board turned round.
fn turned(position: &Onitama) -> Onitama {
    let turn = |pieces: u32| pieces.reverse_bits() >> 7;
    let (own, other, masters) = (turn(position.own), turn(position.other), turn(position.masters));
    Onitama { own, other, masters, player: position.player.opponent(), ..*position }
}

#[test]
fn both_sides_play_by_the_same_rules_and_know_the_same() {
    random_games(&Onitama::deal(5), 100, |position| {
        let turned = turned(position);
        assert_eq!(position.outcome().is_some(), turned.outcome().is_some());
        assert_eq!(position.evaluate(Evaluator::DEFAULT).raw(), -turned.evaluate(Evaluator::DEFAULT).raw());
        if position.outcome().is_none() {
            assert_eq!(position.features().map(|feature| -feature), turned.features());
            let look = |position: &Onitama| {
                let known = |mv: &Move| {
                    let rate = (position.prior(*mv).unwrap().win_rate * 100.0) as u32;
                    (position.weight(*mv), position.order(*mv), position.noisy(*mv), rate, position.category(*mv))
                };
                let mut seen: Vec<_> = legal(position).iter().map(known).collect();
                seen.sort_unstable();
                seen
            };
            assert_eq!(look(position), look(&turned));
        }
    });
}

/// One player in a position. Its features are computed from the letters of the position's text and
/// from pictures of the cards.
struct SlowSide<'a> {
    rows: Vec<&'a [u8]>,
    letter: u8,
    /// The direction that is forward for this player: 1 for up, -1 for down.
    ahead: i32,
}

/// A column and a row.
type Place = (i32, i32);

impl SlowSide<'_> {
    fn of(text: &str, letter: u8) -> SlowSide<'_> {
        let rows = text.split(' ').next().unwrap().split('/').rev().map(str::as_bytes).collect();
        SlowSide { rows, letter, ahead: if letter == b'w' { 1 } else { -1 } }
    }

    fn at(&self, (column, row): Place) -> u8 {
        self.rows[row as usize][column as usize]
    }

    /// The squares with these letters.
    fn places(&self, is_meant: impl Fn(u8) -> bool) -> Vec<Place> {
        let all = (0..5).flat_map(|row| (0..5).map(move |column| (column, row)));
        all.filter(|&place| is_meant(self.at(place))).collect()
    }

    fn is_own(&self, letter: u8) -> bool {
        letter.to_ascii_lowercase() == self.letter
    }

    /// Returns all steps that this player's pieces can take with a card. A step has the letter of
    /// the piece, and the square where the step ends. The square may have a piece of the same
    /// player, but must be on the board.
    fn steps(&self, card: &str) -> Vec<(u8, Place)> {
        let of_piece = |(column, row): Place| {
            let end = move |(right, up): Place| (column + self.ahead * right, row + self.ahead * up);
            picture_steps(card).into_iter().map(move |step| (self.at((column, row)), end(step)))
        };
        let ends = self.places(|letter| self.is_own(letter)).into_iter().flat_map(of_piece);
        ends.filter(|(_, (column, row))| (0..5).contains(column) && (0..5).contains(row)).collect()
    }

    fn moves(&self, card: &str) -> i32 {
        self.steps(card).into_iter().filter(|&(_, end)| !self.is_own(self.at(end))).count() as i32
    }

    /// Returns 4 minus the number of moves that a chess king needs from the master's square to the
    /// enemy temple. If the master is on this temple, the number of moves counts as 1.
    fn stream(&self) -> i32 {
        let temple = (2, if self.ahead == 1 { 4 } else { 0 });
        let master = self.places(|letter| letter == self.letter.to_ascii_uppercase());
        let steps = |(column, row): Place| (column - temple.0).abs().max((row - temple.1).abs());
        master.into_iter().map(|place| 4 - steps(place).max(1)).sum()
    }

    /// Returns the features students, mobility, attacked, guarded, stream, advance and centre. The
    /// second value is true if this player could win at once.
    fn features(&self, hand: &str) -> ([i32; 7], bool) {
        let students = self.places(|letter| letter == self.letter);
        let steps: Vec<_> = hand.split(',').flat_map(|card| self.steps(card)).collect();
        let reached = |place: &Place| steps.iter().any(|(_, end)| end == place);
        let foes = self.places(|letter| letter.is_ascii_alphabetic() && !self.is_own(letter));
        let (masters, others): (Vec<_>, Vec<_>) = foes.into_iter().partition(|&foe| self.at(foe) < b'a');
        let own = self.places(|letter| self.is_own(letter));
        let temple = (2, if self.ahead == 1 { 4 } else { 0 });
        let arrives = !own.contains(&temple) && steps.iter().any(|&(letter, end)| letter < b'a' && end == temple);
        let features = [
            students.len() as i32,
            hand.split(',').map(|card| self.moves(card)).sum(),
            others.iter().filter(|place| reached(place)).count() as i32,
            own.iter().filter(|place| reached(place)).count() as i32,
            self.stream(),
            students.iter().map(|&(_, row)| if self.ahead == 1 { row } else { 4 - row }).sum(),
            own.iter().filter(|(column, row)| (1..4).contains(column) && (1..4).contains(row)).count() as i32,
        ];
        (features, arrives || masters.iter().any(reached))
    }
}

fn slow_features(text: &str) -> Features {
    let words: Vec<&str> = text.split(' ').collect();
    let sides = [b'w', b'b'].map(|letter| SlowSide::of(text, letter));
    let (first, first_wins) = sides[0].features(words[1]);
    let (second, second_wins) = sides[1].features(words[2]);
    let (sign, mover, wins, is_threatened) =
        if words[4] == "1" { (1, 0, first_wins, second_wins) } else { (-1, 1, second_wins, first_wins) };
    let mut all = [0; FEATURES];
    let places = [0, 1, 3, 4, 5, 6, 7].into_iter();
    places.zip(first.into_iter().zip(second)).for_each(|(place, (own, other))| all[place] = own - other);
    all[2] = sign * sides[mover].moves(words[3]);
    all[8] = if wins { sign } else { 0 };
    all[9] = if is_threatened && !wins { -sign } else { 0 };
    all[10] = sign;
    all
}

#[test]
fn features_are_those_that_the_pictures_of_the_cards_say() {
    let mut rng = Rng::new(17);
    let mut all: Vec<String> = (0..600).map(|_| crowded(&mut rng)).collect();
    random_games(&Onitama::deal(3), 40, |position| {
        if position.outcome().is_none() {
            all.push(written(position));
        }
    });
    let mut distinct = std::collections::BTreeSet::new();
    for text in &all {
        let features = slow_features(text);
        assert_eq!(at(text).features(), features, "{text}");
        distinct.extend(features.into_iter().enumerate());
    }
    (0..FEATURES).for_each(|place| assert!(distinct.iter().filter(|(at, _)| *at == place).count() > 1, "{place}"));
}

/// The master can move to the enemy temple and capture the enemy master there, so the move wins in
/// both ways. A playout must always choose a winning move.
#[test]
fn a_move_that_wins_in_both_ways_is_played_at_once() {
    let position = at("..B../..W../...../w...w/w...w tiger,ox crab,boar eel 1");
    assert!(legal(&position).len() > 5);
    let mut slots = [Move::NONE; 40];
    for seed in 0..100 {
        let sampled = position.weighted_move(&mut Rng::new(seed), &mut MoveList::new(&mut slots)).unwrap();
        assert!(position.wins(sampled));
    }
}

/// The second player's only piece is on a1. With both of its cards, this piece can only move to a2,
/// where it captures the first player's master. So the first player's moves must have the weight 0,
/// except if the master moves or a1 is captured.
#[test]
fn a_master_can_be_all_that_is_attacked() {
    let position = at("...../...../.w.../W..../B..w. crab,ox tiger,mantis eel 1");
    assert_eq!(position.danger_by_steps(), position.danger());
    for mv in legal(&position) {
        let (_, to, _) = parts(mv);
        let stays = position.masters & 1 << parts(mv).0 == 0;
        assert_eq!(position.weight(mv) == Weight(0), stays && to != 0, "{mv:?}");
    }
}

#[test]
fn passing_hands_the_turn_over_and_no_more() {
    let before = at("bW..b/.w.b./..b.w/w.B../...w. elephant,dragon monkey,rooster goose 1");
    let mut passed = before;
    assert!(passed.pass());
    assert_eq!(passed, at("bW..b/.w.b./..b.w/w.B../...w. elephant,dragon monkey,rooster goose 2"));
}

#[test]
fn noisy_moves_are_listed_at_once() {
    assert!(Onitama::default().noisy_moves(&mut MoveList::new(&mut [Move::NONE; 40])));
}
