//! Turns the callbacks of an [`imm_game`] into a [`Game`], and checks the results of the callbacks.
//! A [`CallbackGame`] is a position of a custom game.

use crate::internal::layout::round_up;
use crate::internal::rebase::Shift;
use crate::internal::session::Place;
use crate::types::*;
use core::cell::Cell;
use core::ffi::{c_char, c_void};
use kernel::base::bytes::{ByteReader, ByteWriter, InvalidBytes};
use kernel::base::rng::Rng;
use kernel::base::text::{ParseError, Text};
use kernel::game::knowledge::{Abilities, Evaluator, Knowledge, Prior, Weight};
use kernel::game::notation::Notation;
use kernel::game::players::outcome_of;
use kernel::game::snapshot::Snapshot;
use kernel::game::value::{Outcome, Side, Value};
use kernel::game::{Fault, Game, Move, MoveList, ODDS_MAX, random_listed};
use kernel::player::options::{CHANCE, PLAYERS, TELLS};

/// The number that a callback returns to report that it failed.
const FAILED: i32 = i32::MIN;

type Context = *mut c_void;
type Position = *const c_void;

/// The callbacks of an [`imm_game`]. All required callbacks are present. The callbacks that a
/// playout calls are also stored without [`Option`].
#[derive(Clone, Copy)]
pub(crate) struct Callbacks {
    pub game: imm_game,
    pub legal_moves: unsafe extern "C" fn(Context, Position, *mut imm_move) -> u32,
    pub make: unsafe extern "C" fn(Context, *mut c_void, imm_move, *mut c_void),
    pub to_move: unsafe extern "C" fn(Context, Position) -> imm_player,
    pub outcome: unsafe extern "C" fn(Context, Position) -> imm_result,
}

impl Callbacks {
    /// True if all required callbacks and sizes are present.
    #[inline(never)] // in its own frame, which has a copy of the callbacks
    pub(crate) fn are_complete(game: &imm_game) -> bool {
        Self::of(game).is_some()
    }

    /// Copies the callbacks of a game. Returns `None` if a required callback or size is missing.
    #[inline(always)] // so that it is written directly to its final place
    pub(crate) fn of(game: &imm_game) -> Option<Self> {
        let scores = game.score.is_none() || (1..=IMM_SCORE_MAX).contains(&game.max_score);
        let features = game.features.is_none() || (1..=IMM_FEATURES_MAX).contains(&game.feature_count);
        let has_returns = players(game) == 2 || game.returns.is_some();
        let players = game.players <= IMM_PLAYERS_MAX && has_returns;
        let moves = (1..=0xFFFF).contains(&game.max_moves);
        let sizes = game.position_size > 0 && moves && scores && features && players;
        let others = game.initial.is_some() && game.unmake.is_some() && round_up(game.undo_size as usize).is_some();
        (sizes && others).then_some(Self {
            game: *game,
            legal_moves: game.legal_moves?,
            make: game.make?,
            to_move: game.to_move?,
            outcome: game.outcome?,
        })
    }

    /// The caller's description of the game.
    #[cfg(feature = "host")]
    pub(crate) fn description(&self) -> &imm_game {
        &self.game
    }

    /// The distance between two undo levels, in bytes.
    pub(crate) fn undo_stride(&self) -> usize {
        (self.game.undo_size as usize).next_multiple_of(IMM_ALIGN)
    }
}

/// Returns the number of players of a custom game.
pub(crate) const fn players(game: &imm_game) -> usize {
    if PLAYERS && game.players != 0 { game.players as usize } else { 2 }
}

/// True if a custom game has three or more players and can skip turns.
pub(crate) const fn skips_turns(game: &imm_game) -> bool {
    players(game) > 2 && game.pass.is_some()
}

/// Returns the abilities of a custom game.
pub(crate) fn abilities(game: &imm_game, evaluator: Evaluator) -> Abilities {
    let two = players(game) == 2;
    Abilities {
        evaluator: match evaluator {
            Evaluator::DEFAULT if !two => game.evaluate_for.is_some(),
            Evaluator::DEFAULT => game.evaluate.is_some(),
            Evaluator::NET => cfg!(feature = "nets") && two && game.features.is_some(),
            Evaluator::TOLD => TELLS && two,
            _ => false,
        },
        weights: game.weight.is_some(),
        priors: game.prior.is_some(),
        transitions: game.transition.is_some(),
        #[cfg(feature = "policies")]
        score: two && game.score.is_some(),
        #[cfg(feature = "policies")]
        built_in: "",
        #[cfg(feature = "policies")]
        hash: game.hash.is_some(),
        #[cfg(feature = "policies")]
        order: game.order.is_some(),
        #[cfg(feature = "policies")]
        net: false,
        #[cfg(feature = "policies")]
        max_moves: game.max_moves as usize,
        #[cfg(feature = "chance")]
        chance: game.chance.is_some(),
        #[cfg(feature = "players")]
        players: players(game),
        #[cfg(feature = "players")]
        skips_turns: skips_turns(game),
    }
}

/// Returns the number of plies after which a playout ends as a draw.
pub(crate) fn max_plies(game: &imm_game) -> usize {
    match game.max_plies {
        0 => 1000,
        plies => plies as usize,
    }
}

/// A position of a custom game, in caller-provided memory.
pub(crate) struct CallbackGame {
    callbacks: &'static Callbacks,
    /// `position` has `position_size` bytes. `undo` has space for the undo data of `levels` moves:
    /// `undo_size` bytes for each move, rounded up to IMM_ALIGN.
    position: *mut c_void,
    undo: *mut c_void,
    levels: usize,
    /// The number of moves that were made and can still be undone.
    made: usize,
    fault: Cell<Option<Fault>>,
    /// True if the game has two players.
    has_two: bool,
    /// [`Game::viewer`].
    viewer: u8,
}

impl CallbackGame {
    /// Creates a position in caller-provided memory. The callback `initial` sets up the position.
    ///
    /// # Safety
    /// `position` and `undo` are aligned to IMM_ALIGN, and have `position_size` and `levels *
    /// stride` bytes, which nothing else uses. `levels` is not 0.
    pub(crate) unsafe fn new(
        callbacks: &'static Callbacks,
        position: *mut c_void,
        undo: *mut c_void,
        levels: usize,
    ) -> Self {
        // SAFETY: promised by the caller.
        let mut game = unsafe { Self::at(callbacks, position, undo, levels) };
        game.restart();
        game
    }

    /// Wraps a position that is already in caller-provided memory.
    ///
    /// # Safety
    /// As for [`CallbackGame::new`]. The bytes at `position` are a valid position.
    pub(crate) unsafe fn at(
        callbacks: &'static Callbacks,
        position: *mut c_void,
        undo: *mut c_void,
        levels: usize,
    ) -> Self {
        let has_two = players(&callbacks.game) == 2;
        Self { callbacks, position, undo, levels, made: 0, fault: Cell::new(None), has_two, viewer: 0 }
    }

    /// The bytes of the position.
    pub(crate) fn bytes(&self) -> *const u8 {
        self.position.cast()
    }

    /// The caller's description of the game.
    pub(crate) fn game(&self) -> imm_game {
        self.callbacks.game
    }

    /// Wraps a position that is already in caller-provided memory, with `made` moves that can be
    /// undone.
    ///
    /// # Safety
    /// As for [`CallbackGame::new`]. Several read-only users may share the memory.
    #[cfg(feature = "host")]
    #[inline]
    pub(crate) unsafe fn resumed(
        callbacks: &'static Callbacks,
        position: *mut c_void,
        undo: *mut c_void,
        levels: usize,
        made: usize,
        fault: Option<Fault>,
    ) -> Self {
        let has_two = players(&callbacks.game) == 2;
        Self { callbacks, position, undo, levels, made, fault: Cell::new(fault), has_two, viewer: 0 }
    }

    /// The number of moves that were made and can still be undone.
    #[cfg(feature = "host")]
    #[inline]
    pub(crate) fn made(&self) -> usize {
        self.made
    }

    pub(crate) fn restart(&mut self) {
        let size = self.callbacks.game.position_size as usize;
        // SAFETY: `position` has `position_size` bytes, which are ours (see `new`).
        unsafe { self.position.cast::<u8>().write_bytes(0, size) };
        if let Some(initial) = self.callbacks.game.initial {
            // SAFETY: the caller's function, called as its documentation promises.
            unsafe { initial(self.context(), self.position) };
        }
        self.fault.set(None);
    }

    /// Changes the pointers of this position to the new addresses, after its block was copied.
    pub(crate) fn rebase(&mut self, shift: &Shift) {
        let callbacks = shift.place((&raw const *self.callbacks).cast_mut());
        // SAFETY: the callbacks were copied there with the block, and are never written again.
        self.callbacks = unsafe { &*callbacks };
        self.position = shift.place(self.position);
        self.undo = shift.place(self.undo);
    }

    fn blame(&self, fault: Fault) {
        self.fault.set(self.fault.get().or(Some(fault)));
    }

    /// Returns the result of a callback. If the result reports a failure, records a fault.
    fn answer(&self, answer: i32) -> i32 {
        if answer == FAILED {
            self.blame(Fault::Failed);
        }
        answer
    }

    /// Returns a number from a callback. If it is NaN or reports a failure, records a fault and
    /// returns 0.
    fn number(&self, x: f32) -> f32 {
        if x.is_nan() || x == FAILED as f32 {
            self.blame(if x.is_nan() { Fault::NotANumber } else { Fault::Failed });
            return 0.0;
        }
        x
    }

    /// Returns the value of this position for a player, from a callback.
    fn value_for(&self, of: unsafe extern "C" fn(Context, Position, imm_player) -> f32, player: usize) -> Value {
        // SAFETY: as in `to_move`; there is such a player.
        let value = unsafe { of(self.context(), self.position, player as imm_player) };
        Value::from_f32(self.number(value)).unwrap_or_default()
    }

    /// Returns the outcome of a game that is over, from a result of outcome().
    #[inline(never)] // once a game: keeps playouts small
    fn end(&self, result: imm_result) -> Outcome {
        match result {
            IMM_FIRST_WINS if self.has_two() => Outcome::FirstWins,
            IMM_SECOND_WINS if self.has_two() => Outcome::SecondWins,
            IMM_DRAW if self.has_two() => Outcome::Draw,
            IMM_OVER if !self.has_two() => outcome_of(self.return_of(self.viewer())),
            other => {
                self.answer(other);
                self.blame(Fault::InvalidOutcome);
                Outcome::Draw
            }
        }
    }

    /// Returns the player to move in a game that does not have two players.
    #[inline(never)] // keeps games for two players fast
    fn one_of_several(&self) -> usize {
        // SAFETY: as in `to_move`.
        let player = unsafe { (self.callbacks.to_move)(self.context(), self.position) };
        if player == IMM_CHANCE && self.has_chance() {
            return self.viewer();
        }
        self.answer(player);
        match usize::try_from(player) {
            Ok(player) if player < self.players() => player,
            _ => {
                self.blame(Fault::InvalidPlayer);
                self.viewer()
            }
        }
    }

    /// Returns the address of the undo data for a level. Levels beyond the last level share the
    /// bytes of the last level, because moves at these levels are never undone.
    fn undo_slot(&self, level: usize) -> *mut c_void {
        let level = level.min(self.levels.saturating_sub(1));
        // SAFETY: `level < levels`, so the slot is within the bytes described in `new`.
        unsafe { self.undo.byte_add(level.wrapping_mul(self.callbacks.undo_stride())) }
    }

    /// Makes a move, and writes the undo data of the move to `undo`.
    fn make_at(&mut self, mv: Move, undo: *mut c_void) {
        // SAFETY: as in `to_move`; `mv` comes from the caller's own functions for this position,
        // `undo` has `undo_size` bytes.
        unsafe { (self.callbacks.make)(self.context(), self.position, mv.0, undo) };
    }

    fn context(&self) -> Context {
        self.callbacks.game.context
    }

    /// True if the game has two players.
    #[inline(always)]
    fn has_two(&self) -> bool {
        !PLAYERS || self.has_two
    }
}

impl Place for CallbackGame {
    #[cfg(not(target_os = "none"))]
    unsafe fn copy_to(&self, bytes: *mut u8) -> Self {
        let mut copy = Self { position: bytes.cast(), levels: 0, made: 0, fault: Cell::new(None), ..*self };
        copy.copy_from(self);
        copy
    }
}

impl Game for CallbackGame {
    type Undo = ();

    fn max_moves(&self) -> usize {
        self.callbacks.game.max_moves as usize
    }

    fn max_plies(&self) -> usize {
        max_plies(&self.callbacks.game)
    }

    fn to_move(&self) -> Side {
        if !self.has_two() {
            return if self.one_of_several() == self.viewer() { Side::First } else { Side::Second };
        }
        // SAFETY: the caller's function, on a position from `initial` and `make`.
        match unsafe { (self.callbacks.to_move)(self.context(), self.position) } {
            IMM_FIRST => Side::First,
            IMM_SECOND => Side::Second,
            IMM_CHANCE if self.has_chance() => Side::First,
            other => {
                self.answer(other);
                self.blame(Fault::InvalidPlayer);
                Side::First
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.fault.get().is_some() {
            return Some(Outcome::Draw); // ends any running search, which checks for the fault next
        }
        // SAFETY: as in `to_move`.
        match unsafe { (self.callbacks.outcome)(self.context(), self.position) } {
            IMM_ONGOING => None,
            result => Some(self.end(result)),
        }
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        // `Move` has the layout of `u32`, and the block has a list with room for `max_moves` moves.
        let room = moves.spare();
        if room.len() < self.max_moves() {
            return self.blame(Fault::TooManyMoves);
        }
        // SAFETY: as in `to_move`; `room` has space for `max_moves` moves, and `Move` is
        // `repr(transparent)`.
        let count = unsafe { (self.callbacks.legal_moves)(self.context(), self.position, room.as_mut_ptr().cast()) };
        self.answer(count.cast_signed());
        if count as usize > self.max_moves() {
            return self.blame(Fault::TooManyMoves);
        }
        moves.set_len(count as usize);
        if moves.is_empty() {
            self.blame(Fault::NoMoves);
        }
        if moves.as_slice().contains(&Move::NONE) {
            self.blame(Fault::InvalidMove);
            moves.clear(); // so that make() is not called with it
        }
    }

    fn make(&mut self, mv: Move) {
        self.make_at(mv, self.undo_slot(self.made));
        self.made = self.made.wrapping_add(1);
    }

    fn unmake(&mut self, mv: Move, (): ()) {
        self.made = self.made.wrapping_sub(1);
        let undo = self.undo_slot(self.made);
        if let Some(unmake) = self.callbacks.game.unmake {
            // SAFETY: `mv` is the latest move made, and `make` wrote `undo` for it.
            unsafe { unmake(self.context(), self.position, mv.0, undo) };
        }
    }

    fn play(&mut self, mv: Move) {
        self.make_at(mv, self.undo); // this move and those before it are never undone
        self.made = 0;
    }

    fn copy_from(&mut self, other: &Self) {
        let size = self.callbacks.game.position_size as usize;
        // SAFETY: both have `position_size` bytes (see `new`), and two positions never overlap.
        unsafe { self.position.cast::<u8>().copy_from_nonoverlapping(other.position.cast(), size) };
        self.made = 0;
        self.fault.set(other.fault.get());
        self.viewer = other.viewer;
    }

    /// Takes one random number from `rng`, even if there is no callback `random_move`. So a search
    /// does not change if you add a `random_move` that samples from the list of legal moves.
    fn random_move(&self, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move> {
        let Some(random_move) = self.callbacks.game.random_move else {
            return random_listed(self, rng, moves);
        };
        // SAFETY: as in `to_move`.
        let mv = Move(unsafe { random_move(self.context(), self.position, rng.bits()) });
        if mv == Move::NONE {
            self.blame(Fault::InvalidMove);
            return None;
        }
        Some(mv)
    }

    fn has_chance(&self) -> bool {
        CHANCE && self.callbacks.game.chance.is_some()
    }

    fn is_chance(&self) -> bool {
        // SAFETY: as in `to_move`.
        self.has_chance() && unsafe { (self.callbacks.to_move)(self.context(), self.position) } == IMM_CHANCE
    }

    fn odds(&self, outcome: Move) -> u32 {
        let Some(chance) = self.callbacks.game.chance else { return 1 };
        // SAFETY: as in `to_move`; `outcome` is legal.
        let weight = unsafe { chance(self.context(), self.position, outcome.0) };
        self.answer(weight.cast_signed());
        let is_valid = (1..=ODDS_MAX).contains(&weight);
        #[cfg(feature = "chance")]
        if !is_valid {
            self.blame(Fault::InvalidOdds);
        }
        if is_valid { weight } else { 1 }
    }

    #[inline]
    fn players(&self) -> usize {
        if self.has_two() { 2 } else { players(&self.callbacks.game) }
    }

    fn player(&self) -> usize {
        if self.has_two() { self.to_move() as usize } else { self.one_of_several() }
    }

    fn viewer(&self) -> usize {
        self.viewer.into()
    }

    fn view_as(&mut self, player: usize) {
        self.viewer = if self.players() > 2 { player as u8 } else { 0 };
    }

    fn return_of(&self, player: usize) -> Value {
        self.callbacks.game.returns.map_or(Value::DRAW, |returns| self.value_for(returns, player))
    }

    fn fault(&self) -> Option<Fault> {
        self.fault.get()
    }

    fn clear_fault(&mut self) {
        self.fault.set(None);
    }
}

impl Knowledge for CallbackGame {
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        evaluator != Evaluator::TOLD && abilities(&self.callbacks.game, evaluator).evaluator
    }

    fn evaluate(&self, _: Evaluator) -> Value {
        if !self.has_two() {
            let evaluate = self.callbacks.game.evaluate_for;
            return evaluate.map_or(Value::DRAW, |evaluate| self.value_for(evaluate, self.viewer()));
        }
        let Some(evaluate) = self.callbacks.game.evaluate else { return Value::DRAW };
        // SAFETY: as in `to_move`.
        let value = unsafe { evaluate(self.context(), self.position) };
        Value::from_f32(self.number(value)).unwrap_or_default()
    }

    fn feature_count(&self) -> usize {
        let game = &self.callbacks.game;
        if game.features.is_some() && self.has_two() { game.feature_count as usize } else { 0 }
    }

    fn features(&self, features: &mut [u8]) {
        // `features` always has enough room, because its length comes from `feature_count`.
        if let Some(write) = self.callbacks.game.features
            && features.len() >= self.feature_count()
        {
            // SAFETY: as in `to_move`; there is space for all features.
            self.answer(unsafe { write(self.context(), self.position, features.as_mut_ptr()) });
        }
    }

    fn has_weights(&self) -> bool {
        self.callbacks.game.weight.is_some()
    }

    fn weight(&self, mv: Move) -> Weight {
        let Some(weight) = self.callbacks.game.weight else { return Weight::ORDINARY };
        // SAFETY: as in `to_move`; `mv` is legal.
        let weight = unsafe { weight(self.context(), self.position, mv.0) };
        self.answer(weight.cast_signed());
        Weight(u16::try_from(weight).unwrap_or(Weight::MAX.0))
    }

    fn has_priors(&self) -> bool {
        self.callbacks.game.prior.is_some()
    }

    fn prior(&self, mv: Move) -> Option<Prior> {
        // SAFETY: as in `to_move`; `mv` is legal.
        let win_rate = unsafe { self.callbacks.game.prior?(self.context(), self.position, mv.0) };
        let win_rate = self.number(win_rate);
        (win_rate >= 0.0).then_some(Prior { win_rate: win_rate.min(1.0) })
    }

    fn built_in(&self) -> &'static str {
        ""
    }

    fn has_order(&self) -> bool {
        self.callbacks.game.order.is_some()
    }

    fn order(&self, mv: Move) -> i32 {
        // SAFETY: as in `to_move`; `mv` is legal.
        self.callbacks.game.order.map_or(0, |order| self.answer(unsafe { order(self.context(), self.position, mv.0) }))
    }

    fn noisy(&self, mv: Move) -> bool {
        let Some(noisy) = self.callbacks.game.noisy else { return false };
        // SAFETY: as in `to_move`; `mv` is legal.
        self.answer(unsafe { noisy(self.context(), self.position, mv.0) }) != 0
    }

    fn hash(&self) -> Option<u64> {
        // SAFETY: as in `to_move`.
        self.callbacks.game.hash.map(|hash| unsafe { hash(self.context(), self.position) })
    }

    fn pass(&mut self) -> bool {
        let Some(pass) = self.callbacks.game.pass.filter(|_| self.has_two()) else { return false };
        // SAFETY: as in `to_move`.
        self.answer(unsafe { pass(self.context(), self.position) }) != 0
    }

    fn skip_turn(&mut self) -> bool {
        let Some(pass) = self.callbacks.game.pass.filter(|_| self.skips_turns()) else { return false };
        // SAFETY: as in `to_move`.
        self.answer(unsafe { pass(self.context(), self.position) }) != 0
    }

    fn skips_turns(&self) -> bool {
        skips_turns(&self.callbacks.game)
    }

    fn few_pieces(&self) -> bool {
        let Some(few_pieces) = self.callbacks.game.few_pieces else { return false };
        // SAFETY: as in `to_move`.
        self.answer(unsafe { few_pieces(self.context(), self.position) }) != 0
    }

    fn max_score(&self) -> u16 {
        let game = &self.callbacks.game;
        if game.score.is_some() && self.has_two() { game.max_score as u16 } else { 0 }
    }

    fn score(&self) -> Option<i32> {
        // SAFETY: as in `to_move`.
        self.callbacks.game.score.map(|score| self.answer(unsafe { score(self.context(), self.position) }))
    }

    fn has_transitions(&self) -> bool {
        self.callbacks.game.transition.is_some()
    }

    fn transition(&self, mv: Move) -> Option<u8> {
        // SAFETY: as in `to_move`; `mv` is legal.
        let probability = self.answer(unsafe { self.callbacks.game.transition?(self.context(), self.position, mv.0) });
        Some(probability.clamp(0, 255) as u8)
    }
}

/// Snapshots of a custom game are the unchanged bytes of the position. Only the game knows what
/// these bytes mean.
impl Snapshot for CallbackGame {
    /// The lowest byte is 0, which is the number of all custom games. The higher bits tell which
    /// optional callbacks of the list `given` the game has. With other callbacks, it counts as
    /// another game.
    fn shape(&self) -> u32 {
        let game = &self.callbacks.game;
        let given = [
            // These callbacks come first, so that a game without them has the same bits as in old
            // saves.
            game.chance.is_some(),
            game.features.is_some(),
            game.evaluate.is_some(),
            game.random_move.is_some(),
            game.weight.is_some(),
            game.prior.is_some(),
            game.order.is_some(),
            game.noisy.is_some(),
            game.hash.is_some(),
            game.pass.is_some(),
            game.few_pieces.is_some(),
            game.transition.is_some(),
        ];
        // For two players, this number is 0, as in old saves.
        let players = (self.players() as u32 & 0xF) ^ 2;
        given.iter().fold(players, |bits, &given| bits << 1 | u32::from(given)) << 8
    }

    fn bytes_max(&self) -> usize {
        self.callbacks.game.position_size as usize
    }

    fn write_bytes(&self, out: &mut ByteWriter<'_>) {
        // SAFETY: `position` has that many bytes that are ours (see `new`), and were written when
        // it was set up.
        out.put(unsafe { core::slice::from_raw_parts(self.position.cast(), self.bytes_max()) });
    }

    fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes> {
        let bytes = from.take(self.bytes_max())?;
        // SAFETY: `position` has that many bytes that are ours, separate from the caller's bytes.
        unsafe { self.position.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        self.made = 0;
        self.fault.set(None);
        Ok(())
    }
}

impl Notation for CallbackGame {
    /// A custom game has no text form of positions.
    fn write_position(&self, _: &mut Text<'_>) {}

    fn read_position(&mut self, _: &str) -> Result<(), ParseError> {
        Err(ParseError { position: None, expected: "a built-in game" })
    }

    fn write_move(&self, mv: Move, out: &mut Text<'_>) {
        let Some(move_text) = self.callbacks.game.move_text else {
            return out.push_number(mv.0);
        };
        let mut bytes = [0 as c_char; IMM_TEXT_MAX];
        // SAFETY: as in `to_move`; `mv` is legal, and `bytes` has the size that is passed.
        let len = unsafe { move_text(self.context(), self.position, mv.0, bytes.as_mut_ptr(), bytes.len()) };
        self.answer(len.cast_signed());
        bytes.iter().take_while(|&&byte| byte != 0).for_each(|&byte| out.push(byte as u8));
    }
}
