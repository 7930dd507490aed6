#include "board.h"

/* Zephyr starts the board before main(). Here, the linker puts this function before main(). */
int __real_main(void);

int __wrap_main(void) {
    board_start();
    return __real_main();
}
