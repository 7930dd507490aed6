/* native GAME PLAYER ITERATIONS: measures simulations per second of processor time */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "imm.h"

static _Alignas(IMM_ALIGN) unsigned char memory[64 << 20];

int main(int argc, char **argv) {
    imm_game game;
    imm_state *state = NULL;
    imm_report report;
    if (argc != 4 || imm_game_by_name(argv[1], &game, sizeof game) != IMM_OK) return 2;
    if (imm_open(memory, sizeof memory, &game, argv[2], 1, &state) != IMM_OK) return 1;
    uint32_t iterations = (uint32_t)atol(argv[3]);
    if (imm_step(state, iterations) != IMM_OK || imm_forget(state) != IMM_OK)
        return 1; /* this run writes to all memory before the measurement */
    clock_t begun = clock();
    if (imm_step(state, iterations) != IMM_OK) return 1;
    double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    if (imm_get_report(state, &report) != IMM_OK) return 1;
    printf("{\"rate\":%.0f,\"signature\":\"%016llx\"}\n", iterations / seconds, (unsigned long long)report.signature);
    return 0;
}
