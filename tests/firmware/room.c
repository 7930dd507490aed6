/* Measures how much a search can store in memory blocks of several sizes. Measures the slots of a
 * tree in each game, the largest number of nodes that real searches reach, and the plies and table
 * buckets of alpha-beta. Prints one line for each number: table, row, column and number, separated
 * by tabs. A board runs searches only in blocks that fit into its RAM. */
#include "board.h"
#include "imm.h"
#include "print.h"

#define KIB 1024u

static const unsigned BLOCKS[] = {4, 8, 12, 16, 32, 56}; /* KiB */

enum { BLOCK_COUNT = sizeof BLOCKS / sizeof BLOCKS[0], STEP = 50, SIMULATIONS_PER_SLOT = 6 };

static const unsigned ALPHA_BETA_BLOCKS[] = {8, 16, 32, 60, 64, 256, 1024}; /* KiB */

enum { ALPHA_BETA_COUNT = sizeof ALPHA_BETA_BLOCKS / sizeof ALPHA_BETA_BLOCKS[0] };

static _Alignas(IMM_ALIGN) unsigned char memory[MEMORY_SIZE];

void board_on_tick(uint32_t now_ms) { (void)now_ms; }

static void print_line(const char *table, unsigned block, const char *column, unsigned number) {
    board_print(table), board_print("\t");
    print_number(block), board_print(" KiB\t");
    board_print(column), board_print("\t");
    print_number(number), board_print("\n");
}

/* Searches from the starting position until the block is full and nodes are recycled. Prints the
 * largest number of nodes that the search reported. */
static int print_nodes(const char *name, const imm_game *game, const char *player, unsigned block) {
    if (block * KIB > sizeof memory) return 1;
    imm_state *state = NULL;
    imm_config config = imm_config_default();
    if (imm_configure(&config, player) != IMM_OK) return 0;
    if (imm_init(memory, block * KIB, game, &config, &state) != IMM_OK) return 0;
    size_t simulations = imm_memory_slots(game, block * KIB) * SIMULATIONS_PER_SLOT;
    unsigned most = 0;
    for (size_t done = 0; done < simulations; done += STEP) {
        imm_report report;
        board_feed_watchdog();
        if (imm_step(state, STEP) != IMM_OK || imm_get_report(state, &report) != IMM_OK) return 0;
        if (report.nodes > most) most = (unsigned)report.nodes;
    }
    print_line("nodes", block, name, most);
    return 1;
}

/* Returns the number of plies of the alpha-beta stack, in a block of `size` bytes that also
 * contains a table. The stack gets half of the block, and at most 127 plies. */
static unsigned plies_beside_table(const imm_game *game, size_t size) {
    unsigned plies = imm_alpha_beta_plies(game, size / 2);
    return plies < 127 ? plies : 127;
}

/* Prints how the player ab(all) divides a block into buckets and plies. The function only computes
 * sizes, so the block need not fit into the RAM. */
static int print_plies(unsigned block) {
    imm_config config = imm_config_default();
    if (imm_configure(&config, "ab(all)") != IMM_OK) return 0;
    size_t size = (size_t)block * KIB;
    print_line("plies", block, "buckets", (unsigned)imm_alpha_beta_buckets(&config, imm_kalah(), size));
    print_line("plies", block, "Kalah", plies_beside_table(imm_kalah(), size));
    print_line("plies", block, "Breakthrough", plies_beside_table(imm_breakthrough(), size));
    print_line("plies", block, "Lines of Action", plies_beside_table(imm_loa(), size));
    return 1;
}

int main(void) {
    int ok = 1;
    board_start();
    for (unsigned i = 0; i < BLOCK_COUNT; i++) {
        unsigned block = BLOCKS[i];
        print_line("slots", block, "Kalah", (unsigned)imm_memory_slots(imm_kalah(), block * KIB));
        print_line("slots", block, "Breakthrough", (unsigned)imm_memory_slots(imm_breakthrough(), block * KIB));
        print_line("slots", block, "Lines of Action", (unsigned)imm_memory_slots(imm_loa(), block * KIB));
        print_line("slots", block, "Oware", (unsigned)imm_memory_slots(imm_oware(), block * KIB));
        print_line("slots", block, "Othello", (unsigned)imm_memory_slots(imm_othello(), block * KIB));
        print_line("slots", block, "Onitama", (unsigned)imm_memory_slots(imm_onitama(), block * KIB));
        ok &= print_nodes("Kalah, mcts(im0.4)", imm_kalah(), "mcts(im0.4)", block);
        ok &= print_nodes("Breakthrough, mcts(im0.4)", imm_breakthrough(), "mcts(im0.4)", block);
        ok &= print_nodes("Kalah, mcts()", imm_kalah(), "mcts()", block);
        ok &= print_nodes("Breakthrough, mcts()", imm_breakthrough(), "mcts()", block);
    }
    for (unsigned i = 0; i < ALPHA_BETA_COUNT; i++) ok &= print_plies(ALPHA_BETA_BLOCKS[i]);
    board_print(ok ? "" : "failed\n");
    return !ok;
}
