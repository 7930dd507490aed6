#include "console.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_MAX_MOVES = 12, LISTED_MAX = 60, INPUT_MAX = 64, LEVEL_MAX = 10, SEATS_MAX = IMM_PLAYERS_MAX };

/* The option that sets each player. The word after the dashes is also the player's name in
 * texts. */
static const char *const seat_options[SEATS_MAX] = {"--first", "--second", "--third",   "--fourth",
                                                    "--fifth", "--sixth",  "--seventh", "--eighth"};

/* One player of the game: a person or a player of imm. */
typedef struct {
    const char *spec;  /* imm's player notation, or "me" */
    imm_state *state;  /* NULL for a person */
    imm_limits limits; /* of each move */
    const char *unit;  /* the unit of `iterations` in a report */
} seat;

/* A game in play. */
typedef struct {
    const console *c;
    imm_state *referee; /* knows the rules and the position, never searches */
    void *position;     /* the position of the game, for draw() */
    size_t position_size;
    unsigned players;
    seat seats[SEATS_MAX];
    const void *net; /* the bytes of a net, or NULL */
    size_t net_size;
    uint64_t dice; /* the state of the generator that rolls the dice */
} table;

/* The options from the command line. */
typedef struct {
    const char *specs[SEATS_MAX];
    imm_limits limits;
    uint32_t level; /* 1 to 10; 0: full strength */
    uint64_t seed;
    const char *net; /* the name of its file, or NULL */
} settings;

static unsigned players_of(const console *c) { return c->game->players ? c->game->players : 2; }

/* ---- Input ----------------------------------------------------------------------------------- */

bool console_read_number(const char *text, uint64_t max, uint64_t *number) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end != '\0' || errno == ERANGE || value > max) return false;
    *number = value;
    return true;
}

bool console_read_line(char *line, int size) {
    if (!fgets(line, size, stdin)) return false;
    if (!strchr(line, '\n'))
        for (int c = getchar(); c != '\n' && c != EOF;) c = getchar();
    size_t skip = strspn(line, " \t"), length = strlen(line + skip);
    memmove(line, line + skip, length + 1);
    while (length > 0 && isspace((unsigned char)line[length - 1])) line[--length] = '\0';
    return true;
}

/* ---- Output ---------------------------------------------------------------------------------- */

static void show_board(table *t) {
    size_t length;
    imm_position_bytes(t->referee, t->position, t->position_size, &length);
    t->c->draw(t->position);
}

/* Prints a report. The value and the proof in the report of a game for two players are from the
 * first player's point of view. The program prints both from the point of view of the player to
 * move. In other games the report already has this point of view. */
static void show_report(const table *t, imm_player who, const imm_report *report) {
    char text[IMM_TEXT_MAX];
    bool two = t->players == 2, second = report->proof == IMM_PROVEN_SECOND_WINS;
    imm_move_text(t->referee, report->best, text, sizeof text);
    printf("%c plays %s: value %+.3f, %" PRIu64 " %s, %" PRIu32 " nodes, depth %" PRIu32 ", %" PRIu32 " ms\n",
           t->c->marks[who], text, two && who == IMM_SECOND ? 0.0 - (double)report->value : (double)report->value,
           report->iterations, t->seats[who].unit, report->nodes, report->depth, report->elapsed_ms);
    if (report->proof == IMM_PROVEN_DRAW) puts("  proven: a draw");
    else if (report->proof != IMM_UNPROVEN)
        printf("  proven: %c %s in %" PRIu32 " %s\n", t->c->marks[two ? second : who],
               second && !two ? "loses" : "wins", report->distance, report->distance == 1 ? "ply" : "plies");
}

/* Prints the expected moves. The text of a move may depend on the position. So the referee's state
 * plays each move, and at the end returns to the position of the game. */
static void show_line(const table *t, imm_state *state) {
    char text[IMM_TEXT_MAX];
    imm_move line[LINE_MAX_MOVES];
    int32_t length = imm_line(state, line, LINE_MAX_MOVES);
    printf("  expects");
    for (int32_t i = 0; i < length && imm_move_text(t->referee, line[i], text, sizeof text) == IMM_OK; i++) {
        printf(" %s", text);
        imm_play(t->referee, line[i]);
    }
    putchar('\n');
    imm_set_position_bytes(t->referee, t->position, t->position_size);
}

/* Prints the result of each player, from -1 to 1. */
static void show_returns(const table *t) {
    float result = 0;
    printf("The game is over:");
    for (unsigned i = 0; i < t->players && imm_return_of(t->referee, (imm_player)i, &result) == IMM_OK; i++)
        printf("%s %c %+.2f (%s)", i == 0 ? "" : ",", t->c->marks[i], (double)result, t->seats[i].spec);
    puts(".");
}

static void show_result(const table *t) {
    const imm_game *game = t->c->game;
    imm_result result = imm_outcome(t->referee);
    unsigned winner = result == IMM_SECOND_WINS;
    if (result == IMM_OVER) {
        show_returns(t);
        return;
    }
    if (result == IMM_DRAW) {
        puts("The game is over: a draw.");
        return;
    }
    printf("The game is over: %c wins", t->c->marks[winner]);
    if (game->score) printf(" by %d", abs((int)game->score(game->context, t->position)));
    printf(" (%s).\n", t->seats[winner].spec);
}

/* ---- Turns: each returns the move, or IMM_MOVE_NONE to end the program ----------------------- */

static void list_moves(const table *t) {
    char text[IMM_TEXT_MAX];
    imm_move moves[LISTED_MAX];
    int32_t count = imm_legal_moves(t->referee, moves, LISTED_MAX);
    for (int32_t n = 0; n < count && n < LISTED_MAX; n++)
        if (imm_move_text(t->referee, moves[n], text, sizeof text) == IMM_OK) printf("%s ", text);
    puts(count > LISTED_MAX ? "..." : "");
}

static imm_move person_turn(const table *t, imm_player who) {
    char line[INPUT_MAX];
    imm_move move;
    for (;;) {
        printf("%c, your move> ", t->c->marks[who]);
        fflush(stdout);
        if (!console_read_line(line, sizeof line)) {
            puts("\nThat was the end of the input. Goodbye.");
            return IMM_MOVE_NONE;
        }
        if (strcmp(line, "quit") == 0) return IMM_MOVE_NONE;
        if (imm_parse_move(t->referee, line, &move) == IMM_OK) return move;
        if (strcmp(line, "?") == 0) list_moves(t);
        else if (*line) printf("'%.20s' is not a legal move: type %s, or quit.\n", line, t->c->move_help);
    }
}

static imm_move imm_turn(const table *t, imm_player who) {
    imm_report report;
    const seat *s = &t->seats[who];
    imm_status status = imm_search_limited(s->state, &s->limits, &report);
    if (status != IMM_OK) {
        printf("imm cannot move: %s.\n", imm_status_text(status));
        return IMM_MOVE_NONE;
    }
    show_report(t, who, &report);
    show_line(t, s->state);
    return report.best;
}

/* Rolls the dice, or samples another chance event. The random numbers come from splitmix64. */
static imm_move chance_turn(table *t) {
    char text[IMM_TEXT_MAX];
    uint64_t mixed = t->dice += UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
    imm_move move = imm_sample_chance(t->referee, (uint32_t)(mixed >> 32));
    if (imm_move_text(t->referee, move, text, sizeof text) == IMM_OK) printf("The dice show %s.\n", text);
    return move;
}

/* Returns the next move. In a game with dice, a player with a single legal move need not think. */
static imm_move next_move(table *t) {
    imm_player who = imm_player_to_move(t->referee);
    imm_move only;
    if (who == IMM_CHANCE) return chance_turn(t);
    if (t->c->game->chance && imm_legal_moves(t->referee, &only, 1) == 1) return only;
    return t->seats[who].state ? imm_turn(t, who) : person_turn(t, who);
}

/* Plays the move in the referee's state and in the state of each player of imm. */
static imm_status make_move(const table *t, imm_move move) {
    imm_status status = imm_play(t->referee, move);
    for (unsigned i = 0; i < t->players && status == IMM_OK; i++)
        if (t->seats[i].state) status = imm_play(t->seats[i].state, move);
    return status;
}

static int play(table *t) {
    show_board(t);
    while (imm_outcome(t->referee) == IMM_ONGOING) {
        imm_move move = next_move(t);
        if (move == IMM_MOVE_NONE) return 0;
        imm_status status = make_move(t, move);
        if (status != IMM_OK) return fprintf(stderr, "imm_play: %s\n", imm_status_text(status)), 1;
        show_board(t);
    }
    show_result(t);
    return 0;
}

/* ---- Setting up ------------------------------------------------------------------------------ */

static size_t round_up(size_t size) { return (size + IMM_ALIGN - 1) / IMM_ALIGN * IMM_ALIGN; }

/* Sets imm up as one player of the game. imm_configure() reads the player notation. Then
 * imm_init() refuses a player that needs a callback the game does not have. */
static bool open_seat(table *t, const settings *set, unsigned who, void *memory, size_t size) {
    const console *c = t->c;
    seat *s = &t->seats[who];
    char why[IMM_TEXT_MAX] = "";
    imm_config config = imm_config_default();
    s->spec = set->specs[who];
    if (strcmp(s->spec, "me") == 0) return true;
    if (imm_configure(&config, s->spec) != IMM_OK) {
        imm_configure_error(s->spec, why, sizeof why);
        fprintf(stderr, "%s: %s\nA player is `me`, or looks like this: %s, %s\n", s->spec, why, c->player, c->example);
        return false;
    }
    config.seed = set->seed + who;
    s->unit = config.algorithm == IMM_ALPHA_BETA ? "positions" : "simulations";
    s->limits = set->limits;
    if (set->level > 0) imm_level(set->level, &config, &s->limits);
    imm_status status = imm_init(memory, size, c->game, &config, &s->state);
    if (status == IMM_OK && t->net) status = imm_set_net(s->state, t->net, t->net_size);
    if (status == IMM_OK) return true;
    imm_config_error(&config, c->game, why, sizeof why);
    fprintf(stderr, "%s: %s\n", s->spec, *why ? why : imm_status_text(status));
    return false;
}

/* Reads the file of a net into the first part of the memory. Returns true if `name` is NULL. */
static bool read_net(table *t, const char *name, unsigned char *memory, size_t size) {
    if (!name) return true;
    FILE *file = fopen(name, "rb");
    if (!file) return false;
    t->net = memory, t->net_size = fread(memory, 1, size, file);
    fclose(file);
    return t->net_size > 0 && t->net_size < size;
}

/* Divides the memory, and sets up the referee and all players:
 *
 *     | net | padding to IMM_ALIGN | referee | position | first player | second player | ...
 */
static bool open_table(table *t, const settings *set, unsigned char *memory, size_t size) {
    const console *c = t->c;
    imm_config config = imm_config_default();
    if (!read_net(t, set->net, memory, size)) return fprintf(stderr, "%s: cannot read this net\n", set->net), false;
    size_t skip = round_up((uintptr_t)memory + t->net_size) - (uintptr_t)memory;
    size_t referee = round_up(imm_memory_required(c->game, 0));
    unsigned char *next = memory + skip;
    imm_status status = IMM_ERR_TOO_SMALL;
    if (skip + referee <= size) status = imm_init(next, referee, c->game, &config, &t->referee);
    if (status == IMM_OK) t->position_size = imm_position_size(t->referee);
    size_t used = skip + referee + round_up(t->position_size);
    if (status == IMM_OK && used > size) status = IMM_ERR_TOO_SMALL;
    if (status != IMM_OK) return fprintf(stderr, "%s: %s\n", c->name, imm_status_text(status)), false;
    t->position = next + referee;
    next += referee + round_up(t->position_size);
    size_t part = (size - used) / t->players / IMM_ALIGN * IMM_ALIGN;
    for (unsigned i = 0; i < t->players; i++, next += part)
        if (!open_seat(t, set, i, next, part)) return false;
    return true;
}

static int usage(const console *c, const char *wrong) {
    fprintf(stderr, "%s: cannot make sense of '%s'\nusage: %s ", c->name, wrong, c->name);
    if (c->choose_board) fprintf(stderr, "[%s] ", c->board);
    for (unsigned i = 0; i < players_of(c); i++) fprintf(stderr, "[%s PLAYER] ", seat_options[i]);
    fputs("[--ms N] [--iterations N] [--level N] [--seed N] [--net FILE]\n", stderr);
    if (c->choose_board) fprintf(stderr, "%s: %s\n", c->board, c->boards);
    fprintf(stderr, "PLAYER: me, %s, %s ...; --level: 1 to %d\n", c->player, c->example, LEVEL_MAX);
    fputs("A person types a move, ? for a list of the legal moves, or quit.\n", stderr);
    fputs("Without --ms, imm thinks 1000 ms; with --iterations or --level, its time has no limit.\n", stderr);
    return 2;
}

/* Applies one option. `value` is the next word of the command line, or "" after the last word.
 * Returns the number of words that the option takes, or 0 if the option or its value is wrong. A
 * limit of 0 is wrong, because for imm 0 means no limit. */
static int take_option(settings *set, const console *c, const char *option, const char *value) {
    uint64_t number;
    if (strncmp(option, "--", 2) != 0) return c->choose_board && c->choose_board(option);
    if (strcmp(option, "--net") == 0 && *value) return set->net = value, 2;
    for (unsigned i = 0; i < SEATS_MAX; i++)
        if (strcmp(option, seat_options[i]) == 0 && *value) return set->specs[i] = value, 2;
    if (!console_read_number(value, UINT64_MAX, &number)) return 0;
    if (strcmp(option, "--seed") == 0) return set->seed = number, 2;
    if (number == 0) return 0;
    if (strcmp(option, "--iterations") == 0) return set->limits.iterations = number, 2;
    if (strcmp(option, "--ms") == 0 && number <= UINT32_MAX) return set->limits.time_ms = (uint32_t)number, 2;
    if (strcmp(option, "--level") == 0 && number <= LEVEL_MAX) return set->level = (uint32_t)number, 2;
    return 0;
}

int console_run(void *memory, size_t size, const console *c, int argc, char **argv) {
    table t = {.c = c};
    settings set = {.specs = {"me"}, .limits = imm_limits_default(), .seed = (uint64_t)time(NULL)};
    for (unsigned i = 1; i < SEATS_MAX; i++) set.specs[i] = c->player;
    for (int i = 1, used; i < argc; i += used) {
        used = take_option(&set, c, argv[i], i + 1 < argc ? argv[i + 1] : "");
        if (used == 0) return usage(c, argv[i]);
    }
    if (set.limits.iterations == 0 && set.limits.time_ms == 0 && set.level == 0) set.limits.time_ms = 1000;
    t.dice = set.seed, t.players = players_of(c);
    return open_table(&t, &set, memory, size) ? play(&t) : 2;
}
