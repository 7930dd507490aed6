/* Measures the cost of callbacks: searches Breakthrough as a built-in game, and as a custom game
 * that is implemented in the same way as the built-in game.
 *
 *     speed [ITERATIONS [ROUNDS [MAX_RATIO]]]
 *
 * First plays random games to check that both games are the same: the same moves in the same order,
 * and the same values. Two players search both games alternately, for ROUNDS rounds. In every
 * round, both games must give the same tree. Prints simulations per second and the median ratio of
 * the rounds. Fails if the ratio is above MAX_RATIO. A MAX_RATIO of 0 allows any ratio. Without
 * arguments, only checks that the games are the same. `tests/c/run speed` measures the published
 * figures. */
#include <math.h>
#include <time.h>

#include "opened.h"

/* ---- Breakthrough ---------------------------------------------------------------------------- */

typedef struct {
    uint64_t own, other; /* pieces of the player to move, and of the opponent; a1 is bit 0, h8 bit 63 */
    imm_player player;
} breakthrough;

typedef struct {
    uint64_t left, straight, right;
} targets;

enum { MAX_MOVES = 48, MAX_PLIES = 177, SCHADD_ENTRIES = 41 };

static const uint64_t FILE_A = 0x0101010101010101, HIGH_BITS = 0x8080808080808080, ROW_1 = 0xFF;

/* Tables that every callback reads through `context`. */
typedef struct {
    float schadd[2 * SCHADD_ENTRIES - 1]; /* tanh(d / 24), at index d + SCHADD_ENTRIES - 1 */
    uint8_t select_in_byte[256 * 8];      /* 8 * byte + k: the index of the k-th set bit */
} tables;

static tables the_tables;

static void fill_tables(tables *t) {
    for (int d = 0; d < SCHADD_ENTRIES; d++) {
        float value = (float)(round(tanh(d / 24.0) * 32767) / 32767);
        t->schadd[SCHADD_ENTRIES - 1 + d] = value;
        t->schadd[SCHADD_ENTRIES - 1 - d] = -value;
    }
    for (unsigned byte = 0; byte < 256; byte++)
        for (unsigned bit = 0, k = 0; bit < 8; bit++)
            if (byte >> bit & 1) t->select_in_byte[8 * byte + k++] = (uint8_t)bit;
}

static inline uint32_t ones(uint64_t word) { return (uint32_t)__builtin_popcountll(word); }

static inline targets targets_of(const breakthrough *b) {
    uint64_t not_own = ~b->own, empty = not_own & ~b->other, file_h = FILE_A << 7;
    if (b->player == IMM_FIRST)
        return (targets){b->own << 7 & ~file_h & not_own, b->own << 8 & empty, b->own << 9 & ~FILE_A & not_own};
    return (targets){b->own >> 9 & ~file_h & not_own, b->own >> 8 & empty, b->own >> 7 & ~FILE_A & not_own};
}

/* Returns the number of a move: from + 64 * to. `right` is -1, 0 or 1: left, straight or right. */
static inline imm_move move_to(const breakthrough *b, uint32_t target, int right) {
    int step = (b->player == IMM_FIRST ? 8 : -8) + right;
    return ((target - (uint32_t)step) & 63) | target << 6;
}

/* Returns a word with one count in each byte: the number of set bits of `word` up to the end of
 * this byte. */
static inline uint64_t running_counts(uint64_t word) {
    uint64_t pairs = word - (word >> 1 & 0x5555555555555555);
    uint64_t nibbles = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333);
    return ((nibbles + (nibbles >> 4)) & 0x0F0F0F0F0F0F0F0F) * FILE_A;
}

/* Returns the index of the set bit with `rank` set bits below it. `running` is the result of
 * running_counts() for `word`. */
static inline uint32_t select_bit(const tables *t, uint64_t word, uint64_t running, uint32_t rank) {
    uint64_t above = (running + (127 - (uint64_t)rank) * FILE_A) & HIGH_BITS;
    uint32_t start = (uint32_t)__builtin_ctzll(above) & 0x38;
    uint64_t below = running << 8 >> start & 0xFF, byte = word >> start & 0xFF;
    return start + t->select_in_byte[(byte * 8 + rank - below) & 0x7FF];
}

static imm_move *list(const breakthrough *b, uint64_t squares, int right, imm_move *moves) {
    for (; squares; squares &= squares - 1) *moves++ = move_to(b, (uint32_t)__builtin_ctzll(squares), right);
    return moves;
}

static void initial(void *context, void *position) {
    breakthrough *b = (breakthrough *)position;
    (void)context;
    b->own = 0xFFFF;
    b->other = b->own << 48;
    b->player = IMM_FIRST;
}

static uint32_t legal_moves(void *context, const void *position, imm_move *moves) {
    const breakthrough *b = (const breakthrough *)position;
    targets t = targets_of(b);
    (void)context;
    imm_move *end = list(b, t.right, 1, list(b, t.straight, 0, list(b, t.left, -1, moves)));
    return (uint32_t)(end - moves);
}

static imm_move random_move(void *context, const void *position, uint32_t random) {
    const breakthrough *b = (const breakthrough *)position;
    targets t = targets_of(b);
    uint32_t straight_from = ones(t.left), right_from = straight_from + ones(t.straight);
    uint32_t count = right_from + ones(t.right);
    uint32_t rank = (uint32_t)((uint64_t)random * count >> 32);
    /* The direction of the move is random, so the processor could not predict branches. Masks
     * replace the branches, and the counts are computed for all three directions. */
    uint64_t left = 0 - (uint64_t)(rank < straight_from), right = 0 - (uint64_t)(rank >= right_from);
    uint64_t straight = ~(left | right);
    uint64_t squares = (t.left & left) | (t.straight & straight) | (t.right & right);
    uint64_t running = (running_counts(t.left) & left) | (running_counts(t.straight) & straight) |
                       (running_counts(t.right) & right);
    uint32_t first = (straight_from & (uint32_t)straight) | (right_from & (uint32_t)right);
    return move_to(b, select_bit((const tables *)context, squares, running, rank - first), (int)left - (int)right);
}

static void make(void *context, void *position, imm_move move, void *undo) {
    breakthrough *b = (breakthrough *)position;
    uint64_t from = UINT64_C(1) << (move & 63), to = UINT64_C(1) << (move >> 6 & 63);
    uint64_t moved = b->own ^ (from | to);
    (void)context;
    *(uint64_t *)undo = b->other & to;
    b->own = b->other & ~to;
    b->other = moved;
    b->player ^= 1;
}

static void unmake(void *context, void *position, imm_move move, const void *undo) {
    breakthrough *b = (breakthrough *)position;
    uint64_t from = UINT64_C(1) << (move & 63), to = UINT64_C(1) << (move >> 6 & 63);
    uint64_t foes = b->own | *(const uint64_t *)undo;
    (void)context;
    b->own = b->other ^ (from | to);
    b->other = foes;
    b->player ^= 1;
}

static imm_player to_move(void *context, const void *position) {
    (void)context;
    return ((const breakthrough *)position)->player;
}

/* Only the player who just moved can have won. */
static imm_result outcome(void *context, const void *position) {
    const breakthrough *b = (const breakthrough *)position;
    uint64_t goal = b->player == IMM_FIRST ? ROW_1 : ROW_1 << 56;
    (void)context;
    if (!(b->other & goal) && b->own) return IMM_ONGOING;
    return b->player == IMM_FIRST ? IMM_SECOND_WINS : IMM_FIRST_WINS;
}

/* Returns the evaluation efMS: 10 points per piece and 2.5 per row of the furthest piece. */
static float evaluate(void *context, const void *position) {
    const breakthrough *b = (const breakthrough *)position;
    uint64_t first = b->player == IMM_FIRST ? b->own : b->other, second = b->player == IMM_FIRST ? b->other : b->own;
    int rows_first = first ? (63 - __builtin_clzll(first)) / 8 : 0;
    int rows_second = second ? (63 - __builtin_ctzll(second)) / 8 : 0;
    int d = 4 * ((int)ones(first) - (int)ones(second)) + rows_first - rows_second;
    int last = SCHADD_ENTRIES - 1;
    d = d < -last ? -last : d > last ? last : d;
    return ((const tables *)context)->schadd[d + last];
}

static imm_game own_game(void) {
    imm_game game = game_of(sizeof(breakthrough), MAX_MOVES, initial, legal_moves, make, unmake, to_move, outcome);
    game.undo_size = sizeof(uint64_t), game.max_plies = MAX_PLIES;
    game.context = &the_tables;
    game.evaluate = evaluate, game.random_move = random_move;
    return game;
}

/* ---- The same game --------------------------------------------------------------------------- */

enum { SLOTS = 400000 };

static imm_state *open_slots(guarded *block, const imm_game *game, const char *spec, size_t slots) {
    return open_state(block, game, spec, imm_memory_required(game, slots), 1);
}

static void same_moves(const imm_game *own) {
    guarded blocks[2];
    imm_state *a = open_slots(&blocks[0], imm_breakthrough(), "mcts(efMS)", 0);
    imm_state *b = open_slots(&blocks[1], own, "mcts()", 0);
    uint32_t random = 1;
    for (int game = 0; game < 200; game++) {
        imm_move moves[2][MAX_MOVES];
        float values[2];
        while (imm_outcome(a) == IMM_ONGOING) {
            int32_t count = imm_legal_moves(a, moves[0], MAX_MOVES);
            CHECK_EQ(imm_legal_moves(b, moves[1], MAX_MOVES), count);
            CHECK(memcmp(moves[0], moves[1], (size_t)count * sizeof(imm_move)) == 0);
            CHECK(imm_evaluate(a, &values[0]) == IMM_OK && imm_evaluate(b, &values[1]) == IMM_OK);
            CHECK(values[0] == values[1]);
            CHECK_EQ(imm_player_to_move(b), imm_player_to_move(a));
            random = random * 1664525 + 1013904223;
            imm_move move = moves[0][(uint64_t)random * (uint32_t)count >> 32];
            CHECK(imm_play(a, move) == IMM_OK && imm_play(b, move) == IMM_OK);
            CHECK_EQ(imm_outcome(b), imm_outcome(a));
        }
        imm_restart(a);
        imm_restart(b);
    }
    guarded_free(&blocks[0]);
    guarded_free(&blocks[1]);
}

/* ---- Its cost -------------------------------------------------------------------------------- */

/* Returns the processor time of this program in seconds. Other programs do not count. */
static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

/* Runs one search from the start with an empty tree. Returns its time in seconds, and writes its
 * signature to `signature`. */
static double search(const imm_game *game, const char *spec, uint64_t iterations, uint64_t *signature) {
    guarded block;
    imm_report report;
    imm_limits limits = imm_limits_default();
    imm_state *state = open_slots(&block, game, spec, SLOTS);
    limits.iterations = iterations;
    double start = seconds();
    CHECK_EQ(imm_search_limited(state, &limits, &report), IMM_OK);
    double taken = seconds() - start;
    *signature = report.signature;
    guarded_free(&block);
    return taken;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *numbers, size_t count) {
    qsort(numbers, count, sizeof *numbers, ascending);
    return (numbers[(count - 1) / 2] + numbers[count / 2]) / 2;
}

enum { MOST_ROUNDS = 101 };

static void compare(const char *spec, const char *own_spec, const imm_game *own, uint64_t iterations, size_t rounds,
                    double max_ratio) {
    static double built_in[MOST_ROUNDS], callbacks[MOST_ROUNDS], ratios[MOST_ROUNDS];
    for (size_t i = 0; i < rounds; i++) {
        uint64_t signatures[2];
        for (size_t half = 0; half < 2; half++) /* the two games alternate in who goes first */
            if ((half ^ i) & 1) callbacks[i] = search(own, own_spec, iterations, &signatures[1]);
            else built_in[i] = search(imm_breakthrough(), spec, iterations, &signatures[0]);
        ratios[i] = callbacks[i] / built_in[i];
        CHECK(signatures[0] == signatures[1]); /* exactly the same tree */
    }
    double ratio = median(ratios, rounds), n = (double)iterations;
    if (rounds > 1)
        printf("%-17s built in %8.0f/s   callbacks %8.0f/s   ratio %.3f\n", spec, n / median(built_in, rounds),
               n / median(callbacks, rounds), ratio);
    if (max_ratio > 0) CHECK(ratio <= max_ratio);
}

int main(int count, char **arguments) {
    uint64_t iterations = count > 1 ? strtoull(arguments[1], NULL, 10) : 2000;
    size_t rounds = count > 2 ? strtoul(arguments[2], NULL, 10) : 1;
    double max_ratio = count > 3 ? strtod(arguments[3], NULL) : 0;
    if (rounds < 1 || rounds > MOST_ROUNDS) rounds = MOST_ROUNDS;
    fill_tables(&the_tables);
    imm_game own = own_game();
    same_moves(&own);
    compare("mcts()", "mcts()", &own, iterations, rounds, max_ratio);
    compare("mcts(im0.4,efMS)", "mcts(im0.4)", &own, iterations, rounds, max_ratio);
    return check_result("speed");
}
