/* What the tests of memory that several states share have in common. */
#ifndef SHARED_H
#define SHARED_H

#include "toy.h"

/* Zeros, aligned to a line of the processor's cache, between guards. */
static unsigned char *new_shared(guarded *room, size_t size) {
    *room = guarded_new(size + 64);
    memset(room->memory, 0, room->size);
    return room->memory + (64 - (uintptr_t)room->memory % 64) % 64;
}

static imm_state *open_sharer(guarded *block, size_t size, const imm_game *game, const char *player, uint64_t seed) {
    imm_state *state = NULL;
    *block = guarded_new(size);
    CHECK_EQ(imm_open(block->memory, block->size, game, player, seed, &state), IMM_OK);
    return state;
}

#endif
