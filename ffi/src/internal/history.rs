//! The history of a state, with which moves can be undone. It is separate from the state, because
//! firmware does not need it. After the caller provides memory for a history, all calls of
//! [`Session`] methods go to a [`Recorder`]. The recorder stores the position before each move, and
//! forwards each call to the search. A program without a history does not contain the recorder.

use crate::internal::session::{AnySession, Queries, Session};
use crate::types::*;
use kernel::base::bytes::ByteWriter;
use kernel::game::Move;
use kernel::game::value::Outcome;
#[cfg(feature = "players")]
use kernel::game::value::Value;
use kernel::report::Report;
use kernel::time::limits::{Clock, Limits, StopFlags};

/// The data at the beginning of the memory for a history. Snapshots of positions follow. The oldest
/// one is first. The length of a snapshot is written before and after its bytes, so that the first
/// and the last snapshot can be found.
pub(crate) struct Recorder {
    /// Two pointers to the same search, one as a [`Session`] and one as [`Queries`].
    pub session: *mut dyn Session,
    pub queries: *mut dyn Queries,
    /// The memory after the recorder, which holds the snapshots.
    pub memory: &'static mut [u8],
    /// The number of bytes of `memory` that contain snapshots.
    pub used: usize,
    /// The largest size of a snapshot with its two lengths, in bytes. At least this much memory is
    /// always free.
    pub record: usize,
}

/// The size of a length field, in bytes.
pub(crate) const LENGTH: usize = size_of::<u32>();

impl Recorder {
    /// Returns the search to which the recorder forwards its calls.
    fn inner(&mut self) -> &mut dyn Session {
        // SAFETY: the session of the state to which this history belongs. Nothing else uses it
        // while the state is busy.
        unsafe { &mut *self.session }
    }

    /// Reads the length field at this offset of the memory.
    fn length_at(&self, place: usize) -> usize {
        let bytes = self.memory.get(place..).and_then(|rest| rest.first_chunk::<LENGTH>());
        bytes.map_or(0, |bytes| u32::from_ne_bytes(*bytes) as usize)
    }

    /// Writes a snapshot of the current position after the stored snapshots. Returns the size of
    /// the new snapshot with its two lengths. To make the snapshot part of the history, the caller
    /// adds this size to `used`.
    fn write(&mut self) -> Result<usize, imm_status> {
        // SAFETY: as in `inner`. The difference is that this borrows only one field.
        let saving = unsafe { &mut *self.queries }.saving();
        let room = self.memory.get_mut(self.used..).unwrap_or_default();
        let Some((before, room)) = room.split_first_chunk_mut::<LENGTH>() else { return Err(IMM_ERR_TOO_SMALL) };
        let mut out = ByteWriter::new(room);
        saving.write_position_bytes(&mut out)?;
        let length = (out.len() as u32).to_ne_bytes();
        out.put(&length);
        let record = out.len().saturating_add(LENGTH);
        *before = length;
        if out.fits() { Ok(record) } else { Err(IMM_ERR_TOO_SMALL) }
    }

    /// Returns the offset and the length of the latest snapshot.
    fn latest(&self) -> Option<(usize, usize)> {
        let length = self.length_at(self.used.checked_sub(LENGTH)?);
        let start = self.used.checked_sub(LENGTH.checked_add(length)?)?;
        Some((start, length))
    }

    /// Removes the oldest snapshots until one more snapshot of any length fits.
    fn make_room(&mut self) {
        while self.memory.len().saturating_sub(self.used) < self.record && self.used > 0 {
            let oldest = self.length_at(0).saturating_add(2 * LENGTH).min(self.used);
            self.used = self.used.wrapping_sub(oldest);
            for place in 0..self.used {
                let moved = self.memory.get(place.wrapping_add(oldest)).copied().unwrap_or_default();
                if let Some(byte) = self.memory.get_mut(place) {
                    *byte = moved;
                }
            }
        }
    }

    /// Restores the latest position of the history. If this succeeds, removes the position from the
    /// history.
    pub(crate) fn undo(&mut self) -> Result<(), imm_status> {
        let (start, length) = self.latest().ok_or(IMM_ERR_NO_PAST)?;
        // SAFETY: as in `inner`. The difference is that this borrows only one field.
        let saving = unsafe { &mut *self.queries }.saving();
        saving.read_position_bytes(self.memory.get(start..start.saturating_add(length)).unwrap_or_default())?;
        self.used = start.saturating_sub(LENGTH);
        Ok(())
    }
}

impl Session for Recorder {
    fn search(&mut self, limits: &Limits, clock: Option<&dyn Clock>, stop: StopFlags<'_>) -> Result<(), imm_status> {
        self.inner().search(limits, clock, stop)
    }

    fn report(&mut self) -> Result<Report, imm_status> {
        self.inner().report()
    }

    /// Stores the current position in the history and plays the move. There is always room for one
    /// more position. After the move was played, the oldest positions are removed if necessary.
    fn play(&mut self, mv: Move) -> Result<(), imm_status> {
        let record = self.write()?;
        self.inner().play(mv)?;
        self.used = self.used.saturating_add(record);
        self.make_room();
        Ok(())
    }

    fn legal_moves(&mut self) -> Result<&[Move], imm_status> {
        self.inner().legal_moves()
    }

    fn outcome(&mut self) -> Result<Option<Outcome>, imm_status> {
        self.inner().outcome()
    }

    fn player(&mut self) -> Result<usize, imm_status> {
        self.inner().player()
    }

    #[cfg(feature = "players")]
    fn players(&mut self) -> usize {
        self.inner().players()
    }

    #[cfg(feature = "players")]
    fn return_of(&mut self, player: usize) -> Result<Value, imm_status> {
        self.inner().return_of(player)
    }

    #[cfg(feature = "chance")]
    fn is_chance(&mut self) -> Result<bool, imm_status> {
        self.inner().is_chance()
    }

    #[cfg(feature = "chance")]
    fn sample_outcome(&mut self, random: u32) -> Result<Option<Move>, imm_status> {
        self.inner().sample_outcome(random)
    }

    fn restart(&mut self) -> Result<(), imm_status> {
        self.inner().restart()?;
        self.used = 0;
        Ok(())
    }

    fn forget(&mut self) {
        self.inner().forget();
    }
}

/// Returns the history of a state, if it has one. In this case, `session` and `queries` point to
/// different objects.
pub(crate) fn recorder_of(search: &AnySession) -> Option<*mut Recorder> {
    let session = search.session.get().cast::<u8>();
    let queries = search.queries.get()?.cast::<u8>();
    (session != queries).then_some(session.cast())
}

/// Replaces the search of the state by another search of the same game. The history of the state
/// continues.
pub(crate) fn hand_over(search: &AnySession, other: &AnySession) {
    let queries = other.queries.get();
    match (recorder_of(search), queries) {
        (Some(recorder), Some(queries)) => {
            // SAFETY: `imm_keep_history()` put it there. Only calls of the session use it.
            let recorder = unsafe { &mut *recorder };
            (recorder.session, recorder.queries) = (other.session.get(), queries);
        }
        _ => search.session.set(other.session.get()),
    }
    search.queries.set(queries);
}

/// Deletes the history after a position was set up, because its moves do not lead to the new
/// position.
pub(crate) fn forget_past(search: &AnySession) {
    if let Some(recorder) = recorder_of(search) {
        // SAFETY: `imm_keep_history()` put it there. Only calls of the session use it.
        unsafe { (*recorder).used = 0 };
    }
}

const _: () = assert!(align_of::<Recorder>() <= IMM_ALIGN);
