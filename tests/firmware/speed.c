/* Measures the time of a simulation, or of a position in alpha-beta, in nanoseconds on the board's
 * clock. In an emulator that counts one nanosecond per instruction, the result is a number of
 * instructions. Prints a line for each game with the bytes that a search needs besides its tree,
 * and a line for each player with its time. */
#include "board.h"
#include "imm.h"
#include "tictactoe.h"

/* FEWER_SLOTS: the number of slots that fit next to a large position into the memory of the
 * smallest board. */
enum { SLOTS = 400, FEWER_SLOTS = 360, SIMULATIONS = 400, AB_MEMORY = 12 * 1024, POSITIONS = 8000 };

static _Alignas(IMM_ALIGN) unsigned char memory[MEMORY_SIZE];

void board_on_tick(uint32_t now_ms) { (void)now_ms; }

static void print_line(const char *name, const char *player, unsigned number) {
    char digits[11] = {0}, *text = digits + 10;
    do *--text = (char)('0' + number % 10);
    while (number /= 10);
    board_print(name), board_print(player), board_print("\t"), board_print(text), board_print("\n");
}

/* Runs `steps` steps of `step` simulations or positions from the starting position, in `size` bytes
 * of memory. Prints the time of one simulation or position. */
static int measure(const char *name, const imm_game *game, const char *player, size_t size, unsigned step,
                   unsigned steps) {
    imm_state *state = NULL;
    imm_config config = imm_config_default();
    if (size > sizeof memory || imm_configure(&config, player) != IMM_OK) return 0;
    if (imm_init(memory, size, game, &config, &state) != IMM_OK) return 0;
    uint64_t start = board_now_ns();
    for (unsigned i = 0; i < steps; i++) {
        board_feed_watchdog();
        if (imm_step(state, step) != IMM_OK) return 0;
    }
    print_line(name, player, (unsigned)((board_now_ns() - start) / (step * steps)));
    return 1;
}

/* Measures 400 simulations, starting with an empty tree. The tree has fewer slots than the
 * simulations could use. */
static int tree(const char *name, const imm_game *game, const char *player, unsigned slots) {
    return measure(name, game, player, imm_memory_required(game, slots), 50, SIMULATIONS / 50);
}

/* Some boards have too little flash for all games, so the games are in three parts, as in
 * signatures.c. */
#ifndef PART
#define PART 0
#endif
#define HAS_PART(part) (PART == 0 || PART == (part))

int main(void) {
    int ok = 1;
    board_start();
#if HAS_PART(1)
    print_line("memory Kalah", "", (unsigned)imm_memory_required(imm_kalah(), 0));
    print_line("memory Breakthrough", "", (unsigned)imm_memory_required(imm_breakthrough(), 0));
    print_line("memory tic-tac-toe in C", "", (unsigned)imm_memory_required(&tictactoe, 0));
    ok &= tree("Kalah, ", imm_kalah(), "mcts()", SLOTS);
    ok &= tree("Kalah, ", imm_kalah(), "mcts(im0.4)", SLOTS);
    ok &= tree("Kalah, ", imm_kalah(), "bfm()", SLOTS);
    ok &= measure("Kalah, ", imm_kalah(), "ab(all)", AB_MEMORY, 1000, POSITIONS / 1000);
    ok &= tree("Breakthrough, ", imm_breakthrough(), "mcts()", SLOTS);
    ok &= tree("Breakthrough, ", imm_breakthrough(), "mcts(ipp,im0.4)", SLOTS);
    ok &= tree("Breakthrough, ", imm_breakthrough(), "bfm(efLH)", SLOTS);
    ok &= measure("Breakthrough, ", imm_breakthrough(), "ab(all)", AB_MEMORY, 1000, POSITIONS / 1000);
    ok &= tree("tic-tac-toe in C, ", &tictactoe, "mcts(nosolver)", SLOTS);
#endif
#if HAS_PART(3)
    print_line("memory Lines of Action", "", (unsigned)imm_memory_required(imm_loa(), 0));
    ok &= tree("Lines of Action, ", imm_loa(), "mcts()", FEWER_SLOTS);
    ok &= tree("Lines of Action, ", imm_loa(), "mcts(im0.4,fet4)", FEWER_SLOTS);
    ok &= tree("Lines of Action, ", imm_loa(), "mcts(mcloa)", FEWER_SLOTS);
    ok &= tree("Lines of Action, ", imm_loa(), "bfm()", FEWER_SLOTS);
    ok &= measure("Lines of Action, ", imm_loa(), "ab(mia)", AB_MEMORY, 1000, POSITIONS / 1000);
    ok &= measure("Lines of Action, ", imm_loa(), "ab(all)", AB_MEMORY, 1000, POSITIONS / 1000);
#endif
#if HAS_PART(2)
    print_line("memory Oware", "", (unsigned)imm_memory_required(imm_oware(), 0));
    print_line("memory Othello", "", (unsigned)imm_memory_required(imm_othello(), 0));
    print_line("memory Onitama", "", (unsigned)imm_memory_required(imm_onitama(), 0));
    ok &= tree("Oware, ", imm_oware(), "mcts()", FEWER_SLOTS);
    ok &= tree("Oware, ", imm_oware(), "mcts(im0.4,fet4)", FEWER_SLOTS);
    ok &= tree("Oware, ", imm_oware(), "bfm()", FEWER_SLOTS);
    ok &= measure("Oware, ", imm_oware(), "ab(all)", AB_MEMORY, 1000, POSITIONS / 1000);
    ok &= tree("Othello, ", imm_othello(), "mcts()", SLOTS);
    ok &= tree("Othello, ", imm_othello(), "mcts(im0.4,fet4)", SLOTS);
    ok &= tree("Othello, ", imm_othello(), "bfm()", SLOTS);
    ok &= measure("Othello, ", imm_othello(), "ab(all)", AB_MEMORY, 1000, POSITIONS / 1000);
    ok &= tree("Onitama, ", imm_onitama(), "mcts()", SLOTS);
    ok &= tree("Onitama, ", imm_onitama(), "mcts(im0.4,fet4)", SLOTS);
    ok &= tree("Onitama, ", imm_onitama(), "bfm()", SLOTS);
    ok &= measure("Onitama, ", imm_onitama(), "ab(all)", AB_MEMORY, 1000, POSITIONS / 1000);
#endif
    board_print(ok ? "" : "failed\n");
    return !ok;
}
