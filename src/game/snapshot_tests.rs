//! Tests of `snapshot.rs`.

use super::*;
use crate::games::breakthrough::Breakthrough;
use crate::games::einstein::Einstein;
use crate::games::kalah::Kalah;
use crate::games::loa::Loa;
use crate::games::onitama::Onitama;
use crate::games::othello::Othello;
use crate::games::oware::Oware;

/// The low byte of a shape must be the number of the game. It must be 0 for a custom game.
#[test]
fn each_game_has_a_shape_of_its_own() {
    let shapes = [
        Breakthrough::default().shape(),
        Kalah::default().shape(),
        Loa::default().shape(),
        Oware::default().shape(),
        Othello::default().shape(),
        Onitama::default().shape(),
        Einstein::default().shape(),
    ];
    assert_eq!(shapes.map(|shape| shape as u8), [1, 2, 3, 4, 5, 6, 7]);
    assert!(!shapes.into_iter().any(is_own));
    assert!([0, 0x100, 0xFFFF_FF00].into_iter().all(is_own));
}
