//! Creates transpositions on purpose. It plays the same few moves in all orders, and moves that
//! undo earlier moves.
//!
//! The check can find that two positions have the same key only if it visits both, which is rare in
//! random games. So at some positions, it searches a small tree. At each ply of the tree, it tries
//! the same few moves if they are legal. In this example, one player has the moves a and c, and the
//! other player has b and d:
//!
//! ```text
//!     a b c d    c b a d    a d c b    c d a b    one position, if the order does not matter
//!     a b A B    where A and B undo a and b: the starting position of the tree
//! ```
//!
//! Such a tree contains positions that differ only in one square or one flag. If the key ignores
//! that difference, [`super::keys`] sees two positions with the same key and different answers.

use super::probe_position::Answers;
use super::{Callback, Checker, LEVELS, Mark, Move};
use crate::base::bits::mix;

/// The check searches one tree per this many positions. Every second tree is near the start of a
/// game, where flags such as castling rights have not changed yet.
const EVERY: u32 = 128;
const NEAR: u32 = 4;
/// The shapes of trees: the number of plies, and how many moves are tried at each ply.
const SHAPES: [(usize, usize); 3] = [(3, WIDTH_MAX), (4, 5), (5, 4)];
const WIDTH_MAX: usize = 9;
const DEPTH_MAX: usize = 5;

/// The moves that are tried at a position of the tree.
#[derive(Clone, Copy)]
struct Tried {
    moves: [Move; WIDTH_MAX],
    next: usize,
    /// The line to the position.
    mark: Mark,
}

impl Tried {
    /// Puts the listed moves in a random order, and selects the first `width` of them. The order is
    /// the same at all positions of the tree.
    fn of(listed: &[Move], width: usize, salt: u64, mark: Mark) -> Self {
        let mut moves = [Move::NONE; WIDTH_MAX];
        let mut odds = [u64::MAX; WIDTH_MAX];
        for &mv in listed {
            let mut carried = (mix(salt ^ u64::from(mv.0)), mv);
            for (odds, slot) in odds.iter_mut().zip(&mut moves).take(width) {
                if carried.0 < *odds {
                    carried = (core::mem::replace(odds, carried.0), core::mem::replace(slot, carried.1));
                }
            }
        }
        Self { moves, next: 0, mark }
    }

    fn next(&mut self) -> Option<Move> {
        let mv = self.moves.get(self.next).copied().filter(|&mv| mv != Move::NONE)?;
        self.next = self.next.saturating_add(1);
        Some(mv)
    }
}

impl Checker<'_, '_> {
    /// If it is time for the next tree, searches a small tree below this position, and stores the
    /// keys of all its positions.
    pub(super) fn look_for_transpositions(&mut self, first: &Answers) {
        let is_due = self.report.positions >= self.trees.saturating_mul(EVERY).saturating_add(EVERY / 2);
        let is_place = self.ply < NEAR || self.trees.is_multiple_of(2);
        if !self.game.has(Callback::Hash) || !is_due || !is_place {
            return;
        }
        self.trees = self.trees.saturating_add(1);
        let salt = mix(first.get(Callback::Hash) ^ u64::from(self.report.positions));
        let shape = (salt as usize).checked_rem(SHAPES.len()).unwrap_or(0);
        let (depth, width) = SHAPES.get(shape).copied().unwrap_or_default();
        let mark = self.mark();
        let root = Tried::of(self.moves.get(..first.count).unwrap_or_default(), width, salt, mark);
        let mut tried = [root; DEPTH_MAX];
        let mut level = 0_usize;
        while let Some(here) = tried.get_mut(level) {
            let (mark, next) = (here.mark, here.next());
            self.cut_line(mark);
            let Some(mv) = next else {
                let Some(above) = level.checked_sub(1) else { break };
                level = above;
                continue;
            };
            self.game.restore(level);
            self.step(mv, level);
            let Some(count) = self.count_spare() else { continue };
            let below = level.saturating_add(1);
            if let Some(slot) = tried.get_mut(below).filter(|_| below < depth) {
                *slot = Tried::of(self.spare.get(..count).unwrap_or_default(), width, salt, self.mark());
                level = below;
            }
            self.game.save(below);
            if self.note_key_and_future(count, below) {
                break; // the rest of the tree would show the same mistake
            }
        }
        self.back_to(mark);
    }
}

const _: () = assert!(DEPTH_MAX < LEVELS);
