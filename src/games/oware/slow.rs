//! A second version of the rules, house by house and seed by seed. It is slow and as simple as
//! possible. The tests compare the real rules with this version.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use std::format;
use std::string::String;
use std::vec::Vec;

use crate::game::value::Outcome;

/// A board: the seeds in the houses, in the order of sowing from the first player's first house;
/// the captured seeds; the player to move (0 or 1).
pub(super) type Board = ([u32; 12], [u32; 2], usize);

/// A position, and all positions since the last capture. The present position is the last entry of
/// `past`.
#[derive(Clone, Debug)]
pub(super) struct Slow {
    pub(super) board: Board,
    pub(super) past: Vec<Board>,
    pub(super) outcome: Option<Outcome>,
}

impl Slow {
    /// Parses the text of a position in which the game is not over.
    pub(super) fn new(text: &str) -> Self {
        let numbers: Vec<u32> = text.split([',', '|', ' ']).map(|number| number.parse().unwrap()).collect();
        let mut houses = [0; 12];
        houses[..6].copy_from_slice(&numbers[..6]);
        houses[6..].copy_from_slice(&numbers[7..13]);
        let board = (houses, [numbers[6], numbers[13]], numbers[14] as usize - 1);
        Self { board, past: [board].to_vec(), outcome: None }
    }

    pub(super) fn text(&self) -> String {
        let (houses, captured, mover) = self.board;
        let row = |side: usize| {
            let numbers: Vec<String> = houses[6 * side..6 * side + 6].iter().map(|seeds| format!("{seeds}")).collect();
            format!("{}|{}", numbers.join(","), captured[side])
        };
        let side = if self.outcome.is_some() { "-" } else { ["1", "2"][mover] };
        format!("{}|{} {side}", row(0), row(1))
    }

    fn seeds_of(houses: &[u32; 12], side: usize) -> u32 {
        houses[6 * side..6 * side + 6].iter().sum()
    }

    /// Returns the houses after sowing, and the last house that got a seed.
    fn sown(&self, house: usize) -> ([u32; 12], usize) {
        let (mut houses, _, mover) = self.board;
        let from = 6 * mover + house;
        let (mut in_hand, mut at) = (houses[from], from);
        houses[from] = 0;
        while in_hand > 0 {
            at = (at + 1) % 12;
            if at != from {
                houses[at] += 1;
                in_hand -= 1;
            }
        }
        (houses, at)
    }

    /// The houses that may be sown.
    pub(super) fn legal(&self) -> Vec<usize> {
        let (houses, _, mover) = self.board;
        let feeds = |house: usize| Self::seeds_of(&self.sown(house).0, 1 - mover) > 0;
        (0..6).filter(|&house| houses[6 * mover + house] > 0 && feeds(house)).collect()
    }

    /// Makes a move. Adds an entry to `remarks` for each special event, such as `grand slam`.
    pub(super) fn play(&mut self, house: usize, remarks: &mut Vec<&'static str>) {
        let (before, mut captured, mover) = self.board;
        let (houses, mut at) = self.sown(house);
        if before[6 * mover + house] > 11 {
            remarks.push("round");
        }
        let (mut after, mut taken) = (houses, 0);
        while at / 6 == 1 - mover && (after[at] == 2 || after[at] == 3) {
            taken += after[at];
            after[at] = 0;
            at = (at + 11) % 12;
        }
        if taken > 0 && Self::seeds_of(&after, 1 - mover) == 0 {
            remarks.push("grand slam");
            (after, taken) = (houses, 0);
        }
        captured[mover] += taken;
        self.board = (after, captured, 1 - mover);
        if taken > 0 {
            self.past.clear();
        }
        let repeats = self.past.contains(&self.board);
        self.past.push(self.board);
        if captured[mover] > 24 {
            remarks.push("majority");
        } else if repeats || self.legal().is_empty() {
            remarks.push(if repeats { "repetition" } else { "no move" });
            (0..2).for_each(|side| self.board.1[side] += Self::seeds_of(&after, side));
            self.board.0 = [0; 12];
        } else {
            return;
        }
        let [first, second] = self.board.1;
        self.outcome = Some(match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::FirstWins,
            std::cmp::Ordering::Less => Outcome::SecondWins,
            std::cmp::Ordering::Equal => Outcome::Draw,
        });
    }

    /// True if there are at most `sowings` sowings since the last capture.
    pub(super) fn within(&self, sowings: usize) -> bool {
        self.past.len() <= sowings + 1
    }
}
