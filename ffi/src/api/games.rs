//! The built-in games: one function for each game, and functions that find a game by its name.

use crate::internal::convert::read_text;
use crate::internal::game_kinds::built_in::{
    BREAKTHROUGH, EINSTEIN, KALAH, LOA, ONITAMA, OTHELLO, OWARE, SMALL_BREAKTHROUGH, SMALL_KALAH, pack,
};
use crate::internal::game_kinds::game_kind::game;
use crate::internal::game_kinds::needs_of;
use crate::internal::struct_versions;
use crate::types::*;
use core::ffi::{CStr, c_char};
use kernel::games::breakthrough::Breakthrough;
use kernel::games::einstein::Einstein;
use kernel::games::kalah::{Capture, Kalah};
use kernel::games::loa::Rules as LoaRules;
use kernel::games::onitama::Onitama;
use kernel::games::othello::Scoring as OthelloScoring;

/// Returns Breakthrough on 8 x 8. The first player (w) moves up, the second player (b) moves down.
/// A piece moves one square forward, straight or diagonally, and captures only diagonally. You win
/// if one of your pieces reaches the far row, or if you capture all pieces of the opponent.
///
///     8  b b b b b b b b     56 57 58 59 60 61 62 63
///     7  b b b b b b b b     48 49 50 51 52 53 54 55
///     6  . . . . . . . .     40 41 42 43 44 45 46 47
///     5  . . . . . . . .     32 33 34 35 36 37 38 39
///     4  . . . . . . . .     24 25 26 27 28 29 30 31
///     3  . . . . . . . .     16 17 18 19 20 21 22 23
///     2  w w w w w w w w      8  9 10 11 12 13 14 15
///     1  w w w w w w w w      0  1  2  3  4  5  6  7
///        a b c d e f g h      a  b  c  d  e  f  g  h
///
/// A move is written "a2b3". With the square numbers on the right, its number is
///
///     from + 64 * to           8 + 64 * 17 for a2b3
///
/// The text of a position has the rows, the highest first, and the player to move: 1, 2, or - if
/// the game is over. The starting position:
///
///     "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwwww 1"
#[unsafe(no_mangle)]
pub extern "C" fn imm_breakthrough() -> *const imm_game {
    static GAME: imm_game = game(pack(8, 8, 0), &raw const BREAKTHROUGH);
    &raw const GAME
}

/// Returns Breakthrough on a smaller board: `columns` 2 to 8, `rows` 4 to 8. Each side begins with
/// two full rows of pieces. The squares have the same numbers as on the 8 x 8 board. imm_init()
/// returns IMM_ERR_GAME for any other size.
#[unsafe(no_mangle)]
pub extern "C" fn imm_breakthrough_board(columns: u8, rows: u8) -> imm_game {
    game(pack(columns, rows, 0), &raw const BREAKTHROUGH)
}

/// Returns Kalah with 6 houses of 4 seeds and the capture rule IMM_CAPTURE_EMPTY. A move sows the
/// seeds of one of your houses, one by one, into your next houses, your store and the opponent's
/// houses. If the last seed falls into your store, you move again. If the last seed falls into an
/// empty house of yours, this seed and the seeds of the opposite house go into your store. The game
/// ends when a row is empty. The seeds that are left go to the owner of their row, and the player
/// with more seeds wins.
///
///              second player, store on the left
///            5   4   3   2   1   0     <- moves of the second player
///          +---+---+---+---+---+---+
///          | 4 | 4 | 4 | 4 | 4 | 4 |
///     [0]  +---+---+---+---+---+---+  [0]
///          | 4 | 4 | 4 | 4 | 4 | 4 |
///          +---+---+---+---+---+---+
///            0   1   2   3   4   5     -> moves of the first player
///              first player, store on the right
///
/// A move is the number of the house, counted from 0 in the player's direction of sowing. The text
/// of a position has the houses and the store of the first player, the houses and the store of the
/// second player, and the player to move: 1, 2, or - if the game is over. The starting position:
///
///     "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1"
#[unsafe(no_mangle)]
pub extern "C" fn imm_kalah() -> *const imm_game {
    static GAME: imm_game = game(pack(6, 4, IMM_CAPTURE_EMPTY), &raw const KALAH);
    &raw const GAME
}

/// Returns Kalah on another board. `houses` is the number of houses on each side, 1 to 7. `seeds`
/// is the number of seeds in each house at the start: at least 1, and `houses` times `seeds` must
/// be at most 127. `capture` is a capture rule, IMM_CAPTURE_*. Suggested values: 6, 4 and
/// IMM_CAPTURE_EMPTY, which are the rules of imm_kalah(). imm_init() returns IMM_ERR_GAME if a
/// value is outside of these ranges.
#[unsafe(no_mangle)]
pub extern "C" fn imm_kalah_board(houses: u8, seeds: u8, capture: u8) -> imm_game {
    game(pack(houses, seeds, capture), &raw const KALAH)
}

/// Returns Lines of Action on 8 x 8, with twelve pieces a side. A piece moves along a row, column
/// or diagonal, exactly as many squares as there are pieces of both sides on that line. It may jump
/// over pieces of its own side, but not over pieces of the opponent. A piece captures an opponent's
/// piece by landing on it. You win if all your pieces form one group; pieces that touch diagonally
/// are connected. A move that connects both sides is a draw. A position that occurs for the third
/// time with the same player to move is also a draw. A player without a move passes. To find
/// repetitions, imm remembers the positions since the last capture, at most 256 plies back.
///
///     8  . b b b b b b .     first player: b
///     7  w . . . . . . w     second player: w
///     6  w . . . . . . w
///     5  w . . . . . . w     Squares are numbered a1 = 0, b1 = 1,
///     4  w . . . . . . w     ..., h1 = 7, a2 = 8, ..., h8 = 63.
///     3  w . . . . . . w
///     2  w . . . . . . w
///     1  . b b b b b b .
///        a b c d e f g h
///
/// A move is written "b1b3" or "pass". Its number is from + 64 * to, plus 4096 if it captures: 1 +
/// 64 * 17 for b1b3. A pass is 8192. The text of a position has the rows, the highest first, and
/// the player to move: 1, 2, or - if the game is over. The starting position:
///
///     ".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. 1"
///
/// If a game is over and neither player's pieces are connected, the game was drawn by repetition. A
/// position set up from a text has no history of earlier positions.
#[unsafe(no_mangle)]
pub extern "C" fn imm_loa() -> *const imm_game {
    static GAME: imm_game = game(0, &raw const LOA);
    &raw const GAME
}

/// Returns Lines of Action with one of the rules IMM_LOA_*. Suggested: IMM_LOA_OLYMPIAD, the rules
/// of imm_loa(). imm_init() returns IMM_ERR_GAME for any other number.
///
/// With IMM_LOA_OPENSPIEL the winner can depend on which side moved last, but the text of a
/// finished game does not contain this side. imm_set_position() assumes that the second player
/// moved last.
#[unsafe(no_mangle)]
pub extern "C" fn imm_loa_rules(rules: u8) -> imm_game {
    game(u32::from(rules), &raw const LOA)
}

/// Returns Oware under the Abapa rules, which tournaments use: six houses a side with four seeds
/// each. A move sows the seeds of one of your houses, one by one, into the next houses of both
/// sides. A sowing of twelve seeds or more skips the house that it came from. If the last seed
/// makes two or three seeds in a house of the opponent, you capture these seeds. You also capture
/// the seeds of the opponent's houses directly before that house, back to the first house that does
/// not have two or three seeds. If a move would capture all seeds of the opponent, it captures
/// nothing. If the opponent has no seeds, only moves that reach the opponent's houses are legal. A
/// player with more than 24 captured seeds wins. The game also ends if a player has no legal move,
/// or if a position occurs again. Then each side gets the seeds in its houses, and the player with
/// more seeds wins. To find repetitions, imm remembers the positions since the last capture, at
/// most 256 plies back.
///
///              second player
///            5   4   3   2   1   0     <- moves of the second player
///          +---+---+---+---+---+---+
///          | 4 | 4 | 4 | 4 | 4 | 4 |
///          +---+---+---+---+---+---+
///          | 4 | 4 | 4 | 4 | 4 | 4 |
///          +---+---+---+---+---+---+
///            0   1   2   3   4   5     -> moves of the first player
///              first player
///
/// A move is the number of the house, counted from 0 in the player's direction of sowing. The text
/// of a position has the houses and the captured seeds of the first player, the houses and the
/// captured seeds of the second player, and the player to move: 1, 2, or - if the game is over. A
/// position set up from a text has no history of earlier positions. The starting position:
///
///     "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1"
#[unsafe(no_mangle)]
pub extern "C" fn imm_oware() -> *const imm_game {
    static GAME: imm_game = game(0, &raw const OWARE);
    &raw const GAME
}

/// Returns Othello on 8 x 8; the first player is Black (b). A move puts a disc on an empty square.
/// In at least one of the eight directions, an unbroken row of the opponent's discs must lie
/// between this disc and another disc of yours. All such rows are turned over. A player without a
/// move passes. If neither player has a move, the game is over, and the player with more discs
/// wins. The score is the difference of the discs. The winner also gets the empty squares.
///
///        a b c d e f g h      a  b  c  d  e  f  g  h
///     1  . . . . . . . .      0  1  2  3  4  5  6  7
///     2  . . . . . . . .      8  9 10 11 12 13 14 15
///     3  . . . . . . . .     16 17 18 19 20 21 22 23
///     4  . . . w b . . .     24 25 26 27 28 29 30 31
///     5  . . . b w . . .     32 33 34 35 36 37 38 39
///     6  . . . . . . . .     40 41 42 43 44 45 46 47
///     7  . . . . . . . .     48 49 50 51 52 53 54 55
///     8  . . . . . . . .     56 57 58 59 60 61 62 63
///
/// A move is written "d3" or "pass". Its number is the number of the square, 19 for d3. A pass is
/// 64. The text of a position has the rows, row 1 first, and the player to move: 1, 2, or - if the
/// game is over. The starting position:
///
///     "......../......../......../...wb.../...bw.../......../......../........ 1"
#[unsafe(no_mangle)]
pub extern "C" fn imm_othello() -> *const imm_game {
    static GAME: imm_game = game(IMM_OTHELLO_EMPTIES_TO_WINNER as u32, &raw const OTHELLO);
    &raw const GAME
}

/// Returns Othello with one of the scoring rules IMM_OTHELLO_*. Suggested:
/// IMM_OTHELLO_EMPTIES_TO_WINNER, the rule of imm_othello(). imm_init() returns IMM_ERR_GAME for
/// any other number.
#[unsafe(no_mangle)]
pub extern "C" fn imm_othello_scoring(scoring: u8) -> imm_game {
    game(u32::from(scoring), &raw const OTHELLO)
}

/// Returns Onitama with the sixteen cards of the original game. Five cards are in play: two for
/// each player, and one in the middle. On 5 x 5 squares each side has a master and four students.
/// In a move, one of your pieces makes a step of one of your two cards, to an empty square or to a
/// square with an opponent's piece, which is captured. The card of this step goes to the middle,
/// and you get the card that was there. You win if you capture the opponent's master, or if your
/// master reaches the square where the opponent's master began. A player without a step passes, and
/// still gives up a card. The first player always begins. No rule ends a game that repeats
/// positions: stop after a number of plies of your choice.
///
///     5  b b B b b     20 21 22 23 24     B, W: the masters
///     4  . . . . .     15 16 17 18 19     b, w: the students
///     3  . . . . .     10 11 12 13 14
///     2  . . . . .      5  6  7  8  9     first player: w and W
///     1  w w W w w      0  1  2  3  4     second player: b and B
///        a b c d e      a  b  c  d  e
///
/// The cards, by number: tiger 0, dragon 1, frog 2, rabbit 3, crab 4, elephant 5, goose 6, rooster
/// 7, monkey 8, mantis 9, horse 10, ox 11, crane 12, boar 13, eel 14, cobra 15.
///
/// A move is written with the card that it uses: "a1a3:tiger", or "pass:tiger". Its number is
///
///     from + 32 * to + 1024 * card           0 + 32 * 10 + 1024 * 0 for a1a3:tiger
///
/// In a pass, from and to are 25. The text of a position has five parts: the rows, the highest row
/// first; the cards of the first player; the cards of the second player; the card in the middle;
/// and the player to move: 1, 2, or - if the game is over. imm_onitama() deals the cards of deal 0,
/// which are the same on every target; imm_onitama_deal() deals other cards. The starting position:
///
///     "bbBbb/...../...../...../wwWww crane,eel elephant,mantis ox 1"
#[unsafe(no_mangle)]
pub extern "C" fn imm_onitama() -> *const imm_game {
    static GAME: imm_game = game(0, &raw const ONITAMA);
    &raw const GAME
}

/// Returns Onitama with the cards of another deal. The same number `deal` gives the same cards on
/// every target. imm_shuffle() with this number as `seed` deals the same cards.
#[unsafe(no_mangle)]
pub extern "C" fn imm_onitama_deal(deal: u32) -> imm_game {
    game(deal, &raw const ONITAMA)
}

/// Returns EinStein würfelt nicht!, a game with a die. Each side has six stones with the numbers 1
/// to 6. At each turn the die rolls, and the player moves the stone with this number. If this stone
/// was captured, the player moves the stone with the next lower or the next higher number. The
/// first player moves right, down or diagonally right and down; the second player moves left, up or
/// diagonally left and up. A stone captures any stone on its target square, also one of its own
/// side. You win if one of your stones reaches the opposite corner, or if you capture all stones of
/// the opponent. imm_shuffle() arranges the stones of each side at random.
///
///        a b c d e      a  b  c  d  e
///     1  1 2 3 . .      0  1  2  3  4     first player: 1 to 6
///     2  4 5 . . .      5  6  7  8  9     second player: a to f, the
///     3  6 . . . f     10 11 12 13 14     stones 1 to 6
///     4  . . . e d     15 16 17 18 19
///     5  . . c b a     20 21 22 23 24
///
/// Each roll is a chance event, see imm_sample_chance(). The roll of a 5 is the move 5, written
/// "5". The move of a stone is written "a1b2", and its number is
///
///     1024 + from + 32 * to           1024 + 0 + 32 * 6 for a1b2
///
/// The text of a position has the rows, row 1 first; the number that the die shows, or 0 if the die
/// rolls next; and the player to move: 1, 2, or - if the game is over. While the die rolls, this is
/// the player who moves next. The starting position:
///
///     "123../45.../6...f/...ed/..cba 0 1"
///
/// In a library without chance events, imm_init() returns IMM_ERR_UNSUPPORTED.
#[unsafe(no_mangle)]
pub extern "C" fn imm_einstein() -> *const imm_game {
    static GAME: imm_game = game(0, &raw const EINSTEIN);
    &raw const GAME
}

/// Returns Breakthrough on the same boards as imm_breakthrough_board(), for firmware. The game has
/// only the functions that a program needs to play. imm_candidates(), imm_line(), imm_evaluate(),
/// imm_shuffle() and all functions for texts return IMM_ERR_UNSUPPORTED. Their code is not in your
/// program. imm_breakthrough() shows how a move becomes a number.
#[unsafe(no_mangle)]
pub extern "C" fn imm_breakthrough_small(columns: u8, rows: u8) -> imm_game {
    game(pack(columns, rows, 0), &raw const SMALL_BREAKTHROUGH)
}

/// Returns Kalah on the same boards as imm_kalah_board(), for firmware. The game has only the
/// functions that a program needs to play. imm_candidates(), imm_line(), imm_evaluate(),
/// imm_shuffle() and all functions for texts return IMM_ERR_UNSUPPORTED. Their code is not in your
/// program. A move is the number of the house, as imm_kalah() shows.
#[unsafe(no_mangle)]
pub extern "C" fn imm_kalah_small(houses: u8, seeds: u8, capture: u8) -> imm_game {
    game(pack(houses, seeds, capture), &raw const SMALL_KALAH)
}

/// The names of the built-in games for imm_game_by_name(), without board sizes ("_6x5") and without
/// numbers of Onitama deals ("_7").
const NAMES: [&CStr; 12] = [
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
    c"einstein",
];

/// Returns the name of a built-in game for imm_game_by_name(). `index` counts from 0; an index
/// after the last name returns NULL. The text belongs to the library and is valid forever.
#[unsafe(no_mangle)]
pub extern "C" fn imm_game_name(index: u32) -> *const c_char {
    NAMES.get(index as usize).map_or(core::ptr::null(), |name| name.as_ptr())
}

/// Writes the built-in game with this name to `game`. You can pass the game to imm_open(),
/// imm_init() and all other functions, like the game that imm_breakthrough() returns.
///
///     "breakthrough", "breakthrough_6x5"              columns x rows
///     "kalah", "kalah_empty", "kalah_std",            IMM_CAPTURE_*; each also with houses x
///     "kalah_stays", "kalah_std_4x3"                  seeds
///     "loa", "loa_openspiel"                          IMM_LOA_*
///     "oware"
///     "othello", "othello_discs"                      IMM_OTHELLO_*
///     "onitama", "onitama_7"                          the number of a deal
///     "einstein"
///
/// `size` is the caller's sizeof(imm_game). A program that calls this function contains all games.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_TEXT if the name is not UTF-8; IMM_ERR_GAME if no such game or
/// board exists; IMM_ERR_STRUCT_SIZE. After an error nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_game_by_name(name: *const c_char, game: *mut imm_game, size: usize) -> imm_status {
    // SAFETY: NULL or a string.
    let found = unsafe { read_text(name) }.and_then(|name| game_named(name).ok_or(IMM_ERR_GAME));
    let written = found.and_then(|found| {
        needs_of(&found)?;
        let found = imm_game { struct_size: size as u32, ..found };
        // SAFETY: NULL or valid for writes.
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
    if Einstein::from_name(name).is_some() {
        // SAFETY: a static of the library.
        return Some(unsafe { *imm_einstein() });
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
    // SAFETY: a static of the library.
    (name == "oware").then(|| unsafe { *imm_oware() })
}
