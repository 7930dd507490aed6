/* Dots and Boxes, 4 x 4 boxes: c_examples/dots_and_boxes.c, with the optional callbacks that the
 * build asks for. */
#define DOTS_AND_BOXES_GAME_ONLY
#define imm_plugin whole_game
#include "../../c_examples/dots_and_boxes.c"
#undef imm_plugin
#include "fewer.h"

const imm_game *imm_plugin(void) {
    static imm_game game;
    game = *whole_game();
    leave_out(&game);
    return &game;
}
