//! Tests that compare the history of a game with a list of all positions of the game.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use super::*;
use crate::base::rng::Rng;
use crate::games::testing::all_change;
use std::vec::Vec;

/// A model of a game. Each player has two pieces on squares 1 to 6, so that the pieces often return
/// or exchange squares. In the model, a capture or a null move does not move a piece, because a
/// history stores no squares for such moves.
struct Model {
    pieces: [u64; 2],
    mover: usize,
    past: Vec<([u64; 2], usize)>,
    /// The past positions that a null move has hidden. If a second null move follows directly, they
    /// are restored.
    hidden: Option<Vec<([u64; 2], usize)>>,
    left: u64,
}

impl Model {
    const fn new() -> Self {
        Self { pieces: [0b000_0110, 0b001_1000], mover: 0, past: Vec::new(), hidden: None, left: 0 }
    }

    /// Makes a random move, capture, pass or null move in the model and in the history.
    fn step(&mut self, history: &mut History, rng: &mut Rng) {
        let now = (self.pieces, self.mover);
        self.mover = 1 - self.mover;
        let hidden = self.hidden.take();
        match rng.below(150) {
            0..3 => {
                history.toggle_barrier();
                let past = core::mem::take(&mut self.past);
                (self.past, self.hidden) = hidden.map_or_else(|| (Vec::new(), Some(past)), |past| (past, None));
                return;
            }
            3 => {
                history.add_capture();
                (self.past, self.left) = (Vec::new(), 0);
                return;
            }
            4..14 => history.add(0, 0),
            _ => {
                let squares: Vec<u32> = (1..7).collect();
                let own = self.pieces[now.1];
                let taken = self.pieces[0] | self.pieces[1];
                let any = |rng: &mut Rng, of: &dyn Fn(u64) -> bool| {
                    let squares: Vec<u32> = squares.iter().copied().filter(|&square| of(1 << square)).collect();
                    squares[rng.below(squares.len() as u32) as usize]
                };
                let (from, to) = (any(rng, &|square| own & square != 0), any(rng, &|square| taken & square == 0));
                history.add(from, to);
                self.pieces[now.1] = own - (1 << from) + (1 << to);
                self.left |= 1 << from;
            }
        }
        self.past.push(now);
    }

    fn check(&self, history: &History) {
        let times = self.past.iter().filter(|&&before| before == (self.pieces, self.mover)).count();
        let seen = [Seen::Never, Seen::Once, Seen::Twice][times.min(2)];
        let occurred = self.past.iter().any(|&(pieces, _)| pieces == self.pieces);
        assert_eq!((history.seen(), history.has_occurred()), (seen, occurred));
        for square in 1..64 {
            assert_eq!(history.may_repeat(square), self.left >> square & 1 == 1, "{square}");
        }
    }
}

#[test]
fn what_has_occurred_is_found() {
    let (mut rng, mut counts) = (Rng::new(4), [0; 3]);
    for _ in 0..200 {
        let (mut model, mut history) = (Model::new(), History::EMPTY);
        for _ in 0..100 {
            model.step(&mut history, &mut rng);
            model.check(&history);
            counts[history.seen() as usize] += 1;
        }
    }
    assert!(counts.iter().all(|&times| times > 200), "{counts:?}");
}

#[test]
fn pasts_are_equal_where_all_that_counts_is() {
    let mut past = History::EMPTY;
    past.add_capture();
    past.add(1, 2);
    past.add(9, 10);
    let changes: [fn(&mut History); 5] = [
        |past| past.left ^= 1,
        |past| past.len = 1,
        |past| *past.entries.entry_mut(1).unwrap() ^= 1,
        |past| *past.entries.entry_mut(2).unwrap() ^= 1,
        History::toggle_barrier,
    ];
    all_change(&past, &changes);
    let mut other = past;
    *other.entries.entry_mut(3).unwrap() ^= 1; // the capture
    assert_eq!(other, past);
    // A history with a barrier but without valid entries must differ from an empty history.
    let (mut passed, empty) = (History::EMPTY, History::EMPTY);
    passed.toggle_barrier();
    assert_ne!(passed, empty);
    passed.toggle_barrier();
    assert_eq!(passed, empty);
}
