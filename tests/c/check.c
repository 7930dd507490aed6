/* Tests imm_check_game(): its report, the text of the report, times and statuses. mistakes.c tests
 * which mistakes the check finds. */
#include "mistakes.h"

/* ---- The report and its text ----------------------------------------------------------------- */

static void a_finding_says_where(void) {
    now.kind = KEEPS_PLAYER, now.from = 3;
    imm_game game = ttt_game();
    CHECK_EQ(check_game(&game, 5, FEW_PLIES), IMM_OK);
    const imm_check_finding *finding = &report.findings[0];
    CHECK_EQ(finding->ply, 3);
    CHECK_EQ(strlen(finding->line), 8); /* "b2 a1 c3" */
    CHECK(finding->line[2] == ' ' && finding->line[5] == ' ');
    CHECK_EQ(strlen(finding->move_text), 2);
    CHECK_EQ(finding->move_text[0], 'a' + (int)finding->move % 3);
    CHECK(strncmp(finding->expected, "byte ", 5) == 0);
    CHECK(strstr(finding->found, " of the position is ") && strstr(finding->found, "; bytes that differ: 2"));
    write_text();
    CHECK(strstr(text, "1. unmake() does not restore the position.\n  where:    after 3 moves: ") != NULL);
    CHECK(strstr(text, finding->line) && strstr(text, finding->expected) && strstr(text, finding->found));
    CHECK(strstr(text, "moves a position: "));
    /* A buffer that is too small must get the empty text. A buffer of the right size must get the
     * whole text. */
    size_t len = strlen(text);
    CHECK_EQ(imm_check_text(&report, text, len), IMM_ERR_BUFFER);
    CHECK_EQ(text[0], 0);
    CHECK_EQ(imm_check_text(&report, text, len + 1), IMM_OK);
    CHECK_EQ(strlen(text), len);
    now.kind = NONE;
}

/* If a game has no move texts, a finding must show the moves as numbers. */
static void a_line_without_texts(void) {
    now.kind = ENDLESS_NOISE;
    imm_game game = ttt_game();
    game.move_text = NULL;
    game.max_plies = 6;
    game.noisy = NULL;
    CHECK_EQ(check_game(&game, 1, FEW_PLIES), IMM_OK);
    CHECK_EQ(report.findings[0].kind, IMM_CHECK_TOO_LONG);
    CHECK_EQ(strlen(report.findings[0].line), 11);
    CHECK_EQ(report.findings[0].move, IMM_MOVE_NONE);
    CHECK_EQ(report.findings[0].move_text[0], 0);
    CHECK(report.cut_off > 0 && report.most_plies == 6);
    now.kind = NONE;
}

static void more_than_one_is_found(void) {
    now.kind = NAN_EVALUATION, now.from = 1;
    imm_game game = ttt_game();
    game.max_plies = 7;
    CHECK_EQ(check_game(&game, 1, FEW_PLIES), IMM_OK);
    CHECK_EQ(report.finding_count, 2);
    CHECK_EQ(report.findings[0].kind, IMM_CHECK_NOT_A_NUMBER);
    CHECK_EQ(report.findings[1].kind, IMM_CHECK_TOO_LONG);
    CHECK(report.findings[0].times > 100);
    write_text();
    CHECK(strncmp(text, "2 mistakes found", 16) == 0);
    now.kind = NONE;
}

static void equal_seeds_find_the_same(void) {
    static imm_check_report other;
    imm_game game = ttt_game();
    for (uint64_t seed = 0; seed < 2; seed++) {
        CHECK_EQ(check_game(&game, 7 + seed, 500), IMM_OK);
        if (seed == 0) other = report;
        CHECK_EQ(memcmp(&other, &report, sizeof report) == 0, seed == 0);
    }
    CHECK_EQ(check_game(&game, 7, 500), IMM_OK);
    CHECK(memcmp(&other, &report, sizeof report) == 0);
    if (stride(2) > 1) return;
    CHECK_EQ(check_game(&game, 7, 0), IMM_OK); /* 0 means the default number of positions */
    CHECK_EQ(report.positions, 10000);
}

/* ---- Times ----------------------------------------------------------------------------------- */

static uint32_t ticking_clock(void *context) { return *(uint32_t *)context += 20; }
static uint32_t standing_clock(void *context) { return (void)context, 42; }

static imm_status check_timed(const imm_game *game, uint32_t (*clock)(void *), void *context) {
    size_t size = imm_check_memory(game);
    guarded block = guarded_new(size);
    report = imm_check_report_default();
    report.now_ms = clock;
    report.clock = context;
    imm_status status = imm_check_game(game, block.memory, size, 1, 200, &report);
    guarded_free(&block);
    return status;
}

static void times_are_measured(void) {
    uint32_t ticks = UINT32_MAX - 100; /* wraps around soon */
    now.coin = 1;
    imm_game game = ttt_game();
    game.random_move = NULL;
    CHECK_EQ(check_timed(&game, ticking_clock, &ticks), IMM_OK);
    CHECK(report.now_ms == ticking_clock && report.clock == &ticks);
    for (size_t callback = 0; callback < IMM_CALLBACKS; callback++) {
        int timed = callback == IMM_CALLBACK_LEGAL_MOVES ||
                    (callback >= IMM_CALLBACK_TO_MOVE && callback <= IMM_CALLBACK_CHANCE);
        timed = timed && callback != IMM_CALLBACK_PASS && callback != IMM_CALLBACK_RANDOM_MOVE;
        CHECK(timed ? report.nanoseconds[callback] > 0 : report.nanoseconds[callback] >= 0);
    }
    CHECK_EQ(report.nanoseconds[IMM_CALLBACK_RANDOM_MOVE] > 0, 0);
    CHECK_EQ(report.advice, IMM_CALLBACK_RANDOM_MOVE);
    CHECK(report.advice_gain > 1);
    write_text();
    CHECK(strstr(text, "nanoseconds: ") && strstr(text, "would help most:  random_move()"));
    if (!getenv("IMM_TESTS_SPARSE")) {
        CHECK_EQ(check_timed(&game, standing_clock, NULL), IMM_OK); /* ends although the clock is stopped */
        CHECK_EQ(report.nanoseconds[IMM_CALLBACK_EVALUATE] > 0, 0);
    }
    now.coin = 0;
}

/* ---- Statuses -------------------------------------------------------------------------------- */

static void statuses(void) {
    imm_game game = ttt_game(), wrong_game = game;
    size_t size = imm_check_memory(&game);
    guarded block = guarded_new(size);
    static imm_check_report before;
    CHECK(size > 0 && imm_check_memory(NULL) == 0);
    report = imm_check_report_default();
    memset(&report.findings, 0x77, sizeof report.findings);
    before = report;
#define REFUSED(status, game, memory, size, report) CHECK_EQ(imm_check_game(game, memory, size, 1, 10, report), status)
    REFUSED(IMM_ERR_NULL, NULL, block.memory, size, &report);
    REFUSED(IMM_ERR_NULL, &game, NULL, size, &report);
    REFUSED(IMM_ERR_NULL, &game, block.memory, size, NULL);
    REFUSED(IMM_ERR_MISALIGNED, &game, block.memory + 1, size - 1, &report);
    REFUSED(IMM_ERR_TOO_SMALL, &game, block.memory, size - 1, &report);
    REFUSED(IMM_ERR_TOO_SMALL, &game, block.memory, 0, &report);
    wrong_game.struct_size--;
    REFUSED(IMM_ERR_STRUCT_SIZE, &wrong_game, block.memory, size, &report);
    wrong_game = game, wrong_game.unmake = NULL;
    REFUSED(IMM_ERR_GAME, &wrong_game, block.memory, size, &report);
    CHECK_EQ(imm_check_memory(&wrong_game), 0);
    wrong_game = game, wrong_game.max_moves = 65536;
    REFUSED(IMM_ERR_GAME, &wrong_game, block.memory, size, &report);
    wrong_game = game, wrong_game.max_score = 0;
    REFUSED(IMM_ERR_GAME, &wrong_game, block.memory, size, &report);
    CHECK(guarded_untouched(&block));
    CHECK(memcmp(&before, &report, sizeof report) == 0);
    CHECK_EQ(imm_check_report_init(NULL, sizeof report), IMM_ERR_NULL);
    CHECK_EQ(imm_check_report_init(&report, sizeof report - 4), IMM_ERR_STRUCT_SIZE);
    CHECK(memcmp(&before, &report, sizeof report) == 0);
    CHECK_EQ(imm_check_report_init(&report, sizeof report), IMM_OK);
    CHECK(report.struct_size == sizeof report && report.now_ms == before.now_ms && report.finding_count == 0);
    report.struct_size = 4;
    REFUSED(IMM_ERR_STRUCT_SIZE, &game, block.memory, size, &report);
    CHECK_EQ(imm_check_text(&report, text, sizeof text), IMM_ERR_STRUCT_SIZE);
    CHECK_EQ(imm_check_text(NULL, text, sizeof text), IMM_ERR_NULL);
    CHECK_EQ(check_game(&game, 1, 10), IMM_OK);
    CHECK_EQ(imm_check_text(&report, NULL, 10), IMM_ERR_NULL);
    CHECK_EQ(imm_check_text(&report, text, 0), IMM_ERR_BUFFER);
    report.finding_count = 1, report.findings[0].kind = 99;
    CHECK_EQ(imm_check_text(&report, text, sizeof text), IMM_ERR_ENUM);
    report.findings[0].kind = IMM_CHECK_FAILED, report.findings[0].callback = -1;
    CHECK_EQ(imm_check_text(&report, text, sizeof text), IMM_ERR_ENUM);
    report.finding_count = 0, report.advice = 99;
    CHECK_EQ(imm_check_text(&report, text, sizeof text), IMM_ERR_ENUM);
    /* imm_check_game() must accept more memory than the check needs. */
    guarded_free(&block);
    block = guarded_new(2 * size + 3);
    report = imm_check_report_default();
    CHECK_EQ(imm_check_game(&game, block.memory, block.size, 1, 100, &report), IMM_OK);
    guarded_free(&block);
}

/* The longest possible text must fit into IMM_CHECK_TEXT_MAX bytes. */
static void the_longest_text_fits(void) {
    report = imm_check_report_default();
    report.finding_count = IMM_CHECK_FINDINGS;
    for (size_t i = 0; i < IMM_CHECK_FINDINGS; i++) {
        imm_check_finding *f = &report.findings[i];
        f->kind = IMM_CHECK_NOT_COPYABLE, f->callback = IMM_CALLBACK_RANDOM_MOVE;
        f->ply = f->times = f->game = UINT32_MAX, f->move = 1;
        memset(f->line, 'x', sizeof f->line); /* without a terminating NUL */
        memset(f->move_text, 'x', sizeof f->move_text);
        memset(f->expected, 'x', sizeof f->expected);
        memset(f->found, 'x', sizeof f->found);
    }
    for (size_t i = 0; i < IMM_CALLBACKS; i++) report.nanoseconds[i] = 300000.5f;
    report.advice = IMM_CALLBACK_EVALUATE;
    write_text();
    CHECK(strlen(text) > 6000);
}

int main(void) {
    a_finding_says_where();
    a_line_without_texts();
    more_than_one_is_found();
    equal_seeds_find_the_same();
    times_are_measured();
    statuses();
    the_longest_text_fits();
    return check_result("check");
}
