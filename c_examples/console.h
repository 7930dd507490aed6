/* A terminal program for your game. Each player is either a person, who types moves, or a player of
 * imm.
 *
 * Fill in a `console` and let main() return console_run(). The examples connect_four.c,
 * dots_and_boxes.c, hex.c, backgammon.c and chinese_checkers.c (up to six players) do this. Compile
 * console.c together with your game:
 *
 *     cc -Iinclude my_game.c console.c libimm.a -o my_game
 *
 * The code is C99 and allocates no memory. */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "imm.h"

typedef struct {
    const char *name;      /* the program, for its usage text */
    const imm_game *game;  /* the rules */
    const char *marks;     /* one letter for each player, the first player's first: "xo" */
    const char *move_help; /* what a person types as a move: "a free square, like a1" */
    const char *player;    /* imm's player without --second, --third ..., in imm's notation */
    const char *example;   /* another player that suits the game, for the usage text */

    /* Draws the position: once at the start, then once after each move. */
    void (*draw)(const void *position);

    /* Optional. `word` is the word on the command line that names a board. Sets up this board, and
     * changes `game` to its rules. False if the board does not exist. */
    bool (*choose_board)(const char *word);
    const char *board;  /* with choose_board(): its word in the usage text, "SIZE" */
    const char *boards; /* with choose_board(): the words that it accepts, "3 to 11" */
} console;

/* The size in bytes of a block of memory in which each player of imm has a tree of `slots` nodes.
 * The other three arguments are the fields `max_moves`, `position_size` and `undo_size` of the
 * game, for its largest board. */
#define CONSOLE_MEMORY_SIZE(slots, max_moves, position_size, undo_size)                                                \
    CONSOLE_MEMORY_SIZE_FOR(2, slots, max_moves, position_size, undo_size)

/* CONSOLE_MEMORY_SIZE() for another number of players, 1 to IMM_PLAYERS_MAX. */
#define CONSOLE_MEMORY_SIZE_FOR(players, slots, max_moves, position_size, undo_size)                                   \
    ((players)*IMM_MEMORY_SIZE(slots, max_moves, position_size, undo_size) +                                           \
     IMM_MEMORY_SIZE(0, max_moves, position_size, undo_size) + (position_size) + ((players) + 3) * IMM_ALIGN)

/* Plays one game with the options of the command line. The program rolls the dice of a game with
 * chance events. Without --first, the first player is a
 * person. `memory` is the memory for imm, of any alignment. Suggested `size`:
 * CONSOLE_MEMORY_SIZE(). More memory makes a player stronger if it also has more time. Returns the
 * exit status of the program:
 *
 *     0   the game is over, a person has quit, or imm could not move
 *     1   a move failed
 *     2   an option, a player or the memory is wrong; stderr has the reason */
int console_run(void *memory, size_t size, const console *c, int argc, char **argv);

/* Reads a decimal number from 0 to `max`. False if `text` is anything else. */
bool console_read_number(const char *text, uint64_t max, uint64_t *number);

/* Reads one line from stdin, and removes the blanks at both ends of the line. The part of a line
 * that does not fit into `size` bytes is skipped. False at the end of the input. */
bool console_read_line(char *line, int size);

#endif
