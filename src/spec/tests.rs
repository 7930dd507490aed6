//! What is read, what is written, and what is refused.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::config::{Config, Decision, Divisor, Expansion, Schedule};
use proptest::prelude::*;

fn written(player: &Searcher, bytes: &mut [u8]) -> usize {
    let mut text = Text::new(bytes);
    write(player, &mut text);
    assert!(!text.overflowed());
    text.as_str().len()
}

fn round_trip(spec: &str, expected: &str) {
    let mut bytes = [0; 192];
    let len = written(&parse(spec).unwrap(), &mut bytes);
    assert_eq!(core::str::from_utf8(&bytes[..len]).unwrap(), expected);
}

#[test]
fn reads_and_writes_back() {
    round_trip("mcts(c1.0,im0.4,efMS,ipp)", "mcts(c1.0,im0.4,efMS,ipp)");
    round_trip("mcts()", "mcts(c1.0)");
    round_trip("mcts(ipp,efMS,im0.4)", "mcts(c1.0,im0.4,efMS,ipp)");
    round_trip("mcts(c0.0625,all,t5,nosolver,norecycle,log)", "mcts(c0.0625,all,t5,nosolver,norecycle,log)");
    round_trip("mcts(c100,im1)", "mcts(c100.0,im1.0)");
    round_trip("ab()", "ab()");
    round_trip("ab(efLH)", "ab(efLH)");
    round_trip("ab(mia)", "ab(efWB,all)");
    round_trip("mcts(im0.4-1000)", "mcts(c1.0,im0.4-1000)");
    round_trip("mcts(im0.4+50)", "mcts(c1.0,im0.4+50)");
    round_trip("mcts(bl,im0.4,efMS)", "mcts(c1.0,im0.4,efMS,ege0.1,det0.5)");
    round_trip("mcts(bl',efLH)", "mcts(c1.0,np10,efLH,ipp,fet20)");
    round_trip(
        "mcts(max1000,det0.3/7,fet50,ege0,np,pb0.66/n)",
        "mcts(c1.0,pb0.66/n,np10,ege0.0,fet50,det0.3/7,max1000)",
    );
    round_trip("mcts(pb2,cb0.4)", "mcts(c1.0,cb0.4,pb2.0)");
    round_trip("mcts(pb2/l,impb0.4,fet0)", "mcts(c1.0,impb0.4,pb2.0/l,fet0)");
}

#[test]
fn names_what_is_wrong_and_where() {
    let cases = [
        ("", SpecErrorKind::Syntax, 0, 0),
        ("mcts", SpecErrorKind::Syntax, 0, 4),
        ("uct()", SpecErrorKind::UnknownSearcher, 0, 3),
        ("mcts(ipp", SpecErrorKind::Syntax, 7, 1),
        ("mcts()x", SpecErrorKind::Syntax, 6, 1),
        ("mcts(ipp,,c1)", SpecErrorKind::UnknownOption, 9, 0),
        ("mcts(ipp,foo)", SpecErrorKind::UnknownOption, 9, 3),
        ("mcts(im)", SpecErrorKind::BadNumber, 5, 2),
        ("mcts(c-1)", SpecErrorKind::BadNumber, 5, 3),
        ("mcts(c1.00001)", SpecErrorKind::BadNumber, 5, 8),
        ("mcts(t1.5)", SpecErrorKind::BadNumber, 5, 4),
        ("mcts(im1.1)", SpecErrorKind::OutOfRange, 5, 5),
        ("mcts(c101)", SpecErrorKind::OutOfRange, 5, 4),
        ("mcts(c1,c2)", SpecErrorKind::Repeated, 8, 2),
        ("mcts(efMS,efLH)", SpecErrorKind::Repeated, 10, 4),
        ("mcts(im0.4-)", SpecErrorKind::BadNumber, 5, 6),
        ("mcts(im0.4-0)", SpecErrorKind::OutOfRange, 5, 7),
        ("mcts(pb1/x)", SpecErrorKind::BadNumber, 5, 5),
        ("mcts(det1.1)", SpecErrorKind::OutOfRange, 5, 6),
        ("mcts(det0.5/0)", SpecErrorKind::OutOfRange, 5, 8),
        ("mcts(ege1.5)", SpecErrorKind::OutOfRange, 5, 6),
        ("mcts(np10001)", SpecErrorKind::OutOfRange, 5, 7),
        ("mcts(fet10000)", SpecErrorKind::OutOfRange, 5, 8),
        ("mcts(bl,det0.3)", SpecErrorKind::Repeated, 8, 6),
        ("mcts(np,bl')", SpecErrorKind::Repeated, 8, 3),
        ("mcts(max)", SpecErrorKind::BadNumber, 5, 3),
        ("mcts( ipp)", SpecErrorKind::UnknownOption, 5, 4),
    ];
    for (spec, kind, position, length) in cases {
        assert_eq!(parse(spec), Err(SpecError { kind, position, length }), "{spec}");
    }
}

#[test]
fn explains_for_a_person() {
    let mut bytes = [0; 192];
    let cases = [
        ("mcts(ipp,foo)", "unknown option 'foo' at character 10"),
        (
            "mcts(im0.4,cb0.4)",
            "contradictory option 'cb0.4' at character 12: \
             both say how the static values are weighed against the mean",
        ),
        (
            "mcts(det0.5,fet4)",
            "contradictory option 'fet4' at character 13: the playout ends before its value is looked at",
        ),
    ];
    for (spec, expected) in cases {
        let mut text = Text::new(&mut bytes);
        parse(spec).unwrap_err().explain(spec, &mut text);
        assert_eq!(text.as_str(), expected);
    }
}

prop_compose! {
    /// Which of the static values' three uses, how much, and the bias.
    fn any_values()(
        which in 0_u8..4, weight in 1_u32..=10_000, schedule in 0_u8..3, half in 1..=Config::VISITS_MAX,
        pb in 0_u32..=1_000_000, divisor in 0_usize..3, np in 0..=Config::NP_MAX,
    ) -> Config {
        let weight = weight as f32 / 10_000.0;
        let of = |kind| if which == kind { weight } else { 0.0 };
        let schedules = [Schedule::Constant, Schedule::Falling(half), Schedule::Rising(half)];
        let divisors = [Divisor::SqrtLosses, Divisor::Losses, Divisor::Visits];
        Config {
            im: of(1),
            schedule: if which == 1 { schedules[usize::from(schedule)] } else { Schedule::Constant },
            cb: of(2),
            impb: of(3),
            pb: pb as f32 / 10_000.0,
            divisor: if pb > 0 { divisors[divisor] } else { Divisor::SqrtLosses },
            np,
            ..Config::default()
        }
    }
}

prop_compose! {
    fn any_playout()(
        ipp: bool, ege in prop::option::of(0_u32..=10_000), fet in prop::option::of(0..=Config::FET_MAX),
        det in 0_u32..=10_000, period in 1..=Config::DET_PERIOD_MAX, max: u32,
    ) -> Config {
        let tested = det > 0 && fet.is_none_or(|plies| plies >= period);
        Config {
            ipp,
            ege: ege.map(|epsilon| epsilon as f32 / 10_000.0),
            fet,
            det: if tested { det as f32 / 10_000.0 } else { 0.0 },
            det_period: if tested { period } else { Config::default().det_period },
            max,
            ..Config::default()
        }
    }
}

const EVALUATORS: [Evaluator; 6] = [
    Evaluator::Default,
    Evaluator::Schadd,
    Evaluator::LorentzHorey,
    Evaluator::RamanujanSelman,
    Evaluator::WinandsBjornsson,
    Evaluator::Simple,
];

prop_compose! {
    fn any_config()(
        values in any_values(), playout in any_playout(), c in 0_u32..=1_000_000, threshold: u32,
        (e, x, d) in (0..EVALUATORS.len(), 0_usize..3, 0_usize..4), solver: bool, recycle: bool,
    ) -> Config {
        let expansions = [Expansion::Auto, Expansion::One, Expansion::All];
        let decisions = [Decision::MostVisits, Decision::SecureChild, Decision::BestValue, Decision::ValueLogVisits];
        Config {
            c: c as f32 / 10_000.0,
            evaluator: EVALUATORS[e],
            expansion: expansions[x],
            decision: decisions[d],
            threshold,
            solver,
            recycle,
            ipp: playout.ipp,
            ege: playout.ege,
            fet: playout.fet,
            det: playout.det,
            det_period: playout.det_period,
            max: playout.max,
            ..values
        }
    }
}

fn any_player() -> impl Strategy<Value = Searcher> {
    let depth_first = (0..EVALUATORS.len(), 0_u16..0x1000).prop_filter_map("contradiction", |(e, bits)| {
        let config = alphabeta::Config { evaluator: EVALUATORS[e], switches: alphabeta::Switches::from_bits(bits)? };
        config.check().is_ok().then_some(config)
    });
    prop_oneof![any_config().prop_map(Searcher::Tree), depth_first.prop_map(Searcher::AlphaBeta)]
}

proptest! {
    #[test]
    fn every_player_survives_the_round_trip(player in any_player()) {
        let mut bytes = [0; 192];
        let len = written(&player, &mut bytes);
        let again = parse(core::str::from_utf8(&bytes[..len]).unwrap()).unwrap();
        prop_assert_eq!(again, player);
    }

    #[test]
    fn no_text_breaks_the_parser(spec in "((mcts|ab)\\()?([a-z0-9.,()MSLHé /+'-]|im|bl|det|fet|pb|np){0,30}") {
        if let Err(error) = parse(&spec) {
            prop_assert!(error.position + error.length <= spec.len());
        }
    }
}
