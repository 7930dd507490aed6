/* The smallest program that plays: one game, implicit minimax, and a search in steps. The program
 * is linked only to measure how much of libimm.a the program needs. GAME is the game. INIT is the
 * function that opens a state. With ALPHA_BETA, the player is ab(all) instead. With NET, the player
 * is ab(efNet,all), and the program also has Breakthrough's net. */
#include "board.h"
#include "imm.h"
#include "tictactoe.h"
#ifdef NET
#include "breakthrough_net.h"
#endif

static _Alignas(IMM_ALIGN) unsigned char memory[MEMORY_SIZE];
static imm_state *state;

void board_on_tick(uint32_t now_ms) {
    if (now_ms % 1000 == 0) imm_stop(state);
}

int main(void) {
    board_start();
    imm_config config = imm_config_default();
    config.now_ms = board_now_ms;
#if defined(ALPHA_BETA) || defined(NET)
    config.algorithm = IMM_ALPHA_BETA;
    config.switches = IMM_AB_ALL;
#else
    config.im = 0.4f;
#endif
#ifdef NET
    config.evaluator = IMM_EF_NET;
#endif
    const imm_game game = GAME;
    if (INIT(memory, sizeof memory, &game, &config, &state) != IMM_OK) return 1;
#ifdef NET
    if (imm_set_net(state, breakthrough_net, sizeof breakthrough_net) != IMM_OK) return 1;
#endif
    while (imm_outcome(state) == IMM_ONGOING) {
        for (int i = 0; i < 20; i++, board_feed_watchdog()) imm_step(state, 8);
        imm_report report;
        if (imm_get_report(state, &report) != IMM_OK || imm_play(state, report.best) != IMM_OK) return 1;
    }
    return 0;
}
