/* The functions that the example programs need from a board. The folder boards/ implements these
 * functions for some boards. For another microcontroller, write your own file in place of a file in
 * that folder. */
#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>
#include <stdint.h>

/* Starts the clock, the tick interrupt, the serial port and the watchdog. Call this function
 * first. */
void board_start(void);

/* Returns the milliseconds since the start, modulo 2^32. You can use this function as the clock of
 * an imm_config. Ignores `clock`. */
uint32_t board_now_ms(void *clock);

/* Returns nanoseconds since the start. In an emulator that executes one instruction per nanosecond,
 * the result is the number of instructions. */
uint64_t board_now_ns(void);

/* The watchdog resets the board unless you feed it at least once every BOARD_WATCHDOG_MS
 * milliseconds. */
#ifndef BOARD_WATCHDOG_MS
#define BOARD_WATCHDOG_MS 1000
#endif
void board_feed_watchdog(void);

/* Stops the processor until the next interrupt, at the latest the next tick. */
void board_sleep(void);

/* Your program defines this function. The tick interrupt calls it once per millisecond. */
void board_on_tick(uint32_t now_ms);

/* Writes text to the serial port. */
void board_print(const char *text);

/* Returns the next byte that the serial port has received, or -1 if there is none. A receive
 * interrupt stores up to BOARD_RECEIVES bytes. Only programs that are compiled with BOARD_RECEIVES
 * have this function. The boards of mps2.c and the host implement it. */
int board_read(void);

/* Returns the maximum stack use so far, in bytes. The start-up code fills the stack with a pattern.
 * This function measures how much of the pattern was overwritten. */
size_t board_stack_used(void);

/* Ends the emulation with this exit code. A real board stops until its watchdog resets it, because
 * no other program is running. */
_Noreturn void board_exit(int code);

#endif
