//! Lets a player play games against itself. The net learns from the positions of these games.

use super::data::{PlayedGame, Samples, UNKNOWN};
use crate::arena::AnySearch;
use crate::chance::{self, Dice};
use crate::clock::Timer;
use crate::games::Arena;
use crate::openings::randomized;
use crate::player::{Block, think};
use crate::signature::derived_seed;
use anyhow::{Result, ensure};
use imm::base::rng::Rng;
use imm::game::knowledge::Knowledge;
use imm::game::value::{Proof, Side, Value};
use imm::game::{Move, MoveList};
use imm::player::Player;
use imm::report::{Report, TreeNode, Visit};
use imm::time::limits::{Limits, Stop};
use std::sync::atomic::AtomicBool;

/// The settings of self-play.
#[derive(Clone, Debug)]
pub(super) struct SelfPlay {
    pub player: Player,
    pub iterations: u64,
    /// A game begins with 0 to `random_plies` random plies, in which all moves are equally likely.
    /// In the following `warm_plies` plies, moves are sampled according to their values. Chance
    /// events do not count as plies.
    pub random_plies: u32,
    pub warm_plies: u32,
    pub temperature: f64,
    /// The net also learns from search-tree positions that have at least this many visits. With 0,
    /// the net learns only from the positions of the games.
    pub tree_visits: u32,
    /// The seed of the generation.
    pub seed: u64,
}

/// The positions of a search tree are recorded down to this many plies below the root. Deeper
/// positions appear in later search trees of the game.
const TREE_PLIES: u32 = 8;

impl SelfPlay {
    /// Plays the game with this number. Returns `None` if `stop` was set before the game ended.
    ///
    /// # Errors
    /// The player cannot play the game, or the game breaks its contract.
    pub(super) fn play<G: Arena>(
        &self,
        start: &G,
        number: u32,
        block: &mut Block,
        stop: &AtomicBool,
    ) -> Result<Option<PlayedGame>> {
        let mut rng = Rng::new(derived_seed(self.seed, "noise", number.into()));
        let mut position = self.opening(start, number, &mut rng)?;
        let mut dice = Dice::new(derived_seed(self.seed, "dice", number.into()));
        let player = self.player.seeded(derived_seed(self.seed, "player", number.into()));
        let mut search = block.search(&position, &player)?;
        let (mut game, mut trees) = (Samples::new(position.feature_count()), Samples::new(position.feature_count()));
        let mut movers = Vec::new();
        for _ in 0..position.max_plies() {
            if position.outcome().is_some() {
                break;
            }
            if let Some(outcome) = dice.roll(&position)? {
                ensure!(search.play(outcome)?, "an outcome of a chance event is not legal: {outcome:?}");
                position.play(outcome);
                continue;
            }
            let warm = movers.len() < self.warm_plies as usize;
            let (report, _) = think(&mut *search, &Limits::iterations(self.iterations), Timer::Wall, stop)?;
            if report.stop == Some(Stop::Flag) {
                return Ok(None);
            }
            movers.push(position.to_move());
            push(&mut game, &position, self.known(report.proof, report.value));
            if self.tree_visits > 0 {
                self.look_at_tree(&mut search, &position, &mut trees)?;
            }
            let mv = if warm { self.draw(&mut search, &report, position.to_move(), &mut rng)? } else { report.best };
            ensure!(search.play(mv)?, "the player chose a move that is not legal: {mv:?}");
            position.play(mv);
        }
        let end = self.result(&position);
        game.outcomes = movers.iter().map(|&mover| end * mover.sign() as f32).collect();
        game.extend(&trees);
        Ok(Some(PlayedGame { number, samples: game }))
    }

    /// The option `marg` of the player: the weight of the margin in a result.
    fn weight_of_margin(&self) -> f32 {
        self.player.tree().map_or(0.0, |config| config.marg)
    }

    /// The result of a game for the first player, from -1 to 1. With the option `marg`, a win by
    /// fewer points is worth less, as in a search.
    fn result<G: Arena>(&self, end: &G) -> f32 {
        let Some(outcome) = end.outcome() else { return 0.0 };
        let (won, weight, most) = (f32::from(outcome.value().raw().signum()), self.weight_of_margin(), end.max_score());
        if weight == 0.0 || most == 0 {
            return won;
        }
        let margin = (end.score().unwrap_or(0) as f32 * won).clamp(1.0, most.into());
        won * (1.0 - weight + weight * margin / f32::from(most))
    }

    /// The value of a position: its game-theoretic value if the position is solved, otherwise
    /// `value`. A proof shows only who wins. So with the option `marg`, the value is always
    /// `value`.
    fn known(&self, proof: Proof, value: Value) -> Value {
        let solved = proof.outcome().filter(|_| self.weight_of_margin() == 0.0);
        solved.map_or(value, |outcome| outcome.value())
    }

    /// The position after the random plies.
    fn opening<G: Arena>(&self, start: &G, number: u32, rng: &mut Rng) -> Result<G> {
        let begun = start.opening(&mut Rng::new(derived_seed(self.seed, "opening", number.into())));
        let plies = rng.below(self.random_plies + 1);
        Ok(randomized(&begun, rng, plies)?.0)
    }

    /// Samples a move according to its value. If the value of a move is lower than the best value
    /// by `temperature`, the move is e times less likely to be chosen than the best move. Returns
    /// the best move if no other move has a value.
    fn draw<G: Arena>(
        &self,
        search: &mut AnySearch<'_, G>,
        report: &Report,
        mover: Side,
        rng: &mut Rng,
    ) -> Result<Move> {
        let best = f64::from(report.value.for_player(mover).to_f32());
        let mut odds = Vec::new();
        for index in 0.. {
            let Some(candidate) = search.candidate(index)? else { break };
            let value = f64::from(self.known(candidate.proof, candidate.value).for_player(mover).to_f32());
            if candidate.visits > 0 && candidate.mv != report.best {
                odds.push((candidate.mv, ((value - best) / self.temperature).exp().min(1.0)));
            }
        }
        odds.push((report.best, 1.0));
        let sum: f64 = odds.iter().map(|(_, odds)| odds).sum();
        let mut rest = f64::from(rng.bits()) / 2_f64.powi(32) * sum;
        let drawn = odds.iter().find(|(_, odds)| {
            rest -= odds;
            rest < 0.0
        });
        Ok(drawn.map_or(report.best, |&(mv, _)| mv))
    }

    /// Adds to `out` the positions below `root` in the search tree that have at least `tree_visits`
    /// visits, and in which a player is to move.
    fn look_at_tree<G: Arena>(&self, search: &mut AnySearch<'_, G>, root: &G, out: &mut Samples) -> Result<()> {
        let mut line = vec![root.clone()];
        let mut visitor = |node: &TreeNode| {
            if node.ply == 0 {
                return Visit::Below;
            }
            line.truncate(node.ply as usize);
            let Some(mut position) = line.last().cloned() else { return Visit::Stop };
            position.play(node.mv);
            if position.outcome().is_some() {
                return Visit::Beside;
            }
            if !chance::comes_next(&position) {
                push(out, &position, self.known(node.proof, node.value));
            }
            line.push(position);
            Visit::Below
        };
        search.visit_tree(TREE_PLIES, self.tree_visits, &mut visitor)?;
        Ok(())
    }
}

/// Adds a position in which a player is to move, with the outcome [`UNKNOWN`].
fn push<G: Arena>(samples: &mut Samples, position: &G, value: Value) {
    let from = samples.seen.len();
    samples.seen.resize(from + samples.features, 0);
    Knowledge::features(position, &mut samples.seen[from..]);
    samples.values.push(value.for_player(position.to_move()).to_f32());
    samples.outcomes.push(UNKNOWN);
}

/// The highest value that each feature reaches in [`RANDOM_GAMES`] random games.
pub(super) fn tops_of_random_games<G: Arena>(start: &G, seed: u64) -> Vec<u8> {
    let mut rng = Rng::new(derived_seed(seed, "tops", 0));
    let mut slots = vec![Move::NONE; start.max_moves()];
    let mut samples = Samples::new(start.feature_count());
    let mut tops = vec![0; samples.features];
    for _ in 0..RANDOM_GAMES {
        let mut position = start.opening(&mut rng);
        for _ in 0..position.max_plies() {
            if position.outcome().is_some() {
                break;
            }
            if !chance::comes_next(&position) {
                push(&mut samples, &position, Value::DRAW);
            }
            let Some(mv) = position.random_move(&mut rng, &mut MoveList::new(&mut slots)) else { break };
            position.play(mv);
        }
        samples.raise(&mut tops);
        samples = Samples::new(samples.features);
    }
    tops
}

/// The number of random games that [`tops_of_random_games`] plays.
const RANDOM_GAMES: u32 = 200;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::tests::Coin;
    use imm::game::value::Outcome;

    #[test]
    fn only_positions_in_which_a_player_moves_are_samples() {
        // The test fails if the search asks for features where a chance event comes next.
        let coin = Coin::new(5);
        assert_eq!(tops_of_random_games(&coin, 1), [2]);
        let mut play = SelfPlay {
            player: Player::default(),
            iterations: 200,
            random_plies: 0,
            warm_plies: 2,
            temperature: 0.1,
            tree_visits: 0,
            seed: 1,
        };
        let (mut block, never) = (Block::slots(3000).unwrap(), AtomicBool::new(false));
        let mut played = |play: &SelfPlay| play.play(&coin, 3, &mut block, &never).unwrap().unwrap().samples;
        let game = played(&play);
        assert_eq!((game.values.len(), game.outcomes.len()), (5, 5));
        play.tree_visits = 5;
        let with_trees = played(&play);
        assert_eq!(with_trees.seen[..5], game.seen);
        assert!(with_trees.values.len() > 10, "{}", with_trees.values.len());
    }

    #[test]
    fn a_player_with_marg_counts_points() {
        let end = |lead| Coin { played: 5, lead, ..Coin::new(5) };
        let play = |player: &str| SelfPlay {
            player: imm::player::parse(player).unwrap(),
            iterations: 200,
            random_plies: 0,
            warm_plies: 0,
            temperature: 0.1,
            tree_visits: 0,
            seed: 1,
        };
        for (player, leads, results) in [
            ("mcts()", [4, -1, 0], [1.0, -1.0, 0.0]),
            ("mcts(marg1)", [4, -1, 0], [0.4, -0.1, 0.0]),
            ("mcts(marg0.5)", [4, -10, 0], [0.7, -1.0, 0.0]),
        ] {
            assert_eq!(leads.map(|lead| play(player).result(&end(lead))), results, "{player}");
        }
        let value = Value::from_raw(8000);
        assert_eq!(play("mcts()").known(Proof::FirstWins, value), Outcome::FirstWins.value());
        assert_eq!(play("mcts(marg1)").known(Proof::FirstWins, value), value);
        let (mut block, never) = (Block::slots(3000).unwrap(), AtomicBool::new(false));
        let game = play("mcts(marg1)").play(&Coin::new(5), 3, &mut block, &never).unwrap().unwrap().samples;
        assert!(game.outcomes.iter().all(|outcome| outcome.abs() < 1.0), "{:?}", game.outcomes);
    }
}
