//! Compares moves with a slow implementation that sows stone by stone, and checks what the game
//! predicts about a move. Also tests the hash key.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use super::super::Capture;
use super::*;
use crate::base::rng::Rng;
use crate::games::testing::{check_ended, legal, position, written};
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

/// A position in plain numbers: the houses of each player in that player's sowing order, and the
/// stores.
#[derive(Clone)]
struct Slow {
    houses: [Vec<u32>; 2],
    stores: [u32; 2],
    mover: usize,
}

impl Slow {
    /// Returns a random position that is not over, with up to 255 stones. Some houses have many
    /// stones.
    fn random(size: usize, rng: &mut Rng) -> Self {
        let (mut left, mut cells) = (255, std::vec![0; 2 * size + 2]);
        let offset = rng.below(20) as usize;
        for place in 0..cells.len() {
            let stones = match rng.below(8) {
                0..3 => 0,
                3..6 => rng.below(5),
                6 => rng.below(40),
                _ => rng.below(255),
            };
            cells[(place + offset) % (2 * size + 2)] = stones.min(left);
            left -= stones.min(left);
        }
        let [first, second] = [0, size + 1].map(|begin| cells[begin..begin + size].to_vec());
        if first.iter().max() == Some(&0) || second.iter().max() == Some(&0) {
            return Self::random(size, rng);
        }
        Self { houses: [first, second], stores: [cells[size], cells[2 * size + 1]], mover: rng.below(2) as usize }
    }

    /// Sows the stones of `house`, and returns the place of the last stone. Places are numbered
    /// from the mover's first house: the mover's houses, the mover's store, the opponent's houses.
    fn sow(&mut self, house: usize) -> usize {
        let (size, mover) = (self.houses[0].len(), self.mover);
        let mut place = house;
        for _ in 0..core::mem::take(&mut self.houses[mover][house]) {
            place = (place + 1) % (2 * size + 1);
            match place.checked_sub(size) {
                None => self.houses[mover][place] += 1,
                Some(0) => self.stores[mover] += 1,
                Some(beyond) => self.houses[1 - mover][beyond - 1] += 1,
            }
        }
        place
    }

    /// The effect of the move.
    fn effect(&self, house: usize) -> Effect {
        let mut sown = self.clone();
        let (last, size) = (sown.sow(house), self.houses[0].len());
        if last == size {
            return Effect::MovesAgain;
        }
        let was_empty = last < size && sown.houses[self.mover][last] == 1;
        match if was_empty { sown.houses[1 - self.mover][size - 1 - last] } else { 0 } {
            0 => Effect::Quiet,
            stones => Effect::Captures(stones.into()),
        }
    }

    fn play(&mut self, house: usize, capture: Capture) {
        let (size, mover) = (self.houses[0].len(), self.mover);
        let last = self.sow(house);
        if last < size && self.houses[mover][last] == 1 {
            let opposite = core::mem::take(&mut self.houses[1 - mover][size - 1 - last]);
            let takes_last = match capture {
                Capture::Empty => true,
                Capture::Standard => opposite > 0,
                Capture::Stays => false,
            };
            self.houses[mover][last] -= u32::from(takes_last);
            self.stores[mover] += opposite + u32::from(takes_last);
        }
        self.mover = if last == size { mover } else { 1 - mover };
    }

    /// Returns the position as a [`Kalah`].
    fn game(&self, capture: Capture) -> Kalah {
        position(&Kalah::new(self.houses[0].len() as u8, 1, capture).unwrap(), &self.text())
    }

    /// Returns the position as text. If all houses of one player are empty, the stones in the
    /// opponent's houses count as stones in the opponent's store.
    fn text(&self) -> String {
        let sums = [0, 1].map(|side| self.houses[side].iter().sum::<u32>());
        let is_over = sums.contains(&0);
        let row = |side: usize| {
            let stones = |stones: &u32| if is_over { 0 } else { *stones }.to_string();
            let houses: Vec<String> = self.houses[side].iter().map(stones).collect();
            format!("{}|{}", houses.join(","), self.stores[side] + if is_over { sums[side] } else { 0 })
        };
        format!("{}|{} {}", row(0), row(1), ["1", "2", "-"][if is_over { 2 } else { self.mover }])
    }
}

/// Compares a move with a version that sows stone by stone. Also checks what the game predicts
/// about the move. Returns the effect of the move and the number of stones sown.
fn check_move(game: &Kalah, slow: &Slow, mv: Move) -> (Effect, u32) {
    let (house, stones) = (mv.0 as usize, slow.houses[slow.mover][mv.0 as usize]);
    let (text, expected) = (slow.text(), slow.effect(house));
    assert_eq!(game.effect(mv), expected, "{house} in {text}");
    assert_eq!(game.effect_of_sowing(mv), expected, "{house} in {text}");
    let (order, category) = match expected {
        Effect::MovesAgain => (2, 1),
        Effect::Captures(stones) => (1, if stones < 3 { 2 } else { 3 }),
        Effect::Quiet => (0, 0),
    };
    assert_eq!((game.order(mv), game.noisy(mv)), (order, order > 0));
    assert_eq!(usize::from(game.category(mv)), 8 * category + slow.houses[0].len() - house);
    let (mut after, mut played, mut made) = (slow.clone(), *game, *game);
    after.play(house, game.capture());
    played.play(mv);
    assert_eq!(written(&played), after.text(), "{house} in {text}");
    let undo = made.make(mv);
    assert_eq!(made, played);
    made.unmake(mv, undo);
    assert_eq!(made, *game);
    (expected, stones)
}

#[test]
fn moves_do_what_sowing_by_hand_does_and_what_is_told_of_them() {
    let mut rng = Rng::new(12);
    let mut around = [0; 3];
    for round in 0..6000 {
        let size = 1 + round % 7;
        let capture = [Capture::Empty, Capture::Standard, Capture::Stays][round % 3];
        let slow = Slow::random(size, &mut rng);
        let game = slow.game(capture);
        for mv in legal(&game) {
            let (effect, stones) = check_move(&game, &slow, mv);
            let kind = match effect {
                Effect::MovesAgain => 0,
                Effect::Captures(_) => 1,
                Effect::Quiet => 2,
            };
            around[kind] += usize::from(stones as usize > 2 * size);
        }
    }
    assert!(around.iter().all(|&count| count > 100), "{around:?}");
}

/// Tests positions in which one house has nearly all stones. There is such a position for each
/// house.
#[test]
fn a_house_with_nearly_all_stones_is_sown_as_any_other() {
    for (size, stones) in (1..=7).flat_map(|size| (235..255).map(move |stones| (size, stones))) {
        for house in 0..size {
            let mut houses = [std::vec![0; size], std::vec![0; size]];
            (houses[0][house], houses[1][0]) = (stones, 1);
            let slow = Slow { houses, stores: [0, 0], mover: 0 };
            let game = slow.game(Capture::Standard);
            check_move(&game, &slow, Move(house as u32));
        }
    }
}

#[test]
fn there_is_no_move_after_the_end() {
    check_ended(&position(&Kalah::default(), "0,0,0,0,0,0|25|0,0,0,0,0,0|23 -"));
}

/// Returns the factor that undoes a multiplication by `odd`. Each step doubles the number of
/// correct bits.
fn inverse(odd: u64) -> u64 {
    (0..6).fold(odd, |inverse, _| inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse))))
}

/// Returns the number x for which `x ^ x >> by` is `mixed`.
fn unmixed(mixed: u64, by: u32) -> u64 {
    (0..64 / by).fold(mixed, |number, _| mixed ^ number >> by)
}

/// Each step that mixes the key can be undone. So you can compute the first player's row from the
/// key, the player to move and the second player's row. Two positions that differ only in the first
/// player's row therefore have different keys.
#[test]
fn keys_lose_nothing_of_a_row() {
    let mut rng = Rng::new(4);
    let mut ones = [0; 64];
    for round in 0..3000 {
        let slow = Slow::random(1 + round % 7, &mut rng);
        let game = slow.game(Capture::Empty);
        let key = game.hash().unwrap();
        let both = unmixed(unmixed(key, 32).wrapping_mul(inverse(0x94D0_49BB_1331_11EB)), 29);
        let mixed = both.wrapping_mul(inverse(0xBF58_476D_1CE4_E5B9)).wrapping_sub(game.row(Side::Second));
        let first = unmixed(mixed, 32).wrapping_mul(inverse(0x9E37_79B9_7F4A_7C15));
        assert_eq!(first, game.row(Side::First) + u64::from(game.player == Side::Second), "{}", slow.text());
        ones.iter_mut().enumerate().for_each(|(bit, ones)| *ones += key >> bit & 1);
    }
    // In 3,000 keys, each bit must be 1 about 1,500 times. The standard deviation is 27.
    assert!(ones.iter().all(|ones| (1350..1650).contains(ones)), "{ones:?}");
}
