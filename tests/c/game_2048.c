/* Tests c_examples/game_2048.c: moves against a simple implementation, the game check, games. */
#define GAME_2048_GAME_ONLY
#include "../../c_examples/game_2048.c"
#include "example.h"

static const strip *strips;

/* Slides the tiles of four cells towards the first one. Returns the points. */
static unsigned slide(unsigned *cells) {
    unsigned tiles[4], count = 0, gain = 0;
    for (int i = 0; i < 4; i++)
        if (cells[i]) tiles[count++] = cells[i];
    memset(cells, 0, 4 * sizeof *cells);
    for (unsigned i = 0, at = 0; i < count; at++) {
        if (i + 1 < count && tiles[i] == tiles[i + 1]) cells[at] = 2 * tiles[i], gain += cells[at], i += 2;
        else cells[at] = tiles[i++];
    }
    return gain;
}

/* A move slides the tiles to one side. Returns the cell at this distance from that side. */
static unsigned cell_of(imm_move move, unsigned lane, unsigned distance) {
    static const unsigned first[] = {0, 3, 0, 12}, lanes[] = {4, 4, 1, 1};
    static const int steps[] = {1, -1, 4, -4};
    return first[move] + lanes[move] * lane + (unsigned)steps[move] * distance;
}

static unsigned tile(const position *p, unsigned cell) {
    unsigned rank = p->board >> 4 * cell & 15;
    return rank ? 1u << rank : 0;
}

/* Compares the result of a move with the simple implementation. Returns true if the move changes
 * the board. */
static bool check_move(const position *before, imm_move move) {
    position after = *before;
    unsigned gain = 0;
    bool changes = false;
    make(imm_plugin()->context, &after, move, NULL);
    for (unsigned lane = 0; lane < 4; lane++) {
        unsigned cells[4];
        for (unsigned i = 0; i < 4; i++) cells[i] = tile(before, cell_of(move, lane, i));
        gain += slide(cells);
        for (unsigned i = 0; i < 4; i++) {
            CHECK_EQ(tile(&after, cell_of(move, lane, i)), cells[i]);
            changes |= cells[i] != tile(before, cell_of(move, lane, i));
        }
    }
    CHECK_EQ(after.score - before->score, gain);
    return changes;
}

/* Tests moves on random boards with small tiles, many of which are equal. */
static void rules(void) {
    for (size_t i = 0; i < 2000; i += stride(10)) {
        position p = {0, 0, 0};
        imm_move moves[MOVES];
        for (unsigned cell = 0; cell < CELLS; cell++) p.board |= (uint64_t)(next_random() >> 30) << 4 * cell;
        if (i % 5 == 0) p.board |= UINT64_C(0x1111111111111111);
        uint32_t count = player_moves(strips, p.board, moves), expected = 0;
        for (imm_move move = 0; move < MOVES; move++)
            if (check_move(&p, move)) {
                CHECK(expected < count && moves[expected] == move);
                expected++;
            }
        CHECK_EQ(count, expected);
    }
}

int main(void) {
    const imm_game *game = imm_plugin();
    strips = (const strip *)game->context;
    rules();
    check_example(game);
    play_example_games(game);
    return check_result("game_2048");
}
