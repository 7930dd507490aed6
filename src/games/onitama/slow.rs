//! A second version of the rules of Onitama, for the tests. It uses lists of pieces, pictures of
//! the cards, and texts. It is slow and simple, and does not use code of the real rules.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::panic)]

extern crate std;

use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, vec};

/// The cards as they are printed. `O` is the piece, and `x` is a square to which it can move. The
/// owner of the card sits below the picture.
#[rustfmt::skip]
const PICTURES: [(&str, [&str; 5]); 16] = [
    ("tiger",    ["..x..", ".....", "..O..", "..x..", "....."]),
    ("dragon",   [".....", "x...x", "..O..", ".x.x.", "....."]),
    ("frog",     [".....", ".x...", "x.O..", "...x.", "....."]),
    ("rabbit",   [".....", "...x.", "..O.x", ".x...", "....."]),
    ("crab",     [".....", "..x..", "x.O.x", ".....", "....."]),
    ("elephant", [".....", ".x.x.", ".xOx.", ".....", "....."]),
    ("goose",    [".....", ".x...", ".xOx.", "...x.", "....."]),
    ("rooster",  [".....", "...x.", ".xOx.", ".x...", "....."]),
    ("monkey",   [".....", ".x.x.", "..O..", ".x.x.", "....."]),
    ("mantis",   [".....", ".x.x.", "..O..", "..x..", "....."]),
    ("horse",    [".....", "..x..", ".xO..", "..x..", "....."]),
    ("ox",       [".....", "..x..", "..Ox.", "..x..", "....."]),
    ("crane",    [".....", "..x..", "..O..", ".x.x.", "....."]),
    ("boar",     [".....", "..x..", ".xOx.", ".....", "....."]),
    ("eel",      [".....", ".x...", "..Ox.", ".x...", "....."]),
    ("cobra",    [".....", "...x.", ".xO..", "...x.", "....."]),
];

/// The steps in the picture of a card, as columns to the right and rows up. The owner of the card
/// sits below the picture.
pub(super) fn picture_steps(card: &str) -> Vec<(i32, i32)> {
    let (_, picture) = PICTURES.iter().find(|(name, _)| *name == card).unwrap();
    let mut steps = Vec::new();
    for (line, up) in picture.iter().zip([2, 1, 0, -1, -2]) {
        let marks = line.chars().zip(-2..).filter(|(mark, _)| *mark == 'x');
        steps.extend(marks.map(|(_, right)| (right, up)));
    }
    steps
}

/// The names of all cards, in the order of the table `PICTURES`.
pub(super) fn card_names() -> Vec<&'static str> {
    PICTURES.iter().map(|(name, _)| *name).collect()
}

#[derive(Clone, PartialEq, Debug)]
struct Piece {
    /// `w`, `W`, `b` or `B`.
    letter: char,
    column: i32,
    row: i32,
}

/// A position in the slow version of the rules.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Slow {
    pieces: Vec<Piece>,
    /// The cards: two of the first player, two of the second player, and the card in the middle.
    cards: Vec<String>,
    /// The side to move: `w` or `b`.
    side: char,
}

/// A move: a step and a card. The step is the index of the piece and its target column and row, or
/// `None` for a pass.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SlowMove {
    step: Option<(usize, i32, i32)>,
    card: String,
}

impl Slow {
    /// Reads a position from its notation. The side to move must not be `-`.
    pub(super) fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let mut pieces = Vec::new();
        for (line, row) in words[0].split('/').zip([4, 3, 2, 1, 0]) {
            let letters = line.chars().zip(0..).filter(|(letter, _)| *letter != '.');
            pieces.extend(letters.map(|(letter, column)| Piece { letter, column, row }));
        }
        let cards = words[1..4].iter().flat_map(|hand| hand.split(',')).map(ToString::to_string).collect();
        let side = if words[4] == "1" { 'w' } else { 'b' };
        Self { pieces, cards, side }
    }

    /// Returns the notation of the position. The cards of each hand are in the order of the table
    /// `PICTURES`.
    pub(super) fn text(&self) -> String {
        let mut lines = vec![vec!['.'; 5]; 5];
        for piece in &self.pieces {
            lines[4 - piece.row as usize][piece.column as usize] = piece.letter;
        }
        let lines: Vec<String> = lines.into_iter().map(|line| line.into_iter().collect()).collect();
        let place = |card: &String| PICTURES.iter().position(|(name, _)| name == card);
        let hand = |cards: &[String]| {
            let mut cards = cards.to_vec();
            cards.sort_by_key(place);
            cards.join(",")
        };
        let side = match (self.winner(), self.side) {
            (Some(_), _) => '-',
            (None, 'w') => '1',
            _ => '2',
        };
        let (first, second) = (hand(&self.cards[..2]), hand(&self.cards[2..4]));
        format!("{} {first} {second} {} {side}", lines.join("/"), self.cards[4])
    }

    /// The winner, `w` or `b`, if the game is over.
    pub(super) fn winner(&self) -> Option<char> {
        let find = |letter| self.pieces.iter().find(|piece| piece.letter == letter);
        let (Some(white), Some(black)) = (find('W'), find('B')) else {
            return Some(if find('W').is_some() { 'w' } else { 'b' });
        };
        if (white.column, white.row) == (2, 4) {
            Some('w')
        } else if (black.column, black.row) == (2, 0) {
            Some('b')
        } else {
            None
        }
    }

    fn own_cards(&self) -> &[String] {
        if self.side == 'w' { &self.cards[..2] } else { &self.cards[2..4] }
    }

    fn is_own(&self, piece: &Piece) -> bool {
        piece.letter.eq_ignore_ascii_case(&self.side)
    }

    pub(super) fn moves(&self) -> Vec<SlowMove> {
        let mut moves = Vec::new();
        let sign = if self.side == 'w' { 1 } else { -1 };
        for card in self.own_cards() {
            for (index, piece) in self.pieces.iter().enumerate().filter(|(_, piece)| self.is_own(piece)) {
                for (right, up) in picture_steps(card) {
                    let (column, row) = (piece.column + sign * right, piece.row + sign * up);
                    let on_board = (0..5).contains(&column) && (0..5).contains(&row);
                    let there = self.pieces.iter().find(|piece| (piece.column, piece.row) == (column, row));
                    if on_board && !there.is_some_and(|piece| self.is_own(piece)) {
                        moves.push(SlowMove { step: Some((index, column, row)), card: card.clone() });
                    }
                }
            }
        }
        if moves.is_empty() {
            moves.extend(self.own_cards().iter().map(|card| SlowMove { step: None, card: card.clone() }));
        }
        moves
    }

    pub(super) fn name(&self, mv: &SlowMove) -> String {
        let square = |column, row| format!("{}{}", ["a", "b", "c", "d", "e"][column as usize], row + 1);
        match mv.step {
            None => format!("pass:{}", mv.card),
            Some((index, column, row)) => {
                let from = &self.pieces[index];
                format!("{}{}:{}", square(from.column, from.row), square(column, row), mv.card)
            }
        }
    }

    pub(super) fn after(&self, mv: &SlowMove) -> Self {
        let mut next = self.clone();
        if let Some((index, column, row)) = mv.step {
            (next.pieces[index].column, next.pieces[index].row) = (column, row);
            let stays = |piece: &Piece| self.is_own(piece) || (piece.column, piece.row) != (column, row);
            next.pieces.retain(stays);
        }
        let place = next.cards.iter().position(|card| *card == mv.card).unwrap();
        next.cards.swap(place, 4);
        next.side = if self.side == 'w' { 'b' } else { 'w' };
        next
    }

    /// Returns the number of sequences of exactly `depth` moves. A finished game is not continued.
    pub(super) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.winner().is_some() {
            return 0;
        }
        let moves = self.moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.iter().map(|mv| self.after(mv).perft(depth - 1)).sum()
    }
}
