/* Tic-tac-toe as a custom game. The game can misbehave from its n-th callback call on. The
 * callbacks count the calls that imm.h does not allow. */
#ifndef TOY_H
#define TOY_H

#include <math.h>

#include "check.h"

typedef enum {
    BEHAVE,
    TOO_MANY_COUNTED, /* returns more than max_moves */
    TOO_MANY_WRITTEN, /* writes max_moves + 1 moves and returns this number */
    WRITES_MORE,      /* writes max_moves + 1 moves, but returns a correct number */
    NO_MOVES,
    LISTS_NONE,
    DRAWS_NONE,
    BAD_PLAYER,
    BAD_OUTCOME,
    NAN_VALUE,
    HUGE_VALUE,
    MINUS_INFINITY,
    BAD_WEIGHT,
    ONE_HASH, /* every position has the same key */
    REFUSES_PASS,
    WILD_TRANSITION, /* far above or below the range */
    WILD_SCORE,      /* a score for the first player, whoever has won */
    FAILS,           /* reports a failure */
    REENTERS,
    STOPS,
    MISBEHAVIOURS
} misbehaviour;

/* The status that a search returns for each misbehaviour, if the search notices it. */
static const imm_status expected_status[MISBEHAVIOURS] = {IMM_OK,
                                                          IMM_ERR_TOO_MANY_MOVES,
                                                          IMM_ERR_TOO_MANY_MOVES,
                                                          IMM_OK,
                                                          IMM_ERR_NO_MOVES,
                                                          IMM_ERR_INVALID_MOVE,
                                                          IMM_ERR_INVALID_MOVE,
                                                          IMM_ERR_INVALID_PLAYER,
                                                          IMM_ERR_INVALID_OUTCOME,
                                                          IMM_ERR_NOT_A_NUMBER,
                                                          IMM_OK,
                                                          IMM_OK,
                                                          IMM_OK,
                                                          IMM_OK,
                                                          IMM_OK,
                                                          IMM_OK,
                                                          IMM_OK,
                                                          IMM_ERR_CALLBACK,
                                                          IMM_OK,
                                                          IMM_OK};

typedef struct {
    misbehaviour kind;
    long calls;   /* callbacks called so far */
    long from;    /* misbehaves from this call on */
    long misuses; /* calls that imm.h does not allow */
    imm_state *state;
    void (*reenter)(imm_state *state);
} toy;

typedef struct {
    uint16_t stones[2];
    uint8_t player;
} toy_position;

enum { TOY_MAX_MOVES = 9 };

static int toy_misbehaves(toy *t, misbehaviour kind) { return t->kind == kind && t->calls >= t->from; }

static void toy_called(void *context) {
    toy *t = (toy *)context;
    t->calls++;
    if (toy_misbehaves(t, REENTERS) && t->reenter && t->state) t->reenter(t->state);
    if (toy_misbehaves(t, STOPS) && t->state) imm_stop(t->state);
}

static int toy_line(uint16_t stones) {
    static const uint16_t lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (int i = 0; i < 8; i++)
        if ((stones & lines[i]) == lines[i]) return 1;
    return 0;
}

static imm_result toy_result(const toy_position *p) {
    if (toy_line(p->stones[0])) return IMM_FIRST_WINS;
    if (toy_line(p->stones[1])) return IMM_SECOND_WINS;
    return (p->stones[0] | p->stones[1]) == 0777 ? IMM_DRAW : IMM_ONGOING;
}

static int toy_is_free(const toy_position *p, imm_move move) {
    return move < 9 && !((p->stones[0] | p->stones[1]) >> move & 1);
}

static void toy_initial(void *context, void *position) {
    toy_called(context);
    for (size_t i = 0; i < sizeof(toy_position); i++) ((toy *)context)->misuses += ((unsigned char *)position)[i] != 0;
    memset(position, 0, sizeof(toy_position));
}

static uint32_t toy_legal_moves(void *context, const void *position, imm_move *moves) {
    toy *t = (toy *)context;
    const toy_position *p = (const toy_position *)position;
    uint32_t count = 0;
    toy_called(context);
    t->misuses += toy_result(p) != IMM_ONGOING;
    for (imm_move square = 0; square < 9; square++)
        if (toy_is_free(p, square)) moves[count++] = square;
    if (toy_misbehaves(t, TOO_MANY_WRITTEN) || toy_misbehaves(t, WRITES_MORE))
        for (uint32_t i = count; i <= TOY_MAX_MOVES; i++) moves[i] = 0xDEADBEEF;
    if (toy_misbehaves(t, FAILS)) return (uint32_t)IMM_FAILED;
    if (toy_misbehaves(t, TOO_MANY_COUNTED)) return UINT32_MAX;
    if (toy_misbehaves(t, TOO_MANY_WRITTEN)) return TOY_MAX_MOVES + 1;
    if (toy_misbehaves(t, NO_MOVES)) return 0;
    if (toy_misbehaves(t, LISTS_NONE)) moves[count / 2] = IMM_MOVE_NONE;
    return count;
}

static void toy_make(void *context, void *position, imm_move move, void *undo) {
    toy *t = (toy *)context;
    toy_position *p = (toy_position *)position;
    toy_called(context);
    memcpy(undo, p, sizeof *p);
    if (!toy_is_free(p, move) || (uintptr_t)undo % IMM_ALIGN || (uintptr_t)position % IMM_ALIGN) {
        t->misuses++;
        return;
    }
    p->stones[p->player] = (uint16_t)(p->stones[p->player] | 1u << move);
    p->player ^= 1;
}

static void toy_unmake(void *context, void *position, imm_move move, const void *undo) {
    toy *t = (toy *)context;
    toy_position *p = (toy_position *)position;
    toy_called(context);
    if (move < 9) {
        p->player ^= 1;
        p->stones[p->player] = (uint16_t)(p->stones[p->player] & ~(1u << move));
    }
    t->misuses += memcmp(undo, p, sizeof *p) != 0;
}

static imm_player toy_to_move(void *context, const void *position) {
    toy *t = (toy *)context;
    toy_called(context);
    if (toy_misbehaves(t, BAD_PLAYER)) return 2;
    if (toy_misbehaves(t, FAILS)) return IMM_FAILED;
    return ((const toy_position *)position)->player;
}

static imm_result toy_outcome(void *context, const void *position) {
    toy *t = (toy *)context;
    toy_called(context);
    if (toy_misbehaves(t, BAD_OUTCOME)) return -7;
    if (toy_misbehaves(t, FAILS)) return IMM_FAILED;
    return toy_result((const toy_position *)position);
}

static float toy_evaluate(void *context, const void *position) {
    toy *t = (toy *)context;
    toy_called(context);
    t->misuses += toy_result((const toy_position *)position) != IMM_ONGOING;
    if (toy_misbehaves(t, NAN_VALUE)) return NAN;
    if (toy_misbehaves(t, HUGE_VALUE)) return 1e30f;
    if (toy_misbehaves(t, MINUS_INFINITY)) return -INFINITY;
    return ((const toy_position *)position)->stones[0] & 020 ? 0.25f : -0.25f;
}

/* Returns a random legal move. `random` selects the index of the move in the list of
 * toy_legal_moves(). toy_game() does not set this callback. */
static inline imm_move toy_random_move(void *context, const void *position, uint32_t random) {
    toy *t = (toy *)context;
    const toy_position *p = (const toy_position *)position;
    uint32_t count = 0;
    imm_move square = 0;
    toy_called(context);
    t->misuses += toy_result(p) != IMM_ONGOING;
    if (toy_misbehaves(t, DRAWS_NONE)) return IMM_MOVE_NONE;
    for (; square < 9; square++) count += (uint32_t)toy_is_free(p, square);
    uint32_t index = (uint32_t)((uint64_t)random * count >> 32);
    for (square = 0; !toy_is_free(p, square) || index-- > 0; square++) continue;
    return square;
}

static uint32_t toy_weight(void *context, const void *position, imm_move move) {
    toy *t = (toy *)context;
    toy_called(context);
    t->misuses += !toy_is_free((const toy_position *)position, move);
    if (toy_misbehaves(t, BAD_WEIGHT)) return UINT32_MAX - move;
    if (toy_misbehaves(t, FAILS)) return (uint32_t)IMM_FAILED;
    return move == 4 ? 10 : 1;
}

static float toy_prior(void *context, const void *position, imm_move move) {
    toy *t = (toy *)context;
    (void)position, (void)move;
    toy_called(context);
    return toy_misbehaves(t, NAN_VALUE) ? NAN : 0.5f;
}

static int32_t toy_order(void *context, const void *position, imm_move move) {
    (void)position;
    toy_called(context);
    return toy_misbehaves((toy *)context, FAILS) ? IMM_FAILED : move == 4;
}

/* True if the move completes a line. toy_knows_all() sets this optional callback, toy_game() does
 * not. */
static inline int32_t toy_noisy(void *context, const void *position, imm_move move) {
    const toy_position *p = (const toy_position *)position;
    toy *t = (toy *)context;
    toy_called(context);
    t->misuses += !toy_is_free(p, move);
    if (toy_misbehaves(t, FAILS)) return IMM_FAILED;
    return toy_line((uint16_t)(p->stones[p->player] | 1u << move % 16)); /* a misbehaving game lists other moves */
}

static inline uint64_t toy_hash(void *context, const void *position) {
    const toy_position *p = (const toy_position *)position;
    toy_called(context);
    if (toy_misbehaves((toy *)context, ONE_HASH)) return 42;
    uint64_t key = p->stones[0] | (uint64_t)p->stones[1] << 9 | (uint64_t)p->player << 18;
    key = (key ^ UINT64_C(0x9E3779B97F4A7C15)) * UINT64_C(0xBF58476D1CE4E5B9);
    key = (key ^ key >> 29) * UINT64_C(0x94D049BB133111EB);
    return key ^ key >> 32;
}

static inline int32_t toy_pass(void *context, void *position) {
    toy *t = (toy *)context;
    toy_called(context);
    t->misuses += toy_result((toy_position *)position) != IMM_ONGOING;
    if (toy_misbehaves(t, REFUSES_PASS)) return 0;
    if (toy_misbehaves(t, FAILS)) return IMM_FAILED;
    ((toy_position *)position)->player ^= 1;
    return 1;
}

static inline int32_t toy_few_pieces(void *context, const void *position) {
    const toy_position *p = (const toy_position *)position;
    toy_called(context);
    if (toy_misbehaves((toy *)context, FAILS)) return IMM_FAILED;
    return p->stones[p->player] == 0;
}

static inline int32_t toy_transition(void *context, const void *position, imm_move move) {
    toy *t = (toy *)context;
    toy_called(context);
    t->misuses += !toy_is_free((const toy_position *)position, move);
    if (toy_misbehaves(t, FAILS)) return IMM_FAILED;
    if (toy_misbehaves(t, WILD_TRANSITION)) return move % 2 ? INT32_MAX : -INT32_MAX;
    return move == 4 ? 200 : move % 2 ? 10 : 60;
}

/* Returns the score: one point for each free square, plus one. The score is positive if the first
 * player has won, negative if the second player has won, and 0 for a draw. The library may call
 * this function only after the end of the game. */
static inline int32_t toy_score(void *context, const void *position) {
    const toy_position *p = (const toy_position *)position;
    toy *t = (toy *)context;
    int32_t left = TOY_MAX_MOVES + 1;
    toy_called(context);
    t->misuses += toy_result(p) == IMM_ONGOING;
    if (toy_misbehaves(t, FAILS)) return IMM_FAILED;
    if (toy_misbehaves(t, WILD_SCORE)) return INT32_MAX;
    for (unsigned stones = p->stones[0] | p->stones[1]; stones; stones &= stones - 1) left--;
    return toy_result(p) == IMM_FIRST_WINS ? left : toy_result(p) == IMM_SECOND_WINS ? -left : 0;
}

/* Writes the squares from the point of view of the player to move. The library calls this function
 * only before the end of the game. All entries of `features` are then 0. */
static inline int32_t toy_features(void *context, const void *position, uint8_t *features) {
    const toy_position *p = (const toy_position *)position;
    toy *t = (toy *)context;
    toy_called(context);
    t->misuses += toy_result(p) != IMM_ONGOING;
    if (toy_misbehaves(t, FAILS)) return IMM_FAILED;
    for (unsigned square = 0; square < 9; square++) {
        t->misuses += features[square] != 0;
        if (p->stones[p->player] >> square & 1) features[square] = 1;
        if (p->stones[!p->player] >> square & 1) features[square] = 2;
    }
    return 0;
}

static imm_game toy_game(toy *context) {
    imm_game game = game_of(sizeof(toy_position), TOY_MAX_MOVES, toy_initial, toy_legal_moves, toy_make, toy_unmake,
                            toy_to_move, toy_outcome);
    game.undo_size = sizeof(toy_position), game.max_plies = 9;
    game.context = context;
    game.evaluate = toy_evaluate;
    game.weight = toy_weight;
    game.prior = toy_prior;
    game.order = toy_order;
    game.score = toy_score;
    game.max_score = TOY_MAX_MOVES;
    return game;
}

/* Returns toy_game() with all callbacks that an enhancement of alpha-beta can use. */
static inline imm_game toy_knows_all(toy *context) {
    imm_game game = toy_game(context);
    game.noisy = toy_noisy, game.hash = toy_hash, game.transition = toy_transition;
    game.pass = toy_pass, game.few_pieces = toy_few_pieces;
    return game;
}

/* Checks the position after the moves 0 and 4. The first player must be to move, and the game must
 * still be usable. */
static inline void check_position(imm_state *state) {
    imm_move moves[TOY_MAX_MOVES];
    CHECK_EQ(imm_outcome(state), IMM_ONGOING);
    CHECK_EQ(imm_player_to_move(state), IMM_FIRST);
    CHECK_EQ(imm_legal_moves(state, moves, TOY_MAX_MOVES), 7);
    CHECK(!is_legal(state, 0) && !is_legal(state, 4) && is_legal(state, 8));
}

#endif
