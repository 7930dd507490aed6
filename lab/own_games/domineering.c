/* Domineering on 8 x 8: territory. FIRST places vertical dominoes, and SECOND places horizontal
 * ones. A player who cannot move loses. */
#include "own_game.h"

enum { MAX_MOVES = 56, MAX_PLIES = 32 };

typedef struct {
    uint64_t taken;
    uint8_t mover, result, unused[6];
} position;

#define LAST_COLUMN UINT64_C(0x8080808080808080)
#define FIRST_COLUMN UINT64_C(0x0101010101010101)

/* The squares where a domino of this player can begin: its lower or its left square. */
static uint64_t places(uint64_t taken, unsigned player) {
    uint64_t free = ~taken;
    return player == 0 ? free & free >> 8 : free & (free & ~FIRST_COLUMN) >> 1;
}

static uint64_t domino(unsigned player, imm_move move) { return bit(move) | bit(move + (player == 0 ? 8 : 1)); }

static void start(position *p) { (void)p; }

static uint32_t list(const position *p, imm_move *moves) { return list_squares(places(p->taken, p->mover), moves); }

static void play(position *p, imm_move move) {
    p->taken |= domino(p->mover, move);
    p->mover ^= 1;
    if (!places(p->taken, p->mover)) p->result = (uint8_t)win_of(!p->mover);
}

/* Counts the squares of the player's safe moves. A safe move uses two squares that the opponent can
 * no longer use. */
static int safe(uint64_t taken, unsigned player) {
    uint64_t theirs = places(taken, !player), reach = theirs | theirs << (player == 0 ? 1 : 8);
    uint64_t own = places(taken | reach, player);
    return count(own | own << (player == 0 ? 8 : 1));
}

/* Returns the player's lead: the lead in possible moves plus the lead in safe squares. */
static int lead(uint64_t taken, unsigned player) {
    return count(places(taken, player)) - count(places(taken, !player)) + safe(taken, player) - safe(taken, !player);
}

static float value(const position *p) { return squash(lead(p->taken, 0) + (p->mover == 0 ? 1 : -1), 6); }

static int32_t worth(const position *p, imm_move move) { return lead(p->taken | domino(p->mover, move), p->mover); }

/* Playouts prefer moves that take many moves from the opponent, and few from the player. */
static uint32_t likely(const position *p, imm_move move) {
    uint64_t after = p->taken | domino(p->mover, move);
    int taken = count(places(p->taken, !p->mover)) - count(places(after, !p->mover));
    int lost = count(places(p->taken, p->mover)) - count(places(after, p->mover));
    return (uint32_t)(1 + (taken > lost ? 2 * (taken - lost) : 0) + taken);
}

#define OWN_GAME
#include "own_game.h"
