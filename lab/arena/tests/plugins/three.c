/* A game for three players as a shared library. There are ten stones. In turn, each player takes
 * one or two stones. The player who takes the last stone wins. */
#include "imm.h"

typedef struct {
    int32_t left, moves;
} heap;

static void initial(void *context, void *position) {
    (void)context;
    ((heap *)position)->left = 10;
}

static uint32_t legal_moves(void *context, const void *position, imm_move *moves) {
    (void)context;
    moves[0] = 1;
    if (((const heap *)position)->left == 1) return 1;
    moves[1] = 2;
    return 2;
}

static void take(heap *h, int32_t stones, int32_t moves) { h->left -= stones, h->moves += moves; }

static void make(void *context, void *position, imm_move move, void *undo) {
    (void)context, (void)undo;
    take(position, (int32_t)move, 1);
}

static void unmake(void *context, void *position, imm_move move, const void *undo) {
    (void)context, (void)undo;
    take(position, -(int32_t)move, -1);
}

static imm_player to_move(void *context, const void *position) {
    (void)context;
    return ((const heap *)position)->moves % 3;
}

static imm_result outcome(void *context, const void *position) {
    (void)context;
    return ((const heap *)position)->left ? IMM_ONGOING : IMM_OVER;
}

static float returns(void *context, const void *position, imm_player player) {
    (void)context;
    return player == (((const heap *)position)->moves - 1) % 3 ? 1.0f : -0.5f;
}

static const imm_game game = {.struct_size = sizeof game,
                              .position_size = sizeof(heap),
                              .max_moves = 2,
                              .max_plies = 10,
                              .initial = initial,
                              .legal_moves = legal_moves,
                              .make = make,
                              .unmake = unmake,
                              .to_move = to_move,
                              .outcome = outcome,
                              .players = 3,
                              .returns = returns};

IMM_EXPORT const imm_game *imm_plugin(void) { return &game; }
