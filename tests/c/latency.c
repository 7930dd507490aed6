/* Measures the longest duration of single calls, in blocks from 8 KiB to MAX_KIB (by default 64
 * KiB). Plays Othello with the player mcts(im0.4). Prints a Markdown table in microseconds of
 * processor time:
 *
 * - the slowest imm_step(state, 1), while the search fills its block and after the block is full;
 * - imm_init() in memory that was never written before;
 * - imm_play() and imm_forget() with a full tree.
 *
 *     latency [MAX_KIB [LIMIT]]
 *
 * The program fails if a step takes more than LIMIT microseconds, or if any other call takes more
 * than a tenth of LIMIT. With a LIMIT of 0, the program checks no times. Without arguments, the
 * program uses only small blocks and checks no times. `tests/c/run latency` measures the published
 * figures. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include <time.h>

#include "check.h"

typedef struct {
    double init, step, later_step, play, forget;
} times;

static double now_us(void) {
    struct timespec at;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return (double)at.tv_sec * 1e6 + (double)at.tv_nsec / 1e3;
}

/* Calls imm_step(state, 1) `steps` times. Returns the duration of the slowest call in microseconds.
 * The root must not be solved, because imm_step() does nothing at a solved root. */
static double slowest_of(imm_state *state, uint64_t steps) {
    double slowest = 0;
    for (uint64_t i = 0; i < steps; i++) {
        double before = now_us();
        CHECK_EQ(imm_step(state, 1), IMM_OK);
        double took = now_us() - before;
        if (took > slowest) slowest = took;
    }
    return slowest;
}

static imm_report report_of(imm_state *state) {
    imm_report report = {0};
    CHECK_EQ(imm_get_report(state, &report), IMM_OK);
    return report;
}

static times measure(size_t size) {
    times took = {0};
    unsigned char *memory = aligned_alloc(4096, size);
    imm_config config = imm_config_default();
    imm_state *state = NULL;
    if (!memory || imm_configure(&config, "mcts(im0.4)") != IMM_OK) abort();

    double before = now_us();
    CHECK_EQ(imm_init(memory, size, imm_othello(), &config, &state), IMM_OK);
    took.init = now_us() - before;
    /* A simulation takes about three slots, so two thirds of these steps fill the block. */
    uint64_t steps = size / 48 + 1000;
    took.step = slowest_of(state, steps);
    CHECK(report_of(state).recycled > 0);

    before = now_us();
    CHECK_EQ(imm_play(state, report_of(state).best), IMM_OK);
    took.play = now_us() - before;
    took.later_step = slowest_of(state, steps / 3);
    if (took.later_step > took.step) took.step = took.later_step;

    before = now_us();
    CHECK_EQ(imm_forget(state), IMM_OK);
    took.forget = now_us() - before;
    free(memory);
    return took;
}

static const char *size_text(size_t kib) {
    static char text[32];
    snprintf(text, sizeof text, "%zu %s", kib < 1024 ? kib : kib / 1024, kib < 1024 ? "KiB" : "MiB");
    return text;
}

int main(int count, char **arguments) {
    size_t largest = count > 1 ? strtoul(arguments[1], NULL, 10) : 64;
    double limit = count > 2 ? strtod(arguments[2], NULL) : 0;
    printf("| block | slowest simulation | `imm_init` | `imm_play` | `imm_forget` |\n|---|---:|---:|---:|---:|\n");
    for (size_t kib = 8; kib <= largest; kib *= 8) {
        times took = measure(kib * 1024);
        printf("| %s | %.0f | %.1f | %.1f | %.1f |\n", size_text(kib), took.step, took.init, took.play, took.forget);
        check_what = size_text(kib);
        CHECK(limit == 0 || took.step <= limit);
        CHECK(limit == 0 || (took.init <= limit / 10 && took.play <= limit / 10 && took.forget <= limit / 10));
    }
    return check_result("latency");
}
