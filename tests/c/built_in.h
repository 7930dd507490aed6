/* The built-in games, as the library lists them: a test that goes through them needs no list. */
#ifndef BUILT_IN_H
#define BUILT_IN_H

#include "check.h"

/* Returns the name of a game by its place; NULL behind the last. Games with other rules or on other
 * boards, which have an underscore in their names, are left out. */
static inline const char *built_in_name(unsigned index) {
    for (uint32_t i = 0;; i++) {
        const char *name = imm_game_name(i);
        if (!name || (!strchr(name, '_') && !index--)) return name;
    }
}

/* Returns a game by its place; NULL behind the last. */
static inline const imm_game *built_in(unsigned index) {
    static imm_game games[64];
    const char *name = built_in_name(index);
    if (!name || index >= sizeof games / sizeof *games) return NULL;
    if (!games[index].struct_size) CHECK_EQ(imm_game_by_name(name, &games[index], sizeof games[index]), IMM_OK);
    return &games[index];
}

#endif
