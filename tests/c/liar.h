/* Tic-tac-toe that fails once, or gives one wrong answer, at a chosen callback call. Also lists the
 * players that search this game. */
#ifndef LIAR_H
#define LIAR_H

#include "toy.h"

/* What goes wrong in the chosen callback call. */
typedef enum {
    FAILING,           /* the callback's way to fail: IMM_FAILED, NaN, IMM_MOVE_NONE, or noted in the position */
    IMPOSSIBLE,        /* an impossible answer: too many moves, a third player, a fifth outcome */
    NO_MOVE,           /* legal_moves() lists no move */
    NO_REAL_MOVE,      /* legal_moves() lists IMM_MOVE_NONE */
    KINDS,             /* the library cannot detect the following kinds */
    OTHERWISE = KINDS, /* the other player, a win, a refusal, a key of other positions */
    HIGH,              /* the largest possible number; for a score of 0: 1e30 */
    LOW,               /* the smallest possible number */
    TWICE,             /* legal_moves() lists its first move twice, and leaves out another move */
    NO_SUCH_MOVE,      /* legal_moves() and random_move() name a move of another game */
    LIES
} fault_kind;

/* The context of the game, with a record of the calls. */
typedef struct {
    toy inner; /* first, so that the toy's callbacks take this as their context */
    fault_kind kind;
    long calls;
    long at;           /* the number of the call that goes wrong, or 0 for none */
    int lied;          /* true after the lie */
    imm_status raised; /* the first status that the library should report, or IMM_OK for none */
    long outcomes;
    long lies_from, lies_to; /* outcome() says "draw" from call `lies_from` until before `lies_to` */
} liar;

typedef struct {
    toy_position inner;
    uint8_t broken; /* set by make(), unmake() or initial(), returned by outcome() and to_move() */
} liar_position;

enum { NO_MOVE_AT_ALL = 777 };

static liar game_state;
static guarded block;
static unsigned char *copy;

static int goes_wrong(void *context, fault_kind kind) {
    liar *l = (liar *)context;
    int wrong = l->calls == l->at && l->kind == kind;
    l->lied |= wrong;
    return wrong;
}

/* Counts a call. Returns true if this call must fail. */
static int fails(void *context) {
    ((liar *)context)->calls++;
    return goes_wrong(context, FAILING);
}

static int raise_fault(void *context, imm_status status) {
    liar *l = (liar *)context;
    if (l->raised == IMM_OK) l->raised = status;
    return 1;
}

static void liar_initial(void *context, void *position) {
    int broken = fails(context);
    toy_initial(context, position);
    ((liar_position *)position)->broken = (uint8_t)broken;
}

static uint32_t liar_legal_moves(void *context, const void *position, imm_move *moves) {
    if (fails(context) && raise_fault(context, IMM_ERR_CALLBACK)) return (uint32_t)IMM_FAILED;
    if (goes_wrong(context, IMPOSSIBLE) && raise_fault(context, IMM_ERR_TOO_MANY_MOVES)) return TOY_MAX_MOVES + 1;
    if (goes_wrong(context, NO_MOVE) && raise_fault(context, IMM_ERR_NO_MOVES)) return 0;
    uint32_t count = toy_legal_moves(context, position, moves);
    if (goes_wrong(context, NO_REAL_MOVE) && raise_fault(context, IMM_ERR_INVALID_MOVE))
        moves[count / 2] = IMM_MOVE_NONE;
    if (goes_wrong(context, TWICE)) moves[count - 1] = moves[0];
    if (goes_wrong(context, NO_SUCH_MOVE)) moves[count / 2] = NO_MOVE_AT_ALL;
    return count;
}

static void liar_make(void *context, void *position, imm_move move, void *undo) {
    liar_position *p = (liar_position *)position;
    if (fails(context)) p->broken = 1;
    memset(undo, 0, sizeof(toy_position));
    if (!p->broken) toy_make(context, position, move, undo);
}

static void liar_unmake(void *context, void *position, imm_move move, const void *undo) {
    liar_position *p = (liar_position *)position;
    if (fails(context)) p->broken = 1;
    if (!p->broken) toy_unmake(context, position, move, undo);
}

static imm_player liar_to_move(void *context, const void *position) {
    int failing = fails(context) || ((const liar_position *)position)->broken;
    if (failing && raise_fault(context, IMM_ERR_CALLBACK)) return IMM_FAILED;
    if (goes_wrong(context, IMPOSSIBLE) && raise_fault(context, IMM_ERR_INVALID_PLAYER)) return 2;
    imm_player player = toy_to_move(context, position);
    return goes_wrong(context, OTHERWISE) ? !player : player;
}

static imm_result liar_outcome(void *context, const void *position) {
    liar *l = (liar *)context;
    int failing = fails(context) || ((const liar_position *)position)->broken;
    l->outcomes++;
    if (failing && raise_fault(context, IMM_ERR_CALLBACK)) return IMM_FAILED;
    if (goes_wrong(context, IMPOSSIBLE) && raise_fault(context, IMM_ERR_INVALID_OUTCOME)) return -7;
    if (l->outcomes >= l->lies_from && l->outcomes < l->lies_to) return IMM_DRAW;
    if (goes_wrong(context, HIGH)) return IMM_FIRST_WINS;
    if (goes_wrong(context, LOW)) return IMM_SECOND_WINS;
    return toy_outcome(context, position);
}

static float liar_evaluate(void *context, const void *position) {
    if (fails(context) && raise_fault(context, IMM_ERR_NOT_A_NUMBER)) return NAN;
    if (goes_wrong(context, HIGH)) return INFINITY;
    if (goes_wrong(context, LOW)) return -1e30f;
    return toy_evaluate(context, position);
}

static imm_move liar_random_move(void *context, const void *position, uint32_t random) {
    if (fails(context) && raise_fault(context, IMM_ERR_INVALID_MOVE)) return IMM_MOVE_NONE;
    if (goes_wrong(context, NO_SUCH_MOVE)) return NO_MOVE_AT_ALL;
    return toy_random_move(context, position, random);
}

static uint32_t liar_weight(void *context, const void *position, imm_move move) {
    if (fails(context) && raise_fault(context, IMM_ERR_CALLBACK)) return (uint32_t)IMM_FAILED;
    if (goes_wrong(context, HIGH)) return UINT32_MAX;
    if (goes_wrong(context, LOW)) return 0;
    if (goes_wrong(context, OTHERWISE)) return IMM_WEIGHT_FORCED;
    return toy_weight(context, position, move);
}

static float liar_prior(void *context, const void *position, imm_move move) {
    if (fails(context) && raise_fault(context, IMM_ERR_NOT_A_NUMBER)) return NAN;
    if (goes_wrong(context, HIGH)) return INFINITY;
    if (goes_wrong(context, LOW)) return -INFINITY;
    return toy_prior(context, position, move);
}

static int32_t liar_order(void *context, const void *position, imm_move move) {
    if (fails(context) && raise_fault(context, IMM_ERR_CALLBACK)) return IMM_FAILED;
    if (goes_wrong(context, HIGH)) return INT32_MAX;
    if (goes_wrong(context, LOW)) return -INT32_MAX;
    return toy_order(context, position, move);
}

static int32_t liar_noisy(void *context, const void *position, imm_move move) {
    if (fails(context) && raise_fault(context, IMM_ERR_CALLBACK)) return IMM_FAILED;
    int32_t noisy = toy_noisy(context, position, move);
    return goes_wrong(context, OTHERWISE) ? !noisy : noisy;
}

/* hash() has no way to report a failure. */
static uint64_t liar_hash(void *context, const void *position) {
    (void)fails(context);
    if (goes_wrong(context, OTHERWISE)) return 0;
    return toy_hash(context, position);
}

static int32_t liar_pass(void *context, void *position) {
    if (fails(context) && raise_fault(context, IMM_ERR_CALLBACK)) return IMM_FAILED;
    return goes_wrong(context, OTHERWISE) ? 0 : toy_pass(context, position);
}

static int32_t liar_few_pieces(void *context, const void *position) {
    if (fails(context) && raise_fault(context, IMM_ERR_CALLBACK)) return IMM_FAILED;
    return toy_few_pieces(context, position) ^ goes_wrong(context, OTHERWISE);
}

static int32_t liar_transition(void *context, const void *position, imm_move move) {
    if (fails(context) && raise_fault(context, IMM_ERR_CALLBACK)) return IMM_FAILED;
    if (goes_wrong(context, HIGH)) return INT32_MAX;
    if (goes_wrong(context, LOW)) return -INT32_MAX;
    return toy_transition(context, position, move);
}

static int32_t liar_score(void *context, const void *position) {
    if (fails(context) && raise_fault(context, IMM_ERR_CALLBACK)) return IMM_FAILED;
    if (goes_wrong(context, HIGH)) return INT32_MAX;
    if (goes_wrong(context, LOW)) return -INT32_MAX;
    if (goes_wrong(context, OTHERWISE)) return 0;
    return toy_score(context, position);
}

static uint32_t liar_move_text(void *context, const void *position, imm_move move, char *text, size_t size) {
    (void)position, (void)size;
    if (fails(context) && raise_fault(context, IMM_ERR_CALLBACK)) return (uint32_t)IMM_FAILED;
    text[0] = (char)('0' + move), text[1] = '\0';
    return 1;
}

static imm_game liar_game(int draws) {
    imm_game game = game_of(sizeof(liar_position), TOY_MAX_MOVES, liar_initial, liar_legal_moves, liar_make,
                            liar_unmake, liar_to_move, liar_outcome);
    game.undo_size = sizeof(toy_position), game.max_plies = 9;
    game.context = &game_state;
    game.evaluate = liar_evaluate;
    game.weight = liar_weight;
    game.prior = liar_prior;
    game.order = liar_order;
    game.noisy = liar_noisy;
    game.hash = liar_hash;
    game.pass = liar_pass;
    game.few_pieces = liar_few_pieces;
    game.transition = liar_transition;
    game.move_text = liar_move_text;
    game.score = liar_score;
    game.max_score = TOY_MAX_MOVES;
    if (draws) game.random_move = liar_random_move;
    return game;
}

/* A player of the tests. `room` is the number of slots for a tree search, or of plies for
 * alpha-beta. */
typedef struct {
    const char *player;
    int room;  /* below 0: the player is not in this test */
    int draws; /* with random_move() */
} variant;

/* The players of tests/players.tsv, alternately with and without random_move(). */
static const variant variants[] = {
#define PLAYER(notation, hostile) {notation, hostile, __LINE__ % 2},
#include "players.h"
#undef PLAYER
};
enum { VARIANTS = sizeof variants / sizeof *variants };

static int is_alpha_beta(const variant *v) { return v->player[0] == 'a'; }

/* A clock that advances by one millisecond at each reading, so every run is the same. */
static uint32_t milliseconds(void *clock) { return ++*(uint32_t *)clock; }

static imm_config config_of(const variant *v) {
    static uint32_t now;
    imm_config config = imm_config_default();
    CHECK_EQ(imm_configure(&config, v->player), IMM_OK);
    config.seed = 3;
    config.now_ms = milliseconds, config.now_us = NULL, config.clock = &now;
    return config;
}

/* Returns the size of the first part of the block, which contains the state. The second part
 * contains the history. */
static size_t state_size(const variant *v) {
    imm_game game = liar_game(v->draws);
    imm_config config = config_of(v);
    size_t size = is_alpha_beta(v) ? 3 * imm_alpha_beta_memory(&game, (uint32_t)v->room)
                                   : imm_memory_required(&game, (size_t)v->room) + imm_leaf_memory(&config, &game);
    return (size + IMM_ALIGN - 1) / IMM_ALIGN * IMM_ALIGN;
}

enum { HISTORY = 512 };

static imm_state *open_liar(const variant *v, const imm_move *moves, int count, int searched) {
    imm_game game = liar_game(v->draws);
    imm_config config = config_of(v);
    imm_state *state = NULL;
    size_t size = state_size(v);
    memset(&game_state, 0, sizeof game_state);
    block = guarded_new(size + HISTORY);
    copy = (unsigned char *)malloc(2 * block.size);
    if (!copy) abort();
    CHECK_EQ(imm_init(block.memory, size, &game, &config, &state), IMM_OK);
    CHECK_EQ(imm_keep_history(state, block.memory + size, HISTORY), IMM_OK);
    for (int i = 0; i < count; i++) CHECK_EQ(imm_play(state, moves[i]), IMM_OK);
    if (searched) CHECK_EQ(imm_step(state, (uint32_t)searched), IMM_OK);
    return state;
}

static void close_liar(void) {
    free(copy);
    guarded_free(&block);
}

/* The two places in `copy`. One holds the block before a call, the other holds the block after the
 * call. */
enum { BEFORE, AFTER };
static void save(int place) { memcpy(copy + (size_t)place * block.size, block.memory, block.size); }
static void load(int place) { memcpy(block.memory, copy + (size_t)place * block.size, block.size); }

static void behave(void) { game_state.at = game_state.lies_from = game_state.lies_to = 0; }

/* Starts misbehaviour. The `at`th callback call from now on has the fault `kind`. outcome() wrongly
 * returns a draw in its calls from number `from` up to, but not including, number `to`. */
static void misbehave(fault_kind kind, long at, long from, long to) {
    game_state.kind = kind;
    game_state.calls = game_state.outcomes = 0;
    game_state.at = at, game_state.lies_from = from, game_state.lies_to = to;
    game_state.raised = IMM_OK;
    game_state.lied = 0;
}

#endif
