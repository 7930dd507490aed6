#include "board.h"

/* Zephyr starts the board before it calls main(). In this test the linker replaces calls of main()
 * by calls of this function. */
int __real_main(void);

int __wrap_main(void) {
    board_start();
    return __real_main();
}
