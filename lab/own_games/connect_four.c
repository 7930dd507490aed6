/* Connect Four: c_examples/connect_four.c, with the optional callbacks that the build asks for. Its
 * net is left out. */
#define CONNECT_FOUR_GAME_ONLY
#define imm_plugin whole_game
#include "../../c_examples/connect_four.c"
#undef imm_plugin
#include "fewer.h"

const imm_game *imm_plugin(void) {
    imm_game game = *whole_game();
    game.features = NULL, game.feature_count = 0;
    return leave_out(game);
}
