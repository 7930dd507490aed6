//! A wrapper around a game under test. Before each callback, the wrapper records the callback and
//! the moves that lead to the position.

use super::trace::{PASS, Writer};
use crate::progress::Progress;
use imm::check::{Callback, Difference, Disagreement, FAILED, GameUnderTest, LEVELS, Region, SLOTS};
use imm::game::Move;

/// A game under test, with the file for the notes.
pub(super) struct Watched<'a> {
    game: &'a mut dyn GameUnderTest,
    trace: &'a mut Writer,
    progress: &'a Progress,
    games: u32,
    /// The line of moves that leads to each saved position.
    saved: [Vec<Move>; SLOTS],
    /// The callback that the check is timing. The wrapper notes this callback only once: a note
    /// takes longer than the call, and the check has already called the callback on these
    /// positions.
    timed: Option<Callback>,
}

impl<'a> Watched<'a> {
    pub(super) fn new(game: &'a mut dyn GameUnderTest, trace: &'a mut Writer, progress: &'a Progress) -> Self {
        Self { game, trace, progress, games: 0, saved: [const { Vec::new() }; SLOTS], timed: None }
    }

    #[inline]
    fn note(&mut self, callback: Callback, mv: Move) {
        match self.timed {
            // The check times make() and unmake() together.
            Some(timed) if timed == callback || callback == Callback::Unmake => {}
            Some(_) => {
                self.timed = Some(callback);
                self.trace.note(callback, mv, self.games);
            }
            None => self.trace.note(callback, mv, self.games),
        }
    }

    fn change_line(&mut self, change: impl FnOnce(&mut Vec<Move>)) {
        if self.timed.is_none() {
            self.trace.change_line(change);
        }
    }
}

/// Defines the methods that only read the position. Each method records the callback and forwards
/// the call to the game.
macro_rules! questions {
    ($(fn $name:ident(&mut self $(, $argument:ident: $type:ty)*) $(-> $answer:ty)? = $callback:ident, $mv:expr;)*) => {
        $(fn $name(&mut self $(, $argument: $type)*) $(-> $answer)? {
            self.note(Callback::$callback, $mv);
            self.game.$name($($argument),*)
        })*
    };
}

// Without this lint, a method that the wrapper does not forward would silently have its default
// behaviour.
#[deny(clippy::missing_trait_methods)]
impl GameUnderTest for Watched<'_> {
    fn max_moves(&self) -> usize {
        self.game.max_moves()
    }

    fn max_plies(&self) -> usize {
        self.game.max_plies()
    }

    fn max_score(&self) -> i32 {
        self.game.max_score()
    }

    fn players(&self) -> i32 {
        self.game.players()
    }

    fn has(&self, callback: Callback) -> bool {
        self.game.has(callback)
    }

    fn has_net(&self) -> bool {
        self.game.has_net()
    }

    fn initial(&mut self) {
        self.games = self.games.saturating_add(1);
        self.change_line(Vec::clear);
        self.note(Callback::Initial, Move::NONE);
        self.game.initial();
    }

    fn save(&mut self, slot: usize) {
        if let Some(saved) = self.saved.get_mut(slot) {
            saved.clear();
            saved.extend_from_slice(self.trace.line());
        }
        self.game.save(slot);
    }

    fn restore(&mut self, slot: usize) {
        if let Some(saved) = self.saved.get(slot) {
            self.trace.set_line(saved);
        }
        if slot > LEVELS {
            // Only the timing of callbacks restores positions from these slots.
            self.timed.get_or_insert(Callback::Game);
        }
        self.game.restore(slot);
    }

    fn difference(&self, slot: usize) -> Option<Difference> {
        self.game.difference(slot)
    }

    fn move_elsewhere(&mut self) {
        // This method runs once for each position that is checked.
        self.progress.inc(1);
        self.trace.note_position(self.games);
        self.note(Callback::Initial, Move::NONE);
        self.game.move_elsewhere();
    }

    fn overrun(&mut self, callback: Callback) -> Option<Region> {
        self.game.overrun(callback)
    }

    fn make(&mut self, mv: Move, level: usize) {
        self.note(Callback::Make, mv);
        self.game.make(mv, level);
        self.change_line(|line| line.push(mv));
    }

    fn undo_size(&self) -> usize {
        self.game.undo_size()
    }

    fn make_over(&mut self, mv: Move, level: usize, split: usize) {
        self.note(Callback::Make, mv);
        self.game.make_over(mv, level, split);
        self.change_line(|line| line.push(mv));
    }

    fn unmake(&mut self, mv: Move, level: usize) {
        self.note(Callback::Unmake, mv);
        self.game.unmake(mv, level);
        self.change_line(|line| line.truncate(line.len().saturating_sub(1)));
    }

    fn pass(&mut self) -> i32 {
        self.note(Callback::Pass, Move::NONE);
        let passed = self.game.pass();
        if !matches!(passed, 0 | FAILED) {
            self.change_line(|line| match line.last() {
                Some(&PASS) => line.truncate(line.len() - 1),
                _ => line.push(PASS),
            });
        }
        passed
    }

    fn disagreement(&mut self, moves: &[Move], spare: &mut [Move]) -> Option<Disagreement> {
        self.note(Callback::Game, Move::NONE);
        self.game.disagreement(moves, spare)
    }

    questions! {
        fn to_move(&mut self) -> i32 = ToMove, Move::NONE;
        fn outcome(&mut self) -> i32 = Outcome, Move::NONE;
        fn legal_moves(&mut self, moves: &mut [Move]) -> u32 = LegalMoves, Move::NONE;
        fn evaluate(&mut self) -> f32 = Evaluate, Move::NONE;
        fn random_move(&mut self, random: u32, spare: &mut [Move]) -> Move = RandomMove, Move::NONE;
        fn weight(&mut self, mv: Move) -> u32 = Weight, mv;
        fn prior(&mut self, mv: Move) -> f32 = Prior, mv;
        fn order(&mut self, mv: Move) -> i32 = Order, mv;
        fn noisy(&mut self, mv: Move) -> i32 = Noisy, mv;
        fn hash(&mut self) -> u64 = Hash, Move::NONE;
        fn few_pieces(&mut self) -> i32 = FewPieces, Move::NONE;
        fn transition(&mut self, mv: Move) -> i32 = Transition, mv;
        fn chance(&mut self, outcome: Move) -> u32 = Chance, outcome;
        fn score(&mut self) -> i32 = Score, Move::NONE;
        fn returns(&mut self, player: i32) -> f32 = Returns, Move::NONE;
        fn evaluate_for(&mut self, player: i32) -> f32 = EvaluateFor, Move::NONE;
        fn features(&mut self, features: &mut [u8]) -> i32 = Features, Move::NONE;
        fn move_text(&mut self, mv: Move, text: &mut [u8]) -> u32 = MoveText, mv;
    }
}
