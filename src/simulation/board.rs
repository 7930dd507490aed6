//! [`Board`] is an interface to a simulation that does not depend on the type of the game. So code
//! that uses this interface is compiled only once for all games. Only rare operations use it.

use super::Simulation;
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};
#[cfg(feature = "chance")]
use crate::game::chance::{comes_next, is_due};
use crate::game::knowledge::Knowledge;
use crate::game::players::not_two;
use crate::game::snapshot::{Snapshot, is_own};
use crate::game::value::{Outcome, Side};
use crate::game::{Fault, Move};

/// The root position and the scratch position of a search. The scratch position is also used to
/// check a save.
pub(crate) trait Board {
    /// Returns three numbers that are the same for all positions of the game: the shape of the
    /// game, the maximum number of moves, and the number of plies after which a playout ends. For a
    /// built-in game, the last number is 0, because it is fixed. (In Kalah, it depends on the
    /// number of stones.)
    fn facts(&self) -> [u32; 3];

    /// True if the game has chance events.
    #[cfg(all(feature = "chance", shared_tree))]
    fn has_chance(&self) -> bool;

    /// True if a chance event comes next in the root position.
    #[cfg(feature = "chance")]
    fn is_chance(&self) -> bool;

    /// True if a chance event comes next in the scratch position. The game must not be over there.
    #[cfg(feature = "chance")]
    fn comes_to_chance(&self) -> bool;

    /// True if a finished game may have a result that proves nothing. This is so if the game does
    /// not have two players.
    fn proves_less(&self) -> bool;

    /// Returns the number that identifies the net in use. Returns 0 without a net.
    fn net_mark(&self) -> u32;

    /// Writes the root position as bytes. If the game does not have two players, also writes its
    /// viewer.
    fn write(&self, out: &mut ByteWriter<'_>);

    /// Sets the scratch position from a snapshot. Returns an error if the snapshot is shorter than
    /// `bytes`. The root position does not change.
    fn read(&mut self, bytes: &[u8]) -> Result<(), InvalidBytes>;

    /// The player to move in the scratch position.
    fn to_move(&self) -> Side;

    /// Plays a legal move in the scratch position.
    fn play(&mut self, mv: Move);

    /// Passes in the scratch position. Returns false if the game cannot pass.
    fn pass(&mut self) -> bool;

    /// Skips the turn of the player to move in the scratch position. Returns false if the game
    /// cannot skip turns.
    #[cfg(feature = "players")]
    fn skip_turn(&mut self) -> bool;

    /// Lists the legal moves of the scratch position, and returns their number. Returns 0 if the
    /// game is over, and `None` if the game has failed.
    fn list(&mut self) -> Option<u32>;

    /// Finds a move among the first `count` listed moves, and returns its index. Removes the move
    /// from the list, so that it cannot be found twice.
    fn take_listed(&mut self, count: u32, mv: Move) -> Option<u32>;

    /// Sets the scratch position to the root position, and returns the index of a move in the list
    /// of legal moves. `None` if the move is not legal or the game has failed.
    fn index_of(&mut self, mv: Move) -> Option<u32>;

    /// True if this move is one of the first `count` listed moves.
    fn has_listed(&self, count: u32, mv: Move) -> bool;

    /// Returns the outcome of the game if this legal move of the scratch position ends the game.
    fn outcome_after(&mut self, mv: Move) -> Option<Outcome>;

    /// If the game has broken a promise, returns the fault and clears it.
    fn take_fault(&mut self) -> Option<Fault>;

    /// Makes the scratch position the new root position. If the game fails at the scratch position,
    /// returns `false` and changes nothing.
    fn adopt(&mut self) -> bool;
}

/// Returns the fingerprint of a player on this board. If the player uses a net, the net changes the
/// fingerprint.
pub(crate) fn with_net(board: &dyn Board, player: u64) -> u64 {
    player ^ u64::from(board.net_mark()).rotate_left(20)
}

impl<G: Knowledge + Snapshot> Board for Simulation<'_, G> {
    fn facts(&self) -> [u32; 3] {
        let shape = self.position.shape();
        let plies = if is_own(shape) { self.position.max_plies() } else { 0 };
        [shape, self.position.max_moves() as u32, plies as u32]
    }

    #[cfg(all(feature = "chance", shared_tree))]
    fn has_chance(&self) -> bool {
        self.position.has_chance()
    }

    #[cfg(feature = "chance")]
    fn is_chance(&self) -> bool {
        comes_next(&self.position)
    }

    #[cfg(feature = "chance")]
    fn comes_to_chance(&self) -> bool {
        is_due(&self.scratch)
    }

    fn proves_less(&self) -> bool {
        not_two(&self.position)
    }

    fn net_mark(&self) -> u32 {
        self.mark_of_net()
    }

    fn write(&self, out: &mut ByteWriter<'_>) {
        self.position.write_bytes(out);
        if not_two(&self.position) {
            out.put_u8(self.position.viewer() as u8);
        }
    }

    fn read(&mut self, bytes: &[u8]) -> Result<(), InvalidBytes> {
        self.fails(); // records a fault before the scratch position is overwritten
        self.restart();
        let mut from = ByteReader::new(bytes);
        self.scratch.read_bytes(&mut from)?;
        if not_two(&self.scratch) {
            let viewer = usize::from(from.u8()?);
            check(viewer < self.scratch.players())?;
            self.scratch.view_as(viewer);
        }
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

    #[cfg(feature = "players")]
    fn skip_turn(&mut self) -> bool {
        self.scratch.skip_turn()
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
        self.fails(); // records a fault before the scratch position is overwritten
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
