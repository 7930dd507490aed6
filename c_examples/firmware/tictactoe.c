#include "tictactoe.h"

#include <string.h>

typedef struct {
    uint16_t stones[2]; /* one bit for each square; their number determines the player to move */
} position;

_Static_assert(sizeof(position) == TICTACTOE_POSITION_SIZE, "the header says how much memory a position takes");

enum { ALL = 0777 };

static const uint16_t lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

static int count(unsigned squares) {
    int ones = 0;
    for (; squares; squares &= squares - 1) ones++;
    return ones;
}

static int has_line(unsigned stones) {
    for (int i = 0; i < 8; i++)
        if ((stones & lines[i]) == lines[i]) return 1;
    return 0;
}

static unsigned occupied(const position *p) { return p->stones[0] | p->stones[1]; }

static void initial(void *context, void *state) {
    (void)context;
    memset(state, 0, sizeof(position));
}

static imm_player to_move(void *context, const void *state) {
    (void)context;
    return count(occupied(state)) % 2 ? IMM_SECOND : IMM_FIRST;
}

static imm_result outcome(void *context, const void *state) {
    const position *p = state;
    (void)context;
    if (has_line(p->stones[0])) return IMM_FIRST_WINS;
    if (has_line(p->stones[1])) return IMM_SECOND_WINS;
    return occupied(p) == ALL ? IMM_DRAW : IMM_ONGOING;
}

static uint32_t legal_moves(void *context, const void *state, imm_move *moves) {
    uint32_t length = 0;
    (void)context;
    for (imm_move square = 0; square < 9; square++)
        if (!(occupied(state) >> square & 1)) moves[length++] = square;
    return length;
}

static void make(void *context, void *state, imm_move move, void *undo) {
    position *p = state;
    (void)undo;
    p->stones[to_move(context, p)] |= (uint16_t)(1u << move);
}

static void unmake(void *context, void *state, imm_move move, const void *undo) {
    position *p = state;
    (void)context, (void)undo;
    p->stones[0] &= (uint16_t) ~(1u << move);
    p->stones[1] &= (uint16_t) ~(1u << move);
}

/* Returns the number of lines that only the first player can still complete, minus the number of
 * lines that only the second player can still complete, divided by 8. */
static float evaluate(void *context, const void *state) {
    const position *p = state;
    int difference = 0;
    (void)context;
    for (int i = 0; i < 8; i++) difference += !(p->stones[1] & lines[i]) - !(p->stones[0] & lines[i]);
    return (float)difference / 8;
}

const imm_game tictactoe = {
    .struct_size = sizeof(imm_game),
    .position_size = sizeof(position),
    .max_moves = 9,
    .max_plies = 9,
    .initial = initial,
    .to_move = to_move,
    .outcome = outcome,
    .legal_moves = legal_moves,
    .make = make,
    .unmake = unmake,
    .evaluate = evaluate,
};
