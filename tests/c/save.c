/* Tests saves: a loaded search must continue bit for bit, in every game and with every kind of
 * player. The library must reject damaged bytes and saves of another game. Wrong bytes with a
 * correct checksum must do no harm. */
#include <limits.h>

#include "all_games.h"
#include "opened.h"

/* Returns a save of the state, in a buffer of exactly the size of the save. */
static guarded saved(imm_state *state) {
    size_t length = 0;
    guarded bytes = guarded_new(imm_save_size(state));
    CHECK_EQ(imm_last_status(state), IMM_OK);
    CHECK_EQ(imm_save(state, bytes.memory, bytes.size, &length), IMM_OK);
    CHECK(length == bytes.size && guarded_intact(&bytes));
    return bytes;
}

static int is_saved_so(imm_state *state, const guarded *bytes) {
    guarded now = saved(state);
    int equal = now.size == bytes->size && memcmp(now.memory, bytes->memory, now.size) == 0;
    guarded_free(&now);
    return equal;
}

/* ---- Going on -------------------------------------------------------------------------------- */

static const char *const players[] = {"mcts()",
                                      "mcts(im0.4)",
                                      "mcts(abp1)",
                                      "mcts(im0.3,evaltt,leafab1)",
                                      "mcts(prooftt)",
                                      "mcts(bounds)",
                                      "mcts(pn1,t1)",
                                      "mcts(pn0.5/r,bounds)",
                                      "mcts(fpu0.4,im0.2,softmax0.2)",
                                      "bfm(c0.5)",
                                      "ab()",
                                      "ab(killers)",
                                      "ab(all)",
                                      "ab(tt,history,pvs)"};

/* Saving must not change a search. Another state, which has searched other positions, must load the
 * save and then continue exactly like the saved state. */
static void check_going_on(const imm_game *game, const char *spec, size_t size, uint64_t iterations) {
    guarded one, two, three, bytes;
    imm_state *state = open_state(&one, game, spec, size, 5), *other = open_state(&two, game, spec, size, 99);
    imm_state *control = open_state(&three, game, spec, size, 5);
    imm_report report, expected;
    check_what = spec;
    CHECK_EQ(iterate(other, 90, &report), IMM_OK);
    CHECK_EQ(imm_play(other, report.best), IMM_OK);
    for (int part = 0; part < 5; part++) {
        CHECK_EQ(iterate(state, iterations, &expected), IMM_OK);
        bytes = saved(state);
        imm_status status = imm_load(other, bytes.memory, bytes.size);
        CHECK_EQ(status, IMM_OK);
        CHECK(is_saved_so(other, &bytes) && is_saved_so(state, &bytes));
        CHECK_EQ(imm_get_report(other, &report), IMM_OK);
        CHECK(report.signature == expected.signature && report.best == expected.best && report.nodes == expected.nodes);
        CHECK_EQ(iterate(state, iterations, &expected), IMM_OK);
        CHECK_EQ(iterate(other, iterations, &report), IMM_OK);
        CHECK(report.signature == expected.signature && report.best == expected.best);
        CHECK_EQ(iterate(control, iterations, &report), IMM_OK);
        CHECK_EQ(iterate(control, iterations, &report), IMM_OK);
        CHECK(report.signature == expected.signature && report.nodes == expected.nodes);
        guarded_free(&bytes);
        CHECK_EQ(imm_play(control, expected.best), IMM_OK);
        CHECK_EQ(imm_play(state, expected.best), IMM_OK);
        bytes = saved(state);
        CHECK_EQ(imm_load(other, bytes.memory, bytes.size), IMM_OK);
        CHECK(is_saved_so(other, &bytes));
        guarded_free(&bytes);
        if (status != IMM_OK || imm_outcome(state) != IMM_ONGOING) break;
    }
    check_what = "";
    guarded_free(&one);
    guarded_free(&two);
    guarded_free(&three);
}

static size_t memory_for(const imm_game *game, size_t slots) {
    size_t tree = imm_memory_required(game, slots) + 4096, stack = 2 * imm_alpha_beta_memory(game, 5);
    return tree > stack ? tree : stack;
}

static void check_all_going_on(void) {
    for (unsigned at = 0; game_at(at); at++) {
        const imm_game *game = game_at(at);
        for (size_t i = 0; i < sizeof players / sizeof *players; i += stride(3)) {
            check_going_on(game, players[i], memory_for(game, 150), 333);
            check_going_on(game, players[i], memory_for(game, 4000), 1111);
        }
    }
}

/* ---- Damage ---------------------------------------------------------------------------------- */

static void seal(guarded *bytes) {
    uint32_t crc = crc32(bytes->memory, bytes->size - 4);
    for (int i = 0; i < 4; i++) bytes->memory[bytes->size - 4 + (size_t)i] = (unsigned char)(crc >> 8 * i);
}

/* The library must reject a save that is too short or has a flipped bit, and the state must not
 * change. A changed save with a correct checksum may be rejected or loaded. If it is loaded, a new
 * save of the state must have the same bytes, and a search may fail but must do no harm. */
static void check_damage(const imm_game *game, const char *spec, uint32_t steps) {
    guarded one, two, bytes, before;
    size_t size = spec[0] == 'a' ? 2 * imm_alpha_beta_memory(game, 3) : imm_memory_required(game, 40) + 2048;
    imm_state *state = open_state(&one, game, spec, size, 5), *other = open_state(&two, game, spec, size, 6);
    check_what = spec;
    CHECK_EQ(imm_step(state, steps), IMM_OK);
    CHECK_EQ(imm_step(other, 7), IMM_OK);
    bytes = saved(state);
    before = saved(other);
    CHECK(crc32(bytes.memory, bytes.size) == UINT32_C(0x2144DF1C)); /* the CRC-32 of data followed by its own CRC-32 */
    for (size_t length = 0; length < bytes.size; length += stride(11))
        CHECK_EQ(imm_load(other, bytes.memory, length), IMM_ERR_BYTES);
    CHECK(is_saved_so(other, &before));
    size_t refused = 0, taken = 0;
    for (size_t bit = 0; bit < bytes.size * 8; bit += stride(101) + bytes.size / 400) {
        unsigned char *byte = &bytes.memory[bit / 8], right = *byte;
        *byte ^= (unsigned char)(1u << bit % 8);
        imm_status status = imm_load(other, bytes.memory, bytes.size);
        CHECK(status == IMM_ERR_BYTES || (status == IMM_ERR_SAVED_VERSION && bit / 8 >= 4 && bit / 8 < 6));
        seal(&bytes);
        status = is_own(game) ? IMM_ERR_BYTES : imm_load(other, bytes.memory, bytes.size);
        if (status == IMM_OK) {
            imm_report report;
            taken++;
            CHECK(is_saved_so(other, &bytes));
            if (imm_outcome(other) == IMM_ONGOING && iterate(other, 60, &report) == IMM_OK)
                CHECK_EQ(imm_play(other, report.best), IMM_OK);
            CHECK_EQ(imm_load(other, before.memory, before.size), IMM_OK);
        } else {
            refused++;
            CHECK(status == IMM_ERR_BYTES || (status >= IMM_ERR_SAVED_MEMORY && status <= IMM_ERR_SAVED_VERSION));
            if (bit % 37 == 0) CHECK(is_saved_so(other, &before));
        }
        *byte = right;
        seal(&bytes);
    }
    CHECK(is_saved_so(other, &before));
    CHECK(refused > 0 && (taken > 0 || is_own(game)));
    CHECK_EQ(imm_load(other, bytes.memory, bytes.size), IMM_OK);
    for (size_t room = 0; room < bytes.size; room += 1 + bytes.size / 50) {
        guarded small = guarded_new(room);
        size_t length = 77;
        CHECK_EQ(imm_save(state, small.memory, room, &length), IMM_ERR_BUFFER);
        CHECK(length == 77 && guarded_untouched(&small));
        guarded_free(&small);
    }
    check_what = "";
    guarded_free(&one);
    guarded_free(&two);
    guarded_free(&bytes);
    guarded_free(&before);
}

/* The library must reject a save from a state with another game, board, player or memory size. */
static void check_strangers(void) {
    imm_game kalah = imm_kalah_board(6, 4, IMM_CAPTURE_STAYS), onitama = imm_onitama_deal(7), own = toy_game(&fair);
    const struct {
        const imm_game *game;
        const char *spec;
        size_t more;
        imm_status expected;
    } rows[] = {{imm_kalah(), "mcts(im0.4)", 0, IMM_OK},
                {&kalah, "mcts(im0.4)", 0, IMM_ERR_SAVED_GAME},
                {&onitama, "mcts(im0.4)", 0, IMM_ERR_SAVED_GAME},
                {&own, "mcts(im0.4)", 0, IMM_ERR_SAVED_GAME},
                {imm_kalah(), "mcts(im0.5)", 0, IMM_ERR_SAVED_PLAYER},
                {imm_kalah(), "mcts(im0.4,fet3)", 0, IMM_ERR_SAVED_PLAYER},
                {imm_kalah(), "bfm()", 0, IMM_ERR_SAVED_PLAYER},
                {imm_kalah(), "ab()", 0, IMM_ERR_SAVED_PLAYER},
                {imm_kalah(), "mcts(im0.4)", IMM_SLOT_SIZE, IMM_ERR_SAVED_MEMORY}};
    guarded one, bytes;
    size_t size = 65536;
    imm_state *state = open_state(&one, imm_kalah(), "mcts(im0.4)", size, 5);
    CHECK_EQ(imm_step(state, 100), IMM_OK);
    bytes = saved(state);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        guarded two, before;
        check_what = rows[i].spec;
        imm_state *other = open_state(&two, rows[i].game, rows[i].spec, size + rows[i].more, 8);
        before = saved(other);
        CHECK_EQ(imm_load(other, bytes.memory, bytes.size), rows[i].expected);
        CHECK(is_saved_so(other, rows[i].expected == IMM_OK ? &bytes : &before));
        guarded_free(&two);
        guarded_free(&before);
    }
    check_what = "";
    guarded_free(&one);
    guarded_free(&bytes);
}

/* ---- Misuse ---------------------------------------------------------------------------------- */

static void reenter(imm_state *state) {
    unsigned char bytes[64] = {0};
    size_t length = 99;
    CHECK_EQ(imm_save_size(state), 0);
    CHECK_EQ(imm_save(state, bytes, sizeof bytes, &length), IMM_ERR_BUSY);
    CHECK_EQ(imm_load(state, bytes, sizeof bytes), IMM_ERR_BUSY);
    CHECK_EQ(length, 99);
}

static void check_misuse(void) {
    guarded block;
    unsigned char bytes[4096];
    size_t length = 99;
    toy again = {REENTERS, 0, 0, 0, NULL, reenter};
    imm_game own = toy_game(&again), small = imm_kalah_small(6, 4, 0);
    CHECK_EQ(imm_save_size(NULL), 0);
    CHECK_EQ(imm_save(NULL, bytes, sizeof bytes, &length), IMM_ERR_NULL);
    CHECK_EQ(imm_load(NULL, bytes, sizeof bytes), IMM_ERR_NULL);
    imm_state *state = open_state(&block, imm_kalah(), "mcts()", imm_memory_required(imm_kalah(), 20), 1);
    CHECK_EQ(imm_save(state, NULL, 5, &length), IMM_ERR_NULL);
    CHECK_EQ(imm_save(state, bytes, sizeof bytes, NULL), IMM_ERR_NULL);
    CHECK_EQ(imm_load(state, NULL, 5), IMM_ERR_NULL);
    CHECK_EQ(imm_load(state, NULL, 0), IMM_ERR_BYTES);
    CHECK_EQ(length, 99);
    guarded_free(&block);
    state = open_state(&block, &small, "mcts()", imm_memory_required(&small, 20), 1);
    CHECK_EQ(imm_save_size(state), 0);
    CHECK_EQ(imm_last_status(state), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_save(state, bytes, sizeof bytes, &length), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_load(state, bytes, 3), IMM_ERR_UNSUPPORTED);
    guarded_free(&block);
    state = open_state(&block, &own, "mcts()", imm_memory_required(&own, 20), 1);
    again.state = state;
    CHECK_EQ(iterate(state, 20, NULL), IMM_OK);
    guarded_free(&block);
}

/* Makes the n-th callback call of a load and all later calls fail, for each n in turn. A load that
 * fails must not change the state. */
static void check_failing_callbacks(const char *spec) {
    guarded one, two, bytes, before;
    toy broken = {FAILS, 0, LONG_MAX, 0, NULL, NULL};
    imm_game own = toy_knows_all(&broken);
    size_t size = memory_for(&own, 60);
    imm_state *state = open_state(&one, &own, spec, size, 1), *other = open_state(&two, &own, spec, size, 2);
    CHECK_EQ(imm_step(state, 30), IMM_OK);
    CHECK_EQ(imm_step(other, 3), IMM_OK);
    bytes = saved(state);
    before = saved(other);
    imm_status status = IMM_ERR_CALLBACK;
    for (long call = 1; status != IMM_OK; call += 1) {
        broken.from = broken.calls + call;
        status = imm_load(other, bytes.memory, bytes.size);
        broken.from = LONG_MAX;
        CHECK(status == IMM_OK || status == IMM_ERR_CALLBACK);
        CHECK(is_saved_so(other, status == IMM_OK ? &bytes : &before));
    }
    CHECK_EQ(broken.misuses, 0);
    guarded_free(&one);
    guarded_free(&two);
    guarded_free(&bytes);
    guarded_free(&before);
}

int main(void) {
    check_all_going_on();
    for (unsigned at = 0; game_at(at); at++) {
        check_damage(game_at(at), "mcts(im0.4)", 25);
        check_damage(game_at(at), "ab()", 23);
    }
    check_damage(imm_kalah(), "ab(all)", 61);
    check_damage(imm_oware(), "mcts(im0.3,evaltt)", 15);
    check_damage(imm_loa(), "mcts(abp1)", 25);
    check_strangers();
    check_misuse();
    check_failing_callbacks("mcts(im0.4)");
    check_failing_callbacks("ab(all)");
    CHECK_EQ(fair.misuses, 0);
    return check_result("save");
}
