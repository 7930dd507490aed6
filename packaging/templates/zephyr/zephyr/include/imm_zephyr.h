/* imm on Zephyr: a block of memory for a search, and a clock.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef IMM_ZEPHYR_H
#define IMM_ZEPHYR_H

#include <zephyr/kernel.h>

#include "imm.h"

#ifdef __cplusplus
extern "C" {
#endif

#if CONFIG_IMM_POOL_SIZE > 0
/* The memory for imm_init(): CONFIG_IMM_POOL_SIZE bytes, aligned to IMM_ALIGN. */
extern unsigned char imm_pool[CONFIG_IMM_POOL_SIZE];
#endif

/* A clock in milliseconds, for the field `now_ms` of an imm_config. */
static inline uint32_t imm_zephyr_now_ms(void *clock) {
    (void)clock;
    return k_uptime_get_32();
}

#ifdef __cplusplus
}
#endif

#endif
