/* Tests blocks of every size from 0 bytes to 64 KiB. A block that is too small must stay untouched.
 * In any other block, a search must play, and must write only within the block. The sizes that the
 * library reports must be exact to the byte.
 *
 * Each block ends at an inaccessible page. With the argument `full`, the program tries all sizes.
 * Otherwise, it tries all sizes that are close to a limit, but only every seventh of the other
 * sizes, and even fewer if IMM_TESTS_SPARSE is set. */
#define _DEFAULT_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "toy.h"

enum { LARGEST = 65536, BEFORE = 256, AROUND = 300 };

static unsigned char *end; /* the end of every block */
static long tried;
static toy t;

static void make_room(void) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (LARGEST + BEFORE + page) / page * page;
    unsigned char *pages = (unsigned char *)mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                                                 -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + room, page, PROT_NONE) != 0) abort();
    end = pages + room;
    memset(pages, FILL, room);
}

/* Returns a block that ends as close to the inaccessible page as its alignment allows. Fills the
 * memory around the block with guard bytes. */
static unsigned char *block_of(size_t size) {
    unsigned char *memory = end - (size + IMM_ALIGN - 1) / IMM_ALIGN * IMM_ALIGN;
    memset(memory - BEFORE, GUARD, BEFORE);
    memset(memory + size, GUARD, (size_t)(end - memory) - size);
    return memory;
}

static int is_filled(const unsigned char *from, const unsigned char *to, unsigned char with) {
    int filled = 1;
    for (; from < to; from++) filled &= *from == with;
    return filled;
}

typedef struct {
    const char *player;
    int knows_transitions; /* needs a game with transition probabilities */
} sized_player;

static const sized_player players[] = {
    {"mcts()", 0},      {"mcts(im0.4,one)", 0},
    {"bfm()", 0},       {"mcts(im0.4,leafab3)", 0},
    {"bfm(leafqs)", 0}, {"mcts(mcloa,abp3/2+2/3+/1+,fpu0.5)", 1},
    {"mcts(corr)", 0},  {"bfm(softmax0.2,evaltt)", 0},
    {"ab()", 0},        {"ab(killers)", 0},
    {"ab(tt,etc)", 0},  {"ab(all)", 0},
};

/* Returns the smallest size that the library reports for a search, or 0 if it reports no size. */
static size_t needed(const imm_game *game, const imm_config *config) {
    if (config->algorithm != IMM_ALPHA_BETA) return imm_memory_required(game, 0) + imm_leaf_memory(config, game);
    return config->switches & (IMM_AB_TT | IMM_AB_HISTORY) ? 0 : imm_alpha_beta_memory(game, 0);
}

/* Searches in a block of this size. Returns true if the search fits into the block. */
static int play(const imm_game *game, const imm_config *config, size_t size, int fitted) {
    unsigned char *memory = block_of(size);
    imm_state *state = NULL;
    if (!fitted) memset(memory, FILL, size);
    imm_status status = imm_init(memory, size, game, config, &state);
    tried++;
    if (status == IMM_OK) {
        imm_report report;
        CHECK((unsigned char *)state == memory);
        CHECK_EQ(iterate(state, config->algorithm == IMM_ALPHA_BETA ? 12 : 3, &report), IMM_OK);
        CHECK(is_legal(state, report.best));
        CHECK_EQ(imm_play(state, report.best), IMM_OK);
        CHECK_EQ(imm_step(state, 1), IMM_OK);
    } else {
        CHECK_EQ(status, IMM_ERR_TOO_SMALL);
        CHECK(state == NULL && is_filled(memory, memory + size, FILL));
    }
    CHECK(is_filled(memory - BEFORE, memory, GUARD) && is_filled(memory + size, end, GUARD));
    return status == IMM_OK;
}

/* True if `size` is close to `least`, the smallest block size that is enough for a search. */
static int near_to(size_t size, size_t least) { return size < least + AROUND && size + AROUND > least; }

/* The step between block sizes that are far from any limit: 1 with the argument `full`, otherwise
 * 7, or more if IMM_TESTS_SPARSE is set. */
static size_t far_step;

static void every_size(const char *name, const imm_game *game, const char *player) {
    imm_config config = imm_config_default();
    char trying[128];
    size_t least = 0, next = 0;
    CHECK_EQ(imm_configure(&config, player), IMM_OK);
    size_t expected = needed(game, &config);
    int before = check_failures;
    for (size_t size = 0; size <= LARGEST && check_failures == before; size = next) {
        snprintf(trying, sizeof trying, "%s, %s, %zu bytes", name, player, size);
        check_what = trying;
        int fits = play(game, &config, size, least != 0);
        CHECK(fits || least == 0); /* a search that fits also fits in every larger block */
        if (fits && least == 0) least = size;
        int near = near_to(size, expected) || near_to(size, least) || (!least && !expected);
        next = size + (near ? 1 : far_step);
        if (size + AROUND <= expected && next + AROUND > expected) next = expected + 1 - AROUND;
    }
    CHECK(least > 0);
    /* imm_leaf_memory() may round its result up to a multiple of IMM_ALIGN. */
    if (imm_leaf_memory(&config, game)) CHECK(least <= expected && expected <= least + IMM_ALIGN);
    else if (expected) CHECK_EQ(least, expected);
    else CHECK(least <= 2 * imm_alpha_beta_memory(game, 0));
    check_what = "";
}

/* The functions that convert sizes to slots or plies must agree with the functions that convert
 * slots or plies to sizes. */
static void both_ways(const imm_game *game, int is_small) {
    for (size_t size = 0; size <= LARGEST; size += stride(7)) {
        size_t slots = imm_memory_slots(game, size);
        uint32_t plies = imm_alpha_beta_plies(game, size);
        CHECK(size >= imm_memory_required(game, slots) || slots == 0);
        CHECK(size < imm_memory_required(game, slots + 1));
        CHECK(size >= imm_alpha_beta_memory(game, plies) || plies == 0);
        CHECK(plies == 255 || size < imm_alpha_beta_memory(game, plies + 1) || is_small);
    }
}

/* Tests imm_check_game() in blocks of many sizes. A block that is too small must stay untouched,
 * and nothing outside of the block may be written. */
static void every_size_of_a_check(const imm_game *game) {
    size_t least = imm_check_memory(game);
    CHECK(least > 0 && least <= LARGEST);
    for (size_t size = 0; size < least + 4; size += size + 4 < least ? stride(8) * 257 : 1) {
        imm_check_report report = imm_check_report_default();
        unsigned char *memory = block_of(size);
        memset(memory, FILL, size);
        imm_status status = imm_check_game(game, memory, size, 1, 2, &report);
        CHECK_EQ(status, size < least ? IMM_ERR_TOO_SMALL : IMM_OK);
        CHECK(status == IMM_OK || is_filled(memory, memory + size, FILL));
        CHECK(is_filled(memory - BEFORE, memory, GUARD) && is_filled(memory + size, end, GUARD));
        tried++;
    }
}

/* A tree of 32,768 slots or more has a trunk. The reported sizes must include the memory of the
 * trunk. */
static void around_a_trunk(const imm_game *game) {
    enum { TRUNK_SLOTS = 1 << 15 };
    for (size_t slots = TRUNK_SLOTS - 4000; slots < TRUNK_SLOTS + 4000; slots++)
        CHECK_EQ(imm_memory_slots(game, imm_memory_required(game, slots)), slots);
    size_t before = imm_memory_required(game, TRUNK_SLOTS - 1), least = imm_memory_required(game, TRUNK_SLOTS);
    CHECK(least > before + IMM_SLOT_SIZE && least < before + (48 << 10));
}

int main(int count, char **words) {
    imm_game own = toy_knows_all(&t), small = imm_kalah_small(6, 4, IMM_CAPTURE_EMPTY);
    imm_game board = imm_breakthrough_board(5, 6);
    const struct {
        const char *name;
        const imm_game *game;
        int is_small;
    } games[] = {{"breakthrough_5x6", &board, 0}, {"own game", &own, 0}, {"small kalah", &small, 1}};
    far_step = count > 1 && strcmp(words[1], "full") == 0 ? 1 : 7 * stride(143);
    make_room();
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        for (size_t p = 0; p < sizeof players / sizeof *players; p++)
            if (!games[g].is_small || p < 2) every_size(games[g].name, games[g].game, players[p].player);
        both_ways(games[g].game, games[g].is_small);
        around_a_trunk(games[g].game);
        if (!games[g].is_small) every_size_of_a_check(games[g].game);
    }
    CHECK_EQ(t.misuses, 0);
    printf("sizes: %ld, from 0 to %d bytes\n", tried, LARGEST);
    return check_result("sizes");
}
