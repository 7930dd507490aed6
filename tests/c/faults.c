/* A game that fails once, or contradicts itself once, at a chosen callback call: never a false
 * answer, and never a trace of it.
 *
 * After a call that met a fault: its status says which; the next call finds no fault left over; the
 * position is as it was; and the search knows nothing, exactly as after imm_forget(). To compare
 * those two from the same state, the block is copied out and back in, so that even the random
 * numbers are equal. */
#include "toy.h"

/* How the chosen call goes wrong. */
typedef enum {
    FAILING,      /* as the header has it for this callback: IMM_FAILED, NaN, IMM_MOVE_NONE, or noted in the position */
    IMPOSSIBLE,   /* an answer that there is not: too many moves, a third player, a fifth outcome */
    NO_MOVE,      /* legal_moves() finds nothing */
    NO_REAL_MOVE, /* legal_moves() lists IMM_MOVE_NONE */
    KINDS
} fault_kind;

/* What the game is, and what it has done. */
typedef struct {
    toy inner; /* first, so that the toy's callbacks take this as their context */
    fault_kind kind;
    long calls;
    long at;           /* the call that goes wrong; 0: none */
    imm_status raised; /* what the library was told first; IMM_OK: nothing */
    long outcomes;
    long lies_from, lies_to; /* outcome() says "draw" at these of its calls */
} liar;

typedef struct {
    toy_position inner;
    uint8_t broken; /* noted by make(), unmake() or initial(), for outcome() and to_move() to return */
} liar_position;

static liar game_state;
static guarded block;
static unsigned char *copy;

static int goes_wrong(void *context, fault_kind kind) {
    liar *l = (liar *)context;
    return l->calls == l->at && l->kind == kind;
}

/* Counts a call; does it fail? */
static int fails(void *context) {
    ((liar *)context)->calls++;
    return goes_wrong(context, FAILING);
}

static int raise_fault(void *context, imm_status status) {
    liar *l = (liar *)context;
    if (l->raised == IMM_OK) l->raised = status;
    return 1;
}

static void liar_initial(void *context, void *position) {
    int broken = fails(context);
    toy_initial(context, position);
    ((liar_position *)position)->broken = (uint8_t)broken;
}

static uint32_t liar_legal_moves(void *context, const void *position, imm_move *moves) {
    if (fails(context) && raise_fault(context, IMM_ERR_CALLBACK)) return (uint32_t)IMM_FAILED;
    if (goes_wrong(context, IMPOSSIBLE) && raise_fault(context, IMM_ERR_TOO_MANY_MOVES)) return TOY_MAX_MOVES + 1;
    if (goes_wrong(context, NO_MOVE) && raise_fault(context, IMM_ERR_NO_MOVES)) return 0;
    uint32_t count = toy_legal_moves(context, position, moves);
    if (goes_wrong(context, NO_REAL_MOVE) && raise_fault(context, IMM_ERR_INVALID_MOVE))
        moves[count / 2] = IMM_MOVE_NONE;
    return count;
}

static void liar_make(void *context, void *position, imm_move move, void *undo) {
    liar_position *p = (liar_position *)position;
    if (fails(context)) p->broken = 1;
    memset(undo, 0, sizeof(toy_position));
    if (!p->broken) toy_make(context, position, move, undo);
}

static void liar_unmake(void *context, void *position, imm_move move, const void *undo) {
    liar_position *p = (liar_position *)position;
    if (fails(context)) p->broken = 1;
    if (!p->broken) toy_unmake(context, position, move, undo);
}

static imm_player liar_to_move(void *context, const void *position) {
    int failing = fails(context) || ((const liar_position *)position)->broken;
    if (failing && raise_fault(context, IMM_ERR_CALLBACK)) return IMM_FAILED;
    if (goes_wrong(context, IMPOSSIBLE) && raise_fault(context, IMM_ERR_INVALID_PLAYER)) return 2;
    return toy_to_move(context, position);
}

static imm_result liar_outcome(void *context, const void *position) {
    liar *l = (liar *)context;
    int failing = fails(context) || ((const liar_position *)position)->broken;
    l->outcomes++;
    if (failing && raise_fault(context, IMM_ERR_CALLBACK)) return IMM_FAILED;
    if (goes_wrong(context, IMPOSSIBLE) && raise_fault(context, IMM_ERR_INVALID_OUTCOME)) return -7;
    if (l->outcomes >= l->lies_from && l->outcomes < l->lies_to) return IMM_DRAW;
    return toy_outcome(context, position);
}

static float liar_evaluate(void *context, const void *position) {
    if (fails(context) && raise_fault(context, IMM_ERR_NOT_A_NUMBER)) return NAN;
    return toy_evaluate(context, position);
}

static imm_move liar_random_move(void *context, const void *position, uint32_t random) {
    if (fails(context) && raise_fault(context, IMM_ERR_INVALID_MOVE)) return IMM_MOVE_NONE;
    return toy_random_move(context, position, random);
}

static uint32_t liar_weight(void *context, const void *position, imm_move move) {
    if (fails(context) && raise_fault(context, IMM_ERR_CALLBACK)) return (uint32_t)IMM_FAILED;
    return toy_weight(context, position, move);
}

static float liar_prior(void *context, const void *position, imm_move move) {
    if (fails(context) && raise_fault(context, IMM_ERR_NOT_A_NUMBER)) return NAN;
    return toy_prior(context, position, move);
}

static int32_t liar_order(void *context, const void *position, imm_move move) {
    if (fails(context) && raise_fault(context, IMM_ERR_CALLBACK)) return IMM_FAILED;
    return toy_order(context, position, move);
}

static int32_t liar_noisy(void *context, const void *position, imm_move move) {
    if (fails(context) && raise_fault(context, IMM_ERR_CALLBACK)) return IMM_FAILED;
    return toy_noisy(context, position, move);
}

/* A key cannot say that it failed. */
static uint64_t liar_hash(void *context, const void *position) {
    (void)fails(context);
    return toy_hash(context, position);
}

static int32_t liar_pass(void *context, void *position) {
    if (fails(context) && raise_fault(context, IMM_ERR_CALLBACK)) return IMM_FAILED;
    return toy_pass(context, position);
}

static int32_t liar_few_pieces(void *context, const void *position) {
    if (fails(context) && raise_fault(context, IMM_ERR_CALLBACK)) return IMM_FAILED;
    return toy_few_pieces(context, position);
}

static int32_t liar_transition(void *context, const void *position, imm_move move) {
    if (fails(context) && raise_fault(context, IMM_ERR_CALLBACK)) return IMM_FAILED;
    return toy_transition(context, position, move);
}

static int32_t liar_score(void *context, const void *position) {
    if (fails(context) && raise_fault(context, IMM_ERR_CALLBACK)) return IMM_FAILED;
    return toy_score(context, position);
}

static uint32_t liar_move_text(void *context, const void *position, imm_move move, char *text, size_t size) {
    (void)position, (void)size;
    if (fails(context) && raise_fault(context, IMM_ERR_CALLBACK)) return (uint32_t)IMM_FAILED;
    text[0] = (char)('0' + move), text[1] = '\0';
    return 1;
}

static imm_game liar_game(int draws) {
    imm_game game = {.struct_size = sizeof game,
                     .position_size = sizeof(liar_position),
                     .undo_size = sizeof(toy_position),
                     .max_moves = TOY_MAX_MOVES,
                     .max_plies = 9,
                     .context = &game_state,
                     .initial = liar_initial,
                     .legal_moves = liar_legal_moves,
                     .make = liar_make,
                     .unmake = liar_unmake,
                     .to_move = liar_to_move,
                     .outcome = liar_outcome,
                     .evaluate = liar_evaluate,
                     .weight = liar_weight,
                     .prior = liar_prior,
                     .order = liar_order,
                     .noisy = liar_noisy,
                     .hash = liar_hash,
                     .pass = liar_pass,
                     .few_pieces = liar_few_pieces,
                     .transition = liar_transition,
                     .move_text = liar_move_text,
                     .score = liar_score,
                     .max_score = TOY_MAX_MOVES};
    if (draws) game.random_move = liar_random_move;
    return game;
}

/* A player, with `room` slots, or plies where it is alpha-beta. */
typedef struct {
    const char *player;
    int room;  /* less than 0: not here */
    int draws; /* of a game with random_move() */
} variant;

/* Those of tests/players.tsv, by turns with and without random_move(). */
static const variant variants[] = {
#define PLAYER(notation, hostile) {notation, hostile, __LINE__ % 2},
#include "players.h"
#undef PLAYER
};
enum { VARIANTS = sizeof variants / sizeof *variants };

static int is_alpha_beta(const variant *v) { return v->player[0] == 'a'; }

static imm_state *open_liar(const variant *v, const imm_move *moves, int count, int searched) {
    imm_game game = liar_game(v->draws);
    imm_config config = imm_config_default();
    imm_state *state = NULL;
    memset(&game_state, 0, sizeof game_state);
    CHECK_EQ(imm_configure(&config, v->player), IMM_OK);
    size_t size = is_alpha_beta(v) ? 3 * imm_alpha_beta_memory(&game, (uint32_t)v->room)
                                   : imm_memory_required(&game, (size_t)v->room) + imm_leaf_memory(&config, &game);
    block = guarded_new(size);
    copy = (unsigned char *)malloc(2 * size);
    if (!copy) abort();
    CHECK_EQ(imm_init(block.memory, block.size, &game, &config, &state), IMM_OK);
    for (int i = 0; i < count; i++) CHECK_EQ(imm_play(state, moves[i]), IMM_OK);
    if (searched) CHECK_EQ(imm_step(state, (uint32_t)searched), IMM_OK);
    return state;
}

static void close_liar(void) {
    free(copy);
    guarded_free(&block);
}

/* Two places to keep the state at: before a call, and after it. */
enum { BEFORE, AFTER };
static void save(int place) { memcpy(copy + (size_t)place * block.size, block.memory, block.size); }
static void load(int place) { memcpy(block.memory, copy + (size_t)place * block.size, block.size); }

static void behave(void) { game_state.at = game_state.lies_from = game_state.lies_to = 0; }

/* From the next callback call on: the `at`th goes wrong, and `outcome` lies at its calls from
 * `from` until before `to`. */
static void misbehave(fault_kind kind, long at, long from, long to) {
    game_state.kind = kind;
    game_state.calls = game_state.outcomes = 0;
    game_state.at = at, game_state.lies_from = from, game_state.lies_to = to;
    game_state.raised = IMM_OK;
}

/* Every exported function that takes a state, imm_stop() and imm_last_status() excepted. */
typedef enum {
    SEARCH,
    SEARCH_LIMITED,
    STEP,
    REPORT,
    CANDIDATES,
    LINE,
    CANDIDATE_LINE,
    VISIT,
    LEGAL,
    OUTCOME,
    PLAYER,
    EVALUATE,
    TEXT,
    PARSE,
    POSITION_TEXT,
    FORGET,
    SET_POSITION,
    SHUFFLE,
    PLAY,
    RESTART, /* from FORGET on, these change what the state is */
    OPERATIONS
} operation;

static const char *const names[OPERATIONS] = {
    "imm_search",         "imm_search_limited", "imm_step",       "imm_get_report",  "imm_candidates",
    "imm_line",           "imm_candidate_line", "imm_visit_tree", "imm_legal_moves", "imm_outcome",
    "imm_player_to_move", "imm_evaluate",       "imm_move_text",  "imm_parse_move",  "imm_position_text",
    "imm_forget",         "imm_set_position",   "imm_shuffle",    "imm_play",        "imm_restart"};

static imm_status negative(int32_t number) { return number < 0 ? number : IMM_OK; }

static int32_t look_on(void *context, const imm_node *node) {
    (void)context, (void)node;
    return IMM_VISIT_BELOW;
}

static imm_status operate(imm_state *state, operation what, imm_move move) {
    imm_report report;
    imm_candidate candidates[TOY_MAX_MOVES];
    imm_move moves[TOY_MAX_MOVES];
    char text[IMM_TEXT_MAX];
    const char name[2] = {(char)('0' + move % 10), '\0'};
    float value;
    switch (what) {
    case SEARCH:
        CHECK((imm_search(state, 0) == IMM_MOVE_NONE) == (imm_last_status(state) != IMM_OK));
        return imm_last_status(state);
    case SEARCH_LIMITED: return iterate(state, 4, &report);
    case STEP: return imm_step(state, 2);
    case REPORT: return imm_get_report(state, &report);
    case CANDIDATES: return negative(imm_candidates(state, candidates, TOY_MAX_MOVES));
    case LINE: return negative(imm_line(state, moves, TOY_MAX_MOVES));
    case CANDIDATE_LINE: return negative(imm_candidate_line(state, move, moves, TOY_MAX_MOVES));
    case VISIT: return negative(imm_visit_tree(state, 9, 0, look_on, NULL));
    case LEGAL: return negative(imm_legal_moves(state, moves, TOY_MAX_MOVES));
    case OUTCOME: return negative(imm_outcome(state));
    case PLAYER: return negative(imm_player_to_move(state));
    case EVALUATE: return imm_evaluate(state, &value);
    case TEXT: return imm_move_text(state, move, text, sizeof text);
    case PARSE: return imm_parse_move(state, name, moves);
    case POSITION_TEXT: return imm_position_text(state, text, sizeof text);
    case FORGET: return imm_forget(state);
    case SET_POSITION: return imm_set_position(state, "");
    case SHUFFLE: return imm_shuffle(state, 1);
    case PLAY: return imm_play(state, move);
    default: return imm_restart(state);
    }
}

static void check_equal_reports(const imm_report *a, const imm_report *b) {
    CHECK_EQ(a->best, b->best);
    CHECK_EQ(a->proof, b->proof);
    CHECK_EQ(a->distance, b->distance);
    CHECK(a->value == b->value);
    CHECK_EQ(a->iterations, b->iterations);
    CHECK_EQ(a->signature, b->signature);
    CHECK_EQ(a->visits, b->visits);
    CHECK_EQ(a->nodes, b->nodes);
    CHECK_EQ(a->recycled, b->recycled);
    CHECK_EQ(a->depth, b->depth);
}

/* Nothing is known, as after imm_forget(): the report, the moves tried, and what the same search
 * finds. The state is kept AFTER. */
static void check_is_empty(const variant *v, imm_state *state) {
    imm_report found, forgotten, again, anew;
    memset(&found, 0x77, sizeof found);
    CHECK_EQ(imm_get_report(state, &found), IMM_OK);
    CHECK_EQ(found.proof, IMM_UNPROVEN);
    CHECK_EQ(found.distance, 0);
    CHECK_EQ(found.visits, 0);
    CHECK_EQ(found.recycled, 0);
    CHECK_EQ(is_alpha_beta(v) ? found.depth : found.nodes, 0);
    CHECK(found.value == 0);
    load(AFTER);
    CHECK_EQ(imm_candidates(state, NULL, 0), 0);
    load(AFTER);
    imm_result outcome = imm_outcome(state);
    CHECK(outcome >= IMM_ONGOING);
    memset(&again, 0, sizeof again), memset(&anew, 0, sizeof anew);
    if (outcome == IMM_ONGOING) CHECK_EQ(iterate(state, 10, &again), IMM_OK);
    load(AFTER);
    CHECK_EQ(imm_forget(state), IMM_OK);
    CHECK_EQ(imm_get_report(state, &forgotten), IMM_OK);
    check_equal_reports(&found, &forgotten);
    load(AFTER);
    CHECK_EQ(imm_forget(state), IMM_OK);
    if (outcome == IMM_ONGOING) CHECK_EQ(iterate(state, 10, &anew), IMM_OK);
    check_equal_reports(&again, &anew);
}

/* Where the state stands: its moves, whether it was searched. */
typedef struct {
    const char *name;
    imm_move moves[9];
    int count, searched;
    imm_move next; /* a legal move */
} situation;

static const situation situations[] = {
    {"searched", {0, 4}, 2, 20, 8},
    {"never searched", {0, 4, 8}, 3, 0, 5},
    {"proven", {0, 3, 8, 4, 7}, 5, 60, 5},
    {"over", {0, 3, 1, 4, 2}, 5, 0, 5},
};
enum { SITUATIONS = sizeof situations / sizeof *situations };

/* The position is that of the situation. */
static void check_position_of(imm_state *state, const situation *s) {
    imm_move moves[TOY_MAX_MOVES];
    int over = s->count == 5 && s->moves[4] == 2;
    CHECK_EQ(imm_outcome(state), over ? IMM_FIRST_WINS : IMM_ONGOING);
    CHECK_EQ(imm_player_to_move(state), s->count % 2 ? IMM_SECOND : IMM_FIRST);
    CHECK_EQ(imm_legal_moves(state, moves, TOY_MAX_MOVES), over ? 0 : 9 - s->count);
}

/* One call of which the `at`th callback call goes wrong, from the state BEFORE. Did that call come
 * at all? */
static int fail_at(const variant *v, const situation *s, imm_state *state, operation what, fault_kind kind, long at) {
    load(BEFORE);
    misbehave(kind, at, 0, 0);
    imm_status status = operate(state, what, s->next);
    imm_status raised = game_state.raised;
    int reached = game_state.calls >= at;
    behave();
    if (raised == IMM_OK) return reached;
    save(AFTER);
    CHECK_EQ(status, raised);
    CHECK_EQ(imm_last_status(state), raised);
    /* The next call, whichever it is, finds nothing of that. */
    operation next = (operation)(at % FORGET);
    misbehave(kind, 0, 0, 0);
    imm_status then = operate(state, next, s->next);
    CHECK(then != raised);
    load(AFTER);
    check_position_of(state, s);
    load(AFTER);
    check_is_empty(v, state);
    return reached;
}

/* Every function, every call of a callback in it, every way to go wrong. Only the first failure is
 * told for each function. With IMM_TESTS_SPARSE set (under valgrind) some of the later calls are
 * left out. */
static void every_call_of_every_function(void) {
    for (int v = 0; v < VARIANTS; v++)
        for (int s = 0; s < SITUATIONS && variants[v].room >= 0; s++) {
            const situation *where = &situations[s];
            imm_state *state = open_liar(&variants[v], where->moves, where->count, where->searched);
            save(BEFORE);
            for (int what = 0; what < OPERATIONS; what++)
                for (int kind = 0; kind < KINDS; kind++) {
                    char trying[160];
                    int before = check_failures;
                    for (long at = 1; check_failures == before; at += at > 12 ? (long)stride(11) : 1) {
                        snprintf(trying, sizeof trying, "%s, %s, %s, kind %d at call %ld", variants[v].player,
                                 where->name, names[what], kind, at);
                        check_what = trying;
                        if (!fail_at(&variants[v], where, state, (operation)what, (fault_kind)kind, at)) break;
                    }
                }
            check_what = "";
            close_liar();
        }
}

/* imm_init() asks the game, too. A block in which it failed can be used again. */
static void every_call_of_init(void) {
    for (int kind = 0; kind < KINDS; kind++)
        for (long at = 1, reached = 1; reached; at++) {
            imm_game game = liar_game(0);
            imm_state *state = NULL;
            memset(&game_state, 0, sizeof game_state);
            block = guarded_new(imm_memory_required(&game, 20));
            misbehave((fault_kind)kind, at, 0, 0);
            imm_status status = imm_init(block.memory, block.size, &game, NULL, &state);
            CHECK_EQ(status, game_state.raised);
            CHECK((state == NULL) == (game_state.raised != IMM_OK));
            reached = game_state.calls >= at;
            behave();
            CHECK_EQ(imm_init(block.memory, block.size, &game, NULL, &state), IMM_OK);
            CHECK(is_legal(state, imm_search(state, 0)));
            guarded_free(&block);
        }
}

/* The second player is to move and wins at once; to_move() fails at the root when an iteration
 * ends. */
static void no_false_proof(void) {
    static const imm_move moves[] = {0, 3, 8, 4, 7};
    imm_state *state = open_liar(&(variant){"ab()", 9, 0}, moves, 5, 0);
    imm_report report;
    int before = check_failures;
    save(BEFORE);
    check_what = "no_false_proof";
    for (long at = 1; check_failures == before; at++) {
        load(BEFORE);
        misbehave(IMPOSSIBLE, at, 0, 0);
        imm_status status = iterate(state, 1000, NULL);
        int reached = game_state.calls >= at;
        imm_status raised = game_state.raised;
        behave();
        CHECK_EQ(status, raised);
        CHECK_EQ(imm_get_report(state, &report), IMM_OK);
        CHECK_EQ(report.proof, raised == IMM_OK ? IMM_PROVEN_SECOND_WINS : IMM_UNPROVEN);
        CHECK_EQ(report.depth, raised == IMM_OK ? 1 : 0);
        if (!reached) break;
    }
    check_what = "";
    close_liar();
}

/* A fault met by imm_candidates(), if it asks the game anything, is its own, not that of the next
 * call. */
static void candidates_answer_for_themselves(void) {
    static const imm_move moves[] = {0, 4};
    imm_state *state = open_liar(&(variant){"ab()", 9, 0}, moves, 2, 100);
    imm_candidate candidate;
    check_what = "candidates_answer_for_themselves";
    misbehave(IMPOSSIBLE, 1, 0, 0);
    int32_t count = imm_candidates(state, &candidate, 1);
    CHECK_EQ(count, game_state.calls == 0 ? 1 : IMM_ERR_INVALID_PLAYER);
    behave();
    CHECK_EQ(imm_player_to_move(state), IMM_FIRST);
    check_what = "";
    close_liar();
}

/* outcome() fails where a search only looks whether there is anything to search, and outside of a
 * search. */
static void a_fault_empties_the_tree(void) {
    static const operation asking[] = {STEP, OUTCOME, LEGAL, PLAY};
    static const variant players[] = {{"mcts(im0.4)", 200, 0}, {"bfm()", 200, 0}, {"ab(all)", 9, 0}};
    for (size_t v = 0; v < sizeof players / sizeof *players; v++) {
        imm_state *state = open_liar(&players[v], situations[0].moves, 2, 30);
        save(BEFORE);
        for (size_t i = 0; i < sizeof asking / sizeof *asking; i++) {
            char trying[96];
            int before = check_failures;
            snprintf(trying, sizeof trying, "a_fault_empties_the_tree: %s, %s", players[v].player, names[asking[i]]);
            check_what = trying;
            load(BEFORE);
            misbehave(IMPOSSIBLE, 1, 0, 0);
            CHECK_EQ(operate(state, asking[i], 8), IMM_ERR_INVALID_OUTCOME);
            behave();
            save(AFTER);
            imm_report report;
            CHECK_EQ(imm_get_report(state, &report), IMM_OK);
            CHECK_EQ(is_alpha_beta(&players[v]) ? report.depth : report.nodes, 0);
            if (check_failures > before) continue;
            load(AFTER);
            check_is_empty(&players[v], state);
        }
        check_what = "";
        close_liar();
    }
}

/* outcome() says "ongoing" where a search begins and "draw" later, once or from then on: a move, or
 * an error. */
static void a_contradiction_is_an_error(void) {
    int told = 0;
    for (int v = 0; v < VARIANTS; v++)
        for (int forever = 0; forever < 2 && variants[v].room >= 0; forever++)
            for (int limited = 0; limited < 2; limited++) {
                imm_state *state = open_liar(&variants[v], situations[0].moves, 2, 0);
                char trying[128];
                int before = check_failures;
                save(BEFORE);
                for (long from = 1; check_failures == before && told < 8; from++) {
                    imm_report report;
                    imm_move best;
                    snprintf(trying, sizeof trying, "a_contradiction_is_an_error: %s, %s, from outcome() %ld %s",
                             variants[v].player, names[limited], from, forever ? "on" : "only");
                    check_what = trying;
                    memset(&report, 0, sizeof report);
                    load(BEFORE);
                    misbehave(FAILING, 0, from, forever ? 1000000 : from + 1);
                    imm_status status;
                    if (limited) {
                        status = iterate(state, 5, &report);
                        best = status == IMM_OK ? report.best : IMM_MOVE_NONE;
                    } else {
                        best = imm_search(state, 0);
                        status = imm_last_status(state);
                    }
                    long outcomes = game_state.outcomes;
                    behave();
                    imm_status wanted = from == 1 ? IMM_ERR_GAME_OVER : IMM_ERR_INVALID_OUTCOME;
                    CHECK((best == IMM_MOVE_NONE) == (status != IMM_OK));
                    CHECK(status == IMM_OK || status == wanted);
                    save(AFTER);
                    check_position(state);
                    load(AFTER);
                    if (status == IMM_ERR_INVALID_OUTCOME) check_is_empty(&variants[v], state);
                    load(AFTER);
                    CHECK(is_legal(state, imm_search(state, 0)) || status == IMM_OK);
                    if (outcomes < from) break;
                }
                told += check_failures > before;
                check_what = "";
                close_liar();
            }
    CHECK(strstr(imm_status_text(IMM_ERR_INVALID_OUTCOME), "contradicted itself"));
}

int main(void) {
    no_false_proof();
    candidates_answer_for_themselves();
    a_fault_empties_the_tree();
    a_contradiction_is_an_error();
    every_call_of_init();
    every_call_of_every_function();
    return check_result("faults");
}
