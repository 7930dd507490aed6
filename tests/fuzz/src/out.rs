//! Memory for the inputs and outputs of functions. This memory lies next to a guard page and is
//! filled with garbage.

use crate::block::{Block, Surroundings};
use crate::plant::{Plant, is_planted};
use anyhow::{Result, ensure};
use std::cell::{Cell, RefCell};

/// Memory for one input or output.
#[derive(Debug)]
pub struct Out {
    block: RefCell<Block>,
    at_front: bool,
    /// The offset and the size of the output in the block.
    room: Cell<(usize, usize)>,
}

/// The size of the block in bytes: enough for the largest output (imm_check_report or texts) and
/// the garbage next to it.
const LARGEST: usize = 16_384;
/// The number of garbage bytes next to an output, on the side away from the guard page. A call must
/// not change these bytes.
const BESIDE: usize = 64;

impl Out {
    /// Creates memory for one output at a time, of up to 16,000 bytes.
    #[must_use]
    pub fn new(around: &Surroundings) -> Self {
        let block = RefCell::new(Block::new(LARGEST, 0, around));
        Self { block, at_front: around.at_front, room: Cell::new((0, 0)) }
    }

    /// Returns memory for an output of `size` bytes, aligned to `align` and filled with garbage. If
    /// `size` is not a multiple of `align`, some bytes lie between the output and the guard page.
    pub fn take(&self, size: usize, align: usize) -> *mut u8 {
        let mut block = self.block.borrow_mut();
        let start = if self.at_front { 0 } else { (LARGEST - size) / align * align };
        self.room.set((start, size));
        let (from, to) = (start.saturating_sub(BESIDE), (start + size + BESIDE).min(LARGEST));
        for place in from..to {
            block.bytes_mut()[place] = garbage(place);
        }
        block.start().wrapping_add(start)
    }

    /// Returns memory for a struct or a number of type `T`.
    pub fn of<T>(&self) -> *mut T {
        self.take(size_of::<T>(), align_of::<T>()).cast()
    }

    /// Returns memory for an array of `count` elements.
    pub fn list<T>(&self, count: usize) -> *mut T {
        self.take(count * size_of::<T>(), align_of::<T>()).cast()
    }

    /// Returns a copy of these bytes for a function to read.
    pub fn given(&self, bytes: &[u8]) -> *const u8 {
        let start = self.take(bytes.len(), 1);
        let at = self.room.get().0;
        self.block.borrow_mut().bytes_mut()[at..at + bytes.len()].copy_from_slice(bytes);
        start
    }

    /// Returns a copy of this text for a function to read, with a terminating NUL.
    pub fn text(&self, text: &[u8]) -> *const std::ffi::c_char {
        let ended: Vec<u8> = text.iter().copied().chain([0]).collect();
        self.given(&ended).cast()
    }

    /// Returns the bytes of the latest output.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let (start, size) = self.room.get();
        self.block.borrow().bytes()[start..start + size].to_vec()
    }

    /// Returns the text that was written, or `None` if the text has no terminating NUL.
    #[must_use]
    pub fn written_text(&self) -> Option<Vec<u8>> {
        let bytes = self.bytes();
        let end = bytes.iter().position(|&byte| byte == 0)?;
        Some(bytes[..end].to_vec())
    }

    /// Returns the struct or the number that was written.
    ///
    /// # Safety
    /// Either the bytes must have been written, or any bytes must be a valid `T`.
    #[must_use]
    pub unsafe fn read<T: Copy>(&self) -> T {
        let bytes = self.bytes();
        assert!(bytes.len() >= size_of::<T>(), "the room is for something smaller");
        // SAFETY: at least as long as a `T`; the caller promises the rest.
        unsafe { bytes.as_ptr().cast::<T>().read_unaligned() }
    }

    /// Checks that nothing was written around the output, and that only the first `from` bytes of
    /// the output were written.
    ///
    /// # Errors
    /// A byte outside the first `from` bytes of the output was written.
    pub fn check_from(&self, from: usize, function: &str) -> Result<()> {
        let (start, size) = self.room.get();
        let block = self.block.borrow();
        let places = (start.saturating_sub(BESIDE)..start).chain(start + from..(start + size + BESIDE).min(LARGEST));
        for place in places {
            let distance = place as i64 - start as i64;
            ensure!(
                block.bytes()[place] == garbage(place),
                "{function} wrote byte {distance} of an answer of {size} bytes, and should not have"
            );
        }
        Ok(())
    }

    /// Checks that no byte was written.
    ///
    /// # Errors
    /// A byte was written.
    pub fn check_unwritten(&self, function: &str) -> Result<()> {
        let (start, size) = self.room.get();
        if is_planted(Plant::WritesOnFailure) && size > 0 {
            self.block.borrow_mut().bytes_mut()[start] = 0;
        }
        self.check_from(0, function)
    }

    /// Checks that nothing was written around the output.
    ///
    /// # Errors
    /// A byte around the output was written.
    pub fn check_around(&self, function: &str) -> Result<()> {
        self.check_from(self.room.get().1, function)
    }

    /// Checks that no text was written. An empty text is allowed, and the bytes after its
    /// terminating NUL are ignored.
    ///
    /// # Errors
    /// A text that is not empty was written.
    pub fn check_no_text(&self, function: &str) -> Result<()> {
        let emptied = self.bytes().first() == Some(&0);
        if emptied { self.check_around(function) } else { self.check_unwritten(function) }
    }
}

/// Returns the garbage byte at this place. Garbage bytes are never 0, so that a missing terminating
/// NUL is noticed.
fn garbage(place: usize) -> u8 {
    0x80 | (place.wrapping_mul(37) >> 1) as u8
}

/// Memory for the inputs and outputs of one call.
#[derive(Debug)]
pub struct Outs {
    /// The first output.
    pub first: Out,
    /// The second output.
    pub second: Out,
    /// The first input.
    pub given: Out,
    /// The second input.
    pub also_given: Out,
}

impl Outs {
    /// Creates the memory for two outputs and two inputs.
    #[must_use]
    pub fn new(around: &Surroundings) -> Self {
        let [first, second, given, also_given] = [(); 4].map(|()| Out::new(around));
        Self { first, second, given, also_given }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_noticed() {
        for around in &Surroundings::TWICE {
            let out = Out::new(around);
            let room = out.take(10, 1);
            out.check_unwritten("f").unwrap();
            // SAFETY: within the room.
            unsafe { room.write(0) };
            out.check_no_text("f").unwrap();
            assert!(out.check_unwritten("f").is_err());
            // SAFETY: within the room.
            unsafe { room.add(9).write(0) };
            out.check_no_text("f").unwrap();
            // SAFETY: within the room.
            unsafe { room.write(b'a') };
            assert!(out.check_no_text("f").is_err());
            out.check_around("f").unwrap();
        }
    }
}
