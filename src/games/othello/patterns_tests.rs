//! Selects rows from bitboards, and tests that a net with the same patterns selects the same rows
//! from features.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use super::Othello;
use super::patterns::LAYOUT;
use crate::game::knowledge::Knowledge;
use crate::game::{Game, Move};
use crate::games::testing::{self, random_games, rounds};
use crate::net::{Builder, Net, Part};
use std::vec::Vec;

/// The patterns: for each pattern, its first row and its parts.
type Patterns = Vec<(u32, Vec<Part>)>;

/// The largest value of a feature.
fn top(feature: u8) -> u8 {
    match feature {
        0..64 => 2,
        64..128 => 3,
        128 => 63,
        129 => 14,
        130 => 1,
        _ => 15,
    }
}

/// Reads `othello.patterns`. Returns the patterns and the number of rows. Patterns on the same line
/// share a table.
fn patterns() -> (Patterns, u32) {
    let (mut patterns, mut rows) = (Vec::new(), 0);
    for line in include_str!("othello.patterns").lines().filter(|line| !line.starts_with('#')) {
        let first = rows;
        for pattern in line.split('/') {
            let mut step = 1;
            let part = |word: &str| {
                let feature = word.parse().unwrap();
                let part = Part { feature, top: top(feature), step: step as u16 };
                step *= u32::from(part.top) + 1;
                part
            };
            patterns.push((first, pattern.split_whitespace().map(part).collect()));
            rows = first + step;
        }
    }
    (patterns, rows)
}

/// The bytes of a net without weights.
fn net(patterns: &Patterns, rows: u32) -> Vec<u8> {
    let patterns: Vec<_> = patterns.iter().map(|(row, parts)| (*row, parts.as_slice())).collect();
    let builder = Builder {
        game: "othello",
        features: Othello::default().feature_count() as u16,
        patterns: &patterns,
        shifts: [0; 3],
        bias: &[0],
        table: &std::vec![0; rows as usize],
        hidden: &[],
        hidden_bias: &[],
        result: &[],
        result_bias: 0,
    };
    testing::saved(|out| builder.write(out))
}

/// Returns the rows that the patterns select from the features of the position, in ascending order.
fn rows_by_features(position: &Othello, patterns: &Patterns) -> Vec<u32> {
    let mut features = [0; 133];
    position.features(&mut features);
    let value = |part: &Part| u32::from(features[usize::from(part.feature)].min(part.top));
    let row = |(first, parts): &(u32, Vec<Part>)| {
        first + parts.iter().map(|part| value(part) * u32::from(part.step)).sum::<u32>()
    };
    let mut rows: Vec<u32> = patterns.iter().map(row).collect();
    rows.sort_unstable();
    rows
}

#[test]
fn rows_from_bitboards_are_those_from_features() {
    let (patterns, rows) = patterns();
    assert_eq!(Net::read(&net(&patterns, rows)).unwrap().layout(), LAYOUT);
    let (mut positions, mut passes) = (0, 0);
    random_games(&Othello::default(), rounds(400), |position| {
        if position.outcome().is_some() {
            return;
        }
        let mut selected = [0; 64];
        let count = position.pattern_rows(LAYOUT, &mut selected);
        selected[..count].sort_unstable();
        assert_eq!(selected[..count], rows_by_features(position, &patterns));
        positions += 1;
        passes += u32::from(
            position.nth_move(0, &mut crate::game::MoveList::new(&mut [Move::NONE])) == Some(super::rules::PASS),
        );
    });
    assert!(positions > rounds(400) * 50 && passes > 10, "{positions} positions, {passes} passes");
}

#[test]
fn other_patterns_and_short_slices_are_refused() {
    let position = Othello::default();
    assert_eq!(position.pattern_rows(LAYOUT + 1, &mut [0; 64]), 0);
    assert_eq!(position.pattern_rows(LAYOUT, &mut [0; 48]), 0);
}
