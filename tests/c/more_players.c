/* Tests games that do not have two players: who moves, results, refusals, saves, undo and the game
 * check. tests/several_players.rs compares searches with exhaustive search. The game: players take
 * 1 to 3 stones in turn from a heap. The player who takes the last stone loses 1, and the player
 * before wins 1; all others get 0. With one player, the result is the share of moves that took
 * two stones. */
#include <math.h>

#include "check.h"

enum { SIZE = 1 << 20, STONES = 13 };
typedef struct {
    int32_t left, moves, twos, players;
} heap;

static int players_now = 3; /* the players of a new position */

static void initial(void *context, void *position) {
    (void)context;
    *(heap *)position = (heap){STONES, 0, 0, players_now};
}

static uint32_t legal_moves(void *context, const void *position, imm_move *moves) {
    const heap *h = position;
    const uint32_t count = h->left < 3 ? (uint32_t)h->left : 3;
    (void)context;
    for (uint32_t i = 0; i < count; i++) moves[i] = i + 1;
    return count;
}

static void make(void *context, void *position, imm_move move, void *undo) {
    heap *h = position;
    (void)context, (void)undo;
    h->left -= (int32_t)move, h->moves++, h->twos += move == 2;
}

static void unmake(void *context, void *position, imm_move move, const void *undo) {
    heap *h = position;
    (void)context, (void)undo;
    h->left += (int32_t)move, h->moves--, h->twos -= move == 2;
}

static imm_player to_move(void *context, const void *position) {
    const heap *h = position;
    (void)context;
    return h->moves % h->players;
}

static imm_result outcome(void *context, const void *position) {
    (void)context;
    return ((const heap *)position)->left ? IMM_ONGOING : IMM_OVER;
}

static float returns(void *context, const void *position, imm_player player) {
    const heap *h = position;
    const int last = (h->moves - 1) % h->players, before = (h->moves - 2) % h->players;
    (void)context;
    if (h->players == 1) return (float)h->twos / (float)h->moves;
    return player == last ? -1.0f : player == before ? 1.0f : 0.0f;
}

static float evaluate_for(void *context, const void *position, imm_player player) {
    const heap *h = position;
    (void)context;
    return (float)((h->left * 7 + player * 3) % 11 - 5) / 20.0f;
}

static imm_game game_for(uint32_t players) {
    imm_game game = {.struct_size = sizeof game, .position_size = sizeof(heap), .max_moves = 3, .max_plies = STONES};
    game.initial = initial, game.legal_moves = legal_moves, game.make = make, game.unmake = unmake;
    game.to_move = to_move, game.outcome = outcome;
    game.players = players, game.returns = returns, game.evaluate_for = evaluate_for;
    players_now = (int)players;
    return game;
}

static imm_state *opened(guarded *block, const imm_game *game, const char *player) {
    imm_state *state = NULL;
    check_what = player;
    CHECK_EQ(imm_open(block->memory, block->size, game, player, 7, &state), IMM_OK);
    return state;
}

static const char *const searches[] = {"mcts()", "mcts(im0.4)", "bfm()", "ab(all)", "best", "mcts(grave,t1)"};
enum { SEARCHES = sizeof searches / sizeof *searches };

/* Every search plays whole games with each number of players. At the end, the library must report
 * the results that returns() returns. */
static void played(void) {
    guarded block = guarded_new(SIZE);
    for (uint32_t players = 1; players <= IMM_PLAYERS_MAX; players++) {
        if (players == 2) continue;
        const imm_game game = game_for(players);
        for (size_t i = 0; i < SEARCHES; i++) {
            imm_state *state = opened(&block, &game, searches[i]);
            float result = 9, sum = 0;
            CHECK_EQ(imm_return_of(state, 0, &result), IMM_OK);
            CHECK(result == 0.0f);
            for (uint32_t ply = 0; imm_outcome(state) == IMM_ONGOING; ply++) {
                CHECK_EQ(imm_player_to_move(state), (imm_player)(ply % players));
                CHECK_EQ(imm_step(state, 300), IMM_OK);
                imm_report report;
                CHECK_EQ(imm_get_report(state, &report), IMM_OK);
                CHECK(report.best >= 1 && report.best <= 3);
                CHECK_EQ(imm_play(state, report.best), IMM_OK);
            }
            CHECK_EQ(imm_outcome(state), IMM_OVER);
            for (uint32_t player = 0; player < players; player++) {
                CHECK_EQ(imm_return_of(state, (imm_player)player, &result), IMM_OK);
                CHECK(result >= -1 && result <= 1);
                sum += result;
            }
            if (players > 1) CHECK(sum == 0.0f);
            CHECK_EQ(imm_return_of(state, (imm_player)players, &result), IMM_ERR_OUT_OF_RANGE);
            CHECK_EQ(imm_return_of(state, -1, &result), IMM_ERR_OUT_OF_RANGE);
            CHECK_EQ(imm_return_of(state, 0, NULL), IMM_ERR_NULL);
            CHECK_EQ(imm_step(state, 10), IMM_ERR_GAME_OVER);
        }
    }
    guarded_free(&block);
}

/* With one player, a search must find the best result: all moves take two stones, except the first
 * or the last move, which takes one. */
static void alone(void) {
    guarded block = guarded_new(SIZE);
    const imm_game game = game_for(1);
    static const char *const players[] = {"mcts(im0.4)", "bfm(eps0.2)", "ab()", "mcts()"};
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        imm_state *state = opened(&block, &game, players[i]);
        while (imm_outcome(state) == IMM_ONGOING) {
            imm_report report;
            CHECK_EQ(imm_step(state, 30000), IMM_OK);
            CHECK_EQ(imm_get_report(state, &report), IMM_OK);
            CHECK_EQ(imm_play(state, report.best), IMM_OK);
        }
        float result;
        CHECK_EQ(imm_return_of(state, 0, &result), IMM_OK);
        CHECK(fabsf(result - 6.0f / 7.0f) < 1e-3f);
    }
    guarded_free(&block);
}

/* If a state is saved or copied while another player is to move, both states must continue in the
 * same way. */
static void kept(void) {
    static unsigned char bytes[SIZE];
    guarded block = guarded_new(SIZE), other = guarded_new(SIZE);
    const imm_game game = game_for(3);
    for (size_t i = 0; i < SEARCHES; i++) {
        imm_state *state = opened(&block, &game, searches[i]), *loaded = opened(&other, &game, searches[i]);
        unsigned char past[4096];
        CHECK_EQ(imm_keep_history(state, past, sizeof past), IMM_OK);
        CHECK_EQ(imm_step(state, 300), IMM_OK);
        CHECK_EQ(imm_play(state, 1), IMM_OK); /* the tree is still that of player 0 */
        size_t length = 0;
        CHECK_EQ(imm_save(state, bytes, sizeof bytes, &length), IMM_OK);
        CHECK_EQ(imm_load(loaded, bytes, length), IMM_OK);
        imm_report found, expected;
        for (int j = 0; j < 2; j++) {
            imm_state *one = j ? loaded : state;
            CHECK_EQ(imm_player_to_move(one), 1);
            CHECK_EQ(imm_play(one, 2), IMM_OK);
            CHECK_EQ(imm_play(one, 1), IMM_OK);
            CHECK_EQ(imm_player_to_move(one), 0);
            CHECK_EQ(imm_step(one, 200), IMM_OK);
            CHECK_EQ(imm_get_report(one, j ? &found : &expected), IMM_OK);
        }
        CHECK(found.signature == expected.signature && found.visits == expected.visits);
        CHECK_EQ(imm_undo(state), IMM_OK);
        CHECK_EQ(imm_player_to_move(state), 2);
        CHECK_EQ(imm_step(state, 100), IMM_OK);
    }
    guarded_free(&block);
    guarded_free(&other);
}

/* imm_evaluate() must return the value for the player to move. */
static void evaluated(void) {
    guarded block = guarded_new(SIZE);
    const imm_game game = game_for(3);
    imm_state *state = opened(&block, &game, "mcts(im0.4)");
    for (int ply = 0; ply < 4; ply++) {
        const heap h = {STONES - ply, ply, 0, 3};
        float value, expected = evaluate_for(NULL, &h, ply % 3);
        CHECK_EQ(imm_evaluate(state, &value), IMM_OK);
        CHECK(fabsf(value - expected) < 1e-3f);
        CHECK_EQ(imm_play(state, 1), IMM_OK);
    }
    guarded_free(&block);
}

/* Options for two players must be refused with an error text. Incomplete games must be refused,
 * too. */
static void refused(void) {
    static const char *const players[] = {"ab(wdl)",      "ab(score)",         "mcts(pn1)",    "mcts(grave,mob0.2,t1)",
                                          "mcts(efTold)", "mcts(im0.4,efNet)", "mcts(marg0.5)"};
    guarded block = guarded_new(SIZE), tree = guarded_new(SIZE);
    imm_game game = game_for(3);
    imm_state *state = NULL;
    check_players_refused(block.memory, block.size, &game, players, sizeof players / sizeof *players, "two players");
    state = opened(&block, &game, "mcts()");
    memset(tree.memory, 0, tree.size);
    CHECK_EQ(imm_share_tree(state, tree.memory, tree.size), IMM_ERR_UNSUPPORTED);
    check_what = "incomplete";
    game.returns = NULL;
    CHECK_EQ(imm_open(block.memory, block.size, &game, "mcts()", 7, &state), IMM_ERR_GAME);
    game = game_for(IMM_PLAYERS_MAX + 1);
    CHECK_EQ(imm_open(block.memory, block.size, &game, "mcts()", 7, &state), IMM_ERR_GAME);
    game = game_for(3);
    game.evaluate_for = NULL;
    CHECK_EQ(imm_open(block.memory, block.size, &game, "mcts(im0.4)", 7, &state), IMM_ERR_UNSUPPORTED);
    guarded_free(&block);
    guarded_free(&tree);
}

static int lie; /* which callback returns a wrong value, or how pass() is wrong */

/* A skip counts as a move, but a round of skips takes the counter back. */
static int32_t wrong_pass(void *context, void *position) {
    heap *h = position;
    (void)context;
    if (lie == 8) return 0;
    if (lie != 9) h->moves += to_move(NULL, h) == h->players - 1 ? 1 - h->players : 1;
    if (lie == 10) h->twos++;
    return lie == 11 ? IMM_FAILED : 1;
}

static imm_player wrong_player(void *context, const void *position) {
    return lie == 1 ? 3 : lie == 2 ? -1 : lie == 3 ? IMM_CHANCE : to_move(context, position);
}

static imm_result wrong_outcome(void *context, const void *position) {
    const imm_result result = outcome(context, position);
    return result == IMM_OVER && lie == 4 ? IMM_DRAW : result;
}

static float wrong_returns(void *context, const void *position, imm_player player) {
    return lie == 5 ? NAN : lie == 6 ? (float)IMM_FAILED : returns(context, position, player);
}

static float wrong_evaluate(void *context, const void *position, imm_player player) {
    return lie == 7 ? NAN : evaluate_for(context, position, player);
}

/* Wrong values must be errors. The state must stay usable, and the game check must name the
 * callback. */
static void mistaken(void) {
    static const struct {
        imm_status status;
        int32_t callback, kind;
    } expected[] = {{IMM_OK, 0, 0},
                    {IMM_ERR_INVALID_PLAYER, IMM_CALLBACK_TO_MOVE, IMM_CHECK_PLAYER},
                    {IMM_ERR_INVALID_PLAYER, IMM_CALLBACK_TO_MOVE, IMM_CHECK_PLAYER},
                    {IMM_ERR_INVALID_PLAYER, IMM_CALLBACK_TO_MOVE, IMM_CHECK_PLAYER},
                    {IMM_ERR_INVALID_OUTCOME, IMM_CALLBACK_OUTCOME, IMM_CHECK_OUTCOME},
                    {IMM_ERR_NOT_A_NUMBER, IMM_CALLBACK_RETURNS, IMM_CHECK_NOT_A_NUMBER},
                    {IMM_ERR_CALLBACK, IMM_CALLBACK_RETURNS, IMM_CHECK_OUT_OF_RANGE},
                    {IMM_ERR_NOT_A_NUMBER, IMM_CALLBACK_EVALUATE_FOR, IMM_CHECK_NOT_A_NUMBER},
                    {IMM_OK, IMM_CALLBACK_PASS, IMM_CHECK_PASS_NOT_BACK}, /* these searches do not call pass() */
                    {IMM_OK, IMM_CALLBACK_PASS, IMM_CHECK_PASS_KEEPS_TURN},
                    {IMM_OK, IMM_CALLBACK_PASS, IMM_CHECK_PASS_NOT_BACK},
                    {IMM_OK, IMM_CALLBACK_PASS, IMM_CHECK_FAILED}};
    static imm_check_report report;
    imm_game game = game_for(3);
    game.to_move = wrong_player, game.outcome = wrong_outcome;
    game.returns = wrong_returns, game.evaluate_for = wrong_evaluate, game.pass = wrong_pass;
    guarded block = guarded_new(SIZE), room = guarded_new(imm_check_memory(&game));
    for (int i = 0; i < (int)(sizeof expected / sizeof *expected); i++) {
        for (size_t j = 0; j < SEARCHES; j++) {
            if (i == 7 && (j == 0 || j == 5)) continue; /* no evaluation */
            lie = 0;
            imm_state *state = opened(&block, &game, searches[j]);
            lie = i;
            CHECK_EQ(imm_step(state, 300), expected[i].status);
            lie = 0;
            CHECK_EQ(imm_step(state, 300), IMM_OK);
        }
        lie = i;
        report = imm_check_report_default();
        imm_check_game(&game, room.memory, room.size, 1, 2000, &report);
        CHECK_EQ(report.finding_count > 0, i > 0);
        if (i > 0) CHECK_EQ(report.findings[0].callback, expected[i].callback);
        if (i > 0) CHECK_EQ(report.findings[0].kind, expected[i].kind);
        lie = 0;
    }
    guarded_free(&block);
    guarded_free(&room);
}

int main(void) {
    played();
    alone();
    kept();
    evaluated();
    refused();
    mistaken();
    return check_result("more_players");
}
