/* Tests c_examples/hex.c against a simple implementation of the rules. Also tests players with move
 * statistics. Includes the game of the example without its main program. */
#define HEX_GAME_ONLY
#include "../../c_examples/hex.c"
#include "opened.h"

#include <stdlib.h>

enum { BLOCK = 2000000 };

static board b;

/* ---- The rules ------------------------------------------------------------------------------- */

/* Fills in the owner of each square: 0 or 1 for a player, 2 for an empty square. */
static void read_board(const position *p, int holder[SQUARES_MAX]) {
    for (unsigned n = 0; n < b.count; n++)
        holder[n] = any(common(square(n), p->stones[0])) ? 0 : any(common(square(n), p->stones[1])) ? 1 : 2;
}

/* True if a chain connects this player's two edges. Grows the set of reached squares until it is
 * complete. */
static bool connects(const position *p, int who) {
    int holder[SQUARES_MAX];
    bool reached[SQUARES_MAX] = {false};
    int size = (int)b.size;
    read_board(p, holder);
    for (int n = 0; n < size; n++) {
        int at = who == 0 ? n * size : n;
        reached[at] = holder[at] == who;
    }
    for (bool grows = true; grows;) {
        grows = false;
        for (int y = 0; y < size; y++)
            for (int x = 0; x < size; x++) {
                if (reached[y * size + x] || holder[y * size + x] != who) continue;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++) {
                        int there = (y + dy) * size + x + dx;
                        bool on = x + dx >= 0 && x + dx < size && y + dy >= 0 && y + dy < size;
                        if (dx == dy || !on || !reached[there]) continue;
                        reached[y * size + x] = grows = true;
                    }
            }
    }
    for (int n = 0; n < size; n++)
        if (reached[who == 0 ? n * size + size - 1 : (size - 1) * size + n]) return true;
    return false;
}

static void one_game(void) {
    position p, before[SQUARES_MAX];
    imm_move made[SQUARES_MAX], moves[SQUARES_MAX];
    squares undo[SQUARES_MAX][2];
    unsigned plies = 0;
    memset(&p, 0, sizeof p);
    initial(&b, &p);
    while (outcome(&b, &p) == IMM_ONGOING) {
        uint32_t count = legal_moves(&b, &p, moves), at = next_random() % count;
        /* The random numbers are divided into one range for each move. A number in the middle of a
         * range must choose the move of this range. */
        for (uint32_t n = 0; n < count; n++)
            CHECK_EQ(random_move(&b, &p, (uint32_t)((((uint64_t)n << 32) + (UINT64_C(1) << 31)) / count)), moves[n]);
        CHECK_EQ(count, b.count - plies);
        CHECK_EQ(to_move(&b, &p), plies % 2 ? IMM_SECOND : IMM_FIRST);
        before[plies] = p, made[plies] = moves[at];
        make(&b, &p, made[plies], undo[plies]);
        plies++;
        CHECK_EQ(outcome(&b, &p), connects(&p, 0) ? IMM_FIRST_WINS : connects(&p, 1) ? IMM_SECOND_WINS : IMM_ONGOING);
    }
    while (plies-- > 0) {
        unmake(&b, &p, made[plies], undo[plies]);
        CHECK(memcmp(&p, &before[plies], sizeof p) == 0);
    }
}

static void rules(void) {
    CHECK(!board_set_up(&b, 2) && !board_set_up(&b, 12));
    for (unsigned size = SIZE_MIN; size <= SIZE_MAX_HEX; size++) {
        CHECK(board_set_up(&b, size));
        for (size_t game = 0; game < 20; game += stride(7)) one_game();
        imm_game game = hex(&b);
        imm_check_report report = imm_check_report_default();
        guarded block = guarded_new(imm_check_memory(&game));
        CHECK_EQ(imm_check_game(&game, block.memory, block.size, 1, 20, &report), IMM_OK);
        CHECK_EQ(report.finding_count, 0);
        guarded_free(&block);
    }
}

/* ---- Searches -------------------------------------------------------------------------------- */

static imm_state *open_player(guarded *block, const imm_game *game, const char *player, uint64_t seed) {
    return open_state(block, game, player, BLOCK, seed);
}

/* On the smallest board, each player in `players` must prove a win for the first player. */
static void proofs(void) {
    static const char *const players[] = {"mcts()", "mcts(mast)", "mcts(c0.2,grave)", "mcts(dec)",
                                          "mcts(c0.3,grave5,mast2)"};
    CHECK(board_set_up(&b, 3));
    imm_game game = hex(&b);
    for (size_t n = 0; n < sizeof players / sizeof *players; n++) {
        guarded block;
        imm_report report;
        imm_state *state = open_player(&block, &game, players[n], n);
        CHECK_EQ(iterate(state, 100000, &report), IMM_OK);
        CHECK_EQ(report.proof, IMM_PROVEN_FIRST_WINS);
        guarded_free(&block);
    }
}

/* Plays games between `player` and plain UCT, with the same number of simulations and with
 * alternating sides. Returns the number of games that `player` wins. */
static int wins_of(const char *player, int games, uint64_t simulations) {
    int won = 0;
    CHECK(board_set_up(&b, 6));
    imm_game game = hex(&b);
    for (int n = 0; n < games; n++) {
        guarded blocks[2];
        position p;
        imm_state *states[2];
        int own = n % 2;
        for (int i = 0; i < 2; i++)
            states[i] = open_player(&blocks[i], &game, i == own ? player : "mcts()", (uint64_t)(2 * n + i));
        memset(&p, 0, sizeof p);
        initial(&b, &p);
        while (outcome(&b, &p) == IMM_ONGOING) {
            imm_report report;
            CHECK_EQ(iterate(states[p.plies % 2], simulations, &report), IMM_OK);
            for (int i = 0; i < 2; i++) CHECK_EQ(imm_play(states[i], report.best), IMM_OK);
            make(&b, &p, report.best, NULL);
        }
        won += (outcome(&b, &p) == IMM_SECOND_WINS) == own;
        for (int i = 0; i < 2; i++) guarded_free(&blocks[i]);
    }
    return won;
}

/* Players with move statistics must beat plain UCT. docs/RULES_ONLY.md has the figures. */
static void strength(void) {
    int games = getenv("IMM_TESTS_SPARSE") ? 2 : 16;
    int won = wins_of("mcts(c0.2,mast,grave)", games, 400);
    printf("hex: mcts(c0.2,mast,grave) won %d of %d games against mcts()\n", won, games);
    CHECK(games < 16 || won >= 11);
}

static void plugin(void) {
    const imm_game *game = imm_plugin();
    CHECK_EQ(game->max_moves, HEX_SIZE * HEX_SIZE);
    char text[IMM_TEXT_MAX];
    CHECK(board_set_up(&b, 11));
    CHECK_EQ(move_text(&b, NULL, 120, text, sizeof text), 3);
    CHECK(strcmp(text, "k11") == 0);
}

int main(void) {
    rules();
    proofs();
    strength();
    plugin();
    return check_result("hex");
}
