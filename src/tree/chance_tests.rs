use crate::tree::slot::Slot;

#[test]
fn an_outcome_stores_a_probability_that_is_never_0() {
    let stored = |odds, sum| {
        let mut outcome = Slot::default();
        outcome.set_share(odds, sum);
        outcome.share()
    };
    assert_eq!(stored(1, 1), 4_194_303);
    assert_eq!(stored(1, 2), 2_097_151);
    assert_eq!(stored(1, 1 << 40), 1);
    assert_eq!(stored(1 << 24, 1 << 24), 4_194_303);
}
