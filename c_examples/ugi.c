/* A game engine for other programs: imm behind the text protocols UGI and UCI.
 *
 * Tournament managers, boards on the screen and servers start an engine as a process. They send
 * one command per line to its standard input, and read its answers from its standard output. UGI
 * is the Universal Game Interface; UCI is the same for chess variants. docs/ENGINE.md has the
 * commands, the options and an example.
 *
 *     ugi [GAME]              a built-in game, such as othello; without a name, breakthrough
 *
 * For a custom game, compile this file and the file of your game with -DUGI_OWN_GAME. Your game
 * exports imm_plugin() and leaves out its main(), as c_examples/connect_four.c does:
 *
 *     cc -DUGI_OWN_GAME -Iinclude c_examples/ugi.c my_game.c target/release/libimm.a -pthread
 *
 * The program has one thread for commands and searches. While a search runs, it reads commands
 * every few milliseconds. Further threads only search.
 *
 * Firmware can include this file too: firmware/engine.c shows how. It defines UGI_BOARD and the six
 * functions of the part "The system". */
#ifndef UGI_BOARD
#include "pages.h" /* must come first, see pages.h */
#endif

#include <stdbool.h>
#include <string.h>

#include "imm.h"

enum {
    PV_MAX = 16,         /* moves of a line in an info line */
    CANDIDATES_MAX = 64, /* the largest MultiPV */
    PLAYER_SIZE = 512,   /* the text of a player, as typed */
    NAME_SIZE = 64,      /* the name of a game */
    FILE_SIZE = 1024,    /* the name of a file */
    QUOTE_MAX = 32,      /* bytes of the input that an error message quotes */
    POLL_MS = 5,         /* the time between two looks at the input while thinking */
    INFO_MS = 200,       /* the time between two info lines */
    LEVEL_MAX = 10,
    HASH_MAX = SIZE_MAX > UINT32_MAX ? 65536 : 1024, /* MiB */
#ifdef UGI_BOARD
    THREADS_MAX = 1,
    LINE_SIZE = 512
#else
    THREADS_MAX = 64,
    LINE_SIZE = 4096
#endif
};

/* If a depth is the only limit of a tree search, the search may never reach this depth. So it ends
 * after this number of simulations. */
static const uint64_t DEPTH_SIMULATIONS = 1000000;

static const char START[] = "position startpos";

/* ==== The system ================================================================================
 *
 * Firmware defines these six functions itself. */

enum { NO_BYTE = -1, END_OF_INPUT = -2 };

/* Returns the next byte of the input. If there is none yet, waits for one if `wait` is true, and
 * otherwise returns NO_BYTE. Returns END_OF_INPUT at the end. */
static int next_byte(bool wait);

/* Writes a text to the output. */
static void put(const char *text);

/* Sends the output that is still in a buffer. */
static void flush(void);

/* Returns a block of memory for the searches, aligned for imm, and writes its size to `size`. `mib`
 * is the option Hash. Returns NULL if there is not enough memory. Firmware may return the same
 * block in each call. */
static unsigned char *take_memory(uint32_t mib, size_t *size);

/* Gives a block from take_memory() back to the system. */
static void release_memory(unsigned char *block);

/* Sets the clock of a player, because imm_config_default() may not set one. */
static void set_clock(imm_config *config);

#ifndef UGI_BOARD
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static int next_byte(bool wait) {
    static unsigned char buffer[4096];
    static ssize_t length, next;
    if (next == length) {
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        if (poll(&input, 1, wait ? -1 : 0) == 0) return NO_BYTE;
        next = 0, length = read(STDIN_FILENO, buffer, sizeof buffer);
        if (length <= 0) return length = 0, END_OF_INPUT;
    }
    return buffer[next++];
}

static void put(const char *text) { fputs(text, stdout); }
static void flush(void) { fflush(stdout); }

static unsigned char *take_memory(uint32_t mib, size_t *size) {
    *size = (size_t)mib << 20;
    return pages_take(*size);
}

static void release_memory(unsigned char *block) { free(block); }
static void set_clock(imm_config *config) { (void)config; }
#endif

/* ==== The engine ============================================================================== */

/* The options. */
typedef struct {
    imm_game game;
    char name[NAME_SIZE]; /* of a built-in game; "" for a custom game */
    imm_config config;    /* the player */
    uint32_t level;       /* 1 to 10; 0: full strength */
    uint32_t hash;        /* MiB */
    uint32_t threads, seed;
    uint32_t multi_pv;
    bool ponder;
    void *net; /* NULL: the net that comes with the game */
    size_t net_size;
} settings;

/* How the threads work together. */
typedef enum { ALONE, SHARED_TREE, SHARED_TABLE, MERGED_ROOTS } team;

/* The block of memory, and everything that is stored in it. */
typedef struct {
    unsigned char *block;           /* NULL before the first use */
    imm_state *referee;             /* knows the position, never searches; writes and reads moves */
    imm_state *states[THREADS_MAX]; /* the searches, one for each thread */
    unsigned char *here, *before;   /* positions of the referee as bytes: now, and before a command */
    size_t here_length, before_length, position_size;
    imm_move *moves; /* room for a list of legal moves */
    uint32_t max_moves;
    team together;
    unsigned char *shared; /* the shared tree or table */
    size_t shared_size;
    size_t slots; /* of the tree; 0 for alpha-beta */
} tables;

/* A part of a line. */
typedef struct {
    const char *text;
    size_t length;
} slice;

static struct {
    settings set;
    tables in;
    bool is_uci;              /* the other program speaks UCI, not UGI */
    bool quit;                /* `quit`, or the end of the input */
    bool is_thinking;         /* a search runs, or `go infinite` waits for `stop` */
    bool is_pondering;        /* `go ponder`, before `ponderhit` */
    bool is_stopped;          /* the search must end: `stop`, `ponderhit`, `quit`, the end of the input */
    char line[LINE_SIZE + 1]; /* the line that is being read */
    size_t length, bytes;     /* of the line so far: in `line`, and as it arrived */
    /* The latest `position` command. A new command that begins with this text continues the
     * game. */
    char game[LINE_SIZE + 1];
    bool is_merged; /* the first state has the results of the others too */

    /* The current search, or the latest one if no search runs. */
    uint32_t began, shown; /* the times of its begin and of the latest info line */
    uint64_t nodes;        /* simulations, or positions of alpha-beta, of all threads */
    uint32_t depth;        /* of all slices; a report has only the depth of the latest one */
    imm_state *best;       /* the state with the result */
} e;

static uint32_t now(void) { return e.set.config.now_ms(e.set.config.clock); }

/* The limits of a `go` command. 0 means no limit. */
typedef struct {
    uint32_t movetime, nodes, depth;
    uint32_t time[2], increment[2]; /* of the first and of the second player */
    bool has_time[2];
    uint32_t moves_to_go;
    bool infinite, ponder;
} go_limits;

/* ==== Output ================================================================================== */

static void put_number(int64_t number) {
    char digits[24], *next = digits + sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    *--next = '\0';
    do *--next = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (number < 0) *--next = '-';
    put(next);
}

static void put_field(const char *name, int64_t number) { put(name), put_number(number); }

static void end_line(void) { put("\n"), flush(); }

static void put_slice(slice s) {
    char text[2] = "";
    for (size_t i = 0; i < s.length; i++) text[0] = s.text[i], put(text);
}

/* Writes a part of the input in quotes. Shortens a long text, and replaces bytes that are not
 * printable ASCII. */
static void put_quoted(slice s) {
    char text[QUOTE_MAX + 1];
    size_t length = s.length < QUOTE_MAX ? s.length : QUOTE_MAX;
    for (size_t i = 0; i < length; i++) text[i] = s.text[i] >= ' ' && s.text[i] <= '~' ? s.text[i] : '?';
    text[length] = '\0';
    put("'"), put(text), put("'");
}

static void begin_error(const char *where) { put("info string error: "), put(where), put(": "); }

static void put_error(const char *where, const char *what) { begin_error(where), put(what), end_line(); }

/* Writes "info string error: WHERE: WHAT 'INPUT'". */
static void put_error_about(const char *where, const char *what, slice input) {
    begin_error(where), put(what), put_quoted(input), end_line();
}

/* Writes "info string error: WHERE: 'INPUT' WHAT". */
static void put_input_error(const char *where, slice input, const char *what) {
    begin_error(where), put_quoted(input), put(what), end_line();
}

/* Writes a legal move of the referee as one word. A pass becomes 0000, as in UCI. A blank becomes
 * _, and so does an empty text. Returns false if the move is not legal. */
static bool write_move(imm_move move, char text[IMM_TEXT_MAX + 1]) {
    if (imm_move_text(e.in.referee, move, text, IMM_TEXT_MAX + 1) != IMM_OK) return false;
    if (strcmp(text, "pass") == 0) strcpy(text, "0000");
    if (text[0] == '\0') strcpy(text, "_");
    for (char *c = text; *c; c++)
        if ((unsigned char)*c <= ' ') *c = '_';
    return true;
}

static void put_move(imm_move move) {
    char text[IMM_TEXT_MAX + 1];
    put(write_move(move, text) ? text : "(none)");
}

/* ==== Input =================================================================================== */

static void run_command(const char *line);

/* Adds a byte to the line. Of several blanks in a row, only one is added. */
static void add_byte(char byte) {
    if (byte == '\t') byte = ' ';
    if (byte == '\0') byte = '?';
    if (e.bytes <= LINE_SIZE) e.bytes++;
    if (e.bytes > LINE_SIZE || (byte == ' ' && (e.length == 0 || e.line[e.length - 1] == ' '))) return;
    e.line[e.length++] = byte;
}

/* Ends the line. Returns false if the line is empty or too long. */
static bool end_of_line(void) {
    bool is_too_long = e.bytes > LINE_SIZE;
    if (is_too_long) begin_error("line"), put_field("longer than ", LINE_SIZE), put(" bytes"), end_line();
    if (e.length > 0 && e.line[e.length - 1] == ' ') e.length--;
    e.line[e.length] = '\0';
    bool is_empty = e.length == 0;
    e.length = e.bytes = 0;
    return !is_too_long && !is_empty;
}

/* Reads a line. Returns false at the end of the input, and also without `wait` if the line is not
 * complete yet. */
static bool read_line(bool wait) {
    for (;;) {
        int byte = next_byte(wait);
        if (byte == NO_BYTE) return false;
        if (byte == END_OF_INPUT) return e.quit = e.is_stopped = true, false;
        if (byte != '\n' && byte != '\r') add_byte((char)byte);
        else if (end_of_line()) return true;
    }
}

/* Runs the commands that have arrived. Commands after a `stop` wait until the search has ended. */
static void read_commands(void) {
    while (!e.is_stopped && read_line(false)) run_command(e.line);
}

/* Returns the first word of `*rest`, and moves `*rest` to the text after this word. */
static slice next_word(const char **rest) {
    slice word = {*rest, strcspn(*rest, " ")};
    *rest += word.length;
    if (**rest == ' ') ++*rest;
    return word;
}

static bool is_word(slice s, const char *word) {
    return strlen(word) == s.length && memcmp(s.text, word, s.length) == 0;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c; }

/* True if both texts are equal without regard to case. */
static bool is_name(slice s, const char *name) {
    for (size_t i = 0; i < s.length; i++)
        if (lower(s.text[i]) != lower(name[i])) return false;
    return name[s.length] == '\0';
}

/* Reads a number from `min` to `max`. */
static bool read_number(slice s, uint64_t min, uint64_t max, uint64_t *number) {
    uint64_t value = 0;
    for (size_t i = 0; i < s.length; i++) {
        if (s.text[i] < '0' || s.text[i] > '9' || value > max) return false;
        value = 10 * value + (uint64_t)(s.text[i] - '0');
    }
    if (s.length == 0 || value < min || value > max) return false;
    *number = value;
    return true;
}

/* Writes the rest of an error line: " needs a number from MIN to MAX, not 'INPUT'". */
static void put_range_error(uint32_t min, uint32_t max, slice input) {
    put_field(" needs a number from ", min), put_field(" to ", max), put(", not "), put_quoted(input), end_line();
}

/* ==== Memory and players ====================================================================== */

/* Takes `size` bytes from the front of a block. Returns NULL if the block is too small. */
static void *take(unsigned char **next, size_t *left, size_t size) {
    size = (size + 63) / 64 * 64;
    if (size > *left) return NULL;
    void *part = *next;
    *next += size, *left -= size;
    return part;
}

/* Returns the player for a block of `size` bytes. Replaces `best` by the strongest player. If a
 * level is set, replaces `best` by mcts(), because the levels were measured for mcts(). */
static imm_config player_of(const settings *set, size_t size) {
    imm_config config = set->config;
    imm_limits unused = imm_limits_default();
    if (config.algorithm == IMM_BEST && set->level > 0) config.algorithm = IMM_MCTS;
    if (config.algorithm == IMM_BEST) imm_best(&set->game, size, 0, &config);
    if (set->level > 0) imm_level(set->level, &config, &unused);
    return config;
}

#ifdef UGI_BOARD
#define imm_init imm_init_builtin /* does not link the code for custom games */
#endif

/* Opens the search of one thread. Each thread has its own random numbers. */
static imm_status open_state(const settings *set, imm_config config, uint32_t thread, void *memory, size_t size) {
    config.seed = (uint64_t)set->seed + thread;
    imm_status status = imm_init(memory, size, &set->game, &config, &e.in.states[thread]);
    if (status == IMM_OK && set->net) status = imm_set_net(e.in.states[thread], set->net, set->net_size);
    return status;
}

#ifndef UGI_BOARD
/* Makes all searches use the shared tree or table. Does nothing for a search that already uses
 * it. */
static imm_status share(uint32_t threads) {
    imm_status status = IMM_OK;
    for (uint32_t i = 0; i < threads && status == IMM_OK; i++)
        status = e.in.together == SHARED_TREE ? imm_share_tree(e.in.states[i], e.in.shared, e.in.shared_size)
                                              : imm_share_table(e.in.states[i], e.in.shared, e.in.shared_size);
    return status;
}

/* Opens a search for each thread. With MERGED_ROOTS, each search gets an equal part of the memory.
 * Otherwise the searches are small, and share a tree or a table in the rest of the memory. */
static imm_status open_team(const settings *set, imm_config config, team together, unsigned char *next, size_t left) {
    /* A state with 32,768 nodes has a trunk: see imm_share_tree(). */
    size_t part = left / set->threads, nodes = part < 4 << 20 ? 4096 : 32768;
    size_t game = imm_memory_required(&set->game, nodes);
    if (together == SHARED_TREE) game += imm_leaf_memory(&config, &set->game);
    if (together == SHARED_TABLE) game = 2 * imm_alpha_beta_memory(&set->game, 100) + (64 << 10);
    if (together != MERGED_ROOTS && game > part / 2) return IMM_ERR_TOO_SMALL;
    if (together != MERGED_ROOTS) part = game;
    imm_status status = IMM_OK;
    for (uint32_t i = 0; i < set->threads && status == IMM_OK; i++) {
        void *memory = take(&next, &left, part - part % 64);
        status = memory ? open_state(set, config, i, memory, part - part % 64) : IMM_ERR_TOO_SMALL;
    }
    e.in.together = together;
    if (together == MERGED_ROOTS || status != IMM_OK) return status;
    e.in.shared = next, e.in.shared_size = left;
    memset(next, 0, left);
    return share(set->threads);
}
#endif

/* Opens the searches in the rest of the block. */
static imm_status open_searches(const settings *set, unsigned char *next, size_t left) {
    imm_config config = player_of(set, left / set->threads);
    size_t part = left / set->threads;
    imm_status status;
    e.in.together = ALONE;
#ifndef UGI_BOARD
    if (set->threads > 1) {
        status = open_team(set, config, SHARED_TREE, next, left);
        if (status != IMM_OK) status = open_team(set, config, SHARED_TABLE, next, left);
        if (status != IMM_OK) status = open_team(set, config, MERGED_ROOTS, next, left);
    } else
#endif
        status = open_state(set, config, 0, next, left);
    e.in.slots = imm_memory_slots(&set->game, part);
    if (e.in.together == SHARED_TREE) e.in.slots = e.in.shared_size / 32;
    if (config.algorithm == IMM_ALPHA_BETA) e.in.slots = 0;
    return status;
}

/* Opens the referee and the searches in a block:
 *
 *     | referee | position | position | moves | searches | shared tree or table |
 */
static imm_status open_tables(const settings *set, unsigned char *block, size_t left) {
    imm_config plain = imm_config_default();
    unsigned char *next = block;
    size_t referee = imm_memory_required(&set->game, 0);
    e.in.block = block;
    void *memory = take(&next, &left, referee);
    if (referee == 0 || !memory) return IMM_ERR_TOO_SMALL;
    imm_status status = imm_init(memory, referee, &set->game, &plain, &e.in.referee);
    if (status != IMM_OK) return status;
    e.in.position_size = imm_position_size(e.in.referee);
    e.in.max_moves = set->game.max_moves > 96 ? set->game.max_moves : 96;
    e.in.here = take(&next, &left, e.in.position_size);
    e.in.before = take(&next, &left, e.in.position_size);
    e.in.moves = take(&next, &left, e.in.max_moves * sizeof(imm_move));
    return e.in.here && e.in.before && e.in.moves ? open_searches(set, next, left) : IMM_ERR_TOO_SMALL;
}

/* Sets all searches to the position of the referee, with empty trees. */
static void reset_searches(void) {
    imm_position_bytes(e.in.referee, e.in.here, e.in.position_size, &e.in.here_length);
    for (uint32_t i = 0; i < e.set.threads; i++) imm_set_position_bytes(e.in.states[i], e.in.here, e.in.here_length);
    e.is_merged = false, e.best = NULL;
}

/* Opens the referee and all searches again with new settings. Keeps the position if `keep` is true.
 * After an error, everything is as before. */
static imm_status reopen(const settings *set, bool keep) {
    tables old = e.in;
    size_t size;
    unsigned char *block = take_memory(set->hash, &size);
    if (!block) return IMM_ERR_TOO_SMALL;
    if (old.block) imm_position_bytes(old.referee, old.here, old.position_size, &old.here_length);
    imm_status status = open_tables(set, block, size);
    bool is_new = status == IMM_OK;
    if (!is_new && block == old.block) open_tables(&e.set, block, size), keep = true;
    if (!is_new && block != old.block) e.in = old, release_memory(block);
    if (is_new) e.set = *set;
    if (old.block && keep) imm_set_position_bytes(e.in.referee, old.here, old.here_length);
    if (is_new && old.block && block != old.block) release_memory(old.block);
    if (e.in.block) reset_searches();
    return status;
}

static const char *reason(imm_status status) {
    return status == IMM_ERR_TOO_SMALL ? "not enough memory" : imm_status_text(status);
}

/* Allocates the memory if no earlier command needed it. Returns false if the system does not have
 * enough. */
static bool is_open(void) {
    imm_status status = e.in.block ? IMM_OK : reopen(&e.set, false);
    if (status != IMM_OK) e.in.block = NULL, put_error("memory", reason(status));
    return status == IMM_OK;
}

/* ==== The position ============================================================================ */

/* Finds the referee's legal move with this text. A pass may be written as 0000 or as `pass`. */
static bool find_move(slice text, imm_move *move) {
    char legal[IMM_TEXT_MAX + 1];
    if (is_word(text, "pass")) text = (slice){"0000", 4};
    int32_t count = imm_legal_moves(e.in.referee, e.in.moves, e.in.max_moves);
    for (int32_t i = 0; i < count; i++) {
        *move = e.in.moves[i];
        if (write_move(*move, legal) && is_word(text, legal)) return true;
    }
    return false;
}

/* Plays the moves of a line in the referee's state. After an error message, returns false. */
static bool play_moves(const char *rest, uint32_t played) {
    while (*rest) {
        slice text = next_word(&rest);
        imm_move move;
        played++;
        bool is_legal = find_move(text, &move);
        imm_status status = is_legal ? imm_play(e.in.referee, move) : IMM_ERR_ILLEGAL_MOVE;
        if (status == IMM_OK) continue;
        begin_error("position"), put_quoted(text), put_field(", move ", played);
        put(is_legal ? ": " : ", is not legal"), put(is_legal ? imm_status_text(status) : ""), end_line();
        return false;
    }
    return true;
}

/* Sets the referee to the position of `fen TEXT`. After an error message, returns false. */
static bool set_up(slice text) {
    char position[IMM_TEXT_MAX + 1], why[IMM_TEXT_MAX] = "see imm.h";
    if (e.set.name[0] == '\0') return put_error("position", "this game has no position texts; use startpos"), false;
    size_t length = text.length < IMM_TEXT_MAX ? text.length : IMM_TEXT_MAX;
    memcpy(position, text.text, length), position[length] = '\0';
    if (imm_set_position(e.in.referee, position) == IMM_OK) return true;
#ifndef UGI_BOARD /* it would link all games */
    imm_position_error(&e.set.game, position, why, sizeof why);
#endif
    begin_error("position"), put_quoted(text), put(" is not a position: "), put(why), end_line();
    return false;
}

/* Sets the referee to the position that a whole `position` command describes. After an error
 * message, returns false. */
static bool set_position(const char *rest) {
    slice kind = next_word(&rest);
    if (is_word(kind, "fen")) {
        const char *end = strstr(rest, " moves");
        while (end && end[6] != ' ' && end[6] != '\0') end = strstr(end + 1, " moves");
        slice text = {rest, end ? (size_t)(end - rest) : strlen(rest)};
        if (!set_up(text)) return false;
        rest += text.length;
        if (*rest) rest++;
    } else if (is_word(kind, "startpos")) {
        imm_restart(e.in.referee);
    } else {
        return put_error("position", "expected startpos or fen"), false;
    }
    if (*rest == '\0') return true;
    slice moves = next_word(&rest);
    if (is_word(moves, "moves")) return play_moves(rest, 0);
    return put_error_about("position", "expected moves, not ", moves), false;
}

/* Returns the number of moves in a `position` command. The command must have been accepted. */
static uint32_t count_moves(const char *command) {
    uint32_t count = 0;
    const char *moves = strstr(command, " moves ");
    for (const char *c = moves ? moves + 6 : ""; *c; c++) count += *c == ' ';
    return count;
}

/* Plays the moves of a line in all searches. The referee has accepted the moves. The trees of the
 * searches stay. */
static void follow(const char *rest) {
    imm_set_position_bytes(e.in.referee, e.in.before, e.in.before_length);
    while (*rest) {
        imm_move move = IMM_MOVE_NONE;
        find_move(next_word(&rest), &move);
        imm_play(e.in.referee, move);
        for (uint32_t i = 0; i < e.set.threads; i++) imm_play(e.in.states[i], move);
    }
    e.is_merged = false, e.best = NULL;
}

/* Returns the moves with which a command continues the game. Returns NULL if the command begins
 * another game. */
static const char *continuation(const char *line) {
    size_t known = strlen(e.game);
    const char *more = line + known;
    if (strncmp(line, e.game, known) != 0 || (*more != ' ' && *more != '\0')) return NULL;
    if (*more) more++;
    if (*more == '\0' || strstr(e.game, " moves")) return more;
    return strncmp(more, "moves ", 6) == 0 ? more + 6 : NULL;
}

/* The command `position`. `line` is the whole command, and `rest` is the part after the first
 * word. */
static void position(const char *line, const char *rest) {
    if (!is_open()) return;
    const char *more = continuation(line);
    imm_position_bytes(e.in.referee, e.in.before, e.in.position_size, &e.in.before_length);
    if (more ? !play_moves(more, count_moves(e.game)) : !set_position(rest)) {
        imm_set_position_bytes(e.in.referee, e.in.before, e.in.before_length);
        return;
    }
    if (more && *more) follow(more);
    if (!more) reset_searches();
    memcpy(e.game, line, strlen(line) + 1);
}

static void new_game(const char *line, const char *rest) {
    (void)line, (void)rest;
    if (!is_open()) return;
    imm_restart(e.in.referee);
    reset_searches();
    strcpy(e.game, START);
}

/* ==== What the search has found =============================================================== */

/* Writes the value of a move from the point of view of the player to move. `plies` is the length of
 * a solved win or loss. */
static void put_score(float value, imm_proof proof, uint32_t plies) {
    bool is_second = imm_player_to_move(e.in.referee) == IMM_SECOND;
    bool wins = proof == (is_second ? IMM_PROVEN_SECOND_WINS : IMM_PROVEN_FIRST_WINS);
    if (proof == IMM_UNPROVEN || proof == IMM_PROVEN_DRAW) {
        float v = proof == IMM_PROVEN_DRAW ? 0 : is_second ? -value : value;
        float points = 100 * v / (1.01f - (v < 0 ? -v : v));
        put_field(" score cp ", (int64_t)(points < 0 ? points - 0.5f : points + 0.5f));
    } else if (e.is_uci) {
        put_field(wins ? " score mate " : " score mate -", (plies + 1) / 2);
    } else {
        put_field(wins ? " score win " : " score loss ", plies);
    }
}

/* Writes the moves of a line. The referee plays them, and then takes them back. */
static void put_line(const imm_move *line, int32_t length) {
    if (length > 0) put(" pv");
    for (int32_t i = 0; i < length; i++) {
        put(" "), put_move(line[i]);
        if (imm_play(e.in.referee, line[i]) != IMM_OK) break;
    }
    imm_set_position_bytes(e.in.referee, e.in.here, e.in.here_length);
}

/* Writes the beginning of an info line, up to the value. */
static void begin_info(const imm_report *report, float value, imm_proof proof, uint32_t plies) {
    if (report->depth > e.depth) e.depth = report->depth;
    put_field("info depth ", e.depth), put_score(value, proof, plies);
    uint32_t ms = now() - e.began;
    put_field(" nodes ", (int64_t)e.nodes), put_field(" nps ", (int64_t)(e.nodes * 1000 / (ms > 0 ? ms : 1)));
    put_field(" time ", ms);
    uint64_t used = e.in.slots ? (uint64_t)report->nodes * 1000 / e.in.slots : 0;
    if (e.in.slots) put_field(" hashfull ", (int64_t)(used < 1000 ? used : 1000));
}

/* Writes an info line for the expected line of moves. */
static void put_info(const imm_report *report, const imm_move *line, int32_t length) {
    begin_info(report, report->value, report->proof, report->distance);
    put(" multipv 1"), put_line(line, length), end_line();
    e.shown = now();
}

/* Writes an info line for each of the best candidates. Call this only while no search runs in
 * `state`. */
static void put_candidates(imm_state *state, const imm_report *report) {
    static imm_candidate candidates[CANDIDATES_MAX];
    imm_move line[PV_MAX];
    int32_t count = imm_candidates(state, candidates, e.set.multi_pv);
    if (e.set.multi_pv == 1 || count < 2) {
        put_info(report, line, imm_line(state, line, PV_MAX));
        return;
    }
    for (int32_t i = 0; i < count && i < (int32_t)e.set.multi_pv; i++) {
        const imm_candidate *c = &candidates[i];
        begin_info(report, c->value, c->proof, c->distance + 1);
        put_field(" multipv ", i + 1);
        put_line(line, imm_candidate_line(state, c->move, line, PV_MAX)), end_line();
    }
    e.shown = now();
}

static void put_best_move(const imm_report *report) {
    imm_move line[2];
    put("bestmove "), put_move(report->best);
    if (e.set.ponder && e.best && imm_line(e.best, line, 2) == 2 && line[0] == report->best) {
        imm_play(e.in.referee, line[0]);
        put(" ponder "), put_move(line[1]);
        imm_set_position_bytes(e.in.referee, e.in.here, e.in.here_length);
    }
    end_line();
}

/* ==== Searching =============================================================================== */

#ifndef UGI_BOARD
/* The helpers: threads that search until `stop` is set, or until their limits. */
static struct {
    pthread_t threads[THREADS_MAX];
    uint32_t count;
    imm_limits limits; /* of each helper; `stop` and `time_ms` are those of a slice */
    _Atomic uint8_t stop;
    _Atomic uint64_t nodes;   /* of all helpers */
    _Atomic uint32_t running; /* helpers that have not reached their limits */
} helpers;

/* The main function of a helper thread. Searches in slices, and counts the simulations of each
 * slice. */
static void *help(void *state) {
    imm_limits limits = helpers.limits;
    imm_report report;
    bool goes_on = true;
    while (goes_on && imm_search_limited(state, &limits, &report) == IMM_OK) {
        atomic_fetch_add(&helpers.nodes, report.iterations);
        bool is_done = limits.iterations > 0 && report.iterations >= limits.iterations;
        if (limits.iterations > 0) limits.iterations -= report.iterations;
        goes_on = report.stopped == IMM_STOPPED_TIME && !is_done && !atomic_load(&helpers.stop);
    }
    atomic_fetch_sub(&helpers.running, 1);
    return NULL;
}

/* `nodes` and `depth` are the limits of each helper. 0 means no limit. */
static void start_helpers(uint64_t nodes, uint32_t depth) {
    /* The first state starts again with an empty tree, so that the next merge counts no result
     * twice. */
    if (e.is_merged) imm_forget(e.in.states[0]);
    e.is_merged = false;
    if (e.in.together == SHARED_TREE || e.in.together == SHARED_TABLE) share(e.set.threads);
    helpers.limits = imm_limits_default();
    helpers.limits.iterations = nodes, helpers.limits.depth = depth, helpers.limits.time_ms = POLL_MS;
    helpers.limits.stop = (const volatile uint8_t *)&helpers.stop;
    helpers.count = 0;
    atomic_store(&helpers.stop, 0), atomic_store(&helpers.nodes, 0), atomic_store(&helpers.running, 0);
    while (helpers.count + 1 < e.set.threads) {
        atomic_fetch_add(&helpers.running, 1);
        if (pthread_create(&helpers.threads[helpers.count], NULL, help, e.in.states[helpers.count + 1]) != 0) {
            atomic_fetch_sub(&helpers.running, 1); /* the search goes on with fewer threads */
            return;
        }
        helpers.count++;
    }
}

/* Waits until each helper has done its part of the simulations. */
static void await_helpers(void) {
    while (atomic_load(&helpers.running) > 0 && !e.is_stopped) poll(NULL, 0, 1), read_commands();
}

/* Ends the helper threads. Sets `best` to the state whose result the engine reports. */
static void join_helpers(void) {
    imm_report report, deepest;
    atomic_store(&helpers.stop, 1);
    for (uint32_t i = 0; i < helpers.count; i++) pthread_join(helpers.threads[i], NULL);
    e.nodes += atomic_load(&helpers.nodes);
    if (helpers.count > 0 && e.in.together == MERGED_ROOTS)
        e.is_merged = imm_merge(e.in.states[0], e.in.states + 1, helpers.count) == IMM_OK;
    if (e.in.together != SHARED_TABLE || imm_get_report(e.best, &deepest) != IMM_OK) return;
    for (uint32_t i = 1; i <= helpers.count; i++)
        if (imm_get_report(e.in.states[i], &report) == IMM_OK && report.depth > deepest.depth)
            deepest = report, e.best = e.in.states[i];
}

static uint64_t helpers_done(void) { return atomic_load(&helpers.nodes); }
#else
static void start_helpers(uint64_t nodes, uint32_t depth) { (void)nodes, (void)depth; }
static void await_helpers(void) {}
static void join_helpers(void) {}
static uint64_t helpers_done(void) { return 0; }
#endif

/* The progress callback of a search on a clock. */
static void watch(void *context, const imm_report *report, const imm_move *line, uint32_t length) {
    (void)context;
    read_commands();
    if (e.is_stopped) imm_stop(e.in.states[0]);
    if (e.is_stopped || now() - e.shown < INFO_MS) return;
    e.nodes = report->iterations + helpers_done();
    put_info(report, line, (int32_t)length);
}

/* Returns the clock of the player to move. Several threads need more time to end a move, so the
 * clock's overhead is larger. */
static imm_clock clock_of(const go_limits *go, imm_player player) {
    imm_clock clock = imm_clock_default();
    clock.remaining_ms = go->time[player] > 0 ? go->time[player] : 1;
    clock.increment_ms = go->increment[player], clock.moves_to_go = go->moves_to_go;
    if (e.set.threads > 1) clock.overhead_ms = 20;
    return clock;
}

static imm_status search_on_clock(imm_clock clock) {
    imm_report report = {0};
    clock.every_ms = POLL_MS, clock.watcher = watch;
    imm_status status = imm_search_clock(e.in.states[0], &clock, &report);
    e.nodes = report.iterations;
    return status;
}

static uint32_t smaller(uint32_t a, uint32_t b) { return a == 0 || (b > 0 && b < a) ? b : a; }

/* Searches in slices until a limit is reached or `stop` arrives. Reads commands between slices. */
static imm_status search_in_slices(const go_limits *go, uint32_t movetime, uint64_t nodes) {
    imm_limits limits = imm_limits_default();
    imm_report report = {0};
    imm_status status = IMM_OK;
    uint64_t done = 0;
    uint32_t start = now();
    bool goes_on = true;
    limits.depth = e.in.slots ? 0 : go->depth; /* of a tree search it would limit the tree */
    if (go->depth && e.in.slots && !movetime && !nodes) nodes = DEPTH_SIMULATIONS;
    while (goes_on && !e.is_stopped && status == IMM_OK) {
        uint32_t ms = now() - start;
        uint32_t left = movetime > ms ? movetime - ms : 1;
        limits.time_ms = movetime == 0 || left > POLL_MS ? POLL_MS : left;
        limits.iterations = nodes > 0 ? nodes - done : 0;
        status = imm_search_limited(e.in.states[0], &limits, &report);
        done += report.iterations, e.nodes = done + helpers_done();
        if (report.depth > e.depth) e.depth = report.depth;
        goes_on = status == IMM_OK && report.stopped == IMM_STOPPED_TIME && (nodes == 0 || done < nodes) &&
                  (movetime == 0 || now() - start < movetime) && (go->depth == 0 || e.depth < go->depth);
        if (goes_on && now() - e.shown >= INFO_MS) put_candidates(e.in.states[0], &report);
        read_commands();
    }
    if (nodes > 0 && done >= nodes) await_helpers();
    e.nodes = done;
    return status;
}

/* Returns how many simulations each thread should run, from the command's limit `nodes` or from the
 * level. 0 means no limit. */
static uint64_t nodes_of(const go_limits *go) {
    uint64_t nodes = go->nodes > 0 && !go->ponder ? (go->nodes - 1) / e.set.threads + 1 : 0;
    if (e.set.level > 0) {
        imm_config unused = e.set.config;
        imm_limits limits = imm_limits_default();
        imm_level(e.set.level, &unused, &limits);
        if (nodes == 0 || limits.iterations < nodes) nodes = limits.iterations;
    }
    return nodes;
}

/* Searches with all threads, and writes the last info lines. */
static imm_status think(const go_limits *go) {
    imm_report report;
    imm_player player = imm_player_to_move(e.in.referee);
    bool on_clock = go->has_time[player] && !go->infinite && !go->ponder;
    uint64_t nodes = nodes_of(go);
    uint32_t movetime = go->ponder ? 0 : go->movetime, aim = 0, limit;
    imm_clock clock = clock_of(go, player);
    imm_status status;
    e.best = e.in.states[0], e.nodes = e.depth = 0, e.began = e.shown = now();
    start_helpers(nodes, e.in.slots || go->ponder ? 0 : go->depth);
    if (on_clock && nodes == 0 && movetime == 0 && go->depth == 0) {
        status = search_on_clock(clock);
    } else {
        /* imm_search_clock() accepts no other limits. So this search uses a time limit: the time
         * that imm_search_clock() would aim at. */
        if (on_clock && imm_clock_budget(&clock, &aim, &limit) == IMM_OK)
            movetime = smaller(movetime, aim > 0 ? aim : 1);
        status = search_in_slices(go, movetime, nodes);
    }
    join_helpers();
    if (status == IMM_OK) status = imm_get_report(e.best, &report);
    if (status == IMM_OK) put_candidates(e.best, &report);
    return status;
}

/* Searches within `limits`, and writes the best move. */
static void search(go_limits *limits) {
    imm_report report;
    const char *obstacle = NULL;
    if (imm_outcome(e.in.referee) != IMM_ONGOING) obstacle = "the game is over";
    else if (imm_player_to_move(e.in.referee) == IMM_CHANCE)
        obstacle = "a chance event comes next; send its outcome as a move of position";
    if (obstacle) {
        put_error("go", obstacle), put("bestmove (none)"), end_line();
        return;
    }
    imm_position_bytes(e.in.referee, e.in.here, e.in.position_size, &e.in.here_length);
    e.is_thinking = true, e.is_stopped = false, e.is_pondering = limits->ponder;
    imm_status status = think(limits);
    while (e.is_pondering && !e.is_stopped)
        if (read_line(true)) run_command(e.line);
    if (limits->ponder && !e.is_pondering && !e.quit) { /* ponderhit: now with the limits */
        limits->ponder = false, e.is_stopped = false;
        if (status == IMM_OK) status = think(limits);
    }
    while (limits->infinite && !e.is_stopped)
        if (read_line(true)) run_command(e.line);
    e.is_thinking = false;
    if (status == IMM_OK) status = imm_get_report(e.best, &report);
    if (status == IMM_OK) put_best_move(&report);
    else put_error("go", imm_status_text(status)), put("bestmove (none)"), end_line();
}

/* The limits of `go`, with UCI's names. Times may be 0. */
static const struct {
    const char *name, *uci_name;
    size_t field; /* in go_limits */
    uint32_t min, max;
} LIMITS[] = {{"movetime", "", offsetof(go_limits, movetime), 1, UINT32_MAX},
              {"nodes", "", offsetof(go_limits, nodes), 1, UINT32_MAX},
              {"depth", "", offsetof(go_limits, depth), 1, 255},
              {"p1time", "wtime", offsetof(go_limits, time[0]), 0, UINT32_MAX},
              {"p2time", "btime", offsetof(go_limits, time[1]), 0, UINT32_MAX},
              {"p1inc", "winc", offsetof(go_limits, increment[0]), 0, UINT32_MAX},
              {"p2inc", "binc", offsetof(go_limits, increment[1]), 0, UINT32_MAX},
              {"movestogo", "", offsetof(go_limits, moves_to_go), 0, UINT32_MAX}};

/* Reads one limit of `go`, with its value. After an error message, returns false. A negative time
 * counts as 0. */
static bool read_limit(go_limits *limits, slice name, const char **rest) {
    for (unsigned i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++) {
        if (!is_word(name, LIMITS[i].name) && !is_word(name, LIMITS[i].uci_name)) continue;
        uint64_t value;
        slice text = next_word(rest), digits = text;
        bool is_negative = LIMITS[i].min == 0 && text.length > 0 && text.text[0] == '-';
        if (is_negative) digits.text++, digits.length--;
        if (!read_number(digits, LIMITS[i].min, LIMITS[i].max, &value)) {
            begin_error("go"), put_slice(name);
            put_range_error(LIMITS[i].min, LIMITS[i].max, text);
            return false;
        }
        *(uint32_t *)((char *)limits + LIMITS[i].field) = is_negative ? 0 : (uint32_t)value;
        if (LIMITS[i].field == offsetof(go_limits, time[0])) limits->has_time[0] = true;
        if (LIMITS[i].field == offsetof(go_limits, time[1])) limits->has_time[1] = true;
        return true;
    }
    put_input_error("go", name,
                    " is unknown; there are movetime, nodes, depth, infinite, ponder, p1time, p2time, p1inc, "
                    "p2inc, movestogo");
    return false;
}

/* The command `go`. */
static void go(const char *line, const char *rest) {
    (void)line;
    go_limits limits = {0};
    while (*rest) {
        slice name = next_word(&rest);
        if (is_word(name, "infinite")) limits.infinite = true;
        else if (is_word(name, "ponder")) limits.ponder = true;
        else if (!read_limit(&limits, name, &rest)) return;
    }
    if (!is_open()) {
        put("bestmove (none)"), end_line();
        return;
    }
    imm_player player = imm_player_to_move(e.in.referee);
    bool has_clock = limits.has_time[0] || limits.has_time[1];
    if (has_clock && player != IMM_CHANCE && !limits.has_time[player == IMM_SECOND]) {
        put_error("go", player == IMM_SECOND ? "is for the side to move: p2time is missing"
                                             : "is for the side to move: p1time is missing");
        return;
    }
    if (!has_clock && !limits.movetime && !limits.nodes && !limits.depth && e.set.level == 0) limits.infinite = true;
    search(&limits);
}

/* ==== Options ================================================================================= */

static const char *const NO_NET = "<empty>";

/* The options with numbers. */
static const struct {
    const char *name;
    size_t field; /* in settings */
    uint32_t normal, min, max;
} NUMBERS[] = {{"Level", offsetof(settings, level), 0, 0, LEVEL_MAX},
#ifndef UGI_BOARD
               {"Hash", offsetof(settings, hash), 64, 1, HASH_MAX},
               {"Threads", offsetof(settings, threads), 1, 1, THREADS_MAX},
#endif
               {"Seed", offsetof(settings, seed), 1, 0, UINT32_MAX},
               {"MultiPV", offsetof(settings, multi_pv), 1, 1, CANDIDATES_MAX}};
enum { NUMBER_COUNT = sizeof NUMBERS / sizeof *NUMBERS };

static uint32_t *number_of(settings *set, unsigned option) { return (uint32_t *)((char *)set + NUMBERS[option].field); }

static void put_options(void) {
    put("option name Player type string default best\n");
    for (unsigned i = 0; i < NUMBER_COUNT; i++) {
        put("option name "), put(NUMBERS[i].name), put_field(" type spin default ", NUMBERS[i].normal);
        put_field(" min ", NUMBERS[i].min), put_field(" max ", NUMBERS[i].max), put("\n");
    }
    put("option name Ponder type check default false\n");
#ifndef UGI_BOARD
    put("option name Net type string default "), put(NO_NET), put("\n");
    if (e.set.name[0] == '\0') return;
    put("option name UCI_Variant type combo default "), put(e.set.name);
    for (uint32_t i = 0; imm_game_name(i); i++) put(" var "), put(imm_game_name(i));
    put("\n");
#endif
}

/* The commands `ugi` and `uci`. */
static void introduce(const char *line, const char *rest) {
    uint32_t version = imm_version();
    e.is_uci = strncmp(line, "uci", 3) == 0;
    (void)rest;
    put_field("id name imm ", version >> 16), put_field(".", version >> 8 & 255), put_field(".", version & 255);
    put("\nid author the imm authors\n");
    put_options();
    put(e.is_uci ? "uciok" : "ugiok"), end_line();
}

/* Copies a value into a text of `size` bytes. Returns false if the value is too long. */
static bool copy_text(char *text, size_t size, slice value) {
    if (value.length >= size) return false;
    memcpy(text, value.text, value.length), text[value.length] = '\0';
    return true;
}

static void put_option_error(const char *option, const char *what) {
    begin_error("setoption"), put(option), put(": "), put(what), end_line();
}

/* True if the player in the settings can play the game in the settings. Otherwise writes an
 * error. */
static bool can_play(const settings *set, const char *option) {
    char why[IMM_TEXT_MAX] = "";
    imm_config config = player_of(set, 0);
    imm_config_error(&config, &set->game, why, sizeof why);
    if (*why) put_option_error(option, why);
    return !*why;
}

static bool set_player(settings *set, slice value) {
    char player[PLAYER_SIZE], why[IMM_TEXT_MAX] = "";
    if (!copy_text(player, sizeof player, value)) return put_option_error("Player", "too long"), false;
    if (imm_configure(&set->config, player) == IMM_OK) return can_play(set, "Player");
    imm_configure_error(player, why, sizeof why);
    return put_option_error("Player", *why ? why : "not a text"), false;
}

#ifndef UGI_BOARD
/* Reads a file with a net into memory. */
static bool set_net(settings *set, slice value) {
    char name[FILE_SIZE];
    long size = 0;
    set->net = NULL, set->net_size = 0;
    if (value.length == 0 || is_word(value, NO_NET)) return true;
    FILE *file = copy_text(name, sizeof name, value) ? fopen(name, "rb") : NULL;
    if (!file) return put_option_error("Net", "the file cannot be read"), false;
    if (fseek(file, 0, SEEK_END) == 0) size = ftell(file);
    set->net = size > 0 && fseek(file, 0, SEEK_SET) == 0 ? malloc((size_t)size) : NULL;
    if (set->net) set->net_size = fread(set->net, 1, (size_t)size, file);
    fclose(file);
    if (set->net_size > 0) return true;
    free(set->net), set->net = NULL;
    return put_option_error("Net", "the file cannot be read"), false;
}

static void drop_net(void *net) { free(net); }

static bool set_variant(settings *set, slice value) {
    if (!copy_text(set->name, sizeof set->name, value) ||
        imm_game_by_name(set->name, &set->game, sizeof set->game) != IMM_OK) {
        return put_error_about("setoption", "UCI_Variant: there is no game ", value), false;
    }
    return can_play(set, "UCI_Variant");
}
#else
static void drop_net(void *net) { (void)net; }
#endif

static bool set_number(settings *set, unsigned option, slice value) {
    uint64_t number;
    if (!read_number(value, NUMBERS[option].min, NUMBERS[option].max, &number)) {
        begin_error("setoption"), put(NUMBERS[option].name);
        put_range_error(NUMBERS[option].min, NUMBERS[option].max, value);
        return false;
    }
    *number_of(set, option) = (uint32_t)number;
    return can_play(set, NUMBERS[option].name); /* a level may need another player */
}

/* Applies one option to the settings. After an error message, returns false. */
static bool apply_option(settings *set, slice name, slice value) {
    if (is_name(name, "Player")) return set_player(set, value);
    if (is_name(name, "Ponder")) {
        if (!is_word(value, "true") && !is_word(value, "false")) {
            return put_error_about("setoption", "Ponder needs true or false, not ", value), false;
        }
        return set->ponder = is_word(value, "true"), true;
    }
    for (unsigned i = 0; i < NUMBER_COUNT; i++)
        if (is_name(name, NUMBERS[i].name)) return set_number(set, i, value);
#ifndef UGI_BOARD
    if (is_name(name, "Net")) return set_net(set, value);
    if (is_name(name, "UCI_Variant") && set->name[0]) return set_variant(set, value);
#endif
    return put_error_about("setoption", "there is no option ", name), false;
}

/* The command `setoption name NAME value VALUE`. A change keeps the position, but not the tree. */
static void set_option(const char *line, const char *rest) {
    (void)line;
    settings set = e.set;
    slice word = next_word(&rest), name = {rest, 0}, value = {"", 0};
    const char *end = strstr(rest, " value ");
    if (!end && strlen(rest) > 6 && strcmp(rest + strlen(rest) - 6, " value") == 0) end = rest + strlen(rest) - 6;
    if (!is_word(word, "name") || !end) {
        put_error("setoption", "expected name NAME value VALUE");
        return;
    }
    name.length = (size_t)(end - rest);
    if (end[6] == ' ') value = (slice){end + 7, strlen(end + 7)};
    if (!apply_option(&set, name, value)) return;
    bool is_same_game = strcmp(set.name, e.set.name) == 0;
    void *old_net = e.set.net;
    imm_status status = reopen(&set, is_same_game);
    if (status == IMM_OK && !is_same_game) strcpy(e.game, START);
    if (status != IMM_OK) begin_error("setoption"), put_slice(name), put(": "), put(reason(status)), end_line();
    if (old_net != set.net) drop_net(status == IMM_OK ? old_net : set.net);
}

/* ==== Commands ================================================================================ */

static void query(const char *line, const char *rest) {
    (void)line;
    static const char *const results[] = {"none", "p1win", "p2win", "draw"};
    slice question = next_word(&rest);
    if (!is_open()) return;
    imm_result result = imm_outcome(e.in.referee);
    if (result < 0) {
        put_error("query", imm_status_text(result));
        return;
    }
    const char *answer = is_word(question, "gameover") ? (result == IMM_ONGOING ? "false" : "true")
                         : is_word(question, "p1turn")
                             ? (imm_player_to_move(e.in.referee) == IMM_FIRST ? "true" : "false")
                         : is_word(question, "result") ? results[result]
                                                       : NULL;
    if (answer) put("response "), put(answer), end_line();
    else put_input_error("query", question, " is unknown; there are gameover, p1turn, result");
}

/* The command `d`: shows the position and the legal moves. */
static void display(const char *line, const char *rest) {
    (void)line, (void)rest;
    char text[IMM_TEXT_MAX];
    if (!is_open()) return;
    if (imm_position_text(e.in.referee, text, sizeof text) == IMM_OK)
        put("info string position "), put(text), put("\n");
    int32_t count = imm_legal_moves(e.in.referee, e.in.moves, e.in.max_moves);
    put("info string moves");
    for (int32_t i = 0; i < count; i++) put(" "), put_move(e.in.moves[i]);
    end_line();
}

static void ready(const char *line, const char *rest) {
    (void)line, (void)rest, is_open();
    put("readyok"), end_line();
}

static void stop(const char *line, const char *rest) { (void)line, (void)rest, e.is_stopped = true; }

static void ponder_hit(const char *line, const char *rest) {
    (void)line, (void)rest;
    if (e.is_pondering) e.is_pondering = false, e.is_stopped = true;
}

static void quit(const char *line, const char *rest) { (void)line, (void)rest, e.quit = e.is_stopped = true; }

/* The commands. For each command, a flag tells whether it is also allowed while the engine
 * thinks. */
static const struct {
    const char *name;
    void (*run)(const char *line, const char *rest); /* the whole line, and the part behind the first word */
    bool at_any_time;
} COMMANDS[] = {{"ugi", introduce, false},
                {"uci", introduce, false},
                {"isready", ready, true},
                {"setoption", set_option, false},
                {"uginewgame", new_game, false},
                {"ucinewgame", new_game, false},
                {"position", position, false},
                {"go", go, false},
                {"stop", stop, true},
                {"ponderhit", ponder_hit, true},
                {"query", query, true},
                {"d", display, true},
                {"quit", quit, true}};

static void run_command(const char *line) {
    const char *rest = line;
    slice command = next_word(&rest);
    for (unsigned i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        if (!is_word(command, COMMANDS[i].name)) continue;
        if (COMMANDS[i].at_any_time || !e.is_thinking) COMMANDS[i].run(line, rest);
        else put_error(COMMANDS[i].name, "not while thinking; send stop first");
        return;
    }
    put_input_error("command", command,
                    " is unknown; there are ugi, uci, isready, setoption, uginewgame, position, go, "
                    "stop, ponderhit, query, d, quit");
}

/* Runs the engine until `quit` or the end of the input. `name` is the name of a built-in game, or
 * "" for a custom game. */
static void run_engine(const imm_game *game, const char *name) {
    e.set.game = *game;
    strcpy(e.set.name, name), strcpy(e.game, START);
    e.set.config = imm_config_default();
    e.set.config.algorithm = IMM_BEST, e.set.threads = 1;
    set_clock(&e.set.config);
    for (unsigned i = 0; i < NUMBER_COUNT; i++) *number_of(&e.set, i) = NUMBERS[i].normal;
    while (!e.quit)
        if (read_line(true)) run_command(e.line);
}

#ifndef UGI_BOARD
#ifdef UGI_OWN_GAME
const imm_game *imm_plugin(void);

int main(int argc, char **argv) {
    if (argc > 1) return fprintf(stderr, "%s: this engine plays only its own game, without arguments\n", argv[0]), 2;
    run_engine(imm_plugin(), "");
    return 0;
}
#else
static int usage(FILE *out, int code) {
    fputs("usage: ugi [GAME]\nGAME:", out);
    for (uint32_t i = 0; imm_game_name(i); i++) fprintf(out, " %s", imm_game_name(i));
    fputs(", or another board of these, such as breakthrough_6x6\n", out);
    return code;
}

int main(int argc, char **argv) {
    imm_game game;
    const char *name = argc > 1 ? argv[1] : "breakthrough";
    if (strcmp(name, "--help") == 0) return usage(stdout, 0);
    if (argc > 2) return fprintf(stderr, "ugi: one argument at most, not '%s'\n", argv[2]), usage(stderr, 2);
    if (strlen(name) >= NAME_SIZE || imm_game_by_name(name, &game, sizeof game) != IMM_OK)
        return fprintf(stderr, "ugi: there is no game '%s'\n", name), usage(stderr, 2);
    run_engine(&game, name);
    return 0;
}
#endif
#endif
