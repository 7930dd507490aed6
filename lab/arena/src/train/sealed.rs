//! Reads and writes files with a checksum. Each file is written under a temporary name and then
//! renamed, so it is either complete or absent.

use anyhow::{Context, Result, bail, ensure};
use imm::base::bytes::crc32;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The size of the header in bytes: 4 for the file type, 8 for the length of the content, and 4 for
/// the checksum of the content.
const HEAD: usize = 16;

/// Writes a file. Even after a crash, the file has either its complete old content or its complete
/// new content.
///
/// # Errors
/// The file cannot be written, for example on a full disk.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut name = OsString::from(path);
    name.push(".part");
    let part = PathBuf::from(name);
    let context = || format!("{}: cannot write; nothing that was there before is lost", path.display());
    let written = File::create(&part).map_err(anyhow::Error::from).and_then(|file| fill(file, bytes));
    if let Err(error) = written {
        let _ = fs::remove_file(&part);
        return Err(error).with_context(context);
    }
    fs::rename(&part, path).with_context(context)
}

fn fill(mut file: File, bytes: &[u8]) -> Result<()> {
    file.write_all(bytes)?;
    Ok(file.sync_all()?)
}

/// Writes a file like [`write_whole`], with a header that [`unseal`] checks.
///
/// # Errors
/// The errors of [`write_whole`].
pub(super) fn write_sealed(path: &Path, kind: [u8; 4], content: &[u8]) -> Result<()> {
    let mut bytes = Vec::with_capacity(HEAD + content.len());
    bytes.extend(kind);
    bytes.extend((content.len() as u64).to_le_bytes());
    bytes.extend(crc32(content).to_le_bytes());
    bytes.extend(content);
    write_whole(path, &bytes)
}

/// Reads the content of a file written by [`write_sealed`].
///
/// # Errors
/// The file cannot be read, has another type, or is damaged.
pub(super) fn unseal(path: &Path, kind: [u8; 4]) -> Result<Vec<u8>> {
    unseal_one_of(path, &[kind]).map(|(_, content)| content)
}

/// Reads a file that [`write_sealed`] wrote with one of these types. Returns the type and the
/// content.
///
/// # Errors
/// The errors of [`unseal`].
pub(super) fn unseal_one_of(path: &Path, kinds: &[[u8; 4]]) -> Result<([u8; 4], Vec<u8>)> {
    let mut bytes = fs::read(path).with_context(|| path.display().to_string())?;
    let head: Option<[u8; HEAD]> = bytes.get(..HEAD).and_then(|head| head.try_into().ok());
    let Some([a, b, c, d, length @ .., e, f, g, h]) = head else { bail!("{}: cut off", path.display()) };
    let kind = [a, b, c, d];
    ensure!(kinds.contains(&kind), "{}: not a file of this kind", path.display());
    bytes.drain(..HEAD);
    let whole = u64::from_le_bytes(length) == bytes.len() as u64 && u32::from_le_bytes([e, f, g, h]) == crc32(&bytes);
    ensure!(whole, "{}: damaged: delete the file, and the run makes it again", path.display());
    Ok((kind, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("imm-sealed-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder.join("file")
    }

    #[test]
    fn what_was_changed_is_refused() {
        let path = scratch("changed");
        write_sealed(&path, *b"test", b"content").unwrap();
        assert_eq!(unseal(&path, *b"test").unwrap(), b"content");
        assert!(unseal(&path, *b"tost").unwrap_err().to_string().contains("not a file of this kind"));
        let bytes = fs::read(&path).unwrap();
        for at in 4..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            fs::write(&path, &changed).unwrap();
            assert!(unseal(&path, *b"test").unwrap_err().to_string().contains("damaged"), "{at}");
            fs::write(&path, &bytes[..at]).unwrap();
            assert!(unseal(&path, *b"test").is_err(), "{at}");
        }
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_loses_nothing() {
        let error = fill(File::create("/dev/full").unwrap(), b"content").unwrap_err();
        assert!(error.to_string().contains("No space left"), "{error}");
        let path = scratch("full");
        write_whole(&path, b"before").unwrap();
        // The temporary file is a link to a full device: the write must fail.
        std::os::unix::fs::symlink("/dev/full", path.with_extension("part")).unwrap();
        let error = format!("{:#}", write_whole(&path, b"after").unwrap_err());
        assert!(error.contains("cannot write") && error.contains("No space left"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"before");
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }
}
