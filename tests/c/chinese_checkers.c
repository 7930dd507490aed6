/* Tests c_examples/chinese_checkers.c: the rules against numbers of positions from OpenSpiel 1.6,
 * the game check, and whole games. bindings/python/experiments/more_players.py compares random
 * games with OpenSpiel. */
#define CHINESE_CHECKERS_GAME_ONLY
#define CHINESE_CHECKERS_TURNS 100 /* for short playouts */
#include "../../c_examples/chinese_checkers.c"
#include "example.h"

static star s;

/* Returns how many positions can be reached with `plies` moves. */
static unsigned count_positions(position *p, unsigned plies) {
    imm_move moves[MOVES_MAX];
    position undo;
    unsigned count = 0;
    if (plies == 0) return 1;
    uint32_t all = legal_moves(&s, p, moves);
    for (uint32_t i = 0; i < all; i++) {
        make(&s, p, moves[i], &undo);
        count += count_positions(p, plies - 1);
        unmake(&s, p, moves[i], &undo);
    }
    return count;
}

static int compare(const void *a, const void *b) {
    imm_move one = *(const imm_move *)a, other = *(const imm_move *)b;
    return (one > other) - (one < other);
}

/* Plays 60 moves. Move number i is chosen from the sorted list of legal moves: the move at index 7
 * * i, modulo the length of the list. */
static void play_sixty(position *p) {
    for (unsigned ply = 0; ply < 60; ply++) {
        imm_move moves[MOVES_MAX];
        uint32_t count = legal_moves(&s, p, moves);
        qsort(moves, count, sizeof *moves, compare);
        make(&s, p, moves[ply * 7 % count], NULL);
    }
}

static void rules(void) {
    static const struct {
        unsigned players, start, later; /* positions after 4 moves, and after 3 moves more than 60 */
        imm_player to_move;             /* after 60 moves */
    } expected[] = {{2, 72608, 74757, 1}, {3, 58016, 1446, 1}, {4, 36806, 29261, 0}, {6, 35574, 15843, 3}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        position p;
        memset(&p, 0, sizeof p);
        CHECK(star_set_up(&s, expected[i].players));
        initial(&s, &p);
        CHECK_EQ(count_positions(&p, 4), expected[i].start);
        play_sixty(&p);
        CHECK_EQ(to_move(&s, &p), expected[i].to_move);
        CHECK_EQ(count_positions(&p, 3), expected[i].later);
    }
    CHECK(!star_set_up(&s, 1) && !star_set_up(&s, 5) && !star_set_up(&s, 7));
}

/* A player with nine pieces at the goal, and one piece before it, wins with the next step. */
static void won(void) {
    enum { BEFORE = 102, TOP = 111, DOWN_RIGHT = 5 };
    position p;
    memset(&p, 0, sizeof p);
    CHECK(star_set_up(&s, 3));
    initial(&s, &p);
    for (unsigned i = 0; i < PIECES; i++) move_piece(&s, &p, p.pieces[0][i], i == 0 ? BEFORE : TOP + i);
    CHECK_EQ(p.steps[0], GOAL + 1);
    CHECK_EQ(outcome(&s, &p), IMM_ONGOING);
    make(&s, &p, BEFORE * WAYS + DOWN_RIGHT, NULL);
    CHECK_EQ(outcome(&s, &p), IMM_OVER);
    CHECK(returns(&s, &p, 0) == 1.0f && returns(&s, &p, 1) == -0.5f && returns(&s, &p, 2) == -0.5f);
}

int main(void) {
    rules();
    won();
    for (unsigned players = 2; players <= SIDES; players++) {
        if (!star_set_up(&s, players)) continue;
        const imm_game game = chinese_checkers(&s);
        check_example(&game);
        play_example_games(&game);
    }
    return check_result("chinese_checkers");
}
