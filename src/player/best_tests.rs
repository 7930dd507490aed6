//! Tests which player `best` means, for each game and each budget of memory and time.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;
use crate::game::knowledge::Knowledge;
use crate::games::breakthrough::Breakthrough;
use crate::games::einstein::Einstein;
use crate::games::kalah::{Capture, Kalah};
use crate::games::loa::Loa;
use crate::games::onitama::Onitama;
use crate::games::othello::Othello;
use crate::games::oware::Oware;
use crate::player::parse;
use std::vec::Vec;

fn best<G: Knowledge>(game: &G) -> Player {
    let player = Player::Best(7).for_game(game);
    player.check_for(game).expect("the best player can play");
    assert!(!matches!(player, Player::Best(_)), "{player:?}");
    player
}

#[test]
fn each_built_in_game_has_its_row() {
    let rows = ["breakthrough", "kalah", "loa", "oware", "othello", "onitama", "einstein"];
    let plain =
        || BEST.iter().filter(|row| !row.game.is_empty() && row.knows.is_none() && row.most == BudgetClass::AMPLE);
    let mut found: Vec<_> = plain().map(|row| row.game).collect();
    found.dedup(); // the second row of a game is for builds without alpha-beta
    assert_eq!(found, rows);
    let row = |game: &str| plain().find(|row| row.game == game).unwrap().player.seeded(7);
    let by_net = parse("bfm(efNet)").unwrap().seeded(7);
    assert_eq!(best(&Breakthrough::default()), parse("ab(efNet,all)").unwrap());
    assert_eq!(best(&Breakthrough::new(5, 6).unwrap()), row("breakthrough"));
    assert_eq!(best(&Kalah::default()), by_net);
    assert_eq!(best(&Kalah::new(6, 3, Capture::Standard).unwrap()), by_net);
    assert_eq!(best(&Kalah::new(4, 3, Capture::Standard).unwrap()), row("kalah"));
    assert_eq!(best(&Loa::default()), by_net);
    assert_eq!(best(&Oware::default()), by_net);
    assert_eq!(best(&Othello::default()), by_net);
    assert_eq!(best(&Onitama::default()), by_net);
    assert_eq!(best(&Einstein::default()), parse("mcts(im0.4,ipp)").unwrap().seeded(7));
}

/// The abilities of a custom game that has only rules.
const RULES: Abilities = Abilities {
    evaluator: false,
    weights: false,
    priors: false,
    transitions: false,
    score: false,
    built_in: "",
    hash: false,
    order: false,
    net: false,
    max_moves: 8,
    #[cfg(feature = "chance")]
    chance: false,
    #[cfg(feature = "players")]
    players: 2,
    #[cfg(feature = "players")]
    skips_turns: false,
};

#[test]
fn a_custom_game_gets_what_it_knows_enough_for() {
    let evaluation = Abilities { evaluator: true, ..RULES };
    let all = Abilities { weights: true, hash: true, order: true, ..evaluation };
    for (game, deep, expected, on_a_board) in [
        (RULES, true, "mcts(grave,mob0.2,t1)", "mcts()"),
        (Abilities { weights: true, ..RULES }, true, "mcts(grave,mob0.2,t1)", "mcts()"),
        (Abilities { order: true, hash: true, ..RULES }, true, "mcts(grave,mob0.2,t1)", "mcts()"),
        (Abilities { max_moves: 7, ..RULES }, true, "mcts()", "mcts()"),
        (Abilities { max_moves: 7, ..evaluation }, true, "bfm(reg)", "ab(all)"),
        (evaluation, true, "bfm(reg)", "ab(all)"),
        (all, true, "bfm(reg)", "ab(all)"),
        (RULES, false, "mcts(grave,mob0.2,t1)", "mcts()"),
        (evaluation, false, "bfm(reg)", "bfm(reg)"),
        (all, false, "bfm(reg)", "bfm(reg)"),
        (Abilities { built_in: "breakthrough", ..all }, false, "mcts(im0.4,ipp)", "mcts(im0.4,ipp)"),
        (Abilities { built_in: "kalah", ..evaluation }, false, "mcts(im0.4)", "mcts(im0.4)"),
    ] {
        for (budget, expected) in [(BudgetClass::AMPLE, expected), (BudgetClass::SMALL, on_a_board)] {
            let found = Player::Best(3).for_abilities(&game, deep, budget);
            assert_eq!(found, parse(expected).unwrap().seeded(3), "{expected}");
        }
    }
}

#[test]
fn only_the_evaluation_changes_the_player_of_a_custom_game() {
    for bits in 0_u8..32 {
        let has = |bit: u8| bits >> bit & 1 == 1;
        let game =
            Abilities { weights: has(0), hash: has(1), order: has(2), priors: has(3), transitions: has(4), ..RULES };
        for (evaluator, expected) in [(false, "mcts(grave,mob0.2,t1)"), (true, "bfm(reg)")] {
            let game = Abilities { evaluator, ..game };
            let found = Player::Best(0).for_abilities(&game, true, BudgetClass::AMPLE);
            assert_eq!(found, parse(expected).unwrap(), "{game:?}");
        }
    }
}

#[test]
fn each_row_is_measured_or_a_guess() {
    for row in BEST {
        assert!(row.why.starts_with("measured") != row.why.starts_with("guess"), "{}", row.why);
    }
    let why = |block| Best::for_abilities(&RULES, true, BudgetClass::of_block(block)).why;
    assert!(why(128 * 1024).starts_with("guess") && why(128 * 1024 + 1).starts_with("measured in 15 games"));
}

#[test]
fn a_library_without_alpha_beta_has_a_tree_search_for_each_game() {
    for row in BEST.iter().filter(|row| !row.game.is_empty()) {
        let game = Abilities { built_in: row.game, ..Breakthrough::default().abilities(Evaluator::DEFAULT) };
        assert!(Player::Best(0).for_abilities(&game, false, row.most).tree().is_some(), "{}", row.game);
    }
}

#[test]
fn boards_have_rows_of_their_own() {
    let oware = Oware::default().abilities(Evaluator::DEFAULT);
    let best = |game, block, ms| {
        let game = Abilities { built_in: game, net: false, ..oware };
        Player::Best(0).for_abilities(&game, true, BudgetClass { block, ms })
    };
    let [tree, deep, probcut] =
        ["bfm()", "ab(all)", "ab(tt,etc,killers,history,pvs,asp,probcut)"].map(|player| parse(player).unwrap());
    for (game, briefly, longer) in
        [("oware", deep, deep), ("loa", tree, deep), ("othello", probcut, probcut), ("onitama", deep, deep)]
    {
        assert_eq!(best(game, 16 * 1024, u32::MAX), longer, "{game}");
        assert_eq!(best(game, 128 * 1024, 101), longer, "{game}");
        assert_eq!(best(game, 128 * 1024, 100), briefly, "{game}");
    }
    assert_eq!([best("oware", 128 * 1024 + 1, 1), best("loa", usize::MAX, u32::MAX)], [tree; 2]);
}

#[test]
fn small_blocks_with_a_net_have_rows_of_their_own() {
    let oware = Oware::default().abilities(Evaluator::DEFAULT);
    for (built_in, small) in
        [("oware", "ab(efNet,all)"), ("othello", "ab(efNet,tt,etc,killers,history,pvs,asp,probcut)")]
    {
        let game = Abilities { built_in, ..oware };
        for (block, expected) in [(16 * 1024, small), (128 * 1024, small), (128 * 1024 + 1, "bfm(efNet)")] {
            let best = Player::Best(0).for_abilities(&game, true, BudgetClass::of_block(block));
            assert_eq!(best, parse(expected).unwrap(), "{built_in} {block}");
        }
    }
}

#[test]
fn another_player_is_the_same_in_every_game() {
    for text in ["mcts(im0.4)", "ab(tt)", "bfm()"] {
        let player = parse(text).unwrap();
        assert_eq!(player.for_game(&Kalah::default()), player);
    }
}
