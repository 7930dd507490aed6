/* Ataxx on 6 x 6: many stones change sides at once. A move puts a new stone next to a stone of the
 * player, or moves a stone two squares away. All neighbouring stones of the opponent then change
 * sides. A player without a move misses a turn. When neither player can move, or after 100 plies,
 * the player with more stones wins. */
#include "own_game.h"

enum { WIDTH = 6, SQUARES = 36, MAX_MOVES = 18 * 16 + 36, MAX_PLIES = 100 };

typedef struct {
    uint64_t stones[2];
    uint8_t mover, plies, result, unused[5];
} position;

#define BOARD (bit(SQUARES) - 1)
#define COLUMN UINT64_C(0x041041041) /* the first one */

/* Returns the squares of `set` and all their neighbours, including diagonal ones. */
static uint64_t grown(uint64_t set) {
    set |= (set & ~(COLUMN << 5)) << 1 | (set & ~COLUMN) >> 1;
    return (set | set << WIDTH | set >> WIDTH) & BOARD;
}

static void start(position *p) {
    p->stones[0] = bit(0) | bit(35);
    p->stones[1] = bit(5) | bit(30);
}

static uint64_t empty(const position *p) { return BOARD & ~(p->stones[0] | p->stones[1]); }

static int can_move(const position *p, unsigned player) { return (grown(grown(p->stones[player])) & empty(p)) != 0; }

/* A move is 64 times the square where it ends, plus the square where it begins. For a new stone
 * both are the same square. */
static uint32_t list(const position *p, imm_move *moves) {
    uint32_t n = 0;
    for (uint64_t left = empty(p) & grown(p->stones[p->mover]); left;) {
        unsigned to = next(&left);
        moves[n++] = 65 * to;
    }
    for (uint64_t left = empty(p); left;) {
        unsigned to = next(&left);
        uint64_t from = grown(grown(bit(to))) & ~grown(bit(to)) & p->stones[p->mover];
        while (from) moves[n++] = 64 * to + next(&from);
    }
    return n;
}

static void play(position *p, imm_move move) {
    unsigned to = move / 64, from = move % 64, who = p->mover;
    uint64_t turned = grown(bit(to)) & p->stones[!who];
    p->stones[!who] ^= turned;
    p->stones[who] = (p->stones[who] & ~bit(from)) | turned | bit(to);
    p->plies++;
    if (can_move(p, !who)) p->mover = (uint8_t)!who;
    if (p->plies < MAX_PLIES && (can_move(p, 0) || can_move(p, 1))) return;
    int lead = count(p->stones[0]) - count(p->stones[1]);
    p->result = (uint8_t)(lead == 0 ? IMM_DRAW : win_of(lead < 0));
}

static float value(const position *p) {
    return squash(2 * (count(p->stones[0]) - count(p->stones[1])) + (p->mover == 0 ? 3 : -3), 12);
}

/* Counts the stones that the player gains with the move: stones of the opponent that change sides,
 * and a new stone. */
static int32_t worth(const position *p, imm_move move) {
    return 2 * count(grown(bit(move / 64)) & p->stones[!p->mover]) + (move / 64 == move % 64);
}

static uint32_t likely(const position *p, imm_move move) {
    uint32_t gain = (uint32_t)worth(p, move);
    return 1 + gain * gain;
}

#define OWN_GAME
#include "own_game.h"
