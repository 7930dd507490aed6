//! Compares the tree search with exhaustive search in games with chance events: random games, and
//! the dice game Pig, which is solved by value iteration.
#![cfg(feature = "policies")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod common;

use common::found::nodes;
use common::random_game::RandomGame;
use common::with_player;
use core::sync::atomic::AtomicBool;
use imm::Slot;
use imm::game::knowledge::{Evaluator, Knowledge};
use imm::game::value::{Outcome, Proof, Side, Value};
use imm::game::{Game, Move, MoveList};
use imm::mcts::{Memory, Step, TreeSearch};
use imm::player;
use imm::report::Report;
use imm::search::{Search, SearchError};
use imm::time::limits::Limits;

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Calls `act` with a search that has run this number of simulations.
fn searched<G: Knowledge + Clone, T>(
    game: &G,
    player: &str,
    room: usize,
    iterations: u64,
    act: impl FnOnce(&mut TreeSearch<'_, G>) -> T,
) -> T {
    let config = player::parse(player).unwrap().seeded(3).tree().unwrap();
    let (mut slots, mut path) = (vec![Slot::default(); room], vec![Step::default(); 300]);
    let mut moves = vec![Move::NONE; config.scratch_moves(game.max_moves())];
    let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
    let mut search = TreeSearch::new(game.clone(), game.clone(), &config, memory).unwrap();
    search.search(&Limits::iterations(iterations), None, &GO_ON).unwrap();
    act(&mut search)
}

fn report<G: Knowledge + Clone>(search: &mut TreeSearch<'_, G>) -> Report {
    search.report().unwrap()
}

/// Returns the positions after the moves or outcomes of this position, with their weights.
fn successors<G: Game + Clone>(game: &G) -> Vec<(G, u32)> {
    let mut room = vec![Move::NONE; game.max_moves()];
    let mut moves = MoveList::new(&mut room);
    game.legal_moves(&mut moves);
    let after = |&mv: &Move| {
        let mut next = game.clone();
        next.play(mv);
        (next, if game.is_chance() { game.odds(mv) } else { 1 })
    };
    moves.as_slice().iter().map(after).collect()
}

/// Returns the expected result with best play, from the first player's point of view.
fn expectimax(game: &RandomGame) -> f64 {
    if let Some(outcome) = game.outcome() {
        return f64::from(outcome.value().to_f32());
    }
    let values = successors(game).into_iter().map(|(next, weight)| (expectimax(&next), f64::from(weight)));
    if game.is_chance() {
        let (sum, whole) =
            values.fold((0.0, 0.0), |(sum, whole), (value, weight)| (sum + value * weight, whole + weight));
        return sum / whole;
    }
    let values = values.map(|(value, _)| value);
    if game.to_move() == Side::First { values.fold(-1.0, f64::max) } else { values.fold(1.0, f64::min) }
}

/// Returns the worst and the best result that best play can give, whatever chance does: -1, 0 or 1
/// for the first player.
fn range_of(game: &RandomGame) -> [i8; 2] {
    if let Some(outcome) = game.outcome() {
        return [outcome.value().raw().signum() as i8; 2];
    }
    let ranges = successors(game).into_iter().map(|(next, _)| range_of(&next));
    let (worst, best): (Vec<i8>, Vec<i8>) = ranges.map(|[worst, best]| (worst, best)).unzip();
    let (least, most) = (|all: &[i8]| *all.iter().min().unwrap(), |all: &[i8]| *all.iter().max().unwrap());
    match game.to_move() {
        _ if game.is_chance() => [least(&worst), most(&best)],
        Side::First => [most(&worst), most(&best)],
        Side::Second => [least(&worst), least(&best)],
    }
}

/// Returns random games that begin with a player's move.
fn games(last: u64) -> impl Iterator<Item = RandomGame> {
    let games = (0..).map(move |seed| RandomGame { chance: 35, last, ..RandomGame::new(seed) });
    games.filter(|game| game.outcome().is_none() && !game.is_chance())
}

#[test]
fn the_values_of_whole_trees_are_those_of_expectimax() {
    let mut compared = 0;
    for game in games(9).take(150) {
        for player in ["mcts(im0.4,nosolver)", "mcts(im0.4)", "mcts(im0.2,one)", "bfm(eps0.3)"] {
            searched(&game, player, 100_000, 6000, |search| {
                let whole = nodes(search, u32::MAX, 0);
                if whole.iter().any(|node| node.children == 0 && node.proof == Proof::Unknown) {
                    return; // the tree does not have all positions
                }
                let (expected, tolerance) = (expectimax(&game), 20.0 / 32_767.0);
                let found = f64::from(whole[0].minimax.to_f32());
                assert!((found - expected).abs() < tolerance, "{game:?} {player}: {found} is not {expected}");
                compared += 1;
            });
        }
    }
    assert!(compared > 200, "{compared}");
}

/// Checks a proof against the range of possible results. Returns 1 if there is a proof.
fn check_proof(game: &RandomGame, player: &str, found: Proof) -> u32 {
    let certain = match found {
        Proof::FirstWins => [1; 2],
        Proof::SecondWins => [-1; 2],
        Proof::Draw => [0; 2],
        Proof::Unknown => return 0,
    };
    assert_eq!(range_of(game), certain, "{game:?} {player}");
    1
}

#[test]
fn what_is_proven_is_so_whatever_chance_does() {
    let (mut proven, mut by_depth) = (0, 0);
    for (seed, game) in games(14).take(120).enumerate() {
        for player in ["mcts()", "mcts(im0.4,bounds)", "mcts(one,prooftt)", "bfm()", "mcts(bounds,t2)"] {
            for room in [0, 7, 19, 40, 90, 300, 5000] {
                let found = searched(&game, player, room, 40 + 13 * seed as u64, |search| report(search).proof);
                proven += check_proof(&game, player, found);
            }
        }
        for player in ["ab()", "ab(all)", "ab(tt,etc,killers,history,pvs,asp,look)"] {
            let player::Player::AlphaBeta(config) = player::parse(player).unwrap() else { continue };
            with_player(&game, &config, 40, [1, 100][seed % 2], |search| {
                for limit in 1..=10 {
                    search.search(&Limits { depth: limit, ..Limits::default() }, None, &GO_ON).unwrap();
                    by_depth += check_proof(&game, player, search.report().unwrap().proof);
                }
            });
        }
    }
    assert!(proven > 500 && by_depth > 500, "{proven} {by_depth}");
}

/// Pig: a player rolls a die as often as they like. A 1 ends the turn without points. `hold` ends
/// the turn and adds the sum of the rolls. The first player with `GOAL` points wins.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Pig {
    points: [u8; 2],
    turn: u8,
    second: bool,
    rolls: bool,
}

const GOAL: u8 = 25;
const HOLD: Move = Move(0);
const ROLL: Move = Move(1);

impl Pig {
    fn at(points: [u8; 2], turn: u8) -> Self {
        Self { points, turn, second: false, rolls: false }
    }

    fn pass(&mut self) {
        (self.turn, self.second) = (0, !self.second);
    }
}

impl Game for Pig {
    type Undo = Self;

    fn max_moves(&self) -> usize {
        6
    }

    fn max_plies(&self) -> usize {
        1000
    }

    fn to_move(&self) -> Side {
        if self.second { Side::Second } else { Side::First }
    }

    fn outcome(&self) -> Option<Outcome> {
        let [first, second] = self.points.map(|points| points >= GOAL);
        if first { Some(Outcome::FirstWins) } else { second.then_some(Outcome::SecondWins) }
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        let listed = if self.rolls { 1..=6 } else { u32::from(self.turn == 0)..=1 };
        listed.for_each(|mv| moves.push(Move(mv)));
    }

    fn make(&mut self, mv: Move) -> Self {
        let before = *self;
        match mv {
            ROLL if !self.rolls => self.rolls = true,
            HOLD => {
                self.points[usize::from(self.second)] += self.turn;
                self.pass();
            }
            Move(pips) => {
                (self.rolls, self.turn) = (false, self.turn + pips as u8);
                if pips == 1 {
                    self.pass();
                }
            }
        }
        before
    }

    fn unmake(&mut self, _: Move, before: Self) {
        *self = before;
    }

    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }

    fn has_chance(&self) -> bool {
        true
    }

    fn is_chance(&self) -> bool {
        self.rolls
    }
}

impl Knowledge for Pig {
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        evaluator == Evaluator::DEFAULT
    }

    fn evaluate(&self, _: Evaluator) -> Value {
        let turn = if self.second { -i32::from(self.turn) } else { self.turn.into() };
        let lead = i32::from(self.points[0]) - i32::from(self.points[1]) + turn / 2;
        Value::from_raw((lead.clamp(-40, 40) * 700) as i16)
    }
}

/// The probability that the player to move wins with best play. It depends on the points of this
/// player, the points of the opponent, and the sum of the turn. Value iteration computes all
/// probabilities.
struct Solution(Vec<f64>);

impl Solution {
    const SIZE: usize = GOAL as usize;

    fn index(own: usize, other: usize, turn: usize) -> usize {
        (own * Self::SIZE + other) * Self::SIZE + turn
    }

    fn of(&self, own: usize, other: usize, turn: usize) -> f64 {
        if own + turn >= Self::SIZE { 1.0 } else { self.0[Self::index(own, other, turn)] }
    }

    /// The probabilities to win after `hold` and after `roll`.
    fn choices(&self, own: usize, other: usize, turn: usize) -> [f64; 2] {
        let hold = 1.0 - self.of(other, own + turn, 0);
        let goes_on: f64 = (2..=6).map(|pips| self.of(own, other, turn + pips)).sum();
        [if turn == 0 { 0.0 } else { hold }, (1.0 - self.of(other, own, 0) + goes_on) / 6.0]
    }

    fn found() -> Self {
        let mut solution = Self(vec![0.5; Self::SIZE * Self::SIZE * Self::SIZE]);
        loop {
            let mut change: f64 = 0.0;
            for own in 0..Self::SIZE {
                for other in 0..Self::SIZE {
                    for turn in (0..Self::SIZE - own).rev() {
                        let [hold, roll] = solution.choices(own, other, turn);
                        let known = &mut solution.0[Self::index(own, other, turn)];
                        change = change.max((hold.max(roll) - *known).abs());
                        *known = hold.max(roll);
                    }
                }
            }
            if change < 1e-12 {
                return solution;
            }
        }
    }
}

#[test]
fn the_search_plays_pig_as_its_solution_does() {
    let solution = Solution::found();
    let mut compared = 0;
    for (own, other, turn) in
        [(0, 0, 0), (0, 0, 9), (12, 7, 8), (20, 3, 3), (3, 20, 6), (3, 22, 14), (15, 15, 5), (22, 22, 2)]
    {
        let position = Pig::at([own, other], turn);
        let [hold, roll] = solution.choices(own.into(), other.into(), turn.into());
        for player in ["mcts()", "mcts(im0.4)", "bfm()", "mcts(grave,t1)", "mcts(c0.3,im0.8,ip)"] {
            let found = searched(&position, player, 600_000, 40_000, report);
            if (hold - roll).abs() > 0.02 {
                assert_eq!(found.best, if hold > roll { HOLD } else { ROLL }, "{player} {position:?} {hold} {roll}");
                compared += 1;
            }
            let expected = 2.0 * hold.max(roll) - 1.0;
            let value = f64::from(found.value.to_f32());
            let tolerance = if player == "bfm()" { 0.1 } else { 0.2 };
            assert!((value - expected).abs() < tolerance, "{player} {position:?}: {value} is not {expected}");
        }
    }
    assert!(compared >= 20, "{compared}");
}

#[test]
fn a_chance_event_is_sampled_and_played_and_never_searched() {
    let position = Pig::at([3, 4], 5);
    searched(&position, "mcts(im0.4)", 10_000, 2000, |search| {
        assert_eq!(search.sample_outcome(7).unwrap(), None);
        assert!(search.play(ROLL).unwrap());
        let error = search.search(&Limits::iterations(10), None, &GO_ON);
        assert_eq!(error, Err(SearchError::Chance));
        assert_eq!(search.best_move().unwrap(), Move::NONE);
        assert_eq!(report(search).best, Move::NONE);
        assert_eq!(search.line(&mut [Move::NONE; 4]).unwrap(), 0);
        assert_eq!(search.legal_moves().unwrap().len(), 6);
        let sampled: Vec<Move> =
            (0..6).map(|rank| search.sample_outcome(rank * (u32::MAX / 6) + 9).unwrap().unwrap()).collect();
        assert_eq!(sampled, [1, 2, 3, 4, 5, 6].map(Move));
        let kept: u32 = (0..6).map(|rank| search.candidate(rank).unwrap().unwrap().visits).sum();
        assert!(kept > 100, "the tree is kept: {kept}");
        assert!(search.play(Move(4)).unwrap());
        search.search(&Limits::iterations(10), None, &GO_ON).unwrap();
    });
}

/// Near the end of the game, alpha-beta must find the exact value of a position, and the better
/// move.
#[test]
fn alpha_beta_plays_the_end_of_pig_as_its_solution_does() {
    let solution = Solution::found();
    for (own, other, turn) in [(20, 3, 3), (3, 22, 14), (22, 22, 2), (18, 20, 0), (20, 24, 4)] {
        let position = Pig::at([own, other], turn);
        let [hold, roll] = solution.choices(own.into(), other.into(), turn.into());
        for player in ["ab()", "ab(all)"] {
            let player::Player::AlphaBeta(config) = player::parse(player).unwrap() else { continue };
            with_player(&position, &config, 60, 1000, |search| {
                search.search(&Limits::iterations(300_000), None, &GO_ON).unwrap();
                let report = search.report().unwrap();
                let (value, expected) = (f64::from(report.value.to_f32()), 2.0 * hold.max(roll) - 1.0);
                assert!((value - expected).abs() < 0.1, "{player} {position:?} {report:?}: not {expected}");
                if (hold - roll).abs() > 0.02 {
                    assert_eq!(
                        report.best,
                        if hold > roll { HOLD } else { ROLL },
                        "{player} {position:?} {hold} {roll}"
                    );
                }
            });
        }
    }
}

/// The search must visit outcomes in proportion to their probabilities, more exactly than random
/// sampling would.
#[test]
fn visits_follow_the_probabilities() {
    searched(&Pig::at([0, 0], 0), "mcts()", 100_000, 9001, |search| {
        assert!(search.play(ROLL).unwrap());
        for rank in 0..6 {
            let visits = search.candidate(rank).unwrap().unwrap().visits;
            assert!((1490..=1510).contains(&visits), "{visits}");
        }
    });
}
