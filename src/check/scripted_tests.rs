//! A small game for tests of the check. Each answer of the game is a field, which a test can
//! replace. Otherwise the game is correct.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::arithmetic_side_effects)]

use super::{
    CHANCE, Callback, Difference, GameUnderTest, Kind, LEVELS, Options, Region, Report, Room, SLOTS, TIMED, check,
};
use crate::base::bits::mix;
use crate::game::Move;
use std::boxed::Box;
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

/// If one of two compared positions is shorter, its missing bytes count as this value.
const MISSING: u8 = 255;

/// A game in which the players take turns to choose 1 or 2. Each player chooses twice. FIRST wins
/// if the sum is even. A position is the list of choices so far.
pub(super) struct Scripted {
    pub(super) position: Vec<u8>,
    pub(super) saved: [Vec<u8>; SLOTS],
    pub(super) undo: [Vec<u8>; LEVELS],
    pub(super) calls: [u32; TIMED],
    /// True if the game has written outside of its memory, which the game reports as
    /// [`Region::Moves`].
    pub(super) overran: bool,
    /// The number of positions to check.
    pub(super) positions: u32,
    /// The number of games begun.
    pub(super) games: u32,
    /// A number that the test chooses. The functions of the game can use it.
    pub(super) number: u64,
    pub(super) players: i32,
    pub(super) max_moves: usize,
    pub(super) max_plies: usize,
    pub(super) max_score: i32,
    /// The optional functions that the game does not have. A test fails if the check calls one of
    /// them.
    pub(super) without: &'static [Callback],
    /// True if the first call of legal_moves() writes beyond the list.
    pub(super) overruns: bool,
    /// True if the game reports only that positions differ, not which bytes differ.
    pub(super) compares: bool,
    pub(super) differs: fn(usize, Option<Difference>) -> Option<Difference>,
    /// The size of the undo data in bytes, and the index of an undo byte: the first one that
    /// unmake() reads but make() does not write.
    pub(super) undo_size: usize,
    pub(super) unwritten: Option<usize>,
    /// What unmake() does because of the unwritten byte. True: it writes outside of its memory.
    /// False: it restores a wrong position.
    pub(super) unwritten_overruns: bool,
    /// True if the unwritten undo byte has a value that makes unmake() wrong.
    pub(super) is_harmful: bool,
    /// Returns the index of the undo data of a level.
    pub(super) undo_at: fn(usize) -> usize,
    pub(super) to_move: fn(&Self) -> i32,
    pub(super) outcome: fn(&Self) -> i32,
    pub(super) legal: fn(&Self) -> Vec<u32>,
    pub(super) evaluate: fn(&Self) -> f32,
    /// Samples a move from random bits.
    pub(super) draw: fn(&Self, u32) -> u32,
    pub(super) weight: fn(&Self, u32) -> u32,
    pub(super) prior: fn(&Self, u32) -> f32,
    pub(super) order: fn(&Self, u32) -> i32,
    pub(super) noisy: fn(&Self, u32) -> i32,
    pub(super) hash: fn(&Self) -> u64,
    pub(super) pass: fn(&mut Self) -> i32,
    pub(super) few_pieces: fn(&Self) -> i32,
    pub(super) transition: fn(&Self, u32) -> i32,
    /// The weight of an outcome. `None` if the game has no chance events.
    pub(super) chance: Option<fn(&Self, u32) -> u32>,
    pub(super) score: fn(&Self) -> i32,
    /// Returns the first feature, and the number that features() returns.
    pub(super) features: fn(&Self) -> (u8, i32),
    /// Returns the text that move_text() writes, and the length that it returns.
    pub(super) text: fn(&Self, u32) -> (String, u32),
}

impl Default for Scripted {
    fn default() -> Self {
        Self {
            position: vec![],
            saved: core::array::from_fn(|_| vec![]),
            undo: core::array::from_fn(|_| vec![]),
            calls: [0; TIMED],
            overran: false,
            positions: 1,
            games: 0,
            number: 0,
            players: 2,
            max_moves: 2,
            max_plies: 4,
            max_score: 1,
            without: &[Callback::Pass],
            overruns: false,
            compares: false,
            differs: |_, difference| difference,
            undo_size: 0,
            unwritten: None,
            unwritten_overruns: false,
            is_harmful: false,
            undo_at: |level| level,
            to_move: |game| (game.plies() % 2) as i32,
            outcome: |game| match game.plies() {
                4 => 1 + i32::from(game.position.iter().sum::<u8>() % 2),
                _ => 0,
            },
            legal: |_| vec![1, 2],
            evaluate: |_| 0.0,
            draw: |game, random| {
                let moves = (game.legal)(game);
                moves[((u64::from(random) * moves.len() as u64) >> 32) as usize]
            },
            weight: |_, _| 1,
            prior: |_, _| 0.5,
            order: |_, _| 0,
            noisy: |_, _| 0,
            hash: Self::key,
            pass: |_| panic!("the game has no pass"),
            few_pieces: |_| 0,
            transition: |_, _| 1,
            chance: None,
            score: |game| [0, 1, -1, 0][(game.outcome)(game) as usize],
            features: |_| (0, 0),
            text: |_, mv| (mv.to_string(), mv.to_string().len() as u32),
        }
    }
}

impl Scripted {
    /// Returns a key that is different for each position.
    pub(super) fn key(&self) -> u64 {
        self.position.iter().fold(0, |key, &chosen| mix(key ^ u64::from(chosen)))
    }

    pub(super) fn plies(&self) -> usize {
        self.position.len()
    }

    /// Returns the number of calls of this callback so far, including the current call.
    pub(super) fn calls(&self, callback: Callback) -> u32 {
        self.calls[usize::from(callback.number())]
    }

    fn count(&mut self, callback: Callback) {
        assert!(self.has(callback), "{} is asked for", callback.word());
        self.calls[usize::from(callback.number())] += 1;
    }

    fn count_ongoing(&mut self, callback: Callback) {
        self.count(callback);
        assert_eq!((self.outcome)(self), 0, "{} is asked for at the end", callback.word());
        let is_chance = self.chance.is_some() && (self.to_move)(self) == CHANCE;
        assert!(callback.is_for(is_chance), "{} is asked for; a chance event comes next: {is_chance}", callback.word());
    }

    pub(super) fn checked(&mut self, seed: u64) -> Report {
        let (mut room, mut report) = (Box::new(Room::<256, 1024>::default()), Report::default());
        let options = Options { seed, plies: self.positions };
        check(self, room.memory(), &options, None, &mut report);
        report
    }

    /// Checks the game and returns the kinds of the mistakes that it has.
    pub(super) fn kinds(&mut self, seed: u64) -> Vec<Kind> {
        self.checked(seed).findings().iter().map(|finding| finding.kind).collect()
    }
}

/// A mistake and a game that makes it: the kind, the callback, the texts for expected and found,
/// and the game.
pub(super) type Told<'a> = (Kind, Callback, &'a str, &'a str, Scripted);

/// Checks each game. The first mistake that the check finds must be the one given for the game.
pub(super) fn assert_told<const N: usize>(all: [Told<'_>; N]) {
    for (kind, callback, expected, found, mut game) in all {
        let report = game.checked(1);
        let first = report.findings().first().unwrap_or_else(|| panic!("{kind:?}: nothing is found"));
        let told = (first.kind, first.callback, first.expected.as_str(), first.found.as_str());
        assert_eq!(told, (kind, callback, expected, found));
    }
}

impl GameUnderTest for Scripted {
    fn max_moves(&self) -> usize {
        self.max_moves
    }

    fn max_plies(&self) -> usize {
        self.max_plies
    }

    fn max_score(&self) -> i32 {
        self.max_score
    }

    fn has(&self, callback: Callback) -> bool {
        match callback {
            Callback::Chance => self.chance.is_some(),
            Callback::Returns => self.players != 2,
            Callback::EvaluateFor => false,
            _ => !self.without.contains(&callback),
        }
    }

    fn players(&self) -> i32 {
        self.players
    }

    fn initial(&mut self) {
        self.position.clear();
        self.games += 1;
    }

    fn save(&mut self, slot: usize) {
        self.saved[slot] = self.position.clone();
    }

    fn restore(&mut self, slot: usize) {
        self.position = self.saved[slot].clone();
    }

    fn difference(&self, slot: usize) -> Option<Difference> {
        let byte = |bytes: &[u8], index: u32| bytes.get(index as usize).copied().unwrap_or(MISSING);
        let [expected, found] = [&self.saved[slot], &self.position];
        let all = 0..expected.len().max(found.len()) as u32;
        let other: Vec<_> = all.filter(|&index| byte(expected, index) != byte(found, index)).collect();
        let difference = other.first().map(|&first| match self.compares {
            true => Difference::Somewhere,
            false => Difference::Bytes {
                first,
                last: other[other.len() - 1],
                count: other.len() as u32,
                expected: byte(expected, first),
                found: byte(found, first),
            },
        });
        (self.differs)(slot, difference)
    }

    fn move_elsewhere(&mut self) {}

    fn overrun(&mut self, _: Callback) -> Option<Region> {
        core::mem::take(&mut self.overran).then_some(Region::Moves)
    }

    fn make(&mut self, mv: Move, level: usize) {
        self.undo[(self.undo_at)(level)] = self.position.clone();
        self.position.push(mv.0 as u8);
        self.is_harmful = self.unwritten.is_some();
    }

    fn undo_size(&self) -> usize {
        self.undo_size
    }

    fn make_over(&mut self, mv: Move, level: usize, split: usize) {
        self.make(mv, level);
        self.is_harmful = self.unwritten.is_some_and(|byte| byte >= split);
    }

    fn unmake(&mut self, _: Move, level: usize) {
        self.position = self.undo[(self.undo_at)(level)].clone();
        if self.is_harmful && self.unwritten_overruns {
            self.overran = true;
        } else if self.is_harmful {
            self.position.push(7);
        }
    }

    fn to_move(&mut self) -> i32 {
        self.count(Callback::ToMove);
        (self.to_move)(self)
    }

    fn outcome(&mut self) -> i32 {
        self.count(Callback::Outcome);
        (self.outcome)(self)
    }

    fn legal_moves(&mut self, moves: &mut [Move]) -> u32 {
        self.count_ongoing(Callback::LegalMoves);
        self.overran = self.overruns && self.calls(Callback::LegalMoves) == 1;
        let legal = (self.legal)(self);
        moves.fill(Move::NONE);
        moves.iter_mut().zip(&legal).for_each(|(slot, &mv)| *slot = Move(mv));
        legal.len() as u32
    }

    fn evaluate(&mut self) -> f32 {
        self.count_ongoing(Callback::Evaluate);
        (self.evaluate)(self)
    }

    fn random_move(&mut self, random: u32, _: &mut [Move]) -> Move {
        self.count_ongoing(Callback::RandomMove);
        Move((self.draw)(self, random))
    }

    fn weight(&mut self, mv: Move) -> u32 {
        self.count_ongoing(Callback::Weight);
        (self.weight)(self, mv.0)
    }

    fn prior(&mut self, mv: Move) -> f32 {
        self.count_ongoing(Callback::Prior);
        (self.prior)(self, mv.0)
    }

    fn order(&mut self, mv: Move) -> i32 {
        self.count_ongoing(Callback::Order);
        (self.order)(self, mv.0)
    }

    fn noisy(&mut self, mv: Move) -> i32 {
        self.count_ongoing(Callback::Noisy);
        (self.noisy)(self, mv.0)
    }

    fn hash(&mut self) -> u64 {
        self.count_ongoing(Callback::Hash);
        (self.hash)(self)
    }

    fn pass(&mut self) -> i32 {
        self.count_ongoing(Callback::Pass);
        (self.pass)(self)
    }

    fn few_pieces(&mut self) -> i32 {
        self.count_ongoing(Callback::FewPieces);
        (self.few_pieces)(self)
    }

    fn transition(&mut self, mv: Move) -> i32 {
        self.count_ongoing(Callback::Transition);
        (self.transition)(self, mv.0)
    }

    fn chance(&mut self, outcome: Move) -> u32 {
        self.count_ongoing(Callback::Chance);
        self.chance.unwrap()(self, outcome.0)
    }

    fn score(&mut self) -> i32 {
        self.count(Callback::Score);
        assert_ne!((self.outcome)(self), 0, "points of a game that goes on");
        (self.score)(self)
    }

    fn features(&mut self, features: &mut [u8]) -> i32 {
        self.count_ongoing(Callback::Features);
        let (first, returned) = (self.features)(self);
        features[0] = first;
        returned
    }

    fn move_text(&mut self, mv: Move, text: &mut [u8]) -> u32 {
        self.count_ongoing(Callback::MoveText);
        let (written, len) = (self.text)(self, mv.0);
        text.fill(0);
        text.iter_mut().zip(written.bytes()).for_each(|(slot, byte)| *slot = byte);
        len
    }
}
