//! Computes the start position and the seeds of each game of a match from the seed of the match.
//! The start positions can also come from a set of positions.

pub mod search;
pub mod set;

use crate::chance;
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
    /// The random plies and the outcomes of chance events, which lead from `begun` to `position`.
    pub plies: Vec<Move>,
    /// The start position of the game. A player is to move.
    pub position: G,
    /// The contestant that plays the first player's side. In the usual start position, the first
    /// player is to move.
    pub first: Contestant,
    /// The seeds of A and of B.
    pub seeds: [u64; 2],
    /// The seed of the dice, which is the same for both games of a pair.
    pub dice: u64,
}

impl<G: Arena> Opening<G> {
    /// Returns the opening of game `index` (from 0) in the match with seed `match_seed`.
    /// `random_plies` uniformly sampled plies lead to the start position, so that deterministic
    /// players do not repeat one game.
    ///
    /// # Errors
    /// The game breaks its contract.
    pub fn of_game(start: &G, match_seed: u64, index: u64, random_plies: u32) -> Result<Self> {
        let mut rng = Rng::new(derived_seed(match_seed, "opening", index / 2));
        let position = start.opening(&mut rng);
        Self::after_random_plies(position, rng, match_seed, index, random_plies)
    }

    /// Returns the opening of game `index` in a match with a set of positions. Pair k begins from
    /// position k of the set. The set repeats after its last position.
    ///
    /// # Errors
    /// A line of the set is not a position of this game, or the game breaks its contract.
    pub fn of_set(start: &G, set: &OpeningSet, match_seed: u64, index: u64, random_plies: u32) -> Result<Self> {
        let rng = Rng::new(derived_seed(match_seed, "opening", index / 2));
        let position = set.position(start, index / 2)?;
        Self::after_random_plies(position, rng, match_seed, index, random_plies)
    }

    fn after_random_plies(begun: G, mut rng: Rng, match_seed: u64, index: u64, random_plies: u32) -> Result<Self> {
        let (position, plies) = randomized(&begun, &mut rng, random_plies)?;
        Ok(Self {
            begun,
            plies,
            position,
            first: if index.is_multiple_of(2) { Contestant::A } else { Contestant::B },
            seeds: ["a", "b"].map(|role| derived_seed(match_seed, role, index)),
            dice: derived_seed(match_seed, "dice", index / 2),
        })
    }
}

/// Plays `count` uniformly sampled plies, or fewer if the game would be over. The outcomes of
/// chance events, at the start and after each ply, are sampled by weight and do not count as plies.
/// A player is to move in the last position. (But if the game is over after the first outcomes, the
/// last position is `begun`.) Returns the last position, and the moves and outcomes that lead to
/// it.
///
/// # Errors
/// The game breaks its contract.
pub(crate) fn randomized<G: Arena>(begun: &G, rng: &mut Rng, count: u32) -> Result<(G, Vec<Move>)> {
    let mut slots = vec![Move::NONE; begun.max_moves()];
    let Some((mut position, mut line)) = after_chance(begun.clone(), None, rng)? else {
        return Ok((begun.clone(), Vec::new()));
    };
    for _ in 0..count {
        let Some(mv) = position.random_move(rng, &mut MoveList::new(&mut slots)) else { break };
        let Some((next, played)) = after_chance(position.clone(), Some(mv), rng)? else { break };
        position = next;
        line.extend(played);
    }
    Ok((position, line))
}

/// Plays `mv` and the outcomes of the chance events that follow. Returns the position in which a
/// player is to move, with the move and the outcomes that lead to it. `None` if the game is over.
fn after_chance<G: Arena>(mut position: G, mv: Option<Move>, rng: &mut Rng) -> Result<Option<(G, Vec<Move>)>> {
    let (mut next, mut played) = (mv, Vec::new());
    loop {
        if let Some(mv) = next {
            position.play(mv);
            played.push(mv);
        }
        next = chance::outcome(&position, || rng.bits())?;
        if next.is_none() {
            return Ok(position.outcome().is_none().then_some((position, played)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::tests::{Coin, HEADS};
    use crate::notation::position_text;
    use imm::game::Game;
    use imm::games::breakthrough::Breakthrough;
    use imm::games::kalah::Kalah;
    use std::collections::HashSet;

    #[test]
    fn a_pair_shares_its_board_and_swaps_seats() {
        let game = |index| Opening::of_game(&Kalah::default(), 5, index, 0).unwrap();
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
        let games: Vec<_> = (0..100).map(|index| Opening::of_game(&start, 5, index, 0).unwrap()).collect();
        assert!(games.iter().all(|game| game.position == start));
        let seeds: HashSet<u64> = games.iter().flat_map(|game| game.seeds).collect();
        assert_eq!(seeds.len(), 200);
        assert_ne!(Opening::of_game(&start, 6, 0, 0).unwrap(), games[0]);
    }

    #[test]
    fn random_plies_give_every_pair_an_opening_of_its_own() {
        let start = Breakthrough::default();
        let game = |index| Opening::of_game(&start, 5, index, 4).unwrap();
        assert_eq!(game(0).position, game(1).position);
        let mut replayed = game(6).begun;
        game(6).plies.into_iter().for_each(|mv| replayed.play(mv));
        assert_eq!((game(6).begun, game(6).plies.len(), replayed), (start, 4, game(6).position));
        let openings: HashSet<String> = (0..50).map(|pair| position_text(&game(2 * pair).position)).collect();
        assert!(openings.len() > 45, "{}", openings.len());
        // Even with many random plies, the game must not be over in any opening.
        let long = |index| Opening::of_game(&start, 5, index, 1000).unwrap().position;
        assert!((0..50).all(|index| long(index).outcome().is_none()));
    }

    #[test]
    fn an_opening_ends_where_a_player_moves() {
        let start = Coin::new(10);
        for plies in [0, 1, 4, 9] {
            let game = |index| Opening::of_game(&start, 7, index, plies).unwrap();
            for pair in 0..20 {
                let [one, other] = [0, 1].map(|seat| game(2 * pair + seat));
                assert_eq!((&one.position, &one.plies, one.dice), (&other.position, &other.plies, other.dice));
                assert!(!one.position.is_chance() && one.position.outcome().is_none());
                // A toss comes before each ply, and before the first move of the game.
                assert_eq!((one.position.played, one.plies.len()), (plies as u8, 2 * plies as usize + 1));
            }
            let heads = (0..200).filter(|pair| game(2 * pair).plies[0] == HEADS).count();
            assert!((130..170).contains(&heads) && game(0).dice != game(2).dice, "{heads}");
        }
        // The tenth ply would end the game.
        assert_eq!(Opening::of_game(&start, 7, 0, 50).unwrap().position.played, 9);
        assert_eq!(Opening::of_game(&Coin::new(0), 7, 0, 5).unwrap().plies, []);
    }
}
