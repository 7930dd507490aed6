/* speed GAME PLAYER ITERATIONS REPEATS: measures the mean processor time, in microseconds, of a
 * search from the starting position. speed.py compares searches in Python with the searches of this
 * program. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "imm.h"

enum { MEMORY = 1 << 20 };
static _Alignas(IMM_ALIGN) unsigned char memory[MEMORY];

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    imm_game game;
    imm_state *state = NULL;
    if (imm_game_by_name(argv[1], &game, sizeof game) != IMM_OK) return 1;
    if (imm_open(memory, sizeof memory, &game, argv[2], 1, &state) != IMM_OK) return 1;
    imm_limits limits = imm_limits_default();
    limits.iterations = strtoull(argv[3], NULL, 10);
    imm_report report;
    long repeats = atol(argv[4]);
    clock_t spent = 0;
    for (long i = 0; i < repeats; i++) {
        if (imm_forget(state) != IMM_OK) return 1;
        clock_t began = clock();
        if (imm_search_limited(state, &limits, &report) != IMM_OK) return 1;
        spent += clock() - began;
    }
    printf("%.3f\n", 1e6 * (double)spent / CLOCKS_PER_SEC / (double)repeats);
    return 0;
}
