//! Tests that `imm::check` finds mistakes in a Rust game. The game of the test is correct except
//! for one mistake at a time. `c/mistakes.c` is the same test for games in C, with more mistakes.
#![allow(clippy::panic)]

#[path = "common/broken.rs"]
mod broken;

use broken::{EXPECTED, Mistake, Ttt};
use imm::base::text::Text;
use imm::check::{Options, Report, Room, Typed, check};

fn checked(mistake: Mistake, seed: u64) -> Report {
    let mut room = Box::new(Room::<10, 1024>::default());
    let mut report = Report::default();
    let options = Options { seed, plies: 10_000 };
    check(&mut Typed::new(Ttt::new(mistake)), room.memory(), &options, None, &mut report);
    report
}

fn text_of(report: &Report) -> String {
    let mut bytes = vec![0; 8192];
    let mut text = Text::new(&mut bytes);
    report.explain(&mut text);
    text.as_str().to_owned()
}

#[test]
fn each_mistake_is_found() {
    for (mistake, kind, callback) in EXPECTED {
        for seed in 0..2 {
            let report = checked(mistake, seed);
            let first = report.findings().first().unwrap_or_else(|| panic!("{mistake:?}: nothing is found"));
            let text = text_of(&report);
            assert_eq!((first.kind, first.callback), (kind, callback), "{mistake:?}, seed {seed}: {text}");
            assert!(text.contains(&format!("1. {} {}.", callback.word(), kind.says())), "{text}");
            // The report must have a single finding, except for the two mistakes that cause several
            // findings.
            let alone = !matches!(mistake, Mistake::ListsTwice | Mistake::EmptyText);
            assert_eq!(report.findings().len() == 1, alone, "{mistake:?}, seed {seed}: {text}");
        }
    }
}

#[test]
fn nothing_is_found_where_nothing_is_wrong() {
    for seed in 0..3 {
        let report = checked(Mistake::Nothing, seed);
        assert!(report.findings().is_empty(), "{}", text_of(&report));
        assert_eq!((report.positions, report.moves_max, report.longest), (10_000, 9, 9));
    }
}
