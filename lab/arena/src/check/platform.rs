//! Code that differs between operating systems: reading and writing at an offset of a file, and how
//! a process ended.

use std::fs::File;
use std::io;
use std::process::ExitStatus;

/// How many times per second a child reports that it is alive.
pub(super) const PIECES_A_SECOND: u32 = 20;

/// Standard input as a file.
///
/// # Errors
/// None that a caller can cause.
pub(super) fn stdin_as_file() -> io::Result<File> {
    #[cfg(unix)]
    return Ok(std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?.into());
    #[cfg(windows)]
    return Ok(std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?.into());
}

/// Writes all bytes at this offset of a file.
///
/// # Errors
/// A full disk and the like.
pub(super) fn write_at(file: &File, bytes: &[u8], place: u64) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::write_all_at(file, bytes, place);
    #[cfg(windows)]
    return std::os::windows::fs::FileExt::seek_write(file, bytes, place).map(drop);
}

/// Fills `bytes` from this offset of a file.
///
/// # Errors
/// A file that is too short.
pub(super) fn read_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::read_exact_at(file, bytes, place);
    #[cfg(windows)]
    return match std::os::windows::fs::FileExt::seek_read(file, bytes, place)? {
        count if count == bytes.len() => Ok(()),
        _ => Err(io::ErrorKind::UnexpectedEof.into()),
    };
}

/// The id of the parent process; it changes when the parent has ended. Always 0 on systems where a
/// process does not know its parent.
pub(super) fn parent() -> u32 {
    #[cfg(unix)]
    return std::os::unix::process::parent_id();
    #[cfg(not(unix))]
    return 0;
}

/// The signal that ended a process, if any.
pub(super) fn signal(status: ExitStatus) -> Option<i32> {
    #[cfg(unix)]
    return std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    return None;
}

/// The signals that have the same number on all systems, with their meanings.
const SIGNALS: [(i32, &str); 9] = [
    (1, "SIGHUP, the terminal was closed"),
    (2, "SIGINT, Ctrl-C"),
    (3, "SIGQUIT"),
    (4, "SIGILL, an invalid instruction, or a trap of the compiler"),
    (5, "SIGTRAP, a breakpoint or a trap of the compiler"),
    (6, "SIGABRT: abort(), a failed assertion, or a panic"),
    (8, "SIGFPE, a division by 0"),
    (9, "SIGKILL: killed, perhaps because the memory was full"),
    (11, "SIGSEGV, an access to memory that is not there"),
];

/// The signals by which a user ends a process.
pub(super) const INTERRUPTIONS: [i32; 3] = [1, 2, 15];

/// The name of a signal and its meaning.
pub(super) fn signal_name(number: i32) -> String {
    const BUS: i32 = if cfg!(any(target_os = "linux", target_os = "android")) { 7 } else { 10 };
    let known = SIGNALS.iter().find(|(known, _)| *known == number).map(|(_, name)| *name);
    match known {
        Some(name) => name.to_owned(),
        None if number == BUS => "SIGBUS, a misaligned access, or one beyond the end of a file".to_owned(),
        None if number == 15 => "SIGTERM".to_owned(),
        None => format!("signal {number}"),
    }
}
