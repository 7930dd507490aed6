//! Tests with two threads in a shared tree. `tests/loom` runs each test with every order of
//! operations that the memory model allows.
#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects)]

use super::climb::{Climber, child_of};
use super::header::HEAD;
use super::memory::Memory;
use super::slot::{SharedSlot, Use};
use crate::game::Move;
use crate::game::value::{Proof, Value};
use crate::tree::{Known, Slot};
use loom::sync::Arc;
use loom::thread;
use std::vec::Vec;

/// The position of all searches.
const HERE: u64 = 1;

/// Returns a tree with room for two sibling blocks, each with one child.
fn new_tree() -> Arc<Vec<SharedSlot>> {
    let slots: Vec<SharedSlot> = (0..HEAD + 1 + 4).map(|_| SharedSlot::default()).collect();
    Memory::new(&slots).unwrap().join(7, HERE).unwrap();
    Arc::new(slots)
}

fn climber(slots: &[SharedSlot]) -> Climber<'_> {
    let memory = Memory::new(slots).unwrap();
    Climber::new(memory, memory.enter(HERE).unwrap())
}

fn node(mv: u32) -> Slot {
    Slot::node(Move(mv), 0, Value::DRAW, Proof::Unknown)
}

/// Adds a child with this move to a node. Returns its sibling block. `None` if another thread has
/// claimed the node, or if there is no room.
fn give_child(climber: &mut Climber<'_>, parent: u32, mv: u32) -> Option<u32> {
    if !climber.claim(parent) {
        return None;
    }
    let siblings = climber.take_siblings(parent, 1, false)?;
    climber.put_child(siblings, 0, &node(mv));
    climber.link(parent, siblings);
    Some(siblings)
}

/// Runs `one` in a new thread while this thread runs `two`. Returns both results.
fn at_once<A: 'static, B>(
    slots: &Arc<Vec<SharedSlot>>,
    one: impl FnOnce(&[SharedSlot]) -> A + 'static,
    two: impl FnOnce(&[SharedSlot]) -> B,
) -> (A, B) {
    let other = Arc::clone(slots);
    let thread = thread::spawn(move || one(&other));
    let answer = two(slots);
    (thread.join().unwrap(), answer)
}

#[test]
fn children_are_complete_when_they_are_seen() {
    loom::model(|| {
        let make = |slots: &[SharedSlot]| {
            let mut climber = climber(slots);
            climber.seat().begin();
            give_child(&mut climber, 0, 5);
        };
        at_once(&new_tree(), make, |slots| {
            let mut reader = climber(slots);
            reader.seat().begin();
            if let Some(siblings) = reader.children_below(0) {
                assert_eq!(reader.mv(child_of(siblings, 0)), Move(5));
                reader.memory.slot(child_of(siblings, 0)).enter();
            }
        });
    });
}

#[test]
fn one_thread_alone_makes_the_children() {
    loom::model(|| {
        let make = |slots: &[SharedSlot]| give_child(&mut climber(slots), 0, 5).is_some();
        assert_ne!(at_once(&new_tree(), make, make), (true, true));
    });
}

#[test]
fn memory_is_not_reused_while_a_thread_reads_it() {
    loom::model(|| {
        let slots = new_tree();
        // The root has a child, which also has a child. `recycle` removes the block of the lower
        // child from the tree, and uses the block again.
        let (upper, lower) = {
            let mut climber = climber(&slots);
            let upper = give_child(&mut climber, 0, 5).unwrap();
            (upper, give_child(&mut climber, child_of(upper, 0), 6).unwrap())
        };
        let recycle = move |slots: &[SharedSlot]| {
            let mut climber = climber(slots);
            climber.seat().begin();
            climber.memory.release_below(child_of(upper, 0));
            climber.seat().begin();
            // No other block is free, so a new sibling block must use the block of the lower child.
            if let Some(siblings) = climber.take(1, child_of(upper, 0), false) {
                assert_eq!(siblings, lower);
                climber.put_child(siblings, 0, &node(9));
            }
        };
        at_once(&slots, recycle, |slots| {
            let mut reader = climber(slots);
            reader.seat().begin();
            if let Some(siblings) = reader.children_below(child_of(upper, 0)) {
                let child = child_of(siblings, 0);
                reader.memory.slot(child).enter();
                assert_eq!(reader.mv(child), Move(6), "the memory was reused");
            }
        });
        let memory = Memory::new(&slots).unwrap();
        assert_ne!(memory.slot(upper).header().usage, Use::Free);
    });
}

#[test]
fn a_block_that_a_thread_has_taken_is_not_free() {
    loom::model(|| {
        let slots = new_tree();
        let given = climber(&slots).take(1, 0, false).unwrap();
        let give = move |slots: &[SharedSlot]| Memory::new(slots).unwrap().give_siblings(given);
        let (taken, ()) = at_once(&slots, |slots| climber(slots).take(1, 0, false), give);
        let memory = Memory::new(&slots).unwrap();
        if let Some(taken) = taken {
            assert_eq!(memory.slot(taken).header().usage, Use::Siblings);
            memory.give_siblings(taken);
        }
        // Both blocks must be free, and merged into one block again.
        let mut climber = climber(&slots);
        assert_eq!((climber.take(3, 0, false), climber.take(1, 0, false)), (Some(1), None));
    });
}

#[test]
fn what_is_announced_is_completed_or_taken_back() {
    loom::model(|| {
        let slots = new_tree();
        let stay = |slots: &[SharedSlot], value: i64| {
            let memory = Memory::new(slots).unwrap();
            memory.slot(0).announce(5);
            memory.slot(0).complete(1, value);
            memory.slot(0).complete(2, 2 * value);
            memory.slot(0).withdraw(2);
        };
        at_once(&slots, move |slots| stay(slots, 10), |slots| stay(slots, -7));
        let root = Memory::new(&slots).unwrap().slot(0);
        assert_eq!((root.visits(), root.found().reward()), ((6, 0), 9));
    });
}

#[test]
fn the_latest_use_of_a_block_is_kept() {
    loom::model(|| {
        let slots = new_tree();
        let siblings = give_child(&mut climber(&slots), 0, 5).unwrap();
        let touch = move |slots: &[SharedSlot], time: u64| Memory::new(slots).unwrap().slot(siblings).touch(time);
        let last_use = |slots: &[SharedSlot]| Memory::new(slots).unwrap().slot(siblings).last_use();
        at_once(
            &slots,
            move |slots| touch(slots, 8),
            |slots| {
                touch(slots, 9);
                assert_eq!(last_use(slots), 9);
            },
        );
        assert_eq!(last_use(&slots), 9);
    });
}

#[test]
fn whoever_arrives_at_a_child_learns_that_it_is_solved() {
    loom::model(|| {
        let slots = new_tree();
        let child = child_of(give_child(&mut climber(&slots), 0, 5).unwrap(), 0);
        let solved = Slot::node(Move(5), 0, Value::WIN, Proof::FirstWins);
        let arrive = move |memory: Memory<'_>| {
            let node = memory.slot(child);
            node.enter();
            if node.lacks_first_value() {
                node.put_first_value(&solved);
            }
            assert!(node.is_solved(), "this simulation would go on below the end of a game");
            node.complete(1, Value::WIN.raw().into());
        };
        let other = Arc::clone(&slots);
        let first = thread::spawn(move || arrive(Memory::new(&other).unwrap()));
        let found = Memory::new(&slots).unwrap().slot(child).found();
        assert!(found.visits() == 0 || found.is_solved(), "a visit is completed, but not its first value");
        arrive(Memory::new(&slots).unwrap());
        first.join().unwrap();
        assert_eq!(Memory::new(&slots).unwrap().slot(child).visits(), (2, 0));
    });
}

#[test]
fn no_simulation_is_lost() {
    loom::model(|| {
        let slots = new_tree();
        let simulate = |slots: &[SharedSlot], value: Value| {
            let memory = Memory::new(slots).unwrap();
            memory.slot(0).enter();
            memory.slot(0).complete(1, value.raw().into());
        };
        at_once(&slots, move |slots| simulate(slots, Value::WIN), |slots| simulate(slots, Value::LOSS));
        let memory = Memory::new(&slots).unwrap();
        assert_eq!((memory.slot(0).visits(), memory.slot(0).found().reward()), ((2, 0), 0));
    });
}

/// Sets the value of one of the root's two children. Then sets the value of the root to the larger
/// value of both children.
fn set_child(slots: &[SharedSlot], child: u32, value: i16) {
    let memory = Memory::new(slots).unwrap();
    memory.slot(child).mark_solved(&Known::new(Value::from_raw(value), Proof::Unknown, 0));
    memory.slot(0).change_value(|| [1, 2].into_iter().map(|child| memory.slot(child).value()).max());
}

#[test]
fn a_value_is_that_of_all_children_in_the_end() {
    loom::model(|| {
        let slots = new_tree();
        at_once(&slots, |slots| set_child(slots, 1, 100), |slots| set_child(slots, 2, 200));
        assert_eq!(Memory::new(&slots).unwrap().slot(0).value(), Value::from_raw(200));
    });
}

#[test]
fn a_value_that_comes_back_is_no_old_one() {
    loom::model(|| {
        let slots = new_tree();
        set_child(&slots, 1, 200);
        let there_and_back = |slots: &[SharedSlot]| {
            set_child(slots, 2, 300);
            set_child(slots, 2, 100);
        };
        at_once(&slots, there_and_back, |slots| set_child(slots, 1, 200));
        assert_eq!(Memory::new(&slots).unwrap().slot(0).value(), Value::from_raw(200));
    });
}
