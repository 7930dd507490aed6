#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::arithmetic_side_effects)]

use super::{Options, Report, Room, Typed, check};
use crate::base::rng::Rng;
use crate::game::evaluator::{EVALUATORS, Evaluator};
use crate::game::knowledge::Knowledge;
use crate::game::notation::Notation;
use crate::games::breakthrough::Breakthrough;
use crate::games::einstein::Einstein;
use crate::games::kalah::{Capture, Kalah};
use crate::games::loa::Loa;
use crate::games::onitama::Onitama;
use crate::games::othello::Othello;
use crate::games::oware::Oware;
use crate::games::testing;
use std::boxed::Box;
use std::string::String;

pub(super) fn text_of(report: &Report) -> String {
    testing::text_of(8192, |text| report.explain(text))
}

fn checked<G: Knowledge + Notation + Clone + PartialEq>(start: &G, seed: u64, plies: u32) -> Report {
    let mut room = Box::new(Room::<128, 1024>::default());
    let mut report = Report::default();
    for evaluator in core::iter::once(Evaluator::DEFAULT).chain(EVALUATORS.iter().map(|named| named.evaluator)) {
        if evaluator == Evaluator::DEFAULT || start.has_evaluator(evaluator) {
            let mut game = Box::new(Typed::with_evaluator(start.clone(), evaluator));
            check(&mut *game, room.memory(), &Options { seed, plies }, None, &mut report);
            assert!(report.findings().is_empty(), "{}: {}", evaluator.word(), text_of(&report));
        }
    }
    report
}

#[test]
fn nothing_is_wrong_with_the_built_in_games() {
    for seed in 0..u64::from(testing::rounds(4)) {
        checked(&Breakthrough::default(), seed, 3000);
        checked(&Breakthrough::new(5, 5).unwrap(), seed, 1500);
        for capture in [Capture::Empty, Capture::Standard, Capture::Stays] {
            checked(&Kalah::new(6, 4, capture).unwrap(), seed, 3000);
        }
        checked(&Loa::default(), seed, 3000);
        checked(&Oware::default(), seed, 3000);
        checked(&Othello::default(), seed, 3000);
        checked(&Onitama::deal(seed), seed, 3000);
        checked(&Einstein::random(&mut Rng::new(seed)), seed, 3000);
    }
}
