//! Domineering, as an example of a custom game. On a board of 6 x 6, the first player places
//! dominoes vertically, and the second player places them horizontally. A player who cannot move
//! loses.
//!
//! The file has three parts: the rules, optional methods that help a search, and the notation. Each
//! simulation copies a position, so keep the position small.

use imm::base::text::{ParseError, Text};
use imm::game::knowledge::{Evaluator, Knowledge};
use imm::game::notation::Notation;
use imm::game::value::{Outcome, Side, Value};
use imm::game::{Game, Move, MoveList};

/// The number of rows and columns.
const SIZE: u32 = 6;
const BOARD: u64 = (1 << (SIZE * SIZE)) - 1;

/// A position: the occupied squares (bit 0 is a1, bit 1 is b1, bit 6 is a2) and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Domineering {
    taken: u64,
    to_move: Side,
}

impl Default for Domineering {
    fn default() -> Self {
        Self { taken: 0, to_move: Side::First }
    }
}

/// Returns the difference between the numbers of the two squares that a domino covers.
fn step(side: Side) -> u32 {
    if side == Side::First { SIZE } else { 1 }
}

impl Domineering {
    /// The places where this player can put a domino, each given by the domino's lower or left
    /// half.
    fn places(&self, side: Side) -> u64 {
        let free = BOARD & !self.taken;
        let right_edge: u64 = (0..SIZE).map(|row| 1 << (row * SIZE + SIZE - 1)).sum();
        let halves = if side == Side::First { BOARD } else { !right_edge };
        free & (free >> step(side)) & halves
    }

    /// The two squares that the player to move covers with this move.
    fn domino(&self, mv: Move) -> u64 {
        (1 << mv.0) | (1 << (mv.0 + step(self.to_move)))
    }
}

// ---- The rules ---------------------------------------------------------------------------------

impl Game for Domineering {
    /// The information that `unmake` needs besides the move: none in this game. A game with
    /// captures stores the captured pieces here.
    type Undo = ();

    fn max_moves(&self) -> usize {
        (SIZE * (SIZE - 1)) as usize
    }

    fn max_plies(&self) -> usize {
        (SIZE * SIZE / 2) as usize
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.places(self.to_move) == 0).then(|| Outcome::win_for(self.to_move.opponent()))
    }

    /// A move is the square of the domino's lower or left half. Your game can use any numbers for
    /// its moves except the number of [`Move::NONE`].
    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        let mut places = self.places(self.to_move);
        while places != 0 {
            moves.push(Move(places.trailing_zeros()));
            places &= places - 1;
        }
    }

    fn make(&mut self, mv: Move) {
        self.taken |= self.domino(mv);
        self.to_move = self.to_move.opponent();
    }

    fn unmake(&mut self, mv: Move, (): ()) {
        self.to_move = self.to_move.opponent();
        self.taken &= !self.domino(mv);
    }

    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }
}

// ---- Optional methods that help a search -------------------------------------------------------

impl Knowledge for Domineering {
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        evaluator == Evaluator::DEFAULT
    }

    /// The value for the first player, from -1 to 1. The value compares how many places each player
    /// has left.
    fn evaluate(&self, _: Evaluator) -> Value {
        let [first, second] = [Side::First, Side::Second].map(|side| self.places(side).count_ones() as f32);
        Value::from_f32((first - second) / (2.0 + first + second)).unwrap_or_default()
    }

    fn has_order(&self) -> bool {
        true
    }

    /// Alpha-beta first searches the moves that take the most places away from the opponent.
    fn order(&self, mv: Move) -> i32 {
        let after = Self { taken: self.taken | self.domino(mv), ..*self };
        -(after.places(self.to_move.opponent()).count_ones() as i32)
    }

    /// A key for the transposition table (option `tt`). Every bit of the key depends on the whole
    /// position.
    fn hash(&self) -> Option<u64> {
        let mut key = self.taken | if self.to_move == Side::First { 0 } else { 1 << 63 };
        key = (key ^ (key >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        key = (key ^ (key >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Some(key ^ (key >> 31))
    }
}

// ---- Notation ----------------------------------------------------------------------------------

/// A position is written as its rows from top to bottom, a blank, and the player to move. `x` is an
/// occupied square, `.` a free square: `....../....../....../....../....../...... 1`.
impl Notation for Domineering {
    fn write_position(&self, out: &mut Text<'_>) {
        for row in (0..SIZE).rev() {
            for column in 0..SIZE {
                out.push(if self.taken >> (row * SIZE + column) & 1 == 1 { b'x' } else { b'.' });
            }
            out.push(if row > 0 { b'/' } else { b' ' });
        }
        out.push(if self.to_move == Side::First { b'1' } else { b'2' });
    }

    fn read_position(&mut self, text: &str) -> Result<(), ParseError> {
        let mut read = Self { taken: 0, to_move: Side::First };
        let mut bytes = text.bytes().enumerate();
        let mut next = |expected| {
            let (position, byte) = bytes.next().unwrap_or((text.len(), 0));
            (byte, ParseError { position: Some(position), expected })
        };
        for row in (0..SIZE).rev() {
            for column in 0..SIZE {
                match next("x or .") {
                    (b'x', _) => read.taken |= 1 << (row * SIZE + column),
                    (b'.', _) => {}
                    (_, error) => return Err(error),
                }
            }
            let (byte, error) = next("/ or a blank");
            if byte != if row > 0 { b'/' } else { b' ' } {
                return Err(error);
            }
        }
        read.to_move = match next("1 or 2") {
            (b'1', _) => Side::First,
            (b'2', _) => Side::Second,
            (_, error) => return Err(error),
        };
        if let (1.., error) = next("the end") {
            return Err(error);
        }
        *self = read;
        Ok(())
    }

    fn write_move(&self, mv: Move, out: &mut Text<'_>) {
        out.push(b'a' + (mv.0 % SIZE) as u8);
        out.push(b'1' + (mv.0 / SIZE) as u8);
    }
}
