/* Tests imm_merge(), which merges the results of several states into one state (root
 * parallelisation). Searches on several threads, with every game and every kind of player. Causes
 * every error status of imm_merge(). A merge must change only the state that it merges into. All
 * other states must stay unchanged, bit for bit. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>

#include "all_games.h"
#include "opened.h"

enum { TEAM = 4, MOVES = 128, SAVE_MAX = 1 << 18 };

/* ---- States bit for bit ---------------------------------------------------------------------- */

typedef struct {
    unsigned char *bytes;
    size_t length;
} image;

static image image_of(imm_state *state) {
    image whole = {(unsigned char *)malloc(SAVE_MAX), 0};
    if (!whole.bytes) abort();
    CHECK_EQ(imm_save(state, whole.bytes, SAVE_MAX, &whole.length), IMM_OK);
    return whole;
}

/* True if a save of the state still equals `before`. Frees `before`. */
static int is_still(imm_state *state, image *before) {
    image now = image_of(state);
    int equal = now.length == before->length && memcmp(now.bytes, before->bytes, now.length) == 0;
    free(now.bytes), free(before->bytes);
    return equal;
}

/* ---- Teams ----------------------------------------------------------------------------------- */

typedef struct {
    guarded block;
    imm_state *state;
    uint64_t iterations;
    imm_report report;
    imm_candidate moves[MOVES];
    int32_t count;
} member;

static void *search(void *context) {
    member *m = (member *)context;
    CHECK_EQ(iterate(m->state, m->iterations, &m->report), IMM_OK);
    return NULL;
}

static void take_candidates(member *m) { m->count = imm_candidates(m->state, m->moves, MOVES); }

/* Searches with each state in its own thread. If `backwards` is true, the threads start in reverse
 * order. */
static void search_all(member *team, int backwards) {
    pthread_t threads[TEAM];
    for (int i = 0; i < TEAM; i++) {
        member *m = &team[backwards ? TEAM - 1 - i : i];
        if (pthread_create(&threads[i], NULL, search, m) != 0) abort();
    }
    for (int i = 0; i < TEAM; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < TEAM; i++) take_candidates(&team[i]);
}

static void open_team(member *team, const imm_game *game, const char *spec, size_t size) {
    static toy contexts[TEAM]; /* each thread has its own context */
    for (int i = 0; i < TEAM; i++) {
        imm_game own = *game;
        if (own.context) own.context = &contexts[i];
        team[i].state = open_state(&team[i].block, &own, spec, size, 7 + (uint64_t)i);
        team[i].iterations = 300 + 100 * (uint64_t)i;
    }
}

static void close_team(member *team) {
    for (int i = 0; i < TEAM; i++) guarded_free(&team[i].block);
}

static imm_status merge_all(member *team) {
    imm_state *others[TEAM - 1];
    for (int i = 1; i < TEAM; i++) others[i - 1] = team[i].state;
    return imm_merge(team[0].state, others, TEAM - 1);
}

static const imm_candidate *candidate_of(const imm_candidate *moves, int32_t count, imm_move move) {
    for (int32_t i = 0; i < count; i++)
        if (moves[i].move == move) return &moves[i];
    return NULL;
}

/* Checks the merged state. The visits of each move must be the sum of its visits in all states of
 * the team. The report must have the sum of the team's iterations. */
static void check_sums(const member *team) {
    imm_candidate moves[MOVES];
    imm_report report, sum = team[0].report;
    int32_t count = imm_candidates(team[0].state, moves, MOVES);
    for (int32_t i = 0; i < count; i++) {
        uint64_t visits = 0;
        imm_proof proof = IMM_UNPROVEN;
        double minimax = 0;
        for (int j = 0; j < TEAM; j++) {
            const imm_candidate *part = candidate_of(team[j].moves, team[j].count, moves[i].move);
            if (!part) continue;
            visits += part->visits;
            minimax += (double)part->minimax * part->visits;
            if (part->proof != IMM_UNPROVEN) proof = part->proof;
        }
        CHECK_EQ(moves[i].visits, visits);
        CHECK_EQ(moves[i].proof, proof);
        if (proof == IMM_UNPROVEN && visits > 0) CHECK(fabs(moves[i].minimax - minimax / (double)visits) < 2e-4);
    }
    for (int j = 0; j < TEAM; j++)
        for (int32_t i = 0; i < team[j].count; i++) CHECK(candidate_of(moves, count, team[j].moves[i].move) != NULL);
    for (int j = 1; j < TEAM; j++) {
        sum.iterations += team[j].report.iterations;
        if (team[j].report.depth > sum.depth) sum.depth = team[j].report.depth;
    }
    CHECK_EQ(imm_get_report(team[0].state, &report), IMM_OK);
    CHECK_EQ(report.iterations, sum.iterations);
    CHECK_EQ(report.depth, sum.depth);
    CHECK(report.signature != sum.signature);
    CHECK_EQ(report.best, moves[0].move);
    imm_move line[8];
    CHECK(imm_line(team[0].state, line, 8) >= 1 && line[0] == report.best);
}

/* ---- Results ------------------------------------------------------------------------------- */

/* Plays a game in which a team of states searches each move and merges its results. A second team
 * plays the same game with its threads started in reverse order. Both teams must find equal
 * results. */
static void play_together(const imm_game *game, const char *spec, int plies) {
    static member teams[2][TEAM];
    check_what = spec;
    for (int run = 0; run < 2; run++) open_team(teams[run], game, spec, 100000);
    for (int ply = 0; ply < plies && imm_outcome(teams[0][0].state) == IMM_ONGOING; ply++) {
        imm_report reports[2];
        for (int run = 0; run < 2; run++) {
            member *team = teams[run];
            image before[TEAM];
            search_all(team, run);
            for (int i = 1; i < TEAM; i++) before[i] = image_of(team[i].state);
            CHECK_EQ(merge_all(team), IMM_OK);
            for (int i = 1; i < TEAM; i++) CHECK(is_still(team[i].state, &before[i]));
            check_sums(team);
            CHECK_EQ(merge_all(team), IMM_ERR_MERGED);
            CHECK_EQ(imm_last_status(team[0].state), IMM_ERR_MERGED);
            CHECK_EQ(imm_get_report(team[0].state, &reports[run]), IMM_OK);
            if (ply == 1 && imm_outcome(team[0].state) == IMM_ONGOING) { /* the search may continue */
                CHECK_EQ(imm_step(team[0].state, 40), IMM_OK);
                CHECK_EQ(merge_all(team), IMM_ERR_MERGED);
            }
            for (int i = 0; i < TEAM; i++) CHECK_EQ(imm_play(team[i].state, reports[run].best), IMM_OK);
        }
        CHECK_EQ(reports[0].signature, reports[1].signature);
        CHECK_EQ(reports[0].best, reports[1].best);
        CHECK(reports[0].value >= reports[1].value && reports[0].value <= reports[1].value);
        CHECK_EQ(reports[0].visits, reports[1].visits);
    }
    for (int run = 0; run < 2; run++) close_team(teams[run]);
}

static void every_game(void) {
    static const char *const specs[] = {"mcts()", "mcts(im0.4)", "mcts(im0.4,leafab2)", "bfm()"};
    for (unsigned game = 0; game_at(game); game++)
        for (size_t i = 0; i < sizeof specs / sizeof *specs; i += stride(2)) play_together(game_at(game), specs[i], 6);
}

/* Merges the team into a state that can return results while the team continues to search. This
 * state is either empty or a copy of a member of the team. The results must be equal in both
 * cases. */
static void into_another(void) {
    member team[TEAM];
    guarded block, room;
    imm_state *copy, *others[TEAM];
    check_what = "a state that collects";
    open_team(team, imm_othello(), "mcts()", 100000);
    imm_state *collector = open_state(&block, imm_othello(), "mcts()", imm_memory_required(imm_othello(), 40), 1);
    for (int i = 0; i < TEAM; i++) others[i] = team[i].state;
    uint32_t visits = 0;
    for (int round = 0; round < 3; round++) {
        imm_report report, same;
        search_all(team, round % 2);
        CHECK_EQ(imm_forget(collector), IMM_OK);
        CHECK_EQ(imm_merge(collector, others, TEAM), IMM_OK);
        CHECK_EQ(imm_get_report(collector, &report), IMM_OK);
        CHECK(report.visits > visits);
        visits = report.visits;
        room = guarded_new(100000);
        CHECK_EQ(imm_clone(team[0].state, room.memory, room.size, &copy), IMM_OK);
        CHECK_EQ(imm_merge(copy, others + 1, TEAM - 1), IMM_OK);
        CHECK_EQ(imm_get_report(copy, &same), IMM_OK);
        CHECK_EQ(same.best, report.best);
        CHECK_EQ(same.visits, report.visits);
        guarded_free(&room);
    }
    for (int i = 0; i < TEAM; i++) CHECK_EQ(imm_play(others[i], imm_search(collector, 0)), IMM_OK);
    guarded_free(&block);
    close_team(team);
}

/* With alpha-beta, a merge must keep the result of the state with the deepest search. */
static void alpha_beta(void) {
    static const char *const specs[] = {"ab()", "ab(all)"};
    for (int which = 0; which < 2; which++) {
        for (int deepest = 0; deepest < 3; deepest++) {
            guarded blocks[3];
            imm_state *states[3];
            imm_report reports[3], merged;
            imm_move line[16], theirs[16];
            check_what = specs[which];
            for (int i = 0; i < 3; i++) {
                imm_limits limits = imm_limits_default();
                limits.depth = i == deepest ? 5 : 2 + (uint32_t)i;
                states[i] = open_state(&blocks[i], imm_kalah(), specs[which], 60000 + 4000 * (size_t)i, 0);
                CHECK_EQ(imm_search_limited(states[i], &limits, &reports[i]), IMM_OK);
            }
            int32_t length = imm_line(states[deepest], theirs, 16);
            CHECK_EQ(imm_merge(states[0], states + 1, 2), IMM_OK);
            CHECK_EQ(imm_get_report(states[0], &merged), IMM_OK);
            CHECK_EQ(merged.depth, 5);
            CHECK_EQ(merged.best, reports[deepest].best);
            CHECK(merged.value >= reports[deepest].value && merged.value <= reports[deepest].value);
            CHECK_EQ(merged.iterations, reports[0].iterations + reports[1].iterations + reports[2].iterations);
            CHECK_EQ(imm_line(states[0], line, 16), length);
            CHECK(memcmp(line, theirs, (size_t)length * sizeof *line) == 0);
            imm_limits on = imm_limits_default();
            on.depth = 6;
            CHECK_EQ(imm_search_limited(states[0], &on, &merged), IMM_OK);
            CHECK_EQ(merged.depth, 6);
            CHECK_EQ(imm_play(states[0], merged.best), IMM_OK);
            for (int i = 0; i < 3; i++) guarded_free(&blocks[i]);
        }
    }
}

/* Merges a state that has solved tic-tac-toe (a draw) into a state that has not solved the game.
 * The merged state must report the proven draw. */
static void proofs(void) {
    static const char *const specs[] = {"ab(tt)", "mcts(im0.4)"};
    for (int which = 0; which < 2; which++) {
        guarded blocks[2];
        imm_state *states[2];
        imm_report reports[2], merged;
        imm_game own = toy_knows_all(&fair);
        check_what = specs[which];
        for (int i = 0; i < 2; i++) {
            states[i] = open_state(&blocks[i], &own, specs[which], 2000000, 5);
            CHECK_EQ(iterate(states[i], i == 0 ? 100 : 2000000, &reports[i]), IMM_OK);
        }
        CHECK_EQ(reports[0].proof, IMM_UNPROVEN);
        CHECK_EQ(reports[1].proof, IMM_PROVEN_DRAW);
        CHECK_EQ(imm_merge(states[0], states + 1, 1), IMM_OK);
        CHECK_EQ(imm_get_report(states[0], &merged), IMM_OK);
        CHECK_EQ(merged.proof, IMM_PROVEN_DRAW);
        CHECK_EQ(merged.stopped, IMM_STOPPED_PROVEN);
        for (int i = 0; i < 2; i++) guarded_free(&blocks[i]);
    }
}

/* ---- What is refused ------------------------------------------------------------------------- */

static imm_state *among[2];

static void reenter(imm_state *state) {
    imm_state *others[] = {among[1]};
    CHECK_EQ(imm_merge(state, others, 1), IMM_ERR_BUSY);
    others[0] = state;
    CHECK_EQ(imm_merge(among[1], others, 1), IMM_ERR_BUSY); /* the other state is busy */
}

static void statuses(void) {
    guarded blocks[8];
    imm_game own = toy_knows_all(&fair), board = imm_kalah_board(5, 3, IMM_CAPTURE_STAYS);
    imm_game tiny = imm_kalah_small(4, 3, IMM_CAPTURE_STAYS);
    imm_state *a = open_state(&blocks[0], imm_kalah(), "mcts(im0.4)", 60000, 1);
    imm_state *b = open_state(&blocks[1], imm_kalah(), "mcts(im0.2)", 90000, 2);
    imm_state *moved = open_state(&blocks[2], imm_kalah(), "mcts(im0.4)", 60000, 3);
    imm_state *wide = open_state(&blocks[3], &board, "mcts(im0.4)", 60000, 3);
    imm_state *deep = open_state(&blocks[4], imm_kalah(), "ab()", 60000, 3);
    imm_state *sure = open_state(&blocks[5], imm_kalah(), "mcts(im0.4,fet3)", 60000, 3);
    imm_state *mine = open_state(&blocks[6], &own, "mcts(im0.4)", 60000, 3);
    imm_state *small = open_state(&blocks[7], &tiny, "mcts()", 20000, 3);
    imm_state *const all[] = {a, b, moved, wide, deep, sure, mine};
    enum { ALL = sizeof all / sizeof *all };
    imm_state *odd = (imm_state *)((unsigned char *)a + 1);
    static union {
        unsigned char bytes[4096];
        uint64_t aligned[512];
    } nothing;
    imm_report report;
    check_what = "what is refused";
    for (int i = 0; i < ALL; i++) CHECK_EQ(iterate(all[i], 200, &report), IMM_OK);
    CHECK_EQ(imm_get_report(moved, &report), IMM_OK);
    CHECK_EQ(imm_play(moved, report.best), IMM_OK);
    const struct {
        imm_state *others[3];
        size_t n;
        imm_status status;
    } cases[] = {{{NULL, NULL, NULL}, 1, IMM_ERR_NULL},
                 {{b, NULL, NULL}, 2, IMM_ERR_NULL},
                 {{b, odd, NULL}, 2, IMM_ERR_MISALIGNED},
                 {{b, (imm_state *)&nothing, NULL}, 2, IMM_ERR_STATE},
                 {{b, a, NULL}, 2, IMM_ERR_BUSY},
                 {{b, b, NULL}, 2, IMM_ERR_BUSY},
                 {{b, wide, NULL}, 2, IMM_ERR_OTHER_GAME},
                 {{b, mine, NULL}, 2, IMM_ERR_OTHER_GAME},
                 {{b, deep, NULL}, 2, IMM_ERR_OTHER_PLAYER},
                 {{b, sure, NULL}, 2, IMM_ERR_OTHER_PLAYER},
                 {{b, moved, NULL}, 2, IMM_ERR_OTHER_POSITION},
                 {{b, small, NULL}, 2, IMM_ERR_UNSUPPORTED}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        image before[ALL];
        for (int j = 0; j < ALL; j++) before[j] = image_of(all[j]);
        CHECK_EQ(imm_merge(a, cases[i].others, cases[i].n), cases[i].status);
        CHECK_EQ(imm_last_status(a), cases[i].status);
        for (int j = 0; j < ALL; j++) CHECK(is_still(all[j], &before[j]));
    }
    imm_state *others[] = {b};
    CHECK_EQ(imm_merge(NULL, others, 1), IMM_ERR_NULL);
    CHECK_EQ(imm_merge(odd, others, 1), IMM_ERR_MISALIGNED);
    CHECK_EQ(imm_merge((imm_state *)&nothing, others, 1), IMM_ERR_STATE);
    CHECK_EQ(imm_merge(small, others, 1), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_merge(a, NULL, 1), IMM_ERR_NULL);
    CHECK_EQ(imm_merge(a, NULL, 0), IMM_OK); /* no state to merge */
    CHECK_EQ(imm_merge(a, others, 1), IMM_OK);
    CHECK_EQ(imm_merge(b, &a, 1), IMM_ERR_MERGED);
    CHECK_EQ(imm_merge(a, others, 1), IMM_ERR_MERGED);
    CHECK_EQ(imm_forget(a), IMM_OK);
    CHECK_EQ(imm_merge(a, others, 1), IMM_OK);
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) guarded_free(&blocks[i]);
}

/* imm_merge() calls a single callback: to_move() of the state that it merges into. If that callback
 * fails, nothing is merged. */
static void callbacks(void) {
    guarded blocks[2];
    toy ones[2] = {{BEHAVE, 0, 0, 0, NULL, NULL}, {BEHAVE, 0, 0, 0, NULL, NULL}};
    imm_state *states[2];
    check_what = "callbacks";
    for (int i = 0; i < 2; i++) {
        imm_game own = toy_knows_all(&ones[i]);
        imm_report report;
        states[i] = open_state(&blocks[i], &own, "mcts(im0.4)", 60000, (uint64_t)i);
        CHECK_EQ(iterate(states[i], 100, &report), IMM_OK);
    }
    image before = image_of(states[1]);
    ones[0].kind = FAILS, ones[0].from = 0;
    CHECK_EQ(imm_merge(states[0], states + 1, 1), IMM_ERR_CALLBACK);
    ones[0].kind = BEHAVE;
    CHECK(is_still(states[1], &before));
    CHECK_EQ(imm_step(states[0], 100), IMM_OK);
    before = image_of(states[1]);
    long calls[] = {ones[0].calls, ones[1].calls};
    CHECK_EQ(imm_merge(states[0], states + 1, 1), IMM_OK);
    CHECK_EQ(ones[0].calls - calls[0], 1);
    CHECK_EQ(ones[1].calls - calls[1], 0);
    CHECK(is_still(states[1], &before));
    among[0] = states[0], among[1] = states[1];
    ones[0].kind = REENTERS, ones[0].from = 0, ones[0].reenter = reenter, ones[0].state = states[0];
    CHECK_EQ(imm_step(states[0], 1), IMM_OK);
    ones[0].kind = BEHAVE;
    CHECK_EQ(ones[0].misuses + ones[1].misuses + fair.misuses, 0);
    for (int i = 0; i < 2; i++) guarded_free(&blocks[i]);
}

int main(void) {
    statuses();
    callbacks();
    proofs();
    alpha_beta();
    into_another();
    every_game();
    return check_result("merge");
}
