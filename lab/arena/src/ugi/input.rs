//! Reads the lines of standard input in a separate thread, so that commands arrive while the engine
//! thinks.

use std::io::{self, BufRead, BufReader, Read};
use std::thread;

/// The maximum number of bytes in a line, without the end of the line.
pub(super) const LINE_MAX: usize = 4096;

/// What the input thread has read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// A line without its end.
    Line(Vec<u8>),
    /// A line of more than [`LINE_MAX`] bytes, which was skipped.
    TooLong,
    /// The end of the input.
    End,
}

/// Starts the input thread. The thread calls `send` with all lines of standard input, and ends
/// after the last line, or when `send` returns false.
pub(super) fn start(send: impl FnMut(Input) -> bool + Send + 'static) {
    // The thread may wait for input when the program ends, so the program does not join the thread.
    drop(thread::spawn(move || read_all(BufReader::new(io::stdin()), send)));
}

/// Calls `send` with all lines of the reader, until `send` returns false.
fn read_all(mut reader: impl BufRead, mut send: impl FnMut(Input) -> bool) {
    loop {
        // A failure to read counts as the end of the input.
        let input = read_line(&mut reader).unwrap_or(Input::End);
        let ends = input == Input::End;
        if !send(input) || ends {
            return;
        }
    }
}

/// Reads one line. If the line is too long, keeps only its beginning in memory.
fn read_line(reader: &mut impl BufRead) -> io::Result<Input> {
    let mut line = Vec::new();
    // The longest allowed line may end with CR LF.
    if reader.by_ref().take(LINE_MAX as u64 + 2).read_until(b'\n', &mut line)? == 0 {
        return Ok(Input::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > LINE_MAX {
        reader.skip_until(b'\n')?;
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(if line.len() > LINE_MAX { Input::TooLong } else { Input::Line(line) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Vec<Input> {
        let mut all = Vec::new();
        read_all(text, |input| {
            all.push(input);
            true
        });
        all
    }

    fn line(text: &[u8]) -> Input {
        Input::Line(text.to_vec())
    }

    #[test]
    fn lines_end_with_lf_or_cr_lf() {
        assert_eq!(
            read(b"a b\n\r\nc\xFF\r\r\nlast"),
            [line(b"a b"), line(b""), line(b"c\xFF\r"), line(b"last"), Input::End]
        );
        assert_eq!(read(b""), [Input::End]);
    }

    #[test]
    fn long_lines_are_skipped_whole() {
        let most = vec![b'x'; LINE_MAX];
        for (end, length, accepted) in [
            (&b"\n"[..], LINE_MAX, true),
            (b"\r\n", LINE_MAX, true),
            (b"\n", LINE_MAX + 1, false),
            (b"\r\n", LINE_MAX + 1, false),
            (b"y\r\n", LINE_MAX + 1, false),
            (b"\n", 3 * LINE_MAX, false),
        ] {
            let text = [&b"x".repeat(length), end, b"next\n"].concat();
            let first = if accepted { line(&most) } else { Input::TooLong };
            assert_eq!(read(&text), [first, line(b"next"), Input::End], "{length} {end:?}");
        }
        assert_eq!(read(&most), [line(&most), Input::End]);
        assert_eq!(read(&b"x".repeat(LINE_MAX + 1)), [Input::TooLong, Input::End]);
    }

    #[test]
    fn reading_ends_if_nobody_listens() {
        let mut count = 0;
        read_all(&b"a\nb\nc\n"[..], |_| {
            count += 1;
            count < 2
        });
        assert_eq!(count, 2);
    }
}
