/* Calls every function that calls a game, in every situation. Compares the visible state of the
 * search afterwards. */
#ifndef CALLS_H
#define CALLS_H

#include "liar.h"

/* The exported functions that take a state and call its game. */
typedef enum {
    SEARCH,
    SEARCH_LIMITED,
    SEARCH_WATCHED,
    SEARCH_CLOCK,
    STEP,
    REPORT,
    CANDIDATES,
    LINE,
    CANDIDATE_LINE,
    VISIT,
    LEGAL,
    OUTCOME,
    PLAYER,
    EVALUATE,
    TEXT,
    PARSE,
    POSITION_TEXT,
    FORGET,
    SET_POSITION,
    SHUFFLE,
    PLAY,
    SET_BYTES,
    UNDO,
    LOAD,
    RESTART, /* from FORGET on, the calls change the state */
    OPERATIONS
} operation;

static const char *const names[OPERATIONS] = {"imm_search",         "imm_search_limited",
                                              "imm_search_watched", "imm_search_clock",
                                              "imm_step",           "imm_get_report",
                                              "imm_candidates",     "imm_line",
                                              "imm_candidate_line", "imm_visit_tree",
                                              "imm_legal_moves",    "imm_outcome",
                                              "imm_player_to_move", "imm_evaluate",
                                              "imm_move_text",      "imm_parse_move",
                                              "imm_position_text",  "imm_forget",
                                              "imm_set_position",   "imm_shuffle",
                                              "imm_play",           "imm_set_position_bytes",
                                              "imm_undo",           "imm_load",
                                              "imm_restart"};

static imm_status negative(int32_t number) { return number < 0 ? number : IMM_OK; }

static int32_t look_on(void *context, const imm_node *node) {
    (void)context, (void)node;
    return IMM_VISIT_BELOW;
}

static void watch(void *context, const imm_report *report, const imm_move *line, uint32_t length) {
    (void)context, (void)report, (void)line, (void)length;
}

/* The bytes for imm_load() and imm_set_position_bytes(). */
static unsigned char saved[8192], start[64];
static size_t saved_length, start_length;

static imm_status operate(imm_state *state, operation what, imm_move move) {
    imm_report report;
    imm_candidate candidates[TOY_MAX_MOVES];
    imm_move moves[TOY_MAX_MOVES];
    char text[IMM_TEXT_MAX];
    const char name[2] = {(char)('0' + move % 10), '\0'};
    imm_limits limits = imm_limits_default();
    imm_clock clock = imm_clock_default();
    float value;
    limits.iterations = 3, clock.remaining_ms = 2;
    switch (what) {
    case SEARCH:
        CHECK((imm_search(state, 0) == IMM_MOVE_NONE) == (imm_last_status(state) != IMM_OK));
        return imm_last_status(state);
    case SEARCH_LIMITED: return iterate(state, 4, &report);
    case SEARCH_WATCHED: return imm_search_watched(state, &limits, 1, watch, NULL, &report);
    case SEARCH_CLOCK: return imm_search_clock(state, &clock, &report);
    case STEP: return imm_step(state, 2);
    case REPORT: return imm_get_report(state, &report);
    case CANDIDATES: return negative(imm_candidates(state, candidates, TOY_MAX_MOVES));
    case LINE: return negative(imm_line(state, moves, TOY_MAX_MOVES));
    case CANDIDATE_LINE: return negative(imm_candidate_line(state, move, moves, TOY_MAX_MOVES));
    case VISIT: return negative(imm_visit_tree(state, 9, 0, look_on, NULL));
    case LEGAL: return negative(imm_legal_moves(state, moves, TOY_MAX_MOVES));
    case OUTCOME: return negative(imm_outcome(state));
    case PLAYER: return negative(imm_player_to_move(state));
    case EVALUATE: return imm_evaluate(state, &value);
    case TEXT: return imm_move_text(state, move, text, sizeof text);
    case PARSE: return imm_parse_move(state, name, moves);
    case POSITION_TEXT: return imm_position_text(state, text, sizeof text);
    case FORGET: return imm_forget(state);
    case SET_POSITION: return imm_set_position(state, "");
    case SHUFFLE: return imm_shuffle(state, 1);
    case PLAY: return imm_play(state, move);
    case SET_BYTES: return imm_set_position_bytes(state, start, start_length);
    case UNDO: return imm_undo(state);
    case LOAD: return imm_load(state, saved, saved_length);
    default: return imm_restart(state);
    }
}

/* The situation of a state: the moves that were played, and the number of iterations searched. */
typedef struct {
    const char *name;
    imm_move moves[9];
    int count, searched;
    imm_move next; /* a legal move */
} situation;

static const situation situations[] = {
    {"searched", {0, 4}, 2, 20, 8},
    {"never searched", {0, 4, 8}, 3, 0, 5},
    {"proven", {0, 3, 8, 4, 7}, 5, 60, 5},
    {"over", {0, 3, 1, 4, 2}, 5, 0, 5},
};
enum { SITUATIONS = sizeof situations / sizeof *situations };

/* Checks that the state has the position that the situation describes. */
static void check_position_of(imm_state *state, const situation *s) {
    imm_move moves[TOY_MAX_MOVES];
    int over = s->count == 5 && s->moves[4] == 2;
    CHECK_EQ(imm_outcome(state), over ? IMM_FIRST_WINS : IMM_ONGOING);
    CHECK_EQ(imm_player_to_move(state), s->count % 2 ? IMM_SECOND : IMM_FIRST);
    CHECK_EQ(imm_legal_moves(state, moves, TOY_MAX_MOVES), over ? 0 : 9 - s->count);
}

/* The visible results of a search: the results so far, and the results of its next iterations. */
typedef struct {
    imm_report known, found;
    imm_candidate candidates[TOY_MAX_MOVES];
    imm_move line[TOY_MAX_MOVES];
    int32_t candidate_count, line_length, nodes;
    uint64_t tree;
} findings;

static int32_t add_node(void *context, const imm_node *node) {
    uint64_t *hash = (uint64_t *)context, value = 0;
    memcpy(&value, &node->value, sizeof node->value);
    const uint64_t numbers[] = {node->ply,      node->move,    node->visits, value, (uint64_t)node->proof,
                                node->distance, node->children};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *hash = (*hash ^ numbers[i]) * UINT64_C(0x100000001B3) + 1;
    return IMM_VISIT_BELOW;
}

/* Clears the time in a report. If `all` is true, also clears the statistics of the latest search,
 * which can stay after the results of that search are gone. */
static void leave_out(imm_report *report, int all) {
    if (all) report->iterations = 0, report->depth = 0, report->nodes = 0;
    report->elapsed_ms = 0;
}

static findings findings_of(imm_state *state) {
    findings f;
    memset(&f, 0, sizeof f);
    CHECK_EQ(imm_get_report(state, &f.known), IMM_OK);
    leave_out(&f.known, 1);
    if (imm_outcome(state) != IMM_ONGOING) return f;
    CHECK_EQ(iterate(state, 10, &f.found), IMM_OK);
    leave_out(&f.found, 0);
    f.candidate_count = imm_candidates(state, f.candidates, TOY_MAX_MOVES);
    f.line_length = imm_line(state, f.line, TOY_MAX_MOVES);
    f.nodes = imm_visit_tree(state, 9, 0, add_node, &f.tree);
    return f;
}

/* Returns the results of a new state at this position, in a game without faults. */
static findings findings_of_a_new_state(const variant *v, const unsigned char *position, size_t length) {
    imm_game game = liar_game(v->draws);
    imm_config config = config_of(v);
    imm_state *state = NULL;
    guarded other = guarded_new(state_size(v));
    CHECK_EQ(imm_init(other.memory, other.size, &game, &config, &state), IMM_OK);
    CHECK_EQ(imm_set_position_bytes(state, position, length), IMM_OK);
    findings f = findings_of(state);
    guarded_free(&other);
    return f;
}

/* Checks that the state finds what a new state finds. First sets the player again, which restarts
 * the random numbers. Alpha-beta is not set again, because it has no random numbers, and
 * imm_set_player() would clear its search. */
static void check_as_new(const variant *v, imm_state *state, const findings *new_state) {
    imm_config config = config_of(v);
    if (!is_alpha_beta(v)) CHECK_EQ(imm_set_player(state, &config), IMM_OK);
    findings f = findings_of(state);
    CHECK(memcmp(&f, new_state, sizeof f) == 0);
}

/* Opens a search in a situation and copies the state to BEFORE. Returns the results of a new state
 * in the same situation. */
static findings open_situation(const variant *v, const situation *s, imm_state **state) {
    unsigned char position[64];
    size_t length = 0;
    *state = open_liar(v, s->moves, 0, 0);
    CHECK_EQ(imm_position_bytes(*state, start, sizeof start, &start_length), IMM_OK);
    close_liar();
    *state = open_liar(v, s->moves, s->count, s->searched);
    CHECK_EQ(imm_position_bytes(*state, position, sizeof position, &length), IMM_OK);
    CHECK_EQ(imm_save(*state, saved, sizeof saved, &saved_length), IMM_OK);
    save(BEFORE);
    return findings_of_a_new_state(v, position, length);
}

/* Makes one call on the state that was saved in BEFORE. The `at`th callback call goes wrong.
 * Returns 0 if there were fewer than `at` callback calls. */
typedef int attempt(const variant *v, const situation *s, imm_state *state, const findings *new_state, operation what,
                    fault_kind kind, long at);

/* For every function, calls `try_at` once for each callback call that the function makes. Repeats
 * this for each fault kind from `first` up to, but not including, `end`. `kinds` holds the names of
 * the fault kinds. Reports only the first failure of each function and fault kind. Skips some of
 * the later callback calls under valgrind (IMM_TESTS_SPARSE). */
static void every_call_of_every_function(attempt *try_at, const char *const *kinds, fault_kind first, fault_kind end) {
    for (int v = 0; v < VARIANTS; v++)
        for (int s = 0; s < SITUATIONS && variants[v].room >= 0; s++) {
            const situation *where = &situations[s];
            imm_state *state;
            findings new_state = open_situation(&variants[v], where, &state);
            for (int what = 0; what < OPERATIONS; what++)
                for (int kind = first; kind < (int)end; kind++) {
                    char trying[160];
                    int before = check_failures;
                    for (long at = 1; check_failures == before; at += at > (long)some_of(12) ? (long)stride(29) : 1) {
                        snprintf(trying, sizeof trying, "%s, %s, %s, %s at call %ld", variants[v].player, where->name,
                                 names[what], kinds[kind], at);
                        check_what = trying;
                        if (!try_at(&variants[v], where, state, &new_state, (operation)what, (fault_kind)kind, at))
                            break;
                    }
                }
            check_what = "";
            close_liar();
        }
}

#endif
