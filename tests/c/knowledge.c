/* Tests how a search uses the optional callbacks of a custom game. A callback that gives only
 * neutral answers, such as "not noisy" for every move, must not change the search. Informative
 * answers must change the search. A save may be loaded only into a state whose game has the same
 * callbacks. */
#include "toy.h"

static toy fair;

/* An order() callback that gives every move the same rank. */
static int32_t no_order(void *context, const void *position, imm_move move) {
    (void)context, (void)position, (void)move;
    return 0;
}

static int32_t late_first(void *context, const void *position, imm_move move) {
    (void)context, (void)position;
    return (int32_t)move - 4;
}

static int32_t never(void *context, const void *position, imm_move move) {
    (void)context, (void)position, (void)move;
    return 0;
}

/* A noisy() callback that returns -7 for a noisy move. Every number except 0 must count as true. */
static int32_t minus_noisy(void *context, const void *position, imm_move move) {
    return -7 * toy_noisy(context, position, move);
}

static int32_t many(void *context, const void *position) {
    (void)context, (void)position;
    return 0;
}

static int32_t always_few(void *context, const void *position) {
    (void)context, (void)position;
    return 300;
}

static int32_t stays(void *context, void *position) {
    (void)context, (void)position;
    return 0;
}

static float no_opinion(void *context, const void *position, imm_move move) {
    (void)context, (void)position, (void)move;
    return -0.5f;
}

static float even(void *context, const void *position, imm_move move) {
    (void)context, (void)position, (void)move;
    return 0.5f;
}

static float surely(void *context, const void *position, imm_move move) {
    (void)context, (void)position;
    return move == 0 ? 1.0f : 0.0f;
}

static float more_than_surely(void *context, const void *position, imm_move move) {
    return 9 * surely(context, position, move);
}

static uint32_t all_alike(void *context, const void *position, imm_move move) {
    (void)context, (void)position, (void)move;
    return 1;
}

static int32_t one_transition(void *context, const void *position, imm_move move) {
    (void)context, (void)position, (void)move;
    return 64;
}

static int32_t a_point(void *context, const void *position) {
    const toy_position *p = (const toy_position *)position;
    (void)context;
    return toy_result(p) == IMM_FIRST_WINS ? 1 : toy_result(p) == IMM_SECOND_WINS ? -1 : 0;
}

/* Returns the signature of a search by this player, or 0 if the game lacks a callback that the
 * player needs. Searches with null moves are longer, because few_pieces() matters only at a depth
 * of seven plies or more. */
static uint64_t signature(const imm_game *game, const char *player) {
    imm_config config = imm_config_default();
    imm_state *state = NULL;
    imm_report report;
    guarded block = guarded_new(60000);
    uint64_t found = 0;
    CHECK_EQ(imm_configure(&config, player), IMM_OK);
    imm_status status = imm_init(block.memory, block.size, game, &config, &state);
    if (status == IMM_OK) {
        CHECK_EQ(iterate(state, strstr(player, "null") ? 60000 : 700, &report), IMM_OK);
        found = report.signature;
        CHECK(found != 0);
    } else {
        CHECK_EQ(status, IMM_ERR_UNSUPPORTED);
    }
    guarded_free(&block);
    return found;
}

/* ---- Each callback --------------------------------------------------------------------------- */

/* Sets `signature_of_it` to the signature of a search by `player`. In the game of this search,
 * `value` replaces the callback `callback`. */
#define PLAY(signature_of_it, player, callback, value)                                                                 \
    do {                                                                                                               \
        imm_game game = toy_knows_all(&fair);                                                                          \
        game.callback = (value);                                                                                       \
        (signature_of_it) = signature(&game, player);                                                                  \
    } while (0)

static void of_moves(void) {
    uint64_t none, mute, says, other;
    PLAY(none, "ab()", order, NULL);
    PLAY(mute, "ab()", order, no_order);
    PLAY(says, "ab()", order, toy_order);
    PLAY(other, "ab()", order, late_first);
    CHECK(none == mute && none != says && none != other && says != other);

    PLAY(none, "ab(qs)", noisy, NULL);
    PLAY(mute, "ab(qs)", noisy, never);
    PLAY(says, "ab(qs)", noisy, toy_noisy);
    PLAY(other, "ab(qs)", noisy, minus_noisy);
    CHECK(none == mute && none != says && says == other);
    PLAY(none, "mcts(im0.3,leafqs)", noisy, NULL);
    PLAY(mute, "mcts(im0.3,leafqs)", noisy, never);
    CHECK(none == mute);

    PLAY(none, "mcts(tp0.5)", transition, NULL);
    PLAY(mute, "mcts(tp0.5)", transition, one_transition);
    PLAY(says, "mcts(tp0.5)", transition, toy_transition);
    CHECK(none == 0 && mute != 0 && says != 0 && mute != says);
    PLAY(none, "ab(rps)", transition, NULL);
    PLAY(mute, "ab(rps)", transition, one_transition);
    PLAY(says, "ab(rps)", transition, toy_transition);
    CHECK(none == mute && none != says);

    PLAY(none, "mcts(ipp)", weight, NULL);
    PLAY(mute, "mcts(ipp)", weight, all_alike);
    PLAY(says, "mcts(ipp)", weight, toy_weight);
    CHECK(none == 0 && mute != 0 && says != 0 && mute != says);

    PLAY(none, "mcts(np10)", prior, NULL);
    PLAY(mute, "mcts(np10)", prior, no_opinion);
    PLAY(says, "mcts(np10)", prior, even);
    CHECK(none == 0 && mute != 0 && mute == says);
    PLAY(says, "mcts(np10)", prior, surely);
    PLAY(other, "mcts(np10)", prior, more_than_surely);
    CHECK(mute != says && says == other);

    PLAY(none, "mcts()", random_move, NULL);
    PLAY(says, "mcts()", random_move, toy_random_move);
    CHECK(none == says);
}

static void of_positions(void) {
    uint64_t none, mute, says;
    PLAY(none, "ab(null)", few_pieces, NULL);
    PLAY(mute, "ab(null)", few_pieces, many);
    PLAY(says, "ab(null)", few_pieces, always_few);
    CHECK(none == mute && none != says);
    PLAY(mute, "ab(null)", pass, NULL);
    PLAY(says, "ab(null)", pass, stays);
    CHECK(mute == says && mute != none);

    PLAY(none, "ab(tt)", hash, NULL);
    PLAY(says, "ab(tt)", hash, toy_hash);
    CHECK(none != says);

    PLAY(none, "mcts(marg0.5)", score, NULL);
    PLAY(mute, "mcts(marg0.5)", score, a_point);
    PLAY(says, "mcts(marg0.5)", score, toy_score);
    CHECK(none == 0 && mute != 0 && says != 0 && mute != says);
}

/* ---- Saves ----------------------------------------------------------------------------------- */

enum { SHAPES = 11 };

/* Returns the game with all callbacks, or without one of the callbacks that a save records. */
static imm_game without(int callback) {
    imm_game game = toy_knows_all(&fair);
    game.random_move = toy_random_move;
    switch (callback) {
    case 0: break;
    case 1: game.evaluate = NULL; break;
    case 2: game.random_move = NULL; break;
    case 3: game.weight = NULL; break;
    case 4: game.prior = NULL; break;
    case 5: game.order = NULL; break;
    case 6: game.noisy = NULL; break;
    case 7: game.hash = NULL; break;
    case 8: game.pass = NULL; break;
    case 9: game.few_pieces = NULL; break;
    case 10: game.transition = NULL; break;
    default: CHECK(0);
    }
    return game;
}

/* A save may be loaded only into a state whose game has the same callbacks. */
static void shapes(void) {
    for (int a = 0; a < SHAPES; a++) {
        imm_game game = without(a);
        imm_state *state = NULL;
        guarded block = guarded_new(20000), bytes = guarded_new(20000);
        size_t length = 0;
        CHECK_EQ(imm_init(block.memory, block.size, &game, NULL, &state), IMM_OK);
        CHECK_EQ(iterate(state, 20, NULL), IMM_OK);
        CHECK_EQ(imm_save(state, bytes.memory, bytes.size, &length), IMM_OK);
        for (int b = 0; b < SHAPES; b++) {
            imm_game other = without(b);
            CHECK_EQ(imm_init(block.memory, block.size, &other, NULL, &state), IMM_OK);
            CHECK_EQ(imm_load(state, bytes.memory, length), a == b ? IMM_OK : IMM_ERR_SAVED_GAME);
        }
        guarded_free(&block);
        guarded_free(&bytes);
    }
}

int main(void) {
    of_moves();
    of_positions();
    shapes();
    CHECK_EQ(fair.misuses, 0);
    return check_result("knowledge");
}
