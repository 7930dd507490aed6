/* Tests games with chance events: the player to move, and what each call returns while a chance
 * event comes next. Also saves, copies and undo of such a state. The game is c_examples/pig.c;
 * tests/chance.rs compares searches with its solution. */
#define PIG_GAME_ONLY
#include "../../c_examples/pig.c"

#include "check.h"

enum { SIZE = 1 << 20 };

static imm_state *opened(guarded *block, const imm_game *game, const char *player) {
    imm_state *state = NULL;
    check_what = player;
    CHECK_EQ(imm_open(block->memory, block->size, game, player, 7, &state), IMM_OK);
    return state;
}

/* Searches and plays until the die rolls. */
static void roll(imm_state *state) {
    CHECK_EQ(imm_player_to_move(state), IMM_FIRST);
    CHECK_EQ(imm_step(state, 3000), IMM_OK);
    CHECK_EQ(imm_play(state, ROLL), IMM_OK);
    CHECK_EQ(imm_player_to_move(state), IMM_CHANCE);
}

/* While the die rolls, there is nothing to search. The outcomes are the legal moves. */
static void rolling(const char *player) {
    guarded block = guarded_new(SIZE);
    imm_state *state = opened(&block, &pig_game, player);
    imm_report report;
    imm_candidate outcomes[8];
    imm_move moves[8];
    CHECK_EQ(imm_sample_chance(state, 5), IMM_MOVE_NONE);
    CHECK_EQ(imm_last_status(state), IMM_ERR_UNSUPPORTED);
    roll(state);
    CHECK_EQ(imm_search(state, 1), IMM_MOVE_NONE);
    CHECK_EQ(imm_last_status(state), IMM_ERR_CHANCE);
    CHECK_EQ(imm_step(state, 10), IMM_ERR_CHANCE);
    CHECK_EQ(imm_get_report(state, &report), IMM_OK);
    CHECK_EQ(report.best, IMM_MOVE_NONE);
    CHECK_EQ(imm_legal_moves(state, moves, 8), 6);
    CHECK_EQ(imm_play(state, HOLD), IMM_ERR_ILLEGAL_MOVE);
    const int32_t count = imm_candidates(state, outcomes, 8);
    if (strncmp(player, "ab", 2) != 0) CHECK_EQ(count, 6); /* the tree below the roll is kept */
    else CHECK_EQ(count, 0);
    for (int i = 0; i < count; i++) CHECK(outcomes[i].visits > 0);
    for (uint32_t side = 0; side < 6; side++) {
        CHECK_EQ(imm_sample_chance(state, side * (UINT32_MAX / 6) + 7), side + 1);
        CHECK_EQ(imm_last_status(state), IMM_OK);
    }
    CHECK_EQ(imm_play(state, 4), IMM_OK);
    CHECK_EQ(imm_player_to_move(state), IMM_FIRST);
    CHECK_EQ(imm_step(state, 10), IMM_OK);
    guarded_free(&block);
}

/* A chance event must be the same event after a save, a copy and an undo. */
static void kept(void) {
    static unsigned char bytes[SIZE];
    guarded block = guarded_new(SIZE), other = guarded_new(SIZE);
    imm_state *state = opened(&block, &pig_game, "mcts(im0.4)"), *loaded = opened(&other, &pig_game, "mcts(im0.4)");
    unsigned char past[4096];
    CHECK_EQ(imm_keep_history(state, past, sizeof past), IMM_OK);
    roll(state);
    size_t length = 0;
    CHECK_EQ(imm_save(state, bytes, sizeof bytes, &length), IMM_OK);
    CHECK_EQ(imm_load(loaded, bytes, length), IMM_OK);
    CHECK_EQ(imm_player_to_move(loaded), IMM_CHANCE);
    imm_report found, expected;
    for (int i = 0; i < 2; i++) {
        imm_state *one = i ? loaded : state;
        CHECK_EQ(imm_play(one, 5), IMM_OK);
        CHECK_EQ(imm_step(one, 500), IMM_OK);
        CHECK_EQ(imm_get_report(one, i ? &found : &expected), IMM_OK);
    }
    CHECK(found.signature == expected.signature && found.visits == expected.visits);
    CHECK_EQ(imm_undo(state), IMM_OK);
    CHECK_EQ(imm_player_to_move(state), IMM_CHANCE);
    CHECK_EQ(imm_undo(state), IMM_OK);
    CHECK_EQ(imm_player_to_move(state), IMM_FIRST);
    guarded_free(&block);
    guarded_free(&other);
}

/* States can be merged if a player is to move, but not while the die rolls. */
static void merged(void) {
    guarded block = guarded_new(SIZE), other = guarded_new(SIZE);
    imm_state *state = opened(&block, &pig_game, "mcts(im0.4)"), *twin = opened(&other, &pig_game, "mcts(im0.4)");
    imm_report report;
    CHECK_EQ(imm_step(state, 1000), IMM_OK);
    CHECK_EQ(imm_step(twin, 1000), IMM_OK);
    CHECK_EQ(imm_merge(state, &twin, 1), IMM_OK);
    CHECK_EQ(imm_get_report(state, &report), IMM_OK);
    CHECK(report.visits > 1500 && report.best == ROLL);
    CHECK_EQ(imm_play(state, ROLL), IMM_OK);
    CHECK_EQ(imm_play(twin, ROLL), IMM_OK);
    CHECK_EQ(imm_merge(state, &twin, 1), IMM_ERR_CHANCE);
    CHECK_EQ(imm_play(state, 3), IMM_OK);
    CHECK_EQ(imm_step(state, 100), IMM_OK);
    guarded_free(&block);
    guarded_free(&other);
}

/* Options that do not support chance events must be refused, with an error text that gives this
 * reason. */
static void refused(void) {
    static const char *const players[] = {"ab(solve)",     "mcts(pn1)",   "mcts(grave,mob0.2,t1)",
                                          "mcts(leafab2)", "bfm(leafqs)", "mcts(greedy)",
                                          "mcts(dec)",     "mcts(efTold)"};
    guarded block = guarded_new(SIZE), tree = guarded_new(SIZE);
    imm_game game = pig_game;
    imm_state *state = NULL;
    check_players_refused(block.memory, block.size, &game, players, sizeof players / sizeof *players, "chance");
    state = opened(&block, &game, "mcts()");
    memset(tree.memory, 0, tree.size);
    CHECK_EQ(imm_share_tree(state, tree.memory, tree.size), IMM_ERR_UNSUPPORTED);
    game.evaluate = NULL;
    state = opened(&block, &game, "best");
    CHECK_EQ(imm_step(state, 100), IMM_OK);
    guarded_free(&block);
    guarded_free(&tree);
}

static uint32_t odds; /* what bad_chance() returns */

static uint32_t bad_chance(void *context, const void *position, imm_move side) {
    (void)context, (void)position;
    return side == 3 ? odds : 1;
}

/* Weights out of range must be errors, and so must IMM_CHANCE in a game without chance(). */
static void mistaken(void) {
    static const struct {
        uint32_t odds;
        imm_status status;
    } cases[] = {{1, IMM_OK},
                 {IMM_ODDS_MAX, IMM_OK},
                 {0, IMM_ERR_INVALID_ODDS},
                 {IMM_ODDS_MAX + 1, IMM_ERR_INVALID_ODDS},
                 {UINT32_MAX, IMM_ERR_INVALID_ODDS},
                 {(uint32_t)IMM_FAILED, IMM_ERR_CALLBACK}};
    static const char *const players[] = {"mcts()", "mcts(im0.4)", "bfm()", "ab(all)"};
    guarded block = guarded_new(SIZE);
    imm_game game = pig_game;
    imm_state *state = NULL;
    game.chance = bad_chance;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t j = 0; j < sizeof players / sizeof *players; j++) {
            odds = 1;
            state = opened(&block, &game, players[j]);
            odds = cases[i].odds;
            CHECK_EQ(imm_step(state, 200), cases[i].status);
            CHECK_EQ(imm_player_to_move(state), IMM_FIRST);
            odds = 1;
            CHECK_EQ(imm_step(state, 200), IMM_OK); /* the state can still be used */
            CHECK_EQ(imm_play(state, ROLL), IMM_OK);
            odds = cases[i].odds;
            const imm_move sampled = imm_sample_chance(state, 9);
            CHECK_EQ(imm_last_status(state), cases[i].status);
            CHECK((sampled == IMM_MOVE_NONE) == (cases[i].status != IMM_OK));
        }
    game.chance = NULL;
    state = opened(&block, &game, "mcts()");
    CHECK_EQ(imm_step(state, 200), IMM_ERR_INVALID_PLAYER);
    guarded_free(&block);
}

/* After the end of the game, no chance event comes next. */
static void over(void) {
    guarded block = guarded_new(SIZE);
    imm_state *state = opened(&block, &pig_game, "mcts()");
    for (int player = 0; imm_outcome(state) == IMM_ONGOING;) {
        player = imm_player_to_move(state);
        CHECK_EQ(imm_play(state, player == IMM_CHANCE ? (player = 0, 6) : ROLL), IMM_OK);
        imm_move moves[6];
        if (imm_outcome(state) == IMM_ONGOING && imm_player_to_move(state) != IMM_CHANCE &&
            imm_legal_moves(state, moves, 6) == 2)
            CHECK_EQ(imm_play(state, HOLD), IMM_OK);
    }
    CHECK_EQ(imm_sample_chance(state, 1), IMM_MOVE_NONE);
    CHECK_EQ(imm_last_status(state), IMM_ERR_GAME_OVER);
    guarded_free(&block);
}

/* imm_check_game() must find no mistake in Pig, and must play games of Pig to the end. */
static void checked(void) {
    static imm_check_report report;
    imm_game wrong = pig_game;
    wrong.chance = NULL;
    for (uint64_t seed = 0; seed < 3; seed++) {
        const size_t size = imm_check_memory(&pig_game);
        guarded block = guarded_new(size);
        report = imm_check_report_default();
        CHECK_EQ(imm_check_game(&pig_game, block.memory, size, seed, 1000, &report), IMM_OK);
        CHECK_EQ(report.finding_count, 0);
        CHECK_EQ(report.positions, 1000);
        CHECK_EQ(report.most_moves, 6);
        CHECK(report.first_wins + report.second_wins > 0);
        CHECK(report.nanoseconds[IMM_CALLBACK_CHANCE] > 0);
        CHECK_EQ(imm_check_game(&wrong, block.memory, size, seed, 1000, &report), IMM_OK);
        CHECK_EQ(report.findings[0].kind, IMM_CHECK_PLAYER);
        CHECK_EQ(report.findings[0].callback, IMM_CALLBACK_TO_MOVE);
        CHECK_EQ(report.findings[0].ply, 1);
        guarded_free(&block);
    }
}

/* Plays EinStein wuerfelt nicht! from the start to the end. Between the rolls, the state is saved
 * and loaded into another state, which must find the same move. */
static void built_in_game(const char *player) {
    static unsigned char bytes[SIZE];
    guarded block = guarded_new(SIZE), other = guarded_new(SIZE);
    imm_state *state = opened(&block, imm_einstein(), player), *copy = opened(&other, imm_einstein(), player);
    imm_report report = {.struct_size = sizeof report}, copied = report;
    uint32_t random = 1, rolls = 0;
    while (imm_outcome(state) == IMM_ONGOING && check_failures == 0) {
        size_t length = 0;
        if (imm_player_to_move(state) == IMM_CHANCE) {
            CHECK_EQ(imm_step(state, 10), IMM_ERR_CHANCE);
            random = random * 747796405u + 2891336453u;
            CHECK_EQ(imm_play(state, imm_sample_chance(state, random)), IMM_OK);
            rolls++;
            continue;
        }
        CHECK_EQ(imm_save(state, bytes, sizeof bytes, &length), IMM_OK);
        CHECK_EQ(imm_load(copy, bytes, length), IMM_OK);
        CHECK_EQ(imm_step(state, 200), IMM_OK);
        CHECK_EQ(imm_step(copy, 200), IMM_OK);
        CHECK_EQ(imm_get_report(state, &report), IMM_OK);
        CHECK_EQ(imm_get_report(copy, &copied), IMM_OK);
        CHECK_EQ(copied.best, report.best);
        CHECK_EQ(imm_play(state, report.best), IMM_OK);
    }
    CHECK(rolls >= 4);
    guarded_free(&block), guarded_free(&other);
}

int main(void) {
    static const char *const players[] = {"mcts()",         "mcts(im0.4)", "bfm()",   "bfm(reg)",
                                          "mcts(grave,t1)", "ab()",        "ab(all)", "best"};
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) rolling(players[i]);
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) built_in_game(players[i]);
    kept();
    merged();
    refused();
    mistaken();
    over();
    checked();
    return check_result("chance");
}
