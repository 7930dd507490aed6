/* What the programs here need of a board. boards/ has it for some: replace a file there by your
 * own part's. */
#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>
#include <stdint.h>

/* Clock, tick interrupt, serial port, watchdog. To be called first. */
void board_start(void);

/* Milliseconds since the start, wrapping around after 2^32: what imm_config asks of a clock.
 * `clock` is not used. */
uint32_t board_now_ms(void *clock);

/* Nanoseconds since the start. An emulator that counts an instruction as one nanosecond thus counts
 * instructions. */
uint64_t board_now_ns(void);

/* The watchdog resets the board unless it is fed at least once in BOARD_WATCHDOG_MS. */
#ifndef BOARD_WATCHDOG_MS
#define BOARD_WATCHDOG_MS 1000
#endif
void board_feed_watchdog(void);

/* Called from the tick interrupt once a millisecond. The program defines it. */
void board_on_tick(uint32_t now_ms);

/* To the serial port. */
void board_print(const char *text);

/* Bytes of stack used so far, at most: what is left of the paint that the start-up put there. */
size_t board_stack_used(void);

/* Ends the emulation with this code; on a real board there is nowhere to go. */
_Noreturn void board_exit(int code);

#endif
