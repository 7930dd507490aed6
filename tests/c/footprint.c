/* Prints the memory per simulation, as a Markdown table. A search from the starting position writes
 * a part of its block; the size of this part is divided by the number of simulations. The tree
 * grows from the start of the block, so the written part ends at the last changed byte.
 *
 *     footprint [SIMULATIONS [MIB]]
 *
 * Fails if a simulation takes more bytes than the limit of its row. `tests/c/run footprint`
 * measures the published figures. */
#include "check.h"

#define MIB ((size_t)1 << 20)
#define UNTOUCHED 0xA5

/* The largest allowed number of bytes per simulation, for `mcts()` and for `mcts(im0.4)`. */
static const struct {
    const char *name, *title;
    double plain_most, minimax_most;
} rows[] = {
    {"kalah", "Kalah", 36, 60},          {"breakthrough", "Breakthrough", 36, 180},
    {"loa", "Lines of Action", 36, 200}, {"oware", "Oware", 36, 60},
    {"othello", "Othello", 36, 80},      {"onitama", "Onitama", 36, 200},
};

static double bytes_a_simulation(const char *name, const char *player, uint64_t simulations, size_t size) {
    imm_game game;
    imm_state *state = NULL;
    imm_report report;
    imm_limits limits = {0};
    limits.struct_size = sizeof limits, limits.iterations = simulations, report.struct_size = sizeof report;
    unsigned char *memory = malloc(size);
    if (!memory) abort();
    memset(memory, UNTOUCHED, size);
    CHECK_EQ(imm_game_by_name(name, &game, sizeof game), IMM_OK);
    CHECK_EQ(imm_open(memory, size, &game, player, 1, &state), IMM_OK);
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
    CHECK_EQ(report.recycled, 0); /* the whole tree fitted */
    size_t end = size, start = imm_memory_required(&game, 0);
    while (end > start && memory[end - 1] == UNTOUCHED) end--;
    free(memory);
    return (double)(end - start) / (double)report.iterations;
}

int main(int count, char **arguments) {
    uint64_t simulations = count > 1 ? strtoull(arguments[1], NULL, 10) : 20000;
    size_t size = (count > 2 ? strtoul(arguments[2], NULL, 10) : 32) * MIB;
    printf("| bytes a simulation | `mcts()` | `mcts(im0.4)` |\n|---|---:|---:|\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_what = rows[i].name;
        double plain = bytes_a_simulation(rows[i].name, "mcts()", simulations, size);
        double minimax = bytes_a_simulation(rows[i].name, "mcts(im0.4)", simulations, size);
        printf("| %s | %.1f | %.1f |\n", rows[i].title, plain, minimax);
        CHECK(plain <= rows[i].plain_most && minimax <= rows[i].minimax_most);
    }
    return check_result("footprint");
}
