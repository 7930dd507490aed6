/* The built-in games by their names, and their boards on a terminal, drawn from what
 * imm_position_text() writes. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdio.h>

#include "imm.h"

/* How the board lies in front of the person who looks at it. */
typedef struct {
    bool houses;         /* houses and stores, as in Kalah; else a board of squares */
    bool row_1_first;    /* the text begins with row 1, and that is drawn at the top, as in Othello */
    unsigned columns;    /* files, or houses a side */
    unsigned rows;       /* ranks; none where there are houses */
    bool upwards;        /* men of the near side move up the board, as it is drawn */
    const char *men;     /* the letters of the first and of the second player's men; NULL where there are houses */
    const char *like;    /* what a move looks like */
    const char *rules;   /* how the game is played and won, in a few lines */
    imm_player near;     /* whose side is drawn at the bottom */
    const char *name[2]; /* of the first and of the second player, for their stores and cards */
} board;

/* The names that board_choose() knows; numbers may differ. */
#define BOARD_GAMES                                                                                                    \
    "breakthrough, breakthrough_6x6, loa, kalah, kalah_std, kalah_stays, kalah_std_4x3, oware, othello, onitama, "     \
    "onitama_7"

/* The game of this name, and its board, near the first player. False where there is no such
 * name. */
bool board_choose(board *b, imm_game *game, const char *name);

/* Draws a position. `last` is the latest move as text, made by `mover`; "" for none. */
void board_draw(FILE *out, const board *b, const char *position, const char *last, imm_player mover);

#endif
