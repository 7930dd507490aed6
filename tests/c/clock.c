/* Tests of a microsecond clock: how precisely the clock limits a search, and which clock the
 * library reads. Except in one test, the clocks are simulated: each move of the game adds to the
 * time. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include <time.h>

#include "toy.h"

static toy t;
static guarded block;
static uint64_t now;      /* microseconds */
static uint64_t cost = 1; /* microseconds that a move takes */
static uint32_t reads_ms, reads_us;
static int64_t jump;       /* microseconds that are added once, */
static uint32_t jump_made; /* at this move */
static uint64_t made, stop_at;
static imm_state *stopped;

static uint32_t read_ms(void *clock) {
    CHECK(clock == &now);
    reads_ms++;
    return (uint32_t)(now / 1000);
}

static uint32_t read_us(void *clock) {
    CHECK(clock == &now);
    reads_us++;
    return (uint32_t)now;
}

static void costly_make(void *context, void *position, imm_move move, void *undo) {
    now += cost;
    if (++made == jump_made) now += (uint64_t)jump;
    if (made == stop_at) imm_stop(stopped);
    toy_make(context, position, move, undo);
}

/* Opens a search of the toy with a millisecond clock, a microsecond clock, or both. */
static imm_state *open_toy(const char *player, int with_ms, int with_us) {
    imm_config config = imm_config_default();
    imm_state *state = NULL;
    memset(&t, 0, sizeof t);
    imm_game game = toy_game(&t);
    game.make = costly_make;
    config.now_ms = with_ms ? read_ms : NULL, config.now_us = with_us ? read_us : NULL, config.clock = &now;
    CHECK_EQ(imm_configure(&config, player), IMM_OK);
    CHECK((config.now_us == read_us) == with_us && config.clock == &now);
    now = UINT32_MAX - UINT64_C(300); /* wraps around soon */
    reads_ms = reads_us = 0;
    block = guarded_new(50000);
    CHECK_EQ(imm_init(block.memory, block.size, &game, &config, &state), IMM_OK);
    return state;
}

static void ignore_report(void *context, const imm_report *report, const imm_move *line, uint32_t length) {
    (void)context, (void)report, (void)line, (void)length;
}

static void search_within(imm_state *state, int watched, const imm_limits *limits, imm_report *report) {
    CHECK_EQ(watched ? imm_search_watched(state, limits, 100, ignore_report, NULL, report)
                     : imm_search_limited(state, limits, report),
             IMM_OK);
}

static uint64_t time_of_search(imm_state *state, uint32_t ms) {
    const uint64_t before = now;
    CHECK(imm_search(state, ms) != IMM_MOVE_NONE);
    return now - before;
}

/* A search of 1 ms must take at least 1 ms, and at most 1 ms plus the time of 40 moves. */
static void a_millisecond(void) {
    static const char *const players[] = {"mcts(nosolver)", "mcts(im0.4,nosolver)"};
    for (size_t p = 0; p < 2; p++)
        for (cost = 1; cost <= 7; cost += 2) {
            uint64_t slowest = 0, fastest = UINT64_MAX;
            uint32_t most_reads = 0;
            imm_state *state = open_toy(players[p], p == 0, 1);
            for (int i = 0; i < 200; i++) {
                reads_us = 0;
                const uint64_t took = time_of_search(state, 1);
                if (took > slowest) slowest = took;
                if (took < fastest) fastest = took;
                if (reads_us > most_reads) most_reads = reads_us;
            }
            printf("%s, %d us a move: 1 ms took %d to %d us, with %u reads at most\n", players[p], (int)cost,
                   (int)fastest, (int)slowest, most_reads);
            CHECK(fastest >= 1000 && slowest <= 1000 + 40 * cost);
            CHECK(most_reads <= 40 && reads_ms == 0);
            guarded_free(&block);
        }
    cost = 1;
}

/* With a millisecond clock, a search of 1 ms may begin within a tick. So it may take less than 1
 * ms. */
static void milliseconds(void) {
    imm_state *state = open_toy("mcts(nosolver)", 1, 0);
    uint64_t fastest = UINT64_MAX;
    for (int i = 0; i < 50; i++) {
        const uint64_t took = time_of_search(state, 1);
        if (took < fastest) fastest = took;
        now += 37;
    }
    CHECK(fastest < 900 && reads_us == 0 && reads_ms > 0);
    guarded_free(&block);
}

static void limits_in_microseconds(void) {
    imm_limits limits = imm_limits_default();
    imm_report report;
    CHECK_EQ(limits.time_us, 0);
    for (int with_us = 0; with_us < 2; with_us++)
        for (int watched = 0; watched < 2; watched++) {
            /* Columns: time_ms, time_us, and the microseconds that the search must take. */
            static const uint64_t table[][3] = {
                {0, 150, 150}, {0, 1500, 1500}, {1, 400, 400}, {1, 5000, 1000}, {2, 0, 2000}};
            imm_state *state = open_toy("mcts(nosolver)", 1, with_us);
            for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
                limits.time_ms = (uint32_t)table[i][0], limits.time_us = table[i][1];
                now -= now % 1000; /* start at the beginning of a tick, so the millisecond clock is exact, too */
                const uint64_t before = now, wanted = with_us ? table[i][2] : (table[i][2] + 999) / 1000 * 1000;
                search_within(state, watched, &limits, &report);
                CHECK(report.stopped == IMM_STOPPED_TIME && now - before >= wanted);
                CHECK(now - before <= wanted + (with_us ? 40 : 3000));
                CHECK_EQ(report.elapsed_ms, (now - before) / 1000);
            }
            limits.time_us = UINT64_MAX, limits.time_ms = 0, limits.iterations = 20; /* practically unlimited */
            CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
            CHECK_EQ(report.stopped, IMM_STOPPED_ITERATIONS);
            limits.iterations = 0;
            guarded_free(&block);
        }
    imm_state *state = open_toy("mcts(nosolver)", 0, 0);
    limits.time_us = 5;
    memset(&report, 0x77, sizeof report);
    const imm_report untouched = report;
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_ERR_NO_CLOCK);
    CHECK_EQ(imm_search_watched(state, &limits, 100, ignore_report, NULL, &report), IMM_ERR_NO_CLOCK);
    CHECK(imm_search(state, 1) == IMM_MOVE_NONE && imm_last_status(state) == IMM_ERR_NO_CLOCK);
    CHECK(memcmp(&report, &untouched, sizeof report) == 0);
    limits.iterations = 7; /* without a clock, the time limit is ignored */
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
    CHECK_EQ(report.iterations, 7);
    guarded_free(&block);
}

/* Structs of older headers lack the fields for microseconds, so the library must not read these
 * fields. */
static void older_structs(void) {
    imm_limits limits = imm_limits_default();
    imm_config config = imm_config_default();
    imm_report report;
    imm_state *state = open_toy("mcts(nosolver)", 0, 1);
    limits.struct_size = offsetof(imm_limits, time_us), limits.time_ms = 3, limits.time_us = 1;
    uint64_t before = now;
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
    CHECK(now - before >= 3000 && now - before < 3040);

    config.struct_size = offsetof(imm_config, now_us), config.now_ms = read_ms, config.now_us = read_us,
    config.clock = &now;
    CHECK_EQ(imm_set_player(state, &config), IMM_OK);
    reads_us = 0;
    CHECK(imm_search(state, 1) != IMM_MOVE_NONE);
    CHECK(reads_us == 0 && reads_ms > 0);
    config.struct_size = sizeof config; /* a configuration of today's size brings the microsecond clock */
    CHECK_EQ(imm_set_player(state, &config), IMM_OK);
    CHECK(imm_forget(state) == IMM_OK && imm_search(state, 1) != IMM_MOVE_NONE);
    CHECK(reads_us > 0);
    guarded_free(&block);
}

/* With 1 second left on the game clock, the search must take at least its share, 50 ms. It must end
 * within four times this share. */
static void on_clock(void) {
    imm_clock clock = imm_clock_default();
    imm_report report;
    imm_state *state = open_toy("mcts(best,nosolver)", 0, 1);
    clock.remaining_ms = 1000, clock.overhead_ms = (uint32_t)IMM_ZERO;
    const uint64_t before = now;
    CHECK_EQ(imm_search_clock(state, &clock, &report), IMM_OK);
    CHECK(report.stopped == IMM_STOPPED_TIME && now - before >= 50000 && now - before <= 200040);
    CHECK_EQ(report.elapsed_ms, (now - before) / 1000);
    guarded_free(&block);
}

/* Searches for 20 ms with one of four functions, which `call` selects. Each move of the game takes
 * 10 us. */
static void each_call(int call, imm_state *state, imm_report *report) {
    imm_limits limits = imm_limits_default();
    imm_clock clock = imm_clock_default();
    limits.time_ms = 20;
    clock.remaining_ms = 400, clock.overhead_ms = (uint32_t)IMM_ZERO;
    made = 0, cost = 10;
    memset(report, 0, sizeof *report);
    report->struct_size = sizeof *report;
    if (call == 0) CHECK(imm_search(state, 20) != IMM_MOVE_NONE && imm_get_report(state, report) == IMM_OK);
    if (call == 1) CHECK_EQ(imm_search_limited(state, &limits, report), IMM_OK);
    if (call == 2) CHECK_EQ(imm_search_watched(state, &limits, 5, ignore_report, NULL, report), IMM_OK);
    if (call == 3) CHECK_EQ(imm_search_clock(state, &clock, report), IMM_OK);
    CHECK(report->best != IMM_MOVE_NONE && imm_last_status(state) == IMM_OK);
    cost = 1;
}

/* The clock jumps forward or backward once. The search must still end soon, and the next search
 * must end at its time limit. */
static void clocks_that_lie(void) {
    static const int64_t jumps[] = {1000000, -1000000, -60000000, -2000};
    for (int call = 0; call < 4; call++)
        for (int with_us = 0; with_us < 2; with_us++) {
            imm_report report;
            imm_state *state = open_toy("mcts(best,nosolver)", 1, with_us);
            for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++) {
                jump = jumps[i], jump_made = 500;
                each_call(call, state, &report);
                /* With a game clock, a move may take at most 80 ms in this test. */
                CHECK(report.stopped == IMM_STOPPED_TIME && made < (call == 3 ? 8500 : 4600));
                /* If the clock goes back, the search must not end early, and the jump must not
                 * count as elapsed time. */
                CHECK(made >= (jumps[i] < 0 ? 1600 : 500) && report.elapsed_ms < (jumps[i] < 0 ? 85 : 1100));
                jump_made = 0;
                each_call(call, state, &report);
                CHECK(report.stopped == IMM_STOPPED_TIME && made >= 1900 && made < (call == 3 ? 8500 : 4600));
            }
            guarded_free(&block);
        }
}

/* If the clock has stopped, only the limit on simulations or imm_stop() may end a search. */
static void a_clock_that_stands(void) {
    for (int with_us = 0; with_us < 2; with_us++)
        for (int watched = 0; watched < 2; watched++) {
            imm_limits limits = imm_limits_default();
            imm_report report;
            imm_state *state = open_toy("mcts(best,nosolver)", 1, with_us);
            cost = 0, limits.time_ms = 1, limits.iterations = 3000;
            search_within(state, watched, &limits, &report);
            CHECK(report.stopped == IMM_STOPPED_ITERATIONS && report.elapsed_ms == 0);
            limits.iterations = 0, made = 0, stop_at = 50000, stopped = state;
            search_within(state, watched, &limits, &report);
            CHECK(report.stopped == IMM_STOPPED_FLAG && made >= 50000 && made < 50100);
            stop_at = 0, cost = 1;
            guarded_free(&block);
        }
}

static uint64_t host_ns(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (uint64_t)at.tv_sec * 1000000000 + (uint64_t)at.tv_nsec;
}

/* With the library's own clock, a search of 1 ms must never take less than 1 ms, even on a busy
 * machine. */
static void the_host(void) {
    imm_state *state = NULL;
    uint64_t fastest = UINT64_MAX;
    block = guarded_new(1000000);
    CHECK_EQ(imm_init(block.memory, block.size, imm_othello(), NULL, &state), IMM_OK);
    for (int i = 0; i < 100; i++) {
        const uint64_t before = host_ns();
        CHECK(imm_search(state, 1) != IMM_MOVE_NONE);
        const uint64_t took = host_ns() - before;
        if (took < fastest) fastest = took;
    }
    printf("the fastest of 100 searches of 1 ms took %.1f us\n", (double)fastest / 1000);
    CHECK(fastest >= 999000); /* 1 us less is allowed, because clock readings are in us */
    if (stride(2) == 1) CHECK(fastest < 1500000);
    guarded_free(&block);
}

int main(void) {
    a_millisecond();
    milliseconds();
    limits_in_microseconds();
    older_structs();
    on_clock();
    clocks_that_lie();
    a_clock_that_stands();
    the_host();
    return check_result("clock");
}
