//! The traits through which the exported functions use a search of any game and algorithm.

use crate::internal::rebase::Shift;
#[cfg(feature = "nets")]
use crate::internal::status::net_status;
use crate::internal::status::{fault_status, search_status};
use crate::types::*;
use core::cell::Cell;
use core::ffi::c_void;
use kernel::base::bytes::ByteWriter;
use kernel::base::text::Text;
#[cfg(all(feature = "policies", not(any(target_os = "none", target_family = "wasm"))))]
use kernel::game::MoveList;
#[cfg(feature = "chance")]
use kernel::game::chance::comes_next;
use kernel::game::knowledge::Knowledge;
use kernel::game::notation::Notation;
use kernel::game::players::reward;
use kernel::game::snapshot::Snapshot;
use kernel::game::value::{Outcome, Side, Value};
use kernel::game::{Fault, Move};
use kernel::keep::save::{HasParts, Parts};
#[cfg(feature = "nets")]
use kernel::net::Net;
use kernel::player::Config;
use kernel::report::ranking::Ranking;
use kernel::report::{Candidate, Report, Visitor};
use kernel::time::limits::{Clock, Limits, StopFlags};
use kernel::time::sliced::Totals;

/// The operations of a search that a program needs to play, for any game.
pub(crate) trait Session {
    fn search(&mut self, limits: &Limits, clock: Option<&dyn Clock>, stop: StopFlags<'_>) -> Result<(), imm_status>;
    fn report(&mut self) -> Result<Report, imm_status>;
    fn play(&mut self, mv: Move) -> Result<(), imm_status>;
    fn legal_moves(&mut self) -> Result<&[Move], imm_status>;
    fn outcome(&mut self) -> Result<Option<Outcome>, imm_status>;
    /// The number of the player to move.
    fn player(&mut self) -> Result<usize, imm_status>;
    /// The number of players.
    #[cfg(feature = "players")]
    fn players(&mut self) -> usize;
    /// Returns the result of this player. The game must be over, and must not have two players.
    #[cfg(feature = "players")]
    fn return_of(&mut self, player: usize) -> Result<Value, imm_status>;
    /// True if a chance event comes next.
    #[cfg(feature = "chance")]
    fn is_chance(&mut self) -> Result<bool, imm_status>;
    /// Samples an outcome of the chance event that comes next, with 32 random bits.
    #[cfg(feature = "chance")]
    fn sample_outcome(&mut self, random: u32) -> Result<Option<Move>, imm_status>;
    fn restart(&mut self) -> Result<(), imm_status>;
    fn forget(&mut self);
}

/// The operations of a search that a program does not need to play. They are separate from
/// [`Session`], because a linker keeps or removes a table of methods as a whole. So a program that
/// plays a `small` game does not contain them.
pub(crate) trait Queries {
    /// Returns this session as a [`Session`].
    fn as_session(&mut self) -> &mut dyn Session;
    fn recount(&mut self, totals: &Totals);
    fn candidate(&mut self, index: usize) -> Result<Option<Candidate>, imm_status>;
    fn ranking(&mut self) -> Result<Ranking, imm_status>;
    fn line(&mut self, moves: &mut [Move]) -> Result<usize, imm_status>;
    fn candidate_line(&mut self, mv: Move, moves: &mut [Move]) -> Result<usize, imm_status>;
    fn visit_tree(&mut self, depth: u32, min_visits: u32, visitor: &mut Visitor<'_>) -> Result<u32, imm_status>;
    fn evaluate(&mut self) -> Result<Value, imm_status>;
    fn write_move(&mut self, mv: Move, out: &mut Text<'_>) -> Result<(), imm_status>;
    fn read_move(&mut self, text: &str) -> Result<Move, imm_status>;
    fn write_position(&mut self, out: &mut Text<'_>) -> Result<(), imm_status>;
    fn read_position(&mut self, text: &str) -> Result<(), imm_status>;
    fn shuffle(&mut self, seed: u64) -> Result<(), imm_status>;
    fn saving(&mut self) -> &mut dyn Saving;
    /// The leaves of a player with IMM_EF_TOLD. `None` in a library without the feature `policies`,
    /// on bare metal and in WebAssembly.
    fn leaves(&mut self) -> Option<&mut dyn Leaves>;
}

/// The operations on the leaves of a player with IMM_EF_TOLD. `leaf` is the number of a leaf of the
/// latest call of `collect`, counted from 0.
pub(crate) trait Leaves {
    /// Finds at most `most` new leaves, and returns their number.
    fn collect(&mut self, most: u32) -> Result<u32, imm_status>;
    /// Returns a pointer to the bytes of the position of a leaf. Error: IMM_ERR_UNSUPPORTED for a
    /// built-in game.
    fn position(&mut self, leaf: u32) -> Result<*const c_void, imm_status>;
    fn write_position(&mut self, leaf: u32, out: &mut Text<'_>) -> Result<(), imm_status>;
    /// Writes as many of the leaf's legal moves as fit, and returns the number of legal moves.
    fn legal_moves(&mut self, leaf: u32, out: &mut [Move]) -> Result<usize, imm_status>;
    fn player(&mut self, leaf: u32) -> Result<Side, imm_status>;
    /// Tells the value of the oldest leaf, and the priors of its moves.
    fn tell(&mut self, value: f32, priors: &[f32]) -> Result<(), imm_status>;
}

/// An open search of any game and algorithm, for the exported functions.
pub(crate) struct AnySession {
    /// The search. If the state has a history, this is the recorder, which writes the history and
    /// forwards each call to the search.
    pub session: Cell<*mut dyn Session>,
    pub queries: Cell<Option<*mut dyn Queries>>,
}

/// The operations that the C interface needs from a game, in addition to those that a search needs.
pub(crate) trait CGame: Knowledge + Notation + Snapshot + Place + 'static {
    /// Sets up the starting position on the board with this number: the field `board` of
    /// [`imm_game`].
    fn restart(&mut self, board: u32);

    /// Sets up a random starting position on this `board`. Returns false if the game has only one
    /// starting position.
    fn shuffle(&mut self, board: u32, seed: u64) -> bool {
        let _ = (board, seed);
        false
    }

    /// Returns the `imm_game` with which the search was opened. It describes this game on this
    /// `board`.
    fn description(&self, board: u32) -> imm_game;

    /// True if positions have a text form.
    fn has_position_texts(&self) -> bool {
        true
    }

    /// The bytes of a custom game's position; NULL for a built-in game.
    #[cfg(all(feature = "policies", not(any(target_os = "none", target_family = "wasm"))))]
    fn bytes(&self) -> *const c_void {
        core::ptr::null()
    }

    /// Changes the pointers of this position to the new addresses, after its block was copied.
    fn rebase(&mut self, shift: &Shift) {
        let _ = shift;
    }
}

/// A position that can be copied to the trunk of a tree. On bare metal, no tree has a trunk.
pub(crate) trait Place {
    /// Returns a copy of this position, which cannot undo moves. If positions of this game are
    /// outside of the session, the copy is at `bytes`.
    ///
    /// # Safety
    /// `bytes` is aligned to IMM_ALIGN and has the bytes of a position, which nothing else uses.
    #[cfg(not(target_os = "none"))]
    unsafe fn copy_to(&self, bytes: *mut u8) -> Self;
}

/// An open search of one game, by tree search or by alpha-beta. `board` is the field of
/// [`imm_game`] with the same name.
pub(crate) struct GameSession<S> {
    pub search: S,
    board: u32,
}

impl<G: CGame, S: HasParts<'static, Game = G> + 'static> GameSession<S> {
    /// Completes a session. Its search is already at `place`. Calls `outcome()` and `player()`
    /// once, to check that the game works.
    ///
    /// # Safety
    /// `place` is aligned, nothing else uses it, and its `search` is written.
    pub(crate) unsafe fn complete(place: *mut Self, board: u32) -> Result<*mut Self, imm_status> {
        // SAFETY: promised by the caller.
        unsafe { Self::complete_known(place, board) };
        // SAFETY: all of its fields are written now, and nothing else uses it.
        let session = unsafe { &mut *place };
        session.outcome()?;
        Session::player(session)?;
        Ok(place)
    }

    /// Completes a session like [`GameSession::complete`], for a game that was checked before.
    ///
    /// # Safety
    /// The same as for [`GameSession::complete`].
    #[inline(always)]
    pub(crate) unsafe fn complete_known(place: *mut Self, board: u32) {
        // SAFETY: within the session; nothing that needs dropping is overwritten.
        unsafe { (&raw mut (*place).board).write(board) };
    }

    /// Returns the `imm_game` with which the session was opened.
    pub(crate) fn description(&self) -> imm_game {
        self.search.position().description(self.board)
    }

    pub(crate) fn with_queries(session: *mut Self) -> AnySession {
        AnySession { session: Cell::new(session), queries: Cell::new(Some(session)) }
    }

    pub(crate) fn without_queries(session: *mut Self) -> AnySession {
        AnySession { session: Cell::new(session), queries: Cell::new(None) }
    }

    /// Calls `question` with the game. If a callback of the game has failed or returned an invalid
    /// result, returns an error status.
    pub(crate) fn ask<T>(&mut self, question: impl FnOnce(&G) -> T) -> Result<T, imm_status> {
        self.search.ask_game(question).map_err(fault_status)
    }
}

impl<G: CGame, S: HasParts<'static, Game = G> + 'static> Session for GameSession<S> {
    fn search(&mut self, limits: &Limits, clock: Option<&dyn Clock>, stop: StopFlags<'_>) -> Result<(), imm_status> {
        self.search.search_until(limits, clock, stop).map(drop).map_err(search_status)
    }

    fn report(&mut self) -> Result<Report, imm_status> {
        self.search.report().map_err(fault_status)
    }

    fn play(&mut self, mv: Move) -> Result<(), imm_status> {
        self.outcome()?.map_or(Ok(()), |_| Err(IMM_ERR_GAME_OVER))?;
        if self.search.play(mv).map_err(fault_status)? { Ok(()) } else { Err(IMM_ERR_ILLEGAL_MOVE) }
    }

    fn legal_moves(&mut self) -> Result<&[Move], imm_status> {
        self.search.legal_moves().map_err(fault_status)
    }

    fn outcome(&mut self) -> Result<Option<Outcome>, imm_status> {
        self.ask(|game| game.outcome())
    }

    fn player(&mut self) -> Result<usize, imm_status> {
        self.ask(|game| game.player())
    }

    #[cfg(feature = "players")]
    fn players(&mut self) -> usize {
        self.search.position().players()
    }

    #[cfg(feature = "players")]
    fn return_of(&mut self, player: usize) -> Result<Value, imm_status> {
        self.ask(|game| game.return_of(player))
    }

    #[cfg(feature = "chance")]
    fn is_chance(&mut self) -> Result<bool, imm_status> {
        self.ask(|game| comes_next(game))
    }

    #[cfg(feature = "chance")]
    fn sample_outcome(&mut self, random: u32) -> Result<Option<Move>, imm_status> {
        self.search.sample_outcome(random).map_err(fault_status)
    }

    fn restart(&mut self) -> Result<(), imm_status> {
        let board = self.board;
        self.change(|game| {
            game.restart(board);
            Ok(())
        })
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}

/// The status that explains why a position was not changed.
struct Refusal(imm_status);

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self(fault_status(fault))
    }
}

impl<G: CGame, S: HasParts<'static, Game = G> + 'static> GameSession<S> {
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut G) -> Result<(), imm_status>) -> Result<(), imm_status> {
        self.search.change_position(|game| change(game).map_err(Refusal)).map_err(|Refusal(status)| status)
    }
}

impl<G: CGame, S: HasParts<'static, Game = G> + 'static> Queries for GameSession<S> {
    fn as_session(&mut self) -> &mut dyn Session {
        self
    }

    fn recount(&mut self, totals: &Totals) {
        self.search.recount(totals);
    }

    fn candidate(&mut self, index: usize) -> Result<Option<Candidate>, imm_status> {
        self.search.candidate(index).map_err(fault_status)
    }

    fn ranking(&mut self) -> Result<Ranking, imm_status> {
        self.search.ranking().map_err(fault_status)
    }

    fn line(&mut self, moves: &mut [Move]) -> Result<usize, imm_status> {
        self.search.line(moves).map_err(fault_status)
    }

    fn candidate_line(&mut self, mv: Move, moves: &mut [Move]) -> Result<usize, imm_status> {
        if !self.search.is_legal(mv).map_err(fault_status)? {
            return Err(IMM_ERR_ILLEGAL_MOVE);
        }
        self.search.candidate_line(mv, moves).map_err(fault_status)
    }

    fn visit_tree(&mut self, depth: u32, min_visits: u32, visitor: &mut Visitor<'_>) -> Result<u32, imm_status> {
        self.search.visit_tree(depth, min_visits, visitor).map_err(fault_status)
    }

    fn evaluate(&mut self) -> Result<Value, imm_status> {
        if let Some(outcome) = Session::outcome(self)? {
            return self.ask(|game| reward(game, outcome));
        }
        self.search.static_value().map_err(fault_status)?.ok_or(IMM_ERR_UNSUPPORTED)
    }

    fn write_move(&mut self, mv: Move, out: &mut Text<'_>) -> Result<(), imm_status> {
        if !self.search.is_legal(mv).map_err(fault_status)? {
            return Err(IMM_ERR_ILLEGAL_MOVE);
        }
        self.ask(|game| game.write_move(mv, out))
    }

    fn read_move(&mut self, text: &str) -> Result<Move, imm_status> {
        let mv = self.search.ask_moves(|game, moves| game.read_move(text, moves)).map_err(fault_status)?;
        mv.ok_or(IMM_ERR_TEXT)
    }

    fn write_position(&mut self, out: &mut Text<'_>) -> Result<(), imm_status> {
        self.ask(|game| game.has_position_texts().then(|| game.write_position(out)))?.ok_or(IMM_ERR_UNSUPPORTED)
    }

    fn read_position(&mut self, text: &str) -> Result<(), imm_status> {
        self.change(|game| match game.has_position_texts() {
            true => game.read_position(text).map_err(|_| IMM_ERR_TEXT),
            false => Err(IMM_ERR_UNSUPPORTED),
        })
    }

    fn shuffle(&mut self, seed: u64) -> Result<(), imm_status> {
        let board = self.board;
        self.change(|game| if game.shuffle(board, seed) { Ok(()) } else { Err(IMM_ERR_UNSUPPORTED) })
    }

    fn saving(&mut self) -> &mut dyn Saving {
        self
    }

    fn leaves(&mut self) -> Option<&mut dyn Leaves> {
        #[cfg(all(feature = "policies", not(any(target_os = "none", target_family = "wasm"))))]
        return Some(self);
        #[cfg(any(not(feature = "policies"), target_os = "none", target_family = "wasm"))]
        return None;
    }
}

#[cfg(all(feature = "policies", not(any(target_os = "none", target_family = "wasm"))))]
impl<G: CGame, S: HasParts<'static, Game = G> + 'static> Leaves for GameSession<S> {
    fn collect(&mut self, most: u32) -> Result<u32, imm_status> {
        self.search.collect(most).map_err(search_status)
    }

    fn position(&mut self, leaf: u32) -> Result<*const c_void, imm_status> {
        let position = self.search.at_leaf(leaf, |game, _| game.bytes()).map_err(search_status)?;
        if position.is_null() { Err(IMM_ERR_UNSUPPORTED) } else { Ok(position) }
    }

    fn write_position(&mut self, leaf: u32, out: &mut Text<'_>) -> Result<(), imm_status> {
        let write = |game: &G, _: &mut MoveList<'_>| game.has_position_texts().then(|| game.write_position(out));
        self.search.at_leaf(leaf, write).map_err(search_status)?.ok_or(IMM_ERR_UNSUPPORTED)
    }

    fn legal_moves(&mut self, leaf: u32, out: &mut [Move]) -> Result<usize, imm_status> {
        let list = |game: &G, moves: &mut MoveList<'_>| {
            game.legal_moves(moves);
            out.iter_mut().zip(0..).for_each(|(slot, index)| *slot = moves.get(index).unwrap_or(*slot));
            moves.len()
        };
        self.search.at_leaf(leaf, list).map_err(search_status)
    }

    fn player(&mut self, leaf: u32) -> Result<Side, imm_status> {
        self.search.at_leaf(leaf, |game, _| game.to_move()).map_err(search_status)
    }

    fn tell(&mut self, value: f32, priors: &[f32]) -> Result<(), imm_status> {
        self.search.tell(value, priors).map_err(search_status)
    }
}

/// The operations for saving a search and for moving it to another block. They are separate from
/// [`Queries`], which has a method `saving` that returns them.
pub(crate) trait Saving {
    /// The largest size of a position snapshot in this game, in bytes.
    fn position_size(&mut self) -> Result<usize, imm_status>;
    fn write_position_bytes(&mut self, out: &mut ByteWriter<'_>) -> Result<(), imm_status>;
    /// Sets up the position that a snapshot contains. The search starts again at this position.
    fn read_position_bytes(&mut self, bytes: &[u8]) -> Result<(), imm_status>;
    /// Changes all pointers into the block to the new addresses, after the block was copied. If
    /// `shift` is a measurement, measures the block instead.
    fn rebase(&mut self, shift: &mut Shift);

    /// The parts of the search that do not depend on the type of the game.
    fn parts(&mut self) -> Parts<'_, 'static>;
    /// Returns the `imm_game` with which the session was opened.
    fn description(&self) -> imm_game;
    /// Returns a pointer to the root position. The type of the position is the one that the search
    /// uses.
    fn root(&self) -> *const u8;
    /// Uses this net for evaluations from now on. `None` means no net. Error: IMM_ERR_NET_GAME.
    #[cfg(feature = "nets")]
    fn set_net(&mut self, net: Option<Net<'static>>) -> Result<(), imm_status>;
    /// If the tree is also valid for the new player, changes the player, keeps the tree and returns
    /// true. Otherwise changes nothing and returns false.
    fn change_player(&mut self, config: &Config) -> bool;

    /// Returns the search at `place`, which must have the same type as this search.
    fn at(&self, place: *mut u8) -> AnySession;
}

/// Sets the net of a search from the bytes of a net file. NULL means no net.
///
/// # Safety
/// `bytes` is NULL, or remains valid and unchanged while the state is in use. Nothing else uses the
/// session.
#[cfg(feature = "nets")]
pub(crate) unsafe fn apply(search: &AnySession, bytes: *const [u8]) -> Result<(), imm_status> {
    // SAFETY: promised by the caller.
    let net = unsafe { bytes.as_ref() }.map(|bytes| Net::read(bytes).map_err(net_status)).transpose()?;
    let queries = search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
    // SAFETY: this is the session, which nothing else uses.
    unsafe { &mut *queries }.saving().set_net(net)
}
