/* Tests whole games and searches: only legal moves, equal trees for equal seeds, limits, clocks,
 * and calls in an unusual order. */
#include "built_in.h"
#include "toy.h"

static uint64_t random_state = 88172645463325252u;

static uint32_t random_below(uint32_t bound) {
    random_state ^= random_state << 13, random_state ^= random_state >> 7, random_state ^= random_state << 17;
    return (uint32_t)((random_state >> 16) % bound);
}

static imm_state *open_state(guarded *block, const imm_game *game, const char *spec, size_t slots, uint64_t seed) {
    imm_state *state = NULL;
    imm_config config = imm_config_default();
    CHECK_EQ(imm_configure(&config, spec), IMM_OK);
    config.seed = seed;
    *block = guarded_new(imm_memory_required(game, slots));
    CHECK_EQ(imm_init(block->memory, block->size, game, &config, &state), IMM_OK);
    return state;
}

/* ---- Whole games in almost no memory --------------------------------------------------------- */

static void play_out(const imm_game *game, const char *spec, size_t slots, uint64_t seed) {
    guarded block;
    imm_state *state = open_state(&block, game, spec, slots, seed);
    imm_report report;
    int plies = 0;
    check_what = spec;
    for (; imm_outcome(state) == IMM_ONGOING && plies < 1000; plies++) {
        imm_move move = imm_search(state, 0);
        CHECK(is_legal(state, move));
        CHECK_EQ(iterate(state, 1, &report), IMM_OK);
        CHECK(is_legal(state, report.best) && report.nodes <= slots);
        CHECK(report.value >= -1 && report.value <= 1);
        CHECK_EQ(imm_step(state, 10), IMM_OK);
        CHECK_EQ(imm_get_report(state, &report), IMM_OK);
        CHECK(is_legal(state, report.best));
        CHECK_EQ(imm_play(state, report.best), IMM_OK);
    }
    CHECK(imm_outcome(state) > IMM_ONGOING);
    guarded_free(&block);
    check_what = "";
}

static void tiny_games(void) {
    static const char *const specs[] = {
        "mcts()",       "mcts(im0.4)",  "mcts(all,nosolver)", "mcts(one,norecycle,im0.2,secure)",
        "mcts(t3,log)", "mcts(c0,best)"};
    imm_game small = imm_breakthrough_board(3, 4), kalah = imm_kalah_board(3, 3, IMM_CAPTURE_STANDARD);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (size_t slots = 0; slots < 24; slots += slots < 8 ? 1 : 5) {
            play_out(&small, specs[i], slots, slots);
            play_out(&kalah, specs[i], slots, slots);
        }
    play_out(imm_breakthrough(), "mcts(im0.4,efLH,ipp)", 100, 7);
    play_out(imm_kalah(), "mcts(im0.4,efRS)", 100, 7);
    imm_game deal = imm_onitama_deal(7);
    imm_game openspiel = imm_loa_rules(IMM_LOA_OPENSPIEL);
    for (size_t slots = 0; slots < 400; slots += 130) {
        play_out(&deal, "mcts()", slots, slots);
        play_out(&openspiel, "mcts()", slots, slots);
        for (unsigned i = 0; built_in(i); i++) play_out(built_in(i), "mcts()", slots, slots);
    }
}

/* ---- Equal seeds ----------------------------------------------------------------------------- */

static uint64_t signature(const imm_game *game, const char *spec, size_t slots, uint64_t seed, unsigned pieces) {
    guarded block;
    imm_report report;
    imm_state *state = open_state(&block, game, spec, slots, seed);
    for (unsigned i = 0; i < pieces; i++) CHECK_EQ(imm_step(state, 600 / pieces), IMM_OK);
    CHECK_EQ(imm_get_report(state, &report), IMM_OK);
    guarded_free(&block);
    return report.signature;
}

static void determinism(void) {
    static const char *const specs[] = {"mcts()", "mcts(im0.4)", "mcts(all)", "mcts(norecycle)"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (size_t slots = 0; slots <= 1000; slots = slots * 7 + 3) {
            const imm_game *games[] = {imm_breakthrough(), imm_kalah(), imm_othello(), imm_onitama()};
            const imm_game *game = games[i];
            uint64_t one = signature(game, specs[i], slots, 5, 1);
            CHECK(signature(game, specs[i], slots, 5, 1) == one);
            CHECK(signature(game, specs[i], slots, 5, 600) == one);
            CHECK(signature(game, specs[i], slots, 5, 12) == one);
            CHECK(slots < 10 || signature(game, specs[i], slots, 6, 1) != one);
        }
}

/* ---- The tree after a move ------------------------------------------------------------------- */

static void tree_reuse(void) {
    guarded block;
    imm_report report;
    imm_candidate candidates[48];
    imm_move line[8];
    imm_state *state = open_state(&block, imm_breakthrough(), "mcts()", 20000, 3);
    CHECK_EQ(iterate(state, 5000, &report), IMM_OK);
    CHECK_EQ(imm_candidates(state, candidates, 48), imm_legal_moves(state, NULL, 0));
    CHECK_EQ(imm_candidates(state, candidates, 2), 22);
    CHECK(imm_line(state, line, 8) >= 2 && line[0] == report.best);
    uint32_t visits = report.visits;
    CHECK_EQ(imm_play(state, report.best), IMM_OK);
    CHECK_EQ(imm_get_report(state, &report), IMM_OK);
    CHECK(report.best == line[1] && report.nodes > 0);
    int32_t count = imm_candidates(state, candidates, 48);
    uint64_t sum = 0;
    for (int32_t i = 0; i < count; i++) sum += candidates[i].visits;
    CHECK(sum > 0 && sum <= visits);
    CHECK_EQ(imm_forget(state), IMM_OK);
    CHECK_EQ(imm_candidates(state, NULL, 0), 0);
    CHECK_EQ(imm_line(state, line, 8), 0);
    CHECK_EQ(imm_get_report(state, &report), IMM_OK);
    CHECK(is_legal(state, report.best) && report.nodes == 0);
    guarded_free(&block);
}

/* ---- Limits and clocks ----------------------------------------------------------------------- */

typedef struct {
    uint32_t now, step;
    unsigned long reads, stop_at;
    imm_state *state;
} fake_clock;

static uint32_t fake_now(void *context) {
    fake_clock *clock = (fake_clock *)context;
    if (++clock->reads == clock->stop_at) imm_stop(clock->state); /* as an interrupt would */
    return clock->now += clock->step;
}

static imm_state *open_clocked(guarded *block, fake_clock *clock) {
    imm_state *state = NULL;
    imm_config config = imm_config_default();
    config.now_ms = fake_now;
    config.clock = clock;
    *block = guarded_new(imm_memory_required(imm_breakthrough(), 500));
    CHECK_EQ(imm_init(block->memory, block->size, imm_breakthrough(), &config, &state), IMM_OK);
    return state;
}

static void limits_are_kept(void) {
    guarded block;
    imm_report report;
    imm_state *state = open_state(&block, imm_breakthrough(), "mcts()", 5000, 1);
    for (uint64_t n = 1; n < 300; n = n * 2 + 1) {
        CHECK_EQ(iterate(state, n, &report), IMM_OK);
        CHECK_EQ(report.iterations, n);
    }
    for (uint32_t nodes = 1; nodes < 400; nodes += 37) {
        imm_limits limits = imm_limits_default();
        limits.nodes = nodes, limits.iterations = 100000;
        imm_forget(state);
        CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
        CHECK_EQ(report.nodes, nodes);
    }
    for (uint32_t depth = 1; depth < 5; depth++) {
        imm_limits limits = imm_limits_default();
        limits.depth = depth, limits.iterations = 3000;
        imm_forget(state);
        CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
        CHECK(report.depth <= depth && report.iterations == 3000);
    }
    guarded_free(&block);
}

static void clocks(void) {
    static const uint32_t starts[] = {0, 1000, UINT32_MAX - 10, UINT32_MAX};
    guarded block;
    imm_report report;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        fake_clock clock = {starts[i], 1, 0, 0, NULL};
        imm_state *state = open_clocked(&block, &clock);
        imm_limits limits = imm_limits_default();
        limits.time_ms = 50;
        CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK); /* also when the clock wraps around */
        CHECK(report.elapsed_ms >= 50 && report.elapsed_ms < 60 && report.iterations >= 50);
        clock.step = 0; /* a stopped clock */
        CHECK(is_legal(state, imm_search(state, 0)));
        CHECK_EQ(imm_get_report(state, &report), IMM_OK);
        CHECK_EQ(report.iterations, 1);
        clock.step = 1u << 31; /* a clock that jumps */
        CHECK(is_legal(state, imm_search(state, 1000)));
        clock.step = 0, clock.state = state, clock.stop_at = clock.reads + 10; /* only imm_stop() ends it */
        CHECK(is_legal(state, imm_search(state, 1)));
        imm_stop(state); /* no search is running: no effect */
        CHECK_EQ(iterate(state, 20, &report), IMM_OK);
        CHECK_EQ(report.iterations, 20);
        guarded_free(&block);
    }
    imm_state *state = open_state(&block, imm_breakthrough(), "mcts()", 500, 1);
    CHECK(is_legal(state, imm_search(state, 5))); /* with the host's clock */
    guarded_free(&block);
}

/* ---- Custom games against the built-in ones -------------------------------------------------- */

enum { HOUSES = 3, SEEDS = 2, PITS = 2 * HOUSES + 2 };

/* The first player owns houses 0 to 2 and store 3, the second player houses 4 to 6 and store 7. */
typedef struct {
    uint8_t pits[PITS];
    uint8_t player;
} sowing;

static void sowing_initial(void *context, void *position) {
    sowing *s = (sowing *)position;
    (void)context;
    for (int i = 0; i < PITS; i++) s->pits[i] = i % (HOUSES + 1) == HOUSES ? 0 : SEEDS;
}

static uint32_t sowing_moves(void *context, const void *position, imm_move *moves) {
    const sowing *s = (const sowing *)position;
    uint32_t count = 0;
    (void)context;
    for (imm_move i = 0; i < HOUSES; i++)
        if (s->pits[s->player * (HOUSES + 1) + i]) moves[count++] = i;
    return count;
}

static unsigned seeds_of(const sowing *s, int player) {
    unsigned sum = 0;
    for (int i = 0; i < HOUSES; i++) sum += s->pits[player * (HOUSES + 1) + i];
    return sum;
}

static void sowing_make(void *context, void *position, imm_move move, void *undo) {
    sowing *s = (sowing *)position;
    int own = s->player * (HOUSES + 1), store = own + HOUSES, foreign = (store + HOUSES + 1) % PITS;
    int at = own + (int)move;
    (void)context;
    memcpy(undo, s, sizeof *s);
    uint8_t hand = s->pits[at];
    for (s->pits[at] = 0; hand > 0; hand--) {
        do at = (at + 1) % PITS;
        while (at == foreign);
        s->pits[at]++;
    }
    if (at >= own && at < store && s->pits[at] == 1) { /* captures, even an empty house */
        int opposite = 2 * HOUSES - at;
        s->pits[store] = (uint8_t)(s->pits[store] + 1 + s->pits[opposite]);
        s->pits[at] = s->pits[opposite] = 0;
    }
    if (at != store) s->player ^= 1;
    if (seeds_of(s, 0) && seeds_of(s, 1)) return;
    for (int player = 0; player < 2; player++) {
        int home = player * (HOUSES + 1);
        s->pits[home + HOUSES] = (uint8_t)(s->pits[home + HOUSES] + seeds_of(s, player));
        memset(s->pits + home, 0, HOUSES);
    }
}

static void sowing_unmake(void *context, void *position, imm_move move, const void *undo) {
    (void)context, (void)move;
    memcpy(position, undo, sizeof(sowing));
}

static imm_player sowing_to_move(void *context, const void *position) {
    (void)context;
    return ((const sowing *)position)->player;
}

static imm_result sowing_outcome(void *context, const void *position) {
    const sowing *s = (const sowing *)position;
    int difference = s->pits[HOUSES] - s->pits[PITS - 1];
    (void)context;
    if (seeds_of(s, 0) || seeds_of(s, 1)) return IMM_ONGOING;
    return difference > 0 ? IMM_FIRST_WINS : difference < 0 ? IMM_SECOND_WINS : IMM_DRAW;
}

static void own_kalah(void) {
    imm_game own = game_of(sizeof(sowing), HOUSES, sowing_initial, sowing_moves, sowing_make, sowing_unmake,
                           sowing_to_move, sowing_outcome);
    own.undo_size = sizeof(sowing), own.max_plies = 200;
    imm_game built_in = imm_kalah_board(HOUSES, SEEDS, IMM_CAPTURE_EMPTY);
    guarded blocks[2];
    imm_report reports[2];
    imm_state *a = open_state(&blocks[0], &own, "mcts()", 30000, 1);
    imm_state *b = open_state(&blocks[1], &built_in, "mcts()", 30000, 1);
    for (size_t game = 0; game < some_of(200); game++) {
        imm_move moves[2][HOUSES];
        while (imm_outcome(a) == IMM_ONGOING) {
            int32_t count = imm_legal_moves(a, moves[0], HOUSES);
            CHECK_EQ(imm_legal_moves(b, moves[1], HOUSES), count);
            CHECK(memcmp(moves[0], moves[1], (size_t)count * sizeof(imm_move)) == 0);
            CHECK_EQ(imm_player_to_move(a), imm_player_to_move(b));
            imm_move move = moves[0][random_below((uint32_t)count)];
            CHECK_EQ(imm_play(a, move), IMM_OK);
            CHECK_EQ(imm_play(b, move), IMM_OK);
            CHECK_EQ(imm_outcome(a), imm_outcome(b));
        }
        imm_restart(a);
        imm_restart(b);
    }
    CHECK_EQ(iterate(a, 300000, &reports[0]), IMM_OK);
    CHECK_EQ(iterate(b, 300000, &reports[1]), IMM_OK);
    CHECK(reports[0].proof != IMM_UNPROVEN && reports[0].proof == reports[1].proof);
    imm_proof proof = reports[0].proof;
    guarded_free(&blocks[0]);
    guarded_free(&blocks[1]);
    /* If alpha-beta solves the game, the evaluation and the move order must not change the
     * result. */
    a = open_state(&blocks[0], &own, "ab()", 30000, 1);
    b = open_state(&blocks[1], &built_in, "ab(efRS)", 30000, 1);
    CHECK_EQ(iterate(a, 10000000, &reports[0]), IMM_OK);
    CHECK_EQ(iterate(b, 10000000, &reports[1]), IMM_OK);
    CHECK(reports[0].proof == proof && reports[1].proof == proof);
    CHECK(reports[0].distance == reports[1].distance && reports[0].value == reports[1].value);
    guarded_free(&blocks[0]);
    guarded_free(&blocks[1]);
}

/* A random_move() that follows the documentation must only change the speed. The random numbers and
 * the tree must stay the same. */
static void drawn_moves(void) {
    static const char *const specs[] = {"mcts()", "mcts(im0.4)", "mcts(all)", "mcts(ipp)"};
    toy t;
    memset(&t, 0, sizeof t);
    imm_game listed = toy_game(&t), drawn = listed;
    drawn.random_move = toy_random_move;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (uint64_t seed = 0; seed < some_of(20); seed++)
            CHECK(signature(&drawn, specs[i], 1000, seed, 3) == signature(&listed, specs[i], 1000, seed, 1));
    CHECK_EQ(t.misuses, 0);
}

static void own_game_is_solved(void) {
    toy t;
    guarded block;
    imm_report report;
    memset(&t, 0, sizeof t);
    imm_game game = toy_game(&t);
    imm_state *state = open_state(&block, &game, "mcts(im0.3,ipp)", 60000, 1);
    CHECK_EQ(iterate(state, 1000000, &report), IMM_OK);
    CHECK_EQ(report.proof, IMM_PROVEN_DRAW);
    CHECK_EQ(iterate(state, 1000000, &report), IMM_OK); /* already proven: ends at once */
    CHECK_EQ(report.iterations, 0);
    CHECK_EQ(t.misuses, 0);
    guarded_free(&block);
}

/* ---- Calls in any order ---------------------------------------------------------------------- */

static int32_t look_on(void *context, const imm_node *node) {
    (void)context;
    return node->ply % 3 == 2 ? IMM_VISIT_BESIDE : IMM_VISIT_BELOW;
}

static void random_call(imm_state *state) {
    static const char *const texts[] = {"", "a2a3", "2", "bbb/bbb/www/www 1", "2,2,2|0|2,2,2|0 1", "\xE4", "- -"};
    const char *text = texts[random_below(7)];
    imm_move moves[96], move = random_below(10);
    imm_candidate candidates[96];
    imm_report report;
    char buffer[IMM_TEXT_MAX];
    float value;
    int32_t count = imm_legal_moves(state, moves, 96);
    if (count > 0 && random_below(4)) move = moves[random_below((uint32_t)count)];
    switch (random_below(18)) {
    case 0: imm_search(state, 0); break;
    case 1:
    case 2: iterate(state, random_below(60), &report); break;
    case 3: imm_step(state, random_below(9)); break;
    case 4: imm_get_report(state, &report); break;
    case 5: imm_candidates(state, candidates, random_below(96)); break;
    case 6: imm_line(state, moves, random_below(96)); break;
    case 7:
    case 8:
    case 9: imm_play(state, move); break;
    case 10: imm_move_text(state, move, buffer, random_below(IMM_TEXT_MAX)); break;
    case 11: imm_parse_move(state, text, &move); break;
    case 12: imm_position_text(state, buffer, random_below(IMM_TEXT_MAX)); break;
    case 13:
        if (!random_below(4)) imm_set_position(state, text);
        break;
    case 14: imm_evaluate(state, &value); break;
    case 15: imm_candidate_line(state, move, moves, random_below(96)); break;
    case 16: imm_visit_tree(state, random_below(9), random_below(5), look_on, NULL); break;
    default:
        if (!random_below(3)) imm_restart(state);
        else if (!random_below(3)) imm_shuffle(state, move);
        else imm_forget(state);
    }
}

static void calls_in_any_order(void) {
    enum { BOARDS = 4 };
    toy t;
    memset(&t, 0, sizeof t);
    const imm_game boards[BOARDS] = {imm_breakthrough_board(3, 4), imm_kalah_board(3, 2, IMM_CAPTURE_STAYS),
                                     imm_loa_rules(IMM_LOA_OPENSPIEL), toy_game(&t)};
    unsigned games = BOARDS;
    while (built_in(games - BOARDS)) games++;
    for (unsigned round = 0; round < (unsigned)some_of(50) * games; round++) {
        guarded block;
        imm_report report;
        unsigned at = round % games;
        imm_state *state = open_state(&block, at < BOARDS ? &boards[at] : built_in(at - BOARDS),
                                      round & 1 ? "mcts(im0.5)" : "mcts()", random_below(200), (uint64_t)round);
        for (int i = 0; i < 60; i++) random_call(state);
        if (imm_outcome(state) == IMM_ONGOING) {
            CHECK_EQ(iterate(state, 20, &report), IMM_OK);
            CHECK(is_legal(state, report.best));
        }
        CHECK_EQ(t.misuses, 0);
        guarded_free(&block);
    }
}

/* ---- Lines of Action ------------------------------------------------------------------------- */

static void play_text(imm_state *state, const char *text) {
    imm_move move;
    CHECK_EQ(imm_parse_move(state, text, &move), IMM_OK);
    CHECK_EQ(imm_play(state, move), IMM_OK);
}

/* In Lines of Action, earlier positions of the game matter because of repetition. A search must not
 * change the record of these positions. */
static void repetition(void) {
    static const char *const cycle[] = {"b1b3", "a2c2", "b3b1", "c2a2"};
    static const char *const players[] = {"mcts()", "ab()", "ab(all)"};
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        guarded block;
        imm_report report;
        imm_config config = imm_config_default();
        imm_state *state = NULL;
        CHECK_EQ(imm_configure(&config, players[i]), IMM_OK);
        block = guarded_new(100000);
        CHECK_EQ(imm_init(block.memory, block.size, imm_loa(), &config, &state), IMM_OK);
        for (int again = 0; again < 2; again++) {
            for (int ply = 0; ply < 8; ply++) {
                CHECK_EQ(imm_outcome(state), IMM_ONGOING);
                CHECK_EQ(iterate(state, 50, &report), IMM_OK);
                CHECK(is_legal(state, report.best));
                play_text(state, cycle[ply % 4]);
            }
            CHECK_EQ(imm_outcome(state), IMM_DRAW);
            if (again)
                CHECK_EQ(imm_set_position(state,
                                          "......../bb.....b/......../......../......../......../......../w......w 2"),
                         IMM_OK);
            else CHECK_EQ(imm_restart(state), IMM_OK);
        }
        guarded_free(&block);
    }
}

/* In Lines of Action, a player without a legal move must pass. */
static void pass(void) {
    guarded block;
    char text[IMM_TEXT_MAX];
    imm_state *state = open_state(&block, imm_loa(), "mcts()", 100, 1);
    CHECK_EQ(imm_set_position(state, "wb....../bb....../......../......../......../......../......bb/......bw 2"),
             IMM_OK);
    imm_move move = imm_search(state, 0);
    CHECK_EQ(imm_move_text(state, move, text, sizeof text), IMM_OK);
    CHECK(strcmp(text, "pass") == 0);
    CHECK_EQ(imm_play(state, move), IMM_OK);
    CHECK_EQ(imm_player_to_move(state), IMM_FIRST);
    guarded_free(&block);
}

/* ---- Oware, Othello, Onitama ----------------------------------------------------------------- */

static void position_is(imm_state *state, const char *expected) {
    char text[IMM_TEXT_MAX];
    CHECK_EQ(imm_position_text(state, text, sizeof text), IMM_OK);
    CHECK(strcmp(text, expected) == 0);
}

/* Tests the rules of Oware: sowing, capturing, an opponent without seeds, and the end by
 * repetition. After a repetition, each side must get the seeds in its houses. */
static void oware(void) {
    static const char start[] = "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1";
    static const char *const cycle[] = {"0", "0", "1", "1", "2", "2", "3", "3", "4", "4", "5", "5"};
    guarded block;
    imm_report report;
    imm_state *state = open_state(&block, imm_oware(), "mcts()", 100, 1);
    position_is(state, start);
    play_text(state, "2");
    position_is(state, "4,4,0,5,5,5|0|5,4,4,4,4,4|0 2");
    CHECK_EQ(imm_set_position(state, "0,0,0,0,0,2|20|1,2,0,1,2,1|19 1"), IMM_OK);
    play_text(state, "5");
    position_is(state, "0,0,0,0,0,0|25|0,0,0,1,2,1|19 -");
    CHECK_EQ(imm_outcome(state), IMM_FIRST_WINS);
    /* Each side has one seed. The seeds move around the board and never meet. */
    CHECK_EQ(imm_set_position(state, "1,0,0,0,0,0|23|1,0,0,0,0,0|23 1"), IMM_OK);
    for (size_t ply = 0; imm_outcome(state) == IMM_ONGOING && ply < 24; ply++) {
        CHECK_EQ(iterate(state, 20, &report), IMM_OK);
        CHECK_EQ(imm_legal_moves(state, NULL, 0), 1);
        play_text(state, cycle[ply % 12]);
    }
    CHECK_EQ(imm_outcome(state), IMM_DRAW);
    CHECK_EQ(imm_shuffle(state, 1), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_restart(state), IMM_OK);
    position_is(state, start);
    guarded_free(&block);
}

/* Tests the rules of Othello: discs flipped in several directions, a pass, and an early end. */
static void othello(void) {
    guarded block;
    imm_state *state = open_state(&block, imm_othello(), "mcts()", 100, 1);
    play_text(state, "d3");
    position_is(state, "......../......../...b..../...bb.../...bw.../......../......../........ 2");
    play_text(state, "c3");
    position_is(state, "......../......../..wb..../...wb.../...bw.../......../......../........ 1");
    CHECK_EQ(imm_set_position(state, "bw....../......../......../......../......../......../......../.......w 2"),
             IMM_OK);
    play_text(state, "pass");
    CHECK_EQ(imm_player_to_move(state), IMM_FIRST);
    play_text(state, "c1");
    CHECK_EQ(imm_outcome(state), IMM_FIRST_WINS);
    position_is(state, "bbb...../......../......../......../......../......../......../.......w -");
    CHECK_EQ(imm_shuffle(state, 1), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_restart(state), IMM_OK);
    CHECK_EQ(imm_legal_moves(state, NULL, 0), 4);
    guarded_free(&block);
}

/* The search must find the moves that win by the largest margin, with each kind of scoring. Another
 * program found these moves by exhaustive search. */
static void othello_margins(void) {
    static const struct {
        const char *position, *best[2];
    } rows[] = {
        {"bbb.bbbb/bbbbbbbb/bbbbb.wb/bb.bbbwb/bbbbb.bb/bbbbbb.b/bbbbb.bb/bbbbb.bb 1", {"f3", "f5"}},
        {"bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbb./bb.bbwbb/.bbb.wbb/bb...bbb/bbbbbbbb 1", {"e6", "e7"}},
        {"bbbbbbbb/bbbbbbb./bbbbbbb./bbwbbbbb/b.b.bbbb/bbbwbbbb/bbbbbbb./bbbbbbbb 1", {"d5", "b5"}},
        {"b.bbbbbb/bbbbbbbb/bbbbbbbb/bb..bbbb/b.wbbb.b/bbwbbb.b/b.bbb.bb/bbbbbbbb 1", {"c4 b5 b7", "d4"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (uint8_t scoring = 0; scoring < 2; scoring++) {
            guarded block;
            imm_report report;
            imm_limits limits = imm_limits_default();
            char move[IMM_TEXT_MAX];
            imm_game game = imm_othello_scoring(scoring);
            imm_state *state = open_state(&block, &game, "mcts(marg1)", 50000, 1);
            CHECK_EQ(imm_set_position(state, rows[i].position), IMM_OK);
            limits.iterations = 300000;
            CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
            CHECK_EQ(report.stopped, IMM_STOPPED_PROVEN);
            CHECK_EQ(imm_move_text(state, report.best, move, sizeof move), IMM_OK);
            CHECK(strstr(rows[i].best[scoring], move) != NULL);
            guarded_free(&block);
        }
}

/* Tests Onitama. The same seed must give the same cards, in imm_onitama_deal() and in
 * imm_shuffle(). Both ways to win must end the game. */
static void onitama(void) {
    guarded block;
    imm_report report;
    char deal[IMM_TEXT_MAX], other[IMM_TEXT_MAX];
    imm_game seventh = imm_onitama_deal(7), none = imm_onitama_deal(0);
    imm_state *state = open_state(&block, &seventh, "mcts()", 1000, 1);
    CHECK_EQ(imm_position_text(state, deal, sizeof deal), IMM_OK);
    CHECK_EQ(imm_shuffle(state, 8), IMM_OK);
    CHECK_EQ(imm_position_text(state, other, sizeof other), IMM_OK);
    CHECK(strcmp(deal, other) != 0);
    CHECK_EQ(imm_restart(state), IMM_OK);
    position_is(state, deal);
    guarded_free(&block);

    state = open_state(&block, imm_onitama(), "mcts()", 1000, 1);
    CHECK_EQ(imm_position_text(state, other, sizeof other), IMM_OK);
    CHECK(strcmp(deal, other) != 0);
    CHECK_EQ(imm_shuffle(state, 7), IMM_OK);
    position_is(state, deal);
    CHECK_EQ(imm_set_position(state, "..B../...../..w../...../..W.. tiger,crab monkey,crane mantis 1"), IMM_OK);
    CHECK_EQ(iterate(state, 200, &report), IMM_OK);
    CHECK_EQ(report.proof, IMM_PROVEN_FIRST_WINS);
    play_text(state, "c3c5:tiger");
    CHECK_EQ(imm_outcome(state), IMM_FIRST_WINS);
    CHECK_EQ(imm_set_position(state, "B..../...../..W../...../..... tiger,crab monkey,crane mantis 1"), IMM_OK);
    play_text(state, "c3c5:tiger");
    CHECK_EQ(imm_outcome(state), IMM_FIRST_WINS);
    guarded_free(&block);

    state = open_state(&block, &none, "mcts()", 1000, 1);
    position_is(state, other);
    guarded_free(&block);
}

/* Tests EinStein würfelt nicht!: rolls and moves, both ways to win, and imm_shuffle(). */
static void einstein(void) {
    guarded block;
    imm_report report;
    imm_move moves[6];
    char start[IMM_TEXT_MAX], other[IMM_TEXT_MAX];
    imm_state *state = open_state(&block, imm_einstein(), "mcts(im0.4,ipp)", 1000, 1);
    CHECK_EQ(imm_position_text(state, start, sizeof start), IMM_OK);
    CHECK_EQ(imm_player_to_move(state), IMM_CHANCE);
    CHECK_EQ(imm_legal_moves(state, moves, 6), 6);
    CHECK(moves[0] == 1 && moves[5] == 6);
    CHECK_EQ(iterate(state, 100, &report), IMM_ERR_CHANCE);
    CHECK_EQ(imm_play(state, 1), IMM_OK);
    position_is(state, "123../45.../6...f/...ed/..cba 1 1");
    CHECK_EQ(imm_player_to_move(state), IMM_FIRST);
    CHECK_EQ(iterate(state, 100, &report), IMM_OK);
    CHECK_EQ(imm_play(state, 1024 + 32 * 6), IMM_OK); /* a1b2 captures the stone 5 */
    position_is(state, ".23../41.../6...f/...ed/..cba 0 2");
    play_text(state, "6");
    play_text(state, "e3d2");
    position_is(state, ".23../41.f./6..../...ed/..cba 0 1");

    CHECK_EQ(imm_set_position(state, "a..../...../...../...1./..... 1 1"), IMM_ERR_TEXT); /* over: a is on a1 */
    CHECK_EQ(imm_set_position(state, ".a.../...../...../...1./..... 1 1"), IMM_OK);
    CHECK_EQ(iterate(state, 200, &report), IMM_OK);
    CHECK_EQ(report.proof, IMM_PROVEN_FIRST_WINS);
    play_text(state, "d4e5");
    CHECK_EQ(imm_outcome(state), IMM_FIRST_WINS);
    CHECK_EQ(imm_set_position(state, "...../.1.../..a../...../..... 6 2"), IMM_OK);
    play_text(state, "c3b2");
    CHECK_EQ(imm_outcome(state), IMM_SECOND_WINS);

    CHECK_EQ(imm_shuffle(state, 7), IMM_OK);
    CHECK_EQ(imm_position_text(state, other, sizeof other), IMM_OK);
    CHECK(strcmp(start, other) != 0);
    CHECK_EQ(imm_restart(state), IMM_OK);
    position_is(state, start);
    guarded_free(&block);
}

int main(void) {
    tiny_games();
    repetition();
    pass();
    oware();
    othello();
    othello_margins();
    onitama();
    einstein();
    determinism();
    tree_reuse();
    limits_are_kept();
    clocks();
    own_kalah();
    drawn_moves();
    own_game_is_solved();
    calls_in_any_order();
    return check_result("games");
}
