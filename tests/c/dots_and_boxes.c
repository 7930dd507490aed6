/* Tests c_examples/dots_and_boxes.c and the option `marg` (play for points) against a solver that
 * computes the margin of every position. Includes the game of the example, not its main program. */
#define DOTS_AND_BOXES_GAME_ONLY
#include "../../c_examples/dots_and_boxes.c"
#include "opened.h"

enum { SOLVED_EDGES = 17, BLOCK = 16000000 };

static board b;

/* ---- The rules ------------------------------------------------------------------------------- */

/* Counts the boxes whose four edges are all drawn. Computes the number of each edge from its
 * coordinates. */
static unsigned boxes_by_hand(const board *on, uint64_t drawn) {
    unsigned n = 0;
    for (unsigned row = 0; row < on->rows; row++)
        for (unsigned column = 0; column < on->columns; column++) {
            unsigned stands = on->lying + row * (on->columns + 1) + column;
            n += drawn >> (row * on->columns + column) & drawn >> ((row + 1) * on->columns + column) & drawn >> stands &
                 drawn >> (stands + 1) & 1;
        }
    return n;
}

static void one_game(void) {
    position p, before[EDGES_MAX];
    imm_move moves[EDGES_MAX], made[EDGES_MAX];
    unsigned plies = 0;
    memset(&p, 0, sizeof p);
    initial(&b, &p);
    for (; outcome(&b, &p) == IMM_ONGOING; plies++) {
        uint32_t n = legal_moves(&b, &p, moves);
        char text[8], other[8];
        CHECK_EQ(n, b.edges - plies);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t random = (uint32_t)((((uint64_t)i << 32) + n - 1) / n);
            CHECK_EQ(random_move(&b, &p, random), moves[i]);
            CHECK_EQ(random_move(&b, &p, random + (uint32_t)((UINT64_C(1) << 32) / n) - 1), moves[i]);
            CHECK_EQ(move_text(&b, &p, moves[i], text, sizeof text), 4);
            if (i > 0) CHECK(move_text(&b, &p, moves[i - 1], other, sizeof other) == 4 && strcmp(text, other) != 0);
        }
        imm_move move = moves[next_random() % n];
        imm_player mover = to_move(&b, &p);
        float value = evaluate(&b, &p);
        CHECK(value > -1 && value < 1);
        before[plies] = p, made[plies] = move;
        unsigned boxes = boxes_by_hand(&b, p.drawn);
        bool takes = noisy(&b, &p, move);
        make(&b, &p, move, NULL);
        unsigned completed = boxes_by_hand(&b, p.drawn) - boxes;
        CHECK_EQ(takes, completed > 0);
        CHECK_EQ(to_move(&b, &p), completed > 0 ? mover : !mover);
        CHECK_EQ(p.boxes[mover], before[plies].boxes[mover] + (int32_t)completed);
        CHECK_EQ(p.boxes[!mover], before[plies].boxes[!mover]);
        CHECK(hash(&b, &p) != hash(&b, &before[plies]));
    }
    CHECK_EQ(plies, b.edges);
    CHECK_EQ(p.boxes[0] + p.boxes[1], b.columns * b.rows);
    int32_t margin = score(&b, &p);
    CHECK_EQ(outcome(&b, &p), margin > 0 ? IMM_FIRST_WINS : margin < 0 ? IMM_SECOND_WINS : IMM_DRAW);
    while (plies-- > 0) {
        unmake(&b, &p, made[plies], NULL);
        CHECK(memcmp(&p, &before[plies], sizeof p) == 0);
    }
}

static void rules(void) {
    CHECK(!board_set_up(&b, 0, 3) && !board_set_up(&b, 3, 6) && !board_set_up(&b, 6, 1));
    for (unsigned columns = 1; columns <= SIDE_MAX; columns++)
        for (unsigned rows = 1; rows <= SIDE_MAX; rows++) {
            CHECK(board_set_up(&b, columns, rows));
            CHECK_EQ(b.edges, 2 * columns * rows + columns + rows);
            for (size_t game = 0; game < 30; game += stride(7)) one_game();
        }
}

/* ---- The solver ------------------------------------------------------------------------------ */

/* For each set of drawn edges: the boxes that the mover will still complete, minus the boxes that
 * the opponent will still complete. */
static int8_t gains[1 << SOLVED_EDGES];

static void solve(void) {
    uint64_t all = all_edges(&b);
    for (uint64_t drawn = all + 1; drawn-- > 0;) {
        int best = drawn == all ? 0 : -100;
        for (unsigned edge = 0; edge < b.edges; edge++) {
            uint64_t after = drawn | UINT64_C(1) << edge;
            if (after == drawn) continue;
            int completed = (int)boxes_by_hand(&b, after) - (int)boxes_by_hand(&b, drawn);
            int gain = completed > 0 ? completed + gains[after] : -gains[after];
            if (gain > best) best = gain;
        }
        gains[drawn] = (int8_t)best;
    }
}

/* Returns the first player's margin if both players play perfectly. */
static int margin_of(const position *p) {
    return score(&b, p) + (p->mover == IMM_FIRST ? gains[p->drawn] : -gains[p->drawn]);
}

static imm_proof proof_of(int margin) {
    return margin > 0 ? IMM_PROVEN_FIRST_WINS : margin < 0 ? IMM_PROVEN_SECOND_WINS : IMM_PROVEN_DRAW;
}

static imm_state *open_player(guarded *block, const imm_game *game, const char *player, uint64_t seed) {
    return open_state(block, game, player, BLOCK, seed);
}

/* Alpha-beta and tree searches must prove the result that the solver finds. With the option `marg`,
 * the value of a proven win shows a margin that is certain. This margin is at most the best
 * possible margin. */
static void proofs(void) {
    static const struct {
        const char *text;
        double weight;
    } players[] = {{"ab(tt,killers,qs)", 0},     {"mcts(marg0.5)", 0.5}, {"bfm(marg1)", 1},
                   {"mcts(im0.4,marg0.3)", 0.3}, {"mcts(bounds)", 0},    {"bfm(bounds,prooftt)", 0}};
    const struct { unsigned columns, rows; } boards[] = {{1, 1}, {2, 1}, {1, 3}, {2, 2}, {3, 2}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        CHECK(board_set_up(&b, boards[i].columns, boards[i].rows) && b.edges <= SOLVED_EDGES);
        solve();
        imm_game game = dots_and_boxes(&b);
        for (size_t n = 0; n < 24; n += stride(5)) {
            guarded block;
            position p;
            imm_report report;
            imm_move moves[EDGES_MAX];
            double weight = players[n % 6].weight;
            imm_state *state = open_player(&block, &game, players[n % 6].text, n);
            memset(&p, 0, sizeof p);
            while (b.edges - count(p.drawn) > 9) { /* few enough edges for a tree to prove it */
                imm_move move = moves[next_random() % legal_moves(&b, &p, moves)];
                CHECK_EQ(imm_play(state, move), IMM_OK);
                make(&b, &p, move, NULL);
            }
            while (outcome(&b, &p) == IMM_ONGOING) {
                CHECK_EQ(iterate(state, 200000, &report), IMM_OK);
                CHECK_EQ(report.proof, proof_of(margin_of(&p)));
                double share = (double)abs(margin_of(&p)) / (b.columns * b.rows);
                double most = 1 - weight + weight * share,
                       value = report.value < 0 ? -(double)report.value : (double)report.value;
                if (report.proof != IMM_PROVEN_DRAW && weight > 0) {
                    CHECK(value < most + 0.0001);
                    CHECK(value > 1 - weight);
                }
                CHECK_EQ(imm_play(state, report.best), IMM_OK);
                make(&b, &p, report.best, NULL);
                CHECK_EQ(report.proof, proof_of(margin_of(&p)));
                CHECK_EQ(imm_outcome(state), outcome(&b, &p));
            }
            guarded_free(&block);
        }
    }
}

/* With a table of proofs, MCTS and best-first minimax must solve a whole board before the first
 * move. After each move, 4000 iterations must be enough to prove the new position. Without this
 * table, `mcts()` must not solve the board. */
static void whole_boards(void) {
    const struct {
        unsigned columns, rows;
        const char *player;
        uint64_t iterations;
    } wholes[] = {{2, 2, "mcts(prooftt)", 400000},
                  {2, 2, "bfm(prooftt)", 400000},
                  {2, 2, "mcts(prooftt,im0.4,evaltt)", 400000},
                  {3, 1, "mcts(prooftt,marg0.5)", 400000},
                  {2, 1, "bfm(prooftt,marg1,leafqs)", 400000}};
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++) {
        guarded block;
        position p;
        imm_report report;
        CHECK(board_set_up(&b, wholes[i].columns, wholes[i].rows));
        solve();
        imm_game game = dots_and_boxes(&b);
        imm_state *state = open_player(&block, &game, wholes[i].player, i);
        memset(&p, 0, sizeof p);
        check_what = wholes[i].player;
        for (uint64_t iterations = wholes[i].iterations; outcome(&b, &p) == IMM_ONGOING; iterations = 4000) {
            CHECK_EQ(iterate(state, iterations, &report), IMM_OK);
            CHECK_EQ(report.proof, proof_of(margin_of(&p)));
            CHECK_EQ(imm_play(state, report.best), IMM_OK);
            make(&b, &p, report.best, NULL);
        }
        guarded_free(&block);
    }
    guarded block;
    imm_report report;
    CHECK(board_set_up(&b, 2, 2));
    imm_game game = dots_and_boxes(&b);
    imm_state *state = open_player(&block, &game, "mcts()", 0);
    CHECK_EQ(iterate(state, 400000, &report), IMM_OK);
    CHECK_EQ(report.proof, IMM_UNPROVEN);
    guarded_free(&block);
}

/* With the option `marg`, won games must stay won, and the total of their margins must be at least
 * as large as without `marg`. The total is at most the total of the best possible margins, because
 * the other side defends perfectly. */
static void margins(void) {
    int promised = 0, played[2] = {0, 0};
    CHECK(board_set_up(&b, 3, 2));
    solve();
    imm_game game = dots_and_boxes(&b);
    for (uint64_t seed = 0; seed < 60; seed += stride(9))
        for (int points = 0; points < 2; points++) {
            guarded block;
            position p;
            imm_move moves[EDGES_MAX];
            imm_state *state = open_player(&block, &game, points ? "mcts(marg0.5)" : "mcts()", seed);
            random_state = seed; /* the same position with and without `marg` */
            memset(&p, 0, sizeof p);
            while (b.edges - count(p.drawn) > 9) {
                imm_move move = moves[next_random() % legal_moves(&b, &p, moves)];
                CHECK_EQ(imm_play(state, move), IMM_OK);
                make(&b, &p, move, NULL);
            }
            int best = margin_of(&p), sign = best < 0 ? -1 : 1;
            imm_player winner = best < 0 ? IMM_SECOND : IMM_FIRST;
            if (best != 0) {
                while (outcome(&b, &p) == IMM_ONGOING) {
                    imm_report report;
                    imm_move move = moves[0];
                    if (p.mover == winner) {
                        CHECK_EQ(iterate(state, 20000, &report), IMM_OK);
                        move = report.best;
                    } else { /* the other side defends with the solver */
                        int worst = 1000;
                        for (uint32_t n = legal_moves(&b, &p, moves); n-- > 0;) {
                            position next = p;
                            make(&b, &next, moves[n], NULL);
                            if (sign * margin_of(&next) < worst) worst = sign * margin_of(&next), move = moves[n];
                        }
                    }
                    CHECK_EQ(imm_play(state, move), IMM_OK);
                    make(&b, &p, move, NULL);
                }
                CHECK(sign * score(&b, &p) > 0); /* a won game stays won */
                played[points] += sign * score(&b, &p);
                promised += points ? sign * best : 0;
            }
            guarded_free(&block);
        }
    printf("dots_and_boxes: margins of won endgames: best %d, mcts(marg0.5) %d, mcts() %d\n", promised, played[1],
           played[0]);
    CHECK(played[1] >= played[0] && played[1] <= promised);
}

static void plugin(void) {
    const imm_game *game = imm_plugin();
    CHECK(game->max_score == 16 && game->max_moves == 40);
    guarded block;
    imm_report report;
    imm_state *state = open_player(&block, game, "mcts(marg0.5,ipp)", 3);
    while (imm_outcome(state) == IMM_ONGOING) {
        CHECK_EQ(iterate(state, 30, &report), IMM_OK);
        CHECK_EQ(imm_play(state, report.best), IMM_OK);
    }
    guarded_free(&block);
}

int main(void) {
    rules();
    proofs();
    whole_boards();
    margins();
    plugin();
    return check_result("dots_and_boxes");
}
