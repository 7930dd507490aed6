//! Tests of `format.rs`.

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
