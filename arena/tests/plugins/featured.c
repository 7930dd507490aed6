/* Connect Four of the C examples, and what a net sees of it: 1 for a stone of the mover's on a
 * square, 2 for one of the opponent's. */
#define CONNECT_FOUR_GAME_ONLY
#define imm_plugin plain_plugin
#include "../../../c_examples/connect_four.c"
#undef imm_plugin

static int32_t see(void *context, const void *at, uint8_t *features) {
    const position *p = (const position *)at;
    (void)context;
    for (unsigned square = 0; square < 49; square++) {
        if (p->stones[p->plies % 2] >> square & 1) features[square] = 1;
        if (p->stones[1 - p->plies % 2] >> square & 1) features[square] = 2;
    }
    return 0;
}

IMM_EXPORT const imm_game *imm_plugin(void);
const imm_game *imm_plugin(void) {
    static imm_game game;
    game = *plain_plugin();
    game.feature_count = 49;
    game.features = see;
    return &game;
}
