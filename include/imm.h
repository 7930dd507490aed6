/* imm: finds good moves in games of two players.
 *
 * For games where two players move by turns (one may move several times in a row), what one wins
 * the other loses, both see everything, and nothing is left to chance: six are built in, others are
 * a few callbacks. No allocation, no global state, no I/O: it searches in the block of memory that
 * it is lent. C99; for C++ there is imm.hpp as well.
 *
 * This file is the manual: functions in the order of use, then structures, then constants. (It is
 * generated from ffi/src: change it there.)
 *
 *     IMM_ALIGNED(IMM_ALIGN) static unsigned char memory[1 << 20];
 *
 *     imm_config config = imm_config_default();
 *     imm_state *state = NULL;
 *     imm_init(memory, sizeof memory, imm_breakthrough(), &config, &state);
 *     while (imm_outcome(state) == IMM_ONGOING) {
 *         imm_move move = imm_search(state, 20);         // 20 ms a move
 *         if (imm_play(state, move) != IMM_OK) break;    // IMM_MOVE_NONE is no legal move
 *     }
 *
 * Firmware that plays a built-in game links less with imm_init_builtin(), and with
 * imm_breakthrough_small() or imm_kalah_small().
 *
 * Memory. All of it is the caller's: one block for each state, aligned to IMM_ALIGN.
 * imm_memory_required() gives its size for a number of tree slots, imm_memory_slots() the other way
 * round, IMM_MEMORY_SIZE() a constant upper bound for static blocks; imm_alpha_beta_memory(),
 * imm_alpha_beta_plies() and IMM_ALPHA_BETA_MEMORY_SIZE() the same for alpha-beta, and
 * imm_alpha_beta_buckets() the size of its table. A full tree goes on searching: what was not used
 * for longest makes room. There is nothing to free. A state has no past until imm_keep_history()
 * lends it memory for one: then imm_undo() takes moves back.
 *
 * Views. Values, results and proofs are those of the FIRST player, whoever is to move: +1 the first
 * player wins.
 *
 * Statuses. Functions that can fail return an imm_status, or a value whose negative numbers are
 * statuses. Outputs are written only on success; a text buffer may hold the empty text instead. A
 * state stays usable after every error. Beside the statuses that stand with a function, each that
 * takes a state may answer IMM_ERR_NULL, IMM_ERR_MISALIGNED, IMM_ERR_STATE or IMM_ERR_BUSY.
 *
 * Texts. Strings with a closing 0; built-in games and players use ASCII only.
 *
 * Players. imm_config, or a line of text through imm_configure(): "mcts(c1.0,im0.4,efMS,ipp)" is a
 * tree search, "bfm(c0.5)" one without playouts, best-first minimax, and "ab(efMS)" alpha-beta.
 * Everything else is the same for all. A player who searches leaves (`leaf` in imm_config) takes
 * room for lists of moves out of the tree's: imm_leaf_memory() says how much.
 *
 * Determinism. Equal seed, memory size, game and iterations give the same tree, bit for bit, on
 * every target and at every optimisation level: imm_report has a signature to compare. Limits in
 * milliseconds are as reproducible as time is.
 *
 * Floating point. Signatures hold in the default rounding mode, to nearest. Another mode can give
 * another tree; proofs stay correct. Flushing subnormal numbers to zero changes nothing. You may
 * unmask the exceptions for invalid operations, division by zero and overflow: imm raises none.
 *
 * Threads and interrupts. A state is used by one thread at a time; different states are
 * independent. imm_stop() may be called from anywhere. Callbacks must neither throw, nor longjmp()
 * out, nor call functions for the state that searches: imm_stop() and imm_last_status() excepted,
 * those answer IMM_ERR_BUSY.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef IMM_H
#define IMM_H

#include <stddef.h>
#include <stdint.h>

/* ---- Types ----------------------------------------------------------------------------------- */

// A search in the memory that the caller lent. Opaque.
//
// It lives from imm_init() until the memory is used for something else; nothing needs to be freed.
// Different states are independent of each other; one state is used by one thread at a time,
// except for imm_stop().
typedef struct imm_state imm_state;

// A move. Built-in games encode moves as they like; a game of your own chooses its encoding. See
// imm_move_text().
typedef uint32_t imm_move;

// Whose turn it is: IMM_FIRST or IMM_SECOND.
typedef int32_t imm_player;

// How a game stands: IMM_ONGOING, IMM_FIRST_WINS, IMM_SECOND_WINS or IMM_DRAW.
typedef int32_t imm_result;

// What is proven about a position: one of the IMM_PROVEN_* constants, or IMM_UNPROVEN.
typedef int32_t imm_proof;

// Why a search ended: one of the IMM_STOPPED_* constants.
typedef int32_t imm_stopped;

// IMM_OK, or a negative IMM_ERR_* constant. Numbers are never given a new meaning. See
// imm_status_text().
typedef int32_t imm_status;

// The inside of a built-in game. Opaque.
typedef struct imm_builtin imm_builtin;

// Structures: what is in them stands behind the functions.
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

// What each knows, by the callback with which a game of your own says it; for `evaluate`, the names
// of the evaluation functions (MS is IMM_EF_MS), or yes where there is one without a name.
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

// Breakthrough on 8 x 8. The first player begins on the rows 1 and 2 and moves up; straight or
// diagonally, capturing only diagonally; whoever reaches the far row, or captures everything,
// wins.
//
// Squares are written a1 to h8, moves "a2b3". Positions are the rows from the highest down, with
// the first player's men as w, the second's as b, then who is to move, or - when the game is over:
// "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwwww 1".
const imm_game *imm_breakthrough(void);

// Breakthrough on a smaller board, of 2 to 8 columns and 4 to 8 rows, two of them full of men on
// either side. For another size imm_init() answers IMM_ERR_GAME.
imm_game imm_breakthrough_board(uint8_t columns, uint8_t rows);

// Kalah with 6 houses of 4 seeds, IMM_CAPTURE_EMPTY. A last seed in one's own store moves again.
// The game ends when either row is empty; what is left goes to the owner of its row, and more
// seeds win.
//
// Moves are written as the number of the house, 0 to 5, counted in the mover's direction of
// sowing. Positions are houses and store of the first player, then of the second, and who is to
// move, or - when the game is over: "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1".
const imm_game *imm_kalah(void);

// Kalah with 1 to 7 houses a side, 1 or more seeds in each (at most 127 a side), and a capture
// rule, IMM_CAPTURE_*. For a board that does not exist imm_init() answers IMM_ERR_GAME.
imm_game imm_kalah_board(uint8_t houses, uint8_t seeds, uint8_t capture);

// Lines of Action on 8 x 8, twelve men a side. A man moves along a row, a column or a diagonal as
// many squares as there are men on it, over men of its own side, and captures by landing on one of
// the other's. Who has all his men in one group wins; a move that connects both sides is a draw,
// and so is a position that occurs for the third time with the same player to move. Who has no
// move passes. Repetitions are seen over the last 256 plies without a capture.
//
// Moves are written "b1b3", or "pass". Positions are the rows from the highest down, with the
// first player's men as b, the second's as w, then who is to move, or - when the game is over
// (nobody connected: by repetition):
// ".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. 1". A position that is
// set up has no past.
const imm_game *imm_loa(void);

// Lines of Action by one of the rules IMM_LOA_*. For others imm_init() answers IMM_ERR_GAME.
//
// By IMM_LOA_OPENSPIEL the text of a game that is over does not say all: it is read as if the
// second player had moved last.
imm_game imm_loa_rules(uint8_t rules);

// Oware by the Abapa rules, the ones of tournaments: six houses a side, four seeds in each. A move
// sows the seeds of one of the mover's houses, one by one, over the houses that follow on both
// sides; a house of twelve or more is left out when the sowing comes back to it. Where the last
// seed makes two or three in a house of the opponent's, these are captured, and so are those of
// the houses before it as long as they hold two or three in an unbroken run; a move that would
// capture all that the opponent has left captures nothing. Where the opponent has no seeds, only
// moves that give him some are legal. More than 24 captured seeds win. The game also ends where a
// player has no legal move, and where a position occurs again: then each side takes the seeds in
// its houses, and more seeds win. Repetitions are seen over the last 256 plies without a capture.
//
// Moves are written as the number of the house, 0 to 5, counted in the mover's direction of
// sowing. Positions are houses and captured seeds of the first player, then of the second, and who
// is to move, or - when the game is over: "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1". A position that is set
// up has no past.
const imm_game *imm_oware(void);

// Othello on 8 x 8; the first player is Black. A move puts a disc on an empty square so that it
// and another disc of the mover's enclose, in at least one of the eight directions, an unbroken
// row of the opponent's discs: all rows enclosed so are turned over. Who has no such move passes,
// if the opponent has one; where neither has, the game is over, and more discs win. The score is
// the difference of the discs; the winner gets the squares that are empty.
//
// Moves are written "d3", or "pass". Positions are the rows from the lowest up, row 1 first, with
// the first player's discs as b, the second's as w, then who is to move, or - when the game is
// over: "......../......../......../...wb.../...bw.../......../......../........ 1".
const imm_game *imm_othello(void);

// Othello scored in one of the ways IMM_OTHELLO_*. For others imm_init() returns IMM_ERR_GAME.
imm_game imm_othello_scoring(uint8_t scoring);

// Onitama with the sixteen cards of the original game, five of which are in play: two before each
// player, one in the middle. On 5 x 5 squares each side has a master and four students. A move
// takes one of the mover's pieces along a step of one of his two cards, to an empty square or to
// one where it captures; the card goes to the middle, and the one that lay there to the mover. Who
// captures the enemy master, or brings his own to the square where the enemy's began, has won. Who
// has no step passes, and still gives one of his cards away. The first player always begins, and
// nothing ends a game that goes round in circles: whoever plays it to its end counts its plies.
//
// Moves are written "a1a3:tiger", or "pass:tiger", with the card that they take. Positions are the
// rows from the highest down, with the first player's students as w and his master as W, the
// second's as b and B, then the cards of the first player, of the second, and the one in the
// middle, and who is to move, or - when the game is over: "bbBbb/...../...../...../wwWww crane,eel
// elephant,mantis ox 1".
//
// These are the cards of deal 0, the same on every target; imm_onitama_deal() has others.
const imm_game *imm_onitama(void);

// imm_onitama() with the cards of another deal: a number gives the same cards on every target, and
// the same as it gives imm_shuffle().
imm_game imm_onitama_deal(uint32_t deal);

// imm_breakthrough_board() for firmware: what it takes to play, and no more. imm_candidates(),
// imm_line(), imm_evaluate(), imm_shuffle() and whatever has to do with texts answer
// IMM_ERR_UNSUPPORTED, and are not linked.
imm_game imm_breakthrough_small(uint8_t columns, uint8_t rows);

// imm_kalah_board() for firmware: what it takes to play, and no more. imm_candidates(),
// imm_line(), imm_evaluate(), imm_shuffle() and whatever has to do with texts answer
// IMM_ERR_UNSUPPORTED, and are not linked. A move is the number of the house.
imm_game imm_kalah_small(uint8_t houses, uint8_t seeds, uint8_t capture);

// The name of a built-in game for imm_game_by_name(), by its place in a list that begins with 0;
// NULL behind the last. The text is the library's and lives forever.
const char *imm_game_name(uint32_t index);

// Writes the built-in game of this name to `game`, which may be handed to imm_open(), imm_init()
// and all else as if it was one of the functions' above: "breakthrough" or "breakthrough_6x5"
// (columns, rows), "kalah" or "kalah_empty", "kalah_std", "kalah_stays" (IMM_CAPTURE_*), each also
// with houses and seeds as in "kalah_std_4x3", "loa" or "loa_openspiel" (IMM_LOA_*), "oware",
// "othello" or "othello_discs" (IMM_OTHELLO_*), "onitama" or "onitama_7" (the number of a deal).
// `size` is sizeof(imm_game) as the caller knows it. Links all games.
//
// IMM_ERR_NULL, IMM_ERR_TEXT for no UTF-8, IMM_ERR_GAME if there is no such game or board,
// IMM_ERR_STRUCT_SIZE: nothing is written then.
imm_status imm_game_by_name(const char *name, imm_game *game, size_t size);

/* ---- Players --------------------------------------------------------------------------------- */

// The default player, with the host's clock where there is a host.
imm_config imm_config_default(void);

// Fills a player in: the default one, with the host's clock where there is a host, as
// imm_config_default() does, for languages that cannot take a struct for an answer. `size` is
// sizeof(imm_config) as the caller knows it, and becomes `struct_size`. IMM_ERR_NULL,
// IMM_ERR_STRUCT_SIZE.
imm_status imm_config_init(imm_config *config, size_t size);

// Sets a configuration from the player notation, "mcts(ipp,efMS,im0.4)", "bfm(c0.5)", "ab(efMS)"
// or "best" (IMM_BEST): what the text does not name becomes the default, seed and clock stay.
// Options stand in any order, each once; numbers have at most four decimals. Linked only when
// called.
//
// The recommended options of "mcts(...)", algorithm IMM_MCTS, with the fields that they set and
// the value to begin with. docs/PLAYERS.md has the figures that justify them. It also has the
// options that only a paper's table needs, and names for several options at once (bl, mcloa,
// ubfm).
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
// What comes first is changed by the options that follow it.
//
// "bfm(...)" is algorithm IMM_BEST_FIRST. It has these options except those of playouts (ipp to
// cut), im, cb, impb, np, max, one and nosolver; its defaults are c0.7, fpu0.5 and log.
//
// "ab(...)" is algorithm IMM_ALPHA_BETA. Of these options it has the evaluation functions. Its own
// options are the IMM_AB_* `switches`, each named by its constant in small letters ("ab(tt,pvs)"),
// and two names for several of them:
//
//     all               those of MIA, with relative history: to play. Suggested: all to play
//     solve             tt,killers,pvs,look,wdl: to prove who wins. Suggested: solve to prove who
//                         wins
//
// Whether the game has what the options need is for imm_init() to say. IMM_ERR_NULL,
// IMM_ERR_STRUCT_SIZE, also for an option whose field an older header has not, IMM_ERR_SPEC,
// IMM_ERR_TEXT if the text is not UTF-8.
imm_status imm_configure(imm_config *config, const char *spec);

// Writes what is wrong with a player notation, for a person: "unknown option 'foo' at character
// 10"; the empty text if it is fine. IMM_ERR_NULL, IMM_ERR_TEXT, IMM_ERR_BUFFER.
imm_status imm_configure_error(const char *spec, char *text, size_t size);

// Writes why a configuration cannot play a game, for a person: "'im' needs an evaluation, which
// this game does not have", "'cb' and 'im': both say how ...", "'np' needs a library with the
// feature `policies`"; the empty text if it can. IMM_TEXT_MAX bytes always suffice. IMM_ERR_NULL,
// IMM_ERR_STRUCT_SIZE, IMM_ERR_ENUM, IMM_ERR_OUT_OF_RANGE for bits of `switches` or `flags`
// that are none, IMM_ERR_GAME, IMM_ERR_BUFFER; IMM_ERR_UNSUPPORTED where the library, or a `small`
// game, comes without alpha-beta.
imm_status imm_config_error(const imm_config *config, const imm_game *game, char *text, size_t size);

// Writes a configuration as player notation, with a closing 0. IMM_PLAYER_TEXT_MAX bytes always
// suffice. IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_ENUM, IMM_ERR_OUT_OF_RANGE,
// IMM_ERR_CONTRADICTION, IMM_ERR_BUFFER.
imm_status imm_config_text(const imm_config *config, char *text, size_t size);

// Writes the player that IMM_BEST is in `game`, in a block of `size` bytes, 0 for one that is
// large enough: the strongest that was measured, for blocks of boards (up to 128 KiB) and for
// larger ones, or mcts() where the block has no room for that one. imm_config_text() says it in
// words, imm_best_why() why. `ms` is the time for a move that it will have, 0 where that is not
// known, as in imm_init(): on boards some players are the best only while it is short. Seed and
// clock of `config` stay.
//
// In a library without the policies that is mcts(). IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE,
// IMM_ERR_GAME: nothing is written then.
imm_status imm_best(const imm_game *game, size_t size, uint32_t ms, imm_config *config);

// Writes why imm_best() with the same `game`, `size` and `ms` has that player, for a person, with
// a closing 0: "beats `ab(mia)`". docs/PLAYERS.md has the matches. IMM_TEXT_MAX
// bytes always suffice. IMM_ERR_NULL, IMM_ERR_GAME, IMM_ERR_BUFFER.
imm_status imm_best_why(const imm_game *game, size_t size, uint32_t ms, char *text, size_t text_size);

// Makes a player as strong as `level` says, 1 (hardly better than chance) to 10, for people to
// play against: writes the temperature of its final move to `temp` of `config`, and how much it
// searches to `iterations` of `limits`, which are for imm_search_limited(); other fields stay. A
// time limit can be set beside it. Within a game the steps are roughly equal; what they are worth
// is in docs/LEVELS.md. The same seed plays the same moves.
//
// A win that the search has proven is always played, at every level; the lower ones look at so
// little that they seldom find one that is further than the next move.
//
// Works with any player and game. IMM_ALPHA_BETA, IMM_BEST, and a library without the policies,
// have no temperature: there, levels are by the iterations alone, and `temp` stays 0.
//
// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_OUT_OF_RANGE for a level that does not exist: nothing
// is written then.
imm_status imm_level(uint32_t level, imm_config *config, imm_limits *limits);

/* ---- Opening a search ------------------------------------------------------------------------ */

// Sets up a search of `game` in one call: imm_init() for a player in the notation of
// imm_configure(), NULL for the best one of the game, with the seed `seed` and the host's clock
// where there is one. The memory need not be aligned: up to IMM_ALIGN - 1 bytes at its beginning
// are left out, so imm_memory_required() + IMM_ALIGN - 1 bytes have room for a tree of that size.
//
// IMM_ERR_NULL, IMM_ERR_TEXT, IMM_ERR_SPEC: imm_configure_error() says what is wrong with the
// player; or what imm_init() answers. Then `state` is not written.
imm_status imm_open(void *memory,
                    size_t size,
                    const imm_game *game,
                    const char *player,
                    uint64_t seed,
                    imm_state **state);

// Changes the player of a state: `config` as for imm_init(), NULL for the best one, with its
// seed and its clock. The position stays, and what imm_undo() can take back. The tree stays where
// it means the same to both: where they differ only in what is made of it, `c`, `temp`,
// `decision`, `threshold`, `no_recycle`, `eps`, `softmax`, `ct`, `pb_divisor`, or in the weight of
// `im`, `cb`, `impb`, `pb`, `tp` and `fpu` while both have it; and in none of the last five if
// `max` is on. Any other option, as the evaluation or how playouts go, makes other numbers: the
// block is divided anew, and the search begins as that of a new state. So it is with alpha-beta,
// each time. Callbacks of a game of your own are not called.
//
// IMM_ERR_STRUCT_SIZE, IMM_ERR_OUT_OF_RANGE, IMM_ERR_ENUM, IMM_ERR_CONTRADICTION,
// IMM_ERR_TOO_SMALL, IMM_ERR_UNSUPPORTED if the game, or the library, cannot do it, and always for
// imm_breakthrough_small() and imm_kalah_small(), IMM_ERR_BUSY: the old player goes on then as if
// nothing had been asked.
imm_status imm_set_player(imm_state *state, const imm_config *config);

// imm_set_player() for a player in the notation of imm_configure(), NULL for the best one, with
// the seed `seed`; the clock stays. IMM_ERR_TEXT, IMM_ERR_SPEC, or what imm_set_player() answers.
imm_status imm_set_player_text(imm_state *state, const char *player, uint64_t seed);

// Sets up a search of `game` from its starting position, in `size` bytes of `memory` aligned to
// IMM_ALIGN, and writes its handle to `state`. `config` may be NULL for the best player of the
// game (IMM_BEST). The more memory, the larger the tree: a full one goes on searching; alpha-beta
// takes what it needs for 255 plies, looks less far ahead with less, and with a table takes all:
// see imm_alpha_beta_memory(). Takes the time of filling with zeros a table (IMM_AB_TT, `evaltt`),
// if there is one, and on bare metal all of the memory; elsewhere the tree's is made ready as it
// grows. The structs are copied; the memory must stay where it is and untouched as long as the
// state is in use. It may have held another state: that one is no more, even if this fails.
//
// IMM_ERR_NULL, IMM_ERR_MISALIGNED, IMM_ERR_TOO_SMALL, IMM_ERR_STRUCT_SIZE, IMM_ERR_OUT_OF_RANGE,
// IMM_ERR_ENUM, IMM_ERR_CONTRADICTION, IMM_ERR_UNSUPPORTED, IMM_ERR_GAME, or what a callback did
// wrong; then `state` is not written.
imm_status imm_init(void *memory, size_t size, const imm_game *game, const imm_config *config, imm_state **state);

// imm_init() for the built-in games only; a game of your own is IMM_ERR_GAME. For firmware, where
// every kilobyte counts: a program that calls this one instead does not link the search of games
// that consist of callbacks.
imm_status imm_init_builtin(void *memory,
                            size_t size,
                            const imm_game *game,
                            const imm_config *config,
                            imm_state **state);

// Bytes that a search of `game` needs with a tree of `slots` slots of IMM_SLOT_SIZE bytes each; 0
// slots search without a tree. 0 on an error: a NULL, a game that imm_init() would refuse, or more
// bytes than a size_t can say.
size_t imm_memory_required(const imm_game *game, size_t slots);

// Slots of the tree that a block of `size` bytes has room for, in a search of `game`; 0 if it is
// too small, or on an error.
size_t imm_memory_slots(const imm_game *game, size_t size);

// Bytes that some players take out of the tree's in a search of `game`, for lists of moves to
// search leaves (`leaf` in `config`) or playouts (IMM_PLAYOUT_GREEDY, _MIXED and _ALPHA_BETA), and
// IMM_NET_SIZE at most for a net (IMM_EF_NET): add them to imm_memory_required() for the same
// number of slots. 0 for every other player, and on an error.
size_t imm_leaf_memory(const imm_config *config, const imm_game *game);

/* ---- Opening a search: the memory of alpha-beta ---------------------------------------------- */

// Bytes that alpha-beta (IMM_ALPHA_BETA) needs to look `plies` plies ahead in `game`, 255 at most.
// With 0 it searches nothing and plays the move that looks best at a glance. 0 on an error: a
// NULL, a game that imm_init() would refuse, more plies or more bytes than there can be, or a
// library without alpha-beta.
//
// A player who remembers (IMM_AB_TT in a game with a hash, IMM_AB_HISTORY, IMM_AB_HH) gives the
// stack no more than half of the block, and 127 plies at most: ask for twice as much. Behind it
// comes the history, 32 KiB in a block of 256 KiB or more, else 2 KiB; and then the transposition
// table, of as many buckets of IMM_BUCKET_SIZE bytes as fit, rounded down to a power of two.
size_t imm_alpha_beta_memory(const imm_game *game, uint32_t plies);

// Plies that alpha-beta (IMM_ALPHA_BETA) can look ahead in `game` with a block of `size` bytes,
// 255 at most; 0 if it is too small for any, or on an error. With a table or a history, ask for
// half of the size.
uint32_t imm_alpha_beta_plies(const imm_game *game, size_t size);

// Buckets of the transposition table, of IMM_BUCKET_SIZE bytes each, that alpha-beta with this
// `config` has in `game` in a block of `size` bytes; 0 if it is too small for any. 0 as well where
// there is no table: without IMM_AB_TT, in a game without hash(), with any other algorithm (so
// with a `config` of NULL); or on an error. Of IMM_BEST it is that of the player that it stands
// for.
size_t imm_alpha_beta_buckets(const imm_config *config, const imm_game *game, size_t size);

/* ---- A transposition table, or a tree, for several threads ----------------------------------- */

// Makes an alpha-beta search (IMM_ALPHA_BETA with IMM_AB_TT) use a transposition table that other
// states use as well, each on a thread of its own: what one has found, the others need not search.
// All must be of the same game and board, with the same player. The table lies in `size` bytes of
// `memory` aligned to IMM_ALIGN, best to 64, apart from all blocks. It is used as buckets of
// IMM_BUCKET_SIZE bytes, the first of which is a head. Fill it with zeros before the first state
// comes; lend it as long as a state uses it. NULL with a `size` of 0 gives the state its own table
// back, which its block still holds.
//
// Give each of n states the same position and the same memory, one after another, search each on a
// thread of its own, with the same limits, and stop the others (imm_stop()) when the first is
// back. Its report is the result; or that of the greatest `depth`, where time was the limit. The
// states differ in the order in which they look at things, by the order in which they came. While
// only safe options are on and no move was played, the value and the proof at a depth are those of
// a search by itself. How many positions that takes, and which of several best moves is found,
// depends on how the threads run: nothing of a shared search repeats itself.
//
// What was found stays, an iteration under way is begun anew. imm_play() goes on with the table;
// imm_forget() and whatever begins anew empty it, for all. imm_set_player() and imm_init() give it
// up. imm_clone() makes one state more that uses it. imm_save() writes the state's own table.
//
// IMM_ERR_NULL, IMM_ERR_MISALIGNED, IMM_ERR_TOO_SMALL below two buckets, IMM_ERR_BUFFER if the
// memory overlaps the block of the state, IMM_ERR_UNSUPPORTED where the search uses no table: with
// any other algorithm, without IMM_AB_TT, in a game without hash(); IMM_ERR_CONTRADICTION if the
// memory is the table of another game, another player, or of another size. Then nothing changes.
imm_status imm_share_table(imm_state *state, void *memory, size_t size);

// Makes a tree search grow a tree that other states grow as well, each on a thread of its own:
// what one thread finds, all use at once. All must be of the same game and board, with the same
// player and each with a seed of its own, at the same position. The tree lies in `size` bytes of
// `memory` aligned to IMM_ALIGN, best to 64, apart from all blocks; 32 bytes a node. Fill it with
// zeros before the first state comes; lend it as long as a state uses it. The block of each state
// then holds only the top of the tree, for reports: 64 KiB are plenty. NULL with a `size` of 0
// makes the state go on by itself, with that top.
//
// Give each of n states the same memory, one after another, and search each on a thread of its
// own, at most 64 of them. Limits are those of each state: time and stop as for one, iterations
// and playouts of its own thread. When all are back, the report, the candidates and the line of
// any of them are those of the whole tree, in which `nodes` counts all. Which tree grows depends
// on how the threads run: nothing of it repeats itself, and the signature is that of no other
// search. Unlike imm_merge(), all threads together search as deep as one that is faster.
//
// Between two searches play each move in all states, in any order: the tree below it stays. If
// imm_forget() is called in all states, the tree is emptied once. A state at another position than
// the tree is refused by imm_search() and the like with IMM_ERR_OTHER_POSITION, until it is given
// the tree again by this function: if it is at another position then, the tree is emptied, and is
// of that position; so after imm_restart() or a new position give it to all states again. To a
// state that has the tree, and is at its position, it makes no difference: when in doubt give it
// to all of them before each search.
// imm_set_player(), imm_init() and imm_load() give the tree up. imm_clone() makes one state more
// that uses it. imm_save() writes the top of the tree. imm_merge() refuses such a state with
// IMM_ERR_MERGED. After a callback has failed, the state of that thread has to be given the tree
// again, if others were searching it.
//
// Options are the same as of a search by itself, with these differences: all children of a node
// are made at once, also with IMM_EXPAND_ONE; `ct`, `eps`, `softmax`, `grave`, `prooftt` and
// `bounds` are not to be had; and with a search of leaves a thread may end late by the time of one
// expansion.
//
// IMM_ERR_NULL; IMM_ERR_MISALIGNED; IMM_ERR_TOO_SMALL where not even one node has room (4 KiB are
// enough); IMM_ERR_BUFFER if the memory overlaps the block of the state; IMM_ERR_UNSUPPORTED for
// alpha-beta, for such options, for the `small` games, and in a library without the feature
// `threads` or for a processor without atomic words of 64 bits; IMM_ERR_CONTRADICTION if the
// memory is the tree of another game, another player, or of another size; IMM_ERR_BUSY if others
// search it from another position. Then nothing changes.
imm_status imm_share_tree(imm_state *state, void *memory, size_t size);

/* ---- An evaluator that was learned ----------------------------------------------------------- */

// Evaluates by this net from now on, if the player does so (IMM_EF_NET, "efNet"), and if another
// player who does is set later. `net` is what `imm-arena train` makes, a file of type `.immnet` or
// the array in its header: `size` bytes, of which none may change as long as the state is in use.
// They are not copied, so they may lie in flash; aligned to 4 they are read faster. What was found
// so far is forgotten. With NULL, and 0 for the size, it is again the net that comes with the
// game. One does with each of the six, but not on bare metal or in
// WebAssembly: docs/NETS.md.
//
// Takes the time of reading all bytes, twice. IMM_ERR_NET, IMM_ERR_NET_GAME, IMM_ERR_BUFFER if
// they overlap the block: the state goes on as before. IMM_ERR_UNSUPPORTED in a library without
// nets, and for imm_breakthrough_small() and imm_kalah_small().
imm_status imm_set_net(imm_state *state, const void *net, size_t size);

/* ---- Searching ------------------------------------------------------------------------------- */

// Searches for `ms` milliseconds and returns the move to play, without playing it. The tree of
// earlier searches is used and goes on growing; alpha-beta goes on where it stopped. 0 ms makes a
// single simulation, or visits a single position. A proven position ends the search early.
//
// IMM_MOVE_NONE on an error; imm_last_status() then says which: IMM_ERR_NO_CLOCK,
// IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or what a callback did wrong.
imm_move imm_search(imm_state *state, uint32_t ms);

// No limits: set at least one.
imm_limits imm_limits_default(void);

// Fills limits in: none, as imm_limits_default() does, for languages that cannot take a struct for
// an answer. `size` is sizeof(imm_limits) as the caller knows it, and becomes `struct_size`.
// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
imm_status imm_limits_init(imm_limits *limits, size_t size);

// Searches until one of `limits` is reached, and writes what was found to `report`, which may be
// NULL. In C and C++ a macro says how large the report is: see imm_search_limited_sized().
//
// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_NO_LIMIT, IMM_ERR_NO_CLOCK, IMM_ERR_GAME_OVER,
// IMM_ERR_BUSY, or what a callback did wrong.
imm_status imm_search_limited(imm_state *state, const imm_limits *limits, imm_report *report);

// imm_search_limited() for a report of `size` bytes, sizeof(imm_report) as the caller knows it: no
// more is written, and what this library does not know becomes 0. For languages other than C and
// C++, in which the function without a size fills in the fields up to `elapsed_ms` alone.
imm_status imm_search_limited_sized(imm_state *state, const imm_limits *limits, imm_report *report, size_t size);

// Makes `iterations` simulations - alpha-beta: visits as many positions, or fewer where it has
// looked as many plies ahead as the limits or the memory allow - and returns: for a main loop that
// must do other things in between. Steps add up to the same search as one. Use imm_get_report() to
// see where it stands.
//
// IMM_ERR_NO_LIMIT for 0 iterations, IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or what a callback did
// wrong.
imm_status imm_step(imm_state *state, uint32_t iterations);

// Ends the search that is under way, if any, after its current simulation or position; it returns
// as if its time were up. May be called from an interrupt, a signal handler, another thread or a
// callback. The next search is not affected. Nothing happens if `state` is NULL or no state.
void imm_stop(imm_state *state);

// Empties the tree; the position stays. The random numbers go on where they were.
imm_status imm_forget(imm_state *state);

// Searches as imm_search_limited() does, for `watcher`, who is shown every `every_ms` milliseconds
// what was found so far: a report, in which `stopped` is IMM_STOPPED_NOT, and the first moves of
// the line that is expected, IMM_WATCHED_LINE at most, none as long as none is known. Both are
// gone afterwards. Finds what imm_search_limited() finds in as many simulations. `every_ms` 0 is
// 100 ms.
//
// The watcher gets `context` first. It may call imm_stop(): the search then ends. Other functions
// for the same state answer IMM_ERR_BUSY: to write moves as text, have another state stand at the
// position. Where callbacks of the game are slow, so are the looks: there is one between two
// simulations at the earliest.
//
// IMM_ERR_NULL for no limits or no watcher, IMM_ERR_STRUCT_SIZE, IMM_ERR_NO_LIMIT,
// IMM_ERR_NO_CLOCK, IMM_ERR_UNSUPPORTED for a `small` game, IMM_ERR_GAME_OVER, or what a callback
// did wrong. `report` may be NULL; it is filled in up to `struct_size`.
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

// A clock that has run out, with all defaults: set `remaining_ms`.
imm_clock imm_clock_default(void);

// Fills a clock in, as imm_clock_default() does, for languages that cannot take a struct for an
// answer. `size` is sizeof(imm_clock) as the caller knows it, and becomes `struct_size`.
// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
imm_status imm_clock_init(imm_clock *clock, size_t size);

// Searches as long as the clock of a game allows and the position needs, and writes what was found
// to `report` up to its `struct_size`: the move to play is its `best`. It may be NULL.
//
// The time left is divided by the moves to come, with the increments that they bring; that is the
// aim, and four times as much, but no more than half of what is left unless it is the last move
// before a control, is the limit. It goes beyond the aim where the best move has changed lately,
// or its value falls, and ends before it where nothing is to be gained: where there is only one
// legal move (IMM_STOPPED_FORCED), where the position is proven (IMM_STOPPED_PROVEN), and where
// the move to play cannot change any more in the time that is left (IMM_STOPPED_SETTLED). The last
// is so for every player where all other moves are proven to lose; otherwise for players by visits
// alone (IMM_DECIDE_VISITS), while no draw is proven. Alpha-beta begins no depth that it would not
// finish, by half of the aim.
//
// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_NO_CLOCK without a clock in the configuration,
// IMM_ERR_UNSUPPORTED for a `small` game, IMM_ERR_GAME_OVER, or what a callback did wrong.
imm_status imm_search_clock(imm_state *state, const imm_clock *clock, imm_report *report);

// The milliseconds that imm_search_clock() aims at for one move, and those beyond which it never
// goes. Arithmetic alone: for programs that think about time by themselves, and for the `small`
// games, which imm_search_clock() does not know.
//
// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE; then nothing is written.
imm_status imm_clock_budget(const imm_clock *clock, uint32_t *aim_ms, uint32_t *limit_ms);

/* ---- What was found -------------------------------------------------------------------------- */

// What the searches of this position have found so far. Before any search, `best` is a legal move
// all the same: one that wins at once, or looks best at a glance. In C and C++ a macro says how
// large the report is: see imm_get_report_sized().
//
// IMM_ERR_NULL, or what a callback did wrong.
imm_status imm_get_report(imm_state *state, imm_report *report);

// imm_get_report() for a report of `size` bytes, as imm_search_limited_sized() says.
//
// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, or what a callback did wrong.
imm_status imm_get_report_sized(imm_state *state, imm_report *report, size_t size);

// Writes what is known about up to `capacity` moves of this position, the best first, and returns
// how many were tried so far, which may be more or fewer than `capacity`; or a negative status.
// `candidates` may be NULL if `capacity` is 0. Proven wins come first, the shortest of them at the
// head; then what is open and draws, by the player's rule of decision (`decision` in imm_config);
// then proven losses, the longest first. A proven draw stands before all that looks worse than a
// draw. So each move is the one to play if those before it did not exist; but where all that were
// tried lose and some were not, imm_report's `best` is one of these, and where the final move is
// drawn (`temp` in imm_config) it may be any. Equals stand in the order of the tree, which is the
// same for the same search. Alpha-beta knows the best move alone: of the others it has shown no
// more than that they are not better. With `temp` the order is the one without it, and `best` of
// the report may be any of these.
int32_t imm_candidates(imm_state *state, imm_candidate *candidates, uint32_t capacity);

// Writes up to `capacity` moves of the line that the search expects after `move`, this move first,
// and returns how many it has written; or a negative status. 0 if the move was not tried; of
// alpha-beta, for every move but the one to play. `moves` may be NULL if `capacity` is 0.
//
// IMM_ERR_ILLEGAL_MOVE, or what a callback did wrong.
int32_t imm_candidate_line(imm_state *state, imm_move move, imm_move *moves, uint32_t capacity);

// Writes up to `capacity` moves of the line that the search expects, the move to play first, and
// returns how many it has written, 0 before any search; or a negative status. `moves` may be NULL
// if `capacity` is 0.
int32_t imm_line(imm_state *state, imm_move *moves, uint32_t capacity);

// Shows the tree to `visitor`: every position before those below it, down to `depth` plies below
// the root, and only those with `min_visits` visits or more, with all that is below the others
// left out. The root comes first, in any case; with `depth` 0 it is the only one. Positions right
// below the same one come in no particular order, which is the same for the same search. Takes the
// time of a look at each position shown and its siblings, and no memory. Returns how many were
// shown, 2147483647 for that or more; or a negative status. Alpha-beta keeps no tree: it shows the
// root, with value and proof; its line is imm_line()'s.
//
// The visitor gets `context` first, and returns IMM_VISIT_BELOW, IMM_VISIT_BESIDE or
// IMM_VISIT_STOP; any other number ends the visit, too. What `node` points to is gone afterwards.
// Functions for the same state answer IMM_ERR_BUSY meanwhile: write moves as text later, or by
// another state that stands at the position.
//
// IMM_ERR_NULL for no visitor, or what a callback of the game did wrong: then nothing was shown.
int32_t imm_visit_tree(imm_state *state,
                       uint32_t depth,
                       uint32_t min_visits,
                       int32_t (*visitor)(void *context, const imm_node *node),
                       void *context);

// Writes the static value of the position for the FIRST player, in [-1, 1], by the configured
// evaluation function; the result itself if the game is over. Nothing is searched. IMM_ERR_NULL,
// IMM_ERR_UNSUPPORTED if the game has none, or what a callback did wrong.
imm_status imm_evaluate(imm_state *state, float *value);

/* ---- Playing --------------------------------------------------------------------------------- */

// Plays a move. What the tree knows about the position after it is kept, the rest is given back;
// alpha-beta begins anew.
//
// IMM_ERR_ILLEGAL_MOVE, IMM_ERR_GAME_OVER, IMM_ERR_BUSY, or what a callback did wrong: the
// position is as it was.
imm_status imm_play(imm_state *state, imm_move move);

// Writes up to `capacity` of the legal moves and returns how many there are, 0 if the game is
// over; or a negative status. `moves` may be NULL if `capacity` is 0.
int32_t imm_legal_moves(imm_state *state, imm_move *moves, uint32_t capacity);

// How the game stands: IMM_ONGOING or its result; or a negative status.
imm_result imm_outcome(imm_state *state);

// Whose turn it is; or a negative status. Once the game is over the answer says nothing.
imm_player imm_player_to_move(imm_state *state);

/* ---- Positions and texts --------------------------------------------------------------------- */

// Writes a legal move of this position as text, with a closing 0. IMM_TEXT_MAX + 1 bytes always
// suffice, IMM_TEXT_MAX for built-in games. IMM_ERR_NULL, IMM_ERR_ILLEGAL_MOVE, IMM_ERR_BUFFER, or
// what a callback did wrong.
imm_status imm_move_text(imm_state *state, imm_move move, char *text, size_t size);

// Reads a move as imm_move_text() writes it: exactly so, without blanks around it. IMM_ERR_NULL,
// IMM_ERR_TEXT if it is no legal move of this position, or what a callback did wrong.
imm_status imm_parse_move(imm_state *state, const char *text, imm_move *move);

// Writes the position as text, with a closing 0: see the functions of the games, as
// imm_breakthrough(). IMM_TEXT_MAX bytes always suffice. IMM_ERR_NULL, IMM_ERR_UNSUPPORTED for a
// game of your own, IMM_ERR_BUFFER.
imm_status imm_position_text(imm_state *state, char *text, size_t size);

// Sets up the position that `text` describes, as imm_position_text() writes it, on the same board;
// the tree begins anew. IMM_ERR_NULL, IMM_ERR_UNSUPPORTED for a game of your own, IMM_ERR_TEXT if
// it is no position of this game and board: imm_position_error() says why, and nothing has changed
// then.
imm_status imm_set_position(imm_state *state, const char *text);

// Writes why `text` is no position of this game, for a person: "character 12 is '5', expected |",
// "expected 48 seeds in all, not more"; the empty text if it is one. IMM_TEXT_MAX bytes always
// suffice. Links all games, where imm_set_position() links those that are played. IMM_ERR_NULL,
// IMM_ERR_UNSUPPORTED for a game of your own, IMM_ERR_GAME, IMM_ERR_TEXT if the text is not UTF-8,
// IMM_ERR_BUFFER.
imm_status imm_position_error(const imm_game *game, const char *text, char *buffer, size_t size);

// Back to the starting position, with an empty tree. What a callback did wrong: the position is as
// it was then, and the tree is empty.
imm_status imm_restart(imm_state *state);

// To a random starting position, the same for the same seed, with an empty tree: Kalah's seeds
// dropped into random houses, other cards in Onitama. IMM_ERR_UNSUPPORTED for a game that has only
// one starting position.
imm_status imm_shuffle(imm_state *state, uint64_t seed);

/* ---- Positions as bytes, and back in time ---------------------------------------------------- */

// The most bytes that imm_position_bytes() writes of any position of this game; 0 on an error,
// which imm_last_status() tells: IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and
// imm_kalah_small().
size_t imm_position_size(imm_state *state);

// Writes the position as bytes, and how many these are to `length`: all there is to it, with the
// moves since the last capture in Lines of Action and Oware, whose rules of repetition need them.
// imm_position_size() bytes always suffice. The bytes of a built-in game mean the same on every
// target; equal bytes are equal positions. Those of a game of your own are the `position_size`
// bytes of yours, as your callbacks have left them.
//
// IMM_ERR_NULL, IMM_ERR_UNSUPPORTED as imm_position_size(), IMM_ERR_BUFFER if `size` is too small,
// or the room overlaps the block of the state.
imm_status imm_position_bytes(imm_state *state, void *bytes, size_t size, size_t *length);

// Sets up the position that imm_position_bytes() has written, `length` bytes of it, by a state of
// the same game and board; the tree begins anew, and so does what imm_undo() can take back. Bytes
// of a built-in game are checked: none make an impossible position. Those of a game of your own
// are handed to your callbacks as they are: your own program must have written them.
//
// IMM_ERR_NULL, IMM_ERR_UNSUPPORTED as imm_position_size(), IMM_ERR_BYTES if they are no position
// of this game and board, or what a callback did wrong: the position is as it was then.
imm_status imm_set_position_bytes(imm_state *state, const void *bytes, size_t length);

// Lends the state `size` bytes of `memory` aligned to IMM_ALIGN for the positions before its
// moves: from now on imm_undo() can take moves back, the latest first. Where the memory is full
// the oldest positions are forgotten; imm_history_size() says how much it takes. The memory must
// stay where it is and untouched until imm_init() makes another state of the block, or this
// function is called with NULL and 0, which ends the history. What was kept before is forgotten.
//
// IMM_ERR_NULL, IMM_ERR_MISALIGNED, IMM_ERR_TOO_SMALL if there is no room for a single move,
// IMM_ERR_BUFFER if the memory overlaps the block of the state, IMM_ERR_UNSUPPORTED for
// imm_breakthrough_small() and imm_kalah_small().
imm_status imm_keep_history(imm_state *state, void *memory, size_t size);

// Bytes for imm_keep_history() with which at least `plies` moves can be taken back; 0 on an error,
// which imm_last_status() tells.
size_t imm_history_size(imm_state *state, uint32_t plies);

// Takes the latest move back, and with it what was played since; the tree begins anew, with its
// random numbers where they were. Moves are kept by imm_keep_history(); setting up another
// position, imm_restart() and imm_shuffle() forget them.
//
// IMM_ERR_NO_PAST if no move is kept, or what a callback did wrong: nothing is taken back then.
imm_status imm_undo(imm_state *state);

// Copies a whole state into `size` bytes of other `memory` aligned to IMM_ALIGN, as many as
// imm_init() was given or more, and writes the handle of the copy to `copy`: position, tree and
// random numbers, so that both go on bit for bit alike, each by itself. They share the `context`
// and the `clock` that callbacks are given. The copy keeps no history: see imm_keep_history().
// Takes the time of copying the part of the block that was used so far. To copy the memory by
// other means makes no state.
//
// IMM_ERR_NULL, IMM_ERR_MISALIGNED, IMM_ERR_TOO_SMALL, IMM_ERR_BUFFER if the blocks overlap,
// IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small(): then nothing is written.
imm_status imm_clone(imm_state *state, void *memory, size_t size, imm_state **copy);

// Bytes that imm_save() would write now: the more, the larger the tree is. 0 on an error, which
// imm_last_status() tells.
size_t imm_save_size(imm_state *state);

// Writes the whole state as bytes, and how many these are to `length`: position, tree, random
// numbers, and of alpha-beta the table, the history and the iteration under way. imm_load() goes
// on from there bit for bit, in another process and on another target, too, except that the
// position of a game of your own is written as your callbacks have it. Room that the tree does not
// use takes none here. What imm_undo() could take back is not written. The bytes end with their
// CRC-32.
//
// IMM_ERR_NULL, IMM_ERR_BUFFER if `size` is too small, or the room overlaps the block of the
// state, IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small().
imm_status imm_save(imm_state *state, void *bytes, size_t size, size_t *length);

// Becomes the state that imm_save() has written, `length` bytes of it. `state` must play the same
// game on the same board with the same player, and its tree must have as many slots (alpha-beta:
// as many plies, and as large a table), which it has with as much memory on the same kind of
// target; its seed does not matter. The clock stays its own. imm_undo() has nothing to take back
// then.
//
// Everything is checked before the state changes, every link of the tree and every move in it:
// that takes about as long as some hundred simulations for each thousand nodes. No bytes whatever
// make an impossible state of a built-in game. The position of a game of your own is handed to
// your callbacks as it is: your own program must have written it.
//
// IMM_ERR_NULL; IMM_ERR_BYTES if the bytes are not all of a save, or were changed;
// IMM_ERR_SAVED_VERSION, IMM_ERR_SAVED_GAME, IMM_ERR_SAVED_PLAYER, IMM_ERR_SAVED_MEMORY where that
// is another; IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small(); or what a
// callback did wrong. The state is as it was then.
imm_status imm_load(imm_state *state, const void *bytes, size_t length);

/* ---- All cores ------------------------------------------------------------------------------- */

// Adds what `n` other states have found about this position to `state`, for searches on all cores:
// each state lies in a block of its own, has a seed of its own and is searched by a thread of its
// own, and nothing is shared meanwhile. When all searches have ended, one thread calls this, and
// imm_get_report(), imm_candidates(), imm_line() and imm_visit_tree() of `state` answer for all.
// With the same seeds and iterations the result is the same, whichever thread was faster. The
// others are only read.
//
// For each move visits and rewards are added (a count of visits stays at 2^32 - 1), so its value
// is made of all simulations. Its minimax value is the mean of all, each with the weight of its
// visits. What one state has proven is proven, by the shortest proof. Moves that `state` has not
// tried are added, as far as its tree has room. In the report `iterations` is the sum,
// `depth` and `elapsed_ms` are the largest; `nodes` and `recycled` are of the tree of `state`,
// which below its moves stays as it was. The signature takes in those of the others. Of
// alpha-beta, `state` takes over the best answer: one that is proven, and ends soonest; else that
// of the greatest depth. Where states are equally good the first counts, `state` before the
// others: so their order matters, if little.
//
// All states may search on, and play on: imm_play() the move in each of them. But until then a
// tree that others were merged into is refused, as `state` and among the others, because it would
// count simulations twice. To look at what all have found before the end of a search, merge into
// a copy: see imm_clone(). No callback is called but `to_move` and, where `state` has not tried a
// move, `outcome` and `legal_moves`. Takes a few microseconds a state.
//
// IMM_ERR_NULL; IMM_ERR_BUSY if a state is there twice, or is `state`, or a call with it is under
// way; IMM_ERR_OTHER_GAME, IMM_ERR_OTHER_PLAYER, IMM_ERR_OTHER_POSITION where that is another
// (players may differ as far as imm_set_player() keeps the tree); IMM_ERR_MERGED if others are
// merged into one of the states; IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and
// imm_kalah_small(); or what is wrong with the handle of any state. Nothing is changed then. Or
// what a callback did wrong: the tree of `state` is empty then.
imm_status imm_merge(imm_state *state, imm_state *const *others, size_t n);

/* ---- Checking a game of your own ------------------------------------------------------------- */

// Finds the mistakes of a game's author: plays `game` at random, asks it everything that a search
// may ask, and looks whether it keeps the promises that stand with imm_game. A search believes
// most of these: who breaks one gets weak or illegal moves, not an error. So ask this whenever
// your game was changed. `report` says what is wrong, after which moves, and what was expected;
// imm_check_text() writes it for a person. With a clock it also has the times of the callbacks.
//
// `plies` positions are looked at, 0 for 10,000; or fewer, where IMM_CHECK_FINDINGS different
// mistakes are found. A position takes some hundred calls of callbacks. `seed` decides which games
// are played: the same one plays the same games. No mistake found is no proof that there is none:
// other seeds and more plies find more.
//
// It makes only moves that legal_moves() lists, and asks about no position that does not come from
// them. Positions, undo bytes and texts have 128 guard bytes before and behind them, the list of
// moves 256: a callback that writes further than that spoils what lies there, as it would in a
// search. A callback that does not return is not found.
//
// The `memory` is aligned to IMM_ALIGN and has at least imm_check_memory() bytes; in more, more
// positions are remembered, and two of one hash key are more likely found. Built-in games can be
// checked too, and take some 40 KiB of stack: a program that calls this links all of them.
//
// IMM_OK when the check was made, whatever it found. IMM_ERR_NULL, IMM_ERR_MISALIGNED,
// IMM_ERR_TOO_SMALL, IMM_ERR_STRUCT_SIZE (of the game or the report), IMM_ERR_GAME; then `report`
// is not written.
imm_status imm_check_game(const imm_game *game,
                          void *memory,
                          size_t size,
                          uint64_t seed,
                          uint32_t plies,
                          imm_check_report *report);

// Bytes of memory that imm_check_game() needs for this game. 0 on an error: a NULL, or a game that
// imm_init() would refuse.
size_t imm_check_memory(const imm_game *game);

// Writes what a check has found for a person: each mistake with the moves that lead to it, what
// was expected and found, and where to look; then what was measured. IMM_CHECK_TEXT_MAX bytes
// always suffice. IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_ENUM for a report that
// imm_check_game() did not write, IMM_ERR_BUFFER.
imm_status imm_check_text(const imm_check_report *report, char *text, size_t size);

// An empty report with `struct_size` and a clock: the processor time of the calling thread on
// Linux, Android, FreeBSD and Apple's systems, which other work on the machine does not change;
// the clock of imm_config_default() on other desktops; none on bare metal.
imm_check_report imm_check_report_default(void);

// Fills an empty report in, as imm_check_report_default() does, for languages that cannot take a
// struct for an answer. `size` is sizeof(imm_check_report) as the caller knows it, and becomes
// `struct_size`. IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
imm_status imm_check_report_init(imm_check_report *report, size_t size);

/* ---- Statuses and version -------------------------------------------------------------------- */

// The status of the latest call with this state, imm_stop() and this function excepted. For
// functions that return something else.
imm_status imm_last_status(const imm_state *state);

// What a status means, in a few words. Never NULL; the text is the library's and lives forever.
const char *imm_status_text(imm_status status);

// The library's version: major * 65536 + minor * 256 + patch.
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

// A game: its rules, and what else it can tell a search.
//
// For a built-in game call imm_breakthrough() and the like. For a game of your own, fill one in:
// set `struct_size`, the sizes and the six required callbacks; the rest may stay 0. imm_init()
// copies the struct; `context` must outlive the state.
//
// A position is `position_size` bytes of your own layout, aligned to IMM_ALIGN. imm keeps two
// positions and copies them as bytes, so they must not contain pointers into themselves. Every
// callback gets `context` first. Callbacks must answer the same for the same position, must not
// throw a C++ exception nor longjmp() out, and must not call imm_* functions for the state that is
// searching, except imm_stop() and imm_last_status().
//
// A callback that cannot do its work returns IMM_FAILED; those that return nothing note it in the
// position, for outcome() and to_move() to return. The call that is under way then ends with
// IMM_ERR_CALLBACK, and the position is as it was before it. So it is with every wrong answer: the
// tree is emptied, and the state can be used again.
struct imm_game {
    // sizeof(imm_game).
    uint32_t struct_size;
    // Bytes of a position, at least 1.
    uint32_t position_size;
    // Bytes that make() may write for unmake(); 0 if it needs none.
    uint32_t undo_size;
    // The largest number of legal moves that any position has, 1 to 65535.
    uint32_t max_moves;
    // Plies after which a playout is cut off and counts as a draw: no less than the longest
    // sensible game. 0: 1000.
    uint32_t max_plies;
    // Of a built-in game: its board. 0 in a game of your own.
    uint32_t board;
    // Handed to every callback. May be NULL.
    void *context;
    // Required. Sets up the starting position in `position`, whose bytes are 0 before.
    void (*initial)(void *context, void *position);
    // Required. Writes every legal move, each once, and returns how many: 1 to `max_moves`. Never
    // write more than that. Called only while the game goes on. A player who cannot move must have
    // a passing move, or have lost.
    uint32_t (*legal_moves)(void *context, const void *position, imm_move *moves);
    // Required. Makes a legal move; what unmake() needs beside the move goes into the `undo_size`
    // bytes at `undo`, aligned to IMM_ALIGN.
    void (*make)(void *context, void *position, imm_move move, void *undo);
    // Required. Takes the latest move back, exactly. Alpha-beta makes many moves and takes them
    // back the other way round, each with the `undo` bytes of its own; the tree search makes five
    // at most before it takes them back.
    void (*unmake)(void *context, void *position, imm_move move, const void *undo);
    // Required. IMM_FIRST or IMM_SECOND; the same player may move several times in a row. Once the
    // game is over, either.
    imm_player (*to_move)(void *context, const void *position);
    // Required. IMM_ONGOING, or how the game ended.
    imm_result (*outcome)(void *context, const void *position);
    // Optional. How good the position is for the FIRST player, in [-1, 1]; what is outside is
    // clamped, NaN is an error, and (float)IMM_FAILED says that it cannot tell. Implicit minimax
    // and all else that uses static values need it:
    // `im`, `cb`, `impb`, `pb`, `ege`, `fet`, `det`; alpha-beta is blind without it. It is rounded
    // to 1/32767.
    float (*evaluate)(void *context, const void *position);
    // Optional. Draws a legal move, each equally likely, from `random`, 32 random bits: best the
    // one that legal_moves() would write at index `((uint64_t)random * count) >> 32`, which makes
    // it the same search with and without this callback. Called only while the game goes on.
    // Without it, every ply of a uniform playout lists all moves to play one of them: where a move
    // can be drawn without that, searches become several times faster. IMM_MOVE_NONE if it fails:
    // the call under way then ends with IMM_ERR_INVALID_MOVE.
    imm_move (*random_move)(void *context, const void *position, uint32_t random);
    // Optional. How likely a playout plays this legal move, relative to the others: 0 to 65533, 1
    // for an ordinary move, or IMM_WEIGHT_DECISIVE or IMM_WEIGHT_FORCED. What is larger counts as
    // 65533. The improved playout policy (`ipp`) needs it.
    uint32_t (*weight)(void *context, const void *position, imm_move move);
    // Optional. How often, in [0, 1], the side to move is thought to win after this legal move;
    // negative for no opinion, which counts as even. Node priors (`np`) need it.
    float (*prior)(void *context, const void *position, imm_move move);
    // Optional. The order in which alpha-beta tries legal moves: higher numbers first, equals as
    // legal_moves() lists them. The earlier a good move is tried, the more is pruned. The tree
    // search asks for it where it searches leaves (`leaf` in imm_config), and where the memory is
    // too small for any tree.
    int32_t (*order)(void *context, const void *position, imm_move move);
    // Optional. Not 0 if this legal move is noisy (a capture, say): the evaluation before it is
    // not to be trusted. Quiescence search (IMM_AB_QS, IMM_LEAF_QUIESCENCE) needs it. There must
    // be an end to noisy moves.
    int32_t (*noisy)(void *context, const void *position, imm_move move);
    // Optional. A 64-bit key of the position: two positions that differ in what may still happen,
    // side to move included, should have keys that differ in all bits alike (Zobrist keys, say).
    // Without it alpha-beta has no transposition table, and `evaltt` and `prooftt` no effect.
    uint64_t (*hash)(void *context, const void *position);
    // Optional. Passes, whether or not the rules allow it: the opponent is to move, all else is as
    // it was. Returns not 0, or 0 and changes nothing where the mover may be glad to pass. Called
    // there once more, when all that was made after it is unmade, it takes the pass back and must
    // not refuse: that is a failure, so what it asks before it passes must hold for both sides, or
    // the position must know that it was passed. The null move (IMM_AB_NULL) needs it; where the
    // game is over after a pass, it is not tried. IMM_PLAYOUT_CORRECTIVE, IMM_PLAYOUT_MIXED and
    // `ct` pass to compare the evaluation after a move with that before it, the same player to
    // move in both; where it passes not, with that of the position as it stands.
    int32_t (*pass)(void *context, void *position);
    // Optional. Not 0 if the player to move has so few pieces that a null move is to be trusted
    // less.
    int32_t (*few_pieces)(void *context, const void *position);
    // Optional. How often, in 1/255, moves like this legal move were played in games where there
    // was one. Realization probability search (IMM_AB_RPS) needs it: moves of 64 are searched a
    // ply deep, rarer ones less, others deeper. 0 to 255.
    int32_t (*transition)(void *context, const void *position, imm_move move);
    // Optional. Writes a legal move as text into `text`, at most `size` (IMM_TEXT_MAX) bytes with
    // the closing 0, and returns its length without that. Different moves of a position must
    // differ. UTF-8, if imm_parse_move() is to read it. Without this callback, moves are written
    // as decimal numbers.
    uint32_t (*move_text)(void *context, const void *position, imm_move move, char *text, size_t size);
    // Of a built-in game: its inside. NULL in a game of your own.
    const imm_builtin *builtin;
    // With score(): the most points by which the game can be won, 1 to IMM_SCORE_MAX.
    uint32_t max_score;
    // Optional. The points of the FIRST player less those of the second. Called only once the game
    // is over. `marg` needs it, with `max_score`.
    int32_t (*score)(void *context, const void *position);
    // With features(): how many there are, 1 to IMM_FEATURES_MAX.
    uint32_t feature_count;
    // Optional. Writes `feature_count` small numbers of which the value of a position may depend,
    // in the view of who is to move, for example what stands on each square: 0 nothing, 1 a piece
    // of the mover's, 2 one of the opponent's, with the board turned for the second player. They
    // are 0 when it is called. Never called when the game is over. A net learns what they are
    // worth: imm_set_net(). Returns 0, or IMM_FAILED.
    int32_t (*features)(void *context, const void *position, uint8_t *features);
};

/* ---- A player -------------------------------------------------------------------------------- */

// A player: how a search searches. Begin with imm_config_default(), then change fields or call
// imm_configure(). In every field 0 means the default, so a struct of zeros with `struct_size` set
// is the default player without a clock. Where the default is not the number 0, IMM_ZERO says 0.
struct imm_config {
    // sizeof(imm_config).
    uint32_t struct_size;
    // Visits that a leaf must have had before it is expanded. Default 0: expanded when first
    // reached.
    uint32_t threshold;
    // Seed of the random numbers. Same seed, memory, game and iterations: same tree, on every
    // machine. Default 0.
    uint64_t seed;
    // Exploration constant C of UCT, above 0 to 100. Default 1.0, of IMM_BEST_FIRST 0.7. IMM_ZERO
    // for no exploration.
    float c;
    // Alpha of implicit minimax, 0 to 1: weight of the minimax value against the mean of the
    // playouts. Default 0: off; of IMM_BEST_FIRST 1.
    float im;
    // Evaluation function: IMM_EF_*. Default IMM_EF_DEFAULT, the game's own first choice.
    uint8_t evaluator;
    // Improved playout policy: not 0 draws playout moves by the game's weights. Default 0:
    // uniformly.
    uint8_t ipp;
    // Children that a leaf gets at once: IMM_EXPAND_*. Default IMM_EXPAND_AUTO.
    uint8_t expansion;
    // How the final move is chosen: IMM_DECIDE_*. Default IMM_DECIDE_VISITS, of IMM_BEST_FIRST
    // IMM_DECIDE_LOG. Proven wins always come first.
    uint8_t decision;
    // Not 0 switches the solver off. Default 0: wins, losses and draws are proven.
    uint8_t no_solver;
    // Not 0 switches recycling off: when the memory is full the tree grows no more. Default 0: the
    // parts of the tree that were not used for longest make room.
    uint8_t no_recycle;
    // How `im` depends on the visits: IMM_IM_*. Default IMM_IM_CONSTANT.
    uint8_t im_schedule;
    // What the progressive bias is divided by: IMM_PB_*. Default IMM_PB_SQRT_LOSSES.
    uint8_t pb_divisor;
    // Which search: IMM_MCTS, IMM_ALPHA_BETA, IMM_BEST_FIRST, IMM_BEST. Default IMM_MCTS. Of the
    // other fields, alpha-beta looks at `evaluator`, `switches` and the clock alone; without an
    // evaluation function all that is not decided counts as even.
    uint8_t algorithm;
    // How playouts choose their moves: IMM_PLAYOUT_*. Default IMM_PLAYOUT_SAMPLED: uniformly, or
    // by `ipp` and `ege`.
    uint8_t playout;
    // Enhancements of alpha-beta: IMM_AB_* added together. Those called safe find what plain
    // alpha-beta finds at the same depth, sooner, until a move is played and the table kept; the
    // others leave out what is unlikely to matter, though what is proven is proven all the same.
    // One for which the game has no knowledge stays off. Default 0: none.
    uint16_t switches;
    // K of `im_schedule`, 1 to 9999999 visits. Not looked at where that is IMM_IM_CONSTANT.
    uint32_t im_visits;
    // Alpha of constant bias, 0 to 1: weight of a child's own static value against the mean.
    // Default 0: off.
    float cb;
    // Alpha of progressive bias by minimax values, 0 to 1: weight of the minimax value over visits
    // + 1. Default 0: off.
    float impb;
    // Weight of progressive bias, 0 to 100: that times the child's static value, over
    // `pb_divisor`, is added to its bound. Default 0: off.
    float pb;
    // Weight of progressive bias by transition probability, 0 to 100: that times the probability
    // of the move into a child, over `pb_divisor`, is added to its bound (MC-LOA: 10). Not
    // together with `pb`. Default 0: off.
    float tp;
    // Visits of a node below which its children are not selected but drawn by
    // IMM_PLAYOUT_CORRECTIVE, 1 to 9999999 (MC-LOA: 5). Not together with IMM_EXPAND_ONE. Default
    // 0: off.
    uint32_t ct;
    // First-play urgency, above 0 to 100: unvisited children take part in selection with their
    // value plus this. IMM_ZERO for 0. Not together with IMM_EXPAND_ONE. Default 0: off, they come
    // first; of IMM_BEST_FIRST 0.5.
    float fpu;
    // Evaluation cut-off: an evaluation of this many points, to 65535, ends a playout as won or
    // lost. Points are the evaluation's own: IMM_EF_MS has at most 40, IMM_EF_LH 364, IMM_EF_RS as
    // many as there are stones; a game of your own has 32767 times what evaluate() says. Default
    // 0: off.
    uint32_t cut;
    // Every how many playout moves `cut` looks, 1 to 999; IMM_PLAYOUT_CORRECTIVE and what comes
    // after it look always. Default 0: 3.
    uint32_t cut_period;
    // IMM_PLAYOUT_ALPHA_BETA: plies that it looks ahead, 1 to 3. Default 0: 2.
    uint8_t playout_depth;
    // IMM_PLAYOUT_ALPHA_BETA: moves that are searched at each ply, 1 to 12, those that are best by
    // transition() first. Of the first, IMM_PLAYOUT_GREEDY and IMM_PLAYOUT_MIXED evaluate this
    // number, and IMM_PLAYOUT_MAST draws it. Default 0: 7, 5, 5; of IMM_PLAYOUT_MAST 3.
    uint8_t playout_evaluated[3];
    // IMM_PLAYOUT_ALPHA_BETA: further moves at each ply that are looked at for a win at once,
    // those of `playout_evaluated` and these together 12 at most; IMM_LOOK_ALL, or IMM_ZERO for
    // none. Default 0: all, none, none.
    uint8_t playout_looked[3];
    // Switches of the tree search: IMM_FLAG_* added together. An unknown bit is
    // IMM_ERR_OUT_OF_RANGE. Default 0: all are off.
    IMM_ANONYMOUS union {
        uint8_t flags;
        uint8_t evaltt; // deprecated name of `flags`, until version 0.4
    };
    // Softmax: temperature T, above 0 to 100: children are not selected by their bounds but drawn
    // with odds exp(Q / T), Q being the estimate of a child in -1 to 1. Not together with
    // IMM_EXPAND_ONE. Default 0: off.
    float softmax;
    // How often, 0 to 1, a child is not selected but drawn, uniformly from those that are not
    // proven (unbounded best-first minimax: 0.1). Not together with IMM_EXPAND_ONE. Default 0:
    // never.
    float eps;
    // By what a new child is valued: IMM_LEAF_*. Default IMM_LEAF_STATIC. The others take room for
    // lists of moves out of the tree's memory: imm_leaf_memory(). A simulation then searches as
    // many leaves as a position has moves before a clock or imm_stop() is looked at, each some
    // 4,096 positions at most.
    uint8_t leaf;
    // Plies of IMM_LEAF_ALPHA_BETA, 1 to 4. Default 0: 2.
    uint8_t leaf_depth;
    // All moves as first: how many simulations a position must have for moves to be valued by all
    // of those in which they were played later on, too; positions with fewer go by the nearest one
    // above. For games of which only the rules are known. Takes an eighth of the tree's memory at
    // most. Not together with `fpu`, nor in a shared tree. Default 0: off.
    uint16_t grave;
    // Visits that the node prior of a new child counts for, to 10000 (the paper: 10 at 1 s a
    // move). Default 0: off.
    uint32_t np;
    // Epsilon of epsilon-greedy playouts, 0 to 1: how often a move is drawn, by its weight where
    // the game has weights; otherwise the one with the best static value is played. IMM_ZERO for
    // 0, greedy always. Default 0: off.
    float ege;
    // Fixed early termination: playout moves after which the static value is the result, 1 to
    // 9999; IMM_ZERO for no move at all. Default 0: off.
    uint32_t fet;
    // Dynamic early termination, 0 to 1: a static value of this size ends a playout as won or
    // lost. Default 0: off.
    float det;
    // Every how many playout moves `det` looks at the value, 1 to 999. Default 0: 5.
    uint32_t det_period;
    // Maximum backpropagation: visits (with `np`, the prior's included) from which on a node hands
    // up the best estimate among its children instead of a simulation's result. Default 0: off.
    uint32_t max;
    // A clock: milliseconds since any moment, wrapping around after 2^32. Read at least once in
    // 256 simulations. Where it stands still, time is no limit: other limits and imm_stop() end a
    // search. A step ahead counts as time. A step back, which is a difference above 2^31, counts
    // as no time. imm_config_default() sets the host's clock where there is one, which counts
    // microseconds for this library's searches. NULL: no clock, unless `now_us` is one, and
    // searches that are limited by time alone are refused.
    uint32_t (*now_ms)(void *clock);
    // Handed to `now_ms` and `now_us`. May be NULL.
    void *clock;
    // Temperature T of the final move, above 0 to 100: it is drawn with odds visits^(1/T), 1 being
    // in proportion to the visits. A proven win is always played, and a proven loss only where all
    // moves lose. The draw follows from the seed and the tree: asked twice, imm_get_report() names
    // the same move. For play below full strength: see imm_level(). Default 0: off, as `decision`
    // says.
    float temp;
    // Playing for points: weight W of the margin in a result, 0 to 1. A game that is over counts
    // for its winner 1 - W + W m / M, where m, at least 1, is what score() says in his view and M
    // the `max_score`; so any win is better than a draw, and any draw better than a loss. What is
    // proven is win, draw or loss all the same: of proven wins the one with the largest margin
    // that is sure is played. A search goes on from a position that is proven until its margin is
    // exact; then it ends with IMM_STOPPED_PROVEN. Not together with `det` or `cut`. A game of
    // your own needs score() for it. Default 0: off.
    float marg;
    // A finer clock, which is read in place of `now_ms`: microseconds since any moment, wrapping
    // around after 2^32 (71 minutes; a search may last longer, a simulation half of that). With it
    // a search of 1 ms takes its millisecond, while on a clock that counts milliseconds it may
    // begin at the end of one. Read at least once in 256 simulations, once or twice a millisecond,
    // and some ten times more before the end. A library without `policies` does not look at it.
    // Default NULL: none.
    uint32_t (*now_us)(void *clock);
};

/* ---- Limits, and what was found -------------------------------------------------------------- */

// When a search ends: at whichever limit is reached first, and at the latest when the position is
// proven. 0 is no limit. One of `iterations`, `nodes`, `time_ms` and `time_us` must be set, or,
// for alpha-beta, `depth`. Every search makes at least one simulation, or visits one position,
// unless there is nothing left to search; where `leaf` searches two plies or more and `iterations`
// is 0 it may be a part of one, with which a later search goes on.
struct imm_limits {
    // sizeof(imm_limits).
    uint32_t struct_size;
    // Milliseconds of the configuration's clock. Without a clock it is left out.
    uint32_t time_ms;
    // Simulations: ways down the tree, each with a playout at its end. Alpha-beta: positions that
    // this search visits.
    uint64_t iterations;
    // Nodes that the tree may hold, those of earlier searches included; not those that a move has
    // left behind, whose memory the search gives back first. Where all children are
    // made at once (IMM_EXPAND_ALL), the last ones may exceed it. If it is the only limit, the
    // search also ends after 16 simulations for each of these nodes: the game or the memory may be
    // too small for that number. Alpha-beta: as `iterations`.
    uint32_t nodes;
    // Plies below the root that the tree may grow, 255 at most; playouts go on to the end of the
    // game all the same. Alpha-beta: the plies that it looks ahead; it may be the only limit.
    uint32_t depth;
    // A flag of your own, which ends the search as imm_stop() does as soon as it is not 0; only
    // read. It may be raised before the search begins, which then makes one simulation, or visits
    // one position, and ends: unlike imm_stop() it cannot come too early. Raise it from another
    // thread (as an _Atomic uint8_t), a signal handler or an interrupt; lower it yourself. Looked
    // at after every simulation or position. NULL: none.
    const volatile uint8_t *stop;
    // Microseconds of the configuration's clock; where that counts milliseconds, rounded up to
    // these. Without a clock it is left out. A library without `policies` answers
    // IMM_ERR_UNSUPPORTED.
    uint64_t time_us;
};

// What a search has found.
struct imm_report {
    // The move to play, or IMM_MOVE_NONE if the game is over.
    imm_move best;
    // What is proven about the position searched.
    imm_proof proof;
    // Plies to the end of the game where a win of either player is proven (255: that or more),
    // else 0. It is that of the win that was found, not of the shortest there is; that of
    // alpha-beta with none but safe switches is the shortest, and the longest loss.
    uint32_t distance;
    // Value of the best move for the FIRST player, in [-1, 1]; without `im`, 0.5 is 3 wins of 4. 0
    // before any search.
    float value;
    // Simulations of the latest search; positions that alpha-beta has visited in it.
    uint64_t iterations;
    // A hash over every simulation that built this tree, or, for alpha-beta, over every position
    // visited since the last move: equal on every machine for equal seed, memory and iterations.
    uint64_t signature;
    // Simulations through the best move (with `np`, its prior included), those of earlier searches
    // of this tree included. Alpha-beta: 0.
    uint32_t visits;
    // Nodes in the tree now, the root not counted. Those that a move leaves behind are counted
    // until their memory is given back, some hundreds with each simulation that follows.
    // Alpha-beta: as `iterations`, 4294967295 for that or more.
    uint32_t nodes;
    // Nodes given up to make room, since the tree was last empty.
    uint64_t recycled;
    // Plies below the root of the deepest node that the latest search reached; those that
    // alpha-beta has searched completely.
    uint32_t depth;
    // Milliseconds that the latest search took, 0 without a clock.
    uint32_t elapsed_ms;
    // Why the latest search of this position ended.
    imm_stopped stopped;
    // Bytes of this struct that the library has filled in: sizeof(imm_report), or fewer if the
    // library is older than this header; what it does not know is 0.
    uint32_t struct_size;
};

// One move of the position searched, and what the search knows about it.
struct imm_candidate {
    // The move.
    imm_move move;
    // Simulations that began with it; with `np`, its prior included.
    uint32_t visits;
    // Its value for the FIRST player, in [-1, 1].
    float value;
    // Its implicit minimax value for the FIRST player, in [-1, 1]. Says nothing where `im` is 0.
    float minimax;
    // What is proven about the position after it.
    imm_proof proof;
    // Plies to the end after it where a win of either player is proven, else 0; also 0 if it ends
    // the game.
    uint32_t distance;
};

// One position of the tree, as imm_visit_tree() shows it.
struct imm_node {
    // Plies below the root, which is 0.
    uint32_t ply;
    // The move that leads to it, IMM_MOVE_NONE for the root.
    imm_move move;
    // Simulations that went through it; with `np`, its prior included.
    uint32_t visits;
    // Its value for the FIRST player, in [-1, 1]; of the root, that of the move to play.
    float value;
    // Its implicit minimax value for the FIRST player, in [-1, 1]. Means nothing where `im` is 0.
    float minimax;
    // What is proven about it.
    imm_proof proof;
    // Plies to the end after it where a win of either player is proven, else 0; also 0 if the game
    // ends here.
    uint32_t distance;
    // Positions right below it in the tree, whether they are shown or not.
    uint32_t children;
};

// What a player's clock says when it is that player's turn, for imm_search_clock(). Times in
// milliseconds.
struct imm_clock {
    // sizeof(imm_clock).
    uint32_t struct_size;
    // Time left to the player who is to move.
    uint32_t remaining_ms;
    // What every move made adds to it. Default 0.
    uint32_t increment_ms;
    // Moves to the next time control, this one included. Default 0: the time is for the rest of
    // the game.
    uint32_t moves_to_go;
    // What a move costs beside the search: the way to the clock and back, what the machine does
    // meanwhile, and a simulation. Default 0: 10; IMM_ZERO for none.
    uint32_t overhead_ms;
    // Moves that the game is thought to last still, of this player, where `moves_to_go` is 0: each
    // move aims at that part of the time. Default 0: 20.
    uint32_t moves_expected;
    // Milliseconds between two calls of `watcher`. Default 0: 100.
    uint32_t every_ms;
    // Shown what was found so far every `every_ms` milliseconds, as by imm_search_watched().
    // Default NULL: nobody watches.
    void (*watcher)(void *context, const imm_report *report, const imm_move *line, uint32_t length);
    // Handed to `watcher`. May be NULL.
    void *context;
    // A flag of your own, which ends the search: see `stop` in imm_limits. NULL: none.
    const volatile uint8_t *stop;
};

/* ---- What a check of a game has found -------------------------------------------------------- */

// A mistake in a game: where it was found, on the shortest way that led to one of its kind and
// callback.
struct imm_check_finding {
    // What is wrong: IMM_CHECK_*.
    int32_t kind;
    // Which callback did it: IMM_CALLBACK_*.
    int32_t callback;
    // Moves from the start to the position where it happened.
    uint32_t ply;
    // How often it was found.
    uint32_t times;
    // The random game in which it happened, from 0.
    uint32_t game;
    // The move that was asked about, or made or taken back there; IMM_MOVE_NONE where there is
    // none.
    imm_move move;
    // The text of that move, or its number; empty where there is none.
    char move_text[32];
    // The moves that lead there, by their texts or numbers, with blanks between them; of more than
    // 511 bytes the last ones, after "... ".
    char line[512];
    // What should have been, in words.
    char expected[112];
    // What was, in words; may be empty.
    char found[112];
};

// What imm_check_game() has found. Some 7,000 bytes: keep it where there is room.
struct imm_check_report {
    // sizeof(imm_check_report). Set before the call, as `now_ms` and `clock`; the rest is written.
    uint32_t struct_size;
    // Different mistakes in `findings`: 0 where none was found.
    uint32_t finding_count;
    // A clock, as in imm_config: with it, callbacks are timed in 5 rounds, some 20 ms each, or 150
    // ms with a clock of your own. NULL: they are not.
    uint32_t (*now_ms)(void *clock);
    // Handed to `now_ms`. May be NULL.
    void *clock;
    // The mistakes, in the order in which they were found. The first may cause the others.
    imm_check_finding findings[8];
    // Positions that were looked at.
    uint32_t positions;
    // Random games that were begun.
    uint32_t games;
    // Of these, won by the first player. If one player has won all games that ended, 50 or more,
    // imm_check_text() says so: it is no mistake in itself.
    uint32_t first_wins;
    // Won by the second player.
    uint32_t second_wins;
    // Drawn.
    uint32_t draws;
    // Cut off at `max_plies`.
    uint32_t cut_off;
    // Legal moves of a position that is not over, on average.
    float mean_moves;
    // Legal moves of a position, at most.
    uint32_t most_moves;
    // Plies of a game that came to its end, on average.
    float mean_plies;
    // Plies of a game, at most.
    uint32_t most_plies;
    // The optional callback that would help a search most, IMM_CALLBACK_*, or IMM_CALLBACK_NONE.
    // It is the first of these that is missing: random_move, where listing moves takes 3/10 or
    // more of the time of legal_moves(), make() and outcome() together, beyond the noise of the
    // rounds (without a clock: where a position has 8 moves or more on average); evaluate; hash;
    // order; weight. Before order it is IMM_CALLBACK_FEATURES if features() is there, and the game
    // has no net of its own: `imm-arena train` can make one, see docs/NETS.md.
    int32_t advice;
    // How many times as fast playouts would become with it at most, rounded down to 1.4, 2, 3, 5
    // or 10; 0 where it is not a matter of speed, or nothing was timed.
    float advice_gain;
    // Nanoseconds of a call of each callback on this game's positions, by IMM_CALLBACK_*, in the
    // fastest round; 0 where it was not timed: without a clock, without the callback, initial()
    // and pass() never.
    float nanoseconds[24];
};

// C and C++ tell these functions how large imm_report is in this header, so that a library of
// another version writes no more.
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

// The game goes on.
#define IMM_ONGOING INT32_C(0)

// The first player has won.
#define IMM_FIRST_WINS INT32_C(1)

// The second player has won.
#define IMM_SECOND_WINS INT32_C(2)

// The game is over, and nobody has won.
#define IMM_DRAW INT32_C(3)

// Nothing is proven: values are estimates.
#define IMM_UNPROVEN INT32_C(0)

// The first player wins against every defence.
#define IMM_PROVEN_FIRST_WINS INT32_C(1)

// The second player wins against every defence.
#define IMM_PROVEN_SECOND_WINS INT32_C(2)

// Best play by both is a draw.
#define IMM_PROVEN_DRAW INT32_C(3)

// No move: what imm_search() returns when there is none, and never a legal move.
#define IMM_MOVE_NONE UINT32_C(4294967295)

/* ---- Why a search ended ---------------------------------------------------------------------- */

// `stopped`: there was no search of this position.
#define IMM_STOPPED_NOT INT32_C(0)

// `stopped`: the iterations are made.
#define IMM_STOPPED_ITERATIONS INT32_C(1)

// `stopped`: the tree holds that number of nodes.
#define IMM_STOPPED_NODES INT32_C(2)

// `stopped`: the time is up.
#define IMM_STOPPED_TIME INT32_C(3)

// `stopped`: imm_stop() was called.
#define IMM_STOPPED_FLAG INT32_C(4)

// `stopped`: the position is proven; there is nothing left to search.
#define IMM_STOPPED_PROVEN INT32_C(5)

// `stopped`: alpha-beta has looked as many plies ahead as the limits and its memory allow.
#define IMM_STOPPED_DEPTH INT32_C(6)

// `stopped`: the move to play could not change any more in the time left: imm_search_clock().
#define IMM_STOPPED_SETTLED INT32_C(7)

// `stopped`: there is only one legal move: imm_search_clock().
#define IMM_STOPPED_FORCED INT32_C(8)

/* ---- Statuses -------------------------------------------------------------------------------- */

// Success.
#define IMM_OK INT32_C(0)

// A pointer that must not be NULL is NULL.
#define IMM_ERR_NULL (-INT32_C(1))

// The memory, or the imm_state pointer, is not aligned to IMM_ALIGN.
#define IMM_ERR_MISALIGNED (-INT32_C(2))

// The memory is too small even for a search without a tree: see imm_memory_required().
#define IMM_ERR_TOO_SMALL (-INT32_C(3))

// `struct_size` is not sizeof the struct: was it set? Those of older headers are accepted, and
// those of newer ones if the fields are 0 that this library does not know.
#define IMM_ERR_STRUCT_SIZE (-INT32_C(4))

// A number in imm_config is outside its range, or not a number.
#define IMM_ERR_OUT_OF_RANGE (-INT32_C(5))

// An enumeration in imm_config has a value that does not exist.
#define IMM_ERR_ENUM (-INT32_C(6))

// This game does not have what is asked for: an evaluation, weights, texts for positions, other
// starting positions. Or this library does not: one that was built without all features.
#define IMM_ERR_UNSUPPORTED (-INT32_C(7))

// No state that imm_init() made, or its memory was used for something else, or copied elsewhere: a
// state stays where it was made.
#define IMM_ERR_STATE (-INT32_C(8))

// Another call with the same state is under way: this one came from one of its callbacks, or from
// another thread. Only imm_stop() and imm_last_status() may be called then.
#define IMM_ERR_BUSY (-INT32_C(9))

// Time is the only limit, and imm_config has neither `now_ms` nor `now_us`.
#define IMM_ERR_NO_CLOCK (-INT32_C(10))

// None of iterations, nodes and time is limited: the search would never end.
#define IMM_ERR_NO_LIMIT (-INT32_C(11))

// The game is over.
#define IMM_ERR_GAME_OVER (-INT32_C(12))

// The move is not legal; the position is as it was.
#define IMM_ERR_ILLEGAL_MOVE (-INT32_C(13))

// The text names no legal move, or no position of this game; nothing has changed.
#define IMM_ERR_TEXT (-INT32_C(14))

// The buffer is too small: a text buffer holds the empty text then. Or it overlaps the state.
#define IMM_ERR_BUFFER (-INT32_C(15))

// The notation is wrong: imm_configure_error() says what and where. The configuration is as it
// was.
#define IMM_ERR_SPEC (-INT32_C(16))

// imm_game is incomplete: a required callback or size is missing, or a size is out of range.
#define IMM_ERR_GAME (-INT32_C(17))

// legal_moves() returned more than `max_moves`.
#define IMM_ERR_TOO_MANY_MOVES (-INT32_C(18))

// legal_moves() returned none while outcome() says that the game goes on.
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

// Two options of imm_config make no sense together: imm_config_error() says which, and why.
#define IMM_ERR_CONTRADICTION (-INT32_C(25))

// The bytes are no position of this game and board, or no whole save, or were changed; nothing has
// changed here.
#define IMM_ERR_BYTES (-INT32_C(26))

// imm_undo(): there is no move to take back. Was imm_keep_history() called?
#define IMM_ERR_NO_PAST (-INT32_C(27))

// imm_load(): saved by a library whose saves are different.
#define IMM_ERR_SAVED_VERSION (-INT32_C(28))

// imm_load(): the save is of another game or board; or of a game of one's own, and from a target
// of another kind.
#define IMM_ERR_SAVED_GAME (-INT32_C(29))

// imm_load(): the save is of another player.
#define IMM_ERR_SAVED_PLAYER (-INT32_C(30))

// imm_load(): the state that was saved had more memory, or less.
#define IMM_ERR_SAVED_MEMORY (-INT32_C(31))

// States that play different games, or on different boards.
#define IMM_ERR_OTHER_GAME (-INT32_C(32))

// States whose players are too different.
#define IMM_ERR_OTHER_PLAYER (-INT32_C(33))

// States that are not at the same position.
#define IMM_ERR_OTHER_POSITION (-INT32_C(34))

// Others were merged into this state already; see imm_merge().
#define IMM_ERR_MERGED (-INT32_C(35))

// The player evaluates by a net (IMM_EF_NET), and there is none; see imm_set_net().
#define IMM_ERR_NO_NET (-INT32_C(36))

// The bytes are no whole net, or were changed, or are of a version that the library does not know.
#define IMM_ERR_NET (-INT32_C(37))

// A net for another game, or for another number of features.
#define IMM_ERR_NET_GAME (-INT32_C(38))

/* ---- What callbacks return ------------------------------------------------------------------- */

/* What a callback of imm_game returns that could not do its work; as a number of its own type. */
#define IMM_FAILED INT32_MIN

// weight(): this move wins at once; a playout plays it without looking further.
#define IMM_WEIGHT_DECISIVE UINT32_C(65535)

// weight(): this move prevents an immediate loss; while there are such moves, playouts draw from
// them only.
#define IMM_WEIGHT_FORCED UINT32_C(65534)

// The largest `max_score` of a game of your own.
#define IMM_SCORE_MAX UINT32_C(32767)

// The most features of a game of your own.
#define IMM_FEATURES_MAX UINT32_C(256)

// What a visitor of imm_visit_tree() returns to go on with the positions below this one.
#define IMM_VISIT_BELOW INT32_C(0)

// What a visitor returns to leave out what is below this position.
#define IMM_VISIT_BESIDE INT32_C(1)

// What a visitor returns to end the visit.
#define IMM_VISIT_STOP INT32_C(2)

/* ---- A game of your own in imm-arena --------------------------------------------------------- */

/* A game of your own for imm-arena, which checks it, plays matches with it, times and solves it:
 * `imm-arena match --game ./my_game.so "mcts()" "ab()" --games 100 --ms 20`. Put this function
 * beside its imm_game, and build the file as a shared library (cc -shared -fPIC); it needs no imm
 * but this header. The callbacks are called by several threads at a time, all with one `context`.
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

// `algorithm`: the tree search, Monte Carlo tree search with its policies.
#define IMM_MCTS IMM_TYPED(uint8_t, 0)

// `algorithm`: best-first minimax with UCT: the tree search without playouts, by minimax values
// alone. A game of your own needs evaluate() for it. In imm_config it has defaults of its own for
// `c` (0.7), `im` (1, the only value that it takes), `fpu` (0.5) and `decision` (IMM_DECIDE_LOG),
// and neither `no_solver`, `np`, `max`, IMM_EXPAND_ONE nor anything that is about playouts.
#define IMM_BEST_FIRST IMM_TYPED(uint8_t, 2)

// `algorithm`: alpha-beta, depth first by iterative deepening.
#define IMM_ALPHA_BETA IMM_TYPED(uint8_t, 1)

// `algorithm`: the player that was measured as the strongest of the game, or for a game of your
// own the strongest with the callbacks that it has; docs/PLAYERS.md has the matches. In a block
// that has no room for it, mcts(). imm_best() says which it is. Of the other fields only `seed`
// and the clock are looked at. Needs a library with the feature `policies`.
#define IMM_BEST IMM_TYPED(uint8_t, 3)

// `evaluator`: the game's own first choice; for a game of your own, its `evaluate`.
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

// The number 0, for a field of imm_config where 0 means a default that is not the number 0: `c`,
// `fpu`, `ege`, `fet`, `playout_looked`. Assign it whatever the field's type: an unsigned one then
// holds its largest number. (Where -Wconversion warns of that, cast it to the field's type.)
#define IMM_ZERO (-INT32_C(1))

/* ---- imm_config: tree search ----------------------------------------------------------------- */

// `expansion`: all children where something tells them apart at once (`im`, `cb`, `impb`, `pb`,
// `tp`, `ct`, `fpu`, `np`, `softmax`, `eps`), else one.
#define IMM_EXPAND_AUTO IMM_TYPED(uint8_t, 0)

// `expansion`: one child a simulation. The least memory.
#define IMM_EXPAND_ONE IMM_TYPED(uint8_t, 1)

// `expansion`: all children of a leaf at once, each with its static value.
#define IMM_EXPAND_ALL IMM_TYPED(uint8_t, 2)

// `im_schedule`: `im`, whatever the visits.
#define IMM_IM_CONSTANT IMM_TYPED(uint8_t, 0)

// `im_schedule`: im * K / (n + K) at a node with n visits, K being `im_visits`: falls to a half
// after K.
#define IMM_IM_FALLING IMM_TYPED(uint8_t, 1)

// `im_schedule`: im * n / (n + K): rises to a half after K.
#define IMM_IM_RISING IMM_TYPED(uint8_t, 2)

// `pb_divisor`: sqrt(losses + 1).
#define IMM_PB_SQRT_LOSSES IMM_TYPED(uint8_t, 0)

// `pb_divisor`: losses + 1.
#define IMM_PB_LOSSES IMM_TYPED(uint8_t, 1)

// `pb_divisor`: visits + 1.
#define IMM_PB_VISITS IMM_TYPED(uint8_t, 2)

// `leaf`: by its static value.
#define IMM_LEAF_STATIC IMM_TYPED(uint8_t, 0)

// `leaf`: by an alpha-beta search of `leaf_depth` plies.
#define IMM_LEAF_ALPHA_BETA IMM_TYPED(uint8_t, 1)

// `leaf`: by a quiescence search of up to 4 plies. A game of your own needs noisy() for it.
#define IMM_LEAF_QUIESCENCE IMM_TYPED(uint8_t, 2)

// `flags`: a table of what positions are worth, by their evaluation or by a search of the leaf. A
// position that is reached by several lines is then seldom evaluated twice. It pays if an
// evaluation is expensive. Takes an eighth of the tree's memory, together with IMM_FLAG_PROOFTT.
// A game of your own needs hash() for it.
#define IMM_FLAG_EVALTT IMM_TYPED(uint8_t, 1)

// `flags`: a table of the proven values of positions, so that a proof holds wherever else in the
// tree a position is. For games in which many lines lead to one position, and to solve games that
// are larger than the memory. hash() must cover everything that the rules depend on. Not together
// with `no_solver`, nor in a shared tree. Takes an eighth of the tree's memory.
#define IMM_FLAG_PROOFTT IMM_TYPED(uint8_t, 2)

// `flags`: score bounds: the search also proves that a player cannot lose. If a draw is certain, a
// move that cannot win is not searched further. Use it to prove draws. Takes no memory. Not
// together with `no_solver` or `marg`, nor in a shared tree.
#define IMM_FLAG_BOUNDS IMM_TYPED(uint8_t, 4)

// Deprecated name of IMM_FLAG_EVALTT, until version 0.4.
#define IMM_TT_EVALUATIONS IMM_TYPED(uint8_t, IMM_FLAG_EVALTT)

// Deprecated name of IMM_FLAG_PROOFTT, until version 0.4.
#define IMM_TT_PROOFS IMM_TYPED(uint8_t, IMM_FLAG_PROOFTT)

// Deprecated name of IMM_FLAG_BOUNDS, until version 0.4.
#define IMM_TT_BOUNDS IMM_TYPED(uint8_t, IMM_FLAG_BOUNDS)

// `decision`: most visits ("robust child"); in IMM_BEST_FIRST, whose default is another, the
// default: there say IMM_DECIDE_SAFEST.
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

// `playout`: sampled uniformly, or as `ipp` and `ege` say.
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

// `playout_looked`: all moves.
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

// Different mistakes that imm_check_report has room for.
#define IMM_CHECK_FINDINGS IMM_TYPED(size_t, 8)

// Bytes that suffice for imm_check_text().
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

// `kind`: legal_moves() returned none while the game goes on; pass() led to a position without
// moves.
#define IMM_CHECK_NO_MOVES INT32_C(7)

// `kind`: legal_moves() listed IMM_MOVE_NONE, or wrote fewer moves than it returned.
#define IMM_CHECK_MOVE_NONE INT32_C(8)

// `kind`: legal_moves() listed a move twice.
#define IMM_CHECK_MOVE_TWICE INT32_C(9)

// `kind`: unmake() did not restore every byte of the position.
#define IMM_CHECK_NOT_RESTORED INT32_C(10)

// `kind`: A callback that should only look changed the position, or pass() did and returned 0.
#define IMM_CHECK_CHANGED INT32_C(11)

// `kind`: A callback answered differently when asked again; make() led to another position.
#define IMM_CHECK_UNSTEADY INT32_C(12)

// `kind`: A callback answered differently for a copy of the position elsewhere: the position has
// pointers into itself, or a part of it is kept outside.
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

// `kind`: evaluate() speaks for the player to move, or for SECOND: seen from how games end, so it
// takes some hundred of them. Or score() gives the fewer points to most of those who win, FIRST or
// SECOND: that takes 25 games. Some may: a game can be won by its own rules, not by points.
#define IMM_CHECK_VIEW INT32_C(19)

// `kind`: random_move() drew a move that legal_moves() does not list.
#define IMM_CHECK_ILLEGAL_DRAW INT32_C(20)

// `kind`: random_move() does not draw every move alike: chance explains it once in 10^11 checks.
#define IMM_CHECK_UNEVEN_DRAW INT32_C(21)

// `kind`: hash() is equal for positions that differ in the player to move, their moves, evaluation
// or features, or in the moves or the winner after the same further moves. So that such positions
// meet, all orders of a few moves are played below one position of 128.
#define IMM_CHECK_HASH_SHARED INT32_C(22)

// `kind`: hash() differs for one position, reached by two orders of the same moves.
#define IMM_CHECK_HASH_SPLIT INT32_C(23)

// `kind`: Eight bits of hash() or more never change.
#define IMM_CHECK_HASH_NARROW INT32_C(24)

// `kind`: pass() did not hand over the turn.
#define IMM_CHECK_PASS_KEEPS_TURN INT32_C(25)

// `kind`: pass(), called again, refused, or did not restore every byte.
#define IMM_CHECK_PASS_NOT_BACK INT32_C(26)

// `kind`: 256 noisy moves in a row, and there are further ones.
#define IMM_CHECK_NOISY_ENDLESS INT32_C(27)

// `kind`: A game goes on beyond `max_plies`.
#define IMM_CHECK_TOO_LONG INT32_C(28)

// `kind`: move_text() wrote an empty text.
#define IMM_CHECK_TEXT_EMPTY INT32_C(29)

// `kind`: move_text() wrote the same text for two moves of a position.
#define IMM_CHECK_TEXT_TWICE INT32_C(30)

// `kind`: move_text() returned another length than it wrote, wrote no closing 0, or more than the
// 128 bytes that imm_parse_move() compares.
#define IMM_CHECK_TEXT_LENGTH INT32_C(31)

// `kind`: move_text() wrote what is not UTF-8.
#define IMM_CHECK_TEXT_ENCODING INT32_C(32)

// `kind`: weight() is IMM_WEIGHT_DECISIVE for a move that does not win at once.
#define IMM_CHECK_NOT_DECISIVE INT32_C(33)

// `kind`: A shortcut of a built-in game disagrees with what it stands for.
#define IMM_CHECK_DISAGREES INT32_C(34)

// `kind`: weight() is IMM_WEIGHT_FORCED for a move that prevents no immediate loss: the opponent
// can win at once after it, but not after another one; or after no move, nor after a pass.
#define IMM_CHECK_NOT_FORCED INT32_C(35)

// `kind`: features() wrote outside of its `feature_count` bytes.
#define IMM_CHECK_FEATURES_OVERRUN INT32_C(36)

// `kind`: features() are not in the view of the player to move: seen from how games end, so it
// takes some hundred of them.
#define IMM_CHECK_FEATURES_VIEW INT32_C(37)

// `kind`: unmake() reads undo bytes that make() did not write. The check fills all `undo_size`
// bytes with poison, other bytes each time, before it calls make(); a search leaves those of other
// moves there. unmake() then restores another position, or writes outside of the position.
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

// Length of `nanoseconds` in imm_check_report: no IMM_CALLBACK_* is larger than 23.
#define IMM_CALLBACKS IMM_TYPED(size_t, 24)

/* ---- Boards ---------------------------------------------------------------------------------- */

// Kalah: a last seed in an own empty house captures even if the house opposite is empty (the usual
// rule in research).
#define IMM_CAPTURE_EMPTY IMM_TYPED(uint8_t, 0)

// Kalah: a last seed in an own empty house captures only if the house opposite holds seeds.
#define IMM_CAPTURE_STANDARD IMM_TYPED(uint8_t, 1)

// Kalah: the seeds opposite are captured, and the capturing seed stays in its house.
#define IMM_CAPTURE_STAYS IMM_TYPED(uint8_t, 2)

// Lines of Action: the rules of the Mind Sports Olympiad, as imm_loa() has them.
#define IMM_LOA_OLYMPIAD IMM_TYPED(uint8_t, 0)

// Lines of Action: the rules of OpenSpiel. Who connects both sides by one move has won; a board
// that occurs for the second time since the last capture is a draw, whoever is to move; who has no
// move has lost.
#define IMM_LOA_OPENSPIEL IMM_TYPED(uint8_t, 1)

// Othello: the winner gets the squares that are empty when the game is over, as in tournaments. It
// changes the score, which `marg` plays for, not the winner.
#define IMM_OTHELLO_EMPTIES_TO_WINNER IMM_TYPED(uint8_t, 0)

// Othello: only discs count.
#define IMM_OTHELLO_DISCS_ONLY IMM_TYPED(uint8_t, 1)

/* ---- Sizes ----------------------------------------------------------------------------------- */

// Alignment in bytes of the memory that imm_init() is given.
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

// Bytes that suffice for every text of a built-in game, the closing 0 included: moves, positions.
#define IMM_TEXT_MAX IMM_TYPED(size_t, 192)

// Bytes that suffice for every player as text, the closing 0 included.
#define IMM_PLAYER_TEXT_MAX IMM_TYPED(size_t, 336)

// Moves of the line that a watcher is shown, at most.
#define IMM_WATCHED_LINE UINT32_C(16)

// Bytes of one slot of the tree. A node takes a slot, and so does every run of siblings.
#define IMM_SLOT_SIZE IMM_TYPED(size_t, 24)

// Bytes that a state takes beside its positions, moves and tree, at most, on any target.
#define IMM_STATE_SIZE IMM_TYPED(size_t, 1616)

// Bytes that a player who evaluates by a net (IMM_EF_NET) takes out of the tree's, or out of the
// stack's of alpha-beta, at most, on any target.
#define IMM_NET_SIZE IMM_TYPED(size_t, 1408)

// Bytes of a position of Lines of Action, at most, on any target; a state has two of them.
#define IMM_LOA_POSITION_SIZE IMM_TYPED(size_t, 768)

// Bytes of a position of Oware, at most, on any target; a state has two of them.
#define IMM_OWARE_POSITION_SIZE IMM_TYPED(size_t, 640)

/* Bytes, as a constant, that suffice for a game with these properties and a tree of `slots`
 * slots. */
#define IMM_MEMORY_SIZE(slots, max_moves, position_size, undo_size) \
    (IMM_STATE_SIZE + 512 + 64 + sizeof(imm_move) * (max_moves) + sizeof(char[2]) * ((position_size) + 15) + \
     sizeof(char[6]) * ((undo_size) + 15) + sizeof(char[IMM_SLOT_SIZE]) * (slots))

/* The same for the built-in games, on their largest boards. */
#define IMM_BREAKTHROUGH_MEMORY_SIZE(slots) IMM_MEMORY_SIZE(slots, 48, 0, 0)
#define IMM_KALAH_MEMORY_SIZE(slots) IMM_MEMORY_SIZE(slots, 7, 0, 0)
#define IMM_LOA_MEMORY_SIZE(slots) IMM_MEMORY_SIZE(slots, 96, IMM_LOA_POSITION_SIZE, 0)
#define IMM_OWARE_MEMORY_SIZE(slots) IMM_MEMORY_SIZE(slots, 6, IMM_OWARE_POSITION_SIZE, 0)
#define IMM_OTHELLO_MEMORY_SIZE(slots) IMM_MEMORY_SIZE(slots, 50, 0, 0)
#define IMM_ONITAMA_MEMORY_SIZE(slots) IMM_MEMORY_SIZE(slots, 40, 0, 0)

/* Bytes, as a constant, that suffice beside that for a player who searches leaves `plies` plies
 * deep; 4 for quiescence. */
#define IMM_LEAF_MEMORY_SIZE(plies, max_moves) (sizeof(imm_move) * (plies) * (max_moves) + IMM_ALIGN - 1)

// Bytes of one ply of alpha-beta's stack, at most, beside its moves and lines.
#define IMM_PLY_SIZE IMM_TYPED(size_t, 128)

// Bytes of one bucket of alpha-beta's transposition table: what is known about two positions.
#define IMM_BUCKET_SIZE IMM_TYPED(size_t, 64)

/* Bytes, as a constant, that suffice for alpha-beta to look `plies` plies ahead. */
#define IMM_ALPHA_BETA_MEMORY_SIZE(plies, max_moves, position_size, undo_size) \
    (IMM_STATE_SIZE + 128 + sizeof(imm_move) * ((plies) + 3) * (max_moves) + sizeof(char[2]) * ((position_size) + 15) + \
     sizeof(char[(undo_size) + 15]) * ((plies) + 2) + sizeof(imm_move) * ((plies) * ((plies) + 3) / 2) + \
     sizeof(char[IMM_PLY_SIZE]) * (plies))

/* ---- Version --------------------------------------------------------------------------------- */

// Major version of this header. It agrees with the library's if imm_version() gives the same.
#define IMM_VERSION_MAJOR UINT32_C(0)

// Minor version of this header. While the major version is 0, the ABI may change with it.
#define IMM_VERSION_MINOR UINT32_C(3)

// Patch version of this header.
#define IMM_VERSION_PATCH UINT32_C(0)

#endif // IMM_H
