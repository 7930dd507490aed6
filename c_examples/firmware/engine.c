/* imm on a microcontroller as a game engine: a PC sends commands of the protocol UGI over the
 * serial port, and the board answers with moves. c_examples/ugi.c implements the protocol.
 *
 *     make -C c_examples/firmware run PROGRAM=engine.c BOARD=m4f
 *
 * plays Breakthrough. CFLAGS="-DGAME=imm_othello -DNAME=othello" plays another built-in game. A
 * line has at most 512 bytes. The options are Player, Level, Seed, MultiPV and Ponder. */
#define UGI_BOARD
#include "ugi.c"

#include "board.h"

#ifndef GAME
#define GAME imm_breakthrough
#define NAME breakthrough
#endif
#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

static _Alignas(IMM_ALIGN) unsigned char memory[MEMORY_SIZE - 8 * 1024]; /* the rest is for lines and settings */

void board_on_tick(uint32_t now_ms) { (void)now_ms; }

static int next_byte(bool wait) {
    int byte;
    do {
        board_feed_watchdog();
        byte = board_read();
    } while (wait && byte < 0);
    return byte;
}

static void put(const char *text) { board_print(text); }
static void flush(void) {}

static unsigned char *take_memory(uint32_t mib, size_t *size) {
    (void)mib;
    *size = sizeof memory;
    return memory;
}

static void release_memory(unsigned char *block) { (void)block; }

static uint32_t clock_that_feeds(void *clock) {
    board_feed_watchdog();
    return board_now_ms(clock);
}

static void set_clock(imm_config *config) { config->now_ms = clock_that_feeds; }

int main(void) {
    board_start();
    run_engine(GAME(), TEXT(NAME));
    return 0;
}
