//! Every policy of the tree search against a slow, obvious one: nodes that own their children and their positions, and
//! Algorithm 1 of the implicit minimax paper with its recursion. Same seed, same tree, number for number.
//!
//! Random numbers are drawn in the same order, and bounds are added up in the same order, lest a last bit break a tie.
#![cfg(feature = "policies")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, unreachable_pub)]

mod leaf;
mod playout;
mod tree;

use core::sync::atomic::AtomicBool;
use imm::Slot;
use imm::game::Move;
use imm::games::breakthrough::Breakthrough;
use imm::games::kalah::Kalah;
use imm::knowledge::Knowledge;
use imm::limits::Limits;
use imm::mcts::{Memory, Step, TreeSearch};
use imm::player;
use imm::player::Config;
use imm::search::Search;
use imm::value::{Proof, Value};
use tree::{Node, Reference};

/// The same search by both, then a move and the same again, and again.
fn compare<G: Knowledge + Clone>(start: &G, player: &str, iterations: u32) {
    let config = Config { seed: 7, ..player::parse(player).unwrap().tree().unwrap() };
    let mut slots = vec![Slot::default(); 400_000];
    let mut path = vec![Step::default(); 300];
    let mut moves = vec![Move::NONE; config.scratch_moves(start.max_moves())];
    let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
    let mut search = TreeSearch::new(start.clone(), start.clone(), &config, memory).unwrap();
    let mut reference = Reference::new(config);
    let mut root = Node::new(start.clone(), Move::NONE, 0);
    for _ in 0..3 {
        if root.position.outcome().is_some() || root.proof.is_some() {
            return;
        }
        search.search(&Limits::iterations(u64::from(iterations)), None, &AtomicBool::new(false)).unwrap();
        for _ in 0..iterations {
            reference.simulate(&mut root, true);
            if root.proof.is_some() {
                break;
            }
        }
        assert!(search.candidate(root.children.len()).unwrap().is_none(), "{player}: too many children");
        for (place, child) in root.children.iter().enumerate() {
            let found = search.candidate(place).unwrap().unwrap();
            let expected = (child.mv, child.visits, Value::from_raw(child.value), child.distance);
            assert_eq!((found.mv, found.visits, found.minimax, found.distance), expected, "{player}: child {place}");
            assert_eq!(found.value, reference.estimate(&root, child), "{player}: child {place}");
            assert_eq!(found.proof, child.proof.map_or(Proof::Unknown, Proof::from), "{player}: child {place}");
        }
        let best = search.best_move().unwrap();
        assert!(search.play(best).unwrap());
        let place = root.children.iter().position(|child| child.mv == best).unwrap();
        root = root.children.swap_remove(place);
        if root.proof.is_some() {
            return;
        }
    }
}

/// Every option alone, and pairs and more of them.
const PLAYERS: [&str; 28] = [
    "mcts()",
    "mcts(im0.4)",
    "mcts(im0.4,one)",
    "mcts(im0.4-100)",
    "mcts(im0.4+100)",
    "mcts(im1)",
    "mcts(cb0.4)",
    "mcts(impb0.4)",
    "mcts(pb0.66)",
    "mcts(pb0.66/l)",
    "mcts(pb2/n)",
    "mcts(pb50,c0)",
    "mcts(im0.4,pb1)",
    "mcts(cb0.2,pb1/n,one)",
    "mcts(max50)",
    "mcts(max1,im0.4)",
    "mcts(max20,impb0.4,t3)",
    "mcts(fet0)",
    "mcts(fet4,im0.3)",
    "mcts(det0.3)",
    "mcts(det0.2/3,fet7)",
    "mcts(ege0.1)",
    "mcts(ege0)",
    "mcts(ege1,det0.5)",
    "mcts(bl,im0.4)",
    "mcts(bl,im0.6,nosolver)",
    "mcts(t5,all)",
    "mcts(nosolver,all)",
];

/// MC-LOA, whole and in parts, and with the options of before.
const MC_LOA: [&str; 30] = [
    "mcts(mcloa)",
    "mcts(mcloa,cut4)",
    "mcts(mcloa,abp2)",
    "mcts(mcloa,abp2,cut5)",
    "mcts(mcloa,im0.2)",
    "mcts(mcloa,im0.2,abp1/3+,fpu0.5)",
    "mcts(mcloa,abp3,cut3)",
    "mcts(mcloa,nosolver)",
    "mcts(mcloa,c0.2,ct20,t0)",
    "mcts(pmc)",
    "mcts(pmc,cut300)",
    "mcts(pmc,cut4)",
    "mcts(pmc,cut2/1)",
    "mcts(cut3/5,im0.4)",
    "mcts(corr)",
    "mcts(corr,cut6,im0.4)",
    "mcts(greedy3)",
    "mcts(greedy1,cut5,fet10)",
    "mcts(mix2,det0.3)",
    "mcts(abp1/2)",
    "mcts(abp2/3+2/2+1,max30)",
    "mcts(abp3/4/3+/2+3,cut8)",
    "mcts(fpu0.5)",
    "mcts(fpu0,im0.4)",
    "mcts(fpu0.3,pb1)",
    "mcts(fpu0.3,tp1,cb0.4)",
    "mcts(tp1/n)",
    "mcts(tp5/l,im0.3)",
    "mcts(tp1,one)",
    "mcts(ct5)",
];

/// Best-first minimax with all its options, and those of its options that others have as well.
const BEST_FIRST: [&str; 24] = [
    "bfm()",
    "bfm(c0.3,fpu0)",
    "bfm(c0,fpu1,robust)",
    "bfm(best,t2)",
    "bfm(secure,pb0.5/n)",
    "bfm(tp1)",
    "bfm(ct5)",
    "bfm(ubfm)",
    "bfm(ubfm,eps0.5,log)",
    "bfm(leafab1)",
    "bfm(leafab2)",
    "bfm(leafab3,fpu0.2)",
    "bfm(leafqs)",
    "bfm(leafqs,c0.5,eps0.05)",
    "bfm(softmax0.1)",
    "bfm(softmax1,eps0.2,leafab2)",
    "mcts(c0.95,im0.35,fet0,fpu0.5,log)",
    "mcts(im0.4,leafqs)",
    "mcts(im0.4,leafqs,one)",
    "mcts(im0.4,leafab2)",
    "mcts(cb0.4,leafab1,t1)",
    "mcts(softmax0.2)",
    "mcts(softmax0.2,im0.4,nosolver)",
    "mcts(eps0.3)",
];

/// Those that share values: in a table so large that next to nothing is forgotten.
const SHARING: [&str; 4] = ["bfm(evaltt)", "bfm(evaltt,leafab2)", "mcts(im0.4,evaltt)", "mcts(pb1,evaltt,leafqs)"];

#[test]
fn best_first_minimax_builds_the_tree_of_the_reference() {
    for player in BEST_FIRST {
        compare(&Breakthrough::new(5, 6).unwrap(), player, 500);
        compare(&Kalah::default(), player, 500);
    }
    for player in SHARING {
        compare(&Breakthrough::new(5, 6).unwrap(), player, 150);
        compare(&Kalah::default(), player, 150);
    }
}

#[test]
fn every_policy_builds_the_tree_of_the_reference_on_breakthrough() {
    let game = Breakthrough::new(5, 6).unwrap();
    for player in PLAYERS {
        compare(&game, player, 1500);
    }
    let more =
        ["mcts(ipp)", "mcts(np)", "mcts(bl')", "mcts(bl',efLH,im0.6)", "mcts(bl,np,im0.4)", "mcts(np50,one,pb1)"];
    for player in more {
        compare(&game, player, 1500);
    }
    for player in ["mcts(np7,max30)", "mcts(efLH,ege0.3,im0.5)", "mcts(ipp,max10,im0.4,pb0.5/n,np)"] {
        compare(&Breakthrough::new(3, 5).unwrap(), player, 3000);
    }
}

#[test]
fn every_policy_builds_the_tree_of_the_reference_on_kalah() {
    for player in PLAYERS {
        compare(&Kalah::default(), player, 1500);
    }
}

#[test]
fn mc_loa_builds_the_tree_of_the_reference_on_breakthrough() {
    let game = Breakthrough::new(5, 6).unwrap();
    for player in MC_LOA {
        compare(&game, player, 600);
    }
    for player in ["mcts(mcloa,efLH,cut40)", "mcts(mcloa,abp2,efLH,cut30)", "mcts(mcloa,np5,ct8)", "mcts(np3,ct4,fpu1)"]
    {
        compare(&game, player, 600);
    }
}

#[test]
fn mc_loa_builds_the_tree_of_the_reference_on_kalah() {
    for player in MC_LOA {
        compare(&Kalah::default(), player, 600);
    }
}
