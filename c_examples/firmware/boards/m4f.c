/* A Cortex-M4F part with 512 KiB of flash and 64 KiB of RAM, on Arm's MPS2 board (AN386). */
#define CLOCK_HZ 25000000u
#include "cortex_m.h"

#define UART_DATA REGISTER(0x40004000)
#define UART_STATE REGISTER(0x40004004)
#define UART_CONTROL REGISTER(0x40004008)
#define UART_DIVISOR REGISTER(0x40004010)

#define WATCHDOG_LOAD REGISTER(0x40008000)
#define WATCHDOG_CONTROL REGISTER(0x40008008) /* 3: interrupt when it runs out, reset when it runs out again */
#define WATCHDOG_CLEAR REGISTER(0x4000800C)

void board_start(void) {
    UART_DIVISOR = 16;
    UART_CONTROL = 1;
    WATCHDOG_LOAD = CLOCK_HZ / 1000 * BOARD_WATCHDOG_MS;
    WATCHDOG_CONTROL = 3;
    start_clock();
}

void board_feed_watchdog(void) { WATCHDOG_CLEAR = 1; }

void board_print(const char *text) {
    for (; *text; text++) {
        while (UART_STATE & 1) continue;
        UART_DATA = (uint8_t)*text;
    }
}
