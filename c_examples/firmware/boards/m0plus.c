/* A Cortex-M0 part with 128 KiB of flash and 16 KiB of RAM: an nRF51, as on the first micro:bit. */
#define CLOCK_HZ 16000000u
#include "cortex_m.h"

#define UART_START REGISTER(0x40002008)
#define UART_SENT REGISTER(0x4000211C)
#define UART_ENABLE REGISTER(0x40002500)
#define UART_SEND REGISTER(0x4000251C)

#define WATCHDOG_START REGISTER(0x40010000)
#define WATCHDOG_PERIOD REGISTER(0x40010504) /* of 32768 Hz */
#define WATCHDOG_RELOAD REGISTER(0x40010600)

void board_start(void) {
    UART_ENABLE = 4;
    UART_START = 1;
    WATCHDOG_PERIOD = 32768u * BOARD_WATCHDOG_MS / 1000;
    WATCHDOG_START = 1;
    start_clock();
}

void board_feed_watchdog(void) { WATCHDOG_RELOAD = 0x6E524635; }

void board_print(const char *text) {
    for (; *text; text++) {
        UART_SENT = 0;
        UART_SEND = (uint8_t)*text;
        while (!UART_SENT) continue;
    }
}
