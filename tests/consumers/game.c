/* Plays a game of Kalah in which imm chooses the moves of both sides, with 500 simulations per
 * move. The game is the same on every machine. The last line of the output is the signature of the
 * first six searches, as in a row of ../firmware/vectors.tsv. */
#include <stdio.h>
#include <stdlib.h>

#include "imm.h"

static void complain(const char *what, imm_status status) {
    fprintf(stderr, "%s: %s\n", what, imm_status_text(status));
    exit(1);
}

int main(void) {
    imm_config config = imm_config_default();
    config.seed = 1;
    size_t size = imm_memory_required(imm_kalah(), 400);
    void *memory = malloc(size);
    imm_state *state = NULL;
    imm_status status = imm_init(memory, size, imm_kalah(), &config, &state);
    if (status != IMM_OK) complain("imm_init", status);

    imm_limits limits = imm_limits_default();
    limits.iterations = 500;
    uint64_t signature = 0;
    for (int ply = 0; imm_outcome(state) == IMM_ONGOING; ply++) {
        imm_report report;
        char text[IMM_TEXT_MAX];
        if ((status = imm_search_limited(state, &limits, &report)) != IMM_OK) complain("imm_search_limited", status);
        if ((status = imm_move_text(state, report.best, text, sizeof text)) != IMM_OK)
            complain("imm_move_text", status);
        if ((status = imm_play(state, report.best)) != IMM_OK) complain("imm_play", status);
        if (ply < 6) signature = (signature << 1 | signature >> 63) ^ report.signature;
        printf("%s ", text);
    }
    printf("\n%s\n", imm_outcome(state) == IMM_FIRST_WINS ? "first wins"
                     : imm_outcome(state) == IMM_DRAW     ? "draw"
                                                          : "second wins");
    printf("%08lx%08lx\n", (unsigned long)(signature >> 32), (unsigned long)(signature & 0xffffffffu));
    free(memory);
    return 0;
}
