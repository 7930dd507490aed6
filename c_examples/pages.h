/* Memory for a large tree: malloc(), in large pages where the system gives them. For C11; imm.hpp
 * has the same as imm::pages.
 *
 * A simulation reads memory that lies far apart. In pages of 4 KiB the processor has to find out
 * nearly each time where a page is; of 2 MiB it knows most. docs/SPEED.md says what that gains.
 *
 * Linux gives large pages where /sys/kernel/mm/transparent_hugepage/enabled says [madvise] or
 * [always]; where it says [never], this is ordinary memory. Elsewhere it is ordinary memory, too:
 * FreeBSD makes large pages of it by itself; Windows and macOS have none for every program.
 *
 * Include it before all else, or define _DEFAULT_SOURCE: without it C11 hides madvise(). */
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

/* A block of so many bytes or more, aligned for imm; NULL where there is no memory. To be given
 * back by free(). */
static inline void *pages_take(size_t size) {
    const size_t page = (size_t)2 << 20, line = 64;
    const size_t unit = size < page ? line : page;
    if (size > SIZE_MAX - unit) return NULL;
    size = (size + unit - 1) / unit * unit;
    void *block = aligned_alloc(unit, size);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    /* Where it is refused, it is memory all the same. */
    if (block && unit == page) (void)madvise(block, size, MADV_HUGEPAGE);
#endif
    return block;
}

#endif /* PAGES_H */
