//! What a game in Rust does wrong is found behind [`Guest`], too: so each method is handed on, and
//! none is answered by a default, which would be right.
#![allow(clippy::panic)]

#[path = "../../../tests/common/broken.rs"]
mod broken;

use broken::{EXPECTED, Mistake, Ttt};
use imm::check::{Options, Report, Typed};
use imm_harness::check::report_of;
use imm_harness::guest::Guest;

fn checked(mistake: Mistake) -> Report {
    let options = Options { seed: 1, plies: 10_000 };
    report_of(&mut Typed::new(Guest::new(Ttt::new(mistake))), &options)
}

#[test]
fn each_mistake_is_found_through_a_guest() {
    for (mistake, kind, callback) in EXPECTED {
        // Points that are not those of the value are not handed on: a guest takes the value's.
        let hidden = mistake == Mistake::EvaluatesOtherwise;
        let report = checked(mistake);
        let first = report.findings().first().map(|finding| (finding.kind, finding.callback));
        assert_eq!(first, (!hidden).then_some((kind, callback)), "{mistake:?}");
    }
    assert!(checked(Mistake::Nothing).findings().is_empty());
}
