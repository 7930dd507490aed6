//! Tests of `end.rs`.

use super::*;

#[test]
fn it_takes_25_games_or_more() {
    let contradicts = |more, fewer| Tally { more, fewer }.contradicts();
    assert!(!contradicts(0, 0) && !contradicts(0, 24) && contradicts(0, 25));
    assert!(!contradicts(1, 27) && contradicts(1, 28)); // 26 * 26 < 25 * 28; 27 * 27 > 25 * 29
    assert!(!contradicts(500, 500) && !contradicts(25, 0) && contradicts(400, 600));
    assert!(contradicts(0, u32::MAX) && !contradicts(u32::MAX, 0));
}
