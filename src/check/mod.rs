//! Finds mistakes in a game's callbacks. [`check`] makes random moves, calls every function that a
//! search may call, and tests whether the game keeps its promises.
//!
//! The promises of a game are documented at [`crate::game::Game`] and
//! [`crate::game::knowledge::Knowledge`]. A search trusts most of these promises. If your game
//! breaks a promise, the search plays bad moves instead of returning an error. So run the check
//! after each change to a game.
//!
//! ```
//! use imm::check::{Options, Report, Room, Typed, check};
//! use imm::games::kalah::Kalah;
//!
//! let mut room = Room::<64, 256>::default(); // at most 64 moves a position
//! let mut report = Report::default();
//! let options = Options { seed: 1, plies: 300 };
//! check(&mut Typed::new(Kalah::default()), room.memory(), &options, None, &mut report);
//! assert!(report.findings().is_empty());
//! ```
//!
//! In this folder, `game_under_test.rs` defines the questions to a game, and `typed.rs` defines how
//! a Rust game answers them. `finding.rs` defines the mistakes, and `report.rs` defines the report.
//! `line.rs` stores the moves that lead to a position. `numbered.rs` contains the macro for the
//! enums [`Callback`] and [`Kind`].
//!
//! The other files are the check itself. `probe_position.rs` asks every question about a position,
//! and `end.rs` tests a position that is over. `make_unmake.rs` makes moves and takes them back,
//! `forced.rs` tests forced moves, and `random_moves.rs` tests sampled moves. `chance.rs` contains
//! the rules for positions where a chance event comes next. `keys.rs` tests hash keys, and
//! `transpositions.rs` searches small trees for positions with the same key.
//! `evaluation_view.rs` and `feature_view.rs` test the point of view of evaluations and features.
//! `measure.rs` counts moves and times callbacks.

mod chance;
#[cfg(test)]
mod chance_tests;
mod end;
mod evaluation_view;
mod feature_view;
mod finding;
#[cfg(test)]
mod flaws_tests;
mod forced;
mod game_under_test;
mod keys;
mod line;
mod make_unmake;
mod measure;
mod numbered;
mod players;
mod probe_position;
#[cfg(test)]
mod probe_position_tests;
mod random_moves;
mod report;
#[cfg(test)]
mod scripted_tests;
#[cfg(test)]
mod tests;
mod transpositions;
mod typed;

pub use finding::{Finding, Kind, LINE_MAX, MOVE_MAX, Note, WORDS_MAX};
#[doc(hidden)]
pub use game_under_test::Subject;
pub use game_under_test::{
    CHANCE, Callback, Difference, Disagreement, FAILED, GameUnderTest, LEVELS, OVER, Region, SAMPLES, SLOTS, TIMED,
};
pub use keys::Seen;
pub use report::{Advice, FINDINGS, ONE_SIDED, Report};
pub use typed::Typed;

use crate::base::rng::Rng;
use crate::base::text::Text;
use crate::game::Move;
use crate::time::limits::Clock;
use end::Points;
use evaluation_view::EvaluationView;
use feature_view::FeatureView;
use finding::words;
use keys::Keys;
use line::Line;
use measure::{Counts, Samples};
use random_moves::RandomMoves;

/// The length of a check, and the seed of its random moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The seed of the random moves. The same seed gives the same games.
    pub seed: u64,
    /// The number of positions to test. The test of a position takes as long as a few hundred calls
    /// of the game's functions.
    pub plies: u32,
}

/// Memory for a check.
#[derive(Debug)]
pub struct Memory<'m> {
    /// Room for one list of moves.
    pub moves: &'m mut [Move],
    /// Room for a second list of moves.
    pub spare: &'m mut [Move],
    /// Scratch space: two numbers for each move of a list.
    pub marks: &'m mut [u64],
    /// Memory for positions and their keys. With more memory, the check finds more positions that
    /// share a key.
    pub seen: &'m mut [Seen],
    /// Memory for the moves that lead to a position, as text; at least 2,048 bytes.
    pub line: &'m mut [u8],
}

/// Memory for a check of a game with at most `MOVES` legal moves. It has room for `SEEN` keys.
#[derive(Debug)]
pub struct Room<const MOVES: usize, const SEEN: usize> {
    moves: [[Move; MOVES]; 2],
    marks: [[u64; MOVES]; 2],
    seen: [Seen; SEEN],
    line: [u8; 2048],
}

impl<const MOVES: usize, const SEEN: usize> Default for Room<MOVES, SEEN> {
    fn default() -> Self {
        Self { moves: [[Move::NONE; MOVES]; 2], marks: [[0; MOVES]; 2], seen: [Seen::default(); SEEN], line: [0; 2048] }
    }
}

impl<const MOVES: usize, const SEEN: usize> Room<MOVES, SEEN> {
    /// Borrows the memory for [`check`].
    pub fn memory(&mut self) -> Memory<'_> {
        let [moves, spare] = &mut self.moves;
        Memory { moves, spare, marks: self.marks.as_flattened_mut(), seen: &mut self.seen, line: &mut self.line }
    }
}

/// The check reads at most this many bytes of a move's text.
const TEXT_ROOM: usize = 192;

/// The error if the check cannot test the current position further. Then the check ends this game
/// and starts another one.
struct Broken;

/// Plays `game` at random and writes the game's mistakes and some counts to `report`. With a clock,
/// also writes the times of the game's functions. A report without mistakes does not prove that the
/// game is correct. With more plies or another seed, the check may still find mistakes.
///
/// The check ends after `options.plies` positions, or when it has found [`FINDINGS`] different
/// mistakes. A mistake may cause others, so correct the first one first.
pub fn check(
    game: &mut dyn GameUnderTest,
    memory: Memory<'_>,
    options: &Options,
    clock: Option<&dyn Clock>,
    report: &mut Report,
) {
    *report = Report::default();
    memory.seen.fill(Seen::default());
    let mut checker = Checker {
        game,
        rng: Rng::new(options.seed),
        moves: memory.moves,
        spare: memory.spare,
        marks: memory.marks,
        line: Line::new(memory.line),
        keys: Keys::new(memory.seen),
        trees: 0,
        draws: Default::default(),
        views: EvaluationView::default(),
        feature_view: FeatureView::default(),
        points: Points::default(),
        samples: Samples::default(),
        counts: Counts::default(),
        ply: 0,
        last_mover: -1,
        report,
    };
    while checker.report.positions < options.plies && !checker.report.is_full() {
        checker.play_game(options.plies);
    }
    checker.look_at_all();
    checker.measure(clock);
}

/// A check in progress.
struct Checker<'a, 'm> {
    game: &'a mut dyn GameUnderTest,
    rng: Rng,
    /// The legal moves of the tested position.
    moves: &'m mut [Move],
    spare: &'m mut [Move],
    marks: &'m mut [u64],
    line: Line<'m>,
    keys: Keys<'m>,
    /// The number of small trees that the check has searched for transpositions.
    trees: u32,
    /// Samples for the tests of random_move(): moves of players, and outcomes of chance events.
    draws: [RandomMoves; 2],
    views: EvaluationView,
    feature_view: FeatureView,
    points: Points,
    samples: Samples,
    counts: Counts,
    /// The number of moves from the starting position to the current position.
    ply: u32,
    /// The player who has made the last move of this game. -1 at the start.
    last_mover: i32,
    report: &'a mut Report,
}

impl Checker<'_, '_> {
    fn play_game(&mut self, plies: u32) {
        (self.ply, self.last_mover) = (0, -1);
        self.line.cut(0);
        self.views.begin_game();
        self.feature_view.begin_game();
        self.game.initial();
        self.look_for_overrun(Callback::Initial, Move::NONE);
        self.report.games = self.report.games.saturating_add(1);
        while self.report.positions < plies && !self.report.is_full() {
            let Ok(Some(first)) = self.examine() else { break };
            if self.ply as usize >= self.game.max_plies() {
                self.report.cut_off = self.report.cut_off.saturating_add(1);
                let most = self.game.max_plies() as u32;
                self.find(
                    Kind::TooLong,
                    Callback::Game,
                    Move::NONE,
                    |out| push_plies(out, "over after ", most),
                    words("not over"),
                );
                break;
            }
            let index = self.some_index(&first);
            let Some(&mv) = self.moves.get(index) else { break };
            self.step(mv, 0);
            self.last_mover = first.mover();
        }
        self.report.longest = self.report.longest.max(self.ply);
    }

    /// Looks for mistakes that appear only in the data of all games together.
    fn look_at_all(&mut self) {
        self.ply = 0;
        self.line.cut(0);
        self.look_at_views();
        self.look_at_feature_view();
        self.look_at_bits();
    }

    /// Counts a mistake at this ply. Stores its description if it is the first mistake of this kind
    /// in this callback, or if its line of moves is shorter than the stored one.
    fn find(
        &mut self,
        kind: Kind,
        callback: Callback,
        mv: Move,
        expected: impl FnOnce(&mut Text<'_>),
        found: impl FnOnce(&mut Text<'_>),
    ) {
        self.find_after(kind, callback, mv, 0, expected, found);
    }

    /// Does the work of [`Checker::find`] for a mistake that appeared only after `later` more moves
    /// were made and taken back.
    fn find_after(
        &mut self,
        kind: Kind,
        callback: Callback,
        mv: Move,
        later: u32,
        expected: impl FnOnce(&mut Text<'_>),
        found: impl FnOnce(&mut Text<'_>),
    ) {
        let ply = self.ply;
        let Some(place) = self.report.place_for(kind, callback, [ply.saturating_add(later), ply]) else { return };
        let mut finding = Finding { kind, callback, ply, mv, ..Finding::default() };
        finding.game = self.report.games.saturating_sub(1);
        finding.expected = Note::of(expected);
        finding.found = Note::of(found);
        finding.line = Note::of(|out| self.line.write(LINE_MAX, out));
        if mv != Move::NONE {
            let mut bytes = [0; TEXT_ROOM];
            let len = self.word(mv, &mut bytes);
            finding.mv_text = Note::of(|out| bytes.iter().take(len).for_each(|&byte| out.push(byte)));
        }
        self.report.put(place, finding);
    }

    /// Reports a mistake if the callback has written outside of its memory.
    fn look_for_overrun(&mut self, callback: Callback, mv: Move) {
        let overrun = self.game.overrun(callback);
        self.find_overrun(overrun, callback, mv);
    }

    fn find_overrun(&mut self, overrun: Option<Region>, callback: Callback, mv: Move) {
        let Some(region) = overrun else { return };
        let (kind, expected) = match region {
            Region::Position => (Kind::WritesBeyondPosition, "nothing written outside of position_size bytes"),
            Region::Undo => (Kind::WritesBeyondUndo, "nothing written outside of undo_size bytes"),
            Region::Moves => (Kind::WritesBeyondMoves, "nothing written outside of max_moves moves"),
            Region::Text => (Kind::WritesBeyondText, "nothing written outside of size bytes"),
            Region::Features => (Kind::WritesBeyondFeatures, "nothing written outside of feature_count bytes"),
        };
        self.find(kind, callback, mv, words(expected), words("bytes outside were overwritten"));
    }

    /// Makes a move and appends its text to the line.
    fn step(&mut self, mv: Move, level: usize) {
        self.push_line(mv);
        self.game.make(mv, level);
        self.look_for_overrun(Callback::Make, mv);
        self.ply = self.ply.saturating_add(1);
    }

    /// The current end of the line of moves.
    fn mark(&self) -> Mark {
        Mark { ply: self.ply, end: self.line.end() }
    }

    /// Returns to the tested position.
    fn back_to(&mut self, mark: Mark) {
        self.cut_line(mark);
        self.game.restore(0);
    }

    /// Shortens the line of moves so that it ends at this mark.
    fn cut_line(&mut self, mark: Mark) {
        self.ply = mark.ply;
        self.line.cut(mark.end);
    }

    fn push_line(&mut self, mv: Move) {
        let mut bytes = [0; TEXT_ROOM];
        let len = self.word(mv, &mut bytes);
        self.line.push(bytes.get(..len).unwrap_or_default());
    }

    /// Writes a move of this position as text. This is the game's own text if it is valid,
    /// otherwise the number of the move. Returns the length of the text.
    fn word(&mut self, mv: Move, bytes: &mut [u8; TEXT_ROOM]) -> usize {
        if self.game.has(Callback::MoveText) {
            self.game.move_text(mv, bytes);
            let len = bytes.iter().position(|&byte| byte == 0).unwrap_or(0);
            let word = bytes.get(..len).unwrap_or_default();
            if len > 0 && len <= MOVE_MAX && core::str::from_utf8(word).is_ok() {
                return len;
            }
        }
        let mut text = Text::new(bytes);
        text.push_number(mv.0);
        text.as_bytes().len()
    }
}

/// A place in the line of moves.
#[derive(Clone, Copy)]
struct Mark {
    ply: u32,
    end: usize,
}

fn push_plies(out: &mut Text<'_>, before: &str, plies: u32) {
    out.push_str(before);
    out.push_number(plies);
    out.push_str(" plies, max_plies");
}
