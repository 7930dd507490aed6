//! Text from the library.

use super::{Status, answered};
use std::ffi::{CStr, c_char};

/// Returns the text that `write` writes into a buffer of `size` bytes.
pub(super) fn written(size: usize, write: impl FnOnce(*mut c_char, usize) -> i32) -> Result<String, Status> {
    let mut bytes = vec![0_u8; size];
    answered(write(bytes.as_mut_ptr().cast(), bytes.len()))?;
    let text = CStr::from_bytes_until_nul(&bytes).unwrap_or_default();
    Ok(text.to_string_lossy().into_owned())
}

/// Converts a static string of the library; returns `None` for a null pointer.
pub(super) fn forever(text: *const c_char) -> Option<String> {
    // SAFETY: the library's static texts are NUL-terminated and live forever.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}
