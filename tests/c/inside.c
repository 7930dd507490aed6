/* Tests the results of a search: why it ended, its moves from the best to the worst, the line after
 * each move, and the tree. */
#include "toy.h"

static toy t;
static guarded block;

static imm_state *open_player(const imm_game *game, const char *player, size_t size) {
    imm_config config = imm_config_default();
    imm_state *state = NULL;
    CHECK_EQ(imm_configure(&config, player), IMM_OK);
    block = guarded_new(size);
    CHECK_EQ(imm_init(block.memory, block.size, game, &config, &state), IMM_OK);
    return state;
}

/* ---- Why a search ended ---------------------------------------------------------------------- */

static imm_stopped stopped(imm_state *state) {
    imm_report report;
    CHECK_EQ(imm_get_report(state, &report), IMM_OK);
    return report.stopped;
}

static imm_stopped search_for(imm_state *state, const imm_limits *limits) {
    imm_report report;
    CHECK_EQ(imm_search_limited(state, limits, &report), IMM_OK);
    CHECK_EQ(stopped(state), report.stopped);
    return report.stopped;
}

static void every_reason(void) {
    imm_limits limits = imm_limits_default();
    imm_state *state = open_player(imm_breakthrough(), "mcts()", 100000);
    CHECK_EQ(stopped(state), IMM_STOPPED_NOT);
    limits.iterations = 10;
    CHECK_EQ(search_for(state, &limits), IMM_STOPPED_ITERATIONS);
    limits.iterations = 0, limits.nodes = 100;
    CHECK_EQ(search_for(state, &limits), IMM_STOPPED_NODES);
    limits.nodes = 0, limits.time_ms = 2;
    CHECK_EQ(search_for(state, &limits), IMM_STOPPED_TIME);
    CHECK_EQ(imm_step(state, 3), IMM_OK);
    CHECK_EQ(stopped(state), IMM_STOPPED_ITERATIONS);
    CHECK(imm_search(state, 0) != IMM_MOVE_NONE);
    CHECK_EQ(stopped(state), IMM_STOPPED_TIME);
    CHECK_EQ(imm_forget(state), IMM_OK);
    CHECK_EQ(stopped(state), IMM_STOPPED_NOT);
    guarded_free(&block);

    memset(&t, 0, sizeof t);
    imm_game game = toy_game(&t);
    limits = imm_limits_default();
    limits.iterations = 100000;
    t.state = state = open_player(&game, "mcts()", 100000);
    t.kind = STOPS, t.from = t.calls + 300;
    CHECK_EQ(search_for(state, &limits), IMM_STOPPED_FLAG);
    t.kind = BEHAVE;
    CHECK_EQ(search_for(state, &limits), IMM_STOPPED_PROVEN);
    guarded_free(&block);

    state = open_player(imm_kalah(), "ab()", 100000);
    limits = imm_limits_default();
    limits.depth = 3;
    CHECK_EQ(search_for(state, &limits), IMM_STOPPED_DEPTH);
    limits.depth = 0, limits.iterations = 5;
    CHECK_EQ(search_for(state, &limits), IMM_STOPPED_ITERATIONS);
    guarded_free(&block);
}

/* ---- Moves best first ------------------------------------------------------------------------ */

/* Tries every array size. The moves in the array must be the first moves of the whole list. No byte
 * after the array may be written. */
static void every_capacity(imm_state *state) {
    imm_candidate all[48];
    imm_report report;
    CHECK_EQ(imm_get_report(state, &report), IMM_OK);
    int32_t count = imm_candidates(state, all, 48);
    CHECK(count > 0 && count <= 48 && all[0].move == report.best);
    CHECK(all[0].visits == report.visits && all[0].value == report.value);
    for (uint32_t capacity = 0; capacity <= (uint32_t)count + 1; capacity++) {
        guarded room = guarded_new(capacity * sizeof(imm_candidate));
        imm_candidate *some = (imm_candidate *)(void *)room.memory;
        CHECK_EQ(imm_candidates(state, some, capacity), count);
        for (uint32_t i = 0; i < capacity && i < (uint32_t)count; i++)
            CHECK(memcmp(&some[i], &all[i], sizeof *some) == 0);
        guarded_free(&room);
    }
    for (int32_t i = 0; i < count; i++)
        for (int32_t j = 0; j < i; j++) CHECK(all[i].move != all[j].move);
}

static void order(void) {
    imm_state *state = open_player(imm_breakthrough(), "mcts()", 500000);
    CHECK_EQ(imm_step(state, 5000), IMM_OK);
    every_capacity(state);
    imm_candidate all[48];
    int32_t count = imm_candidates(state, all, 48);
    for (int32_t i = 1; i < count; i++) CHECK(all[i - 1].visits >= all[i].visits);
    guarded_free(&block);

    state = open_player(imm_breakthrough(), "mcts(im0.4,best)", 500000);
    CHECK_EQ(imm_step(state, 5000), IMM_OK);
    every_capacity(state);
    count = imm_candidates(state, all, 48);
    for (int32_t i = 1; i < count; i++) CHECK(all[i - 1].value >= all[i].value);
    guarded_free(&block);

    state = open_player(imm_breakthrough(), "ab()", 500000);
    CHECK_EQ(imm_step(state, 5000), IMM_OK);
    every_capacity(state);
    CHECK_EQ(imm_candidates(state, all, 48), 1);
    guarded_free(&block);
}

/* Tests the order of solved moves in two positions. In the first one, a move wins and others lose:
 * the winning move must come first. In the second one, all moves except one lose: they must come
 * last. */
static void proven_moves(void) {
    imm_candidate all[9];
    memset(&t, 0, sizeof t);
    imm_game game = toy_game(&t);
    imm_state *state = open_player(&game, "mcts()", 100000);
    const imm_move played[] = {0, 3, 8, 5}; /* second threatens 4, first has 0 and 8 */
    for (size_t i = 0; i < sizeof played / sizeof *played; i++) CHECK_EQ(imm_play(state, played[i]), IMM_OK);
    CHECK_EQ(imm_step(state, 20000), IMM_OK);
    every_capacity(state);
    int32_t count = imm_candidates(state, all, 9);
    CHECK(all[0].proof == IMM_PROVEN_FIRST_WINS && all[0].move == 4 && all[0].distance == 0);
    for (int32_t i = 1; i < count; i++) CHECK(all[i].proof != IMM_PROVEN_FIRST_WINS || all[i].distance > 0);
    guarded_free(&block);

    memset(&t, 0, sizeof t);
    state = open_player(&game, "mcts()", 100000);
    CHECK_EQ(imm_play(state, 0), IMM_OK);
    CHECK_EQ(imm_step(state, 200000), IMM_OK); /* all moves except the centre lose */
    every_capacity(state);
    count = imm_candidates(state, all, 9);
    CHECK(all[0].move == 4 && all[0].proof == IMM_PROVEN_DRAW);
    for (int32_t i = 2; i < count; i++) {
        CHECK_EQ(all[i].proof, IMM_PROVEN_FIRST_WINS);
        CHECK(all[i - 1].proof != all[i].proof || all[i - 1].distance >= all[i].distance);
    }
    guarded_free(&block);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static void lines(void) {
    imm_candidate all[48];
    imm_move line[48], best[48];
    imm_state *state = open_player(imm_breakthrough(), "mcts(im0.4)", 500000), *scratch = NULL;
    guarded small = guarded_new(imm_memory_required(imm_breakthrough(), 0));
    CHECK_EQ(imm_init(small.memory, small.size, imm_breakthrough(), NULL, &scratch), IMM_OK);
    CHECK_EQ(imm_step(state, 5000), IMM_OK);
    int32_t count = imm_candidates(state, all, 48), longest = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t length = imm_candidate_line(state, all[i].move, line, 48);
        CHECK(length >= 1 && line[0] == all[i].move);
        CHECK_EQ(imm_candidate_line(state, all[i].move, line, 1), 1);
        CHECK_EQ(imm_restart(scratch), IMM_OK);
        for (int32_t j = 0; j < length; j++) CHECK_EQ(imm_play(scratch, line[j]), IMM_OK);
        if (length > longest) longest = length;
    }
    CHECK(longest >= 3);
    int32_t length = imm_line(state, best, 48);
    CHECK_EQ(imm_candidate_line(state, all[0].move, line, 48), length);
    CHECK(memcmp(line, best, (size_t)length * sizeof *line) == 0);
    CHECK_EQ(imm_forget(state), IMM_OK);
    CHECK_EQ(imm_candidate_line(state, all[0].move, line, 48), 0);
    CHECK_EQ(imm_candidate_line(state, IMM_MOVE_NONE, line, 48), IMM_ERR_ILLEGAL_MOVE);
    CHECK_EQ(imm_last_status(state), IMM_ERR_ILLEGAL_MOVE);
    guarded_free(&small);
    guarded_free(&block);
}

/* ---- The tree -------------------------------------------------------------------------------- */

typedef struct {
    imm_state *state;
    int32_t shown, stop_at;
    uint32_t deepest, min_visits, open; /* children of ply 1 not yet shown */
    imm_node root;
    int32_t answer; /* the visitor's answer from ply 1 on */
} look;

static int32_t see(void *context, const imm_node *node) {
    look *l = (look *)context;
    float value;
    CHECK_EQ(imm_evaluate(l->state, &value), IMM_ERR_BUSY);
    CHECK_EQ(imm_last_status(l->state), IMM_ERR_BUSY);
    if (l->shown++ == 0) {
        CHECK(node->ply == 0 && node->move == IMM_MOVE_NONE);
        l->root = *node;
    } else {
        CHECK(node->ply >= 1 && node->move != IMM_MOVE_NONE && node->visits >= l->min_visits);
        CHECK(node->ply <= l->deepest + 1 && node->value >= -1 && node->value <= 1);
        l->open += node->ply == 1;
    }
    l->deepest = node->ply > l->deepest ? node->ply : l->deepest;
    if (l->shown == l->stop_at) return IMM_VISIT_STOP;
    return node->ply == 0 ? IMM_VISIT_BELOW : l->answer;
}

static look looked(imm_state *state, uint32_t depth, uint32_t min_visits, int32_t answer, int32_t stop_at) {
    look l;
    memset(&l, 0, sizeof l);
    l.state = state, l.min_visits = min_visits, l.answer = answer, l.stop_at = stop_at;
    int32_t shown = imm_visit_tree(state, depth, min_visits, see, &l);
    CHECK_EQ(shown, l.shown);
    CHECK_EQ(imm_last_status(state), IMM_OK);
    return l;
}

static void tree(void) {
    imm_report report;
    imm_state *state = open_player(imm_breakthrough(), "mcts(im0.4)", 300000);
    CHECK_EQ(iterate(state, 3000, &report), IMM_OK);
    look l = looked(state, UINT32_MAX, 0, IMM_VISIT_BELOW, 0);
    CHECK_EQ(l.shown, report.nodes + 1);
    CHECK(l.root.value == report.value && l.root.visits == 3000 && l.root.children == l.open);
    CHECK(l.deepest <= report.depth + 1 && l.deepest >= 3);
    CHECK_EQ(looked(state, 0, 0, IMM_VISIT_BELOW, 0).shown, 1);
    CHECK_EQ(looked(state, 2, 0, IMM_VISIT_BELOW, 0).deepest, 2);
    CHECK_EQ(looked(state, UINT32_MAX, 0, IMM_VISIT_BESIDE, 0).shown, 1 + l.root.children);
    CHECK_EQ(looked(state, UINT32_MAX, 0, IMM_VISIT_STOP, 0).shown, 2);
    CHECK_EQ(looked(state, UINT32_MAX, 0, -77, 0).shown, 2);
    for (int32_t n = 1; n < 100; n += 7) CHECK_EQ(looked(state, UINT32_MAX, 0, IMM_VISIT_BELOW, n).shown, n);
    look few = looked(state, UINT32_MAX, 20, IMM_VISIT_BELOW, 0);
    CHECK(few.shown > 5 && few.shown < l.shown);
    CHECK_EQ(looked(state, UINT32_MAX, UINT32_MAX, IMM_VISIT_BELOW, 0).shown, 1);
    CHECK_EQ(imm_visit_tree(state, 1, 0, NULL, NULL), IMM_ERR_NULL);
    imm_report after; /* visiting changes nothing */
    CHECK_EQ(imm_get_report(state, &after), IMM_OK);
    CHECK(after.signature == report.signature);
    CHECK_EQ(imm_play(state, report.best), IMM_OK);
    CHECK_EQ(imm_get_report(state, &after), IMM_OK);
    /* After a move, unreachable nodes must no longer be shown. The report still counts these nodes
     * until they are freed. */
    CHECK((uint32_t)looked(state, UINT32_MAX, 0, IMM_VISIT_BELOW, 0).shown <= after.nodes + 1);
    CHECK_EQ(iterate(state, 200, &after), IMM_OK);
    CHECK_EQ(looked(state, UINT32_MAX, 0, IMM_VISIT_BELOW, 0).shown, after.nodes + 1);
    guarded_free(&block);

    state = open_player(imm_kalah(), "ab()", 100000);
    CHECK_EQ(iterate(state, 3000, &report), IMM_OK);
    l = looked(state, UINT32_MAX, 0, IMM_VISIT_BELOW, 0);
    CHECK(l.shown == 1 && l.root.children == 0 && l.root.value == report.value);
    guarded_free(&block);
}

int main(void) {
    every_reason();
    order();
    proven_moves();
    lines();
    tree();
    return check_result("inside");
}
