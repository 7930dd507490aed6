//! Tests of `bytes.rs`.

use super::*;

#[test]
fn the_checksum_is_the_well_known_one() {
    assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    assert_eq!(crc32(b""), 0);
}

/// Compares each entry of the CRC table with the result of a long division, bit by bit.
#[test]
fn four_bits_at_a_time_are_as_good_as_one() {
    for (index, entry) in (0_u32..).zip(nibbles()) {
        let divided = (0..4).fold(index, |crc, _| crc >> 1 ^ (0xEDB8_8320 * (crc % 2)));
        assert_eq!(entry, divided, "{index}");
    }
}

#[test]
fn a_writer_that_is_empty_says_so() {
    let mut room = [0; 2];
    assert!(ByteWriter::new(&mut room).is_empty());
}

#[test]
fn a_part_is_what_stands_there() {
    let whole: [u8; 21] = core::array::from_fn(|place| place as u8);
    for from in 0..25_usize {
        let mut room = [99; 8];
        let mut out = ByteWriter::behind(from, &mut room);
        whole.chunks(4).for_each(|bytes| out.put(bytes));
        assert_eq!(out.len(), 21_usize.saturating_sub(from));
        let part = core::array::from_fn(|place| whole.get(from + place).copied().unwrap_or(99));
        assert_eq!(room, part);
    }
}

#[test]
fn a_writer_without_room_counts() {
    let mut out = ByteWriter::new(&mut []);
    out.put_u64(1);
    out.put_u16(2);
    assert!(out.len() == 10 && !out.fits() && !out.is_empty() && out.written().is_empty());
}
