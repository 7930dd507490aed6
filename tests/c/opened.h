/* Code for tests of any game: states in guarded memory, random numbers, and a checksum. */
#ifndef OPENED_H
#define OPENED_H

#include "check.h"

static imm_state *open_state(guarded *block, const imm_game *game, const char *player, size_t size, uint64_t seed) {
    imm_state *state = NULL;
    *block = guarded_new(size);
    CHECK_EQ(imm_open(block->memory, block->size, game, player, seed, &state), IMM_OK);
    if (!state) exit(1);
    return state;
}

static uint64_t random_state = 1;

/* Returns the high half of the next number of Knuth's linear congruential generator. */
static inline uint32_t next_random(void) {
    random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407U;
    return (uint32_t)(random_state >> 32);
}

/* Returns the CRC-32 of the bytes, as zlib computes it. A save ends with this checksum. A net has
 * the checksum in its header. */
static inline uint32_t crc32(const unsigned char *bytes, size_t size) {
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (unsigned bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xEDB88320) : 0);
    }
    return ~crc;
}

#endif
