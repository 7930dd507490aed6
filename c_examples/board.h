/* Finds built-in games by name, and draws their boards on a terminal. A board is drawn from the
 * text of imm_position_text(). */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdio.h>

#include "imm.h"

/* How a game's board is drawn. */
typedef struct {
    bool houses;         /* houses and stores, as in Kalah; otherwise squares */
    bool row_1_first;    /* row 1 is first in the text and drawn at the top, as in Othello */
    unsigned columns;    /* files, or houses of each side */
    unsigned rows;       /* ranks; 0 for houses */
    bool upwards;        /* pieces of the near side move up the drawn board */
    const char *letters; /* the letters of the first and second player's pieces; NULL for houses */
    const char *like;    /* an example of a move */
    const char *rules;   /* how the game is played and won, in a few lines */
    imm_player near;     /* the side drawn at the bottom */
    const char *name[2]; /* names of the first and second player, for their stores and cards */
} board;

/* The names of all games, for messages. board_choose() also accepts a name with another board size,
 * such as "kalah_4x3". */
#define BOARD_GAMES                                                                                                    \
    "breakthrough, breakthrough_6x6, loa, kalah, kalah_std, kalah_stays, kalah_std_4x3, oware, othello, onitama, "     \
    "onitama_7, einstein"

/* Sets up the game called `name`, and its board with the first player at the bottom. Returns false
 * if no game is called `name`. */
bool board_choose(board *b, imm_game *game, const char *name);

/* Draws a position. `last` is the text of the latest move, which `mover` made; "" if there is no
 * latest move. */
void board_draw(FILE *out, const board *b, const char *position, const char *last, imm_player mover);

#endif
