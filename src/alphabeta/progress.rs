//! The progress of an alpha-beta search and its results so far.

use super::stack::{Frame, Stack};
use super::table::{Depth, Entry, PLY};
use crate::game::Move;
use crate::game::value::{Proof, Side, Value};
use crate::player::alphabeta::{Switch, Switches};
use crate::report::Stop;
use crate::report::score::{self, Score};
use crate::simulation::margin::by_margin;
use core::cmp::Ordering;

/// The progress of the search: everything that a save contains, except the plies and the tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// True if the search may use table entries that are deeper than it needs.
    pub(super) deeper_counts: bool,
    /// The depth of the current iteration in plies; 0 between iterations.
    pub(super) depth: usize,
    /// The ply at the top of the stack.
    pub(super) ply: usize,
    /// The smallest remaining depth at which a line of this iteration reached the end of the game.
    /// [`NO_END`] before the first such line; [`CUT_OFF`] after a line that stopped at the depth
    /// limit.
    pub(super) last_end: Depth,
    /// True after this iteration has searched the best move of the previous iteration. From then
    /// on, the result of this iteration counts even if it is not complete.
    pub(super) counts: bool,
    /// The mean difference between the scores of a position at two depths (option `probcut`). 0 if
    /// it is not known yet.
    pub(super) error: Score,
    pub(super) found: Found,
    /// The player to move at the root.
    pub(super) mover: Side,
    pub(super) signature: u64,
    /// Positions visited in this search.
    pub(super) visited: u64,
    /// The number of positions that earlier calls of `run` have visited in the current iteration.
    pub(super) effort: u32,
    pub(super) elapsed_ms: u32,
    pub(super) stop: Option<Stop>,
}

/// The results so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The move to play, its score, and the length of the stored line of play that begins with this
    /// move. The score is from the point of view of the player to move at the root.
    pub(super) best: Move,
    pub(super) score: Score,
    pub(super) line_len: u16,
    /// Data of the last complete iteration: its depth, its best move and its score, and how much
    /// this score differs from the score of the iteration before it.
    pub(super) depth: usize,
    pub(super) previous: Move,
    pub(super) latest: Score,
    pub(super) step: Score,
    pub(super) proof: Proof,
    /// The number of plies to the end of the game, if the root is solved as a win or a loss.
    pub(super) distance: u8,
    /// True if the last complete iteration searched every line to the end of the game.
    pub(super) whole: bool,
    /// The numbers of positions that the last two iterations have visited. `leaps` becomes true if
    /// these numbers show that a deeper iteration costs little more. With the option `wdl`, also if
    /// the end of the game is in reach.
    pub(super) efforts: [u32; 2],
    pub(super) leaps: bool,
}

impl Progress {
    pub(super) fn new(deeper_counts: bool) -> Self {
        Self {
            deeper_counts,
            depth: 0,
            ply: 0,
            last_end: NO_END,
            counts: false,
            error: 0,
            found: Found::NOTHING,
            mover: Side::First,
            signature: 0,
            visited: 0,
            effort: 0,
            elapsed_ms: 0,
            stop: None,
        }
    }

    /// The number of plies on the stack in the current iteration. 0 between iterations.
    pub(super) fn plies_under_way(&self) -> usize {
        if self.depth == 0 { 0 } else { self.ply.wrapping_add(1) }
    }

    /// Records that a line has reached the end of the game at this remaining depth. The depth is
    /// [`CUT_OFF`] if the line stopped at the depth limit.
    #[inline]
    pub(super) fn note_end(&mut self, depth: Depth) {
        self.last_end = self.last_end.min(depth);
    }

    /// True if the lines of this iteration, so far, have ended the game soon after a position with
    /// this remaining depth.
    #[inline]
    pub(super) fn is_near_end(&self, depth: Depth) -> bool {
        self.last_end != NO_END && depth.wrapping_sub(self.last_end) <= NEAR_END
    }

    /// True if this table entry is deep enough for a search of depth `wanted`. With only safe
    /// enhancements and a new table, a deeper entry does not count, because the result could then
    /// differ from plain alpha-beta.
    pub(super) fn is_deep_enough(&self, entry: &Entry, wanted: Depth) -> bool {
        match entry.depth.cmp(&wanted) {
            Ordering::Equal => true,
            Ordering::Less => entry.is_whole(),
            Ordering::Greater => self.deeper_counts,
        }
    }

    /// Updates the result after the search of a root move.
    #[inline(never)] // so that it is compiled once, not for each game
    pub(super) fn take_root_move(&mut self, mv: Move, stack: &mut Stack<'_>, switches: Switches) {
        let Some(root) = stack.frames.first_mut() else { return };
        // An earlier iteration would have found a shorter win. So no other move can be better than
        // this win.
        let wins = root.best >= best_at(self.depth, switches);
        if wins {
            root.next = root.count;
        }
        self.counts |= wins || mv == self.found.previous;
        let keeps = self.counts && root.best > root.alpha0 && !self.found.is_better_than(root.best);
        if keeps {
            self.found.score = root.best;
            self.found.best = stack.best_line_move();
            self.found.line_len = stack.keep_line();
        }
    }

    /// Ends an iteration. The score of the root is inside its window.
    #[inline(never)]
    pub(super) fn end_iteration(&mut self, root: &Frame, switches: Switches, effort: u32) {
        let found = &mut self.found;
        found.step = if found.depth == 0 { 0 } else { root.best.wrapping_sub(found.latest).wrapping_abs() };
        (found.latest, found.depth, found.previous) = (root.best, self.depth, found.best);
        if switches.prove() {
            found.note_effort(effort, switches);
        }
        found.whole = !root.truncated;
        self.depth = 0;
        match score::proven(found.score, self.mover) {
            // An opponent that skips its turn could prevent the win or the loss.
            Some((_, distance)) if switches.has(Switch::BestReply) && distance > 1 => {}
            Some((proof, distance)) => {
                let ends = score::margin(found.score).map(|_| found.line_len.min(255) as u8);
                (found.proof, found.distance) = (proof, ends.unwrap_or(distance));
            }
            // A game that does not have two players can also end with other results.
            None if found.whole && root.best == 0 && !switches.has(Switch::BestReply) => found.proof = Proof::Draw,
            None => {}
        }
    }
}

/// A search that proves a result does not use the table in the last plies. It is faster to search
/// these positions again than to wait for the memory of the table.
const NEAR_END: Depth = 4 * PLY;

/// This number is less than the remaining depth of any position.
pub(super) const CUT_OFF: Depth = -0x2000;
/// This number is greater than the remaining depth of any position.
pub(super) const NO_END: Depth = Depth::MAX;

/// An iteration counts as cheap if it has at least this depth, and visits fewer than [`CHEAP`]
/// times as many positions as the iteration two plies before it.
const LEAP_FROM: usize = 8;
const CHEAP: u32 = 4;

impl Found {
    pub(super) const NOTHING: Self = Self {
        best: Move::NONE,
        score: 0,
        line_len: 0,
        depth: 0,
        previous: Move::NONE,
        latest: 0,
        step: 0,
        proof: Proof::Unknown,
        distance: 0,
        whole: false,
        efforts: [0; 2],
        leaps: false,
    };

    /// Records the number of positions that a complete iteration has visited. After a cheap
    /// iteration, each iteration is twice as deep as the one before, or with the option `wdl`, the
    /// next one searches to the end of the game. If the depth still grew by one or two plies at a
    /// time, all these iterations together would cost many times as much as the last one.
    fn note_effort(&mut self, effort: u32, switches: Switches) {
        let [before_last, last] = self.efforts;
        let two_plies_before = if switches.has(Switch::Sign) { last } else { before_last };
        self.leaps |= self.depth >= LEAP_FROM && effort < two_plies_before.saturating_mul(CHEAP);
        self.efforts = [last, effort];
    }

    /// True if no better result is possible. A win or a loss that ends deeper than the searched
    /// depth is not final, because there may be a shorter win or a longer loss.
    pub(super) fn is_final(&self) -> bool {
        match self.proof {
            Proof::Unknown => false,
            Proof::Draw => true,
            _ if score::margin(self.score).is_some() => self.whole,
            _ => usize::from(self.distance) <= self.depth,
        }
    }

    /// Returns the window of a new iteration. With the option `asp`, the last score is the centre
    /// of the window. With the option `wdl`, the first question is whether the mover wins.
    #[inline(never)]
    pub(super) fn window(&self, switches: Switches) -> [Score; 2] {
        let &Found { score, step, depth, .. } = self;
        if switches.has(Switch::Sign) {
            return [0, 1];
        }
        let decided = score::is_decided(score) && score::margin(score).is_none();
        if !switches.has(Switch::Aspiration) || depth < 2 || decided {
            return [-score::INFINITE, score::INFINITE];
        }
        let width = step.wrapping_add(1);
        [score.wrapping_sub(width), score.wrapping_add(width)]
    }

    /// If the score of the root is outside its window, returns a wider window for another search of
    /// the same depth.
    #[inline(never)]
    pub(super) fn reopened(&self, root: &Frame, switches: Switches) -> Option<[Score; 2]> {
        let bounded = !switches.has(Switch::Sign);
        if root.best <= root.alpha0 {
            Some([-score::INFINITE, if bounded { root.beta } else { root.alpha0 }])
        } else if bounded && root.best >= root.beta && root.beta < best_at(1, switches) {
            Some([root.alpha0, score::INFINITE])
        } else {
            None
        }
    }

    /// True if a move with this score must not replace the result. A win is better than a lower
    /// score, and a win or a loss is better than an evaluation. A move that failed low cannot be
    /// the result, because it has no line.
    fn is_better_than(&self, score: Score) -> bool {
        let decided = self.proof != Proof::Unknown || self.score > score::POINTS_MAX;
        // With the option `score`, deeper searches may find a larger loss.
        let may_fall = score::margin(self.score).is_some_and(|points| points < 0);
        decided && (score < self.score && !may_fall || !score::is_decided(score))
    }
}

/// Returns the best score of a game that ends at `ply` or later.
#[inline]
pub(super) fn best_at(ply: usize, switches: Switches) -> Score {
    if switches.has(Switch::Score) { score::INFINITE } else { score::win_at(ply) }
}

/// Returns the value of a position that is won or lost, from the first player's point of view.
/// `score` is from the point of view of `mover`, and `most` is the largest possible margin.
#[inline(never)]
pub(super) fn decided_value(proof: Proof, score: Score, mover: Side, most: u16) -> Option<Value> {
    let found = score::proven(score, mover).map_or(Proof::Unknown, |(proof, _)| proof);
    let outcome = proof.outcome().or(found.outcome())?;
    Some(match score::margin(score) {
        Some(points) => by_margin(1.0, outcome, points.wrapping_mul(mover.sign()), most),
        None => outcome.value(),
    })
}
