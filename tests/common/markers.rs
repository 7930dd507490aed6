//! Generated parts of a document: the text between a line `<!-- BEGIN name -->` and a line
//! `<!-- END name -->`.

use anyhow::{Context, Result, ensure};
use std::ops::Range;

/// Returns the byte range of the part `name` in `text`: everything between the BEGIN line and the
/// END line.
///
/// # Errors
/// A marker is missing, occurs twice or shares its line with other text, or END comes before BEGIN.
pub fn part(text: &str, name: &str) -> Result<Range<usize>> {
    let [begin, end] = ["BEGIN", "END"].map(|word| format!("<!-- {word} {name} -->"));
    let (first, last) = (line_of(text, &begin)?, line_of(text, &end)?);
    ensure!(first.end <= last.start, "'{end}' is before '{begin}'");
    Ok(first.end..last.start)
}

/// Returns `text` with the part `name` replaced by `content`.
///
/// # Errors
/// The same errors as [`part`].
pub fn replaced(text: &str, name: &str, content: &str) -> Result<String> {
    let Range { start, end } = part(text, name)?;
    Ok(format!("{}{content}{}", &text[..start], &text[end..]))
}

/// Returns the byte range of the only line with this marker, including the line break.
fn line_of(text: &str, marker: &str) -> Result<Range<usize>> {
    let mut found = text.match_indices(marker).map(|(start, _)| start);
    let start = found.next().with_context(|| format!("no line '{marker}'"))?;
    ensure!(found.next().is_none(), "'{marker}' is there twice");
    let end = start + marker.len();
    let line_begins = text[..start].ends_with('\n') || start == 0;
    ensure!(line_begins && text[end..].starts_with('\n'), "'{marker}' does not have its line to itself");
    Ok(start..end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_between_the_markers_changes() {
        let text = "# A\n<!-- BEGIN x -->\nold\n<!-- END x -->\nB\n<!-- BEGIN y -->\n<!-- END y -->\n";
        assert_eq!(&text[part(text, "x").unwrap()], "old\n");
        assert_eq!(&text[part(text, "y").unwrap()], "");
        let new = replaced(text, "x", "new\nlines\n").unwrap();
        assert_eq!(new, text.replace("old\n", "new\nlines\n"));
        assert_eq!(replaced(&new, "x", "old\n").unwrap(), text);
    }

    #[test]
    fn markers_that_are_wrong_are_named() {
        let (begin, end) = ("<!-- BEGIN x -->\n", "<!-- END x -->\n");
        for (text, says) in [
            (String::new(), "no line '<!-- BEGIN x -->'"),
            (begin.to_owned(), "no line '<!-- END x -->'"),
            (format!("{end}{begin}"), "'<!-- END x -->' is before"),
            (format!("{begin}{begin}{end}"), "'<!-- BEGIN x -->' is there twice"),
            (format!("{begin}{end}{end}"), "'<!-- END x -->' is there twice"),
            (format!("a {begin}{end}"), "'<!-- BEGIN x -->' does not have its line to itself"),
            (format!("{begin}{}", end.trim()), "'<!-- END x -->' does not have its line to itself"),
        ] {
            let error = part(&text, "x").unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
