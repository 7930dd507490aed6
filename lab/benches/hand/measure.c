/* Measures the hand-written search of mcts.h. There is one program for each game: compile with
 * -DHAND_KALAH or -DHAND_CONNECT_FOUR, and link libimm.a.
 *
 *     measure SIMULATIONS           one search from the start; prints a line of JSON
 *     measure match GAMES MS SEED   plays against imm's mcts(), which calls the same board through
 *                                   C callbacks; MS milliseconds of processor time per move
 *
 * In a match, each opening of 4 random plies is played twice, with the sides swapped. */
#define _POSIX_C_SOURCE 200809L
#ifdef HAND_KALAH
#include "kalah.h"
#else
#include "connect_four.h"
#endif
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "mcts.h"

enum { OPENING_PLIES = 4, MIB = 64 };

static uint64_t cpu_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* imm's clock: microseconds of processor time. */
static uint32_t clock_us(void *context) {
    (void)context;
    return (uint32_t)cpu_us();
}

static int run_search(uint32_t simulations) {
    tree own;
    board start = {0};
    own_game.initial(NULL, &start);
    if (!tree_init(&own, MOVES_MAX * simulations + 1, 1)) return perror("measure: malloc"), EXIT_FAILURE;
    tree_clear(&own);
    uint64_t began = cpu_us();
    for (uint32_t i = 0; i < simulations; i++) simulate(&own, &start);
    printf("{\"cpu_s\": %.6f, \"grown_kib\": %zu, \"nodes\": %" PRIu32 ", \"found\": \"%" PRIu32 "\"}\n",
           (double)(cpu_us() - began) / 1e6, own.used * sizeof(node) >> 10, own.used, most_visited(&own));
    free(own.nodes);
    return EXIT_SUCCESS;
}

/* Runs the hand-written search for `us` microseconds, and returns its move. */
static uint32_t own_move(tree *own, const board *position, uint64_t us) {
    uint64_t end = cpu_us() + us;
    tree_clear(own);
    do
        for (int i = 0; i < 64; i++) simulate(own, position);
    while (cpu_us() < end);
    return most_visited(own);
}

static imm_move imm_answer(imm_state *state, const board *position, uint32_t ms) {
    imm_limits limits = imm_limits_default();
    imm_report report;
    limits.time_ms = ms;
    imm_status status = imm_set_position_bytes(state, position, sizeof *position);
    if (status == IMM_OK) status = imm_search_limited(state, &limits, &report);
    if (status != IMM_OK) fprintf(stderr, "measure: %s\n", imm_status_text(status));
    return status == IMM_OK ? report.best : IMM_MOVE_NONE;
}

/* Plays a game from `position`. Returns imm's points, times two. Returns -1 on an error. */
static int play_game(tree *own, imm_state *state, board position, bool imm_is_second, uint32_t ms) {
    int value;
    while (!result(&position, &value)) {
        bool imm_moves = second_to_move(&position) == imm_is_second;
        uint32_t move = imm_moves ? imm_answer(state, &position, ms) : own_move(own, &position, 1000 * (uint64_t)ms);
        if (move == IMM_MOVE_NONE) return -1;
        play(&position, move);
    }
    return 1 + (imm_is_second ? -value : value);
}

static int play_match(uint32_t games, uint32_t ms, uint32_t seed) {
    static unsigned char memory[MIB << 20];
    tree own;
    imm_state *state = NULL;
    uint32_t points = 0;
    if (!tree_init(&own, (MIB << 20) / sizeof(node), seed)) return perror("measure: malloc"), EXIT_FAILURE;
    imm_config config = imm_config_default();
    config.seed = seed;
    config.now_us = clock_us;
    imm_status status = imm_init(memory, sizeof memory, &own_game, &config, &state);
    if (status != IMM_OK) return fprintf(stderr, "measure: %s\n", imm_status_text(status)), EXIT_FAILURE;
    for (uint32_t game = 0; game < games; game += 2) {
        board opening = {0};
        own_game.initial(NULL, &opening);
        for (int ply = 0; ply < OPENING_PLIES; ply++) play(&opening, random_legal(&opening, next_random(&own)));
        for (int seat = 0; seat < 2; seat++) {
            int won = play_game(&own, state, opening, seat, ms);
            if (won < 0) return EXIT_FAILURE;
            points += (uint32_t)won;
        }
    }
    printf("{\"games\": %" PRIu32 ", \"points_of_imm\": %.1f}\n", games + games % 2, points / 2.0);
    free(own.nodes);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    uint32_t numbers[3] = {0};
    bool match = argc == 5 && strcmp(argv[1], "match") == 0;
    int first = match ? 2 : 1;
    for (int i = first; i < argc && i - first < 3; i++) numbers[i - first] = (uint32_t)strtoul(argv[i], NULL, 10);
    if (match && numbers[0] && numbers[1]) return play_match(numbers[0], numbers[1], numbers[2]);
    if (argc == 2 && numbers[0]) return run_search(numbers[0]);
    fputs("usage: measure SIMULATIONS, or measure match GAMES MS SEED\n", stderr);
    return EXIT_FAILURE;
}
