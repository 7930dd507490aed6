/* Tests a game in which one callback call gives a wrong answer. Tries each callback call in turn.
 * The library cannot detect these wrong answers: a number that is much too large, a move of another
 * game, or the wrong player to move. The library must return some result, or an error that the
 * wrong answer can cause. After imm_forget(), the wrong answer must have no effect. hostile.c tests
 * games in which all answers from some call on are wrong. */
#include "calls.h"

static const char *const lies[LIES] = {
    [OTHERWISE] = "otherwise",       [HIGH] = "too high", [LOW] = "too low", [TWICE] = "a move twice",
    [NO_SUCH_MOVE] = "no such move",
};

/* The number of wrong answers so far, in all tests. */
static long points;

/* True if a wrong answer of this kind can cause this status. After a wrong answer, the game may
 * seem to be over or to contradict itself, or a move may seem illegal. */
static int is_expected(imm_status status, operation what, fault_kind kind) {
    switch (status) {
    case IMM_OK: return 1;
    case IMM_ERR_GAME_OVER:
    case IMM_ERR_INVALID_OUTCOME: return kind == HIGH || kind == LOW;
    case IMM_ERR_CALLBACK: return kind == OTHERWISE; /* a pass that was not taken back */
    case IMM_ERR_ILLEGAL_MOVE: return what == PLAY || what == CANDIDATE_LINE || what == TEXT;
    case IMM_ERR_TEXT: return what == PARSE;
    case IMM_ERR_BYTES: return what == LOAD; /* the moves in the bytes seem illegal */
    default: return 0;
    }
}

/* Checks that the numbers of a report stay within their ranges after a wrong answer. */
static void check_ranges(const imm_report *report) {
    CHECK(report->value >= -1 && report->value <= 1);
    CHECK(report->proof >= IMM_UNPROVEN && report->proof <= IMM_PROVEN_DRAW);
    CHECK(report->distance <= 255);
    CHECK(report->visits <= 1000 && report->depth <= 255);
}

/* True for functions that must leave the position unchanged, even if the game gives a wrong answer.
 * A custom game does not support SHUFFLE and SET_POSITION. */
static int keeps_position(operation what) { return what <= FORGET || what == SHUFFLE || what == SET_POSITION; }

static int lie_at(const variant *v, const situation *s, imm_state *state, const findings *new_state, operation what,
                  fault_kind kind, long at) {
    imm_report report;
    load(BEFORE);
    misbehave(kind, at, 0, 0);
    imm_status status = operate(state, what, s->next);
    int reached = game_state.calls >= at, lied = game_state.lied;
    behave();
    if (!lied) return reached;
    points++;
    CHECK_EQ(imm_last_status(state), status);
    int unsupported = what == SHUFFLE || what == SET_POSITION || what == POSITION_TEXT;
    if (s->searched == 0 && s->count == 5) { /* the game is over, but the wrong answer may hide that */
        CHECK(status <= IMM_OK);
    } else {
        CHECK(is_expected(status, what, kind) || unsupported);
    }
    CHECK(guarded_intact(&block));
    /* After the wrong answer, the state must still be able to search and to return a report, even
     * if the results are wrong. */
    CHECK_EQ(imm_get_report(state, &report), IMM_OK);
    check_ranges(&report);
    imm_result outcome = imm_outcome(state);
    CHECK(outcome >= IMM_ONGOING);
    if (outcome == IMM_ONGOING) {
        CHECK_EQ(iterate(state, 5, &report), IMM_OK);
        check_ranges(&report);
        CHECK(is_legal(state, report.best) || kind == NO_SUCH_MOVE);
    }
    if (!keeps_position(what)) return reached;
    check_position_of(state, s);
    CHECK_EQ(imm_forget(state), IMM_OK);
    check_as_new(v, state, new_state);
    return reached;
}

int main(void) {
    every_call_of_every_function(lie_at, lies, OTHERWISE, LIES);
    CHECK(points > 10000);
    printf("lies: %ld, each survived\n", points);
    return check_result("lies");
}
