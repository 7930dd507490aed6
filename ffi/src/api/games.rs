//! The built-in games: `imm_kalah()` and the like, and the same by name.

use crate::internal::convert::read_text;
use crate::internal::game_kinds::built_in::{
    BREAKTHROUGH, KALAH, LOA, ONITAMA, OTHELLO, OWARE, SMALL_BREAKTHROUGH, SMALL_KALAH, pack,
};
use crate::internal::game_kinds::game_kind::game;
use crate::internal::game_kinds::needs_of;
use crate::internal::struct_versions;
use crate::types::*;
use core::ffi::{CStr, c_char};
use kernel::games::breakthrough::Breakthrough;
use kernel::games::kalah::{Capture, Kalah};
use kernel::games::loa::Rules as LoaRules;
use kernel::games::onitama::Onitama;
use kernel::games::othello::Scoring as OthelloScoring;

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
/// if the opponent has one; where neither has, the game is over, and more discs win. The score is
/// the difference of the discs; the winner gets the squares that are empty.
///
/// Moves are written "d3", or "pass". Positions are the rows from the lowest up, row 1 first, with
/// the first player's discs as b, the second's as w, then who is to move, or - when the game is
/// over: "......../......../......../...wb.../...bw.../......../......../........ 1".
#[unsafe(no_mangle)]
pub extern "C" fn imm_othello() -> *const imm_game {
    static GAME: imm_game = game(IMM_OTHELLO_EMPTIES_TO_WINNER as u32, &raw const OTHELLO);
    &raw const GAME
}

/// Othello scored in one of the ways IMM_OTHELLO_*. For others imm_init() returns IMM_ERR_GAME.
#[unsafe(no_mangle)]
pub extern "C" fn imm_othello_scoring(scoring: u8) -> imm_game {
    game(u32::from(scoring), &raw const OTHELLO)
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

/// The names that imm_game_by_name() knows, without sizes and numbers of deals.
const NAMES: [&CStr; 11] = [
    c"breakthrough",
    c"kalah",
    c"kalah_empty",
    c"kalah_std",
    c"kalah_stays",
    c"loa",
    c"loa_openspiel",
    c"oware",
    c"othello",
    c"othello_discs",
    c"onitama",
];

/// The name of a built-in game for imm_game_by_name(), by its place in a list that begins with 0;
/// NULL behind the last. The text is the library's and lives forever.
#[unsafe(no_mangle)]
pub extern "C" fn imm_game_name(index: u32) -> *const c_char {
    NAMES.get(index as usize).map_or(core::ptr::null(), |name| name.as_ptr())
}

/// Writes the built-in game of this name to `game`, which may be handed to imm_open(), imm_init()
/// and all else as if it was one of the functions' above: "breakthrough" or "breakthrough_6x5"
/// (columns, rows), "kalah" or "kalah_empty", "kalah_std", "kalah_stays" (IMM_CAPTURE_*), each also
/// with houses and seeds as in "kalah_std_4x3", "loa" or "loa_openspiel" (IMM_LOA_*), "oware",
/// "othello" or "othello_discs" (IMM_OTHELLO_*), "onitama" or "onitama_7" (the number of a deal).
/// `size` is sizeof(imm_game) as the caller knows it. Links all games.
///
/// IMM_ERR_NULL, IMM_ERR_TEXT for no UTF-8, IMM_ERR_GAME if there is no such game or board,
/// IMM_ERR_STRUCT_SIZE: nothing is written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_game_by_name(name: *const c_char, game: *mut imm_game, size: usize) -> imm_status {
    // SAFETY: NULL or a string.
    let found = unsafe { read_text(name) }.and_then(|name| game_named(name).ok_or(IMM_ERR_GAME));
    let written = found.and_then(|found| {
        needs_of(&found)?;
        let found = imm_game { struct_size: size as u32, ..found };
        // SAFETY: NULL or the caller's to be written.
        unsafe { struct_versions::write(game, size, &found) }
    });
    written.map_or_else(|status| status, |()| IMM_OK)
}

fn game_named(name: &str) -> Option<imm_game> {
    if let Some((columns, rows)) = Breakthrough::board_of_name(name) {
        return Some(imm_breakthrough_board(columns, rows));
    }
    if let Some((houses, seeds, capture)) = Kalah::board_of_name(name) {
        let capture = match capture {
            Capture::Empty => IMM_CAPTURE_EMPTY,
            Capture::Standard => IMM_CAPTURE_STANDARD,
            Capture::Stays => IMM_CAPTURE_STAYS,
        };
        return Some(imm_kalah_board(houses, seeds, capture));
    }
    if let Some(deal) = Onitama::deal_of_name(name) {
        return u32::try_from(deal).ok().map(|deal| imm_onitama_deal(deal));
    }
    if let Some(rules) = LoaRules::from_name(name) {
        return Some(imm_loa_rules(match rules {
            LoaRules::Olympiad => IMM_LOA_OLYMPIAD,
            LoaRules::OpenSpiel => IMM_LOA_OPENSPIEL,
        }));
    }
    if let Some(scoring) = OthelloScoring::from_name(name) {
        return Some(imm_othello_scoring(match scoring {
            OthelloScoring::EmptiesToWinner => IMM_OTHELLO_EMPTIES_TO_WINNER,
            OthelloScoring::DiscsOnly => IMM_OTHELLO_DISCS_ONLY,
        }));
    }
    // SAFETY: a static of the library's.
    (name == "oware").then(|| unsafe { *imm_oware() })
}
