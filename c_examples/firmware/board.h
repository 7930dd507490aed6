/* What the example programs need from a board. boards/ has it for some boards: replace a file there
 * by one for your own part. */
#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>
#include <stdint.h>

/* Starts the clock, the tick interrupt, the serial port and the watchdog. Call it first. */
void board_start(void);

/* Returns milliseconds since the start, wrapping around after 2^32: a clock for imm_config. Ignores
 * `clock`. */
uint32_t board_now_ms(void *clock);

/* Returns nanoseconds since the start. In an emulator that executes one instruction per nanosecond,
 * this counts instructions. */
uint64_t board_now_ns(void);

/* The watchdog resets the board unless it is fed at least once in BOARD_WATCHDOG_MS. */
#ifndef BOARD_WATCHDOG_MS
#define BOARD_WATCHDOG_MS 1000
#endif
void board_feed_watchdog(void);

/* Called from the tick interrupt once a millisecond. The program defines it. */
void board_on_tick(uint32_t now_ms);

/* Writes text to the serial port. */
void board_print(const char *text);

/* Returns the maximum stack use so far, in bytes: start-up fills the stack with a pattern, and this
 * finds how much is overwritten. */
size_t board_stack_used(void);

/* Ends the emulation with this exit code. A real board has nowhere to return to and stops. */
_Noreturn void board_exit(int code);

#endif
