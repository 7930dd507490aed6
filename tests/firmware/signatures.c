/* Runs the searches of vectors.tsv through the C library, on every board and on a desktop, and
 * compares their signatures. Counts the searches that need more memory than the board has, without
 * running them. A lean library (LEAN=1) also refuses some searches, and a library with only
 * alpha-beta (ALPHA_BETA=1) refuses all tree searches. The program counts these searches, too. A
 * complete library must not refuse any search.
 *
 * Some boards have too little flash for all games in one program. PART 1 to 3 selects one of three
 * parts. */
#include <string.h>

#include "board.h"
#include "imm.h"
#include "print.h"
#include "tictactoe.h"

/* The lines of vectors.tsv as C code. A part contains only the searches of its games. */
#if PART == 1
#define VECTORS "vectors-1.inc"
#elif PART == 2
#define VECTORS "vectors-2.inc"
#elif PART == 3
#define VECTORS "vectors-3.inc"
#else
#define VECTORS "vectors.inc"
#endif

static const struct {
    const char *game, *player;
    uint64_t seed;
    size_t slots; /* for alpha-beta, the minimum number of plies */
    size_t buckets;
    uint64_t iterations;
    unsigned searches;
    uint64_t signature;
} vectors[] = {
#define VECTOR(...) {__VA_ARGS__},
#define GAME(name, game)
#include VECTORS
#undef VECTOR
#undef GAME
};

#ifndef LEAN
#define LEAN 0
#endif
#ifndef ALPHA_BETA
#define ALPHA_BETA 0
#endif

/* If a chance event comes before search n, n times this number is the random number that samples
 * its outcome. tests/vectors.rs uses the same number. */
#define SAMPLES 0x9E3779B9u

static _Alignas(IMM_ALIGN) unsigned char memory[MEMORY_SIZE];

void board_on_tick(uint32_t now_ms) { (void)now_ms; }

static void print_hex(uint64_t number) {
    char digits[17] = {0};
    for (int i = 0; i < 16; i++) digits[i] = "0123456789abcdef"[number >> (60 - 4 * i) & 15];
    board_print(digits);
}

/* Returns the game with this name. For an unknown name, returns a struct without callbacks, which
 * imm_init() refuses. */
static imm_game game_called(const char *name) {
#define VECTOR(...)
#define GAME(known, game)                                                                                              \
    if (!strcmp(name, known)) return game;
#include VECTORS
#undef VECTOR
#undef GAME
    imm_game none = {.struct_size = sizeof none};
    return none;
}

/* Returns the number of bytes that vector `i` needs. If the vector needs more bytes than the memory
 * has, returns any number above the memory size. */
static size_t size_of(size_t i, const imm_game *game, const imm_config *config) {
    if (config->algorithm != IMM_ALPHA_BETA) {
        return imm_memory_required(game, vectors[i].slots) + imm_leaf_memory(config, game);
    }
    size_t size = imm_alpha_beta_memory(game, (uint32_t)vectors[i].slots);
    if (!vectors[i].buckets) return size;
    /* The stack gets half of the block, so the loop starts with twice the size of the stack. */
    for (size *= 2; size <= sizeof memory; size += 64)
        if (imm_alpha_beta_buckets(config, game, size) == vectors[i].buckets) return size;
    return size;
}

/* Runs the searches of vector `i` in `size` bytes of memory, and plays the move that each search
 * finds. Combines the signatures of these searches in `signature`. */
static imm_status play(size_t i, size_t size, const imm_game *game, const imm_config *config, uint64_t *signature) {
    imm_state *state = NULL;
    imm_limits limits = imm_limits_default();
    imm_report report;
    limits.iterations = vectors[i].iterations;

    imm_status status = imm_init(memory, size, game, config, &state);
    for (unsigned n = 0; n < vectors[i].searches && status == IMM_OK && imm_outcome(state) == IMM_ONGOING; n++) {
        board_feed_watchdog();
        if (imm_player_to_move(state) == IMM_CHANCE) imm_play(state, imm_sample_chance(state, n * SAMPLES));
        status = imm_search_limited(state, &limits, &report);
        *signature = (*signature << 1 | *signature >> 63) ^ report.signature;
        if (status == IMM_OK) status = imm_play(state, report.best);
    }
    return status;
}

int main(void) {
    unsigned equal = 0, different = 0, left_out = 0, refused = 0;
    board_start();
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        imm_game game = game_called(vectors[i].game);
        uint64_t signature = 0;
        imm_config config = imm_config_default();
        imm_status status = imm_configure(&config, vectors[i].player);
        config.seed = vectors[i].seed;
        if ((LEAN && (status == IMM_ERR_SPEC || config.algorithm != IMM_MCTS)) ||
            (ALPHA_BETA && (status == IMM_ERR_SPEC || config.algorithm != IMM_ALPHA_BETA))) {
            refused++;
            continue;
        }
        size_t size = status == IMM_OK ? size_of(i, &game, &config) : 0;
        if (size > sizeof memory) {
            left_out++;
            continue;
        }
        if (status == IMM_OK) status = play(i, size, &game, &config, &signature);
        if (status == IMM_OK && signature == vectors[i].signature) {
            equal++;
            continue;
        }
        different++;
        board_print(vectors[i].game), board_print(" "), board_print(vectors[i].player), board_print(": ");
        if (status == IMM_OK) print_hex(signature), board_print(" instead of "), print_hex(vectors[i].signature);
        else board_print(imm_status_text(status));
        board_print("\n");
    }
    print_number(equal), board_print(" signatures equal, "), print_number(different), board_print(" different, ");
    print_number(left_out), board_print(" left out for want of memory, ");
    print_number(refused), board_print(" refused by a library without some searches; stack ");
    print_number((unsigned)board_stack_used()), board_print(" bytes\n");
    return different > 0 || equal == 0 || (refused > 0) != (LEAN || ALPHA_BETA);
}
