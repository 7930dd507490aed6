//! A safe interface to the C library. Its functions meet the safety requirements of the C
//! functions. Errors are the statuses of the library; `status.rs` converts statuses to exceptions.

mod block;
mod description;
mod session;
mod text;

pub(crate) use description::Description;
pub(crate) use session::{Bounds, Handle, Session, Watcher};

/// A status code of the library. A negative value is an error.
pub(crate) type Status = i32;

/// The status of an allocation that failed. The library has no such status, because it never
/// allocates memory.
pub(crate) const NOT_ALLOCATED: Status = Status::MIN;

/// Converts the return value of a library function to a `Result`: a negative value is an error
/// status.
fn answered(answer: i32) -> Result<i32, Status> {
    if answer < 0 { Err(answer) } else { Ok(answer) }
}

/// Returns the meaning of a status, in the library's words.
pub(crate) fn words(status: Status) -> String {
    if status == NOT_ALLOCATED {
        return String::from("the system could not allocate the memory; use less");
    }
    text::forever(imm_host::imm_status_text(status)).unwrap_or_default()
}
