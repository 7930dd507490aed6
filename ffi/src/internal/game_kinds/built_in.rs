//! The built-in games. Each is named only by its own functions, so that a program links those that
//! it plays.

use crate::kinds::host::Kind;
use crate::kinds::large::{InBlock, Large};
use crate::kinds::small::{Board, Small};
use crate::session::CGame;
use crate::types::*;
use core::ptr::null_mut;
use kernel::games::breakthrough::Breakthrough;
use kernel::games::kalah::{Capture, Kalah};
use kernel::games::loa::{Loa, Rules as LoaRules};
use kernel::games::onitama::Onitama;
use kernel::games::othello::Othello;
use kernel::games::oware::Oware;
use kernel::knowledge::Knowledge;
use kernel::rng::Rng;
use kernel::text::Notation;

static BREAKTHROUGH: Kind = Kind::of::<Small<Breakthrough>>();
static SMALL_BREAKTHROUGH: Kind = Kind::small::<Small<Breakthrough>>();
static KALAH: Kind = Kind::of::<Small<Kalah>>();
static SMALL_KALAH: Kind = Kind::small::<Small<Kalah>>();
static LOA: Kind = Kind::of::<InBlock<Loa>>();
static OWARE: Kind = Kind::of::<InBlock<Oware>>();
static OTHELLO: Kind = Kind::of::<Small<Othello>>();
static ONITAMA: Kind = Kind::of::<Small<Onitama>>();

pub(crate) const fn game(board: u32, kind: *const Kind) -> imm_game {
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
        builtin: kind.cast(), // and back in `built_in_kind`
        score: None,
        max_score: 0,
        features: None,
        feature_count: 0,
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

impl CGame for Breakthrough {
    fn description(&self, board: u32) -> imm_game {
        game(board, &raw const BREAKTHROUGH)
    }

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

impl CGame for Kalah {
    fn description(&self, board: u32) -> imm_game {
        game(board, &raw const KALAH)
    }

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

    fn kind() -> *const Kind {
        &raw const LOA
    }

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

    fn kind() -> *const Kind {
        &raw const OWARE
    }

    fn has_board(_: u32) -> bool {
        true
    }

    fn restart(&mut self, _: u32) {
        Self::restart(self);
    }
}

impl Board for Othello {
    fn from_board(_: u32) -> Option<Self> {
        Some(Self::default())
    }
}

impl CGame for Othello {
    fn description(&self, board: u32) -> imm_game {
        game(board, &raw const OTHELLO)
    }

    fn restart(&mut self, _: u32) {
        *self = Self::default();
    }
}

/// The number of a board is that of the deal.
impl Board for Onitama {
    #[inline(never)] // for flash
    fn from_board(board: u32) -> Option<Self> {
        Some(Self::deal(board.into()))
    }
}

impl CGame for Onitama {
    fn description(&self, board: u32) -> imm_game {
        game(board, &raw const ONITAMA)
    }

    fn restart(&mut self, board: u32) {
        *self = Self::deal(board.into());
    }

    fn shuffle(&mut self, _: u32, seed: u64) -> bool {
        *self = Self::deal(seed);
        true
    }
}

/// Something to do with a built-in game, of whatever type it is.
pub(crate) trait WithBuiltIn {
    type Output;

    fn run<G: Knowledge + Notation + Clone + PartialEq>(self, start: G) -> Self::Output;
}

/// Does it with the game that is described; IMM_ERR_GAME where its board does not exist. Names all
/// built-in games, so that whoever calls this links them.
pub(crate) fn with_built_in<W: WithBuiltIn>(game: &imm_game, with: W) -> Result<W::Output, imm_status> {
    let is = |kind: &Kind| core::ptr::eq(game.builtin.cast(), kind);
    let board = game.board;
    match () {
        () if is(&BREAKTHROUGH) || is(&SMALL_BREAKTHROUGH) => {
            Breakthrough::from_board(board).map(|start| with.run(start))
        }
        () if is(&KALAH) || is(&SMALL_KALAH) => Kalah::from_board(board).map(|start| with.run(start)),
        () if is(&LOA) => started::<Loa>(board).map(|start| with.run(start)),
        () if is(&OWARE) => started::<Oware>(board).map(|start| with.run(start)),
        () if is(&OTHELLO) => Othello::from_board(board).map(|start| with.run(start)),
        () if is(&ONITAMA) => Onitama::from_board(board).map(|start| with.run(start)),
        () => None,
    }
    .ok_or(IMM_ERR_GAME)
}

/// The starting position of a game whose positions are large.
fn started<G: Large>(board: u32) -> Option<G> {
    let mut start = *G::ANY;
    Large::restart(&mut start, board);
    G::has_board(board).then_some(start)
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

/// Breakthrough on 8 x 8. The first player begins on the rows 1 and 2 and moves up; straight or
/// diagonally, capturing only diagonally; whoever reaches the far row, or captures everything,
/// wins.
///
/// Squares are written a1 to h8, moves "a2b3". Positions are the rows from the highest down, with
/// the first player's men as w, the second's as b, then who is to move, or - when the game is over:
/// "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwwww 1".
#[unsafe(no_mangle)]
pub extern "C" fn imm_breakthrough() -> *const imm_game {
    static GAME: imm_game = game(pack(8, 8, 0), &raw const BREAKTHROUGH);
    &raw const GAME
}

/// Breakthrough on a smaller board, of 2 to 8 columns and 4 to 8 rows, two of them full of men on
/// either side. For another size imm_init() answers IMM_ERR_GAME.
#[unsafe(no_mangle)]
pub extern "C" fn imm_breakthrough_board(columns: u8, rows: u8) -> imm_game {
    game(pack(columns, rows, 0), &raw const BREAKTHROUGH)
}

/// Kalah with 6 houses of 4 seeds, IMM_CAPTURE_EMPTY. A last seed in one's own store moves again.
/// The game ends when either row is empty; what is left goes to the owner of its row, and more
/// seeds win.
///
/// Moves are written as the number of the house, 0 to 5, counted in the mover's direction of
/// sowing. Positions are houses and store of the first player, then of the second, and who is to
/// move, or - when the game is over: "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1".
#[unsafe(no_mangle)]
pub extern "C" fn imm_kalah() -> *const imm_game {
    static GAME: imm_game = game(pack(6, 4, IMM_CAPTURE_EMPTY), &raw const KALAH);
    &raw const GAME
}

/// Kalah with 1 to 7 houses a side, 1 or more seeds in each (at most 127 a side), and a capture
/// rule, IMM_CAPTURE_*. For a board that does not exist imm_init() answers IMM_ERR_GAME.
#[unsafe(no_mangle)]
pub extern "C" fn imm_kalah_board(houses: u8, seeds: u8, capture: u8) -> imm_game {
    game(pack(houses, seeds, capture), &raw const KALAH)
}

/// Lines of Action on 8 x 8, twelve men a side. A man moves along a row, a column or a diagonal as
/// many squares as there are men on it, over men of its own side, and captures by landing on one of
/// the other's. Who has all his men in one group wins; a move that connects both sides is a draw,
/// and so is a position that occurs for the third time with the same player to move. Who has no
/// move passes. Repetitions are seen over the last 256 plies without a capture.
///
/// Moves are written "b1b3", or "pass". Positions are the rows from the highest down, with the
/// first player's men as b, the second's as w, then who is to move, or - when the game is over
/// (nobody connected: by repetition):
/// ".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. 1". A position that is
/// set up has no past.
#[unsafe(no_mangle)]
pub extern "C" fn imm_loa() -> *const imm_game {
    static GAME: imm_game = game(0, &raw const LOA);
    &raw const GAME
}

/// Lines of Action by one of the rules IMM_LOA_*. For others imm_init() answers IMM_ERR_GAME.
///
/// By IMM_LOA_OPENSPIEL the text of a game that is over does not say all: it is read as if the
/// second player had moved last.
#[unsafe(no_mangle)]
pub extern "C" fn imm_loa_rules(rules: u8) -> imm_game {
    game(u32::from(rules), &raw const LOA)
}

/// Oware by the Abapa rules, the ones of tournaments: six houses a side, four seeds in each. A move
/// sows the seeds of one of the mover's houses, one by one, over the houses that follow on both
/// sides; a house of twelve or more is left out when the sowing comes back to it. Where the last
/// seed makes two or three in a house of the opponent's, these are captured, and so are those of
/// the houses before it as long as they hold two or three in an unbroken run; a move that would
/// capture all that the opponent has left captures nothing. Where the opponent has no seeds, only
/// moves that give him some are legal. More than 24 captured seeds win. The game also ends where a
/// player has no legal move, and where a position occurs again: then each side takes the seeds in
/// its houses, and more seeds win. Repetitions are seen over the last 256 plies without a capture.
///
/// Moves are written as the number of the house, 0 to 5, counted in the mover's direction of
/// sowing. Positions are houses and captured seeds of the first player, then of the second, and who
/// is to move, or - when the game is over: "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1". A position that is set
/// up has no past.
#[unsafe(no_mangle)]
pub extern "C" fn imm_oware() -> *const imm_game {
    static GAME: imm_game = game(0, &raw const OWARE);
    &raw const GAME
}

/// Othello on 8 x 8; the first player is Black. A move puts a disc on an empty square so that it
/// and another disc of the mover's enclose, in at least one of the eight directions, an unbroken
/// row of the opponent's discs: all rows enclosed so are turned over. Who has no such move passes,
/// if the opponent has one; where neither has, the game is over, and more discs win.
///
/// Moves are written "d3", or "pass". Positions are the rows from the lowest up, row 1 first, with
/// the first player's discs as b, the second's as w, then who is to move, or - when the game is
/// over: "......../......../......../...wb.../...bw.../......../......../........ 1".
#[unsafe(no_mangle)]
pub extern "C" fn imm_othello() -> *const imm_game {
    static GAME: imm_game = game(0, &raw const OTHELLO);
    &raw const GAME
}

/// Onitama with the sixteen cards of the original game, five of which are in play: two before each
/// player, one in the middle. On 5 x 5 squares each side has a master and four students. A move
/// takes one of the mover's pieces along a step of one of his two cards, to an empty square or to
/// one where it captures; the card goes to the middle, and the one that lay there to the mover. Who
/// captures the enemy master, or brings his own to the square where the enemy's began, has won. Who
/// has no step passes, and still gives one of his cards away. The first player always begins, and
/// nothing ends a game that goes round in circles: whoever plays it to its end counts its plies.
///
/// Moves are written "a1a3:tiger", or "pass:tiger", with the card that they take. Positions are the
/// rows from the highest down, with the first player's students as w and his master as W, the
/// second's as b and B, then the cards of the first player, of the second, and the one in the
/// middle, and who is to move, or - when the game is over: "bbBbb/...../...../...../wwWww crane,eel
/// elephant,mantis ox 1".
///
/// These are the cards of deal 0, the same on every target; imm_onitama_deal() has others.
#[unsafe(no_mangle)]
pub extern "C" fn imm_onitama() -> *const imm_game {
    static GAME: imm_game = game(0, &raw const ONITAMA);
    &raw const GAME
}

/// imm_onitama() with the cards of another deal: a number gives the same cards on every target, and
/// the same as it gives imm_shuffle().
#[unsafe(no_mangle)]
pub extern "C" fn imm_onitama_deal(deal: u32) -> imm_game {
    game(deal, &raw const ONITAMA)
}

/// imm_breakthrough_board() for firmware: what it takes to play, and no more. imm_candidates(),
/// imm_line(), imm_evaluate(), imm_shuffle() and whatever has to do with texts answer
/// IMM_ERR_UNSUPPORTED, and are not linked.
#[unsafe(no_mangle)]
pub extern "C" fn imm_breakthrough_small(columns: u8, rows: u8) -> imm_game {
    game(pack(columns, rows, 0), &raw const SMALL_BREAKTHROUGH)
}

/// imm_kalah_board() for firmware: what it takes to play, and no more. imm_candidates(),
/// imm_line(), imm_evaluate(), imm_shuffle() and whatever has to do with texts answer
/// IMM_ERR_UNSUPPORTED, and are not linked. A move is the number of the house.
#[unsafe(no_mangle)]
pub extern "C" fn imm_kalah_small(houses: u8, seeds: u8, capture: u8) -> imm_game {
    game(pack(houses, seeds, capture), &raw const SMALL_KALAH)
}
