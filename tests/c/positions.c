/* Tests positions as bytes, undo, and clones of states. Tries every game, buffers and histories of
 * every size, damaged bytes and failing callbacks. */
#include <limits.h>

#include "all_games.h"

enum { BYTES_MAX = 600, TRUNK_SLOTS = 1 << 15 };

static uint32_t random_below(uint32_t bound) {
    static uint64_t seed = 7;
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((seed >> 33) % bound);
}

static imm_state *open_state(guarded *block, const imm_game *game, const char *spec, size_t size) {
    imm_config config = imm_config_default();
    imm_state *state = NULL;
    if (*spec) CHECK_EQ(imm_configure(&config, spec), IMM_OK);
    *block = guarded_new(size);
    CHECK_EQ(imm_init(block->memory, size, game, &config, &state), IMM_OK);
    return state;
}

static imm_state *open_plain(guarded *block, const imm_game *game) {
    return open_state(block, game, "", imm_memory_required(game, 200));
}

/* A snapshot: a position as bytes. */
typedef struct {
    unsigned char bytes[BYTES_MAX];
    size_t length;
} snapshot;

static snapshot taken(imm_state *state) {
    snapshot now;
    CHECK(imm_position_size(state) <= BYTES_MAX);
    CHECK_EQ(imm_position_bytes(state, now.bytes, sizeof now.bytes, &now.length), IMM_OK);
    CHECK(now.length <= imm_position_size(state));
    return now;
}

static int is_equal(const snapshot *a, const snapshot *b) {
    return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

/* Returns a random move, or IMM_MOVE_NONE if the game is over. */
static imm_move any_move(imm_state *state) {
    imm_move moves[128];
    int32_t count = imm_legal_moves(state, moves, 128);
    return count > 0 ? moves[random_below((uint32_t)count)] : IMM_MOVE_NONE;
}

static int play_any(imm_state *state) {
    imm_move move = any_move(state);
    if (move == IMM_MOVE_NONE) return 0;
    CHECK_EQ(imm_play(state, move), IMM_OK);
    return 1;
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

/* Copies the position of `state` into `other`, as bytes. After the copy, `other` must have the same
 * position, outcome and text, and must accept a legal move of `state`. */
static void check_read(imm_state *state, imm_state *other) {
    snapshot now = taken(state), read;
    char text[IMM_TEXT_MAX], again[IMM_TEXT_MAX];
    CHECK_EQ(imm_set_position_bytes(other, now.bytes, now.length), IMM_OK);
    read = taken(other);
    CHECK(is_equal(&now, &read));
    CHECK_EQ(imm_outcome(other), imm_outcome(state));
    if (imm_position_text(state, text, sizeof text) == IMM_OK) {
        CHECK_EQ(imm_position_text(other, again, sizeof again), IMM_OK);
        CHECK(strcmp(text, again) == 0);
    }
    imm_forget(state);
    if (imm_outcome(state) == IMM_ONGOING) {
        CHECK_EQ(imm_play(other, any_move(state)), IMM_OK);
        CHECK_EQ(imm_set_position_bytes(other, now.bytes, now.length), IMM_OK);
    }
}

/* A buffer that is long enough must get all bytes. A shorter buffer must stay unchanged. */
static void check_room(imm_state *state) {
    snapshot now = taken(state);
    for (size_t size = 0; size <= now.length + 1; size++) {
        guarded room = guarded_new(size);
        size_t length = 12345;
        imm_status status = imm_position_bytes(state, room.memory, size, &length);
        CHECK_EQ(status, size < now.length ? IMM_ERR_BUFFER : IMM_OK);
        CHECK_EQ(length, size < now.length ? 12345 : now.length);
        CHECK(size < now.length ? guarded_untouched(&room) : memcmp(room.memory, now.bytes, now.length) == 0);
        guarded_free(&room);
    }
}

/* Tries wrong numbers of bytes, which the library must reject. Also tries bytes with a flipped bit,
 * which the library must reject or read as another valid position. */
static void check_damage(imm_state *state, imm_state *other, int any_content) {
    snapshot now = taken(state), before = taken(other), bad = now;
    for (size_t length = 0; length <= now.length + 1; length++) {
        if (length == now.length) continue;
        CHECK_EQ(imm_set_position_bytes(other, now.bytes, length), IMM_ERR_BYTES);
        bad = taken(other);
        CHECK(is_equal(&bad, &before));
    }
    for (size_t bit = 0; bit < now.length * 8 && !any_content; bit += stride(7)) {
        snapshot turned = now, result;
        turned.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        imm_status status = imm_set_position_bytes(other, turned.bytes, turned.length);
        result = taken(other);
        CHECK(status == IMM_OK || status == IMM_ERR_BYTES);
        CHECK(is_equal(&result, status == IMM_OK ? &turned : &before));
        while (status == IMM_OK && random_below(20) && play_any(other)) continue;
        CHECK_EQ(imm_set_position_bytes(other, before.bytes, before.length), IMM_OK);
    }
}

static void check_bytes(const imm_game *game) {
    guarded one, two;
    imm_state *state = open_plain(&one, game), *other = open_plain(&two, game);
    for (int games = 0; games < 3; games++) {
        int ply = 0;
        CHECK_EQ(imm_restart(state), IMM_OK);
        do {
            check_read(state, other);
            if (ply % 16 == 0) check_room(state);
            if (ply % 24 == games) check_damage(state, other, is_own(game));
        } while (++ply < 300 && play_any(state));
    }
    for (unsigned stranger = 0; game_at(stranger); stranger++) {
        guarded third;
        imm_state *strange = open_plain(&third, game_at(stranger));
        snapshot bytes = taken(strange), before = taken(state), after;
        if (game_at(stranger) != game)
            CHECK_EQ(imm_set_position_bytes(state, bytes.bytes, bytes.length), IMM_ERR_BYTES);
        after = taken(state);
        CHECK(is_equal(&before, &after));
        guarded_free(&third);
    }
    guarded_free(&one);
    guarded_free(&two);
}

/* ---- Undo ------------------------------------------------------------------------------------ */

/* Plays `plies` moves, and takes back as many moves as the history holds. The same positions must
 * occur in reverse order. Returns the number of moves taken back. */
static int back_and_forth(imm_state *state, int plies) {
    static snapshot past[301];
    int played = 0, taken_back = 0;
    past[0] = taken(state);
    while (played < plies && play_any(state)) {
        CHECK_EQ(imm_play(state, IMM_MOVE_NONE),
                 imm_outcome(state) == IMM_ONGOING ? IMM_ERR_ILLEGAL_MOVE : IMM_ERR_GAME_OVER);
        past[++played] = taken(state);
    }
    while (imm_undo(state) == IMM_OK) {
        snapshot now = taken(state);
        if (++taken_back > played) break;
        CHECK(is_equal(&now, &past[played - taken_back]));
    }
    CHECK_EQ(imm_last_status(state), IMM_ERR_NO_PAST);
    snapshot left = taken(state);
    CHECK(is_equal(&left, &past[played - taken_back]));
    return taken_back;
}

static void check_undo(const imm_game *game) {
    guarded block;
    imm_state *state = open_plain(&block, game);
    CHECK_EQ(imm_undo(state), IMM_ERR_NO_PAST);
    for (uint32_t plies = 1; plies <= 60; plies += 1 + plies / 4) {
        guarded history = guarded_new(imm_history_size(state, plies));
        CHECK_EQ(imm_restart(state), IMM_OK);
        CHECK_EQ(imm_keep_history(state, history.memory, history.size), IMM_OK);
        int back = back_and_forth(state, 300);
        CHECK(back >= (int)plies || imm_outcome(state) == IMM_ONGOING);
        CHECK(back <= 300);
        CHECK(guarded_intact(&history));
        CHECK_EQ(imm_keep_history(state, NULL, 0), IMM_OK);
        CHECK_EQ(imm_undo(state), IMM_ERR_NO_PAST);
        guarded_free(&history);
    }
    size_t enough = 0;
    for (size_t size = 0; size <= imm_history_size(state, 3); size += stride(5)) {
        guarded history = guarded_new(size);
        imm_status status = imm_keep_history(state, history.memory, size);
        CHECK(status == IMM_OK || status == IMM_ERR_TOO_SMALL || size == 0);
        if (status == IMM_OK && size > 0) {
            enough = enough ? enough : size;
            CHECK(size > imm_history_size(state, 0));
            imm_restart(state);
            CHECK(back_and_forth(state, 12) >= 1);
        }
        CHECK_EQ(imm_keep_history(state, NULL, 0), IMM_OK);
        guarded_free(&history);
    }
    CHECK(enough && enough < imm_history_size(state, 1) + stride(5));
    guarded_free(&block);
}

/* Any change to the position except a move must clear the history. A search must give the same
 * result with and without a history. */
static void check_past_is_forgotten(const imm_game *game) {
    guarded one, two;
    imm_state *state = open_plain(&one, game), *plain = open_plain(&two, game);
    guarded history = guarded_new(imm_history_size(state, 40));
    char text[IMM_TEXT_MAX];
    imm_report report, expected;
    CHECK_EQ(imm_keep_history(state, history.memory, history.size), IMM_OK);
    for (int way = 0; way < 4; way++) {
        snapshot now = taken(state);
        CHECK(play_any(state));
        imm_status status = way == 0   ? imm_restart(state)
                            : way == 1 ? imm_set_position_bytes(state, now.bytes, now.length)
                            : way == 2 ? imm_shuffle(state, 3)
                            : imm_position_text(state, text, sizeof text) != IMM_OK ? IMM_ERR_UNSUPPORTED
                                                                                    : imm_set_position(state, text);
        CHECK(status == IMM_OK || status == IMM_ERR_UNSUPPORTED);
        CHECK_EQ(imm_undo(state), status == IMM_OK ? IMM_ERR_NO_PAST : IMM_OK);
        CHECK_EQ(imm_restart(state), IMM_OK);
    }
    CHECK_EQ(imm_forget(state), IMM_OK);
    CHECK(is_legal(state, imm_search(state, 0)));
    imm_move move = imm_search(plain, 0);
    CHECK_EQ(imm_play(plain, move), IMM_OK);
    CHECK_EQ(imm_play(state, move), IMM_OK);
    CHECK_EQ(iterate(plain, 100, &expected), IMM_OK);
    CHECK_EQ(iterate(state, 100, &report), IMM_OK);
    CHECK(report.signature == expected.signature);
    CHECK_EQ(imm_player_to_move(state), imm_player_to_move(plain));
    CHECK(imm_step(state, 0) == IMM_ERR_NO_LIMIT && imm_get_report(state, &report) == IMM_OK);
    guarded_free(&history);
    guarded_free(&one);
    guarded_free(&two);
}

/* ---- Clones ---------------------------------------------------------------------------------- */

static const char *const players[] = {"mcts()", "mcts(im0.4)", "mcts(greedy)", "bfm(c0.5)", "ab()", "ab(all)"};

/* A search that continues in a clone must equal an uninterrupted search. The clone must not use the
 * block of the original state. */
static void check_clone(const imm_game *game, const char *spec, size_t size) {
    guarded one, two, history, other = guarded_new(size);
    imm_report report, expected;
    imm_state *control = open_state(&one, game, spec, size), *state = open_state(&two, game, spec, size);
    imm_state *copy = NULL;
    size_t least = 0;
    check_what = spec;
    history = guarded_new(imm_history_size(state, 9));
    CHECK_EQ(imm_keep_history(state, history.memory, history.size), IMM_OK);
    for (int i = 0; i < 2; i++) {
        CHECK_EQ(iterate(control, 700, &expected), IMM_OK);
        CHECK_EQ(iterate(state, 700, &report), IMM_OK);
        if (i == 0) CHECK(imm_play(control, expected.best) == IMM_OK && imm_play(state, expected.best) == IMM_OK);
    }
    while (imm_clone(state, other.memory, least, &copy) == IMM_ERR_TOO_SMALL) {
        CHECK(copy == NULL);
        if (stride(2) == 1 && least % 64 == 0) CHECK(guarded_untouched(&other));
        least++;
    }
    /* The clone now gets a block of exactly the size that it needs, so the guard bytes show any
     * write outside of this block. */
    guarded_free(&other);
    other = guarded_new(least);
    CHECK_EQ(imm_clone(state, other.memory, least, &copy), IMM_OK);
    CHECK_EQ(imm_last_status(state), IMM_OK);
    CHECK(least <= size && (unsigned char *)copy == other.memory);
    CHECK_EQ(imm_undo(copy), IMM_ERR_NO_PAST);
    CHECK_EQ(imm_get_report(copy, &report), IMM_OK);
    CHECK_EQ(imm_get_report(state, &expected), IMM_OK);
    CHECK(report.signature == expected.signature && report.best == expected.best && report.visits == expected.visits);
    CHECK(report.iterations == expected.iterations && report.nodes == expected.nodes && report.value == expected.value);
    memset(two.memory, 0xEE, two.size);
    for (int i = 0; i < 3; i++) {
        CHECK_EQ(iterate(control, 700, &expected), IMM_OK);
        CHECK_EQ(iterate(copy, 700, &report), IMM_OK);
        CHECK(report.signature == expected.signature && report.best == expected.best);
        if (imm_outcome(control) != IMM_ONGOING || imm_play(control, expected.best) != IMM_OK) break;
        CHECK_EQ(imm_play(copy, expected.best), IMM_OK);
        if (imm_outcome(control) != IMM_ONGOING) break;
    }
    check_what = "";
    guarded_free(&one);
    guarded_free(&two);
    guarded_free(&other);
    guarded_free(&history);
}

static void check_clones(void) {
    for (unsigned at = 0; game_at(at); at++) {
        const imm_game *game = game_at(at);
        for (size_t i = 0; i < sizeof players / sizeof *players; i += stride(2)) {
            size_t least = imm_memory_required(game, 0) + 4096, stack = 2 * imm_alpha_beta_memory(game, 6);
            check_clone(game, players[i], least > stack ? least : stack);
            check_clone(game, players[i], least + 60000 > stack ? least + 60000 : stack);
        }
        /* A block whose tree has a trunk. */
        check_clone(game, players[at % 4], imm_memory_required(game, TRUNK_SLOTS));
    }
}

/* ---- Misuse ---------------------------------------------------------------------------------- */

/* Calls every function for snapshots, undo and clones. Each call must fail with `status` and write
 * nothing. */
static void refuse_positions(imm_state *state, imm_status status) {
    unsigned char bytes[BYTES_MAX];
    size_t length = 99;
    imm_state *copy = NULL;
    static _Alignas(IMM_ALIGN) unsigned char memory[65536];
    CHECK_EQ(imm_position_size(state), 0);
    CHECK_EQ(imm_position_bytes(state, bytes, sizeof bytes, &length), status);
    CHECK_EQ(imm_set_position_bytes(state, bytes, 17), status);
    CHECK_EQ(imm_keep_history(state, memory, sizeof memory), status);
    CHECK_EQ(imm_history_size(state, 3), 0);
    CHECK_EQ(imm_undo(state), status);
    CHECK_EQ(imm_clone(state, memory, sizeof memory, &copy), status);
    CHECK(length == 99 && copy == NULL);
}

static void reenter(imm_state *state) { refuse_positions(state, IMM_ERR_BUSY); }

static void check_misuse(void) {
    guarded block;
    unsigned char bytes[BYTES_MAX];
    size_t length = 99;
    imm_state *copy = NULL, *state;
    _Alignas(IMM_ALIGN) static unsigned char memory[65536];
    toy again = {REENTERS, 0, 0, 0, NULL, reenter};
    imm_game own = toy_game(&again), small = imm_kalah_small(6, 4, 0);

    refuse_positions(NULL, IMM_ERR_NULL);

    state = open_plain(&block, imm_kalah());
    CHECK_EQ(imm_position_bytes(state, NULL, 5, &length), IMM_ERR_NULL);
    CHECK_EQ(imm_position_bytes(state, NULL, 0, &length), IMM_ERR_BUFFER);
    CHECK_EQ(imm_position_bytes(state, bytes, sizeof bytes, NULL), IMM_ERR_NULL);
    CHECK_EQ(imm_set_position_bytes(state, NULL, 5), IMM_ERR_NULL);
    CHECK_EQ(imm_set_position_bytes(state, NULL, 0), IMM_ERR_BYTES);
    CHECK_EQ(imm_keep_history(state, NULL, 5), IMM_ERR_NULL);
    CHECK_EQ(imm_keep_history(state, memory + 1, 5000), IMM_ERR_MISALIGNED);
    CHECK_EQ(imm_clone(state, NULL, 5000, &copy), IMM_ERR_NULL);
    CHECK_EQ(imm_clone(state, memory, sizeof memory, NULL), IMM_ERR_NULL);
    CHECK_EQ(imm_clone(state, memory + 4, sizeof memory - 4, &copy), IMM_ERR_MISALIGNED);
    CHECK_EQ(imm_clone(state, block.memory + IMM_ALIGN, block.size, &copy), IMM_ERR_BUFFER);
    CHECK_EQ(imm_clone(state, block.memory, block.size, &copy), IMM_ERR_BUFFER);
    CHECK(length == 99 && copy == NULL && is_legal(state, imm_search(state, 0)));
    guarded_free(&block);

    state = open_plain(&block, &small);
    CHECK_EQ(imm_position_size(state), 0);
    CHECK_EQ(imm_last_status(state), IMM_ERR_UNSUPPORTED);
    refuse_positions(state, IMM_ERR_UNSUPPORTED);
    guarded_free(&block);

    state = open_plain(&block, &own);
    again.state = state;
    CHECK_EQ(iterate(state, 20, NULL), IMM_OK);
    guarded_free(&block);
}

/* Makes the n-th callback call and all later calls fail, for each n in turn. */
static void check_failing_callbacks(void) {
    guarded block;
    toy broken = {FAILS, 0, LONG_MAX, 0, NULL, NULL};
    imm_game own = toy_knows_all(&broken);
    imm_state *state = open_plain(&block, &own);
    guarded history = guarded_new(imm_history_size(state, 5));
    imm_status undone = IMM_ERR_CALLBACK, set = IMM_ERR_CALLBACK, played = IMM_ERR_CALLBACK;
    CHECK_EQ(imm_keep_history(state, history.memory, history.size), IMM_OK);
    CHECK_EQ(imm_play(state, 0), IMM_OK);
    snapshot before = taken(state);
    for (long call = 1; played != IMM_OK; call++) {
        snapshot now;
        broken.from = broken.calls + call;
        played = imm_play(state, 4);
        broken.from = LONG_MAX;
        now = taken(state);
        CHECK(played == IMM_OK || (played == IMM_ERR_CALLBACK && is_equal(&now, &before)));
    }
    for (long call = 1; undone != IMM_OK; call++) {
        snapshot now;
        broken.from = broken.calls + call;
        undone = imm_undo(state);
        broken.from = LONG_MAX;
        now = taken(state);
        CHECK(undone == IMM_OK || undone == IMM_ERR_CALLBACK);
        CHECK_EQ(is_equal(&now, &before), undone == IMM_OK);
    }
    for (long call = 1; set != IMM_OK; call++) {
        broken.from = broken.calls + call;
        set = imm_set_position_bytes(state, before.bytes, before.length);
        CHECK(set == IMM_OK || set == IMM_ERR_CALLBACK);
        broken.from = LONG_MAX;
    }
    CHECK_EQ(broken.misuses, 0);
    guarded_free(&history);
    guarded_free(&block);
}

/* The functions must reject caller-provided memory that overlaps the state's own block. The state
 * must stay usable. */
static void check_own_block(void) {
    guarded block = guarded_new(20000);
    imm_state *state = NULL;
    imm_config config = imm_config_default();
    CHECK_EQ(imm_init(block.memory, block.size, imm_kalah(), &config, &state), IMM_OK);
    CHECK_EQ(imm_step(state, 100), IMM_OK);
    const size_t places[] = {0, 16, 1024, 19984};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        size_t length = 7, room = imm_history_size(state, 4);
        void *inside = block.memory + places[i];
        CHECK_EQ(imm_keep_history(state, inside, room), IMM_ERR_BUFFER);
        CHECK_EQ(imm_keep_history(state, block.memory - 16, room), IMM_ERR_BUFFER);
        CHECK_EQ(imm_position_bytes(state, inside, 5000, &length), IMM_ERR_BUFFER);
        CHECK_EQ(imm_position_bytes(state, block.memory - 1, 5000, &length), IMM_ERR_BUFFER);
        CHECK_EQ(imm_save(state, inside, 1 << 20, &length), IMM_ERR_BUFFER);
        CHECK_EQ(length, 7);
    }
    CHECK_EQ(imm_step(state, 100), IMM_OK);
    CHECK_EQ(imm_outcome(state), IMM_ONGOING);
    CHECK(guarded_intact(&block));
    guarded_free(&block);
}

/* An evaluation callback that returns the value IMM_FAILED as a float. */
static float cannot_tell(void *context, const void *position) {
    (void)context;
    (void)position;
    return (float)IMM_FAILED;
}

static void check_failing_evaluation(void) {
    static _Alignas(IMM_ALIGN) unsigned char memory[20000];
    imm_game own = toy_knows_all(&fair);
    imm_state *state = NULL;
    own.evaluate = cannot_tell;
    CHECK_EQ(imm_open(memory, sizeof memory, &own, "mcts(im0.4)", 1, &state), IMM_OK);
    CHECK_EQ(imm_step(state, 10), IMM_ERR_CALLBACK);
    CHECK_EQ(imm_set_player_text(state, "mcts()", 1), IMM_OK);
    CHECK_EQ(imm_step(state, 10), IMM_OK);
}

/* Returns the reason why `text` is not a position of the game, or "" if `text` is valid.
 * imm_set_position() must agree. */
static const char *why(const imm_game *game, const char *text) {
    static char words[IMM_TEXT_MAX];
    guarded block;
    imm_state *state = open_plain(&block, game);
    CHECK_EQ(imm_position_error(game, text, words, sizeof words), IMM_OK);
    CHECK_EQ(imm_set_position(state, text), *words ? IMM_ERR_TEXT : IMM_OK);
    guarded_free(&block);
    return words;
}

static void mistakes_in_positions_are_explained(void) {
    static const struct {
        const imm_game *(*game)(void);
        const char *text, *why;
    } rows[] = {
        {imm_oware, "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1", ""},
        {imm_oware, "4,4,4,4,4,4|0|4,4,4,4,4,4|1 1", "expected 48 seeds in all, not more"},
        {imm_oware, "4,4,4,4,4,4|0|4,4,4,4,4,3|0 1", "expected 48 seeds in all, not fewer"},
        {imm_oware, "4,4,4,4,4|0|4,4,4,4,4,4|4 1", "character 10 is '|', expected ,"},
        {imm_oware, "4,4,4,4,4,4|0|4,4,4,4,4,4|0", "the text ends after 27 characters, expected a blank"},
        {imm_oware, "4,4,4,4,4,4|0|4,4,4,4,4,4|0 3", "character 29 is '3', expected 1, 2 or -"},
        {imm_oware, "4,4,4,4,4,4|0|4,4,4,4,4,4|0 -",
         "character 29 is '-', expected 1 or 2, because the game is not over"},
        {imm_oware, "1,1,0,0,0,0|24|0,0,0,0,0,0|22 1", ""},
        {imm_kalah, "0,0,0,0,0,0|20|1,0,0,0,0,0|27 1", ""},
        {imm_kalah, "x", "character 1 is 'x', expected a number from 0 to 255"},
        {imm_breakthrough, "", "the text ends after 0 characters, expected w, b or ."},
        {imm_loa, "b......./......../......../......../......../......../......../........ 1",
         "expected a piece of each side"},
        {imm_othello, "......../......../......../......../......../......../......../........ 1",
         "character 73 is '1', expected -, because the game is over"},
        {imm_onitama, "bbBbb/...../...../...../wwWww tiger,tiger ox,crab eel 1",
         "character 37 is 't', expected the name of a card that is not listed yet"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *found = why(rows[i].game(), rows[i].text);
        if (strcmp(found, rows[i].why) != 0) printf("%s: %s, not %s\n", rows[i].text, found, rows[i].why);
        CHECK(strcmp(found, rows[i].why) == 0);
    }
    char words[IMM_TEXT_MAX] = "x";
    toy t;
    memset(&t, 0, sizeof t);
    imm_game own = toy_game(&t), no_board = imm_breakthrough_board(9, 9);
    CHECK_EQ(imm_position_error(&own, "", words, sizeof words), IMM_ERR_UNSUPPORTED);
    CHECK_EQ(imm_position_error(&no_board, "", words, sizeof words), IMM_ERR_GAME);
    CHECK_EQ(imm_position_error(imm_loa(), "\xFF", words, sizeof words), IMM_ERR_TEXT);
    CHECK_EQ(imm_position_error(imm_loa(), "x", words, 8), IMM_ERR_BUFFER);
    CHECK(*words == '\0');
}

int main(void) {
    check_own_block();
    mistakes_in_positions_are_explained();
    check_failing_evaluation();
    for (unsigned at = 0; game_at(at); at++) {
        check_bytes(game_at(at));
        check_undo(game_at(at));
        check_past_is_forgotten(game_at(at));
    }
    check_clones();
    check_misuse();
    check_failing_callbacks();
    CHECK_EQ(fair.misuses, 0);
    return check_result("positions");
}
