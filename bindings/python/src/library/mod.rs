//! The C library, safe to call: what its functions ask of their callers is seen to here. Errors are
//! its statuses; `status.rs` makes exceptions of them.

mod block;
mod description;
mod session;
mod text;

pub(crate) use description::Description;
pub(crate) use session::{Bounds, Handle, Session, Watcher};

/// A negative status of the library.
pub(crate) type Status = i32;

/// The status of an allocation that failed. The library has no such status, as it never allocates.
pub(crate) const NOT_ALLOCATED: Status = Status::MIN;

/// What a function of the library has answered: a number, or a negative status.
fn answered(answer: i32) -> Result<i32, Status> {
    if answer < 0 { Err(answer) } else { Ok(answer) }
}

/// What a status means, in the library's words.
pub(crate) fn words(status: Status) -> String {
    if status == NOT_ALLOCATED {
        return String::from("the system could not allocate the memory; use less");
    }
    text::forever(imm_host::imm_status_text(status)).unwrap_or_default()
}
