//! A source text with changes that lie within each other: each change says what of the text it
//! replaces is repeated as it was, and what of it with the changes within.

use std::ops::Range;

/// A part of what stands in place of a range.
#[derive(Clone, Debug)]
pub enum Piece {
    /// This text.
    Text(String),
    /// These bytes of the original.
    Old(Range<usize>),
    /// These bytes of the original, with all changes within them.
    New(Range<usize>),
    /// The following pieces, up to [`Piece::End`], are those of this mutant.
    Begin(u32),
    /// The end of a mutant's pieces.
    End,
}

/// What replaces a range. A range without bytes is a place where something is added.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The bytes of the original.
    pub range: Range<usize>,
    /// What stands there instead.
    pub pieces: Vec<Piece>,
}

/// A text with its edits applied.
#[derive(Debug, Default)]
pub struct Spliced {
    /// The new text.
    pub text: String,
    /// Where in the new text the code of which mutant stands.
    pub places: Vec<(Range<usize>, u32)>,
}

/// Applies all edits. They either lie within each other or do not touch; of two with one range, the
/// earlier is the outer.
#[must_use]
pub fn splice(source: &str, mut edits: Vec<Edit>) -> Spliced {
    // An addition at a place comes before what begins there.
    edits.sort_by_key(|edit| (edit.range.start, !edit.range.is_empty(), std::cmp::Reverse(edit.range.end)));
    let mut spliced = Spliced::default();
    let mut open = Vec::new();
    write(source, &edits, 0, 0..source.len(), &mut spliced, &mut open);
    spliced
}

/// Writes a range with those edits in it that come at `from` or later in the list.
fn write(
    source: &str,
    edits: &[Edit],
    from: usize,
    range: Range<usize>,
    out: &mut Spliced,
    open: &mut Vec<(usize, u32)>,
) {
    let mut at = range.start;
    for (index, edit) in edits.iter().enumerate().skip(from) {
        if edit.range.start > range.end {
            break;
        }
        if edit.range.start < at || edit.range.end > range.end {
            continue;
        }
        out.text.push_str(&source[at..edit.range.start]);
        at = edit.range.end;
        for piece in &edit.pieces {
            match piece {
                Piece::Text(text) => out.text.push_str(text),
                Piece::Old(range) => out.text.push_str(&source[range.clone()]),
                Piece::New(range) => write(source, edits, index + 1, range.clone(), out, open),
                Piece::Begin(mutant) => open.push((out.text.len(), *mutant)),
                Piece::End => {
                    if let Some((start, mutant)) = open.pop() {
                        out.places.push((start..out.text.len(), mutant));
                    }
                }
            }
        }
    }
    out.text.push_str(&source[at..range.end]);
}
