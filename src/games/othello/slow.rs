//! A second version of the rules, square by square. It is slow and as simple as possible. The tests
//! compare the real rules with this version.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use std::string::String;
use std::vec::Vec;
use std::{format, iter};

use crate::game::value::{Outcome, Side};

/// A position. The index of a square is `8 * row + column`. Rows and columns are counted from 0, so
/// a1 has the index 0.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Slow {
    pub(super) board: [Option<Side>; 64],
    pub(super) player: Side,
}

/// The next square in a direction, or `None` at the edge of the board.
fn next(square: usize, (right, up): (i32, i32)) -> Option<usize> {
    let (column, row) = (square as i32 % 8 + right, square as i32 / 8 + up);
    ((0..8).contains(&column) && (0..8).contains(&row)).then_some((8 * row + column) as usize)
}

impl Slow {
    pub(super) fn new() -> Self {
        let mut board = [None; 64];
        for (square, player) in [(27, Side::Second), (28, Side::First), (35, Side::First), (36, Side::Second)] {
            board[square] = Some(player);
        }
        Self { board, player: Side::First }
    }

    /// The discs that `player` flips by placing a disc on this square.
    fn flips(&self, player: Side, square: usize) -> Vec<usize> {
        let mut all = Vec::new();
        let steps = (-1..=1).flat_map(|up| (-1..=1).map(move |right| (right, up))).filter(|&step| step != (0, 0));
        for step in steps.filter(|_| self.board[square].is_none()) {
            let ray: Vec<usize> = iter::successors(next(square, step), |&at| next(at, step)).collect();
            let foes = ray.iter().take_while(|&&at| self.board[at] == Some(player.opponent())).count();
            if ray.get(foes).is_some_and(|&at| self.board[at] == Some(player)) {
                all.extend(&ray[..foes]);
            }
        }
        all
    }

    /// The squares on which a new disc of this player flips discs of the opponent.
    pub(super) fn targets(&self, player: Side) -> Vec<usize> {
        (0..64).filter(|&square| !self.flips(player, square).is_empty()).collect()
    }

    /// Returns the names of the legal moves, ordered by square from a1 on. The list is empty if the
    /// game is over.
    pub(super) fn legal(&self) -> Vec<String> {
        let name = |square: usize| format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1);
        let mut moves: Vec<String> = self.targets(self.player).into_iter().map(name).collect();
        if moves.is_empty() && !self.targets(self.player.opponent()).is_empty() {
            moves.push("pass".into());
        }
        moves
    }

    pub(super) fn play(&mut self, name: &str) {
        if let [column, row] = *name.as_bytes() {
            self.put(usize::from(column - b'a') + 8 * usize::from(row - b'1'));
        } else {
            self.player = self.player.opponent();
        }
    }

    pub(super) fn put(&mut self, square: usize) {
        let flips = self.flips(self.player, square);
        flips.into_iter().chain([square]).for_each(|at| self.board[at] = Some(self.player));
        self.player = self.player.opponent();
    }

    pub(super) fn count(&self, player: Side) -> usize {
        self.board.iter().filter(|&&disc| disc == Some(player)).count()
    }

    /// The score of a game that is over, with the default scoring.
    pub(super) fn score(&self) -> i32 {
        let [first, second] = [Side::First, Side::Second].map(|player| self.count(player) as i32);
        match self.outcome().unwrap() {
            Outcome::FirstWins => 64 - 2 * second,
            Outcome::SecondWins => 2 * first - 64,
            Outcome::Draw => 0,
        }
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        let (first, second) = (self.count(Side::First), self.count(Side::Second));
        let outcome = match first {
            _ if first > second => Outcome::FirstWins,
            _ if first < second => Outcome::SecondWins,
            _ => Outcome::Draw,
        };
        self.legal().is_empty().then_some(outcome)
    }

    pub(super) fn text(&self) -> String {
        let letter = |disc: &Option<Side>| match disc {
            Some(Side::First) => 'b',
            Some(Side::Second) => 'w',
            None => '.',
        };
        let rows: Vec<String> = self.board.chunks(8).map(|row| row.iter().map(letter).collect()).collect();
        let side = match (self.outcome(), self.player) {
            (Some(_), _) => '-',
            (None, Side::First) => '1',
            (None, Side::Second) => '2',
        };
        format!("{} {side}", rows.join("/"))
    }
}
