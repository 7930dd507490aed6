//! The built-in games. Only functions of a game refer to this game, so that a program contains only
//! the games that it plays.

use crate::internal::game_kinds::game_kind::Kind;
use crate::internal::game_kinds::large::{InBlock, Large};
use crate::internal::game_kinds::small::{Board, Small};
use crate::types::*;
use kernel::base::rng::Rng;
use kernel::game::knowledge::Knowledge;
use kernel::game::notation::Notation;
use kernel::games::breakthrough::Breakthrough;
use kernel::games::einstein::Einstein;
use kernel::games::kalah::{Capture, Kalah};
use kernel::games::loa::{Loa, Rules as LoaRules};
use kernel::games::onitama::Onitama;
use kernel::games::othello::{Othello, Scoring as OthelloScoring};
use kernel::games::oware::Oware;

pub(crate) static BREAKTHROUGH: Kind = Kind::of::<Small<Breakthrough>>();
pub(crate) static SMALL_BREAKTHROUGH: Kind = Kind::small::<Small<Breakthrough>>();
pub(crate) static KALAH: Kind = Kind::of::<Small<Kalah>>();
pub(crate) static SMALL_KALAH: Kind = Kind::small::<Small<Kalah>>();
pub(crate) static LOA: Kind = Kind::of::<InBlock<Loa>>();
pub(crate) static OWARE: Kind = Kind::of::<InBlock<Oware>>();
pub(crate) static OTHELLO: Kind = Kind::of::<Small<Othello>>();
pub(crate) static ONITAMA: Kind = Kind::of::<Small<Onitama>>();
pub(crate) static EINSTEIN: Kind = Kind::of::<Small<Einstein>>();

/// Packs three bytes into the board number of an `imm_game`.
pub(crate) const fn pack(a: u8, b: u8, c: u8) -> u32 {
    a as u32 | ((b as u32) << 8) | ((c as u32) << 16)
}

const fn unpack(board: u32) -> [u8; 4] {
    board.to_le_bytes()
}

impl Board for Breakthrough {
    const KIND: &'static Kind = &BREAKTHROUGH;

    #[inline(never)] // smaller in flash
    fn from_board(board: u32) -> Option<Self> {
        let [columns, rows, ..] = unpack(board);
        Self::new(columns, rows)
    }
}

impl Board for Kalah {
    const KIND: &'static Kind = &KALAH;

    #[inline(never)] // smaller in flash
    fn from_board(board: u32) -> Option<Self> {
        let [houses, stones, capture, _] = unpack(board);
        Self::new(houses, stones, capture_of(capture)?)
    }

    fn shuffle(&mut self, board: u32, seed: u64) -> bool {
        let [houses, stones, ..] = unpack(board);
        let random = Self::random(houses, stones, self.capture(), &mut Rng::new(seed));
        *self = random.unwrap_or(*self);
        random.is_some()
    }
}

impl Large for Loa {
    const SIZE_MAX: usize = IMM_LOA_POSITION_SIZE;
    const ANY: &'static Self = &Self::EMPTY;

    const KIND: &'static Kind = &LOA;

    fn has_board(board: u32) -> bool {
        loa_rules_of(board).is_some()
    }

    fn restart(&mut self, board: u32) {
        self.set_rules(loa_rules_of(board).unwrap_or_default());
        Self::restart(self);
    }
}

impl Large for Oware {
    const SIZE_MAX: usize = IMM_OWARE_POSITION_SIZE;
    const ANY: &'static Self = &Self::EMPTY;

    const KIND: &'static Kind = &OWARE;

    fn has_board(_: u32) -> bool {
        true
    }

    fn restart(&mut self, _: u32) {
        Self::restart(self);
    }
}

impl Board for Othello {
    const KIND: &'static Kind = &OTHELLO;

    fn from_board(board: u32) -> Option<Self> {
        match u8::try_from(board) {
            Ok(IMM_OTHELLO_EMPTIES_TO_WINNER) => Some(Self::new(OthelloScoring::EmptiesToWinner)),
            Ok(IMM_OTHELLO_DISCS_ONLY) => Some(Self::new(OthelloScoring::DiscsOnly)),
            _ => None,
        }
    }
}

/// In Onitama, the board number of an `imm_game` is the number of the deal of cards.
impl Board for Onitama {
    const KIND: &'static Kind = &ONITAMA;

    #[inline(never)] // smaller in flash
    fn from_board(board: u32) -> Option<Self> {
        Some(Self::deal(board.into()))
    }

    fn shuffle(&mut self, _: u32, seed: u64) -> bool {
        *self = Self::deal(seed);
        true
    }
}

impl Board for Einstein {
    const KIND: &'static Kind = &EINSTEIN;

    fn from_board(_: u32) -> Option<Self> {
        Some(Self::default())
    }

    fn shuffle(&mut self, _: u32, seed: u64) -> bool {
        *self = Self::random(&mut Rng::new(seed));
        true
    }
}

/// An operation on a built-in game of any type.
pub(crate) trait WithBuiltIn {
    type Output;

    fn run<G: Knowledge + Notation + Clone + PartialEq>(self, start: &mut G) -> Self::Output;
}

/// Runs the operation on the game that `game` describes. Returns IMM_ERR_GAME if the board of the
/// game does not exist. This function refers to all built-in games, so a program that calls it
/// contains all of them.
pub(crate) fn with_built_in<W: WithBuiltIn>(game: &imm_game, with: W) -> Result<W::Output, imm_status> {
    let is = |kind: &Kind| core::ptr::eq(game.builtin.cast(), kind);
    let board = game.board;
    match () {
        () if is(&BREAKTHROUGH) || is(&SMALL_BREAKTHROUGH) => {
            Breakthrough::from_board(board).map(|mut start| with.run(&mut start))
        }
        () if is(&KALAH) || is(&SMALL_KALAH) => Kalah::from_board(board).map(|mut start| with.run(&mut start)),
        () if is(&LOA) => with_large::<Loa, W>(board, with),
        () if is(&OWARE) => with_large::<Oware, W>(board, with),
        () if is(&OTHELLO) => Othello::from_board(board).map(|mut start| with.run(&mut start)),
        () if is(&ONITAMA) => Onitama::from_board(board).map(|mut start| with.run(&mut start)),
        () if is(&EINSTEIN) => Einstein::from_board(board).map(|mut start| with.run(&mut start)),
        () => None,
    }
    .ok_or(IMM_ERR_GAME)
}

/// Runs the operation of [`with_built_in`] on a game with large positions.
#[inline(never)] // in its own frame: the stack holds one position at a time
fn with_large<G: Large + Notation + PartialEq, W: WithBuiltIn>(board: u32, with: W) -> Option<W::Output> {
    if !G::has_board(board) {
        return None;
    }
    let mut start = *G::ANY;
    Large::restart(&mut start, board);
    Some(with.run(&mut start))
}

fn loa_rules_of(board: u32) -> Option<LoaRules> {
    match u8::try_from(board) {
        Ok(IMM_LOA_OLYMPIAD) => Some(LoaRules::Olympiad),
        Ok(IMM_LOA_OPENSPIEL) => Some(LoaRules::OpenSpiel),
        _ => None,
    }
}

fn capture_of(capture: u8) -> Option<Capture> {
    match capture {
        IMM_CAPTURE_EMPTY => Some(Capture::Empty),
        IMM_CAPTURE_STANDARD => Some(Capture::Standard),
        IMM_CAPTURE_STAYS => Some(Capture::Stays),
        _ => None,
    }
}
