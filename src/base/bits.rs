//! Operations on the bits and bytes of a 64-bit word, for fast playouts on bitboards.

/// The number 1 in each of the eight bytes of a word. In the product `bytes * ONES`, byte `i` is
/// the sum of the bytes 0 to `i` of `bytes`.
pub(crate) const ONES: u64 = 0x0101_0101_0101_0101;

/// The highest bit of each byte.
pub(crate) const HIGH_BITS: u64 = ONES << 7;

/// The leftmost file of an 8 x 8 board; a1 is bit 0, b1 bit 1, a2 bit 8.
pub(crate) const FILE_A: u64 = ONES;

/// The rightmost file of an 8 x 8 board.
pub(crate) const FILE_H: u64 = FILE_A << 7;

/// A word with only the bit at `index` set; `index` is taken modulo 64.
#[inline]
pub(crate) const fn bit(index: u32) -> u64 {
    1_u64.wrapping_shl(index)
}

/// Mixes all bits of a number (splitmix64). Different numbers give different results.
#[inline]
pub(crate) const fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// Rounds a number down to its first `digits` + 1 binary digits. Returns the index of the rounded
/// number in the ordered list of all rounded numbers. `digits` is less than 32.
#[inline(always)]
pub(crate) const fn rounded_place(number: u32, digits: u32) -> u32 {
    if number.wrapping_shr(digits) == 0 {
        return number;
    }
    let octave = number.ilog2().wrapping_sub(digits);
    octave.wrapping_shl(digits).wrapping_add(number.wrapping_shr(octave))
}

/// Finds the first byte of `running` that is larger than `rank`, and returns the index of the
/// lowest bit of that byte. The bytes of `running` are sums below 128 that never decrease.
///
/// Adding `127 - rank` to a byte sets the highest bit of this byte if and only if the byte is
/// larger than `rank`.
#[inline]
pub(crate) const fn first_byte_above(running: u64, rank: u32) -> u32 {
    let lift = 127_u64.wrapping_sub(rank as u64).wrapping_mul(ONES);
    (running.wrapping_add(lift) & HIGH_BITS).trailing_zeros() & 0x38
}

/// Returns a word whose byte `i` is the number of bits that are set in the bytes 0 to `i` of
/// `word`.
#[inline]
pub(crate) const fn running_counts(word: u64) -> u64 {
    let pairs = word.wrapping_sub(word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333).wrapping_add(pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = nibbles.wrapping_add(nibbles >> 4) & 0x0F0F_0F0F_0F0F_0F0F;
    bytes.wrapping_mul(ONES)
}

/// The index of the set bit of `word` that has `rank` set bits below it. `running` is
/// [`running_counts`] of `word`. `rank` is less than the number of set bits.
///
/// First finds the byte with the running counts, then the bit in this byte. A loop over the bytes
/// would be slower, because the processor could not predict its branches.
#[inline]
pub(crate) fn select(word: u64, running: u64, rank: u32) -> u32 {
    let start = first_byte_above(running, rank);
    let below = (running << 8).wrapping_shr(start) & 0xFF;
    let byte = word.wrapping_shr(start) & 0xFF;
    start.wrapping_add(select_in_byte(byte as u32, rank.wrapping_sub(below as u32)))
}

/// The index of the set bit of `byte` that has `rank` set bits below it.
#[inline]
fn select_in_byte(byte: u32, rank: u32) -> u32 {
    #[cfg(not(target_os = "none"))]
    return looked_up(byte, rank);
    #[cfg(target_os = "none")]
    return counted_out(byte, rank);
}

/// Finds the index with a table of 2 KiB. A program on an operating system has room for such a
/// table.
#[inline]
#[cfg(not(target_os = "none"))]
fn looked_up(byte: u32, rank: u32) -> u32 {
    let index = (byte << 3).wrapping_add(rank) & 0x7FF;
    u32::from(crate::base::tables::SELECT_IN_BYTE.get(index as usize).copied().unwrap_or_default())
}

/// Finds the index without a table. On bare metal, a table would be a large part of the program.
#[inline]
#[cfg(any(target_os = "none", test))]
fn counted_out(byte: u32, rank: u32) -> u32 {
    (0..rank & 7).fold(byte, |rest, _| rest & rest.wrapping_sub(1)).trailing_zeros()
}

/// The indices of the set bits, lowest first.
pub(crate) fn ones(word: u64) -> impl Iterator<Item = u32> {
    let mut rest = word;
    core::iter::from_fn(move || {
        let index = rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
        (index < 64).then_some(index)
    })
}

/// Mixes a word into a running hash: FNV-1a on words, with a rotation so that high bits affect low
/// bits.
#[cfg_attr(target_os = "none", inline(never))] // smaller in flash
#[cfg_attr(not(target_os = "none"), inline)]
pub(crate) fn absorb(hash: u64, word: u64) -> u64 {
    (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
}

#[cfg(test)]
#[path = "bits_tests.rs"]
mod tests;
