/* Hex on 7 x 7 (or -DHEX_SIZE=9): c_examples/hex.c, with optional callbacks that the example does
 * not have. */
#define HEX_GAME_ONLY
#define imm_plugin rules_only
#include "../../c_examples/hex.c"
#undef imm_plugin
#include "fewer.h"
#include "own_game.h"

/* Returns the number of empty squares that a player must still fill to connect both edges: a
 * breadth-first search over squares, with one more empty square in each round. */
static int distance(const board *b, const position *p, unsigned player) {
    squares blocked = p->stones[!player], own = p->stones[player], empty = free_squares(b, p);
    squares seen = common(p->joined[player][0], b->all), edge = without(b->edges[player][0], blocked);
    for (int rounds = 0; rounds < (int)b->count; rounds++) {
        if (any(common(seen, b->edges[player][1]))) return rounds;
        squares next = common(edge, empty), ring = seen;
        for (; any(ring); ring = without(ring, square(lowest(ring))))
            next = either(next, common(b->near[lowest(ring)], empty));
        next = without(next, seen), seen = either(seen, next);
        for (ring = next; any(ring);) {
            unsigned at = lowest(ring);
            squares more = without(common(b->near[at], own), seen);
            seen = either(seen, more), ring = either(without(ring, square(at)), more);
        }
    }
    return (int)b->count;
}

/* Compares how many squares each player must still fill. The player to move gets half a square of
 * lead. */
static float evaluate(void *context, const void *at) {
    const board *b = (const board *)context;
    const position *p = (const position *)at;
    int lead = 2 * (distance(b, p, 1) - distance(b, p, 0)) + (p->plies & 1 ? -1 : 1);
    return squash(lead, 4);
}

/* Counts the stones next to a move. */
static int touching(const board *b, const position *p, imm_move move) {
    squares near = common(b->near[move], either(p->stones[0], p->stones[1]));
    return (int)(count_word(near.low) + count_word(near.high));
}

/* Tries squares near the centre first, and squares next to one or two stones. */
static int32_t order(void *context, const void *at, imm_move move) {
    const board *b = (const board *)context;
    int size = (int)b->size, x = 2 * (int)(move % b->size) - size + 1, y = 2 * (int)(move / b->size) - size + 1;
    int stones = touching(b, (const position *)at, move);
    return (stones == 1 || stones == 2 ? 2 * size : 0) - (x < 0 ? -x : x) - (y < 0 ? -y : y);
}

static uint32_t weight(void *context, const void *at, imm_move move) {
    int stones = touching((const board *)context, (const position *)at, move);
    return stones == 1 || stones == 2 ? 3 : 2;
}

static uint64_t hash(void *context, const void *at) {
    const position *p = (const position *)at;
    const uint64_t words[4] = {p->stones[0].low, p->stones[0].high, p->stones[1].low, p->stones[1].high};
    uint64_t key = 0;
    (void)context;
    for (int n = 0; n < 4; n++) key = mix(key + words[n] + UINT64_C(0x9E3779B97F4A7C15));
    return key;
}

const imm_game *imm_plugin(void) {
    imm_game game = *rules_only();
    game.evaluate = evaluate, game.weight = weight, game.order = order, game.hash = hash;
    return leave_out(game);
}
