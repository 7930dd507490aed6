/* Pentago on 6 x 6: lines on a board that turns. A move puts a stone on an empty square, and then
 * turns one of the four quadrants of 3 x 3 squares by 90 degrees. Lines count after the turn: five
 * or more stones in a row, column or diagonal win, also if the opponent turned them into a line. If
 * both players have such a line, or if the board is full, the game is a draw. */
#define RULES_ONLY
#include "own_game.h"

enum { SQUARES = 36, MAX_MOVES = SQUARES * 8, MAX_PLIES = SQUARES };

/* Squares are bits, 8 for each row. The last two bits of a row are always 0, so that no line
 * continues over an edge. */
typedef struct {
    uint64_t stones[2];
    uint8_t mover, result, unused[6];
} position;

#define BOARD UINT64_C(0x3F3F3F3F3F3F)
#define QUADRANT UINT64_C(0x070707) /* the first one */

static void start(position *p) { (void)p; }

/* A move is 8 times the bit of its square, plus 2 times its quadrant, plus 1 to turn it to the
 * other side. Moves that lead to the same position are different moves. */
static uint32_t list(const position *p, imm_move *moves) {
    uint32_t n = 0;
    for (uint64_t left = BOARD & ~(p->stones[0] | p->stones[1]); left;) {
        unsigned square = next(&left);
        for (unsigned turn = 0; turn < 8; turn++) moves[n++] = 8 * square + turn;
    }
    return n;
}

/* Turns a quadrant: row y and column x become row x and column 2 - y, or row 2 - x and column y. */
static uint64_t turned(uint64_t stones, unsigned quadrant, unsigned side) {
    unsigned corner = 24 * (quadrant / 2) + 3 * (quadrant % 2);
    uint64_t left = stones >> corner & QUADRANT, after = 0;
    while (left) {
        unsigned square = next(&left), x = square % 8, y = square / 8;
        after |= side == 0 ? bit(8 * x + 2 - y) : bit(8 * (2 - x) + y);
    }
    return (stones & ~(QUADRANT << corner)) | after << corner;
}

static int has_five(uint64_t stones) {
    static const unsigned steps[4] = {1, 8, 9, 7};
    uint64_t five = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t two = stones & stones >> steps[i];
        five |= two & two >> 2 * steps[i] & stones >> 4 * steps[i];
    }
    return five != 0;
}

static void play(position *p, imm_move move) {
    p->stones[p->mover] |= bit(move / 8);
    for (int n = 0; n < 2; n++) p->stones[n] = turned(p->stones[n], move / 2 % 4, move % 2);
    int first = has_five(p->stones[0]), second = has_five(p->stones[1]);
    if (first != second) p->result = (uint8_t)win_of(first ? 0 : 1);
    else if (first || (p->stones[0] | p->stones[1]) == BOARD) p->result = IMM_DRAW;
    p->mover ^= 1;
}

#define OWN_GAME
#include "own_game.h"
