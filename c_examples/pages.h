/* Memory for a large tree: aligned_alloc(), with large pages if the system has them. This header
 * needs C11. In C++, use imm::pages of imm.hpp instead.
 *
 * A simulation reads addresses that are far apart. With pages of 4 KiB, the processor must look up
 * the physical page of almost every address. With pages of 2 MiB, most of these pages are in its
 * cache (the TLB). docs/SPEED_DETAILS.md has the measured gain.
 *
 * Linux gives large pages if /sys/kernel/mm/transparent_hugepage/enabled is [madvise] or [always].
 * If the file shows [never], and on other systems, the memory has ordinary pages. FreeBSD turns
 * ordinary pages into large pages automatically; Windows and macOS have no large pages for ordinary
 * programs.
 *
 * Include this header first, or define _DEFAULT_SOURCE. Otherwise C11 hides madvise(). */
#ifndef PAGES_H
#define PAGES_H

#if defined(__linux__) && !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE 1
#endif

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

/* Returns a block of at least `size` bytes, aligned for imm. NULL if there is not enough memory.
 * Release it with free(). */
static inline void *pages_take(size_t size) {
    const size_t page = (size_t)2 << 20, line = 64;
    const size_t unit = size < page ? line : page;
    if (size > SIZE_MAX - unit) return NULL;
    size = (size + unit - 1) / unit * unit;
    void *block = aligned_alloc(unit, size);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    /* If the system refuses large pages, the block is still usable memory. */
    if (block && unit == page) (void)madvise(block, size, MADV_HUGEPAGE);
#endif
    return block;
}

#endif /* PAGES_H */
