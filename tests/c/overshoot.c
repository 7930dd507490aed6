/* Measures how far imm_search() exceeds its time limit, and prints a Markdown table. Players of
 * every kind search every built-in game for 1, 5, 10 and 100 ms. Times are processor time of the
 * thread, so other work on the machine has little effect. Each cell shows the median, the 95th
 * percentile and the maximum, in microseconds. The last rows measure two special cases. One is a
 * loop that only reads the clock, which shows how much of the excess time the machine causes. The
 * other is a series of searches of 1 ms, while a block of 256 MiB fills for the first time.
 *
 *     overshoot [CALLS [LIMIT]]
 *
 * Fails if more than one search in twenty exceeds its time by more than LIMIT microseconds. With a
 * LIMIT of 0, the program checks no times. Without arguments, the program runs only two searches of
 * 1 ms for each game and player, and checks no times. `tests/c/run overshoot` measures the
 * published figures. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include <time.h>

#include "built_in.h"

enum { TIMES = 4 };
static const uint32_t times_ms[TIMES] = {1, 5, 10, 100};

static size_t calls = 2;
static double limit;
static double *took;

static double now_us(void) {
    struct timespec at;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
    return (double)at.tv_sec * 1e6 + (double)at.tv_nsec / 1e3;
}

static uint32_t clock_us(void *clock) {
    (void)clock;
    return (uint32_t)(uint64_t)now_us();
}

static int by_size(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* Writes a cell of the table, and returns the 95th percentile in microseconds. */
static double write_cell(void) {
    qsort(took, calls, sizeof *took, by_size);
    const double most = took[calls - 1 - calls / 20];
    printf(" %.0f / %.0f / %.0f |", took[calls / 2], most, took[calls - 1]);
    return most;
}

/* Measures `calls` searches of `ms` milliseconds, and writes a cell of the table. If `plays` is
 * set, plays the moves. A new game begins when a game is over, or when a solved position ends a
 * search early. */
static void measure(imm_state *state, uint32_t ms, int plays) {
    for (size_t done = 0; done < calls;) {
        double before = now_us();
        imm_move move = imm_search(state, ms);
        double us = now_us() - before - 1000.0 * ms;
        imm_report report;
        CHECK_EQ(imm_get_report(state, &report), IMM_OK);
        if (report.stopped == IMM_STOPPED_TIME) took[done++] = us;
        if (!plays) continue;
        if (report.stopped != IMM_STOPPED_TIME || imm_play(state, move) != IMM_OK || imm_outcome(state) != IMM_ONGOING)
            CHECK_EQ(imm_restart(state), IMM_OK);
    }
    const double most = write_cell();
    CHECK(limit == 0 || most <= limit);
}

/* Measures a loop that reads the clock, in place of a search. */
static void measure_machine(uint32_t ms) {
    for (size_t done = 0; done < calls; done++) {
        const double before = now_us();
        double us;
        do us = now_us() - before - 1000.0 * ms;
        while (us < 0);
        took[done] = us;
    }
    write_cell();
}

static imm_state *open_player(unsigned char *memory, size_t size, const imm_game *game, const char *player) {
    imm_config config = imm_config_default();
    imm_state *state = NULL;
    CHECK_EQ(imm_configure(&config, player), IMM_OK);
    config.now_us = clock_us;
    return imm_init(memory, size, game, &config, &state) == IMM_OK ? state : NULL;
}

int main(int count, char **arguments) {
    static const char *const players[] = {"mcts()",  "mcts(im0.4)",         "mcts(ipp,im0.4)",
                                          "bfm()",   "mcts(im0.4,leafab2)", "mcts(im0.4,leafab4)",
                                          "ab(all)", "mcts(mcloa,abp2)"};
    const size_t size = (size_t)4 << 20, large = (size_t)256 << 20;
    if (count > 1) calls = strtoul(arguments[1], NULL, 10);
    if (count > 2) limit = strtod(arguments[2], NULL);
    took = calloc(calls + 1, sizeof *took);
    unsigned char *memory = aligned_alloc(4096, size);
    if (!took || !memory) abort();
    printf("| game | player | 1 ms | 5 ms | 10 ms | 100 ms |\n|---|---|---:|---:|---:|---:|\n");
    for (unsigned game = 0; built_in(game); game++) {
        for (size_t player = 0; player < sizeof players / sizeof *players; player++) {
            imm_state *state = open_player(memory, size, built_in(game), players[player]);
            if (!state) continue; /* the game lacks what the player needs */
            check_what = players[player];
            printf("| %s | `%s` |", built_in_name(game), players[player]);
            for (int i = 0; i < (count > 1 ? TIMES : 1); i++) measure(state, times_ms[i], 1);
            printf("\n");
            fflush(stdout);
        }
    }
    free(memory);
    if (count > 1) {
        printf("| no game | a loop that looks at the clock |");
        for (int i = 0; i < TIMES; i++) measure_machine(times_ms[i]);
        printf("\n");
    }
    if (count > 1 && (memory = aligned_alloc(4096, large)) != NULL) {
        printf("| othello, 256 MiB, 10,000 searches | `mcts(im0.4)` |");
        calls = 10000;
        free(took);
        took = calloc(calls + 1, sizeof *took);
        if (!took) abort();
        imm_state *state = open_player(memory, large, imm_othello(), "mcts(im0.4)");
        if (state) measure(state, 1, 0);
        printf(" | | |\n");
        imm_report report;
        CHECK(state && imm_get_report(state, &report) == IMM_OK && report.recycled > 0); /* the block was full */
        free(memory);
    }
    free(took);
    return check_result("overshoot");
}
