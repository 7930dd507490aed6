/* The functions of Zephyr's kernel that the sample calls. */
#ifndef ZEPHYR_KERNEL_H
#define ZEPHYR_KERNEL_H

#include "board.h"

int printf(const char *format, ...);
#define printk printf

static inline uint32_t k_uptime_get_32(void) { return board_now_ms(NULL); }

#endif
