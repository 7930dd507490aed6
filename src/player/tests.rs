//! Tests of single options: what they change in a search, what they need, and which options they
//! contradict.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::panic)]

use super::alphabeta::{Kind, SWITCHES, Switch, Switches};
use super::options::{Config, Expansion, Leaf, Schedule};
use super::strategy::{Selective, Strategy};
use super::words::{SpecErrorKind, Word, push_decimal};
use super::{ConfigError, Level, Player, Unit, ValidRange, alphabeta, parse, write};
use crate::base::rng::Rng;
use crate::game::evaluator::Evaluator;
use crate::game::knowledge::{Abilities, Knowledge};
use crate::games::breakthrough::Breakthrough;
use crate::games::kalah::Kalah;
use crate::games::testing::text_of;
use std::string::String;

/// Returns the configuration of a tree search player.
pub(crate) fn config(player: &str) -> Config {
    parse(player).unwrap().tree().unwrap_or_else(|| panic!("{player}"))
}

fn written(config: Config) -> String {
    text_of(super::TEXT_MAX, |out| write(&Player::Tree(config), out))
}

/// A game without any knowledge.
fn ignorant() -> Abilities {
    let known = Breakthrough::default().abilities(Evaluator::DEFAULT);
    let score = false;
    Abilities { evaluator: false, weights: false, priors: false, transitions: false, score, ..known }
}

/// Tests four properties of players: whether they keep values, need the values of children, back up
/// minimax values, and create all children of a leaf at once.
#[test]
fn what_a_player_does_with_values_and_children() {
    for (player, [keeps, asks, backs_up, expands_all]) in [
        ("mcts()", [false, false, false, false]),
        ("mcts(im0.4)", [true, true, true, true]),
        ("mcts(cb0.4)", [true, true, false, true]),
        ("mcts(impb0.4)", [true, true, true, true]),
        ("mcts(ct5)", [true, true, false, true]),
        ("mcts(softmax0.1)", [true, true, false, true]),
        ("mcts(pb0.5)", [false, true, false, true]),
        ("mcts(tp0.5)", [false, false, false, true]),
        ("mcts(np)", [false, false, false, true]),
        ("mcts(fpu0)", [false, false, false, true]),
        ("mcts(eps0.1)", [false, false, false, true]),
        ("mcts(grave)", [false, false, false, false]),
        ("mcts(fet5,det0.5,cut40)", [false, false, false, false]),
        ("mcts(all)", [false, false, false, true]),
        ("mcts(im0.4,one)", [true, true, true, false]),
        ("mcts(efTold)", [false, true, false, true]),
        ("mcts(efTold,im0.4)", [true, true, true, true]),
        ("bfm()", [true, true, true, true]),
    ] {
        let config = config(player);
        let found = [config.uses_values(), config.evaluates_children(), config.backs_up_values(), config.expands_all()];
        assert_eq!(found, [keeps, asks, backs_up, expands_all], "{player}");
    }
}

/// Tests which knowledge each option needs. The error must name the option and the missing
/// knowledge.
#[test]
fn what_a_game_does_not_know_is_refused() {
    let (evaluation, transitions) = ("an evaluation", "transition probabilities");
    for (player, expected) in [
        ("mcts()", None),
        ("mcts(fpu0,eps0.1,prooftt,max5,dec)", None),
        ("mcts(mast,grave)", None),
        ("mcts(mast/0.3)", None),
        ("mcts(ege1)", None), // all moves are sampled, so no evaluation is needed
        ("mcts(ege0)", Some(("ege", evaluation))),
        ("mcts(ege0.9999)", Some(("ege", evaluation))),
        ("mcts(im0.4)", Some(("im", evaluation))),
        ("mcts(cb0.4)", Some(("cb", evaluation))),
        ("mcts(impb0.4)", Some(("impb", evaluation))),
        ("mcts(pb0.4)", Some(("pb", evaluation))),
        ("mcts(ct5)", Some(("ct", evaluation))),
        ("mcts(softmax1)", Some(("softmax", evaluation))),
        ("mcts(leafab1)", Some(("leafab", evaluation))),
        ("mcts(leafqs)", Some(("leafqs", evaluation))),
        ("mcts(fet0)", Some(("fet", evaluation))),
        ("mcts(det0.5)", Some(("det", evaluation))),
        ("mcts(cut40)", Some(("cut", evaluation))),
        ("mcts(corr)", Some(("corr", evaluation))),
        ("mcts(greedy)", Some(("greedy", evaluation))),
        ("mcts(mix)", Some(("mix", evaluation))),
        ("mcts(abp2)", Some(("abp", evaluation))),
        ("mcts(ipp)", Some(("ipp", "weights of moves"))),
        ("mcts(np)", Some(("np", "node priors"))),
        ("mcts(ip)", Some(("ip", "an evaluation"))),
        ("mcts(im0.4,reg)", Some(("im", "an evaluation"))),
        ("mcts(tp1)", Some(("tp", transitions))),
        ("mcts(pmc)", Some(("pmc", transitions))),
        ("mcts(marg1)", Some(("marg", "a score"))),
        ("mcts(efLH)", Some(("efLH", "this evaluation function"))),
        ("ab(efLH)", Some(("efLH", "this evaluation function"))),
        ("ab(all)", None),
    ] {
        let expected = expected.map_or(Ok(()), |(option, needs)| Err(ConfigError::Unsupported { option, needs }));
        assert_eq!(parse(player).unwrap().check_with(&ignorant()), expected, "{player}");
    }
}

/// Breakthrough has the evaluation function `efLH`, and Kalah does not. So `check_for` must accept
/// a player with `efLH` for Breakthrough and refuse it for Kalah. Tests the function of [`Player`]
/// and of both configurations.
#[test]
fn a_player_is_for_the_games_that_have_its_evaluation() {
    let (breakthrough, kalah) = (Breakthrough::default(), Kalah::default());
    for player in ["mcts(im0.4,efLH)", "ab(efLH)"] {
        let player = parse(player).unwrap();
        assert_eq!(player.check_for(&breakthrough), Ok(()));
        assert!(matches!(player.check_for(&kalah), Err(ConfigError::Unsupported { option: "efLH", .. })));
    }
    let refused = Err(ConfigError::Unsupported { option: "efLH", needs: "this evaluation function" });
    assert_eq!(config("mcts(efLH)").check_for(&kalah), refused);
    assert_eq!(alphabeta::Config { evaluator: Evaluator::LH, ..Default::default() }.check_for(&kalah), refused);
}

/// A change of a configuration.
type Change = fn(&mut Config);

fn changed(start: Config, changes: &[Change]) -> Config {
    let mut config = start;
    changes.iter().for_each(|change| change(&mut config));
    config
}

/// If the configuration is refused because of two options that contradict each other, returns these
/// options. Returns `None` if the configuration is valid.
fn contradiction(config: &Config) -> Option<(&'static str, &'static str)> {
    match config.check() {
        Err(ConfigError::Contradiction { option, with, .. }) => Some((option, with)),
        Err(other) => panic!("{other:?}"),
        Ok(()) => None,
    }
}

/// Tests pairs of options that contradict each other. Each option alone must be accepted, and both
/// together must be refused.
#[test]
fn contradictions_are_refused_by_pairs() {
    let one: Change = |config| config.expansion = Expansion::One;
    let marg: Change = |config| config.marg = 1.0;
    let cut: Change = |config| config.cut = 40;
    let cb: Change = |config| config.cb = 0.1;
    let im: Change = |config| config.im = 0.1;
    let impb: Change = |config| config.impb = 0.1;
    let fpu: Change = |config| config.fpu = Some(0.0);
    let pn: Change = |config| config.pn = 1.0;
    let mob: Change = |config| config.mob = 0.2;
    let nosolver: Change = |config| config.solver = false;
    let det: Change = |config| config.det = 0.5;
    let corr: Change = |config| config.strategy = Strategy::Corrective;
    let rising: Change = |config| config.schedule = Schedule::Rising(9);
    let table: &[(&str, &str, Change, Change)] = &[
        ("corr", "ipp", corr, |config| config.ipp = true),
        ("corr", "ege", corr, |config| config.ege = Some(0.0)),
        ("tp", "pb", |config| config.tp = 1.0, |config| config.pb = 1.0),
        ("pn", "pb", pn, |config| config.pb = 1.0),
        ("pn", "tp", pn, |config| config.tp = 1.0),
        ("grave", "pn", |config| config.grave = 50, pn),
        ("pn", "one", pn, one),
        ("mob", "one", mob, one),
        ("mob", "pb", mob, |config| config.pb = 1.0),
        ("mob", "tp", mob, |config| config.tp = 1.0),
        ("mob", "pn", mob, pn),
        ("softmax", "one", |config| config.softmax = 1.0, one),
        ("eps", "one", |config| config.eps = 0.1, one),
        ("ct", "one", |config| config.ct = 5, one),
        ("fpu", "one", fpu, one),
        ("grave", "fpu", |config| config.grave = 50, fpu),
        ("ip", "np", |config| config.ip = 10, |config| config.np = 10),
        ("reg", "one", |config| (config.im, config.reg) = (0.4, true), one),
        ("reg", "grave", |config| (config.im, config.reg) = (0.4, true), |config| config.grave = 50),
        (
            "reg",
            "mast",
            |config| (config.im, config.reg) = (0.4, true),
            |config| config.strategy = Strategy::Learned(3),
        ),
        ("prooftt", "nosolver", |config| config.prooftt = true, nosolver),
        ("bounds", "nosolver", |config| config.bounds = true, nosolver),
        ("bounds", "marg", |config| config.bounds = true, marg),
        ("cb", "im", cb, im),
        ("impb", "im", impb, im),
        ("impb", "cb", impb, cb),
        ("cb", "im", cb, rising),
        ("impb", "im", impb, rising),
        // The option `det` tests for the first time after 5 plies, and the option `cut` after 2
        // plies. So a smaller `fet`, which ends the playout earlier, must be refused.
        ("det", "fet", det, |config| config.fet = Some(4)),
        ("cut", "fet", cut, |config| config.fet = Some(1)),
        ("marg", "det", marg, det),
        ("marg", "cut", marg, cut),
    ];
    for &(option, with, one, other) in table {
        for alone in [one, other] {
            assert_eq!(contradiction(&changed(Config::DEFAULT, &[alone])), None, "{option} {with}");
        }
        let both = changed(Config::DEFAULT, &[one, other]);
        assert_eq!(contradiction(&both), Some((option, with)));
    }
    assert_eq!(contradiction(&changed(Config::DEFAULT, &[det, |config| config.fet = Some(5)])), None);
    assert_eq!(contradiction(&changed(Config::DEFAULT, &[cut, |config| config.fet = Some(2)])), None);
    // The strategy Corrective tests `cut` from the first ply on, so `fet0` must be accepted.
    assert_eq!(contradiction(&changed(Config::DEFAULT, &[corr, cut, |config| config.fet = Some(0)])), None);
}

#[test]
fn a_correction_of_values_needs_minimax_values() {
    let config = Config { reg: true, ..Config::DEFAULT };
    assert_eq!(contradiction(&config), Some(("reg", "im")));
    assert_eq!(contradiction(&Config { cb: 0.4, ..config }), Some(("reg", "im")));
    for playable in
        [Config { im: 0.4, ..config }, Config { impb: 0.4, ..config }, Config { reg: true, ..Config::BEST_FIRST }]
    {
        assert_eq!(contradiction(&playable), None);
    }
}

#[test]
fn best_first_minimax_has_none_of_these() {
    let table: &[(&str, Change)] = &[
        ("im", |config| config.im = 0.5),
        ("im", |config| config.schedule = Schedule::Falling(9)),
        ("fpu", |config| config.fpu = None),
        ("max", |config| config.max = 5),
        ("np", |config| config.np = 10),
        ("ip", |config| config.ip = 10),
        ("one", |config| (config.fpu, config.expansion) = (Some(0.5), Expansion::One)),
        ("nosolver", |config| config.solver = false),
        ("ipp", |config| config.ipp = true),
        ("ege", |config| config.ege = Some(0.0)),
        ("fet", |config| config.fet = Some(0)),
        ("det", |config| config.det = 0.5),
        ("cut", |config| config.cut = 40),
        ("corr", |config| config.strategy = Strategy::Corrective),
    ];
    assert_eq!(contradiction(&Config::BEST_FIRST), None);
    for &(with, change) in table {
        let refused = contradiction(&changed(Config::BEST_FIRST, &[change]));
        // The pair `fpu` and `one` is checked first, then the pair `bfm` and `one`.
        let expected = if with == "one" { ("fpu", "one") } else { ("bfm", with) };
        assert_eq!(refused, Some(expected));
    }
    let playable: &[Change] = &[|config| config.eps = 0.1, |config| config.ct = 5, |config| config.temp = 1.0];
    for &change in playable {
        assert_eq!(contradiction(&changed(Config::BEST_FIRST, &[change])), None);
    }
}

#[test]
fn told_values_exclude_evaluations_playouts_and_other_biases() {
    let told = Config { evaluator: Evaluator::TOLD, ..Config::DEFAULT };
    let table: &[(&str, Change)] = &[
        ("pb", |config| config.pb = 1.0),
        ("tp", |config| config.tp = 1.0),
        ("one", |config| config.expansion = Expansion::One),
        ("grave", |config| config.grave = 50),
        ("mob", |config| config.mob = 0.2),
        ("bfm", |config| *config = Config { evaluator: Evaluator::TOLD, ..Config::BEST_FIRST }),
        ("cb", |config| config.cb = 0.4),
        ("impb", |config| config.impb = 0.4),
        ("ct", |config| config.ct = 5),
        ("leafqs", |config| config.leaf = Leaf::Quiescence),
        ("evaltt", |config| config.evaltt = true),
        ("prooftt", |config| config.prooftt = true),
        ("marg", |config| config.marg = 1.0),
        ("max", |config| config.max = 5),
        ("np", |config| config.np = 10),
        ("ip", |config| config.ip = 10),
        ("reg", |config| (config.im, config.reg) = (0.4, true)),
        ("ipp", |config| config.ipp = true),
        ("ege", |config| config.ege = Some(0.0)),
        ("fet", |config| config.fet = Some(0)),
        ("det", |config| config.det = 0.5),
        ("cut", |config| config.cut = 40),
        ("corr", |config| config.strategy = Strategy::Corrective),
    ];
    assert_eq!(contradiction(&told), None);
    for &(with, change) in table {
        assert_eq!(contradiction(&changed(told, &[change])), Some(("efTold", with)));
    }
    let playable: &[Change] = &[|config| config.puct = 1.5, |config| config.im = 0.4, |config| config.eps = 0.1];
    for &change in playable {
        assert_eq!(contradiction(&changed(told, &[change])), None);
    }
    let puct: Change = |config| config.puct = 1.5;
    assert_eq!(contradiction(&changed(Config::DEFAULT, &[puct])), Some(("puct", "efTold")));
    let deep = alphabeta::Config { evaluator: Evaluator::TOLD, ..Default::default() };
    assert!(matches!(deep.check(), Err(ConfigError::Contradiction { option: "efTold", with: "ab", .. })));
}

/// A library without the feature `policies` must return an error for each option that it lacks.
#[test]
fn options_that_are_left_out_are_refused_where_they_are_on() {
    for player in [
        "mcts(c2,im0.4,efLH,ipp,fet4,all,t5,nosolver,norecycle,secure)", // options of every library
        "mcts(det0/7,cut0/7)",                                           // periods of options that are off
    ] {
        assert_eq!(config(player).check_left_out(), Ok(()), "{player}");
    }
    for (player, name) in [
        ("bfm()", "bfm"),
        ("mcts(im0.4-9)", "visits of im"),
        ("mcts(cb0.4)", "cb"),
        ("mcts(impb0.4)", "impb"),
        ("mcts(pb0.4)", "pb"),
        ("mcts(tp1)", "tp"),
        ("mcts(efTold,puct1)", "puct"),
        ("mcts(pn1)", "pn"),
        ("mcts(mob0.2)", "mob"),
        ("mcts(np)", "np"),
        ("mcts(ip)", "ip"),
        ("mcts(ct5)", "ct"),
        ("mcts(fpu0)", "fpu"),
        ("mcts(softmax1)", "softmax"),
        ("mcts(grave)", "grave"),
        ("mcts(eps0.1)", "eps"),
        ("mcts(leafqs)", "a search of leaves"),
        ("mcts(evaltt)", "evaltt"),
        ("mcts(prooftt)", "prooftt"),
        ("mcts(bounds)", "bounds"),
        ("mcts(im0.4,reg)", "reg"),
        ("mcts(ege0)", "ege"),
        ("mcts(det0.5)", "det"),
        ("mcts(pmc)", "a playout strategy"),
        ("mcts(cut40)", "cut"),
        ("mcts(max5)", "max"),
        ("mcts(marg1)", "marg"),
        ("mcts(temp1)", "temp"),
    ] {
        assert_eq!(config(player).check_left_out(), Err(ConfigError::LeftOut(name)), "{player}");
        let word = Word { spec: player, position: 5, text: "x" };
        assert_eq!(word.config_error(ConfigError::LeftOut(name)).kind, SpecErrorKind::LeftOut);
    }
}

/// Tests the properties of leaf searches. A leaf search needs one list of moves for the position
/// that is being expanded, and one list for each of its plies.
#[test]
fn searches_of_leaves_by_their_plies() {
    for (leaf, name, lists, is_slow, is_valid) in [
        (Leaf::Static, "leafab", 1, false, true),
        (Leaf::AlphaBeta(0), "leafab", 1, false, false),
        (Leaf::AlphaBeta(1), "leafab", 2, false, true),
        (Leaf::AlphaBeta(2), "leafab", 3, true, true),
        (Leaf::AlphaBeta(3), "leafab", 4, true, true),
        (Leaf::AlphaBeta(4), "leafab", 5, true, true),
        (Leaf::AlphaBeta(5), "leafab", 5, true, false),
        (Leaf::AlphaBeta(255), "leafab", 5, true, false),
        (Leaf::Quiescence, "leafqs", 5, false, true),
    ] {
        assert_eq!((leaf.name(), leaf.lists()), (name, lists), "{leaf:?}");
        assert_eq!((leaf.is_slow(), leaf.is_valid()), (is_slow, is_valid), "{leaf:?}");
    }
}

/// Tests which search chooses a playout move. The strategy Greedy is a search of one ply. After the
/// first move of a playout, the strategy Mixed is the same as Greedy.
#[test]
fn strategies_that_search() {
    let greedy = |width| Selective { depth: 1, evaluated: [width, 5, 5], looked: [Selective::ALL, 0, 0] };
    let own = Selective { depth: 3, evaluated: [1, 2, 3], looked: [4, 5, 6] };
    for (strategy, at_once, later) in [
        (Strategy::Sampled, None, None),
        (Strategy::Transition, None, None),
        (Strategy::Corrective, None, None),
        (Strategy::Learned(3), None, None),
        (Strategy::LearnedGreedy(30), None, None),
        (Strategy::Decisive, None, None),
        (Strategy::Greedy(4), Some(greedy(4)), Some(greedy(4))),
        (Strategy::Mixed(4), None, Some(greedy(4))),
        (Strategy::AlphaBeta(own), Some(own), Some(own)),
    ] {
        assert_eq!([0, 1, 2].map(|plies| strategy.search_at(plies)), [at_once, later, later], "{strategy:?}");
        assert_eq!(strategy.searches(), later.is_some(), "{strategy:?}");
    }
}

#[test]
fn what_is_off_is_not_written() {
    let plain = written(Config::DEFAULT);
    for schedule in [Schedule::Falling(9), Schedule::Rising(9)] {
        assert_eq!(written(Config { schedule, ..Config::DEFAULT }), plain);
    }
    assert_eq!(written(Config { det_period: 9, cut_period: 9, ..Config::DEFAULT }), plain);
    let on = Config {
        im: 0.4,
        schedule: Schedule::Rising(8),
        det: 0.5,
        det_period: 9,
        cut: 40,
        cut_period: 7,
        ..Config::DEFAULT
    };
    assert_eq!(written(on), "mcts(c1.0,im0.4+8,det0.5/9,cut40/7)");
}

/// Tests numbers in the player notation. A number may have at most four digits after the point. If
/// it has a point, it needs a digit on both sides.
#[test]
fn numbers_with_decimals() {
    let read = |digits: &str| Word { spec: digits, position: 0, text: digits }.real(digits);
    for (digits, number) in
        [("0", 0.0), ("1", 1.0), ("0.4", 0.4), ("007.50", 7.5), ("12.0625", 12.0625), ("0.0001", 0.0001)]
    {
        assert_eq!(read(digits).map(f32::to_bits), Ok(f32::to_bits(number)), "{digits}");
    }
    for digits in [
        "",
        ".",
        "1.",
        ".5",
        "1.2.3",
        "0.00001",
        "1.00000",
        "+1",
        "-1",
        "+1.5",
        "1.+5",
        "1.-5",
        "1e5",
        "1,5",
        " 1",
        "0x1",
        "429497",
        "99999999999",
    ] {
        assert_eq!(read(digits).map_err(|error| error.kind), Err(SpecErrorKind::BadNumber), "{digits}");
    }
    let mut rng = Rng::new(4);
    for _ in 0..1000 {
        let number = rng.below(1_000_001) as f32 / 10_000.0;
        assert_eq!(read(&text_of(16, |out| push_decimal(number, out))), Ok(number));
    }
}

/// Tests sets of switches. A set must have the bits from which it was created, and must be the
/// union of its members. Each function that asks about a set must agree with its members.
#[test]
fn sets_of_switches() {
    const EVERY: u16 = 0xFFFF;
    let mut rng = Rng::new(5);
    for bits in (0..=u16::MAX).step_by(7) {
        let Some(set) = Switches::from_bits(bits) else {
            assert_ne!(bits & !EVERY, 0, "{bits:x}");
            continue;
        };
        assert_eq!(set.bits(), bits);
        let members = || SWITCHES.iter().filter(|row| set.has(row.switch));
        let joined = members().fold(Switches::NONE, |joined, row| joined.with(row.switch));
        assert_eq!(joined, set);
        let any = |wanted: &[Switch]| members().any(|row| wanted.contains(&row.switch));
        assert_eq!(set.prune_forward(), members().any(|row| row.kind == Kind::prunes), "{bits:x}");
        assert_eq!(set.use_multi_cut(), any(&[Switch::MultiCut, Switch::MultiCutAll]), "{bits:x}");
        let other = rng.below(1 << 16) as u16 & EVERY;
        assert_eq!(set.union(Switches::from_bits(other).unwrap()).bits(), bits | other);
        // The switch `etc` needs the switch `tt`. The switches `score` and `wdl` must not both be
        // on.
        let wrong = any(&[Switch::TranspositionCuts]) && !any(&[Switch::Table])
            || any(&[Switch::Score]) && any(&[Switch::Sign]);
        let config = alphabeta::Config { switches: set, ..alphabeta::Config::default() };
        assert_eq!(config.check().is_err(), wrong, "{bits:x}");
        assert_eq!(Player::from(config).check().is_err(), wrong, "{bits:x}");
    }
}

#[test]
fn an_option_of_alpha_beta_stands_once() {
    for (player, word) in [
        ("ab(tt,tt)", "tt"),
        ("ab(efMS,efLH)", "efLH"),
        ("ab(efMS,efMS)", "efMS"),
        ("ab(all,killers)", "killers"),
        ("ab(tt,solve)", "solve"),
        ("ab(mia,efWB)", "efWB"),
    ] {
        let error = parse(player).unwrap_err();
        assert_eq!(error.kind, SpecErrorKind::Repeated, "{player}");
        assert_eq!(&player[error.position..error.position + error.length], word);
    }
    assert_eq!(parse("ab(efWB,all)"), parse("ab(mia)"));
}

#[test]
fn a_seed_is_a_tree_search_s_alone() {
    let (tree, depth_first) = (config("mcts(im0.4)"), alphabeta::Config::default());
    assert_eq!(Player::from(tree), Player::Tree(tree));
    assert_eq!(Player::from(depth_first), Player::AlphaBeta(depth_first));
    assert_eq!(Player::from(tree).seeded(7), Player::Tree(Config { seed: 7, ..tree }));
    assert_eq!(Player::from(depth_first).seeded(7), Player::AlphaBeta(depth_first));
    assert_eq!(Player::Best(1).seeded(7), Player::Best(7));
    let wrong = Config { c: -1.0, ..tree };
    assert_eq!(
        Player::from(wrong).check(),
        Err(ConfigError::OutOfRange(ValidRange { option: "c", least: 0, most: 100, unit: Unit::Plain }))
    );
    assert_eq!(Player::from(tree).check(), Ok(()));
}

#[test]
fn levels_have_numbers_from_1_to_10() {
    assert_eq!([0, 11, u32::MAX].map(Level::number), [None; 3]);
    let (tree, depth_first) = (config("mcts(im0.4)"), alphabeta::Config::default());
    for (index, level) in Level::ALL.iter().enumerate() {
        assert_eq!(Level::number(index as u32 + 1), Some(*level));
        assert_eq!(Player::from(tree).at(level), Player::Tree(Config { temp: level.temp, ..tree }));
        assert_eq!(Player::from(depth_first).at(level), Player::AlphaBeta(depth_first));
    }
    assert!(Level::ALL.is_sorted_by(|weak, strong| weak.iterations < strong.iterations && weak.temp > strong.temp));
}
