/* Tests the search whose values the caller tells: imm_collect(), imm_leaf_*() and imm_tell().
 * tests/told compares its trees with a slow reference search. */
#include "built_in.h"
#include "toy.h"

enum { MOST = 64, MEMORY = 1 << 19 };

static const char *const player = "mcts(efTold,puct1.5,im0.2)";
static toy t;
static guarded block;

static imm_state *open_toy(const char *spec) {
    imm_game game = toy_game(&t);
    imm_config config = read_config(spec);
    imm_state *state = NULL;
    memset(&t, 0, sizeof t);
    block = guarded_new(MEMORY);
    CHECK_EQ(imm_init(block.memory, block.size, &game, &config, &state), IMM_OK);
    t.state = state;
    return state;
}

static imm_report report_of(imm_state *state) {
    imm_report report;
    CHECK_EQ(imm_get_report(state, &report), IMM_OK);
    return report;
}

/* A value and priors that only depend on the position. */
static float value_of(const toy_position *p, float *priors, int32_t count) {
    uint32_t mixed = (p->stones[0] * 512u + p->stones[1]) * 2654435761u;
    for (int32_t i = 0; i < count; i++) priors[i] = (float)(mixed >> (2 * i) & 15) / 15;
    return (float)(mixed >> 16) / 32768 - 1;
}

/* Tells the search the values of all leaves of the latest collection. */
static void answer(imm_state *state, int32_t leaves) {
    float values[MOST], priors[MOST][TOY_MAX_MOVES];
    int32_t counts[MOST];
    for (int32_t leaf = 0; leaf < leaves; leaf++) {
        imm_move moves[TOY_MAX_MOVES];
        toy_position p;
        const void *position = imm_leaf_position(state, (uint32_t)leaf);
        CHECK(position);
        if (!position) return;
        memcpy(&p, position, sizeof p);
        counts[leaf] = imm_leaf_moves(state, (uint32_t)leaf, moves, TOY_MAX_MOVES);
        CHECK(counts[leaf] > 0 && toy_result(&p) == IMM_ONGOING);
        for (int32_t i = 0; i < counts[leaf]; i++) CHECK(toy_is_free(&p, moves[i]));
        CHECK_EQ(imm_leaf_player(state, (uint32_t)leaf), p.player ? IMM_SECOND : IMM_FIRST);
        values[leaf] = value_of(&p, priors[leaf], counts[leaf]);
    }
    for (int32_t leaf = 0; leaf < leaves; leaf++)
        CHECK_EQ(imm_tell(state, values[leaf], priors[leaf], (uint32_t)counts[leaf]), IMM_OK);
}

/* Searches until `iterations` simulations are finished or the position is solved. Evaluates up to
 * `most` leaves at once. Returns how many leaves were evaluated. */
static int32_t search(imm_state *state, uint32_t most, uint64_t iterations) {
    int32_t leaves, all = 0;
    while (report_of(state).iterations < iterations && (leaves = imm_collect(state, most)) > 0) {
        answer(state, leaves);
        all += leaves;
    }
    return all;
}

static void solves_tic_tac_toe(void) {
    for (uint32_t most = 1; most <= MOST; most *= 8) {
        imm_state *state = open_toy(player);
        CHECK_EQ(imm_play(state, 0), IMM_OK);
        CHECK_EQ(imm_play(state, 1), IMM_OK); /* a mistake */
        int32_t leaves = search(state, most, 100000);
        imm_report report = report_of(state);
        CHECK(leaves > 20 && (uint64_t)leaves <= report.iterations);
        CHECK_EQ(report.proof, IMM_PROVEN_FIRST_WINS);
        CHECK_EQ(report.stopped, IMM_STOPPED_PROVEN);
        CHECK_EQ(imm_collect(state, most), 0);
        guarded_free(&block);
    }
}

/* The same counts and values must give the same tree. Another batch size must give another tree. */
static void is_reproducible(void) {
    uint64_t signatures[3];
    for (int run = 0; run < 3; run++) {
        imm_state *state = open_toy(player);
        search(state, run < 2 ? 8 : 3, 200);
        signatures[run] = report_of(state).signature;
        guarded_free(&block);
    }
    CHECK(signatures[0] == signatures[1] && signatures[0] != signatures[2]);
}

/* The second batch is collected before the values of the first batch are told. Even then, every
 * leaf must be a new position. */
static void two_batches_in_turn(void) {
    imm_state *state = open_toy(player);
    toy_position seen[3 * MOST];
    uint32_t count = 0;
    search(state, 8, 100);
    for (int batch = 0; batch < 3; batch++) {
        int32_t leaves = imm_collect(state, 8);
        CHECK(leaves > 0);
        for (int32_t leaf = 0; leaf < leaves; leaf++, count++) {
            memcpy(&seen[count], imm_leaf_position(state, (uint32_t)leaf), sizeof *seen);
            for (uint32_t other = 0; other < count; other++)
                CHECK(seen[count].player != seen[other].player || memcmp(&seen[count], &seen[other], 4) != 0);
        }
        CHECK(imm_leaf_position(state, (uint32_t)leaves) == NULL);
        CHECK_EQ(imm_last_status(state), IMM_ERR_NO_LEAF);
    }
    for (; count > 0; count--) CHECK_EQ(imm_tell(state, 0, NULL, 0), IMM_OK);
    CHECK_EQ(imm_tell(state, 0, NULL, 0), IMM_ERR_NO_LEAF);
    guarded_free(&block);
}

/* A clone must continue with the leaves that wait for values. imm_play() and imm_save() must take
 * these leaves back. */
static void leaves_that_wait(void) {
    imm_state *state = open_toy(player), *copy = NULL;
    guarded other = guarded_new(MEMORY);
    search(state, 8, 60);
    int32_t leaves = imm_collect(state, 8);
    CHECK(leaves > 1);
    CHECK_EQ(imm_clone(state, other.memory, other.size, &copy), IMM_OK);
    answer(state, leaves);
    answer(copy, leaves);
    CHECK(report_of(state).signature == report_of(copy).signature);
    CHECK_EQ(report_of(copy).iterations, report_of(state).iterations);
    uint32_t visits = report_of(state).visits;
    CHECK(imm_collect(state, 8) > 0 && imm_collect(copy, 8) > 0);
    CHECK(imm_save_size(state) > 0);
    CHECK_EQ(imm_tell(state, 0, NULL, 0), IMM_ERR_NO_LEAF);
    CHECK_EQ(report_of(state).visits, visits);
    CHECK_EQ(imm_play(copy, report_of(copy).best), IMM_OK);
    CHECK_EQ(imm_tell(copy, 0, NULL, 0), IMM_ERR_NO_LEAF);
    CHECK_EQ(report_of(copy).iterations, 0);
    CHECK(search(copy, 8, 50) > 0);
    guarded_free(&other);
    guarded_free(&block);
}

static void refuses(void) {
    imm_state *state = open_toy(player);
    float priors[TOY_MAX_MOVES] = {0};
    imm_move move = 77;
    char text[IMM_TEXT_MAX];
    CHECK_EQ(iterate(state, 10, NULL), IMM_ERR_TOLD);
    CHECK_EQ(imm_search(state, 10), IMM_MOVE_NONE);
    CHECK_EQ(imm_step(state, 10), IMM_ERR_TOLD);
    CHECK_EQ(imm_tell(state, 0, NULL, 0), IMM_ERR_NO_LEAF);
    CHECK_EQ(imm_collect(state, 0), 0);
    CHECK_EQ(imm_collect(state, 8), 1); /* the position itself */
    CHECK_EQ(imm_collect(state, 8), 0);
    CHECK_EQ(imm_leaf_moves(state, 0, &move, 1), IMM_ERR_NO_LEAF); /* not of the latest collection */
    CHECK_EQ(imm_leaf_player(state, 0), IMM_ERR_NO_LEAF);
    CHECK_EQ(imm_leaf_text(state, 0, text, sizeof text), IMM_ERR_NO_LEAF);
    CHECK(move == 77);
    const float wrong[] = {1.5f, -1.0001f, NAN, INFINITY};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK_EQ(imm_tell(state, wrong[i], NULL, 0), IMM_ERR_OUT_OF_RANGE);
        priors[3] = -wrong[i];
        if (i != 1) CHECK_EQ(imm_tell(state, 0, priors, TOY_MAX_MOVES), IMM_ERR_OUT_OF_RANGE);
    }
    priors[3] = 0.5f;
    CHECK_EQ(imm_tell(state, 0, priors, TOY_MAX_MOVES - 1), IMM_ERR_OUT_OF_RANGE);
    CHECK_EQ(imm_tell(state, 0, NULL, TOY_MAX_MOVES), IMM_ERR_NULL);
    CHECK_EQ(imm_tell(state, 0, priors, TOY_MAX_MOVES), IMM_OK);
    CHECK_EQ(imm_tell(state, 0, priors, TOY_MAX_MOVES), IMM_ERR_NO_LEAF);
    CHECK(imm_collect(state, 8) > 0);
    CHECK_EQ(imm_leaf_text(state, 0, text, sizeof text), IMM_ERR_UNSUPPORTED);
    guarded other = guarded_new(MEMORY);
    imm_state *copy = NULL;
    CHECK_EQ(imm_clone(state, other.memory, other.size, &copy), IMM_OK);
    CHECK_EQ(imm_merge(state, &copy, 1), IMM_ERR_OTHER_PLAYER);
    CHECK_EQ(imm_share_tree(state, other.memory, other.size), IMM_ERR_UNSUPPORTED);
    guarded_free(&other);
    guarded_free(&block);
    state = open_toy("mcts(im0.4)");
    CHECK_EQ(imm_collect(state, 8), IMM_ERR_TOLD);
    CHECK_EQ(imm_tell(state, 0, NULL, 0), IMM_ERR_TOLD);
    CHECK(imm_leaf_position(state, 0) == NULL);
    CHECK_EQ(imm_last_status(state), IMM_ERR_TOLD);
    guarded_free(&block);
    state = open_toy("ab()");
    CHECK_EQ(imm_collect(state, 8), IMM_ERR_TOLD);
    guarded_free(&block);
}

/* If the game fails in any call, the call must return the status of the failure, and the state must
 * stay usable. */
static void faults(misbehaviour kind, long from) {
    imm_state *state = open_toy(player);
    search(state, 8, 40);
    t.kind = kind, t.from = t.calls + from;
    int32_t leaves = imm_collect(state, 8), status = IMM_OK;
    for (int32_t leaf = 0; leaf < leaves && status >= 0; leaf++) {
        imm_move moves[TOY_MAX_MOVES + 1];
        status = imm_leaf_moves(state, (uint32_t)leaf, moves, TOY_MAX_MOVES);
        if (status >= 0) status = imm_leaf_player(state, (uint32_t)leaf);
    }
    while (leaves-- > 0 && status >= 0) status = imm_tell(state, 0.25f, NULL, 0);
    t.kind = BEHAVE;
    CHECK(status >= 0 || status == expected_status[kind]);
    CHECK_EQ(imm_forget(state), IMM_OK);
    CHECK_EQ(imm_tell(state, 0, NULL, 0), IMM_ERR_NO_LEAF);
    CHECK(search(state, 8, 100) > 20);
    CHECK(is_legal(state, report_of(state).best));
    CHECK_EQ(t.misuses, 0);
    guarded_free(&block);
}

/* In a built-in game, the position of a leaf is a text, and another state must accept this text. In
 * a small block, the search must recycle nodes while leaves wait. */
static void plays(const imm_game *game, size_t slots) {
    imm_config config = read_config(player), plain = read_config("mcts()");
    imm_state *state = NULL, *mirror = NULL;
    guarded room = guarded_new(imm_memory_required(game, 0));
    size_t size = imm_memory_required(game, slots);
    block = guarded_new(size);
    CHECK_EQ(imm_init(block.memory, block.size, game, &config, &state), IMM_OK);
    CHECK_EQ(imm_init(room.memory, room.size, game, &plain, &mirror), IMM_OK);
    for (uint64_t done = 0; done < 600; done = report_of(state).iterations) {
        int32_t leaves = imm_collect(state, 16);
        CHECK(leaves > 0);
        if (leaves <= 0) break;
        for (int32_t leaf = 0; leaf < leaves; leaf++) {
            imm_move moves[256], again[256];
            char text[IMM_TEXT_MAX];
            CHECK(imm_leaf_position(state, (uint32_t)leaf) == NULL);
            CHECK_EQ(imm_leaf_text(state, (uint32_t)leaf, text, sizeof text), IMM_OK);
            CHECK_EQ(imm_set_position(mirror, text), IMM_OK);
            int32_t count = imm_leaf_moves(state, (uint32_t)leaf, moves, 256);
            CHECK_EQ(imm_legal_moves(mirror, again, 256), count);
            CHECK(count > 0 && memcmp(moves, again, (size_t)count * sizeof *moves) == 0);
            CHECK_EQ(imm_leaf_player(state, (uint32_t)leaf), imm_player_to_move(mirror));
        }
        for (int32_t leaf = 0; leaf < leaves; leaf++) CHECK_EQ(imm_tell(state, 0.1f, NULL, 0), IMM_OK);
    }
    CHECK(is_legal(state, report_of(state).best));
    guarded_free(&room);
    guarded_free(&block);
}

int main(void) {
    solves_tic_tac_toe();
    is_reproducible();
    two_batches_in_turn();
    leaves_that_wait();
    refuses();
    for (int kind = TOO_MANY_COUNTED; kind <= FAILS; kind++)
        for (long from = 1; from < 120; from += (long)stride(1)) faults((misbehaviour)kind, from);
    for (unsigned index = 0; built_in(index); index++) {
        plays(built_in(index), 20000);
        plays(built_in(index), 300);
    }
    return check_result("told");
}
