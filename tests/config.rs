//! What a player may be: every range, NaN, what contradicts itself, what a game does not have.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use imm::config::{Config, ConfigError, Schedule};
use imm::games::breakthrough::Breakthrough;
use imm::games::kalah::Kalah;
use imm::spec;
use imm::text::Text;

/// The same player with a number in place of one of its options.
type Change = fn(&mut Config, f32);

#[test]
fn real_numbers_have_a_range_and_nan_is_in_none() {
    let options: [(&str, f32, Change); 7] = [
        ("c", 100.0, |config, x| config.c = x),
        ("im", 1.0, |config, x| config.im = x),
        ("cb", 1.0, |config, x| config.cb = x),
        ("impb", 1.0, |config, x| config.impb = x),
        ("pb", 100.0, |config, x| config.pb = x),
        ("ege", 1.0, |config, x| config.ege = Some(x)),
        ("det", 1.0, |config, x| config.det = x),
    ];
    for (name, max, change) in options {
        let with = |x| {
            let mut config = Config::default();
            change(&mut config, x);
            config.check()
        };
        for good in [0.0, -0.0, f32::MIN_POSITIVE, max / 3.0, max] {
            assert_eq!(with(good), Ok(()), "{name} {good}");
        }
        for bad in [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -f32::MIN_POSITIVE, -1.0, max * 1.0001] {
            assert_eq!(with(bad), Err(ConfigError::OutOfRange(name)), "{name} {bad}");
        }
    }
}

#[test]
fn whole_numbers_have_a_range() {
    let default = Config::default();
    let cases = [
        ("np", Config { np: 10_000, ..default }, Config { np: 10_001, ..default }),
        ("fet", Config { fet: Some(9_999), ..default }, Config { fet: Some(10_000), ..default }),
        ("det", Config { det_period: 999, ..default }, Config { det_period: 1000, ..default }),
        ("det", Config { det_period: 1, ..default }, Config { det_period: 0, ..default }),
        (
            "im",
            Config { im: 0.4, schedule: Schedule::Falling(9_999_999), ..default },
            Config { im: 0.4, schedule: Schedule::Falling(10_000_000), ..default },
        ),
        (
            "im",
            Config { im: 0.4, schedule: Schedule::Rising(1), ..default },
            Config { im: 0.4, schedule: Schedule::Rising(0), ..default },
        ),
    ];
    for (name, good, bad) in cases {
        assert_eq!(good.check(), Ok(()), "{good:?}");
        assert_eq!(bad.check(), Err(ConfigError::OutOfRange(name)), "{bad:?}");
    }
}

#[test]
fn what_makes_no_sense_says_why() {
    let default = Config::default();
    let cases = [
        (Config { im: 0.1, cb: 0.1, ..default }, "'cb' and 'im': both say how the static values are weighed"),
        (Config { im: 0.1, impb: 0.1, ..default }, "'impb' and 'im': both say"),
        (Config { cb: 0.1, impb: 0.1, ..default }, "'impb' and 'cb': both say"),
        (
            Config { det: 0.5, fet: Some(4), ..default },
            "'det' and 'fet': the playout ends before its value is looked at",
        ),
        (
            Config { cb: 0.4, schedule: Schedule::Falling(100), ..default },
            "'cb' and 'im': an alpha that depends on visits is for im alone",
        ),
        (
            Config { impb: 0.4, schedule: Schedule::Rising(100), ..default },
            "'impb' and 'im': an alpha that depends on visits is for im alone",
        ),
    ];
    for (config, expected) in cases {
        let mut bytes = [0; 192];
        let mut text = Text::new(&mut bytes);
        config.check().unwrap_err().explain(&mut text);
        assert!(text.as_str().starts_with(expected), "{}", text.as_str());
    }
    assert_eq!(Config { det: 0.5, fet: Some(5), ..default }.check(), Ok(()));
}

#[test]
fn a_game_is_asked_for_what_the_options_need() {
    for (player, on_kalah, on_breakthrough) in [
        ("mcts(fet4,im0.3,det0.3/2,ege0.1,max10,pb1)", true, true),
        ("mcts(ipp)", false, true),
        ("mcts(np)", false, true),
        ("mcts(bl)", true, true),
        ("mcts(bl')", false, true),
        ("mcts(efRS,im0.3)", true, false),
        ("mcts(efLH)", false, true),
        ("ab(efMS)", false, true),
        ("ab()", true, true),
    ] {
        let player_of = spec::parse(player).unwrap();
        assert_eq!(player_of.check_for(&Kalah::default()).is_ok(), on_kalah, "{player}");
        assert_eq!(player_of.check_for(&Breakthrough::default()).is_ok(), on_breakthrough, "{player}");
    }
}
