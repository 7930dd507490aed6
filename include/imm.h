/* imm: finds good moves in board games.
 *
 * imm plays games with perfect information, usually with two players of whom one wins what the
 * other loses. A player may move several times in a row. Games may have dice, and one to eight
 * players. imm is not for games with hidden cards or simultaneous moves. Seven games are built in;
 * you add others with a few callbacks. imm needs no allocation, no global state and no I/O: it
 * searches in a block of memory that you provide. The language is C99; for C++ there is also
 * imm.hpp.
 *
 * Six calls are enough to play:
 *
 *   imm_open()          sets up a search: memory, game, player, seed
 *   imm_search()        thinks for some milliseconds and returns the best move
 *   imm_play()          makes a move: yours, or the opponent's
 *   imm_outcome()       returns the result, or IMM_ONGOING
 *   imm_legal_moves()   lists the legal moves
 *   imm_move_text()     writes a move as text; imm_parse_move() reads one
 *
 *     IMM_ALIGNED(IMM_ALIGN) static unsigned char memory[1 << 20];
 *
 *     imm_state *state = NULL;
 *     if (imm_open(memory, sizeof memory, imm_breakthrough(), NULL, 1, &state) != IMM_OK) return 1;
 *     while (imm_outcome(state) == IMM_ONGOING) {
 *         imm_move move = imm_search(state, 20);         // 20 ms a move
 *         if (imm_play(state, move) != IMM_OK) break;    // IMM_MOVE_NONE is no legal move
 *     }
 *
 * This file is the manual: functions in the order of use, then structures, then constants. (It is
 * generated from ffi/src: change it there.)
 *
 * Firmware that plays a built-in game links less code with imm_init_builtin(), and with
 * imm_breakthrough_small() or imm_kalah_small().
 *
 * Memory. The caller provides all of it: one block for each state. imm_open() aligns it; for
 * imm_init() it must be aligned to IMM_ALIGN.
 * imm_memory_required() gives the size for a number of tree slots, imm_memory_slots() the number of
 * slots for a size, IMM_MEMORY_SIZE() a constant upper bound for static blocks. For alpha-beta use
 * imm_alpha_beta_memory(), imm_alpha_beta_plies() and IMM_ALPHA_BETA_MEMORY_SIZE();
 * imm_alpha_beta_buckets() gives the size of its table. A full tree keeps searching: its least
 * recently used parts make room. There is nothing to free. To take moves back with imm_undo(),
 * first provide memory for the moves with imm_keep_history().
 *
 * Views. Values, results and proofs are from the FIRST player's point of view, no matter which
 * player is to move: +1 means that the first player wins.
 *
 * Statuses. Functions that can fail return an imm_status, or a value whose negative numbers are
 * statuses. They write outputs only on success; but a text buffer may get the empty text on an
 * error. A state stays usable after every error. Each function lists its statuses. In addition,
 * every function that takes a state can return IMM_ERR_NULL, IMM_ERR_MISALIGNED, IMM_ERR_STATE or
 * IMM_ERR_BUSY.
 *
 * Texts. Strings with a closing 0; built-in games and players use ASCII only.
 *
 * Players. Fill in an imm_config, or let imm_configure() read a line of text:
 * "mcts(c1.0,im0.4,efMS,ipp)" is a tree search, "bfm(c0.5)" a tree search without playouts
 * (best-first minimax), and "ab(efMS)" alpha-beta. Everything else is the same for all players. A
 * player with leaf searches (`leaf` in imm_config) keeps its move lists in memory that otherwise
 * holds the tree: imm_leaf_memory() returns how much.
 *
 * Determinism. Equal seed, memory size, game and iterations give the same tree, bit for bit, on
 * every target and at every optimisation level: imm_report has a signature to compare. (Bare metal
 * searches a tree of 32,768 slots or more in another way than the other targets.) With a limit in
 * milliseconds the tree depends on how far the search gets in that time.
 *
 * Floating point. Signatures hold in the default rounding mode, to nearest. Another mode can give
 * another tree; proofs stay correct. Flushing subnormal numbers to zero changes nothing. You may
 * unmask the exceptions for invalid operations, division by zero and overflow: imm raises none.
 *
 * Threads and interrupts. Use a state from one thread at a time; different states are independent.
 * You may call imm_stop() from anywhere. Callbacks must not throw, must not longjmp() out, and must
 * not call functions for the state that is searching. Except for imm_stop() and imm_last_status(),
 * such a call returns IMM_ERR_BUSY.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef IMM_H
#define IMM_H

#include <stddef.h>
#include <stdint.h>

/* ---- Types ----------------------------------------------------------------------------------- */

// A search in memory that the caller provides. The struct is opaque.
//
// A state is valid from imm_open() or imm_init() until its memory is used for something else. You
// need not free anything. Different states are independent. Only one thread at a time may use a
// state, except for imm_stop().
typedef struct imm_state imm_state;

// A move, as a number. For a built-in game, the comment of its function, such as imm_kalah(),
// describes the numbers. Your own game chooses the numbers of its moves. See imm_move_text().
typedef uint32_t imm_move;

// A player: IMM_FIRST or IMM_SECOND. In a game with another number of players (`players` in
// imm_game), a number from 0 on. In a game with chance events also IMM_CHANCE.
typedef int32_t imm_player;

// The result of a game: IMM_ONGOING, IMM_FIRST_WINS, IMM_SECOND_WINS or IMM_DRAW. In a game that
// does not have two players, IMM_ONGOING or IMM_OVER.
typedef int32_t imm_result;

// The game-theoretic value of a position: one of the IMM_PROVEN_* constants, or IMM_UNPROVEN if
// the position is not solved.
typedef int32_t imm_proof;

// Why a search ended: one of the IMM_STOPPED_* constants.
typedef int32_t imm_stopped;

// The status of a call: IMM_OK, or a negative IMM_ERR_* constant. The meaning of a number never
// changes. See imm_status_text().
typedef int32_t imm_status;

// The internals of a built-in game. Programs cannot access them.
typedef struct imm_builtin imm_builtin;

// Structures: defined after the functions.
typedef struct imm_game imm_game;
typedef struct imm_config imm_config;
typedef struct imm_limits imm_limits;
typedef struct imm_report imm_report;
typedef struct imm_candidate imm_candidate;
typedef struct imm_node imm_node;
typedef struct imm_clock imm_clock;
typedef struct imm_check_finding imm_check_finding;
typedef struct imm_check_report imm_check_report;

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"
#endif

/* ---- Games that are built in ----------------------------------------------------------------- */

// What each built-in game has. A row is an optional callback of imm_game. The row `evaluate` lists
// the evaluation functions (MS is IMM_EF_MS); yes means one without a name.
//
//            breakthrough kalah        loa          oware        othello      onitama      einstein
// evaluate   MS LH        RS           WB Simple    yes          yes          yes          yes
// weight     yes          -            -            yes          yes          yes          yes
// prior      yes          -            -            -            -            yes          -
// transition yes          yes          yes          -            -            -            -
// order      yes          yes          yes          yes          yes          yes          yes
// noisy      yes          yes          yes          yes          yes          yes          yes
// hash       yes          yes          yes          yes          yes          yes          yes
// pass       yes          -            yes          -            -            yes          -
// few_pieces -            -            yes          -            -            yes          -
// score      -            yes          -            yes          yes          -            -

// Returns Breakthrough on 8 x 8. The first player (w) moves up, the second player (b) moves down.
// A piece moves one square forward, straight or diagonally, and captures only diagonally. You win
// if one of your pieces reaches the far row, or if you capture all pieces of the opponent.
//
//     8  b b b b b b b b     56 57 58 59 60 61 62 63
//     7  b b b b b b b b     48 49 50 51 52 53 54 55
//     6  . . . . . . . .     40 41 42 43 44 45 46 47
//     5  . . . . . . . .     32 33 34 35 36 37 38 39
//     4  . . . . . . . .     24 25 26 27 28 29 30 31
//     3  . . . . . . . .     16 17 18 19 20 21 22 23
//     2  w w w w w w w w      8  9 10 11 12 13 14 15
//     1  w w w w w w w w      0  1  2  3  4  5  6  7
//        a b c d e f g h      a  b  c  d  e  f  g  h
//
// A move is written "a2b3". With the square numbers on the right, its number is
//
//     from + 64 * to           8 + 64 * 17 for a2b3
//
// The text of a position has the rows, the highest first, and the player to move: 1, 2, or - if
// the game is over. The starting position:
//
//     "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwwww 1"
const imm_game *imm_breakthrough(void);

// Returns Breakthrough on a smaller board: `columns` 2 to 8, `rows` 4 to 8. Each side begins with
// two full rows of pieces. The squares have the same numbers as on the 8 x 8 board. imm_init()
// returns IMM_ERR_GAME for any other size.
imm_game imm_breakthrough_board(uint8_t columns, uint8_t rows);

// Returns Kalah with 6 houses of 4 seeds and the capture rule IMM_CAPTURE_EMPTY. A move sows the
// seeds of one of your houses, one by one, into your next houses, your store and the opponent's
// houses. If the last seed falls into your store, you move again. If the last seed falls into an
// empty house of yours, this seed and the seeds of the opposite house go into your store. The game
// ends when a row is empty. The seeds that are left go to the owner of their row, and the player
// with more seeds wins.
//
//              second player, store on the left
//            5   4   3   2   1   0     <- moves of the second player
//          +---+---+---+---+---+---+
//          | 4 | 4 | 4 | 4 | 4 | 4 |
//     [0]  +---+---+---+---+---+---+  [0]
//          | 4 | 4 | 4 | 4 | 4 | 4 |
//          +---+---+---+---+---+---+
//            0   1   2   3   4   5     -> moves of the first player
//              first player, store on the right
//
// A move is the number of the house, counted from 0 in the player's direction of sowing. The text
// of a position has the houses and the store of the first player, the houses and the store of the
// second player, and the player to move: 1, 2, or - if the game is over. The starting position:
//
//     "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1"
const imm_game *imm_kalah(void);

// Returns Kalah on another board. `houses` is the number of houses on each side, 1 to 7. `seeds`
// is the number of seeds in each house at the start: at least 1, and `houses` times `seeds` must
// be at most 127. `capture` is a capture rule, IMM_CAPTURE_*. Suggested values: 6, 4 and
// IMM_CAPTURE_EMPTY, which are the rules of imm_kalah(). imm_init() returns IMM_ERR_GAME if a
// value is outside of these ranges.
imm_game imm_kalah_board(uint8_t houses, uint8_t seeds, uint8_t capture);

// Returns Lines of Action on 8 x 8, with twelve pieces a side. A piece moves along a row, column
// or diagonal, exactly as many squares as there are pieces of both sides on that line. It may jump
// over pieces of its own side, but not over pieces of the opponent. A piece captures an opponent's
// piece by landing on it. You win if all your pieces form one group; pieces that touch diagonally
// are connected. A move that connects both sides is a draw. A position that occurs for the third
// time with the same player to move is also a draw. A player without a move passes. To find
// repetitions, imm remembers the positions since the last capture, at most 256 plies back.
//
//     8  . b b b b b b .     first player: b
//     7  w . . . . . . w     second player: w
//     6  w . . . . . . w
//     5  w . . . . . . w     Squares are numbered a1 = 0, b1 = 1,
//     4  w . . . . . . w     ..., h1 = 7, a2 = 8, ..., h8 = 63.
//     3  w . . . . . . w
//     2  w . . . . . . w
//     1  . b b b b b b .
//        a b c d e f g h
//
// A move is written "b1b3" or "pass". Its number is from + 64 * to, plus 4096 if it captures: 1 +
// 64 * 17 for b1b3. A pass is 8192. The text of a position has the rows, the highest first, and
// the player to move: 1, 2, or - if the game is over. The starting position:
//
//     ".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. 1"
//
// If a game is over and neither player's pieces are connected, the game was drawn by repetition. A
// position set up from a text has no history of earlier positions.
const imm_game *imm_loa(void);

// Returns Lines of Action with one of the rules IMM_LOA_*. Suggested: IMM_LOA_OLYMPIAD, the rules
// of imm_loa(). imm_init() returns IMM_ERR_GAME for any other number.
//
// With IMM_LOA_OPENSPIEL the winner can depend on which side moved last, but the text of a
// finished game does not contain this side. imm_set_position() assumes that the second player
// moved last.
imm_game imm_loa_rules(uint8_t rules);

// Returns Oware under the Abapa rules, which tournaments use: six houses a side with four seeds
// each. A move sows the seeds of one of your houses, one by one, into the next houses of both
// sides. A sowing of twelve seeds or more skips the house that it came from. If the last seed
// makes two or three seeds in a house of the opponent, you capture these seeds. You also capture
// the seeds of the opponent's houses directly before that house, back to the first house that does
// not have two or three seeds. If a move would capture all seeds of the opponent, it captures
// nothing. If the opponent has no seeds, only moves that reach the opponent's houses are legal. A
// player with more than 24 captured seeds wins. The game also ends if a player has no legal move,
// or if a position occurs again. Then each side gets the seeds in its houses, and the player with
// more seeds wins. To find repetitions, imm remembers the positions since the last capture, at
// most 256 plies back.
//
//              second player
//            5   4   3   2   1   0     <- moves of the second player
//          +---+---+---+---+---+---+
//          | 4 | 4 | 4 | 4 | 4 | 4 |
//          +---+---+---+---+---+---+
//          | 4 | 4 | 4 | 4 | 4 | 4 |
//          +---+---+---+---+---+---+
//            0   1   2   3   4   5     -> moves of the first player
//              first player
//
// A move is the number of the house, counted from 0 in the player's direction of sowing. The text
// of a position has the houses and the captured seeds of the first player, the houses and the
// captured seeds of the second player, and the player to move: 1, 2, or - if the game is over. A
// position set up from a text has no history of earlier positions. The starting position:
//
//     "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1"
const imm_game *imm_oware(void);

// Returns Othello on 8 x 8; the first player is Black (b). A move puts a disc on an empty square.
// In at least one of the eight directions, an unbroken row of the opponent's discs must lie
// between this disc and another disc of yours. All such rows are turned over. A player without a
// move passes. If neither player has a move, the game is over, and the player with more discs
// wins. The score is the difference of the discs. The winner also gets the empty squares.
//
//        a b c d e f g h      a  b  c  d  e  f  g  h
//     1  . . . . . . . .      0  1  2  3  4  5  6  7
//     2  . . . . . . . .      8  9 10 11 12 13 14 15
//     3  . . . . . . . .     16 17 18 19 20 21 22 23
//     4  . . . w b . . .     24 25 26 27 28 29 30 31
//     5  . . . b w . . .     32 33 34 35 36 37 38 39
//     6  . . . . . . . .     40 41 42 43 44 45 46 47
//     7  . . . . . . . .     48 49 50 51 52 53 54 55
//     8  . . . . . . . .     56 57 58 59 60 61 62 63
//
// A move is written "d3" or "pass". Its number is the number of the square, 19 for d3. A pass is
// 64. The text of a position has the rows, row 1 first, and the player to move: 1, 2, or - if the
// game is over. The starting position:
//
//     "......../......../......../...wb.../...bw.../......../......../........ 1"
const imm_game *imm_othello(void);

// Returns Othello with one of the scoring rules IMM_OTHELLO_*. Suggested:
// IMM_OTHELLO_EMPTIES_TO_WINNER, the rule of imm_othello(). imm_init() returns IMM_ERR_GAME for
// any other number.
imm_game imm_othello_scoring(uint8_t scoring);

// Returns Onitama with the sixteen cards of the original game. Five cards are in play: two for
// each player, and one in the middle. On 5 x 5 squares each side has a master and four students.
// In a move, one of your pieces makes a step of one of your two cards, to an empty square or to a
// square with an opponent's piece, which is captured. The card of this step goes to the middle,
// and you get the card that was there. You win if you capture the opponent's master, or if your
// master reaches the square where the opponent's master began. A player without a step passes, and
// still gives up a card. The first player always begins. No rule ends a game that repeats
// positions: stop after a number of plies of your choice.
//
//     5  b b B b b     20 21 22 23 24     B, W: the masters
//     4  . . . . .     15 16 17 18 19     b, w: the students
//     3  . . . . .     10 11 12 13 14
//     2  . . . . .      5  6  7  8  9     first player: w and W
//     1  w w W w w      0  1  2  3  4     second player: b and B
//        a b c d e      a  b  c  d  e
//
// The cards, by number: tiger 0, dragon 1, frog 2, rabbit 3, crab 4, elephant 5, goose 6, rooster
// 7, monkey 8, mantis 9, horse 10, ox 11, crane 12, boar 13, eel 14, cobra 15.
//
// A move is written with the card that it uses: "a1a3:tiger", or "pass:tiger". Its number is
//
//     from + 32 * to + 1024 * card           0 + 32 * 10 + 1024 * 0 for a1a3:tiger
//
// In a pass, from and to are 25. The text of a position has five parts: the rows, the highest row
// first; the cards of the first player; the cards of the second player; the card in the middle;
// and the player to move: 1, 2, or - if the game is over. imm_onitama() deals the cards of deal 0,
// which are the same on every target; imm_onitama_deal() deals other cards. The starting position:
//
//     "bbBbb/...../...../...../wwWww crane,eel elephant,mantis ox 1"
const imm_game *imm_onitama(void);

// Returns Onitama with the cards of another deal. The same number `deal` gives the same cards on
// every target. imm_shuffle() with this number as `seed` deals the same cards.
imm_game imm_onitama_deal(uint32_t deal);

// Returns EinStein würfelt nicht!, a game with a die. Each side has six stones with the numbers 1
// to 6. At each turn the die rolls, and the player moves the stone with this number. If this stone
// was captured, the player moves the stone with the next lower or the next higher number. The
// first player moves right, down or diagonally right and down; the second player moves left, up or
// diagonally left and up. A stone captures any stone on its target square, also one of its own
// side. You win if one of your stones reaches the opposite corner, or if you capture all stones of
// the opponent. imm_shuffle() arranges the stones of each side at random.
//
//        a b c d e      a  b  c  d  e
//     1  1 2 3 . .      0  1  2  3  4     first player: 1 to 6
//     2  4 5 . . .      5  6  7  8  9     second player: a to f, the
//     3  6 . . . f     10 11 12 13 14     stones 1 to 6
//     4  . . . e d     15 16 17 18 19
//     5  . . c b a     20 21 22 23 24
//
// Each roll is a chance event, see imm_sample_chance(). The roll of a 5 is the move 5, written
// "5". The move of a stone is written "a1b2", and its number is
//
//     1024 + from + 32 * to           1024 + 0 + 32 * 6 for a1b2
//
// The text of a position has the rows, row 1 first; the number that the die shows, or 0 if the die
// rolls next; and the player to move: 1, 2, or - if the game is over. While the die rolls, this is
// the player who moves next. The starting position:
//
//     "123../45.../6...f/...ed/..cba 0 1"
//
// In a library without chance events, imm_init() returns IMM_ERR_UNSUPPORTED.
const imm_game *imm_einstein(void);

// Returns Breakthrough on the same boards as imm_breakthrough_board(), for firmware. The game has
// only the functions that a program needs to play. imm_candidates(), imm_line(), imm_evaluate(),
// imm_shuffle() and all functions for texts return IMM_ERR_UNSUPPORTED. Their code is not in your
// program. imm_breakthrough() shows how a move becomes a number.
imm_game imm_breakthrough_small(uint8_t columns, uint8_t rows);

// Returns Kalah on the same boards as imm_kalah_board(), for firmware. The game has only the
// functions that a program needs to play. imm_candidates(), imm_line(), imm_evaluate(),
// imm_shuffle() and all functions for texts return IMM_ERR_UNSUPPORTED. Their code is not in your
// program. A move is the number of the house, as imm_kalah() shows.
imm_game imm_kalah_small(uint8_t houses, uint8_t seeds, uint8_t capture);

// Returns the name of a built-in game for imm_game_by_name(). `index` counts from 0; an index
// after the last name returns NULL. The text belongs to the library and is valid forever.
const char *imm_game_name(uint32_t index);

// Writes the built-in game with this name to `game`. You can pass the game to imm_open(),
// imm_init() and all other functions, like the game that imm_breakthrough() returns.
//
//     "breakthrough", "breakthrough_6x5"              columns x rows
//     "kalah", "kalah_empty", "kalah_std",            IMM_CAPTURE_*; each also with houses x
//     "kalah_stays", "kalah_std_4x3"                  seeds
//     "loa", "loa_openspiel"                          IMM_LOA_*
//     "oware"
//     "othello", "othello_discs"                      IMM_OTHELLO_*
//     "onitama", "onitama_7"                          the number of a deal
//     "einstein"
//
// `size` is the caller's sizeof(imm_game). A program that calls this function contains all games.
//
// Errors: IMM_ERR_NULL; IMM_ERR_TEXT if the name is not UTF-8; IMM_ERR_GAME if no such game or
// board exists; IMM_ERR_STRUCT_SIZE. After an error nothing is written.
imm_status imm_game_by_name(const char *name, imm_game *game, size_t size);

/* ---- Players --------------------------------------------------------------------------------- */

// Returns the default player, mcts(). The player has a clock if the library was built for an
// operating system.
imm_config imm_config_default(void);

// Writes the default player to `config`, as imm_config_default() returns it. Use this function in
// languages that cannot receive a struct as a return value. `size` is the caller's
// sizeof(imm_config), and becomes `struct_size`.
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
imm_status imm_config_init(imm_config *config, size_t size);

// Sets a configuration from the player notation: "mcts(ipp,efMS,im0.4)", "bfm(c0.5)", "ab(efMS)"
// or "best" (IMM_BEST). Suggested: "best". Options that are not in the text get their defaults.
// The seed and the clock of `config` stay. Options may come in any order, each at most once.
// Numbers have at most four decimals. Your program contains the code for this notation only if it
// calls a function that reads players.
//
// The list below has the recommended options of "mcts(...)" (algorithm IMM_MCTS), the fields that
// they set, and the values to begin with. docs/PLAYERS.md has the measurements behind these
// values. It also has the options that only reproduce tables of papers, and the names that set
// several options at once (bl, mcloa, ubfm).
//
//     cX                c: exploration constant C of UCT, 0 to 100. Suggested: c1.0, with bfm c0.7
//     imX               im, im_schedule, im_visits: implicit minimax, weight of minimax values
//                         against the mean, 0 to 1. Suggested: im0.4
//     mobX              pb, pb_divisor: mobility: bounds get the term X (1 - m / a), where the
//                         opponent has m moves, and a on average over the siblings, X 0 to 100;
//                         not with one. Suggested: grave,mob0.2,t1 in games with rules only
//     npN               np: node priors that count for N visits, to 10000. Suggested: np10 if the
//                         game has priors
//     np                np10. Suggested: np10 if the game has priors
//     ipN               np: informed priors: the value of a new child counts as the mean of N
//                         visits, to 10000; not with np. Suggested: c0.3,im0.8,ip if playouts know
//                         what the evaluation does not
//     ip                ip30. Suggested: c0.3,im0.8,ip if playouts know what the evaluation does
//                         not
//     fpuX              fpu: first-play urgency, value + X for unvisited children, 0 to 100; not
//                         with one. Suggested: fpu0.5 in bfm (its default)
//     graveN            grave: GRAVE: a move's value includes every simulation that plays it
//                         later, from the nearest ancestor with N visits, to 65535; not with fpu.
//                         Suggested: grave,mob0.2,t1 in games with rules only
//     grave             grave50. Suggested: grave,mob0.2,t1 in games with rules only
//     leafqs            new children are valued by a quiescence search. Suggested: leafqs with bfm
//                         where the evaluation knows nothing about captures
//     prooftt           a transposition table of solved positions, in an eighth of the memory; not
//                         with nosolver. Suggested: prooftt to solve games with many
//                         transpositions
//     bounds            also proves that a player cannot lose; not with nosolver or marg.
//                         Suggested: bounds to prove draws
//     reg               values of new nodes are corrected by the mean error of values after the
//                         same move; with im, impb or bfm. Suggested: bfm(reg) if the game has an
//                         evaluation
//     efNAME            evaluator: evaluation function, one of these. Suggested: efNet if the game
//                         has a net
//     ipp               ipp: improved playout policy: moves are sampled by the game's weights.
//                         Suggested: ipp if the game has weights
//     dec               sampled; but an immediate win is played, and moves that allow one are
//                         avoided. Suggested: dec if a game can be won at once by surprise
//     margW             marg: a win by m of M points is worth 1 - W + W m/M, not 1; W to 1; not
//                         with det or cut. Suggested: marg0.2 to play for points
//     efMS              Breakthrough: pieces and furthest row
//     efLH              Breakthrough: a value for every square
//     efRS              Kalah: difference of the stores
//     efWB              Lines of Action: ten features, in the manner of the program MIA
//     efSimple          Lines of Action: how close the pieces are, and how many touch
//     efNet             Any game with features: a net that was learned from games
//     efTold            Any game: values that the calling program computes, see imm_collect()
//
// Write the names mcloa and ubfm before all other options. The options after such a name override
// the values of that name.
//
// "bfm(...)" is algorithm IMM_BEST_FIRST. It has the options of mcts(...), except all playout
// options (for example ipp, fet, dec and cut) and im, cb, impb, np, grave, max, one and nosolver.
// Its defaults are c0.7, fpu0.5 and log.
//
// "ab(...)" is algorithm IMM_ALPHA_BETA. It has the same evaluation functions as mcts(...), but no
// other options of mcts(...). Its own options are the IMM_AB_* `switches`, each named by its
// constant in lower case ("ab(tt,pvs)"). Two names set several switches at once:
//
//
//     all               the enhancements of MIA, with relative history: to play. Suggested: all to
//                         play
//     solve             tt,killers,pvs,look,wdl: to prove who wins. Suggested: solve to prove who
//                         wins
//     exact             tt,killers,history,pvs,look,score: to prove by how many points. Suggested:
//                         exact to prove a margin
//
// This function does not check whether a game supports the options; imm_init() does.
//
// Errors: IMM_ERR_NULL; IMM_ERR_STRUCT_SIZE, also for an option whose field is missing in the
// caller's older header; IMM_ERR_SPEC; IMM_ERR_TEXT if the text is not UTF-8.
imm_status imm_configure(imm_config *config, const char *spec);

// Writes a message that explains what is wrong with a player notation, for example "unknown option
// 'foo' at character 10". Writes the empty text if the notation is correct.
//
// Errors: IMM_ERR_NULL, IMM_ERR_TEXT, IMM_ERR_BUFFER.
imm_status imm_configure_error(const char *spec, char *text, size_t size);

// Writes a message that explains why a configuration cannot play a game. Examples: "'im' needs an
// evaluation, which this game does not have", "'cb' and 'im': both weigh ...", "'np' needs a
// library built with the feature policies". Writes the empty text if the configuration can play
// the game. Suggested `size`: IMM_TEXT_MAX, which is always enough.
//
// Errors: IMM_ERR_NULL; IMM_ERR_STRUCT_SIZE; IMM_ERR_ENUM; IMM_ERR_OUT_OF_RANGE for unknown bits
// of `switches` or `flags`; IMM_ERR_GAME; IMM_ERR_BUFFER; IMM_ERR_UNSUPPORTED if the library
// or a `small` game does not have the search of this player.
imm_status imm_config_error(const imm_config *config, const imm_game *game, char *text, size_t size);

// Writes a configuration in player notation, with a terminating NUL. Suggested `size`:
// IMM_PLAYER_TEXT_MAX, which is always enough.
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_ENUM, IMM_ERR_OUT_OF_RANGE,
// IMM_ERR_CONTRADICTION, IMM_ERR_BUFFER.
imm_status imm_config_text(const imm_config *config, char *text, size_t size);

// Writes to `config` the player that IMM_BEST selects in `game`: the strongest player in our
// measurements. The choice depends on whether the block has at most 128 KiB, as on a
// microcontroller, or more. If the block of `size` bytes has no room for the strongest player, the
// player is mcts(). A `size` of 0 means a block that is large enough. `ms` is the time for a move
// in milliseconds; 0 means an unknown time, as imm_init() assumes. In small blocks, some players
// are the best only if the time for a move is short. The seed and the clock of `config` stay.
// imm_config_text() writes the player as text, and imm_best_why() writes the reason for the
// choice.
//
// In a library without the feature `policies` the player is mcts(), or ab(all) if the library has
// no tree search.
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_GAME. After an error nothing is written.
imm_status imm_best(const imm_game *game, size_t size, uint32_t ms, imm_config *config);

// Writes why imm_best() chooses its player for these values of `game`, `size` and `ms`, with a
// terminating NUL. The text begins with "measured", for example "measured: beats `ab(all)`", or
// with "guess" if no match was played. If mcts() is the only player for which the block or the
// library has room, the text tells this. docs/PLAYERS.md has the matches. Suggested `text_size`:
// IMM_TEXT_MAX, which is always enough.
//
// Errors: IMM_ERR_NULL, IMM_ERR_GAME, IMM_ERR_BUFFER.
imm_status imm_best_why(const imm_game *game, size_t size, uint32_t ms, char *text, size_t text_size);

// Sets the strength of a player to `level`, for games against people: 1 (little better than random
// moves) to 10. The function writes two fields: `temp` of `config`, the temperature for the choice
// of the move, and `iterations` of `limits`, the amount of search. Pass these limits to
// imm_search_limited(). You may also set a time limit. Within a game, the steps between levels are
// about equal; docs/LEVELS.md has the steps in Elo points. With the same seed, a player plays the
// same moves.
//
// Suggested: start at 3, and move up after a win and down after a loss.
//
// Every level plays a win that the search has solved. But the low levels search so little that
// they rarely find a win beyond the next move.
//
// Levels exist for every player and game. IMM_ALPHA_BETA, IMM_BEST, and a library without the
// feature `policies`, have no temperature. For these, levels differ only in iterations, and `temp`
// becomes 0.
//
// Errors: IMM_ERR_NULL; IMM_ERR_STRUCT_SIZE; IMM_ERR_OUT_OF_RANGE if the level does not exist.
// After an error nothing is written.
imm_status imm_level(uint32_t level, imm_config *config, imm_limits *limits);

/* ---- Opening a search ------------------------------------------------------------------------ */

// Opens a search of `game` in one call, like imm_init() with a player as text. `player` is in the
// notation of imm_configure(); NULL means the best player of the game. `seed` is the seed of the
// random numbers. The search has a clock if the library was built for an operating system.
// `memory` need not be aligned: imm skips up to IMM_ALIGN - 1 bytes at its beginning. So
// imm_memory_required() + IMM_ALIGN - 1 bytes are always enough for the number of slots that you
// want. Suggested `size`: all the memory that you can spare.
//
// Errors: IMM_ERR_NULL; IMM_ERR_TEXT; IMM_ERR_SPEC, for which imm_configure_error() explains the
// mistake in `player`; or an error of imm_init(). After an error `state` is not written.
imm_status imm_open(void *memory,
                    size_t size,
                    const imm_game *game,
                    const char *player,
                    uint64_t seed,
                    imm_state **state);

// Changes the player of a state. `config` has the form that imm_init() expects; NULL means the
// best player, with its default seed and clock. The position and the history of imm_undo() stay.
//
// The tree stays if its values have the same meaning for the old and the new player. This is so if
// the two players differ only in `c`, `temp`, `decision`, `threshold`, `no_recycle`, `eps`,
// `softmax`, `ct` or `pb_divisor`. They may also differ in the weight of `im`, `cb`, `impb`, `pb`,
// `tp` or `fpu` if both players have that option. With `max` on, they may differ only in `c`,
// `decision`, `threshold` and `no_recycle`. Any other difference, for example in the evaluation or
// the playouts, empties the tree. Then the block is divided again, as for a new state. Alpha-beta
// always starts its search again. No callback of a custom game is called.
//
// Errors: IMM_ERR_STRUCT_SIZE, IMM_ERR_OUT_OF_RANGE, IMM_ERR_ENUM, IMM_ERR_CONTRADICTION,
// IMM_ERR_TOO_SMALL, IMM_ERR_BUSY; IMM_ERR_UNSUPPORTED if the game or the library lacks an ability
// that the player needs, and always for imm_breakthrough_small() and imm_kalah_small(). After an
// error the state is unchanged and keeps the old player.
imm_status imm_set_player(imm_state *state, const imm_config *config);

// Changes the player of a state like imm_set_player(), but with the player as text. `player` is in
// the notation of imm_configure(); NULL means the best player. `seed` is the seed of the player.
// The clock stays.
//
// Errors: IMM_ERR_TEXT, IMM_ERR_SPEC, or an error of imm_set_player().
imm_status imm_set_player_text(imm_state *state, const char *player, uint64_t seed);

// Opens a search of `game` from its starting position, in `size` bytes of `memory` aligned to
// IMM_ALIGN. Writes the handle of the search to `state`. `config` may be NULL for the best player
// of the game (IMM_BEST).
//
// More memory makes a larger tree. A search with a full tree continues, and recycles the least
// recently used parts of the tree. Alpha-beta takes the memory for 255 plies, or searches less
// deep if the block is smaller. With a transposition table, alpha-beta takes all memory: see
// imm_alpha_beta_memory(). Suggested `size`: all the memory that you can spare. More memory has no
// use if the simulations of one move cannot fill the tree.
//
// The call clears the tables (IMM_AB_TT, IMM_FLAG_EVALTT or IMM_FLAG_PROOFTT); on bare metal it
// clears all memory. On other targets the tree is cleared as it grows. The structs are copied. Do
// not move or change the memory as long as you use the state. If the memory contained another
// state, that state is no longer valid, even if this call fails.
//
// Errors: IMM_ERR_NULL, IMM_ERR_MISALIGNED, IMM_ERR_TOO_SMALL, IMM_ERR_STRUCT_SIZE,
// IMM_ERR_OUT_OF_RANGE, IMM_ERR_ENUM, IMM_ERR_CONTRADICTION, IMM_ERR_UNSUPPORTED, IMM_ERR_GAME, or
// the error of a callback. After an error `state` is not written.
imm_status imm_init(void *memory, size_t size, const imm_game *game, const imm_config *config, imm_state **state);

// Opens a search like imm_init(), but only of a built-in game; for a custom game, returns
// IMM_ERR_GAME. Use this function in firmware. A program that calls it instead of imm_init() does
// not contain the code for custom games.
imm_status imm_init_builtin(void *memory,
                            size_t size,
                            const imm_game *game,
                            const imm_config *config,
                            imm_state **state);

// Returns how many bytes a search of `game` needs if its tree has `slots` slots (of IMM_SLOT_SIZE
// bytes each). With 0 slots the search has no tree. docs/EMBEDDED.md has the number of nodes that
// fit into small blocks.
//
// Returns 0 on an error: a NULL pointer, a game that imm_init() would refuse, or more bytes than a
// size_t can hold.
size_t imm_memory_required(const imm_game *game, size_t slots);

// Returns how many slots the tree of a search of `game` has in a block of `size` bytes. Returns 0
// if the block is too small, or on an error.
size_t imm_memory_slots(const imm_game *game, size_t size);

// Returns by how many bytes the player `config` makes the tree smaller in a search of `game`.
// These bytes hold lists of moves for leaf searches (`leaf` in `config`) and for playouts
// (IMM_PLAYOUT_GREEDY, _MIXED and _ALPHA_BETA), and at most IMM_NET_SIZE bytes for a net
// (IMM_EF_NET). To keep the number of slots, add these bytes to imm_memory_required(). Returns 0
// for every other player, and on an error. With IMM_EF_TOLD, the waiting leaves also take an
// eighth of the block, but at least 1 KiB.
size_t imm_leaf_memory(const imm_config *config, const imm_game *game);

/* ---- Opening a search: the memory of alpha-beta ---------------------------------------------- */

// Returns how many bytes alpha-beta (IMM_ALPHA_BETA) needs to search `plies` plies ahead in
// `game`. `plies` is 0 to 255. With 0 plies alpha-beta plays the move that looks best without a
// search. docs/EMBEDDED.md has an example: in Lines of Action, 60 KiB hold 48 plies and a table of
// 1,024 positions.
//
// If the player has a transposition table (IMM_AB_TT in a game with a hash) or history tables
// (IMM_AB_HISTORY), provide twice as many bytes as this function returns. The block of such a
// player has three parts, and its stack has at most 127 plies:
//
//     stack      at most half of the block
//     history    32 KiB in a block of 256 KiB or more, else 2 KiB
//     table      buckets of IMM_BUCKET_SIZE bytes in the rest, rounded down to a power of two
//
// Returns 0 on an error: a NULL pointer, a game that imm_init() would refuse, too many plies, more
// bytes than a size_t can hold, or a library without alpha-beta.
size_t imm_alpha_beta_memory(const imm_game *game, uint32_t plies);

// Returns how many plies, at most 255, alpha-beta (IMM_ALPHA_BETA) can search ahead in `game` with
// a block of `size` bytes. For a player with a transposition table or history tables, pass half of
// the size. Returns 0 if the block is too small, or on an error.
uint32_t imm_alpha_beta_plies(const imm_game *game, size_t size);

// Returns how many buckets the transposition table has if alpha-beta with this `config` searches
// `game` in a block of `size` bytes. A bucket has IMM_BUCKET_SIZE bytes. For IMM_BEST, the
// function uses the player that IMM_BEST selects. Returns 0 if the block is too small, on an
// error, or if the player has no table. Only alpha-beta with IMM_AB_TT has a table, and only in a
// game with hash(). A `config` of NULL is an error.
size_t imm_alpha_beta_buckets(const imm_config *config, const imm_game *game, size_t size);

/* ---- A transposition table, or a tree, for several threads ----------------------------------- */

// Makes an alpha-beta search (IMM_ALPHA_BETA with IMM_AB_TT) use a shared table: a transposition
// table for several states, each on its own thread. So a thread does not have to search a position
// that another thread has already searched. All states need the same game, board and player. The
// table is `size` bytes of `memory` aligned to IMM_ALIGN, outside all blocks. Suggested alignment:
// 64. The memory holds buckets of IMM_BUCKET_SIZE bytes; the first bucket is a header. Fill the
// memory with zeros before you pass it for the first time, and keep it as long as a state uses it.
// With NULL and a `size` of 0 the state uses its own table again, which is still in its block.
//
//     1. set up the same position in n states
//     2. call imm_share_table() for each state, with the same memory, one state after another
//     3. search each state on its own thread, with the same limits
//     4. when the first thread returns, call imm_stop() for the other states
//
// The report of the thread that returns first is the result. With a time limit, the result is the
// report with the greatest `depth`. Each state searches moves in a different order, which depends
// on the order of the imm_share_table() calls. If only safe switches (see IMM_AB_*) are on and no
// move was played, the value and the proof at a depth are the same as in a search with one thread.
// The number of positions visited, and the choice among equally good moves, depend on the timing
// of the threads. So a shared search is not reproducible.
//
// imm_share_table() keeps the result so far, but starts an unfinished depth again. imm_play()
// keeps the shared table. imm_forget(), and every function that sets up a position, empties the
// table for all states. After imm_set_player() or imm_init() the state no longer uses the table. A
// copy made by imm_clone() also uses the table. imm_save() writes the state's own table.
//
// Errors: IMM_ERR_NULL; IMM_ERR_MISALIGNED; IMM_ERR_TOO_SMALL for fewer than two buckets;
// IMM_ERR_BUFFER if the memory overlaps the block of the state; IMM_ERR_UNSUPPORTED if the search
// has no table: with any other algorithm, without IMM_AB_TT, or in a game without hash();
// IMM_ERR_CONTRADICTION if the memory is the table of another game, of another player, or of
// another size. After an error nothing changes.
imm_status imm_share_table(imm_state *state, void *memory, size_t size);

// Makes a tree search use a shared tree: a tree that several states grow, each on its own thread.
// All threads soon use what one thread finds. All states need the same game, board, player
// and position, and each state needs its own seed.
//
// The tree is `size` bytes of `memory` aligned to IMM_ALIGN, outside all blocks. Suggested
// alignment: 64. A node takes 32 bytes. Suggested `size`: 50 bytes (Kalah) to 135 bytes
// (Breakthrough) for each simulation of all threads. Fill the memory with zeros before you pass it
// for the first time, and keep it as long as a state uses it. The block of each state then holds
// only the top of the tree, for reports. Suggested block: imm_memory_required(game, 32768) bytes,
// and imm_leaf_memory() for players that need it, together about 1 MiB. Then each thread keeps its
// place in the tree from one simulation to the next (the trunk, see docs/SPEED.md). Without a
// trunk, two threads can be slower than one. Smallest useful block: 64 KiB. With NULL and a `size`
// of 0 the state continues alone, with its top of the tree.
//
//     1. call imm_share_tree() for each of n states, with the same memory, one state after another
//     2. search each state on its own thread
//     3. when all searches have returned, any state has the report, the candidates and the line of
//        the whole tree
//     4. imm_play() the same move in all states, in any order: the tree below the move stays
//
// n is at most 64. Suggested n: the number of cores. Each state has its own limits: the limit on
// iterations applies only to its thread, and time and stop have the same effect as for one thread.
// `nodes` of a report counts all nodes of the tree. The tree depends on the timing of the threads,
// so neither the tree nor its signature is reproducible. All threads together search as deep as
// one faster thread, which is not so with imm_merge().
//
// If you call imm_forget() in all states, the tree is emptied once. The tree has one root
// position. For a state at another position, imm_search() and the other searches return
// IMM_ERR_OTHER_POSITION until you call imm_share_tree() for this state again. If the state is
// then still at another position, the call empties the tree and makes the position of the state
// the root. So call imm_share_tree() for all states again after imm_restart() or after you set up
// a position. The call changes nothing for a state that already uses the tree and is at the root
// position of the tree. So you can also make this call for all states before each search.
//
// After imm_set_player(), imm_init() or imm_load() the state no longer uses the tree. A copy made
// by imm_clone() also uses the tree. imm_save() writes the top of the tree. imm_merge() refuses a
// state with a shared tree: IMM_ERR_MERGED. If a callback fails while other threads search the
// tree, call imm_share_tree() again for the state of the failed callback.
//
// A player with a shared tree may have the same options as a player without a shared tree, with
// these differences. All children of a node are made at once, also with IMM_EXPAND_ONE. `ct`,
// `eps`, `softmax`, `grave`, `mob`, `pn`, `reg`, `prooftt` and `bounds` are not available. So
// IMM_BEST is not available for most custom games: pass "bfm()" instead if the game has an
// evaluation, otherwise "mcts()". With a leaf search, a thread may exceed its time limit by the
// time of one expansion.
//
// Errors: IMM_ERR_NULL; IMM_ERR_MISALIGNED; IMM_ERR_TOO_SMALL if there is no room for a node (4
// KiB are enough); IMM_ERR_BUFFER if the memory overlaps the block of the state;
// IMM_ERR_UNSUPPORTED for alpha-beta, for the options that are not available, for the `small`
// games, in a library without the feature `threads`, and on a processor without atomic words of 64
// bits; IMM_ERR_CONTRADICTION if the memory is the tree of another game, of another player, or of
// another size; IMM_ERR_BUSY if other threads search the tree from another position. After an
// error nothing changes.
imm_status imm_share_tree(imm_state *state, void *memory, size_t size);

/* ---- An evaluator that was learned ----------------------------------------------------------- */

// Sets the net of a state. The net is used if the player evaluates with a net (IMM_EF_NET,
// "efNet"), now or after imm_set_player(). `net` is the output of `imm-arena train`: the `size`
// bytes of a file of type `.immnet`, or the array in the C header next to that file. The bytes are
// not copied, so they may be in flash. Do not change them as long as you use the state. Suggested
// alignment: 4, for faster reads. The call empties the tree.
//
// NULL with a `size` of 0 selects the default net of the game again. Each of the six built-in
// games has a default net, but not on bare metal or in WebAssembly: see docs/NETS.md.
//
// The call reads all bytes twice.
//
// Errors: IMM_ERR_NET; IMM_ERR_NET_GAME; IMM_ERR_BUFFER if the bytes overlap the block;
// IMM_ERR_UNSUPPORTED in a library without nets, and for imm_breakthrough_small() and
// imm_kalah_small(). After an error the state is unchanged.
imm_status imm_set_net(imm_state *state, const void *net, size_t size);

/* ---- Searching ------------------------------------------------------------------------------- */

// Searches for `ms` milliseconds and returns the move to play, without playing it. The search
// continues with the tree of earlier searches; alpha-beta continues where it stopped. Suggested
// `ms`: 10 to 1000; lab/RESULTS.md has the strength of each player for these times. If `ms` is 0,
// the search runs only one simulation; alpha-beta visits only one position. The search ends early
// if the position is solved.
//
// Returns IMM_MOVE_NONE on an error. imm_last_status() then returns the status: IMM_ERR_NO_CLOCK,
// IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or the error of a callback.
imm_move imm_search(imm_state *state, uint32_t ms);

// Returns limits with no limit set. Set at least one limit before a search.
imm_limits imm_limits_default(void);

// Writes limits with no limit set, as imm_limits_default() returns them. Use this function in
// languages that cannot receive a struct as a return value. `size` is the caller's
// sizeof(imm_limits), and becomes `struct_size`.
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
imm_status imm_limits_init(imm_limits *limits, size_t size);

// Searches until one of `limits` is reached, and writes the result to `report`, which may be NULL.
// In C and C++ a macro passes the size of the report: see imm_search_limited_sized().
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_NO_LIMIT, IMM_ERR_NO_CLOCK,
// IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or the error of a callback.
imm_status imm_search_limited(imm_state *state, const imm_limits *limits, imm_report *report);

// Searches like imm_search_limited(), with a report of `size` bytes, the caller's
// sizeof(imm_report). The function writes at most `size` bytes; fields that this library does not
// have become 0. Use this function in languages other than C and C++. Without the C macro,
// imm_search_limited() fills in only the fields up to `elapsed_ms`.
imm_status imm_search_limited_sized(imm_state *state, const imm_limits *limits, imm_report *report, size_t size);

// Runs `iterations` simulations and then returns, for use in a main loop that has other work to
// do. The function runs fewer simulations if the position is solved. Alpha-beta visits
// `iterations` positions, or fewer if it has reached the depth that the limits or the memory
// allow. Several short steps give the same result as one long step. Suggested `iterations`: as
// many as fit into the longest delay that your loop allows. At 48 MHz a simulation of Kalah takes
// about a millisecond; the example firmware runs 8 simulations in a step, or visits 200 positions
// with alpha-beta. imm_get_report() returns the result so far.
//
// Errors: IMM_ERR_NO_LIMIT for 0 iterations, IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or the error of a
// callback.
imm_status imm_step(imm_state *state, uint32_t iterations);

// Ends the search that is under way, if any, after its current simulation or position. The search
// returns as if its time were up. You may call this function from an interrupt, a signal handler,
// another thread or a callback. The call does not affect the next search. It has no effect if
// `state` is NULL or not a state.
void imm_stop(imm_state *state);

// Empties the tree. The position stays, and the sequence of random numbers continues.
imm_status imm_forget(imm_state *state);

// Searches like imm_search_limited(), with a progress callback. Every `every_ms` milliseconds
// `watcher` receives the result so far: a report with `stopped` IMM_STOPPED_NOT, and the first
// moves of the expected line. The line has at most IMM_WATCHED_LINE moves. It is empty while the
// search has no line. The pointers to the report and to the line are valid only during the call of
// the watcher. The result is the same as the result of imm_search_limited() with the same number
// of simulations. An `every_ms` of 0 means 100 ms. Suggested: 0.
//
// The first argument of the watcher is `context`. The watcher may call imm_stop() to end the
// search. Other functions for the same state return IMM_ERR_BUSY. To write moves as text, the
// watcher needs another state at the same position. The watcher runs only between simulations, so
// slow callbacks of the game delay it.
//
// `report` may be NULL. The function fills in the report up to and including the field
// `struct_size`.
//
// Errors: IMM_ERR_NULL if there are no limits or no watcher, IMM_ERR_STRUCT_SIZE,
// IMM_ERR_NO_LIMIT, IMM_ERR_NO_CLOCK, IMM_ERR_UNSUPPORTED for a `small` game, IMM_ERR_GAME_OVER,
// or the error of a callback.
imm_status imm_search_watched(imm_state *state,
                              const imm_limits *limits,
                              uint32_t every_ms,
                              void (*watcher)(void *context,
                                              const imm_report *report,
                                              const imm_move *line,
                                              uint32_t length),
                              void *context,
                              imm_report *report);

/* ---- Searching on the clock of a game -------------------------------------------------------- */

// Returns a clock with no time left and defaults in all other fields. Set `remaining_ms` before
// you search.
imm_clock imm_clock_default(void);

// Writes a clock with no time left, as imm_clock_default() returns it. Use this function in
// languages that cannot receive a struct as a return value. `size` is the caller's
// sizeof(imm_clock), and becomes `struct_size`.
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
imm_status imm_clock_init(imm_clock *clock, size_t size);

// Searches for as long as the game clock `clock` allows and the position needs. Writes the result
// to `report`, up to and including the field `struct_size`; the field `best` is the move to play.
// `report` may be NULL.
//
// The aim is the intended time for this move: the time left plus the expected increments, divided
// by the number of expected moves. The time limit is four times the aim, but at most half of the
// time left, except for the last move before a time control. The search takes longer than the aim
// if the best move has changed lately, or if its value falls. The search ends before the aim if
// more time cannot help:
//
//     IMM_STOPPED_FORCED     there is only one legal move
//     IMM_STOPPED_PROVEN     the position is solved
//     IMM_STOPPED_SETTLED    the move to play cannot change in the time that is left
//
// IMM_STOPPED_SETTLED occurs if all other moves are solved losses. If the search decides by visits
// (IMM_DECIDE_VISITS), it also occurs if the visits of one move cannot be reached by the others in
// the time that is left, but only while no move is a solved draw. Alpha-beta starts no new depth
// after half of the aim, because it would not finish that depth.
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_NO_CLOCK without a clock in the
// configuration, IMM_ERR_UNSUPPORTED for a `small` game, IMM_ERR_GAME_OVER, or the error of a
// callback.
imm_status imm_search_clock(imm_state *state, const imm_clock *clock, imm_report *report);

// Writes two times in milliseconds for one move: the time that imm_search_clock() aims for, and
// the time limit that it never exceeds. This function does not search. Use it if your program
// manages its time itself, or for the `small` games, which imm_search_clock() does not support.
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE. After an error nothing is written.
imm_status imm_clock_budget(const imm_clock *clock, uint32_t *aim_ms, uint32_t *limit_ms);

/* ---- Searching with values that you compute -------------------------------------------------- */

// Searches until `count` new positions need a value, for a player with IMM_EF_TOLD, such as
// "mcts(puct1.5)". Use it if you compute values in a way that imm cannot: with a
// neural network on a graphics card or an NPU, or in Python. Returns the number of new leaves, or
// a negative status. A leaf is a position at the end of a simulation. It waits until imm_tell()
// tells its value. Suggested `count`: the number of positions that you can evaluate at once.
//
//     while ((leaves = imm_collect(state, 64)) > 0) {
//         for (i = 0; i < leaves; i++) read(imm_leaf_position(state, i));
//         evaluate();                                                    // all at once
//         for (i = 0; i < leaves; i++) imm_tell(state, value[i], prior[i], moves[i]);
//         imm_get_report(state, &report);
//         if (report.iterations >= 800) break;
//     }
//     imm_play(state, report.best);
//
// There can be fewer leaves than `count`, or none. This happens if no further leaf can wait, if
// the next leaf already waits, if the position is solved, or after 1,000 simulations in a row that
// ended at solved positions. The first leaf of a new tree is the position itself, and comes alone.
// You may collect more leaves while others wait, for example to evaluate two batches in turn. Then
// you can only read the leaves of the latest call. An eighth of the block is for leaves that wait.
// A leaf takes about 1 KiB (less in short games). At least one leaf and at most 4096 leaves can
// wait.
//
// While a leaf waits, candidates and imm_visit_tree() count its simulation as a visit, and as a
// loss for the player who moved to it. `iterations` of a report counts the finished simulations
// since the last imm_play(), imm_forget(), or change of the position or of the player that emptied
// the tree. Equal seeds, counts and values give equal trees. These calls, imm_set_player(),
// imm_save_size(), imm_save() and imm_load() end the waiting: such leaves get no value.
// imm_search() and similar functions return IMM_ERR_TOLD for this player, and such a state cannot
// be merged or shared.
//
// Errors: IMM_ERR_TOLD if the player has no IMM_EF_TOLD; IMM_ERR_GAME_OVER; IMM_ERR_UNSUPPORTED in
// a library for bare metal or WebAssembly or without the feature `policies`, where IMM_EF_TOLD is
// refused, and for imm_breakthrough_small() and imm_kalah_small(); or the error of a callback.
// After the error of a callback no leaf waits.
int32_t imm_collect(imm_state *state, uint32_t count);

// Returns the position of a leaf of a custom game. `leaf` is the number of a leaf of the latest
// call of imm_collect(), counted from 0. The bytes stay unchanged until the next call with this
// state. Returns NULL on an error; imm_last_status() then returns the status: IMM_ERR_NO_LEAF if
// no such leaf waits, IMM_ERR_UNSUPPORTED for a built-in game, for which imm_leaf_text() has the
// position, or an error of imm_collect().
const void *imm_leaf_position(imm_state *state, uint32_t leaf);

// Writes the position of a leaf of a built-in game as text, like imm_position_text(). In Lines of
// Action and Oware, the text does not contain earlier positions, which matter for repetitions.
// `leaf` is as for imm_leaf_position(). Suggested `size`: IMM_TEXT_MAX, which is always enough.
//
// Errors: IMM_ERR_NULL, IMM_ERR_BUFFER, IMM_ERR_NO_LEAF, IMM_ERR_UNSUPPORTED for a custom game, or
// an error of imm_collect().
imm_status imm_leaf_text(imm_state *state, uint32_t leaf, char *text, size_t size);

// Writes up to `capacity` legal moves of a leaf, in the order that imm_tell() expects. Returns the
// number of legal moves, or a negative status. `leaf` is as for imm_leaf_position(), and
// `capacity` is as for imm_legal_moves().
//
// Errors: IMM_ERR_NULL, IMM_ERR_NO_LEAF, or an error of imm_collect().
int32_t imm_leaf_moves(imm_state *state, uint32_t leaf, imm_move *moves, uint32_t capacity);

// Returns the player to move at a leaf, or a negative status. `leaf` is as for
// imm_leaf_position().
//
// Errors: IMM_ERR_NO_LEAF, or an error of imm_collect().
imm_player imm_leaf_player(imm_state *state, uint32_t leaf);

// Tells the value of the oldest leaf that waits. Call it once for each leaf, in the order of
// collection; the leaf then no longer waits. `value` is from -1 to 1, from the first player's
// point of view. 1 means that the first player wins. If your network returns values for the player
// to move, negate them if IMM_SECOND is to move.
//
// `priors` has `count` numbers from 0 to 1, one for each move of imm_leaf_moves(). `puct` tries
// moves with larger numbers sooner. imm divides the numbers by their sum. If `count` is 0, or all
// numbers are 0, all moves have the same prior. If a position above the leaf was solved while the
// leaf waited, the value has no effect any more, but you must still tell it.
//
// Errors: IMM_ERR_OUT_OF_RANGE if a number is out of range or NaN, or if `count` is neither 0 nor
// the number of legal moves; the leaf then still waits. IMM_ERR_NO_LEAF if no leaf waits;
// IMM_ERR_NULL; IMM_ERR_MISALIGNED; or an error of imm_collect().
imm_status imm_tell(imm_state *state, float value, const float *priors, uint32_t count);

/* ---- What was found -------------------------------------------------------------------------- */

// Writes the combined result of all searches of this position so far. Before any search, `best` is
// already a legal move: a move that wins at once, or looks best without a search. In C and C++ a
// macro passes the size of the report: see imm_get_report_sized().
//
// Errors: IMM_ERR_NULL, or the error of a callback.
imm_status imm_get_report(imm_state *state, imm_report *report);

// Writes a report like imm_get_report(), but at most `size` bytes of the report; see
// imm_search_limited_sized().
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, or the error of a callback.
imm_status imm_get_report_sized(imm_state *state, imm_report *report, size_t size);

// Writes up to `capacity` moves of this position with their values and visits, the best first.
// Returns how many moves were tried so far, which may be more or fewer than `capacity`, or a
// negative status. `candidates` may be NULL if `capacity` is 0. Suggested `capacity`, which is
// always enough: 96 for built-in games, `max_moves` of imm_game for a custom game.
//
// The order of the moves is:
//
//     1. solved wins, the shortest first
//     2. draws and moves that are not solved, by the player's rule (`decision` in imm_config);
//        a solved draw comes before all moves that look worse than a draw
//     3. solved losses, the longest first
//
// Each move in this list would be `best` of imm_report if the moves before it did not exist. There
// are two exceptions. If all tried moves lose, `best` of imm_report may be a move that was not
// tried. If the final move is sampled (`temp` in imm_config), `best` may be any of these moves.
// Equal moves keep the order of the tree, which is reproducible. Alpha-beta lists only its best
// move. For every other move, alpha-beta has only found that the move is not better.
int32_t imm_candidates(imm_state *state, imm_candidate *candidates, uint32_t capacity);

// Writes up to `capacity` moves of the line that the search expects after `move`; the line begins
// with `move`. Returns how many moves were written, or a negative status. Returns 0 if `move` was
// not tried. With alpha-beta, returns 0 for every move except the move to play. `moves` may be
// NULL if `capacity` is 0. Suggested `capacity`: 16 (IMM_WATCHED_LINE).
//
// Errors: IMM_ERR_ILLEGAL_MOVE, or the error of a callback.
int32_t imm_candidate_line(imm_state *state, imm_move move, imm_move *moves, uint32_t capacity);

// Writes up to `capacity` moves of the line that the search expects. The line begins with the move
// to play. Returns how many moves were written (0 before any search), or a negative status.
// `moves` may be NULL if `capacity` is 0. Suggested `capacity`: 16 (IMM_WATCHED_LINE).
int32_t imm_line(imm_state *state, imm_move *moves, uint32_t capacity);

// Shows the tree to `visitor`, each position before the positions below it. The visit stops at
// `depth` plies below the root. It skips positions with fewer than `min_visits` visits and all
// positions below them. The root is always shown, and comes first; with `depth` 0 only the root is
// shown. The children of a position come in no particular order, but the order is reproducible.
// The visit needs no memory. Returns how many positions were shown (2147483647 if there were as
// many or more), or a negative status. Alpha-beta keeps no tree: the visit shows only the root,
// with its value and proof. imm_line() writes the line of alpha-beta.
//
// The first argument of the visitor is `context`. The visitor returns IMM_VISIT_BELOW,
// IMM_VISIT_BESIDE or IMM_VISIT_STOP; any other number also ends the visit. `node` is valid only
// during the call of the visitor. During the visit, other functions for the same state return
// IMM_ERR_BUSY. So write moves as text later, or with another state at the same position.
//
// Errors: IMM_ERR_NULL if there is no visitor, or the error of a callback of the game. After an
// error no position was shown.
int32_t imm_visit_tree(imm_state *state,
                       uint32_t depth,
                       uint32_t min_visits,
                       int32_t (*visitor)(void *context, const imm_node *node),
                       void *context);

// Writes the static value of the position, which the evaluation function of the state computes.
// The value is -1 (loss) to 1 (win), from the first player's point of view. If the game is over,
// the value is its result. The function does not search.
//
// Errors: IMM_ERR_NULL, IMM_ERR_UNSUPPORTED if the game has no evaluation, or the error of a
// callback.
imm_status imm_evaluate(imm_state *state, float *value);

/* ---- Playing --------------------------------------------------------------------------------- */

// Plays a move. The tree below this move stays; all other nodes are freed. Alpha-beta starts a new
// search, but keeps its table.
//
// Errors: IMM_ERR_ILLEGAL_MOVE, IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or the error of a callback. After
// an error the position is unchanged.
imm_status imm_play(imm_state *state, imm_move move);

// Writes up to `capacity` legal moves. Returns the number of legal moves, 0 if the game is over,
// or a negative status. `moves` may be NULL if `capacity` is 0. Suggested `capacity`, which is
// always enough: 96 for built-in games, `max_moves` of imm_game for a custom game.
int32_t imm_legal_moves(imm_state *state, imm_move *moves, uint32_t capacity);

// Returns the result of the game, IMM_ONGOING if the game is not over, or a negative status. In a
// game that does not have two players, returns IMM_OVER after the end: see imm_return_of().
imm_result imm_outcome(imm_state *state);

// Writes the result of this player, from -1 (worst) to 1 (best); 0 while the game is not over. In
// a game with two players, the result is 1 for the winner, -1 for the loser, and 0 for a draw.
//
// Errors: IMM_ERR_NULL, IMM_ERR_OUT_OF_RANGE if there is no such player, IMM_ERR_BUSY, or the
// error of a callback.
imm_status imm_return_of(imm_state *state, imm_player player, float *result);

// Samples an outcome of the chance event that comes next, such as the roll of a die, without
// playing it. `random` is 32 random bits. The probability of each outcome is in proportion to its
// weight. If your program has its own dice, pass the number that they show to imm_play() instead.
//
// Returns IMM_MOVE_NONE on an error. imm_last_status() then returns the status:
// IMM_ERR_UNSUPPORTED if a player is to move or the library has no chance events,
// IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or the error of a callback.
imm_move imm_sample_chance(imm_state *state, uint32_t random);

// Returns the player to move, IMM_CHANCE if a chance event comes next, or a negative status. After
// the end of the game the value has no meaning.
imm_player imm_player_to_move(imm_state *state);

/* ---- Positions and texts --------------------------------------------------------------------- */

// Writes a legal move of this position as text, with a terminating NUL. Suggested `size`, which is
// always enough: IMM_TEXT_MAX for built-in games, IMM_TEXT_MAX + 1 for a custom game.
//
// Errors: IMM_ERR_NULL, IMM_ERR_ILLEGAL_MOVE, IMM_ERR_BUFFER, or the error of a callback.
imm_status imm_move_text(imm_state *state, imm_move move, char *text, size_t size);

// Reads a move in exactly the form that imm_move_text() writes, without blanks before or after the
// move.
//
// Errors: IMM_ERR_NULL; IMM_ERR_TEXT if the text is not a legal move of this position; or the
// error of a callback.
imm_status imm_parse_move(imm_state *state, const char *text, imm_move *move);

// Writes the position as text, with a terminating NUL. The functions that return the games, for
// example imm_breakthrough(), describe the form of this text. Suggested `size`: IMM_TEXT_MAX,
// which is always enough.
//
// Errors: IMM_ERR_NULL, IMM_ERR_UNSUPPORTED for a custom game, IMM_ERR_BUFFER.
imm_status imm_position_text(imm_state *state, char *text, size_t size);

// Sets up the position that `text` describes, in the form that imm_position_text() writes for this
// game and board. The tree becomes empty.
//
// Errors: IMM_ERR_NULL; IMM_ERR_UNSUPPORTED for a custom game; IMM_ERR_TEXT if the text is not a
// position of this game and board. After an error the position and the tree are unchanged.
// imm_position_error() explains what is wrong with a text.
imm_status imm_set_position(imm_state *state, const char *text);

// Writes a message that explains why `text` is not a position of this game. Examples: "character
// 12 is '5', expected |", "expected 48 seeds in all, not more". Writes the empty text if `text` is
// a position. Suggested `size`: IMM_TEXT_MAX, which is always enough. A program that calls this
// function contains all games. With imm_set_position(), it contains only the games that it plays.
//
// Errors: IMM_ERR_NULL; IMM_ERR_UNSUPPORTED for a custom game; IMM_ERR_GAME; IMM_ERR_TEXT if the
// text is not UTF-8; IMM_ERR_BUFFER.
imm_status imm_position_error(const imm_game *game, const char *text, char *buffer, size_t size);

// Sets up the starting position, with an empty tree.
//
// Errors: the error of a callback. After an error the position is unchanged, and the tree is
// empty.
imm_status imm_restart(imm_state *state);

// Sets up a random starting position with an empty tree. The same seed always leads to the same
// position. In Kalah the seeds are dropped into random houses, in Onitama other cards are dealt,
// and in EinStein würfelt nicht! the stones of each side are arranged in another order.
//
// Errors: IMM_ERR_UNSUPPORTED for a game that has only one starting position.
imm_status imm_shuffle(imm_state *state, uint64_t seed);

/* ---- Positions as bytes, and back in time ---------------------------------------------------- */

// Returns the largest number of bytes that imm_position_bytes() can write for a position of this
// game. Returns 0 on an error; imm_last_status() then returns the status: IMM_ERR_UNSUPPORTED for
// imm_breakthrough_small() and imm_kalah_small().
size_t imm_position_size(imm_state *state);

// Writes a snapshot of the position (the position as bytes) to `bytes`, and the number of bytes to
// `length`. In Lines of Action and Oware a snapshot also has the positions since the last capture,
// for the repetition rules. Suggested `size`: imm_position_size(), which is always enough. The
// snapshot of a built-in game is the same on every target, and equal positions have equal bytes.
// The snapshot of a custom game is the `position_size` bytes of the position, as your callbacks
// left them.
//
// Errors: IMM_ERR_NULL; IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small();
// IMM_ERR_BUFFER if `size` is too small, or if the buffer overlaps the block of the state.
imm_status imm_position_bytes(imm_state *state, void *bytes, size_t size, size_t *length);

// Sets up the position of a snapshot: `length` bytes that imm_position_bytes() has written for the
// same game and board. The tree and the history of imm_undo() become empty. The bytes of a
// built-in game are checked, so wrong bytes never set up an impossible position. The bytes of a
// custom game are passed to your callbacks without a check, so only load bytes that your own
// program has written.
//
// Errors: IMM_ERR_NULL; IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small();
// IMM_ERR_BYTES if the bytes are not a position of this game and board; or the error of a
// callback. After an error the position is unchanged.
imm_status imm_set_position_bytes(imm_state *state, const void *bytes, size_t length);

// Provides memory for a history: `size` bytes of `memory` aligned to IMM_ALIGN. From now on
// imm_play() stores each position there, and imm_undo() takes back moves, the latest first. If the
// history is full, the oldest positions are lost. Suggested `size`: imm_history_size() for the
// largest number of plies that you want to take back. Call this function with NULL and 0 to end
// the history. Do not move or change the memory before that call, or before imm_init() makes
// another state in the block. Each call deletes the previous history.
//
// Errors: IMM_ERR_NULL; IMM_ERR_MISALIGNED; IMM_ERR_TOO_SMALL if there is no room for a single
// move; IMM_ERR_BUFFER if the memory overlaps the block of the state; IMM_ERR_UNSUPPORTED for
// imm_breakthrough_small() and imm_kalah_small().
imm_status imm_keep_history(imm_state *state, void *memory, size_t size);

// Returns how many bytes imm_keep_history() needs so that at least `plies` moves can be taken
// back. Returns 0 on an error; imm_last_status() then returns the status.
size_t imm_history_size(imm_state *state, uint32_t plies);

// Takes back the latest move of imm_play(). The tree becomes empty; the sequence of random numbers
// continues. imm_keep_history() must have provided memory before that move. imm_restart(),
// imm_shuffle(), imm_load() and every function that sets up a position delete the history.
//
// Errors: IMM_ERR_NO_PAST if no move is stored, or the error of a callback. After an error no move
// is taken back.
imm_status imm_undo(imm_state *state);

// Copies a whole state into `size` bytes of other `memory` aligned to IMM_ALIGN, and writes the
// handle of the copy to `copy`. `size` is at least the `size` passed to imm_init(). The copy has
// the same position, tree and random numbers. So both states continue with the same searches, bit
// for bit, independently of each other. Both states pass the same `context` and `clock` to
// callbacks. The copy has no history: see imm_keep_history(). The call takes about as long as
// copying the used part of the block. A state copied with memcpy() is not a valid state.
//
// Errors: IMM_ERR_NULL; IMM_ERR_MISALIGNED; IMM_ERR_TOO_SMALL; IMM_ERR_BUFFER if the blocks
// overlap; IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small(). After an error
// nothing is written.
imm_status imm_clone(imm_state *state, void *memory, size_t size, imm_state **copy);

// Returns how many bytes imm_save() would write now; the number grows with the tree. Returns 0 on
// an error; imm_last_status() then returns the status.
size_t imm_save_size(imm_state *state);

// Writes a save (the whole search as bytes) to `bytes`, and the number of bytes to `length`. The
// save contains the position, the tree and the state of the random numbers; for alpha-beta it
// contains the table, the history tables and the unfinished depth. After imm_load(), the search
// continues bit for bit as before, even in another process or on another target. One exception:
// the position of a custom game is written as your callbacks left it, so another target may not be
// able to read it. The unused part of the tree takes no bytes. The history of imm_undo() is not
// written. A save ends with its CRC-32. Suggested `size`: imm_save_size().
//
// In a tree of 32,768 slots or more, imm_save() changes how the search continues. The search and
// its save still continue in the same way, except on bare metal, which searches such a tree in
// another way.
//
// Errors: IMM_ERR_NULL; IMM_ERR_BUFFER if `size` is too small, or if the buffer overlaps the block
// of the state; IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small().
imm_status imm_save(imm_state *state, void *bytes, size_t size, size_t *length);

// Loads a save: `length` bytes that imm_save() has written. `state` must play the same game on the
// same board with the same player. The trees of the save and of `state` must have the same number
// of slots. For alpha-beta, the number of plies and the size of the table must be the same. Blocks
// of the same size on the same type of target meet these conditions. The seeds may differ. The
// state keeps its own clock. The history of imm_undo() becomes empty.
//
// The function checks the whole save before the state changes, including every link and every move
// of the tree. For each thousand nodes, the check takes about as long as a few hundred
// simulations. Wrong bytes never set up an impossible state of a built-in game. The position of a
// custom game is passed to your callbacks without a check, so only load saves that your own
// program has written.
//
// Errors: IMM_ERR_NULL; IMM_ERR_BYTES if the bytes are not a whole save, or were changed;
// IMM_ERR_SAVED_VERSION, IMM_ERR_SAVED_GAME, IMM_ERR_SAVED_PLAYER or IMM_ERR_SAVED_MEMORY if the
// save has another version, game, player or size; IMM_ERR_UNSUPPORTED for imm_breakthrough_small()
// and imm_kalah_small(); or the error of a callback. After an error the state is unchanged.
imm_status imm_load(imm_state *state, const void *bytes, size_t length);

/* ---- All cores ------------------------------------------------------------------------------- */

// Merges the roots of `n` other states into `state`, so that all cores can search one position.
// All states must be at the same position. Each state is in its own block, has its own seed, and
// is searched by its own thread. The threads share no memory. After all searches have ended, one
// thread calls this function. imm_get_report(), imm_candidates(), imm_line() and imm_visit_tree()
// of `state` then show the results of all searches. Suggested `n`: the number of cores less 1. The
// same seeds and iterations lead to the same result, however fast the threads are. The other
// states do not change.
//
// The visits and rewards of each move are added, so the value of a move is the mean of all
// simulations. (A count of visits stops at 2^32 - 1.) The minimax value of a move is the mean of
// all states, weighted by their visits. A move that one state has solved becomes solved, with the
// shortest proof. Moves that `state` has not tried are added if its tree has room. In the report
// of `state`, `iterations` is the sum, and `depth` and `elapsed_ms` are the largest of all states.
// `nodes` and `recycled` count only the tree of `state`, which does not change below the moves at
// the root. The signature includes the signatures of the other states.
//
// For alpha-beta, `state` adopts the best answer of all states: a solved answer that ends the game
// soonest, else the answer of the greatest depth. If answers are equally good, `state` adopts the
// answer of the first state that has one; `state` itself comes before the other states. So the
// order of the states can change the result.
//
// After the merge all states can continue: imm_play() the move in each state. A tree that has
// received merged results cannot be merged again before imm_play() or imm_forget(), because
// simulations would be counted twice. To see the results of all states before the end of a search,
// merge into a copy: see imm_clone(). The merge calls only the callback `to_move` and, if `state`
// has not tried a move, `outcome` and `legal_moves`. The call takes a few microseconds for each
// state.
//
// Errors: IMM_ERR_NULL; IMM_ERR_BUSY if a state occurs twice or is `state`, or if a call with a
// state is under way; IMM_ERR_OTHER_GAME, IMM_ERR_OTHER_PLAYER or IMM_ERR_OTHER_POSITION if game,
// player or position differ (players may differ as far as imm_set_player() keeps the tree);
// IMM_ERR_MERGED if the tree of one of the states has already received merged results, or is a
// shared tree; IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small(); or the
// status of an invalid handle. After these errors nothing changes. The function may also return
// the error of a callback: then the tree of `state` is empty.
imm_status imm_merge(imm_state *state, imm_state *const *others, size_t n);

/* ---- Checking a game of your own ------------------------------------------------------------- */

// Checks your game for mistakes. The function makes random moves in `game`, calls every callback
// that a search may call, and tests whether the game keeps the promises listed at imm_game. A
// search trusts most of these promises. If your game breaks one, you get weak or illegal moves
// instead of an error. So run this check after each change of your game. `report` lists each
// mistake with the moves that lead to it and the expected result. imm_check_text() writes the
// report as a message. With a clock, the report also has the times of the callbacks.
//
// `plies` is the number of positions to check; 0 means 10,000. Suggested: 0. The check ends sooner
// if it finds IMM_CHECK_FINDINGS different mistakes. For each position, the check makes a few
// hundred calls to callbacks. `seed` selects the random moves. The same seed gives the same games.
// A check without findings does not prove that the game is correct. More seeds and more plies find
// more mistakes.
//
// The check plays only moves that legal_moves() lists, and checks only positions that these moves
// reach. Positions, undo bytes and texts have 128 guard bytes before and after them; the list of
// moves has 256. A callback that writes beyond the guard bytes damages other memory, as it would
// in a search. A callback that does not return is not detected.
//
// `memory` is aligned to IMM_ALIGN and has at least imm_check_memory() bytes. Suggested:
// imm_check_memory(). With more memory the check remembers more positions, and finds more pairs of
// different positions with the same hash key. You can also check built-in games; this takes about
// 40 KiB of stack. A program that calls this function contains the code of all games.
//
// Errors: IMM_ERR_NULL, IMM_ERR_MISALIGNED, IMM_ERR_TOO_SMALL, IMM_ERR_STRUCT_SIZE (of the game or
// the report), IMM_ERR_GAME. After an error `report` is unchanged. Returns IMM_OK if the check
// ran, even if it has found mistakes.
imm_status imm_check_game(const imm_game *game,
                          void *memory,
                          size_t size,
                          uint64_t seed,
                          uint32_t plies,
                          imm_check_report *report);

// Returns how many bytes of memory imm_check_game() needs for this game. Returns 0 on an error: a
// NULL pointer, or a game that imm_init() would refuse.
size_t imm_check_memory(const imm_game *game);

// Writes the findings of a check as a message for people. The message has each mistake with the
// moves that lead to it, the expected and the actual result, and a hint where to look for the
// cause. After the mistakes come the measured times. Suggested `size`: IMM_CHECK_TEXT_MAX, which
// is always enough.
//
// Errors: IMM_ERR_NULL; IMM_ERR_STRUCT_SIZE; IMM_ERR_ENUM for a report that imm_check_game() did
// not write; IMM_ERR_BUFFER.
imm_status imm_check_text(const imm_check_report *report, char *text, size_t size);

// Returns an empty report with `struct_size` and a clock. On Linux, Android, FreeBSD and Apple's
// systems the clock is the processor time of the calling thread, so other programs do not affect
// the measured times. On other desktop systems it is the clock of imm_config_default(). On bare
// metal the report has no clock.
imm_check_report imm_check_report_default(void);

// Writes an empty report, as imm_check_report_default() returns it. Use this function in languages
// that cannot receive a struct as a return value. `size` is the caller's sizeof(imm_check_report),
// and becomes `struct_size`.
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
imm_status imm_check_report_init(imm_check_report *report, size_t size);

/* ---- Statuses and version -------------------------------------------------------------------- */

// Returns the status of the latest call with this state. Calls to imm_stop() and imm_last_status()
// do not count. Call imm_last_status() after a function that returns something other than a
// status.
imm_status imm_last_status(const imm_state *state);

// Returns the meaning of a status in a few words. The result is never NULL. The text belongs to
// the library and is valid forever.
const char *imm_status_text(imm_status status);

// Returns the version of the library: major * 65536 + minor * 256 + patch.
uint32_t imm_version(void);

#ifdef __clang__
#pragma clang diagnostic pop
#endif
#ifdef __cplusplus
} // extern "C"
#endif

/* ---- A game of your own ---------------------------------------------------------------------- */

// A game: its rules, and optional callbacks with more knowledge about the game.
//
// For a built-in game, call imm_breakthrough() or a similar function. For a custom game (a game of
// your own), fill in this struct: set `struct_size`, the sizes and the six required callbacks. All
// other fields may stay 0. Then run imm_check_game(). imm_init() copies the struct. `context` must
// outlive the state.
//
// A position is `position_size` bytes of your own layout, aligned to IMM_ALIGN. imm keeps two
// positions and copies them as bytes, so they must not contain pointers into themselves. The first
// argument of every callback is `context`. For the same position, a callback must always return
// the same result. Callbacks must not throw a C++ exception or leave by longjmp(). They must not
// call imm_* functions for the state that is searching, except imm_stop() and imm_last_status().
//
// To report a failure, a callback returns IMM_FAILED. A callback without a return value stores the
// failure in the position; outcome() and to_move() then return IMM_FAILED. The imm_* function that
// is running then returns IMM_ERR_CALLBACK, the position is the same as before the call of that
// function, and the tree is empty. An invalid return value has the same effect, with another error
// status. You can continue to use the state.
struct imm_game {
    // sizeof(imm_game).
    uint32_t struct_size;
    // The number of bytes of a position, at least 1.
    uint32_t position_size;
    // The number of bytes that make() may write for unmake(). 0 if unmake() needs no bytes.
    uint32_t undo_size;
    // The largest number of legal moves in any position, 1 to 65535. Suggested: a safe upper
    // bound; each move costs 4 bytes.
    uint32_t max_moves;
    // The number of plies after which a playout ends as a draw. Suggested: the length of the
    // longest sensible game. 0 means 1000.
    uint32_t max_plies;
    // The board number of a built-in game. 0 in a custom game.
    uint32_t board;
    // The first argument of every callback. May be NULL.
    void *context;
    // Required. Sets up the starting position in `position`. All bytes of `position` are 0 before
    // the call.
    void (*initial)(void *context, void *position);
    // Required. Writes every legal move once, and returns their number, 1 to `max_moves`. The
    // callback must never write more than `max_moves` moves. It is called only while the game is
    // not over. If a player cannot move, list a passing move, or let outcome() return the result
    // of the game.
    uint32_t (*legal_moves)(void *context, const void *position, imm_move *moves);
    // Required. Makes a legal move. If unmake() needs more data than the move, store this data in
    // the `undo_size` bytes at `undo`, which is aligned to IMM_ALIGN.
    void (*make)(void *context, void *position, imm_move move, void *undo);
    // Required. Takes back the latest move and restores the position exactly. Alpha-beta makes
    // many moves and takes them back in reverse order, each with its own `undo` bytes. The tree
    // search takes back at most five moves in a row.
    void (*unmake)(void *context, void *position, imm_move move, const void *undo);
    // Required. Returns IMM_FIRST or IMM_SECOND, or IMM_CHANCE if a chance event comes next (see
    // `chance`; for other numbers of players see `players`). The same player may move several
    // times in a row. After the end of the game, each of these values is correct.
    imm_player (*to_move)(void *context, const void *position);
    // Required. Returns IMM_ONGOING, or the result of the game if it is over.
    imm_result (*outcome)(void *context, const void *position);
    // Optional. Returns the value of the position from the FIRST player's point of view, from -1
    // to 1. Suggested: 0.5 to 0.8 for a clear advantage. Values outside the range are clamped, NaN
    // is an error, and (float)IMM_FAILED is a failure. The value is rounded to a multiple of
    // 1/32767. All options that use static values need this callback: `im`, `cb`, `impb`, `pb`,
    // `ct`, `softmax`, `leaf`, `ege`, `fet`, `det`, `cut`. Without evaluate(), alpha-beta values
    // every undecided position as a draw.
    float (*evaluate)(void *context, const void *position);
    // Optional. Samples a legal move, using the 32 random bits in `random`. All moves must be
    // equally likely. Called only while the game is not over. Suggested: the move that
    // legal_moves() would write at index `((uint64_t)random * count) >> 32`. With this move, a
    // search gives the same result with and without the callback. Without this callback, every ply
    // of a uniform playout lists all moves to play a single move. So the callback can make
    // searches several times faster. To report a failure, return IMM_MOVE_NONE: the imm_* function
    // that is running then returns IMM_ERR_INVALID_MOVE.
    imm_move (*random_move)(void *context, const void *position, uint32_t random);
    // Optional. Returns the weight of this legal move: how likely a playout is to play this move,
    // relative to the other moves. A weight is 0 to 65533, IMM_WEIGHT_DECISIVE or
    // IMM_WEIGHT_FORCED. Other numbers count as 65533. Suggested: 1 for an ordinary move. The
    // improved playout policy (`ipp`) needs this callback. Alpha-beta with IMM_AB_WDL
    // (`wdl`) calls it, too, and trusts decisive and forced moves.
    uint32_t (*weight)(void *context, const void *position, imm_move move);
    // Optional. Returns the probability, 0 to 1, that the player to move wins after this legal
    // move. A negative number means unknown, and counts as 0.5. Node priors (`np`) need this
    // callback.
    float (*prior)(void *context, const void *position, imm_move move);
    // Optional. Returns a number that orders the legal moves for alpha-beta: moves with higher
    // numbers come first, and moves with equal numbers are in the order of legal_moves(). The
    // search prunes more if good moves come first. The tree search calls order() for leaf searches
    // (`leaf` in imm_config), and if the memory is too small for a tree. IMM_PLAYOUT_GREEDY,
    // _MIXED and _ALPHA_BETA call order() if the game has no transition().
    int32_t (*order)(void *context, const void *position, imm_move move);
    // Optional. Returns nonzero if this legal move is noisy, for example a capture:
    // the evaluation before the move is then not reliable. Quiescence search (IMM_AB_QS,
    // IMM_LEAF_QUIESCENCE) needs this callback. A sequence of noisy moves must end.
    int32_t (*noisy)(void *context, const void *position, imm_move move);
    // Optional. Returns a 64-bit key of the position. Two positions should have different keys if
    // the game can continue differently from them, or if the players to move differ. For two such
    // positions, each bit of the key should differ with probability 1/2. Suggested: Zobrist keys.
    // Without hash(), alpha-beta has no transposition table, and IMM_FLAG_EVALTT and
    // IMM_FLAG_PROOFTT have no effect.
    uint64_t (*hash)(void *context, const void *position);
    // Optional. Passes, even if the rules do not allow it: the opponent is to move, and everything
    // else stays. Returns nonzero after a pass. Returns 0 and changes nothing if passing could be
    // good for the player to move.
    //
    // A second call, at the position after the pass, takes the pass back. (All later moves were
    // taken back before.) The second call must not return 0, which would count as a failure. So if
    // pass() tests whether a pass is possible, the test must have the same result for both sides.
    // Alternatively, the position can store that a player has passed.
    //
    // The null move (IMM_AB_NULL) needs this callback. The search does not try a null move if the
    // game is over after the pass. IMM_PLAYOUT_CORRECTIVE, IMM_PLAYOUT_MIXED and `ct` compare the
    // evaluations before and after a move, with the same player to move. So they call pass() for
    // the evaluation before the move. If pass() returns 0, they evaluate the position without a
    // pass.
    //
    // With three or more players, best-reply search (IMM_AB_BRS) needs this callback, and nothing
    // else calls it. The player to move skips its turn, and the next player is to move. Called
    // only where a turn begins. Further calls, until the same player is to move again, restore the
    // position. No call may return 0.
    int32_t (*pass)(void *context, void *position);
    // Optional. Returns nonzero if the player to move has so few pieces that a null
    // move is less reliable.
    int32_t (*few_pieces)(void *context, const void *position);
    // Optional. Returns how often moves like this legal move were played in positions where such a
    // move was possible: 0 (never) to 255 (always). Realization-probability search (IMM_AB_RPS)
    // needs this callback. In this search, a move with the value 64 costs one ply of depth. A
    // rarer move costs more, so the search looks less far ahead after it. A more frequent move
    // costs less.
    int32_t (*transition)(void *context, const void *position, imm_move move);
    // Optional. Writes a legal move as text into `text`, at most `size` (IMM_TEXT_MAX) bytes with
    // the terminating NUL. Returns the length without the NUL. Two moves of a position must have
    // different texts. imm_parse_move() can read only UTF-8. Without this callback, moves are
    // written as decimal numbers.
    uint32_t (*move_text)(void *context, const void *position, imm_move move, char *text, size_t size);
    // The internals of a built-in game. NULL in a custom game.
    const imm_builtin *builtin;
    // The largest number of points by which a player can win, 1 to IMM_SCORE_MAX. Needed only with
    // score().
    uint32_t max_score;
    // Optional. Returns the points of the FIRST player minus the points of the second player.
    // Called only after the end of the game. The option `marg` needs this callback and
    // `max_score`.
    int32_t (*score)(void *context, const void *position);
    // The number of features that features() writes, 1 to IMM_FEATURES_MAX. Needed only with
    // features().
    uint32_t feature_count;
    // Optional. Writes the input features for a net. They are `feature_count` small numbers that
    // describe the position from the point of view of the player to move. For example, write a
    // number for each square: 0 for an empty square, 1 for a piece of the player to move, 2 for a
    // piece of the opponent. Turn the board around if the second player is to move. All features
    // are 0 before the call. Never called when the game is over. A net learns a weight for each
    // value of each number: see imm_set_net(). Returns 0, or IMM_FAILED.
    int32_t (*features)(void *context, const void *position, uint8_t *features);
    // Only for games with chance events, such as the roll of a die. Returns the weight of an
    // outcome, 1 to IMM_ODDS_MAX. The probability of the outcome is its weight, divided by the sum
    // of the weights of all outcomes. For example, 1 for each side of a die.
    //
    // In a position where a chance event comes next, to_move() returns IMM_CHANCE, and
    // legal_moves() lists the outcomes. An outcome is a move like any other: make(), unmake() and
    // move_text() must support it. random_move() must sample outcomes by weight. evaluate() and
    // hash() are also called in such positions; weight(), prior(), order(), noisy(), transition(),
    // pass() and features() are not. The starting position may be such a position.
    uint32_t (*chance)(void *context, const void *position, imm_move outcome);
    // The number of players, 1 to IMM_PLAYERS_MAX. 0 means 2.
    //
    // If it is not 2, to_move() returns a number from 0 to `players` - 1 (or IMM_CHANCE),
    // outcome() returns IMM_ONGOING or IMM_OVER, and returns() is required. Use evaluate_for() in
    // place of evaluate(). evaluate() and features() are not called. prior() and weight()
    // assume that the player who moves wants to win for itself. Where imm.h mentions the first
    // player, this means the player to move when the search began. The second player means all
    // others together. `mcts()` without evaluations assumes that each player wants the best result
    // for itself (max^n). All other searches assume that all others play against the player to
    // move (paranoid search); with IMM_AB_BRS only one of them replies. docs/MORE_PLAYERS.md has
    // a complete program.
    uint32_t players;
    // Required if the number of players is not 2. Returns the result of this player, from -1
    // (worst) to 1 (best). Called only after the end of the game. Numbers outside the range are
    // clamped, NaN is an error, and (float)IMM_FAILED is a failure. For example, 1 for the winner
    // and -1 for all others, or points divided by the largest possible number of points. A search
    // with the solver stops early if a result of 1 is certain.
    float (*returns)(void *context, const void *position, imm_player player);
    // Optional, and called only if the number of players is not 2. Returns the value of the
    // position for this player, from -1 to 1, on the scale of returns(). Otherwise like
    // evaluate().
    float (*evaluate_for)(void *context, const void *position, imm_player player);
};

/* ---- A player -------------------------------------------------------------------------------- */

// A player: the options of a search. Begin with imm_config_default(), then change fields or call
// imm_configure(). In every field 0 means the default. So a struct of zeros with `struct_size` set
// is the default player without a clock. If the default is not the number 0, IMM_ZERO means the
// number 0.
struct imm_config {
    // sizeof(imm_config).
    uint32_t struct_size;
    // The number of visits that a leaf must have before it is expanded. Default 0: a leaf is
    // expanded at its first visit, or at its second visit if it gets one child at a time.
    // Suggested: 0, or 1 with proof numbers (IMM_PN_SUM).
    uint32_t threshold;
    // The seed of the random numbers. The same seed, memory, game and iterations lead to the same
    // tree on every machine. Default 0. Suggested: a different seed for each thread.
    uint64_t seed;
    // The exploration constant C of UCT, greater than 0 and at most 100. Default 1.0; 0.7 in
    // IMM_BEST_FIRST. IMM_ZERO means no exploration. Suggested: the default.
    float c;
    // Alpha of implicit minimax, 0 to 1: the weight of the minimax value against the mean of the
    // playouts. Default 0: no implicit minimax; 1 in IMM_BEST_FIRST. Suggested: 0.4 if the game
    // has an evaluation.
    float im;
    // The evaluation function: IMM_EF_*. Default IMM_EF_DEFAULT, the first choice of the game.
    // Suggested: IMM_EF_NET if the game has a net.
    uint8_t evaluator;
    // The improved playout policy. If this field is not 0, playouts sample moves by the game's
    // weights. Default 0: all moves are equally likely. Suggested: 1 if the game has weights.
    uint8_t ipp;
    // How many children a leaf gets at once: IMM_EXPAND_*. Default IMM_EXPAND_AUTO. Suggested: the
    // default. IMM_EXPAND_ONE needs between a sixth and a third of the memory of IMM_EXPAND_ALL.
    uint8_t expansion;
    // How the final move is chosen: IMM_DECIDE_*. Default IMM_DECIDE_VISITS; IMM_DECIDE_LOG in
    // IMM_BEST_FIRST. Suggested: the default. A solved win always comes first.
    uint8_t decision;
    // A number other than 0 switches the solver off. Default 0: the search solves wins, losses and
    // draws. Suggested: 0; 1 only for comparisons.
    uint8_t no_solver;
    // A number other than 0 switches recycling off: a full tree no longer grows. Default 0: a full
    // tree recycles its least recently used parts. Suggested: 0; 1 only for comparisons.
    uint8_t no_recycle;
    // How the weight `im` depends on the number of visits of a node: IMM_IM_*. Default
    // IMM_IM_CONSTANT. Suggested: the default.
    uint8_t im_schedule;
    // What `pb` is the weight of: with IMM_PB_MOBILITY, mobility; with IMM_PN_*, proof numbers;
    // with the other IMM_PB_*, static values, which are then divided by this divisor. Default
    // IMM_PB_SQRT_LOSSES. Suggested: the default, or IMM_PB_MOBILITY with `pb` 0.2, `grave` 50 and
    // `threshold` 1 for a game with rules only.
    uint8_t pb_divisor;
    // The search algorithm: IMM_MCTS, IMM_ALPHA_BETA, IMM_BEST_FIRST or IMM_BEST. Default
    // IMM_MCTS. Suggested: IMM_BEST. Of the other fields, alpha-beta reads only `evaluator`,
    // `switches` and the clock. Without an evaluation function, alpha-beta values every undecided
    // position as a draw.
    uint8_t algorithm;
    // How playouts choose their moves: IMM_PLAYOUT_*. Default IMM_PLAYOUT_SAMPLED: moves are
    // sampled uniformly, unless `ipp` or `ege` is on. The other policies exclude `ege`, and all
    // except IMM_PLAYOUT_MAST_GREEDY exclude `ipp`. Suggested: IMM_PLAYOUT_DECISIVE if one
    // unexpected move can win the game at once.
    uint8_t playout;
    // Enhancements of alpha-beta: IMM_AB_* added together. With only safe switches, the search
    // finds the same value as plain alpha-beta at the same depth, only faster. (Values may differ
    // after a move, because the search keeps its table.) The other switches skip moves that are
    // unlikely to matter, or search noisy moves deeper; solved wins and losses are still correct.
    // A switch stays off if the game does not have the knowledge for it. Default 0: no switch is
    // on. Suggested: IMM_AB_ALL to play, IMM_AB_SOLVE to prove who wins, IMM_AB_EXACT to prove by
    // how many points.
    uint16_t switches;
    // The constant K of `im_schedule`, 1 to 9999999 visits. Ignored with IMM_IM_CONSTANT, which is
    // the suggested schedule.
    uint32_t im_visits;
    // Alpha of constant bias, 0 to 1: the weight of a child's own static value against the mean.
    // Default 0: no bias. Suggested: 0; `im` 0.4 scores 68.5 % against constant bias.
    float cb;
    // Alpha of progressive bias by minimax values, 0 to 1. The minimax value of a child has the
    // weight alpha / (visits + 1), and the mean has the weight 1 - alpha. Default 0: no bias.
    // Suggested: 0; `im` 0.4 scores 66.0 % against this bias.
    float impb;
    // The weight of progressive bias, 0 to 100. The search adds a bias to the bound of a child:
    // the weight times the child's static value, divided by the divisor that `pb_divisor` selects.
    // Default 0: no bias. Suggested: 0; this option was not measured on its own.
    //
    // With IMM_PN_* in `pb_divisor`, this field is the weight of proof numbers. Default 0: off.
    // Suggested: 1. With IMM_PB_MOBILITY, it is the weight of mobility. Default 0: off. Suggested:
    // 0.2.
    float pb;
    // The weight of progressive bias by transition probability, 0 to 100. The search adds a bias
    // to the bound of a child: the weight times the probability of the move to the child, divided
    // by the divisor that `pb_divisor` selects. Not together with `pb`. Default 0: no bias.
    // Suggested: 10 with `ct` 5, as in MC-LOA.
    //
    // With IMM_EF_TOLD this field is the weight X of PUCT. The exploration term of a child with
    // the prior P and n visits is then X P sqrt(N) / (n + 1), where N is the number of visits of
    // the position above. A child without visits has the value of the position above. The field
    // `c` has no effect. Default 0: selection by `c`, without priors. Suggested: 1.5.
    float tp;
    // A number of visits, 1 to 9999999. At a node with fewer visits, the search does not select a
    // child by its bound, but samples a child in the way that IMM_PLAYOUT_CORRECTIVE samples a
    // move. Not together with IMM_EXPAND_ONE. Default 0: children are never sampled. Suggested: 5
    // with `tp` 10, as in MC-LOA.
    uint32_t ct;
    // First-play urgency (FPU), greater than 0 and at most 100. Unvisited children then compete
    // with visited children: the bound of an unvisited child is its static value plus this number.
    // Default 0: off, all unvisited children are visited first; 0.5 in IMM_BEST_FIRST. IMM_ZERO
    // means an urgency of 0. Not together with IMM_EXPAND_ONE. Suggested: the default.
    float fpu;
    // Evaluation cut-off, up to 65535: a playout ends as won or lost when the absolute raw
    // evaluation reaches this number. The scale depends on the evaluation: the maximum is 40 for
    // IMM_EF_MS, 364 for IMM_EF_LH, and the number of seeds for IMM_EF_RS. For a custom game the
    // raw evaluation is 32767 times the value of evaluate(). Default 0: no cut-off. Suggested: 400
    // for IMM_EF_WB in MC-LOA ("mcts(mcloa)").
    uint32_t cut;
    // The number of playout moves from one test of `cut` to the next, 1 to 999.
    // IMM_PLAYOUT_CORRECTIVE, _GREEDY, _MIXED and _ALPHA_BETA instead test every position that
    // they evaluate. Default 0, which means 3. Suggested: 0.
    uint32_t cut_period;
    // The search depth of IMM_PLAYOUT_ALPHA_BETA in plies, 1 to 3. Default 0, which means 2.
    // Suggested: 0.
    uint8_t playout_depth;
    // How many moves IMM_PLAYOUT_ALPHA_BETA searches at each ply, 1 to 12. Killer moves come
    // first, then the best moves by transition() (by order() if the game has no transition()). The
    // first number is also the number of moves that IMM_PLAYOUT_GREEDY and IMM_PLAYOUT_MIXED
    // evaluate, and that IMM_PLAYOUT_MAST samples. For IMM_PLAYOUT_MAST_GREEDY it is a probability
    // in percent, 1 to 100. Default 0, which means 7, 5, 5; 3 for IMM_PLAYOUT_MAST, 30 for
    // IMM_PLAYOUT_MAST_GREEDY. Suggested: 0.
    uint8_t playout_evaluated[3];
    // How many other moves IMM_PLAYOUT_ALPHA_BETA tests at each ply for an immediate win or draw.
    // The sum with `playout_evaluated` is at most 12. IMM_LOOK_ALL means all moves, IMM_ZERO means
    // no move. Default 0, which means all, none, none. Suggested: 0.
    uint8_t playout_looked[3];
    // Switches of the tree search: IMM_FLAG_* added together. Error: IMM_ERR_OUT_OF_RANGE for an
    // unknown bit. Default 0: all switches are off. Suggested: IMM_FLAG_CORRECTED with
    // IMM_BEST_FIRST; IMM_FLAG_PROOFTT to solve games with many transpositions; IMM_FLAG_BOUNDS
    // to prove draws; IMM_FLAG_INFORMED with `np`, if IMM_BEST_FIRST plays badly.
    uint8_t flags;
    // Softmax: the temperature T, greater than 0 and at most 100. Children are not selected by
    // their bounds, but sampled with odds exp(Q / T), where Q is the estimate of a child, -1 to 1.
    // Not together with IMM_EXPAND_ONE. Default 0: no sampling. Suggested: 0; IMM_BEST_FIRST with
    // softmax scores 31 to 37 % against IMM_BEST_FIRST without softmax.
    float softmax;
    // The probability, 0 to 1, that the search does not select a child, but samples one. All
    // children that are not solved are then equally likely. Not together with IMM_EXPAND_ONE.
    // Default 0: never. Suggested: 0; 0.1 in unbounded best-first minimax ("bfm(ubfm)").
    float eps;
    // How a new child gets its value: IMM_LEAF_*. Default IMM_LEAF_STATIC. The other values take
    // memory from the tree, for lists of moves: see imm_leaf_memory(). With these values, a
    // simulation runs a leaf search for each move of a position, and each leaf search visits at
    // most about 4,096 positions. The search checks the clock and imm_stop() only after the last
    // of these leaf searches. There is one exception: IMM_LEAF_ALPHA_BETA of two plies or more,
    // without an iteration limit, on a target with an operating system. In this case the search
    // also checks between two leaf searches. Suggested: IMM_LEAF_QUIESCENCE with IMM_BEST_FIRST if
    // the evaluation does not consider captures.
    uint8_t leaf;
    // The depth of IMM_LEAF_ALPHA_BETA in plies, 1 to 4. Default 0, which means 2. Suggested: 1 or
    // 2 if a search has only a few milliseconds.
    uint8_t leaf_depth;
    // All moves as first (GRAVE), 1 to 65535: the value of a move also includes the simulations in
    // which the move was played later in the game. The field is a number of simulations. A
    // position with at least this many simulations uses its own move statistics. A position with
    // fewer simulations uses the statistics of the nearest position above it that has enough
    // simulations. GRAVE is for games without an evaluation. Takes at most an eighth of the tree's
    // memory. Not together with `fpu`, nor in a shared tree. Default 0: no GRAVE. Suggested: 50
    // with `threshold` 1 and IMM_PB_MOBILITY for a game with rules only.
    uint16_t grave;
    // Node priors: the prior of a new child counts as this number of visits, up to 10000. With
    // IMM_FLAG_INFORMED the value of the child is its prior. Default 0: no priors. Suggested: 10
    // if the game has priors, 30 with IMM_FLAG_INFORMED, `im` 0.8 and `c` 0.3.
    uint32_t np;
    // Epsilon of epsilon-greedy playouts, 0 to 1: the probability that a playout samples its move
    // (by the weights, if the game has weights). Otherwise the playout plays the move with the
    // best static value. IMM_ZERO means 0: always greedy. Default 0: the playouts are not greedy.
    // Suggested: 0.1 with `det` 0.5 if the evaluation is fast.
    float ege;
    // Fixed early termination: the number of playout moves after which the static value is the
    // result, 1 to 9999. IMM_ZERO means no playout move. Default 0: no early termination.
    // Suggested: 4 if the evaluation is good.
    uint32_t fet;
    // Dynamic early termination, 0 to 1: a playout ends as won or lost when the absolute static
    // value reaches this number. Default 0: no early termination. Suggested: 0.5 with `ege` 0.1 if
    // the evaluation is fast.
    float det;
    // The number of playout moves from one test of `det` to the next, 1 to 999. Default 0, which
    // means 5. Suggested: 0.
    uint32_t det_period;
    // Maximum backpropagation: a node with at least this many visits passes up the best estimate
    // of its children instead of the result of the simulation. With `np` the visits of the prior
    // count too. Default 0: no maximum backpropagation. Suggested: 0; 1000 scores 37.0 % against
    // `im` 0.4.
    uint32_t max;
    // A clock: milliseconds since an arbitrary moment. The number wraps around after 2^32. The
    // search reads the clock at least once in 256 simulations. If the clock stops, only other
    // limits and imm_stop() end a search. If the clock is set forward, the step counts as time. If
    // it is set back (a difference above 2^31), the step does not count. imm_config_default() sets
    // the clock of the operating system, if one exists; searches read this clock in microseconds.
    // NULL: no clock, unless `now_us` is set. Without a clock, searches limited only by time are
    // refused.
    uint32_t (*now_ms)(void *clock);
    // The argument of `now_ms` and `now_us`. May be NULL.
    void *clock;
    // The temperature T for the choice of the final move, greater than 0 and at most 100. The move
    // is sampled with odds visits^(1/T), so with T = 1 the odds are proportional to the visits. A
    // solved win is always played, and a solved loss only if all moves lose. The sample depends
    // only on the seed and the tree: imm_get_report() always returns the same move. Use this field
    // for play below full strength. Default 0: the move is chosen by `decision`. Suggested: 0, or
    // a value from imm_level().
    float temp;
    // Playing for points: the weight W of the margin in a result, 0 to 1. A finished game has the
    // value 1 - W + W m / M for its winner. Here m is the number of points by which the winner is
    // ahead, at least 1, and M is `max_score`. So every win is better than a draw, and every draw
    // better than a loss. A solved position is still a win, draw or loss. Among solved wins, the
    // search plays the win with the largest certain margin. After the searched position is solved,
    // the search continues until the margin is exact, and ends with IMM_STOPPED_PROVEN. Not
    // together with `det`, `cut` or IMM_FLAG_BOUNDS. A custom game needs score() for this option.
    // Default 0: points do not count. Suggested: 0.2 to play for points.
    float marg;
    // A finer clock, which replaces `now_ms`: microseconds since an arbitrary moment. The number
    // wraps around after 2^32 (71 minutes). A search may last longer, but a single simulation must
    // take less than half of this time. With this clock, a search of 1 ms takes 1 ms. With a clock
    // in milliseconds, such a search may end at once, if it begins just before the clock advances.
    // The search reads the clock at least once in 256 simulations, once or twice a millisecond,
    // and about ten more times before the end. A library without the feature `policies` ignores
    // this clock. Default NULL: no finer clock. Suggested: set it for searches of a few
    // milliseconds.
    uint32_t (*now_us)(void *clock);
};

/* ---- Limits, and what was found -------------------------------------------------------------- */

// The limits of a search. A search ends at the first limit that it reaches, or when the position
// is solved. 0 means no limit. Set at least one of `iterations`, `nodes`, `time_ms` and `time_us`,
// or `depth` for alpha-beta. Every search runs at least one simulation, or visits one position,
// unless nothing is left to search. If leaf searches are two plies deep or more and `iterations`
// is 0, a search may run only a part of a simulation. A later search then completes that
// simulation.
struct imm_limits {
    // sizeof(imm_limits).
    uint32_t struct_size;
    // The time limit in milliseconds, on the clock of imm_config. Ignored if imm_config has no
    // clock. Suggested: 10 to 1000.
    uint32_t time_ms;
    // The number of simulations; each simulation goes down the tree and ends with a playout.
    // Alpha-beta: the number of positions that this search visits. Suggested: this limit alone if
    // results must be reproducible.
    uint64_t iterations;
    // The number of nodes that the tree may have, including nodes of earlier searches. Nodes that
    // are no longer below the root after a move do not count, and the search frees their memory
    // first. With IMM_EXPAND_ALL, the last children that are added may exceed this limit. If no
    // other limit is set, the search also ends after 16 * `nodes` simulations, because the game or
    // the memory may be too small for `nodes` nodes. Alpha-beta: the same limit as `iterations`.
    // Suggested: 0, so that only the memory limits the tree.
    uint32_t nodes;
    // The largest depth of the tree below the root in plies, at most 255; playouts still go to the
    // end of the game. Alpha-beta: the search depth, which may be the only limit. Suggested: 0 for
    // the tree search.
    uint32_t depth;
    // Your own stop flag. If the flag is not 0, the search ends as if imm_stop() had been called.
    // imm reads the flag after every simulation or position, and never writes to it. If the flag
    // is set before the search begins, the search runs one simulation, or visits one position, and
    // ends. (A call to imm_stop() before the search begins has no effect.) Set the flag from
    // another thread (as an _Atomic uint8_t), a signal handler or an interrupt, and clear the flag
    // yourself. NULL: no flag.
    const volatile uint8_t *stop;
    // The time limit in microseconds, on the clock of imm_config. Rounded up if the clock counts
    // milliseconds. Ignored if imm_config has no clock. If `time_ms` is set too, the shorter limit
    // applies. A library without the feature `policies` returns IMM_ERR_UNSUPPORTED if `time_us`
    // is not 0.
    uint64_t time_us;
};

// The results of a search.
struct imm_report {
    // The move to play, or IMM_MOVE_NONE if the game is over.
    imm_move best;
    // The game-theoretic value of the searched position, or IMM_UNPROVEN.
    imm_proof proof;
    // The number of plies to the end of the game if the position is solved as a win for either
    // player (255 means 255 or more), else 0. The win that the search found may not be the
    // shortest win. Alpha-beta with only safe switches finds the shortest win and the longest
    // loss. With IMM_AB_SCORE, this is the length of a line in which both players play for points.
    uint32_t distance;
    // The value of the best move, from the FIRST player's point of view: -1 to 1. Without `im`,
    // 0.5 means 3 wins in 4 simulations. 0 before any search. With IMM_AB_SCORE, a solved position
    // has the margin in points divided by the largest possible margin. The margin is exact if
    // `stopped` is IMM_STOPPED_PROVEN.
    float value;
    // The number of simulations of the latest search. Alpha-beta: the number of positions that the
    // latest search visited.
    uint64_t iterations;
    // A hash of all simulations that built this tree. Alpha-beta: a hash of all positions visited
    // since the last move. If seed, memory and iterations are the same, the hash is the same on
    // every machine.
    uint64_t signature;
    // The number of simulations through the best move, including the simulations of earlier
    // searches of this tree (with `np`, also the visits of the prior). Alpha-beta: 0.
    uint32_t visits;
    // The number of nodes that are now in the tree, not counting the root. Nodes that are no
    // longer below the root after a move count until their memory is freed. Each later simulation
    // frees a few hundred of these nodes. Alpha-beta: the same number as `iterations`, at most
    // 4294967295.
    uint32_t nodes;
    // The number of nodes that were recycled since the tree was last empty.
    uint64_t recycled;
    // The number of plies from the root to the deepest node that the latest search reached.
    // Alpha-beta: the number of plies that alpha-beta has searched completely.
    uint32_t depth;
    // The time of the latest search in milliseconds. 0 without a clock.
    uint32_t elapsed_ms;
    // Why the latest search of this position ended.
    imm_stopped stopped;
    // The number of bytes of this struct that the library has filled in: sizeof(imm_report), or
    // fewer if the library is older than this header. Fields that the library does not know are 0.
    uint32_t struct_size;
};

// One move of the searched position, with its results.
struct imm_candidate {
    // The move.
    imm_move move;
    // The number of simulations that began with this move (with `np`, also the visits of the
    // prior).
    uint32_t visits;
    // The value of the move, from the FIRST player's point of view: -1 to 1.
    float value;
    // The implicit minimax value of the move, from the FIRST player's point of view: -1 to 1.
    // Meaningless if `im` is 0.
    float minimax;
    // The game-theoretic value of the position after the move, or IMM_UNPROVEN.
    imm_proof proof;
    // The number of plies from the position after the move to the end of the game, if that
    // position is solved as a win for either player, else 0. Also 0 if the move ends the game.
    uint32_t distance;
};

// One position of the tree, as imm_visit_tree() shows it.
struct imm_node {
    // The number of plies below the root; 0 for the root.
    uint32_t ply;
    // The move that leads to this position. IMM_MOVE_NONE for the root.
    imm_move move;
    // The number of simulations through this position (with `np`, also the visits of the prior).
    uint32_t visits;
    // The value of the position, from the FIRST player's point of view: -1 to 1. For the root, the
    // value of the move to play.
    float value;
    // The implicit minimax value of the position, from the FIRST player's point of view: -1 to 1.
    // Meaningless if `im` is 0.
    float minimax;
    // The game-theoretic value of the position, or IMM_UNPROVEN.
    imm_proof proof;
    // The number of plies from this position to the end of the game, if the position is solved as
    // a win for either player, else 0. Also 0 if the game is over in this position.
    uint32_t distance;
    // The number of children of this position in the tree, whether shown or not.
    uint32_t children;
};

// The clock of the player to move, for imm_search_clock(). All times are in milliseconds.
struct imm_clock {
    // sizeof(imm_clock).
    uint32_t struct_size;
    // The time left for the player to move.
    uint32_t remaining_ms;
    // The time that the clock adds after every move. Default 0.
    uint32_t increment_ms;
    // The number of moves to the next time control, including this move. Default 0: the time is
    // for all remaining moves of the game.
    uint32_t moves_to_go;
    // The time that a move costs in addition to the search: the delay to the clock and back, other
    // work of the machine, and one simulation. Default 0, which means 10. IMM_ZERO means 0 ms.
    // Suggested: 10, or more over a network.
    uint32_t overhead_ms;
    // An estimate of the number of moves that the player to move still has to make. Used if
    // `moves_to_go` is 0. The search takes about the time that is left, divided by this number.
    // Default 0, which means 20. Suggested: 20; a built-in game lasts 20 to 40 moves per player.
    uint32_t moves_expected;
    // The time between two calls of `watcher`. Default 0, which means 100. Suggested: 0.
    uint32_t every_ms;
    // The progress callback, called every `every_ms` milliseconds with the result so far: see
    // imm_search_watched(). Default NULL: no callback.
    void (*watcher)(void *context, const imm_report *report, const imm_move *line, uint32_t length);
    // The first argument of `watcher`. May be NULL.
    void *context;
    // Your own stop flag, which ends the search: see `stop` in imm_limits. NULL: no flag.
    const volatile uint8_t *stop;
};

/* ---- What a check of a game has found -------------------------------------------------------- */

// A mistake in a game. If a mistake of the same `kind` and `callback` was found several times,
// this is the one with the shortest line of moves.
struct imm_check_finding {
    // The mistake: IMM_CHECK_*.
    int32_t kind;
    // The callback with the mistake: IMM_CALLBACK_*.
    int32_t callback;
    // The number of moves from the start to the position with the mistake.
    uint32_t ply;
    // How often the mistake was found.
    uint32_t times;
    // The number of the random game in which the mistake was found, counted from 0.
    uint32_t game;
    // The move that was passed to the callback, or that was made or taken back. IMM_MOVE_NONE if
    // the mistake has no move.
    imm_move move;
    // The text of `move`, or its number. Empty if `move` is IMM_MOVE_NONE.
    char move_text[32];
    // The moves that lead to the position, as text or numbers, separated by blanks. If all moves
    // need more than 511 bytes, the text is "... " followed by the last moves.
    char line[512];
    // The expected result, in words.
    char expected[112];
    // The result that the check found, in words. May be empty.
    char found[112];
};

// The findings of imm_check_game(). The struct takes about 6,500 bytes, so do not put it on a
// small stack.
struct imm_check_report {
    // sizeof(imm_check_report). Set this field, `now_ms` and `clock` before the call; the check
    // writes the other fields.
    uint32_t struct_size;
    // The number of different mistakes in `findings`. 0 if no mistake was found.
    uint32_t finding_count;
    // A clock: see `now_ms` in imm_config. With a clock, the check measures how long each callback
    // takes, in 5 rounds. A round takes about 20 ms with the clock of imm_check_report_default(),
    // and about 150 ms with your own clock. NULL: no times are measured.
    uint32_t (*now_ms)(void *clock);
    // The argument of `now_ms`. May be NULL.
    void *clock;
    // The mistakes, in the order in which they were found. The first mistake may cause the others.
    imm_check_finding findings[8];
    // Positions that were checked.
    uint32_t positions;
    // Random games that were started.
    uint32_t games;
    // Games won by the first player. If at least 50 games ended and one player won all of them,
    // imm_check_text() adds a note. Such a result alone is not a mistake.
    uint32_t first_wins;
    // Games won by the second player.
    uint32_t second_wins;
    // Games that ended in a draw.
    uint32_t draws;
    // Games cut off at `max_plies`.
    uint32_t cut_off;
    // Mean number of legal moves in a position in which the game is not over.
    float mean_moves;
    // Largest number of legal moves in a position.
    uint32_t most_moves;
    // Mean number of plies of a game that ended.
    float mean_plies;
    // Largest number of plies of a game.
    uint32_t most_plies;
    // The missing optional callback that would help a search most, IMM_CALLBACK_*, or
    // IMM_CALLBACK_NONE. The advice is the first missing callback in this list:
    //
    //     random_move    if listing moves takes 3/10 or more of the time of legal_moves(), make()
    //                    and outcome() together, beyond the noise of the rounds (without a clock:
    //                    if a position has 8 moves or more on average)
    //     evaluate
    //     hash
    //     features       if the game has features() but no net: `imm-arena train` can make one,
    //                    see docs/NETS.md
    //     order
    //     weight
    int32_t advice;
    // How many times faster playouts could be with the callback in `advice`, rounded down to 1.4,
    // 2, 3, 5 or 10. 0 if the advice is not about speed, or if no times were measured.
    float advice_gain;
    // For each callback, the time of one call in nanoseconds: the mean over a few positions of
    // this game, in the fastest round. The index is IMM_CALLBACK_*. 0 if no time was measured:
    // without a clock, without the callback, and always for initial() and pass().
    float nanoseconds[24];
};

// C and C++ tell these functions how large imm_report is in this header, so that a library of
// another version does not write past its end.
#define imm_search_limited(state, limits, report) imm_search_limited_sized(state, limits, report, sizeof(imm_report))
#define imm_get_report(state, report) imm_get_report_sized(state, report, sizeof(imm_report))

// A constant of a type for which <stdint.h> has no macro. In C it can stand in #if, too, where the
// name of a type counts as 0.
#ifdef __cplusplus
#define IMM_TYPED(type, number) (static_cast<type>(number))
#else
#define IMM_TYPED(type, number) ((type) + (number))
#endif

/* ---- Players, results, moves ----------------------------------------------------------------- */

// The player who moves first from the usual starting position.
#define IMM_FIRST INT32_C(0)

// The opponent of IMM_FIRST.
#define IMM_SECOND INT32_C(1)

// No player is to move: a chance event comes next, such as the roll of a die. See `chance` in
// imm_game.
#define IMM_CHANCE INT32_C(8)

// The game is not over.
#define IMM_ONGOING INT32_C(0)

// The first player has won.
#define IMM_FIRST_WINS INT32_C(1)

// The second player has won.
#define IMM_SECOND_WINS INT32_C(2)

// The game is over, and is a draw.
#define IMM_DRAW INT32_C(3)

// The game is over. Returned only by games that do not have two players: see imm_return_of().
#define IMM_OVER INT32_C(4)

// The position is not solved, so its value is an estimate.
#define IMM_UNPROVEN INT32_C(0)

// The first player wins against every defence.
#define IMM_PROVEN_FIRST_WINS INT32_C(1)

// The second player wins against every defence.
#define IMM_PROVEN_SECOND_WINS INT32_C(2)

// With best play by both players, the game ends in a draw.
#define IMM_PROVEN_DRAW INT32_C(3)

// No move. imm_search() returns this value after an error. No legal move has this number.
#define IMM_MOVE_NONE UINT32_C(4294967295)

/* ---- Why a search ended ---------------------------------------------------------------------- */

// `stopped`: no search of the current position has ended.
#define IMM_STOPPED_NOT INT32_C(0)

// `stopped`: the search reached its iteration limit.
#define IMM_STOPPED_ITERATIONS INT32_C(1)

// `stopped`: the search reached its node limit.
#define IMM_STOPPED_NODES INT32_C(2)

// `stopped`: the search reached its time limit.
#define IMM_STOPPED_TIME INT32_C(3)

// `stopped`: imm_stop() was called, or the flag `stop` of the limits was set.
#define IMM_STOPPED_FLAG INT32_C(4)

// `stopped`: the position is solved, so there is nothing left to search.
#define IMM_STOPPED_PROVEN INT32_C(5)

// `stopped`: alpha-beta has reached the largest depth that the limits and the memory allow.
#define IMM_STOPPED_DEPTH INT32_C(6)

// `stopped`, only after imm_search_clock(): the move to play could not change in the time left.
#define IMM_STOPPED_SETTLED INT32_C(7)

// `stopped`, only after imm_search_clock(): there is only one legal move.
#define IMM_STOPPED_FORCED INT32_C(8)

/* ---- Statuses -------------------------------------------------------------------------------- */

// The call succeeded.
#define IMM_OK INT32_C(0)

// A pointer that must not be NULL is NULL.
#define IMM_ERR_NULL (-INT32_C(1))

// The memory or the imm_state pointer is not aligned to IMM_ALIGN.
#define IMM_ERR_MISALIGNED (-INT32_C(2))

// The memory is too small, even for a search without a tree: see imm_memory_required().
#define IMM_ERR_TOO_SMALL (-INT32_C(3))

// `struct_size` is not the size of the struct. Perhaps you did not set `struct_size`. Structs from
// older headers are accepted. Structs from newer headers are accepted if all fields that this
// library does not know are 0.
#define IMM_ERR_STRUCT_SIZE (-INT32_C(4))

// A number in imm_config or of imm_tell() is outside its range or is NaN, or the level passed to
// imm_level() does not exist.
#define IMM_ERR_OUT_OF_RANGE (-INT32_C(5))

// A field has a value that is not one of the constants for this field.
#define IMM_ERR_ENUM (-INT32_C(6))

// The game, the player or this build of the library does not support the call. For example, the
// game has no evaluation, no weights, no position texts, or only one starting position.
#define IMM_ERR_UNSUPPORTED (-INT32_C(7))

// The pointer is not a state from imm_open(), imm_init() or imm_clone(), or the memory of the
// state was overwritten. A state that was moved or copied with memcpy() is not valid either: see
// imm_clone().
#define IMM_ERR_STATE (-INT32_C(8))

// Another call with the same state is running. Your call came from one of its callbacks, or from
// another thread. During a call, only imm_stop() and imm_last_status() are allowed. For merged
// states and shared trees, see also imm_merge() and imm_share_tree().
#define IMM_ERR_BUSY (-INT32_C(9))

// Time is the only limit, and imm_config has neither `now_ms` nor `now_us`.
#define IMM_ERR_NO_CLOCK (-INT32_C(10))

// The search would never end: it has no limit on iterations, nodes or time (or depth, for
// alpha-beta).
#define IMM_ERR_NO_LIMIT (-INT32_C(11))

// The game is over.
#define IMM_ERR_GAME_OVER (-INT32_C(12))

// The move is not legal. The position does not change.
#define IMM_ERR_ILLEGAL_MOVE (-INT32_C(13))

// The text is not a legal move, not a position of this game, or not UTF-8. The state does not
// change.
#define IMM_ERR_TEXT (-INT32_C(14))

// The buffer is too small, or overlaps the state. If the buffer is for text, it contains the empty
// text.
#define IMM_ERR_BUFFER (-INT32_C(15))

// The text of a player is invalid. imm_configure_error() writes what is wrong, and where. The
// configuration does not change.
#define IMM_ERR_SPEC (-INT32_C(16))

// imm_game is incomplete: a required callback or size is missing, or a size is out of range. Or no
// built-in game has this name or board size.
#define IMM_ERR_GAME (-INT32_C(17))

// legal_moves() returned more than `max_moves`.
#define IMM_ERR_TOO_MANY_MOVES (-INT32_C(18))

// legal_moves() returned 0, although outcome() returned IMM_ONGOING.
#define IMM_ERR_NO_MOVES (-INT32_C(19))

// legal_moves() listed IMM_MOVE_NONE, or random_move() returned IMM_MOVE_NONE.
#define IMM_ERR_INVALID_MOVE (-INT32_C(20))

// to_move() returned a player that the game does not have, or IMM_CHANCE in a game without
// chance().
#define IMM_ERR_INVALID_PLAYER (-INT32_C(21))

// outcome() returned a value that does not exist, or different values for the same position.
#define IMM_ERR_INVALID_OUTCOME (-INT32_C(22))

// evaluate(), evaluate_for(), returns() or prior() returned a value that is not a number.
#define IMM_ERR_NOT_A_NUMBER (-INT32_C(23))

// A callback returned IMM_FAILED.
#define IMM_ERR_CALLBACK (-INT32_C(24))

// Two options of imm_config contradict each other. imm_config_error() reports which options, and
// why. Or the memory of a shared tree or table was set up for another game, player or size.
#define IMM_ERR_CONTRADICTION (-INT32_C(25))

// The bytes are not a position of this game and board, or are not a complete save, or have been
// changed. The state does not change.
#define IMM_ERR_BYTES (-INT32_C(26))

// imm_undo(): there is no move to take back. Perhaps you did not call imm_keep_history().
#define IMM_ERR_NO_PAST (-INT32_C(27))

// imm_load(): another version of the library wrote the save, in another format.
#define IMM_ERR_SAVED_VERSION (-INT32_C(28))

// imm_load(): the save was made with another game or board. A save of your own game must also come
// from the same target.
#define IMM_ERR_SAVED_GAME (-INT32_C(29))

// imm_load(): the save was made with another player.
#define IMM_ERR_SAVED_PLAYER (-INT32_C(30))

// imm_load(): the state that was saved had a tree, a table or a stack of another size.
#define IMM_ERR_SAVED_MEMORY (-INT32_C(31))

// imm_merge(): the states have different games or boards.
#define IMM_ERR_OTHER_GAME (-INT32_C(32))

// imm_merge(): the players of the states differ too much.
#define IMM_ERR_OTHER_PLAYER (-INT32_C(33))

// The states, or a state and its shared tree, are not at the same position.
#define IMM_ERR_OTHER_POSITION (-INT32_C(34))

// The tree of a state already contains merged results, or is a shared tree; see imm_merge().
#define IMM_ERR_MERGED (-INT32_C(35))

// The player evaluates with a net (IMM_EF_NET), but the state has no net; see imm_set_net().
#define IMM_ERR_NO_NET (-INT32_C(36))

// The bytes are not a complete net, or have been changed, or have a version that the library does
// not know.
#define IMM_ERR_NET (-INT32_C(37))

// The net is for another game, or for another number of features.
#define IMM_ERR_NET_GAME (-INT32_C(38))

// The player gets its values from imm_tell() (IMM_EF_TOLD), so it needs imm_collect() in place of
// imm_search(). Or imm_collect() was called for another player.
#define IMM_ERR_TOLD (-INT32_C(39))

// No leaf with this number waits for its value; see imm_collect().
#define IMM_ERR_NO_LEAF (-INT32_C(40))

// A chance event comes next, so there is no move to choose. Play one of its outcomes: see
// imm_sample_chance().
#define IMM_ERR_CHANCE (-INT32_C(41))

// chance() returned a weight that is not 1 to IMM_ODDS_MAX.
#define IMM_ERR_INVALID_ODDS (-INT32_C(42))

/* ---- What callbacks return ------------------------------------------------------------------- */

/* A callback of imm_game returns this value, cast to its return type, if it cannot do its work. */
#define IMM_FAILED INT32_MIN

// weight(): this move wins at once. A playout plays this move without testing other moves, and
// alpha-beta with IMM_AB_WDL counts the position as won.
#define IMM_WEIGHT_DECISIVE UINT32_C(65535)

// weight(): this move prevents an immediate loss. If a position has such moves, playouts sample
// only from them, and alpha-beta with IMM_AB_WDL searches only them.
#define IMM_WEIGHT_FORCED UINT32_C(65534)

// The largest `max_score` of a custom game.
#define IMM_SCORE_MAX UINT32_C(32767)

// The largest number of players of a custom game.
#define IMM_PLAYERS_MAX UINT32_C(8)

// The largest weight of an outcome of a chance event: 2^24.
#define IMM_ODDS_MAX UINT32_C(16777216)

// The largest number of features of a custom game.
#define IMM_FEATURES_MAX UINT32_C(256)

// Returned by a visitor of imm_visit_tree(): continue with the positions below the shown position.
#define IMM_VISIT_BELOW INT32_C(0)

// Returned by a visitor of imm_visit_tree(): skip the positions below the shown position.
#define IMM_VISIT_BESIDE INT32_C(1)

// Returned by a visitor of imm_visit_tree(): end the visit.
#define IMM_VISIT_STOP INT32_C(2)

/* ---- A game of your own in imm-arena --------------------------------------------------------- */

/* A game of your own for imm-arena. The program checks, times and solves the game, and plays
 * matches: `imm-arena match --game ./my_game.so "mcts()" "ab()" --games 100 --ms 20`. Define this
 * function next to your imm_game, and build the file as a shared library (cc -shared -fPIC). Of imm
 * the library needs only this header. Several threads call the callbacks at the same time, all with
 * the same `context`.
 *
 *     IMM_EXPORT const imm_game *imm_plugin(void);
 *     const imm_game *imm_plugin(void) { return &my_game; } */
#define IMM_EXPORT IMM_C_LINKAGE IMM_VISIBLE
#ifdef __cplusplus
#define IMM_C_LINKAGE extern "C"
#else
#define IMM_C_LINKAGE extern
#endif
#ifdef _WIN32
#define IMM_VISIBLE __declspec(dllexport)
#else
#define IMM_VISIBLE __attribute__((visibility("default")))
#endif

/* ---- imm_config: every algorithm ------------------------------------------------------------- */

// `algorithm`: Monte Carlo tree search with its options. In this manual, "the tree search" means
// this algorithm. Needs a library with the feature `tree-search`. Only some libraries for boards
// lack this feature.
#define IMM_MCTS IMM_TYPED(uint8_t, 0)

// `algorithm`: best-first minimax with UCT. This algorithm is the tree search without playouts and
// with minimax values only. A custom game needs evaluate() for this algorithm. In imm_config this
// algorithm has its own defaults for `c` (0.7), `im` (1, the only allowed value), `fpu` (0.5) and
// `decision` (IMM_DECIDE_LOG). IMM_BEST_FIRST excludes `no_solver`, `np`, `max`, `grave`,
// IMM_EXPAND_ONE and all playout options.
#define IMM_BEST_FIRST IMM_TYPED(uint8_t, 2)

// `algorithm`: alpha-beta, a depth-first search with iterative deepening. Needs a library with the
// feature `alpha-beta`.
#define IMM_ALPHA_BETA IMM_TYPED(uint8_t, 1)

// `algorithm`: the player that was measured as the strongest in a built-in game. For a custom game
// the choice depends on whether the game has evaluate(). docs/PLAYERS.md lists the matches. If the
// block has no room for that player, IMM_BEST means mcts(). imm_best() writes the player that
// IMM_BEST selects. Of the other fields of imm_config, only `seed` and the clock have an effect.
// Needs a library with the feature `policies`.
#define IMM_BEST IMM_TYPED(uint8_t, 3)

// `evaluator`: the default evaluation of a built-in game, or evaluate() of a custom game.
#define IMM_EF_DEFAULT IMM_TYPED(uint8_t, 0)

// `evaluator`: efMS, Breakthrough: pieces and furthest row.
#define IMM_EF_MS IMM_TYPED(uint8_t, 1)

// `evaluator`: efLH, Breakthrough: a value for every square.
#define IMM_EF_LH IMM_TYPED(uint8_t, 2)

// `evaluator`: efRS, Kalah: difference of the stores.
#define IMM_EF_RS IMM_TYPED(uint8_t, 3)

// `evaluator`: efWB, Lines of Action: ten features, in the manner of the program MIA.
#define IMM_EF_WB IMM_TYPED(uint8_t, 4)

// `evaluator`: efSimple, Lines of Action: how close the pieces are, and how many touch.
#define IMM_EF_SIMPLE IMM_TYPED(uint8_t, 5)

// `evaluator`: efNet, Any game with features: a net that was learned from games.
#define IMM_EF_NET IMM_TYPED(uint8_t, 6)

// `evaluator`: efTold, Any game: values that the calling program computes, see imm_collect().
#define IMM_EF_TOLD IMM_TYPED(uint8_t, 7)

// The number 0, for fields in which 0 selects a default that is not 0. These fields are `c`,
// `fpu`, `ege`, `fet` and `playout_looked` of imm_config, and `overhead_ms` of imm_clock. Assign
// IMM_ZERO to a field of any type; an unsigned field then holds its largest number. (If
// -Wconversion warns about the assignment, cast IMM_ZERO to the type of the field.)
#define IMM_ZERO (-INT32_C(1))

/* ---- imm_config: tree search ----------------------------------------------------------------- */

// `expansion`: a leaf gets all its children at once if an option needs the values of new children,
// or chooses among all children. These options are `im`, `cb`, `impb`, `pb`, `tp`, `ct`, `fpu`,
// `np`, `softmax` and `eps`. Otherwise a leaf gets one child in each simulation.
#define IMM_EXPAND_AUTO IMM_TYPED(uint8_t, 0)

// `expansion`: a leaf gets one child in each simulation. This needs the least memory.
#define IMM_EXPAND_ONE IMM_TYPED(uint8_t, 1)

// `expansion`: a leaf gets all its children at once, each with its static value.
#define IMM_EXPAND_ALL IMM_TYPED(uint8_t, 2)

// `im_schedule`: the weight is `im` at any number of visits.
#define IMM_IM_CONSTANT IMM_TYPED(uint8_t, 0)

// `im_schedule`: the weight at a node with n visits is im * K / (n + K), where K is `im_visits`.
// The weight falls to half of `im` after K visits.
#define IMM_IM_FALLING IMM_TYPED(uint8_t, 1)

// `im_schedule`: the weight at a node with n visits is im * n / (n + K), where K is `im_visits`.
// The weight rises to half of `im` after K visits.
#define IMM_IM_RISING IMM_TYPED(uint8_t, 2)

// `pb_divisor`: the bias is divided by sqrt(losses + 1).
#define IMM_PB_SQRT_LOSSES IMM_TYPED(uint8_t, 0)

// `pb_divisor`: the bias is divided by losses + 1.
#define IMM_PB_LOSSES IMM_TYPED(uint8_t, 1)

// `pb_divisor`: the bias is divided by visits + 1.
#define IMM_PB_VISITS IMM_TYPED(uint8_t, 2)

// `pb_divisor`: `pb` is the weight of mobility. The search adds pb (1 - m / a) to the bound of a
// child. Here, m is the number of legal moves that the opponent has at the child, and a is the
// average of m over the siblings. Nothing is added for children that were not expanded yet. A node
// gets all its children at once. Not together with `tp`, nor in a shared tree.
#define IMM_PB_MOBILITY IMM_TYPED(uint8_t, 6)

// `pb_divisor`: `pb` is the weight of proof numbers. The search adds pb (1 - p / s) to the bound
// of a child. Here, p is the child's proof number for the player to move. It is roughly the number
// of positions that this player must still win to prove a win. s is the sum of p over all
// children. A node gets all its children at once. Not together with `tp` or `grave`, nor in a
// shared tree.
#define IMM_PN_SUM IMM_TYPED(uint8_t, 3)

// `pb_divisor`: like IMM_PN_SUM, but s is the largest p of all children.
#define IMM_PN_LARGEST IMM_TYPED(uint8_t, 4)

// `pb_divisor`: like IMM_PN_SUM, but s is the number of children, and p is the rank of the child
// if the children are sorted by their proof numbers.
#define IMM_PN_RANK IMM_TYPED(uint8_t, 5)

// `leaf`: a new child gets its static value.
#define IMM_LEAF_STATIC IMM_TYPED(uint8_t, 0)

// `leaf`: a new child gets the value of an alpha-beta search of `leaf_depth` plies.
#define IMM_LEAF_ALPHA_BETA IMM_TYPED(uint8_t, 1)

// `leaf`: a new child gets the value of a quiescence search of up to 4 plies. A custom game needs
// noisy() for it.
#define IMM_LEAF_QUIESCENCE IMM_TYPED(uint8_t, 2)

// `flags`: a table of position values from the evaluation or from leaf searches. With this table,
// a position to which several lines lead is rarely evaluated twice. Set this flag if an evaluation
// takes long. The tables of IMM_FLAG_EVALTT and IMM_FLAG_PROOFTT share an eighth of the tree's
// memory. A custom game needs hash() for it.
#define IMM_FLAG_EVALTT IMM_TYPED(uint8_t, 1)

// `flags`: a table of solved positions. With the table, a position that is solved in one part of
// the tree counts as solved in all parts. Set this flag if many lines lead to the same position,
// or to solve games that are larger than the memory. hash() must cover everything on which the
// rules depend. Not together with `no_solver`, nor in a shared tree. The tables of IMM_FLAG_EVALTT
// and IMM_FLAG_PROOFTT share an eighth of the tree's memory.
#define IMM_FLAG_PROOFTT IMM_TYPED(uint8_t, 2)

// `flags`: score bounds. The search also proves that a player cannot lose. If a draw is certain,
// the search skips moves that cannot win. Set this flag to prove draws. The flag takes no memory.
// Not together with `no_solver` or `marg`, nor in a shared tree.
#define IMM_FLAG_BOUNDS IMM_TYPED(uint8_t, 4)

// `flags`: informed priors. A new child starts as if it had `np` visits, with its value as their
// mean result. The value comes from the evaluation or from `leaf`. Not in IMM_BEST_FIRST, nor with
// IMM_EF_TOLD.
#define IMM_FLAG_INFORMED IMM_TYPED(uint8_t, 8)

// `flags`: correction of values. When a node is expanded, the best value of its children replaces
// its static value. The values of new nodes are corrected by three quarters of the mean of these
// differences after the same move. For IMM_BEST_FIRST, or with `im` or `impb`. Not with `grave` or
// mast, nor with IMM_EF_TOLD or in a shared tree. The table takes at most an eighth of the memory.
#define IMM_FLAG_CORRECTED IMM_TYPED(uint8_t, 16)

// `decision`: the move with the most visits ("robust child"). With IMM_BEST_FIRST, this value (0)
// means the default, IMM_DECIDE_LOG. To choose the move with the most visits in IMM_BEST_FIRST,
// set IMM_DECIDE_SAFEST.
#define IMM_DECIDE_VISITS IMM_TYPED(uint8_t, 0)

// `decision`: the move with the largest value - 1/sqrt(visits) ("secure child").
#define IMM_DECIDE_SECURE IMM_TYPED(uint8_t, 1)

// `decision`: the move with the largest value.
#define IMM_DECIDE_VALUE IMM_TYPED(uint8_t, 2)

// `decision`: the move with the largest value + ln(visits).
#define IMM_DECIDE_LOG IMM_TYPED(uint8_t, 3)

// `decision`: the move with the most visits, also with IMM_BEST_FIRST.
#define IMM_DECIDE_SAFEST IMM_TYPED(uint8_t, 4)

/* ---- imm_config: playouts -------------------------------------------------------------------- */

// `playout`: moves are sampled uniformly, unless the option `ipp` or `ege` is on.
#define IMM_PLAYOUT_SAMPLED IMM_TYPED(uint8_t, 0)

// `playout`: moves are sampled by transition probability.
// A custom game needs transition() for it.
#define IMM_PLAYOUT_TRANSITION IMM_TYPED(uint8_t, 1)

// `playout`: Corrective: as IMM_PLAYOUT_TRANSITION, but rarely a move that lowers the evaluation.
#define IMM_PLAYOUT_CORRECTIVE IMM_TYPED(uint8_t, 2)

// `playout`: Greedy: the best by evaluation of the K most probable moves, 1 to 12.
#define IMM_PLAYOUT_GREEDY IMM_TYPED(uint8_t, 3)

// `playout`: Mixed: Corrective for the first move of a playout, then Greedy.
#define IMM_PLAYOUT_MIXED IMM_TYPED(uint8_t, 4)

// `playout`: alpha-beta playouts: the best move of a selective search of D plies, 1 to 3.
#define IMM_PLAYOUT_ALPHA_BETA IMM_TYPED(uint8_t, 5)

// `playout`: MAST: of K sampled moves, 1 to 12, the one with the best mean result.
#define IMM_PLAYOUT_MAST IMM_TYPED(uint8_t, 6)

// `playout`: sampled; but an immediate win is played, and moves that allow one are avoided.
#define IMM_PLAYOUT_DECISIVE IMM_TYPED(uint8_t, 7)

// `playout`: MAST: with probability P, 0.01 to 1, the best mean result; otherwise sampled.
#define IMM_PLAYOUT_MAST_GREEDY IMM_TYPED(uint8_t, 8)

// `playout_looked`: all moves that are not searched are tested for an immediate win or draw.
#define IMM_LOOK_ALL IMM_TYPED(uint8_t, 254)

/* ---- imm_config: alpha-beta ------------------------------------------------------------------ */

// `switches`, safe: transposition table.
// A custom game needs hash() for it.
#define IMM_AB_TT IMM_TYPED(uint16_t, 1)

// `switches`, safe: enhanced transposition cut-offs; needs IMM_AB_TT.
// A custom game needs hash() for it.
#define IMM_AB_ETC IMM_TYPED(uint16_t, 1 << 1)

// `switches`, safe: two killer moves for each ply.
#define IMM_AB_KILLERS IMM_TYPED(uint16_t, 1 << 2)

// `switches`, safe: relative history.
#define IMM_AB_HISTORY IMM_TYPED(uint16_t, 1 << 3)

// `switches`: best-reply search: of several opponents, only the strongest one replies.
// A custom game needs pass() for it.
#define IMM_AB_BRS IMM_TYPED(uint16_t, 1 << 4)

// `switches`: adaptive null move, with verification.
// A custom game needs pass() for it.
#define IMM_AB_NULL IMM_TYPED(uint16_t, 1 << 5)

// `switches`: multi-cut at expected cut nodes.
#define IMM_AB_MULTICUT IMM_TYPED(uint16_t, 1 << 6)

// `switches`: enhanced multi-cut, at expected all nodes.
#define IMM_AB_MULTICUTA IMM_TYPED(uint16_t, 1 << 7)

// `switches`: realization-probability search.
// A custom game needs transition() for it.
#define IMM_AB_RPS IMM_TYPED(uint16_t, 1 << 8)

// `switches`: quiescence search.
// A custom game needs noisy() for it.
#define IMM_AB_QS IMM_TYPED(uint16_t, 1 << 9)

// `switches`, safe: principal variation search.
#define IMM_AB_PVS IMM_TYPED(uint16_t, 1 << 10)

// `switches`, safe: aspiration windows.
#define IMM_AB_ASP IMM_TYPED(uint16_t, 1 << 11)

// `switches`: skips what a shallower search sees far outside the window; needs IMM_AB_TT.
#define IMM_AB_PROBCUT IMM_TYPED(uint16_t, 1 << 12)

// `switches`, safe: orders moves by the positions that they lead to.
#define IMM_AB_LOOK IMM_TYPED(uint16_t, 1 << 13)

// `switches`: searches only for win, draw or loss: no evaluation, and no shortest win.
#define IMM_AB_WDL IMM_TYPED(uint16_t, 1 << 14)

// `switches`: plays for the margin in points; not with `wdl`.
// A custom game needs score() for it.
#define IMM_AB_SCORE IMM_TYPED(uint16_t, 1 << 15)

// `switches`: what is best for playing.
#define IMM_AB_ALL IMM_TYPED(uint16_t, 4079)

// `switches`: what is best for proving who wins.
#define IMM_AB_SOLVE IMM_TYPED(uint16_t, 25605)

// `switches`: what is best for proving by how many points.
#define IMM_AB_EXACT IMM_TYPED(uint16_t, 41997)

/* ---- imm_check_report ------------------------------------------------------------------------ */

// The largest number of different mistakes in an imm_check_report.
#define IMM_CHECK_FINDINGS IMM_TYPED(size_t, 8)

// The size of a buffer, in bytes, that is always enough for imm_check_text().
#define IMM_CHECK_TEXT_MAX IMM_TYPED(size_t, 12288)

// `kind`: A callback returned IMM_FAILED.
#define IMM_CHECK_FAILED INT32_C(1)

// `kind`: A callback wrote outside of the `position_size` bytes of a position.
#define IMM_CHECK_POSITION_OVERRUN INT32_C(2)

// `kind`: A callback wrote outside of the `undo_size` bytes at `undo`.
#define IMM_CHECK_UNDO_OVERRUN INT32_C(3)

// `kind`: A callback wrote outside of the list of `max_moves` moves.
#define IMM_CHECK_MOVES_OVERRUN INT32_C(4)

// `kind`: move_text() wrote outside of the `size` bytes at `text`.
#define IMM_CHECK_TEXT_OVERRUN INT32_C(5)

// `kind`: legal_moves() returned a number above `max_moves`.
#define IMM_CHECK_TOO_MANY_MOVES INT32_C(6)

// `kind`: legal_moves() returned 0 while the game is not over, or pass() led to a position without
// moves.
#define IMM_CHECK_NO_MOVES INT32_C(7)

// `kind`: legal_moves() listed IMM_MOVE_NONE, or wrote fewer moves than the number that it
// returned.
#define IMM_CHECK_MOVE_NONE INT32_C(8)

// `kind`: legal_moves() listed a move twice.
#define IMM_CHECK_MOVE_TWICE INT32_C(9)

// `kind`: unmake() did not restore every byte of the position.
#define IMM_CHECK_NOT_RESTORED INT32_C(10)

// `kind`: A callback changed the position, although it must not. Or pass() changed the position
// and returned 0.
#define IMM_CHECK_CHANGED INT32_C(11)

// `kind`: A second call of a callback returned another result, or a second make() led to another
// position.
#define IMM_CHECK_UNSTEADY INT32_C(12)

// `kind`: A callback returned another result for a copy of the position at another address. The
// position has pointers into itself, or a part of the position is stored elsewhere.
#define IMM_CHECK_NOT_COPYABLE INT32_C(13)

// `kind`: make() changed no byte of the position.
#define IMM_CHECK_NOTHING_MADE INT32_C(14)

// `kind`: to_move() returned neither IMM_FIRST nor IMM_SECOND, nor IMM_CHANCE in a game with
// chance().
#define IMM_CHECK_PLAYER INT32_C(15)

// `kind`: outcome() returned a number that is not a result (imm_result).
#define IMM_CHECK_OUTCOME INT32_C(16)

// `kind`: evaluate(), evaluate_for(), returns() or prior() returned NaN.
#define IMM_CHECK_NOT_A_NUMBER INT32_C(17)

// `kind`: evaluate(), weight(), prior(), transition(), score() or chance() returned a number
// outside of its range.
#define IMM_CHECK_OUT_OF_RANGE INT32_C(18)

// `kind`: one of two mistakes. Either evaluate() returns its value from the point of view of the
// player to move, or of SECOND: the check compares the values with the results of at least 40
// games. Or score() gives most winners fewer points than the losers, in at least 25 games: in a
// single game, other rules than points may decide.
#define IMM_CHECK_VIEW INT32_C(19)

// `kind`: random_move() returned a move that legal_moves() does not list.
#define IMM_CHECK_ILLEGAL_DRAW INT32_C(20)

// `kind`: random_move() does not sample all moves equally often, or does not sample the outcomes
// of a chance event by their weights. Chance alone causes this finding once in 10^11 checks.
#define IMM_CHECK_UNEVEN_DRAW INT32_C(21)

// `kind`: hash() returns the same key for two positions that differ in the player to move, the
// moves, the evaluation, the features, or the weights of a chance event. Or, after the same
// further moves, the two positions have different legal moves or different winners. To find such
// positions, the check searches a small tree at one position in 128. This tree contains the same
// few moves in different orders.
#define IMM_CHECK_HASH_SHARED INT32_C(22)

// `kind`: two orders of the same moves lead to the same position, but hash() returns different
// keys.
#define IMM_CHECK_HASH_SPLIT INT32_C(23)

// `kind`: At least eight bits of hash() never change.
#define IMM_CHECK_HASH_NARROW INT32_C(24)

// `kind`: pass() did not make the opponent, or the next player, the player to move.
#define IMM_CHECK_PASS_KEEPS_TURN INT32_C(25)

// `kind`: The second call of pass() returned 0, or did not restore every byte of the position.
// With three or more players: a call returned 0, or the calls until the same player is to move
// again did not restore every byte.
#define IMM_CHECK_PASS_NOT_BACK INT32_C(26)

// `kind`: A sequence of noisy moves is longer than 256 moves.
#define IMM_CHECK_NOISY_ENDLESS INT32_C(27)

// `kind`: A game lasts longer than `max_plies`.
#define IMM_CHECK_TOO_LONG INT32_C(28)

// `kind`: move_text() wrote an empty text.
#define IMM_CHECK_TEXT_EMPTY INT32_C(29)

// `kind`: move_text() wrote the same text for two moves of a position.
#define IMM_CHECK_TEXT_TWICE INT32_C(30)

// `kind`: move_text() returned a wrong length, wrote no terminating NUL, or wrote more than the
// 128 bytes that imm_parse_move() compares.
#define IMM_CHECK_TEXT_LENGTH INT32_C(31)

// `kind`: move_text() wrote a text that is not UTF-8.
#define IMM_CHECK_TEXT_ENCODING INT32_C(32)

// `kind`: weight() returned IMM_WEIGHT_DECISIVE for a move that does not win at once.
#define IMM_CHECK_NOT_DECISIVE INT32_C(33)

// `kind`: A shortcut of a built-in game returned a different result from the function that it
// replaces.
#define IMM_CHECK_DISAGREES INT32_C(34)

// `kind`: weight() returned IMM_WEIGHT_FORCED for a move that prevents no immediate loss. There
// are two cases. Either the opponent can win at once after this move, although another move
// prevents that. Or there is no threat: the opponent could not win at once after any legal move,
// nor after a pass.
#define IMM_CHECK_NOT_FORCED INT32_C(35)

// `kind`: features() wrote outside of the `feature_count` bytes at `features`.
#define IMM_CHECK_FEATURES_OVERRUN INT32_C(36)

// `kind`: features() does not write the features from the point of view of the player to move. The
// check compares the features with the results of at least 40 games.
#define IMM_CHECK_FEATURES_VIEW INT32_C(37)

// `kind`: unmake() reads undo bytes that make() did not write. In a search, these bytes contain
// data of other moves. So the check fills all `undo_size` bytes with a pattern before each make().
// The pattern changes from call to call. With one of these patterns, unmake() restored a wrong
// position, or wrote outside of the position.
#define IMM_CHECK_UNDO_UNWRITTEN INT32_C(38)

// `callback`: the mistake belongs to the game as a whole.
#define IMM_CALLBACK_NONE INT32_C(0)

// `callback`: initial().
#define IMM_CALLBACK_INITIAL INT32_C(1)

// `callback`: legal_moves().
#define IMM_CALLBACK_LEGAL_MOVES INT32_C(2)

// `callback`: make().
#define IMM_CALLBACK_MAKE INT32_C(3)

// `callback`: unmake().
#define IMM_CALLBACK_UNMAKE INT32_C(4)

// `callback`: to_move().
#define IMM_CALLBACK_TO_MOVE INT32_C(5)

// `callback`: outcome().
#define IMM_CALLBACK_OUTCOME INT32_C(6)

// `callback`: evaluate().
#define IMM_CALLBACK_EVALUATE INT32_C(7)

// `callback`: random_move().
#define IMM_CALLBACK_RANDOM_MOVE INT32_C(8)

// `callback`: weight().
#define IMM_CALLBACK_WEIGHT INT32_C(9)

// `callback`: prior().
#define IMM_CALLBACK_PRIOR INT32_C(10)

// `callback`: order().
#define IMM_CALLBACK_ORDER INT32_C(11)

// `callback`: noisy().
#define IMM_CALLBACK_NOISY INT32_C(12)

// `callback`: hash().
#define IMM_CALLBACK_HASH INT32_C(13)

// `callback`: pass().
#define IMM_CALLBACK_PASS INT32_C(14)

// `callback`: few_pieces().
#define IMM_CALLBACK_FEW_PIECES INT32_C(15)

// `callback`: transition().
#define IMM_CALLBACK_TRANSITION INT32_C(16)

// `callback`: move_text().
#define IMM_CALLBACK_MOVE_TEXT INT32_C(17)

// `callback`: score().
#define IMM_CALLBACK_SCORE INT32_C(18)

// `callback`: features().
#define IMM_CALLBACK_FEATURES INT32_C(19)

// `callback`: chance().
#define IMM_CALLBACK_CHANCE INT32_C(20)

// `callback`: returns().
#define IMM_CALLBACK_RETURNS INT32_C(21)

// `callback`: evaluate_for().
#define IMM_CALLBACK_EVALUATE_FOR INT32_C(22)

// The length of the array `nanoseconds` in imm_check_report. No IMM_CALLBACK_* is larger than 23.
#define IMM_CALLBACKS IMM_TYPED(size_t, 24)

/* ---- Boards ---------------------------------------------------------------------------------- */

// Kalah: a move captures if its last seed falls into an empty house of the player who moves. The
// move captures this seed and the seeds of the opposite house, even if the opposite house is
// empty. This is the usual rule in research.
#define IMM_CAPTURE_EMPTY IMM_TYPED(uint8_t, 0)

// Kalah: a move captures if its last seed falls into an empty house of the player who moves and
// the opposite house has seeds. The move captures the last seed and the seeds of the opposite
// house.
#define IMM_CAPTURE_STANDARD IMM_TYPED(uint8_t, 1)

// Kalah: a move captures if its last seed falls into an empty house of the player who moves. The
// move captures the seeds of the opposite house; the last seed stays in its house.
#define IMM_CAPTURE_STAYS IMM_TYPED(uint8_t, 2)

// Lines of Action: the rules of the Mind Sports Olympiad, which are the rules of imm_loa().
#define IMM_LOA_OLYMPIAD IMM_TYPED(uint8_t, 0)

// Lines of Action: the rules of OpenSpiel. A player whose move connects the pieces of both players
// wins. The game is a draw if a board occurs for the second time since the last capture, whichever
// player is to move. A player without a move loses.
#define IMM_LOA_OPENSPIEL IMM_TYPED(uint8_t, 1)

// Othello: the winner gets the squares that are empty at the end, as in tournaments. This rule
// never changes the winner. It changes the score, on which the option `marg` depends.
#define IMM_OTHELLO_EMPTIES_TO_WINNER IMM_TYPED(uint8_t, 0)

// Othello: the score counts only discs, not empty squares.
#define IMM_OTHELLO_DISCS_ONLY IMM_TYPED(uint8_t, 1)

/* ---- Sizes ----------------------------------------------------------------------------------- */

// Alignment in bytes of the memory for imm_init().
#define IMM_ALIGN IMM_TYPED(size_t, 16)

/* Put IMM_ALIGNED(IMM_ALIGN) first in the declaration of a block of memory:
 *
 *     IMM_ALIGNED(IMM_ALIGN) static unsigned char memory[1 << 20];
 *
 * The macro is empty for a C99 compiler that cannot align. Then imm returns IMM_ERR_MISALIGNED if
 * the block is not aligned. */
#define IMM_ALIGNED(bytes) IMM_ALIGN_WORD(bytes)
#if defined(__cplusplus)
#define IMM_ALIGN_WORD alignas
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define IMM_ALIGN_WORD _Alignas
#elif defined(__GNUC__)
#define IMM_ALIGN_WORD(bytes) __attribute__((aligned(bytes)))
#else
#define IMM_ALIGN_WORD(bytes)
#endif

// A buffer size in bytes that is enough for the text of any move or position of a built-in game,
// including the terminating NUL.
#define IMM_TEXT_MAX IMM_TYPED(size_t, 192)

// A buffer size in bytes that is enough for the text of any player, including the terminating NUL.
#define IMM_PLAYER_TEXT_MAX IMM_TYPED(size_t, 336)

// The largest number of moves in the line that a watcher of imm_search_watched() receives.
#define IMM_WATCHED_LINE UINT32_C(16)

// The size in bytes of one slot of the tree. Each node takes one slot. The header of each sibling
// block (the children of one node) also takes one slot.
#define IMM_SLOT_SIZE IMM_TYPED(size_t, 24)

// The largest size in bytes of a state on any target, not counting the positions, moves and tree
// of the state.
#define IMM_STATE_SIZE IMM_TYPED(size_t, 1696)

// The largest number of bytes, on any target, that a net (IMM_EF_NET) takes from the memory of the
// tree or of alpha-beta's stack.
#define IMM_NET_SIZE IMM_TYPED(size_t, 1408)

// The largest size in bytes of a Lines of Action position on any target. A state has two
// positions.
#define IMM_LOA_POSITION_SIZE IMM_TYPED(size_t, 768)

// The largest size in bytes of an Oware position on any target. A state has two positions.
#define IMM_OWARE_POSITION_SIZE IMM_TYPED(size_t, 640)

/* Size in bytes, as a constant, of a block that is large enough for a game with these properties
 * and a tree of `slots` slots. */
#define IMM_MEMORY_SIZE(slots, max_moves, position_size, undo_size) \
    (IMM_STATE_SIZE + 512 + 64 + sizeof(imm_move) * (max_moves) + sizeof(char[2]) * ((position_size) + 15) + \
     sizeof(char[6]) * ((undo_size) + 15) + sizeof(char[IMM_SLOT_SIZE]) * (slots))

/* IMM_MEMORY_SIZE() for the built-in games, on their largest boards. */
#define IMM_BREAKTHROUGH_MEMORY_SIZE(slots) IMM_MEMORY_SIZE(slots, 48, 0, 0)
#define IMM_KALAH_MEMORY_SIZE(slots) IMM_MEMORY_SIZE(slots, 7, 0, 0)
#define IMM_LOA_MEMORY_SIZE(slots) IMM_MEMORY_SIZE(slots, 96, IMM_LOA_POSITION_SIZE, 0)
#define IMM_OWARE_MEMORY_SIZE(slots) IMM_MEMORY_SIZE(slots, 6, IMM_OWARE_POSITION_SIZE, 0)
#define IMM_OTHELLO_MEMORY_SIZE(slots) IMM_MEMORY_SIZE(slots, 50, 0, 0)
#define IMM_ONITAMA_MEMORY_SIZE(slots) IMM_MEMORY_SIZE(slots, 40, 0, 0)
#define IMM_EINSTEIN_MEMORY_SIZE(slots) IMM_MEMORY_SIZE(slots, 6, 0, 0)

/* Bytes, as a constant, to add to IMM_MEMORY_SIZE() for a player with leaf searches of `plies`
 * plies; 4 for quiescence. */
#define IMM_LEAF_MEMORY_SIZE(plies, max_moves) (sizeof(imm_move) * (plies) * (max_moves) + IMM_ALIGN - 1)

// The largest size in bytes of one ply on alpha-beta's stack, not counting the moves and lines of
// the ply.
#define IMM_PLY_SIZE IMM_TYPED(size_t, 128)

// The size in bytes of one bucket of alpha-beta's transposition table. A bucket stores four
// positions.
#define IMM_BUCKET_SIZE IMM_TYPED(size_t, 64)

/* Size in bytes, as a constant, of a block that is large enough for alpha-beta to search `plies`
 * plies deep. */
#define IMM_ALPHA_BETA_MEMORY_SIZE(plies, max_moves, position_size, undo_size) \
    (IMM_STATE_SIZE + 128 + sizeof(imm_move) * ((plies) + 3) * (max_moves) + sizeof(char[2]) * ((position_size) + 15) + \
     sizeof(char[(undo_size) + 15]) * ((plies) + 2) + sizeof(imm_move) * ((plies) * ((plies) + 3) / 2) + \
     sizeof(char[IMM_PLY_SIZE]) * (plies))

/* ---- Version --------------------------------------------------------------------------------- */

// Major version of this header. Compare the major, minor and patch version with imm_version() of
// the library.
#define IMM_VERSION_MAJOR UINT32_C(0)

// Minor version of this header. While the major version is 0, a new minor version may change the
// ABI.
#define IMM_VERSION_MINOR UINT32_C(4)

// Patch version of this header.
#define IMM_VERSION_PATCH UINT32_C(0)

#endif // IMM_H
