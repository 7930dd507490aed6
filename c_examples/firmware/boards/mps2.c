/* Arm's MPS2 board with a Cortex-M3 (AN385), M4 (AN386) or M33 (AN505). The program is limited to
 * 512 KiB of flash and 64 KiB of RAM, as on a small microcontroller. */
#ifdef __ARM_FEATURE_CMSE
#define CLOCK_HZ 20000000u
#define UART 0x50200000 /* secure addresses: the program does not leave the secure state */
#define WATCHDOG 0x50081000
#define RECEIVE_INTERRUPT 32
#else
#define CLOCK_HZ 25000000u
#define UART 0x40004000
#define WATCHDOG 0x40008000
#define RECEIVE_INTERRUPT 0
#endif
#include "cortex_m.h"

#define UART_DATA REGISTER(UART)
#define UART_STATE REGISTER(UART + 0x04)
#define UART_CONTROL REGISTER(UART + 0x08)
#define UART_INTERRUPT REGISTER(UART + 0x0C) /* 2: a byte was received; a write clears it */
#define UART_DIVISOR REGISTER(UART + 0x10)

#define WATCHDOG_LOAD REGISTER(WATCHDOG)
#define WATCHDOG_CONTROL REGISTER(WATCHDOG + 0x08) /* 3: interrupt at the first timeout, reset at the second */
#define WATCHDOG_CLEAR REGISTER(WATCHDOG + 0x0C)

void board_start(void) {
    UART_DIVISOR = 16;
    UART_CONTROL = 1;
    WATCHDOG_LOAD = CLOCK_HZ / 1000 * BOARD_WATCHDOG_MS;
    WATCHDOG_CONTROL = 3;
#ifdef BOARD_RECEIVES
    UART_CONTROL = 1 | 2 | 8; /* sends, receives, and interrupts at each byte */
    ENABLE_INTERRUPTS(RECEIVE_INTERRUPT / 32) = 1u << RECEIVE_INTERRUPT % 32;
#endif
    start_clock();
}

#ifdef BOARD_RECEIVES
static volatile uint8_t received[BOARD_RECEIVES];
static volatile uint32_t receive_count, read_count; /* of all bytes so far */

/* The serial port holds only one byte, so each byte is moved to a buffer. If the buffer is full,
 * the byte is lost. */
static void on_receive(void) {
    UART_INTERRUPT = 2;
    while (UART_STATE & 2) {
        uint8_t byte = (uint8_t)UART_DATA;
        if (receive_count - read_count < BOARD_RECEIVES) received[receive_count++ % BOARD_RECEIVES] = byte;
    }
}

int board_read(void) {
    if (read_count == receive_count) return -1;
    uint8_t byte = received[read_count % BOARD_RECEIVES];
    read_count = read_count + 1; /* only now, because it frees the place of the byte */
    return byte;
}
#endif

void board_feed_watchdog(void) { WATCHDOG_CLEAR = 1; }

void board_print(const char *text) {
    for (; *text; text++) {
        while (UART_STATE & 1) continue;
        UART_DATA = (uint8_t)*text;
    }
}
