/* Tests imm_open(), which opens a search in memory of any alignment, and imm_game_by_name(). */
#include "toy.h"

static toy t;

static imm_state *const mark = (imm_state *)(void *)&t;

/* Tries every alignment and size. Either the state must lie within the memory, or the call must
 * fail and leave the memory unchanged. */
static void every_place(void) {
    const size_t required = imm_memory_required(imm_kalah(), 10);
    for (size_t slip = 0; slip < 2 * IMM_ALIGN; slip++)
        for (size_t size = 0; size < required + 3 * IMM_ALIGN; size += stride(7)) {
            guarded block = guarded_new(slip + size);
            const size_t skipped = (IMM_ALIGN - slip % IMM_ALIGN) % IMM_ALIGN;
            const int fits = size >= skipped + imm_memory_required(imm_kalah(), 0);
            imm_state *state = mark;
            CHECK_EQ(imm_open(block.memory + slip, size, imm_kalah(), "mcts()", 3, &state),
                     fits ? IMM_OK : IMM_ERR_TOO_SMALL);
            CHECK((state == mark) == !fits && (fits || guarded_untouched(&block)));
            if (fits) {
                CHECK((unsigned char *)state >= block.memory + slip && (uintptr_t)state % IMM_ALIGN == 0);
                CHECK_EQ(imm_step(state, 30), IMM_OK);
            }
            guarded_free(&block);
        }
}

/* A state that imm_open() opened must search exactly like a state that imm_init() opened. */
static void same_search(const char *player, uint64_t seed) {
    imm_config config = imm_config_default();
    imm_report opened, expected;
    imm_state *state = NULL;
    guarded block = guarded_new(30000);
    CHECK_EQ(imm_configure(&config, player ? player : "best"), IMM_OK);
    config.seed = seed;
    CHECK_EQ(imm_init(block.memory, block.size, imm_othello(), &config, &state), IMM_OK);
    CHECK_EQ(iterate(state, 500, &expected), IMM_OK);
    CHECK_EQ(imm_open(block.memory, block.size, imm_othello(), player, seed, &state), IMM_OK);
    CHECK_EQ(iterate(state, 500, &opened), IMM_OK);
    CHECK(opened.signature == expected.signature && opened.best == expected.best);
    CHECK(imm_search(state, 1) != IMM_MOVE_NONE); /* the search has the host's clock */
    guarded_free(&block);
}

static void refused(void) {
    guarded block = guarded_new(20000);
    imm_game game = toy_game(&t);
    imm_state *state = mark;
    CHECK_EQ(imm_open(NULL, block.size, imm_kalah(), NULL, 0, &state), IMM_ERR_NULL);
    CHECK_EQ(imm_open(block.memory, block.size, NULL, NULL, 0, &state), IMM_ERR_NULL);
    CHECK_EQ(imm_open(block.memory, block.size, imm_kalah(), NULL, 0, NULL), IMM_ERR_NULL);
    CHECK_EQ(imm_open(block.memory, block.size, imm_kalah(), "mcts(", 0, &state), IMM_ERR_SPEC);
    CHECK_EQ(imm_open(block.memory, block.size, imm_kalah(), "\xFF", 0, &state), IMM_ERR_TEXT);
    CHECK_EQ(imm_open(block.memory, 0, imm_kalah(), "mcts()", 0, &state), IMM_ERR_TOO_SMALL);
    CHECK_EQ(imm_open(block.memory + 1, 5, imm_kalah(), "mcts()", 0, &state), IMM_ERR_TOO_SMALL);
    CHECK(guarded_untouched(&block));
    CHECK_EQ(imm_open(block.memory, block.size, imm_kalah(), "mcts(efMS)", 0, &state), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_open(block.memory, block.size, imm_kalah(), "mcts(im0.4,cb0.4)", 0, &state), IMM_ERR_SPEC);
    game.struct_size = 4;
    CHECK_EQ(imm_open(block.memory, block.size, &game, NULL, 0, &state), IMM_ERR_STRUCT_SIZE);
    game = toy_game(&t), game.make = NULL;
    CHECK_EQ(imm_open(block.memory, block.size, &game, NULL, 0, &state), IMM_ERR_GAME);
    CHECK(state == mark);
    game = toy_game(&t);
    CHECK_EQ(imm_open(block.memory, block.size, &game, "ab()", 0, &state), IMM_OK);
    CHECK_EQ(imm_step(state, 10), IMM_OK);
    guarded_free(&block);
}

static void names(void) {
    const struct {
        const char *name, *position;
    } known[] = {
        {"breakthrough", "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwwww 1"},
        {"breakthrough_2x4", "bb/bb/ww/ww 1"},
        {"kalah", "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1"},
        {"kalah_3x2", "2,2,2|0|2,2,2|0 1"},
        {"kalah_empty", "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1"},
        {"kalah_std_4x3", "3,3,3,3|0|3,3,3,3|0 1"},
        {"kalah_stays_1x127", "127|0|127|0 1"},
        {"loa", ".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. 1"},
        {"loa_openspiel", ".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. 1"},
        {"oware", "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1"},
        {"othello", "......../......../......../...wb.../...bw.../......../......../........ 1"},
        {"othello_discs", "......../......../......../...wb.../...bw.../......../......../........ 1"},
        {"onitama", "bbBbb/...../...../...../wwWww crane,eel elephant,mantis ox 1"},
        {"onitama_0", "bbBbb/...../...../...../wwWww crane,eel elephant,mantis ox 1"},
        {"onitama_4294967295", NULL},
        {"einstein", "123../45.../6...f/...ed/..cba 0 1"},
    };
    static const char *const unknown[] = {"",
                                          "chess",
                                          "Kalah",
                                          "kalah ",
                                          "kalah_",
                                          "kalah_4",
                                          "kalah_4x",
                                          "kalah_x3",
                                          "kalah_04x3",
                                          "kalah_8x4",
                                          "kalah_4x300",
                                          "kalah_std4x3",
                                          "kalah_4x3x",
                                          "breakthrough_9x9",
                                          "breakthrough_",
                                          "breakthrough_1x4",
                                          "loa_8",
                                          "onitama_",
                                          "onitama_07",
                                          "onitama_4294967296",
                                          "einstein_1"};
    guarded block = guarded_new(20000);
    char text[IMM_TEXT_MAX];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        imm_game game;
        imm_state *state = NULL;
        check_what = known[i].name;
        CHECK_EQ(imm_game_by_name(known[i].name, &game, sizeof game), IMM_OK);
        CHECK_EQ(imm_open(block.memory, block.size, &game, NULL, 0, &state), IMM_OK);
        CHECK_EQ(imm_position_text(state, text, sizeof text), IMM_OK);
        if (known[i].position) CHECK(strcmp(text, known[i].position) == 0);
    }
    imm_game game;
    memset(&game, FILL, sizeof game);
    const imm_game before = game;
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        CHECK_EQ(imm_game_by_name(check_what = unknown[i], &game, sizeof game), IMM_ERR_GAME);
    check_what = "";
    CHECK_EQ(imm_game_by_name(NULL, &game, sizeof game), IMM_ERR_NULL);
    CHECK_EQ(imm_game_by_name("loa", NULL, sizeof game), IMM_ERR_NULL);
    CHECK_EQ(imm_game_by_name("\xFF", &game, sizeof game), IMM_ERR_TEXT);
    CHECK_EQ(imm_game_by_name("loa", &game, 8), IMM_ERR_STRUCT_SIZE);
    CHECK(memcmp(&game, &before, sizeof game) == 0);
    uint32_t count = 0;
    for (const char *name; (name = imm_game_name(count)) != NULL; count++)
        CHECK_EQ(imm_game_by_name(name, &game, sizeof game), IMM_OK);
    CHECK(count == 12 && imm_game_name(UINT32_MAX) == NULL);
    guarded_free(&block);
}

int main(void) {
    every_place();
    same_search(NULL, 0);
    same_search("mcts(im0.4)", 7);
    same_search("bfm(c0.5)", UINT64_MAX);
    refused();
    names();
    return check_result("open");
}
