/* Hex on the terminal: a custom game with rules only, without an evaluation.
 *
 *     hex [SIZE] [--first PLAYER] [--second PLAYER] [--ms N] [--iterations N] [--level N]
 *         [--seed N]
 *
 * Boards are 3 to 11 squares wide, 7 by default. x connects left and right, o connects top and
 * bottom. Rows are shifted by half a square, so a square touches up to six others. One player
 * always connects, so there are no draws. A PLAYER is `me` (a person who types squares, for example
 * a1) or a player of imm, for example mcts(c0.2,mast,grave). The program also works through a pipe.
 *
 * Part 1 is the game. The game has no evaluation of positions, but imm is still strong, because imm
 * learns from its own simulations: see docs/RULES_ONLY.md. Part 2 is the program, which uses
 * console.c. connect_four.c has all callbacks that help a search, and more comments.
 *
 * The code is C99 and allocates no memory. Compile it together with console.c. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "imm.h"

/* ==== Part 1: the game ======================================================================== */

#ifndef HEX_SIZE
#define HEX_SIZE 7 /* for the shared library */
#endif

enum { SIZE_MIN = 3, SIZE_MAX_HEX = 11, SQUARES_MAX = SIZE_MAX_HEX * SIZE_MAX_HEX };

/* A set of squares: one bit for each square, row by row. */
typedef struct {
    uint64_t low, high;
} squares;

/* Data that all positions share: the `context` of the callbacks. */
typedef struct {
    unsigned size, count;      /* squares in a row, and on the board */
    squares near[SQUARES_MAX]; /* the neighbours of each square */
    squares edges[2][2];       /* the two edges that each player connects */
    squares all;
} board;

/* A position: imm copies it as bytes. */
typedef struct {
    squares stones[2];
    squares joined[2][2]; /* for each player and edge: the player's stones connected to it */
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

/* Returns the index of the lowest bit that is set. */
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

/* Does nothing: all bytes of the position are 0 before the call, so the board is already empty. */
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

/* Updates `joined`, the stones connected to `edge`, after a new `stone` was placed. If the new
 * stone touches the edge or a joined stone, it becomes joined, and so do all stones connected to
 * it. The function then returns true. Each stone joins each edge only once in a game, so the
 * updates take little time. */
static bool join(const board *b, squares stones, squares edge, squares *joined, unsigned stone) {
    squares found = square(stone);
    if (!any(common(found, edge)) && !any(common(b->near[stone], *joined))) return false;
    for (; any(found); found = without(either(found, common(b->near[stone], stones)), *joined)) {
        stone = lowest(found);
        *joined = either(*joined, square(stone));
    }
    return true;
}

/* `undo` stores which stones were connected to each edge before the move, because the position
 * after the move does not show this. */
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

/* Optional. Samples a legal move without listing all legal moves. Returns the square that
 * legal_moves() writes at the sampled index. Playouts call this function for every move. */
static imm_move random_move(void *context, const void *at, uint32_t random) {
    squares empty = free_squares((const board *)context, (const position *)at);
    unsigned first = count_word(empty.low), total = first + count_word(empty.high);
    unsigned skip = (unsigned)((uint64_t)random * total >> 32);
    uint64_t word = skip < first ? empty.low : empty.high;
    imm_move move = skip < first ? 0 : 64;
    skip -= skip < first ? 0 : first;
    for (unsigned width = 32; width > 0; width /= 2) { /* selects the half that contains the square */
        unsigned here = count_word(word & ((UINT64_C(1) << width) - 1));
        if (skip >= here) skip -= here, move += width, word >>= width;
    }
    return move;
}

/* Writes a move as its column, a to k, and its row, from 1. */
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

/* To build part 1 alone as a shared library for imm-arena, run `make -C c_examples hex_plugin`. */
IMM_EXPORT const imm_game *imm_plugin(void);
const imm_game *imm_plugin(void) {
    static board b;
    static imm_game game;
    board_set_up(&b, HEX_SIZE);
    game = hex(&b);
    return &game;
}

/* ==== Part 2: the program ===================================================================== */

#if !defined(HEX_GAME_ONLY) && !defined(UGI_OWN_GAME) /* for tests and for ugi.c */

#include <stdio.h>

#include "console.h"

static unsigned char memory[CONSOLE_MEMORY_SIZE(300000, SQUARES_MAX, sizeof(position), sizeof(squares[2]))];
static board rhombus;
static imm_game game;

/* Draws the board. Each row is half a square further to the right than the row above it. */
static void draw(const void *at) {
    const position *p = (const position *)at;
    unsigned size = rhombus.size;
    printf("\n   ");
    for (unsigned column = 0; column < size; column++) printf(" %c", (int)('a' + column));
    for (unsigned n = 0; n < rhombus.count; n++) {
        unsigned row = n / size;
        squares here = square(n);
        if (n % size == 0) printf("\n%*u ", (int)(row + 2), row + 1);
        printf(" %c", any(common(here, p->stones[0])) ? 'x' : any(common(here, p->stones[1])) ? 'o' : '.');
    }
    puts("");
}

static bool set_size(unsigned size) {
    if (!board_set_up(&rhombus, size)) return false;
    game = hex(&rhombus);
    return true;
}

static bool choose_board(const char *word) {
    uint64_t size;
    return console_read_number(word, SIZE_MAX_HEX, &size) && set_size((unsigned)size);
}

int main(int argc, char **argv) {
    console c = {.name = "hex", .game = &game, .marks = "xo", .draw = draw, .choose_board = choose_board};
    c.player = "mcts(c0.2,mast,grave)", c.example = "mcts()";
    c.move_help = "column and row of a free square, like a1";
    c.board = "SIZE", c.boards = "3 to 11";
    set_size(HEX_SIZE);
    return console_run(memory, sizeof memory, &c, argc, argv);
}

#endif
