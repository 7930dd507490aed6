//! Tests of saves. A loaded search must continue like the saved search. Invalid bytes must be
//! refused.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::base::bytes::crc32;
use crate::game::Game;
use crate::game::value::{Proof, Value};
use crate::games::breakthrough::Breakthrough;
use crate::games::testing::{self, bytes_of, legal};
use crate::keep::save::HasParts;
use crate::mcts::tests::{simulate, with_search};
use crate::player::Config;
use crate::search::Algorithm;
use crate::tree::{NodeId, Pool, ROOT, SiblingsId};
use std::format;
use std::vec::Vec;

const SLOTS: usize = 300;

fn small() -> Breakthrough {
    Breakthrough::new(5, 5).unwrap()
}

fn saved(search: &mut TreeSearch<'_, Breakthrough>) -> Vec<u8> {
    testing::saved(|out| search.all_parts().save(out))
}

fn load(search: &mut TreeSearch<'_, Breakthrough>, bytes: &[u8], position: &Breakthrough) -> Result<(), LoadError> {
    let (position, mut parts) = (bytes_of(position), search.all_parts());
    parts.board.read(&position)?;
    parts.load(&mut ByteReader::new(bytes), &position)
}

#[test]
fn what_is_loaded_goes_on_as_what_was_saved() {
    let start = small();
    let mut next = start;
    next.play(legal(&start)[1]);
    for config in [Config::default(), Config { im: 0.4, ..Config::default() }] {
        for iterations in [0, 1, 2, 40, 300] {
            with_search(&next, &config, SLOTS, |search| {
                if iterations > 0 {
                    simulate(search, iterations);
                }
                let bytes = saved(search);
                with_search(&start, &config, SLOTS, |other| {
                    simulate(other, 60);
                    load(other, &bytes, &next).unwrap();
                    other.tree.pool.check();
                    assert_eq!((saved(other), other.describe()), (bytes, search.describe()));
                    simulate(search, 100);
                    simulate(other, 100);
                    assert_eq!((saved(other), other.describe()), (saved(search), search.describe()));
                });
            });
        }
    }
}

/// A flaw in a node pool: its description, and a function that adds the flaw.
type Flaw = (&'static str, fn(&mut Pool<'_>));

/// Returns two neighbouring siblings. The first one has children, and the second one has none.
fn unlike_siblings(pool: &Pool<'_>) -> [NodeId; 2] {
    let has_children = |&node: &NodeId| pool.node(node).children() != SiblingsId::NONE;
    let mut above = pool.all_nodes().into_iter().filter(has_children);
    let siblings = above.find_map(|node| {
        let siblings = pool.node(node).children();
        let children: Vec<NodeId> = (0..pool.header(siblings).len()).map(|rank| siblings.child(rank)).collect();
        let pair = children.windows(2).find(|pair| has_children(&pair[0]) && !has_children(&pair[1]))?;
        Some([pair[0], pair[1]])
    });
    siblings.unwrap()
}

const FLAWS: [Flaw; 5] = [
    ("a run below a node that it does not name", |pool| {
        let [above, beside] = unlike_siblings(pool);
        pool.header_mut(pool.node(above).children()).set_parent(beside);
    }),
    ("a run that no node leads to", |pool| {
        let [above, _] = unlike_siblings(pool);
        pool.node_mut(above).set_children(SiblingsId::NONE);
    }),
    ("runs below a root without children", |pool| pool.node_mut(ROOT).set_children(SiblingsId::NONE)),
    ("an illegal move", |pool| {
        let [above, _] = unlike_siblings(pool);
        let first = pool.node(above).children().child(0);
        *pool.node_mut(first) = Slot::node(Move(u32::MAX - 1), 0, Value::DRAW, Proof::Unknown);
    }),
    ("a root that has won more often than it was visited", |pool| {
        let root = pool.node_mut(ROOT);
        root.set_prior(root.visits(), i64::from(root.visits()) * i64::from(Value::ONE) + 1);
    }),
];

/// Saves with a flaw must be refused. The player creates all children of a leaf at once, so the
/// save has many nodes without children.
#[test]
fn a_tree_that_cannot_be_is_refused() {
    let (position, config) = (small(), Config { im: 0.4, ..Config::default() });
    for (flaw, make) in FLAWS {
        with_search(&position, &config, SLOTS, |search| {
            simulate(search, 20);
            with_search(&position, &config, SLOTS, |other| {
                let nothing = saved(other);
                assert_eq!(load(other, &saved(search), &position), Ok(()));
                load(other, &nothing, &position).unwrap();
                make(&mut search.tree.pool);
                assert_eq!(load(other, &saved(search), &position), Err(LoadError::Damaged), "{flaw}");
                assert_eq!(saved(other), nothing, "{flaw}: still changed");
            });
        });
    }
}

/// Returns a copy of `bytes` in which the byte at `at` is changed. If `checked` is true, the
/// checksum is corrected.
fn changed(bytes: &[u8], at: usize, checked: bool) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at] ^= 1;
    let end = bytes.len() - 4;
    if checked {
        let sum = crc32(&bytes[..end]);
        bytes[end..].copy_from_slice(&sum.to_le_bytes());
    }
    bytes
}

#[test]
fn a_whole_search_has_its_length_and_a_checksum() {
    with_search(&small(), &Config::default(), SLOTS, |search| {
        simulate(search, 20);
        let mut bytes = [0; 4000];
        let mut counted = ByteWriter::new(&mut []);
        search.whole().save(&mut counted, 0);
        let (length, mut out) = (counted.len(), ByteWriter::new(&mut bytes));
        search.whole().save(&mut out, length);
        let bytes = out.written();
        assert_eq!((bytes.len(), search.whole().load(bytes)), (length, Ok(())));
        assert_eq!(search.whole().load(&changed(bytes, 8, true)), Err(LoadError::Damaged), "another length");
        for at in [40, length - 1] {
            assert_eq!(search.whole().load(&changed(bytes, at, false)), Err(LoadError::Damaged), "another checksum");
        }
    });
}

#[test]
fn parts_have_a_name() {
    with_search(&small(), &Config::default(), SLOTS, |search| {
        assert_eq!(format!("{:?}", search.all_parts()), "TreeParts { .. }");
    });
}
