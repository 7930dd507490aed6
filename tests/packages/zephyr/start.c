#include "board.h"

/* Zephyr starts the board before main(): so does the linker here, which puts this before it. */
int __real_main(void);

int __wrap_main(void) {
    board_start();
    return __real_main();
}
