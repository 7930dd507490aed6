use super::{average, ease_by_replies};
use crate::game::Move;
use crate::game::value::{Proof, Value};
use crate::tree::Slot;
use crate::tree::nodes::NodeMut;

fn child(replies: u32) -> Slot {
    let mut slot = Slot::node(Move(1), 0, Value::DRAW, Proof::Unknown);
    (&mut slot).count(Value::DRAW);
    slot.store_number(replies);
    slot
}

#[test]
fn unknown_numbers_do_not_count() {
    assert_eq!(average(&[child(0), child(0)]), 1);
    assert_eq!(average(&[child(3), child(0), child(4)]), 56);
    assert_eq!(average(&[child(65_535); 300]), 65_535 * 300 * 16 / 300);
    assert_eq!(ease_by_replies(0, 0.5, 0.1), 0.0);
}

#[test]
fn ranks_of_unvisited_children_do_not_count() {
    let mut unvisited = Slot::node(Move(2), 0, Value::DRAW, Proof::Unknown);
    unvisited.store_number(1000);
    assert_eq!(average(&[child(3), unvisited]), 48);
}

#[test]
fn fewer_moves_than_the_average_are_good() {
    let slope = 0.5 / (8.0 * 16.0);
    assert_eq!(ease_by_replies(8, 0.5, slope), 0.0);
    assert_eq!(ease_by_replies(4, 0.5, slope), 0.25);
    assert_eq!(ease_by_replies(12, 0.5, slope), -0.25);
    assert_eq!(ease_by_replies(65_535, 0.5, slope), -0.5);
}
