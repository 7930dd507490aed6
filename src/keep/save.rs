//! A whole search as bytes: to go on with it later, or elsewhere, bit for bit.
//!
//! All that is written is compiled once: a search hands over its [`Parts`], which do not know its
//! game. A program that never saves links none of it.
//!
//! `| head | position | search | checksum |`
//!
//! The head says of what game, player and memory the search is, and how long the bytes are. They
//! mean the same on every target, except for the position of a game of the caller's own, whose
//! bytes nobody else can read: the head then says on which kind of target it was written. Nothing
//! of a search changes before all bytes are checked, every link of the tree and every move in it
//! included.

use crate::alphabeta::DepthParts;
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check, crc32, is_own};
use crate::game::Fault;
use crate::mcts::TreeParts;
use crate::simulation::Board;
use crate::time::limits::Stop;

/// How every save begins.
const MAGIC: [u8; 4] = *b"imm\x1A";
/// The version of what follows.
const VERSION: u16 = 2;
/// Bytes of the checksum.
const CHECK: usize = 4;

/// Why a search is not what was saved. It is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum LoadError {
    /// The bytes are no save, or not all of one, or were changed.
    Damaged,
    /// Another version of the format.
    Version,
    /// Another game or board, or one that was written on another kind of target.
    Game,
    /// Another player.
    Player,
    /// Another amount of memory: the tree, or the stack, has another size.
    Memory,
    /// The game broke a promise while the moves of the search were tried.
    Fault(Fault),
}

impl From<InvalidBytes> for LoadError {
    fn from(_: InvalidBytes) -> Self {
        Self::Damaged
    }
}

/// What a search consists of, without its game.
#[derive(Debug)]
pub enum Parts<'s, 'm> {
    /// Of a tree search.
    Tree(TreeParts<'s, 'm>),
    /// Of alpha-beta.
    Depth(DepthParts<'s, 'm>),
}

/// What must be the same for a search to be loaded.
#[derive(Clone, Copy)]
pub(crate) struct Identity {
    /// The method: tree search or alpha-beta.
    pub(crate) method: u8,
    /// The player's fingerprint.
    pub(crate) player: u64,
    /// How large what it borrows is.
    pub(crate) sizes: [u32; 4],
}

/// The kind of target, as far as the bytes of a position of the caller's depend on it; 0 for a
/// built-in game, whose bytes do not.
fn target_of(shape: u32) -> u8 {
    let big_endian = if cfg!(target_endian = "big") { 0x80 } else { 0 };
    if is_own(shape) { size_of::<usize>() as u8 | big_endian } else { 0 }
}

/// The number of a player who may evaluate by a net.
pub(crate) fn with_net(board: &dyn Board, player: u64) -> u64 {
    player ^ u64::from(board.net_mark()).rotate_left(20)
}

impl Parts<'_, '_> {
    fn identity(&mut self) -> Identity {
        let identity = match self {
            Self::Tree(parts) => parts.identity(),
            Self::Depth(parts) => parts.identity(),
        };
        Identity { player: with_net(self.board(), identity.player), ..identity }
    }

    pub(crate) fn board(&mut self) -> &mut dyn Board {
        match self {
            Self::Tree(parts) => parts.board,
            Self::Depth(parts) => parts.board,
        }
    }

    /// Writes the search, `length` bytes of it: as many as the same call with a writer without room
    /// has counted.
    pub fn save(&mut self, out: &mut ByteWriter<'_>, length: usize) {
        let identity = self.identity();
        let facts = self.board().facts();
        let [shape, ..] = facts;
        out.put(&MAGIC);
        out.put_u16(VERSION);
        out.put_u8(identity.method);
        out.put_u8(target_of(shape));
        out.put_u64(length as u64);
        facts.iter().for_each(|&fact| out.put_u32(fact));
        out.put_u64(identity.player);
        identity.sizes.iter().for_each(|&size| out.put_u32(size));
        let mut counted = ByteWriter::new(&mut []);
        self.board().write(&mut counted);
        out.put_u32(counted.len() as u32);
        self.board().write(out);
        match self {
            Self::Tree(parts) => parts.save(out),
            Self::Depth(parts) => parts.save(out),
        }
        let check = crc32(out.written());
        out.put_u32(check);
    }

    /// Becomes the search that was saved.
    ///
    /// # Errors
    /// See [`LoadError`]; the search is as it was.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), LoadError> {
        let result = self.load_checked(bytes);
        let fault = self.board().take_fault();
        match (result, fault) {
            (Err(_), Some(fault)) => Err(LoadError::Fault(fault)),
            (result, _) => result,
        }
    }

    fn load_checked(&mut self, bytes: &[u8]) -> Result<(), LoadError> {
        let (content, sum) = bytes.split_at_checked(bytes.len().saturating_sub(CHECK)).ok_or(LoadError::Damaged)?;
        let mut from = ByteReader::new(content);
        from.expect(&MAGIC)?;
        if from.u16()? != VERSION {
            return Err(LoadError::Version);
        }
        let (method, target) = (from.u8()?, from.u8()?);
        check(from.u64()? == bytes.len() as u64 && ByteReader::new(sum).u32()? == crc32(content))?;
        let facts = self.board().facts();
        let [shape, ..] = facts;
        let saved = [from.u32()?, from.u32()?, from.u32()?];
        if saved != facts || target != target_of(shape) {
            return Err(LoadError::Game);
        }
        let identity = self.identity();
        if (method, from.u64()?) != (identity.method, identity.player) {
            return Err(LoadError::Player);
        }
        if [from.u32()?, from.u32()?, from.u32()?, from.u32()?] != identity.sizes {
            return Err(LoadError::Memory);
        }
        let length = from.u32()? as usize;
        let position = from.take(length)?;
        self.board().read(position)?;
        match self {
            Self::Tree(parts) => parts.load(&mut from, position),
            Self::Depth(parts) => parts.load(&mut from, position),
        }
    }
}

/// Writes why the latest search ended.
pub(crate) fn put_stop(stop: Option<Stop>, out: &mut ByteWriter<'_>) {
    out.put_u8(stop.map_or(0, Stop::number));
}

/// Reads what [`put_stop`] has written.
pub(crate) fn take_stop(from: &mut ByteReader<'_>) -> Result<Option<Stop>, InvalidBytes> {
    Ok(match from.u8()? {
        0 => None,
        1 => Some(Stop::Iterations),
        2 => Some(Stop::Nodes),
        3 => Some(Stop::Time),
        4 => Some(Stop::Flag),
        5 => Some(Stop::Proven),
        6 => Some(Stop::Depth),
        7 => Some(Stop::Settled),
        8 => Some(Stop::Forced),
        _ => return Err(InvalidBytes),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_bytes_of_the_callers_own_games_depend_on_the_target() {
        let big_endian = if 1_u16.to_ne_bytes() == [0, 1] { 128 } else { 0 };
        assert_eq!(usize::from(target_of(0xABCD_EF00)), size_of::<usize>().wrapping_add(big_endian));
        assert_eq!([1, 2, 3, 4, 5, 6, 0xABCD_EF01].map(target_of), [0; 7]);
    }

    #[test]
    fn why_a_search_ended_is_read_as_it_was_written() {
        use Stop::{Depth, Flag, Forced, Iterations, Nodes, Proven, Settled, Time};
        let stops = [Iterations, Nodes, Time, Flag, Proven, Depth, Settled, Forced];
        for stop in stops.map(Some).into_iter().chain([None]) {
            let mut byte = [99];
            put_stop(stop, &mut ByteWriter::new(&mut byte));
            assert_eq!(take_stop(&mut ByteReader::new(&byte)), Ok(stop));
        }
        for byte in 9..=u8::MAX {
            assert_eq!(take_stop(&mut ByteReader::new(&[byte])), Err(InvalidBytes));
        }
        assert_eq!(take_stop(&mut ByteReader::new(&[])), Err(InvalidBytes));
    }
}
