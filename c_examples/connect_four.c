/* Connect Four on the terminal: a complete custom game. Copy it as the start of your own game.
 *
 *     connect_four [--first PLAYER] [--second PLAYER] [--ms N] [--iterations N] [--level N]
 *                  [--seed N]
 *
 * A PLAYER is `me` for a person who types columns, or a player of imm, such as mcts(im0.3,ipp) or
 * ab(tt,killers,pvs). Input and output can be pipes.
 *
 * Part 1 is the game: the rules as six callbacks, then optional callbacks that help a search. Part
 * 1 needs only imm.h. Part 2 makes the game a program, with console.c. For a custom game, replace
 * part 1 and, in part 2, draw() and the fields that main() sets. Then let imm_check_game() or
 * `imm-arena check ./my_game.so` look for mistakes: a search trusts your callbacks.
 *
 * C99, no allocation. Compile it with console.c. connect_four.cpp is the same game in C++. */
#include <stdbool.h>
#include <stdint.h>

#include "imm.h"

/* ==== Part 1: the game ======================================================================== */

enum { FIRST, SECOND, COLUMNS = 7, ROWS = 6, SQUARES = COLUMNS * ROWS };

/* A position. imm copies positions as bytes, so a position must not contain pointers into itself.
 *
 * The stones of each player are bits of a word, 7 bits for each column, from bottom to top. The
 * seventh bit of a column is always 0, so that after a shift no line of stones continues over an
 * edge of the board:
 *
 *      6 13 20 27 34 41 48     always 0
 *      5 12 19 26 33 40 47     top row
 *      4 11 18 25 32 39 46
 *      3 10 17 24 31 38 45
 *      2  9 16 23 30 37 44
 *      1  8 15 22 29 36 43
 *      0  7 14 21 28 35 42     bottom row
 */
typedef struct {
    uint64_t stones[2]; /* of FIRST and of SECOND */
    uint32_t plies;     /* stones on the board; FIRST is to move when it is even */
} position;

#define BOTTOM_ROW UINT64_C(0x0040810204081) /* bits 0, 7, 14 ... 42 */
#define TOP_ROW (BOTTOM_ROW << (ROWS - 1))
#define BOARD (BOTTOM_ROW * 0x3F)     /* all 42 squares */
#define ODD_ROWS (BOTTOM_ROW * 0x15)  /* rows 1, 3, 5, counted from the bottom */
#define EVEN_ROWS (BOTTOM_ROW * 0x2A) /* rows 2, 4, 6 */
#define COLUMN(n) (UINT64_C(0x3F) << 7 * (n))

static uint64_t taken(const position *p) { return p->stones[FIRST] | p->stones[SECOND]; }
static unsigned mover(const position *p) { return p->plies & 1; }

/* Returns the square where a stone in this column lands. Adding a 1 at the bottom of the column
 * carries up to its lowest free bit. In a full column this is the seventh bit. */
static uint64_t landing(const position *p, imm_move column) {
    uint64_t bottom = UINT64_C(1) << 7 * column;
    return (taken(p) + bottom) & bottom * 0x7F;
}

/* True if four stones are in a line. For each direction, the code marks pairs of neighbouring
 * stones, then pairs of these pairs that are two steps apart. One step is 1 bit upwards, 7 bits to
 * the right, and 6 or 8 bits diagonally. The code has no branches, because it runs after every
 * move. */
static bool has_four(uint64_t stones) {
    uint64_t up = stones & stones >> 1, row = stones & stones >> 7;
    uint64_t fall = stones & stones >> 6, rise = stones & stones >> 8;
    return ((up & up >> 2) | (row & row >> 14) | (fall & fall >> 12) | (rise & rise >> 16)) != 0;
}

static unsigned count(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (unsigned)(bits * UINT64_C(0x0101010101010101) >> 56);
}

/* ---- The rules: required --------------------------------------------------------------------- */

/* All bytes of the position are 0 before the call, which means an empty board. imm passes `context`
 * to every callback. In this game, `context` is NULL or the starting position. */
static void initial(void *context, void *at) {
    if (context) *(position *)at = *(const position *)context;
}

/* In this game, a move is a column, 0 to 6. Moves can be any numbers except IMM_MOVE_NONE. imm
 * calls this function only while the game is not over, so there is a legal move. */
static uint32_t legal_moves(void *context, const void *at, imm_move *moves) {
    uint64_t full = taken((const position *)at) & TOP_ROW;
    uint32_t n = 0;
    (void)context;
    for (imm_move column = 0; column < COLUMNS; column++)
        if (!(full & COLUMN(column))) moves[n++] = column;
    return n;
}

/* unmake() needs only the move, so `undo` is not used (undo_size is 0). A game with captures would
 * store the captured pieces in `undo`. */
static void make(void *context, void *at, imm_move move, void *undo) {
    position *p = (position *)at;
    (void)context, (void)undo;
    p->stones[mover(p)] |= landing(p, move);
    p->plies++;
}

static void unmake(void *context, void *at, imm_move move, const void *undo) {
    position *p = (position *)at;
    (void)context, (void)undo;
    p->plies--;
    p->stones[mover(p)] &= ~(landing(p, move) >> 1); /* the square below the lowest free one */
}

static imm_player to_move(void *context, const void *at) {
    (void)context;
    return mover((const position *)at) == FIRST ? IMM_FIRST : IMM_SECOND;
}

/* Only the player who has just moved can have won. */
static imm_result outcome(void *context, const void *at) {
    const position *p = (const position *)at;
    (void)context;
    if (has_four(p->stones[!mover(p)])) return mover(p) == FIRST ? IMM_SECOND_WINS : IMM_FIRST_WINS;
    return p->plies == SQUARES ? IMM_DRAW : IMM_ONGOING;
}

/* ---- Help for a search: optional ------------------------------------------------------------- */

/* Returns the squares where one more stone makes four, even if they cannot be played yet. */
static uint64_t completing(uint64_t own) {
    uint64_t squares = own << 1 & own << 2 & own << 3;
    for (unsigned d = 6; d <= 8; d++) {
        uint64_t left = own << d & own << 2 * d, right = own >> d & own >> 2 * d;
        squares |= left & (own << 3 * d | own >> d);
        squares |= right & (own >> 3 * d | own << d);
    }
    return squares & BOARD;
}

/* Returns the points of a player with these stones: 1 for each stone in the three middle columns,
 * and 1 more in the centre column. Each free square that would make four counts 4 points, or 8 in a
 * good row. The odd rows are good for FIRST and the even rows for SECOND: if only one column has
 * free squares, FIRST fills its odd rows and SECOND its even rows. */
static int points(uint64_t own, uint64_t squares, uint64_t good_rows) {
    return (int)(count(own & (COLUMN(2) | COLUMN(3) | COLUMN(4))) + count(own & COLUMN(3)) + 4 * count(squares) +
                 4 * count(squares & good_rows));
}

/* Returns the value for FIRST, from -1 to 1. If the player to move can make four, the value is near
 * 1 or -1, because this player wins. Otherwise, the value depends on the difference in points: a
 * lead of 12 points gives 0.5. */
static float evaluate(void *context, const void *at) {
    const position *p = (const position *)at;
    uint64_t free = BOARD & ~taken(p), reach = (taken(p) + BOTTOM_ROW) & BOARD;
    uint64_t squares[2] = {completing(p->stones[FIRST]) & free, completing(p->stones[SECOND]) & free};
    (void)context;
    if (squares[mover(p)] & reach) return mover(p) == FIRST ? 0.95f : -0.95f;
    int ahead = points(p->stones[FIRST], squares[FIRST], ODD_ROWS) -
                points(p->stones[SECOND], squares[SECOND], EVEN_ROWS);
    return (float)ahead / (float)(12 + (ahead < 0 ? -ahead : ahead));
}

/* The input features for a net, from the mover's point of view: 8 small numbers for each column.
 * Six of them are the squares from bottom to top:
 *
 *     0           empty
 *     1, 2        a stone of the mover, of the opponent
 *     3, 4, 5     makes four for the mover, the opponent, both, but cannot be played yet
 *     6, 7, 8     like 3, 4, 5, but can be played after one more stone
 *     9 to 14     instead of 3 to 8 if the mover is SECOND, whose good rows are different
 *
 * CAN_WIN and MUST_BLOCK are the indices of two other numbers: 1 if the mover can make four now,
 * and the number of squares where the opponent could make four now. */
enum { FEATURES = 8 * COLUMNS, CAN_WIN = 7, MUST_BLOCK = 15 };

/* Returns the squares of a column, with one byte for each square. The multiplication makes shifted
 * copies of the column that do not overlap. */
static uint64_t spread(uint64_t squares, unsigned column) {
    return (squares >> 7 * column & 0x7F) * UINT64_C(0x02040810204081) & UINT64_C(0x0101010101010101);
}

/* Writes the lowest byte first on every machine. Many compilers merge these writes into one. */
static void write_bytes(uint8_t *to, uint64_t bytes) {
    to[0] = (uint8_t)bytes, to[1] = (uint8_t)(bytes >> 8), to[2] = (uint8_t)(bytes >> 16);
    to[3] = (uint8_t)(bytes >> 24), to[4] = (uint8_t)(bytes >> 32), to[5] = (uint8_t)(bytes >> 40);
    to[6] = (uint8_t)(bytes >> 48), to[7] = (uint8_t)(bytes >> 56);
}

static int32_t features(void *context, const void *at, uint8_t *seen) {
    const position *p = (const position *)at;
    uint64_t mine = p->stones[mover(p)], his = p->stones[!mover(p)];
    uint64_t my_fours = completing(mine) & ~taken(p), his_fours = completing(his) & ~taken(p);
    uint64_t reach = taken(p) + BOTTOM_ROW, fours = (my_fours | his_fours) & ~reach;
    uint64_t ones = mine | (my_fours & ~reach), twos = his | (his_fours & ~reach), next = fours & reach << 1;
    unsigned base = mover(p) == FIRST ? 2 : 8;
    (void)context;
    for (unsigned column = 0; column < COLUMNS; column++) {
        uint64_t bytes = spread(ones, column) + 2 * spread(twos, column) + base * spread(fours, column) +
                         3 * spread(next, column);
        write_bytes(seen + 8 * column, bytes);
    }
    seen[CAN_WIN] = (my_fours & reach) != 0;
    seen[MUST_BLOCK] = (uint8_t)count(his_fours & reach);
    return 0;
}

/* Samples a legal move without a list of all legal moves. Returns the move that legal_moves() would
 * write at the sampled index. Playouts use this function.
 *
 * Bit 0 of each column in `free` is 1 if the column is not full. The multiplication by BOTTOM_ROW
 * adds to each column all columns before it. So `so_far` counts the free columns up to each column,
 * and `last` counts all free columns. The sampled column is the first column with a count greater
 * than `skip`. For columns before the sampled column, bit 6 stays set when their count is
 * subtracted from 64 + skip. Another multiplication counts these columns. No branch depends on the
 * sample, because such a branch would be mispredicted half the time. */
static imm_move random_move(void *context, const void *at, uint32_t random) {
    uint64_t free = (~taken((const position *)at) & TOP_ROW) >> (ROWS - 1);
    uint64_t so_far = free * BOTTOM_ROW, last = so_far >> 42 & 7;
    uint64_t skip = (uint64_t)random * last >> 32;
    uint64_t before = ((64 + skip) * BOTTOM_ROW - so_far) >> 6 & BOTTOM_ROW;
    (void)context;
    return (imm_move)(before * BOTTOM_ROW >> 42 & 7);
}

/* Returns the effect of a move: 2 if it wins at once, 1 if it stops the opponent from winning at
 * once, otherwise 0. */
static int urgency(const position *p, imm_move move) {
    uint64_t square = landing(p, move);
    return has_four(p->stones[mover(p)] | square) ? 2 : has_four(p->stones[!mover(p)] | square);
}

/* Alpha-beta tries moves with higher numbers first: urgent moves, then moves after which more
 * squares make four, then moves near the centre. The better the first move is, the fewer positions
 * alpha-beta searches. */
static int32_t order(void *context, const void *at, imm_move move) {
    const position *p = (const position *)at;
    uint64_t own = p->stones[mover(p)] | landing(p, move);
    int32_t fours = (int32_t)count(completing(own) & ~taken(p));
    (void)context;
    return 64 * urgency(p, move) + 4 * fours - (int32_t)(move > 3 ? move - 3 : 3 - move);
}

/* For quiescence search (`qs`): true for an urgent move. While an urgent move is possible, the
 * evaluation is not reliable. */
static int32_t noisy(void *context, const void *at, imm_move move) {
    (void)context;
    return urgency((const position *)at, move) > 0;
}

/* For playouts that sample moves by weight (`ipp`). A playout plays a winning move if there is one;
 * otherwise it blocks a threat; otherwise it samples uniformly. */
static uint32_t weight(void *context, const void *at, imm_move move) {
    static const uint32_t weights[] = {1, IMM_WEIGHT_FORCED, IMM_WEIGHT_DECISIVE};
    (void)context;
    return weights[urgency((const position *)at, move)];
}

/* For the transposition table (`tt`). `key` starts as a sum that is different for every position:
 * in each column, the highest bit marks the height, and the bits below it are FIRST's stones. The
 * number of stones determines the player to move. The last steps of splitmix64 then mix all bits,
 * because only some bits of the key select the table entry. */
static uint64_t hash(void *context, const void *at) {
    const position *p = (const position *)at;
    uint64_t key = p->stones[FIRST] + taken(p) + BOTTOM_ROW;
    (void)context;
    key = (key ^ key >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    key = (key ^ key >> 27) * UINT64_C(0x94D049BB133111EB);
    return key ^ key >> 31;
}

/* Writes a move as its column, 1 to 7. */
static uint32_t move_text(void *context, const void *at, imm_move move, char *text, size_t size) {
    (void)context, (void)at;
    if (size < 2) return 0;
    text[0] = (char)('1' + move);
    text[1] = '\0';
    return 1;
}

/* imm works without the optional callbacks that are missing here. There is no pass(), because a
 * pass would often be an advantage: the null move stays off, and few_pieces() is not needed.
 * prior() and transition() would need statistics of many games. */
static const imm_game connect_four = {
    .struct_size = sizeof(imm_game),
    .position_size = sizeof(position),
    .max_moves = COLUMNS,
    .max_plies = SQUARES,
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
    .feature_count = FEATURES,
    .features = features,
};

/* Exports the game, so that part 1 alone can be a shared library for imm-arena:
 * `make -C c_examples plugin`. The program in part 2 does not call this function. */
IMM_EXPORT const imm_game *imm_plugin(void);
const imm_game *imm_plugin(void) { return &connect_four; }

/* ==== Part 2: the program ===================================================================== */

#if !defined(CONNECT_FOUR_GAME_ONLY) && !defined(UGI_OWN_GAME) /* for tests and for ugi.c */

#include <stdio.h>

#include "console.h"

/* The memory of imm. Each player of imm gets half of it: room for a tree of 500,000 nodes, or for a
 * transposition table. */
static unsigned char memory[CONSOLE_MEMORY_SIZE(500000, COLUMNS, sizeof(position), 0)];

static char mark_at(const position *p, unsigned square) {
    return p->stones[FIRST] >> square & 1 ? 'x' : p->stones[SECOND] >> square & 1 ? 'o' : '.';
}

static void draw(const void *at) {
    putchar('\n');
    for (unsigned row = ROWS; row-- > 0;) {
        for (unsigned column = 0; column < COLUMNS; column++)
            printf(" %c", mark_at((const position *)at, 7 * column + row));
        putchar('\n');
    }
    puts(" 1 2 3 4 5 6 7");
}

int main(int argc, char **argv) {
    console c = {.name = "connect_four", .game = &connect_four, .marks = "xo", .draw = draw};
    c.player = "mcts(im0.3,ipp)", c.example = "ab(tt,killers,pvs)";
    c.move_help = "a column that is not full, 1 to 7";
    return console_run(memory, sizeof memory, &c, argc, argv);
}

#endif
