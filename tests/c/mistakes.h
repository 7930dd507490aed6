/* A game that tests imm_check_game(): tic-tac-toe with every optional callback, with or without a
 * coin. The game is correct, or has one of more than 80 mistakes. */
#ifndef MISTAKES_H
#define MISTAKES_H

#include <math.h>
#include <stdio.h>

#include "check.h"

typedef enum {
    NONE,
    KEEPS_PLAYER,
    KEEPS_STONE,
    STALE_UNDO,
    STALE_PLACE,
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
    HASH_WITHOUT_SIDES,
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
    FORCED_FOR_NOTHING,
    FORCED_IN_VAIN,
    FEATURES_BEHIND,
    FEATURES_CHANGE,
    FEATURES_UNSTEADY,
    FEATURES_BY_ADDRESS,
    FEATURES_OF_FIRST,
    FAILS_IN_FEATURES,
    SCORE_CHANGES,
    SCORE_UNSTEADY,
    SCORE_BY_ADDRESS,
    LARGE_SCORE,
    SCORE_OF_MOVER,
    SCORE_OF_SECOND,
    SCORE_OF_OTHERS_WHERE_SECOND_WINS,
    FAILS_IN_SCORE,
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
    COIN_WITHOUT_CHANCE, /* from here on: in the game with a coin */
    COIN_ZERO,
    COIN_LARGE,
    COIN_UNSTEADY,
    COIN_DRAWN_EVENLY,
    HASH_WITHOUT_COIN,
    FAILS_IN_CHANCE,
    MISTAKES
} mistake;

/* ---- Tic-tac-toe with all callbacks, and a mistake from some ply on -------------------------- */

typedef struct {
    uint16_t stones[2];
    uint8_t player;
    uint8_t last;  /* the square of the last move, 9 for none */
    uint8_t plies; /* stones on the board */
    uint8_t passed;
    uint64_t key;     /* HASH_OF_ORDER */
    const void *self; /* POINTS_INTO_ITSELF */
    uint8_t coin;     /* 0 before the toss, 1 if the toss comes next, 2 after it */
} ttt;

/* The game with a coin: after the third move, a toss decides who moves next. */
enum { TOSS_AFTER = 3, HEADS = 10, TAILS = 11 };

static struct {
    mistake kind;
    unsigned from; /* the ply */
    unsigned calls;
    uint8_t last;   /* STATIC_UNDO */
    uint8_t player; /* PLAYER_OUTSIDE */
    ttt board;      /* BOARD_OUTSIDE */
    const void *at; /* SCORE_BY_ADDRESS: the address of the first position seen */
    int coin;       /* nonzero for the game with a coin, without a mistake */
    int three;      /* nonzero for a game for three players, the last of whom never moves */
} now;

static int has_coin(void) { return now.coin || now.kind >= COIN_WITHOUT_CHANCE; }

/* The number of calls of each callback: a member for each callback of imm_game. */
static struct {
    unsigned initial, legal_moves, make, unmake, to_move, outcome, evaluate, random_move, weight, prior;
    unsigned order, noisy, hash, pass, few_pieces, transition, move_text, score, features, chance;
    unsigned returns, evaluate_for;
} asked;

static const ttt *at_of(const void *at) {
    if (now.kind == BOARD_OUTSIDE) return &now.board;
    const ttt *p = (const ttt *)at;
    if (now.kind == POINTS_INTO_ITSELF && p->plies >= now.from) return (const ttt *)p->self;
    return p;
}

static ttt *to_of(void *at) { return now.kind == BOARD_OUTSIDE ? &now.board : (ttt *)at; }

static int wrong(const ttt *p, mistake kind) { return now.kind == kind && p->plies >= now.from; }

/* Callbacks that must not be called before a toss call this function. */
static void before_a_move(const ttt *p) { CHECK(p->coin != 1 || now.kind == COIN_WITHOUT_CHANCE); }

static uint16_t squares(const ttt *p) { return (uint16_t)(p->stones[0] | p->stones[1]); }

static int has_line(uint16_t stones) {
    static const uint16_t lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (int i = 0; i < 8; i++)
        if ((stones & lines[i]) == lines[i]) return 1;
    return 0;
}

static unsigned mover_of(const ttt *p) { return now.kind == PLAYER_OUTSIDE ? now.player : p->player; }

static void ttt_initial(void *context, void *at) {
    asked.initial++;
    ttt *p = to_of(at);
    (void)context;
    memset(p, 0, sizeof *p);
    p->last = 9;
    if (now.kind == POINTS_INTO_ITSELF) p->self = at;
    now.player = 0;
    if (!now.at) now.at = at;
}

static uint32_t ttt_legal_moves(void *context, const void *at, imm_move *moves) {
    asked.legal_moves++;
    const ttt *p = at_of(at);
    uint32_t count = 0;
    (void)context;
    if (p->coin == 1) {
        moves[0] = HEADS, moves[1] = TAILS;
        return 2;
    }
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
    uint8_t last, player;
    uint8_t place; /* STALE_PLACE: a byte of the position that unmake() writes to */
    uint8_t coin;
    uint8_t filler[4];
    uint64_t key;
    const void *self;
} ttt_undo;

static void ttt_make(void *context, void *at, imm_move move, void *undo) {
    asked.make++;
    ttt *p = to_of(at);
    ttt_undo *u = (ttt_undo *)undo;
    (void)context;
    if (move == 9) { /* ENDLESS_NOISE */
        u->last = p->last, u->key = p->key;
        p->player ^= 1;
        return;
    }
    u->coin = p->coin;
    if (p->coin == 1) {
        u->player = p->player;
        p->player = move == TAILS, p->coin = 2;
        return;
    }
    if (!wrong(p, STALE_UNDO)) u->last = p->last;
    if (now.kind == STALE_PLACE && p->plies < now.from) u->place = 0;
    u->key = p->key, u->self = p->self, u->player = p->player;
    now.last = p->last;
    if (wrong(p, MAKE_BEHIND)) ((unsigned char *)at)[sizeof(ttt)] = 1;
    if (wrong(p, UNDO_BEHIND)) ((unsigned char *)undo)[sizeof(ttt_undo)] = 1;
    p->stones[mover_of(p)] = (uint16_t)(p->stones[mover_of(p)] | 1u << move);
    if (!wrong(p, MAKE_UNSTEADY) || now.calls++ % 2) p->player ^= 1;
    now.player ^= 1;
    p->last = (uint8_t)move;
    p->plies++;
    if (has_coin() && p->plies == TOSS_AFTER) p->coin = 1;
    if (now.kind == POINTS_INTO_ITSELF) p->self = at;
    if (now.kind == HASH_OF_ORDER) p->key = p->key * UINT64_C(0x9E3779B97F4A7C15) + move + 1;
}

static void ttt_unmake(void *context, void *at, imm_move move, const void *undo) {
    asked.unmake++;
    ttt *p = to_of(at);
    const ttt_undo *u = (const ttt_undo *)undo;
    (void)context;
    if (move == 9) {
        p->player ^= 1;
        return;
    }
    p->coin = u->coin;
    if (move == HEADS || move == TAILS) {
        p->player = u->player;
        return;
    }
    p->plies--;
    if (!wrong(p, KEEPS_PLAYER)) p->player ^= 1;
    now.player ^= 1;
    if (now.kind == MAKE_UNSTEADY) p->player = u->player;
    if (!wrong(p, KEEPS_STONE)) p->stones[mover_of(p)] = (uint16_t)(p->stones[mover_of(p)] & ~(1u << move));
    p->last = wrong(p, STATIC_UNDO) ? now.last : u->last;
    if (now.kind == STALE_PLACE) ((unsigned char *)at)[u->place] ^= u->place;
    p->key = u->key, p->self = u->self;
}

static imm_player ttt_to_move(void *context, const void *at) {
    asked.to_move++;
    const ttt *p = at_of(at);
    (void)context;
    if (wrong(p, TO_MOVE_CHANGES)) ((ttt *)(uintptr_t)at)->last = 8;
    if (wrong(p, THIRD_PLAYER)) return 2;
    if (p->coin == 1) return IMM_CHANCE;
    if (wrong(p, FAILS_IN_TO_MOVE)) return IMM_FAILED;
    return (imm_player)mover_of(p);
}

static imm_result ttt_outcome(void *context, const void *at) {
    asked.outcome++;
    const ttt *p = at_of(at);
    (void)context;
    if (now.three)
        return has_line(p->stones[0]) || has_line(p->stones[1]) || squares(p) == 0777 ? IMM_OVER : IMM_ONGOING;
    if (wrong(p, STRANGE_OUTCOME)) return 4;
    if (wrong(p, FAILS_IN_OUTCOME)) return IMM_FAILED;
    if (wrong(p, OUTCOME_UNSTEADY) && now.calls++ % 2) return IMM_DRAW;
    if (has_line(p->stones[0])) return IMM_FIRST_WINS;
    if (has_line(p->stones[1])) return IMM_SECOND_WINS;
    return squares(p) == 0777 && now.kind != NEVER_A_DRAW ? IMM_DRAW : IMM_ONGOING;
}

enum { TTT_FEATURES = 11 };

static int wins_at_once(const ttt *p, unsigned player) {
    for (unsigned square = 0; square < 9; square++)
        if (!(squares(p) >> square & 1) && has_line((uint16_t)(p->stones[player] | 1u << square))) return 1;
    return 0;
}

static float ttt_evaluate(void *context, const void *at) {
    asked.evaluate++;
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
    asked.random_move++;
    const ttt *p = at_of(at);
    imm_move moves[10];
    uint32_t count = ttt_legal_moves(context, at, moves);
    if (p->coin == 1 && now.kind != COIN_DRAWN_EVENLY) return random >> 30 ? TAILS : HEADS;
    if (wrong(p, DRAWS_NONE)) return IMM_MOVE_NONE;
    if (wrong(p, DRAWS_TAKEN) && p->plies) return p->last;
    if (wrong(p, DRAWS_UNEVENLY)) return moves[random % 16 % count];
    if (wrong(p, DRAWS_NEVER_LAST) && count > 1) count--;
    return moves[(uint64_t)random * count >> 32];
}

static uint32_t ttt_weight(void *context, const void *at, imm_move move) {
    asked.weight++;
    const ttt *p = at_of(at);
    (void)context;
    before_a_move(p);
    if (wrong(p, WEIGHT_UNSTEADY)) return now.calls++ % 3;
    if (wrong(p, LARGE_WEIGHT)) return 0x10000;
    if (wrong(p, FAILS_IN_WEIGHT)) return (uint32_t)IMM_FAILED;
    if (wrong(p, WRONG_DECISIVE) && move == 4) return IMM_WEIGHT_DECISIVE;
    if (move < 9 && has_line((uint16_t)(p->stones[mover_of(p)] | 1u << move))) return IMM_WEIGHT_DECISIVE;
    if (wrong(p, FORCED_FOR_NOTHING) && !wins_at_once(p, !mover_of(p))) return move == 4 ? IMM_WEIGHT_FORCED : 1;
    int prevents = move < 9 && has_line((uint16_t)(p->stones[!mover_of(p)] | 1u << move));
    if (wrong(p, FORCED_IN_VAIN) && wins_at_once(p, !mover_of(p))) prevents = !prevents;
    if (prevents) return IMM_WEIGHT_FORCED;
    return move == 4 ? 10 : 1;
}

static float ttt_prior(void *context, const void *at, imm_move move) {
    asked.prior++;
    const ttt *p = at_of(at);
    (void)context;
    before_a_move(p);
    if (wrong(p, NAN_PRIOR)) return NAN;
    if (wrong(p, LARGE_PRIOR)) return 1.25f;
    return move == 4 ? 0.75f : -1;
}

static int32_t ttt_order(void *context, const void *at, imm_move move) {
    asked.order++;
    (void)context;
    before_a_move(at_of(at));
    return wrong(at_of(at), FAILS_IN_ORDER) ? IMM_FAILED : -(int32_t)move;
}

static int32_t ttt_noisy(void *context, const void *at, imm_move move) {
    asked.noisy++;
    (void)context;
    before_a_move(at_of(at));
    if (wrong(at_of(at), FAILS_IN_NOISY)) return IMM_FAILED;
    return move == 9 || move == 4;
}

static uint64_t ttt_hash(void *context, const void *at) {
    asked.hash++;
    const ttt *p = at_of(at);
    uint64_t key = p->stones[0] | (uint64_t)p->stones[1] << 9 | (uint64_t)mover_of(p) << 18;
    (void)context;
    if (wrong(p, HASH_OF_FIRST)) key = p->stones[0] | (uint64_t)mover_of(p) << 18;
    if (wrong(p, HASH_WITHOUT_PLAYER)) key = p->stones[0] | (uint64_t)p->stones[1] << 9;
    if (wrong(p, HASH_WITHOUT_SIDES)) key = (p->stones[0] | p->stones[1]) | (uint64_t)mover_of(p) << 18;
    if (now.kind != HASH_WITHOUT_COIN) key |= (uint64_t)p->coin << 20;
    if (wrong(p, HASH_OF_ORDER)) return p->key ^ (p->player ? UINT64_C(0x5555555555555555) : 0);
    if (wrong(p, HASH_UNMIXED)) return key;
    if (wrong(p, HASH_UNSTEADY)) key += (uint64_t)(now.calls++) << 20;
    key = (key ^ UINT64_C(0x9E3779B97F4A7C15)) * UINT64_C(0xBF58476D1CE4E5B9);
    key = (key ^ key >> 29) * UINT64_C(0x94D049BB133111EB);
    return key ^ key >> 32;
}

static int32_t ttt_pass(void *context, void *at) {
    asked.pass++;
    ttt *p = to_of(at);
    (void)context;
    before_a_move(p);
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
    asked.few_pieces++;
    const ttt *p = at_of(at);
    (void)context;
    before_a_move(p);
    return wrong(p, FAILS_IN_FEW_PIECES) ? IMM_FAILED : p->plies < 2;
}

static int32_t ttt_transition(void *context, const void *at, imm_move move) {
    asked.transition++;
    const ttt *p = at_of(at);
    (void)context;
    before_a_move(p);
    if (wrong(p, LARGE_TRANSITION)) return 256;
    if (wrong(p, NEGATIVE_TRANSITION)) return -1;
    if (wrong(p, FAILS_IN_TRANSITION)) return IMM_FAILED;
    return move == 4 ? 200 : 10;
}

static uint32_t ttt_move_text(void *context, const void *at, imm_move move, char *text, size_t size) {
    asked.move_text++;
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

/* Writes a feature for each square: 1 for a piece of the player to move, 2 for a piece of the
 * opponent. Two more features are 1 if the player to move, or the opponent, has a move that wins at
 * once. */
static int32_t ttt_features(void *context, const void *at, uint8_t *features) {
    asked.features++;
    const ttt *p = at_of(at);
    unsigned mover = wrong(p, FEATURES_OF_FIRST) ? 0 : mover_of(p);
    (void)context;
    before_a_move(p);
    if (now.kind == NONE) CHECK(!has_line(p->stones[0]) && !has_line(p->stones[1]) && squares(p) != 0777);
    for (unsigned square = 0; square < 9; square++) {
        CHECK_EQ(features[square], 0);
        if (p->stones[mover] >> square & 1) features[square] = 1;
        if (p->stones[!mover] >> square & 1) features[square] = 2;
    }
    if (wins_at_once(p, mover)) features[9] = 1;
    if (wins_at_once(p, !mover)) features[10] = 1;
    if (wrong(p, FEATURES_BEHIND)) features[TTT_FEATURES] = 1;
    if (wrong(p, FEATURES_CHANGE)) ((ttt *)(uintptr_t)at)->last = 6;
    if (wrong(p, FEATURES_UNSTEADY)) features[3] = (uint8_t)now.calls++;
    if (wrong(p, FEATURES_BY_ADDRESS)) features[4] = at == now.at;
    return wrong(p, FAILS_IN_FEATURES) ? IMM_FAILED : 0;
}

/* Returns the score: 10 minus the number of stones on the board. The score is positive if the first
 * player has won, negative if the second player has won, and 0 for a draw. */
static int32_t ttt_score(void *context, const void *at) {
    asked.score++;
    const ttt *p = at_of(at);
    int32_t sign = has_line(p->stones[0]) ? 1 : has_line(p->stones[1]) ? -1 : 0;
    (void)context;
    if (now.kind == NONE) CHECK(sign != 0 || squares(p) == 0777); /* called only after the end of the game */
    if (wrong(p, SCORE_CHANGES)) ((ttt *)(uintptr_t)at)->last = 6;
    if (wrong(p, SCORE_UNSTEADY)) return (int32_t)(now.calls++ % 3);
    if (wrong(p, SCORE_BY_ADDRESS)) return at == now.at;
    if (wrong(p, LARGE_SCORE)) return -6;
    if (wrong(p, FAILS_IN_SCORE)) return IMM_FAILED;
    if (wrong(p, SCORE_OF_MOVER) && mover_of(p)) sign = -sign;
    if (wrong(p, SCORE_OF_SECOND)) sign = -sign;
    if (wrong(p, SCORE_OF_OTHERS_WHERE_SECOND_WINS) && sign < 0) sign = 1;
    return sign * (10 - p->plies);
}

/* Returns the weight of a side of the coin: 1 for HEADS, 3 for TAILS. */
static uint32_t ttt_chance(void *context, const void *at, imm_move side) {
    asked.chance++;
    const ttt *p = at_of(at);
    (void)context;
    CHECK_EQ(p->coin, 1);
    CHECK(side == HEADS || side == TAILS);
    if (wrong(p, COIN_ZERO) && side == TAILS) return 0;
    if (wrong(p, COIN_LARGE) && side == HEADS) return IMM_ODDS_MAX + 1;
    if (wrong(p, COIN_UNSTEADY)) return 1 + now.calls++ / 2 % 2;
    if (wrong(p, FAILS_IN_CHANCE)) return (uint32_t)IMM_FAILED;
    return side == TAILS ? 3 : 1;
}

static float ttt_returns(void *context, const void *at, imm_player player) {
    asked.returns++;
    const ttt *p = at_of(at);
    (void)context;
    return player == 2 ? 0.5f : has_line(p->stones[player]) ? 1 : -0.5f;
}

static float ttt_evaluate_for(void *context, const void *at, imm_player player) {
    asked.evaluate_for++;
    const ttt *p = at_of(at);
    (void)context;
    return player == 2 ? 0.5f : (float)(p->stones[player] >> 4 & 1) / 2;
}

static imm_game ttt_game(void) {
    uint32_t max_moves = now.kind == MANY_MOVES ? 8 : now.kind == ENDLESS_NOISE ? 10 : 9;
    imm_game game = game_of(sizeof(ttt), max_moves, ttt_initial, ttt_legal_moves, ttt_make, ttt_unmake, ttt_to_move,
                            ttt_outcome);
    game.undo_size = sizeof(ttt_undo);
    game.max_plies = now.kind == SHORT_GAME ? 5 : now.kind == ENDLESS_NOISE ? 0 : has_coin() ? 10 : 9;
    /* A game with the mistake HASH_WITHOUT_SIDES has no evaluation, because an evaluation would
     * reveal the mistake at once. */
    game.evaluate = now.kind == HASH_WITHOUT_SIDES ? NULL : ttt_evaluate;
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
    game.score = ttt_score;
    game.max_score = has_coin() ? 6 : 5;
    game.features = ttt_features;
    game.feature_count = TTT_FEATURES;
    game.players = now.three ? 3 : 0;
    game.returns = ttt_returns;
    game.evaluate_for = ttt_evaluate_for;
    game.chance = has_coin() && now.kind != COIN_WITHOUT_CHANCE ? ttt_chance : NULL;
    return game;
}

/* ---- Checking it ----------------------------------------------------------------------------- */

/* The number of positions to check for an obvious mistake, and for a mistake that shows only by
 * chance. */
enum { FEW_PLIES = 300, PLIES = 3000 };

static imm_check_report report;
static char text[IMM_CHECK_TEXT_MAX];

/* Checks a game in memory of exactly the required size. */
static imm_status check_game(const imm_game *game, uint64_t seed, uint32_t plies) {
    size_t size = imm_check_memory(game);
    guarded block = guarded_new(size);
    report = imm_check_report_default();
    report.now_ms = NULL;
    now.calls = 0;
    now.at = NULL;
    imm_status status = imm_check_game(game, block.memory, size, seed, plies, &report);
    guarded_free(&block);
    return status;
}

static void write_text(void) {
    memset(text, '#', sizeof text);
    CHECK_EQ(imm_check_text(&report, text, sizeof text), IMM_OK);
}

#endif
