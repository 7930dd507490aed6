//! Moves that are taken back. A state has no history of its own, because firmware does not need
//! that memory. The caller provides some, and from then on [`Recorder`] stands in front of the
//! search: it writes each position down before a move is played. A program that never asks for a
//! history links nothing of this file.

use crate::internal::session::{AnySession, Queries, Session};
use crate::types::*;
use kernel::base::bytes::ByteWriter;
use kernel::game::Move;
use kernel::game::value::{Outcome, Side};
use kernel::report::Report;
use kernel::time::limits::{Clock, Limits, StopFlags};

/// What stands at the beginning of the memory lent for a history. Positions follow, the oldest
/// first, each with its length before it and behind it: so the first and the last are found.
pub(crate) struct Recorder {
    /// The search, as both of its tables.
    pub session: *mut dyn Session,
    pub queries: *mut dyn Queries,
    /// All of the memory behind this.
    pub memory: &'static mut [u8],
    /// Bytes of positions in it.
    pub used: usize,
    /// Bytes that the largest position takes, with its lengths: so many are always left.
    pub record: usize,
}

/// Bytes of a length.
pub(crate) const LENGTH: usize = size_of::<u32>();

impl Recorder {
    /// The search that it stands before.
    fn inner(&mut self) -> &mut dyn Session {
        // SAFETY: the session of the state that this history was lent to, which nobody else holds
        // while the state is busy.
        unsafe { &mut *self.session }
    }

    /// The length that stands there.
    fn length_at(&self, place: usize) -> usize {
        let bytes = self.memory.get(place..).and_then(|rest| rest.first_chunk::<LENGTH>());
        bytes.map_or(0, |bytes| u32::from_ne_bytes(*bytes) as usize)
    }

    /// Writes the position down behind the others, and returns the bytes that it takes. It counts
    /// only when they are added to `used`.
    fn write(&mut self) -> Result<usize, imm_status> {
        // SAFETY: as in `inner`, from which this differs in borrowing a field alone.
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

    /// The latest position: where its bytes begin, and how many there are.
    fn latest(&self) -> Option<(usize, usize)> {
        let length = self.length_at(self.used.checked_sub(LENGTH)?);
        let start = self.used.checked_sub(LENGTH.checked_add(length)?)?;
        Some((start, length))
    }

    /// Forgets the oldest positions until there is room for another of any length.
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

    /// Takes the latest position back; it is forgotten only once the search is there.
    pub(crate) fn undo(&mut self) -> Result<(), imm_status> {
        let (start, length) = self.latest().ok_or(IMM_ERR_NO_PAST)?;
        // SAFETY: as in `inner`, from which this differs in borrowing a field alone.
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

    /// There is always room for the position: what makes place is forgotten only once the move is
    /// played.
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

    fn to_move(&mut self) -> Result<Side, imm_status> {
        self.inner().to_move()
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

/// The history of a state, where one is kept: then the state asks something else than its search.
pub(crate) fn recorder_of(search: &AnySession) -> Option<*mut Recorder> {
    let session = search.session.get().cast::<u8>();
    let queries = search.queries.get()?.cast::<u8>();
    (session != queries).then_some(session.cast())
}

/// Another search of the same game stands in the place of the state's from now on; a history goes
/// on.
pub(crate) fn hand_over(search: &AnySession, other: &AnySession) {
    let queries = other.queries.get();
    match (recorder_of(search), queries) {
        (Some(recorder), Some(queries)) => {
            // SAFETY: put there by `imm_keep_history()`; nobody holds it but in a call of the
            // session.
            let recorder = unsafe { &mut *recorder };
            (recorder.session, recorder.queries) = (other.session.get(), queries);
        }
        _ => search.session.set(other.session.get()),
    }
    search.queries.set(queries);
}

/// The position was set up: what was played before does not lead to it.
pub(crate) fn forget_past(search: &AnySession) {
    if let Some(recorder) = recorder_of(search) {
        // SAFETY: put there by `imm_keep_history()`; nobody holds it but in a call of the session.
        unsafe { (*recorder).used = 0 };
    }
}

const _: () = assert!(align_of::<Recorder>() <= IMM_ALIGN);
