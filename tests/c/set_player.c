/* Tests changing the player of an existing state. The position must stay. The tree must stay if it
 * is valid for the new player. If the tree is cleared, the search must equal the search of a new
 * state. A rejected player must change nothing. */
#include "built_in.h"
#include "toy.h"

enum { SIZE = 60000, ITERATIONS = 400 };

static toy t;
static int plies = 5; /* moves played before the change */

static const char *const players[] = {"mcts()",     "mcts(im0.4)",    "mcts(evaltt,im0.3)", "mcts(leafab2,im0.5)",
                                      "bfm()",      "ab()",           "ab(tt,killers)",     "ab(history)",
                                      "mcts(fet4)", "mcts(one,c0.5)", "bfm(eps0.1,c1.2)"};
enum { PLAYERS = sizeof players / sizeof *players };

static imm_state *open_player(guarded *block, const imm_game *game, const char *player) {
    imm_state *state = NULL;
    CHECK_EQ(imm_open(block->memory, block->size, game, player, 11, &state), IMM_OK);
    return state;
}

/* Plays `plies` moves, which are the same in every call. */
static void play(imm_state *state) {
    imm_move moves[256];
    for (int i = 0; i < plies; i++) {
        const int32_t count = imm_legal_moves(state, moves, 256);
        CHECK(count > 0);
        CHECK_EQ(imm_play(state, moves[(i * 7 + 3) % count]), IMM_OK);
    }
}

static imm_report searched(imm_state *state) {
    imm_report report;
    memset(&report, 0, sizeof report);
    CHECK_EQ(iterate(state, ITERATIONS, &report), IMM_OK);
    return report;
}

/* Changes from every player to every other player. The position must stay, and the game must not be
 * called. */
static void changes(const imm_game *game) {
    guarded block = guarded_new(SIZE), twin = guarded_new(SIZE);
    for (int from = 0; from < PLAYERS; from++)
        for (int to = 0; to < PLAYERS; to++) {
            unsigned char before[4096], after[4096];
            size_t length = 0, length_after = 0;
            check_what = players[to];
            imm_state *fresh = open_player(&twin, game, players[to]);
            play(fresh);
            imm_state *state = open_player(&block, game, players[from]);
            play(state);
            searched(state);
            CHECK_EQ(imm_position_bytes(state, before, sizeof before, &length), IMM_OK);
            const long calls = t.calls;
            CHECK_EQ(imm_set_player_text(state, players[to], 11), IMM_OK);
            CHECK_EQ(t.calls, calls); /* the game is not called */
            CHECK_EQ(imm_position_bytes(state, after, sizeof after, &length_after), IMM_OK);
            CHECK(length == length_after && memcmp(before, after, length) == 0);
            imm_report report;
            CHECK_EQ(imm_get_report(state, &report), IMM_OK);
            if (report.nodes == 0) {                 /* the search starts again */
                CHECK_EQ(imm_forget(fresh), IMM_OK); /* clears the moves that were played */
                const imm_report found = searched(state), expected = searched(fresh);
                CHECK(found.signature == expected.signature && found.best == expected.best);
                CHECK(found.nodes == expected.nodes && found.iterations == expected.iterations);
            }
            CHECK_EQ(imm_play(state, searched(state).best), IMM_OK);
            CHECK_EQ(imm_restart(state), IMM_OK);
            CHECK(is_legal(state, searched(state).best));
            CHECK(guarded_intact(&block));
        }
    check_what = "";
    guarded_free(&block);
    guarded_free(&twin);
}

/* The tree must stay if the new player stores the same numbers in the tree. For any other player,
 * the tree must become empty. */
static void trees(void) {
    const struct {
        const char *from, *to;
        int stays;
    } cases[] = {
        {"mcts()", "mcts()", 1},
        {"mcts()", "mcts(c0.3)", 1},
        {"mcts()", "mcts(log)", 1},
        {"mcts()", "mcts(temp0.5)", 1},
        {"mcts()", "mcts(t3,norecycle)", 1},
        {"mcts()", "mcts(nosolver)", 0},
        {"mcts()", "mcts(ipp)", 0},
        {"mcts()", "mcts(im0.4)", 0},
        {"mcts()", "mcts(all)", 0},
        {"mcts(im0.4)", "mcts(im0.8)", 1},
        {"mcts(im0.4)", "mcts(im0.4-100)", 1},
        {"mcts(im0.4)", "mcts(im0.4,eps0.1)", 1},
        {"mcts(im0.4)", "mcts(cb0.4)", 0},
        {"mcts(im0.4)", "mcts(im0.4,efMS)", 0},
        {"mcts(im0.4)", "mcts(im0.4,fet5)", 0},
        {"mcts(im0.4)", "mcts(im0.4,leafab1)", 0},
        {"mcts(im0.4)", "mcts(im0.4,evaltt)", 0},
        {"mcts(im0.4,max5)", "mcts(im0.5,max5)", 0},
        {"mcts(im0.4,max5)", "mcts(im0.4,max5,c0.4)", 1},
        {"mcts(im0.4,pb1)", "mcts(im0.4,pb2)", 1},
        {"mcts(im0.4,pb1)", "mcts(im0.4,pb1/l)", 1},
        {"mcts(im0.4,pb1)", "mcts(im0.4)", 0},
        {"mcts(im1)", "bfm()", 0},
        {"bfm()", "bfm(c0.2,fpu0.9,robust)", 1},
        {"bfm()", "mcts(im1)", 0},
        {"mcts()", "ab()", 0},
        {"ab()", "ab()", 0},
    };
    guarded block = guarded_new(SIZE);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        imm_report report;
        imm_state *state = open_player(&block, imm_breakthrough(), cases[i].from);
        const imm_report before = searched(state);
        check_what = cases[i].to;
        CHECK_EQ(imm_set_player_text(state, cases[i].to, 11), IMM_OK);
        CHECK_EQ(imm_get_report(state, &report), IMM_OK);
        CHECK_EQ(report.nodes, cases[i].stays ? before.nodes : 0);
        CHECK_EQ(report.signature == before.signature, cases[i].stays);
        CHECK_EQ(iterate(state, 50, &report), IMM_OK);
        CHECK(is_legal(state, report.best));
    }
    check_what = "";
    guarded_free(&block);
}

/* After a rejected change, the old player must continue as before. */
static void refusals(void) {
    guarded block = guarded_new(8000), twin = guarded_new(8000);
    imm_state *state = open_player(&block, imm_kalah(), "mcts(im0.4)");
    imm_state *same = open_player(&twin, imm_kalah(), "mcts(im0.4)");
    imm_config config = imm_config_default();
    searched(state), searched(same);
    CHECK_EQ(imm_set_player_text(state, "mcts(", 0), IMM_ERR_SPEC);
    CHECK_EQ(imm_set_player_text(state, "\xFF", 0), IMM_ERR_TEXT);
    CHECK_EQ(imm_set_player_text(state, "mcts(efMS)", 0), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_set_player_text(state, "mcts(np)", 0), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_set_player_text(state, "ab(efLH)", 0), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_last_status(state), IMM_ERR_UNSUPPORTED);
    config.struct_size = 8;
    CHECK_EQ(imm_set_player(state, &config), IMM_ERR_STRUCT_SIZE);
    config = imm_config_default(), config.c = -0.5f;
    CHECK_EQ(imm_set_player(state, &config), IMM_ERR_OUT_OF_RANGE);
    config = imm_config_default(), config.algorithm = 9;
    CHECK_EQ(imm_set_player(state, &config), IMM_ERR_ENUM);
    config = imm_config_default(), config.im = 0.4f, config.cb = 0.4f;
    CHECK_EQ(imm_set_player(state, &config), IMM_ERR_CONTRADICTION);
    config = imm_config_default(), config.algorithm = IMM_ALPHA_BETA, config.switches = IMM_AB_SCORE | IMM_AB_WDL;
    CHECK_EQ(imm_set_player(state, &config), IMM_ERR_CONTRADICTION);
    CHECK_EQ(imm_set_player(NULL, NULL), IMM_ERR_NULL);
    CHECK_EQ(imm_set_player_text(NULL, "mcts()", 0), IMM_ERR_NULL);
    const imm_report found = searched(state), expected = searched(same);
    CHECK(found.signature == expected.signature && found.visits == expected.visits);
    const imm_game small = imm_kalah_small(6, 4, IMM_CAPTURE_EMPTY);
    state = open_player(&block, &small, "mcts()");
    CHECK_EQ(imm_set_player_text(state, "mcts(c0.5)", 0), IMM_ERR_UNSUPPORTED);
    CHECK(is_legal(state, searched(state).best));
    guarded_free(&block);
    guarded_free(&twin);
}

/* Tries block sizes, beginning with the smallest block in which the player mcts() can search. In
 * each block, a change to any other player must succeed, or must fail because the block is too
 * small. Nothing outside of the block may be written. */
static void every_size(const imm_game *game) {
    const size_t least = imm_memory_required(game, 0), most = imm_alpha_beta_memory(game, 3);
    for (size_t size = least; size < most + 600; size += stride(37)) {
        guarded block = guarded_new(size);
        imm_state *state = open_player(&block, game, "mcts()");
        for (int i = 0; i < PLAYERS; i++) {
            const imm_status status = imm_set_player_text(state, players[i], 1);
            CHECK(status == IMM_OK || status == IMM_ERR_TOO_SMALL);
            CHECK_EQ(imm_step(state, 20), IMM_OK);
            CHECK(is_legal(state, imm_search(state, 0)));
        }
        guarded_free(&block);
    }
}

/* Setting a player from a configuration must also set the clock. Setting a player from a text must
 * leave the clock unchanged. `readings` counts the readings of the clock. */
static uint32_t readings;

static uint32_t counting(void *clock) { return (void)clock, readings++; }

static void clocks(void) {
    guarded block = guarded_new(8000);
    imm_state *state = open_player(&block, imm_kalah(), NULL);
    imm_config config = imm_config_default();
    config.now_ms = counting;
    CHECK_EQ(imm_set_player(state, &config), IMM_OK);
    CHECK(imm_search(state, 5) != IMM_MOVE_NONE && readings >= 5);
    const uint32_t before = readings;
    CHECK_EQ(imm_set_player_text(state, "ab()", 0), IMM_OK);
    CHECK(imm_search(state, 5) != IMM_MOVE_NONE && readings > before);
    config.now_ms = NULL, config.c = 0.5f;
    CHECK_EQ(imm_set_player(state, &config), IMM_OK);
    CHECK(imm_search(state, 5) == IMM_MOVE_NONE && imm_last_status(state) == IMM_ERR_NO_CLOCK);
    CHECK_EQ(imm_set_player(state, NULL), IMM_OK); /* the default player, with the host's clock */
    CHECK(imm_search(state, 1) != IMM_MOVE_NONE);
    guarded_free(&block);
}

/* After a change of player, undo must take back earlier moves, and a clone must be valid. */
static void history_and_copies(const imm_game *game) {
    static _Alignas(IMM_ALIGN) unsigned char past[1 << 17];
    guarded block = guarded_new(SIZE), other = guarded_new(SIZE);
    imm_state *state = open_player(&block, game, "mcts(im0.4)"), *copy = NULL;
    unsigned char start[4096], now[4096];
    size_t length = 0, length_now = 0;
    CHECK_EQ(imm_position_bytes(state, start, sizeof start, &length), IMM_OK);
    CHECK_EQ(imm_keep_history(state, past, sizeof past), IMM_OK);
    play(state);
    CHECK_EQ(imm_set_player_text(state, "ab(tt)", 0), IMM_OK);
    CHECK_EQ(imm_play(state, searched(state).best), IMM_OK);
    CHECK_EQ(imm_set_player_text(state, "bfm()", 0), IMM_OK);
    CHECK_EQ(imm_clone(state, other.memory, other.size, &copy), IMM_OK);
    CHECK(searched(copy).signature == searched(state).signature);
    CHECK_EQ(imm_set_player_text(copy, "ab()", 0), IMM_OK);
    CHECK(is_legal(copy, searched(copy).best));
    for (int i = 0; i < plies + 1; i++) CHECK_EQ(imm_undo(state), IMM_OK);
    CHECK_EQ(imm_undo(state), IMM_ERR_NO_PAST);
    CHECK_EQ(imm_position_bytes(state, now, sizeof now, &length_now), IMM_OK);
    CHECK(length == length_now && memcmp(start, now, length) == 0);
    guarded_free(&block);
    guarded_free(&other);
}

static void reenter(imm_state *state) {
    CHECK_EQ(imm_set_player(state, NULL), IMM_ERR_BUSY);
    CHECK_EQ(imm_set_player_text(state, "ab()", 0), IMM_ERR_BUSY);
}

static void busy(const imm_game *game) {
    guarded block = guarded_new(SIZE);
    imm_state *state = open_player(&block, game, "mcts()");
    t.kind = REENTERS, t.from = 0, t.reenter = reenter, t.state = state;
    CHECK_EQ(imm_step(state, 10), IMM_OK);
    memset(&t, 0, sizeof t);
    guarded_free(&block);
}

int main(void) {
    const imm_game own = toy_game(&t);
    for (unsigned i = 0; built_in(i); i++) {
        changes(built_in(i));
        history_and_copies(built_in(i));
    }
    plies = 2; /* four such moves in a row end this game */
    changes(&own);
    history_and_copies(&own);
    trees();
    refusals();
    every_size(imm_kalah());
    every_size(imm_oware());
    every_size(&own);
    clocks();
    busy(&own);
    return check_result("set_player");
}
