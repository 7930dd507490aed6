/* Makes calls that must fail because the handle is invalid or the state is busy. */
#ifndef REFUSALS_H
#define REFUSALS_H

#include "check.h"

/* A visitor that must not be called. */
static int32_t no_visit(void *context, const imm_node *node) {
    (void)node;
    *(imm_move *)context = 0;
    return IMM_VISIT_STOP;
}

/* Calls functions that search, play moves or read results. Each call must return `status` and write
 * nothing. */
static void refuse_calls(imm_state *state, imm_status status) {
    imm_report report;
    imm_candidate candidate;
    imm_move move = 77;
    float value = 77;
    char text[IMM_TEXT_MAX] = "unchanged";
    CHECK_EQ(iterate(state, 1, &report), status);
    CHECK_EQ(imm_step(state, 1), status);
    CHECK_EQ(imm_get_report(state, &report), status);
    CHECK_EQ(imm_candidates(state, &candidate, 1), status);
    CHECK_EQ(imm_line(state, &move, 1), status);
    CHECK_EQ(imm_candidate_line(state, 0, &move, 1), status);
    CHECK_EQ(imm_visit_tree(state, 1, 0, no_visit, &move), status);
    CHECK_EQ(imm_play(state, 0), status);
    CHECK_EQ(imm_legal_moves(state, &move, 1), status);
    CHECK_EQ(imm_outcome(state), status);
    CHECK_EQ(imm_player_to_move(state), status);
    CHECK_EQ(imm_evaluate(state, &value), status);
    CHECK_EQ(imm_move_text(state, 0, text, sizeof text), status);
    CHECK_EQ(imm_parse_move(state, "a2a3", &move), status);
    CHECK_EQ(imm_position_text(state, text, sizeof text), status);
    CHECK_EQ(imm_set_position(state, "4 1"), status);
    CHECK_EQ(imm_restart(state), status);
    CHECK_EQ(imm_shuffle(state, 1), status);
    CHECK_EQ(imm_forget(state), status);
    CHECK(move == 77 && value == 77 && strcmp(text, "unchanged") == 0);
}

#endif
