/* Tests alpha-beta's enhancements: names, memory, results, and the callbacks that they use. */
#include "built_in.h"
#include "toy.h"

static const struct {
    const char *player;
    uint16_t switches;
    int safe; /* the player must find what plain alpha-beta finds */
} players[] = {
    {"ab()", 0, 1},
    {"ab(tt)", IMM_AB_TT, 1},
    {"ab(tt,etc)", IMM_AB_TT | IMM_AB_ETC, 1},
    {"ab(killers)", IMM_AB_KILLERS, 1},
    {"ab(history)", IMM_AB_HISTORY, 1},
    {"ab(null)", IMM_AB_NULL, 0},
    {"ab(multicut)", IMM_AB_MULTICUT, 0},
    {"ab(multicuta)", IMM_AB_MULTICUTA, 0},
    {"ab(rps)", IMM_AB_RPS, 0},
    {"ab(qs)", IMM_AB_QS, 0},
    {"ab(pvs)", IMM_AB_PVS, 1},
    {"ab(asp)", IMM_AB_ASP, 1},
    {"ab(tt,etc,killers,history,pvs,asp)",
     IMM_AB_TT | IMM_AB_ETC | IMM_AB_KILLERS | IMM_AB_HISTORY | IMM_AB_PVS | IMM_AB_ASP, 1},
    {"ab(probcut)", IMM_AB_PROBCUT, 0},
    {"ab(look)", IMM_AB_LOOK, 1},
    {"ab(wdl)", IMM_AB_WDL, 0},
    {"ab(tt,killers,pvs,look,wdl)", IMM_AB_SOLVE, 0},
    {"ab(score)", IMM_AB_SCORE, 0},
    {"ab(tt,killers,history,pvs,look,score)", IMM_AB_EXACT, 0},
    {"ab(all)", IMM_AB_ALL, 0},
};

enum { PLAYERS = sizeof players / sizeof *players, BLOCK = 40000 };

static toy t;

static imm_config alpha_beta(uint16_t switches) {
    imm_config config = imm_config_default();
    config.algorithm = IMM_ALPHA_BETA;
    config.switches = switches;
    return config;
}

static imm_state *open_block(guarded *block, size_t size, const imm_game *game, uint16_t switches) {
    imm_config config = alpha_beta(switches);
    imm_state *state = NULL;
    *block = guarded_new(size);
    CHECK_EQ(imm_init(block->memory, block->size, game, &config, &state), IMM_OK);
    return state;
}

/* ---- As text, and as bits -------------------------------------------------------------------- */

static void names(void) {
    for (size_t i = 0; i < PLAYERS; i++) {
        imm_config config = read_config(players[i].player);
        CHECK(config.algorithm == IMM_ALPHA_BETA && config.switches == players[i].switches);
        check_config_text(&config, players[i].player);
        CHECK_EQ(imm_configure(&config, "mcts()"), IMM_OK);
        CHECK_EQ(config.switches, 0);
    }
}

/* Every function that takes switches must detect invalid combinations. imm_init() and
 * imm_config_text() must return the status for the kind of mistake. */
static void every_number_as_bits(void) {
    const uint16_t goals = IMM_AB_WDL | IMM_AB_SCORE, known = 0xFFFF;
    for (uint32_t bits = 0; bits <= 0xFFFF; bits += (uint32_t)stride(163)) {
        imm_config config = alpha_beta((uint16_t)bits), read = imm_config_default();
        char text[IMM_TEXT_MAX], why[IMM_TEXT_MAX];
        static _Alignas(IMM_ALIGN) unsigned char memory[IMM_ALPHA_BETA_MEMORY_SIZE(1, 7, 0, 0)];
        imm_state *state = NULL;
        int blind = (bits & IMM_AB_ETC) && !(bits & IMM_AB_TT);
        imm_status status = bits & ~(uint32_t)known            ? IMM_ERR_OUT_OF_RANGE
                            : blind || (bits & goals) == goals ? IMM_ERR_CONTRADICTION
                                                               : IMM_OK;
        CHECK_EQ(imm_init(memory, sizeof memory, imm_kalah(), &config, &state), status);
        CHECK_EQ(imm_config_text(&config, text, sizeof text), status);
        CHECK_EQ(imm_config_error(&config, imm_kalah(), why, sizeof why),
                 status == IMM_ERR_OUT_OF_RANGE ? status : IMM_OK);
        CHECK((imm_alpha_beta_buckets(&config, imm_kalah(), BLOCK) > 0) == (status == IMM_OK && (bits & IMM_AB_TT)));
        if (status == IMM_OK) {
            CHECK_EQ(imm_configure(&read, text), IMM_OK);
            CHECK(read.switches == bits && why[0] == '\0');
        } else if (status == IMM_ERR_CONTRADICTION) {
            const char *reason = blind ? "'etc' and 'tt': 'etc' probes the table of 'tt', which is off"
                                       : "'score' and 'wdl': 'wdl' does not count points";
            if (strcmp(why, reason) != 0) fprintf(stderr, "%s\n", why), CHECK(0);
        }
    }
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static uint64_t search_again(guarded *block, const imm_game *game, const imm_config *config, unsigned char filled) {
    imm_state *state = NULL;
    imm_report report;
    memset(block->memory, filled, block->size);
    CHECK_EQ(imm_init(block->memory, block->size, game, config, &state), IMM_OK);
    CHECK_EQ(iterate(state, 400, &report), IMM_OK);
    CHECK(is_legal(state, report.best));
    CHECK_EQ(imm_play(state, report.best), IMM_OK);
    CHECK_EQ(iterate(state, 300, NULL), IMM_OK); /* uses what the table and the history remember */
    CHECK_EQ(imm_get_report(state, &report), IMM_OK);
    CHECK(is_legal(state, report.best));
    return report.signature;
}

/* Two equal searches must give the same result, whatever the block contained before. Nothing
 * outside of the block may be written. */
static void one_size(const imm_game *game, uint16_t switches, size_t size) {
    imm_config config = alpha_beta(switches);
    guarded block = guarded_new(size);
    size_t buckets = imm_alpha_beta_buckets(&config, game, size);
    CHECK((buckets & (buckets - 1)) == 0 && buckets * IMM_BUCKET_SIZE <= size);
    CHECK(search_again(&block, game, &config, FILL) == search_again(&block, game, &config, 0xFF));
    guarded_free(&block);
}

static void every_size(const imm_game *game, uint16_t switches) {
    imm_config config = alpha_beta(switches);
    size_t required = imm_alpha_beta_memory(game, 0);
    for (size_t size = 0; size < required; size += stride(41)) {
        imm_state *state = NULL;
        guarded block = guarded_new(size);
        CHECK_EQ(imm_init(block.memory, size, game, &config, &state), IMM_ERR_TOO_SMALL);
        CHECK(guarded_untouched(&block) && imm_alpha_beta_buckets(&config, game, size) == 0);
        guarded_free(&block);
    }
    for (size_t size = required; size < required + 100; size += stride(41)) one_size(game, switches, size);
    for (size_t size = required + 100; size < required + 20000; size += 331 * stride(23))
        one_size(game, switches, size);
}

static void memory(void) {
    const uint16_t sets[] = {IMM_AB_TT, IMM_AB_HISTORY, IMM_AB_TT | IMM_AB_HISTORY, IMM_AB_ALL};
    imm_game own = toy_knows_all(&t);
    memset(&t, 0, sizeof t);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        every_size(&own, sets[i]);
        for (unsigned game = 0; built_in(game); game++) every_size(built_in(game), sets[i]);
        one_size(imm_breakthrough(), sets[i], 262144 - 1);
        one_size(imm_breakthrough(), sets[i], 262144); /* from this size on, the history is large */
        one_size(imm_kalah(), sets[i], 3000001);
    }
    CHECK_EQ(t.misuses, 0);
}

static void buckets(void) {
    imm_config config = alpha_beta(IMM_AB_ALL), table = alpha_beta(IMM_AB_TT);
    imm_game own = toy_game(&t);
    CHECK_EQ(imm_alpha_beta_buckets(NULL, imm_kalah(), BLOCK), 0);
    CHECK_EQ(imm_alpha_beta_buckets(&config, NULL, BLOCK), 0);
    CHECK_EQ(imm_alpha_beta_buckets(&config, imm_kalah(), 0), 0);
    CHECK_EQ(imm_alpha_beta_buckets(&config, &own, BLOCK), 0); /* it has no hash() */
    CHECK(imm_alpha_beta_buckets(&config, imm_kalah(), SIZE_MAX) > 0);
    own.hash = toy_hash;
    CHECK(imm_alpha_beta_buckets(&config, &own, BLOCK) > 0);
    /* The table must have at least an eighth of the block. With a history, the table must not be
     * larger than without a history. */
    for (size_t size = 8192; size <= 1 << 24; size *= 2) {
        size_t alone = imm_alpha_beta_buckets(&table, imm_breakthrough(), size);
        CHECK(alone * IMM_BUCKET_SIZE >= size / 8 &&
              imm_alpha_beta_buckets(&config, imm_breakthrough(), size) <= alone);
    }
    own.struct_size--;
    CHECK_EQ(imm_alpha_beta_buckets(&config, &own, BLOCK), 0);
    config.struct_size--;
    CHECK_EQ(imm_alpha_beta_buckets(&config, imm_kalah(), BLOCK), 0);
    config = imm_config_default();
    config.switches = IMM_AB_TT; /* the tree search ignores it */
    CHECK_EQ(imm_alpha_beta_buckets(&config, imm_kalah(), BLOCK), 0);
}

/* ---- What is found --------------------------------------------------------------------------- */

static uint32_t random_below(uint32_t n) {
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 32) * n >> 32);
}

/* Plays `plies` random moves. Every state gets the same moves. If the game ends, starts a new game
 * and plays one move fewer. */
static void play_at_random(imm_state **states, size_t plies) {
    imm_move moves[TOY_MAX_MOVES];
    for (size_t i = 0; i < PLAYERS; i++) CHECK_EQ(imm_restart(states[i]), IMM_OK);
    for (size_t ply = 0; ply < plies; ply++) {
        int32_t count = imm_legal_moves(states[0], moves, TOY_MAX_MOVES);
        imm_move move = moves[random_below((uint32_t)count)];
        for (size_t i = 0; i < PLAYERS; i++) CHECK_EQ(imm_play(states[i], move), IMM_OK);
        if (imm_outcome(states[0]) == IMM_ONGOING) continue;
        play_at_random(states, plies - 1);
        return;
    }
}

/* Every player searches the toy game to its end from random positions. All players must find the
 * same results, with one exception. A player that prunes unsafely need not prove a draw, because a
 * pruned move might have been better than a draw. */
static void all_find_the_same(const imm_game *game) {
    imm_state *states[PLAYERS];
    guarded blocks[PLAYERS];
    imm_limits limits = imm_limits_default();
    limits.depth = 20; /* deep enough even for reduced moves */
    int proven_by_pruning = 0;
    memset(&t, 0, sizeof t);
    for (size_t i = 0; i < PLAYERS; i++) states[i] = open_block(&blocks[i], BLOCK, game, players[i].switches);
    for (size_t round = 0; round < 30; round += stride(4)) {
        imm_report plain, report;
        play_at_random(states, round == 0 ? 0 : 2 + round % 5);
        CHECK_EQ(imm_search_limited(states[0], &limits, &plain), IMM_OK);
        CHECK(plain.proof != IMM_UNPROVEN);
        for (size_t i = 1; i < PLAYERS; i++) {
            check_what = players[i].player;
            CHECK_EQ(imm_search_limited(states[i], &limits, &report), IMM_OK);
            if (players[i].safe || plain.proof != IMM_PROVEN_DRAW || report.proof) CHECK_EQ(report.proof, plain.proof);
            if (players[i].switches & IMM_AB_SCORE) {
                CHECK(report.value * plain.value >= 0 && (report.value != 0) == (plain.value != 0));
            } else {
                CHECK(report.value == plain.value);
            }
            CHECK(is_legal(states[i], report.best));
            if (players[i].safe) CHECK_EQ(report.distance, plain.distance);
            proven_by_pruning += !players[i].safe && report.proof != IMM_UNPROVEN;
            check_what = "";
        }
    }
    for (size_t i = 0; i < PLAYERS; i++) guarded_free(&blocks[i]);
    CHECK(proven_by_pruning > 40 / (int)stride(4));
    CHECK_EQ(t.misuses, 0);
}

/* All players must find the same results in games that lack some callbacks. */
static void what_games_tell(void) {
    imm_game all = toy_knows_all(&t), game = all;
    all_find_the_same(&all);
    game.pass = NULL, game.few_pieces = NULL;
    all_find_the_same(&game);
    game = all, game.hash = NULL;
    all_find_the_same(&game);
    game = all, game.transition = NULL, game.noisy = NULL;
    all_find_the_same(&game);
    game = toy_game(&t);
    game.evaluate = NULL, game.order = NULL;
    all_find_the_same(&game);
}

/* Returns the signature of a search in a misbehaving game. A game that always refuses a pass must
 * give the same search as a game without pass(). A probability out of range must count as the
 * nearest valid probability. */
static uint64_t signature_of(const imm_game *game, misbehaviour kind) {
    guarded block;
    imm_report report;
    imm_limits limits = imm_limits_default();
    memset(&t, 0, sizeof t);
    imm_state *state = open_block(&block, BLOCK, game, IMM_AB_ALL);
    t.kind = kind;
    limits.depth = 9;
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
    CHECK_EQ(t.misuses, 0);
    guarded_free(&block);
    return report.signature;
}

static int32_t extreme_transition(void *context, const void *position, imm_move move) {
    (void)context, (void)position;
    return move % 2 ? 255 : 0;
}

static void refusals_and_extremes(void) {
    imm_game all = toy_knows_all(&t), without_pass = all, without_hash = all, quiet = all, extreme = all;
    without_pass.pass = NULL;
    without_hash.hash = NULL;
    quiet.noisy = NULL;
    extreme.transition = extreme_transition;
    uint64_t plain = signature_of(&all, BEHAVE);
    CHECK(signature_of(&without_hash, BEHAVE) != plain && signature_of(&quiet, BEHAVE) != plain);
    CHECK(signature_of(&all, REFUSES_PASS) == signature_of(&without_pass, BEHAVE));
    CHECK(signature_of(&all, REFUSES_PASS) != plain);
    CHECK(signature_of(&all, WILD_TRANSITION) == signature_of(&extreme, BEHAVE));
    CHECK(signature_of(&all, WILD_TRANSITION) != plain);
}

/* ---- Faults ---------------------------------------------------------------------------------- */

/* Runs four short searches. Each search continues the previous one: it first repeats the moves and
 * passes that lead to the position in which the previous search stopped. */
static imm_status search_in_steps(imm_state *state, imm_report *report) {
    imm_status status = IMM_OK;
    for (int i = 0; i < 4 && status == IMM_OK; i++) status = iterate(state, 150, report);
    return status;
}

/* For each n in turn, every callback that can fail returns a failure from the n-th callback call
 * on. The search must return the error. */
static void a_fault_at_every_call(void) {
    imm_game game = toy_knows_all(&t);
    imm_report expected, report;
    guarded block;
    memset(&t, 0, sizeof t);
    imm_state *state = open_block(&block, BLOCK, &game, IMM_AB_ALL);
    CHECK(imm_play(state, 0) == IMM_OK && imm_play(state, 4) == IMM_OK);
    CHECK_EQ(imm_forget(state), IMM_OK);
    long before = t.calls;
    CHECK_EQ(search_in_steps(state, &expected), IMM_OK);
    long needed = t.calls - before;
    for (long n = 0; n < needed; n += (long)stride(7)) {
        CHECK_EQ(imm_forget(state), IMM_OK);
        t.from = t.calls + n;
        t.kind = FAILS;
        imm_status status = search_in_steps(state, &report);
        CHECK(status == IMM_ERR_CALLBACK || (status == IMM_OK && n > needed - 20));
        t.kind = BEHAVE;
        CHECK_EQ(t.misuses, 0);
        if (n % 16) continue;
        CHECK_EQ(search_in_steps(state, &report), IMM_OK);
        CHECK_EQ(imm_forget(state), IMM_OK);
        CHECK_EQ(search_in_steps(state, &report), IMM_OK);
        CHECK(report.signature == expected.signature && report.best == expected.best);
    }
    /* The search takes a null move back by calling pass() again. If the game refuses this second
     * call, the search must fail. */
    long refused = 0;
    for (long n = 0; n < needed; n += 7 * (long)stride(1)) {
        CHECK_EQ(imm_forget(state), IMM_OK);
        t.from = t.calls + n;
        t.kind = REFUSES_PASS;
        imm_status status = search_in_steps(state, &report);
        CHECK(status == IMM_OK || status == IMM_ERR_CALLBACK);
        refused += status != IMM_OK;
        t.kind = BEHAVE;
        CHECK_EQ(t.misuses, 0);
    }
    CHECK(refused > 0);
    CHECK_EQ(imm_legal_moves(state, NULL, 0), 7);
    guarded_free(&block);
}

int main(void) {
    names();
    every_number_as_bits();
    buckets();
    memory();
    what_games_tell();
    refusals_and_extremes();
    a_fault_at_every_call();
    return check_result("switches");
}
