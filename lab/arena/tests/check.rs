//! The check must also find the mistakes of a Rust game when the game is wrapped in [`Guest`].
//! Therefore, [`Guest`] must forward every method: a default method would hide a mistake.
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
        // [`Guest`] computes the raw evaluation from the value. So the check cannot notice a value
        // that does not match the raw evaluation.
        let hidden = mistake == Mistake::EvaluatesOtherwise;
        let report = checked(mistake);
        let first = report.findings().first().map(|finding| (finding.kind, finding.callback));
        assert_eq!(first, (!hidden).then_some((kind, callback)), "{mistake:?}");
    }
    assert!(checked(Mistake::Nothing).findings().is_empty());
}
