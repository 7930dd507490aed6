/* A game whose position is one number that counts down. -DMISTAKE=N selects a mistake. 0 is no
 * mistake. 20 and 21 select an older or newer version of imm_game instead of a mistake. */
#include <stddef.h>

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
    if (MISTAKE == 22) return IMM_CHANCE;
    return MISTAKE == 10 ? 7 : *(const unsigned char *)position % 2;
}

static imm_result outcome(void *context, const void *position) {
    (void)context;
    return *(const unsigned char *)position ? IMM_ONGOING : IMM_DRAW;
}

static uint32_t chance(void *context, const void *position, imm_move move) {
    return (void)context, (void)position, (void)move, 0;
}

static int32_t score(void *context, const void *position) { return (void)context, (void)position, 1; }

/* The struct imm_game of a newer header, with one more field. */
typedef struct {
    imm_game game;
    uint64_t newer;
} newer_game;

enum { OLDER = offsetof(imm_game, max_score) }; /* the end of imm_game in the first version */

static const char no_builtin;

static const newer_game newer = {
    .game =
        {
            .struct_size = MISTAKE == 3                     ? 8
                           : MISTAKE == 17 || MISTAKE == 21 ? sizeof(newer_game)
                           : MISTAKE == 18                  ? sizeof(newer_game) + 256
                           : MISTAKE == 20                  ? OLDER
                                                            : sizeof(imm_game),
            .position_size = MISTAKE == 4 ? 0 : 1,
            .max_moves = MISTAKE == 5 ? 65536 : 1,
            .initial = MISTAKE == 6 ? NULL : initial,
            .legal_moves = MISTAKE == 7 ? NULL : legal_moves,
            .make = MISTAKE == 12 ? NULL : make,
            .unmake = MISTAKE == 13 ? NULL : unmake,
            .to_move = MISTAKE == 14 ? NULL : to_move,
            .outcome = MISTAKE == 8 ? NULL : outcome,
            .builtin = MISTAKE == 15 ? (const imm_builtin *)(const void *)&no_builtin : NULL,
            .score = MISTAKE == 16 || MISTAKE == 20 ? score : NULL, /* 20: after the struct */
            .chance = MISTAKE == 22 ? chance : NULL,
        },
    .newer = MISTAKE == 17};

#if MISTAKE == 1
int something_else(void);
int something_else(void) { return (int)newer.game.struct_size; }
#else
IMM_EXPORT const imm_game *imm_plugin(void);
const imm_game *imm_plugin(void) {
    if (MISTAKE == 19) return (const imm_game *)(const void *)((const char *)&newer.game + 1);
    return MISTAKE == 2 ? NULL : &newer.game;
}
#endif
