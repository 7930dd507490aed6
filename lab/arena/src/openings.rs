//! Computes the start position and the seeds of each game of a match from the seed of the match.
//! The start positions can also come from a set of positions.

pub mod search;
pub mod set;

use crate::games::Arena;
use crate::signature::derived_seed;
use anyhow::Result;
use imm::base::rng::Rng;
use imm::game::{Move, MoveList};
use set::OpeningSet;

/// One of the two players of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contestant {
    /// The player that the user names first.
    A,
    /// The player that the user names second.
    B,
}

impl Contestant {
    /// Both players of a match.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// Returns the opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// The conditions of one game of a match. Games 2k and 2k + 1 are a pair: the same opening, with
/// swapped sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<G> {
    /// The position before the random plies: the usual start, a random board, or a position of a
    /// set.
    pub begun: G,
    /// The random plies, which lead from `begun` to `position`.
    pub plies: Vec<Move>,
    /// The start position of the game.
    pub position: G,
    /// The contestant that plays the first player's side. In the usual start position, the first
    /// player is to move.
    pub first: Contestant,
    /// The seeds of A and of B.
    pub seeds: [u64; 2],
}

impl<G: Arena> Opening<G> {
    /// Returns the opening of game `index` (from 0) in the match with seed `match_seed`.
    /// `random_plies` uniformly sampled plies lead to the start position, so that deterministic
    /// players do not repeat one game.
    #[must_use]
    pub fn of_game(start: &G, match_seed: u64, index: u64, random_plies: u32) -> Self {
        let mut rng = Rng::new(derived_seed(match_seed, "opening", index / 2));
        let position = start.opening(&mut rng);
        Self::after_random_plies(position, rng, match_seed, index, random_plies)
    }

    /// Returns the opening of game `index` in a match with a set of positions. Pair k begins from
    /// position k of the set. The set repeats after its last position.
    ///
    /// # Errors
    /// A line of the set is not a position of this game.
    pub fn of_set(start: &G, set: &OpeningSet, match_seed: u64, index: u64, random_plies: u32) -> Result<Self> {
        let rng = Rng::new(derived_seed(match_seed, "opening", index / 2));
        let position = set.position(start, index / 2)?;
        Ok(Self::after_random_plies(position, rng, match_seed, index, random_plies))
    }

    fn after_random_plies(begun: G, mut rng: Rng, match_seed: u64, index: u64, random_plies: u32) -> Self {
        let (mut position, mut plies) = (begun.clone(), Vec::new());
        let mut slots = vec![Move::NONE; position.max_moves()];
        for _ in 0..random_plies {
            let Some(mv) = position.random_move(&mut rng, &mut MoveList::new(&mut slots)) else { break };
            let mut next = position.clone();
            next.play(mv);
            if next.outcome().is_some() {
                break;
            }
            position = next;
            plies.push(mv);
        }
        Self {
            begun,
            plies,
            position,
            first: if index.is_multiple_of(2) { Contestant::A } else { Contestant::B },
            seeds: ["a", "b"].map(|role| derived_seed(match_seed, role, index)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::position_text;
    use imm::game::Game;
    use imm::games::breakthrough::Breakthrough;
    use imm::games::kalah::Kalah;
    use std::collections::HashSet;

    #[test]
    fn a_pair_shares_its_board_and_swaps_seats() {
        let game = |index| Opening::of_game(&Kalah::default(), 5, index, 0);
        assert_eq!(game(0).position, game(1).position);
        assert_ne!(game(1).position, game(2).position);
        assert_eq!(
            [0, 1, 2, 3].map(|index| game(index).first),
            [Contestant::A, Contestant::B, Contestant::A, Contestant::B]
        );
    }

    #[test]
    fn breakthrough_begins_normally_and_every_game_has_its_own_seeds() {
        let start = Breakthrough::default();
        let games: Vec<_> = (0..100).map(|index| Opening::of_game(&start, 5, index, 0)).collect();
        assert!(games.iter().all(|game| game.position == start));
        let seeds: HashSet<u64> = games.iter().flat_map(|game| game.seeds).collect();
        assert_eq!(seeds.len(), 200);
        assert_ne!(Opening::of_game(&start, 6, 0, 0), games[0]);
    }

    #[test]
    fn random_plies_give_every_pair_an_opening_of_its_own() {
        let start = Breakthrough::default();
        let game = |index| Opening::of_game(&start, 5, index, 4);
        assert_eq!(game(0).position, game(1).position);
        let mut replayed = game(6).begun;
        game(6).plies.into_iter().for_each(|mv| replayed.play(mv));
        assert_eq!((game(6).begun, game(6).plies.len(), replayed), (start, 4, game(6).position));
        let openings: HashSet<String> = (0..50).map(|pair| position_text(&game(2 * pair).position)).collect();
        assert!(openings.len() > 45, "{}", openings.len());
        // Even with many random plies, the game must not be over in any opening.
        assert!((0..50).all(|index| Opening::of_game(&start, 5, index, 1000).position.outcome().is_none()));
    }
}
