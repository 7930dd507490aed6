//! What it takes to keep a search: its position as bytes, and the search in another block.

use crate::convert::{answer_at, room_at};
use crate::handle::Handle;
use crate::session::{AnySession, CGame, GameSession};
#[cfg(feature = "nets")]
use crate::status::net_status;
use crate::types::*;
use core::ffi::c_void;
use kernel::bytes::{ByteReader, ByteWriter};
#[cfg(feature = "nets")]
use kernel::net::Net;
use kernel::player::Config;
use kernel::relocate::Relocate;
use kernel::save::Parts;
use kernel::search::Search;

/// A search that can be kept. Apart from `Queries`, whose table names this one.
pub(crate) trait Archive {
    /// The most bytes that a position of its game takes.
    fn position_size(&mut self) -> Result<usize, imm_status>;
    fn write_position_bytes(&mut self, out: &mut ByteWriter<'_>) -> Result<(), imm_status>;
    /// The tree begins anew.
    fn read_position_bytes(&mut self, bytes: &[u8]) -> Result<(), imm_status>;
    /// Finds everything in the block where it lies now, or measures it.
    fn relocate(&mut self, shift: &mut Shift);

    /// What the search consists of, without its game.
    fn parts(&mut self) -> Parts<'_, 'static>;
    /// What it was opened with.
    fn description(&self) -> imm_game;
    /// The position as the search holds it, of the type that its game has there.
    fn root(&self) -> *const u8;
    /// Evaluates by this net from now on, or by none. IMM_ERR_NET_GAME.
    #[cfg(feature = "nets")]
    fn set_net(&mut self, net: Option<Net<'static>>) -> Result<(), imm_status>;
    /// Goes on as another player, if the tree means the same to it.
    fn change_player(&mut self, config: &Config) -> bool;

    /// The search of the same kind at `place`.
    fn at(&self, place: *mut u8) -> AnySession;
}

impl<G: CGame, S: Search<'static, Game = G> + 'static> Archive for GameSession<S> {
    fn position_size(&mut self) -> Result<usize, imm_status> {
        self.ask(|game| game.bytes_max())
    }

    fn write_position_bytes(&mut self, out: &mut ByteWriter<'_>) -> Result<(), imm_status> {
        self.ask(|game| game.write_bytes(out))
    }

    fn read_position_bytes(&mut self, bytes: &[u8]) -> Result<(), imm_status> {
        self.change(|game| {
            let mut from = ByteReader::new(bytes);
            game.read_bytes(&mut from).and_then(|()| from.end()).map_err(|_| IMM_ERR_BYTES)
        })
    }

    fn relocate(&mut self, shift: &mut Shift) {
        self.search.relocate(shift);
    }

    fn parts(&mut self) -> Parts<'_, 'static> {
        self.search.whole()
    }

    fn description(&self) -> imm_game {
        Self::description(self)
    }

    fn root(&self) -> *const u8 {
        (&raw const *self.search.position()).cast()
    }

    #[cfg(feature = "nets")]
    fn set_net(&mut self, net: Option<Net<'static>>) -> Result<(), imm_status> {
        self.search.set_net(net).map_err(net_status)
    }

    fn change_player(&mut self, config: &Config) -> bool {
        self.search.change_player(config)
    }

    fn at(&self, place: *mut u8) -> AnySession {
        Self::with_queries(place.cast())
    }
}

/// Writes what is asked of a state as bytes: `write` writes them, the size of all of them given, or
/// counts them, given 0. `length` is written when all is well. IMM_ERR_NULL, IMM_ERR_BUFFER if
/// there is too little room, or it overlaps the block of the state, IMM_ERR_UNSUPPORTED where
/// nothing of the state can be kept, or what `write` answers.
///
/// # Safety
/// `state` is a handle from C; `bytes` is NULL or has `size` bytes, `length` is NULL or the
/// caller's to be written.
pub(crate) unsafe fn write_out(
    state: *mut imm_state,
    bytes: *mut c_void,
    size: usize,
    length: *mut usize,
    write: fn(&mut dyn Archive, &mut ByteWriter<'_>, usize) -> Result<(), imm_status>,
) -> imm_status {
    // SAFETY: promised by the caller.
    let room = unsafe { room_at(bytes, size) };
    // SAFETY: as above.
    let length = unsafe { answer_at(length) };
    // SAFETY: as above.
    let handle = unsafe { Handle::new(state) };
    handle.call_archive(|archive, state| {
        let (room, length) = (room?, length?);
        let mut counted = ByteWriter::new(&mut []);
        write(archive, &mut counted, 0)?;
        let room = room.get_mut(..counted.len()).ok_or(IMM_ERR_BUFFER)?;
        state.check_apart(bytes, counted.len())?;
        write(archive, &mut ByteWriter::new(room), counted.len())?;
        length.write(counted.len());
        Ok(IMM_OK)
    })
}

/// A block that was copied to another place; or the block itself, to see how long it is.
pub(crate) struct Shift {
    /// Where it was.
    from: usize,
    /// Where it is now; NULL while it is measured.
    to: *mut u8,
    /// Bytes from its beginning to the end of the last slice, and to where slices may end one day.
    pub(crate) used: usize,
    pub(crate) end: usize,
}

impl Shift {
    /// Measures the block at this address.
    pub(crate) fn measure(from: usize) -> Self {
        Self { from, to: core::ptr::null_mut(), used: 0, end: 0 }
    }

    /// The block that was measured is now at `to`.
    ///
    /// # Safety
    /// All that is used of it was copied there. The place has room for all of it, is exclusively
    /// ours, and aligned to IMM_ALIGN.
    pub(crate) unsafe fn moved(&self, to: *mut u8) -> Self {
        to.expose_provenance(); // a pool finds its way back to its memory by this
        Self { to, ..*self }
    }

    /// Where in the copy lies what lay here in the block.
    pub(crate) fn place<T>(&self, here: *mut T) -> *mut T {
        if self.to.is_null() {
            return here;
        }
        self.to.wrapping_add(here.addr().wrapping_sub(self.from)).cast()
    }
}

impl<G: CGame> Relocate<'static, G> for Shift {
    fn slice<T>(&mut self, slice: &mut &'static mut [T]) {
        // SAFETY: a slice is a pointer to one; see `growing`.
        let count = unsafe { (&raw const *slice).cast::<*mut [T]>().read() }.len();
        if count > 0 {
            Relocate::<G>::growing(self, slice, count);
        } // else it need not lie in the block
    }

    fn growing<T>(&mut self, slice: &mut &'static mut [T], count: usize) {
        if self.to.is_null() {
            let room = count.max(slice.len()).saturating_mul(size_of::<T>());
            let range = slice.as_mut_ptr_range();
            self.used = self.used.max(range.end.addr().wrapping_sub(self.from));
            self.end = self.end.max(range.start.addr().wrapping_sub(self.from).saturating_add(room));
            return;
        }
        // As a pointer: the slice that stands there is not to be used any more.
        // SAFETY: a slice is a pointer to one.
        let old = unsafe { (&raw const *slice).cast::<*mut [T]>().read() };
        // SAFETY: the block was copied, with this slice in it, to a place that is exclusively ours:
        // its content is there. Blocks are aligned alike.
        *slice = unsafe { core::slice::from_raw_parts_mut(self.place(old.cast()), old.len()) };
    }

    fn position(&mut self, position: &mut G) {
        if !self.to.is_null() {
            position.relocate(self);
        }
    }
}
