/* Amazons on 6 x 6: room to move. Each player has two amazons, which move as queens in chess. A
 * turn has two moves: an amazon moves, and then shoots an arrow, which flies like a queen. The
 * square that the arrow hits is blocked for the rest of the game. A player who cannot move
 * loses. */
#include "own_game.h"

enum { WIDTH = 6, SQUARES = 36, ROW = WIDTH + 1, MAX_MOVES = 80, MAX_PLIES = 70, NONE = 255 };

/* `cell` has a border: 0 empty, 1 and 2 an amazon of FIRST and SECOND, 3 blocked. `moved` is the
 * place of the amazon that must shoot, or NONE. */
typedef struct {
    uint8_t cell[ROW * (WIDTH + 2) + 4];
    uint8_t amazons[2][2], mover, moved, result, unused[5];
} position;

static const int directions[8] = {1, -1, ROW, -ROW, ROW + 1, -ROW - 1, ROW - 1, 1 - ROW};

static uint8_t place(unsigned x, unsigned y) { return (uint8_t)(ROW * (y + 1) + x + 1); }

static void start(position *p) {
    memset(p->cell, 3, sizeof p->cell);
    for (unsigned n = 0; n < SQUARES; n++) p->cell[place(n % WIDTH, n / WIDTH)] = 0;
    p->amazons[0][0] = place(2, 0), p->amazons[0][1] = place(5, 2);
    p->amazons[1][0] = place(3, 5), p->amazons[1][1] = place(0, 3);
    for (unsigned n = 0; n < 4; n++) p->cell[p->amazons[n / 2][n % 2]] = (uint8_t)(1 + n / 2);
    p->moved = NONE;
}

/* Counts the squares that a queen on this square reaches. If `moves` is not NULL, also writes each
 * square plus `base`. */
static uint32_t reach(const position *p, unsigned from, imm_move *moves, imm_move base) {
    uint32_t n = 0;
    for (int d = 0; d < 8; d++)
        for (int to = (int)from + directions[d]; p->cell[to] == 0; to += directions[d], n++)
            if (moves) moves[n] = base + (imm_move)to;
    return n;
}

/* The squares that the amazons of a player reach. */
static int mobility(const position *p, unsigned player) {
    return (int)(reach(p, p->amazons[player][0], NULL, 0) + reach(p, p->amazons[player][1], NULL, 0));
}

/* A move of an amazon is 256 times the number of the amazon plus 1, plus the place where it ends.
 * An arrow is the place that it hits. */
static uint32_t list(const position *p, imm_move *moves) {
    if (p->moved != NONE) return reach(p, p->moved, moves, 0);
    uint32_t n = reach(p, p->amazons[p->mover][0], moves, 256);
    return n + reach(p, p->amazons[p->mover][1], moves + n, 512);
}

static void play(position *p, imm_move move) {
    if (p->moved == NONE) {
        uint8_t *amazon = &p->amazons[p->mover][move / 256 - 1];
        p->cell[*amazon] = 0;
        *amazon = p->moved = (uint8_t)move;
        p->cell[p->moved] = (uint8_t)(p->mover + 1);
        return;
    }
    p->cell[move] = 3, p->moved = NONE;
    p->mover ^= 1;
    if (mobility(p, p->mover) == 0) p->result = (uint8_t)win_of(!p->mover);
}

static float value(const position *p) { return squash(mobility(p, 0) - mobility(p, 1) + (p->mover == 0 ? 2 : -2), 10); }

/* The free neighbours of a place. */
static int room(const position *p, unsigned at) {
    int n = 0;
    for (int d = 0; d < 8; d++) n += p->cell[(int)at + directions[d]] == 0;
    return n;
}

/* True if the place is next to an amazon of this player. */
static int touches(const position *p, unsigned at, unsigned player) {
    for (int d = 0; d < 8; d++)
        if (p->cell[(int)at + directions[d]] == player + 1) return 1;
    return 0;
}

/* Amazons go where there is room. Arrows hit squares with room next to the opponent. */
static int32_t worth(const position *p, imm_move move) {
    int32_t free = room(p, move % 256);
    return move >= 256 ? free : free + 8 * touches(p, move, !p->mover) - 4 * touches(p, move, p->mover);
}

static uint32_t likely(const position *p, imm_move move) {
    int32_t points = worth(p, move);
    return (uint32_t)(points < 0 ? 1 : 1 + points);
}

#define OWN_GAME
#include "own_game.h"
