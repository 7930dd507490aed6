//! The file format `.immnet` of nets, and its checks.
//!
//! Numbers are little-endian. After a header of 64 bytes come these sections. The offset of each
//! section is a multiple of 4 bytes:
//!
//! | what | bytes |
//! |---|---|
//! | patterns: first row, first part, number of parts | 4 + 2 + 2 each |
//! | parts: feature, maximum value, number of rows between two values | 1 + 1 + 2 each |
//! | bias of the sum | 2 for each number of a row |
//! | the table, row by row | 2 for each number |
//! | weights of the hidden neurons, neuron by neuron | 1 for each weight |
//! | biases of the hidden neurons | 4 each |
//! | weights of the result: one per neuron or, without neurons, per number of a row | 2 each |
//! | bias of the result | 4 |
//!
//! The last four sections exist only in nets that are wider than 1. The header:
//!
//! | at | what |
//! |---|---|
//! | 0 | `immnet` |
//! | 6 | version, 1 |
//! | 8 | total number of bytes |
//! | 12 | CRC-32 of the bytes from 16 on |
//! | 16 | name of the game, 24 bytes, padded with zeros |
//! | 40 | features, patterns, parts, width: 2 bytes each |
//! | 48 | rows, 4 bytes |
//! | 52 | hidden neurons, 2 bytes |
//! | 54 | right shifts of accumulator, hidden sums and result, in bits: 1 byte each |
//! | 57 | 7 zeros |

use super::{ACTIVE, FEATURES_MAX, HIDDEN_MAX, WIDTH_MAX};
use crate::base::bytes::{ByteReader, InvalidBytes, check, crc32};

/// The first bytes of every net.
pub(super) const MAGIC: [u8; 6] = *b"immnet";
/// The version of the format.
pub(super) const VERSION: u16 = 1;
/// The size of the header, in bytes.
pub(super) const HEAD: usize = 64;
/// The number of bytes at the beginning that the checksum does not cover.
pub(super) const UNCHECKED: usize = 16;
/// The offset in the header at which the number of features is stored.
#[cfg(feature = "policies")]
pub(super) const FEATURES: usize = 40;
/// The size in bytes of the field for the name of the game.
pub(super) const NAME: usize = 24;
/// The maximum number of patterns in a net.
const PATTERNS_MAX: usize = 1024;
/// The maximum number of parts in a net. The parts of all patterns count together.
const PARTS_MAX: usize = 8192;
/// The maximum shift, in bits.
const SHIFT_MAX: u8 = 24;

/// The reason why bytes are not a valid net for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum NetError {
    /// The bytes are not a net, or they are incomplete or damaged.
    Damaged,
    /// The net has a format version that this library does not read.
    Version,
    /// The net is for another game, or for other features of this game.
    Game,
}

impl From<InvalidBytes> for NetError {
    fn from(_: InvalidBytes) -> Self {
        Self::Damaged
    }
}

/// A net whose bytes were checked.
#[derive(Clone, Copy, Debug)]
pub struct Net<'a> {
    pub(super) features: u16,
    /// The number of values in a row of the table.
    pub(super) width: u16,
    /// True if each feature has its own pattern, and the patterns are in the order of the
    /// features.
    pub(super) aligned: bool,
    /// The right shifts, in bits, of the accumulator, of the hidden sums, and of the result.
    pub(super) shifts: [u8; 3],
    check: u32,
    /// A number that identifies the patterns. It is the checksum of the patterns and their parts.
    #[cfg(not(target_os = "none"))]
    pub(super) layout: u32,
    name: &'a [u8],
    pub(super) patterns: &'a [[u8; 8]],
    pub(super) parts: &'a [[u8; 4]],
    pub(super) bias: &'a [[u8; 2]],
    pub(super) table: &'a [[u8; 2]],
    pub(super) hidden: &'a [u8],
    pub(super) hidden_bias: &'a [[u8; 4]],
    pub(super) result: &'a [[u8; 2]],
    pub(super) result_bias: i32,
}

/// A pattern: its first row, its first part and the number of its parts. The features that the
/// parts read select one of the rows, which begin with the first row.
#[derive(Clone, Copy)]
pub(super) struct Pattern {
    pub(super) row: u32,
    pub(super) part: u16,
    pub(super) parts: u16,
}

impl Pattern {
    #[inline]
    pub(super) fn read(bytes: [u8; 8]) -> Self {
        let [a, b, c, d, e, f, g, h] = bytes;
        Self {
            row: u32::from_le_bytes([a, b, c, d]),
            part: u16::from_le_bytes([e, f]),
            parts: u16::from_le_bytes([g, h]),
        }
    }
}

/// A part of a pattern: a feature, the maximum value of the feature, and the number of rows between
/// two values (the stride).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The index of the feature, counted from 0.
    pub feature: u8,
    /// The maximum value of the feature. A larger value counts as this value.
    pub top: u8,
    /// If the value of the feature increases by 1, the selected row is this many rows later.
    pub step: u16,
}

impl Part {
    #[inline]
    pub(super) fn read([feature, top, low, high]: [u8; 4]) -> Self {
        Self { feature, top, step: u16::from_le_bytes([low, high]) }
    }

    /// Returns how many rows later the selected row is if the feature has this value.
    #[inline]
    pub(super) fn adds(self, value: u8) -> u32 {
        u32::from(value.min(self.top)).wrapping_mul(u32::from(self.step))
    }
}

impl<'a> Net<'a> {
    /// Reads a net. The bytes may have any address. Reading is faster if they are aligned to 4
    /// bytes. The time is proportional to the size of the net, because the checksum covers all
    /// bytes.
    ///
    /// # Errors
    /// Any [`NetError`] except [`NetError::Game`]: [`Net::check_for`] checks the game.
    pub fn read(bytes: &'a [u8]) -> Result<Self, NetError> {
        let mut from = ByteReader::new(bytes);
        from.expect(&MAGIC)?;
        if from.u16()? != VERSION {
            return Err(NetError::Version);
        }
        let length = from.u32()? as usize;
        let sum = from.u32()?;
        check(length == bytes.len())?;
        check(crc32(bytes.get(UNCHECKED..).unwrap_or_default()) == sum)?;
        #[cfg_attr(target_os = "none", allow(unused_mut))]
        let mut net = Self::read_checked(&mut from, sum)?;
        from.end()?;
        #[cfg(not(target_os = "none"))]
        {
            let layout = net.patterns.len().wrapping_mul(8).wrapping_add(net.parts.len().wrapping_mul(4));
            net.layout = crc32(bytes.get(HEAD..HEAD.wrapping_add(layout)).unwrap_or_default());
        }
        net.check_patterns()?;
        net.check_sums()?;
        Ok(net)
    }

    /// Reads everything after the checksum.
    fn read_checked(from: &mut ByteReader<'a>, sum: u32) -> Result<Self, InvalidBytes> {
        let name = from.take(NAME)?;
        let [features, patterns, parts, width] = [from.u16()?, from.u16()?, from.u16()?, from.u16()?];
        let rows = from.u32()? as usize;
        let hidden = usize::from(from.u16()?);
        let shifts = [from.u8()?, from.u8()?, from.u8()?];
        check(from.take(HEAD.wrapping_sub(57))?.iter().all(|&byte| byte == 0))?;
        let wide = usize::from(width);
        check(usize::from(features) <= FEATURES_MAX && usize::from(patterns) <= PATTERNS_MAX)?;
        check(usize::from(parts) <= PARTS_MAX && features > 0)?;
        check(width == 1 || wide.is_multiple_of(8) && (8..=WIDTH_MAX).contains(&wide))?;
        check(hidden <= HIDDEN_MAX && (hidden == 0 || width > 1))?;
        check(shifts.iter().all(|&shift| shift <= SHIFT_MAX))?;
        let numbers = rows.checked_mul(wide).ok_or(InvalidBytes)?;
        let mut net = Self {
            features,
            width,
            aligned: false,
            shifts,
            check: sum,
            #[cfg(not(target_os = "none"))]
            layout: 0,
            name: name.split(|&byte| byte == 0).next().unwrap_or_default(),
            patterns: section(from, patterns.into())?,
            parts: section(from, parts.into())?,
            bias: section(from, wide)?,
            table: section(from, numbers)?,
            hidden: &[],
            hidden_bias: &[],
            result: &[],
            result_bias: 0,
        };
        if width > 1 {
            net.hidden = section::<1>(from, hidden.wrapping_mul(wide))?.as_flattened();
            net.hidden_bias = section(from, hidden)?;
            net.result = section(from, if hidden > 0 { hidden } else { wide })?;
            net.result_bias = from.u32()?.cast_signed();
        }
        net.aligned = net.patterns.len() == usize::from(features) && net.is_aligned();
        Ok(net)
    }

    /// True if each feature has its own pattern, and the patterns are in the order of the
    /// features.
    fn is_aligned(&self) -> bool {
        self.patterns.iter().enumerate().all(|(index, &pattern)| {
            let pattern = Pattern::read(pattern);
            let part = self.parts.get(index).copied().map(Part::read);
            pattern.parts == 1
                && usize::from(pattern.part) == index
                && part.is_some_and(|part| usize::from(part.feature) == index && part.step == 1)
        })
    }

    /// Checks that the patterns read only features that exist, and select only rows that exist.
    fn check_patterns(&self) -> Result<(), InvalidBytes> {
        for &pattern in self.patterns {
            let pattern = Pattern::read(pattern);
            let parts = self.parts_of(pattern);
            check(parts.len() == usize::from(pattern.parts) && !parts.is_empty())?;
            let mut last = u64::from(pattern.row);
            for &part in parts {
                let part = Part::read(part);
                check(u16::from(part.feature) < self.features)?;
                last = last.saturating_add(u64::from(part.adds(u8::MAX)));
            }
            check(last < self.rows() as u64)?;
        }
        Ok(())
    }

    /// Checks that each sum of the accumulator fits in 16 bits for all values of the features.
    fn check_sums(&self) -> Result<(), InvalidBytes> {
        let wide = usize::from(self.width);
        if wide <= 1 {
            return Ok(()); // the sum of a net of width 1 has 32 bits
        }
        for (column, &bias) in self.bias.iter().enumerate() {
            let mut most = i32::from(i16::from_le_bytes(bias)).saturating_abs();
            for &pattern in self.patterns {
                let pattern = Pattern::read(pattern);
                let parts = self.parts_of(pattern).iter().copied();
                let rows = parts.fold(1_u32, |rows, part| rows.saturating_add(Part::read(part).adds(u8::MAX)));
                let first = (pattern.row as usize).wrapping_mul(wide).wrapping_add(column);
                let column = self.table.get(first..).unwrap_or_default().iter().step_by(wide).take(rows as usize);
                let largest = column.map(|&weight| i32::from(i16::from_le_bytes(weight)).saturating_abs()).max();
                most = most.saturating_add(largest.unwrap_or(0));
            }
            check(most <= i32::from(i16::MAX))?;
        }
        Ok(())
    }

    /// The number of rows in the table.
    fn rows(&self) -> usize {
        self.table.len().checked_div(usize::from(self.width)).unwrap_or(0)
    }

    #[inline]
    pub(super) fn parts_of(&self, pattern: Pattern) -> &'a [[u8; 4]] {
        let first = usize::from(pattern.part);
        self.parts.get(first..first.wrapping_add(usize::from(pattern.parts))).unwrap_or_default()
    }

    /// Checks that the net is for a game with this name and this number of features. For a custom
    /// game, `built_in` is empty, and any name in the net is accepted.
    ///
    /// # Errors
    /// Returns [`NetError::Game`] if the name or the number of features differs.
    pub fn check_with(&self, built_in: &str, features: usize) -> Result<(), NetError> {
        let named = built_in.is_empty() || built_in.as_bytes() == self.name;
        if named && features == usize::from(self.features) { Ok(()) } else { Err(NetError::Game) }
    }

    /// The name of the game for which the net was trained. For a custom game, the author of the
    /// game has chosen the name.
    #[must_use]
    pub fn game(&self) -> &'a str {
        core::str::from_utf8(self.name).unwrap_or_default()
    }

    /// The number of features.
    #[must_use]
    pub fn features(&self) -> usize {
        self.features.into()
    }

    /// The width of the accumulator; 1 for a net without an accumulator.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width.into()
    }

    /// The number of neurons between the accumulator and the result.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.hidden_bias.len()
    }

    /// A number that identifies the patterns of the net. It is the checksum of the patterns and
    /// their parts, without the weights.
    #[cfg(not(target_os = "none"))]
    #[must_use]
    pub fn layout(&self) -> u32 {
        self.layout
    }

    /// A number that identifies the net: the checksum of its bytes.
    #[must_use]
    pub fn mark(&self) -> u32 {
        self.check
    }
}

/// Reads `count` records of `N` bytes, and the padding to a multiple of 4 bytes. The padding must
/// be zeros.
fn section<'a, const N: usize>(from: &mut ByteReader<'a>, count: usize) -> Result<&'a [[u8; N]], InvalidBytes> {
    let bytes = count.checked_mul(N).ok_or(InvalidBytes)?;
    let (records, _) = from.take(bytes)?.as_chunks();
    let filling = from.take(bytes.wrapping_neg() % 4)?;
    check(filling.iter().all(|&byte| byte == 0))?;
    Ok(records)
}

const _: () = assert!(ACTIVE as usize * 128 * WIDTH_MAX < i32::MAX as usize);
