/* Snort on 7 x 7: territory. Stones are placed on an empty board and stay. A stone may not be next
 * to a stone of the opponent in a row or column. A player who cannot move loses. */
#define RULES_ONLY
#include "own_game.h"

enum { SQUARES = 49, MAX_MOVES = SQUARES, MAX_PLIES = SQUARES };

/* Squares are bits, 8 for each row. The eighth bit of a row is always 0, so that no step continues
 * over an edge. A move is the bit of its square. */
typedef struct {
    uint64_t stones[2];
    uint8_t mover, result, unused[6];
} position;

#define BOARD UINT64_C(0x007F7F7F7F7F7F7F)

static void start(position *p) { (void)p; }

/* The squares where this player may place a stone. */
static uint64_t places(const position *p, unsigned player) {
    uint64_t theirs = p->stones[!player], near = theirs << 1 | theirs >> 1 | theirs << 8 | theirs >> 8;
    return BOARD & ~(p->stones[player] | theirs | near);
}

static uint32_t list(const position *p, imm_move *moves) {
    uint64_t left = places(p, p->mover);
    uint32_t n = 0;
    while (left) moves[n++] = next(&left);
    return n;
}

static void play(position *p, imm_move move) {
    p->stones[p->mover] |= bit(move);
    p->mover ^= 1;
    if (!places(p, p->mover)) p->result = (uint8_t)win_of(!p->mover);
}

#define OWN_GAME
#include "own_game.h"
