//! Texts that the library writes.

use super::{Status, answered};
use std::ffi::{CStr, c_char};

/// What `write` has put into a text of at most `size` bytes.
pub(super) fn written(size: usize, write: impl FnOnce(*mut c_char, usize) -> i32) -> Result<String, Status> {
    let mut bytes = vec![0_u8; size];
    answered(write(bytes.as_mut_ptr().cast(), bytes.len()))?;
    let text = CStr::from_bytes_until_nul(&bytes).unwrap_or_default();
    Ok(text.to_string_lossy().into_owned())
}

/// A text of the library's own, if it is one.
pub(super) fn forever(text: *const c_char) -> Option<String> {
    // SAFETY: the library's texts have an end, and live forever.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}
