/* Lists all games, for tests that run every game. */
#ifndef ALL_GAMES_H
#define ALL_GAMES_H

#include "built_in.h"
#include "toy.h"

static toy fair = {BEHAVE, 0, 0, 0, NULL, NULL};

/* Returns the game with this index: a custom game, two boards of unusual size, then the built-in
 * games. Returns NULL after the last game. */
static inline const imm_game *game_at(unsigned index) {
    enum { OWN, BOARD, HOUSES, OTHERS };
    static imm_game others[OTHERS];
    if (!others[OWN].struct_size) {
        others[OWN] = toy_knows_all(&fair);
        others[BOARD] = imm_breakthrough_board(5, 6);
        others[HOUSES] = imm_kalah_board(4, 3, IMM_CAPTURE_STAYS);
    }
    return index < OTHERS ? &others[index] : built_in(index - OTHERS);
}

/* True for the custom game. */
static inline int is_own(const imm_game *game) { return game == game_at(0); }

#endif
