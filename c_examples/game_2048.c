/* 2048, a game for one player with chance events: the program plays games by itself.
 *
 *     game_2048 [--player PLAYER] [--iterations N] [--games N] [--seed N] [--quiet]
 *
 * A move slides all tiles to one side. Two equal tiles that meet become one tile with their sum,
 * which is added to the score. Then a new tile appears on an empty cell: a 2, or a 4 in one case of
 * ten. The game is over if no move changes the board. PLAYER is a player of imm, for example
 * mcts(). --quiet prints only the last board of each game.
 *
 *     make -C c_examples game_2048
 *     make -C c_examples game_2048 ARGS="--player mcts() --games 10 --quiet"
 *
 * Part 1 is the game. Part 2 is the program. docs/MORE_PLAYERS.md explains games for one player.
 *
 * The code is C99 and allocates no memory. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "imm.h"

/* ==== Part 1: the game ======================================================================== */

enum { LEFT, RIGHT, UP, DOWN, MOVES };                /* the moves */
enum { TILE = 16, CELLS = 16, ODDS = 10, FOURS = 1 }; /* an outcome: TILE + 2 * cell + (1 for a 4) */
enum { STRIPS = 1 << 16, RANK_MAX = 15 };

/* The largest score on the scale of returns(). With short searches, few games reach this score. */
static const float score_max = 200000;

/* A strip is a row or a column, with 4 bits for each of its four cells: 0 for an empty cell, or the
 * exponent of the tile (its rank), such as 11 for 2048. */
typedef struct {
    uint16_t left, right; /* the strip after a move to this side */
    uint32_t gain;        /* the points of such a move */
    float value;          /* for the evaluation */
} strip;

/* A position. Cell 0 is at the top left, in the lowest bits of `board`. */
typedef struct {
    uint64_t board;
    uint32_t score, due; /* `due` tiles have to appear before the next move */
} position;

static uint32_t reversed(uint32_t l) { return (l & 0xF) << 12 | (l & 0xF0) << 4 | (l >> 4 & 0xF0) | l >> 12; }

/* Slides a strip towards its first cell. */
static uint32_t slid(uint32_t l, uint32_t *gain) {
    uint32_t result = 0, last = 0, count = 0;
    *gain = 0;
    for (; l; l >>= 4) {
        uint32_t rank = l & 15;
        if (rank && rank == last && rank < RANK_MAX) {
            result += 1u << (4 * (count - 1)); /* the tile before gets the next rank */
            *gain += 2u << rank, last = 0;
        } else if (rank) result |= rank << 4 * count++, last = rank;
    }
    return result;
}

static float power(float base, int exponent) { return exponent ? base * power(base, exponent - 1) : 1; }

/* The value of a strip is higher if it has empty cells and equal neighbours, and if its ranks rise
 * in one direction. Two equal tiles lower the value more than the tile that they merge into, so
 * merging is good. The weights come from the program 2048-ai (github.com/nneonneo/2048-ai). */
static float strip_value(uint32_t l) {
    float empty = 0, merges = 0, sum = 0, rising = 0, falling = 0;
    for (int i = 0, before = 0; i < 4; i++) {
        int rank = l >> 4 * i & 15;
        empty += rank == 0;
        sum += power((float)rank, 3) * 2;
        if (i > 0 && rank && rank == before) merges++;
        if (i > 0 && rank > before) rising += power((float)rank, 4) - power((float)before, 4);
        if (i > 0 && rank < before) falling += power((float)before, 4) - power((float)rank, 4);
        before = rank;
    }
    return 270 * empty + 700 * merges - 11 * sum - 47 * (rising < falling ? rising : falling);
}

/* Fills in the data that all positions share: the `context` of the callbacks. */
static void strips_set_up(strip *strips) {
    for (uint32_t l = 0; l < STRIPS; l++) {
        uint32_t unused;
        strips[l].left = (uint16_t)slid(l, &strips[l].gain);
        strips[l].right = (uint16_t)reversed(slid(reversed(l), &unused));
        strips[l].value = strip_value(l);
    }
}

static uint32_t row(uint64_t board, unsigned i) { return board >> 16 * i & 0xFFFF; }

/* Returns the board mirrored at its diagonal, so that columns are rows. */
static uint64_t mirrored(uint64_t b) {
    b = (b & UINT64_C(0xF0F00F0FF0F00F0F)) | (b & UINT64_C(0x0000F0F00000F0F0)) << 12 |
        (b & UINT64_C(0x0F0F00000F0F0000)) >> 12;
    return (b & UINT64_C(0xFF00FF0000FF00FF)) | (b & UINT64_C(0x00000000FF00FF00)) << 24 |
           (b & UINT64_C(0x00FF00FF00000000)) >> 24;
}

/* Writes the moves to the left and to the right that change the rows of the board. */
static uint32_t slides(const strip *strips, uint64_t board, imm_move left, imm_move *moves) {
    bool to_left = false, to_right = false;
    uint32_t count = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t l = row(board, i);
        to_left |= strips[l].left != l, to_right |= strips[l].right != l;
    }
    if (to_left) moves[count++] = left;
    if (to_right) moves[count++] = left + 1;
    return count;
}

static uint32_t player_moves(const strip *strips, uint64_t board, imm_move *moves) {
    uint32_t count = slides(strips, board, LEFT, moves);
    return count + slides(strips, mirrored(board), UP, moves + count);
}

/* All bytes of the position are 0 before the call, so the board is empty. Two tiles appear. */
static void initial(void *context, void *at) {
    (void)context;
    ((position *)at)->due = 2;
}

static uint32_t legal_moves(void *context, const void *at, imm_move *moves) {
    const position *p = (const position *)at;
    uint32_t count = 0;
    if (!p->due) return player_moves((const strip *)context, p->board, moves);
    for (uint32_t cell = 0; cell < CELLS; cell++)
        if (!(p->board >> 4 * cell & 15)) {
            moves[count++] = TILE + 2 * cell;
            moves[count++] = TILE + 2 * cell + 1;
        }
    return count;
}

static void make(void *context, void *at, imm_move move, void *undo) {
    const strip *strips = (const strip *)context;
    position *p = (position *)at;
    if (undo) memcpy(undo, p, sizeof *p);
    if (move >= TILE) {
        p->board |= (uint64_t)(1 + move % 2) << 4 * ((move - TILE) / 2);
        p->due--;
        return;
    }
    uint64_t from = move < UP ? p->board : mirrored(p->board), to = 0;
    for (unsigned i = 0; i < 4; i++) {
        const strip *l = &strips[row(from, i)];
        to |= (uint64_t)(move % 2 ? l->right : l->left) << 16 * i;
        p->score += l->gain;
    }
    p->board = move < UP ? to : mirrored(to);
    p->due = 1;
}

static void unmake(void *context, void *at, imm_move move, const void *undo) {
    (void)context, (void)move;
    memcpy(at, undo, sizeof(position));
}

static imm_player to_move(void *context, const void *at) {
    (void)context;
    return ((const position *)at)->due ? IMM_CHANCE : 0;
}

static imm_result outcome(void *context, const void *at) {
    const position *p = (const position *)at;
    imm_move moves[MOVES];
    return p->due || player_moves((const strip *)context, p->board, moves) ? IMM_ONGOING : IMM_OVER;
}

/* The cells are equally likely. */
static uint32_t chance(void *context, const void *at, imm_move move) {
    (void)context, (void)at;
    return move % 2 ? FOURS : ODDS - FOURS;
}

/* Optional. Samples a move or an outcome without a list of all of them, which makes playouts
 * faster. Chance outcomes must be sampled by weight. */
static imm_move random_move(void *context, const void *at, uint32_t random) {
    const position *p = (const position *)at;
    imm_move moves[MOVES];
    uint32_t empty = 0, cell = 0;
    if (!p->due) {
        uint32_t count = player_moves((const strip *)context, p->board, moves);
        return moves[(uint64_t)random * count >> 32];
    }
    for (uint64_t board = p->board, i = 0; i < CELLS; i++, board >>= 4) empty += (board & 15) == 0;
    uint32_t sampled = (uint32_t)((uint64_t)random * empty * ODDS >> 32);
    for (uint32_t skip = sampled / ODDS; p->board >> 4 * cell & 15 || skip > 0; cell++)
        skip -= (p->board >> 4 * cell & 15) == 0;
    return TILE + 2 * cell + (sampled % ODDS >= ODDS - FOURS);
}

/* Converts the score to the scale of returns(): 0 becomes -1, and the largest score becomes 1. */
static float share(const position *p) { return 2 * (float)p->score / score_max - 1; }

static float returns(void *context, const void *at, imm_player player) {
    (void)context, (void)player;
    return share((const position *)at);
}

/* The score so far plus a bonus for a good board. The bonus is always positive, so the end of the
 * game is worse than going on. */
static float evaluate_for(void *context, const void *at, imm_player player) {
    const strip *strips = (const strip *)context;
    const position *p = (const position *)at;
    const uint64_t columns = mirrored(p->board);
    float value = 0;
    (void)player;
    for (unsigned i = 0; i < 4; i++) value += strips[row(p->board, i)].value + strips[row(columns, i)].value;
    value = 0.6f + value / 1000000;
    return share(p) + (value > 0.1f ? value : 0.1f);
}

static uint32_t move_text(void *context, const void *at, imm_move move, char *text, size_t size) {
    static const char *const names[MOVES] = {"left", "right", "up", "down"};
    (void)context, (void)at;
    if (move < MOVES) return (uint32_t)snprintf(text, size, "%s", names[move]);
    unsigned cell = (move - TILE) / 2;
    return (uint32_t)snprintf(text, size, "%c%u=%u", (int)('a' + cell % 4), cell / 4 + 1, move % 2 ? 4 : 2);
}

static const imm_game game_rules = {
    .struct_size = sizeof(imm_game),
    .position_size = sizeof(position),
    .undo_size = sizeof(position),
    .max_moves = 2 * CELLS,
    .max_plies = 100000,
    .initial = initial,
    .legal_moves = legal_moves,
    .make = make,
    .unmake = unmake,
    .to_move = to_move,
    .outcome = outcome,
    .random_move = random_move,
    .move_text = move_text,
    .chance = chance,
    .players = 1,
    .returns = returns,
    .evaluate_for = evaluate_for,
};

/* Exports the game for a shared library: `make -C c_examples more_players_plugin`. */
IMM_EXPORT const imm_game *imm_plugin(void);
const imm_game *imm_plugin(void) {
    static strip strips[STRIPS];
    static imm_game game;
    strips_set_up(strips);
    game = game_rules, game.context = strips;
    return &game;
}

/* ==== Part 2: the program ===================================================================== */

#if !defined(GAME_2048_GAME_ONLY) && !defined(UGI_OWN_GAME) /* for tests and for ugi.c */

#include "console.h"

static unsigned char memory[16 << 20];

typedef struct {
    const char *player;
    uint64_t iterations, games, seed;
    bool quiet;
} settings;

static void draw(const position *p) {
    for (unsigned cell = 0; cell < CELLS; cell++) {
        unsigned rank = p->board >> 4 * cell & 15;
        if (rank) printf("%7u", 1u << rank);
        else printf("%7s", ".");
        if (cell % 4 == 3) puts("");
    }
}

/* Plays a game, and prints the largest tile and the score. Returns false on an error. */
static bool play(const settings *set, uint64_t seed) {
    const imm_game *game = imm_plugin();
    imm_state *state;
    imm_report report;
    position p;
    size_t length;
    unsigned plies = 0, rank = 0;
    if (imm_open(memory, sizeof memory, game, set->player, seed, &state) != IMM_OK) return false;
    srand((unsigned)seed);
    for (; imm_outcome(state) == IMM_ONGOING; plies++) {
        bool due = imm_player_to_move(state) == IMM_CHANCE;
        if (!due && (imm_step(state, (uint32_t)set->iterations) != IMM_OK || imm_get_report(state, &report) != IMM_OK))
            return false;
        imm_move move = due ? imm_sample_chance(state, (uint32_t)rand() << 16 ^ (uint32_t)rand()) : report.best;
        if (imm_play(state, move) != IMM_OK) return false;
        if (imm_position_bytes(state, &p, sizeof p, &length) != IMM_OK) return false;
        if (!set->quiet && plies % 200 == 0) draw(&p), printf("score %u\n\n", (unsigned)p.score);
    }
    draw(&p);
    for (unsigned cell = 0; cell < CELLS; cell++)
        if ((p.board >> 4 * cell & 15) > rank) rank = p.board >> 4 * cell & 15;
    printf("largest tile %u, score %u, %u plies\n", 1u << rank, (unsigned)p.score, plies);
    return true;
}

/* Applies one option. Returns the number of words that the option takes, or 0 if it is wrong. */
static int take_option(settings *set, const char *option, const char *value) {
    uint64_t number;
    if (strcmp(option, "--quiet") == 0) return set->quiet = true, 1;
    if (strcmp(option, "--player") == 0 && *value) return set->player = value, 2;
    if (!console_read_number(value, UINT32_MAX, &number)) return 0;
    if (strcmp(option, "--seed") == 0) return set->seed = number, 2;
    if (strcmp(option, "--games") == 0) return set->games = number, 2;
    if (strcmp(option, "--iterations") == 0 && number > 0) return set->iterations = number, 2;
    return 0;
}

int main(int argc, char **argv) {
    settings set = {.player = "bfm()", .iterations = 200, .games = 1, .seed = 1};
    for (int i = 1, used; i < argc; i += used) {
        used = take_option(&set, argv[i], i + 1 < argc ? argv[i + 1] : "");
        if (used == 0) {
            fprintf(stderr, "game_2048: cannot make sense of '%s'\n", argv[i]);
            fputs("usage: game_2048 [--player PLAYER] [--iterations N] [--games N] [--seed N] [--quiet]\n", stderr);
            return 2;
        }
    }
    for (uint64_t i = 0; i < set.games; i++)
        if (!play(&set, set.seed + i)) return fprintf(stderr, "game_2048: %s cannot play\n", set.player), 1;
    return 0;
}

#endif
