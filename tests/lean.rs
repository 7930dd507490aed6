//! Without the feature `policies`, the library must reject exactly the options that need this
//! feature. Each error must name the option.
#![cfg(not(feature = "policies"))]
#![allow(clippy::unwrap_used)]

use imm::base::text::Text;
use imm::games::breakthrough::Breakthrough;
use imm::player::options::{Decision, Expansion, Schedule};
use imm::player::strategy::{Selective, Strategy};
use imm::player::{self, SpecErrorKind};
use imm::player::{Config, ConfigError};

#[test]
fn what_is_left_out_is_refused_by_name() {
    let off = Config::default();
    let left_out = [
        ("cb", Config { cb: 0.4, ..off }),
        ("impb", Config { impb: 0.4, ..off }),
        ("pb", Config { pb: 1.0, ..off }),
        ("np", Config { np: 1, ..off }),
        ("ip", Config { ip: 1, ..off }),
        ("reg", Config { im: 0.4, reg: true, ..off }),
        ("ege", Config { ege: Some(0.0), ..off }),
        ("det", Config { det: 0.5, ..off }),
        ("tp", Config { tp: 1.0, ..off }),
        ("ct", Config { ct: 1, ..off }),
        ("fpu", Config { fpu: Some(0.0), ..off }),
        ("a playout strategy", Config { strategy: Strategy::Transition, ..off }),
        ("a playout strategy", Config { strategy: Strategy::Corrective, ..off }),
        ("a playout strategy", Config { strategy: Strategy::Greedy(7), ..off }),
        ("a playout strategy", Config { strategy: Strategy::Mixed(7), ..off }),
        ("a playout strategy", Config { strategy: Strategy::AlphaBeta(Selective::PAPER), ..off }),
        ("cut", Config { cut: 1, ..off }),
        ("max", Config { max: 1, ..off }),
        ("visits of im", Config { im: 0.4, schedule: Schedule::Falling(100), ..off }),
        ("visits of im", Config { im: 0.4, schedule: Schedule::Rising(100), ..off }),
    ];
    for (option, config) in left_out {
        let error = config.check_for(&Breakthrough::default()).unwrap_err();
        assert_eq!(error, ConfigError::LeftOut(option));
        let mut buffer = [0; 100];
        let mut text = Text::new(&mut buffer);
        error.explain(&mut text);
        let explained = format!("'{option}' needs a library built with the feature policies");
        assert_eq!(text.as_bytes(), explained.as_bytes());
    }
    // NaN must be rejected as out of range or as a missing option, and never accepted.
    assert!(Config { pb: f32::NAN, ..off }.check().is_err());
}

#[test]
fn the_rest_is_there() {
    let all = Config {
        c: 0.7,
        im: 0.4,
        ipp: true,
        fet: Some(4),
        threshold: 2,
        solver: false,
        recycle: false,
        expansion: Expansion::One,
        decision: Decision::ValueLogVisits,
        ..Config::default()
    };
    assert_eq!(all.check_for(&Breakthrough::default()), Ok(()));
    let wrong = |config: Config| match config.check() {
        Err(ConfigError::OutOfRange(range)) => range.option,
        _ => "",
    };
    assert_eq!(wrong(Config { c: 101.0, ..all }), "c");
    assert_eq!(wrong(Config { fet: Some(10_000), ..all }), "fet");
}

#[test]
fn the_notation_says_so_as_well() {
    for player in [
        "mcts(np)",
        "mcts(bl)",
        "mcts(c1.0,max5)",
        "mcts(im0.4-100)",
        "mcts(mcloa)",
        "mcts(tp1)",
        "mcts(ct5)",
        "mcts(fpu0)",
        "mcts(pmc)",
        "mcts(corr)",
        "mcts(greedy3)",
        "mcts(mix)",
        "mcts(abp2)",
        "mcts(cut5)",
    ] {
        assert_eq!(player::parse(player).unwrap_err().kind, SpecErrorKind::LeftOut, "{player}");
    }
    assert!(player::parse("mcts(c0.7,im0.3,ipp,fet20,one,log)").is_ok());
}
