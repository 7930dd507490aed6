/* Four wins, three loses, on a rhombus of 7 x 7 hexagons (after Yavalath by Cameron Browne): sudden
 * wins and losses. Stones are placed and stay. Four of your stones in a line win, but a line of
 * exactly three loses if the same move does not win. A full board is a draw. A step along the three
 * lines of hexagons is 1, 8 or 7 bits. */
#include "seven.h"

static uint32_t list(const position *p, imm_move *moves) { return list_squares(empty(p), moves); }

/* Returns the length of the longest line of these stones, at most 4. */
static int longest(uint64_t stones) {
    static const unsigned steps[3] = {1, 8, 7};
    uint64_t three = 0, four = 0;
    for (int i = 0; i < 3; i++) {
        uint64_t two = stones & stones >> steps[i];
        three |= two & stones >> 2 * steps[i];
        four |= two & two >> 2 * steps[i];
    }
    return four ? 4 : three ? 3 : 2;
}

static void play(position *p, imm_move move) {
    p->stones[p->mover] |= bit(move);
    int line = longest(p->stones[p->mover]);
    if (line > 2) p->result = (uint8_t)win_of(line == 4 ? p->mover : !p->mover);
    else if ((p->stones[0] | p->stones[1]) == BOARD) p->result = IMM_DRAW;
    p->mover ^= 1;
}

/* Returns the squares that complete four in a line between stones of the player. Each is a threat
 * to win: two stones are on one side of the square, and one stone is on the other side. */
static uint64_t threats(uint64_t own, uint64_t free) {
    static const unsigned steps[3] = {1, 8, 7};
    uint64_t found = 0;
    for (int i = 0; i < 3; i++) {
        unsigned s = steps[i];
        found |= own << s & own >> s & (own << 2 * s | own >> 2 * s);
    }
    return found & free;
}

/* Counts the pairs of stones with one free square between them. Such a pair can become a threat. */
static int pairs(uint64_t own, uint64_t free) {
    return count(own & own >> 2 & free >> 1) + count(own & own >> 16 & free >> 8) + count(own & own >> 14 & free >> 7);
}

static float value(const position *p) {
    uint64_t free = empty(p);
    if (threats(p->stones[p->mover], free)) return p->mover == 0 ? 0.95f : -0.95f;
    int lead = pairs(p->stones[0], free) - pairs(p->stones[1], free);
    return squash(lead + 4 * count(threats(p->stones[0], free)) - 4 * count(threats(p->stones[1], free)), 5);
}

/* The effect of a move: 3 wins, 2 stops the opponent from winning, 0 loses, otherwise 1. */
static int effect(const position *p, imm_move move) {
    int own = longest(p->stones[p->mover] | bit(move));
    if (own > 2) return own == 4 ? 3 : 0;
    return longest(p->stones[!p->mover] | bit(move)) == 4 ? 2 : 1;
}

/* Tries moves with a higher effect first. Among moves with the same effect, tries squares near the
 * centre first. */
static int32_t worth(const position *p, imm_move move) {
    int x = (int)(move % 8) - 3, y = (int)(move / 8) - 3;
    return 100 * effect(p, move) - x * x - y * y;
}

static uint32_t likely(const position *p, imm_move move) {
    static const uint32_t weights[] = {0, 1, IMM_WEIGHT_FORCED, IMM_WEIGHT_DECISIVE};
    return weights[effect(p, move)];
}

#define OWN_GAME
#include "own_game.h"
