/* Tic-tac-toe that terminates or hangs the program that runs it. -DFAULT=N selects the function
 * that fails; 0 is no fault. Moves are written as a to i. */
#include <stdio.h>
#include <stdlib.h>

#include "../../../../c_examples/firmware/tictactoe.c"

static volatile int yes = 1;

/* Reads from the address NULL, which crashes the program. */
static void crash(void) {
    const volatile int *volatile nowhere = NULL;
    (void)*nowhere;
}

/* Crashes only if the file MARKER does not exist. Creates the file before the crash, so that later
 * calls do not crash. */
static void crash_once(void) {
#ifdef MARKER
    FILE *file = fopen(MARKER, "r");
    const int was_there = file != NULL;
    if (!was_there) file = fopen(MARKER, "w");
    if (file) fclose(file);
    if (!was_there) crash();
#endif
}

static int made(const void *state) { return count(occupied(state)); }

static void faulty_initial(void *context, void *state) {
    initial(context, state);
    if (FAULT == 6) crash();
}

static uint32_t faulty_legal_moves(void *context, const void *state, imm_move *moves) {
    if (FAULT == 1 && made(state) == 2) crash();
    if (FAULT == 9 && made(state) == 2) crash_once();
    return legal_moves(context, state, moves);
}

static void faulty_unmake(void *context, void *state, imm_move move, const void *undo) {
    if (FAULT == 8 && made(state) == 3) crash();
    unmake(context, state, move, undo);
}

static imm_result faulty_outcome(void *context, const void *state) {
    while (FAULT == 2 && made(state) == 2 && yes) continue;
    return outcome(context, state);
}

static float faulty_evaluate(void *context, const void *state) {
    if (FAULT == 4) exit(3);
    return evaluate(context, state);
}

static imm_result features(void *context, const void *state, uint8_t *features) {
    (void)context;
    if (FAULT == 3) abort();
    features[0] = (uint8_t)made(state);
    return 0;
}

static uint32_t move_text(void *context, const void *state, imm_move move, char *text, size_t size) {
    (void)context;
    if (FAULT == 5 && made(state) == 1) crash();
    return (uint32_t)snprintf(text, size, "%c", (int)('a' + move));
}

IMM_EXPORT const imm_game *imm_plugin(void);
const imm_game *imm_plugin(void) {
    static imm_game game;
    if (FAULT == 7) crash();
    game = tictactoe;
    game.initial = faulty_initial, game.legal_moves = faulty_legal_moves, game.unmake = faulty_unmake;
    game.outcome = faulty_outcome, game.evaluate = faulty_evaluate;
    game.feature_count = 1, game.features = features, game.move_text = move_text;
    return &game;
}
