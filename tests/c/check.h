/* Checks and guarded memory for the tests of the C interface. The code is valid C11 and C++17. */
#ifndef CHECK_H
#define CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "imm.h"

static int check_failures;
static const char *check_what = ""; /* the current test case, for messages */

#define CHECK(condition) ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition))

/* Checks that two integers are equal. */
#define CHECK_EQ(got, expected) check_equal(__FILE__, __LINE__, #got, (long long)(got), (long long)(expected))

static inline void check_failed(const char *file, int line, const char *text) {
    check_failures++;
    fprintf(stderr, "%s:%d: %s%s%s\n", file, line, text, *check_what ? "; while: " : "", check_what);
    if (check_failures >= 20) exit(1);
}

static inline void check_equal(const char *file, int line, const char *text, long long got, long long expected) {
    if (got == expected) return;
    fprintf(stderr, "got %lld, not %lld: ", got, expected);
    check_failed(file, line, text);
}

/* Returns the number in the environment variable IMM_TESTS_SPARSE. Returns 1 if the value is not a
 * number above 1, and 0 if the variable is not set. */
static inline size_t sparseness(void) {
    const char *times = getenv("IMM_TESTS_SPARSE");
    if (!times) return 0;
    return atoi(times) > 1 ? (size_t)atoi(times) : 1;
}

/* Returns the stride through a long series of similar test cases: 1, or `sparse` times the number
 * in IMM_TESTS_SPARSE. Under valgrind a test case takes forty times as long, so one case of each
 * kind is enough. */
static inline size_t stride(size_t sparse) {
    size_t times = sparseness();
    return times ? sparse * times : 1;
}

/* Returns how many of `cases` test cases to run: all, or only a fraction if IMM_TESTS_SPARSE is
 * above 1. */
static inline size_t some_of(size_t cases) {
    size_t times = sparseness();
    return times > 1 ? cases / times + 1 : cases;
}

/* Opening a state of this game with each of these players must fail. The error text must contain
 * `word`, or say what the option needs. */
static inline void check_players_refused(void *memory, size_t size, const imm_game *game, const char *const *players,
                                         size_t count, const char *word) {
    for (size_t i = 0; i < count; i++) {
        imm_config config = imm_config_default();
        imm_state *state = NULL;
        char text[IMM_TEXT_MAX];
        check_what = players[i];
        CHECK_EQ(imm_configure(&config, players[i]), IMM_OK);
        CHECK_EQ(imm_open(memory, size, game, players[i], 7, &state), IMM_ERR_UNSUPPORTED);
        CHECK_EQ(imm_config_error(&config, game, text, sizeof text), IMM_OK);
        CHECK(strstr(text, word) != NULL || strstr(text, "needs") != NULL);
    }
}

/* Prints the result of a test program, and returns its exit status. */
static inline int check_result(const char *name) {
    printf("%s: %s\n", name, check_failures ? "FAILED" : "ok");
    return check_failures ? 1 : 0;
}

/* A block of memory, aligned to IMM_ALIGN, with guard bytes before and after the block. Its size is
 * exact, not rounded up. */
typedef struct {
    unsigned char *whole;
    unsigned char *memory;
    size_t size;
} guarded;

enum { GUARD_SIZE = 256, GUARD = 0xA5, FILL = 0x5C };

static inline guarded guarded_new(size_t size) {
    guarded block;
    size_t total = GUARD_SIZE + size + GUARD_SIZE;
    block.whole = (unsigned char *)malloc(total + IMM_ALIGN);
    if (!block.whole) abort();
    size_t slip = (size_t)((uintptr_t)block.whole % IMM_ALIGN);
    block.memory = block.whole + (slip ? IMM_ALIGN - slip : 0) + GUARD_SIZE;
    block.size = size;
    memset(block.memory - GUARD_SIZE, GUARD, GUARD_SIZE);
    memset(block.memory, FILL, size);
    memset(block.memory + size, GUARD, GUARD_SIZE);
    return block;
}

static inline int guarded_intact(const guarded *block) {
    int intact = 1;
    for (size_t i = 0; i < GUARD_SIZE; i++)
        intact &= block->memory[-1 - (ptrdiff_t)i] == GUARD && block->memory[block->size + i] == GUARD;
    return intact;
}

/* True if neither the guard bytes nor the memory were written. */
static inline int guarded_untouched(const guarded *block) {
    int untouched = 1;
    for (size_t i = 0; i < block->size; i++) untouched &= block->memory[i] == FILL;
    return untouched && guarded_intact(block);
}

static inline void guarded_free(guarded *block) {
    CHECK(guarded_intact(block));
    free(block->whole);
    block->whole = block->memory = NULL;
}

/* Returns a game with only the required callbacks. */
static inline imm_game game_of(size_t position_size, uint32_t max_moves, void (*initial_fn)(void *, void *),
                               uint32_t (*legal_moves_fn)(void *, const void *, imm_move *),
                               void (*make_fn)(void *, void *, imm_move, void *),
                               void (*unmake_fn)(void *, void *, imm_move, const void *),
                               imm_player (*to_move_fn)(void *, const void *),
                               imm_result (*outcome_fn)(void *, const void *)) {
    imm_game game;
    memset(&game, 0, sizeof game);
    game.struct_size = sizeof game;
    game.position_size = (uint32_t)position_size, game.max_moves = max_moves;
    game.initial = initial_fn, game.legal_moves = legal_moves_fn;
    game.make = make_fn, game.unmake = unmake_fn;
    game.to_move = to_move_fn, game.outcome = outcome_fn;
    return game;
}

/* Returns the configuration of the player with this text. */
static inline imm_config read_config(const char *player) {
    imm_config config = imm_config_default();
    CHECK_EQ(imm_configure(&config, player), IMM_OK);
    return config;
}

/* Checks that the text of a configuration is `expected`. */
static inline void check_config_text(const imm_config *config, const char *expected) {
    char text[IMM_TEXT_MAX];
    CHECK_EQ(imm_config_text(config, text, sizeof text), IMM_OK);
    if (strcmp(text, expected) != 0) fprintf(stderr, "%s\n", text), CHECK(0);
}

/* Runs a search of `iterations` simulations and returns its status. */
static inline imm_status iterate(imm_state *state, uint64_t iterations, imm_report *report) {
    imm_limits limits = imm_limits_default();
    limits.iterations = iterations;
    return imm_search_limited(state, &limits, report);
}

static inline int is_legal(imm_state *state, imm_move move) {
    static imm_move moves[65535];
    int32_t count = imm_legal_moves(state, moves, 65535);
    for (int32_t i = 0; i < count; i++)
        if (moves[i] == move) return 1;
    return 0;
}

#endif
