/* imm: finds good moves in two-player games.
 *
 * imm plays games with two players, perfect information and no chance. One player's win is the
 * other's loss. A player may move several times in a row. imm is not for games with dice, hidden
 * cards or more players. Six games are built in; you add others with a few callbacks. imm needs no
 * allocation, no global state and no I/O: it searches in a block of memory that you provide. The
 * language is C99; for C++ there is also imm.hpp.
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
 * every target and at every optimisation level: imm_report has a signature to compare. With a limit
 * in milliseconds the tree depends on how far the search gets in that time.
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

// A search in memory that the caller provides. Opaque.
//
// A state is valid from imm_open() or imm_init() until its memory is used for something else. You
// need not free anything. Different states are independent. Only one thread at a time may use a
// state, except for imm_stop().
typedef struct imm_state imm_state;

// A move. The functions of the built-in games describe how they encode moves; your own game
// chooses its own encoding. See imm_move_text().
typedef uint32_t imm_move;

// A player: IMM_FIRST or IMM_SECOND.
typedef int32_t imm_player;

// The result of a game: IMM_ONGOING, IMM_FIRST_WINS, IMM_SECOND_WINS or IMM_DRAW.
typedef int32_t imm_result;

// The game-theoretic value of a position: one of the IMM_PROVEN_* constants, or IMM_UNPROVEN if
// the position is not solved.
typedef int32_t imm_proof;

// Why a search ended: one of the IMM_STOPPED_* constants.
typedef int32_t imm_stopped;

// IMM_OK, or a negative IMM_ERR_* constant. A number never gets a new meaning. See
// imm_status_text().
typedef int32_t imm_status;

// The internals of a built-in game. Opaque.
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
//             breakthrough  kalah         loa           oware         othello       onitama
// evaluate    MS LH         RS            WB Simple     yes           yes           yes
// weight      yes           -             -             yes           yes           yes
// prior       yes           -             -             -             -             yes
// transition  yes           yes           yes           -             -             -
// order       yes           yes           yes           yes           yes           yes
// noisy       yes           yes           yes           yes           yes           yes
// hash        yes           yes           yes           yes           yes           yes
// pass        yes           -             yes           -             -             yes
// few_pieces  -             -             yes           -             -             yes
// score       -             yes           -             yes           yes           -

// Breakthrough on 8 x 8. The first player (w) moves up, the second player (b) moves down. A piece
// moves one square forward, straight or diagonally, and captures only diagonally. You win if a
// piece reaches the far row, or if you capture all pieces of the opponent.
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
// A position is written row by row, the highest row first, then the player to move: 1, 2, or - if
// the game is over. The start:
//
//     "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwwww 1"
const imm_game *imm_breakthrough(void);

// Breakthrough on a smaller board: `columns` 2 to 8, `rows` 4 to 8. Each side begins with two full
// rows of pieces. Squares keep their numbers of the 8 x 8 board. imm_init() returns IMM_ERR_GAME
// for any other size.
imm_game imm_breakthrough_board(uint8_t columns, uint8_t rows);

// Kalah with 6 houses of 4 seeds and the capture rule IMM_CAPTURE_EMPTY. A move sows the seeds of
// one of your houses, one by one, into your next houses, your store and the opponent's houses. If
// the last seed falls into your store, you move again. If it falls into an empty house of yours,
// this seed and the seeds opposite go into your store. The game ends when a row is empty. The
// seeds that are left go to the owner of their row, and more seeds win.
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
// A move is the number of the house, counted from 0 in the player's direction of sowing. A
// position is the houses and the store of the first player, then those of the second player, then
// the player to move: 1, 2, or - if the game is over. The start:
//
//     "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1"
const imm_game *imm_kalah(void);

// Kalah on another board: `houses` a side, 1 to 7; `seeds` in each house, 1 or more, at most 127 a
// side; and a `capture` rule, IMM_CAPTURE_*. Suggested: 6, 4, IMM_CAPTURE_EMPTY, the rules of
// imm_kalah(). imm_init() returns IMM_ERR_GAME for any other board.
imm_game imm_kalah_board(uint8_t houses, uint8_t seeds, uint8_t capture);

// Lines of Action on 8 x 8, twelve pieces a side. A piece moves along a row, column or diagonal,
// exactly as many squares as there are pieces of both sides on that line. It may jump over its own
// side's pieces, not over the opponent's, and it captures by landing on one. You win if all your
// pieces form one group; pieces that touch diagonally are connected. A move that connects both
// sides is a draw. A position that occurs for the third time with the same player to move is also
// a draw. A player without a move passes. imm sees repetitions within the last 256 plies without a
// capture.
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
// 64 * 17 for b1b3. A pass is 8192. A position is written row by row, the highest row first, then
// the player to move: 1, 2, or - if the game is over. The start:
//
//     ".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. 1"
//
// A game that is over with neither side connected was drawn by repetition. A position set up from
// a text has no history of earlier positions.
const imm_game *imm_loa(void);

// Lines of Action with one of the rules IMM_LOA_*. Suggested: IMM_LOA_OLYMPIAD, the rules of
// imm_loa(). imm_init() returns IMM_ERR_GAME for any other number.
//
// With IMM_LOA_OPENSPIEL the text of a finished game does not tell who moved last, which can
// decide the winner. imm_set_position() assumes that the second player moved last.
imm_game imm_loa_rules(uint8_t rules);

// Oware by the Abapa rules, which tournaments use: six houses a side with four seeds each. A move
// sows the seeds of one of your houses, one by one, into the next houses of both sides. A sowing
// of twelve seeds or more leaves out the house that it came from. If the last seed makes two or
// three seeds in a house of the opponent, you capture them. You also capture the houses directly
// before it, as long as each holds two or three seeds. A move that would capture all seeds of the
// opponent captures nothing. If the opponent has no seeds, only moves that reach its houses are
// legal. More than 24 captured seeds win. The game also ends if a player has no legal move, or if
// a position occurs again. Then each side takes the seeds in its houses, and more seeds win. imm
// sees repetitions within the last 256 plies without a capture.
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
// A move is the number of the house, counted from 0 in the player's direction of sowing. A
// position is the houses and the captured seeds of the first player, then those of the second
// player, then the player to move: 1, 2, or - if the game is over. The start, which has no history
// of earlier positions, like every position set up from a text:
//
//     "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1"
const imm_game *imm_oware(void);

// Othello on 8 x 8; the first player is Black (b). A move puts a disc on an empty square. In at
// least one of the eight directions, an unbroken row of the opponent's discs must lie between this
// disc and another disc of yours. All such rows are turned over. A player without a move passes.
// If neither player has a move, the game is over, and more discs win. The score is the difference
// of the discs; the winner also gets the empty squares.
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
// A move is written "d3" or "pass". Its number is that of the square, 19 for d3. A pass is 64. A
// position is written row by row, row 1 first, then the player to move: 1, 2, or - if the game is
// over. The start:
//
//     "......../......../......../...wb.../...bw.../......../......../........ 1"
const imm_game *imm_othello(void);

// Othello scored in one of the ways IMM_OTHELLO_*. Suggested: IMM_OTHELLO_EMPTIES_TO_WINNER, as in
// imm_othello(). imm_init() returns IMM_ERR_GAME for any other number.
imm_game imm_othello_scoring(uint8_t scoring);

// Onitama with the sixteen cards of the original game. Five cards are in play: two of each player,
// and one in the middle. On 5 x 5 squares each side has a master and four students. A move takes
// one of your pieces along a step of one of your two cards, to an empty square or to one where it
// captures. This card goes to the middle, and you get the card that was there. You win if you
// capture the opponent's master, or if your master reaches the square where the opponent's master
// began. A player without a step passes, and still gives up a card. The first player always
// begins. No rule ends a game that repeats positions: stop after a number of plies of your choice.
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
// In a pass, from and to are 25. A position has five parts: the rows, the highest row first; the
// cards of the first player; the cards of the second player; the card in the middle; and the
// player to move: 1, 2, or - if the game is over. The start, with the cards of deal 0, which are
// the same on every target (see imm_onitama_deal() for others):
//
//     "bbBbb/...../...../...../wwWww crane,eel elephant,mantis ox 1"
const imm_game *imm_onitama(void);

// imm_onitama() with the cards of another deal. A deal number gives the same cards on every
// target. imm_shuffle() with this number as `seed` deals the same cards.
imm_game imm_onitama_deal(uint32_t deal);

// imm_breakthrough_board() for firmware: only the functions that playing needs. imm_candidates(),
// imm_line(), imm_evaluate(), imm_shuffle() and all functions for texts return
// IMM_ERR_UNSUPPORTED, and are not linked. imm_breakthrough() shows how a move becomes a number.
imm_game imm_breakthrough_small(uint8_t columns, uint8_t rows);

// imm_kalah_board() for firmware: only the functions that playing needs. imm_candidates(),
// imm_line(), imm_evaluate(), imm_shuffle() and all functions for texts return
// IMM_ERR_UNSUPPORTED, and are not linked. A move is the number of the house, as imm_kalah()
// shows.
imm_game imm_kalah_small(uint8_t houses, uint8_t seeds, uint8_t capture);

// Returns the name of a built-in game for imm_game_by_name(). `index` counts from 0; an index
// after the last name returns NULL. The text belongs to the library and is valid forever.
const char *imm_game_name(uint32_t index);

// Writes the built-in game of this name to `game`. You can pass it to imm_open(), imm_init() and
// all other functions, like a game of imm_breakthrough() and the other functions above.
//
//     "breakthrough", "breakthrough_6x5"              columns x rows
//     "kalah", "kalah_empty", "kalah_std",            IMM_CAPTURE_*; each also with houses x
//     "kalah_stays", "kalah_std_4x3"                  seeds
//     "loa", "loa_openspiel"                          IMM_LOA_*
//     "oware"
//     "othello", "othello_discs"                      IMM_OTHELLO_*
//     "onitama", "onitama_7"                          the number of a deal
//
// `size` is sizeof(imm_game) as the caller knows it. This function links all games.
//
// Errors: IMM_ERR_NULL; IMM_ERR_TEXT if the name is not UTF-8; IMM_ERR_GAME if no such game or
// board exists; IMM_ERR_STRUCT_SIZE. Then nothing is written.
imm_status imm_game_by_name(const char *name, imm_game *game, size_t size);

/* ---- Players --------------------------------------------------------------------------------- */

// Returns the default player, mcts(). If the library was built for an operating system, it has a
// clock.
imm_config imm_config_default(void);

// Writes the default player to `config`, as imm_config_default() returns it. For languages that
// cannot receive a struct as a return value. `size` is sizeof(imm_config) as the caller knows it,
// and becomes `struct_size`.
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
imm_status imm_config_init(imm_config *config, size_t size);

// Sets a configuration from the player notation: "mcts(ipp,efMS,im0.4)", "bfm(c0.5)", "ab(efMS)"
// or "best" (IMM_BEST). Suggested: "best". Options that the text does not name get their defaults.
// The seed and the clock stay. Options may come in any order, each at most once. Numbers have at
// most four decimals. Linked only if you call it.
//
// The list below has the recommended options of "mcts(...)" (algorithm IMM_MCTS), the fields that
// they set, and the values to begin with. docs/PLAYERS.md has the figures behind these values. It
// also has the options that are only needed for tables of papers, and the names for several
// options at once (bl, mcloa, ubfm).
//
//     cX                c: exploration constant C of UCT, 0 to 100. Suggested: c1.0, with bfm
//                         c0.7, with grave c0.2
//     imX               im, im_schedule, im_visits: implicit minimax, weight of minimax values
//                         against the mean, 0 to 1. Suggested: im0.4
//     npN               np: node priors that count for N visits, to 10000. Suggested: np10 if the
//                         game has priors
//     np                np10. Suggested: np10 if the game has priors
//     fpuX              fpu: first-play urgency, value + X for unvisited children, 0 to 100; not
//                         with one. Suggested: fpu0.5 in bfm (its default)
//     graveN            grave: moves are valued by all simulations with them, as seen from N, to
//                         65535; not with fpu. Suggested: c0.2,grave if a move has much the same
//                         value at any time
//     grave             grave50. Suggested: c0.2,grave if a move has much the same value at any
//                         time
//     leafqs            new children are valued by a quiescence search. Suggested: leafqs with bfm
//                         where the evaluation knows nothing about captures
//     prooftt           a table of what is proven of positions, in an eighth of the memory; not
//                         with nosolver. Suggested: prooftt to solve games with many
//                         transpositions
//     bounds            proves also that a player cannot lose; not with nosolver or marg.
//                         Suggested: bounds to prove draws
//     efNAME            evaluator: evaluation function, one of these. Suggested: efNet if the game
//                         has a net
//     ipp               ipp: improved playout policy, moves are drawn by the game's weights.
//                         Suggested: ipp if the game has weights
//     fetN              fet: fixed early termination after N playout moves, 0 to 9999. Suggested:
//                         fet4 where the evaluation is good
//     dec               drawn, but wins at once are played, and moves that allow one avoided.
//                         Suggested: dec if a game can be won at once by surprise
//     margW             marg: a win by m of M points is worth 1 - W + W m/M, not 1; W to 1; not
//                         with det or cut. Suggested: marg0.2 to play for points
//     efMS              Breakthrough: pieces and furthest row
//     efLH              Breakthrough: a value for every square
//     efRS              Kalah: difference of the stores
//     efWB              Lines of Action: ten features, in the manner of the program MIA
//     efSimple          Lines of Action: how close the men are, and how many touch
//     efNet             Any game with features: a net that was learned from games
//
// The names mcloa and ubfm come first; the options that follow change what they set.
//
// "bfm(...)" is algorithm IMM_BEST_FIRST. It has these options, except those of playouts (ipp to
// cut) and im, cb, impb, np, max, one and nosolver. Its defaults are c0.7, fpu0.5 and log.
//
// "ab(...)" is algorithm IMM_ALPHA_BETA. It shares only the evaluation functions with mcts(...).
// Its own options are the IMM_AB_* `switches`, each named by its constant in lower case
// ("ab(tt,pvs)"). Two names stand for several switches:
//
//
//     all               those of MIA, with relative history: to play. Suggested: all to play
//     solve             tt,killers,pvs,look,wdl: to prove who wins. Suggested: solve to prove who
//                         wins
//
// imm_init() checks later whether the game has what the options need.
//
// Errors: IMM_ERR_NULL; IMM_ERR_STRUCT_SIZE, also for an option whose field does not exist in the
// caller's older header; IMM_ERR_SPEC; IMM_ERR_TEXT if the text is not UTF-8.
imm_status imm_configure(imm_config *config, const char *spec);

// Writes what is wrong with a player notation, as a message to show: "unknown option 'foo' at
// character 10". Writes the empty text if the notation is correct.
//
// Errors: IMM_ERR_NULL, IMM_ERR_TEXT, IMM_ERR_BUFFER.
imm_status imm_configure_error(const char *spec, char *text, size_t size);

// Writes why a configuration cannot play a game, as a message to show: "'im' needs an evaluation,
// which this game does not have", "'cb' and 'im': both weigh ...", "'np' needs a library built
// with the feature policies". Writes the empty text if it can. Suggested `size`: IMM_TEXT_MAX,
// which is always enough.
//
// Errors: IMM_ERR_NULL; IMM_ERR_STRUCT_SIZE; IMM_ERR_ENUM; IMM_ERR_OUT_OF_RANGE for unknown bits
// of `switches` or `flags`; IMM_ERR_GAME; IMM_ERR_BUFFER; IMM_ERR_UNSUPPORTED if the player is
// alpha-beta, and the library or a `small` game comes without it.
imm_status imm_config_error(const imm_config *config, const imm_game *game, char *text, size_t size);

// Writes a configuration as player notation, with a terminating NUL. Suggested `size`:
// IMM_PLAYER_TEXT_MAX, which is always enough.
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_ENUM, IMM_ERR_OUT_OF_RANGE,
// IMM_ERR_CONTRADICTION, IMM_ERR_BUFFER.
imm_status imm_config_text(const imm_config *config, char *text, size_t size);

// Writes to `config` the player that IMM_BEST selects in `game`: the strongest one that was
// measured. The choice depends on the block of `size` bytes: up to 128 KiB, as on a
// microcontroller, or larger. It is mcts() if the block has no room for the strongest player. A
// `size` of 0 means a block that is large enough. `ms` is the time for a move; 0 means unknown, as
// imm_init() assumes. In small blocks some players are the best only if this time is short. The
// seed and the clock of `config` stay. imm_config_text() writes the player as text, imm_best_why()
// the reason.
//
// In a library without the feature `policies` the player is mcts().
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_GAME. Then nothing is written.
imm_status imm_best(const imm_game *game, size_t size, uint32_t ms, imm_config *config);

// Writes why imm_best() chooses its player for the same `game`, `size` and `ms`, with a
// terminating NUL: "beats `ab(mia)`". docs/PLAYERS.md has the matches. Suggested `text_size`:
// IMM_TEXT_MAX, which is always enough.
//
// Errors: IMM_ERR_NULL, IMM_ERR_GAME, IMM_ERR_BUFFER.
imm_status imm_best_why(const imm_game *game, size_t size, uint32_t ms, char *text, size_t text_size);

// Sets the strength of a player to `level`, for people to play against: 1 (little better than
// random moves) to 10. It writes two fields: `temp` of `config`, the temperature of the final
// move, and `iterations` of `limits`, the amount of search. Use these limits in
// imm_search_limited(). You may also set a time limit. The steps between levels are about equal
// within a game; docs/LEVELS.md has their values in Elo points. The same seed plays the same
// moves.
//
// Every level plays a win that the search has solved. But the low levels search so little that
// they rarely find a win beyond the next move.
//
// This works with any player and game. IMM_ALPHA_BETA, IMM_BEST, and a library without the feature
// `policies`, have no temperature. For these, levels differ only in iterations, and `temp` becomes
// 0.
//
// Errors: IMM_ERR_NULL; IMM_ERR_STRUCT_SIZE; IMM_ERR_OUT_OF_RANGE if the level does not exist.
// Then nothing is written.
imm_status imm_level(uint32_t level, imm_config *config, imm_limits *limits);

/* ---- Opening a search ------------------------------------------------------------------------ */

// Opens a search of `game` in one call, like imm_init() with a player as text. `player` is in the
// notation of imm_configure(). NULL means the best player of the game. `seed` is the seed of the
// random numbers. The search has a clock if the library was built for an operating system.
// `memory` need not be aligned: imm skips up to IMM_ALIGN - 1 bytes at its beginning. So
// imm_memory_required() + IMM_ALIGN - 1 bytes always have room for a tree of that size. Suggested
// `size`: all the memory that you can spare.
//
// Errors: IMM_ERR_NULL; IMM_ERR_TEXT; IMM_ERR_SPEC, for which imm_configure_error() writes what is
// wrong with the player; or an error of imm_init(). Then `state` is not written.
imm_status imm_open(void *memory,
                    size_t size,
                    const imm_game *game,
                    const char *player,
                    uint64_t seed,
                    imm_state **state);

// Changes the player of a state. `config` is as for imm_init(); NULL means the best player, with
// its default seed and clock. The position stays, and so do the moves that imm_undo() can take
// back.
//
// The tree stays if its numbers mean the same to both players. That is so if they differ only in
// `c`, `temp`, `decision`, `threshold`, `no_recycle`, `eps`, `softmax`, `ct` or `pb_divisor`. They
// may also differ in the weight of `im`, `cb`, `impb`, `pb`, `tp` or `fpu` if both players use
// that option. With `max` on, they may differ only in `c`, `decision`, `threshold` and
// `no_recycle`. Any other difference, for example the evaluation or the playouts, empties the
// tree: the block is divided again, as for a new state. Alpha-beta always begins again. No
// callback of your own game is called.
//
// Errors: IMM_ERR_STRUCT_SIZE, IMM_ERR_OUT_OF_RANGE, IMM_ERR_ENUM, IMM_ERR_CONTRADICTION,
// IMM_ERR_TOO_SMALL, IMM_ERR_BUSY; IMM_ERR_UNSUPPORTED if the game or the library lacks something,
// and always for imm_breakthrough_small() and imm_kalah_small(). Then the old player stays, as if
// you had not called.
imm_status imm_set_player(imm_state *state, const imm_config *config);

// imm_set_player() for a player in the notation of imm_configure(), with the seed `seed`. NULL
// means the best player. The clock stays.
//
// Errors: IMM_ERR_TEXT, IMM_ERR_SPEC, or an error of imm_set_player().
imm_status imm_set_player_text(imm_state *state, const char *player, uint64_t seed);

// Opens a search of `game` from its starting position, in `size` bytes of `memory` aligned to
// IMM_ALIGN. Writes its handle to `state`. `config` may be NULL for the best player of the game
// (IMM_BEST).
//
// More memory makes a larger tree. A full tree keeps searching and recycles its least recently
// used parts. Alpha-beta takes what it needs for 255 plies, or searches less deep with less
// memory; with a transposition table it takes all memory: see imm_alpha_beta_memory(). Suggested
// `size`: all the memory that you can spare. A tree that the simulations of one move cannot fill
// is larger than needed.
//
// The call takes the time of clearing a table (IMM_AB_TT, IMM_FLAG_EVALTT or IMM_FLAG_PROOFTT),
// and on bare metal of clearing all memory. On other targets the tree is cleared as it grows. The
// structs are copied. Do not move or change the memory as long as you use the state. If the memory
// contained another state, that state is no longer valid, even if this call fails.
//
// Errors: IMM_ERR_NULL, IMM_ERR_MISALIGNED, IMM_ERR_TOO_SMALL, IMM_ERR_STRUCT_SIZE,
// IMM_ERR_OUT_OF_RANGE, IMM_ERR_ENUM, IMM_ERR_CONTRADICTION, IMM_ERR_UNSUPPORTED, IMM_ERR_GAME, or
// the error of a callback. Then `state` is not written.
imm_status imm_init(void *memory, size_t size, const imm_game *game, const imm_config *config, imm_state **state);

// imm_init() for the built-in games only; your own game is IMM_ERR_GAME. For firmware: a program
// that calls this function instead of imm_init() does not link the search of games made of
// callbacks.
imm_status imm_init_builtin(void *memory,
                            size_t size,
                            const imm_game *game,
                            const imm_config *config,
                            imm_state **state);

// Returns the bytes that a search of `game` needs for a tree of `slots` slots of IMM_SLOT_SIZE
// bytes each. With 0 slots it searches without a tree. docs/EMBEDDED.md has the number of nodes
// that fit into small blocks.
//
// Returns 0 on an error: a NULL, a game that imm_init() would refuse, or more bytes than a size_t
// can hold.
size_t imm_memory_required(const imm_game *game, size_t slots);

// Returns how many slots of the tree fit into a block of `size` bytes, in a search of `game`.
// Returns 0 if the block is too small, or on an error.
size_t imm_memory_slots(const imm_game *game, size_t size);

// Returns the bytes that this player takes away from the tree in a search of `game`. These are
// lists of moves for leaf searches (`leaf` in `config`) and for playouts (IMM_PLAYOUT_GREEDY,
// _MIXED and _ALPHA_BETA), and at most IMM_NET_SIZE for a net (IMM_EF_NET). Add them to
// imm_memory_required() to keep the same number of slots. Returns 0 for every other player, and on
// an error.
size_t imm_leaf_memory(const imm_config *config, const imm_game *game);

/* ---- Opening a search: the memory of alpha-beta ---------------------------------------------- */

// Returns the bytes that alpha-beta (IMM_ALPHA_BETA) needs to search `plies` plies ahead in
// `game`. `plies` is 0 to 255. With 0 it searches nothing, and plays the move that looks best
// without a search. docs/EMBEDDED.md has an example: 60 KiB hold 48 plies and a table of 1,024
// positions in Lines of Action.
//
// If the player uses a table or a history (IMM_AB_TT in a game with a hash, IMM_AB_HISTORY,
// IMM_AB_HH), its stack takes at most half of the block, and at most 127 plies. So ask for twice
// as many bytes. Such a block is divided like this:
//
//     stack      at most half of the block
//     history    32 KiB in a block of 256 KiB or more, else 2 KiB
//     table      buckets of IMM_BUCKET_SIZE bytes in the rest, rounded down to a power of two
//
// Returns 0 on an error: a NULL, a game that imm_init() would refuse, too many plies, more bytes
// than a size_t can hold, or a library without alpha-beta.
size_t imm_alpha_beta_memory(const imm_game *game, uint32_t plies);

// Returns how many plies alpha-beta (IMM_ALPHA_BETA) can search ahead in `game` with a block of
// `size` bytes, 255 at most. With a table or a history, pass half of the size. Returns 0 if the
// block is too small, or on an error.
uint32_t imm_alpha_beta_plies(const imm_game *game, size_t size);

// Returns the number of buckets of the transposition table, of IMM_BUCKET_SIZE bytes each, for
// alpha-beta with this `config` in `game` in a block of `size` bytes. For IMM_BEST it is the table
// of the player that IMM_BEST selects. Returns 0 if the block is too small, on an error, or if
// there is no table: without IMM_AB_TT, in a game without hash(), or with any other algorithm (so
// with a `config` of NULL).
size_t imm_alpha_beta_buckets(const imm_config *config, const imm_game *game, size_t size);

/* ---- A transposition table, or a tree, for several threads ----------------------------------- */

// Gives an alpha-beta search (IMM_ALPHA_BETA with IMM_AB_TT) a shared table: a transposition table
// that other states use too, each on its own thread. A thread need not search what another thread
// has stored. All states need the same game, board and player. The table is `size` bytes of
// `memory` aligned to IMM_ALIGN, apart from all blocks. Suggested alignment: 64. The memory holds
// buckets of IMM_BUCKET_SIZE bytes; the first one is a header. Fill it with zeros before the first
// state gets it, and keep it as long as a state uses it. NULL with a `size` of 0 gives the state
// its own table again, which is still in its block.
//
//     1. set up the same position in n states
//     2. imm_share_table() for each state, with the same memory, one after another
//     3. search each state on its own thread, with the same limits
//     4. when the first thread returns, imm_stop() for the others
//
// The report of the first thread is the result, or with a time limit the report with the greatest
// `depth`. The states search moves in different orders, by the order in which they got the table.
// If only safe switches are on and no move was played, value and proof at a depth are those of a
// search with one thread. The number of positions visited, and the choice among equally good
// moves, depend on the timing of the threads. So a shared search is not reproducible.
//
// The result so far stays; a depth under way starts again. imm_play() keeps the table.
// imm_forget(), and every function that sets up a position, empties the table for all states.
// imm_set_player() and imm_init() give it up. imm_clone() makes one more state that uses it.
// imm_save() writes the state's own table.
//
// Errors: IMM_ERR_NULL; IMM_ERR_MISALIGNED; IMM_ERR_TOO_SMALL for less than two buckets;
// IMM_ERR_BUFFER if the memory overlaps the block of the state; IMM_ERR_UNSUPPORTED if the search
// uses no table: with any other algorithm, without IMM_AB_TT, or in a game without hash();
// IMM_ERR_CONTRADICTION if the memory is the table of another game, another player, or of another
// size. Then nothing changes.
imm_status imm_share_table(imm_state *state, void *memory, size_t size);

// Gives a tree search a shared tree: a tree that other states grow too, each on its own thread.
// All threads use at once what one thread finds. All states need the same game, board, player and
// position, and each needs its own seed.
//
// The tree is `size` bytes of `memory` aligned to IMM_ALIGN, apart from all blocks. Suggested
// alignment: 64. A node takes 32 bytes. Suggested `size`: 50 bytes a simulation in Kalah to 135 in
// Breakthrough, for all simulations of all threads. Fill the memory with zeros before the first
// state gets it, and keep it as long as a state uses it. The block of each state then holds only
// the top of the tree, for reports. Suggested block: 64 KiB. NULL with a `size` of 0 makes the
// state continue alone, with its top of the tree.
//
//     1. imm_share_tree() for each of n states, with the same memory, one after another
//     2. search each state on its own thread
//     3. when all have returned: the report, candidates and line of any state are those of the
//        whole tree
//     4. imm_play() the same move in all states, in any order: the tree below it stays
//
// n is at most 64. Suggested n: the number of cores. Each state has its own limits: iterations
// and playouts count for its thread, time and stop work as for one thread. `nodes` of a report
// counts all nodes of the tree. The tree depends on the timing of the threads, so it is not
// reproducible, and its signature is that of no other search. Unlike with imm_merge(), all threads
// together search as deep as one faster thread.
//
// If you call imm_forget() in all states, the tree is emptied once. The tree has one position.
// imm_search() and the other searches return IMM_ERR_OTHER_POSITION for a state at another
// position, until you give it the tree again with this function. If that state is then at another
// position, the tree is emptied and takes this position. So give the tree to all states again
// after imm_restart() or after you set up a position. The call changes nothing for a state that
// has the tree and is at its position. When in doubt, give it to all states before each search.
//
// imm_set_player(), imm_init() and imm_load() give the tree up. imm_clone() makes one more state
// that uses it. imm_save() writes the top of the tree. imm_merge() refuses such a state with
// IMM_ERR_MERGED. If a callback fails while other threads search the tree, give the tree to the
// state of that thread again.
//
// The player may have the same options as without sharing, with these differences. All children of
// a node are made at once, also with IMM_EXPAND_ONE. `ct`, `eps`, `softmax`, `grave`, `prooftt`
// and `bounds` are not available. With a leaf search, a thread may end late by the time of one
// expansion.
//
// Errors: IMM_ERR_NULL; IMM_ERR_MISALIGNED; IMM_ERR_TOO_SMALL if there is no room for a node (4
// KiB are enough); IMM_ERR_BUFFER if the memory overlaps the block of the state;
// IMM_ERR_UNSUPPORTED for alpha-beta, for the options that are not available, for the `small`
// games, in a library without the feature `threads`, and on a processor without atomic words of 64
// bits; IMM_ERR_CONTRADICTION if the memory is the tree of another game, another player, or of
// another size; IMM_ERR_BUSY if other threads search it from another position. Then nothing
// changes.
imm_status imm_share_tree(imm_state *state, void *memory, size_t size);

/* ---- An evaluator that was learned ----------------------------------------------------------- */

// Sets the net by which the state evaluates, if its player uses one (IMM_EF_NET, "efNet"), now or
// after imm_set_player(). `net` is what `imm-arena train` writes: `size` bytes of a file of type
// `.immnet`, or the array in its header. The bytes are not copied, so they may be in flash. Do not
// change them as long as you use the state. Suggested alignment: 4, which is faster to read. The
// call empties the tree.
//
// NULL with a `size` of 0 selects the net that comes with the game again. Each of the six built-in
// games has one, but not on bare metal or in WebAssembly: see docs/NETS.md.
//
// The call takes the time of reading all bytes twice.
//
// Errors: IMM_ERR_NET; IMM_ERR_NET_GAME; IMM_ERR_BUFFER if the bytes overlap the block;
// IMM_ERR_UNSUPPORTED in a library without nets, and for imm_breakthrough_small() and
// imm_kalah_small(). Then the state continues as before.
imm_status imm_set_net(imm_state *state, const void *net, size_t size);

/* ---- Searching ------------------------------------------------------------------------------- */

// Searches for `ms` milliseconds and returns the move to play, without playing it. The search
// continues with the tree of earlier searches; alpha-beta continues where it stopped. Suggested
// `ms`: 10 to 1000, for which lab/RESULTS.md has the strength of each player. 0 makes a single
// simulation, or visits a single position. The search ends early if the position is solved.
//
// Returns IMM_MOVE_NONE on an error. imm_last_status() then returns the status: IMM_ERR_NO_CLOCK,
// IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or the error of a callback.
imm_move imm_search(imm_state *state, uint32_t ms);

// Returns limits with no limit set. Set at least one of them before a search.
imm_limits imm_limits_default(void);

// Writes limits with no limit set, as imm_limits_default() returns them. For languages that cannot
// receive a struct as a return value. `size` is sizeof(imm_limits) as the caller knows it, and
// becomes `struct_size`.
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
imm_status imm_limits_init(imm_limits *limits, size_t size);

// Searches until one of `limits` is reached, and writes the result to `report`, which may be NULL.
// In C and C++ a macro passes the size of the report: see imm_search_limited_sized().
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_NO_LIMIT, IMM_ERR_NO_CLOCK,
// IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or the error of a callback.
imm_status imm_search_limited(imm_state *state, const imm_limits *limits, imm_report *report);

// imm_search_limited() for a report of `size` bytes, sizeof(imm_report) as the caller knows it.
// The function writes at most `size` bytes; fields that this library does not know become 0. For
// languages other than C and C++: there, imm_search_limited() fills in only the fields up to
// `elapsed_ms`.
imm_status imm_search_limited_sized(imm_state *state, const imm_limits *limits, imm_report *report, size_t size);

// Makes `iterations` simulations and returns, for a main loop with other work to do. Alpha-beta
// visits this number of positions, or fewer if it has reached the depth that the limits or the
// memory allow. Several steps give the same search as one long step. Suggested: as many
// simulations as fit into the longest delay of your loop. At 48 MHz a simulation of Kalah takes
// about a millisecond; the example firmware makes 8 in a step, or 200 positions of alpha-beta.
// imm_get_report() returns the result so far.
//
// Errors: IMM_ERR_NO_LIMIT for 0 iterations, IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or the error of a
// callback.
imm_status imm_step(imm_state *state, uint32_t iterations);

// Ends the search under way, if there is one, after its current simulation or position. The search
// returns as if its time were up. You may call this function from an interrupt, a signal handler,
// another thread or a callback. It does not affect the next search. It does nothing if `state` is
// NULL or not a state.
void imm_stop(imm_state *state);

// Empties the tree. The position stays, and the sequence of random numbers continues.
imm_status imm_forget(imm_state *state);

// imm_search_limited() with a progress callback. Every `every_ms` milliseconds `watcher` receives
// the result so far: a report with `stopped` IMM_STOPPED_NOT, and the first moves of the expected
// line. The line has at most IMM_WATCHED_LINE moves, and none while no line is known. Both
// pointers are valid only during the call. The result is the same as that of imm_search_limited()
// with the same number of simulations. An `every_ms` of 0 means 100 ms. Suggested: 0.
//
// The first argument of the watcher is `context`. The watcher may call imm_stop() to end the
// search. Other functions for the same state return IMM_ERR_BUSY. To write moves as text, use
// another state at the same position. The watcher is called between two simulations at the
// earliest, so slow callbacks of the game delay it.
//
// `report` may be NULL. It is filled in up to the field `struct_size`.
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

// Returns a clock with no time left and all defaults: set `remaining_ms`.
imm_clock imm_clock_default(void);

// Writes a clock with no time left, as imm_clock_default() returns it. For languages that cannot
// receive a struct as a return value. `size` is sizeof(imm_clock) as the caller knows it, and
// becomes `struct_size`.
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
imm_status imm_clock_init(imm_clock *clock, size_t size);

// Searches as long as the clock of a game allows and the position needs. Writes the result to
// `report`, up to its field `struct_size`; `best` is the move to play. `report` may be NULL.
//
// The aim is the time left plus the increments to come, divided by the moves to come. The limit is
// four times the aim, but at most half of the time left, except for the last move before a time
// control. The search goes beyond the aim if the best move has changed lately, or if its value
// falls. It ends before the aim if more time gains nothing:
//
//     IMM_STOPPED_FORCED     there is only one legal move
//     IMM_STOPPED_PROVEN     the position is solved
//     IMM_STOPPED_SETTLED    the move to play cannot change in the time that is left
//
// A move is settled for every player if all other moves are solved as losses. A lead in visits
// settles it only for players that decide by visits (IMM_DECIDE_VISITS), and while no draw is
// solved. Alpha-beta starts no new depth after half of the aim, because it would not finish.
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_NO_CLOCK without a clock in the
// configuration, IMM_ERR_UNSUPPORTED for a `small` game, IMM_ERR_GAME_OVER, or the error of a
// callback.
imm_status imm_search_clock(imm_state *state, const imm_clock *clock, imm_report *report);

// Writes two times in milliseconds: the aim of imm_search_clock() for one move, and the limit
// beyond which it never goes. This is only arithmetic. Use it if your program manages its time
// itself, or for the `small` games, which imm_search_clock() does not support.
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE. Then nothing is written.
imm_status imm_clock_budget(const imm_clock *clock, uint32_t *aim_ms, uint32_t *limit_ms);

/* ---- What was found -------------------------------------------------------------------------- */

// Writes the result so far of the searches of this position. Before any search, `best` is already
// a legal move: one that wins at once, or looks best without a search. In C and C++ a macro passes
// the size of the report: see imm_get_report_sized().
//
// Errors: IMM_ERR_NULL, or the error of a callback.
imm_status imm_get_report(imm_state *state, imm_report *report);

// imm_get_report() for a report of `size` bytes; see imm_search_limited_sized().
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, or the error of a callback.
imm_status imm_get_report_sized(imm_state *state, imm_report *report, size_t size);

// Writes up to `capacity` moves of this position with what is known about them, the best first.
// Returns how many moves were tried so far, which may be more or fewer than `capacity`, or a
// negative status. `candidates` may be NULL if `capacity` is 0. Suggested `capacity`: 96 for
// built-in games, `max_moves` of imm_game for your own; these are always enough.
//
// The order is:
//
//     1. solved wins, the shortest first
//     2. draws and moves that are not solved, by the player's rule (`decision` in imm_config);
//        a solved draw comes before all moves that look worse than a draw
//     3. solved losses, the longest first
//
// Each move is the one to play if the moves before it did not exist. There are two exceptions. If
// all tried moves lose, `best` of imm_report may be a move that was not tried. If the final move
// is sampled (`temp` in imm_config), `best` may be any of these moves. Equal moves keep the order
// of the tree, which is the same for the same search. Alpha-beta knows only its best move; of
// the other moves it knows only that they are not better.
int32_t imm_candidates(imm_state *state, imm_candidate *candidates, uint32_t capacity);

// Writes up to `capacity` moves of the line that the search expects after `move`, this move first.
// Returns how many it has written, or a negative status. Returns 0 if the move was not tried, and
// in alpha-beta for every move except the one to play. `moves` may be NULL if `capacity` is 0.
// Suggested `capacity`: 16 (IMM_WATCHED_LINE).
//
// Errors: IMM_ERR_ILLEGAL_MOVE, or the error of a callback.
int32_t imm_candidate_line(imm_state *state, imm_move move, imm_move *moves, uint32_t capacity);

// Writes up to `capacity` moves of the line that the search expects, the move to play first.
// Returns how many it has written, 0 before any search, or a negative status. `moves` may be NULL
// if `capacity` is 0. Suggested `capacity`: 16 (IMM_WATCHED_LINE).
int32_t imm_line(imm_state *state, imm_move *moves, uint32_t capacity);

// Shows the tree to `visitor`, each position before the positions below it. It goes down to
// `depth` plies below the root, and leaves out positions with fewer than `min_visits` visits,
// together with all positions below these. The root is always shown, and comes first; with `depth`
// 0 only the root is shown. Children of one position come in no particular order, which is the
// same for the same search. The visit takes no memory. Returns how many positions were shown
// (2147483647 for this number or more), or a negative status. Alpha-beta keeps no tree: it shows
// only the root, with its value and proof. imm_line() has its line.
//
// The first argument of the visitor is `context`. It returns IMM_VISIT_BELOW, IMM_VISIT_BESIDE or
// IMM_VISIT_STOP; any other number also ends the visit. `node` is valid only during the call.
// Functions for the same state return IMM_ERR_BUSY meanwhile: write moves as text later, or with
// another state at the same position.
//
// Errors: IMM_ERR_NULL if there is no visitor, or the error of a callback of the game. Then
// nothing was shown.
int32_t imm_visit_tree(imm_state *state,
                       uint32_t depth,
                       uint32_t min_visits,
                       int32_t (*visitor)(void *context, const imm_node *node),
                       void *context);

// Writes the static value of the position for the FIRST player, from -1 to 1, by the configured
// evaluation function. If the game is over, the value is its result. Nothing is searched.
//
// Errors: IMM_ERR_NULL, IMM_ERR_UNSUPPORTED if the game has no evaluation, or the error of a
// callback.
imm_status imm_evaluate(imm_state *state, float *value);

/* ---- Playing --------------------------------------------------------------------------------- */

// Plays a move. The tree below this move is kept; the rest of the tree is freed. Alpha-beta begins
// again, but keeps its table.
//
// Errors: IMM_ERR_ILLEGAL_MOVE, IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or the error of a callback. Then
// the position does not change.
imm_status imm_play(imm_state *state, imm_move move);

// Writes up to `capacity` legal moves. Returns the number of legal moves, 0 if the game is over,
// or a negative status. `moves` may be NULL if `capacity` is 0. Suggested `capacity`: 96 for
// built-in games, `max_moves` of imm_game for your own; these are always enough.
int32_t imm_legal_moves(imm_state *state, imm_move *moves, uint32_t capacity);

// Returns IMM_ONGOING or the result of the game, or a negative status.
imm_result imm_outcome(imm_state *state);

// Returns the player to move, or a negative status. Once the game is over the value has no
// meaning.
imm_player imm_player_to_move(imm_state *state);

/* ---- Positions and texts --------------------------------------------------------------------- */

// Writes a legal move of this position as text, with a terminating NUL. Suggested `size`:
// IMM_TEXT_MAX for built-in games, IMM_TEXT_MAX + 1 for your own game; these are always enough.
//
// Errors: IMM_ERR_NULL, IMM_ERR_ILLEGAL_MOVE, IMM_ERR_BUFFER, or the error of a callback.
imm_status imm_move_text(imm_state *state, imm_move move, char *text, size_t size);

// Reads a move in exactly the form that imm_move_text() writes, without blanks around it.
//
// Errors: IMM_ERR_NULL; IMM_ERR_TEXT if the text is not a legal move of this position; or the
// error of a callback.
imm_status imm_parse_move(imm_state *state, const char *text, imm_move *move);

// Writes the position as text, with a terminating NUL. The functions of the games, for example
// imm_breakthrough(), describe these texts. Suggested `size`: IMM_TEXT_MAX, which is always
// enough.
//
// Errors: IMM_ERR_NULL, IMM_ERR_UNSUPPORTED for your own game, IMM_ERR_BUFFER.
imm_status imm_position_text(imm_state *state, char *text, size_t size);

// Sets up the position that `text` describes, in the form that imm_position_text() writes, for the
// same board. The tree becomes empty.
//
// Errors: IMM_ERR_NULL; IMM_ERR_UNSUPPORTED for your own game; IMM_ERR_TEXT if the text is not a
// position of this game and board. After an error the position and the tree are unchanged. To find
// out what is wrong with a text, call imm_position_error().
imm_status imm_set_position(imm_state *state, const char *text);

// Writes why `text` is not a position of this game, as a message to show: "character 12 is '5',
// expected |", "expected 48 seeds in all, not more". Writes the empty text if `text` is a
// position. Suggested `size`: IMM_TEXT_MAX, which is always enough. This function links all games;
// imm_set_position() links only the games that the program plays.
//
// Errors: IMM_ERR_NULL; IMM_ERR_UNSUPPORTED for your own game; IMM_ERR_GAME; IMM_ERR_TEXT if the
// text is not UTF-8; IMM_ERR_BUFFER.
imm_status imm_position_error(const imm_game *game, const char *text, char *buffer, size_t size);

// Sets up the starting position, with an empty tree.
//
// Errors: the error of a callback. Then the position is the old one, and the tree is empty.
imm_status imm_restart(imm_state *state);

// Sets up a random starting position with an empty tree. The same seed always gives the same
// position. In Kalah the seeds are dropped into random houses; in Onitama other cards are dealt.
//
// Errors: IMM_ERR_UNSUPPORTED for a game that has only one starting position.
imm_status imm_shuffle(imm_state *state, uint64_t seed);

/* ---- Positions as bytes, and back in time ---------------------------------------------------- */

// Returns the most bytes that imm_position_bytes() can write for a position of this game. Returns
// 0 on an error; imm_last_status() then returns the status: IMM_ERR_UNSUPPORTED for
// imm_breakthrough_small() and imm_kalah_small().
size_t imm_position_size(imm_state *state);

// Writes a snapshot of the position (the position as bytes), and its number of bytes to `length`.
// In Lines of Action and Oware a snapshot also has the positions since the last capture, because
// their rules of repetition need them. Suggested `size`: imm_position_size(), which is always
// enough. The snapshot of a built-in game means the same on every target, and equal positions have
// equal bytes. The snapshot of your own game is the `position_size` bytes of the position, as your
// callbacks left them.
//
// Errors: IMM_ERR_NULL; IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small();
// IMM_ERR_BUFFER if `size` is too small, or if the buffer overlaps the block of the state.
imm_status imm_position_bytes(imm_state *state, void *bytes, size_t size, size_t *length);

// Sets up the position of a snapshot: `length` bytes that imm_position_bytes() has written for the
// same game and board. The tree becomes empty, and so does the history of imm_undo(). The bytes of
// a built-in game are checked: no bytes make an impossible position. The bytes of your own game
// are passed to your callbacks without a check, so only load bytes that your own program has
// written.
//
// Errors: IMM_ERR_NULL; IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small();
// IMM_ERR_BYTES if they are not a position of this game and board; or the error of a callback.
// Then the position does not change.
imm_status imm_set_position_bytes(imm_state *state, const void *bytes, size_t length);

// Provides memory for a history: `size` bytes of `memory` aligned to IMM_ALIGN. From now on
// imm_play() stores each position there, and imm_undo() takes back moves, the latest first. A full
// history forgets its oldest positions. Suggested `size`: imm_history_size() of the most plies
// that you want to take back. Do not move or change the memory until imm_init() makes another
// state in the block, or until you call this function with NULL and 0, which ends the history.
// Each call forgets the previous history.
//
// Errors: IMM_ERR_NULL; IMM_ERR_MISALIGNED; IMM_ERR_TOO_SMALL if there is no room for a single
// move; IMM_ERR_BUFFER if the memory overlaps the block of the state; IMM_ERR_UNSUPPORTED for
// imm_breakthrough_small() and imm_kalah_small().
imm_status imm_keep_history(imm_state *state, void *memory, size_t size);

// Returns the bytes for imm_keep_history() that are enough to take back at least `plies` moves.
// Returns 0 on an error; imm_last_status() then returns the status.
size_t imm_history_size(imm_state *state, uint32_t plies);

// Takes back the latest move of imm_play(). The tree becomes empty; the sequence of random numbers
// continues. imm_keep_history() must have provided memory before that move. The history is
// forgotten if you set up another position, and by imm_restart(), imm_shuffle() and imm_load().
//
// Errors: IMM_ERR_NO_PAST if no move is stored, or the error of a callback. Then nothing is taken
// back.
imm_status imm_undo(imm_state *state);

// Copies a whole state into `size` bytes of other `memory` aligned to IMM_ALIGN, and writes the
// handle of the copy to `copy`. `size` is at least the size that imm_init() was given. Position,
// tree and random numbers are equal, so both states continue bit for bit alike, independently of
// each other. Both pass the same `context` and `clock` to callbacks. The copy has no history: see
// imm_keep_history(). The call takes the time of copying the used part of the block. A state
// copied with memcpy() is not a valid state.
//
// Errors: IMM_ERR_NULL; IMM_ERR_MISALIGNED; IMM_ERR_TOO_SMALL; IMM_ERR_BUFFER if the blocks
// overlap; IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small(). Then nothing is
// written.
imm_status imm_clone(imm_state *state, void *memory, size_t size, imm_state **copy);

// Returns the bytes that imm_save() would write now; a larger tree takes more. Returns 0 on an
// error; imm_last_status() then returns the status.
size_t imm_save_size(imm_state *state);

// Writes a save (the whole search as bytes), and its number of bytes to `length`: position, tree,
// random numbers, and for alpha-beta the table, the history and the depth under way. imm_load()
// continues from a save bit for bit, also in another process and on another target. One exception:
// the position of your own game is written as your callbacks left it. Unused room of the tree
// takes no bytes. The history of imm_undo() is not written. A save ends with its CRC-32. Suggested
// `size`: imm_save_size().
//
// Errors: IMM_ERR_NULL; IMM_ERR_BUFFER if `size` is too small, or if the buffer overlaps the block
// of the state; IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small().
imm_status imm_save(imm_state *state, void *bytes, size_t size, size_t *length);

// Loads a save: `length` bytes that imm_save() has written. `state` must play the same game on the
// same board with the same player. Its tree must have as many slots; for alpha-beta, as many plies
// and as large a table. That is so with as much memory on the same kind of target. Its seed may
// differ. The state keeps its own clock. The history of imm_undo() becomes empty.
//
// Everything is checked before the state changes, including every link and every move of the tree.
// For each thousand nodes, that takes about as long as some hundred simulations. No bytes make an
// impossible state of a built-in game. The position of your own game is passed to your callbacks
// without a check, so only load saves that your own program has written.
//
// Errors: IMM_ERR_NULL; IMM_ERR_BYTES if the bytes are not a whole save, or were changed;
// IMM_ERR_SAVED_VERSION, IMM_ERR_SAVED_GAME, IMM_ERR_SAVED_PLAYER or IMM_ERR_SAVED_MEMORY if the
// save has another version, game, player or size; IMM_ERR_UNSUPPORTED for imm_breakthrough_small()
// and imm_kalah_small(); or the error of a callback. Then the state does not change.
imm_status imm_load(imm_state *state, const void *bytes, size_t length);

/* ---- All cores ------------------------------------------------------------------------------- */

// Merges the roots of `n` other states at this position into `state`, to search on all cores. Each
// state is in its own block, has its own seed, and is searched by its own thread; the threads
// share nothing. After all searches have ended, one thread calls this function. Then
// imm_get_report(), imm_candidates(), imm_line() and imm_visit_tree() of `state` show the results
// of all. Suggested `n`: the number of cores less 1. With the same seeds and iterations the result
// is the same, whichever thread was faster. The other states do not change.
//
// The visits and rewards of each move are added, so that its value is the mean of all simulations.
// (A count of visits stops at 2^32 - 1.) Its minimax value is the mean of all states, weighted by
// their visits. A move that one state has solved becomes solved, with the shortest proof. Moves
// that `state` has not tried are added if its tree has room. In the report `iterations` is the
// sum, and `depth` and `elapsed_ms` are the largest. `nodes` and `recycled` count only the tree of
// `state`, which does not change below its moves. The signature includes the signatures of the
// other states.
//
// For alpha-beta, `state` takes over the best answer: a solved one that ends soonest, else the one
// of the greatest depth. Among equally good states the first counts, and `state` comes before the
// others. So the order of the states matters a little.
//
// Afterwards all states can continue: imm_play() the move in each of them. Until then, `state` is
// refused by further merges, also as one of the other states, because they would count simulations
// twice. To see the results of all states before the end of a search, merge into a copy: see
// imm_clone(). The only callbacks called are `to_move` and, if `state` has not tried a move,
// `outcome` and `legal_moves`. The call takes a few microseconds for each state.
//
// Errors: IMM_ERR_NULL; IMM_ERR_BUSY if a state occurs twice or is `state`, or if a call with it
// is under way; IMM_ERR_OTHER_GAME, IMM_ERR_OTHER_PLAYER or IMM_ERR_OTHER_POSITION if game, player
// or position differ (players may differ as far as imm_set_player() keeps the tree);
// IMM_ERR_MERGED if other states are merged into one of the states; IMM_ERR_UNSUPPORTED for
// imm_breakthrough_small() and imm_kalah_small(); or the status of an invalid handle. Then nothing
// changes. Or the error of a callback: then the tree of `state` is empty.
imm_status imm_merge(imm_state *state, imm_state *const *others, size_t n);

/* ---- Checking a game of your own ------------------------------------------------------------- */

// Checks your game for mistakes. It plays `game` at random, calls every callback that a search may
// call, and tests whether the game keeps the promises listed at imm_game. A search trusts most of
// these promises: if your game breaks one, you get weak or illegal moves, not an error. So run
// this check after each change of your game. `report` contains what is wrong, after which moves,
// and what was expected. imm_check_text() writes it as a message. With a clock, the report also
// has the times of the callbacks.
//
// `plies` is the number of positions to check, 0 for 10,000. Suggested: 0, then other seeds. The
// check ends sooner if it finds IMM_CHECK_FINDINGS different mistakes. A position takes some
// hundred calls of callbacks. `seed` selects the random games; the same seed plays the same games.
// A check without findings is no proof that the game is correct: other seeds and more plies find
// more.
//
// The check makes only moves that legal_moves() lists, and uses only positions that come from
// these moves. Positions, undo bytes and texts have 128 guard bytes before and after them, the
// list of moves 256. A callback that writes beyond the guard bytes damages other memory, as it
// would in a search. A callback that does not return is not detected.
//
// `memory` is aligned to IMM_ALIGN and has at least imm_check_memory() bytes. Suggested:
// imm_check_memory(), or more: then the check remembers more positions, and finds more pairs with
// the same hash key. You can also check built-in games; that takes some 40 KiB of stack. A program
// that calls this function links all games.
//
// Errors: IMM_ERR_NULL, IMM_ERR_MISALIGNED, IMM_ERR_TOO_SMALL, IMM_ERR_STRUCT_SIZE (of the game or
// the report), IMM_ERR_GAME. Then `report` is not written. Returns IMM_OK if the check was made,
// whatever it has found.
imm_status imm_check_game(const imm_game *game,
                          void *memory,
                          size_t size,
                          uint64_t seed,
                          uint32_t plies,
                          imm_check_report *report);

// Returns the bytes of memory that imm_check_game() needs for this game. Returns 0 on an error: a
// NULL, or a game that imm_init() would refuse.
size_t imm_check_memory(const imm_game *game);

// Writes the findings of a check as a message to show: each mistake with the moves that lead to
// it, what was expected and found, and where to look; then the measured times. Suggested `size`:
// IMM_CHECK_TEXT_MAX, which is always enough.
//
// Errors: IMM_ERR_NULL; IMM_ERR_STRUCT_SIZE; IMM_ERR_ENUM for a report that imm_check_game() did
// not write; IMM_ERR_BUFFER.
imm_status imm_check_text(const imm_check_report *report, char *text, size_t size);

// Returns an empty report with `struct_size` and a clock. On Linux, Android, FreeBSD and Apple's
// systems the clock is the processor time of the calling thread, which other work on the machine
// does not change. On other desktops it is the clock of imm_config_default(). On bare metal there
// is no clock.
imm_check_report imm_check_report_default(void);

// Writes an empty report, as imm_check_report_default() returns it. For languages that cannot
// receive a struct as a return value. `size` is sizeof(imm_check_report) as the caller knows it,
// and becomes `struct_size`.
//
// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
imm_status imm_check_report_init(imm_check_report *report, size_t size);

/* ---- Statuses and version -------------------------------------------------------------------- */

// Returns the status of the latest call with this state, except imm_stop() and this function. For
// functions that return something other than a status.
imm_status imm_last_status(const imm_state *state);

// Returns the meaning of a status in a few words. Never NULL. The text belongs to the library and
// is valid forever.
const char *imm_status_text(imm_status status);

// Returns the version of the library: major * 65536 + minor * 256 + patch.
uint32_t imm_version(void);

#ifdef __clang__
#pragma clang diagnostic pop
#endif
#ifdef __cplusplus
} // extern "C"
#endif

// A union without a name gives a field two names. It is C11 and C++; in C99 compilers have it as an
// extension.
#if defined(__GNUC__) && !defined(__cplusplus)
#define IMM_ANONYMOUS __extension__
#else
#define IMM_ANONYMOUS
#endif

/* ---- A game of your own ---------------------------------------------------------------------- */

// A game: its rules, and what else it knows.
//
// For a built-in game call imm_breakthrough() or a similar function. For your own game, fill in
// this struct: set `struct_size`, the sizes and the six required callbacks; the rest may stay 0.
// Then run imm_check_game(). imm_init() copies the struct. `context` must outlive the state.
//
// A position is `position_size` bytes of your own layout, aligned to IMM_ALIGN. imm keeps two
// positions and copies them as bytes, so they must not contain pointers into themselves. The first
// argument of every callback is `context`. Callbacks must return the same for the same position.
// They must not throw a C++ exception, leave by longjmp(), or call imm_* functions for the state
// that is searching, except imm_stop() and imm_last_status().
//
// A callback that fails returns IMM_FAILED. A callback without a return value stores the failure
// in the position, for outcome() and to_move() to return. Then the call under way ends with
// IMM_ERR_CALLBACK, the position is the one before the call, and the tree is empty. The same
// happens after every invalid return value. You can continue to use the state.
struct imm_game {
    // sizeof(imm_game).
    uint32_t struct_size;
    // Bytes of a position, at least 1.
    uint32_t position_size;
    // Bytes that make() may write for unmake(). 0 if unmake() needs none.
    uint32_t undo_size;
    // The largest number of legal moves in any position, 1 to 65535. Suggested: a safe upper
    // bound; larger numbers cost 4 bytes a move.
    uint32_t max_moves;
    // Plies after which a playout ends as a draw. Suggested: the length of the longest sensible
    // game. 0: 1000.
    uint32_t max_plies;
    // The board of a built-in game. 0 in your own game.
    uint32_t board;
    // Passed to every callback. May be NULL.
    void *context;
    // Required. Sets up the starting position in `position`. All its bytes are 0 before the call.
    void (*initial)(void *context, void *position);
    // Required. Writes every legal move once, and returns their number, 1 to `max_moves`. Never
    // write more than `max_moves`. Called only while the game is not over. If a player cannot
    // move, list a passing move, or let outcome() return a loss.
    uint32_t (*legal_moves)(void *context, const void *position, imm_move *moves);
    // Required. Makes a legal move. If unmake() needs more than the move, store it in the
    // `undo_size` bytes at `undo`, aligned to IMM_ALIGN.
    void (*make)(void *context, void *position, imm_move move, void *undo);
    // Required. Takes back the latest move, exactly. Alpha-beta makes many moves and takes them
    // back in reverse order, each with its own `undo` bytes. The tree search makes at most five
    // before it takes them back.
    void (*unmake)(void *context, void *position, imm_move move, const void *undo);
    // Required. Returns IMM_FIRST or IMM_SECOND. The same player may move several times in a row.
    // Once the game is over, either value is correct.
    imm_player (*to_move)(void *context, const void *position);
    // Required. Returns IMM_ONGOING, or how the game ended.
    imm_result (*outcome)(void *context, const void *position);
    // Optional. Returns the value of the position for the FIRST player, from -1 to 1. Suggested:
    // 0.5 to 0.8 for a clear advantage. Values outside the range are clamped, NaN is an error, and
    // (float)IMM_FAILED is a failure. The value is rounded to 1/32767. Implicit minimax and all
    // other options with static values need it: `im`, `cb`, `impb`, `pb`, `ege`, `fet`, `det`.
    // Without it alpha-beta sees only the ends of games.
    float (*evaluate)(void *context, const void *position);
    // Optional. Samples a legal move, all with equal probability, from `random`, 32 random bits.
    // Called only while the game is not over. Suggested: the move that legal_moves() would write
    // at index `((uint64_t)random * count) >> 32`; then searches are the same with and without
    // this callback. Without it, every ply of a uniform playout lists all moves to play one. So
    // this callback can make searches several times faster. Returns IMM_MOVE_NONE on a failure:
    // the call under way then ends with IMM_ERR_INVALID_MOVE.
    imm_move (*random_move)(void *context, const void *position, uint32_t random);
    // Optional. Returns how likely a playout plays this legal move, relative to the other moves: 0
    // to 65533, IMM_WEIGHT_DECISIVE or IMM_WEIGHT_FORCED. Other numbers count as 65533. Suggested:
    // 1 for an ordinary move. The improved playout policy (`ipp`) needs it.
    uint32_t (*weight)(void *context, const void *position, imm_move move);
    // Optional. Returns the probability, 0 to 1, that the player to move wins after this legal
    // move. A negative number means unknown, and counts as 0.5. Node priors (`np`) need it.
    float (*prior)(void *context, const void *position, imm_move move);
    // Optional. Returns a number that orders the legal moves for alpha-beta: higher numbers first,
    // equal ones as legal_moves() lists them. Good moves first mean more pruning. The tree search
    // uses it for leaf searches (`leaf` in imm_config), and if the memory is too small for a tree.
    int32_t (*order)(void *context, const void *position, imm_move move);
    // Optional. Not 0 if this legal move is noisy, for example a capture: the evaluation before it
    // is then not reliable. Quiescence search (IMM_AB_QS, IMM_LEAF_QUIESCENCE) needs it. A
    // sequence of noisy moves must end.
    int32_t (*noisy)(void *context, const void *position, imm_move move);
    // Optional. Returns a 64-bit key of the position. Positions that differ in what may still
    // happen, including the player to move, should have keys that differ in all bits alike.
    // Suggested: Zobrist keys. Without hash(), alpha-beta has no transposition table, and `evaltt`
    // and `prooftt` have no effect.
    uint64_t (*hash)(void *context, const void *position);
    // Optional. Passes, even if the rules do not allow it: the opponent is to move, and all else
    // stays. Returns not 0. Returns 0 and changes nothing if passing could be good for the player
    // to move.
    //
    // Called again at that position, after all later moves were taken back, it takes the pass
    // back. This second call must not return 0; that counts as a failure. So a test before a pass
    // must hold for both sides, or the position must store that it was passed.
    //
    // The null move (IMM_AB_NULL) needs it, and is not tried if the game is over after a pass.
    // IMM_PLAYOUT_CORRECTIVE, IMM_PLAYOUT_MIXED and `ct` pass to compare the evaluations before
    // and after a move with the same player to move. If it returns 0, they compare with the
    // evaluation of the position itself.
    int32_t (*pass)(void *context, void *position);
    // Optional. Not 0 if the player to move has so few pieces that a null move is less reliable.
    int32_t (*few_pieces)(void *context, const void *position);
    // Optional. Returns how often, in 1/255, moves like this legal move were played in games where
    // such a move was possible: 0 to 255. Realization-probability search (IMM_AB_RPS) needs it:
    // moves with 64 are searched one ply deep, rarer moves less deep, other moves deeper.
    int32_t (*transition)(void *context, const void *position, imm_move move);
    // Optional. Writes a legal move as text into `text`, at most `size` (IMM_TEXT_MAX) bytes with
    // the closing 0. Returns the length without the 0. Different moves of a position need
    // different texts. imm_parse_move() can read only UTF-8. Without this callback, moves are
    // written as decimal numbers.
    uint32_t (*move_text)(void *context, const void *position, imm_move move, char *text, size_t size);
    // The internals of a built-in game. NULL in your own game.
    const imm_builtin *builtin;
    // With score(): the most points by which the game can be won, 1 to IMM_SCORE_MAX.
    uint32_t max_score;
    // Optional. Returns the points of the FIRST player minus those of the second. Called only once
    // the game is over. `marg` needs it, with `max_score`.
    int32_t (*score)(void *context, const void *position);
    // With features(): how many features it writes, 1 to IMM_FEATURES_MAX.
    uint32_t feature_count;
    // Optional. Writes the input features for a net: `feature_count` small numbers on which the
    // value of the position may depend, from the point of view of the player to move. For example,
    // for each square: 0 nothing, 1 a piece of the player to move, 2 a piece of the opponent, with
    // the board turned for the second player. All features are 0 before the call. Never called
    // when the game is over. A net learns their values: see imm_set_net(). Returns 0, or
    // IMM_FAILED.
    int32_t (*features)(void *context, const void *position, uint8_t *features);
};

/* ---- A player -------------------------------------------------------------------------------- */

// A player: the options of a search. Begin with imm_config_default(), then change fields or call
// imm_configure(). In every field 0 means the default, so a struct of zeros with `struct_size` set
// is the default player without a clock. If the default is not the number 0, IMM_ZERO means 0.
struct imm_config {
    // sizeof(imm_config).
    uint32_t struct_size;
    // Visits that a leaf must have before it is expanded. Default 0: at the first visit.
    // Suggested: 0; no match showed a gain for more.
    uint32_t threshold;
    // Seed of the random numbers. The same seed, memory, game and iterations give the same tree on
    // every machine. Default 0. Suggested: a different seed for each thread.
    uint64_t seed;
    // Exploration constant C of UCT, above 0 to 100. Default 1.0; 0.7 in IMM_BEST_FIRST. IMM_ZERO
    // means no exploration. Suggested: the default; 0.2 with `grave`.
    float c;
    // Alpha of implicit minimax, 0 to 1: the weight of the minimax value against the mean of the
    // playouts. Default 0: off; 1 in IMM_BEST_FIRST. Suggested: 0.4 if the game has an evaluation.
    float im;
    // Evaluation function: IMM_EF_*. Default IMM_EF_DEFAULT, the game's own first choice.
    // Suggested: IMM_EF_NET if the game has a net.
    uint8_t evaluator;
    // Improved playout policy: not 0 samples playout moves by the game's weights. Default 0:
    // uniformly. Suggested: 1 if the game has weights.
    uint8_t ipp;
    // Children that a leaf gets at once: IMM_EXPAND_*. Default IMM_EXPAND_AUTO. Suggested: the
    // default. IMM_EXPAND_ONE needs a third to a sixth of the memory.
    uint8_t expansion;
    // How the final move is chosen: IMM_DECIDE_*. Default IMM_DECIDE_VISITS; IMM_DECIDE_LOG in
    // IMM_BEST_FIRST. A solved win always comes first.
    uint8_t decision;
    // Not 0 switches the solver off. Default 0: wins, losses and draws are solved. Suggested: 0; 1
    // only for comparisons.
    uint8_t no_solver;
    // Not 0 switches recycling off: a full tree no longer grows. Default 0: a full tree recycles
    // its least recently used parts. Suggested: 0; 1 only for comparisons.
    uint8_t no_recycle;
    // How `im` depends on the visits: IMM_IM_*. Default IMM_IM_CONSTANT. Suggested: the default.
    uint8_t im_schedule;
    // Divisor of the progressive bias: IMM_PB_*. Default IMM_PB_SQRT_LOSSES.
    uint8_t pb_divisor;
    // The search: IMM_MCTS, IMM_ALPHA_BETA, IMM_BEST_FIRST or IMM_BEST. Default IMM_MCTS.
    // Suggested: IMM_BEST. Of the other fields, alpha-beta uses only `evaluator`, `switches` and
    // the clock. Without an evaluation function, alpha-beta gives all undecided positions the
    // value of a draw.
    uint8_t algorithm;
    // How playouts choose their moves: IMM_PLAYOUT_*. Default IMM_PLAYOUT_SAMPLED: uniformly, or
    // by `ipp` and `ege`. Suggested: IMM_PLAYOUT_DECISIVE if a game can be won at once by
    // surprise.
    uint8_t playout;
    // Enhancements of alpha-beta: IMM_AB_* added together. Safe switches find the value of plain
    // alpha-beta at the same depth, only faster, until a move is played and the table kept. The
    // other switches skip moves that are unlikely to matter; solved wins and losses are still
    // correct. A switch for which the game has no knowledge stays off. Default 0: none. Suggested:
    // IMM_AB_ALL to play, IMM_AB_SOLVE to prove who wins.
    uint16_t switches;
    // K of `im_schedule`, 1 to 9999999 visits. Ignored with IMM_IM_CONSTANT.
    uint32_t im_visits;
    // Alpha of constant bias, 0 to 1: the weight of a child's own static value against the mean.
    // Default 0: off. Suggested: 0; `im` 0.4 beats it with 68.5 %.
    float cb;
    // Alpha of progressive bias by minimax values, 0 to 1: the weight of the minimax value,
    // divided by visits + 1. Default 0: off. Suggested: 0; `im` 0.4 beats it with 66.0 %.
    float impb;
    // Weight of progressive bias, 0 to 100. The weight times the child's static value, over
    // `pb_divisor`, is added to the child's bound. Default 0: off. Suggested: 0; it was not
    // measured alone.
    float pb;
    // Weight of progressive bias by transition probability, 0 to 100. The weight times the
    // probability of the move into a child, over `pb_divisor`, is added to the child's bound. Not
    // together with `pb`. Default 0: off. Suggested: 10 with `ct` 5, as in MC-LOA.
    float tp;
    // Visits of a node below which its children are not selected, but sampled by
    // IMM_PLAYOUT_CORRECTIVE, 1 to 9999999. Not together with IMM_EXPAND_ONE. Default 0: off.
    // Suggested: 5 with `tp` 10, as in MC-LOA.
    uint32_t ct;
    // First-play urgency (FPU), greater than 0 and at most 100. Unvisited children then compete
    // with visited children: the bound of an unvisited child is its static value plus this number.
    // Default 0: off, all unvisited children are visited first; 0.5 in IMM_BEST_FIRST. IMM_ZERO
    // means an urgency of 0. Not together with IMM_EXPAND_ONE. Suggested: the default.
    float fpu;
    // Evaluation cut-off: a raw evaluation of this size, up to 65535, ends a playout as won or
    // lost. The scale is that of the evaluation: IMM_EF_MS has at most 40, IMM_EF_LH 364,
    // IMM_EF_RS the number of stones. For your own game it is 32767 times the value of evaluate().
    // Default 0: off. Suggested: 400 for IMM_EF_WB in MC-LOA ("mcts(mcloa)").
    uint32_t cut;
    // How many playout moves pass between two tests of `cut`, 1 to 999. IMM_PLAYOUT_CORRECTIVE,
    // _GREEDY, _MIXED and _ALPHA_BETA instead test every position that they evaluate. Default 0:
    // 3. Suggested: 0.
    uint32_t cut_period;
    // IMM_PLAYOUT_ALPHA_BETA: search depth in plies, 1 to 3. Default 0: 2. Suggested: 0.
    uint8_t playout_depth;
    // IMM_PLAYOUT_ALPHA_BETA: how many moves it searches at each ply, 1 to 12, the best by
    // transition() first. The first number is also the number of moves that IMM_PLAYOUT_GREEDY and
    // IMM_PLAYOUT_MIXED evaluate, and that IMM_PLAYOUT_MAST samples. Default 0: 7, 5, 5; 3 for
    // IMM_PLAYOUT_MAST. Suggested: 0.
    uint8_t playout_evaluated[3];
    // IMM_PLAYOUT_ALPHA_BETA: how many further moves at each ply it tests for an immediate win.
    // Together with `playout_evaluated` at most 12. IMM_LOOK_ALL means all moves, IMM_ZERO none.
    // Default 0: all, none, none. Suggested: 0.
    uint8_t playout_looked[3];
    // Switches of the tree search: IMM_FLAG_* added together. An unknown bit is
    // IMM_ERR_OUT_OF_RANGE. Default 0: all are off. Suggested: 0 to play; IMM_FLAG_PROOFTT to
    // solve games with many transpositions, IMM_FLAG_BOUNDS to prove draws.
    IMM_ANONYMOUS union {
        uint8_t flags;
        uint8_t evaltt; // deprecated name of `flags`, until version 0.4
    };
    // Softmax: temperature T, above 0 to 100. Children are not selected by their bounds, but
    // sampled with odds exp(Q / T), where Q is the estimate of a child, -1 to 1. Not together with
    // IMM_EXPAND_ONE. Default 0: off. Suggested: 0; it scores 31 to 37 % against IMM_BEST_FIRST
    // without it.
    float softmax;
    // How often, 0 to 1, a child is not selected, but sampled uniformly from the children that are
    // not solved. Not together with IMM_EXPAND_ONE. Default 0: never. Suggested: 0; 0.1 in
    // unbounded best-first minimax ("bfm(ubfm)").
    float eps;
    // How a new child gets its value: IMM_LEAF_*. Default IMM_LEAF_STATIC. The other values take
    // room for lists of moves from the tree: see imm_leaf_memory(). One simulation then searches a
    // leaf for each move of a position, each at most some 4,096 positions, before it looks at a
    // clock or imm_stop(). Suggested: IMM_LEAF_QUIESCENCE with IMM_BEST_FIRST if the evaluation
    // knows nothing about captures.
    uint8_t leaf;
    // Plies of IMM_LEAF_ALPHA_BETA, 1 to 4. Default 0: 2. Suggested: 1 or 2 with few milliseconds
    // a move.
    uint8_t leaf_depth;
    // All moves as first (GRAVE), 1 to 65535: a move is valued by all simulations in which it was
    // played, also later than here. This field is the number of simulations from which a position
    // uses its own move statistics. With fewer, it uses those of the nearest position above it.
    // For games without an evaluation. Takes at most an eighth of the tree's memory. Not together
    // with `fpu`, nor in a shared tree. Default 0: off. Suggested: 50 with `c` 0.2 if a move has
    // much the same value at any time.
    uint16_t grave;
    // Node priors: visits that the prior of a new child counts for, up to 10000. Default 0: off.
    // Suggested: 10 if the game has priors.
    uint32_t np;
    // Epsilon of epsilon-greedy playouts, 0 to 1: how often a move is sampled, by its weight if
    // the game has weights. Otherwise the move with the best static value is played. IMM_ZERO
    // means 0: always greedy. Default 0: off. Suggested: 0.1 with `det` 0.5 if the evaluation is
    // fast.
    float ege;
    // Fixed early termination: playout moves after which the static value is the result, 1 to
    // 9999. IMM_ZERO means no move. Default 0: off. Suggested: 4 if the evaluation is good.
    uint32_t fet;
    // Dynamic early termination, 0 to 1: a static value of this size ends a playout as won or
    // lost. Default 0: off. Suggested: 0.5 with `ege` 0.1 if the evaluation is fast.
    float det;
    // How many playout moves pass between two tests of `det`, 1 to 999. Default 0: 5. Suggested:
    // 0.
    uint32_t det_period;
    // Maximum backpropagation: visits from which a node returns the best estimate among its
    // children instead of a simulation's result. With `np` the visits of the prior count too.
    // Default 0: off. Suggested: 0; 1000 scores 37.0 % against `im` 0.4.
    uint32_t max;
    // A clock: milliseconds since any moment, wrapping around after 2^32. It is read at least once
    // in 256 simulations. If the clock stops, time is no limit: other limits and imm_stop() end a
    // search. A step forward counts as time. A step back, which is a difference above 2^31, counts
    // as no time. imm_config_default() sets the clock of the operating system, if there is one,
    // which counts microseconds for this library's searches. NULL: no clock, unless `now_us` is
    // set, and searches limited only by time are refused.
    uint32_t (*now_ms)(void *clock);
    // Passed to `now_ms` and `now_us`. May be NULL.
    void *clock;
    // Temperature T of the final move, above 0 to 100: the move is sampled with odds visits^(1/T),
    // so 1 is in proportion to the visits. A solved win is always played, and a solved loss only
    // if all moves lose. The sample depends only on the seed and the tree: imm_get_report() always
    // returns the same move. For play below full strength. Default 0: off, the move is chosen by
    // `decision`. Suggested: 0, or a value from imm_level().
    float temp;
    // Playing for points: weight W of the margin in a result, 0 to 1. A finished game counts for
    // its winner 1 - W + W m / M, where m, at least 1, is score() for the winner and M is
    // `max_score`. So every win is better than a draw, and every draw better than a loss. What is
    // solved is still a win, draw or loss. Among solved wins, the one with the largest certain
    // margin is played. In a solved position the search continues until its margin is exact, and
    // then ends with IMM_STOPPED_PROVEN. Not together with `det` or `cut`. Your own game needs
    // score() for it. Default 0: off. Suggested: 0.2 to play for points.
    float marg;
    // A finer clock, which replaces `now_ms`: microseconds since any moment, wrapping around after
    // 2^32 (71 minutes; a search may last longer, a simulation half of that). With it a search of
    // 1 ms takes 1 ms. With a clock in milliseconds such a search may begin just before a tick and
    // end at once. It is read at least once in 256 simulations, once or twice a millisecond, and
    // some ten times more before the end. A library without the feature `policies` ignores it.
    // Default NULL: none. Suggested: set it for searches of a few milliseconds.
    uint32_t (*now_us)(void *clock);
};

/* ---- Limits, and what was found -------------------------------------------------------------- */

// The limits of a search. It ends at the first limit that it reaches, and always if the position
// is solved. 0 means no limit. Set at least one of `iterations`, `nodes`, `time_ms` and `time_us`,
// or `depth` for alpha-beta. Every search makes at least one simulation, or visits one position,
// unless nothing is left to search. If `leaf` searches two plies or more and `iterations` is 0,
// this may be only a part of a simulation, which a later search completes.
struct imm_limits {
    // sizeof(imm_limits).
    uint32_t struct_size;
    // Milliseconds of the configuration's clock. Ignored without a clock. Suggested: 10 to 1000.
    uint32_t time_ms;
    // Simulations; each goes down the tree and ends with a playout. Alpha-beta: positions that
    // this search visits. Suggested: this limit alone if results must be reproducible.
    uint64_t iterations;
    // Nodes that the tree may have, including those of earlier searches. Nodes that a move has
    // left behind do not count; the search frees their memory first. With IMM_EXPAND_ALL the last
    // children may exceed this limit. As the only limit, it also ends the search after 16
    // simulations for each of these nodes, because the game or the memory may be too small to
    // reach it. Alpha-beta: the same as `iterations`. Suggested: 0; the memory limits the tree.
    uint32_t nodes;
    // Plies below the root that the tree may grow, at most 255; playouts still go on to the end of
    // the game. Alpha-beta: the search depth, which may be the only limit. Suggested: 0 for the
    // tree search.
    uint32_t depth;
    // A flag of your own. If it is not 0, the search ends as after imm_stop(). imm only reads it,
    // after every simulation or position. If it is set before the search begins, the search makes
    // one simulation, or visits one position, and ends. So it cannot come too early, as imm_stop()
    // can. Set it from another thread (as an _Atomic uint8_t), a signal handler or an interrupt,
    // and clear it yourself. NULL: none.
    const volatile uint8_t *stop;
    // Microseconds of the configuration's clock, rounded up if the clock counts milliseconds.
    // Ignored without a clock. The shorter of `time_ms` and `time_us` counts. A library without
    // the feature `policies` returns IMM_ERR_UNSUPPORTED.
    uint64_t time_us;
};

// The results of a search.
struct imm_report {
    // The move to play, or IMM_MOVE_NONE if the game is over.
    imm_move best;
    // The game-theoretic value of the position searched, or IMM_UNPROVEN.
    imm_proof proof;
    // Plies to the end of the game if a win of either player is solved (255 means 255 or more),
    // else 0. This is the length of the win that was found, which may not be the shortest.
    // Alpha-beta with only safe switches finds the shortest win and the longest loss.
    uint32_t distance;
    // Value of the best move for the FIRST player, from -1 to 1. Without `im`, 0.5 means 3 wins of
    // 4. 0 before any search.
    float value;
    // Simulations of the latest search. Alpha-beta: positions that it visited.
    uint64_t iterations;
    // A hash over every simulation that built this tree. Alpha-beta: over every position visited
    // since the last move. It is equal on every machine for equal seed, memory and iterations.
    uint64_t signature;
    // Simulations through the best move, including those of earlier searches of this tree (with
    // `np`, also its prior). Alpha-beta: 0.
    uint32_t visits;
    // Nodes in the tree now, without the root. Nodes that a move left behind count until their
    // memory is freed, some hundreds with each later simulation. Alpha-beta: as `iterations`, with
    // 4294967295 as the largest number.
    uint32_t nodes;
    // Nodes that were recycled since the tree was last empty.
    uint64_t recycled;
    // Plies from the root to the deepest node that the latest search reached. Alpha-beta: plies
    // that it has searched completely.
    uint32_t depth;
    // Milliseconds of the latest search. 0 without a clock.
    uint32_t elapsed_ms;
    // Why the latest search of this position ended.
    imm_stopped stopped;
    // Bytes of this struct that the library has filled in: sizeof(imm_report), or fewer if the
    // library is older than this header. Fields that the library does not know are 0.
    uint32_t struct_size;
};

// One move of the position searched, with its results.
struct imm_candidate {
    // The move.
    imm_move move;
    // Simulations that began with this move (with `np`, also its prior).
    uint32_t visits;
    // Value of the move for the FIRST player, from -1 to 1.
    float value;
    // Implicit minimax value of the move for the FIRST player, from -1 to 1. No meaning if `im` is
    // 0.
    float minimax;
    // The game-theoretic value of the position after the move, or IMM_UNPROVEN.
    imm_proof proof;
    // Plies from the position after the move to the end, if a win of either player is solved, else
    // 0. Also 0 if the move ends the game.
    uint32_t distance;
};

// One position of the tree, as imm_visit_tree() shows it.
struct imm_node {
    // Plies below the root; the root has 0.
    uint32_t ply;
    // The move that leads to this position. IMM_MOVE_NONE for the root.
    imm_move move;
    // Simulations through this position (with `np`, also its prior).
    uint32_t visits;
    // Value of the position for the FIRST player, from -1 to 1. For the root: the value of the
    // move to play.
    float value;
    // Implicit minimax value of the position for the FIRST player, from -1 to 1. No meaning if
    // `im` is 0.
    float minimax;
    // The game-theoretic value of the position, or IMM_UNPROVEN.
    imm_proof proof;
    // Plies from this position to the end, if a win of either player is solved, else 0. Also 0 if
    // the game ends here.
    uint32_t distance;
    // Children of this position in the tree, shown or not.
    uint32_t children;
};

// The clock of the player to move, for imm_search_clock(). Times are in milliseconds.
struct imm_clock {
    // sizeof(imm_clock).
    uint32_t struct_size;
    // Time left for the player to move.
    uint32_t remaining_ms;
    // Time that the clock adds after every move. Default 0.
    uint32_t increment_ms;
    // Moves to the next time control, including this one. Default 0: the time is for the rest of
    // the game.
    uint32_t moves_to_go;
    // Time that a move costs besides the search: the delay to the clock and back, other work of
    // the machine, and one simulation. Default 0: 10. IMM_ZERO means no such cost. Suggested: 10,
    // or more over a network.
    uint32_t overhead_ms;
    // An estimate of the moves that this player still has to make, if `moves_to_go` is 0. Each
    // move aims at the time left divided by this number. Default 0: 20. Suggested: 20; the
    // built-in games last 20 to 40 moves a player.
    uint32_t moves_expected;
    // Milliseconds between two calls of `watcher`. Default 0: 100. Suggested: 0.
    uint32_t every_ms;
    // Progress callback, called every `every_ms` milliseconds with the result so far: see
    // imm_search_watched(). Default NULL: none.
    void (*watcher)(void *context, const imm_report *report, const imm_move *line, uint32_t length);
    // Passed to `watcher`. May be NULL.
    void *context;
    // A flag of your own that ends the search: see `stop` in imm_limits. NULL: none.
    const volatile uint8_t *stop;
};

/* ---- What a check of a game has found -------------------------------------------------------- */

// A mistake in a game. The report has the shortest line of moves to each kind of mistake in each
// callback.
struct imm_check_finding {
    // What is wrong: IMM_CHECK_*.
    int32_t kind;
    // The callback with the mistake: IMM_CALLBACK_*.
    int32_t callback;
    // Moves from the start to the position with the mistake.
    uint32_t ply;
    // How often the mistake was found.
    uint32_t times;
    // The number of the random game with the mistake, from 0.
    uint32_t game;
    // The move that a callback was called for, or that was made or taken back. IMM_MOVE_NONE if
    // there is no such move.
    imm_move move;
    // The text of that move, or its number. Empty if there is no such move.
    char move_text[32];
    // The moves that lead to the position, as texts or numbers, separated by blanks. If they take
    // more than 511 bytes: the last ones, after "... ".
    char line[512];
    // What was expected, in words.
    char expected[112];
    // What was found, in words. May be empty.
    char found[112];
};

// The findings of imm_check_game(). The struct has some 7,000 bytes, so do not put it on a small
// stack.
struct imm_check_report {
    // sizeof(imm_check_report). Set it before the call, like `now_ms` and `clock`; the check
    // writes the other fields.
    uint32_t struct_size;
    // Number of different mistakes in `findings`. 0 if no mistake was found.
    uint32_t finding_count;
    // A clock, as in imm_config. With it, callbacks are timed in 5 rounds of some 20 ms each, or
    // 150 ms with your own clock. NULL: callbacks are not timed.
    uint32_t (*now_ms)(void *clock);
    // Passed to `now_ms`. May be NULL.
    void *clock;
    // The mistakes, in the order in which they were found. The first one may cause the others.
    imm_check_finding findings[8];
    // Positions that were checked.
    uint32_t positions;
    // Random games that were begun.
    uint32_t games;
    // Games won by the first player. If one player has won all games that ended, 50 or more,
    // imm_check_text() adds a note. This alone is no mistake.
    uint32_t first_wins;
    // Games won by the second player.
    uint32_t second_wins;
    // Games that ended in a draw.
    uint32_t draws;
    // Games cut off at `max_plies`.
    uint32_t cut_off;
    // Mean number of legal moves of a position that is not over.
    float mean_moves;
    // Largest number of legal moves of a position.
    uint32_t most_moves;
    // Mean number of plies of a game that ended.
    float mean_plies;
    // Largest number of plies of a game.
    uint32_t most_plies;
    // The optional callback that would help a search most, IMM_CALLBACK_*, or IMM_CALLBACK_NONE.
    // It is the first of these that is missing:
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
    // The largest factor by which this callback could speed up playouts, rounded down to 1.4, 2,
    // 3, 5 or 10. 0 if it is not about speed, or if nothing was timed.
    float advice_gain;
    // Nanoseconds of a call of each callback on positions of this game, by IMM_CALLBACK_*, in the
    // fastest round. 0 if it was not timed: without a clock, without the callback, and always for
    // initial() and pass().
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

// The player who begins a normal game.
#define IMM_FIRST INT32_C(0)

// The other player.
#define IMM_SECOND INT32_C(1)

// The game is not over.
#define IMM_ONGOING INT32_C(0)

// The first player has won.
#define IMM_FIRST_WINS INT32_C(1)

// The second player has won.
#define IMM_SECOND_WINS INT32_C(2)

// The game is over, and is a draw.
#define IMM_DRAW INT32_C(3)

// The position is not solved: its values are estimates.
#define IMM_UNPROVEN INT32_C(0)

// The first player wins against every defence.
#define IMM_PROVEN_FIRST_WINS INT32_C(1)

// The second player wins against every defence.
#define IMM_PROVEN_SECOND_WINS INT32_C(2)

// Best play by both is a draw.
#define IMM_PROVEN_DRAW INT32_C(3)

// No move: imm_search() returns it on an error. It is never a legal move.
#define IMM_MOVE_NONE UINT32_C(4294967295)

/* ---- Why a search ended ---------------------------------------------------------------------- */

// `stopped`: this position was not searched.
#define IMM_STOPPED_NOT INT32_C(0)

// `stopped`: the search reached its iteration limit.
#define IMM_STOPPED_ITERATIONS INT32_C(1)

// `stopped`: the search reached its node limit.
#define IMM_STOPPED_NODES INT32_C(2)

// `stopped`: the search reached its time limit.
#define IMM_STOPPED_TIME INT32_C(3)

// `stopped`: imm_stop() was called, or the flag `stop` of the limits was set.
#define IMM_STOPPED_FLAG INT32_C(4)

// `stopped`: the position is solved; nothing is left to search.
#define IMM_STOPPED_PROVEN INT32_C(5)

// `stopped`: alpha-beta has reached the depth that the limits and its memory allow.
#define IMM_STOPPED_DEPTH INT32_C(6)

// `stopped`: imm_search_clock() only: the move to play could not change in the time left.
#define IMM_STOPPED_SETTLED INT32_C(7)

// `stopped`: imm_search_clock() only: there is only one legal move.
#define IMM_STOPPED_FORCED INT32_C(8)

/* ---- Statuses -------------------------------------------------------------------------------- */

// Success.
#define IMM_OK INT32_C(0)

// A pointer that must not be NULL is NULL.
#define IMM_ERR_NULL (-INT32_C(1))

// The memory or the imm_state pointer is not aligned to IMM_ALIGN.
#define IMM_ERR_MISALIGNED (-INT32_C(2))

// The memory is too small, even for a search without a tree: see imm_memory_required().
#define IMM_ERR_TOO_SMALL (-INT32_C(3))

// `struct_size` is not sizeof the struct: did you set it? Structs of older headers are accepted.
// Structs of newer headers are accepted if all fields that this library does not know are 0.
#define IMM_ERR_STRUCT_SIZE (-INT32_C(4))

// A number in imm_config is outside its range, or not a number.
#define IMM_ERR_OUT_OF_RANGE (-INT32_C(5))

// An enumeration in imm_config has a value that does not exist.
#define IMM_ERR_ENUM (-INT32_C(6))

// The game does not have what you asked for: an evaluation, weights, texts for positions, other
// starting positions. Or the library does not have it, because it was built without some features.
#define IMM_ERR_UNSUPPORTED (-INT32_C(7))

// The pointer is not a state of imm_open() or imm_init(), or its memory was used for something
// else. Also for a state copied with memcpy() or moved: see imm_clone().
#define IMM_ERR_STATE (-INT32_C(8))

// Another call with the same state is under way. This call came from one of its callbacks, or from
// another thread. Only imm_stop() and imm_last_status() are allowed then.
#define IMM_ERR_BUSY (-INT32_C(9))

// Time is the only limit, and imm_config has neither `now_ms` nor `now_us`.
#define IMM_ERR_NO_CLOCK (-INT32_C(10))

// None of iterations, nodes and time is limited, so the search would never end.
#define IMM_ERR_NO_LIMIT (-INT32_C(11))

// The game is over.
#define IMM_ERR_GAME_OVER (-INT32_C(12))

// The move is not legal. The position does not change.
#define IMM_ERR_ILLEGAL_MOVE (-INT32_C(13))

// The text is not a legal move, or not a position of this game. Nothing changes.
#define IMM_ERR_TEXT (-INT32_C(14))

// The buffer is too small, or it overlaps the state. A text buffer then contains the empty text.
#define IMM_ERR_BUFFER (-INT32_C(15))

// The player notation is wrong; imm_configure_error() writes what and where. The configuration
// does not change.
#define IMM_ERR_SPEC (-INT32_C(16))

// imm_game is incomplete: a required callback or size is missing, or a size is out of range.
#define IMM_ERR_GAME (-INT32_C(17))

// legal_moves() returned more than `max_moves`.
#define IMM_ERR_TOO_MANY_MOVES (-INT32_C(18))

// legal_moves() returned 0, although outcome() returned IMM_ONGOING.
#define IMM_ERR_NO_MOVES (-INT32_C(19))

// legal_moves() listed IMM_MOVE_NONE, or random_move() returned it.
#define IMM_ERR_INVALID_MOVE (-INT32_C(20))

// to_move() returned neither IMM_FIRST nor IMM_SECOND.
#define IMM_ERR_INVALID_PLAYER (-INT32_C(21))

// outcome() returned a value that does not exist, or contradicted itself.
#define IMM_ERR_INVALID_OUTCOME (-INT32_C(22))

// evaluate() or prior() returned a value that is not a number.
#define IMM_ERR_NOT_A_NUMBER (-INT32_C(23))

// A callback returned IMM_FAILED.
#define IMM_ERR_CALLBACK (-INT32_C(24))

// Two options of imm_config contradict each other; imm_config_error() writes which ones, and why.
#define IMM_ERR_CONTRADICTION (-INT32_C(25))

// The bytes are not a position of this game and board, or not a whole save, or they were changed.
// The state does not change.
#define IMM_ERR_BYTES (-INT32_C(26))

// imm_undo(): there is no move to take back. Was imm_keep_history() called?
#define IMM_ERR_NO_PAST (-INT32_C(27))

// imm_load(): the save has another format, because another version of the library wrote it.
#define IMM_ERR_SAVED_VERSION (-INT32_C(28))

// imm_load(): the save is of another game or board. Or it is of your own game, and from another
// kind of target.
#define IMM_ERR_SAVED_GAME (-INT32_C(29))

// imm_load(): the save is of another player.
#define IMM_ERR_SAVED_PLAYER (-INT32_C(30))

// imm_load(): the saved state had more memory, or less.
#define IMM_ERR_SAVED_MEMORY (-INT32_C(31))

// imm_merge(): the states have different games or boards.
#define IMM_ERR_OTHER_GAME (-INT32_C(32))

// imm_merge(): the players of the states are too different.
#define IMM_ERR_OTHER_PLAYER (-INT32_C(33))

// The states, or a state and its shared tree, are not at the same position.
#define IMM_ERR_OTHER_POSITION (-INT32_C(34))

// Other states were already merged into this state; see imm_merge().
#define IMM_ERR_MERGED (-INT32_C(35))

// The player evaluates by a net (IMM_EF_NET), but the state has no net; see imm_set_net().
#define IMM_ERR_NO_NET (-INT32_C(36))

// The bytes are not a whole net, or were changed, or have a version that the library does not
// know.
#define IMM_ERR_NET (-INT32_C(37))

// The net is for another game, or for another number of features.
#define IMM_ERR_NET_GAME (-INT32_C(38))

/* ---- What callbacks return ------------------------------------------------------------------- */

/* A callback of imm_game returns this value, cast to its return type, if it cannot do its work. */
#define IMM_FAILED INT32_MIN

// weight(): this move wins at once. A playout plays it without testing other moves.
#define IMM_WEIGHT_DECISIVE UINT32_C(65535)

// weight(): this move prevents an immediate loss. If there are such moves, playouts sample only
// from them.
#define IMM_WEIGHT_FORCED UINT32_C(65534)

// The largest `max_score` of your own game.
#define IMM_SCORE_MAX UINT32_C(32767)

// The largest number of features of your own game.
#define IMM_FEATURES_MAX UINT32_C(256)

// Returned by a visitor of imm_visit_tree(): continue with the positions below this one.
#define IMM_VISIT_BELOW INT32_C(0)

// Returned by a visitor of imm_visit_tree(): skip the positions below this one.
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

// `algorithm`: Monte Carlo tree search with its options. "The tree search" in this manual means
// this one.
#define IMM_MCTS IMM_TYPED(uint8_t, 0)

// `algorithm`: best-first minimax with UCT. It is the tree search without playouts, by minimax
// values alone. Your own game needs evaluate() for it. In imm_config it has its own defaults for
// `c` (0.7), `im` (1, the only value it takes), `fpu` (0.5) and `decision` (IMM_DECIDE_LOG). It
// does not have `no_solver`, `np`, `max`, IMM_EXPAND_ONE, nor any option of playouts.
#define IMM_BEST_FIRST IMM_TYPED(uint8_t, 2)

// `algorithm`: alpha-beta, a depth-first search with iterative deepening.
#define IMM_ALPHA_BETA IMM_TYPED(uint8_t, 1)

// `algorithm`: the player that was measured as the strongest in a built-in game. For your own game
// it is the strongest one with the callbacks that the game has. docs/PLAYERS.md has the matches.
// In a block without room for that player it is mcts(). imm_best() writes which player it is. Of
// the other fields only `seed` and the clock count. Needs a library with the feature `policies`.
#define IMM_BEST IMM_TYPED(uint8_t, 3)

// `evaluator`: the default evaluation of a built-in game; for your own game, its evaluate().
#define IMM_EF_DEFAULT IMM_TYPED(uint8_t, 0)

// `evaluator`: efMS, Breakthrough: pieces and furthest row.
#define IMM_EF_MS IMM_TYPED(uint8_t, 1)

// `evaluator`: efLH, Breakthrough: a value for every square.
#define IMM_EF_LH IMM_TYPED(uint8_t, 2)

// `evaluator`: efRS, Kalah: difference of the stores.
#define IMM_EF_RS IMM_TYPED(uint8_t, 3)

// `evaluator`: efWB, Lines of Action: ten features, in the manner of the program MIA.
#define IMM_EF_WB IMM_TYPED(uint8_t, 4)

// `evaluator`: efSimple, Lines of Action: how close the men are, and how many touch.
#define IMM_EF_SIMPLE IMM_TYPED(uint8_t, 5)

// `evaluator`: efNet, Any game with features: a net that was learned from games.
#define IMM_EF_NET IMM_TYPED(uint8_t, 6)

// The number 0, for fields of imm_config in which 0 means a default that is not the number 0: `c`,
// `fpu`, `ege`, `fet`, `playout_looked`. Assign IMM_ZERO to a field of any type; an unsigned field
// then holds its largest number. (If -Wconversion warns about the assignment, cast IMM_ZERO to the
// type of the field.)
#define IMM_ZERO (-INT32_C(1))

/* ---- imm_config: tree search ----------------------------------------------------------------- */

// `expansion`: all children if an option can tell them apart at once (`im`, `cb`, `impb`, `pb`,
// `tp`, `ct`, `fpu`, `np`, `softmax`, `eps`), else one.
#define IMM_EXPAND_AUTO IMM_TYPED(uint8_t, 0)

// `expansion`: one child in each simulation. Needs the least memory.
#define IMM_EXPAND_ONE IMM_TYPED(uint8_t, 1)

// `expansion`: all children of a leaf at once, each with its static value.
#define IMM_EXPAND_ALL IMM_TYPED(uint8_t, 2)

// `im_schedule`: the weight is `im` at any number of visits.
#define IMM_IM_CONSTANT IMM_TYPED(uint8_t, 0)

// `im_schedule`: the weight at a node with n visits is im * K / (n + K), where K is `im_visits`.
// It falls to half after K visits.
#define IMM_IM_FALLING IMM_TYPED(uint8_t, 1)

// `im_schedule`: the weight at a node with n visits is im * n / (n + K), where K is `im_visits`.
// It rises to half after K visits.
#define IMM_IM_RISING IMM_TYPED(uint8_t, 2)

// `pb_divisor`: the bias is divided by sqrt(losses + 1).
#define IMM_PB_SQRT_LOSSES IMM_TYPED(uint8_t, 0)

// `pb_divisor`: the bias is divided by losses + 1.
#define IMM_PB_LOSSES IMM_TYPED(uint8_t, 1)

// `pb_divisor`: the bias is divided by visits + 1.
#define IMM_PB_VISITS IMM_TYPED(uint8_t, 2)

// `leaf`: a new child gets its static value.
#define IMM_LEAF_STATIC IMM_TYPED(uint8_t, 0)

// `leaf`: a new child gets the value of an alpha-beta search of `leaf_depth` plies.
#define IMM_LEAF_ALPHA_BETA IMM_TYPED(uint8_t, 1)

// `leaf`: a new child gets the value of a quiescence search of up to 4 plies. Your own game needs
// noisy() for it.
#define IMM_LEAF_QUIESCENCE IMM_TYPED(uint8_t, 2)

// `flags`: a table of the values of positions, by evaluation or by leaf search. A position that
// several lines reach is then rarely evaluated twice. Useful if an evaluation is expensive. It
// takes an eighth of the tree's memory, together with IMM_FLAG_PROOFTT. Your own game needs hash()
// for it.
#define IMM_FLAG_EVALTT IMM_TYPED(uint8_t, 1)

// `flags`: a table of solved positions, so that a proof holds for a position everywhere in the
// tree. For games in which many lines lead to the same position, and to solve games that are
// larger than the memory. hash() must cover everything that the rules depend on. Not together with
// `no_solver`, nor in a shared tree. It takes an eighth of the tree's memory.
#define IMM_FLAG_PROOFTT IMM_TYPED(uint8_t, 2)

// `flags`: score bounds. The search also proves that a player cannot lose. If a draw is certain,
// it does not search moves that cannot win. Use it to prove draws. It takes no memory. Not
// together with `no_solver` or `marg`, nor in a shared tree.
#define IMM_FLAG_BOUNDS IMM_TYPED(uint8_t, 4)

// Deprecated name of IMM_FLAG_EVALTT, until version 0.4.
#define IMM_TT_EVALUATIONS IMM_TYPED(uint8_t, IMM_FLAG_EVALTT)

// Deprecated name of IMM_FLAG_PROOFTT, until version 0.4.
#define IMM_TT_PROOFS IMM_TYPED(uint8_t, IMM_FLAG_PROOFTT)

// Deprecated name of IMM_FLAG_BOUNDS, until version 0.4.
#define IMM_TT_BOUNDS IMM_TYPED(uint8_t, IMM_FLAG_BOUNDS)

// `decision`: most visits ("robust child"). In IMM_BEST_FIRST this number means the default,
// IMM_DECIDE_LOG: use IMM_DECIDE_SAFEST there.
#define IMM_DECIDE_VISITS IMM_TYPED(uint8_t, 0)

// `decision`: largest value - 1/sqrt(visits) ("secure child").
#define IMM_DECIDE_SECURE IMM_TYPED(uint8_t, 1)

// `decision`: largest value.
#define IMM_DECIDE_VALUE IMM_TYPED(uint8_t, 2)

// `decision`: largest value + ln(visits).
#define IMM_DECIDE_LOG IMM_TYPED(uint8_t, 3)

// `decision`: most visits, whatever the algorithm.
#define IMM_DECIDE_SAFEST IMM_TYPED(uint8_t, 4)

/* ---- imm_config: playouts -------------------------------------------------------------------- */

// `playout`: moves are sampled uniformly, or by the options `ipp` and `ege`.
#define IMM_PLAYOUT_SAMPLED IMM_TYPED(uint8_t, 0)

// Deprecated name of IMM_PLAYOUT_SAMPLED, until version 0.4.
#define IMM_PLAYOUT_DRAWN IMM_TYPED(uint8_t, IMM_PLAYOUT_SAMPLED)

// `playout`: drawn by transition probability.
// A game of your own needs transition() for it.
#define IMM_PLAYOUT_TRANSITION IMM_TYPED(uint8_t, 1)

// `playout`: Corrective: as IMM_PLAYOUT_TRANSITION, but hardly a move that lowers the evaluation.
#define IMM_PLAYOUT_CORRECTIVE IMM_TYPED(uint8_t, 2)

// `playout`: Greedy: the best by evaluation of the K most probable moves, 1 to 12.
#define IMM_PLAYOUT_GREEDY IMM_TYPED(uint8_t, 3)

// `playout`: Mixed: Corrective for the first move of a playout, then Greedy.
#define IMM_PLAYOUT_MIXED IMM_TYPED(uint8_t, 4)

// `playout`: alpha-beta playouts: the best move of a selective search of D plies, 1 to 3.
#define IMM_PLAYOUT_ALPHA_BETA IMM_TYPED(uint8_t, 5)

// `playout`: of K moves drawn, 1 to 12, the one whose results are best on average.
#define IMM_PLAYOUT_MAST IMM_TYPED(uint8_t, 6)

// `playout`: drawn, but wins at once are played, and moves that allow one avoided.
#define IMM_PLAYOUT_DECISIVE IMM_TYPED(uint8_t, 7)

// `playout_looked`: look at all moves.
#define IMM_LOOK_ALL IMM_TYPED(uint8_t, 254)

/* ---- imm_config: alpha-beta ------------------------------------------------------------------ */

// `switches`, safe: transposition table.
// A game of your own needs hash() for it.
#define IMM_AB_TT IMM_TYPED(uint16_t, 1)

// `switches`, safe: enhanced transposition cut-offs; needs IMM_AB_TT.
// A game of your own needs hash() for it.
#define IMM_AB_ETC IMM_TYPED(uint16_t, 1 << 1)

// `switches`, safe: two killer moves a ply.
#define IMM_AB_KILLERS IMM_TYPED(uint16_t, 1 << 2)

// `switches`, safe: relative history.
#define IMM_AB_HISTORY IMM_TYPED(uint16_t, 1 << 3)

// `switches`, safe: plain history heuristic; not with IMM_AB_HISTORY.
#define IMM_AB_HH IMM_TYPED(uint16_t, 1 << 4)

// `switches`: adaptive null move, verified.
// A game of your own needs pass() for it.
#define IMM_AB_NULL IMM_TYPED(uint16_t, 1 << 5)

// `switches`: multi-cut at expected cut nodes.
#define IMM_AB_MULTICUT IMM_TYPED(uint16_t, 1 << 6)

// `switches`: enhanced multi-cut, at expected all nodes.
#define IMM_AB_MULTICUTA IMM_TYPED(uint16_t, 1 << 7)

// `switches`: realization-probability search.
// A game of your own needs transition() for it.
#define IMM_AB_RPS IMM_TYPED(uint16_t, 1 << 8)

// `switches`: quiescence search.
// A game of your own needs noisy() for it.
#define IMM_AB_QS IMM_TYPED(uint16_t, 1 << 9)

// `switches`, safe: principal variation search.
#define IMM_AB_PVS IMM_TYPED(uint16_t, 1 << 10)

// `switches`, safe: aspiration windows.
#define IMM_AB_ASP IMM_TYPED(uint16_t, 1 << 11)

// `switches`: late move reductions of quiet moves.
#define IMM_AB_LMR IMM_TYPED(uint16_t, 1 << 12)

// `switches`, safe: moves are put in order by the positions after them.
#define IMM_AB_LOOK IMM_TYPED(uint16_t, 1 << 13)

// `switches`: who wins, not how soon, and no evaluation: win, draw or loss.
#define IMM_AB_WDL IMM_TYPED(uint16_t, 1 << 14)

// `switches`: what is best for playing.
#define IMM_AB_ALL IMM_TYPED(uint16_t, 4079)

// `switches`: what is best for proving.
#define IMM_AB_SOLVE IMM_TYPED(uint16_t, 25605)

/* ---- imm_check_report ------------------------------------------------------------------------ */

// The largest number of different mistakes in an imm_check_report.
#define IMM_CHECK_FINDINGS IMM_TYPED(size_t, 8)

// Bytes that are always enough for imm_check_text().
#define IMM_CHECK_TEXT_MAX IMM_TYPED(size_t, 12288)

// `kind`: A callback returned IMM_FAILED.
#define IMM_CHECK_FAILED INT32_C(1)

// `kind`: A callback wrote outside of the `position_size` bytes of a position.
#define IMM_CHECK_POSITION_OVERRUN INT32_C(2)

// `kind`: A callback wrote outside of the `undo_size` bytes that take a move back.
#define IMM_CHECK_UNDO_OVERRUN INT32_C(3)

// `kind`: A callback wrote outside of the list of `max_moves` moves.
#define IMM_CHECK_MOVES_OVERRUN INT32_C(4)

// `kind`: move_text() wrote outside of its `size` bytes.
#define IMM_CHECK_TEXT_OVERRUN INT32_C(5)

// `kind`: legal_moves() returned more than `max_moves`.
#define IMM_CHECK_TOO_MANY_MOVES INT32_C(6)

// `kind`: legal_moves() returned 0 while the game is not over, or pass() led to a position without
// moves.
#define IMM_CHECK_NO_MOVES INT32_C(7)

// `kind`: legal_moves() listed IMM_MOVE_NONE, or wrote fewer moves than it returned.
#define IMM_CHECK_MOVE_NONE INT32_C(8)

// `kind`: legal_moves() listed a move twice.
#define IMM_CHECK_MOVE_TWICE INT32_C(9)

// `kind`: unmake() did not restore every byte of the position.
#define IMM_CHECK_NOT_RESTORED INT32_C(10)

// `kind`: A callback that must not change the position changed it, or pass() changed it and
// returned 0.
#define IMM_CHECK_CHANGED INT32_C(11)

// `kind`: A second call of a callback returned something else, or a second make() led to another
// position.
#define IMM_CHECK_UNSTEADY INT32_C(12)

// `kind`: A callback returned something else for a copy of the position at another address. The
// position has pointers into itself, or a part of it is stored outside.
#define IMM_CHECK_NOT_COPYABLE INT32_C(13)

// `kind`: make() changed no byte of the position.
#define IMM_CHECK_NOTHING_MADE INT32_C(14)

// `kind`: to_move() returned neither IMM_FIRST nor IMM_SECOND.
#define IMM_CHECK_PLAYER INT32_C(15)

// `kind`: outcome() returned a value that does not exist.
#define IMM_CHECK_OUTCOME INT32_C(16)

// `kind`: evaluate() or prior() returned NaN.
#define IMM_CHECK_NOT_A_NUMBER INT32_C(17)

// `kind`: evaluate(), weight(), prior(), transition() or score() returned a number outside of its
// range.
#define IMM_CHECK_OUT_OF_RANGE INT32_C(18)

// `kind`: evaluate() returns its value for the player to move, or for SECOND. The check compares
// it with the results of some hundred games. Or score() is smaller for the winner than for the
// loser in most of 25 games or more. (Single games may be won by other rules than points.)
#define IMM_CHECK_VIEW INT32_C(19)

// `kind`: random_move() returned a move that legal_moves() does not list.
#define IMM_CHECK_ILLEGAL_DRAW INT32_C(20)

// `kind`: random_move() does not sample all moves equally often. Chance alone causes this finding
// once in 10^11 checks.
#define IMM_CHECK_UNEVEN_DRAW INT32_C(21)

// `kind`: hash() is equal for positions that differ in the player to move, moves, evaluation or
// features. Or they differ in the moves or the winner after the same further moves. To make such
// positions meet, the check plays all orders of a few moves below one in 128 positions.
#define IMM_CHECK_HASH_SHARED INT32_C(22)

// `kind`: hash() differs for one position that two orders of the same moves reach.
#define IMM_CHECK_HASH_SPLIT INT32_C(23)

// `kind`: Eight bits of hash() or more never change.
#define IMM_CHECK_HASH_NARROW INT32_C(24)

// `kind`: pass() did not make the opponent the player to move.
#define IMM_CHECK_PASS_KEEPS_TURN INT32_C(25)

// `kind`: The second call of pass() returned 0, or did not restore every byte.
#define IMM_CHECK_PASS_NOT_BACK INT32_C(26)

// `kind`: 256 noisy moves follow each other, and there are more.
#define IMM_CHECK_NOISY_ENDLESS INT32_C(27)

// `kind`: A game lasts longer than `max_plies`.
#define IMM_CHECK_TOO_LONG INT32_C(28)

// `kind`: move_text() wrote an empty text.
#define IMM_CHECK_TEXT_EMPTY INT32_C(29)

// `kind`: move_text() wrote the same text for two moves of a position.
#define IMM_CHECK_TEXT_TWICE INT32_C(30)

// `kind`: move_text() returned a length other than it wrote, or wrote no closing 0, or more than
// the 128 bytes that imm_parse_move() compares.
#define IMM_CHECK_TEXT_LENGTH INT32_C(31)

// `kind`: move_text() wrote a text that is not UTF-8.
#define IMM_CHECK_TEXT_ENCODING INT32_C(32)

// `kind`: weight() is IMM_WEIGHT_DECISIVE for a move that does not win at once.
#define IMM_CHECK_NOT_DECISIVE INT32_C(33)

// `kind`: A shortcut of a built-in game returned something else than the function that it
// replaces.
#define IMM_CHECK_DISAGREES INT32_C(34)

// `kind`: weight() is IMM_WEIGHT_FORCED for a move that prevents no immediate loss. Either the
// opponent can win at once after this move, but not after another one. Or the opponent cannot win
// at once after any move, nor after a pass.
#define IMM_CHECK_NOT_FORCED INT32_C(35)

// `kind`: features() wrote outside of its `feature_count` bytes.
#define IMM_CHECK_FEATURES_OVERRUN INT32_C(36)

// `kind`: features() are not from the point of view of the player to move. The check compares them
// with the ends of some hundred games.
#define IMM_CHECK_FEATURES_VIEW INT32_C(37)

// `kind`: unmake() reads undo bytes that make() did not write. Before each make() the check fills
// all `undo_size` bytes with a different pattern, because a search leaves bytes of other moves
// there. unmake() then restores another position, or writes outside of the position.
#define IMM_CHECK_UNDO_UNWRITTEN INT32_C(38)

// `callback`: the game as a whole.
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

// Length of `nanoseconds` in imm_check_report. No IMM_CALLBACK_* is larger than 23.
#define IMM_CALLBACKS IMM_TYPED(size_t, 24)

/* ---- Boards ---------------------------------------------------------------------------------- */

// Kalah: a last seed in an empty house of the player's own captures, even if the house opposite is
// empty (the usual rule in research).
#define IMM_CAPTURE_EMPTY IMM_TYPED(uint8_t, 0)

// Kalah: a last seed in an empty house of the player's own captures only if the house opposite has
// seeds.
#define IMM_CAPTURE_STANDARD IMM_TYPED(uint8_t, 1)

// Kalah: the seeds opposite are captured, and the capturing seed stays in its house.
#define IMM_CAPTURE_STAYS IMM_TYPED(uint8_t, 2)

// Lines of Action: the rules of the Mind Sports Olympiad, which imm_loa() has.
#define IMM_LOA_OLYMPIAD IMM_TYPED(uint8_t, 0)

// Lines of Action: the rules of OpenSpiel. A move that connects both sides wins. A board that
// occurs for the second time since the last capture is a draw, whichever player is to move. A
// player without a move has lost.
#define IMM_LOA_OPENSPIEL IMM_TYPED(uint8_t, 1)

// Othello: the winner gets the squares that are empty at the end, as in tournaments. This changes
// the score, for which `marg` plays, but not the winner.
#define IMM_OTHELLO_EMPTIES_TO_WINNER IMM_TYPED(uint8_t, 0)

// Othello: only discs count.
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

// Bytes that are enough for every text of a built-in game (moves, positions), including the
// closing 0.
#define IMM_TEXT_MAX IMM_TYPED(size_t, 192)

// Bytes that are enough for every player as text, including the closing 0.
#define IMM_PLAYER_TEXT_MAX IMM_TYPED(size_t, 336)

// The most moves of the line that a watcher of imm_search_watched() receives.
#define IMM_WATCHED_LINE UINT32_C(16)

// Bytes of one slot of the tree. A node takes a slot, and so does every block header of siblings.
#define IMM_SLOT_SIZE IMM_TYPED(size_t, 24)

// The most bytes of a state on any target, without its positions, moves and tree.
#define IMM_STATE_SIZE IMM_TYPED(size_t, 1616)

// The most bytes that a net (IMM_EF_NET) takes on any target from the tree, or from the stack of
// alpha-beta.
#define IMM_NET_SIZE IMM_TYPED(size_t, 1408)

// The most bytes of a position of Lines of Action on any target. A state has two positions.
#define IMM_LOA_POSITION_SIZE IMM_TYPED(size_t, 768)

// The most bytes of a position of Oware on any target. A state has two positions.
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

/* Bytes, as a constant, to add to IMM_MEMORY_SIZE() for a player with leaf searches of `plies`
 * plies; 4 for quiescence. */
#define IMM_LEAF_MEMORY_SIZE(plies, max_moves) (sizeof(imm_move) * (plies) * (max_moves) + IMM_ALIGN - 1)

// The most bytes of one ply of alpha-beta's stack, without its moves and lines.
#define IMM_PLY_SIZE IMM_TYPED(size_t, 128)

// Bytes of one bucket of alpha-beta's transposition table. A bucket stores four positions.
#define IMM_BUCKET_SIZE IMM_TYPED(size_t, 64)

/* Size in bytes, as a constant, of a block that is large enough for alpha-beta to search `plies`
 * plies deep. */
#define IMM_ALPHA_BETA_MEMORY_SIZE(plies, max_moves, position_size, undo_size) \
    (IMM_STATE_SIZE + 128 + sizeof(imm_move) * ((plies) + 3) * (max_moves) + sizeof(char[2]) * ((position_size) + 15) + \
     sizeof(char[(undo_size) + 15]) * ((plies) + 2) + sizeof(imm_move) * ((plies) * ((plies) + 3) / 2) + \
     sizeof(char[IMM_PLY_SIZE]) * (plies))

/* ---- Version --------------------------------------------------------------------------------- */

// Major version of this header. Compare all three numbers with imm_version() of the library.
#define IMM_VERSION_MAJOR UINT32_C(0)

// Minor version of this header. While the major version is 0, a new minor version may change the
// ABI.
#define IMM_VERSION_MINOR UINT32_C(3)

// Patch version of this header.
#define IMM_VERSION_PATCH UINT32_C(0)

#endif // IMM_H
