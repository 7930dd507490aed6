/* Tests searches with a progress callback or a game clock. The clocks are simulated: each reading
 * advances the clock by one millisecond, so a simulation takes about one millisecond. */
#include "toy.h"

static toy t;
static guarded block;
static uint32_t now;

static uint32_t tick(void *clock) {
    (void)clock;
    return now++;
}

static imm_state *open_player(const imm_game *game, const char *player, size_t size, int with_clock) {
    imm_config config = imm_config_default();
    imm_state *state = NULL;
    CHECK_EQ(imm_configure(&config, player), IMM_OK);
    config.now_ms = with_clock ? tick : NULL;
    now = UINT32_MAX - 50; /* wraps around soon */
    block = guarded_new(size);
    CHECK_EQ(imm_init(block.memory, block.size, game, &config, &state), IMM_OK);
    return state;
}

/* ---- Watching -------------------------------------------------------------------------------- */

typedef struct {
    imm_state *state;
    int looks, stop_at;
    imm_report last;
} watcher;

static void watch(void *context, const imm_report *report, const imm_move *line, uint32_t length) {
    watcher *w = (watcher *)context;
    imm_move moves[4];
    imm_report other;
    CHECK_EQ(report->stopped, IMM_STOPPED_NOT);
    CHECK(report->iterations > w->last.iterations && report->elapsed_ms > w->last.elapsed_ms);
    CHECK(length <= IMM_WATCHED_LINE && (length == 0 || line[0] == report->best));
    CHECK_EQ(imm_get_report(w->state, &other), IMM_ERR_BUSY);
    CHECK_EQ(imm_line(w->state, moves, 4), IMM_ERR_BUSY);
    CHECK(imm_search(w->state, 1) == IMM_MOVE_NONE);
    CHECK_EQ(imm_last_status(w->state), IMM_ERR_BUSY);
    w->last = *report;
    if (++w->looks == w->stop_at) imm_stop(w->state);
}

/* A search with a progress callback must find the same result as imm_search_limited() with the same
 * limits. */
static void watched(const char *player, imm_limits limits) {
    watcher w = {NULL, 0, 0, {.iterations = 0}};
    imm_report plain, report, after;
    imm_state *state = open_player(imm_breakthrough(), player, 200000, 1);
    CHECK_EQ(imm_search_limited(state, &limits, &plain), IMM_OK);
    guarded_free(&block);
    w.state = state = open_player(imm_breakthrough(), player, 200000, 1);
    CHECK_EQ(imm_search_watched(state, &limits, 20, watch, &w, &report), IMM_OK);
    CHECK(w.looks >= 3);
    CHECK(report.signature == plain.signature && report.best == plain.best && report.nodes == plain.nodes);
    CHECK(report.iterations == plain.iterations && report.depth == plain.depth && report.stopped == plain.stopped);
    CHECK_EQ(imm_get_report(state, &after), IMM_OK);
    CHECK(after.iterations == report.iterations && after.elapsed_ms == report.elapsed_ms);
    guarded_free(&block);
}

static void watching(void) {
    imm_limits limits = imm_limits_default();
    limits.iterations = 500;
    watched("mcts(im0.4)", limits);
    watched("ab()", limits);
    limits.iterations = 0, limits.nodes = 300;
    watched("mcts()", limits);
    limits.nodes = 0, limits.depth = 3;
    watched("ab(all)", limits);

    imm_report report;
    limits = imm_limits_default();
    limits.time_ms = 300;
    watcher w = {NULL, 0, 0, {.iterations = 0}};
    imm_state *state = w.state = open_player(imm_breakthrough(), "mcts()", 200000, 1);
    CHECK_EQ(imm_search_watched(state, &limits, 0, watch, &w, &report), IMM_OK); /* 0: a progress report every 100 ms */
    CHECK(w.looks == 2 && report.elapsed_ms >= 300 && report.elapsed_ms < 320 && report.stopped == IMM_STOPPED_TIME);
    memset(&w.last, 0, sizeof w.last);
    w.looks = 0, w.stop_at = 2;
    CHECK_EQ(imm_search_watched(state, &limits, 20, watch, &w, NULL), IMM_OK);
    CHECK_EQ(w.looks, 2);
    CHECK_EQ(imm_get_report(state, &report), IMM_OK);
    CHECK_EQ(report.stopped, IMM_STOPPED_FLAG);
    guarded_free(&block);
}

/* ---- On a clock ------------------------------------------------------------------------------ */

/* Plays a game of at most 150 moves, in which both sides have the same time control. Neither side
 * may lose on time. */
static void game_on_clock(const imm_game *game, const char *player, imm_clock clock, uint32_t base) {
    uint32_t left[2] = {base, base}, moves[2] = {0, 0};
    imm_state *state = open_player(game, player, 300000, 1);
    check_what = player;
    while (imm_outcome(state) == IMM_ONGOING && moves[0] + moves[1] < 150) {
        imm_player mover = imm_player_to_move(state);
        imm_report report;
        uint32_t before = now, aim, limit;
        clock.remaining_ms = left[mover];
        CHECK_EQ(imm_clock_budget(&clock, &aim, &limit), IMM_OK);
        CHECK_EQ(imm_search_clock(state, &clock, &report), IMM_OK);
        uint32_t taken = now - before;
        CHECK(taken <= left[mover] && taken <= limit + 10);
        if (report.stopped == IMM_STOPPED_FORCED) CHECK(report.iterations == 0 && imm_legal_moves(state, NULL, 0) == 1);
        else
            CHECK(report.stopped == IMM_STOPPED_TIME || report.stopped == IMM_STOPPED_PROVEN ||
                  report.stopped == IMM_STOPPED_SETTLED);
        left[mover] = left[mover] - taken + clock.increment_ms;
        moves[mover]++;
        CHECK_EQ(imm_play(state, report.best), IMM_OK);
    }
    CHECK(left[0] < base && left[1] < base);
    check_what = "";
    guarded_free(&block);
}

static void games_on_clock(void) {
    const char *const players[] = {"mcts()", "mcts(im0.4,best)", "bfm()", "ab()", "ab(all)"};
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        imm_clock clock = imm_clock_default();
        game_on_clock(imm_breakthrough(), players[i], clock, 5000);
        clock.increment_ms = 20;
        game_on_clock(imm_kalah(), players[i], clock, 3000);
        clock.overhead_ms = 30, clock.moves_expected = 10;
        game_on_clock(imm_othello(), players[i], clock, 3000);
    }
}

static void a_watched_clock(void) {
    watcher w = {NULL, 0, 0, {.iterations = 0}};
    imm_clock clock = imm_clock_default();
    imm_report report;
    imm_state *state = w.state = open_player(imm_breakthrough(), "mcts(best)", 200000, 1);
    clock.remaining_ms = 20000, clock.watcher = watch, clock.context = &w, clock.every_ms = 50;
    CHECK_EQ(imm_search_clock(state, &clock, &report), IMM_OK);
    CHECK(w.looks >= 10 && report.elapsed_ms >= 990 && report.stopped == IMM_STOPPED_TIME);
    memset(&w.last, 0, sizeof w.last);
    w.looks = 0, w.stop_at = 3;
    CHECK_EQ(imm_search_clock(state, &clock, NULL), IMM_OK);
    CHECK_EQ(imm_get_report(state, &report), IMM_OK);
    CHECK(w.looks == 3 && report.stopped == IMM_STOPPED_FLAG);
    guarded_free(&block);
}

static void forced(void) {
    const imm_move played[] = {0, 4, 8, 2, 6, 7, 1, 3};
    imm_clock clock = imm_clock_default();
    imm_report report;
    memset(&t, 0, sizeof t);
    imm_game game = toy_game(&t);
    imm_state *state = open_player(&game, "mcts()", 100000, 1);
    for (size_t i = 0; i < sizeof played / sizeof *played; i++) CHECK_EQ(imm_play(state, played[i]), IMM_OK);
    clock.remaining_ms = 100000;
    CHECK_EQ(imm_search_clock(state, &clock, &report), IMM_OK);
    CHECK(report.best == 5 && report.stopped == IMM_STOPPED_FORCED && report.iterations == 0);
    CHECK_EQ(imm_play(state, 5), IMM_OK);
    CHECK_EQ(imm_search_clock(state, &clock, &report), IMM_ERR_GAME_OVER);
    guarded_free(&block);
}

/* The stop flag of the caller. A flag that is set before or during a search must end the search,
 * with and without a game clock. */
static volatile uint8_t flag;

static void raise_flag(void *context, const imm_report *report, const imm_move *line, uint32_t length) {
    (void)report, (void)line, (void)length;
    if (++*(int *)context == 2) flag = 1;
}

static void flags(void) {
    for (int on_clock = 0; on_clock < 2; on_clock++) {
        imm_state *state = open_player(imm_breakthrough(), "mcts(best)", 200000, 1);
        imm_limits limits = imm_limits_default();
        imm_clock clock = imm_clock_default();
        imm_report report;
        int looks = 0;
        limits.time_ms = 100000, limits.stop = &flag;
        clock.remaining_ms = 1000000, clock.stop = &flag;
        clock.watcher = raise_flag, clock.context = &looks, clock.every_ms = 5;
        for (flag = 0; looks < 4; looks += 2) {
            CHECK_EQ(on_clock ? imm_search_clock(state, &clock, &report)
                              : imm_search_watched(state, &limits, 5, raise_flag, &looks, &report),
                     IMM_OK);
            CHECK(report.stopped == IMM_STOPPED_FLAG && report.elapsed_ms < 50);
            CHECK(looks == 2 || report.iterations == 1);
        }
        guarded_free(&block);
    }
}

/* Tests imm_clock structs of a newer header. The library must accept a larger struct if all fields
 * that the library does not know are 0. */
static void growth(void) {
    struct {
        imm_clock clock;
        unsigned char more[64];
    } newer;
    uint32_t aim, limit;
    memset(&newer, 0, sizeof newer);
    CHECK_EQ(imm_clock_init(&newer.clock, sizeof newer), IMM_OK);
    CHECK_EQ(newer.clock.struct_size, sizeof newer);
    newer.clock.remaining_ms = 60000;
    CHECK_EQ(imm_clock_budget(&newer.clock, &aim, &limit), IMM_OK);
    CHECK_EQ(aim, 2990);
    newer.more[5] = 1; /* sets a byte that this library does not know */
    CHECK_EQ(imm_clock_budget(&newer.clock, &aim, &limit), IMM_ERR_STRUCT_SIZE);
    CHECK_EQ(imm_clock_init(NULL, sizeof newer), IMM_ERR_NULL);
    CHECK_EQ(imm_clock_init(&newer.clock, 3), IMM_ERR_STRUCT_SIZE);
}

/* ---- Statuses -------------------------------------------------------------------------------- */

static void statuses(void) {
    watcher w = {NULL, 0, 0, {.iterations = 0}};
    imm_limits limits = imm_limits_default(), short_limits = limits;
    imm_clock clock = imm_clock_default(), short_clock = clock;
    imm_report report, untouched;
    uint32_t aim = 77, limit = 78;
    memset(&report, 0x77, sizeof report);
    untouched = report;
    limits.iterations = 5, short_limits.struct_size = 3, short_clock.struct_size = 3, clock.remaining_ms = 100;
    imm_state *state = open_player(imm_breakthrough(), "mcts()", 100000, 1);
    CHECK_EQ(imm_search_watched(NULL, &limits, 5, watch, &w, &report), IMM_ERR_NULL);
    CHECK_EQ(imm_search_watched(state, NULL, 5, watch, &w, &report), IMM_ERR_NULL);
    CHECK_EQ(imm_search_watched(state, &limits, 5, NULL, &w, &report), IMM_ERR_NULL);
    CHECK_EQ(imm_search_watched(state, &short_limits, 5, watch, &w, &report), IMM_ERR_STRUCT_SIZE);
    limits.iterations = 0;
    CHECK_EQ(imm_search_watched(state, &limits, 5, watch, &w, &report), IMM_ERR_NO_LIMIT);
    limits.depth = 3;
    CHECK_EQ(imm_search_watched(state, &limits, 5, watch, &w, &report), IMM_ERR_NO_LIMIT);
    CHECK_EQ(imm_search_clock(NULL, &clock, &report), IMM_ERR_NULL);
    CHECK_EQ(imm_search_clock(state, NULL, &report), IMM_ERR_NULL);
    CHECK_EQ(imm_search_clock(state, &short_clock, &report), IMM_ERR_STRUCT_SIZE);
    CHECK_EQ(imm_last_status(state), IMM_ERR_STRUCT_SIZE);
    CHECK_EQ(imm_clock_budget(NULL, &aim, &limit), IMM_ERR_NULL);
    CHECK_EQ(imm_clock_budget(&clock, NULL, &limit), IMM_ERR_NULL);
    CHECK_EQ(imm_clock_budget(&clock, &aim, NULL), IMM_ERR_NULL);
    CHECK_EQ(imm_clock_budget(&short_clock, &aim, &limit), IMM_ERR_STRUCT_SIZE);
    CHECK(aim == 77 && limit == 78 && w.looks == 0);
    guarded_free(&block);

    state = open_player(imm_breakthrough(), "mcts()", 100000, 0);
    limits = imm_limits_default(), limits.iterations = 5;
    CHECK_EQ(imm_search_watched(state, &limits, 5, watch, &w, &report), IMM_ERR_NO_CLOCK);
    CHECK_EQ(imm_search_clock(state, &clock, &report), IMM_ERR_NO_CLOCK);
    guarded_free(&block);

    const imm_game small = imm_kalah_small(6, 4, IMM_CAPTURE_EMPTY);
    state = open_player(&small, "mcts()", 100000, 1);
    CHECK_EQ(imm_search_watched(state, &limits, 5, watch, &w, &report), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_search_clock(state, &clock, &report), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_last_status(state), IMM_ERR_UNSUPPORTED);
    guarded_free(&block);
    CHECK(memcmp(&report, &untouched, sizeof report) == 0);
}

/* Each row has times in milliseconds and numbers of moves: remaining time, increment, moves to go,
 * overhead, moves expected. The last two columns are the expected results: aim and limit. */
static void budgets(void) {
    const uint32_t zero = (uint32_t)IMM_ZERO;
    const uint32_t table[][7] = {{60000, 0, 0, 0, 0, 2990, 11960},    {60000, 0, 0, zero, 0, 3000, 12000},
                                 {60000, 0, 0, zero, 30, 2000, 8000}, {60000, 0, 40, zero, 0, 1500, 6000},
                                 {60000, 0, 1, 50, 0, 59950, 59950},  {60000, 1000, 0, zero, 0, 3950, 15800},
                                 {100, 10000, 0, zero, 0, 50, 50},    {0, 0, 0, 0, 0, 0, 0}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        imm_clock clock = imm_clock_default();
        uint32_t aim, limit;
        clock.remaining_ms = table[i][0], clock.increment_ms = table[i][1], clock.moves_to_go = table[i][2];
        clock.overhead_ms = table[i][3], clock.moves_expected = table[i][4];
        CHECK_EQ(imm_clock_budget(&clock, &aim, &limit), IMM_OK);
        CHECK_EQ(aim, table[i][5]);
        CHECK_EQ(limit, table[i][6]);
    }
}

/* The game misbehaves from its n-th callback call on, for many values of n. The search must return
 * success or the error that is expected for the misbehaviour, and the state must stay usable. */
static void faults(void) {
    static const char *const players[] = {"mcts(im0.4)", "ab()"};
    for (size_t p = 0; p < 2; p++)
        for (int kind = TOO_MANY_COUNTED; kind <= FAILS; kind++)
            for (long from = 1; from < 90; from += (long)(from < 12 ? stride(4) : 7 * stride(4)))
                for (int on_clock = 0; on_clock < 2; on_clock++) {
                    imm_clock clock = imm_clock_default();
                    imm_limits limits = imm_limits_default();
                    imm_report report, untouched;
                    memset(&t, 0, sizeof t);
                    imm_game game = toy_game(&t);
                    imm_state *state = open_player(&game, players[p], 50000, 1);
                    watcher w = {state, 0, 0, {.iterations = 0}};
                    CHECK_EQ(imm_play(state, 0), IMM_OK);
                    CHECK_EQ(imm_play(state, 4), IMM_OK);
                    memset(&report, 0x77, sizeof report);
                    untouched = report;
                    limits.iterations = 30, clock.remaining_ms = 1000;
                    clock.watcher = watch, clock.context = &w, clock.every_ms = 5;
                    t.kind = (misbehaviour)kind, t.from = t.calls + from;
                    imm_status status = on_clock ? imm_search_clock(state, &clock, &report)
                                                 : imm_search_watched(state, &limits, 5, watch, &w, &report);
                    t.kind = BEHAVE;
                    CHECK(status == IMM_OK || status == expected_status[kind]);
                    CHECK(status == IMM_OK || memcmp(&report, &untouched, sizeof report) == 0);
                    CHECK_EQ(imm_last_status(state), status);
                    check_position(state);
                    CHECK_EQ(imm_step(state, 20), IMM_OK);
                    CHECK_EQ(t.misuses, 0);
                    guarded_free(&block);
                }
}

int main(void) {
    watching();
    games_on_clock();
    a_watched_clock();
    forced();
    flags();
    growth();
    statuses();
    budgets();
    faults();
    return check_result("watch");
}
