//! Step 3 of a simulation, play out: two options that choose moves without an evaluation function.
//! `dec` looks one ply ahead for decisive and anti-decisive moves (Teytaud and Teytaud 2010).
//! `mast` uses move statistics.

use super::Simulation;
use super::playout::Tools;
use crate::game::knowledge::Knowledge;
use crate::game::{Move, MoveList};
use crate::tree::MoveStatistics;

/// If the opponent can win at once after the first move that is tried, up to this many other moves
/// are tried.
const OTHERS: u32 = 3;

/// The winning reply to a move, if one is known. `None` means that the result is not known.
/// `Some(None)` means that no move wins at once.
type Reply = Option<Option<Move>>;

impl<G: Knowledge> Simulation<'_, G> {
    /// Option `mast`: samples `count` moves. Returns the one with the best mean result in the
    /// simulations so far. `None` if the game has failed.
    #[inline(never)] // halves the code: there are two callers
    pub(super) fn best_sampled_move(&mut self, tools: &mut Tools<'_, '_, G::Undo>, count: u8) -> Option<Move> {
        let mover = self.scratch.to_move();
        let mut best = None;
        for _ in 0..count.max(1) {
            let mv = self.scratch.random_move(tools.rng, &mut MoveList::new(self.moves))?;
            let stat = tools.move_statistics.of_move(mover, mv);
            if best.is_none_or(|(_, known)| stat.beats(known, mover, 1)) {
                best = Some((mv, stat));
            }
        }
        best.map(|(mv, _)| mv)
    }

    /// Option `mast/P`: considers all moves that sampling could return. Returns the one with the
    /// best mean result in the simulations so far. `None` if the game has failed.
    #[inline(never)] // own frame: keeps these locals off other stacks
    pub(super) fn best_move_by_mean(&mut self, statistics: &MoveStatistics<'_>, by_weights: bool) -> Option<Move> {
        let mover = self.scratch.to_move();
        let count = if by_weights { self.list_candidates()? } else { self.list_moves()? };
        statistics.best_of(mover, self.moves.get(..count as usize)?)
    }

    /// Option `dec`: returns a move that wins at once, if there is one. Otherwise tries a few
    /// moves, and returns the first one after which the opponent cannot win at once. If there is
    /// none, returns the last one.
    ///
    /// The moves to try are sampled. But if the opponent can win after the first one, the second
    /// one is the opponent's winning move, if it is legal here.
    ///
    /// On entry, `reply` tells which move wins at this position, as the previous ply has found out.
    /// On return, it tells which move wins at the next position.
    #[inline(never)] // own frame: keeps these locals off other stacks
    pub(super) fn decisive_move(&mut self, tools: &mut Tools<'_, '_, G::Undo>, reply: &mut Reply) -> Option<Move> {
        let won = match reply.take() {
            Some(known) => known,
            None => self.move_that_wins()?,
        };
        if won.is_some() {
            return won;
        }
        let mover = self.scratch.to_move();
        let mut answer = Move::NONE;
        for tries in 0..=OTHERS {
            let mv = match tries {
                1 if self.is_listed(answer) => answer,
                _ => self.best_sampled_move(tools, 1)?,
            };
            let undo = self.scratch.make(mv);
            let over = self.scratch.outcome().is_some();
            let threatens = !over && self.scratch.to_move() != mover;
            let found = if over { Some(None) } else { self.move_that_wins() };
            if self.fails() {
                return None; // after a fault, do not unmake the move
            }
            self.scratch.unmake(mv, undo);
            *reply = found;
            match found {
                Some(Some(wins)) if threatens && tries < OTHERS => answer = wins,
                _ => return Some(mv),
            }
        }
        None
    }

    /// Returns a move that wins at once for the player to move. `Some(None)` if there is no such
    /// move. `None` if the game has failed.
    fn move_that_wins(&mut self) -> Reply {
        let count = self.list_moves()?;
        let index = self.winning_move(count)?;
        Some(index.and_then(|index| self.moves.get(index as usize).copied()))
    }

    /// True if this move is legal in the scratch position.
    fn is_listed(&mut self, mv: Move) -> bool {
        let count = self.list_moves().unwrap_or(0);
        self.moves.get(..count as usize).is_some_and(|moves| moves.contains(&mv))
    }
}
