//! Tests which players are valid: the range of every option, NaN, contradictions, and options that
//! a game does not support.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use imm::base::text::Text;
use imm::game::knowledge::Abilities;
use imm::games::breakthrough::Breakthrough;
use imm::games::kalah::Kalah;
use imm::player;
use imm::player::options::{Expansion, Schedule};
use imm::player::strategy::{Selective, Strategy};
use imm::player::{Config, ConfigError};

/// Sets one option of a player to a number.
type Change = fn(&mut Config, f32);

/// Returns the option whose number is out of range in `config`, or "" if all numbers are valid.
fn out_of_range(config: &Config) -> &'static str {
    match config.check() {
        Ok(()) => "",
        Err(ConfigError::OutOfRange(range)) => range.option,
        Err(_) => "another error",
    }
}

#[test]
fn real_numbers_have_a_range_and_nan_is_in_none() {
    let options: [(&str, f32, Change); 11] = [
        ("c", 100.0, |config, x| config.c = x),
        ("im", 1.0, |config, x| config.im = x),
        ("cb", 1.0, |config, x| config.cb = x),
        ("impb", 1.0, |config, x| config.impb = x),
        ("pb", 100.0, |config, x| config.pb = x),
        ("tp", 100.0, |config, x| config.tp = x),
        ("fpu", 100.0, |config, x| config.fpu = Some(x)),
        ("ege", 1.0, |config, x| config.ege = Some(x)),
        ("det", 1.0, |config, x| config.det = x),
        ("marg", 1.0, |config, x| config.marg = x),
        ("temp", 100.0, |config, x| config.temp = x),
    ];
    for (name, max, change) in options {
        let with = |x| {
            let mut config = Config::default();
            change(&mut config, x);
            out_of_range(&config)
        };
        for good in [0.0, -0.0, f32::MIN_POSITIVE, max / 3.0, max] {
            assert_eq!(with(good), "", "{name} {good}");
        }
        for bad in [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -f32::MIN_POSITIVE, -1.0, max * 1.0001] {
            assert_eq!(with(bad), name, "{name} {bad}");
        }
    }
}

#[test]
fn whole_numbers_have_a_range() {
    let default = Config::default();
    let cases = [
        ("np", Config { np: 10_000, ..default }, Config { np: 10_001, ..default }),
        ("ip", Config { ip: 10_000, ..default }, Config { ip: 10_001, ..default }),
        ("fet", Config { fet: Some(9_999), ..default }, Config { fet: Some(10_000), ..default }),
        ("period of det", Config { det_period: 999, ..default }, Config { det_period: 1000, ..default }),
        ("period of det", Config { det_period: 1, ..default }, Config { det_period: 0, ..default }),
        ("ct", Config { ct: 9_999_999, ..default }, Config { ct: 10_000_000, ..default }),
        ("cut", Config { cut: 65_535, ..default }, Config { cut: 65_536, ..default }),
        (
            "period of cut",
            Config { cut: 1, cut_period: 999, ..default },
            Config { cut: 1, cut_period: 1000, ..default },
        ),
        ("period of cut", Config { cut: 1, cut_period: 1, ..default }, Config { cut: 1, cut_period: 0, ..default }),
        (
            "visits of im",
            Config { im: 0.4, schedule: Schedule::Falling(9_999_999), ..default },
            Config { im: 0.4, schedule: Schedule::Falling(10_000_000), ..default },
        ),
        (
            "visits of im",
            Config { im: 0.4, schedule: Schedule::Rising(1), ..default },
            Config { im: 0.4, schedule: Schedule::Rising(0), ..default },
        ),
    ];
    for (name, good, bad) in cases {
        assert_eq!(out_of_range(&good), "", "{good:?}");
        assert_eq!(out_of_range(&bad), name, "{bad:?}");
    }
}

#[test]
fn playout_strategies_have_a_range() {
    let with = |strategy| out_of_range(&Config { strategy, ..Config::default() });
    for width in 0..=u8::MAX {
        let fits = (1..=12).contains(&width);
        let answer = |option| if fits { "" } else { option };
        assert_eq!(with(Strategy::Greedy(width)), answer("greedy"), "{width}");
        assert_eq!(with(Strategy::Mixed(width)), answer("mix"), "{width}");
        for ply in 0..3 {
            let mut search = Selective::PAPER;
            (search.evaluated[ply], search.looked[ply]) = (width, 0);
            assert_eq!(with(Strategy::AlphaBeta(search)), answer("abp"), "{width} at {ply}");
            // The number of moves that are evaluated, plus the number of moves that are looked at,
            // must be at most 12. A player may always look at `ALL` moves.
            for looked in 0..=u8::MAX {
                search.looked[ply] = looked;
                let fits = fits && (looked == Selective::ALL || looked <= 12 - width);
                assert_eq!(with(Strategy::AlphaBeta(search)).is_empty(), fits, "{width} and {looked} at {ply}");
            }
        }
    }
    for depth in 0..=u8::MAX {
        let search = Selective { depth, ..Selective::PAPER };
        assert_eq!(with(Strategy::AlphaBeta(search)).is_empty(), (1..=3).contains(&depth), "{depth}");
    }
}

#[test]
fn what_makes_no_sense_says_why() {
    let default = Config::default();
    let cases = [
        (Config { im: 0.1, cb: 0.1, ..default }, "'cb' and 'im': both weigh the static values against the mean"),
        (Config { im: 0.1, impb: 0.1, ..default }, "'impb' and 'im': both weigh"),
        (Config { cb: 0.1, impb: 0.1, ..default }, "'impb' and 'cb': both weigh"),
        (Config { marg: 0.5, det: 0.5, ..default }, "'marg' and 'det': a playout that ends early has no margin"),
        (Config { marg: 0.5, cut: 9, ..default }, "'marg' and 'cut': a playout that ends early has no margin"),
        (
            Config { det: 0.5, fet: Some(4), ..default },
            "'det' and 'fet': the playout would end before its value is checked",
        ),
        (
            Config { cb: 0.4, schedule: Schedule::Falling(100), ..default },
            "'cb' and 'im': only the weight of 'im' can depend on the visits",
        ),
        (
            Config { impb: 0.4, schedule: Schedule::Rising(100), ..default },
            "'impb' and 'im': only the weight of 'im' can depend on the visits",
        ),
        (Config { tp: 1.0, pb: 1.0, ..default }, "'tp' and 'pb': a node stores only one bias"),
        (Config { ct: 5, expansion: Expansion::One, ..default }, "'ct' and 'one': it needs all children of a node"),
        (Config { fpu: Some(0.0), expansion: Expansion::One, ..default }, "'fpu' and 'one': it needs"),
        (
            Config { cut: 700, fet: Some(1), ..default },
            "'cut' and 'fet': the playout would end before its value is checked",
        ),
        (
            Config { strategy: Strategy::Transition, ipp: true, ..default },
            "'pmc' and 'ipp': both choose the moves of playouts",
        ),
        (Config { strategy: Strategy::Corrective, ege: Some(0.1), ..default }, "'corr' and 'ege': both choose"),
        (Config { strategy: Strategy::Greedy(7), ipp: true, ..default }, "'greedy' and 'ipp': both choose"),
        (Config { strategy: Strategy::Mixed(7), ege: Some(0.0), ..default }, "'mix' and 'ege': both choose"),
        (Config { strategy: Strategy::AlphaBeta(Selective::PAPER), ipp: true, ..default }, "'abp' and 'ipp': both"),
    ];
    for (config, expected) in cases {
        let mut bytes = [0; 192];
        let mut text = Text::new(&mut bytes);
        config.check().unwrap_err().explain(&mut text);
        assert!(text.as_str().starts_with(expected), "{}", text.as_str());
    }
    assert_eq!(Config { det: 0.5, fet: Some(5), ..default }.check(), Ok(()));
    assert_eq!(Config { cut: 700, fet: Some(2), ..default }.check(), Ok(()));
    // A playout strategy that evaluates positions checks the value at every ply. So `cut` does not
    // contradict `fet0`, a playout of no plies.
    assert_eq!(Config { cut: 700, fet: Some(0), strategy: Strategy::Corrective, ..default }.check(), Ok(()));
}

#[test]
fn all_children_are_made_where_something_tells_them_apart() {
    let one = ["mcts()", "mcts(pmc)", "mcts(cut5,greedy)", "mcts(fet3)", "mcts(tp1,one)"];
    let all = [
        "mcts(im0.1)",
        "mcts(tp1)",
        "mcts(ct1)",
        "mcts(fpu0)",
        "mcts(pb1)",
        "mcts(np)",
        "mcts(mcloa,tp0,ct0)",
        "mcts(all)",
    ];
    for (players, expected) in [(&one[..], false), (&all[..], true)] {
        for player in players {
            assert_eq!(player::parse(player).unwrap().tree().unwrap().expands_all(), expected, "{player}");
        }
    }
}

/// Tests which players keep values in their nodes, and which back these values up.
#[test]
fn values_are_kept_where_an_option_reads_them() {
    for (player, keeps, backs_up) in [
        ("mcts()", false, false),
        ("mcts(pb1)", false, false),
        ("mcts(eps0.3)", false, false),
        ("mcts(pmc,cut5)", false, false),
        ("mcts(cb0.4)", true, false),
        ("mcts(ct5)", true, false),
        ("mcts(softmax0.2)", true, false),
        ("mcts(im0.4)", true, true),
        ("mcts(impb0.4)", true, true),
        ("mcts(im0.4,ct5,eps0.3)", true, true),
    ] {
        let config = player::parse(player).unwrap();
        let config = config.tree().unwrap();
        assert_eq!((config.uses_values(), config.backs_up_values()), (keeps, backs_up), "{player}");
    }
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
        ("mcts(mcloa)", true, true),
        ("mcts(mcloa,abp2)", true, true),
        ("mcts(mcloa,efLH)", false, true),
        ("mcts(pmc,cut5)", true, true),
    ] {
        let player_of = player::parse(player).unwrap();
        assert_eq!(player_of.check_for(&Kalah::default()).is_ok(), on_kalah, "{player}");
        assert_eq!(player_of.check_for(&Breakthrough::default()).is_ok(), on_breakthrough, "{player}");
    }
}

#[test]
fn a_game_without_knowledge_plays_without_what_needs_it() {
    let all = Abilities {
        evaluator: true,
        weights: true,
        priors: true,
        transitions: true,
        #[cfg(feature = "policies")]
        score: true,
        #[cfg(feature = "policies")]
        built_in: "",
        #[cfg(feature = "policies")]
        hash: true,
        #[cfg(feature = "policies")]
        order: true,
        #[cfg(feature = "policies")]
        net: false,
        #[cfg(feature = "policies")]
        max_moves: 100,
        #[cfg(feature = "chance")]
        chance: false,
        #[cfg(feature = "players")]
        players: 2,
        #[cfg(feature = "players")]
        skips_turns: false,
    };
    let (blind, even) = (Abilities { evaluator: false, ..all }, Abilities { transitions: false, ..all });
    let (evaluation, probabilities) = (Some("an evaluation"), Some("transition probabilities"));
    // Each case has a player and the option that the error names. The last two columns are what the
    // game lacks: first in a game without an evaluation, second in a game without transition
    // probabilities.
    let cases = [
        ("mcts(tp1)", "tp", None, probabilities),
        ("mcts(pmc)", "pmc", None, probabilities),
        ("mcts(ct5)", "ct", evaluation, None),
        ("mcts(cut5)", "cut", evaluation, None),
        ("mcts(corr)", "corr", evaluation, None),
        ("mcts(greedy)", "greedy", evaluation, None),
        ("mcts(mix)", "mix", evaluation, None),
        ("mcts(abp2)", "abp", evaluation, None),
        ("mcts(fpu1)", "fpu", None, None),
        ("mcts(mcloa,tp0)", "ct", evaluation, None),
        ("mcts(mcloa,ct0,cut0,pmc)", "tp", None, probabilities),
    ];
    for (player, option, without_evaluation, without_probabilities) in cases {
        let config = player::parse(player).unwrap();
        assert_eq!(config.check_with(&all), Ok(()), "{player}");
        let lacking =
            |needs: Option<&'static str>| needs.map_or(Ok(()), |needs| Err(ConfigError::Unsupported { option, needs }));
        assert_eq!(config.check_with(&blind), lacking(without_evaluation), "{player}");
        assert_eq!(config.check_with(&even), lacking(without_probabilities), "{player}");
    }
}
