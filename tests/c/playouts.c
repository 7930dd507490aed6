/* Tests the options that come from MC-LOA, a program for Lines of Action. Tests them through the C
 * interface: conversion between fields and text, errors, and custom games with correct and with
 * wrong callbacks. */
#include "toy.h"

static toy t;

/* ---- Fields ---------------------------------------------------------------------------------- */

enum { NONE = (uint8_t)IMM_ZERO }; /* in the field `looked`: no move */

/* Each row has the text of a player, and the values of this player's fields in imm_config. */
static const struct {
    const char *player;
    float pb, tp, fpu;
    uint32_t ct, cut, cut_period;
    uint8_t pb_divisor, playout, depth, evaluated[3], looked[3];
} players[] = {
    {"mcts(c1.0)", 0, 0, 0, 0, 0, 3, IMM_PB_SQRT_LOSSES, IMM_PLAYOUT_SAMPLED, 0, {0, 0, 0}, {0, 0, 0}},
    {"mcts(c1.0,tp0.5/l)", 0, 0.5f, 0, 0, 0, 3, IMM_PB_LOSSES, IMM_PLAYOUT_SAMPLED, 0, {0, 0, 0}, {0, 0, 0}},
    {"mcts(c1.0,tp2.0/n,ct9)", 0, 2, 0, 9, 0, 3, IMM_PB_VISITS, IMM_PLAYOUT_SAMPLED, 0, {0, 0, 0}, {0, 0, 0}},
    {"mcts(c1.0,fpu0.25)", 0, 0, 0.25f, 0, 0, 3, IMM_PB_SQRT_LOSSES, IMM_PLAYOUT_SAMPLED, 0, {0, 0, 0}, {0, 0, 0}},
    {"mcts(c1.0,fpu0.0,cut65535/999)", 0, 0, IMM_ZERO, 0, 65535, 999, 0, IMM_PLAYOUT_SAMPLED, 0, {0, 0, 0}, {0, 0, 0}},
    {"mcts(c1.0,pmc,cut300)", 0, 0, 0, 0, 300, 3, 0, IMM_PLAYOUT_TRANSITION, 0, {0, 0, 0}, {0, 0, 0}},
    {"mcts(c1.0,corr)", 0, 0, 0, 0, 0, 3, 0, IMM_PLAYOUT_CORRECTIVE, 0, {0, 0, 0}, {0, 0, 0}},
    {"mcts(c1.0,greedy12)", 0, 0, 0, 0, 0, 3, 0, IMM_PLAYOUT_GREEDY, 0, {12, 0, 0}, {0, 0, 0}},
    {"mcts(c1.0,mast4)", 0, 0, 0, 0, 0, 3, 0, IMM_PLAYOUT_MAST, 0, {4, 0, 0}, {0, 0, 0}},
    {"mcts(c1.0,mast/0.25)", 0, 0, 0, 0, 0, 3, 0, IMM_PLAYOUT_MAST_GREEDY, 0, {25, 0, 0}, {0, 0, 0}},
    {"mcts(c1.0,mix7)", 0, 0, 0, 0, 0, 3, 0, IMM_PLAYOUT_MIXED, 0, {7, 0, 0}, {0, 0, 0}},
    {"mcts(c1.0,abp2)", 0, 0, 0, 0, 0, 3, 0, IMM_PLAYOUT_ALPHA_BETA, 2, {7, 5, 5}, {IMM_LOOK_ALL, NONE, NONE}},
    {"mcts(c1.0,abp3/1/2+10/3+)", 0, 0, 0, 0, 0, 3, 0, IMM_PLAYOUT_ALPHA_BETA, 3, {1, 2, 3}, {NONE, 10, IMM_LOOK_ALL}},
    {"mcts(c0.7,tp10.0,ct5,fpu1.0,mix7,cut400,t1)", 0, 10, 1, 5, 400, 3, 0, IMM_PLAYOUT_MIXED, 0, {7, 0, 0}, {0, 0, 0}},
    {"mcts(c1.0,pn1.0)", 1, 0, 0, 0, 0, 3, IMM_PN_SUM, IMM_PLAYOUT_SAMPLED, 0, {0, 0, 0}, {0, 0, 0}},
    {"mcts(c1.0,pn0.5/m)", 0.5f, 0, 0, 0, 0, 3, IMM_PN_LARGEST, IMM_PLAYOUT_SAMPLED, 0, {0, 0, 0}, {0, 0, 0}},
    {"mcts(c1.0,mob0.2)", 0.2f, 0, 0, 0, 0, 3, IMM_PB_MOBILITY, IMM_PLAYOUT_SAMPLED, 0, {0, 0, 0}, {0, 0, 0}},
    {"mcts(c1.0,pn2.0/r)", 2, 0, 0, 0, 0, 3, IMM_PN_RANK, IMM_PLAYOUT_SAMPLED, 0, {0, 0, 0}, {0, 0, 0}},
};

static void as_fields_and_as_text(void) {
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        check_what = players[i].player;
        imm_config read = read_config(players[i].player), set = imm_config_default();
        set.pb = players[i].pb, set.tp = players[i].tp, set.fpu = players[i].fpu, set.ct = players[i].ct;
        set.c = read.c, set.threshold = read.threshold, set.det_period = read.det_period;
        set.cut = players[i].cut, set.cut_period = players[i].cut_period;
        set.pb_divisor = players[i].pb_divisor, set.playout = players[i].playout;
        set.playout_depth = players[i].depth;
        memcpy(set.playout_evaluated, players[i].evaluated, 3);
        memcpy(set.playout_looked, players[i].looked, 3);
        CHECK(memcmp(&read, &set, sizeof set) == 0);
        check_config_text(&set, players[i].player);
        check_what = "";
    }
}

/* The value 0 in a field of imm_config must mean the default value of this field. */
static void defaults(void) {
    const struct {
        uint8_t playout;
        const char *text;
    } cases[] = {
        {IMM_PLAYOUT_SAMPLED, "mcts(c1.0,cut5)"},
        {IMM_PLAYOUT_TRANSITION, "mcts(c1.0,pmc,cut5)"},
        {IMM_PLAYOUT_CORRECTIVE, "mcts(c1.0,corr,cut5)"},
        {IMM_PLAYOUT_GREEDY, "mcts(c1.0,greedy7,cut5)"},
        {IMM_PLAYOUT_MIXED, "mcts(c1.0,mix7,cut5)"},
        {IMM_PLAYOUT_ALPHA_BETA, "mcts(c1.0,abp2,cut5)"},
        {IMM_PLAYOUT_MAST, "mcts(c1.0,mast3,cut5)"},
        {IMM_PLAYOUT_DECISIVE, "mcts(c1.0,dec,cut5)"},
        {IMM_PLAYOUT_MAST_GREEDY, "mcts(c1.0,mast/0.3,cut5)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        imm_config config = imm_config_default();
        char text[IMM_TEXT_MAX];
        config.playout = cases[i].playout, config.cut = 5;
        CHECK_EQ(imm_config_text(&config, text, sizeof text), IMM_OK);
        CHECK(strcmp(text, cases[i].text) == 0);
    }
}

/* imm_configure() must reset the options that its text does not name. */
static void what_is_not_named(void) {
    imm_config config = imm_config_default(), plain = imm_config_default();
    CHECK_EQ(imm_configure(&plain, "mcts()"), IMM_OK);
    CHECK_EQ(imm_configure(&config, "mcts(mcloa,abp3/1/2/3,fpu1)"), IMM_OK);
    CHECK_EQ(imm_configure(&config, "mcts()"), IMM_OK);
    CHECK(memcmp(&config, &plain, sizeof config) == 0);
}

/* ---- What is refused ------------------------------------------------------------------------- */

static imm_status answer(const imm_game *game, const imm_config *config) {
    guarded block = guarded_new(20000);
    imm_state *state = NULL;
    char text[IMM_TEXT_MAX];
    imm_status status = imm_init(block.memory, block.size, game, config, &state),
               as_text = imm_config_text(config, text, sizeof text);
    CHECK((state != NULL) == (status == IMM_OK));
    CHECK(status == IMM_ERR_UNSUPPORTED ? as_text == IMM_OK : as_text == status);
    guarded_free(&block);
    return status;
}

static imm_config with_playout(uint8_t playout) {
    imm_config config = imm_config_default();
    config.playout = playout;
    return config;
}

static void numbers_out_of_range(void) {
    const float weights[] = {-0.01f, -1.0f, 100.01f, INFINITY, NAN};
    const imm_config good = imm_config_default();
    imm_config config;
#define WITH(field, value, status)                                                                                     \
    config = good, config.field = (value);                                                                             \
    CHECK_EQ(answer(imm_kalah(), &config), status)
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++) {
        WITH(tp, weights[i], IMM_ERR_OUT_OF_RANGE);
        WITH(fpu, weights[i], weights[i] == IMM_ZERO ? IMM_OK : IMM_ERR_OUT_OF_RANGE);
    }
    WITH(tp, 100.0f, IMM_OK);
    WITH(fpu, 100.0f, IMM_OK);
    WITH(fpu, 1e-30f, IMM_OK);
    WITH(ct, 9999999, IMM_OK);
    WITH(ct, 10000000, IMM_ERR_OUT_OF_RANGE);
    WITH(cut, 65535, IMM_OK);
    WITH(cut, 65536, IMM_ERR_OUT_OF_RANGE);
    WITH(cut, UINT32_MAX, IMM_ERR_OUT_OF_RANGE);
    WITH(cut_period, 999, IMM_OK);
    WITH(cut_period, 1000, IMM_ERR_OUT_OF_RANGE);
    for (unsigned value = 0; value < 256; value++) {
        WITH(playout, (uint8_t)value, value > IMM_PLAYOUT_MAST_GREEDY ? IMM_ERR_ENUM : IMM_OK);
        config = with_playout(IMM_PLAYOUT_ALPHA_BETA);
        config.playout_depth = (uint8_t)value;
        CHECK_EQ(answer(imm_kalah(), &config), value > 3 ? IMM_ERR_OUT_OF_RANGE : IMM_OK);
        for (size_t ply = 0; ply < 3; ply++) {
            config = with_playout(IMM_PLAYOUT_ALPHA_BETA);
            config.playout_evaluated[ply] = (uint8_t)value, config.playout_looked[ply] = NONE;
            CHECK_EQ(answer(imm_kalah(), &config), value > 12 ? IMM_ERR_OUT_OF_RANGE : IMM_OK);
            config.playout_evaluated[ply] = 4, config.playout_looked[ply] = (uint8_t)value;
            int fits = value <= 8 || value == IMM_LOOK_ALL || value == NONE;
            CHECK_EQ(answer(imm_kalah(), &config), fits ? IMM_OK : IMM_ERR_OUT_OF_RANGE);
        }
        for (uint8_t playout = IMM_PLAYOUT_GREEDY; playout <= IMM_PLAYOUT_MIXED; playout++) {
            config = with_playout(playout);
            config.playout_evaluated[0] = (uint8_t)value;
            CHECK_EQ(answer(imm_kalah(), &config), value > 12 ? IMM_ERR_OUT_OF_RANGE : IMM_OK);
        }
        config = with_playout(IMM_PLAYOUT_MAST_GREEDY);
        config.playout_evaluated[0] = (uint8_t)value;
        CHECK_EQ(answer(imm_kalah(), &config), value > 100 ? IMM_ERR_OUT_OF_RANGE : IMM_OK);
    }
#undef WITH
}

static void contradictions(void) {
    imm_config config = imm_config_default();
    config.tp = 1, config.pb = 1;
    CHECK_EQ(answer(imm_kalah(), &config), IMM_ERR_CONTRADICTION);
    config = imm_config_default(), config.ct = 1, config.expansion = IMM_EXPAND_ONE;
    CHECK_EQ(answer(imm_kalah(), &config), IMM_ERR_CONTRADICTION);
    config = imm_config_default(), config.fpu = 1, config.expansion = IMM_EXPAND_ONE;
    CHECK_EQ(answer(imm_kalah(), &config), IMM_ERR_CONTRADICTION);
    config = imm_config_default(), config.cut = 5, config.fet = 1;
    CHECK_EQ(answer(imm_kalah(), &config), IMM_ERR_CONTRADICTION);
    for (uint8_t playout = IMM_PLAYOUT_TRANSITION; playout <= IMM_PLAYOUT_ALPHA_BETA; playout++) {
        config = with_playout(playout), config.ipp = 1;
        CHECK_EQ(answer(imm_breakthrough(), &config), IMM_ERR_CONTRADICTION);
        config = with_playout(playout), config.ege = IMM_ZERO;
        CHECK_EQ(answer(imm_kalah(), &config), IMM_ERR_CONTRADICTION);
    }
}

static void games_without_knowledge(void) {
    imm_game blind = toy_knows_all(&t), even = toy_knows_all(&t);
    imm_config config;
    char text[IMM_TEXT_MAX];
    memset(&t, 0, sizeof t);
    blind.evaluate = NULL;
    even.transition = NULL;
    for (uint8_t playout = IMM_PLAYOUT_SAMPLED; playout <= IMM_PLAYOUT_ALPHA_BETA; playout++) {
        config = with_playout(playout);
        CHECK_EQ(answer(&blind, &config), playout >= IMM_PLAYOUT_CORRECTIVE ? IMM_ERR_UNSUPPORTED : IMM_OK);
        CHECK_EQ(answer(&even, &config), playout == IMM_PLAYOUT_TRANSITION ? IMM_ERR_UNSUPPORTED : IMM_OK);
    }
    config = imm_config_default(), config.tp = 1;
    CHECK(answer(&blind, &config) == IMM_OK && answer(&even, &config) == IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_config_error(&config, &even, text, sizeof text), IMM_OK);
    CHECK(strcmp(text, "'tp' needs transition probabilities, which this game does not have") == 0);
    config = imm_config_default(), config.ct = 1;
    CHECK(answer(&blind, &config) == IMM_ERR_UNSUPPORTED && answer(&even, &config) == IMM_OK);
    config = imm_config_default(), config.cut = 1;
    CHECK(answer(&blind, &config) == IMM_ERR_UNSUPPORTED && answer(&even, &config) == IMM_OK);
    config = imm_config_default(), config.fpu = 1;
    CHECK(answer(&blind, &config) == IMM_OK && answer(&even, &config) == IMM_OK);
    CHECK_EQ(t.misuses, 0);
}

/* ---- Play ------------------------------------------------------------------------------------ */

/* Players with a playout strategy. The evaluation of the toy game is always 8192 or -8192 points,
 * so the option `cut400` of the preset `mcloa` ends playouts early. With `cut0` or `cut9000`, this
 * option never ends a playout. */
static const char *const strategies[] = {
    "mcts(mcloa)",
    "mcts(mcloa,cut9000)",
    "mcts(mcloa,abp2)",
    "mcts(mcloa,abp2,cut0)",
    "mcts(pmc)",
    "mcts(pmc,cut9000/1,im0.4)",
    "mcts(corr,cut9000,ct20)",
    "mcts(greedy2,fpu0.5)",
    "mcts(mix1,tp1/n)",
    "mcts(abp1/1+3)",
    "mcts(abp3/2/2/2)",
    "mcts(abp3/2+2/3+/1+,fpu0,tp5/l,im0.3)",
};

enum { STRATEGIES = sizeof strategies / sizeof *strategies };

static imm_state *open_toy(guarded *block, const imm_game *game, const char *player, size_t slots) {
    imm_config config = imm_config_default();
    imm_state *state = NULL;
    CHECK_EQ(imm_configure(&config, player), IMM_OK);
    *block = guarded_new(imm_memory_required(game, slots) + imm_leaf_memory(&config, game));
    CHECK_EQ(imm_init(block->memory, block->size, game, &config, &state), IMM_OK);
    return state;
}

/* Plays a whole game with each strategy, with memory from no slots to many slots. All moves must be
 * legal. With a large tree, the search must prove from the third ply on that the toy game is a
 * draw. */
static void a_game_of_callbacks(const imm_game *game, int has_odds) {
    for (size_t i = 0; i < STRATEGIES; i++) {
        if (!has_odds &&
            (strstr(strategies[i], "tp") || strstr(strategies[i], "mcloa") || strstr(strategies[i], "pmc")))
            continue;
        check_what = strategies[i];
        for (size_t slots = 0; slots <= 30000 / stride(10); slots = slots < 30 ? slots + stride(6) : slots * 3) {
            guarded block;
            imm_report report;
            memset(&t, 0, sizeof t);
            imm_state *state = open_toy(&block, game, strategies[i], slots);
            for (int ply = 0; imm_outcome(state) == IMM_ONGOING; ply++) {
                CHECK_EQ(iterate(state, slots > 10000 ? 20000 : 60, &report), IMM_OK);
                CHECK(slots <= 10000 || ply < 2 || report.proof == IMM_PROVEN_DRAW);
                CHECK(is_legal(state, report.best));
                CHECK_EQ(imm_play(state, report.best), IMM_OK);
            }
            CHECK(slots <= 10000 || imm_outcome(state) == IMM_DRAW);
            CHECK_EQ(t.misuses, 0);
            guarded_free(&block);
        }
        check_what = "";
    }
}

/* The strategies must play Lines of Action, which has all callbacks that MC-LOA needs. */
static void lines_of_action(void) {
    for (size_t i = 0; i < STRATEGIES; i++) {
        guarded block;
        imm_report report;
        char why[IMM_TEXT_MAX];
        check_what = strategies[i];
        imm_config config = imm_config_default();
        CHECK_EQ(imm_configure(&config, strategies[i]), IMM_OK);
        CHECK(imm_config_error(&config, imm_loa(), why, sizeof why) == IMM_OK && why[0] == 0);
        imm_state *state = open_toy(&block, imm_loa(), strategies[i], 500);
        CHECK_EQ(iterate(state, 30, &report), IMM_OK);
        CHECK(is_legal(state, report.best));
        guarded_free(&block);
        check_what = "";
    }
}

/* Every strategy must find a move that wins at once, for either player. */
static void wins_on_the_spot(void) {
    const imm_move before[2][5] = {{0, 3, 1, 4, IMM_MOVE_NONE}, {8, 0, 7, 1, 5}};
    imm_game game = toy_knows_all(&t);
    for (size_t i = 0; i < STRATEGIES; i++)
        for (size_t side = 0; side < 2; side++) {
            guarded block;
            imm_report report;
            memset(&t, 0, sizeof t);
            imm_state *state = open_toy(&block, &game, strategies[i], 500);
            for (size_t ply = 0; ply < 5 && before[side][ply] != IMM_MOVE_NONE; ply++)
                CHECK_EQ(imm_play(state, before[side][ply]), IMM_OK);
            CHECK_EQ(iterate(state, 500, &report), IMM_OK);
            CHECK_EQ(report.best, 2);
            CHECK_EQ(report.proof, side ? IMM_PROVEN_SECOND_WINS : IMM_PROVEN_FIRST_WINS);
            guarded_free(&block);
        }
}

/* ---- Faults ---------------------------------------------------------------------------------- */

/* Starts the same short search again and again. In round n, callbacks have the misbehaviour `kind`
 * from their n-th call on. The search must return IMM_OK or the status that is expected for `kind`,
 * and the state must stay usable. */
static void a_fault_at_every_call(const char *player, misbehaviour kind) {
    imm_game game = toy_knows_all(&t);
    imm_report expected, report;
    guarded block;
    long found = 0;
    memset(&t, 0, sizeof t);
    imm_state *state = open_toy(&block, &game, player, 200);
    CHECK(imm_play(state, 0) == IMM_OK && imm_play(state, 4) == IMM_OK);
    long before = t.calls;
    CHECK_EQ(iterate(state, 8, &expected), IMM_OK);
    long needed = t.calls - before;
    for (long n = 0; n < needed; n += (long)stride(7)) {
        CHECK_EQ(imm_forget(state), IMM_OK);
        t.from = t.calls + n;
        t.kind = kind;
        imm_status status = iterate(state, 8, &report);
        CHECK(status == IMM_OK || status == expected_status[kind]);
        found += status != IMM_OK;
        t.kind = BEHAVE;
        CHECK_EQ(t.misuses, 0);
        if (n % 16) continue;
        check_position(state);
        CHECK_EQ(iterate(state, 20, &report), IMM_OK);
        CHECK(is_legal(state, report.best));
    }
    CHECK(expected_status[kind] == IMM_OK ? found == 0 : found > 0);
    check_position(state);
    guarded_free(&block);
}

static void faults(void) {
    const misbehaviour kinds[] = {FAILS,      NAN_VALUE,   HUGE_VALUE, MINUS_INFINITY,  NO_MOVES,
                                  BAD_PLAYER, BAD_OUTCOME, LISTS_NONE, WILD_TRANSITION, TOO_MANY_COUNTED};
    for (size_t i = 0; i < STRATEGIES; i++)
        for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
            char what[100];
            snprintf(what, sizeof what, "%s, misbehaviour %d", strategies[i], (int)kinds[kind]);
            check_what = what;
            if (kinds[kind] != NAN_VALUE || !strstr(strategies[i], "(pmc)"))
                a_fault_at_every_call(strategies[i], kinds[kind]);
            check_what = "";
        }
}

/* The strategy Corrective passes to evaluate a position, and takes the pass back by a second pass.
 * If the game refuses the second pass, the search must fail. It must not continue with the wrong
 * player to move. */
static void passes_that_are_not_taken_back(void) {
    const char *const correctives[] = {"mcts(corr)", "mcts(mix7)", "mcts(ct20)", "mcts(mcloa,cut9000)"};
    for (size_t i = 0; i < sizeof correctives / sizeof *correctives; i++) {
        imm_game game = toy_knows_all(&t);
        imm_report report;
        guarded block;
        long refused = 0;
        check_what = correctives[i];
        memset(&t, 0, sizeof t);
        imm_state *state = open_toy(&block, &game, correctives[i], 200);
        CHECK(imm_play(state, 0) == IMM_OK && imm_play(state, 4) == IMM_OK);
        for (long n = 0; n < 200; n++) {
            CHECK_EQ(imm_forget(state), IMM_OK);
            t.from = t.calls + n, t.kind = REFUSES_PASS;
            imm_status status = iterate(state, 8, &report);
            CHECK(status == IMM_OK || status == IMM_ERR_CALLBACK);
            refused += status != IMM_OK;
            t.kind = BEHAVE;
            check_position(state);
        }
        /* Some of the refused passes must be second passes, which take back a first pass. */
        CHECK(refused > 0 && refused < 200);
        CHECK_EQ(t.misuses, 0);
        check_what = "";
        guarded_free(&block);
    }
}

int main(void) {
    imm_game all = toy_knows_all(&t), drawn = all, no_odds = all;
    as_fields_and_as_text();
    defaults();
    what_is_not_named();
    numbers_out_of_range();
    contradictions();
    games_without_knowledge();
    a_game_of_callbacks(&all, 1);
    drawn.random_move = toy_random_move;
    a_game_of_callbacks(&drawn, 1);
    no_odds.transition = NULL;
    a_game_of_callbacks(&no_odds, 0);
    lines_of_action();
    wins_on_the_spot();
    faults();
    passes_that_are_not_taken_back();
    return check_result("playouts");
}
