/* Tests struct sizes: sizes of older headers, sizes of newer headers, and invalid sizes. */
#include "toy.h"

enum { ROOM = 1024, UNKNOWN_MAX = 256 };

static toy t;

/* The size of the first version of each struct, in bytes: the end of the last field in this
 * version, rounded up to the alignment of the struct. */
#define END(type, field) (offsetof(type, field) + sizeof((type *)0)->field)
#define ROUNDED(size, type) (((size) + _Alignof(type) - 1) / _Alignof(type) * _Alignof(type))
#define FIRST_CONFIG ROUNDED(END(imm_config, clock), imm_config)
#define FIRST_LIMITS END(imm_limits, depth)
#define FIRST_GAME ROUNDED(END(imm_game, builtin), imm_game)
#define FIRST_REPORT ROUNDED(END(imm_report, elapsed_ms), imm_report)

/* Returns a copy of the struct `known` in a block of exactly `size` bytes. All bytes after the
 * known fields are 0. */
static void *sized(guarded *block, const void *known, size_t known_size, uint32_t size) {
    *block = guarded_new(size < 4 ? 4 : size);
    memset(block->memory, 0, block->size);
    memcpy(block->memory, known, size < known_size ? size : known_size);
    memcpy(block->memory, &size, sizeof size);
    return block->memory;
}

/* True for a valid struct size: not below the first version, not too large, and a multiple of the
 * alignment. */
static int is_accepted(size_t size, size_t first, size_t known, size_t align) {
    return size >= first && size <= known + UNKNOWN_MAX && size % align == 0;
}

static imm_status open_with(const imm_game *game, const imm_config *config) {
    static _Alignas(IMM_ALIGN) unsigned char memory[20000];
    imm_state *state = NULL;
    imm_status status = imm_init(memory, sizeof memory, game, config, &state);
    CHECK((state != NULL) == (status == IMM_OK));
    return status;
}

static void configurations(void) {
    imm_config config = imm_config_default();
    char text[IMM_TEXT_MAX], expected_text[IMM_TEXT_MAX];
    config.im = 0.4f;
    CHECK_EQ(imm_config_text(&config, expected_text, sizeof expected_text), IMM_OK);
    for (uint32_t size = 0; size < ROOM; size++) {
        guarded block;
        imm_config *given = sized(&block, &config, sizeof config, size);
        const int accepted = is_accepted(size, FIRST_CONFIG, sizeof config, _Alignof(imm_config));
        const imm_status expected = accepted ? IMM_OK : IMM_ERR_STRUCT_SIZE;
        CHECK_EQ(open_with(imm_kalah(), given), expected);
        CHECK_EQ(imm_config_error(given, imm_kalah(), text, sizeof text), expected);
        CHECK_EQ(imm_config_text(given, text, sizeof text), expected);
        if (accepted) CHECK(strcmp(text, expected_text) == 0);
        CHECK_EQ(imm_configure(given, "mcts(im0.5)"), expected);
        if (accepted) CHECK(given->struct_size == size && given->im == 0.5f);
        if (accepted && size > sizeof config) { /* sets a byte that the library does not know */
            block.memory[size - 1] = 1;
            CHECK_EQ(open_with(imm_kalah(), given), IMM_ERR_STRUCT_SIZE);
            CHECK_EQ(imm_configure(given, "mcts()"), IMM_ERR_STRUCT_SIZE);
            CHECK(given->im == 0.5f);
        }
        guarded_free(&block);
    }
}

static void limits(void) {
    static _Alignas(IMM_ALIGN) unsigned char memory[20000];
    imm_limits known = imm_limits_default();
    imm_state *state = NULL;
    CHECK_EQ(imm_init(memory, sizeof memory, imm_kalah(), NULL, &state), IMM_OK);
    known.iterations = 3;
    for (uint32_t size = 0; size < ROOM; size++) {
        guarded block;
        imm_report report = {.iterations = 77};
        imm_limits *given = sized(&block, &known, sizeof known, size);
        const int accepted = is_accepted(size, FIRST_LIMITS, sizeof known, _Alignof(imm_limits));
        CHECK_EQ(imm_search_limited(state, given, &report), accepted ? IMM_OK : IMM_ERR_STRUCT_SIZE);
        CHECK_EQ(report.iterations, accepted ? 3 : 77);
        if (accepted && size > sizeof known) {
            block.memory[sizeof known] = 1;
            CHECK_EQ(imm_search_limited(state, given, &report), IMM_ERR_STRUCT_SIZE);
        }
        guarded_free(&block);
    }
}

static void games(void) {
    const imm_game own = toy_game(&t), small = imm_kalah_board(4, 3, IMM_CAPTURE_STANDARD);
    for (uint32_t size = 0; size < ROOM; size++) {
        guarded block;
        const int accepted = is_accepted(size, FIRST_GAME, sizeof(imm_game), _Alignof(imm_game));
        imm_game *given = sized(&block, &own, sizeof own, size);
        CHECK_EQ(open_with(given, NULL), accepted ? IMM_OK : IMM_ERR_STRUCT_SIZE);
        CHECK((imm_memory_required(given, 5) > 0) == accepted);
        CHECK((imm_memory_slots(given, 100000) > 0) == accepted);
        CHECK((imm_alpha_beta_memory(given, 5) > 0) == accepted);
        guarded_free(&block);
        given = sized(&block, &small, sizeof small, size);
        CHECK_EQ(open_with(given, NULL), accepted ? IMM_OK : IMM_ERR_STRUCT_SIZE);
        if (accepted && size > sizeof small) {
            block.memory[size - 1] = 1;
            CHECK_EQ(open_with(given, NULL), IMM_ERR_STRUCT_SIZE);
        }
        guarded_free(&block);
    }
}

/* A report is an output: the caller passes the size of the struct, and the library stores in
 * `struct_size` the size of the fields that the library has filled. */
static void reports(void) {
    static _Alignas(IMM_ALIGN) unsigned char memory[20000];
    imm_limits few = imm_limits_default();
    imm_report whole;
    imm_state *state = NULL;
    CHECK_EQ(imm_init(memory, sizeof memory, imm_kalah(), NULL, &state), IMM_OK);
    few.iterations = 5;
    CHECK_EQ(imm_search_limited(state, &few, &whole), IMM_OK);
    CHECK_EQ(whole.struct_size, sizeof whole);
    for (size_t size = 0; size < ROOM; size++) {
        guarded block = guarded_new(size);
        imm_report *report = (imm_report *)(void *)block.memory;
        const int accepted = is_accepted(size, FIRST_REPORT, sizeof whole, _Alignof(imm_report));
        const size_t known = size < sizeof whole ? size : sizeof whole;
        const imm_status expected = accepted ? IMM_OK : IMM_ERR_STRUCT_SIZE;
        CHECK_EQ(imm_get_report_sized(state, report, size), expected);
        if (accepted) CHECK(memcmp(report, &whole, known < 60 ? known : 60) == 0);
        if (accepted && size >= sizeof whole) CHECK_EQ(report->struct_size, sizeof whole);
        for (size_t i = sizeof whole; accepted && i < size; i++) CHECK_EQ(block.memory[i], 0);
        if (!accepted) CHECK(guarded_untouched(&block));
        CHECK_EQ(imm_search_limited_sized(state, &few, report, size), expected);
        CHECK_EQ(imm_search_limited_sized(state, &few, NULL, size), IMM_OK);
        guarded_free(&block);
        block = guarded_new(FIRST_REPORT); /* the functions behind the macros write the first version */
        report = (imm_report *)(void *)block.memory;
        CHECK_EQ((imm_get_report)(state, report), IMM_OK);
        CHECK_EQ((imm_search_limited)(state, &few, report), IMM_OK);
        CHECK_EQ(report->iterations, 5);
        guarded_free(&block);
        CHECK_EQ(imm_get_report(state, &whole), IMM_OK);
    }
    CHECK_EQ(imm_get_report_sized(state, &whole, SIZE_MAX), IMM_ERR_STRUCT_SIZE);
    CHECK_EQ(imm_get_report_sized(state, NULL, sizeof whole), IMM_ERR_NULL);
    CHECK_EQ(imm_get_report_sized(NULL, &whole, sizeof whole), IMM_ERR_NULL);
}

/* Structs that are initialised in place must equal the structs that functions return. */
static void filled_in_place(void) {
    const imm_config config = imm_config_default();
    const imm_limits none = imm_limits_default();
    for (size_t size = 0; size < ROOM; size++) {
        guarded block = guarded_new(size);
        const uint32_t told = (uint32_t)size;
        int accepted = is_accepted(size, FIRST_CONFIG, sizeof config, _Alignof(imm_config));
        size_t known = size < sizeof config ? size : sizeof config;
        CHECK_EQ(imm_config_init((imm_config *)(void *)block.memory, size), accepted ? IMM_OK : IMM_ERR_STRUCT_SIZE);
        if (accepted) {
            const imm_config *made = (imm_config *)(void *)block.memory;
            CHECK(made->struct_size == told && made->now_ms == config.now_ms && made->clock == config.clock);
            CHECK(made->seed == 0 && made->c == config.c && made->algorithm == IMM_MCTS && made->max == 0);
            for (size_t i = known; i < size; i++) CHECK_EQ(block.memory[i], 0);
            CHECK_EQ(open_with(imm_kalah(), (imm_config *)(void *)block.memory), IMM_OK);
        } else {
            CHECK(guarded_untouched(&block));
        }
        guarded_free(&block);
        block = guarded_new(size);
        accepted = is_accepted(size, FIRST_LIMITS, sizeof none, _Alignof(imm_limits));
        known = size < sizeof none ? size : sizeof none;
        CHECK_EQ(imm_limits_init((imm_limits *)(void *)block.memory, size), accepted ? IMM_OK : IMM_ERR_STRUCT_SIZE);
        if (accepted) {
            CHECK(memcmp(block.memory, &told, 4) == 0 && !memcmp(block.memory + 4, 4 + (const char *)&none, known - 4));
            for (size_t i = known; i < size; i++) CHECK_EQ(block.memory[i], 0);
        } else {
            CHECK(guarded_untouched(&block));
        }
        guarded_free(&block);
    }
    CHECK_EQ(imm_config_init(NULL, sizeof config), IMM_ERR_NULL);
    CHECK_EQ(imm_limits_init(NULL, sizeof none), IMM_ERR_NULL);
}

int main(void) {
    configurations();
    limits();
    games();
    reports();
    filled_in_place();
    return check_result("growth");
}
