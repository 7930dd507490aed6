//! The parts that all saves have in common: the properties that identify a search, and the reason
//! why the latest search ended.

use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes};
use crate::report::Stop;

/// The properties that identify a search. A save can be loaded only into a search with the same
/// properties.
#[derive(Clone, Copy)]
pub(crate) struct Identity {
    /// The algorithm: tree search or alpha-beta.
    pub(crate) method: u8,
    /// The player's fingerprint (a hash of the options).
    pub(crate) player: u64,
    /// The sizes of the memory that the search borrows.
    pub(crate) sizes: [u32; 4],
}

/// Writes the reason why the latest search ended.
pub(crate) fn put_stop(stop: Option<Stop>, out: &mut ByteWriter<'_>) {
    out.put_u8(stop.map_or(0, Stop::number));
}

/// Reads what [`put_stop`] wrote.
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
#[path = "format_tests.rs"]
mod tests;
