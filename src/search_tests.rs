//! Tests of what all searches have in common: limits, changes of the player and of the position,
//! and the faults of games that break promises.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::alphabeta;
use crate::game::knowledge::Knowledge;
use crate::game::value::Side;
use crate::games::testing::{Heap, Shown};
use crate::mcts::{Memory, Step, TreeSearch};
use crate::player::parse;
use crate::tree::Slot;
use std::vec;

static GO_ON: AtomicBool = AtomicBool::new(false);

fn config(player: &str) -> Config {
    parse(player).unwrap().tree().unwrap()
}

/// Runs `check` on a tree search of this position.
fn with_search<G: Knowledge + Clone>(game: &G, player: &str, check: impl FnOnce(&mut TreeSearch<'_, G>)) {
    let mut slots = vec![Slot::default(); 500];
    let mut path = vec![Step::default(); 100];
    let mut moves = vec![Move::NONE; game.max_moves()];
    let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
    check(&mut TreeSearch::new(game.clone(), game.clone(), &config(player), memory).unwrap());
}

fn think<'m>(search: &mut impl Search<'m>, iterations: u64) -> Result<Stop, SearchError> {
    search.search(&Limits::iterations(iterations), None, &GO_ON)
}

#[test]
fn something_must_end_a_search() {
    with_search(&Heap::new(30), "mcts()", |search| {
        let depth = Limits { depth: 3, ..Limits::default() };
        assert_eq!(search.search(&Limits::default(), None, &GO_ON), Err(SearchError::NoLimit));
        assert_eq!(search.search(&depth, None, &GO_ON), Err(SearchError::NoLimit), "it can go on within a depth");
        assert_eq!(search.search(&Limits::time_ms(5), None, &GO_ON), Err(SearchError::NoClock));
        assert_eq!(think(search, 20), Ok(Stop::Iterations));
    });
    with_search(&Heap::new(0), "mcts()", |search| {
        assert_eq!(think(search, 20), Err(SearchError::GameOver));
        assert_eq!(search.best_move(), Ok(Move::NONE));
    });
}

/// If the existing tree is valid for a new player, the search must keep the tree. Otherwise
/// `change_player` must return false, and the search must keep its old player.
#[test]
fn a_player_who_means_the_same_goes_on_with_the_tree() {
    with_search(&Heap::new(30), "mcts()", |search| {
        think(search, 50).unwrap();
        let before = search.report().unwrap();
        assert!(before.nodes > 0);
        assert!(!search.change_player(&config("mcts(nosolver)")));
        assert_eq!(search.report(), Ok(before));
        assert!(search.change_player(&config("mcts(c2,best)")));
        assert_eq!(search.report().unwrap().nodes, before.nodes);
    });
}

/// A depth limit alone must end alpha-beta. An alpha-beta search must refuse to change its player.
#[test]
fn alpha_beta_ends_by_depth_and_changes_no_player() {
    let (mut frames, mut undos) = (vec![alphabeta::Frame::default(); 8], vec![None; 8]);
    let mut moves = vec![Move::NONE; 9 * 3];
    let mut lines = vec![Move::NONE; alphabeta::line_moves(8)];
    let memory = alphabeta::Memory {
        frames: &mut frames,
        undos: &mut undos,
        moves: &mut moves,
        lines: &mut lines,
        keys: &mut [],
        history: &mut [],
        table: &mut [],
    };
    let game = Heap::new(30);
    let mut search = alphabeta::AlphaBeta::new(game, game, &alphabeta::Config::default(), memory).unwrap();
    let depth = Limits { depth: 3, ..Limits::default() };
    assert_eq!(search.search(&depth, None, &GO_ON), Ok(Stop::Depth));
    assert_eq!(search.search(&Limits::default(), None, &GO_ON), Err(SearchError::NoLimit));
    assert!(!search.change_player(&Config::DEFAULT));
}

#[test]
fn another_position_restarts_the_search() {
    with_search(&Heap::new(30), "mcts()", |search| {
        think(search, 50).unwrap();
        search.set_position(&Heap { mover: Side::Second, ..Heap::new(20) });
        assert_eq!((search.position().left, search.position().mover), (20, Side::Second));
        assert_eq!(search.report().unwrap().nodes, 0);
        think(search, 50).unwrap();
        let before = search.report().unwrap();
        // If `change` returns an error, the search must stay unchanged. If the game fails at the
        // new position, the position must stay unchanged.
        let refused: Result<(), SearchError> = search.change_position(|position| {
            position.left = 5;
            Err(SearchError::Crowded)
        });
        assert_eq!(refused, Err(SearchError::Crowded));
        assert_eq!((search.position().left, search.report()), (20, Ok(before)));
        let failed: Result<(), Fault> = search.change_position(|position| {
            (position.left, position.fault) = (5, Some(Fault::Failed));
            Ok(())
        });
        assert_eq!((failed, search.position().left), (Err(Fault::Failed), 20));
        let changed: Result<(), Fault> = search.change_position(|position| {
            position.left = 5;
            Ok(())
        });
        assert_eq!((changed, search.position().left), (Ok(()), 5));
        assert_eq!(search.report().unwrap().nodes, 0);
    });
}

#[test]
fn moves_are_asked_for_and_played() {
    with_search(&Heap::new(2), "mcts()", |search| {
        assert_eq!([1, 2, 3].map(|mv| search.is_legal(Move(mv))), [Ok(true), Ok(true), Ok(false)]);
        assert_eq!(search.legal_moves(), Ok(&[Move(1), Move(2)][..]));
        assert_eq!((search.play(Move(3)), search.position().left), (Ok(false), 2));
        assert_eq!((search.play(Move(2)), search.position().left), (Ok(true), 0));
        assert_eq!((search.is_legal(Move(1)), search.legal_moves()), (Ok(false), Ok(&[][..])));
    });
}

/// If the game breaks a promise, the search must return the fault exactly once. It must keep its
/// position and discard its results.
#[test]
fn a_fault_is_told_and_forgotten_with_all_that_was_found() {
    with_search(&Heap { fails_at: 1, ..Heap::new(9) }, "mcts()", |search| {
        let fails = (0..200).find_map(|_| think(search, 1).err());
        assert_eq!(fails, Some(SearchError::Fault(Fault::Failed)));
        let report = search.report().unwrap();
        assert_eq!((search.position().left, report.nodes), (9, 0));
        assert_eq!(search.ask_game(|game| game.fault), Ok(None));
        assert_eq!(search.play(Move(1)), Ok(true));
    });
    with_search(&Heap { fails_at: 8, ..Heap::new(9) }, "mcts()", |search| {
        assert_eq!((search.play(Move(1)), search.position().left), (Err(Fault::Failed), 9));
        assert_eq!((search.play(Move(2)), search.position().left), (Ok(true), 7));
    });
}

/// `rebase` must visit the list of moves, the path and both positions of a search.
#[test]
fn all_that_a_search_borrows_is_relocated() {
    with_search(&Heap::new(30), "mcts()", |search| {
        let mut shown = Shown::default();
        search.rebase(&mut shown);
        assert!([3, 100].iter().all(|len| shown.lengths.contains(len)), "{:?}", shown.lengths);
        assert_eq!(shown.left, 60);
    });
}
