/* A custom game: tic-tac-toe, with an evaluation. Squares are 0 to 8, row by row. */
#ifndef TICTACTOE_H
#define TICTACTOE_H

#include "imm.h"

/* The size of a position in bytes. */
enum { TICTACTOE_POSITION_SIZE = 4 };

extern const imm_game tictactoe;

#endif
