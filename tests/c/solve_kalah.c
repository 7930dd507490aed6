/* Makes and solves mid-game positions of Kalah: solve_kalah [COUNT [SEED]].
 *
 * This program shares no code with imm, so its results can check imm. It prints lines of JSON for
 * `imm-arena solve`: a position, and the value of every move for the mover (1 for a win, 0 for a
 * draw, -1 for a loss). Rules: six houses per side, 48 stones. If the last stone falls in an empty
 * house of the mover, the mover captures this stone and the stones of the opposite house, even if
 * the opposite house is empty. The game ends when a row is empty.
 *
 *     cc -O2 -o solve_kalah tests/c/solve_kalah.c && ./solve_kalah 1000 | gzip -9n
 *
 * The positions come from random games. They have 20 to 32 stones in the houses, and each number of
 * stones occurs equally often. In each position, some moves keep the value of the position and some
 * do not. No position occurs twice. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "make_positions.h"

enum { HOUSES = 6, STORE = HOUSES, ROW = HOUSES + 1, STONES = 48, FEWEST = 20, MOST = 32, TABLE_BITS = 24 };

/* The houses of each side, in the sowing direction of that side, followed by the side's store. */
typedef struct {
    uint8_t rows[2][ROW];
    uint8_t mover;
} board;

/* ---- The rules ------------------------------------------------------------------------------- */

static int in_houses(const uint8_t *row) {
    int sum = 0;
    for (int n = 0; n < HOUSES; n++) sum += row[n];
    return sum;
}

static bool is_over(const board *b) { return !in_houses(b->rows[0]) || !in_houses(b->rows[1]); }

/* Returns the number of stones in the store and the houses of the player to move, minus half of all
 * stones. */
static int ahead(const board *b) {
    const uint8_t *own = b->rows[b->mover];
    return own[STORE] + in_houses(own) - STONES / 2;
}

static board after(const board *b, int house) {
    board next = *b;
    int mover = b->mover, side = mover, at = house;
    int hand = next.rows[side][at];
    next.rows[side][at] = 0;
    while (hand > 0) {
        if (++at == (side == mover ? ROW : HOUSES)) side = 1 - side, at = 0;
        next.rows[side][at]++, hand--;
    }
    bool again = side == mover && at == STORE;
    if (side == mover && at != STORE && next.rows[side][at] == 1) {
        uint8_t *opposite = &next.rows[1 - side][HOUSES - 1 - at];
        next.rows[side][STORE] = (uint8_t)(next.rows[side][STORE] + *opposite + 1);
        *opposite = next.rows[side][at] = 0;
    }
    if (!again) next.mover = (uint8_t)(1 - mover);
    return next;
}

/* ---- The solver: alpha-beta with a table of known bounds ------------------------------------- */

typedef struct {
    board position;
    /* The lowest two bits contain the lower bound plus 1. The next two bits contain the upper bound
     * plus 1. 0 means an empty entry. */
    uint8_t bounds;
} entry;

static entry table[(size_t)1 << TABLE_BITS];

static entry *entry_of(const board *b) {
    uint64_t key = b->mover;
    for (int n = 0; n < 2 * ROW; n++)
        key = (key ^ b->rows[n / ROW][n % ROW]) * UINT64_C(0x9E3779B97F4A7C15), key ^= key >> 29;
    return &table[key >> (64 - TABLE_BITS)];
}

/* Writes the moves to `list`. Moves that give another turn come first, beginning with the house
 * next to the store. The other moves follow. */
static int ordered(const board *b, int *list) {
    int n = 0;
    for (int rest = 0; rest < 2; rest++)
        for (int house = HOUSES - 1; house >= 0; house--) {
            int stones = b->rows[b->mover][house];
            bool again = stones % (2 * HOUSES + 1) == HOUSES - house;
            if (stones && again == !rest) list[n++] = house;
        }
    return n;
}

static int search(const board *b, int low, int high);

/* Returns the value of a move for the player who makes the move, if the value is between `low` and
 * `high`. Otherwise, returns a bound on the value. */
static int value_of(const board *b, int house, int low, int high) {
    board next = after(b, house);
    return next.mover == b->mover ? search(&next, low, high) : -search(&next, -high, -low);
}

/* Returns the value of a position for the player to move if the value is between `low` and `high`.
 * Otherwise, returns a bound on the value. */
static int search(const board *b, int low, int high) {
    if (is_over(b)) return (ahead(b) > 0) - (ahead(b) < 0);
    if (b->rows[b->mover][STORE] > STONES / 2) return 1;
    if (b->rows[1 - b->mover][STORE] > STONES / 2) return -1;
    entry *known = entry_of(b);
    int least = -1, most = 1;
    if (known->bounds && !memcmp(&known->position, b, sizeof *b)) {
        least = (known->bounds & 3) - 1, most = (known->bounds >> 2 & 3) - 1;
        if (least >= high || least == most) return least;
        if (most <= low) return most;
    }
    int list[HOUSES], n = ordered(b, list), best = -1;
    for (int i = 0; i < n && best < high && best < most; i++) {
        int from = low > least ? low : least;
        int value = value_of(b, list[i], best > from ? best : from, high);
        if (value > best) best = value;
    }
    if (best > (low > least ? low : least) || best >= high) least = best > least ? best : least;
    if (best < high) most = best < most ? best : most;
    if (least > most) exit(1);
    known->position = *b, known->bounds = (uint8_t)((most + 1) << 2 | (least + 1));
    return best;
}

/* ---- The positions --------------------------------------------------------------------------- */

/* Plays a random game until `stones` stones are left in the houses. Returns false if this number
 * never occurs. */
static bool play(board *b, int stones) {
    memset(b, 0, sizeof *b);
    for (int n = 0; n < 2 * HOUSES; n++) b->rows[n / HOUSES][n % HOUSES] = STONES / (2 * HOUSES);
    while (!is_over(b) && in_houses(b->rows[0]) + in_houses(b->rows[1]) > stones) {
        int list[HOUSES], n = ordered(b, list);
        *b = after(b, list[random_bits() % (uint64_t)n]);
    }
    return !is_over(b) && in_houses(b->rows[0]) + in_houses(b->rows[1]) == stones;
}

/* True if an earlier call stored this position. If not, stores the position. */
static bool was_there(const board *b) {
    static board seen[DISTINCT];
    static int n;
    for (int i = 0; i < n; i++)
        if (!memcmp(&seen[i], b, sizeof *b)) return true;
    if (n == DISTINCT) exit(1);
    seen[n++] = *b;
    return false;
}

static void print_row(const uint8_t *row, const char *end) {
    for (int n = 0; n < HOUSES; n++) printf("%u%c", row[n], n < HOUSES - 1 ? ',' : '|');
    printf("%u%s", row[STORE], end);
}

/* Solves a position. Prints the position if it is new and its moves have different values. Returns
 * true if the position was printed. */
static bool print_choice(const board *b, int number) {
    int values[HOUSES], best = -1, worst = 1;
    for (int n = 0; n < HOUSES; n++) {
        if (!b->rows[b->mover][n]) continue;
        values[n] = value_of(b, n, -1, 1);
        if (values[n] > best) best = values[n];
        if (values[n] < worst) worst = values[n];
    }
    if (worst >= best || was_there(b)) return false;
    printf("{\"id\":\"kalah-%04d\",\"game\":\"kalah\",\"pos\":\"", number);
    print_row(b->rows[0], "|"), print_row(b->rows[1], "");
    printf(" %d\",\"value\":%d,\"move_value\":", b->mover + 1, best);
    char mark = '{';
    for (int n = 0; n < HOUSES; n++)
        if (b->rows[b->mover][n]) printf("%c\"%d\":%d", mark, n, values[n]), mark = ',';
    puts("}}");
    return true;
}

/* Makes a random position, and prints it if print_choice() accepts it. Returns true if it was
 * printed. */
static bool make(int stones, int number) {
    board b;
    return play(&b, stones) && print_choice(&b, number);
}

int main(int count, char **arguments) { return make_positions(count, arguments, FEWEST, MOST, make); }
