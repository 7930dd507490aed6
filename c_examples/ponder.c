/* Pondering: imm also thinks on the opponent's time. A thread searches while the opponent is to
 * move, and stops without a race as soon as the opponent has moved.
 *
 * The flag `stop` of imm_limits stays set until the program clears it. So the program cannot set
 * the flag too early: if the search starts after that, it ends after one simulation. Only one
 * thread uses the state at a time: the main thread joins the searching thread before it uses the
 * state. This program plays both sides. The opponent moves at random; imm has a clock of 3 s plus
 * 0.02 s for each move. */
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "imm.h"

static _Alignas(IMM_ALIGN) unsigned char memory[8 << 20];
static imm_state *state;
static _Atomic uint8_t stop;
static uint64_t pondered;

/* Searches until `stop` is set. The tree of the state keeps what the search finds. */
static void *ponder(void *unused) {
    imm_limits limits = imm_limits_default();
    imm_report report;
    (void)unused;
    limits.iterations = UINT64_MAX; /* only the flag, or a solved position, ends the search */
    limits.stop = (const volatile uint8_t *)&stop;
    if (imm_search_limited(state, &limits, &report) == IMM_OK) pondered += report.iterations;
    return NULL;
}

/* Returns the opponent's move. The opponent thinks for a moment, and imm ponders meanwhile. */
static imm_move opponents_move(void) {
    static imm_move moves[48];
    const struct timespec moment = {0, 20 * 1000 * 1000};
    int32_t count = imm_legal_moves(state, moves, 48);
    pthread_t thread;
    if (count <= 0) return IMM_MOVE_NONE;
    imm_move chosen = moves[rand() % count];
    atomic_store(&stop, 0);
    if (pthread_create(&thread, NULL, ponder, NULL) != 0) return chosen;
    nanosleep(&moment, NULL);
    atomic_store(&stop, 1);
    pthread_join(thread, NULL); /* from here on, this thread may use the state */
    return chosen;
}

int main(void) {
    imm_config config = imm_config_default();
    imm_clock clock = imm_clock_default();
    uint64_t kept = 0, searched = 0;
    clock.remaining_ms = 3000, clock.increment_ms = 20;
    config.im = 0.4f;
    if (imm_init(memory, sizeof memory, imm_breakthrough(), &config, &state) != IMM_OK) return 1;
    while (imm_outcome(state) == IMM_ONGOING) {
        imm_report report;
        imm_move move;
        if (imm_player_to_move(state) == IMM_SECOND) {
            move = opponents_move();
        } else {
            if (imm_get_report(state, &report) != IMM_OK) return 1;
            kept += report.nodes; /* nodes found on the opponent's time that are still in the tree */
            if (imm_search_clock(state, &clock, &report) != IMM_OK) return 1;
            uint32_t taken = report.elapsed_ms < clock.remaining_ms ? report.elapsed_ms : clock.remaining_ms;
            clock.remaining_ms = clock.remaining_ms - taken + clock.increment_ms;
            searched += report.iterations;
            move = report.best;
        }
        if (imm_play(state, move) != IMM_OK) return 1;
    }
    printf("%s wins; %" PRIu32 " ms left; %" PRIu64 " simulations on the own time, %" PRIu64
           " on the opponent's, %" PRIu64 " nodes of use\n",
           imm_outcome(state) == IMM_FIRST_WINS ? "imm" : "the opponent", clock.remaining_ms, searched, pondered, kept);
    return 0;
}
