/* Every game with states, and states of them, for the tests that go through all. */
#ifndef ALL_GAMES_H
#define ALL_GAMES_H

#include "toy.h"

enum { GAMES = 8 };

static toy fair = {BEHAVE, 0, 0, 0, NULL, NULL};

static const imm_game *game_at(int index) {
    static imm_game board, own;
    board = imm_breakthrough_board(5, 6);
    own = toy_knows_all(&fair);
    const imm_game *games[GAMES] = {imm_breakthrough(), &board,        imm_kalah(),   imm_loa(),
                                    imm_oware(),        imm_othello(), imm_onitama(), &own};
    return games[index];
}

static imm_state *open_state(guarded *block, const imm_game *game, const char *spec, size_t size, uint64_t seed) {
    imm_config config = imm_config_default();
    imm_state *state = NULL;
    CHECK_EQ(imm_configure(&config, spec), IMM_OK);
    config.seed = seed;
    *block = guarded_new(size);
    CHECK_EQ(imm_init(block->memory, size, game, &config, &state), IMM_OK);
    return state;
}

#endif
