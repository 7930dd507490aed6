/* Measures searches of several threads in one shared tree.
 *
 *     measure search GAME PLAYER SIMULATIONS THREADS   one search from the start
 *     measure match GAME PLAYER MS GAMES SEED          two threads in one tree against one thread
 *                                                      with twice the time and an ordinary tree
 *
 * Each prints a line of JSON. GAME is a name for imm_game_by_name(), or connect_four for the game
 * of the C example. With THREADS 0, one thread searches an ordinary tree. Otherwise the threads
 * share the SIMULATIONS. All times are processor time of a thread; a search takes as long as its
 * slowest thread. In a match, each thread of the team has MS milliseconds for a move. Each opening
 * of 4 random plies is played twice, with the sides swapped. Runs on Linux and other systems with
 * thread clocks. */
#define _POSIX_C_SOURCE 200809L
#define CONNECT_FOUR_GAME_ONLY
#include "../../../c_examples/connect_four.c"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Room for each simulation, in bytes: more than a simulation needs. TREE: the memory of a tree in a
 * match. OWN: the block of a state that shares a tree; it has a trunk. */
enum { ROOM = 200, TREE = 64 << 20, OWN = 1 << 20, THREADS_MAX = 64, OPENING_PLIES = 4, MOVES_MAX = 256 };

/* A team of states with the same position. The states share a tree, unless the team is one ordinary
 * state. */
typedef struct {
    imm_state *states[THREADS_MAX];
    uint32_t threads;
    bool shares;
    unsigned char *own, *tree;
    size_t size;
} team;

typedef struct {
    imm_state *state;
    imm_limits limits;
    imm_report report;
    imm_status status;
    double cpu_s;
} job;

static uint64_t cpu_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static uint32_t clock_us(void *context) {
    (void)context;
    return (uint32_t)(cpu_ns() / 1000);
}

static void check(const char *what, imm_status status) {
    if (status == IMM_OK) return;
    fprintf(stderr, "measure: %s: %s\n", what, imm_status_text(status));
    exit(EXIT_FAILURE);
}

static unsigned char *memory_of(size_t size) {
    unsigned char *memory = aligned_alloc(64, (size + 63) / 64 * 64);
    if (!memory) perror("measure: aligned_alloc"), exit(EXIT_FAILURE);
    return memory;
}

/* Opens a team at the start of the game, with an empty tree. Writes to all memory, so that a search
 * does not wait for pages. */
static void open_team(team *t, const imm_game *game, const char *player, uint64_t seed) {
    memset(t->tree, 0, t->size);
    if (t->shares) memset(t->own, 0, (size_t)t->threads * OWN);
    for (uint32_t i = 0; i < t->threads; i++) {
        unsigned char *block = t->shares ? t->own + (size_t)i * OWN : t->tree;
        imm_config config = imm_config_default();
        check(player, imm_configure(&config, player));
        config.seed = seed + i;
        config.now_us = clock_us;
        check(player, imm_init(block, t->shares ? OWN : t->size, game, &config, &t->states[i]));
    }
}

/* Gives the states their shared tree. */
static void share(team *t) {
    for (uint32_t i = 0; t->shares && i < t->threads; i++)
        check("share", imm_share_tree(t->states[i], t->tree, t->size));
}

static void *run_job(void *at) {
    job *j = at;
    uint64_t began = cpu_ns();
    j->status = imm_search_limited(j->state, &j->limits, &j->report);
    j->cpu_s = (double)(cpu_ns() - began) / 1e9;
    return NULL;
}

/* Searches with all threads. Returns the report of the first thread, and stores the time of the
 * slowest thread. */
static imm_report search(team *t, const imm_limits *limits, double *cpu_s) {
    job jobs[THREADS_MAX];
    pthread_t threads[THREADS_MAX];
    share(t);
    for (uint32_t i = 0; i < t->threads; i++) {
        jobs[i] = (job){.state = t->states[i], .limits = *limits};
        if (pthread_create(&threads[i], NULL, run_job, &jobs[i]) != 0)
            perror("measure: pthread_create"), exit(EXIT_FAILURE);
    }
    *cpu_s = 0;
    for (uint32_t i = 0; i < t->threads; i++) {
        pthread_join(threads[i], NULL);
        check("search", jobs[i].status);
        if (jobs[i].cpu_s > *cpu_s) *cpu_s = jobs[i].cpu_s;
    }
    imm_report report;
    check("report", imm_get_report(t->states[0], &report));
    return report;
}

static int measure_search(const imm_game *game, const char *player, uint64_t simulations, uint32_t threads) {
    team t = {.threads = threads ? threads : 1, .shares = threads > 0, .size = simulations * ROOM + (4 << 20)};
    t.tree = memory_of(t.size), t.own = memory_of((size_t)t.threads * OWN);
    open_team(&t, game, player, 1);
    imm_limits limits = imm_limits_default();
    limits.iterations = simulations / t.threads;
    double cpu_s;
    imm_report report = search(&t, &limits, &cpu_s);
    if (report.recycled) return fputs("measure: the tree was full\n", stderr), EXIT_FAILURE;
    printf("{\"cpu_s\": %.6f, \"nodes\": %" PRIu32 "}\n", cpu_s, report.nodes);
    free(t.tree), free(t.own);
    return EXIT_SUCCESS;
}

/* Plays a game between two teams after these opening moves. Returns the points of the team that
 * begins, times two. */
static int play_game(team *first, team *second, uint32_t ms_first, uint32_t ms_second, const imm_move *opening) {
    for (uint32_t ply = 0; imm_outcome(first->states[0]) == IMM_ONGOING; ply++) {
        bool is_first = imm_player_to_move(first->states[0]) == IMM_FIRST;
        imm_limits limits = imm_limits_default();
        limits.time_ms = is_first ? ms_first : ms_second;
        double cpu_s;
        imm_move best = ply < OPENING_PLIES ? opening[ply] : search(is_first ? first : second, &limits, &cpu_s).best;
        for (uint32_t i = 0; i < first->threads; i++) check("play", imm_play(first->states[i], best));
        for (uint32_t i = 0; i < second->threads; i++) check("play", imm_play(second->states[i], best));
    }
    imm_result result = imm_outcome(first->states[0]);
    return result == IMM_DRAW ? 1 : result == IMM_FIRST_WINS ? 2 : 0;
}

/* Chooses the moves of an opening at random, with the state of a fresh team. */
static void choose_opening(imm_state *state, uint64_t *random, imm_move *opening) {
    for (int ply = 0; ply < OPENING_PLIES; ply++) {
        imm_move moves[MOVES_MAX];
        *random = *random * 6364136223846793005 + 1442695040888963407;
        opening[ply] = moves[(*random >> 33) % (uint32_t)imm_legal_moves(state, moves, MOVES_MAX)];
        check("opening", imm_play(state, opening[ply]));
    }
}

static int play_match(const imm_game *game, const char *player, uint32_t ms, uint32_t games, uint64_t seed) {
    team two = {.threads = 2, .shares = true, .size = TREE}, one = {.threads = 1, .size = TREE};
    two.tree = memory_of(TREE), one.tree = memory_of(TREE), two.own = memory_of(2 * OWN);
    uint32_t points = 0;
    uint64_t random = seed;
    for (uint32_t played = 0; played < games; played += 2) {
        imm_move opening[OPENING_PLIES];
        open_team(&one, game, player, 1);
        choose_opening(one.states[0], &random, opening);
        for (uint32_t seat = 0; seat < 2; seat++) {
            open_team(&two, game, player, seed + 10 * (played + seat));
            open_team(&one, game, player, seed + 10 * (played + seat) + 5);
            int won = seat == 0 ? play_game(&two, &one, ms, 2 * ms, opening)
                                : play_game(&one, &two, 2 * ms, ms, opening);
            points += (uint32_t)(seat == 0 ? won : 2 - won);
        }
    }
    printf("{\"games\": %" PRIu32 ", \"points\": %.1f}\n", games + games % 2, points / 2.0);
    free(two.tree), free(two.own), free(one.tree);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    bool match = argc == 7 && strcmp(argv[1], "match") == 0, one = argc == 6 && strcmp(argv[1], "search") == 0;
    if (!match && !one)
        return fputs("usage: measure search GAME PLAYER SIMULATIONS THREADS, or\n"
                     "       measure match GAME PLAYER MS GAMES SEED\n",
                     stderr),
               EXIT_FAILURE;
    imm_game game = connect_four;
    if (strcmp(argv[2], "connect_four") != 0) check(argv[2], imm_game_by_name(argv[2], &game, sizeof game));
    uint64_t numbers[3] = {0};
    for (int i = 4; i < argc; i++) numbers[i - 4] = strtoull(argv[i], NULL, 10);
    if (numbers[1] > THREADS_MAX && one) return fputs("measure: at most 64 threads\n", stderr), EXIT_FAILURE;
    if (one) return measure_search(&game, argv[3], numbers[0], (uint32_t)numbers[1]);
    return play_match(&game, argv[3], (uint32_t)numbers[0], (uint32_t)numbers[1], numbers[2]);
}
