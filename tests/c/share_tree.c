/* Tests a tree that several states share: every status, whole games on several threads with a small
 * and with a large tree, games that fail, and the results that each state reports. */

#include "shared.h"

/* A state in a LARGE block has a trunk. */
enum { BLOCK = 1 << 16, LARGE = 1 << 20, TREE = 1 << 16, LEAST = 32 * 79 };

static imm_state *open_player(guarded *block, const imm_game *game, const char *player, uint64_t seed) {
    return open_state(block, game, player, BLOCK, seed);
}

static void statuses(void) {
    guarded block, room, its_block;
    imm_report report;
    unsigned char *tree = new_shared(&room, TREE);
    imm_state *state = open_player(&block, imm_kalah(), "mcts()", 1), *other;
    check_refused(imm_share_tree, state, &block, tree, TREE, LEAST);

    /* The smallest tree has LEAST bytes. The search must write nothing after the end of this
     * tree. */
    CHECK_EQ(imm_share_tree(state, tree, LEAST), IMM_OK);
    CHECK_EQ(search(state, 500, 0, &report), IMM_OK);
    CHECK(is_legal(state, report.best));
    for (size_t i = LEAST; i < TREE; i++) CHECK_EQ(tree[i], 0);

    /* States must not share a tree if they differ in the size of the tree, the game, the board or
     * the player. */
    CHECK_EQ(imm_share_tree(state, tree, TREE), IMM_ERR_CONTRADICTION);
    check_others(imm_share_tree, tree, LEAST, "mcts()", "mcts(im0.4)");

    /* Players whose tree cannot be shared, and players without a tree, must be refused. */
    const char *without[] = {"ab()", "ab(tt)", "mcts(im0.4,ct5)", "mcts(eps0.1)", "bfm(softmax0.1)"};
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        other = open_player(&its_block, imm_kalah(), check_what = without[i], 1);
        CHECK_EQ(imm_share_tree(other, tree, LEAST), IMM_ERR_UNSUPPORTED);
        CHECK_EQ(imm_share_tree(other, NULL, 0), i < 2 ? IMM_ERR_UNSUPPORTED : IMM_OK);
        guarded_free(&its_block);
    }
    imm_game small = imm_kalah_small(6, 4, 0);
    its_block = guarded_new(BLOCK);
    CHECK_EQ(imm_init_builtin(its_block.memory, its_block.size, &small, NULL, &other), IMM_OK);
    CHECK_EQ(imm_share_tree(other, tree, LEAST), IMM_ERR_UNSUPPORTED);
    guarded_free(&its_block);
    check_what = "";
    guarded_free(&room);
    guarded_free(&block);
}

/* Tests a shared tree with callbacks that misbehave from one call on. About `tries` of the first
 * `calls` calls are tried as this call. The state must be able to search again after each
 * misbehaviour. */
static void games_that_fail(size_t size, const char *player, uint64_t iterations, long calls, long tries) {
    guarded block, room;
    imm_report report;
    toy t = {0};
    imm_game game = toy_knows_all(&t);
    unsigned char *tree = new_shared(&room, TREE);
    imm_state *state = open_state(&block, &game, player, size, 1);
    CHECK_EQ(imm_share_tree(state, tree, TREE), IMM_OK);
    for (misbehaviour kind = TOO_MANY_COUNTED; kind < MISBEHAVIOURS; kind++) {
        for (long from = 1; from < calls; from += 1 + (long)stride(7) * calls / tries) {
            if (kind == REENTERS || kind == STOPS) continue;
            t = (toy){.kind = kind, .from = from};
            (void)search(state, iterations, 0, &report);
            t = (toy){0};
            CHECK_EQ(search(state, iterations, 0, &report), IMM_OK);
            CHECK(is_legal(state, report.best));
            CHECK_EQ(imm_forget(state), IMM_OK);
        }
    }
    CHECK_EQ(t.misuses, 0);
    guarded_free(&room);
    guarded_free(&block);
}

/* Tests a shared tree with callbacks that call the library. */
static void calls_from_within(void) {
    guarded block, room;
    imm_report report;
    toy t = {0};
    imm_game game = toy_knows_all(&t);
    unsigned char *tree = new_shared(&room, TREE);
    imm_state *state = open_player(&block, &game, "mcts(im0.4)", 1);
    check_busy(imm_share_tree, state, &t, tree, TREE);
    CHECK_EQ(imm_share_tree(state, tree, TREE), IMM_OK);
    CHECK_EQ(t.misuses, 0);
    CHECK_EQ(search(state, 100000, 0, &report), IMM_OK);
    CHECK_EQ(report.proof, IMM_PROVEN_DRAW);
    guarded_free(&room);
    guarded_free(&block);
}

/* ---- Several threads ------------------------------------------------------------------------- */

static void run_all(imm_state **states, uint64_t iterations, imm_report *all) {
    job jobs[THREADS];
    for (int i = 0; i < THREADS; i++) jobs[i] = (job){.state = states[i], .iterations = iterations};
    run_jobs(jobs);
    imm_report first;
    CHECK_EQ(imm_get_report(states[0], all), IMM_OK);
    for (int i = 0; i < THREADS; i++) {
        CHECK_EQ(imm_get_report(states[i], &first), IMM_OK);
        CHECK_EQ(first.best, all->best);
        CHECK_EQ(first.visits, all->visits);
        CHECK_EQ(first.nodes, all->nodes);
        CHECK_EQ(first.proof, all->proof);
    }
}

/* Returns the sum of the visits of all moves at the root. */
static uint64_t visits_of_all(imm_state *state) {
    imm_candidate moves[64];
    uint64_t visits = 0;
    int32_t count = imm_candidates(state, moves, 64);
    CHECK(count > 0);
    for (int32_t i = 0; i < count; i++) visits += moves[i].visits;
    return visits;
}

static void whole_game(const imm_game *game, const char *player, size_t block, size_t size, uint64_t iterations) {
    guarded blocks[THREADS], room;
    imm_state *states[THREADS];
    check_what = player;
    unsigned char *tree = new_shared(&room, size);
    for (int i = 0; i < THREADS; i++) {
        states[i] = open_state(&blocks[i], game, player, block, (uint64_t)i + 1);
        CHECK_EQ(imm_share_tree(states[i], tree, size), IMM_OK);
    }
    for (int ply = 0; ply < 40 && imm_outcome(states[0]) == IMM_ONGOING; ply++) {
        imm_report all;
        imm_move line[64];
        run_all(states, iterations, &all);
        /* Every simulation must count as a visit of a move, except simulations that ran before the
         * root had children. */
        if (all.proof == IMM_UNPROVEN) CHECK(visits_of_all(states[0]) + THREADS >= THREADS * iterations);
        CHECK(imm_line(states[THREADS - 1], line, 64) > 0 && line[0] == all.best);
        for (int i = 0; i < THREADS; i++) CHECK_EQ(imm_play(states[(i + ply) % THREADS], all.best), IMM_OK);
    }
    for (int i = 0; i < THREADS; i++) guarded_free(&blocks[i]);
    guarded_free(&room);
    check_what = "";
}

/* If two states of a shared tree play different moves, only the first state that searches keeps the
 * tree. The other state must get an error. After a restart, all states must be able to share the
 * tree again. Also tests clones, saves and a change of player. */
static void apart_and_together(void) {
    guarded blocks[THREADS], room, other, bytes;
    imm_state *states[THREADS], *copy = NULL;
    imm_report all, report;
    unsigned char *tree = new_shared(&room, TREE);
    for (int i = 0; i < THREADS; i++) {
        states[i] = open_player(&blocks[i], imm_othello(), "mcts(im0.4)", (uint64_t)i + 1);
        CHECK_EQ(imm_share_tree(states[i], tree, TREE), IMM_OK);
    }
    run_all(states, 300, &all);
    imm_move legal[64];
    CHECK(imm_legal_moves(states[0], legal, 64) > 1);
    CHECK_EQ(imm_play(states[0], legal[0]), IMM_OK);
    CHECK_EQ(imm_play(states[1], legal[1]), IMM_OK);
    CHECK_EQ(search(states[0], 10, 0, &report), IMM_OK);
    CHECK_EQ(search(states[1], 10, 0, &report), IMM_ERR_OTHER_POSITION);
    CHECK_EQ(imm_search(states[1], 1), IMM_MOVE_NONE);
    CHECK_EQ(imm_last_status(states[1]), IMM_ERR_OTHER_POSITION);
    CHECK_EQ(imm_merge(states[0], states + 1, 1), IMM_ERR_MERGED);
    for (int i = 0; i < THREADS; i++) {
        CHECK_EQ(imm_restart(states[i]), IMM_OK);
        CHECK_EQ(imm_share_tree(states[i], tree, TREE), IMM_OK);
    }
    run_all(states, 300, &all);
    CHECK_EQ(imm_merge(states[0], states + 1, 1), IMM_ERR_MERGED);
    for (int i = 0; i < THREADS; i++) CHECK_EQ(imm_forget(states[i]), IMM_OK);
    run_all(states, 300, &all);
    CHECK(visits_of_all(states[2]) <= THREADS * 300);

    /* A clone must use the same shared tree. */
    other = guarded_new(BLOCK);
    CHECK_EQ(imm_clone(states[1], other.memory, other.size, &copy), IMM_OK);
    CHECK_EQ(search(copy, 200, 0, &report), IMM_OK);
    CHECK_EQ(report.iterations, 200);
    CHECK(visits_of_all(states[0]) > 0);
    CHECK_EQ(imm_get_report(states[0], &all), IMM_OK);
    CHECK_EQ(all.nodes, report.nodes);

    /* A save must contain the top of the shared tree. A state that loads the save must continue
     * like a state that leaves the shared tree. The loaded tree must not be in the shared
     * memory. */
    size_t length = 0;
    bytes = guarded_new(imm_save_size(states[1]));
    CHECK_EQ(imm_save(states[1], bytes.memory, bytes.size, &length), IMM_OK);
    CHECK_EQ(imm_load(states[2], bytes.memory, length), IMM_OK);
    CHECK_EQ(imm_share_tree(states[1], NULL, 0), IMM_OK);
    memset(room.memory, FILL, room.size);
    imm_report first, second;
    CHECK_EQ(search(states[1], 400, 0, &first), IMM_OK);
    CHECK_EQ(search(states[2], 400, 0, &second), IMM_OK);
    CHECK_EQ(first.signature, second.signature);
    CHECK(visits_of_all(states[1]) > 1200);

    /* A state that changes its player must get its own tree. */
    CHECK_EQ(imm_set_player_text(states[3], "mcts(im0.2)", 1), IMM_OK);
    CHECK_EQ(search(states[3], 100, 0, &report), IMM_OK);
    for (size_t i = 0; i < room.size; i++) CHECK_EQ(room.memory[i], FILL);
    guarded_free(&bytes);
    guarded_free(&other);
    for (int i = 0; i < THREADS; i++) guarded_free(&blocks[i]);
    guarded_free(&room);
}

/* After a move, one of two states leaves the shared tree by changing its player. Both states then
 * join the tree again, in either order. In each order, they must search one tree together. */
static void given_again_in_any_order(void) {
    for (int first = 0; first < 2; first++) {
        guarded blocks[2], room;
        imm_state *states[2];
        imm_report report;
        unsigned char *tree = new_shared(&room, TREE);
        for (int i = 0; i < 2; i++) {
            states[i] = open_player(&blocks[i], imm_othello(), "mcts(im0.4)", (uint64_t)i);
            CHECK_EQ(imm_share_tree(states[i], tree, TREE), IMM_OK);
        }
        CHECK_EQ(search(states[0], 300, 0, &report), IMM_OK);
        for (int i = 0; i < 2; i++) CHECK_EQ(imm_play(states[i], report.best), IMM_OK);
        CHECK_EQ(imm_set_player_text(states[1], "mcts(im0.4)", 7), IMM_OK);
        CHECK_EQ(imm_share_tree(states[first], tree, TREE), IMM_OK);
        CHECK_EQ(imm_share_tree(states[1 - first], tree, TREE), IMM_OK);
        for (int i = 0; i < 4; i++) CHECK_EQ(search(states[i % 2], 100, 0, &report), IMM_OK);
        CHECK(visits_of_all(states[1]) >= 399);
        for (int i = 0; i < 2; i++) guarded_free(&blocks[i]);
        guarded_free(&room);
    }
}

/* Saves a state that uses a shared tree, after each search of a game. Loads each save into another
 * state, which must report the same result. */
static void is_saved_after_moves(const imm_game *game, const char *player) {
    guarded block, other_block, room, bytes;
    imm_report report, again;
    size_t length = 0;
    check_what = player;
    unsigned char *tree = new_shared(&room, TREE);
    imm_state *state = open_player(&block, game, player, 1), *other = open_player(&other_block, game, player, 2);
    CHECK_EQ(imm_share_tree(state, tree, TREE), IMM_OK);
    for (int ply = 0; ply < 6; ply++) {
        CHECK_EQ(search(state, 300, 0, &report), IMM_OK);
        bytes = guarded_new(imm_save_size(state));
        CHECK_EQ(imm_save(state, bytes.memory, bytes.size, &length), IMM_OK);
        CHECK_EQ(imm_load(other, bytes.memory, length), IMM_OK);
        CHECK_EQ(imm_get_report(other, &again), IMM_OK);
        CHECK(again.best == report.best && again.visits == report.visits);
        CHECK_EQ(imm_play(state, report.best), IMM_OK);
        guarded_free(&bytes);
    }
    guarded_free(&other_block);
    guarded_free(&block);
    guarded_free(&room);
    check_what = "";
}

/* If a move wins at once, the search creates no nodes for the other moves of the position. The
 * library must also save and load a tree in which these nodes are missing. */
static void a_win_is_saved(void) {
    guarded block, room, bytes;
    imm_report report;
    size_t length = 0;
    unsigned char *tree = new_shared(&room, TREE);
    imm_state *state = open_player(&block, imm_breakthrough(), "bfm()", 1);
    CHECK_EQ(imm_set_position(state, "......../..w...../......../......../b......./......../......../........ 1"),
             IMM_OK);
    CHECK_EQ(imm_share_tree(state, tree, TREE), IMM_OK);
    CHECK_EQ(search(state, 10, 0, &report), IMM_OK);
    CHECK(report.proof == IMM_FIRST_WINS && report.distance == 1);
    CHECK_EQ(imm_share_tree(state, NULL, 0), IMM_OK);
    bytes = guarded_new(imm_save_size(state));
    CHECK_EQ(imm_save(state, bytes.memory, bytes.size, &length), IMM_OK);
    CHECK_EQ(imm_load(state, bytes.memory, length), IMM_OK);
    guarded_free(&bytes);
    guarded_free(&block);
    guarded_free(&room);
}

int main(void) {
    uint64_t iterations = 400 / stride(4);
    statuses();
    games_that_fail(BLOCK, "mcts(im0.4)", 60, 400, 400);
    games_that_fail(LARGE, "mcts(im0.4,nosolver)", 2000, 40000, 30);
    calls_from_within();
    apart_and_together();
    a_win_is_saved();
    given_again_in_any_order();
    is_saved_after_moves(imm_othello(), "mcts()");
    is_saved_after_moves(imm_oware(), "mcts(t3)");
    is_saved_after_moves(imm_kalah(), "mcts(im0.4,nosolver)");
    const char *players[] = {"mcts()", "mcts(im0.4)", "bfm()", "mcts(np5,im0.2,norecycle)"};
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        whole_game(imm_breakthrough(), players[i], BLOCK, 1 << 13, iterations);
        whole_game(imm_breakthrough(), players[i], BLOCK, 1 << 20, iterations);
        whole_game(imm_breakthrough(), players[i], LARGE, 1 << 14, 4 * iterations);
        whole_game(imm_breakthrough(), players[i], LARGE, 1 << 20, 4 * iterations);
    }
    whole_game(imm_kalah(), "mcts()", BLOCK, 1 << 14, iterations);
    whole_game(imm_othello(), "mcts(ipp,im0.4)", BLOCK, 1 << 15, iterations);
    imm_game board = imm_breakthrough_board(3, 4);
    whole_game(&board, "mcts()", BLOCK, 1 << 16, 10 * iterations);
    return check_result("share_tree");
}
