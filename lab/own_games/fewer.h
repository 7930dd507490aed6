/* Leaves out some callbacks of the games in c_examples, which have all callbacks. */
#include "imm.h"

IMM_EXPORT const imm_game *imm_plugin(void);

/* Returns the game without the callbacks that the build leaves out. */
static const imm_game *leave_out(imm_game whole) {
    static imm_game game;
    game = whole;
#ifdef NO_EVALUATE
    game.evaluate = NULL;
#endif
#ifdef NO_WEIGHT
    game.weight = NULL;
#endif
#ifdef NO_HASH
    game.hash = NULL;
#endif
#ifdef NO_ORDER
    game.order = NULL;
#endif
    return &game;
}
