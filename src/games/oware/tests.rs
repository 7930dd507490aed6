#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use std::collections::{BTreeMap, HashMap};
use std::string::String;
use std::vec::Vec;

use super::slow::{Board, Slow};
use super::{FEATURES, Oware};
use crate::base::rng::Rng;
use crate::game::knowledge::{Evaluator, Knowledge};
use crate::game::value::{Outcome, Side, Value};
use crate::game::{Game, Move, MoveList};
use crate::games::testing::{
    UNFINISHED_ROWS, bytes_of, check_bytes, check_corruptions, check_distribution, check_ended, check_play,
    check_read_back, check_rejected, check_told, check_uniform, from_bytes, legal, named, position, probabilities,
    random_games, why_rejected, written,
};

const START: &str = "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1";
/// The largest number of sowings that a history contains.
const REMEMBERED: usize = 256;

/// The position after these moves.
fn after(text: &str, moves: &str) -> Oware {
    let mut game = position(&Oware::default(), text);
    for name in moves.split_whitespace() {
        game.play(named(&game, name));
    }
    game
}

/// The position after these moves, as text.
fn text_after(text: &str, moves: &str) -> String {
    written(&after(text, moves))
}

fn names(game: &Oware) -> Vec<usize> {
    legal(game).iter().map(|mv| mv.0 as usize).collect()
}

#[test]
fn starting_position() {
    let start = Oware::default();
    assert_eq!(written(&start), START);
    assert_eq!(names(&start), [0, 1, 2, 3, 4, 5]);
    assert_eq!((Oware::from_name("oware"), Oware::from_name("awari")), (Some(start), None));
    assert_eq!((start.captured(Side::First), start.seeds(Side::Second, 5), start.seeds(Side::First, 6)), (0, 4, 0));
    let mut again = after(START, "0 1 2");
    again.restart();
    assert_eq!(again, start);
}

#[test]
fn moves_can_be_taken_back_and_texts_read_back() {
    check_play(&Oware::default(), 60);
    random_games(&Oware::default(), 60, |game| {
        check_read_back(&Oware::default(), game);
        let mut slots = [Move::NONE; 6];
        let mut list = MoveList::new(&mut slots);
        if game.outcome().is_none() {
            assert_eq!(game.count_moves(&mut list), legal(game).len());
        }
        let by_index: Vec<Move> = (0..7).map_while(|index| game.nth_move(index, &mut list)).collect();
        assert_eq!(by_index, if game.outcome().is_none() { legal(game) } else { Vec::new() });
        let mut copy = after(START, "3 3 2 2");
        copy.copy_from(game);
        assert_eq!(copy, *game);
    });
}

#[test]
fn random_moves_are_uniform() {
    for text in [START, "0,40,0,1,0,3|0|1,0,0,0,0,0|3 1", "0,1,0,4,1,1|20|0,0,0,0,0,0|21 1"] {
        let position = position(&Oware::default(), text);
        check_uniform(&position);
    }
}

#[test]
fn captures_run_backwards() {
    // After the sowing, the first five houses of the opponent have 4, 2, 3, 2, 2 seeds. All except
    // the house with four seeds must be captured.
    let game = "0,0,0,0,0,5|10|3,1,2,1,1,9|16 1";
    assert_eq!(text_after(game, "5"), "0,0,0,0,0,0|19|4,0,0,0,0,9|16 2");
    // Captures must stop at a house that does not have two or three seeds, and at the end of the
    // opponent's row.
    assert_eq!(text_after("0,0,0,0,3,1|10|1,5,1,0,0,9|18 1", "4"), "0,0,0,0,0,2|10|2,6,1,0,0,9|18 2");
    assert_eq!(text_after("1,1,0,0,0,1|20|1,0,0,0,0,4|20 1", "0"), "0,2,0,0,0,1|20|1,0,0,0,0,4|20 2");
}

#[test]
fn a_grand_slam_captures_nothing() {
    assert_eq!(text_after("0,1,0,0,0,2|21|1,1,0,0,0,0|22 1", "5"), "0,1,0,0,0,0|21|2,2,0,0,0,0|22 2");
    // If the opponent keeps a seed in another house, the move does not capture all seeds (it is not
    // a grand slam), so it must capture.
    assert_eq!(text_after("0,0,0,0,0,2|20|1,1,0,0,0,1|23 1", "5"), "0,0,0,0,0,0|24|0,0,0,0,0,1|23 2");
}

#[test]
fn an_opponent_without_seeds_must_be_fed() {
    // To reach the opponent, house 0 needs six seeds, and house 5 needs one seed.
    let game = position(&Oware::default(), "6,4,4,0,1,1|16|0,0,0,0,0,0|16 1");
    assert_eq!(names(&game), [0, 2, 5]);
    // A player who cannot bring seeds to the opponent must take the remaining seeds. The second
    // player captures two seeds. The first player's last two seeds do not reach the opponent, so
    // the first player takes them.
    let end = after("1,0,0,2,0,0|23|0,0,0,0,0,1|21 2", "5");
    assert_eq!((written(&end), end.outcome()), ("0,0,0,0,0,0|25|0,0,0,0,0,0|23 -".into(), Some(Outcome::FirstWins)));
}

#[test]
fn a_long_sowing_leaves_its_house_out() {
    assert_eq!(text_after("12,0,0,0,0,0|10|0,0,0,0,4,0|22 1", "0"), "0,2,1,1,1,1|10|1,1,1,1,5,1|22 2");
    assert_eq!(text_after("0,36,0,0,0,0|0|0,0,0,0,8,0|4 2", "4"), "1,37,1,1,1,1|0|1,0,0,0,0,1|4 1");
    // House 1 has 36 seeds: three laps of eleven seeds, and three more seeds.
    assert_eq!(text_after("0,36,0,0,0,0|0|0,0,0,0,8,0|4 1", "1"), "3,0,4,4,4,3|0|3,3,3,3,11,3|4 2");
}

#[test]
fn more_than_half_wins_at_once() {
    let won = after("0,0,0,0,0,1|23|1,3,0,0,0,3|17 1", "5");
    assert_eq!((written(&won), won.outcome()), ("0,0,0,0,0,0|25|0,3,0,0,0,3|17 -".into(), Some(Outcome::FirstWins)));
    let half = after("0,0,0,0,0,1|22|1,3,0,0,0,3|18 1", "5");
    assert_eq!((written(&half), half.outcome()), ("0,0,0,0,0,0|24|0,3,0,0,0,3|18 2".into(), None));
}

#[test]
fn a_position_that_occurs_again_ends_the_game() {
    let start = "1,0,0,0,0,0|23|1,0,0,0,0,0|23 1";
    let mut game = position(&Oware::default(), start);
    let mut plies = 0;
    while game.outcome().is_none() {
        let mv = legal(&game)[0];
        game.play(mv);
        plies += 1;
    }
    // After 12 moves, each of the two seeds is in the house where the other one started. This is
    // the first position again, so the game ends.
    assert_eq!((plies, game.outcome()), (12, Some(Outcome::Draw)));
    assert_eq!(written(&game), "0,0,0,0,0,0|24|0,0,0,0,0,0|24 -");
}

#[test]
fn slow_rules_agree() {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    let (mut longest, mut rng) = (0, Rng::new(12));
    for _ in 0..4000 {
        let (mut fast, mut slow) = (Oware::default(), Slow::new(START));
        let mut remarks = Vec::new();
        while slow.outcome.is_none() && slow.within(REMEMBERED) {
            let moves = slow.legal();
            assert_eq!(names(&fast), moves);
            let house = moves[rng.below(moves.len() as u32) as usize];
            slow.play(house, &mut remarks);
            fast.play(Move(house as u32));
            assert_eq!((written(&fast), fast.outcome()), (slow.text(), slow.outcome));
            longest = longest.max(slow.past.len());
        }
        remarks.into_iter().for_each(|remark| *seen.entry(remark).or_default() += 1);
    }
    let words = ["grand slam", "majority", "no move", "repetition", "round"];
    assert!(seen.keys().copied().eq(words) && seen.values().all(|&times| times > 50), "{seen:?}");
    assert!(longest > 100, "{longest}");
}

#[test]
fn what_counts_of_the_past_is_in_the_key() {
    // Different orders of moves can lead to the same board. But a repeated position ends the game,
    // so the rest of the game also depends on the past positions. So positions with equal keys must
    // have the same past positions.
    let mut by_key: HashMap<u64, (String, Vec<Board>)> = HashMap::new();
    let mut by_text: HashMap<String, u64> = HashMap::new();
    let (mut rng, mut different, mut known) = (Rng::new(3), 0, 0);
    for _ in 0..6000 {
        let mut fast = position(&Oware::default(), "1,0,0,1,0,0|22|0,1,0,0,1,0|22 1");
        let mut slow = Slow::new(&written(&fast));
        while fast.outcome().is_none() {
            let mut past = slow.past.clone();
            past.sort_unstable();
            let (key, text) = (fast.hash().unwrap(), written(&fast));
            known += u32::from(by_key.contains_key(&key));
            let first = by_key.entry(key).or_insert_with(|| (text.clone(), past.clone()));
            assert_eq!(*first, (text.clone(), past));
            different += u32::from(*by_text.entry(text).or_insert(key) != key);
            let moves = slow.legal();
            let house = moves[rng.below(moves.len() as u32) as usize];
            slow.play(house, &mut Vec::new());
            fast.play(Move(house as u32));
        }
    }
    assert!(different > 1000 && known > 1000, "{different} {known}");
}

#[test]
fn evaluations_worked_by_hand() {
    let features = |text| position(&Oware::default(), text).features();
    assert_eq!(features(START), [0; FEATURES]);
    assert_eq!(features("1,2,3,0,12,0|10|0,0,0,0,1,14|5 2"), [5, 2, 0]);
    let value = |text| position(&Oware::default(), text).evaluate(Evaluator::DEFAULT);
    assert_eq!(value("0,0,0,0,0,0|25|0,3,0,0,0,3|17 -"), Value::WIN);
    assert_eq!(value("0,0,0,0,0,0|24|0,0,0,0,0,0|24 -"), Value::DRAW);
    // Both texts describe the same board, as seen by opposite players. So the features must be
    // negated.
    let (one, other) = ("1,2,3,0,12,0|10|0,0,0,0,1,14|5 2", "0,0,0,0,1,14|5|1,2,3,0,12,0|10 1");
    assert_eq!(features(one), features(other).map(|feature| -feature));
    assert_eq!(value(one).raw(), -value(other).raw());
    assert!(value("3,3,3,3,3,3|7|3,3,3,3,3,3|5 1") > Value::DRAW);
    let start = Oware::default();
    assert!(start.has_evaluator(Evaluator::DEFAULT) && !start.has_evaluator(Evaluator::RS));
    assert_eq!(features("0,0,0,0,12,13|6|2,1,1,0,1,1|11 1"), [-5, -3, 2]);
}

#[test]
fn captures_come_first_and_are_drawn_more_often() {
    // The move from house 5 captures two seeds. The move from house 4 captures three seeds in one
    // house, and two in another house.
    let game = position(&Oware::default(), "1,0,0,0,3,1|20|1,2,0,0,0,4|16 1");
    let order: Vec<i32> = legal(&game).into_iter().map(|mv| game.order(mv)).collect();
    assert_eq!((names(&game), order), ([0, 4, 5].to_vec(), [0, 5, 2].to_vec()));
    assert_eq!(legal(&game).into_iter().map(|mv| game.noisy(mv)).collect::<Vec<_>>(), [false, true, true]);
    let odds = probabilities(&game);
    assert!(odds[1] > odds[2] && odds[2] > odds[0]);
    check_distribution(&game, &odds, |game, rng, list| game.weighted_move(rng, list));
    check_told(&game, 5, |_, _| false, |_, _| false);
}

#[test]
fn bad_positions_are_rejected() {
    let start = Oware::default();
    check_rejected(&start, &UNFINISHED_ROWS);
    check_rejected(
        &start,
        &[
            "4,4,4,4,4|4|4,4,4,4,4,4|0 1",
            "4,4,4,4,4,4,0|0|4,4,4,4,4,4|0 1",
            "4,4,4,4,4,|4|4,4,4,4,4,4|0 1",
            "4,4,4,4,4,4|1|4,4,4,4,4,4|0 1",
            "4,4,4,4,4,4|0|4,4,4,4,4,3|0 1",
            "256,4,4,4,4,4|0|4,4,4,4,4,4|0 1",
            "0,0,0,0,0,0|24|0,0,0,0,0,0|24 1",
            "1,0,0,0,0,0|25|1,0,0,0,0,0|21 1",
            "1,1,0,0,0,1|24|0,0,0,0,0,0|21 -",
        ],
    );
    check_corruptions(&start, "4,14,0,4,5,4|0|2,2,1,0,4,2|6 2");
}

/// Each mistake must have its own error message.
#[test]
fn the_reader_says_what_is_wrong() {
    for (text, why) in [
        ("4,4,4,4,4,4|0|4,4,4,4,4,5|0 1", "expected 48 seeds in all, not more"),
        ("4,4,4,4,4,4|0|4,4,4,4,4,3|0 1", "expected 48 seeds in all, not fewer"),
        ("4,4,4,4,4|0|4,4,4,4,4,4|4 1", "character 10 is '|', expected ,"),
        ("4,4,4,4,4,4,0|0|4,4,4,4,4,4|0 1", "character 12 is ',', expected |"),
        ("4,4,4,4,4,x|0|4,4,4,4,4,4|0 1", "character 11 is 'x', expected a number from 0 to 255"),
        ("4,4,4,4,4,4|0|4,4,4,4,4,4|0", "the text ends after 27 characters, expected a blank"),
        ("4,4,4,4,4,4|0|4,4,4,4,4,4|0 3", "character 29 is '3', expected 1, 2 or -"),
        ("4,4,4,4,4,4|0|4,4,4,4,4,4|0 \u{e9}", "character 29 is '\u{e9}', expected 1, 2 or -"),
        ("4,4,4,4,4,4|0|4,4,4,4,4,4|0 1 ", "character 30 is ' ', expected the end"),
        ("4,4,4,4,4,4|0|4,4,4,4,4,4|0 -", "character 29 is '-', expected 1 or 2, because the game is not over"),
        ("0,0,0,0,0,0|20|1,0,0,0,0,2|25 2", "character 31 is '2', expected -, because the game is over"),
        ("", "the text ends after 0 characters, expected a number from 0 to 255"),
        ("4", "the text ends after 1 character, expected ,"),
    ] {
        assert_eq!(why_rejected(&Oware::default(), text), why, "{text}");
    }
}

/// A text must also be accepted if the player to move has no legal move. Then each player takes the
/// seeds in its houses.
#[test]
fn a_position_before_the_last_seeds_are_taken_can_be_set_up() {
    for (text, swept) in [
        ("1,1,0,0,0,0|24|0,0,0,0,0,0|22 1", "0,0,0,0,0,0|26|0,0,0,0,0,0|22 -"),
        ("0,0,0,0,0,1|23|0,0,0,0,0,0|24 2", "0,0,0,0,0,0|24|0,0,0,0,0,0|24 -"),
        ("1,1,0,0,0,0|24|0,0,0,0,0,0|22 -", "0,0,0,0,0,0|26|0,0,0,0,0,0|22 -"),
    ] {
        let [ended, read] = [text, swept].map(|text| position(&Oware::default(), text));
        assert_eq!((written(&ended).as_str(), ended.outcome()), (swept, read.outcome()), "{text}");
        let again = from_bytes(&Oware::default(), &bytes_of(&ended)).unwrap();
        assert_eq!((written(&again), again.to_move()), (written(&ended), ended.to_move()));
    }
}

#[test]
fn positions_are_whole_as_bytes() {
    check_bytes(&Oware::default(), 60);
    check_bytes(&position(&Oware::default(), "1,0,0,0,0,0|23|0,0,0,0,0,1|23 1"), 60);
}

/// The seeds move in a circle. A repeated position must end the game, even if each position is
/// written as bytes and read again before the move.
#[test]
fn bytes_know_what_has_occurred() {
    let mut game = position(&Oware::default(), "1,0,0,0,0,0|23|1,0,0,0,0,0|23 1");
    let mut rng = Rng::new(1);
    let mut slots = [Move::NONE; 6];
    let (mut plies, mut shorter) = (0, 0);
    while game.outcome().is_none() && plies < 400 {
        let mv = game.random_move(&mut rng, &mut MoveList::new(&mut slots)).unwrap();
        let mut read = from_bytes(&Oware::default(), &bytes_of(&game)).unwrap();
        let mut forgetful = position(&Oware::default(), &written(&game));
        [&mut game, &mut read, &mut forgetful].into_iter().for_each(|each| each.play(mv));
        assert_eq!(read.outcome(), game.outcome());
        shorter += u32::from(game.outcome() != forgetful.outcome());
        plies += 1;
    }
    assert_eq!(shorter, 1, "the last move repeats a position");
}

#[test]
fn there_is_no_move_after_the_end() {
    check_ended(&position(&Oware::default(), "0,0,0,0,0,0|24|0,0,0,0,0,0|24 -"));
}

#[test]
fn there_are_six_houses() {
    let late = position(&Oware::default(), "1,0,0,2,0,0|23|1,0,0,0,0,1|20 2");
    let seeds = |player| (0..10).map(|house| late.seeds(player, house)).collect::<Vec<u8>>();
    assert_eq!(seeds(Side::First), [1, 0, 0, 2, 0, 0, 0, 0, 0, 0]);
    assert_eq!(seeds(Side::Second), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
}
