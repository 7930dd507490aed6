/* The functions of the Pico SDK that the example calls. */
#include "board.h"

static inline void stdio_init_all(void) { board_start(); }
