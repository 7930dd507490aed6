/* The start-up code that every board runs before main(). It initializes the memory, and fills the
 * stack with a pattern that later shows the maximum stack use. */
#ifndef STARTUP_H
#define STARTUP_H

#include "../board.h"

extern uint32_t __data_load[], __data_start[], __data_end[], __bss_start[], __bss_end[], __stack_end[];
int main(void);

#define PAINT 0xA5C396F0u
#define SPARED 16 /* words below the stack pointer, in use by start-up itself */

static inline _Noreturn void start_program(void) {
    const uint32_t *load = __data_load;
    for (uint32_t *word = __data_start; word < __data_end; word++) *word = *load++;
    for (uint32_t *word = __bss_start; word < __bss_end; word++) *word = 0;
    uint32_t *top = (uint32_t *)__builtin_frame_address(0) - SPARED;
    for (uint32_t *word = __bss_end; word < top; word++) *word = PAINT;
    board_exit(main());
}

size_t board_stack_used(void) {
    const uint32_t *word = __bss_end;
    while (word < __stack_end && *word == PAINT) word++;
    return (size_t)((const char *)__stack_end - (const char *)word);
}

#endif
