/* A game of your own: tic-tac-toe, with an evaluation. Squares are 0 to 8, row by row. */
#ifndef TICTACTOE_H
#define TICTACTOE_H

#include "imm.h"

/* Bytes of a position. */
enum { TICTACTOE_POSITION_SIZE = 4 };

extern const imm_game tictactoe;

#endif
