//! Positions from self-play, and the files that store them.

use super::sealed::{unseal_one_of, write_sealed};
use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use imm::base::rng::Rng;
use std::io::{Read as _, Write as _};
use std::path::Path;

/// The first bytes of a compressed file of games (deflate). Consecutive positions of a game differ
/// in few features, so compression makes the files ten times smaller.
const KIND: [u8; 4] = *b"imtf";
/// The first bytes of a compressed file in which each result of a game is one byte: -1, 0, 1 or 2
/// for [`UNKNOWN`]. imm 0.3 and earlier versions wrote such files.
const BYTES: [u8; 4] = *b"imtz";
/// The first bytes of an uncompressed file of games. imm 0.3 and earlier versions wrote
/// uncompressed files. imm can still read uncompressed files, but no longer writes them.
const PLAIN: [u8; 4] = *b"imtd";

/// One game out of this many games is held out: the net does not learn from it.
pub(super) const HELD_OUT: u32 = 10;

/// The outcome of a position that occurred only in a search tree and not in a game. All known
/// outcomes are from -1 to 1.
pub(super) const UNKNOWN: f32 = 2.0;

/// Positions, each from the point of view of the player to move.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Samples {
    /// The number of features of a position.
    pub features: usize,
    /// All features, position by position.
    pub seen: Vec<u8>,
    /// The value that the search gave to each position, from -1 to 1.
    pub values: Vec<f32>,
    /// For each position, the result of its game, or [`UNKNOWN`]. A result is -1, 0 or 1, or a
    /// share of the largest margin if the player counts points (option `marg`).
    pub outcomes: Vec<f32>,
}

/// The positions of one game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlayedGame {
    /// The number of the game in its generation.
    pub number: u32,
    pub samples: Samples,
}

impl Samples {
    /// An empty set of positions.
    pub(super) fn new(features: usize) -> Self {
        Self { features, ..Self::default() }
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The features of a position.
    pub(super) fn features_of(&self, index: usize) -> &[u8] {
        &self.seen[index * self.features..(index + 1) * self.features]
    }

    /// The value that a net must learn for a position: `lambda` times the search's value plus `1 -
    /// lambda` times the result of the game. Without a result, only the search's value counts.
    pub(super) fn target(&self, index: usize, lambda: f32) -> f32 {
        let (value, outcome) = (self.values[index], self.outcomes[index]);
        if outcome == UNKNOWN { value } else { lambda * value + (1.0 - lambda) * outcome }
    }

    /// Adds all positions of `other`.
    pub(super) fn extend(&mut self, other: &Self) {
        self.seen.extend_from_slice(&other.seen);
        self.values.extend_from_slice(&other.values);
        self.outcomes.extend_from_slice(&other.outcomes);
    }

    /// Raises each entry of `tops` to the highest value of its feature in these positions, if that
    /// value is larger.
    pub(super) fn raise(&self, tops: &mut [u8]) {
        for seen in self.seen.chunks(self.features.max(1)) {
            tops.iter_mut().zip(seen).for_each(|(top, &value)| *top = value.max(*top));
        }
    }
}

/// A random order of `count` samples.
pub(super) fn shuffled(count: usize, seed: u64) -> Vec<u32> {
    let mut rng = Rng::new(seed);
    let mut order: Vec<u32> = (0..count as u32).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, rng.below(last as u32 + 1) as usize);
    }
    order
}

/// Writes games to a file. Replaces the whole file if it exists.
///
/// # Errors
/// The file cannot be written, for example on a full disk.
pub(super) fn write(path: &Path, features: usize, games: &[PlayedGame]) -> Result<()> {
    write_sealed(path, KIND, &compressed(&to_bytes(features, games))?)
}

/// The size in bytes of a file with these games, without the header of the file.
///
/// # Errors
/// The compression fails. No argument can cause this error.
pub(super) fn size(features: usize, games: &[PlayedGame]) -> Result<u64> {
    Ok(compressed(&to_bytes(features, games))?.len() as u64)
}

fn compressed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

fn to_bytes(features: usize, games: &[PlayedGame]) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend((features as u32).to_le_bytes());
    bytes.extend((games.len() as u32).to_le_bytes());
    for PlayedGame { number, samples } in games {
        bytes.extend(number.to_le_bytes());
        bytes.extend((samples.len() as u32).to_le_bytes());
        bytes.extend(&samples.seen);
        samples.values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
        samples.outcomes.iter().for_each(|outcome| bytes.extend(outcome.to_le_bytes()));
    }
    bytes
}

/// Reads the games of a file.
///
/// # Errors
/// The file cannot be read, is damaged, has another number of features, or contains invalid values.
pub(super) fn read(path: &Path, features: usize) -> Result<Vec<PlayedGame>> {
    let (kind, content) = unseal_one_of(path, &[KIND, BYTES, PLAIN])?;
    let read = || {
        let mut bytes = Vec::new();
        if kind == PLAIN {
            return parse(&content, features, false);
        }
        DeflateDecoder::new(&*content).read_to_end(&mut bytes)?;
        parse(&bytes, features, kind == KIND)
    };
    read().with_context(|| path.display().to_string())
}

/// Reads the content of a file. If `wide` is true, each result of a game is a number of four bytes.
fn parse(bytes: &[u8], features: usize, wide: bool) -> Result<Vec<PlayedGame>> {
    let mut from = bytes;
    let known = word(&mut from)? as usize;
    ensure!(known == features, "positions with {known} features; the game has {features}");
    let count = word(&mut from)?;
    let games = (0..count).map(|_| read_game(&mut from, features, wide)).collect::<Result<Vec<_>>>()?;
    ensure!(from.is_empty(), "too long");
    Ok(games)
}

fn read_game(from: &mut &[u8], features: usize, wide: bool) -> Result<PlayedGame> {
    let (number, count) = (word(from)?, word(from)? as usize);
    let seen = take(from, count.saturating_mul(features))?.to_vec();
    let values = floats(from, count)?;
    let outcomes = if wide {
        floats(from, count)?
    } else {
        take(from, count)?.iter().map(|byte| byte.cast_signed().into()).collect()
    };
    for (index, value) in values.iter().enumerate() {
        ensure!(!value.is_nan(), "game {number}, position {index}: its value is not a number (NaN)");
        ensure!((-1.0..=1.0).contains(value), "game {number}, position {index}: its value is {value}, not in -1 to 1");
    }
    if let Some(wrong) = outcomes.iter().find(|&&outcome| !((-1.0..=1.0).contains(&outcome) || outcome == UNKNOWN)) {
        anyhow::bail!("game {number}: {wrong} is not a result");
    }
    Ok(PlayedGame { number, samples: Samples { features, seen, values, outcomes } })
}

fn floats(from: &mut &[u8], count: usize) -> Result<Vec<f32>> {
    let (numbers, _) = take(from, count.saturating_mul(4))?.as_chunks();
    Ok(numbers.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect())
}

fn take<'a>(from: &mut &'a [u8], count: usize) -> Result<&'a [u8]> {
    let (bytes, rest) = from.split_at_checked(count).context("cut off")?;
    *from = rest;
    Ok(bytes)
}

fn word(from: &mut &[u8]) -> Result<u32> {
    let (&word, rest) = from.split_first_chunk().context("cut off")?;
    *from = rest;
    Ok(u32::from_le_bytes(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn games() -> Vec<PlayedGame> {
        let samples =
            Samples { features: 2, seen: vec![1, 2, 3, 4], values: vec![0.5, -1.0], outcomes: vec![1.0, UNKNOWN] };
        vec![PlayedGame { number: 7, samples }, PlayedGame { number: 9, samples: Samples::new(2) }]
    }

    #[test]
    fn games_come_back_from_their_file() {
        let path = std::env::temp_dir().join(format!("imm-data-{}", std::process::id()));
        write(&path, 2, &games()).unwrap();
        assert_eq!(read(&path, 2).unwrap(), games());
        let error = format!("{:#}", read(&path, 3).unwrap_err());
        assert!(error.contains("2 features; the game has 3"), "{error}");
        for (value, word) in [(f32::NAN, "position 1: its value is not a number"), (1.5, "not in -1 to 1")] {
            let mut wrong = games();
            wrong[0].samples.values[1] = value;
            write(&path, 2, &wrong).unwrap();
            let error = format!("{:#}", read(&path, 2).unwrap_err());
            assert!(error.contains("game 7") && error.contains(word), "{error}");
        }
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn files_of_before_are_read_and_others_are_refused() {
        let path = std::env::temp_dir().join(format!("imm-plain-{}", std::process::id()));
        // Game 7 has two positions: features, values 0.5 and -1, results 1 and unknown. Game 9 is
        // empty.
        let mut plain = vec![2, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, 2, 0, 0, 0, 1, 2, 3, 4];
        plain.extend([0.5_f32, -1.0].iter().flat_map(|value| value.to_le_bytes()));
        plain.extend([1, 2, 9, 0, 0, 0, 0, 0, 0, 0]);
        write_sealed(&path, PLAIN, &plain).unwrap();
        assert_eq!(read(&path, 2).unwrap(), games());
        write_sealed(&path, BYTES, &compressed(&plain).unwrap()).unwrap();
        assert_eq!(read(&path, 2).unwrap(), games());
        write_sealed(&path, *b"imte", &plain).unwrap();
        assert!(read(&path, 2).unwrap_err().to_string().contains("not a file of this kind"));
        // The checksum matches, but the content ends in the middle of a record: reading must fail.
        let whole = compressed(&to_bytes(2, &games())).unwrap();
        for len in 0..whole.len() {
            write_sealed(&path, KIND, &whole[..len]).unwrap();
            assert!(read(&path, 2).is_err(), "{len} of {} bytes", whole.len());
        }
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn similar_positions_take_few_bytes() {
        let mut samples = Samples::new(64);
        for number in 0..500 {
            samples.seen.extend((0..64).map(|at| u8::from(at % 7 == number % 5)));
            samples.values.push(0.25);
            samples.outcomes.push(1.0);
        }
        let games = [PlayedGame { number: 0, samples }];
        assert!(size(64, &games).unwrap() * 10 < to_bytes(64, &games).len() as u64);
    }

    #[test]
    fn targets_mix_search_and_end() {
        let samples = &games()[0].samples;
        assert_eq!([samples.target(0, 0.5), samples.target(1, 0.5)], [0.75, -1.0]);
        let mut tops = [2, 2];
        samples.raise(&mut tops);
        assert_eq!(tops, [3, 4]);
    }

    #[test]
    fn an_order_has_everything_once() {
        let mut order = shuffled(100, 3);
        assert_ne!(order, shuffled(100, 4));
        order.sort_unstable();
        assert_eq!(order, (0..100).collect::<Vec<_>>());
    }
}
