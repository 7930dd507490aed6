#include "board.h"

/* Zephyr starts the board before it calls main(). In this test, the linker replaces each call of
 * main() with a call of __wrap_main(), which starts the board first. */
int __real_main(void);

int __wrap_main(void) {
    board_start();
    return __real_main();
}
