//! Memory between guard pages, filled with garbage. An access to a guard page ends the program. The
//! bytes around a block, in the same pages, must not change.

use crate::plant::{Plant, is_planted};
use crate::scramble;
use anyhow::{Result, ensure};
use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use std::ffi::c_void;
use std::ptr::null_mut;

/// The settings that differ between the two runs of a scenario. The results must not depend on
/// these settings.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    /// The seed of the garbage bytes.
    pub garbage: u64,
    /// True if a block lies at the start of its pages. False if the block lies at the end of its
    /// pages, at most 15 bytes before a guard page.
    pub at_front: bool,
    /// The number of unused pages before each block, so that the two runs have different addresses.
    pub pages: usize,
}

impl Surroundings {
    /// The settings of the first run and of the second run.
    pub const TWICE: [Self; 2] = [
        Self { garbage: 0xA5A5_0123_89AB_CDEF, at_front: false, pages: 0 },
        Self { garbage: 0x5A00_FFFF_7601_3C3D, at_front: true, pages: 3 },
    ];
}

/// A block of memory.
#[derive(Debug)]
pub struct Block {
    map: *mut c_void,
    mapped: usize,
    /// The pages of the block that may be read and written.
    pages: *mut u8,
    usable: usize,
    /// The offset of the block from the start of `pages`, in bytes.
    offset: usize,
    size: usize,
    garbage: u64,
}

impl Block {
    /// Allocates `size` bytes at an address that is `slip` more than a multiple of 16.
    ///
    /// # Panics
    /// No memory is left.
    #[must_use]
    pub fn new(size: usize, slip: usize, around: &Surroundings) -> Self {
        let page = rustix::param::page_size();
        let usable = (size + 32).next_multiple_of(page);
        let mapped = usable + (2 + around.pages) * page;
        // SAFETY: new memory at any free address.
        let map = unsafe { mmap_anonymous(null_mut(), mapped, ProtFlags::empty(), MapFlags::PRIVATE) };
        let map = map.expect("there is memory for a block");
        let pages = map.wrapping_byte_add((1 + around.pages) * page);
        // SAFETY: within the new mapping, which nothing else uses.
        unsafe { mprotect(pages, usable, MprotectFlags::READ | MprotectFlags::WRITE) }.expect("it may be used");
        let room = usable - size;
        let offset = if around.at_front { slip } else { room - (room.wrapping_sub(slip) % 16) };
        let mut block =
            Self { map, mapped, pages: pages.cast(), usable, offset, size, garbage: around.garbage ^ size as u64 };
        block.fill();
        block
    }

    /// Returns the address of the first byte of the block.
    #[must_use]
    pub fn start(&self) -> *mut u8 {
        self.pages.wrapping_add(self.offset)
    }

    /// Returns the size of the block in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the bytes of the block.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: within the pages, which are ours and always written.
        unsafe { core::slice::from_raw_parts(self.start(), self.size) }
    }

    /// Returns the bytes of the block, for writing.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: within the pages, which are ours.
        unsafe { core::slice::from_raw_parts_mut(self.start(), self.size) }
    }

    /// Fills all usable pages with garbage.
    fn fill(&mut self) {
        let words = self.pages.cast::<u64>();
        for index in 0..self.usable / 8 {
            // SAFETY: within the pages, which are ours.
            unsafe { words.add(index).write(self.word(index)) };
        }
    }

    fn word(&self, index: usize) -> u64 {
        scramble(self.garbage ^ index as u64)
    }

    /// Checks that the bytes around the block are unchanged.
    ///
    /// # Errors
    /// A byte around the block was written.
    pub fn check_around(&self) -> Result<()> {
        let end = self.offset + self.size;
        if is_planted(Plant::WritesOutside) && end < self.usable {
            // SAFETY: within the pages, which are ours.
            unsafe { self.pages.add(end).write(!self.pages.add(end).read()) };
        }
        for place in (0..self.offset).chain(end..self.usable) {
            let expected = self.word(place / 8).to_le_bytes()[place % 8];
            // SAFETY: within the pages, which are ours.
            let found = unsafe { self.pages.add(place).read() };
            let distance = place as i64 - self.offset as i64;
            ensure!(found == expected, "byte {distance} of a block of {} bytes was written", self.size);
        }
        Ok(())
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: mapped by `new`, and no longer used.
        unsafe { munmap(self.map, self.mapped) }.expect("it was mapped");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_and_slip_has_its_place() {
        for around in &Surroundings::TWICE {
            for size in [0, 1, 15, 16, 17, 4064, 4095, 4096, 5000, 262_144] {
                for slip in [0, 1, 8, 15] {
                    let block = Block::new(size, slip, around);
                    assert_eq!((block.start() as usize % 16, block.bytes().len()), (slip, size));
                    block.check_around().unwrap();
                }
            }
        }
    }

    #[test]
    fn what_is_written_beside_a_block_is_found() {
        for (place, around) in [(-1, &Surroundings::TWICE[0]), (100, &Surroundings::TWICE[1])] {
            let block = Block::new(100, 0, around);
            let beside = block.start().wrapping_offset(place);
            // SAFETY: within the pages of the block.
            unsafe { beside.write(!beside.read()) };
            assert!(block.check_around().is_err());
        }
    }

    #[test]
    fn the_second_run_has_other_addresses_and_other_garbage() {
        let [first, second] = Surroundings::TWICE.map(|around| Block::new(1000, 0, &around));
        assert_ne!(first.bytes(), second.bytes());
        assert_ne!(first.start(), second.start());
    }
}
