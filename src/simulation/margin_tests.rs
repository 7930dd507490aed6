//! Tests of the reward of a finished game with the option `marg`.

use super::*;

#[test]
fn margins_by_hand() {
    let value = |weight, outcome, score, most| by_margin(weight, outcome, score, most).raw();
    // W is the weight of the option `marg`. A win by 12 of 48 points must be worth 1 - W + W / 4.
    assert_eq!(value(1.0, Outcome::FirstWins, 12, 48), 8192); // 8191.75
    assert_eq!(value(0.5, Outcome::FirstWins, 12, 48), 20479); // 20479.375
    assert_eq!(value(0.5, Outcome::SecondWins, -12, 48), -20479);
    assert_eq!(value(0.5, Outcome::FirstWins, 48, 48), 32767);
    assert_eq!(value(0.5, Outcome::FirstWins, 99, 48), 32767);
    assert_eq!(value(0.5, Outcome::Draw, 5, 48), 0);
    // If the winner has fewer points than the opponent, the game must count as a win by one point.
    assert_eq!(value(1.0, Outcome::SecondWins, 20, 64), -512); // 511.98
    assert_eq!(value(1.0, Outcome::SecondWins, i32::MIN, 64), -32767);
    assert_eq!(value(1.0, Outcome::FirstWins, i32::MIN, 32767), 1);
    assert_eq!(value(1.0, Outcome::FirstWins, 7, 0), 32767);
}

#[test]
fn a_larger_margin_is_never_worth_less_and_a_win_more_than_a_draw() {
    for weight in [0.001, 0.3, 1.0] {
        let worth = |score| by_margin(weight, Outcome::FirstWins, score, 500);
        assert!(worth(-3) > Value::DRAW);
        assert!((-3..510).all(|score| worth(score) <= worth(score + 1)));
    }
}
