/* Kalah with 6 houses and 4 seeds, as a C programmer would write it: an array and a loop. The
 * capture rule is the rule of imm's `kalah`: a player also captures if the opposite house is
 * empty. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "imm.h"

enum { MOVES_MAX = 6, PLIES_MAX = 250 };

/* The first player has the houses 0 to 5 and the store 6. The second player has the houses 7 to 12
 * and the store 13. */
typedef struct {
    uint8_t seeds[14];
    uint8_t is_second, is_over;
} board;

static bool second_to_move(const board *b) { return b->is_second; }

static bool result(const board *b, int *value) {
    *value = (b->seeds[6] > b->seeds[13]) - (b->seeds[6] < b->seeds[13]);
    return b->is_over;
}

static uint32_t list(const board *b, uint8_t *moves) {
    const uint8_t *houses = b->seeds + (b->is_second ? 7 : 0);
    uint32_t count = 0;
    for (uint8_t house = 0; house < 6; house++)
        if (houses[house]) moves[count++] = house;
    return count;
}

static void end_if_a_side_is_empty(board *b) {
    uint32_t first = 0, second = 0;
    for (int house = 0; house < 6; house++) first += b->seeds[house], second += b->seeds[7 + house];
    if (first && second) return;
    b->seeds[6] += (uint8_t)first, b->seeds[13] += (uint8_t)second;
    for (int house = 0; house < 6; house++) b->seeds[house] = b->seeds[7 + house] = 0;
    b->is_over = 1;
}

static void play(board *b, uint32_t move) {
    uint32_t own = b->is_second ? 7 : 0, store = own + 6, other_store = 19 - store;
    uint32_t at = own + move, count = b->seeds[at];
    b->seeds[at] = 0;
    while (count--) {
        if (++at == 14) at = 0;
        if (at == other_store && ++at == 14) at = 0;
        b->seeds[at]++;
    }
    if (at != store) {
        if (at / 7 == b->is_second && b->seeds[at] == 1) {
            b->seeds[store] += (uint8_t)(b->seeds[12 - at] + 1);
            b->seeds[at] = b->seeds[12 - at] = 0;
        }
        b->is_second ^= 1;
    }
    end_if_a_side_is_empty(b);
}

static uint32_t random_legal(const board *b, uint32_t random) {
    uint8_t moves[MOVES_MAX];
    uint32_t count = list(b, moves);
    return moves[(uint64_t)random * count >> 32];
}

/* Kalah as a custom game for imm. */

static void initial(void *context, void *position) {
    board *b = position;
    (void)context;
    memset(b, 0, sizeof *b);
    for (int house = 0; house < 6; house++) b->seeds[house] = b->seeds[7 + house] = 4;
}

static uint32_t legal_moves(void *context, const void *position, imm_move *moves) {
    uint8_t houses[MOVES_MAX];
    uint32_t count = list(position, houses);
    (void)context;
    for (uint32_t i = 0; i < count; i++) moves[i] = houses[i];
    return count;
}

static void make(void *context, void *position, imm_move move, void *undo) {
    (void)context;
    memcpy(undo, position, sizeof(board));
    play(position, move);
}

static void unmake(void *context, void *position, imm_move move, const void *undo) {
    (void)context, (void)move;
    memcpy(position, undo, sizeof(board));
}

static imm_player to_move(void *context, const void *position) {
    (void)context;
    return second_to_move(position) ? IMM_SECOND : IMM_FIRST;
}

static imm_result outcome(void *context, const void *position) {
    int value;
    (void)context;
    if (!result(position, &value)) return IMM_ONGOING;
    return value > 0 ? IMM_FIRST_WINS : value < 0 ? IMM_SECOND_WINS : IMM_DRAW;
}

static imm_move random_move(void *context, const void *position, uint32_t random) {
    (void)context;
    return random_legal(position, random);
}

static const imm_game own_game = {
    .struct_size = sizeof(imm_game),
    .position_size = sizeof(board),
    .undo_size = sizeof(board),
    .max_moves = MOVES_MAX,
    .max_plies = 2400,
    .initial = initial,
    .legal_moves = legal_moves,
    .make = make,
    .unmake = unmake,
    .to_move = to_move,
    .outcome = outcome,
    .random_move = random_move,
};
