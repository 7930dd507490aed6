/* Code shared by the programs that make solved positions: random numbers, and the main loop of a
 * program with the arguments `[COUNT [SEED]]`. */
#ifndef MAKE_POSITIONS_H
#define MAKE_POSITIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* The largest number of distinct positions that a program can remember. */
enum { DISTINCT = 4096 };

static uint64_t random_state;

/* Returns the next random number of splitmix64. */
static uint64_t random_bits(void) {
    uint64_t z = random_state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* Makes positions with `fewest` to `most` stones. Each number of stones occurs equally often. Ends
 * when `make` has printed as many positions as the arguments ask for. Returns the exit status for
 * main(). */
static int make_positions(int count, char **arguments, int fewest, int most, bool (*make)(int stones, int number)) {
    int wanted = count > 1 ? atoi(arguments[1]) : 1000;
    random_state = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    if (wanted > DISTINCT) return 1;
    for (int n = 0; n < wanted;)
        if (make(fewest + n % (most - fewest + 1), n)) n++;
    return 0;
}

#endif
