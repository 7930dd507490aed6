/* Konane on 8 x 8: jumps. The board begins full, with the stones of the players alternating as the
 * colours of a chessboard, except for two empty squares in the middle. A move jumps over a
 * neighbouring stone of the opponent to an empty square behind it and captures the stone. The stone
 * may jump once more in the same direction. A player who cannot move loses. */
#include "own_game.h"

enum { WIDTH = 8, MAX_MOVES = 32 * 4 * 2, MAX_PLIES = 64 };

typedef struct {
    uint64_t stones[2];
    uint8_t mover, result, unused[6];
} position;

#define COLUMN UINT64_C(0x0101010101010101) /* the first one */

static uint64_t step(uint64_t set, unsigned direction) {
    switch (direction) {
    case 0: return (set & ~(COLUMN << 7)) << 1;
    case 1: return (set & ~COLUMN) >> 1;
    case 2: return set << WIDTH;
    default: return set >> WIDTH;
    }
}

static void start(position *p) {
    for (unsigned n = 0; n < 64; n++) p->stones[(n % WIDTH + n / WIDTH) % 2] |= bit(n);
    p->stones[0] &= ~bit(27);
    p->stones[1] &= ~bit(28);
}

/* Returns the squares that one jump in `direction` reaches from a square of `from`. */
static uint64_t jumps(const uint64_t *stones, unsigned player, uint64_t from, unsigned direction) {
    return step(step(from, direction) & stones[!player], direction) & ~(stones[0] | stones[1]);
}

static int mobility(const uint64_t *stones, unsigned player) {
    int n = 0;
    for (unsigned d = 0; d < 4; d++) n += count(jumps(stones, player, stones[player], d));
    return n;
}

/* A move is 8 times its square, plus 2 times its direction, plus 1 if it jumps twice. */
static uint32_t list(const position *p, imm_move *moves) {
    uint32_t n = 0;
    for (unsigned d = 0; d < 4; d++)
        for (uint64_t to = jumps(p->stones, p->mover, p->stones[p->mover], d); to;) {
            unsigned square = next(&to), from = (unsigned)((int)square - (d == 0   ? 2
                                                                          : d == 1 ? -2
                                                                          : d == 2 ? 16
                                                                                   : -16));
            moves[n++] = 8 * from + 2 * d;
            if (jumps(p->stones, p->mover, bit(square), d)) moves[n++] = 8 * from + 2 * d + 1;
        }
    return n;
}

static void play(position *p, imm_move move) {
    uint64_t from = bit(move / 8);
    unsigned d = move / 2 % 4;
    p->stones[p->mover] &= ~from;
    for (unsigned jump = 0; jump <= move % 2; jump++) {
        p->stones[!p->mover] &= ~step(from, d);
        from = step(step(from, d), d);
    }
    p->stones[p->mover] |= from;
    p->mover ^= 1;
    if (mobility(p->stones, p->mover) == 0) p->result = (uint8_t)win_of(!p->mover);
}

static float value(const position *p) { return squash(mobility(p->stones, 0) - mobility(p->stones, 1), 6); }

static int32_t worth(const position *p, imm_move move) {
    position after = *p;
    play(&after, move);
    return mobility(after.stones, p->mover) - mobility(after.stones, !p->mover);
}

/* Playouts prefer a single jump to the edge, where the stone is safe. */
static uint32_t likely(const position *p, imm_move move) {
    const uint64_t edge = COLUMN | COLUMN << 7 | UINT64_C(0xFF000000000000FF);
    uint64_t to = step(step(bit(move / 8), move / 2 % 4), move / 2 % 4);
    (void)p;
    return move % 2 ? 1 : to & edge ? 6 : 3;
}

#define OWN_GAME
#include "own_game.h"
