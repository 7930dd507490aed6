/* imm_check_game(): a small correct game with one mistake switched in, some 70 times; and games
 * that have none. */
#define CONNECT_FOUR_GAME_ONLY
#include "../../c_examples/connect_four.c"

#include <math.h>
#include <stdio.h>

#include "check.h"

typedef enum {
    NONE,
    KEEPS_PLAYER,
    KEEPS_STONE,
    STALE_UNDO,
    STATIC_UNDO,
    MAKE_BEHIND,
    EVALUATE_BEFORE,
    UNDO_BEHIND,
    MOVES_BEHIND,
    TEXT_BEHIND,
    MANY_MOVES,
    COUNTS_TOO_MANY,
    NEVER_A_DRAW,
    LISTS_NONE,
    COUNTS_ONE_MORE,
    LISTS_TWICE,
    LIST_CHANGES,
    EVALUATE_CHANGES,
    TO_MOVE_CHANGES,
    EVALUATE_UNSTEADY,
    OUTCOME_UNSTEADY,
    LIST_UNSTEADY,
    WEIGHT_UNSTEADY,
    MAKE_UNSTEADY,
    POINTS_INTO_ITSELF,
    PLAYER_OUTSIDE,
    BOARD_OUTSIDE,
    THIRD_PLAYER,
    STRANGE_OUTCOME,
    NAN_EVALUATION,
    NAN_PRIOR,
    LARGE_EVALUATION,
    LARGE_PRIOR,
    LARGE_WEIGHT,
    LARGE_TRANSITION,
    NEGATIVE_TRANSITION,
    VIEW_OF_MOVER,
    VIEW_OF_SECOND,
    DRAWS_TAKEN,
    DRAWS_NONE,
    DRAWS_UNEVENLY,
    DRAWS_NEVER_LAST,
    HASH_OF_FIRST,
    HASH_WITHOUT_PLAYER,
    HASH_OF_ORDER,
    HASH_UNMIXED,
    HASH_UNSTEADY,
    PASS_STAYS,
    PASS_REFUSES,
    PASS_LEAVES_A_TRACE,
    PASS_CHANGES_AND_REFUSES,
    PASS_WITHOUT_MOVES,
    ENDLESS_NOISE,
    SHORT_GAME,
    EMPTY_TEXT,
    EQUAL_TEXTS,
    LONG_TEXT,
    WRONG_LENGTH,
    NO_CLOSING_0,
    NOT_UTF8,
    WRONG_DECISIVE,
    FAILS_IN_LIST,
    FAILS_IN_TO_MOVE,
    FAILS_IN_OUTCOME,
    FAILS_IN_WEIGHT,
    FAILS_IN_ORDER,
    FAILS_IN_NOISY,
    FAILS_IN_PASS,
    FAILS_IN_FEW_PIECES,
    FAILS_IN_TRANSITION,
    FAILS_IN_TEXT,
    MISTAKES
} mistake;

/* ---- Tic-tac-toe with everything, and a mistake from some ply on ----------------------------- */

typedef struct {
    uint16_t stones[2];
    uint8_t player;
    uint8_t last;  /* the square played before, 9 for none */
    uint8_t plies; /* stones on the board */
    uint8_t passed;
    uint64_t key;     /* HASH_OF_ORDER */
    const void *self; /* POINTS_INTO_ITSELF */
} ttt;

static struct {
    mistake kind;
    unsigned from; /* the ply */
    unsigned calls;
    uint8_t last;   /* STATIC_UNDO */
    uint8_t player; /* PLAYER_OUTSIDE */
    ttt board;      /* BOARD_OUTSIDE */
} now;

static const ttt *at_of(const void *at) {
    if (now.kind == BOARD_OUTSIDE) return &now.board;
    const ttt *p = (const ttt *)at;
    if (now.kind == POINTS_INTO_ITSELF && p->plies >= now.from) return (const ttt *)p->self;
    return p;
}

static ttt *to_of(void *at) { return now.kind == BOARD_OUTSIDE ? &now.board : (ttt *)at; }

static int wrong(const ttt *p, mistake kind) { return now.kind == kind && p->plies >= now.from; }

static uint16_t squares(const ttt *p) { return (uint16_t)(p->stones[0] | p->stones[1]); }

static int has_line(uint16_t stones) {
    static const uint16_t lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (int i = 0; i < 8; i++)
        if ((stones & lines[i]) == lines[i]) return 1;
    return 0;
}

static unsigned mover_of(const ttt *p) { return now.kind == PLAYER_OUTSIDE ? now.player : p->player; }

static void ttt_initial(void *context, void *at) {
    ttt *p = to_of(at);
    (void)context;
    memset(p, 0, sizeof *p);
    p->last = 9;
    if (now.kind == POINTS_INTO_ITSELF) p->self = at;
    now.player = 0;
}

static uint32_t ttt_legal_moves(void *context, const void *at, imm_move *moves) {
    const ttt *p = at_of(at);
    uint32_t count = 0;
    (void)context;
    for (imm_move square = 0; square < 9; square++)
        if (!(squares(p) >> square & 1)) moves[count++] = square;
    if (now.kind == ENDLESS_NOISE) moves[count++] = 9;
    if (wrong(p, MOVES_BEHIND)) moves[9] = 0;
    if (wrong(p, COUNTS_TOO_MANY)) return 4000;
    if (wrong(p, LISTS_NONE)) moves[count - 1] = IMM_MOVE_NONE;
    if (wrong(p, COUNTS_ONE_MORE)) count++;
    if (wrong(p, LISTS_TWICE) && count < 9) moves[count] = moves[count - 1], count++;
    if (wrong(p, LIST_CHANGES)) ((ttt *)(uintptr_t)at)->last = 0;
    if (wrong(p, LIST_UNSTEADY) && now.calls++ % 2) count--;
    if (wrong(p, FAILS_IN_LIST)) return (uint32_t)IMM_FAILED;
    if (p->passed && wrong(p, PASS_WITHOUT_MOVES)) return 0;
    return count;
}

typedef struct {
    uint8_t last, player, filler[6];
    uint64_t key;
    const void *self;
} ttt_undo;

static void ttt_make(void *context, void *at, imm_move move, void *undo) {
    ttt *p = to_of(at);
    ttt_undo *u = (ttt_undo *)undo;
    (void)context;
    if (move == 9) { /* ENDLESS_NOISE */
        u->last = p->last, u->key = p->key;
        p->player ^= 1;
        return;
    }
    if (!wrong(p, STALE_UNDO)) u->last = p->last;
    u->key = p->key, u->self = p->self, u->player = p->player;
    now.last = p->last;
    if (wrong(p, MAKE_BEHIND)) ((unsigned char *)at)[sizeof(ttt)] = 1;
    if (wrong(p, UNDO_BEHIND)) ((unsigned char *)undo)[sizeof(ttt_undo)] = 1;
    p->stones[mover_of(p)] = (uint16_t)(p->stones[mover_of(p)] | 1u << move);
    if (!wrong(p, MAKE_UNSTEADY) || now.calls++ % 2) p->player ^= 1;
    now.player ^= 1;
    p->last = (uint8_t)move;
    p->plies++;
    if (now.kind == POINTS_INTO_ITSELF) p->self = at;
    if (now.kind == HASH_OF_ORDER) p->key = p->key * UINT64_C(0x9E3779B97F4A7C15) + move + 1;
}

static void ttt_unmake(void *context, void *at, imm_move move, const void *undo) {
    ttt *p = to_of(at);
    const ttt_undo *u = (const ttt_undo *)undo;
    (void)context;
    if (move == 9) {
        p->player ^= 1;
        return;
    }
    p->plies--;
    if (!wrong(p, KEEPS_PLAYER)) p->player ^= 1;
    now.player ^= 1;
    if (now.kind == MAKE_UNSTEADY) p->player = u->player;
    if (!wrong(p, KEEPS_STONE)) p->stones[mover_of(p)] = (uint16_t)(p->stones[mover_of(p)] & ~(1u << move));
    p->last = wrong(p, STATIC_UNDO) ? now.last : u->last;
    p->key = u->key, p->self = u->self;
}

static imm_player ttt_to_move(void *context, const void *at) {
    const ttt *p = at_of(at);
    (void)context;
    if (wrong(p, TO_MOVE_CHANGES)) ((ttt *)(uintptr_t)at)->last = 8;
    if (wrong(p, THIRD_PLAYER)) return 2;
    if (wrong(p, FAILS_IN_TO_MOVE)) return IMM_FAILED;
    return (imm_player)mover_of(p);
}

static imm_result ttt_outcome(void *context, const void *at) {
    const ttt *p = at_of(at);
    (void)context;
    if (wrong(p, STRANGE_OUTCOME)) return 4;
    if (wrong(p, FAILS_IN_OUTCOME)) return IMM_FAILED;
    if (wrong(p, OUTCOME_UNSTEADY) && now.calls++ % 2) return IMM_DRAW;
    if (has_line(p->stones[0])) return IMM_FIRST_WINS;
    if (has_line(p->stones[1])) return IMM_SECOND_WINS;
    return squares(p) == 0777 && now.kind != NEVER_A_DRAW ? IMM_DRAW : IMM_ONGOING;
}

static int wins_at_once(const ttt *p, unsigned player) {
    for (unsigned square = 0; square < 9; square++)
        if (!(squares(p) >> square & 1) && has_line((uint16_t)(p->stones[player] | 1u << square))) return 1;
    return 0;
}

static float ttt_evaluate(void *context, const void *at) {
    const ttt *p = at_of(at);
    float value = 0.25f * (float)(wins_at_once(p, 0) - wins_at_once(p, 1));
    (void)context;
    value += 0.5f * (float)((p->stones[0] >> 4 & 1) - (p->stones[1] >> 4 & 1));
    if (wrong(p, EVALUATE_BEFORE)) ((unsigned char *)(uintptr_t)at)[-1] = 1;
    if (wrong(p, EVALUATE_CHANGES)) ((ttt *)(uintptr_t)at)->last = 7;
    if (wrong(p, EVALUATE_UNSTEADY)) return (float)(now.calls++ % 5) / 8;
    if (wrong(p, NAN_EVALUATION)) return NAN;
    if (wrong(p, LARGE_EVALUATION)) return -1.5f;
    if (wrong(p, VIEW_OF_MOVER)) return p->player ? -value : value;
    if (wrong(p, VIEW_OF_SECOND)) return -value;
    return value;
}

static imm_move ttt_random_move(void *context, const void *at, uint32_t random) {
    const ttt *p = at_of(at);
    imm_move moves[10];
    uint32_t count = ttt_legal_moves(context, at, moves);
    if (wrong(p, DRAWS_NONE)) return IMM_MOVE_NONE;
    if (wrong(p, DRAWS_TAKEN) && p->plies) return p->last;
    if (wrong(p, DRAWS_UNEVENLY)) return moves[random % 16 % count];
    if (wrong(p, DRAWS_NEVER_LAST) && count > 1) count--;
    return moves[(uint64_t)random * count >> 32];
}

static uint32_t ttt_weight(void *context, const void *at, imm_move move) {
    const ttt *p = at_of(at);
    (void)context;
    if (wrong(p, WEIGHT_UNSTEADY)) return now.calls++ % 3;
    if (wrong(p, LARGE_WEIGHT)) return 0x10000;
    if (wrong(p, FAILS_IN_WEIGHT)) return (uint32_t)IMM_FAILED;
    if (wrong(p, WRONG_DECISIVE) && move == 4) return IMM_WEIGHT_DECISIVE;
    if (move < 9 && has_line((uint16_t)(p->stones[mover_of(p)] | 1u << move))) return IMM_WEIGHT_DECISIVE;
    return move == 4 ? 10 : 1;
}

static float ttt_prior(void *context, const void *at, imm_move move) {
    const ttt *p = at_of(at);
    (void)context;
    if (wrong(p, NAN_PRIOR)) return NAN;
    if (wrong(p, LARGE_PRIOR)) return 1.25f;
    return move == 4 ? 0.75f : -1;
}

static int32_t ttt_order(void *context, const void *at, imm_move move) {
    (void)context;
    return wrong(at_of(at), FAILS_IN_ORDER) ? IMM_FAILED : -(int32_t)move;
}

static int32_t ttt_noisy(void *context, const void *at, imm_move move) {
    (void)context;
    if (wrong(at_of(at), FAILS_IN_NOISY)) return IMM_FAILED;
    return move == 9 || move == 4;
}

static uint64_t ttt_hash(void *context, const void *at) {
    const ttt *p = at_of(at);
    uint64_t key = p->stones[0] | (uint64_t)p->stones[1] << 9 | (uint64_t)mover_of(p) << 18;
    (void)context;
    if (wrong(p, HASH_OF_FIRST)) key = p->stones[0] | (uint64_t)mover_of(p) << 18;
    if (wrong(p, HASH_WITHOUT_PLAYER)) key = p->stones[0] | (uint64_t)p->stones[1] << 9;
    if (wrong(p, HASH_OF_ORDER)) return p->key ^ (p->player ? UINT64_C(0x5555555555555555) : 0);
    if (wrong(p, HASH_UNMIXED)) return key;
    if (wrong(p, HASH_UNSTEADY)) key += (uint64_t)(now.calls++) << 20;
    key = (key ^ UINT64_C(0x9E3779B97F4A7C15)) * UINT64_C(0xBF58476D1CE4E5B9);
    key = (key ^ key >> 29) * UINT64_C(0x94D049BB133111EB);
    return key ^ key >> 32;
}

static int32_t ttt_pass(void *context, void *at) {
    ttt *p = to_of(at);
    (void)context;
    if (wrong(p, FAILS_IN_PASS)) return IMM_FAILED;
    if (wrong(p, PASS_REFUSES) && p->passed) return 0;
    p->passed ^= 1;
    if (wrong(p, PASS_STAYS)) return 1;
    if (wrong(p, PASS_LEAVES_A_TRACE)) p->last = 5;
    p->player ^= 1;
    now.player ^= 1;
    return !wrong(p, PASS_CHANGES_AND_REFUSES);
}

static int32_t ttt_few_pieces(void *context, const void *at) {
    const ttt *p = at_of(at);
    (void)context;
    return wrong(p, FAILS_IN_FEW_PIECES) ? IMM_FAILED : p->plies < 2;
}

static int32_t ttt_transition(void *context, const void *at, imm_move move) {
    const ttt *p = at_of(at);
    (void)context;
    if (wrong(p, LARGE_TRANSITION)) return 256;
    if (wrong(p, NEGATIVE_TRANSITION)) return -1;
    if (wrong(p, FAILS_IN_TRANSITION)) return IMM_FAILED;
    return move == 4 ? 200 : 10;
}

static uint32_t ttt_move_text(void *context, const void *at, imm_move move, char *text, size_t size) {
    const ttt *p = at_of(at);
    (void)context;
    text[0] = (char)('a' + move % 3), text[1] = (char)('1' + move / 3), text[2] = 0;
    if (wrong(p, TEXT_BEHIND)) text[size] = 0;
    if (wrong(p, EMPTY_TEXT)) return text[0] = 0, 0u;
    if (wrong(p, EQUAL_TEXTS)) return text[1] = 0, 1u;
    if (wrong(p, LONG_TEXT)) return memset(text, 'x', 150), text[0] = (char)('a' + move), text[150] = 0, 150u;
    if (wrong(p, WRONG_LENGTH)) return 3;
    if (wrong(p, NO_CLOSING_0)) return memset(text, 'x', size), (uint32_t)size;
    if (wrong(p, NOT_UTF8)) text[1] = (char)(0x80 + move);
    if (wrong(p, FAILS_IN_TEXT)) return (uint32_t)IMM_FAILED;
    return 2;
}

static imm_game ttt_game(void) {
    imm_game game;
    memset(&game, 0, sizeof game);
    game.struct_size = sizeof game;
    game.position_size = sizeof(ttt);
    game.undo_size = sizeof(ttt_undo);
    game.max_moves = now.kind == MANY_MOVES ? 8 : now.kind == ENDLESS_NOISE ? 10 : 9;
    game.max_plies = now.kind == SHORT_GAME ? 5 : now.kind == ENDLESS_NOISE ? 0 : 9;
    game.initial = ttt_initial;
    game.legal_moves = ttt_legal_moves;
    game.make = ttt_make;
    game.unmake = ttt_unmake;
    game.to_move = ttt_to_move;
    game.outcome = ttt_outcome;
    game.evaluate = ttt_evaluate;
    game.random_move = ttt_random_move;
    game.weight = ttt_weight;
    game.prior = ttt_prior;
    game.order = ttt_order;
    game.noisy = ttt_noisy;
    game.hash = ttt_hash;
    game.pass = ttt_pass;
    game.few_pieces = ttt_few_pieces;
    game.transition = ttt_transition;
    game.move_text = ttt_move_text;
    return game;
}

/* ---- What is found --------------------------------------------------------------------------- */

enum { ANY = -1 }; /* whichever ply, or callback, chance shows first */

/* The first finding: from which ply on the game is wrong, and at which that shows. */
typedef struct {
    mistake kind;
    unsigned from;
    int32_t check, callback;
    int32_t ply;
} expectation;

#define FOUND(kind, from, check, callback, ply)                                                                        \
    { kind, from, IMM_CHECK_##check, IMM_CALLBACK_##callback, ply }

static const expectation expected[] = {
    FOUND(KEEPS_PLAYER, 0, NOT_RESTORED, UNMAKE, 0),
    FOUND(KEEPS_PLAYER, 3, NOT_RESTORED, UNMAKE, 3),
    FOUND(KEEPS_STONE, 2, NOT_RESTORED, UNMAKE, 2),
    FOUND(STALE_UNDO, 4, NOT_RESTORED, UNMAKE, 4),
    FOUND(STATIC_UNDO, 0, NOT_RESTORED, UNMAKE, 0),
    FOUND(STATIC_UNDO, 3, NOT_RESTORED, UNMAKE, 3),
    FOUND(MAKE_BEHIND, 2, POSITION_OVERRUN, MAKE, 2),
    FOUND(EVALUATE_BEFORE, 1, POSITION_OVERRUN, EVALUATE, 1),
    FOUND(UNDO_BEHIND, 3, UNDO_OVERRUN, MAKE, 3),
    FOUND(MOVES_BEHIND, 4, MOVES_OVERRUN, LEGAL_MOVES, 4),
    FOUND(TEXT_BEHIND, 0, TEXT_OVERRUN, MOVE_TEXT, 0),
    FOUND(MANY_MOVES, 0, TOO_MANY_MOVES, LEGAL_MOVES, 0),
    FOUND(COUNTS_TOO_MANY, 5, TOO_MANY_MOVES, LEGAL_MOVES, 5),
    FOUND(NEVER_A_DRAW, 0, NO_MOVES, LEGAL_MOVES, 9),
    FOUND(LISTS_NONE, 3, MOVE_NONE, LEGAL_MOVES, 3),
    FOUND(COUNTS_ONE_MORE, 1, MOVE_NONE, LEGAL_MOVES, 1),
    FOUND(LISTS_TWICE, 2, MOVE_TWICE, LEGAL_MOVES, 2),
    FOUND(LIST_CHANGES, 3, CHANGED, LEGAL_MOVES, 3),
    FOUND(EVALUATE_CHANGES, 2, CHANGED, EVALUATE, 2),
    FOUND(TO_MOVE_CHANGES, 1, CHANGED, TO_MOVE, 1),
    FOUND(EVALUATE_UNSTEADY, 2, UNSTEADY, EVALUATE, 2),
    FOUND(OUTCOME_UNSTEADY, 2, UNSTEADY, OUTCOME, 2),
    FOUND(LIST_UNSTEADY, 3, UNSTEADY, LEGAL_MOVES, 3),
    FOUND(WEIGHT_UNSTEADY, 1, UNSTEADY, WEIGHT, 1),
    FOUND(MAKE_UNSTEADY, 2, UNSTEADY, MAKE, 2),
    FOUND(POINTS_INTO_ITSELF, 1, NOT_COPYABLE, TO_MOVE, 1),
    FOUND(POINTS_INTO_ITSELF, 2, NOT_COPYABLE, LEGAL_MOVES, 2),
    FOUND(PLAYER_OUTSIDE, 0, NOT_COPYABLE, TO_MOVE, 0),
    FOUND(BOARD_OUTSIDE, 0, NOTHING_MADE, MAKE, 0),
    FOUND(THIRD_PLAYER, 3, PLAYER, TO_MOVE, 3),
    FOUND(STRANGE_OUTCOME, 5, OUTCOME, OUTCOME, 5),
    FOUND(NAN_EVALUATION, 2, NOT_A_NUMBER, EVALUATE, 2),
    FOUND(NAN_PRIOR, 3, NOT_A_NUMBER, PRIOR, 3),
    FOUND(LARGE_EVALUATION, 1, OUT_OF_RANGE, EVALUATE, 1),
    FOUND(LARGE_PRIOR, 2, OUT_OF_RANGE, PRIOR, 2),
    FOUND(LARGE_WEIGHT, 3, OUT_OF_RANGE, WEIGHT, 3),
    FOUND(LARGE_TRANSITION, 4, OUT_OF_RANGE, TRANSITION, 4),
    FOUND(NEGATIVE_TRANSITION, 0, OUT_OF_RANGE, TRANSITION, 0),
    FOUND(VIEW_OF_MOVER, 0, VIEW, EVALUATE, 0),
    FOUND(VIEW_OF_SECOND, 0, VIEW, EVALUATE, 0),
    FOUND(DRAWS_TAKEN, 2, ILLEGAL_DRAW, RANDOM_MOVE, 2),
    FOUND(DRAWS_NONE, 0, ILLEGAL_DRAW, RANDOM_MOVE, 0),
    FOUND(DRAWS_UNEVENLY, 0, UNEVEN_DRAW, RANDOM_MOVE, ANY),
    FOUND(DRAWS_NEVER_LAST, 3, UNEVEN_DRAW, RANDOM_MOVE, ANY),
    FOUND(HASH_OF_FIRST, 0, HASH_SHARED, HASH, ANY),
    FOUND(HASH_WITHOUT_PLAYER, 0, HASH_SHARED, HASH, 0),
    FOUND(HASH_WITHOUT_PLAYER, 4, HASH_SHARED, HASH, 4),
    FOUND(HASH_OF_ORDER, 0, HASH_SPLIT, HASH, ANY),
    FOUND(HASH_UNMIXED, 0, HASH_NARROW, HASH, 0),
    FOUND(HASH_UNSTEADY, 2, UNSTEADY, HASH, 2),
    FOUND(PASS_STAYS, 3, PASS_KEEPS_TURN, PASS, 3),
    FOUND(PASS_REFUSES, 2, PASS_NOT_BACK, PASS, 2),
    FOUND(PASS_LEAVES_A_TRACE, 1, PASS_NOT_BACK, PASS, 1),
    FOUND(PASS_CHANGES_AND_REFUSES, 4, CHANGED, PASS, 4),
    FOUND(PASS_WITHOUT_MOVES, 1, NO_MOVES, PASS, 1),
    FOUND(ENDLESS_NOISE, 0, NOISY_ENDLESS, NOISY, ANY),
    FOUND(SHORT_GAME, 0, TOO_LONG, NONE, 5),
    FOUND(EMPTY_TEXT, 3, TEXT_EMPTY, MOVE_TEXT, 3),
    FOUND(EQUAL_TEXTS, 2, TEXT_TWICE, MOVE_TEXT, 2),
    FOUND(LONG_TEXT, 0, TEXT_LENGTH, MOVE_TEXT, 0),
    FOUND(WRONG_LENGTH, 1, TEXT_LENGTH, MOVE_TEXT, 1),
    FOUND(NO_CLOSING_0, 4, TEXT_LENGTH, MOVE_TEXT, 4),
    FOUND(NOT_UTF8, 5, TEXT_ENCODING, MOVE_TEXT, 5),
    FOUND(WRONG_DECISIVE, 0, NOT_DECISIVE, WEIGHT, 0),
    FOUND(FAILS_IN_LIST, 3, FAILED, LEGAL_MOVES, 3),
    FOUND(FAILS_IN_TO_MOVE, 2, FAILED, TO_MOVE, 2),
    FOUND(FAILS_IN_OUTCOME, 0, FAILED, OUTCOME, 0),
    FOUND(FAILS_IN_OUTCOME, 4, FAILED, OUTCOME, 4),
    FOUND(FAILS_IN_WEIGHT, 1, FAILED, WEIGHT, 1),
    FOUND(FAILS_IN_ORDER, 2, FAILED, ORDER, 2),
    FOUND(FAILS_IN_NOISY, 3, FAILED, NOISY, 3),
    FOUND(FAILS_IN_PASS, 4, FAILED, PASS, 4),
    FOUND(FAILS_IN_FEW_PIECES, 5, FAILED, FEW_PIECES, 5),
    FOUND(FAILS_IN_TRANSITION, 0, FAILED, TRANSITION, 0),
    FOUND(FAILS_IN_TEXT, 1, FAILED, MOVE_TEXT, 1),
};

/* Positions that show a mistake by themselves, and by chance alone. */
enum { FEW_PLIES = 300, PLIES = 3000 };

static imm_check_report report;
static char text[IMM_CHECK_TEXT_MAX];

/* A check in memory of exactly the size that is asked for. */
static imm_status check_game(const imm_game *game, uint64_t seed, uint32_t plies) {
    size_t size = imm_check_memory(game);
    guarded block = guarded_new(size);
    report = imm_check_report_default();
    report.now_ms = NULL;
    now.calls = 0;
    imm_status status = imm_check_game(game, block.memory, size, seed, plies, &report);
    guarded_free(&block);
    return status;
}

static void write_text(void) {
    memset(text, '#', sizeof text);
    CHECK_EQ(imm_check_text(&report, text, sizeof text), IMM_OK);
}

static void each_mistake_is_found(void) {
    static char what[160];
    check_what = what;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const expectation *e = &expected[i];
        uint32_t plies = e->ply == ANY || e->check == IMM_CHECK_VIEW || e->check == IMM_CHECK_HASH_NARROW ? PLIES
                                                                                                          : FEW_PLIES;
        for (uint64_t seed = 0; seed < 3; seed += stride(3)) {
            now.kind = e->kind, now.from = e->from;
            imm_game game = ttt_game();
            snprintf(what, sizeof what, "mistake %d from ply %u on, seed %u", (int)e->kind, e->from, (unsigned)seed);
            CHECK_EQ(check_game(&game, seed, plies), IMM_OK);
            CHECK(report.finding_count >= 1 && report.finding_count <= IMM_CHECK_FINDINGS);
            CHECK_EQ(report.findings[0].kind, e->check);
            CHECK_EQ(report.findings[0].callback, e->callback);
            CHECK(e->ply == ANY || report.findings[0].ply == (uint32_t)e->ply);
            CHECK(report.findings[0].times >= 1);
            write_text();
            if (getenv("SHOW")) puts(text);
        }
    }
    now.kind = NONE;
    check_what = "";
}

static void each_mistake_is_tried(void) {
    for (int kind = NONE + 1; kind < MISTAKES; kind++) {
        int tried = 0;
        for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) tried |= expected[i].kind == (mistake)kind;
        CHECK(tried);
    }
}

/* ---- Nothing is found ------------------------------------------------------------------------ */

static void nothing_is_found(const imm_game *game, uint32_t plies, const char *name) {
    check_what = name;
    plies /= (uint32_t)stride(20);
    for (uint64_t seed = 0; seed < 4; seed += stride(4)) {
        CHECK_EQ(check_game(game, seed, plies), IMM_OK);
        CHECK_EQ(report.finding_count, 0);
        CHECK_EQ(report.positions, plies);
        CHECK(report.games > 0 && report.mean_moves > 0 && report.most_moves > 0);
        write_text();
        CHECK(strncmp(text, "No mistake found", 16) == 0);
        if (report.finding_count) puts(text);
    }
    check_what = "";
}

static void correct_games(void) {
    imm_game plain = ttt_game();
    nothing_is_found(&plain, PLIES, "tic-tac-toe");
    CHECK_EQ(report.most_moves, 9);
    CHECK_EQ(report.most_plies, 9);
    CHECK_EQ(report.advice, IMM_CALLBACK_NONE);
    memset(&plain.evaluate, 0, sizeof plain - offsetof(imm_game, evaluate));
    nothing_is_found(&plain, PLIES, "tic-tac-toe, the rules alone");
    CHECK_EQ(report.advice, IMM_CALLBACK_EVALUATE);
    nothing_is_found(&connect_four, PLIES, "Connect Four");
}

static void built_in_games(void) {
    const imm_game boards[] = {imm_breakthrough_board(5, 6), imm_breakthrough_small(2, 4),
                               imm_kalah_board(4, 3, IMM_CAPTURE_STANDARD), imm_kalah_small(6, 4, IMM_CAPTURE_STAYS),
                               imm_onitama_deal(7)};
    nothing_is_found(imm_breakthrough(), PLIES, "breakthrough");
    nothing_is_found(imm_kalah(), PLIES, "kalah");
    nothing_is_found(imm_loa(), PLIES, "loa");
    nothing_is_found(imm_oware(), PLIES, "oware");
    nothing_is_found(imm_othello(), PLIES, "othello");
    nothing_is_found(imm_onitama(), PLIES, "onitama");
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) nothing_is_found(&boards[i], PLIES, "a board");
    imm_game missing = imm_breakthrough_board(1, 1);
    CHECK_EQ(imm_check_memory(&missing), 0);
}

/* ---- The report and its text ----------------------------------------------------------------- */

static void a_finding_says_where(void) {
    now.kind = KEEPS_PLAYER, now.from = 3;
    imm_game game = ttt_game();
    CHECK_EQ(check_game(&game, 5, FEW_PLIES), IMM_OK);
    const imm_check_finding *finding = &report.findings[0];
    CHECK_EQ(finding->ply, 3);
    CHECK_EQ(strlen(finding->line), 8); /* "b2 a1 c3" */
    CHECK(finding->line[2] == ' ' && finding->line[5] == ' ');
    CHECK_EQ(strlen(finding->move_text), 2);
    CHECK_EQ(finding->move_text[0], 'a' + (int)finding->move % 3);
    CHECK(strncmp(finding->expected, "byte ", 5) == 0);
    CHECK(strstr(finding->found, " of the position is ") && strstr(finding->found, "; bytes that differ: 2"));
    write_text();
    CHECK(strstr(text, "1. unmake() does not restore the position.\n  where:    after 3 moves: ") != NULL);
    CHECK(strstr(text, finding->line) && strstr(text, finding->expected) && strstr(text, finding->found));
    CHECK(strstr(text, "moves a position: "));
    /* Too small a buffer holds the empty text; of the right size, the whole. */
    size_t len = strlen(text);
    CHECK_EQ(imm_check_text(&report, text, len), IMM_ERR_BUFFER);
    CHECK_EQ(text[0], 0);
    CHECK_EQ(imm_check_text(&report, text, len + 1), IMM_OK);
    CHECK_EQ(strlen(text), len);
    now.kind = NONE;
}

/* Numbers for moves where there are no texts; of a long line, the end. */
static void a_line_without_texts(void) {
    now.kind = ENDLESS_NOISE;
    imm_game game = ttt_game();
    game.move_text = NULL;
    game.max_plies = 6;
    game.noisy = NULL;
    CHECK_EQ(check_game(&game, 1, FEW_PLIES), IMM_OK);
    CHECK_EQ(report.findings[0].kind, IMM_CHECK_TOO_LONG);
    CHECK_EQ(strlen(report.findings[0].line), 11);
    CHECK_EQ(report.findings[0].move, IMM_MOVE_NONE);
    CHECK_EQ(report.findings[0].move_text[0], 0);
    CHECK(report.cut_off > 0 && report.most_plies == 6);
    now.kind = NONE;
}

static void more_than_one_is_found(void) {
    now.kind = NAN_EVALUATION, now.from = 1;
    imm_game game = ttt_game();
    game.max_plies = 7;
    CHECK_EQ(check_game(&game, 1, FEW_PLIES), IMM_OK);
    CHECK_EQ(report.finding_count, 2);
    CHECK_EQ(report.findings[0].kind, IMM_CHECK_NOT_A_NUMBER);
    CHECK_EQ(report.findings[1].kind, IMM_CHECK_TOO_LONG);
    CHECK(report.findings[0].times > 100);
    write_text();
    CHECK(strncmp(text, "2 mistakes found", 16) == 0);
    now.kind = NONE;
}

static void equal_seeds_find_the_same(void) {
    static imm_check_report other;
    imm_game game = ttt_game();
    for (uint64_t seed = 0; seed < 2; seed++) {
        CHECK_EQ(check_game(&game, 7 + seed, 500), IMM_OK);
        if (seed == 0) other = report;
        CHECK_EQ(memcmp(&other, &report, sizeof report) == 0, seed == 0);
    }
    CHECK_EQ(check_game(&game, 7, 500), IMM_OK);
    CHECK(memcmp(&other, &report, sizeof report) == 0);
    if (stride(2) > 1) return;
    CHECK_EQ(check_game(&game, 7, 0), IMM_OK); /* the default */
    CHECK_EQ(report.positions, 10000);
}

/* ---- Times ----------------------------------------------------------------------------------- */

static uint32_t ticking_clock(void *context) { return *(uint32_t *)context += 20; }
static uint32_t standing_clock(void *context) { return (void)context, 42; }

static imm_status check_timed(const imm_game *game, uint32_t (*clock)(void *), void *context) {
    size_t size = imm_check_memory(game);
    guarded block = guarded_new(size);
    report = imm_check_report_default();
    report.now_ms = clock;
    report.clock = context;
    imm_status status = imm_check_game(game, block.memory, size, 1, 200, &report);
    guarded_free(&block);
    return status;
}

static void times_are_measured(void) {
    uint32_t ticks = UINT32_MAX - 100; /* it wraps around */
    imm_game game = ttt_game();
    game.random_move = NULL;
    CHECK_EQ(check_timed(&game, ticking_clock, &ticks), IMM_OK);
    CHECK(report.now_ms == ticking_clock && report.clock == &ticks);
    for (size_t callback = 0; callback < IMM_CALLBACKS; callback++) {
        int timed = callback == IMM_CALLBACK_LEGAL_MOVES || (callback >= IMM_CALLBACK_TO_MOVE && callback < 18);
        timed = timed && callback != IMM_CALLBACK_PASS && callback != IMM_CALLBACK_RANDOM_MOVE;
        CHECK(timed ? report.nanoseconds[callback] > 0 : report.nanoseconds[callback] >= 0);
    }
    CHECK_EQ(report.nanoseconds[IMM_CALLBACK_RANDOM_MOVE] > 0, 0);
    CHECK_EQ(report.advice, IMM_CALLBACK_RANDOM_MOVE);
    CHECK(report.advice_gain > 1);
    write_text();
    CHECK(strstr(text, "nanoseconds: ") && strstr(text, "would help most:  random_move()"));
    if (!getenv("IMM_TESTS_SPARSE")) {
        CHECK_EQ(check_timed(&game, standing_clock, NULL), IMM_OK); /* comes to an end */
        CHECK_EQ(report.nanoseconds[IMM_CALLBACK_EVALUATE] > 0, 0);
    }
}

/* ---- Statuses -------------------------------------------------------------------------------- */

static void statuses(void) {
    imm_game game = ttt_game(), wrong_game = game;
    size_t size = imm_check_memory(&game);
    guarded block = guarded_new(size);
    static imm_check_report before;
    CHECK(size > 0 && imm_check_memory(NULL) == 0);
    report = imm_check_report_default();
    memset(&report.findings, 0x77, sizeof report.findings);
    before = report;
#define REFUSED(status, game, memory, size, report) CHECK_EQ(imm_check_game(game, memory, size, 1, 10, report), status)
    REFUSED(IMM_ERR_NULL, NULL, block.memory, size, &report);
    REFUSED(IMM_ERR_NULL, &game, NULL, size, &report);
    REFUSED(IMM_ERR_NULL, &game, block.memory, size, NULL);
    REFUSED(IMM_ERR_MISALIGNED, &game, block.memory + 1, size - 1, &report);
    REFUSED(IMM_ERR_TOO_SMALL, &game, block.memory, size - 1, &report);
    REFUSED(IMM_ERR_TOO_SMALL, &game, block.memory, 0, &report);
    wrong_game.struct_size--;
    REFUSED(IMM_ERR_STRUCT_SIZE, &wrong_game, block.memory, size, &report);
    wrong_game = game, wrong_game.unmake = NULL;
    REFUSED(IMM_ERR_GAME, &wrong_game, block.memory, size, &report);
    CHECK_EQ(imm_check_memory(&wrong_game), 0);
    wrong_game = game, wrong_game.max_moves = 65536;
    REFUSED(IMM_ERR_GAME, &wrong_game, block.memory, size, &report);
    CHECK(guarded_untouched(&block));
    CHECK(memcmp(&before, &report, sizeof report) == 0);
    CHECK_EQ(imm_check_report_init(NULL, sizeof report), IMM_ERR_NULL);
    CHECK_EQ(imm_check_report_init(&report, sizeof report - 4), IMM_ERR_STRUCT_SIZE);
    CHECK(memcmp(&before, &report, sizeof report) == 0);
    CHECK_EQ(imm_check_report_init(&report, sizeof report), IMM_OK);
    CHECK(report.struct_size == sizeof report && report.now_ms == before.now_ms && report.finding_count == 0);
    report.struct_size = 4;
    REFUSED(IMM_ERR_STRUCT_SIZE, &game, block.memory, size, &report);
    CHECK_EQ(imm_check_text(&report, text, sizeof text), IMM_ERR_STRUCT_SIZE);
    CHECK_EQ(imm_check_text(NULL, text, sizeof text), IMM_ERR_NULL);
    CHECK_EQ(check_game(&game, 1, 10), IMM_OK);
    CHECK_EQ(imm_check_text(&report, NULL, 10), IMM_ERR_NULL);
    CHECK_EQ(imm_check_text(&report, text, 0), IMM_ERR_BUFFER);
    report.finding_count = 1, report.findings[0].kind = 99;
    CHECK_EQ(imm_check_text(&report, text, sizeof text), IMM_ERR_ENUM);
    report.findings[0].kind = IMM_CHECK_FAILED, report.findings[0].callback = -1;
    CHECK_EQ(imm_check_text(&report, text, sizeof text), IMM_ERR_ENUM);
    report.finding_count = 0, report.advice = 99;
    CHECK_EQ(imm_check_text(&report, text, sizeof text), IMM_ERR_ENUM);
    /* More memory than that remembers more. */
    guarded_free(&block);
    block = guarded_new(2 * size + 3);
    report = imm_check_report_default();
    CHECK_EQ(imm_check_game(&game, block.memory, block.size, 1, 100, &report), IMM_OK);
    guarded_free(&block);
}

/* The largest text there can be fits. */
static void the_longest_text_fits(void) {
    report = imm_check_report_default();
    report.finding_count = IMM_CHECK_FINDINGS;
    for (size_t i = 0; i < IMM_CHECK_FINDINGS; i++) {
        imm_check_finding *f = &report.findings[i];
        f->kind = IMM_CHECK_NOT_COPYABLE, f->callback = IMM_CALLBACK_RANDOM_MOVE;
        f->ply = f->times = f->game = UINT32_MAX, f->move = 1;
        memset(f->line, 'x', sizeof f->line); /* without a closing 0 */
        memset(f->move_text, 'x', sizeof f->move_text);
        memset(f->expected, 'x', sizeof f->expected);
        memset(f->found, 'x', sizeof f->found);
    }
    for (size_t i = 0; i < IMM_CALLBACKS; i++) report.nanoseconds[i] = 300000.5f;
    report.advice = IMM_CALLBACK_EVALUATE;
    write_text();
    CHECK(strlen(text) > 6000);
}

int main(void) {
    each_mistake_is_tried();
    each_mistake_is_found();
    correct_games();
    built_in_games();
    a_finding_says_where();
    a_line_without_texts();
    more_than_one_is_found();
    equal_seeds_find_the_same();
    times_are_measured();
    statuses();
    the_longest_text_fits();
    return check_result("check");
}
