//! Step 3 of a simulation, play out: the stack of the small searches for the move of a playout
//! (`selective.rs`) and for the value of a new node (`leaf.rs`).
//!
//! Both are alpha-beta over a few plies with an explicit stack, for there is no recursion here.
//! They differ in which moves a ply has and where it ends: that is a [`Horizon`]. There is never
//! one of each under way, so one stack serves both. It lies next to the tree, not on the call
//! stack, which is to stay below 1 KiB; the lists of moves of its plies follow that of the scratch
//! position in [`Simulation::moves`].

use super::Simulation;
use crate::base::POLICIES;
use crate::game::knowledge::Knowledge;
use crate::game::value::Side;
use crate::game::{Game, Move};
use crate::player::options::Leaf;
use crate::player::strategy::Selective;
use crate::report::score::{Score, seen};
use core::fmt::{self, Debug, Formatter};
use heapless::Vec;

/// How many plies a small search can have.
const PLIES: usize = if POLICIES { Leaf::PLIES_MAX as usize } else { 0 };
const _: () = assert!(!POLICIES || PLIES >= Selective::DEPTH_MAX as usize);

/// A ply of a small search. Scores are in the view of its mover.
pub(super) struct Frame<U> {
    pub(super) mover: Side,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// Its moves that are not begun yet are `moves[next..end]` of the simulation.
    pub(super) next: u32,
    pub(super) end: u32,
    /// The move that raised alpha last.
    pub(super) best: Move,
    /// A move that is only looked at, and ends the game as a draw.
    pub(super) draw: Move,
    /// Takes the move under way back: the one before `next`.
    undo: Option<U>,
}

impl<U> Frame<U> {
    /// A ply without moves.
    pub(super) const fn new(mover: Side, [alpha, beta]: [Score; 2]) -> Self {
        Self { mover, alpha, beta, next: 0, end: 0, best: Move::NONE, draw: Move::NONE, undo: None }
    }

    /// The move to be searched next; `None` where all are, or one was so good that the others do
    /// not matter.
    fn next_move(&mut self, moves: &[Move]) -> Option<Move> {
        if self.next >= self.end || self.alpha >= self.beta {
            return None;
        }
        let mv = moves.get(self.next as usize).copied();
        self.next = self.next.wrapping_add(1);
        mv
    }

    /// A move has this score.
    fn account(&mut self, mv: Move, score: Score) {
        if score > self.alpha {
            (self.alpha, self.best) = (score, mv);
        }
    }

    /// The best move and its score. The move that was only looked at, and draws, comes after those
    /// that are searched.
    fn close(&mut self) -> (Move, Score) {
        if self.draw != Move::NONE && self.alpha < self.beta {
            self.account(self.draw, 0);
        }
        (self.best, self.alpha)
    }
}

/// The plies of a small search, and what the searches of playouts remember.
pub(crate) struct SmallSearch<'m, U> {
    frames: Vec<Frame<U>, PLIES>,
    /// Killer moves of the first plies of playouts: see `selective.rs`.
    pub(crate) killers: &'m mut [Move],
}

impl<U> Debug for SmallSearch<'_, U> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SmallSearch").finish_non_exhaustive()
    }
}

impl<U> SmallSearch<'_, U> {
    /// No search is under way. There is no room for killers yet.
    #[inline(always)] // so that it is written where it stays
    pub(crate) const fn new() -> Self {
        Self { frames: Vec::new(), killers: &mut [] }
    }

    /// Forgets all killer moves.
    pub(crate) fn forget(&mut self) {
        self.killers.fill(Move::NONE);
    }

    pub(super) fn frame(&mut self, ply: usize) -> Option<&mut Frame<U>> {
        self.frames.get_mut(ply)
    }

    /// Sets up the ply below those above it.
    pub(super) fn put(&mut self, ply: usize, frame: Frame<U>) {
        self.frames.truncate(ply);
        // A search ends at the last ply that there is room for.
        let _ = self.frames.push(frame);
    }
}

/// What tells one small search from the other: where it ends, and which moves a ply has.
pub(super) trait Horizon<G: Game> {
    /// The scratch position comes to a position, which is entered next: what can be looked at now
    /// need not be on a small stack then.
    fn look(&self, simulation: &mut Simulation<'_, G>) {
        let _ = simulation;
    }

    /// Arrives at the scratch position. `Some` is its score in the view of `asker`, who is to move
    /// one ply above, where it needs no search; `None` where its frame is set up, or the game has
    /// failed. The window is in the asker's view.
    fn enter(
        &mut self,
        simulation: &mut Simulation<'_, G>,
        small_search: &mut SmallSearch<'_, G::Undo>,
        ply: usize,
        asker: Side,
        window: [Score; 2],
    ) -> Option<Score>;

    /// The search of a ply is complete, and has found this move best; [`Move::NONE`] for none.
    fn leave(&mut self, ply: usize, best: Move);
}

impl<G: Knowledge> Simulation<'_, G> {
    /// Searches the scratch position, where `mover` is to move: the best move, and its score in
    /// the mover's view. `None` where the game has failed.
    pub(super) fn small_search(
        &mut self,
        small_search: &mut SmallSearch<'_, G::Undo>,
        horizon: &mut impl Horizon<G>,
        mover: Side,
        window: [Score; 2],
    ) -> Option<(Move, Score)> {
        horizon.look(self);
        let score = horizon.enter(self, small_search, 0, mover, window);
        if self.fails() {
            return None;
        }
        if let Some(score) = score {
            return Some((Move::NONE, score));
        }
        let mut ply = 0_usize;
        loop {
            let frame = small_search.frame(ply)?;
            let Some(mv) = frame.next_move(self.moves) else {
                let (mover, (best, score)) = (frame.mover, frame.close());
                horizon.leave(ply, best);
                let Some(above) = ply.checked_sub(1) else { return Some((best, score)) };
                ply = above;
                self.take_back(small_search.frame(ply)?, mover, score)?;
                continue;
            };
            let (asker, window) = (frame.mover, [frame.alpha, frame.beta]);
            let undo = self.scratch.make(mv);
            horizon.look(self);
            let score = horizon.enter(self, small_search, ply.wrapping_add(1), asker, window);
            if self.fails() {
                return None; // what has failed may not be there to be taken back
            }
            let frame = small_search.frame(ply)?;
            match score {
                Some(score) => {
                    self.scratch.unmake(mv, undo);
                    frame.account(mv, score);
                }
                None => {
                    frame.undo = Some(undo);
                    ply = ply.wrapping_add(1);
                }
            }
        }
    }

    /// Takes the move under way at a ply back: the position after it has this score, in the view of
    /// `mover`. `None` where the game has failed, in taking the move after it back.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: keeps these locals off the stack while plies are opened
    fn take_back(&mut self, frame: &mut Frame<G::Undo>, mover: Side, score: Score) -> Option<()> {
        if self.fails() {
            return None;
        }
        let mv = self.moves.get((frame.next as usize).wrapping_sub(1)).copied()?;
        self.scratch.unmake(mv, frame.undo.take()?);
        frame.account(mv, seen(mover == frame.mover, score));
        Some(())
    }
}
