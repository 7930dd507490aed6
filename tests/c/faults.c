/* Tests a game that fails once, or contradicts itself once, at a chosen callback call. The library
 * must never give a wrong answer, and must leave no trace of the fault.
 *
 * The call with the fault must return the status of the fault, and must not change the position.
 * The next call must not notice the fault. The search must be empty, exactly as after imm_forget(),
 * and as in a new state without faults. The block is copied before the call and restored for the
 * comparison, so that even the random numbers are equal. */
#include "calls.h"

static void check_equal_reports(const imm_report *a, const imm_report *b) {
    CHECK_EQ(a->best, b->best);
    CHECK_EQ(a->proof, b->proof);
    CHECK_EQ(a->distance, b->distance);
    CHECK(a->value == b->value);
    CHECK_EQ(a->iterations, b->iterations);
    CHECK_EQ(a->signature, b->signature);
    CHECK_EQ(a->visits, b->visits);
    CHECK_EQ(a->nodes, b->nodes);
    CHECK_EQ(a->recycled, b->recycled);
    CHECK_EQ(a->depth, b->depth);
}

/* Checks that the search is empty, as after imm_forget(). Compares the report, the candidates, and
 * the results of the next search. Before each comparison, restores the state from the copy
 * AFTER. */
static void check_is_empty(const variant *v, imm_state *state) {
    imm_report found, forgotten, again, fresh;
    memset(&found, 0x77, sizeof found);
    CHECK_EQ(imm_get_report(state, &found), IMM_OK);
    CHECK_EQ(found.proof, IMM_UNPROVEN);
    CHECK_EQ(found.distance, 0);
    CHECK_EQ(found.visits, 0);
    CHECK_EQ(found.recycled, 0);
    CHECK_EQ(is_alpha_beta(v) ? found.depth : found.nodes, 0);
    CHECK(found.value == 0);
    load(AFTER);
    CHECK_EQ(imm_candidates(state, NULL, 0), 0);
    load(AFTER);
    imm_result outcome = imm_outcome(state);
    CHECK(outcome >= IMM_ONGOING);
    memset(&again, 0, sizeof again), memset(&fresh, 0, sizeof fresh);
    if (outcome == IMM_ONGOING) CHECK_EQ(iterate(state, 10, &again), IMM_OK);
    load(AFTER);
    CHECK_EQ(imm_forget(state), IMM_OK);
    CHECK_EQ(imm_get_report(state, &forgotten), IMM_OK);
    check_equal_reports(&found, &forgotten);
    load(AFTER);
    CHECK_EQ(imm_forget(state), IMM_OK);
    if (outcome == IMM_ONGOING) CHECK_EQ(iterate(state, 10, &fresh), IMM_OK);
    check_equal_reports(&again, &fresh);
}

/* Checks that a save of the state equals the bytes in `saved`. */
static void check_is_saved_so(imm_state *state) {
    unsigned char now[sizeof saved];
    size_t length = 0;
    CHECK_EQ(imm_save(state, now, sizeof now, &length), IMM_OK);
    CHECK(length == saved_length && memcmp(now, saved, length) == 0);
}

/* The number of faults that the library has reported so far, in all tests. */
static long points;

static int fail_at(const variant *v, const situation *s, imm_state *state, const findings *new_state, operation what,
                   fault_kind kind, long at) {
    load(BEFORE);
    misbehave(kind, at, 0, 0);
    imm_status status = operate(state, what, s->next);
    imm_status raised = game_state.raised;
    int reached = game_state.calls >= at;
    behave();
    if (raised == IMM_OK) return reached;
    save(AFTER);
    points++;
    CHECK_EQ(status, raised);
    CHECK_EQ(imm_last_status(state), raised);
    if (what == LOAD) { /* a failed load changes nothing */
        check_is_saved_so(state);
        return reached;
    }
    /* The next call must not notice the fault. The test tries different functions for this call, in
     * turn. */
    operation next = (operation)(at % FORGET);
    misbehave(kind, 0, 0, 0);
    imm_status then = operate(state, next, s->next);
    CHECK(then != raised);
    load(AFTER);
    check_position_of(state, s);
    load(AFTER);
    check_is_empty(v, state);
    load(AFTER);
    check_as_new(v, state, new_state);
    return reached;
}

static const char *const ways[KINDS] = {
    [FAILING] = "a failure",
    [IMPOSSIBLE] = "what cannot be",
    [NO_MOVE] = "no move",
    [NO_REAL_MOVE] = "no real move",
};

/* imm_init() also calls the game. If the game fails, another call of imm_init() must be able to use
 * the same block. */
static void every_call_of_init(void) {
    for (int kind = 0; kind < KINDS; kind++)
        for (long at = 1, reached = 1; reached; at++) {
            imm_game game = liar_game(0);
            imm_state *state = NULL;
            memset(&game_state, 0, sizeof game_state);
            block = guarded_new(imm_memory_required(&game, 20));
            misbehave((fault_kind)kind, at, 0, 0);
            imm_status status = imm_init(block.memory, block.size, &game, NULL, &state);
            CHECK_EQ(status, game_state.raised);
            CHECK((state == NULL) == (game_state.raised != IMM_OK));
            reached = game_state.calls >= at;
            behave();
            CHECK_EQ(imm_init(block.memory, block.size, &game, NULL, &state), IMM_OK);
            CHECK(is_legal(state, imm_search(state, 0)));
            guarded_free(&block);
        }
}

/* The second player is to move and wins at once. If to_move() fails at the root at the end of an
 * iteration, the search must not report a false proof. */
static void no_false_proof(void) {
    static const imm_move moves[] = {0, 3, 8, 4, 7};
    imm_state *state = open_liar(&(variant){"ab()", 9, 0}, moves, 5, 0);
    imm_report report;
    int before = check_failures;
    save(BEFORE);
    check_what = "no_false_proof";
    for (long at = 1; check_failures == before; at++) {
        load(BEFORE);
        misbehave(IMPOSSIBLE, at, 0, 0);
        imm_status status = iterate(state, 1000, NULL);
        int reached = game_state.calls >= at;
        imm_status raised = game_state.raised;
        behave();
        CHECK_EQ(status, raised);
        CHECK_EQ(imm_get_report(state, &report), IMM_OK);
        CHECK_EQ(report.proof, raised == IMM_OK ? IMM_PROVEN_SECOND_WINS : IMM_UNPROVEN);
        CHECK_EQ(report.depth, raised == IMM_OK ? 1 : 0);
        if (!reached) break;
    }
    check_what = "";
    close_liar();
}

/* If a callback fails during imm_candidates(), imm_candidates() itself must report the fault. The
 * next call must not report this fault. */
static void candidates_answer_for_themselves(void) {
    static const imm_move moves[] = {0, 4};
    imm_state *state = open_liar(&(variant){"ab()", 9, 0}, moves, 2, 100);
    imm_candidate candidate;
    check_what = "candidates_answer_for_themselves";
    misbehave(IMPOSSIBLE, 1, 0, 0);
    int32_t count = imm_candidates(state, &candidate, 1);
    CHECK_EQ(count, game_state.calls == 0 ? 1 : IMM_ERR_INVALID_PLAYER);
    behave();
    CHECK_EQ(imm_player_to_move(state), IMM_FIRST);
    check_what = "";
    close_liar();
}

/* outcome() returns an impossible result in a call that only asks whether the game is over, outside
 * of the search itself. After this call, the tree must be empty. */
static void a_fault_empties_the_tree(void) {
    static const operation asking[] = {STEP, OUTCOME, LEGAL, PLAY};
    static const variant players[] = {{"mcts(im0.4)", 200, 0}, {"bfm()", 200, 0}, {"ab(all)", 9, 0}};
    for (size_t v = 0; v < sizeof players / sizeof *players; v++) {
        imm_state *state = open_liar(&players[v], situations[0].moves, 2, 30);
        save(BEFORE);
        for (size_t i = 0; i < sizeof asking / sizeof *asking; i++) {
            char trying[96];
            int before = check_failures;
            snprintf(trying, sizeof trying, "a_fault_empties_the_tree: %s, %s", players[v].player, names[asking[i]]);
            check_what = trying;
            load(BEFORE);
            misbehave(IMPOSSIBLE, 1, 0, 0);
            CHECK_EQ(operate(state, asking[i], 8), IMM_ERR_INVALID_OUTCOME);
            behave();
            save(AFTER);
            imm_report report;
            CHECK_EQ(imm_get_report(state, &report), IMM_OK);
            CHECK_EQ(is_alpha_beta(&players[v]) ? report.depth : report.nodes, 0);
            if (check_failures > before) continue;
            load(AFTER);
            check_is_empty(&players[v], state);
        }
        check_what = "";
        close_liar();
    }
}

/* outcome() returns "ongoing" at the start of a search and "draw" later, either once or from then
 * on. The search must return a move or an error. */
static void a_contradiction_is_an_error(void) {
    int told = 0;
    for (int v = 0; v < VARIANTS; v++)
        for (int forever = 0; forever < 2 && variants[v].room >= 0; forever++)
            for (int limited = 0; limited < 2; limited++) {
                imm_state *state = open_liar(&variants[v], situations[0].moves, 2, 0);
                char trying[128];
                int before = check_failures;
                save(BEFORE);
                for (long from = 1; check_failures == before && told<8; from += from> 12 ? (long)stride(5) : 1) {
                    imm_report report;
                    imm_move best;
                    snprintf(trying, sizeof trying, "a_contradiction_is_an_error: %s, %s, from outcome() %ld %s",
                             variants[v].player, names[limited], from, forever ? "on" : "only");
                    check_what = trying;
                    memset(&report, 0, sizeof report);
                    load(BEFORE);
                    misbehave(FAILING, 0, from, forever ? 1000000 : from + 1);
                    imm_status status;
                    if (limited) {
                        status = iterate(state, 5, &report);
                        best = status == IMM_OK ? report.best : IMM_MOVE_NONE;
                    } else {
                        best = imm_search(state, 0);
                        status = imm_last_status(state);
                    }
                    long outcomes = game_state.outcomes;
                    behave();
                    imm_status wanted = from == 1 ? IMM_ERR_GAME_OVER : IMM_ERR_INVALID_OUTCOME;
                    CHECK((best == IMM_MOVE_NONE) == (status != IMM_OK));
                    CHECK(status == IMM_OK || status == wanted);
                    save(AFTER);
                    check_position(state);
                    load(AFTER);
                    if (status == IMM_ERR_INVALID_OUTCOME) check_is_empty(&variants[v], state);
                    load(AFTER);
                    CHECK(is_legal(state, imm_search(state, 0)) || status == IMM_OK);
                    if (outcomes < from) break;
                }
                told += check_failures > before;
                check_what = "";
                close_liar();
            }
    CHECK(strstr(imm_status_text(IMM_ERR_INVALID_OUTCOME), "contradicted itself"));
}

/* In every position, the game names an invalid player, returns an invalid outcome, or fails. Every
 * function that changes the position must return an error, and so must imm_init(). */
static void a_broken_position_is_refused(void) {
    static const operation changing[] = {PLAY, SET_BYTES, UNDO, LOAD, RESTART};
    static const misbehaviour kinds[] = {BAD_PLAYER, BAD_OUTCOME, FAILS};
    for (int v = 0; v < VARIANTS; v++)
        for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds && variants[v].room >= 0; kind++) {
            imm_game game = liar_game(variants[v].draws);
            imm_config config = config_of(&variants[v]);
            imm_state *state, *const mark = (imm_state *)&game;
            char trying[96];
            snprintf(trying, sizeof trying, "a_broken_position_is_refused: %s, %d", variants[v].player,
                     (int)kinds[kind]);
            check_what = trying;
            open_situation(&variants[v], &situations[0], &state);
            game_state.inner.kind = kinds[kind];
            for (size_t i = 0; i < sizeof changing / sizeof *changing; i++) {
                load(BEFORE);
                CHECK_EQ(operate(state, changing[i], 8), expected_status[kinds[kind]]);
            }
            state = mark;
            CHECK_EQ(imm_init(block.memory, state_size(&variants[v]), &game, &config, &state),
                     expected_status[kinds[kind]]);
            CHECK(state == mark);
            close_liar();
        }
    check_what = "";
}

int main(void) {
    a_broken_position_is_refused();
    no_false_proof();
    candidates_answer_for_themselves();
    a_fault_empties_the_tree();
    a_contradiction_is_an_error();
    every_call_of_init();
    every_call_of_every_function(fail_at, ways, FAILING, KINDS);
    printf("faults: %ld, each told, each without a trace\n", points);
    return check_result("faults");
}
