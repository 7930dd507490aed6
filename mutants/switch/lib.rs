//! Which of the mutants that are compiled in is on: `IMM_MUTANT=number` in the environment, or
//! none. With `IMM_MUTANT_RECORD=file` (and none on) the byte of each mutant that is reached is set
//! in that file, which is as long as there are mutants: also when the program aborts afterwards.
//!
//! It is linked into libimm.a, too: no standard library, only what every C library has.

#![no_std]
#![feature(core_intrinsics, const_eval_select)]
#![allow(internal_features)]

use core::ffi::{CStr, c_char, c_int, c_void};
use core::intrinsics::const_eval_select;
use core::sync::atomic::{AtomicPtr, AtomicU32, Ordering::Relaxed};

unsafe extern "C" {
    fn getenv(name: *const c_char) -> *const c_char;
    fn open(path: *const c_char, flags: c_int, ...) -> c_int;
    fn lseek(file: c_int, offset: i64, whence: c_int) -> i64;
    fn mmap(at: *mut c_void, len: usize, protection: c_int, flags: c_int, file: c_int, offset: i64) -> *mut c_void;
    fn abort() -> !;
}

const NONE: u32 = u32::MAX;
const RECORD: u32 = u32::MAX - 1;
const UNKNOWN: u32 = u32::MAX - 2;

/// The mutant that is on; the numbers above stand for none.
static ACTIVE: AtomicU32 = AtomicU32::new(UNKNOWN);
/// Where a byte for each mutant is, while they are recorded.
static REACHED: AtomicPtr<u8> = AtomicPtr::new(core::ptr::null_mut());

/// Is this mutant on? Never while constants are computed.
#[inline(always)]
#[must_use]
pub const fn on(mutant: u32) -> bool {
    const_eval_select((mutant,), never, at_run_time)
}

const fn never(_: u32) -> bool {
    false
}

#[inline(always)]
fn at_run_time(mutant: u32) -> bool {
    let active = ACTIVE.load(Relaxed);
    active == mutant || (active >= UNKNOWN && active != NONE && look(mutant))
}

/// The library's panic handler would wait for ever: a test should see that it was called.
pub fn end() -> ! {
    // SAFETY: it takes nothing and does not return.
    unsafe { abort() }
}

/// Reads the environment, the first time; records.
#[cold]
#[inline(never)]
fn look(mutant: u32) -> bool {
    if ACTIVE.load(Relaxed) == UNKNOWN {
        ACTIVE.store(wanted(), Relaxed);
    }
    let reached = REACHED.load(Relaxed);
    if !reached.is_null() {
        // SAFETY: the file that is mapped has a byte for each mutant.
        unsafe { reached.add(mutant as usize).write_volatile(1) };
    }
    ACTIVE.load(Relaxed) == mutant
}

fn wanted() -> u32 {
    if let Some(path) = variable(c"IMM_MUTANT_RECORD") {
        REACHED.store(map(path), Relaxed);
        return RECORD;
    }
    let digits = variable(c"IMM_MUTANT").map_or(&[][..], CStr::to_bytes);
    let number = digits.iter().fold(0u32, |sum, digit| sum * 10 + u32::from(digit - b'0'));
    if digits.is_empty() { NONE } else { number }
}

fn variable(name: &CStr) -> Option<&'static CStr> {
    // SAFETY: the name ends with 0. Nothing in these tests changes the environment.
    let value = unsafe { getenv(name.as_ptr()) };
    // SAFETY: getenv's texts end with 0.
    if value.is_null() { None } else { Some(unsafe { CStr::from_ptr(value) }) }
}

fn map(path: &CStr) -> *mut u8 {
    const READ_WRITE: c_int = 2;
    const END: c_int = 2;
    const PROT_READ_WRITE: c_int = 3;
    const MAP_SHARED: c_int = 1;
    // SAFETY: the path ends with 0; a failure is looked for.
    let file = unsafe { open(path.as_ptr(), READ_WRITE) };
    if file < 0 {
        end();
    }
    // SAFETY: the file is open.
    let len = unsafe { lseek(file, 0, END) };
    // SAFETY: memory that is nobody's yet, as long as the file.
    let at = unsafe { mmap(core::ptr::null_mut(), len as usize, PROT_READ_WRITE, MAP_SHARED, file, 0) };
    if at as isize == -1 {
        end();
    }
    at.cast()
}
