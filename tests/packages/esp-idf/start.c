#include "board.h"

void app_main(void);

int main(void) {
    board_start();
    app_main();
    return 0;
}
