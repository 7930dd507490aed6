#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use std::collections::{BTreeSet, HashMap};
use std::format;
use std::string::String;
use std::vec::Vec;

use super::Loa;
use super::eval::euler_number;
use super::history::{History, Seen};
use super::rules::{PASS, Rules, Undo};
use super::slow::Slow;
use crate::base::rng::Rng;
use crate::game::knowledge::Knowledge;
use crate::game::notation::Notation;
use crate::game::value::{Outcome, Side};
use crate::game::{Game, Move, MoveList};
use crate::games::testing::{
    bytes_of, check_bytes, check_corruptions, check_distribution, check_play, check_read_back, check_rejected,
    check_told, from_bytes, legal, legal_if_any, named, names, position, probabilities, random_games, rounds, written,
};

pub(super) const START: &str = ".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. 1";
/// A position in which White (the second player) has no move.
pub(super) const STUCK: &str = "wb....../bb....../......../......../......../......../......bb/......bw 2";

/// The position after these moves.
fn after(text: &str, moves: &[&str]) -> Loa {
    let mut game = position(&Loa::default(), text);
    for name in moves {
        game.play(named(&game, name));
    }
    game
}

#[test]
fn starting_position() {
    assert_eq!(written(&Loa::default()), START);
    assert_eq!(legal(&Loa::default()).len(), 36);
    assert_eq!(Loa::from_name("loa"), Some(Loa::default()));
    assert_eq!((Loa::from_name("loa8"), Loa::from_name("")), (None, None));
}

#[test]
fn moves_can_be_taken_back_and_texts_read_back() {
    check_play(&Loa::default(), 20);
    random_games(&Loa::default(), 20, |game| {
        check_read_back(&Loa::default(), game);
    });
}

#[test]
fn third_occurrence_is_a_draw() {
    let cycle = ["b1b3", "a2c2", "b3b1", "c2a2"];
    let twice = [cycle, cycle].concat();
    assert_eq!(after(START, &twice[..7]).outcome(), None);
    let drawn = after(START, &twice);
    assert_eq!(drawn.outcome(), Some(Outcome::Draw));
    assert!(written(&drawn).ends_with(".bbbbbb. -"));
    // After the first cycle of moves, the starting position has occurred twice, so its key must
    // change. A piece that returns to a square must not end the game if the position is new.
    let other = after(START, &[&twice[..], &[]].concat()[..4]);
    assert_ne!(other.hash(), Loa::default().hash());
    assert_eq!(after(START, &[&twice[..3], &["a3c3", "b1b3"]].concat()).outcome(), None);
}

#[test]
fn what_a_move_connects_decides() {
    // After the move a4xa2, White has either one piece, which is connected, or two pieces that are
    // not connected. Black is connected only if its other piece is next to a2.
    let decides = |text, mv, outcome| assert_eq!(after(text, &[mv]).outcome(), outcome, "{text}");
    let both = "......../......../......../.......w/b......./......../w......./.b...... 1";
    decides(both, "a4a2", Some(Outcome::Draw));
    let mover = "......../.......w/......../.......w/b......./......../w......./.b...... 1";
    decides(mover, "a4a2", Some(Outcome::FirstWins));
    let opponent = "......../......../......../.......w/b......./......../w......./.......b 1";
    decides(opponent, "a4a2", Some(Outcome::SecondWins));
    let neither = "......../.......w/......../.......w/b......./......../w......./.......b 1";
    decides(neither, "a4a2", None);
}

#[test]
fn who_cannot_move_passes() {
    let stuck = position(&Loa::default(), STUCK);
    assert_eq!(legal(&stuck), [PASS]);
    let passed = after(STUCK, &["pass"]);
    assert_eq!((passed.to_move(), passed.outcome()), (Side::First, None));
    let mut slots = [Move::NONE; 96];
    let mut list = MoveList::new(&mut slots);
    assert_eq!(stuck.random_move(&mut Rng::new(1), &mut list), Some(PASS));
    check_play(&stuck, 20);
}

#[test]
fn impossible_positions_are_rejected() {
    check_rejected(
        &Loa::default(),
        &[
            "",
            ".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb.",
            ".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. 3",
            ".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbbb 1",
            ".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbb 1",
            ".bbbbbb./......../......../......../......../......../......../.bbbbbb. -",
            "bb....../......../......../......../......../......../......../w......w 1",
            "b......./......../......../......../......../......../......../w......w 1",
            "........./......../......../......../......../......../......../w......w 1",
        ],
    );
    check_corruptions(&Loa::default(), START);
    check_corruptions(&Loa::default(), STUCK);
}

#[test]
fn finished_games_say_who_is_connected() {
    for (text, outcome) in [
        ("bb....../......../......../......../......../......../......../w......w -", Outcome::FirstWins),
        ("b......b/......../......../......../......../......../......../.......w -", Outcome::SecondWins),
        ("b......./......../......../......../......../......../......../.......w -", Outcome::Draw),
        ("b......b/......../......../......../......../......../......../w......w -", Outcome::Draw),
    ] {
        let game = position(&Loa::default(), text);
        assert_eq!((game.outcome(), written(&game).as_str()), (Some(outcome), text));
    }
}

/// A step that the test takes back later. It is a move or a null move.
enum Step {
    Move(Move, Undo),
    Null,
}

/// Returns a move for a random game in which pieces often return to their previous squares.
fn restless_move(slow: &Slow, own_last: Option<&String>, rng: &mut Rng) -> String {
    let moves = slow.legal();
    let back = own_last.filter(|last| last.len() == 4).map(|last| format!("{}{}", &last[2..], &last[..2]));
    match back {
        Some(back) if rng.below(4) > 0 && moves.contains(&back) => back,
        _ => moves[rng.below(moves.len() as u32) as usize].clone(),
    }
}

/// Tests that the outcome, the moves and the key of a position are the same in the slow version of
/// the rules.
fn check_against_slow(game: &Loa, slow: &Slow, keys: &mut HashMap<u64, String>) {
    assert_eq!((game.outcome(), game.to_move()), (slow.outcome, slow.player));
    if game.outcome().is_some() {
        return;
    }
    assert_eq!(names(game), slow.legal());
    let mut slots = [Move::NONE; 96];
    let mut list = MoveList::new(&mut slots);
    assert_eq!(game.count_moves(&mut list), legal(game).len());
    for (index, mv) in legal(game).into_iter().enumerate() {
        assert_eq!(game.nth_move(index, &mut list), Some(mv));
    }
    assert_eq!(game.nth_move(legal(game).len(), &mut list), None);
    if slow.remembers() {
        let marked: BTreeSet<String> = match game.rules() {
            Rules::Olympiad => slow.twice().iter().map(|position| format!("{position:?}")).collect(),
            Rules::OpenSpiel => slow.before().iter().map(|board| format!("{board:?}")).collect(),
        };
        let text = format!("{} {marked:?}", written(game));
        assert_eq!(*keys.entry(game.hash().unwrap()).or_insert_with(|| text.clone()), text);
        assert_eq!(game.twice == 0, game.rules() == Rules::OpenSpiel || marked.is_empty());
        let same = keys.iter().filter(|(_, known)| **known == text).count();
        assert_eq!(same, 1, "two keys of {text}");
    }
}

/// Makes random moves and null moves. Takes some of them back at random times, and all of them at
/// the end. Returns how many draws, predicted keys and null moves there were.
fn wander(rules: Rules, text: &str, seed: u64, steps: u32) -> [u32; 3] {
    let mut rng = Rng::new(seed);
    let mut keys = HashMap::new();
    let (mut game, mut slow) = (position(&Loa::new(rules), text), Slow::new(rules, text));
    let mut made: Vec<(Loa, Slow, Step, String)> = Vec::new();
    let [mut drawn, mut told, mut nulls] = [0; 3];
    for _ in 0..steps {
        check_against_slow(&game, &slow, &mut keys);
        let back = game.outcome().is_some() || rng.below(10) == 0;
        drawn += u32::from(game.outcome() == Some(Outcome::Draw));
        if back {
            for _ in 0..=rng.below(6) {
                take_back(&mut game, &mut slow, &mut made);
            }
            continue;
        }
        let (before, slow_before) = (game, slow.clone());
        let may_pass = !matches!(made.last(), Some((_, _, Step::Null, _)));
        if may_pass && rng.below(10) == 0 {
            let passed = game.pass();
            assert_eq!(passed, before.twice == 0);
            if passed {
                slow.pass();
                nulls += 1;
                made.push((before, slow_before, Step::Null, String::new()));
            }
            continue;
        }
        let own_last = made.len().checked_sub(2).map(|index| &made[index].3);
        let chosen = restless_move(&slow, own_last, &mut rng);
        let mv = named(&game, &chosen);
        let key_after = game.hash_after(game.hash().unwrap(), mv);
        let mut played = Loa::new(rules);
        played.copy_from(&game);
        assert_eq!(played, game);
        played.play(mv);
        let undo = game.make(mv);
        assert_eq!(played, game);
        assert!(key_after.is_none() || key_after == game.hash());
        told += u32::from(key_after.is_some());
        slow.play(&chosen);
        made.push((before, slow_before, Step::Move(mv, undo), chosen));
    }
    while !made.is_empty() {
        take_back(&mut game, &mut slow, &mut made);
    }
    assert_eq!(game, position(&Loa::new(rules), text));
    [drawn, told, nulls]
}

fn take_back(game: &mut Loa, slow: &mut Slow, made: &mut Vec<(Loa, Slow, Step, String)>) {
    let Some((before, slow_before, step, _)) = made.pop() else { return };
    match step {
        Step::Move(mv, undo) => game.unmake(mv, undo),
        Step::Null => assert!(game.pass()),
    }
    assert_eq!(*game, before);
    *slow = slow_before;
}

/// Returns the text of a random position in which the game is not over. Each side has `pieces`
/// pieces.
fn scattered(rules: Rules, pieces: u32, rng: &mut Rng) -> String {
    loop {
        let mut squares = ['.'; 64];
        for letter in ['b', 'w'] {
            let mut left = pieces;
            while left > 0 {
                let square = rng.below(64) as usize;
                if squares[square] == '.' {
                    squares[square] = letter;
                    left -= 1;
                }
            }
        }
        let rows: Vec<String> = squares.chunks(8).map(|row| row.iter().collect()).collect();
        let text = format!("{} {}", rows.join("/"), 1 + rng.below(2));
        if Loa::new(rules).read_position(&text).is_ok() {
            return text;
        }
    }
}

/// Runs [`wander`] from the positions of `starts`, each with its number of steps, and from random
/// boards. Returns the sums of all counts.
fn wander_from(rules: Rules, starts: &[(&str, u32)], mut rng: Rng) -> [u32; 3] {
    let mut sums = [0; 3];
    let mut add = |counts: [u32; 3]| sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    for seed in 0..rounds(40).into() {
        starts.iter().for_each(|&(start, plies)| add(wander(rules, start, seed, plies)));
        for pieces in [2, 3, 5, 8, 12] {
            add(wander(rules, &scattered(rules, pieces, &mut rng), seed, 200));
        }
    }
    sums
}

#[test]
fn every_step_is_that_of_the_slow_rules() {
    let sums = wander_from(Rules::Olympiad, &[(START, 300), (STUCK, 100)], Rng::new(5));
    let [drawn, told, nulls] = sums;
    assert!(drawn > rounds(100) && told > rounds(10_000) && nulls > rounds(1000), "{sums:?}");
}

#[test]
fn every_step_by_the_rules_of_openspiel_is_that_of_the_slow_ones() {
    let sums = wander_from(Rules::OpenSpiel, &[(START, 300)], Rng::new(6));
    let [drawn, told, nulls] = sums;
    assert!(drawn > rounds(300) && told == 0 && nulls > rounds(1000), "{sums:?}");
}

#[test]
fn the_rules_of_openspiel() {
    let start = Loa::new(Rules::OpenSpiel);
    assert_eq!((Loa::from_name("loa_openspiel"), Loa::from_name("loa_")), (Some(start), None));
    let by = |text: &str, moves: &[&str]| {
        let mut game = position(&start, text);
        moves.iter().for_each(|name| game.play(named(&game, name)));
        game.outcome()
    };
    // After the fourth move, the starting position occurs for the second time, which is a draw
    // under the rules of OpenSpiel.
    assert_eq!(by(START, &["b1b3", "a2c2", "b3b1"]), None);
    assert_eq!(by(START, &["b1b3", "a2c2", "b3b1", "c2a2"]), Some(Outcome::Draw));
    // The move a4a2 connects both sides, as in the test `what_a_move_connects_decides`.
    let both = "......../......../......../.......w/b......./......../w......./.b...... 1";
    assert_eq!(by(both, &["a4a2"]), Some(Outcome::FirstWins));
    assert_eq!(by(STUCK, &[]), Some(Outcome::FirstWins));
    check_corruptions(&start, START);
    check_play(&start, 20);
    check_bytes(&start, 20);
}

#[test]
fn who_cannot_move_has_lost_by_the_rules_of_openspiel() {
    let text = "wb....../.b....../......../b......./......../......../......bb/......bw 1";
    let mut game = position(&Loa::new(Rules::OpenSpiel), text);
    let mv = named(&game, "a5a7");
    assert_eq!(game.outcome_after(mv), None);
    game.play(mv);
    assert_eq!(game.outcome(), Some(Outcome::FirstWins));
    let bytes = bytes_of(&game);
    let read = from_bytes(&game, &bytes).unwrap();
    assert_eq!((read.outcome(), bytes_of(&read)), (Some(Outcome::FirstWins), bytes));
}

#[test]
fn positions_more_than_256_plies_back_are_forgotten() {
    // One piece of each player moves around its own closed path. After some turns, both pieces are
    // back on their starting squares. This number of turns is the least common multiple of the path
    // lengths. Repetitions after more than 256 plies must not be found.
    let round = |start: u32, length: u32, turn: u32| (start + turn % length, start + (turn + 1) % length);
    for (length, other_length, found) in [(8, 16, Seen::Twice), (8, 15, Seen::Once), (11, 13, Seen::Never)] {
        let mut history = History::EMPTY;
        let mut befores = Vec::new();
        for turn in 0..1000 {
            for (from, to) in [round(0, length, turn), round(32, other_length, turn)] {
                befores.push((history, history.before()));
                history.add(from, to);
            }
        }
        assert_eq!(history.seen(), found);
        while let Some((earlier, before)) = befores.pop() {
            history.take_back(before);
            assert!(history == earlier && history.seen() == earlier.seen());
        }
        assert_eq!(history, History::EMPTY);
    }
}

#[test]
fn random_moves_are_uniform() {
    let mut rng = Rng::new(9);
    for text in
        [START.into(), STUCK.into(), scattered(Rules::Olympiad, 2, &mut rng), scattered(Rules::Olympiad, 12, &mut rng)]
    {
        let game = position(&Loa::default(), &text);
        check_distribution(&game, &probabilities(&game), Loa::random_move);
    }
    // Finds a position with very few legal moves. There, sampling a piece and a direction usually
    // fails, and all moves are listed instead. All legal moves must still be equally likely.
    let mut fewest = position(&Loa::default(), START);
    random_games(&position(&Loa::default(), STUCK), 100, |game| {
        if game.outcome().is_none() && (2..legal(&fewest).len()).contains(&legal(game).len()) {
            fewest = *game;
        }
    });
    assert!(legal(&fewest).len() < 5);
    check_distribution(&fewest, &probabilities(&fewest), Loa::random_move);
}

/// Returns the Euler number, computed from all 2 x 2 windows (quads), even those that overlap the
/// edge. Only quads with one piece, with three pieces, or with two pieces on a diagonal matter.
fn by_quads(pieces: u64) -> i32 {
    let at = |column: i32, row: i32| {
        (0..8).contains(&column) && (0..8).contains(&row) && pieces >> (8 * row + column) & 1 == 1
    };
    let mut sum = 0;
    for row in -1..8 {
        for column in -1..8 {
            let corners = [at(column, row), at(column + 1, row), at(column, row + 1), at(column + 1, row + 1)];
            sum += match (corners.iter().filter(|corner| **corner).count(), corners[0] == corners[3]) {
                (1, _) => 1,
                (3, _) => -1,
                (2, true) => -2,
                _ => 0,
            };
        }
    }
    sum / 4
}

#[test]
fn euler_numbers_are_those_of_quads() {
    let mut rng = Rng::new(2);
    let mut word = || u64::from(rng.bits()) << 32 | u64::from(rng.bits());
    for round in 0..3000 {
        let pieces = if round % 2 == 0 { word() } else { word() & word() & word() };
        assert_eq!(euler_number(pieces), by_quads(pieces), "{pieces:#x}");
    }
}

#[test]
fn order_noise_and_few_pieces() {
    let inside = |square: u32, edge: u32| [square % 8, square / 8].iter().all(|place| (edge..8 - edge).contains(place));
    let (mut noisy, mut quiet) = (0, 0);
    for text in [START, "b......b/......../..w...../....b..w/..b...../......../.w....../b....... 1"] {
        random_games(&position(&Loa::default(), text), 20, |game| {
            let (own, other) = (game.pieces(game.to_move()), game.pieces(game.to_move().opponent()));
            assert_eq!(game.few_pieces(), own.count_ones() < 5);
            for mv in legal_if_any(game).into_iter().filter(|&mv| mv != PASS) {
                let (from, to, captures) = (mv.0 & 63, mv.0 >> 6 & 63, mv.0 & 1 << 12 != 0);
                let order = i32::from(captures && inside(to, 1)) + i32::from(captures && inside(to, 2));
                assert_eq!(game.order(mv), order);
                let joins_or_parts = by_quads(own) != by_quads(own & !(1 << from) | 1 << to)
                    || by_quads(other) != by_quads(other & !(1 << to));
                assert_eq!(game.noisy(mv), captures && (inside(to, 2) || joins_or_parts));
                let count = if captures && !inside(to, 2) && game.noisy(mv) { &mut noisy } else { &mut quiet };
                *count += 1;
            }
        });
    }
    assert!(noisy > 100 && quiet > 1000);
}

#[test]
fn keys_and_outcomes_are_told_where_no_position_can_occur_again() {
    let may_repeat = |game: &Loa, mv: Move| mv.0 & 1 << 12 == 0 && game.history.may_repeat(mv.0 >> 6 & 63);
    for text in [START, STUCK] {
        let told = |game: &Loa, mv: Move| mv != PASS && !may_repeat(game, mv);
        check_told(&position(&Loa::default(), text), 10, told, |game, mv| {
            told(game, mv) || game.outcome_after(mv).is_some_and(|outcome| outcome.is_some())
        });
    }
    // Before the first move, no move can repeat a position. So the key and the outcome after each
    // move must be known in advance.
    let start = Loa::default();
    let key = start.hash().unwrap();
    assert!(
        legal(&start).into_iter().all(|mv| start.hash_after(key, mv).is_some() && start.outcome_after(mv).is_some())
    );
}

#[test]
fn positions_are_whole_as_bytes() {
    check_bytes(&Loa::default(), 20);
    check_bytes(&position(&Loa::default(), STUCK), 40);
}

/// Pieces move back and forth until a position occurs for the third time. This repetition must end
/// the game, even if the game was written as bytes and read again. A game that is set up from text
/// has no history, so it must go on.
#[test]
fn bytes_know_what_has_occurred() {
    let mut game = after(START, &["b1b3", "a2c2", "b3b1", "c2a2", "b1b3", "a2c2", "b3b1"]);
    let mut read = from_bytes(&Loa::default(), &bytes_of(&game)).unwrap();
    let mut forgetful = position(&Loa::default(), &written(&game));
    for each in [&mut game, &mut read, &mut forgetful] {
        each.play(named(each, "c2a2"));
    }
    assert_eq!((game.outcome(), read.outcome(), forgetful.outcome()), (Some(Outcome::Draw), Some(Outcome::Draw), None));
}

/// If more than 256 plies have passed since the last capture, the snapshot must contain the latest
/// 256 plies, and a hash that also covers older positions.
#[test]
fn a_past_that_is_too_long_is_read_back_as_well() {
    let mut rng = Rng::new(3);
    let mut slots = [Move::NONE; 96];
    let mut longest = 0;
    for _ in 0..200 {
        let mut game = Loa::default();
        for _ in 0..600 {
            let mut list = MoveList::new(&mut slots);
            game.legal_moves(&mut list);
            list.retain(|mv| !super::rules::captures(mv) && game.outcome_of(mv).is_none_or(|ended| ended.is_none()));
            if list.is_empty() {
                break;
            }
            let mv = list.get(rng.below(list.len() as u32) as usize).unwrap();
            game.play(mv);
            if game.outcome().is_some() {
                break;
            }
        }
        let bytes = bytes_of(&game);
        longest = longest.max(bytes.len());
        let read = from_bytes(&Loa::default(), &bytes).unwrap();
        assert_eq!((bytes_of(&read), read.hash()), (bytes, game.hash()));
    }
    assert_eq!(longest, 552, "none was long enough");
}
