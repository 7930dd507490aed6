/* Knightthrough on 8 x 8: a race. Each player begins with two full rows of knights. Knights move as
 * in chess, but only forward: up for FIRST, and down for SECOND. A move ends on an empty square or
 * on a knight of the opponent, which is captured. A player wins with a knight on the far row, or by
 * capturing all knights of the opponent. The foremost knight can always move, so each player has a
 * move. */
#define RULES_ONLY
#include "own_game.h"

/* Before the last ply, the knights of each player make at most 8 * 6 + 8 * 5 steps of one row. */
enum { MAX_MOVES = 16 * 4, MAX_PLIES = 2 * 88 + 1 };

typedef struct {
    uint64_t stones[2];
    uint8_t mover, result, unused[6];
} position;

#define COLUMN UINT64_C(0x0101010101010101) /* the first one */
#define ROW UINT64_C(0xFF)                  /* the first one */

static void start(position *p) { p->stones[0] = ROW | ROW << 8, p->stones[1] = ROW << 48 | ROW << 56; }

/* Returns the squares where a move of these knights ends: two columns to the left (0), one to the
 * left (1), one to the right (2) or two to the right (3). */
static uint64_t jump(uint64_t set, unsigned player, unsigned way) {
    static const unsigned up[4] = {6, 15, 17, 10}, down[4] = {10, 17, 15, 6};
    static const uint64_t over[4] = {COLUMN * 3, COLUMN, COLUMN << 7, COLUMN * 3 << 6}; /* these leave the board */
    set &= ~over[way];
    return player == 0 ? set << up[way] : set >> down[way];
}

/* A move is 4 times the square that it begins on, plus the number of its direction, as in
 * jump(). */
static uint32_t list(const position *p, imm_move *moves) {
    uint32_t n = 0;
    for (uint64_t left = p->stones[p->mover]; left;) {
        unsigned from = next(&left);
        for (unsigned way = 0; way < 4; way++)
            if (jump(bit(from), p->mover, way) & ~p->stones[p->mover]) moves[n++] = 4 * from + way;
    }
    return n;
}

static void play(position *p, imm_move move) {
    uint64_t from = bit(move / 4), to = jump(from, p->mover, move % 4);
    p->stones[p->mover] ^= from | to;
    p->stones[!p->mover] &= ~to;
    if (to & (p->mover == 0 ? ROW << 56 : ROW) || !p->stones[!p->mover]) p->result = (uint8_t)win_of(p->mover);
    p->mover ^= 1;
}

#define OWN_GAME
#include "own_game.h"
