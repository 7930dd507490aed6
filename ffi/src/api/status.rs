//! Functions that return statuses, their texts, and the version of the library.

use crate::internal::handle::{State, check};
use crate::internal::status::text;
use crate::types::*;
use core::ffi::c_char;

/// Returns the status of the latest call with this state. Calls to imm_stop() and imm_last_status()
/// do not count. Call imm_last_status() after a function that returns something other than a
/// status.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_last_status(state: *const imm_state) -> imm_status {
    // SAFETY: a handle from C.
    match unsafe { check(state) } {
        // SAFETY: `check` found a state.
        Ok(()) => unsafe { &(*state.cast::<State>()).last_status }.get(),
        Err(status) => status,
    }
}

/// Returns the meaning of a status in a few words. The result is never NULL. The text belongs to
/// the library and is valid forever.
#[unsafe(no_mangle)]
pub extern "C" fn imm_status_text(status: imm_status) -> *const c_char {
    text(status).as_ptr()
}

/// Returns the version of the library: major * 65536 + minor * 256 + patch.
#[unsafe(no_mangle)]
pub extern "C" fn imm_version() -> u32 {
    (IMM_VERSION_MAJOR << 16) | (IMM_VERSION_MINOR << 8) | IMM_VERSION_PATCH
}
