//! A second implementation of the rules of Lines of Action, on a board of squares. It is slow and
//! as simple as possible. The tests compare the real rules with this implementation.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use std::collections::HashSet;
use std::format;
use std::string::String;
use std::vec::Vec;

use super::rules::Rules;
use crate::game::value::{Outcome, Side};

type Board = [[Option<Side>; 8]; 8];

/// A position, and all positions since the last capture. The present position is the last entry of
/// `past`.
#[derive(Clone, Debug)]
pub(super) struct Slow {
    pub(super) board: Board,
    pub(super) player: Side,
    past: Vec<(Board, Side)>,
    pub(super) outcome: Option<Outcome>,
    rules: Rules,
}

/// Returns a column and a row as indices, or `None` if they are not on the board.
fn on_board(column: i32, row: i32) -> Option<(usize, usize)> {
    ((0..8).contains(&column) && (0..8).contains(&row)).then_some((column as usize, row as usize))
}

impl Slow {
    /// Parses the text of a position in which the game is not over.
    pub(super) fn new(rules: Rules, text: &str) -> Self {
        let (rows, side) = text.split_once(' ').unwrap();
        let mut board = [[None; 8]; 8];
        for (row, line) in rows.split('/').rev().enumerate() {
            for (column, letter) in line.chars().enumerate() {
                board[row][column] = match letter {
                    'b' => Some(Side::First),
                    'w' => Some(Side::Second),
                    _ => None,
                };
            }
        }
        let player = if side == "1" { Side::First } else { Side::Second };
        let past = [(board, player)].to_vec();
        Self { board, player, past, outcome: None, rules }
    }

    fn pieces(&self, player: Side) -> Vec<(i32, i32)> {
        let squares = (0..8).flat_map(|row| (0..8).map(move |column| (column, row)));
        squares.filter(|&(column, row)| self.board[row as usize][column as usize] == Some(player)).collect()
    }

    /// Returns the square to which a piece moves in a direction. `None` if the move is not legal.
    fn target(&self, (column, row): (i32, i32), (right, up): (i32, i32)) -> Option<(usize, usize)> {
        let at = |n: i32| on_board(column + n * right, row + n * up).map(|(column, row)| self.board[row][column]);
        let pieces = (-7..=7).filter_map(at).flatten().count() as i32;
        let (to_column, to_row) = on_board(column + pieces * right, row + pieces * up)?;
        let jumps_foe = (1..pieces).any(|n| at(n) == Some(Some(self.player.opponent())));
        let on_own = self.board[to_row][to_column] == Some(self.player);
        (!jumps_foe && !on_own).then_some((to_column, to_row))
    }

    /// The names of the legal moves, in alphabetical order.
    pub(super) fn legal(&self) -> Vec<String> {
        let directions =
            || (-1..=1).flat_map(|up| (-1..=1).map(move |right| (right, up))).filter(|&step| step != (0, 0));
        let name = |(column, row): (i32, i32), (to_column, to_row): (usize, usize)| {
            let letter = |column: u8| char::from(b'a' + column);
            format!("{}{}{}{}", letter(column as u8), row + 1, letter(to_column as u8), to_row + 1)
        };
        let of_piece = |piece| directions().filter_map(move |step| Some(name(piece, self.target(piece, step)?)));
        let mut moves: Vec<String> = self.pieces(self.player).into_iter().flat_map(of_piece).collect();
        if moves.is_empty() {
            moves.push("pass".into());
        }
        moves.sort_unstable();
        moves
    }

    fn connected(&self, player: Side) -> bool {
        let pieces = self.pieces(player);
        let (mut reached, mut open) = (HashSet::from([pieces[0]]), [pieces[0]].to_vec());
        while let Some((column, row)) = open.pop() {
            for &(other_column, other_row) in &pieces {
                let touches = (column - other_column).abs() <= 1 && (row - other_row).abs() <= 1;
                if touches && reached.insert((other_column, other_row)) {
                    open.push((other_column, other_row));
                }
            }
        }
        reached.len() == pieces.len()
    }

    /// Returns how often this position has occurred since the last capture, in the last 256 plies.
    fn occurred(&self, position: &(Board, Side)) -> usize {
        self.past.iter().rev().take(257).filter(|past| *past == position).count()
    }

    /// Returns the boards since the last capture, without the present board.
    pub(super) fn before(&self) -> HashSet<Board> {
        self.past.iter().rev().skip(1).map(|(board, _)| *board).collect()
    }

    /// The positions that have occurred twice since the last capture.
    pub(super) fn twice(&self) -> HashSet<(Board, Side)> {
        self.past.iter().filter(|position| self.occurred(position) == 2).copied().collect()
    }

    /// True if the history of the game contains all plies since the last capture.
    pub(super) fn remembers(&self) -> bool {
        self.past.len() <= 257
    }

    /// Makes a null move: gives the turn to the opponent, and forgets the past.
    pub(super) fn pass(&mut self) {
        self.player = self.player.opponent();
        self.past = [(self.board, self.player)].to_vec();
        self.look_for_moves();
    }

    /// Under the rules of OpenSpiel, a player to move without a legal move loses. Ends the game in
    /// this case.
    fn look_for_moves(&mut self) {
        if self.outcome.is_none() && self.rules == Rules::OpenSpiel && self.legal() == ["pass"] {
            self.outcome = Some(Outcome::win_for(self.player.opponent()));
        }
    }

    pub(super) fn play(&mut self, name: &str) {
        let mover = self.player;
        self.player = mover.opponent();
        if let [from_column, from_row, to_column, to_row] = *name.as_bytes()
            && name != "pass"
        {
            let square = |column: u8, row: u8| (usize::from(column - b'a'), usize::from(row - b'1'));
            let ((from_column, from_row), (to_column, to_row)) =
                (square(from_column, from_row), square(to_column, to_row));
            if self.board[to_row][to_column].is_some() {
                self.past.clear();
            }
            self.board[to_row][to_column] = self.board[from_row][from_column].take();
            self.outcome = match (self.connected(mover), self.connected(mover.opponent())) {
                (true, true) if self.rules == Rules::OpenSpiel => Some(Outcome::win_for(mover)),
                (true, true) => Some(Outcome::Draw),
                (true, false) => Some(Outcome::win_for(mover)),
                (false, true) => Some(Outcome::win_for(mover.opponent())),
                (false, false) => None,
            };
        }
        let now = (self.board, self.player);
        let earlier = self.past.iter().rev().take(256).any(|(board, _)| *board == self.board);
        self.past.push(now);
        let repeats = match self.rules {
            Rules::Olympiad => self.occurred(&now) >= 3,
            Rules::OpenSpiel => earlier,
        };
        if self.outcome.is_none() && repeats {
            self.outcome = Some(Outcome::Draw);
        }
        self.look_for_moves();
    }
}
