/* Snort on 7 x 7: territory. Stones are placed on an empty board and stay. A stone may not be next
 * to a stone of the opponent in a row or column. A player who cannot move loses. */
#define RULES_ONLY
#include "seven.h"

/* The squares where this player may place a stone. */
static uint64_t places(const position *p, unsigned player) { return empty(p) & ~near(p->stones[!player]); }

static uint32_t list(const position *p, imm_move *moves) { return list_squares(places(p, p->mover), moves); }

static void play(position *p, imm_move move) {
    p->stones[p->mover] |= bit(move);
    p->mover ^= 1;
    if (!places(p, p->mover)) p->result = (uint8_t)win_of(!p->mover);
}

#define OWN_GAME
#include "own_game.h"
