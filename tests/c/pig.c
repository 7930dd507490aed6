/* Tests c_examples/pig.c with three players. chance.c tests the game with two players. */
#define PIG_GAME_ONLY
#define PIG_PLAYERS 3
#include "../../c_examples/pig.c"
#include "example.h"

/* The players take turns. Only the player with 100 points wins. */
static void rules(void) {
    pig p = {{0, 96, 0}, 0, 1, 0}, undo;
    make(NULL, &p, ROLL, &undo), make(NULL, &p, 1, &undo);
    CHECK_EQ(to_move(NULL, &p), 2);
    make(NULL, &p, ROLL, &undo), make(NULL, &p, 1, &undo);
    CHECK_EQ(to_move(NULL, &p), 0);
    p.player = 1;
    make(NULL, &p, ROLL, &undo), make(NULL, &p, 4, &undo);
    CHECK_EQ(outcome(NULL, &p), IMM_ONGOING);
    make(NULL, &p, HOLD, &undo);
    CHECK_EQ(outcome(NULL, &p), IMM_OVER);
    CHECK(returns(NULL, &p, 0) == -0.5f && returns(NULL, &p, 1) == 1.0f && returns(NULL, &p, 2) == -0.5f);
}

int main(void) {
    rules();
    check_example(&pig_game);
    play_example_games(&pig_game);
    return check_result("pig");
}
