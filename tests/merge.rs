//! Tests root-parallel search: `imm::keep::merge` merges several searches of one position. Uses
//! every tree search player of `tests/players.tsv`, with different amounts of memory. (`c/merge.c`
//! tests the C function with threads.)
#![cfg(feature = "policies")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::panic)]

mod common;
#[path = "common/players.rs"]
mod players;

use common::found::{Found, candidates, found};
use common::nets;
use core::sync::atomic::AtomicBool;
use imm::Slot;
use imm::base::bytes::ByteWriter;
use imm::game::knowledge::Knowledge;
use imm::game::snapshot::Snapshot;
use imm::game::value::{Proof, Side};
use imm::game::{Game, Move, MoveList};
use imm::games::breakthrough::Breakthrough;
use imm::games::kalah::{Capture, Kalah};
use imm::games::othello::Othello;
use imm::keep::merge::{MergeError, merge};
use imm::keep::save::HasParts;
use imm::mcts::{Memory, Step, TreeSearch};
use imm::player::{self, Config, Player};
use imm::report::Candidate;
use imm::search::Search;
use imm::time::limits::{Limits, Stop};

static GO_ON: AtomicBool = AtomicBool::new(false);

/// The memory of a search: tree slots, path and moves.
struct Room(Vec<Slot>, Vec<Step>, Vec<Move>);

fn rooms<const N: usize>(slots: [usize; N]) -> [Room; N] {
    slots.map(|slots| Room(vec![Slot::default(); slots], vec![Step::default(); 200], vec![Move::NONE; 2000]))
}

fn open<'m, G: Knowledge + Clone>(room: &'m mut Room, game: &G, player: &str, seed: u64) -> TreeSearch<'m, G> {
    let memory = Memory { slots: &mut room.0, path: &mut room.1, moves: &mut room.2 };
    let mut search = TreeSearch::new(game.clone(), game.clone(), &config(player, seed), memory).unwrap();
    nets::lend(&mut search, player);
    search
}

fn config(player: &str, seed: u64) -> Config {
    let Player::Tree(config) = player::parse(player).unwrap().seeded(seed) else { panic!("{player}") };
    config
}

fn think<'m>(search: &mut impl Search<'m>, iterations: u64) {
    if iterations > 0 {
        search.search(&Limits::iterations(iterations), None, &GO_ON).unwrap();
    }
}

fn saved<'m, S: HasParts<'m, Game: Snapshot>>(search: &mut S) -> Vec<u8> {
    let mut counted = ByteWriter::new(&mut []);
    search.whole().save(&mut counted, 0);
    let mut bytes = vec![0; counted.len()];
    search.whole().save(&mut ByteWriter::new(&mut bytes), counted.len());
    bytes
}

fn of(candidates: &[Candidate], mv: Move) -> Option<&Candidate> {
    candidates.iter().find(|candidate| candidate.mv == mv)
}

/// Checks that `whole`, the candidates of the merged search, combines `parts`, the candidates of
/// the separate searches. If `mean` is true, each value must be the mean over the simulations of
/// all searches.
fn check_sums(what: &str, parts: &[Vec<Candidate>], whole: &[Candidate], mean: bool) {
    for candidate in whole {
        let known: Vec<_> = parts.iter().filter_map(|part| of(part, candidate.mv)).collect();
        let visits: u32 = known.iter().map(|part| part.visits).sum();
        assert_eq!(candidate.visits, visits, "{what}: {candidate:?}");
        let proven: Vec<_> = known.iter().filter(|part| part.proof != Proof::Unknown).collect();
        let proof = proven.first().map_or(Proof::Unknown, |part| part.proof);
        assert_eq!(candidate.proof, proof, "{what}");
        let (fewest, most) = (proven.iter().map(|part| part.distance).min(), known.len() as f64);
        assert_eq!(candidate.distance, fewest.unwrap_or(0), "{what}");
        if proof == Proof::Unknown && visits > 0 {
            let mean_of = |value: fn(&Candidate) -> i16| {
                known.iter().map(|part| f64::from(value(part)) * f64::from(part.visits)).sum::<f64>()
                    / f64::from(visits)
            };
            let minimax = mean_of(|part| part.minimax.raw());
            assert!((f64::from(candidate.minimax.raw()) - minimax).abs() < most, "{what}: {minimax} {candidate:?}");
            let value = mean_of(|part| part.value.raw());
            assert!(!mean || (f64::from(candidate.value.raw()) - value).abs() <= 1.5, "{what}: {value} {candidate:?}");
        }
    }
}

/// Merges three searches of this player, and checks the merged results. `slots` and `iterations`
/// have a number for each search.
fn check<G: Knowledge + Snapshot + Clone>(game: &G, player: &str, slots: [usize; 3], iterations: [u64; 3]) -> Found {
    let what = format!("{player} in {slots:?}, {iterations:?}");
    let mut memory = rooms(slots);
    let [a, b, c] = &mut memory;
    let mut searches = [open(a, game, player, 1), open(b, game, player, 2), open(c, game, player, 3)];
    searches.iter_mut().zip(iterations).for_each(|(search, count)| think(search, count));
    let before: Vec<_> = searches.iter_mut().map(found).collect();
    let parts: Vec<_> = before.iter().map(|found| found.candidates.clone()).collect();
    let [a, b, c] = &mut searches;
    merge(a, &mut [b, c]).unwrap();
    assert_eq!((&found(b), &found(c)), (&before[1], &before[2]), "{what}: the others are only read");
    let merged = found(a);
    check_sums(&what, &parts, &merged.candidates, player == "mcts()");
    if slots[0] >= 400 {
        let all = parts.iter().flatten().all(|candidate| of(&merged.candidates, candidate.mv).is_some());
        assert!(all, "{what}: a move is missing");
    }
    let report = |value: fn(&Found) -> u64| before.iter().map(value);
    assert_eq!(merged.report.iterations, report(|found| found.report.iterations).sum::<u64>(), "{what}");
    assert_eq!(merged.report.playout_plies, report(|found| found.report.playout_plies).sum::<u64>(), "{what}");
    assert_eq!(u64::from(merged.report.depth), report(|found| found.report.depth.into()).max().unwrap(), "{what}");
    // The merged tree must be valid: loading a save of the tree checks every link.
    let bytes = saved(a);
    a.whole().load(&bytes).unwrap_or_else(|error| panic!("{what}: {error:?}"));
    assert_eq!(found(a), merged, "{what}: saved and loaded");
    if merged.candidates.iter().any(|candidate| candidate.visits > 0) {
        assert_eq!(merge(a, &mut [b, c]), Err(MergeError::Merged), "{what}");
        assert_eq!(merge(b, &mut [c, a]), Err(MergeError::Merged), "{what}");
        assert_eq!((&found(a), &found(b)), (&merged, &before[1]), "{what}: what is refused changes nothing");
    }
    play_on(&what, &mut [a, b, c], iterations);
    merged
}

/// Plays the best move of the first search in every search, continues the searches, and merges them
/// again.
fn play_on<'m, G: Knowledge + Snapshot>(what: &str, searches: &mut [&mut TreeSearch<'m, G>; 3], iterations: [u64; 3]) {
    let all = |search: &mut TreeSearch<'m, G>| candidates(search);
    if searches[0].report().unwrap().proof == Proof::Unknown {
        let visits = |search: &mut TreeSearch<'m, G>| all(search).iter().map(|one| u64::from(one.visits)).sum::<u64>();
        let before = visits(searches[0]);
        think(searches[0], 50);
        let made = visits(searches[0]) - before;
        let priors = what.contains("np") || what.contains("ip"); // visits that they add to new moves count
        assert!(made <= 60 || priors, "{what}: {made} visits more, by 50 simulations");
    }
    let best = searches[0].best_move().unwrap();
    for search in &mut *searches {
        assert!(search.play(best).unwrap());
    }
    if searches[0].position().outcome().is_some() {
        return;
    }
    searches.iter_mut().zip(iterations).for_each(|(search, count)| think(*search, count));
    let parts: Vec<_> = searches.iter_mut().map(|search| all(search)).collect();
    let [a, b, c] = searches;
    merge(*a, &mut [*b, *c]).unwrap();
    check_sums(what, &parts, &all(a), false);
}

fn check_all<G: Knowledge + Snapshot + Clone>(game: &G) {
    let mut count = 0;
    for line in players::lines().filter(|line| line.searches(game)) {
        let Player::Tree(_) = player::parse(line.player).unwrap() else { continue };
        count += 1;
        let work = [[150, 150, 150], [3, 40, 1], [0, 60, 5], [200, 0, 0]][count % 4];
        for slots in [[400, 400, 400], [400, 9, 60], [25, 400, 400], [0, 30, 400]] {
            assert_eq!(check(game, line.player, slots, work), check(game, line.player, slots, work), "{}", line.player);
        }
    }
    assert!(count > 80, "{count}");
}

#[test]
fn kalah_is_merged() {
    check_all(&Kalah::new(4, 3, Capture::Empty).unwrap());
}

#[test]
fn breakthrough_is_merged() {
    check_all(&Breakthrough::new(5, 5).unwrap());
}

#[test]
fn othello_is_merged() {
    check_all(&Othello::default());
}

fn after<G: Game + Clone>(game: &G, plies: usize, choice: usize) -> G {
    (0..plies).fold(game.clone(), |mut game, ply| {
        let mut slots = vec![Move::NONE; game.max_moves()];
        let mut moves = MoveList::new(&mut slots);
        game.legal_moves(&mut moves);
        if !moves.is_empty() && game.outcome().is_none() {
            let mv = moves.get((ply + choice) % moves.len()).unwrap();
            game.play(mv);
        }
        game
    })
}

/// An empty search must be able to collect the results of all other searches.
#[test]
fn one_more_can_collect_what_the_others_have_found() {
    let game = Breakthrough::new(6, 6).unwrap();
    for player in ["mcts()", "mcts(im0.4,efMS)", "mcts(im0.4,efMS,leafab2)", "bfm(efMS)"] {
        let mut memory = rooms([60, 4000, 4000]);
        let [a, b, c] = &mut memory;
        let [mut a, mut b, mut c] = [open(a, &game, player, 1), open(b, &game, player, 2), open(c, &game, player, 3)];
        let mut shown = Vec::new();
        for _ in 0..3 {
            think(&mut b, 300);
            think(&mut c, 300);
            a.forget();
            merge(&mut a, &mut [&mut b, &mut c]).unwrap();
            check_sums(player, &[candidates(&mut b), candidates(&mut c)], &candidates(&mut a), false);
            let report = a.report().unwrap();
            assert_eq!(report.iterations, 600, "{player}: sums of this search");
            a.forget();
            shown.push(report);
        }
        assert!(shown[0].visits < shown[1].visits && shown[1].visits < shown[2].visits, "{player}");
    }
}

/// The merged search must solve the position if, and only if, the separate searches have together
/// solved a winning move or all moves.
#[test]
fn what_one_proves_all_have_proven() {
    let (mut settled, mut by_others) = (0, 0);
    for choice in 0..60 {
        let game = after(&Kalah::new(3, 2, Capture::Empty).unwrap(), 5, choice);
        if game.outcome().is_some() {
            continue;
        }
        let mut memory = rooms([4000; 3]);
        let [a, b, c] = &mut memory;
        let mut searches = [open(a, &game, "mcts()", 1), open(b, &game, "mcts()", 2), open(c, &game, "mcts()", 3)];
        searches.iter_mut().zip([4, 6, 9]).for_each(|(search, count)| think(search, count));
        let parts: Vec<_> = searches.iter_mut().map(candidates).collect();
        let alone = searches[0].report().unwrap().proof;
        let [a, b, c] = &mut searches;
        merge(a, &mut [b, c]).unwrap();
        let (report, whole) = (a.report().unwrap(), candidates(a));
        check_sums("kalah", &parts, &whole, true);
        let mut slots = [Move::NONE; 32];
        let mut moves = MoveList::new(&mut slots);
        game.legal_moves(&mut moves);
        let wins = |candidate: &Candidate| candidate.proof.is_win_for(game.to_move());
        let proven = whole.iter().any(wins)
            || whole.len() == moves.len() && whole.iter().all(|candidate| candidate.proof != Proof::Unknown);
        assert_eq!(report.proof != Proof::Unknown, proven, "choice {choice}");
        assert_eq!(report.stop == Some(Stop::Proven), proven, "choice {choice}");
        settled += u32::from(proven);
        by_others += u32::from(proven && alone == Proof::Unknown);
        if proven {
            let exact = common::minimax(&mut game.clone());
            assert_eq!(common::sign_of(report.proof), Some(exact), "choice {choice}");
        }
    }
    assert!(settled > 10 && by_others > 2, "{settled} settled, {by_others} by others");
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let game = Kalah::default();
    let mut memory = rooms([100; 5]);
    let [a, b, c, d, e] = &mut memory;
    let mut a = open(a, &game, "mcts(im0.4)", 1);
    think(&mut a, 30);
    let before = found(&mut a);
    let mut b = open(b, &Kalah::new(5, 3, Capture::Empty).unwrap(), "mcts(im0.4)", 1);
    assert_eq!(merge(&mut a, &mut [&mut b]), Err(MergeError::Game));
    let mut c = open(c, &game, "mcts(im0.4,fet5)", 1);
    assert_eq!(merge(&mut a, &mut [&mut c]), Err(MergeError::Player));
    let mut d = open(d, &after(&game, 1, 0), "mcts(im0.4)", 1);
    assert_eq!(merge(&mut a, &mut [&mut d]), Err(MergeError::Position));
    // If one of the searches to merge has a different position, the merge must fail and change
    // nothing.
    let mut e = open(e, &game, "mcts(im0.3,c0.9)", 7);
    think(&mut e, 30);
    assert_eq!(merge(&mut a, &mut [&mut e, &mut d]), Err(MergeError::Position));
    assert_eq!(found(&mut a), before);
    merge(&mut a, &mut [&mut e]).unwrap();
    assert_eq!(a.report().unwrap().iterations, 60, "other weights are no other player");
    a.forget();
    merge(&mut a, &mut [&mut e]).unwrap();
    merge(&mut a, &mut []).unwrap();
}

/// The signature must change if one search has one iteration fewer or a different seed, or if the
/// searches are merged in another order.
#[test]
fn the_signature_takes_in_all_of_them() {
    let game = Breakthrough::new(5, 5).unwrap();
    let signature = |seeds: [u64; 3], work: [u64; 3]| {
        let mut memory = rooms([400; 3]);
        let [a, b, c] = &mut memory;
        let [mut a, mut b, mut c] = [
            open(a, &game, "mcts()", seeds[0]),
            open(b, &game, "mcts()", seeds[1]),
            open(c, &game, "mcts()", seeds[2]),
        ];
        [(&mut a, 0), (&mut b, 1), (&mut c, 2)].into_iter().for_each(|(search, index)| think(search, work[index]));
        merge(&mut a, &mut [&mut b, &mut c]).unwrap();
        a.report().unwrap().signature
    };
    let first = signature([1, 2, 3], [50, 60, 70]);
    assert_eq!(signature([1, 2, 3], [50, 60, 70]), first);
    assert_ne!(signature([1, 2, 3], [50, 60, 69]), first);
    assert_ne!(signature([1, 3, 2], [50, 70, 60]), first);
    assert_ne!(signature([1, 2, 4], [50, 60, 70]), first);
    assert_eq!(game.to_move(), Side::First);
}
