/* A game that ends or hangs the program that runs it: -DFAULT=N says where, 0: nowhere. A heap of
 * six matches; a move takes one (0, "a") or two (1, "b") of them. */
#include <stdio.h>
#include <stdlib.h>

#include "imm.h"

typedef struct {
    int left, mover, made;
} heap;

static volatile int yes = 1;

/* Reads memory that is not there. */
static void crash(void) {
    const volatile int *volatile nowhere = NULL;
    (void)*nowhere;
}

/* Crashes unless it has crashed before: then the file is there. */
static void crash_once(void) {
#ifdef MARKER
    FILE *file = fopen(MARKER, "r");
    const int was_there = file != NULL;
    if (!was_there) file = fopen(MARKER, "w");
    if (file) fclose(file);
    if (!was_there) crash();
#endif
}

static void initial(void *context, void *position) {
    const heap start = {6, IMM_FIRST, 0};
    (void)context, *(heap *)position = start;
    if (FAULT == 6) crash();
}

static uint32_t legal_moves(void *context, const void *position, imm_move *moves) {
    const heap *here = position;
    (void)context;
    if (FAULT == 1 && here->made == 2) crash();
    if (FAULT == 9 && here->made == 2) crash_once();
    moves[0] = 0, moves[1] = 1;
    return here->left == 1 ? 1 : 2;
}

static void make(void *context, void *position, imm_move move, void *undo) {
    heap *here = position;
    (void)context, (void)undo;
    here->left -= (int)move + 1;
    here->mover = !here->mover;
    here->made++;
}

static void unmake(void *context, void *position, imm_move move, const void *undo) {
    heap *here = position;
    (void)context, (void)undo;
    if (FAULT == 8 && here->made == 3) crash();
    here->left += (int)move + 1;
    here->mover = !here->mover;
    here->made--;
}

static imm_player to_move(void *context, const void *position) {
    (void)context;
    return ((const heap *)position)->mover;
}

static imm_result outcome(void *context, const void *position) {
    const heap *here = position;
    (void)context;
    while (FAULT == 2 && here->made == 2 && yes) continue;
    return here->left ? IMM_ONGOING : here->mover == IMM_FIRST ? IMM_SECOND_WINS : IMM_FIRST_WINS;
}

static float evaluate(void *context, const void *position) {
    (void)context, (void)position;
    if (FAULT == 4) exit(3);
    return 0.0f;
}

static imm_result features(void *context, const void *position, uint8_t *features) {
    (void)context;
    if (FAULT == 3) abort();
    features[0] = (uint8_t)((const heap *)position)->left;
    return 0;
}

static uint32_t move_text(void *context, const void *position, imm_move move, char *text, size_t size) {
    (void)context;
    if (FAULT == 5 && ((const heap *)position)->made == 1) crash();
    return (uint32_t)snprintf(text, size, "%c", move ? 'b' : 'a');
}

static const imm_game game = {
    .struct_size = sizeof game,
    .position_size = sizeof(heap),
    .max_moves = 2,
    .feature_count = 1,
    .initial = initial,
    .legal_moves = legal_moves,
    .make = make,
    .unmake = unmake,
    .to_move = to_move,
    .outcome = outcome,
    .evaluate = evaluate,
    .features = features,
    .move_text = move_text,
};

IMM_EXPORT const imm_game *imm_plugin(void);
const imm_game *imm_plugin(void) {
    if (FAULT == 7) crash();
    return &game;
}
