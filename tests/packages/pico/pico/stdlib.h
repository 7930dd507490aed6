/* The part of the Pico SDK that the example uses. */
#include "board.h"

static inline void stdio_init_all(void) { board_start(); }
