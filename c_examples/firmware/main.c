/* imm on a microcontroller: the board plays games against itself, one after the other, in one
 * static block of memory. The size of the memory decides whether the board plays two, three or four
 * games.
 *
 * The program shows what a product needs: a main loop that searches in steps and feeds the watchdog
 * in between; a clock driven by the tick interrupt; a search that an interrupt ends, as a "move
 * now!" button would; built-in games and a custom game. board.h has the functions that the program
 * needs from the board. */
#include "board.h"
#include "imm.h"
#include "tictactoe.h"

#ifndef MEMORY_SIZE /* of the block: the part's RAM without stack and variables */
#define MEMORY_SIZE (12 * 1024)
#endif

#define MOVE_MS 60u
#define STEP 8u /* simulations between feeding the watchdog: a few milliseconds on the slowest part */

/* Lines of Action needs more flash and more RAM than the other games. A part with 64 KiB of RAM has
 * room for a block of 60 KiB, which gives "ab(mia)" 48 plies and a table of 1,024 positions. On
 * such a part, "ab(mia)" is much stronger than tree search, because tree search gets too few
 * simulations. docs/EMBEDDED.md has the match results, the flash size and the instruction counts.
 * With a smaller block, "ab(mia)" has fewer plies. */
#define ROOM_FOR_LOA (MEMORY_SIZE >= 48 * 1024)

/* Kalah and Breakthrough together, with all features of the library, take more than 128 KiB of
 * flash. A part with less memory plays only Kalah and tic-tac-toe. */
#define ROOM_FOR_BREAKTHROUGH (MEMORY_SIZE >= 16 * 1024)
#define LOA_STEP 200u /* positions between feeding the watchdog; each step replays the current line of moves */

static _Alignas(IMM_ALIGN) unsigned char memory[MEMORY_SIZE];

/* The state that is searching, or NULL. The tick interrupt ends its search at the time
 * `stop_at_ms`. */
static imm_state *volatile searching;
static volatile uint32_t stop_at_ms;

void board_on_tick(uint32_t now_ms) {
    if (searching && (int32_t)(now_ms - stop_at_ms) >= 0) imm_stop(searching);
}

/* Searches in short steps until the time is up. Between the steps the main loop does its other
 * work; here it feeds the watchdog. */
static imm_status think(imm_state *state, unsigned step) {
    uint32_t start = board_now_ms(NULL);
    imm_status status;
    do {
        board_feed_watchdog();
        status = imm_step(state, step);
    } while (status == IMM_OK && board_now_ms(NULL) - start < MOVE_MS);
    return status;
}

/* Searches in one long call that an interrupt ends. A search with a time limit reads its clock
 * regularly, and the clock function of this program feeds the watchdog. */
static imm_status think_until_interrupted(imm_state *state) {
    imm_limits limits = imm_limits_default();
    limits.time_ms = 100 * MOVE_MS;
    stop_at_ms = board_now_ms(NULL) + MOVE_MS;
    searching = state;
    imm_status status = imm_search_limited(state, &limits, NULL);
    searching = NULL;
    return status;
}

static uint32_t clock_that_feeds(void *clock) {
    board_feed_watchdog();
    return board_now_ms(clock);
}

static int play(const char *name, const imm_game *game, imm_config config, unsigned step) {
    static const char *const results[] = {"", "first wins", "second wins", "draw"};
    char text[IMM_TEXT_MAX];
    imm_state *state = NULL;
    config.now_ms = clock_that_feeds;
    imm_status status = imm_init(memory, sizeof memory, game, &config, &state);

    board_print(name);
    board_print(":");
    for (int ply = 0; status == IMM_OK && imm_outcome(state) == IMM_ONGOING; ply++) {
        imm_report report;
        status = ply % 2 ? think_until_interrupted(state) : think(state, step);
        if (status == IMM_OK) status = imm_get_report(state, &report);
        if (status == IMM_OK) status = imm_move_text(state, report.best, text, sizeof text);
        if (status == IMM_OK) status = imm_play(state, report.best);
        if (status == IMM_OK) board_print(" "), board_print(text);
    }
    board_print(", ");
    board_print(status == IMM_OK ? results[imm_outcome(state)] : imm_status_text(status));
    board_print("\n");
    return status == IMM_OK;
}

int main(void) {
    board_start();
    /* On a small part, the program sets the fields of the configuration itself. imm_configure(),
     * which reads a player from text, would take 11 KiB of flash. */
    const imm_config plain = imm_config_default();
    imm_config player = plain;
    player.im = 0.3f, player.evaluator = IMM_EF_RS;
    int ok = play("Kalah", imm_kalah(), player, STEP);
#if ROOM_FOR_BREAKTHROUGH
    player = plain, player.im = 0.4f, player.ipp = 1;
    ok &= play("Breakthrough", imm_breakthrough(), player, STEP);
#endif
    ok &= play("Tic-tac-toe", &tictactoe, plain, STEP);
#if ROOM_FOR_LOA
    player = plain;
    ok &= imm_configure(&player, "ab(mia)") == IMM_OK;
    ok &= play("Lines of Action", imm_loa(), player, LOA_STEP);
#endif
    board_print(ok ? "ok\n" : "failed\n");
    return !ok;
}
