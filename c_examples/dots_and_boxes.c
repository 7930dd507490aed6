/* Dots and Boxes on the terminal: a game that is played for points. A player who completes a box
 * moves again.
 *
 *     dots_and_boxes [COLUMNSxROWS] [--first PLAYER] [--second PLAYER] [--ms N] [--iterations N]
 *                    [--level N] [--seed N]
 *
 * Boards have 1x1 to 5x5 boxes, 4x4 by default. A PLAYER is `me` (a person who types edges, for
 * example a1b1 or a1a2) or a player of imm, for example mcts(marg0.5,ipp) or ab(tt,killers,qs). The
 * program also works through a pipe.
 *
 * Part 1 is the game: the rules, callbacks that help a search, and score(). Because the game has
 * score(), a player with `marg` tries to win by as many points as possible. Part 2 is the program,
 * which uses console.c. connect_four.c is a game without points, with more comments.
 *
 * The code is C99 and allocates no memory. Compile it together with console.c. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "imm.h"

/* ==== Part 1: the game ======================================================================== */

enum { SIDE_MAX = 5, BOXES_MAX = SIDE_MAX * SIDE_MAX, EDGES_MAX = 2 * SIDE_MAX * (SIDE_MAX + 1) };

/* Data that all positions share: the `context` of the callbacks. Each edge is one bit of a 64-bit
 * word: first the horizontal edges, row by row, then the vertical edges. */
typedef struct {
    unsigned columns, rows;        /* of boxes */
    unsigned lying, edges;         /* horizontal edges; all edges */
    uint64_t boxes[BOXES_MAX];     /* the four edges of each box, row by row */
    uint64_t beside[EDGES_MAX][2]; /* the boxes on both sides of an edge; 0 at the border */
} board;

/* A position: imm copies it as bytes. */
typedef struct {
    uint64_t drawn;   /* the edges drawn so far */
    int32_t boxes[2]; /* completed boxes of each player */
    int32_t mover;    /* IMM_FIRST or IMM_SECOND */
} position;

static bool board_set_up(board *b, unsigned columns, unsigned rows) {
    if (columns < 1 || columns > SIDE_MAX || rows < 1 || rows > SIDE_MAX) return false;
    memset(b, 0, sizeof *b);
    b->columns = columns, b->rows = rows;
    b->lying = columns * (rows + 1), b->edges = b->lying + rows * (columns + 1);
    for (unsigned box = 0; box < columns * rows; box++) {
        unsigned below = box, left = b->lying + box / columns * (columns + 1) + box % columns;
        unsigned edges[4] = {below, below + columns, left, left + 1};
        for (unsigned i = 0; i < 4; i++) b->boxes[box] |= UINT64_C(1) << edges[i];
        for (unsigned i = 0; i < 4; i++) b->beside[edges[i]][i % 2 == 0] = b->boxes[box];
    }
    return true;
}

static uint64_t all_edges(const board *b) { return (UINT64_C(1) << b->edges) - 1; }

static unsigned count(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (unsigned)(bits * UINT64_C(0x0101010101010101) >> 56);
}

/* Counts the boxes next to `edge` in which exactly `missing` edges are not drawn. */
static unsigned boxes_beside(const board *b, uint64_t drawn, imm_move edge, unsigned missing) {
    unsigned n = 0;
    for (unsigned side = 0; side < 2; side++) {
        uint64_t box = b->beside[edge][side];
        n += box != 0 && count(box & ~drawn) == missing;
    }
    return n;
}

/* ---- The rules: required --------------------------------------------------------------------- */

/* Does nothing, because all bytes of the position are 0 before the call: no edge is drawn, and
 * IMM_FIRST is to move. */
static void initial(void *context, void *at) { (void)context, (void)at; }

/* A move is the number of its edge. */
static uint32_t legal_moves(void *context, const void *at, imm_move *moves) {
    const board *b = (const board *)context;
    uint64_t drawn = ((const position *)at)->drawn;
    uint32_t n = 0;
    for (imm_move edge = 0; edge < b->edges; edge++)
        if (!(drawn >> edge & 1)) moves[n++] = edge;
    return n;
}

/* A player who completes one or two boxes moves again. */
static void make(void *context, void *at, imm_move move, void *undo) {
    position *p = (position *)at;
    (void)undo;
    unsigned completed = boxes_beside((const board *)context, p->drawn, move, 1);
    p->drawn |= UINT64_C(1) << move;
    if (completed > 0) p->boxes[p->mover] += (int32_t)completed;
    else p->mover = !p->mover;
}

/* The boxes that the move completed can be computed again, so `undo` is not used. */
static void unmake(void *context, void *at, imm_move move, const void *undo) {
    position *p = (position *)at;
    (void)undo;
    unsigned completed = boxes_beside((const board *)context, p->drawn, move, 0);
    p->drawn &= ~(UINT64_C(1) << move);
    if (completed > 0) p->boxes[p->mover] -= (int32_t)completed;
    else p->mover = !p->mover;
}

static imm_player to_move(void *context, const void *at) {
    (void)context;
    return ((const position *)at)->mover;
}

/* The game goes on to the last edge, even if a player already has more than half of the boxes. The
 * remaining boxes still count toward the score. */
static imm_result outcome(void *context, const void *at) {
    const position *p = (const position *)at;
    if (p->drawn != all_edges((const board *)context)) return IMM_ONGOING;
    if (p->boxes[IMM_FIRST] == p->boxes[IMM_SECOND]) return IMM_DRAW;
    return p->boxes[IMM_FIRST] > p->boxes[IMM_SECOND] ? IMM_FIRST_WINS : IMM_SECOND_WINS;
}

/* ---- Playing for points: optional ------------------------------------------------------------ */

/* Returns the margin for the first player, in boxes. `max_score` is the number of boxes. With this
 * callback, a player with `marg` prefers larger wins. */
static int32_t score(void *context, const void *at) {
    const position *p = (const position *)at;
    (void)context;
    return p->boxes[IMM_FIRST] - p->boxes[IMM_SECOND];
}

/* ---- Help for a search: optional ------------------------------------------------------------- */

/* Counts the boxes with three drawn edges: the player to move can complete each of them with one
 * move. */
static int open_boxes(const board *b, uint64_t drawn) {
    int n = 0;
    for (unsigned box = 0; box < b->columns * b->rows; box++) n += count(b->boxes[box] & ~drawn) == 1;
    return n;
}

/* Returns an estimate of the final score, where 1 is a win. Each box that can be completed with one
 * move counts as a box of the player to move. The margin for the first player is divided by the
 * number of boxes and multiplied by 0.95. So the estimate is always less than a win. */
static float evaluate(void *context, const void *at) {
    const board *b = (const board *)context;
    const position *p = (const position *)at;
    int open = open_boxes(b, p->drawn), ahead = score(context, at) + (p->mover == IMM_FIRST ? open : -open);
    return 0.95f * (float)ahead / (float)(b->columns * b->rows);
}

/* Samples a legal move without listing all legal moves. Returns the edge that legal_moves() writes
 * at the sampled index. */
static imm_move random_move(void *context, const void *at, uint32_t random) {
    uint64_t free = all_edges((const board *)context) & ~((const position *)at)->drawn;
    unsigned skip = (unsigned)((uint64_t)random * count(free) >> 32);
    imm_move edge = 0;
    for (unsigned here = count(free & 0xFF); skip >= here; here = count(free & 0xFF)) {
        skip -= here, edge += 8, free >>= 8;
    }
    while (skip-- > 0) free &= free - 1;
    return edge + count((free & (0 - free)) - 1);
}

/* The effect of drawing an edge: it allows the opponent to complete a box (GIVES), completes a box
 * (TAKES), or does neither (QUIET). */
typedef enum { QUIET, GIVES, TAKES } effect;

static effect effect_of(const board *b, const position *p, imm_move move) {
    if (boxes_beside(b, p->drawn, move, 1) > 0) return TAKES;
    return boxes_beside(b, p->drawn, move, 2) > 0 ? GIVES : QUIET;
}

/* Returns the priority of a move. Alpha-beta tries moves with higher priority first: moves that
 * complete a box, then moves that do not give a box away. */
static int32_t order(void *context, const void *at, imm_move move) {
    static const int32_t orders[] = {1, 0, 2};
    return orders[effect_of((const board *)context, (const position *)at, move)];
}

/* For quiescence search (`qs`): true if the move completes a box. The number of boxes is limited,
 * so quiescence search always ends. */
static int32_t noisy(void *context, const void *at, imm_move move) {
    return effect_of((const board *)context, (const position *)at, move) == TAKES;
}

/* For playouts by weight (`ipp`): a playout nearly always completes a box if it can, and rarely
 * gives a box away if another edge is left. */
static uint32_t weight(void *context, const void *at, imm_move move) {
    static const uint32_t weights[] = {100, 1, 3000};
    return weights[effect_of((const board *)context, (const position *)at, move)];
}

/* For the transposition table (`tt`). The key contains the edges, the player to move, and the first
 * player's boxes. All other completed boxes belong to the second player. Then all bits are mixed
 * (splitmix64). */
static uint64_t hash(void *context, const void *at) {
    const position *p = (const position *)at;
    uint64_t key = p->drawn ^ (uint64_t)(2 * p->boxes[IMM_FIRST] + p->mover + 1) * UINT64_C(0x9E3779B97F4A7C15);
    (void)context;
    key = (key ^ key >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    key = (key ^ key >> 27) * UINT64_C(0x94D049BB133111EB);
    return key ^ key >> 31;
}

/* Writes a move as the dots at both ends, with columns a to f and rows from 1: a1b1 is a horizontal
 * edge, a1a2 a vertical one. */
static uint32_t move_text(void *context, const void *at, imm_move move, char *text, size_t size) {
    const board *b = (const board *)context;
    bool lies = move < b->lying;
    unsigned place = lies ? move : move - b->lying, width = lies ? b->columns : b->columns + 1;
    (void)at;
    if (size < 5) return 0;
    text[0] = (char)('a' + place % width), text[1] = (char)('1' + place / width);
    text[2] = (char)(text[0] + lies), text[3] = (char)(text[1] + !lies), text[4] = '\0';
    return 4;
}

/* Callbacks that this game does not have: pass, because a pass would usually be an advantage (each
 * player wants the opponent to give the next box away); few_pieces, which is for the null move;
 * prior and transition, which need statistics of many games. */
static imm_game dots_and_boxes(board *b) {
    imm_game game = {
        .struct_size = sizeof game,
        .position_size = sizeof(position),
        .max_moves = b->edges,
        .max_plies = b->edges,
        .context = b,
        .initial = initial,
        .legal_moves = legal_moves,
        .make = make,
        .unmake = unmake,
        .to_move = to_move,
        .outcome = outcome,
        .evaluate = evaluate,
        .random_move = random_move,
        .weight = weight,
        .order = order,
        .noisy = noisy,
        .hash = hash,
        .move_text = move_text,
        .score = score,
        .max_score = b->columns * b->rows,
    };
    return game;
}

#ifndef DOTS_SIZE
#define DOTS_SIZE 4
#endif

/* To build part 1 alone as a shared library for imm-arena, with DOTS_SIZE x DOTS_SIZE boxes, run
 * `make -C c_examples dots_plugin`. */
IMM_EXPORT const imm_game *imm_plugin(void);
const imm_game *imm_plugin(void) {
    static board b;
    static imm_game game;
    board_set_up(&b, DOTS_SIZE, DOTS_SIZE);
    game = dots_and_boxes(&b);
    return &game;
}

/* ==== Part 2: the program ===================================================================== */

#if !defined(DOTS_AND_BOXES_GAME_ONLY) && !defined(UGI_OWN_GAME) /* for tests and for ugi.c */

#include <inttypes.h>
#include <stdio.h>

#include "console.h"

static unsigned char memory[CONSOLE_MEMORY_SIZE(300000, EDGES_MAX, sizeof(position), 0)];
static board dots;
static imm_game game;
static char owners[BOXES_MAX]; /* 'A' or 'B'; 0 for a box that is not complete */

/* Records the player to move as the owner of each new box, because a player who completes a box
 * moves again. */
static void update_owners(const position *p) {
    for (unsigned box = 0; box < dots.columns * dots.rows; box++)
        if (!owners[box] && !(dots.boxes[box] & ~p->drawn)) owners[box] = "AB"[p->mover];
}

static void draw(const void *at) {
    const position *p = (const position *)at;
    update_owners(p);
    for (unsigned row = dots.rows + 1; row-- > 0;) { /* row 1 is at the bottom */
        printf("\n%u ", row + 1);
        for (unsigned column = 0; column < dots.columns; column++)
            printf("+%s", p->drawn >> (row * dots.columns + column) & 1 ? "---" : "   ");
        puts("+");
        if (row == 0) break;
        printf("  ");
        for (unsigned column = 0; column <= dots.columns; column++) {
            bool vertical = p->drawn >> (dots.lying + (row - 1) * (dots.columns + 1) + column) & 1;
            char owner = column < dots.columns ? owners[(row - 1) * dots.columns + column] : 0;
            printf("%c", vertical ? '|' : ' ');
            if (column < dots.columns) printf(" %c ", owner ? owner : ' ');
        }
    }
    printf("  ");
    for (unsigned column = 0; column <= dots.columns; column++) printf("%c   ", (int)('a' + column));
    printf("\nA %" PRId32 ", B %" PRId32 "\n", p->boxes[IMM_FIRST], p->boxes[IMM_SECOND]);
}

/* Sets up the board that `word` names: "4x3" has four columns and three rows of boxes. */
static bool choose_board(const char *word) {
    if (strlen(word) != 3 || word[1] != 'x') return false;
    if (!board_set_up(&dots, (unsigned)(word[0] - '0'), (unsigned)(word[2] - '0'))) return false;
    game = dots_and_boxes(&dots);
    return true;
}

int main(int argc, char **argv) {
    console c = {.name = "dots_and_boxes", .game = &game, .marks = "AB", .draw = draw, .choose_board = choose_board};
    c.player = "mcts(marg0.5,ipp)", c.example = "ab(tt,killers,qs)";
    c.move_help = "the dots at both ends of a free edge, like a1b1";
    c.board = "COLUMNSxROWS", c.boards = "1x1 to 5x5 boxes";
    choose_board("4x4");
    return console_run(memory, sizeof memory, &c, argc, argv);
}

#endif
