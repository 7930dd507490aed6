/* Dots and Boxes, 4 x 4 boxes: c_examples/dots_and_boxes.c, with the optional callbacks that the
 * build asks for. */
#define DOTS_AND_BOXES_GAME_ONLY
#define imm_plugin whole_game
#include "../../c_examples/dots_and_boxes.c"
#undef imm_plugin
#include "fewer.h"

const imm_game *imm_plugin(void) { return leave_out(*whole_game()); }
