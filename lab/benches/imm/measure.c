/* Runs one search with imm. The program links libimm.a, like any other C program that uses imm.
 * Prints the search's time and memory as a line of JSON:
 *
 *     measure GAME PLAYER mcts SIMULATIONS
 *     measure GAME PLAYER alphabeta PLIES
 *
 * GAME is a name for imm_game_by_name(), or connect_four for the game of the C example. Runs on
 * Linux and other systems with process clocks. Without /proc the memory is unknown. */
#define _POSIX_C_SOURCE 200809L
#define CONNECT_FOUR_GAME_ONLY
#include "../../../c_examples/connect_four.c"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Bytes of tree memory for each simulation: more than a simulation needs. The
 * measurement does not count memory that the search never accesses. */
enum { ROOM = 128 };

/* Size in bytes of the memory block for alpha-beta. The transposition table gets half of the block,
 * rounded down to a power of two. */
static const size_t BLOCK = (size_t)130 << 20;

static double cpu_s(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Reads a field of /proc/self/status, in KiB; returns -1 if the field does not exist. */
static long status_kib(const char *field) {
    char line[256];
    long kib = -1;
    FILE *file = fopen("/proc/self/status", "r");
    if (!file) return -1;
    while (kib < 0 && fgets(line, sizeof line, file))
        if (strncmp(line, field, strlen(field)) == 0) kib = strtol(line + strlen(field), NULL, 10);
    fclose(file);
    return kib;
}

static int fail(const char *what, imm_status status) {
    fprintf(stderr, "measure: %s: %s\n", what, imm_status_text(status));
    return EXIT_FAILURE;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fputs("usage: measure GAME PLAYER mcts|alphabeta AMOUNT\n", stderr);
        return EXIT_FAILURE;
    }
    imm_game game = connect_four;
    imm_status status = IMM_OK;
    if (strcmp(argv[1], "connect_four") != 0) status = imm_game_by_name(argv[1], &game, sizeof game);
    if (status != IMM_OK) return fail(argv[1], status);

    bool tree = strcmp(argv[3], "mcts") == 0;
    uint64_t amount = strtoull(argv[4], NULL, 10);
    size_t size = tree ? (size_t)amount * ROOM + (1 << 20) : BLOCK;
    void *memory = malloc(size);
    if (!memory) {
        perror("measure: malloc");
        return EXIT_FAILURE;
    }
    imm_state *state = NULL;
    status = imm_open(memory, size, &game, argv[2], 1, &state);
    if (status != IMM_OK) return fail(argv[2], status);

    imm_limits limits = imm_limits_default();
    if (tree) limits.iterations = amount;
    else limits.depth = (uint32_t)amount;
    long largest = status_kib("VmHWM:"), resident = status_kib("VmRSS:");
    imm_report report;
    double began = cpu_s();
    status = imm_search_limited(state, &limits, &report);
    double took = cpu_s() - began;
    long grown = status_kib("VmHWM:");
    if (status != IMM_OK) return fail("search", status);
    /* Refuse a search that did not do the requested work, or that recycled nodes. The time of such
     * a search would look too good. */
    if (tree ? report.iterations != amount || report.recycled : report.depth != amount) {
        fprintf(stderr, "measure: not the work that was asked for: %" PRIu64 " simulations, depth %" PRIu32 "\n",
                report.iterations, report.depth);
        return EXIT_FAILURE;
    }
    printf("{\"cpu_s\": %.6f, \"grown_kib\": ", took);
    if (grown > largest) printf("%ld", grown - resident);
    else printf("null");
    printf(", \"nodes\": %" PRIu32 ", \"found\": \"%" PRIu32 " %+.3f\"}\n", report.nodes, report.best,
           (double)report.value);
    return EXIT_SUCCESS;
}
