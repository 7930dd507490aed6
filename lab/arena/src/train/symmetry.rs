//! Uses the symmetry of a board: a position has the same value after the board is mirrored or
//! rotated. In each epoch the net sees each position in a random orientation, so the training needs
//! fewer games.

use super::data::Samples;
use imm::base::rng::Rng;
use serde::{Deserialize, Serialize};

/// The symmetries of a board. The features are the squares of the board, row by row. The features
/// may contain several boards, one after the other. Features after the last complete board stay in
/// place.
#[derive(clap::Args, Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Symmetry {
    /// Each row of the board has this many squares. A position and its left-right mirror image have
    /// the same value.
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u8).range(2..=64))]
    pub mirror: Option<u8>,
    /// The board has this many rows and columns. All eight rotations and reflections of a position
    /// have the same value.
    #[arg(long, value_name = "COLUMNS", conflicts_with = "mirror", value_parser = clap::value_parser!(u8).range(2..=16))]
    pub square: Option<u8>,
}

impl Symmetry {
    /// The symmetries as permutations. In a permutation `way`, `way[i]` is the feature that moves
    /// to place `i`. The first permutation changes nothing.
    pub(super) fn ways(self, features: usize) -> Vec<Vec<usize>> {
        let mut ways: Vec<Vec<usize>> = vec![(0..features).collect()];
        if let Some(columns) = self.mirror.map(usize::from) {
            add(&mut ways, columns, |place| columns - 1 - place);
        }
        if let Some(side) = self.square.map(usize::from) {
            let board = side * side;
            add(&mut ways, board, |place| place / side * side + side - 1 - place % side);
            add(&mut ways, board, |place| board - side - place / side * side + place % side);
            add(&mut ways, board, |place| place % side * side + place / side);
        }
        ways
    }
}

/// Doubles the number of permutations: adds a copy of each permutation. Each copy also permutes the
/// features within every complete block of `block` features.
fn add(ways: &mut Vec<Vec<usize>>, block: usize, turned: impl Fn(usize) -> usize) {
    let features = ways.first().map_or(0, Vec::len);
    let whole = features / block * block;
    let from = |at: usize| if at < whole { at / block * block + turned(at % block) } else { at };
    let more: Vec<Vec<usize>> = ways.iter().map(|way| (0..features).map(|at| way[from(at)]).collect()).collect();
    ways.extend(more);
}

/// The samples of this batch, each permuted by a random symmetry.
pub(super) fn drawn(samples: &Samples, batch: &[u32], ways: &[Vec<usize>], rng: &mut Rng) -> Samples {
    let mut seen = Vec::with_capacity(batch.len() * samples.features);
    for &index in batch {
        let features = samples.features_of(index as usize);
        let way = &ways[rng.below(ways.len() as u32) as usize];
        seen.extend(way.iter().map(|&from| features[from]));
    }
    Samples { features: samples.features, seen, ..Samples::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn rows_are_turned_around() {
        let ways = Symmetry { mirror: Some(3), square: None }.ways(7);
        assert_eq!(ways, [vec![0, 1, 2, 3, 4, 5, 6], vec![2, 1, 0, 5, 4, 3, 6]]);
        assert_eq!(Symmetry::default().ways(2), [[0, 1]]);
    }

    #[test]
    fn a_square_board_has_eight_ways() {
        let ways = Symmetry { mirror: None, square: Some(3) }.ways(19);
        let different: BTreeSet<_> = ways.iter().collect();
        assert_eq!((ways.len(), different.len()), (8, 8));
        // Neighbouring squares must stay neighbours, and both boards must turn in the same way.
        let beside = |a: usize, b: usize| (a / 3).abs_diff(b / 3) + (a % 3).abs_diff(b % 3) == 1;
        for way in &ways {
            assert!(beside(way[0], way[1]) && beside(way[4], way[5]) && way[4] == 4 && way[18] == 18);
            assert!((0..9).all(|at| way[at + 9] == way[at] + 9));
        }
    }

    #[test]
    fn each_sample_is_drawn_in_every_way() {
        let samples = Samples { features: 2, seen: vec![1, 2, 3, 4], ..Samples::default() };
        let ways = Symmetry { mirror: Some(2), square: None }.ways(2);
        let all: BTreeSet<_> = (0..50).map(|seed| drawn(&samples, &[1], &ways, &mut Rng::new(seed)).seen).collect();
        assert_eq!(all, BTreeSet::from([vec![3, 4], vec![4, 3]]));
    }
}
