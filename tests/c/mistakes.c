/* Tests that imm_check_game() finds each mistake of mistakes.h, and finds no mistake in correct
 * games. */
#define CONNECT_FOUR_GAME_ONLY
#include "../../c_examples/connect_four.c"

#include "built_in.h"
#include "mistakes.h"

/* ---- What is found --------------------------------------------------------------------------- */

enum { ANY = -1 }; /* any ply or callback: chance decides which of them comes first */

/* A mistake, and the first finding that imm_check_game() must report. The game is wrong from ply
 * `from` on. The finding must be at `ply`. */
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
    FOUND(STALE_UNDO, 0, UNDO_UNWRITTEN, UNMAKE, 0),
    FOUND(STALE_UNDO, 4, UNDO_UNWRITTEN, UNMAKE, 4),
    FOUND(STALE_PLACE, 0, UNDO_UNWRITTEN, UNMAKE, 0),
    FOUND(STALE_PLACE, 3, UNDO_UNWRITTEN, UNMAKE, 3),
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
    FOUND(HASH_WITHOUT_SIDES, 0, HASH_SHARED, HASH, ANY),
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
    FOUND(FORCED_FOR_NOTHING, 0, NOT_FORCED, WEIGHT, 0),
    FOUND(FORCED_FOR_NOTHING, 2, NOT_FORCED, WEIGHT, ANY),
    FOUND(FORCED_IN_VAIN, 0, NOT_FORCED, WEIGHT, ANY),
    FOUND(SCORE_CHANGES, 0, CHANGED, SCORE, ANY),
    FOUND(SCORE_UNSTEADY, 9, UNSTEADY, SCORE, 9),
    FOUND(SCORE_BY_ADDRESS, 0, NOT_COPYABLE, SCORE, ANY),
    FOUND(LARGE_SCORE, 7, OUT_OF_RANGE, SCORE, ANY),
    FOUND(SCORE_OF_MOVER, 0, VIEW, SCORE, ANY),
    FOUND(SCORE_OF_SECOND, 0, VIEW, SCORE, ANY),
    FOUND(SCORE_OF_OTHERS_WHERE_SECOND_WINS, 0, VIEW, SCORE, ANY),
    FOUND(FEATURES_BEHIND, 2, FEATURES_OVERRUN, FEATURES, 2),
    FOUND(FEATURES_CHANGE, 3, CHANGED, FEATURES, 3),
    FOUND(FEATURES_UNSTEADY, 1, UNSTEADY, FEATURES, 1),
    FOUND(FEATURES_BY_ADDRESS, 2, NOT_COPYABLE, FEATURES, ANY),
    FOUND(FEATURES_OF_FIRST, 0, FEATURES_VIEW, FEATURES, 0),
    FOUND(FAILS_IN_FEATURES, 4, FAILED, FEATURES, 4),
    FOUND(FAILS_IN_SCORE, 9, FAILED, SCORE, 9),
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
    FOUND(COIN_WITHOUT_CHANCE, 0, PLAYER, TO_MOVE, 3),
    FOUND(COIN_ZERO, 0, OUT_OF_RANGE, CHANCE, 3),
    FOUND(COIN_LARGE, 0, OUT_OF_RANGE, CHANCE, 3),
    FOUND(COIN_UNSTEADY, 0, UNSTEADY, CHANCE, 3),
    FOUND(COIN_DRAWN_EVENLY, 0, UNEVEN_DRAW, RANDOM_MOVE, 3),
    FOUND(HASH_WITHOUT_COIN, 0, HASH_SHARED, HASH, ANY),
    FOUND(FAILS_IN_CHANCE, 0, FAILED, CHANCE, 3),
};

static void each_mistake_is_found(void) {
    static char what[160];
    check_what = what;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const expectation *e = &expected[i];
        uint32_t plies = e->ply == ANY || e->check == IMM_CHECK_VIEW || e->check == IMM_CHECK_FEATURES_VIEW ||
                                 e->check == IMM_CHECK_HASH_NARROW
                             ? PLIES
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

/* ---- Correct games --------------------------------------------------------------------------- */

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

/* imm_check_game() must call every callback of imm_game. The file members.h, which tests/c/run
 * makes, has a line for each callback. */
static void each_callback_is_asked(void) {
    now.coin = 1;
    imm_game game = ttt_game();
    memset(&asked, 0, sizeof asked);
    CHECK_EQ(check_game(&game, 1, FEW_PLIES), IMM_OK);
    CHECK_EQ(asked.returns + asked.evaluate_for, 0); /* they are for other numbers of players */
    now.three = 1;
    const imm_game for_three = ttt_game();
    const unsigned evaluated = asked.evaluate;
    CHECK_EQ(check_game(&for_three, 1, FEW_PLIES), IMM_OK);
    CHECK_EQ(report.finding_count, 0);
    CHECK_EQ(asked.evaluate, evaluated);
    now.three = 0;
#define MEMBER(callback)                                                                                               \
    check_what = #callback;                                                                                            \
    CHECK(game.callback == ttt_##callback && asked.callback > 0);
#include "members.h"
#undef MEMBER
    now.coin = 0;
    check_what = "";
}

static void correct_games(void) {
    imm_game plain = ttt_game();
    nothing_is_found(&plain, PLIES, "tic-tac-toe");
    CHECK_EQ(report.most_moves, 9);
    CHECK_EQ(report.most_plies, 9);
    CHECK_EQ(report.advice, IMM_CALLBACK_FEATURES); /* a net, because no callback is missing */
    memset(&plain.evaluate, 0, sizeof plain - offsetof(imm_game, evaluate));
    nothing_is_found(&plain, PLIES, "tic-tac-toe, the rules alone");
    CHECK_EQ(report.advice, IMM_CALLBACK_EVALUATE);
    nothing_is_found(&connect_four, PLIES, "Connect Four");
    now.coin = 1;
    imm_game tossed = ttt_game();
    nothing_is_found(&tossed, PLIES, "tic-tac-toe with a coin");
    CHECK_EQ(report.most_plies, 10);
    now.coin = 0;
}

static void built_in_games(void) {
    const imm_game boards[] = {imm_breakthrough_board(5, 6),
                               imm_breakthrough_small(2, 4),
                               imm_kalah_board(4, 3, IMM_CAPTURE_STANDARD),
                               imm_kalah_small(6, 4, IMM_CAPTURE_STAYS),
                               imm_onitama_deal(7),
                               *imm_einstein()};
    for (unsigned i = 0; built_in(i); i++) nothing_is_found(built_in(i), PLIES, built_in_name(i));
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) nothing_is_found(&boards[i], PLIES, "a board");
    imm_game missing = imm_breakthrough_board(1, 1);
    CHECK_EQ(imm_check_memory(&missing), 0);
}

int main(void) {
    each_mistake_is_tried();
    each_mistake_is_found();
    each_callback_is_asked();
    correct_games();
    built_in_games();
    return check_result("mistakes");
}
