/* Code for tests of example games for any number of players, with or without dice. */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include "opened.h"

enum { EXAMPLE_BLOCK = 1 << 20, EXAMPLE_PLIES = 300 };

/* imm_check_game() finds no mistake. */
static inline void check_example(const imm_game *game) {
    static imm_check_report report;
    static char text[IMM_CHECK_TEXT_MAX];
    guarded block = guarded_new(imm_check_memory(game));
    report = imm_check_report_default();
    CHECK_EQ(imm_check_game(game, block.memory, block.size, 1, 5000, &report), IMM_OK);
    CHECK_EQ(report.finding_count, 0);
    if (report.finding_count > 0 && imm_check_text(&report, text, sizeof text) == IMM_OK) fputs(text, stderr);
    guarded_free(&block);
}

/* Plays up to EXAMPLE_PLIES plies with this player. If the game is then over, checks that all
 * results are from -1 to 1. Returns the number of plies. */
static inline unsigned play_example(const imm_game *game, const char *player) {
    guarded block;
    unsigned plies = 0;
    check_what = player;
    imm_state *state = open_state(&block, game, player, EXAMPLE_BLOCK, 1);
    for (; plies < EXAMPLE_PLIES && imm_outcome(state) == IMM_ONGOING; plies++) {
        imm_report report;
        imm_move move;
        if (imm_player_to_move(state) == IMM_CHANCE) move = imm_sample_chance(state, next_random());
        else {
            CHECK_EQ(imm_step(state, 20), IMM_OK);
            CHECK_EQ(imm_get_report(state, &report), IMM_OK);
            CHECK(is_legal(state, report.best));
            move = report.best;
        }
        CHECK_EQ(imm_play(state, move), IMM_OK);
    }
    if (imm_outcome(state) != IMM_ONGOING) {
        float result = 2;
        for (uint32_t i = 0; i < (game->players ? game->players : 2); i++) {
            CHECK_EQ(imm_return_of(state, (imm_player)i, &result), IMM_OK);
            CHECK(result >= -1 && result <= 1);
        }
    }
    guarded_free(&block);
    return plies;
}

/* Plays games with several searches. */
static inline void play_example_games(const imm_game *game) {
    static const char *const players[] = {"best", "bfm(reg)", "ab(all)", "mcts(im0.4)", "mcts()"};
    for (size_t i = 0; i < sizeof players / sizeof *players; i += stride(3)) play_example(game, players[i]);
    check_what = "";
}

#endif
