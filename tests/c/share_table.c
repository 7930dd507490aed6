/* Tests a transposition table that states on several threads share: every status, and results that
 * equal the results of a search without sharing. With many threads on a small table, two threads
 * may write parts of their results to the same entry. The library must not use such a mixed
 * entry. */
#define _POSIX_C_SOURCE 200809L
#include "shared.h"

enum { BLOCK = 1 << 17, TABLE = 1 << 16 };

static imm_state *open_player(guarded *block, const imm_game *game, const char *player) {
    return open_state(block, game, player, BLOCK, 1);
}

static void statuses(void) {
    guarded block, room, small;
    toy t = {0};
    imm_game game = toy_knows_all(&t);
    unsigned char *table = new_shared(&room, TABLE);
    imm_state *state = open_player(&block, imm_kalah(), "ab(tt)");
    check_refused(imm_share_table, state, &block, table, TABLE, 2 * IMM_BUCKET_SIZE);

    /* The smallest table has two buckets. The search must write nothing after the end of this
     * table. */
    CHECK_EQ(imm_share_table(state, table, 2 * IMM_BUCKET_SIZE), IMM_OK);
    imm_report report;
    CHECK_EQ(search(state, 0, 6, &report), IMM_OK);
    for (size_t i = 2 * IMM_BUCKET_SIZE; i < TABLE; i++) CHECK_EQ(table[i], 0);
    CHECK(table[IMM_BUCKET_SIZE + 12] | table[IMM_BUCKET_SIZE + 13]);

    /* States must not share a table if they differ in the size of the table, the game, the board or
     * the player. */
    CHECK_EQ(imm_share_table(state, table, TABLE), IMM_ERR_CONTRADICTION);
    check_others(imm_share_table, table, 2 * IMM_BUCKET_SIZE, "ab(tt)", "ab(tt,pvs)");

    /* Players that use no table must be refused. */
    const char *without[] = {"mcts()", "bfm()", "ab()", "ab(killers,pvs)"};
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        guarded its_block;
        imm_state *other = open_player(&its_block, imm_othello(), check_what = without[i]);
        CHECK_EQ(imm_share_table(other, table, TABLE), IMM_ERR_UNSUPPORTED);
        CHECK_EQ(imm_share_table(other, NULL, 0), i < 2 ? IMM_ERR_UNSUPPORTED : IMM_OK);
        guarded_free(&its_block);
    }
    check_what = "";
    imm_game unhashed = game;
    guarded its_block;
    unhashed.hash = NULL;
    imm_state *other = open_player(&its_block, &unhashed, "ab(tt)");
    CHECK_EQ(imm_share_table(other, table, TABLE), IMM_ERR_UNSUPPORTED);
    guarded_free(&its_block);

    /* A call of imm_share_table() from a callback must be refused. */
    unsigned char *fresh = new_shared(&small, TABLE);
    other = open_player(&its_block, &game, "ab(tt)");
    check_busy(imm_share_table, other, &t, fresh, TABLE);

    /* If the game fails, a search with a shared table must return the usual error. */
    CHECK_EQ(imm_share_table(other, fresh, TABLE), IMM_OK);
    for (long from = 1; from < 400; from += 7) {
        t = (toy){.kind = FAILS, .from = from};
        imm_status status = search(other, 0, 9, &report);
        CHECK(status == IMM_OK || status == IMM_ERR_CALLBACK);
        t = (toy){0};
        CHECK_EQ(imm_forget(other), IMM_OK);
        CHECK_EQ(search(other, 0, 9, &report), IMM_OK);
        CHECK_EQ(report.proof, IMM_PROVEN_DRAW);
    }
    CHECK_EQ(t.misuses, 0);
    guarded_free(&its_block);
    guarded_free(&small);
    guarded_free(&room);
    guarded_free(&block);
}

/* While only one state uses the shared table, this state must find the same result as a state
 * without sharing. A second state must visit fewer positions, because it finds the results of the
 * first state in the table. */
static void one_after_another(void) {
    guarded blocks[3], room;
    imm_report alone, first, second, own;
    unsigned char *table = new_shared(&room, TABLE);
    imm_state *states[3];
    for (int i = 0; i < 3; i++) states[i] = open_player(&blocks[i], imm_kalah(), "ab(tt,history,pvs)");
    CHECK_EQ(search(states[0], 0, 9, &alone), IMM_OK);
    CHECK_EQ(imm_share_table(states[1], table, TABLE), IMM_OK);
    CHECK_EQ(search(states[1], 0, 9, &first), IMM_OK);
    CHECK(first.value == alone.value && first.best == alone.best && first.depth == 9);
    CHECK_EQ(imm_share_table(states[2], table, TABLE), IMM_OK);
    CHECK_EQ(search(states[2], 0, 9, &second), IMM_OK);
    CHECK(second.value == alone.value && second.depth == 9);
    CHECK(second.iterations < first.iterations * 3 / 4);

    /* If one state clears the table, the table must be empty for all states. */
    CHECK_EQ(imm_forget(states[2]), IMM_OK);
    CHECK_EQ(imm_forget(states[1]), IMM_OK);
    CHECK_EQ(search(states[1], 0, 9, &second), IMM_OK);
    CHECK(second.iterations == first.iterations && second.signature == first.signature);

    /* A clone must also use the shared table. A save must contain the state's own table. */
    guarded other = guarded_new(BLOCK), bytes;
    imm_state *copy = NULL;
    size_t length = 0, room_for = 0;
    CHECK_EQ(imm_clone(states[1], other.memory, other.size, &copy), IMM_OK);
    CHECK_EQ(imm_play(copy, first.best), IMM_OK);
    CHECK_EQ(search(copy, 0, 7, &second), IMM_OK);
    CHECK(second.depth == 7 && is_legal(copy, second.best));
    room_for = imm_save_size(states[1]);
    bytes = guarded_new(room_for);
    CHECK_EQ(imm_save(states[1], bytes.memory, bytes.size, &length), IMM_OK);
    CHECK_EQ(imm_load(states[0], bytes.memory, length), IMM_OK);
    CHECK_EQ(search(states[0], 0, 10, &second), IMM_OK);
    CHECK_EQ(search(states[1], 0, 10, &first), IMM_OK);
    CHECK(second.value == first.value);

    /* If the state has its own table again, it must search as if it had never shared a table. */
    CHECK_EQ(imm_share_table(states[1], NULL, 0), IMM_OK);
    memset(room.memory, FILL, room.size);
    CHECK_EQ(imm_forget(states[1]), IMM_OK);
    CHECK_EQ(search(states[1], 0, 9, &own), IMM_OK);
    CHECK(own.signature == alone.signature && own.iterations == alone.iterations);
    for (size_t i = 0; i < room.size; i++) CHECK_EQ(room.memory[i], FILL);
    guarded_free(&bytes);
    guarded_free(&other);
    for (int i = 0; i < 3; i++) guarded_free(&blocks[i]);
    guarded_free(&room);
}

/* ---- Several threads ------------------------------------------------------------------------- */

/* All states search to the same depth. The table holds only a fraction of their results, so threads
 * overwrite entries that other threads read. Each depth has one correct value. If the search used a
 * mixture of two entries, or an entry of another position, some value would be wrong. */
static void together(const imm_game *game, const char *player, uint32_t deepest, size_t table_size, int rounds) {
    guarded blocks[THREADS + 1], room;
    imm_state *states[THREADS + 1];
    check_what = player;
    unsigned char *table = new_shared(&room, table_size);
    for (int i = 0; i <= THREADS; i++) states[i] = open_player(&blocks[i], game, player);
    for (int i = 1; i <= THREADS; i++) CHECK_EQ(imm_share_table(states[i], table, table_size), IMM_OK);
    for (int round = 0; round < rounds; round++) {
        uint32_t depth = deepest - (uint32_t)(round % 3);
        imm_report alone;
        imm_move legal[64];
        if (imm_outcome(states[0]) != IMM_ONGOING) break;
        CHECK_EQ(imm_forget(states[0]), IMM_OK);
        CHECK_EQ(search(states[0], 0, depth, &alone), IMM_OK);
        job jobs[THREADS];
        for (int i = 0; i < THREADS; i++) {
            CHECK_EQ(imm_forget(states[i + 1]), IMM_OK);
            jobs[i] = (job){.state = states[i + 1], .depth = depth};
        }
        run_jobs(jobs);
        for (int i = 0; i < THREADS; i++) {
            CHECK(jobs[i].report.value == alone.value);
            CHECK_EQ(jobs[i].report.proof, alone.proof);
            CHECK_EQ(jobs[i].report.distance, alone.distance);
            CHECK(jobs[i].report.depth == alone.depth || alone.proof != IMM_UNPROVEN);
        }
        /* Moves all states to another position. */
        const int32_t count = imm_legal_moves(states[0], legal, 64);
        if (count <= 0) break; /* the game is over */
        for (int i = 0; i <= THREADS; i++) CHECK_EQ(imm_play(states[i], legal[round * 5 % count]), IMM_OK);
    }
    for (int i = 0; i <= THREADS; i++) guarded_free(&blocks[i]);
    guarded_free(&room);
    check_what = "";
}

/* Players that prune forward need not find equal results in all threads. Each search must only
 * succeed and find a legal move. */
static void pruning(void) {
    guarded blocks[THREADS], room;
    job jobs[THREADS];
    unsigned char *table = new_shared(&room, TABLE);
    imm_game game = imm_breakthrough_board(5, 5);
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (job){.state = open_player(&blocks[i], &game, "ab(all)"), .depth = 9};
        CHECK_EQ(imm_share_table(jobs[i].state, table, TABLE), IMM_OK);
    }
    run_jobs(jobs);
    for (int i = 0; i < THREADS; i++) guarded_free(&blocks[i]);
    guarded_free(&room);
}

int main(void) {
    int rounds = (int)(30 / stride(10));
    statuses();
    one_after_another();
    together(imm_kalah(), "ab(tt,etc,history,pvs)", 10, 1 << 16, rounds);
    together(imm_kalah(), "ab(tt)", 9, 4 * IMM_BUCKET_SIZE, rounds);
    together(imm_othello(), "ab(tt,killers,pvs,asp)", 7, 1 << 12, rounds);
    together(imm_onitama(), "ab(tt,etc,killers,history,pvs,asp)", 6, 1 << 14, rounds);
    pruning();
    return check_result("share_table");
}
