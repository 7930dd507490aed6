//! Tests of `line.rs`.

use super::*;
use crate::games::testing::text_of;
use std::string::String;

fn written(room: usize, most: usize, words: &[&str]) -> String {
    let mut bytes = [0; 64];
    let mut line = Line::new(bytes.get_mut(..room).unwrap_or_default());
    words.iter().for_each(|word| line.push(word.as_bytes()));
    text_of(64, |out| line.write(most, out))
}

#[test]
fn of_a_long_line_the_last_whole_words_are_written() {
    let words = ["a1b2", "c3d4", "e5f6", "g7h8"]; // 19 bytes
    assert_eq!(written(64, 64, &[]), "");
    assert_eq!(written(64, 19, &words), "a1b2 c3d4 e5f6 g7h8");
    assert_eq!(written(64, 18, &words), "... c3d4 e5f6 g7h8");
    for most in 13..18 {
        assert_eq!(written(64, most, &words), "... e5f6 g7h8", "{most}");
    }
    for most in 8..13 {
        assert_eq!(written(64, most, &words), "... g7h8", "{most}");
    }
    for most in 0..8 {
        assert_eq!(written(64, most, &words), "... ", "{most}");
    }
}

#[test]
fn a_line_longer_than_its_memory_keeps_its_end() {
    assert_eq!(written(19, 64, &["a1b2", "c3d4", "e5f6", "g7h8"]), "a1b2 c3d4 e5f6 g7h8");
    assert_eq!(written(14, 64, &["a1b2", "c3d4", "e5f6", "g7h8"]), "... e5f6 g7h8");
    assert_eq!(written(0, 64, &["a1b2"]), "... ");
}

#[test]
fn a_line_is_cut_where_it_ended_before() {
    let mut bytes = [0; 64];
    let mut line = Line::new(&mut bytes);
    assert_eq!(line.end(), 0);
    line.push(b"a1b2");
    let end = line.end();
    line.push(b"c3d4");
    line.cut(end);
    line.push(b"e5");
    assert_eq!((end, line.end(), text_of(64, |out| line.write(64, out)).as_str()), (4, 7, "a1b2 e5"));
}
