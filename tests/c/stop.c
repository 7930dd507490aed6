/* Tests the caller's flag that ends searches. The flag is set before a search, by a callback, by a
 * signal or by another thread. Also tests imm_stop(), which only ends a running search. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <stdatomic.h>

#include "toy.h"

static toy t;
static _Atomic uint8_t flag;

static imm_limits limits_with_flag(void) {
    imm_limits limits = imm_limits_default();
    limits.stop = (const volatile uint8_t *)&flag;
    return limits;
}

static const char *const players[] = {"mcts()", "mcts(im0.4,fet4)", "bfm()", "ab()", "ab(tt,null)"};
enum { PLAYERS = sizeof players / sizeof *players };

static imm_state *open_player(guarded *block, const imm_game *game, const char *player) {
    imm_config config = imm_config_default();
    imm_state *state = NULL;
    *block = guarded_new(1 << 16);
    CHECK_EQ(imm_configure(&config, player), IMM_OK);
    CHECK_EQ(imm_init(block->memory, block->size, game, &config, &state), IMM_OK);
    return state;
}

/* While the flag is set, each search must end after one simulation. Every value except 0 counts as
 * set. */
static void raised_before(void) {
    for (int i = 0; i < PLAYERS; i++) {
        guarded block;
        imm_report report;
        imm_limits limits = limits_with_flag();
        imm_state *state = open_player(&block, imm_othello(), check_what = players[i]);
        limits.iterations = 5000;
        for (unsigned value = 1; value < 256; value += 127) {
            atomic_store(&flag, (uint8_t)value);
            CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
            CHECK_EQ(report.iterations, 1);
            CHECK_EQ(report.stopped, IMM_STOPPED_FLAG);
            CHECK(is_legal(state, report.best));
        }
        CHECK_EQ(imm_step(state, 7), IMM_OK); /* imm_step() has no flag */
        CHECK_EQ(imm_get_report(state, &report), IMM_OK);
        CHECK_EQ(report.iterations, 7);
        atomic_store(&flag, 0);
        CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
        CHECK_EQ(report.iterations, 5000);
        imm_stop(state); /* no search is running */
        CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
        CHECK_EQ(report.iterations, 5000);
        guarded_free(&block);
    }
    check_what = "";
}

/* A flag that is not set must not change a search. */
static void same_search(void) {
    guarded blocks[2];
    imm_report with, without;
    imm_limits limits = limits_with_flag();
    limits.iterations = 3000;
    CHECK_EQ(imm_search_limited(open_player(&blocks[0], imm_kalah(), "mcts(im0.4)"), &limits, &with), IMM_OK);
    CHECK_EQ(iterate(open_player(&blocks[1], imm_kalah(), "mcts(im0.4)"), 3000, &without), IMM_OK);
    CHECK(with.signature == without.signature && with.best == without.best);
    guarded_free(&blocks[0]);
    guarded_free(&blocks[1]);
}

static long calls, raise_at;

static uint32_t moves_that_raise(void *context, const void *position, imm_move *moves) {
    if (++calls == raise_at) atomic_store(&flag, 1);
    return toy_legal_moves(context, position, moves);
}

/* A flag that is set during a simulation must end the search after that simulation. */
static void raised_by_a_callback(void) {
    imm_game game = toy_game(&t);
    game.legal_moves = moves_that_raise;
    game.random_move = NULL;
    for (raise_at = 20; raise_at < 2000; raise_at += 99) {
        guarded block;
        imm_report report;
        imm_limits limits = limits_with_flag();
        imm_state *state = open_player(&block, &game, "mcts(nosolver)");
        limits.iterations = 1000000;
        calls = 0;
        CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
        CHECK_EQ(report.stopped, IMM_STOPPED_FLAG);
        CHECK(calls >= raise_at && calls < raise_at + 100);
        atomic_store(&flag, 0);
        guarded_free(&block);
    }
}

static void on_alarm(int number) {
    (void)number;
    atomic_store(&flag, 1);
}

static void raised_by_a_signal(void) {
    guarded block;
    imm_report report;
    imm_limits limits = limits_with_flag();
    imm_state *state = open_player(&block, imm_breakthrough(), "mcts()");
    limits.iterations = UINT64_MAX;
    signal(SIGALRM, on_alarm);
    alarm(1);
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
    CHECK(report.iterations > 1 && report.stopped == IMM_STOPPED_FLAG);
    atomic_store(&flag, 0);
    guarded_free(&block);
}

static void *ponder(void *state) {
    imm_limits limits = limits_with_flag();
    limits.iterations = UINT64_MAX;
    CHECK_EQ(imm_search_limited(state, &limits, NULL), IMM_OK);
    return NULL;
}

/* The flag must stop a pondering thread even if it is set before the search begins. In contrast,
 * imm_stop() has no effect before the search begins, so the search would never end. */
static void raised_by_another_thread(void) {
    guarded block;
    imm_state *state = open_player(&block, imm_breakthrough(), "mcts()");
    for (long i = 0; i < 200; i++) {
        pthread_t thread;
        struct timespec pause = {.tv_sec = 0, .tv_nsec = i * 2000};
        atomic_store(&flag, 0);
        if (pthread_create(&thread, NULL, ponder, state) != 0) abort();
        if (i % 2) nanosleep(&pause, NULL);
        atomic_store(&flag, 1);
        pthread_join(thread, NULL);
        CHECK_EQ(imm_forget(state), IMM_OK);
    }
    atomic_store(&flag, 0);
    guarded_free(&block);
}

int main(void) {
    raised_before();
    same_search();
    raised_by_a_callback();
    raised_by_another_thread();
    raised_by_a_signal();
    return check_result("stop");
}
