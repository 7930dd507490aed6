/* A game of lab/own_games or c_examples with rules and plain features only: what is on each square,
 * and nothing that a player of the game would have to know. games.py builds it, with
 *
 *     -DGAME='"../own_games/ataxx.c"'   the file of the game
 *     -DSTONES=0xFFFFFFFFF              and its kind of position: one of the five blocks below
 *
 * FIRST and SECOND have numbers of their own, so that the features say who is to move. */
#define imm_plugin rules
#include GAME
#undef imm_plugin

#include <stdint.h>
#include <string.h>

#include "imm.h"

#if defined STONES /* the squares of a board: bits of `stones` */
enum { VALUES = 3, MOST = 64 };
static unsigned cells(const position *p, uint8_t *values) {
    unsigned n = 0;
    for (unsigned square = 0; square < 64; square++)
        if ((uint64_t)STONES >> square & 1)
            values[n++] = (uint8_t)((p->stones[0] >> square & 1) + 2 * (p->stones[1] >> square & 1));
    return n;
}
#elif defined DOMINOES /* the squares of Domineering: bits of `taken` */
enum { VALUES = 2, MOST = 64 };
static unsigned cells(const position *p, uint8_t *values) {
    for (unsigned square = 0; square < 64; square++) values[square] = p->taken >> square & 1;
    return 64;
}
#elif defined BORDER   /* bytes of `cell`, with a border of 3; BORDER is their number */
enum { VALUES = 5, MOST = BORDER };
static unsigned cells(const position *p, uint8_t *values) {
    position start_of_game;
    unsigned n = 0;
    memset(&start_of_game, 0, sizeof start_of_game);
    start(&start_of_game);
    for (unsigned at = 0; at < BORDER; at++) {
        if (start_of_game.cell[at] == 3) continue;
        values[n++] = p->cell[at];
#ifdef MOVED           /* Amazons: the one that must shoot */
        if (at == p->moved) values[n - 1] = 4;
#endif
    }
    return n;
}
#elif defined HEXAGONS /* the squares of c_examples/hex.c */
enum { VALUES = 3, MOST = HEXAGONS };
static unsigned cells(const position *p, uint8_t *values) {
    for (unsigned at = 0; at < HEXAGONS; at++)
        values[at] = (uint8_t)(any(common(p->stones[0], square(at))) + 2 * any(common(p->stones[1], square(at))));
    return HEXAGONS;
}
#elif defined EDGES    /* the edges of c_examples/dots_and_boxes.c, and the lead in boxes */
enum { VALUES = 33, MOST = EDGES + 1 };
static unsigned cells(const position *p, uint8_t *values) {
    for (unsigned edge = 0; edge < EDGES; edge++) values[edge] = p->drawn >> edge & 1;
    values[EDGES] = (uint8_t)(16 + p->boxes[0] - p->boxes[1]);
    return EDGES + 1;
}
#endif

static int32_t plain(void *context, const void *at, uint8_t *values) {
    const position *p = (const position *)at;
    unsigned n = cells(p, values);
    if (rules()->to_move(context, at) == IMM_SECOND)
        for (unsigned cell = 0; cell < n; cell++) values[cell] = (uint8_t)(values[cell] + VALUES);
    return 0;
}

IMM_EXPORT const imm_game *imm_plugin(void);
const imm_game *imm_plugin(void) {
    static imm_game game;
    position start_of_game;
    uint8_t values[MOST];
    game = *rules();
    game.evaluate = NULL, game.order = NULL, game.weight = NULL, game.hash = NULL;
    memset(&start_of_game, 0, sizeof start_of_game);
    game.initial(game.context, &start_of_game);
    game.feature_count = cells(&start_of_game, values);
    game.features = plain;
    return &game;
}
