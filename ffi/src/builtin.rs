//! The built-in games. Each is named only by its own functions, so that a program links those that it plays.

use crate::layout::{Layout, Needs};
use crate::lent::{self, Large};
use crate::session::{Hosted, Hosting, Kind, Opened, built_in_needs, open};
#[cfg(feature = "alpha-beta")]
use crate::stack::{StackKind, StackLayout, StackNeeds, built_in_stack_needs, open_stack};
use crate::types::*;
use core::ptr::null_mut;
#[cfg(feature = "alpha-beta")]
use kernel::alphabeta::{self, Switches};
use kernel::config::Config;
use kernel::games::breakthrough::Breakthrough;
use kernel::games::kalah::{Capture, Kalah};
use kernel::games::loa::Loa;
use kernel::knowledge::{Abilities, Evaluator};
use kernel::rng::Rng;

/// A game that an `imm_game` names by `board`.
trait Board: Hosted + Clone {
    fn from_board(board: u32) -> Option<Self>;
}

fn abilities<G: Board>(game: &imm_game, evaluator: Evaluator) -> Result<Abilities, imm_status> {
    G::from_board(game.board).map(|start| start.abilities(evaluator)).ok_or(IMM_ERR_GAME)
}

fn needs<G: Board>(game: &imm_game) -> Result<Needs, imm_status> {
    G::from_board(game.board).map(|start| built_in_needs(&start)).ok_or(IMM_ERR_GAME)
}

/// # Safety
/// As for [`open`].
unsafe fn open_board<G: Board, const EXTRAS: bool>(
    game: &imm_game,
    config: &Config,
    block: *mut u8,
    layout: &Layout,
    slots: usize,
) -> Result<Opened, imm_status> {
    let start = G::from_board(game.board).ok_or(IMM_ERR_GAME)?;
    // SAFETY: promised by the caller.
    let session = unsafe { open(game, start.clone(), start, config, block, layout, slots) }?;
    Ok(if EXTRAS { Hosting::with_extras(session) } else { Hosting::without_extras(session) })
}

#[cfg(feature = "alpha-beta")]
fn stack_needs<G: Board>(game: &imm_game) -> Result<StackNeeds, imm_status> {
    G::from_board(game.board).map(|start| built_in_stack_needs(&start)).ok_or(IMM_ERR_GAME)
}

#[cfg(feature = "alpha-beta")]
fn stack_layout<G: Board>(game: &imm_game, switches: Switches, size: usize) -> Result<StackLayout, imm_status> {
    stack_needs::<G>(game)?.layout_for(switches, size)
}

/// # Safety
/// As for [`open_stack`].
#[cfg(feature = "alpha-beta")]
unsafe fn open_board_stack<G: Board>(
    game: &imm_game,
    config: &alphabeta::Config,
    block: *mut u8,
    layout: &StackLayout,
) -> Result<Opened, imm_status> {
    let start = G::from_board(game.board).ok_or(IMM_ERR_GAME)?;
    // SAFETY: promised by the caller.
    unsafe { open_stack(game, start.clone(), start, config, block, layout) }.map(Hosting::with_extras)
}

#[cfg(feature = "alpha-beta")]
const fn stack_kind<G: Board>() -> StackKind {
    StackKind { needs: stack_needs::<G>, layout: stack_layout::<G>, open: open_board_stack::<G> }
}

const fn kind<G: Board, const EXTRAS: bool>() -> imm_builtin {
    imm_builtin {
        kind: Kind {
            abilities: abilities::<G>,
            needs: needs::<G>,
            open: open_board::<G, EXTRAS>,
            #[cfg(feature = "alpha-beta")]
            stack: if EXTRAS { Some(stack_kind::<G>()) } else { None },
        },
    }
}

static BREAKTHROUGH: imm_builtin = kind::<Breakthrough, true>();
static SMALL_BREAKTHROUGH: imm_builtin = kind::<Breakthrough, false>();
static KALAH: imm_builtin = kind::<Kalah, true>();
static SMALL_KALAH: imm_builtin = kind::<Kalah, false>();
static LOA: imm_builtin = imm_builtin { kind: lent::kind::<Loa>() };

const fn game(board: u32, builtin: *const imm_builtin) -> imm_game {
    imm_game {
        struct_size: size_of::<imm_game>() as u32,
        position_size: 0,
        undo_size: 0,
        max_moves: 0,
        max_plies: 0,
        board,
        context: null_mut(),
        initial: None,
        legal_moves: None,
        make: None,
        unmake: None,
        to_move: None,
        outcome: None,
        evaluate: None,
        random_move: None,
        weight: None,
        prior: None,
        order: None,
        noisy: None,
        hash: None,
        pass: None,
        few_pieces: None,
        transition: None,
        move_text: None,
        builtin,
    }
}

/// Three bytes of a board's description.
const fn pack(a: u8, b: u8, c: u8) -> u32 {
    a as u32 | ((b as u32) << 8) | ((c as u32) << 16)
}

const fn unpack(board: u32) -> [u8; 4] {
    board.to_le_bytes()
}

impl Board for Breakthrough {
    #[inline(never)] // for flash
    fn from_board(board: u32) -> Option<Self> {
        let [columns, rows, ..] = unpack(board);
        Self::new(columns, rows)
    }
}

impl Hosted for Breakthrough {
    fn restart(&mut self, board: u32) {
        *self = Self::from_board(board).unwrap_or(*self);
    }
}

impl Board for Kalah {
    #[inline(never)] // for flash
    fn from_board(board: u32) -> Option<Self> {
        let [houses, stones, capture, _] = unpack(board);
        Self::new(houses, stones, capture_of(capture)?)
    }
}

impl Hosted for Kalah {
    fn restart(&mut self, board: u32) {
        *self = Self::from_board(board).unwrap_or(*self);
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

    fn restart(&mut self) {
        Self::restart(self);
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

/// Breakthrough on 8 x 8. The first player begins on the rows 1 and 2 and moves up; straight or diagonally, capturing only
/// diagonally; whoever reaches the far row, or captures everything, wins.
///
/// Squares are written a1 to h8, moves "a2b3". Positions are the rows from the highest down, with the first player's men as
/// w, the second's as b, then who is to move, or - when the game is over:
/// "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwwww 1".
#[unsafe(no_mangle)]
pub extern "C" fn imm_breakthrough() -> *const imm_game {
    static GAME: imm_game = game(pack(8, 8, 0), &raw const BREAKTHROUGH);
    &raw const GAME
}

/// Breakthrough on a smaller board, of 2 to 8 columns and 4 to 8 rows, two of them full of men on either side.
/// For another size imm_init() answers IMM_ERR_GAME.
#[unsafe(no_mangle)]
pub extern "C" fn imm_breakthrough_board(columns: u8, rows: u8) -> imm_game {
    game(pack(columns, rows, 0), &raw const BREAKTHROUGH)
}

/// Kalah with 6 houses of 4 seeds, IMM_CAPTURE_EMPTY. A last seed in one's own store moves again. The game ends when either
/// row is empty; what is left goes to the owner of its row, and more seeds win.
///
/// Moves are written as the number of the house, 0 to 5, counted in the mover's direction of sowing. Positions are houses
/// and store of the first player, then of the second, and who is to move, or - when the game is over:
/// "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1".
#[unsafe(no_mangle)]
pub extern "C" fn imm_kalah() -> *const imm_game {
    static GAME: imm_game = game(pack(6, 4, IMM_CAPTURE_EMPTY), &raw const KALAH);
    &raw const GAME
}

/// Kalah with 1 to 7 houses a side, 1 or more seeds in each (at most 127 a side), and a capture rule, IMM_CAPTURE_*.
/// For a board that does not exist imm_init() answers IMM_ERR_GAME.
#[unsafe(no_mangle)]
pub extern "C" fn imm_kalah_board(houses: u8, seeds: u8, capture: u8) -> imm_game {
    game(pack(houses, seeds, capture), &raw const KALAH)
}

/// Lines of Action on 8 x 8, twelve men a side. A man moves along a row, a column or a diagonal as many squares as there are
/// men on it, over men of its own side, and captures by landing on one of the other's. Who has all his men in one group wins;
/// a move that connects both sides is a draw, and so is a position that occurs for the third time with the same player to
/// move. Who has no move passes. Repetitions are seen over the last 256 plies without a capture.
///
/// Moves are written "b1b3", or "pass". Positions are the rows from the highest down, with the first player's men as b, the
/// second's as w, then who is to move, or - when the game is over (nobody connected: by repetition):
/// ".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. 1". A position that is set up has no past.
#[unsafe(no_mangle)]
pub extern "C" fn imm_loa() -> *const imm_game {
    static GAME: imm_game = game(0, &raw const LOA);
    &raw const GAME
}

/// imm_breakthrough_board() for firmware: what it takes to play, and no more. imm_candidates(), imm_line(), imm_evaluate(),
/// imm_shuffle() and whatever has to do with texts answer IMM_ERR_UNSUPPORTED, and are not linked.
#[unsafe(no_mangle)]
pub extern "C" fn imm_breakthrough_small(columns: u8, rows: u8) -> imm_game {
    game(pack(columns, rows, 0), &raw const SMALL_BREAKTHROUGH)
}

/// imm_kalah_board() for firmware: what it takes to play, and no more. imm_candidates(), imm_line(), imm_evaluate(),
/// imm_shuffle() and whatever has to do with texts answer IMM_ERR_UNSUPPORTED, and are not linked. A move is the number of
/// the house.
#[unsafe(no_mangle)]
pub extern "C" fn imm_kalah_small(houses: u8, seeds: u8, capture: u8) -> imm_game {
    game(pack(houses, seeds, capture), &raw const SMALL_KALAH)
}
