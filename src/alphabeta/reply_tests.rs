//! Compares best-reply search with plain recursion, in random games for three and four players.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::alphabeta::Config;
use crate::alphabeta::tests::with_search;
use crate::base::bytes::ByteWriter;
use crate::game::Game;
use crate::game::knowledge::Evaluator;
use crate::game::value::{Proof, Value};
use crate::games::testing::several::{Several, games};
use crate::keep::save::HasParts;
use crate::player::{self, ConfigError, Player};
use crate::search::{Search, SearchError};
use crate::time::limits::{Limits, Stop};
use core::sync::atomic::AtomicBool;
use std::vec;
use std::vec::Vec;

static GO_ON: AtomicBool = AtomicBool::new(false);

/// The value for the viewer at this depth, if one opponent replies to each turn of the viewer
/// and all others skip their turns. `open` is true if any opponent may still reply.
fn best_reply(game: &Several, depth: u32, open: bool) -> Value {
    if game.is_over() {
        return game.return_of(game.viewer);
    }
    if depth == 0 {
        return game.evaluate(Evaluator::DEFAULT);
    }
    let after = |next: &Several| {
        let mut next = *next;
        let viewer_moved = game.player() == game.viewer;
        if !next.is_over() && depth > 1 && !viewer_moved && next.player() != game.player() {
            while next.player() != next.viewer {
                next.skip_turn();
            }
        }
        best_reply(&next, depth - 1, viewer_moved)
    };
    let values = game.successors();
    let values = values.iter().map(after);
    if game.player() == game.viewer {
        return values.max().unwrap();
    }
    let mut next = *game;
    next.skip_turn();
    let skips = open && next.player() != game.viewer;
    values.chain(skips.then(|| best_reply(&next, depth, true))).min().unwrap()
}

/// The players of best-reply search. The switches of these players do not change the result.
const REPLIES: [&str; 4] =
    ["ab(brs)", "ab(tt,killers,history,pvs,asp,brs)", "ab(tt,etc,killers,pvs,look,brs)", "ab(all,brs)"];

fn replying<T>(game: &Several, player: &str, act: impl FnOnce(&mut AlphaBeta<'_, Several>) -> T) -> T {
    let parsed = player::parse(player).ok();
    let config = parsed.and_then(|parsed| if let Player::AlphaBeta(config) = parsed { Some(config) } else { None });
    with_search(game, config.unwrap().switches, 40, act) // all players of these tests are alpha-beta
}

/// Games in which all players can skip their turns. The viewer moves first.
fn games_with_skips(of_each: u64) -> impl Iterator<Item = Several> {
    let games = games(of_each).filter(|game| game.can_skip && game.chance == 0);
    // Each third game ends soon, so that the viewer can win with its next move.
    games.map(|game| Several { viewer: game.player(), last: if game.seed % 3 == 0 { 2 } else { game.last }, ..game })
}

#[test]
fn one_opponent_replies_and_the_others_skip_their_turns() {
    let (mut differ, mut compared, mut proven) = (0, 0, 0);
    for game in games_with_skips(100) {
        for player in REPLIES {
            replying(&game, player, |search| {
                for depth in 1..=7 {
                    let limits = Limits { depth, ..Limits::default() };
                    search.search(&limits, None, &GO_ON).unwrap();
                    let report = search.report().unwrap();
                    let expected = best_reply(&game, report.depth, false);
                    assert!(
                        (report.value.to_f32() - expected.to_f32()).abs() < 0.0002,
                        "{game:?} {player} {depth}: {report:?} is not {expected:?}"
                    );
                    let best = game.after(report.best.0.into());
                    let open = !best.is_over() && report.depth > 1;
                    if open && report.value.to_f32().abs() < 0.99 {
                        assert_eq!(best_reply(&best, report.depth - 1, true), expected, "{game:?} {player} {depth}");
                        compared += 1;
                    }
                    proven += u32::from(report.proof != Proof::Unknown);
                    assert!(report.proof == Proof::Unknown || report.distance == 1, "{report:?}");
                    let mut line = [Move::NONE; 40];
                    let (length, mut reached) = (search.line(&mut line).unwrap(), game);
                    for &mv in &line[..length] {
                        assert!(!reached.is_over() && u64::from(mv.0) < reached.count(), "{game:?} {player} {line:?}");
                        reached.play(mv);
                    }
                }
            });
        }
        differ += u32::from((f64::from(best_reply(&game, 12, false).to_f32()) - game.paranoid()).abs() > 0.01);
    }
    assert!(compared > 2000 && differ > 60 && proven > 20, "{compared} {differ} {proven}");
}

/// Returns the search as bytes.
fn saved(search: &mut AlphaBeta<'_, Several>) -> Vec<u8> {
    let mut counted = ByteWriter::new(&mut []);
    search.whole().save(&mut counted, 0);
    let length = counted.len();
    let mut bytes = vec![0; length];
    search.whole().save(&mut ByteWriter::new(&mut bytes), length);
    bytes
}

#[test]
fn a_saved_best_reply_search_goes_on() {
    let mut middle = 0;
    for game in games_with_skips(20) {
        for player in REPLIES {
            let deep = Limits { depth: 6, ..Limits::default() };
            let (bytes, whole) = replying(&game, player, |search| {
                search.search(&Limits { iterations: 40 + game.seed, ..deep }, None, &GO_ON).unwrap();
                let bytes = saved(search);
                search.search(&deep, None, &GO_ON).unwrap();
                (bytes, search.report().unwrap())
            });
            replying(&game, player, |search| {
                search.whole().load(&bytes).unwrap();
                assert_eq!(saved(search), bytes);
                let before = search.report().unwrap().signature;
                search.search(&deep, None, &GO_ON).unwrap();
                assert_eq!(search.report().unwrap().signature, whole.signature, "{game:?} {player}");
                middle += u32::from(before != whole.signature);
            });
        }
    }
    assert!(middle > 80, "{middle}");
}

#[test]
fn best_reply_search_continues_where_it_stopped() {
    for game in games_with_skips(20) {
        for player in REPLIES {
            let whole = replying(&game, player, |search| {
                search.search(&Limits { depth: 6, ..Limits::default() }, None, &GO_ON).unwrap();
                search.report().unwrap()
            });
            let parts = replying(&game, player, |search| {
                for _ in 0..10_000 {
                    let limits = Limits { depth: 6, iterations: 3, ..Limits::default() };
                    if search.search(&limits, None, &GO_ON).unwrap() == Stop::Depth {
                        break;
                    }
                }
                search.report().unwrap()
            });
            assert_eq!((whole.signature, whole.best, whole.value), (parts.signature, parts.best, parts.value));
        }
    }
}

#[test]
fn best_reply_search_needs_turns_that_can_be_skipped() {
    let config = Config { switches: Switches::NONE.with(Switch::BestReply), ..Config::default() };
    let three = Several::new(1, 3, 0);
    assert!(config.check_for(&three).is_ok());
    let needs = "turns that pass() can skip";
    let missing = ConfigError::Unsupported { option: "brs", needs };
    assert_eq!(config.check_for(&Several { can_skip: false, ..three }), Err(missing));
    assert_eq!(config.check_for(&Several { can_skip: false, players: 1, ..three }), Ok(()));
    assert_eq!(config.check_for(&Several::new(1, 3, 30)), Err(ConfigError::Chance("brs")));
}

#[test]
fn a_skip_that_fails_is_a_fault() {
    let mut failed = 0;
    for game in games_with_skips(20) {
        let broken = Several { fails: true, ..game };
        replying(&broken, "ab(tt,brs)", |search| {
            let found = search.search(&Limits { depth: 5, ..Limits::default() }, None, &GO_ON);
            failed += u32::from(found == Err(SearchError::Fault(Fault::Failed)));
            assert_eq!(search.position().key, game.key);
        });
    }
    assert!(failed > 20, "{failed}");
}
