//! Reads and writes the position of a search as bytes, and moves a search to another block.

use crate::internal::rebase::Shift;
use crate::internal::session::{AnySession, CGame, GameSession, Saving};
#[cfg(feature = "nets")]
use crate::internal::status::net_status;
use crate::types::*;
use kernel::base::bytes::{ByteReader, ByteWriter};
use kernel::keep::rebase::Rebase;
use kernel::keep::save::{HasParts, Parts};
#[cfg(feature = "nets")]
use kernel::net::Net;
use kernel::player::Config;

impl<G: CGame, S: HasParts<'static, Game = G> + 'static> Saving for GameSession<S> {
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

    fn rebase(&mut self, shift: &mut Shift) {
        self.search.rebase(shift);
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

impl<G: CGame> Rebase<'static, G> for Shift {
    fn slice<T>(&mut self, slice: &mut &'static mut [T]) {
        // SAFETY: a reference to a slice is a pointer to a slice; see `growing`.
        let count = unsafe { (&raw const *slice).cast::<*mut [T]>().read() }.len();
        if count > 0 {
            Rebase::<G>::growing(self, slice, count);
        } // an empty slice may be outside the block
    }

    fn growing<T>(&mut self, slice: &mut &'static mut [T], count: usize) {
        if self.to.is_null() {
            let room = count.max(slice.len()).saturating_mul(size_of::<T>());
            let range = slice.as_mut_ptr_range();
            self.used = self.used.max(range.end.addr().wrapping_sub(self.from));
            self.end = self.end.max(range.start.addr().wrapping_sub(self.from).saturating_add(room));
            return;
        }
        // The old slice is read as a pointer, because it must no longer be used as a reference.
        // SAFETY: a reference to a slice is a pointer to a slice.
        let old = unsafe { (&raw const *slice).cast::<*mut [T]>().read() };
        // SAFETY: the block, with the content of this slice, was copied to a place that nothing
        // else uses. Both blocks have the same alignment.
        *slice = unsafe { core::slice::from_raw_parts_mut(self.place(old.cast()), old.len()) };
    }

    fn position(&mut self, position: &mut G) {
        if !self.to.is_null() {
            position.rebase(self);
        }
    }
}
