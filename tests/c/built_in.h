/* Lists the built-in games that the library has, so that tests need no list of their own. */
#ifndef BUILT_IN_H
#define BUILT_IN_H

#include "check.h"

/* Returns the name of the built-in game with this index, or NULL after the last game. Leaves out
 * games with other rules or boards: their names contain an underscore. Also leaves out the game
 * that begins with a chance event, because a search cannot start there. chance.c and games.c test
 * this game. */
static inline const char *built_in_name(unsigned index) {
    for (uint32_t i = 0;; i++) {
        const char *name = imm_game_name(i);
        int left_out = name && (strchr(name, '_') || strcmp(name, "einstein") == 0);
        if (!name || (!left_out && !index--)) return name;
    }
}

/* Returns the built-in game with this index, or NULL after the last game. */
static inline const imm_game *built_in(unsigned index) {
    static imm_game games[64];
    const char *name = built_in_name(index);
    if (!name || index >= sizeof games / sizeof *games) return NULL;
    if (!games[index].struct_size) CHECK_EQ(imm_game_by_name(name, &games[index], sizeof games[index]), IMM_OK);
    return &games[index];
}

#endif
