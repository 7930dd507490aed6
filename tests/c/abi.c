/* Calls every function with wrong arguments. Each call must return the documented status and write
 * nothing, and the state must stay usable. */
#include "built_in.h"
#include "refusals.h"
#include "toy.h"

static toy t;

static imm_state *open_state(guarded *block, const imm_game *game, size_t slots) {
    imm_state *state = NULL;
    const imm_config config = imm_config_default();
    *block = guarded_new(imm_memory_required(game, slots));
    CHECK_EQ(imm_init(block->memory, block->size, game, &config, &state), IMM_OK);
    return state;
}

static void check_usable(imm_state *state) {
    imm_report report;
    CHECK_EQ(iterate(state, 5, &report), IMM_OK);
    CHECK(is_legal(state, report.best));
}

static void no_watch(void *context, const imm_report *report, const imm_move *line, uint32_t length) {
    (void)report, (void)line, (void)length;
    *(imm_move *)context = 0;
}

/* Calls every function that takes a state, with the invalid handle `state`. Each call must fail
 * with `status`. */
static void refuse_handle(imm_state *state, imm_status status) {
    imm_limits limits = imm_limits_default();
    imm_clock clock = imm_clock_default();
    imm_report report;
    imm_move move = 77;
    limits.iterations = 1;
    CHECK_EQ(imm_search(state, 0), IMM_MOVE_NONE);
    CHECK_EQ(imm_search_watched(state, &limits, 1, no_watch, &move, &report), status);
    CHECK_EQ(imm_search_clock(state, &clock, &report), status);
    imm_stop(state);
    refuse_calls(state, status);
    CHECK_EQ(imm_last_status(state), status);
    CHECK_EQ(move, 77);
}

static void handles(void) {
    guarded block;
    imm_state *state = open_state(&block, imm_breakthrough(), 20);
    refuse_handle(NULL, IMM_ERR_NULL);
    for (size_t slip = 1; slip < IMM_ALIGN; slip++)
        refuse_handle((imm_state *)(void *)(block.memory + slip), IMM_ERR_MISALIGNED);
    refuse_handle((imm_state *)(void *)(block.memory + IMM_ALIGN), IMM_ERR_STATE);
    check_usable(state);
    memset(block.memory, FILL, block.size);
    refuse_handle((imm_state *)(void *)block.memory, IMM_ERR_STATE);
    guarded_free(&block);
}

/* A state that was copied or moved elsewhere is not a valid handle, because it would use the memory
 * of the original. The original stays usable. */
static void copies(void) {
    guarded block;
    imm_state *state = open_state(&block, imm_breakthrough(), 20);
    guarded copy = guarded_new(block.size);
    check_usable(state);
    memcpy(copy.memory, block.memory, block.size);
    refuse_handle((imm_state *)(void *)copy.memory, IMM_ERR_STATE);
    check_usable(state);
    memcpy(block.memory, copy.memory, block.size);
    check_usable(state); /* moved back to its place, it is valid again */
    guarded_free(&copy);
    guarded_free(&block);
}

static void null_arguments(void) {
    guarded block;
    imm_limits limits = imm_limits_default();
    imm_state *state = open_state(&block, imm_kalah(), 20);
    imm_move move = 77;
    char text[8] = "as is";
    check_usable(state);
    CHECK_EQ(imm_search_limited(state, NULL, NULL), IMM_ERR_NULL);
    CHECK_EQ(imm_last_status(state), IMM_ERR_NULL);
    CHECK_EQ(imm_get_report(state, NULL), IMM_ERR_NULL);
    CHECK_EQ(imm_candidates(state, NULL, 1), IMM_ERR_NULL);
    CHECK(imm_candidates(state, NULL, 0) > 0);
    CHECK_EQ(imm_line(state, NULL, 1), IMM_ERR_NULL);
    CHECK_EQ(imm_line(state, NULL, 0), 0);
    CHECK_EQ(imm_candidate_line(state, 0, NULL, 1), IMM_ERR_NULL);
    CHECK_EQ(imm_candidate_line(state, 0, NULL, 0), 0);
    CHECK_EQ(imm_visit_tree(state, 1, 0, NULL, NULL), IMM_ERR_NULL);
    CHECK_EQ(imm_legal_moves(state, NULL, 1), IMM_ERR_NULL);
    CHECK_EQ(imm_legal_moves(state, NULL, 0), 6);
    CHECK_EQ(imm_evaluate(state, NULL), IMM_ERR_NULL);
    CHECK_EQ(imm_move_text(state, 0, NULL, 8), IMM_ERR_NULL);
    CHECK_EQ(imm_move_text(state, 0, NULL, 0), IMM_ERR_BUFFER);
    CHECK_EQ(imm_parse_move(state, NULL, &move), IMM_ERR_NULL);
    CHECK_EQ(imm_parse_move(state, "0", NULL), IMM_ERR_NULL);
    CHECK_EQ(imm_position_text(state, NULL, 8), IMM_ERR_NULL);
    CHECK_EQ(imm_set_position(state, NULL), IMM_ERR_NULL);
    CHECK_EQ(imm_configure(NULL, "mcts()"), IMM_ERR_NULL);
    CHECK_EQ(imm_position_error(NULL, "", text, sizeof text), IMM_ERR_NULL);
    CHECK_EQ(imm_position_error(imm_kalah(), NULL, text, sizeof text), IMM_ERR_NULL);
    CHECK_EQ(imm_position_error(imm_kalah(), "", NULL, 8), IMM_ERR_NULL);
    CHECK_EQ(imm_configure_error(NULL, text, sizeof text), IMM_ERR_NULL);
    CHECK_EQ(imm_configure_error("", NULL, 8), IMM_ERR_NULL);
    CHECK_EQ(imm_config_text(NULL, text, sizeof text), IMM_ERR_NULL);
    CHECK_EQ(imm_memory_required(NULL, 10), 0);
    CHECK_EQ(imm_memory_slots(NULL, 100000), 0);
    limits.iterations = 3;
    CHECK_EQ(imm_search_limited(state, &limits, NULL), IMM_OK); /* the report may be NULL */
    CHECK(move == 77 && strcmp(text, "as is") == 0);
    check_usable(state);
    guarded_free(&block);
}

/* Tests output pointers that are not aligned for their type. */
static void misaligned_outputs(void) {
    guarded block;
    union {
        uint64_t whole[32];
        unsigned char bytes[256];
    } room;
    imm_state *state = open_state(&block, imm_kalah(), 20);
    check_usable(state);
    memset(&room, FILL, sizeof room);
    void *slip = room.bytes + 1;
    CHECK_EQ(imm_candidates(state, (imm_candidate *)slip, 2), IMM_ERR_MISALIGNED);
    CHECK_EQ(imm_line(state, (imm_move *)slip, 2), IMM_ERR_MISALIGNED);
    CHECK_EQ(imm_candidate_line(state, 0, (imm_move *)slip, 2), IMM_ERR_MISALIGNED);
    CHECK_EQ(imm_legal_moves(state, (imm_move *)slip, 2), IMM_ERR_MISALIGNED);
    for (size_t i = 0; i < sizeof room; i++) CHECK_EQ(room.bytes[i], FILL);
    guarded_free(&block);
}

static void init_answers(const imm_game *game, const imm_config *config, imm_status status) {
    guarded block = guarded_new(20000);
    imm_state *state = (imm_state *)(void *)&block;
    CHECK_EQ(imm_init(block.memory, block.size, game, config, &state), status);
    CHECK((state == (imm_state *)(void *)&block) == (status != IMM_OK));
    guarded_free(&block);
}

static void init_arguments(void) {
    guarded block = guarded_new(20000);
    imm_state *const mark = (imm_state *)(void *)&block;
    imm_state *state = mark;
    CHECK_EQ(imm_init(NULL, 20000, imm_kalah(), NULL, &state), IMM_ERR_NULL);
    CHECK_EQ(imm_init(NULL, 0, imm_kalah(), NULL, &state), IMM_ERR_NULL);
    CHECK_EQ(imm_init(block.memory, block.size, imm_kalah(), NULL, NULL), IMM_ERR_NULL);
    CHECK_EQ(imm_init(block.memory, block.size, NULL, NULL, &state), IMM_ERR_NULL);
    for (size_t slip = 1; slip < IMM_ALIGN; slip++)
        CHECK_EQ(imm_init(block.memory + slip, block.size - slip, imm_kalah(), NULL, &state), IMM_ERR_MISALIGNED);
    CHECK(state == mark && guarded_untouched(&block));
    guarded_free(&block);
}

/* Tries every block size, starting at 0 bytes. A block that is too small must stay untouched. With
 * a larger block, nothing outside of the block may change. */
static void every_size(const imm_game *game) {
    size_t required = imm_memory_required(game, 0);
    CHECK(required > 0 && required % IMM_ALIGN == 0);
    for (size_t size = 0; size < required + 200; size++) {
        guarded block = guarded_new(size);
        imm_state *state = NULL;
        imm_status status = imm_init(block.memory, size, game, NULL, &state);
        CHECK_EQ(status, size < required ? IMM_ERR_TOO_SMALL : IMM_OK);
        if (status == IMM_OK) {
            check_usable(state);
            CHECK_EQ(imm_play(state, imm_search(state, 0)), IMM_OK);
            CHECK(is_legal(state, imm_search(state, 0)));
        } else {
            CHECK(guarded_untouched(&block));
        }
        guarded_free(&block);
    }
}

static void required_and_slots(const imm_game *game, uint32_t max_moves, uint32_t position, uint32_t undo) {
    for (size_t slots = 0; slots < 300; slots++) {
        size_t required = imm_memory_required(game, slots);
        CHECK(required > 0 && required <= IMM_MEMORY_SIZE(slots, max_moves, position, undo));
        CHECK_EQ(imm_memory_slots(game, required), slots);
        CHECK_EQ(imm_memory_slots(game, required - 1), slots ? slots - 1 : 0);
        CHECK_EQ(imm_memory_slots(game, required + IMM_SLOT_SIZE - 1), slots);
    }
    CHECK_EQ(imm_memory_required(game, SIZE_MAX), 0);
    CHECK_EQ(imm_memory_required(game, SIZE_MAX / IMM_SLOT_SIZE), 0);
    CHECK(imm_memory_slots(game, SIZE_MAX) > 0);
}

static void sizes(void) {
    imm_game game = toy_game(&t);
    every_size(&game);
    for (unsigned i = 0; built_in(i); i++) every_size(built_in(i));
#define MEMORY(game, max_moves, position, undo) required_and_slots(game(), max_moves, position, undo);
#include "memory.h" /* the IMM_..._MEMORY_SIZE() of each game: see tests/c/run */
#undef MEMORY
    for (uint32_t position = 1; position < 100; position += 7)
        for (uint32_t undo = 0; undo < 100; undo += 9)
            for (uint32_t moves = 1; moves < 65536; moves += moves * 3 + 1)
                for (uint32_t plies = 0; plies < 1000; plies = plies * 4 + 1) {
                    game.position_size = position, game.undo_size = undo;
                    game.max_moves = moves, game.max_plies = plies;
                    CHECK(imm_memory_required(&game, 10) <= IMM_MEMORY_SIZE(10, moves, position, undo));
                }
    game.max_plies = UINT32_MAX;
    CHECK(imm_memory_required(&game, 10) <= IMM_MEMORY_SIZE(10, game.max_moves, game.position_size, game.undo_size));
}

/* Tries all board sizes. A valid board must have a memory size, and Breakthrough must open on a
 * valid board. Any other board must be refused. */
static void boards(void) {
    for (unsigned a = 0; a < 12; a++)
        for (unsigned b = 0; b < 12; b++) {
            imm_game game = imm_breakthrough_board((uint8_t)a, (uint8_t)b);
            int exists = a >= 2 && a <= 8 && b >= 4 && b <= 8;
            CHECK((imm_memory_required(&game, 0) > 0) == exists);
            init_answers(&game, NULL, exists ? IMM_OK : IMM_ERR_GAME);
        }
    for (unsigned houses = 0; houses < 10; houses++)
        for (unsigned seeds = 0; seeds < 40; seeds += 3)
            for (unsigned capture = 0; capture < 5; capture++) {
                imm_game game = imm_kalah_board((uint8_t)houses, (uint8_t)seeds, (uint8_t)capture);
                int exists = houses >= 1 && houses <= 7 && seeds >= 1 && houses * seeds <= 127 && capture <= 2;
                CHECK((imm_memory_required(&game, 0) > 0) == exists);
            }
}

static void rules_of_loa(void) {
    for (unsigned rules = 0; rules < 256; rules++) {
        imm_game game = imm_loa_rules((uint8_t)rules);
        int exists = rules == IMM_LOA_OLYMPIAD || rules == IMM_LOA_OPENSPIEL;
        CHECK((imm_memory_required(&game, 0) > 0) == exists);
        init_answers(&game, NULL, exists ? IMM_OK : IMM_ERR_GAME);
    }
    imm_game beyond = imm_loa_rules(IMM_LOA_OPENSPIEL);
    beyond.board += 256;
    init_answers(&beyond, NULL, IMM_ERR_GAME);
}

static void scoring_of_othello(void) {
    for (unsigned scoring = 0; scoring < 256; scoring++) {
        imm_game game = imm_othello_scoring((uint8_t)scoring);
        int exists = scoring == IMM_OTHELLO_EMPTIES_TO_WINNER || scoring == IMM_OTHELLO_DISCS_ONLY;
        init_answers(&game, NULL, exists ? IMM_OK : IMM_ERR_GAME);
    }
    imm_game beyond = imm_othello_scoring(IMM_OTHELLO_DISCS_ONLY);
    beyond.board += 256;
    init_answers(&beyond, NULL, IMM_ERR_GAME);
}

static void bad_games(void) {
    imm_game good = toy_game(&t), game = good;
    imm_game built_in = *imm_breakthrough();
    init_answers(NULL, NULL, IMM_ERR_NULL);
    built_in.struct_size = 0;
    init_answers(&built_in, NULL, IMM_ERR_STRUCT_SIZE);
#define WITHOUT(field, value)                                                                                          \
    game = good, game.field = value;                                                                                   \
    CHECK_EQ(imm_memory_required(&game, 0), 0);                                                                        \
    CHECK_EQ(imm_memory_slots(&game, 100000), 0);                                                                      \
    init_answers(&game, NULL, IMM_ERR_GAME)
    WITHOUT(position_size, 0);
    WITHOUT(max_moves, 0);
    WITHOUT(max_moves, 65536);
    WITHOUT(max_moves, UINT32_MAX);
    WITHOUT(initial, NULL);
    WITHOUT(legal_moves, NULL);
    WITHOUT(make, NULL);
    WITHOUT(unmake, NULL);
    WITHOUT(to_move, NULL);
    WITHOUT(outcome, NULL);
    game = good, game.position_size = UINT32_MAX;
    init_answers(&game, NULL, IMM_ERR_TOO_SMALL);
    game = good, game.undo_size = UINT32_MAX;
    init_answers(&game, NULL, IMM_ERR_TOO_SMALL);
}

static void bad_configurations(void) {
    imm_config good = imm_config_default(), config;
    memset(&config, 0, sizeof config);
    init_answers(imm_kalah(), &config, IMM_ERR_STRUCT_SIZE);
    config.struct_size = sizeof config; /* zeros are the default player */
    init_answers(imm_kalah(), &config, IMM_OK);
#define WITH(game, field, value, status)                                                                               \
    config = good, config.field = value;                                                                               \
    init_answers(game, &config, status)
#define WITH_BOTH(game, field, value, second, second_value, status)                                                    \
    config = good, config.field = value, config.second = second_value;                                                 \
    init_answers(game, &config, status)
    const float wrong_c[] = {-0.5f, -1.5f, -2.0f, 100.01f, 1e30f, INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < sizeof wrong_c / sizeof *wrong_c; i++) {
        WITH(imm_kalah(), c, wrong_c[i], IMM_ERR_OUT_OF_RANGE);
    }
    const float wrong_im[] = {-0.01f, 1.01f, -1.0f, INFINITY, NAN};
    for (size_t i = 0; i < sizeof wrong_im / sizeof *wrong_im; i++) {
        WITH(imm_kalah(), im, wrong_im[i], IMM_ERR_OUT_OF_RANGE);
        WITH(imm_kalah(), cb, wrong_im[i], IMM_ERR_OUT_OF_RANGE);
        WITH(imm_kalah(), marg, wrong_im[i], IMM_ERR_OUT_OF_RANGE);
        WITH(imm_kalah(), impb, wrong_im[i], IMM_ERR_OUT_OF_RANGE);
        WITH(imm_kalah(), det, wrong_im[i], IMM_ERR_OUT_OF_RANGE);
        WITH(imm_kalah(), eps, wrong_im[i], IMM_ERR_OUT_OF_RANGE);
        WITH(imm_kalah(), softmax, wrong_im[i] * 100, IMM_ERR_OUT_OF_RANGE);
        WITH(imm_kalah(), temp, wrong_im[i] * 100, IMM_ERR_OUT_OF_RANGE);
        WITH(imm_kalah(), ege, wrong_im[i], wrong_im[i] == IMM_ZERO ? IMM_OK : IMM_ERR_OUT_OF_RANGE);
        WITH(imm_kalah(), pb, wrong_im[i] * 100, IMM_ERR_OUT_OF_RANGE);
    }
    const float right_c[] = {0, -0.0f, IMM_ZERO, 1e-30f, 100};
    for (size_t i = 0; i < sizeof right_c / sizeof *right_c; i++) { WITH(imm_kalah(), c, right_c[i], IMM_OK); }
    for (unsigned value = 0; value < 256; value++) {
        int is_any = value == IMM_EF_NET || value == IMM_EF_TOLD;
        int is_default = value == IMM_EF_DEFAULT;
        WITH(imm_kalah(), evaluator, (uint8_t)value,
             value > IMM_EF_TOLD                          ? IMM_ERR_ENUM
             : is_default || is_any || value == IMM_EF_RS ? IMM_OK
                                                          : IMM_ERR_UNSUPPORTED);
        WITH(imm_breakthrough(), evaluator, (uint8_t)value,
             value > IMM_EF_TOLD            ? IMM_ERR_ENUM
             : value <= IMM_EF_LH || is_any ? IMM_OK
                                            : IMM_ERR_UNSUPPORTED);
        WITH(imm_kalah(), expansion, (uint8_t)value, value > IMM_EXPAND_ALL ? IMM_ERR_ENUM : IMM_OK);
        WITH(imm_kalah(), decision, (uint8_t)value, value > IMM_DECIDE_SAFEST ? IMM_ERR_ENUM : IMM_OK);
        config = good, config.im = 0.4f, config.im_visits = 1000, config.im_schedule = (uint8_t)value;
        init_answers(imm_kalah(), &config, value > IMM_IM_RISING ? IMM_ERR_ENUM : IMM_OK);
        WITH(imm_kalah(), pb_divisor, (uint8_t)value, value > IMM_PB_MOBILITY ? IMM_ERR_ENUM : IMM_OK);
        WITH(imm_kalah(), algorithm, (uint8_t)value, value > IMM_BEST ? IMM_ERR_ENUM : IMM_OK);
        WITH(imm_kalah(), leaf, (uint8_t)value, value > IMM_LEAF_QUIESCENCE ? IMM_ERR_ENUM : IMM_OK);
        WITH(imm_kalah(), flags, (uint8_t)value,
             value > 31   ? IMM_ERR_OUT_OF_RANGE
             : value > 15 ? IMM_ERR_CONTRADICTION /* needs `im` */
                          : IMM_OK);
        WITH(imm_kalah(), grave, (uint16_t)(value * 257), IMM_OK);
        WITH(imm_breakthrough(), ipp, (uint8_t)value, IMM_OK);
        WITH(imm_kalah(), no_solver, (uint8_t)value, IMM_OK);
        WITH(imm_kalah(), no_recycle, (uint8_t)value, IMM_OK);
    }
    WITH(imm_kalah(), ipp, 1, IMM_ERR_UNSUPPORTED);
    WITH_BOTH(imm_kalah(), flags, IMM_FLAG_PROOFTT, no_solver, 1, IMM_ERR_CONTRADICTION);
    WITH_BOTH(imm_kalah(), flags, IMM_FLAG_BOUNDS, no_solver, 1, IMM_ERR_CONTRADICTION);
    WITH_BOTH(imm_kalah(), flags, IMM_FLAG_BOUNDS, marg, 0.5f, IMM_ERR_CONTRADICTION);
    WITH_BOTH(imm_kalah(), grave, 50, fpu, 0.5f, IMM_ERR_CONTRADICTION);
    WITH_BOTH(imm_kalah(), flags, IMM_FLAG_INFORMED, np, 10, IMM_OK); /* has an evaluation, and no priors */
    WITH_BOTH(imm_kalah(), flags, IMM_FLAG_INFORMED, np, 10001, IMM_ERR_OUT_OF_RANGE);
    WITH_BOTH(imm_kalah(), flags, IMM_FLAG_CORRECTED, im, 0.4f, IMM_OK);
    WITH_BOTH(imm_kalah(), flags, IMM_FLAG_CORRECTED, impb, 0.4f, IMM_OK);
    WITH_BOTH(imm_kalah(), flags, IMM_FLAG_CORRECTED, cb, 0.4f, IMM_ERR_CONTRADICTION);
    for (uint8_t compared = IMM_PN_SUM; compared <= IMM_PN_RANK; compared++) {
        config = good, config.pb_divisor = compared, config.pb = 1, config.grave = 50;
        init_answers(imm_kalah(), &config, IMM_ERR_CONTRADICTION);
        config.grave = 0, config.pb = 101;
        init_answers(imm_kalah(), &config, IMM_ERR_OUT_OF_RANGE);
    }
    config = good, config.pb_divisor = IMM_PB_MOBILITY, config.pb = 0.2f, config.grave = 50;
    init_answers(imm_kalah(), &config, IMM_OK);
    config.tp = 1;
    init_answers(imm_kalah(), &config, IMM_ERR_CONTRADICTION);
    config.tp = 0, config.pb = 101;
    init_answers(imm_kalah(), &config, IMM_ERR_OUT_OF_RANGE);
    WITH(imm_kalah(), marg, 1, IMM_OK);
    WITH(imm_breakthrough(), marg, 0.5f, IMM_ERR_UNSUPPORTED);
    WITH(imm_loa(), marg, 0.5f, IMM_ERR_UNSUPPORTED);
    WITH(imm_onitama(), marg, 0.5f, IMM_ERR_UNSUPPORTED);
    WITH_BOTH(imm_kalah(), marg, 0.5f, det, 0.5f, IMM_ERR_CONTRADICTION);
    WITH_BOTH(imm_kalah(), marg, 0.5f, cut, 5, IMM_ERR_CONTRADICTION);
    WITH(imm_kalah(), np, 10, IMM_ERR_UNSUPPORTED);
    WITH(imm_breakthrough(), np, 10000, IMM_OK);
    WITH(imm_breakthrough(), np, 10001, IMM_ERR_OUT_OF_RANGE);
    WITH(imm_kalah(), fet, 9999, IMM_OK);
    WITH(imm_kalah(), fet, (uint32_t)IMM_ZERO, IMM_OK);
    WITH(imm_kalah(), fet, 10000, IMM_ERR_OUT_OF_RANGE);
    WITH(imm_kalah(), max, UINT32_MAX, IMM_OK);
    const uint32_t periods[] = {1, 5, 999, 1000, UINT32_MAX};
    for (size_t i = 0; i < sizeof periods / sizeof *periods; i++) {
        config = good, config.det = 0.5f, config.det_period = periods[i];
        init_answers(imm_kalah(), &config, periods[i] > 999 ? IMM_ERR_OUT_OF_RANGE : IMM_OK);
    }
    const uint32_t halves[] = {0, 1, 9999999, 10000000};
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) {
        config = good, config.im = 0.4f, config.im_schedule = IMM_IM_FALLING, config.im_visits = halves[i];
        init_answers(imm_kalah(), &config, halves[i] == 0 || halves[i] > 9999999 ? IMM_ERR_OUT_OF_RANGE : IMM_OK);
    }
    WITH_BOTH(imm_kalah(), im, 0.4f, cb, 0.4f, IMM_ERR_CONTRADICTION);
    WITH_BOTH(imm_kalah(), det, 0.5f, fet, 4, IMM_ERR_CONTRADICTION);
    config.fet = 5;
    init_answers(imm_kalah(), &config, IMM_OK);
    imm_game game = toy_game(&t);
    game.evaluate = NULL;
    game.weight = NULL;
    WITH(&game, im, 0.5f, IMM_ERR_UNSUPPORTED);
    WITH(&game, cb, 0.5f, IMM_ERR_UNSUPPORTED);
    WITH(&game, impb, 0.5f, IMM_ERR_UNSUPPORTED);
    WITH(&game, pb, 0.5f, IMM_ERR_UNSUPPORTED);
    WITH(&game, ege, 0.5f, IMM_ERR_UNSUPPORTED);
    WITH(&game, ege, 1.0f, IMM_OK); /* always a draw, so no evaluation is needed */
    WITH(&game, fet, 7, IMM_ERR_UNSUPPORTED);
    WITH(&game, det, 0.5f, IMM_ERR_UNSUPPORTED);
    const uint32_t no_scores[] = {0, IMM_SCORE_MAX + 1, UINT32_MAX};
    for (size_t i = 0; i < sizeof no_scores / sizeof *no_scores; i++) {
        game.max_score = no_scores[i];
        init_answers(&game, NULL, IMM_ERR_GAME);
    }
    game.max_score = IMM_SCORE_MAX;
    WITH(&game, marg, 0.5f, IMM_OK);
    game.score = NULL, game.max_score = 0;
    WITH(&game, marg, 0.5f, IMM_ERR_UNSUPPORTED);
    game.prior = NULL;
    WITH(&game, np, 1, IMM_ERR_UNSUPPORTED);
    WITH_BOTH(&game, flags, IMM_FLAG_INFORMED, np, 1, IMM_ERR_UNSUPPORTED);
    WITH_BOTH(&game, flags, IMM_FLAG_CORRECTED, im, 0.4f, IMM_ERR_UNSUPPORTED);
    WITH(&game, ipp, 1, IMM_ERR_UNSUPPORTED);
    WITH(&game, evaluator, IMM_EF_MS, IMM_ERR_UNSUPPORTED);
    WITH(&game, evaluator, IMM_EF_NET, IMM_ERR_UNSUPPORTED);
    WITH(&game, evaluator, IMM_EF_TOLD, IMM_OK);
    config = good, config.evaluator = IMM_EF_TOLD, config.tp = 100;
    init_answers(&game, &config, IMM_OK);
    config.tp = 101;
    init_answers(&game, &config, IMM_ERR_OUT_OF_RANGE);
    WITH(&game, threshold, UINT32_MAX, IMM_OK);
}

static void wrong_limits(void) {
    guarded block;
    imm_config config = imm_config_default();
    imm_report report, before;
    imm_state *state = NULL;
    config.now_ms = NULL;
    block = guarded_new(20000);
    CHECK_EQ(imm_init(block.memory, block.size, imm_kalah(), &config, &state), IMM_OK);
    memset(&report, FILL, sizeof report);
    before = report;
    imm_limits limits = imm_limits_default();
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_ERR_NO_LIMIT);
    limits.depth = 3;
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_ERR_NO_LIMIT);
    limits.nodes = 10000; /* more nodes than the block holds: the search still ends */
    CHECK_EQ(imm_search_limited(state, &limits, NULL), IMM_OK);
    limits.nodes = 0;
    limits.time_ms = 10;
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_ERR_NO_CLOCK);
    CHECK_EQ(imm_search(state, 0), IMM_MOVE_NONE);
    CHECK_EQ(imm_last_status(state), IMM_ERR_NO_CLOCK);
    CHECK_EQ(imm_step(state, 0), IMM_ERR_NO_LIMIT);
    CHECK(memcmp(&report, &before, sizeof report) == 0);
    limits = imm_limits_default();
    limits.iterations = 10, limits.time_ms = 5; /* without a clock, the iterations count */
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
    CHECK_EQ(report.iterations, 10);
    CHECK_EQ(report.elapsed_ms, 0);
    guarded_free(&block);
}

/* This text is longer than any text of a move or a position. */
static const char long_text[] = "a very long text that is not a move at all, and goes on and on and on and on and on "
                                "and on and on and on and on and on and on and on and on and on and on and on, still";

static void moves_and_texts(void) {
    guarded block;
    imm_state *state = open_state(&block, imm_breakthrough(), 50);
    char text[IMM_TEXT_MAX], position[IMM_TEXT_MAX];
    imm_move move = 77;
    static const char *const no_moves[] = {"",     "a2",   "a2a4",     "A2A3",   "a2a3 ",  " a2a3",
                                           "a1a2", "h9h8", "\xFF\xFE", "a2a3\n", long_text};
    static const char *const no_positions[] = {"",
                                               "1",
                                               "bbbbbbbb",
                                               "bbbbbbbb/bbbbbbbb/......../......../......../......../"
                                               "wwwwwwww/wwwwwwww 3",
                                               "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1",
                                               "\xC3",
                                               "bbbbbbbb/bbbbbbbb/......../......../......../"
                                               "......../wwwwwwww/wwwwwwww 1 "};
    CHECK_EQ(imm_position_text(state, position, sizeof position), IMM_OK);
    for (size_t i = 0; i < sizeof no_moves / sizeof *no_moves; i++)
        CHECK_EQ(imm_parse_move(state, no_moves[i], &move), IMM_ERR_TEXT);
    CHECK_EQ(move, 77);
    for (size_t i = 0; i < sizeof no_positions / sizeof *no_positions; i++)
        CHECK_EQ(imm_set_position(state, no_positions[i]), IMM_ERR_TEXT);
    CHECK_EQ(imm_parse_move(state, "a2b3", &move), IMM_OK);
    for (imm_move wrong = 0; wrong < 5000; wrong++) {
        if (is_legal(state, wrong)) continue;
        CHECK_EQ(imm_play(state, wrong), IMM_ERR_ILLEGAL_MOVE);
        CHECK_EQ(imm_move_text(state, wrong, text, sizeof text), IMM_ERR_ILLEGAL_MOVE);
    }
    CHECK_EQ(imm_play(state, IMM_MOVE_NONE), IMM_ERR_ILLEGAL_MOVE);
    CHECK_EQ(imm_shuffle(state, 1), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_position_text(state, text, sizeof text), IMM_OK);
    CHECK(strcmp(text, position) == 0);
    for (size_t size = 0; size <= strlen(position) + 1; size++) {
        guarded small = guarded_new(size);
        imm_status status = imm_position_text(state, (char *)small.memory, size);
        CHECK_EQ(status, size > strlen(position) ? IMM_OK : IMM_ERR_BUFFER);
        if (size) CHECK(strcmp((char *)small.memory, status == IMM_OK ? position : "") == 0);
        CHECK_EQ(imm_move_text(state, move, (char *)small.memory, size), size > 4 ? IMM_OK : IMM_ERR_BUFFER);
        guarded_free(&small);
    }
    check_usable(state);
    guarded_free(&block);
}

static void game_over(void) {
    guarded block;
    imm_state *state = open_state(&block, imm_kalah(), 50);
    imm_report report;
    imm_move move = 77;
    float value = 0;
    CHECK_EQ(imm_set_position(state, "0,0,0,0,0,0|30|0,0,0,0,0,0|18 -"), IMM_OK);
    CHECK_EQ(imm_outcome(state), IMM_FIRST_WINS);
    CHECK_EQ(imm_search(state, 1), IMM_MOVE_NONE);
    CHECK_EQ(imm_last_status(state), IMM_ERR_GAME_OVER);
    CHECK_EQ(iterate(state, 5, &report), IMM_ERR_GAME_OVER);
    CHECK_EQ(imm_step(state, 5), IMM_ERR_GAME_OVER);
    CHECK_EQ(imm_play(state, 0), IMM_ERR_GAME_OVER);
    CHECK_EQ(imm_legal_moves(state, NULL, 0), 0);
    CHECK_EQ(imm_candidates(state, NULL, 0), 0);
    CHECK_EQ(imm_line(state, &move, 1), 0);
    CHECK_EQ(imm_candidate_line(state, 0, &move, 1), IMM_ERR_ILLEGAL_MOVE);
    CHECK_EQ(imm_visit_tree(state, 9, 0, no_visit, &move), 1);
    CHECK_EQ(imm_parse_move(state, "0", &move), IMM_ERR_TEXT);
    CHECK_EQ(imm_get_report(state, &report), IMM_OK);
    CHECK_EQ(report.best, IMM_MOVE_NONE);
    CHECK_EQ(imm_evaluate(state, &value), IMM_OK);
    CHECK(value == 1.0f);
    CHECK_EQ(imm_restart(state), IMM_OK);
    check_usable(state);
    guarded_free(&block);
}

static void own_games_have_no_positions(void) {
    guarded block;
    memset(&t, 0, sizeof t);
    imm_game game = toy_game(&t);
    game.evaluate = NULL;
    imm_state *state = open_state(&block, &game, 50);
    char text[IMM_TEXT_MAX] = "x";
    float value = 77;
    CHECK_EQ(imm_position_text(state, text, sizeof text), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(text[0], '\0');
    CHECK_EQ(imm_set_position(state, "x"), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_shuffle(state, 3), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_evaluate(state, &value), IMM_ERR_UNSUPPORTED);
    CHECK(value == 77);
    CHECK_EQ(imm_move_text(state, 8, text, sizeof text), IMM_OK);
    CHECK(strcmp(text, "8") == 0);
    check_usable(state);
    guarded_free(&block);
}

/* Each status must have its own text. All unknown codes must share one other text. */
static void statuses(void) {
    const char *unknown = imm_status_text(1);
    CHECK(strcmp(unknown, imm_status_text(INT32_MIN)) == 0);
    CHECK(strcmp(unknown, imm_status_text(IMM_ERR_INVALID_ODDS - 1)) == 0);
    for (imm_status a = IMM_OK; a >= IMM_ERR_INVALID_ODDS; a--) {
        CHECK(*imm_status_text(a) && strcmp(imm_status_text(a), unknown) != 0);
        for (imm_status b = IMM_OK; b > a; b--) CHECK(strcmp(imm_status_text(a), imm_status_text(b)) != 0);
    }
}

/* A search of a small game, such as imm_kalah_small(), must find the same result as a search of the
 * complete game. A function that the small game lacks must return an error. */
static void small_game(const imm_game *small, const imm_game *whole, const char *position) {
    guarded block;
    imm_state *state = open_state(&block, whole, 100);
    const imm_config config = imm_config_default();
    imm_report expected, report;
    imm_candidate candidate;
    imm_move move = 77;
    float value = 77;
    char text[IMM_TEXT_MAX] = "unchanged";
    CHECK_EQ(iterate(state, 300, &expected), IMM_OK);
    CHECK_EQ(imm_memory_required(small, 100), block.size);
    CHECK_EQ(imm_init_builtin(block.memory, block.size, small, &config, &state), IMM_OK);
    CHECK_EQ(iterate(state, 300, &report), IMM_OK);
    CHECK(report.signature == expected.signature && report.best == expected.best);
    CHECK_EQ(imm_candidates(state, &candidate, 1), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_last_status(state), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_line(state, &move, 1), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_candidate_line(state, report.best, &move, 1), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_visit_tree(state, 9, 0, no_visit, &move), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_evaluate(state, &value), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_move_text(state, report.best, text, sizeof text), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_parse_move(state, "0", &move), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_position_text(state, text, sizeof text), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_set_position(state, position), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_shuffle(state, 1), IMM_ERR_UNSUPPORTED);
    CHECK(move == 77 && value == 77 && strcmp(text, "unchanged") == 0);
    CHECK_EQ(imm_play(state, report.best), IMM_OK);
    CHECK_EQ(imm_restart(state), IMM_OK);
    CHECK_EQ(imm_forget(state), IMM_OK);
    CHECK(imm_legal_moves(state, NULL, 0) > 0 && imm_outcome(state) == IMM_ONGOING);
    CHECK_EQ(imm_player_to_move(state), IMM_FIRST);
    check_usable(state);
    guarded_free(&block);
}

static void small_games(void) {
    const imm_game kalah = imm_kalah_small(6, 4, IMM_CAPTURE_EMPTY), breakthrough = imm_breakthrough_small(8, 8);
    const imm_game none = imm_kalah_small(8, 4, IMM_CAPTURE_EMPTY);
    small_game(&kalah, imm_kalah(), "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1");
    small_game(&breakthrough, imm_breakthrough(),
               "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwwww 1");
    CHECK_EQ(imm_memory_required(&none, 10), 0);
}

/* imm_init_builtin() must accept built-in games and refuse a custom game. */
static void init_builtin(void) {
    const imm_game own = toy_game(&t);
    imm_state *state = NULL;
    guarded block = guarded_new(imm_memory_required(&own, 100) + 4096);
    CHECK_EQ(imm_init_builtin(block.memory, block.size, &own, NULL, &state), IMM_ERR_GAME);
    CHECK_EQ(imm_init_builtin(block.memory, block.size, NULL, NULL, &state), IMM_ERR_NULL);
    CHECK_EQ(imm_init_builtin(NULL, block.size, imm_kalah(), NULL, &state), IMM_ERR_NULL);
    CHECK_EQ(imm_init_builtin(block.memory, block.size, imm_kalah(), NULL, NULL), IMM_ERR_NULL);
    CHECK_EQ(imm_init_builtin(block.memory + 1, block.size - 1, imm_kalah(), NULL, &state), IMM_ERR_MISALIGNED);
    CHECK_EQ(imm_init_builtin(block.memory, 10, imm_kalah(), NULL, &state), IMM_ERR_TOO_SMALL);
    CHECK(state == NULL);
    CHECK_EQ(imm_init_builtin(block.memory, block.size, imm_kalah(), NULL, &state), IMM_OK);
    check_usable(state);
    guarded_free(&block);
}

int main(void) {
    CHECK_EQ(imm_version(), IMM_VERSION_MAJOR * 65536 + IMM_VERSION_MINOR * 256 + IMM_VERSION_PATCH);
    handles();
    copies();
    null_arguments();
    misaligned_outputs();
    init_arguments();
    sizes();
    boards();
    rules_of_loa();
    scoring_of_othello();
    bad_games();
    bad_configurations();
    wrong_limits();
    moves_and_texts();
    game_over();
    own_games_have_no_positions();
    small_games();
    init_builtin();
    statuses();
    return check_result("abi");
}
