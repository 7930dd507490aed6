//! A custom game for the check. The check gets the results of callbacks as they are, and reads
//! every byte that the callbacks write.
//!
//! Guard bytes surround all memory to which a callback may write. Saved positions have no guard
//! bytes, because only the check writes them. The parts of the block are:
//!
//! `| position | position | undo, per level | moves | text | features | saved positions |`

use crate::internal::check::block::Block;
use crate::internal::check::convert::Checked;
use crate::internal::game_kinds::callback_game::{Callbacks, max_plies, players, skips_turns};
use crate::types::*;
use core::ffi::{c_char, c_void};
use core::slice;
use kernel::check::{Callback, Difference, FAILED, GameUnderTest, LEVELS, Region, SLOTS};
use kernel::game::Move;

/// The number of guard bytes before and after each memory to which a callback writes.
const GUARDS: usize = 128;
/// The number of guard bytes before and after the list of moves. They have the size of 64 moves.
const MOVES_GUARDS: usize = 256;
/// The value of a guard byte.
const GUARD: u8 = 0xA5;

/// Bytes to which a callback may write, with guard bytes before and after them.
#[derive(Clone, Copy)]
struct Guarded {
    start: *mut u8,
    size: usize,
    guards: usize,
}

impl Guarded {
    /// Returns how many bytes of the block are needed for `size` bytes and their guard bytes.
    fn bytes(size: usize, guards: usize) -> Option<usize> {
        size.checked_next_multiple_of(IMM_ALIGN)?.checked_add(guards.checked_mul(2)?)
    }

    /// Takes `size` bytes with guard bytes from the block, and writes the guard bytes.
    ///
    /// # Safety
    /// Nothing else uses the block.
    unsafe fn new(size: usize, guards: usize, block: &mut Block) -> Option<Self> {
        let first = block.take(Self::bytes(size, guards)?)?;
        let guarded = Self { start: first.wrapping_add(guards), size, guards };
        // SAFETY: just taken.
        unsafe { guarded.mend() };
        Some(guarded)
    }

    /// Returns the start and length of the guard bytes before and after the guarded memory. The
    /// guard bytes after the memory include the padding to IMM_ALIGN.
    fn sides(&self) -> [(*mut u8, usize); 2] {
        let end = self.start.wrapping_add(self.size);
        let slip = self.size.wrapping_neg() & (IMM_ALIGN - 1);
        [(self.start.wrapping_sub(self.guards), self.guards), (end, self.guards.wrapping_add(slip))]
    }

    /// Writes all guard bytes again.
    ///
    /// # Safety
    /// The block is still valid.
    unsafe fn mend(&self) {
        for (start, len) in self.sides() {
            // SAFETY: within the bytes that `new` took.
            unsafe { start.write_bytes(GUARD, len) };
        }
    }

    /// True if no callback has changed a guard byte.
    ///
    /// # Safety
    /// The block is still valid.
    unsafe fn is_intact(&self) -> bool {
        self.sides().into_iter().all(|(start, len)| {
            // SAFETY: within the bytes that `new` took; all of them are initialized.
            let bytes = unsafe { slice::from_raw_parts(start, len) };
            bytes.iter().fold(0, |sum, &byte| sum | (byte ^ GUARD)) == 0
        })
    }

    /// Fills the memory between the guard bytes with `byte`.
    ///
    /// # Safety
    /// The block is still valid.
    unsafe fn fill(&self, byte: u8) {
        // SAFETY: within the bytes that `new` took.
        unsafe { self.start.write_bytes(byte, self.size) };
    }

    /// Returns the bytes between the guard bytes.
    ///
    /// # Safety
    /// The block is still valid, and nothing writes to it during the borrow.
    unsafe fn read(&self) -> &[u8] {
        // SAFETY: within the bytes that `new` took; `fill` initialized all of them.
        unsafe { slice::from_raw_parts(self.start, self.size) }
    }
}

/// A custom game under test: the callbacks of the game, and the guarded memory for the callbacks.
pub(super) struct OwnGame {
    callbacks: Callbacks,
    /// The two places for the position. The first one is the place of the current position.
    positions: [Guarded; 2],
    undo: [Guarded; LEVELS],
    moves: Guarded,
    text: Guarded,
    features: Guarded,
    saved: *mut u8,
    /// The distance between two saved positions, in bytes.
    stride: usize,
    /// The undo data is filled with this byte before make(). The byte changes with each call.
    poison: u8,
}

impl OwnGame {
    /// The number of bytes that this game takes from the block.
    pub(super) fn bytes(game: &imm_game) -> Checked<usize> {
        if !Callbacks::are_complete(game) {
            return Err(IMM_ERR_GAME);
        }
        let sum = || {
            let position = Guarded::bytes(game.position_size as usize, GUARDS)?;
            let undo = Guarded::bytes(game.undo_size as usize, GUARDS)?;
            let moves = Guarded::bytes((game.max_moves as usize).checked_mul(size_of::<imm_move>())?, MOVES_GUARDS)?;
            let text = Guarded::bytes(IMM_TEXT_MAX, GUARDS)?;
            let features = Guarded::bytes(feature_count(game), GUARDS)?;
            let saved = stride(game)?.checked_mul(SLOTS)?;
            let parts = [position.checked_mul(2)?, undo.checked_mul(LEVELS)?, moves, text, features, saved];
            parts.into_iter().try_fold(0_usize, usize::checked_add)
        };
        sum().ok_or(IMM_ERR_GAME)
    }

    /// Creates the game at its starting position.
    ///
    /// # Safety
    /// Nothing else uses the block while the new game exists.
    #[inline(never)] // in its own frame, which has the callbacks
    pub(super) unsafe fn new(game: &imm_game, block: &mut Block) -> Checked<Self> {
        let position_size = game.position_size as usize;
        let moves_size = (game.max_moves as usize).wrapping_mul(size_of::<imm_move>());
        let mut guarded = |size, guards| {
            // SAFETY: promised by the caller.
            unsafe { Guarded::new(size, guards, block) }.ok_or(IMM_ERR_TOO_SMALL)
        };
        let positions = [guarded(position_size, GUARDS)?, guarded(position_size, GUARDS)?];
        let one = guarded(game.undo_size as usize, GUARDS)?;
        let mut undo = [one; LEVELS];
        for level in undo.iter_mut().skip(1) {
            *level = guarded(game.undo_size as usize, GUARDS)?;
        }
        let moves = guarded(moves_size, MOVES_GUARDS)?;
        let text = guarded(IMM_TEXT_MAX, GUARDS)?;
        let features = guarded(feature_count(game), GUARDS)?;
        let stride = stride(game).ok_or(IMM_ERR_GAME)?;
        let saved = block.take(stride.checked_mul(SLOTS).ok_or(IMM_ERR_GAME)?).ok_or(IMM_ERR_TOO_SMALL)?;
        // SAFETY: just taken.
        unsafe { saved.write_bytes(0, stride.wrapping_mul(SLOTS)) };
        let callbacks = Callbacks::of(game).ok_or(IMM_ERR_GAME)?;
        let mut own = Self { callbacks, positions, undo, moves, text, features, saved, stride, poison: 0 };
        own.initial();
        Ok(own)
    }
}

/// The size of the list of features, in bytes: one byte per feature.
fn feature_count(game: &imm_game) -> usize {
    game.feature_count.min(IMM_FEATURES_MAX) as usize
}

/// The distance between two saved positions, in bytes.
fn stride(game: &imm_game) -> Option<usize> {
    (game.position_size as usize).checked_next_multiple_of(IMM_ALIGN)
}

impl OwnGame {
    fn game(&self) -> &imm_game {
        &self.callbacks.game
    }

    fn context(&self) -> *mut c_void {
        self.callbacks.game.context
    }

    /// The place of the current position.
    fn here(&self) -> Guarded {
        let [here, _] = self.positions;
        here
    }

    fn position(&self) -> *mut c_void {
        self.here().start.cast()
    }

    fn size(&self) -> usize {
        self.game().position_size as usize
    }

    /// Returns the address of the saved position with the number `slot`.
    fn slot(&self, slot: usize) -> *mut u8 {
        self.saved.wrapping_add(slot.min(SLOTS - 1).wrapping_mul(self.stride))
    }

    /// Returns the guarded memory for the undo data of a level.
    fn level(&self, level: usize) -> Guarded {
        let [first, ..] = self.undo;
        self.undo.get(level).copied().unwrap_or(first)
    }
}

impl GameUnderTest for OwnGame {
    fn max_moves(&self) -> usize {
        self.game().max_moves as usize
    }

    fn max_plies(&self) -> usize {
        max_plies(self.game())
    }

    fn max_score(&self) -> i32 {
        i32::try_from(self.game().max_score).unwrap_or(i32::MAX)
    }

    fn has(&self, callback: Callback) -> bool {
        let game = self.game();
        let two = players(game) == 2;
        match callback {
            Callback::Evaluate | Callback::Score | Callback::Features if !two => false,
            Callback::Pass if !two => skips_turns(game),
            Callback::Returns => !two,
            Callback::EvaluateFor => !two && game.evaluate_for.is_some(),
            Callback::Evaluate => game.evaluate.is_some(),
            Callback::RandomMove => game.random_move.is_some(),
            Callback::Weight => game.weight.is_some(),
            Callback::Prior => game.prior.is_some(),
            Callback::Order => game.order.is_some(),
            Callback::Noisy => game.noisy.is_some(),
            Callback::Hash => game.hash.is_some(),
            Callback::Pass => game.pass.is_some(),
            Callback::FewPieces => game.few_pieces.is_some(),
            Callback::Transition => game.transition.is_some(),
            Callback::MoveText => game.move_text.is_some(),
            Callback::Score => game.score.is_some(),
            Callback::Features => game.features.is_some(),
            Callback::Chance => game.chance.is_some(),
            _ => true,
        }
    }

    fn initial(&mut self) {
        // SAFETY: the block is valid while this exists.
        unsafe { self.here().fill(0) };
        if let Some(initial) = self.game().initial {
            // SAFETY: the caller's function, called as its documentation promises.
            unsafe { initial(self.context(), self.position()) };
        }
    }

    fn save(&mut self, slot: usize) {
        // SAFETY: both have the size of a position, and do not overlap.
        unsafe { self.slot(slot).copy_from_nonoverlapping(self.here().start, self.size()) };
    }

    fn restore(&mut self, slot: usize) {
        // SAFETY: both have the size of a position, and do not overlap.
        unsafe { self.here().start.copy_from_nonoverlapping(self.slot(slot), self.size()) };
    }

    fn difference(&self, slot: usize) -> Option<Difference> {
        let here = self.here();
        // SAFETY: the block is valid while this exists; nothing writes to it during the borrow.
        let found = unsafe { here.read() };
        // SAFETY: a saved position, initialized by `new`; nothing writes to it during the borrow.
        let kept = unsafe { slice::from_raw_parts(self.slot(slot), self.size()) };
        if found == kept {
            return None;
        }
        let mut pairs = (0_u32..).zip(kept.iter().zip(found)).filter(|(_, (kept, found))| kept != found);
        let (first, (&expected, &found)) = pairs.next()?;
        let (last, count) = pairs.fold((first, 1_u32), |(_, count), (index, _)| (index, count.saturating_add(1)));
        Some(Difference::Bytes { first, last, count, expected, found })
    }

    fn move_elsewhere(&mut self) {
        let [here, there] = self.positions;
        // SAFETY: both have the size of a position, and do not overlap.
        unsafe { there.start.copy_from_nonoverlapping(here.start, self.size()) };
        self.initial(); // at the old place, so that a callback that still reads there finds another position
        self.positions = [there, here];
    }

    fn overrun(&mut self, callback: Callback) -> Option<Region> {
        let [here, there] = self.positions;
        let lent: &[Guarded] = match callback {
            Callback::Make | Callback::Unmake => &self.undo,
            Callback::LegalMoves => &[self.moves],
            Callback::MoveText => &[self.text],
            Callback::Features => &[self.features],
            _ => &[],
        };
        let region = match callback {
            Callback::LegalMoves => Region::Moves,
            Callback::MoveText => Region::Text,
            Callback::Features => Region::Features,
            _ => Region::Undo,
        };
        let positions = [(here, Region::Position), (there, Region::Position)];
        let mut overrun = None;
        for (guarded, region) in positions.into_iter().chain(lent.iter().map(|&lent| (lent, region))) {
            // SAFETY: the block is valid while this exists.
            if !unsafe { guarded.is_intact() } {
                // SAFETY: the block is valid while this exists.
                unsafe { guarded.mend() };
                overrun = overrun.or(Some(region));
            }
        }
        overrun
    }

    fn make(&mut self, mv: Move, level: usize) {
        // The undo data is filled with another byte in each call, because unmake() must not rely on
        // bytes that make() has not written.
        self.poison = self.poison.wrapping_add(0x55);
        self.make_over(mv, level, 0);
    }

    fn undo_size(&self) -> usize {
        self.game().undo_size as usize
    }

    fn make_over(&mut self, mv: Move, level: usize, split: usize) {
        let undo = self.level(level);
        // SAFETY: the block is valid while this exists.
        unsafe { undo.fill(self.poison) };
        let other = if self.poison == 0 { 0x55 } else { 0 };
        // SAFETY: within the content of `undo`.
        unsafe { undo.start.write_bytes(other, split.min(undo.size)) };
        // SAFETY: the caller's function, with a move that it listed for this position.
        unsafe { (self.callbacks.make)(self.context(), self.position(), mv.0, undo.start.cast()) };
    }

    fn unmake(&mut self, mv: Move, level: usize) {
        let undo = self.level(level).start.cast_const().cast();
        if let Some(unmake) = self.game().unmake {
            // SAFETY: the caller's function, with the latest move made, and the undo data that
            // make() wrote.
            unsafe { unmake(self.context(), self.position(), mv.0, undo) };
        }
    }

    fn to_move(&mut self) -> i32 {
        // SAFETY: the caller's function, on a position from `initial` and `make`.
        unsafe { (self.callbacks.to_move)(self.context(), self.position()) }
    }

    fn outcome(&mut self) -> i32 {
        // SAFETY: as in `to_move`.
        unsafe { (self.callbacks.outcome)(self.context(), self.position()) }
    }

    fn legal_moves(&mut self, moves: &mut [Move]) -> u32 {
        // SAFETY: the block is valid while this exists. Entries that are not written are
        // IMM_MOVE_NONE.
        unsafe { self.moves.fill(0xFF) };
        let list = self.moves.start.cast::<imm_move>();
        // SAFETY: as in `to_move`, with space for `max_moves` moves.
        let count = unsafe { (self.callbacks.legal_moves)(self.context(), self.position(), list) };
        // SAFETY: the list has that many moves, all initialized; `Move` is `repr(transparent)`.
        let listed = unsafe { slice::from_raw_parts(list.cast::<Move>(), self.max_moves()) };
        for (slot, &mv) in moves.iter_mut().zip(listed).take(count as usize) {
            *slot = mv;
        }
        count
    }

    fn players(&self) -> i32 {
        players(self.game()) as i32
    }

    fn returns(&mut self, player: i32) -> f32 {
        let Some(returns) = self.game().returns else { return 0.0 };
        // SAFETY: as in `to_move`; there is such a player.
        unsafe { returns(self.context(), self.position(), player) }
    }

    fn evaluate_for(&mut self, player: i32) -> f32 {
        let Some(evaluate_for) = self.game().evaluate_for else { return 0.0 };
        // SAFETY: as in `to_move`; there is such a player.
        unsafe { evaluate_for(self.context(), self.position(), player) }
    }

    fn evaluate(&mut self) -> f32 {
        let Some(evaluate) = self.game().evaluate else { return 0.0 };
        // SAFETY: as in `to_move`.
        unsafe { evaluate(self.context(), self.position()) }
    }

    fn random_move(&mut self, random: u32, _: &mut [Move]) -> Move {
        let Some(random_move) = self.game().random_move else { return Move::NONE };
        // SAFETY: as in `to_move`.
        Move(unsafe { random_move(self.context(), self.position(), random) })
    }

    fn weight(&mut self, mv: Move) -> u32 {
        let Some(weight) = self.game().weight else { return 1 };
        // SAFETY: as in `to_move`; `mv` is legal.
        unsafe { weight(self.context(), self.position(), mv.0) }
    }

    fn prior(&mut self, mv: Move) -> f32 {
        let Some(prior) = self.game().prior else { return -1.0 };
        // SAFETY: as in `weight`.
        unsafe { prior(self.context(), self.position(), mv.0) }
    }

    fn order(&mut self, mv: Move) -> i32 {
        let Some(order) = self.game().order else { return 0 };
        // SAFETY: as in `weight`.
        unsafe { order(self.context(), self.position(), mv.0) }
    }

    fn noisy(&mut self, mv: Move) -> i32 {
        let Some(noisy) = self.game().noisy else { return 0 };
        // SAFETY: as in `weight`.
        unsafe { noisy(self.context(), self.position(), mv.0) }
    }

    fn hash(&mut self) -> u64 {
        let Some(hash) = self.game().hash else { return 0 };
        // SAFETY: as in `to_move`.
        unsafe { hash(self.context(), self.position()) }
    }

    fn pass(&mut self) -> i32 {
        let Some(pass) = self.game().pass else { return 0 };
        // SAFETY: as in `to_move`.
        unsafe { pass(self.context(), self.position()) }
    }

    fn few_pieces(&mut self) -> i32 {
        let Some(few_pieces) = self.game().few_pieces else { return 0 };
        // SAFETY: as in `to_move`.
        unsafe { few_pieces(self.context(), self.position()) }
    }

    fn transition(&mut self, mv: Move) -> i32 {
        let Some(transition) = self.game().transition else { return 0 };
        // SAFETY: as in `weight`.
        unsafe { transition(self.context(), self.position(), mv.0) }
    }

    fn chance(&mut self, outcome: Move) -> u32 {
        let Some(chance) = self.game().chance else { return 1 };
        // SAFETY: as in `to_move`; `outcome` is legal.
        unsafe { chance(self.context(), self.position(), outcome.0) }
    }

    fn score(&mut self) -> i32 {
        let Some(score) = self.game().score else { return 0 };
        // SAFETY: as in `to_move`.
        unsafe { score(self.context(), self.position()) }
    }

    fn features(&mut self, features: &mut [u8]) -> i32 {
        let Some(callback) = self.game().features else { return 0 };
        // SAFETY: the block is valid while this exists.
        unsafe { self.features.fill(0) };
        // SAFETY: as in `to_move`, with `feature_count` zeros.
        let status = unsafe { callback(self.context(), self.position(), self.features.start) };
        // SAFETY: the block is valid while this exists; nothing writes to it during the borrow.
        let written = unsafe { self.features.read() };
        for (slot, &byte) in features.iter_mut().zip(written) {
            *slot = byte;
        }
        status
    }

    fn move_text(&mut self, mv: Move, text: &mut [u8]) -> u32 {
        let Some(move_text) = self.game().move_text else { return FAILED as u32 };
        // SAFETY: the block is valid while this exists. The fill byte is not 0, so a closing 0 was
        // written by the callback.
        unsafe { self.text.fill(0xFF) };
        let room = self.text.start.cast::<c_char>();
        // SAFETY: as in `weight`, with space for that many bytes.
        let len = unsafe { move_text(self.context(), self.position(), mv.0, room, IMM_TEXT_MAX) };
        // SAFETY: the block is valid while this exists; nothing writes to it during the borrow.
        let written = unsafe { self.text.read() };
        for (slot, &byte) in text.iter_mut().zip(written) {
            *slot = byte;
        }
        len
    }
}
