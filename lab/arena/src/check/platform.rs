//! Code that differs between operating systems: reading and writing at an offset of a file, and
//! finding out how a process ended.

use std::fs::File;
use std::io;
use std::process::ExitStatus;

/// How many times per second a child process reports how many callbacks it has called.
pub(super) const PIECES_A_SECOND: u32 = 20;

/// Returns standard input as a file.
///
/// # Errors
/// The operating system fails, e.g. because too many files are open.
pub(super) fn stdin_as_file() -> io::Result<File> {
    #[cfg(unix)]
    return Ok(std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?.into());
    #[cfg(windows)]
    return Ok(std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?.into());
}

/// Writes all bytes at this offset of a file.
///
/// # Errors
/// Writing fails, e.g. on a full disk.
pub(super) fn write_at(file: &File, bytes: &[u8], place: u64) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::write_all_at(file, bytes, place);
    #[cfg(windows)]
    return std::os::windows::fs::FileExt::seek_write(file, bytes, place).map(drop);
}

/// Fills `bytes` from this offset of a file.
///
/// # Errors
/// The file is too short, or cannot be read.
pub(super) fn read_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::read_exact_at(file, bytes, place);
    #[cfg(windows)]
    return match std::os::windows::fs::FileExt::seek_read(file, bytes, place)? {
        count if count == bytes.len() => Ok(()),
        _ => Err(io::ErrorKind::UnexpectedEof.into()),
    };
}

/// Returns the id of the parent process. The id changes when the parent ends. Returns 0 on systems
/// where a process cannot ask for the id of its parent.
pub(super) fn parent() -> u32 {
    #[cfg(unix)]
    return std::os::unix::process::parent_id();
    #[cfg(not(unix))]
    return 0;
}

/// Returns the number of the signal that ended a process, if a signal ended it.
pub(super) fn signal(status: ExitStatus) -> Option<i32> {
    #[cfg(unix)]
    return std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    return {
        let _ = status;
        None
    };
}

/// The signals that have the same number on all systems, and their meanings.
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

/// The signals with which a user ends a process.
pub(super) const INTERRUPTIONS: [i32; 3] = [1, 2, 15];

/// Returns the name of a signal and its meaning.
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
