/* Crossing on 6 x 6: a race. Each player has six stones in a corner, and wins when all six are in
 * the opposite corner. The stones of FIRST move right or up, and the stones of SECOND move left or
 * down. A move is one step, or a jump over one stone of either player to an empty square. A player
 * who cannot move misses a turn. If neither can move, the player whose stones have gone further
 * wins.
 *
 *     . . . 2 2 2
 *     . . . . 2 2
 *     . . . . . 2
 *     1 . . . . .
 *     1 1 . . . .
 *     1 1 1 . . .
 */
#include "own_game.h"

enum { WIDTH = 6, SQUARES = 36, MAX_MOVES = 12, MAX_PLIES = 120 };

typedef struct {
    uint64_t stones[2];
    uint8_t mover, result, unused[6];
} position;

#define BOARD (bit(SQUARES) - 1)
#define COLUMN UINT64_C(0x041041041) /* the first one */

static uint64_t corner(unsigned player) {
    const uint64_t low = bit(0) | bit(1) | bit(2) | bit(6) | bit(7) | bit(12);
    const uint64_t high = bit(35) | bit(34) | bit(33) | bit(29) | bit(28) | bit(23);
    return player == 0 ? low : high;
}

static void start(position *p) { p->stones[0] = corner(0), p->stones[1] = corner(1); }

/* One step of a player: right or up for FIRST, left or down for SECOND. */
static uint64_t step(uint64_t set, unsigned player, unsigned up) {
    if (up) return player == 0 ? set << WIDTH & BOARD : set >> WIDTH;
    return player == 0 ? (set & ~(COLUMN << 5)) << 1 : (set & ~COLUMN) >> 1;
}

/* Returns the squares where a move of these stones ends. */
static uint64_t ends(const position *p, unsigned player, uint64_t from, unsigned up, unsigned jump) {
    uint64_t taken = p->stones[0] | p->stones[1], over = step(from, player, up);
    return (jump ? step(over & taken, player, up) : over) & ~taken;
}

static int mobility(const position *p, unsigned player) {
    int n = 0;
    for (unsigned way = 0; way < 4; way++) n += count(ends(p, player, p->stones[player], way / 2, way % 2));
    return n;
}

/* A move is 4 times the square that it begins on, plus 2 if it goes up or down, plus 1 for a jump.
 */
static uint32_t list(const position *p, imm_move *moves) {
    uint32_t n = 0;
    for (uint64_t left = p->stones[p->mover]; left;) {
        unsigned from = next(&left);
        for (unsigned way = 0; way < 4; way++)
            if (ends(p, p->mover, bit(from), way / 2, way % 2)) moves[n++] = 4 * from + way;
    }
    return n;
}

/* Returns the sum of the distances, in steps, between these stones and the lower left square. */
static int distance(uint64_t stones) {
    int sum = 0;
    while (stones) {
        unsigned square = next(&stones);
        sum += (int)(square % WIDTH + square / WIDTH);
    }
    return sum;
}

/* The lead of FIRST in steps. The total distance of FIRST's stones is 8 at the start and 52 at the
 * end. For SECOND's stones it is 52 at the start and 8 at the end. */
static int lead(const position *p) { return distance(p->stones[0]) + distance(p->stones[1]) - 60; }

static void play(position *p, imm_move move) {
    uint64_t from = bit(move / 4);
    p->stones[p->mover] ^= from | ends(p, p->mover, from, move / 2 % 2, move % 2);
    if (p->stones[p->mover] == corner(!p->mover)) p->result = (uint8_t)win_of(p->mover);
    if (mobility(p, !p->mover) > 0) p->mover ^= 1;
    else if (p->result == IMM_ONGOING && mobility(p, p->mover) == 0)
        p->result = (uint8_t)(lead(p) == 0 ? IMM_DRAW : win_of(lead(p) < 0));
}

/* Adds the lead in steps, which counts twice, and the lead in possible moves. */
static float value(const position *p) {
    return squash(2 * lead(p) + mobility(p, 0) - mobility(p, 1) + (p->mover == 0 ? 1 : -1), 12);
}

/* Tries jumps first, then moves of the stones that are furthest behind. */
static int32_t worth(const position *p, imm_move move) {
    int from = distance(bit(move / 4));
    return (move % 2 ? 20 : 0) - (p->mover == 0 ? from : 10 - from);
}

static uint32_t likely(const position *p, imm_move move) {
    (void)p;
    return move % 2 ? 6 : 2;
}

#define OWN_GAME
#include "own_game.h"
