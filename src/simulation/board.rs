//! A simulation without its game's type: for what is done once, and need not be compiled for each
//! game.

use super::Simulation;
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes};
use crate::game::knowledge::Knowledge;
use crate::game::snapshot::{Snapshot, is_own};
use crate::game::value::{Outcome, Side};
use crate::game::{Fault, Move};

/// The position of a search, and the scratch position, of which a saved search is tried on.
pub(crate) trait Board {
    /// What all positions of the game have in common: its shape, the most moves, and of a game of
    /// the caller's the plies after which a playout is cut off. (In Kalah these depend on the
    /// stones, and what else is built in has them fixed.)
    fn facts(&self) -> [u32; 3];

    /// The mark of the net that evaluates; 0 where there is none.
    fn net_mark(&self) -> u32;

    /// Writes the position.
    fn write(&self, out: &mut ByteWriter<'_>);

    /// The scratch position becomes the position that these bytes are, all of them. The position
    /// stays.
    fn read(&mut self, bytes: &[u8]) -> Result<(), InvalidBytes>;

    /// Who is to move in the scratch position.
    fn to_move(&self) -> Side;

    /// Makes a legal move on the scratch position.
    fn play(&mut self, mv: Move);

    /// Passes, if the game does.
    fn pass(&mut self) -> bool;

    /// Lists the scratch position's legal moves, none where the game is over, and counts them.
    /// `None` where the game has failed.
    fn list(&mut self) -> Option<u32>;

    /// Takes a move out of that list of so many: its index. It is there only once.
    fn take_listed(&mut self, count: u32, mv: Move) -> Option<u32>;

    /// The place of a move in the list of those that are legal in the position, which the scratch
    /// position becomes. `None` where the game has failed.
    fn index_of(&mut self, mv: Move) -> Option<u32>;

    /// Is this move in that list?
    fn has_listed(&self, count: u32, mv: Move) -> bool;

    /// How the game ends by this legal move of the scratch position's, if it does.
    fn outcome_after(&mut self, mv: Move) -> Option<Outcome>;

    /// What the game has done wrong, if anything: it is forgotten.
    fn take_fault(&mut self) -> Option<Fault>;

    /// Makes the scratch position the one that is searched; `false`, and nothing changed, where
    /// the game fails at it.
    fn adopt(&mut self) -> bool;
}

/// Returns the number of a player for this board: a net that evaluates makes it another one.
pub(crate) fn with_net(board: &dyn Board, player: u64) -> u64 {
    player ^ u64::from(board.net_mark()).rotate_left(20)
}

impl<G: Knowledge + Snapshot> Board for Simulation<'_, G> {
    fn facts(&self) -> [u32; 3] {
        let shape = self.position.shape();
        let plies = if is_own(shape) { self.position.max_plies() } else { 0 };
        [shape, self.position.max_moves() as u32, plies as u32]
    }

    fn net_mark(&self) -> u32 {
        self.mark_of_net()
    }

    fn write(&self, out: &mut ByteWriter<'_>) {
        self.position.write_bytes(out);
    }

    fn read(&mut self, bytes: &[u8]) -> Result<(), InvalidBytes> {
        self.fails(); // remembered: the scratch position forgets it
        self.restart();
        let mut from = ByteReader::new(bytes);
        self.scratch.read_bytes(&mut from)?;
        from.end()
    }

    fn to_move(&self) -> Side {
        self.scratch.to_move()
    }

    fn play(&mut self, mv: Move) {
        self.scratch.play(mv);
    }

    fn pass(&mut self) -> bool {
        self.scratch.pass()
    }

    fn list(&mut self) -> Option<u32> {
        if self.scratch.outcome().is_some() {
            return if self.fails() { None } else { Some(0) };
        }
        self.list_moves()
    }

    fn take_listed(&mut self, count: u32, mv: Move) -> Option<u32> {
        let listed = self.moves.get_mut(..count as usize)?;
        let index = listed.iter().position(|&other| other == mv && mv != Move::NONE)?;
        *listed.get_mut(index)? = Move::NONE;
        Some(index as u32)
    }

    fn index_of(&mut self, mv: Move) -> Option<u32> {
        self.fails(); // remembered: the scratch position forgets it
        self.restart();
        let count = self.list()?;
        self.moves.get(..count as usize)?.iter().position(|&other| other == mv).map(|index| index as u32)
    }

    fn has_listed(&self, count: u32, mv: Move) -> bool {
        mv != Move::NONE && self.moves.get(..count as usize).is_some_and(|moves| moves.contains(&mv))
    }

    fn outcome_after(&mut self, mv: Move) -> Option<Outcome> {
        let undo = self.scratch.make(mv);
        let outcome = self.scratch.outcome();
        if !self.fails() {
            self.scratch.unmake(mv, undo);
        }
        outcome
    }

    fn take_fault(&mut self) -> Option<Fault> {
        self.take_fault()
    }

    fn adopt(&mut self) -> bool {
        self.adopt()
    }
}

#[cfg(all(test, feature = "policies"))]
#[path = "board_tests.rs"]
mod tests;
