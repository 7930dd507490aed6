/* Implements the functions of board.h on a desktop computer, so that the firmware examples also run
 * there. */
#define _POSIX_C_SOURCE 200112L
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "../board.h"

int main(void);

void board_start(void) {}

uint64_t board_now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* A desktop computer has no tick interrupt. Instead, each reading of the clock calls
 * board_on_tick(). */
uint32_t board_now_ms(void *clock) {
    uint32_t now = (uint32_t)(board_now_ns() / 1000000);
    (void)clock;
    board_on_tick(now);
    return now;
}

void board_sleep(void) { nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); }
void board_feed_watchdog(void) {}
void board_print(const char *text) { fputs(text, stdout), fflush(stdout); }

/* Ends the program at the end of the input. */
int board_read(void) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    unsigned char byte;
    if (poll(&input, 1, 0) <= 0) return -1;
    if (read(STDIN_FILENO, &byte, 1) <= 0) exit(0);
    return byte;
}

size_t board_stack_used(void) { return 0; }
_Noreturn void board_exit(int code) { exit(code); }
