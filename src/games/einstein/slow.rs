//! A second version of the rules of EinStein würfelt nicht!, for the tests. It uses rows of
//! letters, and texts. It is slow and simple, and does not use code of the real rules.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

/// The stones of both players, stone 1 first.
const LETTERS: [&str; 2] = ["123456", "abcdef"];

/// A position in the slow version of the rules.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Slow {
    /// The squares, from row 1 on. Each row is from left to right.
    rows: Vec<Vec<char>>,
    /// 0 if the die rolls next.
    die: usize,
    /// The player to move, 0 or 1. If the die rolls next, the player who moves after the roll.
    player: usize,
}

impl Slow {
    /// Reads a position from its notation. The side to move must not be `-`.
    pub(super) fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        Self {
            rows: words[0].split('/').map(|row| row.chars().collect()).collect(),
            die: words[1].parse().unwrap(),
            player: words[2].parse::<usize>().unwrap() - 1,
        }
    }

    /// Returns the notation of the position.
    pub(super) fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        let side = if self.winner().is_some() { "-".to_string() } else { (self.player + 1).to_string() };
        format!("{} {} {side}", rows.join("/"), self.die)
    }

    fn has(&self, player: usize, number: usize) -> bool {
        self.rows.iter().flatten().any(|&letter| Some(letter) == LETTERS[player].chars().nth(number - 1))
    }

    /// The winner, 0 or 1, if the game is over.
    pub(super) fn winner(&self) -> Option<usize> {
        let is_left = |player| (1..=6).any(|number| self.has(player, number));
        if LETTERS[0].contains(self.rows[4][4]) || !is_left(1) {
            Some(0)
        } else if LETTERS[1].contains(self.rows[0][0]) || !is_left(0) {
            Some(1)
        } else {
            None
        }
    }

    /// The letters of the stones that the player may move.
    fn movable(&self) -> Vec<char> {
        let has = |number: &usize| self.has(self.player, *number);
        let numbers: Vec<usize> = if has(&self.die) {
            Vec::from([self.die])
        } else {
            let lower = (1..self.die).rev().find(has);
            let higher = (self.die + 1..=6).find(has);
            lower.into_iter().chain(higher).collect()
        };
        numbers.into_iter().map(|number| LETTERS[self.player].chars().nth(number - 1).unwrap()).collect()
    }

    /// The moves as texts.
    pub(super) fn moves(&self) -> Vec<String> {
        if self.die == 0 {
            return (1..=6).map(|side| side.to_string()).collect();
        }
        let mut moves = Vec::new();
        let sign = if self.player == 0 { 1 } else { -1 };
        for stone in self.movable() {
            let row = self.rows.iter().position(|row| row.contains(&stone)).unwrap();
            let column = self.rows[row].iter().position(|&letter| letter == stone).unwrap();
            for (right, down) in [(1, 0), (0, 1), (1, 1)] {
                let (to_row, to_column) = (row as i32 + sign * down, column as i32 + sign * right);
                if (0..5).contains(&to_row) && (0..5).contains(&to_column) {
                    let name = |row: usize, column: usize| format!("{}{}", ["a", "b", "c", "d", "e"][column], row + 1);
                    moves.push(name(row, column) + &name(to_row as usize, to_column as usize));
                }
            }
        }
        moves
    }

    pub(super) fn after(&self, mv: &str) -> Self {
        let mut next = self.clone();
        if self.die == 0 {
            next.die = mv.parse().unwrap();
            return next;
        }
        let at: Vec<usize> = mv.bytes().map(|byte| usize::from((byte - b'1') % 48)).collect();
        next.rows[at[3]][at[2]] = self.rows[at[1]][at[0]];
        next.rows[at[1]][at[0]] = '.';
        next.die = 0;
        next.player = 1 - self.player;
        next
    }
}
