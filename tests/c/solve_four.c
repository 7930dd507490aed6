/* Makes and solves mid-game positions of Connect Four: solve_four [COUNT [SEED]].
 *
 * This program shares no code with imm or with c_examples/connect_four.c, so its results can check
 * both. It prints lines of JSON for `imm-arena solve`: a position as the moves from the start, and
 * the value of every move for the mover (1 for a win, 0 for a draw, -1 for a loss).
 *
 *     cc -O2 -o solve_four tests/c/solve_four.c && ./solve_four 1000 | gzip -9n
 *
 * The positions have 12 to 24 stones, and each number of stones occurs equally often. The positions
 * come from random games in which no player overlooks a move that completes or stops a four. In
 * each position, neither player can complete four at once. Of the safe moves, some keep the value
 * of the position and some do not. No position occurs twice, not even as a mirror image. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "make_positions.h"

enum { COLUMNS = 7, ROWS = 6, HEIGHT = ROWS + 1, FEWEST = 12, MOST = 24, TABLE_BITS = 24 };

/* A board with 7 bits per column, from the bottom up. The highest bit of a column is always 0. */
typedef struct {
    uint64_t mine, all; /* stones of the mover, and of both */
    int stones;
} board;

#define COLUMN_BITS UINT64_C(0x3F)
#define BOTTOM UINT64_C(0x40810204081)
#define SQUARES (BOTTOM * COLUMN_BITS)

static const int middle_first[COLUMNS] = {3, 2, 4, 1, 5, 0, 6};

/* ---- The rules ------------------------------------------------------------------------------- */

static uint64_t playable(const board *b) { return (b->all + BOTTOM) & SQUARES; }
static uint64_t column(int n) { return COLUMN_BITS << HEIGHT * n; }

static board after(const board *b, uint64_t square) {
    board next = {b->all ^ b->mine, b->all | square, b->stones + 1};
    return next;
}

/* Returns the free squares on which one more stone completes four in a row. The loops test each
 * direction, and each place of the free square within a line of four. */
static uint64_t fours(uint64_t own, uint64_t all) {
    uint64_t found = 0;
    for (int step = 1; step <= 8; step = step == 1 ? 6 : step + 1)
        for (int at = 0; at < 4; at++) {
            uint64_t rest = SQUARES;
            for (int other = 0; other < 4; other++) {
                int by = (other - at) * step;
                if (other != at) rest &= by > 0 ? own >> by : own << -by;
            }
            found |= rest;
        }
    return found & SQUARES & ~all;
}

/* ---- The solver: alpha-beta with a table of known bounds ------------------------------------- */

typedef struct {
    uint64_t key; /* from the top: position, 2 bits upper bound + 1, 2 bits lower bound + 1 */
} entry;

static entry table[(size_t)1 << TABLE_BITS];

static uint64_t key_of(const board *b) { return (b->mine + b->all + BOTTOM) & (UINT64_MAX >> 8); }

static entry *entry_of(uint64_t key) {
    key = (key ^ key >> 31) * UINT64_C(0x9E3779B97F4A7C15);
    return &table[key >> (64 - TABLE_BITS)];
}

/* Returns the moves that do not lose at once. The player to move must not be able to win at once.
 * If the opponent threatens a four, only the move that stops the four can be safe. If the opponent
 * has two such threats, no move is safe. A square just below a square where the opponent completes
 * a four is never safe. */
static uint64_t safe(const board *b) {
    uint64_t his = fours(b->all ^ b->mine, b->all), moves = playable(b), forced = moves & his;
    if (forced & (forced - 1)) return 0;
    return (forced ? forced : moves) & ~(his >> 1);
}

static int bits(uint64_t set) {
    int n = 0;
    for (; set; set &= set - 1) n++;
    return n;
}

/* Writes the moves to `list`, and returns their number. Moves that create more threats come first.
 * Moves with equally many threats are in order from the middle outwards. */
static int ordered(const board *b, uint64_t moves, uint64_t *list) {
    int scores[COLUMNS], n = 0;
    for (int i = 0; i < COLUMNS; i++) {
        uint64_t square = moves & column(middle_first[i]);
        if (!square) continue;
        int score = bits(fours(b->mine | square, b->all | square)), at = n++;
        for (; at > 0 && scores[at - 1] < score; at--) scores[at] = scores[at - 1], list[at] = list[at - 1];
        scores[at] = score, list[at] = square;
    }
    return n;
}

/* Returns the value for the player to move if the value is between `low` and `high`. Otherwise,
 * returns a bound on the value. The player to move must not be able to win at once. */
static int search(const board *b, int low, int high) {
    uint64_t moves = safe(b), key = key_of(b), list[COLUMNS];
    if (!moves) return -1;
    if (b->stones >= COLUMNS * ROWS - 2) return 0;
    entry *known = entry_of(key);
    int least = -1, most = 1;
    if (known->key >> 4 == key) {
        least = (int)(known->key & 3) - 1, most = (int)(known->key >> 2 & 3) - 1;
        if (least >= high || least == most) return least;
        if (most <= low) return most;
    }
    int best = -1, from = low > least ? low : least;
    int n = ordered(b, moves, list);
    for (int i = 0; i < n && best < high && best < most; i++) {
        board next = after(b, list[i]);
        int value = -search(&next, -high, -(best > from ? best : from));
        if (value > best) best = value;
    }
    if (best >= high || best > from) least = best > least ? best : least;
    if (best < high) most = best < most ? best : most;
    known->key = key << 4 | (uint64_t)(most + 1) << 2 | (uint64_t)(least + 1);
    return best;
}

/* Returns the value of a move for the player who makes it: 1 for a win, 0 for a draw, -1 for a
 * loss. */
static int value_of(const board *b, uint64_t square) {
    board next = after(b, square);
    if (fours(b->mine, b->all) & square) return 1;
    if (next.stones == COLUMNS * ROWS) return 0;
    return fours(next.mine, next.all) & playable(&next) ? -1 : -search(&next, -1, 1);
}

/* ---- The positions --------------------------------------------------------------------------- */

/* Returns a random move. If the opponent threatens fours, the move stops one of them. Returns 0 if
 * the player to move can win at once, or if the board is full. */
static uint64_t random_move(const board *b) {
    uint64_t moves = playable(b), his = fours(b->all ^ b->mine, b->all) & moves;
    if (!moves || fours(b->mine, b->all) & moves) return 0;
    if (his) moves = his;
    uint64_t square;
    do square = moves & column((int)(random_bits() % COLUMNS));
    while (!square);
    return square;
}

/* Plays a random game of `stones` moves and writes its columns as digits. Returns false if the game
 * ends earlier. */
static bool play(board *b, int stones, char *digits) {
    memset(b, 0, sizeof *b);
    while (b->stones < stones) {
        uint64_t square = random_move(b);
        if (!square) return false;
        int n = 0;
        while (!(square & column(n))) n++;
        digits[b->stones] = (char)('1' + n);
        *b = after(b, square);
    }
    return true;
}

static uint64_t mirrored(uint64_t set) {
    uint64_t turned = 0;
    for (int n = 0; n < COLUMNS; n++) turned |= (set >> HEIGHT * n & 0x7F) << HEIGHT * (COLUMNS - 1 - n);
    return turned;
}

/* True if an earlier call stored this position or its mirror image. If not, stores the position. */
static bool was_there(const board *b) {
    static uint64_t keys[DISTINCT];
    static int n;
    uint64_t key = key_of(b), turned = mirrored(key);
    if (turned < key) key = turned;
    for (int i = 0; i < n; i++)
        if (keys[i] == key) return true;
    if (n == DISTINCT) exit(1);
    keys[n++] = key;
    return false;
}

/* Solves a position. Prints the position if it is new, no player can win at once, and its safe
 * moves have different values. Returns true if the position was printed. */
static bool print_choice(const board *b, int number, const char *digits) {
    uint64_t moves = playable(b), quiet = safe(b);
    if (fours(b->mine, b->all) & moves || fours(b->all ^ b->mine, b->all) & moves) return false;
    int values[COLUMNS], best = -1, worst = 1;
    for (int n = 0; n < COLUMNS; n++) {
        uint64_t square = moves & column(n);
        if (!square) continue;
        values[n] = value_of(b, square);
        if (values[n] > best) best = values[n];
        if (square & quiet && values[n] < worst) worst = values[n];
    }
    if (worst >= best || was_there(b)) return false;
    printf("{\"id\":\"four-%04d\",\"pos\":\"moves", number);
    for (int i = 0; i < b->stones; i++) printf(" %c", digits[i]);
    printf("\",\"value\":%d,\"move_value\":", best);
    char mark = '{';
    for (int n = 0; n < COLUMNS; n++)
        if (moves & column(n)) printf("%c\"%d\":%d", mark, n + 1, values[n]), mark = ',';
    puts("}}");
    return true;
}

/* Makes a random position, and prints it if print_choice() accepts it. Returns true if it was
 * printed. */
static bool make(int stones, int number) {
    board b;
    char digits[COLUMNS * ROWS];
    return play(&b, stones, digits) && print_choice(&b, number, digits);
}

int main(int count, char **arguments) { return make_positions(count, arguments, FEWEST, MOST, make); }
