/* Tests games whose callbacks break their promises. Each fault must cause an error status. The
 * state must stay unchanged and usable. */
#include "refusals.h"
#include "toy.h"

static toy t;
static guarded block;

/* A player. `room` is the number of slots of its tree or, for alpha-beta, the number of plies. */
typedef struct {
    const char *player;
    int room;  /* below 0: the player is not in this test */
    int plain; /* with a game that lacks the callbacks of some enhancements */
    int draws; /* with random_move() */
} variant;

static const variant one_child = {"mcts(one)", 200, 1, 0};
static const variant implicit = {"mcts(im0.4)", 200, 1, 1};
static const variant weighted = {"mcts(ipp,all,nosolver)", 200, 1, 1};
static const variant alpha_beta = {"ab()", 12, 1, 0};
static const variant enhanced = {"ab(all)", 12, 0, 0};
static const variant alpha_beta_playouts = {"mcts(mcloa,abp3/2+2/3+/1+,fpu0.5,cut0)", 200, 0, 0};

/* The players of tests/players.tsv, alternately with and without random_move(). Some players search
 * a game that lacks some callbacks. */
static const variant variants[] = {
    {"mcts(im0.4,evaltt)", 200, 1, 0},
    {"ab()", 12, 1, 0},
    {"ab(all)", 12, 1, 0},
#define PLAYER(notation, hostile) {notation, hostile, 0, __LINE__ % 2},
#include "players.h"
#undef PLAYER
};

static imm_state *open_toy(const variant *v) {
    imm_game game = v->plain ? toy_game(&t) : toy_knows_all(&t);
    imm_config config = imm_config_default();
    imm_state *state = NULL;
    memset(&t, 0, sizeof t);
    CHECK_EQ(imm_configure(&config, v->player), IMM_OK);
    if (v->draws) game.random_move = toy_random_move;
    size_t room = (size_t)v->room;
    block = guarded_new(config.algorithm != IMM_ALPHA_BETA
                            ? imm_memory_required(&game, room)
                            : imm_alpha_beta_memory(&game, (uint32_t)room) * (config.switches ? 3 : 1));
    CHECK_EQ(imm_init(block.memory, block.size, &game, &config, &state), IMM_OK);
    t.state = state;
    return state;
}

/* The functions that are called while callbacks misbehave. */
enum {
    SEARCH,
    SEARCH_MS,
    STEP,
    REPORT,
    LINE,
    PLAY,
    LEGAL,
    OUTCOME,
    PLAYER,
    EVALUATE,
    RESTART,
    TEXT,
    PARSE,
    CANDIDATES,
    CANDIDATE_LINE,
    VISIT,
    OPERATIONS
};

static int32_t count_shown(void *context, const imm_node *node) {
    (void)node;
    ++*(int32_t *)context;
    return IMM_VISIT_BELOW;
}

static imm_status operate(imm_state *state, int operation, int *moved) {
    imm_report report;
    imm_candidate candidates[TOY_MAX_MOVES] = {{.visits = 1234}};
    imm_move moves[TOY_MAX_MOVES] = {0};
    char text[IMM_TEXT_MAX];
    float value = 0;
    int32_t number, shown;
    memset(&report, 0x77, sizeof report);
    imm_report untouched = report;
    imm_status status = IMM_OK;
    switch (operation) {
    case SEARCH:
        status = iterate(state, 40, &report);
        CHECK(status == IMM_OK || memcmp(&report, &untouched, sizeof report) == 0);
        return status;
    case SEARCH_MS:
        CHECK((imm_search(state, 0) == IMM_MOVE_NONE) == (imm_last_status(state) != IMM_OK));
        return imm_last_status(state);
    case STEP: return imm_step(state, 3);
    case REPORT:
        status = imm_get_report(state, &report);
        CHECK(status == IMM_OK || memcmp(&report, &untouched, sizeof report) == 0);
        return status;
    case LINE:
        moves[0] = 1234;
        number = imm_line(state, moves, TOY_MAX_MOVES);
        CHECK(number >= 0 || moves[0] == 1234);
        return number < 0 ? number : IMM_OK;
    case PLAY:
        status = imm_play(state, 8);
        *moved = status == IMM_OK;
        return status;
    case LEGAL: number = imm_legal_moves(state, moves, TOY_MAX_MOVES); return number < 0 ? number : IMM_OK;
    case OUTCOME: return (number = imm_outcome(state)) < 0 ? number : IMM_OK;
    case PLAYER: return (number = imm_player_to_move(state)) < 0 ? number : IMM_OK;
    case EVALUATE:
        value = 77;
        status = imm_evaluate(state, &value);
        CHECK(status == IMM_OK ? value >= -1 && value <= 1 : value == 77);
        return status;
    case RESTART:
        status = imm_restart(state);
        *moved = status == IMM_OK;
        return status;
    case TEXT: return imm_move_text(state, 7, text, sizeof text);
    case CANDIDATES:
        number = imm_candidates(state, candidates, TOY_MAX_MOVES);
        CHECK(number >= 0 || candidates[0].visits == 1234);
        return number < 0 ? number : IMM_OK;
    case CANDIDATE_LINE:
        moves[0] = 1234;
        number = imm_candidate_line(state, 7, moves, TOY_MAX_MOVES);
        CHECK(number >= 0 || moves[0] == 1234);
        return number < 0 ? number : IMM_OK;
    case VISIT:
        shown = 0;
        number = imm_visit_tree(state, 3, 0, count_shown, &shown);
        CHECK_EQ(shown, number < 0 ? 0 : number);
        return number < 0 ? number : IMM_OK;
    default: return imm_parse_move(state, "7", moves);
    }
}

static void disturb(const variant *v, misbehaviour kind, int operation, long from) {
    char what[128];
    snprintf(what, sizeof what, "%s, misbehaviour %d, operation %d, from call %ld", v->player, (int)kind, operation,
             from);
    check_what = what;
    imm_state *state = open_toy(v);
    CHECK_EQ(imm_play(state, 0), IMM_OK);
    CHECK_EQ(imm_play(state, 4), IMM_OK);
    CHECK_EQ(imm_step(state, 10), IMM_OK);
    int moved = 0;
    t.kind = kind;
    t.from = t.calls + from;
    imm_status status = operate(state, operation, &moved);
    t.kind = BEHAVE;
    /* A game may refuse a pass, but must not refuse a pass that takes back an earlier pass. Such a
     * refusal is a fault. */
    imm_status expected = kind == REFUSES_PASS ? IMM_ERR_CALLBACK : expected_status[kind];
    CHECK(status == IMM_OK || status == expected);
    CHECK_EQ(imm_last_status(state), status);
    if (!moved) {
        check_position(state);
        imm_report report;
        CHECK_EQ(iterate(state, 30, &report), IMM_OK);
        CHECK(is_legal(state, report.best));
        check_position(state);
        CHECK_EQ(imm_play(state, report.best), IMM_OK);
    }
    CHECK_EQ(imm_forget(state), IMM_OK);
    if (imm_outcome(state) == IMM_ONGOING) CHECK(is_legal(state, imm_search(state, 0)));
    CHECK_EQ(t.misuses, 0);
    guarded_free(&block);
    check_what = "";
}

/* Tries every fault: at each of the first 12 callback calls, then at every seventh call up to the
 * limit `last`. Tries fewer calls under valgrind (IMM_TESTS_SPARSE). */
static void every_fault_at_every_call(void) {
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
        for (int kind = BEHAVE; kind < REENTERS && variants[v].room >= 0; kind++)
            for (int operation = 0; operation < OPERATIONS; operation++) {
                long last = operation <= STEP ? 60 : 20;
                for (long from = 1; from <= last; from += (long)(from < (long)some_of(12) ? stride(6) : 7 * stride(8)))
                    disturb(&variants[v], (misbehaviour)kind, operation, from);
            }
}

/* If a callback misbehaves from the first call on, the search must return exactly the status of
 * that misbehaviour. */
static void every_fault_is_found(const variant *v) {
    for (int kind = TOO_MANY_COUNTED; kind <= FAILS; kind++) {
        if (expected_status[kind] == IMM_OK || (kind == DRAWS_NONE && !v->draws)) continue;
        imm_state *state = open_toy(v);
        t.kind = (misbehaviour)kind;
        CHECK_EQ(iterate(state, 2000, NULL), expected_status[kind]);
        CHECK_EQ(imm_search(state, 0), IMM_MOVE_NONE);
        CHECK_EQ(imm_last_status(state), expected_status[kind]);
        t.kind = BEHAVE;
        CHECK(is_legal(state, imm_search(state, 0)));
        guarded_free(&block);
    }
}

/* Tests faults in imm_init(). After a fault, no handle may be written, and the memory must stay
 * usable. */
static void faults_in_init(void) {
    for (int kind = TOO_MANY_COUNTED; kind <= NAN_VALUE; kind++)
        for (long from = 1; from <= 6; from++) {
            imm_game game = toy_game(&t);
            imm_state *const mark = (imm_state *)&game;
            imm_state *state = mark;
            memset(&t, 0, sizeof t);
            t.kind = (misbehaviour)kind;
            t.from = from;
            block = guarded_new(imm_memory_required(&game, 10));
            imm_status status = imm_init(block.memory, block.size, &game, NULL, &state);
            CHECK(status == IMM_OK || (status == expected_status[kind] && state == mark));
            if (status != IMM_OK) CHECK_EQ(imm_restart((imm_state *)(void *)block.memory), IMM_ERR_STATE);
            t.kind = BEHAVE;
            CHECK_EQ(imm_init(block.memory, block.size, &game, NULL, &state), IMM_OK);
            CHECK(is_legal(state, imm_search(state, 0)));
            guarded_free(&block);
        }
}

/* A failed imm_init() in the block of a valid state must make that state invalid. */
static void init_over_a_state(void) {
    imm_state *state = open_toy(&one_child), *other = NULL;
    imm_game game = toy_game(&t);
    CHECK_EQ(imm_step(state, 50), IMM_OK);
    t.kind = BAD_OUTCOME;
    CHECK_EQ(imm_init(block.memory, block.size, &game, NULL, &other), IMM_ERR_INVALID_OUTCOME);
    t.kind = BEHAVE;
    CHECK(other == NULL);
    CHECK_EQ(imm_step(state, 50), IMM_ERR_STATE);
    guarded_free(&block);
}

static void call_everything(imm_state *state) {
    CHECK_EQ(imm_search(state, 1), IMM_MOVE_NONE);
    CHECK_EQ(imm_last_status(state), IMM_ERR_BUSY);
    refuse_calls(state, IMM_ERR_BUSY);
}

static void reentry(void) {
    imm_report plain, disturbed;
    imm_state *state = open_toy(&implicit);
    CHECK_EQ(iterate(state, 30, &plain), IMM_OK);
    guarded_free(&block);
    state = open_toy(&implicit);
    t.reenter = call_everything;
    t.kind = REENTERS;
    CHECK_EQ(iterate(state, 30, &disturbed), IMM_OK);
    CHECK_EQ(imm_last_status(state), IMM_OK);
    CHECK(disturbed.signature == plain.signature);
    CHECK_EQ(imm_play(state, 3), IMM_OK);
    CHECK_EQ(imm_restart(state), IMM_OK);
    guarded_free(&block);
}

static void stop_from_a_callback(void) {
    imm_report report;
    imm_state *state = open_toy(&weighted);
    t.kind = STOPS;
    t.from = t.calls + 300;
    CHECK_EQ(iterate(state, 1000000, &report), IMM_OK);
    CHECK(report.iterations >= 1 && report.iterations < 300);
    t.kind = BEHAVE;
    CHECK_EQ(iterate(state, 500, &report), IMM_OK); /* the stop affects only one search */
    CHECK_EQ(report.iterations, 500);
    guarded_free(&block);
}

/* A game without an end. A position is the number of plies. */
static uint64_t longest;

static void endless_initial(void *context, void *position) { (void)context, memset(position, 0, 8); }

static uint32_t endless_moves(void *context, const void *position, imm_move *moves) {
    (void)context, (void)position;
    moves[0] = 0, moves[1] = 1;
    return 2;
}

static void endless_make(void *context, void *position, imm_move move, void *undo) {
    (void)context, (void)move, (void)undo;
    uint64_t plies = ++*(uint64_t *)position;
    if (plies > longest) longest = plies;
}

static void endless_unmake(void *context, void *position, imm_move move, const void *undo) {
    (void)context, (void)move, (void)undo;
    --*(uint64_t *)position;
}

static imm_player endless_to_move(void *context, const void *position) {
    (void)context;
    return *(const uint64_t *)position & 1 ? IMM_SECOND : IMM_FIRST;
}

static imm_result endless_outcome(void *context, const void *position) {
    (void)context, (void)position;
    return IMM_ONGOING;
}

static void a_game_that_never_ends(void) {
    imm_game game = game_of(8, 2, endless_initial, endless_moves, endless_make, endless_unmake, endless_to_move,
                            endless_outcome);
    for (uint32_t max_plies = 0; max_plies <= 60; max_plies += 20) {
        imm_state *state = NULL;
        imm_report report;
        uint64_t cut = max_plies ? max_plies : 1000;
        game.max_plies = max_plies;
        longest = 0;
        block = guarded_new(imm_memory_required(&game, 200));
        CHECK_EQ(imm_init(block.memory, block.size, &game, NULL, &state), IMM_OK);
        CHECK_EQ(iterate(state, 300, &report), IMM_OK);
        CHECK(report.value == 0 && report.proof == IMM_UNPROVEN);
        CHECK(longest >= cut && longest <= cut + report.depth);
        guarded_free(&block);
    }
}

static void values_are_clamped(void) {
    float value = 0;
    imm_state *state = open_toy(&implicit);
    t.kind = HUGE_VALUE;
    CHECK_EQ(imm_evaluate(state, &value), IMM_OK);
    CHECK(value == 1.0f);
    t.kind = MINUS_INFINITY;
    CHECK_EQ(imm_evaluate(state, &value), IMM_OK);
    CHECK(value == -1.0f);
    guarded_free(&block);
}

/* move_text() may write any bytes, up to the whole buffer, with or without a terminating NUL. */
static size_t text_length;

static uint32_t long_text(void *context, const void *position, imm_move move, char *text, size_t size) {
    (void)context, (void)position;
    CHECK_EQ(size, IMM_TEXT_MAX);
    memset(text, 0xE4, size);
    text[0] = (char)('0' + move);
    if (text_length < size) text[text_length] = '\0';
    return (uint32_t)text_length;
}

static void texts_of_moves(void) {
    imm_game game = toy_game(&t);
    imm_state *state = NULL;
    char text[2 * IMM_TEXT_MAX], utf8[] = "4\xC3\xA4";
    imm_move move = 99;
    memset(&t, 0, sizeof t);
    game.move_text = long_text;
    block = guarded_new(imm_memory_required(&game, 0));
    CHECK_EQ(imm_init(block.memory, block.size, &game, NULL, &state), IMM_OK);
    for (text_length = 1; text_length < IMM_TEXT_MAX + 2; text_length++) {
        size_t length = text_length < IMM_TEXT_MAX ? text_length : IMM_TEXT_MAX;
        CHECK_EQ(imm_move_text(state, 4, text, sizeof text), IMM_OK);
        CHECK_EQ(strlen(text), length);
        CHECK_EQ(imm_move_text(state, 4, text, length + 1), IMM_OK);
        CHECK_EQ(imm_move_text(state, 4, text, length), IMM_ERR_BUFFER);
        CHECK_EQ(strlen(text), 0);
    }
    text_length = 1;
    CHECK_EQ(imm_parse_move(state, "4", &move), IMM_OK);
    CHECK_EQ(move, 4);
    move = 99;
    CHECK_EQ(imm_parse_move(state, utf8, &move), IMM_ERR_TEXT);
    CHECK_EQ(imm_parse_move(state, "\xE4", &move), IMM_ERR_TEXT);
    CHECK_EQ(move, 99);
    guarded_free(&block);
}

int main(void) {
    every_fault_at_every_call();
    every_fault_is_found(&implicit);
    every_fault_is_found(&alpha_beta);
    every_fault_is_found(&enhanced);
    every_fault_is_found(&alpha_beta_playouts);
    faults_in_init();
    init_over_a_state();
    reentry();
    stop_from_a_callback();
    a_game_that_never_ends();
    values_are_clamped();
    texts_of_moves();
    return check_result("hostile");
}
