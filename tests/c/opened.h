/* A state in guarded memory, and random numbers, for tests of any game. */
#ifndef OPENED_H
#define OPENED_H

#include "check.h"

static imm_state *open_state(guarded *block, const imm_game *game, const char *player, size_t size, uint64_t seed) {
    imm_state *state = NULL;
    *block = guarded_new(size);
    CHECK_EQ(imm_open(block->memory, block->size, game, player, seed, &state), IMM_OK);
    return state;
}

static uint64_t random_state = 1;

/* Knuth's linear generator, its high half. */
static inline uint32_t next_random(void) {
    random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407U;
    return (uint32_t)(random_state >> 32);
}

#endif
