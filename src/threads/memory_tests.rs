//! Tests the memory of a shared tree step by step, with one thread. The tests compare sibling
//! blocks with a simple model, and remove sibling blocks from the tree. The tests in
//! `loom_tests.rs` use two threads.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::panic)]

use super::super::climb::child_of;
use super::super::header::SEATS;
use super::super::shared_tree::SharedTree;
use super::*;
use crate::base::rng::Rng;
use core::ops::Range;
use std::vec::Vec;

/// All searches join the tree with these numbers. `KIND` identifies their game and player, and
/// `HERE` is the digest of their position.
pub(in crate::threads) const KIND: u64 = 7;
pub(in crate::threads) const HERE: u64 = 1;

/// Memory for a tree of this many slots.
pub(in crate::threads) fn slots(count: usize) -> Vec<SharedSlot> {
    (0..HEAD + 1 + count).map(|_| SharedSlot::default()).collect()
}

pub(in crate::threads) fn joined(slots: &[SharedSlot]) -> Memory<'_> {
    let memory = Memory::new(slots).unwrap();
    memory.join(KIND, HERE).unwrap();
    memory
}

/// Checks the whole tree. No thread may be searching.
fn check(slots: &[SharedSlot]) {
    SharedTree::join(slots, |_| KIND, HERE).unwrap().check();
}

/// Adds `len` children with the moves 0, 1, ... to a node. Returns their sibling block.
fn grow(memory: &Memory<'_>, parent: Id, len: u32, seat: &mut Seat<'_>) -> Option<u32> {
    assert!(memory.slot(parent).claim());
    let siblings = memory.take_siblings(len, parent, false, seat);
    for (child, mv) in memory.children(siblings.unwrap_or(0)).iter().zip(0..) {
        child.put(&Slot::node(Move(mv), 0, Value::DRAW, Proof::Unknown));
    }
    memory.slot(parent).publish(siblings.unwrap_or(0));
    siblings
}

fn simulate_64(seat: &mut Seat<'_>) {
    for _ in 0..64 {
        seat.count();
        seat.begin();
    }
}

/// Starts simulations until the clock and the thread's time have advanced by one.
fn wait(seat: &mut Seat<'_>) {
    let before = seat.time();
    simulate_64(seat);
    assert_eq!(seat.time(), before + 1);
}

#[test]
fn there_is_room_for_a_header_a_root_and_a_node() {
    let all = slots(2);
    for short in 1..all.len() {
        assert!(Memory::new(&all[short..]).is_none());
    }
    assert_eq!(Memory::new(&all).unwrap().len(), 2);
}

/// Returns how many free places there are for a block of `size` slots. A place begins at a multiple
/// of `size`. It is free if it does not overlap a used range.
fn free_places(count: usize, size: usize, used: &[Range<usize>]) -> usize {
    let is_free = |place: usize| used.iter().all(|used| place + size <= used.start || used.end <= place);
    (0..count / size).filter(|index| is_free(index * size)).count()
}

/// Takes and frees sibling blocks of many lengths at random. The size of each block must be the
/// smallest power of two that is large enough. The place of each block must be a multiple of its
/// size. A request must be refused only if no place of this size is free.
#[test]
fn blocks_never_overlap_and_no_place_is_lost() {
    let mut rng = Rng::new(1);
    let (mut taken, mut refused) = (0, 0);
    for count in [2, 3, 7, 16, 45, 100, 333] {
        let all = slots(count);
        let memory = joined(&all);
        let mut live: Vec<(u32, u32, Range<usize>)> = Vec::new();
        let mut seat = memory.enter(HERE).unwrap();
        assert_eq!(memory.take_siblings(0, 0, false, &mut seat), None);
        for _ in 0..600 {
            if rng.below(5) < 2 && !live.is_empty() {
                let (siblings, ..) = live.swap_remove(rng.below(live.len() as u32) as usize);
                memory.give_siblings(siblings);
            } else {
                let (mut len, parent) = (1 + rng.below(9), rng.below(100));
                let size = (len as usize + 1).next_power_of_two();
                let used: Vec<_> = live.iter().map(|(_, _, range)| range.clone()).collect();
                let places = free_places(count, size, &used);
                let Some(siblings) = memory.take_siblings(len, parent, false, &mut seat) else {
                    assert_eq!(places, 0, "there was room for {size} of {count}");
                    refused += 1;
                    continue;
                };
                let place = siblings as usize - 1;
                let range = place..place + size;
                assert!(place.is_multiple_of(size) && range.end <= count);
                assert!(used.iter().all(|used| range.end <= used.start || used.end <= range.start));
                let block = memory.slot(siblings).header();
                assert_eq!((block.len, block.parent, block.usage), (len, parent, Use::Siblings));
                assert_eq!((memory.slot(siblings).last_use(), memory.slot(siblings).chosen()), (seat.time(), 0));
                if rng.below(4) == 0 {
                    len = rng.below(len + 1);
                    memory.shorten(siblings, len);
                    assert_eq!(memory.slot(siblings).header().len, len);
                }
                assert_eq!(memory.children(siblings).len(), len as usize);
                live.push((siblings, len, range));
                taken += 1;
            }
            assert_eq!(memory.counts(), (live.iter().map(|(_, len, _)| len).sum(), 0));
        }
        live.iter().for_each(|(siblings, ..)| memory.give_siblings(*siblings));
        drop(seat);
        check(&all);
        // At the end, all free blocks must be merged again.
        let mut seat = memory.enter(HERE).unwrap();
        let most = 1 << count.ilog2();
        let siblings = memory.take_siblings(most - 1, 0, false, &mut seat);
        assert_eq!((siblings, memory.take_siblings(most - 1, 0, false, &mut seat)), (Some(1), None));
    }
    assert!(taken > 500 && refused > 200, "{taken} {refused}");
}

#[test]
fn who_comes_must_be_of_the_same_kind_and_at_the_same_position() {
    let all = slots(20);
    let memory = joined(&all);
    assert_eq!(memory.join(KIND + 1, HERE), Err(ShareError::Foreign));
    let mut seat = memory.enter(HERE).unwrap();
    assert_eq!(memory.join(KIND, HERE), Ok(HERE));
    grow(&memory, 0, 2, &mut seat).unwrap();
    assert_eq!(memory.join(KIND, HERE + 1), Err(ShareError::Busy));
    assert_eq!(memory.enter(HERE + 1).err(), Some(Refusal::OtherPosition));
    assert!(!memory.move_on(HERE, 5, || panic!("it is searched")));
    assert_eq!((memory.counts().0, memory.is_at(HERE), memory.is_at(5)), (2, true, false));
    drop(seat);
    assert!(!memory.move_on(4, 5, || panic!("it is somewhere else")));
    assert!(memory.move_on(4, HERE, || panic!("it is there already")));
    let mut changes = 0;
    assert!(memory.move_on(HERE, 5, || changes += 1));
    assert_eq!((changes, memory.is_at(5)), (1, true));
    // A search that joins at another position must find an empty tree.
    assert_eq!(memory.join(KIND, 9), Ok(9));
    assert_eq!((memory.counts().0, memory.slot(0).children(), memory.is_at(9)), (0, 0, true));
    let (other, longer) = (slots(20), slots(21));
    assert!(memory.is_in(&all) && !memory.is_in(&other) && !memory.is_in(&longer) && !memory.is_in(&all[..HEAD]));
    assert!(!memory.is_in(&all[..all.len() - 1]));
}

/// After a move, the tree knows its position only by the moves. When a search at this position
/// stores the digest of the position, other searches must be able to join without emptying the
/// tree.
#[test]
fn a_search_that_played_other_moves_can_join() {
    let all = slots(20);
    let memory = joined(&all);
    let mut seat = memory.enter(HERE).unwrap();
    grow(&memory, 0, 2, &mut seat).unwrap();
    drop(seat);
    assert!(memory.move_on(HERE, 5, || {}));
    memory.tell_digest(HERE, 70);
    memory.tell_digest(5, 77);
    assert_eq!((memory.join(KIND, 77), memory.counts().0), (Ok(5), 2));
    assert!(memory.move_on(5, 6, || {}));
    assert_eq!((memory.join(KIND, 77), memory.counts().0, memory.is_at(77)), (Ok(77), 0, true));
}

#[test]
fn there_are_so_many_seats_and_one_lock() {
    let all = slots(20);
    let memory = joined(&all);
    assert!(!memory.head.is_searched());
    let mut seats: Vec<_> = (0..SEATS).map(|_| memory.enter(HERE).unwrap()).collect();
    assert_eq!(memory.enter(HERE).err(), Some(Refusal::Crowded));
    // No thread has started a simulation after this time.
    let time = seats[0].time();
    assert!(!memory.head.all_are_past(time, &seats[0]) && memory.head.all_are_past(time - 1, &seats[0]));
    seats.iter_mut().for_each(simulate_64);
    seats.iter_mut().for_each(Seat::begin);
    assert!(memory.head.all_are_past(time, &seats[0]));
    drop(seats.split_off(1));
    let own = &seats[0];
    assert!(memory.head.all_are_past(u64::MAX, own), "the others are gone");
    assert!(memory.head.is_searched());
    drop(seats);
    assert!(!memory.head.is_searched());
    let lock = memory.head.try_lock();
    assert!(lock.is_some() && memory.head.try_lock().is_none());
    drop(lock);
    assert!(memory.head.try_lock().is_some());
}

/// If another thread has the lock, a simulation must continue without it. Then it must not take or
/// release sibling blocks.
#[test]
fn who_does_not_get_the_lock_goes_on_without() {
    let all = slots(20);
    let memory = joined(&all);
    let mut seat = memory.enter(HERE).unwrap();
    let siblings = grow(&memory, 0, 2, &mut seat).unwrap();
    let lock = memory.head.lock();
    assert_eq!(memory.take_siblings(1, 0, true, &mut seat), None);
    memory.release_below(0);
    assert_eq!(memory.slot(0).children(), siblings);
    drop(lock);
    memory.release_below(0);
    assert_eq!(memory.slot(0).children(), 0);
}

/// A released sibling block and all blocks below it must be used again, but only after every thread
/// has started another simulation. This includes the thread that needs the memory.
#[test]
fn released_memory_is_used_when_all_have_left_it() {
    for own_first in [true, false] {
        let all = slots(8);
        let memory = joined(&all);
        let mut seat = memory.enter(HERE).unwrap();
        let mut other = memory.enter(HERE).unwrap();
        let upper = grow(&memory, 0, 1, &mut seat).unwrap();
        let middle = grow(&memory, child_of(upper, 0), 1, &mut seat).unwrap();
        grow(&memory, child_of(middle, 0), 2, &mut seat).unwrap();
        assert_eq!((memory.counts(), memory.take_siblings(1, 0, false, &mut seat)), ((4, 0), None));
        memory.release_below(child_of(upper, 0));
        assert_eq!((memory.slot(child_of(upper, 0)).children(), memory.counts()), (0, (4, 0)));
        (if own_first { &mut seat } else { &mut other }).begin();
        assert_eq!(
            memory.take_siblings(1, 0, true, &mut seat),
            None,
            "one may still be there, its own thread: {}",
            !own_first
        );
        (if own_first { &mut other } else { &mut seat }).begin();
        // The middle sibling block and the block below it are free. The lower block has four slots.
        let siblings = memory.take_siblings(3, 0, false, &mut seat).unwrap();
        assert_eq!((memory.counts(), memory.slot(siblings).header().len), ((4, 0), 3));
        memory.give_siblings(siblings);
        drop((seat, other));
        check(&all);
    }
}

/// The recycling hand must remove the least recently used blocks from the tree. It must not remove
/// blocks that this thread uses. If recycling is not allowed, it must not remove any block.
#[test]
fn what_was_not_used_for_longest_is_recycled() {
    let all = slots(16 + 8);
    let memory = joined(&all);
    let mut seat = memory.enter(HERE).unwrap();
    let top = grow(&memory, 0, 8, &mut seat).unwrap();
    let child = |offset| child_of(top, offset);
    let sibling_blocks: Vec<u32> = (0..4).map(|offset| grow(&memory, child(offset), 1, &mut seat).unwrap()).collect();
    assert_eq!(memory.take_siblings(1, child(5), true, &mut seat), None, "all was used just now");
    let mut found = None;
    for _ in 0..200 {
        wait(&mut seat);
        for used in [top, sibling_blocks[0], sibling_blocks[2]] {
            memory.slot(used).touch(seat.time());
        }
        assert_eq!(memory.take_siblings(1, child(5), false, &mut seat), None, "that would take recycling");
        found = memory.take_siblings(1, child(5), true, &mut seat);
        if found.is_some() {
            break;
        }
    }
    let siblings = found.unwrap();
    let kept: Vec<bool> = (0..4).map(|offset| memory.slot(child(offset)).children() != 0).collect();
    assert!(kept[0] && kept[2] && !(kept[1] && kept[3]), "{kept:?}");
    let recycled = kept.iter().filter(|kept| !**kept).count() as u64;
    assert_eq!((memory.slot(0).children(), memory.counts().1), (top, recycled));
    assert!(sibling_blocks.contains(&siblings));
    memory.give_siblings(siblings);
    drop(seat);
    check(&all);
}

/// After a move, the child with this move must become the root and keep its children. All other
/// blocks must become free step by step. If there is no such child, or if it has no children,
/// nothing must change.
#[test]
fn a_move_makes_its_child_the_root() {
    let all = slots(32);
    let memory = joined(&all);
    let mut seat = memory.enter(HERE).unwrap();
    let top = grow(&memory, 0, 3, &mut seat).unwrap();
    let below = grow(&memory, child_of(top, 1), 2, &mut seat).unwrap();
    let lost = grow(&memory, child_of(top, 2), 1, &mut seat).unwrap();
    memory.slot(child_of(top, 1)).count(Value::from_raw(700));
    drop(seat);
    assert!(!memory.reroot(Move(0)) && !memory.reroot(Move(9)));
    assert_eq!(memory.slot(0).children(), top);
    assert!(memory.reroot(Move(1)));
    let root = memory.slot(0).found();
    assert_eq!((memory.slot(0).children(), root.visits(), root.reward()), (below, 1, 700));
    assert_eq!(memory.slot(below).header().parent, 0);
    check(&all);
    let mut seat = memory.enter(HERE).unwrap();
    assert_eq!(memory.counts().0, 6, "they are counted until they are given back");
    let sibling_blocks: Vec<u32> = core::iter::from_fn(|| memory.take_siblings(1, 0, false, &mut seat)).collect();
    // The sibling block below the root takes four slots. All other slots, 28 of 32, are free in
    // blocks of two.
    assert_eq!((sibling_blocks.len(), sibling_blocks.contains(&top), sibling_blocks.contains(&lost)), (14, true, true));
    assert_eq!(memory.counts().0, 2 + 14);
    sibling_blocks.into_iter().for_each(|siblings| memory.give_siblings(siblings));
    drop(seat);
    check(&all);
}
