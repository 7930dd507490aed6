//! Chance events, such as the roll of a die. No player moves then: the arena samples an outcome by
//! weight and plays it.

use crate::notation::legal_moves;
use crate::signature::derived_seed;
use anyhow::{Result, anyhow};
use imm::base::rng::Rng;
pub use imm::game::chance::comes_next;
use imm::game::chance::sample;
use imm::game::{Game, Move};

/// If a chance event comes next, samples one of its outcomes by weight, with 32 random bits.
/// `random` is called only in this case.
///
/// # Errors
/// The game breaks its contract.
pub fn outcome<G: Game>(position: &G, random: impl FnOnce() -> u32) -> Result<Option<Move>> {
    if !comes_next(position) {
        return Ok(None);
    }
    let outcome = sample(position, &legal_moves(position), random());
    position.fault().map_or(Ok(outcome), |fault| Err(anyhow!(fault)))
}

/// The dice of one game. The random numbers of an event depend only on the seed and on the number
/// of earlier events. So two games with the same seed have the same dice, even if the players move
/// differently.
#[derive(Clone, Debug)]
pub struct Dice {
    seed: u64,
    /// The number of chance events so far.
    events: u64,
}

impl Dice {
    /// Returns the dice of a game in which no chance event has happened yet.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, events: 0 }
    }

    /// Samples an outcome if a chance event comes next. `None` if a player is to move or the game
    /// is over.
    ///
    /// # Errors
    /// The game breaks its contract.
    pub fn roll<G: Game>(&mut self, position: &G) -> Result<Option<Move>> {
        let rolled = outcome(position, || Rng::new(derived_seed(self.seed, "event", self.events)).bits())?;
        self.events += u64::from(rolled.is_some());
        Ok(rolled)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use imm::base::text::{ParseError, Text};
    use imm::game::MoveList;
    use imm::game::knowledge::Knowledge;
    use imm::game::notation::Notation;
    use imm::game::value::{Outcome, Side};

    /// A game with a biased coin. In each round, first a coin is tossed: heads ([`HEADS`], three
    /// times as likely) or tails. Then the player to move adds 1 or 2 points to its side, plus 1
    /// after heads. After `rounds` rounds the game is over: the side with more points wins.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub(crate) struct Coin {
        pub(crate) rounds: u8,
        pub(crate) played: u8,
        pub(crate) tossed: Option<u8>,
        pub(crate) lead: i8,
    }

    pub(crate) const HEADS: Move = Move(1);
    pub(crate) const TAILS: Move = Move(0);

    impl Coin {
        pub(crate) fn new(rounds: u8) -> Self {
            Self { rounds, played: 0, tossed: None, lead: 0 }
        }
    }

    impl Game for Coin {
        type Undo = Self;

        fn max_moves(&self) -> usize {
            2
        }

        fn max_plies(&self) -> usize {
            2 * usize::from(self.rounds)
        }

        fn to_move(&self) -> Side {
            if self.played.is_multiple_of(2) { Side::First } else { Side::Second }
        }

        fn outcome(&self) -> Option<Outcome> {
            let over = self.played == self.rounds;
            over.then_some(match self.lead {
                0 => Outcome::Draw,
                1.. => Outcome::FirstWins,
                _ => Outcome::SecondWins,
            })
        }

        fn legal_moves(&self, moves: &mut MoveList<'_>) {
            let first = if self.is_chance() { 0 } else { 2 };
            (first..first + 2).for_each(|mv| moves.push(Move(mv)));
        }

        fn make(&mut self, mv: Move) -> Self {
            let before = *self;
            match self.tossed.take() {
                None => self.tossed = Some(mv.0 as u8),
                Some(tossed) => {
                    self.lead += (mv.0 as i8 - 1 + tossed as i8) * self.to_move().sign() as i8;
                    self.played += 1;
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
            self.tossed.is_none()
        }

        fn odds(&self, outcome: Move) -> u32 {
            if outcome == HEADS { 3 } else { 1 }
        }
    }

    impl Knowledge for Coin {
        fn feature_count(&self) -> usize {
            1
        }

        fn features(&self, features: &mut [u8]) {
            assert!(!comes_next(self), "no features are needed here");
            features[0] = self.tossed.unwrap_or(0) + 1;
        }

        fn max_score(&self) -> u16 {
            10
        }

        fn score(&self) -> Option<i32> {
            Some(self.lead.into())
        }
    }

    impl Notation for Coin {
        fn write_position(&self, out: &mut Text<'_>) {
            for number in [self.rounds, self.played, self.tossed.unwrap_or(9), self.lead.unsigned_abs()] {
                out.push_number(number.into());
                out.push(b' ');
            }
            out.push(if self.lead < 0 { b'-' } else { b'+' });
        }

        fn read_position(&mut self, _: &str) -> Result<(), ParseError> {
            Ok(())
        }

        fn write_move(&self, mv: Move, out: &mut Text<'_>) {
            out.push_number(mv.0);
        }

        fn read_move(&self, text: &str, _: &mut MoveList<'_>) -> Option<Move> {
            text.parse().ok().map(Move)
        }
    }

    impl crate::arena::Arena for Coin {}

    #[test]
    fn outcomes_are_sampled_by_weight() {
        let count = (0..4000).filter(|&seed| Dice::new(seed).roll(&Coin::new(3)).unwrap() == Some(HEADS)).count();
        assert!((2880..3120).contains(&count), "{count}");
    }

    #[test]
    fn dice_depend_on_the_seed_and_the_number_of_events() {
        let rolled = |seed, number: u8| {
            let (mut dice, mut coin, mut rolled) = (Dice::new(seed), Coin::new(20), Vec::new());
            for _ in 0..20 {
                let outcome = dice.roll(&coin).unwrap();
                rolled.push(outcome);
                coin.play(outcome.unwrap());
                assert_eq!(dice.roll(&coin).unwrap(), None, "a player is to move");
                coin.play(Move(number.into()));
            }
            assert_eq!((coin.played, dice.roll(&coin).unwrap()), (20, None));
            rolled
        };
        assert_eq!(rolled(1, 2), rolled(1, 3));
        assert_ne!(rolled(1, 2), rolled(2, 2));
        assert!(rolled(1, 2).contains(&Some(HEADS)) && rolled(1, 2).contains(&Some(TAILS)));
    }
}
