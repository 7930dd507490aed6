/* Tests of alpha-beta: memory, custom games, steps, limits and reports. */
#include "built_in.h"
#include "toy.h"

static toy t;

static imm_config alpha_beta(void) {
    imm_config config = imm_config_default();
    config.algorithm = IMM_ALPHA_BETA;
    return config;
}

/* Opens alpha-beta with memory for `plies` plies. */
static imm_state *open_plies(guarded *block, const imm_game *game, uint32_t plies) {
    imm_config config = alpha_beta();
    imm_state *state = NULL;
    *block = guarded_new(imm_alpha_beta_memory(game, plies));
    CHECK_EQ(imm_init(block->memory, block->size, game, &config, &state), IMM_OK);
    return state;
}

/* Tries every block size, starting at 0 bytes. A block that is too small must stay untouched. With
 * a larger block, the search must return a legal move, and nothing outside of the block may
 * change. */
static void every_size(const imm_game *game) {
    imm_config config = alpha_beta();
    size_t required = imm_alpha_beta_memory(game, 0);
    CHECK(required > 0);
    for (size_t size = 0; size < required + 2000; size += stride(13)) {
        guarded block = guarded_new(size);
        imm_state *state = NULL;
        imm_status status = imm_init(block.memory, size, game, &config, &state);
        uint32_t plies = imm_alpha_beta_plies(game, size);
        CHECK_EQ(status, size < required ? IMM_ERR_TOO_SMALL : IMM_OK);
        if (status == IMM_OK) {
            imm_report report;
            CHECK_EQ(iterate(state, 300, &report), IMM_OK);
            CHECK(is_legal(state, report.best) && report.depth <= plies);
            CHECK_EQ(imm_play(state, report.best), IMM_OK);
            CHECK(is_legal(state, imm_search(state, 0)));
        } else {
            CHECK(guarded_untouched(&block) && plies == 0);
        }
        guarded_free(&block);
    }
}

static void memory_and_plies(const imm_game *game, uint32_t max_moves, uint32_t position, uint32_t undo) {
    for (uint32_t plies = 0; plies <= 255; plies += (uint32_t)stride(17)) {
        size_t required = imm_alpha_beta_memory(game, plies);
        CHECK(required > 0 && required <= IMM_ALPHA_BETA_MEMORY_SIZE(plies, max_moves, position, undo));
        CHECK_EQ(imm_alpha_beta_plies(game, required), plies);
        CHECK_EQ(imm_alpha_beta_plies(game, required - 1), plies ? plies - 1 : 0);
    }
    CHECK_EQ(imm_alpha_beta_memory(game, 256), 0);
    CHECK_EQ(imm_alpha_beta_memory(game, UINT32_MAX), 0);
    CHECK_EQ(imm_alpha_beta_plies(game, SIZE_MAX), 255);
}

static void sizes(void) {
    imm_game game = toy_game(&t);
    every_size(&game);
    for (unsigned i = 0; built_in(i); i++) every_size(built_in(i));
#define MEMORY(game, max_moves, position, undo) memory_and_plies(game(), max_moves, position, undo);
#include "memory.h" /* the IMM_..._MEMORY_SIZE() of each game: see tests/c/run */
#undef MEMORY
    for (uint32_t position = 1; position < 100; position += 7)
        for (uint32_t undo = 0; undo < 100; undo += 9) {
            game.position_size = position, game.undo_size = undo;
            for (game.max_moves = 1; game.max_moves < 70000; game.max_moves *= 9)
                if (game.max_moves <= 65535) memory_and_plies(&game, game.max_moves, position, undo);
        }
    CHECK_EQ(imm_alpha_beta_memory(NULL, 1), 0);
    CHECK_EQ(imm_alpha_beta_plies(NULL, 100000), 0);
    game.max_moves = 0;
    CHECK_EQ(imm_alpha_beta_memory(&game, 1), 0);
}

/* Alpha-beta must solve a custom game. The toy game counts misuses of its callbacks, such as a move
 * that is taken back with wrong undo bytes. The number of misuses must be 0. */
static void a_game_of_ones_own_is_solved(void) {
    for (uint32_t plies = 0; plies <= 12; plies++) {
        imm_game game = toy_game(&t);
        guarded block;
        imm_report report;
        imm_limits limits = imm_limits_default();
        memset(&t, 0, sizeof t);
        imm_state *state = open_plies(&block, &game, plies);
        limits.depth = 200;
        CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
        CHECK_EQ(report.proof, plies < 9 ? IMM_UNPROVEN : IMM_PROVEN_DRAW);
        CHECK_EQ(report.depth, plies < 9 ? plies : 9);
        CHECK(is_legal(state, report.best));
        /* Both sides play on to the end of the game. If the memory has enough plies (6), the game
         * must be a draw. */
        while (imm_outcome(state) == IMM_ONGOING) {
            imm_move line[9];
            CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
            CHECK(plies == 0 || (imm_line(state, line, 9) >= 1 && line[0] == report.best));
            CHECK_EQ(imm_play(state, report.best), IMM_OK);
        }
        if (plies >= 6) CHECK_EQ(imm_outcome(state), IMM_DRAW);
        CHECK_EQ(t.misuses, 0);
        guarded_free(&block);
    }
}

/* Compares one search with a search in steps, with other calls and failing calls between the steps.
 * Both must visit the same positions in the same order. */
static void steps(const imm_game *game) {
    imm_report whole, stepped;
    for (uint32_t step = 1; step <= 1000; step *= 10) {
        guarded blocks[2];
        imm_state *a = open_plies(&blocks[0], game, 30), *b = open_plies(&blocks[1], game, 30);
        CHECK_EQ(iterate(a, 20000, &whole), IMM_OK);
        for (uint32_t done = 0; done < 20000; done += step) {
            CHECK_EQ(imm_step(b, step), IMM_OK);
            if (step < 100 && done % 100) continue;
            CHECK_EQ(imm_get_report(b, &stepped), IMM_OK);
            CHECK(is_legal(b, stepped.best));
            CHECK(imm_play(b, 0x123456) == IMM_ERR_ILLEGAL_MOVE);
            CHECK(imm_set_position(b, "nonsense") != IMM_OK);
        }
        CHECK_EQ(imm_get_report(b, &stepped), IMM_OK);
        CHECK(stepped.signature == whole.signature && stepped.best == whole.best && stepped.value == whole.value);
        CHECK(stepped.depth == whole.depth && stepped.depth > 0);
        guarded_free(&blocks[0]);
        guarded_free(&blocks[1]);
    }
}

static void what_is_reported(void) {
    guarded block;
    imm_report report;
    imm_candidate candidates[3];
    imm_limits limits = imm_limits_default();
    imm_state *state = open_plies(&block, imm_breakthrough(), 20);
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_ERR_NO_LIMIT);
    CHECK_EQ(imm_candidates(state, candidates, 3), 0);
    limits.depth = 3;
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
    CHECK(report.depth == 3 && report.iterations > 100 && report.nodes == report.iterations);
    CHECK(report.visits == 0 && report.recycled == 0 && report.proof == IMM_UNPROVEN);
    CHECK_EQ(imm_candidates(state, candidates, 3), 1);
    CHECK(candidates[0].move == report.best && candidates[0].value == report.value);
    limits.iterations = 50;
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
    CHECK(report.iterations == 0 && report.depth == 3); /* the depth limit is already reached */
    limits.depth = 0;
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
    CHECK_EQ(report.iterations, 50);
    /* The first player's piece is two steps from its goal row, and the second player's piece is
     * three steps away. */
    CHECK_EQ(imm_set_position(state, "......../......../..w...../......../b......./......../......../........ 1"),
             IMM_OK);
    limits.depth = 9;
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
    CHECK(report.proof == IMM_PROVEN_FIRST_WINS && report.value == 1.0f);
    CHECK(report.distance == 3 && report.depth == 3);
    CHECK_EQ(imm_candidates(state, candidates, 3), 1);
    CHECK(candidates[0].proof == IMM_PROVEN_FIRST_WINS && candidates[0].distance == 2);
    CHECK_EQ(imm_set_position(state, "......../......../..w...../......../......../b......./......../........ 1"),
             IMM_OK);
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
    CHECK(report.proof == IMM_PROVEN_FIRST_WINS && report.distance == 3);
    CHECK_EQ(imm_set_position(state, "......../......../..w...../......../......../b......./......../........ 2"),
             IMM_OK);
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
    CHECK(report.proof == IMM_PROVEN_SECOND_WINS && report.distance == 3 && report.value == -1.0f);
    CHECK_EQ(imm_forget(state), IMM_OK);
    CHECK_EQ(imm_get_report(state, &report), IMM_OK);
    CHECK(report.proof == IMM_UNPROVEN && report.depth == 0);
    guarded_free(&block);
}

static void bad_configurations(void) {
    imm_config config = alpha_beta();
    guarded block = guarded_new(20000);
    imm_state *state = NULL;
    imm_game game = toy_game(&t);
    config.algorithm = IMM_BEST + 1;
    CHECK_EQ(imm_init(block.memory, block.size, imm_kalah(), &config, &state), IMM_ERR_ENUM);
    config = alpha_beta();
    config.evaluator = IMM_EF_MS;
    CHECK_EQ(imm_init(block.memory, block.size, imm_kalah(), &config, &state), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_init(block.memory, block.size, &game, &config, &state), IMM_ERR_UNSUPPORTED);
    config.evaluator = IMM_EF_RS;
    config.threshold = 77; /* an option of the tree search only */
    CHECK_EQ(imm_init(block.memory, block.size, imm_kalah(), &config, &state), IMM_OK);
    game.evaluate = NULL;
    game.order = NULL;
    config.evaluator = IMM_EF_DEFAULT;
    CHECK_EQ(imm_init(block.memory, block.size, &game, &config, &state), IMM_OK);
    CHECK(is_legal(state, imm_search(state, 1)));
    guarded_free(&block);
}

int main(void) {
    imm_game game = toy_game(&t);
    sizes();
    a_game_of_ones_own_is_solved();
    steps(&game);
    for (unsigned i = 0; built_in(i); i++) steps(built_in(i));
    what_is_reported();
    bad_configurations();
    return check_result("alphabeta");
}
