/* A game of one number that counts down, with one thing wrong: -DMISTAKE=N says which; 0:
 * nothing. */
#include "imm.h"

static void initial(void *context, void *position) { (void)context, *(unsigned char *)position = 3; }

static uint32_t legal_moves(void *context, const void *position, imm_move *moves) {
    (void)context, (void)position;
    moves[0] = 1;
    return MISTAKE == 9 ? 0 : 1;
}

static void make(void *context, void *position, imm_move move, void *undo) {
    (void)context, (void)undo;
    *(unsigned char *)position -= (unsigned char)move;
}

static void unmake(void *context, void *position, imm_move move, const void *undo) {
    (void)context, (void)undo;
    *(unsigned char *)position += (unsigned char)(move + (MISTAKE == 11));
}

static imm_player to_move(void *context, const void *position) {
    (void)context;
    return MISTAKE == 10 ? 7 : *(const unsigned char *)position % 2;
}

static imm_result outcome(void *context, const void *position) {
    (void)context;
    return *(const unsigned char *)position ? IMM_ONGOING : IMM_DRAW;
}

static const imm_game game = {
    .struct_size = MISTAKE == 3 ? 8 : sizeof(imm_game),
    .position_size = MISTAKE == 4 ? 0 : 1,
    .max_moves = MISTAKE == 5 ? 65536 : 1,
    .initial = MISTAKE == 6 ? NULL : initial,
    .legal_moves = MISTAKE == 7 ? NULL : legal_moves,
    .make = make,
    .unmake = unmake,
    .to_move = to_move,
    .outcome = MISTAKE == 8 ? NULL : outcome,
};

#if MISTAKE == 1
int something_else(void);
int something_else(void) { return (int)sizeof game; }
#else
IMM_EXPORT const imm_game *imm_plugin(void);
const imm_game *imm_plugin(void) { return MISTAKE == 2 ? NULL : &game; }
#endif
