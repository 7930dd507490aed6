//! Compares a search whose values the caller tells (evaluator `efTold`, option `puct`) with a slow,
//! simple reference search. Both searches collect leaves, get the same values and priors, and must
//! build the same tree, node by node, also while leaves wait. The file also tests a tree that
//! recycles its nodes while leaves wait, and the errors of `collect`, `at_leaf` and `tell`.
#![cfg(feature = "policies")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::panic,
    unreachable_pub
)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/players.rs"]
mod players;
mod reference;
#[path = "../common/schedule.rs"]
mod schedule;

use common::TicTacToe;
use common::found::nodes;
use core::fmt::Debug;
use core::sync::atomic::AtomicBool;
use imm::Slot;
use imm::base::rng::Rng;
use imm::game::knowledge::Knowledge;
use imm::game::value::{Proof, Value};
use imm::game::{Game, Move, MoveList};
use imm::games::breakthrough::Breakthrough;
use imm::games::kalah::{Capture, Kalah};
use imm::mcts::{Memory, Step, TreeSearch, told_path};
use imm::player::{self, Config};
use imm::report::TreeNode;
use imm::search::{Search, SearchError};
use imm::time::limits::Limits;
use players::{Line, lines};
use reference::{Node, Reference, Told};
use std::collections::VecDeque;

const BATCHES: [u32; 3] = [1, 3, 16];

fn config(player: &str) -> Config {
    player::parse(player).unwrap().seeded(7).tree().unwrap()
}

/// Runs `act` on a search with this number of slots, in which `leaves` leaves can wait.
fn with_search<G: Knowledge + Clone, T>(
    start: &G,
    config: &Config,
    (slots, leaves): (usize, u32),
    act: impl FnOnce(&mut TreeSearch<'_, G>) -> T,
) -> T {
    let mut slots = vec![Slot::default(); slots];
    let mut path = vec![Step::default(); told_path(start.max_plies(), leaves as usize)];
    let mut moves = vec![Move::NONE; config.scratch_moves(start.max_moves())];
    let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
    act(&mut TreeSearch::new(start.clone(), start.clone(), config, memory).unwrap())
}

fn legal_moves<G: Game>(position: &G) -> usize {
    let mut room = vec![Move::NONE; position.max_moves()];
    let mut moves = MoveList::new(&mut room);
    position.legal_moves(&mut moves);
    moves.len()
}

/// Returns a value and priors that depend only on the position: sometimes equal values, no priors,
/// or priors that are all 0 except some.
fn told<G: Game + Debug>(position: &G) -> Told {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    let mut rng = Rng::new(format!("{position:?}").bytes().fold(0xCBF2_9CE4_8422_2325, mix));
    let mut unit = || rng.bits() as f32 / 4_294_967_296.0;
    let (kind, mut value) = ((unit() * 8.0) as u32, unit() * 2.0 - 1.0);
    if kind % 2 == 0 {
        value = libm::roundf(value * 3.0) / 3.0;
    }
    let count = if kind == 0 { 0 } else { legal_moves(position) };
    let priors = (0..count).map(|_| match (kind, unit(), unit()) {
        (1, ..) => 0.0,
        (2, odds, _) if odds < 0.7 => 0.0,
        (3, odds, _) => libm::roundf(odds),
        (4, _, prior) => prior * 1e-5,
        (_, odds, prior) => {
            if odds < 0.1 {
                0.0
            } else {
                prior
            }
        }
    });
    (value, priors.collect())
}

/// The search under test and the reference search. Both get the same calls.
struct Pair<'s, 'm, G: Game> {
    search: &'s mut TreeSearch<'m, G>,
    reference: Reference<G>,
    player: &'s str,
    /// The answers for the leaves that wait, the oldest first.
    answers: VecDeque<Told>,
}

impl<G: Knowledge + Clone + Debug> Pair<'_, '_, G> {
    /// Collects leaves. Then compares the trees, and the leaves that wait for a value.
    fn collect(&mut self, most: u32) -> u32 {
        let found = self.search.collect(most).unwrap();
        assert_eq!(found as usize, self.reference.collect(most as usize), "{}: leaves", self.player);
        let older = self.reference.waiting() - found as usize;
        for leaf in 0..found {
            let expected = self.reference.leaf(older + leaf as usize).map(|position| format!("{position:?}"));
            let shown = self.search.at_leaf(leaf, |position, _| format!("{position:?}"));
            assert_eq!(shown.ok(), expected, "{}: leaf {leaf}", self.player);
            self.answers.push_back(self.search.at_leaf(leaf, |position, _| told(position)).unwrap());
        }
        self.assert_no_leaf(found);
        self.compare();
        found
    }

    fn assert_no_leaf(&mut self, leaf: u32) {
        assert_eq!(self.search.at_leaf(leaf, |_, _| ()), Err(SearchError::NoLeaf), "{}", self.player);
    }

    /// Tells the values of the oldest `count` leaves, and compares the trees after each value.
    fn tell(&mut self, count: u32) {
        for _ in 0..count {
            let answer = self.answers.pop_front().unwrap();
            self.search.tell(answer.0, &answer.1).unwrap();
            self.reference.tell(&answer);
            self.compare();
        }
    }

    /// Checks that `visit_tree` shows exactly the tree of the reference search.
    fn compare(&mut self) {
        let mut expected = Vec::new();
        let report = self.search.report().unwrap();
        assert_eq!(report.iterations, self.reference.simulations, "{}: simulations", self.player);
        flatten(&self.reference, &self.reference.root, 0, report.value, &mut expected);
        let shown = nodes(self.search, u32::MAX, 0);
        for (found, node) in shown.iter().zip(&expected) {
            assert_eq!(found, node, "{}, {} leaves wait", self.player, self.reference.waiting());
        }
        assert_eq!(shown.len(), expected.len(), "{}", self.player);
    }

    /// Plays the best move of the search. Returns false if the game is over.
    fn play(&mut self) -> bool {
        let best = self.search.best_move().unwrap();
        assert!(self.search.play(best).unwrap());
        self.reference.play(best);
        self.answers.clear();
        self.assert_no_leaf(0);
        if self.search.position().outcome().is_some() {
            return false;
        }
        self.compare();
        true
    }
}

fn flatten<G: Knowledge + Clone>(
    reference: &Reference<G>,
    node: &Node<G>,
    ply: u32,
    value: Value,
    shown: &mut Vec<TreeNode>,
) {
    shown.push(TreeNode {
        ply,
        mv: if ply == 0 { Move::NONE } else { node.mv },
        visits: node.visits,
        value,
        minimax: Value::from_raw(node.value),
        proof: node.proof.map_or(Proof::Unknown, Proof::from),
        distance: node.distance,
        children: node.children.len() as u32,
    });
    for child in &node.children {
        flatten(reference, child, ply + 1, reference.estimate(node, child), shown);
    }
}

/// Tells the values of all leaves of a batch before the next batch is collected. Plays a move after
/// each `rounds` batches.
fn in_batches<G: Knowledge + Clone + Debug>(pair: &mut Pair<'_, '_, G>, most: u32, rounds: u32) {
    for _ in 0..4 {
        for _ in 0..rounds {
            let found = pair.collect(most);
            pair.tell(found);
        }
        if !pair.play() {
            return;
        }
    }
}

/// Collects each batch before the values of the previous batch are told. So leaves wait when a move
/// is played.
fn in_pipeline<G: Knowledge + Clone + Debug>(pair: &mut Pair<'_, '_, G>, most: u32, rounds: u32) {
    for _ in 0..4 {
        let mut before = pair.collect(most);
        for _ in 0..rounds {
            let found = pair.collect(most);
            pair.tell(before);
            before = found;
        }
        if !pair.play() {
            return;
        }
    }
}

/// Compares the searches of all players, with all sizes of batches, in both orders.
fn compare_all<G: Knowledge + Clone + Debug>(start: &G, leaves: u32) {
    for Line { player, .. } in lines().filter(|line| line.is_in("told")) {
        for most in BATCHES {
            for order in [in_batches, in_pipeline] {
                let config = config(player);
                with_search(start, &config, (400_000, 2 * most), |search| {
                    let reference = Reference::new(config, start, 2 * most as usize);
                    let answers = VecDeque::new();
                    order(&mut Pair { search, reference, player, answers }, most, leaves / most);
                });
            }
        }
    }
}

#[test]
fn builds_the_tree_of_the_reference_on_tic_tac_toe() {
    compare_all(&TicTacToe::default(), 300);
}

#[test]
fn builds_the_tree_of_the_reference_on_kalah() {
    compare_all(&Kalah::new(3, 2, Capture::Standard).unwrap(), 200);
    compare_all(&Kalah::default(), 100);
}

#[test]
fn builds_the_tree_of_the_reference_on_breakthrough() {
    compare_all(&Breakthrough::new(3, 5).unwrap(), 200);
    compare_all(&Breakthrough::new(5, 6).unwrap(), 100);
}

/// A tree that is too small recycles its nodes while leaves wait. The search must still accept the
/// values of all leaves.
fn recycle(player: &str, slots: usize) {
    let start = Breakthrough::new(5, 6).unwrap();
    with_search(&start, &config(player), (slots, 16), |search| {
        let mut waiting = VecDeque::new();
        while search.report().unwrap().iterations < 2000 {
            for leaf in 0..search.collect(8).unwrap() {
                waiting.push_back(search.at_leaf(leaf, |position, _| told(position)).unwrap());
            }
            assert!(!waiting.is_empty(), "{player}: no leaf waits");
            for (value, priors) in waiting.drain(..waiting.len().div_ceil(2)) {
                search.tell(value, &priors).unwrap();
            }
            check_visits(search, waiting.len(), player);
        }
        assert!(search.report().unwrap().recycled > 0, "{player}: nothing is recycled");
    });
}

/// Checks the numbers of visits: no node has fewer visits than its children together.
fn check_visits<G: Knowledge + Clone>(search: &mut TreeSearch<'_, G>, waiting: usize, player: &str) {
    let nodes = nodes(search, u32::MAX, 0);
    let simulations = search.report().unwrap().iterations + waiting as u64;
    assert_eq!(u64::from(nodes[0].visits), simulations, "{player}: visits of the root");
    for (place, node) in nodes.iter().enumerate() {
        let below = nodes[place + 1..].iter().take_while(|other| other.ply > node.ply);
        let unclaimed = below.filter(|other| other.ply == node.ply + 1 && other.proof != Proof::Draw);
        assert!(unclaimed.map(|child| child.visits).sum::<u32>() <= node.visits, "{player}: visits of {node:?}");
    }
}

#[test]
fn recycles_while_leaves_wait() {
    for player in ["mcts(efTold)", "mcts(efTold,puct1.5)", "mcts(efTold,puct1.5,im0.4)", "mcts(efTold,im0.4,nosolver)"]
    {
        for slots in [150, 300, 800] {
            recycle(player, slots);
        }
    }
}

/// Collects `rounds` batches of at most 8 leaves, and tells the values of each batch.
fn run<G: Knowledge + Clone + Debug>(search: &mut TreeSearch<'_, G>, rounds: u32) {
    for _ in 0..rounds {
        for leaf in 0..search.collect(8).unwrap() {
            // The values of the leaves before `leaf` are told, so these leaves no longer wait.
            let (value, priors) = search.at_leaf(leaf, |position, _| told(position)).unwrap();
            search.tell(value, &priors).unwrap();
            assert_eq!(search.at_leaf(leaf, |_, _| ()), Err(SearchError::NoLeaf));
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_tree() {
    let start = Breakthrough::new(5, 6).unwrap();
    let grown = |seed| {
        with_search(&start, &Config { seed, ..config("mcts(efTold,im0.4)") }, (20_000, 8), |search| {
            run(search, 50);
            (nodes(search, u32::MAX, 0), search.report().unwrap().signature)
        })
    };
    assert!(grown(7) == grown(7));
    assert_ne!(grown(7).1, grown(8).1);
}

/// Memory for N leaves has room for exactly N leaves.
#[test]
fn as_many_leaves_wait_as_the_memory_has_room_for() {
    let start = Breakthrough::new(5, 6).unwrap();
    for leaves in 1..8 {
        with_search(&start, &config("mcts(efTold)"), (20_000, leaves), |search| {
            assert_eq!(search.collect(0), Ok(0));
            assert_eq!(search.collect(100), Ok(1), "the root is the first leaf");
            search.tell(0.0, &[]).unwrap();
            assert_eq!(search.collect(100), Ok(leaves));
            assert_eq!(search.collect(100), Ok(0));
        });
    }
}

/// After each of these calls, no leaf must wait any more.
#[test]
fn leaves_stop_waiting_when_the_search_changes() {
    let start = Breakthrough::new(5, 6).unwrap();
    let told_player = config("mcts(efTold)");
    with_search(&start, &told_player, (20_000, 8), |search| {
        for call in 0..4 {
            run(search, 10);
            search.collect(8).unwrap();
            match call {
                0 => assert!(search.change_player(&Config { c: 0.5, ..told_player })),
                1 => search.forget(),
                2 => search.set_position(&start),
                _ => {
                    let best = search.best_move().unwrap();
                    assert!(search.play(best).unwrap());
                }
            }
            assert_eq!(search.at_leaf(0, |_, _| ()), Err(SearchError::NoLeaf), "call {call}");
            assert_eq!(search.tell(0.0, &[]), Err(SearchError::NoLeaf), "call {call}");
            let visits = u64::from(nodes(search, 0, 0)[0].visits);
            assert!(call == 3 || visits == search.report().unwrap().iterations, "call {call}");
        }
    });
}

#[test]
fn only_a_player_with_told_values_collects_leaves() {
    let start = TicTacToe::default();
    let (limits, stop) = (Limits::iterations(10), AtomicBool::new(false));
    with_search(&start, &config("mcts()"), (1000, 4), |search| {
        assert_eq!(search.collect(1), Err(SearchError::Told));
        assert_eq!(search.at_leaf(0, |_, _| ()), Err(SearchError::Told));
        assert_eq!(search.tell(0.0, &[]), Err(SearchError::Told));
        assert!(search.search(&limits, None, &stop).is_ok());
    });
    with_search(&start, &config("mcts(efTold)"), (1000, 4), |search| {
        assert_eq!(search.search(&limits, None, &stop), Err(SearchError::Told));
        assert_eq!(search.collect(1), Ok(1));
        let over = TicTacToe { stones: [0o007, 0o070 ^ 0o010], ..start };
        search.set_position(&over);
        assert_eq!(search.collect(1), Err(SearchError::GameOver));
    });
}

#[test]
fn errors_leave_the_leaf_waiting() {
    let start = TicTacToe::default();
    with_search(&start, &config("mcts(efTold,puct1.5)"), (1000, 4), |search| {
        assert_eq!(search.tell(0.0, &[]), Err(SearchError::NoLeaf));
        assert_eq!(search.at_leaf(0, |_, _| ()), Err(SearchError::NoLeaf));
        assert_eq!(search.collect(1), Ok(1));
        assert_eq!(search.at_leaf(1, |_, _| ()), Err(SearchError::NoLeaf));
        assert_eq!(search.at_leaf(u32::MAX, |_, _| ()), Err(SearchError::NoLeaf));
        let with = |prior| [0.1, 0.2, 0.3, 0.0, 1.0, 0.5, prior, 0.5, 0.5];
        let wrong_values = [f32::NAN, 1.5, -1.001, f32::INFINITY].map(|value| (value, vec![]));
        let wrong_priors = [-0.1, 1.1, f32::NAN, f32::INFINITY].map(|prior| (0.5, with(prior).to_vec()));
        let wrong_counts = [1, 8, 10].map(|count| (0.5, vec![0.5; count]));
        for (value, priors) in wrong_values.into_iter().chain(wrong_priors).chain(wrong_counts) {
            let before = nodes(search, u32::MAX, 0);
            assert_eq!(search.tell(value, &priors), Err(SearchError::OutOfRange), "{value} {priors:?}");
            assert_eq!(search.at_leaf(0, |position, _| *position), Ok(start));
            assert_eq!(nodes(search, u32::MAX, 0), before);
        }
        assert_eq!(search.tell(1.0, &with(0.5)), Ok(()));
        assert_eq!(search.tell(1.0, &with(0.5)), Err(SearchError::NoLeaf));
        assert_eq!(nodes(search, u32::MAX, 0).len(), 10);
    });
}
