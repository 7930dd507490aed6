/* Tests imm_level(), which sets a level of strength, and the random choice of the final move. */
#include "all_games.h"

enum { LEVELS = 10, BLOCK = 100000 };

/* Opens a state of `game` for a player at a level. Level 0 leaves the player unchanged. */
static imm_state *open_level(guarded *block, const imm_game *game, const char *player, uint32_t level, uint64_t seed,
                             imm_limits *limits) {
    imm_config config = imm_config_default();
    imm_state *state = NULL;
    *limits = imm_limits_default();
    limits->iterations = 50;
    CHECK_EQ(imm_configure(&config, player), IMM_OK);
    config.seed = seed;
    if (level) CHECK_EQ(imm_level(level, &config, limits), IMM_OK);
    *block = guarded_new(BLOCK);
    CHECK_EQ(imm_init(block->memory, block->size, game, &config, &state), IMM_OK);
    return state;
}

static void bad_arguments(void) {
    imm_config config = imm_config_default(), config_before;
    imm_limits limits = imm_limits_default(), limits_before;
    config.temp = 7, limits.iterations = 7;
    CHECK_EQ(imm_level(1, NULL, &limits), IMM_ERR_NULL);
    CHECK_EQ(imm_level(1, &config, NULL), IMM_ERR_NULL);
    CHECK_EQ(imm_level(1, NULL, NULL), IMM_ERR_NULL);
    config_before = config, limits_before = limits;
    const uint32_t wrong[] = {0, LEVELS + 1, 255, UINT32_MAX};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK_EQ(imm_level(wrong[i], &config, &limits), IMM_ERR_OUT_OF_RANGE);
    config.struct_size--;
    CHECK_EQ(imm_level(1, &config, &limits), IMM_ERR_STRUCT_SIZE);
    config.struct_size = offsetof(imm_config, temp); /* an older, smaller struct */
    CHECK_EQ(imm_level(1, &config, &limits), IMM_ERR_STRUCT_SIZE);
    config.struct_size = sizeof config, limits.struct_size++;
    CHECK_EQ(imm_level(1, &config, &limits), IMM_ERR_STRUCT_SIZE);
    limits.struct_size--;
    CHECK(memcmp(&config, &config_before, sizeof config) == 0);
    CHECK(memcmp(&limits, &limits_before, sizeof limits) == 0);
}

/* A higher level must set more iterations, and a lower temperature unless the player is alpha-beta.
 * No other field may be written. */
static void what_is_written(void) {
    const char *const players[] = {"mcts()", "mcts(ipp,im0.4,temp9)", "bfm()", "ab(all)"};
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        imm_config config = imm_config_default(), before;
        imm_limits limits = imm_limits_default();
        uint64_t iterations = 0;
        float temp = 101;
        CHECK_EQ(imm_configure(&config, players[i]), IMM_OK);
        config.seed = 5, limits.time_ms = 3, limits.nodes = 4, limits.depth = 5;
        before = config;
        for (uint32_t level = 1; level <= LEVELS; level++) {
            CHECK_EQ(imm_level(level, &config, &limits), IMM_OK);
            CHECK(limits.iterations > iterations);
            if (config.algorithm == IMM_ALPHA_BETA) CHECK(config.temp == 0);
            else CHECK(config.temp < temp && (config.temp == 0) == (level == LEVELS));
            CHECK(limits.time_ms == 3 && limits.nodes == 4 && limits.depth == 5);
            iterations = limits.iterations, temp = config.temp;
        }
        config.temp = before.temp;
        CHECK(memcmp(&config, &before, sizeof config) == 0);
    }
}

/* Plays at most the first 12 moves of a game at a level. Writes the moves to `moves`, and returns
 * their number. */
static size_t play_out(const imm_game *game, const char *player, uint32_t level, uint64_t seed, imm_move *moves) {
    guarded block;
    imm_limits limits;
    imm_state *state = open_level(&block, game, player, level, seed, &limits);
    size_t plies = 0;
    for (; plies < 12 && imm_outcome(state) == IMM_ONGOING; plies++) {
        imm_report report, again;
        imm_move line = IMM_MOVE_NONE;
        CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
        CHECK(is_legal(state, report.best));
        /* A second report must have the same sampled move, and the expected line must begin with
         * this move. */
        CHECK_EQ(imm_get_report(state, &again), IMM_OK);
        CHECK(again.best == report.best && again.visits == report.visits && again.signature == report.signature);
        CHECK(imm_line(state, &line, 1) == 1 && line == report.best);
        CHECK_EQ(imm_play(state, report.best), IMM_OK);
        moves[plies] = report.best;
    }
    guarded_free(&block);
    return plies;
}

/* If a player plays a game twice with the same seed, the moves must be the same. Tries every game,
 * and levels 1 to 6. */
static void repeats(void) {
    const char *const players[] = {"mcts()", "mcts(im0.4)", "bfm()", "ab()"};
    for (unsigned g = 0; game_at(g); g++)
        for (size_t p = 0; p < sizeof players / sizeof *players; p++)
            for (uint32_t level = 1; level <= 6; level += (uint32_t)stride(5)) {
                imm_move first[12], second[12];
                size_t plies = play_out(game_at(g), players[p], level, 11, first);
                CHECK_EQ(play_out(game_at(g), players[p], level, 11, second), plies);
                CHECK(memcmp(first, second, plies * sizeof *first) == 0);
            }
}

/* With a temperature of 100 and 100 different seeds, each of the four legal first moves of Othello
 * must be sampled at least once. */
static void draws(void) {
    unsigned drawn = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        guarded block;
        imm_limits limits;
        imm_report report;
        imm_state *state = open_level(&block, imm_othello(), "mcts(temp100)", 0, seed, &limits);
        CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
        for (unsigned bit = 0, moves = 4; bit < moves; bit++) {
            imm_move legal[4];
            CHECK_EQ(imm_legal_moves(state, legal, 4), 4);
            if (legal[bit] == report.best) drawn |= 1U << bit;
        }
        guarded_free(&block);
    }
    CHECK_EQ(drawn, 15);
}

/* A move that is proven to win must be played at every level, whatever the temperature of the
 * level. */
static void proofs(void) {
    for (uint32_t level = 1; level <= LEVELS; level++)
        for (uint64_t seed = 0; seed < 40; seed += stride(13)) {
            guarded block;
            imm_limits limits;
            imm_report report;
            const imm_game small = imm_breakthrough_board(5, 5);
            imm_state *state = open_level(&block, &small, "mcts()", level, seed, &limits);
            limits.iterations = 5000;
            CHECK_EQ(imm_set_position(state, "b..../.w..w/...../b...b/.w... 1"), IMM_OK);
            CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
            CHECK_EQ(report.proof, IMM_PROVEN_FIRST_WINS);
            CHECK_EQ(imm_play(state, report.best), IMM_OK);
            CHECK_EQ(imm_outcome(state), IMM_FIRST_WINS);
            guarded_free(&block);
        }
}

int main(void) {
    bad_arguments();
    what_is_written();
    repeats();
    draws();
    proofs();
    return check_result("levels");
}
