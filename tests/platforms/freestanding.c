/* A program that needs no C library. The test links this program with the build of imm for systems
 * without a C library. */
#include "imm.h"

static _Alignas(IMM_ALIGN) unsigned char memory[IMM_KALAH_MEMORY_SIZE(400)];

void start(void);

void start(void) {
    imm_state *state;
    if (imm_init(memory, sizeof memory, imm_kalah(), 0, &state) == IMM_OK) imm_play(state, imm_search(state, 10));
}
