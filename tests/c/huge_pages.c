/* Measures the gain from large pages, and prints a Markdown table. The same search runs alternately
 * in ordinary pages and in memory from pages_take(). The table shows simulations per second of
 * processor time.
 *
 *     huge_pages [SIMULATIONS [MIB [PAIRS]]]
 *
 * Both searches must find the same result, even on a system without large pages. `tests/c/run
 * huge_pages` measures the published figures. */
#include "../../c_examples/pages.h"

#include <time.h>

#include "check.h"

enum { PAIRS_MAX = 31 };

static const char *const rows[][2] = {
    {"kalah", "mcts()"}, {"kalah", "mcts(im0.4)"}, {"breakthrough", "mcts()"}, {"othello", "mcts()"}};

static double now_s(void) {
    struct timespec at;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

/* Searches in this block. Returns the simulations per second of processor time. */
static double rate_in(void *block, size_t size, const char *const row[2], uint64_t simulations, uint64_t *signature) {
    imm_game game;
    imm_state *state = NULL;
    imm_report report;
    imm_limits limits = {0};
    limits.struct_size = sizeof limits, limits.iterations = simulations, report.struct_size = sizeof report;
    CHECK(block && (uintptr_t)block % IMM_ALIGN == 0);
    CHECK_EQ(imm_game_by_name(row[0], &game, sizeof game), IMM_OK);
    CHECK_EQ(imm_open(block, size, &game, row[1], 1, &state), IMM_OK);
    double before = now_s();
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
    double took = now_s() - before;
    *signature = report.signature;
    return (double)report.iterations / took;
}

/* Searches in ordinary pages, even if the system uses large pages by default. */
static double ordinary(size_t size, const char *const row[2], uint64_t simulations, uint64_t *signature) {
    void *block = aligned_alloc(4096, size);
#if defined(__linux__) && defined(MADV_NOHUGEPAGE)
    if (block) (void)madvise(block, size, MADV_NOHUGEPAGE);
#endif
    double rate = rate_in(block, size, row, simulations, signature);
    free(block);
    return rate;
}

static double large(size_t size, const char *const row[2], uint64_t simulations, uint64_t *signature) {
    void *block = pages_take(size);
    double rate = rate_in(block, size, row, simulations, signature);
    free(block);
    return rate;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int count, char **arguments) {
    uint64_t simulations = count > 1 ? strtoull(arguments[1], NULL, 10) : 2000;
    size_t size = (size_t)(count > 2 ? strtoul(arguments[2], NULL, 10) : 4) << 20;
    size_t pairs = count > 3 ? strtoul(arguments[3], NULL, 10) : 1;
    CHECK(pairs >= 1 && pairs <= PAIRS_MAX);
    void *little = pages_take(1); /* also tries sizes that no system has */
    CHECK(little && pages_take(SIZE_MAX) == NULL && pages_take(SIZE_MAX - 4096) == NULL);
    free(little);
    printf("| | ordinary pages | large pages | times |\n|---|---:|---:|---:|\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && check_failures == 0; i++) {
        double plain[PAIRS_MAX], huge[PAIRS_MAX], times[PAIRS_MAX];
        check_what = rows[i][0];
        for (size_t pair = 0; pair < pairs; pair++) {
            uint64_t one = 0, other = 1;
            if (pair % 2) huge[pair] = large(size, rows[i], simulations, &other);
            plain[pair] = ordinary(size, rows[i], simulations, &one);
            if (pair % 2 == 0) huge[pair] = large(size, rows[i], simulations, &other);
            CHECK(one == other);
            times[pair] = huge[pair] / plain[pair];
        }
        qsort(plain, pairs, sizeof *plain, ascending);
        qsort(huge, pairs, sizeof *huge, ascending);
        qsort(times, pairs, sizeof *times, ascending);
        printf("| %s, `%s` | %.0f | %.0f | %.2f [%.2f, %.2f] |\n", rows[i][0], rows[i][1], plain[pairs / 2],
               huge[pairs / 2], times[pairs / 2], times[0], times[pairs - 1]);
    }
    return check_result("huge_pages");
}
