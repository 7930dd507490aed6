//! Writes a net as bytes, in the format of [`super::format`]. Programs that train nets use
//! [`Builder`].

use super::format::{HEAD, MAGIC, NAME, Part, UNCHECKED, VERSION};
use crate::base::bytes::{ByteWriter, crc32, set_u32_at};

/// All parts of a net. When you read the written net, [`super::Net::read`] checks that it is valid.
#[derive(Clone, Copy, Debug)]
pub struct Builder<'a> {
    /// The name of the game, in ASCII. Only the first 23 bytes are stored.
    pub game: &'a str,
    /// The number of features of the game.
    pub features: u16,
    /// The patterns. Each pattern has the index of its first row, and its parts.
    pub patterns: &'a [(u32, &'a [Part])],
    /// The right shifts, in bits, of the accumulator, of the hidden sums, and of the result.
    pub shifts: [u8; 3],
    /// The initial values of the sums. There is one number for each column of the table.
    pub bias: &'a [i16],
    /// The rows of the table, one after another.
    pub table: &'a [i16],
    /// The weights of the hidden neurons, one row per neuron. Empty if there are no neurons.
    pub hidden: &'a [i8],
    /// The biases of the hidden neurons.
    pub hidden_bias: &'a [i32],
    /// The weights of the result: one for each hidden neuron. In a net without hidden neurons, one
    /// for each number of the accumulator. Empty if the width is 1.
    pub result: &'a [i16],
    /// The bias of the result.
    pub result_bias: i32,
}

impl Builder<'_> {
    /// Writes the net. If `out` is too small, [`ByteWriter::len`] then returns the number of bytes
    /// that are needed.
    pub fn write(&self, out: &mut ByteWriter<'_>) {
        let width = self.bias.len();
        out.put(&MAGIC);
        out.put_u16(VERSION);
        out.put_u32(0); // placeholders for length and checksum
        out.put_u32(0);
        let mut name = [0; NAME];
        name.iter_mut().zip(self.game.bytes().take(NAME - 1)).for_each(|(place, byte)| *place = byte);
        out.put(&name);
        let parts = self.patterns.iter().fold(0_usize, |sum, (_, parts)| sum.saturating_add(parts.len()));
        out.put_u16(self.features);
        out.put_u16(self.patterns.len() as u16);
        out.put_u16(parts as u16);
        out.put_u16(width as u16);
        out.put_u32(self.table.len().checked_div(width).unwrap_or(0) as u32);
        out.put_u16(self.hidden_bias.len() as u16);
        out.put(&self.shifts);
        out.put(&[0; HEAD - 57]);
        self.write_patterns(out);
        write_words(self.bias, out);
        write_words(self.table, out);
        if width > 1 {
            self.hidden.iter().for_each(|&weight| out.put(&weight.to_le_bytes()));
            fill_up(self.hidden.len(), out);
            self.hidden_bias.iter().for_each(|&bias| out.put_u32(bias.cast_unsigned()));
            write_words(self.result, out);
            out.put_u32(self.result_bias.cast_unsigned());
        }
        let bytes = out.written();
        let check = crc32(bytes.get(UNCHECKED..).unwrap_or_default());
        let length = bytes.len() as u32;
        set_u32_at(bytes, 8, length);
        set_u32_at(bytes, 12, check);
    }

    fn write_patterns(&self, out: &mut ByteWriter<'_>) {
        let mut first = 0_u16;
        for (row, parts) in self.patterns {
            out.put_u32(*row);
            out.put_u16(first);
            out.put_u16(parts.len() as u16);
            first = first.wrapping_add(parts.len() as u16);
        }
        for part in self.patterns.iter().flat_map(|(_, parts)| *parts) {
            out.put(&[part.feature, part.top]);
            out.put_u16(part.step);
        }
    }
}

fn write_words(words: &[i16], out: &mut ByteWriter<'_>) {
    words.iter().for_each(|word| out.put(&word.to_le_bytes()));
    fill_up(words.len().wrapping_mul(2), out);
}

/// After `written` bytes, writes zeros up to the next multiple of 4 bytes.
fn fill_up(written: usize, out: &mut ByteWriter<'_>) {
    let missing = written.wrapping_neg() % 4;
    out.put([0; 4].get(..missing).unwrap_or_default());
}
