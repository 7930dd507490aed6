/* A board of 7 x 7 squares. It is empty at first, and stones stay where they are placed. */
#include "own_game.h"

enum { SQUARES = 49, MAX_MOVES = SQUARES, MAX_PLIES = SQUARES };

/* Squares are bits, 8 for each row. The eighth bit of a row is always 0, so that no step continues
 * over an edge. A move is the bit of its square. */
typedef struct {
    uint64_t stones[2];
    uint8_t mover, result, unused[6];
} position;

#define BOARD UINT64_C(0x007F7F7F7F7F7F7F)

static void start(position *p) { (void)p; }

static inline uint64_t empty(const position *p) { return BOARD & ~(p->stones[0] | p->stones[1]); }

/* Returns the squares next to the squares of `set`, in the same row or column. */
static inline uint64_t near(uint64_t set) { return (set << 1 | set >> 1 | set << 8 | set >> 8) & BOARD; }
