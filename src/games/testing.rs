//! Checks that every game must pass. The tests of each game call these functions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::arithmetic_side_effects)]

extern crate std;

#[path = "../../tests/common/random_game.rs"]
#[allow(dead_code, unreachable_pub)]
pub(crate) mod random_game;

#[path = "../../tests/common/several.rs"]
#[allow(dead_code, unreachable_pub)]
pub(crate) mod several;

use core::fmt::Debug;
use std::collections::HashMap;
use std::string::String;
use std::vec;
use std::vec::Vec;

use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes};
use crate::base::rng::Rng;
use crate::base::text::Text;
use crate::game::knowledge::{Evaluator, Knowledge, Weight};
use crate::game::notation::Notation;
use crate::game::snapshot::{Snapshot, shape};
use crate::game::value::{Outcome, Side, Value};
use crate::game::{Fault, Game, Move, MoveList};
use crate::games::breakthrough::Breakthrough;
use crate::games::einstein::Einstein;
use crate::games::kalah::Kalah;
use crate::games::loa::Loa;
use crate::games::onitama::Onitama;
use crate::games::othello::Othello;
use crate::games::oware::Oware;
use crate::keep::rebase::Rebase;
use crate::{forward, game_methods};

/// The length of the move lists in the tests. This is enough for any position of a built-in game.
const SLOTS: usize = 96;

/// Returns how many rounds a long test has. In an optimised build, this is `all`. With debug
/// assertions, which make arithmetic ten times slower, it is `all / 4`.
pub(crate) fn rounds(all: u32) -> u32 {
    if cfg!(debug_assertions) { all / 4 } else { all }
}

/// Returns the position that `text` describes, on the board of `start`.
pub(crate) fn position<G: Notation + Copy>(start: &G, text: &str) -> G {
    let mut position = *start;
    position.read_position(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    position
}

/// Returns the text that `write` writes. The text must fit into `room` bytes.
pub(crate) fn text_of(room: usize, write: impl FnOnce(&mut Text<'_>)) -> String {
    let mut bytes = vec![0; room];
    let mut text = Text::new(&mut bytes);
    write(&mut text);
    assert!(!text.overflowed());
    text.as_str().into()
}

/// The position as text.
pub(crate) fn written<G: Notation>(position: &G) -> String {
    text_of(128, |text| position.write_position(text))
}

/// Returns the legal moves of a position in which the game is not over.
pub(crate) fn legal<G: Game>(position: &G) -> Vec<Move> {
    let mut slots = [Move::NONE; SLOTS];
    let mut list = MoveList::new(&mut slots);
    position.legal_moves(&mut list);
    assert!(!list.overflowed() && list.len() <= position.max_moves());
    list.as_slice().to_vec()
}

/// Returns the legal moves, or an empty list if the game is over.
pub(crate) fn legal_if_any<G: Game>(position: &G) -> Vec<Move> {
    if position.outcome().is_none() { legal(position) } else { Vec::new() }
}

/// The move as text.
pub(crate) fn name<G: Notation>(position: &G, mv: Move) -> String {
    text_of(16, |text| position.write_move(mv, text))
}

/// The legal moves as text, in alphabetical order.
pub(crate) fn names<G: Notation>(position: &G) -> Vec<String> {
    let mut names: Vec<String> = legal(position).into_iter().map(|mv| name(position, mv)).collect();
    names.sort_unstable();
    names
}

/// Returns the legal move that `text` describes.
pub(crate) fn named<G: Notation>(position: &G, text: &str) -> Move {
    let mut slots = [Move::NONE; SLOTS];
    position.read_move(text, &mut MoveList::new(&mut slots)).unwrap_or_else(|| panic!("{text} is not legal"))
}

/// Calls `look` with each position of `games` uniformly random games, including the final
/// positions.
pub(crate) fn random_games<G: Game + Copy>(start: &G, games: u32, mut look: impl FnMut(&G)) {
    let mut rng = Rng::new(u64::from(games));
    let mut slots = [Move::NONE; SLOTS];
    let mut list = MoveList::new(&mut slots);
    for _ in 0..games {
        let (mut position, mut plies) = (*start, 0);
        look(&position);
        while position.outcome().is_none() {
            let mv = position.random_move(&mut rng, &mut list).unwrap();
            position.play(mv);
            plies += 1;
            look(&position);
        }
        assert!(plies <= start.max_plies());
    }
}

/// Calls [`check_play`]. Also checks, on random games, that the text of each position describes the
/// position completely.
pub(crate) fn check_moves<G: Knowledge + Notation + Copy + PartialEq + Debug>(start: &G, games: u32) {
    random_games(start, games, |position| assert_eq!(self::position(start, &written(position)), *position));
    check_play(start, games);
}

/// Checks, on random games, that every move and every pass can be taken back exactly, and that
/// `make` and `play` agree. Also checks that a move can be read from its own text, and that
/// different positions have different hashes. If the game predicts the hash or the outcome after a
/// move, the prediction must be correct.
pub(crate) fn check_play<G: Knowledge + Notation + Copy + PartialEq + Debug>(start: &G, games: u32) {
    let mut keys: HashMap<u64, String> = HashMap::new();
    random_games(start, games, |position| {
        let text = written(position);
        let key = position.hash().unwrap();
        if position.outcome().is_none() {
            assert_eq!(*keys.entry(key).or_insert_with(|| text.clone()), text);
            check_pass(position);
            check_knowledge(position);
            for mv in legal(position) {
                let (mut made, mut played) = (*position, *position);
                let undo = made.make(mv);
                played.play(mv);
                assert_eq!(made, played);
                let key_after = position.hash_after(key, mv);
                assert!(key_after.is_none() || key_after == made.hash());
                assert!(position.outcome_after(mv).is_none_or(|outcome| outcome == made.outcome()));
                made.unmake(mv, undo);
                assert_eq!(made, *position);
                assert_eq!(named(position, &name(position, mv)), mv);
            }
        } else {
            check_end(position);
        }
    });
}

/// Checks that the methods that a game overrides return the same results as the default methods.
fn check_knowledge<G: Knowledge + Copy + PartialEq + Debug>(position: &G) {
    let moves = legal(position);
    let mut slots = [Move::NONE; SLOTS];
    let mut list = MoveList::new(&mut slots);
    assert_eq!(position.count_moves(&mut list), moves.len());
    for index in 0..=moves.len() {
        assert_eq!(position.nth_move(index, &mut list), moves.get(index).copied());
    }
    list.clear();
    if position.noisy_moves(&mut list) {
        let noisy: Vec<Move> = moves.iter().copied().filter(|&mv| position.noisy(mv)).collect();
        assert_eq!(list.as_slice(), noisy);
    }
    position.candidates(&mut list);
    let candidates = list.as_slice().to_vec();
    Listed(*position).candidates(&mut list);
    assert_eq!(candidates, list.as_slice());
    let mut told = Vec::new();
    position.each_transition(&moves, |mv, transition| told.push((mv, transition)));
    let transitions: Vec<_> = moves.iter().map(|&mv| (mv, position.transition(mv))).collect();
    assert_eq!(told, transitions);
    assert!(told.iter().all(|(_, transition)| transition.is_some() == position.has_transitions()));
    let points = position.points(Evaluator::DEFAULT);
    assert!(points.abs() <= 0xFFFF);
    assert_eq!(position.evaluate(Evaluator::DEFAULT), G::squash(Evaluator::DEFAULT, points));
}

/// Checks that the value and the score of a finished game agree with its outcome.
fn check_end<G: Knowledge + Debug>(position: &G) {
    let outcome = position.outcome().unwrap();
    assert_eq!(position.evaluate(Evaluator::DEFAULT), outcome.value(), "{position:?}");
    assert_eq!(position.score().is_some(), position.max_score() > 0);
    if let Some(score) = position.score() {
        assert!(score.unsigned_abs() <= position.max_score().into(), "{position:?}");
        assert_eq!(score.signum(), i32::from(outcome.value().raw().signum()), "{position:?}");
    }
}

/// Tests, in random games, for which moves the game predicts the hash or the outcome of the next
/// position. It must predict the hash for exactly those moves for which `keys` returns true. It
/// must predict the outcome for exactly those moves for which `outcomes` returns true.
pub(crate) fn check_told<G: Knowledge + Copy + Debug>(
    start: &G,
    games: u32,
    keys: impl Fn(&G, Move) -> bool,
    outcomes: impl Fn(&G, Move) -> bool,
) {
    random_games(start, games, |position| {
        let key = position.hash().unwrap();
        for mv in legal_if_any(position) {
            assert_eq!(position.hash_after(key, mv).is_some(), keys(position, mv), "{mv:?} in {position:?}");
            assert_eq!(position.outcome_after(mv).is_some(), outcomes(position, mv), "{mv:?} in {position:?}");
        }
    });
}

/// Checks that a pass gives the turn to the opponent, and that a second pass takes the first pass
/// back.
fn check_pass<G: Knowledge + Copy + PartialEq + Debug>(position: &G) {
    let mut passed = *position;
    if passed.pass() {
        assert_eq!((passed.to_move(), passed.outcome()), (position.to_move().opponent(), None));
        // A pass adds or removes the key of the player to move. This must change many bits of the
        // hash.
        assert!((passed.hash().unwrap() ^ position.hash().unwrap()).count_ones() > 8);
        assert!(passed.pass());
    }
    assert_eq!(passed, *position);
}

/// Returns the probability of each legal move according to [`Knowledge::weight`]. If there are
/// decisive moves, the first of them has probability 1. Otherwise, if there are forced moves, they
/// are equally likely and all other moves have probability 0.
pub(crate) fn probabilities<G: Knowledge>(position: &G) -> Vec<f64> {
    let moves = legal(position);
    let weights: Vec<Weight> = moves.iter().map(|&mv| position.weight(mv)).collect();
    let share = |wanted: Weight| weights.iter().map(|&weight| f64::from(u8::from(weight == wanted))).collect();
    let mut odds: Vec<f64> = if let Some(first) = weights.iter().position(|&weight| weight == Weight::DECISIVE) {
        (0..weights.len()).map(|index| f64::from(u8::from(index == first))).collect()
    } else if weights.contains(&Weight::FORCED) {
        share(Weight::FORCED)
    } else {
        weights.iter().map(|&Weight(odds)| f64::from(odds)).collect()
    };
    let total: f64 = odds.iter().sum();
    odds.iter_mut().for_each(|odds| *odds /= total);
    odds
}

/// Checks with a chi-square test that `draw` samples the legal moves with these probabilities.
pub(crate) fn check_distribution<G: Game + Debug>(
    position: &G,
    probabilities: &[f64],
    draw: impl Fn(&G, &mut Rng, &mut MoveList<'_>) -> Option<Move>,
) {
    const DRAWS: u32 = 40_000;
    let moves = legal(position);
    let mut counts: HashMap<Move, u32> = HashMap::new();
    let mut slots = [Move::NONE; SLOTS];
    let (mut rng, mut list) = (Rng::new(7), MoveList::new(&mut slots));
    for _ in 0..DRAWS {
        *counts.entry(draw(position, &mut rng, &mut list).unwrap()).or_default() += 1;
    }
    assert!(counts.keys().all(|mv| moves.contains(mv)), "an illegal move in {position:?}");
    let mut chi_square = 0.0;
    for (mv, probability) in moves.iter().zip(probabilities) {
        let (sampled, expected) = (f64::from(*counts.get(mv).unwrap_or(&0)), probability * f64::from(DRAWS));
        assert!(expected > 0.0 || sampled == 0.0, "{mv:?} in {position:?}");
        chi_square += if expected > 0.0 { (sampled - expected) * (sampled - expected) / expected } else { 0.0 };
    }
    // The limit is the mean of the chi-square distribution plus five standard deviations, plus 1.
    let freedom = (moves.len() - 1) as f64;
    assert!(chi_square <= freedom + 5.0 * (2.0 * freedom).sqrt() + 1.0, "{chi_square} of {freedom} in {position:?}");
}

/// A game that has only the rules and the weights of another game. All other methods of
/// [`Knowledge`] are the default ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listed<G>(pub(crate) G);

impl<G: Knowledge> Game for Listed<G> {
    type Undo = G::Undo;

    game_methods!(forward, 0);
    forward! { 0;
        fn make(&mut self, mv: Move) -> G::Undo;
        fn unmake(&mut self, mv: Move, undo: G::Undo);
    }

    fn copy_from(&mut self, other: &Self) {
        self.0.copy_from(&other.0);
    }
}

impl<G: Knowledge> Knowledge for Listed<G> {
    forward! { 0; fn weight(&self, mv: Move) -> Weight; }
}

/// Writes `game` as text, and reads the text as a new position. Checks that the new position has
/// the same text, outcome and legal moves.
pub(crate) fn check_read_back<G: Notation + Copy>(start: &G, game: &G) {
    let again = position(start, &written(game));
    assert_eq!((written(&again), again.outcome()), (written(game), game.outcome()));
    if game.outcome().is_none() {
        assert_eq!(legal(&again), legal(game));
    }
}

/// Invalid texts of positions, for a game with two rows of houses. In each text, the end is missing
/// or wrong.
pub(crate) const UNFINISHED_ROWS: [&str; 7] = [
    "",
    "4",
    "4,4,4,4,4,4|0|4,4,4,4,4,4|0",
    "4,4,4,4,4,4|0|4,4,4,4,4,4|0 ",
    "4,4,4,4,4,4|0|4,4,4,4,4,4|0 0",
    "4,4,4,4,4,4|0|4,4,4,4,4,4|0 -",
    "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1x",
];

/// Checks that [`Notation::read_position`] refuses each of these texts, and that the position is
/// then unchanged.
pub(crate) fn check_rejected<G: Notation + Copy + PartialEq + Debug>(start: &G, texts: &[&str]) {
    for text in texts {
        let mut position = *start;
        let error = position.read_position(text).expect_err(text);
        assert!(error.position.is_none_or(|position| position <= text.len()) && !error.expected.is_empty());
        assert_eq!(position, *start);
    }
}

/// Returns the message that explains why this text is not a position of the game.
pub(crate) fn why_rejected<G: Notation + Clone>(start: &G, text: &str) -> String {
    let error = start.clone().read_position(text).expect_err(text);
    let mut bytes = [0; 192];
    let mut out = Text::new(&mut bytes);
    error.explain(text, &mut out);
    assert!(!out.overflowed());
    out.as_str().into()
}

/// Each built-in game must have a move order and the expected name. imm finds the best player for
/// the game by this name.
#[test]
fn built_in_games_have_orders_and_names() {
    fn check<G: Knowledge + Default>(name: &str) {
        assert!(G::default().has_order());
        assert_eq!(G::default().built_in(), name);
    }
    check::<Breakthrough>("breakthrough");
    check::<Kalah>("kalah");
    check::<Loa>("loa");
    check::<Oware>("oware");
    check::<Othello>("othello");
    check::<Onitama>("onitama");
    check::<Einstein>("einstein");
}

/// Checks that no move is sampled if the game is over.
pub(crate) fn check_ended<G: Game>(over: &G) {
    let mut slots = vec![Move::NONE; over.max_moves()];
    assert_eq!(over.random_move(&mut Rng::new(1), &mut MoveList::new(&mut slots)), None);
}

/// Checks that all legal moves are equally likely to be sampled.
pub(crate) fn check_uniform<G: Game + Debug>(position: &G) {
    let count = legal(position).len();
    check_distribution(position, &vec![1.0 / count as f64; count], G::random_move);
}

/// Makes random changes in a valid text. If the new text is refused, the position must be
/// unchanged. Otherwise, writing the new position and reading it again must give the same position.
pub(crate) fn check_corruptions<G: Notation + Copy + PartialEq + Debug>(start: &G, valid: &str) {
    let mut rng = Rng::new(11);
    for _ in 0..20_000 {
        let mut bytes = valid.as_bytes().to_vec();
        for _ in 0..=rng.below(2) {
            let at = rng.below(bytes.len() as u32) as usize;
            match rng.below(4) {
                0 => bytes[at] = b"wb./|,0123456789- "[rng.below(18) as usize],
                1 => bytes[at] = rng.below(128) as u8,
                2 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, b"wb./|,0123456789- "[rng.below(18) as usize]),
            }
        }
        let text = String::from_utf8(bytes).unwrap();
        let mut position = *start;
        match position.read_position(&text) {
            Ok(()) => {
                let again = self::position(start, &written(&position));
                assert_eq!(again, position);
            }
            Err(_) => assert_eq!(position, *start),
        }
    }
}

/// Returns all bytes that `save` writes. Calls `save` twice, first only to count the bytes.
pub(crate) fn saved(mut save: impl FnMut(&mut ByteWriter<'_>)) -> Vec<u8> {
    let mut counted = ByteWriter::new(&mut []);
    save(&mut counted);
    let mut bytes = vec![0; counted.len()];
    let mut out = ByteWriter::new(&mut bytes);
    save(&mut out);
    assert!(out.fits() && out.len() == counted.len());
    bytes
}

/// Applies each function in `changes` to a copy of `one`, and checks that the copy then differs
/// from `one`.
pub(crate) fn all_change<T: Clone + PartialEq + Debug>(one: &T, changes: &[fn(&mut T)]) {
    for (index, change) in changes.iter().enumerate() {
        let mut other = one.clone();
        change(&mut other);
        assert_ne!(other, *one, "{index}");
    }
}

/// The position as bytes (a snapshot).
pub(crate) fn bytes_of<G: Snapshot>(position: &G) -> Vec<u8> {
    let mut bytes = [0; 600];
    let mut out = ByteWriter::new(&mut bytes);
    position.write_bytes(&mut out);
    assert!(out.fits() && out.len() <= position.bytes_max());
    out.written().to_vec()
}

/// Reads a position from the snapshot `bytes`. `start` is any position of the same game and board.
pub(crate) fn from_bytes<G: Snapshot + Copy>(start: &G, bytes: &[u8]) -> Result<G, InvalidBytes> {
    let (mut position, mut from) = (*start, ByteReader::new(bytes));
    position.read_bytes(&mut from)?;
    from.end()?;
    Ok(position)
}

/// Changes one byte of a snapshot at a time, in every possible way. If the changed snapshot can be
/// read, calls `look` with the index of the byte, the change (exclusive or), and the new position.
/// Also checks that the new position is written as the changed bytes.
pub(crate) fn with_each_byte_changed<G: Snapshot + Copy>(position: &G, mut look: impl FnMut(usize, u8, &G)) {
    let bytes = bytes_of(position);
    for (at, change) in (0..bytes.len()).flat_map(|at| (1..=255).map(move |change| (at, change))) {
        let mut other = bytes.clone();
        other[at] ^= change;
        let Ok(read) = from_bytes(position, &other) else { continue };
        assert_eq!(bytes_of(&read), other);
        look(at, change, &read);
    }
}

/// Plays the same random game from both positions, and checks that the positions stay equal.
fn check_same_future<G: Knowledge + Snapshot + Copy>(mut one: G, mut other: G, rng: &mut Rng) {
    let mut slots = [Move::NONE; SLOTS];
    let mut list = MoveList::new(&mut slots);
    for _ in 0..400 {
        assert_eq!((one.outcome(), one.to_move()), (other.outcome(), other.to_move()));
        assert_eq!(bytes_of(&one), bytes_of(&other));
        if one.outcome().is_some() {
            return;
        }
        assert_eq!(one.hash(), other.hash());
        assert_eq!(legal(&one), legal(&other));
        let mv = one.random_move(rng, &mut list).unwrap();
        one.play(mv);
        other.play(mv);
    }
}

/// Checks snapshots of positions of random games. The position that is read must equal the position
/// that was written, and both must stay equal if the same moves follow. Snapshots that are too
/// short or too long must be refused. If a snapshot is changed at random, it must be refused, or
/// must give a possible position.
pub(crate) fn check_bytes<G: Knowledge + Snapshot + Copy + Debug>(start: &G, games: u32) {
    let mut rng = Rng::new(5);
    let mut seen = 0_u32;
    random_games(start, games, |position| {
        let bytes = bytes_of(position);
        let read = from_bytes(start, &bytes).unwrap_or_else(|_| panic!("{position:?}"));
        assert_eq!(bytes_of(&read), bytes);
        seen += 1;
        if seen.is_multiple_of(8) || position.outcome().is_some() {
            check_same_future(*position, read, &mut rng);
            (0..bytes.len()).for_each(|len| assert!(from_bytes(start, &bytes[..len]).is_err()));
            assert!(from_bytes(start, &[&bytes[..], &[0]].concat()).is_err());
        }
        if seen.is_multiple_of(32) {
            (0..60).for_each(|_| check_other_bytes(start, bytes.clone(), &mut rng));
        }
    });
    assert!(seen > 64);
}

fn check_other_bytes<G: Knowledge + Snapshot + Copy + Debug>(start: &G, mut bytes: Vec<u8>, rng: &mut Rng) {
    for _ in 0..=rng.below(3) {
        let at = rng.below(bytes.len() as u32) as usize;
        bytes[at] = if rng.below(2) == 0 { bytes[at] ^ 1 << rng.below(8) } else { rng.bits() as u8 };
    }
    if let Ok(position) = from_bytes(start, &bytes) {
        assert_eq!(bytes_of(&position), bytes);
        check_same_future(position, position, rng);
    }
}

/// Checks that the snapshot of each board can be read on the same board, and is refused on all
/// other boards.
pub(crate) fn check_strangers<G: Snapshot + Copy>(boards: &[G]) {
    for (one, board) in boards.iter().enumerate() {
        for (other, stranger) in boards.iter().enumerate() {
            assert_eq!(from_bytes(board, &bytes_of(stranger)).is_ok(), one == other);
        }
    }
}

/// A test game with a heap of counters. The players take turns to take one to three counters, and
/// the player who takes the last one wins. The game can fail, and can break the promises of
/// [`Game`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Heap {
    pub(crate) left: u32,
    pub(crate) mover: Side,
    /// The game fails when this number of counters is left on the heap.
    pub(crate) fails_at: u32,
    pub(crate) fault: Option<Fault>,
    /// The number of illegal moves that the game lists in addition to the legal moves.
    pub(crate) excess: u32,
    pub(crate) refuses_to_pass: bool,
}

impl Heap {
    pub(crate) fn new(left: u32) -> Self {
        let fails_at = u32::MAX;
        Self { left, mover: Side::First, fails_at, fault: None, excess: 0, refuses_to_pass: false }
    }
}

impl Game for Heap {
    type Undo = ();

    fn max_moves(&self) -> usize {
        3
    }

    fn max_plies(&self) -> usize {
        77
    }

    fn to_move(&self) -> Side {
        self.mover
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| Outcome::win_for(self.mover.opponent()))
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        (1..=self.left.min(3) + self.excess).for_each(|taken| moves.push(Move(taken)));
    }

    fn make(&mut self, mv: Move) {
        (self.left, self.mover) = (self.left - mv.0, self.mover.opponent());
        if self.left == self.fails_at {
            self.fault = Some(Fault::Failed);
        }
    }

    fn unmake(&mut self, mv: Move, (): ()) {
        assert_eq!(self.fault, None, "what has failed is taken back");
        (self.left, self.mover) = (self.left + mv.0, self.mover.opponent());
    }

    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }

    fn fault(&self) -> Option<Fault> {
        self.fault
    }

    fn clear_fault(&mut self) {
        self.fault = None;
    }
}

impl Knowledge for Heap {
    fn pass(&mut self) -> bool {
        if !self.refuses_to_pass {
            self.mover = self.mover.opponent();
        }
        !self.refuses_to_pass
    }
}

/// A test game that has only one position. The field is its value. A move does not change the
/// position, and the game never ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Still(pub(crate) Value);

impl Game for Still {
    type Undo = ();

    fn max_moves(&self) -> usize {
        1
    }

    fn max_plies(&self) -> usize {
        1000
    }

    fn to_move(&self) -> Side {
        Side::First
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        moves.push(Move(1));
    }

    fn make(&mut self, _: Move) {}

    fn unmake(&mut self, _: Move, (): ()) {}

    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }
}

impl Knowledge for Still {
    fn has_evaluator(&self, _: Evaluator) -> bool {
        true
    }

    fn evaluate(&self, _: Evaluator) -> Value {
        self.0
    }
}

/// Records what a search of a [`Heap`] passes to [`Rebase`].
#[derive(Default)]
pub(crate) struct Shown {
    /// The length of each borrowed slice.
    pub(crate) lengths: Vec<usize>,
    /// The number of counters left on the heap, summed over all positions.
    pub(crate) left: u32,
}

impl<'m> Rebase<'m, Heap> for Shown {
    fn slice<T>(&mut self, slice: &mut &'m mut [T]) {
        self.lengths.push(slice.len());
    }

    fn growing<T>(&mut self, slice: &mut &'m mut [T], _: usize) {
        self.lengths.push(slice.len());
    }

    fn position(&mut self, position: &mut Heap) {
        self.left += position.left;
    }
}

impl Snapshot for Heap {
    fn shape(&self) -> u32 {
        shape(0, [1, 2, 3])
    }

    fn bytes_max(&self) -> usize {
        5
    }

    fn write_bytes(&self, out: &mut ByteWriter<'_>) {
        out.put_u32(self.left);
        out.put_side(self.mover);
    }

    fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes> {
        (self.left, self.mover) = (from.u32()?, from.side()?);
        Ok(())
    }
}
