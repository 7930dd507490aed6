//! Tests that player notations are read and written correctly, and that wrong notations are
//! refused.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::game::knowledge::Evaluator;
use crate::player::options::{Comparison, Config, Decision, Divisor, Expansion, Leaf, Schedule};
use crate::player::strategy::{Selective, Strategy as PlayoutStrategy};
use crate::player::{Unit, ValidRange, alphabeta};
use proptest::prelude::*;

fn written(player: &Player, bytes: &mut [u8]) -> usize {
    let mut text = Text::new(bytes);
    write(player, &mut text);
    assert!(!text.overflowed());
    text.as_str().len()
}

fn round_trip(spec: &str, expected: &str) {
    let mut bytes = [0; TEXT_MAX];
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
fn reads_and_writes_mc_loa_back() {
    round_trip("mcts(tp10)", "mcts(c1.0,tp10.0)");
    round_trip("mcts(tp1/n,fpu0)", "mcts(c1.0,tp1.0/n,fpu0.0)");
    round_trip("mcts(fpu0.5,ct5,tp0.5/l)", "mcts(c1.0,tp0.5/l,ct5,fpu0.5)");
    round_trip("mcts(cut300,pmc)", "mcts(c1.0,pmc,cut300)");
    round_trip("mcts(corr,cut7/1)", "mcts(c1.0,corr,cut7/1)");
    round_trip("mcts(cut7/3)", "mcts(c1.0,cut7)");
    round_trip("mcts(greedy)", "mcts(c1.0,greedy7)");
    round_trip("mcts(mix12)", "mcts(c1.0,mix12)");
    round_trip("mcts(abp1)", "mcts(c1.0,abp1)");
    round_trip("mcts(abp2/7+/5)", "mcts(c1.0,abp2)");
    round_trip("mcts(abp3/7+/5/5)", "mcts(c1.0,abp3)");
    round_trip("mcts(abp2/7)", "mcts(c1.0,abp2/7/5)");
    round_trip("mcts(abp2/7+0/5)", "mcts(c1.0,abp2/7/5)");
    round_trip("mcts(abp3/10+2/3+/12)", "mcts(c1.0,abp3/10+2/3+/12)");
    round_trip("mcts(mcloa)", "mcts(c0.7,tp10.0,ct5,fpu1.0,mix7,cut400,t1)");
    round_trip("mcts(mcloa,im0.2)", "mcts(c0.7,im0.2,tp10.0,ct5,fpu1.0,mix7,cut400,t1)");
    round_trip("mcts(mcloa,t0,tp2/n,c0.5,ct0,corr,cut0)", "mcts(c0.5,tp2.0/n,fpu1.0,corr)");
    round_trip("mcts(mcloa,tp0,pb1)", "mcts(c0.7,pb1.0,ct5,fpu1.0,mix7,cut400,t1)");
    // With the preset `mcloa`, alpha-beta playouts must have a lower cut-off, 300, unless the
    // notation has `cut`.
    round_trip("mcts(mcloa,abp2)", "mcts(c0.7,tp10.0,ct5,fpu1.0,abp2,cut300,t1)");
    round_trip("mcts(mcloa,abp3,im0.1)", "mcts(c0.7,im0.1,tp10.0,ct5,fpu1.0,abp3,cut300,t1)");
    round_trip("mcts(mcloa,abp2,cut700)", "mcts(c0.7,tp10.0,ct5,fpu1.0,abp2,cut700,t1)");
    round_trip("mcts(mcloa,cut700,abp2)", "mcts(c0.7,tp10.0,ct5,fpu1.0,abp2,cut700,t1)");
    round_trip("mcts(mcloa,cut0,abp2)", "mcts(c0.7,tp10.0,ct5,fpu1.0,abp2,t1)");
    round_trip("mcts(mcloa,greedy2)", "mcts(c0.7,tp10.0,ct5,fpu1.0,greedy2,cut400,t1)");
    round_trip("mcts(abp2)", "mcts(c1.0,abp2)");
}

#[test]
fn reads_and_writes_best_first_minimax_back() {
    round_trip("bfm()", "bfm(c0.7,fpu0.5)");
    round_trip("bfm(fpu0,c1.5)", "bfm(c1.5,fpu0.0)");
    round_trip("bfm(efLH,best,leafqs)", "bfm(c0.7,fpu0.5,leafqs,efLH,best)");
    round_trip("bfm(im1,log)", "bfm(c0.7,fpu0.5)");
    round_trip("bfm(ubfm)", "bfm(c0.0,fpu0.0,eps0.1,robust)");
    round_trip("bfm(ubfm,eps0,secure)", "bfm(c0.0,fpu0.0,secure)");
    round_trip(
        "bfm(evaltt,leafab2,softmax0.1,norecycle,t3)",
        "bfm(c0.7,fpu0.5,softmax0.1,leafab2,evaltt,t3,norecycle)",
    );
    round_trip("bfm(tp2/n,ct5)", "bfm(c0.7,tp2.0/n,ct5,fpu0.5)");
    round_trip("mcts(im0.4,leafqs)", "mcts(c1.0,im0.4,leafqs)");
    round_trip("mcts(eps0.25,softmax2)", "mcts(c1.0,softmax2.0,eps0.25)");
    round_trip("mcts(temp0.5,secure)", "mcts(c1.0,secure,temp0.5)");
    round_trip("mcts(t3,marg0.25)", "mcts(c1.0,marg0.25,t3)");
    round_trip("mcts(grave,mast)", "mcts(c1.0,grave50,mast3)");
    round_trip("mcts(ipp,mast/0.3)", "mcts(c1.0,ipp,mast/0.3)");
    round_trip("mcts(mast/1)", "mcts(c1.0,mast/1.0)");
    round_trip("mcts(mast/0.014)", "mcts(c1.0,mast/0.01)");
    round_trip("mcts(dec,grave7)", "mcts(c1.0,grave7,dec)");
    round_trip("mcts(grave0,mast12)", "mcts(c1.0,mast12)");
    round_trip("bfm(marg1)", "bfm(c0.7,fpu0.5,marg1.0)");
    round_trip("mcts(temp0,t3)", "mcts(c1.0,t3)");
    round_trip("mcts(efTold,puct1.25,im0.2)", "mcts(c1.0,im0.2,puct1.25,efTold)");
    round_trip("mcts(efTold,puct0)", "mcts(c1.0,efTold)");
    round_trip("mcts(puct0)", "mcts(c1.0)");
    round_trip("mcts(pn1)", "mcts(c1.0,pn1.0)");
    round_trip("mcts(t1,pn0.5/m)", "mcts(c1.0,pn0.5/m,t1)");
    round_trip("mcts(pn100/r)", "mcts(c1.0,pn100.0/r)");
    round_trip("mcts(pn0/r)", "mcts(c1.0)");
    round_trip("bfm(pn0.3)", "bfm(c0.7,pn0.3,fpu0.5)");
    round_trip("mcts(puct100)", "mcts(c1.0,puct100.0,efTold)");
    round_trip("mcts(puct2,efTold)", "mcts(c1.0,puct2.0,efTold)");
    round_trip("bfm(temp100)", "bfm(c0.7,fpu0.5,temp100.0)");
    round_trip("mcts(c0.95,im0.35,fet0,fpu0.5,log)", "mcts(c0.95,im0.35,fpu0.5,fet0,log)");
}

/// Tests the maximum length of a notation. The test writes all options at once, each with as many
/// digits as possible. Some of these options contradict each other, so a valid player never has a
/// longer notation.
#[test]
fn none_is_longer_than_all_options_together() {
    let longest = Config {
        seed: 0,
        best_first: false,
        c: 99.9999,
        im: 0.9999,
        schedule: Schedule::Falling(Config::VISITS_MAX),
        cb: 0.9999,
        impb: 0.9999,
        pb: 99.9999,
        tp: 99.9999,
        puct: 0.0, // excludes options that take more space
        pn: 0.0,   // excludes them too
        comparison: Comparison::Sum,
        mob: 0.0, // as well
        divisor: Divisor::Losses,
        np: Config::NP_MAX,
        ip: 0, // excludes `np`
        ct: Config::VISITS_MAX,
        fpu: Some(99.9999),
        softmax: 99.9999,
        grave: Config::GRAVE_MAX,
        eps: 0.9999,
        leaf: Leaf::AlphaBeta(4),
        evaltt: true,
        prooftt: true,
        bounds: true,
        reg: false, // excludes `grave`
        evaluator: Evaluator::SIMPLE,
        ipp: true,
        ege: Some(0.9999),
        fet: Some(Config::FET_MAX),
        det: 0.9999,
        det_period: Config::DET_PERIOD_MAX,
        strategy: PlayoutStrategy::AlphaBeta(Selective { depth: 3, evaluated: [12; 3], looked: [12; 3] }),
        cut: Config::CUT_MAX,
        cut_period: Config::DET_PERIOD_MAX,
        max: u32::MAX,
        marg: 0.9999,
        expansion: Expansion::One,
        threshold: u32::MAX,
        solver: false,
        recycle: false,
        decision: Decision::SecureChild,
        temp: 99.9999,
    };
    let mut bytes = [0; 2 * TEXT_MAX];
    let len = written(&Player::Tree(longest), &mut bytes);
    assert_eq!(len, TEXT_MAX, "{}", core::str::from_utf8(&bytes[..len]).unwrap());
}

#[test]
fn names_what_is_wrong_and_where() {
    let cases = [
        ("", SpecErrorKind::Syntax, 0, 0),
        ("mcts", SpecErrorKind::Syntax, 0, 4),
        ("uct()", SpecErrorKind::UnknownSearch, 0, 3),
        ("mcts(ipp", SpecErrorKind::Syntax, 7, 1),
        ("mcts()x", SpecErrorKind::Syntax, 6, 1),
        ("mcts(ipp,,c1)", SpecErrorKind::UnknownOption, 9, 0),
        ("mcts(ipp,foo)", SpecErrorKind::UnknownOption, 9, 3),
        ("mcts(im)", SpecErrorKind::BadNumber, 5, 2),
        ("mcts(c-1)", SpecErrorKind::BadNumber, 5, 3),
        ("mcts(c1.00001)", SpecErrorKind::BadNumber, 5, 8),
        ("mcts(t1.5)", SpecErrorKind::BadNumber, 5, 4),
        ("mcts(im1.1)", OUT_OF_RANGE, 5, 5),
        ("mcts(c101)", OUT_OF_RANGE, 5, 4),
        ("mcts(c1,c2)", SpecErrorKind::Repeated, 8, 2),
        ("mcts(efMS,efLH)", SpecErrorKind::Repeated, 10, 4),
        ("mcts(puct101)", OUT_OF_RANGE, 5, 7),
        ("mcts(im0.4-)", SpecErrorKind::BadNumber, 5, 6),
        ("mcts(im0.4-0)", OUT_OF_RANGE, 5, 7),
        ("mcts(pb1/x)", SpecErrorKind::BadNumber, 5, 5),
        ("mcts(det1.1)", OUT_OF_RANGE, 5, 6),
        ("mcts(det0.5/0)", OUT_OF_RANGE, 5, 8),
        ("mcts(ege1.5)", OUT_OF_RANGE, 5, 6),
        ("mcts(np10001)", OUT_OF_RANGE, 5, 7),
        ("mcts(fet10000)", OUT_OF_RANGE, 5, 8),
        ("mcts(bl,det0.3)", SpecErrorKind::Repeated, 8, 6),
        ("mcts(np,bl')", SpecErrorKind::Repeated, 8, 3),
        ("mcts(max)", SpecErrorKind::BadNumber, 5, 3),
        ("mcts( ipp)", SpecErrorKind::UnknownOption, 5, 4),
        ("mcts(tp101)", OUT_OF_RANGE, 5, 5),
        ("mcts(tp1/x)", SpecErrorKind::BadNumber, 5, 5),
        ("mcts(ct)", SpecErrorKind::BadNumber, 5, 2),
        ("mcts(ct10000000)", OUT_OF_RANGE, 5, 10),
        ("mcts(fpu)", SpecErrorKind::BadNumber, 5, 3),
        ("mcts(fpu100.1)", OUT_OF_RANGE, 5, 8),
        ("mcts(cut65536)", OUT_OF_RANGE, 5, 8),
        ("mcts(cut5/0)", OUT_OF_RANGE, 5, 6),
        ("mcts(cut5/1000)", OUT_OF_RANGE, 5, 9),
        ("mcts(cut5/)", SpecErrorKind::BadNumber, 5, 5),
        ("mcts(pmc5)", SpecErrorKind::UnknownOption, 5, 4),
        ("mcts(corr,pmc)", SpecErrorKind::Repeated, 10, 3),
        ("mcts(greedy0)", OUT_OF_RANGE, 5, 7),
        ("mcts(mix13)", OUT_OF_RANGE, 5, 5),
        ("mcts(mix7,abp2)", SpecErrorKind::Repeated, 10, 4),
        ("mcts(abp)", SpecErrorKind::BadNumber, 5, 3),
        ("mcts(abp0)", OUT_OF_RANGE, 5, 4),
        ("mcts(abp4)", OUT_OF_RANGE, 5, 4),
        ("mcts(abp256)", OUT_OF_RANGE, 5, 6),
        ("mcts(abp2/0)", OUT_OF_RANGE, 5, 6),
        ("mcts(abp2/13)", OUT_OF_RANGE, 5, 7),
        ("mcts(abp2/7+6)", OUT_OF_RANGE, 5, 8),
        ("mcts(abp2/7+255)", OUT_OF_RANGE, 5, 10),
        ("mcts(abp2/7+300)", OUT_OF_RANGE, 5, 10),
        ("mcts(abp2/7/5/5)", OUT_OF_RANGE, 5, 10),
        ("mcts(abp2/)", SpecErrorKind::BadNumber, 5, 5),
        ("mcts(abp2/+)", SpecErrorKind::BadNumber, 5, 6),
        ("mcts(abp2/7+x)", SpecErrorKind::BadNumber, 5, 8),
        ("mcts(mcloa,mcloa)", SpecErrorKind::Contradiction("it must come first; options after it change it"), 11, 5),
        ("mcts(im0.4,mcloa)", SpecErrorKind::Contradiction("it must come first; options after it change it"), 11, 5),
        ("mcts(mcloa,tp1,tp2)", SpecErrorKind::Repeated, 15, 3),
        ("mcts(mcloa5)", SpecErrorKind::UnknownOption, 5, 6),
        ("ab(mcloa)", SpecErrorKind::UnknownOption, 3, 5),
        ("bfm(mcloa)", SpecErrorKind::UnknownOption, 4, 5),
        ("mcts(ubfm)", SpecErrorKind::UnknownOption, 5, 4),
        ("mcts(c1,ubfm)", SpecErrorKind::UnknownOption, 8, 4),
        ("bfm(c1,mcloa)", SpecErrorKind::UnknownOption, 7, 5),
        ("bfm(c1,ubfm)", SpecErrorKind::Contradiction("it must come first; options after it change it"), 7, 4),
        ("bfm(leafab)", SpecErrorKind::BadNumber, 4, 6),
        ("bfm(leafab0)", OUT_OF_RANGE, 4, 7),
        ("bfm(leafab5)", OUT_OF_RANGE, 4, 7),
        ("bfm(leafqs,leafab2)", SpecErrorKind::Repeated, 11, 7),
        ("bfm(leafqs2)", SpecErrorKind::UnknownOption, 4, 7),
        ("bfm(softmax100.1)", OUT_OF_RANGE, 4, 12),
        ("bfm(eps1.1)", OUT_OF_RANGE, 4, 6),
        ("bfm(evaltt,evaltt)", SpecErrorKind::Repeated, 11, 6),
        ("bfm(im0.5)", SpecErrorKind::Contradiction("best-first minimax uses only minimax values"), 4, 5),
        ("bfm(ipp)", SpecErrorKind::Contradiction("best-first minimax has no playouts"), 4, 3),
        ("bfm(nosolver)", SpecErrorKind::Contradiction("best-first minimax needs the solver"), 4, 8),
    ];
    for (spec, kind, position, length) in cases {
        let mut found = parse(spec).unwrap_err();
        if let SpecErrorKind::OutOfRange(_) = found.kind {
            found.kind = OUT_OF_RANGE;
        }
        assert_eq!(found, SpecError { kind, position, length }, "{spec}");
    }
}

/// In the list of test cases, this value means any error of the kind [`SpecErrorKind::OutOfRange`].
const OUT_OF_RANGE: SpecErrorKind =
    SpecErrorKind::OutOfRange(ValidRange { option: "", least: 0, most: 0, unit: Unit::Plain });

#[test]
fn explains_for_a_person() {
    let mut bytes = [0; 320];
    let cases = [
        ("mcts(ipp,foo)", "unknown option 'foo' at character 10: see docs/PLAYERS.md"),
        ("mcts(im1.5)", "number out of range in 'im1.5' at character 6: 'im' must be 0 to 1"),
        ("mcts(det0.5/0)", "number out of range in 'det0.5/0' at character 6: 'period of det' must be 1 to 999"),
        ("mcts(mix300)", "number out of range in 'mix300' at character 6: 'mix' must be 1 to 12 moves"),
        (
            "mcts(im0.4,cb0.4)",
            "contradictory option 'cb0.4' at character 12: \
             both weigh the static values against the mean",
        ),
        (
            "mcts(c1,mcloa)",
            "contradictory option 'mcloa' at character 9: it must come first; options after it change it",
        ),
        ("mcts(mcloa,pb1)", "contradictory option 'pb1' at character 12: a node stores only one bias"),
        ("mcts(mcloa,ipp)", "contradictory option 'ipp' at character 12: both choose the moves of playouts"),
        (
            "mcts(mcloa,one)",
            "contradictory option 'one' at character 12: \
             it needs all children of a node, and 'one' creates one at a time",
        ),
        (
            "mcts(cut5,fet1)",
            "contradictory option 'fet1' at character 11: the playout would end before its value is checked",
        ),
        (
            "mcts(det0.5,fet4)",
            "contradictory option 'fet4' at character 13: the playout would end before its value is checked",
        ),
    ];
    for (spec, expected) in cases {
        let mut text = Text::new(&mut bytes);
        parse(spec).unwrap_err().explain(spec, &mut text);
        assert_eq!(text.as_str(), expected);
    }
}

prop_compose! {
    /// Generates a configuration that has at most one of the options `im`, `cb` and `impb`. It can
    /// have any progressive bias or mobility, node prior, `ct` and `fpu`.
    fn any_values()(
        which in 0_u8..4, weight in 1_u32..=10_000, schedule in 0_u8..3, half in 1..=Config::VISITS_MAX,
        bias in 0_u32..=1_000_000, by in 0_usize..3, divisor in 0_usize..3, np in 0..=Config::NP_MAX, informed: bool,
        ct in 0..=Config::VISITS_MAX, fpu in prop::option::of(0_u32..=1_000_000),
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
            pb: if by == 0 { bias as f32 / 10_000.0 } else { 0.0 },
            tp: if by == 1 { bias as f32 / 10_000.0 } else { 0.0 },
            mob: if by == 2 { bias as f32 / 10_000.0 } else { 0.0 },
            ct,
            fpu: fpu.map(|urgency| urgency as f32 / 10_000.0),
            divisor: if bias > 0 && by < 2 { divisors[divisor] } else { Divisor::SqrtLosses },
            np: if informed { 0 } else { np },
            ip: if informed { np } else { 0 },
            ..Config::default()
        }
    }
}

fn any_leaf() -> impl Strategy<Value = Leaf> {
    prop_oneof![Just(Leaf::Static), (1..=Leaf::PLIES_MAX).prop_map(Leaf::AlphaBeta), Just(Leaf::Quiescence)]
}

prop_compose! {
    /// Generates a configuration with `any_values`. Then adds any leaf search, `softmax`, `eps`,
    /// transposition tables and score bounds.
    fn any_choice()(
        values in any_values(), leaf in any_leaf(), softmax in 0_u32..=1_000_000, eps in 0_u32..=10_000, evaltt: bool,
        prooftt: bool, bounds: bool, corrects: bool,
    ) -> Config {
        let reg = corrects && (values.im > 0.0 || values.impb > 0.0);
        let (softmax, eps) = (softmax as f32 / 10_000.0, eps as f32 / 10_000.0);
        Config { leaf, softmax, eps, evaltt, prooftt, bounds, reg, ..values }
    }
}

prop_compose! {
    /// Generates a selective search. Plies beyond its depth have no effect, so they get the widths
    /// of the paper.
    fn any_selective()(
        depth in 1..=Selective::DEPTH_MAX, widths in [1_u8..=12, 1_u8..=12, 1_u8..=12], others in [0_u8..=12, 0_u8..=12, 0_u8..=12],
    ) -> Selective {
        let mut search = Selective { depth, ..Selective::PAPER };
        for ply in 0..usize::from(depth) {
            let fits = widths[ply] + others[ply] <= Selective::WIDTH_MAX;
            (search.evaluated[ply], search.looked[ply]) = (widths[ply], if fits { others[ply] } else { Selective::ALL });
        }
        search
    }
}

fn any_strategy() -> impl Strategy<Value = PlayoutStrategy> {
    prop_oneof![
        Just(PlayoutStrategy::Sampled),
        Just(PlayoutStrategy::Transition),
        Just(PlayoutStrategy::Corrective),
        (1..=Selective::WIDTH_MAX).prop_map(PlayoutStrategy::Greedy),
        (1..=Selective::WIDTH_MAX).prop_map(PlayoutStrategy::Mixed),
        any_selective().prop_map(PlayoutStrategy::AlphaBeta),
        (1..=Selective::WIDTH_MAX).prop_map(PlayoutStrategy::Learned),
        (1..=100_u8).prop_map(PlayoutStrategy::LearnedGreedy),
        Just(PlayoutStrategy::Decisive),
    ]
}

prop_compose! {
    fn any_playout()(
        ipp: bool, ege in prop::option::of(0_u32..=10_000), fet in prop::option::of(0..=Config::FET_MAX),
        det in 0_u32..=10_000, period in 1..=Config::DET_PERIOD_MAX, max: u32, strategy in any_strategy(),
        cut in 0..=Config::CUT_MAX, cut_period in 1..=Config::DET_PERIOD_MAX,
    ) -> Config {
        let sampled = strategy == PlayoutStrategy::Sampled;
        let cuts = cut > 0 && (strategy.evaluates() || fet.is_none_or(|plies| plies + 1 >= cut_period));
        let tested = det > 0 && fet.is_none_or(|plies| plies >= period);
        Config {
            ipp: ipp && sampled,
            ege: ege.filter(|_| sampled).map(|epsilon| epsilon as f32 / 10_000.0),
            strategy,
            cut: if cuts { cut } else { 0 },
            cut_period: if cuts { cut_period } else { Config::default().cut_period },
            fet,
            det: if tested { det as f32 / 10_000.0 } else { 0.0 },
            det_period: if tested { period } else { Config::default().det_period },
            max,
            ..Config::default()
        }
    }
}

const EVALUATORS: [Evaluator; 7] =
    [Evaluator::DEFAULT, Evaluator::MS, Evaluator::LH, Evaluator::RS, Evaluator::WB, Evaluator::SIMPLE, Evaluator::NET];

prop_compose! {
    fn any_config()(
        values in any_choice(), playout in any_playout(), (c, temp, marg) in (0_u32..=1_000_000, 0_u32..=1_000_000, 0_u32..=10_000), threshold: u32,
        (e, x, d) in (0..EVALUATORS.len(), 0_usize..3, 0_usize..4), grave in 0..=Config::GRAVE_MAX, solver: bool, recycle: bool,
    ) -> Config {
        let expansions = [Expansion::Auto, Expansion::One, Expansion::All];
        let decisions = [Decision::MostVisits, Decision::SecureChild, Decision::BestValue, Decision::ValueLogVisits];
        let reg = values.reg && !playout.strategy.learns();
        let choosy = reg || (values.ct > 0 || values.eps > 0.0 || values.softmax > 0.0) || values.fpu.is_some() || values.mob > 0.0;
        let marg = if playout.det > 0.0 || playout.cut > 0 { 0.0 } else { marg as f32 / 10_000.0 };
        Config {
            c: c as f32 / 10_000.0,
            evaluator: EVALUATORS[e],
            expansion: if choosy { expansions[x & 2] } else { expansions[x] },
            decision: decisions[d],
            temp: temp as f32 / 10_000.0,
            marg,
            threshold,
            solver,
            recycle,
            ipp: playout.ipp,
            ege: playout.ege,
            fet: playout.fet,
            det: playout.det,
            det_period: playout.det_period,
            strategy: playout.strategy,
            cut: playout.cut,
            cut_period: playout.cut_period,
            grave: if values.fpu.is_some() || reg { 0 } else { grave },
            reg,
            prooftt: values.prooftt && solver,
            bounds: values.bounds && solver && marg == 0.0,
            max: playout.max,
            ..values
        }
    }
}

fn any_player() -> impl Strategy<Value = Player> {
    let depth_first = (0..EVALUATORS.len(), 0_u16..0x1000).prop_filter_map("contradiction", |(e, bits)| {
        let config = alphabeta::Config { evaluator: EVALUATORS[e], switches: alphabeta::Switches::from_bits(bits)? };
        config.check().is_ok().then_some(config)
    });
    let best_first = any_config().prop_map(|config| {
        let expansion = if config.expansion == Expansion::One { Expansion::All } else { config.expansion };
        let Config {
            pb,
            tp,
            mob,
            divisor,
            ct,
            leaf,
            softmax,
            eps,
            evaltt,
            prooftt,
            bounds,
            c,
            evaluator,
            threshold,
            recycle,
            decision,
            temp,
            marg,
            ..
        } = config;
        let fpu = config.fpu.or(Some(1.0));
        let kept = Config {
            pb,
            tp,
            mob,
            divisor,
            ct,
            fpu,
            leaf,
            softmax,
            eps,
            evaltt,
            prooftt,
            bounds,
            c,
            evaluator,
            threshold,
            ..Config::BEST_FIRST
        };
        Player::Tree(Config { expansion, recycle, decision, temp, marg, ..kept })
    });
    let best = Just(Player::Best(0));
    prop_oneof![any_config().prop_map(Player::Tree), best_first, depth_first.prop_map(Player::AlphaBeta), best]
}

proptest! {
    #[test]
    fn every_player_survives_the_round_trip(player in any_player()) {
        let mut bytes = [0; TEXT_MAX];
        let len = written(&player, &mut bytes);
        let again = parse(core::str::from_utf8(&bytes[..len]).unwrap()).unwrap();
        prop_assert_eq!(again, player);
    }

    #[test]
    fn no_text_breaks_the_parser(spec in "((mcts|ab|bfm)\\()?([a-z0-9.,()MSLHé /+'-]|im|bl|det|fet|pb|np|ip|reg|tp|ct|fpu|cut|pmc|abp|mix|mcloa|eps|leafab|ubfm){0,30}") {
        if let Err(error) = parse(&spec) {
            prop_assert!(error.position + error.length <= spec.len());
        }
    }
}
