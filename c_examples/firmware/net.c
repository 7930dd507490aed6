/* The board plays a game against itself, with a net in flash as the evaluation. The program prints
 * the moves, a number computed from the signatures of all searches, and the time for one iteration.
 *
 * The program needs a library with nets. A release for boards has one: `make run PROGRAM=net.c`
 * links lib/libimm-nets.a. In a checkout, the first command below builds this library. The nets
 * were trained with `imm-arena train`. docs/EMBEDDED.md has the commands, the cost of nets and
 * their playing strength.
 *
 *     FEATURES="alpha-beta nets" make -C packaging dist
 *     make -C c_examples/firmware run BOARD=m4f PROGRAM=net.c
 *     make -C c_examples/firmware run BOARD=m4f PROGRAM=net.c CFLAGS="-DKALAH"
 *
 * The search is limited by iterations, so the game is the same on every board. The searches of
 * main.c are limited by time. */
#include "board.h"
#include "imm.h"

#if defined(KALAH)
#include "kalah_net.h"
#define GAME imm_kalah()
#define NET kalah_net
#elif defined(OWARE)
#include "oware_net.h"
#define GAME imm_oware()
#define NET oware_net
#elif defined(ONITAMA)
#include "onitama_net.h"
#define GAME imm_onitama()
#define NET onitama_net
#else
#include "breakthrough_net.h"
#define GAME imm_breakthrough()
#define NET breakthrough_net
#endif

#ifndef PLAYER /* or a player without the net, to compare */
#define PLAYER "ab(efNet,all)"
#endif
#ifndef ITERATIONS /* for each move */
#define ITERATIONS 4000u
#endif
#define STEP 400u /* iterations between feeding the watchdog */

static _Alignas(IMM_ALIGN) unsigned char memory[MEMORY_SIZE];

void board_on_tick(uint32_t now_ms) { (void)now_ms; }

static void print_number(uint64_t number) {
    char digits[21] = {0}, *text = digits + 20;
    do *--text = (char)('0' + number % 10);
    while (number /= 10);
    board_print(text);
}

/* Searches for a move, and adds the number of its iterations to `iterations`. If the search solves
 * the position, it runs fewer than ITERATIONS iterations. */
static imm_status think(imm_state *state, imm_report *report, uint64_t *iterations) {
    imm_status status = IMM_OK;
    for (unsigned done = 0; status == IMM_OK && done < ITERATIONS; done += STEP) {
        board_feed_watchdog();
        status = imm_step(state, STEP);
        if (status == IMM_OK) status = imm_get_report(state, report);
        if (status == IMM_OK) *iterations += report->iterations;
    }
    return status;
}

static imm_status play_game(imm_state *state) {
    char text[IMM_TEXT_MAX];
    uint64_t signature = 0, thought_ns = 0, iterations = 0;
    while (imm_outcome(state) == IMM_ONGOING) {
        imm_report report;
        uint64_t start = board_now_ns();
        imm_status status = think(state, &report, &iterations);
        thought_ns += board_now_ns() - start;
        if (status == IMM_OK) status = imm_move_text(state, report.best, text, sizeof text);
        if (status == IMM_OK) status = imm_play(state, report.best);
        if (status != IMM_OK) return status;
        signature = (signature << 1 | signature >> 63) ^ report.signature;
        board_print(text), board_print(" ");
    }
    imm_result result = imm_outcome(state);
    board_print(result == IMM_DRAW ? "draw " : result == IMM_FIRST_WINS ? "first wins " : "second wins ");
    print_number(signature), board_print("\nns an iteration\t");
    print_number(thought_ns / iterations), board_print("\n");
    return IMM_OK;
}

int main(void) {
    imm_state *state = NULL;
    imm_config config = imm_config_default();
    board_start();
    imm_status status = imm_configure(&config, PLAYER);
    if (status == IMM_OK) status = imm_init_builtin(memory, sizeof memory, GAME, &config, &state);
    if (status == IMM_OK) status = imm_set_net(state, NET, sizeof NET);
    if (status == IMM_OK) status = play_game(state);
    if (status != IMM_OK) board_print(imm_status_text(status)), board_print("\n");
    return status != IMM_OK;
}
