/* Code for the tests of memory that several states share. */
#ifndef SHARED_H
#define SHARED_H

#include <pthread.h>

#include "opened.h"
#include "toy.h"

/* Returns zeroed memory, aligned to a cache line, between guard bytes. */
static unsigned char *new_shared(guarded *room, size_t size) {
    *room = guarded_new(size + 64);
    memset(room->memory, 0, room->size);
    return room->memory + (64 - (uintptr_t)room->memory % 64) % 64;
}

/* Searches for `iterations` iterations, or to depth `depth`. In both arguments, 0 means no
 * limit. */
static imm_status search(imm_state *state, uint64_t iterations, uint32_t depth, imm_report *report) {
    imm_limits limits = imm_limits_default();
    limits.iterations = iterations, limits.depth = depth;
    memset(report, 0, sizeof *report);
    return imm_search_limited(state, &limits, report);
}

/* A search that one thread runs. */
typedef struct {
    imm_state *state;
    uint64_t iterations;
    uint32_t depth;
    imm_report report;
    imm_status status;
} job;

static void *run_job(void *at) {
    job *j = at;
    j->status = search(j->state, j->iterations, j->depth, &j->report);
    return NULL;
}

enum { THREADS = 4 };

/* Runs all jobs at the same time. Each job must find a legal move. */
static void run_jobs(job *jobs) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, run_job, &jobs[i]) != 0) abort();
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        CHECK_EQ(jobs[i].status, IMM_OK);
        CHECK(is_legal(jobs[i].state, jobs[i].report.best));
    }
}

/* imm_share_table() or imm_share_tree(). */
typedef imm_status share_function(imm_state *state, void *memory, size_t size);

/* Tries memory that cannot be shared: NULL, misaligned, a state's own memory, or less than `least`
 * bytes. The library must refuse this memory, and must not write to `memory`, which contains 0s. */
static inline void check_refused(share_function *share, imm_state *state, const guarded *block, unsigned char *memory,
                                 size_t size, size_t least) {
    CHECK_EQ(share(NULL, memory, size), IMM_ERR_NULL);
    CHECK_EQ(share((imm_state *)(void *)(block->memory + 1), memory, size), IMM_ERR_MISALIGNED);
    CHECK_EQ(share((imm_state *)(void *)memory, memory, size), IMM_ERR_STATE);
    CHECK_EQ(share(state, NULL, size), IMM_ERR_NULL);
    CHECK_EQ(share(state, memory + 1, size - IMM_ALIGN), IMM_ERR_MISALIGNED);
    CHECK_EQ(share(state, block->memory, size), IMM_ERR_BUFFER);
    CHECK_EQ(share(state, block->memory + block->size - IMM_ALIGN, size), IMM_ERR_BUFFER);
    for (size_t less = 0; less < least; less++) {
        CHECK_EQ(share(state, memory, less), IMM_ERR_TOO_SMALL);
        CHECK_EQ(imm_last_status(state), IMM_ERR_TOO_SMALL);
    }
    for (size_t i = 0; i < size; i++) CHECK_EQ(memory[i], 0);
}

/* A state for Kalah and `player` already uses `memory`. The library must not allow a state for
 * another game, player or board to share this memory. */
static inline void check_others(share_function *share, unsigned char *memory, size_t size, const char *player,
                                const char *another) {
    imm_game standard = imm_kalah_board(6, 4, IMM_CAPTURE_STANDARD);
    struct {
        const imm_game *game;
        const char *player;
    } others[] = {{imm_othello(), player}, {imm_kalah(), another}, {&standard, player}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        guarded block;
        imm_state *other = open_state(&block, others[i].game, check_what = others[i].player, 1 << 17, 1);
        CHECK_EQ(share(other, memory, size), IMM_ERR_CONTRADICTION);
        guarded_free(&block);
    }
}

/* The call that a callback makes to the library, and the status that the call returned. */
static struct {
    share_function *share;
    unsigned char *memory;
    size_t size;
    imm_status status;
} within;

static void share_within(imm_state *state) { within.status = within.share(state, within.memory, within.size); }

/* Runs a search whose callbacks call `share` for `memory`. The calls must fail, and `memory` must
 * stay zero. */
static inline void check_busy(share_function *share, imm_state *state, toy *t, unsigned char *memory, size_t size) {
    imm_report report;
    within.share = share, within.memory = memory, within.size = size, within.status = IMM_OK;
    *t = (toy){.kind = REENTERS, .state = state, .reenter = share_within};
    CHECK_EQ(search(state, 30, 0, &report), IMM_OK);
    CHECK_EQ(within.status, IMM_ERR_BUSY);
    *t = (toy){0};
    for (size_t i = 0; i < size; i++) CHECK_EQ(memory[i], 0);
}

#endif
