//! Tests how numbers, findings and short texts are written.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::games::testing::text_of;
use std::format;
use std::string::ToString;

#[test]
fn numbers_are_written_as_anyone_would() {
    for (number, expected) in [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-1.0, "-1"),
        (0.5, "0.5"),
        (-12.25, "-12.25"),
        (0.0625, "0.0625"),
        (1.0 / 3.0, "0.3333"),
        (0.010_04, "0.01"),
        (0.999_96, "1"),
        (399_999.0, "399999"),
        (400_000.0, "more than 400000"),
        (-400_000.0, "-more than 400000"),
        (f32::INFINITY, "infinity"),
        (f32::NEG_INFINITY, "-infinity"),
        (f32::NAN, "NaN"),
    ] {
        assert_eq!(text_of(512, |out| push_real(number, out)), expected, "{number}");
    }
    for thousandth in (0..2000).chain((399_990_000..399_999_900).step_by(97)) {
        let number = f64::from(thousandth) / 1000.0;
        let written = text_of(512, |out| push_real(number as f32, out));
        assert!((written.parse::<f64>().unwrap() - f64::from(number as f32)).abs() <= 0.000_051, "{written}");
        assert!(number > 2.0 || written == number.to_string(), "{written}");
    }
    for (number, expected) in
        [(54_321.7, "54321.7"), (0.04, "0"), (0.05, "0.1"), (-2.96, "-3"), (399_999.9, "399999.9")]
    {
        assert_eq!(text_of(512, |out| push_parts(number, 10, out)), expected, "{number}");
    }
    for number in [0, 1, -1, i32::MAX, i32::MIN] {
        assert_eq!(text_of(512, |out| push_integer(number, out)), number.to_string());
    }
    for key in [0, 1, 0x0123_4567_89ab_cdef, u64::MAX, 1 << 63] {
        assert_eq!(text_of(512, |out| push_key(key, out)), format!("{key:#018x}"));
    }
}

#[test]
fn a_finding_says_what_where_and_how_often() {
    let mut finding = Finding { kind: Kind::MoveTwice, callback: Callback::LegalMoves, ..Finding::default() };
    (finding.mv, finding.times) = (Move::NONE, 1);
    let hint = Kind::MoveTwice.hint();
    let explained = |finding: &Finding| text_of(512, |out| finding.explain(out));
    let head = "legal_moves() lists a move twice.\n  where:    ";
    assert_eq!(explained(&finding), format!("{head}at the start\n  {hint}\n"));
    (finding.mv, finding.times) = (Move(7), 2);
    finding.mv_text = Note::of(words("b4"));
    assert_eq!(explained(&finding), format!("{head}at the start, move b4\n  times:    2\n  {hint}\n"));
    (finding.ply, finding.line, finding.expected) = (1, Note::of(words("a3")), Note::of(words("each move once")));
    let middle = "after 1 move: a3; move b4\n  expected: each move once\n  times:    2\n";
    assert_eq!(explained(&finding), format!("{head}{middle}  {hint}\n"));
    (finding.ply, finding.mv, finding.found) = (2, Move::NONE, Note::of(words("b4, twice")));
    let middle = "after 2 moves: a3\n  expected: each move once\n  found:    b4, twice\n  times:    2\n";
    assert_eq!(explained(&finding), format!("{head}{middle}  {hint}\n"));
}

#[test]
fn a_note_ends_before_what_is_no_utf8_or_has_no_room() {
    assert_eq!(Note::<4>::default().as_str(), "");
    assert_eq!(Note::<4>::of(|out| out.push_str("abcdef")).as_str(), "abcd");
    assert_eq!(Note::<4>::of(|out| out.push_str("abc\u{e9}")).as_str(), "abc"); // half a letter
}
