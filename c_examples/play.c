/* A person plays a built-in game against imm, on the terminal.
 *
 *     play [GAME] [--first|--second|--watch] [--level N] [--ms N] [--clock S[+I]]
 *          [--player SPEC] [--seed N] [--memory KIB] [--threads N] [--thinking] [--help]
 *
 * GAME is breakthrough, breakthrough_6x6 (columns x rows), loa (Lines of Action), loa_openspiel
 * (with the rules of OpenSpiel), kalah, kalah_std, kalah_stays (capture rules), kalah_std_4x3
 * (houses x seeds), oware, othello, othello_discs (empty squares do not count), onitama,
 * onitama_7 (other cards) or einstein (a game with a die). Commands at the prompt can change the
 * game, the side, the level, the time and the player; `help` lists the commands. The program also
 * works through a pipe.
 *
 * Good places to start reading: open_state() sets imm up and gives it memory for undo, imm_turn()
 * makes imm move, undo() takes moves back, save_game() and load_game() save and load a game with
 * its search. */
#include "pages.h" /* must come first, see pages.h */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
#define HAS_THREADS 1
#else
#define HAS_THREADS 0
#endif

#include "board.h"
#include "console.h"

enum {
    PLIES_MAX = 20000,
    MOVES_MAX = 96,
    LINE_MAX_MOVES = 12,
    INPUT_MAX = 512,
    LEVEL_MAX = 10,
    START_MAX = 1024,
    THREADS_MAX = 64
};
enum { FIRST = 1, SECOND = 2 }; /* bits of `people` */

/* The settings from the command line and from the commands at the prompt. */
typedef struct {
    imm_game game;
    board board;
    unsigned people;       /* the sides that a person plays: 0 (watch), FIRST or SECOND */
    uint32_t ms;           /* imm's time for each move */
    uint32_t level;        /* imm's strength, 1 to 10, which ignores `ms`; 0: full strength */
    uint32_t clock_ms;     /* imm's clock for the whole game; 0: `ms` for each move */
    uint32_t increment_ms; /* time that each of imm's moves adds */
    bool thinking;         /* show imm's search while it runs */
    imm_config config;
    size_t memory_size;
    uint32_t threads; /* threads for each search, on one tree if the player has one */
} settings;

/* A game in play. */
typedef struct {
    settings set;
    void *memory;
    imm_state *state;
    imm_state *helpers[THREADS_MAX]; /* the states of the other threads, `threads` - 1 */
    void *tree;                      /* the shared tree; NULL: each state has its own, and the results are merged */
    size_t tree_size;
    bool merged;                    /* `state` has the results of the helpers, too */
    imm_limits limits;              /* for a move at a level */
    imm_state *scratch;             /* without a tree: tests settings, and converts lines of moves to text */
    unsigned char start[START_MAX]; /* the position at the start, as bytes */
    size_t start_length;
    imm_move moves[PLIES_MAX];
    imm_player movers[PLIES_MAX];
    unsigned plies;
    char last[IMM_TEXT_MAX]; /* the latest move as text */
    uint64_t shuffles;
    uint32_t dice;                 /* the random number of the next roll, apart from the seed */
    imm_config player;             /* the player in use, if the settings have "best" */
    uint32_t left_ms[2];           /* time left on the clocks, if imm has one */
    unsigned char here[START_MAX]; /* the position where imm thinks, as bytes */
    size_t here_length;
    imm_player thinker;
    bool over; /* the result has been shown */
    bool quit;
    const char *rest; /* the text after the word of a command */
} table;

/* The memory of the scratch state. It has room for 200 nodes, or for fewer if the player has a
 * net. */
static _Alignas(IMM_ALIGN) unsigned char scratch_memory[IMM_LOA_MEMORY_SIZE(200)];
static _Alignas(IMM_ALIGN) unsigned char past_memory[1 << 20]; /* for undo: drops the oldest moves */

/* True if the game still has no result after PLIES_MAX plies: some games, for example Onitama, can
 * go on forever. */
static bool is_too_long(const table *t) { return t->plies == PLIES_MAX && imm_outcome(t->state) == IMM_ONGOING; }

static bool is_over(const table *t) { return imm_outcome(t->state) != IMM_ONGOING || is_too_long(t); }

static bool is_person(const table *t, imm_player player) {
    return player != IMM_CHANCE && (t->set.people & (player == IMM_FIRST ? FIRST : SECOND)) != 0;
}

/* ---- Numbers and players --------------------------------------------------------------------- */

/* Reads a clock: the seconds for the whole game and, after a plus, the seconds added for each move,
 * for example "60+0.5". */
static bool read_clock(settings *set, const char *text) {
    char *plus, *end;
    double base = strtod(text, &plus), increment = 0;
    end = plus;
    if (*plus == '+') increment = strtod(plus + 1, &end);
    if (plus == text || end == plus + 1 || *end != '\0' || !(base >= 0.001 && base < 4e6) ||
        !(increment >= 0 && increment < 4e6))
        return false;
    set->clock_ms = (uint32_t)(base * 1000), set->increment_ms = (uint32_t)(increment * 1000);
    return true;
}

static bool choose_game(settings *set, const char *name) { return board_choose(&set->board, &set->game, name); }

static bool choose_player(settings *set, const char *spec) {
    if (imm_configure(&set->config, spec) == IMM_OK) return true;
    char why[256] = "";
    imm_configure_error(spec, why, sizeof why);
    printf("%s\nA player looks like this: best, or mcts(c1.0,im0.4,efMS,ipp)\n", *why ? why : "The player is no text.");
    return false;
}

/* ---- The state ------------------------------------------------------------------------------- */

/* Gives the shared tree to the states of the first `threads` threads. Does nothing for a state that
 * already has the tree. */
static imm_status share_tree(table *t, uint32_t threads) {
    imm_status status = IMM_OK;
    for (uint32_t i = 0; i < threads && status == IMM_OK; i++)
        status = imm_share_tree(i == 0 ? t->state : t->helpers[i - 1], t->tree, t->tree_size);
    return status;
}

/* Returns the memory of one thread in bytes. imm_best() chooses the player for this amount of
 * memory. */
static size_t memory_of_thread(const settings *set) { return set->memory_size / set->threads; }

/* With this much memory for each thread, a state is large enough for a trunk. imm_share_tree()
 * explains the trunk. */
enum { LARGE = 4 << 20 };

/* Opens one state for each thread. If `together` is true, each state is small and all states share
 * one tree in the rest of the memory. Otherwise each state gets an equal part of the memory. */
static imm_status open_threads(table *t, const settings *set, const imm_config *player, bool together) {
    imm_config config = *player;
    size_t part = memory_of_thread(set) / IMM_ALIGN * IMM_ALIGN;
    t->tree = NULL;
    if (together) {
        size_t top = imm_memory_required(&set->game, part < LARGE ? 4096 : 32768);
        top += imm_leaf_memory(&config, &set->game);
        if (set->threads == 1 || top == 0 || top >= part / 2) return IMM_ERR_TOO_SMALL;
        part = (top + IMM_ALIGN - 1) / IMM_ALIGN * IMM_ALIGN;
        t->tree = (char *)t->memory + set->threads * part, t->tree_size = set->memory_size - set->threads * part;
        memset(t->tree, 0, t->tree_size);
    }
    imm_status status = imm_init(t->memory, part, &set->game, &config, &t->state);
    for (uint32_t i = 1; i < set->threads && status == IMM_OK; i++) {
        config.seed++; /* each thread needs different random numbers */
        status = imm_init((char *)t->memory + i * part, part, &set->game, &config, &t->helpers[i - 1]);
    }
    return status == IMM_OK && together ? share_tree(t, set->threads) : status;
}

/* Replaces the player "best" with the strongest player. If a level is set, replaces "best" with
 * mcts(), because the levels were measured for mcts(). */
static imm_status choose_best(const settings *set, imm_config *config) {
    if (config->algorithm != IMM_BEST) return IMM_OK;
    if (set->level == 0) return imm_best(&set->game, memory_of_thread(set), set->ms, config);
    config->algorithm = IMM_MCTS;
    return IMM_OK;
}

/* Tests the settings in the scratch state, then sets imm up with them at the starting position. If
 * the test fails, the game continues unchanged. */
static bool open_state(table *t, const settings *set) {
    imm_config config = set->config;
    t->limits = imm_limits_default();
    imm_status status = choose_best(set, &config);
    if (set->level > 0) imm_level(set->level, &config, &t->limits);
    if (status == IMM_OK) status = imm_init(scratch_memory, sizeof scratch_memory, &set->game, &config, &t->scratch);
    if (status == IMM_OK) {
        status = open_threads(t, set, &config, true);
        if (status != IMM_OK) status = open_threads(t, set, &config, false);
        if (status == IMM_OK) imm_keep_history(t->state, past_memory, sizeof past_memory);
        t->set = *set, t->player = config, t->merged = false;
    } else if (t->state) {
        imm_init(scratch_memory, sizeof scratch_memory, &t->set.game, &t->player, &t->scratch);
    }
    if (status != IMM_OK) printf("That cannot be played: %s.\n", imm_status_text(status));
    return status == IMM_OK;
}

static void note_move(table *t, imm_move move) {
    t->movers[t->plies] = imm_player_to_move(t->state);
    t->moves[t->plies++] = move;
    imm_move_text(t->state, move, t->last, sizeof t->last);
    imm_play(t->state, move);
    for (uint32_t i = 1; i < t->set.threads; i++) imm_play(t->helpers[i - 1], move); /* else: helpers_follow() */
    t->merged = false;
}

/* Starts a new game from the current position of the state. */
static void begin_here(table *t) {
    t->left_ms[0] = t->left_ms[1] = t->set.clock_ms;
    t->plies = 0;
    t->last[0] = '\0';
    imm_position_bytes(t->state, t->start, sizeof t->start, &t->start_length);
}

/* Replays the first `plies` moves from the start of the game. Needed after imm's player has
 * changed. */
static void replay(table *t, unsigned plies) {
    t->plies = 0;
    t->last[0] = '\0';
    imm_set_position_bytes(t->state, t->start, t->start_length);
    while (t->plies < plies) note_move(t, t->moves[t->plies]);
}

/* Copies the current position of the game to the scratch state. */
static void follow(table *t) {
    unsigned char bytes[START_MAX];
    size_t length;
    if (imm_position_bytes(t->state, bytes, sizeof bytes, &length) == IMM_OK)
        imm_set_position_bytes(t->scratch, bytes, length);
}

/* ---- Output ---------------------------------------------------------------------------------- */

static void show_board(table *t) {
    char position[IMM_TEXT_MAX] = "";
    board b = t->set.board;
    b.near = t->set.people == SECOND ? IMM_SECOND : IMM_FIRST;
    b.name[0] = is_person(t, IMM_FIRST) ? "you (first)" : "imm (first)";
    b.name[1] = is_person(t, IMM_SECOND) ? "you (second)" : "imm (second)";
    imm_position_text(t->state, position, sizeof position);
    board_draw(stdout, &b, position, t->last, t->plies ? t->movers[t->plies - 1] : IMM_FIRST);
}

/* Returns `value` from the point of view of `player`. `value` is from the first player's point of
 * view, like all values of imm. */
static double value_for(imm_player player, float value) { return player == IMM_FIRST ? (double)value : -(double)value; }

static const char *proof_for(imm_player player, imm_proof proof) {
    if (proof == IMM_UNPROVEN) return "";
    if (proof == IMM_PROVEN_DRAW) return "draw";
    return (proof == IMM_PROVEN_FIRST_WINS) == (player == IMM_FIRST) ? "win" : "loss";
}

static void show_candidates(table *t) {
    imm_candidate candidates[MOVES_MAX];
    imm_player player = imm_player_to_move(t->state);
    int32_t count = imm_candidates(t->state, candidates, MOVES_MAX);
    if (count <= 0) return;
    int width = (int)strlen(t->set.board.like) + 2;
    printf("%-*s  visits   value  proven\n", width, "move");
    for (int32_t i = 0; i < count; i++) {
        char text[IMM_TEXT_MAX];
        imm_move_text(t->state, candidates[i].move, text, sizeof text);
        imm_proof proof = candidates[i].proof;
        printf("%-*s %7" PRIu32 "  %+.3f  %s", width, text, candidates[i].visits,
               value_for(player, candidates[i].value), proof_for(player, proof));
        if (proof == IMM_PROVEN_FIRST_WINS || proof == IMM_PROVEN_SECOND_WINS)
            printf(" in %" PRIu32, candidates[i].distance + 1); /* plies, this move included */
        putchar('\n');
    }
}

static void show_line(table *t) {
    imm_move line[LINE_MAX_MOVES];
    int32_t length = imm_line(t->state, line, LINE_MAX_MOVES);
    follow(t);
    printf("expected:");
    for (int32_t i = 0; i < length; i++) {
        char text[IMM_TEXT_MAX];
        if (imm_move_text(t->scratch, line[i], text, sizeof text) != IMM_OK) break;
        printf(" %s", text);
        imm_play(t->scratch, line[i]);
    }
    putchar('\n');
}

static void show_moves(table *t) {
    imm_move moves[MOVES_MAX];
    int32_t count = imm_legal_moves(t->state, moves, MOVES_MAX);
    printf("moves:");
    for (int32_t i = 0; i < count; i++) {
        char text[IMM_TEXT_MAX];
        imm_move_text(t->state, moves[i], text, sizeof text);
        printf(" %s", text);
    }
    putchar('\n');
}

/* Shows which side the person plays, where this side is on the board, and which player imm uses. */
static void show_sides(const table *t) {
    const board *b = &t->set.board;
    if (!t->set.people) {
        puts("imm plays both sides.");
        return;
    }
    bool second = t->set.people == SECOND;
    printf("You are the %s player", second ? "second" : "first");
    if (b->houses) printf(": yours are the lower row and the store on the right");
    else if (b->letters) printf(" (%c)%s", b->letters[second], b->upwards ? " and move up the board" : "");
    puts(". `rules` tells how the game is played, `help` lists the commands.");
    char player[IMM_PLAYER_TEXT_MAX];
    if (imm_config_text(&t->player, player, sizeof player) != IMM_OK) return;
    char why[IMM_TEXT_MAX];
    const settings *set = &t->set;
    bool is_best = set->config.algorithm == IMM_BEST && set->level == 0 &&
                   imm_best_why(&set->game, memory_of_thread(set), set->ms, why, sizeof why) == IMM_OK;
    printf("imm's player: %s%s%s.\n", player, is_best ? ", the best: " : "", is_best ? why : "");
}

static void show_result(table *t) {
    imm_result result = imm_outcome(t->state);
    show_board(t);
    if (result == IMM_DRAW || result == IMM_ONGOING) {
        puts(result == IMM_DRAW ? "The game is over: a draw." : "The game is over: it would go on for ever.");
        return;
    }
    imm_player winner = result == IMM_FIRST_WINS ? IMM_FIRST : IMM_SECOND;
    if (!t->set.people) {
        printf("The game is over: %s wins.\n", winner == IMM_FIRST ? "first" : "second");
        return;
    }
    const char *who = is_person(t, winner) ? "you win" : "imm wins";
    printf("The game is over: %s (%s player).\n", who, winner == IMM_FIRST ? "first" : "second");
}

/* ---- Commands: `t->rest` is the text after the word ------------------------------------------ */

static void new_game(table *t) {
    imm_restart(t->state);
    begin_here(t);
    show_board(t);
}

static void set_game(table *t) {
    settings set = t->set;
    if (!choose_game(&set, t->rest)) {
        printf("There is no game '%s': try " BOARD_GAMES ".\n", t->rest);
    } else if (open_state(t, &set)) {
        begin_here(t);
        show_sides(t);
        show_board(t);
    }
}

static void set_player(table *t) {
    settings set = t->set;
    if (choose_player(&set, t->rest) && open_state(t, &set)) replay(t, t->plies);
}

static void set_ms(table *t) {
    uint64_t ms;
    if (console_read_number(t->rest, UINT32_MAX, &ms)) t->set.ms = (uint32_t)ms;
    else puts("How many milliseconds a move? For example: ms 500");
}

static void set_level(table *t) {
    uint64_t level;
    settings set = t->set;
    if (!console_read_number(t->rest, LEVEL_MAX, &level)) {
        puts("How strong shall imm play? level 1 to level 10; level 0: as well as it can");
        return;
    }
    set.level = (uint32_t)level;
    if (open_state(t, &set)) replay(t, t->plies);
}

static void set_side(table *t) {
    if (strcmp(t->rest, "first") == 0) t->set.people = FIRST;
    else if (strcmp(t->rest, "second") == 0) t->set.people = SECOND;
    else {
        puts("Which side do you play? side first, or side second");
        return;
    }
    show_sides(t);
    show_board(t);
}

static void set_position(table *t) {
    char text[IMM_TEXT_MAX] = "";
    if (*t->rest && imm_set_position(t->state, t->rest) == IMM_OK) {
        begin_here(t);
        show_board(t);
        return;
    }
    if (*t->rest) {
        imm_position_error(&t->set.game, t->rest, text, sizeof text);
        printf("That is no position of this game%s%s\n", *text ? ": " : ".", text);
    }
    imm_position_text(t->state, text, sizeof text);
    printf("The position now: %s\n", text);
}

static void shuffle(table *t) {
    uint64_t seed = t->set.config.seed + ++t->shuffles;
    if (*t->rest && !console_read_number(t->rest, UINT64_MAX, &seed)) {
        puts("A seed is a whole number: shuffle 42");
    } else if (imm_shuffle(t->state, seed) != IMM_OK) {
        puts("This game has only one starting position.");
    } else {
        begin_here(t);
        show_board(t);
    }
}

static void undo(table *t) {
    unsigned plies = t->plies;
    while (plies > 0 && !is_person(t, t->movers[plies - 1])) plies--;
    if (plies == 0) {
        puts("You have not moved yet.");
        return;
    }
    /* Takes back one more move and plays that move again, so that the board shows it as the latest
     * move. */
    unsigned back = plies > 1 ? plies - 2 : 0;
    while (t->plies > back && imm_undo(t->state) == IMM_OK) t->plies--;
    t->last[0] = '\0';
    if (t->plies == back && plies > 1) note_move(t, t->moves[back]);
    if (t->plies != plies - 1) puts("Earlier moves are forgotten.");
    show_board(t);
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* Returns the contents of a file and their `length`, or NULL if the file cannot be read. */
static void *read_file(const char *name, size_t *length) {
    FILE *file = fopen(name, "rb");
    char *bytes = NULL;
    long size;
    if (!file) return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0) {
        *length = (size_t)size;
        bytes = malloc(*length + 1);
        if (bytes && fread(bytes, 1, *length, file) != *length) free(bytes), bytes = NULL;
    }
    fclose(file);
    return bytes;
}

static void save_game(table *t) {
    size_t length = imm_save_size(t->state);
    void *bytes = malloc(length);
    bool written = bytes && imm_save(t->state, bytes, length, &length) == IMM_OK;
    FILE *file = *t->rest && written ? fopen(t->rest, "wb") : NULL;
    bool saved = file && fwrite(bytes, 1, length, file) == length;
    if (file && fclose(file) != 0) saved = false;
    if (saved) printf("Saved, with all that imm has found: %zu bytes.\n", length);
    else puts("That could not be saved. For example: save game.imm");
    free(bytes);
}

static void load_game(table *t) {
    size_t length = 0;
    void *bytes = read_file(t->rest, &length);
    if (!bytes) {
        printf("There is no file '%s'.\n", t->rest);
        return;
    }
    imm_status status = imm_load(t->state, bytes, length);
    free(bytes);
    if (status != IMM_OK) {
        printf("That cannot be loaded: %s.\n", imm_status_text(status));
        return;
    }
    begin_here(t);
    show_board(t);
}

/* Shows time, value, simulations per second and the expected line while imm thinks, on one line of
 * the terminal. The scratch state converts the moves to text, because the state that searches is
 * busy. */
static void show_thinking(void *context, const imm_report *report, const imm_move *line, uint32_t length) {
    table *t = context;
    double seconds = report->elapsed_ms / 1000.0, rate = seconds > 0 ? (double)report->iterations / seconds : 0;
    fprintf(stderr, "\r\033[K%5.1f s  %+.3f  %.0f/s ", seconds, value_for(t->thinker, report->value), rate);
    if (imm_set_position_bytes(t->scratch, t->here, t->here_length) == IMM_OK)
        for (uint32_t i = 0; i < length && i < 8; i++) {
            char text[IMM_TEXT_MAX];
            if (imm_move_text(t->scratch, line[i], text, sizeof text) != IMM_OK) break;
            fprintf(stderr, " %s", text);
            imm_play(t->scratch, line[i]);
        }
    fflush(stderr);
}

#if HAS_THREADS
static _Atomic uint8_t enough; /* ends the searches of the helpers */

/* The main function of a helper thread: searches until `enough` is set. */
static void *help_out(void *state) {
    imm_limits limits = imm_limits_default();
    imm_report report;
    limits.iterations = UINT64_MAX, limits.stop = (const volatile uint8_t *)&enough;
    imm_search_limited(state, &limits, &report);
    return NULL;
}

/* Sets the states of the helper threads to the current position, for example after moves were taken
 * back or a position was set up. */
static void helpers_follow(table *t) {
    unsigned char bytes[START_MAX];
    size_t length;
    for (uint32_t i = 1; i < t->set.threads; i++) {
        imm_state *helper = t->helpers[i - 1];
        bool same = imm_position_bytes(helper, bytes, sizeof bytes, &length) == IMM_OK && length == t->here_length &&
                    memcmp(bytes, t->here, length) == 0;
        if (!same) imm_set_position_bytes(helper, t->here, t->here_length);
    }
}
#endif

static imm_status search(table *t, bool on_clock, imm_report *report);

/* Searches with all threads. The threads share one tree, or their results are merged into `state`.
 * If a level is set, only one thread searches. */
static imm_status search_together(table *t, bool on_clock, imm_report *report) {
#if HAS_THREADS
    pthread_t threads[THREADS_MAX];
    uint32_t helpers = 0, left = t->set.threads - 1;
    if (t->tree) share_tree(t, 1); /* first for this state alone */
    if (t->set.level > 0 || left == 0 || t->here_length == 0) return search(t, on_clock, report);
    if (t->merged) imm_forget(t->state); /* so that no result counts twice; the helpers still have all results */
    t->merged = false;
    helpers_follow(t);
    if (t->tree) share_tree(t, t->set.threads);
    atomic_store(&enough, 0);
    while (helpers < left && pthread_create(&threads[helpers], NULL, help_out, t->helpers[helpers]) == 0) helpers++;
    imm_status status = search(t, on_clock, report);
    atomic_store(&enough, 1);
    for (uint32_t i = 0; i < helpers; i++) pthread_join(threads[i], NULL);
    if (status == IMM_OK && !t->tree) status = imm_merge(t->state, t->helpers, helpers);
    t->merged = status == IMM_OK && !t->tree;
    return status == IMM_OK ? imm_get_report(t->state, report) : status;
#else
    return search(t, on_clock, report);
#endif
}

static imm_status search(table *t, bool on_clock, imm_report *report) {
    imm_limits limits = t->limits;
    if (t->set.level == 0) limits = imm_limits_default(), limits.time_ms = t->set.ms;
    if (on_clock && t->set.level == 0) {
        imm_clock clock = imm_clock_default();
        uint32_t *left = &t->left_ms[imm_player_to_move(t->state) == IMM_SECOND];
        clock.remaining_ms = *left, clock.increment_ms = t->set.increment_ms;
        clock.watcher = t->set.thinking ? show_thinking : NULL, clock.context = t;
        imm_status status = imm_search_clock(t->state, &clock, report);
        if (status == IMM_OK) *left -= report->elapsed_ms < *left ? report->elapsed_ms : *left;
        *left += t->set.increment_ms;
        return status;
    }
    if (t->set.level == 0 && t->set.ms == 0) { /* the shortest search; limits cannot express it, as 0 means no limit */
        if (imm_search(t->state, 0) == IMM_MOVE_NONE) return imm_last_status(t->state);
        return imm_get_report(t->state, report);
    }
    if (t->set.thinking) return imm_search_watched(t->state, &limits, 100, show_thinking, t, report);
    return imm_search_limited(t->state, &limits, report);
}

/* Returns the move that imm chooses. The search is limited by imm's clock, by `ms`, or, if a level
 * is set, by the number of simulations. */
static imm_move think(table *t, bool on_clock) {
    imm_report report;
    t->thinker = imm_player_to_move(t->state);
    bool stands = imm_position_bytes(t->state, t->here, sizeof t->here, &t->here_length) == IMM_OK;
    if (!stands) t->here_length = 0;
    imm_status status = search_together(t, on_clock, &report);
    if (t->set.thinking) fprintf(stderr, "\r\033[K");
    return status == IMM_OK ? report.best : IMM_MOVE_NONE;
}

static void hint(table *t) {
    char text[IMM_TEXT_MAX] = "";
    imm_move move = think(t, false);
    if (move == IMM_MOVE_NONE) puts("The game is over.");
    else if (imm_move_text(t->state, move, text, sizeof text) == IMM_OK) printf("imm would play %s\n", text);
}

static void analyse(table *t) {
    imm_report report;
    if (think(t, false) == IMM_MOVE_NONE || imm_get_report(t->state, &report) != IMM_OK) {
        puts("The game is over.");
        return;
    }
    const char *what = t->set.config.algorithm == IMM_ALPHA_BETA ? "positions" : "playouts";
    printf("%" PRIu64 " %s in %" PRIu32 " ms, depth %" PRIu32 ", %" PRIu32 " nodes; values for who is to move\n",
           report.iterations, what, report.elapsed_ms, report.depth, report.nodes);
    show_candidates(t);
    show_line(t);
}

static void rules(table *t) {
    fputs(t->set.board.rules, stdout);
    show_sides(t);
}

static void quit(table *t) { t->quit = true; }

static void help(table *t);

static const struct {
    const char *name;
    void (*run)(table *);
    const char *help;
} commands[] = {
    {"help", help, "this list"},
    {"rules", rules, "how the game is played, and which side is yours"},
    {"moves", show_moves, "the legal moves"},
    {"board", show_board, "the board again"},
    {"hint", hint, "what imm would play"},
    {"analysis", analyse, "every move, its visits, its value, what is proven, and the line that imm expects"},
    {"undo", undo, "back to your last decision"},
    {"save", save_game, "save FILE: the game, and all that imm has found"},
    {"load", load_game, "load FILE: goes on there, with the same game, player and memory"},
    {"new", new_game, "from the starting position"},
    {"shuffle", shuffle, "shuffle [SEED]: a random starting position (Kalah, Onitama, EinStein)"},
    {"position", set_position, "position [TEXT]: shows the position as text, or sets one up"},
    {"side", set_side, "side first, side second: which one you play"},
    {"game", set_game, "game NAME: " BOARD_GAMES},
    {"level", set_level, "level N: how strong imm plays, 1 to 10; 0: as well as it can in its time"},
    {"ms", set_ms, "ms N: milliseconds that imm may think"},
    {"player", set_player, "player SPEC: how imm plays, for example mcts(im0.4,ipp)"},
    {"quit", quit, "ends the program, as Ctrl-D does"},
};

static void help(table *t) {
    if (t->set.board.houses) puts("Type the number of a house to sow it, or one of these:");
    else printf("Type a move, like %s, or one of these:\n", t->set.board.like);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        printf("  %-10s %s\n", commands[i].name, commands[i].help);
}

/* ---- Turns ----------------------------------------------------------------------------------- */

static void try_move(table *t, const char *text) {
    imm_move move;
    if (is_over(t)) {
        puts("The game is over: new, undo or quit?");
    } else if (imm_parse_move(t->state, text, &move) != IMM_OK) {
        printf("'%s' is neither a legal move nor a command. ", text);
        if (t->set.board.houses) printf("A move is the number of a house, like 2.");
        else printf("Moves look like %s.", t->set.board.like);
        puts(" `moves` lists the moves, `help` the commands.");
    } else {
        note_move(t, move);
        show_board(t);
    }
}

static void ask(table *t) {
    char line[INPUT_MAX];
    bool over = is_over(t);
    printf("%s> ", over ? "new, undo or quit" : imm_player_to_move(t->state) == IMM_FIRST ? "first" : "second");
    fflush(stdout);
    if (!console_read_line(line, sizeof line)) {
        putchar('\n');
        t->quit = true;
        return;
    }
    size_t word = strcspn(line, " \t");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strlen(commands[i].name) != word || strncmp(line, commands[i].name, word) != 0) continue;
        t->rest = line + word + strspn(line + word, " \t");
        commands[i].run(t);
        return;
    }
    if (*line) try_move(t, line);
}

static void imm_turn(table *t) {
    bool on_clock = t->set.clock_ms > 0 && t->set.level == 0;
    imm_move move = think(t, on_clock);
    if (move == IMM_MOVE_NONE) {
        printf("imm cannot move: %s.\n", imm_status_text(imm_last_status(t->state)));
        t->quit = true;
        return;
    }
    note_move(t, move);
    uint32_t left = t->left_ms[t->thinker == IMM_SECOND];
    if (on_clock) printf("imm plays %s (%.1f s left)\n", t->last, left / 1000.0);
    else printf("imm plays %s\n", t->last);
    if (!is_over(t)) show_board(t);
}

/* Samples an outcome of the next chance event and plays it. The same seed gives the same rolls. */
static void roll(table *t) {
    t->dice = t->dice * 747796405u + 2891336453u; /* PCG's generator; imm uses the high bits most */
    imm_move outcome = imm_sample_chance(t->state, t->dice ^ (uint32_t)t->set.config.seed * 2654435769u);
    note_move(t, outcome);
    printf("The die shows %s.\n", t->last);
}

static void play(table *t) {
    show_board(t);
    while (!t->quit) {
        bool over = is_over(t);
        if (over && !t->over) show_result(t);
        t->over = over;
        if (over && !t->set.people) return;
        imm_player player = imm_player_to_move(t->state);
        if (over || is_person(t, player)) ask(t);
        else if (player == IMM_CHANCE) roll(t);
        else imm_turn(t);
    }
}

/* ---- The command line ------------------------------------------------------------------------ */

static const char USAGE[] =
    "usage: play [GAME] [--first|--second|--watch] [--level N] [--ms N] [--player SPEC] [--seed N] [--memory KIB]\n"
    "            [--threads N]\n"
    "GAME: " BOARD_GAMES "\n";

static const char OPTIONS[] =
    "You play against imm, on the terminal. While you play, `help` lists the commands and `rules` the rules.\n"
    "\n"
    "  --first, --second  the side that you play; the first player begins. Default: --first\n"
    "  --watch            imm plays both sides\n"
    "  --level N          how strong imm plays, 1 to 10, whatever --ms says. Default: as well as it can\n"
    "  --ms N             milliseconds that imm may think about a move. Default: 1000\n"
    "  --clock S[+I]      imm plays on a clock: S seconds for the game and I for each move, for example 60+0.5\n"
    "  --thinking         shows what imm thinks, as it does on a terminal\n"
    "  --player SPEC      how imm plays, for example \"mcts(im0.4,ipp)\" or \"ab(all)\". Default: best\n"
    "  --seed N           of imm's random numbers. Default: the time of day\n"
    "  --memory KIB       memory that imm is lent. Default: 32768\n"
    "  --threads N        threads that think about a move. Default: 1\n"
    "  --help             this text\n";

static int usage(const char *wrong) {
    fprintf(stderr, "play: cannot make sense of '%s'\n%splay --help says more\n", wrong, USAGE);
    return 2;
}

/* Applies one option. `value` is the next word of the command line, or "" after the last word.
 * Returns the number of words that the option takes, or 0 if the option or its value is wrong. */
static int take_option(settings *set, const char *option, const char *value) {
    uint64_t number;
    if (strcmp(option, "--first") == 0) return set->people = FIRST, 1;
    if (strcmp(option, "--second") == 0) return set->people = SECOND, 1;
    if (strcmp(option, "--watch") == 0) return set->people = 0, 1;
    if (strcmp(option, "--thinking") == 0) return set->thinking = true, 1;
    if (strcmp(option, "--clock") == 0) return read_clock(set, value) ? 2 : 0;
    if (strcmp(option, "--player") == 0) return choose_player(set, value) ? 2 : 0;
    if (strncmp(option, "--", 2) != 0) return choose_game(set, option) ? 1 : 0;
    if (!console_read_number(value, UINT64_MAX, &number)) return 0;
    if (strcmp(option, "--ms") == 0 && number <= UINT32_MAX) return set->ms = (uint32_t)number, 2;
    if (strcmp(option, "--level") == 0 && number <= LEVEL_MAX) return set->level = (uint32_t)number, 2;
    if (strcmp(option, "--seed") == 0) return set->config.seed = number, 2;
    if (strcmp(option, "--threads") == 0 && number >= 1 && number <= THREADS_MAX)
        return set->threads = (uint32_t)number, 2;
    if (strcmp(option, "--memory") == 0 && number >= 1 && number <= SIZE_MAX / 2048)
        return set->memory_size = (size_t)number * 1024, 2;
    return 0;
}

int main(int argc, char **argv) {
    static table t; /* too large for a stack */
    settings set = {
        .people = FIRST, .ms = 1000, .config = imm_config_default(), .memory_size = (size_t)32 << 20, .threads = 1};
    set.config.seed = (uint64_t)time(NULL), set.config.algorithm = IMM_BEST;
#if defined(__unix__) || defined(__APPLE__)
    set.thinking = isatty(2) && isatty(1);
#endif
    choose_game(&set, "breakthrough");
    for (int i = 1, used; i < argc; i += used) {
        if (strcmp(argv[i], "--help") == 0) return printf("%s\n%s", USAGE, OPTIONS) < 0;
        used = take_option(&set, argv[i], i + 1 < argc ? argv[i + 1] : "");
        if (used == 0) return usage(argv[i]);
    }
    if (set.threads > 1 && !HAS_THREADS) {
        fprintf(stderr, "play: --threads needs the threads of POSIX, which this system does not have\n");
        return 2;
    }
    t.memory = pages_take(set.memory_size);
    if (!t.memory) {
        fprintf(stderr, "play: no memory\n");
        return 1;
    }
    if (!open_state(&t, &set)) return 1;
    begin_here(&t);
    show_sides(&t);
    play(&t);
    free(t.memory);
    return 0;
}
