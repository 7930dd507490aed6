/* Tests the library with alpha-beta as its only search (`make -C packaging dist
 * FEATURES=alpha-beta`). The library must refuse all tree searches, play the same game as any other
 * library, and have a default player. Prints the memory that alpha-beta needs, in bytes. */
#include <string.h>

#include "board.h"
#include "imm.h"
#include "print.h"
#include "tictactoe.h"

enum { PLIES = 16 };

static _Alignas(IMM_ALIGN) unsigned char memory[12 * 1024];
static int failures;

void board_on_tick(uint32_t now_ms) { (void)now_ms; }

static void check(int holds, const char *what) {
    if (holds) return;
    failures++;
    board_print("alpha_beta.c: "), board_print(what), board_print("\n");
}

/* Checks that a player is refused when a state is opened, when the player changes, and by
 * imm_config_error(). The state then searches on with its own player. */
static void refused(uint8_t algorithm, const char *name) {
    char text[IMM_TEXT_MAX];
    imm_state *state = NULL;
    imm_config config = imm_config_default();
    config.algorithm = algorithm;
    check(imm_init(memory, sizeof memory, imm_kalah(), &config, &state) == IMM_ERR_UNSUPPORTED, name);
    check(imm_config_error(&config, imm_kalah(), text, sizeof text) == IMM_ERR_UNSUPPORTED, name);
    check(imm_init(memory, sizeof memory, imm_kalah(), NULL, &state) == IMM_OK, name);
    check(imm_set_player(state, &config) == IMM_ERR_UNSUPPORTED, name);
    check(imm_step(state, 50) == IMM_OK, name);
}

/* Plays a game to its end with this player. NULL is the default player. */
static void plays(const imm_game *game, const char *player, const char *name) {
    imm_state *state = NULL;
    imm_config config = imm_config_default();
    imm_report report;
    if (player) check(imm_configure(&config, player) == IMM_OK, name);
    imm_status status = imm_init(memory, sizeof memory, game, player ? &config : NULL, &state);
    while (status == IMM_OK && imm_outcome(state) == IMM_ONGOING) {
        board_feed_watchdog();
        status = imm_step(state, 500);
        if (status == IMM_OK) status = imm_get_report(state, &report);
        if (status == IMM_OK) status = imm_play(state, report.best);
    }
    check(status == IMM_OK, name);
}

static void print_memory(const imm_game *game, const char *name) {
    board_print("memory\t"), board_print(name), board_print(", alpha-beta with 16 plies\t");
    print_number((unsigned)imm_alpha_beta_memory(game, PLIES)), board_print("\n");
}

int main(void) {
    board_start();
    refused(IMM_MCTS, "mcts()");
    refused(IMM_BEST_FIRST, "bfm()");

    imm_config config = imm_config_default();
    check(imm_best(imm_kalah(), sizeof memory, 0, &config) == IMM_OK, "imm_best()");
    check(config.algorithm == IMM_ALPHA_BETA && config.switches == IMM_AB_ALL, "imm_best() is not ab(all)");

    const imm_game small_kalah = imm_kalah_small(6, 4, IMM_CAPTURE_STANDARD);
    const imm_game small_breakthrough = imm_breakthrough_small(5, 6);
    plays(imm_kalah(), NULL, "the default player in Kalah");
    plays(imm_kalah(), "ab(efRS,tt,pvs)", "Kalah");
    plays(imm_breakthrough(), "ab(efLH,all)", "Breakthrough");
    plays(&small_kalah, "ab(all)", "small Kalah");
    plays(&small_breakthrough, NULL, "small Breakthrough");
    plays(&tictactoe, NULL, "tic-tac-toe");

    print_memory(imm_kalah(), "Kalah");
    print_memory(imm_breakthrough(), "Breakthrough");
    board_print(failures ? "" : "alpha-beta plays without a tree search\n");
    return failures > 0;
}
