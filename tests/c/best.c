/* Tests the best player of a game. NULL, IMM_BEST and the text "best" ask for this player. */
#include "toy.h"

enum { SIZE = 300000, ITERATIONS = 500 };

static toy t;

static uint64_t signature_of(imm_state *state) {
    imm_report report;
    if (imm_player_to_move(state) == IMM_CHANCE) CHECK_EQ(imm_play(state, imm_sample_chance(state, 0)), IMM_OK);
    CHECK_EQ(iterate(state, ITERATIONS, &report), IMM_OK);
    return report.signature;
}

static uint64_t by_text(guarded *block, const imm_game *game, const char *player, uint64_t seed) {
    imm_state *state = NULL;
    CHECK_EQ(imm_open(block->memory, block->size, game, player, seed, &state), IMM_OK);
    return signature_of(state);
}

static uint64_t by_config(guarded *block, const imm_game *game, const imm_config *config) {
    imm_state *state = NULL;
    CHECK_EQ(imm_init(block->memory, block->size, game, config, &state), IMM_OK);
    return signature_of(state);
}

/* Opens a state with another player, then changes this player to the best one. */
static uint64_t by_change(guarded *block, const imm_game *game, int with_text) {
    imm_state *state = NULL;
    CHECK_EQ(imm_open(block->memory, block->size, game, "mcts(c0.3)", 9, &state), IMM_OK);
    CHECK_EQ(with_text ? imm_set_player_text(state, NULL, 0) : imm_set_player(state, NULL), IMM_OK);
    return signature_of(state);
}

/* There are several ways to ask for the best player. In each case, the library must open the player
 * with the text `player`. */
static void is_best(const imm_game *game, const char *player) {
    guarded block = guarded_new(SIZE);
    imm_config config = imm_config_default();
    check_what = player;
    const uint64_t expected = by_text(&block, game, player, 0);
    CHECK(by_text(&block, game, NULL, 0) == expected);
    CHECK(by_text(&block, game, "best", 0) == expected);
    CHECK(by_config(&block, game, NULL) == expected);
    config.algorithm = IMM_BEST;
    CHECK(by_config(&block, game, &config) == expected);
    config.im = 0.3f, config.threshold = 7; /* IMM_BEST ignores these fields */
    CHECK(by_config(&block, game, &config) == expected);
    CHECK(by_change(&block, game, 0) == expected && by_change(&block, game, 1) == expected);
    config.seed = 5;
    CHECK(by_config(&block, game, &config) == by_text(&block, game, player, 5));
    guarded_free(&block);
}

/* Tests the small games, which have no alpha-beta and cannot change their player. */
static void is_best_of_small(const imm_game *game, const char *player) {
    guarded block = guarded_new(SIZE);
    check_what = player;
    CHECK(by_config(&block, game, NULL) == by_text(&block, game, player, 0));
    guarded_free(&block);
}

static void built_in(void) {
    is_best(imm_breakthrough(), "ab(all,efNet)");
    is_best(imm_kalah(), "bfm(efNet)");
    is_best(imm_loa(), "bfm(efNet)");
    is_best(imm_oware(), "bfm(efNet)");
    is_best(imm_othello(), "bfm(efNet)");
    is_best(imm_onitama(), "bfm(efNet)");
    is_best(imm_einstein(), "mcts(ipp,im0.4)");
    const imm_game small = imm_breakthrough_board(5, 6);
    is_best(&small, "ab(all,efLH)");
    const imm_game small_breakthrough = imm_breakthrough_small(8, 8),
                   small_kalah = imm_kalah_small(6, 4, IMM_CAPTURE_EMPTY);
    is_best_of_small(&small_breakthrough, "mcts(ipp,im0.4)");
    is_best_of_small(&small_kalah, "mcts(im0.4)");
}

/* The best player for a custom game depends on whether it has an evaluation, and on no other
 * callback. */
static void own(void) {
    imm_game game = toy_knows_all(&t);
    is_best(&game, "bfm(reg)");
    game.order = NULL;
    is_best(&game, "bfm(reg)");
    game.weight = NULL;
    is_best(&game, "bfm(reg)");
    game.evaluate = NULL;
    is_best(&game, "mcts(grave,mob0.2,t1)");
    game = toy_game(&t);
    is_best(&game, "bfm(reg)"); /* the toy has no hash() */
    game.evaluate = NULL;
    is_best(&game, "mcts(grave,mob0.2,t1)");
}

/* In every block that is large enough for a search, the best player must search. If the block is
 * too small for the usual best player, mcts() must search instead. */
static void every_size(const imm_game *game) {
    const size_t least = imm_memory_required(game, 0);
    for (size_t size = 0; size < least + 6000; size += 16 * stride(3)) {
        guarded block = guarded_new(size);
        imm_state *state = NULL;
        CHECK_EQ(imm_init(block.memory, size, game, NULL, &state), size < least ? IMM_ERR_TOO_SMALL : IMM_OK);
        if (state) {
            CHECK_EQ(imm_step(state, 20), IMM_OK);
            CHECK_EQ(imm_set_player(state, NULL), IMM_OK);
            CHECK_EQ(imm_step(state, 20), IMM_OK);
        }
        guarded_free(&block);
    }
}

static void in_words(void) {
    imm_config config = imm_config_default();
    char text[IMM_PLAYER_TEXT_MAX];
    config.seed = 3, config.im = 0.5f;
    CHECK_EQ(imm_configure(&config, "best"), IMM_OK);
    CHECK(config.algorithm == IMM_BEST && config.seed == 3 && config.im == 0.0f);
    CHECK_EQ(imm_config_text(&config, text, sizeof text), IMM_OK);
    CHECK(strcmp(text, "best") == 0);
    CHECK_EQ(imm_config_error(&config, imm_othello(), text, sizeof text), IMM_OK);
    CHECK(text[0] == '\0');
    CHECK_EQ(imm_configure(&config, "best()"), IMM_ERR_SPEC);
    CHECK_EQ(imm_configure(&config, "Best"), IMM_ERR_SPEC);
    CHECK_EQ(imm_configure_error("best(im0.4)", text, sizeof text), IMM_OK);
    CHECK(text[0] != '\0');
    /* For IMM_BEST, the library must return the same number of table buckets as for the player that
     * IMM_BEST selects. */
    imm_config named = imm_config_default();
    CHECK_EQ(imm_configure(&named, "ab(all,efLH)"), IMM_OK);
    const imm_game small = imm_breakthrough_board(5, 6); /* no net is shipped for this board */
    CHECK_EQ(imm_alpha_beta_buckets(&config, &small, SIZE), imm_alpha_beta_buckets(&named, &small, SIZE));
    CHECK(imm_alpha_beta_buckets(&config, &small, SIZE) > 0);
    CHECK_EQ(imm_alpha_beta_buckets(&config, imm_oware(), SIZE), 0);
    CHECK_EQ(imm_alpha_beta_buckets(&config, imm_othello(), SIZE), 0);
    CHECK_EQ(imm_leaf_memory(&config, imm_othello()), 0);
}

/* Checks that imm_best() selects `player` for a block of this size, and that imm_best_why() gives
 * the reason `why`. */
static void is_because(const imm_game *game, size_t size, const char *player, const char *why) {
    imm_config config = imm_config_default();
    char text[IMM_TEXT_MAX] = "", name[IMM_PLAYER_TEXT_MAX];
    check_what = player;
    CHECK_EQ(imm_best(game, size, 100, &config), IMM_OK);
    CHECK_EQ(imm_config_text(&config, name, sizeof name), IMM_OK);
    CHECK(strcmp(name, player) == 0);
    CHECK_EQ(imm_best_why(game, size, 100, text, sizeof text), IMM_OK);
    CHECK(strstr(text, why) != NULL);
    CHECK_EQ(imm_best_why(game, size, 100, text, strlen(text)), IMM_ERR_BUFFER);
}

static void reasons(void) {
    char text[IMM_TEXT_MAX];
    const imm_game small = imm_breakthrough_board(5, 6);
    is_because(imm_breakthrough(), 0, "ab(efNet,all)", "deeper");
    is_because(&small, 1 << 20, "ab(efLH,all)", "deeper");
    is_because(imm_oware(), 1 << 20, "bfm(c0.7,fpu0.5,efNet)", "learned");
    is_because(imm_oware(), 1 << 16, "ab(efNet,all)", "no room for its tree");
    is_because(imm_othello(), 64, "mcts(c1.0)", "no room");
    imm_game own_game = toy_game(&t);
    is_because(&own_game, 1 << 20, "bfm(c0.7,fpu0.5,reg)", "measured in ");
    is_because(&own_game, 1 << 16, "ab(all)", "guess: ");
    own_game.evaluate = NULL;
    is_because(&own_game, 0, "mcts(c1.0,mob0.2,grave50,t1)", "measured in ");
    is_because(&own_game, 1 << 16, "mcts(c1.0)", "guess: ");
    CHECK_EQ(imm_best_why(NULL, 0, 0, text, sizeof text), IMM_ERR_NULL);
    CHECK_EQ(imm_best_why(&small, 0, 0, NULL, sizeof text), IMM_ERR_NULL);
    CHECK_EQ(imm_best_why(&small, 0, 0, text, 0), IMM_ERR_BUFFER);
}

/* With IMM_BEST, a level of strength sets only the iterations. */
static void levels(void) {
    imm_config config = imm_config_default();
    imm_limits limits = imm_limits_default();
    config.algorithm = IMM_BEST;
    CHECK_EQ(imm_level(1, &config, &limits), IMM_OK);
    CHECK(limits.iterations == 50 && config.temp == 0.0f);
}

int main(void) {
    built_in();
    own();
    every_size(imm_breakthrough());
    every_size(imm_loa());
    imm_game game = toy_game(&t);
    every_size(&game);
    in_words();
    reasons();
    levels();
    CHECK_EQ(t.misuses, 0);
    return check_result("best");
}
