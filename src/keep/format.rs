//! What the saves of all searches have in common: their identity, and why the latest search ended.

use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes};
use crate::report::Stop;

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
