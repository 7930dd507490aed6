/* Five in a row (Gomoku, free style) on 9 x 9: lines. Stones are placed and stay. Five or more of
 * your stones in a row, column or diagonal win; a full board is a draw. */
#include "own_game.h"

enum { WIDTH = 9, SQUARES = WIDTH * WIDTH, MAX_MOVES = SQUARES, MAX_PLIES = SQUARES, NONE = 255 };

/* `cell` has the contents of each square: 0 empty, 1 FIRST, 2 SECOND, 3 border. The border around
 * the board is one square wide. */
enum { ROW = WIDTH + 1, CELLS = ROW * (WIDTH + 2) };
typedef struct {
    uint8_t cell[CELLS + 2];
    uint8_t mover, plies, last[2], result, unused[3];
} position;

static const int directions[4] = {1, ROW, ROW + 1, ROW - 1};

/* The index in `cell` of a square. The right border of a row is the left border of the next. */
static unsigned place(unsigned square) { return ROW * (square / WIDTH + 1) + square % WIDTH + 1; }

static void start(position *p) {
    memset(p->cell, 3, sizeof p->cell);
    for (unsigned n = 0; n < SQUARES; n++) p->cell[place(n)] = 0;
    p->last[0] = p->last[1] = NONE;
}

static uint32_t list(const position *p, imm_move *moves) {
    uint32_t n = 0;
    for (imm_move square = 0; square < SQUARES; square++)
        if (p->cell[place(square)] == 0) moves[n++] = square;
    return n;
}

/* Returns the length of the longest line through this square if `stone` were on it. */
static int line_through(const position *p, unsigned square, uint8_t stone) {
    int longest = 0;
    for (int d = 0; d < 4; d++) {
        const uint8_t *at = &p->cell[place(square)], *one = at, *other = at;
        while (one[directions[d]] == stone) one += directions[d];
        while (other[-directions[d]] == stone) other -= directions[d];
        int length = (int)((one - other) / directions[d]) + 1;
        if (length > longest) longest = length;
    }
    return longest;
}

static void play(position *p, imm_move move) {
    uint8_t stone = (uint8_t)(p->mover + 1);
    p->cell[place(move)] = stone;
    p->last[p->mover] = (uint8_t)move;
    p->plies++;
    if (line_through(p, move, stone) >= 5) p->result = (uint8_t)win_of(p->mover);
    else if (p->plies == SQUARES) p->result = IMM_DRAW;
    p->mover ^= 1;
}

/* Looks at each group of five squares in a line. If only one player has stones in the group, this
 * player gets 1, 5, 25 or 125 points for 1 to 4 stones. The player to move gets a third more
 * points. */
static float value(const position *p) {
    static const int points[6] = {0, 1, 5, 25, 125, 0};
    int lead[2] = {0, 0};
    for (unsigned n = 0; n < SQUARES; n++)
        for (int d = 0; d < 4; d++) {
            const uint8_t *at = &p->cell[place(n)];
            int column = (int)(n % WIDTH), stones[4] = {0, 0, 0, 0};
            if (n + 4u * (unsigned)(directions[d] > 1 ? WIDTH : 0) >= SQUARES) continue;
            if (d != 1 && (d == 3 ? column < 4 : column > WIDTH - 5)) continue;
            for (int i = 0; i < 5; i++) stones[at[i * directions[d]]]++;
            if (stones[2] == 0) lead[0] += points[stones[1]];
            if (stones[1] == 0) lead[1] += points[stones[2]];
        }
    lead[p->mover] += lead[p->mover] / 3;
    return squash(lead[0] - lead[1], 60);
}

/* True if both squares are at most four steps apart. */
static int is_near(unsigned a, unsigned b) {
    int x = (int)(a % WIDTH) - (int)(b % WIDTH), y = (int)(a / WIDTH) - (int)(b / WIDTH);
    return b != NONE && x <= 4 && x >= -4 && y <= 4 && y >= -4;
}

/* Tries moves in this order: long lines of the player, then squares that block long lines of the
 * opponent, then squares near the last move. */
static int32_t worth(const position *p, imm_move move) {
    int own = line_through(p, move, (uint8_t)(p->mover + 1)), theirs = line_through(p, move, (uint8_t)(2 - p->mover));
    return (own >= 5 ? 1000 : own * own * 2) + (theirs >= 5 ? 500 : theirs * theirs * 2) +
           is_near(move, p->last[!p->mover]);
}

/* Playouts complete five in a row, and block the opponent's five. Only squares near the last stones
 * are examined, because the callback must be fast. */
static uint32_t likely(const position *p, imm_move move) {
    if (is_near(move, p->last[p->mover]) && line_through(p, move, (uint8_t)(p->mover + 1)) >= 5)
        return IMM_WEIGHT_DECISIVE;
    if (!is_near(move, p->last[!p->mover])) return 1;
    int theirs = line_through(p, move, (uint8_t)(2 - p->mover));
    return theirs >= 5 ? IMM_WEIGHT_FORCED : (uint32_t)(theirs * theirs);
}

#define OWN_GAME
#include "own_game.h"
