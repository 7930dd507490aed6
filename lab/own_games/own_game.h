/* The part that the games in this folder share. A game includes this file twice:
 *
 *     1. At its beginning, for imm.h and the small functions.
 *     2. At its end, after `#define OWN_GAME`, for the callbacks and imm_plugin(). Before that, the
 *        game defines the constants MAX_MOVES and MAX_PLIES, the type `position`, and the functions
 *        start(), list(), play(), value(), worth() and likely(). This file reads two fields of a
 *        position: `mover` (0 or 1) and `result`.
 *
 * A game that adds to an example of c_examples includes only the first part, and fewer.h.
 *
 * Each optional callback can be left out: -DNO_EVALUATE, -DNO_WEIGHT, -DNO_HASH, -DNO_ORDER. Then
 * value() is not needed, nor likely() or worth(). A game that begins with `#define RULES_ONLY` has
 * none of them. */
#ifndef OWN_GAME_H
#define OWN_GAME_H

#include <stdint.h>
#include <string.h>

#include "imm.h"

#ifdef RULES_ONLY
#define NO_EVALUATE 1
#define NO_WEIGHT 1
#define NO_HASH 1
#define NO_ORDER 1
#endif

static inline int count(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)(bits * UINT64_C(0x0101010101010101) >> 56);
}

static inline uint64_t bit(unsigned n) { return UINT64_C(1) << n; }

/* Removes the lowest bit from the set and returns its number. */
static inline unsigned next(uint64_t *set) {
    unsigned n = (unsigned)count((*set & (0 - *set)) - 1);
    *set &= *set - 1;
    return n;
}

/* Lists the squares of the set as moves, and returns their number. */
static inline uint32_t list_squares(uint64_t set, imm_move *moves) {
    uint32_t n = 0;
    while (set) moves[n++] = next(&set);
    return n;
}

static inline imm_result win_of(unsigned player) { return player == 0 ? IMM_FIRST_WINS : IMM_SECOND_WINS; }

/* Returns a value from -1 to 1 for this lead of FIRST. A lead of `half` gives 0.5. */
static inline float squash(int lead, int half) { return (float)lead / (float)(half + (lead < 0 ? -lead : lead)); }

static inline uint64_t mix(uint64_t key) {
    key = (key ^ key >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    key = (key ^ key >> 27) * UINT64_C(0x94D049BB133111EB);
    return key ^ key >> 31;
}

#endif

#ifdef OWN_GAME

static void on_initial(void *context, void *at) {
    (void)context;
    start((position *)at);
}

static uint32_t on_legal_moves(void *context, const void *at, imm_move *moves) {
    (void)context;
    return list((const position *)at, moves);
}

/* `undo` stores the position before the move, so no game needs its own unmake(). */
static void on_make(void *context, void *at, imm_move move, void *undo) {
    (void)context;
    if (undo) memcpy(undo, at, sizeof(position));
    play((position *)at, move);
}

static void on_unmake(void *context, void *at, imm_move move, const void *undo) {
    (void)context, (void)move;
    memcpy(at, undo, sizeof(position));
}

static imm_player on_to_move(void *context, const void *at) {
    (void)context;
    return ((const position *)at)->mover == 0 ? IMM_FIRST : IMM_SECOND;
}

static imm_result on_outcome(void *context, const void *at) {
    (void)context;
    return ((const position *)at)->result;
}

#ifndef NO_EVALUATE
static float on_evaluate(void *context, const void *at) {
    (void)context;
    return value((const position *)at);
}
#endif

#ifndef NO_WEIGHT
static uint32_t on_weight(void *context, const void *at, imm_move move) {
    (void)context;
    return likely((const position *)at, move);
}
#endif

#ifndef NO_ORDER
static int32_t on_order(void *context, const void *at, imm_move move) {
    (void)context;
    return worth((const position *)at, move);
}
#endif

/* The key depends on all bytes of a position. So a position must not have padding, and its size
 * must be a multiple of 8 bytes. */
#ifndef NO_HASH
static uint64_t on_hash(void *context, const void *at) {
    uint64_t key = 0, word;
    (void)context;
    for (size_t n = 0; n < sizeof(position); n += sizeof word) {
        memcpy(&word, (const char *)at + n, sizeof word);
        key = mix(key + word + UINT64_C(0x9E3779B97F4A7C15));
    }
    return key;
}
#endif

IMM_EXPORT const imm_game *imm_plugin(void);
const imm_game *imm_plugin(void) {
    static const imm_game game = {
        .struct_size = sizeof(imm_game),
        .position_size = sizeof(position),
        .undo_size = sizeof(position),
        .max_moves = MAX_MOVES,
        .max_plies = MAX_PLIES,
        .initial = on_initial,
        .legal_moves = on_legal_moves,
        .make = on_make,
        .unmake = on_unmake,
        .to_move = on_to_move,
        .outcome = on_outcome,
#ifndef NO_EVALUATE
        .evaluate = on_evaluate,
#endif
#ifndef NO_WEIGHT
        .weight = on_weight,
#endif
#ifndef NO_HASH
        .hash = on_hash,
#endif
#ifndef NO_ORDER
        .order = on_order,
#endif
    };
    return &game;
}

#endif
