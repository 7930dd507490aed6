/* Tests the promises of imm.h about callbacks: when each callback is called, and with which
 * arguments. The game of this test checks every promise at every call. Every player searches this
 * game, in one thread and, if possible, in threads that share memory. When threads share memory,
 * some calls take a random time. */
#define _POSIX_C_SOURCE 200809L
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#include "shared.h"

/* Tic-tac-toe with one more rule: if the fourth move of the game takes the middle, the same player
 * moves again. A position stores the moves that led to it. */
enum { SQUARES = 9, PASSED = 99, MADE_MAX = 40, SET_UP = 0x600D };

typedef struct {
    uint32_t mark; /* SET_UP after initial() */
    uint16_t stones[2];
    uint8_t player, made; /* `made` counts moves and passes */
    uint8_t moves[MADE_MAX];
} asked;

/* The undo bytes that make() writes for unmake(). */
typedef struct {
    uint32_t made;
    imm_move move;
} taken_back;

typedef enum { ANY_TIME, GOES_ON, IS_OVER } stage;

static atomic_long broken; /* the number of broken promises */
static _Atomic(const char *) broken_first;
static atomic_uint now; /* counts calls, as a source of random times */
/* The callbacks that take extra time. THE_LAST means only outcome() at the end of a game. */
static enum { NONE, THE_LAST, ALL } slow;

static imm_result result_of(const asked *p) {
    toy_position stones = {{p->stones[0], p->stones[1]}, p->player};
    return toy_result(&stones);
}

static bool is_free(const asked *p, imm_move move) {
    return move < SQUARES && !((p->stones[0] | p->stones[1]) >> move & 1);
}

static void expect(bool kept, const char *promise) {
    const char *none = NULL;
    if (kept) return;
    broken++;
    atomic_compare_exchange_strong(&broken_first, &none, promise);
}

/* If `slow` is ALL, waits for up to 8 microseconds in one of four calls. This waiting varies the
 * order in which the threads run. */
static void take_time(void) {
    uint32_t number = atomic_fetch_add_explicit(&now, 1, memory_order_relaxed) * UINT32_C(2654435769);
    struct timespec begin, end;
    if (slow != ALL || number >> 30) return;
    timespec_get(&begin, TIME_UTC);
    do timespec_get(&end, TIME_UTC);
    while ((end.tv_sec - begin.tv_sec) * 1000000000L + end.tv_nsec - begin.tv_nsec < (long)(number >> 17 & 8191));
}

/* Leaves signalling NaNs in the vector registers, as any callback may. If an instruction of the
 * search uses one of them, the program ends with a trap (traps.c). */
static void poison_registers(void) {
#if defined(__x86_64__) && defined(__GNUC__)
    static const uint32_t nan[4] = {0x7FA00000, 0x7FA00000, 0x7FA00000, 0x7FA00000};
#define POISON(number) __asm__ volatile("movups %0, %%xmm" #number : : "m"(nan) : "xmm" #number)
    POISON(0);
    POISON(1);
    POISON(2);
    POISON(3);
    POISON(4);
    POISON(5);
    POISON(6);
    POISON(7);
    POISON(8);
    POISON(9);
    POISON(10);
    POISON(11);
    POISON(12);
    POISON(13);
    POISON(14);
    POISON(15);
#endif
}

/* Checks the promises that hold for every callback. Returns the position. */
static const asked *called(const void *position, stage when, const char *callback) {
    const asked *p = position;
    take_time();
    poison_registers();
    expect((uintptr_t)position % IMM_ALIGN == 0, "positions are aligned");
    expect(p->mark == SET_UP, "initial() was called before");
    if (when != ANY_TIME) expect((result_of(p) == IMM_ONGOING) == (when == GOES_ON), callback);
    return p;
}

static const asked *called_for(const void *position, imm_move move, const char *callback) {
    const asked *p = called(position, GOES_ON, callback);
    expect(is_free(p, move), callback);
    return p;
}

static void initial(void *context, void *position) {
    (void)context;
    for (size_t i = 0; i < sizeof(asked); i++) expect(((unsigned char *)position)[i] == 0, "initial() gets zeros");
    ((asked *)position)->mark = SET_UP;
}

static uint32_t legal_moves(void *context, const void *position, imm_move *moves) {
    const asked *p = called(position, GOES_ON, "legal_moves() while the game goes on");
    uint32_t count = 0;
    (void)context;
    for (imm_move square = 0; square < SQUARES; square++)
        if (is_free(p, square)) moves[count++] = square;
    return count;
}

static void make(void *context, void *position, imm_move move, void *undo) {
    asked *p = position;
    (void)context;
    called_for(p, move, "make() of a legal move while the game goes on");
    expect((uintptr_t)undo % IMM_ALIGN == 0, "undo bytes are aligned");
    if (!is_free(p, move) || p->made == MADE_MAX) return;
    *(taken_back *)undo = (taken_back){p->made, move};
    p->stones[p->player] = (uint16_t)(p->stones[p->player] | 1u << move);
    if (p->made != 3 || move != 4) p->player ^= 1;
    p->moves[p->made++] = (uint8_t)move;
}

static void unmake(void *context, void *position, imm_move move, const void *undo) {
    asked *p = position;
    const taken_back *made = undo;
    (void)context;
    called(p, ANY_TIME, NULL);
    expect(p->made > 0 && p->moves[p->made - 1] == move, "unmake() of the latest move");
    expect(made->made + 1 == p->made && made->move == move, "unmake() with the bytes of that move");
    if (p->made == 0) return;
    p->moves[--p->made] = 0;
    if (p->made != 3 || move != 4) p->player ^= 1;
    p->stones[p->player] = (uint16_t)(p->stones[p->player] & ~(1u << move));
}

static imm_player to_move(void *context, const void *position) {
    (void)context;
    return called(position, ANY_TIME, NULL)->player;
}

static imm_result outcome(void *context, const void *position) {
    imm_result result = result_of(called(position, ANY_TIME, NULL));
    (void)context;
    /* Waits, so that other threads can also reach this end of the game. No thread may search beyond
     * the end. */
    if (slow && result != IMM_ONGOING) nanosleep(&(struct timespec){.tv_nsec = 5000}, NULL);
    return result;
}

static float evaluate(void *context, const void *position) {
    const asked *p = called(position, GOES_ON, "evaluate() while the game goes on");
    (void)context;
    return p->stones[0] & 020 ? 0.25f : -0.25f;
}

static imm_move random_move(void *context, const void *position, uint32_t random) {
    imm_move moves[SQUARES];
    called(position, GOES_ON, "random_move() while the game goes on");
    return moves[(uint64_t)random * legal_moves(context, position, moves) >> 32];
}

static uint32_t weight(void *context, const void *position, imm_move move) {
    (void)context;
    called_for(position, move, "weight() of a legal move");
    return move == 4 ? 10 : 1;
}

static float prior(void *context, const void *position, imm_move move) {
    (void)context;
    called_for(position, move, "prior() of a legal move");
    return move == 4 ? 0.7f : 0.5f;
}

static int32_t order(void *context, const void *position, imm_move move) {
    (void)context;
    called_for(position, move, "order() of a legal move");
    return move == 4;
}

static int32_t noisy(void *context, const void *position, imm_move move) {
    const asked *p = called_for(position, move, "noisy() of a legal move");
    (void)context;
    return toy_line((uint16_t)(p->stones[p->player] | 1u << move));
}

static uint64_t hash(void *context, const void *position) {
    const asked *p = called(position, ANY_TIME, NULL);
    uint64_t key = p->stones[0] | (uint64_t)p->stones[1] << 9 | (uint64_t)p->player << 18 | (uint64_t)p->made << 19;
    (void)context;
    key = (key ^ UINT64_C(0x9E3779B97F4A7C15)) * UINT64_C(0xBF58476D1CE4E5B9);
    key = (key ^ key >> 29) * UINT64_C(0x94D049BB133111EB);
    return key ^ key >> 32;
}

/* A pass directly after a pass takes back the first pass. */
static int32_t pass(void *context, void *position) {
    asked *p = position;
    (void)context;
    called(p, GOES_ON, "pass() while the game goes on");
    bool back = p->made > 0 && p->moves[p->made - 1] == PASSED;
    if (!back && (p->made == 0 || p->made == MADE_MAX)) return 0;
    p->player ^= 1;
    if (back) p->moves[--p->made] = 0;
    else p->moves[p->made++] = PASSED;
    return 1;
}

static int32_t few_pieces(void *context, const void *position) {
    const asked *p = called(position, GOES_ON, "few_pieces() while the game goes on");
    (void)context;
    return p->stones[p->player] == 0;
}

static int32_t transition(void *context, const void *position, imm_move move) {
    (void)context;
    called_for(position, move, "transition() of a legal move");
    return move == 4 ? 200 : move % 2 ? 10 : 60;
}

static uint32_t move_text(void *context, const void *position, imm_move move, char *text, size_t size) {
    (void)context;
    called_for(position, move, "move_text() of a legal move");
    expect(size >= 2, "move_text() gets room");
    text[0] = (char)('1' + move), text[1] = '\0';
    return 1;
}

static int32_t score(void *context, const void *position) {
    imm_result result = result_of(called(position, IS_OVER, "score() once the game is over"));
    (void)context;
    return result == IMM_FIRST_WINS ? 3 : result == IMM_SECOND_WINS ? -3 : 0;
}

static imm_game game;

static void set_up_game(void) {
    game = game_of(sizeof(asked), SQUARES, initial, legal_moves, make, unmake, to_move, outcome);
    game.undo_size = sizeof(taken_back), game.max_plies = SQUARES, game.max_score = 3;
    game.evaluate = evaluate, game.random_move = random_move, game.weight = weight, game.prior = prior;
    game.order = order, game.noisy = noisy, game.hash = hash, game.pass = pass, game.few_pieces = few_pieces;
    game.transition = transition, game.move_text = move_text, game.score = score;
}

static const char *const players[] = {
#define PLAYER(notation, hostile) notation,
#include "players.h"
#undef PLAYER
};
enum { PLAYERS = sizeof players / sizeof *players, MEMORY = 1 << 17, SHARED = 1 << 16 };

static void check_kept(void) {
    CHECK_EQ(broken, 0);
    if (broken_first) fprintf(stderr, "broken by %s: %s\n", check_what, broken_first);
    broken = 0;
    broken_first = NULL;
}

/* Opens a state for this player. Returns NULL if the game lacks what the player needs. */
static imm_state *open_for(guarded *block, const char *player, uint64_t seed) {
    imm_config config = read_config(player);
    imm_state *state = NULL;
    config.seed = seed;
    *block = guarded_new(MEMORY);
    if (imm_init(block->memory, block->size, &game, &config, &state) == IMM_OK) return state;
    guarded_free(block);
    return NULL;
}

/* Runs a search. If the player needs the values of leaves from the caller, tells these values and
 * returns false. Otherwise, returns true. */
static bool evaluates(imm_state *state, imm_report *report) {
    imm_move moves[SQUARES];
    imm_status status = iterate(state, 300, report);
    if (status != IMM_ERR_TOLD) CHECK_EQ(status, IMM_OK);
    if (status != IMM_ERR_TOLD) return true;
    for (int32_t round = 0, leaves; round < 10 && (leaves = imm_collect(state, 4)) > 0; round++)
        for (int32_t leaf = 0; leaf < leaves; leaf++) {
            CHECK(imm_leaf_moves(state, (uint32_t)leaf, moves, SQUARES) > 0);
            CHECK(imm_leaf_player(state, (uint32_t)leaf) >= 0 && imm_leaf_position(state, (uint32_t)leaf));
            CHECK_EQ(imm_tell(state, 0.5f, NULL, 0), IMM_OK);
        }
    CHECK_EQ(imm_get_report(state, report), IMM_OK);
    return false;
}

/* Plays a whole game in one thread, with all functions that call the game. */
static void plays_alone(imm_state *state) {
    imm_move moves[SQUARES];
    imm_candidate candidates[SQUARES];
    char text[IMM_TEXT_MAX];
    float value;
    while (imm_outcome(state) == IMM_ONGOING) {
        imm_report report;
        bool has_values = evaluates(state, &report);
        CHECK(imm_candidates(state, candidates, SQUARES) >= 0 && imm_line(state, moves, SQUARES) >= 0);
        CHECK(imm_legal_moves(state, moves, SQUARES) > 0 && (imm_evaluate(state, &value) == IMM_OK) == has_values);
        CHECK_EQ(imm_move_text(state, report.best, text, sizeof text), IMM_OK);
        CHECK_EQ(imm_play(state, report.best), IMM_OK);
    }
}

static void every_player_alone(void) {
    size_t played = 0;
    for (size_t i = 0; i < PLAYERS; i += stride(1)) {
        guarded block;
        check_what = players[i];
        imm_state *state = open_for(&block, players[i], i);
        if (!state) continue;
        plays_alone(state);
        check_kept();
        guarded_free(&block);
        played++;
    }
    check_what = "";
    CHECK(played * stride(1) > PLAYERS / 2);
}

/* Has a player search in several threads that share a tree or a table. Returns false, without a
 * search, if the player cannot share memory. */
static bool together(const char *player, share_function *share, unsigned char *memory, uint64_t seed) {
    guarded blocks[THREADS];
    job jobs[THREADS];
    int opened = 0;
    bool shared = true;
    for (; opened < THREADS; opened++) {
        imm_state *state = open_for(&blocks[opened], player, seed + (uint64_t)opened);
        if (!state) break;
        shared = shared && share(state, memory, SHARED) == IMM_OK;
        jobs[opened] = (job){.state = state, .iterations = slow == ALL ? 400 : 1000};
    }
    shared = shared && opened == THREADS;
    if (shared) run_jobs(jobs);
    for (int i = 0; i < opened; i++) guarded_free(&blocks[i]);
    return shared;
}

static void every_player_with_others(share_function *share, size_t at_least) {
    size_t played = 0;
    slow = ALL;
    for (size_t i = 0; i < PLAYERS; i += stride(3)) {
        guarded room;
        check_what = players[i];
        played += together(players[i], share, new_shared(&room, SHARED), 4 * i);
        check_kept();
        guarded_free(&room);
    }
    slow = NONE;
    check_what = "";
    CHECK(played * stride(3) >= at_least);
}

/* Runs players that once had a mistake: with a shared tree, they called callbacks after the end of
 * the game. */
static void the_plainest_tree_with_others(void) {
    static const char *const plain[] = {"mcts()", "mcts(nosolver)", "mcts(mast3)", "mcts(one)"};
    slow = THE_LAST;
    for (size_t round = 0; round < some_of(40); round++) {
        guarded room;
        check_what = plain[round % 4];
        CHECK(together(check_what, imm_share_tree, new_shared(&room, SHARED), 1000 + 4 * round));
        check_kept();
        guarded_free(&room);
    }
    slow = NONE;
    check_what = "";
}

int main(void) {
    set_up_game();
    every_player_alone();
    the_plainest_tree_with_others();
    every_player_with_others(imm_share_tree, 100);
    every_player_with_others(imm_share_table, 6);
    return check_result("promises");
}
