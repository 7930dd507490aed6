//! Moves that are taken back. A state has no past of its own: that would be memory which firmware
//! does not need. So the caller lends some, and [`Recorder`] stands before the search from then on:
//! it writes each position down before a move is played. A program that never asks for it links
//! none of it, and its functions are as they were.

use crate::convert::room_at;
use crate::handle::{Handle, State};
use crate::session::{AnySession, Queries, Session};
use crate::types::*;
use core::ffi::c_void;
use kernel::bytes::ByteWriter;
use kernel::game::Move;
use kernel::limits::{Clock, Limits, StopFlags};
use kernel::report::Report;
use kernel::value::{Outcome, Side};

/// What stands at the beginning of the memory lent for a history. Positions follow, the oldest
/// first, each with its length before it and behind it: so the first and the last are found.
struct Recorder {
    /// The search, as both of its tables.
    session: *mut dyn Session,
    queries: *mut dyn Queries,
    /// All of the memory behind this.
    memory: &'static mut [u8],
    /// Bytes of positions in it.
    used: usize,
    /// Bytes that the largest position takes, with its lengths: so many are always left.
    record: usize,
}

/// Bytes of a length.
const LENGTH: usize = size_of::<u32>();

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
        let archive = unsafe { &mut *self.queries }.archive();
        let room = self.memory.get_mut(self.used..).unwrap_or_default();
        let Some((before, room)) = room.split_first_chunk_mut::<LENGTH>() else { return Err(IMM_ERR_TOO_SMALL) };
        let mut out = ByteWriter::new(room);
        archive.write_position_bytes(&mut out)?;
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
    fn undo(&mut self) -> Result<(), imm_status> {
        let (start, length) = self.latest().ok_or(IMM_ERR_NO_PAST)?;
        // SAFETY: as in `inner`, from which this differs in borrowing a field alone.
        let archive = unsafe { &mut *self.queries }.archive();
        archive.read_position_bytes(self.memory.get(start..start.saturating_add(length)).unwrap_or_default())?;
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
fn recorder_of(state: &State) -> Option<*mut Recorder> {
    let session = state.search.session.get().cast::<u8>();
    let queries = state.search.queries.get()?.cast::<u8>();
    (session != queries).then_some(session.cast())
}

/// Another search of the same game stands in the place of the state's from now on; a history goes
/// on.
pub(crate) fn hand_over(state: &State, search: &AnySession) {
    let queries = search.queries.get();
    match (recorder_of(state), queries) {
        (Some(recorder), Some(queries)) => {
            // SAFETY: put there by `imm_keep_history()`; nobody holds it but in a call of the
            // session.
            let recorder = unsafe { &mut *recorder };
            (recorder.session, recorder.queries) = (search.session.get(), queries);
        }
        _ => state.search.session.set(search.session.get()),
    }
    state.search.queries.set(queries);
}

/// The position was set up: what was played before does not lead to it.
pub(crate) fn forget_past(state: &State) {
    if let Some(recorder) = recorder_of(state) {
        // SAFETY: put there by `imm_keep_history()`; nobody holds it but in a call of the session.
        unsafe { (*recorder).used = 0 };
    }
}

/// Bytes for imm_keep_history() with which at least `plies` moves can be taken back; 0 on an error,
/// which imm_last_status() tells.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_history_size(state: *mut imm_state, plies: u32) -> usize {
    let mut size = 0;
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_archive(|archive, _| {
        let record = archive.position_size()?.checked_add(2 * LENGTH).ok_or(IMM_ERR_TOO_SMALL)?;
        // One more: there is always room for the next.
        let records = (plies as usize).checked_add(1).and_then(|count| count.checked_mul(record));
        let bytes = records.and_then(|bytes| bytes.checked_add(size_of::<Recorder>()));
        size = bytes.ok_or(IMM_ERR_TOO_SMALL)?;
        Ok(IMM_OK)
    });
    size
}

/// Lends the state `size` bytes of `memory` aligned to IMM_ALIGN for the positions before its
/// moves: from now on imm_undo() can take moves back, the latest first. Where the memory is full
/// the oldest positions are forgotten; imm_history_size() says how much it takes. The memory must
/// stay where it is and untouched until imm_init() makes another state of the block, or this
/// function is called with NULL and 0, which ends the history. What was kept before is forgotten.
///
/// IMM_ERR_NULL, IMM_ERR_MISALIGNED, IMM_ERR_TOO_SMALL if there is no room for a single move,
/// IMM_ERR_BUFFER if the memory overlaps the block of the state, IMM_ERR_UNSUPPORTED for
/// imm_breakthrough_small() and imm_kalah_small().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_keep_history(state: *mut imm_state, memory: *mut c_void, size: usize) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_archive(|archive, state| {
        let queries = state.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
        let session = match recorder_of(state) {
            // SAFETY: put there by an earlier call, and nobody holds it.
            Some(recorder) => unsafe { (*recorder).session },
            None => state.search.session.get(),
        };
        if memory.is_null() && size == 0 {
            state.search.session.set(session);
            return Ok(IMM_OK);
        }
        if !memory.addr().is_multiple_of(IMM_ALIGN) {
            return Err(IMM_ERR_MISALIGNED);
        }
        let room = size.checked_sub(size_of::<Recorder>()).ok_or(IMM_ERR_TOO_SMALL);
        if memory.is_null() {
            return Err(IMM_ERR_NULL);
        }
        state.check_apart(memory, size)?;
        let record = archive.position_size()?.checked_add(2 * LENGTH).ok_or(IMM_ERR_TOO_SMALL)?;
        let room = room.ok().filter(|&room| room / 2 >= record).ok_or(IMM_ERR_TOO_SMALL)?;
        let place = memory.cast::<Recorder>();
        // SAFETY: the caller lends so many bytes, aligned, and they are behind the recorder.
        let memory = unsafe { room_at(place.wrapping_add(1).cast(), room) }?;
        // SAFETY: as above; a recorder is aligned to no more than IMM_ALIGN.
        unsafe { place.write(Recorder { session, queries, memory, used: 0, record }) };
        state.search.session.set(place);
        Ok(IMM_OK)
    })
}

const _: () = assert!(align_of::<Recorder>() <= IMM_ALIGN);

/// Takes the latest move back, and with it what was played since; the tree begins anew, with its
/// random numbers where they were. Moves are kept by imm_keep_history(); setting up another
/// position, imm_restart() and imm_shuffle() forget them.
///
/// IMM_ERR_NO_PAST if no move is kept, or what a callback did wrong: nothing is taken back then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_undo(state: *mut imm_state) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.when_idle(
        |status| status,
        |state| {
            state.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
            let recorder = recorder_of(state).ok_or(IMM_ERR_NO_PAST)?;
            // SAFETY: put there by `imm_keep_history()`, and nobody else holds it, nor the search,
            // which it asks.
            unsafe { &mut *recorder }.undo().map(|()| IMM_OK)
        },
    )
}
