/* Hex on the terminal: a game of which only the rules are known.
 *
 *     hex [SIZE] [--first PLAYER] [--second PLAYER] [--ms N] [--seed N]
 *
 * Boards are 3 to 11 squares wide, 7 by default. x connects left and right, o connects top and
 * bottom; a square touches six others, those above and below it being shifted by half a square. One
 * of the two always does, and there are no draws. A PLAYER is `me`, a person who types squares, a1,
 * or a player of imm's: mcts(c0.2,mast,grave). Works through a pipe.
 *
 * Part 1 is the game: its rules, and nothing that says how good a position is. What makes imm
 * strong all the same is what it learns from its own simulations: docs/RULES_ONLY.md. Part 2 is the
 * program. See connect_four.c for a game with all that helps a search, and more words.
 *
 * C99, no allocation. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "imm.h"

/* ==== Part 1: the game ======================================================================== */

#ifndef HEX_SIZE
#define HEX_SIZE 7 /* of the game that is a shared library */
#endif

enum { SIZE_MIN = 3, SIZE_MAX_HEX = 11, SQUARES_MAX = SIZE_MAX_HEX * SIZE_MAX_HEX };

/* Squares are bits, row by row. */
typedef struct {
    uint64_t low, high;
} squares;

/* What all positions share: the `context` of the callbacks. */
typedef struct {
    unsigned size, count;      /* squares in a row, and in all */
    squares near[SQUARES_MAX]; /* the neighbours of each */
    squares edges[2][2];       /* those that each player connects */
    squares all;
} board;

/* A position: imm copies it as bytes. */
typedef struct {
    squares stones[2];
    squares joined[2][2]; /* of each player's stones those that touch one of his edges, over others of his */
    uint32_t plies;       /* IMM_FIRST is to move when it is even */
    int32_t result;
} position;

static squares either(squares a, squares b) {
    squares both = {a.low | b.low, a.high | b.high};
    return both;
}

static squares common(squares a, squares b) {
    squares both = {a.low & b.low, a.high & b.high};
    return both;
}

static squares without(squares a, squares b) {
    squares rest = {a.low & ~b.low, a.high & ~b.high};
    return rest;
}

static bool any(squares a) { return (a.low | a.high) != 0; }

static squares square(unsigned n) {
    squares one = {n < 64 ? UINT64_C(1) << n : 0, n < 64 ? 0 : UINT64_C(1) << (n - 64)};
    return one;
}

static unsigned count_word(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (unsigned)(bits * UINT64_C(0x0101010101010101) >> 56);
}

/* The number of the lowest bit that is set. */
static unsigned lowest_of_word(uint64_t bits) { return count_word((bits & (0 - bits)) - 1); }
static unsigned lowest(squares a) { return a.low ? lowest_of_word(a.low) : 64 + lowest_of_word(a.high); }

static bool board_set_up(board *b, unsigned size) {
    static const int steps[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};
    if (size < SIZE_MIN || size > SIZE_MAX_HEX) return false;
    memset(b, 0, sizeof *b);
    b->size = size, b->count = size * size;
    for (unsigned n = 0; n < b->count; n++) {
        unsigned column = n % size, row = n / size;
        b->all = either(b->all, square(n));
        for (unsigned i = 0; i < 6; i++) {
            unsigned x = column + (unsigned)steps[i][0], y = row + (unsigned)steps[i][1];
            if (x < size && y < size) b->near[n] = either(b->near[n], square(y * size + x));
        }
        if (column == 0) b->edges[0][0] = either(b->edges[0][0], square(n));
        if (column == size - 1) b->edges[0][1] = either(b->edges[0][1], square(n));
        if (row == 0) b->edges[1][0] = either(b->edges[1][0], square(n));
        if (row == size - 1) b->edges[1][1] = either(b->edges[1][1], square(n));
    }
    return true;
}

static squares free_squares(const board *b, const position *p) {
    return without(b->all, either(p->stones[0], p->stones[1]));
}

/* The bytes are 0 before. */
static void initial(void *context, void *at) {
    (void)context;
    ((position *)at)->result = IMM_ONGOING;
}

/* A move is the number of its square. */
static uint32_t legal_moves(void *context, const void *at, imm_move *moves) {
    squares empty = free_squares((const board *)context, (const position *)at);
    uint32_t n = 0;
    for (; empty.low; empty.low &= empty.low - 1) moves[n++] = lowest_of_word(empty.low);
    for (; empty.high; empty.high &= empty.high - 1) moves[n++] = 64 + lowest_of_word(empty.high);
    return n;
}

/* A stone that touches an edge, or one that is joined to it, is joined to it as well, and with it
 * all that it touches. Each stone is joined once to each edge: so this takes little time. */
static bool join(const board *b, squares stones, squares edge, squares *joined, unsigned stone) {
    squares found = square(stone);
    if (!any(common(found, edge)) && !any(common(b->near[stone], *joined))) return false;
    for (; any(found); found = without(either(found, common(b->near[stone], stones)), *joined)) {
        stone = lowest(found);
        *joined = either(*joined, square(stone));
    }
    return true;
}

/* What was joined before cannot be seen in the position: `undo` keeps it. */
static void make(void *context, void *at, imm_move move, void *undo) {
    const board *b = (const board *)context;
    position *p = (position *)at;
    unsigned who = p->plies & 1;
    if (undo) memcpy(undo, p->joined[who], sizeof p->joined[who]);
    p->stones[who] = either(p->stones[who], square(move));
    bool one = join(b, p->stones[who], b->edges[who][0], &p->joined[who][0], move);
    bool other = join(b, p->stones[who], b->edges[who][1], &p->joined[who][1], move);
    if (one && other) p->result = who == 0 ? IMM_FIRST_WINS : IMM_SECOND_WINS;
    p->plies++;
}

static void unmake(void *context, void *at, imm_move move, const void *undo) {
    position *p = (position *)at;
    (void)context;
    p->plies--;
    unsigned who = p->plies & 1;
    p->stones[who] = without(p->stones[who], square(move));
    memcpy(p->joined[who], undo, sizeof p->joined[who]);
    p->result = IMM_ONGOING;
}

static imm_player to_move(void *context, const void *at) {
    (void)context;
    return ((const position *)at)->plies & 1 ? IMM_SECOND : IMM_FIRST;
}

static imm_result outcome(void *context, const void *at) {
    (void)context;
    return ((const position *)at)->result;
}

/* Optional: the square that legal_moves() writes at the index that is drawn, without writing all of
 * them. Playouts ask for it at every move. */
static imm_move random_move(void *context, const void *at, uint32_t random) {
    squares empty = free_squares((const board *)context, (const position *)at);
    unsigned first = count_word(empty.low), total = first + count_word(empty.high);
    unsigned skip = (unsigned)((uint64_t)random * total >> 32);
    uint64_t word = skip < first ? empty.low : empty.high;
    imm_move move = skip < first ? 0 : 64;
    skip -= skip < first ? 0 : first;
    for (unsigned width = 32; width > 0; width /= 2) { /* which half holds it */
        unsigned here = count_word(word & ((UINT64_C(1) << width) - 1));
        if (skip >= here) skip -= here, move += width, word >>= width;
    }
    return move;
}

/* Columns a to k, rows from 1. */
static uint32_t move_text(void *context, const void *at, imm_move move, char *text, size_t size) {
    unsigned columns = ((const board *)context)->size, row = move / columns + 1;
    uint32_t n = 0;
    (void)at;
    if (size < 4) return 0;
    text[n++] = (char)('a' + move % columns);
    if (row >= 10) text[n++] = '1';
    text[n++] = (char)('0' + row % 10), text[n] = '\0';
    return n;
}

static imm_game hex(board *b) {
    imm_game game = {
        .struct_size = sizeof game,
        .position_size = sizeof(position),
        .undo_size = sizeof(squares[2]),
        .max_moves = b->count,
        .max_plies = b->count,
        .context = b,
        .initial = initial,
        .legal_moves = legal_moves,
        .make = make,
        .unmake = unmake,
        .to_move = to_move,
        .outcome = outcome,
        .random_move = random_move,
        .move_text = move_text,
    };
    return game;
}

/* Part 1 alone is a shared library that imm-arena plays: `make -C c_examples hex_plugin`. */
IMM_EXPORT const imm_game *imm_plugin(void);
const imm_game *imm_plugin(void) {
    static board b;
    static imm_game game;
    board_set_up(&b, HEX_SIZE);
    game = hex(&b);
    return &game;
}

/* ==== Part 2: the program ===================================================================== */

#ifndef HEX_GAME_ONLY /* a test includes part 1 alone */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    SLOTS = 300000,
    MEMORY_SIZE = IMM_MEMORY_SIZE(SLOTS, SQUARES_MAX, sizeof(position), sizeof(squares[2])),
    LINE_MAX_CHARS = 100
};

/* Room for alignment: C99 has no word for it. */
static unsigned char memory[2][MEMORY_SIZE + IMM_ALIGN];

static void *aligned(unsigned char *bytes) {
    size_t slip = (uintptr_t)bytes % IMM_ALIGN;
    return slip ? bytes + (IMM_ALIGN - slip) : bytes;
}

/* What was asked for on the command line. */
typedef struct {
    unsigned size;
    const char *specs[2];
    uint32_t ms;
    uint64_t seed;
} settings;

/* A game in play: the program has a position of its own, by the same callbacks. */
typedef struct {
    board board;
    imm_game game;
    position p;
    imm_state *states[2]; /* NULL for a person */
    imm_limits limits;
} table;

static const char men[2] = {'x', 'o'};

/* Each row is drawn half a square further to the right than the one above. */
static void draw(const table *t) {
    unsigned size = t->board.size;
    printf("\n   ");
    for (unsigned column = 0; column < size; column++) printf(" %c", (int)('a' + column));
    for (unsigned n = 0; n < t->board.count; n++) {
        unsigned row = n / size;
        squares here = square(n);
        if (n % size == 0) printf("\n%*u ", (int)(row + 2), row + 1);
        printf(" %c", any(common(here, t->p.stones[0])) ? men[0] : any(common(here, t->p.stones[1])) ? men[1] : '.');
    }
    puts("");
}

/* Makes a move on the program's own position, and tells both states. */
static bool play_move(table *t, imm_move move) {
    for (unsigned i = 0; i < 2; i++)
        if (t->states[i] && imm_play(t->states[i], move) != IMM_OK) return false;
    make(&t->board, &t->p, move, NULL);
    return true;
}

static imm_move imm_turn(table *t, unsigned who) {
    imm_report report;
    char text[IMM_TEXT_MAX];
    imm_status status = imm_search_limited(t->states[who], &t->limits, &report);
    if (status != IMM_OK) {
        printf("imm cannot move: %s.\n", imm_status_text(status));
        return IMM_MOVE_NONE;
    }
    move_text(&t->board, &t->p, report.best, text, sizeof text);
    printf("%c plays %s (value %+.2f)\n", men[who], text, who == 0 ? (double)report.value : 0.0 - (double)report.value);
    return report.best;
}

static imm_move person_turn(table *t, unsigned who) {
    char line[LINE_MAX_CHARS], text[IMM_TEXT_MAX];
    imm_move moves[SQUARES_MAX];
    uint32_t n = legal_moves(&t->board, &t->p, moves);
    for (;;) {
        printf("%c> ", men[who]);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin)) return IMM_MOVE_NONE;
        line[strcspn(line, " \r\n")] = '\0';
        for (uint32_t i = 0; i < n; i++) {
            move_text(&t->board, &t->p, moves[i], text, sizeof text);
            if (strcmp(text, line) == 0) return moves[i];
        }
        printf("A square that is free, column and row: %s\n", text);
    }
}

static int play(table *t) {
    draw(t);
    while (t->p.result == IMM_ONGOING) {
        unsigned who = t->p.plies & 1;
        imm_move move = t->states[who] ? imm_turn(t, who) : person_turn(t, who);
        if (move == IMM_MOVE_NONE) return 0;
        if (!play_move(t, move)) return 1;
        draw(t);
    }
    printf("The game is over: %c wins.\n", men[t->p.result == IMM_SECOND_WINS]);
    return 0;
}

/* Sets imm up to play a side. */
static bool open_seat(table *t, const settings *set, unsigned who) {
    char why[IMM_TEXT_MAX] = "";
    imm_config config = imm_config_default();
    const char *spec = set->specs[who];
    if (strcmp(spec, "me") == 0) return true;
    if (imm_configure(&config, spec) != IMM_OK) {
        imm_configure_error(spec, why, sizeof why);
        fprintf(stderr, "%s: %s\n", spec, why);
        return false;
    }
    config.seed = set->seed + who;
    imm_status status = imm_init(aligned(memory[who]), MEMORY_SIZE, &t->game, &config, &t->states[who]);
    if (status == IMM_OK) return true;
    imm_config_error(&config, &t->game, why, sizeof why);
    fprintf(stderr, "%s: %s\n", spec, *why ? why : imm_status_text(status));
    return false;
}

static int usage(const char *wrong) {
    fprintf(stderr,
            "hex: cannot make sense of '%s'\n"
            "usage: hex [SIZE] [--first PLAYER] [--second PLAYER] [--ms N] [--seed N]\n"
            "SIZE 3 to 11; PLAYER: me, mcts(c0.2,mast,grave), mcts() ...\n",
            wrong);
    return 2;
}

static bool read_number(const char *text, uint64_t max, uint64_t *number) {
    char *end;
    unsigned long long value = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end != '\0' || value > max) return false;
    *number = value;
    return true;
}

/* Takes one option over; `value` is the word behind it, or "". Returns the words used, 0 if it is
 * none. */
static int take_option(settings *set, const char *option, const char *value) {
    uint64_t number;
    if (read_number(option, SIZE_MAX_HEX, &number)) return set->size = (unsigned)number, 1;
    if (strcmp(option, "--first") == 0 && *value) return set->specs[0] = value, 2;
    if (strcmp(option, "--second") == 0 && *value) return set->specs[1] = value, 2;
    if (!read_number(value, UINT64_MAX, &number)) return 0;
    if (strcmp(option, "--ms") == 0 && number >= 1 && number <= UINT32_MAX) return set->ms = (uint32_t)number, 2;
    if (strcmp(option, "--seed") == 0) return set->seed = number, 2;
    return 0;
}

int main(int argc, char **argv) {
    static table t;
    settings set = {HEX_SIZE, {"me", "mcts(c0.2,mast,grave)"}, 1000, (uint64_t)time(NULL)};
    for (int i = 1, used; i < argc; i += used) {
        used = take_option(&set, argv[i], i + 1 < argc ? argv[i + 1] : "");
        if (used == 0) return usage(argv[i]);
    }
    if (!board_set_up(&t.board, set.size)) return usage("this board");
    t.game = hex(&t.board);
    initial(&t.board, &t.p);
    t.limits = imm_limits_default();
    t.limits.time_ms = set.ms;
    for (unsigned who = 0; who < 2; who++)
        if (!open_seat(&t, &set, who)) return 2;
    return play(&t);
}

#endif
