//! Numbers that are exchanged between a worker process and the program that started the worker.
//! Both processes map the same file into memory. The numbers stay available even if the worker
//! crashes.

use anyhow::{Context, Result};
use memmap2::{MmapMut, MmapOptions};
use std::fs::OpenOptions;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Identifies one of the numbers in the file. The file stores the numbers in the order of these
/// variants.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// The seed of the current scenario.
    Seed,
    /// The number of completed scenarios.
    Runs,
    /// The number of successful calls in the completed scenarios.
    Done,
    /// The number of calls that were refused or failed in the completed scenarios.
    Refused,
    /// If not 0, the worker must end after the current scenario.
    Stop,
}

const NUMBERS: usize = 5;

/// The file with the numbers, mapped into memory.
#[derive(Debug)]
pub struct Board(MmapMut);

impl Board {
    /// Opens the file. Creates the file if it does not exist.
    ///
    /// # Errors
    /// The file cannot be opened or mapped.
    pub fn open(path: &Path) -> Result<Self> {
        let bytes = NUMBERS * size_of::<u64>();
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.with_context(|| format!("{}", path.display()))?;
        file.set_len(bytes as u64)?;
        // SAFETY: the file has no other purpose, and any bytes are valid numbers.
        let map = unsafe { MmapOptions::new().len(bytes).map_mut(&file) }?;
        Ok(Self(map))
    }

    fn place(&self, number: Number) -> &AtomicU64 {
        // SAFETY: within the map, which starts at a page and is only used as shared atomics.
        unsafe { &*self.0.as_ptr().cast::<AtomicU64>().add(number as usize) }
    }

    /// Returns the value of a number.
    #[must_use]
    pub fn get(&self, number: Number) -> u64 {
        self.place(number).load(Ordering::Relaxed)
    }

    /// Sets the value of a number.
    pub fn set(&self, number: Number, value: u64) {
        self.place(number).store(value, Ordering::Relaxed);
    }

    /// Adds `more` to a number.
    pub fn add(&self, number: Number, more: u64) {
        self.place(number).fetch_add(more, Ordering::Relaxed);
    }
}
