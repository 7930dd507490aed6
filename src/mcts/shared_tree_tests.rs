//! Tests of a tree that several searches share. Each search has its own thread. The tests vary the
//! player, the memory and the number of searches, and play whole games.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::panic)]

use super::best_first_tests::solve;
use super::tests::simulate;
use super::*;
use crate::game::snapshot::Snapshot;
use crate::game::value::Proof;
use crate::games::breakthrough::Breakthrough;
use crate::games::kalah::{Capture, Kalah};
use crate::games::loa::Loa;
use crate::games::othello::Othello;
use crate::player;
use crate::search::Search;
use crate::threads::identity::ShareError;
use core::sync::atomic::AtomicBool;
use std::collections::HashMap;
use std::vec::Vec;
use std::{thread, vec};

static GO_ON: AtomicBool = AtomicBool::new(false);

/// The memory of one search: slots, path, moves, and a trunk.
struct Room<G>(Vec<Slot>, Vec<Step>, Vec<Move>, Vec<Stay>, Vec<G>);

fn rooms<G: Clone>(game: &G, count: usize, slots: usize) -> Vec<Room<G>> {
    let room = || {
        let (path, moves) = (vec![Step::default(); 200], vec![Move::NONE; 2000]);
        Room(vec![Slot::default(); slots], path, moves, vec![Stay::default(); 64], vec![game.clone(); 64])
    };
    (0..count).map(|_| room()).collect()
}

fn tree_of(slots: usize) -> Vec<SharedSlot> {
    (0..slots).map(|_| SharedSlot::default()).collect()
}

fn open<'m, G: Knowledge + Clone>(room: &'m mut Room<G>, game: &G, player: &str, seed: u64) -> TreeSearch<'m, G> {
    let memory = Memory { slots: &mut room.0, path: &mut room.1, moves: &mut room.2 };
    let config = Config { seed, ..player::tests::config(player) };
    let mut search = TreeSearch::new(game.clone(), game.clone(), &config, memory).unwrap();
    search.lend_trunk(&mut room.3, &mut room.4);
    search
}

fn share<'m, G: Knowledge + Snapshot>(
    search: &mut TreeSearch<'m, G>,
    tree: &'m [SharedSlot],
) -> Result<(), ShareError> {
    search.all_parts().share_tree(tree)
}

/// Opens one search in each room. All searches share `tree`.
fn team<'m, G: Knowledge + Clone + Snapshot>(
    rooms: &'m mut [Room<G>],
    tree: &'m [SharedSlot],
    game: &G,
    player: &str,
) -> Vec<TreeSearch<'m, G>> {
    let opened = rooms.iter_mut().zip(0..).map(|(room, seed)| {
        let mut search = open(room, game, player, seed);
        share(&mut search, tree).unwrap();
        search
    });
    opened.collect()
}

/// Runs `iterations` simulations in each search. Each search has its own thread. Returns the total
/// number of simulations.
fn think<G: Knowledge + Send>(team: &mut [TreeSearch<'_, G>], iterations: u64) -> u64
where
    G::Undo: Send,
{
    thread::scope(|scope| {
        let threads: Vec<_> = team
            .iter_mut()
            .map(|search| {
                scope.spawn(move || {
                    search.search(&Limits::iterations(iterations), None, &GO_ON).map(|_| search.iterations)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap().unwrap()).sum()
    })
}

fn check<G: Game>(search: &TreeSearch<'_, G>) -> u32 {
    search.sharing.tree.unwrap().check()
}

/// Players for which a search works differently in a shared tree. They differ in expansion, values,
/// unvisited children, biases, priors, the order of first visits, or backup.
const PLAYERS: [&str; 14] = [
    "mcts()",
    "mcts(im0.4)",
    "mcts(im0.4,one)",
    "mcts(all,t3)",
    "mcts(nosolver)",
    "mcts(im0.4-100,pb0.5)",
    "mcts(impb0.4,max50)",
    "mcts(np5,im0.2)",
    "mcts(tp2,ipp)",
    "mcts(fpu0.3)",
    "mcts(im0.3,leafab1)",
    "mcts(norecycle,evaltt,im0.4)",
    "mcts(ipp,fet4,im0.4)",
    "bfm()",
];

/// Plays a game. Before each move, all searches run at the same time. The visits of the root must
/// include every simulation of every search.
fn play_games<G: Knowledge + Clone + Snapshot + Send>(game: &G, player: &str, threads: usize, slots: usize)
where
    G::Undo: Send,
{
    let (mut rooms, tree) = (rooms(game, threads, 600), tree_of(slots));
    let mut team = team(&mut rooms, &tree, game, player);
    for _ in 0..60 {
        if team[0].simulation.position.outcome().is_some() {
            return;
        }
        let before = check(&team[0]);
        let made = think(&mut team, 300);
        let visits = check(&team[0]);
        assert_eq!(u64::from(visits - before), made, "{player}: all simulations count");
        let report = team[0].report().unwrap();
        let (nodes, _) = team[0].sharing.counts().unwrap();
        assert_eq!((report.nodes, team[0].tree.pool.root().visits() <= visits), (nodes, true));
        team[0].tree.pool.check();
        for search in &mut team {
            assert!(search.play(report.best).unwrap(), "{player}");
        }
        check(&team[0]);
    }
}

#[test]
fn whole_games_together_in_any_amount_of_memory() {
    for player in PLAYERS {
        for slots in [120, 400, 3000, 40_000] {
            play_games(&Breakthrough::new(5, 6).unwrap(), player, 2, slots);
        }
        play_games(&Breakthrough::new(5, 6).unwrap(), player, 5, 1500);
    }
    for player in ["mcts()", "mcts(im0.4)", "bfm()"] {
        play_games(&Kalah::default(), player, 3, 2000);
        play_games(&Othello::default(), player, 2, 5000);
    }
    play_games(&Loa::default(), "mcts(corr,tp2)", 2, 3000);
}

#[test]
fn recycling_goes_on_and_on() {
    for threads in [1, 2, 3] {
        let (mut rooms, tree) = (rooms(&Kalah::default(), threads, 200), tree_of(1000));
        let mut team = team(&mut rooms, &tree, &Kalah::default(), "mcts()");
        think(&mut team, 60_000 / threads as u64);
        check(&team[0]);
        let (nodes, recycled) = team[0].sharing.counts().unwrap();
        // Even on a busy machine, the searches must recycle more nodes than the memory has room
        // for.
        assert!(nodes > 400 && recycled > 1000, "{threads}: {nodes} {recycled}");
    }
}

#[test]
fn what_is_proven_together_is_true() {
    let kalah = Kalah::new(3, 2, Capture::Standard).unwrap();
    for player in ["mcts()", "mcts(im0.4)", "bfm()", "mcts(fpu0.5)"] {
        let expected = solve(&kalah, &mut HashMap::new());
        check_proof(&kalah, player, expected);
        let breakthrough = Breakthrough::new(4, 4).unwrap();
        let expected = solve(&breakthrough, &mut HashMap::new());
        check_proof(&breakthrough, player, expected);
    }
}

fn check_proof<G: Knowledge + Clone + Snapshot + Send>(game: &G, player: &str, expected: i32)
where
    G::Undo: Send,
{
    // In the large tree, a search ends when the root is solved. The threads run in a different
    // order each time, so the number of simulations that are needed varies. This limit is higher
    // than usually needed.
    for (slots, simulations) in [(5000, 300_000), (400_000, 1_000_000)] {
        let (mut rooms, tree) = (rooms(game, 2, 300), tree_of(slots));
        let mut team = team(&mut rooms, &tree, game, player);
        think(&mut team, simulations);
        check(&team[0]);
        let report = team[0].report().unwrap();
        if let Some(outcome) = report.proof.outcome() {
            assert_eq!(i32::from(outcome.value().raw().signum()), expected, "{player}");
        } else {
            assert!(slots < 400_000, "{player}: {report:?}");
        }
    }
}

/// If the exact margin of victory is known, returns the value of the best move. Otherwise returns
/// `None`.
fn exact_margin<G: Knowledge>(search: &mut TreeSearch<'_, G>) -> Option<Value> {
    let report = search.report().unwrap();
    let mut children = (0..).map_while(|index| search.candidate_at(index));
    let best = children.find(|child| child.mv == report.best)?;
    (report.stop == Some(Stop::Proven)).then_some(best.minimax)
}

#[test]
fn margins_become_exact_together_as_by_oneself() {
    for game in [Kalah::new(3, 2, Capture::Standard).unwrap(), Kalah::new(2, 4, Capture::Stays).unwrap()] {
        for player in ["mcts(marg0.5)", "mcts(marg1,im0.4,one)", "bfm(marg0.6)", "mcts(marg0.7,im0.3,leafab2)"] {
            let mut rooms = rooms(&game, 3, 200_000);
            let (first, others) = rooms.split_at_mut(1);
            let mut own = open(&mut first[0], &game, player, 7);
            simulate(&mut own, 300_000);
            let expected = exact_margin(&mut own);
            assert!(expected.is_some(), "{player}");
            for slots in [400, 400_000] {
                let tree = tree_of(slots);
                let mut team = team(others, &tree, &game, player);
                think(&mut team, 300_000);
                check(&team[0]);
                let found = exact_margin(&mut team[0]);
                assert!(found == expected || found.is_none() && slots == 400, "{player}, {slots}: {found:?}");
            }
        }
    }
}

#[test]
fn alone_in_a_shared_tree_a_search_is_as_good_as_by_itself() {
    let game = Breakthrough::new(5, 6).unwrap();
    for player in ["mcts()", "mcts(im0.4)", "bfm()"] {
        let mut rooms = rooms(&game, 2, 200_000);
        let tree = tree_of(400_000);
        let (first, second) = rooms.split_at_mut(1);
        let mut own = open(&mut first[0], &game, player, 7);
        simulate(&mut own, 30_000);
        let mut shared = open(&mut second[0], &game, player, 7);
        share(&mut shared, &tree).unwrap();
        simulate(&mut shared, 30_000);
        let (own, shared) = (own.report().unwrap(), shared.report().unwrap());
        assert_eq!((own.iterations, shared.iterations), (30_000, 30_000));
        assert!((own.value.to_f32() - shared.value.to_f32()).abs() < 0.1, "{own:?} {shared:?}");
    }
}

#[test]
fn a_search_that_shares_no_more_goes_on_with_the_top_of_the_tree() {
    let (mut rooms, tree) = (rooms(&Othello::default(), 2, 3000), tree_of(30_000));
    let mut team = team(&mut rooms, &tree, &Othello::default(), "mcts(im0.4)");
    think(&mut team, 2000);
    let search = &mut team[0];
    let before = search.report().unwrap();
    let mut line = [Move::NONE; 20];
    assert!(search.line(&mut line).unwrap() > 3);
    search.all_parts().share_no_tree();
    let after = search.report().unwrap();
    assert_eq!((after.best, after.visits, after.signature), (before.best, before.visits, before.signature));
    simulate(search, 500);
    assert!(search.tree.pool.root().visits() >= 4000);
    assert_eq!(check(&team[1]), 4000, "nothing of it is in the shared tree");
}

/// Tests each visited node at which the game is over: it must be solved and have no children.
fn check_ends<G: Game + Clone>(search: &TreeSearch<'_, G>, node: NodeId, position: &G) {
    let slot = search.tree.pool.node(node);
    if position.outcome().is_some() {
        assert!(slot.visits() == 0 || slot.is_solved() && slot.children() == SiblingsId::NONE);
    } else if slot.children() != SiblingsId::NONE {
        let siblings = slot.children();
        for offset in 0..search.tree.pool.header(siblings).len() {
            let (child, mut after) = (siblings.child(offset), position.clone());
            after.make(search.tree.pool.node(child).mv());
            check_ends(search, child, &after);
        }
    }
}

#[test]
fn what_nobody_had_visited_in_the_shared_tree_is_looked_at_when_it_is() {
    let game = Breakthrough::new(3, 4).unwrap();
    for (player, iterations) in
        ["mcts()", "mcts(im0.4,one)", "bfm()"].iter().flat_map(|&p| (20..60).map(move |i| (p, i)))
    {
        let (mut rooms, tree) = (rooms(&game, 1, 3000), tree_of(3000));
        let mut team = team(&mut rooms, &tree, &game, player);
        think(&mut team, iterations);
        let search = &mut team[0];
        search.all_parts().share_no_tree();
        simulate(search, 400);
        check_ends(search, ROOT, &game);
    }
}

#[test]
fn who_is_at_another_position_does_not_search() {
    let (mut rooms, tree) = (rooms(&Othello::default(), 2, 300), tree_of(3000));
    let mut team = team(&mut rooms, &tree, &Othello::default(), "mcts()");
    think(&mut team, 100);
    let limits = Limits::iterations(10);
    let moves: Vec<Move> = team[0].legal_moves().unwrap().to_vec();
    assert!(team[0].play(moves[0]).unwrap() && team[1].play(moves[1]).unwrap());
    assert_eq!(team[0].search(&limits, None, &GO_ON), Ok(Stop::Iterations));
    assert_eq!(team[1].search(&limits, None, &GO_ON), Err(SearchError::OtherPosition));
    // Search 1 shares the tree again at its own position. The tree now belongs to that position, so
    // search 0 must also share it again before its next search.
    share(&mut team[1], &tree).unwrap();
    assert_eq!(team[1].search(&limits, None, &GO_ON), Ok(Stop::Iterations));
    assert_eq!(check(&team[1]), 10);
    assert_eq!(team[0].search(&limits, None, &GO_ON), Err(SearchError::OtherPosition));
    share(&mut team[0], &tree).unwrap();
    assert_eq!(team[0].search(&limits, None, &GO_ON), Ok(Stop::Iterations));

    // After a new position, every search must share the tree again. After `forget`, the tree is
    // empty, but the searches still share it.
    team[1].set_position(&Othello::default());
    assert_eq!(team[1].search(&limits, None, &GO_ON), Err(SearchError::OtherPosition));
    team[0].set_position(&Othello::default());
    team.iter_mut().for_each(|search| share(search, &tree).unwrap());
    assert_eq!(think(&mut team, 50), 100);
    team.iter_mut().for_each(Search::forget);
    assert_eq!(check(&team[0]), 0);
    assert_eq!(think(&mut team, 50), 100);
    assert_eq!(check(&team[0]), 100);
}

#[test]
fn a_tree_is_of_one_game_one_player_and_one_size() {
    let tree = tree_of(1000);
    let (mut others, mut rooms) = (rooms(&Kalah::default(), 1, 100), rooms(&Othello::default(), 1, 100));
    let try_with = |room: &mut Room<Othello>, player: &str, tree: &[SharedSlot]| {
        // At the end of this closure, the search no longer borrows `room`.
        let mut search = open(room, &Othello::default(), player, 1);
        share(&mut search, tree)
    };
    assert_eq!(try_with(&mut rooms[0], "mcts()", &tree), Ok(()));
    assert_eq!(try_with(&mut rooms[0], "mcts()", &tree[..999]), Err(ShareError::Foreign));
    assert_eq!(try_with(&mut rooms[0], "mcts(im0.4)", &tree), Err(ShareError::Foreign));
    assert_eq!(try_with(&mut rooms[0], "mcts()", &tree[..10]), Err(ShareError::TooSmall));
    for player in ["mcts(im0.4,ct5)", "mcts(eps0.1)", "bfm(softmax0.1)"] {
        assert_eq!(try_with(&mut rooms[0], player, &tree), Err(ShareError::Unsupported));
    }
    let mut search = open(&mut others[0], &Kalah::default(), "mcts()", 1);
    assert_eq!(share(&mut search, &tree), Err(ShareError::Foreign));
}

#[test]
fn a_position_ends_and_a_root_is_proven_for_all() {
    let game = Breakthrough::new(3, 4).unwrap();
    let (mut rooms, tree) = (rooms(&game, 2, 300), tree_of(100_000));
    let mut team = team(&mut rooms, &tree, &game, "mcts()");
    think(&mut team, 1_000_000);
    let proofs: Vec<Proof> = team.iter_mut().map(|search| search.report().unwrap().proof).collect();
    assert_eq!(proofs[0], proofs[1]);
    assert_ne!(proofs[0], Proof::Unknown);
    assert_eq!(team[0].search(&Limits::iterations(9), None, &GO_ON), Ok(Stop::Proven));
}
