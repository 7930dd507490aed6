/* Prints the memory that a net needs, in bytes. Then prints the time that it takes to evaluate a
 * Breakthrough position with efMS, with efLH, and with the net of breakthrough_net.h. The time is
 * in nanoseconds on the board's clock, as in speed.c. */
#include "board.h"
#include "breakthrough_net.h"
#include "imm.h"
#include "print.h"

enum { MEMORY = 12 * 1024, MOVES_MAX = 64 };

#ifndef ROUNDS /* set higher if the clock is coarse */
#define ROUNDS 20u
#endif

static _Alignas(IMM_ALIGN) unsigned char memory[MEMORY];

void board_on_tick(uint32_t now_ms) { (void)now_ms; }

/* Plays one game with fixed moves ROUNDS times, and adds the time that this takes to `ns`. If
 * `evaluates` is set, also evaluates each position. Returns the number of positions, or 0 after an
 * error. */
static unsigned play_through(imm_state *state, int evaluates, uint64_t *ns) {
    unsigned positions = 0;
    uint64_t start = board_now_ns();
    for (unsigned round = 0; round < ROUNDS; round++) {
        board_feed_watchdog();
        if (imm_restart(state) != IMM_OK) return 0;
        for (unsigned ply = 0; imm_outcome(state) == IMM_ONGOING; ply++, positions++) {
            imm_move moves[MOVES_MAX];
            float value;
            int32_t count = imm_legal_moves(state, moves, MOVES_MAX);
            if (evaluates && imm_evaluate(state, &value) != IMM_OK) return 0;
            if (count <= 0 || imm_play(state, moves[ply * 7 % (unsigned)count]) != IMM_OK) return 0;
        }
    }
    *ns += board_now_ns() - start;
    return positions;
}

/* Measures the time of an evaluation: the time of games with evaluations minus the time of the same
 * games without evaluations. */
static int evaluation(const char *player) {
    imm_state *state = NULL;
    imm_config config = imm_config_default();
    uint64_t with = 0, without = 0;
    if (imm_configure(&config, player) != IMM_OK) return 0;
    if (imm_init_builtin(memory, sizeof memory, imm_breakthrough(), &config, &state) != IMM_OK) return 0;
    if (imm_set_net(state, breakthrough_net, sizeof breakthrough_net) != IMM_OK) return 0;
    unsigned positions = play_through(state, 0, &without);
    if (positions == 0 || play_through(state, 1, &with) != positions) return 0;
    board_print("speed\tBreakthrough, imm_evaluate() of "), board_print(player), board_print("\t");
    print_number((unsigned)((with - without) / positions)), board_print("\n");
    return 1;
}

int main(void) {
    imm_config config = imm_config_default();
    board_start();
    int ok = imm_configure(&config, "mcts(im0.4,efNet)") == IMM_OK;
    board_print("memory\ta net, in addition\t");
    print_number((unsigned)imm_leaf_memory(&config, imm_breakthrough())), board_print("\n");
    ok = ok && evaluation("ab(efMS)") && evaluation("ab(efLH)") && evaluation("ab(efNet)");
    board_print(ok ? "" : "failed\n");
    return !ok;
}
