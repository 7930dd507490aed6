//! Saves a whole search as bytes, and loads it again. The loaded search continues exactly like the
//! saved search, even on another computer.
//!
//! This code works on the [`Parts`] of a search, whose types do not depend on the game. So it is
//! compiled only once for all games. A program that never saves does not contain this code.
//!
//! `| header | position | search | checksum |`
//!
//! The header contains the game, player and memory of the search, and the length of the save. The
//! bytes have the same meaning on every target. The only exception is the position of a custom
//! game, which only that game can read. For such a game, the header contains the pointer size and
//! the byte order of the target. Loading first checks all bytes, including every link and every
//! move of the tree. The search changes only after all checks have passed.

use super::format::Identity;
use crate::alphabeta::{AlphaBeta, DepthParts};
use crate::base::bytes::{ByteReader, ByteWriter, check, crc32};
use crate::game::knowledge::Knowledge;
use crate::game::snapshot::{Snapshot, is_own};
use crate::mcts::{TreeParts, TreeSearch};
use crate::search::Search;
use crate::simulation::{Board, with_net};

pub use super::error::LoadError;

/// The first bytes of every save.
const MAGIC: [u8; 4] = *b"imm\x1A";
/// The version of the format.
const VERSION: u16 = 6;
/// The size of the checksum, in bytes.
const CHECK: usize = 4;

/// A search whose [`Parts`] can be saved, loaded, merged and shared.
pub trait HasParts<'m>: Search<'m> {
    /// Returns the parts of the search, without the type of its game.
    fn whole(&mut self) -> Parts<'_, 'm>
    where
        Self::Game: Snapshot;
}

impl<'m, G: Knowledge> HasParts<'m> for TreeSearch<'m, G> {
    fn whole(&mut self) -> Parts<'_, 'm>
    where
        G: Snapshot,
    {
        Parts::Tree(self.all_parts())
    }
}

impl<'m, G: Knowledge> HasParts<'m> for AlphaBeta<'m, G> {
    fn whole(&mut self) -> Parts<'_, 'm>
    where
        G: Snapshot,
    {
        Parts::Depth(self.all_parts())
    }
}

/// The parts of a search, without the type of its game.
#[derive(Debug)]
pub enum Parts<'s, 'm> {
    /// The parts of a tree search.
    Tree(TreeParts<'s, 'm>),
    /// The parts of alpha-beta.
    Depth(DepthParts<'s, 'm>),
}

/// Returns the pointer size and the byte order of the target, as one number. The snapshots of a
/// custom game may depend on them. Returns 0 for a built-in game, whose snapshots do not.
fn target_of(shape: u32) -> u8 {
    let big_endian = if cfg!(target_endian = "big") { 0x80 } else { 0 };
    if is_own(shape) { size_of::<usize>() as u8 | big_endian } else { 0 }
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

    /// Writes the save. `length` is the number of its bytes. To find the length, first call this
    /// function with any `length` and a writer without space, which counts the bytes.
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

    /// Replaces this search with the search in the save.
    ///
    /// # Errors
    /// See [`LoadError`]. After an error, the search is unchanged.
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

#[cfg(test)]
#[path = "save_tests.rs"]
mod tests;
