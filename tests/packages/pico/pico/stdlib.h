/* As much of the Pico SDK as the example uses. */
#include "board.h"

static inline void stdio_init_all(void) { board_start(); }
