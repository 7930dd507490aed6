/* For the examples of c_examples, which have all callbacks: leaves out some of them. */
#include "imm.h"

IMM_EXPORT const imm_game *imm_plugin(void);

static void leave_out(imm_game *game) {
    (void)game;
#ifdef NO_EVALUATE
    game->evaluate = NULL;
#endif
#ifdef NO_WEIGHT
    game->weight = NULL;
#endif
#ifdef NO_HASH
    game->hash = NULL;
#endif
#ifdef NO_ORDER
    game->order = NULL;
#endif
}
