/* What a simulation costs: nanoseconds on the board's clock, which are instructions where an emulator counts one as the
 * other. A line for each player: name, number. Before them, for each game, the bytes that a search needs beside its tree. */
#include "board.h"
#include "imm.h"
#include "tictactoe.h"

enum { SLOTS = 400, SIMULATIONS = 400 };

static _Alignas(IMM_ALIGN) unsigned char memory[MEMORY_SIZE];

void board_on_tick(uint32_t now_ms) { (void)now_ms; }

static void print_line(const char *name, const char *player, unsigned number) {
    char digits[11] = {0}, *text = digits + 10;
    do *--text = (char)('0' + number % 10);
    while (number /= 10);
    board_print(name), board_print(player), board_print("\t"), board_print(text), board_print("\n");
}

/* Simulations from the starting position with an empty tree, fewer slots than they could use. */
static int measure(const char *name, const imm_game *game, const char *player) {
    imm_state *state = NULL;
    imm_config config = imm_config_default();
    size_t size = imm_memory_required(game, SLOTS);
    if (size > sizeof memory || imm_configure(&config, player) != IMM_OK) return 0;
    if (imm_init(memory, size, game, &config, &state) != IMM_OK) return 0;
    uint64_t start = board_now_ns();
    for (int i = 0; i < SIMULATIONS; i += 50) {
        board_feed_watchdog();
        if (imm_step(state, 50) != IMM_OK) return 0;
    }
    print_line(name, player, (unsigned)((board_now_ns() - start) / SIMULATIONS));
    return 1;
}

int main(void) {
    board_start();
    print_line("memory Kalah", "", (unsigned)imm_memory_required(imm_kalah(), 0));
    print_line("memory Breakthrough", "", (unsigned)imm_memory_required(imm_breakthrough(), 0));
    print_line("memory Lines of Action", "", (unsigned)imm_memory_required(imm_loa(), 0));
    print_line("memory tic-tac-toe in C", "", (unsigned)imm_memory_required(&tictactoe, 0));
    int ok = measure("Kalah, ", imm_kalah(), "mcts()");
    ok &= measure("Kalah, ", imm_kalah(), "mcts(im0.4)");
    ok &= measure("Breakthrough, ", imm_breakthrough(), "mcts()");
    ok &= measure("Breakthrough, ", imm_breakthrough(), "mcts(ipp,im0.4)");
    ok &= measure("Lines of Action, ", imm_loa(), "mcts()");
    ok &= measure("tic-tac-toe in C, ", &tictactoe, "mcts(nosolver)");
    board_print(ok ? "" : "failed\n");
    return !ok;
}
