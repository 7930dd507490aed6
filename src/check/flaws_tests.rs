//! Tests the check with games that have one flaw. The finding must have the right text. A game that
//! is just correct must have no finding.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::arithmetic_side_effects)]

use super::scripted_tests::{Scripted, assert_told};
use super::{Callback, Difference, FAILED, Kind, OVER};
use crate::game::knowledge::Weight;
use std::format;
use std::string::String;
use std::vec;

const FORCED: u32 = Weight::FORCED.0 as u32;
const DECISIVE: u32 = Weight::DECISIVE.0 as u32;

#[test]
fn nothing_is_wrong_with_a_correct_game_whatever_it_can_be_asked() {
    use Callback::*;
    let optional =
        &[Evaluate, RandomMove, Weight, Prior, Order, Noisy, Hash, Pass, FewPieces, Transition, MoveText, Score];
    for seed in 0..8 {
        for without in [optional, &[Pass][..]] {
            assert_eq!(Scripted { positions: 100, without, ..Scripted::default() }.kinds(seed), []);
        }
    }
}

#[test]
fn an_answer_that_is_impossible_is_told() {
    use Callback::*;
    let most = "at most max_score points more or less";
    assert_told([
        (Kind::InvalidPlayer, ToMove, "0, IMM_FIRST, or 1, IMM_SECOND", "-1", {
            Scripted { to_move: |_| -1, ..Scripted::default() }
        }),
        (Kind::InvalidOutcome, Outcome, "0 ongoing, 1 or 2 for the winner, or 3 for a draw", "4", {
            Scripted { outcome: |_| 4, ..Scripted::default() }
        }),
        (Kind::Failed, Outcome, "an answer", "IMM_FAILED", Scripted { outcome: |_| FAILED, ..Scripted::default() }),
        (Kind::OutOfRange, Evaluate, "-1 to 1", "-1.5", Scripted { evaluate: |_| -1.5, ..Scripted::default() }),
        (Kind::NotANumber, Evaluate, "a number", "NaN", Scripted { evaluate: |_| f32::NAN, ..Scripted::default() }),
        (Kind::OutOfRange, Prior, "0 to 1, or negative for no opinion", "1.25", {
            Scripted { prior: |_, _| 1.25, ..Scripted::default() }
        }),
        (Kind::OutOfRange, Weight, "0 to 65533, 65534 forced, or 65535 decisive", "4294967295", {
            Scripted { weight: |_, _| u32::MAX, ..Scripted::default() }
        }),
        (Kind::Failed, Order, "an answer", "IMM_FAILED", Scripted { order: |_, _| FAILED, ..Scripted::default() }),
        (Kind::OutOfRange, Transition, "0 to 255", "256", Scripted { transition: |_, _| 256, ..Scripted::default() }),
        (Kind::OutOfRange, Score, most, "-2", Scripted { score: |_| -2, positions: 5, ..Scripted::default() }),
    ]);
    // The weights of two moves have the same mistake. This must be one finding, counted once for
    // each move.
    let report = Scripted { weight: |_, _| u32::MAX, ..Scripted::default() }.checked(1);
    assert_eq!((report.findings().len(), report.findings()[0].times), (1, 2));
    // A key may be any number. It may even be the number with which other callbacks report a
    // failure.
    let hash = |game: &Scripted| u64::from(FAILED as u32) << game.plies();
    assert_eq!(Scripted { hash, without: &[Callback::Pass, Callback::Evaluate], ..Scripted::default() }.kinds(1), []);
}

#[test]
fn an_answer_that_is_another_when_asked_again_is_told() {
    use Callback::*;
    let unsteady = |callback, expected, found, game| (Kind::Unsteady, callback, expected, found, game);
    assert_told([
        unsteady(Evaluate, "0.25, as before", "-0.5", {
            Scripted { evaluate: |game| [-0.5, 0.25][(game.calls(Evaluate) == 1) as usize], ..Scripted::default() }
        }),
        unsteady(Hash, "0x0000000080000000, as before", "0x0000000080000001", {
            Scripted { hash: |game| 0x8000_0000 + u64::from(game.calls(Hash) > 1), ..Scripted::default() }
        }),
        // For few_pieces(), any number except 0 means yes.
        unsteady(FewPieces, "0, as before", "1", {
            Scripted { few_pieces: |game| 7 * i32::from(game.calls(FewPieces) > 1), ..Scripted::default() }
        }),
        unsteady(LegalMoves, "2 moves", "others, or in another order: 2 moves", {
            Scripted {
                legal: |game| [[2, 1], [1, 2]][(game.calls(LegalMoves) == 1) as usize].into(),
                ..Scripted::default()
            }
        }),
        unsteady(LegalMoves, "2 moves", "3 moves", {
            Scripted { legal: |game| (0..1 + game.calls(LegalMoves)).collect(), max_moves: 3, ..Scripted::default() }
        }),
        unsteady(LegalMoves, "3 moves", "2 moves", {
            Scripted { legal: |game| (game.calls(LegalMoves)..4).collect(), max_moves: 3, ..Scripted::default() }
        }),
    ]);
    // order() is first called once for each of eight moves. Then it gives another answer for one of
    // them. The check must find this mistake for each of the eight moves.
    for number in 1..=8 {
        assert_told([unsteady(Order, "for each move the answer before", "another for one of them", {
            let order = |game: &Scripted, mv| i32::from(game.calls(Order) > 8 && u64::from(mv) == game.number);
            Scripted { order, number, legal: |_| (1..=8).collect(), max_moves: 8, ..Scripted::default() }
        })]);
    }
}

#[test]
fn a_list_that_is_wrong_is_told() {
    let listing = |legal, max_moves| Scripted { legal, max_moves, ..Scripted::default() };
    let told = |kind, expected, found, game| (kind, Callback::LegalMoves, expected, found, game);
    assert_told([
        told(Kind::NoMoves, "at least one", "0", listing(|_| vec![], 2)),
        told(Kind::TooManyMoves, "at most max_moves, 2", "3", listing(|_| vec![1, 2, 3], 2)),
        told(
            Kind::NoneListed,
            "no IMM_MOVE_NONE",
            "IMM_MOVE_NONE at index 1 of 3",
            listing(|_| vec![1, u32::MAX, 3], 3),
        ),
        told(Kind::MoveTwice, "each move once", "again at index 2 of 3", listing(|_| vec![1, 2, 1], 3)),
    ]);
    // If legal_moves() returns at most max_moves, the check reports that it wrote beyond the list.
    // Otherwise the check reports the wrong number of moves.
    for (max_moves, kind) in [(3, Kind::WritesBeyondMoves), (2, Kind::WritesBeyondMoves), (1, Kind::TooManyMoves)] {
        assert_eq!(Scripted { overruns: true, max_moves, ..Scripted::default() }.kinds(1), [kind]);
    }
}

#[test]
fn a_text_that_cannot_be_read_is_told() {
    let long = |number| Scripted {
        text: |game, _| ("a".repeat(game.number as usize), game.number as u32),
        number,
        legal: |_| vec![1],
        ..Scripted::default()
    };
    let told = |expected, found, game| (Kind::TextLength, Callback::MoveText, expected, found, game);
    let text = |_: &Scripted, _| (String::new(), 1);
    assert_told([
        told("at most 128 bytes", "it returns 129 and writes 129 bytes", long(129)),
        told("its length without the terminating NUL", "it returns 1 and writes 0 bytes", {
            Scripted { text, ..Scripted::default() }
        }),
    ]);
    assert_eq!(long(128).kinds(1), []);
    // If two moves have empty texts, their texts are the same, whatever length move_text() returns.
    assert_eq!(Scripted { text, ..Scripted::default() }.kinds(1), [Kind::TextLength, Kind::TextTwice]);
    // A finding contains the text of its move. If the text is too long, it contains the number of
    // the move.
    for (number, expected) in [(1, "a".into()), (31, "a".repeat(31)), (32, "1".into()), (128, "1".into())] {
        let report = Scripted { weight: |_, _| DECISIVE, ..long(number) }.checked(1);
        assert_eq!(report.findings()[0].mv_text.as_str(), expected);
    }
}

#[test]
fn a_position_that_is_another_afterwards_is_told() {
    let kept_once = |compares| Scripted {
        // In this game, two consecutive moves use the same undo bytes. So the undo data of the
        // first move is lost.
        undo_at: |_| 0,
        legal: |_| vec![6],
        outcome: |game| i32::from(game.plies() == 2),
        compares,
        ..Scripted::default()
    };
    let left = |expected, found, game| (Kind::NotRestored, Callback::Unmake, expected, found, game);
    let after = "the position as it was, after 1 further moves were made and taken back";
    let byte = "byte 0 of the position is 255, after 1 further moves were made and taken back";
    assert_told([
        left(after, "another", kept_once(true)),
        left(byte, "byte 0 of the position is 6; bytes that differ: 1", kept_once(false)),
    ]);
    let changed = |expected, found, differs| {
        (Kind::Changes, Callback::Outcome, expected, found, Scripted { differs, ..Scripted::default() })
    };
    assert_told([
        changed("the position as it was", "another", |_, _| Some(Difference::Somewhere)),
        changed("byte 3 of the position is 7", "byte 3 of the position is 8; bytes that differ: 2", |_, _| {
            Some(Difference::Bytes { first: 3, last: 9, count: 2, expected: 7, found: 8 })
        }),
    ]);
}

#[test]
fn undo_bytes_that_make_leaves_as_they_were_are_told() {
    for (unwritten_overruns, does) in
        [(false, "restores a wrong position"), (true, "writes outside of the position by it")]
    {
        for byte in 0..9 {
            let expected = format!("byte {byte} of the undo bytes is written by make(), or not read by unmake()");
            let found = format!("make() leaves poison there, and unmake() {does}");
            let game = Scripted { undo_size: 9, unwritten: Some(byte), unwritten_overruns, ..Scripted::default() };
            assert_told([(Kind::UndoNotWritten, Callback::Unmake, &expected, &found, game)]);
        }
    }
    // This unmake() does harm with any content of the undo bytes. So the check must not blame
    // unwritten undo bytes, but report another kind of mistake.
    for (undo_size, unwritten_overruns, kind) in
        [(9, false, Kind::NotRestored), (0, false, Kind::NotRestored), (9, true, Kind::WritesBeyondMoves)]
    {
        let game = Scripted { undo_size, unwritten: Some(9), unwritten_overruns, ..Scripted::default() };
        assert_eq!(Scripted { positions: 1, ..game }.kinds(1), [kind], "{undo_size} {unwritten_overruns}");
    }
}

#[test]
fn a_move_that_does_not_win_and_a_game_that_goes_on_are_told() {
    let (wins, goes_on) = ("a move that wins at once", "65535, and outcome() says 0");
    assert_told([
        (Kind::NotDecisive, Callback::Weight, wins, goes_on, {
            Scripted { weight: |_, _| DECISIVE, ..Scripted::default() }
        }),
        (Kind::TooLong, Callback::Game, "over after 3 plies, max_plies", "not over", {
            Scripted { max_plies: 3, positions: 4, ..Scripted::default() }
        }),
    ]);
}

/// The check follows noisy moves only at about one position in four. So it does not find the
/// mistake with every seed.
#[test]
fn noisy_moves_in_a_row_are_counted() {
    let noisy = |number| Scripted {
        noisy: |game, _| i32::from((game.plies() as u64) < game.number),
        legal: |game| {
            assert!(game.plies() <= 257, "nobody has to follow more of them");
            vec![1]
        },
        outcome: |_| 0,
        number,
        max_plies: 300,
        ..Scripted::default()
    };
    let found = |number| (0..60).filter(|&seed| noisy(number).kinds(seed) == [Kind::NoisyWithoutEnd]).count();
    assert_eq!(found(256), 0);
    assert!((5..=25).contains(&found(257)), "{}", found(257));
    let seed = (0..60).find(|&seed| !noisy(300).kinds(seed).is_empty()).unwrap();
    let report = noisy(300).checked(seed);
    let first = report.findings()[0];
    assert_eq!((first.callback, first.expected.as_str()), (Callback::Noisy, "an end to noisy moves"));
    assert_eq!(first.found.as_str(), "256 in a row from here");
}

/// A game in which random_move() first returns move 1 several times, then move 2 several times, and
/// then always move 3. The low 8 bits of `number` are the count for move 2, and the higher bits are
/// the count for move 1.
fn sampling(number: u64) -> Scripted {
    Scripted {
        draw: |game, _| {
            let (first, second) = (game.number >> 8, game.number & 255);
            let draws = u64::from(game.calls(Callback::RandomMove));
            1 + u32::from(draws > first) + u32::from(draws > first + second)
        },
        number,
        legal: |_| vec![1, 2, 3],
        max_moves: 3,
        ..Scripted::default()
    }
}

#[test]
fn the_move_that_is_drawn_worst_is_told() {
    // Each move should be sampled about 64 times in 192 samples. If the counts of two moves are
    // equally far from 64, the check reports the first of these moves.
    for (first, second, worst, found) in [
        (66, 0, 2, "0 of 192"),
        (60, 4, 3, "128 of 192"),
        (0, 64, 1, "0 of 192"),
        (64, 128, 2, "128 of 192"),
        (132, 50, 1, "132 of 192"),
    ] {
        let report = sampling(first << 8 | second).checked(1);
        let one = report.findings()[0];
        assert_eq!((one.kind, one.callback, one.mv.0), (Kind::UnevenDraw, Callback::RandomMove, worst));
        assert_eq!((one.expected.as_str(), one.found.as_str()), ("about 64 of 192", found));
    }
    assert_eq!(sampling(64 << 8 | 64).kinds(1), []);
}

/// At 24 positions with 2 to 200 moves, the check takes 64 samples for each legal move. At all
/// other positions, it takes 4 samples in total.
#[test]
fn so_many_moves_are_drawn() {
    let draws = |moves: u64, positions, draw: Option<fn(&Scripted, u32) -> u32>| {
        let default = Scripted::default();
        let mut game = Scripted {
            legal: |game| (1..=game.number as u32).collect(),
            outcome: |_| 0,
            draw: draw.unwrap_or(default.draw),
            number: moves,
            max_moves: 256,
            max_plies: 100,
            positions,
            ..default
        };
        game.checked(1);
        game.calls(Callback::RandomMove)
    };
    assert_eq!(draws(2, 24, None), 24 * 2 * 64);
    assert_eq!(draws(2, 40, None), 24 * 2 * 64 + 16 * 4);
    assert_eq!(draws(2, 40, Some(|_, _| 1)), 24 * 2 * 64 + 16 * 4); // the same for uneven samples
    assert_eq!(draws(1, 3, None), 3 * 4);
    assert_eq!(draws(200, 1, None), 200 * 64);
    assert_eq!(draws(201, 1, None), 4);
}

#[test]
fn points_that_most_winners_have_too_few_of_are_told() {
    // Returns by how many points the winner leads: 3, 0 or -3. This depends on the number of the
    // game.
    fn lead(game: u32) -> i32 {
        [3, 0, 0, -3, -3, -3, -3, -3][(game * 5 % 8) as usize]
    }
    for (number, player, sign) in [(1, "FIRST", 1), (2, "SECOND", -1)] {
        let report = Scripted {
            outcome: |game| (game.plies() as u64 * game.number) as i32,
            score: |game| lead(game.games) * (3 - 2 * game.number as i32),
            number,
            max_score: 3,
            max_plies: 1,
            positions: 200,
            ..Scripted::default()
        }
        .checked(1);
        let (mut more, mut fewer, mut games) = (0_i32, 0_i32, 0);
        while fewer <= more || (fewer - more).pow(2) < 25 * (fewer + more) || lead(games) >= 0 {
            games += 1;
            more += i32::from(lead(games) > 0);
            fewer += i32::from(lead(games) < 0);
        }
        let first = report.findings()[0];
        assert_eq!((first.kind, first.callback, first.game), (Kind::WrongView, Callback::Score, games - 1));
        assert_eq!(first.expected.as_str(), "more points for the winner than for the loser, in most games");
        let found = format!("{} where {player} has won; so far fewer in {fewer} such games, more in {more}", -3 * sign);
        assert_eq!(first.found.as_str(), found);
    }
}

/// A game whose first position has `moves` moves. There, weight() returns IMM_WEIGHT_FORCED for
/// move 1. Later positions have two moves.
fn forced(moves: u64, outcome: fn(&Scripted) -> i32) -> Scripted {
    Scripted {
        weight: |game, mv| if mv == 1 && game.plies() == 0 { FORCED } else { 1 },
        legal: |game| (1..=if game.plies() == 0 { game.number as u32 } else { 2 }).collect(),
        number: moves,
        max_moves: 256,
        outcome,
        ..Scripted::default()
    }
}

#[test]
fn a_forced_move_that_prevents_nothing_is_told() {
    let in_vain = |game| {
        let expected = "a move after which the opponent cannot win at once";
        let found = "the opponent can, but could not after move 2";
        (Kind::NotForced, Callback::Weight, expected, found, game)
    };
    let needless = |game| {
        let expected = "a move without which the opponent could win at once";
        (Kind::NotForced, Callback::Weight, expected, "no move lets the opponent win", game)
    };
    assert_told([
        in_vain(forced(2, |game| [0, 2][(game.position == [1, 1]) as usize])),
        in_vain(forced(64, |game| [0, 2][(game.position == [1, 2]) as usize])),
        // In the next two games, the forced move 1 loses, so calling it forced is a mistake. In the
        // first game, move 1 loses at once, and move 2 does not. In the second game, the opponent
        // can win after move 1, and move 2 draws.
        in_vain(forced(2, |game| [0, 2][(game.position == [1]) as usize])),
        in_vain(forced(2, |game| match game.position[..] {
            [1, 1] => 2,
            [2] => 3,
            _ => 0,
        })),
        needless(forced(2, |_| 0)),
        // After move 1, FIRST moves again, and only its own next move could lose. So there is no
        // threat.
        needless(Scripted {
            to_move: |game| i32::from(game.plies() == 1 && game.position[0] == 2),
            ..forced(2, |game| [0, 2][(game.position == [1, 1]) as usize])
        }),
    ]);
    let right = [
        // Move 1 is really forced: it prevents a loss, and the other move does not.
        forced(2, |game| [0, 2][(game.position == [2, 1]) as usize]),
        // It is not a mistake if all moves are forced, or if a move is forced but no move prevents
        // the loss.
        Scripted { weight: |_, _| FORCED, ..forced(2, |_| 0) },
        forced(2, |game| [0, 2][(game.plies() == 2) as usize]),
        // The check does not test forced moves if a move wins at once, or if there are too many
        // moves.
        forced(3, |game| match game.position[..] {
            [1, 1] => 2,
            [3] => 1,
            _ => 0,
        }),
        forced(65, |game| [0, 2][(game.position == [1, 1]) as usize]),
    ];
    for (index, mut game) in right.into_iter().enumerate() {
        assert_eq!(game.kinds(1), [], "{index}");
    }
}

/// A game that ends after two moves, or after the first move if it is move 2. The number of the
/// game decides whether the result is a win, a loss or a draw. `evaluate` can use this result.
fn known(evaluate: fn(&Scripted) -> f32) -> Scripted {
    Scripted {
        outcome: |game| match game.position[..] {
            [2] | [_, _] => 1 + (game.games % 3) as i32,
            _ => 0,
        },
        evaluate,
        without: &[Callback::Pass, Callback::Hash],
        max_plies: 2,
        positions: 300,
        ..Scripted::default()
    }
}

fn result(game: &Scripted) -> f32 {
    [1.0, -1.0, 0.0][(game.games % 3) as usize]
}

#[test]
fn an_evaluation_in_the_view_of_the_player_to_move_is_told() {
    let expected = "high values in games that FIRST wins";
    let found = "correlation 1 where FIRST is to move, -1 where SECOND is";
    let other = "correlation -1 where FIRST is to move, 1 where SECOND is";
    assert_told([
        (Kind::WrongView, Callback::Evaluate, expected, found, {
            known(|game| if game.plies() == 0 { result(game) } else { -result(game) })
        }),
        (Kind::WrongView, Callback::Evaluate, expected, other, {
            known(|game| if game.plies() == 0 { -result(game) } else { result(game) })
        }),
    ]);
    // The check must accept these three evaluations. The first one is correct. The second and the
    // third one are always 0 for one of the players to move, so the check cannot find their point
    // of view.
    assert_eq!(known(result).kinds(1), []);
    assert_eq!(known(|game| if game.plies() == 0 { 0.0 } else { -result(game) }).kinds(1), []);
    assert_eq!(known(|game| if game.plies() == 0 { -result(game) } else { 0.0 }).kinds(1), []);
}

/// A game for three players. Each player chooses twice in a row. Skipping a turn appends a 0, and
/// three zeros are removed.
fn three() -> Scripted {
    use Callback::*;
    fn chosen(game: &Scripted) -> usize {
        game.position.iter().filter(|&&choice| choice != 0).count()
    }
    Scripted {
        players: 3,
        positions: 40,
        max_plies: 6,
        without: &[Evaluate, Score, Features],
        to_move: |game| ((chosen(game) / 2 + game.plies() - chosen(game)) % 3) as i32,
        outcome: |game| if chosen(game) == 6 { OVER } else { 0 },
        pass: |game| {
            assert!(chosen(game).is_multiple_of(2), "the turn has begun before");
            game.position.push(0);
            if game.position.ends_with(&[0; 3]) {
                game.position.truncate(game.plies() - 3);
            }
            1
        },
        ..Scripted::default()
    }
}

#[test]
fn turns_that_are_not_skipped_are_told() {
    use Callback::Pass;
    assert_eq!(three().kinds(1), []);
    let next = "to_move() says the next player";
    assert_told([
        (Kind::PassNotBack, Pass, "not 0 with three or more players", "0", Scripted { pass: |_| 0, ..three() }),
        (Kind::PassKeepsTurn, Pass, next, "to_move() says 0", Scripted { pass: |_| 1, ..three() }),
        (Kind::Failed, Pass, "0, or not", "IMM_FAILED", Scripted { pass: |_| FAILED, ..three() }),
        (
            Kind::PassNotBack,
            Pass,
            "byte 0 of the position is 255",
            "byte 0 of the position is 0; bytes that differ: 3",
            {
                let pass = |game: &mut Scripted| {
                    game.position.push(0);
                    1
                };
                Scripted { pass, ..three() }
            },
        ),
    ]);
    // No search skips turns in a game with chance events.
    assert_eq!(Scripted { chance: Some(|_, _| 1), pass: |_| panic!(), ..three() }.kinds(1), []);
}
