//! Tests that a simulation never visits the whole memory, and that playing a move does not either.
//! The tests count the visited slots.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::tests::{simulate, with_search};
use super::*;
use crate::games::kalah::Kalah;
use crate::games::othello::Othello;
use crate::player::options::Expansion;
use crate::search::Search;
use crate::tree::WORK;
use core::sync::atomic::AtomicBool;

/// The largest number of slots that one simulation may visit. A simulation goes down the path and
/// up again. To recycle blocks, it reads about `WORK` slots, and removes each released block from
/// the lists of its neighbours.
const LOOKS_MAX: u64 = 12 * WORK as u64 + 3000;

/// Runs `simulations` simulations. Returns the largest number of slots that one of them has
/// visited.
fn most_looks<G: Knowledge>(search: &mut TreeSearch<'_, G>, simulations: u32) -> u64 {
    search.depth_limit = search.tree.path.len() - 1;
    let flag = AtomicBool::new(false);
    let limits = Limits::iterations(1);
    let mut deadline = Deadline::start(&limits, None, StopFlags::new(&flag));
    let counted = (0..simulations).map(|_| {
        search.tree.pool.looks.set(0);
        assert_eq!(search.simulate(&mut deadline), None);
        search.tree.pool.looks.get()
    });
    counted.max().unwrap_or(0)
}

fn check_simulations<G: Knowledge + Clone>(game: &G, config: &Config, slots: usize) {
    with_search(game, config, slots, |search| {
        // These simulations are enough to fill the pool, and to recycle it more than once.
        let most = most_looks(search, 2000 + 2 * slots as u32);
        search.tree.pool.check();
        assert!(search.tree.pool.recycled() > 0 || slots < 20 || !config.recycle, "{slots} slots");
        assert!(most <= LOOKS_MAX, "{slots} slots: {most}");
    });
}

#[test]
fn no_simulation_sweeps_the_memory_at_any_size() {
    for slots in [0, 1, 2, 3, 10, 40, 150, 600, 2500, 10_000, 60_000] {
        check_simulations(&Kalah::default(), &Config::default(), slots);
    }
    for slots in [12, 600, 60_000] {
        let all = Config { im: 0.4, expansion: Expansion::All, ..Config::default() };
        check_simulations(&Othello::default(), &all, slots);
        check_simulations(&Kalah::default(), &Config { recycle: false, ..Config::default() }, slots);
    }
}

#[test]
fn a_move_is_played_at_once_and_what_it_leaves_behind_is_given_back_bit_by_bit() {
    with_search(&Kalah::default(), &Config::default(), 60_000, |search| {
        simulate(search, 30_000);
        let before = search.tree.pool.nodes();
        let (mv, kept) = (search.best_move().unwrap(), search.report().unwrap().visits);
        search.tree.pool.looks.set(0);
        assert!(search.play(mv).unwrap());
        assert!(search.tree.pool.looks.get() < 60, "{}", search.tree.pool.looks.get());
        search.tree.pool.check();
        assert_eq!(search.tree.pool.root().visits(), kept);
        assert_eq!(search.tree.pool.nodes(), before, "nothing is given back yet");
        assert_eq!(search.tree.pool.known_nodes(), 0);
        // While the number of nodes is not known, a limit on nodes must not end a search.
        let limits = Limits { nodes: 1, ..Limits::default() };
        assert_eq!(search.search(&limits, None, &AtomicBool::new(false)), Ok(Stop::Iterations));
        let most = most_looks(search, before / 64);
        assert!(most <= LOOKS_MAX, "{most}");
        assert!(search.tree.pool.known_nodes() > 0);
        search.tree.pool.check();
    });
}

#[cfg(feature = "policies")]
mod slow_leaves {
    use super::*;
    use crate::games::loa::Loa;
    use core::cell::Cell;
    use std::vec::Vec;

    /// A clock that advances by one millisecond each time it is read.
    struct Fast(Cell<u32>);

    impl Clock for Fast {
        fn now_ms(&self) -> u32 {
            self.0.set(self.0.get().wrapping_add(1));
            self.0.get()
        }
    }

    /// Each search takes one millisecond and has time for only one child. The searches must still
    /// make progress. In the end, the children must be the same as in one long search.
    #[test]
    fn time_is_looked_at_between_the_children_of_one_expansion() {
        let config = crate::player::parse("mcts(im0.4,leafab2)").unwrap().tree().unwrap();
        let (clock, flag) = (Fast(Cell::new(7)), AtomicBool::new(false));
        let values = |search: &TreeSearch<'_, Loa>| -> Vec<_> {
            let siblings = search.tree.pool.root().children();
            search.tree.pool.children(siblings).iter().map(|child| (child.mv(), child.value(), child.proof())).collect()
        };
        with_search(&Loa::default(), &config, 10_000, |search| {
            simulate(search, 1);
            let whole = values(search);
            search.forget();
            let at_a_glance = search.best_move().unwrap();
            for made in 1..whole.len() {
                assert_eq!(search.search(&Limits::time_ms(1), Some(&clock), &flag), Ok(Stop::Time));
                assert_eq!(values(search), whole[..made], "one child a search");
                let report = search.report().unwrap();
                assert_eq!((report.iterations, report.visits, report.best), (0, 0, at_a_glance));
                assert_eq!(search.line(&mut [Move::NONE; 5]), Ok(0));
            }
            assert_eq!(search.search(&Limits::time_ms(1), Some(&clock), &flag), Ok(Stop::Time));
            assert_eq!(values(search), whole);
            assert_eq!(search.report().unwrap().iterations, 1);
            // If there is a time limit, a stop flag must end the search after one child. If there
            // is a limit on simulations, the search must first finish its first simulation.
            search.forget();
            let raised = AtomicBool::new(true);
            assert_eq!(search.search(&Limits::time_ms(1000), Some(&clock), &raised), Ok(Stop::Flag));
            assert_eq!(values(search), whole[..1]);
            assert_eq!(search.search(&Limits::iterations(5), None, &raised), Ok(Stop::Flag));
            assert_eq!(search.report().unwrap().iterations, 1);
            assert_eq!(values(search).len(), whole.len());
            simulate(search, 200);
        });
    }
}
