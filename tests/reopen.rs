//! Tests searches that start again: from another position, after forgetting all results, or with
//! positions in other memory. Each of these searches must find exactly what a new search finds. The
//! moves and lines of a search must belong to its current position.
#![cfg(feature = "policies")]
#![allow(clippy::unwrap_used, clippy::unreachable, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod common;
#[path = "common/players.rs"]
mod players;

use common::found::{Found, found};
use common::{nets, with_player};
use core::sync::atomic::AtomicBool;
use imm::Slot;
use imm::game::by_reference::ByReference;
use imm::game::knowledge::Knowledge;
use imm::game::value::{Outcome, Proof, Side};
use imm::game::{Fault, Game, Move, MoveList};
use imm::games::breakthrough::Breakthrough;
use imm::games::kalah::{Capture, Kalah};
use imm::games::loa::Loa;
use imm::mcts::{Memory, Step, TreeSearch};
use imm::player::{self, Player};
use imm::search::Search;
use imm::time::limits::Limits;

static GO_ON: AtomicBool = AtomicBool::new(false);
const ROOM: usize = 600;

fn searched<'m>(search: &mut impl Search<'m>) -> Found {
    search.search(&Limits::iterations(25), None, &GO_ON).unwrap();
    found(search)
}

/// Runs `act` on a new search of `game` with `scratch` as its scratch position.
fn with_search<G: Knowledge, R>(
    player: &str,
    game: G,
    scratch: G,
    act: impl for<'m> FnOnce(&mut TreeSearch<'m, G>) -> R,
) -> R {
    let Player::Tree(config) = player::parse(player).unwrap().seeded(5) else { unreachable!() };
    let mut moves = vec![Move::NONE; config.scratch_moves(game.max_moves())];
    let (mut slots, mut path) = (vec![Slot::default(); ROOM], vec![Step::default(); 300]);
    let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
    let mut search = TreeSearch::new(game, scratch, &config, memory).unwrap();
    nets::lend(&mut search, player);
    act(&mut search)
}

/// Sets the player again. This restarts the random numbers, so that they equal the random numbers
/// of a new search.
fn renew<'m>(search: &mut impl Search<'m>, player: &str) {
    let Player::Tree(config) = player::parse(player).unwrap().seeded(5) else { return };
    assert!(search.change_player(&config));
}

fn is_tree(player: &str) -> bool {
    matches!(player::parse(player).unwrap(), Player::Tree(_))
}

/// Returns all players of `tests/players.tsv` that can search this game.
fn players_of<G: Knowledge>(game: &G) -> Vec<&'static str> {
    players::lines().filter(|line| line.searches(game)).map(|line| line.player).collect()
}

fn legal<G: Game>(game: &G) -> Vec<Move> {
    let mut moves = vec![Move::NONE; game.max_moves()];
    let mut list = MoveList::new(&mut moves);
    game.legal_moves(&mut list);
    list.as_slice().to_vec()
}

/// Returns the properties that distinguish this position from other positions: the player to move,
/// the outcome, the key and the legal moves.
fn shown<G: Knowledge>(game: &G) -> (Side, Option<Outcome>, Option<u64>, Vec<Move>) {
    (game.to_move(), game.outcome(), game.hash(), legal(game))
}

/// Checks a search of `game`. Then changes the position of the search to `next` and back, in
/// different ways, and checks the search after each change.
fn check_tree<G: Knowledge + Clone>(game: &G, next: &G, player: &str) {
    let fresh = |game: &G| with_search(player, game.clone(), game.clone(), |search| searched(search));
    let (here, there) = (fresh(game), fresh(next));
    with_search(player, game.clone(), next.clone(), |search| {
        assert_eq!(searched(search), here, "{player}: the scratch position matters");
        search.forget();
        let empty = found(search);
        assert_eq!((empty.candidates, empty.line.len(), empty.tree.len()), (vec![], 0, 1), "{player}");
        renew(search, player);
        assert_eq!(searched(search), here, "{player}: after all was forgotten");
        search.set_position(next);
        assert_eq!(shown(search.position()), shown(next));
        renew(search, player);
        assert_eq!(searched(search), there, "{player}: after set_position");
        let change = |position: &mut G| {
            position.copy_from(game);
            Ok::<(), Fault>(())
        };
        search.change_position(change).unwrap();
        assert_eq!(shown(search.position()), shown(game));
        renew(search, player);
        assert_eq!(searched(search), here, "{player}: after change_position");
        // If a change fails, the search must keep its position and its results.
        let fail = |position: &mut G| {
            position.copy_from(next);
            Err(Fault::Failed)
        };
        assert_eq!(search.change_position(fail), Err(Fault::Failed));
        assert_eq!(found(search), here, "{player}: after a change that failed");
    });
    let (mut position, mut scratch) = (game.clone(), next.clone());
    with_search(player, ByReference(&mut position), ByReference(&mut scratch), |search| {
        assert_eq!(searched(search), here, "{player}: where the position lies elsewhere");
    });
}

/// Checks that the search's legal moves and lines belong to its current position `game`.
fn check_answers<'m, G: Knowledge + Clone>(search: &mut (impl Search<'m, Game = G> + 'm), game: &G) {
    let all = searched(search);
    let moves = legal(game);
    assert_eq!(search.legal_moves().unwrap(), moves);
    for code in 0..200 {
        assert_eq!(search.is_legal(Move(code)).unwrap(), moves.contains(&Move(code)), "{code}");
    }
    for len in 0..=all.line.len() {
        let mut line = vec![Move(77); len + 1];
        assert_eq!(search.line(&mut line[..len]).unwrap(), len);
        assert_eq!((&line[..len], line[len]), (&all.line[..len], Move(77)));
    }
    // Alpha-beta has no line before it completes the first depth.
    assert!(all.line.is_empty() || all.line[0] == all.report.best);
    let mut after = game.clone();
    for &mv in &all.line {
        assert!(legal(&after).contains(&mv));
        after.play(mv);
    }
    let wrong = (0..).map(Move).find(|mv| !moves.contains(mv)).unwrap();
    assert_eq!(search.play(wrong), Ok(false));
    assert_eq!(found(search), all, "a move that is not legal changes nothing");
    assert_eq!(search.play(moves[0]), Ok(true));
    let mut played = game.clone();
    played.play(moves[0]);
    assert_eq!(shown(search.position()), shown(&played));
}

fn check<G: Knowledge + Clone + 'static>(name: &str, game: &G, plies: usize, least: usize) {
    let next = (0..plies).fold(game.clone(), |mut game, ply| {
        let moves = legal(&game);
        game.play(moves[ply % moves.len()]);
        game
    });
    assert_eq!(next.outcome(), None);
    let mut trees = 0;
    for player in players_of(game) {
        if is_tree(player) {
            trees += 1;
            check_tree(game, &next, player);
            with_search(player, next.clone(), next.clone(), |search| check_answers(search, &next));
        } else {
            check_depth(game, &next, player);
        }
    }
    assert!(trees >= least, "{name}: {trees}");
}

/// Checks alpha-beta after a change of position, which keeps the table, and after `forget`, which
/// clears the table.
fn check_depth<G: Knowledge + Clone + 'static>(game: &G, next: &G, player: &str) {
    let Player::AlphaBeta(config) = player::parse(player).unwrap() else { return };
    let fresh = |game: &G| with_player(game, &config, 12, 64, |search| searched(search));
    let (here, there) = (fresh(game), fresh(next));
    with_player(game, &config, 12, 64, |search| {
        assert_eq!(searched(search), here);
        search.set_position(next);
        assert_eq!(found(search).tree[0].proof, Proof::Unknown);
        searched(search);
        search.forget();
        assert_eq!(searched(search), there, "{player}: after all was forgotten");
    });
    let mut position = game.clone();
    let mut scratch = next.clone();
    let borrowed = common::with_depth_memory(game, 12, 64, |memory| {
        let (position, scratch) = (ByReference(&mut position), ByReference(&mut scratch));
        searched(&mut imm::alphabeta::AlphaBeta::new(position, scratch, &config, memory).unwrap())
    });
    assert_eq!(borrowed, here, "{player}: where the position lies elsewhere");
    with_player(next, &config, 12, 64, |search| check_answers(search, next));
}

#[test]
fn kalah_begins_anew() {
    check("kalah", &Kalah::new(4, 3, Capture::Empty).unwrap(), 3, 100);
}

#[test]
fn breakthrough_begins_anew() {
    check("breakthrough", &Breakthrough::new(5, 5).unwrap(), 5, 100);
}

#[test]
fn lines_of_action_begin_anew() {
    check("loa", &Loa::default(), 4, 3);
}

/// True if a search of Breakthrough can continue with its tree after a change of player.
fn goes_on(from: &str, to: &str) -> bool {
    let start = Breakthrough::new(5, 6).unwrap();
    with_search(from, start, start, |search| {
        searched(search);
        search.change_player(&player::parse(to).unwrap().tree().unwrap())
    })
}

/// A change to an option that only affects the choice of moves must keep the tree. A change to an
/// option that affects the numbers in the tree must clear the tree.
#[test]
fn a_tree_is_kept_by_players_to_whom_it_means_the_same() {
    let same = [
        ["mcts()", "mcts(c0.5)"],
        ["mcts()", "mcts(best)"],
        ["mcts()", "mcts(norecycle)"],
        ["mcts()", "mcts(t3)"],
        ["mcts()", "mcts(temp1)"],
        ["mcts(im0.4)", "mcts(im0.2)"],
        ["mcts(im0.4)", "mcts(im0.4-100)"],
        ["mcts(im0.4)", "mcts(im0.4,eps0.3)"],
        ["mcts(im0.4)", "mcts(im0.4,softmax0.2)"],
        ["mcts(im0.4)", "mcts(im0.4,ct5)"],
        ["mcts(im0.4)", "mcts(im0.4,fpu0.5)"],
        ["mcts(pb1)", "mcts(pb0.5)"],
        ["mcts(pb1)", "mcts(pb1/n)"],
        ["mcts(tp1)", "mcts(tp5)"],
        ["mcts(cb0.4)", "mcts(cb0.2)"],
        ["mcts(impb0.4)", "mcts(impb0.1)"],
        ["mcts(softmax0.2)", "mcts(ct8)"],
        ["mcts(fpu0.5)", "mcts(eps0.3)"],
        ["mcts(max50)", "mcts(max50,c0.5)"],
        ["bfm()", "bfm(c0.3)"],
    ];
    let another = [
        ["mcts()", "mcts(im0.4)"],
        ["mcts()", "mcts(ipp)"],
        ["mcts()", "mcts(fet4)"],
        ["mcts()", "mcts(nosolver)"],
        ["mcts()", "mcts(all)"],
        ["mcts()", "mcts(pmc)"],
        ["mcts()", "mcts(det0.3)"],
        ["mcts()", "mcts(ege0.1)"],
        ["mcts(all)", "mcts(np)"],
        ["mcts(all)", "mcts(tp1)"],
        ["mcts(np)", "mcts(np7)"],
        ["mcts(im0.4)", "mcts(cb0.4)"],
        ["mcts(im0.4)", "mcts(impb0.4)"],
        ["mcts(cb0.4)", "mcts(ct5)"],
        ["mcts(im0.4)", "mcts(im0.4,efLH)"],
        ["mcts(im0.4)", "mcts(im0.4,pb1)"],
        ["mcts(im0.4)", "mcts(im0.4,leafab2)"],
        ["mcts(im0.4)", "mcts(im0.4,evaltt)"],
        ["mcts(max50)", "mcts()"],
        ["mcts(max50,im0.4)", "mcts(max50,im0.2)"],
        ["mcts(im0.4)", "bfm()"],
    ];
    for (pairs, expected) in [(&same[..], true), (&another[..], false)] {
        for [one, other] in pairs {
            assert_eq!([goes_on(one, other), goes_on(other, one)], [expected; 2], "{one} and {other}");
        }
    }
}
