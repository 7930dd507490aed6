/* Tests of best-first minimax through the C interface: conversion between fields and text,
 * defaults, errors, memory, and play. */
#include "toy.h"

static toy t;

/* The text of a player, and the values of its fields. */
static const struct {
    const char *player;
    float c, im, fpu, softmax, eps;
    uint8_t decision, leaf, leaf_depth, flags;
} players[] = {
    {"bfm(c0.7,fpu0.5)", 0.7f, 1, 0.5f, 0, 0, IMM_DECIDE_LOG, IMM_LEAF_STATIC, 0, 0},
    {"bfm(c0.0,fpu0.0)", IMM_ZERO, 1, IMM_ZERO, 0, 0, IMM_DECIDE_LOG, IMM_LEAF_STATIC, 0, 0},
    {"bfm(c0.0,fpu0.0,eps0.1,robust)", IMM_ZERO, 1, IMM_ZERO, 0, 0.1f, IMM_DECIDE_SAFEST, IMM_LEAF_STATIC, 0, 0},
    {"bfm(c0.7,fpu0.5,softmax0.1)", 0.7f, 1, 0.5f, 0.1f, 0, IMM_DECIDE_LOG, IMM_LEAF_STATIC, 0, 0},
    {"bfm(c2.0,fpu1.0,leafab3,evaltt,best)", 2, 1, 1, 0, 0, IMM_DECIDE_VALUE, IMM_LEAF_ALPHA_BETA, 3, 1},
    {"bfm(c0.7,fpu0.5,leafqs,secure)", 0.7f, 1, 0.5f, 0, 0, IMM_DECIDE_SECURE, IMM_LEAF_QUIESCENCE, 0, 0},
    {"mcts(c1.0,im0.5,leafab2)", 1, 0.5f, 0, 0, 0, IMM_DECIDE_VISITS, IMM_LEAF_ALPHA_BETA, 2, 0},
    {"mcts(c1.0,softmax0.5,eps0.25,evaltt,log)", 1, 0, 0, 0.5f, 0.25f, IMM_DECIDE_LOG, IMM_LEAF_STATIC, 0, 1},
};

static void as_fields_and_as_text(void) {
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        check_what = players[i].player;
        imm_config read = read_config(players[i].player), set = imm_config_default();
        set.cut_period = read.cut_period, set.det_period = read.det_period;
        set.algorithm = players[i].player[0] == 'b' ? IMM_BEST_FIRST : IMM_MCTS;
        set.c = players[i].c, set.im = players[i].im, set.fpu = players[i].fpu;
        set.softmax = players[i].softmax, set.eps = players[i].eps;
        set.decision = players[i].decision, set.leaf = players[i].leaf;
        set.leaf_depth = players[i].leaf_depth, set.flags = players[i].flags;
        CHECK(memcmp(&read, &set, sizeof set) == 0);
        check_config_text(&set, players[i].player);
    }
    check_what = "";
}

/* A field of 0 must mean the default. The text of the preset `ubfm` must list its options. */
static void defaults(void) {
    imm_config config = {0};
    char text[IMM_TEXT_MAX];
    config.struct_size = sizeof config;
    config.algorithm = IMM_BEST_FIRST;
    CHECK_EQ(imm_config_text(&config, text, sizeof text), IMM_OK);
    CHECK(strcmp(text, players[0].player) == 0);
    config.leaf = IMM_LEAF_ALPHA_BETA;
    CHECK_EQ(imm_config_text(&config, text, sizeof text), IMM_OK);
    CHECK(strcmp(text, "bfm(c0.7,fpu0.5,leafab2)") == 0);
    CHECK_EQ(imm_configure(&config, "bfm(ubfm)"), IMM_OK);
    CHECK_EQ(imm_config_text(&config, text, sizeof text), IMM_OK);
    CHECK(strcmp(text, players[2].player) == 0);
}

static void refuse(const imm_game *game, const imm_config *config, imm_status expected, const char *why) {
    char text[IMM_TEXT_MAX];
    guarded block = guarded_new(imm_memory_required(game, 100));
    imm_state *state = NULL;
    CHECK_EQ(imm_init(block.memory, block.size, game, config, &state), expected);
    CHECK_EQ(imm_config_error(config, game, text, sizeof text), IMM_OK);
    if (strcmp(text, why) != 0) fprintf(stderr, "%s\n", text), CHECK(0);
    guarded_free(&block);
}

static void contradictions(void) {
    imm_config good = imm_config_default(), config;
    CHECK_EQ(imm_configure(&good, "bfm()"), IMM_OK);
    config = good, config.im = 0.5f;
    refuse(imm_kalah(), &config, IMM_ERR_CONTRADICTION, "'bfm' and 'im': best-first minimax uses only minimax values");
    config = good, config.no_solver = 1;
    refuse(imm_kalah(), &config, IMM_ERR_CONTRADICTION, "'bfm' and 'nosolver': best-first minimax needs the solver");
    config = good, config.fet = 3;
    refuse(imm_kalah(), &config, IMM_ERR_CONTRADICTION, "'bfm' and 'fet': best-first minimax has no playouts");
    config = good, config.expansion = IMM_EXPAND_ONE;
    refuse(imm_kalah(), &config, IMM_ERR_CONTRADICTION,
           "'fpu' and 'one': it needs all children of a node, and 'one' creates one at a time");
    config = good, config.leaf = IMM_LEAF_ALPHA_BETA, config.leaf_depth = 5;
    refuse(imm_kalah(), &config, IMM_ERR_OUT_OF_RANGE, "'leafab' must be 1 to 4 plies");
    imm_game blind = toy_game(&t);
    blind.evaluate = NULL;
    refuse(&blind, &good, IMM_ERR_UNSUPPORTED, "'bfm' needs an evaluation, which this game does not have");
    config = imm_config_default(), config.leaf = IMM_LEAF_QUIESCENCE;
    refuse(&blind, &config, IMM_ERR_UNSUPPORTED, "'leafqs' needs an evaluation, which this game does not have");
}

/* A leaf search takes memory for move lists from the tree's slots. A block with almost no room for
 * a tree must be refused, because the lists do not fit. */
static void memory_of_leaves(void) {
    imm_game game = toy_game(&t);
    imm_config config = imm_config_default();
    imm_state *state = NULL;
    guarded block = guarded_new(imm_memory_required(&game, 0));
    CHECK_EQ(imm_configure(&config, "bfm()"), IMM_OK);
    CHECK_EQ(imm_init(block.memory, block.size, &game, &config, &state), IMM_OK);
    CHECK_EQ(imm_configure(&config, "bfm(leafab2)"), IMM_OK);
    CHECK_EQ(imm_init(block.memory, block.size, &game, &config, &state), IMM_ERR_TOO_SMALL);
    guarded_free(&block);
    CHECK_EQ(imm_leaf_memory(&config, &game),
             (2 * TOY_MAX_MOVES * sizeof(imm_move) + IMM_ALIGN - 1) / IMM_ALIGN * IMM_ALIGN);
    CHECK(imm_leaf_memory(&config, &game) <= IMM_LEAF_MEMORY_SIZE(2, TOY_MAX_MOVES));
    block = guarded_new(imm_memory_required(&game, 6) + imm_leaf_memory(&config, &game));
    CHECK_EQ(imm_init(block.memory, block.size, &game, &config, &state), IMM_OK);
    imm_report report;
    CHECK_EQ(iterate(state, 50, &report), IMM_OK);
    CHECK(is_legal(state, report.best));
    CHECK(report.nodes <= 5);
    CHECK_EQ(imm_configure(&config, "bfm()"), IMM_OK);
    CHECK_EQ(imm_leaf_memory(&config, &game), 0);
    CHECK_EQ(imm_leaf_memory(NULL, &game) + imm_leaf_memory(&config, NULL), 0);
    guarded_free(&block);
}

/* The player plays a game against itself. All moves must be legal, and the game must end. */
static void plays(const imm_game *game, const char *player, size_t slots, uint32_t iterations) {
    imm_config config = imm_config_default();
    imm_state *state = NULL;
    guarded block = guarded_new(imm_memory_required(game, slots));
    check_what = player;
    memset(&t, 0, sizeof t);
    CHECK_EQ(imm_configure(&config, player), IMM_OK);
    CHECK_EQ(imm_init(block.memory, block.size, game, &config, &state), IMM_OK);
    for (int ply = 0; imm_outcome(state) == IMM_ONGOING && ply < 300; ply++) {
        imm_report report;
        CHECK_EQ(iterate(state, iterations, &report), IMM_OK);
        CHECK(is_legal(state, report.best));
        CHECK_EQ(imm_play(state, report.best), IMM_OK);
    }
    CHECK(imm_outcome(state) > IMM_ONGOING);
    guarded_free(&block);
    check_what = "";
}

int main(void) {
    static const char *const all[] = {"bfm()",
                                      "bfm(ubfm)",
                                      "bfm(leafab2)",
                                      "bfm(leafqs)",
                                      "bfm(softmax0.1)",
                                      "bfm(evaltt)",
                                      "mcts(c0.95,im0.35,fet0,fpu0.5,log)",
                                      "mcts(im0.4,leafqs)",
                                      "bfm(leafab3)"};
    as_fields_and_as_text();
    defaults();
    contradictions();
    memory_of_leaves();
    imm_game toys = toy_knows_all(&t);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        plays(&toys, all[i], 400, 60);
        plays(imm_kalah(), all[i], 3000, 10);
        plays(imm_kalah(), all[i], 40, 10);
    }
    for (size_t i = 0; i < 2; i++) {
        plays(imm_othello(), all[i], 3000, 10);
        plays(imm_loa(), all[i], 3000, 2);
    }
    plays(imm_breakthrough(), "bfm(leafqs,evaltt)", 3000, 10);
    return check_result("best_first");
}
