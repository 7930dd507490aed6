/* Every game with states, and states of them, for the tests that go through all. */
#ifndef ALL_GAMES_H
#define ALL_GAMES_H

#include "opened.h"
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

#endif
