//! Step 3 of a simulation, play out: the stack of the two small searches. One of them chooses a
//! move of a playout (`selective.rs`). The other one computes the value of a new node (`leaf.rs`).
//!
//! Both searches are alpha-beta over a few plies with an explicit stack, because imm uses no
//! recursion. They differ in the moves of a ply, and in where the search ends. A [`Horizon`]
//! defines these differences. The two searches never run at the same time, so they share one stack.
//! The stack is stored next to the tree, because the call stack must stay below 1 KiB. The moves of
//! the plies follow the moves of the scratch position in [`Simulation::moves`].

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

/// The largest number of plies of a small search.
const PLIES: usize = if POLICIES { Leaf::PLIES_MAX as usize } else { 0 };
const _: () = assert!(!POLICIES || PLIES >= Selective::DEPTH_MAX as usize);

/// One ply of a small search. Its scores are from the point of view of the player to move at this
/// ply.
pub(super) struct Frame<U> {
    pub(super) mover: Side,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// The moves that are not searched yet are `moves[next..end]` of the simulation.
    pub(super) next: u32,
    pub(super) end: u32,
    /// The last move that raised alpha.
    pub(super) best: Move,
    /// A move that ends the game as a draw. It was only tested, not searched.
    pub(super) draw: Move,
    /// The undo data of the move that is being searched. This is the move before `next`.
    undo: Option<U>,
}

impl<U> Frame<U> {
    /// Returns a frame without moves.
    pub(super) const fn new(mover: Side, [alpha, beta]: [Score; 2]) -> Self {
        Self { mover, alpha, beta, next: 0, end: 0, best: Move::NONE, draw: Move::NONE, undo: None }
    }

    /// Returns the next move to search. `None` if all moves were searched, or if there was a
    /// cutoff.
    fn next_move(&mut self, moves: &[Move]) -> Option<Move> {
        if self.next >= self.end || self.alpha >= self.beta {
            return None;
        }
        let mv = moves.get(self.next as usize).copied();
        self.next = self.next.wrapping_add(1);
        mv
    }

    /// Records the score of a move.
    fn account(&mut self, mv: Move, score: Score) {
        if score > self.alpha {
            (self.alpha, self.best) = (score, mv);
        }
    }

    /// Returns the best move and its score. The move in `draw` is compared last, after the searched
    /// moves.
    fn close(&mut self) -> (Move, Score) {
        if self.draw != Move::NONE && self.alpha < self.beta {
            self.account(self.draw, 0);
        }
        (self.best, self.alpha)
    }
}

/// The plies of a small search, and the killer moves of playouts.
pub(crate) struct SmallSearch<'m, U> {
    frames: Vec<Frame<U>, PLIES>,
    /// Killer moves for the first plies of playouts. Only `selective.rs` reads them.
    pub(crate) killers: &'m mut [Move],
}

impl<U> Debug for SmallSearch<'_, U> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SmallSearch").finish_non_exhaustive()
    }
}

impl<U> SmallSearch<'_, U> {
    /// Creates a small search that is not running and has no room for killers yet.
    #[inline(always)] // so that the search is written in place
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

    /// Stores the frame of a ply and discards the frames of all deeper plies.
    pub(super) fn put(&mut self, ply: usize, frame: Frame<U>) {
        self.frames.truncate(ply);
        // The push always has room, because a search ends at the last ply for which there is room.
        let _ = self.frames.push(frame);
    }
}

/// How the two small searches differ: where a search ends, and which moves a ply has.
pub(super) trait Horizon<G: Game> {
    /// The search calls this function when the scratch position has changed, before
    /// [`Horizon::enter`]. Work in this function needs less stack than work in `enter`.
    fn look(&self, simulation: &mut Simulation<'_, G>) {
        let _ = simulation;
    }

    /// Returns the score of the scratch position if no search is needed. Otherwise creates a frame
    /// for the position and returns `None`. Also returns `None` if the game has failed. The score
    /// and the window are from the point of view of `asker`, the player to move one ply above.
    fn enter(
        &mut self,
        simulation: &mut Simulation<'_, G>,
        small_search: &mut SmallSearch<'_, G::Undo>,
        ply: usize,
        asker: Side,
        window: [Score; 2],
    ) -> Option<Score>;

    /// The search calls this function at the end of a ply. `best` is the best move of the ply, or
    /// [`Move::NONE`].
    fn leave(&mut self, ply: usize, best: Move);
}

impl<G: Knowledge> Simulation<'_, G> {
    /// Searches the scratch position, where `mover` is to move. Returns the best move and its
    /// score, from the point of view of `mover`. `None` if the game has failed.
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
                return None; // after a fault, do not unmake the move
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

    /// Unmakes the current move of `frame`, and records its score. `score` is from the point of
    /// view of `mover`, the player who made the move. Returns `None` if the game has failed.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: keeps these locals off the stack of `enter`
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
