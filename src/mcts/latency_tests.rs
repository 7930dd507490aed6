//! No simulation, and no move played, works through the whole memory: what is looked at is counted.
#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects)]

use super::tests::{simulate, with_search};
use super::*;
use crate::games::kalah::Kalah;
use crate::games::othello::Othello;
use crate::player::options::Expansion;
use crate::search::Search;
use crate::tree::WORK;
use core::sync::atomic::AtomicBool;

/// Slots that one simulation may look at: what its allowance may cost, each block that is given
/// back being unlinked from its neighbours, and what it takes to walk down the path and up again.
const LOOKS_MAX: u64 = 12 * WORK as u64 + 3000;

/// The most slots that any of so many simulations looked at.
fn most_looks<G: Knowledge>(search: &mut TreeSearch<'_, G>, simulations: u32) -> u64 {
    search.depth_limit = search.tree.path.len() - 1;
    let counted = (0..simulations).map(|_| {
        search.tree.pool.looks.set(0);
        search.simulate();
        search.tree.pool.looks.get()
    });
    counted.max().unwrap_or(0)
}

fn check_simulations<G: Knowledge + Clone>(game: &G, config: &Config, slots: usize) {
    with_search(game, config, slots, |search| {
        // Enough to fill it, to go round, and to recycle for a while.
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
        assert_eq!(search.tree.pool.node(ROOT).visits(), kept);
        assert_eq!(search.tree.pool.nodes(), before, "nothing is given back yet");
        assert_eq!(search.tree.pool.known_nodes(), 0);
        // A limit on nodes does not end a search as long as it is not known how many there are.
        let limits = Limits { nodes: 1, ..Limits::default() };
        assert_eq!(search.search(&limits, None, &AtomicBool::new(false)), Ok(Stop::Iterations));
        let most = most_looks(search, before / 64);
        assert!(most <= LOOKS_MAX, "{most}");
        assert!(search.tree.pool.known_nodes() > 0);
        search.tree.pool.check();
    });
}
