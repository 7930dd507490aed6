//! What a worker tells the program that started it: numbers in a file that both have mapped into
//! memory, so that they are there even when the worker has crashed.

use anyhow::{Context, Result};
use memmap2::{MmapMut, MmapOptions};
use std::fs::OpenOptions;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// The numbers, each a place in the file.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// The seed that is running.
    Seed,
    /// Scenarios that were run to their end.
    Runs,
    /// Calls in them that did what they were asked for.
    Done,
    /// Calls in them that were refused, or failed.
    Refused,
    /// Not 0: the worker shall end after its scenario.
    Stop,
}

const NUMBERS: usize = 5;

/// The file, in memory.
#[derive(Debug)]
pub struct Board(MmapMut);

impl Board {
    /// Opens the file, which is made where there is none.
    ///
    /// # Errors
    /// It cannot be opened, or mapped.
    pub fn open(path: &Path) -> Result<Self> {
        let bytes = NUMBERS * size_of::<u64>();
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.with_context(|| format!("{}", path.display()))?;
        file.set_len(bytes as u64)?;
        // SAFETY: the file is made for this alone; whatever others write to it is numbers.
        let map = unsafe { MmapOptions::new().len(bytes).map_mut(&file) }?;
        Ok(Self(map))
    }

    fn place(&self, number: Number) -> &AtomicU64 {
        // SAFETY: within the map, which begins with a page and is shared as atomics only.
        unsafe { &*self.0.as_ptr().cast::<AtomicU64>().add(number as usize) }
    }

    /// A number.
    #[must_use]
    pub fn get(&self, number: Number) -> u64 {
        self.place(number).load(Ordering::Relaxed)
    }

    /// Sets a number.
    pub fn set(&self, number: Number, value: u64) {
        self.place(number).store(value, Ordering::Relaxed);
    }

    /// Adds to a number.
    pub fn add(&self, number: Number, more: u64) {
        self.place(number).fetch_add(more, Ordering::Relaxed);
    }
}
