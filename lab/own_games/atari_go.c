/* Atari Go on 7 x 7: the first capture. Stones are placed on an empty board and stay. A group is a
 * set of connected stones of one player; its liberties are the empty squares next to it. A player
 * who takes the last liberty of a group of the opponent captures it and wins. A move that leaves
 * the player's own group without a liberty is illegal, unless the move captures. There is no pass:
 * a player who cannot move loses. */
#define RULES_ONLY
#include "seven.h"

/* Returns `part` and the stones that are connected to it. */
static uint64_t group(uint64_t part, uint64_t stones) {
    for (uint64_t before = 0; part != before;) before = part, part |= near(part) & stones;
    return part;
}

/* True if this move of the player to move takes the last liberty of a group of the opponent. */
static int captures(const position *p, imm_move move) {
    uint64_t theirs = p->stones[!p->mover], left = near(bit(move)) & theirs, free = empty(p) & ~bit(move);
    while (left) {
        uint64_t whole = group(left & (0 - left), theirs);
        if (!(near(whole) & free)) return 1;
        left &= ~whole;
    }
    return 0;
}

/* True if the group of the new stone has a liberty, or if the move captures. */
static int is_legal(const position *p, imm_move move) {
    uint64_t whole = group(bit(move), p->stones[p->mover]);
    return (near(whole) & empty(p) & ~bit(move)) != 0 || captures(p, move);
}

/* A move next to an empty square is legal. Only the other moves are tested one by one. */
static uint32_t list(const position *p, imm_move *moves) {
    uint64_t free = empty(p), open = free & near(free), rest = free & ~open;
    uint32_t n = list_squares(open, moves);
    while (rest) {
        unsigned square = next(&rest);
        if (is_legal(p, square)) moves[n++] = square;
    }
    return n;
}

static int can_move(const position *p) {
    imm_move moves[MAX_MOVES];
    return (empty(p) & near(empty(p))) != 0 || list(p, moves) > 0;
}

static void play(position *p, imm_move move) {
    if (captures(p, move)) p->result = (uint8_t)win_of(p->mover);
    p->stones[p->mover] |= bit(move);
    p->mover ^= 1;
    if (p->result == IMM_ONGOING && !can_move(p)) p->result = (uint8_t)win_of(!p->mover);
}

#define OWN_GAME
#include "own_game.h"
