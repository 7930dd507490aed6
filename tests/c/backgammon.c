/* Tests c_examples/backgammon.c. lab/adapters/backgammon_rules.py compares the rules with another
 * program. Includes the game of the example, not its main program. */
#define BACKGAMMON_GAME_ONLY
#include "../../c_examples/backgammon.c"
#include "opened.h"

#include <stdlib.h>

/* Sets up a position in which the first player plays these dice. `own` and `other` are lists of
 * pairs: a place, and the number of checkers there. A 0 ends the list. The remaining checkers are
 * borne off. */
static position set_up(const int *own, const int *other, uint8_t high, uint8_t low) {
    position p = {.next = PLAY, .mover = IMM_FIRST, .dice = {high, low}};
    const int *lists[2] = {own, other};
    for (int player = 0; player < 2; player++) {
        p.checkers[player][OFF] = CHECKERS;
        for (const int *at = lists[player]; *at; at += 2) {
            p.checkers[player][at[0]] = (uint8_t)at[1];
            p.checkers[player][OFF] = (uint8_t)(p.checkers[player][OFF] - at[1]);
        }
    }
    return p;
}

/* Checks that these are the texts of all plays, in the order of legal_moves(). */
static void check_plays(const position *p, const char *expected) {
    static imm_move moves[PLAYS_MAX];
    char found[1000] = "", text[IMM_TEXT_MAX];
    uint32_t count = legal_moves(NULL, p, moves);
    for (uint32_t n = 0; n < count && strlen(found) < sizeof found - 50; n++) {
        uint32_t length = move_text(NULL, p, moves[n], text, sizeof text);
        CHECK_EQ(length, strlen(text));
        strcat(strcat(found, n == 0 ? "" : " "), text);
    }
    if (strcmp(found, expected) != 0) printf("found %s, expected %s\n", found, expected);
    CHECK(strcmp(found, expected) == 0);
}

static void plays(void) {
    static const int none[] = {0}, far[] = {24, 2, 0}, entering[] = {BAR, 1, 8, 1, 0}, bearing[] = {5, 1, 2, 1, 0};
    static const int one[] = {13, 1, 0}, wall[] = {25 - 5, 2, 0}, both_blots[] = {25 - 9, 1, 25 - 7, 1, 0};
    static const int closed[] = {1, 2, 2, 2, 3, 2, 4, 2, 5, 2, 6, 2, 0};
    position p = set_up(far, none, 2, 1);
    check_plays(&p, "24/22,24/23 24/22,22/21");
    /* Each die alone can be played, but not both dice. So the player must play the higher die. */
    p = set_up(one, wall, 6, 2);
    check_plays(&p, "13/7");
    p = set_up(entering, none, 6, 3);
    check_plays(&p, "bar/19,19/16 bar/19,8/5 bar/22,8/2");
    p = set_up(bearing, none, 6, 3);
    check_plays(&p, "5/off,2/off 5/2,2/off");
    p = set_up(bearing, none, 1, 1);
    check_plays(&p, "5/4,4/3,3/2,2/1 5/4,4/3,2/1,1/off");
    /* On its way, the checker hits one of two blots. So there are two different plays that end on
     * the same point. */
    p = set_up(one, both_blots, 6, 4);
    check_plays(&p, "13/7,7/3 13/9,9/3");
    p = set_up(entering, closed, 6, 6);
    check_plays(&p, "pass");
}

static void results(void) {
    static const int none[] = {0}, home[] = {3, 15, 0}, off[] = {24, 14, 0}, away[] = {12, 15, 0},
                     deep[] = {19, 1, 5, 14, 0};
    const int *losers[] = {off, home, away, deep};
    static const int32_t lost[] = {1, 2, 2, 3};
    for (size_t n = 0; n < 4; n++) {
        position p = set_up(none, losers[n], 2, 1), q = set_up(losers[n], none, 2, 1);
        CHECK_EQ(outcome(NULL, &p), IMM_FIRST_WINS);
        CHECK_EQ(score(NULL, &p), lost[n]);
        CHECK_EQ(outcome(NULL, &q), IMM_SECOND_WINS);
        CHECK_EQ(score(NULL, &q), -lost[n]);
    }
}

static void rolls(void) {
    position p = {.next = OPENING}, q;
    imm_move moves[36];
    unsigned char undo[sizeof p];
    uint32_t sum = 0;
    initial(NULL, &p);
    q = p;
    CHECK_EQ(legal_moves(NULL, &p, moves), 30);
    make(NULL, &p, ROLLED + 8 * 2 + 5, undo);
    CHECK_EQ(to_move(NULL, &p), IMM_SECOND);
    CHECK(p.dice[0] == 5 && p.dice[1] == 2);
    unmake(NULL, &p, ROLLED + 8 * 2 + 5, undo);
    CHECK(memcmp(&p, &q, sizeof p) == 0);
    make(NULL, &p, ROLLED + 8 * 5 + 2, undo);
    CHECK_EQ(to_move(NULL, &p), IMM_FIRST);
    p.next = DICE;
    CHECK_EQ(legal_moves(NULL, &p, moves), 21);
    for (int n = 0; n < 21; n++) sum += chance(NULL, &p, moves[n]);
    CHECK_EQ(sum, 36);
}

/* Compares the feature SHOTS with numbers that were counted by hand, for a blot at several
 * distances. */
static void shots(void) {
    static const uint8_t expected[] = {11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3};
    for (int distance = 1; distance <= 12; distance++) {
        int own[] = {24, 1, 0}, blot[] = {25 - (24 - distance), 1, 0};
        position p = set_up(own, blot, 0, 0);
        uint8_t seen[FEATURES] = {0};
        p.next = ROLL;
        CHECK_EQ(features(NULL, &p, seen), 0);
        CHECK_EQ(seen[SHOTS], expected[distance - 1]);
        CHECK_EQ(seen[SHOTS + 1], expected[distance - 1]);
    }
}

static void check_game(void) {
    const imm_game *game = imm_plugin();
    imm_check_report report = imm_check_report_default();
    guarded block = guarded_new(imm_check_memory(game));
    CHECK_EQ(imm_check_game(game, block.memory, block.size, 1, getenv("IMM_TESTS_SPARSE") ? 4 : 40, &report), IMM_OK);
    CHECK_EQ(report.finding_count, 0);
    guarded_free(&block);
}

/* A callback features() that fails if a chance event comes next: the library must not call it
 * then. */
static int32_t checked_features(void *context, const void *at, uint8_t *seen) {
    CHECK(to_move(context, at) != IMM_CHANCE);
    return features(context, at, seen);
}

/* Plays a game. Returns the points of the first player. */
static int32_t play_game(imm_state *const states[2], uint64_t iterations) {
    position p;
    size_t length;
    for (unsigned plies = 0; imm_outcome(states[0]) == IMM_ONGOING && plies < 6000; plies++) {
        imm_player who = imm_player_to_move(states[0]);
        imm_report report = {.best = IMM_MOVE_NONE};
        if (who == IMM_CHANCE) report.best = imm_sample_chance(states[0], next_random());
        else CHECK_EQ(iterate(states[who], iterations, &report), IMM_OK);
        for (int i = 0; i < 2; i++) CHECK_EQ(imm_play(states[i], report.best), IMM_OK);
    }
    CHECK(imm_outcome(states[0]) != IMM_ONGOING);
    CHECK_EQ(imm_position_bytes(states[0], &p, sizeof p, &length), IMM_OK);
    return score(NULL, &p);
}

/* Plays the net against the evaluation, with alternating sides. Returns the points of the net. */
static int32_t net_points(int games, uint64_t iterations) {
    static _Alignas(IMM_ALIGN) unsigned char net[1 << 17];
    imm_game game = *imm_plugin();
    FILE *file = fopen("c_examples/backgammon.immnet", "rb");
    size_t size = file ? fread(net, 1, sizeof net, file) : 0;
    int32_t won = 0;
    CHECK(size > 0 && size < 100000);
    if (file) fclose(file);
    game.features = checked_features;
    for (int n = 0; n < games; n++) {
        guarded blocks[2];
        imm_state *states[2];
        for (int i = 0; i < 2; i++) {
            const char *player = i == n % 2 ? "bfm(efNet,marg1)" : "bfm(marg1)";
            states[i] = open_state(&blocks[i], &game, player, 2 << 20, (uint64_t)n);
        }
        CHECK_EQ(imm_set_net(states[n % 2], net, size), IMM_OK);
        won += play_game(states, iterations) * (n % 2 ? -1 : 1);
        for (int i = 0; i < 2; i++) guarded_free(&blocks[i]);
    }
    return won;
}

/* The net must win more points than the evaluation. */
static void search(void) {
    int games = getenv("IMM_TESTS_SPARSE") ? 4 : 100;
    int32_t won = net_points(games, 1);
    printf("backgammon: the net won %d points in %d games\n", (int)won, games);
    CHECK(games < 100 || won > 20);
    net_points(2, 60);
}

int main(void) {
    plays();
    results();
    rolls();
    shots();
    check_game();
    search();
    return check_result("backgammon");
}
