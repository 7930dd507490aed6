/* Tests evaluation with a net: imm_set_net(), the option `efNet` and the callback features(). The
 * test makes its nets byte by byte, in the format of src/net/format.rs. */
#include <stdbool.h>

#include "../../c_examples/nets/breakthrough_net.h"
#include "../../c_examples/nets/kalah_net.h"
#include "../../c_examples/nets/onitama_net.h"
#include "../../c_examples/nets/oware_net.h"
#include "opened.h"
#include "toy.h"

enum { NET_MAX = 4096, BLOCK = 200000 };

/* ---- Nets ------------------------------------------------------------------------------------ */

typedef struct {
    uint32_t words[NET_MAX / 4]; /* words, for the alignment */
    size_t size;
} net;

static unsigned char *bytes_of(net *made) { return (unsigned char *)made->words; }

static void put(net *made, uint32_t number, unsigned bytes) {
    for (; bytes > 0; bytes--, number >>= 8) bytes_of(made)[made->size++] = (unsigned char)number;
}

static void put_at(net *made, size_t place, uint32_t number) {
    for (unsigned i = 0; i < 4; i++) bytes_of(made)[place + i] = (unsigned char)(number >> 8 * i);
}

static void begin_net(net *made, const char *game, unsigned features, unsigned patterns, unsigned width,
                      unsigned rows) {
    memset(made, 0, sizeof *made);
    memcpy(made->words, "immnet\1\0", 8);
    strcpy((char *)bytes_of(made) + 16, game);
    made->size = 40;
    put(made, features, 2), put(made, patterns, 2), put(made, patterns, 2), put(made, width, 2);
    put(made, rows, 4), put(made, 0, 2), put(made, 0, 3), put(made, 0, 4), put(made, 0, 3);
    CHECK_EQ(made->size, 64);
}

static void end_net(net *made) {
    put_at(made, 8, (uint32_t)made->size);
    put_at(made, 12, crc32(bytes_of(made) + 16, made->size - 16));
}

/* Makes a net for Kalah: `points` points for each stone in the mover's store, minus `points` for
 * each stone in the opponent's store. */
static void make_stores_net(net *made, const char *game, int points) {
    begin_net(made, game, 14, 2, 1, 2 * 49);
    for (unsigned side = 0; side < 2; side++) put(made, 49 * side, 4), put(made, side, 2), put(made, 1, 2);
    for (unsigned side = 0; side < 2; side++) put(made, 6 + 7 * side, 1), put(made, 48, 1), put(made, 1, 2);
    put(made, 0, 4); /* the bias, with padding */
    for (int side = 0; side < 2; side++)
        for (int stones = 0; stones < 49; stones++)
            put(made, (uint32_t)(side ? -stones : stones) * (uint32_t)points, 2);
    end_net(made);
}

/* Makes a net for tic-tac-toe with an accumulator: a position is better for the player to move if
 * that player holds the centre. */
static void make_centre_net(net *made) {
    begin_net(made, "toy", 9, 9, 8, 27);
    for (unsigned square = 0; square < 9; square++) put(made, 3 * square, 4), put(made, square, 2), put(made, 1, 2);
    for (unsigned square = 0; square < 9; square++) put(made, square, 1), put(made, 2, 1), put(made, 1, 2);
    for (unsigned column = 0; column < 8; column++) put(made, 10, 2);
    for (unsigned row = 0; row < 27; row++)
        for (unsigned column = 0; column < 8; column++) {
            int weight = row == 3 * 4 + 1 ? 50 : row == 3 * 4 + 2 ? -50 : 0;
            put(made, (uint32_t)(column == 0 ? weight : 0), 2);
        }
    for (unsigned column = 0; column < 8; column++) put(made, column == 0 ? 100 : 0, 2);
    put(made, (uint32_t)-1000, 4); /* cancels 10 * 100: the value is 0 while the centre is free */
    end_net(made);
}

static float value_of(imm_state *state) {
    float value = 9;
    CHECK_EQ(imm_evaluate(state, &value), IMM_OK);
    return value;
}

static bool is_near(float value, double expected) { return value > expected - 0.003 && value < expected + 0.003; }

/* ---- Kalah ----------------------------------------------------------------------------------- */

static void a_net_evaluates(void) {
    net made;
    guarded block;
    make_stores_net(&made, "kalah", 400);
    imm_state *state = open_state(&block, imm_kalah(), "bfm(efNet)", BLOCK, 1);
    CHECK_EQ(imm_set_net(state, made.words, made.size), IMM_OK);
    CHECK(is_near(value_of(state), 0));
    CHECK_EQ(imm_set_position(state, "1,1,0,0,0,0|7|2,0,0,0,0,0|4 1"), IMM_OK);
    CHECK(is_near(value_of(state), 0.2849)); /* tanh(3 * 400 / 4096) */
    CHECK_EQ(imm_set_position(state, "1,1,0,0,0,0|7|2,0,0,0,0,0|4 2"), IMM_OK);
    CHECK(is_near(value_of(state), 0.2849)); /* for the first player, whoever is to move */
    CHECK_EQ(imm_restart(state), IMM_OK);
    CHECK_EQ(imm_step(state, 300), IMM_OK);
    imm_report report;
    CHECK_EQ(imm_get_report(state, &report), IMM_OK);
    CHECK(report.nodes > 100 && report.best != IMM_MOVE_NONE);
    guarded_free(&block);
}

/* A player that needs a net must not search without a net. This test uses a Breakthrough board of a
 * size for which the library has no net. */
static void without_a_net_nothing_is_searched(void) {
    guarded block;
    const imm_game game = imm_breakthrough_board(5, 6);
    imm_state *state = open_state(&block, &game, "bfm(efNet)", BLOCK, 1);
    float value;
    CHECK_EQ(imm_evaluate(state, &value), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_step(state, 10), IMM_ERR_NO_NET);
    CHECK_EQ(imm_search(state, 1), IMM_MOVE_NONE);
    CHECK_EQ(imm_last_status(state), IMM_ERR_NO_NET);
    CHECK_EQ(imm_set_player_text(state, "bfm()", 1), IMM_OK);
    CHECK_EQ(imm_step(state, 10), IMM_OK);
    guarded_free(&block);
}

static uint64_t signature_of(imm_state *state) {
    imm_report report;
    CHECK_EQ(imm_restart(state), IMM_OK);
    CHECK_EQ(imm_step(state, 300), IMM_OK);
    CHECK_EQ(imm_get_report(state, &report), IMM_OK);
    return report.signature;
}

/* A built-in game must search with the net that the library contains. imm_set_net() can replace
 * this net and restore it. */
static void a_shipped_net_needs_no_call(void) {
    guarded block;
    net other;
    imm_state *state = open_state(&block, imm_breakthrough(), "bfm(efNet)", BLOCK, 1);
    uint64_t shipped = signature_of(state);
    float value = value_of(state);
    CHECK(value > -0.9f && value < 0.9f);
    begin_net(&other, "breakthrough", 64, 1, 1, 3);
    put(&other, 0, 4), put(&other, 0, 2), put(&other, 1, 2);
    put(&other, 8, 1), put(&other, 2, 1), put(&other, 1, 2);
    put(&other, 0, 4), put(&other, 0, 2), put(&other, 200, 2), put(&other, 0, 4);
    end_net(&other);
    CHECK_EQ(imm_set_net(state, other.words, other.size), IMM_OK);
    CHECK(signature_of(state) != shipped);
    CHECK_EQ(imm_set_net(state, NULL, 0), IMM_OK);
    CHECK(signature_of(state) == shipped);
    CHECK(value_of(state) == value);
    guarded_free(&block);
}

static uint64_t signature_with(net *made, size_t slip, const char *player) {
    guarded block;
    imm_report report;
    unsigned char elsewhere[NET_MAX + 8];
    memcpy(elsewhere + slip, made->words, made->size);
    imm_state *state = open_state(&block, imm_kalah(), player, BLOCK, 7);
    CHECK_EQ(imm_set_net(state, elsewhere + slip, made->size), IMM_OK);
    CHECK_EQ(imm_step(state, 400), IMM_OK);
    CHECK_EQ(imm_get_report(state, &report), IMM_OK);
    guarded_free(&block);
    return report.signature;
}

/* The result of a search must depend on the net, but not on the address of its bytes. */
static void a_search_depends_on_the_net_alone(void) {
    static const char *const players[] = {"bfm(efNet)",
                                          "mcts(im0.4,efNet)",
                                          "mcts(ege0.2,fet8,efNet)",
                                          "mcts(leafqs,im0.3,efNet)",
                                          "ab(efNet)",
                                          "ab(efNet,all)",
                                          "bfm(leafab2,efNet)",
                                          "mcts(corr,cut300,det0.9,efNet)",
                                          "bfm(ubfm,efNet)",
                                          "mcts(abp2,cut2000,efNet)",
                                          "bfm(evaltt,efNet)"};
    net made, other;
    make_stores_net(&made, "kalah", 400);
    make_stores_net(&other, "kalah", 30);
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        check_what = players[i];
        uint64_t signature = signature_with(&made, 0, players[i]);
        for (size_t slip = 1; slip < 8; slip += 3) CHECK(signature == signature_with(&made, slip, players[i]));
        CHECK(signature != signature_with(&other, 0, players[i]));
    }
    check_what = "";
}

static void bad_nets_are_refused(void) {
    net made, wrong;
    guarded block;
    make_stores_net(&made, "kalah", 400);
    imm_state *state = open_state(&block, imm_kalah(), "ab(efNet)", BLOCK, 1);
    CHECK_EQ(imm_set_net(NULL, made.words, made.size), IMM_ERR_NULL);
    CHECK_EQ(imm_set_net(state, NULL, made.size), IMM_ERR_NULL);
    CHECK_EQ(imm_set_net(state, made.words, 0), IMM_ERR_NET);
    CHECK_EQ(imm_set_net(state, made.words, made.size), IMM_OK);
    CHECK_EQ(imm_set_position(state, "1,1,0,0,0,0|7|2,0,0,0,0,0|4 1"), IMM_OK);
    make_stores_net(&wrong, "oware", 99);
    CHECK_EQ(imm_set_net(state, wrong.words, wrong.size), IMM_ERR_NET_GAME);
    for (size_t size = 0; size < made.size; size += stride(9))
        CHECK_EQ(imm_set_net(state, made.words, size), IMM_ERR_NET);
    for (size_t at = 0; at < made.size; at += stride(7)) {
        wrong = made;
        bytes_of(&wrong)[at] ^= 0x10;
        CHECK_EQ(imm_set_net(state, wrong.words, wrong.size), IMM_ERR_NET);
    }
    memcpy(block.memory + block.size - made.size, made.words, made.size);
    CHECK_EQ(imm_set_net(state, block.memory + block.size - made.size, made.size), IMM_ERR_BUFFER);
    CHECK(is_near(value_of(state), 0.2849)); /* the previous net is still set */
    guarded_free(&block);

    imm_game small = imm_kalah_small(6, 4, IMM_CAPTURE_EMPTY);
    imm_game board = imm_kalah_board(5, 4, IMM_CAPTURE_EMPTY);
    state = open_state(&block, &small, "mcts()", BLOCK, 1);
    CHECK_EQ(imm_set_net(state, made.words, made.size), IMM_ERR_UNSUPPORTED);
    guarded_free(&block);
    state = open_state(&block, &board, "bfm(efNet)", BLOCK, 1);
    CHECK_EQ(imm_set_net(state, made.words, made.size), IMM_ERR_NET_GAME);
    guarded_free(&block);
}

/* A state must keep its net when the player changes, and a clone must have the same net. Only a
 * state with the same net may load a save. */
static void a_net_belongs_to_the_state(void) {
    net made, other;
    guarded block, copied;
    static unsigned char saved[BLOCK * 2];
    size_t length;
    make_stores_net(&made, "kalah", 400);
    make_stores_net(&other, "kalah", 200);
    imm_state *state = open_state(&block, imm_kalah(), "mcts()", BLOCK, 1), *copy = NULL;
    CHECK_EQ(imm_set_net(state, made.words, made.size), IMM_OK);
    CHECK_EQ(imm_step(state, 50), IMM_OK);
    CHECK_EQ(imm_set_position(state, "1,1,0,0,0,0|7|2,0,0,0,0,0|4 1"), IMM_OK);
    CHECK_EQ(imm_set_player_text(state, "ab(efNet,all)", 1), IMM_OK);
    CHECK(is_near(value_of(state), 0.2849));
    CHECK_EQ(imm_set_player_text(state, "bfm(efNet)", 1), IMM_OK);
    CHECK(is_near(value_of(state), 0.2849));
    CHECK_EQ(imm_step(state, 50), IMM_OK);
    copied = guarded_new(BLOCK);
    CHECK_EQ(imm_clone(state, copied.memory, copied.size, &copy), IMM_OK);
    CHECK(is_near(value_of(copy), 0.2849));
    CHECK_EQ(imm_set_player_text(copy, "ab(efNet)", 1), IMM_OK);
    CHECK(is_near(value_of(copy), 0.2849));
    guarded_free(&copied);
    CHECK_EQ(imm_save(state, saved, sizeof saved, &length), IMM_OK);
    CHECK_EQ(imm_set_net(state, other.words, other.size), IMM_OK);
    CHECK_EQ(imm_load(state, saved, length), IMM_ERR_SAVED_PLAYER);
    CHECK_EQ(imm_set_net(state, made.words, made.size), IMM_OK);
    CHECK_EQ(imm_load(state, saved, length), IMM_OK);

    copied = guarded_new(BLOCK);
    CHECK_EQ(imm_open(copied.memory, copied.size, imm_kalah(), "bfm(efNet)", 2, &copy), IMM_OK);
    CHECK_EQ(imm_set_net(copy, other.words, other.size), IMM_OK);
    CHECK_EQ(imm_set_position(copy, "1,1,0,0,0,0|7|2,0,0,0,0,0|4 1"), IMM_OK);
    CHECK_EQ(imm_step(copy, 50), IMM_OK);
    CHECK_EQ(imm_merge(state, &copy, 1), IMM_ERR_OTHER_PLAYER);
    guarded_free(&copied);
    guarded_free(&block);
}

/* The result of imm_leaf_memory() must include the memory that a net needs. */
static void its_memory_is_counted(void) {
    imm_config config = imm_config_default();
    CHECK_EQ(imm_leaf_memory(&config, imm_kalah()), 0);
    CHECK_EQ(imm_configure(&config, "mcts(im0.4,efNet)"), IMM_OK);
    size_t work = imm_leaf_memory(&config, imm_kalah());
    CHECK(work > 256 && work <= IMM_NET_SIZE);
    size_t size = imm_memory_required(imm_kalah(), 100) + work;
    guarded block = guarded_new(size);
    imm_state *state = NULL;
    net made;
    make_stores_net(&made, "kalah", 400);
    CHECK_EQ(imm_init(block.memory, size, imm_kalah(), &config, &state), IMM_OK);
    CHECK_EQ(imm_set_net(state, made.words, made.size), IMM_OK);
    CHECK_EQ(imm_step(state, 1000), IMM_OK);
    CHECK_EQ(imm_init(block.memory, imm_memory_required(imm_kalah(), 0) + work - 1, imm_kalah(), &config, &state),
             IMM_ERR_TOO_SMALL);
    guarded_free(&block);
}

/* ---- A custom game --------------------------------------------------------------------------- */

static void features_of_a_game_of_ones_own(void) {
    net made;
    guarded block;
    toy t;
    make_centre_net(&made);
    memset(&t, 0, sizeof t);
    imm_game game = toy_game(&t);
    imm_config config = imm_config_default();
    char text[IMM_TEXT_MAX];
    CHECK_EQ(imm_configure(&config, "bfm(efNet)"), IMM_OK);
    CHECK_EQ(imm_config_error(&config, &game, text, sizeof text), IMM_OK);
    CHECK(strstr(text, "efNet"));
    game.features = toy_features;
    imm_state *state = NULL;
    block = guarded_new(BLOCK);
    static const uint32_t counts[] = {0, IMM_FEATURES_MAX + 1};
    for (unsigned i = 0; i < 2; i++) {
        game.feature_count = counts[i];
        CHECK_EQ(imm_init(block.memory, block.size, &game, &config, &state), IMM_ERR_GAME);
    }
    game.feature_count = 9;
    CHECK_EQ(imm_config_error(&config, &game, text, sizeof text), IMM_OK);
    CHECK_EQ(text[0], 0);
    static const char *const players[] = {"bfm(efNet)", "ab(efNet)", "mcts(im0.5,efNet)", "mcts(ege0.1,efNet)"};
    for (unsigned i = 0; i < 4; i++) {
        check_what = players[i];
        CHECK_EQ(imm_open(block.memory, block.size, &game, players[i], 1, &state), IMM_OK);
        CHECK_EQ(imm_set_net(state, made.words, made.size), IMM_OK);
        CHECK(is_near(value_of(state), 0));
        CHECK_EQ(imm_play(state, 4), IMM_OK);
        CHECK(is_near(value_of(state), 0.2390)); /* -tanh(-10 * 100 / 4096): the mover lacks the centre */
        CHECK_EQ(imm_step(state, 200), IMM_OK);
        CHECK_EQ(t.misuses, 0);
        CHECK_EQ(imm_restart(state), IMM_OK);
        for (unsigned n = 1; n < 400; n += (unsigned)stride(11)) {
            CHECK_EQ(imm_restart(state), IMM_OK);
            t.kind = FAILS, t.from = t.calls + (long)n;
            imm_status status = imm_step(state, 300);
            CHECK(status == IMM_OK || status == IMM_ERR_CALLBACK);
            t.kind = BEHAVE;
        }
    }
    check_what = "";
    guarded_free(&block);
}

/* Tests the small nets for flash memory. Each net must fit its game, and must differ from the
 * shipped net. */
static void small_nets_are_for_their_games(void) {
    enum { GAMES = 4, FLASH = 8192 };
    const struct {
        const char *name;
        const imm_game *game;
        const unsigned char *net;
        size_t size;
    } all[GAMES] = {{"Breakthrough", imm_breakthrough(), breakthrough_net, sizeof breakthrough_net},
                    {"Kalah", imm_kalah(), kalah_net, sizeof kalah_net},
                    {"Onitama", imm_onitama(), onitama_net, sizeof onitama_net},
                    {"Oware", imm_oware(), oware_net, sizeof oware_net}};
    for (unsigned i = 0; i < GAMES; i++) {
        guarded block;
        unsigned other = (i + 1) % GAMES;
        imm_state *state = open_state(&block, all[i].game, "ab(efNet,all)", BLOCK, 1);
        check_what = all[i].name;
        CHECK(all[i].size <= FLASH);
        float shipped = value_of(state);
        CHECK_EQ(imm_set_net(state, all[i].net, all[i].size), IMM_OK);
        CHECK(value_of(state) != shipped);
        CHECK(signature_of(state) != 0);
        CHECK_EQ(imm_set_net(state, all[other].net, all[other].size), IMM_ERR_NET_GAME);
        guarded_free(&block);
    }
}

int main(void) {
    small_nets_are_for_their_games();
    a_net_evaluates();
    without_a_net_nothing_is_searched();
    a_shipped_net_needs_no_call();
    a_search_depends_on_the_net_alone();
    bad_nets_are_refused();
    a_net_belongs_to_the_state();
    its_memory_is_counted();
    features_of_a_game_of_ones_own();
    return check_result("net");
}
